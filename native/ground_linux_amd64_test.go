package native

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Code may be written anywhere and in any order. Once it is sealed, all of it is as it was written last, in pages that can be executed and not written,
// and no page is ever both writable and executable.
func TestCodeIsSealed(t *testing.T) {
	const size = 200 * pageSize
	rng := rand.New(rand.NewPCG(5, 6))
	g, err := NewGround(size)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	want := make([]byte, size)
	var used [size / pageSize]bool
	for range 400 {
		for range 1 + rng.IntN(4) {
			at, n := g.next()+rng.IntN(pageSize), 1+rng.IntN(3*pageSize)
			if rng.IntN(3) == 0 {
				at = rng.IntN(size)
			}
			at = min(at, size-1)
			code := want[at:min(at+n, size)]
			for k := range code {
				code[k] = byte(rng.Uint32())
			}
			if err := g.write(at, code); err != nil {
				t.Fatalf("%d bytes at %d: %v", len(code), at, err)
			}
			for page := at / pageSize; page <= (at+len(code)-1)/pageSize; page++ {
				used[page] = true
			}
		}
		if err := g.seal(); err != nil {
			t.Fatal(err)
		}
		access := accessOfPages(t, g)
		for page, used := range used {
			if part := want[page*pageSize : (page+1)*pageSize]; used && access[page] != "r-xp" {
				t.Fatalf("page %d: expected code that can be read and executed, found %s", page, access[page])
			} else if used && !bytes.Equal(part, g.code.used[page*pageSize:(page+1)*pageSize]) {
				t.Fatalf("page %d: expected what was written", page)
			}
		}
	}
}

// What the system refuses is asked for again: after a failure, no page is taken for writable or executable that is not. It refuses
// addresses between two pages.
func TestSealAgain(t *testing.T) {
	g, err := NewGround(4 * pageSize)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	code := []byte{0xc3, 0xcc}
	whole := g.code.used
	refused := func(what string, step func() error) {
		t.Helper()
		g.code.used = whole[1:]
		for range 2 {
			if step() == nil {
				t.Errorf("expected an error while the system refuses to %s, found none", what)
			}
		}
		if g.code.used = whole; step() != nil {
			t.Errorf("expected no error once the system can %s", what)
		}
	}
	refused("make pages writable", func() error { return g.write(pageSize, code) })
	refused("make pages executable", g.seal)
	if access := accessOfPages(t, g); access[1] != "r-xp" || !bytes.HasPrefix(whole[pageSize:], code) {
		t.Errorf("expected the code in a page that can be executed, found %s", access[1])
	}
	refused("make pages writable again", func() error { return g.write(pageSize, code) })
}

// A process whose memory is never both written and executed has no ground, so that programs run without machine code.
func TestNoGroundForbidden(t *testing.T) {
	if os.Getenv("UNBOX_FORBID_CODE") == "" {
		test := exec.Command(os.Args[0], "-test.run=^TestNoGroundForbidden$", "-test.v")
		test.Env = append(os.Environ(), "UNBOX_FORBID_CODE=1")
		if out, err := test.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	if err := unix.Prctl(unix.PR_SET_MDWE, unix.PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0); err != nil {
		t.Skipf("this system cannot forbid it: %v", err) // Linux 6.3
	}
	if g, err := NewGround(pageSize); err == nil {
		g.Close()
		t.Error("expected an error where written memory cannot be made executable, found none")
	}
}

// accessOfPages says how each page of the code can be accessed.
func accessOfPages(t *testing.T, g *Ground) []string {
	list := make([]string, len(g.code.used)/pageSize)
	for _, m := range mappings(t) {
		if strings.Contains(m.access, "wx") {
			t.Fatalf("expected no memory that is writable and executable, found %+v", m)
		}
		for page := range list {
			if at := g.address(page * pageSize); m.from <= at && at < m.to {
				list[page] = m.access
			}
		}
	}
	return list
}

// The system gives addresses as it likes, one time in 4,096 within a table's size of a multiple of 4 GiB: the table must not
// begin before what was reserved then, nor the fence end after it.
func TestRegionFitsWhatIsReserved(t *testing.T) {
	for _, beyond := range []int64{0, pageSize, tableSize - pageSize, tableSize, regionSpan - tableSize - pageSize, regionSpan - tableSize, regionSpan - tableSize + pageSize, regionSpan - pageSize} {
		reserved := uintptr(5*regionSpan + beyond)
		base := reserved + regionOffset(reserved)
		if base%regionSpan != 0 {
			t.Errorf("reserved from %#x: expected the region at a multiple of %#x, found it at %#x", reserved, regionSpan, base)
		}
		if base-tableSize < reserved {
			t.Errorf("reserved from %#x: expected the table after it, found it at %#x", reserved, base-tableSize)
		}
		if end, limit := base+2*regionSpan, reserved+3*regionSpan+tableSize; end > limit {
			t.Errorf("reserved from %#x to %#x: expected the fence within it, found its end at %#x", reserved, limit, end)
		}
		if base-regionSpan >= reserved+tableSize {
			t.Errorf("reserved from %#x: expected the region at the first place with room, found it at %#x", reserved, base)
		}
	}
}

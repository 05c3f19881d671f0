package native

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
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

//go:build linux && amd64

package native

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/interp"
	"unbox/trace"
)

// mapping is a line of /proc/self/maps.
type mapping struct {
	from, to uint64
	access   string
}

func mappings(t *testing.T) []mapping {
	t.Helper()
	data, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("this system does not tell what is mapped")
	}
	var list []mapping
	for scan := bufio.NewScanner(bytes.NewReader(data)); scan.Scan(); {
		var m mapping
		if _, err := fmt.Sscanf(scan.Text(), "%x-%x %s", &m.from, &m.to, &m.access); err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

// TestRegionIsFenced looks at what the process has mapped: code is never writable,
// and after the heap nothing can be accessed as far as 32 bits reach, and as far
// again.
func TestRegionIsFenced(t *testing.T) {
	trace := mustParse(t, "[i0]\ni1 = int_add(i0, 1)\njump(i1)\n")
	m := build(t, trace, Options{Features: Host()})
	defer m.close()
	if _, err := m.code.Memory(100_000); err != nil {
		t.Fatal(err)
	}
	r := m.code.running
	base, end := r.base(), r.base()+uint64(r.size)
	if base&(1<<32-1) != 0 {
		t.Errorf("expected a region at a multiple of 2**32, found %#x", base)
	}
	fenced := uint64(0)
	for _, have := range mappings(t) {
		if strings.Contains(have.access, "w") && strings.Contains(have.access, "x") {
			t.Errorf("expected no memory that is writable and executable, found %+v", have)
		}
		if code := uint64(r.address()); have.from <= code && code < have.to && have.access != "r-xp" {
			t.Errorf("expected code that can be read and executed, found %s", have.access)
		}
		from, to := max(have.from, end), min(have.to, base+2<<32)
		if from >= to {
			continue
		}
		if have.access != "---p" {
			t.Errorf("expected nothing that can be accessed after the heap, found %+v", have)
		}
		fenced += to - from
	}
	if want := base + 2<<32 - end; fenced != want {
		t.Errorf("expected %#x bytes after the heap that are reserved, found %#x", want, fenced)
	}
}

// TestNoWayOut tries to reach beyond an array or through null. For the interpreter
// this has no meaning, so the code must leave before it, and the neighbouring
// arrays must be unchanged.
func TestNoWayOut(t *testing.T) {
	indexes := []int64{-1, 3, 4, -8, 1 << 29, 1 << 31, 1<<32 - 1, 1 << 32, 1<<32 + 1, 1 << 60, 1 << 61, 1<<61 + 1, 1 << 62, math.MaxInt64, math.MinInt64}
	traces := []string{
		"[p0, i0, p1]\ni1 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\nfinish(i1)\n",
		"[p0, i0, p1]\nsetarrayitem_gc(p0, i0, 7, descr=<ArrayS 8>)\nfinish(p1)\n",
		"[p0, i0, p1]\ni1 = int_add(i0, 1)\ni2 = getarrayitem_gc_i(p0, i1, descr=<ArrayS 8>)\ni3 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\nfinish(i2, i3)\n",
		"[p0, i0, p1]\np2 = new_array_clear(i0, descr=<ArrayS 8>)\nsetarrayitem_gc(p2, i0, 7, descr=<ArrayS 8>)\nfinish(p2)\n",
	}
	for _, index := range indexes {
		for _, text := range traces {
			trace := mustParse(t, text)
			m := build(t, trace, Options{Features: Host()})
			in, list := interp.ParseInputs(trace, fmt.Sprintf("p0=[1, 2, 3], i0=%d, p1=[4, 5, 6]", index))
			if hasErrors(list) {
				t.Fatal(list[0].Message)
			}
			if diff := m.check(in, backend.RunOptions{}); diff != "" {
				t.Errorf("index %d: %s\n%s", index, diff, text)
			}
			m.close()
		}
	}
	for _, text := range []string{
		"class Node { next: Node, value: int }\n[p0]\np1 = get(p0, next)\np2 = get(p1, next)\nfinish(p2)\n",
		"class Node { next: Node, value: int }\n[p0]\np1 = get(p0, next)\nset(p1, value, 5)\nfinish(p1)\n",
		"[p0]\ni1 = arraylen_gc(p0, descr=<ArrayS 8>)\nfinish(i1)\n",
	} {
		trace := mustParse(t, text)
		m := build(t, trace, Options{Features: Host()})
		for k := range uint64(20) {
			if diff := m.check(interp.RandomInputs(trace, seeded(k)), backend.RunOptions{}); diff != "" {
				t.Errorf("%s\n%s", diff, text)
			}
		}
		m.close()
	}
}

// TestEndlessAllocation reaches the heap's limit with an outcome, not with a crash.
func TestEndlessAllocation(t *testing.T) {
	trace := mustParse(t, "class Node { next: Node, value: int }\n[p0]\np1 = new(Node)\nset(p1, next, p0)\njump(p1)\n")
	m := build(t, trace, Options{Features: Host()})
	defer m.close()
	in, _ := interp.ParseInputs(trace, "p0=null")
	o := backend.RunOptions{CollectFreely: true}
	o.Jumps = 1 << 40
	o.Arena.Limit = 1 << 20
	out, err := m.driver.Run(in, o)
	if err != nil || out.Exit != interp.ExitExhausted {
		t.Errorf("expected an exhausted heap, found %v, %v", out, err)
	}
}

// TestNoRoomForAnArray has a region without room for an array for which the interpreter has room: the
// interpreter goes on from there, with the same outcome. Trace 10,969 of seed 7 had four million structs.
func TestNoRoomForAnArray(t *testing.T) {
	trace := mustParse(t, "[i0, i1]\np1 = new_array_clear(i0, descr=<ArrayS 8>)\nsetarrayitem_gc(p1, 1, i1, descr=<ArrayS 8>)\n"+
		"i2 = getarrayitem_gc_i(p1, 1, descr=<ArrayS 8>)\nguard_value(i2, 5) [p1, i2]\ni3 = int_sub(i1, 1)\njump(i0, i3)\n")
	m := build(t, trace, Options{Features: Host()})
	defer m.close()
	for _, text := range []string{"i0=100000, i1=4", "i0=100000, i1=5", "i0=10, i1=5", "i0=4194304, i1=5"} {
		in, diagnostics := interp.ParseInputs(trace, text)
		if in == nil {
			t.Fatal(diagnostics)
		}
		o := backend.RunOptions{}
		o.Arena.Limit = 1 << 16
		if diff := m.check(in, o); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
		if m.compared == 0 {
			t.Errorf("%s: expected a run that is compared, found none", text)
		}
	}
}

// TestMemoryIsGivenBack makes and closes more code than fits into the address space at
// the same time.
func TestMemoryIsGivenBack(t *testing.T) {
	trace := mustParse(t, "[i0]\ni1 = int_add(i0, 1)\nfinish(i1)\n")
	before := len(mappings(t))
	for range 300 {
		m := build(t, trace, Options{Features: Host()})
		if diff := m.check(interp.RandomInputs(trace, seeded(1)), backend.RunOptions{}); diff != "" {
			t.Fatal(diff)
		}
		if err := m.code.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if after := len(mappings(t)); after > before+20 {
		t.Errorf("expected about %d mappings, found %d", before, after)
	}
}

// TestListing compares the listing with the bytes: no gap, no overlap,
// and every instruction of the program has code or is part of another.
func TestListing(t *testing.T) {
	for _, k := range kernels {
		tr := mustParse(t, k.trace)
		m := build(t, tr, Options{Features: Features{AVX: true, BMI2: true}, Listing: true})
		names := trace.NewNamer(tr, "")
		at, seen := 0, make(map[int]bool)
		for _, line := range m.code.Listing(names) {
			if line.Offset != at || line.Text == "" {
				t.Fatalf("%s: expected an instruction at %d, found %+v", k.name, at, line)
			}
			at += line.Size
			seen[line.Instr] = true
		}
		if at != m.code.Size() {
			t.Errorf("%s: expected %d bytes, found %d", k.name, m.code.Size(), at)
		}
		for i := range m.code.Program().Code {
			in := m.code.Instr(i)
			if !seen[i] && !m.code.fused[i] && in.Op != backend.OpMoves && in.Op != backend.OpMove {
				t.Errorf("%s: instruction %d (%s) has no code", k.name, i, in.Code)
			}
		}
		for _, place := range m.code.Places() {
			if place.From > place.To || place.Where == "" {
				t.Errorf("%s: odd place %+v", k.name, place)
			}
		}
		m.close()
	}
}

// The region grows to exactly what 32-bit references can reach, with room for one allocation
// after it.
func TestTheLargestRegion(t *testing.T) {
	m := build(t, mustParse(t, "[i0]\nfinish(i0)"), Options{})
	defer m.close()
	code := m.code
	if _, err := code.Memory(maxRegion); err != nil {
		t.Errorf("expected a region of %d bytes, found %v", maxRegion, err)
	}
	if _, err := code.Memory(maxRegion + 1); err == nil {
		t.Errorf("expected no region of %d bytes, found one", maxRegion+1)
	}
}

// The frame has all slots, even where the last one ends with a page.
func TestTheFrameHasAllSlots(t *testing.T) {
	last := 0
	for slots := int32(1); slots < 3000; slots++ {
		c := &Code{slots: slots}
		r, err := c.load()
		if err != nil {
			t.Fatal(err)
		}
		r.setStack(frameRegs, 1)
		r.setStack(slotOffset(slots-1), 2) // panics if that is outside
		if end := frameHead + int(slotOffset(slots)); end%pageSize == 0 {
			last++
		}
		if err := r.close(); err != nil {
			t.Error(err)
		}
	}
	if last < 5 {
		t.Errorf("expected at least 5 frames that end with a page, found %d", last)
	}
}

//go:build linux && amd64

package native

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/backend"
)

// copyPlaces says which items a copy moves: from which one to which one; ok is false if there are not that
// many.
func copyPlaces(name string, from, to int, start int64) (places [][2]int, ok bool) {
	n := to
	if name == "copy_into" {
		n = from
	}
	for k := range n {
		i, j := int64(k)+start, int64(k)
		switch name {
		case "copy_backwards":
			i = start - int64(k)
		case "copy_into":
			i, j = j, i
		}
		if i < 0 || i >= int64(from) || j < 0 || j >= int64(to) {
			return nil, false
		}
		places = append(places, [2]int{int(i), int(j)})
	}
	return places, true
}

// TestCopies compares the copies made by machine code with their definition, for all short arrays and starts within and
// beyond them: where there are not enough items, nothing is copied, and entering returns an error.
func TestCopies(t *testing.T) {
	tr := mustParse(t, "class Box { val: int }\n[p0]\np1 = new_array_clear(3, descr=ints)\nsetarrayitem_gc(p1, 0, 5, descr=ints)\nfinish(p0)\n")
	const shape = 1<<2 | 1
	for _, name := range []string{"copy_from", "copy_backwards", "copy_into"} {
		w, s, host := spaceOf(t, tr.Tables.Program, 1<<20, false)
		host.call = func([]uint64) (uint64, uint64, error) {
			t.Error("expected the code to copy itself")
			return 0, 0, nil
		}
		text := `[p0, p1, i2]
i3 = call_i(ConstClass(shape), p0, descr=<Calli 8 r EF=0>)
guard_value(i3, 5) [p0]
i4 = call_i(ConstClass(shape), p1, descr=<Calli 8 r EF=0>)
guard_value(i4, 5) [p0]
call_n(ConstClass(NAME), p0, p1, i2, descr=<Callv 0 rri EF=2 OS=1>)
finish(p0, p1, i2)
`
		copies, list := tr.Tables.Program.Parse(strings.Replace(text, "NAME", name, 1))
		if copies == nil {
			t.Fatal(list)
		}
		p, err := backend.Plan(copies, backend.Options{World: w.Layout()})
		if err != nil {
			t.Fatal(err)
		}
		slot, err := s.Install(p, backend.InstallOptions{})
		if err != nil {
			t.Fatal(err)
		}
		array := func(n, first int) (ref uint64, items []uint64) {
			ref = uint64(w.Alloc(shape|uint64(n)<<32, 1+n))
			items = w.Words[ref/8+1:][:n]
			for k := range items {
				items[k] = uint64(first + k)
			}
			return ref, items
		}
		for from := range 5 {
			for to := range 5 {
				for _, start := range []int64{-2, -1, 0, 1, 2, 3, 4, 5, 1 << 31, 1 << 61, -1 << 63, 1<<63 - 1} {
					x, source := array(from, 100)
					y, target := array(to, 200)
					want := slices.Clone(target)
					places, ok := copyPlaces(name, from, to, start)
					if len(places) == 0 && (start < 0 || start > int64(from) && name != "copy_into" || start > int64(to) && name == "copy_into" || start == int64(from) && name == "copy_backwards") {
						ok = false // no item is copied, but the place does not exist
					}
					for _, place := range places {
						want[place[1]] = source[place[0]]
					}
					_, err := s.Enter(slot, []uint64{x, y, uint64(start)})
					what := fmt.Sprintf("%s from %d items to %d, %d", name, from, to, start)
					if (err == nil) != ok || !slices.Equal(target, want) {
						t.Errorf("%s: expected %v, copied %v, found %v, %v", what, want, ok, target, err)
					}
				}
			}
		}
	}
}

// TestQuickCalls: a call for which the host has a quick function goes only to that function, with the same
// arguments.
func TestQuickCalls(t *testing.T) {
	program := newProgram(t)
	w, s, host := spaceOf(t, program, 1<<20, true)
	host.call = func([]uint64) (uint64, uint64, error) {
		t.Error("expected no other call")
		return 0, 0, nil
	}
	const text = `[i0, p1]
p2 = new(Node)
set(p2, value, i0)
i3 = call_i(ConstClass(f), i0, 5, p1, descr=<Calli 8 iir EF=2>)
i4 = get(p2, value)
i5 = int_add(i3, i4)
finish(i5, p1)
`
	quick := make([]func([]uint64) uint64, 16)
	var got []uint64
	for k := range quick {
		quick[k] = func(args []uint64) uint64 {
			got = slices.Clone(args)
			return args[0] * 10
		}
	}
	slot := install(t, w, s, program, text, backend.InstallOptions{Quick: quick})
	e, err := s.Enter(slot, []uint64{4, 0})
	if err != nil {
		t.Fatal(err)
	}
	if result(s, e, 0) != 44 || !slices.Equal(got, []uint64{4, 5, 0}) {
		t.Errorf("expected 44 from a call with 4, 5 and null, found %d with %v", result(s, e, 0), got)
	}
}

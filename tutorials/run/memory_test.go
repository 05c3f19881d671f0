package run

import (
	"bytes"
	"testing"
)

// TestMemoryGrowsWhereItIs is a memory that grows to all that it may have, is used up and given back: it never
// moves, what is added is zero, and of what it had only the kept part is left for the next one.
func TestMemoryGrowsWhereItIs(t *testing.T) {
	const most = 3 * maxKept
	var m memories
	for round := range 3 {
		got := m.Allocate(pageSize, most).(*memory)
		first := got.Reallocate(pageSize)
		for _, size := range []uint64{pageSize, 2 * pageSize, stepToOpen + pageSize, maxKept, maxKept + pageSize, most} {
			old := int(got.size)
			all := got.Reallocate(size)
			if len(all) != int(size) || &all[0] != &first[0] {
				t.Fatalf("round %d: expected %d bytes at the same address, found %d", round, size, len(all))
			}
			if old > pageSize && !bytes.Equal(all[old:], make([]byte, len(all)-old)) {
				t.Fatalf("round %d: expected zeros between %d and %d bytes", round, old, size)
			}
			for k := range all {
				all[k] = 0xa5
			}
		}
		if got.Reallocate(most+pageSize) != nil {
			t.Fatalf("round %d: expected no memory above the maximum of %d bytes", round, most)
		}
		got.Free()
		if got.opened != maxKept || len(m.free) != 1 {
			t.Fatalf("round %d: expected one memory with %d bytes kept, found %d with %d", round, maxKept, len(m.free), got.opened)
		}
	}
}

// TestFewMemoriesAreKept has more instances at a time than a worker has.
func TestFewMemoriesAreKept(t *testing.T) {
	var m memories
	var used []*memory
	for range maxFree + 2 {
		used = append(used, m.Allocate(pageSize, maxKept).(*memory))
		used[len(used)-1].Reallocate(pageSize)
	}
	for _, one := range used {
		one.Free()
	}
	if len(m.free) != maxFree {
		t.Errorf("expected %d memories for the next instances, found %d", maxFree, len(m.free))
	}
	larger := m.Allocate(pageSize, 2*maxKept).(*memory)
	if len(larger.reserved) < 2*maxKept {
		t.Errorf("expected a memory of %d bytes, found one of %d", 2*maxKept, len(larger.reserved))
	} else if larger.Free(); len(m.free) != 1 || m.Allocate(pageSize, 2*maxKept) != larger {
		t.Errorf("expected that the larger one is kept in place of those that are too small")
	}
}

package arena_test

import (
	"testing"

	"unbox/heap/arena"
)

// worldRef is what a field of an object in a world holds.
func worldRef(w *arena.World, o arena.Ref, slot int) uint64 {
	return w.Words[int(o)/arena.SlotSize+1+slot]
}

// world makes a world for the classes of schema, with one root outside the region.
func world(t *testing.T, limit int, root *uint64) *arena.World {
	t.Helper()
	return arena.NewWorld(schema(), arena.WorldOptions{Stack: 64, Fixed: 16, Limit: limit}, func(visit func(*uint64)) { visit(root) })
}

// Whatever can be reached from the stack, from fixed objects and from the provider of roots
// survives collections, even where objects refer to each other in a circle; what cannot be
// reached goes.
func TestWorldKeepsWhatIsReached(t *testing.T) {
	var root uint64
	w := world(t, 64<<20, &root)
	head := w.Alloc(uint64(arena.ObjectShape(node)), 3)
	boxed := w.Alloc(uint64(arena.ObjectShape(box)), 2)
	w.Words[int(boxed)/8+1] = 42
	list := w.Alloc(uint64(arena.ArrayShape(1))|3<<32, 4)
	w.Words[int(head)/8+1], w.Words[int(head)/8+2] = uint64(list), uint64(boxed)
	w.Words[int(list)/8+2] = uint64(head)
	fixed := w.Fixed(uint64(arena.ObjectShape(node)), 3)
	w.Words[int(fixed)/8+1] = uint64(boxed)
	w.Words[arena.StackStart] = uint64(list)
	w.Top = arena.StackStart + 1
	root = uint64(head)
	for range 50 {
		for range 1000 {
			w.Alloc(uint64(arena.ObjectShape(node)), 3)
		}
		if !w.Collect() {
			t.Fatal("expected room")
		}
	}
	l := arena.Ref(w.Words[arena.StackStart])
	h := arena.Ref(worldRef(w, l, 1))
	if uint64(h) != root || worldRef(w, h, 0) != uint64(l) {
		t.Errorf("expected the circle to close, found %d, %d, %d", root, l, h)
	}
	b := worldRef(w, fixed, 0)
	if b != worldRef(w, h, 1) || worldRef(w, arena.Ref(b), 0) != 42 {
		t.Errorf("expected one box that holds 42, found %d", b)
	}
	if n, copied := w.Stats(); n != 50 || copied != 50*9*8 {
		t.Errorf("expected 9 words moved 50 times, found %d bytes in %d collections", copied, n)
	}
	for at := w.Free; at < len(w.Words); at++ {
		if w.Words[at] != 0 {
			t.Fatalf("expected zeros after the objects, found %x", w.Words[at])
		}
	}
}

// A region grows up to its limit and reports when it is reached; its contents
// stay.
func TestWorldGrowsToItsLimit(t *testing.T) {
	var root uint64
	w := world(t, 16<<20, &root)
	const words = 1000
	n := 0
	for ; w.Room(words); n++ {
		a := w.Alloc(uint64(arena.ArrayShape(1))|(words-1)<<32, words)
		w.Words[int(a)/8+1] = root
		root = uint64(a)
	}
	if bytes := n * words * 8; bytes < 12<<20 || bytes > 16<<20 {
		t.Errorf("expected most of 16 MB to be full, found %d bytes", bytes)
	}
	count := 0
	for o := root; o != 0; o = worldRef(w, arena.Ref(o), 0) {
		count++
	}
	if count != n || w.Used() > 16<<20 {
		t.Errorf("expected %d arrays in a chain, found %d; %d bytes", n, count, w.Used())
	}
	if w.Collect() {
		t.Error("expected no room for another copy of what is live")
	}
	if w.Room(1 << 40) {
		t.Error("expected no room for an array beyond the limit")
	}
}

// What knows objects without keeping them is told where they went, and that nothing refers to the others any more, whether objects move beside
// the old ones or, at the limit, are copied out first.
func TestWorldTellsWhereObjectsWent(t *testing.T) {
	for _, limit := range []int{64 << 20, 3 << 20} {
		var root uint64
		w := world(t, limit, &root)
		fixed := w.Fixed(uint64(arena.ObjectShape(box)), 2)
		var known, gone uint64
		w.AddWeak(func(now func(uint64) uint64) {
			if at := now(uint64(fixed)); at != uint64(fixed) {
				t.Errorf("expected a fixed object to stay at %d, found it at %d", fixed, at)
			}
			known, gone = now(known), now(gone)
		})
		for k := range uint64(20) {
			for w.Free+3 < w.Due {
				w.Alloc(uint64(arena.ObjectShape(node)), 3)
			}
			root = uint64(w.Alloc(uint64(arena.ObjectShape(box)), 2))
			w.Words[root/8+1] = k
			known, gone = root, uint64(w.Alloc(uint64(arena.ObjectShape(box)), 2))
			if !w.Collect() {
				t.Fatal("expected room")
			}
			if known != root || w.Words[known/8+1] != k || gone != 0 {
				t.Fatalf("expected one object at %d and the other gone, found %d and %d", root, known, gone)
			}
		}
	}
}

package arena_test

import (
	"testing"

	"unbox/heap"
	"unbox/heap/arena"
)

const (
	box heap.ClassID = iota
	node
	free // undeclared
)

const (
	value heap.FieldID = iota
	next
	other
	anything
)

func schema() *heap.Schema {
	return &heap.Schema{
		Classes: []heap.Class{
			{Name: "Box", Fields: []heap.FieldID{value}, Declared: true},
			{Name: "Node", Fields: []heap.FieldID{next, other}, Declared: true},
			{Name: "Free"},
		},
		Fields: []heap.Field{
			{Name: "value", Type: heap.Int}, {Name: "next", Type: heap.Ref},
			{Name: "other", Type: heap.Ref}, {Name: "0", Type: heap.Any},
		},
		Arrays: []heap.ArrayType{{Name: "ints", Elem: heap.Int}, {Name: "refs", Elem: heap.Ref}},
	}
}

// Fields that no class has together share an offset, others never do.
func TestFieldsShareOffsets(t *testing.T) {
	known := func(f heap.FieldID, c heap.ClassID) arena.Access {
		return arena.Access{Field: f, Known: true, Class: c}
	}
	l := arena.NewLayout(schema(), arena.Usage{Accesses: []arena.Access{known(value, box), known(next, node), known(other, node)}})
	if l.Fields[value].Offset != l.Fields[next].Offset || l.Fields[next].Offset == l.Fields[other].Offset {
		t.Errorf("expected value and next at one offset and other elsewhere, found %+v", l.Fields)
	}
	if l.Class(box).Size != 16 || l.Class(node).Size != 24 || l.Class(free).Size != 8 {
		t.Errorf("expected sizes 16, 24 and 8, found %+v", l.Classes)
	}
	l = arena.NewLayout(schema(), arena.Usage{Accesses: []arena.Access{{Field: value}, {Field: next}, {Field: anything}}})
	if l.Fields[value].Offset == l.Fields[next].Offset {
		t.Error("expected different offsets for fields that an undeclared class has together")
	}
	if l.Class(free).Size != 8+8+8+16 || l.TableOf(value) == 0 || l.Class(box).Size >= l.Class(free).Size {
		t.Errorf("expected room for both fields and a tagged one, found %+v", l.Classes)
	}
}

// everything is a usage in which every field may be anywhere.
func everything() arena.Usage {
	return arena.Usage{
		Accesses: []arena.Access{{Field: value}, {Field: next}, {Field: other}, {Field: anything}},
		Untyped:  true, FrameSlots: 2,
	}
}

// A heap goes into an arena, is moved many times, and comes back the same, with
// cycles, shared objects, and fields of every type.
func TestHeapsGoThereAndBack(t *testing.T) {
	s := schema()
	var h heap.Heap
	h.Reset(s, heap.Limits{})
	a := arena.New(arena.NewLayout(s, everything()), new(arena.Buffer))
	if err := a.Reset(arena.Options{Young: 64}); err != nil {
		t.Fatal(err)
	}
	root, _ := h.New(node)
	list, _ := h.NewArray(1, 3, true)
	h.Store(root, next, uint64(list), heap.Ref)
	h.StoreItem(list, 1, 2, uint64(root), heap.Ref)
	m := arena.Mirror{Arena: a, Heap: &h}
	if err := m.Begin(); err != nil {
		t.Fatal(err)
	}
	// A young object that only the interpreter's heap has.
	b, _ := h.New(free)
	h.Store(b, anything, 7, heap.Int)
	h.Store(root, other, uint64(b), heap.Ref)
	if err := m.Store(nil, true); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if err := a.Collect(0, nil); err != nil {
			t.Fatal(err)
		}
	}
	h.Store(b, anything, 99, heap.Int) // as if forgotten
	if status := m.Load(nil, true); status != heap.OK {
		t.Fatal(status)
	}
	if typ, bits := h.Find(b, anything); typ != heap.Int || bits != 7 || m.Object(m.Ref(b)) != b {
		t.Errorf("expected the integer 7 in the same object, found %v %d", typ, bits)
	}
	if item, _ := h.LoadItem(list, 1, 2, heap.Ref); heap.Object(item) != root {
		t.Errorf("expected the cycle to close, found object %d", item)
	}
}

// What nothing refers to goes; what the frame refers to stays, and the frame
// gets its new address.
func TestCollectionKeepsWhatIsLive(t *testing.T) {
	a := arena.New(arena.NewLayout(schema(), everything()), new(arena.Buffer))
	if err := a.Reset(arena.Options{Young: 256, Limit: 4096}); err != nil {
		t.Fatal(err)
	}
	if err := a.Seal(nil); err != nil {
		t.Fatal(err)
	}
	kept, err := a.Alloc(arena.ObjectShape(box), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	a.SetFrame(1, uint64(kept))
	for range 1000 {
		if _, err := a.Alloc(arena.ObjectShape(node), 0, []int32{1}); err != nil {
			t.Fatalf("expected room, found %v after %+v", err, a.Stats())
		}
	}
	if a.Stats().Collections < 10 || a.Shape(arena.Ref(a.FrameSlot(1))) != arena.ObjectShape(box) {
		t.Errorf("expected collections that keep the box, found %+v", a.Stats())
	}
	if _, err := a.Alloc(arena.ArrayShape(0), 1000, []int32{1}); err != arena.ErrFull {
		t.Errorf("expected no room for a large array, found %v", err)
	}
	if _, err := a.Alloc(arena.ArrayShape(0), 200, []int32{1}); err != nil {
		t.Errorf("expected larger spaces for an array, found %v", err)
	}
}

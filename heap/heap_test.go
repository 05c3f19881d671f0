package heap_test

import (
	"testing"

	"unbox/heap"
)

// Classes and fields of the schema that the tests use.
const (
	node heap.ClassID = iota // declared: next, value
	open                     // undeclared: any field
)

const (
	next heap.FieldID = iota
	value
	weight
	anything
)

const (
	ints heap.ArrayID = iota
	refs
)

func schema() *heap.Schema {
	return &heap.Schema{
		Classes: []heap.Class{
			{Name: "Node", Declared: true, Fields: []heap.FieldID{next, value}},
			{Name: "Open"},
		},
		Fields: []heap.Field{
			{Name: "next", Type: heap.Ref}, {Name: "value", Type: heap.Int},
			{Name: "weight", Type: heap.Float}, {Name: "0", Type: heap.Any},
		},
		Arrays: []heap.ArrayType{{Name: "ints", Elem: heap.Int}, {Name: "refs", Elem: heap.Ref}},
	}
}

func newHeap() *heap.Heap {
	h := new(heap.Heap)
	h.Reset(schema(), heap.Limits{})
	return h
}

func must[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: found %v, expected %v", what, got, want)
	}
}

func alloc(t *testing.T, h *heap.Heap, c heap.ClassID) heap.Object {
	t.Helper()
	o, status := h.New(c)
	must(t, "status of New", status, heap.OK)
	return o
}

func TestFieldsReadAsZeroUntilWritten(t *testing.T) {
	h := newHeap()
	for _, c := range []heap.ClassID{node, open, heap.NoClass} {
		o := alloc(t, h, c)
		bits, status := h.Load(o, value, heap.Int)
		must(t, "unwritten field", bits, 0)
		must(t, "status of an unwritten field", status, heap.OK)
		must(t, "status of Store", h.Store(o, value, 7, heap.Int), heap.OK)
		bits, _ = h.Load(o, value, heap.Int)
		must(t, "written field", bits, 7)
	}
}

// A field that becomes known late makes older objects of the class grow, without
// losing what they hold.
func TestOldObjectsGrow(t *testing.T) {
	h := newHeap()
	var objects []heap.Object
	for k := range 10 {
		o := alloc(t, h, open)
		objects = append(objects, o)
		h.Store(o, value, uint64(k), heap.Int)
	}
	for k, o := range objects {
		h.Store(o, weight, uint64(100+k), heap.Float)
		h.Store(o, anything, uint64(200+k), heap.Ref)
	}
	for k, o := range objects {
		for f, want := range map[heap.FieldID]uint64{value: uint64(k), weight: uint64(100 + k), anything: uint64(200 + k)} {
			_, bits := h.Find(o, f)
			must(t, "contents after growing", bits, want)
		}
	}
}

func TestAccessesWithoutMeaning(t *testing.T) {
	h := newHeap()
	n := alloc(t, h, node)
	array, _ := h.NewArray(ints, 2, false)
	unknown, _ := h.NewUnknown()
	h.Store(n, value, 1, heap.Int)
	load := func(o heap.Object, f heap.FieldID, typ heap.Type) heap.Status {
		_, status := h.Load(o, f, typ)
		return status
	}
	item := func(o heap.Object, a heap.ArrayID, k int64, typ heap.Type) heap.Status {
		_, status := h.LoadItem(o, a, k, typ)
		return status
	}
	must(t, "load through null", load(heap.Null, value, heap.Int), heap.ThroughNull)
	must(t, "load of an unknown object", load(unknown, value, heap.Int), heap.OfUnknown)
	must(t, "field of an array", load(array, value, heap.Int), heap.NotAnObject)
	must(t, "field that the class lacks", load(n, weight, heap.Float), heap.NoSuchField)
	must(t, "store to a field that the class lacks", h.Store(n, weight, 1, heap.Float), heap.NoSuchField)
	must(t, "store through null", h.Store(heap.Null, value, 1, heap.Int), heap.ThroughNull)
	must(t, "item of an object", item(n, ints, 0, heap.Int), heap.NotAnArray)
	must(t, "item through null", item(heap.Null, ints, 0, heap.Int), heap.ThroughNull)
	must(t, "item of an unknown object", item(unknown, ints, 0, heap.Int), heap.OfUnknown)
	must(t, "item of another array type", item(array, refs, 0, heap.Ref), heap.OtherArray)
	must(t, "item in front of the array", item(array, ints, -1, heap.Int), heap.OutOfBounds)
	must(t, "item after the array", item(array, ints, 2, heap.Int), heap.OutOfBounds)
	must(t, "store after the array", h.StoreItem(array, ints, 2, 1, heap.Int), heap.OutOfBounds)
	must(t, "item never written", item(array, ints, 1, heap.Int), heap.Unwritten)
	h.StoreItem(array, ints, 1, 5, heap.Int)
	must(t, "item written", item(array, ints, 1, heap.Int), heap.OK)
	must(t, "item of another type", item(array, heap.NoArray, 1, heap.Ref), heap.OtherType)
	untyped, _ := h.NewArray(heap.NoArray, 1, true)
	must(t, "item of an array without a type, as one of some type", item(untyped, ints, 0, heap.Int), heap.OtherArray)
	must(t, "item of an array without a type", item(untyped, heap.NoArray, 0, heap.Int), heap.OK)
	_, status := h.NewArray(ints, -1, true)
	must(t, "array of negative length", status, heap.BadLength)
	o := alloc(t, h, heap.NoClass)
	h.Store(o, anything, 1, heap.Int)
	must(t, "toy field read as another type", load(o, anything, heap.Ref), heap.OtherType)
	h.Store(o, anything, 1, heap.Ref)
	must(t, "toy field after another store", load(o, anything, heap.Ref), heap.OK)
}

func TestClearedArraysReadAsZero(t *testing.T) {
	h := newHeap()
	array, _ := h.NewArray(refs, 3, true)
	bits, status := h.LoadItem(array, refs, 2, heap.Ref)
	must(t, "item of a cleared array", bits, 0)
	must(t, "status", status, heap.OK)
	n, status := h.Length(array, refs)
	must(t, "length", n, 3)
	must(t, "status", status, heap.OK)
}

func TestLimits(t *testing.T) {
	h := new(heap.Heap)
	h.Reset(schema(), heap.Limits{Objects: 3, Slots: 100})
	_, status := h.NewArray(ints, 101, true)
	must(t, "array beyond the limit", status, heap.Full)
	_, status = h.NewArray(ints, 1<<62, true)
	must(t, "enormous array", status, heap.Full)
	for range 3 {
		alloc(t, h, node)
	}
	_, status = h.New(node)
	must(t, "object beyond the limit", status, heap.Full)
	h.Reset(schema(), heap.Limits{Slots: 3})
	o := alloc(t, h, open)
	must(t, "first field", h.Store(o, value, 1, heap.Int), heap.OK)
	h.Store(o, next, 0, heap.Ref)
	must(t, "growing beyond the limit", h.Store(o, weight, 1, heap.Float), heap.Full)
	must(t, "message", h.Limits().String(), "1048576 objects with 3 fields and items")
}

// Fields are enumerated in the order of the schema, in whatever order they were
// written.
func TestSlotsComeInTheOrderOfTheSchema(t *testing.T) {
	h := newHeap()
	o := alloc(t, h, open)
	for _, f := range []heap.FieldID{anything, value, weight, next} {
		h.Store(o, f, uint64(f)+1, heap.Int)
	}
	must(t, "number of fields", h.Slots(o), 4)
	for k := range 4 {
		place, _, bits := h.Slot(o, k)
		must(t, "place", place, heap.Place(k))
		must(t, "contents", bits, uint64(k)+1)
	}
	array, _ := h.NewArray(ints, 5, true)
	h.StoreItem(array, ints, 3, 9, heap.Int)
	place, typ, bits := h.Slot(array, 3)
	must(t, "index", place, 3)
	must(t, "type", typ, heap.Int)
	must(t, "item", bits, 9)
}

func TestFieldsWithLargeNumbers(t *testing.T) {
	s := &heap.Schema{Classes: []heap.Class{{Name: "Wide"}}}
	for range 1000 {
		s.Fields = append(s.Fields, heap.Field{Name: "f", Type: heap.Int})
	}
	h := new(heap.Heap)
	for range 2 {
		h.Reset(s, heap.Limits{})
		o := alloc(t, h, 0)
		for f := 999; f >= 0; f -= 37 {
			bits, _ := h.Load(o, heap.FieldID(f), heap.Int)
			must(t, "field of an earlier run", bits, 0)
			h.Store(o, heap.FieldID(f), uint64(f)+1, heap.Int)
		}
		for f := 999; f >= 0; f -= 37 {
			bits, _ := h.Load(o, heap.FieldID(f), heap.Int)
			must(t, "wide field", bits, uint64(f)+1)
		}
	}
}

func TestAllocationsAreCounted(t *testing.T) {
	h := newHeap()
	alloc(t, h, node)
	h.StartCounting()
	alloc(t, h, node)
	if _, status := h.NewArray(ints, 3, true); status != heap.OK {
		t.Fatal(status)
	}
	must(t, "allocations", h.Allocations(), 2)
	must(t, "objects", h.Len(), 3)
}

// A warm heap allocates nothing, however often it is reset.
func TestResetMakesNoGarbage(t *testing.T) {
	h, s := new(heap.Heap), schema()
	fill := func() {
		h.Reset(s, heap.Limits{})
		for k := range 50 {
			o, _ := h.New(heap.ClassID(k%3 - 1))
			h.Store(o, value, uint64(k), heap.Int)
			h.Store(o, next, uint64(k), heap.Ref)
			h.NewArray(ints, 4, true)
		}
	}
	fill()
	if n := testing.AllocsPerRun(100, fill); n != 0 {
		t.Errorf("a warm run allocates %v times, expected 0", n)
	}
}

func BenchmarkNewAndStore(b *testing.B) {
	h, s := new(heap.Heap), schema()
	b.ReportAllocs()
	for k := 0; k < b.N; k++ {
		if k%1000 == 0 {
			h.Reset(s, heap.Limits{})
		}
		o, _ := h.New(node)
		h.Store(o, value, uint64(k), heap.Int)
	}
}

func BenchmarkLoad(b *testing.B) {
	h := newHeap()
	o, _ := h.New(open)
	h.Store(o, value, 1, heap.Int)
	for range b.N {
		h.Load(o, value, heap.Int)
	}
}

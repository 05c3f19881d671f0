package heap_test

import (
	"testing"

	"unbox/heap"
)

func TestFieldsOfStructsInArrays(t *testing.T) {
	h := newHeap()
	array, _ := h.NewArray(ints, 3, true)
	must(t, "store", h.StoreInterior(array, 2, value, 5, heap.Int), heap.OK)
	must(t, "store", h.StoreInterior(array, 0, weight, 6, heap.Float), heap.OK)
	must(t, "store", h.StoreInterior(array, 0, value, 7, heap.Int), heap.OK)
	must(t, "store again", h.StoreInterior(array, 2, value, 8, heap.Int), heap.OK)
	load := func(index int64, f heap.FieldID) uint64 {
		bits, status := h.LoadInterior(array, index, f, h.Schema().Fields[f].Type)
		must(t, "status", status, heap.OK)
		return bits
	}
	must(t, "field of item 2", load(2, value), 8)
	must(t, "same field of item 0", load(0, value), 7)
	must(t, "other field of item 0", load(0, weight), 6)
	must(t, "field never written", load(1, value), 0)
	item, _ := h.LoadItem(array, ints, 0, heap.Int)
	must(t, "the item is another place", item, 0)
	n, _ := h.Length(array, ints)
	must(t, "length", n, 3)

	must(t, "places", h.Slots(array), 6)
	var before heap.Place = -1
	for k := range h.Slots(array) {
		place, _, _ := h.Slot(array, k)
		if place <= before {
			t.Errorf("expected places in order, found %d after %d", place, before)
		}
		before = place
	}
	index, field, ok := before.Interior()
	must(t, "last place", [3]any{index, field, ok}, [3]any{int32(2), heap.FieldID(value), true})
	_, _, ok = heap.Place(2).Interior()
	must(t, "an item is no struct's field", ok, false)
	kind, bits := h.FindInterior(array, 2, value)
	must(t, "type found", kind, heap.Int)
	must(t, "bits found", bits, 8)
	kind, _ = h.FindInterior(array, 1, value)
	must(t, "type of nothing", kind, heap.Void)
}

func TestStructsThatCannotBeReached(t *testing.T) {
	h := new(heap.Heap)
	h.Reset(schema(), heap.Limits{Slots: 4})
	array, _ := h.NewArray(ints, 3, false)
	o := alloc(t, h, heap.NoClass)
	load := func(o heap.Object, index int64, typ heap.Type) heap.Status {
		_, status := h.LoadInterior(o, index, value, typ)
		return status
	}
	must(t, "through null", load(heap.Null, 0, heap.Int), heap.ThroughNull)
	must(t, "of an object", load(o, 0, heap.Int), heap.NotAnArray)
	must(t, "in front", load(array, -1, heap.Int), heap.OutOfBounds)
	must(t, "behind", h.StoreInterior(array, 3, value, 1, heap.Int), heap.OutOfBounds)
	must(t, "not cleared", load(array, 1, heap.Int), heap.Unwritten)
	must(t, "as many as the limit", h.StoreInterior(array, 1, value, 1, heap.Int), heap.OK)
	must(t, "more than the limit", h.StoreInterior(array, 2, value, 1, heap.Int), heap.Full)
	h.Reset(schema(), heap.Limits{})
	array, _ = h.NewArray(ints, 3, true)
	must(t, "nothing is left of the run before", h.Slots(array), 3)
	h.StoreInterior(array, 1, value, 1, heap.Int)
	must(t, "other type", load(array, 1, heap.Ref), heap.OtherType)
}

package vm

import (
	"unbox/lang/object"
	"unbox/trace"
)

// Lists that grow and shrink in traces.

// firstRoom is the capacity of the first array of a list.
const firstRoom = 4

// append appends to a list; false if its strategy does not suit, or if more would be copied than a trace copies itself.
func (r *recorder) append(l, v value) bool {
	if r.vm.shapeOf(l.bits) != object.HList {
		return false
	}
	store, n := r.vm.w.Slot(l.bits, listItems), r.vm.listLen(l.bits)
	if store == 0 {
		r.appendFirst(l, v)
		return true
	}
	shape, room := r.vm.shapeOf(store), r.vm.w.Len(store)
	if shape != object.ARefs && strategyOf(r.vm.shapeOf(v.bits)) != shape || n >= room && (n == 0 || n > maxSliced) {
		return false
	}
	r.is(l)
	items := r.get(l, object.HList, listItems)
	r.is(items)
	stored := r.storedAs(shape, v)
	length, have := r.get(l, object.HList, listLength), r.length(items, shape)
	grows := !r.branch(r.pure(trace.OpUintLt, length, have))
	if grows {
		items = r.grown(items, shape, have)
		r.set(l, object.HList, listItems, items)
	}
	r.setItem(items, shape, length, stored)
	r.set(l, object.HList, listLength, r.pure(trace.OpIntAdd, length, r.constInt(1)))
	return true
}

// appendFirst appends to a list that has no array so far.
func (r *recorder) appendFirst(l, v value) {
	shape := strategyOf(r.vm.shapeOf(v.bits))
	r.is(l)
	items := r.get(l, object.HList, listItems)
	if !items.v.IsConst() {
		r.guard(trace.OpGuardIsnull, -1, items.v)
	}
	stored := r.storedAs(shape, v)
	store := r.makeArray(shape, firstRoom)
	r.setItem(store, shape, r.constInt(0), stored)
	r.set(l, object.HList, listItems, store)
	r.set(l, object.HList, listLength, r.constInt(1))
}

// grown is a larger array with the items of a full one, which has that many.
func (r *recorder) grown(items value, shape uint64, n value) value {
	r.condition(trace.OpIntLe, n, r.constInt(maxSliced))
	next := r.pure(trace.OpIntAdd, n, r.constInt(1))
	room := r.pure(trace.OpIntAdd, next, r.pure(trace.OpIntRshift, next, r.constInt(1)))
	larger := r.makeArrayOf(shape, room)
	r.copied(copyInto, items, larger, r.constInt(0))
	return larger
}

// pop removes the last item of a list, or that at an index; false if the trace calls
// it.
func (r *recorder) pop(args []value) (value, bool) {
	l := args[0]
	if r.vm.shapeOf(l.bits) != object.HList {
		return value{}, false
	}
	n := r.vm.listLen(l.bits)
	switch {
	case n == 0:
		return value{}, false
	case len(args) == 1:
		r.is(l)
		length := r.get(l, object.HList, listLength)
		r.condition(trace.OpIntGt, length, r.constInt(0))
		return r.popAt(l, length, r.pure(trace.OpIntSub, length, r.constInt(1)), false), true
	case len(args) == 2 && n <= maxSliced && r.inRange(args[1].bits, n):
		r.is(l)
		r.is(args[1])
		length := r.get(l, object.HList, listLength)
		r.condition(trace.OpIntLe, length, r.constInt(maxSliced))
		k, _ := r.index(r.unboxInt(args[1]), length)
		return r.popAt(l, length, k, true), true
	}
	return value{}, false
}

// popAt takes out an item; with moves, those after it move up.
func (r *recorder) popAt(l, length, k value, moves bool) value {
	items := r.get(l, object.HList, listItems)
	shape := r.is(items)
	item := r.item(items, shape, k)
	last := r.pure(trace.OpIntSub, length, r.constInt(1))
	if moves {
		r.copying("remove", items.v, k.v, last.v)
		r.vm.removeItem(items.bits, int(k.bits), int(last.bits))
	} else {
		nothing := value{0, r.null()}
		switch shape {
		case object.AInts:
			nothing = r.constInt(0)
		case object.AFloats:
			nothing = r.constFloat(0)
		}
		r.setItem(items, shape, last, nothing)
	}
	r.set(l, object.HList, listLength, last)
	return r.boxed(shape, item)
}

// removeItem moves the items after one up to it, and clears the last one.
func (vm *VM) removeItem(items Ref, k, last int) {
	list := vm.w.Items(items, last+1)
	copy(list[k:], list[k+1:])
	list[last] = 0
}

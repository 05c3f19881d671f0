package vm

import (
	"unbox/lang/object"
	"unbox/trace"
)

// Short slices of lists in traces: code allocates the items' array and copies them itself. Guards say how the
// ends lie in the list; for other positions, and for long slices, the trace calls what the interpreter would call.

// maxSliced is the maximum number of items that a trace copies without checking whether the program
// may do that much work.
const maxSliced = 256

// The names of the helpers, which copy between two arrays of one type. The third argument is a number of an item.
const (
	copyFrom      = "copy_from"      // all of the second array is filled, from an item of the first one on
	copyBackwards = "copy_backwards" // the same, with that item and those before it
	copyInto      = "copy_into"      // all of the first array, to where that item of the second one is
)

// copyItems does the work of the helpers.
func (vm *VM) copyItems(name string, x, y Ref, k int) {
	from, to := vm.w.Items(x, vm.w.Len(x)), vm.w.Items(y, vm.w.Len(y))
	switch name {
	case copyFrom:
		copyStep(to, from, k, 1)
	case copyBackwards:
		copyStep(to, from, k, -1)
	case copyInto:
		copy(to[k:], from)
	}
}

// copied emits the call of a helper, and does what it does.
func (r *recorder) copied(name string, x, y, k value) {
	r.copying(name, x.v, y.v, k.v)
	r.vm.copyItems(name, x.bits, y.bits, int(k.bits))
}

// end is a part of a slice, if it is not negative, and less than n or, with uint_le, n; a guard says so. What is not given is
// none.
func (r *recorder) end(s Ref, part int, at, none value, within trace.Opcode, n value) (value, bool) {
	if r.vm.shapeOf(r.vm.w.Slot(s, part)) == object.HNone {
		return none, true
	}
	if yes, _ := trace.Eval(within, at.bits, n.bits); yes == 0 {
		return value{}, false
	}
	r.condition(within, at, n)
	return at, true
}

// copySlice is a slice of a list with step 1 or -1, which is not empty; false if it is another one.
func (r *recorder) copySlice(x, s value, parts [3]value) (value, bool) {
	step := int64(parts[2].bits)
	if r.vm.shapeOf(x.bits) != object.HList || step != 1 && step != -1 || r.vm.w.Slot(x.bits, listItems) == 0 {
		return value{}, false
	}
	r.equals(parts[2], step)
	n := r.get(x, object.HList, listLength)
	if n.bits == 0 {
		return value{}, false
	}
	name, count, from := copyFrom, value{}, value{}
	if step == 1 {
		start, ok := r.end(s.bits, 0, parts[0], r.constInt(0), trace.OpUintLe, n)
		if !ok {
			return value{}, false
		}
		stop, ok := r.end(s.bits, 1, parts[1], n, trace.OpUintLe, n)
		if !ok {
			return value{}, false
		}
		count, from = r.pure(trace.OpIntSub, stop, start), start
	} else {
		name = copyBackwards
		start, ok := r.end(s.bits, 0, parts[0], r.pure(trace.OpIntSub, n, r.constInt(1)), trace.OpUintLt, n)
		if !ok {
			return value{}, false
		}
		count, from = r.pure(trace.OpIntAdd, start, r.constInt(1)), start
		if r.vm.shapeOf(r.vm.w.Slot(s.bits, 1)) != object.HNone {
			stop, ok := r.end(s.bits, 1, parts[1], value{}, trace.OpUintLt, n)
			if !ok {
				return value{}, false
			}
			count = r.pure(trace.OpIntSub, start, stop)
		}
	}
	if count.bits-1 >= maxSliced {
		return value{}, false
	}
	r.condition(trace.OpUintLt, r.pure(trace.OpIntSub, count, r.constInt(1)), r.constInt(maxSliced))
	items := r.get(x, object.HList, listItems)
	shape := r.is(items)
	store := r.makeArrayOf(shape, count)
	r.copied(name, items, store, from)
	return r.make(object.HList, count, store), true
}

// copyIntoSlice is x[start:stop] = v with as many items as there are, which all of the array of v is; false if it is something
// else.
func (r *recorder) copyIntoSlice(x, v, s value, parts [3]value) bool {
	to, from := r.vm.w.Slot(x.bits, listItems), r.vm.w.Slot(v.bits, listItems)
	if parts[2].bits != 1 || to == 0 || from == 0 || r.vm.shapeOf(to) != r.vm.shapeOf(from) || r.vm.listLen(v.bits) != r.vm.w.Len(from) {
		return false
	}
	r.equals(parts[2], 1)
	n := r.get(x, object.HList, listLength)
	start, ok := r.end(s.bits, 0, parts[0], r.constInt(0), trace.OpUintLe, n)
	if !ok {
		return false
	}
	stop, ok := r.end(s.bits, 1, parts[1], n, trace.OpUintLe, n)
	if !ok {
		return false
	}
	count := r.get(v, object.HList, listLength)
	if count.bits != stop.bits-start.bits || count.bits > maxSliced {
		return false
	}
	r.condition(trace.OpUintLe, count, r.constInt(maxSliced))
	r.condition(trace.OpIntEq, r.pure(trace.OpIntSub, stop, start), count)
	items, source := r.get(x, object.HList, listItems), r.get(v, object.HList, listItems)
	shape := r.is(items)
	r.is(source)
	r.condition(trace.OpIntEq, r.length(source, shape), count)
	r.copied(copyInto, source, items, start)
	return true
}

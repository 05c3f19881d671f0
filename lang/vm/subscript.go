package vm

import (
	"strings"

	"unbox/lang/object"
)

// getItem is x[y].
func (vm *VM) getItem(x, y Ref) Ref {
	h := vm.w.Header(x)
	switch {
	case h == object.HInstance:
		if f, ok := vm.specialOf(x, specialGetItem); ok {
			return vm.call(f, x, y)
		}
	case h == object.HDict:
		return vm.dictGet(x, y)
	case h == object.HRange:
		return vm.rangeItem(x, y)
	case h == object.HList, h == object.HArray, h&0xffffffff == object.ATuple, h&0xffffffff == object.BStr:
		return vm.sequenceItem(x, y)
	}
	if t := vm.typeOf(x); t != nil {
		if t.enum != nil {
			return vm.memberOf(t.enum, y)
		}
		if vm.types.generic != nil && t.is(vm.types.generic) || strings.HasPrefix(t.qualName, "collections.abc.") {
			return x
		}
		vm.outsideAttribute(x, "__class_getitem__")
		return vm.raise(vm.types.typeError, "type '%s' is not subscriptable", t.name)
	}
	return vm.raise(vm.types.typeError, "'%s' object is not subscriptable", vm.typeName(x))
}

// enterGetItem computes x[y], or pushes the frame of the method that does.
func (vm *VM) enterGetItem(x, y Ref) (Ref, bool) {
	if vm.w.Header(x) == object.HInstance {
		if f, ok := vm.specialOf(x, specialGetItem); ok && vm.w.Header(f) == object.HFunc {
			return vm.enterMethod(f, returnValue, x, y)
		}
	}
	return vm.getItem(x, y), false
}

// enterSetItem does x[y] = v, or pushes the frame of the method that does; the result is 0 after an exception.
func (vm *VM) enterSetItem(x, y, v Ref) (Ref, bool) {
	if vm.w.Header(x) == object.HInstance {
		if f, ok := vm.specialOf(x, specialSetItem); ok && vm.w.Header(f) == object.HFunc {
			return vm.enterMethod(f, returnNothing, x, y, v)
		}
	}
	return done(vm.setItem(x, y, v)), false
}

// enterMethod pushes the frame of a function of the program.
func (vm *VM) enterMethod(f Ref, kind returnKind, args ...Ref) (Ref, bool) {
	top := vm.w.Top
	vm.reach(top + len(args) + window)
	copy(vm.w.Words[top:], args)
	return 0, vm.enterFunction(f, top, len(args), nil, kind)
}

// outOfRange raises the exception for an index where there is no item.
func (vm *VM) outOfRange(index Ref, what string) Ref {
	if vm.isBig(index) {
		return vm.raise(vm.types.indexError, "cannot fit 'int' into an index-sized integer")
	}
	return vm.raise(vm.types.indexError, "%s index out of range", what)
}

// within returns the place of an index among n items, where a negative one counts from the end; false raises an IndexError with what is
// indexed. index is the object that the index was read from.
func (vm *VM) within(k, n int, index Ref, what string) (int, bool) {
	if k < 0 {
		k += n
	}
	if k < 0 || k >= n {
		vm.outOfRange(index, what)
		return 0, false
	}
	return k, true
}

// sequenceName is how messages call what is indexed.
func (vm *VM) sequenceName(x Ref) string {
	if vm.isStr(x) {
		return "string"
	}
	if vm.w.Header(x) == object.HArray {
		return "array"
	}
	return vm.typeName(x)
}

func (vm *VM) sequenceItem(x, y Ref) Ref {
	if vm.w.Header(y) == object.HSlice {
		return vm.slice(x, y)
	}
	what := vm.sequenceName(x) + " indices must be integers or slices, not %s"
	if vm.isStr(x) {
		what = "string indices must be integers, not '%s'"
	} else if vm.w.Header(x) == object.HArray {
		what = "array indices must be integers"
		if !vm.isAnyInt(y) {
			return vm.raise(vm.types.typeError, "%s", what)
		}
	}
	k, ok := vm.indexInto(&x, &y, what)
	if !ok {
		return 0
	}
	n, _ := vm.length(x)
	if k < 0 {
		k += n
	}
	if k < 0 || k >= n {
		return vm.outOfRange(y, vm.sequenceName(x))
	}
	switch vm.w.Shape(x) {
	case object.BStr:
		return vm.charAt(x, k)
	case object.ATuple:
		return vm.w.Slot(x, k)
	}
	return vm.listItem(x, k)
}

func (vm *VM) rangeItem(x, y Ref) Ref {
	start, step := vm.intOf(vm.w.Slot(x, 0)), vm.intOf(vm.w.Slot(x, 2))
	n := vm.rangeLen(x)
	if vm.w.Header(y) == object.HSlice {
		from, to, by, ok := vm.sliceEnds(y, n)
		if !ok {
			return 0
		}
		return vm.newRange(start+int64(from)*step, start+int64(to)*step, step*int64(by))
	}
	k, ok := vm.indexOf(y, "range indices must be integers or slices, not %s")
	if !ok {
		return 0
	}
	if k < 0 {
		k += n
	}
	if k < 0 || k >= n {
		return vm.raise(vm.types.indexError, "range object index out of range")
	}
	return vm.w.Int(start + int64(k)*step)
}

// indexInto is indexOf for an index into x. An __index__ of the program may run, and x and y may move meanwhile; what has been read of
// x before does not count.
func (vm *VM) indexInto(x, y *Ref, what string) (int, bool) {
	if vm.w.Header(*y) != object.HInstance {
		return vm.indexOf(*y, what)
	}
	mark := vm.keep(*x, *y)
	defer vm.release(mark)
	k, ok := vm.indexOf(*y, what)
	*x, *y = vm.kept[mark], vm.kept[mark+1]
	return k, ok
}

// rangeIndex returns where an integer is in a range, and whether it is.
func (vm *VM) rangeIndex(o Ref, v int64) (int64, bool) {
	a, b, s := vm.intOf(vm.w.Slot(o, 0)), vm.intOf(vm.w.Slot(o, 1)), vm.intOf(vm.w.Slot(o, 2))
	var distance, step uint64 // between 64-bit integers: it has no sign
	switch {
	case s > 0 && v >= a && v < b:
		distance, step = uint64(v)-uint64(a), uint64(s)
	case s < 0 && v <= a && v > b:
		distance, step = uint64(a)-uint64(v), -uint64(s)
	default:
		return 0, false
	}
	return int64(distance / step), distance%step == 0
}

func (vm *VM) newRange(a, b, s int64) Ref {
	return vm.w.New(object.HRange, vm.w.Int(a), vm.w.Int(b), vm.w.Int(s))
}

// setItem is x[y] = v; false after an exception.
func (vm *VM) setItem(x, y, v Ref) bool {
	switch vm.w.Header(x) {
	case object.HInstance:
		if f, ok := vm.specialOf(x, specialSetItem); ok {
			return vm.call(f, x, y, v) != 0
		}
	case object.HDict:
		return vm.dictSet(x, y, v)
	case object.HArray:
		return vm.arraySet(x, y, v)
	case object.HList:
		if vm.w.Header(y) == object.HSlice {
			return vm.setSlice(x, y, v)
		}
		mark := vm.keep(v)
		defer vm.release(mark)
		k, ok := vm.indexInto(&x, &y, "list indices must be integers or slices, not %s")
		if !ok {
			return false
		}
		v = vm.kept[mark]
		n := vm.listLen(x)
		if k, ok = vm.within(k, n, y, "list assignment"); !ok {
			return false
		}
		shape := vm.prepare(x, v, n)
		vm.w.SetSlot(vm.w.Slot(x, 1), k, vm.stored(shape, v))
		return true
	}
	vm.raise(vm.types.typeError, "'%s' object does not support item assignment", vm.typeName(x))
	return false
}

// delItem is del x[y].
func (vm *VM) delItem(x, y Ref) bool {
	switch vm.w.Header(x) {
	case object.HInstance:
		if f, ok := vm.lookup(x, "__delitem__"); ok {
			return vm.call(f, x, y) != 0
		}
	case object.HDict:
		if vm.isCounter(x) {
			return vm.forget(x, y)
		}
		_, ok := vm.dictDelete(x, y, true)
		return ok
	case object.HList:
		if vm.w.Header(y) == object.HSlice {
			return vm.delSlice(x, y)
		}
		k, ok := vm.indexInto(&x, &y, "list indices must be integers or slices, not %s")
		if !ok {
			return false
		}
		if k, ok = vm.within(k, vm.listLen(x), y, "list assignment"); !ok {
			return false
		}
		vm.listRemove(x, k)
		return true
	}
	verb := "does not"
	if h := vm.w.Shape(x); vm.isAnyInt(y) && (isSequence(h) || h == object.HInstance || vm.isSet(x) || h == object.HRange || h == object.HDictView) {
		verb = "doesn't"
	}
	vm.raise(vm.types.typeError, "'%s' object %s support item deletion", vm.typeName(x), verb)
	return false
}

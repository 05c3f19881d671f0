package vm

import "unbox/lang/object"

// truth reports whether an object counts as true; the second result is false after
// an exception.
func (vm *VM) truth(o Ref) (bool, bool) {
	switch h := vm.w.Header(o); h {
	case object.HBool, object.HInt:
		return vm.intOf(o) != 0, true
	case object.HFloat:
		return vm.floatOf(o) != 0, true
	case object.HNone:
		return false, true
	case object.HList, object.HDict, object.HSet, object.HFrozenSet, object.HArray:
		return vm.w.Slot(o, 0) != 0, true
	case object.HRange:
		return vm.rangeLen(o) > 0, true
	case object.HDictView:
		n, ok := vm.length(o)
		return n > 0, ok
	case object.HInstance:
		return vm.instanceTruth(o)
	default:
		switch h & 0xffffffff {
		case object.ATuple:
			return h>>32 != 0, true
		case object.BStr:
			return h>>32 > 16, true
		}
	}
	return true, true
}

func (vm *VM) instanceTruth(o Ref) (bool, bool) {
	if f, ok := vm.specialOf(o, specialBool); ok {
		v := vm.call(f, o)
		if v == 0 {
			return false, false
		}
		if vm.w.Header(v) != object.HBool {
			vm.raise(vm.types.typeError, "__bool__ should return bool, returned %s", vm.typeName(v))
			return false, false
		}
		return v == vm.w.True, true
	}
	if _, ok := vm.specialOf(o, specialLen); ok {
		n, ok := vm.length(o)
		return n != 0, ok
	}
	return true, true
}

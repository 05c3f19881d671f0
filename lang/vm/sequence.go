package vm

import (
	"math"
	"unicode/utf8"

	"unbox/lang/compile"
	"unbox/lang/object"
)

// newTuple makes a tuple.
func (vm *VM) newTuple(items ...Ref) Ref {
	t := vm.w.Array(object.ATuple, len(items))
	copy(vm.w.Items(t, len(items)), items)
	return t
}

// strLen returns the number of characters.
func (vm *VM) strLen(s Ref) int { return int(vm.w.Slot(s, 1)) }

// charAt returns the character at an index of a string.
func (vm *VM) charAt(s Ref, k int) Ref {
	if c := vm.asciiAt(s, k); c != 0 {
		return c
	}
	vm.work(k >> 6)
	text := vm.w.View(s)
	for at := range text {
		if k == 0 {
			_, size := utf8.DecodeRuneInString(text[at:])
			return vm.char(text[at : at+size])
		}
		k--
	}
	panic("BUG: no such character")
}

func (vm *VM) rangeLen(o Ref) int {
	a, b, s := vm.intOf(vm.w.Slot(o, 0)), vm.intOf(vm.w.Slot(o, 1)), vm.intOf(vm.w.Slot(o, 2))
	return rangeLength(a, b, s)
}

func rangeLength(a, b, s int64) int {
	var n uint64
	switch {
	case s > 0 && a < b:
		n = (uint64(b)-uint64(a)-1)/uint64(s) + 1
	case s < 0 && a > b:
		n = (uint64(a)-uint64(b)-1)/(-uint64(s)) + 1
	}
	return int(min(n, math.MaxInt64))
}

// length is len().
func (vm *VM) length(o Ref) (int, bool) {
	switch h := vm.w.Header(o); h {
	case object.HList, object.HDict, object.HSet, object.HFrozenSet, object.HArray:
		return int(vm.w.Slot(o, 0)), true
	case object.HRange:
		return vm.rangeLen(o), true
	case object.HDictView:
		return int(vm.w.Slot(vm.w.Slot(o, 0), 0)), true
	case object.HType:
		if e := vm.enumOf(o); e != nil {
			return vm.listLen(vm.attrs[e.members]), true
		}
	case object.HInstance:
		if f, ok := vm.specialOf(o, specialLen); ok {
			v := vm.call(f, o)
			if v == 0 {
				return 0, false
			}
			n, ok := vm.indexOf(v, asInteger)
			if ok && n == math.MaxInt64 && vm.isBig(v) {
				vm.raise(vm.types.overflowError, "cannot fit 'int' into an index-sized integer")
				return 0, false
			}
			if ok && n < 0 {
				vm.raise(vm.types.valueError, "__len__() should return >= 0")
				return 0, false
			}
			return n, ok
		}
	default:
		switch h & 0xffffffff {
		case object.ATuple:
			return int(h >> 32), true
		case object.BStr:
			return vm.strLen(o), true
		}
	}
	vm.raise(vm.types.typeError, "object of type '%s' has no len()", vm.typeName(o))
	return 0, false
}

// sequenceBinary is +, * and the like of what is no number; 0 without an exception if
// there is no such operation.
func (vm *VM) sequenceBinary(op compile.Op, x, y Ref, augmented bool) Ref {
	hx, hy := vm.w.Shape(x), vm.w.Shape(y)
	switch op {
	case compile.Add:
		switch {
		case hx == object.HList && augmented:
			return vm.extend(x, y)
		case hx == object.BStr && hy == object.BStr:
			return vm.concat(x, y)
		case hx == object.BStr:
			return vm.raise(vm.types.typeError, "can only concatenate str (not \"%s\") to str", vm.typeName(y))
		case hx == object.HList && hy == object.HList:
			return vm.newList(append(vm.listItems(x), vm.listItems(y)...))
		case hx == object.HArray && hy == object.HArray:
			return vm.addArrays(x, y, augmented)
		case hx == object.HArray:
			verb := "append"
			if augmented {
				verb = "extend with"
			}
			return vm.raise(vm.types.typeError, "can only %s array (not \"%s\") to array", verb, vm.typeName(y))
		case vm.combinesCounters(x, y, augmented):
			return vm.combineCounters(op, x, y, augmented)
		case hx == object.HList, hx == object.ATuple && hy != object.ATuple:
			return vm.raise(vm.types.typeError, "can only concatenate %s (not \"%s\") to %s", vm.typeName(x), vm.typeName(y), vm.typeName(x))
		case hx == object.ATuple:
			n, m := vm.w.Len(x), vm.w.Len(y)
			vm.moved(8 * (n + m))
			t := vm.w.Array(object.ATuple, n+m)
			copy(vm.w.Items(t, n), vm.w.Items(x, n))
			copy(vm.w.Items(t, n+m)[n:], vm.w.Items(y, m))
			return t
		}
	case compile.Mul:
		if isSequence(hx) {
			return vm.repeat(x, y, augmented)
		}
		if isSequence(hy) {
			return vm.repeat(y, x, false)
		}
	case compile.Mod:
		if hx == object.BStr {
			return vm.percent(x, y)
		}
	case compile.Sub, compile.And, compile.Or, compile.Xor:
		if op != compile.Xor && vm.combinesCounters(x, y, augmented) {
			return vm.combineCounters(op, x, y, augmented)
		}
		if vm.isSet(x) && vm.isSet(y) {
			return vm.setBinary(op, x, y, augmented)
		}
		if vm.isSetView(x) || vm.isSetView(y) {
			return vm.viewBinary(op, x, y)
		}
		if hx == object.HDict && hy != object.HDict && op == compile.Or && augmented {
			return vm.okOr0(vm.dictUpdate(x, y), x)
		}
		if hx == object.HDict && hy == object.HDict && op == compile.Or {
			return vm.dictUnion(x, y, augmented)
		}
	}
	return 0
}

func isSequence(shape uint64) bool {
	return shape == object.HList || shape == object.ATuple || shape == object.BStr || shape == object.HArray
}

func (vm *VM) concat(x, y Ref) Ref {
	n, m := vm.w.Len(x)-16, vm.w.Len(y)-16
	vm.moved(n + m)
	o := vm.w.Bytes(object.BStr, 16+n+m)
	vm.w.SetSlot(o, 1, uint64(vm.strLen(x)+vm.strLen(y)))
	to := vm.w.TextBytes(o)
	copy(to, vm.w.View(x))
	copy(to[n:], vm.w.View(y))
	return o
}

// repeat is a sequence times a number.
func (vm *VM) repeat(seq, times Ref, augmented bool) Ref {
	if vm.w.Header(times) == object.HInstance {
		mark := vm.keep(seq)
		defer vm.release(mark)
		if v, ok := vm.integerBy(times, "__index__"); ok {
			if times = v; v == 0 {
				return 0
			}
			seq = vm.kept[mark]
		}
	}
	if !vm.isAnyInt(times) {
		return vm.raise(vm.types.typeError, "can't multiply sequence by non-int of type '%s'", vm.typeName(times))
	}
	if !vm.bigOf(times).IsInt64() {
		return vm.raise(vm.types.overflowError, "cannot fit 'int' into an index-sized integer")
	}
	count, _ := vm.indexOf(times, asInteger)
	n, ok := vm.length(seq)
	if !ok {
		return 0
	}
	count = max(count, 0)
	if n > 1 && count > math.MaxInt64/n && vm.isStr(seq) {
		return vm.raise(vm.types.overflowError, "repeated string is too long")
	}
	if n > 0 && count > (1<<27)/n {
		return vm.raise(vm.types.memoryError, "")
	}
	switch vm.w.Shape(seq) {
	case object.BStr:
		text := vm.copied(seq)
		vm.fits(len(text) * count >> 3)
		vm.moved(len(text) * count)
		o := vm.w.Bytes(object.BStr, 16+len(text)*count)
		vm.w.SetSlot(o, 1, uint64(n*count))
		fillTimes(vm.w.TextBytes(o), []byte(text))
		return o
	case object.ATuple:
		vm.fits(n * count)
		vm.moved(8 * n * count)
		t := vm.w.Array(object.ATuple, n*count)
		fillTimes(vm.w.Items(t, n*count), vm.w.Items(seq, n))
		return t
	}
	target := seq
	if !augmented {
		target = vm.w.New(object.HList, 0, 0)
		if vm.w.Header(seq) == object.HArray {
			target = vm.w.New(object.HArray, 0, 0, vm.w.Slot(seq, 2))
		}
	}
	if n*count == 0 {
		vm.w.SetSlot(target, 0, 0)
		vm.w.SetSlot(target, 1, 0)
		return target
	}
	vm.fits(n * count)
	vm.moved(8 * n * count)
	store := vm.w.Slot(seq, 1)
	larger := vm.w.Array(vm.w.Shape(store), n*count)
	fillTimes(vm.w.Items(larger, n*count), vm.w.Items(store, n))
	vm.w.SetSlot(target, 0, uint64(n*count))
	vm.w.SetSlot(target, 1, larger)
	return target
}

func fillTimes[T any](to, from []T) {
	for n := copy(to, from); n > 0 && n < len(to); n *= 2 {
		copy(to[n:], to[:n])
	}
}

// extend is list += items.
func (vm *VM) extend(l, y Ref) Ref {
	mark := vm.keep(l, y, 0)
	defer vm.release(mark)
	if vm.isLazy(y) {
		if vm.kept[mark+2] = vm.iter(y); vm.kept[mark+2] == 0 || !vm.askLength(mark+1) || !vm.eachNext(mark+2, func(at int) bool {
			vm.listAppend(vm.kept[mark], vm.kept[at])
			return true
		}) {
			return 0
		}
		return vm.kept[mark]
	}
	items, ok := vm.collectItems(y)
	if !ok {
		return 0
	}
	l = vm.kept[mark]
	vm.work(len(items) >> 2)
	for _, v := range items {
		vm.listAppend(l, v)
	}
	return l
}

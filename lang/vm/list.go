package vm

import (
	"math"
	"unicode/utf8"

	"unbox/lang/compile"
	"unbox/lang/object"
)

// newList makes a list of items, with the strategy that suits all of them.
func (vm *VM) newList(items []Ref) Ref {
	if len(items) == 0 {
		return vm.w.New(object.HList, 0, 0)
	}
	shape := vm.strategy(items)
	store := vm.w.Array(shape, len(items))
	for k, v := range items {
		vm.w.SetSlot(store, k, vm.stored(shape, v))
	}
	return vm.w.New(object.HList, uint64(len(items)), store)
}

// strategy returns the shape of the array that can hold values.
func (vm *VM) strategy(items []Ref) uint64 {
	shape := strategyOf(vm.w.Header(items[0]))
	for _, v := range items[1:] {
		if strategyOf(vm.w.Header(v)) != shape {
			return object.ARefs
		}
	}
	return shape
}

func strategyOf(header uint64) uint64 {
	switch header {
	case object.HInt:
		return object.AInts
	case object.HFloat:
		return object.AFloats
	}
	return object.ARefs
}

// stored returns the representation of a value in an array of a shape.
func (vm *VM) stored(shape uint64, v Ref) uint64 {
	if shape == object.AInts || shape == object.AFloats {
		return vm.w.Slot(v, 0)
	}
	return v
}

// loaded makes a value from its representation in an array.
func (vm *VM) loaded(shape, bits uint64) Ref {
	switch shape {
	case object.AInts:
		return vm.w.Int(int64(bits))
	case object.AFloats:
		return vm.w.New(object.HFloat, bits)
	}
	return bits
}

func (vm *VM) listLen(l Ref) int { return int(vm.w.Slot(l, 0)) }

// listItem returns an item; the index must be in range.
func (vm *VM) listItem(l Ref, k int) Ref {
	store := vm.w.Slot(l, 1)
	return vm.loaded(vm.w.Shape(store), vm.w.Slot(store, k))
}

// listItems returns all items as values. Nothing but the allocation of numbers happens.
func (vm *VM) listItems(l Ref) []Ref {
	vm.work(vm.listLen(l) >> 2)
	vm.spare(8 * vm.listLen(l))
	items := make([]Ref, vm.listLen(l))
	if len(items) == 0 {
		return items
	}
	store := vm.w.Slot(l, 1)
	shape := vm.w.Shape(store)
	if shape != object.ARefs && !vm.w.Room(2*len(items)) {
		panic(object.ErrMemory)
	}
	for k := range items {
		items[k] = vm.loaded(shape, vm.w.Slot(store, k))
	}
	return items
}

// setList gives a list other items.
func (vm *VM) setList(l Ref, items []Ref) {
	other := vm.newList(items)
	vm.w.SetSlot(l, 0, vm.w.Slot(other, 0))
	vm.w.SetSlot(l, 1, vm.w.Slot(other, 1))
}

// prepare makes a list able to hold a value: its strategy, and room for n items.
func (vm *VM) prepare(l, v Ref, n int) uint64 {
	store := vm.w.Slot(l, 1)
	want := strategyOf(vm.w.Header(v))
	if store == 0 {
		vm.w.SetSlot(l, 1, vm.w.Array(want, max(n, firstRoom)))
		return want
	}
	shape := vm.w.Shape(store)
	if shape != want && shape != object.ARefs && vm.listLen(l) == 0 {
		vm.w.SetSlot(l, 1, vm.w.Array(want, max(n, firstRoom)))
		return want
	}
	if shape != want && shape != object.ARefs {
		vm.generalize(l)
		store, shape = vm.w.Slot(l, 1), object.ARefs
	}
	if n > vm.w.Len(store) {
		vm.moved(8 * n)
		larger := vm.w.Array(shape, n+n/2)
		store = vm.w.Slot(l, 1)
		copy(vm.w.Items(larger, vm.listLen(l)), vm.w.Items(store, vm.listLen(l)))
		vm.w.SetSlot(l, 1, larger)
	}
	return shape
}

// generalize boxes all items of a list.
func (vm *VM) generalize(l Ref) {
	items := vm.listItems(l)
	store := vm.w.Array(object.ARefs, max(vm.w.Len(vm.w.Slot(l, 1)), 4))
	copy(vm.w.Items(store, len(items)), items)
	vm.w.SetSlot(l, 1, store)
}

func (vm *VM) listAppend(l, v Ref) {
	n := vm.listLen(l)
	shape := vm.prepare(l, v, n+1)
	vm.w.SetSlot(vm.w.Slot(l, 1), n, vm.stored(shape, v))
	vm.w.SetSlot(l, 0, uint64(n+1))
}

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
	count, _ := vm.indexOf(times, asInteger)
	n, ok := vm.length(seq)
	if !ok {
		return 0
	}
	count = max(count, 0)
	if n > 0 && count > (1<<27)/n {
		return vm.raise(vm.types.memoryError, "")
	}
	switch vm.w.Shape(seq) {
	case object.BStr:
		text := vm.w.Text(seq)
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
	mark := vm.keep(l)
	defer vm.release(mark)
	items, ok := vm.hintedItems(y)
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
	k, ok := vm.indexOf(y, what)
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

// sliceEnds turns a slice of that many items into indices.
func (vm *VM) sliceEnds(s Ref, n int) (from, to, step int, ok bool) {
	start, stop, step, ok := vm.sliceParts(s)
	if !ok {
		return 0, 0, 0, false
	}
	from, to = clampSlice(start, stop, step, n)
	return from, to, step, true
}

// sliceParts are the numbers of a slice. Where there is None, the start and the stop are beyond all items.
func (vm *VM) sliceParts(s Ref) (start, stop, step int, ok bool) {
	part := func(k, def int) int {
		v := vm.w.Slot(s, k)
		if v == vm.w.None || !ok {
			return def
		}
		x, good := vm.indexOf(v, noSliceIndex)
		ok = good
		return x
	}
	ok = true
	if step = part(2, 1); ok && step == 0 {
		vm.raise(vm.types.valueError, "slice step cannot be zero")
		return 0, 0, 0, false
	}
	noStart, noStop := openSlice(step)
	start = part(0, noStart)
	stop = part(1, noStop)
	return start, stop, step, ok
}

// openSlice returns what None stands for as the start and the stop of a slice.
func openSlice(step int) (start, stop int) {
	if step < 0 {
		return math.MaxInt, math.MinInt
	}
	return 0, math.MaxInt
}

// clampSlice finds the first index and the end of a slice of n items.
func clampSlice(start, stop, step, n int) (from, to int) {
	low, high := 0, n
	if step < 0 {
		low, high = -1, n-1
	}
	bound := func(v int) int {
		if v < 0 {
			v = max(v, -n-1) + n
		}
		return min(max(v, low), high)
	}
	return bound(start), bound(stop)
}

// sliceIndices is sliceEnds with an end that is not before the beginning, in the direction of the step.
func (vm *VM) sliceIndices(s Ref, n int) (from, to, step int, ok bool) {
	from, to, step, ok = vm.sliceEnds(s, n)
	return from, notBefore(from, to, step), step, ok
}

// notBefore is the end of a slice, or its beginning where that comes later in the direction of the step.
func notBefore(from, to, step int) int {
	if step > 0 {
		return max(to, from)
	}
	return min(to, from)
}

// sliceCount returns the number of items of a slice.
func sliceCount(from, to, step int) int {
	return rangeLength(int64(from), int64(to), int64(step))
}

func (vm *VM) slice(x, s Ref) Ref {
	start, stop, step, ok := vm.sliceParts(s)
	if !ok {
		return 0
	}
	return vm.sliceOf(x, start, stop, step)
}

// sliceOf is slice by the numbers of sliceParts, which cannot raise anything.
func (vm *VM) sliceOf(x Ref, start, stop, step int) Ref {
	n, _ := vm.length(x)
	from, to := clampSlice(start, stop, step, n)
	to = notBefore(from, to, step)
	count := sliceCount(from, to, step)
	vm.moved(8 * count)
	switch vm.w.Shape(x) {
	case object.BStr:
		return vm.sliceStr(x, from, to, step, count)
	case object.ATuple:
		t := vm.w.Array(object.ATuple, count)
		copyStep(vm.w.Items(t, count), vm.w.Items(x, n), from, step)
		return t
	}
	header := uint64(object.HList)
	if vm.w.Header(x) == object.HArray {
		header = object.HArray
	}
	var store Ref
	if count > 0 {
		store = vm.w.Array(vm.w.Shape(vm.w.Slot(x, 1)), count)
		copyStep(vm.w.Items(store, count), vm.w.Items(vm.w.Slot(x, 1), n), from, step)
	}
	if header == object.HArray {
		return vm.w.New(header, uint64(count), store, vm.w.Slot(x, 2))
	}
	return vm.w.New(header, uint64(count), store)
}

func copyStep(to, from []uint64, at, step int) {
	if step == 1 {
		copy(to, from[at:])
		return
	}
	for k := range to {
		to[k] = from[at+k*step]
	}
}

func (vm *VM) sliceStr(x Ref, from, to, step, count int) Ref {
	if text := vm.w.View(x); len(text) == vm.strLen(x) && step == 1 {
		return vm.w.Str(string([]byte(text[from:to])))
	}
	text := vm.w.Text(x)
	vm.textWork(5*len(text) + 8*count)
	chars := []rune(text)
	out := make([]rune, count)
	for k := range out {
		out[k] = chars[from+k*step]
	}
	return vm.w.Str(string(out))
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
		k, ok := vm.indexOf(y, "list indices must be integers or slices, not %s")
		if !ok {
			return false
		}
		n := vm.listLen(x)
		if k < 0 {
			k += n
		}
		if k < 0 || k >= n {
			vm.outOfRange(y, "list assignment")
			return false
		}
		shape := vm.prepare(x, v, n)
		vm.w.SetSlot(vm.w.Slot(x, 1), k, vm.stored(shape, v))
		return true
	}
	vm.raise(vm.types.typeError, "'%s' object does not support item assignment", vm.typeName(x))
	return false
}

func (vm *VM) setSlice(x, s, v Ref) bool {
	mark := vm.keep(x)
	defer vm.release(mark)
	if h := vm.w.Shape(v); !isSequence(h) && h != object.HRange && h != object.HDict && !vm.isSet(v) {
		if _, ok := vm.lookup(v, "__iter__"); !ok && vm.w.Header(v) == object.HInstance || vm.isNumber(v) || v == vm.w.None {
			vm.raise(vm.types.typeError, "can only assign an iterable")
			return false
		}
	}
	if done, ok := vm.setSliceOf(x, s, v); done {
		return ok
	}
	items, ok := vm.hintedItems(v)
	if !ok {
		return false
	}
	x = vm.kept[mark]
	vm.spare(16 * (vm.listLen(x) + len(items)))
	vm.work(len(items) >> 2)
	old := vm.listItems(x)
	from, to, step, ok := vm.sliceIndices(s, len(old))
	if !ok {
		return false
	}
	if step == 1 {
		fresh := append(append(append([]Ref{}, old[:from]...), items...), old[to:]...)
		vm.setList(x, fresh)
		return true
	}
	if count := sliceCount(from, to, step); count != len(items) {
		vm.raise(vm.types.valueError, "attempt to assign sequence of size %d to extended slice of size %d", len(items), count)
		return false
	}
	for k, item := range items {
		old[from+k*step] = item
	}
	vm.setList(x, old)
	return true
}

// setSliceOf is setSlice for another list with the same strategy, if no length changes: the items are copied as they
// stand there. done is false if it is not such a list.
func (vm *VM) setSliceOf(x, s, v Ref) (done, ok bool) {
	if vm.w.Header(v) != object.HList {
		return false, false
	}
	for k := range 3 { // an integer of any size is one, too, but not a usual one
		if part := vm.w.Slot(s, k); part != vm.w.None && vm.w.Header(part) != object.HInt {
			return false, false
		}
	}
	start, stop, step, ok := vm.sliceParts(s)
	if !ok {
		return true, false
	}
	return vm.copyToSlice(x, v, start, stop, step), true
}

// copyToSlice copies a list into a slice of another one, by the numbers of sliceParts. It returns false if the lists have
// different strategies, or the length would change.
func (vm *VM) copyToSlice(x, v Ref, start, stop, step int) bool {
	to, from := vm.w.Slot(x, listItems), vm.w.Slot(v, listItems)
	if v == x || to == 0 || from == 0 || vm.w.Shape(to) != vm.w.Shape(from) {
		return false
	}
	n, count := vm.listLen(x), vm.listLen(v)
	at, end := clampSlice(start, stop, step, n)
	if sliceCount(at, notBefore(at, end, step), step) != count {
		return false
	}
	vm.work(count >> 2)
	items := vm.w.Items(to, n)
	for k, item := range vm.w.Items(from, count) {
		items[at+k*step] = item
	}
	return true
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
		n := vm.listLen(x)
		if vm.w.Header(y) == object.HSlice {
			items := vm.listItems(x)
			vm.spare(9 * n)
			from, to, step, ok := vm.sliceIndices(y, len(items))
			if !ok {
				return false
			}
			gone := make([]bool, len(items))
			for k := range sliceCount(from, to, step) {
				gone[from+k*step] = true
			}
			var left []Ref
			for k, v := range items {
				if !gone[k] {
					left = append(left, v)
				}
			}
			vm.setList(x, left)
			return true
		}
		k, ok := vm.indexOf(y, "list indices must be integers or slices, not %s")
		if !ok {
			return false
		}
		if k < 0 {
			k += n
		}
		if k < 0 || k >= n {
			vm.outOfRange(y, "list assignment")
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

// listRemove takes an item out of a list. One that is empty then keeps its array.
func (vm *VM) listRemove(l Ref, k int) {
	n := vm.listLen(l)
	vm.moved(8 * (n - k))
	vm.removeItem(vm.w.Slot(l, listItems), k, n-1)
	vm.w.SetSlot(l, listLength, uint64(n-1))
}

// listInsert puts an item before another one.
func (vm *VM) listInsert(l Ref, k int, v Ref) {
	n := vm.listLen(l)
	vm.moved(8 * (n - k))
	vm.listAppend(l, v)
	items := vm.w.Items(vm.w.Slot(l, 1), n+1)
	last := items[n]
	copy(items[k+1:], items[k:n])
	items[k] = last
}

// sliceMethods are those of slices.
var sliceMethods = []builtin{
	{name: "indices", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		n, ok := vm.indexOf(vm.arg(a, 1), asInteger)
		if !ok {
			return 0
		}
		if n < 0 {
			return vm.raise(vm.types.valueError, "length should not be negative")
		}
		from, to, step, ok := vm.sliceEnds(vm.arg(a, 0), n)
		if !ok {
			return 0
		}
		return vm.newTuple(vm.w.Int(int64(from)), vm.w.Int(int64(to)), vm.w.Int(int64(step)))
	}},
}

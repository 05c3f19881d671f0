package vm

import (
	"math"

	"unbox/lang/object"
)

// sliceEnds turns a slice of that many items into indices.
func (vm *VM) sliceEnds(s Ref, n int) (from, to, step int, ok bool) {
	start, stop, step, ok := vm.sliceParts(s)
	if !ok {
		return 0, 0, 0, false
	}
	from, to = clampSlice(start, stop, step, n)
	return from, to, step, true
}

// sliceParts are the numbers of a slice. Where there is None, the start and the stop are beyond all items. An __index__ of the
// program may run: what is sliced has to be kept.
func (vm *VM) sliceParts(s Ref) (start, stop, step int, ok bool) {
	mark := vm.keep(s)
	defer vm.release(mark)
	part := func(k, def int) int {
		v := vm.w.Slot(vm.kept[mark], k)
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
	mark := vm.keep(x)
	defer vm.release(mark)
	start, stop, step, ok := vm.sliceParts(s)
	if !ok {
		return 0
	}
	return vm.sliceOf(vm.kept[mark], start, stop, step)
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

// setSlice is x[s] = v. The numbers of the slice come first, as in CPython.
func (vm *VM) setSlice(x, s, v Ref) bool {
	mark := vm.keep(x, v)
	defer vm.release(mark)
	start, stop, step, ok := vm.sliceParts(s)
	if !ok {
		return false
	}
	x, v = vm.kept[mark], vm.kept[mark+1]
	if h := vm.w.Shape(v); !isSequence(h) && h != object.HRange && h != object.HDict && !vm.isSet(v) {
		if _, ok := vm.lookup(v, "__iter__"); !ok && vm.w.Header(v) == object.HInstance || vm.isNumber(v) || v == vm.w.None {
			vm.raise(vm.types.typeError, "can only assign an iterable")
			return false
		}
	}
	if vm.w.Header(v) == object.HList && vm.copyToSlice(x, v, start, stop, step) {
		return true
	}
	items, ok := vm.joinedItems(v)
	if !ok {
		return false
	}
	x = vm.kept[mark]
	vm.spare(16 * (vm.listLen(x) + len(items)))
	vm.work(len(items) >> 2)
	old := vm.listItems(x)
	from, to := clampSlice(start, stop, step, len(old))
	to = notBefore(from, to, step)
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

// delSlice is del x[s].
func (vm *VM) delSlice(x, s Ref) bool {
	mark := vm.keep(x)
	defer vm.release(mark)
	start, stop, step, ok := vm.sliceParts(s)
	if !ok {
		return false
	}
	x = vm.kept[mark]
	vm.spare(9 * vm.listLen(x))
	items := vm.listItems(x)
	from, to := clampSlice(start, stop, step, len(items))
	gone := make([]bool, len(items))
	for k := range sliceCount(from, notBefore(from, to, step), step) {
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

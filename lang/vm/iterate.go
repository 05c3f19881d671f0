package vm

import (
	"math"
	"math/big"
	"unicode/utf8"

	"unbox/lang/object"
)

// iter is iter().
func (vm *VM) iter(o Ref) Ref {
	h := vm.w.Header(o)
	switch h {
	case object.HRange:
		return vm.w.New(object.HRangeIter, uint64(vm.intOf(vm.w.Slot(o, 0))), uint64(vm.intOf(vm.w.Slot(o, 2))), uint64(vm.rangeLen(o)))
	case object.HList, object.HArray:
		return vm.w.New(object.HSeqIter, o, 0)
	case object.HDict:
		return vm.w.New(object.HDictIter, o, 0, viewKeys, vm.w.Slot(o, 0), 0)
	case object.HDictView:
		d := vm.w.Slot(o, 0)
		return vm.w.New(object.HDictIter, d, 0, vm.w.Slot(o, 1), vm.w.Slot(d, 0), 0)
	case object.HSet, object.HFrozenSet:
		return vm.w.New(object.HSetIter, o, 0, vm.w.Slot(o, 0))
	case object.HRangeIter, object.HSeqIter, object.HDictIter, object.HSetIter, object.HEnumerate, object.HZip, object.HStrictZip, object.HReversed, object.HMap, object.HFilter, object.HCallIter, object.HGenerator:
		return o
	case object.HStream:
		vm.reads(o)
		return o
	case object.HInstance:
		return vm.iterInstance(o)
	case object.HType:
		if e := vm.enumOf(o); e != nil {
			return vm.iter(vm.attrs[e.members])
		}
	}
	switch h & 0xffffffff {
	case object.ATuple, object.BStr:
		return vm.w.New(object.HSeqIter, o, 0)
	}
	return vm.raise(vm.types.typeError, "'%s' object is not iterable", vm.typeName(o))
}

func (vm *VM) iterInstance(o Ref) Ref {
	if f, ok := vm.specialOf(o, specialIter); ok {
		if f == vm.w.None {
			return vm.raise(vm.types.typeError, "'%s' object is not iterable", vm.typeName(o))
		}
		it := vm.call(f, o)
		if it == 0 || vm.isIterator(it) {
			return it
		}
		if _, ok := vm.specialOf(it, specialNext); !ok || vm.w.Header(it) != object.HInstance {
			return vm.raise(vm.types.typeError, "iter() returned non-iterator of type '%s'", vm.typeName(it))
		}
		return it
	}
	if _, ok := vm.specialOf(o, specialGetItem); ok {
		return vm.w.New(object.HSeqIter, o, 0)
	}
	return vm.raise(vm.types.typeError, "'%s' object is not iterable", vm.typeName(o))
}

// next is the next item of an iterator; 0 at its end, or after an exception.
func (vm *VM) next(it Ref) Ref {
	switch vm.w.Header(it) {
	case object.HRangeIter:
		if vm.w.Slot(it, 2) == 0 {
			return 0
		}
		v := vm.w.Slot(it, 0)
		vm.w.SetSlot(it, 2, vm.w.Slot(it, 2)-1)
		vm.w.SetSlot(it, 0, v+vm.w.Slot(it, 1))
		return vm.w.Int(int64(v))
	case object.HSeqIter:
		return vm.nextItem(it)
	case object.HDictIter:
		return vm.nextEntry(it)
	case object.HSetIter:
		return vm.nextKey(it)
	case object.HEnumerate:
		if !vm.deeper("") {
			return 0
		}
		mark := vm.keep(it)
		v := vm.next(vm.w.Slot(it, 0))
		it = vm.kept[mark]
		vm.release(mark)
		vm.nesting--
		if v == 0 {
			return 0
		}
		n := vm.w.Slot(it, 1)
		vm.w.SetSlot(it, 1, n+1)
		count := vm.w.Int(int64(n))
		if base := vm.w.Slot(it, 2); base != 0 {
			count = vm.w.Big(new(big.Int).Add(vm.bigOf(base), big.NewInt(int64(n))))
		}
		return vm.newTuple(count, v)
	case object.HReversed:
		return vm.nextReversed(it)
	case object.HZip:
		return vm.nextZip(it)
	case object.HStrictZip:
		return vm.nextStrictZip(it)
	case object.HMap:
		return vm.nextMap(it)
	case object.HFilter:
		return vm.nextFilter(it)
	case object.HCallIter:
		return vm.nextCall(it)
	case object.HGenerator:
		return vm.nextOfGenerator(it)
	case object.HStream:
		vm.reads(it)
		line := vm.readLine("sys.stdin")
		if line == "" {
			return 0
		}
		return vm.w.Str(line)
	case object.HInstance:
		return vm.nextInstance(it)
	}
	return vm.raise(vm.types.typeError, "'%s' object is not an iterator", vm.typeName(it))
}

func (vm *VM) callNext(it Ref) Ref {
	f, ok := vm.specialOf(it, specialNext)
	if !ok {
		return vm.raise(vm.types.typeError, "'%s' object is not an iterator", vm.typeName(it))
	}
	return vm.call(f, it)
}

func (vm *VM) nextInstance(it Ref) Ref {
	v := vm.callNext(it)
	if v == 0 && vm.classOf(vm.exc).is(vm.types.stopIteration) {
		vm.exc = 0
	}
	return v
}

func (vm *VM) nextItem(it Ref) Ref {
	seq, k := vm.w.Slot(it, 0), int(vm.w.Slot(it, 1))
	if seq == 0 {
		return 0
	}
	switch vm.w.Shape(seq) {
	case object.HList, object.HArray:
		if k < vm.listLen(seq) {
			vm.w.SetSlot(it, 1, uint64(k+1))
			return vm.listItem(seq, k)
		}
	case object.ATuple:
		if k < vm.w.Len(seq) {
			vm.w.SetSlot(it, 1, uint64(k+1))
			return vm.w.Slot(seq, k)
		}
	case object.BStr: // the index is one of bytes
		if text := vm.w.View(seq); k < len(text) {
			_, size := utf8.DecodeRuneInString(text[k:])
			vm.w.SetSlot(it, 1, uint64(k+size))
			return vm.char(text[k : k+size])
		}
	default:
		return vm.nextByIndex(it, seq, k)
	}
	vm.w.SetSlot(it, 0, 0)
	return 0
}

// nextByIndex iterates over what has __getitem__ only.
func (vm *VM) nextByIndex(it, seq Ref, k int) Ref {
	vm.w.SetSlot(it, 1, uint64(k+1))
	mark := vm.keep(it)
	v := vm.getItem(seq, vm.w.Int(int64(k)))
	it = vm.kept[mark]
	vm.release(mark)
	if v == 0 && (vm.classOf(vm.exc).is(vm.types.indexError) || vm.classOf(vm.exc).is(vm.types.stopIteration)) {
		vm.exc = 0
		vm.w.SetSlot(it, 0, 0)
	}
	return v
}

func (vm *VM) nextReversed(it Ref) Ref {
	seq, k := vm.w.Slot(it, 0), int64(vm.w.Slot(it, 1))
	if k < 0 {
		return 0
	}
	vm.w.SetSlot(it, 1, uint64(k-1))
	return vm.getItem(seq, vm.w.Int(k))
}

// nextOf takes the next item of each iterator of a tuple; false at the end of one.
func (vm *VM) nextOf(iters Ref) (list []Ref, more bool) {
	if !vm.deeper("") {
		return nil, false
	}
	mark := vm.keep(iters)
	defer func() { vm.nesting--; vm.release(mark) }()
	n := vm.w.Len(iters)
	vm.work(n)
	for k := range n {
		v := vm.next(vm.w.Slot(vm.kept[mark], k))
		if v == 0 {
			return nil, false
		}
		vm.keep(v)
	}
	return append([]Ref{}, vm.kept[mark+1:]...), n > 0
}

func (vm *VM) nextZip(it Ref) Ref {
	list, more := vm.nextOf(vm.w.Slot(it, 0))
	if !more {
		return 0
	}
	return vm.newTuple(list...)
}

// nextStrictZip is nextZip of iterators that must end together.
func (vm *VM) nextStrictZip(it Ref) Ref {
	if !vm.deeper("") {
		return 0
	}
	iters := vm.w.Slot(it, 0)
	mark := vm.keep(iters)
	defer func() { vm.nesting--; vm.release(mark) }()
	n := vm.w.Len(iters)
	vm.work(n)
	ended := false
	for k := range n {
		v := vm.next(vm.w.Slot(vm.kept[mark], k))
		if vm.exc != 0 {
			return 0
		}
		if k == 0 {
			ended = v == 0
		} else if ended != (v == 0) {
			what, others := "shorter", " "
			if ended {
				what = "longer"
			}
			if k > 1 {
				others = "s 1-"
			}
			return vm.raise(vm.types.valueError, "zip() argument %d is %s than argument%s%d", k+1, what, others, k)
		}
		vm.keep(v)
	}
	if ended || n == 0 {
		return 0
	}
	return vm.newTuple(vm.kept[mark+1:]...)
}

func (vm *VM) nextMap(it Ref) Ref {
	mark := vm.keep(it)
	defer vm.release(mark)
	list, more := vm.nextOf(vm.w.Slot(it, 1))
	if !more {
		return 0
	}
	return vm.call(vm.w.Slot(vm.kept[mark], 0), list...)
}

// nextCall calls the function of an iterator that ends when the function returns a certain value.
func (vm *VM) nextCall(it Ref) Ref {
	if vm.w.Slot(it, 0) == 0 || !vm.deeper("") {
		return 0
	}
	mark := vm.keep(it)
	defer func() { vm.nesting--; vm.release(mark) }()
	v := vm.call(vm.w.Slot(it, 0))
	if v == 0 {
		if vm.classOf(vm.exc).is(vm.types.stopIteration) {
			vm.exc = 0
			vm.w.SetSlot(vm.kept[mark], 0, 0)
		}
		return 0
	}
	vm.keep(v)
	ended, ok := vm.equal(vm.w.Slot(vm.kept[mark], 1), v)
	if !ok {
		return 0
	}
	if ended {
		vm.w.SetSlot(vm.kept[mark], 0, 0)
		return 0
	}
	return vm.kept[mark+1]
}

func (vm *VM) nextFilter(it Ref) Ref {
	if !vm.deeper("") {
		return 0
	}
	mark := vm.keep(it, 0)
	defer func() { vm.nesting--; vm.release(mark) }()
	for {
		vm.work(1)
		vm.safe()
		v := vm.next(vm.w.Slot(vm.kept[mark], 1))
		if v == 0 {
			return 0
		}
		vm.kept[mark+1] = v
		verdict := v
		if f := vm.w.Slot(vm.kept[mark], 0); f != vm.w.None {
			if verdict = vm.call(f, v); verdict == 0 {
				return 0
			}
		}
		yes, ok := vm.truth(verdict)
		if !ok {
			return 0
		}
		if yes {
			return vm.kept[mark+1]
		}
	}
}

// hintedItems is collectItems for what makes a list or a tuple: CPython asks an object of the program how long it is, to
// make room, between asking for the iterator and the first item.
func (vm *VM) hintedItems(o Ref) ([]Ref, bool) {
	if vm.w.Header(o) != object.HInstance {
		return vm.collectItems(o)
	}
	mark := vm.keep(o, 0)
	defer vm.release(mark)
	if vm.kept[mark+1] = vm.iter(o); vm.kept[mark+1] == 0 || !vm.askLength(mark) {
		return nil, false
	}
	return vm.remaining(vm.kept[mark+1], math.MaxInt)
}

// joinedItems is hintedItems for what a list is made of only to use it at once: CPython makes that of the object's iterator, and asks that how
// long it is.
func (vm *VM) joinedItems(o Ref) ([]Ref, bool) {
	if !vm.isLazy(o) {
		return vm.collectItems(o)
	}
	it := vm.iter(o)
	if it == 0 {
		return nil, false
	}
	return vm.hintedItems(it)
}

// isLazy reports whether the items of an iterable are made one after another, maybe by the program.
func (vm *VM) isLazy(o Ref) bool {
	return vm.w.Header(o) == object.HInstance || vm.isIterator(o)
}

// askLength calls __len__ or __length_hint__ of what is kept at an index, if it has one. A TypeError does not count.
func (vm *VM) askLength(at int) bool {
	for _, name := range []string{"__len__", "__length_hint__"} {
		f, ok := vm.lookup(vm.kept[at], name)
		if !ok {
			continue
		}
		if name == "__len__" {
			_, ok = vm.length(vm.kept[at])
		} else {
			ok = vm.call(f, vm.kept[at]) != 0
		}
		if ok {
			return true
		}
		if !vm.classOf(vm.exc).is(vm.types.typeError) {
			return false
		}
		vm.exc = 0
	}
	return true
}

// collectItems returns all items of an iterable. The references are valid until the
// program's own code runs.
func (vm *VM) collectItems(o Ref) ([]Ref, bool) {
	switch vm.w.Shape(o) {
	case object.HList, object.HArray:
		return vm.listItems(o), true
	case object.ATuple:
		vm.work(vm.w.Len(o) >> 2)
		vm.spare(8 * vm.w.Len(o))
		return append([]Ref{}, vm.w.Items(o, vm.w.Len(o))...), true
	}
	it := vm.iter(o)
	if it == 0 {
		return nil, false
	}
	return vm.remaining(it, math.MaxInt)
}

// remaining returns the next items of an iterator, at most so many. The references are valid until the program's own code runs.
func (vm *VM) remaining(it Ref, most int) ([]Ref, bool) {
	mark := vm.keep(it)
	defer vm.release(mark)
	for range most {
		v := vm.next(vm.kept[mark])
		if v == 0 {
			break
		}
		vm.keep(v)
		vm.work(1)
	}
	vm.spare(8 * (len(vm.kept) - mark))
	return append([]Ref{}, vm.kept[mark+1:]...), vm.exc == 0
}

// contains is `v in o`.
func (vm *VM) contains(o, v Ref) (bool, bool) {
	switch vm.w.Shape(o) {
	case object.HDict:
		found, ok := vm.dictFind(o, v)
		return found >= 0, ok
	case object.HSet, object.HFrozenSet:
		found, ok := vm.setFind(o, vm.asItem(v))
		return found, ok
	case object.HType:
		if vm.enumOf(o) != nil {
			return vm.hasMember(o, v)
		}
	case object.BStr:
		if v = vm.plainValue(v); !vm.isStr(v) {
			vm.raise(vm.types.typeError, "'in <string>' requires string as left operand, not %s", vm.typeName(v))
			return false, false
		}
		vm.textWork(len(vm.w.View(o)))
		return containsText(vm.w.View(o), vm.w.View(v)), true
	case object.HInstance:
		if f, ok := vm.specialOf(o, specialContains); ok {
			if f == vm.w.None {
				vm.raise(vm.types.typeError, "'%s' object is not a container", vm.typeName(o))
				return false, false
			}
			r := vm.call(f, o, v)
			if r == 0 {
				return false, false
			}
			return vm.truth(r)
		}
	case object.HDictView:
		if vm.isSetView(o) {
			return vm.viewHas(o, v)
		}
	case object.HRange:
		if vm.isInt(v) {
			_, found := vm.rangeIndex(o, vm.intOf(v))
			return found, true
		}
	}
	return vm.search(o, v)
}

// search looks at all items.
func (vm *VM) search(o, v Ref) (bool, bool) {
	mark := vm.keep(v, o)
	defer vm.release(mark)
	_, iterable := vm.specialOf(o, specialIter)
	_, indexed := vm.specialOf(o, specialGetItem)
	if vm.w.Header(o) == object.HInstance && !iterable && !indexed {
		vm.raise(vm.types.typeError, "argument of type '%s' is not iterable", vm.typeName(o))
		return false, false
	}
	if vm.w.Header(o) != object.HDictView {
		if h := vm.w.Shape(o); !isSequence(h) && h != object.HInstance && !vm.isIterator(o) && h != object.HRange {
			vm.raise(vm.types.typeError, "argument of type '%s' is not iterable", vm.typeName(o))
			return false, false
		}
	}
	it := vm.iter(o)
	if it == 0 {
		if vm.classOf(vm.exc).is(vm.types.typeError) { // whatever it says, as in CPython
			vm.raise(vm.types.typeError, "argument of type '%s' is not iterable", vm.typeName(vm.kept[mark+1]))
		}
		return false, false
	}
	vm.kept[mark+1] = it
	for {
		vm.safe()
		item := vm.next(vm.kept[mark+1])
		if item == 0 {
			return false, vm.exc == 0
		}
		vm.work(1)
		same, ok := vm.equal(item, vm.kept[mark])
		if same || !ok {
			return same, ok
		}
	}
}

func (vm *VM) isIterator(o Ref) bool {
	switch vm.w.Header(o) {
	case object.HRangeIter, object.HSeqIter, object.HDictIter, object.HSetIter, object.HEnumerate, object.HZip, object.HStrictZip, object.HReversed, object.HMap, object.HFilter, object.HCallIter, object.HStream, object.HGenerator:
		return true
	}
	return false
}

// isIterable reports whether an object has items, as far as that is known without asking for them.
func (vm *VM) isIterable(o Ref) bool {
	switch h := vm.w.Shape(o); h {
	case object.HRange, object.HDict, object.HDictView, object.HSet, object.HFrozenSet:
		return true
	case object.HInstance:
		_, iterable := vm.specialOf(o, specialIter)
		_, indexed := vm.specialOf(o, specialGetItem)
		return iterable || indexed
	default:
		return isSequence(h) || vm.isIterator(o) || vm.enumOf(o) != nil
	}
}

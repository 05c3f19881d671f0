package vm

import (
	"math"

	"unbox/lang/compile"
	"unbox/lang/hashing"
	"unbox/lang/object"
)

// A dictionary keeps its entries in the order in which they were inserted, and an index of 32
// bits for each slot of a hash table: 0 for none, otherwise the number of the entry plus 1.
// An entry whose slot is taken is in the next free one. A deleted entry has no key, and no
// slot.

// Slots of dictionaries.
const (
	dictUsed = iota
	dictFilled
	dictIndex
	dictItems
	dictHashes
)

// Kinds of views and iterators.
const (
	viewKeys = iota
	viewValues
	viewItems
)

// hash is hash(); false after an exception.
func (vm *VM) hash(o Ref) (uint64, bool) {
	switch h := vm.w.Header(o); {
	case h == object.HInt || h == object.HBool:
		return hashing.Int(vm.intOf(o)), true
	case h == object.HFloat:
		return hashing.Float(vm.floatOf(o)), true
	case h&0xffffffff == object.BStr:
		if v := vm.w.Slot(o, 0); v != 0 {
			return v, true
		}
		vm.work(len(vm.w.View(o)) >> 6)
		v := hashing.Text(vm.w.View(o))
		vm.w.SetSlot(o, 0, v)
		return v, true
	case h&0xffffffff == object.BBig:
		vm.work(vm.w.Len(o) >> 6)
		return hashing.Big(vm.w.BigOf(o)), true
	case h&0xffffffff == object.ATuple:
		return vm.hashTuple(o)
	case h == object.HInstance:
		return vm.hashInstance(o)
	case h == object.HList, h == object.HDict, h == object.HSet, h == object.HSlice, h == object.HArray, vm.isSetView(o):
		vm.raise(vm.types.typeError, "unhashable type: '%s'", vm.typeName(o))
		return 0, false
	case h == object.HRange:
		return vm.hashRange(o)
	case h == object.HFrozenSet:
		return vm.hashFrozenSet(o), true
	case h == object.HType || h == object.HBuiltin || h == object.HModule:
		return hashing.Text(vm.typeName(o)) + vm.w.Slot(o, 0), true
	}
	return vm.identity(o), true
}

// hashTuple is CPython's, so that sets of tuples have its order.
func (vm *VM) hashTuple(o Ref) (uint64, bool) {
	hash := hashing.NewTuple()
	n := vm.w.Len(o)
	if !vm.deeper("") {
		return 0, false
	}
	defer func() { vm.nesting-- }()
	vm.work(n)
	mark := vm.keep(o)
	defer vm.release(mark)
	for k := range n {
		h, ok := vm.hash(vm.w.Slot(vm.kept[mark], k))
		if !ok {
			return 0, false
		}
		hash.Add(h)
	}
	return hash.Sum(n), true
}

// hashRange is the hash of its length, its first item and its step: what is not seen of an empty or short one does
// not count.
func (vm *VM) hashRange(o Ref) (uint64, bool) {
	parts := []Ref{vm.w.Int(int64(vm.rangeLen(o))), vm.w.None, vm.w.None}
	if n := vm.rangeLen(o); n > 0 {
		if parts[1] = vm.w.Slot(o, 0); n > 1 {
			parts[2] = vm.w.Slot(o, 2)
		}
	}
	return vm.hash(vm.newTuple(parts...))
}

func (vm *VM) hashInstance(o Ref) (uint64, bool) {
	if vm.keepsOfNamedTuple(o, specialHash) {
		return vm.hash(vm.tupleOf(o))
	}
	f, ok := vm.specialOf(o, specialHash)
	if !ok {
		return vm.identity(o), true
	}
	if f == vm.w.None {
		vm.raise(vm.types.typeError, "unhashable type: '%s'", vm.typeName(o))
		return 0, false
	}
	v := vm.call(f, o)
	if v == 0 {
		return 0, false
	}
	if !vm.isAnyInt(v) {
		vm.raise(vm.types.typeError, "__hash__ method should return an integer")
		return 0, false
	}
	if vm.isInt(v) && vm.intOf(v) != -1 { // 2⁶¹-1 and larger ones, too
		return uint64(vm.intOf(v)), true
	}
	return vm.hash(v)
}

func (vm *VM) newDict() Ref { return vm.w.New(object.HDict, 0, 0, 0, 0, 0, 0, 0) }

// sameKey compares a key with the one that is looked for; their hashes are the same.
func (vm *VM) sameKey(have, want Ref) (bool, bool) {
	if have == want {
		return true, true
	}
	vm.work(1)
	if vm.isStr(have) && vm.isStr(want) {
		vm.work(min(vm.w.Len(have), vm.w.Len(want)) >> 6)
		return vm.w.View(have) == vm.w.View(want), true
	}
	if vm.isInt(have) && vm.isInt(want) {
		return vm.intOf(have) == vm.intOf(want), true
	}
	return vm.compareJump(compile.Eq, have, want)
}

// dictFind returns the number of a key's entry, -1 if there is none.
func (vm *VM) dictFind(d, key Ref) (int, bool) {
	mark := vm.keep(d, key)
	defer vm.release(mark)
	h, ok := vm.hash(key)
	if !ok {
		return 0, false
	}
	return vm.dictProbe(mark, h)
}

// dictProbe looks for the key that is kept after its dictionary.
func (vm *VM) dictProbe(mark int, h uint64) (int, bool) {
	if vm.w.Slot(vm.kept[mark], dictIndex) == 0 {
		return -1, true
	}
	size := uint64(len(vm.w.Table(vm.w.Slot(vm.kept[mark], dictIndex))))
	for at := hashing.Home(h, size-1); ; at = (at + 1) & (size - 1) {
		d := vm.kept[mark]
		e := vm.w.Table(vm.w.Slot(d, dictIndex))[at]
		if e == 0 {
			return -1, true
		}
		if vm.w.Slot(vm.w.Slot(d, dictHashes), int(e-1)) != h {
			continue
		}
		same, ok := vm.sameKey(vm.w.Slot(vm.w.Slot(d, dictItems), 2*int(e-1)), vm.kept[mark+1])
		if !ok {
			return 0, false
		}
		if table := vm.w.Table(vm.w.Slot(vm.kept[mark], dictIndex)); uint64(len(table)) != size || table[at] != e {
			return vm.dictProbe(mark, h) // a method changed the dictionary
		}
		if same {
			return int(e - 1), true
		}
	}
}

// dictGet is d[key].
func (vm *VM) dictGet(d, key Ref) Ref {
	mark := vm.keep(d, key)
	defer vm.release(mark)
	e, ok := vm.dictFind(d, key)
	if !ok {
		return 0
	}
	if e < 0 {
		return vm.dictMissing(mark)
	}
	return vm.w.Slot(vm.w.Slot(vm.kept[mark], dictItems), 2*e+1)
}

// dictSet is d[key] = v; false after an exception.
func (vm *VM) dictSet(d, key, v Ref) bool {
	mark := vm.keep(d, key, v)
	defer vm.release(mark)
	h, ok := vm.hash(key)
	if !ok {
		return false
	}
	e, ok := vm.dictProbe(mark, h)
	if !ok {
		return false
	}
	d = vm.kept[mark]
	if e >= 0 {
		vm.w.SetSlot(vm.w.Slot(d, dictItems), 2*e+1, vm.kept[mark+2])
		return true
	}
	n := int(vm.w.Slot(d, dictFilled))
	if index := vm.w.Slot(d, dictIndex); index == 0 || 3*(n+1) > 2*len(vm.w.Table(index)) {
		vm.dictGrow(d)
		n = int(vm.w.Slot(d, dictFilled))
	}
	vm.w.SetSlot(d, dictFilled, uint64(n+1))
	vm.w.SetSlot(d, dictUsed, vm.w.Slot(d, dictUsed)+1)
	items := vm.w.Slot(d, dictItems)
	vm.w.SetSlot(items, 2*n, vm.kept[mark+1])
	vm.w.SetSlot(items, 2*n+1, vm.kept[mark+2])
	vm.w.SetSlot(vm.w.Slot(d, dictHashes), n, h)
	vm.dictEnter(d, n, h)
	return true
}

func (vm *VM) dictEnter(d Ref, e int, h uint64) {
	table := vm.w.Table(vm.w.Slot(d, dictIndex))
	mask := uint64(len(table) - 1)
	at := hashing.Home(h, mask)
	steps := 0
	for table[at] != 0 {
		at = (at + 1) & mask
		steps++
	}
	table[at] = int32(e + 1)
	vm.work(steps >> 3)
}

// dictLeave removes an entry from the index, and moves later entries up to where they are
// searched, so that there is no gap between a hash and its slot.
func (vm *VM) dictLeave(d Ref, e int) {
	table := vm.w.Table(vm.w.Slot(d, dictIndex))
	hashes := vm.w.Slot(d, dictHashes)
	mask := uint64(len(table) - 1)
	at := hashing.Home(vm.w.Slot(hashes, e), mask)
	steps := 0
	for table[at] != int32(e+1) {
		at = (at + 1) & mask
		steps++
	}
	gap := at
	for {
		at = (at + 1) & mask
		steps++
		other := table[at]
		if other == 0 {
			break
		}
		home := hashing.Home(vm.w.Slot(hashes, int(other-1)), mask)
		if (at-home)&mask >= (at-gap)&mask { // its home is not between the gap and its slot
			table[gap], gap = other, at
		}
	}
	table[gap] = 0
	vm.work(steps >> 3)
}

// dictGrow makes room, and drops deleted entries.
func (vm *VM) dictGrow(d Ref) {
	used := int(vm.w.Slot(d, dictUsed))
	size := 8
	for size < 3*used {
		size *= 2
	}
	if size > 1<<27 {
		panic(object.ErrMemory)
	}
	vm.work(used >> 3)
	vm.moved(16 * size)
	index := vm.w.Bytes(object.BTable, 4*size)
	items := vm.w.Array(object.ARefs, 2*size*2/3+2)
	hashes := vm.w.Array(object.AInts, size*2/3+1)
	oldItems, oldHashes := vm.w.Slot(d, dictItems), vm.w.Slot(d, dictHashes)
	n := 0
	for e := range int(vm.w.Slot(d, dictFilled)) {
		if key := vm.w.Slot(oldItems, 2*e); key != 0 {
			vm.w.SetSlot(items, 2*n, key)
			vm.w.SetSlot(items, 2*n+1, vm.w.Slot(oldItems, 2*e+1))
			vm.w.SetSlot(hashes, n, vm.w.Slot(oldHashes, e))
			n++
		}
	}
	vm.w.SetSlot(d, dictFilled, uint64(n))
	vm.w.SetSlot(d, dictIndex, index)
	vm.w.SetSlot(d, dictItems, items)
	vm.w.SetSlot(d, dictHashes, hashes)
	for e := range n {
		vm.dictEnter(d, e, vm.w.Slot(hashes, e))
	}
}

// dictDelete takes a key out and returns its value, 0 if there is none; demanded raises a
// KeyError then.
func (vm *VM) dictDelete(d, key Ref, demanded bool) (Ref, bool) {
	mark := vm.keep(d, key)
	defer vm.release(mark)
	if vm.w.Slot(d, dictUsed) == 0 && !demanded { // a key is not even hashed
		return 0, true
	}
	e, ok := vm.dictFind(d, key)
	if !ok {
		return 0, false
	}
	if e < 0 {
		if demanded {
			vm.raiseArgs(vm.types.keyError, vm.kept[mark+1])
		}
		return 0, !demanded
	}
	return vm.dictRemove(vm.kept[mark], e), true
}

func (vm *VM) dictRemove(d Ref, e int) Ref {
	vm.dictLeave(d, e)
	items := vm.w.Slot(d, dictItems)
	v := vm.w.Slot(items, 2*e+1)
	vm.w.SetSlot(items, 2*e, 0)
	vm.w.SetSlot(items, 2*e+1, 0)
	vm.w.SetSlot(d, dictUsed, vm.w.Slot(d, dictUsed)-1)
	return v
}

// entries returns keys and values in order.
func (vm *VM) entries(d Ref) (keys, values []Ref) {
	items := vm.w.Slot(d, dictItems)
	vm.work(int(vm.w.Slot(d, dictFilled)) >> 3)
	vm.spare(32 * int(vm.w.Slot(d, dictUsed)))
	for e := range int(vm.w.Slot(d, dictFilled)) {
		if key := vm.w.Slot(items, 2*e); key != 0 {
			keys = append(keys, key)
			values = append(values, vm.w.Slot(items, 2*e+1))
		}
	}
	return keys, values
}

func (vm *VM) nextEntry(it Ref) Ref {
	d, e := vm.w.Slot(it, 0), int(vm.w.Slot(it, 1))
	if d == 0 {
		return 0
	}
	if vm.w.Slot(d, dictUsed) != vm.w.Slot(it, 3) {
		vm.w.SetSlot(it, 3, math.MaxUint64)
		if vm.isOrdered(d) {
			return vm.raise(vm.types.runtimeError, "OrderedDict mutated during iteration")
		}
		return vm.raise(vm.types.runtimeError, "dictionary changed size during iteration")
	}
	items := vm.w.Slot(d, dictItems)
	for ; e < int(vm.w.Slot(d, dictFilled)); e++ {
		if e&7 == 7 {
			vm.work(1) // deleted ones are visited, too
		}
		if key := vm.w.Slot(items, 2*e); key == 0 {
			vm.w.SetSlot(it, 4, vm.w.Slot(it, 4)+1)
		} else {
			if e-int(vm.w.Slot(it, 4)) >= int(vm.w.Slot(it, 3)) { // others came for those that went
				vm.w.SetSlot(it, 0, 0)
				return vm.raise(vm.types.runtimeError, "dictionary keys changed during iteration")
			}
			vm.w.SetSlot(it, 1, uint64(e+1))
			switch v := vm.w.Slot(items, 2*e+1); vm.w.Slot(it, 2) {
			case viewKeys:
				return key
			case viewValues:
				return v
			default:
				return vm.newTuple(key, v)
			}
		}
	}
	vm.w.SetSlot(it, 0, 0)
	return 0
}

func (vm *VM) sameDicts(x, y Ref) (bool, bool) {
	if vm.w.Slot(x, dictUsed) != vm.w.Slot(y, dictUsed) {
		return false, true
	}
	if !vm.deeper(" in comparison") {
		return false, false
	}
	defer func() { vm.nesting-- }()
	keys, values := vm.entries(x)
	mark := vm.keep(append(append([]Ref{x, y}, keys...), values...)...)
	defer vm.release(mark)
	for k := range keys {
		vm.work(1)
		e, ok := vm.dictFind(vm.kept[mark+1], vm.kept[mark+2+k])
		if !ok || e < 0 {
			return false, ok
		}
		other := vm.w.Slot(vm.w.Slot(vm.kept[mark+1], dictItems), 2*e+1)
		if same, ok := vm.equal(vm.kept[mark+2+len(keys)+k], other); !same || !ok {
			return false, ok
		}
	}
	return true, true
}

func (vm *VM) dictUnion(x, y Ref, augmented bool) Ref {
	mark := vm.keep(x, y)
	defer vm.release(mark)
	if !augmented {
		vm.kept[mark] = vm.newDictLike(vm.unionClass(x, y))
		if !vm.dictUpdate(vm.kept[mark], x) {
			return 0
		}
	}
	if !vm.dictUpdate(vm.kept[mark], vm.kept[mark+1]) {
		return 0
	}
	return vm.kept[mark]
}

// unionClass is one of two dictionaries, that whose class x | y has; a Counter and another dictionary make a plain one.
func (vm *VM) unionClass(x, y Ref) Ref {
	switch {
	case vm.isCounter(x) || vm.isCounter(y):
		return vm.newDict()
	case vm.dictLike(x) == nil:
		return y
	}
	return x
}

// dictUpdate copies the entries of another dictionary, or of pairs.
func (vm *VM) dictUpdate(d, from Ref) bool {
	mark := vm.keep(d, from)
	defer vm.release(mark)
	dict, ok := vm.mappingAsDict(from)
	if !ok {
		return false
	}
	if dict != 0 {
		keys, values := vm.entries(dict)
		first := vm.keep(append(keys, values...)...)
		vm.work(len(keys))
		for k := range keys {
			if !vm.dictSet(vm.kept[mark], vm.kept[first+k], vm.kept[first+len(keys)+k]) {
				return false
			}
		}
		return true
	}
	k := -1
	return vm.eachItem(vm.kept[mark+1], func(at int) bool {
		k++
		return vm.dictPair(vm.kept[mark], vm.kept[at], k)
	})
}

// dictPair puts the key and the value that an object has as its two items into a dictionary; it is number k of such objects, from 0.
func (vm *VM) dictPair(d, o Ref, k int) bool {
	mark := vm.keep(d)
	defer vm.release(mark)
	pair, ok := vm.collectItems(o)
	switch {
	case !ok && !vm.classOf(vm.exc).is(vm.types.typeError):
		return false
	case !ok:
		vm.exc = 0
		vm.raise(vm.types.typeError, "cannot convert dictionary update sequence element #%d to a sequence", k)
		return false
	case len(pair) != 2:
		vm.raise(vm.types.valueError, "dictionary update sequence element #%d has length %d; 2 is required", k, len(pair))
		return false
	}
	return vm.dictSet(vm.kept[mark], pair[0], pair[1])
}

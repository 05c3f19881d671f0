package vm

import (
	"math"

	"unbox/lang/compile"
	"unbox/lang/hashing"
	"unbox/lang/object"
)

// A set is a hash table with CPython's probing, because the visible order of its items
// depends on that: see hashing.Probe.

// Slots of sets. The upper half of setFilled is where pop looks next.
const (
	setUsed = iota
	setFilled
	setKeys
	setHashes
)

// deletedHash is the hash at places whose item was taken out.
const deletedHash = math.MaxUint64

func (vm *VM) newSet() Ref { return vm.w.New(object.HSet, 0, 0, 0, 0) }

func (vm *VM) setMask(s Ref) int { return vm.w.Len(vm.w.Slot(s, setKeys)) - 1 }

// setPlace looks for the key that is kept after its set. The place is where the key is,
// or where it may be put; it is -1 without a table. Since CPython 3.10 that is the last place
// passed whose item was taken out.
func (vm *VM) setPlace(mark int, h uint64) (place int, found, ok bool) {
	if vm.w.Slot(vm.kept[mark], setKeys) == 0 {
		return -1, false, true
	}
	ok = true
	steps, cleared, changed := 0, -1, false
	hashing.Probe(h, uint64(vm.setMask(vm.kept[mark])), func(at int) bool {
		place = at
		if steps++; steps&7 == 0 {
			vm.work(1)
		}
		s := vm.kept[mark]
		have, hash := vm.w.Slot(vm.w.Slot(s, setKeys), at), vm.w.Slot(vm.w.Slot(s, setHashes), at)
		if have == 0 && hash == deletedHash {
			cleared = at
			return false
		}
		if have == 0 {
			return true
		}
		if hash != h {
			return false
		}
		keys := vm.w.Len(vm.w.Slot(s, setKeys))
		found, ok = vm.sameKey(have, vm.kept[mark+1])
		s = vm.kept[mark]
		now := vm.w.Slot(s, setKeys)
		changed = now == 0 || vm.w.Len(now) != keys || vm.w.Slot(now, at) == 0 || vm.w.Slot(vm.w.Slot(s, setHashes), at) != h
		return found || changed || !ok
	})
	if changed && ok { // by a method of a key
		return vm.setPlace(mark, h)
	}
	if !found && cleared >= 0 {
		place = cleared
	}
	return place, found, ok
}

// setFind reports whether a set has an item.
func (vm *VM) setFind(s, v Ref) (bool, bool) {
	mark := vm.keep(s, v)
	defer vm.release(mark)
	h, ok := vm.hash(v)
	if !ok {
		return false, false
	}
	_, found, ok := vm.setPlace(mark, h)
	return found, ok
}

// setAdd puts an item into a set; false after an exception.
func (vm *VM) setAdd(s, v Ref) bool {
	mark := vm.keep(s, v)
	defer vm.release(mark)
	h, ok := vm.hash(v)
	if !ok {
		return false
	}
	place, found, ok := vm.setPlace(mark, h)
	if found || !ok {
		return ok
	}
	s = vm.kept[mark]
	if place < 0 {
		vm.setResize(s, 0)
		place, _, _ = vm.setPlace(mark, h)
	}
	vm.setPut(s, place, vm.kept[mark+1], h)
	filled := vm.w.Slot(s, setFilled) & math.MaxUint32
	if used := int(vm.w.Slot(s, setUsed)); int(filled)*5 >= vm.setMask(s)*3 {
		if used > 50000 {
			vm.setResize(s, used*2)
		} else {
			vm.setResize(s, used*4)
		}
	}
	return true
}

func (vm *VM) setPut(s Ref, place int, v Ref, h uint64) {
	hashes := vm.w.Slot(s, setHashes)
	if vm.w.Slot(hashes, place) != deletedHash {
		vm.w.SetSlot(s, setFilled, vm.w.Slot(s, setFilled)+1)
	}
	vm.w.SetSlot(vm.w.Slot(s, setKeys), place, v)
	vm.w.SetSlot(hashes, place, h)
	vm.w.SetSlot(s, setUsed, vm.w.Slot(s, setUsed)+1)
}

// setResize gives a set a table for more than that many items.
func (vm *VM) setResize(s Ref, atLeast int) {
	size := 8
	for size <= atLeast {
		size *= 2
	}
	if size > 1<<27 {
		panic(object.ErrMemory)
	}
	keys, hashes := vm.w.Array(object.ARefs, size), vm.w.Array(object.AInts, size)
	vm.work(int(vm.w.Slot(s, setUsed)) >> 3)
	vm.moved(16 * size)
	oldKeys, oldHashes := vm.w.Slot(s, setKeys), vm.w.Slot(s, setHashes)
	vm.w.SetSlot(s, setKeys, keys)
	vm.w.SetSlot(s, setHashes, hashes)
	vm.w.SetSlot(s, setUsed, 0)
	vm.w.SetSlot(s, setFilled, vm.w.Slot(s, setFilled)&^math.MaxUint32)
	if oldKeys == 0 {
		return
	}
	for k := range vm.w.Len(oldKeys) {
		if v := vm.w.Slot(oldKeys, k); v != 0 {
			vm.setClean(s, v, vm.w.Slot(oldHashes, k))
		}
	}
}

// setClean puts an item that the set does not have.
func (vm *VM) setClean(s, v Ref, h uint64) {
	steps := 0
	hashing.Probe(h, uint64(vm.setMask(s)), func(at int) bool {
		if vm.w.Slot(vm.w.Slot(s, setKeys), at) != 0 {
			if steps++; steps&7 == 0 {
				vm.work(1)
			}
			return false
		}
		vm.setPut(s, at, v, h)
		return true
	})
}

// setDiscard removes an item and reports whether it was there.
func (vm *VM) setDiscard(s, v Ref) (bool, bool) {
	mark := vm.keep(s, v)
	defer vm.release(mark)
	h, ok := vm.hash(v)
	if !ok {
		return false, false
	}
	place, found, ok := vm.setPlace(mark, h)
	if found {
		vm.setClear(vm.kept[mark], place)
	}
	return found, ok
}

func (vm *VM) setClear(s Ref, place int) {
	vm.w.SetSlot(vm.w.Slot(s, setKeys), place, 0)
	vm.w.SetSlot(vm.w.Slot(s, setHashes), place, deletedHash)
	vm.w.SetSlot(s, setUsed, vm.w.Slot(s, setUsed)-1)
}

// setPop takes any item out, 0 if there is none.
func (vm *VM) setPop(s Ref) Ref {
	if vm.w.Slot(s, setUsed) == 0 {
		return 0
	}
	mask := vm.setMask(s)
	steps := 0
	for at := int(vm.w.Slot(s, setFilled)>>32) & mask; ; at = (at + 1) & mask {
		if steps++; steps&7 == 0 {
			vm.work(1)
		}
		if v := vm.w.Slot(vm.w.Slot(s, setKeys), at); v != 0 {
			vm.setClear(s, at)
			vm.w.SetSlot(s, setFilled, vm.w.Slot(s, setFilled)&math.MaxUint32|uint64(at+1)<<32)
			return v
		}
	}
}

// setItems returns the items in order.
func (vm *VM) setItems(s Ref) []Ref {
	var items []Ref
	if keys := vm.w.Slot(s, setKeys); keys != 0 {
		vm.work(vm.w.Len(keys) >> 3)
		vm.spare(16 * int(vm.w.Slot(s, setUsed)))
		for k := range vm.w.Len(keys) {
			if v := vm.w.Slot(keys, k); v != 0 {
				items = append(items, v)
			}
		}
	}
	return items
}

func (vm *VM) nextKey(it Ref) Ref {
	s := vm.w.Slot(it, 0)
	if s == 0 {
		return 0
	}
	if vm.w.Slot(s, setUsed) != vm.w.Slot(it, 2) {
		vm.w.SetSlot(it, 2, math.MaxUint64)
		return vm.raise(vm.types.runtimeError, "Set changed size during iteration")
	}
	if keys := vm.w.Slot(s, setKeys); keys != 0 {
		for at := int(vm.w.Slot(it, 1)); at < vm.w.Len(keys); at++ {
			if at&7 == 7 {
				vm.work(1)
			}
			if v := vm.w.Slot(keys, at); v != 0 {
				vm.w.SetSlot(it, 1, uint64(at+1))
				return v
			}
		}
	}
	vm.w.SetSlot(it, 0, 0)
	return 0
}

// setUpdate adds the items of an iterable.
func (vm *VM) setUpdate(s, from Ref) bool {
	mark := vm.keep(s)
	defer vm.release(mark)
	if h := vm.w.Header(from); vm.isSet(from) || h == object.HDict {
		vm.setReserve(s, from, h != object.HDict)
		if h != object.HDict && vm.setCopy(s, from) {
			return true
		}
	}
	return vm.eachItem(from, func(at int) bool { return vm.setAdd(vm.kept[mark], vm.kept[at]) })
}

// eachItem does something with each item of an iterable, which is kept at an index: it may run the program. It returns false, and
// goes no further, if that does. What is done with an item is done before the next one is made, which may end by an exception.
func (vm *VM) eachItem(from Ref, do func(at int) bool) bool {
	if vm.isLazy(from) {
		it := vm.iter(from)
		if it == 0 {
			return false
		}
		mark := vm.keep(it)
		defer vm.release(mark)
		return vm.eachNext(mark, do)
	}
	items, ok := vm.collectItems(from)
	if !ok {
		return false
	}
	first := vm.keep(items...)
	defer vm.release(first)
	vm.work(len(items))
	for k := range items {
		if !do(first + k) {
			return false
		}
	}
	return true
}

// eachNext is eachItem of an iterator, which is kept at an index.
func (vm *VM) eachNext(it int, do func(at int) bool) bool {
	for {
		v := vm.next(vm.kept[it])
		if v == 0 {
			return vm.exc == 0
		}
		vm.work(1)
		at := vm.keep(v)
		ok := do(at)
		vm.release(at)
		if !ok {
			return false
		}
	}
}

// constantSet brings the items of a set of constants into the order in which CPython has them: its compiler makes a
// set of them, and another one of that to keep, and the program copies it unless it only goes through it.
func (vm *VM) constantSet(s Ref, only bool) Ref {
	kept := vm.newSet()
	for _, v := range vm.setItems(s) {
		vm.setAdd(kept, v)
	}
	if only {
		return kept
	}
	fresh := vm.newSet()
	vm.setUpdate(fresh, kept)
	return fresh
}

// setMerge has a set take each of the other arguments.
func (vm *VM) setMerge(a args, take func(vm *VM, s, from Ref) bool) bool {
	mark := vm.keep(vm.arg(a, 0))
	defer vm.release(mark)
	for k := 1; k < a.n; k++ {
		if !take(vm, vm.kept[mark], vm.arg(a, k)) {
			return false
		}
	}
	return true
}

// setInto gives a set the items of another one; false if there is none, after an exception.
func (vm *VM) setInto(a args, from Ref) bool {
	if from == 0 {
		return false
	}
	for k := range 4 {
		vm.w.SetSlot(vm.arg(a, 0), k, vm.w.Slot(from, k))
	}
	return true
}

// union copies a set, and adds the items of all other arguments.
func (vm *VM) union(a args) Ref {
	mark := vm.keep(vm.newSet())
	defer vm.release(mark)
	for k := range a.n {
		if !vm.setUpdate(vm.kept[mark], vm.arg(a, k)) {
			return 0
		}
	}
	return vm.kept[mark]
}

// setSubtract takes the items of an iterable out of a set. What was taken out leaves marks in the table: if these are
// more than a quarter of it, they go, as in CPython.
func (vm *VM) setSubtract(s, from Ref) bool {
	if s == from {
		return vm.setEmpty(s)
	}
	mark := vm.keep(s)
	defer vm.release(mark)
	if vm.isSet(from) && vm.w.Slot(from, setUsed)>>3 > vm.w.Slot(s, setUsed) {
		if from = vm.mutableBinary(compile.And, s, from, false); from == 0 {
			return false
		}
	}
	if !vm.eachItem(from, func(at int) bool {
		_, ok := vm.setDiscard(vm.kept[mark], vm.kept[at])
		return ok
	}) {
		return false
	}
	s = vm.kept[mark]
	used := int(vm.w.Slot(s, setUsed))
	if vm.w.Slot(s, setKeys) == 0 || int(vm.w.Slot(s, setFilled)&math.MaxUint32)-used <= vm.setMask(s)/4 {
		return true
	}
	if used > 50000 {
		vm.setResize(s, used*2)
	} else {
		vm.setResize(s, used*4)
	}
	return true
}

func (vm *VM) setEmpty(s Ref) bool {
	for k := range 4 {
		vm.w.SetSlot(s, k, 0)
	}
	return true
}

// difference is what is left of a set without the items of the other arguments.
func (vm *VM) difference(a args) Ref {
	mark := vm.keep(0)
	defer vm.release(mark)
	k := 1
	if a.n > 1 && vm.isSet(vm.arg(a, 1)) {
		vm.kept[mark] = vm.mutableBinary(compile.Sub, vm.arg(a, 0), vm.arg(a, 1), false)
		k = 2
	} else {
		vm.kept[mark] = vm.union(args{a.base, 1, nil})
	}
	for ; k < a.n && vm.kept[mark] != 0; k++ {
		if !vm.setSubtract(vm.kept[mark], vm.arg(a, k)) {
			return 0
		}
	}
	return vm.kept[mark]
}

// intersection has the items that all arguments have.
func (vm *VM) intersection(a args) Ref {
	mark := vm.keep(vm.arg(a, 0), 0)
	defer vm.release(mark)
	if a.n == 1 {
		return vm.union(a)
	}
	for k := 1; k < a.n; k++ {
		if other := vm.arg(a, k); vm.isSet(other) {
			vm.kept[mark+1] = vm.mutableBinary(compile.And, vm.kept[mark], other, false)
		} else {
			vm.kept[mark+1] = vm.newSet()
			if !vm.setCommon(mark, other) {
				return 0
			}
		}
		if vm.kept[mark] = vm.kept[mark+1]; vm.kept[mark] == 0 {
			return 0
		}
	}
	return vm.kept[mark]
}

// setCommon puts those items of an iterable that the set kept at an index has into the one that is kept after it. It asks for no more
// items once all are there.
func (vm *VM) setCommon(mark int, from Ref) bool {
	all := vm.w.Slot(vm.kept[mark], setUsed)
	vm.eachItem(from, func(at int) bool {
		found, ok := vm.setFind(vm.kept[mark], vm.kept[at])
		return ok && (!found || vm.setAdd(vm.kept[mark+1], vm.kept[at]) && vm.w.Slot(vm.kept[mark+1], setUsed) < all)
	})
	return vm.exc == 0
}

// symmetricUpdate leaves what is in one of two sets only.
func (vm *VM) symmetricUpdate(a args) Ref {
	other := vm.asSet(vm.arg(a, 1))
	if other == 0 {
		return 0
	}
	return vm.noneIf(vm.setBinary(compile.Xor, vm.arg(a, 0), other, true) != 0)
}

func (vm *VM) symmetricDifference(a args) Ref {
	other := vm.asSet(vm.arg(a, 1))
	if other == 0 {
		return 0
	}
	return vm.mutableBinary(compile.Xor, vm.arg(a, 0), other, false)
}

func (vm *VM) isDisjoint(a args) Ref {
	if other := vm.arg(a, 1); vm.isSet(other) {
		common := vm.mutableBinary(compile.And, vm.arg(a, 0), other, false)
		return vm.okOr0(common != 0, vm.w.Bool(common != 0 && vm.w.Slot(common, setUsed) == 0))
	}
	found, ok := vm.meets(vm.arg(a, 0), vm.arg(a, 1), true)
	return vm.okOr0(ok, vm.w.Bool(!found))
}

// meets asks an iterable for items until there is one that is in a set or a view, or with in false, that is not; false twice after an
// exception.
func (vm *VM) meets(set, from Ref, in bool) (found, ok bool) {
	mark := vm.keep(set)
	defer vm.release(mark)
	ok = true
	vm.eachItem(from, func(at int) bool {
		var has bool
		has, ok = vm.contains(vm.kept[mark], vm.kept[at])
		found = ok && has == in
		return ok && !found
	})
	ok = ok && vm.exc == 0
	return found && ok, ok
}

// setReserve makes room for another set or dictionary, as CPython does.
func (vm *VM) setReserve(s, from Ref, isSet bool) {
	mask := 7
	if vm.w.Slot(s, setKeys) != 0 {
		mask = vm.setMask(s)
	}
	more := int(vm.w.Slot(from, 0))
	if more == 0 {
		return
	}
	if int(vm.w.Slot(s, setFilled)&math.MaxUint32)+more >= (mask*3+4)/5 || isSet && vm.w.Slot(s, setKeys) == 0 {
		size := 0
		if (int(vm.w.Slot(s, setFilled)&math.MaxUint32)+more)*5 >= mask*3 {
			size = (int(vm.w.Slot(s, setUsed)) + more) * 2
		}
		vm.setResize(s, size)
	}
}

// setCopy copies a set into an empty one of the same size, place by place, or item by
// item without a look for equal ones.
func (vm *VM) setCopy(s, from Ref) bool {
	if vm.w.Slot(s, setFilled)&math.MaxUint32 != 0 || vm.w.Slot(s, setKeys) == 0 || vm.w.Slot(from, setKeys) == 0 {
		return false
	}
	keys, hashes := vm.w.Slot(from, setKeys), vm.w.Slot(from, setHashes)
	same := vm.setMask(s) == vm.setMask(from) && vm.w.Slot(from, setFilled)&math.MaxUint32 == vm.w.Slot(from, setUsed)
	for k := range vm.w.Len(keys) {
		if v := vm.w.Slot(keys, k); v != 0 && same {
			vm.setPut(s, k, v, vm.w.Slot(hashes, k))
		} else if v != 0 {
			vm.setClean(s, v, vm.w.Slot(hashes, k))
		}
	}
	return true
}

// setBinary is | & - ^. The result is of the left operand's type; one that cannot change is no set that takes it.
func (vm *VM) setBinary(op compile.Op, x, y Ref, augmented bool) Ref {
	if vm.w.Header(x) == object.HFrozenSet {
		return vm.frozen(vm.mutableBinary(op, x, y, false))
	}
	return vm.mutableBinary(op, x, y, augmented)
}

// mutableBinary is setBinary, but that its result is always a set.
func (vm *VM) mutableBinary(op compile.Op, x, y Ref, augmented bool) Ref {
	mark := vm.keep(x, y, 0)
	defer vm.release(mark)
	var ok bool
	switch op {
	case compile.Or:
		if augmented {
			ok = vm.setUpdate(x, y)
			return vm.okOr0(ok, vm.kept[mark])
		}
		vm.kept[mark+2] = vm.newSet()
		ok = vm.setUpdate(vm.kept[mark+2], vm.kept[mark]) && vm.setUpdate(vm.kept[mark+2], vm.kept[mark+1])
	case compile.And:
		if vm.w.Slot(y, setUsed) > vm.w.Slot(x, setUsed) {
			vm.kept[mark], vm.kept[mark+1] = y, x
		}
		ok = vm.setFilter(mark, mark+1, mark, true)
	case compile.Sub:
		if augmented {
			return vm.okOr0(vm.setSubtract(x, y), vm.kept[mark])
		}
		if vm.w.Slot(x, setUsed)>>2 > vm.w.Slot(y, setUsed) {
			vm.kept[mark+2] = vm.newSet()
			ok = vm.setUpdate(vm.kept[mark+2], vm.kept[mark]) && vm.setSubtract(vm.kept[mark+2], vm.kept[mark+1])
		} else {
			ok = vm.setFilter(mark, mark, mark+1, false)
		}
	default:
		if augmented && x == y {
			return vm.okOr0(vm.setEmpty(x), x)
		}
		if augmented {
			return vm.okOr0(vm.setToggle(mark, mark+1), vm.kept[mark])
		}
		vm.kept[mark+2] = vm.newSet()
		ok = vm.setUpdate(vm.kept[mark+2], vm.kept[mark+1]) && vm.setToggle(mark+2, mark)
	}
	if ok && augmented {
		for k := range 4 {
			vm.w.SetSlot(x, k, vm.w.Slot(vm.kept[mark+2], k))
		}
		return x
	}
	return vm.okOr0(ok, vm.kept[mark+2])
}

func (vm *VM) okOr0(ok bool, v Ref) Ref {
	if !ok {
		return 0
	}
	return v
}

// setFilter makes a set of the items of one that another has or has not; all are kept.
func (vm *VM) setFilter(mark, from, other int, wanted bool) bool {
	vm.kept[mark+2] = vm.newSet()
	items := vm.setItems(vm.kept[from])
	first := vm.keep(items...)
	vm.work(len(items))
	for k := range items {
		found, ok := vm.setFind(vm.kept[other], vm.kept[first+k])
		if !ok || found == wanted && !vm.setAdd(vm.kept[mark+2], vm.kept[first+k]) {
			return false
		}
	}
	return true
}

func (vm *VM) setToggle(s, other int) bool {
	items := vm.setItems(vm.kept[other])
	first := vm.keep(items...)
	vm.work(len(items))
	for k := range items {
		found, ok := vm.setDiscard(vm.kept[s], vm.kept[first+k])
		if !ok || !found && !vm.setAdd(vm.kept[s], vm.kept[first+k]) {
			return false
		}
	}
	return true
}

// subset reports whether all items of a set are in another one.
func (vm *VM) subset(x, y Ref) (bool, bool) {
	if vm.w.Slot(x, setUsed) > vm.w.Slot(y, setUsed) {
		return false, true
	}
	items := vm.setItems(x)
	mark := vm.keep(append([]Ref{y}, items...)...)
	defer vm.release(mark)
	vm.work(len(items))
	for k := range items {
		if found, ok := vm.setFind(vm.kept[mark], vm.kept[mark+1+k]); !found || !ok {
			return false, ok
		}
	}
	return true, true
}

func (vm *VM) compareSets(op compile.Op, x, y Ref) Ref {
	n, m := vm.w.Slot(x, setUsed), vm.w.Slot(y, setUsed)
	var yes, ok bool
	switch op {
	case compile.Eq, compile.Ne:
		if yes, ok = vm.subset(x, y); ok {
			yes = (yes && n == m) == (op == compile.Eq)
		}
	case compile.Le, compile.Lt:
		yes, ok = vm.subset(x, y)
		yes = yes && (op == compile.Le || n != m)
	default:
		yes, ok = vm.subset(y, x)
		yes = yes && (op == compile.Ge || n != m)
	}
	return vm.okOr0(ok, vm.w.Bool(yes))
}

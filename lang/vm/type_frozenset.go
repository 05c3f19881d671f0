package vm

import (
	"slices"

	"unbox/lang/object"
)

// A frozenset has the slots of a set, so that functions that only read take both, and one more for its hash, in which 0 means that
// it is not known. What makes a set makes a frozenset of it at its end.

const setHash = setHashes + 1

// isSet reports whether an object is a set or a frozenset.
func (vm *VM) isSet(o Ref) bool {
	h := vm.w.Header(o)
	return h == object.HSet || h == object.HFrozenSet
}

// frozen makes a frozenset of a set that no one else has; 0 of 0.
func (vm *VM) frozen(s Ref) Ref {
	if s == 0 {
		return 0
	}
	return vm.w.New(object.HFrozenSet, vm.w.Slot(s, setUsed), vm.w.Slot(s, setFilled), vm.w.Slot(s, setKeys), vm.w.Slot(s, setHashes), 0)
}

// asItem is what is looked for in a set: instead of a set, a frozenset with the same items.
func (vm *VM) asItem(v Ref) Ref {
	if vm.w.Header(v) == object.HSet {
		return vm.frozen(v)
	}
	return v
}

// newFrozenSetOf is frozenset().
func (vm *VM) newFrozenSetOf(a args) Ref {
	if a.n == 1 && vm.w.Header(vm.arg(a, 0)) == object.HFrozenSet {
		return vm.arg(a, 0)
	}
	return vm.frozen(vm.newSetOf(a))
}

// hashFrozenSet is the hash that CPython has, since the order of a set of frozensets depends on it.
func (vm *VM) hashFrozenSet(o Ref) uint64 {
	if h := vm.w.Slot(o, setHash); h != 0 {
		return h
	}
	h := uint64(0)
	if keys := vm.w.Slot(o, setKeys); keys != 0 {
		vm.work(vm.w.Len(keys) >> 3)
		for k := range vm.w.Len(keys) {
			if vm.w.Slot(keys, k) != 0 {
				item := vm.w.Slot(vm.w.Slot(o, setHashes), k)
				h ^= (item ^ 89869747 ^ item<<16) * 3644798167
			}
		}
	}
	h ^= (vm.w.Slot(o, setUsed) + 1) * 1927868237
	h ^= h>>11 ^ h>>25
	if h = h*69069 + 907133923; h == ^uint64(0) {
		h = 590923713
	}
	vm.w.SetSlot(o, setHash, h)
	return h
}

// frozenSetMethods are the methods of set that leave it as it is.
func frozenSetMethods() []builtin {
	var list []builtin
	for _, m := range setMethods {
		switch run := m.run; m.name {
		case "copy":
			m.run = func(vm *VM, a args) Ref { return vm.arg(a, 0) }
		case "union", "intersection", "difference", "symmetric_difference":
			m.run = func(vm *VM, a args) Ref { return vm.frozen(run(vm, a)) }
		case "isdisjoint", "issubset", "issuperset":
		default:
			continue
		}
		list = append(list, m)
	}
	return slices.Clip(list)
}

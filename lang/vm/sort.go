package vm

import (
	"slices"

	"unbox/lang/compile"
	"unbox/lang/sorting"
)

// sortList sorts a list: stably, by keys if there is a function for them. The list is empty as long as that
// takes.
func (vm *VM) sortList(l, key, reverse Ref) bool {
	mark := vm.keep(l, key, reverse, vm.w.Slot(l, 1))
	defer vm.release(mark)
	down := false
	if reverse != 0 {
		n, ok := vm.indexOf(reverse, asInteger)
		if down = n != 0; !ok {
			return false
		}
	}
	items := vm.listItems(vm.kept[mark])
	n := len(items)
	first := vm.keep(items...)
	done := false
	vm.w.SetSlot(vm.kept[mark], 0, 0)
	vm.w.SetSlot(vm.kept[mark], 1, 0)
	defer func() {
		if !done { // there was no more memory, or a key could not be computed
			vm.w.SetSlot(vm.kept[mark], 0, uint64(n))
			vm.w.SetSlot(vm.kept[mark], 1, vm.kept[mark+3])
		}
	}()
	vm.spare(40 * n) // keys, and the order with what is being merged
	vm.work(n)
	keys := vm.keep(make([]Ref, n)...)
	for k := range n {
		v := vm.keyOf(mark+1, vm.kept[first+k])
		if v == 0 {
			return false
		}
		vm.kept[keys+k] = v
	}
	order := make([]int, n)
	for k := range order {
		order[k] = k
	}
	if down { // stable from the end, too
		slices.Reverse(order)
	}
	ok := sorting.Sort(order, vm.work, func(a, b int) (less, ok bool) {
		vm.work(1)
		return vm.compareJump(compile.Lt, vm.kept[keys+a], vm.kept[keys+b])
	})
	if down {
		slices.Reverse(order)
	}
	if ok && (vm.w.Slot(vm.kept[mark], 0) != 0 || vm.w.Slot(vm.kept[mark], 1) != 0) {
		vm.raise(vm.types.valueError, "list modified during sort")
		ok = false
	}
	for k, from := range order {
		items[k] = vm.kept[first+from]
	}
	vm.setList(vm.kept[mark], items)
	done = true
	return ok
}

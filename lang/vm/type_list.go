package vm

import (
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

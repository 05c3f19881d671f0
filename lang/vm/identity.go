package vm

import (
	"math"

	"unbox/lang/hashing"
	"unbox/lang/object"
)

// idName is the attribute of an instance that holds its number. No program sees it.
const idName = ".id"

// identitySize is about what an object takes that is known by its number, outside of the world.
const identitySize = 48

// identity is a number that an object keeps, though it moves. An instance has it as an attribute without a name of Python's; other objects
// are in a table for as long as something refers to them. Methods that are bound have one number, since two of them may be equal.
func (vm *VM) identity(o Ref) uint64 {
	switch vm.w.Header(o) {
	case object.HBound:
		return object.HBound
	case object.HInstance:
	default:
		return vm.numbered(o)
	}
	m := vm.maps[vm.w.Slot(o, 0)]
	if slot, ok := m.slots[idName]; ok {
		return hashing.Int(vm.intOf(vm.w.Slot(vm.w.Slot(o, 1), slot)))
	}
	id := vm.nextIdentity()
	vm.putField(o, m, idName, vm.w.Int(id), nil)
	return hashing.Int(id)
}

func (vm *VM) nextIdentity() int64 {
	vm.identities++
	return int64(vm.identities) * 0x9e3779b97f4a7c1 & math.MaxInt64
}

// numbered is the number of an object in the table.
func (vm *VM) numbered(o Ref) uint64 {
	id, ok := vm.numbers[o]
	if !ok {
		vm.hold(identitySize)
		id = hashing.Int(vm.nextIdentity())
		vm.numbers[o] = id
	}
	return id
}

// renumber follows the objects of the table to where a collection has moved them.
func (vm *VM) renumber(now func(Ref) Ref) {
	moved := make(map[Ref]uint64, len(vm.numbers))
	for o, id := range vm.numbers {
		if to := now(o); to != 0 {
			moved[to] = id
		}
	}
	vm.held -= identitySize * (len(vm.numbers) - len(moved))
	vm.numbers = moved
}

// idOf is id(): the same number for what `is` says is one object.
func (vm *VM) idOf(o Ref) Ref {
	id := uint64(0)
	switch h := vm.w.Header(o); {
	case h == object.HInt, h == object.HFloat, h == object.HBuiltin, h == object.HType:
		id = hashing.Text(vm.typeName(o)) + vm.w.Slot(o, 0)*0x9e3779b97f4a7c1
	case vm.isStr(o) && vm.w.Len(o) <= sameText:
		id = hashing.Text(vm.w.View(o))
	case vm.w.Shape(o) == object.ATuple && vm.w.Len(o) == 0:
		id = hashing.Text("()")
	case h == object.HInstance:
		id = vm.identity(o)
	default:
		id = vm.numbered(o)
	}
	return vm.w.Int(int64(id >> 1))
}

package vm

import (
	"unbox/lang/compile"
	"unbox/lang/object"
)

// Views of dictionaries. Those of keys and of items can be combined and compared with sets and with one another; the other
// operand of an operator may be anything with items, on either side.

// isSetView reports whether an object is a view of keys or items.
func (vm *VM) isSetView(o Ref) bool {
	return vm.w.Header(o) == object.HDictView && vm.w.Slot(o, 1) != viewValues
}

// viewBinary is | & - ^ if one of the operands is such a view.
func (vm *VM) viewBinary(op compile.Op, x, y Ref) Ref {
	mark := vm.keep(x, y, 0)
	defer vm.release(mark)
	if op == compile.And {
		return vm.viewCommon(mark)
	}
	from := x
	if vm.isSetView(x) && vm.w.Slot(x, 1) == viewKeys {
		from = vm.w.Slot(x, 0)
	}
	vm.kept[mark+2] = vm.newSet()
	ok := vm.setUpdate(vm.kept[mark+2], from)
	switch {
	case !ok:
	case op == compile.Or:
		ok = vm.setUpdate(vm.kept[mark+2], vm.kept[mark+1])
	case op == compile.Sub:
		ok = vm.setSubtract(vm.kept[mark+2], vm.kept[mark+1])
	default:
		other := vm.asSet(vm.kept[mark+1])
		if vm.kept[mark+1] = other; other == 0 {
			return 0
		}
		ok = vm.setToggle(mark+2, mark+1)
	}
	return vm.okOr0(ok, vm.kept[mark+2])
}

// viewCommon makes a set of the items that both of the objects have that are kept from mark on. Which of them is gone through is
// CPython's choice, because the order of the result depends on it.
func (vm *VM) viewCommon(mark int) Ref {
	if !vm.isSetView(vm.kept[mark]) {
		vm.kept[mark], vm.kept[mark+1] = vm.kept[mark+1], vm.kept[mark]
	}
	n, _ := vm.length(vm.kept[mark])
	through, in := mark+1, mark
	if other := vm.kept[mark+1]; vm.isSet(other) && n <= int(vm.w.Slot(other, setUsed)) {
		through, in = mark, mark+1
	} else if vm.isSetView(other) {
		if m, _ := vm.length(other); m > n {
			through, in = mark, mark+1
		}
	}
	vm.kept[mark+2] = vm.newSet()
	ok := vm.eachItem(vm.kept[through], func(at int) bool {
		found, ok := vm.contains(vm.kept[in], vm.kept[at])
		return ok && (!found || vm.setAdd(vm.kept[mark+2], vm.kept[at]))
	})
	return vm.okOr0(ok, vm.kept[mark+2])
}

// viewHas reports whether a view of keys or items has an item.
func (vm *VM) viewHas(view, v Ref) (bool, bool) {
	d := vm.w.Slot(view, 0)
	if vm.w.Slot(view, 1) == viewKeys {
		return vm.contains(d, v)
	}
	if vm.w.Shape(v) != object.ATuple || vm.w.Len(v) != 2 {
		return false, true
	}
	mark := vm.keep(v, view)
	defer vm.release(mark)
	e, ok := vm.dictFind(d, vm.w.Slot(v, 0))
	if !ok || e < 0 {
		return false, ok
	}
	d = vm.w.Slot(vm.kept[mark+1], 0)
	return vm.equal(vm.w.Slot(vm.w.Slot(d, dictItems), 2*e+1), vm.w.Slot(vm.kept[mark], 1))
}

// compareViews compares what is like a set.
func (vm *VM) compareViews(op compile.Op, x, y Ref) Ref {
	n, _ := vm.length(x)
	m, _ := vm.length(y)
	var possible bool
	switch op {
	case compile.Eq, compile.Ne:
		possible = n == m
	case compile.Lt:
		possible = n < m
	case compile.Le:
		possible = n <= m
	case compile.Gt:
		possible, x, y = n > m, y, x
	default:
		possible, x, y = n >= m, y, x
	}
	mark := vm.keep(y)
	defer vm.release(mark)
	ok := true
	yes := possible && vm.eachItem(x, func(at int) bool {
		var found bool
		found, ok = vm.contains(vm.kept[mark], vm.kept[at])
		return found && ok
	})
	ok = ok && vm.exc == 0
	return vm.okOr0(ok, vm.w.Bool(yes == (op != compile.Ne)))
}

// viewMethods are those of keys and items.
var viewMethods = []builtin{
	{name: "isdisjoint", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		found, ok := vm.meets(vm.arg(a, 0), vm.arg(a, 1), true)
		return vm.okOr0(ok, vm.w.Bool(!found))
	}},
}

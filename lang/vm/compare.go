package vm

import (
	"math"
	"math/big"
	"strings"

	"unbox/lang/compile"
	"unbox/lang/object"
)

func containsText(s, part string) bool { return strings.Contains(s, part) }

var comparisonSymbols = [...]string{compile.Lt: "<", compile.Le: "<=", compile.Gt: ">", compile.Ge: ">=", compile.Eq: "==", compile.Ne: "!="}

// swapped is the comparison with the operands the other way round.
var swapped = [...]compile.Op{compile.Lt: compile.Gt, compile.Le: compile.Ge, compile.Gt: compile.Lt, compile.Ge: compile.Le,
	compile.Eq: compile.Eq, compile.Ne: compile.Ne}

// compare is x op y; 0 after an exception.
func (vm *VM) compare(op compile.Op, x, y Ref) Ref {
	hx, hy := vm.w.Shape(x), vm.w.Shape(y)
	if hx == object.HInstance || hy == object.HInstance {
		return vm.compareInstances(op, x, y)
	}
	switch {
	case vm.isNumber(x) && vm.isNumber(y):
		return vm.w.Bool(vm.compareNumbers(op, x, y))
	case hx == object.BStr && hy == object.BStr:
		vm.work(min(vm.w.Len(x), vm.w.Len(y)) >> 6)
		return vm.w.Bool(holds(op, int64(strings.Compare(vm.w.View(x), vm.w.View(y))), 0))
	case hx == hy && (hx == object.HList || hx == object.ATuple || hx == object.HArray):
		return vm.compareSequences(op, x, y)
	case hx == object.HSlice && hy == object.HSlice:
		a := vm.newTuple(vm.w.Items(x, 3)...)
		return vm.compareSequences(op, a, vm.newTuple(vm.w.Items(y, 3)...))
	case vm.isSet(x) && vm.isSet(y):
		return vm.compareSets(op, x, y)
	case (vm.isSet(x) || vm.isSetView(x)) && (vm.isSet(y) || vm.isSetView(y)):
		return vm.compareViews(op, x, y)
	}
	if op == compile.Eq || op == compile.Ne {
		same, ok := vm.sameValue(x, y)
		if !ok {
			return 0
		}
		return vm.w.Bool(same == (op == compile.Eq))
	}
	if vm.isCounter(x) && vm.isCounter(y) {
		mark := vm.keep(x, y)
		defer vm.release(mark)
		yes, ok := vm.countsHold(op, x, y)
		if yes && ok && (op == compile.Lt || op == compile.Gt) {
			yes, ok = vm.sameValue(vm.kept[mark], vm.kept[mark+1])
			yes = !yes
		}
		return vm.okOr0(ok, vm.w.Bool(yes))
	}
	return vm.notComparable(op, x, y)
}

func (vm *VM) notComparable(op compile.Op, x, y Ref) Ref {
	return vm.raise(vm.types.typeError, "'%s' not supported between instances of '%s' and '%s'", comparisonSymbols[op], vm.typeName(x), vm.typeName(y))
}

// sameValue compares objects without an order.
func (vm *VM) sameValue(x, y Ref) (bool, bool) {
	if vm.is(x, y) {
		return true, true
	}
	h := vm.w.Header(x)
	if h != vm.w.Header(y) {
		return false, true
	}
	switch h {
	case object.HDict:
		switch {
		case vm.isCounter(x) && vm.isCounter(y):
			return vm.countsHold(compile.Eq, x, y)
		case vm.isOrdered(x) && vm.isOrdered(y):
			return vm.sameOrdered(x, y)
		}
		return vm.sameDicts(x, y)
	case object.HRange:
		n := vm.rangeLen(x)
		same := n == vm.rangeLen(y) && (n == 0 || vm.intOf(vm.w.Slot(x, 0)) == vm.intOf(vm.w.Slot(y, 0))) &&
			(n <= 1 || vm.intOf(vm.w.Slot(x, 2)) == vm.intOf(vm.w.Slot(y, 2)))
		return same, true
	case object.HBound:
		return vm.w.Slot(x, 0) == vm.w.Slot(y, 0) && vm.is(vm.w.Slot(x, 1), vm.w.Slot(y, 1)), true
	}
	return false, true
}

// compareNumbers compares exactly, whatever the types are.
func (vm *VM) compareNumbers(op compile.Op, x, y Ref) bool {
	if vm.isInt(x) && vm.isInt(y) {
		return holds(op, vm.intOf(x), vm.intOf(y))
	}
	if vm.isFloat(x) && vm.isFloat(y) {
		return holds(op, vm.floatOf(x), vm.floatOf(y))
	}
	if vm.isFloat(x) {
		return vm.compareNumbers(swapped[op], y, x)
	}
	if vm.isFloat(y) {
		f := vm.floatOf(y)
		if vm.isInt(x) && exactly(vm.intOf(x)) {
			return holds(op, float64(vm.intOf(x)), f)
		}
		if math.IsNaN(f) {
			return op == compile.Ne
		}
		if math.IsInf(f, 0) {
			return holds(op, 0, f)
		}
		vm.work(vm.w.Len(x) >> 6) // of a small integer a few units
		exact, _ := new(big.Float).SetFloat64(f).Rat(nil)
		return holds(op, int64(new(big.Rat).SetInt(vm.bigOf(x)).Cmp(exact)), 0)
	}
	a, b := vm.bigOf(x), vm.bigOf(y)
	vm.linear(a, b)
	return holds(op, int64(a.Cmp(b)), 0)
}

// compareSequences compares lists, tuples or arrays.
func (vm *VM) compareSequences(op compile.Op, x, y Ref) Ref {
	if !vm.deeper(" in comparison") {
		return 0
	}
	defer func() { vm.nesting-- }()
	mark := vm.keep(x, y)
	defer vm.release(mark)
	n, _ := vm.length(x)
	m, _ := vm.length(y)
	if n != m && (op == compile.Eq || op == compile.Ne) {
		return vm.w.Bool(op == compile.Ne)
	}
	for k := 0; ; k++ {
		n, _ = vm.length(vm.kept[mark])
		m, _ = vm.length(vm.kept[mark+1])
		if k >= n || k >= m {
			return vm.w.Bool(holds(op, int64(n), int64(m)))
		}
		vm.work(1)
		a, b := vm.plainItem(vm.kept[mark], k), vm.plainItem(vm.kept[mark+1], k)
		inner := vm.keep(a, b)
		same, ok := vm.equal(a, b)
		a, b = vm.kept[inner], vm.kept[inner+1]
		vm.release(inner)
		if !ok {
			return 0
		}
		if same {
			continue
		}
		if op == compile.Eq || op == compile.Ne {
			return vm.w.Bool(op == compile.Ne)
		}
		return vm.compare(op, a, b)
	}
}

// plainItem is an item of a list, tuple or array.
func (vm *VM) plainItem(o Ref, k int) Ref {
	if vm.w.Shape(o) == object.ATuple {
		return vm.w.Slot(o, k)
	}
	return vm.listItem(o, k)
}

// compareInstances asks the methods of both operands.
func (vm *VM) compareInstances(op compile.Op, x, y Ref) Ref {
	if held := vm.answeredByLeft(op, x, y); held != 0 {
		return vm.compare(op, x, held)
	}
	if a, b := vm.comparedItems(op, x), vm.comparedItems(op, y); a != 0 && b != 0 {
		return vm.compareSequences(op, a, b)
	}
	mark := vm.keep(x, y)
	defer vm.release(mark)
	cx, cy := vm.classOf(x), vm.classOf(y)
	order := []int{0, 1}
	if cx != cy && cy.is(cx) {
		order = []int{1, 0}
	}
	for _, k := range order {
		o := op
		if k == 1 {
			o = swapped[op]
		}
		v := vm.askComparison(o, mark+k, mark+1-k)
		if v != vm.w.NotImplemented {
			return v
		}
	}
	x, y = vm.kept[mark], vm.kept[mark+1]
	switch {
	case vm.answersForHeld(op, x, y):
		return vm.compare(op, vm.heldOf(x), y)
	case vm.answersForHeld(op, y, x):
		return vm.compare(op, x, vm.heldOf(y))
	}
	if op == compile.Eq || op == compile.Ne {
		return vm.w.Bool((x == y) == (op == compile.Eq))
	}
	return vm.notComparable(op, x, y)
}

// askComparison calls the method of what is kept at an index; NotImplemented if there
// is none.
func (vm *VM) askComparison(op compile.Op, self, other int) Ref {
	if vm.w.Header(vm.kept[self]) != object.HInstance {
		return vm.w.NotImplemented
	}
	f, ok := vm.specialOf(vm.kept[self], specialLt+special(op-compile.Lt))
	if ok {
		return vm.call(f, vm.kept[self], vm.kept[other])
	}
	if op != compile.Ne {
		return vm.w.NotImplemented
	}
	if f, ok = vm.specialOf(vm.kept[self], specialEq); !ok {
		return vm.w.NotImplemented
	}
	v := vm.call(f, vm.kept[self], vm.kept[other])
	if v == 0 || v == vm.w.NotImplemented {
		return v
	}
	yes, ok := vm.truth(v)
	if !ok {
		return 0
	}
	return vm.w.Bool(!yes)
}

// equal is `x is y or x == y`, as containers compare.
func (vm *VM) equal(x, y Ref) (bool, bool) {
	if x == y {
		return true, true
	}
	return vm.compareJump(compile.Eq, x, y)
}

// compareJump is a comparison of whose result only the truth matters.
func (vm *VM) compareJump(op compile.Op, x, y Ref) (bool, bool) {
	v := vm.compare(comparison(op), x, y)
	if v == 0 {
		return false, false
	}
	return vm.truth(v)
}

// isComparison reports whether an operation is one of the six comparisons that objects answer.
func isComparison(op compile.Op) bool { return op >= compile.Lt && op <= compile.Ne }

// comparison returns the comparison of a jump.
func comparison(op compile.Op) compile.Op {
	switch op {
	case compile.JLt, compile.JLtK:
		return compile.Lt
	case compile.JLe, compile.JLeK:
		return compile.Le
	case compile.JGt, compile.JGtK:
		return compile.Gt
	case compile.JGe, compile.JGeK:
		return compile.Ge
	case compile.JEq, compile.JEqK:
		return compile.Eq
	case compile.JNe, compile.JNeK:
		return compile.Ne
	}
	return op
}

// holds reports whether a op b holds.
func holds[T int64 | float64](op compile.Op, a, b T) bool {
	switch op {
	case compile.Lt:
		return a < b
	case compile.Le:
		return a <= b
	case compile.Gt:
		return a > b
	case compile.Ge:
		return a >= b
	case compile.Eq:
		return a == b
	}
	return a != b
}

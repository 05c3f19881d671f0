package vm

import (
	"strings"

	"unbox/lang/compile"
	"unbox/lang/object"
)

// The methods of operators, and of those whose left operand does not know what to do.
var operators = [...]struct{ symbol, name string }{
	compile.Add: {"+", "add"}, compile.Sub: {"-", "sub"}, compile.Mul: {"*", "mul"}, compile.TrueDiv: {"/", "truediv"},
	compile.FloorDiv: {"//", "floordiv"}, compile.Mod: {"%", "mod"}, compile.Pow: {"** or pow()", "pow"}, compile.MatMul: {"@", "matmul"}, compile.LShift: {"<<", "lshift"},
	compile.RShift: {">>", "rshift"}, compile.And: {"&", "and"}, compile.Or: {"|", "or"}, compile.Xor: {"^", "xor"},
}

// plain returns the operation of one with a constant.
func plain(op compile.Op) compile.Op {
	switch op {
	case compile.AddK:
		return compile.Add
	case compile.SubK:
		return compile.Sub
	case compile.MulK:
		return compile.Mul
	case compile.FloorDivK:
		return compile.FloorDiv
	case compile.ModK:
		return compile.Mod
	case compile.AndK:
		return compile.And
	case compile.LShiftK:
		return compile.LShift
	case compile.RShiftK:
		return compile.RShift
	}
	return op
}

// enterBinary computes x op y, or pushes the frame of the method that does.
func (vm *VM) enterBinary(op compile.Op, x, y Ref, augmented bool) (Ref, bool) {
	if x == 0 || y == 0 {
		panic("BUG: an operand that is not bound")
	}
	op = plain(op)
	hx, hy := vm.w.Header(x), vm.w.Header(y)
	if hx != object.HInstance && hy != object.HInstance {
		return vm.binary(op, x, y, augmented), false
	}
	k := operatorMethod(op)
	if augmented && hx == object.HInstance {
		if f, ok := vm.specialOf(x, augmentedMethods+k); ok {
			if v := vm.call(f, x, y); v != vm.w.NotImplemented {
				return v, false
			}
		}
	}
	if hx == object.HInstance {
		f, ok := vm.specialOf(x, operatorMethods+k)
		if ok && vm.w.Header(f) == object.HFunc && !vm.reflectedFirst(x, y, k) {
			return vm.enterMethod(f, returnBinary, x, y)
		}
	}
	return vm.slowOperator(op, x, y, augmented), false
}

// reflectedFirst reports whether the right operand of an operation is asked first: it is of a class derived from
// the left one's that has a method of its own.
func (vm *VM) reflectedFirst(x, y Ref, k special) bool {
	if h := vm.w.Header(y); h == object.HInt || h == object.HFloat { // of classes that are derived from no other one
		return false
	}
	cx, cy := vm.classOf(x), vm.classOf(y)
	if cx == cy || !cy.is(cx) {
		return false
	}
	mine, ok := vm.special(cy, reflectedMethods+k)
	if !ok {
		return false
	}
	theirs, ok := vm.special(cx, reflectedMethods+k)
	return !ok || mine != theirs
}

// answeredByLeft is what the right operand of an operation or comparison holds, if the left one is an object of the language that has an
// answer for it: then no method of the right one is asked, unless its class is derived from the left one's. 0 if there is no such answer.
func (vm *VM) answeredByLeft(op compile.Op, x, y Ref) Ref {
	held := vm.heldOf(y)
	if held == 0 || vm.w.Header(x) == object.HInstance || vm.classOf(y).is(vm.classOf(x)) {
		return 0
	}
	answers := false
	switch {
	case vm.isFloat(x):
		answers = vm.isAnyInt(held) && (isComparison(op) || op <= compile.Pow)
	case vm.w.Header(x) == object.HBool:
		answers = vm.isAnyInt(held) && op != compile.MatMul
	case vm.isSet(x) || vm.isSetView(x):
		answers = vm.isSet(held) && (isComparison(op) || combinesSets(op))
	case vm.w.Header(x) == object.HDict:
		answers = vm.w.Header(held) == object.HDict && !vm.isCounter(x) && (op == compile.Eq || op == compile.Ne || op == compile.Or)
	}
	if !answers {
		return 0
	}
	return held
}

// undecided is what an operation gives that no method of an instance decided; false if objects of the language have no answer either.
func (vm *VM) undecided(op compile.Op, x, y Ref) (Ref, bool) {
	switch {
	case vm.answersForHeld(op, x, y):
		return vm.binary(op, vm.heldOf(x), y, false), true
	case vm.w.Shape(x) == object.BStr && op == compile.Mod:
		return vm.percent(x, y), true
	case vm.isSetView(y) && combinesSets(op):
		return vm.viewBinary(op, x, y), true
	}
	return 0, false
}

// combinesSets reports whether an operation is one that sets have.
func combinesSets(op compile.Op) bool {
	return op == compile.Sub || op >= compile.And && op <= compile.Xor
}

// answersForHeld reports whether an object of the language has an answer for what an instance on the other side holds. It is asked after
// the instance's own methods, if none of them has one.
func (vm *VM) answersForHeld(op compile.Op, instance, plain Ref) bool {
	held := vm.heldOf(instance)
	if held == 0 || vm.w.Header(plain) == object.HInstance {
		return false
	}
	compares := isComparison(op)
	switch {
	case vm.isFloat(plain):
		return vm.isNumber(held) && (compares || op <= compile.Pow)
	case vm.isNumber(plain):
		return vm.isAnyInt(held) && op != compile.MatMul
	case vm.isSet(plain) || vm.isSetView(plain):
		return vm.isSet(held) && (compares || combinesSets(op))
	case vm.w.Header(plain) == object.HDict:
		return vm.w.Header(held) == object.HDict && !vm.isCounter(plain) && (op == compile.Eq || op == compile.Ne || op == compile.Or)
	}
	return compares && vm.w.Shape(plain) == vm.w.Shape(held) && isSequence(vm.w.Shape(held))
}

// slowOperator tries the operands one after the other.
func (vm *VM) slowOperator(op compile.Op, x, y Ref, augmented bool) Ref {
	if held := vm.heldOf(y); augmented && held != 0 { // what changes takes into itself what an instance holds
		switch h := vm.w.Header(x); {
		case h == object.HList && op == compile.Add:
			return vm.sequenceBinary(op, x, y, true)
		case (h == object.HSet || h == object.HDict) && vm.w.Header(held) == h:
			return vm.binary(op, x, held, true)
		}
	}
	if held := vm.answeredByLeft(op, x, y); held != 0 {
		return vm.binary(op, x, held, augmented)
	}
	switch { // these take anything on the right, and ask it for its text or its items
	case vm.classOf(y).is(vm.classOf(x)):
	case vm.w.Shape(x) == object.BStr && op == compile.Mod:
		return vm.percent(x, y)
	case vm.isSetView(x) && combinesSets(op):
		return vm.viewBinary(op, x, y)
	}
	mark := vm.keep(x, y)
	defer vm.release(mark)
	k := operatorMethod(op)
	ask := func(method special, a, b int) Ref {
		if vm.w.Header(vm.kept[a]) != object.HInstance {
			return vm.w.NotImplemented
		}
		f, ok := vm.specialOf(vm.kept[a], method)
		if !ok {
			return vm.w.NotImplemented
		}
		return vm.call(f, vm.kept[a], vm.kept[b])
	}
	reflected := vm.reflectedFirst(x, y, k)
	if reflected {
		if v := ask(reflectedMethods+k, mark+1, mark); v != vm.w.NotImplemented {
			return v
		}
	}
	if v := ask(operatorMethods+k, mark, mark+1); v != vm.w.NotImplemented {
		return v
	}
	if !reflected && vm.classOf(vm.kept[mark]) != vm.classOf(vm.kept[mark+1]) {
		if v := ask(reflectedMethods+k, mark+1, mark); v != vm.w.NotImplemented {
			return v
		}
	}
	x, y = vm.kept[mark], vm.kept[mark+1]
	if v, ok := vm.undecided(op, x, y); ok {
		return v
	}
	return vm.unsupported(op, x, y, augmented)
}

// declined continues with an operation after a method returned NotImplemented in a frame of its own: that of the left
// operand, or, if that is no instance, of the right one, which is not asked again.
func (vm *VM) declined(f *frame) Ref {
	i := f.code.Instrs[f.pc-1]
	op := plain(i.Op())
	x, y := vm.w.Words[f.fp+int(i.B())], Ref(0)
	if op != i.Op() {
		y = f.code.k[i.C()]
	} else {
		y = vm.w.Words[f.fp+int(i.C())]
	}
	if cx, cy := vm.classOf(x), vm.classOf(y); cx != cy && vm.w.Header(x) == object.HInstance && vm.w.Header(y) == object.HInstance {
		if r, ok := vm.specialOf(y, reflectedMethods+operatorMethod(op)); ok {
			if v := vm.call(r, y, x); v != vm.w.NotImplemented {
				return v
			}
			x = vm.w.Words[f.fp+int(i.B())]
			if op == i.Op() {
				y = vm.w.Words[f.fp+int(i.C())]
			}
		}
	}
	if v, ok := vm.undecided(op, x, y); ok {
		return v
	}
	return vm.unsupported(op, x, y, i.D() != 0)
}

func (vm *VM) unsupported(op compile.Op, x, y Ref, augmented bool) Ref {
	hx, hy := vm.w.Shape(x), vm.w.Shape(y)
	instance := hx == object.HInstance || hy == object.HInstance
	left := x
	if held := vm.heldOf(x); held != 0 && isSequence(vm.w.Shape(held)) {
		x, hx = held, vm.w.Shape(held)
	}
	switch { // no method of the instance wanted it: what sequences say comes last
	case instance && op == compile.Mul && isSequence(hx):
		return vm.repeat(x, y, augmented)
	case instance && op == compile.Mul && isSequence(hy):
		return vm.repeat(y, x, false)
	case instance && op == compile.Add && isSequence(hx) && hx != object.HArray:
		return vm.sequenceBinary(op, x, y, augmented)
	}
	symbol := operators[op].symbol
	if augmented {
		symbol = strings.TrimSuffix(symbol, " or pow()") + "="
	}
	return vm.raise(vm.types.typeError, "unsupported operand type(s) for %s: '%s' and '%s'", symbol, vm.typeName(left), vm.typeName(y))
}

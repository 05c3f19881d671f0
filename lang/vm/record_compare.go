package vm

import (
	"math"

	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/trace"
)

// Comparisons in traces: of numbers, strings and tuples, and of what is of different kinds. Everything else the trace
// calls, as it may run the program.

var (
	intCompares = map[compile.Op]trace.Opcode{compile.Lt: trace.OpIntLt, compile.Le: trace.OpIntLe, compile.Gt: trace.OpIntGt, compile.Ge: trace.OpIntGe,
		compile.Eq: trace.OpIntEq, compile.Ne: trace.OpIntNe}
	floatCompares = map[compile.Op]trace.Opcode{compile.Lt: trace.OpFloatLt, compile.Le: trace.OpFloatLe, compile.Gt: trace.OpFloatGt,
		compile.Ge: trace.OpFloatGe, compile.Eq: trace.OpFloatEq, compile.Ne: trace.OpFloatNe}
)

// maxUnrolledItems is the maximum number of items of a tuple or a list that become
// separate comparisons.
const maxUnrolledItems = 8

// compare guards how two objects compare; ok is false if they are of kinds that a trace does not compare itself.
func (r *recorder) compare(op compile.Op, x, y value) (truth, ok bool) {
	sx, sy := r.vm.shapeOf(x.bits), r.vm.shapeOf(y.bits)
	kx, ky := kindOf(sx), kindOf(sy)
	switch {
	case kx == noKind || ky == noKind:
		return false, false
	case kx != ky:
		if op != compile.Eq && op != compile.Ne {
			return false, false
		}
		r.is(x)
		r.is(y)
		return op == compile.Ne, true
	case kx == kindText:
		return r.compareText(op, x, y)
	case kx == kindTuple:
		return r.compareTuples(op, x, y)
	case kx == kindNone:
		r.is(x)
		r.is(y)
		return op == compile.Eq, op == compile.Eq || op == compile.Ne
	}
	return r.compareNumbers(op, x, y, sx, sy)
}

// kind distinguishes objects that are never equal, as far as comparing them does not run the program's
// code.
type kind uint8

const (
	noKind kind = iota
	kindNumber
	kindText
	kindNone
	kindTuple
)

func kindOf(shape uint64) kind {
	switch shape {
	case object.HInt, object.HBool, object.HFloat:
		return kindNumber
	case object.BStr:
		return kindText
	case object.HNone:
		return kindNone
	case object.ATuple:
		return kindTuple
	}
	return noKind
}

func (r *recorder) compareNumbers(op compile.Op, x, y value, sx, sy uint64) (truth, ok bool) {
	if isIntShape(sx) && isIntShape(sy) {
		return r.decided(r.pure(intCompares[op], r.unbox(x, r.is(x)), r.unbox(y, r.is(y)))), true
	}
	if isIntShape(sx) && !exact(value{bits: r.vm.w.Slot(x.bits, 0)}) || isIntShape(sy) && !exact(value{bits: r.vm.w.Slot(y.bits, 0)}) {
		return false, false
	}
	return r.decided(r.pure(floatCompares[op], r.comparable(x), r.comparable(y))), true
}

// compareText compares strings: whether they are one text, or their order.
func (r *recorder) compareText(op compile.Op, x, y value) (truth, ok bool) {
	r.is(x)
	r.is(y)
	if op == compile.Eq || op == compile.Ne {
		same, ok := r.sameText(x, y)
		return same == (op == compile.Eq), ok
	}
	order, ok := r.answer(r.vm.textOrder(x.bits, y.bits), "str_order", x, y)
	return ok && r.branch(r.pure(intCompares[op], order, r.constInt(0))), ok
}

// compareTuples compares short tuples item by item, up to the first ones that are not the same.
func (r *recorder) compareTuples(op compile.Op, x, y value) (truth, ok bool) {
	n, m := r.vm.w.Len(x.bits), r.vm.w.Len(y.bits)
	if n > maxUnrolledItems || m > maxUnrolledItems {
		return false, false
	}
	r.is(x)
	r.is(y)
	r.equals(r.length(x, object.ATuple), int64(n))
	r.equals(r.length(y, object.ATuple), int64(m))
	equality := op == compile.Eq || op == compile.Ne
	if equality && n != m {
		return op == compile.Ne, true
	}
	for k := range min(n, m) {
		at := r.constInt(int64(k))
		a, b := r.boxed(object.ATuple, r.item(x, object.ATuple, at)), r.boxed(object.ATuple, r.item(y, object.ATuple, at))
		same, ok := r.sameItem(a, b)
		switch {
		case !ok:
			return false, false
		case same:
		case equality:
			return op == compile.Ne, true
		default:
			return r.compare(op, a, b)
		}
	}
	return holds(op, int64(n), int64(m)), true
}

// sameItem guards whether two objects are one or equal, as containers compare their items.
func (r *recorder) sameItem(x, y value) (same, ok bool) {
	sx, sy := r.vm.shapeOf(x.bits), r.vm.shapeOf(y.bits)
	if kindOf(sx) == noKind || kindOf(sy) == noKind {
		if x.bits != y.bits {
			return false, false
		}
		if x.v != y.v && !r.branch(r.pure(trace.OpPtrEq, x, y)) {
			panic("BUG: an object is not itself")
		}
		return true, true
	}
	same, ok = r.compare(compile.Eq, x, y)
	if ok && !same && sx == object.HFloat && sy == object.HFloat { // what is no number is the same if it is one object
		f := r.unboxFloat(x)
		if math.IsNaN(toFloat(f.bits)) {
			return false, false
		}
		r.decided(r.pure(trace.OpFloatEq, f, f))
	}
	return same, ok
}

// contains guards whether a container has an object; ok is false if the trace does not look itself.
func (r *recorder) contains(o, x value) (found, ok bool) {
	switch h := r.vm.shapeOf(o.bits); h {
	case object.BStr:
		return r.hasText(o, x)
	case object.ATuple:
		if n := r.vm.w.Len(o.bits); n <= maxUnrolledItems {
			r.is(o)
			r.equals(r.length(o, h), int64(n))
			return r.hasItem(o, h, n, x)
		}
	case object.HList:
		if n := r.vm.listLen(o.bits); n <= maxUnrolledItems && n > 0 {
			r.is(o)
			r.equals(r.get(o, h, listLength), int64(n))
			items := r.get(o, h, listItems)
			return r.hasItem(items, r.is(items), n, x)
		}
	case object.HDict, object.HSet, object.HFrozenSet:
		return r.hasKey(o, x)
	}
	return false, false
}

// hasItem compares an object with items of an array, up to the first one that is the same.
func (r *recorder) hasItem(items value, shape uint64, n int, x value) (found, ok bool) {
	for k := range n {
		if found, ok = r.sameItem(r.boxed(shape, r.item(items, shape, r.constInt(int64(k)))), x); found || !ok {
			return found, ok
		}
	}
	return false, true
}

func (r *recorder) hasText(o, x value) (found, ok bool) {
	if r.vm.shapeOf(x.bits) != object.BStr {
		return false, false
	}
	r.is(o)
	r.is(x)
	v, ok := r.answer(r.vm.textIn(o.bits, x.bits), "str_in", o, x)
	return ok && r.branch(v), ok
}

// decided guards a comparison unless it is one of constants.
func (r *recorder) decided(x value) bool {
	constant := true
	for _, a := range r.t.Args(x.v) {
		constant = constant && a.IsConst()
	}
	if constant {
		return x.bits != 0
	}
	return r.branch(x)
}

// comparable is a number as a double that compares as it does.
func (r *recorder) comparable(x value) value {
	if r.is(x) == object.HFloat {
		return r.unboxFloat(x)
	}
	return r.exactFloat(r.unbox(x, r.is(x)))
}

func (r *recorder) compareJump(f *frame, i compile.Instr, x, y value) bool {
	truth, ok := r.compare(comparison(i.Op()), x, y)
	if !ok {
		r.residualBranch(f, i, i.C() != 0)
		return false
	}
	r.jump(f, i, truth == (i.C() != 0))
	return false
}

package backend

import (
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// fact is what is known of one value at the current place.
type fact struct {
	// bounds of an integer.
	bounds bounds.Bounds
	// shape of an object or array, known if it is not noShape.
	shape arena.Shape
	// object and nonnull: it is an object, or at least not null.
	object, nonnull, array bool
	// minLen is a lower bound for the length of the array, from 0 to maxLength.
	minLen int64
	// shapeOf is the object whose shape the integer is.
	shapeOf trace.Value
}

// maxLength is the length of the longest array that a heap can hold.
const maxLength = 1<<31 - 1

// noShape has a kind that neither objects nor arrays have.
const noShape = arena.Shape(1<<32 - 1)

var nothing = fact{bounds: bounds.Top(), shape: noShape}

// facts is what is known at a place of the path: of each value, and of pairs.
type facts struct {
	list   []fact // by index: results, then constants
	values int
	// below has the pairs whose first is less than their second as signed
	// integers, within those of which it is an index of the second, an array.
	below, within pairSet
	// may has the pairs of an object and a field that it may have.
	may pairSet
	// lengths has the pairs of an integer and the array whose length it is.
	lengths lengthTable
}

// begin makes f what is known at the beginning of a trace, reusing memory.
func (f *facts) begin(t *trace.Trace) {
	f.values = len(t.Ops)
	if n := len(t.Ops) + len(t.Consts) + 1; cap(f.list) < n {
		f.list = make([]fact, n, n+n/4)
	} else {
		f.list = f.list[:n]
	}
	for k := range f.list {
		f.list[k] = nothing
	}
	for k, c := range t.Consts {
		if c.Kind == trace.ConstInt {
			f.list[f.values+k].bounds = bounds.Constant(int64(c.Bits))
		}
		switch c.Kind {
		case trace.ConstPtr, trace.ConstText, trace.ConstUnknown:
			f.list[f.values+k].nonnull = true
		}
	}
	f.below.clear()
	f.within.clear()
	f.may.clear()
	f.lengths.begin(len(f.list))
}

// forget drops what is known of pairs.
func (f *facts) forget() {
	f.below.clear()
	f.within.clear()
	f.may.clear()
	for _, both := range f.lengths.list {
		f.lengths.first[f.at(both.array)] = 0
	}
	f.lengths.list = f.lengths.list[:0]
}

// at is the index of a value in list.
func (f *facts) at(v trace.Value) int {
	if v.IsConst() {
		return f.values + v.ConstIndex()
	}
	return int(v)
}

func (f *facts) of(v trace.Value) *fact { return &f.list[f.at(v)] }

// isObject reports whether it need not be checked that a value is an object.
func (f *fact) isObject() bool { return f.object || f.shape.Kind() == arena.KindObject }

func (f *fact) isArray() bool { return f.array || f.shape.Kind() == arena.KindArray }

func (f *fact) isNonnull() bool { return f.nonnull || f.isObject() || f.isArray() }

// class returns the class of an object, if it is known.
func (f *facts) class(v trace.Value) (heap.ClassID, bool) {
	have := f.of(v)
	if have.shape.Kind() != arena.KindObject {
		return 0, false
	}
	return have.shape.Class(), true
}

// setLength notes that n is the length of an array.
func (f *facts) setLength(n, array trace.Value) {
	f.addLength(n, array)
	if both, ok := f.of(n).bounds.Intersect(bounds.Range(f.of(array).minLen, maxLength)); ok {
		f.of(n).bounds = both
	}
}

// addLength notes no more than that n is the length of an array.
func (f *facts) addLength(n, array trace.Value) { f.lengths.add(f.at(array), n, array) }

// isLength reports whether n is known to be the length of an array.
func (f *facts) isLength(n, array trace.Value) bool {
	for k := f.lengths.first[f.at(array)]; k != 0; k = f.lengths.list[k-1].next {
		if f.lengths.list[k-1].n == n {
			return true
		}
	}
	return false
}

// inBounds reports whether an index is known to be one of an array.
func (f *facts) inBounds(index, array trace.Value) bool {
	if f.within.has(pair{index, array}) {
		return true
	}
	b := f.of(index).bounds
	if b.Lo < 0 {
		return false
	}
	if b.Hi < f.of(array).minLen {
		return true
	}
	for k := f.lengths.first[f.at(array)]; k != 0; k = f.lengths.list[k-1].next {
		if f.below.has(pair{index, f.lengths.list[k-1].n}) {
			return true
		}
	}
	return false
}

// setWithin notes that an index passed the check of an array. An index that is known to be
// beyond every array never passes, so nothing follows.
func (f *facts) setWithin(index, array trace.Value) {
	f.within.add(pair{index, array})
	b := &f.of(index).bounds
	if both, ok := b.Intersect(bounds.Range(0, maxLength-1)); ok {
		*b = both
		f.of(array).minLen = max(f.of(array).minLen, b.Lo+1)
	}
}

// narrow notes the result of a comparison, and what follows from it for the operands.
func (f *facts) narrow(t *trace.Trace, condition trace.Value, isTrue bool) {
	result := bounds.Constant(0)
	if isTrue {
		result = bounds.Constant(1)
	}
	if !condition.IsOp() {
		return
	}
	op := &t.Ops[condition]
	if op.Code < trace.OpIntLt || op.Code > trace.OpIntIsZero {
		return
	}
	args := t.Args(condition)
	a, b := args[0], args[len(args)-1]
	f.of(condition).bounds = result
	f.refine(t, condition, refineDepth)
	f.order(op.Code, a, b, isTrue)
}

// refineDepth bounds the number of operations that refine goes back.
const refineDepth = 4

// refine notes what the bounds of a result say about the operands, and about
// theirs. The operation must have run, and its result must be usable.
func (f *facts) refine(t *trace.Trace, v trace.Value, depth int) {
	if depth == 0 || !v.IsOp() || !refines(t.Ops[v].Code) {
		return
	}
	args := t.Args(v)
	a, b := args[0], args[len(args)-1]
	oldA, oldB := f.of(a).bounds, f.of(b).bounds
	newA, newB, ok := bounds.Backward(t.Ops[v].Code, f.of(v).bounds, oldA, oldB)
	if !ok {
		return
	}
	if newA != oldA {
		f.of(a).bounds = newA
		f.refine(t, a, depth-1)
	}
	if len(args) == 2 && newB != oldB {
		f.of(b).bounds = newB
		f.refine(t, b, depth-1)
	}
}

// refines reports whether refine looks through an operation.
func refines(code trace.Opcode) bool {
	switch code {
	case trace.OpIntAdd, trace.OpIntSub, trace.OpIntAddOvf, trace.OpIntSubOvf:
		return true
	}
	return code >= trace.OpIntLt && code <= trace.OpIntIsZero
}

// order notes which of two values is less than the other.
func (f *facts) order(code trace.Opcode, a, b trace.Value, isTrue bool) {
	switch {
	case code == trace.OpIntLt && isTrue, code == trace.OpIntGe && !isTrue:
		f.below.add(pair{a, b})
	case code == trace.OpIntGt && isTrue, code == trace.OpIntLe && !isTrue:
		f.below.add(pair{b, a})
	case code == trace.OpUintLt && isTrue, code == trace.OpUintGe && !isTrue:
		f.unsigned(a, b)
	case code == trace.OpUintGt && isTrue, code == trace.OpUintLe && !isTrue:
		f.unsigned(b, a)
	}
}

// unsigned notes that a is less than b as an unsigned integer. Only below something
// that is not negative does that say how they are ordered as signed ones.
func (f *facts) unsigned(a, b trace.Value) {
	if f.of(b).bounds.Lo < 0 {
		return
	}
	f.below.add(pair{a, b})
	if both, ok := f.of(a).bounds.Intersect(bounds.Range(0, f.of(b).bounds.Hi)); ok {
		f.of(a).bounds = both
	}
}

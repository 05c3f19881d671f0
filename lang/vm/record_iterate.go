package vm

import (
	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/trace"
)

// Iterations in traces: over ranges, lists, tuples, arrays, strings in ASCII and dictionaries, and what enumerate, zip and reversed
// make of these. The iterators, and the tuples that they give, are virtual if they are unpacked at once.

// getIter begins an iteration.
func (r *recorder) getIter(f *frame, i compile.Instr) {
	it, ok := r.iterator(r.reg(int(i.B())))
	if !ok {
		r.residual(f, i)
		return
	}
	r.setReg(int(i.A()), it)
	r.next()
}

// iterator is iter() of an object; false if the trace calls it.
func (r *recorder) iterator(x value) (value, bool) {
	switch h := r.vm.shapeOf(x.bits); h {
	case object.HRange:
		start, stop, step := r.rangeParts(x)
		return r.make(object.HRangeIter, start, step, r.rangeLength(start, stop, step)), true
	case object.HList, object.HArray, object.ATuple, object.BStr:
		r.is(x)
		return r.make(object.HSeqIter, x, r.constInt(0)), true
	case object.HDict:
		r.is(x)
		return r.make(object.HDictIter, x, r.constInt(0), r.constInt(viewKeys), r.get(x, h, dictUsed), r.constInt(0)), true
	case object.HDictView:
		r.is(x)
		d := r.get(x, h, 0)
		r.knows(d.v, object.HDict)
		return r.make(object.HDictIter, d, r.constInt(0), r.get(x, h, 1), r.get(d, object.HDict, dictUsed), r.constInt(0)), true
	}
	if r.vm.isIterator(x.bits) {
		r.is(x)
		return x, true
	}
	return value{}, false
}

// rangeParts reads the numbers of a range.
func (r *recorder) rangeParts(x value) (start, stop, step value) {
	r.is(x)
	var parts [3]value
	for k := range parts {
		part := r.get(x, object.HRange, k)
		r.shapes.set(part.v, object.HInt)
		parts[k] = r.unboxInt(part)
	}
	return parts[0], parts[1], parts[2]
}

// rangeLength returns the number of elements of a range. The trace computes it, and calls nothing, if the step is
// positive.
func (r *recorder) rangeLength(start, stop, step value) value {
	n := value{bits: uint64(rangeLength(int64(start.bits), int64(stop.bits), int64(step.bits)))}
	_, status := trace.Eval(trace.OpIntSubOvf, stop.bits, start.bits)
	if int64(step.bits) <= 0 || status == trace.EvalOverflow {
		n.v = r.call("range_length", 0, trace.Int, start.v, stop.v, step.v)
		return n
	}
	one := r.constInt(1)
	if step.bits == one.bits {
		r.equals(step, 1)
	} else {
		r.condition(trace.OpIntGt, step, r.constInt(0))
	}
	if n.bits == 0 {
		r.condition(trace.OpIntGe, start, stop)
		return r.constInt(0)
	}
	r.condition(trace.OpIntLt, start, stop)
	left, _ := r.overflowing(trace.OpIntSubOvf, stop, start)
	if step.bits == one.bits {
		return left
	}
	return r.pure(trace.OpIntAdd, r.pure(trace.OpIntPyDiv, r.pure(trace.OpIntSub, left, one), step), one)
}

// upcoming is the next result of an iterator: an item, or the end. It was found with guards; advance makes the changes.
type upcoming struct {
	item    value
	end     bool
	advance func()
}

// forIter takes the next item, or leaves the loop.
func (r *recorder) forIter(f *frame, i compile.Instr) {
	u, ok := r.peek(r.reg(int(i.A())), 0)
	if !ok {
		r.residualNext(f, i)
		return
	}
	u.advance()
	if u.end {
		f.pc = i.D()
		return
	}
	r.setReg(int(i.B()), u.item)
	r.next()
}

// maxIterators is the maximum nesting of iterators, and the maximum number of zip's iterators, in a trace
// that calls nothing.
const maxIterators = 4

// peek guards the next result of an iterator; false if the trace calls it. depth is the number of iterators
// around it.
func (r *recorder) peek(it value, depth int) (upcoming, bool) {
	if depth == maxIterators {
		return upcoming{}, false
	}
	switch r.vm.shapeOf(it.bits) {
	case object.HRangeIter:
		return r.peekRange(it), true
	case object.HSeqIter:
		return r.peekSequence(it)
	case object.HReversed:
		return r.peekReversed(it)
	case object.HDictIter:
		return r.peekEntry(it)
	case object.HEnumerate:
		return r.peekEnumerate(it, depth)
	case object.HZip:
		return r.peekZip(it)
	}
	return upcoming{}, false
}

func (r *recorder) peekRange(it value) upcoming {
	r.is(it)
	left := r.get(it, object.HRangeIter, rangeLeft)
	if !r.branch(left) {
		return upcoming{end: true, advance: func() {}}
	}
	current, step := r.get(it, object.HRangeIter, rangeCur), r.get(it, object.HRangeIter, rangeStep)
	return upcoming{item: r.boxInt(current), advance: func() {
		r.set(it, object.HRangeIter, rangeLeft, r.pure(trace.OpIntSub, left, r.constInt(1)))
		r.set(it, object.HRangeIter, rangeCur, r.pure(trace.OpIntAdd, current, step))
	}}
}

// peekSequence is for a list, an array, a tuple, or a string in ASCII.
func (r *recorder) peekSequence(it value) (upcoming, bool) {
	sequence := r.vm.w.Slot(it.bits, seqSequence)
	switch h := r.vm.shapeOf(sequence); {
	case h == object.HList, h == object.HArray, h == object.ATuple, h == object.BStr && r.vm.isASCII(sequence):
	default:
		return upcoming{}, false
	}
	r.is(it)
	seq := r.get(it, object.HSeqIter, seqSequence)
	k := r.get(it, object.HSeqIter, seqIndex)
	h := r.is(seq)
	if !r.branch(r.pure(trace.OpIntLt, k, r.places(seq, h))) {
		return upcoming{end: true, advance: func() { r.set(it, object.HSeqIter, seqSequence, value{0, r.null()}) }}, true
	}
	return upcoming{item: r.at(seq, h, k), advance: func() {
		r.set(it, object.HSeqIter, seqIndex, r.pure(trace.OpIntAdd, k, r.constInt(1)))
	}}, true
}

// places is up to where the index of an iteration over a sequence goes: how many items it has, or bytes.
func (r *recorder) places(seq value, h uint64) value {
	switch h {
	case object.ATuple:
		return r.length(seq, h)
	case object.BStr:
		return value{uint64(len(r.vm.w.View(seq.bits))), r.call("str_bytes", 0, trace.Int, seq.v)}
	}
	return r.get(seq, h, listLength)
}

// at is an item of a sequence at an index that it has.
func (r *recorder) at(seq value, h uint64, k value) value {
	switch h {
	case object.ATuple:
		return r.boxed(h, r.item(seq, h, k))
	case object.BStr:
		return r.asciiAt(seq, k)
	}
	items := r.get(seq, h, listItems)
	shape := r.is(items)
	return r.boxed(shape, r.item(items, shape, k))
}

// peekReversed goes through a list, an array or a tuple from its end on.
func (r *recorder) peekReversed(it value) (upcoming, bool) {
	sequence, n := r.vm.w.Slot(it.bits, seqSequence), 0
	switch r.vm.shapeOf(sequence) {
	case object.HList, object.HArray:
		n = r.vm.listLen(sequence)
	case object.ATuple:
		n = r.vm.w.Len(sequence)
	default:
		return upcoming{}, false
	}
	if int64(r.vm.w.Slot(it.bits, seqIndex)) >= int64(n) {
		return upcoming{}, false
	}
	r.is(it)
	k := r.get(it, object.HReversed, seqIndex)
	if r.branch(r.pure(trace.OpIntLt, k, r.constInt(0))) {
		return upcoming{end: true, advance: func() {}}, true
	}
	seq := r.get(it, object.HReversed, seqSequence)
	h := r.is(seq)
	r.condition(trace.OpIntLt, k, r.places(seq, h))
	return upcoming{item: r.at(seq, h, k), advance: func() {
		r.set(it, object.HReversed, seqIndex, r.pure(trace.OpIntSub, k, r.constInt(1)))
	}}, true
}

// Fields of the iterators of dictionaries.
const (
	entryDict = iota
	entryIndex
	entryKind
	entryUsed
)

// peekEntry goes through a dictionary up to a deleted entry.
func (r *recorder) peekEntry(it value) (upcoming, bool) {
	h, w := uint64(object.HDictIter), r.vm.w
	of, index := w.Slot(it.bits, entryDict), int(w.Slot(it.bits, entryIndex))
	if of == 0 || w.Slot(of, dictUsed) != w.Slot(it.bits, entryUsed) {
		return upcoming{}, false
	}
	if used := int(w.Slot(of, dictUsed)); index < int(w.Slot(of, dictFilled)) && (index >= used || w.Slot(w.Slot(of, dictItems), 2*index) == 0) {
		return upcoming{}, false
	}
	r.is(it)
	d := r.get(it, h, entryDict)
	r.is(d)
	used := r.get(d, object.HDict, dictUsed)
	r.condition(trace.OpIntEq, used, r.get(it, h, entryUsed))
	k := r.get(it, h, entryIndex)
	// At a place before that number, there are not more keys than the dictionary had at the start (lang/vm/type_dict.go).
	if !r.branch(r.pure(trace.OpIntLt, k, used)) {
		r.condition(trace.OpIntGe, k, r.get(d, object.HDict, dictFilled))
		return upcoming{end: true, advance: func() { r.set(it, h, entryDict, value{0, r.null()}) }}, true
	}
	kind := r.get(it, h, entryKind)
	r.equals(kind, int64(kind.bits))
	items := r.get(d, object.HDict, dictItems)
	r.is(items)
	place := r.pure(trace.OpIntAdd, k, k)
	key := r.item(items, object.ARefs, place)
	r.alive(key)
	item := key
	if kind.bits != viewKeys {
		item = r.boxed(object.ARefs, r.item(items, object.ARefs, r.pure(trace.OpIntAdd, place, r.constInt(1))))
	}
	if kind.bits == viewItems {
		item = r.tuple([]value{key, item})
	}
	return upcoming{item: item, advance: func() { r.set(it, h, entryIndex, r.pure(trace.OpIntAdd, k, r.constInt(1))) }}, true
}

func (r *recorder) peekEnumerate(it value, depth int) (upcoming, bool) {
	if r.vm.w.Slot(it.bits, 2) != 0 { // it adds to a large integer
		return upcoming{}, false
	}
	r.is(it)
	if base := r.get(it, object.HEnumerate, 2); !base.v.IsConst() {
		r.guard(trace.OpGuardIsnull, -1, base.v)
	}
	inner := r.get(it, object.HEnumerate, 0)
	u, ok := r.peek(inner, depth+1)
	if !ok || u.end {
		return u, ok
	}
	k := r.get(it, object.HEnumerate, 1)
	return upcoming{item: r.tuple([]value{r.boxInt(k), u.item}), advance: func() {
		u.advance()
		r.set(it, object.HEnumerate, 1, r.pure(trace.OpIntAdd, k, r.constInt(1)))
	}}, true
}

// peekZip handles iterators that do not contain others, and of which no two are the
// same.
func (r *recorder) peekZip(it value) (upcoming, bool) {
	r.is(it)
	iters := r.get(it, object.HZip, 0)
	n := r.vm.w.Len(iters.bits)
	if n == 0 || n > maxIterators {
		return upcoming{}, false
	}
	r.is(iters)
	r.equals(r.length(iters, object.ATuple), int64(n))
	var list, items []value
	for k := range n {
		list = append(list, r.boxed(object.ATuple, r.item(iters, object.ATuple, r.constInt(int64(k)))))
		if !r.isApart(list) {
			return upcoming{}, false
		}
	}
	var before []func()
	for _, x := range list {
		u, ok := r.peek(x, maxIterators-1)
		if !ok {
			return upcoming{}, false
		}
		before = append(before, u.advance)
		if u.end {
			return upcoming{end: true, advance: func() { all(before) }}, true
		}
		items = append(items, u.item)
	}
	return upcoming{item: r.tuple(items), advance: func() { all(before) }}, true
}

func all(list []func()) {
	for _, do := range list {
		do()
	}
}

// isApart guards that the last one of a list of iterators contains no others, and is none of those before it.
func (r *recorder) isApart(list []value) bool {
	x := list[len(list)-1]
	shape := r.vm.shapeOf(x.bits)
	if shape == object.HEnumerate || shape == object.HZip {
		return false
	}
	r.is(x)
	for _, y := range list[:len(list)-1] {
		if x.bits == y.bits {
			return false
		}
		if r.vm.shapeOf(y.bits) == shape {
			r.condition(trace.OpPtrNe, x, y)
		}
	}
	return true
}

// enumerate is enumerate() of what is iterated over; false if the trace calls it.
func (r *recorder) enumerate(function value, args []value) (value, bool) {
	if len(args) == 2 && r.vm.shapeOf(args[1].bits) != object.HInt || len(args) == 0 || len(args) > 2 {
		return value{}, false
	}
	r.classNumber(function)
	start := r.constInt(0)
	if len(args) == 2 {
		r.is(args[1])
		start = r.unboxInt(args[1])
		if n := int64(start.bits); n <= -maxCount || n >= maxCount {
			return value{}, false
		}
		r.condition(trace.OpIntLt, start, r.constInt(maxCount))
		r.condition(trace.OpIntGt, start, r.constInt(-maxCount))
	}
	it, ok := r.iterator(args[0])
	if !ok {
		return value{}, false
	}
	return r.make(object.HEnumerate, it, start, value{0, r.null()}), true
}

func (r *recorder) zip(function value, args []value) (value, bool) {
	if len(args) == 0 || len(args) > maxIterators {
		return value{}, false
	}
	r.classNumber(function)
	var list []value
	for _, x := range args {
		it, ok := r.iterator(x)
		if !ok {
			return value{}, false
		}
		list = append(list, it)
	}
	return r.make(object.HZip, r.tuple(list)), true
}

func (r *recorder) reversed(function value, args []value) (value, bool) {
	if len(args) != 1 {
		return value{}, false
	}
	x := args[0]
	switch h := r.vm.shapeOf(x.bits); h {
	case object.HRange:
		r.classNumber(function)
		start, stop, step := r.rangeParts(x)
		n := r.rangeLength(start, stop, step)
		last := r.pure(trace.OpIntAdd, start, r.pure(trace.OpIntMul, r.pure(trace.OpIntSub, n, r.constInt(1)), step))
		return r.make(object.HRangeIter, last, r.pure(trace.OpIntSub, r.constInt(0), step), n), true
	case object.HList, object.HArray, object.ATuple:
		r.classNumber(function)
		r.is(x)
		return r.make(object.HReversed, x, r.pure(trace.OpIntSub, r.places(x, h), r.constInt(1))), true
	}
	return value{}, false
}

package optimizer

import (
	"math"

	"unbox/optimizer/bounds"
	"unbox/trace"
)

// ask answers according to the kind of operation.
func (q *question) ask() {
	op := &q.in.Ops[q.at]
	if q.alreadyExplained() {
		return
	}
	switch {
	case op.Code.IsGuard():
		q.askGuard(op)
	case op.Code == trace.OpCall:
		q.askCall()
	default:
		q.askByEffect(op)
	}
}

func (q *question) askByEffect(op *trace.Op) {
	switch op.Code.Effect() {
	case trace.EffectReadField, trace.EffectReadArray:
		q.askRead()
	case trace.EffectWriteField, trace.EffectWriteArray:
		q.askWrite()
	case trace.EffectPure, trace.EffectOverflow:
		q.askComputed(op)
	case trace.EffectAllocate:
		q.askAllocation()
	case trace.EffectControl:
		q.say(WhyStays, "it is part of the frame of the trace, which begins, goes on or ends here, and no pass removes that")
	case trace.EffectBookkeeping:
		q.say(WhyStays, "it marks a place in the source program; it costs nothing")
	default:
		q.say(WhyStays, "its effect can be seen from outside, so it has to happen, whatever is known")
	}
}

// alreadyExplained gives what a remark says about an operation that is in another place, and what
// a pass said when it left it alone.
func (q *question) alreadyExplained() bool {
	r := q.base
	for i := range r.Remarks {
		m := &r.Remarks[i]
		if m.In != q.at || m.Copy != q.copy || m.Kind != Moved && m.Kind != Stopped {
			continue
		}
		q.answer.Lines = append(q.answer.Lines, WhyLine{WhyStays, r.Parts(i, q.words.recorded, q.words.result)})
		if m.Kind == Moved {
			q.needHarmless(i)
			return true
		}
	}
	return false
}

// needHarmless tries what happens to an object if what let it out, which remark i names, does
// nothing.
func (q *question) needHarmless(i int) {
	causes := q.base.Causes(i)
	if len(causes) == 0 || causes[0].In == trace.None {
		return
	}
	need := Need{At: q.at, Harmless: causes[0].In}
	r, goes := q.goes(&need)
	switch {
	case goes:
		q.need(need, func() { q.harmlessWords(causes[0].In) })
	case r != nil:
		q.thenBy(r)
	}
}

// thenBy says what would let the object out instead.
func (q *question) thenBy(r *Result) {
	for i := range r.Remarks {
		m := &r.Remarks[i]
		if m.In != q.at || m.Copy != q.copy || m.Kind != Moved {
			continue
		}
		if causes := r.Causes(i); len(causes) > 0 && causes[0].In != trace.None && r.Peeled == q.base.Peeled {
			q.begin(WhyLost)
			q.words.add(PartText, "even if that did nothing, ")
			q.words.causeOperation(causes[0])
			q.words.add(PartText, " in ")
			q.words.row(causes[0])
			q.words.add(PartText, " would need it")
			q.end()
		}
		return
	}
}

// askGuard answers for guards.
func (q *question) askGuard(op *trace.Op) {
	switch op.Code {
	case trace.OpGuardTrue, trace.OpGuardFalse:
		q.askTruth(trace.BoolBit(op.Code == trace.OpGuardTrue))
	case trace.OpGuardValue:
		q.sayArguments("the trace goes on only if ", " is ", ", and it may be something else")
		q.knownOf(0)
		q.tryFacts("if that were known", q.valueOfGuard())
	case trace.OpGuardClass, trace.OpGuardNonnullClass:
		q.sayArgument("the trace goes on only if ", 0, " is an object of that class, and it may be of another")
		q.knownOf(0)
		q.tryFacts("if its class were known", Supposed{Kind: SupposedClass, Value: q.arg(0), Class: op.Descr})
	case trace.OpGuardNonnull:
		q.sayArgument("the trace goes on only if ", 0, " is not null, and it may be")
		q.knownOf(0)
		q.tryFacts("if it were known that there is an object", Supposed{Kind: SupposedNonnull, Value: q.arg(0)})
	case trace.OpGuardIsnull:
		q.sayArgument("the trace goes on only if ", 0, " is null, and it may be an object")
		q.knownOf(0)
		q.tryFacts("if it were known to be null", Supposed{Kind: SupposedNull, Value: q.arg(0)})
	case trace.OpGuardNoOverflow, trace.OpGuardOverflow:
		q.askOverflow(op.Code == trace.OpGuardOverflow)
	case trace.OpGuardNoException, trace.OpGuardException:
		q.askException()
	case trace.OpGuardNotInvalidated:
		q.askInvalidated()
	default:
		q.say(WhyStays, "what it checks is known only when the trace runs")
	}
}

// arg is an argument as it was recorded.
func (q *question) arg(k int) trace.Value { return q.in.Arg(q.at, k) }

// valueOfGuard supposes what a guard_value asks for.
func (q *question) valueOfGuard() Supposed {
	x, want := q.arg(0), q.arg(1)
	f := Supposed{Kind: SupposedObject, Value: x}
	if want.IsConst() && q.in.TypeOf(x) == trace.Int {
		f.Kind, f.Number = SupposedNumber, int64(q.in.Const(want).Bits)
	}
	return f
}

// askTruth answers for guard_true and guard_false.
func (q *question) askTruth(wanted int64) {
	q.begin(WhyStays)
	q.words.add(PartText, "the trace goes on only if ")
	q.words.fact(q.seen.args[0])
	q.words.add(PartText, map[int64]string{1: " is true", 0: " is 0"}[wanted]+", and nothing before says so")
	q.end()
	if q.isComparison() {
		for k := range q.seen.askedArgs {
			q.knownLine(&q.seen.askedArgs[k])
		}
		q.tryRanges(q.seen.asked.Code, q.seen.askedArgs, bounds.Constant(wanted), func(x bounds.Bounds, k int) bool {
			a, b := q.withArg(q.seen.askedArgs, k, x)
			return bounds.Forward(q.seen.asked.Code, a, b) == bounds.Constant(wanted)
		})
	} else {
		q.knownOf(0)
	}
	number := wanted
	q.tryFacts("if that were known before, from a guard on the same value or from what computes it", Supposed{Kind: SupposedNumber, Value: q.arg(0), Number: number})
}

// isComparison reports whether the guard asks for what a comparison of integers says.
func (q *question) isComparison() bool {
	return boundsKind[q.seen.asked.Code] == boundsCompare && len(q.seen.askedArgs) > 0
}

// withArg returns the bounds of two arguments, one of them as supposed.
func (q *question) withArg(args []knownFact, k int, x bounds.Bounds) (a, b bounds.Bounds) {
	list := [2]bounds.Bounds{}
	for i := range args {
		list[i] = args[i].within
	}
	list[k] = x
	return list[0], list[1]
}

// tryRanges searches for a range of one argument that decides an operation.
func (q *question) tryRanges(code trace.Opcode, args []knownFact, result bounds.Bounds, decides func(x bounds.Bounds, k int) bool) {
	for k := range args {
		if v := q.recordedOf(args[k].value); v != trace.None {
			if x, found := q.rangeFor(code, args, k, result, decides); found {
				q.tryRange(v, &args[k], x)
			}
		}
	}
}

// rangeFor finds such a range: what follows for the argument if the other is at one of its ends.
func (q *question) rangeFor(code trace.Opcode, args []knownFact, k int, result bounds.Bounds, decides func(x bounds.Bounds, k int) bool) (bounds.Bounds, bool) {
	ends := []bounds.Bounds{bounds.Top()}
	if len(args) > 1 {
		other := args[1-k].within
		ends = []bounds.Bounds{bounds.Constant(other.Lo), bounds.Constant(other.Hi)}
	}
	for _, end := range ends {
		pair := [2]bounds.Bounds{args[k].within, end}
		if k == 1 {
			pair = [2]bounds.Bounds{end, args[k].within}
		}
		newA, newB, ok := bounds.Backward(code, result, pair[0], pair[1])
		x := [2]bounds.Bounds{newA, newB}[k]
		if ok && x != args[k].within && decides(x, k) {
			return x, true
		}
	}
	return bounds.Bounds{}, false
}

// recordedOf is the recorded value for a value in the copy that is asked about, None if
// there is none.
func (q *question) recordedOf(v trace.Value) trace.Value {
	n := trace.Value(len(q.in.Ops))
	switch {
	case v <= 0:
		return trace.None
	case v < n && q.copy == 0:
		return v
	case q.copy == 1 && v > n && v < 2*n:
		return v - n
	}
	return trace.None
}

// tryRange tries a range of a value.
func (q *question) tryRange(v trace.Value, known *knownFact, x bounds.Bounds) {
	fact := Supposed{Kind: SupposedRange, Value: v, Bounds: x}
	if x.IsConstant() {
		fact = Supposed{Kind: SupposedNumber, Value: v, Number: x.Lo}
	}
	need := Need{At: q.at, Facts: []Supposed{fact}}
	if _, goes := q.goes(&need); goes {
		q.need(need, func() {
			q.words.add(PartText, "if ")
			q.words.fact(known.value)
			q.words.add(PartText, " were known to be ")
			q.words.add(PartFact, x.String())
		})
	}
}

// tryFacts tries facts together.
func (q *question) tryFacts(words string, facts ...Supposed) {
	need := Need{At: q.at, Facts: facts}
	if _, goes := q.goes(&need); goes {
		q.need(need, func() { q.words.add(PartText, words) })
	}
}

// half is a range of integers of which any two can be added or subtracted without overflow, root
// one of which any two can be multiplied.
var half, root = bounds.Range(math.MinInt64/2, math.MaxInt64/2), bounds.Range(-1<<31, 1<<31-1)

// askOverflow answers for guards that ask whether the operation before overflows.
func (q *question) askOverflow(wants bool) {
	q.begin(WhyStays)
	q.words.add(PartText, map[bool]string{false: "the trace goes on only if ", true: "the trace goes on only because "}[wants])
	q.words.cause(q.cause(q.words.walkValue(q.at-1)), map[bool]string{false: "does not overflow, and it may", true: "overflows, and it may not"}[wants])
	q.end()
	for k := range q.seen.askedArgs {
		q.knownLine(&q.seen.askedArgs[k])
	}
	if !wants && len(q.seen.askedArgs) == 2 {
		q.tryFitting(q.at - 1)
	}
}

// tryFitting tries ranges of the arguments of an overflow operation within which it cannot
// overflow.
func (q *question) tryFitting(operation trace.Value) {
	code, args := q.in.Ops[operation].Code, q.seen.askedArgs
	small := half
	if code == trace.OpIntMulOvf {
		small = root
	}
	var facts []Supposed
	for k := range args {
		x, other := args[k].within, args[1-k].within
		v := q.recordedOf(args[k].value)
		if v == trace.None || bounds.CannotOverflow(code, x, other) || x.Within(small) {
			continue
		}
		if both, ok := x.Intersect(small); ok {
			facts = append(facts, Supposed{Kind: SupposedRange, Value: v, Bounds: both})
		}
	}
	need := Need{At: operation, Facts: facts}
	if _, goes := q.goes(&need); len(facts) > 0 && goes {
		q.need(need, func() { q.rangeWords(facts) })
	}
}

// askException answers for guards on the exception of a call.
func (q *question) askException() {
	call := q.in.AskedCall(q.at)
	if call == trace.None {
		q.say(WhyStays, "what it checks is known only when the trace runs")
		return
	}
	q.begin(WhyStays)
	q.words.cause(q.cause(q.words.walkValue(call)), "may raise an exception, and only a run tells whether it does")
	q.end()
	q.tryHarmless(call, "if it were known that it only computes")
}

// askInvalidated answers for guard_not_invalidated.
func (q *question) askInvalidated() {
	for v := q.at - 1; v > 0; v-- {
		code := q.in.Ops[v].Code
		if code == trace.OpLabel {
			break
		}
		if !q.in.MayInvalidate(v) {
			if code == trace.OpGuardNotInvalidated {
				break
			}
			continue
		}
		q.begin(WhyStays)
		q.words.cause(q.cause(q.words.walkValue(v)), "may have changed what the trace takes to be constant")
		q.end()
		q.tryHarmless(v, "if it were known that it changes nothing")
		return
	}
	q.say(WhyStays, "no earlier guard checked whether what the trace takes to be constant has changed")
}

// tryHarmless tries what happens if an operation has no visible effect.
func (q *question) tryHarmless(v trace.Value, words string) {
	need := Need{At: q.at, Harmless: v}
	if _, goes := q.goes(&need); goes {
		q.need(need, func() { q.words.add(PartText, words) })
	}
}

// askRead answers for reads.
func (q *question) askRead() {
	q.neededBy()
	h := &q.seen.history
	switch {
	case q.seen.place.where < 0:
		return
	case h.lost != trace.None && h.by != trace.None:
		q.begin(WhyLost)
		q.words.cause(q.cause(h.by), "said what it holds, but ")
		q.words.cause(q.cause(h.lost), "may have changed it since")
		q.end()
		if lost := q.recordedOf(h.lost); lost != trace.None {
			q.tryHarmless(lost, "if it were known that this does not change it")
		}
	default:
		q.say(WhyKnown, "nothing before it says what is there: it is neither read nor written before")
	}
	q.tryFacts("if it had been read or written before, with nothing in between that may change it", Supposed{Kind: SupposedContents, Value: q.arg(0)})
}

// askWrite answers for writes.
func (q *question) askWrite() {
	h := &q.seen.history
	switch {
	case q.seen.place.where < 0:
		q.say(WhyStays, "other code may read what it writes")
	case h.again != trace.None && h.seen != trace.None:
		q.begin(WhyStays)
		q.words.cause(q.cause(h.seen), "may see what it writes, ")
		q.words.add(PartText, "before ")
		q.words.cause(q.cause(h.again), "writes the same place again")
		q.end()
		if seen := q.recordedOf(h.seen); seen != trace.None {
			q.tryHarmless(seen, "if nothing could see it there")
		}
	case h.seen != trace.None:
		q.begin(WhyStays)
		q.words.cause(q.cause(h.seen), "may see what it writes, and nothing writes the same place before that")
		q.end()
	default:
		q.say(WhyStays, "other code may read what it writes")
	}
	q.tryFacts("if it were known that the value is there already", Supposed{Kind: SupposedContents, Value: q.arg(0)})
}

// askComputed answers for operations that compute.
func (q *question) askComputed(op *trace.Op) {
	q.neededBy()
	for k := range q.seen.facts {
		q.knownLine(&q.seen.facts[k])
	}
	if boundsKind[op.Code] == boundsCompare {
		for _, truth := range []int64{1, 0} {
			q.tryRanges(op.Code, q.seen.facts, bounds.Constant(truth), func(x bounds.Bounds, k int) bool {
				a, b := q.withArg(q.seen.facts, k, x)
				return bounds.Forward(op.Code, a, b) == bounds.Constant(truth)
			})
		}
	}
	var facts []Supposed
	for k := range q.seen.facts {
		v := q.arg(k)
		if !q.seen.args[k].IsOp() || q.seen.facts[k].typ == trace.Ref {
			continue
		}
		facts = append(facts, Supposed{Kind: SupposedNumber, Value: v, Number: q.someNumber(&q.seen.facts[k])})
	}
	if len(facts) > 0 {
		q.tryFacts("if its arguments were known constants", facts...)
	}
}

// someNumber is a number that a value can be, but none that is special for an
// operation.
func (q *question) someNumber(f *knownFact) int64 {
	if f.typ == trace.Float {
		return int64(math.Float64bits(2.5))
	}
	return bounds.MemberNear(f.within, 5)
}

// askCall answers for calls.
func (q *question) askCall() {
	if q.in.OnlyComputes(q.at) {
		if len(q.users()) == 0 {
			q.say(WhyStays, "nothing uses its result, but no pass removes a call for that alone")
		} else {
			q.neededBy()
		}
		q.say(WhyKnown, "it only computes, but nothing before it made the same call with the same arguments")
		return
	}
	q.say(WhyStays, "it may do something that can be seen from outside, so it has to happen, whatever is known")
	if q.in.Ops[q.at].Type == trace.Void {
		q.tryHarmless(q.at, "if it were known that it does nothing that others can see")
	}
}

// askAllocation answers for allocations that nothing moved.
func (q *question) askAllocation() {
	q.neededBy()
}

package optimizer

import "unbox/trace"

// Redundant guards.
//
// A tracing JIT guards every assumption at the place where the interpreter made
// it, so a trace asks again and again for the class of the same object. A guard
// that was passed is a fact for everything behind it: passing guard_class(p0, Box)
// makes p0 a Box from there on. So this pass collects facts at guards, and drops
// each guard that the facts imply (Loop-Aware Optimizations in PyPy's Tracing
// JIT, section 6.1):
//
//	guard_class(p0, Box)     p0 is a Box and not null
//	guard_nonnull(p0)        implied
//	guard_true(i1)           i1 is 1 from here on, if it is a truth value
//	guard_value(i2, 7)       i2 is 7 from here on
//
// The plan that does not work is to keep one fact for each value "at the end of
// the trace": a fact holds only behind its guard. The walk goes forward and facts
// grow behind it, so what was put into the output before is not touched, nor are
// the snapshots of earlier guards.
//
// PyPy's logs hold operations that only say something: assert_not_none and
// record_exact_class are promises, facts without a guard; quasiimmut_field says that
// a field of a constant object is watched over by guard_not_invalidated. They go
// once their word is noted.
//
// An object that was allocated in the trace has its class without any guard, also
// after it escaped. A guard that contradicts the facts can never hold; the trace
// then ends there.

func guardsHandler(code trace.Opcode) handler {
	switch code {
	case trace.OpGuardTrue, trace.OpGuardFalse:
		return guardTruth
	case trace.OpGuardValue:
		return guardValue
	case trace.OpGuardClass, trace.OpGuardNonnullClass:
		return guardClass
	case trace.OpGuardNonnull, trace.OpGuardIsnull:
		return guardNull
	case trace.OpGuardNotInvalidated:
		return guardNotInvalidated
	case trace.OpGuardNoException, trace.OpGuardException:
		return guardRaised
	case trace.OpGuardFuture:
		return guardFuture
	case trace.OpQuasiImmut:
		return noteQuasiImmut
	case trace.OpKnownResult:
		return dropKnownResult
	case trace.OpAssertNonnull, trace.OpAssertClass, trace.OpAssertValue:
		return notePromise
	case trace.OpCall, trace.OpOpaque, trace.OpEscape, trace.OpEscapeValue, trace.OpDummy:
		return mayInvalidate
	case trace.OpPtrEq, trace.OpPtrNe:
		return compareReferences
	case trace.OpNew, trace.OpNewArray, trace.OpNewArrayClear:
		return learnFromAllocation
	case trace.OpGet, trace.OpSet, trace.OpGetItem, trace.OpSetItem, trace.OpGetInterior, trace.OpSetInterior, trace.OpArrayLen:
		return learnFromAccess
	}
	if trueIn[code] != 0 {
		return compareGuarded
	}
	return nil
}

// guardTruth decides guard_true and guard_false. What passes a guard on a truth
// value is 1 or 0 from there on.
func guardTruth(w *walk, c *cur) verdict {
	x := c.args[0]
	wanted := c.op.Code == trace.OpGuardTrue
	if n, known := w.constInt(x); known {
		if (n != 0) == wanted {
			return w.remove(c, PassGuards, ReasonGuardConstant, c.recordedArg(w), x)
		}
		return w.alwaysFails(c, PassGuards)
	}
	if w.comparedNumbered(c, x, wanted) == gone {
		return gone
	}
	truth := w.isTruthValue(x)
	switch {
	case !truth && w.isNotZero(x) && wanted:
		return w.remove(c, PassGuards, ReasonGuardNotZero, c.recordedArg(w), trace.None)
	case !truth && w.isNotZero(x):
		return w.alwaysFails(c, PassGuards)
	case !wanted:
		c.saysEqual(x, w.constants.Int(0))
	case truth:
		c.saysEqual(x, w.constants.Int(1))
	default:
		c.tells |= tellsNotZero
	}
	return next
}

// recordedArg returns the first argument as it was recorded.
func (c *cur) recordedArg(w *walk) trace.Value {
	if c.op.Src == 0 {
		return c.args[0]
	}
	v := w.in.Arg(trace.Value(c.op.Src), 0)
	if v > 0 {
		v += w.copyShift
	}
	return v
}

// isTruthValue tells whether v can only be 0 or 1.
func (w *walk) isTruthValue(v trace.Value) bool {
	def := w.definition(v)
	return w.planted.on(bugGuardTruth) || def != nil && (def.Code.Info().Group == "comparison" || trueIn[def.Code] != 0)
}

func guardValue(w *walk, c *cur) verdict {
	x, want := c.args[0], c.args[1]
	if !want.IsConst() {
		return next
	}
	if x != want && w.isNumbered(x) && w.isNumbered(want) {
		return w.guardNumbered(c)
	}
	same, known := w.compareConstants(x, want)
	switch {
	case known && same:
		return w.remove(c, PassGuards, ReasonGuardConstant, c.recordedArg(w), want)
	case known:
		return w.alwaysFails(c, PassGuards)
	case x.IsOp() && w.typeOf(x) == trace.Ref && !w.isNull(want) && w.strengthen(c, trace.OpGuardValue):
		w.becomes(x, want, PassGuards, c.self)
		return gone
	case x.IsOp():
		c.saysEqual(x, want)
	}
	return next
}

// compareConstants tells whether two constants are the same number or object, as
// far as that is known.
func (w *walk) compareConstants(a, b trace.Value) (same, known bool) {
	if !a.IsConst() || !b.IsConst() {
		return false, false
	}
	if a == b {
		return true, true
	}
	bitsA, numberA := w.constBits(a)
	bitsB, numberB := w.constBits(b)
	if numberA && numberB && w.typeOf(a) == trace.Float && trace.SameNaN(trace.Float, bitsA) == trace.SameNaN(trace.Float, bitsB) {
		return true, true // all NaNs are one
	}
	return false, numberA && numberB || w.isFixedObject(a) && w.isFixedObject(b)
}

func guardClass(w *walk, c *cur) verdict {
	x := c.args[0]
	fact := w.refFactOf(x)
	if class, known := fact.class(); known {
		if int32(class) == c.op.Descr {
			return w.removeImplied(c, ReasonGuardClass)
		}
		return w.alwaysFails(c, PassGuards)
	}
	if w.isNull(x) {
		if c.op.Code == trace.OpGuardNonnullClass {
			return w.alwaysFails(c, PassGuards)
		}
		return next
	}
	if w.strengthen(c, trace.OpGuardNonnullClass) {
		w.learnRef(x, factOfClass(c.op.Descr))
		return gone
	}
	if c.op.Code == trace.OpGuardNonnullClass && fact.nonnull() {
		c.op.Code = trace.OpGuardClass
		c.op.Spelling = trace.OpGuardClass.SpellingFor(w.in.Dialect, trace.Void)
		c.rewritten = Remark{Kind: Replaced, Pass: PassGuards, Reason: ReasonGuardWeaker, Rule: -1,
			Facts: [3]trace.Value{c.recordedArg(w)}, Descr: -1}
	}
	c.saysFact(factOfClass(c.op.Descr))
	return next
}

func (w *walk) removeImplied(c *cur, reason Reason) verdict {
	return w.removeAbout(c, PassGuards, reason, c.recordedArg(w), trace.None, c.op.Descr)
}

func guardNull(w *walk, c *cur) verdict {
	x := c.args[0]
	wantNull := c.op.Code == trace.OpGuardIsnull
	switch {
	case w.isNull(x) == wantNull && (wantNull || w.refFactOf(x).nonnull()):
		return w.removeImplied(c, ReasonGuardNull)
	case w.isNull(x) || wantNull && w.refFactOf(x).nonnull():
		return w.alwaysFails(c, PassGuards)
	case wantNull && x.IsOp():
		c.saysEqual(x, w.constants.ofType(trace.Ref, 0))
	default:
		c.saysFact(refNonnull)
	}
	return next
}

// compareReferences decides comparisons of a reference that is not null with null, and
// of those that were compared before.
func compareReferences(w *walk, c *cur) verdict {
	a, b := c.args[0], c.args[1]
	if w.isNull(a) {
		a, b = b, a
	}
	if !w.isNull(b) || !w.refFactOf(a).nonnull() {
		return compareGuarded(w, c)
	}
	return w.replaceBy(c, w.constants.Int(trace.BoolBit(c.op.Code == trace.OpPtrNe)), PassGuards, ReasonCompareNull)
}

// learnFromAllocation notes the class of a new object.
func learnFromAllocation(w *walk, c *cur) verdict {
	w.refFacts[c.self] = refNonnull
	if c.op.Code == trace.OpNew && !w.onlySizeKnown(c.op.Descr) {
		w.refFacts[c.self] = factOfClass(c.op.Descr)
	}
	return next
}

// learnFromAccess notes that an object whose fields are accessed is not null:
// otherwise the trace has no meaning.
func learnFromAccess(w *walk, c *cur) verdict {
	w.learnRef(c.args[0], refNonnull)
	return next
}

// guardNotInvalidated drops the guard if nothing could have invalidated anything
// since the last one.
func guardNotInvalidated(w *walk, c *cur) verdict {
	if w.validated {
		return w.remove(c, PassGuards, ReasonGuardRepeated, trace.None, trace.None)
	}
	w.validated = true
	return next
}

// guardRaised decides guards on the exception of a call that never raises, and drops
// guard_no_exception where another one asked about the same call before.
func guardRaised(w *walk, c *cur) verdict {
	call := w.in.AskedCall(w.position)
	wantsNone := c.op.Code == trace.OpGuardNoException
	switch {
	case call == trace.None:
		return next // it has no meaning
	case w.in.Raises(call) == trace.RaisesNever && wantsNone:
		return w.remove(c, PassGuards, ReasonGuardNeverRaises, call+w.copyShift, trace.None)
	case w.in.Raises(call) == trace.RaisesNever:
		return w.alwaysFails(c, PassGuards)
	case wantsNone && w.in.AskedBy(call) != w.position:
		return w.remove(c, PassGuards, ReasonGuardRepeated, trace.None, trace.None)
	}
	return next
}

// mayInvalidate forgets that nothing was invalidated where the outside may have done
// so.
func mayInvalidate(w *walk, c *cur) verdict {
	if w.in.Tables.MayInvalidate(&c.op) && !w.planted.on(bugInvalidated) {
		w.validated = false
	}
	return next
}

func guardFuture(w *walk, c *cur) verdict {
	return w.remove(c, PassGuards, ReasonGuardNever, trace.None, trace.None)
}

// dropKnownResult takes out what a function that only computes is promised to give: the
// call itself, if there is one, gives it as well.
func dropKnownResult(w *walk, c *cur) verdict {
	return w.remove(c, PassGuards, ReasonPromiseResult, trace.None, trace.None)
}

// noteQuasiImmut takes the marker out: the guard behind it stays.
func noteQuasiImmut(w *walk, c *cur) verdict {
	return w.remove(c, PassGuards, ReasonQuasiImmut, trace.None, trace.None)
}

// notePromise takes a promise at its word.
func notePromise(w *walk, c *cur) verdict {
	x := c.args[0]
	switch c.op.Code {
	case trace.OpAssertNonnull:
		w.learnRef(x, refNonnull)
	case trace.OpAssertClass:
		if _, known := w.refFactOf(x).class(); !known {
			w.learnRef(x, factOfClass(c.op.Descr))
		}
	case trace.OpAssertValue:
		if !x.IsOp() || !c.args[1].IsConst() || w.virtualOf(x) != 0 {
			return next
		}
		w.becomes(x, c.args[1], PassGuards, c.self)
		w.followLearned(c)
	}
	return w.remove(c, PassGuards, ReasonPromise, c.recordedArg(w), trace.None)
}

// equality holds behind a guard.
type equality struct{ value, equals trace.Value }

func (c *cur) saysEqual(v, equals trace.Value) {
	c.equality = equality{v, equals}
	c.tells |= tellsEquality
}

func (c *cur) saysFact(f refFact) {
	c.fact = f
	c.tells |= tellsFact
}

// learn enters what passing the guard says. It is called when the guard is in
// the output, so that the guard itself and its snapshot are not touched.
func (w *walk) learn(c *cur) {
	if c.op.Code == trace.OpGuardNonnull && c.args[0].IsOp() {
		w.nonnullAt[c.args[0]] = w.definedAt[c.self]
	}
	if c.tells&tellsEquality != 0 {
		w.learnEqual(c)
	}
	if c.tells&tellsFact != 0 {
		w.learnRef(c.args[0], c.fact)
	}
	if c.tells&tellsNotZero != 0 {
		w.learnNotZero(c, c.args[0])
	}
}

// learnEqual enters the equality that the guard says. Its bounds may have made the
// value another constant already: then the guard can never hold.
func (w *walk) learnEqual(c *cur) {
	e := c.equality
	switch now := w.find(e.value); {
	case now == e.equals:
	case now.IsConst():
		if same, known := w.compareConstants(now, e.equals); known && !same {
			w.alwaysFails(c, PassGuards)
		}
	default:
		w.becomes(now, e.equals, PassGuards, c.self)
	}
}

// noteLearned gives the reason for what later operations will use in place of a
// value: behind a guard it equals another.
func (w *walk) noteLearned(v, equals trace.Value, pass PassID, guard trace.Value) {
	n := trace.Value(len(w.in.Ops))
	if int(v) >= w.firstInvented {
		return
	}
	r := Remark{Kind: Learned, Pass: pass, Reason: ReasonGuardLearned, Rule: -1, In: v,
		Facts: [3]trace.Value{equals, guard}, Descr: -1}
	if v > n {
		r.In, r.Copy = v-n, 1
	}
	w.remarks.learned = append(w.remarks.learned, r)
}

package optimizer

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

func guardsHandler(code Opcode) handler {
	switch code {
	case OpGuardTrue, OpGuardFalse:
		return guardTruth
	case OpGuardValue:
		return guardValue
	case OpGuardClass, OpGuardNonnullClass:
		return guardClass
	case OpGuardNonnull, OpGuardIsnull:
		return guardNull
	case OpGuardNotInvalidated:
		return guardNotInvalidated
	case OpGuardFuture:
		return guardFuture
	case OpQuasiImmut:
		return noteQuasiImmut
	case OpKnownResult:
		return dropKnownResult
	case OpAssertNonnull, OpAssertClass, OpAssertValue:
		return notePromise
	case OpCall, OpOpaque, OpEscape, OpEscapeValue, OpDummy:
		return mayInvalidate
	case OpPtrEq, OpPtrNe:
		return compareReferences
	case OpNew, OpNewArray, OpNewArrayClear:
		return learnFromAllocation
	case OpGet, OpSet, OpGetItem, OpSetItem, OpGetInterior, OpSetInterior, OpArrayLen:
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
	wanted := c.op.Code == OpGuardTrue
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
		return w.remove(c, PassGuards, ReasonGuardNotZero, c.recordedArg(w), None)
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
func (c *cur) recordedArg(w *walk) Value {
	if c.op.Src == 0 {
		return c.args[0]
	}
	v := w.in.Arg(Value(c.op.Src), 0)
	if v > 0 {
		v += w.copyShift
	}
	return v
}

// isTruthValue tells whether v can only be 0 or 1.
func (w *walk) isTruthValue(v Value) bool {
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
	case x.IsOp() && w.typeOf(x) == Ref && !w.isNull(want) && w.strengthen(c, OpGuardValue):
		w.becomes(x, want, PassGuards, c.self)
		return gone
	case x.IsOp():
		c.saysEqual(x, want)
	}
	return next
}

// compareConstants tells whether two constants are the same number or object, as
// far as that is known.
func (w *walk) compareConstants(a, b Value) (same, known bool) {
	if !a.IsConst() || !b.IsConst() {
		return false, false
	}
	if a == b {
		return true, true
	}
	bitsA, numberA := w.constBits(a)
	bitsB, numberB := w.constBits(b)
	if numberA && numberB && w.typeOf(a) == Float && sameNaN(Float, bitsA) == sameNaN(Float, bitsB) {
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
		if c.op.Code == OpGuardNonnullClass {
			return w.alwaysFails(c, PassGuards)
		}
		return next
	}
	if w.strengthen(c, OpGuardNonnullClass) {
		w.learnRef(x, factOfClass(c.op.Descr))
		return gone
	}
	if c.op.Code == OpGuardNonnullClass && fact.nonnull() {
		c.op.Code = OpGuardClass
		c.op.Spelling = OpGuardClass.SpellingFor(w.in.Dialect, Void)
		c.rewritten = Remark{Kind: Replaced, Pass: PassGuards, Reason: ReasonGuardWeaker, Rule: -1,
			Facts: [3]Value{c.recordedArg(w)}, Descr: -1}
	}
	c.saysFact(factOfClass(c.op.Descr))
	return next
}

func (w *walk) removeImplied(c *cur, reason Reason) verdict {
	return w.removeAbout(c, PassGuards, reason, c.recordedArg(w), None, c.op.Descr)
}

func guardNull(w *walk, c *cur) verdict {
	x := c.args[0]
	wantNull := c.op.Code == OpGuardIsnull
	switch {
	case w.isNull(x) == wantNull && (wantNull || w.refFactOf(x).nonnull()):
		return w.removeImplied(c, ReasonGuardNull)
	case w.isNull(x) || wantNull && w.refFactOf(x).nonnull():
		return w.alwaysFails(c, PassGuards)
	case wantNull && x.IsOp():
		c.saysEqual(x, w.constants.ofType(Ref, 0))
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
	return w.replaceBy(c, w.constants.Int(boolBit(c.op.Code == OpPtrNe)), PassGuards, ReasonCompareNull)
}

// learnFromAllocation notes the class of a new object.
func learnFromAllocation(w *walk, c *cur) verdict {
	w.refFacts[c.self] = refNonnull
	if c.op.Code == OpNew && !w.onlySizeKnown(c.op.Descr) {
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
		return w.remove(c, PassGuards, ReasonGuardRepeated, None, None)
	}
	w.validated = true
	return next
}

// mayInvalidate forgets that nothing was invalidated where the outside may have done
// so.
func mayInvalidate(w *walk, c *cur) verdict {
	if w.in.Tables.mayInvalidate(&c.op) && !w.planted.on(bugInvalidated) {
		w.validated = false
	}
	return next
}

func guardFuture(w *walk, c *cur) verdict {
	return w.remove(c, PassGuards, ReasonGuardNever, None, None)
}

// dropKnownResult takes out what a function that only computes is promised to give: the
// call itself, if there is one, gives it as well.
func dropKnownResult(w *walk, c *cur) verdict {
	return w.remove(c, PassGuards, ReasonPromiseResult, None, None)
}

// noteQuasiImmut takes the marker out: the guard behind it stays.
func noteQuasiImmut(w *walk, c *cur) verdict {
	return w.remove(c, PassGuards, ReasonQuasiImmut, None, None)
}

// notePromise takes a promise at its word.
func notePromise(w *walk, c *cur) verdict {
	x := c.args[0]
	switch c.op.Code {
	case OpAssertNonnull:
		w.learnRef(x, refNonnull)
	case OpAssertClass:
		if _, known := w.refFactOf(x).class(); !known {
			w.learnRef(x, factOfClass(c.op.Descr))
		}
	case OpAssertValue:
		if !x.IsOp() || !c.args[1].IsConst() || w.virtualOf(x) != 0 {
			return next
		}
		w.becomes(x, c.args[1], PassGuards, c.self)
		w.followLearned(c)
	}
	return w.remove(c, PassGuards, ReasonPromise, c.recordedArg(w), None)
}

// equality holds behind a guard.
type equality struct{ value, equals Value }

func (c *cur) saysEqual(v, equals Value) {
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
	if c.op.Code == OpGuardNonnull && c.args[0].IsOp() {
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
func (w *walk) noteLearned(v, equals Value, pass PassID, guard Value) {
	n := Value(len(w.in.Ops))
	if int(v) >= w.firstInvented {
		return
	}
	r := Remark{Kind: Learned, Pass: pass, Reason: ReasonGuardLearned, Rule: -1, In: v,
		Facts: [3]Value{equals, guard}, Descr: -1}
	if v > n {
		r.In, r.Copy = v-n, 1
	}
	w.remarks.learned = append(w.remarks.learned, r)
}

package optimizer

import (
	"unbox/trace"
	"unbox/world"
)

// Redundant guards.
//
// A tracing JIT guards every assumption at the place where the interpreter made
// it, so a trace asks again and again for the class of the same object. A guard
// that was passed is a fact for everything after it: passing guard_class(p0, Box)
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
// the trace": a fact holds only after its guard. The walk goes forward and facts
// are added after it, so what was put into the output before is not touched,
// nor are the snapshots of earlier guards.
//
// PyPy's logs hold operations that only say something: assert_not_none and
// record_exact_class are promises, facts without a guard; quasiimmut_field says that
// guard_not_invalidated watches a field of a constant object. They go once the facts
// are noted.
//
// An object that was allocated in the trace has its class without any guard, even
// after it escaped. A guard that contradicts the facts can never hold; the trace
// then ends there.

// PassGuards is the number of redundant guards.
const PassGuards PassID = 5

var guardsRow = registration{
	id: PassGuards,
	info: PassInfo{
		Name:  "guards",
		Title: "redundant guards",
		Doc:   "Drops guards that earlier guards and allocations imply.",
		Why:   "After the passes on numbers, so that a condition that was computed or shared is seen as such.",
	},
	make: func(w *walk) pass {
		w.guards = &guardsPass{walk: w}
		return w.guards
	},
}

// guardsPass is the pass. Other passes ask it how two values compare, and tell it what has
// become a constant.
type guardsPass struct {
	*walk
	// askedAt is the place in the output of a guard on a reference, which may still be
	// made stronger.
	askedAt valueTable[int32]
	// validated is set after a guard_not_invalidated, until something happens.
	validated bool
	// validatedBy is that guard.
	validatedBy trace.Value
	same        sameConstants
	relations   relationTable
	// learned are values that have just become constants.
	learned []trace.Value
	// given is what functions of the runtime library gave: hashes of strings (see pass_guards_strings.go) and places of keys in
	// dictionaries (see pass_guards_lookups.go).
	given []givenBefore
	// repeated is the last call that gives one of these again.
	repeated trace.Value
}

func (p *guardsPass) reset() {
	p.same.forget()
	*p = guardsPass{
		walk: p.walk, askedAt: trace.Zeroed(p.askedAt, p.firstInvented), same: p.same,
		relations: p.relations.emptied(), learned: p.learned[:0], given: p.given[:0],
	}
}

// startBlock forgets what guards said about earlier operations.
func (p *guardsPass) startBlock(*cur) {
	p.same.forget()
	p.relations, p.validated, p.given = p.relations.emptied(), false, p.given[:0]
}

func (p *guardsPass) handler(code trace.Opcode) handler {
	switch code {
	case trace.OpGuardTrue, trace.OpGuardFalse:
		return p.truth()
	case trace.OpGuardValue:
		return p.value
	case trace.OpGuardClass, trace.OpGuardNonnullClass:
		return p.class
	case trace.OpGuardNonnull, trace.OpGuardIsnull:
		return p.null
	case trace.OpGuardNotInvalidated:
		return p.notInvalidated
	case trace.OpGuardNoException, trace.OpGuardException:
		return p.raised
	case trace.OpGuardFuture:
		return p.future
	case trace.OpQuasiImmut:
		return p.quasiImmut
	case trace.OpKnownResult:
		return p.knownResult
	case trace.OpAssertNonnull, trace.OpAssertClass, trace.OpAssertValue:
		return p.promise
	case trace.OpCall, trace.OpOpaque, trace.OpEscape, trace.OpEscapeValue, trace.OpDummy:
		return p.mayInvalidate
	case trace.OpPtrEq, trace.OpPtrNe:
		return p.compareReferences()
	case trace.OpNew, trace.OpNewArray, trace.OpNewArrayClear:
		return p.learnFromAllocation
	case trace.OpGet, trace.OpGetItem, trace.OpSetItem, trace.OpGetInterior, trace.OpArrayLen:
		return p.learnFromAccess
	case trace.OpSet, trace.OpSetInterior:
		return p.learnFromWrite
	case trace.OpStrNew, trace.OpStrLen, trace.OpStrItem, trace.OpRawRead:
		return p.recorded
	}
	if trueIn[code] != 0 {
		return p.compareGuarded
	}
	return nil
}

// truth decides guard_true and guard_false. What passes a guard on a truth
// value is 1 or 0 from there on.
//
//go:noinline
func (p *guardsPass) truth() handler {
	return func(c *cur) verdict {
		x := c.args[0]
		wanted := c.op.Code == trace.OpGuardTrue
		if n, known := p.constInt(x); known {
			if (n != 0) == wanted {
				return p.removeConstant(c, x)
			}
			return p.alwaysFails(PassGuards)
		}
		if p.comparedNumbered(c, x, wanted) == gone {
			return gone
		}
		truth := p.isTruthValue(x)
		switch {
		case !p.asksFixed(x):
		case !wanted || truth:
			return p.fixedIs(c, x, p.constants.Int(trace.BoolBit(wanted)))
		default:
			p.learnNotZero(c, x)
			return p.remove(c, PassGuards, ReasonGuardRecordedFixed, c.recordedArg(p.walk), trace.None)
		}
		switch {
		case !truth && p.isNotZero(x) && wanted:
			p.remove(c, PassGuards, ReasonGuardNotZero, c.recordedArg(p.walk), trace.None)
			p.remarks.restOn(&c.op, p.notZeroSince(x))
			return gone
		case !truth && p.isNotZero(x):
			return p.alwaysFails(PassGuards)
		case !wanted:
			c.saysEqual(x, p.constants.Int(0))
		case truth:
			c.saysEqual(x, p.constants.Int(1))
		default:
			c.said, c.tells = saysNotZero, c.tells.With(PassGuards)
		}
		return next
	}
}

// removeConstant removes a guard that asks for the constant that the value
// already is.
func (p *guardsPass) removeConstant(c *cur, constant trace.Value) verdict {
	asked, reason := c.recordedArg(p.walk), ReasonGuardConstant
	if p.isWorldly(asked, world.KnowsValue) {
		reason = ReasonWorldConstant
	}
	return p.remove(c, PassGuards, reason, asked, constant)
}

// recordedArg returns the first argument of a guard as it was recorded: no pass invents guards.
func (c *cur) recordedArg(w *walk) trace.Value {
	v := w.in.Arg(trace.Value(c.op.Src), 0)
	if v.IsOp() {
		v += w.copyShift
	}
	return v
}

// isTruthValue reports whether v can only be 0 or 1.
func (p *guardsPass) isTruthValue(v trace.Value) bool {
	def := p.definition(v)
	return p.planted.on(bugGuardTruth) || def.Code.Info().Group == "comparison" || trueIn[def.Code] != 0
}

func (p *guardsPass) value(c *cur) verdict {
	x, want := c.args[0], c.args[1]
	if x != want && p.isNumbered(x) && p.isNumbered(want) {
		return p.guardNumbered(c)
	}
	same, known := p.compareConstants(x, want)
	switch {
	case known && same:
		return p.removeConstant(c, want)
	case known:
		return p.alwaysFails(PassGuards)
	case p.asksFixed(x):
		return p.fixedIs(c, x, want)
	case x.IsOp() && p.typeOf(x) == trace.Ref && !p.isNull(want) && p.strengthen(c, trace.OpGuardValue):
		p.becomes(x, want, PassGuards, c.self)
		return gone
	case x.IsOp():
		c.saysEqual(x, want)
	}
	return next
}

// compareConstants reports whether two constants are the same number or object, as
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

func (p *guardsPass) class(c *cur) verdict {
	x := c.args[0]
	fact := p.refFactOf(x)
	if class, known := fact.class(); known {
		if int32(class) == c.op.Descr && p.isWorldly(x, world.KnowsClass) {
			return p.removeImplied(c, ReasonWorldClass)
		}
		if int32(class) == c.op.Descr {
			return p.removeImplied(c, ReasonGuardClass)
		}
		return p.alwaysFails(PassGuards)
	}
	if p.isNull(x) {
		if c.op.Code == trace.OpGuardNonnullClass {
			return p.alwaysFails(PassGuards)
		}
		return next
	}
	if p.fixedClass(c, x) == gone {
		return gone
	}
	if p.strengthen(c, trace.OpGuardNonnullClass) {
		p.learnRef(x, factOfClass(c.op.Descr))
		return gone
	}
	if c.op.Code == trace.OpGuardNonnullClass && fact.nonnull() {
		c.op.Code = trace.OpGuardClass
		c.op.Spelling = trace.OpGuardClass.SpellingFor(p.in.Dialect, trace.Void)
		c.rewritten = Remark{Kind: Replaced, Pass: PassGuards, Reason: ReasonGuardWeaker, Facts: [2]trace.Value{c.recordedArg(p.walk)}, Descr: -1}
		p.remarks.restsOn(&c.rewritten, p.refSource(x))
	}
	c.saysFact(factOfClass(c.op.Descr))
	return next
}

func (p *guardsPass) removeImplied(c *cur, reason Reason) verdict {
	p.removeAbout(c, PassGuards, reason, c.recordedArg(p.walk), trace.None, c.op.Descr)
	p.remarks.restOn(&c.op, p.refSource(c.args[0]))
	return gone
}

func (p *guardsPass) null(c *cur) verdict {
	x := c.args[0]
	wantNull := c.op.Code == trace.OpGuardIsnull
	switch {
	case !wantNull && p.refFactOf(x).nonnull() && p.isWorldly(x, world.KnowsNonnull|world.KnowsClass|world.KnowsLength):
		return p.removeImplied(c, ReasonWorldNonnull)
	case p.isNull(x) == wantNull && (wantNull || p.refFactOf(x).nonnull()):
		return p.removeImplied(c, ReasonGuardNull)
	case p.isNull(x) || wantNull && p.refFactOf(x).nonnull():
		return p.alwaysFails(PassGuards)
	case wantNull && p.asksFixed(x):
		return p.fixedIs(c, x, p.constants.ofType(trace.Ref, 0))
	case p.asksFixed(x):
		p.learnRef(x, refNonnull)
		return p.remove(c, PassGuards, ReasonGuardRecordedFixed, c.recordedArg(p.walk), trace.None)
	case wantNull && x.IsOp():
		c.saysEqual(x, p.constants.ofType(trace.Ref, 0))
	default:
		c.saysFact(refNonnull)
	}
	return next
}

// compareReferences decides comparisons of a reference that is not null with null, of
// two objects whose classes differ, and of those that were compared before.
//
//go:noinline
func (p *guardsPass) compareReferences() handler {
	return func(c *cur) verdict {
		a, b := c.args[0], c.args[1]
		if p.isNull(a) {
			a, b = b, a
		}
		if p.differInClass(a, b) {
			p.replaceBy(c, p.constants.Int(trace.BoolBit(c.op.Code == trace.OpPtrNe)), PassGuards, ReasonCompareClasses)
			p.remarks.restOnBoth(&c.op, p.refSource(a), p.refSource(b))
			return gone
		}
		if !p.isNull(b) || !p.refFactOf(a).nonnull() {
			return p.compareGuarded(c)
		}
		p.replaceBy(c, p.constants.Int(trace.BoolBit(c.op.Code == trace.OpPtrNe)), PassGuards, ReasonCompareNull)
		p.remarks.restOn(&c.op, p.refSource(a))
		return gone
	}
}

// differInClass reports whether two references are to objects of known, different classes.
func (p *guardsPass) differInClass(a, b trace.Value) bool {
	x, known := p.refFactOf(a).class()
	if !known {
		return false
	}
	y, known := p.refFactOf(b).class()
	return known && x != y
}

// learnFromAllocation notes the class of a new object.
func (p *guardsPass) learnFromAllocation(c *cur) verdict {
	fact := refNonnull
	if c.op.Code == trace.OpNew && !p.onlySizeKnown(c.op.Descr) {
		fact = factOfClass(c.op.Descr)
	}
	p.refs.of.set(c.self, refKnown{fact, c.self})
	return next
}

// learnFromAccess notes that an object whose fields are accessed is not null:
// otherwise the trace would have no meaning.
func (p *guardsPass) learnFromAccess(c *cur) verdict {
	p.learnRef(c.args[0], refNonnull)
	return next
}

// learnFromWrite notes the same, and what is over for dictionaries.
func (p *guardsPass) learnFromWrite(c *cur) verdict {
	p.learnRef(c.args[0], refNonnull)
	return p.recorded(c)
}

// notInvalidated drops the guard if nothing could have invalidated anything
// since the last one.
func (p *guardsPass) notInvalidated(c *cur) verdict {
	if p.validated {
		p.remove(c, PassGuards, ReasonGuardRepeated, trace.None, trace.None)
		p.remarks.restOn(&c.op, p.validatedBy)
		return gone
	}
	p.validated, p.validatedBy = true, c.self
	return next
}

// raised decides guards on the exception of a call that never raises, and drops
// guard_no_exception where another one asked about the same call before.
func (p *guardsPass) raised(c *cur) verdict {
	call := p.in.AskedCall(p.position)
	wantsNone := c.op.Code == trace.OpGuardNoException
	switch {
	case call == trace.None:
		return next // it has no meaning
	case wantsNone && p.repeated != trace.None && p.repeated == p.position-1:
		return p.remove(c, PassGuards, ReasonRecordedRuntime, p.inCopy(call), trace.None)
	case p.in.Raises(call) == trace.RaisesNever && wantsNone:
		return p.remove(c, PassGuards, ReasonGuardNeverRaises, call+p.copyShift, trace.None)
	case p.in.Raises(call) == trace.RaisesNever:
		return p.alwaysFails(PassGuards)
	case wantsNone && p.in.AskedBy(call) != p.position:
		p.remove(c, PassGuards, ReasonGuardRepeated, trace.None, trace.None)
		p.remarks.restOn(&c.op, p.inCopy(p.in.AskedBy(call)))
		return gone
	case wantsNone && p.asksFixed(p.find(p.inCopy(call))):
		return p.remove(c, PassGuards, ReasonGuardRecordedFixed, p.inCopy(call), trace.None)
	}
	return next
}

// mayInvalidate notes that the outside may have invalidated something.
func (p *guardsPass) mayInvalidate(c *cur) verdict {
	if p.in.MayInvalidateBy(&c.op, p.in.Args(trace.Value(c.op.Src))) && !p.planted.on(bugInvalidated) {
		if _, object := p.virtual.forcedBy(c); object == 0 {
			p.validated = false
		}
	}
	return p.recorded(c)
}

// recorded takes over what a recording says of strings and dictionaries.
func (p *guardsPass) recorded(c *cur) verdict {
	if p.ofStrings == nil || !p.trusting {
		return next
	}
	return p.ofStrings.guards(p, c)
}

func (p *guardsPass) future(c *cur) verdict {
	return p.remove(c, PassGuards, ReasonGuardNever, trace.None, trace.None)
}

// knownResult removes the promise of what a function that only computes gives: the
// call itself, if there is one, gives it as well.
func (p *guardsPass) knownResult(c *cur) verdict {
	return p.remove(c, PassGuards, ReasonPromiseResult, trace.None, trace.None)
}

// quasiImmut removes the marker; the guard after it stays.
func (p *guardsPass) quasiImmut(c *cur) verdict {
	return p.remove(c, PassGuards, ReasonQuasiImmut, trace.None, trace.None)
}

// promise notes what a promise says.
func (p *guardsPass) promise(c *cur) verdict {
	x := c.args[0]
	switch c.op.Code {
	case trace.OpAssertNonnull:
		p.learnRef(x, refNonnull)
	case trace.OpAssertClass:
		if _, known := p.refFactOf(x).class(); !known {
			p.learnRef(x, factOfClass(c.op.Descr))
		}
	case trace.OpAssertValue:
		if !x.IsOp() || !c.args[1].IsConst() || p.virtual.of(x) != 0 {
			return next
		}
		p.becomes(x, c.args[1], PassGuards, c.self)
		p.followLearned(c)
	}
	return p.remove(c, PassGuards, ReasonPromise, c.recordedArg(p.walk), trace.None)
}

// equality holds after a guard.
type equality struct{ value, equals trace.Value }

func (c *cur) saysEqual(v, equals trace.Value) {
	c.equality, c.said = equality{v, equals}, saysEqual
	c.tells = c.tells.With(PassGuards)
}

func (c *cur) saysFact(f refFact) {
	c.fact, c.said = f, saysFact
	c.tells = c.tells.With(PassGuards)
}

// emitted enters what passing the guard says. It is called when the guard is in
// the output, so that the guard itself and its snapshot are not touched.
func (p *guardsPass) emitted(c *cur, at int32) {
	switch c.op.Code {
	case trace.OpGuardNonnull, trace.OpGuardClass, trace.OpGuardNonnullClass:
		if c.args[0].IsOp() {
			p.askedAt.set(c.args[0], at)
		}
	}
	switch c.said {
	case saysEqual:
		p.learnEqual(c)
	case saysFact:
		p.learnRef(c.args[0], c.fact)
	case saysNotZero:
		p.learnNotZero(c, c.args[0])
	}
	p.followLearned(c)
}

// guardSays is a kind of fact that a guard states.
type guardSays uint8

const (
	saysNothing guardSays = iota
	saysEqual
	saysFact
	saysNotZero
)

// learnEqual enters the equality that the guard states. Bounds may already have
// made the value another constant: then the guard can never hold.
func (p *guardsPass) learnEqual(c *cur) {
	e := c.equality
	switch now := p.find(e.value); {
	case now == e.equals:
	case now.IsConst():
		if same, known := p.compareConstants(now, e.equals); known && !same {
			p.alwaysFails(PassGuards)
		}
	default:
		p.becomes(now, e.equals, PassGuards, c.self)
	}
}

// noteLearned gives the reason why later operations use another value in place
// of one: after a guard, the two are equal.
func (p *guardsPass) noteLearned(v, equals trace.Value, pass PassID, guard trace.Value) {
	n := trace.Value(len(p.in.Ops))
	if int(v) >= p.firstInvented || p.remarks.off {
		return
	}
	copyNumber := uint8(0)
	if v > n {
		v, copyNumber = v-n, 1
	}
	r := oneMore(&p.remarks.learned)
	r.Kind, r.Pass, r.Reason, r.Copy = Learned, pass, ReasonGuardLearned, copyNumber
	r.In, r.Out = v, trace.None
	r.Facts[0], r.Facts[1] = equals, guard
	r.Descr, r.rest = -1, 0
}

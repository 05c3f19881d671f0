package optimizer

import (
	"strings"

	"unbox/trace"
)

// The constants of PyPy's logs are objects that are known only by a number, and each
// mention has a number of its own: ptr13 and ptr21 may be one object or two. Nothing
// follows from the numbers. But a guard that was passed is a fact:
//
//	guard_value(p2, ConstPtr(ptr13))     p2 is ptr13 from here on
//	guard_value(p2, ConstPtr(ptr21))     stays; after it the two are one object
//
// A constant is always the same object, so after the second guard, and in the
// peeled loop too, a guard that asks for the same again always holds.
//
// If the trace is known to be a recording (Optimizer.TrustRecording), the second guard
// goes as well: it compares two constants, so it always holds or never does, and it held
// when the trace was recorded. The same goes for a guard on the comparison of two
// constants, and for one on the class of a constant, or of a new object of which only the
// size is known: it has the same class in every run. And the same goes for every guard that asks about
// something computed from constants alone, such as the characters of a constant string, which PyPy
// knows and a log does not have. The peeled loop is different: a second iteration was not recorded,
// unless it is known that there was one (Optimizer.TrustLoop).

// sameConstants is a union-find forest over constants that are known only by a
// number, and the known ones that they equal.
type sameConstants struct {
	up map[trace.Value]trace.Value
	// by has, for each constant with a parent, the guard that united the two.
	by map[trace.Value]trace.Value
}

func (s *sameConstants) find(v trace.Value) trace.Value {
	for {
		up, ok := s.up[v]
		if !ok {
			return v
		}
		if upper, ok := s.up[up]; ok {
			s.up[v] = upper
		}
		v = up
	}
}

func (s *sameConstants) unite(a, b, guard trace.Value) {
	if a, b = s.find(a), s.find(b); a != b {
		if s.up == nil {
			s.up, s.by = make(map[trace.Value]trace.Value), make(map[trace.Value]trace.Value)
		}
		s.up[b], s.by[b] = a, guard
	}
}

// forget forgets everything, and keeps the memory.
func (s *sameConstants) forget() {
	clear(s.up)
	clear(s.by)
}

// since is the guard that united two constants, or the last of several that did.
func (s *sameConstants) since(a, b trace.Value) (guard trace.Value) {
	for _, v := range []trace.Value{a, b} {
		guard = max(guard, s.by[v])
	}
	return guard
}

// isNumbered reports whether a value is a constant that is known only by a number.
func (w *walk) isNumbered(v trace.Value) bool {
	return v.IsConst() && w.constants.list[v.ConstIndex()].Kind == trace.ConstUnknown
}

// sameNumbered reports whether two constants are known to be the same object although
// they have two numbers.
func (p *guardsPass) sameNumbered(a, b trace.Value) bool {
	return len(p.same.up) > 0 && p.isNumbered(a) && p.isNumbered(b) && p.same.find(a) == p.same.find(b)
}

// guardNumbered is for guard_value on two constants that are known only by numbers.
func (p *guardsPass) guardNumbered(c *cur) verdict {
	x, want := c.args[0], c.args[1]
	if p.sameNumbered(x, want) {
		p.remove(c, PassGuards, ReasonGuardNumbered, c.recordedArg(p.walk), want)
		p.remarks.restOn(&c.op, p.same.since(x, want))
		return gone
	}
	p.same.unite(x, want, c.self)
	if p.heldWhenRecorded() {
		return p.remove(c, PassGuards, ReasonGuardRecorded, c.recordedArg(p.walk), want)
	}
	return next
}

// heldWhenRecorded reports whether the current guard is known to have held once.
func (p *guardsPass) heldWhenRecorded() bool {
	return p.trusting && (p.copyNumber == 0 || p.trustingLoop)
}

// maxFixed bounds the number of operations that isFixed looks at.
const maxFixed = 32

// isFixed reports whether a value is the same in every run: a constant, or computed from constants
// alone.
func (p *guardsPass) isFixed(v trace.Value) bool {
	budget := maxFixed
	return p.isFixedWithin(v, &budget)
}

func (p *guardsPass) isFixedWithin(v trace.Value, budget *int) bool {
	if v = p.find(v); v.IsConst() {
		return true
	}
	if *budget--; *budget < 0 || p.virtual.of(v) != 0 {
		return false
	}
	op := p.definition(v)
	if op.Len == 0 || !alwaysComputes(p.in.Tables, op) {
		return false
	}
	for _, arg := range p.out.args[op.First : op.First+uint32(op.Len)] {
		if !p.isFixedWithin(arg, budget) {
			return false
		}
	}
	return true
}

// alwaysComputes reports whether an operation gives the same for the same arguments in every run.
func alwaysComputes(tables *trace.Tables, op *trace.Op) bool {
	switch op.Code {
	case trace.OpGet:
		return tables.Schema.Fields[op.Descr].Pure
	case trace.OpGetItem:
		return strings.HasPrefix(op.SpellingName(), "getarrayitem_gc_pure_")
	case trace.OpCall:
		return op.Descr >= 0 && tables.Texts[op.Descr].Effect != 1 && trace.EffectComputes(tables.Texts[op.Descr].Effect)
	}
	effect := op.Code.Effect()
	return effect == trace.EffectPure || effect == trace.EffectOverflow
}

// asksFixed reports whether the current guard is about a value that is the same in every run, and is
// known to have held.
func (p *guardsPass) asksFixed(x trace.Value) bool {
	return p.heldWhenRecorded() && x.IsOp() && p.isFixed(x)
}

// fixedIs removes a guard as in asksFixed which says that the value is a constant.
func (p *guardsPass) fixedIs(c *cur, x, constant trace.Value) verdict {
	p.becomes(x, constant, PassGuards, c.self)
	p.followLearned(c)
	return p.remove(c, PassGuards, ReasonGuardRecordedFixed, c.recordedArg(p.walk), trace.None)
}

// fixedClass decides a guard on the class of an object that never changes its class and of which
// only a number or a size is known, if the guard is known to have held.
func (p *guardsPass) fixedClass(c *cur, x trace.Value) verdict {
	isNew := x.IsOp() && p.virtual.of(x) == 0 && p.definition(x).Code == trace.OpNew
	if !p.heldWhenRecorded() || !isNew && !p.isNumbered(x) && !p.isFixed(x) {
		return next
	}
	p.learnRef(x, factOfClass(c.op.Descr))
	return p.removeAbout(c, PassGuards, ReasonGuardRecordedClass, c.recordedArg(p.walk), trace.None, c.op.Descr)
}

// comparedNumbered decides a guard on the comparison of two constants that are
// known only by numbers, if it is known to have held.
func (p *guardsPass) comparedNumbered(c *cur, x trace.Value, wanted bool) verdict {
	def := p.definition(x)
	if def.Code != trace.OpPtrEq && def.Code != trace.OpPtrNe || !p.heldWhenRecorded() {
		return next
	}
	a, b := p.find(p.out.args[def.First]), p.find(p.out.args[def.First+1])
	if !p.isNumbered(a) || !p.isNumbered(b) {
		return next
	}
	p.becomes(x, p.constants.Int(trace.BoolBit(wanted)), PassGuards, c.self)
	p.followLearned(c)
	return p.remove(c, PassGuards, ReasonGuardRecorded, a, b)
}

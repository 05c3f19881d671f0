package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// Integer bounds and known bits.
//
// What can be known of an integer, and how one fact gives another, is explained
// in bounds.go. This pass carries the facts along the trace. Forward: what is
// known of the arguments says something about the result. Backward: what a
// guard says about a truth value says something about the numbers that were
// compared, and that says something about the numbers that they were made from.
//
//	i1 = int_and(i0, 15)       between 0 and 15
//	i2 = int_add_ovf(i1, 1)    cannot overflow: a plain int_add
//	guard_no_overflow()        so this always holds
//	i3 = int_lt(i2, 100)       always 1
//
// The plan that does not work is to think of these numbers as a mathematician
// would: they wrap around, and what follows for integers does not follow for
// machine words. All such reasoning is in bounds.go, where it is tested.
//
// To keep in mind: a fact from a guard holds only after it, so it is entered
// when the guard is in the output. And the operation that made a value counts
// only in the form in which it is in the output.

// PassBounds is the number of bounds and known bits.
const PassBounds PassID = 4

var boundsRow = registration{
	id: PassBounds,
	info: PassInfo{
		Name:  "bounds",
		Title: "bounds and known bits",
		Doc:   "Keeps track of what each integer can be, and decides comparisons and overflow by it.",
		Why:   "After the rules, so that it sees operations in their simplest form, and in front of the guards that it decides.",
	},
	make: func(w *walk) pass {
		w.bounds = &boundsPass{walk: w}
		return w.bounds
	},
}

// boundsPass is the pass. Other passes ask it what is known of an integer (of) and tell
// it what they found (refine).
type boundsPass struct {
	*walk
	// known is the index in list of what is known of each value, 0 for nothing. list[0]
	// is Top.
	known valueTable[int32]
	list  []bounds.Bounds
	// from has the source of each entry of list: the operation from which it is
	// known.
	from []trace.Value
	// stopped means that the last fact was not followed to its end.
	stopped bool
}

func (p *boundsPass) reset() {
	*p = boundsPass{walk: p.walk, known: trace.Zeroed(p.known, p.firstInvented), list: append(p.list[:0], bounds.Top()),
		from: append(p.from[:0], trace.None)}
}

func (p *boundsPass) handler(code trace.Opcode) handler {
	switch boundsKind[code] {
	case boundsForward, boundsCompare:
		return p.result()
	case boundsOverflow:
		return p.checked
	}
	switch code {
	case trace.OpArrayLen, trace.OpStrLen:
		return p.length
	case trace.OpStrItem:
		return p.character
	case trace.OpGuardNoOverflow, trace.OpGuardOverflow:
		return p.overflowGuard
	case trace.OpGuardTrue, trace.OpGuardFalse, trace.OpGuardValue:
		return p.guard()
	}
	return nil
}

// operandBounds returns what is known of one or two integer arguments.
func (p *boundsPass) operandBounds(c *cur) (a, b bounds.Bounds) {
	a = p.of(c.args[0])
	if len(c.args) > 1 {
		b = p.of(c.args[1])
	}
	return a, b
}

// result works out what is known of a result; if only one number is left,
// it is that number.
//
//go:noinline
func (p *boundsPass) result() handler {
	return func(c *cur) verdict {
		a, b := p.operandBounds(c)
		result := p.forward(c.op.Code, a, b)
		if c.op.Code == trace.OpIntMul && bounds.CannotOverflow(c.op.Code, a, b) {
			result = ofSquare(c, result)
		}
		if result.IsConstant() {
			return p.decideByBounds(c, result.Lo, a, b)
		}
		if v := p.unchanged(c, a, b); v != trace.None {
			p.makeEqual(c.self, v)
			return p.removeByBounds(c, ReasonBoundsSame, v, a, b)
		}
		p.setBounds(c.self, result)
		return next
	}
}

func (p *boundsPass) decideByBounds(c *cur, n int64, a, b bounds.Bounds) verdict {
	value := p.constants.Int(n)
	p.makeEqual(c.self, value)
	return p.removeByBounds(c, ReasonBoundsConstant, value, a, b)
}

// removeByBounds removes an operation whose result is a known value because of
// what is known of its arguments.
func (p *boundsPass) removeByBounds(c *cur, reason Reason, value trace.Value, a, b bounds.Bounds) verdict {
	p.remove(c, PassBounds, reason, c.recordedArg(p.walk), value)
	if r := p.remarks.about(&c.op); r != nil {
		r.rest = p.restsOnBounds(c, a, b, r.detailsOf(p.remarks.details).rule)
	}
	return gone
}

// restsOnBounds are the details of a remark that rests on what is known of the arguments.
func (p *boundsPass) restsOnBounds(c *cur, a, b bounds.Bounds, rule int16) int32 {
	return p.remarks.detail(remarkDetails{rule: rule, because: p.sources(c.args)}, a, b)
}

// sources are the operations from which what is known of arguments is known.
func (p *boundsPass) sources(args []trace.Value) (from [3]trace.Value) {
	n := 0
	for _, v := range args {
		if s := p.source(v); s != trace.None {
			from[n] = s
			n++
		}
	}
	return from
}

// unchanged returns the argument that is the result.
func (p *boundsPass) unchanged(c *cur, a, b bounds.Bounds) trace.Value {
	if k := bounds.SameAs(c.op.Code, a, b); k > 0 {
		return c.args[k-1]
	}
	return trace.None
}

// checked makes an overflow operation that cannot overflow a plain one.
func (p *boundsPass) checked(c *cur) verdict {
	a, b := p.operandBounds(c)
	cannot := bounds.CannotOverflow(c.op.Code, a, b)
	if cannot && p.guardedOverflow() {
		return p.contradictOverflow(PassBounds)
	}
	if cannot && p.guardedAgainstOverflow() {
		p.overflow = overflowFact{pass: PassBounds, reason: ReasonBoundsNoOverflow, value: c.self}
		c.op.Code = plainOf[c.op.Code]
		c.op.Spelling = c.op.Code.SpellingFor(p.in.Dialect, trace.Int)
		c.rewritten = Remark{Kind: Replaced, Pass: PassBounds, Reason: ReasonBoundsPlain, Descr: -1,
			Facts: [2]trace.Value{c.recordedArg(p.walk)}, rest: p.restsOnBounds(c, a, b, 0)}
		return again
	}
	if p.guardedAgainstOverflow() {
		p.setBounds(c.self, ofSquare(c, bounds.Forward(c.op.Code, a, b)))
	}
	return next
}

// ofSquare adds to what is known of a result that does not overflow that it is not negative, if a number is multiplied by itself. Bounds of
// two factors do not say that these are one number. PyPy's optimizer knows it, too (square_bound_no_overflow in intutils.py).
func ofSquare(c *cur, product bounds.Bounds) bounds.Bounds {
	if c.op.Code == trace.OpIntMul || c.op.Code == trace.OpIntMulOvf {
		if square, ok := product.Intersect(bounds.ArrayLength()); ok && c.args[0] == c.args[1] {
			return square
		}
	}
	return product
}

func (p *boundsPass) overflowGuard(c *cur) verdict { return p.settleOverflowGuard(c, PassBounds) }

func (p *boundsPass) length(c *cur) verdict {
	p.setBounds(c.self, bounds.ArrayLength())
	return next
}

// character says which characters a string can have: bytes, or code points up to 10FFFF.
func (p *boundsPass) character(c *cur) verdict {
	p.setBounds(c.self, bounds.Range(0, c.op.LastCharacter()))
	return next
}

// guard prepares what passing a guard says of an integer.
//
//go:noinline
func (p *boundsPass) guard() handler {
	return func(c *cur) verdict {
		x := c.args[0]
		if !x.IsOp() || p.typeOf(x) != trace.Int {
			return next
		}
		var number int64
		if c.op.Code == trace.OpGuardValue {
			var known bool
			if number, known = p.constInt(c.args[1]); !known {
				return next
			}
		}
		var possible bool
		if c.passing, possible = p.of(x).Passing(c.op.Code, number); !possible {
			return p.alwaysFails(PassBounds)
		}
		c.tells = c.tells.With(PassBounds)
		return next
	}
}

// emitted enters what passing a guard says.
func (p *boundsPass) emitted(c *cur, _ int32) {
	if !p.refine(c.args[0], c.passing) {
		p.alwaysFails(PassBounds)
	}
	if p.stopped {
		p.remarks.setStopped(&c.op, PassBounds, ReasonBoundsDepth, trace.None)
	}
	if p.guards.hasLearned() {
		c.tells = c.tells.With(PassGuards) // which follows what has become a constant
	}
}

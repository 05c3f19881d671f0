package backend

import (
	"unbox/heap"
	"unbox/trace"
)

// Many guards of a loop ask in every iteration about something that grows by the same
// amount each time: is the index still below the length, did the sum of row and column
// not overflow? The number of iterations for which the answer stays the same can be
// computed ahead, from the values with which the loop starts an iteration. An engine that
// does so leaves these guards out of a copy of the loop and runs that copy for that many
// iterations; the last ones, in which a guard fails, are left to the original loop. Range
// check elimination in Java's compilers does likewise (S. P. Midkiff, J. E. Moreira, M.
// Snir, "Optimizing Array Reference Checking in Java Programs", 1998).
//
// Everything here errs on one side: fewer iterations than possible may be counted, but
// never more.

// Sum is the sum of values at the start of an iteration and a number, wrapping around.
type Sum struct {
	// Terms are at most two values; None for none.
	Terms [2]trace.Value
	Plus  int64
}

// ConditionKind is what a condition asks about its quantity.
type ConditionKind uint8

const (
	// ConditionFits: is Of, without Plus, from -FitsLimit to FitsLimit-1? Then adding
	// steps to it does not overflow for MaxCounted iterations.
	ConditionFits ConditionKind = iota
	// ConditionBelow: is it less than Limit, as signed?
	ConditionBelow
	// ConditionAbove: is it greater than Limit, as signed?
	ConditionAbove
)

const (
	// FitsLimit is the limit of ConditionFits.
	FitsLimit = 1 << 61
	// MaxCounted is the maximum number of iterations for which a condition that fits can be
	// relied on.
	MaxCounted = 1 << 16
	// MaxStep bounds Condition.By: what is not from 1 to MaxStep-1 cannot be counted.
	MaxStep = 1 << 40
)

// Condition must hold in every iteration that is counted. The quantity grows by Step
// every iteration, or by the value By if that is not None, which must then be from 1 to
// MaxStep-1. Before each condition on a quantity, another one asks whether it fits.
type Condition struct {
	Kind  ConditionKind
	Of    Sum
	Step  int64
	By    trace.Value
	Limit Sum
	// OrEqual means that Of may be equal to Limit.
	OrEqual bool
}

// Counting is what can be counted ahead in a loop.
type Counting struct {
	// Skip says for each instruction, from Program.Loop on, whether it never leaves
	// in the counted iterations.
	Skip []bool
	// Conditions determine how many iterations these are.
	Conditions []Condition
}

// LoopFinder finds what can be said of a program's loop. It keeps its memory from one program to the
// next. The zero LoopFinder is ready to use; two goroutines must not use it at the same time.
type LoopFinder struct {
	loop, entry counting
	relation    relation
}

// Counting finds guards whose iterations can be counted ahead, among those that
// may be skipped. It returns nil if there are none. What it returns is valid until
// it is called again.
func (l *LoopFinder) Counting(p *Program, may func(instr int) bool) *Counting {
	if p.Loop < 0 {
		return nil
	}
	c := &l.loop
	c.begin(p)
	c.Skip = trace.Zeroed(c.Skip, len(p.Code)-p.Loop)
	c.findForms()
	c.findSteps()
	found := false
	for k := range c.Skip {
		if may(p.Loop + k) {
			c.Skip[k] = c.guard(&p.Code[p.Loop+k])
			found = found || c.Skip[k]
		}
	}
	if !found {
		return nil
	}
	return &c.Counting
}

// growth is the amount by which a value grows every iteration.
type growth struct {
	by    int64
	value trace.Value
	known bool
	// changes means that the back edge changes the value at all.
	changes bool
}

// form is what a value is, if the loop computes it.
type form struct {
	sum  Sum
	kind formKind
}

// formKind says whether a value is a sum of values at the start of the iteration.
type formKind uint8

const (
	// formTerm: the loop does not compute it.
	formTerm formKind = iota
	formSum
	formNoSum
)

type counting struct {
	Counting
	p *Program
	// forms has what each value is.
	forms []form
	// outside makes everything that is no sum a term, before the loop.
	outside bool
	// made has, for each value, 1 + the instruction of the loop that computes it, or 0.
	made []int32
	// steps has what the back edge does to each value.
	steps []growth
}

// begin prepares for a program.
func (c *counting) begin(p *Program) {
	*c = counting{
		Counting: Counting{Skip: c.Skip, Conditions: c.Conditions[:0]}, p: p,
		forms: trace.Zeroed(c.forms, p.Values), made: trace.Zeroed(c.made, p.Values), steps: trace.Zeroed(c.steps, p.Values),
	}
}

// maker returns the instruction of the loop that computes a value, nil if none does.
func (c *counting) maker(v trace.Value) *Instr {
	if !v.IsOp() || c.made[v] == 0 {
		return nil
	}
	return &c.p.Code[c.made[v]-1]
}

// stepOfOne returns what the back edge does to a value.
func (c *counting) stepOfOne(v trace.Value) growth {
	if !v.IsOp() {
		return growth{}
	}
	return c.steps[v]
}

// maxPlus bounds the numbers in sums.
const maxPlus = 1 << 31

// findForms goes over the loop.
func (c *counting) findForms() { c.findFormsBetween(c.p.Loop, len(c.p.Code)) }

// findFormsBetween goes over a range of the code. What existed before is a term.
func (c *counting) findFormsBetween(from, to int) {
	for k := from; k < to; k++ {
		in := &c.p.Code[k]
		if in.Op == OpMoves {
			c.rename(c.p.MovesOf(in))
		}
		if in.Dst <= 0 {
			continue
		}
		c.made[in.Dst] = int32(k + 1)
		if sum, ok := c.formOf(in); ok {
			c.forms[in.Dst] = form{sum, formSum}
		} else {
			c.noSum(in.Dst, in.Dst)
		}
	}
}

// noSum notes that v is no sum, but the given term.
func (c *counting) noSum(v, term trace.Value) {
	if c.outside {
		c.forms[v] = form{Sum{Terms: [2]trace.Value{term}}, formSum}
		return
	}
	c.forms[v].kind = formNoSum
}

// rename gives the parameters of a label that is passed the forms of their
// values.
func (c *counting) rename(moves []Move) {
	for _, m := range moves {
		if m.Src == trace.None || c.p.TypeOf(m.Src) != heap.Int {
			continue
		}
		if sum, ok := c.form(m.Src); ok {
			c.forms[m.Dst] = form{sum, formSum}
		} else {
			c.noSum(m.Dst, m.Src)
		}
	}
}

func (c *counting) formOf(in *Instr) (Sum, bool) {
	if in.Op == OpMove && in.Type == heap.Int {
		return c.form(in.A)
	}
	if in.Op != OpPure && (in.Op != OpOverflow || in.Inverted) {
		return Sum{}, false
	}
	switch in.Code {
	case trace.OpIntAdd, trace.OpIntAddOvf:
		a, okA := c.form(in.A)
		b, okB := c.form(in.B)
		if !okA || !okB {
			return Sum{}, false
		}
		return a.add(b)
	case trace.OpIntSub, trace.OpIntSubOvf:
		a, okA := c.form(in.A)
		b, okB := c.form(in.B)
		if !okA || !okB || b.Terms[0] != trace.None {
			return Sum{}, false
		}
		return a.add(Sum{Plus: -b.Plus})
	}
	return Sum{}, false
}

func (s Sum) add(t Sum) (Sum, bool) {
	s.Plus += t.Plus
	for _, v := range t.Terms {
		switch {
		case v == trace.None:
		case s.Terms[0] == trace.None:
			s.Terms[0] = v
		case s.Terms[1] == trace.None:
			s.Terms[1] = v
		default:
			return Sum{}, false
		}
	}
	if s.Terms[0] > s.Terms[1] && s.Terms[1] != trace.None {
		s.Terms[0], s.Terms[1] = s.Terms[1], s.Terms[0]
	}
	return s, -maxPlus < s.Plus && s.Plus < maxPlus
}

// form returns an integer operand as a sum.
func (c *counting) form(v trace.Value) (Sum, bool) {
	if v == trace.None || c.p.TypeOf(v) != heap.Int {
		return Sum{}, false
	}
	if !v.IsConst() {
		switch f := &c.forms[v]; f.kind {
		case formSum:
			return f.sum, true
		case formNoSum:
			return Sum{}, false
		}
		return Sum{Terms: [2]trace.Value{v}}, true
	}
	bits, object := c.p.ConstBits(v)
	n := int64(bits)
	return Sum{Plus: n}, !object && -maxPlus < n && n < maxPlus
}

// findSteps looks at how the back edge changes the parameters.
func (c *counting) findSteps() {
	back := &c.p.Code[len(c.p.Code)-1]
	for _, m := range c.p.MovesOf(back) {
		c.steps[m.Dst].changes = true
	}
	for _, m := range c.p.MovesOf(back) {
		step := growth{changes: true}
		if sum, ok := c.form(m.Src); ok {
			other := sum.Terms[1]
			if other == m.Dst {
				other = sum.Terms[0]
			}
			switch {
			case sum.Terms[0] != m.Dst && sum.Terms[1] != m.Dst:
			case other == trace.None:
				step.by, step.known = sum.Plus, -MaxCounted < sum.Plus && sum.Plus < MaxCounted
			case other != m.Dst && !c.steps[other].changes && sum.Plus == 0:
				step.value, step.known = other, true
			}
		}
		c.steps[m.Dst] = step
	}
}

// stepOf returns the amount by which a sum grows.
func (c *counting) stepOf(s Sum) growth {
	all := growth{value: trace.None, known: true}
	for _, v := range s.Terms {
		one := c.stepOfOne(v)
		if !one.changes {
			continue
		}
		if !one.known || one.value != trace.None && (all.value != trace.None || all.by != 0) || one.by != 0 && all.value != trace.None {
			return growth{}
		}
		all.by += one.by
		if one.value != trace.None {
			all.value = one.value
		}
	}
	return all
}

func (s growth) isZero() bool { return s.by == 0 && s.value == trace.None }

// guard adds the conditions under which an instruction does not leave, and returns
// false if they cannot be counted.
func (c *counting) guard(in *Instr) bool {
	before := len(c.Conditions)
	ok := false
	switch in.Op {
	case OpOverflow:
		ok = c.overflow(in)
	case OpGuardTrue, OpGuardFalse:
		ok = c.comparison(in)
	}
	if !ok {
		c.Conditions = c.Conditions[:before]
	}
	return ok
}

// overflow asks whether both operands are small.
func (c *counting) overflow(in *Instr) bool {
	switch in.Code {
	case trace.OpIntAddOvf, trace.OpIntSubOvf:
	default:
		return false
	}
	a, okA := c.form(in.A)
	b, okB := c.form(in.B)
	return !in.Inverted && okA && okB && c.fits(a) && c.fits(b)
}

// comparison asks whether a guard on a comparison of integers holds.
func (c *counting) comparison(in *Instr) bool {
	made := c.maker(in.A)
	if made == nil || made.Op != OpPure || made.Code < trace.OpIntLt || made.Code > trace.OpUintGe {
		return false
	}
	code := made.Code
	a, okA := c.form(made.A)
	b, okB := c.form(made.B)
	if !okA || !okB {
		return false
	}
	if in.Op == OpGuardFalse {
		code = code.Info().Inverse
	}
	switch code {
	case trace.OpIntGt, trace.OpIntGe, trace.OpUintGt, trace.OpUintGe:
		code, a, b = code.Info().Commuted, b, a
	}
	switch code {
	case trace.OpIntLt, trace.OpIntLe:
		return c.less(a, b, code == trace.OpIntLe)
	case trace.OpUintLt, trace.OpUintLe:
		minusOne := Sum{Plus: -1}
		return c.less(minusOne, a, false) && c.less(minusOne, b, false) && c.less(a, b, code == trace.OpUintLe)
	}
	return false
}

// less adds the condition that a is less than b; one of them stays as it is.
func (c *counting) less(a, b Sum, orEqual bool) bool {
	stepA, stepB := c.stepOf(a), c.stepOf(b)
	switch {
	case !stepA.known || !stepB.known:
		return false
	case stepB.isZero():
		return c.fits(a) && c.add(Condition{Kind: ConditionBelow, Of: a, Step: stepA.by, By: stepA.value, Limit: b, OrEqual: orEqual})
	case stepA.isZero():
		return c.fits(b) && c.add(Condition{Kind: ConditionAbove, Of: b, Step: stepB.by, By: stepB.value, Limit: a, OrEqual: orEqual})
	}
	return false
}

// fits adds the condition that a sum is small, and stays so.
func (c *counting) fits(s Sum) bool {
	step := c.stepOf(s)
	if s.Terms[0] != trace.None {
		s.Plus = 0
		c.add(Condition{Kind: ConditionFits, Of: s, By: step.value})
	}
	return step.known
}

// add adds a condition, unless another one is the same or stricter. It returns true.
func (c *counting) add(d Condition) bool {
	for k := range c.Conditions {
		have := &c.Conditions[k]
		same := *have
		same.Of.Plus = d.Of.Plus
		if same != d {
			continue
		}
		if d.Kind == ConditionBelow {
			have.Of.Plus = max(have.Of.Plus, d.Of.Plus)
		} else if d.Kind == ConditionAbove {
			have.Of.Plus = min(have.Of.Plus, d.Of.Plus)
		}
		return true
	}
	c.Conditions = append(c.Conditions, d)
	return true
}

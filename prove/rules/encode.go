package rules

import (
	"fmt"

	"unbox/optimizer/rules"
	"unbox/prove"
	"unbox/prove/term"
	"unbox/trace"
)

// Claim is what a rule says, as terms: wherever Assume holds, Goal holds.
type Claim struct {
	Bank *term.Bank
	// Width is the width of integers in bits.
	Width int
	// Assume are the assumptions: the condition holds, the pattern has a meaning,
	// overflow operations inside it did not overflow, and the constants of the
	// target can be computed.
	Assume []term.Term
	// Goal: the target has a meaning and is equal to the pattern. For overflow
	// operations: both overflow for the same operands; or, if the target is no
	// overflow operation, the pattern cannot overflow.
	Goal term.Term
	// Names are the variables for the rule's names, in their order; those after
	// `as` are terms.
	Names []term.Term
	// shifts and factors are names that proofs may go through one by one.
	shifts, powers, bytes, factors []int
	tree                           rules.RuleTree
	isNaN                          func(term.Term) term.Term
}

// Encode turns a rule into a claim about integers of a width in bits. An error
// says what has no encoding at this width.
func Encode(r *rules.Rule, width int) (c *Claim, err error) { return encode(r, width, nil) }

// encode is Encode for operations whose meaning is changed; nil changes nothing.
func encode(r *rules.Rule, width int, change func(b *term.Bank, code trace.Opcode, m *prove.Meaning)) (c *Claim, err error) {
	defer func() {
		bug := recover()
		if no, ok := bug.(noEncoding); ok {
			c, err = nil, no.error
		} else if bug != nil {
			panic(bug)
		}
	}()
	words := prove.NewWords(width)
	e := &encoder{words: words, b: words.Bank(), width: width, change: change}
	e.claim = &Claim{Bank: e.b, Width: width, tree: r.Tree(), isNaN: words.IsNaN}
	e.names()
	e.rule()
	return e.claim, nil
}

type noEncoding struct{ error }

// encoder turns one rule into terms.
type encoder struct {
	words *prove.Words
	b     *term.Bank
	width int
	claim *Claim
	// change changes the meaning of an operation, in tests of what depends on it.
	change func(b *term.Bank, code trace.Opcode, m *prove.Meaning)
}

// names makes a variable for each name. It is enough to look at one NaN: nothing
// distinguishes NaNs from one another.
func (e *encoder) names() {
	for _, name := range e.claim.tree.Names {
		bits := e.width
		if name.Type == trace.Float {
			bits = 64
		}
		v := e.b.Var(name.Text, term.BV(bits))
		if name.Type == trace.Float && !name.Inner {
			e.assume(e.b.Or(e.b.Not(e.words.IsNaN(v)), e.b.Eq(v, e.words.CanonicalNaN())))
			// A product's factors are in the order in which they were made: the negative
			// of a factor takes its place.
			e.floating(trace.OpFloatNeg, v, v)
		}
		e.claim.Names = append(e.claim.Names, v)
	}
}

func (e *encoder) assume(t term.Term) {
	if t != e.b.True() {
		e.claim.Assume = append(e.claim.Assume, t)
	}
}

// rule states the claim.
func (e *encoder) rule() {
	c, b := e.claim, e.b
	pattern := e.pattern(&c.tree.Pattern, true)
	if c.tree.Condition != nil {
		e.assume(e.truth(c.tree.Condition).yes)
	}
	target := e.target(&c.tree.Target)
	equal := e.same(c.tree.Pattern.Type, pattern.Value, target.Value)
	switch {
	case !isOverflow(&c.tree.Pattern):
		c.Goal = b.And(target.Defined, equal)
	case isOverflow(&c.tree.Target):
		c.Goal = b.And(target.Defined, b.Iff(pattern.Fits, target.Fits), b.Implies(pattern.Fits, equal))
	default:
		c.Goal = b.And(target.Defined, pattern.Fits, equal)
	}
}

func isOverflow(n *rules.RuleNode) bool {
	return n.Kind == rules.RuleOperation && n.Code.Info().Effect == trace.EffectOverflow
}

// same compares two results; all NaNs are equal.
func (e *encoder) same(typ trace.Type, x, y term.Term) term.Term {
	if typ != trace.Float {
		return e.b.Eq(x, y)
	}
	return e.b.Or(e.b.Eq(x, y), e.b.And(e.words.IsNaN(x), e.words.IsNaN(y)))
}

// pattern encodes a part of the pattern. It is assumed that it was executed: it
// had a meaning, and overflow operations inside were followed by their guards.
func (e *encoder) pattern(n *rules.RuleNode, outermost bool) prove.Meaning {
	switch n.Kind {
	case rules.RuleValue, rules.RuleConstant:
		return e.plain(e.claim.Names[n.Name])
	case rules.RuleNumber:
		return e.plain(e.number(n))
	}
	args := make([]term.Term, len(n.Args))
	for i := range n.Args {
		args[i] = e.pattern(&n.Args[i], false).Value
	}
	e.noteCases(n)
	m := e.operation(n.Code, args)
	e.assume(m.Defined)
	if !outermost {
		e.assume(m.Fits)
	}
	if n.Name >= 0 {
		e.claim.Names[n.Name] = m.Value
	}
	return m
}

// target encodes a part of the target. It is assumed that its constants can be
// computed, because the rule does not fire where they cannot; that its operations
// have a meaning must be proved.
func (e *encoder) target(n *rules.RuleNode) prove.Meaning {
	switch n.Kind {
	case rules.RuleValue, rules.RuleConstant:
		return e.plain(e.claim.Names[n.Name])
	case rules.RuleNumber:
		return e.plain(e.number(n))
	case rules.RuleOperation:
		args := make([]term.Term, len(n.Args))
		defined := e.b.True()
		for i := range n.Args {
			m := e.target(&n.Args[i])
			args[i], defined = m.Value, e.b.And(defined, m.Defined)
		}
		m := e.operation(n.Code, args)
		m.Defined = e.b.And(defined, m.Defined)
		return m
	}
	v := e.computed(n)
	e.assume(v.defined)
	return e.plain(v.value)
}

func (e *encoder) plain(v term.Term) prove.Meaning {
	return prove.Meaning{Value: v, Defined: e.b.True(), Fits: e.b.True()}
}

func (e *encoder) number(n *rules.RuleNode) term.Term {
	if n.Type == trace.Float {
		return e.b.Const(64, n.Bits)
	}
	v, err := e.words.Integer(n.Bits)
	if err != nil {
		panic(noEncoding{err})
	}
	return v
}

// operation encodes an operation.
func (e *encoder) operation(code trace.Opcode, args []term.Term) prove.Meaning {
	m := e.meaning(code, args)
	if e.change != nil {
		e.change(e.b, code, &m)
	}
	return m
}

// meaning is what an operation computes. References are equal if their words are.
func (e *encoder) meaning(code trace.Opcode, args []term.Term) prove.Meaning {
	y := args[len(args)-1]
	if m, ok := e.floating(code, args[0], y); ok {
		return m
	}
	switch code {
	case trace.OpSameAs:
		return e.plain(args[0])
	case trace.OpPtrEq:
		code = trace.OpIntEq
	case trace.OpPtrNe:
		code = trace.OpIntNe
	case trace.OpIntSignext:
		if _, constant := e.b.Value(y); !constant {
			return e.signext(args[0], y)
		}
	}
	m, err := e.words.Operation(code, args[0], y)
	if err != nil {
		panic(noEncoding{fmt.Errorf("%w, at a width of %d bits", err, e.width)})
	}
	return m
}

// signext chooses among the possible numbers of bytes.
func (e *encoder) signext(x, bytes term.Term) prove.Meaning {
	out := prove.Meaning{Value: x, Defined: e.b.False(), Fits: e.b.True()}
	for _, n := range [...]uint64{1, 2, 4, 8} {
		if int(n)*8 > e.width {
			break
		}
		is := e.b.Eq(bytes, e.b.Const(e.width, n))
		m := e.meaning(trace.OpIntSignext, []term.Term{x, e.b.Const(e.width, n)})
		out.Value = e.b.Ite(is, m.Value, out.Value)
		out.Defined = e.b.Or(is, out.Defined)
	}
	return out
}

// noteCases remembers names of which a proof may have to try every value: amounts
// of shifts, numbers of bytes, and factors.
func (e *encoder) noteCases(n *rules.RuleNode) {
	c := e.claim
	add := func(list *[]int, k int) {
		if k >= len(n.Args) {
			return
		}
		if arg := &n.Args[k]; arg.Kind == rules.RuleConstant || arg.Kind == rules.RuleValue {
			*list = appendNew(*list, arg.Name)
		}
	}
	switch n.Code.Needs() {
	case trace.NeedAmount:
		add(&c.shifts, 1)
	case trace.NeedWidth:
		add(&c.bytes, 1)
	}
	switch n.Code {
	case trace.OpIntMul, trace.OpIntMulOvf:
		add(&c.factors, 0)
		add(&c.factors, 1)
	}
}

func appendNew(list []int, k int) []int {
	for _, have := range list {
		if have == k {
			return list
		}
	}
	return append(list, k)
}

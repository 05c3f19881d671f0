package bounds

import (
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/term"
)

// Basic returns the lemmas that all others rest on: the contract of the function
// normal, and what holds of the functions that are made of it, of known bits and of
// ends. That a lemma is listed does not say that a solver settles it: which ones are
// proved is said by the tests.
func Basic(p *Program) []*Lemma {
	list := append([]*Lemma{normalLemma(p)}, meetLemmas(p)...)
	return append(append(list, sumLemmas(p)...), logicLemmas(p)...)
}

// Lemma is a statement about the source: wherever Assume holds, each of Goals does.
type Lemma struct {
	Name   string
	Bank   *term.Bank
	Assume []term.Term
	Goals  []term.Term
}

// lemma builds one.
type lemma struct {
	*domain
	words *prove.Words
	out   *Lemma
}

func newLemma(p *Program, name string, contracts bool) *lemma {
	words := prove.NewWords(64)
	l := &lemma{&domain{Executor: NewExecutor(p, words.Bank()), width: 64}, words, &Lemma{Name: name, Bank: words.Bank()}}
	if contracts {
		l.Intrinsics["normal"] = contract(l.domain)
	}
	return l
}

func (l *lemma) variable(name string) term.Term { return l.b.Var(name, term.BV(64)) }

// bounds returns Bounds with a member.
func (l *lemma) bounds(name string, member term.Term) *Record {
	r := l.fresh(name)
	l.assumed = append(l.assumed, l.within(r, member), l.b.Eq(l.b.BvAnd(part(r, fieldOnes), part(r, fieldUnknown)), l.b.Const(64, 0)))
	return r
}

// apart returns whether no bit is in both.
func (l *lemma) apart(ones, unknown term.Term) term.Term {
	return l.b.Eq(l.b.BvAnd(ones, unknown), l.b.Const(64, 0))
}

// done adds what the source's execution needs, and returns the lemma.
func (l *lemma) done(goals ...term.Term) *Lemma {
	l.out.Assume = l.assumed
	l.out.Goals = append(l.out.Goals, goals...)
	for _, never := range l.Obligations {
		l.out.Goals = append(l.out.Goals, l.b.Not(never))
	}
	return l.out
}

// keeps states that Bounds which were found have a member: first that they were
// found, then its range and its bits.
func (l *lemma) keeps(r Value, ok, member term.Term) []term.Term {
	b := l.b
	wrong := b.BvAnd(b.BvXor(member, part(r, fieldOnes)), b.BvNot(part(r, fieldUnknown)))
	return []term.Term{ok, b.Sle(part(r, fieldLo), member), b.Sle(member, part(r, fieldHi)), b.Eq(wrong, b.Const(64, 0))}
}

// normalLemma is the contract that stands for the function normal everywhere else.
func normalLemma(p *Program) *Lemma {
	l := newLemma(p, "normal", false)
	n := l.variable("n")
	raw := l.bounds("raw", n)
	out := l.Call("normal", raw.Parts...)
	return l.done(l.keeps(out[0], out[1].(term.Term), n)...)
}

// meetLemmas are about the functions that all others are made of: what is a member
// and in the part that is kept stays a member.
func meetLemmas(p *Program) (list []*Lemma) {
	add := func(name string, args int, keeps func(l *lemma, n term.Term, v []term.Term) term.Term) {
		l := newLemma(p, "Bounds."+name, true)
		n := l.variable("n")
		l.witnesses = []term.Term{n}
		call := []Value{l.bounds("b", n)}
		var v []term.Term
		for k := range args {
			v = append(v, l.variable(string(rune('p'+k))))
			call = append(call, v[k])
		}
		l.assumed = append(l.assumed, keeps(l, n, v))
		out := l.Call("Bounds."+name, call...)
		list = append(list, l.done(l.keeps(out[0], out[1].(term.Term), n)...))
	}
	add("meetRange", 2, func(l *lemma, n term.Term, v []term.Term) term.Term {
		return l.b.And(l.b.Sle(v[0], n), l.b.Sle(n, v[1]))
	})
	add("meetBits", 2, func(l *lemma, n term.Term, v []term.Term) term.Term {
		agrees := l.b.Eq(l.b.BvAnd(l.b.BvXor(n, v[0]), l.b.BvNot(v[1])), l.b.Const(64, 0))
		return l.b.And(agrees, l.apart(v[0], v[1]))
	})
	add("meet", 4, func(l *lemma, n term.Term, v []term.Term) term.Term {
		return l.b.And(l.member(v[0], v[1], v[2], v[3], n), l.apart(v[2], v[3]))
	})
	add("meetArc", 2, func(l *lemma, n term.Term, v []term.Term) term.Term {
		// n is at most as far from the arc's beginning as its end is.
		return l.b.Ule(l.b.Sub(n, v[0]), l.b.Sub(v[1], v[0]))
	})
	add("meetUnsigned", 2, func(l *lemma, n term.Term, v []term.Term) term.Term {
		return l.b.And(l.b.Ule(v[0], n), l.b.Ule(n, v[1]))
	})
	add("without", 1, func(l *lemma, n term.Term, v []term.Term) term.Term { return l.b.Distinct(n, v[0]) })
	return append(list, joinLemma(p), invertLemma(p), unsignedLemma(p))
}

func joinLemma(p *Program) *Lemma {
	l := newLemma(p, "Bounds.Join", true)
	n := l.variable("n")
	out := l.Call("Bounds.Join", l.bounds("a", n), l.fresh("b"))
	both := l.Call("Bounds.Join", l.fresh("c"), l.bounds("e", n))
	return l.done(append(l.keeps(out[0], l.b.True(), n), l.keeps(both[0], l.b.True(), n)...)...)
}

func invertLemma(p *Program) *Lemma {
	l := newLemma(p, "Bounds.invert", true)
	n := l.variable("n")
	out := l.Call("Bounds.invert", l.bounds("a", n))
	return l.done(l.keeps(out[0], l.b.True(), l.b.BvNot(n))...)
}

func unsignedLemma(p *Program) *Lemma {
	l := newLemma(p, "Bounds.unsigned", true)
	n := l.variable("n")
	out := l.Call("Bounds.unsigned", l.bounds("a", n))
	return l.done(l.b.Ule(out[0].(term.Term), n), l.b.Ule(n, out[1].(term.Term)))
}

// sumLemmas are about the known bits of sums and differences.
func sumLemmas(p *Program) (list []*Lemma) {
	for _, name := range []string{"knownSum", "knownDifference"} {
		l := newLemma(p, name, true)
		b, x, y := l.b, l.variable("x"), l.variable("y")
		r := b.Add(x, y)
		if name == "knownDifference" {
			r = b.Sub(x, y)
		}
		out := l.Call(name, l.bounds("a", x), l.bounds("b", y))
		list = append(list, l.done(b.Eq(b.BvAnd(b.BvXor(r, out[0].(term.Term)), b.BvNot(out[1].(term.Term))), b.Const(64, 0))))
	}
	return list
}

// logicLemmas are about the ends of or and xor.
func logicLemmas(p *Program) (list []*Lemma) {
	for _, name := range []string{"minOr", "maxOr", "maxXor"} {
		l := newLemma(p, name, true)
		b, x, y := l.b, l.variable("x"), l.variable("y")
		span := func(name string, member term.Term) *Record {
			lo, hi := l.variable(name+"lo"), l.variable(name+"hi")
			l.assumed = append(l.assumed, b.Ule(lo, member), b.Ule(member, hi))
			return &Record{[]Value{lo, hi}}
		}
		end := l.Call(name, span("x", x), span("y", y))[0].(term.Term)
		switch name {
		case "minOr":
			list = append(list, l.done(b.Ule(end, b.BvOr(x, y))))
		case "maxOr":
			list = append(list, l.done(b.Ule(b.BvOr(x, y), end)))
		default:
			list = append(list, l.done(b.Ule(b.BvXor(x, y), end)))
		}
	}
	return list
}

// Forward states that the results of an operation are members of what Forward
// says. An error says that the operation has no encoding.
func Forward(p *Program, code optimizer.Opcode) (*Lemma, error) {
	l := newLemma(p, "Forward "+code.String(), true)
	x, y := l.variable("x"), l.variable("y")
	m, err := l.words.Operation(code, x, y)
	if err != nil {
		return nil, err
	}
	l.witnesses = []term.Term{x, y, m.Value}
	l.assumed = append(l.assumed, m.Defined, m.Fits)
	b := Value(l.constant(0))
	a := l.operand("a", x, code)
	if !isUnary(code) {
		b = l.operand("b", y, code)
	}
	out := l.Call("width.forward", l.b.Const(8, 64), l.Opcode(code), a, b)
	return l.done(l.keeps(out[0], l.b.True(), m.Value)...), nil
}

// Backward states that operands which give a member of the result's Bounds stay
// members of what Backward says. Errors are as for [Forward].
func Backward(p *Program, code optimizer.Opcode) (*Lemma, error) {
	l := newLemma(p, "Backward "+code.String(), true)
	x, y := l.variable("x"), l.variable("y")
	m, err := l.words.Operation(code, x, y)
	if err != nil {
		return nil, err
	}
	l.witnesses = []term.Term{x, y, m.Value}
	l.assumed = append(l.assumed, m.Defined, m.Fits)
	b := Value(l.constant(0))
	a := l.operand("a", x, code)
	if !isUnary(code) {
		b = l.operand("b", y, code)
	}
	out := l.Call("width.backward", l.b.Const(8, 64), l.Opcode(code), l.bounds("r", m.Value), a, b)
	goals := l.keeps(out[0], out[2].(term.Term), x)
	if !isUnary(code) {
		goals = append(goals, l.keeps(out[1], l.b.True(), y)...)
	}
	return l.done(goals...), nil
}

// operand returns Bounds with a member. Comparisons rely on the ends being members:
// that is assumed for them only, as it makes questions harder.
func (l *lemma) operand(name string, member term.Term, code optimizer.Opcode) *Record {
	r := l.bounds(name, member)
	if code.Info().Group == "comparison" {
		l.assumed = append(l.assumed, l.shape(r))
	}
	return r
}

func isUnary(code optimizer.Opcode) bool { return len(code.Info().Spellings[0].Layout) == 1 }

package bounds

import (
	"go/types"

	"unbox/prove"
	"unbox/prove/term"
	"unbox/trace"
)

// Bounds with terms: what is known of unknown integers.

// domain is the executor with what belongs to Bounds.
type domain struct {
	*Executor
	words *prove.Words
	// width is that of the machine word. Words are sign-extended to 64 bits.
	width int
	// assumed are facts, from contracts and of the arguments.
	assumed []term.Term
	// numbers are the integers that contracts are about, exact those of 128 bits.
	numbers, exact []term.Term
	// products are names for products of two words, by their factors. Laws give proofs
	// what they need to know about products. If real is set, there are no names.
	products map[[3]term.Term]term.Term
	floors   map[[2]term.Term]term.Term    // names for quotients, rounded down
	ceils    map[[2]term.Term]term.Term    // and up
	longs    map[[3]term.Term][2]term.Term // names for quotients and rests of two words
	real     bool
}

func newDomain(p *Program, width int) *domain {
	words := prove.NewWords(width)
	d := &domain{
		Executor: NewExecutor(p, words.Bank()), words: words, width: width,
		products: map[[3]term.Term]term.Term{}, floors: map[[2]term.Term]term.Term{}, ceils: map[[2]term.Term]term.Term{},
		longs: map[[3]term.Term][2]term.Term{},
	}
	d.Unknown = func(t types.Type) Value { return d.returned(t, "loop") }
	d.Multiply = func(v, w term.Term, unsigned bool) term.Term {
		if unsigned {
			return d.unsignedProduct(v, w)
		}
		return d.product(v, w)
	}
	d.Divide = d.long
	return d
}

// The fields of Bounds in their order.
const (
	fieldLo = iota
	fieldHi
	fieldOnes
	fieldUnknown
)

func part(b Value, field int) term.Term { return b.(*Record).Parts[field].(term.Term) }

// word returns a new integer of the machine's width, sign-extended to 64 bits.
func (d *domain) word(name string) term.Term {
	return d.b.SignExt(64, d.b.Fresh(name, term.BV(d.width)))
}

// fresh returns unknown Bounds.
func (d *domain) fresh(name string) *Record {
	r := &Record{}
	for range 4 {
		r.Parts = append(r.Parts, d.word(name))
	}
	return r
}

// within returns whether n is a member, as Bounds.Contains does.
func (d *domain) within(b Value, n term.Term) term.Term { return d.b.And(d.member(b, n)...) }

// member is within, in three parts.
func (d *domain) member(b Value, n term.Term) []term.Term {
	return []term.Term{
		d.b.Sle(part(b, fieldLo), n), d.b.Sle(n, part(b, fieldHi)),
		d.agrees(n, part(b, fieldOnes), part(b, fieldUnknown)),
	}
}

// agrees returns whether n has the known bits.
func (d *domain) agrees(n, ones, unknown term.Term) term.Term {
	return d.b.Eq(d.b.BvAnd(d.b.BvXor(n, ones), d.b.BvNot(unknown)), d.zero())
}

// apart returns whether no bit is in both.
func (d *domain) apart(ones, unknown term.Term) term.Term {
	return d.b.Eq(d.b.BvAnd(ones, unknown), d.zero())
}

func (d *domain) zero() term.Term { return d.b.Const(64, 0) }

// normal is what holds for all Bounds that are passed on: the ends are members, no bit
// is both 1 and unknown, and none is unknown in a single number.
func (d *domain) normal(r Value) []term.Term {
	lo, hi, ones, unknown := part(r, fieldLo), part(r, fieldHi), part(r, fieldOnes), part(r, fieldUnknown)
	single := d.b.Implies(d.b.Eq(lo, hi), d.b.Eq(unknown, d.zero()))
	return []term.Term{d.b.Sle(lo, hi), d.agrees(lo, ones, unknown), d.agrees(hi, ones, unknown), d.apart(ones, unknown), single}
}

// wide returns a record of 128 bits as one number.
func (d *domain) wide(v Value) term.Term { return d.b.Concat(part(v, 0), part(v, 1)) }

// halves returns 128 bits as a record.
func (d *domain) halves(t term.Term) *Record {
	return &Record{[]Value{d.b.Extract(127, 64, t), d.b.Extract(63, 0, t)}}
}

// cut returns the lower 64 bits.
func (d *domain) cut(t term.Term) term.Term { return d.b.Extract(63, 0, t) }

// wrap wraps around at the machine's width.
func (d *domain) wrap(t term.Term) term.Term { return d.wrapAt(d.width, t) }

func (d *domain) wrapAt(width int, t term.Term) term.Term {
	return d.b.SignExt(64, d.b.Extract(width-1, 0, t))
}

// extend extends a word to 128 bits.
func (d *domain) extend(t term.Term) term.Term { return d.b.SignExt(128, t) }

// exactly returns the result of int_add, int_sub or int_mul in unbounded integers.
func (d *domain) exactly(code trace.Opcode, x, y term.Term) term.Term {
	switch code {
	case trace.OpIntAdd, trace.OpIntAddOvf:
		return d.b.Add(d.extend(x), d.extend(y))
	case trace.OpIntSub, trace.OpIntSubOvf:
		return d.b.Sub(d.extend(x), d.extend(y))
	}
	return d.product(x, y)
}

// product returns the exact product of two words with a sign.
func (d *domain) product(x, y term.Term) term.Term { return d.times(x, y, d.extend, 0) }

// unsignedProduct returns the exact product of two words without a sign.
func (d *domain) unsignedProduct(x, y term.Term) term.Term { return d.times(x, y, d.unsigned, 1) }

// unsigned returns a word with 128 bits, read without a sign.
func (d *domain) unsigned(t term.Term) term.Term { return d.b.ZeroExt(128, t) }

func (d *domain) times(x, y term.Term, extend func(term.Term) term.Term, kind term.Term) term.Term {
	_, constX := d.b.Value(x)
	_, constY := d.b.Value(y)
	if d.real || constX || constY {
		return d.b.Mul(extend(x), extend(y))
	}
	if t, ok := d.chosen(x, func(x term.Term) term.Term { return d.times(x, y, extend, kind) }); ok {
		return t
	}
	if t, ok := d.chosen(y, func(y term.Term) term.Term { return d.times(x, y, extend, kind) }); ok {
		return t
	}
	key := [3]term.Term{min(x, y), max(x, y), kind}
	if _, ok := d.products[key]; !ok {
		d.products[key] = d.b.Fresh("product", term.BV(128))
	}
	return d.products[key]
}

// chosen applies a function to both sides of a choice, so that names are given to
// what is chosen.
func (d *domain) chosen(t term.Term, apply func(term.Term) term.Term) (result term.Term, ok bool) {
	if d.b.Op(t) != term.OpIte {
		return t, false
	}
	args := d.b.Args(t)
	return d.b.Ite(args[0], apply(args[1]), apply(args[2])), true
}

// fits returns whether an exact result is a word.
func (d *domain) fits(exact term.Term) term.Term {
	return d.b.Eq(d.extend(d.wrap(exact)), exact)
}

// narrow returns a word with the machine's width.
func (d *domain) narrow(t term.Term) term.Term { return d.b.Extract(d.width-1, 0, t) }

// operation returns what an operation computes, in 64 bits: what package prove says,
// with names for products. The laws of operations say that both are the same.
func (d *domain) operation(code trace.Opcode, x, y term.Term) prove.Meaning {
	b := d.b
	switch code {
	case trace.OpIntMul:
		return prove.Meaning{Value: d.wrap(d.product(x, y)), Defined: b.True(), Fits: b.True()}
	case trace.OpIntAddOvf, trace.OpIntSubOvf, trace.OpIntMulOvf:
		e := d.exactly(code, x, y)
		return prove.Meaning{Value: d.wrap(e), Defined: b.True(), Fits: d.fits(e)}
	case trace.OpUintMulHigh:
		e := d.unsignedProduct(x, y)
		return prove.Meaning{Value: b.Extract(127, 64, e), Defined: b.True(), Fits: b.True()}
	case trace.OpIntSignext:
		m := prove.Meaning{Value: x, Defined: b.Eq(y, b.Const(64, 8)), Fits: b.True()}
		for _, n := range []int{1, 2, 4} {
			is := b.Eq(y, b.Const(64, uint64(n)))
			m.Value = b.Ite(is, b.SignExt(64, b.Extract(8*n-1, 0, x)), m.Value)
			m.Defined = b.Or(m.Defined, is)
		}
		return m
	}
	if (code == trace.OpIntPyDiv || code == trace.OpIntPyMod) && !d.real {
		return d.divided(code, x, y)
	}
	m, err := d.words.Operation(code, d.narrow(x), d.narrow(y))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	m.Value = b.SignExt(64, m.Value)
	return m
}

// computed is the result of an operation as package prove says it.
func (d *domain) computed(code trace.Opcode, x, y term.Term) term.Term {
	m, err := d.words.Operation(code, d.narrow(x), d.narrow(y))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return d.b.SignExt(64, m.Value)
}

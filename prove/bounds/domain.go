package bounds

import "unbox/prove/term"

// Bounds with terms: what is known of integers that are not known themselves.

// domain is the executor with what belongs to Bounds.
type domain struct {
	*Executor
	// width is that of the machine word. Words are sign-extended to 64 bits.
	width int
	// assumed are facts, from contracts and of the arguments.
	assumed []term.Term
	// witnesses are the integers of which contracts speak.
	witnesses []term.Term
}

// The fields of Bounds in their order.
const (
	fieldLo = iota
	fieldHi
	fieldOnes
	fieldUnknown
)

func part(b Value, field int) term.Term { return b.(*Record).Parts[field].(term.Term) }

// fresh returns Bounds of which nothing is known.
func (d *domain) fresh(name string) *Record {
	r := &Record{}
	for range 4 {
		r.Parts = append(r.Parts, d.b.Fresh(name, term.BV(64)))
	}
	return r
}

// within returns whether n is a member, as Bounds.Contains does.
func (d *domain) within(b Value, n term.Term) term.Term {
	return d.member(part(b, fieldLo), part(b, fieldHi), part(b, fieldOnes), part(b, fieldUnknown), n)
}

func (d *domain) member(lo, hi, ones, unknown, n term.Term) term.Term {
	b := d.b
	wrong := b.BvAnd(b.BvXor(n, ones), b.BvNot(unknown))
	return b.And(b.Sle(lo, n), b.Sle(n, hi), b.Eq(wrong, b.Const(64, 0)))
}

// contract stands for the function normal. What it promises is proved of its source
// by TestNormalKeepsItsContract: each integer from lo to hi that agrees with the
// bits is a member of the result, and the result is normal and has no others.
func contract(d *domain) func(*Executor, term.Term, []Value) []Value {
	return func(x *Executor, live term.Term, args []Value) []Value {
		b := d.b
		lo, hi, ones, unknown := args[0].(term.Term), args[1].(term.Term), args[2].(term.Term), args[3].(term.Term)
		if live == b.False() {
			return []Value{d.constant(0), b.False()}
		}
		r, ok := d.fresh("bounds"), b.Fresh("found", term.Bool)
		for _, n := range d.witnesses {
			d.assumed = append(d.assumed, b.Implies(d.member(lo, hi, ones, unknown, n), b.And(ok, d.within(r, n))))
		}
		d.assumed = append(d.assumed, b.Implies(ok, b.And(
			d.shape(r), b.Sle(lo, part(r, fieldLo)), b.Sle(part(r, fieldHi), hi),
			b.Eq(b.BvAnd(part(r, fieldUnknown), b.BvNot(unknown)), b.Const(64, 0)),
			b.Eq(b.BvAnd(b.BvXor(part(r, fieldOnes), ones), b.BvNot(unknown)), b.Const(64, 0)))))
		return []Value{r, ok}
	}
}

// shape is the part of normal that proofs need: without what is known of the upper
// bits.
func (d *domain) shape(r Value) term.Term {
	b := d.b
	return b.And(d.within(r, part(r, fieldLo)), d.within(r, part(r, fieldHi)),
		b.Eq(b.BvAnd(part(r, fieldOnes), part(r, fieldUnknown)), b.Const(64, 0)))
}

// constant returns the Bounds of one number.
func (d *domain) constant(n int64) *Record {
	v := d.b.ConstSigned(64, n)
	return &Record{[]Value{v, v, v, d.b.Const(64, 0)}}
}

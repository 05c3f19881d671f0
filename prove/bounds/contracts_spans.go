package bounds

import (
	"unbox/prove/term"
	"unbox/trace"
)

// spanEnd is the contract of a function that returns the smallest or the largest result
// for two ranges read as unsigned.
func spanEnd(name string, code trace.Opcode, largest bool) *Contract {
	return &Contract{
		Function: name, arity: 2, choose: anyPair,
		facts: func(d *domain, c *call, n []term.Term) []fact {
			v := d.operation(code, n[0], n[1]).Value
			end := d.b.Ule(c.out(0), v)
			if largest {
				end = d.b.Ule(v, c.out(0))
			}
			return []fact{{d.b.And(d.among(c.args[0], n[0]), d.among(c.args[1], n[1])), []term.Term{end}}}
		},
		always: func(d *domain, c *call) []term.Term {
			// If each range has one sign, the result has the sign that the operation
			// gives.
			sign := func(k, end int) term.Term { return d.b.Extract(63, 63, c.args[k].(*Record).Parts[end].(term.Term)) }
			one := d.b.And(d.b.Eq(sign(0, 0), sign(0, 1)), d.b.Eq(sign(1, 0), sign(1, 1)))
			want := d.b.BvOr(sign(0, 0), sign(1, 0))
			if code == trace.OpIntXor {
				want = d.b.BvXor(sign(0, 0), sign(1, 0))
			}
			for k := range 2 {
				s := c.args[k].(*Record)
				one = d.b.And(one, d.b.Ule(s.Parts[0].(term.Term), s.Parts[1].(term.Term)))
			}
			return []term.Term{d.b.Implies(one, d.b.Eq(d.b.Extract(63, 63, c.out(0)), want))}
		},
	}
}

// ends returns the ends of a range without a sign.
func ends(span Value) (lo, hi term.Term) {
	r := span.(*Record)
	return r.Parts[0].(term.Term), r.Parts[1].(term.Term)
}

// among returns that n lies in a range without a sign.
func (d *domain) among(span Value, n term.Term) term.Term {
	lo, hi := ends(span)
	return d.b.And(d.b.Ule(lo, n), d.b.Ule(n, hi))
}

// smallestXor is the contract of minXor. Before each round the ranges are open below a place
// alone; two numbers of the ranges at the beginning are still in them, or differ above
// that place more than the ranges do.
func smallestXor() *Contract {
	k := spanEnd("minXor", trace.OpIntXor, false)
	k.invariant = func(d *domain, c *call, n []term.Term, vars map[string]Value) ([]term.Term, term.Term) {
		b, place := d.b, vars["place"].(term.Term)
		below := b.Sub(place, b.Const(64, 1))
		low := b.Ite(b.Eq(place, d.zero()), d.zero(), b.BvOr(place, below))
		loX, hiX := ends(vars["x"])
		loY, hiY := ends(vars["y"])
		open := b.BvOr(b.BvXor(loX, hiX), b.BvXor(loY, hiY))
		above := func(t term.Term) term.Term { return b.BvAnd(t, b.BvNot(low)) }
		still := b.And(d.among(vars["x"], n[0]), d.among(vars["y"], n[1]))
		more := b.Ult(above(b.BvXor(loX, loY)), above(b.BvXor(n[0], n[1])))
		where := b.And(d.among(c.args[0], n[0]), d.among(c.args[1], n[1]))
		holds := []term.Term{
			b.Eq(b.BvAnd(place, below), d.zero()), b.Eq(b.BvAnd(place, b.BvNot(open)), d.zero()), b.Eq(above(open), d.zero()),
			b.Implies(where, b.Or(still, more)),
		}
		for k, name := range []string{"x", "y"} {
			lo, hi := ends(vars[name])
			from, to := ends(c.args[k])
			one := b.And(b.Eq(b.Negative(from), b.Negative(to)), b.Ule(from, to))
			holds = append(holds, b.Implies(one, b.And(b.Ule(lo, hi), b.Eq(b.Negative(lo), b.Negative(from)), b.Eq(b.Negative(hi), b.Negative(from)))))
		}
		return holds, place
	}
	return k
}

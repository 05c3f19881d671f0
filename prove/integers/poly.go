package integers

import (
	"math/big"
	"slices"
)

// Var is an integer variable.
type Var int32

// Poly is a polynomial with integer coefficients. It is not changed once made.
type Poly map[string]*big.Int // by monomial: its variables in order, two bytes each

func monomial(vars ...Var) string {
	slices.Sort(vars)
	var s []byte
	for _, v := range vars {
		s = append(s, byte(v>>8), byte(v))
	}
	return string(s)
}

func variables(m string) []Var {
	var vars []Var
	for i := 0; i < len(m); i += 2 {
		vars = append(vars, Var(m[i])<<8|Var(m[i+1]))
	}
	return vars
}

// Int returns a constant.
func Int(n *big.Int) Poly { return Poly{}.plus("", n) }

// Small returns a constant.
func Small(n int64) Poly { return Int(big.NewInt(n)) }

// Of returns a variable.
func Of(v Var) Poly { return Poly{}.plus(monomial(v), big.NewInt(1)) }

// plus adds a monomial in place; it is for polynomials under construction.
func (p Poly) plus(m string, c *big.Int) Poly {
	if old, ok := p[m]; ok {
		c = new(big.Int).Add(old, c)
	}
	if c.Sign() == 0 {
		delete(p, m)
	} else {
		p[m] = c
	}
	return p
}

// Add returns the sum.
func (p Poly) Add(q Poly) Poly {
	r := Poly{}
	for m, c := range p {
		r[m] = c
	}
	for m, c := range q {
		r.plus(m, c)
	}
	return r
}

// Sub returns the difference.
func (p Poly) Sub(q Poly) Poly { return p.Add(q.Mul(Small(-1))) }

// Mul returns the product.
func (p Poly) Mul(q Poly) Poly {
	r := Poly{}
	for m, c := range p {
		for n, d := range q {
			r.plus(monomial(append(variables(m), variables(n)...)...), new(big.Int).Mul(c, d))
		}
	}
	return r
}

// degree returns the largest number of variables in a monomial.
func (p Poly) degree() int {
	n := 0
	for m := range p {
		n = max(n, len(m)/2)
	}
	return n
}

// replace substitutes q for a variable.
func (p Poly) replace(v Var, q Poly) Poly {
	r := Poly{}
	for m, c := range p {
		term := Int(c)
		for _, x := range variables(m) {
			if x == v {
				term = term.Mul(q)
			} else {
				term = term.Mul(Of(x))
			}
		}
		r = r.Add(term)
	}
	return r
}

// divide returns p / v, if v is in each monomial of p.
func (p Poly) divide(v Var) (Poly, bool) {
	r := Poly{}
	for m, c := range p {
		vars := variables(m)
		i := slices.Index(vars, v)
		if i < 0 {
			return nil, false
		}
		r[monomial(slices.Delete(vars, i, i+1)...)] = c
	}
	return r, len(p) > 0
}

// primitive divides the equation p = 0 by what all coefficients share.
func (p Poly) primitive() Poly {
	g := new(big.Int)
	for _, c := range p {
		g.GCD(nil, nil, g, new(big.Int).Abs(c))
	}
	if g.Cmp(big.NewInt(1)) <= 0 {
		return p
	}
	r := Poly{}
	for m, c := range p {
		r[m] = new(big.Int).Quo(c, g)
	}
	return r
}

// isolate finds a variable that the equation p = 0 can be solved for without
// dividing, the youngest one, and returns what it equals.
func (p Poly) isolate() (Var, Poly, bool) {
	best := Var(-1)
	for m, c := range p {
		if len(m) == 2 && c.IsInt64() && (c.Int64() == 1 || c.Int64() == -1) {
			if v := variables(m)[0]; v > best && !p.nonlinear(v) {
				best = v
			}
		}
	}
	if best < 0 {
		return 0, nil, false
	}
	rest := p.Add(Poly{monomial(best): new(big.Int).Neg(p[monomial(best)])})
	if p[monomial(best)].Sign() > 0 {
		rest = rest.Mul(Small(-1))
	}
	return best, rest, true
}

// nonlinear reports whether v occurs in a product.
func (p Poly) nonlinear(v Var) bool {
	for m := range p {
		if len(m) > 2 && slices.Contains(variables(m), v) {
			return true
		}
	}
	return false
}

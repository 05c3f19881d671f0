package integers

import (
	"maps"
	"math/big"
	"slices"
)

// System is what is assumed about integers: polynomials that are at least 0,
// and polynomials that are 0. It is changed by assuming more; [System.Clone]
// makes a copy first.
type System struct {
	next   Var
	solved []solution
	// core are multiplied with each other, ranges are not: there are many of
	// them, and they seldom matter.
	core, ranges []Poly
	divisors     []Poly
	Stop         func() bool // ends a proof early; it is then not found
	bounds       map[Var][2]*big.Int
}

type solution struct {
	v Var
	p Poly
}

// New returns a system without assumptions.
func New(stop func() bool) *System { return &System{Stop: stop, bounds: map[Var][2]*big.Int{}} }

// Clone returns a copy.
func (s *System) Clone() *System {
	c := *s
	c.bounds = maps.Clone(s.bounds)
	c.solved = append([]solution(nil), s.solved...)
	c.core = append([]Poly(nil), s.core...)
	c.ranges = append([]Poly(nil), s.ranges...)
	c.divisors = append([]Poly(nil), s.divisors...)
	return &c
}

// Fresh returns a new variable, about which nothing is assumed.
func (s *System) Fresh() Poly {
	s.next++
	return Of(s.next - 1)
}

// Word returns a new variable with low <= v <= high.
func (s *System) Word(low, high *big.Int) Poly {
	p := s.Fresh()
	s.bounds[s.next-1] = [2]*big.Int{low, high}
	s.Range(p, Int(low), Int(high))
	return p
}

// Within reports whether low <= p <= high, by the bounds of the variables or by
// linear reasoning.
func (s *System) Within(p Poly, low, high *big.Int) bool {
	if l, h, ok := s.interval(p); ok && l.Cmp(low) >= 0 && h.Cmp(high) <= 0 {
		return true
	}
	return s.Known(p.Sub(Int(low))) && s.Known(Int(high).Sub(p))
}

// interval bounds a polynomial by the bounds of its variables.
func (s *System) interval(p Poly) (low, high *big.Int, ok bool) {
	low, high = new(big.Int), new(big.Int)
	for m, c := range p {
		l, h := c, c
		for _, v := range variables(m) {
			b, known := s.bounds[v]
			if !known {
				return nil, nil, false
			}
			var all []*big.Int
			for _, x := range []*big.Int{l, h} {
				all = append(all, new(big.Int).Mul(x, b[0]), new(big.Int).Mul(x, b[1]))
			}
			l = slices.MinFunc(all, (*big.Int).Cmp)
			h = slices.MaxFunc(all, (*big.Int).Cmp)
		}
		low.Add(low, l)
		high.Add(high, h)
	}
	return low, high, true
}

func (s *System) reduced(p Poly) Poly {
	for _, d := range s.solved {
		p = p.replace(d.v, d.p)
	}
	return p
}

// Positive assumes p >= 0.
func (s *System) Positive(p Poly) { s.core = append(s.core, s.reduced(p)) }

// Range assumes low <= p <= high, as a fact about the size of words.
func (s *System) Range(p, low, high Poly) {
	s.ranges = append(s.ranges, s.reduced(p.Sub(low)), s.reduced(high.Sub(p)))
}

// Zero assumes p = 0, and replaces a variable if it can be solved for one.
func (s *System) Zero(p Poly) {
	p = s.cancel(s.reduced(p).primitive())
	if len(p) == 0 {
		return
	}
	v, q, ok := p.isolate()
	if !ok {
		s.core = append(s.core, p, p.Mul(Small(-1)))
		return
	}
	s.solved = append(s.solved, solution{v, q})
	for _, list := range [][]Poly{s.core, s.ranges, s.divisors} {
		for i := range list {
			list[i] = list[i].replace(v, q)
		}
	}
}

// cancel divides the equation p = 0 by variables that are known not to be 0.
func (s *System) cancel(p Poly) Poly {
	for again := true; again; {
		again = false
		for m := range p {
			for _, v := range variables(m) {
				q, ok := p.divide(v)
				one := Small(1)
				if ok && !again && (s.Known(Of(v).Sub(one)) || s.Known(Small(-1).Sub(Of(v)))) {
					p, again = q, true
				}
			}
			break
		}
	}
	return p
}

// Divide assumes a = b*q + r with 0 <= r < b for a new q and r, which it
// returns. b must be known to be positive, and a not to be negative.
func (s *System) Divide(a, b Poly) (q, r Poly) {
	q, r = s.Fresh(), s.Fresh()
	s.Zero(b.Mul(q).Add(r).Sub(a))
	s.Positive(b.Sub(Small(1)))
	s.Positive(r)
	s.Positive(b.Sub(r).Sub(Small(1)))
	s.Positive(q)
	// Linear reasoning does not see that q is at most b*q, and 2*q at most b*q if b
	// is 2 or more.
	least := Small(1)
	if s.Known(b.Sub(Small(2))) {
		least = Small(2)
	}
	s.Positive(a.Sub(q.Mul(least)).Sub(r))
	s.divisors = append(s.divisors, s.reduced(b))
	return q, r
}

// Floor assumes a = b*q + r with 0 <= r < b for a new q and r, which it returns: q
// is a/b rounded down, also for a negative a. b must be known to be positive.
func (s *System) Floor(a, b Poly) (q, r Poly) {
	q, r = s.Fresh(), s.Fresh()
	s.Zero(b.Mul(q).Add(r).Sub(a))
	s.Positive(b.Sub(Small(1)))
	s.Positive(r)
	s.Positive(b.Sub(r).Sub(Small(1)))
	s.divisors = append(s.divisors, s.reduced(b))
	return q, r
}

// Known reports whether p >= 0 follows by linear reasoning.
func (s *System) Known(p Poly) bool {
	c := s.Clone()
	c.core = append(c.core, s.reduced(Small(-1).Sub(p)))
	return c.linear()
}

func (s *System) linear() bool {
	return infeasible(append(append([]Poly(nil), s.core...), s.ranges...), s.Stop)
}

// Follows reports whether p >= 0 follows, including by products.
func (s *System) Follows(p Poly) bool {
	if s.Known(p) {
		return true
	}
	c := s.Clone()
	c.Positive(Small(-1).Sub(p))
	return c.Impossible()
}

// recent is the number of latest assumptions that are multiplied with all
// others: what should be refuted is assumed last.
const recent = 2

// Impossible reports whether the assumptions contradict each other, by linear
// reasoning about them and some of their products: of what was assumed last, and
// of divisors, with all others.
func (s *System) Impossible() bool {
	if s.linear() {
		return true
	}
	factors := append([]Poly(nil), s.core[max(0, len(s.core)-recent):]...)
	for _, d := range s.divisors {
		factors = append(factors, d.Sub(Small(1)))
	}
	rows := append(append([]Poly(nil), s.core...), s.ranges...)
	for _, p := range factors {
		for _, q := range s.core {
			if r := p.Mul(q); r.degree() > 1 && r.degree() <= 4 {
				rows = append(rows, r)
			}
		}
	}
	return infeasible(rows, s.Stop)
}

// Differ reports whether the assumptions and p != 0 contradict each other. Where p
// is a multiple of a divisor, the factor is a whole number, so it is 0, or at
// least 1 away from 0.
func (s *System) Differ(p Poly) bool {
	p = s.reduced(p)
	for _, sign := range []int64{1, -1} {
		c := s.Clone()
		c.Positive(p.Mul(Small(sign)).Sub(Small(1)))
		if !c.Impossible() && !c.split(p) {
			return false
		}
	}
	return true
}

// split tries the factor of p at a divisor: it is not 0, since p is not.
func (s *System) split(p Poly) bool {
	for _, d := range s.divisors {
		if len(d) != 1 {
			continue
		}
		for m := range maps.Keys(d) {
			if len(m) != 2 {
				continue
			}
			u, ok := p.divide(variables(m)[0])
			if !ok {
				continue
			}
			above, below := s.Clone(), s.Clone()
			above.Positive(u.Sub(Small(1)))
			below.Positive(Small(-1).Sub(u))
			if above.Impossible() && below.Impossible() {
				return true
			}
		}
	}
	return false
}

package solve

import (
	"cmp"
	"math/big"
	"slices"

	"unbox/prove/integers"
	"unbox/prove/term"
)

// viewer reads terms as integers: a word is a polynomial modulo 2^width, and
// its value with or without sign that polynomial itself, if it is known to lie
// in the range, or the polynomial less a multiple of 2^width.
type viewer struct {
	b        *term.Bank
	sys      *integers.System
	residues map[term.Term]integers.Poly
	views    map[view]integers.Poly
	halves   map[[2]term.Term][2]integers.Poly
	// extended are the words that are zero-extended somewhere: they are best read
	// without a sign.
	extended map[term.Term]bool
}

type view struct {
	t      term.Term
	signed bool
}

func power(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// limits returns the smallest and the largest value of a word.
func limits(width int, signed bool) (low, high *big.Int) {
	if signed {
		high = power(width - 1)
		return new(big.Int).Neg(high), high.Sub(high, big.NewInt(1))
	}
	return new(big.Int), power(width).Sub(power(width), big.NewInt(1))
}

// value returns the integer that a word stands for.
func (w *viewer) value(t term.Term, signed bool) integers.Poly {
	key := view{t, signed}
	if p, ok := w.views[key]; ok {
		return p
	}
	p := w.residue(t)
	width := w.b.Width(t)
	if v, ok := w.b.Value(t); ok && !signed && v.Bit(width-1) == 1 {
		p = p.Add(integers.Int(power(width))) // constants are read with their sign
	}
	low, high := limits(width, signed)
	if !w.sys.Within(p, low, high) {
		p = p.Sub(w.sys.Fresh().Mul(integers.Int(power(width))))
		w.sys.Range(p, integers.Int(low), integers.Int(high))
	}
	w.views[key] = p
	return p
}

// residue returns a polynomial that equals the word modulo 2^width.
func (w *viewer) residue(t term.Term) integers.Poly {
	p, ok := w.residues[t]
	if !ok {
		p = w.read(t)
		w.residues[t] = p
	}
	return p
}

func (w *viewer) read(t term.Term) integers.Poly {
	b, args := w.b, w.b.Args(t)
	width := b.Width(t)
	switch b.Op(t) {
	case term.OpConst:
		v, _ := b.Value(t)
		n := new(big.Int).SetUint64(v.Hi)
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(v.Lo))
		if v.Bit(width-1) == 1 {
			n.Sub(n, power(width))
		}
		return integers.Int(n)
	case term.OpAdd:
		sum := integers.Poly{}
		for _, a := range args {
			sum = sum.Add(w.residue(a))
		}
		return sum
	case term.OpMul:
		product := integers.Small(1)
		for _, a := range args {
			product = product.Mul(w.residue(a))
		}
		return product
	case term.OpBvNot:
		return integers.Small(-1).Sub(w.residue(args[0]))
	case term.OpSignExt:
		return w.value(args[0], true)
	case term.OpConcat:
		low := w.value(args[1], false)
		return w.residue(args[0]).Mul(integers.Int(power(b.Width(args[1])))).Add(low)
	case term.OpUDiv, term.OpURem:
		if h, ok := w.divide(args[0], args[1]); ok {
			if b.Op(t) == term.OpUDiv {
				return h[0]
			}
			return h[1]
		}
	}
	low, high := limits(width, !w.extended[t])
	return w.sys.Word(low, high)
}

// extended returns the words that are extended with zeros.
func extended(b *term.Bank, parts []term.Term) map[term.Term]bool {
	found := map[term.Term]bool{}
	b.Walk(parts, func(t term.Term) {
		if b.Op(t) != term.OpConcat {
			return
		}
		if above, ok := b.Value(b.Args(t)[0]); ok && above.IsZero() {
			found[b.Args(t)[1]] = true
		}
	})
	return found
}

// sign assumes what x < 0, or its negation, says about x read without a sign,
// if x is not known to fit with a sign: a quotient of two magnitudes.
func (w *viewer) sign(args []term.Term, holds bool) bool {
	width := w.b.Width(args[0])
	p := w.residue(args[0])
	if v, ok := w.b.Value(args[1]); !ok || !v.IsZero() {
		return false
	}
	if low, high := limits(width, true); w.sys.Within(p, low, high) {
		return false
	}
	if low, high := limits(width, false); !w.sys.Within(p, low, high) {
		return false
	}
	half := integers.Int(power(width - 1))
	if holds {
		w.sys.Positive(p.Sub(half))
	} else {
		w.sys.Positive(half.Sub(p).Sub(integers.Small(1)))
	}
	return true
}

// apart assumes p != 0 where the sign of p is known.
func (w *viewer) apart(p integers.Poly) {
	one := integers.Small(1)
	for _, q := range []integers.Poly{p, p.Mul(integers.Small(-1))} {
		if w.sys.Known(q) {
			w.sys.Positive(q.Sub(one))
			return
		}
	}
}

func (w *viewer) divide(x, y term.Term) ([2]integers.Poly, bool) {
	key := [2]term.Term{x, y}
	if h, ok := w.halves[key]; ok {
		return h, true
	}
	a, b := w.value(x, false), w.value(y, false)
	if !w.sys.Follows(b.Sub(integers.Small(1))) {
		return [2]integers.Poly{}, false
	}
	q, r := w.sys.Divide(a, b)
	w.halves[key] = [2]integers.Poly{q, r}
	return w.halves[key], true
}

// refuter tries to show by integer reasoning that assertions contradict each
// other. Choices and signs are handled by cases.
type refuter struct {
	b     *term.Bank
	stop  func() bool
	cases int
}

// maxCases bounds the cases of one question.
const maxCases = 400

// refute reports whether the parts cannot all hold.
func (r *refuter) refute(parts []term.Term) bool {
	if r.cases++; r.cases > maxCases || r.stop() {
		return false
	}
	parts = simplify(r.b, parts).parts
	if r.b.And(parts...) == r.b.False() {
		return true
	}
	sys, goals := r.system(parts)
	if sys.Known(integers.Small(-1)) {
		return true
	}
	if c, ok := r.choice(parts); ok {
		yes := r.refute(append([]term.Term{c}, parts...))
		return yes && r.refute(append([]term.Term{r.b.Not(c)}, parts...))
	}
	for _, p := range goals {
		if sys.Differ(p) {
			return true
		}
	}
	return sys.Impossible()
}

// system assumes the assertions that are comparisons; the differences of words
// that are not equal are returned.
func (r *refuter) system(parts []term.Term) (*integers.System, []integers.Poly) {
	w := &viewer{
		r.b, integers.New(r.stop), map[term.Term]integers.Poly{}, map[view]integers.Poly{}, map[[2]term.Term][2]integers.Poly{},
		extended(r.b, parts),
	}
	sorted := slices.Clone(parts)
	slices.SortStableFunc(sorted, func(x, y term.Term) int { return cmp.Compare(r.rank(x), r.rank(y)) })
	var goals []integers.Poly
	for _, p := range sorted {
		holds := true
		if r.b.Op(p) == term.OpNot {
			holds, p = false, r.b.Args(p)[0]
		}
		op := r.b.Op(p)
		if op != term.OpEq && op != term.OpUlt && op != term.OpSlt {
			continue
		}
		signed := op != term.OpUlt
		if op == term.OpSlt && w.sign(r.b.Args(p), holds) {
			continue
		}
		x, y := w.value(r.b.Args(p)[0], signed), w.value(r.b.Args(p)[1], signed)
		switch {
		case op == term.OpEq && holds:
			w.sys.Zero(x.Sub(y))
		case op == term.OpEq:
			w.apart(x.Sub(y))
			// Words are equal if any integers that represent them are.
			difference, circle := w.residue(r.b.Args(p)[0]).Sub(w.residue(r.b.Args(p)[1])), integers.Int(power(r.b.Width(r.b.Args(p)[0])))
			goals = append(goals, difference, x.Sub(y), difference.Add(circle), difference.Sub(circle))
		case holds:
			w.sys.Positive(y.Sub(x).Sub(integers.Small(1)))
		default:
			w.sys.Positive(x.Sub(y))
		}
	}
	return w.sys, goals
}

// rank orders assertions: those about the signs of divisors come before the
// divisions.
func (r *refuter) rank(t term.Term) int {
	rank := 0
	r.b.Walk([]term.Term{t}, func(u term.Term) {
		switch r.b.Op(u) {
		case term.OpMul:
			rank = max(rank, 1)
		case term.OpUDiv, term.OpURem:
			rank = max(rank, 2)
		}
	})
	rank *= 2
	if r.b.Op(t) == term.OpNot && r.b.Op(r.b.Args(t)[0]) == term.OpEq {
		rank++
	}
	return rank
}

// choice returns a comparison by which to split into two cases: the oldest one
// that decides between two words, or is a part of an assertion.
func (r *refuter) choice(parts []term.Term) (term.Term, bool) {
	best := term.Term(-1)
	note := func(t term.Term) {
		switch r.b.Op(t) {
		case term.OpEq, term.OpUlt, term.OpSlt, term.OpVar:
			if best < 0 || t < best {
				best = t
			}
		}
	}
	r.b.Walk(parts, func(t term.Term) {
		switch r.b.Op(t) {
		case term.OpIte, term.OpAnd, term.OpXor:
			for _, a := range r.b.Args(t) {
				if r.b.Sort(a) == term.Bool {
					if r.b.Op(a) == term.OpNot {
						a = r.b.Args(a)[0]
					}
					note(a)
				}
			}
		}
	})
	return best, best >= 0
}

// integral reports whether integer reasoning may help where there are too many
// bits: whether words are multiplied or divided by words.
func integral(b *term.Bank, parts []term.Term) bool {
	found := false
	b.Walk(parts, func(t term.Term) {
		switch b.Op(t) {
		case term.OpUDiv, term.OpURem:
			found = true
		case term.OpMul:
			_, constant := b.Value(b.Args(t)[0])
			found = found || !constant || len(b.Args(t)) > 2
		}
	})
	return found
}

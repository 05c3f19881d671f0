package term

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// sample is a term with the values that it must have, by the meaning of the
// operations alone, under each of some models.
type sample struct {
	t    Term
	want []Value
}

// generator builds random terms together with their values.
type generator struct {
	b      *Bank
	r      *rand.Rand
	models []Model
	words  []sample
	truths []sample
}

// edge returns a word that is likely to be near a limit.
func edge(r *rand.Rand, w int) Value {
	v := Value{r.Uint64(), r.Uint64()}
	switch r.IntN(5) {
	case 0:
		v = Word(uint64(r.IntN(5)))
	case 1:
		v = Word(uint64(r.IntN(3))).Neg(w)
	case 2:
		v = Word(1).Shl(r.IntN(w), w).Add(Word(uint64(r.IntN(3))), w).Sub(Word(1), w)
	case 3:
		v = Ones(r.IntN(w + 1))
	}
	return v.Trunc(w)
}

// newGenerator returns a generator with variables of the given widths, under
// random models, or under all of them if the widths are small.
func newGenerator(r *rand.Rand, widths ...int) *generator {
	g := &generator{b: NewBank(), r: r}
	bits := 0
	for _, w := range widths {
		bits += w
	}
	n := 24
	if bits <= 8 {
		n = 1 << bits
	}
	for i := range n {
		m := NewModel()
		at := 0
		for j, w := range widths {
			v := edge(r, w)
			if bits <= 8 {
				v = Word(uint64(i) >> at).Trunc(w)
				at += w
			}
			m.Words[fmt.Sprintf("x%d", j)] = v
		}
		g.models = append(g.models, m)
	}
	for j, w := range widths {
		name := fmt.Sprintf("x%d", j)
		s := sample{t: g.b.Var(name, BV(w))}
		for _, m := range g.models {
			s.want = append(s.want, m.Words[name])
		}
		g.words = append(g.words, s)
	}
	g.truths = append(g.truths, g.constant(Bool, Word(1)))
	return g
}

func (g *generator) constant(s Sort, v Value) sample {
	c := sample{t: g.b.constOf(s, v)}
	for range g.models {
		c.want = append(c.want, v)
	}
	return c
}

func (g *generator) word() sample {
	if g.r.IntN(5) == 0 {
		w := g.b.Width(g.words[g.r.IntN(len(g.words))].t)
		return g.constant(BV(w), edge(g.r, w))
	}
	// The later ones are the larger ones.
	return g.words[len(g.words)-1-g.r.IntN(min(len(g.words), 12))]
}

// same returns a word of width w, made from another one if necessary.
func (g *generator) same(w int) sample {
	s := g.word()
	of := g.b.Width(s.t)
	switch {
	case of > w:
		lo := g.r.IntN(of - w + 1)
		return g.make(func(v []Value) Value { return v[0].Shr(lo).Trunc(w) }, g.b.Extract(lo+w-1, lo, s.t), s)
	case of < w && g.r.IntN(2) == 0:
		return g.make(func(v []Value) Value { return v[0] }, g.b.ZeroExt(w, s.t), s)
	case of < w:
		return g.make(func(v []Value) Value { return v[0].Sext(of, w) }, g.b.SignExt(w, s.t), s)
	}
	return s
}

func (g *generator) make(f func([]Value) Value, t Term, args ...sample) sample {
	s := sample{t: t}
	for i := range g.models {
		vals := make([]Value, len(args))
		for j, a := range args {
			vals[j] = a.want[i]
		}
		s.want = append(s.want, f(vals))
	}
	return s
}

func signedLess(x, y Value, w int) bool {
	sx, sy := x.Bit(w-1), y.Bit(w-1)
	if sx != sy {
		return sx == 1
	}
	return x.Less(y)
}

func magnitude(x Value, w int) Value {
	if x.Bit(w-1) == 1 {
		return x.Neg(w)
	}
	return x
}

// step adds a random term and returns it.
func (g *generator) step() sample {
	b := g.b
	x := g.word()
	w := b.Width(x.t)
	y := g.same(w)
	c := g.truths[g.r.IntN(len(g.truths))]
	d := g.truths[g.r.IntN(len(g.truths))]
	word := func(t Term, f func(x, y Value) Value) sample {
		s := g.make(func(v []Value) Value { return f(v[0], v[1]) }, t, x, y)
		g.words = append(g.words, s)
		return s
	}
	test := func(t Term, f func(x, y Value) bool) sample {
		s := g.make(func(v []Value) Value { return truth(f(v[0], v[1])) }, t, x, y)
		g.truths = append(g.truths, s)
		return s
	}
	logic := func(t Term, f func(x, y bool) bool) sample {
		s := g.make(func(v []Value) Value { return truth(f(!v[0].IsZero(), !v[1].IsZero())) }, t, c, d)
		g.truths = append(g.truths, s)
		return s
	}
	switch g.r.IntN(29) {
	case 0, 1:
		return word(b.Add(x.t, y.t), func(x, y Value) Value { return x.Add(y, w) })
	case 2, 3:
		return word(b.Sub(x.t, y.t), func(x, y Value) Value { return x.Sub(y, w) })
	case 4:
		return word(b.Mul(x.t, y.t), func(x, y Value) Value { return x.Mul(y, w) })
	case 5:
		return word(b.Neg(x.t), func(x, y Value) Value { return x.Neg(w) })
	case 6:
		return word(b.BvNot(x.t), func(x, y Value) Value { return x.Not(w) })
	case 7, 8:
		return word(b.BvAnd(x.t, y.t), func(x, y Value) Value { return x.And(y) })
	case 9, 10:
		return word(b.BvOr(x.t, y.t), func(x, y Value) Value { return x.Or(y) })
	case 11, 12:
		return word(b.BvXor(x.t, y.t), func(x, y Value) Value { return x.Xor(y) })
	case 13:
		return word(b.Shl(x.t, y.t), func(x, y Value) Value { return x.Shl(y.shift(), w) })
	case 14:
		return word(b.LShr(x.t, y.t), func(x, y Value) Value { return x.Shr(y.shift()) })
	case 15:
		return word(b.AShr(x.t, y.t), func(x, y Value) Value { return x.Sext(w, 128).Shr(y.shift()).Or(x.signFill(w, y.shift())).Trunc(w) })
	case 16:
		return word(b.UDiv(x.t, y.t), func(x, y Value) Value { q, _ := x.DivRem(y, w); return q })
	case 17:
		return word(b.URem(x.t, y.t), func(x, y Value) Value { _, r := x.DivRem(y, w); return r })
	case 18:
		return word(b.SDiv(x.t, y.t), func(x, y Value) Value {
			q, _ := magnitude(x, w).DivRem(magnitude(y, w), w)
			if x.Bit(w-1) != y.Bit(w-1) {
				return q.Neg(w)
			}
			return q
		})
	case 19:
		return word(b.SRem(x.t, y.t), func(x, y Value) Value {
			_, r := magnitude(x, w).DivRem(magnitude(y, w), w)
			if x.Bit(w-1) == 1 {
				return r.Neg(w)
			}
			return r
		})
	case 20:
		if 2*w <= 128 && w <= 64 {
			return word(b.Concat(x.t, y.t), func(x, y Value) Value { return x.Shl(w, 128).Or(y) })
		}
		return word(b.Sub(y.t, x.t), func(x, y Value) Value { return y.Sub(x, w) })
	case 21:
		s := g.make(func(v []Value) Value {
			if v[2].IsZero() {
				return v[1]
			}
			return v[0]
		}, b.Ite(c.t, x.t, y.t), x, y, c)
		g.words = append(g.words, s)
		return s
	case 22:
		return test(b.Eq(x.t, y.t), func(x, y Value) bool { return x == y })
	case 23:
		return test(b.Ult(x.t, y.t), func(x, y Value) bool { return x.Less(y) })
	case 24:
		return test(b.Slt(x.t, y.t), func(x, y Value) bool { return signedLess(x, y, w) })
	case 25:
		return test(b.Sle(x.t, y.t), func(x, y Value) bool { return !signedLess(y, x, w) })
	case 26:
		return logic(b.And(c.t, d.t), func(x, y bool) bool { return x && y })
	case 27:
		return logic(b.Or(c.t, b.Not(d.t)), func(x, y bool) bool { return x || !y })
	}
	return logic(b.Xor(c.t, d.t), func(x, y bool) bool { return x != y })
}

// TestConstructorsKeepTheMeaning builds random terms and compares their value
// with what the operations compute one by one: under all values of the
// variables at small widths, at large ones under values near the limits.
func TestConstructorsKeepTheMeaning(t *testing.T) {
	for seed := range uint64(testSeeds) {
		checkSeed(t, seed)
		if t.Failed() {
			return
		}
	}
}

const testSeeds = 3000

func checkSeed(t *testing.T, seed uint64) {
	widths := [][]int{{1, 2, 3}, {4, 4}, {3, 3, 2}, {8, 16}, {64, 64, 64}, {64, 8}, {65, 65}, {32, 128}, {63, 1, 64}}
	r := rand.New(rand.NewPCG(seed, 1))
	g := newGenerator(r, widths[seed%uint64(len(widths))]...)
	evals := make([]*Evaluator, len(g.models))
	for i, m := range g.models {
		evals[i] = NewEvaluator(g.b, m)
	}
	for range 40 {
		s := g.step()
		for i, e := range evals {
			if got := e.Word(s.t); got != s.want[i] {
				t.Errorf("seed %d: expected %v, found %v for %s under %v", seed, s.want[i], got, g.b.Format(s.t), g.models[i].Words)
				return
			}
		}
	}
}

// FuzzConstructors is [TestConstructorsKeepTheMeaning] for seeds that a fuzzer chooses.
func FuzzConstructors(f *testing.F) {
	f.Add(uint64(testSeeds))
	f.Fuzz(func(t *testing.T, seed uint64) { checkSeed(t, seed) })
}

// TestRebuildKeepsTerms rebuilds each term from its own arguments: its meaning
// must not change.
func TestRebuildKeepsTerms(t *testing.T) {
	for seed := range uint64(200) {
		g := newGenerator(rand.New(rand.NewPCG(seed, 2)), 8, 8)
		for range 40 {
			s := g.step()
			again := g.b.Rebuild(s.t, g.b.Args(s.t))
			for i, m := range g.models {
				if got := g.b.Eval(again, m); got != s.want[i] {
					t.Fatalf("seed %d: expected %v, found %v for %s", seed, s.want[i], got, g.b.Format(again))
				}
			}
		}
	}
}

// TestPolynomials compares products of sums with their expanded forms.
func TestPolynomials(t *testing.T) {
	b := NewBank()
	x, y, z := b.Var("x", BV(64)), b.Var("y", BV(64)), b.Var("z", BV(64))
	one, two := b.Const(64, 1), b.Const(64, 2)
	for name, c := range map[string][2]Term{
		"distribution":    {b.Mul(x, b.Add(y, z)), b.Add(b.Mul(x, y), b.Mul(z, x))},
		"binomial":        {b.Mul(b.Add(x, y), b.Add(x, y)), b.Add(b.Add(b.Mul(x, x), b.Mul(two, b.Mul(y, x))), b.Mul(y, y))},
		"difference":      {b.Mul(b.Add(x, y), b.Sub(x, y)), b.Sub(b.Mul(x, x), b.Mul(y, y))},
		"inverse":         {b.Mul(b.BvNot(x), y), b.Sub(b.Neg(b.Mul(x, y)), y)},
		"signs":           {b.Mul(b.Neg(x), b.Neg(y)), b.Mul(x, y)},
		"shift of 1":      {b.Mul(x, b.Shl(one, y)), b.Shl(x, y)},
		"shifted factors": {b.Mul(b.Shl(x, b.Const(64, 3)), y), b.Shl(b.Mul(x, y), b.Const(64, 3))},
	} {
		if got := b.Eq(c[0], c[1]); got != b.True() {
			t.Errorf("%s: expected true, found %s", name, b.Format(got))
		}
		if got := b.Eq(c[0], b.Add(c[1], one)); got != b.False() {
			t.Errorf("%s: expected false with 1 more, found %s", name, b.Format(got))
		}
	}
}

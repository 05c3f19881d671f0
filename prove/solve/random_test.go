package solve

import (
	"math/rand/v2"

	"unbox/prove/term"
)

// maker builds random terms.
type maker struct {
	b      *term.Bank
	r      *rand.Rand
	width  int
	words  []term.Term
	truths []term.Term
	arrays []term.Term
	hard   bool // with products and divisions of variables
}

func newMaker(seed uint64, width int) *maker {
	m := &maker{b: term.NewBank(), r: rand.New(rand.NewPCG(seed, uint64(width))), width: width}
	for _, name := range []string{"x", "y", "z"} {
		m.words = append(m.words, m.b.Var(name, term.BV(width)))
	}
	m.truths = []term.Term{m.b.Var("p", term.Bool)}
	m.arrays = []term.Term{m.b.Var("a", term.Array(width, width)), m.b.Var("c", term.Array(width, width))}
	return m
}

func last[T any](r *rand.Rand, list []T) T { return list[len(list)-1-r.IntN(min(len(list), 8))] }

func (m *maker) word() term.Term {
	if m.r.IntN(4) == 0 {
		return m.b.ConstValue(m.width, pick(m.r, m.width, nil, term.Value{}))
	}
	return last(m.r, m.words)
}

func (m *maker) step() {
	b, x, y := m.b, m.word(), m.word()
	p, q := last(m.r, m.truths), last(m.r, m.truths)
	addWord := func(t term.Term) { m.words = append(m.words, t) }
	addTruth := func(t term.Term) { m.truths = append(m.truths, t) }
	n := 24
	if m.hard {
		n = 28
	}
	switch m.r.IntN(n) {
	case 0, 1:
		addWord(b.Add(x, y))
	case 2, 3:
		addWord(b.Sub(x, y))
	case 4:
		addWord(b.Neg(x))
	case 5:
		addWord(b.Mul(x, b.ConstValue(m.width, pick(m.r, m.width, nil, term.Value{}))))
	case 6, 7:
		addWord(b.BvAnd(x, y))
	case 8:
		addWord(b.BvOr(x, y))
	case 9:
		addWord(b.BvXor(x, y))
	case 10:
		addWord(b.Shl(x, y))
	case 11:
		addWord(b.LShr(x, y))
	case 12:
		addWord(b.AShr(x, y))
	case 13:
		addWord(b.Ite(p, x, y))
	case 14:
		addWord(b.SignExt(m.width, b.Extract(m.width/2, 0, x)))
	case 15:
		addWord(b.Apply("f", term.BV(m.width), x, y))
	case 16:
		addWord(b.Select(last(m.r, m.arrays), x))
	case 17:
		m.arrays = append(m.arrays, b.Store(last(m.r, m.arrays), x, y))
	case 18:
		m.arrays = append(m.arrays, b.Ite(p, last(m.r, m.arrays), last(m.r, m.arrays)))
	case 19:
		addTruth(b.Eq(last(m.r, m.arrays), last(m.r, m.arrays)))
	case 20:
		addTruth(b.Eq(x, y))
	case 21:
		addTruth(b.Ult(x, y))
	case 22:
		addTruth(b.Slt(x, y))
	case 23:
		addTruth(b.And(p, b.Not(q)))
	case 24:
		addWord(b.Mul(x, y))
	case 25:
		addWord(b.UDiv(x, y))
	case 26:
		addWord(b.URem(x, y))
	case 27:
		addWord(b.SDiv(x, y))
	}
}

// query returns random assertions.
func (m *maker) query(steps, n int) []term.Term {
	for range steps {
		m.step()
	}
	var out []term.Term
	for range n {
		t := last(m.r, m.truths)
		if m.r.IntN(2) == 0 {
			t = m.b.Not(t)
		}
		out = append(out, t)
	}
	return append(out, m.b.Distinct(last(m.r, m.words), last(m.r, m.words)))
}

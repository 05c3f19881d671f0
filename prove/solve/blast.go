package solve

import (
	"fmt"

	"unbox/prove/term"
)

// blaster turns terms without arrays and unknown functions into bits.
type blaster struct {
	bank   *term.Bank
	graph  *graph
	words  map[term.Term][]bit // a truth value is a word of one bit
	inputs []term.Term         // the variables, as they were met
	limit  int                 // of gates; more are too many
}

// tooBig is what blasting stops with.
type tooBig struct{}

func newBlaster(b *term.Bank) *blaster {
	return &blaster{bank: b, graph: newGraph(), words: map[term.Term][]bit{}, limit: 20e6}
}

// assert returns the bits of truth values.
func (bl *blaster) assert(terms []term.Term) (bits []bit, ok bool) {
	bl.bank.Walk(terms, func(t term.Term) {
		if len(bl.graph.gates) < bl.limit {
			bl.words[t] = bl.blast(t)
		}
	})
	if len(bl.graph.gates) >= bl.limit {
		return nil, false
	}
	for _, t := range terms {
		bits = append(bits, bl.words[t][0])
	}
	return bits, true
}

func (bl *blaster) blast(t term.Term) []bit {
	b, g := bl.bank, bl.graph
	args := b.Args(t)
	arg := func(i int) []bit { return bl.words[args[i]] }
	switch b.Op(t) {
	case term.OpConst:
		v, _ := b.Value(t)
		return g.constWord(max(b.Width(t), 1), v.Bit)
	case term.OpVar:
		bl.inputs = append(bl.inputs, t)
		w := make([]bit, max(b.Width(t), 1))
		for i := range w {
			w[i] = g.input()
		}
		return w
	case term.OpNot, term.OpBvNot:
		return invert(arg(0))
	case term.OpAnd, term.OpBvAnd:
		return bl.fold(args, g.and)
	case term.OpXor, term.OpBvXor:
		return bl.fold(args, g.xor)
	case term.OpIte:
		return g.muxWords(arg(0)[0], arg(1), arg(2))
	case term.OpEq:
		return []bit{g.equal(arg(0), arg(1))}
	case term.OpUlt:
		return []bit{g.less(arg(0), arg(1))}
	case term.OpSlt:
		return []bit{g.less(flipSign(arg(0)), flipSign(arg(1)))}
	case term.OpAdd:
		return bl.sum(args)
	case term.OpMul:
		w := arg(0)
		for i := range args[1:] {
			w = g.multiply(w, arg(i+1))
		}
		return w
	case term.OpUDiv:
		q, _ := g.divide(arg(0), arg(1))
		return q
	case term.OpURem:
		_, r := g.divide(arg(0), arg(1))
		return r
	case term.OpShl:
		return g.shift(arg(0), arg(1), true, zero)
	case term.OpLShr:
		return g.shift(arg(0), arg(1), false, zero)
	case term.OpAShr:
		x := arg(0)
		return g.shift(x, arg(1), false, x[len(x)-1])
	case term.OpConcat:
		return append(append([]bit(nil), arg(1)...), arg(0)...)
	case term.OpExtract:
		hi, lo := b.Bounds(t)
		return arg(0)[lo : hi+1]
	case term.OpSignExt:
		w := append([]bit(nil), arg(0)...)
		for len(w) < b.Width(t) {
			w = append(w, w[len(arg(0))-1])
		}
		return w
	}
	panic(fmt.Sprintf("BUG: expected no operation %d in bits", b.Op(t)))
}

func (bl *blaster) fold(args []term.Term, f func(x, y bit) bit) []bit {
	w := bl.words[args[0]]
	for _, a := range args[1:] {
		next := make([]bit, len(w))
		for i, y := range bl.words[a] {
			next[i] = f(w[i], y)
		}
		w = next
	}
	return w
}

func (bl *blaster) sum(args []term.Term) []bit {
	w := bl.words[args[0]]
	for _, a := range args[1:] {
		w, _ = bl.graph.addWords(w, bl.words[a], zero)
	}
	return w
}

func flipSign(x []bit) []bit {
	w := append([]bit(nil), x...)
	w[len(w)-1] = w[len(w)-1].not()
	return w
}

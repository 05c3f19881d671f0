package solve

import (
	"cmp"
	"fmt"
	"slices"

	"unbox/prove/term"
)

// blaster turns terms without arrays and unknown functions into bits.
type blaster struct {
	bank   *term.Bank
	graph  *graph
	words  map[term.Term][]bit // a truth value is a word of one bit
	inputs []term.Term         // the variables, in the order in which they were found
	limit  int                 // the maximum number of gates
	halves map[[2]term.Term]division
}

// division is both results of one division.
type division struct{ quotient, remainder []bit }

func (bl *blaster) divide(args []term.Term) division {
	key := [2]term.Term{args[0], args[1]}
	d, ok := bl.halves[key]
	if !ok {
		d.quotient, d.remainder = bl.graph.divide(bl.words[args[0]], bl.words[args[1]])
		bl.halves[key] = d
	}
	return d
}

func newBlaster(b *term.Bank) *blaster {
	return &blaster{bank: b, graph: newGraph(), words: map[term.Term][]bit{}, halves: map[[2]term.Term]division{}, limit: 20e6}
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
		return bl.sum(args, b.Width(t))
	case term.OpMul:
		if _, ok := b.Value(args[0]); ok {
			return bl.sum([]term.Term{t}, b.Width(t))
		}
		return bl.product(args)
	case term.OpUDiv:
		return bl.divide(args).quotient
	case term.OpURem:
		return bl.divide(args).remainder
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

// sum adds up the parts of a sum, or the only part of a product with a
// constant. Constant factors become few shifted words, each added or
// subtracted: the digits of the factor in the form without adjacent digits that
// are not 0.
func (bl *blaster) sum(args []term.Term, width int) []bit {
	k := term.Value{}
	var rows [][]bit
	for _, a := range args {
		if v, ok := bl.bank.Value(a); ok {
			k = k.Add(v, width)
			continue
		}
		factor, word := bl.scaled(a)
		for i := 0; !factor.IsZero(); i, factor = i+1, factor.Shr(1) {
			if factor.Bit(0) == 0 {
				continue
			}
			row := bl.graph.shiftConst(word, i)
			if factor.Bit(1) == 1 && i < width-1 {
				factor = factor.Add(term.Word(1), 128)
				row = invert(row)
				k = k.Add(term.Word(1), width)
			} else {
				factor = factor.Sub(term.Word(1), 128)
			}
			factor = factor.Trunc(width - i)
			rows = append(rows, row)
		}
	}
	carry := zero
	if len(rows) > 1 && k.Bit(0) == 1 {
		carry, k = one, k.Sub(term.Word(1), width)
	}
	if !k.IsZero() || len(rows) == 0 {
		rows = append(rows, bl.graph.constWord(width, k.Bit))
	}
	sum := rows[0]
	for i, row := range rows[1:] {
		if i > 0 {
			carry = zero
		}
		sum, _ = bl.graph.addWords(sum, row, carry)
	}
	return sum
}

// scaled returns the constant factor of a part of a sum, and the bits of the rest.
func (bl *blaster) scaled(a term.Term) (term.Value, []bit) {
	if bl.bank.Op(a) == term.OpMul {
		args := bl.bank.Args(a)
		if c, ok := bl.bank.Value(args[0]); ok {
			return c, bl.product(args[1:])
		}
	}
	return term.Word(1), bl.words[a]
}

// product multiplies words, those whose bits are older first, so that a product
// of words and that of their extensions are made of the same gates.
func (bl *blaster) product(args []term.Term) []bit {
	words := make([][]bit, len(args))
	for i, a := range args {
		words[i] = bl.words[a]
	}
	slices.SortStableFunc(words, func(x, y []bit) int { return cmp.Compare(x[0], y[0]) })
	w := words[0]
	for _, x := range words[1:] {
		w = bl.graph.multiply(w, x)
	}
	return w
}

func flipSign(x []bit) []bit {
	w := append([]bit(nil), x...)
	w[len(w)-1] = w[len(w)-1].not()
	return w
}

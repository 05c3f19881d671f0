package solve

import (
	"math/rand/v2"

	"unbox/prove/term"
)

// simulation is the values of all gates for many inputs at once: bit i of
// words[k][n] is the value of gate n for input 64*k+i.
type simulation struct {
	graph *graph
	words [][]uint64
}

// run computes the gates from number from on, for one word of inputs.
func (s *simulation) run(k, from int) {
	w := s.words[k]
	for n := from; n < len(s.graph.gates); n++ {
		g := s.graph.gates[n]
		if g == (gate{}) {
			if n >= len(w) {
				w = append(w, 0)
			}
			continue
		}
		x := w[g.x>>1] ^ -uint64(g.x&1)
		y := w[g.y>>1] ^ -uint64(g.y&1)
		v := x & y
		if g.xor {
			v = x ^ y
		}
		if n < len(w) {
			w[n] = v
		} else {
			w = append(w, v)
		}
	}
	s.words[k] = w
}

// grow computes gates that were added.
func (s *simulation) grow() {
	for k := range s.words {
		if have := len(s.words[k]); have < len(s.graph.gates) {
			s.run(k, have)
		}
	}
}

// at returns a bit's values for one word of inputs.
func (s *simulation) at(k int, b bit) uint64 { return s.words[k][b>>1] ^ -uint64(b&1) }

// inputWords is the number of words of inputs that are tried before the search.
const inputWords = 8

// try simulates the circuit on inputs that are likely to matter: random ones,
// small ones, powers of two, constants of the terms and their neighbours, and
// variables that are equal.
func (bl *blaster) try(seed uint64) *simulation {
	s := &simulation{graph: bl.graph}
	r := rand.New(rand.NewPCG(seed, 0x756e626f78))
	consts := bl.constants()
	for k := range inputWords {
		s.words = append(s.words, make([]uint64, len(bl.graph.gates)))
		last := [64]term.Value{}
		for _, v := range bl.inputs {
			word := bl.words[v]
			for i := range 64 {
				val := pick(r, len(word), consts, last[i])
				last[i] = val
				for j, b := range word {
					s.words[k][b>>1] |= val.Bit(j) << i
				}
			}
		}
		s.run(k, 0)
	}
	return s
}

func (bl *blaster) constants() []term.Value {
	var all []term.Value
	for t := range bl.words {
		if v, ok := bl.bank.Value(t); ok && bl.bank.Width(t) > 1 {
			all = append(all, v)
		}
	}
	sortValues(all)
	return all
}

// pick returns a value of the given width to try.
func pick(r *rand.Rand, width int, consts []term.Value, last term.Value) term.Value {
	v := term.Value{Hi: r.Uint64(), Lo: r.Uint64()}
	near := term.Word(uint64(r.IntN(3))).Sub(term.Word(1), 128)
	switch r.IntN(8) {
	case 0:
		v = term.Word(uint64(r.IntN(20)))
	case 1:
		v = term.Word(uint64(r.IntN(20))).Neg(128)
	case 2:
		v = term.Word(1).Shl(r.IntN(width), 128).Add(near, 128)
	case 3, 4:
		if len(consts) > 0 {
			v = consts[r.IntN(len(consts))].Add(near, 128)
		}
	case 5:
		v = last.Add(near, 128)
	case 6:
		v = v.Shr(128 - min(128, 1+r.IntN(width)))
	}
	return v.Trunc(width)
}

// witness returns the inputs under which all bits are 1, if some were tried.
func (s *simulation) witness(bits []bit) (k, i int, ok bool) {
	for k := range s.words {
		all := ^uint64(0)
		for _, b := range bits {
			all &= s.at(k, b)
		}
		for i := range 64 {
			if all>>i&1 == 1 {
				return k, i, true
			}
		}
	}
	return 0, 0, false
}

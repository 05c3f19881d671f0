package solve

import (
	"context"
	"testing"
	"time"

	"github.com/crillab/gophersat/solver"

	"unbox/prove/sat"
	"unbox/prove/term"
)

// circuits are questions whose answer needs a search, by name.
func circuits() map[string]func(*term.Bank) []term.Term {
	word := func(b *term.Bank, name string, w int) term.Term { return b.Var(name, term.BV(w)) }
	return map[string]func(b *term.Bank) []term.Term{
		"add-and-or": func(b *term.Bank) []term.Term {
			x, y := word(b, "x", 64), word(b, "y", 64)
			return []term.Term{b.Distinct(b.Add(x, y), b.Add(b.BvAnd(x, y), b.BvOr(x, y)))}
		},
		"add-ovf-sign": func(b *term.Bank) []term.Term { // overflow by extension, and by the three signs
			x, y := word(b, "x", 64), word(b, "y", 64)
			sum := b.Add(x, y)
			fits := b.Eq(b.SignExt(65, sum), b.Add(b.SignExt(65, x), b.SignExt(65, y)))
			signs := b.And(b.Iff(b.Negative(x), b.Negative(y)), b.Xor(b.Negative(x), b.Negative(sum)))
			return []term.Term{b.Iff(fits, signs)}
		},
		"distribute-8": func(b *term.Bank) []term.Term {
			x, y, z := word(b, "x", 8), word(b, "y", 8), word(b, "z", 8)
			return []term.Term{b.Distinct(b.Mul(x, b.Add(y, z)), b.Add(b.Mul(x, y), b.Mul(x, z)))}
		},
		"factor-24": func(b *term.Bank) []term.Term {
			x, y := word(b, "x", 24), word(b, "y", 24)
			one := b.Const(24, 1)
			product := b.Mul(b.ZeroExt(48, x), b.ZeroExt(48, y))
			return []term.Term{b.Eq(product, b.Const(48, 12376601*1299709)), b.Ult(one, x), b.Ult(one, y)}
		},
		"divide-8": func(b *term.Bank) []term.Term {
			x, y := word(b, "x", 8), word(b, "y", 8)
			return []term.Term{b.Distinct(x, b.Add(b.Mul(b.UDiv(x, y), y), b.URem(x, y))), b.Distinct(y, b.Const(8, 0))}
		},
		"shift-twice": func(b *term.Bank) []term.Term {
			x, y, z := word(b, "x", 64), word(b, "y", 64), word(b, "z", 64)
			small := b.Const(64, 32)
			return []term.Term{b.Ult(y, small), b.Ult(z, small), b.Distinct(b.LShr(b.LShr(x, y), z), b.LShr(x, b.Add(y, z)))}
		},
	}
}

// BenchmarkCircuits compares, on the same clauses, the search of package sat with
// that of gophersat, and with the embedded solver as a whole.
func BenchmarkCircuits(b *testing.B) {
	for name, build := range circuits() {
		bank := term.NewBank()
		bl := newBlaster(bank)
		bits, _ := bl.assert(build(bank))
		b.Run(name+"/embedded", func(b *testing.B) {
			for b.Loop() {
				if r, _ := Embedded().Check(context.Background(), bank, build(bank), Budget{Time: 20 * time.Second}); r.Status == Unknown {
					b.Skip(r.Reason)
				}
			}
		})
		b.Run(name+"/sat", func(b *testing.B) {
			for b.Loop() {
				cl := newClauses(bl.graph)
				for _, x := range bits {
					cl.solver.AddClause(cl.lit(x))
				}
				end := time.Now().Add(20 * time.Second)
				if cl.solver.Solve(sat.Limits{Stop: func() bool { return time.Now().After(end) }}) == sat.Unknown {
					b.Skip("not settled within 20 s")
				}
			}
		})
		b.Run(name+"/gophersat", func(b *testing.B) {
			for b.Loop() {
				if !gophersat(bl.graph, bits, 20*time.Second) {
					b.Skip("not settled within 20 s")
				}
			}
		})
	}
}

// gophersat settles the clauses of a graph. It is ended by closing the channel
// that it writes its learnt clauses to, which is the only way.
func gophersat(g *graph, bits []bit, limit time.Duration) bool {
	var list [][]int
	dimacs := func(b bit) int {
		if b&1 == 1 {
			return -int(b>>1) - 1
		}
		return int(b>>1) + 1
	}
	list = append(list, []int{-1})
	for _, n := range g.cone(bits) {
		gt := g.gates[n]
		if gt == (gate{}) {
			continue
		}
		z, x, y := dimacs(bit(n)<<1), dimacs(gt.x), dimacs(gt.y)
		if gt.xor {
			list = append(list, []int{-z, x, y}, []int{-z, -x, -y}, []int{z, -x, y}, []int{z, x, -y})
		} else {
			list = append(list, []int{-z, x}, []int{-z, y}, []int{z, -x, -y})
		}
	}
	for _, b := range bits {
		list = append(list, []int{dimacs(b)})
	}
	done := make(chan bool, 1)
	learnt := make(chan string, 64)
	go func() {
		defer func() { done <- recover() == nil }()
		s := solver.New(solver.ParseSlice(list))
		s.Certified, s.CertChan = true, learnt
		s.Solve()
	}()
	end := time.After(limit)
	for {
		select {
		case <-learnt:
		case ok := <-done:
			return ok
		case <-end:
			close(learnt)
			return false
		}
	}
}

package integers

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

func never() bool { return false }

// TestUniqueQuotient proves what division means: x = y*q + r with 0 <= r < y has
// one solution.
func TestUniqueQuotient(t *testing.T) {
	s := New(never)
	x, y := s.Fresh(), s.Fresh()
	s.Positive(x)
	s.Positive(y.Sub(Small(1)))
	q, r := s.Divide(x, y)
	p, o := s.Fresh(), s.Fresh()
	s.Zero(y.Mul(p).Add(o).Sub(x))
	s.Positive(o)
	s.Positive(y.Sub(o).Sub(Small(1)))
	if !s.Differ(q.Sub(p)) {
		t.Error("expected equal quotients")
	}
	if !s.Differ(r.Sub(o)) {
		t.Error("expected equal remainders")
	}
	if s.Differ(q.Sub(r)) {
		t.Error("expected no proof that quotient and remainder are equal")
	}
	if s.Impossible() {
		t.Error("expected no contradiction")
	}
}

func TestLinear(t *testing.T) {
	s := New(never)
	x, y := s.Word(big.NewInt(0), big.NewInt(10)), s.Word(big.NewInt(-3), big.NewInt(3))
	if !s.Within(x.Mul(y), big.NewInt(-30), big.NewInt(30)) {
		t.Error("expected the product within the product of the bounds")
	}
	if s.Within(x.Add(y), big.NewInt(-3), big.NewInt(12)) {
		t.Error("expected no proof, for the sum can be 13")
	}
	s.Positive(Small(1).Sub(x).Sub(y))
	if !s.Within(x.Add(y), big.NewInt(-3), big.NewInt(1)) {
		t.Error("expected the sum within what was assumed")
	}
	if s.Known(x.Sub(Small(1))) {
		t.Error("expected no proof, for x can be 0")
	}
}

// TestSolvableSystems assumes only what is true of chosen numbers: no
// contradiction must be found.
func TestSolvableSystems(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 6))
		s := New(never)
		var vars []Poly
		var vals []int64
		for range 4 {
			vars = append(vars, s.Word(big.NewInt(-20), big.NewInt(20)))
			vals = append(vals, int64(r.IntN(41)-20))
		}
		for range 6 {
			p, v := Small(0), int64(0)
			for range 3 {
				i, j, c := r.IntN(4), r.IntN(4), int64(r.IntN(5)-2)
				p = p.Add(vars[i].Mul(vars[j]).Mul(Small(c))).Add(vars[i])
				v += vals[i]*vals[j]*c + vals[i]
			}
			if r.IntN(3) == 0 {
				s.Zero(p.Sub(Small(v)))
			} else {
				s.Positive(p.Sub(Small(v - int64(r.IntN(3)))))
			}
		}
		i, j := r.IntN(4), r.IntN(4)
		if s.Impossible() {
			t.Fatalf("seed %d: expected no contradiction, for %v is a solution", seed, vals)
		}
		if vals[i] != vals[j] && s.Differ(vars[i].Sub(vars[j])) {
			t.Fatalf("seed %d: expected no proof that %d and %d are equal", seed, vals[i], vals[j])
		}
	}
}

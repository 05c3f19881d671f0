package sat

import (
	"math/rand/v2"
	"testing"

	"github.com/crillab/gophersat/solver"
)

// formula returns random clauses of up to three literals, in the notation of
// DIMACS, so many that about half of the formulas are satisfiable.
func formula(r *rand.Rand, vars int) [][]int {
	n := int(float64(vars)*4.2) + r.IntN(5) - 2
	clauses := make([][]int, n)
	for i := range clauses {
		for range 3 {
			l := 1 + r.IntN(vars)
			if r.IntN(2) == 0 {
				l = -l
			}
			clauses[i] = append(clauses[i], l)
		}
	}
	return clauses
}

func load(clauses [][]int, vars int) *Solver {
	s := New()
	for range vars {
		s.NewVar()
	}
	for _, c := range clauses {
		var lits []Lit
		for _, l := range c {
			lits = append(lits, lit(l))
		}
		s.AddClause(lits...)
	}
	return s
}

func lit(l int) Lit {
	if l < 0 {
		return Pos(int32(-l - 1)).Not()
	}
	return Pos(int32(l - 1))
}

func satisfied(s *Solver, clauses [][]int) bool {
	for _, c := range clauses {
		ok := false
		for _, l := range c {
			ok = ok || s.Value(lit(l))
		}
		if !ok {
			return false
		}
	}
	return true
}

// TestAgreesWithGophersat compares answers with another solver, on formulas that
// are as likely to be satisfiable as not, and checks the models.
func TestAgreesWithGophersat(t *testing.T) {
	counts := map[Status]int{}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 3))
		vars := 5 + r.IntN(90)
		clauses := formula(r, vars)
		s := load(clauses, vars)
		got := s.Solve(Limits{})
		want := Unsat
		if solver.New(solver.ParseSlice(clauses)).Solve() == solver.Sat {
			want = Sat
		}
		counts[got]++
		if got != want {
			t.Fatalf("seed %d: expected %v, found %v", seed, want, got)
		}
		if got == Sat && !satisfied(s, clauses) {
			t.Fatalf("seed %d: expected a model, found an assignment that leaves a clause false", seed)
		}
	}
	if counts[Sat] < 50 || counts[Unsat] < 50 {
		t.Errorf("expected both answers often, found %v", counts)
	}
}

// TestAssumptions asks one solver repeatedly under assumptions, and adds
// clauses in between; each answer must be that of a solver made for this
// question.
func TestAssumptions(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 4))
		vars := 20 + r.IntN(60)
		clauses := formula(r, vars)
		clauses = clauses[:len(clauses)*3/4]
		s := load(clauses, vars)
		for range 20 {
			var assumed []Lit
			extra := [][]int{}
			for range 1 + r.IntN(6) {
				l := 1 + r.IntN(vars)
				if r.IntN(2) == 0 {
					l = -l
				}
				assumed, extra = append(assumed, lit(l)), append(extra, []int{l})
			}
			got := s.Solve(Limits{}, assumed...)
			want := load(append(extra, clauses...), vars).Solve(Limits{})
			if got != want {
				t.Fatalf("seed %d: expected %v under assumptions, found %v", seed, want, got)
			}
			if got == Sat && !satisfied(s, append(extra, clauses...)) {
				t.Fatalf("seed %d: expected a model of clauses and assumptions", seed)
			}
			if more := formula(r, vars)[0]; r.IntN(3) == 0 {
				clauses = append(clauses, more)
				s.AddClause(lit(more[0]), lit(more[1]), lit(more[2]))
			}
		}
	}
}

// pigeons says that n+1 pigeons sit in n holes, one in each, which resolution
// cannot refute in few steps.
func pigeons(n int) ([][]int, int) {
	at := func(p, h int) int { return p*n + h + 1 }
	var clauses [][]int
	for p := range n + 1 {
		var c []int
		for h := range n {
			c = append(c, at(p, h))
			for q := range p {
				clauses = append(clauses, []int{-at(p, h), -at(q, h)})
			}
		}
		clauses = append(clauses, c)
	}
	return clauses, n * (n + 1)
}

func TestLimits(t *testing.T) {
	clauses, vars := pigeons(11)
	s := load(clauses, vars)
	if got := s.Solve(Limits{Conflicts: 500}); got != Unknown {
		t.Errorf("expected the limit of conflicts to end the search, found %v", got)
	}
	if s.conflicts != 500 {
		t.Errorf("expected 500 conflicts, found %d", s.conflicts)
	}
	asked := 0
	stop := func() bool { asked++; return asked > 10 }
	if got := s.Solve(Limits{Stop: stop}); got != Unknown || asked != 11 {
		t.Errorf("expected a stop after 11 questions, found %v after %d", got, asked)
	}
	if got := s.Solve(Limits{Bytes: 1 << 10}); got != Unknown {
		t.Errorf("expected the limit of memory to end the search, found %v", got)
	}
	clauses, vars = pigeons(7)
	if got := load(clauses, vars).Solve(Limits{}); got != Unsat {
		t.Errorf("expected no room for 8 pigeons in 7 holes, found %v", got)
	}
}

// The same formulas for both solvers; see prove/solve for circuits.
func BenchmarkRandom(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 5))
	var all [][][]int
	for range 20 {
		all = append(all, formula(r, 150))
	}
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			for _, f := range all {
				load(f, 150).Solve(Limits{})
			}
		}
	})
	b.Run("gophersat", func(b *testing.B) {
		for b.Loop() {
			for _, f := range all {
				solver.New(solver.ParseSlice(f)).Solve()
			}
		}
	})
}

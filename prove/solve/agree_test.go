package solve

import (
	"context"
	"os"
	"strconv"
	"testing"

	"unbox/prove/term"
)

// TestBitsAgreeWithEvaluation compares the bits of random terms with their
// values, at widths that are powers of two and others.
func TestBitsAgreeWithEvaluation(t *testing.T) {
	for seed := range uint64(160) {
		m := newMaker(seed, []int{1, 2, 3, 5, 8, 13, 64, 65}[seed%8])
		m.hard = true
		for range 30 {
			m.step()
		}
		var flat []term.Term
		for _, w := range m.words {
			flat = append(flat, m.b.Eq(w, m.b.Fresh("v", term.BV(m.width))))
		}
		terms, _ := eliminate(m.b, append(flat, m.truths...))
		bl := newBlaster(m.b)
		if _, ok := bl.assert(terms); !ok {
			t.Fatalf("seed %d: expected fewer gates, found %d", seed, len(bl.graph.gates))
		}
		sim := bl.try(seed)
		q := &question{bank: m.b, blaster: bl}
		for i := range 64 {
			k := i % len(sim.words)
			e := term.NewEvaluator(m.b, q.model(func(b bit) bool { return sim.at(k, b)>>i&1 == 1 }))
			for x, word := range bl.words {
				want := e.Word(x)
				for j, b := range word {
					if sim.at(k, b)>>i&1 != want.Bit(j) {
						t.Fatalf("seed %d, width %d: bit %d of %s: expected %d, found the other", seed, m.width, j, m.b.Format(x), want.Bit(j))
					}
				}
			}
		}
	}
}

// agreeQueries is the number of queries on which the solvers are compared; the
// variable UNBOX_AGREE sets another number.
func agreeQueries() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("UNBOX_AGREE"), 10, 64); err == nil {
		return n
	}
	return 60
}

// TestSolversAgree asks all installed solvers the same random questions. A
// model is checked by each solver itself, so what is left to compare is sat
// with unsat.
func TestSolversAgree(t *testing.T) {
	for _, name := range Names()[1:] {
		t.Run(name, func(t *testing.T) {
			other, err := ByName(name)
			if err != nil {
				t.Skip(err)
			}
			answers := map[[2]Status]int{}
			for seed := range agreeQueries() {
				m := newMaker(seed, []int{3, 4, 8, 13, 64}[seed%5])
				m.hard = m.width <= 8
				query := m.query(25, 1+int(seed%3))
				budget := Budget{Steps: 2_000, Time: patience, Memory: 2 << 30}
				ours, err := Embedded().Check(context.Background(), m.b, query, budget)
				if err != nil {
					t.Fatal(err)
				}
				theirs, err := other.Check(context.Background(), m.b, query, budget)
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				answers[[2]Status{ours.Status, theirs.Status}]++
				if ours.Status != theirs.Status && ours.Status != Unknown && theirs.Status != Unknown {
					t.Errorf("seed %d: builtin says %v, %s says %v", seed, ours.Status, name, theirs.Status)
				}
				if ours.Status == Unknown || theirs.Status == Unknown {
					t.Logf("seed %d: builtin %v (%s), %s %v (%s)", seed, ours.Status, ours.Reason, name, theirs.Status, theirs.Reason)
				}
			}
			t.Logf("answers of builtin and %s: %v", name, answers)
		})
	}
}

package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"unbox/prove/bounds"
	"unbox/prove/ledger"
	"unbox/prove/solve"
)

// perGoal is what the embedded solver may do for a goal of a lemma: some seconds of processor time.
const perGoal = 3_000 // steps

// askLemmas proves again the lemmas whose queries the mutant changes. The mutant is
// found if one has a counterexample. A query that the solver does not settle in time
// does not count.
func (b *bench) askLemmas(ctx context.Context, j *judge) (found bool, err error) {
	files := bounds.SourceFiles(b.root)
	if !matches(bounds.SourceFiles("."), b.mutant.file.name) {
		return false, nil
	}
	start := time.Now()
	defer func() {
		b.result.spent += time.Since(start)
		if bug := recover(); bug != nil { // what the mutant says is beyond the executor
			b.result.notes = append(b.result.notes, fmt.Sprintf("lemmas: %v", bug))
			found, err = false, nil
		}
	}()
	p, err := bounds.LoadChanged(func(text string) string {
		if text == string(b.mutant.file.text) {
			return string(b.mutant.text())
		}
		return text
	}, files...)
	if err != nil {
		return false, err
	}
	proved, err := ledger.Read(filepath.Join(b.root, "prove/bounds", bounds.ProvedFile))
	if err != nil {
		return false, err
	}
	for _, q := range bounds.Questions(p) {
		parts := q.Make()
		key, err := bounds.Key(parts)
		if err != nil {
			return false, err
		}
		if proved[q.Name].Key != key && b.refuted(ctx, parts) {
			return b.foundBy(j, q.Name), nil
		}
	}
	return false, nil
}

// refuted reports whether a goal has a counterexample. The last goals are about what the
// function promises of all its results, and fall soonest.
func (b *bench) refuted(ctx context.Context, parts []*bounds.Lemma) bool {
	for _, l := range parts {
		for k := range slices.Backward(l.Goals) {
			one := *l
			one.Goals = l.Goals[k : k+1]
			v, err := bounds.Prove(ctx, []*bounds.Lemma{&one}, []solve.Solver{solve.Embedded()}, solve.Budget{Steps: perGoal})
			if err == nil && v.Model != nil {
				return true
			}
		}
	}
	return false
}

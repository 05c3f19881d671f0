package solve

import (
	"context"
	"fmt"

	"unbox/prove/term"
)

// holds tells whether every assertion is true under a model.
func holds(b *term.Bank, assertions []term.Term, m term.Model) bool {
	e := term.NewEvaluator(b, m)
	for _, t := range assertions {
		if !e.Bool(t) {
			return false
		}
	}
	return true
}

// reasonOf says why a context has ended.
func reasonOf(ctx context.Context, budget Budget) string {
	if ctx.Err() == context.DeadlineExceeded && budget.Time > 0 {
		return fmt.Sprintf("not settled within %v", budget.Time)
	}
	return "cancelled"
}

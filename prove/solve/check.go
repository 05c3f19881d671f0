package solve

import (
	"context"
	"fmt"
	"time"

	"unbox/prove/term"
)

// holds reports whether every assertion is true under a model.
func holds(b *term.Bank, assertions []term.Term, m term.Model) bool {
	e := term.NewEvaluator(b, m)
	for _, t := range assertions {
		if !e.Bool(t) {
			return false
		}
	}
	return true
}

// ended reports whether a context has ended or its time is over. A context alone is
// not enough where there is only one thread, as in WebAssembly: the timer that ends
// it waits for that thread.
func ended(ctx context.Context) bool {
	if ctx.Err() != nil {
		return true
	}
	deadline, ok := ctx.Deadline()
	return ok && !time.Now().Before(deadline)
}

// reasonOf says why a context has ended.
func reasonOf(ctx context.Context, budget Budget) string {
	if ctx.Err() != context.Canceled && budget.Time > 0 {
		return fmt.Sprintf("not settled within %v", budget.Time)
	}
	return "cancelled"
}

// Package patience has tests that would wait for ever say what they waited for.
package patience

import (
	"context"
	"testing"
	"time"
)

// Context is that of a test, and is done when nine tenths of the time are over that `go test -timeout` leaves all tests. That ends them all at once with the
// stacks of all goroutines, which do not show what a test waited for. A wait has no limit of its own.
func Context(t *testing.T) (ctx context.Context, stop context.CancelFunc) {
	at, limited := t.Deadline()
	if !limited {
		return context.WithCancel(t.Context())
	}
	return context.WithDeadline(t.Context(), at.Add(-time.Until(at)/10))
}

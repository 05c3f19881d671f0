package journal

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// The times at which old data is looked for: every hour, but not until a server has run for a while, and the same after its clock has
// jumped. If a wrong clock made data look old, it would be deleted for good; machines set their clocks within minutes after they start
// or wake up.
const (
	expiring = time.Hour
	settling = 10 * time.Minute
	// jump is the minimum difference between the clock and the time that has passed
	// that counts as a jump.
	jump = time.Minute
)

// Expire regularly deletes data that has been kept for long enough, until stop is closed. expire deletes what is older than a moment;
// what names the data in the log.
func Expire(stop <-chan struct{}, keep time.Duration, log *slog.Logger, what string, expire func(ctx context.Context, before time.Time) error) {
	w := newWatch(time.Now())
	next := time.NewTimer(settling)
	defer next.Stop()
	for {
		select {
		case <-next.C:
		case <-stop:
			return
		}
		now := time.Now()
		ahead := w.ahead(now, now.Sub(w.started))
		if ahead > jump {
			log.Warn("the clock jumped forward; what is old by it is deleted at the next look", "what", what, "by", ahead.Round(time.Second), "next", settling)
			next.Reset(settling)
			continue
		}
		if err := expire(context.Background(), now.Add(-keep)); err != nil && !errors.Is(err, ErrClosed) {
			log.Error("what is old cannot be deleted", "what", what, "reason", err)
		}
		next.Reset(expiring)
	}
}

// watch compares the clock with the time that passes, which does not change when the clock
// is set.
type watch struct {
	started time.Time
	clock   time.Time
	passed  time.Duration
}

func newWatch(now time.Time) *watch { return &watch{started: now, clock: now.Round(0)} }

// ahead returns how much further the clock has moved since the last call than time has passed.
func (w *watch) ahead(clock time.Time, passed time.Duration) time.Duration {
	clock = clock.Round(0) // without Go's monotonic clock reading
	by := clock.Sub(w.clock) - (passed - w.passed)
	w.clock, w.passed = clock, passed
	return by
}

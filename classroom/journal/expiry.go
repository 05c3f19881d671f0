package journal

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// How what is old is looked for: every hour, but not before a server has run for a while, and again not after its clock jumped. What a
// wrong clock makes old is deleted for good; machines set their clocks within minutes after they start or wake up.
const (
	expiring = time.Hour
	settling = 10 * time.Minute
	// jump is by how much a clock is ahead of the time that has passed if it jumped.
	jump = time.Minute
)

// Expire has what was kept for long enough deleted, now and then, until stop is closed. expire deletes what is older than a moment; what
// names it in the log.
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

// watch compares the clock with the time that passes, which no setting of the clock changes.
type watch struct {
	started time.Time
	clock   time.Time
	passed  time.Duration
}

func newWatch(now time.Time) *watch { return &watch{started: now, clock: now.Round(0)} }

// ahead returns how much further the clock has moved since the last call than time has passed.
func (w *watch) ahead(clock time.Time, passed time.Duration) time.Duration {
	clock = clock.Round(0) // without what Go keeps of the time that has passed
	by := clock.Sub(w.clock) - (passed - w.passed)
	w.clock, w.passed = clock, passed
	return by
}

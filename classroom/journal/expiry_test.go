package journal

import (
	"testing"
	"time"
)

// TestClockThatJumps has a clock jump by years, and back: what is old by it is old only once time has passed.
func TestClockThatJumps(t *testing.T) {
	const year = 365 * 24 * time.Hour
	begun := time.Date(2026, 11, 24, 8, 0, 0, 0, time.UTC)
	w := newWatch(begun)
	for i, c := range []struct{ clock, passed, ahead time.Duration }{
		{settling, settling, 0},
		{settling + expiring, settling + expiring, 0},
		{10*year + settling + 2*expiring, settling + 2*expiring, 10 * year},
		{10*year + 2*settling + 2*expiring, 2*settling + 2*expiring, 0}, // it stays there
		{3*settling + 2*expiring, 3*settling + 2*expiring, -10 * year},
		{9*time.Hour + 4*settling + 2*expiring, 4*settling + 2*expiring, 9 * time.Hour}, // a laptop that slept
	} {
		if ahead := w.ahead(begun.Add(c.clock), c.passed); ahead != c.ahead {
			t.Errorf("look %d: expected the clock to be %v ahead, found %v", i+1, c.ahead, ahead)
		}
	}
}

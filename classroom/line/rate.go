package line

import (
	"fmt"
	"time"
)

// How many messages somebody may send: so many at once, and so many a second in the long run.
const (
	TalkBurst     = 120
	talkPerSecond = 40
	// TalkFull is after which time without a word somebody may say as much as anybody.
	TalkFull = TalkBurst * time.Second / talkPerSecond
)

// ErrTooMuch tells that somebody sends too many messages.
var ErrTooMuch = fmt.Errorf("expected at most %d messages a second, found more; this one was left out", talkPerSecond)

// Rate counts what somebody may still say.
type Rate struct {
	left float64
	// At is when that was counted.
	At time.Time
}

// NewRate is what somebody may say who has said nothing yet.
func NewRate() Rate { return Rate{TalkBurst, time.Now()} }

// Spent is what somebody may say who has said all that is allowed, at a moment.
func Spent(at time.Time) Rate { return Rate{0, at} }

// Take takes one message off.
//
// Errors: ErrTooMuch.
func (r *Rate) Take() error {
	now := time.Now()
	r.left = min(TalkBurst, r.left+now.Sub(r.At).Seconds()*talkPerSecond)
	r.At = now
	if r.left < 1 {
		return ErrTooMuch
	}
	r.left--
	return nil
}

package line

import (
	"fmt"
	"time"
)

// The limits for messages that someone sends: the number at once, and the number per second
// in the long run.
const (
	TalkBurst     = 120
	talkPerSecond = 40
	// TalkFull is the time without messages after which someone has the full allowance
	// again.
	TalkFull = TalkBurst * time.Second / talkPerSecond
)

// ErrTooMuch means that someone sends too many messages.
var ErrTooMuch = fmt.Errorf("expected at most %d messages a second, found more; this one was left out", talkPerSecond)

// Rate counts the messages that someone may still send.
type Rate struct {
	left float64
	// At is the time of the count.
	At time.Time
}

// NewRate returns the full allowance, for someone who has sent nothing yet.
func NewRate() Rate { return Rate{TalkBurst, time.Now()} }

// Spent returns a used-up allowance at a moment.
func Spent(at time.Time) Rate { return Rate{0, at} }

// Take counts one message.
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

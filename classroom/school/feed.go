package school

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"unbox/classroom/line"
)

// Feed is a connection to a class, of a seat or of a teacher. Next must be called by one goroutine, the
// other methods by any. It holds no queue of events: it records what has changed, and sends the newest
// state of that.
type Feed struct {
	line.Held
	class   *Class
	seat    string // "" for those who teach
	epoch   int    // the seat's or the account's when it connected: with a later one, it is signed out
	account string
	client  string
	wake    chan struct{}
	once    sync.Once

	// The following fields are guarded by the class's lock.

	// fresh means that nothing was sent yet, general that something that concerns everyone has changed; rows are the seats that
	// have changed.
	fresh, general bool
	rows           map[string]bool
	// watchSeat and watchStep are the draft that a teacher is watching.
	watchSeat, watchStep string
	draftDirty           bool
	// suggestDirty means that the draft's suggestions are to be told, suggested of which steps those of the seat are.
	suggestDirty bool
	suggested    map[string]bool
	// kept are the versions of drafts that are safe and not told yet.
	kept map[string]uint64
	// savedRuns are the runs that are safe but not acknowledged yet.
	savedRuns []string
	// answers are responses, which are made when they are sent.
	answers    []any
	notReading bool
	told       time.Time
	// drawn means that a draft was sent last: the draft and the grid alternate.
	drawn bool
	ended bool
}

// teachPace is the minimum interval between updates for teachers.
const teachPace = 250 * time.Millisecond

// maxAnswers is the maximum number of responses that wait for someone who sends but
// does not read.
const maxAnswers = 64

// Hello is the first message of a page.
type Hello struct {
	// Word is the seat's word; teachers have a session instead.
	Word string `json:"word"`
	// Client is a random name that each load of a page has.
	Client string `json:"client"`
}

var clientForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// Enter opens a seat's connection. The Feed must be closed.
//
// Errors: ErrSeat, ErrBlocked, or what is wrong with the first message.
func (s *School) Enter(hello Hello) (*Feed, error) {
	if !clientForm.MatchString(hello.Client) {
		return nil, errors.New("expected a client's name of 1 to 32 letters and digits, found something else")
	}
	seat, err := s.Seat(hello.Word)
	if err != nil {
		return nil, err
	}
	return seat.class.open(seat.feed(hello.Client)), nil
}

// feed returns a connection of the seat that is not open yet.
func (s Seat) feed(client string) *Feed {
	return &Feed{class: s.class, seat: s.id, epoch: s.epoch, client: client}
}

// Watch opens a connection of a teacher. The Feed must be closed.
//
// Errors: as Class, or what is wrong with the first message.
func (s *School) Watch(by Account, class string, hello Hello) (*Feed, error) {
	if !clientForm.MatchString(hello.Client) {
		return nil, errors.New("expected a client's name of 1 to 32 letters and digits, found something else")
	}
	c, err := s.Class(by, class, false)
	if err != nil {
		return nil, err
	}
	f := c.open(&Feed{account: by.ID, epoch: by.Epoch, client: hello.Client})
	// It may have been signed out or removed a moment ago, before there was a line to end.
	if !s.stays(by) {
		f.Close()
		return nil, ErrNotSignedIn
	}
	if _, err := s.Class(by, class, false); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (c *Class) open(f *Feed) *Feed {
	f.class, f.wake, f.fresh, f.general = c, make(chan struct{}, 1), true, true
	f.rows, f.kept, f.suggested = map[string]bool{}, map[string]uint64{}, map[string]bool{}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.feeds[f.seat] == nil {
		c.feeds[f.seat] = map[*Feed]bool{}
	}
	c.feeds[f.seat][f] = true
	c.changed(f.seat)
	return f
}

// Close ends the connection; nobody may be in Next.
func (f *Feed) Close() {
	f.once.Do(func() {
		f.Drop()
		c := f.class
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.feeds[f.seat], f)
		if len(c.feeds[f.seat]) == 0 {
			delete(c.feeds, f.seat)
		}
		c.changed(f.seat)
	})
}

// Long reports whether long messages are expected on it, such as a learner's
// draft.
func (f *Feed) Long() bool { return f.seat != "" }

func (f *Feed) poke() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// changed records for teachers that a seat's row has changed. The caller holds the
// lock.
func (c *Class) changed(seat string) {
	if seat == "" {
		return
	}
	for f := range c.feeds[""] {
		f.rows[seat] = true
		f.poke()
	}
}

// tell notifies those whom an event concerns that is safe. The caller holds the lock.
func (c *Class) tell(e event) {
	one, learners := "", false
	switch {
	case e.Saved != "", e.Ends != 0, e.Erased != nil:
		return
	case e.Join != nil:
		one = e.Join.ID
	case e.Name != nil:
		one = e.Name.Seat
	case e.Merge != nil:
		one = e.Merge.Into
		c.changed(e.Merge.From)
		c.news(e.Merge.From)
	case e.Remove+e.Block+e.Unblock != "":
		one = e.Remove + e.Block + e.Unblock
	case e.Rejoin != nil:
		one = e.Rejoin.Seat
	case e.Say != nil && e.Say.Seat != "":
		one = e.Say.Seat
	case e.Tried != nil:
		c.changed(e.Tried.Seat)
		return
	case e.Answered != nil:
		c.changed(e.Answered.Seat)
		return
	case e.Draft != nil:
		c.changed(e.Draft.Seat)
		return
	case e.Green != nil:
		one = e.Green.Seat
	case e.Waiting != nil:
		one = e.Waiting.Seat
	case e.Roster != nil, e.Link != nil: // which is no business of learners
		for seat := range c.stored.Seats {
			c.changed(seat)
		}
		c.news("")
		return
	default:
		learners = true
	}
	if e.Dismiss != nil {
		for seat := range e.Dismiss.Rejoin {
			c.changed(seat)
		}
	}
	if one != "" {
		c.changed(one)
		c.news(one)
	}
	for seat := range c.feeds {
		if learners || seat == "" && one == "" {
			c.news(seat)
		}
	}
}

// news records for the pages of a seat, or of the teachers, that something that concerns all of them has
// changed.
func (c *Class) news(seat string) {
	for f := range c.feeds[seat] {
		f.general = true
		f.poke()
	}
}

// Errors at the end of a Feed.
var (
	// ErrEnded means that the last frame was read.
	ErrEnded = errors.New("expected a seat that is there, found that it is gone")
	// ErrMerged means that the seat was merged into another, to which its word now
	// leads.
	ErrMerged = errors.New("expected a seat that is there, found one that was merged into another")
	// ErrNotReading means that someone sends but does not read.
	ErrNotReading = errors.New("expected a client that reads its answers, found one that does not")
)

// later is a response that is made when it is sent: it is long, and a client that reads nothing would have many of those; or what it says is not certain
// before something is written, for which whoever reads the connection does not wait.
// It is nil if the context ends before; then it can be asked for again.
type later func(context.Context) any

// again puts a response back that there was no time for.
func (f *Feed) again(late later) {
	f.class.mu.Lock()
	defer f.class.mu.Unlock()
	f.answers = slices.Insert(f.answers, 0, any(late))
}

// laterBytes is how long such a frame may be: a draft, of which each character has six bytes, as a text and as a message.
const laterBytes = 2 * 6 * maxDraft

// Next waits for the next frame, which is there until it is called again.
//
// Errors: ErrEnded, ErrMerged, ErrNotReading, ErrMoved, no memory for a long frame, or that of the context.
func (f *Feed) Next(ctx context.Context) (line.Frame, error) {
	f.Drop()
	for {
		frame, late, err := f.take()
		if late != nil {
			if err := f.Hold(ctx, laterBytes); err != nil {
				f.again(late)
				return line.Frame{}, err
			}
			answer := late(ctx)
			if answer == nil {
				f.again(late)
				f.Drop()
				return line.Frame{}, ctx.Err()
			}
			frame = line.Of(answer)
			f.Grown(frame)
		}
		if frame.Text != nil || err != nil {
			return frame, err
		}
		select {
		case <-f.wake:
		case <-ctx.Done():
			return line.Frame{}, ctx.Err()
		}
	}
}

func (f *Feed) take() (frame line.Frame, late later, err error) {
	c := f.class
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case errors.Is(c.over(), ErrMoved):
		return frame, nil, ErrMoved
	case c.ended && !c.deleted:
		return frame, nil, nil // until it is decided
	case f.ended:
		return frame, nil, ErrEnded
	case f.notReading:
		return frame, nil, ErrNotReading
	case c.stored.Into[wordOf(f.seat, strconv.Itoa(f.epoch))] != "":
		return frame, nil, ErrMerged // the page comes back with the same word
	case f.over() != nil:
		f.ended = true
		return line.Of(said{Kind: "out", Words: f.over().Error()}), nil, nil
	case len(f.answers) > 0:
		next := f.answers[0]
		f.answers = f.answers[1:]
		if late, ok := next.(later); ok {
			return frame, late, nil
		}
		return line.Of(next), nil, nil
	case f.seat != "":
		return f.takeLearner(), nil, nil
	}
	return f.takeTeacher(), nil, nil
}

// over returns the reason why the feed has ended; nil if it continues.
func (f *Feed) over() error {
	c := f.class
	s := c.stored.Seats[f.seat]
	switch {
	case c.ended:
		return ErrNoClass
	case f.seat != "" && (s == nil || s.Epoch != f.epoch):
		return ErrSeat
	case f.seat != "" && s.Blocked:
		return ErrBlocked
	}
	return nil
}

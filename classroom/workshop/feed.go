package workshop

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"unbox/classroom/line"
	"unbox/internal/jsonlist"
)

// Feed is a member's connection to a workshop. Next must be called by one goroutine, the other
// methods by any.
type Feed struct {
	line.Held
	hall   *Hall
	room   *room
	member string
	client string
	// names are the names of the client, and of the earlier loads of its page, in the
	// journal.
	names []string
	// at is the number of the next frame; before it comes what a client lacks that has said entering, nil for none.
	at       int64
	entering *Hello
	// safe is the version up to which the client knows that everything is safe.
	safe uint64
	// answers are responses to this connection only, which are made when they are sent; wake signals that there are
	// some.
	answers    []answerMaker
	notReading bool
	wake       chan struct{}
	once       sync.Once
}

// answerMaker makes a response: a short one that is there already, or the draft that a member offers by then.
type answerMaker struct {
	text []byte
	of   string
}

// maxAnswers is the maximum number of responses that wait for a client that sends but
// does not read.
const maxAnswers = 64

// Errors at the end of a Feed.
var (
	// ErrEnded means that the last frame was read.
	ErrEnded = errors.New("expected an open workshop, found that it has ended")
	// ErrNotReading means that a client sends but does not read.
	ErrNotReading = errors.New("expected a client that reads its answers, found one that does not")
)

// Next waits for the next frame, which is there until it is called again. A client that was too slow gets the whole present
// board.
//
// Errors: ErrEnded, ErrNotReading, no memory for a long frame, or that of the context.
func (f *Feed) Next(ctx context.Context) (line.Frame, error) {
	f.Drop()
	for {
		next, changed, err := f.take(false)
		if bytes := next.bytes; bytes > 0 {
			if err := f.Hold(ctx, bytes); err != nil {
				return line.Frame{}, err
			}
			next, changed, err = f.take(true)
			f.Grown(next.Frame)
		}
		if next.Text != nil || err != nil {
			return next.Frame, err
		}
		f.Drop()
		select {
		case <-changed:
		case <-f.wake:
		case <-ctx.Done():
			return line.Frame{}, ctx.Err()
		}
	}
}

// taken is the next frame, or about how many bytes it has, if memory has to be reserved for these first. It is empty if there is none.
type taken struct {
	line.Frame
	bytes int
}

// take returns the next frame if there is one; otherwise changed signals when there may be one. held means that there is memory for it,
// however long it is.
func (f *Feed) take(held bool) (next taken, changed chan struct{}, err error) {
	f.room.mu.Lock()
	defer f.room.mu.Unlock()
	s := &f.room.stream
	if bytes := f.bytes(); !held && f.Needs(bytes) {
		return taken{bytes: bytes}, nil, nil
	}
	switch {
	case f.notReading:
		return next, nil, ErrNotReading
	case len(f.answers) > 0:
		a := f.answers[0]
		f.answers = f.answers[1:]
		if a.text == nil {
			a.text = f.room.draftOf(f.member, a.of)
		}
		next.Frame = line.Ready(a.text)
	case f.isBehind():
		next.Frame = f.present()
	case f.at < s.end():
		next.Frame = s.frames[f.at-s.first]
		f.at++
	case f.safe < f.room.safe && f.hasMade():
		f.safe = f.room.safe
		next.Frame = line.Of(safeFrame{"safe", f.safe})
	case f.room.ended:
		return next, nil, ErrEnded
	}
	return next, s.changed, nil
}

// isBehind reports whether the next frame is the present board: for who enters, or was too slow.
func (f *Feed) isBehind() bool { return f.entering != nil || f.at < f.room.stream.first }

// present is that frame.
func (f *Feed) present() line.Frame {
	s := &f.room.stream
	hello := Hello{Client: f.client}
	if f.entering != nil {
		hello, f.entering = *f.entering, nil
	}
	if !f.room.ended || f.at < s.first { // else the end is still to come
		f.at = s.end()
	}
	f.safe = f.room.safe
	return *f.room.welcome(f.member, hello)
}

// bytes is about how many bytes the next frame has, 0 for one that is never long. The room's lock is held.
func (f *Feed) bytes() int {
	s := &f.room.stream
	switch {
	case f.notReading:
	case len(f.answers) > 0:
		return f.answerBytes(f.answers[0])
	case f.isBehind():
		return 2 * (f.room.board.bytes() + f.room.kept)
	case f.at < s.end():
		return len(s.frames[f.at-s.first].Text)
	}
	return 0
}

func (f *Feed) answerBytes(a answerMaker) int {
	if o := f.room.offerOf(a.of); a.text == nil && o != nil {
		return 2 * (line.Length(o.Text) + len(o.View))
	}
	return 2 * len(a.text)
}

// Say handles a message of the member. The response comes with Next.
func (f *Feed) Say(text []byte) {
	if answer, some := f.hall.hear(f.room, f.member, f.client, text); some {
		f.answer(answer)
	}
}

// Refuse answers a message that was not read, with the reason. It counts as one.
func (f *Feed) Refuse(words string) {
	answer := said{Kind: "error", Words: words}
	if err := f.room.mayTalk(f.member); err != nil {
		answer = said{Kind: "busy", Words: err.Error()}
	}
	f.answer(made(answer))
}

// answer queues a response.
func (f *Feed) answer(answer answerMaker) {
	f.room.mu.Lock()
	defer f.room.mu.Unlock()
	f.notReading = f.notReading || len(f.answers) >= maxAnswers
	f.answers = append(f.answers, answer)
	f.poke()
}

// poke wakes the goroutine that waits in Next.
func (f *Feed) poke() {
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

// hasMade reports whether the page has made steps, so that it has to be told when they are safe. The caller holds the
// room's lock.
func (f *Feed) hasMade() bool {
	return slices.ContainsFunc(f.names, func(name string) bool { return f.room.board.counters[name] > 0 })
}

// Long reports whether long messages are expected: the member presents, or may do so at any time, or was let send a draft.
func (f *Feed) Long() bool {
	f.room.mu.Lock()
	defer f.room.mu.Unlock()
	p := f.room.people[f.member]
	return f.room.board.mayPresent(f.member) || p != nil && p.offering
}

// Close ends the connection; nobody may be in Next.
func (f *Feed) Close() {
	f.once.Do(func() {
		f.Drop()
		f.room.leave(f)
		f.hall.left(f.room)
	})
}

// message is a message from a member.
type message struct {
	// Kind is "push", "answer", "hand", "lower", "offering", "offer", "look", "withdraw", "point", "end" or "ping".
	Kind string `json:"kind"`
	// Steps are the pushed steps, Version the version that they follow.
	Version uint64 `json:"version"`
	Steps   pushed `json:"steps"`
	// Question and Value are an answer.
	Question int    `json:"question"`
	Value    string `json:"value"`
	// Text and View are a draft that is offered.
	Text string          `json:"text"`
	View json.RawMessage `json:"view"`
	// Up says whether a hand is up, Member whose hand is lowered, or whose offer is looked at or withdrawn.
	Up     bool   `json:"up"`
	Member string `json:"member"`
	// At is where the presenter points.
	At json.RawMessage `json:"at"`
}

// maxPushed is the maximum number of steps in a message: more than a presenter makes who is without a connection for a while.
const maxPushed = 5000

// pushed are the steps in a message.
type pushed []entry

// UnmarshalJSON reads them.
func (p *pushed) UnmarshalJSON(text []byte) (err error) {
	*p, err = jsonlist.Read[entry](text, maxPushed)
	return err
}

// made is a response that is short.
func made(answer any) answerMaker { return answerMaker{text: line.Of(answer).Text} }

// hear handles a message and returns the response, if there is one.
func (h *Hall) hear(r *room, member, client string, text []byte) (answer answerMaker, some bool) {
	if err := r.mayTalk(member); err != nil {
		return made(said{Kind: "busy", Words: err.Error()}), true
	}
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		words := "expected a message as a JSON object, found something else"
		var long *jsonlist.LongError
		if errors.As(err, &long) {
			words = long.Error()
		}
		return made(said{Kind: "error", Words: words}), true
	}
	var err error
	switch m.Kind {
	case "push":
		if err = r.push(member, client, m); err != nil {
			var gap gapError
			return made(said{Kind: "refused", Version: r.at(), Again: errors.As(err, &gap), Words: err.Error()}), true
		}
	case "answer":
		if err = r.answer(member, m); err == nil {
			return made(answered{"answered", m.Question, m.Value}), true
		}
	case "hand":
		r.hand(member, m.Up)
	case "lower":
		err = r.lower(member, m.Member)
	case "offering":
		if err = r.mayOffer(member); err == nil {
			return made(said{Kind: "may offer"}), true
		}
	case "offer":
		err = r.takeOffer(member, m)
	case "look":
		if _, err = r.look(member, m.Member); err == nil {
			return answerMaker{of: m.Member}, true
		}
	case "withdraw":
		err = r.withdraw(member, m.Member)
	case "point":
		err = r.point(member, m.At)
	case "end":
		err = h.finish(r, member)
	case "ping":
		return made(said{Kind: "pong"}), true
	default:
		err = errors.New("expected `push`, `answer`, `hand`, `lower`, `offering`, `offer`, `look`, `withdraw`, `point`, `end` or `ping`, found something else")
	}
	if err != nil {
		return made(said{Kind: "error", Words: err.Error()}), true
	}
	return answer, false
}

// at returns the newest version.
func (r *room) at() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.version
}

// finish ends a workshop and deletes everything that is stored of it.
//
// Errors: the member is not the owner, or nothing can be deleted.
func (h *Hall) finish(r *room, member string) error {
	r.mu.Lock()
	owner := r.board.owner
	r.mu.Unlock()
	if member != owner {
		return errors.New("expected the person who opened the workshop, found another member")
	}
	return h.remove(context.Background(), r.code)
}

// rateOf returns the message allowance of a member who enters: leaving and coming back does not
// increase it.
func (r *room) rateOf(member string) line.Rate {
	maps.DeleteFunc(r.spent, func(_ string, spent line.Rate) bool { return time.Since(spent.At) > line.TalkFull })
	left, known := r.spent[member]
	if !known {
		return line.NewRate()
	}
	delete(r.spent, member)
	return left
}

// mayTalk counts one message against a member's allowance.
//
// Errors: line.ErrTooMuch, or the member is not here.
func (r *room) mayTalk(member string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.people[member]
	if p == nil {
		return errors.New("expected a member of the workshop, found one who has left")
	}
	return p.rate.Take()
}

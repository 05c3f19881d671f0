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
)

// Feed is a member's connection to a workshop. Next must be called by one goroutine, the other
// methods by any.
type Feed struct {
	hall   *Hall
	room   *room
	member string
	client string
	// names are the names of the client, and of the earlier loads of its page, in the
	// journal.
	names []string
	// at is the number of the next frame; first comes before it.
	at    int64
	first *line.Frame
	// safe is the version up to which the client knows that everything is safe.
	safe uint64
	// answers are responses to this connection only; wake signals that there are
	// some.
	answers    []line.Frame
	notReading bool
	wake       chan struct{}
	once       sync.Once
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

// Next waits for the next frame. A client that was too slow gets the whole present
// board.
//
// Errors: ErrEnded, ErrNotReading, or that of the context.
func (f *Feed) Next(ctx context.Context) (line.Frame, error) {
	if f.first != nil {
		first := *f.first
		f.first = nil
		return first, nil
	}
	for {
		next, changed, err := f.take()
		if next.Text != nil || err != nil {
			return next, err
		}
		select {
		case <-changed:
		case <-f.wake:
		case <-ctx.Done():
			return line.Frame{}, ctx.Err()
		}
	}
}

// take returns the next frame if there is one; otherwise changed signals when there
// may be one.
func (f *Feed) take() (next line.Frame, changed chan struct{}, err error) {
	f.room.mu.Lock()
	defer f.room.mu.Unlock()
	s := &f.room.stream
	switch {
	case f.notReading:
		return next, nil, ErrNotReading
	case len(f.answers) > 0:
		next, f.answers = f.answers[0], f.answers[1:]
	case f.at < s.first:
		f.at, f.safe = s.end(), f.room.safe
		next = *f.room.welcome(f.member, Hello{Client: f.client})
	case f.at < s.end():
		next = s.frames[f.at-s.first]
		f.at++
	case f.safe < f.room.safe && f.hasMade(): // after the steps that are safe
		f.safe = f.room.safe
		next = line.Of(safeFrame{"safe", f.safe})
	case f.room.ended:
		return next, nil, ErrEnded
	}
	return next, s.changed, nil
}

// Say handles a message of the member. The response comes with Next.
func (f *Feed) Say(text []byte) {
	if answer := f.hall.hear(f.room, f.member, f.client, text); answer != nil {
		f.answer(answer)
	}
}

// Refuse answers a message that was not read, with the reason. It counts as one.
func (f *Feed) Refuse(words string) {
	answer := said{Kind: "error", Words: words}
	if err := f.room.mayTalk(f.member); err != nil {
		answer = said{Kind: "busy", Words: err.Error()}
	}
	f.answer(line.Of(answer).Text)
}

// answer queues a response.
func (f *Feed) answer(answer []byte) {
	f.room.mu.Lock()
	defer f.room.mu.Unlock()
	f.notReading = f.notReading || len(f.answers) >= maxAnswers
	f.answers = append(f.answers, line.Ready(answer))
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

// Close ends the connection.
func (f *Feed) Close() {
	f.once.Do(func() {
		f.room.leave(f)
		f.hall.left(f.room)
	})
}

// message is a message from a member.
type message struct {
	// Kind is "push", "answer", "hand", "lower", "offering", "offer", "look", "withdraw", "point", "end" or "ping".
	Kind string `json:"kind"`
	// Steps are the pushed steps, Version the version that they follow.
	Version uint64  `json:"version"`
	Steps   []entry `json:"steps"`
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

// hear handles a message and returns the response.
func (h *Hall) hear(r *room, member, client string, text []byte) []byte {
	if err := r.mayTalk(member); err != nil {
		return line.Of(said{Kind: "busy", Words: err.Error()}).Text
	}
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		return line.Of(said{Kind: "error", Words: "expected a message as a JSON object, found something else"}).Text
	}
	var err error
	switch m.Kind {
	case "push":
		if err = r.push(member, client, m); err != nil {
			return line.Of(said{Kind: "refused", Version: r.at(), Words: err.Error()}).Text
		}
	case "answer":
		if err = r.answer(member, m); err == nil {
			return line.Of(answered{"answered", m.Question, m.Value}).Text
		}
	case "hand":
		r.hand(member, m.Up)
	case "lower":
		err = r.lower(member, m.Member)
	case "offering":
		if err = r.mayOffer(member); err == nil {
			return line.Of(said{Kind: "may offer"}).Text
		}
	case "offer":
		err = r.takeOffer(member, m)
	case "look":
		var o *offer
		if o, err = r.look(member, m.Member); err == nil {
			return line.Of(draft{"draft", *o}).Text
		}
	case "withdraw":
		err = r.withdraw(member, m.Member)
	case "point":
		err = r.point(member, m.At)
	case "end":
		err = h.finish(r, member)
	case "ping":
		return line.Of(said{Kind: "pong"}).Text
	default:
		err = errors.New("expected `push`, `answer`, `hand`, `lower`, `offering`, `offer`, `look`, `withdraw`, `point`, `end` or `ping`, found something else")
	}
	if err != nil {
		return line.Of(said{Kind: "error", Words: err.Error()}).Text
	}
	return nil
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

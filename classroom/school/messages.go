package school

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"unbox/classroom/line"
)

// message is a message from a page.
type message struct {
	// Kind is "open", "draft", "tried", "answered", "settled" or "ping" of learners, "watch" or "ping" of those who teach.
	Kind string `json:"kind"`
	Seat string `json:"seat"`
	Step string `json:"step"`
	// Version and Change are those of a draft.
	Version uint64          `json:"version"`
	Change  json.RawMessage `json:"change"`
	// Question, Place, Right and Answer are those of an answer.
	Question string `json:"question"`
	Place    string `json:"place"`
	Right    bool   `json:"right"`
	Answer   string `json:"answer"`
	// Suggestion is the number of one of the draft, How what becomes of it.
	Suggestion int    `json:"suggestion"`
	How        string `json:"how"`
	Tried
}

// Say handles a message of the connection. The response comes with Next.
func (f *Feed) Say(text []byte) {
	if answer := f.hear(text); answer != nil {
		f.answer(answer)
	}
}

// Refuse answers a message that was not read, with the reason. It counts as one.
func (f *Feed) Refuse(words string) {
	answer := said{Kind: "error", Words: words}
	if err := f.class.mayTalk(f.seat + "/" + f.account); err != nil {
		answer = said{Kind: "busy", Words: err.Error()}
	}
	f.answer(answer)
}

// answer queues a response.
func (f *Feed) answer(answer any) {
	f.class.mu.Lock()
	defer f.class.mu.Unlock()
	f.queue(answer)
}

// queue is answer for a caller who holds the lock.
func (f *Feed) queue(answer any) {
	f.notReading = f.notReading || len(f.answers) >= maxAnswers
	f.answers = append(f.answers, answer)
	f.poke()
}

// Say handles a message of a seat that has a Feed elsewhere and sends over a separate connection. It
// returns the response; nil for none.
//
// Errors: as Enter.
func (s *School) Say(hello Hello, text []byte) ([]byte, error) {
	if !clientForm.MatchString(hello.Client) {
		return nil, errors.New("expected a client's name of 1 to 32 letters and digits, found something else")
	}
	seat, err := s.Seat(hello.Word)
	if err != nil {
		return nil, err
	}
	return answered(seat.feed(hello.Client).hear(text)), nil
}

// SayWatching is Say for a teacher. What is watched holds for all of the page's connections.
//
// Errors: as Watch.
func (s *School) SayWatching(by Account, class string, hello Hello, text []byte) ([]byte, error) {
	c, err := s.Class(by, class, false)
	if err != nil {
		return nil, err
	}
	return answered((&Feed{class: c, account: by.ID, client: hello.Client}).hear(text)), nil
}

func answered(answer any) []byte {
	switch a := answer.(type) {
	case nil:
		return nil
	case later:
		ctx, cancel := context.WithTimeout(context.Background(), saveTimeout)
		defer cancel()
		return marshal(cmp.Or(a(ctx), any(said{Kind: "error", Words: ErrNotSaved.Error()})))
	}
	return marshal(answer)
}

// hear handles a message and returns the response, nil for none.
func (f *Feed) hear(text []byte) any {
	if err := f.class.mayTalk(f.seat + "/" + f.account); err != nil {
		return said{Kind: "busy", Words: err.Error()}
	}
	if err := f.shutOut(); err != nil {
		return f.class.objection("", err)
	}
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		return said{Kind: "error", Words: "expected a message as a JSON object, found something else"}
	}
	if !f.class.outline().step(m.Step) && m.Kind != "ping" && m.Kind != "watch" && m.Kind != "answered" {
		return said{Kind: "error", Words: "expected a step of the course, found another one"}
	}
	switch {
	case m.Kind == "ping":
		return said{Kind: "pong"}
	case (m.Kind == "watch" || m.Kind == "open") && !f.class.school.sure():
		return said{Kind: "busy", Words: ErrMoved.Error()}
	case m.Kind == "watch" && f.seat == "":
		return f.hearWatch(m)
	case m.Kind == "open" && f.seat != "":
		return f.hearOpen(m)
	case m.Kind == "draft" && f.seat != "":
		return f.hearDraft(m)
	case m.Kind == "tried" && f.seat != "":
		return f.hearTried(m)
	case m.Kind == "answered" && f.seat != "":
		return f.hearAnswered(m)
	case m.Kind == "settled" && f.seat != "":
		return f.hearSettled(m)
	}
	return said{Kind: "error", Words: "expected `open`, `draft`, `tried`, `answered`, `settled`, `watch` or `ping`, found something else"}
}

// shutOut returns the reason why nothing more is taken from a learner's connection; nil if there is none. One that is not read lasts for some
// seconds after its seat was blocked or signed out.
func (f *Feed) shutOut() error {
	f.class.mu.Lock()
	defer f.class.mu.Unlock()
	return f.over()
}

// objection says what is wrong with a message, once it is known that it is. Whoever reads a connection does not wait for that: it would notice neither
// that the connection has ended, nor what else comes.
func (c *Class) objection(step string, err error) any {
	if !errors.Is(err, ErrNoClass) {
		return said{Kind: "error", Step: step, Words: err.Error()}
	}
	return saidLater(step, func(ctx context.Context) error { return c.outcome(ctx, err) })
}

// saidLater says what is wrong with a message about a step when it is sent. After saveTimeout it says that nothing can be saved: what comes after it waits
// as well.
func saidLater(step string, wrong func(context.Context) error) later {
	return func(ctx context.Context) any {
		limited, cancel := context.WithTimeout(ctx, saveTimeout)
		defer cancel()
		err := wrong(limited)
		switch {
		case ctx.Err() != nil:
			return nil
		case limited.Err() != nil:
			err = ErrNotSaved
		}
		return said{Kind: "error", Step: step, Words: err.Error()}
	}
}

// mayTalk counts one message against the sender's allowance.
func (c *Class) mayTalk(who string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.rates[who]
	if r == nil {
		for other, r := range c.rates { // they have the full allowance again
			if time.Since(r.At) > line.TalkFull {
				delete(c.rates, other)
			}
		}
		fresh := line.NewRate()
		r = &fresh
		c.rates[who] = r
	}
	return r.Take()
}

// hearOpen responds with the draft of a step.
func (f *Feed) hearOpen(m message) any {
	return later(func(ctx context.Context) any { return f.opened(ctx, m) })
}

// opened is that response; nil if the context ends before all of the draft is safe.
func (f *Feed) opened(ctx context.Context, m message) any {
	c := f.class
	var open *draft
	unknown := false
	err := c.withDraft(ctx, f.seat, m.Step, func(d *draft) error {
		c.at(d, false)
		c.noteWaiting(d)
		open, unknown = d, d.noting && d.version > 0
		return nil
	})
	if err == nil {
		err = c.written(ctx, open.queue) // also the keys of an earlier connection are in it
	}
	if err == nil && unknown { // a draft of which the class does not know is found by nobody
		err = c.written(ctx, c.queue)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil
	case err != nil:
		return said{Kind: "error", Words: err.Error()}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	waiting := waitingIn(open.stored.suggestions)
	for other := range c.feeds[f.seat] {
		if other.client == f.client && waiting > 0 {
			other.suggested[m.Step] = true
			other.poke()
		}
	}
	return draftFrame{Kind: "draft", Step: m.Step, Version: open.stored.changed, Text: open.stored.text.String(), Waiting: waiting}
}

func (f *Feed) hearDraft(m message) any {
	d, err := f.class.draft(context.Background(), f.seat, m.Step)
	if err == nil {
		err = f.class.edit(d, m.Version, m.Change, f.client)
	}
	switch {
	case err == nil, errors.Is(err, ErrSeat): // the page hears that when it is safe
		return nil
	case errors.Is(err, errStale):
		return said{Kind: "stale", Step: m.Step}
	}
	return f.class.objection(m.Step, err)
}

// The maximum lengths, in characters, of what a browser reports about a failing
// test.
const (
	maxTest      = 120
	maxTestWords = 400
)

func (f *Feed) hearTried(m message) any {
	t := m.Tried
	t.Seat, t.Step = f.seat, m.Step
	if !slices.Contains([]string{"pass", "fail", "error"}, t.Status) || t.Passed < 0 || t.Total < t.Passed || t.Total > 10000 || t.Hints < 0 || t.Hints > 100 {
		return said{Kind: "error", Words: "expected what tests came to, found something else"}
	}
	if t.Run != "" && !clientForm.MatchString(t.Run) {
		return said{Kind: "error", Words: "expected a run's name of 1 to 32 letters and digits, found something else"}
	}
	t.Test, t.Words = short(t.Test, maxTest), short(t.Words, maxTestWords)
	c := f.class
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.over() == nil { // it may have ended since
		c.take(event{Tried: &t}, f.acknowledge(t.Run))
	}
	return nil
}

// acknowledge tells the page that what it named is safe, over all of its connections: it may have been said over one that hears nothing. It
// is called with the lock.
func (f *Feed) acknowledge(name string) func(error) {
	return func(err error) {
		if err != nil || name == "" {
			return
		}
		for other := range f.class.feeds[f.seat] {
			if other.client == f.client && len(other.savedRuns) < maxAnswers {
				other.savedRuns = append(other.savedRuns, name)
				other.poke()
			}
		}
	}
}

// short cuts a text after that many characters.
func short(s string, most int) string {
	s = strings.ToValidUTF8(s, "�")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// hearWatch lets a teacher watch a draft as it is typed.
func (f *Feed) hearWatch(m message) any {
	c := f.class
	if m.Seat == "" {
		f.watch("", "")
		return nil
	}
	if !c.outline().step(m.Step) {
		return said{Kind: "error", Words: "expected a step of the course, found another one"}
	}
	d, err := c.draft(context.Background(), m.Seat, m.Step)
	if err != nil {
		return c.objection("", err)
	}
	f.watch(m.Seat, m.Step)
	c.mu.Lock()
	defer c.mu.Unlock()
	return d.frame()
}

// watch records what the page watches, for all of its connections.
func (f *Feed) watch(seat, step string) {
	c := f.class
	c.mu.Lock()
	defer c.mu.Unlock()
	for other := range c.feeds[""] {
		if other.account == f.account && other.client == f.client {
			other.watchSeat, other.watchStep, other.suggestDirty = seat, step, seat != ""
			other.poke()
		}
	}
}

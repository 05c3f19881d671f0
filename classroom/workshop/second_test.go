package workshop

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"unbox/classroom/journal"
	"unbox/classroom/journal/jetstream/natstest"
	"unbox/playground/secret"
)

// catchUp reads until a member has all that another one has.
func (m *member) catchUp(with *member) {
	m.t.Helper()
	m.until("everything arrived", func() bool { return m.version >= with.version })
}

// withSecond opens a workshop with a presenter, a second one and a follower.
func (s *site) withSecond() (p, q, f *member) {
	s.t.Helper()
	p = s.open()
	q, f = s.enter(p.code, Hello{Client: "q"}), s.enter(p.code, Hello{Client: "f"})
	p.step(Step{Second: &Second{Member: q.id, May: true}})
	return p, q, f
}

// take has a member take the workshop over, whatever else is on its way.
func (m *member) take() {
	m.t.Helper()
	m.push(Step{Present: m.id})
	m.until("it is taken over", func() bool { return m.board.presenter == m.id })
}

// TestSecondPresenter has two take a workshop from each other while the other one writes: no step is lost, and
// both have the same board.
func TestSecondPresenter(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	takeTurns(t, s, s)
}

// TestSecondPresenterElsewhere is the same with each of them at a server of its own.
func TestSecondPresenterElsewhere(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	takeTurns(t, shared(t, url, key), shared(t, url, key))
}

func takeTurns(t *testing.T, s, other *site) {
	p := s.open()
	q := other.enter(p.code, Hello{Client: "q", Name: "Ada"})
	p.step(Step{Second: &Second{Member: q.id, May: true}})
	p.until("the second one is told", func() bool { return len(p.last.Seconds) == 1 && p.last.Seconds[0].Name == "Ada" })
	q.catchUp(p)
	for n := range 10 {
		w, o := p, q
		if n%2 == 1 {
			w, o = q, p
		}
		w.write(fmt.Sprintf("%d ", n))
		w.until("it is safe", func() bool { return w.safe == w.version })
		if s != other { // else a step that was not heard of yet does not matter
			o.catchUp(w)
		}
		o.take()
		o.until("that is safe", func() bool { return o.safe == o.version })
		if s != other {
			w.catchUp(o)
		}
		w.push(Step{View: []byte(`"too late"`)})
		w.refusedWith("expected ")
		w.counter--
		w.catchUp(o)
	}
	for _, m := range []*member{p, q} {
		if m.board.text.String() != "0 1 2 3 4 5 6 7 8 9 " || m.board.presenter != p.id || string(m.board.view) != "" {
			t.Errorf("expected the text of both and the first to present, found %q, %q, %s", m.board.text.String(), m.board.presenter, m.board.view)
		}
	}
}

// deaf is a journal that can lose what it tells of commits.
type deaf struct {
	journal.Journal
	loses *atomic.Bool
}

func (d deaf) Subscribe(class string, told func(journal.Committed)) (cancel func(), err error) {
	return d.Journal.Subscribe(class, func(c journal.Committed) {
		if !d.loses.Load() {
			told(c)
		}
	})
}

// TestLostCommitsAreReadAgain has a server that is not told of the last step of another one. Nothing is written afterwards: what that server
// reports of itself says that there is more to read.
func TestLostCommitsAreReadAgain(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	var loses atomic.Bool
	p := shared(t, url, key).open()
	q := sharedThrough(t, url, key, func(j journal.Journal) journal.Journal { return deaf{j, &loses} }).enter(p.code, Hello{Client: "q"})
	p.write("heard, ")
	p.until("it is safe", func() bool { return p.safe == p.version })
	q.catchUp(p)
	loses.Store(true)
	p.write("not heard")
	q.until("it is read", func() bool { return q.board.text.String() == "heard, not heard" })
}

// TestPresenterIsAway has the presenter leave: everybody is told, and the second presenter goes on.
func TestPresenterIsAway(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p, q, f := s.withSecond()
	p.write("before ")
	if p.last.Away || f.last.Away {
		t.Error("expected the presenter to be there, found that everybody was told otherwise")
	}
	p.feed.Close()
	f.until("it is told", func() bool { return f.last.Away })
	q.catchUp(p)
	q.take()
	q.write("after")
	f.until("it goes on", func() bool { return !f.last.Away && f.board.text.String() == "before after" })
	back := s.enter(p.code, Hello{Client: "c", Word: p.word})
	if back.board.presenter != q.id || back.board.text.String() != "before after" {
		t.Errorf("expected the board of the second presenter, found %q and %q", back.board.presenter, back.board.text.String())
	}
	back.counter = back.welcome.Counter
	back.take()
	back.push(Step{Second: &Second{Member: q.id}})
	back.until("that is over", func() bool { return len(back.board.seconds) == 0 })
	q.catchUp(back)
	q.push(Step{Present: q.id})
	q.refusedWith("expected the presenter")
}

// TestOnlyTheOwnerNamesSecondPresenters has members who present and who do not try what the owner alone may do.
func TestOnlyTheOwnerNamesSecondPresenters(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	q, h := s.enter(p.code, Hello{Client: "q"}), s.enter(p.code, Hello{Client: "h"})
	p.step(Step{Second: &Second{Member: q.id, May: true}})
	for _, m := range []*member{q, h} {
		m.catchUp(p)
		m.push(Step{Second: &Second{Member: h.id, May: true}})
		m.refusedWith("expected the person who opened the workshop")
		m.counter--
	}
	h.push(Step{Present: h.id})
	h.refusedWith("expected the presenter")
	q.take()
	q.push(Step{Second: &Second{Member: h.id, May: true}}) // also not while presenting
	q.refusedWith("expected the person who opened the workshop")
	p.catchUp(q)
	p.push(Step{Second: &Second{Member: strings.Repeat("m", 13), May: true}})
	p.refusedWith("expected a member of the workshop")
	p.counter--
	for n := range maxSeconds - 1 {
		p.step(Step{Second: &Second{Member: fmt.Sprintf("somebody-%03d", n)[:12], May: true}})
	}
	p.push(Step{Second: &Second{Member: "one-too-many", May: true}})
	p.refusedWith("expected at most 8 second presenters")
}

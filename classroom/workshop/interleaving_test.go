package workshop

import (
	"errors"
	"testing"
)

// This file has orders of events of several members that follow each other without waiting.

// yesOrNo asks a question of two choices.
func (m *member) yesOrNo() {
	m.t.Helper()
	m.step(Step{Ask: &Question{Text: "Does it go?", Kind: "choice", Choices: []string{"yes", "no"}}})
}

func (m *member) answers(value string) {
	m.say(map[string]any{"kind": "answer", "question": m.board.question.ID, "value": value})
}

// TestQuestionOfAPresenterWhoLeaves has the presenter ask and leave, and the second presenter tell the answer. When the first one is back with the answer
// that was chosen before, everybody has heard it, and it stays.
func TestQuestionOfAPresenterWhoLeaves(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p, q, f := s.withSecond()
	p.yesOrNo()
	p.feed.Close()
	f.until("the question is there", func() bool { return f.board.question != nil })
	f.answers("yes")
	q.until("it is answered", func() bool { return q.last.Away && q.last.Tally["yes"] == 1 })
	q.take()
	q.step(Step{Reveal: &Reveal{ID: 1, Truth: "no"}})
	back := s.enter(p.code, Hello{Client: "c", Word: p.word})
	back.counter = back.welcome.Counter
	back.push(Step{Reveal: &Reveal{ID: 1, Truth: "yes"}})
	back.refusedWith("expected the presenter")
	back.counter--
	back.take()
	back.push(Step{Reveal: &Reveal{ID: 1, Truth: "yes"}})
	back.refusedWith("expected a question whose answer is not told yet")
	f.catchUp(back)
	if found := f.board.question; found == nil || found.Truth != "no" {
		t.Errorf("expected the answer that was told, found %+v", found)
	}
}

// TestAnswerOverARestart has a follower answer, the server begin anew, and the follower answer again since nothing was heard: it counts once, and a later
// one takes its place.
func TestAnswerOverARestart(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	f := s.enter(p.code, Hello{Client: "f"})
	p.yesOrNo()
	p.until("it is safe", func() bool { return p.safe == p.version })
	f.catchUp(p)
	f.answers("yes")
	p.until("it is counted", func() bool { return p.last.Tally["yes"] == 1 })
	for _, want := range []string{"yes", "no"} {
		p.feed.Close()
		f.feed.Close()
		f.feed.room.drain()
		s.restart()
		f = s.enter(p.code, Hello{Client: "f2", Word: f.word})
		p = s.enter(p.code, Hello{Client: "c", Word: p.word})
		f.answers(want)
		p.until("one answer is counted", func() bool { return p.last.Tally[want] == 1 && len(p.last.Tally) == 1 })
	}
}

// TestHandedOverAndTakenAtOnce has the presenter hand over to a follower in the moment in which the second presenter takes over: one of them presents in
// the end, everybody knows who, and only that one can write.
func TestHandedOverAndTakenAtOnce(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"hands over", "takes over"} {
		s := newSite(t)
		p, q, f := s.withSecond()
		q.catchUp(p)
		f.catchUp(p)
		if first == "hands over" {
			p.push(Step{Present: f.id})
			q.push(Step{Present: q.id})
		} else {
			q.push(Step{Present: q.id})
			p.push(Step{Present: f.id}) // of the board before
			p.refusedWith("expected steps after version")
			p.counter--
			p.until("that is known", func() bool { return p.board.presenter == q.id })
			p.push(Step{Present: f.id})
			p.refusedWith("expected the presenter")
		}
		for _, m := range []*member{p, q, f} {
			m.until("the second one presents", func() bool { return m.board.presenter == q.id })
		}
		f.push(Step{Checkpoint: "of the follower"})
		f.refusedWith("expected the presenter")
		q.write("x")
		f.until("it is written", func() bool { return f.board.text.String() == "x" })
	}
}

// TestEndedWhileADraftIsShown has a draft be shown, handed over and offered while the owner ends the workshop: everybody hears it, and nothing that comes
// later brings it back.
func TestEndedWhileADraftIsShown(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	q, f := s.enter(p.code, Hello{Client: "q"}), s.enter(p.code, Hello{Client: "f"})
	p.write("presented")
	p.step(Step{Present: q.id})
	q.catchUp(p)
	q.push(Step{Show: &Show{Member: f.id, Text: "a draft"}})
	p.say(map[string]any{"kind": "end"})
	q.push(Step{Checkpoint: "too late"})
	f.say(map[string]any{"kind": "hand", "up": true})
	for _, m := range []*member{p, q, f} {
		for {
			if _, err := m.feed.Next(t.Context()); err != nil {
				if !errors.Is(err, ErrEnded) {
					t.Errorf("expected the end, found %v", err)
				}
				break
			}
		}
	}
	s.expectEnded(p.code)
	s.restart()
	s.expectEnded(p.code)
}

// expectEnded checks that nobody can enter a workshop any more.
func (s *site) expectEnded(code string) {
	s.t.Helper()
	if _, _, err := s.hall.Enter(s.t.Context(), code, Hello{Client: "x"}); !errors.Is(err, ErrNone) {
		s.t.Errorf("expected no workshop, found `%v`", err)
	}
}

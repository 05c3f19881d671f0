package workshop

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"unbox/classroom/journal/jetstream/natstest"
	"unbox/playground/secret"
)

// TestTwoServers has a workshop on two servers: what is done at one is seen at the other.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	a, b := shared(t, url, key), shared(t, url, key)
	p := a.open()
	f := b.enter(p.code, Hello{Client: "f", Name: "Ada"})
	p.until("both are counted here", func() bool { return p.last.People == 2 })
	f.until("both are counted there", func() bool { return f.last.People == 2 })
	p.write("x")
	f.until("the step arrived", func() bool { return f.board.text.String() == "x" })
	p.until("it is safe", func() bool { return p.safe == p.version })
	p.say(map[string]any{"kind": "point", "at": json.RawMessage(`"row 3"`)})
	f.until("it is pointed at", func() bool { return string(f.last.Pointer) == `"row 3"` })
	p.step(Step{Ask: &Question{Text: "How many?", Kind: "number"}})
	f.until("the question arrived", func() bool { return f.board.question != nil })
	f.say(map[string]any{"kind": "answer", "question": 1, "value": "3"})
	p.until("the answer is counted", func() bool { return p.last.Tally["3"] == 1 })
	f.say(map[string]any{"kind": "hand", "up": true})
	p.until("the hand is up", func() bool { return len(p.last.Hands) == 1 && p.last.Hands[0].Name == "Ada" })
	p.step(Step{Present: f.id})
	f.until("it is handed over", func() bool { return f.board.presenter == f.id && len(f.last.Hands) == 0 })
	f.write("y")
	p.until("the other's step arrived", func() bool { return p.version == f.version })
	f.feed.Close()
	p.until("the other has left", func() bool { return p.last.People == 1 })
	late := b.enter(p.code, Hello{Client: "l"})
	if late.version != p.version || late.board.text.String() != p.board.text.String() {
		t.Errorf("expected the board %q, found %q", p.board.text.String(), late.board.text.String())
	}
	p.say(map[string]any{"kind": "end"})
	late.refusedWith("The workshop has ended")
}

// TestSecondServerReadsAgain has two servers take steps for the same versions: some are made, and both
// have the same board in the end. Which are made is chance, so it is tried until there are some of both.
func TestSecondServerReadsAgain(t *testing.T) {
	t.Parallel()
	for range 50 {
		if bothWrite(t) {
			return
		}
	}
	t.Error("expected that some steps were made and some not, found that all or hardly any were, 50 times")
}

// bothWrite has two servers write, and tells whether some steps were made and some not.
func bothWrite(t *testing.T) bool {
	t.Helper()
	url, key := natstest.Start(t), secret.New()
	a, b := shared(t, url, key), shared(t, url, key)
	p := a.open()
	o := b.enter(p.code, Hello{Client: "o", Word: p.word})
	epoch := p.welcome.Epoch + o.welcome.Epoch
	for n := range 60 {
		for _, m := range []*member{p, o} {
			m.version, m.counter = m.state()
			m.push(Step{View: json.RawMessage(fmt.Sprintf(`"%s %d"`, m.feed.client, n))})
		}
	}
	for left, right := "", ""; left == "" || left != right; left, right = settled(p), settled(o) {
		time.Sleep(time.Millisecond)
	}
	first, second := a.enter(p.code, Hello{Client: "x"}), b.enter(p.code, Hello{Client: "y"})
	if first.version != second.version || string(first.board.view) != string(second.board.view) {
		t.Errorf("expected one board, found %s at version %d and %s at version %d", first.board.view, first.version, second.board.view, second.version)
	}
	return first.version >= 20 && first.welcome.Epoch+second.welcome.Epoch != epoch
}

// state is the version of a member's room, and the client's count there.
func (m *member) state() (version, counter uint64) {
	r := m.feed.room
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.version, r.board.counters[m.feed.names[0]]
}

// settled says what a member's room has; "" while something is on its way.
func settled(m *member) string {
	r := m.feed.room
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.committing || r.behind || r.safe != r.version {
		return ""
	}
	return fmt.Sprint(r.version, string(r.board.view))
}

// TestHandedOverToWhoLeaves hands over to a member at another server who leaves in that moment: the presenter's owner takes the workshop back, and
// everybody at both servers has one board.
func TestHandedOverToWhoLeaves(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	a, b := shared(t, url, key), shared(t, url, key)
	p := a.open()
	gone, f := b.enter(p.code, Hello{Client: "g"}), b.enter(p.code, Hello{Client: "f"})
	p.until("all are counted", func() bool { return p.last.People == 3 })
	p.write("before ")
	p.until("it is safe", func() bool { return p.safe == p.version })
	p.step(Step{Present: gone.id})
	gone.feed.Close()
	p.until("it is handed over, to nobody who is there", func() bool { return p.board.presenter == gone.id && p.last.Away })
	f.catchUp(p)
	p.push(Step{View: json.RawMessage(`"too late"`)})
	p.refusedWith("expected the presenter")
	p.counter--
	p.take()
	p.write("after")
	f.until("it goes on", func() bool { return !f.last.Away && f.board.text.String() == "before after" })
	// Whoever has left comes back, and follows.
	back := b.enter(p.code, Hello{Client: "g2", Word: gone.word})
	if back.board.presenter != p.id || back.board.text.String() != "before after" {
		t.Errorf("expected to follow the owner, found %q and %q", back.board.presenter, back.board.text.String())
	}
}

// TestEndedWhileTheOtherServerWrites ends a workshop at one server while its second presenter writes at the other one: everybody hears it, and
// nothing that was on its way brings it back.
func TestEndedWhileTheOtherServerWrites(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	a, b := shared(t, url, key), shared(t, url, key)
	p := a.open()
	q := b.enter(p.code, Hello{Client: "q"})
	p.step(Step{Second: &Second{Member: q.id, May: true}})
	q.catchUp(p)
	q.take()
	for n := range 5 {
		q.push(Step{View: json.RawMessage(fmt.Sprint(n))})
	}
	p.say(map[string]any{"kind": "end"})
	for n := range 5 {
		q.push(Step{View: json.RawMessage(fmt.Sprint(5 + n))})
	}
	for _, m := range []*member{p, q} { // steps of the other server may be in between
		m.until("it has ended", func() bool {
			return slices.ContainsFunc(m.errors, func(words string) bool { return strings.Contains(words, "The workshop has ended") })
		})
	}
	a.expectEnded(p.code)
	b.expectEnded(p.code)
}

// TestAskedHereToldThere has the presenter ask at one server, be answered at both, and hand over to somebody at the other one, who tells the answer
// while the first server is gone and back.
func TestAskedHereToldThere(t *testing.T) {
	t.Parallel()
	url, key := natstest.Start(t), secret.New()
	a, b := shared(t, url, key), shared(t, url, key)
	p := a.open()
	near, far := a.enter(p.code, Hello{Client: "n"}), b.enter(p.code, Hello{Client: "f"})
	p.yesOrNo()
	near.until("the question is there", func() bool { return near.board.question != nil })
	far.until("the question is there", func() bool { return far.board.question != nil })
	near.answers("yes")
	far.answers("no")
	p.until("both count", func() bool { return p.last.Tally["yes"] == 1 && p.last.Tally["no"] == 1 })
	p.until("all are counted", func() bool { return p.last.People == 3 })
	p.step(Step{Present: far.id})
	far.until("it is handed over", func() bool { return far.board.presenter == far.id })
	p.feed.Close()
	near.feed.Close()
	far.push(Step{Reveal: &Reveal{ID: 1, Truth: "no"}})
	far.until("it is told or refused", func() bool { return len(far.errors) > 0 || far.board.question.Truth == "no" })
	if len(far.errors) > 0 {
		t.Fatal(far.errors)
	}
	c := shared(t, url, key) // the first server begins anew
	again := c.enter(p.code, Hello{Client: "n2", Word: near.word})
	if found := again.board.question; found == nil || found.Truth != "no" {
		t.Errorf("expected the answer that was told, found %+v", found)
	}
	again.until("both still count", func() bool { return again.last.Tally["yes"] == 1 && again.last.Tally["no"] == 1 })
}

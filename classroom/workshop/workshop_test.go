package workshop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"unbox/classroom/edit"
	"unbox/classroom/journal"
	"unbox/classroom/journal/sqlite"
	"unbox/classroom/line"
	"unbox/internal/patience"
	"unbox/playground/secret"
)

// keeper is a journal that can be closed.
type keeper interface {
	journal.Journal
	Close() error
}

// site is a server's hall with the folder below it.
type site struct {
	t    *testing.T
	dir  string
	key  secret.Key
	kept keeper
	hall *Hall
}

func newSite(t *testing.T) *site {
	s := &site{t: t, dir: t.TempDir(), key: secret.New()}
	s.start(nil)
	t.Cleanup(func() { _ = s.kept.Close() })
	return s
}

// start opens the hall; between stands between it and the journal.
func (s *site) start(between func(journal.Journal) journal.Journal) {
	s.t.Helper()
	kept, err := sqlite.Open(s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	s.kept = kept
	var j journal.Journal = kept
	if between != nil {
		j = between(kept)
	}
	s.hall = NewHall(Options{Journal: j, Key: s.key, Log: slog.New(slog.DiscardHandler)})
}

// restart closes the journal under a hall, which then knows nothing of its rooms, and opens another one.
func (s *site) restart() {
	s.t.Helper()
	if err := s.kept.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.start(nil)
}

// member is a client of a test.
type member struct {
	t    *testing.T
	feed *Feed
	code string
	word string
	id   string
	// frames are all that were read, by kind.
	welcome welcome
	version uint64
	safe    uint64
	counter uint64
	board   board
	last    soft
	errors  []string // refusals that no test has looked at yet
	drafts  []draft  // and drafts
	// unsafe are the steps that the server may still lose, as far as the member knows.
	unsafe []unsafeStep
}

// unsafeStep is a step of a member; version is 0 until it is told which one it has.
type unsafeStep struct {
	entry
	version uint64
}

func (s *site) open() *member {
	s.t.Helper()
	code, word, err := s.hall.Open(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return s.enter(code, Hello{Word: word, Client: "c"})
}

func (s *site) enter(code string, hello Hello) *member {
	s.t.Helper()
	feed, word, err := s.hall.Enter(s.t.Context(), code, hello)
	if err != nil {
		s.t.Fatal(err)
	}
	m := &member{t: s.t, feed: feed, code: code, word: word}
	s.t.Cleanup(feed.Close)
	m.read()
	return m
}

// read takes one frame.
func (m *member) read() { m.readFor("a message comes") }

// readFor is read for something, which is said if the test ends before it comes.
func (m *member) readFor(what string) {
	m.t.Helper()
	ctx, stop := patience.Context(m.t)
	defer stop()
	f, err := m.feed.Next(ctx)
	if err != nil {
		m.t.Fatalf("waiting until %s: %v", what, err)
	}
	var kind said
	m.parse(f.Text, &kind)
	switch kind.Kind {
	case "welcome":
		before := m.welcome.Epoch
		m.welcome = welcome{}
		m.parse(f.Text, &m.welcome)
		m.id, m.version, m.safe, m.counter, m.last = m.welcome.You, m.welcome.Version, m.welcome.Safe, m.welcome.Counter, m.welcome.Soft
		if m.welcome.Board != nil {
			m.board = m.welcome.Board.board()
		} else {
			m.version = m.welcome.From - 1
		}
		m.steps(m.welcome.Steps)
		if m.welcome.Epoch != before {
			m.repeat()
		}
	case "steps":
		var steps stepsFrame
		m.parse(f.Text, &steps)
		if steps.From != m.version+1 {
			m.t.Errorf("expected steps from version %d, found %d", m.version+1, steps.From)
		}
		m.steps(steps.Steps)
	case "safe":
		var safe safeFrame
		m.parse(f.Text, &safe)
		m.safe = safe.Version
		m.forgetSafe()
	case "soft":
		m.last = soft{}
		m.parse(f.Text, &m.last)
	case "answered":
	case "draft":
		m.drafts = append(m.drafts, draft{})
		m.parse(f.Text, &m.drafts[len(m.drafts)-1])
	case "refused":
		m.refused(kind)
	default:
		m.errors = append(m.errors, kind.Kind+": "+kind.Words)
	}
}

// refused gives up the steps that were not made, but where the server has dropped one of them because it read the workshop again: then a welcome follows,
// after which all are repeated.
func (m *member) refused(s said) {
	r := m.feed.room
	r.mu.Lock()
	again := r.epoch != m.welcome.Epoch
	r.mu.Unlock()
	if again && s.Again {
		return
	}
	m.unsafe = slices.DeleteFunc(m.unsafe, func(u unsafeStep) bool { return u.version == 0 })
	m.errors = append(m.errors, s.Kind+": "+s.Words)
}

// repeat makes the steps again that the server does not have, as a page does: it has read the workshop again, and may have dropped them.
func (m *member) repeat() {
	var steps []entry
	for i := range m.unsafe {
		u := &m.unsafe[i]
		if u.version = 0; u.Counter <= m.welcome.Counter {
			u.version = m.version // or before; it may still be dropped
			continue
		}
		steps = append(steps, u.entry)
	}
	m.forgetSafe()
	if len(steps) == 0 {
		return
	}
	m.counter = steps[len(steps)-1].Counter
	m.sends(steps)
}

// forgetSafe drops the steps that the server cannot lose any more.
func (m *member) forgetSafe() {
	m.unsafe = slices.DeleteFunc(m.unsafe, func(u unsafeStep) bool { return u.version > 0 && u.version <= m.safe })
}

func (m *member) steps(steps []entry) {
	for _, e := range steps {
		m.version++
		if err := m.board.apply(e.Step); err != nil {
			m.t.Error(err)
		}
		for i, u := range m.unsafe {
			if e.Client == clientName(m.id, m.feed.client) && e.Counter == u.Counter {
				m.unsafe[i].version = m.version
			}
		}
	}
}

func (m *member) parse(text []byte, into any) {
	m.t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		m.t.Fatal(err)
	}
}

// until reads until something holds.
func (m *member) until(what string, holds func() bool) {
	m.t.Helper()
	for n := 0; !holds(); n++ {
		if n == 5000 {
			m.t.Fatalf("expected that %s, found otherwise after 5,000 messages", what)
		}
		m.readFor(what)
	}
}

func (m *member) say(message any) { m.feed.Say(line.Of(message).Text) }

// push makes a step.
func (m *member) push(s Step) {
	m.counter++
	e := entry{Counter: m.counter, Step: s}
	m.unsafe = append(m.unsafe, unsafeStep{entry: e})
	m.sends([]entry{e})
}

// sends pushes steps, as often as the test likes.
func (m *member) sends(steps []entry) {
	m.feed.room.mu.Lock()
	if p := m.feed.room.people[m.id]; p != nil {
		p.rate = line.NewRate()
	}
	m.feed.room.mu.Unlock()
	m.say(map[string]any{"kind": "push", "version": m.version, "steps": steps})
}

// write puts a text at the end.
func (m *member) write(text string) {
	m.t.Helper()
	m.step(Step{Change: json.RawMessage(fmt.Sprintf(`[%d,[0,%q]]`, len(m.board.text), text))})
}

// step makes a step and waits until it is told.
func (m *member) step(s Step) {
	m.t.Helper()
	m.push(s)
	before := m.version
	m.until("the step is told", func() bool { return m.version > before })
}

// refusedWith takes the next refusal, which must have the words: with other ones, there may never be another.
func (m *member) refusedWith(words string) {
	m.t.Helper()
	m.until("something is refused", func() bool { return len(m.errors) > 0 })
	found := m.errors[0]
	m.errors = m.errors[1:]
	if !strings.Contains(found, words) {
		m.t.Fatalf("expected a refusal with %q, found %q", words, found)
	}
}

// TestRefusalsSayWhatMayBeRepeated makes steps that do not follow what the room has, as after it has read the workshop again, and a step that nobody may
// make: only the first ones may be repeated, so that a presenter's text does not become a copy of their own.
func TestRefusalsSayWhatMayBeRepeated(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	p.write("label()")
	for _, attempt := range []struct {
		version, counter uint64
		step             string
		again            bool
	}{
		{p.version, p.counter + 2, `{"view":1}`, true},
		{p.version, p.counter + 2, `{"back":true}`, true},
		{p.version + 1, p.counter + 1, `{"view":1}`, true},
		{p.version, p.counter + 1, `{"change":[7000]}`, false},
	} {
		p.feed.Say(fmt.Appendf(nil, `{"kind":"push","version":%d,"steps":[{"counter":%d,"step":%s}]}`, attempt.version, attempt.counter, attempt.step))
		var found said
		for found.Kind != "refused" {
			f, err := p.feed.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			found = said{}
			p.parse(f.Text, &found)
		}
		if found.Again != attempt.again {
			t.Errorf("%s as step %d after version %d: expected that it may be repeated: %v, found %+v", attempt.step, attempt.counter, attempt.version, attempt.again, found)
		}
	}
}

func TestFollowersSeeThePresenter(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	early := s.enter(p.code, Hello{Client: "e"})
	p.write("label()")
	p.step(Step{View: json.RawMessage(`{"from":1}`)})
	p.step(Step{Checkpoint: "first"})
	p.write("jump()")
	late := s.enter(p.code, Hello{Client: "l"})
	early.until("everything arrived", func() bool { return early.version == p.version })
	for name, m := range map[string]*member{"presenter": p, "early": early, "late": late} {
		if m.board.text.String() != "label()jump()" || string(m.board.view) != `{"from":1}` || len(m.board.checkpoints) != 1 || m.board.checkpoints[0].Text != "label()" {
			t.Errorf("%s: expected the presenter's board, found %q, %s, %v", name, m.board.text.String(), m.board.view, m.board.checkpoints)
		}
	}
	p.until("all is safe", func() bool { return p.safe == p.version })
}

func TestReturningClientsGetWhatIsNew(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	p.write("a")
	f := s.enter(p.code, Hello{Client: "f"})
	hello := Hello{Word: f.word, Client: "f", Epoch: f.welcome.Epoch, Version: f.version}
	f.feed.Close()
	p.write("b")
	p.write("c")
	again := s.enterAgain(p.code, hello)
	if again.welcome.Board != nil || len(again.welcome.Steps) != 2 || again.welcome.From != 3 {
		t.Errorf("expected two steps from version 3, found %+v", again.welcome)
	}
	hello.Version = 1000
	if odd := s.enterAgain(p.code, hello); odd.welcome.Board == nil {
		t.Error("expected the whole board for a version that is not there, found steps")
	}
}

// enterAgain enters as a client that was there; its Feed is closed at once.
func (s *site) enterAgain(code string, hello Hello) *member {
	s.t.Helper()
	feed, word, err := s.hall.Enter(s.t.Context(), code, hello)
	if err != nil {
		s.t.Fatal(err)
	}
	defer feed.Close()
	m := &member{t: s.t, feed: feed, code: code, word: word, version: hello.Version, board: board{text: edit.New("a")}}
	m.read()
	return m
}

// TestRestartLosesNothing ends the server under a presenter: what was safe is there, what was
// not is sent again, and what arrived twice counts once.
func TestRestartLosesNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	for range 600 { // with snapshots between
		p.write("x")
	}
	p.until("all is safe", func() bool { return p.safe == p.version })
	p.push(Step{Ask: &Question{Text: "How many?", Kind: "number"}})
	p.until("the question is safe", func() bool { return p.board.question != nil && p.safe == p.version })
	p.say(map[string]any{"kind": "answer", "question": 1, "value": "3"})
	p.until("the answer counts", func() bool { return p.last.Tally["3"] == 1 })
	s.restart()
	q := s.enter(p.code, Hello{Word: p.word, Client: "c", Epoch: p.welcome.Epoch, Version: p.version})
	if q.board.text.String() != strings.Repeat("x", 600) || q.board.question == nil || q.welcome.Epoch == p.welcome.Epoch || q.counter != p.counter {
		t.Fatalf("expected the board as it was, found %d characters, %v, counter %d", len(q.board.text), q.board.question, q.counter)
	}
	if q.last.Tally["3"] != 1 || q.welcome.Mine != "3" {
		t.Errorf("expected the answer to be kept, found %v, %q", q.last.Tally, q.welcome.Mine)
	}
	version := q.version
	q.say(map[string]any{"kind": "push", "version": version - 1, "steps": []entry{
		{Counter: q.counter, Step: Step{View: json.RawMessage(`1`)}}, // it is there already
		{Counter: q.counter + 1, Step: Step{View: json.RawMessage(`2`)}},
	}})
	q.until("the new step is told", func() bool { return q.version > version })
	if q.version != version+1 || string(q.board.view) != "2" {
		t.Errorf("expected the repeat to be dropped, found version %d after %d", q.version, version)
	}
}

// gate is a journal whose disk stalls until it is told to go on.
type gate struct {
	journal.Journal
	open chan struct{}
}

func (g *gate) Append(ctx context.Context, d journal.Document, after uint64, u []journal.Update) error {
	if d.Class != listClass && after > 0 {
		<-g.open
	}
	return g.Journal.Append(ctx, d, after, u)
}

// TestBroadcastDoesNotWaitForTheDisk stalls the disk: steps are told all the same, and not called safe.
func TestBroadcastDoesNotWaitForTheDisk(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_ = s.kept.Close()
	g := &gate{open: make(chan struct{})}
	s.start(func(j journal.Journal) journal.Journal { g.Journal = j; return g })
	p := s.open()
	f := s.enter(p.code, Hello{Client: "f"})
	for range 50 {
		p.write("x")
	}
	f.until("all steps arrived", func() bool { return len(f.board.text) == 50 })
	if p.safe != 1 {
		t.Errorf("expected only the opening to be safe, found version %d", p.safe)
	}
	close(g.open)
	p.until("all is safe", func() bool { return p.safe == p.version })
	p.write("x")
	f.until("the last step arrived", func() bool { return len(f.board.text) == 51 })
	if f.safe != 1 {
		t.Errorf("expected that only who makes steps is told what is safe, found that a follower was told of version %d", f.safe)
	}
}

// TestSlowReadersGetTheBoard lets somebody sleep while more is said than is kept for sleepers.
func TestSlowReadersGetTheBoard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	f := s.enter(p.code, Hello{Client: "f"})
	for range 2*streamFrames + 10 {
		p.write("x")
	}
	before := f.welcome.Epoch
	f.until("all arrived", func() bool { return f.version == p.version })
	if f.welcome.Board == nil || f.welcome.Epoch != before || len(f.board.text) != len(p.board.text) {
		t.Errorf("expected the whole board, found %d of %d characters", len(f.board.text), len(p.board.text))
	}
	r := p.feed.room
	r.mu.Lock() // the journal may still tell what is kept
	defer r.mu.Unlock()
	if kept := len(r.stream.frames); kept > streamFrames {
		t.Errorf("expected at most %d frames in memory, found %d", streamFrames, kept)
	}
}

func TestQuestions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	a, b := s.enter(p.code, Hello{Client: "a"}), s.enter(p.code, Hello{Client: "b"})
	p.push(Step{Ask: &Question{Text: "Does this guard go?", Kind: "choice", Choices: []string{"yes", "no"}}})
	for _, m := range []*member{a, b} {
		m.until("the question is there", func() bool { return m.board.question != nil })
		m.say(map[string]any{"kind": "answer", "question": 1, "value": "yes"})
	}
	b.say(map[string]any{"kind": "answer", "question": 1, "value": "no"}) // the later one counts
	p.until("both are counted", func() bool { return p.last.Tally["yes"] == 1 && p.last.Tally["no"] == 1 })
	for value, words := range map[string]string{"maybe": "expected one of the choices"} {
		a.say(map[string]any{"kind": "answer", "question": 1, "value": value})
		a.refusedWith(words)
	}
	a.say(map[string]any{"kind": "answer", "question": 2, "value": "yes"})
	a.refusedWith("expected an answer to the question that is open")
	p.push(Step{Reveal: &Reveal{ID: 1, Truth: "no"}})
	a.until("it is told", func() bool { return a.board.question.Revealed })
	a.say(map[string]any{"kind": "answer", "question": 1, "value": "no"})
	a.refusedWith("expected an answer before the result was revealed")
	p.version = a.version
	p.push(Step{Done: 1})
	a.until("it is gone", func() bool { return a.board.question == nil })
}

func TestHandOver(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	second := s.enter(p.code, Hello{Client: "s", Name: "Second\u202e\u3164 <b>" + strings.Repeat("\u0301", 50)})
	second.say(map[string]any{"kind": "hand", "up": true})
	p.until("the hand is up", func() bool { return len(p.last.Hands) == 1 })
	if p.last.Hands[0].Name != "Second <b>\u0301\u0301\u0301" {
		t.Errorf("expected the name without what turns text around or covers it, found %q", p.last.Hands[0].Name)
	}
	p.push(Step{Present: "nobody"})
	p.refusedWith("expected a member who is connected")
	p.counter--
	p.push(Step{Present: second.id})
	second.until("it is handed over", func() bool { return second.board.presenter == second.id })
	p.until("the first knows", func() bool { return p.board.presenter == second.id })
	p.counter = 1
	p.push(Step{View: json.RawMessage(`1`)})
	p.refusedWith("expected the presenter")
	second.write("mine")
	p.until("all see it", func() bool { return p.board.text.String() == "mine" })
	p.counter = 1
	p.push(Step{Present: p.id})
	p.until("the owner has it back", func() bool { return p.board.presenter == p.id })
	second.until("the hand is down and the role gone", func() bool { return second.board.presenter == p.id && len(second.last.Hands) == 0 })
}

// TestHostileMembers tries what members may not do: each is told why, and nothing changes.
func TestHostileMembers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	p.write("as it was")
	other := s.open()
	for _, word := range []string{p.id, p.id + ".AAAAAAAAAAAAAA", other.word /* of another workshop */, "."} {
		if _, _, err := s.hall.Enter(t.Context(), p.code, Hello{Client: "x", Word: word}); !errors.Is(err, ErrMember) {
			t.Errorf("%s: expected `%v`, found `%v`", word, ErrMember, err)
		}
	}
	for _, hello := range []Hello{{Client: ""}, {Client: "a/b"}, {Client: "x", Name: strings.Repeat("n", 25)}, {Client: "x", Were: make([]string, 9)}, {Client: "x", Were: []string{"a/b"}}} {
		if _, _, err := s.hall.Enter(t.Context(), p.code, hello); err == nil || !strings.Contains(err.Error(), "expected a") {
			t.Errorf("%+v: expected an error in words, found `%v`", hello, err)
		}
	}
	if _, _, err := s.hall.Enter(t.Context(), "AAAAAA", Hello{Client: "x"}); !errors.Is(err, ErrNone) {
		t.Errorf("expected no workshop, found `%v`", err)
	}
	h := s.enter(p.code, Hello{Client: "h"})
	for _, attempt := range []struct{ message, words string }{
		{`{"kind":"push","version":2,"steps":[{"counter":1,"step":{"change":[9,[0,"!"]]}}]}`, "expected the presenter"},
		{`{"kind":"push","version":2,"steps":[{"counter":1,"step":{"present":"` + h.id + `"}}]}`, "expected the presenter"},
		{`{"kind":"push","version":2,"steps":[{"counter":1,"step":{"open":{"owner":"` + h.id + `"}}}]}`, "expected the presenter"},
		{`{"kind":"point","at":1}`, "expected the presenter"},
		{`{"kind":"lower","member":"x"}`, "expected the presenter"},
		{`{"kind":"end"}`, "expected the person who opened"},
		{`{"kind":"answer","question":1,"value":"1"}`, "expected an answer to the question that is open"},
		{`{"kind":"dance"}`, "expected `push`"},
		{`[[[[`, "expected a message as a JSON object"},
		{``, "expected a message as a JSON object"},
	} {
		h.feed.Say([]byte(attempt.message))
		h.refusedWith(attempt.words)
	}
	for _, attempt := range []struct{ step, words string }{
		{`{"open":{"owner":"x"}}`, "expected a step with one field"},
		{`{"view":1,"checkpoint":"x"}`, "expected a step with one field"},
		{`{}`, "expected a step with one field"},
		{`{"view":"` + strings.Repeat("v", maxView) + `"}`, "expected a view of at most"},
		{`{"change":[9,[0,"` + strings.Repeat("v", maxText) + `"]]}`, "expected a text of at most"},
		{`{"change":[7]}`, "expected a change of a text of 9 characters"},
		{`{"checkpoint":"` + strings.Repeat("t", maxTitle+1) + `"}`, "expected a title of at most"},
		{`{"ask":{"text":"x","kind":"dance"}}`, "expected a question for a `number`"},
		{`{"ask":{"text":"","kind":"number"}}`, "expected a question of 1 to"},
		{`{"ask":{"text":"x","kind":"choice","choices":["one"]}}`, "expected 2 to 8 choices"},
		{`{"reveal":{"id":1,"truth":"x"}}`, "expected the question that is open"},
	} {
		p.feed.Say([]byte(fmt.Sprintf(`{"kind":"push","version":%d,"steps":[{"counter":%d,"step":%s}]}`, p.version, p.counter+1, attempt.step)))
		p.refusedWith(attempt.words)
	}
	p.feed.Say([]byte(fmt.Sprintf(`{"kind":"push","version":%d,"steps":[{"counter":%d,"step":{"view":1}}]}`, p.version, p.counter+7)))
	p.refusedWith("expected step 2 of this client")
	p.feed.Say([]byte(fmt.Sprintf(`{"kind":"push","version":%d,"steps":[{"counter":%d,"step":{"view":1}}]}`, p.version+1, p.counter+1)))
	p.refusedWith("expected steps after version 2")
	if late := s.enter(p.code, Hello{Client: "l"}); late.board.text.String() != "as it was" || late.version != 2 {
		t.Errorf("expected the board as it was, found %q at version %d", late.board.text.String(), late.version)
	}
}

// TestAnswersAreBounded lets one person answer again and again as somebody else, who leaves after that: what is kept has a limit, and those who
// have answered can still change their minds.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	p.step(Step{Ask: &Question{Text: "How many?", Kind: "number"}})
	first, late := s.enter(p.code, Hello{Client: "first"}), s.enter(p.code, Hello{Client: "late"})
	answer := func(m *member, value string) { m.say(message{Kind: "answer", Question: 1, Value: value}) }
	answer(first, "2")
	r := p.feed.room
	r.mu.Lock()
	for n := 0; len(r.answers) < maxPeople; n++ {
		r.answers[fmt.Sprint("left ", n)] = "1"
	}
	r.mu.Unlock()
	answer(late, "3")
	late.refusedWith("expected at most 5000 answers to a question, found one more")
	answer(first, "4")
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.answers) != maxPeople || r.answers[first.id] != "4" || r.answers[late.id] != "" {
		t.Errorf("expected %d answers, with the first one's new one, found %d, %q and %q", maxPeople, len(r.answers), r.answers[first.id], r.answers[late.id])
	}
}

// TestFloods lets one talk more than it may, and one talk without listening.
func TestFloods(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	h := s.enter(p.code, Hello{Client: "h"})
	for !h.answered() { // while it talks, it may say more again; that is not much
		h.feed.Say([]byte(`{"kind":"hand","up":true}`))
	}
	h.refusedWith("expected at most 40 messages a second")
	for range 2 * maxAnswers {
		h.feed.Say([]byte(`{"kind":"dance"}`))
	}
	for {
		_, err := h.feed.Next(t.Context())
		if errors.Is(err, ErrNotReading) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p.write("others are unhurt")
}

// answered reports whether there is an answer to this member alone.
func (m *member) answered() bool {
	m.feed.room.mu.Lock()
	defer m.feed.room.mu.Unlock()
	return len(m.feed.answers) > 0
}

// TestRateOutlivesLeaving has somebody say all that is allowed, leave, and come back: that gives no more.
func TestRateOutlivesLeaving(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	f := s.enter(p.code, Hello{Client: "f"})
	room := f.feed.room
	room.mu.Lock()
	room.people[f.id].rate = line.Spent(time.Now().Add(time.Hour)) // nothing comes back within this test
	room.mu.Unlock()
	f.feed.Close()
	back := s.enter(p.code, Hello{Client: "f", Word: f.word})
	back.say(map[string]any{"kind": "hand", "up": true})
	back.refusedWith("expected at most 40 messages a second")
	back.feed.Close()
	room.mu.Lock()
	room.spent["somebody"] = line.Spent(time.Now().Add(-2 * line.TalkFull))
	room.mu.Unlock()
	s.enter(p.code, Hello{Client: "g"})
	room.mu.Lock()
	defer room.mu.Unlock()
	if _, kept := room.spent["somebody"]; kept {
		t.Error("expected those who may say as much as anybody to be forgotten, found one")
	}
}

// waiting is a journal that reads one class only when it is told to.
type waiting struct {
	journal.Journal
	class string
	asked chan struct{}
	on    chan struct{}
}

func (w *waiting) Read(ctx context.Context, d journal.Document, after uint64) (journal.History, error) {
	if d.Class == w.class && d.Name == boardName {
		close(w.asked)
		<-w.on
	}
	return w.Journal.Read(ctx, d, after)
}

// TestSlowReadDelaysOneRoom enters a room while another one is still read from the disk.
func TestSlowReadDelaysOneRoom(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	slow := s.open()
	slow.feed.Close()
	w := &waiting{Journal: s.hall.options.Journal, class: slow.code, asked: make(chan struct{}), on: make(chan struct{})}
	s.hall.options.Journal = w
	entered := make(chan error)
	go func() {
		feed, _, err := s.hall.Enter(context.Background(), slow.code, Hello{Client: "f"})
		if err == nil {
			feed.Close()
		}
		entered <- err
	}()
	<-w.asked
	other := s.open() // with the lock held for all rooms, this would wait for ever
	other.write("label()")
	close(w.on)
	if err := <-entered; err != nil {
		t.Error(err)
	}
}

func TestEndDeletes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	f := s.enter(p.code, Hello{Client: "f"})
	p.write("what goes")
	p.say(map[string]any{"kind": "end"})
	f.refusedWith("The workshop has ended")
	if _, err := f.feed.Next(t.Context()); !errors.Is(err, ErrEnded) {
		t.Errorf("expected the end, found `%v`", err)
	}
	for _, name := range []string{boardName, answersName} {
		h, err := s.kept.Read(t.Context(), journal.Document{Class: p.code, Name: name}, 0)
		if err != nil || h.Version() != 0 {
			t.Errorf("expected nothing of `%s` to be kept, found version %d, %v", name, h.Version(), err)
		}
	}
	p.push(Step{View: json.RawMessage(`1`)})
	if _, _, err := s.hall.Enter(t.Context(), p.code, Hello{Client: "x"}); !errors.Is(err, ErrNone) {
		t.Errorf("expected no workshop, found `%v`", err)
	}
}

func TestOldWorkshopsAreDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.hall.options.Keep = 90 * 24 * time.Hour
	p := s.open()
	if err := s.hall.tidy(t.Context(), time.Now().Add(s.hall.options.Keep-2*unbegun)); err != nil {
		t.Fatal(err)
	}
	p.write("it is young")
	if err := s.hall.tidy(t.Context(), time.Now().Add(s.hall.options.Keep)); err != nil {
		t.Fatal(err)
	}
	p.refusedWith("The workshop has ended")
	s.expectNone(p.code)
}

// expectNone checks that nothing is stored of a workshop.
func (s *site) expectNone(code string) {
	s.t.Helper()
	s.expectEnded(code)
	if all, _, err := s.hall.list(s.t.Context()); err != nil || slices.ContainsFunc(all, func(l listed) bool { return l.Code == code }) {
		s.t.Errorf("expected a list without it, found %v, %v", all, err)
	}
}

// leaving is a journal whose client goes away while a board is written.
type leaving struct {
	journal.Journal
	leave   func()
	written string // the code of the workshop
}

func (l *leaving) Append(ctx context.Context, d journal.Document, after uint64, updates []journal.Update) error {
	err := l.Journal.Append(ctx, d, after, updates)
	if d.Name == boardName {
		l.written = d.Class
		l.leave()
	}
	return err
}

// TestOpeningIsCancelled has a browser go away while a workshop is opened, such as by a reload: nobody will ever know its code, so nothing of it
// is left.
func TestOpeningIsCancelled(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, leave := context.WithCancel(t.Context())
	j := &leaving{Journal: s.kept, leave: leave}
	s.hall = NewHall(Options{Journal: j, Key: s.key, Log: slog.New(slog.DiscardHandler)})
	if _, _, err := s.hall.Open(ctx); !errors.Is(err, context.Canceled) || j.written == "" {
		t.Errorf("expected that a workshop is written and opening it is cancelled, found %q, %v", j.written, err)
	}
	s.expectNone(j.written)
}

// TestWorkshopsThatNobodyBegan deletes those of which the answer was lost, and keeps those in which somebody is or was.
func TestWorkshopsThatNobodyBegan(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	lost, _, err := s.hall.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	here, begun := s.open(), s.open()
	begun.write("x")
	begun.until("it is safe", func() bool { return begun.safe == begun.version })
	begun.feed.Close()
	later := time.Now().Add(time.Minute)
	for range 2 {
		if err := s.hall.tidy(t.Context(), later); err != nil {
			t.Fatal(err)
		}
	}
	s.expectNone(lost)
	s.enter(here.code, Hello{Client: "x"})
	if found := s.enter(begun.code, Hello{Client: "x"}); found.board.text.String() != "x" {
		t.Errorf("expected what was presented, found %q", found.board.text.String())
	}
	young, _, err := s.hall.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.hall.tidy(t.Context(), time.Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	s.enter(young, Hello{Client: "x"})
}

func TestCodes(t *testing.T) {
	for typed, want := range map[string]string{"k7m-2qp": "K7M2QP", " K7M 2QP ": "K7M2QP", "K7M2Q": "", "K7M2QO": "", "K7M2Q1": "", "": "", "../../": ""} {
		if got := Code(typed); got != want {
			t.Errorf("%q: expected %q, found %q", typed, want, got)
		}
	}
}

// TestStepsOutliveAReload has a page be loaded anew at random moments, with steps on their way of which it does not know whether they arrived: the next
// load asks for what its clients of before have made, and makes the rest. The server may have begun anew in between. Each checkpoint is made once.
func TestStepsOutliveAReload(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	random := rand.New(rand.NewPCG(14, 3))
	type named struct {
		client  string
		counter uint64
	}
	client, were := "c", []string(nil)
	open := []string{} // titles that are not known to be safe, the oldest first
	made := map[string][]named{}
	total := 0
	for round := range 60 {
		for range random.IntN(3) {
			open = append(open, fmt.Sprint("checkpoint ", total))
			total++
		}
		for _, title := range open { // sent again or for the first time
			p.push(Step{Checkpoint: title})
			made[title] = append(made[title], named{client, p.counter})
			before := p.version
			p.until("it is taken", func() bool { return p.version > before })
			if random.IntN(2) == 0 {
				break // the page is gone before the next one
			}
		}
		p.feed.Close()
		if random.IntN(4) == 0 {
			s.restart()
		}
		were = append(were, client)
		were = were[max(0, len(were)-maxWere):]
		client = fmt.Sprint("c", round)
		p = s.enter(p.code, Hello{Word: p.word, Client: client, Were: were})
		p.until("it is told what is safe, of the steps of before, too", func() bool { return p.safe >= p.welcome.Version })
		open = slices.DeleteFunc(open, func(title string) bool {
			return slices.ContainsFunc(made[title], func(n named) bool { return n.counter <= p.welcome.Were[n.client] })
		})
	}
	for len(open) > 0 {
		p.step(Step{Checkpoint: open[0]})
		open = open[1:]
	}
	count := map[string]int{}
	for _, c := range p.board.checkpoints {
		count[c.Title]++
	}
	for i := range total {
		if title := fmt.Sprint("checkpoint ", i); count[title] != 1 {
			t.Errorf("%s: expected it once, found it %d times", title, count[title])
		}
	}
}

package workshop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"unbox/classroom/journal"
	"unbox/classroom/line"
)

// boardName and answersName are a workshop's documents; its code is their class.
const (
	boardName   = "board"
	answersName = "answers"
)

const (
	// recentSteps is how many steps are at hand for those who come back after a moment.
	recentSteps = 2000
	// snapshotEvery is after how many steps, or bytes of them, the journal gets a snapshot.
	snapshotEvery = 256
	snapshotBytes = 256 << 10
	// softPace is how often presence, answers and the pointer are told at most.
	softPace = 100 * time.Millisecond
	// retryPace is how long a room waits after it could not be written.
	retryPace = time.Second
	// mostPeople is how many members a room has at a time.
	mostPeople = 5000
	mostName   = 24
)

// room is an open workshop.
type room struct {
	code    string
	journal journal.Journal
	log     *slog.Logger
	// epoch is drawn when the room is opened: versions that were told in another epoch and are
	// not safe may be others now.
	epoch string

	mu    sync.Mutex
	board board
	// version is that of the newest step, safe that of the newest one that is kept.
	version, safe uint64
	// recent are the newest steps, up to version.
	recent []entry
	// answers are the question's, by member.
	answers map[string]string
	people  map[string]*person
	// feeds are the open connections, by their clients' names.
	feeds map[string]map[*Feed]bool
	// spent is what those who left may still say, until that is as much as anybody may.
	spent  map[string]line.Rate
	stream stream
	lanes  map[string]*lane
	// committing tells that a goroutine writes; quiet is told when it has ended.
	committing bool
	quiet      *sync.Cond
	softDue    bool
	pointer    json.RawMessage
	ended      bool
	unlisten   func()
}

// entry is a step as it is told to everybody.
type entry struct {
	Client  string `json:"client"`
	Counter uint64 `json:"counter"`
	Step    Step   `json:"step"`
}

// lane is what waits to be written to a document.
type lane struct {
	written uint64 // version up to which it is written
	waiting []journal.Update
	// grown counts what was written since the last snapshot.
	grown, bytes int
}

// person is a member who is there, with one connection or several.
type person struct {
	name  string
	hand  int // in which order hands were raised; 0 for none
	feeds int
	rate  line.Rate
}

// Member is what everybody is told of one who raised a hand.
type Member struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// enterRoom reads a workshop.
//
// Errors: ErrNone if there is none, or why it cannot be read.
func enterRoom(ctx context.Context, j journal.Journal, log *slog.Logger, code string) (*room, error) {
	r := &room{
		code: code, journal: j, log: log, epoch: randomName(), answers: map[string]string{}, people: map[string]*person{}, feeds: map[string]map[*Feed]bool{}, spent: map[string]line.Rate{},
		stream: stream{changed: make(chan struct{})}, lanes: map[string]*lane{boardName: {}, answersName: {}},
	}
	r.quiet = sync.NewCond(&r.mu)
	h, err := j.Read(ctx, r.document(boardName), 0)
	if err != nil {
		return nil, err
	}
	if h.Version() == 0 {
		return nil, ErrNone
	}
	if r.board, err = load(h); err != nil {
		return nil, err
	}
	r.version, r.safe, r.lanes[boardName].written = h.Version(), h.Version(), h.Version()
	if err := r.readAnswers(ctx); err != nil {
		return nil, err
	}
	r.unlisten, err = j.Subscribe(code, r.committed)
	return r, err
}

func (r *room) document(name string) journal.Document {
	return journal.Document{Class: r.code, Name: name}
}

// answer is a member's answer as it is kept.
type answer struct {
	Question int    `json:"question"`
	Member   string `json:"member"`
	Value    string `json:"value"`
}

// keptAnswers is a snapshot of them.
type keptAnswers struct {
	Question int               `json:"question"`
	Answers  map[string]string `json:"answers"`
}

func (r *room) readAnswers(ctx context.Context) error {
	h, err := r.journal.Read(ctx, r.document(answersName), 0)
	if err != nil {
		return err
	}
	r.lanes[answersName].written = h.Version()
	open := 0
	if r.board.question != nil {
		open = r.board.question.ID
	}
	if h.Snapshot.Version > 0 {
		var k keptAnswers
		if err := json.Unmarshal(h.Snapshot.Data, &k); err != nil {
			return fmt.Errorf("expected the answers of a workshop, found something else: %w", err)
		}
		if k.Question == open {
			maps.Copy(r.answers, k.Answers)
		}
	}
	for _, u := range h.Updates {
		var a answer
		if err := json.Unmarshal(u.Data, &a); err != nil {
			return fmt.Errorf("expected an answer of a workshop, found something else: %w", err)
		}
		if a.Question == open {
			r.answers[a.Member] = a.Value
		}
	}
	return nil
}

// welcome is the first message to one who comes.
type welcome struct {
	Kind    string `json:"kind"` // "welcome"
	You     string `json:"you"`
	Epoch   string `json:"epoch"`
	Version uint64 `json:"version"`
	Safe    uint64 `json:"safe"`
	// Counter is the last count of the client that this room knows.
	Counter uint64 `json:"counter"`
	// Board is everything, Steps what is newer than what the client has; one of them is left out.
	Board *kept   `json:"board,omitempty"`
	Steps []entry `json:"steps,omitempty"`
	From  uint64  `json:"from,omitempty"`
	Soft  soft    `json:"soft"`
	// Mine is the member's own answer to the question.
	Mine string `json:"mine,omitempty"`
}

// stepsFrame tells steps; the first one has the version From.
type stepsFrame struct {
	Kind  string  `json:"kind"` // "steps"
	From  uint64  `json:"from"`
	Steps []entry `json:"steps"`
}

// safeFrame tells a client that has made steps up to which version everything is kept. Nobody else needs
// to know, and with a slow disk it would wake all of them once more for each key.
type safeFrame struct {
	Kind    string `json:"kind"` // "safe"
	Version uint64 `json:"version"`
}

// soft is what is not kept, and told in its newest form only.
type soft struct {
	Kind   string `json:"kind"` // "soft"
	People int    `json:"people"`
	// Hands are the raised ones, the first one first.
	Hands []Member `json:"hands,omitempty"`
	// Tally is how many gave each answer to the question with the number Question.
	Question int             `json:"question,omitempty"`
	Tally    map[string]int  `json:"tally,omitempty"`
	Pointer  json.RawMessage `json:"pointer,omitempty"`
}

// said is a message that says something in words.
type said struct {
	// Kind is "refused" for steps, "busy" for anything that may be said again in a moment, "error"
	// for anything else, "ended", or "pong".
	Kind string `json:"kind"`
	// Version is where the room is, for "refused".
	Version uint64 `json:"version,omitempty"`
	Words   string `json:"words,omitempty"`
}

// enter lets a member in.
func (r *room) enter(id string, hello Hello) (*Feed, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return nil, ErrNone
	}
	p := r.people[id]
	if p == nil {
		if len(r.people) >= mostPeople {
			return nil, fmt.Errorf("expected at most %d people in a workshop, found one more", mostPeople)
		}
		p = &person{rate: r.rateOf(id)}
		r.people[id] = p
	}
	p.feeds++
	p.name = hello.Name
	r.softSoon()
	f := &Feed{room: r, member: id, client: hello.Client, at: r.stream.end(), first: r.welcome(id, hello), safe: r.safe, wake: make(chan struct{}, 1)}
	name := f.name()
	if r.feeds[name] == nil {
		r.feeds[name] = map[*Feed]bool{}
	}
	r.feeds[name][f] = true
	return f, nil
}

// welcome says what a client lacks.
func (r *room) welcome(id string, hello Hello) *line.Frame {
	w := welcome{
		Kind: "welcome", You: id, Epoch: r.epoch, Version: r.version, Safe: r.safe, Soft: r.soft(), Mine: r.answers[id],
		Counter: r.board.counters[clientName(id, hello.Client)],
	}
	from := r.version - uint64(len(r.recent)) // the version that everybody must have for the steps to do
	if hello.Epoch == r.epoch && hello.Version >= from && hello.Version <= r.version {
		w.From, w.Steps = hello.Version+1, r.recent[hello.Version-from:]
	} else {
		all := r.board.kept()
		all.Counters = nil // they name everybody who presented
		w.Board = &all
	}
	f := line.Of(w)
	return &f
}

// clientName is by which name the journal knows a member's client.
func clientName(member, client string) string { return member + "/" + client }

// soft returns what is not kept.
func (r *room) soft() soft {
	s := soft{Kind: "soft", People: len(r.people), Pointer: r.pointer}
	for id, p := range r.people {
		if p.hand > 0 {
			s.Hands = append(s.Hands, Member{id, p.name})
		}
	}
	slices.SortFunc(s.Hands, func(a, b Member) int { return r.people[a.ID].hand - r.people[b.ID].hand })
	if r.board.question != nil {
		s.Question, s.Tally = r.board.question.ID, map[string]int{}
		for _, value := range r.answers {
			s.Tally[value]++
		}
	}
	return s
}

// softSoon tells it after a moment, with all that happens until then.
func (r *room) softSoon() {
	if r.softDue || r.ended {
		return
	}
	r.softDue = true
	time.AfterFunc(softPace, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.softDue = false; !r.ended { // the end is the last that is told
			r.stream.publish(line.Of(r.soft()))
		}
	})
}

// leave says that a connection is gone.
func (r *room) leave(f *Feed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.feeds[f.name()], f)
	if len(r.feeds[f.name()]) == 0 {
		delete(r.feeds, f.name())
	}
	p := r.people[f.member]
	if p.feeds--; p.feeds == 0 {
		delete(r.people, f.member)
		r.spent[f.member] = p.rate
		r.softSoon()
	}
}

// idle tells whether nobody is there and nothing is left to write.
func (r *room) idle() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.people) == 0 && !r.committing
}

// push takes steps, all of them or none.
//
// Errors: why they are refused, in plain words.
func (r *room) push(member, client string, m message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := clientName(member, client)
	fresh := m.Steps
	for len(fresh) > 0 && fresh[0].Counter <= r.board.counters[name] {
		fresh = fresh[1:] // it was repeated, since its answer did not arrive
	}
	switch {
	case r.ended:
		return ErrNone
	case len(fresh) == 0:
		return nil
	case m.Version+uint64(len(m.Steps)-len(fresh)) != r.version:
		return fmt.Errorf("expected steps after version %d, found some after %d", r.version, m.Version)
	}
	next := r.board
	next.counters = maps.Clone(r.board.counters)
	var entries []entry
	for _, s := range fresh {
		if s.Counter != next.counters[name]+1 {
			return fmt.Errorf("expected step %d of this client, found %d", next.counters[name]+1, s.Counter)
		}
		if err := next.check(&s.Step, member); err != nil {
			return err
		}
		if s.Step.Present != "" && r.people[s.Step.Present] == nil && s.Step.Present != member {
			return errors.New("expected somebody who is here, found nobody")
		}
		if err := next.apply(s.Step); err != nil {
			return err
		}
		next.counters[name] = s.Counter
		entries = append(entries, entry{name, s.Counter, s.Step})
	}
	r.take(next, entries)
	return nil
}

// take makes steps part of the board, tells everybody, and has them written.
func (r *room) take(next board, entries []entry) {
	if asked(r.board.question) != asked(next.question) {
		clear(r.answers)
		r.softSoon()
	}
	if next.presenter != r.board.presenter {
		if p := r.people[next.presenter]; p != nil {
			p.hand = 0
		}
		r.pointer = nil
		r.softSoon()
	}
	r.board = next
	r.stream.publish(line.Of(stepsFrame{"steps", r.version + 1, entries}))
	r.version += uint64(len(entries))
	r.recent = append(r.recent, entries...)
	if len(r.recent) > 2*recentSteps {
		r.recent = append([]entry(nil), r.recent[len(r.recent)-recentSteps:]...)
	}
	for _, e := range entries {
		r.write(boardName, journal.Update{Client: e.Client, Counter: e.Counter, Data: line.Of(e.Step).Text})
	}
}

func asked(q *Question) int {
	if q == nil {
		return 0
	}
	return q.ID
}

// answer takes a member's answer; a later one takes its place.
//
// Errors: why it is refused, in plain words.
func (r *room) answer(member string, m message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return ErrNone
	}
	if err := r.board.question.answer(m.Question, m.Value); err != nil {
		return err
	}
	if r.answers[member] == m.Value {
		return nil
	}
	r.answers[member] = m.Value
	r.softSoon()
	r.write(answersName, journal.Update{Client: member, Data: line.Of(answer{m.Question, member, m.Value}).Text})
	return nil
}

// hand raises a member's hand or takes it down.
func (r *room) hand(member string, up bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := r.people[member]
	switch {
	case p == nil || up == (p.hand > 0):
		return
	case !up:
		p.hand = 0
	default:
		last := 0
		for _, o := range r.people {
			last = max(last, o.hand)
		}
		p.hand = last + 1
	}
	r.softSoon()
}

// lower takes another member's hand down, for whoever presents.
func (r *room) lower(presenter, member string) error {
	r.mu.Lock()
	allowed := presenter == r.board.presenter || presenter == r.board.owner
	r.mu.Unlock()
	if !allowed {
		return errors.New("expected whoever presents, found somebody else")
	}
	r.hand(member, false)
	return nil
}

// mostPointer is how long what is pointed at may be, in bytes.
const mostPointer = 512

// point shows where the presenter points.
//
// Errors: why it is refused, in plain words.
func (r *room) point(member string, at json.RawMessage) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case member != r.board.presenter:
		return errors.New("expected whoever presents, found somebody else")
	case len(at) > mostPointer:
		return fmt.Errorf("expected a pointer of at most %d bytes, found %d", mostPointer, len(at))
	}
	r.pointer = at
	r.softSoon()
	return nil
}

// end closes the room for all.
func (r *room) end(why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return
	}
	r.ended = true
	for _, l := range r.lanes {
		l.waiting = nil
	}
	r.stream.publish(line.Of(said{Kind: "ended", Words: why}))
}

// rest waits until nothing is written any more.
func (r *room) rest() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.committing {
		r.quiet.Wait()
	}
}

// write has an update written to a document.
func (r *room) write(name string, u journal.Update) {
	l := r.lanes[name]
	l.waiting = append(l.waiting, u)
	if !r.committing {
		r.committing = true
		go r.commit()
	}
}

// commit writes until nothing waits. All that came while it was writing goes together.
func (r *room) commit() {
	for {
		name, batch, snapshot, more := r.next()
		if !more {
			return
		}
		l := r.lanes[name]
		err := r.journal.Append(context.Background(), r.document(name), l.written, batch)
		var moved *journal.VersionError
		switch {
		case err == nil:
			r.wrote(l, batch)
			r.snapshot(l, name, snapshot)
		case errors.As(err, &moved), errors.Is(err, journal.ErrClosed):
			r.end("This workshop was closed on the server.")
		default:
			r.log.Error("a workshop cannot be written; it is tried again", "reason", err)
			time.Sleep(retryPace)
		}
	}
}

// next returns what to write next, and the document's snapshot after that where it is time for one.
func (r *room) next() (name string, batch []journal.Update, snapshot []byte, more bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range []string{boardName, answersName} {
		l := r.lanes[name]
		if len(l.waiting) == 0 {
			continue
		}
		if l.grown+len(l.waiting) >= snapshotEvery || l.bytes >= snapshotBytes {
			snapshot = r.state(name)
		}
		return name, l.waiting[:len(l.waiting):len(l.waiting)], snapshot, true
	}
	r.committing = false
	r.quiet.Broadcast()
	return "", nil, nil, false
}

// state is what a document's snapshot holds.
func (r *room) state(name string) []byte {
	if name == answersName {
		return line.Of(keptAnswers{asked(r.board.question), r.answers}).Text
	}
	return line.Of(r.board.kept()).Text
}

// wrote notes that the first that waited are written.
func (r *room) wrote(l *lane, batch []journal.Update) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l.written += uint64(len(batch))
	l.grown += len(batch)
	for _, u := range batch {
		l.bytes += len(u.Data)
	}
	l.waiting = l.waiting[min(len(batch), len(l.waiting)):]
}

// snapshot keeps a snapshot of what was just written.
func (r *room) snapshot(l *lane, name string, state []byte) {
	if state == nil {
		return
	}
	if err := r.journal.Snapshot(context.Background(), r.document(name), journal.Snapshot{Version: l.written, Data: state}); err != nil {
		r.log.Error("a snapshot of a workshop cannot be written", "reason", err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	l.grown, l.bytes = 0, 0
}

// committed hears what is safe.
func (r *room) committed(c journal.Committed) {
	if c.Gone {
		r.end("The workshop has ended, and what was kept of it is deleted.")
		return
	}
	if c.Document.Name != boardName {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return
	}
	r.safe = c.Version + uint64(len(c.Updates)) - 1
	for maker := range r.board.counters {
		for f := range r.feeds[maker] {
			f.poke()
		}
	}
}

package workshop

import (
	"cmp"
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
	// recentSteps is the number of steps kept in memory for those who come back after a
	// moment.
	recentSteps = 2000
	// recentBytes is how long they may be together, about.
	recentBytes = 4 << 20
	// snapshotEvery is the number of steps, or of their bytes, after which the journal gets
	// a snapshot.
	snapshotEvery = 256
	snapshotBytes = 256 << 10
	// batchBytes is the maximum number of bytes of updates that are written together, unless a single
	// one is longer.
	batchBytes = 1 << 20
	// softPace is the minimum interval between messages about presence, answers
	// and the pointer.
	softPace = 100 * time.Millisecond
	// retryPace is the time that a room waits after a failed write.
	retryPace = time.Second
	// maxPeople is the maximum number of members in a room.
	maxPeople = 5000
	maxName   = 24
)

// room is an open workshop. Several servers may each have a room of the same workshop: then the journal
// decides which steps count. A server whose steps come second begins again with those of the journal.
type room struct {
	code    string
	journal journal.Journal
	log     *slog.Logger
	// servers is nil if no other server has this workshop; server is this one's name among them.
	servers Servers
	server  string
	// epoch is a random name given when the room is opened: versions that were sent in another
	// epoch and are not safe may have different steps now.
	epoch string

	mu    sync.Mutex
	board board
	// version is the version of the newest step, safe that of the newest one that
	// is safe.
	version, safe uint64
	// recent are the newest steps, up to version; kept is about how many bytes they have.
	recent []entry
	kept   int
	// answers are the answers to the question, by member.
	answers map[string]string
	people  map[string]*person
	// feeds are the open connections, by their clients' names.
	feeds map[string]map[*Feed]bool
	// spent are the message allowances of those who left, until they are full again.
	spent  map[string]line.Rate
	stream stream
	queues map[string]*writeQueue
	// committing means that a goroutine writes; quiet is notified when it has
	// ended.
	committing bool
	quiet      *sync.Cond
	softDue    bool
	pointer    json.RawMessage
	ended      bool
	// behind means that the journal has steps that this room does not have, loading that they are
	// being read.
	behind, loading bool
	// others has the members at other servers; ownDue means that the other servers are about to
	// be told of ours.
	others map[string]*elsewhere
	// missing is the version up to which another server knew at the last beat that steps are safe.
	missing uint64
	// theirs are the drafts that members at other servers offer.
	theirs map[string]*offer
	ownDue bool
	closed bool
	cancel []func()
	// past is the stored past; nil if it is not known. Only the goroutine that writes uses it.
	past *past
}

// entry is a step as it is sent to everyone.
type entry struct {
	Client  string `json:"client"`
	Counter uint64 `json:"counter"`
	Step    Step   `json:"step"`
}

// person is a member who is there, with one or more connections.
type person struct {
	name string
	hand int64 // when the hand was raised, in nanoseconds since 1970; 0 for one that is down
	// offer is the draft that the member offers, nil for none; offered is when the last one came, offering that one may come.
	offer    *offer
	offered  time.Time
	offering bool
	feeds    int
	rate     line.Rate
}

// Member is what everyone is told about a member who raised a hand.
type Member struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// enterRoom reads a workshop.
//
// Errors: ErrNone if there is none, or why it cannot be read.
func (h *Hall) enterRoom(ctx context.Context, code string) (*room, error) {
	r := &room{
		code: code, journal: h.options.Journal, log: h.options.Log, servers: h.options.Servers, server: h.server,
		answers: map[string]string{}, people: map[string]*person{}, feeds: map[string]map[*Feed]bool{}, spent: map[string]line.Rate{},
		stream: stream{changed: make(chan struct{})}, queues: map[string]*writeQueue{boardName: {}, answersName: {}}, others: map[string]*elsewhere{}, theirs: map[string]*offer{}, behind: true,
	}
	r.quiet = sync.NewCond(&r.mu)
	unlisten, err := r.journal.Subscribe(code, r.committed) // before reading, so that nothing is missed
	if err != nil {
		return nil, err
	}
	r.cancel = append(r.cancel, unlisten)
	for r.isBehind() && err == nil {
		err = r.load(ctx)
	}
	if err == nil {
		err = r.meet()
	}
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// isBehind reports whether the journal has to be read.
func (r *room) isBehind() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.behind && !r.ended
}

// load reads the workshop, and begins again with a new epoch, in which clients repeat their steps that are
// not in the journal. Nothing is written meanwhile.
//
// Errors: ErrNone if there is none, or why it cannot be read.
func (r *room) load(ctx context.Context) error {
	r.mu.Lock()
	r.behind, r.loading = false, true
	r.mu.Unlock()
	kept, err := r.journal.Read(ctx, r.document(boardName), 0)
	var answered journal.History
	if err == nil {
		answered, err = r.journal.Read(ctx, r.document(answersName), 0)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.loading = false
	switch {
	case err != nil:
		r.behind = true
		return err
	case kept.Version() == 0:
		return ErrNone
	}
	if r.board, err = load(kept); err != nil {
		return err
	}
	q := r.queues[boardName]
	r.version, r.safe, q.written, q.heard = kept.Version(), kept.Version(), kept.Version(), kept.Version()
	q.waiting, r.recent, r.kept = nil, nil, 0
	r.epoch = randomName()
	r.stream.restart()
	return r.loadAnswers(answered)
}

// close stops listening to other servers, and tells them that no one is here.
func (r *room) close() {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	for _, cancel := range r.cancel {
		cancel()
	}
	if r.servers != nil {
		r.servers.Tell(r.code, line.Of(elsewhere{Server: r.server}).Text)
	}
}

func (r *room) document(name string) journal.Document {
	return journal.Document{Class: r.code, Name: name}
}

// answer is a member's answer as it is stored.
type answer struct {
	Question int    `json:"question"`
	Member   string `json:"member"`
	Value    string `json:"value"`
}

// answered tells a member that an answer was accepted.
type answered struct {
	Kind     string `json:"kind"` // "answered"
	Question int    `json:"question"`
	Value    string `json:"value"`
}

// keptAnswers is a snapshot of the answers.
type keptAnswers struct {
	Question int               `json:"question"`
	Answers  map[string]string `json:"answers"`
}

// loadAnswers reads the answers to the question; those that wait to be written stay.
func (r *room) loadAnswers(h journal.History) error {
	r.queues[answersName].written, r.queues[answersName].heard = h.Version(), h.Version()
	open := asked(r.board.question)
	clear(r.answers)
	if h.Snapshot.Version > 0 {
		var k keptAnswers
		if err := json.Unmarshal(h.Snapshot.Data, &k); err != nil {
			return fmt.Errorf("expected the answers of a workshop, found something else: %w", err)
		}
		if k.Question == open {
			maps.Copy(r.answers, k.Answers)
		}
	}
	for _, u := range slices.Concat(h.Updates, r.queues[answersName].waiting) {
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

// welcome is the first message to a new client.
type welcome struct {
	Kind    string `json:"kind"` // "welcome"
	You     string `json:"you"`
	Epoch   string `json:"epoch"`
	Version uint64 `json:"version"`
	Safe    uint64 `json:"safe"`
	// Counter is the last count of the client that this room knows.
	Counter uint64 `json:"counter"`
	// Were are the counts of the clients of earlier loads.
	Were map[string]uint64 `json:"were,omitempty"`
	// Board is the whole board, Steps are the steps that the client does not have; one of them is
	// left out.
	Board *kept   `json:"board,omitempty"`
	Steps []entry `json:"steps,omitempty"`
	From  uint64  `json:"from,omitempty"`
	Soft  soft    `json:"soft"`
	// Mine is the member's own answer to the question.
	Mine string `json:"mine,omitempty"`
}

// stepsFrame has new steps; the first one has the version From.
type stepsFrame struct {
	Kind  string  `json:"kind"` // "steps"
	From  uint64  `json:"from"`
	Steps []entry `json:"steps"`
}

// safeFrame tells a client that has made steps up to which version everything is safe. No one else needs
// to know, and with a slow disk it would wake all of them a second time for each key press.
type safeFrame struct {
	Kind    string `json:"kind"` // "safe"
	Version uint64 `json:"version"`
}

// soft is the state that is not stored, and of which only the newest version is
// sent.
type soft struct {
	Kind   string `json:"kind"` // "soft"
	People int    `json:"people"`
	// Away means that the presenter is not there.
	Away bool `json:"away,omitempty"`
	// Seconds are the second presenters who are there.
	Seconds []Member `json:"seconds,omitempty"`
	// Hands are the raised hands, the first one first.
	Hands []Member `json:"hands,omitempty"`
	// Offers are the drafts that are offered to be shown, the first one first.
	Offers []Offered `json:"offers,omitempty"`
	// Tally is how many gave each answer to the question with the number Question.
	Question int             `json:"question,omitempty"`
	Tally    map[string]int  `json:"tally,omitempty"`
	Pointer  json.RawMessage `json:"pointer,omitempty"`
}

// said is a message with a text.
type said struct {
	// Kind is "refused" for steps, "busy" for anything that may be said again in a moment, "error"
	// for anything else, "ended", "may offer" for a draft that may come, or "pong".
	Kind string `json:"kind"`
	// Version is the room's version, for "refused".
	Version uint64 `json:"version,omitempty"`
	// Again means that the steps are refused only because the room does not have, or no longer has, what they follow: who makes them
	// may repeat them after the next welcome.
	Again bool   `json:"again,omitempty"`
	Words string `json:"words,omitempty"`
}

// gapError says that steps do not follow those that the room has.
type gapError string

func (e gapError) Error() string { return string(e) }

// enter lets a member in.
func (r *room) enter(id string, hello Hello) (*Feed, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return nil, ErrNone
	}
	p := r.people[id]
	if p == nil {
		if len(r.people) >= maxPeople {
			return nil, fmt.Errorf("expected at most %d people in a workshop, found one more", maxPeople)
		}
		p = &person{rate: r.rateOf(id)}
		r.people[id] = p
	}
	p.feeds++
	p.name = hello.Name
	r.softSoon()
	f := &Feed{room: r, member: id, client: hello.Client, at: r.stream.end(), entering: &hello, safe: r.safe, wake: make(chan struct{}, 1)}
	for _, client := range append([]string{hello.Client}, hello.Were...) {
		name := clientName(id, client)
		f.names = append(f.names, name)
		if r.feeds[name] == nil {
			r.feeds[name] = map[*Feed]bool{}
		}
		r.feeds[name][f] = true
	}
	return f, nil
}

// welcome returns what a client lacks.
func (r *room) welcome(id string, hello Hello) *line.Frame {
	w := welcome{
		Kind: "welcome", You: id, Epoch: r.epoch, Version: r.version, Safe: r.safe, Soft: r.soft(), Mine: r.answers[id],
		Counter: r.board.counters[clientName(id, hello.Client)],
	}
	for _, client := range hello.Were {
		if w.Were == nil {
			w.Were = map[string]uint64{}
		}
		w.Were[client] = r.board.counters[clientName(id, client)]
	}
	from := r.version - uint64(len(r.recent)) // the version that everyone must have for the steps to suffice
	if hello.Epoch == r.epoch && hello.Version >= from && hello.Version <= r.version {
		w.From, w.Steps = hello.Version+1, r.recent[hello.Version-from:]
	} else {
		all := r.board.kept()
		all.Counters = nil // they name everyone who presented
		w.Board = &all
	}
	f := line.Of(w)
	return &f
}

// clientName is the name by which the journal knows a member's client.
func clientName(member, client string) string { return member + "/" + client }

// soft returns the state that is not stored, of all servers.
func (r *room) soft() soft {
	own := r.own()
	s := soft{Kind: "soft", People: own.People, Pointer: own.Pointer, Away: !own.Presents, Seconds: own.Seconds, Offers: r.offers()}
	hands := own.Hands
	for _, o := range r.others {
		s.People += o.People
		s.Away = s.Away && !o.Presents
		s.Seconds = append(s.Seconds, o.Seconds...)
		hands = append(hands, o.Hands...)
		if s.Pointer == nil {
			s.Pointer = o.Pointer
		}
	}
	slices.SortFunc(hands, func(a, b hand) int { return cmp.Compare(a.At, b.At) })
	for _, h := range hands {
		s.Hands = append(s.Hands, h.Member)
	}
	if r.board.question != nil {
		s.Question, s.Tally = r.board.question.ID, map[string]int{}
		for _, value := range r.answers {
			s.Tally[value]++
		}
	}
	return s
}

// softSoon sends that state after a moment, to other servers, too, with all that happens
// until then.
func (r *room) softSoon() {
	r.ownDue = r.servers != nil
	r.hereSoon()
}

// hereSoon is softSoon for those who are here.
func (r *room) hereSoon() {
	if r.softDue || r.ended {
		return
	}
	r.softDue = true
	time.AfterFunc(softPace, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.softDue = false; r.ended { // the end is the last message
			return
		}
		r.stream.publish(line.Of(r.soft()))
		if r.ownDue && !r.closed {
			r.ownDue = false
			r.servers.Tell(r.code, line.Of(r.own()).Text)
		}
	})
}

// leave removes a connection.
func (r *room) leave(f *Feed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range f.names {
		delete(r.feeds[name], f)
		if len(r.feeds[name]) == 0 {
			delete(r.feeds, name)
		}
	}
	p := r.people[f.member]
	if p.feeds--; p.feeds == 0 {
		delete(r.people, f.member)
		r.spent[f.member] = p.rate
		r.softSoon()
	}
}

// idle reports whether no one is there and nothing is left to write.
func (r *room) idle() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.people) == 0 && !r.committing
}

// push accepts steps, all of them or none.
//
// Errors: a message that says why they are refused.
func (r *room) push(member, client string, m message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := clientName(member, client)
	fresh := m.Steps
	for len(fresh) > 0 && fresh[0].Counter <= r.board.counters[name] {
		fresh = fresh[1:] // it was repeated, because the response did not arrive
	}
	switch {
	case r.ended:
		return ErrNone
	case len(fresh) == 0:
		return nil
	case m.Version+uint64(len(m.Steps)-len(fresh)) != r.version && slices.ContainsFunc(fresh, func(e entry) bool { return !e.Step.anyVersion(member) }):
		return gapError(fmt.Sprintf("expected steps after version %d, found some after %d", r.version, m.Version))
	}
	next := r.board
	next.counters = maps.Clone(r.board.counters)
	var entries []entry
	for _, s := range fresh {
		if s.Counter != next.counters[name]+1 {
			return gapError(fmt.Sprintf("expected step %d of this client, found %d", next.counters[name]+1, s.Counter))
		}
		if err := next.check(&s.Step, member); err != nil {
			return err
		}
		if s.Step.Show != nil {
			if err := r.fill(s.Step.Show); err != nil {
				return err
			}
		}
		if s.Step.Present != "" && !r.isHere(s.Step.Present) && s.Step.Present != member {
			return errors.New("expected a member who is connected, found none")
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

// take applies steps to the board, sends them to everyone, and queues them for
// writing.
func (r *room) take(next board, entries []entry) {
	r.show(next, entries)
	now := time.Now().UnixMilli()
	for _, e := range entries {
		r.write(boardName, journal.Update{Client: e.Client, Counter: e.Counter, Data: line.Of(stamped{e.Step, now}).Text})
	}
}

// show applies steps to the board and sends them to everyone.
func (r *room) show(next board, entries []entry) {
	if asked(r.board.question) != asked(next.question) {
		clear(r.answers)
		r.softSoon()
	}
	if next.presenter != r.board.presenter {
		if p := r.people[next.presenter]; p != nil {
			p.hand = 0
		}
		r.pointer = nil
	}
	if next.presenter != r.board.presenter || !slices.Equal(next.seconds, r.board.seconds) {
		r.softSoon()
	}
	r.board = next
	r.stream.publish(line.Of(stepsFrame{"steps", r.version + 1, entries}))
	r.version += uint64(len(entries))
	r.recent = append(r.recent, entries...)
	for _, e := range entries {
		r.kept += e.Step.bytes()
	}
	if len(r.recent) > 2*recentSteps || r.kept > 2*recentBytes {
		r.forget()
	}
}

// forget drops the oldest steps from memory: many at once, so that the cost for each is small.
func (r *room) forget() {
	drop := max(0, len(r.recent)-recentSteps)
	for i, e := range r.recent {
		if i >= drop && r.kept <= recentBytes {
			break
		}
		r.kept -= e.Step.bytes()
		drop = max(drop, i+1)
	}
	r.recent = append([]entry(nil), r.recent[drop:]...)
}

func asked(q *Question) int {
	if q == nil {
		return 0
	}
	return q.ID
}

// answer accepts a member's answer; a later one replaces it.
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
	before, known := r.answers[member]
	switch {
	case known && before == m.Value:
		return nil
	case !known && len(r.answers) >= maxPeople: // of those who have left, too: whoever comes back as somebody else could answer without end
		return fmt.Errorf("expected at most %d answers to a question, found one more", maxPeople)
	}
	r.answers[member] = m.Value
	r.softSoon()
	r.write(answersName, journal.Update{Client: r.server, Data: line.Of(answer{m.Question, member, m.Value}).Text})
	return nil
}

// hand raises or lowers a member's hand.
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
		p.hand = time.Now().UnixNano()
		for _, o := range r.people {
			p.hand = max(p.hand, o.hand+1) // the clock may not have advanced
		}
	}
	r.softSoon()
}

// lower lowers another member's hand for the presenter.
func (r *room) lower(presenter, member string) error {
	r.mu.Lock()
	allowed := r.board.mayPresent(presenter)
	r.mu.Unlock()
	if !allowed {
		return errors.New("expected the presenter, found another member")
	}
	r.hand(member, false)
	if r.servers != nil {
		r.servers.Tell(r.code, line.Of(elsewhere{Server: r.server, Lower: member}).Text)
	}
	return nil
}

// maxPointer is the maximum length of a pointer's target in bytes.
const maxPointer = 512

// point shows where the presenter points.
//
// Errors: why it is refused, in plain words.
func (r *room) point(member string, at json.RawMessage) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case member != r.board.presenter:
		return errors.New("expected the presenter, found another member")
	case len(at) > maxPointer:
		return fmt.Errorf("expected a pointer of at most %d bytes, found %d", maxPointer, len(at))
	}
	r.pointer = at
	r.softSoon()
	return nil
}

// end closes the room for everyone.
func (r *room) end(why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return
	}
	r.ended = true
	for _, q := range r.queues {
		q.waiting = nil
	}
	r.stream.publish(line.Of(said{Kind: "ended", Words: why}))
}

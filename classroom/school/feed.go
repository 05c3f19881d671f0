package school

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"unbox/classroom/line"
)

// Feed is a connection to a class, of a seat or of a teacher. Next must be called by one goroutine, the
// other methods by any. It holds no queue of events: it records what has changed, and sends the newest
// state of that.
type Feed struct {
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
	savedRuns  []string
	answers    []line.Frame
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
	f := &Feed{class: s.class, seat: s.id, client: client}
	s.class.mu.Lock()
	defer s.class.mu.Unlock()
	s.class.state.with(s.id, func(kept *seat) { f.epoch = kept.Epoch })
	return f
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
	if !s.stays(by) { // signed out, or removed, a moment ago, before there was a line to end
		f.Close()
		return nil, ErrNotSignedIn
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

// Close ends the connection.
func (f *Feed) Close() {
	f.once.Do(func() {
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

// tell notifies those whom an event concerns. The caller holds the lock.
func (c *Class) tell(e event) {
	one, learners := "", false
	switch {
	case e.Saved != "", e.Ends != 0:
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
		for seat := range c.state.Seats {
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

// Next waits for the next frame.
//
// Errors: ErrEnded, ErrMerged, ErrNotReading, ErrMoved, or that of the context.
func (f *Feed) Next(ctx context.Context) (line.Frame, error) {
	for {
		frame, err := f.take()
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

func (f *Feed) take() (line.Frame, error) {
	c := f.class
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.left:
		return line.Frame{}, ErrMoved
	case f.ended:
		return line.Frame{}, ErrEnded
	case f.notReading:
		return line.Frame{}, ErrNotReading
	case c.state.Into[wordOf(f.seat, strconv.Itoa(f.epoch))] != "":
		return line.Frame{}, ErrMerged // the page comes back with the same word
	case f.over() != nil:
		f.ended = true
		return line.Of(said{Kind: "out", Words: f.over().Error()}), nil
	case len(f.answers) > 0:
		next := f.answers[0]
		f.answers = f.answers[1:]
		return next, nil
	case f.seat != "":
		return f.takeLearner(), nil
	}
	return f.takeTeacher(), nil
}

// over returns the reason why the feed has ended; nil if it continues.
func (f *Feed) over() error {
	c := f.class
	s := c.state.Seats[f.seat]
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

// said is a message with a text: "out" for a seat that is gone, "error", "stale" for a change of an
// outdated version of a draft, "pong".
type said struct {
	Kind  string `json:"kind"`
	Words string `json:"words,omitempty"`
	Step  string `json:"step,omitempty"`
}

// draftFrame is the present text of a draft.
type draftFrame struct {
	Kind    string `json:"kind"` // "draft"
	Seat    string `json:"seat,omitempty"`
	Step    string `json:"step"`
	Version uint64 `json:"version"`
	Text    string `json:"text"`
	// Past is the number of earlier moments that teachers can look at.
	Past int `json:"past,omitempty"`
	// Waiting is how many suggestions wait, which follow then.
	Waiting int `json:"waiting,omitempty"`
}

// toldFrame reports that a run or an answer is safe.
type toldFrame struct {
	Kind string `json:"kind"` // "told"
	Run  string `json:"run"`
}

// keptFrame reports which versions of drafts are safe.
type keptFrame struct {
	Kind string            `json:"kind"` // "kept"
	Kept map[string]uint64 `json:"kept"`
}

// classFrame is what a learner sees of the class.
type classFrame struct {
	Kind      string   `json:"kind"` // "class"
	Name      string   `json:"name"`
	Nick      string   `json:"nick"`
	Rejoin    string   `json:"rejoin"`
	Steps     []string `json:"steps"`
	Hints     bool     `json:"hints"`
	Solutions bool     `json:"solutions"`
	// Lessons is the version of the class's own course, 0 for the server's.
	Lessons int `json:"lessons,omitempty"`
	// Deadline is in seconds since 1970, 0 for none; Words is the deadline as text, in the class's
	// time zone.
	Deadline int64  `json:"deadline,omitempty"`
	Words    string `json:"words,omitempty"`
	Look     string `json:"look,omitempty"`
	// LookAt is the step's number and title; left out for a step that the course no
	// longer has.
	LookAt string `json:"lookAt,omitempty"`
	// Notes are the notes for all and for this seat, the oldest first.
	Notes []Note `json:"notes,omitempty"`
	// Green are the steps that passed on the server, Suggested those in which suggestions wait.
	Green     []string `json:"green,omitempty"`
	Suggested []string `json:"suggested,omitempty"`
}

func (f *Feed) takeLearner() line.Frame {
	if len(f.kept) > 0 {
		kept := f.kept
		f.kept = map[string]uint64{}
		return line.Of(keptFrame{"kept", kept})
	}
	if len(f.savedRuns) > 0 {
		run := f.savedRuns[0]
		f.savedRuns = f.savedRuns[1:]
		return line.Of(toldFrame{"told", run})
	}
	for step := range f.suggested {
		delete(f.suggested, step)
		if d := f.class.drafts[draftName(f.seat, step)]; d != nil {
			return line.Of(suggestionsOf(d, false))
		}
	}
	if !f.general {
		return line.Frame{}
	}
	f.general = false
	return line.Of(f.class.frameFor(f.class.state.Seats[f.seat]))
}

// frameFor returns what a seat sees. The caller holds the lock.
func (c *Class) frameFor(s *seat) classFrame {
	set := c.state.Settings
	out := classFrame{
		Kind: "class", Name: set.Name, Nick: s.Nick, Rejoin: s.Rejoin, Steps: []string{}, Hints: set.Hints == "open", Deadline: set.deadline(),
		Words: strings.Replace(set.Deadline, "T", " ", 1), Look: c.state.Look, Lessons: c.state.version(),
	}
	out.Solutions = set.Solutions == "open" || set.Solutions == "deadline" && out.Deadline > 0 && time.Now().Unix() > out.Deadline
	may := c.school.outline(&c.state)
	for _, step := range may.chosen(set.Steps) {
		out.Steps = append(out.Steps, step.ID)
	}
	if may.step(out.Look) {
		at := may.chosen([]string{out.Look})[0]
		out.LookAt = at.Label + " " + at.Title
	}
	for step, cell := range s.Cells {
		if cell.Green > 0 {
			out.Green = append(out.Green, step)
		}
		if cell.Waiting > 0 && may.step(step) {
			out.Suggested = append(out.Suggested, step)
		}
	}
	slices.Sort(out.Green)
	slices.Sort(out.Suggested)
	out.Notes = append(slices.Clone(c.state.Notes), s.Notes...)
	slices.SortFunc(out.Notes, func(a, b Note) int { return a.ID - b.ID })
	return out
}

// Row is a learner as teachers see one.
type Row struct {
	ID      string           `json:"id"`
	Nick    string           `json:"nick"`
	Here    bool             `json:"here,omitempty"`
	Blocked bool             `json:"blocked,omitempty"`
	Joined  int64            `json:"joined"`
	Step    string           `json:"step,omitempty"`
	Rejoin  string           `json:"rejoin"`
	Cells   map[string]*Cell `json:"cells,omitempty"`
	Notes   []Note           `json:"notes,omitempty"`
	// Answers are those to questions that the course asks twice.
	Answers map[string]*Answers `json:"answers,omitempty"`
	// Person is the name on the roster; "" for a learner who is not linked to it.
	Person string `json:"person,omitempty"`
}

// gridFrame sends teachers what has changed.
type gridFrame struct {
	Kind string `json:"kind"` // "grid"
	// Now is the server's time in seconds since 1970.
	Now int64 `json:"now"`
	// General is what concerns all; left out if it is unchanged.
	General *general `json:"general,omitempty"`
	// Whole means that Rows are all there are.
	Whole bool     `json:"whole,omitempty"`
	Rows  []Row    `json:"rows,omitempty"`
	Gone  []string `json:"gone,omitempty"`
}

// general is what concerns all.
type general struct {
	Settings Settings `json:"settings"`
	Code     string   `json:"code"`
	Until    int64    `json:"until"`
	Deadline int64    `json:"deadline"`
	Steps    []Step   `json:"steps"`
	// Course is the class's own course; left out where it does the server's.
	Course *Course `json:"course,omitempty"`
	// Questions are those that the course asks twice.
	Questions []Question `json:"questions"`
	Look      string     `json:"look"`
	Notes     []Note     `json:"notes"`
	// Roster is the number of people on the roster.
	Roster int `json:"roster"`
	// Ends is when the class will be deleted if nothing happens in it; left out for not soon.
	Ends int64 `json:"ends,omitempty"`
	// Full tells whether the account may change the class.
	Full bool `json:"full"`
}

func (f *Feed) takeTeacher() line.Frame {
	c := f.class
	if !f.draftDirty && !f.suggestDirty && !f.general && len(f.rows) == 0 {
		return line.Frame{}
	}
	if early := teachPace - time.Since(f.told); early > 0 {
		time.AfterFunc(early, f.poke)
		return line.Frame{}
	}
	if f.suggestDirty {
		f.suggestDirty = false
		if d := c.drafts[draftName(f.watchSeat, f.watchStep)]; d != nil {
			return line.Of(suggestionsOf(d, true))
		}
	}
	due := f.general || len(f.rows) > 0
	if f.draftDirty && !(due && f.drawn) {
		f.draftDirty, f.drawn = false, true
		if d := c.drafts[draftName(f.watchSeat, f.watchStep)]; d != nil {
			f.told = time.Now()
			return line.Of(draftFrame{"draft", d.seat, d.step, d.version, d.text.String(), len(d.past.moments), 0})
		}
	}
	if !due {
		return line.Frame{}
	}
	f.drawn, f.told = false, time.Now()
	return line.Of(f.grid())
}

// grid returns what has changed in the class. The caller holds the lock.
func (f *Feed) grid() gridFrame {
	c := f.class
	out := gridFrame{Kind: "grid", Now: f.told.Unix(), Whole: f.fresh}
	if f.general {
		st := &c.state
		may := c.school.outline(st)
		out.General = &general{
			Settings: st.Settings, Code: st.Code, Until: st.Until, Deadline: st.Settings.deadline(), Steps: may.chosen(st.Settings.Steps), Questions: may.questions, Course: st.Course.told(),
			Look: st.Look, Notes: st.Notes, Roster: len(st.Roster), Ends: c.ends(), Full: st.Staff[f.account] != Assistant,
		}
	}
	if f.fresh {
		for id := range c.state.Seats {
			f.rows[id] = true
		}
	}
	people := c.state.names()
	for id := range f.rows {
		if s := c.state.Seats[id]; s != nil {
			out.Rows = append(out.Rows, Row{id, s.Nick, len(c.feeds[id]) > 0, s.Blocked, s.Joined, s.Step, s.Rejoin, s.Cells, s.Notes, s.Answers, people[id]})
		} else {
			out.Gone = append(out.Gone, id)
		}
	}
	f.fresh, f.general = false, false
	clear(f.rows)
	return out
}

// ── What is said ──────────────────────────────────────────────────────────

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
	answer := f.hear(text)
	if answer == nil {
		return
	}
	f.class.mu.Lock()
	defer f.class.mu.Unlock()
	f.notReading = f.notReading || len(f.answers) >= maxAnswers
	f.answers = append(f.answers, line.Of(answer))
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
	if answer == nil {
		return nil
	}
	return marshal(answer)
}

// hear handles a message and returns the response, nil for none.
func (f *Feed) hear(text []byte) any {
	if err := f.class.mayTalk(f.seat + "/" + f.account); err != nil {
		return said{Kind: "busy", Words: err.Error()}
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
	d, err := f.class.draft(context.Background(), f.seat, m.Step)
	if err != nil {
		return said{Kind: "error", Words: err.Error()}
	}
	f.class.mu.Lock()
	defer f.class.mu.Unlock()
	f.class.at(f.seat, m.Step, nil)
	f.class.noteWaiting(d)
	waiting := d.waiting()
	for other := range f.class.feeds[f.seat] {
		if other.client == f.client && waiting > 0 {
			other.suggested[m.Step] = true
			other.poke()
		}
	}
	return draftFrame{Kind: "draft", Step: m.Step, Version: d.changed, Text: d.text.String(), Waiting: waiting}
}

func (f *Feed) hearDraft(m message) any {
	d, err := f.class.draft(context.Background(), f.seat, m.Step)
	if err == nil {
		err = f.class.edit(d, m.Version, m.Change, f.client)
	}
	switch {
	case errors.Is(err, errStale):
		return said{Kind: "stale", Step: m.Step}
	case err != nil:
		return said{Kind: "error", Step: m.Step, Words: err.Error()}
	}
	return nil
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
	if f.over() == nil {
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
		return said{Kind: "error", Words: err.Error()}
	}
	f.watch(m.Seat, m.Step)
	c.mu.Lock()
	defer c.mu.Unlock()
	return draftFrame{"draft", m.Seat, m.Step, d.version, d.text.String(), len(d.past.moments), 0}
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

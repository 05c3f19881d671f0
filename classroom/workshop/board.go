package workshop

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"unbox/classroom/edit"
	"unbox/classroom/journal"
	"unbox/classroom/line"
)

// Step is one step of a workshop; one of its fields is set. Steps are made by the presenter, in
// the order of their versions; everyone sees them.
type Step struct {
	// Open begins a workshop.
	Open *Opening `json:"open,omitempty"`
	// Change edits the text: a change set of CodeMirror as JSON.
	Change json.RawMessage `json:"change,omitempty"`
	// View is the presenter's view; the server keeps the newest one and does not interpret it.
	View json.RawMessage `json:"view,omitempty"`
	// Checkpoint saves the present text and view under this title.
	Checkpoint string `json:"checkpoint,omitempty"`
	// Ask asks a question, which replaces the one before.
	Ask *Question `json:"ask,omitempty"`
	// Reveal reveals the answer to the question.
	Reveal *Reveal `json:"reveal,omitempty"`
	// Done removes the question with this number.
	Done int `json:"done,omitempty"`
	// Present makes a member the presenter from now on.
	Present string `json:"present,omitempty"`
	// Second says whether a member may take over the workshop at any time.
	Second *Second `json:"second,omitempty"`
	// Show puts a draft that a member offers over what is presented, Back takes it away.
	Show *Show `json:"show,omitempty"`
	Back bool  `json:"back,omitempty"`
}

// Second makes someone a second presenter, or takes that back.
type Second struct {
	Member string `json:"member"`
	May    bool   `json:"may"`
}

// anyVersion reports whether a step can be made whatever came before it. A member who does not present cannot know the
// newest version: the one who does makes steps meanwhile.
func (s *Step) anyVersion(member string) bool {
	return s.Second != nil || s.Present == member || s.Back
}

// Opening is the first step of a workshop.
type Opening struct {
	// Owner is the member who opened it, and who may always present.
	Owner string `json:"owner"`
	// When is the time, in seconds since 1970.
	When int64 `json:"when"`
}

// Question is asked before the page shows what happens.
type Question struct {
	// ID counts the workshop's questions from 1; the server gives it.
	ID   int    `json:"id"`
	Text string `json:"text"`
	// Kind is the kind of answers: "number", "choice" or "line".
	Kind string `json:"kind"`
	// Choices are the possible answers of the kind "choice".
	Choices []string `json:"choices,omitempty"`
	// Truth is the right answer, "" before it is revealed or if there is none.
	Truth string `json:"truth,omitempty"`
	// Revealed means that answers are closed.
	Revealed bool `json:"revealed,omitempty"`
}

// Reveal ends a question.
type Reveal struct {
	ID    int    `json:"id"`
	Truth string `json:"truth"`
}

// Checkpoint is a moment that the presenter saved.
type Checkpoint struct {
	Title string          `json:"title"`
	Text  string          `json:"text"`
	View  json.RawMessage `json:"view,omitempty"`
}

// Limits of a board: lengths in characters, and numbers.
const (
	maxText        = 1 << 20
	maxView        = 64 << 10
	maxCheckpoints = 100
	// maxKept is the maximum length of all checkpoints together, in bytes as they are sent: each member who enters gets all of them.
	maxKept    = 4 << 20
	maxTitle   = 80
	maxWords   = 300
	maxChoices = 8
	maxSeconds = 8
)

// board is what everyone sees.
type board struct {
	owner, presenter string
	// seconds are those who may take over the workshop at any time, besides the
	// owner.
	seconds     []string
	when        int64
	text        edit.Text
	view        json.RawMessage
	checkpoints []Checkpoint
	question    *Question
	questions   int
	// shown is the member whose draft is shown, "" for none; under is what is presented then.
	shown string
	under *layer
	// counters are the clients' own counts of the last step of each, so that repeats are known.
	counters map[string]uint64
}

// kept is a board as it is written into snapshots, and sent to new members.
type kept struct {
	Owner       string            `json:"owner"`
	Presenter   string            `json:"presenter"`
	Seconds     []string          `json:"seconds,omitempty"`
	When        int64             `json:"when"`
	Text        string            `json:"text"`
	View        json.RawMessage   `json:"view,omitempty"`
	Checkpoints []Checkpoint      `json:"checkpoints,omitempty"`
	Question    *Question         `json:"question,omitempty"`
	Questions   int               `json:"questions,omitempty"`
	Shown       string            `json:"shown,omitempty"`
	Under       *keptLayer        `json:"under,omitempty"`
	Counters    map[string]uint64 `json:"counters,omitempty"`
}

func (b *board) kept() kept {
	return kept{b.owner, b.presenter, b.seconds, b.when, b.text.String(), b.view, b.checkpoints, b.question, b.questions, b.shown, b.under.kept(), b.counters}
}

func (k kept) board() board {
	if k.Counters == nil {
		k.Counters = map[string]uint64{}
	}
	return board{k.Owner, k.Presenter, k.Seconds, k.When, edit.New(k.Text), k.View, k.Checkpoints, k.Question, k.Questions, k.Shown, k.Under.layer(), k.Counters}
}

// mayPresent reports whether a member presents or may take over the workshop.
func (b *board) mayPresent(member string) bool {
	return member == b.presenter || member == b.owner || slices.Contains(b.seconds, member)
}

// allows returns an error if a member may not make a step.
func (b *board) allows(s *Step, member string) error {
	switch {
	case s.Second != nil && member == b.owner, s.Present == member && b.mayPresent(member), s.Back && member == b.shown:
		return nil
	case s.Second != nil:
		return errors.New("expected the person who opened the workshop, found another member")
	case member != b.presenter:
		return errors.New("expected the presenter, found another member; ask the presenter to hand over")
	}
	return nil
}

// bytes is about how long a step is as it is sent.
func (s *Step) bytes() int {
	n := 200 + len(s.Change) + len(s.View)
	if s.Show != nil {
		n += line.Length(s.Show.Text) + len(s.Show.View)
	}
	return n
}

// fields counts the fields that are set.
func (s *Step) fields() int {
	set := 0
	for _, there := range []bool{s.Open != nil, s.Change != nil, s.View != nil, s.Checkpoint != "", s.Ask != nil, s.Reveal != nil, s.Done != 0, s.Present != "", s.Second != nil, s.Show != nil, s.Back} {
		if there {
			set++
		}
	}
	return set
}

// check looks at a step of a member who wants to make it, and completes it.
//
// Errors: a message that says why it is not accepted.
func (b *board) check(s *Step, member string) error {
	if err := b.allows(s, member); err != nil {
		return err
	}
	set := s.fields()
	switch {
	case set != 1 || s.Open != nil:
		return fmt.Errorf("expected a step with one field, found %d", set)
	case len(s.View) > maxView:
		return fmt.Errorf("expected a view of at most %d bytes, found %d", maxView, len(s.View))
	case s.Checkpoint != "":
		return b.checkCheckpoint(s.Checkpoint)
	case s.Second != nil:
		return b.checkSecond(s.Second)
	case s.Ask != nil:
		s.Ask.ID, s.Ask.Truth, s.Ask.Revealed = b.questions+1, "", false
		return checkQuestion(s.Ask)
	case s.Reveal != nil && (b.question == nil || b.question.ID != s.Reveal.ID):
		return errors.New("expected the question that is open, found another one")
	case s.Reveal != nil && b.question.Revealed:
		return errors.New("expected a question whose answer is not told yet, found one whose answer is")
	case s.Reveal != nil && utf8.RuneCountInString(s.Reveal.Truth) > maxTitle:
		return fmt.Errorf("expected an answer of at most %d characters, found a longer one", maxTitle)
	}
	return nil
}

func (b *board) checkCheckpoint(title string) error {
	all := line.Length(b.text.String()) + len(b.view) + b.checkpointBytes()
	switch {
	case utf8.RuneCountInString(title) > maxTitle:
		return fmt.Errorf("expected a title of at most %d characters, found a longer one", maxTitle)
	case len(b.checkpoints) >= maxCheckpoints || all > maxKept:
		return fmt.Errorf("expected at most %d checkpoints and %d bytes in all of them, found that there is no room for one more", maxCheckpoints, maxKept)
	}
	return nil
}

// checkpointBytes is how long all checkpoints are, as they are sent.
func (b *board) checkpointBytes() (n int) {
	for _, c := range b.checkpoints {
		n += line.Length(c.Text) + len(c.View)
	}
	return n
}

// bytes is about how long the board is as it is sent.
func (b *board) bytes() int {
	n := line.Length(b.text.String()) + len(b.view) + b.checkpointBytes()
	if b.under != nil {
		n += line.Length(b.under.text.String()) + len(b.under.view)
	}
	return n
}

func (b *board) checkSecond(s *Second) error {
	switch {
	case !memberForm.MatchString(s.Member):
		return errors.New("expected a member of the workshop, found something else")
	case s.May && len(b.seconds) >= maxSeconds && !slices.Contains(b.seconds, s.Member):
		return fmt.Errorf("expected at most %d second presenters, found one more", maxSeconds)
	}
	return nil
}

func checkQuestion(q *Question) error {
	long := func(s string, most int) bool { return utf8.RuneCountInString(s) > most }
	switch {
	case q.Text == "" || long(q.Text, maxWords):
		return fmt.Errorf("expected a question of 1 to %d characters, found another length", maxWords)
	case !slices.Contains([]string{"number", "choice", "line"}, q.Kind):
		return errors.New("expected a question for a `number`, a `choice` or a `line`, found something else")
	case q.Kind == "choice" && (len(q.Choices) < 2 || len(q.Choices) > maxChoices):
		return fmt.Errorf("expected 2 to %d choices, found %d", maxChoices, len(q.Choices))
	case q.Kind != "choice" && len(q.Choices) > 0:
		return errors.New("expected choices of a `choice` only, found some of another question")
	case slices.ContainsFunc(q.Choices, func(c string) bool { return c == "" || long(c, maxTitle) }):
		return fmt.Errorf("expected choices of 1 to %d characters, found another length", maxTitle)
	}
	return nil
}

// answer checks an answer to the question.
//
// Errors: a message that says why it is not accepted.
func (q *Question) answer(id int, value string) error {
	switch {
	case q == nil || q.ID != id:
		return errors.New("expected an answer to the question that is open, found another one's")
	case q.Revealed:
		return errors.New("expected an answer before the result was revealed, found one after it")
	case q.Kind == "choice" && !slices.Contains(q.Choices, value):
		return errors.New("expected one of the choices, found something else")
	case q.Kind != "choice" && !isNumber(value):
		return errors.New("expected a whole number from 0 to 999999, found something else")
	}
	return nil
}

func isNumber(s string) bool {
	if len(s) == 0 || len(s) > 6 || len(s) > 1 && s[0] == '0' {
		return false
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// apply applies a step. If it fails, the board is unchanged.
//
// Errors: the change does not fit the text.
func (b *board) apply(s Step) error {
	switch {
	case s.Open != nil:
		b.owner, b.presenter, b.when = s.Open.Owner, s.Open.Owner, s.Open.When
	case s.Change != nil:
		next, err := b.text.Changed(s.Change, maxText)
		if err != nil {
			return err
		}
		b.text = next
	case s.View != nil:
		b.view = s.View
	case s.Checkpoint != "":
		b.checkpoints = append(slices.Clip(b.checkpoints), Checkpoint{s.Checkpoint, b.text.String(), b.view})
	case s.Ask != nil:
		q := *s.Ask
		b.question, b.questions = &q, q.ID
	case s.Reveal != nil && b.question != nil:
		q := *b.question
		q.Truth, q.Revealed = s.Reveal.Truth, true
		b.question = &q
	case s.Done != 0 && b.question != nil && b.question.ID == s.Done:
		b.question = nil
	case s.Show != nil:
		b.show(s.Show)
	case s.Back:
		b.back()
	case s.Present != "":
		b.presenter = s.Present
	case s.Second != nil:
		b.seconds = slices.DeleteFunc(slices.Clone(b.seconds), func(m string) bool { return m == s.Second.Member })
		if s.Second.May {
			b.seconds = append(b.seconds, s.Second.Member)
		}
	}
	return nil
}

// update applies an update that was read from a journal to the board.
func (b *board) update(u journal.Update) error {
	var s Step
	if err := json.Unmarshal(u.Data, &s); err != nil {
		return fmt.Errorf("expected a step of a workshop, found something else: %w", err)
	}
	b.counters[u.Client] = u.Counter
	return b.apply(s)
}

// load makes a board from its stored history.
func load(h journal.History) (board, error) {
	b := kept{}.board()
	if h.Snapshot.Version > 0 {
		var k kept
		if err := json.Unmarshal(h.Snapshot.Data, &k); err != nil {
			return b, fmt.Errorf("expected the board of a workshop, found something else: %w", err)
		}
		b = k.board()
	}
	for _, u := range h.Updates {
		if err := b.update(u); err != nil {
			return b, err
		}
	}
	return b, nil
}

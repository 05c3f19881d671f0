package school

import (
	"maps"
	"slices"
)

// event is an event in a class; besides At and ID, one field is set, or none for something that had happened before.
type event struct {
	// At is when, in seconds since 1970.
	At int64 `json:"at"`
	// ID is the name of the request, so that it is recognized if it is repeated; "" for
	// none.
	ID       string     `json:"id,omitempty"`
	Made     *made      `json:"made,omitempty"`
	Set      *Settings  `json:"set,omitempty"`
	Code     *codeSet   `json:"code,omitempty"`
	Staff    *staff     `json:"staff,omitempty"`
	Join     *seat      `json:"join,omitempty"`
	Name     *Named     `json:"name,omitempty"`
	Merge    *Merged    `json:"merge,omitempty"`
	Remove   string     `json:"remove,omitempty"`
	Block    string     `json:"block,omitempty"`
	Unblock  string     `json:"unblock,omitempty"`
	Rejoin   *codeOf    `json:"rejoin,omitempty"`
	Say      *Said      `json:"say,omitempty"`
	Look     *string    `json:"look,omitempty"`
	Tried    *Tried     `json:"tried,omitempty"`
	Answered *Answered  `json:"answered,omitempty"`
	Green    *green     `json:"green,omitempty"`
	Draft    *touched   `json:"draft,omitempty"`
	Roster   *rosterSet `json:"roster,omitempty"`
	Link     []Linked   `json:"link,omitempty"`
	Course   *courseSet `json:"course,omitempty"`
	Saved    string     `json:"saved,omitempty"`
	Waiting  *waiting   `json:"waiting,omitempty"`
	Dismiss  *dismissed `json:"dismiss,omitempty"`
	Ends     int64      `json:"ends,omitempty"`
	Erased   []string   `json:"erased,omitempty"`
}

// made creates a class.
type made struct {
	Owner    string   `json:"owner"`
	Asked    string   `json:"asked,omitempty"`
	Settings Settings `json:"settings"`
	codeSet
}

// codeSet is the code for joining a class, and its expiry in seconds since 1970.
type codeSet struct {
	Code  string `json:"code"`
	Until int64  `json:"until"`
}

// codeOf is a seat's rejoin code.
type codeOf struct {
	Seat string `json:"seat"`
	Code string `json:"code"`
}

// staff is someone who teaches in the class.
type staff struct {
	Account string `json:"account"`
	Role    string `json:"role"`
}

// dismissed is somebody who teaches in the class no more. Rejoin are the seats' new codes: the old ones were seen.
type dismissed struct {
	Account string            `json:"account"`
	Rejoin  map[string]string `json:"rejoin"`
}

// Tried is a run in a learner's browser, as the browser says.
type Tried struct {
	Seat string `json:"seat,omitempty"`
	// Run is a random name given by the page, so that a repeated report is
	// recognized.
	Run    string `json:"run,omitempty"`
	Step   string `json:"step"`
	Status string `json:"status"`
	// Test is the first test that failed, Words its message.
	Test   string `json:"test,omitempty"`
	Words  string `json:"words,omitempty"`
	Passed int    `json:"passed"`
	Total  int    `json:"total"`
	Hints  int    `json:"hints,omitempty"`
}

// green means that a program passed on this server.
type green struct {
	Seat  string `json:"seat"`
	Step  string `json:"step"`
	Total int    `json:"total"`
	// Course is the version of the class's own course; 0 for the server's.
	Course int `json:"course,omitempty"`
}

// touched says which step a seat has open, and with Draft that something was typed there.
type touched struct {
	Seat  string `json:"seat"`
	Step  string `json:"step"`
	Draft bool   `json:"draft,omitempty"`
}

// waiting tells how many suggestions wait in a draft.
type waiting struct {
	Seat  string `json:"seat"`
	Step  string `json:"step"`
	Count int    `json:"count"`
}

// apply makes an event part of the state. What it speaks of may be gone by then.
func (s *state) apply(e event) {
	s.Last = e.At
	if e.ID != "" {
		s.Done = newest(append(s.Done, e.ID), maxDone)
	}
	s.Saved = e.Saved // whatever else happens is not in the file
	s.Ends = e.Ends   // and what happens keeps the class
	switch {
	case e.Made != nil:
		s.Asked = e.Made.Asked
		s.Settings, s.Code, s.Until = e.Made.Settings, e.Made.Code, e.Made.Until
		s.Staff[e.Made.Owner] = Teacher
	case e.Set != nil:
		s.Settings = *e.Set
	case e.Code != nil:
		s.Code, s.Until = e.Code.Code, e.Code.Until
	case e.Staff != nil:
		s.Staff[e.Staff.Account] = e.Staff.Role
	case e.Dismiss != nil:
		delete(s.Staff, e.Dismiss.Account)
		for id, code := range e.Dismiss.Rejoin {
			s.with(id, func(seat *seat) { seat.Rejoin = code })
		}
	case e.Say != nil:
		s.say(e)
	case e.Look != nil:
		s.Look = *e.Look
	case e.Roster != nil:
		s.setRoster(e.Roster)
	case e.Link != nil:
		s.link(e.Link)
	case e.Course != nil:
		s.setCourse(e.Course)
	case e.Erased != nil:
		s.erased(e.Erased)
	default:
		s.applySeats(e)
	}
}

// applySeats is the part of apply for events of one seat.
func (s *state) applySeats(e event) {
	switch {
	case e.Join != nil:
		fresh := *e.Join
		fresh.Cells = map[string]*Cell{}
		s.Seats[fresh.ID] = &fresh
	case e.Name != nil:
		s.with(e.Name.Seat, func(seat *seat) { seat.Nick, seat.Renamed = e.Name.Nick, true })
	case e.Merge != nil:
		s.merge(e.Merge)
	case e.Remove != "":
		s.Erase = append(s.Erase, documentsOf(s.Seats[e.Remove])...)
		delete(s.Seats, e.Remove)
		maps.DeleteFunc(s.Carry, func(_, into string) bool { return into == e.Remove })
		if p := s.personAt(e.Remove); p != nil {
			p.Seat = ""
		}
	case e.Block != "":
		s.with(e.Block, func(seat *seat) { seat.Blocked = true })
	case e.Unblock != "":
		s.with(e.Unblock, func(seat *seat) { seat.Blocked = false })
	case e.Rejoin != nil:
		s.with(e.Rejoin.Seat, func(seat *seat) {
			seat.Rejoin = e.Rejoin.Code
			seat.Epoch++
		})
		maps.DeleteFunc(s.Into, func(_, into string) bool { return into == e.Rejoin.Seat }) // devices of merged seats are signed out, too
	case e.Tried != nil:
		s.with(e.Tried.Seat, func(seat *seat) { seat.tried(e.At, *e.Tried) })
	case e.Answered != nil:
		s.with(e.Answered.Seat, func(seat *seat) { seat.answered(e.At, *e.Answered) })
	case e.Green != nil:
		s.with(e.Green.Seat, func(seat *seat) { seat.cell(e.Green.Step).green(e.At, *e.Green) })
	case e.Waiting != nil:
		s.with(e.Waiting.Seat, func(seat *seat) { seat.cell(e.Waiting.Step).Waiting = e.Waiting.Count })
	case e.Draft != nil:
		s.with(e.Draft.Seat, func(seat *seat) {
			seat.Step = e.Draft.Step
			cell := seat.cell(e.Draft.Step)
			cell.Opened, cell.Draft = true, cell.Draft || e.Draft.Draft
		})
	}
}

func (s *state) with(id string, do func(*seat)) {
	if seat := s.Seats[id]; seat != nil {
		do(seat)
	}
}

// say stores a note.
func (s *state) say(e event) {
	s.Count++
	note := Note{s.Count, e.At, e.Say.Step, e.Say.Line, e.Say.Text, e.Say.By}
	keep := func(notes []Note) []Note {
		return newest(append(notes, note), maxNotes)
	}
	if e.Say.Seat == "" {
		s.Notes = keep(s.Notes)
		return
	}
	s.with(e.Say.Seat, func(seat *seat) { seat.Notes = keep(seat.Notes) })
}

// newest returns a copy of the last elements of a list.
func newest[T any](all []T, most int) []T { return slices.Clone(all[max(0, len(all)-most):]) }

// cell returns the seat's state in a step.
func (s *seat) cell(step string) *Cell {
	c := s.Cells[step]
	if c == nil {
		c = new(Cell)
		s.Cells[step] = c
	}
	return c
}

// tried records a run, unless it is a repeated report whose response did not
// arrive.
func (s *seat) tried(at int64, t Tried) {
	if t.Run != "" {
		if slices.Contains(s.Runs, t.Run) {
			return
		}
		s.Runs = newest(append(s.Runs, t.Run), maxRuns)
	}
	s.cell(t.Step).tried(at, t)
}

func (c *Cell) tried(at int64, t Tried) {
	if c.Begun == 0 {
		c.Begun = at
	}
	if t.Test != "" && t.Test == c.Test {
		c.Same++
	} else {
		c.Same = 0
		if t.Test != "" {
			c.Same = 1
		}
	}
	c.Tries++
	c.Status, c.At, c.Test, c.Words = t.Status, at, t.Test, t.Words
	c.Passed, c.Total, c.Hints = t.Passed, t.Total, max(c.Hints, t.Hints)
}

func (c *Cell) green(at int64, g green) {
	if c.Begun == 0 {
		c.Begun = at
	}
	if c.Green == 0 {
		c.Green, c.Course = at, g.Course
	}
	c.Status, c.At, c.Test, c.Words, c.Same = "pass", at, "", "", 0
	c.Passed, c.Total = g.Total, g.Total
}

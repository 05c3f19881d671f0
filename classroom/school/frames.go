package school

import (
	"maps"
	"slices"
	"strings"
	"time"

	"unbox/classroom/line"
)

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
	return line.Of(f.class.frameFor(f.class.stored.Seats[f.seat]))
}

// frameFor returns what a seat sees. The caller holds the lock.
func (c *Class) frameFor(s *seat) classFrame {
	set := c.stored.Settings
	out := classFrame{
		Kind: "class", Name: set.Name, Nick: s.Nick, Rejoin: s.Rejoin, Steps: []string{}, Hints: set.Hints == "open", Deadline: set.deadline(),
		Words: strings.Replace(set.Deadline, "T", " ", 1), Look: c.stored.Look, Lessons: c.stored.version(),
	}
	out.Solutions = set.Solutions == "open" || set.Solutions == "deadline" && out.Deadline > 0 && time.Now().Unix() > out.Deadline
	may := c.school.outline(&c.stored)
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
	out.Notes = append(slices.Clone(c.stored.Notes), s.Notes...)
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
	// Full says whether the account may change the class.
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
			return line.Of(d.frame())
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
		st := &c.stored
		may := c.school.outline(st)
		out.General = &general{
			Settings: st.Settings, Code: st.Code, Until: st.Until, Deadline: st.Settings.deadline(), Steps: may.chosen(st.Settings.Steps), Questions: may.questions, Course: st.Course.told(),
			Look: st.Look, Notes: st.Notes, Roster: len(st.Roster), Ends: c.ends(), Full: st.Staff[f.account] != Assistant,
		}
	}
	if f.fresh {
		for id := range c.stored.Seats {
			f.rows[id] = true
		}
	}
	people := c.stored.names()
	for _, id := range slices.Sorted(maps.Keys(f.rows)) {
		if s := c.stored.Seats[id]; s != nil {
			out.Rows = append(out.Rows, Row{id, s.Nick, len(c.feeds[id]) > 0, s.Blocked, s.Joined, s.Step, s.Rejoin, s.Cells, s.Notes, s.Answers, people[id]})
		} else {
			out.Gone = append(out.Gone, id)
		}
	}
	f.fresh, f.general = false, false
	clear(f.rows)
	return out
}

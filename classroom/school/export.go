package school

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Report is what a class came to. Only what passed on the server is in it as done.
type Report struct {
	Class string `json:"class"`
	ID    string `json:"id"`
	Zone  string `json:"zone"`
	// Deadline is in the class's time zone; "" for none.
	Deadline string          `json:"deadline,omitempty"`
	Made     string          `json:"made"`
	Steps    []Step          `json:"steps"`
	Learners []LearnerReport `json:"learners"`
}

// LearnerReport is what one learner came to.
type LearnerReport struct {
	Seat    string       `json:"seat"`
	Nick    string       `json:"nick"`
	Joined  string       `json:"joined"`
	Results []StepReport `json:"results"`
}

// StepReport is how somebody stands with a step. Moments are written as RFC 3339 in UTC, "" for never.
type StepReport struct {
	Step string `json:"step"`
	// Done tells that a program passed on the server, at the moment DoneAt for the first time; Late that
	// this was after the deadline.
	Done   bool   `json:"done"`
	DoneAt string `json:"doneAt,omitempty"`
	Late   bool   `json:"late,omitempty"`
	// Tries, LastAt and Hints are what the learner's browser said.
	Tries  int    `json:"tries"`
	LastAt string `json:"lastAt,omitempty"`
	Hints  int    `json:"hints"`
}

func moment(at int64) string {
	if at == 0 {
		return ""
	}
	return time.Unix(at, 0).UTC().Format(time.RFC3339)
}

// Report returns what the class came to, the learners in the order of their nicknames.
func (c *Class) Report() Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	set := c.state.Settings
	r := Report{Class: set.Name, ID: c.id, Zone: set.Zone, Deadline: set.Deadline, Made: moment(time.Now().Unix()), Steps: c.school.steps(set.Steps), Learners: []LearnerReport{}}
	for _, s := range c.state.Seats {
		l := LearnerReport{Seat: s.ID, Nick: s.Nick, Joined: moment(s.Joined), Results: []StepReport{}}
		for _, step := range r.Steps {
			cell := s.Cells[step.ID]
			if cell == nil {
				cell = new(Cell)
			}
			l.Results = append(l.Results, StepReport{
				Step: step.ID, Done: cell.Green > 0, DoneAt: moment(cell.Green), Late: set.deadline() > 0 && cell.Green > set.deadline(),
				Tries: cell.Tries, LastAt: moment(cell.At), Hints: cell.Hints,
			})
		}
		r.Learners = append(r.Learners, l)
	}
	slices.SortFunc(r.Learners, func(a, b LearnerReport) int {
		return strings.Compare(strings.ToLower(a.Nick)+a.Seat, strings.ToLower(b.Nick)+b.Seat)
	})
	return r
}

// WriteCSV writes a report as a table: "long" has a row for each learner and step, "wide" one for each
// learner with a column for each step. The columns do not change from one version to the next; new ones
// come at the end. With a byte order mark, spreadsheets read it as UTF-8.
//
// Errors: those of the writer.
func (r Report) WriteCSV(to io.Writer, form string, mark bool) error {
	if mark {
		if _, err := io.WriteString(to, "\ufeff"); err != nil {
			return err
		}
	}
	w := csv.NewWriter(to)
	rows := r.long
	if form == "wide" {
		rows = r.wide
	}
	for _, row := range rows() {
		for i := range row {
			row[i] = inert(row[i])
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// inert writes a cell so that no spreadsheet takes it for a formula.
func inert(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(cell)[0]) {
		return "'" + cell
	}
	return cell
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func (r Report) long() [][]string {
	rows := [][]string{{"class", "seat", "nickname", "step", "number", "title", "done", "done_at", "late", "tries", "last_at", "hints"}}
	for _, l := range r.Learners {
		for i, s := range l.Results {
			step := r.Steps[i]
			rows = append(rows, []string{r.Class, l.Seat, l.Nick, step.ID, step.Label, step.Title, yes(s.Done), s.DoneAt, yes(s.Late),
				strconv.Itoa(s.Tries), s.LastAt, strconv.Itoa(s.Hints)})
		}
	}
	return rows
}

func (r Report) wide() [][]string {
	head := []string{"class", "seat", "nickname", "joined_at", "done"}
	for _, step := range r.Steps {
		head = append(head, step.Label+" "+step.ID)
	}
	rows := [][]string{head}
	for _, l := range r.Learners {
		row := []string{r.Class, l.Seat, l.Nick, l.Joined, ""}
		done := 0
		for _, s := range l.Results {
			word := ""
			switch {
			case s.Done && s.Late:
				word, done = "late", done+1
			case s.Done:
				word, done = "done", done+1
			case s.Tries > 0:
				word = "tried"
			}
			row = append(row, word)
		}
		row[4] = strconv.Itoa(done)
		rows = append(rows, row)
	}
	return rows
}

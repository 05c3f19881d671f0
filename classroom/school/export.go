package school

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Report has the results of a class. Only steps that passed on the server count as
// done.
type Report struct {
	Class string `json:"class"`
	ID    string `json:"id"`
	Zone  string `json:"zone"`
	// Deadline is in the class's time zone; "" for none.
	Deadline string `json:"deadline,omitempty"`
	Made     string `json:"made"`
	Steps    []Step `json:"steps"`
	// Course is the class's own course; left out if the class does the server's.
	Course   *Course         `json:"course,omitempty"`
	Learners []LearnerReport `json:"learners"`
	// Missing are those on the roster who are not linked to a seat.
	Missing []Person `json:"missing"`
	// Questions are the questions that the course asks twice, with a summary of the class's
	// answers, without names.
	Questions []QuestionReport `json:"questions"`
}

// LearnerReport has the results of one learner.
type LearnerReport struct {
	Seat    string       `json:"seat"`
	Nick    string       `json:"nick"`
	Joined  string       `json:"joined"`
	Results []StepReport `json:"results"`
	// Person is the person on the roster; left out for a learner who is not linked to
	// one.
	Person *Person `json:"person,omitempty"`
}

// StepReport is a learner's state in a step. Times are written as in RFC 3339 in UTC, "" for never.
type StepReport struct {
	Step string `json:"step"`
	// Done means that a program passed on the server, first at the time DoneAt; Late means that this was
	// after the deadline.
	Done   bool   `json:"done"`
	DoneAt string `json:"doneAt,omitempty"`
	// Course is the version of the class's own course whose tests it passed; 0 for the server's
	// course.
	Course int  `json:"course,omitempty"`
	Late   bool `json:"late,omitempty"`
	// Tries, LastAt and Hints were reported by the learner's browser.
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

// Report returns the results of the class, with the learners in the order of their
// nicknames.
func (c *Class) Report() Report {
	c.mu.Lock()
	defer c.mu.Unlock()
	set := c.stored.Settings
	r := Report{Class: set.Name, ID: c.id, Zone: set.Zone, Deadline: set.Deadline, Made: moment(time.Now().Unix()), Course: c.stored.Course.told(), Steps: c.school.outline(&c.stored).chosen(set.Steps), Learners: []LearnerReport{}, Missing: []Person{}, Questions: c.questions()}
	for _, p := range c.stored.Roster {
		if p.Seat == "" {
			r.Missing = append(r.Missing, *p)
		}
	}
	for _, s := range c.stored.Seats {
		l := LearnerReport{Seat: s.ID, Nick: s.Nick, Joined: moment(s.Joined), Results: []StepReport{}}
		if p := c.stored.personAt(s.ID); p != nil {
			known := *p
			l.Person = &known
		}
		for _, step := range r.Steps {
			cell := s.Cells[step.ID]
			if cell == nil {
				cell = new(Cell)
			}
			l.Results = append(l.Results, StepReport{
				Step: step.ID, Done: cell.Green > 0, DoneAt: moment(cell.Green), Course: cell.Course, Late: set.deadline() > 0 && cell.Green > set.deadline(),
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

// reportForms are the kinds of tables that a report can be written as.
var reportForms = map[string]func(Report) [][]string{"long": Report.long, "wide": Report.wide, "moodle": Report.moodle, "canvas": Report.canvas, "questions": Report.answers}

// CheckForm checks whether the report can be written in a form.
//
// Errors: there is no such form, or the form needs a roster and there is none.
func (r Report) CheckForm(form string) error {
	if reportForms[form] == nil {
		return errors.New("expected the form `long`, `wide`, `moodle`, `canvas` or `questions`, found something else")
	}
	if people, _ := r.people(); len(people) == 0 && (form == "moodle" || form == "canvas") {
		return fmt.Errorf("expected a class with a roster for the form `%s`, found none; it says by what %s knows the learners", form, map[string]string{"moodle": "Moodle", "canvas": "Canvas"}[form])
	}
	return nil
}

// WriteCSV writes a report as a table: "long" has a row for each learner and step, "wide" one for each
// learner with a column for each step; "moodle" and "canvas" have one for each person of the roster, with the
// columns that the gradebooks of these programs read; "questions" has one for each question that the course asks twice. The columns do not change from one version to the next; new ones
// come at the end. With a byte order mark, spreadsheets read it as UTF-8.
//
// Errors: those of CheckForm and of the writer.
func (r Report) WriteCSV(to io.Writer, form string, mark bool) error {
	if err := r.CheckForm(form); err != nil {
		return err
	}
	if mark {
		if _, err := io.WriteString(to, "\ufeff"); err != nil {
			return err
		}
	}
	w := csv.NewWriter(to)
	for _, row := range reportForms[form](r) {
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

// formula matches the beginning of what a spreadsheet takes for a formula: at the beginning of a cell, and after the separators of some
// countries, where a spreadsheet sees the quotes around the cell in the middle of a cell and ignores them.
var formula = regexp.MustCompile(`^[=+\-@\t\r\n＝＋－＠]|[;\t\r\n][ "']*[=+\-@＝＋－＠]`)

// inert writes a cell so that spreadsheets do not take any part of it for a formula.
func inert(cell string) string {
	return formula.ReplaceAllStringFunc(cell, func(found string) string {
		_, last := utf8.DecodeLastRuneInString(found)
		at := len(found) - last
		return found[:at] + "'" + found[at:]
	})
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func (r Report) long() [][]string {
	rows := [][]string{{"class", "seat", "nickname", "step", "number", "title", "done", "done_at", "late", "tries", "last_at", "hints", "roster_id", "roster_name", "course_version"}}
	for _, l := range r.Learners {
		for i, s := range l.Results {
			step := r.Steps[i]
			rows = append(rows, []string{r.Class, l.Seat, l.Nick, step.ID, step.Label, step.Title, yes(s.Done), s.DoneAt, yes(s.Late),
				strconv.Itoa(s.Tries), s.LastAt, strconv.Itoa(s.Hints), l.person().ID, l.person().Name, version(s.Course)})
		}
	}
	return rows
}

// version writes the version of a course, "" for the server's.
func version(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func (r Report) wide() [][]string {
	head := []string{"class", "seat", "nickname", "joined_at", "done"}
	for _, step := range r.Steps {
		head = append(head, step.Label+" "+step.ID)
	}
	rows := [][]string{append(head, "roster_id", "roster_name")}
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
		rows = append(rows, append(row, l.person().ID, l.person().Name))
	}
	return rows
}

// person returns the learner's person on the roster; an empty one if there is
// none.
func (l LearnerReport) person() Person {
	if l.Person == nil {
		return Person{}
	}
	return *l.Person
}

// people returns all people of the roster in the order of their names, each with the results of the seat, nil for someone
// without a seat.
func (r Report) people() ([]Person, map[string][]StepReport) {
	all, results := slices.Clone(r.Missing), map[string][]StepReport{}
	for _, l := range r.Learners {
		if l.Person != nil {
			all = append(all, *l.Person)
			results[l.Person.ID] = l.Results
		}
	}
	slices.SortFunc(all, func(a, b Person) int {
		return strings.Compare(strings.ToLower(a.Name)+a.ID, strings.ToLower(b.Name)+b.ID)
	})
	return all, results
}

// points returns the number of steps that are done, and for each step whether it is; "" for someone without a seat, so that no
// grade is overwritten.
func points(results []StepReport, steps int) (total string, each []string) {
	each = make([]string, steps)
	if results == nil {
		return "", each
	}
	done := 0
	for i, s := range results {
		each[i] = "0"
		if s.Done {
			each[i] = "1"
			done++
		}
	}
	return strconv.Itoa(done), each
}

// moodle writes the columns by which Moodle's import of grades finds people, then the total of points and the points for
// each step.
func (r Report) moodle() [][]string {
	head := []string{"Username", "ID number", "Email address", "Full name", r.Class}
	for _, step := range r.Steps {
		head = append(head, r.Class+" "+step.Label)
	}
	rows := [][]string{head}
	people, results := r.people()
	for _, p := range people {
		total, each := points(results[p.ID], len(r.Steps))
		rows = append(rows, append([]string{p.Login, p.number(), p.Email, p.Name, total}, each...))
	}
	return rows
}

// canvas writes the columns of Canvas's gradebook, and one assignment: the number of steps that are done. Its second row has the maximum of
// points.
func (r Report) canvas() [][]string {
	rows := [][]string{{"Student", "ID", "SIS User ID", "SIS Login ID", "Section", r.Class}, {"    Points Possible", "", "", "", "", strconv.Itoa(len(r.Steps))}}
	people, results := r.people()
	for _, p := range people {
		total, _ := points(results[p.ID], len(r.Steps))
		sis := p.SIS
		if p.Canvas == "" {
			sis = p.number()
		}
		rows = append(rows, []string{p.Name, p.Canvas, sis, cmp.Or(p.Login, p.Email), p.Section, total})
	}
	return rows
}

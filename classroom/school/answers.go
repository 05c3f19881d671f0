package school

import (
	"fmt"
	"slices"
	"strings"

	"unbox/tutorials/lesson"
)

// Question is a question that the course asks twice, so that a class can see what was learned in
// between.
type Question struct {
	// ID is its address, "chapter/step#id", or "chapter/#id" in an introduction.
	ID string `json:"id"`
	// Label is the number of the step that asks it first, or of the chapter; Words is the question.
	Label string `json:"label"`
	Words string `json:"words"`
}

// QuestionsOf lists the questions of a course that are asked again, in the order in which they are first asked.
func QuestionsOf(course *lesson.Course) []Question {
	again := map[string]bool{}
	visit := func(see func(label, path string, q *lesson.QuizData)) {
		each := func(label, path string, blocks []lesson.Block) {
			for _, b := range blocks {
				if q, ok := b.Data.(*lesson.QuizData); ok && b.Kind == lesson.Quiz {
					see(label, path, q)
				}
			}
		}
		for _, ch := range course.Chapters {
			each(fmt.Sprint(ch.Number), ch.ID+"/", ch.Blocks)
			for _, s := range ch.Steps {
				each(fmt.Sprintf("%d.%d", ch.Number, s.Number), ch.ID+"/"+s.ID, s.Blocks)
			}
		}
	}
	visit(func(_, _ string, q *lesson.QuizData) {
		if q.First != nil {
			again[q.First.Path()+"#"+q.First.ID] = true
		}
	})
	questions := []Question{}
	visit(func(label, path string, q *lesson.QuizData) {
		if id := path + "#" + q.ID; q.ID != "" && again[id] {
			questions = append(questions, Question{ID: id, Label: label, Words: strings.TrimSpace(q.Question)})
		}
	})
	return questions
}

// Answered is an answer to a question, as reported by the learner's browser.
type Answered struct {
	Seat string `json:"seat"`
	// Question is its address, Place the page on which it was answered.
	Question string `json:"question"`
	Place    string `json:"place"`
	Right    bool   `json:"right"`
	// Answer is the answer, shortened.
	Answer string `json:"answer,omitempty"`
}

// Given is a stored answer.
type Given struct {
	At    int64  `json:"at"`
	Place string `json:"place"`
	Right bool   `json:"right"`
	// Answer is the answer's text.
	Answer string `json:"answer,omitempty"`
}

// Answers are a learner's first tries at a question: First is the one where it is asked for the first time, Last the one on the last page
// that has asked it again. A second try on the same page does not count, because the page has commented on the first one.
type Answers struct {
	First *Given `json:"first,omitempty"`
	Last  *Given `json:"last,omitempty"`
}

// answered stores an answer if it is the first on its page.
func (s *seat) answered(at int64, a Answered) {
	if s.Answers == nil {
		s.Answers = map[string]*Answers{}
	}
	all := s.Answers[a.Question]
	if all == nil {
		all = new(Answers)
		s.Answers[a.Question] = all
	}
	given := &Given{at, a.Place, a.Right, a.Answer}
	switch asked, _, _ := strings.Cut(a.Question, "#"); {
	case a.Place == asked:
		if all.First == nil {
			all.First = given
		}
	case all.Last == nil || all.Last.Place != a.Place:
		all.Last = given
	}
}

// mergeAnswers adds the answers of another seat: it keeps the earlier of the first answers and the later of the last
// ones.
func (s *seat) mergeAnswers(from *seat) {
	for question, theirs := range from.Answers {
		mine := s.Answers[question]
		if mine == nil {
			mine = new(Answers)
			if s.Answers == nil {
				s.Answers = map[string]*Answers{}
			}
			s.Answers[question] = mine
		}
		if theirs.First != nil && (mine.First == nil || theirs.First.At < mine.First.At) {
			mine.First = theirs.First
		}
		if theirs.Last != nil && (mine.Last == nil || theirs.Last.At > mine.Last.At) {
			mine.Last = theirs.Last
		}
	}
}

// maxAnswer is the maximum length of an answer in characters.
const maxAnswer = 120

// hearAnswered handles an answer.
func (f *Feed) hearAnswered(m message) any {
	a := Answered{Seat: f.seat, Question: m.Question, Place: short(m.Place, maxAnswer), Right: m.Right, Answer: short(m.Answer, maxAnswer)}
	may := f.class.outline()
	run := m.Run
	switch {
	case run != "" && !clientForm.MatchString(run):
		return said{Kind: "error", Words: "expected an answer's name of 1 to 32 letters and digits, found something else"}
	case !slices.ContainsFunc(may.questions, func(q Question) bool { return q.ID == a.Question }) || !may.page(a.Place):
		return toldFrame{"told", run} // another version of the course has it: it is not compared here
	}
	c := f.class
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.over() == nil {
		c.take(event{Answered: &a}, f.acknowledge(run))
	}
	return nil
}

// page reports whether the course has a page: a step, or the introduction of a chapter.
func (o outline) page(path string) bool {
	if o.step(path) {
		return true
	}
	return strings.HasSuffix(path, "/") && slices.ContainsFunc(o.steps, func(step Step) bool {
		chapter, _, _ := strings.Cut(step.ID, "/")
		return path == chapter+"/"
	})
}

// Tally counts right and wrong answers.
type Tally struct {
	Right int `json:"right"`
	Wrong int `json:"wrong"`
}

func (t *Tally) add(g *Given) {
	switch {
	case g == nil:
	case g.Right:
		t.Right++
	default:
		t.Wrong++
	}
}

// QuestionReport is a summary of a class's answers to a question, without
// names.
type QuestionReport struct {
	Question
	// First and Last count first and last answers.
	First Tally `json:"first"`
	Last  Tally `json:"last"`
	// Both counts those who gave both answers: right both times, only the last time, only the first time,
	// and never.
	Both struct {
		Kept    int `json:"kept"`
		Learned int `json:"learned"`
		Lost    int `json:"lost"`
		Neither int `json:"neither"`
	} `json:"both"`
}

// questions returns a summary of the class's answers. The caller holds the
// lock.
func (c *Class) questions() []QuestionReport {
	list := []QuestionReport{}
	for _, q := range c.school.outline(&c.stored).questions {
		r := QuestionReport{Question: q}
		for _, s := range c.stored.Seats {
			a := s.Answers[q.ID]
			if a == nil {
				continue
			}
			r.First.add(a.First)
			r.Last.add(a.Last)
			switch {
			case a.First == nil || a.Last == nil:
			case a.First.Right && a.Last.Right:
				r.Both.Kept++
			case a.Last.Right:
				r.Both.Learned++
			case a.First.Right:
				r.Both.Lost++
			default:
				r.Both.Neither++
			}
		}
		list = append(list, r)
	}
	return list
}

// answers writes a table with a row for each question that the course asks
// twice.
func (r Report) answers() [][]string {
	rows := [][]string{{"class", "question", "number", "words", "first_right", "first_wrong", "last_right", "last_wrong", "right_both_times", "right_only_last", "right_only_first", "wrong_both_times"}}
	for _, q := range r.Questions {
		row := []string{r.Class, q.ID, q.Label, q.Words}
		for _, n := range []int{q.First.Right, q.First.Wrong, q.Last.Right, q.Last.Wrong, q.Both.Kept, q.Both.Learned, q.Both.Lost, q.Both.Neither} {
			row = append(row, fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	return rows
}

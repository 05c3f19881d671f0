package school

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"unbox/tutorials"
)

// answer has a page answer a question, and waits until that is safe.
func answer(t *testing.T, page *Feed, question, place string, right bool) {
	t.Helper()
	page.Say([]byte(fmt.Sprintf(`{"kind":"answered","run":"q%s","question":%q,"place":%q,"right":%v,"answer":"six"}`, strings.Repeat("x", len(place)), question, place, right)))
	hears[toldFrame](t, page, "told")
}

// TestFirstAndLastAnswers: of each page counts the first answer, of those who answer at the beginning and at the end it is known what became of it, and all of that outlives a restart.
func TestFirstAndLastAnswers(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	for _, learner := range []struct {
		nick        string
		first, last []bool
	}{
		{"Ada", []bool{false, true}, []bool{true}},  // what the page said of the first answer is no answer of one's own
		{"Ben", []bool{false}, []bool{false, true}}, // nor is it at the end
		{"Cem", []bool{true}, []bool{true}},
		{"Dot", []bool{true}, nil},
		{"Eve", nil, []bool{true}},
	} {
		page := s.enter(must(s.school.Join(code, learner.nick, "")).Word)
		for _, right := range learner.first {
			answer(t, page, "a/#boxes", "a/", right)
		}
		for _, right := range learner.last {
			answer(t, page, "a/#boxes", "b/three", right)
		}
		answer(t, page, "a/#unknown", "a/", true)
		answer(t, page, "a/#boxes", "nowhere", true)
	}
	s.restart()
	c = must(s.school.Class(s.owner, c.id, true))
	r := c.Report()
	want := QuestionReport{Question: questions[0], First: Tally{2, 2}, Last: Tally{3, 1}}
	want.Both.Kept, want.Both.Learned, want.Both.Neither = 1, 1, 1
	if r.Questions[0] != want || r.Questions[1] != (QuestionReport{Question: questions[1]}) {
		t.Errorf("expected %+v, found %+v", want, r.Questions)
	}
	var table bytes.Buffer
	if err := r.WriteCSV(&table, "questions", false); err != nil || !strings.Contains(table.String(), "Compilers,a/#boxes,1,How many boxes?,2,2,3,1,1,1,0,1\n") {
		t.Errorf("expected a row of the question, found %v\n%s", err, table.String())
	}
	if text, err := json.Marshal(r.Questions); err != nil || strings.Contains(string(text), "Ada") {
		t.Errorf("expected no names beside answers, found %v %s", err, text)
	}
}

// TestAnswersOfMergedSeats: the earlier first answer stays, and the later last one.
func TestAnswersOfMergedSeats(t *testing.T) {
	into, from := new(seat), new(seat)
	into.answered(5, Answered{Question: "a/#q", Place: "a/", Right: true})
	into.answered(6, Answered{Question: "a/#q", Place: "b/x", Right: true})
	from.answered(3, Answered{Question: "a/#q", Place: "a/", Right: false})
	from.answered(9, Answered{Question: "a/#q", Place: "c/y", Right: false})
	from.answered(4, Answered{Question: "a/#r", Place: "a/", Right: true})
	into.mergeAnswers(from)
	if a := into.Answers["a/#q"]; a.First.At != 3 || a.Last.At != 9 || into.Answers["a/#r"].First.At != 4 {
		t.Errorf("expected the answers of 3, 9 and 4, found %+v, %+v, %+v", a.First, a.Last, into.Answers["a/#r"])
	}
}

// TestCourseAsksTwice: the course's first page asks three questions, and they are among those that are asked again.
func TestCourseAsksTwice(t *testing.T) {
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	list := QuestionsOf(course)
	if len(list) < 10 {
		t.Fatalf("expected at least ten questions, found %+v", list)
	}
	for i, name := range []string{"how-many", "boxes", "trust"} {
		if list[i].ID != "a-program-is-slow/#"+name || list[i].Label != "1" || list[i].Words == "" {
			t.Errorf("expected `%s` among the first three, found %+v", name, list[i])
		}
	}
}

package tutorials

import (
	"strings"
	"testing"

	"unbox"
	"unbox/tutorials/check"
)

// TestCourse checks everything about the course but its programs, which run in
// unbox/tutorials/run.
func TestCourse(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Course(course, unbox.Sources); err != nil {
		t.Error(err)
	}
}

// showAll are the steps whose tests show all inputs with their answers, each with the reason why nobody can
// pass by returning those.
var showAll = map[string]string{
	"straight-lines/building": "the block to build has no input",
	"being-fast/the-way-back": "the moves are not shown: they are made, and what is then in each place is compared",
}

// Whoever returns the answers that the tests show has learned nothing. So each step is tried on random traces, or has a
// test with random inputs; it is among the tests that the starter has to fail.
func TestNoStepShowsAllAnswers(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range course.Chapters {
		for _, s := range ch.Steps {
			name := ch.ID + "/" + s.ID
			random := s.Random != nil || s.Pass != "" || strings.Contains(s.Tests.Text, "random_numbers(") || strings.Contains(s.Tests.Text, "random_trace(")
			_, excused := showAll[name]
			if random == excused {
				t.Errorf("%s: expected random inputs in its tests, or a reason why it needs none, and not both", name)
			}
		}
	}
}

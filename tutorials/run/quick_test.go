package run

import (
	"encoding/json"
	"testing"

	"unbox/tutorials"
	"unbox/tutorials/check"
	"unbox/wasm/api"
)

// TestSolutionsAreQuick holds the quick lane to what it is for: with what a server expects of a step,
// the step's solution is done within the lane's steps, and an endless program gets no more than half as
// much again, or the least.
func TestSolutionsAreQuick(t *testing.T) {
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	p := &Pool{options: Options{}.withDefaults()}
	for _, ch := range course.Chapters {
		for _, s := range ch.Steps {
			suite := check.Suite(ch, s, s.Solution.Text)
			r, err := check.Native(suite)
			if err != nil {
				t.Fatal(err)
			}
			suite.Expected = r.Steps
			request, err := json.Marshal(suite)
			if err != nil {
				t.Fatal(err)
			}
			steps := p.quickSteps(request)
			if most := max(p.options.QuickSteps, int(r.Steps*3/2)); steps > most {
				t.Errorf("%s: expected at most %d steps, found %d", s.File, most, steps)
			}
			var q api.LessonRequest
			quick, _ := quickRequest(request, steps)
			if err := json.Unmarshal(quick, &q); err != nil {
				t.Fatal(err)
			}
			suite.Limits.Steps, suite.Limits.TotalSteps = uint64(q.Limits.Steps), uint64(q.Limits.TotalSteps)
			again, err := check.Native(suite)
			if err != nil {
				t.Fatal(err)
			}
			if again.Status != r.Status || again.Steps != r.Steps {
				t.Errorf("%s: expected the solution to be done within %d steps, found %s after %d", s.File, steps, again.Status, again.Steps)
			}
		}
	}
}

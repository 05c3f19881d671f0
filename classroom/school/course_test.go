package school

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// ownCourse is a course of a class's own: each step with what decides there.
func ownCourse(steps ...string) *Course {
	c := &Course{Name: "mine.zip", Tests: map[string]string{}}
	for k := 0; k < len(steps); k += 2 {
		c.Steps = append(c.Steps, Step{ID: steps[k], Label: "1.1", Title: steps[k], Chapter: "Mine"})
		c.Tests[steps[k]] = steps[k+1]
	}
	return c
}

// TestOwnCourse: a class does lessons of its own while another one does the server's; what counts is what passed with their tests, and what becomes
// of it when they are replaced is said before.
func TestOwnCourse(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	other, _ := s.class()
	ada := must(s.school.Join(code, "Ada", ""))
	seat := must(s.school.Seat(ada.Word))
	bring := func(next *Course, file string, again bool) CoursePlan {
		t.Helper()
		return must(s.school.SetCourse(t.Context(), s.owner, c.id, next, []byte(file), again))
	}
	passed := func(course int, step, tests string) bool {
		t.Helper()
		if err := seat.Passed(t.Context(), Run{Step: step, Code: "x", Course: course, Tests: tests, Total: 1}); err != nil {
			t.Fatal(err)
		}
		cell := must(seat.Own(t.Context())).Steps[step]
		return cell != nil && cell.Green > 0
	}
	if plan := bring(ownCourse("a/one", "h1", "m/new", "h2"), "secretive_first", false); len(plan.Added) != 1 || len(plan.Changed) != 1 || len(plan.Gone) != 2 {
		t.Errorf("expected a step more, one with other tests and two that are gone, found %+v", plan)
	}
	if passed(0, "a/one", "") || passed(1, "m/new", "wrong") || passed(1, "b/three", "h2") {
		t.Error("expected that nothing counts but the class's own steps with their tests, found a result")
	}
	if !passed(1, "a/one", "h1") || !passed(1, "m/new", "h2") {
		t.Error("expected results of the class's own lessons, found none")
	}
	if err := s.do(c.id, Act{Set: &Settings{Name: "C", Steps: []string{"b/three"}, Hints: "open", Solutions: "open"}}); err == nil {
		t.Error("expected that a step of other lessons cannot be chosen, found that it can")
	}
	if err := s.do(c.id, Act{Set: &Settings{Name: "C", Steps: []string{"m/new", "a/one"}, Hints: "open", Solutions: "open"}}); err != nil {
		t.Error(err)
	}

	// Another version: a step with other tests keeps what passed, unless somebody says otherwise; one that is gone comes back with its results.
	second := ownCourse("a/one", "h9")
	if plan := c.PlanCourse(second); plan.Done != 1 || plan.Hidden != 1 || plan.Same != 0 {
		t.Errorf("expected a result with other tests and one that is hidden, found %+v", plan)
	}
	bring(second, "secretive_second", false)
	if own := must(seat.Own(t.Context())); own.Lessons != 2 || len(own.Course) != 1 || own.Steps["a/one"].Green == 0 || own.Steps["a/one"].Course != 1 {
		t.Errorf("expected the result of the first version, found %+v", own)
	}
	if _, err := s.school.CourseFile(t.Context(), c.id, 1); err == nil {
		t.Error("expected that the file before is gone, found it")
	}
	s.restart()
	c, seat = must(s.school.Class(s.owner, c.id, true)), must(s.school.Seat(ada.Word))
	if file := must(s.school.CourseFile(t.Context(), c.id, 2)); string(file) != "secretive_second" || must(s.school.Own(c.id)).Version != 2 {
		t.Errorf("expected the second version after a restart, found %q", file)
	}
	bring(ownCourse("a/one", "h10", "m/new", "h2"), "secretive_third", true)
	own := must(seat.Own(t.Context()))
	if own.Steps["a/one"].Green != 0 || own.Steps["m/new"].Green == 0 {
		t.Errorf("expected that one step has to pass again and the other is back, found %+v", own.Steps)
	}
	if !passed(3, "a/one", "h10") {
		t.Error("expected a result of the third version, found none")
	}
	if r := c.Report(); r.Course == nil || r.Course.Version != 3 || r.Learners[0].Results[slices.IndexFunc(r.Steps, func(s Step) bool { return s.ID == "a/one" })].Course != 3 {
		t.Errorf("expected the version in the results, found %+v", r)
	}

	if _, err := s.school.Own(other.id); err == nil {
		t.Error("expected the server's lessons in the other class, found others")
	}
	bring(nil, "", false)
	if _, err := s.school.Own(c.id); !errors.Is(err, ErrCourse) || len(must(seat.Own(t.Context())).Course) != 1 || !passed(0, "b/three", "") {
		t.Errorf("expected the server's lessons again, found %v", err)
	}
	bring(ownCourse("a/one", "h1"), "secretive_fourth", false)
	if err := s.school.Delete(t.Context(), c.id); err != nil {
		t.Fatal(err)
	}
	for _, file := range must(filepath.Glob(filepath.Join(s.dir, "*"))) {
		if data := must(os.ReadFile(file)); bytes.Contains(data, []byte("c2VjcmV0aXZl")) || bytes.Contains(data, []byte("secretive")) { // as it is, and in base64
			t.Errorf("expected no byte of a course in %s, found some", filepath.Base(file))
		}
	}
}

// TestLargeCourses: what all pages would be told is bounded.
func TestLargeCourses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, _ := s.class()
	many := ownCourse()
	for range maxCourseSteps + 1 {
		many.Steps = append(many.Steps, Step{ID: "a/b"})
	}
	long := ownCourse("a/one", "h")
	long.Steps[0].Title = string(make([]byte, maxCourseWords+1))
	for name, next := range map[string]*Course{"no steps": ownCourse(), "many steps": many, "a long title": long} {
		if _, err := s.school.SetCourse(t.Context(), s.owner, c.id, next, []byte("x"), false); err == nil {
			t.Errorf("%s: expected that it is refused, found that it is not", name)
		}
	}
	if _, err := s.school.SetCourse(t.Context(), s.owner, c.id, ownCourse("a/one", "h"), make([]byte, MaxCourse+1), false); err == nil {
		t.Error("expected that a long file is refused, found that it is not")
	}
	assistant := Account{ID: "somebody", Role: Assistant}
	if _, err := s.school.SetCourse(t.Context(), assistant, c.id, ownCourse("a/one", "h"), []byte("x"), false); err == nil {
		t.Error("expected that nobody else brings lessons, found that somebody did")
	}
}

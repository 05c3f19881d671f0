package school

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"unbox/classroom/journal"
)

// This file is about a class's own course. Its description and its list of steps are part of the class's state; its file,
// which package course reads, is a separate document of the class, so that it is copied and deleted with it.

// Course is a class's own course.
type Course struct {
	// Version counts the courses that the class has had, from 1.
	Version int `json:"version"`
	// Name is the file's name, Bytes its length; At is the time when it was uploaded, in seconds
	// since 1970.
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
	At    int64  `json:"at"`
	// Steps are its steps in order, Tests the hashes of their tests by step: a result counts if it is of these tests.
	Steps []Step            `json:"steps"`
	Tests map[string]string `json:"tests"`
	// Questions are the questions that it asks twice.
	Questions []Question `json:"questions"`
}

const (
	// MaxCourse is the maximum length of the file of a course in bytes: in NATS it is one message, in
	// base64.
	MaxCourse = 5 << 20
	// maxCourseSteps is the maximum number of steps in a class's own course, and maxCourseWords the maximum length of a title or a name in
	// bytes: all of them are sent to pages.
	maxCourseSteps = 500
	maxCourseWords = 400
)

// courseSet changes the class's course; nil stands for the server's.
type courseSet struct {
	Course *Course `json:"course"`
	// Again are the steps in which earlier passes do not count any more.
	Again []string `json:"again,omitempty"`
}

func courseName(version int) string { return fmt.Sprintf("course/%d", version) }

// check checks a course before a class gets it.
//
// Errors: a message that says which limit it exceeds.
func (c *Course) check() error {
	if len(c.Steps) == 0 || len(c.Steps) > maxCourseSteps || len(c.Questions) > maxCourseSteps {
		return fmt.Errorf("expected a course of 1 to %d steps for a class, found %d", maxCourseSteps, len(c.Steps))
	}
	for _, s := range c.Steps {
		if max(len(s.ID), len(s.Title), len(s.Chapter)) > maxCourseWords || c.Tests[s.ID] == "" {
			return fmt.Errorf("expected names and titles of at most %d bytes, found a longer one at `%s`", maxCourseWords, short(s.ID, maxNick))
		}
	}
	for _, q := range c.Questions {
		if max(len(q.ID), len(q.Words)) > 4*maxCourseWords {
			return fmt.Errorf("expected questions of at most %d bytes, found a longer one at `%s`", 4*maxCourseWords, short(q.ID, maxNick))
		}
	}
	return nil
}

// outline is the list of steps that a class may do: of its own course, or the
// server's.
type outline struct {
	steps     []Step
	questions []Question
}

// outline returns the steps that a class may do; for a class that is being created, those of the
// server's course.
func (s *School) outline(st *state) outline {
	if st != nil && st.Course != nil {
		return outline{st.Course.Steps, st.Course.Questions}
	}
	return outline{s.options.Course, s.options.Questions}
}

// outline returns the steps that the class may do.
func (c *Class) outline() outline {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.school.outline(&c.stored)
}

// step reports whether there is such a step.
func (o outline) step(id string) bool {
	return slices.ContainsFunc(o.steps, func(s Step) bool { return s.ID == id })
}

// chosen returns the steps that a class does, in its order: the whole course if none were chosen, or if none of those exist any
// more.
func (o outline) chosen(ids []string) []Step {
	var list []Step
	for _, id := range ids {
		if at := slices.IndexFunc(o.steps, func(s Step) bool { return s.ID == id }); at >= 0 { // a course may have lost a step since
			list = append(list, o.steps[at])
		}
	}
	if len(list) == 0 {
		return o.steps
	}
	return list
}

// CoursePlan says what a new course changes for a class.
type CoursePlan struct {
	// Added are steps that the previous course did not have, Same those with the same tests, Changed those with different
	// tests.
	Added   []Step `json:"added"`
	Same    int    `json:"same"`
	Changed []Step `json:"changed"`
	// Gone are steps that it does not have any more.
	Gone []Step `json:"gone"`
	// Done is the number of results in steps with different tests: they stay unless the teacher decides otherwise. Hidden is the
	// number of results in steps that are gone: they are kept, and come back with the step.
	Done   int `json:"done"`
	Hidden int `json:"hidden"`
}

// PlanCourse returns what a course would change; nil stands for the server's.
func (c *Class) PlanCourse(next *Course) CoursePlan {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.planCourse(&c.stored, next)
}

// planCourse is PlanCourse for a state. The caller has the lock.
func (c *Class) planCourse(by *state, next *Course) CoursePlan {
	p := CoursePlan{Added: []Step{}, Changed: []Step{}, Gone: []Step{}}
	before, after := c.school.outline(by), c.school.outline(&state{Course: next})
	for _, s := range after.steps {
		switch {
		case !before.step(s.ID):
			p.Added = append(p.Added, s)
		case c.school.tests(by.Course, s.ID) == c.school.tests(next, s.ID):
			p.Same++
		default:
			p.Changed = append(p.Changed, s)
			p.Done += by.done(s.ID)
		}
	}
	for _, s := range before.steps {
		if !after.step(s.ID) {
			p.Gone = append(p.Gone, s)
			p.Hidden += by.done(s.ID)
		}
	}
	return p
}

// tests returns the hash of a step's tests in a course, nil for the server's.
func (s *School) tests(c *Course, step string) string {
	if c == nil {
		return s.options.Tests[step]
	}
	return c.Tests[step]
}

// done counts the learners with a result in a step.
func (s *state) done(step string) (n int) {
	for _, seat := range s.Seats {
		if cell := seat.Cells[step]; cell != nil && cell.Green > 0 {
			n++
		}
	}
	return n
}

// SetCourse gives a class its own course, with the file that it was read from; without one, the server's again. Passes in steps
// with different tests stay, unless again says that these have to be passed again.
//
// Errors: as Class, the course is too large, or it cannot be written.
func (s *School) SetCourse(ctx context.Context, by Account, class string, next *Course, file []byte, again bool) (plan CoursePlan, err error) {
	ctx = context.WithoutCancel(ctx) // an operation that has begun is finished
	c, err := s.Class(by, class, true)
	if err != nil {
		return plan, err
	}
	if next != nil {
		if err := next.check(); err != nil {
			return plan, err
		}
		if len(file) > MaxCourse {
			return plan, fmt.Errorf("expected the file of a course of at most %d bytes, found %d", MaxCourse, len(file))
		}
	}
	c.bringing.Lock() // one after the other: each gets its own version
	defer c.bringing.Unlock()
	c.mu.Lock()
	version, before := c.stored.Courses+1, c.stored.Course
	c.mu.Unlock()
	if next == nil && before == nil {
		return plan, nil
	}
	if next != nil {
		fresh := *next
		fresh.Version, fresh.Bytes, fresh.At, fresh.Name = version, len(file), time.Now().Unix(), short(fresh.Name, maxCourseWords/4)
		next = &fresh
		if err := c.keepFile(ctx, courseName(version), file); err != nil {
			return plan, err
		}
	}
	err = c.act(func(st *state) (event, error) {
		plan = c.planCourse(st, next)
		e := event{Course: &courseSet{Course: next}}
		for _, step := range plan.Changed {
			if again {
				e.Course.Again = append(e.Course.Again, step.ID)
			}
		}
		return e, nil
	})
	switch {
	case err != nil:
		return plan, errors.Join(err, c.forget(ctx, []string{courseName(version)}))
	case before != nil:
		return plan, c.forget(ctx, []string{courseName(before.Version)})
	}
	return plan, nil
}

// keptFile is the stored file of a course.
type keptFile struct {
	File []byte `json:"file"`
}

// keepFile stores the file of a course under an unused name. It first deletes what an interrupted attempt may have left
// there.
func (c *Class) keepFile(ctx context.Context, name string, file []byte) error {
	j, d := c.school.options.Journal, c.document(name)
	h, err := j.Read(ctx, d, 0)
	if err != nil {
		return err
	}
	if err := j.Append(ctx, d, h.Version(), []journal.Update{{Data: []byte("{}")}}); err != nil {
		return err
	}
	return j.Snapshot(ctx, d, journal.Snapshot{Version: h.Version() + 1, Data: marshal(keptFile{file})})
}

// ErrCourse means that a class has no course of its own, or a different one by
// now.
var ErrCourse = errors.New("expected a course of the class's own, found none; the class does the server's lessons, or has other ones by now")

// Own returns a class's own course; it must not be changed.
//
// Errors: ErrNoClass or ErrCourse.
func (s *School) Own(class string) (*Course, error) {
	c := s.class(class)
	if c == nil {
		return nil, ErrNoClass
	}
	c.mu.Lock()
	own, over := c.stored.Course, c.ended || c.left
	err := c.over()
	c.mu.Unlock()
	switch {
	case over:
		return nil, c.outcome(context.Background(), err)
	case own == nil:
		return nil, ErrCourse
	}
	return own, nil
}

// CourseFile returns the file of a version of a class's own course.
//
// Errors: ErrNoClass, ErrCourse, or it cannot be read.
func (s *School) CourseFile(ctx context.Context, class string, version int) ([]byte, error) {
	c := s.class(class)
	if c == nil {
		return nil, ErrNoClass
	}
	h, err := s.options.Journal.Read(ctx, c.document(courseName(version)), 0)
	if err != nil {
		return nil, err
	}
	var k keptFile
	if len(h.Snapshot.Data) == 0 {
		return nil, ErrCourse
	}
	if err := json.Unmarshal(h.Snapshot.Data, &k); err != nil {
		return nil, fmt.Errorf("expected the file of a course, found something else: %w", err)
	}
	return k.File, nil
}

// setCourse changes the class's course. Chosen steps that do not exist any more are dropped.
func (s *state) setCourse(set *courseSet) {
	s.Course = set.Course
	if set.Course == nil {
		return
	}
	s.Courses = set.Course.Version
	there := outline{steps: set.Course.Steps}
	s.Settings.Steps = slices.DeleteFunc(slices.Clone(s.Settings.Steps), func(id string) bool { return !there.step(id) })
	if s.Look != "" && !there.step(s.Look) {
		s.Look = ""
	}
	for _, seat := range s.Seats {
		for _, step := range set.Again {
			if cell := seat.Cells[step]; cell != nil && cell.Green > 0 {
				cell.Green, cell.Course, cell.Status, cell.Passed = 0, 0, "", 0
			}
		}
	}
}

// version returns the version of the class's own course; 0 for the server's.
func (s *state) version() int {
	if s.Course == nil {
		return 0
	}
	return s.Course.Version
}

// told returns what teachers are told about a course, without the hashes.
func (c *Course) told() *Course {
	if c == nil {
		return nil
	}
	told := *c
	told.Tests, told.Questions = nil, nil
	return &told
}

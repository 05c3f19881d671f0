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

// This file is about a class's own course. What it is, and what there is to do in it, is part of the class; its file, which
// package course reads, is a document beside the class, so that it is copied and deleted with it.

// Course is a course that one class has for itself.
type Course struct {
	// Version counts the courses that the class has had, from 1.
	Version int `json:"version"`
	// Name is that of the file, Bytes how long it is; At is when it came, in seconds since 1970.
	Name  string `json:"name"`
	Bytes int    `json:"bytes"`
	At    int64  `json:"at"`
	// Steps are its steps in their order, Tests by step the hash of what decides there: a result counts if it is of these tests.
	Steps []Step            `json:"steps"`
	Tests map[string]string `json:"tests"`
	// Questions are those that it asks twice.
	Questions []Question `json:"questions"`
}

const (
	// MaxCourse is how long the file of a course may be, in bytes: in NATS it is one message, in base64.
	MaxCourse = 5 << 20
	// maxCourseSteps is how many steps a class's own course may have, and maxCourseWords how long a title or a name may be, in bytes: all of them are told
	// to pages.
	maxCourseSteps = 500
	maxCourseWords = 400
)

// courseSet has the class do another course; nil stands for the server's.
type courseSet struct {
	Course *Course `json:"course"`
	// Again are the steps in which what passed before counts no more.
	Again []string `json:"again,omitempty"`
}

func courseName(version int) string { return fmt.Sprintf("course/%d", version) }

// check looks at a course before a class has it.
//
// Errors: what is too much of it, in plain words.
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

// outline is what a class may do: its own course, or the server's.
type outline struct {
	steps     []Step
	questions []Question
}

// outline returns what a class may do; for a class that is only being made, the server's course.
func (s *School) outline(st *state) outline {
	if st != nil && st.Course != nil {
		return outline{st.Course.Steps, st.Course.Questions}
	}
	return outline{s.options.Course, s.options.Questions}
}

// outline returns what the class may do.
func (c *Class) outline() outline {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.school.outline(&c.state)
}

// step tells whether there is a step.
func (o outline) step(id string) bool {
	return slices.ContainsFunc(o.steps, func(s Step) bool { return s.ID == id })
}

// chosen returns what a class does, in its order: the whole course where nothing was chosen, or nothing of that is there any more.
func (o outline) chosen(ids []string) []Step {
	var list []Step
	for _, id := range ids {
		if at := slices.IndexFunc(o.steps, func(s Step) bool { return s.ID == id }); at >= 0 { // a course may have lost one since
			list = append(list, o.steps[at])
		}
	}
	if len(list) == 0 {
		return o.steps
	}
	return list
}

// CoursePlan is what another course changes for a class.
type CoursePlan struct {
	// Added are steps that the course before did not have, Same those whose tests are the same, Changed those that have others.
	Added   []Step `json:"added"`
	Same    int    `json:"same"`
	Changed []Step `json:"changed"`
	// Gone are steps that it has no more.
	Gone []Step `json:"gone"`
	// Done is how many results there are in steps with other tests: they stay, unless somebody says otherwise. Hidden is how many
	// there are in steps that are gone: they are kept, and come back with the step.
	Done   int `json:"done"`
	Hidden int `json:"hidden"`
}

// PlanCourse tells what a course would change; nil stands for the server's.
func (c *Class) PlanCourse(next *Course) CoursePlan {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.planCourse(next)
}

func (c *Class) planCourse(next *Course) CoursePlan {
	p := CoursePlan{Added: []Step{}, Changed: []Step{}, Gone: []Step{}}
	before, after := c.school.outline(&c.state), c.school.outline(&state{Course: next})
	for _, s := range after.steps {
		switch {
		case !before.step(s.ID):
			p.Added = append(p.Added, s)
		case c.school.tests(c.state.Course, s.ID) == c.school.tests(next, s.ID):
			p.Same++
		default:
			p.Changed = append(p.Changed, s)
			p.Done += c.state.done(s.ID)
		}
	}
	for _, s := range before.steps {
		if !after.step(s.ID) {
			p.Gone = append(p.Gone, s)
			p.Hidden += c.state.done(s.ID)
		}
	}
	return p
}

// tests is the hash of a step's tests in a course, nil for the server's.
func (s *School) tests(c *Course, step string) string {
	if c == nil {
		return s.options.Tests[step]
	}
	return c.Tests[step]
}

// done counts those who have a result in a step.
func (s *state) done(step string) (n int) {
	for _, seat := range s.Seats {
		if cell := seat.Cells[step]; cell != nil && cell.Green > 0 {
			n++
		}
	}
	return n
}

// SetCourse gives a class a course of its own, with the file that it was read from; without one, the server's again. What passed
// in steps with other tests stays, unless again says that it has to pass once more.
//
// Errors: as Class, the course is too large, or it cannot be written.
func (s *School) SetCourse(ctx context.Context, by Account, class string, next *Course, file []byte, again bool) (plan CoursePlan, err error) {
	ctx = context.WithoutCancel(ctx) // what was begun is done
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
	c.bringing.Lock() // one after the other: each has a version of its own
	defer c.bringing.Unlock()
	c.mu.Lock()
	version, before := c.state.Courses+1, c.state.Course
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
	err = c.act(func(*state) (event, error) {
		plan = c.planCourse(next)
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

// keptFile is the file of a course.
type keptFile struct {
	File []byte `json:"file"`
}

// keepFile keeps the file of a course under a name that nothing has. What a start that was cut off has left there goes first.
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

// ErrCourse tells that a class has no course of its own, or another one by now.
var ErrCourse = errors.New("expected a course of the class's own, found none; the class does the server's lessons, or has other ones by now")

// Own returns a class's own course; it is not to be changed.
//
// Errors: ErrNoClass or ErrCourse.
func (s *School) Own(class string) (*Course, error) {
	c := s.class(class)
	if c == nil {
		return nil, ErrNoClass
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.ended || c.left:
		return nil, c.over()
	case c.state.Course == nil:
		return nil, ErrCourse
	}
	return c.state.Course, nil
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

// setCourse makes another course the class's. Steps that were chosen and are gone are chosen no more.
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

// version is that of the class's own course; 0 for the server's.
func (s *state) version() int {
	if s.Course == nil {
		return 0
	}
	return s.Course.Version
}

// told is what those who teach are told of a course: not the hashes.
func (c *Course) told() *Course {
	if c == nil {
		return nil
	}
	told := *c
	told.Tests, told.Questions = nil, nil
	return &told
}

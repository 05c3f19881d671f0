package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"unbox/classroom/course"
	"unbox/classroom/school"
	"unbox/tutorials/origin"
)

// noCourseWord means that a class gets no course of its own.
const noCourseWord = "none"

// setCourse gives a class its own course, and prints what that changes.
func (p *program) setCourse(ctx context.Context, id, place string, f *classFlags) error {
	var next *school.Course
	var file []byte
	if place != noCourseWord {
		var err error
		if next, file, err = bringCourse(ctx, place); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
	}
	with := func(s *school.School) error {
		c, err := s.Class(everybody, id, true)
		if err != nil {
			return err
		}
		plan := c.PlanCourse(next)
		if !f.try {
			if plan, err = s.SetCourse(ctx, everybody, id, next, file, f.again); err != nil {
				return err
			}
		}
		return p.sayCourse(plan, f)
	}
	if f.try {
		return f.read(ctx, with)
	}
	return f.written(ctx, with)
}

// bringCourse reads a course from a folder, a ZIP file or a Git repository, and packs it.
func bringCourse(ctx context.Context, place string) (*school.Course, []byte, error) {
	open, err := origin.Open(ctx, place, "")
	if err != nil {
		return nil, nil, err
	}
	file, err := course.Pack(open.Files)
	if err = errors.Join(err, open.Close()); err != nil {
		return nil, nil, err
	}
	next, err := course.Read(file)
	if err != nil {
		return nil, nil, err
	}
	next.Name = strings.TrimSuffix(filepath.Base(place), ".zip") + ".zip"
	return next, file, nil
}

// sayCourse prints what a new course changes.
func (p *program) sayCourse(plan school.CoursePlan, f *classFlags) error {
	var b strings.Builder
	for _, change := range []struct {
		mark  string
		steps []school.Step
	}{{"+", plan.Added}, {"~", plan.Changed}, {"-", plan.Gone}} {
		for _, s := range change.steps {
			fmt.Fprintf(&b, "%s %s  %s\n", change.mark, s.ID, s.Title)
		}
	}
	fmt.Fprintf(&b, "%d new, %d with other tests, %d as before, %d gone%s\n", len(plan.Added), len(plan.Changed), plan.Same, len(plan.Gone), map[bool]string{true: " (only tried)"}[f.try])
	switch {
	case plan.Done > 0 && f.again:
		fmt.Fprintf(&b, "%d results of steps with other tests count no more\n", plan.Done)
	case plan.Done > 0:
		fmt.Fprintf(&b, "%d results of steps with other tests stay; --again has them count no more\n", plan.Done)
	}
	if plan.Hidden > 0 {
		fmt.Fprintf(&b, "%d results of steps that are gone are kept, and come back with these steps\n", plan.Hidden)
	}
	_, err := p.stdout.Write([]byte(b.String()))
	return err
}

// writeCourse writes the file of a class's own course.
func (p *program) writeCourse(ctx context.Context, s *school.School, id string) error {
	own, err := s.Own(id)
	if err != nil {
		return err
	}
	file, err := s.CourseFile(ctx, id, own.Version)
	if err != nil {
		return err
	}
	_, err = p.stdout.Write(file)
	return err
}

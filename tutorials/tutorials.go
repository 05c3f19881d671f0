// Package tutorials holds the course that comes with Unbox. Lessons are read by
// tutorials/lesson, rendered by tutorials/render and tutorials/pages, run by
// tutorials/learn and tutorials/run, and checked by tutorials/check.
package tutorials

import (
	"io/fs"

	"unbox"
	"unbox/tutorials/lesson"
)

// Files is the folder of the course.
func Files() fs.FS { return unbox.Course() }

// Course reads the course.
//
// Errors: lesson.Problems, of which there are none in a build that was tested.
func Course() (*lesson.Course, error) { return lesson.Load(Files()) }

package tutorials

import (
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

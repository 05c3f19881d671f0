package tutorials

import (
	"testing"

	"unbox"
	"unbox/tutorials/check"
)

// TestCourse checks everything about the course but its programs.
func TestCourse(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	if err := check.Course(course, unbox.Sources); err != nil {
		t.Error(err)
	}
}

// TestRedGreen runs the programs of every step: the starter fails exactly the
// new tests, the solution passes all, every mistake is told.
func TestRedGreen(t *testing.T) {
	course, err := Course()
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range course.Chapters {
		for _, s := range ch.Steps {
			t.Run(ch.ID+"/"+s.ID, func(t *testing.T) {
				t.Parallel()
				if err := check.Step(ch, s, check.Native); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

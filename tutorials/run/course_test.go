package run

import (
	"flag"
	"hash/fnv"
	"testing"
	"time"

	"unbox/tutorials"
	"unbox/tutorials/check"
	"unbox/tutorials/learn"
	"unbox/workers/queue"
)

var wholeCourse = flag.Bool("whole", false, "run all programs of the course as WebAssembly")

// TestRedGreen checks the programs of every step: the starter fails exactly the new tests, the solution passes
// all, every mistake is told. Solutions run as WebAssembly, as a server runs them, once, with all their steps and with
// time, as on a machine that is busy. Of the other programs a sixteenth do, others each day, and the rest run natively,
// which takes a tenth of the time: what is said of a program is the same bytes there (TestIdenticalBytes, TestLesson).
// With -whole all run as WebAssembly.
func TestRedGreen(t *testing.T) {
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	p := warm(t, Options{QuickSteps: int(learn.MaxLimits().TotalSteps), QuickDeadline: patient})
	if err := p.Compiled(t.Context()); err != nil {
		t.Fatal(err)
	}
	sandboxed := check.Sandboxed(t.Context(), p, queue.Client{})
	t.Run("steps", func(t *testing.T) {
		for _, ch := range course.Chapters {
			for _, s := range ch.Steps {
				t.Run(ch.ID+"/"+s.ID, func(t *testing.T) {
					t.Parallel()
					if err := check.Step(ch, s, func(suite *learn.Suite) (*learn.Results, error) {
						if code := suite.Code.Text; code == s.Solution.Text || *wholeCourse || isOfToday(code) {
							return sandboxed(suite)
						}
						return check.Native(suite)
					}); err != nil {
						t.Error(err)
					}
				})
			}
		}
	})
}

// isOfToday reports whether a program is among the sixteenth that has its turn.
func isOfToday(code string) bool {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(code)) // which never fails
	return (hash.Sum32()+uint32(time.Now().UTC().YearDay()))%16 == 0
}

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

var (
	wholeCourse = flag.Bool("whole", false, "run all programs of the course as WebAssembly")
	longCourse  = flag.Bool("long", false, "run all solutions of the course and a sixteenth of its other programs as WebAssembly, the whole corpus, and proofs that need much memory")
)

// TestRedGreen checks the programs of every step: the starter fails exactly the new tests, the solution passes
// all, every mistake is told. A quarter of the solutions run as WebAssembly, as a server runs them, once, with all their
// steps and with time, as on a machine that is busy; so does a part of the other programs (isOfToday). The rest run
// natively, which takes a tenth of the time: what is said of a program is the same bytes there (TestIdenticalBytes, TestLesson).
// With -long all solutions run as WebAssembly, with -whole all programs. That no single call solves a step is asked of the steps whose
// solutions run as WebAssembly: it takes 30,000 short runs for all of them.
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
					look := check.Quick
					if *wholeCourse || isOfToday(s.Solution.Text, true) {
						look = check.Step
					}
					if err := look(ch, s, func(suite *learn.Suite) (*learn.Results, error) {
						if code := suite.Code.Text; *wholeCourse || isOfToday(code, code == s.Solution.Text) {
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

// isOfToday reports whether a program is among those that have their turn as WebAssembly, others each day: with -long all
// solutions and a sixteenth of the other programs, otherwise a quarter of each of these.
func isOfToday(code string, solution bool) bool {
	turns := uint32(64)
	switch {
	case solution && *longCourse:
		return true
	case solution:
		turns = 4
	case *longCourse:
		turns = 16
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(code)) // which never fails
	return (hash.Sum32()+uint32(time.Now().UTC().YearDay()))%turns == 0
}

package run

import (
	"testing"

	"unbox/tutorials"
	"unbox/tutorials/check"
	"unbox/tutorials/learn"
	"unbox/workers/queue"
)

// TestRedGreen runs the programs of every step as WebAssembly, as a server does: the starter fails
// exactly the new tests, the solution passes all, every mistake is told. They run once, with
// all their steps and with time, as on a machine that is busy.
func TestRedGreen(t *testing.T) {
	course, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	p := warm(t, Options{QuickSteps: int(learn.MaxLimits().TotalSteps), QuickDeadline: patient})
	if err := p.Compiled(t.Context()); err != nil {
		t.Fatal(err)
	}
	run := check.Sandboxed(t.Context(), p, queue.Client{})
	t.Run("steps", func(t *testing.T) {
		for _, ch := range course.Chapters {
			for _, s := range ch.Steps {
				t.Run(ch.ID+"/"+s.ID, func(t *testing.T) {
					t.Parallel()
					if err := check.Step(ch, s, run); err != nil {
						t.Error(err)
					}
				})
			}
		}
	})
}

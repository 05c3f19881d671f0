package interp

import (
	"testing"

	"unbox/heap"
)

// A look around the heap visits an object once, however many ways lead there, and the next look
// starts afresh.
func TestEachObjectIsVisitedOnce(t *testing.T) {
	var e environment
	for look := range 3 {
		e.begin(4)
		for _, o := range []heap.Object{2, 3, 2, 2, 3} {
			if place := e.visit(o, 10); place != uint64(o-1) {
				t.Errorf("look %d: expected object %d at place %d, found %d", look, o, o-1, place)
			}
		}
		if e.visit(4, 2) != 0 || len(e.queue) != 2 {
			t.Errorf("look %d: expected no room for a third object, found %d in the queue", look, len(e.queue))
		}
	}
}

// How often the outside of a random seed does something: acting and not acting both have
// to be tried often.
func TestOutsidesDoSomething(t *testing.T) {
	schema := &heap.Schema{Classes: make([]heap.Class, 3)}
	const seeds = 4000
	count := map[string]int{}
	for seed := uint64(1); seed <= seeds; seed++ {
		o := Outside{Seed: seed}
		for what, happens := range map[string]bool{"invalidated before the run": o.invalidates(0), "invalidated at an effect": o.invalidates(1), "failed": o.fails(1)} {
			if happens {
				count[what]++
			}
		}
		if thrown, raises := o.raises(1, schema); raises {
			count["raised"]++
			if thrown.class == heap.NoClass {
				count["raised what the trace has no name for"]++
			}
		}
		if _, raises := o.raisesFor(7, schema); raises {
			count["raised by a call that only computes"]++
		}
	}
	for what, share := range map[string]float64{
		"invalidated before the run": 1. / 8, "invalidated at an effect": 1. / 4, "raised": 1. / 4, "failed": 1. / 8,
		"raised what the trace has no name for": 1. / 16, "raised by a call that only computes": 1. / 3,
	} {
		if got := float64(count[what]) / seeds; got < share*0.8 || got > share*1.2 {
			t.Errorf("%s: expected about %.3f of the outsides, found %.3f", what, share, got)
		}
	}
	if none := (Outside{}); none.invalidates(0) || none.invalidates(3) || none.fails(3) {
		t.Error("expected nothing from the zero outside, found that it invalidates or has a guard fail")
	}
}

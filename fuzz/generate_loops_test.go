package fuzz

import (
	"testing"

	"unbox/interp"
	"unbox/trace"
)

// Loops are left after each of the first six iterations, and many write a new object into one
// that all iterations have.
func TestLoopsKeepAnObject(t *testing.T) {
	var machine interp.Interp
	iterations, keeping := map[int]int{}, 0
	eachTrace(t, 4000, func(_ uint64, g Generated) {
		last := g.Trace.Ops[len(g.Trace.Ops)-1]
		if last.Code != trace.OpJump || last.Descr > 0 {
			return
		}
		if o := machine.Run(g.Trace, g.Inputs, interp.RunOptions{Jumps: 20, Imagined: true, Heap: smallHeap}); o.Exit == interp.ExitGuard {
			iterations[o.Jumps+1]++
		}
		if keepsObject(g.Trace) {
			keeping++
		}
	})
	for n := 1; n <= 6; n++ {
		if iterations[n] < 5 {
			t.Errorf("expected loops that are left in iteration %d, found %d", n, iterations[n])
		}
	}
	if keeping < 50 {
		t.Errorf("expected loops that write a new object into one that all iterations have, found %d", keeping)
	}
}

// keepsObject reports whether the last write of a loop puts a new object into a parameter
// that the jump passes on unchanged.
func keepsObject(t *trace.Trace) bool {
	jump := trace.Value(len(t.Ops) - 1)
	for v := jump - 1; v > 0; v-- {
		if t.Ops[v].Code != trace.OpSet {
			continue
		}
		object, held := t.Arg(v, 0), t.Arg(v, 1)
		k := int(object) - firstParam
		return held > 0 && t.Ops[held].Code == trace.OpNew && k >= 0 && k < int(t.Ops[jump].Len) && t.Arg(jump, k) == object
	}
	return false
}

// Variations put inputs on both sides of each limit that a guard sets.
func TestVariationsMeetLimits(t *testing.T) {
	text := "[i0]\ni1 = int_le(i0, 128)\nguard_true(i1) []\ni2 = int_ge(i0, -5)\nguard_true(i2) []\nfinish(i0)\n"
	trace, _ := trace.Parse(text)
	in, _ := interp.ParseInputs(trace, "i0=7")
	v := NewVarier(1)
	met := map[int64]bool{}
	for range 200 {
		met[int64(v.Next(trace, in).Params[0].Bits)] = true
	}
	for _, n := range []int64{127, 128, 129, -6, -5, -4} {
		if !met[n] {
			t.Errorf("expected %d among 200 variations, found it in none", n)
		}
	}
}

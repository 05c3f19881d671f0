package optimizer_test

import (
	"testing"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/trace"
)

// TestCauses checks on all examples and on 1,000 random traces that what a decision rests on is an
// operation, and that it stands in front of it, or else is what ends its life.
func TestCauses(t *testing.T) {
	var all optimizer.PassSet
	for _, p := range optimizer.Passes() {
		all = all.With(p)
	}
	seen := make(map[optimizer.CauseKind]int)
	for _, e := range examples.All() {
		if tr, _ := trace.Parse(e.Text); tr != nil {
			checkCauses(t, e.ID, optimizer.Optimize(tr, all), seen)
		}
	}
	var g fuzz.Generator
	for i := range uint64(1000) {
		tr := g.Trace(7, i, 60).Trace
		checkCauses(t, "random", optimizer.Optimize(tr, all), seen)
		if t.Failed() {
			t.Fatalf("trace %d:\n%s", i, tr)
		}
	}
	for kind := optimizer.CauseOperation; kind <= optimizer.CauseLater; kind++ {
		if seen[kind] == 0 {
			t.Errorf("expected causes of kind %s, found none", kind)
		}
	}
}

func checkCauses(t *testing.T, name string, r *optimizer.Result, seen map[optimizer.CauseKind]int) {
	t.Helper()
	recorded, result := trace.NewNamer(r.In, ""), trace.NewNamer(r.Out, "")
	for i := range r.Remarks {
		remark := &r.Remarks[i]
		causes := r.Causes(i)
		says := func(problem string) {
			t.Errorf("%s: %s: %s by %s (%s): %s", name, problem, remark.Kind, remark.Pass, remark.Reason.ID(), r.Text(i, recorded, result))
		}
		if len(causes) == 0 && remark.Reason.HasCause() && !restsOnGone(r, remark) {
			says("expected a cause, found none")
		}
		for _, c := range causes {
			seen[c.Kind]++
			if !isCause(r, remark, c) {
				says("expected a cause in front, found " + c.Kind.String() + " " + causeText(r, c))
			}
		}
	}
}

// restsOnGone tells whether a remark speaks of an operation that a pass invented and that is
// not in the result.
func restsOnGone(r *optimizer.Result, remark *optimizer.Remark) bool {
	for _, v := range append(remark.Facts[:], remark.Because[:]...) {
		if k := int(v) - len(r.In.Ops); k >= 0 && r.Invented[k] == trace.None {
			return true
		}
	}
	return false
}

// isCause tells whether an operation can be a cause of a remark.
func isCause(r *optimizer.Result, remark *optimizer.Remark, c optimizer.Cause) bool {
	switch {
	case c.In == trace.None:
		return int(c.Out) < len(r.Out.Ops) && c.Out > 0
	case int(c.In) >= len(r.In.Ops) || c.Copy > 0 && !r.Peeled:
		return false
	case remark.In == trace.None, c.Kind == optimizer.CauseEscape, c.Kind == optimizer.CauseJump:
		return true
	}
	before := c.Copy < remark.Copy || c.Copy == remark.Copy && c.In < remark.In
	// What becomes known of a value is known behind a guard on it.
	return before != (c.Kind == optimizer.CauseLater || remark.Kind == optimizer.Learned)
}

func causeText(r *optimizer.Result, c optimizer.Cause) string {
	if c.In != trace.None {
		return r.In.Ops[c.In].Code.String()
	}
	return r.Out.Ops[c.Out].Code.String()
}

package optimizer_test

import (
	"slices"
	"testing"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/trace"
)

// TestCauses checks on all examples and on 1,000 random traces that what a decision rests on is an
// operation, and that it comes before the one decided about, or ends its life.
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
	count := uint64(1000)
	if testing.Short() {
		count = 200
	}
	for i := range count {
		tr := g.Trace(7, i, 60).Trace
		checkCauses(t, "random", optimizer.Optimize(tr, all), seen)
		if t.Failed() {
			t.Fatalf("trace %d:\n%s", i, tr)
		}
	}
	for kind := optimizer.CauseOperation; kind <= optimizer.CauseUse; kind++ {
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
		if len(causes) == 0 && remark.Reason.HasCause() && !restsOnGone(r, i) {
			says("expected a cause, found none")
		}
		checkWords(says, remark, causes, r.Parts(i, recorded, result), r.Short(i, recorded, result))
		for _, c := range causes {
			seen[c.Kind]++
			if !isCause(r, remark, c) {
				says("expected a cause in front, found " + c.Kind.String() + " " + causeText(r, c))
			}
		}
	}
}

// checkWords checks that both forms of a reason name a cause, by its operation or by its
// row.
func checkWords(says func(problem string), remark *optimizer.Remark, causes []optimizer.Cause, parts, short []optimizer.Part) {
	if len(short) == 0 {
		says("expected a short reason, found none")
	}
	if len(causes) == 0 || !remark.Reason.HasCause() {
		return
	}
	for _, text := range [][]optimizer.Part{parts, short} {
		names := func(p optimizer.Part) bool {
			return slices.ContainsFunc(causes, func(c optimizer.Cause) bool {
				return p.Kind == optimizer.PartRow && p.In == c.In && p.Copy == c.Copy || c.In == trace.None && p.Out == c.Out
			})
		}
		if !slices.ContainsFunc(text, names) {
			says("expected a text that names a cause, found: " + optimizer.PartsText(text))
		}
	}
}

// restsOnGone reports whether remark i mentions an operation that a pass invented and that is
// not in the result.
func restsOnGone(r *optimizer.Result, i int) bool {
	facts, because := r.Facts(i), r.Because(i)
	for _, v := range append(facts[:], because[:]...) {
		if k := int(v) - len(r.In.Ops); k >= 0 && r.Invented[k] == trace.None {
			return true
		}
	}
	return false
}

// isCause reports whether an operation can be a cause of a remark.
func isCause(r *optimizer.Result, remark *optimizer.Remark, c optimizer.Cause) bool {
	switch {
	case c.In == trace.None:
		return int(c.Out) < len(r.Out.Ops) && c.Out > 0
	case int(c.In) >= len(r.In.Ops) || c.Copy > 0 && !r.Peeled:
		return false
	case remark.Reason == optimizer.ReasonMaterialize && c.Kind == optimizer.CauseAllocation:
		return true // what refers to the object may be newer
	case remark.In == trace.None, c.Kind == optimizer.CauseEscape, c.Kind == optimizer.CauseJump, c.Kind == optimizer.CauseUse:
		return true
	}
	before := c.Copy < remark.Copy || c.Copy == remark.Copy && c.In < remark.In
	// After a guard on a value, something is known about it.
	return before != (c.Kind == optimizer.CauseLater || remark.Kind == optimizer.Learned)
}

func causeText(r *optimizer.Result, c optimizer.Cause) string {
	if c.In != trace.None {
		return r.In.Ops[c.In].Code.String()
	}
	return r.Out.Ops[c.Out].Code.String()
}

// A comparison that a guard decided is traced back to that guard, whatever name the values had
// then.
func TestCausesUnderOtherNames(t *testing.T) {
	tr := mustParse(t, `[i0, i1, i2, i3, i4, i5, i6, i7]
i8 = int_lt(i4, i0)
guard_true(i8) []
i9 = int_lt(i5, i1)
guard_true(i9) []
i10 = int_lt(i2, i6)
guard_false(i10) []
i11 = int_le(i3, i7)
guard_false(i11) []
i12 = int_eq(i0, i1)
guard_true(i12) []
i13 = int_eq(i0, i2)
guard_true(i13) []
i14 = int_eq(i0, i3)
guard_true(i14) []
i15 = int_lt(i4, i1)
i16 = int_gt(i2, i5)
i17 = int_lt(i0, i6)
i18 = int_gt(i0, i7)
i19 = int_lt(i5, i3)
i20 = int_lt(i3, i6)
i21 = int_gt(i6, i0)
i22 = int_lt(i7, i0)
finish(i15, i16, i17, i18, i19, i20, i21, i22)
`)
	passes, err := optimizer.ParsePasses([]string{"guards"})
	if err != nil {
		t.Fatal(err)
	}
	r := optimizer.Optimize(tr, passes)
	decided := 0
	for i := range r.Remarks {
		if r.Remarks[i].Reason.ID() != "compare-guarded" {
			continue
		}
		decided++
		if causes := r.Causes(i); len(causes) == 0 || causes[0].Kind != optimizer.CauseGuard {
			t.Errorf("%s: expected a guard as the cause, found %v", r.Text(i, trace.NewNamer(tr, ""), trace.NewNamer(r.Out, "")), causes)
		}
	}
	if decided != 8 {
		t.Errorf("expected 8 comparisons that guards decided, found %d\n%s", decided, r.Out)
	}
}

package optimizer_test

import (
	"testing"

	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/trace"
)

// A look at a moment changes nothing, and what it shows of an operation is what is said of it in
// the end: 60 random traces, at every operation of each.
func TestMomentsAgreeWithResults(t *testing.T) {
	var g fuzz.Generator
	var o optimizer.Optimizer
	removed, emitted, facts := 0, 0, 0
	for i := range uint64(60) {
		in := g.Trace(19, i, 40).Trace
		r := optimizer.Optimize(in, allPasses)
		plain := r.Out.String()
		recorded, result := trace.NewNamer(in, ""), trace.NewNamer(r.Out, "")
		for _, place := range r.Places() {
			m := o.MomentAt(in, allPasses, place)
			if m.Result.Out.String() != plain {
				t.Fatalf("trace %d, %+v: expected the same result as without looking\n%s", i, place, plain)
			}
			if !m.Reached() {
				if r.Impossible == trace.None {
					t.Fatalf("trace %d, %+v: expected that the walk comes there\n%s", i, place, in)
				}
				continue
			}
			facts += len(m.Facts)
			out, gone := checkSteps(t, r, m)
			emitted, removed = emitted+out, removed+gone
			checkText(t, m, recorded, result)
		}
	}
	if removed < 500 || emitted < 500 || facts < 10_000 {
		t.Errorf("expected many operations that go and that stay, and facts, found %d, %d and %d", removed, emitted, facts)
	}
}

// checkText checks that limits leave out what they say, and nothing that is about the operation.
func checkText(t *testing.T, m *optimizer.Moment, recorded, result *trace.Namer) {
	t.Helper()
	all := m.Text(recorded, result, optimizer.MomentLimits{Others: -1, Output: -1})
	if len(m.Steps) > 0 && len(all.Lines) == 0 {
		t.Errorf("%+v: expected words about the moment", m.Place)
	}
	some := m.Text(recorded, result, optimizer.MomentLimits{Others: 1, Output: 2})
	count := func(text optimizer.MomentText) (near int, of [optimizer.MomentOutput + 1]int) {
		for _, line := range text.Lines {
			of[line.Kind]++
			near += int(trace.BoolBit(line.Near))
		}
		return near, of
	}
	nearAll, whole := count(all)
	nearSome, part := count(some)
	for kind, n := range whole {
		if part[kind]+some.Left[kind] != n {
			t.Errorf("%+v: expected %d lines of kind %s, said or left out, found %d and %d", m.Place, n, optimizer.MomentKind(kind), part[kind], some.Left[kind])
		}
	}
	if nearAll != nearSome {
		t.Errorf("%+v: expected all %d lines about the operation, found %d", m.Place, nearAll, nearSome)
	}
	if n := part[optimizer.MomentOutput]; n > 2 {
		t.Errorf("%+v: expected at most 2 operations of the output, found %d", m.Place, n)
	}
}

// checkSteps checks what passes do with the operation against what is said of it in the end.
func checkSteps(t *testing.T, r *optimizer.Result, m *optimizer.Moment) (emitted, removed int) {
	t.Helper()
	for _, e := range m.Steps {
		isIt := e.Src == int32(m.In) && e.Copy == m.Copy
		switch {
		case e.Kind == optimizer.EventEmit && isIt:
			emitted++
		case e.Kind == optimizer.EventRemove && isIt:
			removed++
			if !hasRemark(r, m.Place) && !isInResult(r, m.Place) {
				t.Errorf("%+v: expected a remark about what `%s` takes out, or that it comes back", m.Place, e.Pass)
			}
		}
	}
	return emitted, removed
}

func hasRemark(r *optimizer.Result, place optimizer.Place) bool {
	for i := range r.Remarks {
		if r.Remarks[i].In == place.In && r.Remarks[i].Copy == place.Copy {
			return true
		}
	}
	return false
}

// isInResult reports whether an operation is in the result after all: an object that was
// virtual for a while can be allocated where it was.
func isInResult(r *optimizer.Result, place optimizer.Place) bool {
	for v := range r.Out.Ops {
		if op := &r.Out.Ops[v]; v > 0 && trace.Value(op.Src) == place.In && op.Copy == place.Copy {
			return true
		}
	}
	return false
}

// BenchmarkMoment is a random moment of a long random trace.
func BenchmarkMoment(b *testing.B) {
	var g fuzz.Generator
	in := g.Trace(5, 1, 31_000).Trace // the generator stops at about 4,000
	var o optimizer.Optimizer
	r := o.Run(in, allPasses)
	places := r.Places()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		o.MomentAt(in, allPasses, places[i*7919%len(places)])
	}
	b.ReportMetric(float64(len(in.Ops)), "operations")
}

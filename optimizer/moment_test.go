package optimizer_test

import (
	"reflect"
	"slices"
	"testing"

	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/trace"
)

// Looking at a moment changes nothing, and what it shows about an operation is what the result
// says about it in the end: 60 random traces, at every operation of each.
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
			m := o.MomentAt(r, place)
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
		if again := o.Run(in, allPasses).Out.String(); again != plain {
			t.Fatalf("trace %d: expected the same result as without looking\n%s\nfound\n%s", i, plain, again)
		}
	}
	if removed < 500 || emitted < 500 || facts < 10_000 {
		t.Errorf("expected many operations that go and that stay, and facts, found %d, %d and %d", removed, emitted, facts)
	}
}

// A walk that stops at a place, and leaves out what peeling tried in vain before, sees there what a whole
// walk sees: the same facts, and the same steps.
func TestMomentsAreThoseOfTheWholeWalk(t *testing.T) {
	var g fuzz.Generator
	var o optimizer.Optimizer
	attempts, inVain, peeled := 0, 0, 0
	for i := range uint64(200) {
		in := g.Trace(29, i, 25).Trace
		if i == 0 {
			in = counting(t)
		}
		facts := make(map[optimizer.Place][]optimizer.Event)
		r := new(optimizer.Optimizer).Watch(in, allPasses, func(at trace.Value, copied uint8, k optimizer.Knowledge) {
			var known []optimizer.Event
			k.Each(func(e optimizer.Event) { known = append(known, e) })
			facts[optimizer.Place{In: at, Copy: copied}] = known
		})
		steps, begun := lastAttempt(in)
		switch {
		case r.Peeled && begun > 1:
			attempts++
		case r.Peeled:
			peeled++
		case begun > 1:
			inVain++
		}
		for _, place := range r.Places() {
			m := o.MomentAt(r, place)
			if !m.Reached() {
				continue
			}
			if !slices.EqualFunc(m.Facts, facts[place], sameEvent) {
				t.Fatalf("trace %d, %+v: expected the facts\n%v\nfound\n%v\n%s", i, place, facts[place], m.Facts, in)
			}
			if steps = after(steps, m.Steps); steps == nil {
				t.Fatalf("trace %d, %+v: expected steps of the whole walk, in their order, found\n%v\n%s", i, place, m.Steps, in)
			}
		}
		if len(steps) > 0 && r.Impossible == trace.None {
			t.Errorf("trace %d: expected that all steps are of some place, found others at the end: %v\n%s", i, steps, in)
		}
	}
	if attempts < 1 || inVain < 5 || peeled < 20 {
		t.Errorf("expected loops that peeling tried again, gave up, and peeled at once, found %d, %d and %d", attempts, inVain, peeled)
	}
}

// counting is a loop that passes a constant at the end of its first iteration and another one after the second: peeling
// begins again, and assumes less.
func counting(t *testing.T) *trace.Trace {
	in, list := trace.Parse(`
[i0, p1]
record_exact_value_i(i0, 5)
p2 = new(Box)
set(p2, val, i0)
i3 = get(p2, val)
i4 = int_sub(i3, 1)
jump(i4, p2)
`)
	if in == nil {
		t.Fatal(list)
	}
	return in
}

// lastAttempt returns the steps of the walk that led to the result, and how often it began.
func lastAttempt(in *trace.Trace) (steps []optimizer.Event, begun int) {
	_, events := new(optimizer.Optimizer).Record(in, allPasses)
	for k := range events {
		if events[k].Kind == optimizer.EventBegin {
			steps, begun = events[k+1:], begun+1
		}
	}
	return steps, begun
}

// after returns what comes after some steps of a walk, nil if the walk does not have these steps. What comes
// before them is about inputs, which are no places.
func after(walk, steps []optimizer.Event) []optimizer.Event {
	for k := 0; k+len(steps) <= len(walk); k++ {
		if slices.EqualFunc(walk[k:k+len(steps)], steps, sameEvent) {
			return walk[k+len(steps):]
		}
		if walk[k].Code != trace.OpParam {
			break
		}
	}
	return nil
}

func sameEvent(a, b optimizer.Event) bool { return reflect.DeepEqual(a, b) }

// checkText checks that limits leave out what they say they do, and nothing that is about the
// operation.
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

// checkSteps compares what passes do with the operation with what the result says about it
// in the end.
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

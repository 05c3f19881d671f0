package timing

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"unbox/interp"
	"unbox/native"
	"unbox/workers"
)

// boxes is a loop that allocates a box in every iteration until it is optimized.
const boxes = `[i0, p1]
i2 = getfield_gc_i(p1, descr=value)
i3 = int_add(i2, i0)
p4 = new_with_vtable(Box)
setfield_gc(p4, i3, descr=value)
jump(i0, p4)
`

func quick(t *testing.T, j *Job) (*Report, error) {
	t.Helper()
	j.Quick = true
	return Measure(t.Context(), NewHost(), j, nil)
}

func TestMeasure(t *testing.T) {
	r, err := quick(t, &Job{Trace: boxes, Inputs: "i0=3, p1=Box(value=4)"})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Variants) != 4 || r.Machine.Cores < 1 || r.Inputs == "" {
		t.Fatalf("expected four variants, found %+v", r)
	}
	recorded, peeled := r.Variants[0], r.Variants[2]
	if recorded.Allocations < 0.99 || peeled.Allocations > 0.01 {
		t.Errorf("expected an allocation per iteration as recorded and none when peeled, found %g and %g", recorded.Allocations, peeled.Allocations)
	}
	if recorded.InLoop != 5 || peeled.InLoop != 2 {
		t.Errorf("expected 5 operations in the recorded loop and 2 in the peeled one, found %d and %d", recorded.InLoop, peeled.InLoop)
	}
	if native.Available() && (recorded.CodeSize == 0 || recorded.CompileTime == 0) {
		t.Errorf("expected the size of the code and the time to make it, found %+v", without(recorded))
	}
}

// without keeps samples out of messages.
func without(v Variant) Variant {
	v.Samples = nil
	return v
}

func TestEveryVariant(t *testing.T) {
	r, err := quick(t, &Job{Trace: boxes, Inputs: "i0=3, p1=Box(value=4)", Variants: VariantNames(), Versus: "[i0, p1]\ni2 = getfield_gc_i(p1, descr=value)\nguard_class(p1, Box)\njump(i0, p1)\n"})
	if err != nil {
		t.Fatal(err)
	}
	want := len(VariantNames()) + 1
	if !native.Available() {
		want -= 4
	}
	if len(r.Variants) != want {
		t.Errorf("expected %d variants, found %d and without %v", want, len(r.Variants), r.Missing)
	}
}

func TestInputsAreFound(t *testing.T) {
	r, err := quick(t, &Job{Trace: "[i0, i1]\ni2 = int_lt(i0, i1)\nguard_true(i2) [i0]\ni3 = int_add(i0, 1)\njump(i3, i1)\n"})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Variants) == 0 || r.Variants[0].Iterations < 1000 {
		t.Errorf("expected inputs on which the loop runs, found %s", r.Inputs)
	}
}

// What calls do is made up, by the interpreter for all variants, and the report says so.
func TestCallsAreMeasured(t *testing.T) {
	const calls = "[i0, p1]\ni2 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)\nguard_no_exception() [i0]\n" +
		"guard_not_invalidated() [i0]\ni3 = call_pure_i(ConstClass(g), i2, descr=<Calli 8 i EF=4>)\nguard_no_exception() [i0]\n" +
		"i4 = int_add(i0, i3)\njump(i4, p1)\n"
	r, err := quick(t, &Job{Trace: calls, Variants: VariantNames()})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Imagined || len(r.Variants) < 6 || r.Variants[0].Iterations < 1000 {
		t.Errorf("expected calls that are done in all variants, found %+v", r.Imagined)
	}
}

// TestSuggestedInputsAreTried: no random inputs have the class that the guard asks
// for and a value between the bounds.
func TestSuggestedInputsAreTried(t *testing.T) {
	trace, err := parse("[p0]\nguard_class(p0, Box)\ni1 = getfield_gc_i(p0, descr=value)\ni2 = int_eq(i1, 123456789)\nguard_true(i2) [p0]\njump(p0)\n")
	if err != nil {
		t.Fatal(err)
	}
	in, err := chooseInputs(trace, "", false)
	if err != nil {
		t.Fatal(err)
	}
	if out := interp.Run(trace, in, interp.RunOptions{Jumps: 10}); out.Jumps != 10 {
		t.Errorf("expected inputs that keep the loop going, found %s", interp.FormatInputs(trace, in))
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		job  Job
		want string
	}{
		{Job{Trace: ""}, "expected"},
		{Job{Trace: "[i0]\ni1 = int_ad(i0, 1)\njump(i1)\n"}, "line 2: expected an operation"},
		{Job{Trace: "[p0]\np1 = mystery(p0)\njump(p1)\n"}, "mystery"},
		{Job{Trace: boxes, Inputs: "i0=x"}, "inputs: "},
		{Job{Trace: boxes, Inputs: "i0=1, p1=null"}, "expected inputs on which the trace has a meaning"},
		{Job{Trace: boxes, Variants: []string{"gpu loop"}}, "expected a variant such as `native loop`, found `gpu loop`"},
		{Job{Trace: boxes, Variants: []string{"interp loop", "interp loop"}}, "expected each variant once"},
		{Job{Trace: boxes, Versus: "[f0]\njump(f0)\n"}, "expected another trace that takes the same inputs"},
		{Job{Trace: strings.Repeat("#", maxTrace+1)}, "expected at most"},
	} {
		if _, err := quick(t, &c.job); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("expected `%s`, found %v", c.want, err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Measure(ctx, NewHost(), &Job{Trace: boxes, Inputs: "i0=3, p1=Box(value=4)"}, func(p Progress) {
		if p.Stage == "warming up" {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("expected a measurement that ends with its context, found %v", err)
	}
}

func TestDo(t *testing.T) {
	do := do(NewHost())
	job, err := json.Marshal(Job{Trace: boxes, Inputs: "i0=3, p1=Box(value=4)", Quick: true, Variants: []string{"interp recorded"}})
	if err != nil {
		t.Fatal(err)
	}
	stages := map[string]bool{}
	out, err := do(wrapped("trace", workers.Job{Contents: job}).Contents, func(event []byte) error {
		var p Progress
		if err := json.Unmarshal(event, &p); err != nil {
			t.Error(err)
		}
		stages[p.Stage] = true
		return nil
	})
	var r Report
	if err != nil || json.Unmarshal(out, &r) != nil || len(r.Variants) != 1 {
		t.Fatalf("expected a report with one variant, found %s, %v", out, err)
	}
	for _, stage := range []string{"compiling", "checking", "warming up", "sampling"} {
		if !stages[stage] {
			t.Errorf("expected the stage `%s`, found %v", stage, stages)
		}
	}
	if _, err := do([]byte("{"), nil); err == nil {
		t.Error("expected an error for a job that is no JSON")
	}
}

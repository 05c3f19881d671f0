package interp

import (
	"testing"

	"unbox/trace"
)

// Inputs can mention constants of which a log shows only numbers: they are objects.
func TestNumberedConstantsInInputs(t *testing.T) {
	const text = `[p0, p1]
guard_value(p0, ConstPtr(ptr7))
guard_value(p1, ConstPtr(ptr9))
i0 = getfield_gc_i(ConstPtr(ptr7), descr=<FieldS Box.value 8>)
i1 = ptr_eq(p0, p1)
finish(i0, i1)
`
	tr, list := trace.Parse(text)
	if tr == nil {
		t.Fatal(list)
	}
	o := RunOptions{Imagined: true}
	for _, c := range []struct{ inputs, i0, i1, exit, problem string }{
		{inputs: "", i0: "5", i1: "0", exit: "finish"}, // the suggested contents
		{inputs: "p0=ConstPtr(ptr7), p1=ConstPtr(ptr9), ConstPtr(ptr7)=obj(Box.value=5)", i0: "5", i1: "0", exit: "finish"},
		{inputs: "ConstPtr(ptr7)=ConstPtr(ptr9)", i0: "0", i1: "1", exit: "finish"},
		{inputs: "ConstPtr(ptr7)=ConstPtr(ptr9), ConstPtr(ptr9)=obj(Box.value=6)", i0: "6", i1: "1", exit: "finish"},
		{inputs: "p0=null", exit: "guard"},
		{inputs: "ConstPtr(ptr7)=ConstPtr(ptr9), ConstPtr(ptr9)=ConstPtr(ptr7)", problem: "input-cycle"},
		{inputs: "ConstPtr(ptr7)=ConstPtr(ptr7)", problem: "input-cycle"},
		{inputs: "ConstPtr(ptr8)=obj()", problem: "input-syntax"},
		{inputs: "ConstPtr(ptr7)=null", problem: "input-type"},
	} {
		in, list := ParseInputsFor(tr, c.inputs, o)
		if in == nil {
			if c.problem == "" || list[0].Code != c.problem {
				t.Errorf("%q: expected inputs or `%s`, found %v", c.inputs, c.problem, list)
			}
			continue
		}
		if c.problem != "" {
			t.Errorf("%q: expected `%s`, found no error", c.inputs, c.problem)
		}
		out := Run(tr, in, o)
		if out.Exit.String() != c.exit {
			t.Errorf("%q: expected %s, found %s %s", c.inputs, c.exit, out.Exit, out.Detail(trace.NewNamer(tr, "")))
			continue
		}
		report := out.Report(trace.NewNamer(tr, ""), 9)
		if c.exit == "finish" && c.i0 != "" && (report.Values[0].Value.Text != c.i0 || report.Values[1].Value.Text != c.i1) {
			t.Errorf("%q: expected %s and %s, found %v", c.inputs, c.i0, c.i1, report.Values)
		}
		// What is printed says the same again.
		again, list := ParseInputsFor(tr, FormatInputs(tr, in), o)
		if again == nil || FormatInputs(tr, again) != FormatInputs(tr, in) {
			t.Errorf("%q: expected a text that can be read again, found %s %v", c.inputs, FormatInputs(tr, in), list)
		}
	}
	// A run that is not imagined does not know these objects.
	if in, _ := ParseInputs(tr, "p0=ConstPtr(ptr7)"); in != nil {
		t.Error("expected an error for a constant of which only a number is known, found none")
	}
}

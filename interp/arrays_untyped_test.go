package interp_test

import (
	"strings"
	"testing"

	"unbox/interp"
	"unbox/trace"
)

// TestArraysHaveOneType: an array of which nothing says the type is not an array of two types, to which a write to one would change the
// other: the optimizer and the prover know that there are none.
func TestArraysHaveOneType(t *testing.T) {
	tr := parsed(t, `[p0, p1, p2]
p3 = getfield_gc_r(p2, descr=<FieldP a 8>)
i4 = getarrayitem_gc_i(p0, 0, descr=<ArrayS 8>)
setarrayitem_gc(p1, 0, 77, descr=<ArrayU 1>)
i5 = getarrayitem_gc_i(p0, 0, descr=<ArrayS 8>)
finish(i4, i5, p3)
`)
	names := trace.NewNamer(tr, "")
	for _, test := range []struct {
		inputs, detail string
		exit           interp.ExitKind
	}{
		{"p2=obj(a=p9), p0=p9, p1=p9, p9=[1, 2]", "expected an array of type `<ArrayU 1>`, found one of type `<ArrayS 8>`", interp.ExitUndefined},
		{"p2=obj(a=p9), p0=p9, p1=[3], p9=[1, 2]", "", interp.ExitFinish},
	} {
		inputs, problems := interp.ParseInputs(tr, test.inputs)
		if inputs == nil {
			t.Fatal(problems)
		}
		var in interp.Interp
		out := in.Run(tr, inputs, interp.RunOptions{})
		if out.Exit != test.exit || test.detail != "" && !strings.Contains(out.Detail(names), test.detail) {
			t.Errorf("%s: expected %v, %q, found %v, %q", test.inputs, test.exit, test.detail, out.Exit, out.Detail(names))
		}
	}
}

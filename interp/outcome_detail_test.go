package interp_test

import (
	"testing"

	"unbox/heap"
	"unbox/interp"
	"unbox/trace"
)

// Inputs that were made for another trace are told apart by their number and their types.
func TestInputsOfAnotherTrace(t *testing.T) {
	given := parsed(t, "[i0, p1]\nfinish(i0, p1)")
	for _, c := range []struct{ text, want string }{
		{"[p0, p1]\nfinish(p0, p1)", "expected a reference as input, found an integer"},
		{"[i0, f1]\nfinish(i0, f1)", "expected a float as input, found a reference"},
		{"[i0]\nfinish(i0)", "expected inputs for the 1 parameters of the trace, found 2"},
	} {
		other := parsed(t, c.text)
		out := interp.Run(other, inputsFor(t, given, "i0=3, p1=NULL"), interp.RunOptions{})
		if got := out.Detail(trace.NewNamer(other, "")); out.Exit != interp.ExitUndefined || got != c.want {
			t.Errorf("%s: expected undefined, %s; found %s, %s", c.text, c.want, out.Exit, got)
		}
	}
}

// What runs that could not go on say: the sentences that no text in testdata has.
func TestDetails(t *testing.T) {
	for _, c := range []struct {
		text, inputs string
		options      interp.RunOptions
		want         string
	}{
		{"[i0]\ni1 = int_add(i0, ConstInt(size))\nfinish(i1)", "i0=1", interp.RunOptions{}, "this depends on a constant of which only a number is known"},
		{"[i0]\ni1 = int_add(i0, 1)\njump(i1)", "i0=1", interp.RunOptions{Steps: 5, Jumps: 100}, "the budget of 5 operations was used up"},
		{"[i0]\nprint(i0)\njump(i0)", "i0=1", interp.RunOptions{Effects: 5}, "the budget of 5 visible effects was used up"},
		{"[i0]\np0 = new_array_clear(1, descr=<ArrayS 8>)\ni1 = getfield_gc_i(p0, descr=<FieldS Box.value 8>)\nfinish(i1)", "i0=1", interp.RunOptions{}, "expected an object with fields, found an array"},
		{"[i0]\np1 = new_array_clear(1, descr=<ArrayS 8>)\np2 = getarrayitem_gc_r(p1, 0, descr=<ArrayP 8>)\nfinish(p2)", "i0=1", interp.RunOptions{}, "expected an array of type `<ArrayP 8>`, found one of type `<ArrayS 8>`"},
		{"[f0]\ni1 = convert_float_bytes_to_longlong(f0)\nfinish(i1)", "f0=nan", interp.RunOptions{}, "expected a float whose bits are known, found nan"},
		{"class Box { value: int }\n[i0]\np1 = new(Box)\njump(i0)", "i0=1", interp.RunOptions{Heap: heap.Limits{Objects: 3}}, "the heap is full: its limit is 3 objects with 4194304 fields and items"},
	} {
		tr := parsed(t, c.text)
		out := interp.Run(tr, inputsFor(t, tr, c.inputs), c.options)
		if got := out.Detail(trace.NewNamer(tr, "")); got != c.want {
			t.Errorf("%s: expected %q, found %q (%s)", c.text, c.want, got, out.Exit)
		}
	}
}

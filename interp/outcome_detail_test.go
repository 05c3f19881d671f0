package interp_test

import (
	"testing"

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

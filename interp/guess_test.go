package interp_test

import (
	"testing"

	"unbox/interp"
	"unbox/trace"
)

// In an imagined world it is a guess whether two constants of a log are the same object. It is no guess
// whether an object is itself or null, or whether two inputs differ.
func TestWhatIsAGuess(t *testing.T) {
	for _, c := range []struct {
		text, inputs string
		guessed      bool
	}{
		{"[p0, p1]\ni2 = ptr_eq(ConstPtr(ptr12), ConstPtr(ptr13))\nfinish(i2)\n", "p0=null, p1=null", true},
		{"[p0, p1]\ni2 = ptr_ne(p0, ConstPtr(ptr12))\nfinish(i2)\n", "p0=obj(), p1=null", true},
		{"[p0, p1]\ni2 = ptr_eq(ConstPtr(ptr12), p0)\nfinish(i2)\n", "p0=obj(), p1=null", true},
		{"[p0, p1]\ni2 = ptr_eq(ConstPtr(ptr12), ConstPtr(ptr12))\nfinish(i2)\n", "p0=null, p1=null", false},
		{"[p0, p1]\ni2 = ptr_eq(ConstPtr(ptr12), p0)\nfinish(i2)\n", "p0=null, p1=null", false},
		{"[p0, p1]\ni2 = ptr_eq(p0, ConstPtr(ptr12))\nfinish(i2)\n", "p0=null, p1=null", false},
		{"[p0, p1]\ni2 = ptr_eq(p0, p1)\ni3 = ptr_eq(ConstPtr(ptr12), ConstPtr(ptr12))\nfinish(i2)\n", "p0=obj(), p1=obj()", false},
		{"[p0, p1]\ni2 = ptr_eq(p0, p1)\ni3 = ptr_eq(ConstPtr(ptr12), ConstPtr(ptr12))\nfinish(i2)\n", "p0=obj(), p1=null", false},
	} {
		tr, problems := trace.Parse(c.text)
		if tr == nil {
			t.Fatal(problems)
		}
		in, list := interp.ParseInputs(tr, c.inputs)
		if len(list) > 0 {
			t.Fatal(list)
		}
		o := interp.Run(tr, in, interp.RunOptions{Imagined: true})
		if o.Guessed != c.guessed || o.Exit != interp.ExitFinish {
			t.Errorf("%swith %s: expected a finish and guessed %t, found %s and %t", c.text, c.inputs, c.guessed, o.Exit, o.Guessed)
		}
	}
}

// An object of which the log shows only the size is of the class that the first guard asks for, and of no other.
func TestClassOfASize(t *testing.T) {
	const allocated = "[i0]\np1 = new_with_vtable(descr=<SizeDescr 16>)\n"
	for _, c := range []struct {
		guards string
		exit   interp.ExitKind
	}{
		{"guard_class(p1, ConstClass(A)) []\nguard_class(p1, ConstClass(A)) []\n", interp.ExitFinish},
		{"guard_class(p1, ConstClass(A)) []\nguard_class(p1, ConstClass(B)) []\n", interp.ExitGuard},
		{"p2 = new_with_vtable(descr=<SizeDescr 16>)\nguard_class(p1, ConstClass(A)) []\nguard_nonnull_class(p2, ConstClass(B)) []\n", interp.ExitFinish},
	} {
		tr, list := trace.Parse(allocated + c.guards + "finish(p1)\n")
		if tr == nil {
			t.Fatalf("%v", list)
		}
		o := interp.Run(tr, interp.SuggestedInputs(tr), interp.RunOptions{Imagined: true})
		if o.Exit != c.exit || !o.Guessed {
			t.Errorf("expected the exit `%v` by a guess, found `%v`, guessed: %t, after\n%s", c.exit, o.Exit, o.Guessed, c.guards)
		}
	}
}

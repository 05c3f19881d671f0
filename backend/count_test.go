package backend_test

import (
	"testing"

	"unbox/backend"
)

// TestCountingAsksWhatTheLoopMakes: a guard on a value that comes from before the loop, or that is read and not compared, cannot be
// counted; the comparison next to it can.
func TestCountingAsksWhatTheLoopMakes(t *testing.T) {
	for name, asked := range map[string]string{
		"from before the loop": "guard_true(i9) [i0]",
		"read in the loop":     "i3 = get(p8, value)\nguard_true(i3) [i0]",
		"no comparison":        "i3 = int_and(i0, 1)\nguard_false(i3) [i0]",
	} {
		p, err := plan(t, "class Box { value: int }\n[i0, i9, p8]\nlabel(i0, i9, p8, descr=L1)\n"+asked+
			"\ni1 = int_lt(i0, 1000)\nguard_true(i1) [i0]\ni2 = int_add(i0, 1)\njump(i2, i9, p8, descr=L1)\n")
		if err != nil {
			t.Fatal(err)
		}
		counting := new(backend.LoopFinder).Counting(p, func(int) bool { return true })
		if counting == nil {
			t.Fatalf("%s: expected a loop that is counted, found none", name)
		}
		counted := 0
		for _, skip := range counting.Skip {
			if skip {
				counted++
			}
		}
		if counted != 1 || len(counting.Conditions) == 0 {
			t.Errorf("%s: expected one guard that is counted, found %d with %d conditions", name, counted, len(counting.Conditions))
		}
	}
}

package optimizer_test

import (
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// TestDecidedComparisons compares recordings in which a constant is compared with an object with what PyPy's optimizer makes of
// them: whether a comparison remains there says whether PyPy knew its outcome.
func TestDecidedComparisons(t *testing.T) {
	const (
		inputs = "[p0, p1]\n"
		read   = "p2 = getfield_gc_r(p0, descr=<FieldP x.next 8>)\nguard_class(p2, ConstClass(Box))\n"
		asks   = "i3 = instance_ptr_eq(ConstPtr(ptr7), p2)\nguard_false(i3)\n"
		again  = "p4 = getfield_gc_r(p1, descr=<FieldP x.next 8>)\nguard_class(p4, ConstClass(Box))\n"
		other  = "i5 = instance_ptr_ne(p4, ConstPtr(ptr8))\nguard_true(i5)\n"
		same   = "i5 = instance_ptr_eq(p4, ConstPtr(ptr8))\nguard_true(i5)\n"
		end    = "finish(p0)\n"
	)
	const promise = "record_exact_value_i("
	for _, test := range []struct {
		name, recorded, pypys string
		promises, compares    int
	}{
		{"PyPy knew", inputs + read + asks + end, inputs + read + end, 1, 0},
		{"PyPy asked", inputs + read + asks + end, inputs + read + asks + end, 0, 1},
		{"PyPy knew the first of two", inputs + read + asks + again + other + end, inputs + read + again + other + end, 1, 1},
		{"PyPy knew the second of two", inputs + read + asks + again + other + end, inputs + read + asks + again + end, 1, 1},
		{"PyPy asked one of two in the same place", inputs + read + asks + "i6 = instance_ptr_eq(ConstPtr(ptr9), p2)\nguard_false(i6)\n" + end,
			inputs + read + asks + end, 0, 2},
		{"that two are the same is not taken from there", inputs + again + same + end, inputs + again + end, 0, 1},
		{"null is no object", inputs + "i3 = ptr_eq(p0, null)\nguard_false(i3)\n" + end, inputs + end, 0, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := optimizer.CompareWithLog(mustParse(t, test.recorded), mustParse(t, test.pypys), nil, nil)
			checkRoundTrip(t, c.Recorded, trace.PrintOptions{})
			recorded, ours := trace.Print(c.Recorded, trace.PrintOptions{}), trace.Print(c.Result.Out, trace.PrintOptions{})
			if n := strings.Count(strings.Join(recorded.Lines(), "\n"), promise); n != test.promises {
				t.Errorf("expected %d promises, found %d in\n%s", test.promises, n, strings.Join(recorded.Lines(), "\n"))
			}
			if n := strings.Count(strings.Join(ours.Lines(), "\n"), "ptr_"); n != test.compares {
				t.Errorf("expected %d comparisons, found %d in\n%s", test.compares, n, strings.Join(ours.Lines(), "\n"))
			}
		})
	}
}

// TestUnpeeledLoopsOfLogs counts a loop that PyPy gave up peeling: ours is not peeled either, and the trace is the loop.
func TestUnpeeledLoopsOfLogs(t *testing.T) {
	recorded := mustParse(t, "[p0, i1]\ni2 = int_add(i1, 1)\nguard_true(i2)\njump(p0, i2, descr=<Loop-1>)\n")
	pypys := mustParse(t, "[p0]\ni1 = getfield_gc_i(p0, descr=<FieldS f.x 8>)\nlabel(p0, i1, descr=TargetToken(5))\ni2 = int_add(i1, 1)\nguard_true(i2)\njump(p0, i2, descr=TargetToken(5))\n")
	c := optimizer.CompareWithLog(recorded, pypys, nil, nil)
	if c.Preset != "straight" || len(c.Tables) != 2 || c.Tables[0].Ours != c.Tables[1].Ours || c.Larger() {
		t.Errorf("expected the whole trace as the loop, found preset %s and %+v", c.Preset, c.Tables)
	}
}

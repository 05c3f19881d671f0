package optimizer_test

import (
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// TestWordsAboutDividingCalls: what is known of the operands of a call that divides is said of them, not of the function.
func TestWordsAboutDividingCalls(t *testing.T) {
	in := mustParse(t, "[i0, i1]\ni2 = int_and(i0, 7)\ni3 = int_lt(i1, 100)\nguard_true(i3) []\ni4 = int_gt(i1, 10)\nguard_true(i4) []\n"+
		"i5 = call_i(ConstClass(ll_int_py_div), i2, i1, descr=<Calli 8 ii EF=0 OS=12>)\nfinish(i5)\n")
	var o optimizer.Optimizer
	r := o.Run(in, allPasses)
	recorded, result := trace.NewNamer(r.In, ""), trace.NewNamer(r.Out, "")
	words := ""
	for i := range r.Remarks {
		if r.In.Ops[r.Remarks[i].In].Code == trace.OpCall {
			words += r.Text(i, recorded, result) + "\n"
		}
	}
	if !strings.Contains(words, "i1 is") || strings.Contains(words, "ConstClass") {
		t.Errorf("expected what is known of `i1`, and nothing of the function, found %q", words)
	}
}

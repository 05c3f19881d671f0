package optimizer_test

import (
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// Why a trace that ends with a jump back was not peeled is said where it begins with another label, and not where it begins with none
// at all, or leads to another trace.
func TestWhyLabelsAreNotPeeled(t *testing.T) {
	for text, want := range map[string]bool{
		"[i0]\ni1 = int_add(i0, 1)\nlabel(i1, descr=L1)\ni2 = int_lt(i1, 10)\nguard_true(i2) []\ni3 = int_add(i1, 1)\njump(i3, descr=L1)\n": true,
		"i0 = getarg(0)\njump(L1, i0)\nL1(i1):\ni2 = int_add(i1, 1)\nprint(i2)\njump(L1, i2)\n":                                             false,
		"[i0]\ni1 = int_add(i0, 1)\nprint(i1)\njump(i1, descr=<Loop7>)\n":                                                                   false,
		"[i0]\ni1 = int_add(i0, 1)\nprint(i1)\njump(i1)\n":                                                                                  false,
	} {
		tr, problems := trace.Parse(text)
		if tr == nil {
			t.Fatal(text, problems)
		}
		said := false
		for _, remark := range optimizer.Optimize(tr, optimizer.Presets()[0].Passes).Remarks {
			said = said || remark.Reason == optimizer.ReasonPeelLabels
		}
		if said != want {
			t.Errorf("expected that the labels are blamed: %v, found %v in\n%s", want, said, text)
		}
	}
}

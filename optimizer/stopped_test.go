package optimizer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// reasonsOf are the reasons that a result gives for a line.
func reasonsOf(r *optimizer.Result, line int32) (ids []string) {
	for i := range r.Remarks {
		if in := r.Remarks[i].In; in > 0 && r.In.Ops[in].Line == line {
			ids = append(ids, r.Remarks[i].Kind.String()+": "+r.Remarks[i].Reason.ID())
		}
	}
	return ids
}

// Objects that guards see again and again, changed each time, are allocated once
// their descriptions have grown too large, and the remark on the allocation says so.
func TestBudgetOfDescriptionsIsTold(t *testing.T) {
	var b strings.Builder
	b.WriteString("[i0]\nn0 = new(Node)\n")
	for k := 1; k < 64; k++ {
		fmt.Fprintf(&b, "n%d = new(Node)\nset(n%d, next, n%d)\n", k, k, k-1)
	}
	for k := range 200 {
		fmt.Fprintf(&b, "set(n63, value, %d)\nguard_true(i0) [n63]\nguard_false(i0) [n63]\nprint(%d)\n", k, k)
	}
	b.WriteString("finish(i0)\n")
	r := optimizer.Optimize(mustParse(t, b.String()), optimizer.PassSet(0).With(optimizer.PassVirtual))
	const line = 2 + 2*63 - 1 // of n63
	if ids := reasonsOf(r, line); !slices.Equal(ids, []string{"moved: materialize-budget"}) {
		t.Errorf("expected the allocation to say that the budget is used up, found %v", ids)
	}
}

// A rule that invents without end is stopped, and the operation for which it invented says
// so once.
func TestRuleWithoutEndIsTold(t *testing.T) {
	set, errs := rules.ParseRules("grow: uint_mul_high(x, y) => uint_mul_high(uint_mul_high(x, y), y)")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var o optimizer.Optimizer
	o.UseRules(set)
	in := mustParse(t, "[i0, i1]\ni2 = uint_mul_high(i0, i1)\nfinish(i2)\n")
	ids := reasonsOf(o.Run(in, optimizer.PassSet(0).With(optimizer.PassRules)), 2)
	if !slices.Contains(ids, "stopped: rule-budget") || len(ids) > 2 {
		t.Errorf("expected the operation to say once that rules were stopped, found %v", ids)
	}
}

// Rules that lead in a circle are applied to an operation as often as the limit says, and if an operation invents others, each
// of these counts. The number can be counted in the result.
func TestRulesStopAtTheirLimits(t *testing.T) {
	for _, tt := range []struct {
		rules, want string
		operations  int
	}{
		// 65 steps in a circle of three: 64 after which the passes start again, and the one that ends
		// it.
		{"a: int_xor(x, y) => int_and(x, y)\nb: int_and(x, y) => int_or(x, y)\nc: int_or(x, y) => int_xor(x, y)", "int_or(i0, i1)", 1},
		{"grow: int_xor(x, y) => int_xor(int_xor(x, y), y)", "", 257},
	} {
		set, errs := rules.ParseRules(tt.rules)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		var o optimizer.Optimizer
		o.UseRules(set)
		r := o.Run(mustParse(t, "[i0, i1]\ni2 = int_xor(i0, i1)\nfinish(i2)\n"), optimizer.PassSet(0).With(optimizer.PassRules))
		text := strings.Join(trace.Print(r.Out, trace.PrintOptions{}).Lines(), "\n")
		if found := strings.Count(text, " = "); found != tt.operations || !strings.Contains(text, tt.want) {
			t.Errorf("%s\nexpected %d operations and `%s`, found %d in\n%.300s", tt.rules, tt.operations, tt.want, found, text)
		}
	}
}

//go:build !core

package api

import "testing"

func TestRule(t *testing.T) {
	const text = `wrong: int_eq(int_mul(x, 12), 12) => int_eq(x, 1)
right: int_mul(x, 3) => int_add(x, int_lshift(x, 1))
bad: int_add(x, "é") => x
`
	var r RuleResponse
	call(t, "rule", RuleRequest{Rules: text, Text: "[i0]\ni1 = int_mul(i0, 3)\nfinish(i1)\n"}, &r)
	if len(r.Errors) != 1 || r.Errors[0].Line != 3 || r.Errors[0].Column != 17 {
		t.Errorf("expected an error in line 3, column 17, found %+v", r.Errors)
	}
	if r.Status != "refuted" || len(r.Rules) != 2 {
		t.Fatalf("expected two rules, one refuted, found %s and %+v", r.Status, r.Rules)
	}
	x := r.Rules[0].Counterexample
	if x == nil || x.Pattern != "1" || x.Target != "0" || len(x.Values) != 1 || len(x.Values[0].Binary) != 71 {
		t.Errorf("expected a counterexample with one value, found %+v", x)
	}
	if one := r.Rules[1]; one.Status != "proved" || one.Fired != 1 || one.Line != 2 || len(one.Copied) != 1 {
		t.Errorf("expected the second rule proved, and that it fires once, found %+v", one)
	}
	if r.Applied == nil || r.Applied.Fired != 1 || r.Applied.Needless {
		t.Errorf("expected another trace than without the rules, found %+v", r.Applied)
	}
	if r.Ends || len(r.Remarks) == 0 {
		t.Errorf("expected a remark about the end of rewriting, found %q", r.Remarks)
	}
}

func TestRuleRequestsThatCannotBeUsed(t *testing.T) {
	for _, q := range []RuleRequest{{Timeout: -1}, {Solver: "prolog"}, {Passes: []string{"magic"}}} {
		var e ErrorResponse
		call(t, "rule", q, &e)
		if e.Error == "" {
			t.Errorf("%+v: expected an error", q)
		}
	}
	var r RuleResponse
	call(t, "rule", RuleRequest{Rules: "zero: int_add(x, 0) => x", Text: "[i0"}, &r)
	if len(r.Diagnostics) == 0 || r.Applied != nil || r.Status != "proved" {
		t.Errorf("expected errors in the trace, and a proof, found %+v", r)
	}
}

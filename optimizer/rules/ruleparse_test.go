package rules_test

import (
	"runtime"
	"strings"
	"testing"

	"unbox/optimizer/rules"
)

func TestParseRuleErrors(t *testing.T) {
	for _, c := range []struct{ text, at, want string }{
		{"", "", ""},
		{"add-zero int_add(x, 0) => x", "int_add", "expected `:`, found `int_add`"},
		{"r: int_add(x, 0) x", "x", "expected `=>`, found `x`"},
		{"r: x => x", "x", "expected an operation as the pattern, found a name"},
		{"r: int_add(x) => x", ")", "expected 2 arguments of `int_add`, found 1"},
		{"r: int_add(x, y) => z", "z", "expected a name of the pattern, found `z`"},
		{"r: int_ad(x, y) => x", "int_ad", "expected an operation, found `int_ad`"},
		{"r: int_add(x, y) => foo(x)", "foo", "expected an operation or a function"},
		{"r: int_add(x, y) => x if", "", "expected a name, a number or an operation, found the end of the rule"},
		{"r: set(x, y) => x", "set", "expected an operation that only computes, found `set`"},
		{"r: int_add(x, y => x", "=>", "expected `)`, found `=>`"},
		{"r: int_add(x, 99999999999999999999) => x", "99999999999999999999", "expected a number of at most 64 bits"},
		{"r: int_add(x, y) => x y", "y", "expected the end of the rule, found `y`"},
		{"r: int_add(x, " + strings.Repeat("int_neg(", 50) + "x", "", "expected at most 32 nested operations"},
		{"r: int_add(x, 0) => x\nr: int_add(x, 1) => x", "r", "expected a name that is not taken, found `r` a second time"},
		{"r: int_add(x, 0) as y => x", "int_add", "expected a name only for an operation inside the pattern"},
		{"r: int_add(x, int_neg(y) as x) => x", "x", "expected a name that is not taken, found `x` a second time"},
		{"r: int_add(x, int_neg(y) as C) => x", "C", "expected a lower-case name after `as`, found `C`"},
		{"r: int_add(x, y) => x + 1", "x", "expected a constant to compute with, found `x`, which is none"},
		{"r: int_add(x, C) => int_add(x, -x)", "x", "expected a constant to compute with, found `x`, which is none"},
		{"r: int_add(x, C) => int_add(x, 1 + int_neg(C))", "int_neg", "expected a constant to compute with"},
		{"r: int_mul(x, C) => int_lshift(x, log2(x))", "x", "expected a constant to compute with, found `x`"},
		{"r: int_add(x, 1.0) => x", "1.0", "expected an integer, found `1.0`, which is a float"},
		{"r: float_add(x, 1) => x", "1", "expected a float, found `1`, which is an integer"},
		{"r: float_add(x, 1.5e) => x", "1.5e", "expected a number that is a double, found `1.5e`"},
		{"r: cast_int_to_float(x) => x", "x", "expected a float, found `x`, which is an integer"},
		{"r: float_add(x, C) => float_add(x, C + C)", "+", "expected operators only between integers, found `+` after a float"},
		{"r: float_add(x, y) => x if x >= 0", "x", "expected an integer, found `x`, which is a float"},
		{"r: int_add(x, y) => int_add_ovf(x, y)", "int_add_ovf", "expected an operation that needs no guard, found `int_add_ovf`"},
		{"r: int_add_ovf(x, y) => int_neg(int_sub_ovf(x, y))", "int_neg", "expected overflow operations only as the whole target"},
		{"r: int_add(x, y) => x if no_overflow(x)", "x", "expected a sum, a difference, a product, a negative or a shift"},
		{"r: int_add(x, y) => no_overflow(x + y)", "no_overflow", "expected an operation or a function"},
		{"r: int_add(x, é) => x", "é", "expected a name, a number or an operation, found `é`"},
	} {
		_, errs := rules.ParseRules(c.text)
		if c.want == "" {
			if len(errs) > 0 {
				t.Errorf("%q: expected no error, found %q", c.text, errs[0].Message)
			}
			continue
		}
		if len(errs) == 0 {
			t.Errorf("%q: expected %q, found no error", c.text, c.want)
			continue
		}
		err := errs[0]
		if !strings.Contains(err.Message, c.want) {
			t.Errorf("%q: expected %q, found %q", c.text, c.want, err.Message)
		}
		if c.at != "" && (err.To > len(c.text) || c.text[err.From:err.To] != c.at) {
			t.Errorf("%q: expected the error at %q, found it at [%d, %d)", c.text, c.at, err.From, err.To)
		}
	}
}

// One wrong rule does not hide the others, and comments belong to their rule.
func TestParseRulesGoesOn(t *testing.T) {
	set, errs := rules.ParseRules("# First of all.\n# Second line.\na: int_add(x, 0) => x\n\nb: nonsense\n# Lost.\n\nc: int_mul(x, C)\n  => int_neg(x) if C == 0 - 1\n")
	if len(errs) != 1 || len(set.Rules) != 2 {
		t.Fatalf("expected 1 error and 2 rules, found %d and %d", len(errs), len(set.Rules))
	}
	if got := set.Rules[0].Doc; got != "First of all. Second line." {
		t.Errorf("expected the comment above the rule, found %q", got)
	}
	if got := set.Rules[1]; got.Doc != "" || got.Name != "c" || !strings.Contains(got.Text, "if C == 0 - 1") {
		t.Errorf("expected rule c with its second line and no comment, found %+v", got)
	}
}

// TestLongTextsOfRules: a text of any length has errors of which somebody may read each, and is read in memory in proportion to it.
func TestLongTextsOfRules(t *testing.T) {
	set, errs := rules.ParseRules(strings.Repeat("x()\n", 5000) + "a: int_add(x, 0) => x\n")
	if len(errs) != 100 || errs[99].Message != "and 4901 more, which are shown once those before are corrected" || len(set.Rules) != 1 {
		t.Errorf("expected 100 errors, the last a count that says how the rest is seen, and a rule, found %d, %q and %d rules", len(errs), errs[len(errs)-1].Message, len(set.Rules))
	}
	const lines = 20_000
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	set, errs = rules.ParseRules(strings.Repeat("# a\n", lines) + strings.Repeat("\n", lines) + strings.Repeat("# b\n", lines) + "a: int_add(x, 0)\n" + strings.Repeat(" ", lines) + "=> x\n")
	runtime.ReadMemStats(&after)
	if len(errs) > 0 || len(set.Rules) != 1 || len(set.Rules[0].Doc) != 2*lines-1 {
		t.Errorf("expected a rule with a comment of %d bytes, found %v and %d rules", 2*lines-1, errs, len(set.Rules))
	}
	if made := after.TotalAlloc - before.TotalAlloc; made > 2<<20 {
		t.Errorf("expected at most 2 MB to be allocated for a text of 260 KB, found %d bytes", made)
	}
}

// Every rule has a name that says what it does and that no other rule has.
func TestBuiltinRulesAreDistinct(t *testing.T) {
	seen := map[string]string{}
	for _, r := range rules.Rules() {
		text := strings.Join(strings.Fields(r.Text), " ")
		if other, ok := seen[text]; ok {
			t.Errorf("rules %s and %s are the same: %s", other, r.Name, text)
		}
		seen[text] = r.Name
	}
}

package optimizer

import (
	"strings"
	"testing"
)

func TestParseRuleErrors(t *testing.T) {
	for _, c := range []struct{ text, at, want string }{
		{"", "", ""},
		{"add-zero int_add(x, 0) => x", "int_add", "expected `:`, found `int_add`"},
		{"r: int_add(x, 0) x", "x", "expected `=>`, found `x`"},
		{"r: x => x", "=>", "expected an operation as the pattern"},
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
		{"r: int_add(x, é) => x", "é", "expected a name, a number or an operation, found `é`"},
	} {
		_, errs := ParseRules(c.text)
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
	set, errs := ParseRules("# First of all.\n# Second line.\na: int_add(x, 0) => x\n\nb: nonsense\n# Lost.\n\nc: int_mul(x, C)\n  => int_neg(x) if C == 0 - 1\n")
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

// Every rule is written so that its name says what it does and no other has it.
func TestBuiltinRulesAreDistinct(t *testing.T) {
	seen := map[string]string{}
	for _, r := range Rules() {
		text := strings.Join(strings.Fields(r.Text), " ")
		if other, ok := seen[text]; ok {
			t.Errorf("rules %s and %s are the same: %s", other, r.Name, text)
		}
		seen[text] = r.Name
	}
}

package optimizer

import (
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/interp"
	"unbox/optimizer/rules"
	"unbox/trace"
)

func ownRules(t *testing.T, text string) *rules.RuleSet {
	t.Helper()
	set, errs := rules.ParseRules(text)
	for _, err := range errs {
		t.Fatalf("%v: %q", err, text[err.From:err.To])
	}
	return set
}

// optimizeWith optimizes a trace with additional rules, and requires that the
// result means the same.
func optimizeWith(t *testing.T, rules, text string, passes PassSet) *Result {
	t.Helper()
	in, diagnostics := trace.Parse(text)
	if in == nil {
		t.Fatalf("%v", diagnostics)
	}
	var o Optimizer
	o.UseRules(ownRules(t, rules))
	r := o.Run(in, passes)
	if err := trace.Check(r.Out); err != nil {
		t.Fatalf("%v\n%s", err, r.Out)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		inputs := interp.RandomInputs(in, rng)
		verdict := interp.Compare(interp.Run(in, inputs, interp.RunOptions{}), interp.Run(r.Out, inputs, interp.RunOptions{}))
		if verdict.Kind == interp.VerdictDiffer {
			t.Errorf("%v\n%s", verdict, r.Out)
		}
	}
	return r
}

const rulesOnly = PassSet(1 << PassRules)

// A user's rule comes after the built-in ones, has a name in the remark, and
// can refer to what is known.
func TestUseRules(t *testing.T) {
	const text = "[i0]\ni1 = int_and(i0, 7)\ni2 = int_mul(i1, 3)\ni3 = int_add(i2, 0)\nfinish(i3)\n"
	r := optimizeWith(t, "triple: int_mul(x, 3) => int_mul(x, 4 - 1) if x < 0\nthrice: int_mul(x, 3) => int_add(x, int_lshift(x, 1)) if x >= 0 and x < 8",
		text, rulesOnly.With(PassBounds))
	want := "[i0]\ni1 = int_and(i0, 7)\ni4 = int_lshift(i1, 1)\ni2 = int_add(i1, i4)\nfinish(i2)\n"
	if got := r.Out.String(); got != want {
		t.Errorf("expected\n%sfound\n%s", want, got)
	}
	var texts []string
	for i := range r.Remarks {
		texts = append(texts, r.RuleName(i)+"|"+r.Text(i, trace.NewNamer(r.In, ""), trace.NewNamer(r.Out, "")))
	}
	if got := strings.Join(texts, "\n"); !strings.Contains(got, "thrice|rule `thrice`, because `i1` is between 0 and 7") || !strings.Contains(got, "add-zero|") {
		t.Errorf("expected remarks with the rules' names and what was known, found\n%s", got)
	}
}

// Without the user's rules everything is as before.
func TestUseRulesNone(t *testing.T) {
	in, _ := trace.Parse("[i0]\ni1 = int_mul(i0, 3)\nfinish(i1)\n")
	var o Optimizer
	o.UseRules(ownRules(t, "zero: int_mul(x, 3) => 0"))
	if got := o.Run(in, rulesOnly).Out.String(); !strings.Contains(got, "finish(0)") {
		t.Errorf("expected the user's rule to fire, found\n%s", got)
	}
	o.UseRules(nil)
	if got := o.Run(in, rulesOnly).Out.String(); !strings.Contains(got, "int_mul") {
		t.Errorf("expected the user's rule to be gone, found\n%s", got)
	}
}

// Whatever a user's rules say, rewriting ends, soon and without a panic.
func TestUseRulesWithoutEnd(t *testing.T) {
	for _, rules := range []string{
		"turn: int_add(x, y) => int_add(y, x)",
		"grow: int_neg(x) => int_sub(0, int_neg(x))\nback: int_sub(0, x) => int_neg(x)",
		"double: int_neg(x) => int_xor(int_neg(int_neg(int_invert(x))), int_neg(int_invert(x)))",
		"ping: int_add(x, y) => int_sub(x, int_neg(y))\npong: int_sub(x, int_neg(y)) => int_add(x, y)",
		"far: int_lshift(x, C) => int_lshift(x, C << C)",
		"none: int_add(x, C) => int_add(x, int_py_div(C, 0)) if int_py_mod(1, 0) == 0 or C == C",
		"root: int_mul(x, C) => int_lshift(x, log2(C))",
		"self: int_add(int_add(int_add(x, y), int_add(y, x)), int_add(int_add(y, y), int_add(x, x))) => int_add(x, int_add(x, int_add(x, x)))",
	} {
		const text = "[i0, i1]\ni2 = int_add(i0, i1)\ni3 = int_neg(i2)\ni4 = int_add(i3, 6)\ni5 = int_mul(i4, 6)\ni6 = int_lshift(i5, 7)\ni7 = int_add(i6, i6)\nfinish(i7)\n"
		in, _ := trace.Parse(text)
		for _, passes := range []PassSet{rulesOnly, presetPasses("straight")} {
			var o Optimizer
			o.UseRules(ownRules(t, rules))
			r := o.Run(in, passes)
			if err := trace.Check(r.Out); err != nil || len(r.Out.Ops) > 2000 {
				t.Errorf("%s: %v, %d operations", rules, err, len(r.Out.Ops))
			}
		}
	}
}

// presetPasses returns the passes of a preset.
func presetPasses(name string) PassSet {
	preset, err := PresetByName(name)
	if err != nil {
		panic(err)
	}
	return preset.Passes
}

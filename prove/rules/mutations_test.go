package rules

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"unbox/optimizer/rules"
	"unbox/prove"
	"unbox/prove/solve"
)

var (
	mutants    = flag.Int("mutants", 200, "how many changed rules TestChangedRulesAreNotProved tries")
	mutantSeed = flag.Uint64("mutantseed", 1, "their seed")
)

// token is a piece of a rule's text: a name with the parenthesis that makes it an
// operation, a number, or an operator.
var token = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*\(?|-?\b(?:0x[0-9a-f]+|[0-9]+)\b|>>>|<<|>>|==|!=|<=|>=|=>|[-+*&|^<>]`)

// families are pieces that can replace one another.
var families = [][]string{
	{"int_add(", "int_sub(", "int_mul(", "int_and(", "int_or(", "int_xor(", "int_lshift(", "int_rshift(", "uint_rshift(", "int_py_div(", "int_py_mod(", "uint_mul_high("},
	{"int_lt(", "int_le(", "int_gt(", "int_ge(", "int_eq(", "int_ne(", "uint_lt(", "uint_le(", "uint_gt(", "uint_ge("},
	{"int_add_ovf(", "int_sub_ovf(", "int_mul_ovf("},
	{"int_neg(", "int_invert(", "int_is_true(", "int_is_zero(", "int_force_ge_zero("},
	{"float_add(", "float_sub(", "float_mul(", "float_truediv("},
	{"float_lt(", "float_le(", "float_gt(", "float_ge(", "float_eq(", "float_ne("},
	{"float_neg(", "float_abs("},
	{"+", "-", "*", "&", "|", "^", "<<", ">>", ">>>"},
	{"==", "!=", "<", "<=", ">", ">="},
	{"and", "or"},
}

// changed returns the text of a rule with one piece changed: an operation, an
// operator, a number, a name; or without its condition.
func changed(body string, rng *rand.Rand) string {
	if head, _, ok := strings.Cut(body, " if "); ok && rng.IntN(6) == 0 {
		return head
	}
	places := token.FindAllStringIndex(body, -1)
	at := places[rng.IntN(len(places))]
	return body[:at[0]] + changedToken(body[at[0]:at[1]], body, rng) + body[at[1]:]
}

func changedToken(piece, body string, rng *rand.Rand) string {
	for _, family := range families {
		if slices.Contains(family, piece) {
			return family[rng.IntN(len(family))]
		}
	}
	if n, err := strconv.ParseInt(piece, 0, 64); err == nil {
		return strconv.FormatInt([]int64{n + 1, n - 1, -n, 0, 63, 64, -1 << 63}[rng.IntN(7)], 10)
	}
	if strings.HasSuffix(piece, "(") || piece == "=>" {
		return piece
	}
	var names []string
	for _, other := range token.FindAllString(body, -1) {
		if len(other) <= 2 && strings.ContainsAny(other[:1], "xyzwCDabc") {
			names = append(names, other)
		}
	}
	if len(names) == 0 {
		return piece
	}
	return names[rng.IntN(len(names))]
}

// changedRule returns a changed rule, parsed; ok is false if it does not parse.
func changedRule(rng *rand.Rand) (rule *rules.Rule, ok bool) {
	list := rules.BuiltinRules().Rules
	text := list[rng.IntN(len(list))].Text
	for range 1 + rng.IntN(2) {
		text = changed(text, rng)
	}
	set, errs := rules.ParseRules("changed: " + text + "\n")
	if len(errs) > 0 || len(set.Rules) != 1 {
		return nil, false
	}
	return &set.Rules[0], true
}

// What is proved about a rule must hold for all numbers: rules that were changed in
// one or two places are proved, and tried on many numbers where that succeeds. Their
// claims must agree with trace.Eval.
func TestChangedRulesAreNotProved(t *testing.T) {
	rng := rand.New(rand.NewPCG(*mutantSeed, 9))
	counts := map[prove.Status]int{}
	for tried := 0; tried < *mutants; {
		r, ok := changedRule(rng)
		if !ok {
			continue
		}
		tried++
		v, err := Prove(context.Background(), r, Options{Budget: solve.Budget{Steps: 300}})
		if err != nil {
			t.Fatalf("%s: %v", r.Text, err)
		}
		counts[v.Status]++
		tree := r.Tree()
		if v.Status != prove.Refuted {
			tryMutant(t, r, &tree, v, rng)
		}
		if c, err := Encode(r, 64); err == nil {
			for round := range 20 {
				checkClaim(t, r, c, numbersFor(rng, &tree, round))
			}
		}
	}
	t.Log(counts)
	if counts[prove.Refuted] < *mutants/4 || counts[prove.Proved] < *mutants/20 {
		t.Errorf("expected many rules that are refuted and some that are proved, found %v of %d", counts, *mutants)
	}
}

// tryMutant searches for numbers for which a proved rule is wrong.
func tryMutant(t *testing.T, r *rules.Rule, tree *rules.RuleTree, v Verdict, rng *rand.Rand) {
	t.Helper()
	for round := range 5000 {
		values := numbersFor(rng, tree, round)
		out := Evaluate(tree, values)
		if !out.Wrong(tree.Pattern.Type) {
			continue
		}
		if v.Status == prove.Proved {
			t.Errorf("%s: proved by %s, but for %v %s", r.Text, v.By, values, fmt.Sprint(out))
		}
		return
	}
}

package rules

import (
	"math/rand/v2"
	"testing"

	"unbox/optimizer/rules"
	"unbox/prove/term"
	"unbox/trace"
)

// What is assumed and what has to be proved agrees with trace.Eval, for every
// rule, correct or wrong, and for numbers at which things go wrong: a claim that
// assumed too much would be proved easily.
func TestClaimsAgreeWithEvaluation(t *testing.T) {
	wrongRules, errs := rules.ParseRules(wrong)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	rounds := 600
	if testing.Short() {
		rounds = 60
	}
	fired, failed := 0, 0
	set := rules.BuiltinRules().With(wrongRules)
	for i := range set.Rules {
		r := &set.Rules[i]
		c, err := Encode(r, 64)
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		for round := range rounds {
			out := checkClaim(t, r, c, numbersFor(rng, &c.tree, round))
			if out.Fires {
				fired++
			}
			if out.Wrong(c.tree.Pattern.Type) {
				failed++
			}
		}
	}
	if fired < 50*len(set.Rules) && !testing.Short() || failed < 100 {
		t.Errorf("expected rules that fire often and are wrong sometimes, found %d and %d times", fired, failed)
	}
}

// numbersFor returns values of a rule's names, some of which have to do with others.
func numbersFor(rng *rand.Rand, tree *rules.RuleTree, round int) []uint64 {
	values := make([]uint64, len(tree.Names))
	for slot, name := range tree.Names {
		values[slot] = oneNaN(name.Type, edge(rng, name.Type, round))
		if name.Type == trace.Int && slot > 0 && rng.IntN(3) == 0 {
			values[slot] = related(rng, values[rng.IntN(slot)])
		}
	}
	return values
}

func checkClaim(t *testing.T, r *rules.Rule, c *Claim, values []uint64) Outcome {
	t.Helper()
	out := Evaluate(&c.tree, values)
	model := term.NewModel()
	for slot, name := range c.tree.Names {
		if !name.Inner {
			model.Words[name.Text] = term.Word(values[slot])
		}
	}
	e := term.NewEvaluator(c.Bank, model)
	assumed := true
	for _, a := range c.Assume {
		assumed = assumed && e.Bool(a)
	}
	if assumed != out.Fires {
		t.Fatalf("%s with %#x: expected the assumptions to be %v, found %v", r.Name, values, out.Fires, assumed)
	}
	if wrong := out.Wrong(c.tree.Pattern.Type); assumed && e.Bool(c.Goal) == wrong {
		t.Fatalf("%s with %#x: expected the goal to be %v, found %v: %+v", r.Name, values, !wrong, wrong, out)
	}
	return out
}

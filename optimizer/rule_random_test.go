package optimizer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/interp"
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// Random expressions, with values that are used again and constants that meet:
// rules apply a few times to each operation, and what comes out means the same.
func TestRulesOnRandomExpressions(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	var o Optimizer
	rng := rand.New(rand.NewPCG(3, 4))
	most := 0
	for range rounds {
		text := randomExpression(rng)
		trace, diagnostics := trace.Parse(text)
		if trace == nil {
			t.Fatalf("%v\n%s", diagnostics, text)
		}
		r := o.Run(trace, PassSet(0).With(PassRules).With(PassFold).With(PassBounds).With(PassCSE))
		most = max(most, o.walk.all[PassRules].(*rulesPass).budget.used)
		for range 4 {
			in := interp.RandomInputs(trace, rng)
			before, after := interp.Run(trace, in, interp.RunOptions{}), interp.Run(r.Out, in, interp.RunOptions{})
			if verdict := interp.Compare(before, after); verdict.Kind == interp.VerdictDiffer {
				t.Fatalf("%v\n%s\nbecame\n%s", verdict, text, r.Out)
			}
		}
	}
	if most > 12 {
		t.Errorf("expected at most 12 rules for one operation, found %d", most)
	}
}

// randomExpression returns a trace whose last operation is deep.
func randomExpression(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("[i0, i1, i2]\n")
	for n := 3; n < 12; n++ {
		code := bounds.IntegerOperation(rng.Int())
		name, layout := code.String(), code.Info().Spellings[0].Layout
		args := make([]string, len(layout))
		for i := range args {
			args[i] = randomOperand(rng, n, i == 1 && code >= trace.OpIntLshift && code <= trace.OpUintRshift, i == 1 && code == trace.OpIntSignext)
		}
		fmt.Fprintf(&b, "i%d = %s(%s)\n", n, name, strings.Join(args, ", "))
		if bounds.IsOverflow(code) {
			b.WriteString("guard_no_overflow() [i0]\n")
		}
	}
	b.WriteString("finish(i8, i9, i10, i11)\n")
	return b.String()
}

func randomOperand(rng *rand.Rand, n int, amount, width bool) string {
	switch {
	case width:
		return fmt.Sprint(1 << rng.IntN(4))
	case amount:
		return fmt.Sprint([]int{0, 1, 3, 8, 32, 56, 63}[rng.IntN(7)])
	case rng.IntN(4) == 0:
		return fmt.Sprint([]int64{0, 1, -1, 2, 7, 8, -8, 255, -1 << 63}[rng.IntN(9)])
	}
	return fmt.Sprintf("i%d", max(0, n-1-rng.IntN(5)))
}

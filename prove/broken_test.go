package prove_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
)

var brokenTraces = flag.Int("broken", 80, "how many broken traces TestBrokenTracesAreNotProved tries")

// broken returns a trace with one thing changed that usually matters, as a wrong
// pass would: a guard is gone, an operation is another one, a write or an argument is
// another one. ok is false if there is nothing to change.
func broken(t *optimizer.Trace, rng *rand.Rand) (wrong *optimizer.Trace, ok bool) {
	c := *t
	c.Ops, c.ArgList, c.SnapList = slices.Clone(t.Ops), slices.Clone(t.ArgList), slices.Clone(t.SnapList)
	for range 40 {
		v := optimizer.Value(1 + rng.IntN(len(c.Ops)-1))
		op := &c.Ops[v]
		switch code := op.Code; {
		case code.IsGuard() && rng.IntN(2) == 0:
			// The values that it gives away are others.
			if op.Snap <= 0 || c.Snaps[op.Snap].Len < 2 {
				continue
			}
			values := c.SnapValues(op.Snap)
			i, j := rng.IntN(len(values)), rng.IntN(len(values))
			if values[i] == values[j] || !sameType(&c, values[i], values[j]) {
				continue
			}
			values[i] = values[j]
		case code.IsGuard(), code.Info().Effect == optimizer.EffectWriteField, code.Info().Effect == optimizer.EffectWriteArray:
			op.Code, op.Type, op.Len, op.Snap, op.Descr, op.Spelling = optimizer.OpMark, optimizer.Void, 0, 0, -1, 0
		case code.Info().Effect == optimizer.EffectPure && op.Len == 2:
			if !sameType(&c, c.Arg(v, 0), c.Arg(v, 1)) || c.Arg(v, 0) == c.Arg(v, 1) {
				continue
			}
			args := c.Args(v)
			if rng.IntN(2) == 0 {
				args[0] = args[1]
			} else {
				args[0], args[1] = args[1], args[0]
			}
		case code == optimizer.OpIntAdd:
			op.Code, op.Spelling = optimizer.OpIntSub, 0
		case code == optimizer.OpGet && v > 3:
			// The read comes to another object.
			other := optimizer.Value(1 + rng.IntN(int(v)-1))
			if c.Ops[other].Type != optimizer.Ref || other == c.Arg(v, 0) {
				continue
			}
			c.Args(v)[0] = other
		default:
			continue
		}
		return &c, true
	}
	return nil, false
}

func sameType(t *optimizer.Trace, x, y optimizer.Value) bool {
	typeOf := func(v optimizer.Value) optimizer.Type {
		if v == optimizer.None {
			return optimizer.Void
		}
		return t.TypeOf(v)
	}
	return typeOf(x) == typeOf(y)
}

// differs looks for inputs on which the interpreter sees two traces part.
func differs(before, after *optimizer.Trace, example *optimizer.Inputs, jumps int, rng *rand.Rand) (string, bool) {
	for k := range 30 {
		in := example
		if k > 0 {
			in = optimizer.RandomInputs(before, rng)
		}
		for _, hostile := range []bool{false, true} {
			o := optimizer.RunOptions{Jumps: jumps, Imagined: true, HostileCalls: hostile}
			verdict := optimizer.Compare(optimizer.Run(before, in, o), optimizer.Run(after, in, o))
			if verdict.Kind == optimizer.VerdictDiffer {
				return optimizer.FormatInputs(before, in) + ": " + verdict.Reason(), true
			}
		}
	}
	return "", false
}

// Where the interpreter sees a broken trace part from the recorded one, the prover
// must not say that they are equivalent.
func TestBrokenTracesAreNotProved(t *testing.T) {
	const unroll = 2
	var g fuzz.Generator
	preset, err := optimizer.PresetByName("loop")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(*randomSeed, 3))
	counts := map[string]int{}
	for k := range *brokenTraces {
		made := g.Trace(*randomSeed, uint64(k), 0)
		before := made.Trace
		after, ok := broken(optimizer.Optimize(before, preset.Passes).Out, rng)
		if !ok {
			continue
		}
		v, err := prove.Equivalent(context.Background(), before, after, prove.Options{
			Solver: chosenSolver(t), Unroll: unroll, Budget: solve.Budget{Time: 300 * time.Millisecond},
		})
		if err != nil {
			t.Fatal(err)
		}
		where, differ := differs(before, after, made.Inputs, unroll-1, rng)
		switch {
		case differ && v.Status == prove.Proved:
			t.Errorf("trace %d: proved, but on %s\n%s\n--- after\n%s", k, where, text(before), text(after))
		case differ:
			counts["parts, "+v.Status.String()]++
			if v.Status == prove.Unknown && testing.Verbose() {
				t.Logf("trace %d: %s", k, v.Reason)
				if c := v.Counterexample; c != nil {
					t.Logf("%s\n%s\n%s\n--- after\n%s\nseen: %s", c.Text, c.Differs, text(before), text(after), where)
				}
			}
		default:
			counts["no difference seen, "+v.Status.String()]++
		}
	}
	t.Log(counts)
	if counts["parts, refuted"] < *brokenTraces/4 {
		t.Errorf("expected that at least a quarter of %d broken traces is refuted, found %v", *brokenTraces, counts)
	}
}

func text(t *optimizer.Trace) string {
	return strings.Join(optimizer.Print(t, optimizer.PrintOptions{}).Lines, "\n")
}

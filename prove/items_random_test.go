package prove_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

// itemCalls are functions that change items of all arrays, of some, or of none.
var itemCalls = []string{
	"i%d = call_i(ConstClass(ll_call_lookup_function_trampoline__v1), p6, p4, 7, 0, descr=<Calli 8 rrii EF=5 OS=4>)\n",
	"i%d = call_i(ConstClass(_ll_dictnext__dictiterPtr), p6, descr=<Calli 8 r EF=5>)\n",
	"i%d = call_i(ConstClass(ll_pop_nonneg__listPtr), p6, descr=<Calli 8 r EF=5>)\n",
	"i%d = call_i(ConstClass(ll_append_res0__stringbuilderPtr), p6, descr=<Calli 8 r EF=5>)\n",
	"i%d = call_i(ConstClass(f), p6, descr=<Calli 8 r EF=5>)\n",
}

// itemTrace makes a trace that reads and writes items of six arrays, two of each of three types, with calls in between.
func itemTrace(rng *rand.Rand) string {
	var b strings.Builder
	types := [...]string{"<ArrayS 8>", "<ArrayU 1>", "<ArrayP 8>"}
	b.WriteString("[p0, p1, p2, p3, p4, p5, p6, i0]\n")
	for k, letter := range "iir" { // so that the trace knows the types
		fmt.Fprintf(&b, "%c%d = getarrayitem_gc_%c(p%d, 0, descr=%s)\n", "iip"[k], 7+k, letter, 2*k, types[k])
	}
	seen := []string{"i0", "i7", "i8", "p9"}
	for k := range 5 + rng.IntN(10) {
		array := rng.IntN(6)
		letter := string("iir"[array/2])
		index := []string{"0", "1", "i0"}[rng.IntN(3)]
		switch n := rng.IntN(8); {
		case n < 4:
			name := fmt.Sprintf("%c%d", "iip"[array/2], 10+k)
			fmt.Fprintf(&b, "%s = getarrayitem_gc_%s(p%d, %s, descr=%s)\n", name, letter, array, index, types[array/2])
			seen = append(seen, name)
		case n < 6:
			fmt.Fprintf(&b, "setarrayitem_gc(p%d, %s, %s, descr=%s)\n", array, index, []string{"3", "4", "p6"}[array/2], types[array/2])
		default:
			fmt.Fprintf(&b, itemCalls[rng.IntN(len(itemCalls))], 10+k)
		}
	}
	fmt.Fprintf(&b, "finish(%s)\n", strings.Join(seen, ", "))
	return b.String()
}

// itemInputs are arrays of which the second of a type may be the first.
func itemInputs(rng *rand.Rand) string {
	parts := []string{fmt.Sprintf("i0=%d", rng.IntN(2))}
	for k, array := range []string{"<ArrayS 8>[1, 2]", "<ArrayU 1>[5, 6]", "<ArrayP 8>[null, p6]"} {
		second := fmt.Sprintf("p%d", 2*k)
		if rng.IntN(2) == 0 {
			second = array
		}
		parts = append(parts, fmt.Sprintf("p%d=%s, p%d=%s", 2*k, array, 2*k+1, second))
	}
	return strings.Join(parts, ", ")
}

// TestRandomItemsOverCalls asks interpreter and prover about traces with functions that change items of some arrays only.
func TestRandomItemsOverCalls(t *testing.T) {
	preset, err := optimizer.PresetByName("straight")
	if err != nil {
		t.Fatal(err)
	}
	const traces = 300
	var o optimizer.Optimizer
	var before, after interp.Interp
	agreed, proved, removed := 0, 0, 0
	for seed := range uint64(traces) {
		rng := rand.New(rand.NewPCG(seed, 61))
		in, problems := trace.Parse(itemTrace(rng))
		if in == nil {
			t.Fatal(problems)
		}
		out := o.Run(in, preset.Passes).Out
		removed += len(in.Ops) - len(out.Ops)
		for range 4 {
			text := itemInputs(rng)
			inputs, problems := interp.ParseInputs(in, text)
			if inputs == nil {
				t.Fatalf("%s: %v", text, problems)
			}
			options := interp.RunOptions{Imagined: true, HostileCalls: true}
			verdict := interp.Compare(before.Run(in, inputs, options), after.Run(out, inputs, options))
			if verdict.Kind == interp.VerdictDiffer {
				t.Fatalf("seed %d, %s: %s\n%s\noptimized:\n%s", seed, text, verdict.Reason(), in, out)
			}
			if verdict.Kind == interp.VerdictAgree {
				agreed++
			}
		}
		v, err := prove.Equivalent(context.Background(), in, out, prove.Options{Budget: solve.Budget{Steps: 20_000}})
		if err != nil || v.Status == prove.Refuted {
			t.Fatalf("seed %d: %v, %v\n%s\noptimized:\n%s", seed, v.Status, err, in, out)
		}
		if v.Status == prove.Proved {
			proved++
		}
	}
	t.Logf("%d runs agree, %d of %d traces are proved, %d operations are gone", agreed, proved, traces, removed)
	if agreed < traces || proved < traces*9/10 || removed < traces {
		t.Errorf("expected that at least %d runs agree, most traces are proved, and as many operations go, found %d, %d, %d", traces, agreed, proved, removed)
	}
}

package optimizer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
)

// TestWritesThatWaitAgree runs random traces that do little else than write objects, new ones above all, into fields of a few inputs that
// may be one object: before and after the optimizer, for each way in which the inputs can be one. General random traces have too few
// of these: 180,000 did not find two wrong results of writes that wait, of which some 2,700 of these find the first.
func TestWritesThatWaitAgree(t *testing.T) {
	n := 8000
	if testing.Short() {
		n = 300
	}
	rng := rand.New(rand.NewPCG(3, 4))
	seen := map[interp.VerdictKind]int{}
	for k := range n {
		text := writesThatWait(rng)
		a := newAgreement(mustParse(t, text))
		for _, one := range []string{"p1=p0, p2=p0", "p1=p0, p2=Box(top=null)", "p1=Box(top=p0), p2=p0", "p1=Box(top=null), p2=p1", "p1=Box(top=p0), p2=Box(top=p1)"} {
			if err := a.add("p0=Box(top=null), " + one + ", i3=5"); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
		}
		for _, name := range []string{"straight", "loop"} {
			preset, err := optimizer.PresetByName(name)
			if err != nil {
				t.Fatal(err)
			}
			r := new(optimizer.Optimizer).Run(a.recorded, preset.Passes)
			if err := a.compare(r.Out); err != nil {
				t.Fatalf("trace %d, preset %s: %v\nof\n%s", k, name, err, text)
			}
		}
		for kind, runs := range a.seen {
			seen[kind] += runs
		}
	}
	if agree := seen[interp.VerdictAgree]; agree < 10*n {
		t.Errorf("expected that most runs can be compared, found %d in %d traces", agree, n)
	}
}

// writesThatWait writes a trace as text.
func writesThatWait(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("[p0, p1, p2, i3]\n")
	refs, next := []string{"p0", "p1", "p2"}, 4
	input := func() string { return refs[rng.IntN(3)] }
	ref := func() string {
		if rng.IntN(8) == 0 {
			return "null"
		}
		return refs[max(rng.IntN(len(refs)), rng.IntN(len(refs)))]
	}
	made := func(format string, args ...any) {
		name := fmt.Sprintf("p%d", next)
		next++
		fmt.Fprintf(&b, "%s = "+format+"\n", append([]any{name}, args...)...)
		refs = append(refs, name)
	}
	made("new(Box)") // without one, the inputs cannot be of its class
	fmt.Fprintf(&b, "set(p4, top, %s)\n", input())
	for range 5 + rng.IntN(14) {
		switch rng.IntN(12) {
		case 0, 1:
			made("new(Box)")
			fmt.Fprintf(&b, "set(%s, val, %d)\n", refs[len(refs)-1], rng.IntN(9))
		case 2, 3, 4, 5:
			fmt.Fprintf(&b, "set(%s, top, %s)\n", input(), ref())
		case 6, 7:
			made("get(%s, top)", input())
		case 8:
			fmt.Fprintf(&b, "i%d = ptr_%s(%s, %s)\n", next, []string{"eq", "ne"}[rng.IntN(2)], ref(), input())
			fmt.Fprintf(&b, "guard_%s(i%d) [%s, %s]\n", []string{"true", "false"}[rng.IntN(2)], next, input(), ref())
			next++
		case 9:
			fmt.Fprintf(&b, "guard_true(i3) [%s, %s]\n", input(), ref())
		case 10:
			fmt.Fprintf(&b, "escape(%s)\n", ref())
		case 11:
			fmt.Fprintf(&b, "print(%s)\n", ref())
		}
	}
	if rng.IntN(3) == 0 {
		fmt.Fprintf(&b, "i%d = int_add(i3, -1)\njump(%s, %s, %s, i%d)\n", next, input(), input(), ref(), next)
	} else {
		fmt.Fprintf(&b, "finish(p0, p1, p2, %s)\n", ref())
	}
	return b.String()
}

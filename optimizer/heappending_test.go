package optimizer_test

import (
	"math/rand/v2"
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
	w := &randomText{rng: rng}
	w.line("[p0, p1, p2, i3]")
	refs := []string{"p0", "p1", "p2"}
	input := func() string { return refs[rng.IntN(3)] }
	ref := func() string {
		if rng.IntN(8) == 0 {
			return "null"
		}
		return refs[max(rng.IntN(len(refs)), rng.IntN(len(refs)))]
	}
	made := func(format string, args ...any) string {
		name := w.define("p", format, args...)
		refs = append(refs, name)
		return name
	}
	w.line("set(%s, top, %s)", made("new(Box)"), input()) // without one, the inputs cannot be of its class
	for range 5 + rng.IntN(14) {
		switch rng.IntN(12) {
		case 0, 1:
			w.line("set(%s, val, %d)", made("new(Box)"), rng.IntN(9))
		case 2, 3, 4, 5:
			w.line("set(%s, top, %s)", input(), ref())
		case 6, 7:
			made("get(%s, top)", input())
		case 8:
			equal := w.define("i", "ptr_%s(%s, %s)", w.one([]string{"eq", "ne"}), ref(), input())
			w.line("guard_%s(%s) [%s, %s]", w.one([]string{"true", "false"}), equal, input(), ref())
		case 9:
			w.line("guard_true(i3) [%s, %s]", input(), ref())
		case 10:
			w.line("escape(%s)", ref())
		case 11:
			w.line("print(%s)", ref())
		}
	}
	if rng.IntN(3) == 0 {
		w.line("jump(%s, %s, %s, %s)", input(), input(), ref(), w.define("i", "int_add(i3, -1)"))
	} else {
		w.line("finish(p0, p1, p2, %s)", ref())
	}
	return w.text.String()
}

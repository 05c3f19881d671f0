//go:build linux && amd64

package native

import (
	"flag"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// randomTraces is how many random traces the test tries: `-args -traces 10000` for more.
var randomTraces = flag.Uint64("traces", 2000, "number of random traces")

// presetsFor are what random traces are optimized with.
var presetsFor = []string{"straight", "loop"}

// tried counts the outcomes of random traces.
type tried struct {
	// compared are all runs; asking are those of traces with a guard on exceptions
	// or invalidation after a call, imagined so that they reach it.
	compared, asking, guessed, refused int
}

// checkRandom runs a generated trace, and what was made from it, as code.
func checkRandom(t testing.TB, made fuzz.Generated, k uint64) (sum tried) {
	t.Helper()
	list := []*trace.Trace{made.Trace}
	preset, err := optimizer.PresetByName(presetsFor[k%uint64(len(presetsFor))])
	if err != nil {
		t.Fatal(err)
	}
	if result := optimizer.Optimize(made.Trace, preset.Passes); result.Impossible == trace.None {
		list = append(list, result.Out)
	}
	o := backend.RunOptions{}
	o.Jumps = 20
	o.HostileCalls = k%3 == 1
	o.Slice = int(k % 5)
	if k%4 < 2 {
		o.Arena = tiny
	}
	set := Features{}
	if k%3 != 0 {
		set = Host()
	}
	for _, tr := range list {
		m := build(t, tr, Options{Features: set})
		if m == nil {
			sum.refused++
			continue
		}
		asks := asksOutside(tr)
		for n := range uint64(3) {
			o.Imagined = (k+n)%2 == 0
			before := m.compared
			in := made.Inputs
			if n > 0 {
				in = interp.RandomInputs(tr, seeded(k+n))
			}
			if diff := m.check(in, o); diff != "" {
				t.Errorf("trace %d: inputs %s: %s\n%s", k, interp.FormatInputs(tr, in), diff,
					strings.Join(trace.Print(tr, trace.PrintOptions{}).Lines(), "\n"))
			}
			if o.Imagined && asks {
				sum.asking += m.compared - before
			}
		}
		m.close()
		sum.compared += m.compared
		sum.guessed += m.guessed
	}
	return sum
}

// asksOutside reports whether a trace asks about the outcome of a call.
func asksOutside(t *trace.Trace) bool {
	opaque, lowering := false, interp.NewLowering(t)
	for v := range t.Ops[1:] {
		switch op := trace.Value(v + 1); t.Ops[op].Code {
		case trace.OpGuardException, trace.OpGuardNoException, trace.OpGuardNotInvalidated:
			if opaque {
				return true
			}
		default:
			opaque = opaque || lowering.Opaque(op)
		}
	}
	return false
}

func TestRandomTraces(t *testing.T) {
	var g fuzz.Generator
	var all tried
	for k := range *randomTraces {
		length := 0
		if k%10 == 9 {
			length = 300
		}
		sum := checkRandom(t, g.Trace(7, k, length), k)
		if t.Failed() {
			return
		}
		all.compared, all.asking = all.compared+sum.compared, all.asking+sum.asking
		all.guessed, all.refused = all.guessed+sum.guessed, all.refused+sum.refused
	}
	t.Logf("%+v", all)
	if all.asking < int(*randomTraces)/10 || all.guessed+all.refused > all.compared/10 {
		t.Errorf("expected many runs that ask what came of a call, and few that cannot be compared, found %+v", all)
	}
}

func FuzzTraces(f *testing.F) {
	f.Add([]byte("a trace"), uint64(0))
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 200, 100, 50, 25}, uint64(1))
	f.Fuzz(func(t *testing.T, data []byte, k uint64) {
		var g fuzz.Generator
		checkRandom(t, g.FromBytes(data), k)
	})
}

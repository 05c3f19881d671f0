//go:build linux && amd64

package native

import (
	"flag"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/optimizer"
)

// presetsFor are what random traces are optimized with.
// randomTraces is how many random traces the test tries: `-args -traces 10000` for more.
var randomTraces = flag.Uint64("traces", 2000, "number of random traces")

var presetsFor = []string{"straight", "loop"}

// checkRandom runs a generated trace, and what was made of it, as code.
func checkRandom(t testing.TB, made fuzz.Generated, k uint64) {
	t.Helper()
	list := []*optimizer.Trace{made.Trace}
	preset, err := optimizer.PresetByName(presetsFor[k%uint64(len(presetsFor))])
	if err != nil {
		t.Fatal(err)
	}
	if result := optimizer.Optimize(made.Trace, preset.Passes); result.Impossible == optimizer.None {
		list = append(list, result.Out)
	}
	o := backend.RunOptions{}
	o.Jumps = 20
	o.HostileCalls = k%4 == 1
	o.Slice = int(k % 5)
	if k%2 == 1 {
		o.Arena = tiny
	}
	set := Features{}
	if k%3 != 0 {
		set = Host()
	}
	for _, trace := range list {
		m := build(t, trace, Options{Features: set})
		if m == nil {
			continue
		}
		for n := range uint64(3) {
			in := made.Inputs
			if n > 0 {
				in = optimizer.RandomInputs(trace, seeded(k+n))
			}
			if diff := m.check(in, o); diff != "" {
				t.Errorf("trace %d: inputs %s: %s\n%s", k, optimizer.FormatInputs(trace, in), diff,
					strings.Join(optimizer.Print(trace, optimizer.PrintOptions{}).Lines, "\n"))
			}
		}
		m.close()
	}
}

func TestRandomTraces(t *testing.T) {
	var g fuzz.Generator
	for k := range *randomTraces {
		length := 0
		if k%10 == 9 {
			length = 300
		}
		checkRandom(t, g.Trace(7, k, length), k)
		if t.Failed() {
			return
		}
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

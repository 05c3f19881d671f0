//go:build linux && amd64

package native

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/internal/corpus"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// everyTrace returns the traces of the examples, of the text tests, and at limits: the recorded ones, and what the presets make of them.
func everyTrace(t testing.TB) map[string]*trace.Trace {
	t.Helper()
	traces := make(map[string]*trace.Trace)
	for _, g := range slices.Concat(corpus.Loops(t, ".."), corpus.Files(t, ".."), corpus.Limits()) {
		for k, tr := range g.Recorded() {
			name := fmt.Sprintf("%s#%d", g.Name, k)
			traces[name] = tr
			if len(tr.Ops) > 1000 {
				continue // a limit of the code generator's
			}
			for _, preset := range optimizer.Presets() {
				if result := optimizer.Optimize(tr, preset.Passes); result.Impossible == trace.None {
					traces[name+" "+preset.Name] = result.Out
				}
			}
		}
	}
	return traces
}

func hasErrors(list []trace.Diagnostic) bool {
	for _, d := range list {
		if d.Severity == trace.Error {
			return true
		}
	}
	return false
}

// TestCorpus runs all those traces on suggested and on random inputs, with much
// room and with a collection at every allocation, and compares with the
// interpreter.
func TestCorpus(t *testing.T) {
	ran, refused := 0, 0
	for name, tr := range everyTrace(t) {
		for features, set := range featureSets() {
			if (len(name)%2 == 0) == (features == "sse2") {
				continue // half of them on each kind of processor
			}
			m := build(t, tr, Options{Features: set})
			if m == nil {
				refused++
				continue
			}
			ran++
			for k := range uint64(3) {
				in := interp.SuggestedInputs(tr)
				if k > 0 {
					in = interp.RandomInputs(tr, seeded(k))
				}
				o := backend.RunOptions{}
				o.Jumps = 50
				o.HostileCalls = k%3 == 2
				o.Imagined = k > 0
				o.Slice = int(k)
				if k%2 == 1 {
					o.Arena = tiny
				}
				if diff := m.check(in, o); diff != "" {
					t.Errorf("%s (%s): inputs %s: %s\n%s", name, features, interp.FormatInputs(tr, in), diff,
						strings.Join(trace.Print(tr, trace.PrintOptions{}).Lines(), "\n"))
					break
				}
			}
			m.close()
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("%d programs ran, %d were refused", ran, refused)
	if ran < 500 {
		t.Errorf("expected most of the corpus to run, found %d programs", ran)
	}
}

//go:build linux && amd64

package native

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/examples"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// traceFiles returns the text tests of the optimizer and of what reads traces.
func traceFiles(t testing.TB) []string {
	t.Helper()
	var files []string
	for _, room := range []string{"optimizer", "trace"} {
		found, err := filepath.Glob(filepath.Join("..", room, "testdata", "*", "*.trace"))
		if err != nil || len(found) == 0 {
			t.Fatalf("expected traces in `%s`, found none (%v)", room, err)
		}
		files = append(files, found...)
	}
	return files
}

// corpus returns the traces of the examples and of the text tests: the recorded ones, and what the presets make of them.
func corpus(t testing.TB) map[string]*trace.Trace {
	t.Helper()
	texts := make(map[string]string)
	for _, e := range examples.All() {
		texts[e.ID] = e.Text
	}
	for _, path := range traceFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for k, part := range strings.Split(string(data), "\n===\n") {
			text, _, _ := strings.Cut(part, "\n--- optimized")
			texts[path+"#"+string(rune('a'+k%26))+string(rune('a'+k/26))] = text
		}
	}
	traces := make(map[string]*trace.Trace)
	for name, text := range texts {
		tr, list := trace.Parse(text)
		if hasErrors(list) {
			continue
		}
		traces[name] = tr
		for _, preset := range optimizer.Presets() {
			if result := optimizer.Optimize(tr, preset.Passes); result.Impossible == trace.None {
				traces[name+" "+preset.Name] = result.Out
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
	for name, tr := range corpus(t) {
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

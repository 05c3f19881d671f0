package corpus

import (
	"testing"

	"unbox/trace"
)

// Most texts are traces: a separator that was renamed would leave nobody anything to test.
func TestMostTextsAreTraces(t *testing.T) {
	for name, groups := range map[string][]Group{"files": Files(t, "../.."), "loops": Loops(t, "../.."), "operations": Operations(), "guards": Guards()} {
		texts, traces := 0, 0
		for _, g := range groups {
			texts, traces = texts+len(g.Texts)+len(g.Results), traces+len(g.All())
		}
		if texts < 20 || traces < texts*2/3 {
			t.Errorf("%s: expected mostly traces, found %d in %d texts", name, traces, texts)
		}
	}
}

// Every text at a limit is a trace, but for marks that are too many for a guard to ask about the call in front.
func TestLimitsAreTraces(t *testing.T) {
	for _, g := range Limits() {
		for k, text := range g.Texts {
			if read, problems := trace.Parse(text); read == nil && g.Name != "limit: marks after a call" {
				t.Errorf("%s, text %d: expected a trace, found %v in\n%.800s", g.Name, k, problems[0], text)
			}
		}
	}
}

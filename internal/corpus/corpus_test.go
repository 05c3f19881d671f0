package corpus

import "testing"

// Most texts are traces: a separator that was renamed would leave nobody anything to test.
func TestMostTextsAreTraces(t *testing.T) {
	for name, groups := range map[string][]Group{"files": Files(t, "../.."), "loops": Loops(t, "../.."), "operations": Operations()} {
		texts, traces := 0, 0
		for _, g := range groups {
			texts, traces = texts+len(g.Texts)+len(g.Results), traces+len(g.All())
		}
		if texts < 30 || traces < texts*2/3 {
			t.Errorf("%s: expected mostly traces, found %d in %d texts", name, traces, texts)
		}
	}
}

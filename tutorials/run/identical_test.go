package run

import (
	"strings"
	"testing"

	"unbox/wasm/api"
	"unbox/wasm/api/corpus"
)

// TestIdenticalBytes asks native Go and the module in wazero the same: about each example, each hostile text, and a fifth of
// the optimizer's test cases, or all of them with -long. The same is asked in Chromium by unbox/playground/browsertest.
func TestIdenticalBytes(t *testing.T) {
	every := corpus.Some
	if *longCourse {
		every = 1
	}
	requests, err := corpus.All("../..", every)
	if err != nil {
		t.Fatal(err)
	}
	in := inThisProcess(t).ready
	engine := api.New()
	for _, q := range requests {
		got, err := in.call(t.Context(), q.Function, q.JSON)
		if err != nil {
			t.Fatalf("%s: %v", q.Name, err)
		}
		if q.Function == "fuzzStart" {
			// It lists the bugs that can be planted, of which this program has none.
			if !strings.Contains(string(got), `"bugs":[{`) {
				t.Errorf("%s: expected bugs that can be planted, found %.200s", q.Name, got)
			}
			continue
		}
		if want := engine.Call(q.Function, q.JSON); string(got) != string(want) {
			t.Errorf("%s:\nrequest %.2000s\nwazero  %.2000s\nnative  %.2000s", q.Name, q.JSON, got, want)
		}
	}
	t.Logf("%d requests", len(requests))
}

//go:build planted

package api

import (
	"encoding/json"
	"testing"
)

// plantedBugs is the number of bugs that the build under test can plant.
const plantedBugs = 21

// TestFuzzFindsAndShrinks does what the lab page does: it steps until something
// is found, then shrinks it by its number.
func TestFuzzFindsAndShrinks(t *testing.T) {
	e, options := New(), FuzzOptions{Seed: 1, Bug: "alias-store"}
	next := 0
	var found []FuzzFinding
	for next < 20_000 && len(found) == 0 {
		r := fuzzStep(t, e, FuzzStepRequest{Options: options, Next: next, Count: 500, Findings: 1})
		next, found = r.Next, r.Findings
	}
	if len(found) != 1 {
		t.Fatalf("expected a finding, found %d in %d traces", len(found), next)
	}
	request, err := json.Marshal(FuzzShrinkRequest{Options: options, Index: found[0].Index})
	if err != nil {
		t.Fatal(err)
	}
	var r FuzzShrinkResponse
	if err := json.Unmarshal(New().Call("fuzzShrink", request), &r); err != nil {
		t.Fatal(err)
	}
	if r.Operations > 8 || r.Operations >= r.Before || r.Finding.Kind != "differs" || r.Finding.Inputs == "" || r.Case == "" {
		t.Errorf("expected a small trace with inputs, found %+v", r)
	}
}

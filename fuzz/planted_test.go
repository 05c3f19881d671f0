//go:build planted

package fuzz

import "testing"

// largest is the maximum number of operations of the shrunk trace of a planted
// bug.
const largest = 8

// TestPlantedBugsAreFound is the test of the tester: each bug is found, and made small.
func TestPlantedBugsAreFound(t *testing.T) {
	for _, bug := range PlantedBugs() {
		t.Run(bug.Name, func(t *testing.T) {
			t.Parallel()
			s := session(t, Options{Seed: 1, Bug: bug.Name})
			found := s.Step(400_000, 1)
			if len(found) == 0 {
				t.Fatalf("expected that it is found, tried %d traces", s.Next())
			}
			small, err := s.Shrink(found[0], 0)
			if err != nil {
				t.Fatal(err)
			}
			if small.Operations > largest {
				t.Errorf("expected at most %d operations, found %d:\n%s", largest, small.Operations, small.Trace)
			}
			if small.Kind != found[0].Kind || small.Detail == "" {
				t.Errorf("expected a failure that %s and says why, found that it %s: %q", found[0].Kind, small.Kind, small.Detail)
			}
			right := session(t, Options{Seed: 1})
			if _, err := right.Shrink(small.Finding, 0); err == nil {
				t.Errorf("expected that the optimizer is right without the bug, found that it fails on\n%s", small.Trace)
			}
		})
	}
}

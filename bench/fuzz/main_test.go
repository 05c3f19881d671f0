package main

import (
	"strings"
	"testing"

	"unbox/fuzz"
)

func TestTablesAreFilled(t *testing.T) {
	var out strings.Builder
	if err := speeds(&out, 0); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"all and some", "loop", "straight"} {
		if !strings.Contains(out.String(), name) {
			t.Errorf("expected a row `%s`, found\n%s", name, out.String())
		}
	}
	for _, bug := range fuzz.PlantedBugs() {
		if bug.Name == "alias-store" {
			out.Reset()
			if err := plantedBugs(&out, fuzz.PlantedBugs(), 1, bug.Name); err != nil || !strings.Contains(out.String(), "alias-store  heap") {
				t.Errorf("expected a row for `alias-store`, found\n%s\n%v", out.String(), err)
			}
		}
	}
}

//go:build !wasip1 && !js

package rules

import (
	"fmt"
	"testing"
	"time"

	"unbox/optimizer/rules"
	"unbox/prove/ledger"
)

// The file of what was proved. The key of a rule is a hash of its text and of the
// sources that its proof rests on.
const (
	cacheFile    = "testdata/proved.txt"
	cacheComment = "Which rules were proved: name, hash of rule and proof, width, time, solver, way. Written by `go test ./prove/rules -update`."
)

// sources are the files that say what a claim is and when it counts as proved. Who
// changes one of them, more than its comments, has everything proved anew.
var sources = []string{
	"../../trace/eval.go", "../words.go", "../floats.go", "../meaning.go",
	"encode.go", "condition.go", "floats.go", "prove.go", "cases.go", "whole.go",
	"../integers/system.go", "../integers/poly.go", "../integers/simplex.go",
}

func recordOf(r *rules.Rule, key string, v *Verdict) ledger.Entry {
	return ledger.Entry{
		Name: r.Name, Key: key, Width: fmt.Sprint(v.Width), Took: v.Time.Round(100 * time.Microsecond).String(),
		Solver: v.Solver, By: v.By,
	}
}

// readCache returns the entries by name, and a hash of the sources.
func readCache(t *testing.T) (entries map[string]ledger.Entry, semantics string) {
	t.Helper()
	entries, err := ledger.Read(cacheFile)
	if err != nil {
		t.Fatal(err)
	}
	semantics, err = ledger.Sources(sources...)
	if err != nil {
		t.Fatal(err)
	}
	return entries, semantics
}

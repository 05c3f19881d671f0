package fuzz_test

import (
	"strings"
	"testing"

	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/trace"
)

// Random traces and their optimized results are printed, with their names or
// numbered, and read back with the same operations and types.
func TestTextsOfRandomTracesKeepTypes(t *testing.T) {
	var g fuzz.Generator
	for k := range uint64(1000) {
		made := g.Trace(21, k, 0)
		for _, tr := range []*trace.Trace{made.Trace, optimizer.Optimize(made.Trace, optimizer.Presets()[0].Passes).Out} {
			for _, prefix := range []string{"", "optvar"} {
				text := strings.Join(trace.Print(tr, trace.PrintOptions{Numbered: prefix}).Lines(), "\n")
				again, list := trace.Parse(text)
				if again == nil && list[0].Code == "unknown-operation" {
					continue // it is a trace only where something else shows PyPy's notation
				}
				if again == nil {
					t.Fatalf("trace %d: expected a text that can be read again, found %v in\n%s", k, list, text)
				}
				for v := range tr.Ops {
					if v >= len(again.Ops) || again.Ops[v].Type != tr.Ops[v].Type || again.Ops[v].Code != tr.Ops[v].Code {
						t.Fatalf("trace %d: expected operation %d (%s) as it was, found another one or another type in\n%s", k, v, tr.Ops[v].Code, text)
					}
				}
			}
		}
	}
}

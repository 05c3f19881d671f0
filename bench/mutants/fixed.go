package main

import (
	"fmt"
	"slices"
)

// fixed are mutants that must always be found, each with the judge that has to find it
// without the others: `go run ./bench/mutants -fixed` is part of what runs before a change
// is merged.
var fixed = []struct{ name, by string }{
	{"optimizer/bounds/bounds_conclude.go: Bounds.fitsBytes: b.Hi < limit → b.Hi <= limit", "lemmas"},
	{"optimizer/bounds/bounds_conclude.go: Bounds.fitsBytes: b.Hi < limit → b.Hi <= limit", "random traces"},
	{"optimizer/peel.go: peelPass.closePreamble: p.heap.flushPending() → nothing", "random traces"},
	{"interp/judge_heap.go: Judge.pairConstants: d.kind != diffNone → d.kind == diffNone", "own tests"},
	{"native/overflow.go: generator.overflow: g.binary(x64.ADD, in, true) → nothing", "machine code"},
}

// alone returns the fixed mutants, each with the judges of one name only.
//
// Errors: a place that no longer exists, an unknown judge.
func alone(lists [][]*mutant) (list []*mutant, err error) {
	for _, f := range fixed {
		found, err := byName(lists, []string{f.name})
		if err != nil {
			return nil, err
		}
		m, part := *found[0], *found[0].area
		part.judges = slices.DeleteFunc(slices.Clone(part.judges), func(j judge) bool { return j.name != f.by || j.long })
		if len(part.judges) == 0 {
			return nil, fmt.Errorf("expected a judge called `%s`, found none", f.by)
		}
		m.area = &part
		list = append(list, &m)
	}
	return list, nil
}

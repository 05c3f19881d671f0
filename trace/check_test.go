package trace_test

import (
	"strings"
	"testing"

	"unbox/trace"
)

// A read has the type that its name says, and the one that the field or array was
// declared with.
func TestCheckRefusesReadsOfAnotherType(t *testing.T) {
	const text = `class Node { next: ref, num: int }
[p0]
i1 = getfield_gc_i(p0, descr=num)
p2 = getfield_gc_r(p0, descr=next)
finish(i1, p2)
`
	tr, list := trace.Parse(text)
	if tr == nil {
		t.Fatal(list)
	}
	if err := trace.Check(tr); err != nil {
		t.Fatal(err)
	}
	for v := range tr.Ops {
		if tr.Ops[v].Code != trace.OpGet {
			continue
		}
		other := *tr
		other.Ops = append([]trace.Op(nil), tr.Ops...)
		other.Ops[v].Descr = 1 - other.Ops[v].Descr
		if err := trace.Check(&other); err == nil || !strings.Contains(err.Error(), "expected a result of type") {
			t.Errorf("operation %d reads the other field: expected an error about its type, found %v", v, err)
		}
	}
}

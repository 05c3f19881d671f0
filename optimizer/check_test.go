package optimizer

import (
	"strings"
	"testing"
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
	trace, list := Parse(text)
	if trace == nil {
		t.Fatal(list)
	}
	if err := Check(trace); err != nil {
		t.Fatal(err)
	}
	for v := range trace.Ops {
		if trace.Ops[v].Code != OpGet {
			continue
		}
		other := *trace
		other.Ops = append([]Op(nil), trace.Ops...)
		other.Ops[v].Descr = 1 - other.Ops[v].Descr
		if err := Check(&other); err == nil || !strings.Contains(err.Error(), "expected a result of type") {
			t.Errorf("operation %d reads the other field: expected an error about its type, found %v", v, err)
		}
	}
}

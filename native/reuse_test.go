package native

import (
	"bytes"
	"reflect"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/trace"
)

// What a planner makes of a trace does not depend on earlier traces, nor does the code that an engine makes of a program.
func TestPlannersForget(t *testing.T) {
	var planner backend.Planner
	engine := Engine{}
	var g fuzz.Generator
	planned := 0
	for n := range uint64(1000) {
		in := g.Trace(12, n, 0).Trace
		o := backend.Options{AllChecks: n%5 == 0}
		fresh, want := backend.Plan(in, o)
		again, err := planner.Plan(in, o)
		if !reflect.DeepEqual(want, err) {
			t.Fatalf("trace %d: expected %v, found %v from a planner that had met others\n%s", n, want, err, in)
		}
		if want != nil {
			continue
		}
		planned++
		if a, b := said(fresh), said(again); !reflect.DeepEqual(a, b) {
			t.Fatalf("trace %d: expected\n%+v\nfound from a planner that had met others\n%+v\n%s", n, a, b, in)
		}
		a, err := Compile(fresh, Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := engine.Compile(again)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.(*Code).Bytes()) {
			t.Fatalf("trace %d: expected the same code from an engine that had met others, found other code\n%s", n, in)
		}
	}
	if planned < 500 {
		t.Errorf("expected most traces to become programs, found %d", planned)
	}
}

// said is what a program says to engines.
func said(p *backend.Program) []any {
	var live []trace.Value
	for k := range p.Exits {
		live = append(live, p.LiveAt(int32(k))...)
	}
	return []any{p.Code, p.Loop, p.Entry, append([]backend.Move{}, p.Moves...), append([]backend.Exit{}, p.Exits...), live, p.Uses, p.Layout}
}

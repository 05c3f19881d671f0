package optimizer

import (
	"testing"

	"unbox/trace"
)

// The union-find forest, as the toy optimizer's post introduces it: sets grow
// by making values equal, and every member leads to the same representative.
func TestUnionFind(t *testing.T) {
	in := &trace.Trace{Ops: make([]trace.Op, 4), Tables: &trace.Tables{Program: new(trace.Program)}}
	w := walkOver(in)
	a1, a2, a3 := trace.Value(1), trace.Value(2), trace.Value(3)
	expect := func(stage string, want ...trace.Value) {
		t.Helper()
		for i, v := range want {
			if got := w.find(trace.Value(i + 1)); got != v {
				t.Errorf("%s: expected a%d to lead to %d, found %d", stage, i+1, v, got)
			}
		}
	}
	expect("alone", a1, a2, a3)
	w.makeEqual(a2, a1)
	expect("a2 = a1", a1, a1, a3)
	w.makeEqual(a3, a2)
	expect("a3 = a2", a1, a1, a1)
	six := w.constants.Int(6)
	w.makeEqual(a2, six)
	expect("a2 = 6", six, six, six)
	w.makeEqual(a2, six)
	expect("a2 = 6 again", six, six, six)
	defer func() {
		if recover() == nil {
			t.Error("expected a panic on making 6 equal to 7, found none")
		}
	}()
	w.makeEqual(a2, w.constants.Int(7))
}

// walkOver returns a walk without passes at its beginning.
func walkOver(in *trace.Trace) *walk {
	o := new(Optimizer)
	o.build(0)
	o.walk.in = in
	o.walk.reset(1)
	return &o.walk
}

// A chain of equalities as long as a trace can make it takes no stack and, with
// paths halved, no quadratic time.
func TestFindLongChain(t *testing.T) {
	const n = 1 << 20
	in := &trace.Trace{Ops: make([]trace.Op, n+1), Tables: &trace.Tables{Program: new(trace.Program)}}
	w := walkOver(in)
	for v := trace.Value(2); v <= n; v++ {
		w.replacedBy[v] = v - 1
	}
	for v := trace.Value(n); v > 0; v-- {
		if w.find(v) != 1 {
			t.Fatalf("expected %d to lead to 1, found %d", v, w.find(v))
		}
	}
}

// The shortest possible loop, without an operation or a parameter, is peeled like any
// other.
func TestAnEmptyLoopIsPeeled(t *testing.T) {
	in, problems := trace.Parse("[]\njump()\n")
	if in == nil {
		t.Fatal(problems)
	}
	preset, err := PresetByName("loop")
	if err != nil {
		t.Fatal(err)
	}
	got := Optimize(in, preset.Passes).Out.String()
	if want := "[]\njump(L1)\nL1():\njump(L1)\n"; got != want {
		t.Errorf("expected\n%sfound\n%s", want, got)
	}
}

package suite

import (
	"slices"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// figure2 is the trace of Figure 2 of Allocation Removal by Partial Evaluation in a
// Tracing JIT.
const figure2 = `[p0, p1]
guard_class(p1, BoxedInteger)
i2 = get(p1, intval)
guard_class(p0, BoxedInteger)
i3 = get(p0, intval)
i4 = int_add(i2, i3)
p5 = new(BoxedInteger)
set(p5, intval, i4)
p6 = new(BoxedInteger)
set(p6, intval, -100)
guard_class(p5, BoxedInteger)
i7 = get(p5, intval)
guard_class(p6, BoxedInteger)
i8 = get(p6, intval)
i9 = int_add(i7, i8)
p10 = new(BoxedInteger)
set(p10, intval, i9)
p11 = new(BoxedInteger)
set(p11, intval, -1)
guard_class(p0, BoxedInteger)
i12 = get(p0, intval)
guard_class(p11, BoxedInteger)
i13 = get(p11, intval)
i14 = int_add(i12, i13)
p15 = new(BoxedInteger)
set(p15, intval, i14)
guard_class(p15, BoxedInteger)
i16 = get(p15, intval)
i17 = int_gt(i16, 0)
guard_true(i17)
jump(p15, p10)
`

// The recorder makes of Figure 1's program the trace of Figure 2, operation for
// operation.
func TestFigure2(t *testing.T) {
	want, _ := trace.Parse(figure2)
	kernels := Kernels()
	l, err := kernels[len(kernels)-1].Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Trace.Ops) != len(want.Ops) {
		t.Fatalf("expected %d operations, found %d", len(want.Ops), len(l.Trace.Ops))
	}
	arg := func(t *trace.Trace, v trace.Value) int64 {
		if v.IsConst() {
			return -int64(t.Const(v).Bits)
		}
		return int64(v)
	}
	for v := trace.Value(1); int(v) < len(want.Ops); v++ {
		a, b := want.Args(v), l.Trace.Args(v)
		same := slices.EqualFunc(a, b, func(x, y trace.Value) bool { return arg(want, x) == arg(l.Trace, y) })
		if want.Ops[v].Code != l.Trace.Ops[v].Code || !same {
			t.Errorf("line %d differs from line %d of the figure", l.Trace.Ops[v].Line, want.Ops[v].Line)
		}
	}
}

// Peeled, no kernel's loop allocates, asks for a class, or reads a field: all of that
// happened in the iteration before.
func TestPeeledLoopsHaveNoBoxes(t *testing.T) {
	each(t, func(t *testing.T, l *Loaded) {
		preset, err := optimizer.PresetByName("loop")
		if err != nil {
			t.Fatal(err)
		}
		result := optimizer.Optimize(l.Trace, preset.Passes)
		if !result.Peeled {
			t.Fatal("expected a peeled loop, found none")
		}
		inLoop := false
		for k := range result.Out.Ops {
			op := &result.Out.Ops[k]
			inLoop = inLoop || k > 1 && op.Code == trace.OpLabel
			switch op.Code {
			case trace.OpNew, trace.OpGuardClass, trace.OpGuardValue, trace.OpGet, trace.OpSet, trace.OpArrayLen:
				if inLoop {
					t.Errorf("expected no `%s` in the loop, found one at operation %d", op.Code, k)
				}
			}
		}
	})
}

func TestPaperGains(t *testing.T) {
	for _, k := range Kernels() {
		gain, known := k.PaperGain()
		if known != (k.Name != "boxes") {
			t.Errorf("%s: expected a gain in Figure 9 of all kernels but f(y), found %v", k.Name, known)
		}
		if known && (gain < 1 || gain > 4) {
			t.Errorf("%s: expected a gain between 1 and 4, found %v", k.Name, gain)
		}
	}
	if mean := GeometricMean([]float64{1, 2, 4}); mean < 1.999 || mean > 2.001 {
		t.Errorf("expected the geometric mean 2, found %v", mean)
	}
}

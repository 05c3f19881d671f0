package native

import (
	"testing"

	"unbox/backend"
	"unbox/interp"
	"unbox/trace"
)

// TestComparedReferencesStayPut: a comparison of two references becomes part of a later guard, and between the two every allocation moves
// all objects. The first reference is used nowhere else, so it was not updated for the guard, and was once mistaken for the second one.
func TestComparedReferencesStayPut(t *testing.T) {
	tr, diagnostics := trace.Parse(`[i0, i1, i2, p0, p1, p2, f0]
p3 = same_as(p1)
p4 = alloc()
p5 = alloc()
i13 = arraylen_gc(p3, descr=<ArrayP 8>)
f1 = load(p4, 1)
p6 = alloc()
p12 = alloc()
p14 = alloc()
p15 = alloc()
p16 = alloc()
i59 = ptr_ne(p14, p16)
p17 = alloc()
i67 = float_lt(f0, f0)
i69 = lt(i67, 32769)
guard_true(i69) [p16, p1, p14]
escape(p14)
p18 = alloc()
i76 = ptr_eq(p0, p15)
p19 = alloc()
f2 = load(p6, 1)
guard_true(i59) [f1, p17]
f3 = load(p4, 1)
i86 = float_ge(f3, f1)
guard_true(i86) [p3, f1, p5, p16]
store(p4, 0, p3)
f4 = float_mul(f2, 0.5)
p20 = alloc()
i97 = load(p12, 0)
i98 = load(p17, 0)
i99 = or(i97, i97)
store(p17, 2, p18)
jump(i0, i97, i98, i99, p18, p19, p20, f4, descr=L1)
label(i100, i101, i102, i103, p21, p22, p23, f5, descr=L1)
`)
	if len(diagnostics) > 0 {
		t.Fatal(diagnostics)
	}
	in, problems := interp.ParseInputs(tr, "i0=2, i1=65, i2=-3, p0=obj(0=1, 1=5, 2=p0), p1=<ArrayP 8>[p1, p1, p1], p2=p1, f0=0.0")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	m := build(t, tr, Options{})
	defer m.close()
	o := backend.RunOptions{Arena: tiny}
	o.Jumps = 20
	if diff := m.check(in, o); diff != "" {
		t.Error(diff)
	}
}

//go:build linux && amd64

package native

import (
	"testing"

	"unbox/backend"
	"unbox/interp"
	"unbox/trace"
)

// Guards on what the outside does leave where the interpreter leaves, in each
// iteration.
func TestGuardsOnTheOutside(t *testing.T) {
	const loop = `class Error { code: int }
[i0, p1]
guard_not_invalidated() [i0]
i2 = escape_i(p1)
guard_no_exception() [i0, i2]
guard_not_invalidated() [i2]
i3 = int_sub(i0, 1)
guard_true(i3) [i2]
jump(i3, p1)
`
	const caught = `class Error { code: int }
[i0, p1]
escape(p1)
p2 = guard_exception(Error) [i0, p1]
i3 = get(p2, code)
finish(i3)
`
	const classes = `class Error { code: int }
class Late { code: int }
[i0, p1]
i2 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)
p3 = guard_exception(ConstClass(Late)) [i0, p1, i2]
setfield_gc(p3, i0, descr=<FieldS Late.code 8>)
p4 = call_r(ConstClass(f), p3, descr=<Callr 8 r EF=7>)
guard_no_exception() [i0, p1, p4]
guard_not_invalidated() [i0, p3, p4]
i5 = call_i(ConstClass(g), i0, descr=<Calli 8 i EF=4>)
guard_no_exception() [p3, i5]
i6 = int_sub(i0, i5)
i7 = int_gt(i6, 0)
guard_true(i7) [i6, p4]
jump(i6, p4)
`
	const unasked = `[i0, p1]
i2 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)
i3 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)
i4 = int_add(i2, i3)
i5 = int_add(i2, i4)
i6 = int_sub(i0, 1)
guard_true(i6) [i5]
jump(i6, p1)
`
	const opaque = `class Box { value: int, next: Box }
[i0, p1]
p2 = new(Box)
set(p2, value, i0)
call_n(ConstClass(f), p1, descr=<Callv 0 r EF=5>)
guard_not_forced() [i0, Box(value=i0, next=p2), p1]
guard_no_exception() [i0]
i3 = int_add(i0, 7)
guard_subclass(p1, 2) [i3, p2]
i4 = int_lt(i3, 40)
guard_true(i4) [i3]
jump(i3, p1)
`
	for _, c := range []struct{ text, inputs string }{
		{opaque, "i0=1, p1=Box(value=4)"}, {opaque, "i0=1, p1=Box(value=4), outside=(2 fails)"}, {opaque, "i0=1, p1=null, outside=(3 fails)"},
		{opaque, "i0=1, p1=Box(value=4), outside=(5 fails)"}, {opaque, "i0=1, p1=obj(), outside=(1 raises, 9 fails)"},
		{opaque, "i0=1, p1=obj(), outside=(seed 4)"},
		{classes, "i0=9, p1=null, outside=(1 raises Late)"}, {classes, "i0=9, p1=null, outside=(1 raises Error)"},
		{classes, "i0=9, p1=null, outside=(1 raises)"}, {classes, "i0=9, p1=null"},
		{classes, "i0=9, p1=null, outside=(1 raises Late, 2 raises Late)"},
		{classes, "i0=9, p1=null, outside=(1 raises Late, 2 invalidates)"},
		{classes, "i0=9, p1=null, outside=(1 raises Late, 3 raises Late, 4 raises, seed 5)"},
		{classes, "i0=9, p1=null, outside=(1 raises Late, 3 raises Late, 5 raises Late, seed 8)"},
		{unasked, "i0=3, p1=null"}, {unasked, "i0=3, p1=null, outside=(1 raises)"},
		{unasked, "i0=3, p1=null, outside=(2 raises)"}, {unasked, "i0=3, p1=null, outside=(5 raises)"},
		{loop, "i0=5, p1=obj()"}, {loop, "i0=5, p1=null, outside=(0 invalidates)"},
		{loop, "i0=5, p1=Error(code=1), outside=(1 invalidates)"}, {loop, "i0=5, p1=obj(), outside=(3 invalidates)"},
		{loop, "i0=5, p1=obj(), outside=(seed 3)"}, {caught, "i0=1, p1=Error()"}, {caught, "i0=1, p1=Error(), outside=(1 raises Error)"},
	} {
		trace, list := trace.Parse(c.text)
		if trace == nil {
			t.Fatal(list)
		}
		in, list := interp.ParseInputs(trace, c.inputs)
		if in == nil {
			t.Fatal(list)
		}
		m := build(t, trace, Options{Features: Host()})
		if m == nil {
			t.Fatalf("expected code, found none for\n%s", c.text)
		}
		for k := range 8 {
			o := backend.RunOptions{}
			o.HostileCalls, o.Imagined = k&1 != 0, k&2 != 0
			if k&4 != 0 {
				o.Arena, o.Slice = tiny, 1
			}
			if diff := m.check(in, o); diff != "" {
				t.Errorf("inputs %s: %s", c.inputs, diff)
			}
		}
		m.close()
	}
}

// A promised class that holds only by a guess: the interpreter goes on there, with values some of
// which the code has not kept.
func TestPromiseByGuess(t *testing.T) {
	const text = `[p0, i1]
p2 = new_with_vtable(descr=B)
record_exact_class(p0, ConstClass(A))
i3 = int_add(i1, 1)
p4 = new_with_vtable(descr=A)
finish(p2, i3, p4)
`
	tr := mustParse(t, text)
	m := build(t, tr, Options{Features: Host()})
	defer m.close()
	in, list := interp.ParseInputsFor(tr, "p0=B(), i1=5", interp.RunOptions{Imagined: true})
	if in == nil {
		t.Fatal(list[0].Message)
	}
	if diff := m.check(in, backend.RunOptions{RunOptions: interp.RunOptions{Imagined: true}}); diff != "" || m.guessed != 1 {
		t.Errorf("expected one run that comes to a guess, found %d, %s", m.guessed, diff)
	}
}

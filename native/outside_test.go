//go:build linux && amd64

package native

import (
	"testing"

	"unbox/backend"
	"unbox/optimizer"
)

// Guards that ask the outside leave where the interpreter does, in each round.
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
	for _, c := range []struct{ text, inputs string }{
		{loop, "i0=5, p1=obj()"}, {loop, "i0=5, p1=null, outside=(0 invalidates)"},
		{loop, "i0=5, p1=Error(code=1), outside=(1 invalidates)"}, {loop, "i0=5, p1=obj(), outside=(3 invalidates)"},
		{loop, "i0=5, p1=obj(), outside=(seed 3)"}, {caught, "i0=1, p1=Error()"}, {caught, "i0=1, p1=Error(), outside=(1 raises Error)"},
	} {
		trace, list := optimizer.Parse(c.text)
		if trace == nil {
			t.Fatal(list)
		}
		in, list := optimizer.ParseInputs(trace, c.inputs)
		if in == nil {
			t.Fatal(list)
		}
		m := build(t, trace, Options{Features: Host()})
		if m == nil {
			t.Fatalf("expected code, found none for\n%s", c.text)
		}
		for _, hostile := range []bool{false, true} {
			o := backend.RunOptions{}
			o.HostileCalls = hostile
			if diff := m.check(in, o); diff != "" {
				t.Errorf("inputs %s: %s", c.inputs, diff)
			}
		}
		m.close()
	}
}

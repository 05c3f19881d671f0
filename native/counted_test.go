//go:build linux && amd64

package native

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/interp"
)

// countedLoop is a loop with guards on quantities that grow by the same amount every
// iteration. After each %s come a comparison, a guard, and what is added.
const countedLoop = `
[i0, i1, i2, i3]
i4 = %s(i0, i1)
%s(i4) [i0, i3]
i5 = int_add_ovf(i0, i2)
guard_no_overflow() [i0, i3]
i6 = int_add(i3, 1)
i7 = %s
jump(i7, i1, i2, i6)
`

// steadyLoop is one in which a guard asks the same about the same value every
// iteration.
const steadyLoop = `
[i0, i1, i2, i3]
i4 = %s(i2, 5)
%s(i4) [i0, i3]
i5 = int_lt(i3, 40)
guard_true(i5) [i0, i3]
i6 = int_add(i3, 1)
i7 = %s
jump(i7, i1, i2, i6)
`

// startsOf are start values close to where something changes.
var startsOf = []int64{0, -20, math.MaxInt64 - 25, math.MinInt64, math.MinInt64 + 25, 1<<61 - 10, -1<<61 + 10, 1 << 62}

// TestCountedGuards compares with the interpreter where guards fail that the quick copy
// of a loop leaves out: after few iterations, with limits and sums at the ends of the
// integers, and with steps of any sign.
func TestCountedGuards(t *testing.T) {
	comparisons := []string{"int_lt", "int_le", "int_gt", "int_ge", "uint_lt", "uint_le", "uint_gt", "uint_ge", "int_ne"}
	steps := []string{"int_add(i0, 1)", "int_add(i0, -1)", "int_sub(i0, -3)", "int_add(i0, i2)", "int_add(i5, 0)", "int_add(i0, 2)", "int_sub(i0, i2)", "int_add(2, i0)"}
	counted := 0
	for n, comparison := range comparisons {
		for k, step := range steps {
			guard := []string{"guard_true", "guard_false"}[(n+k)%2]
			loop := countedLoop
			if step == "int_add(2, i0)" {
				loop = steadyLoop
			}
			for name, set := range featureSets() {
				text := fmt.Sprintf(loop, comparison, guard, step)
				m := build(t, mustParse(t, text), Options{Features: set})
				if new(backend.LoopFinder).Counting(m.code.program, func(int) bool { return true }) != nil {
					counted++
				}
				runCounted(t, m, name+text)
				m.close()
			}
		}
	}
	if counted < 50 {
		t.Errorf("expected most of the loops to be counted, found %d", counted)
	}
}

// runCounted runs a loop for the values of startsOf and limits near them.
func runCounted(t *testing.T, m *machine, name string) {
	t.Helper()
	o := backend.RunOptions{}
	o.Jumps = 64
	for _, start := range startsOf {
		for _, distance := range []int64{-30, -1, 0, 1, 18, 33, math.MaxInt64} {
			for _, step := range []int64{1, 5, 0, -2, 1 << 41, math.MaxInt64 / 20} {
				text := fmt.Sprintf("i0=%d, i1=%d, i2=%d, i3=0", start, start+distance, step)
				in, list := interp.ParseInputs(m.trace, text)
				if len(list) > 0 {
					t.Fatal(list)
				}
				if diff := m.check(in, o); diff != "" {
					t.Fatalf("%s: %s: %s", name, text, diff)
				}
			}
		}
	}
}

// TestCountedAgain runs a loop for more iterations than are counted at a time, and leaves
// it for more fuel in between.
func TestCountedAgain(t *testing.T) {
	m := build(t, mustParse(t, strings.Replace(fmt.Sprintf(countedLoop, "int_lt", "guard_true", "int_add(i0, 1)"), "i5 =", "i8 = uint_ge(i3, 1000000)\nguard_false(i8) [i3]\ni5 =", 1)), Options{Features: Host()})
	defer m.close()
	in, list := interp.ParseInputs(m.trace, "i0=-70000, i1=90000, i2=3, i3=0")
	if len(list) > 0 {
		t.Fatal(list)
	}
	for _, slice := range []int{0, 1, 7, 70001} {
		o := backend.RunOptions{Slice: slice}
		o.Jumps, o.Steps = 1<<30, 1<<30
		if diff := m.check(in, o); diff != "" {
			t.Errorf("slices of %d: %s", slice, diff)
		}
	}
}

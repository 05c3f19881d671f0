//go:build linux && amd64

package native

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/interp"
	"unbox/native/x64"
)

// floatLoop makes a loop whose iterations begin with guards on doubles, among additions, loads
// and guards that are counted ahead, and end with parameters that are swapped.
func floatLoop(random *rand.Rand) string {
	const floats = 4
	var b strings.Builder
	b.WriteString("[i0, i1, f0, f1, f2, f3, p0, i2]\nf4 = getfield_gc(p0, descr=value)\n")
	known := []string{"f0", "f1", "f2", "f3", "f4"}
	some := func() string { return known[random.IntN(len(known))] }
	next := 10
	add := func(format string, args ...any) string {
		name := fmt.Sprintf(format, args...)
		next++
		letter := name[:1]
		fmt.Fprintf(&b, "%s%d = %s\n", letter, next, name[1:])
		return fmt.Sprintf("%s%d", letter, next)
	}
	snapshot := func() string { return "[i0, i1, " + strings.Join(known, ", ") + ", p0, i2]" }
	less := add("iint_lt(i0, i1)")
	fmt.Fprintf(&b, "guard_true(%s) %s\n", less, snapshot())
	sum := "i2"
	for range 1 + random.IntN(9) {
		switch random.IntN(5) {
		case 0:
			known = append(known, add("fcast_int_to_float(i0)"))
		case 1:
			known = append(known, add("f%s(%s, %s)", []string{"float_add", "float_mul", "float_truediv"}[random.IntN(3)], some(), some()))
		case 2:
			sum = add("iint_add(%s, %d)", sum, random.IntN(9)-4)
		case 3:
			known = append(known, add("fgetfield_gc(p0, descr=value)"))
		}
		kind := random.IntN(6)
		second, guard := some(), random.IntN(2)
		if random.IntN(3) > 0 { // one that usually holds
			second, guard = []string{"1e300", "40.0", "17.5"}[random.IntN(3)], kind/3
		}
		comparison := []string{"float_lt", "float_le", "float_ne", "float_gt", "float_ge", "float_eq"}[kind]
		c := add("i%s(%s, %s)", comparison, some(), second)
		fmt.Fprintf(&b, "%s(%s) %s\n", []string{"guard_true", "guard_false"}[guard], c, snapshot())
		if random.IntN(8) == 0 {
			known = append(known, add("fcast_int_to_float(%s)", c)) // checked again
		}
	}
	if random.IntN(2) == 0 {
		fmt.Fprintf(&b, "setfield_gc(p0, %s, descr=value)\n", some())
	}
	i := add("iint_add(i0, 1)")
	order := random.Perm(floats)
	for k := range order {
		if random.IntN(3) > 0 {
			order[k] = k
		}
	}
	fmt.Fprintf(&b, "jump(%s, i1, f%d, f%d, f%d, f%d, p0, %s)\n", i, order[0], order[1], order[2], order[3], sum)
	return b.String()
}

// TestGuardsAskedTogether compares with the interpreter what random loops of guards on
// doubles do, with numbers that are close to one another, NaN among them.
func TestGuardsAskedTogether(t *testing.T) {
	random := seeded(7)
	numbers := []string{"0.0", "-0.0", "1.0", "3.0", "8.0", "17.5", "40.0", "nan", "inf", "-inf", "-3.0"}
	together, iterations := 0, 0
	for range 600 {
		text := floatLoop(random)
		m := build(t, mustParse(t, text), Options{Features: Host(), Listing: true})
		if slices.ContainsFunc(m.code.insts, func(in x64.Inst) bool { return in.Op == x64.VMOVMSKPD }) {
			together++
		}
		for range 30 {
			pick := func() string { return numbers[random.IntN(len(numbers))] }
			start := random.IntN(20)
			line := fmt.Sprintf("i0=%d, i1=%d, f0=%s, f1=%s, f2=%s, f3=%s, p0=obj(value=%s), i2=%d",
				start, start+random.IntN(60), pick(), pick(), pick(), pick(), pick(), random.IntN(3))
			in, list := interp.ParseInputs(m.trace, line)
			if len(list) > 0 {
				t.Fatal(list, text)
			}
			o := backend.RunOptions{Slice: []int{0, 1, 7}[random.IntN(3)]}
			o.Jumps = 100
			if diff := m.check(in, o); diff != "" {
				t.Fatalf("%s\n%s: %s", text, line, diff)
			}
			iterations += interp.Run(m.trace, in, o.RunOptions).Jumps
		}
		m.close()
	}
	if together < 200 && Host().AVX || iterations < 2000 {
		t.Errorf("expected most loops to ask guards together and to run, found %d of 600 and %d iterations", together, iterations)
	}
	t.Logf("%d of 600 loops ask guards together, %d iterations", together, iterations)
}

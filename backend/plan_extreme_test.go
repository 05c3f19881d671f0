package backend_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/optimizer"
	"unbox/trace"
)

// extremes are numbers near the ends of what can be known of an integer, a length or an
// index.
func extremes() []int64 {
	list := []int64{0, 1, -1, 7, 8}
	for _, limit := range []int64{1 << 7, 1 << 15, 1 << 20, 1 << 31, 1 << 32, 1 << 62, math.MaxInt64, math.MinInt64} {
		list = append(list, limit-1, limit, limit+1, -limit) // the last ones wrap around
	}
	return list
}

// extremeTrace makes a trace that compares an index, a length and a sum with extreme
// numbers, and reads, writes and allocates by them in between; with labels, whose
// parameters take over what is known.
func extremeTrace(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("[i0, i1, p0, p1]\n")
	ints, refs := []string{"i0", "i1"}, []string{"p0", "p1"}
	one := func(list []string) string { return list[rng.IntN(len(list))] }
	number := func() string {
		if list := extremes(); rng.IntN(3) > 0 {
			return fmt.Sprint(list[rng.IntN(len(list))])
		}
		return one(ints)
	}
	for n := range 4 + rng.IntN(14) {
		switch rng.IntN(9) {
		case 0, 1, 2:
			compare := one([]string{"int_lt", "int_le", "int_gt", "int_ge", "int_eq", "int_ne", "uint_lt", "uint_gt", "uint_le", "uint_ge"})
			fmt.Fprintf(&b, "i%d = %s(%s, %s)\n%s(i%d) [%s]\n", 10+n, compare, one(ints), number(), one([]string{"guard_true", "guard_false"}), 10+n, one(ints))
		case 3:
			fmt.Fprintf(&b, "i%d = %s(%s, %s)\n", 10+n, one([]string{"int_add", "int_sub", "int_and", "int_mul", "uint_rshift"}), one(ints), fmt.Sprint(rng.IntN(64)))
			ints = append(ints, fmt.Sprintf("i%d", 10+n))
		case 4:
			fmt.Fprintf(&b, "i%d = arraylen_gc(%s, descr=<ArrayS 8>)\n", 10+n, one(refs))
			ints = append(ints, fmt.Sprintf("i%d", 10+n))
		case 5:
			fmt.Fprintf(&b, "i%d = getarrayitem_gc_i(%s, %s, descr=<ArrayS 8>)\n", 10+n, one(refs), number())
			ints = append(ints, fmt.Sprintf("i%d", 10+n))
		case 6:
			fmt.Fprintf(&b, "setarrayitem_gc(%s, %s, %s, descr=<ArrayS 8>)\n", one(refs), number(), one(ints))
		case 7:
			fmt.Fprintf(&b, "p%d = %s(%s, descr=<ArrayS 8>)\n", 10+n, one([]string{"new_array", "new_array_clear"}), number())
			refs = append(refs, fmt.Sprintf("p%d", 10+n))
		case 8:
			values := append(append([]string{}, ints[max(0, len(ints)-3):]...), refs[max(0, len(refs)-2):]...)
			fmt.Fprintf(&b, "label(%s, descr=L%d)\n", strings.Join(values, ", "), n)
			at := len(values) - 2
			if len(refs) == 1 {
				at++
			}
			ints, refs = slices.Clone(values[:at]), values[at:]
		}
	}
	fmt.Fprintf(&b, "finish(%s)\n", strings.Join(append(ints, refs...), ", "))
	text := b.String()
	if at := strings.LastIndex(text, "label("); at >= 0 && rng.IntN(2) == 0 {
		label := text[at+len("label(") : at+strings.IndexByte(text[at:], '\n')]
		text = text[:strings.LastIndex(text, "finish(")] + "jump(" + label + "\n"
	}
	return text
}

// Every trace gets a plan, however extreme the numbers in its guards are and whether or
// not these can hold: as recorded and as optimized.
func TestExtremeNumbers(t *testing.T) {
	planned := 0
	for seed := range uint64(3000) {
		text := extremeTrace(rand.New(rand.NewPCG(seed, 31)))
		trace, problems := trace.Parse(text)
		if trace == nil {
			t.Fatalf("%v\n%s", problems, text)
		}
		for _, preset := range optimizer.Presets() {
			planned += planWithoutPanic(t, optimizer.Optimize(trace, preset.Passes).Out, text)
		}
		if t.Failed() {
			return
		}
	}
	if planned < 5000 {
		t.Errorf("expected at least 5,000 plans, found %d", planned)
	}
}

func planWithoutPanic(t *testing.T, trace *trace.Trace, text string) int {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%v\nafter optimizing\n%s", p, text)
		}
	}()
	if _, err := backend.Plan(trace, backend.Options{}); err != nil {
		return 0
	}
	return 1
}

// An index that a guard puts beyond every array passes no check, and a label after
// it takes over what is known.
func TestIndexBeyondEveryArray(t *testing.T) {
	for _, limit := range extremes() {
		text := fmt.Sprintf(`[i0, p0]
i1 = arraylen_gc(p0, descr=<ArrayS 8>)
i2 = int_gt(i0, %d)
guard_true(i2)
setarrayitem_gc(p0, i0, 7, descr=<ArrayS 8>)
label(i0, p0, i1, descr=L)
jump(i0, p0, i1, descr=L)
`, limit)
		trace, problems := trace.Parse(text)
		if trace == nil {
			t.Fatal(problems)
		}
		planWithoutPanic(t, trace, text)
	}
}

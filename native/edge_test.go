//go:build linux && amd64

package native

import (
	"fmt"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/internal/edges"
	"unbox/interp"
	"unbox/trace"
)

// edgesOf returns the operands of a type to try.
func edgesOf(letter byte) (list []interp.Datum) {
	for _, bits := range edges.Bits(letter) {
		list = append(list, interp.Datum{Type: edges.Type(letter), Bits: bits})
	}
	return list
}

// literal writes an operand as a constant.
func literal(d interp.Datum) string {
	if d.Type == trace.Float {
		return edges.Literal('f', d.Bits)
	}
	return edges.Literal('i', d.Bits)
}

// TestOperationsOnEdges compares every operation on numbers with trace.Eval, on
// all pairs of edge values: with both operands as inputs, with the first or the second
// as a constant, with both the same, and as the condition of a guard.
func TestOperationsOnEdges(t *testing.T) {
	for _, op := range edges.Operations() {
		for features, set := range featureSets() {
			e := edgeTest{t, op, set, features}
			e.run()
		}
	}
}

type edgeTest struct {
	t        *testing.T
	op       edges.Operation
	set      Features
	features string
}

func (e *edgeTest) run() {
	layout := e.op.Layout
	first, second := edgesOf(layout[0]), []interp.Datum{{}}
	if len(layout) == 2 {
		second = edgesOf(layout[1])
	}
	letters := []byte(layout + layout[:1])
	header := fmt.Sprintf("[%c0, %c1]\n", letters[0], letters[1])
	a, b := fmt.Sprintf("%c0", letters[0]), fmt.Sprintf("%c1", letters[1])
	e.pairs(header, a, b, first, second)
	if len(layout) == 2 {
		e.pairs(header, a, a, first, []interp.Datum{{}})
		if e.features == "sse2" && layout == "ii" && e.set != Host() {
			return // constants make no difference here
		}
		for k := range first {
			if k%16 == 1 {
				e.pairs(header, literal(first[k]), b, first[k:k+1], second)
			}
		}
		for k := range second {
			e.pairs(header, a, literal(second[k]), everyThird(first, k%3), second[k:k+1])
		}
	}
}

// everyThird returns a third of a list, from an index on.
func everyThird(list []interp.Datum, from int) (part []interp.Datum) {
	for k := from; k < len(list); k += 3 {
		part = append(part, list[k])
	}
	return part
}

// pairs makes one trace and runs it on all pairs of operands.
func (e *edgeTest) pairs(header, a, b string, first, second []interp.Datum) {
	if len(e.op.Layout) == 1 {
		b = ""
	} else {
		b = ", " + b
	}
	result := string(e.op.Code.Info().Result) + "2"
	ends := []string{"finish(" + result + ")\n"}
	if e.op.Overflows {
		ends = []string{"guard_no_overflow() [i0, i1]\nfinish(" + result + ", i0)\n", "guard_overflow() [i0, i1]\nfinish(i0)\n"}
	} else if e.op.Code.Info().Result == 'i' {
		ends = append(ends, "guard_true(i2) [i2]\nfinish(i2)\n", "guard_false(i2) [i2]\nfinish(i2)\n")
	}
	for _, end := range ends {
		text := header + result + " = " + e.op.Code.String() + "(" + a + b + ")\n" + end
		tr := mustParse(e.t, text)
		m := build(e.t, tr, Options{Features: e.set})
		if m == nil {
			e.t.Fatalf("refused: %s", text)
		}
		for _, x := range first {
			for _, y := range second {
				if y.Type == trace.Void {
					y = x
				}
				in := &interp.Inputs{Params: []interp.Datum{x, y}}
				if diff := m.check(in, backend.RunOptions{}); diff != "" {
					e.t.Errorf("%s on %s: %s(%s, %s): %s", text, e.features, e.op.Code, literal(x), literal(y), diff)
				}
			}
		}
		m.close()
	}
}

// manyValues is a trace of a loop in which n values are alive at once.
func manyValues(n int, letter string, op string) string {
	var b strings.Builder
	var names []string
	for k := range n {
		names = append(names, fmt.Sprintf("%s%d", letter, k))
	}
	list := strings.Join(names, ", ")
	fmt.Fprintf(&b, "[%s, i9000]\n", list)
	var next []string
	for k := range n {
		fmt.Fprintf(&b, "%s%d = %s(%s%d, %s%d)\n", letter, n+k, op, letter, k, letter, (k*7+3)%n)
		next = append(next, fmt.Sprintf("%s%d", letter, n+(k+1)%n))
	}
	fmt.Fprintf(&b, "i9001 = int_sub(i9000, 1)\ni9002 = int_gt(i9001, 0)\nguard_true(i9002) [%s]\njump(%s, i9001)\n", list, strings.Join(next, ", "))
	return b.String()
}

func TestPressure(t *testing.T) {
	for _, n := range []int{5, 11, 12, 13, 14, 15, 16, 17, 30, 100, 1000} {
		for _, kind := range []struct{ letter, op string }{{"i", "int_add"}, {"i", "int_xor"}, {"f", "float_sub"}} {
			trace := mustParse(t, manyValues(n, kind.letter, kind.op))
			for features, set := range featureSets() {
				m := build(t, trace, Options{Features: set})
				for k := range uint64(3) {
					in := interp.RandomInputs(trace, seeded(k))
					in.Params[n].Bits = k * 9
					if diff := m.check(in, backend.RunOptions{}); diff != "" {
						t.Errorf("%d values, %s, %s: %s", n, kind.op, features, diff)
					}
				}
				m.close()
			}
		}
	}
}

// TestRotations moves parameters in circles of all lengths across the jump.
func TestRotations(t *testing.T) {
	for _, n := range []int{2, 3, 4, 12, 13, 14, 20, 40} {
		for _, shift := range []int{1, 2, 5} {
			for _, letter := range []string{"i", "f", "p"} {
				var params, args []string
				for k := range n {
					params = append(params, fmt.Sprintf("%s%d", letter, k))
					args = append(args, fmt.Sprintf("%s%d", letter, (k+shift)%n))
				}
				text := fmt.Sprintf("[%s, i900]\ni901 = int_sub(i900, 1)\nguard_true(i901) [%s]\njump(%s, i901)\n",
					strings.Join(params, ", "), strings.Join(params, ", "), strings.Join(args, ", "))
				trace := mustParse(t, text)
				m := build(t, trace, Options{Features: Host()})
				in := interp.RandomInputs(trace, seeded(uint64(n)))
				in.Params[n].Bits = uint64(n + 3)
				if diff := m.check(in, backend.RunOptions{}); diff != "" {
					t.Errorf("%d of %s by %d: %s", n, letter, shift, diff)
				}
				m.close()
			}
		}
	}
}

func TestHundredThousandOperations(t *testing.T) {
	var b strings.Builder
	b.WriteString("[i0, f0, p0]\n")
	const n = 100_000
	for k := 1; k <= n; k++ {
		switch k % 4 {
		case 0:
			fmt.Fprintf(&b, "i%d = int_mul(i%d, %d)\n", k, k-1, k)
		case 1:
			fmt.Fprintf(&b, "i%d = int_add(i%d, i%d)\n", k, k-1, max(0, k-40))
		case 2:
			fmt.Fprintf(&b, "i%d = int_xor(i%d, i%d)\n", k, k-1, k/2)
		default:
			fmt.Fprintf(&b, "i%d = int_sub(i%d, %d)\nguard_true(i%d) [i%d]\n", k, k-1, k, k, k-1)
		}
	}
	fmt.Fprintf(&b, "finish(i%d)\n", n)
	trace := mustParse(t, b.String())
	m := build(t, trace, Options{Features: Host()})
	defer m.close()
	in := interp.RandomInputs(trace, seeded(3))
	if diff := m.check(in, backend.RunOptions{}); diff != "" {
		t.Error(diff)
	}
}

// TestLongChainsInSnapshots leaves through a guard whose snapshot describes 10,000 virtual
// objects, each of which refers to the one before.
func TestLongChainsInSnapshots(t *testing.T) {
	var b strings.Builder
	b.WriteString("[i0, i1]\nguard_true(i0) [v0=Node(...)] where v0(next=v1=Node(...), value=0)")
	const n = 10_000
	for k := 1; k < n; k++ {
		fmt.Fprintf(&b, ", v%d(next=v%d=Node(...), value=%d)", k, k+1, k)
	}
	fmt.Fprintf(&b, ", v%d(next=v0, value=i1)\nfinish(i0)\n", n)
	trace := mustParse(t, b.String())
	m := build(t, trace, Options{Features: Host()})
	defer m.close()
	in, _ := interp.ParseInputs(trace, "i0=0, i1=7")
	if diff := m.check(in, backend.RunOptions{}); diff != "" {
		t.Error(diff)
	}
}

// TestFuel takes more iterations than a chunk of fuel has, and fuel in small slices.
func TestFuel(t *testing.T) {
	tr := mustParse(t, "[i0, i1]\ni2 = int_add(i0, i1)\njump(i1, i2)\n")
	wide := mustParse(t, manyValues(20, "i", "int_add"))
	for _, slice := range []int{0, 1, 2, 1000, 65536, 65537} {
		for _, trace := range []*trace.Trace{tr, wide} {
			m := build(t, trace, Options{Features: Host()})
			o := backend.RunOptions{Slice: slice}
			o.Jumps = 200_000
			if slice > 0 && slice < 1000 {
				o.Jumps = 5000
			}
			in := interp.RandomInputs(trace, seeded(9))
			in.Params[len(in.Params)-1].Bits = 1 << 40
			if diff := m.check(in, o); diff != "" {
				t.Errorf("slice %d: %s", slice, diff)
			}
			m.close()
		}
	}
}

// TestFuelKeepsNumbersInTwoPlaces leaves for fuel where a number is two parameters of the
// next iteration, one in a register and one in a slot. Once the second one came back as if it
// were a reference.
func TestFuelKeepsNumbersInTwoPlaces(t *testing.T) {
	trace := mustParse(t, "[i0, f0, f1, p0]\nf2 = float_add(f0, 17.5)\nsetfield_gc(p0, f2, descr=value)\ni1 = int_add(i0, 1)\njump(i1, f1, f1, p0)\n")
	in, list := interp.ParseInputs(trace, "i0=1, f0=2.5, f1=-1e300, p0=obj(value=1.0)")
	if len(list) > 0 {
		t.Fatal(list)
	}
	for name, set := range featureSets() {
		m := build(t, trace, Options{Features: set})
		o := backend.RunOptions{Slice: 1}
		o.Jumps = 5
		if diff := m.check(in, o); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		m.close()
	}
}

// Programs that do not fit would take more memory than there is, so only their sizes are tested.
func TestSizesThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		instructions, exitValues int
		want                     string
	}{
		{maxInstructions, maxExitValues, "<nil>"},
		{maxInstructions + 1, 0, "expected a trace of at most 134217727 instructions, found 134217728"},
		{0, maxExitValues + 1, "expected exits with at most 1073741823 values together, found 1073741824"},
	} {
		if got := fmt.Sprint(checkSize(c.instructions, c.exitValues)); got != c.want {
			t.Errorf("checkSize(%d, %d): expected %q, found %q", c.instructions, c.exitValues, c.want, got)
		}
	}
}

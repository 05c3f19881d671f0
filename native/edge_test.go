//go:build linux && amd64

package native

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/interp"
	"unbox/trace"
)

var edgeInts = []int64{0, 1, -1, 2, -2, 3, 7, -7, 8, 10, 31, 32, 62, 63, 64, 65, 255, 256, -256, 65535, 1 << 31, -1 << 31, 1<<31 - 1,
	1 << 32, 1<<32 - 1, -1 << 32, 0x123456789abcdef, -0x123456789abcdef, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1}

var edgeFloats = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1e300, -1e300, 5e-324, math.Inf(1), math.Inf(-1), math.NaN(),
	1 << 62, 1 << 63, -1 << 63, -1<<63 - 2048, 1<<63 - 1024, 123456.75}

// edges returns the operands of a type to try.
func edges(letter byte) []interp.Datum {
	var list []interp.Datum
	if letter == 'f' {
		for _, x := range edgeFloats {
			list = append(list, interp.Datum{Type: trace.Float, Bits: math.Float64bits(x)})
		}
		return list
	}
	for _, x := range edgeInts {
		list = append(list, interp.Datum{Type: trace.Int, Bits: uint64(x)})
	}
	return list
}

// literal writes an operand as a constant.
func literal(d interp.Datum) string {
	if d.Type == trace.Int {
		return fmt.Sprint(int64(d.Bits))
	}
	text := strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%g", math.Float64frombits(d.Bits)), "+"))
	if strings.Trim(text, "-0123456789") == "" {
		text += ".0"
	}
	return text
}

// TestOperationsOnEdges compares every operation on numbers with optimizer.Eval, on
// all pairs of edge values: with both operands as inputs, with the first or the second
// as a constant, with both the same, and as a question of a guard.
func TestOperationsOnEdges(t *testing.T) {
	tried := 0
	for _, code := range trace.Opcodes() {
		info := code.Info()
		if info.Effect != trace.EffectPure && info.Effect != trace.EffectOverflow {
			continue
		}
		layout := info.Spellings[0].Layout
		if strings.Trim(layout, "if") != "" || layout == "" {
			continue
		}
		for features, set := range featureSets() {
			tried++
			e := edgeTest{t, code, layout, set, features}
			e.run()
		}
	}
	if tried < 40 {
		t.Errorf("expected more operations than %d", tried)
	}
}

type edgeTest struct {
	t        *testing.T
	code     trace.Opcode
	layout   string
	set      Features
	features string
}

func (e *edgeTest) run() {
	first, second := edges(e.layout[0]), []interp.Datum{{}}
	if len(e.layout) == 2 {
		second = edges(e.layout[1])
	}
	letters := []byte(e.layout + e.layout[:1])
	header := fmt.Sprintf("[%c0, %c1]\n", letters[0], letters[1])
	a, b := fmt.Sprintf("%c0", letters[0]), fmt.Sprintf("%c1", letters[1])
	e.pairs(header, a, b, first, second)
	if len(e.layout) == 2 {
		e.pairs(header, a, a, first, []interp.Datum{{}})
		if e.features == "sse2" && e.layout == "ii" && e.set != Host() {
			return // constants make no difference there
		}
		for k := range first {
			if k%16 == 1 {
				e.pairs(header, literal(first[k]), b, first[k:k+1], second)
			}
		}
		for k := range second {
			e.pairs(header, a, literal(second[k]), first, second[k:k+1])
		}
	}
}

// pairs makes one trace and runs it on all pairs of operands.
func (e *edgeTest) pairs(header, a, b string, first, second []interp.Datum) {
	if len(e.layout) == 1 {
		b = ""
	} else {
		b = ", " + b
	}
	result := string(e.code.Info().Result) + "2"
	ends := []string{"finish(" + result + ")\n"}
	if e.code.Info().Effect == trace.EffectOverflow {
		ends = []string{"guard_no_overflow() [i0, i1]\nfinish(" + result + ", i0)\n", "guard_overflow() [i0, i1]\nfinish(i0)\n"}
	} else if e.code.Info().Result == 'i' {
		ends = append(ends, "guard_true(i2) [i2]\nfinish(i2)\n", "guard_false(i2) [i2]\nfinish(i2)\n")
	}
	for _, end := range ends {
		text := header + result + " = " + e.code.String() + "(" + a + b + ")\n" + end
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
					e.t.Errorf("%s on %s: %s(%s, %s): %s", text, e.features, e.code, literal(x), literal(y), diff)
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
		for _, kind := range []struct{ letter, op string }{{"i", "int_add"}, {"i", "int_xor"}, {"f", "float_sub"}, {"i", "int_lshift"}} {
			if kind.op == "int_lshift" {
				continue
			}
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
// objects of which each has the one before.
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

// TestFuel takes more rounds than a chunk of fuel has, and fuel in small slices.
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
// next round, one in a register and one in a slot. Once the second one came back as if it
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

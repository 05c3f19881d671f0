package run_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/internal/edges"
	"unbox/interp"
	"unbox/trace"
	"unbox/wasm/codegen/run"
)

// Every operation on numbers computes what Eval says, or leaves where it says
// nothing, for operands in locals and for constants on either side.
func TestOperationsOnEdges(t *testing.T) {
	b := newBench(t)
	for _, op := range edges.Operations() {
		if op.Overflows {
			continue // see TestGuardsOnEdges
		}
		name, layout := op.Code.String(), op.Layout
		first, second := edges.Bits(layout[0]), []uint64{0}
		if len(layout) == 2 {
			second = edges.Bits(layout[1])
		}
		if len(layout) == 1 {
			b.tryEdges(fmt.Sprintf("[%c0]\n%%r = %s(%c0)\nfinish(%%r)", layout[0], name, layout[0]), layout, first, nil)
			continue
		}
		b.tryEdges(fmt.Sprintf("[%c0, %c1]\n%%r = %s(%c0, %c1)\nfinish(%%r)", layout[0], layout[1], name, layout[0], layout[1]), layout, first, second)
		for k := 0; k < len(second); k += 3 {
			b.tryEdges(fmt.Sprintf("[%c0]\n%%r = %s(%c0, %s)\nfinish(%%r)", layout[0], name, layout[0], edges.Literal(layout[1], second[k])), layout[:1], first, nil)
		}
		for k := 0; k < len(first); k += 5 {
			b.tryEdges(fmt.Sprintf("[%c0]\n%%r = %s(%s, %c0)\nfinish(%%r)", layout[1], name, edges.Literal(layout[0], first[k]), layout[1]), layout[1:], second, nil)
		}
	}
	if b.exits["finish"] < 10_000 || b.exits["undefined"] < 300 {
		t.Errorf("expected many runs with and without a meaning, found %v", b.exits)
	}
}

// tryEdges runs a trace on all combinations; %r is replaced by the result's
// name.
func (b *bench) tryEdges(text, layout string, first, second []uint64) {
	b.t.Helper()
	trace, problems := trace.Parse(strings.ReplaceAll(text, "%r", "result"))
	if trace == nil {
		b.t.Fatalf("expected a trace, found %v in %s", problems, text)
	}
	s := b.compile(trace, backend.Options{})
	defer s.code.Close()
	for _, x := range first {
		in := &interp.Inputs{Params: []interp.Datum{{Type: edges.Type(layout[0]), Bits: x}}}
		if second == nil {
			b.same(s, in, backend.RunOptions{})
			continue
		}
		for _, y := range second {
			in.Params = append(in.Params[:1], interp.Datum{Type: edges.Type(layout[1]), Bits: y})
			b.same(s, in, backend.RunOptions{})
		}
	}
}

// Comparisons that are fused with a guard, and overflow with both guards.
func TestGuardsOnEdges(t *testing.T) {
	b := newBench(t)
	for _, op := range edges.Operations() {
		code, layout := op.Code, op.Layout
		if code.Info().Group != "comparison" {
			continue
		}
		for _, guard := range []string{"guard_true", "guard_false"} {
			args, head := fmt.Sprintf("%c0", layout[0]), fmt.Sprintf("%c0", layout[0])
			var second []uint64
			if len(layout) == 2 {
				args += fmt.Sprintf(", %c1", layout[1])
				head, second = args, edges.Bits(layout[1])
			}
			b.tryEdges(fmt.Sprintf("[%s]\n%%r = %s(%s)\n%s(%%r) [%%r, %s]\nfinish()", head, code, args, guard, args), layout, edges.Bits(layout[0]), second)
		}
	}
	for _, op := range []string{"int_add_ovf", "int_sub_ovf", "int_mul_ovf"} {
		for _, guard := range []string{"guard_no_overflow() [i1, i0]\nfinish(%r)", "guard_overflow() [i0, i1]\nfinish(i1)"} {
			b.tryEdges(fmt.Sprintf("[i0, i1]\n%%r = %s(i0, i1)\n%s", op, guard), "ii", edges.Bits('i'), edges.Bits('i'))
			for k := 0; op != "int_mul_ovf" && k < len(edges.Bits('i')); k += 2 {
				step := edges.Literal('i', edges.Bits('i')[k])
				for _, args := range []string{"i0, " + step, step + ", i0"} {
					b.tryEdges(fmt.Sprintf("[i0]\ni1 = int_neg(i0)\n%%r = %s(%s)\n%s", op, args, guard), "i", edges.Bits('i'), nil)
				}
			}
		}
	}
}

// TestZeroBeforeAnd: wazero 1.12 took the wrong side of a comparison of 0 with an i64.and.
func TestZeroBeforeAnd(t *testing.T) {
	b := newBench(t)
	for _, name := range []string{"int_lt", "int_le", "int_gt", "int_ge", "int_eq", "int_ne", "uint_lt", "uint_ge"} {
		b.tryEdges("[i0, i1]\ni2 = int_and(i0, i1)\n%r = "+name+"(0, i2)\nguard_true(%r) [i2]\nfinish()", "ii", edges.Bits('i'), edges.Bits('i'))
		b.tryEdges("[i0, i1]\ni2 = int_and(i0, i1)\n%r = "+name+"(i2, 0)\nguard_true(%r) [i2]\nfinish()", "ii", edges.Bits('i'), edges.Bits('i'))
	}
}

// wide is a trace with n values that are alive at the same time, in a loop.
func wide(values int) string {
	var text strings.Builder
	text.WriteString("[i0, p0]\n")
	for k := range values {
		fmt.Fprintf(&text, "i%d = int_add(i0, %d)\n", k+1, k)
		if k%8 == 0 {
			fmt.Fprintf(&text, "p%d = new(Box)\nset(p%d, value, i%d)\n", k+1, k+1, k+1)
		}
	}
	last := "i0"
	for k := range values {
		fmt.Fprintf(&text, "i%d = int_xor(%s, i%d)\n", values+k+1, last, values-k)
		last = fmt.Sprintf("i%d", values+k+1)
		if k%8 == 0 {
			fmt.Fprintf(&text, "i%d = get(p%d, value)\n", 2*values+k+1, k+1)
		}
	}
	fmt.Fprintf(&text, "i%d = int_and(%s, 1023)\njump(i%d, p1)\n", 4*values, last, 4*values)
	return text.String()
}

func TestManyLiveValues(t *testing.T) {
	b := newBench(t)
	trace, problems := trace.Parse(wide(1000))
	if trace == nil {
		t.Fatal(problems)
	}
	s := b.compile(trace, backend.Options{})
	in, _ := interp.ParseInputs(trace, "i0=5")
	for _, o := range []arena.Options{{}, {Young: 64, Chunk: 64}} {
		b.same(s, in, backend.RunOptions{RunOptions: interp.RunOptions{Jumps: 20}, Arena: o})
		if o.Chunk > 0 && s.driver.Stats().Collections < 100 {
			t.Errorf("expected collections, found %+v", s.driver.Stats())
		}
	}
}

// long is a trace of n operations with a guard after every fourth.
func long(operations int) string {
	var text strings.Builder
	text.WriteString("[i0, i1, p0]\n")
	for k := 2; k < operations; k += 4 {
		fmt.Fprintf(&text, "i%d = int_add(i%d, i%d)\ni%d = int_xor(i%d, 12345)\ni%d = int_ne(i%d, -77)\nguard_true(i%d) [i%d, p0]\n",
			k, k-2, k-1, k+1, k, k+3, k+1, k+3, k+1)
		fmt.Fprintf(&text, "i%d = int_mul(i%d, 3)\n", k+2, k+1)
	}
	fmt.Fprintf(&text, "jump(i0, i1, p0)\n")
	return text.String()
}

// TestLongTrace is interpreted: wazero's compiler takes time that grows with the square of a function's guards, its
// interpreter does not.
func TestLongTrace(t *testing.T) {
	ctx := context.Background()
	engine, err := run.NewWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close(ctx)
	b := newBench(t)
	b.engine = engine
	trace, problems := trace.Parse(long(100_000 * 4 / 5))
	if trace == nil {
		t.Fatal(problems[0])
	}
	s := b.compile(trace, backend.Options{})
	if trace.Len() < 90_000 || s.code.Size() > 50*trace.Len() {
		t.Errorf("expected a trace of 100,000 operations in small code, found %d in %d bytes", trace.Len(), s.code.Size())
	}
	in, _ := interp.ParseInputs(trace, "i0=5, i1=6")
	b.same(s, in, backend.RunOptions{RunOptions: interp.RunOptions{Jumps: 5}})
}

// Traces that never end, allocate without end, or ask for too much.
func TestHostileTraces(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ text, inputs string }{
		{"[i0]\njump(i0)", ""},
		{"[p0]\np1 = new(Box)\nset(p1, next, p0)\njump(p1)", ""},
		{"[i0]\np1 = new_array_clear(i0, descr=<ArrayS 8>)\njump(i0)", "i0=1_000_000_000_000"},
		{"[i0]\np1 = new_array_clear(i0, descr=<ArrayS 8>)\njump(i0)", "i0=9223372036854775807"},
		{"[i0]\np1 = new_array(i0, descr=<ArrayS 8>)\njump(i0)", "i0=-1"},
		{"[p0, i0]\ni1 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)\nfinish(i1)", "i0=-1"},
		{"[p0, i0]\nsetarrayitem_gc(p0, i0, 7, descr=<ArrayS 8>)\nfinish(p0)", "i0=4294967296"},
		{"[p0]\ni1 = get(p0, value)\nfinish(i1)", "p0=null"},
		{"[i0]\ni1 = int_py_div(i0, -1)\nfinish(i1)", "i0=-9223372036854775808"},
		{"[i0]\np1 = new_array(3, descr=<ArrayS 8>)\nsetarrayitem_gc(p1, i0, 5, descr=<ArrayS 8>)\ni2 = getarrayitem_gc_i(p1, 1, descr=<ArrayS 8>)\nfinish(i2)", "i0=2"},
	} {
		trace, problems := trace.Parse(c.text)
		if trace == nil {
			t.Fatal(problems)
		}
		in, problems := interp.ParseInputs(trace, c.inputs)
		if in == nil {
			t.Fatal(problems)
		}
		s := b.compile(trace, backend.Options{})
		for _, jumps := range []int{-1, 1, 50, 3000} {
			for _, o := range variants(interp.RunOptions{Jumps: jumps, Steps: 5000}) {
				b.same(s, in, o)
			}
		}
		s.code.Close()
	}
}

// A run that allocates for ever goes on as long as what is live fits, and is
// cancelled on request.
func TestCollectingAndCancelling(t *testing.T) {
	b := newBench(t)
	trace, _ := trace.Parse("[i0, p0]\np1 = new(Box)\nset(p1, value, i0)\ni1 = get(p1, value)\ni2 = int_add(i1, 1)\njump(i2, p1)")
	s := b.compile(trace, backend.Options{})
	in, _ := interp.ParseInputs(trace, "i0=0")
	o := backend.RunOptions{CollectFreely: true}
	o.Jumps = 3_000_000
	out, err := s.driver.Run(in, o)
	if err != nil || out.Exit != interp.ExitLimit || out.Allocations < 3_000_000 {
		t.Fatalf("expected the limit of jumps, found %v with %d allocations, %v", out.Exit, out.Allocations, err)
	}
	if n := s.driver.Stats().Collections; n < 100 {
		t.Errorf("expected many collections, found %d", n)
	}
	asked := 0
	o.Jumps, o.Slice = 1<<40, 1000
	o.Cancelled = func() bool { asked++; return asked == 10 }
	if _, err := s.driver.Run(in, o); err != backend.ErrCancelled || s.driver.Stats().Iterations != 10_000 {
		t.Errorf("expected to be cancelled after 10,000 iterations, found %v after %d", err, s.driver.Stats().Iterations)
	}
}

// BenchmarkGenerate reports how many operations are planned and generated per second.
func BenchmarkGenerate(b *testing.B) {
	bench := newBench(b)
	tr, _ := trace.Parse(long(10_000 * 4 / 5))
	wideTrace, _ := trace.Parse(wide(1000))
	for _, c := range []struct {
		name  string
		trace *trace.Trace
	}{{"guards", tr}, {"wide", wideTrace}} {
		b.Run(c.name+"/module", func(b *testing.B) { bench.measure(b, c.trace, false) })
		b.Run(c.name+"/compiled", func(b *testing.B) { bench.measure(b, c.trace, true) })
	}
}

// BenchmarkRandomInputs is the cost of the comparison with the interpreter.
func BenchmarkRandomInputs(b *testing.B) {
	bench := newBench(b)
	rng := rand.New(rand.NewPCG(1, 1))
	recorded, _ := trace.Parse("[i0, p1]\nguard_class(p1, Box) [p1]\ni2 = get(p1, value)\ni3 = int_add(i2, i0)\np4 = new(Box)\nset(p4, value, i3)\ni5 = int_sub(i0, 1)\ni6 = int_gt(i5, 0)\nguard_true(i6) [i5, p4]\njump(i5, p4)\n")
	for range b.N {
		bench.try(recorded, rng, 2)
	}
}

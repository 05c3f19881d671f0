package fuzz

import (
	"fmt"
	"testing"

	"unbox/interp"
	"unbox/trace"
)

// eachTrace calls check for the first n traces of a seed, and as many of bytes.
func eachTrace(t *testing.T, n uint64, check func(index uint64, g Generated)) {
	t.Helper()
	var g Generator
	for index := range n {
		check(index, g.Trace(7, index, 0))
	}
	src := seeded(8, 0)
	for index := range n {
		data := make([]byte, src.pick(400))
		for k := range data {
			data[k] = byte(src.pick(256))
		}
		check(index, g.FromBytes(data))
	}
}

func TestTracesAreWellFormed(t *testing.T) {
	operations := 0
	eachTrace(t, 2000, func(index uint64, g Generated) {
		operations += len(g.Trace.Ops)
		if err := trace.Check(g.Trace); err != nil {
			t.Fatalf("trace %d: %v\n%s", index, err, g.Trace)
		}
	})
	if mean := operations / 4000; mean < DefaultLength*2/3 {
		t.Errorf("expected about %d operations in a trace, found %d", DefaultLength, mean)
	}
}

// TestWritesThatWaitStayInTheirBlock: a guard among them may begin another block, in which no name from before can be used. One in 30,000
// general traces did that.
func TestWritesThatWaitStayInTheirBlock(t *testing.T) {
	var g Generator
	labels := 0
	for index := range uint64(1000) {
		g.src = seeded(1, index)
		g.use(g.chooseVocabulary())
		g.reset()
		g.begin(1)
		for range 20 {
			g.waiting()
		}
		labels += g.label
		if made := g.trace(); trace.Check(made) != nil {
			t.Fatalf("trace %d: %v\n%s", index, trace.Check(made), made)
		}
	}
	if labels == 0 {
		t.Error("expected guards that begin a block, found none")
	}
}

// TestExamplesRunToTheEnd checks the purpose of the generator: the example inputs
// take every trace to its end, or a loop to the end of its first iteration.
func TestExamplesRunToTheEnd(t *testing.T) {
	var machine interp.Interp
	eachTrace(t, 2000, func(index uint64, g Generated) {
		o := machine.Run(g.Trace, g.Inputs, worlds[0])
		forward := 0
		for _, op := range g.Trace.Ops[:len(g.Trace.Ops)-1] {
			if op.Code == trace.OpJump {
				forward++
			}
		}
		switch {
		case o.Exit == interp.ExitEnd, o.Exit == interp.ExitFinish, o.Exit == interp.ExitLimit:
		case g.Failing != trace.None && o.Op == g.Failing:
		case o.Jumps > forward:
		default:
			t.Fatalf("trace %d: expected a run to the end, found %s at operation %d: %s\n%s\n%s", index, o.Exit, o.Op,
				o.Detail(trace.NewNamer(g.Trace, "")), interp.FormatInputs(g.Trace, g.Inputs), g.Trace)
		}
	})
}

func TestTracesArePrintedAndReadBack(t *testing.T) {
	eachTrace(t, 500, func(index uint64, g Generated) {
		printed := g.Trace.String()
		again, diagnostics := trace.Parse(printed)
		if again == nil {
			t.Fatalf("trace %d: %s\n%s", index, diagnostics[0].Message, printed)
		}
		if second := again.String(); second != printed {
			t.Fatalf("trace %d: expected\n%s\nfound\n%s", index, printed, second)
		}
		text := interp.FormatInputs(g.Trace, presentable(g.Trace, g.Inputs))
		if in, diagnostics := interp.ParseInputs(again, text); in == nil {
			t.Fatalf("trace %d: the inputs %s: %s\n%s", index, text, diagnostics[0].Message, printed)
		}
	})
}

// synonyms are names of operations that mean the same as another name, and take the same arguments.
var synonyms = map[string]bool{
	"instance_ptr_eq": true, "instance_ptr_ne": true, "getfield": true, "getfield_gc": true, "getfield_gc_pure_i": true, "getfield_gc_pure_r": true,
	"getfield_gc_pure_f": true, "setfield": true, "getarrayitem_gc": true, "getarrayitem_gc_pure_i": true, "getarrayitem_gc_pure_r": true,
	"getarrayitem_gc_pure_f": true, "getinteriorfield_gc": true, "guard_no_ovf": true, "guard_ovf": true, "escape_n": true, "call": true, "call_pure": true,
	"record_known_class": true,
}

// TestEveryOperationIsGenerated checks every row of the operation table, each name in it that is no synonym, each effect that a call
// can have, whether it is made always or by a condition, and everything that is known of what calls change.
func TestEveryOperationIsGenerated(t *testing.T) {
	seen := make(map[string]int)
	eachTrace(t, 10_000, func(_ uint64, g Generated) {
		for v := range g.Trace.Ops {
			op := &g.Trace.Ops[v]
			seen[op.Code.String()]++
			seen[op.Code.Info().Spellings[op.Spelling].Name]++
			if op.Code == trace.OpCall {
				args := g.Trace.Args(trace.Value(v))
				seen[fmt.Sprintf("EF=%d", g.Trace.Tables.Texts[op.Descr].Effect)]++
				seen[fmt.Sprintf("condition %d, which only computes: %t", op.Condition(), g.Trace.OnlyComputes(trace.Value(v)))]++
				seen[fmt.Sprintf("changes %d", g.Trace.CallWrites(op, args))]++
				if g.Trace.LooksUp(op, args) {
					seen[fmt.Sprintf("lookup for %d", g.Trace.Const(args[4]).Bits)]++
				}
			}
		}
	})
	wanted := []string{"lookup for 0", "lookup for 1", "lookup for 2"}
	for n := range 9 {
		wanted = append(wanted, fmt.Sprintf("EF=%d", n-1))
	}
	for n := range trace.WritesKinds {
		wanted = append(wanted, fmt.Sprintf("changes %d", n))
	}
	for n := range 3 {
		wanted = append(wanted, fmt.Sprintf("condition %d, which only computes: true", n), fmt.Sprintf("condition %d, which only computes: false", n))
	}
	for _, code := range trace.Opcodes() {
		wanted = append(wanted, code.String())
		for _, s := range code.Info().Spellings {
			if s.Layout != "infix" && !synonyms[s.Name] {
				wanted = append(wanted, s.Name)
			}
		}
	}
	for _, name := range wanted {
		if seen[name] == 0 {
			t.Errorf("expected `%s` in some trace, found it in none", name)
		}
	}
}

// TestGuardsFailToo keeps the generator from being too tame: with varied inputs, runs
// leave through guards as well as at the end.
func TestGuardsFailToo(t *testing.T) {
	var machine interp.Interp
	var v varier
	exits := make(map[interp.ExitKind]int)
	src := seeded(9, 0)
	eachTrace(t, 2000, func(_ uint64, g Generated) {
		exits[machine.Run(g.Trace, v.vary(&src, g.Trace, g.Inputs), worlds[1]).Exit]++
	})
	for _, exit := range [...]interp.ExitKind{interp.ExitGuard, interp.ExitFinish, interp.ExitEnd, interp.ExitUndefined} {
		if exits[exit] == 0 {
			t.Errorf("expected runs that end with %s, found none", exit)
		}
	}
	if exits[interp.ExitUndefined]+exits[interp.ExitExhausted] > 1200 {
		t.Errorf("expected most runs to have a meaning, found %v", exits)
	}
}

func TestTracesDependOnSeedAndNumberAlone(t *testing.T) {
	var first, second Generator
	var texts []string
	for index := range uint64(50) {
		texts = append(texts, first.Trace(3, index, 0).Trace.String())
	}
	for index := uint64(50); index > 0; index-- {
		if found := second.Trace(3, index-1, 0).Trace.String(); found != texts[index-1] {
			t.Fatalf("trace %d: expected\n%s\nfound\n%s", index-1, texts[index-1], found)
		}
	}
	if other := second.Trace(4, 0, 0).Trace.String(); other == texts[0] {
		t.Errorf("expected another trace of another seed, found the same")
	}
}

func BenchmarkGenerate(b *testing.B) {
	var g Generator
	b.ReportAllocs()
	index, operations := uint64(0), 0
	for b.Loop() {
		operations += len(g.Trace(1, index, 0).Trace.Ops)
		index++
	}
	b.ReportMetric(float64(operations)/float64(b.N), "ops/trace")
}

// FuzzSession lets the fuzzing engine choose where in the sequences to look.
func FuzzSession(f *testing.F) {
	f.Add(uint64(1), uint64(0), uint16(60))
	f.Fuzz(func(t *testing.T, seed, index uint64, length uint16) {
		s, err := NewSession(Options{Seed: seed, Length: int(length % 300)})
		if err != nil {
			t.Fatal(err)
		}
		s.Seek(index)
		for _, found := range s.Step(4, 1) {
			t.Errorf("%s\n%s\n%s", found.Title(), found.InputText, found.Trace)
		}
	})
}

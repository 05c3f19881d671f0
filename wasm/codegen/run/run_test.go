package run_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/internal/corpus"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/codegen"
	"unbox/wasm/codegen/run"
)

// bench compares an engine with the interpreter.
type bench struct {
	t      testing.TB
	engine *run.Engine
	judge  interp.Judge
	interp interp.Interp
	// ran counts compared runs, refused traces that cannot be run as code.
	ran, refused, exits map[string]int
}

func newBench(t testing.TB) *bench {
	ctx := context.Background()
	engine, err := run.New(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close(ctx) })
	return &bench{t: t, engine: engine, ran: map[string]int{}, refused: map[string]int{}, exits: map[string]int{}}
}

// subject is a trace that was compiled.
type subject struct {
	trace  *trace.Trace
	driver *backend.Driver
	code   backend.Code
}

// compile returns nil if the trace is refused.
func (b *bench) compile(trace *trace.Trace, o backend.Options) *subject {
	p, err := backend.Plan(trace, o)
	if err != nil {
		b.refused[err.Error()]++
		return nil
	}
	code, err := b.engine.Compile(p)
	if err != nil {
		b.t.Fatalf("%v in\n%s", err, text(trace))
	}
	return &subject{trace, backend.NewDriver(p, code), code}
}

// same runs a trace on both sides and compares everything that can be seen.
func (b *bench) same(s *subject, in *interp.Inputs, o backend.RunOptions) {
	b.t.Helper()
	want := b.interp.Run(s.trace, in, o.RunOptions)
	got, err := s.driver.Run(in, o)
	if err == backend.ErrGuessed {
		b.exits["a guess"]++
		if !want.Guessed || !o.Imagined {
			b.t.Fatalf("the code came to a guess, and the interpreter did not guess\n%s\ninputs %s", text(s.trace), interp.FormatInputs(s.trace, in))
		}
		return
	}
	if err != nil {
		b.t.Fatalf("%v\n%s\ninputs %s", err, text(s.trace), interp.FormatInputs(s.trace, in))
	}
	b.exits[want.Exit.String()]++
	names := trace.NewNamer(s.trace, "")
	wantText, gotText := describe(want, names), describe(got, names)
	if want.Exit == interp.ExitExhausted && wantText != gotText {
		// The interpreter never collects, and counts fields and items differently.
		b.exits["other memory"]++
		return
	}
	verdict := b.judge.Compare(want, got)
	if wantText != gotText || verdict.Kind == interp.VerdictDiffer {
		b.t.Fatalf("expected %s\nfound    %s\nverdict %s: %s\n%s\ninputs %s", wantText, gotText, verdict.Kind, verdict.Reason(),
			text(s.trace), interp.FormatInputs(s.trace, in))
	}
}

func describe(o *interp.Outcome, names *trace.Namer) string {
	return strings.Join([]string{o.Exit.String(), o.Detail(names),
		"op", itoa(int(o.Op)), "jumps", itoa(o.Jumps), "steps", itoa(o.Steps), "allocations", itoa(o.Allocations)}, " ")
}

// variants are the configurations of a run's memory.
func variants(o interp.RunOptions) []backend.RunOptions {
	return []backend.RunOptions{
		{RunOptions: o},
		{RunOptions: o, Arena: arena.Options{Young: 64, Chunk: 8}, Slice: 3},
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// try runs a trace and what is made from it on random inputs.
func (b *bench) try(tr *trace.Trace, rng *rand.Rand, inputs int) {
	for _, t := range []*trace.Trace{tr, optimizer.Optimize(tr, optimizer.Presets()[0].Passes).Out} {
		for _, o := range []backend.Options{{}, {AllChecks: true}} {
			s := b.compile(t, o)
			if s == nil {
				break
			}
			g := interp.NewInputGenerator(tr, interp.RunOptions{})
			for range inputs {
				in := g.Next(rng)
				options := interp.RunOptions{Jumps: 1 + rng.IntN(30), HostileCalls: rng.IntN(2) == 0, Imagined: rng.IntN(2) == 0}
				for _, v := range variants(options) {
					b.same(s, in, v)
				}
			}
			s.code.Close()
			b.ran["traces"]++
		}
	}
}

func TestExamplesRunAsWebAssembly(t *testing.T) {
	b := newBench(t)
	rng := rand.New(rand.NewPCG(5, 1))
	for _, g := range corpus.Loops(t, "../../..") {
		for _, recorded := range g.Recorded() {
			b.try(recorded, rng, 12)
		}
	}
	t.Log(b.ran, b.refused, b.exits)
}

func TestTracesOfTheOptimizerRunAsWebAssembly(t *testing.T) {
	b := newBench(t)
	rng := rand.New(rand.NewPCG(5, 2))
	for _, g := range corpus.Files(t, "../../..") {
		for _, recorded := range g.Recorded() {
			b.try(recorded, rng, 2)
		}
	}
	t.Log(b.ran, b.refused, b.exits)
}

func text(t *trace.Trace) string {
	return strings.Join(trace.Print(t, trace.PrintOptions{}).Lines(), "\n")
}

// measure plans and generates a trace, with wazero's compilation or without.
func (b *bench) measure(bm *testing.B, trace *trace.Trace, compile bool) {
	size := 0
	bm.ReportAllocs()
	for range bm.N {
		p, err := backend.Plan(trace, backend.Options{})
		if err != nil {
			bm.Fatal(err)
		}
		if compile {
			code, err := b.engine.Compile(p)
			if err != nil {
				bm.Fatal(err)
			}
			size = code.Size()
			code.Close()
			continue
		}
		module, err := codegen.Generate(p)
		if err != nil {
			bm.Fatal(err)
		}
		size = len(module.Bytes)
	}
	bm.ReportMetric(float64(trace.Len()*bm.N)/bm.Elapsed().Seconds()/1e6, "Mops/s")
	bm.ReportMetric(float64(size)/float64(trace.Len()), "bytes/op")
}

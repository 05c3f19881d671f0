package run_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"unbox/backend"
	"unbox/fuzz"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// traces is the number of random traces that the test tries: `-args -traces 10000`
// for more.
var traces = flag.Int("traces", 250, "number of random traces")

// tryGenerated runs a random trace, recorded and optimized, with every variant of
// memory and of the outside, on its own inputs and on others.
func (b *bench) tryGenerated(made fuzz.Generated, rng *rand.Rand) {
	inputs := interp.NewInputGenerator(made.Trace, interp.RunOptions{})
	for _, t := range []*trace.Trace{made.Trace, optimizer.Optimize(made.Trace, optimizer.Presets()[0].Passes).Out} {
		s := b.compile(t, backend.Options{AllChecks: rng.IntN(4) == 0, Tags: rng.IntN(4) == 0})
		if s == nil {
			continue
		}
		for k := range 4 {
			in := made.Inputs
			if k > 0 {
				in = inputs.Next(rng)
			}
			o := interp.RunOptions{Jumps: rng.IntN(12) - 1, HostileCalls: rng.IntN(2) == 0, Imagined: rng.IntN(2) == 0}
			chunk := 8 * (1 + rng.IntN(8))
			b.same(s, in, backend.RunOptions{RunOptions: o})
			b.same(s, in, backend.RunOptions{RunOptions: o, Slice: 2, Arena: arena.Options{Young: 64 + 8*rng.IntN(40), Chunk: chunk}})
		}
		without := *made.Inputs // some of its arrays have no type
		without.Objects = slices.Clone(without.Objects)
		for k := range without.Objects {
			if o := &without.Objects[k]; o.Array && rng.IntN(2) == 0 {
				o.Type = int32(heap.NoArray)
			}
		}
		b.same(s, &without, backend.RunOptions{RunOptions: interp.RunOptions{Jumps: 3, HostileCalls: rng.IntN(2) == 0, Imagined: true}, Arena: arena.Options{Young: 64}})
		s.code.Close()
		b.ran["traces"]++
	}
}

func TestRandomTracesRunAsWebAssembly(t *testing.T) {
	b := newBench(t)
	rng := rand.New(rand.NewPCG(6, 1))
	var g fuzz.Generator
	for k := range *traces {
		length := 0
		if k%10 == 9 {
			length = 300
		}
		b.tryGenerated(g.Trace(11, uint64(k), length), rng)
	}
	if b.ran["traces"] < *traces {
		t.Errorf("expected that most traces can be run, found %v of %d, refused %v", b.ran, *traces, b.refused)
	}
	t.Log(b.ran, b.exits, b.refused)
}

// FuzzWebAssembly lets Go's fuzzing engine decide what the trace is.
func FuzzWebAssembly(f *testing.F) {
	var g fuzz.Generator
	rng := rand.New(rand.NewPCG(6, 2))
	for range 20 {
		seed := make([]byte, 40+rng.IntN(200))
		for k := range seed {
			seed[k] = byte(rng.Uint32())
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := newBench(t)
		defer b.engine.Close(context.Background())
		b.tryGenerated(g.FromBytes(data), rand.New(rand.NewPCG(1, uint64(len(data)))))
	})
}

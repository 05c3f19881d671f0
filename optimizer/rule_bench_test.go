package optimizer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/trace"
)

// BenchmarkRules takes arithmetic through the rules alone, and through the passes
// on numbers: ns/op is the time for one recorded operation.
func BenchmarkRules(b *testing.B) {
	trace := arithmetic(10_000)
	for _, c := range []struct {
		name   string
		passes PassSet
	}{
		{"none", 0},
		{"alone", rulesOnly},
		{"numbers", rulesOnly.With(PassFold).With(PassCSE).With(PassBounds)},
	} {
		b.Run(c.name, func(b *testing.B) {
			var o Optimizer
			b.ReportAllocs()
			for n := 0; n < b.N; n += len(trace.Ops) {
				o.Run(trace, c.passes)
			}
		})
	}
}

// arithmetic returns a trace of integer operations, a third of them with a
// constant, of which some match a rule and most do not.
func arithmetic(operations int) *trace.Trace {
	rng := rand.New(rand.NewPCG(5, 6))
	codes := []trace.Opcode{trace.OpIntAdd, trace.OpIntSub, trace.OpIntMul, trace.OpIntAnd, trace.OpIntOr, trace.OpIntXor, trace.OpIntLshift, trace.OpIntRshift, trace.OpUintRshift, trace.OpIntLt, trace.OpIntEq, trace.OpIntIsTrue}
	var text strings.Builder
	text.WriteString("[i0, i1, i2]\n")
	for n := 3; n < operations; n++ {
		code := codes[rng.IntN(len(codes))]
		first, second := fmt.Sprintf("i%d", max(0, n-1-rng.IntN(20))), fmt.Sprintf(", i%d", max(0, n-1-rng.IntN(20)))
		switch {
		case code == trace.OpIntIsTrue:
			second = ""
		case code >= trace.OpIntLshift && code <= trace.OpUintRshift:
			second = fmt.Sprintf(", %d", 1+rng.IntN(20))
		case rng.IntN(3) == 0:
			second = fmt.Sprintf(", %d", 1+rng.IntN(100))
		}
		fmt.Fprintf(&text, "i%d = %s(%s%s)\n", n, code, first, second)
	}
	text.WriteString("finish(i2)\n")
	trace, diagnostics := trace.Parse(text.String())
	if trace == nil {
		panic(fmt.Sprint(diagnostics))
	}
	return trace
}

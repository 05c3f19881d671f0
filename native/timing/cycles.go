package timing

import (
	"context"
	"fmt"
	"strings"

	"unbox/backend"
	"unbox/interp"
	"unbox/native/measure"
)

// chain is the number of consecutive additions in the loop that serves as a
// clock of the processor.
const chain = 200

// chainWork is a loop of additions, each of which needs the one before it. Every
// x86-64 processor of the last twenty years does one such addition per cycle, so its
// time shows how long a cycle is, in the same run and on the same core; the loop's
// own operations run in parallel.
func chainWork(ctx context.Context, e backend.Engine) (*generated, error) {
	var b strings.Builder
	b.WriteString("[i0, i1]\n")
	last := "i0"
	for k := range chain {
		name := fmt.Sprintf("i%d", k+2)
		fmt.Fprintf(&b, "%s = int_add(%s, i1)\n", name, last)
		last = name
	}
	fmt.Fprintf(&b, "jump(%s, i1)\n", last)
	trace, err := parse(b.String())
	if err != nil {
		panic("BUG: the chain is a trace: " + err.Error())
	}
	in, diagnostics := interp.ParseInputs(trace, "i0=1, i1=3")
	if in == nil {
		panic("BUG: the chain takes two numbers: " + diagnostics[0].Message)
	}
	return generate(ctx, e, trace, in, false)
}

// gigahertz turns the chain's result into cycles per nanosecond; 0 if it was noisy.
func gigahertz(r measure.Result) float64 {
	if r.Noisy != "" || r.Median <= 0 {
		return 0
	}
	return chain / r.Median
}

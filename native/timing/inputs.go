package timing

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"unbox/interp"
	"unbox/trace"
)

// trialJumps bounds a trial, in iterations of the loop.
const trialJumps = 1000

// trialSteps bounds a trial, in operations.
const trialSteps = 2_000_000

// chooseInputs reads inputs, or searches for some on which the trace runs long:
// those that its guards suggest, and a few random ones.
//
// Errors: the text is wrong; or no inputs were found on which the trace runs
// at all.
func chooseInputs(t *trace.Trace, text string, imagined bool) (*interp.Inputs, error) {
	if text != "" {
		in, diagnostics := interp.ParseInputs(t, text)
		if in == nil {
			return nil, fmt.Errorf("inputs: %s", diagnostics[0].Message)
		}
		return in, usable(t, in, imagined)
	}
	best, iterations := (*interp.Inputs)(nil), -1
	try := func(in *interp.Inputs) bool {
		out := interp.Run(t, in, interp.RunOptions{Jumps: trialJumps, Steps: trialSteps, Imagined: imagined})
		if out.Defined() && out.Jumps > iterations {
			best, iterations = in, out.Jumps
		}
		return iterations >= trialJumps
	}
	if try(interp.SuggestedInputs(t)) {
		return best, nil
	}
	generator := interp.NewInputGenerator(t, interp.RunOptions{Imagined: imagined})
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		if try(generator.Next(rng)) {
			break
		}
	}
	if best == nil {
		return nil, errors.New("expected inputs on which the trace runs, found none by trying; give some")
	}
	return best, nil
}

// usable says why inputs cannot be measured, because the trace has no meaning
// on them.
func usable(t *trace.Trace, in *interp.Inputs, imagined bool) error {
	out := interp.Run(t, in, interp.RunOptions{Jumps: trialJumps, Steps: trialSteps, Imagined: imagined})
	if !out.Defined() {
		return fmt.Errorf("expected inputs on which the trace has a meaning, found that %s", out.Detail(trace.NewNamer(t, "")))
	}
	return nil
}

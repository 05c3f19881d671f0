package timing

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"unbox/optimizer"
)

// trialJumps is how far inputs are tried, in rounds of the loop.
const trialJumps = 1000

// trialSteps bounds a trial, in operations.
const trialSteps = 2_000_000

// chooseInputs reads inputs, or looks for some on which the trace runs long: those
// that its guards suggest, and a few at random.
//
// Errors: the text is wrong; or no inputs were found on which the trace runs
// at all.
func chooseInputs(t *optimizer.Trace, text string, imagined bool) (*optimizer.Inputs, error) {
	if text != "" {
		in, diagnostics := optimizer.ParseInputs(t, text)
		if in == nil {
			return nil, fmt.Errorf("inputs: %s", diagnostics[0].Message)
		}
		return in, usable(t, in, imagined)
	}
	best, rounds := (*optimizer.Inputs)(nil), -1
	try := func(in *optimizer.Inputs) bool {
		out := optimizer.Run(t, in, optimizer.RunOptions{Jumps: trialJumps, Steps: trialSteps, Imagined: imagined})
		if out.Defined() && out.Jumps > rounds {
			best, rounds = in, out.Jumps
		}
		return rounds >= trialJumps
	}
	if try(optimizer.SuggestedInputs(t)) {
		return best, nil
	}
	generator := optimizer.NewInputGenerator(t, optimizer.RunOptions{Imagined: imagined})
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

// usable tells why inputs cannot be measured: the trace has no meaning on them.
func usable(t *optimizer.Trace, in *optimizer.Inputs, imagined bool) error {
	out := optimizer.Run(t, in, optimizer.RunOptions{Jumps: trialJumps, Steps: trialSteps, Imagined: imagined})
	if !out.Defined() {
		return fmt.Errorf("expected inputs on which the trace has a meaning, found that %s", out.Detail(optimizer.NewNamer(t, "")))
	}
	return nil
}

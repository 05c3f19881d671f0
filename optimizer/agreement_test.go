package optimizer_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
)

// agreement compares what a recorded trace and its optimized result do on a
// list of inputs.
type agreement struct {
	recorded *trace.Trace
	inputs   []*interp.Inputs
	// held are guards that are known to have held when the trace was recorded, and hold
	// always or never: a run that fails one is not of the program that was recorded.
	held map[trace.Value]bool
	// strings is set if the result rests on what a recording says of strings, hashes if it is about their hashes, which an
	// imagined world makes up even where strings have contents.
	strings, hashes bool
	// seen counts the verdicts by kind.
	seen map[interp.VerdictKind]int
}

// newAgreement starts with the suggested inputs.
func newAgreement(recorded *trace.Trace) *agreement {
	return &agreement{
		recorded: recorded,
		inputs:   []*interp.Inputs{interp.SuggestedInputs(recorded)},
		seen:     make(map[interp.VerdictKind]int),
	}
}

// add adds inputs that are given as text.
func (a *agreement) add(text string) error {
	in, diagnostics := interp.ParseInputs(a.recorded, text)
	if in == nil {
		return fmt.Errorf("the inputs %q cannot be used: %v", text, diagnostics)
	}
	a.inputs = append(a.inputs, in)
	return nil
}

// addRandom adds n random inputs, the same for the same trace every time.
func (a *agreement) addRandom(n int) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		a.inputs = append(a.inputs, interp.RandomInputs(a.recorded, rng))
	}
}

// worlds are the surroundings in which traces run: an outside that leaves
// objects alone, one that changes them, and an imagined one for what only the
// running program can explain.
var worlds = []interp.RunOptions{
	{Jumps: 20, Steps: 100_000},
	{Jumps: 20, Steps: 100_000, HostileCalls: true},
	{Jumps: 20, Steps: 100_000, HostileCalls: true, Imagined: true},
}

// compare runs both traces on all inputs in all worlds, and returns the first
// difference.
func (a *agreement) compare(after *trace.Trace) error {
	var before, behind interp.Interp
	for _, in := range a.inputs {
		for _, options := range worlds {
			if options.Imagined && a.strings {
				options.Strings = interp.StringContents
			}
			if options.Imagined && a.hashes {
				continue // it makes hashes up in other ways
			}
			first := before.Run(a.recorded, in, options)
			if first.Exit == interp.ExitGuard && a.held[trace.Value(first.Src)] {
				continue
			}
			verdict := interp.Compare(first, behind.Run(after, in, options))
			if !options.Imagined {
				a.seen[verdict.Kind]++
			}
			if verdict.Kind == interp.VerdictDiffer {
				return fmt.Errorf("with the inputs %s (outside changes objects: %v, imagined: %v): %s\n%s",
					interp.FormatInputs(a.recorded, in), options.HostileCalls, options.Imagined, verdict.Reason(), after)
			}
		}
	}
	return nil
}

// trust notes what a result takes over from a recording, above all the guards that are gone because they held when the trace was
// recorded.
func (a *agreement) trust(r *optimizer.Result) {
	a.held = make(map[trace.Value]bool)
	for _, remark := range r.Remarks {
		switch remark.Reason {
		case optimizer.ReasonGuardRecorded, optimizer.ReasonGuardRecordedClass, optimizer.ReasonGuardRecordedFixed:
			a.held[remark.In] = true
		case optimizer.ReasonRecordedRuntime, optimizer.ReasonVirtualText:
			a.strings = true
			a.hashes = a.hashes || remark.Reason == optimizer.ReasonRecordedRuntime && r.In.Ops[remark.In].Code == trace.OpCall
		}
	}
}

// kind is what the header of a case has to say under `run`: "" if some run
// could be compared, otherwise why none could.
func (a *agreement) kind() string {
	switch {
	case a.seen[interp.VerdictAgree] > 0:
		return ""
	case a.seen[interp.VerdictOpaque] > 0:
		return "opaque"
	}
	return "undefined"
}

// newCaseAgreement prepares the runs of a text test.
func newCaseAgreement(t *testing.T, c *traceCase, in *trace.Trace) *agreement {
	t.Helper()
	a := newAgreement(in)
	if text := c.fields["inputs"]; text != "" {
		if err := a.add(text); err != nil {
			t.Error(err)
		}
	}
	if testing.Short() {
		a.addRandom(10)
	} else {
		a.addRandom(50)
	}
	if c.fields["recorded"] != "" { // under a seed, strings have any lengths, also those of which a recording knows more
		for _, in := range a.inputs {
			in.Outside.Seed = 0
		}
	}
	return a
}

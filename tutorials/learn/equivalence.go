package learn

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"unbox/interp"
	"unbox/prove"
	"unbox/trace"
)

// laterTrace parses the result of a pass on another trace. The pass may have
// removed every operation that mentions a class or a field, and inputs may still
// have them, so the classes of the earlier trace are declared first.
func laterTrace(t *starlark.Thread, before *trace.Trace, v starlark.Value) (*trace.Trace, error) {
	text, err := TraceText(v)
	if err != nil {
		return nil, err
	}
	var fields, head strings.Builder
	schema := &before.Tables.Schema
	for _, f := range schema.Fields {
		typ, plain := map[trace.Type]string{trace.Int: "int", trace.Ref: "ref", trace.Float: "float"}[f.Type]
		if plain && isPlainName(f.Name) {
			if fields.Len() > 0 {
				fields.WriteString(", ")
			}
			fields.WriteString(f.Name + ": " + typ)
		}
	}
	for _, c := range schema.Classes {
		if isPlainName(c.Name) && !strings.Contains(text, "class "+c.Name+" ") {
			head.WriteString("class " + c.Name + " { " + fields.String() + " }\n")
		}
	}
	if trace, err := parseTrace(t, head.String()+text); err == nil || limitIn(err) != nil {
		return trace, err
	}
	return parseTrace(t, text) // its own errors keep its own line numbers
}

// isPlainName reports whether a name can stand in a class line.
func isPlainName(name string) bool {
	for i := range len(name) {
		if !isWordPart(name[i]) || i == 0 && name[i] >= '0' && name[i] <= '9' {
			return false
		}
	}
	return name != ""
}

// A counterexample has inputs on which two traces behave differently.
type counterexample struct {
	inputs        string
	before, after *Outcome
}

// A comparison runs two traces on the same inputs. They come from two texts, so they
// are aligned: then their outcomes can be judged, and the inputs of one fit the other.
type comparison struct {
	before, after *trace.Trace
	first, second interp.Interp
	judge         interp.Judge
	// aligned is not set if the two disagree about a class or a field. Then their
	// reports have to suffice.
	aligned bool
	// shared means that the second trace takes no inputs that the first does not
	// take.
	shared bool
	// jumps is the number of jumps after which the runs stop, iterations the number of
	// jumps of the first trace that correspond to one jump of the second.
	jumps, iterations int
	// hostile runs in a world in which calls change what they can reach.
	hostile bool
	// runs counts the inputs on which both were run.
	runs int
}

// comparedJumps is the usual number of jumps after which compared runs stop.
const comparedJumps = 20

func newComparison(before, after *trace.Trace) *comparison {
	c := new(comparison)
	c.begin(before, after)
	return c
}

// begin prepares it for the comparison of two traces.
func (c *comparison) begin(before, after *trace.Trace) {
	c.before, c.after, c.aligned, c.shared = before, after, false, false
	c.jumps, c.iterations, c.hostile, c.runs = comparedJumps, 1, false, 0
	if first, second, err := prove.Align(before, after); err == nil {
		c.before, c.after, c.aligned = first, second, true
		c.shared = takesInputsOf(second, first)
	}
}

// takesInputsOf reports whether every input of after is one of before.
func takesInputsOf(after, before *trace.Trace) bool {
	own, others := interp.TraceInputs(after), interp.TraceInputs(before)
	isParam := func(in interp.Input) bool { return in.Arg < 0 }
	if slices.ContainsFunc(own, isParam) || slices.ContainsFunc(others, isParam) {
		return slices.EqualFunc(own, others, func(a, b interp.Input) bool {
			return a.Name == b.Name && a.Type == b.Type && a.Op == b.Op && a.Arg == b.Arg
		})
	}
	for _, in := range own {
		if !slices.ContainsFunc(others, func(o interp.Input) bool { return o.Arg == in.Arg && o.Type == in.Type }) {
			return false
		}
	}
	return true
}

// compareRuns runs two traces on many inputs, and returns the first on which they
// differ, nil if there is none. Inputs on which the first has no defined meaning
// do not count; n is the number of the others.
func compareRuns(t *starlark.Thread, before, after *trace.Trace, runs int, seed uint64) (bad *counterexample, n int, err error) {
	c := newComparison(before, after)
	generator := interp.NewInputGenerator(before, interp.RunOptions{})
	rng := rand.New(rand.NewPCG(seed, 7))
	for k := range runs {
		c.hostile = k%2 == 1
		if bad, err := c.run(t, generator.Next(rng)); bad != nil || err != nil {
			return bad, c.runs, err
		}
	}
	return nil, c.runs, nil
}

// run runs both traces on inputs of the first, and returns a counterexample if they
// differ. Two runs are the same if the judge or their reports say so: the judge knows
// that a field set to 0 equals one that was never written, and reports do not
// distinguish two equal guards through which a trace is left.
func (c *comparison) run(t *starlark.Thread, inputs *interp.Inputs) (*counterexample, error) {
	a, err := c.outcome(t, &c.first, c.before, inputs, (c.jumps+1)*c.iterations-1)
	if err != nil {
		return nil, err
	}
	if a.Exit == interp.ExitOpaque || !a.Defined() {
		return nil, nil
	}
	own := inputs
	if !c.shared {
		if own, err = c.translated(inputs); err != nil {
			return nil, err
		}
	}
	b, err := c.outcome(t, &c.second, c.after, own, c.jumps)
	if err != nil {
		return nil, err
	}
	c.runs++
	if c.aligned && c.judge.Compare(a, b).Kind == interp.VerdictAgree {
		return nil, nil
	}
	bad := &counterexample{before: newOutcome(a), after: newOutcome(b)}
	if strings.Join(bad.before.lines(), "\n") == strings.Join(bad.after.lines(), "\n") {
		return nil, nil
	}
	bad.inputs = interp.FormatInputs(c.before, inputs)
	return bad, nil
}

// outcome runs one of the traces. In a world in which calls change things they are
// imagined as well, since what they return is not known.
func (c *comparison) outcome(t *starlark.Thread, machine *interp.Interp, trace *trace.Trace, inputs *interp.Inputs, jumps int) (*interp.Outcome, error) {
	return rawOutcome(t, machine, trace, inputs, interp.RunOptions{Jumps: jumps, HostileCalls: c.hostile, Imagined: c.hostile})
}

// translated turns inputs of the first trace into inputs of the second.
func (c *comparison) translated(inputs *interp.Inputs) (*interp.Inputs, error) {
	text := interp.FormatInputs(c.before, inputs)
	own, diagnostics := interp.ParseInputs(c.after, text)
	if own == nil {
		return nil, fmt.Errorf("expected a trace that takes the inputs of the one before, found that it does not take `%s`: %s", text, diagnostics[0].Message)
	}
	return own, nil
}

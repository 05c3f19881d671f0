package timing

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"unbox/trace"
)

// Job says what to measure.
type Job struct {
	// Trace is the text of the recorded trace, in any dialect.
	Trace string `json:"trace"`
	// Inputs is what it runs on, in the form of `unbox run --in`; "" means inputs
	// on which the loop keeps running, if any are found.
	Inputs string `json:"inputs,omitempty"`
	// Versus is another trace to time together with the first, on the same inputs.
	Versus string `json:"versus,omitempty"`
	// Variants are names from VariantNames; empty means those of native code where
	// it can run, otherwise of WebAssembly, and the interpreter.
	Variants []string `json:"variants,omitempty"`
	// Quick measures for a tenth of the time.
	Quick bool `json:"quick,omitempty"`
}

// maxTrace is the maximum length of the text of a trace in bytes: about 200,000
// operations.
const maxTrace = 8 << 20

// form is how far a trace is optimized.
type form struct {
	name, title, preset string
}

// forms are the recorded trace and what the optimizer makes from it.
var forms = [...]form{
	{"recorded", "as recorded", "none"},
	{"straight", "optimized, no peeling", "straight"},
	{"loop", "optimized, peeled", "loop"},
}

// engineNames are what can run a trace. Some may be missing on a machine.
var engineNames = [...]string{"native", "wasm", "interp"}

// VariantNames lists all variants: "native recorded", "wasm loop" and so on.
func VariantNames() []string {
	var names []string
	for _, e := range engineNames {
		for _, f := range forms {
			names = append(names, e+" "+f.name)
		}
	}
	return names
}

// ParseJob reads a job.
//
// Errors say what was expected and what was found.
func ParseJob(text []byte) (*Job, error) {
	var j Job
	if err := json.Unmarshal(text, &j); err != nil {
		return nil, fmt.Errorf("expected a measurement as JSON, found this: %w", err)
	}
	return &j, j.check()
}

func (j *Job) check() error {
	if len(j.Trace) > maxTrace || len(j.Versus) > maxTrace {
		return fmt.Errorf("expected at most %d bytes of text, found %d", maxTrace, max(len(j.Trace), len(j.Versus)))
	}
	known := VariantNames()
	for i, name := range j.Variants {
		if !slices.Contains(known, name) {
			return fmt.Errorf("expected a variant such as `native loop`, found `%s`", name)
		}
		if slices.Contains(j.Variants[:i], name) {
			return fmt.Errorf("expected each variant once, found `%s` twice", name)
		}
	}
	return nil
}

// parse reads a trace; the error is that of the first wrong line.
func parse(text string) (*trace.Trace, error) {
	tr, diagnostics := trace.Parse(text)
	for _, d := range diagnostics {
		if d.Severity == trace.Error {
			return nil, fmt.Errorf("line %d: %s", lineAt(text, d.From), d.Message)
		}
	}
	if tr == nil {
		return nil, fmt.Errorf("expected a trace, found nothing")
	}
	return tr, nil
}

// lineAt is the number of the line in which a place of a text lies, from 1.
func lineAt(text string, at int) int { return 1 + strings.Count(text[:at], "\n") }

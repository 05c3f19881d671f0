package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"unbox/native"
	"unbox/native/timing"
	"unbox/trace"
)

func timeCommand() command {
	return command{
		name: "time", operands: "FILE", summary: "measure a trace as machine code", declare: (*program).time,
		about: `Measures a trace as it was recorded, optimized without peeling, and optimized with
peeling, alternately in one run, after a check that all do the same.

Times are nanoseconds for one iteration of the loop: the minimum, the median, and a
95 % confidence interval of the median. Cycles come from the time of a chain of
additions, each of which takes one cycle, in the same run. The last column is the size
of the code in bytes. Calls and unknown operations are done by the interpreter, which
invents their results; each such exit is a part of the time.
Do not compare times of two runs, or of two machines.
`,
	}
}

// time is the command `unbox time`.
func (p *program) time(flags *flagSet) func(names []string) int {
	backend := flags.String("backend", "", "native (machine code), wasm (WebAssembly in wazero), or interp (the interpreter); default native where it can run (`NAME`), and the recorded trace in the interpreter for comparison")
	versus := flags.String("vs", "", "measure another trace (`OTHER`) as well, on the same inputs")
	inputs := flags.String("in", "", "the `INPUTS`, as for \"unbox run\"; by default, inputs on which the loop runs long")
	quick := flags.Bool("quick", false, "measure for a tenth of the time")
	asJSON := flags.json("print all samples as one line of JSON")
	return func(names []string) int {
		switch {
		case len(names) == 0:
			return flags.noFile()
		case len(names) > 1:
			return p.unusable("expected one FILE, found %s; --vs OTHER adds another trace to compare with", counted(names))
		}
		job, code, ok := p.timeJob(names[0], *versus, *backend)
		if !ok {
			return code
		}
		job.Inputs, job.Quick = *inputs, *quick
		return p.measure(job, *asJSON)
	}
}

func (p *program) measure(job *timing.Job, asJSON bool) int {
	ctx, stop := interruptible()
	defer stop()
	report, err := timing.Measure(ctx, timing.NewHost(), job, nil)
	switch {
	case errors.Is(err, context.Canceled):
		return p.unusable("the measurement was interrupted")
	case err != nil:
		return p.unusable("%v", err)
	}
	if asJSON {
		text, err := json.Marshal(report)
		if err != nil {
			panic("BUG: a report always marshals: " + err.Error())
		}
		fmt.Fprintf(p.stdout, "%s\n", text)
		return exitGood
	}
	p.writeTimes(report)
	return exitGood
}

// timeJob reads the traces and chooses variants.
func (p *program) timeJob(name, versus, backend string) (*timing.Job, int, bool) {
	job := &timing.Job{}
	file, err := p.read(name)
	if err != nil {
		return nil, p.unusable("%v", err), false
	}
	if _, list := trace.Parse(file.text); p.report(file, list) {
		return nil, exitUnusable, false
	}
	job.Trace = file.text
	if versus != "" {
		other, err := p.read(versus)
		if err != nil {
			return nil, p.unusable("%v", err), false
		}
		if _, list := trace.Parse(other.text); p.report(other, list) {
			return nil, exitUnusable, false
		}
		job.Versus = other.text
	}
	switch backend {
	case "":
		return job, exitGood, true
	case "native":
		if !native.Available() {
			return nil, p.unusable("%v; --backend wasm and --backend interp run everywhere", native.ErrUnavailable), false
		}
	case "wasm", "interp":
	default:
		return nil, p.unusable("--backend: expected `native`, `wasm` or `interp`, found `%s`", backend), false
	}
	for _, variant := range timing.VariantNames() {
		if strings.HasPrefix(variant, backend+" ") {
			job.Variants = append(job.Variants, variant)
		}
	}
	return job, exitGood, true
}

// writeTimes prints a report as a table.
func (p *program) writeTimes(r *timing.Report) {
	w := p.stdout
	where := r.Machine.Processor
	if where == "" {
		where = r.Machine.System
	}
	fmt.Fprintf(w, "%s, %d cores", where, r.Machine.Cores)
	if r.Machine.Load != "" {
		fmt.Fprintf(w, ", load %s", r.Machine.Load)
	}
	if r.Gigahertz > 0 {
		fmt.Fprintf(w, ", %.2f cycles a nanosecond", r.Gigahertz)
	}
	fmt.Fprintf(w, "\ninputs: %s\n\n", r.Inputs)
	fmt.Fprintf(w, "%-18s %6s %9s %9s %19s %8s %7s %7s %7s\n", "ns per iteration", "ops", "min", "median", "95 % interval", "cycles", "faster", "allocs", "code")
	for _, v := range r.Variants {
		fmt.Fprintf(w, "%-18s %6d %9.2f %9.2f %9.2f–%9.2f %8s %6.2fx %7.2f %7s\n",
			v.Name, v.InLoop, v.Min, v.Median, v.From, v.To, orDash(v.Cycles, "%.1f"), v.Ratio.Median, v.Allocations, orDash(float64(v.CodeSize), "%.0f"))
	}
	if r.Imagined {
		fmt.Fprintf(w, "\nthe interpreter invents what calls do, which only the recorded program knows; that is a part of each time\n")
	}
	for _, m := range r.Missing {
		fmt.Fprintf(w, "\nnot measured: %s\n", m)
	}
	if r.Noisy != "" {
		fmt.Fprintf(w, "\n%s; measure again when the machine is quieter\n", r.Noisy)
	}
}

// orDash formats a number; 0 means that it is not known.
func orDash(v float64, format string) string {
	if v == 0 {
		return "-"
	}
	return fmt.Sprintf(format, v)
}

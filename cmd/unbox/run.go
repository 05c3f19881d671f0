package main

import (
	"fmt"
	"strings"

	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/api"
)

func runCommand() command {
	return command{
		name: "run", operands: "FILE...", summary: "run a trace and say what it did", declare: (*program).run,
		about: `Runs a trace in the interpreter and prints the exit that it took, the values there,
its visible effects, and the reachable objects. What only the recorded program knows
is invented, and the output says so: what calls do, and which objects the numbered
constants of a log are. Inputs can name these: 'ConstPtr(ptr7)=ConstPtr(ptr9)' makes
two of them the same object.
`,
	}
}

// run is the command `unbox run`.
func (p *program) run(flags *flagSet) func(names []string) int {
	inputs := flags.String("in", "", "the `INPUTS`, for example 'i0=3, p1=BoxedInteger(intval=5), p2=p1'; missing inputs get a value that suits the trace; without --in all are printed, in the form for --in")
	steps := flags.Int("steps", 0, "stop a loop after `N` jumps; default 1000")
	chosen := flags.passFlagsFor("also run the trace optimized by the passes in `LIST`, and compare: exit code 1 if the outcomes differ", "the same with a named set of passes (`NAME`)")
	asJSON := flags.json("print both outcomes as one line of JSON per file")
	return func(names []string) int {
		if len(names) == 0 {
			return flags.noFile()
		}
		if *steps < 0 || flags.given("steps") && *steps == 0 {
			return p.unusable("expected --steps of at least 1, found %d", *steps)
		}
		var passes optimizer.PassSet
		compare := flags.given("passes") || flags.given("preset")
		if compare {
			var err error
			if passes, err = flags.set(chosen); err != nil {
				return p.unusable("%v", err)
			}
		}
		request := api.RunRequest{Passes: passNames(passes), Inputs: *inputs, Steps: *steps, Imagined: true}
		return p.each(names, func(file source) int { return p.runFile(file, request, compare, *asJSON) })
	}
}

// runFile runs one file. compare means that the optimized trace is run as well.
func (p *program) runFile(file source, request api.RunRequest, compare, asJSON bool) int {
	request.Text = file.text
	r, err := api.New().Run(&request)
	if err != nil {
		return p.unusable("%v", err)
	}
	if asJSON {
		p.printJSON(r)
	}
	if r.Before == nil {
		return p.reportRun(file, request)
	}
	if !asJSON {
		p.printSuggested(file, request)
		p.printRun(r, compare)
	}
	if compare && r.Verdict == "differ" {
		return exitNo
	}
	return exitGood
}

// printSuggested prints the inputs with which a trace ran if none were given, in the form of
// --in.
func (p *program) printSuggested(file source, request api.RunRequest) {
	if request.Inputs != "" {
		return
	}
	t, _ := trace.Parse(file.text)
	in, list := interp.ParseInputsFor(t, "", interp.RunOptions{Imagined: request.Imagined})
	if len(list) > 0 {
		return
	}
	if text := interp.FormatInputs(t, in); text != "" {
		fmt.Fprintf(p.stdout, "inputs: %s\n", text)
	}
}

// reportRun reports what is wrong with the trace or the inputs.
func (p *program) reportRun(file source, request api.RunRequest) int {
	trace, list := trace.Parse(file.text)
	if p.report(file, list) {
		return exitUnusable
	}
	_, list = interp.ParseInputsFor(trace, request.Inputs, interp.RunOptions{Imagined: true})
	p.report(source{"--in", request.Inputs}, list)
	return exitUnusable
}

// printRun prints one outcome, or both if they were compared and differ.
func (p *program) printRun(r *api.RunResponse, compare bool) {
	if m := r.MadeUp; m != nil {
		defer func() { fmt.Fprintln(p.stdout, madeUpWords(m)) }()
	}
	switch {
	case !compare:
		p.printOutcome(r.Before)
	case r.Verdict == "differ":
		fmt.Fprintf(p.stdout, "the outcomes differ: %s\n\nbefore: ", r.Reason)
		p.printOutcome(r.Before)
		fmt.Fprint(p.stdout, "\nafter: ")
		p.printOutcome(r.After)
	default:
		p.printOutcome(r.Before)
		fmt.Fprintf(p.stdout, "verdict: %s\n", verdictWords(r))
	}
}

// madeUpWords says what a run assumed.
func madeUpWords(m *api.MadeUp) string {
	var parts []string
	if m.Calls > 0 {
		parts = append(parts, fmt.Sprintf("what calls and similar operations do (%d)", m.Calls))
	}
	if n := len(m.Constants); n > 0 {
		parts = append(parts, fmt.Sprintf("which objects the numbered constants of the log are (%d, such as %s)", n, m.Constants[0]))
	}
	return "invented, because only the recorded program knows: " + strings.Join(parts, "; ")
}

func verdictWords(r *api.RunResponse) string {
	if r.Verdict == "agree" {
		return fmt.Sprintf("the optimized trace agrees (%s before, %s after)", counts(r.Before), counts(r.After))
	}
	return r.Verdict + ": " + r.Reason
}

// exitWords says how a run can end.
var exitWords = map[string]string{
	"guard":     "left through",
	"finish":    "finished at",
	"end":       "ran to the end of the trace",
	"limit":     "stopped after the last allowed jump at",
	"undefined": "has no meaning at",
	"opaque":    "cannot be interpreted at",
	"exhausted": "used up the operations or the memory of a run at",
}

// printOutcome prints how a run ended, its values, effects and heap.
func (p *program) printOutcome(o *api.Outcome) {
	words, ok := exitWords[o.Exit]
	if !ok {
		words = o.Exit + " at"
	}
	fmt.Fprint(p.stdout, words)
	if o.At != nil {
		fmt.Fprintf(p.stdout, " %s", api.SpansText(o.At.Spans))
		if o.At.Number > 0 {
			fmt.Fprintf(p.stdout, "  (row %d)", o.At.Number)
		}
	}
	fmt.Fprintln(p.stdout)
	if o.Detail != "" {
		fmt.Fprintf(p.stdout, "    %s\n", o.Detail)
	}
	p.section("values", len(o.Values), func(i int) string { return o.Values[i].Name + " = " + o.Values[i].Value.Text })
	p.section("effects", len(o.Effects), func(i int) string { return api.SpansText(o.Effects[i]) })
	if o.MoreEffects > 0 {
		fmt.Fprintf(p.stdout, "    … and %d more\n", o.MoreEffects)
	}
	p.section("heap", len(o.Heap), func(i int) string { return objectWords(o.Heap[i]) })
	fmt.Fprintf(p.stdout, "%s\n", counts(o))
}

// section prints a list under a heading, nothing if it is empty.
func (p *program) section(title string, n int, line func(i int) string) {
	if n == 0 {
		return
	}
	fmt.Fprintf(p.stdout, "%s:\n", title)
	for i := range n {
		fmt.Fprintf(p.stdout, "    %s\n", line(i))
	}
}

// objectWords shows an object in the form of inputs, as far as possible: of an
// incomplete array, the existing items.
func objectWords(o api.Object) string {
	places, items := make([]string, len(o.Fields)), make([]string, len(o.Fields))
	for i, f := range o.Fields {
		places[i], items[i] = f.Name+"="+f.Value.Text, f.Value.Text
	}
	switch {
	case o.Length == 0:
		return o.Name + " = " + o.Class + "(" + strings.Join(places, ", ") + ")"
	case o.Length == len(items):
		return o.Name + " = " + o.Class + "[" + strings.Join(items, ", ") + "]"
	}
	return fmt.Sprintf("%s = %s, %d items, of them %s", o.Name, o.Class, o.Length, strings.Join(places, ", "))
}

func counts(o *api.Outcome) string {
	return plural(o.Steps, "operation") + ", " + plural(o.Jumps, "jump") + ", " + plural(o.Allocations, "allocation")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

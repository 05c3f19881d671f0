package main

import (
	"fmt"
	"strings"

	"unbox/optimizer"
	"unbox/show"
	"unbox/trace"
	"unbox/wasm/api"
)

func optCommand() command {
	return command{
		name: "opt", operands: "FILE...", summary: "optimize a trace", more: passLists, declare: (*program).opt,
		about: "Optimizes a trace and prints the result.\n",
	}
}

// passLists lists the existing passes and presets.
func passLists() string {
	var b strings.Builder
	b.WriteString("Passes, in the order in which they run:\n\n")
	for _, pass := range optimizer.Passes() {
		fmt.Fprintf(&b, "    %-10s %s\n", pass, pass.Info().Title)
	}
	b.WriteString("\nPresets:\n\n")
	for _, preset := range optimizer.Presets() {
		fmt.Fprintf(&b, "    %-10s %s\n", preset.Name, preset.Title)
	}
	return b.String()
}

// opt is the command `unbox opt`.
func (p *program) opt(flags *flagSet) func(names []string) int {
	chosen := flags.passFlags()
	remarks := flags.Bool("remarks", false, "write the optimizer's reason under every change, as comments: the output is still a trace")
	numbered := flags.String("numbered", "", "number all results after `PREFIX`, as the toy posts do")
	why := flags.Int("why", 0, "say why the operation in `ROW`, a line of the file, is still there: what is known, what was lost where, what would make it go")
	asJSON := flags.json("print what every pass did, both traces, their aligned rows and all reasons as one line of JSON per file")
	return func(names []string) int {
		if len(names) == 0 {
			return flags.noFile()
		}
		if err := flags.oneOf("why", "json", "remarks"); err != nil {
			return p.unusable("%v", err)
		}
		passes, err := flags.set(chosen)
		if err != nil {
			return p.unusable("%v", err)
		}
		if !isPrefix(*numbered) {
			return p.unusable("expected a prefix of letters, digits and `_` that starts with a letter, found `%s`", *numbered)
		}
		o := optimization{passes: passes, remarks: *remarks, numbered: *numbered}
		if flags.Changed("why") {
			return p.each(names, func(file source) int { return p.why(file, o, *why) })
		}
		if *asJSON {
			return p.each(names, func(file source) int { return p.optJSON(file, o) })
		}
		return p.each(names, func(file source) int { return p.optText(file, o) })
	}
}

// optimization is a request to `unbox opt`.
type optimization struct {
	passes   optimizer.PassSet
	remarks  bool
	numbered string
}

// isPrefix reports whether numbers after the prefix are names; the empty prefix
// stands for no numbering.
func isPrefix(prefix string) bool {
	for i, r := range prefix {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return true
}

func (p *program) optJSON(file source, o optimization) int {
	t, list := trace.Parse(file.text)
	if t != nil && !p.canExplain(file, t, o.passes) {
		return exitUnusable
	}
	r, err := api.New().Everything(&api.OptimizeRequest{
		Text: file.text, Passes: passNames(o.passes), To: -1, Numbered: o.numbered,
	})
	if err != nil {
		return p.unusable("%v", err)
	}
	fmt.Fprintf(p.stdout, "%s\n", r.Encode())
	if t == nil {
		p.report(file, list)
		return exitUnusable
	}
	return exitGood
}

func (p *program) optText(file source, o optimization) int {
	tr, list := trace.Parse(file.text)
	if p.report(file, list) {
		return exitUnusable
	}
	result := optimizer.Optimize(tr, o.passes)
	options := trace.PrintOptions{Numbered: o.numbered, Comments: true}
	listing := trace.Print(result.Annotated(), options)
	if o.remarks {
		newExplanation(result, listing, o.numbered).write(p.stdout, p.painter())
	} else {
		p.printListing(listing)
	}
	if result.Impossible != trace.None {
		names := trace.NewNamer(tr, o.numbered)
		fmt.Fprintf(p.stderr, "%s:%d: note: %s\n", file.shown(), tr.Ops[result.Impossible].Line, result.ImpossibleText(names))
	}
	return exitGood
}

// printListing prints a trace.
func (p *program) printListing(list *trace.Listing) {
	with := p.painter()
	for at := range list.Len() {
		fmt.Fprintln(p.stdout, with.Line(list, at))
	}
}

// explanation writes an optimized trace with the reasons as comments.
type explanation struct {
	result          *optimizer.Result
	before, after   *trace.Listing
	recorded, names *trace.Namer
	rows            []optimizer.DiffRow
}

func newExplanation(result *optimizer.Result, after *trace.Listing, numbered string) *explanation {
	before := trace.Print(result.In, trace.PrintOptions{Numbered: numbered, Comments: true})
	return &explanation{
		result: result, before: before, after: after,
		recorded: trace.NewNamer(result.In, numbered),
		names:    trace.NewNamer(result.Out, numbered),
		rows: new(optimizer.Differ).Diff(
			optimizer.DiffSide{Result: optimizer.Recorded(result.In), Listing: before},
			optimizer.DiffSide{Result: result, Listing: after}),
	}
}

func (e *explanation) write(out *output, with show.Painter) {
	copied := false // the note that rows are copies in the peeled loop appears once
	for _, row := range e.rows {
		if row.Right >= 0 {
			fmt.Fprintln(out, with.Line(e.after, int(row.Right)))
		}
		switch row.Kind {
		case optimizer.DiffArgs:
			fmt.Fprintln(out, with.Paint(show.InkFaint, "#   ~ it was: ")+with.Paint(show.InkReplaced, e.was(row.Left)))
			e.reason(out, with, "  ", "argument replaced", row)
		case optimizer.DiffReplaced:
			fmt.Fprintln(out, with.Paint(show.InkFaint, "#   ~ it was: ")+with.Paint(show.InkReplaced, e.was(row.Left)))
			e.reason(out, with, "  ", "replaced", row)
		case optimizer.DiffRemoved:
			fmt.Fprintln(out, with.Paint(show.InkRemoved, "# - "+e.was(row.Left)))
			e.reason(out, with, "  ", "removed", row)
		case optimizer.DiffAdded:
			if row.Remark >= 0 && e.result.Remarks[row.Remark].Reason == optimizer.ReasonPeelCopy {
				if copied {
					continue
				}
				copied = true
			}
			e.reason(out, with, "+ ", "added", row)
		case optimizer.DiffMovedTo:
			e.reason(out, with, "> ", "moved", row)
		case optimizer.DiffSame:
			e.reason(out, with, "! ", "stopped", row)
		}
	}
}

// was writes a line of the recorded trace.
func (e *explanation) was(line int32) string { return strings.TrimSpace(e.before.Line(int(line))) }

// reason writes why a row differs. what says what happened to it: the remark of
// a replaced argument is about the operation that computed it.
func (e *explanation) reason(out *output, with show.Painter, sign, what string, row optimizer.DiffRow) {
	if row.Remark < 0 {
		return
	}
	remark := &e.result.Remarks[row.Remark]
	fmt.Fprintln(out, with.Paint(show.InkFaint, fmt.Sprintf("#   %s%s by %s (%s): %s", sign, what, remark.Pass, remark.Reason.ID(),
		e.result.Text(int(row.Remark), e.recorded, e.names))))
}

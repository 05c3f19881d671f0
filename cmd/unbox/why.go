package main

import (
	"fmt"

	"unbox/optimizer"
	"unbox/trace"
)

// why explains why the operation in a line of the file is still there: in the peeled loop, if
// there is one and the operation is in it, otherwise before it.
func (p *program) why(file source, o optimization, row int) int {
	tr, list := trace.Parse(file.text)
	if p.report(file, list) {
		return exitUnusable
	}
	at := tr.AtLine(row)
	if at == trace.None {
		return p.unusable("expected the number of a line of `%s` that has an operation, found %d", file.shown(), row)
	}
	names := trace.NewNamer(tr, o.numbered)
	text, _ := names.Operation(at)
	result := optimizer.Optimize(tr, o.passes)
	for _, copyNumber := range result.CopiesOf(at) {
		answer := new(optimizer.Optimizer).Why(tr, o.passes, at, copyNumber, names)
		where := ""
		switch {
		case answer.Lines[0].Kind == optimizer.WhyGone:
		case copyNumber == 1:
			where = ", in the loop"
		case result.Peeled:
			where = ", in the first iteration"
		}
		fmt.Fprintf(p.stdout, "row %d: %s%s\n", row, text, where)
		for _, line := range answer.Lines {
			fmt.Fprintf(p.stdout, "  %-7s %s\n", line.Kind, optimizer.PartsText(line.Parts))
		}
	}
	return exitGood
}

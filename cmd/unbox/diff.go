package main

import (
	"fmt"

	"unbox/optimizer"
	"unbox/prove"
	"unbox/show"
	"unbox/trace"
)

func diffCommand() command {
	return command{
		name: "diff", operands: "A B", summary: "compare two traces by what their operations do", declare: (*program).diff,
		about: `Compares two traces. Operations are the same if they compute the same from the same
arguments; other names or numbers of results are no difference. Comments are ignored.

    - only in A            ~ another argument, or another snapshot
    + only in B            * another operation under the same name
    < moved away from here > moved to here

The exit code is 0 if the traces are the same, 1 if they differ, 2 if one cannot be used.
`,
	}
}

// diff is the command `unbox diff`.
func (p *program) diff(flags *flagSet) func(names []string) int {
	around := flags.Int("context", 3, "show `N` operations around each difference; default 3, all if negative")
	asJSON := flags.json("print all rows, each with both lines, as one line of JSON")
	return func(names []string) int {
		if len(names) != 2 {
			return p.unusable("expected two FILEs, found %s; see `unbox help diff`", counted(names))
		}
		traces, code := p.twoTraces(names)
		if code != exitGood {
			return code
		}
		before, after, err := prove.Align(traces[0], traces[1])
		if err != nil {
			return p.unusable("%s is not comparable with %s: %v", names[0], names[1], err)
		}
		d := newDifference(before, after)
		if *asJSON {
			p.printJSON(d.json())
		} else {
			p.printDifference(d, names, *around)
		}
		if d.changes == 0 {
			return exitGood
		}
		return exitNo
	}
}

// twoTraces reads two traces that are short enough to be shown side by side; errors in them go to standard error.
func (p *program) twoTraces(names []string) ([]*trace.Trace, int) {
	var traces []*trace.Trace
	worst := exitGood
	for _, name := range names {
		worst = max(worst, p.each([]string{name}, func(file source) int {
			t, list := trace.Parse(file.text)
			if p.report(file, list) || !p.canShow(file, t) {
				return exitUnusable
			}
			traces = append(traces, t)
			return exitGood
		}))
	}
	return traces, worst
}

// difference is two traces side by side.
type difference struct {
	left, right *trace.Listing
	rows        []optimizer.DiffRow
	changes     int
}

func newDifference(before, after *trace.Trace) *difference {
	result := optimizer.Between(before, after)
	d := &difference{left: trace.Print(before, trace.PrintOptions{}), right: trace.Print(result.Out, trace.PrintOptions{})}
	d.rows = new(optimizer.Differ).Diff(
		optimizer.DiffSide{Result: optimizer.Recorded(before), Listing: d.left},
		optimizer.DiffSide{Result: result, Listing: d.right})
	for i := range d.rows {
		if d.differs(i) && d.rows[i].Kind != optimizer.DiffMovedFrom {
			d.changes++ // a moved operation is one difference in two rows
		}
	}
	return d
}

func (d *difference) differs(row int) bool {
	kind := d.rows[row].Kind
	return kind != optimizer.DiffSame && kind != optimizer.DiffComment
}

// differenceRow is a row of what `unbox diff --json` prints: lines are counted from 1, and 0
// stands for none.
type differenceRow struct {
	Kind  string `json:"kind"`
	Left  int    `json:"left"`
	Right int    `json:"right"`
	// Before and After are the two lines, empty if a side has none.
	Before string `json:"before"`
	After  string `json:"after"`
	// Partner is the line on the other side to or from which an operation moved, 0 for others.
	Partner int `json:"partner"`
}

// differenceJSON is the whole output.
type differenceJSON struct {
	Changes int             `json:"changes"`
	Rows    []differenceRow `json:"rows"`
}

func (d *difference) json() differenceJSON {
	all := differenceJSON{Changes: d.changes, Rows: []differenceRow{}}
	for _, r := range d.rows {
		row := differenceRow{Kind: r.Kind.String(), Left: d.place(d.left, r.Left), Right: d.place(d.right, r.Right)}
		if r.Left >= 0 {
			row.Before = d.left.Line(int(r.Left))
		}
		if r.Right >= 0 {
			row.After = d.right.Line(int(r.Right))
		}
		switch r.Kind {
		case optimizer.DiffMovedFrom:
			row.Partner = d.place(d.right, r.Partner)
		case optimizer.DiffMovedTo:
			row.Partner = d.place(d.left, r.Partner)
		}
		all.Rows = append(all.Rows, row)
	}
	return all
}

// place is the line of the file that a line of a listing stands for, 0 if there is none.
func (d *difference) place(list *trace.Listing, line int32) int {
	if line < 0 {
		return 0
	}
	return list.Source(int(line))
}

// printDifference prints the rows that differ, with some around them.
func (p *program) printDifference(d *difference, names []string, around int) {
	if d.changes == 0 {
		return
	}
	with := p.painter()
	fmt.Fprintf(p.stdout, "%s\n%s\n", with.Paint(show.InkRemoved, "--- "+names[0]), with.Paint(show.InkAdded, "+++ "+names[1]))
	shown, near := -1, d.near(around)
	for i := range d.rows {
		if !near[i] {
			continue
		}
		if i > shown+1 {
			fmt.Fprintln(p.stdout, with.Paint(show.InkFaint, fmt.Sprintf("  ... %s", plural(i-shown-1, "row"))))
		}
		d.printRow(p.stdout, with, i)
		shown = i
	}
	if rest := len(d.rows) - 1 - shown; rest > 0 {
		fmt.Fprintln(p.stdout, with.Paint(show.InkFaint, fmt.Sprintf("  ... %s", plural(rest, "row"))))
	}
}

// near marks the rows that differ and those around them.
func (d *difference) near(around int) []bool {
	near := make([]bool, len(d.rows))
	for i := range d.rows {
		if around < 0 {
			near[i] = true
			continue
		}
		if !d.differs(i) {
			continue
		}
		for k := max(0, i-around); k < min(len(near), i+around+1); k++ {
			near[k] = true
		}
	}
	return near
}

// printRow prints one row; if the sides differ, both of them.
func (d *difference) printRow(out *output, with show.Painter, at int) {
	row := d.rows[at]
	switch row.Kind {
	case optimizer.DiffRemoved:
		fmt.Fprintln(out, with.Paint(show.InkRemoved, "- "+d.left.Line(int(row.Left))))
	case optimizer.DiffAdded:
		fmt.Fprintln(out, with.Paint(show.InkAdded, "+ "+d.right.Line(int(row.Right))))
	case optimizer.DiffMovedFrom:
		fmt.Fprintln(out, with.Paint(show.InkMoved, "< "+d.left.Line(int(row.Left))))
	case optimizer.DiffMovedTo:
		fmt.Fprintln(out, with.Paint(show.InkMoved, "> "+d.right.Line(int(row.Right))))
	case optimizer.DiffArgs, optimizer.DiffReplaced:
		sign := map[optimizer.DiffKind]string{optimizer.DiffArgs: "~", optimizer.DiffReplaced: "*"}[row.Kind]
		fmt.Fprintf(out, "%s\n%s\n", with.Paint(show.InkRemoved, sign+"- "+d.left.Line(int(row.Left))), with.Paint(show.InkAdded, sign+"+ "+d.right.Line(int(row.Right))))
	default:
		fmt.Fprintln(out, "  "+with.Line(d.right, int(row.Right)))
	}
}

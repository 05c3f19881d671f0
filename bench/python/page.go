package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// The page docs/speed.md, and its picture.

// worse says why programs take longer than in PyPy. The text is shown as long as they do.
var worse = map[string]string{
	"chaos":       branches,
	"conv3":       "its loop has 31 operations, and PyPy's 30; PyPy's machine code for them is faster",
	"deltablue":   branches,
	"floats":      "more than a third of the time are sines and cosines, which are rounded to the nearest double; floats in attributes are boxes, three for each point, and moving them takes a fifth",
	"go":          branches,
	"monte_carlo": "an iteration in five ends in a bridge, and the generator's state is in attributes, whose numbers are boxes",
	"raytrace":    branches,
	"fannkuch":    "the machine code of a short slice copies its items one by one",
	"nbody":       "floats in attributes are boxes, so each write allocates one; PyPy keeps them in the instance",
	"nqueens":     "at each call and return, a function in Go makes or removes the frame, and all registers of the caller go through the stack, with numbers boxed",
}

// branches is the reason for programs with many small methods and loops of few iterations: they spend most of their time
// in bridges.
const branches = "its loops branch and end often; a bridge ends at the preamble of a loop or of a version of it, which checks and reads again what stays the same; PyPy's jumps into the peeled loop, if enough is known at its end"

// scatter is the difference between two runs of the same program; a smaller difference is noise.
const scatter = 1.05

// comparison is a table of the page: an engine beside a peer at a scale.
type comparison struct {
	engine, peer string
	scale        scale
	larger       bool // compares the larger programs
	title, text  string
	goal         float64
}

var comparisons = []comparison{
	{nameUnbox, namePyPy, long, false, "One second of PyPy's time", "Whole processes; the work takes PyPy more than a second.", 1},
	{nameUnbox, namePyPy, short, false, "A tenth of a second, with warm-up", "Whole processes; the work takes PyPy about 100 ms, of which 30 to 40 pass before the first line of the program.", 1},
	{nameUnbox, namePyPy, long, true, "Larger programs", "Programs of many small methods, in the folder `larger`; the work takes PyPy more than a second.", 2.5},
	{nameUnbox, nameCPython, tiny, false, "Beside CPython", "Work that takes CPython about a third of a second.", 0},
	{nameInterpreter, nameCPython, tiny, false, "The interpreter alone", "Without traces, with work that takes CPython about a third of a second.", 1},
}

// writePages writes both pages and their pictures.
func writePages() error {
	if err := writeFigures(); err != nil {
		return err
	}
	history, err := readHistory()
	if err != nil {
		return err
	}
	memory, err := readMemory()
	if err != nil {
		return err
	}
	if err := os.WriteFile("docs/speed.svg", []byte(picture(history)), 0o644); err != nil {
		return err
	}
	return os.WriteFile("docs/speed.md", []byte(pageOf(history, memory)), 0o644)
}

// pageOf is the page of a history, of which the last record is the newest.
func pageOf(history []*record, memory *memoryRecord) string {
	newest := history[len(history)-1]
	var b strings.Builder
	fmt.Fprintf(&b, `# Speed of programs

How long the programs of `+"`bench/python/programs`"+` take in Unbox's Python, in PyPy and in CPython. This page was written by

    go run ./bench/python -record NAME    # measures, and writes bench/python/history/NAME.json
    go run ./bench/python -write

Figures are the processor time of whole processes, user and system, in seconds. They are those of the fastest run; the engines
take turns, on a machine that does other things as well. There is a figure only if all engines print the same. Compare only figures of one record.

Record %s of %s, revision %s. %s.

- %s

`, newest.Name, newest.Day, newest.Revision, newest.Processor, strings.Join(newest.Peers, "\n- "))
	fmt.Fprintf(&b, "![How many times PyPy's time each program takes](speed.svg)\n\n")
	for _, c := range comparisons {
		c.write(&b, newest)
	}
	writeWorse(&b, newest)
	memory.write(&b)
	writeHistory(&b, history)
	return b.String()
}

// write writes one table.
func (c comparison) write(b *strings.Builder, r *record) {
	mean, n := r.mean(c.engine, c.peer, c.scale, c.larger)
	if n == 0 {
		return
	}
	fmt.Fprintf(b, "## %s\n\n%s Below 1, `%s` is faster.", c.title, c.text, c.engine)
	if c.goal > 0 {
		fmt.Fprintf(b, " The goal is at most %.1f.", c.goal)
	}
	fmt.Fprintf(b, "\n\n| program | %s | %s | ratio |\n| --- | ---: | ---: | ---: |\n", c.engine, c.peer)
	for k := range r.Rows {
		row := &r.Rows[k]
		if ratio, ok := row.ratio(c.engine, c.peer, c.scale); ok && row.Larger == c.larger {
			fmt.Fprintf(b, "| %s | %.3f | %.3f | %.2f |\n", row.Program, row.Seconds[c.engine][c.scale], row.Seconds[c.peer][c.scale], ratio)
		}
	}
	fmt.Fprintf(b, "| geometric mean of %d | | | %.2f |\n\n", n, mean)
}

// writeWorse says where PyPy is faster, and why.
func writeWorse(b *strings.Builder, r *record) {
	var lines []string
	for k := range r.Rows {
		row := &r.Rows[k]
		ratio, ok := row.ratio(nameUnbox, namePyPy, long)
		if !ok || ratio <= 1 {
			continue
		}
		why := worse[row.Program]
		switch {
		case ratio <= scatter:
			why = "two runs of it differ by as much"
		case why == "":
			why = "not looked into yet"
		}
		lines = append(lines, fmt.Sprintf("- %s, %.2f times PyPy's time: %s.\n", row.Program, ratio, why))
	}
	if len(lines) > 0 {
		fmt.Fprintf(b, "## Where PyPy is faster, and why\n\n%s\n", strings.Join(lines, ""))
	}
}

// writeHistory writes the means of all records.
func writeHistory(b *strings.Builder, history []*record) {
	b.WriteString("## History\n\nGeometric means of the ratios above.\n\n| record | day | revision |")
	line := "\n| --- | --- | --- |"
	for _, c := range comparisons {
		name := string(c.scale)
		if c.larger {
			name = "larger"
		}
		fmt.Fprintf(b, " %s / %s, %s |", c.engine, c.peer, name)
		line += " ---: |"
	}
	b.WriteString(line + "\n")
	for _, r := range slices.Backward(history) {
		fmt.Fprintf(b, "| %s | %s | %s |", r.Name, r.Day, r.Revision)
		for _, c := range comparisons {
			if mean, n := r.mean(c.engine, c.peer, c.scale, c.larger); n > 0 {
				fmt.Fprintf(b, " %.2f |", mean)
			} else {
				b.WriteString(" – |")
			}
		}
		b.WriteString("\n")
	}
}

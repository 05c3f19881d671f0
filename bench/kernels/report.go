package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"unbox/bench/kernels/suite"
)

// report is everything that one run measured.
type report struct {
	rows    []row
	tools   *tools
	options options
	// start and end are the machine's load.
	start, end string
	revision   string
	took       time.Duration
	began      time.Time
}

func newReport(ctx context.Context, t *tools, o options) *report {
	return &report{tools: t, options: o, start: load(), revision: revision(ctx), began: time.Now()}
}

func (r *report) finish() { r.end, r.took = load(), time.Since(r.began).Round(time.Second) }

// ours names a form's column in the first engine.
func (r *report) ours(id string) string { return r.tools.engines[0].name + " " + id }

// columnsOf lists the columns of engines.
func columnsOf(engines []engine) (ids, titles []string) {
	for _, e := range engines {
		for _, f := range forms() {
			ids, titles = append(ids, column(e, f)), append(titles, e.name+", "+f.title)
		}
	}
	return ids, titles
}

// columns lists what is compared, with its title: the first engine and the tools.
func (r *report) columns() (ids, titles []string) {
	ids, titles = columnsOf(r.tools.engines[:1])
	for _, t := range r.tools.present {
		ids, titles = append(ids, t.id), append(titles, t.title)
	}
	return ids, titles
}

// writer writes lines until one fails.
type writer struct {
	out io.Writer
	err error
}

func (w *writer) line(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.out, format+"\n", args...)
	}
}

// cells writes a row of a table.
func (w *writer) cells(first string, rest ...string) {
	w.line("| %s | %s |", first, strings.Join(rest, " | "))
}

func (w *writer) head(first string, rest ...string) {
	w.cells(first, rest...)
	w.line("| --- |%s", strings.Repeat(" ---: |", len(rest)))
}

// markdown writes the tables.
func (r *report) markdown(out io.Writer) error {
	w := &writer{out: out}
	w.line("# Kernels\n")
	w.line("The inner loops of Figure 9 of *Loop-Aware Optimizations in PyPy's Tracing JIT*, and the loop of Figure 2 of *Allocation Removal")
	w.line("by Partial Evaluation in a Tracing JIT*, as traces that were recorded from boxed values, and in C, Lua and Python. What each")
	w.line("kernel does is in `bench/kernels/suite/programs`, and how it is measured in `bench/kernels`. This page was written by\n")
	w.line("    go run ./bench/kernels -write -rounds %d\n", r.options.rounds)
	w.line("The Lua programs use plain tables, the Python programs lists. Accesses to images have no bounds checks in C unless the title says so; in")
	w.line("all other languages they have them. A trace has one path, so the data of `dilate3x3` is in ascending order. There, gcc takes the larger")
	w.line("number without a branch, and all others compare and branch. gcc must not fuse multiplications with additions, because that rounds differently.\n")
	r.where(w)
	r.times(w)
	r.against(w)
	r.gains(w)
	r.operations(w)
	return w.err
}

func (r *report) where(w *writer) {
	w.line("Processor: %s, %d of them. Load at the start %s, at the end %s; %v in all. All programs took turns, sample by sample;", processor(), runtime.NumCPU(), r.start, r.end, r.took)
	w.line("all computed the same results, bit for bit. Compare only numbers of the same run.\n")
	w.line("- %s, %s", runtime.Version(), r.revision)
	for _, t := range r.tools.present {
		flags := ""
		if t.flags != nil {
			flags = " `" + strings.Join(t.flags, " ") + "`"
		}
		w.line("- %s: %s%s", t.title, t.version, flags)
	}
	for _, name := range r.tools.missing {
		w.line("- not installed, so not measured: %s", name)
	}
	w.line("")
}

// revision returns what git says of the sources.
func revision(ctx context.Context) string {
	text, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return "revision not known"
	}
	return "revision " + strings.TrimSpace(string(text))
}

// times writes the least and median time of each column.
func (r *report) times(w *writer) {
	w.line("## Nanoseconds for one iteration\n")
	w.line("The minimum, then the median. A dash means not measured.\n")
	r.timesOf(w, r.columns)
	w.line("![The time of each kernel, compared with gcc -O3 without vectors](benchmarks.svg)\n")
	if others := r.tools.engines[1:]; len(others) > 0 {
		w.line("The same traces in our other engines:\n")
		r.timesOf(w, func() (ids, titles []string) { return columnsOf(others) })
	}
}

// timesOf writes the times of some columns.
func (r *report) timesOf(w *writer, columns func() (ids, titles []string)) {
	ids, titles := columns()
	w.head("kernel", titles...)
	for _, row := range r.rows {
		cells := make([]string, len(ids))
		for k, id := range ids {
			s := row.columns[id]
			cells[k] = "–"
			if len(s) > 0 {
				cells[k] = fmt.Sprintf("%s (%s)", number(s.least()), number(s.median()))
			}
		}
		w.cells(row.kernel.Title, cells...)
	}
	w.line("")
	for _, row := range r.rows {
		for _, id := range ids {
			if reason := row.failed[id]; reason != "" {
				w.line("- %s, %s: %s", row.kernel.Title, id, reason)
			}
		}
	}
}

// ratio returns how many times as long a took as b, NaN if one of them was not
// measured. Least times are compared: whatever disturbs makes times longer only.
func (r row) ratio(a, b string) float64 { return r.columns[a].least() / r.columns[b].least() }

// against compares the peeled loop with other languages.
func (r *report) against(w *writer) {
	engine := r.tools.engines[0].name
	w.line("## The peeled loop compared with others\n")
	w.line("The time of the peeled loop (%s), divided by the time of each of the others: below 1 it is faster.\n", engine)
	var ids, titles []string
	for _, t := range r.tools.present {
		ids, titles = append(ids, t.id), append(titles, t.title)
	}
	w.head("kernel", titles...)
	all := make([][]float64, len(ids))
	for _, row := range r.rows {
		cells := make([]string, len(ids))
		for k, id := range ids {
			x := row.ratio(r.ours(idPeeled), id)
			cells[k] = number(x)
			if !math.IsNaN(x) {
				all[k] = append(all[k], x)
			}
		}
		w.cells(row.kernel.Title, cells...)
	}
	means, worst := make([]string, len(ids)), make([]string, len(ids))
	for k := range ids {
		means[k], worst[k] = "**"+number(suite.GeometricMean(all[k]))+"**", "–"
		if len(all[k]) > 0 {
			worst[k] = number(slices.Max(all[k]))
		}
	}
	w.cells("**geometric mean**", means...)
	w.cells("worst", worst...)
	w.line("")
}

// gains compares the forms of a trace with one another, and with the papers.
func (r *report) gains(w *writer) {
	w.line("## What the optimizer gains\n")
	w.line("The first column compares the trace as recorded with the result of all passes but peeling. For PyPy's allocation removal (with some")
	w.line("smaller optimizations), the first paper's Figure 8 has factors from 1.10 to 6.95, with a geometric mean of %s. The second column shows what", number(suite.GeometricMean(suite.Figure8())))
	w.line("peeling adds to all other passes; the third has the factors of the second paper's Figure 9 for PyPy, whose mean the paper gives as %.2f.\n", suite.PeelingGain)
	w.head("kernel", "recorded / no peeling", "no peeling / peeled", "Figure 9: no peeling / peeled")
	var removal, peeling, paper []float64
	for _, row := range r.rows {
		a, b := row.ratio(r.ours(idRecorded), r.ours(idNoPeeling)), row.ratio(r.ours(idNoPeeling), r.ours(idPeeled))
		theirs, known := row.kernel.PaperGain()
		cell := "–"
		if known {
			cell = number(theirs)
			paper = append(paper, theirs)
		}
		if !math.IsNaN(a) {
			removal = append(removal, a)
		}
		if !math.IsNaN(b) {
			peeling = append(peeling, b)
		}
		w.cells(row.kernel.Title, number(a), number(b), cell)
	}
	w.cells("**geometric mean**", "**"+number(suite.GeometricMean(removal))+"**", "**"+number(suite.GeometricMean(peeling))+"**",
		"**"+number(suite.GeometricMean(paper))+"**")
}

// number writes a number with three digits, a dash for NaN.
func number(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case x >= 99.5:
		return fmt.Sprintf("%.0f", x)
	case x >= 9.95:
		return fmt.Sprintf("%.1f", x)
	case x < 0.0995:
		return fmt.Sprintf("%.4f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

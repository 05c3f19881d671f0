package main

import (
	"fmt"
	"math"
	"os"
	"strings"
)

// The tables of docs/figures.md. What stands around them is written by hand.

const figuresPage = "docs/figures.md"

// figureTables are the tables by their names in the marks around them.
var figureTables = []struct {
	name  string
	write func(b *strings.Builder, r *record)
}{
	{"record", writeFiguresRecord},
	{"kinds", writeKinds},
	{"removed", writeRemoved},
	{"removed-less", writeRemovedLess},
	{"kinds-off", writeKindsOff},
	{"times-off", writeTimesOff},
	{"recorded", writeRecordedTimes},
	{"peeling", writePeeling},
	{"peeling-less", writePeelingLess},
}

// figuresOf fills the tables of the page.
func figuresOf(page string, r *record) (string, error) {
	for _, t := range figureTables {
		begin := fmt.Sprintf("<!-- %s: made by `go run ./bench/python -write` -->\n", t.name)
		before, rest, ok := strings.Cut(page, begin)
		_, after, ok2 := strings.Cut(rest, "<!-- end -->\n")
		if !ok || !ok2 {
			return "", fmt.Errorf("expected the line %q in %s and the line `<!-- end -->` after it, found none", strings.TrimSpace(begin), figuresPage)
		}
		var b strings.Builder
		t.write(&b, r)
		page = before + begin + b.String() + "<!-- end -->\n" + after
	}
	return page, nil
}

// writeFigures writes the page and its picture.
func writeFigures() error {
	r, err := readRecordFile(figuresFile, "figures")
	if err != nil {
		return err
	}
	page, err := os.ReadFile(figuresPage)
	if err != nil {
		return err
	}
	text, err := figuresOf(string(page), r)
	if err != nil {
		return err
	}
	if err := os.WriteFile("docs/figures.svg", []byte(figuresPicture(r)), 0o644); err != nil {
		return err
	}
	return os.WriteFile(figuresPage, []byte(text), 0o644)
}

func writeFiguresRecord(b *strings.Builder, r *record) {
	fmt.Fprintf(b, "Measured on %s, revision %s. %s; %s.\n", r.Day, r.Revision, r.Processor, strings.Join(r.Peers, ", "))
}

// head writes the head of a table, whose first column is text.
func head(b *strings.Builder, columns ...string) {
	fmt.Fprintf(b, "| %s |\n| --- |%s\n", strings.Join(columns, " | "), strings.Repeat(" ---: |", len(columns)-1))
}

// removed is the share of operations that are gone, in percent.
func removed(recorded, left int) float64 {
	if recorded == 0 {
		return 0
	}
	return 100 * float64(recorded-left) / float64(recorded)
}

func percent(recorded, left int) string {
	if recorded == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", removed(recorded, left))
}

// writeKinds writes how many operations of each kind were recorded and are left.
func writeKinds(b *strings.Builder, r *record) {
	columns := []string{"program", "traces"}
	for _, k := range kinds {
		columns = append(columns, k.name)
	}
	head(b, append(columns, "all", "left")...)
	var recorded, left counts
	traces := 0
	line := func(name string, traces int, recorded, left counts) {
		fmt.Fprintf(b, "| %s | %d |", name, traces)
		for k := range kinds {
			if recorded[k] == 0 && left[k] == 0 {
				b.WriteString("  |")
				continue
			}
			fmt.Fprintf(b, " %d → %d |", recorded[k], left[k])
		}
		fmt.Fprintf(b, " %d → %d | %.0f %% |\n", recorded.all(), left.all(), 100-removed(recorded.all(), left.all()))
	}
	for k := range r.Rows {
		row := &r.Rows[k]
		line(row.Program, row.Traces, row.Operations[variantRecorded], row.Operations[variantAll])
		traces += row.Traces
		recorded.plus(row.Operations[variantRecorded])
		left.plus(row.Operations[variantAll])
	}
	line("all", traces, recorded, left)
}

func (c *counts) plus(other counts) {
	for k := range c {
		c[k] += other[k]
	}
}

// removedOf is what Figure 7 says of a program: of allocations, of reads and writes, of guards, of all operations.
func removedOf(row *row) (recorded, left [4]int) {
	of := func(c counts) [4]int {
		return [4]int{c[kindNew], c[kindGet] + c[kindSet], c[kindGuard], c.all()}
	}
	return of(row.Operations[variantRecorded]), of(row.Operations[variantOnce])
}

func (p removal) percentages() [4]int { return [4]int{p.allocations, p.access, p.guards, p.all} }

var removedNames = [4]string{"allocations", "reads and writes", "guards", "all"}

// writeRemoved writes Figure 7 of the first paper.
func writeRemoved(b *strings.Builder, r *record) {
	columns := []string{"program", "traces"}
	for _, name := range removedNames {
		columns = append(columns, name, "removed", "in the paper")
	}
	head(b, columns...)
	sum := row{Program: "all", Operations: make(map[string]counts)}
	for k := range r.Rows {
		row := &r.Rows[k]
		writeRemovedRow(b, row)
		sum.Traces += row.Traces
		for _, name := range []string{variantRecorded, variantOnce} {
			c := sum.Operations[name]
			c.plus(row.Operations[name])
			sum.Operations[name] = c
		}
	}
	writeRemovedRow(b, &sum)
}

func writeRemovedRow(b *strings.Builder, row *row) {
	recorded, left := removedOf(row)
	paper, known := removals[row.Program]
	theirs := paper.percentages()
	fmt.Fprintf(b, "| %s | %d |", row.Program, row.Traces)
	for k := range recorded {
		fmt.Fprintf(b, " %d | %s |", recorded[k], percent(recorded[k], left[k]))
		if known {
			fmt.Fprintf(b, " %d %% |", theirs[k])
		} else {
			b.WriteString("  |")
		}
	}
	b.WriteString("\n")
}

// removedLess says why less of a kind goes away than in the paper, by program and kind.
var removedLess = map[string]string{
	"fannkuch reads and writes": "slices are functions that traces call; the lengths and items of lists are read again after them",
	"fannkuch guards":           "two thirds of those that are left stand in bridges, which begin without their trace's knowledge of classes; most of the others check bounds and overflow, which depends on the data",
	"fannkuch all":              "the guards",
	"nbody reads and writes":    "the attributes of planets are read and written from iteration to iteration; our recording has no frame and no interpreter whose reads could go",
	"nbody guards":              "an attribute holds a float in a box, and each read checks its class; each guard was recorded once, so there is little to share",
	"spectral_norm guards":      "four of ten check bounds and overflow, which depends on the data; most class guards are recorded once and needed",
	"spectral_norm all":         "the guards",
	"raytrace guards":           "four of five guards that are left stand in bridges, which begin without their trace's knowledge of classes",
	"raytrace all":              "the guards, and fewer reads to begin with",
	"richards guards":           "tasks of four classes take turns, so that most traces are bridges: nine of ten guards that are left stand in them, because bridges begin without their trace's knowledge of classes",
	"richards all":              "the guards, and the reads after them",
}

// writeRemovedLess lists where the paper's optimizer removed more.
func writeRemovedLess(b *strings.Builder, r *record) {
	for k := range r.Rows {
		row := &r.Rows[k]
		paper, known := removals[row.Program]
		if !known {
			continue
		}
		recorded, left := removedOf(row)
		for k, theirs := range paper.percentages() {
			if ours := removed(recorded[k], left[k]); math.Round(ours) < float64(theirs) {
				why(b, fmt.Sprintf("%s, %s: %.0f %% of %d, in the paper %d %%", row.Program, removedNames[k], ours, recorded[k], theirs), removedLess[row.Program+" "+removedNames[k]])
			}
		}
	}
}

// why writes a line of a list, with the reason that someone found.
func why(b *strings.Builder, what, reason string) {
	if reason == "" {
		reason = "not looked into yet"
	}
	fmt.Fprintf(b, "- %s: %s.\n", what, reason)
}

// writeKindsOff writes how many operations of each kind are left in all programs with each pass off.
func writeKindsOff(b *strings.Builder, r *record) {
	columns := []string{"passes"}
	for _, k := range kinds {
		columns = append(columns, k.name)
	}
	head(b, append(columns, "all")...)
	for _, v := range variants() {
		sum := r.sum(v.name)
		fmt.Fprintf(b, "| %s |", v.name)
		for _, n := range sum {
			fmt.Fprintf(b, " %d |", n)
		}
		fmt.Fprintf(b, " %d |\n", sum.all())
	}
}

// sum adds up the operations of all programs.
func (r *record) sum(variant string) counts {
	var sum counts
	for k := range r.Rows {
		sum.plus(r.Rows[k].Operations[variant])
	}
	return sum
}

// writeTimesOff writes how many times as long programs take with each pass off.
func writeTimesOff(b *strings.Builder, r *record) {
	list := variants()
	columns := []string{"program", "all passes, s"}
	for _, v := range list[1:] {
		columns = append(columns, v.name)
	}
	head(b, columns...)
	for k := range r.Rows {
		row := &r.Rows[k]
		fmt.Fprintf(b, "| %s | %.3f |", row.Program, row.Seconds[variantAll][part])
		for _, v := range list[1:] {
			factor(b, row, v.name, variantAll)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(b, "| geometric mean | |")
	for _, v := range list[1:] {
		meanFactor(b, r, v.name, variantAll)
	}
	b.WriteString("\n")
}

func seconds(b *strings.Builder, row *row, engine string) {
	if s, ok := row.Seconds[engine][part]; ok {
		fmt.Fprintf(b, " %.3f |", s)
		return
	}
	b.WriteString(" – |")
}

func factor(b *strings.Builder, row *row, slow, fast string) {
	if f, ok := row.ratio(slow, fast, part); ok {
		fmt.Fprintf(b, " %.2f |", f)
		return
	}
	b.WriteString(" – |")
}

// meanFactor is the geometric mean of factors over all programs.
func meanFactor(b *strings.Builder, r *record, slow, fast string) {
	sum, n := 0.0, 0
	for k := range r.Rows {
		if f, ok := r.Rows[k].ratio(slow, fast, part); ok {
			sum, n = sum+math.Log(f), n+1
		}
	}
	if n == 0 {
		b.WriteString(" – |")
		return
	}
	fmt.Fprintf(b, " %.2f |", math.Exp(sum/float64(n)))
}

// writeRecordedTimes writes Figure 8 of the first paper.
func writeRecordedTimes(b *strings.Builder, r *record) {
	head(b, "program", "unbox, as recorded", "unbox", "times as fast", namePyPyRecorded, "PyPy", "times as fast", "in the paper")
	for k := range r.Rows {
		row := &r.Rows[k]
		fmt.Fprintf(b, "| %s | %.3f | %.3f |", row.Program, row.Seconds[variantRecorded][part], row.Seconds[variantAll][part])
		factor(b, row, variantRecorded, variantAll)
		seconds(b, row, namePyPyRecorded)
		seconds(b, row, namePyPy)
		factor(b, row, namePyPyRecorded, namePyPy)
		if paper, known := removals[row.Program]; known {
			fmt.Fprintf(b, " %.2f |\n", paper.faster)
		} else {
			b.WriteString("  |\n")
		}
	}
	b.WriteString("| geometric mean | | |")
	meanFactor(b, r, variantRecorded, variantAll)
	b.WriteString(" | |")
	meanFactor(b, r, namePyPyRecorded, namePyPy)
	b.WriteString("  |\n")
}

// writePeeling writes Figure 9 of the second paper.
func writePeeling(b *strings.Builder, r *record) {
	head(b, "program", "unbox, one iteration", "unbox, peeled", "times as fast", namePyPyOnce, "PyPy", "times as fast", "PyPy in the paper", "LuaJIT in the paper")
	for k := range r.Rows {
		row := &r.Rows[k]
		fmt.Fprintf(b, "| %s | %.3f | %.3f |", row.Program, row.Seconds[variantOnce][part], row.Seconds[variantAll][part])
		factor(b, row, variantOnce, variantAll)
		seconds(b, row, namePyPyOnce)
		seconds(b, row, namePyPy)
		factor(b, row, namePyPyOnce, namePyPy)
		paper, known := peelings[row.Program]
		quotient(b, paper.pypyOnce, paper.pypy, known)
		quotient(b, paper.luaOnce, paper.lua, known && paper.lua > 0)
		b.WriteString("\n")
	}
	b.WriteString("| geometric mean | | |")
	meanFactor(b, r, variantOnce, variantAll)
	b.WriteString(" | |")
	meanFactor(b, r, namePyPyOnce, namePyPy)
	b.WriteString("  |  |\n")
}

func quotient(b *strings.Builder, x, y float64, known bool) {
	if known {
		fmt.Fprintf(b, " %.2f |", x/y)
		return
	}
	b.WriteString("  |")
}

// peelingLess says why a program gains less by peeling than in the paper.
var peelingLess = map[string]string{
	"conv3x3":     "in so short a run, reading, recording and compiling take a large part",
	"dilate3x3":   "the largest of nine numbers is another one in each iteration, so the loop runs in bridges, and these lead to the first label: to the iteration before the loop, never to the loop itself; a peeled trace also takes longer to compile",
	"fft":         "half of its innermost loops have few iterations, of which the first one is the part that was peeled off",
	"monte_carlo": "the time goes into the generator's multiplications and divisions, which have to be done in each iteration",
	"sobel":       "the time goes into the square root, which is written as a power, and called",
	"sor":         "each number waits for the one to its left, and during that time the processor does what peeling would remove",
	"sparse":      "the inner loop has five iterations, of which the first one is the part that was peeled off",
	"sqrt_fix16":  "the time goes into a division of integers and its checks, which have to be done in each iteration",
}

// writePeelingLess lists what gains less by peeling than PyPy gained in the paper.
func writePeelingLess(b *strings.Builder, r *record) {
	for k := range r.Rows {
		row := &r.Rows[k]
		paper, known := peelings[row.Program]
		ours, ok := row.ratio(variantOnce, variantAll, part)
		if theirs := paper.pypyOnce / paper.pypy; known && ok && ours < theirs-0.05 {
			here := ""
			if now, ok := row.ratio(namePyPyOnce, namePyPy, part); ok {
				here = fmt.Sprintf(", PyPy here %.2f", now)
			}
			why(b, fmt.Sprintf("%s: %.2f times as fast, in the paper %.2f%s", row.Program, ours, theirs, here), peelingLess[row.Program])
		}
	}
}

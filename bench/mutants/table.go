package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// report has the results of all mutants.
type report struct {
	options *options
	results []result
}

// line says in a line who found a mutant.
func (r *result) line() string {
	by := "SURVIVED"
	switch {
	case r.excused != "":
		by = "makes no difference"
	case r.by != "":
		by = r.by
	}
	text := fmt.Sprintf("%s | %s | %s | %s | %.0f s", r.mutant.area.name, r.mutant.kind, r.mutant.name(), by, r.spent.Seconds())
	if r.test != "" {
		text += " | " + r.test
	}
	for _, note := range r.notes {
		text += "\n    " + note
	}
	return text
}

// counted reports whether a mutant counts: it is not excused.
func (r *result) counted() bool { return r.excused == "" }

func (r *report) survivors() (list []result) {
	for _, one := range r.results {
		if one.counted() && one.by == "" {
			list = append(list, one)
		}
	}
	return list
}

// table returns how many mutants of each area each judge found, in Markdown.
func (r *report) table() string {
	var b strings.Builder
	b.WriteString("| area | mutants |")
	for _, name := range columns {
		fmt.Fprintf(&b, " %s |", name)
	}
	b.WriteString(" survived | make no difference |\n| --- |" + strings.Repeat(" ---: |", len(columns)+3) + "\n")
	for k := range areas {
		b.WriteString(r.row(areas[k].name, func(one *result) bool { return one.mutant.area.name == areas[k].name }))
	}
	b.WriteString(r.row("all", func(*result) bool { return true }))
	return b.String()
}

func (r *report) row(name string, belongs func(*result) bool) string {
	found := map[string]int{}
	n, survived, excused := 0, 0, 0
	for k := range r.results {
		one := &r.results[k]
		switch {
		case !belongs(one):
			continue
		case !one.counted():
			excused++
		case one.by == "":
			survived++
		default:
			found[one.by]++
		}
		n++
	}
	row := fmt.Sprintf("| %s | %d |", name, n)
	for _, column := range columns {
		row += fmt.Sprintf(" %d |", found[column])
	}
	return row + fmt.Sprintf(" %d | %d |\n", survived, excused)
}

// summary says in a sentence how many were found.
func (r *report) summary() string {
	counted := 0
	var spent time.Duration
	for k := range r.results {
		if r.results[k].counted() {
			counted++
		}
		spent += r.results[k].spent
	}
	found := counted - len(r.survivors())
	return fmt.Sprintf("Seed %d: %d of %d mutants found (%.1f %%), %d more make no difference; %s of processor time.\n",
		r.options.seed, found, counted, 100*float64(found)/float64(max(counted, 1)), len(r.results)-counted,
		spent.Round(time.Second))
}

// The lines in docs/correctness.md between which the table stands.
const (
	tableBegins = "<!-- made by `make mutants ARGS=-write` -->"
	tableEnds   = "<!-- end -->"
)

// write writes the table into the document, and the result of each mutant into a file
// next to the tool.
//
// Errors: the document has no place for the table.
func (r *report) write(root string) error {
	name := filepath.Join(root, "docs/correctness.md")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(text), tableBegins)
	_, after, ends := strings.Cut(rest, tableEnds)
	if !begins || !ends {
		return fmt.Errorf("%s: expected the lines `%s` and `%s`, found no such lines", name, tableBegins, tableEnds)
	}
	made := before + tableBegins + "\n" + r.summary() + "\n" + r.table() + tableEnds + after
	if err := os.WriteFile(name, []byte(made), 0o644); err != nil {
		return err
	}
	var lines strings.Builder
	lines.WriteString("# What became of the mutants of the last `make mutants ARGS=-write`: area, kind, place and change, who found it,\n# processor time, which test.\n")
	for k := range r.results {
		lines.WriteString(r.results[k].line() + "\n")
	}
	return os.WriteFile(filepath.Join(root, "bench/mutants/last.txt"), []byte(lines.String()), 0o644)
}

// Package show makes documents of a comparison: what the optimizer did to a trace, with every
// reason, for somebody who has no Unbox at hand. All forms are made from the same rows, those of
// package api, which the page shows as well:
//
//	HTML       one file that needs nothing else, or the content of an <unbox-trace> element
//	SVG        a picture: one list of rows, or both sides in columns
//	Markdown   both sides, the difference and the reasons
//	ANSI       for terminals
package show

import (
	"fmt"
	"strings"
	"unicode"

	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/api"
)

// Document is a comparison to be shown.
type Document struct {
	// Title stands above it, as plain text.
	Title string
	// Result has all rows, as [api.Engine.Everything] gives them.
	Result *api.Optimized
	// From and To are the lines of the recorded text to be shown, from 1, both included; To 0 stands for
	// all. What has no line of its own is shown with the line above it.
	From, To int
	// Left and Right are the names of both sides where they stand beside one another, "" for the usual ones.
	Left, Right string
	// Theme is that of pictures: "light", "dark", or "" for what the reader's system has.
	Theme string
}

// around is how many unchanged rows are shown around each difference, and shortest the least
// number that is folded.
const (
	around   = 2
	shortest = 3
)

// group is some rows that stand together: folded if nothing happened to them.
type group struct {
	folded bool
	rows   []*row
}

// row is a row as all forms show it.
type row struct {
	*api.DiffRow
	// index is its number among all rows, note that of its reasons in the endnotes, 0 if it has
	// none.
	index, note int
}

// groups are the chosen rows, in their order.
func (d *Document) groups() []group {
	rows := d.chosen()
	near := make([]bool, len(rows))
	for i, r := range rows {
		if r.Change == 0 && len(r.Reasons) == 0 {
			continue
		}
		for k := max(0, i-around); k < min(len(rows), i+around+1); k++ {
			near[k] = true
		}
	}
	var groups []group
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && near[to] == near[from] {
			to++
		}
		groups = appendGroup(groups, group{!near[from] && to-from >= shortest, rows[from:to]})
		from = to
	}
	return groups
}

// appendGroup joins a group with the one before if neither is folded.
func appendGroup(groups []group, g group) []group {
	if last := len(groups) - 1; last >= 0 && !g.folded && !groups[last].folded {
		groups[last].rows = append(groups[last].rows, g.rows...)
		return groups
	}
	return append(groups, g)
}

// chosen are the rows of the lines that are wanted, without the head of an example, which is about the
// page.
func (d *Document) chosen() []*row {
	var rows []*row
	line, notes := 0, 0
	for _, item := range d.Result.Page.Items {
		r := &row{DiffRow: item.Row, index: item.Index}
		if r.Left != nil && r.Left.Source > 0 {
			line = r.Left.Source
		}
		if d.To > 0 && (line < d.From || line > d.To) || len(rows) == 0 && r.Kind == optimizer.DiffComment {
			continue
		}
		if len(r.Reasons) > 0 {
			notes++
			r.note = notes
		}
		rows = append(rows, r)
	}
	return rows
}

// sign stands before a row, word says what it means.
func (r *row) sign() (sign, word string) {
	switch r.Kind {
	case optimizer.DiffRemoved:
		return "−", "removed"
	case optimizer.DiffReplaced:
		return "*", "replaced"
	case optimizer.DiffArgs:
		return "~", "argument replaced"
	case optimizer.DiffAdded:
		return "+", "added"
	case optimizer.DiffMovedFrom:
		return "↓", "moved away"
	case optimizer.DiffMovedTo:
		return "→", "moved here"
	}
	return " ", ""
}

// class names what happened to a row in style sheets.
func (r *row) class() string {
	switch r.Kind {
	case optimizer.DiffRemoved:
		return "removed"
	case optimizer.DiffReplaced:
		return "replaced"
	case optimizer.DiffArgs:
		return "args"
	case optimizer.DiffAdded:
		return "added"
	case optimizer.DiffMovedFrom, optimizer.DiffMovedTo:
		return "moved"
	case optimizer.DiffComment:
		return "comment"
	}
	return "same"
}

// line is what stands on the row: what is left, or what was there. was is what it took the place of,
// nil if nothing.
func (r *row) line() (now, was *api.Line) {
	switch {
	case r.Right == nil:
		return r.Left, nil
	case r.Kind == optimizer.DiffArgs || r.Kind == optimizer.DiffReplaced:
		return r.Right, r.Left
	}
	return r.Right, nil
}

// number is the row's number, 0 for what is new. Where an operation moved to is no second row.
func (r *row) number() int {
	if r.Left != nil {
		return r.Left.Number
	}
	return 0
}

// short is why, in a few words, nil if there is nothing to say.
func (r *row) short() []api.Part {
	if len(r.Reasons) == 0 || !r.Own {
		return nil
	}
	return r.Reasons[0].Short
}

// plain is a line without colours, with the names of packages if whole is set.
func plain(line *api.Line, whole bool) string {
	var b strings.Builder
	for _, s := range line.Spans {
		if whole || s.Kind != trace.SpanPath {
			b.WriteString(s.Text)
		}
	}
	return printable(b.String())
}

// words is a text without marks.
func words(parts []api.Part) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Kind != api.PartPath {
			b.WriteString(p.Text)
		}
	}
	return printable(b.String())
}

// printable keeps control characters out of a text, which terminals obey and documents must not have.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// counts says how many operations there were and are, and what happened to them.
func (d *Document) counts() string {
	r := d.Result
	text := fmt.Sprintf("%s before, %d after", plural(r.Before, "operation"), r.After)
	var kinds []string
	for _, k := range []struct {
		n    int
		word string
	}{
		{r.Changes.Removed, "removed"}, {r.Changes.Replaced, "replaced"}, {r.Changes.Added, "added"}, {r.Changes.Moved, "moved"},
		{r.Changes.Args, "with new arguments"},
	} {
		if k.n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", k.n, k.word))
		}
	}
	if len(kinds) == 0 {
		return text + ": nothing changed"
	}
	return text + ": " + strings.Join(kinds, ", ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

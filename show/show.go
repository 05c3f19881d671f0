// Package show makes documents from a comparison: what the optimizer did to a trace, with every
// reason, for someone who does not have Unbox. All forms are made from the same rows, those of
// package api, which the page shows, too:
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
	// Title is shown above it, as plain text.
	Title string
	// Result has all rows, as returned by [api.Engine.Everything].
	Result *api.Optimized
	// From and To are the lines of the recorded text to be shown, from 1, both included; To 0 stands for
	// all. Rows without their own line are shown with the line above them.
	From, To int
	// Left and Right are the names of both sides when they are next to each other, "" for the usual ones.
	Left, Right string
	// Theme is that of pictures: "light", "dark", or "" for the setting of the reader's
	// system.
	Theme string
}

// around is the number of unchanged rows shown around each difference, and shortest the
// minimum number that is folded.
const (
	around   = 2
	shortest = 3
)

// group is some consecutive rows, which are folded if they are unchanged.
type group struct {
	folded bool
	rows   []*row
}

// row is a row as all forms show it.
type row struct {
	*api.DiffRow
	// index is its number among all rows, note the number of its reasons in the endnotes, 0 if
	// it has none.
	index, note int
}

// groups returns the chosen rows, in order.
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

// chosen returns the rows of the requested lines, without the head of an example, which is only for
// the page.
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

// sign returns the sign before a row, word its meaning.
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

// line returns the line of the row: the result, or the recorded line if it is gone. was is the line
// that it replaced, nil for none.
func (r *row) line() (now, was *api.Line) {
	switch {
	case r.Right == nil:
		return r.Left, nil
	case r.Kind == optimizer.DiffArgs || r.Kind == optimizer.DiffReplaced:
		return r.Right, r.Left
	}
	return r.Right, nil
}

// number returns the row's number, 0 for a new one. The destination of a moved operation does
// not count as a second row.
func (r *row) number() int {
	if r.Left != nil {
		return r.Left.Number
	}
	return 0
}

// short returns the reason in a few words, nil if there is none.
func (r *row) short() []api.Part {
	if len(r.Reasons) == 0 || !r.Own {
		return nil
	}
	return r.Reasons[0].Short
}

// plain returns a line without colours, with the names of packages if whole is
// set.
func plain(line *api.Line, whole bool) string {
	var b strings.Builder
	for _, s := range line.Spans {
		if whole || s.Kind != trace.SpanPath {
			b.WriteString(s.Text)
		}
	}
	return printable(b.String())
}

// words returns a text without markup.
func words(parts []api.Part) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Kind != api.PartPath {
			b.WriteString(p.Text)
		}
	}
	return printable(b.String())
}

// printable removes control characters from a text, which terminals obey and documents must not have.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// counts returns the numbers of operations before and after, and what happened
// to them.
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

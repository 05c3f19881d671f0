//go:build !core

package api

import (
	"strings"

	"unbox/optimizer"
	"unbox/trace"
	"unbox/tutorials/learn"
)

// looseSpans are the pieces of a line that need not be a line of a trace.
func looseSpans(line string) []Span { return spansOf(line, trace.LooseSpans(line)) }

// linesOf returns the lines of a printed trace. Texts that cannot be read back have no values.
func linesOf(text string) [][]Span {
	lines := [][]Span{}
	if text == "" {
		return lines
	}
	texts := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var list *trace.Listing
	if t, _ := trace.Parse(text); t != nil {
		list = trace.Print(t, trace.PrintOptions{Comments: true})
	}
	for i, line := range texts {
		if list != nil && list.Len() == len(texts) && list.Line(i) == line {
			lines = append(lines, spansOf(list.Spans(i)))
		} else {
			lines = append(lines, looseSpans(line))
		}
	}
	return lines
}

// lessonDiff is a comparison of a lesson for the response. Results in the same row are
// the same value.
func lessonDiff(d *learn.TraceDiff) *LessonDiff {
	if d == nil {
		return nil
	}
	out := &LessonDiff{Rows: []LinePair{}}
	var v diffValues
	for _, row := range d.Rows {
		pair := LinePair{Kind: row.Kind, Left: []Span{}, Right: []Span{}}
		if row.Kind != optimizer.DiffAdded {
			pair.Left = looseSpans(row.Expected)
		}
		if row.Kind != optimizer.DiffRemoved {
			pair.Right = looseSpans(row.Actual)
		}
		v.name(&pair)
		if row.Kind == optimizer.DiffArgs {
			markChanged(pair.Left, pair.Right)
		}
		out.Rows = append(out.Rows, pair)
	}
	return out
}

// diffValues numbers values: left and right find the numbers by name.
type diffValues struct {
	left, right map[string]int
	last        int
}

// name gives the variables of a row their numbers. Where both sides have new variables at the same
// places, as parameters and results, they are the same values.
func (v *diffValues) name(pair *LinePair) {
	if v.left == nil {
		v.left, v.right = make(map[string]int), make(map[string]int)
	}
	parameters := len(pair.Left) == len(pair.Right) && len(pair.Left) > 0 && pair.Left[0].Kind == trace.SpanText
	for i := range pair.Left {
		s := &pair.Left[i]
		if s.Kind != trace.SpanVariable {
			continue
		}
		fresh := s.Mark == SpanDefines || parameters && v.left[s.Text] == 0
		s.Value = v.of(v.left, s.Text, s.Mark == SpanDefines)
		if fresh && i < len(pair.Right) && pair.Right[i].Kind == trace.SpanVariable && pair.Right[i].Mark == s.Mark {
			v.right[pair.Right[i].Text] = s.Value
			pair.Right[i].Value = s.Value
		}
	}
	for i := range pair.Right {
		if s := &pair.Right[i]; s.Kind == trace.SpanVariable && s.Value == 0 {
			s.Value = v.of(v.right, s.Text, s.Mark == SpanDefines)
		}
	}
}

// of returns the number of a name's value: a new one for a new value.
func (v *diffValues) of(names map[string]int, name string, defines bool) int {
	if names[name] == 0 || defines {
		v.last++
		names[name] = v.last
	}
	return names[name]
}

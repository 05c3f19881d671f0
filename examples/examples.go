// Package examples has the traces that the playground offers: those of the
// papers and posts that it builds on, and real ones that PyPy recorded.
//
// Each is a file NUMBER-ID.trace, which files.go names; the numbers give the order, the ID is its
// name in links. At the top are lines of the form `# key: value`, then an empty
// line, then the trace as the learner sees it:
//
//	# group: Papers
//	# title: Boxed integers in a loop
//	# note: Five boxes are allocated in each iteration; three of them never leave it.
//	# preset: alloc
//	# inputs: p0=BoxedInteger(intval=5), p1=BoxedInteger(intval=0)
//
//	[p0, p1]
//	guard_class(p1, BoxedInteger)
//
// Next to it there may be NUMBER-ID.pypy: PyPy's result for the trace, as in its log.
//
// group and title are required. note may take several lines, each with the key;
// inputs may be left out if the suggested ones suffice; preset is one of
// optimizer.Presets, "straight" by default.
package examples

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Example is a trace with something interesting.
type Example struct {
	// ID identifies it in links: lower-case letters, digits and hyphens.
	ID string
	// Group is the heading under which it is offered, Title its title.
	Group, Title string
	// Note says in one or two sentences what is interesting about it.
	Note string
	// Preset is the name of the preset of passes with which it opens.
	Preset string
	// Inputs are the inputs with which it runs, "" for the suggested ones.
	Inputs string
	// Text is the trace.
	Text string
	// PyPy is PyPy's result, "" if that is not known.
	PyPy string
}

// All returns the examples in the order in which they are offered. The first
// one is open at the first visit.
var All = sync.OnceValue(func() []Example {
	list := make([]Example, 0, len(files))
	for _, f := range files {
		example, err := parse(f.name, f.text)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		example.PyPy = f.pypy
		list = append(list, example)
	}
	return list
})

// Text returns the text of the example with an ID, which must exist.
func Text(id string) string {
	i := slices.IndexFunc(All(), func(e Example) bool { return e.ID == id })
	if i < 0 {
		panic("BUG: expected the ID of an example, found `" + id + "`")
	}
	return All()[i].Text
}

// parse reads a file.
func parse(name, text string) (Example, error) {
	number, id, ok := strings.Cut(strings.TrimSuffix(name, ".trace"), "-")
	if !ok || number == "" || id == "" {
		return Example{}, fmt.Errorf("examples/%s: expected a name like `010-boxed-integers.trace`", name)
	}
	header, body, ok := strings.Cut(text, "\n\n")
	if !ok {
		return Example{}, fmt.Errorf("examples/%s: expected an empty line after the header", name)
	}
	example := Example{ID: id, Text: body, Preset: "straight"}
	for _, line := range strings.Split(header, "\n") {
		if err := example.set(line); err != nil {
			return Example{}, fmt.Errorf("examples/%s: %w", name, err)
		}
	}
	if example.Group == "" || example.Title == "" {
		return Example{}, fmt.Errorf("examples/%s: expected a group and a title in the header", name)
	}
	return example, nil
}

// set handles a line of the header.
func (e *Example) set(line string) error {
	key, value, ok := strings.Cut(strings.TrimPrefix(line, "# "), ": ")
	if !ok {
		return fmt.Errorf("expected a line `# key: value`, found `%s`", line)
	}
	switch key {
	case "group":
		e.Group = value
	case "title":
		e.Title = value
	case "note":
		e.Note = strings.TrimSpace(e.Note + " " + value)
	case "preset":
		e.Preset = value
	case "inputs":
		e.Inputs = value
	default:
		return fmt.Errorf("expected a key (`group`, `title`, `note`, `preset`, `inputs`), found `%s`", key)
	}
	return nil
}

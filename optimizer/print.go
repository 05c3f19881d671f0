package optimizer

import "strings"

// Listing is a printed trace, line by line.
type Listing struct {
	// Lines are the lines without their ends.
	Lines []string
	// Ops[i] is the operation that line i shows, None for comments and
	// declarations. A label's line stands for its OpLabel.
	Ops []Value
}

// PrintOptions say how to print.
type PrintOptions struct {
	// Numbered, if not empty, is a prefix with which all operations are numbered
	// from 0, also those without a result, as the toy posts' tests print them.
	Numbered string
	// Comments prints the comments of the source.
	Comments bool
}

// Print shows a trace with the user's names in the user's dialect. Comments are
// printed only if asked for.
func Print(t *Trace, o PrintOptions) *Listing {
	return &Listing{}
}

// String returns the trace as text with its comments, every line ended by "\n".
func (t *Trace) String() string {
	list := Print(t, PrintOptions{Comments: true})
	return strings.Join(list.Lines, "\n") + "\n"
}

// Namer knows how the values of one trace are printed, so that remarks can speak
// of them.
type Namer struct {
	trace *Trace
}

// NewNamer finds a name for every value of t. numbered is as in PrintOptions.
func NewNamer(t *Trace, numbered string) *Namer {
	return &Namer{trace: t}
}

// Name returns what is printed for v: the name of a result, a constant, the
// description of a virtual object, "None" for None.
func (n *Namer) Name(v Value) string {
	return ""
}

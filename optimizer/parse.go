package optimizer

// Parse reads a trace in any of the dialects, or in a mixture of them. The
// trace is nil exactly if one of the diagnostics is an Error; diagnostics are in
// the order of the text, and there are at most 100 of them, the last one then
// saying how many were left out. Time and memory are linear in the length of
// the text. Parse never panics, whatever the text is.
//
// How the text becomes a Trace:
//
//   - An OpLabel is followed directly by its OpParams. A text with an input line
//     starts with one; a text without any (toy traces use getarg) has none.
//   - A label that is reached from the operation before it (it is neither the
//     first operation nor right behind a jump or finish) has one argument for
//     each parameter: the value with which the trace falls into it. Other labels
//     have no arguments.
//   - After a label only its parameters and what follows can be used: a label
//     that can be jumped to has to be given everything. A parameter may have the
//     name of a value from before the label; operations may not.
//   - A jump whose label is in none of the operations (PyPy's logs jump to other
//     traces) goes outside.
func Parse(text string) (*Trace, []Diagnostic) {
	return nil, []Diagnostic{{Error, "unimplemented", "expected a parser", 0, len(text)}}
}

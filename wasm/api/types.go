// Package api is the one function table of Unbox: functions from a request to a response, both JSON. The WebAssembly
// module exports it to the browser and to the server, the command line calls it directly, and all get the same bytes:
// see [Call].
//
// The files types*.go have the requests and responses. static/src/api.gen.ts is
// generated from them, so the page cannot drift from the optimizer.
package api

import "unbox/optimizer"

// OptimizeRequest asks to take a trace through a chain of passes.
type OptimizeRequest struct {
	// Text is the trace in any dialect, as UTF-8.
	Text string `json:"text"`
	// Edit, if present, is used instead of Text, which is then empty.
	Edit *Edit `json:"edit,omitempty"`
	// Passes are the names of the passes that are switched on, in any order;
	// the pipeline decides the order in which they run. Empty means none.
	Passes []string `json:"passes"`
	// From and To name the two points to compare: 0 is the trace as it was
	// recorded, k the result of the first k enabled passes. -1 in To means the
	// last point.
	From int `json:"from"`
	To   int `json:"to"`
	// Numbered, if not empty, prints both sides in the style of the toy posts:
	// every operation numbered after this prefix.
	Numbered string `json:"numbered,omitempty"`
	// Result is the number under which the result is kept for requests about it: the last
	// 4 are kept, or the last 2 for traces of more than 50,000 operations. 0 keeps
	// nothing.
	Result int `json:"result,omitempty"`
	// View and Window say which items Optimized.Page should have.
	View   *RowView `json:"view,omitempty"`
	Window *Window  `json:"window,omitempty"`
}

// Edit says how a text differs from that of the previous request: after a key press, little of a
// long text has changed. Lengths and places are in UTF-16 code units, and none is within a
// character.
type Edit struct {
	// Of is the result's number in the previous request. If that text is no longer known, or has
	// another length, the answer is an Absent.
	Of int `json:"of"`
	// Length is the length of the previous text.
	Length int `json:"length"`
	// From and To are the half-open range of it that Insert replaces.
	From   int    `json:"from"`
	To     int    `json:"to"`
	Insert string `json:"insert"`
}

// Aside is a text that belongs in a line but is not shown in it.
type Aside struct {
	// Line is the line, from 0; At the place in it, in UTF-16 code units.
	Line int    `json:"line"`
	At   int    `json:"at"`
	Text string `json:"text"`
}

// Stage is what one pass changed compared with the point before it.
type Stage struct {
	// Pass is the pass's name, empty for the recorded trace.
	Pass string `json:"pass"`
	// Ops is the number of operations at this point: without labels and marks, with the jump or
	// finish at the end, and for a peeled trace those of the loop only.
	Ops int `json:"ops"`
	// Removed, Replaced, Added, Moved, Learned count the remarks that this pass
	// gave.
	Removed  int `json:"removed"`
	Replaced int `json:"replaced"`
	Added    int `json:"added"`
	Moved    int `json:"moved"`
	Learned  int `json:"learned"`
}

// DiffKind says how the two sides of a row relate.
type DiffKind = optimizer.DiffKind

// Diagnostic is one error or warning, pointing at exact characters.
type Diagnostic struct {
	// Severity is "error" or "warning".
	Severity string `json:"severity"`
	// Code is the stable identifier of the message, e.g. "unknown-operation".
	Code string `json:"code"`
	// Message says what was expected and what was found, in one sentence.
	Message string `json:"message"`
	// From and To delimit the span, in UTF-16 code units from the start of
	// the text (the offsets of JavaScript strings). From < To except at the
	// end of the text.
	From int `json:"from"`
	To   int `json:"to"`
	// Line and Column are 1-based; Column counts characters.
	Line   int `json:"line"`
	Column int `json:"column"`
}

// Input is one input of a trace.
type Input struct {
	// Name is the input's name in the text of a run's inputs.
	Name string `json:"name"`
	// Type is "int", "ref" or "float".
	Type string `json:"type"`
	// Suggestion is a value that helps the trace to run, e.g.
	// "BoxedInteger(intval=5)".
	Suggestion string `json:"suggestion"`
}

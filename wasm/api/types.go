// Package api is the one function table of Unbox: optimize, run, describe,
// version, import, compare and lesson, each from a JSON request to a JSON response. The
// WebAssembly module exports it to the browser and to the server, the command line
// calls it directly, and all get the same bytes.
//
// The files types*.go hold the requests and responses. static/src/api.gen.ts is
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

// RunRequest asks to interpret a trace before and after optimization.
type RunRequest struct {
	Text   string   `json:"text"`
	Passes []string `json:"passes"`
	// Result, if not 0, is the number of a result: its text and passes are run, and Text and Passes
	// are empty. If it is no longer kept, the answer is an Absent.
	Result int `json:"result,omitempty"`
	// Inputs is the text of the inputs, e.g.
	// "i0=3, p1=BoxedInteger(intval=5), p2=p1". Inputs left out take their
	// suggested value.
	Inputs string `json:"inputs"`
	// Steps is the number of jumps after which a loop is stopped; 0 means 1000.
	Steps int `json:"steps"`
	// Imagined makes up what only the traced program knows: what calls do, and which
	// objects the constants are that a log gives only as numbers.
	Imagined bool `json:"imagined,omitempty"`
}

// RunResponse holds both outcomes and the judge's verdict on them.
type RunResponse struct {
	// Diagnostics are errors in the text of the trace.
	Diagnostics []Diagnostic `json:"diagnostics"`
	// InputDiagnostics are errors in the text of the inputs.
	InputDiagnostics []Diagnostic `json:"inputDiagnostics"`
	// Verdict is "agree", "differ", "undefined" (the recorded trace has no
	// meaning on these inputs), "opaque" (an operation cannot be interpreted) or
	// "" when there were errors.
	Verdict string `json:"verdict"`
	// Reason gives the reason for the verdict in words.
	Reason string   `json:"reason"`
	Before *Outcome `json:"before"`
	After  *Outcome `json:"after"`
	// MadeUp says what was made up in a run that is Imagined; it is left out if nothing was.
	MadeUp *MadeUp `json:"madeUp,omitempty"`
}

// MadeUp is what a run of a recorded trace did not know and assumed.
type MadeUp struct {
	// Calls is the number of operations whose meaning only the traced program knows.
	Calls int `json:"calls"`
	// Constants are those that a log gives only as numbers, in the order of the trace. Each
	// was an object of its own unless the inputs said otherwise.
	Constants []string `json:"constants"`
	// Guessed means that the course of the run depended on one of them.
	Guessed bool `json:"guessed"`
}

// Outcome is everything that a trace did and that can be seen from outside.
type Outcome struct {
	// Exit is "guard", "finish", "end", "limit", "undefined", "opaque" or
	// "exhausted" (more operations or memory than a run may use).
	Exit string `json:"exit"`
	// At is the operation through which the trace was left, in a listing of the whole trace; null
	// if there is none.
	At *Line `json:"at"`
	// Detail explains an undefined or opaque exit.
	Detail string `json:"detail,omitempty"`
	// Values are the exit's values.
	Values []NamedValue `json:"values"`
	// Effects are the visible effects in order, e.g. "print(22)"; their values are as in NamedValue.
	// MoreEffects is the number of effects that are not listed.
	Effects     [][]Span `json:"effects"`
	MoreEffects int      `json:"moreEffects"`
	// Heap has the reachable objects.
	Heap []Object `json:"heap"`
	// Jumps is the number of jumps taken, Steps the number of operations that ran,
	// Allocations the number of objects and arrays allocated.
	Jumps       int `json:"jumps"`
	Steps       int `json:"steps"`
	Allocations int `json:"allocations"`
}

// NamedValue is a name with a value. The value is one span: a number, a constant (null, None), or a
// variable, which names one of the objects listed with it.
type NamedValue struct {
	Name  string `json:"name"`
	Value Span   `json:"value"`
}

// Object is one reachable object or array.
type Object struct {
	// Name is how values refer to it: an input's name or "new1", "new2", ….
	Name string `json:"name"`
	// Class is its class, or its array type.
	Class string `json:"class"`
	// Length is the length of an array; objects and empty arrays have none.
	Length int `json:"length,omitempty"`
	// Fields are the fields or items that were written.
	Fields []NamedValue `json:"fields"`
}

// ImportRequest asks for the traces of a log of PyPy.
type ImportRequest struct {
	// Text is a raw log (PYPYLOG=jit-log-noopt,jit-log-opt:FILE), or one trace.
	Text string `json:"text"`
	// Trace is the number of the trace whose text is requested, 0 for none.
	Trace int `json:"trace"`
}

// ImportResponse lists the traces of a log.
type ImportResponse struct {
	// Traces are in the order of the log.
	Traces []LogTrace `json:"traces"`
	// Text is the trace that was asked for.
	Text string `json:"text,omitempty"`
	// Path and Loop are for a recorded bridge that was asked for: what a CompareRequest takes with it.
	Path []CompareStep `json:"path,omitempty"`
	Loop string        `json:"loop,omitempty"`
}

// LogTrace is one trace of a log.
type LogTrace struct {
	// Number counts the traces of the log from 1.
	Number int `json:"number"`
	// Kind is "recorded", or "loop" and "bridge" for what PyPy's optimizer made
	// from a recorded trace, or "short preamble".
	Kind string `json:"kind"`
	// Title is PyPy's own, without "# "; empty if there is none.
	Title string `json:"title"`
	// Place is the place in the program at which the trace begins, if it is known.
	Place string `json:"place"`
	// Ops is the number of operations, counted as everywhere; PyPy's title has a different number, which
	// includes marks and labels.
	Ops int `json:"ops"`
	// Partner is the number of the trace that belongs to this one: the optimized
	// one of a recorded trace, the recorded one of all others; 0 if there is none.
	Partner int `json:"partner"`
	// Guard is the address of the guard that a bridge begins at; Parent is the
	// number of the trace with that guard, 0 if it is not in the log.
	Guard  string `json:"guard,omitempty"`
	Parent int    `json:"parent,omitempty"`
	// Truncated means that the log ends before the trace does.
	Truncated bool `json:"truncated,omitempty"`
}

// CompareRequest asks for a comparison with PyPy's optimizer.
type CompareRequest struct {
	// Recorded is a trace that PyPy recorded, Optimized what PyPy made from it.
	Recorded  string `json:"recorded"`
	Optimized string `json:"optimized"`
	// Path has, for a bridge, the traces that lead to it, the one in which it begins last: what is known there
	// about the bridge's inputs is used. It is empty for other traces.
	Path []CompareStep `json:"path,omitempty"`
	// Loop is, for a bridge, the recorded trace of the loop to which it leads: the bridge passes what that loop
	// takes.
	Loop string `json:"loop,omitempty"`
}

// CompareStep is a trace that is left through a guard on the way to a bridge.
type CompareStep struct {
	// Optimized is what PyPy made from the trace.
	Optimized string `json:"optimized"`
	// Guard is the address of the guard.
	Guard string `json:"guard"`
}

// CompareResponse counts the operations of the recorded trace, of our result and
// of PyPy's.
type CompareResponse struct {
	// RecordedDiagnostics and OptimizedDiagnostics are about the two texts. If one
	// has an error, everything below is empty.
	RecordedDiagnostics  []Diagnostic `json:"recordedDiagnostics"`
	OptimizedDiagnostics []Diagnostic `json:"optimizedDiagnostics"`
	// Preset is the preset that was used: "loop" or "straight".
	Preset string `json:"preset"`
	// Tables has a table for the whole and, for loops, one for the loop alone.
	Tables []CountTable `json:"tables"`
	// Entry is the number of reads with which PyPy's result begins and whose
	// values the recorded trace has as inputs; they are not in the tables.
	Entry int `json:"entry"`
	// Larger reports whether ours has more operations of some kind somewhere.
	Larger bool `json:"larger"`
	// Compared is the number of this comparison for a ComparedLinesRequest.
	Compared int `json:"compared"`
	// Recorded, Ours and PyPys are the three traces as texts.
	Recorded ComparedText `json:"recorded"`
	Ours     ComparedText `json:"ours"`
	PyPys    ComparedText `json:"pypys"`
}

// ComparedText is a trace to show next to others.
type ComparedText struct {
	// Text is the trace in its usual form. A ComparedLinesRequest returns its lines as spans.
	Text string `json:"text"`
	// Numbers are the numbers of the lines' rows, as in Line.
	Numbers []int `json:"numbers"`
	// Marks are the lines, from 0, with marks of the program's lines, such as
	// debug_merge_point: these are most lines of a recorded trace, and do not count as
	// operations.
	Marks []int `json:"marks"`
}

// ComparedLinesRequest asks for lines of one of the three traces that were compared last.
type ComparedLinesRequest struct {
	// Compared is CompareResponse.Compared; if it is not the last one, the answer is an Absent.
	Compared int `json:"compared"`
	// Side is "recorded", "ours" or "pypys".
	Side string `json:"side"`
	// From and To are the half-open range of lines, from 0, at most 1,000 of them.
	From int `json:"from"`
	To   int `json:"to"`
}

// ComparedLinesResponse has them; in one trace the same value has the same number.
type ComparedLinesResponse struct {
	Lines [][]Span `json:"lines"`
}

// CountTable counts operations by kind.
type CountTable struct {
	// Part is "whole" or "loop".
	Part string `json:"part"`
	// Counts has all kinds, the last one being "all".
	Counts []KindCount `json:"counts"`
}

// KindCount is the number of operations of a kind.
type KindCount struct {
	// Kind is "new", "get", "set", "guard", "call", "int", "float", "ptr", "other"
	// or "all".
	Kind   string `json:"kind"`
	Before int    `json:"before"`
	Ours   int    `json:"ours"`
	PyPys  int    `json:"pypys"`
	// Larger means that Ours is larger than PyPys.
	Larger bool `json:"larger,omitempty"`
}

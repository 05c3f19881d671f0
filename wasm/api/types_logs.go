package api

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

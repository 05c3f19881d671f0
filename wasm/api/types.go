// Package api is the one function table of Unbox: optimize, run, describe,
// version, import, compare and lesson, each from a JSON request to a JSON response. The
// WebAssembly module exports it to the browser and to the server, the command line
// calls it directly, and all get the same bytes.
//
// This file holds the requests and responses. static/src/api.gen.ts is
// generated from it, so the page cannot drift from the optimizer.
package api

// OptimizeRequest asks for a trace to be taken through a chain of passes.
type OptimizeRequest struct {
	// Text is the trace in any dialect, as UTF-8.
	Text string `json:"text"`
	// Passes are the names of the passes that are switched on, in any order;
	// the pipeline decides the order in which they run. Empty means none.
	Passes []string `json:"passes"`
	// From and To name the two points to compare: 0 is the trace as it was
	// recorded, k the result of the first k enabled passes. -1 in To means the
	// last point.
	From int `json:"from"`
	To   int `json:"to"`
	// Numbered, if not empty, prints both sides in the style of the toy posts:
	// every operation numbered behind this prefix.
	Numbered string `json:"numbered,omitempty"`
}

// OptimizeResponse tells what every pass did and compares two points.
type OptimizeResponse struct {
	// Diagnostics are the errors in the text, in the order of the text. If
	// there is at least one error, everything below is empty.
	Diagnostics []Diagnostic `json:"diagnostics"`
	// Stages has one entry for each point: first the recorded trace, then one
	// for every enabled pass in the order in which they run.
	Stages []Stage `json:"stages"`
	// From and To are the points compared, within the range of Stages.
	From int `json:"from"`
	To   int `json:"to"`
	// Left and Right are the two traces as text, lines separated by "\n".
	Left  string `json:"left"`
	Right string `json:"right"`
	// Rows align the lines of Left and Right.
	Rows []Row `json:"rows"`
	// Remarks are the optimizer's own reasons, referred to by Rows.
	Remarks []Remark `json:"remarks"`
	// Impossible is not empty if a guard must always fail, and says why.
	Impossible string `json:"impossible,omitempty"`
	// Inputs are the inputs of the trace, with a suggestion that a run can
	// start from.
	Inputs []Input `json:"inputs"`
	// Dialect is "paper", "pypy" or "toy".
	Dialect string `json:"dialect"`
}

// Stage is what one pass changed with regard to the point before it.
type Stage struct {
	// Pass is the pass's name, empty for the recorded trace.
	Pass string `json:"pass"`
	// Ops is the number of operations at this point.
	Ops int `json:"ops"`
	// Removed, Replaced, Added, Moved, Learned count the remarks that this pass
	// gave.
	Removed  int `json:"removed"`
	Replaced int `json:"replaced"`
	Added    int `json:"added"`
	Moved    int `json:"moved"`
	Learned  int `json:"learned"`
}

// RowKind says how the two sides of a Row relate.
type RowKind int

const (
	// RowSame: the same operation with the same arguments on both sides.
	RowSame RowKind = iota
	// RowArgs: the same operation, but an argument was replaced by an equal value.
	RowArgs
	// RowReplaced: another operation computes the value.
	RowReplaced
	// RowRemoved: only on the left.
	RowRemoved
	// RowAdded: only on the right.
	RowAdded
	// RowMovedFrom: on the left; Partner is the right line it moved to.
	RowMovedFrom
	// RowMovedTo: on the right; Partner is the left line it came from.
	RowMovedTo
	// RowComment: a line that is no operation.
	RowComment
)

// Row aligns a line of the left trace with a line of the right trace. In JSON
// it is the array [left, right, kind, remark, partner].
type Row struct {
	// Left and Right are 0-based line numbers, -1 where a side has no line.
	Left, Right int
	Kind        RowKind
	// Remark is the index in Remarks of the reason, -1 if there is none.
	Remark int
	// Partner is the line on the other side for the two moved kinds, else -1.
	Partner int
}

// Remark is one reason that the optimizer gave for one difference.
type Remark struct {
	// Kind is "removed", "replaced", "added", "moved" or "learned": the operation
	// is as it was, but behind a guard its value is known to be another one.
	Kind string `json:"kind"`
	// Pass is the name of the pass that did it.
	Pass string `json:"pass"`
	// Reason is the stable identifier of the reason, e.g. "fold-constant".
	Reason string `json:"reason"`
	// Rule is the name of the rewrite rule used, empty if none was.
	Rule string `json:"rule,omitempty"`
	// Text is the reason in words. Names of values stand in backticks.
	Text string `json:"text"`
	// Left and Right are the 0-based lines it is about, -1 where there is none.
	Left  int `json:"left"`
	Right int `json:"right"`
}

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
	// Name is the input's name as the run's inputs write it.
	Name string `json:"name"`
	// Type is "int", "ref" or "float".
	Type string `json:"type"`
	// Suggestion is a value that helps the trace to run, e.g.
	// "BoxedInteger(intval=5)".
	Suggestion string `json:"suggestion"`
}

// RunRequest asks for a trace to be interpreted before and after optimization.
type RunRequest struct {
	Text   string   `json:"text"`
	Passes []string `json:"passes"`
	// Inputs is the text of the inputs, e.g.
	// "i0=3, p1=BoxedInteger(intval=5), p2=p1". Inputs left out take their
	// suggested value.
	Inputs string `json:"inputs"`
	// Steps is the number of jumps after which a loop is stopped; 0 means 1000.
	Steps int `json:"steps"`
}

// RunResponse holds both outcomes and the judge's word on them.
type RunResponse struct {
	// Diagnostics are errors in the text of the trace.
	Diagnostics []Diagnostic `json:"diagnostics"`
	// InputDiagnostics are errors in the text of the inputs.
	InputDiagnostics []Diagnostic `json:"inputDiagnostics"`
	// Verdict is "agree", "differ", "undefined" (the recorded trace has no
	// meaning on these inputs), "opaque" (an operation cannot be interpreted) or
	// "" when there were errors.
	Verdict string `json:"verdict"`
	// Reason says in words why the verdict is what it is.
	Reason string   `json:"reason"`
	Before *Outcome `json:"before"`
	After  *Outcome `json:"after"`
}

// Outcome is everything that a trace did which can be seen from outside.
type Outcome struct {
	// Exit is "guard", "finish", "end", "limit", "undefined", "opaque" or
	// "exhausted" (more operations or memory than a run may use).
	Exit string `json:"exit"`
	// At is the text of the operation through which the trace was left.
	At string `json:"at"`
	// Line is the 1-based line of that operation in the trace's own text, 0 if
	// there is none.
	Line int `json:"line"`
	// Detail explains an undefined or opaque exit.
	Detail string `json:"detail,omitempty"`
	// Values are the exit's values: name and value as text.
	Values []NamedValue `json:"values"`
	// Effects are the visible effects in order, e.g. "print(22)".
	Effects []string `json:"effects"`
	// Heap has the reachable objects.
	Heap []Object `json:"heap"`
	// Jumps is how often a jump was taken, Steps how many operations ran,
	// Allocations how many objects and arrays were allocated.
	Jumps       int `json:"jumps"`
	Steps       int `json:"steps"`
	Allocations int `json:"allocations"`
}

// NamedValue is a name with a value as text.
type NamedValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
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
	// Trace is the number of the trace whose text is wanted, 0 for none.
	Trace int `json:"trace"`
}

// ImportResponse lists the traces of a log.
type ImportResponse struct {
	// Traces are in the order of the log.
	Traces []LogTrace `json:"traces"`
	// Text is the trace that was asked for.
	Text string `json:"text,omitempty"`
}

// LogTrace is one trace of a log.
type LogTrace struct {
	// Number counts the traces of the log from 1.
	Number int `json:"number"`
	// Kind is "recorded", or "loop" and "bridge" for what PyPy's optimizer made
	// of a recorded trace, or "short preamble".
	Kind string `json:"kind"`
	// Title is PyPy's own, without "# "; empty if there is none.
	Title string `json:"title"`
	// Place is the place in the program at which the trace begins, if it is known.
	Place string `json:"place"`
	// Ops is the number of operations as PyPy counts them: with marks and labels.
	Ops int `json:"ops"`
	// Partner is the number of the trace that belongs to this one: the optimized
	// one of a recorded trace, the recorded one of all others; 0 if there is none.
	Partner int `json:"partner"`
	// Guard is the address of the guard that a bridge begins at; Parent is the
	// number of the trace with that guard, 0 if it is not in the log.
	Guard  string `json:"guard,omitempty"`
	Parent int    `json:"parent,omitempty"`
	// Truncated tells that the log ends before the trace does.
	Truncated bool `json:"truncated,omitempty"`
}

// CompareRequest asks for a comparison with PyPy's optimizer.
type CompareRequest struct {
	// Recorded is a trace that PyPy recorded, Optimized what PyPy made of it.
	Recorded  string `json:"recorded"`
	Optimized string `json:"optimized"`
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
	// Entry is the number of reads with which PyPy's result begins and which the
	// recorded trace has as inputs; they are not in the tables.
	Entry int `json:"entry"`
	// Larger tells whether ours has more operations of some kind somewhere.
	Larger bool `json:"larger"`
	// Ours is our result as text.
	Ours string `json:"ours"`
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
	// Larger tells that Ours is larger than PyPys.
	Larger bool `json:"larger,omitempty"`
}

// LessonRequest asks for a learner's program to be judged by the tests of a lesson,
// or for a pass in it to be applied to a trace.
type LessonRequest struct {
	// Prelude is what the lesson gives: program and tests see its names.
	Prelude []LessonFile `json:"prelude,omitempty"`
	// Code is what the learner wrote. Functions in it whose names begin with
	// "test_" run as well, after all others.
	Code LessonFile `json:"code"`
	// Tests see all names of Prelude and Code; each function whose name begins with
	// "test_" is a test.
	Tests []LessonFile `json:"tests,omitempty"`
	// Only are the names of the test functions to run; empty means all.
	Only []string `json:"only,omitempty"`
	// Foreign stands in for a function of Code while the tests run.
	Foreign *LessonForeign `json:"foreign,omitempty"`
	// Apply asks for a trace instead of tests.
	Apply *LessonApply `json:"apply,omitempty"`
	// Compare asks for a comparison of two traces instead of tests; then there is no
	// Code.
	Compare *LessonPair `json:"compare,omitempty"`
	// Limits bound what the program may use; 0 means what lessons usually get.
	Limits LessonLimits `json:"limits,omitzero"`
}

// LessonFile is a piece of a lesson's program.
type LessonFile struct {
	// Name is how errors call it. All files of a request need different names.
	Name string `json:"name"`
	Text string `json:"text"`
	// TaskID is the number of the task that the tests of the file belong to.
	TaskID int `json:"taskId,omitempty"`
}

// LessonApply asks for a learner's pass to be applied to a trace.
type LessonApply struct {
	// Function is the name of the pass: it takes a Block and returns one.
	Function string `json:"function"`
	// Trace is the text of the trace, in any dialect.
	Trace string `json:"trace"`
}

// LessonForeign is a pass in another language. Its answers come from outside: a run stops
// a test at the first trace whose answer is not known, and lists those traces in
// LessonResponse.Asked.
type LessonForeign struct {
	// Function is the name of the function for which it stands.
	Function string `json:"function"`
	// Known are the answers so far.
	Known []LessonAnswer `json:"known,omitempty"`
}

// LessonAnswer is what a foreign pass made of one trace.
type LessonAnswer struct {
	Before string `json:"before"`
	After  string `json:"after,omitempty"`
	// Error says why there is no After.
	Error string `json:"error,omitempty"`
}

// LessonPair are two traces: what a pass was given, and what it made of it.
type LessonPair struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

// LessonLimits bound what a program may use. They are counted, so that a program
// stops at the same place on every machine.
type LessonLimits struct {
	// Steps is how much one test may do, TotalSteps all tests together, in
	// instructions of the interpreter.
	Steps      int `json:"steps,omitempty"`
	TotalSteps int `json:"totalSteps,omitempty"`
	// Memory is how many bytes one test may make, Output how many it may print.
	Memory int `json:"memory,omitempty"`
	Output int `json:"output,omitempty"`
}

// LessonResponse is what the tests gave: Exercism's results.json, version 3, with
// more in fields of its own.
type LessonResponse struct {
	// Version is 3.
	Version int `json:"version"`
	// Status is "pass", "fail" (a test did not pass) or "error" (the program could
	// not be run, or the pass not be applied).
	Status string `json:"status"`
	// Message says what is wrong if Status is "error".
	Message string `json:"message,omitempty"`
	// Tests are in the order of the files.
	Tests []LessonTest `json:"tests"`
	// Problems are the places that Message is about.
	Problems []LessonProblem `json:"problems"`
	// Output is what the program printed before any test began, or while the pass
	// was applied.
	Output string `json:"output,omitempty"`
	// Trace is the result of LessonRequest.Apply.
	Trace string `json:"trace,omitempty"`
	// Change answers LessonRequest.Compare: what was "missing" behind the pass it has
	// removed, what is "extra" it has added. Status is then the judge's word about the two
	// traces, in words in Message, and Outcomes compares what they did on inputs on
	// which they differ.
	Change   *LessonDiff `json:"change,omitempty"`
	Outcomes *LessonDiff `json:"outcomes,omitempty"`
	// Asked are the traces whose answers LessonRequest.Foreign does not know.
	Asked []string `json:"asked,omitempty"`
	// Steps is how much work it was altogether.
	Steps int `json:"steps"`
}

// LessonTest is one test's result.
type LessonTest struct {
	// Name is the test's docstring, or its function's name in words.
	Name string `json:"name"`
	// Status is "pass", "fail" (something was not as expected) or "error" (the
	// program stopped).
	Status string `json:"status"`
	// Message says what was expected and what was found.
	Message string `json:"message,omitempty"`
	// Output is what was printed while the test ran.
	Output string `json:"output,omitempty"`
	// TaskID is the number of the task that the test belongs to, 0 for none.
	TaskID int `json:"task_id,omitempty"`
	// TestCode is the test's source.
	TestCode string `json:"test_code"`
	// Function is the name of the test's function; File and Line are where it
	// stands, the line 1-based.
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	// Diff compares the expected trace with the actual one, if that was the
	// question.
	Diff *LessonDiff `json:"diff,omitempty"`
	// Problem is where the test stopped.
	Problem *LessonProblem `json:"problem,omitempty"`
	// Steps is how much work the test was.
	Steps int `json:"steps"`
}

// LessonDiff compares two traces operation by operation; which number a result has
// does not matter.
type LessonDiff struct {
	Rows []LessonDiffRow `json:"rows"`
	// Expected and Actual are the two texts.
	Expected string `json:"expected"`
	Actual   string `json:"actual"`
}

// LessonDiffRow is one line of either side or of both.
type LessonDiffRow struct {
	// Kind is "same", "changed" (the same operation, but its arguments differ),
	// "missing" (only expected) or "extra" (only actual).
	Kind     string `json:"kind"`
	Expected string `json:"expected,omitempty"`
	Actual   string `json:"actual,omitempty"`
}

// LessonProblem is an error with its place.
type LessonProblem struct {
	// Message says what was expected and what was found.
	Message string `json:"message"`
	// Limit is "steps", "memory", "output", "calls" or "size" if the program used up
	// what it may use.
	Limit string `json:"limit,omitempty"`
	// File, Line and Column are the place in the learner's own code if the error
	// came through it, else in the test. Both numbers are 1-based; columns count
	// characters. They are 0 if there is no place.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Stack has the calls that were open, the innermost first; Omitted is how many
	// in the middle were left out.
	Stack   []LessonFrame `json:"stack"`
	Omitted int           `json:"omitted,omitempty"`
}

// LessonFrame is one open call.
type LessonFrame struct {
	// Function is "" for the program itself.
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
}

// DescribeResponse is everything that is known without a trace.
type DescribeResponse struct {
	Version    string       `json:"version"`
	Operations []Operation  `json:"operations"`
	Passes     []PassInfo   `json:"passes"`
	Presets    []PresetInfo `json:"presets"`
	Rules      []RuleInfo   `json:"rules"`
	Reasons    []ReasonInfo `json:"reasons"`
	Examples   []Example    `json:"examples"`
}

// Operation is one row of the operation table, for help cards and completion.
type Operation struct {
	// Name is the canonical name, e.g. "int_add".
	Name string `json:"name"`
	// Names are all spellings, the canonical one first.
	Names []string `json:"names"`
	// Signature shows how it is written, e.g. "int_add(int, int) → int".
	Signature string `json:"signature"`
	// Group is the heading under which help lists it, e.g. "integer".
	Group string `json:"group"`
	// Effect is "pure", "read", "write", "allocate", "guard", "control",
	// "visible", "bookkeeping" or "opaque".
	Effect string `json:"effect"`
	// Doc is one sentence of meaning.
	Doc string `json:"doc"`
	// Example is one line of a trace that uses it.
	Example string `json:"example"`
}

// PassInfo describes one pass.
type PassInfo struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	// Doc is one sentence; Why says why the pass stands where it stands.
	Doc string `json:"doc"`
	Why string `json:"why"`
}

// PresetInfo is a named set of passes.
type PresetInfo struct {
	Name   string   `json:"name"`
	Title  string   `json:"title"`
	Passes []string `json:"passes"`
}

// RuleInfo is one rewrite rule.
type RuleInfo struct {
	Name string `json:"name"`
	Text string `json:"text"`
	Doc  string `json:"doc"`
}

// ReasonInfo is one kind of reason that a remark can give.
type ReasonInfo struct {
	ID  string `json:"id"`
	Doc string `json:"doc"`
}

// Example is a trace that the page offers.
type Example struct {
	ID     string `json:"id"`
	Group  string `json:"group"`
	Title  string `json:"title"`
	Note   string `json:"note"`
	Text   string `json:"text"`
	Preset string `json:"preset"`
	Inputs string `json:"inputs"`
	// PyPy is what PyPy made of the trace, as its log has it, if that is known.
	PyPy string `json:"pypy,omitempty"`
}

// FuzzOptions choose a sequence of random traces and what is tried on them.
type FuzzOptions struct {
	// Seed chooses the sequence, from 0 to FuzzStartResponse.MaxSeed.
	Seed int `json:"seed"`
	// Length is about how many operations a trace has, 0 for the usual.
	Length int `json:"length,omitempty"`
	// Passes are the names of those that run. With none, half of the traces run with
	// all passes, and half with some of them.
	Passes []string `json:"passes"`
	// Bug is the name of a planted bug, empty for none.
	Bug string `json:"bug,omitempty"`
	// Prove is how many steps the prover's solver may take for each question about a
	// trace, 0 if the prover is not asked. Steps are work, not time, so that answers
	// depend on nothing else.
	Prove int `json:"prove,omitempty"`
}

// FuzzStartResponse tells what there is to choose; the request needs nothing.
type FuzzStartResponse struct {
	// Bugs are those that this build can plant: none but in the lab's own module.
	Bugs []PlantedBug `json:"bugs"`
	// MaxCount is the largest FuzzStepRequest.Count, MaxSeed the largest seed.
	MaxCount int `json:"maxCount"`
	MaxSeed  int `json:"maxSeed"`
}

// PlantedBug is a bug that can be planted into the optimizer, to see whether it is
// found.
type PlantedBug struct {
	Name string `json:"name"`
	Pass string `json:"pass"`
	// Doc says in one sentence what is wrong.
	Doc string `json:"doc"`
}

// FuzzStepRequest asks for some traces of a sequence to be tried. The answer depends
// on nothing else: whoever has Next can go on.
type FuzzStepRequest struct {
	Options FuzzOptions `json:"options"`
	// Next is the number of the first trace to try, Count how many are tried.
	Next  int `json:"next"`
	Count int `json:"count"`
	// Findings is after how many findings it stops; 0 means 100.
	Findings int `json:"findings,omitempty"`
}

// FuzzStepResponse tells what was found and seen.
type FuzzStepResponse struct {
	// Next is the trace to go on with.
	Next     int           `json:"next"`
	Findings []FuzzFinding `json:"findings"`
	// Traces and Operations are how many there were.
	Traces     int `json:"traces"`
	Operations int `json:"operations"`
	// Agreed counts pairs of runs that did the same, Undefined those that could not be
	// compared because the recorded trace has no meaning on the inputs.
	Agreed    int `json:"agreed"`
	Undefined int `json:"undefined"`
	// Questions is how many questions the prover's solver was asked; Proved and Unknown
	// count the traces that were proved, and those that were neither that nor refuted.
	Questions int `json:"questions"`
	Proved    int `json:"proved"`
	Unknown   int `json:"unknown"`
	// Passes and Rules count what passes changed and which rules were applied; those
	// that were not are left out.
	Passes []NamedCount `json:"passes"`
	Rules  []NamedCount `json:"rules"`
}

// NamedCount is how often something happened.
type NamedCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// FuzzFinding is a trace that the optimizer failed on.
type FuzzFinding struct {
	// Index is its number in the sequence.
	Index int `json:"index"`
	// Kind is "differs", "malformed", "panics", "unprintable" or "hangs".
	Kind string `json:"kind"`
	// Oracle is who found it: "interpreter", "checker", "optimizer", "printer",
	// "prover".
	Oracle string `json:"oracle"`
	// Title says in a line what failed, Detail in more.
	Title  string `json:"title"`
	Detail string `json:"detail"`
	// Passes are those that ran.
	Passes []string `json:"passes"`
	// Inputs are those on which it failed, empty if it is not about inputs.
	Inputs string `json:"inputs"`
	// Trace is the trace, After what the optimizer made of it, empty if nothing.
	Trace string `json:"trace"`
	After string `json:"after"`
}

// FuzzShrinkRequest asks for a finding to be made small.
type FuzzShrinkRequest struct {
	Options FuzzOptions `json:"options"`
	// Index is the finding's.
	Index int `json:"index"`
	// Tries bounds how many smaller traces are tried, 0 for the usual bound.
	Tries int `json:"tries,omitempty"`
}

// FuzzShrinkResponse is a finding made small.
type FuzzShrinkResponse struct {
	Finding FuzzFinding `json:"finding"`
	// Before and Operations are the numbers of operations before and after.
	Before     int `json:"before"`
	Operations int `json:"operations"`
	// Tries is how many smaller traces were tried.
	Tries int `json:"tries"`
	// Case is the finding as a text test of the optimizer, empty if it cannot be one.
	Case string `json:"case"`
}

// ProveRequest asks whether two traces do the same for all inputs: two points of a
// pipeline, or a recorded trace and another text.
type ProveRequest struct {
	// Text is the recorded trace.
	Text string `json:"text"`
	// Other, if it is not empty, is the trace to compare it with. Which guards
	// correspond is found by what they ask; a comment "was 2" behind a guard says
	// that it is the second one of Text. Passes, From and To then do not count.
	Other string `json:"other,omitempty"`
	// Passes, From and To are as in OptimizeRequest.
	Passes []string `json:"passes,omitempty"`
	From   int      `json:"from,omitempty"`
	To     int      `json:"to,omitempty"`
	// Solver is "builtin", also if it is empty, or where programs can be started
	// "z3", "cvc5" or "bitwuzla".
	Solver string `json:"solver,omitempty"`
	// Width is that of integers in bits: 8, 16, 32 or 64; 0 is 64.
	Width int `json:"width,omitempty"`
	// Unroll is how many iterations of a loop are looked at; 0 is 3.
	Unroll int `json:"unroll,omitempty"`
	// Timeout is how many milliseconds a question may take; 0 is 10,000.
	Timeout int `json:"timeout,omitempty"`
}

// ProveResponse is a verdict. Of all responses it alone depends on more than the
// request: on how fast the machine is.
type ProveResponse struct {
	// Diagnostics and OtherDiagnostics are the errors in the texts. If there is at
	// least one error, everything below is empty.
	Diagnostics      []Diagnostic `json:"diagnostics"`
	OtherDiagnostics []Diagnostic `json:"otherDiagnostics"`
	// Status is "proved", "refuted" or "unknown"; Summary says it in a line.
	Status  string `json:"status"`
	Summary string `json:"summary"`
	// Reason says why it is unknown.
	Reason string `json:"reason,omitempty"`
	// Width, Unroll, Loop and Solver say what it holds for: integers of so many bits
	// and, if there is a loop, so many of its iterations.
	Width  int    `json:"width"`
	Unroll int    `json:"unroll"`
	Loop   bool   `json:"loop"`
	Solver string `json:"solver"`
	// Time is in milliseconds.
	Time float64 `json:"time"`
	// Queries are the questions in the order of the traces.
	Queries []ProofQuery `json:"queries"`
	// Counterexample is there if the traces were refuted, and if the solver has one
	// that the interpreter did not confirm.
	Counterexample *Counterexample `json:"counterexample,omitempty"`
}

// ProofQuery is one question of a proof.
type ProofQuery struct {
	// Kind is "guard", "removed", "added", "exit", "effect", "defined" or "end".
	Kind string `json:"kind"`
	// What says in words what is asked.
	What string `json:"what"`
	// Before and After are the lines that it is about, from 1; 0 for none. They count
	// in the texts of the request, and in printed traces for points behind the first.
	Before int `json:"before"`
	After  int `json:"after"`
	// Iteration counts from 1 in loops, and is 0 elsewhere.
	Iteration int `json:"iteration"`
	// Status is "proved", "refuted" or "unknown"; Same tells that both sides came to
	// the same terms, so that nobody had to be asked.
	Status string `json:"status"`
	Same   bool   `json:"same"`
	Reason string `json:"reason,omitempty"`
	// Time is in milliseconds; By is the part of the solver that settled it.
	Time float64 `json:"time"`
	By   string  `json:"by,omitempty"`
}

// Counterexample is an input on which two traces part.
type Counterexample struct {
	// Inputs is what RunRequest.Inputs takes.
	Inputs string `json:"inputs"`
	// Values are the inputs one by one, Objects the heap at the start.
	Values  []WordValue `json:"values"`
	Objects []Object    `json:"objects"`
	// Query is the index of the question that it answers.
	Query int `json:"query"`
	// Replayed tells that the interpreter saw the traces part; Reason is what it saw
	// first.
	Replayed bool   `json:"replayed"`
	Reason   string `json:"reason,omitempty"`
	// Hostile tells that they part only if the outside changes objects.
	Hostile bool `json:"hostile"`
	// Before and After are the two runs; empty if it was not replayed.
	Before *ProofRun `json:"before,omitempty"`
	After  *ProofRun `json:"after,omitempty"`
}

// WordValue is an input in all the ways in which one reads a word. The last three
// are empty for references.
type WordValue struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Value    string `json:"value"`
	Unsigned string `json:"unsigned,omitempty"`
	Hex      string `json:"hex,omitempty"`
	Binary   string `json:"binary,omitempty"`
}

// ProofRun is how one of two traces ran on a counterexample.
type ProofRun struct {
	// Exit, Detail, Values, Effects and Heap are as in Outcome.
	Exit    string       `json:"exit"`
	Line    int          `json:"line"`
	At      string       `json:"at"`
	Detail  string       `json:"detail,omitempty"`
	Values  []NamedValue `json:"values"`
	Effects []string     `json:"effects"`
	Heap    []Object     `json:"heap"`
}

// SmtRequest asks for what ProveRequest would ask a solver.
type SmtRequest struct {
	Text   string   `json:"text"`
	Other  string   `json:"other,omitempty"`
	Passes []string `json:"passes,omitempty"`
	From   int      `json:"from,omitempty"`
	To     int      `json:"to,omitempty"`
	Width  int      `json:"width,omitempty"`
	Unroll int      `json:"unroll,omitempty"`
}

// SmtResponse is the script.
type SmtResponse struct {
	Diagnostics      []Diagnostic `json:"diagnostics"`
	OtherDiagnostics []Diagnostic `json:"otherDiagnostics"`
	// Script is SMT-LIB 2 text; the traces are equivalent if every answer is unsat.
	Script string `json:"script"`
	// Questions is how many it asks.
	Questions int `json:"questions"`
	// Reason says why there is no script.
	Reason string `json:"reason,omitempty"`
}

// RuleRequest asks whether rewrite rules are right, and what they do to a trace.
type RuleRequest struct {
	// Text is the trace that the rules are applied to, empty for none.
	Text string `json:"text"`
	// Rules are the rules, as in the file of the built-in ones.
	Rules string `json:"rules"`
	// Passes are those of the run on the trace, as in OptimizeRequest; empty for the
	// preset "loop".
	Passes []string `json:"passes,omitempty"`
	// Solver is as in ProveRequest.
	Solver string `json:"solver,omitempty"`
	// Timeout is how many milliseconds the proof of one rule may take; 0 is 10,000.
	Timeout int `json:"timeout,omitempty"`
}

// RuleResponse says what became of the rules. It depends on how fast the machine
// is.
type RuleResponse struct {
	// Errors are those in the rules, Diagnostics those in the trace. Rules without
	// errors are tried all the same.
	Errors      []Diagnostic `json:"errors"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	// Status is "refuted" if a rule is, "proved" if all are, else "unknown"; empty if
	// there are no rules.
	Status string        `json:"status"`
	Rules  []RuleVerdict `json:"rules"`
	// Ends tells that rewriting with these rules and the built-in ones is known to
	// come to an end.
	Ends bool `json:"ends"`
	// Remarks are what else is to be said, as sentences without their period.
	Remarks []string `json:"remarks"`
	// Applied is what the rules do to the trace.
	Applied *RuleApplied `json:"applied,omitempty"`
}

// RuleVerdict is what is known of one rule.
type RuleVerdict struct {
	Name string `json:"name"`
	Text string `json:"text"`
	// Line is where the rule begins, from 1.
	Line int `json:"line"`
	// Status is "proved", "refuted" or "unknown"; Summary says it in a line, Reason
	// why it is unknown.
	Status  string `json:"status"`
	Summary string `json:"summary"`
	Reason  string `json:"reason,omitempty"`
	// Width is that of integers in bits; By is what settled it: "terms", "solver",
	// "cases", "whole numbers" or "trying". Time is in milliseconds.
	Width     int     `json:"width"`
	Solver    string  `json:"solver"`
	By        string  `json:"by,omitempty"`
	Questions int     `json:"questions"`
	Time      float64 `json:"time"`
	// Counterexample is there if the rule is refuted.
	Counterexample *RuleCounterexample `json:"counterexample,omitempty"`
	// Never tells that no numbers meet the condition.
	Never bool `json:"never,omitempty"`
	// Before and After are what pattern and target weigh; Copied are names that occur
	// more often in the target.
	Before int      `json:"before"`
	After  int      `json:"after"`
	Copied []string `json:"copied"`
	// Loop is there if rewriting does not come to an end.
	Loop *RuleLoop `json:"loop,omitempty"`
	// Hidden is a rule that takes the pattern first.
	Hidden string `json:"hidden,omitempty"`
	// Fired is how many changes of the trace have this rule as their reason.
	Fired int `json:"fired"`
}

// RuleCounterexample are numbers for which the two sides of a rule differ.
type RuleCounterexample struct {
	Values []WordValue `json:"values"`
	// Pattern and Target are what the sides give: a number, "overflows" or "no
	// meaning". Reason says it in a sentence.
	Pattern string `json:"pattern"`
	Target  string `json:"target"`
	Reason  string `json:"reason"`
}

// RuleLoop is rewriting that does not come to an end.
type RuleLoop struct {
	// Rules fire one after the other; Steps are the expressions from the first one on.
	Rules []string `json:"rules"`
	Steps []string `json:"steps"`
	// Grows tells that the expressions become longer instead of coming back.
	Grows bool   `json:"grows"`
	Text  string `json:"text"`
}

// RuleApplied is what rules did to a trace.
type RuleApplied struct {
	// Before is the recorded trace, Without what the passes make of it without the
	// rules, After with them.
	Before  string `json:"before"`
	Without string `json:"without"`
	After   string `json:"after"`
	// Fired is how many changes have one of the rules as their reason.
	Fired int `json:"fired"`
}

// VersionResponse names the build.
type VersionResponse struct {
	Version string `json:"version"`
	Go      string `json:"go"`
}

// ErrorResponse is returned in place of any response when the request itself
// cannot be used (unknown function, malformed JSON, too large).
type ErrorResponse struct {
	Error string `json:"error"`
}

// CodegenRequest asks for a trace as a WebAssembly module, and for the memory on which
// it begins to run.
type CodegenRequest struct {
	// Text is the trace, Inputs its inputs as in RunRequest.
	Text   string `json:"text"`
	Inputs string `json:"inputs"`
	// Optimize asks for the trace behind Passes; otherwise it is the recorded one.
	Optimize bool     `json:"optimize"`
	Passes   []string `json:"passes"`
	// Jumps is how many jumps the run may take, 0 for 1000.
	Jumps int `json:"jumps"`
	// Young is the size of the nursery in bytes, 0 for 256 KiB.
	Young int `json:"young,omitempty"`
}

// CodegenResponse is a module with all that its host must know. How they work together
// is told by the documentation of the Go package wasm/codegen. All offsets are bytes in
// the module's memory.
type CodegenResponse struct {
	// Diagnostics and InputDiagnostics are the errors in the texts. If there are any,
	// everything below is empty.
	Diagnostics      []Diagnostic `json:"diagnostics"`
	InputDiagnostics []Diagnostic `json:"inputDiagnostics"`
	// Refused says why the trace cannot be run as code, in one sentence; everything
	// below is then empty.
	Refused string `json:"refused,omitempty"`
	// Module is the module's bytes, in base64.
	Module string `json:"module"`
	// Region is the memory from 0 to Young, in base64; all bytes behind are 0.
	Region string `json:"region"`
	// Young is where two equal spaces for new objects begin, Space the size of each.
	// The lower one is in use first.
	Young int `json:"young"`
	Space int `json:"space"`
	// Frame is where the live values of exits are, 8 bytes each. Consts is the number of
	// references in the table at 64.
	Frame  int `json:"frame"`
	Consts int `json:"consts"`
	// OldRefs are the objects below Young in which a collection looks for references.
	OldRefs []int `json:"oldRefs"`
	// Rounds is how often the back edge may be taken before the module asks for fuel.
	Rounds int `json:"rounds"`
	// Shapes say how objects look, TagRef which tag says that a place holds a
	// reference.
	Shapes []CodegenShape `json:"shapes"`
	TagRef int            `json:"tagRef"`
	// Exits are the ways to leave, by number.
	Exits []CodegenExit `json:"exits"`
	// Sites tell which bytes of the module belong to which line of the trace, in
	// ascending order.
	Sites []CodegenSite `json:"sites"`
}

// CodegenShape is how the objects of one shape look: their first 4 bytes are Shape, the
// next 4 an array's length.
type CodegenShape struct {
	Shape int `json:"shape"`
	// Size is the size of an object; of an array, that of its header.
	Size int `json:"size"`
	// Refs are the offsets of references; in an array those of its first item, and the
	// others follow ItemSize bytes apart.
	Refs []int `json:"refs"`
	// Tagged are offsets in the same way of places that hold a reference if their tag
	// is TagRef: for a field the byte 8 behind it, for an array the byte number n behind
	// the last item, n being the number of the slot of 8 bytes.
	Tagged []int `json:"tagged"`
	// ItemSize is 0 for objects. Tags tells that an array has one byte for each slot
	// behind its items, padded to 8.
	ItemSize int  `json:"itemSize"`
	Tags     bool `json:"tags"`
}

// CodegenExit is one way to leave the module.
type CodegenExit struct {
	// Kind is "leave", "allocate", "effect" or "fuel".
	Kind string `json:"kind"`
	// Operation is the operation's name, Line its line in the trace, 0 for none.
	Operation string `json:"operation,omitempty"`
	Line      int    `json:"line"`
	// Live are the types of the values in the frame: "int", "float" or "ref"; Names
	// are their names in the trace that runs.
	Live  []string `json:"live"`
	Names []string `json:"names"`
	// Shape is that of the object to allocate. An array's length is in the frame's slot
	// LengthIn or, if that is -1, Length.
	Shape    int `json:"shape,omitempty"`
	LengthIn int `json:"lengthIn"`
	Length   int `json:"length,omitempty"`
	// Unwritten tells that the tags of the new array must be 4: not to be read.
	Unwritten bool `json:"unwritten,omitempty"`
	// Result is the type of an effect's result, "void" if it has none.
	Result string `json:"result,omitempty"`
}

// CodegenSite is where the bytes for a line of the trace begin.
type CodegenSite struct {
	Offset int `json:"offset"`
	Line   int `json:"line"`
}

// AsmRequest asks for the machine code of a trace.
type AsmRequest struct {
	Text string `json:"text"`
	// Passes are the passes that are on, Point how many of them have run: 0 is the
	// recorded trace, -1 the end.
	Passes []string `json:"passes"`
	Point  int      `json:"point"`
	// Processor is "x86-64", which every such processor is, or "x86-64-v3" with AVX
	// and BMI2, the default.
	Processor string `json:"processor,omitempty"`
}

// AsmResponse is x86-64 machine code beside the lines that it was made of.
type AsmResponse struct {
	// Diagnostics are the errors in the text. If there are any, everything below is
	// empty.
	Diagnostics []Diagnostic `json:"diagnostics"`
	// Refused says why the trace cannot be run as code, in one sentence; everything
	// below is then empty.
	Refused string `json:"refused,omitempty"`
	// Lines are the trace.
	Lines []AsmLine `json:"lines"`
	// Code are the instructions in the order of their offsets.
	Code []AsmInstruction `json:"code"`
	// Places say where each value is over its life, in the order of offsets.
	Places []AsmPlace `json:"places"`
	// Size is the number of bytes, Straight of those that are not out of line, Slots the
	// number of slots of the frame.
	Size     int `json:"size"`
	Straight int `json:"straight"`
	Slots    int `json:"slots"`
}

// AsmLine is a line of the trace.
type AsmLine struct {
	Text string `json:"text"`
	// Note says in a few words why it has no code of its own, or not the code that one
	// would expect: "a part of what uses it".
	Note string `json:"note,omitempty"`
}

// AsmInstruction is one instruction of the machine.
type AsmInstruction struct {
	Offset int `json:"offset"`
	// Bytes are hexadecimal digits.
	Bytes string `json:"bytes"`
	// Line is the index of the line that it belongs to, -1 for what belongs to none.
	Line int `json:"line"`
	// Rare tells that it is out of line: a way to leave, or a rare case.
	Rare bool `json:"rare,omitempty"`
	// Label is a place that something jumps to, Text the instruction in Intel's
	// notation, Values which values are in the registers that it uses: "rax=i3".
	Label  string `json:"label,omitempty"`
	Text   string `json:"text"`
	Values string `json:"values,omitempty"`
}

// AsmPlace is where a value is in a stretch of code: from offset From to before To.
type AsmPlace struct {
	Value string `json:"value"`
	From  int    `json:"from"`
	To    int    `json:"to"`
	// Where is a register or a slot: "rax", "slot 3".
	Where string `json:"where"`
}

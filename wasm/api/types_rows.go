package api

import "unbox/trace"

// An `optimize` request names its result, and the Engine keeps it under that number. The
// requests below ask for parts of it, so that responses do not grow with the trace.

// RowView says how the rows of a result are laid out as items, one below the other.
type RowView struct {
	// Context is how many rows are shown around each difference, the others folded;
	// negative folds nothing.
	Context int `json:"context"`
	// Unified shows one column: a row whose sides differ has two items, left and then right.
	Unified bool `json:"unified"`
	// Opened are the folded runs that were opened, by their first row.
	Opened []int `json:"opened"`
}

// Window is the half-open range of requested items, at most 1,000; it is limited to existing
// items.
type Window struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// RowsRequest asks for items of a result.
type RowsRequest struct {
	// Result is the number that the `optimize` request gave the result. If it is no
	// longer kept, the answer is an Absent.
	Result int     `json:"result"`
	View   RowView `json:"view"`
	Window Window  `json:"window"`
	// Layout asks for the layout as well, which changes only with the view.
	Layout bool `json:"layout"`
}

// RowsResponse has the items that were asked for.
type RowsResponse struct {
	Page Page `json:"page"`
	// Layout is set if it was asked for.
	Layout *Layout `json:"layout,omitempty"`
}

// Absent answers a request about a result that is no longer kept, or never was.
type Absent struct {
	// Gone is the number that was asked for.
	Gone int `json:"gone"`
}

// Optimized is what can be said about a whole result, whatever its length.
type Optimized struct {
	// Result is the number that the request gave it.
	Result int `json:"result"`
	// Diagnostics are the errors in the text, in the order of the text. If
	// there is at least one error, everything below is empty.
	Diagnostics []Diagnostic `json:"diagnostics"`
	// Dialect is "paper", "pypy" or "toy".
	Dialect string `json:"dialect"`
	// Inputs are the inputs of the trace, with a suggestion that a run can start from. Those
	// of a long trace are left out: an InputsRequest asks for them.
	Inputs []Input `json:"inputs"`
	// Impossible is not empty if a guard must always fail, and says why.
	Impossible []Part `json:"impossible"`
	// From and To are the points compared: 0 is the recorded trace, k the result of the first
	// k passes that are switched on.
	From int `json:"from"`
	To   int `json:"to"`
	// Before and After are the numbers of operations at the two points, counted as in Stage.
	Before int `json:"before"`
	After  int `json:"after"`
	// Stages has one entry for each point, as StagesResponse has. Those of a long trace are
	// left out: a StagesRequest asks for them.
	Stages []Stage `json:"stages"`
	// Rows, Left and Right are the numbers of rows, and of lines on the two sides.
	Rows  int `json:"rows"`
	Left  int `json:"left"`
	Right int `json:"right"`
	// Changes counts the rows that differ, by kind.
	Changes Changes `json:"changes"`
	// Differing is the number of rows that differ: a moved operation has two of
	// them.
	Differing int `json:"differing"`
	// FirstChange is the first row that differs, -1 if there is none.
	FirstChange int `json:"firstChange"`
	// Loop is the row of the label with which the peeled loop begins, or any loop with
	// operations before it on the right; -1 if there is none.
	Loop int `json:"loop"`
	// Width is the length of the longest line in characters, ShortWidth the same without
	// the package paths of descriptors: they are equal if there are none.
	Width      int `json:"width"`
	ShortWidth int `json:"shortWidth"`
	// Layout and Page are for the view and the window of the request.
	Layout Layout `json:"layout"`
	Page   Page   `json:"page"`
}

// Changes counts rows that differ; a moved operation counts once.
type Changes struct {
	Removed  int `json:"removed"`
	Replaced int `json:"replaced"`
	Args     int `json:"args"`
	Added    int `json:"added"`
	Moved    int `json:"moved"`
}

// Layout is a view of all rows.
type Layout struct {
	// Items is the number of items.
	Items int `json:"items"`
	// Overview divides them into at most 512 parts of the same length, in their order: part k
	// begins at item k*Items/length.
	Overview []OverviewPart `json:"overview"`
}

// OverviewPart counts the rows that differ in a part of the items, as Changes does. In JSON it is
// the array [removed, replaced, args, added, moved].
type OverviewPart struct {
	Removed, Replaced, Args, Added, Moved int
}

// Page is some items, from one on.
type Page struct {
	From  int    `json:"from"`
	Items []Item `json:"items"`
}

// ItemPart says what an item shows of its row.
type ItemPart int

const (
	// PartBoth: both sides next to each other, or the only one.
	PartBoth ItemPart = iota
	// PartLeft and PartRight: one of two lines of a unified view.
	PartLeft
	PartRight
	// PartFold: a folded run of rows; Item.Folded is their number, Item.Row the first
	// one.
	PartFold
)

// Item is one line on the screen.
type Item struct {
	Part ItemPart `json:"part"`
	// Index is the number of the row, from 0.
	Index  int `json:"index"`
	Folded int `json:"folded,omitempty"`
	// Row is null for a fold.
	Row *DiffRow `json:"row"`
}

// DiffRow is a row of the comparison.
type DiffRow struct {
	Kind DiffKind `json:"kind"`
	// Left and Right are the lines, null where a side has none.
	Left  *Line `json:"left"`
	Right *Line `json:"right"`
	// Reasons are what the optimizer says about the row, its own reason first: Own
	// says whether there is one. The others are about the same lines, or about the
	// values that took an argument's place.
	Reasons []Reason `json:"reasons"`
	Own     bool     `json:"own"`
	// Change is the place of the row among those that differ, from 1; 0 if it does not differ.
	Change int `json:"change"`
	// Related is the other half of a move, or the line that the reason is about.
	Related *Place `json:"related"`
}

// Place is where something is: a row, and the numbers that its lines show, 0 where there is
// none.
type Place struct {
	// Row is its index, from 0; Number is as in Line.
	Row    int `json:"row"`
	Number int `json:"number"`
}

// Line is a line of a listing.
type Line struct {
	// At is the line's index in its listing, from 0.
	At int `json:"at"`
	// Number is the row's number, wherever it is shown: the line of the editor's text in which
	// it was recorded; 0 for what a pass added.
	Number int `json:"number"`
	// Source is the line of the editor's text to which it belongs, even for what a pass added;
	// 0 if there is none.
	Source int `json:"source"`
	// Operation is the name of the operation in the table, "" for other lines.
	Operation string `json:"operation"`
	// CopyOf is the place of the recorded operation from which a copy in the peeled loop
	// was made, null for all other lines.
	CopyOf *Place `json:"copyOf,omitempty"`
	// InLoop means that it is in the loop of Optimized.Loop.
	InLoop bool   `json:"inLoop"`
	Spans  []Span `json:"spans"`
	// Asides are what is left out of the line here, and included when it is
	// copied.
	Asides []Aside `json:"asides,omitempty"`
}

// SpanKind says what a piece of a line is.
type SpanKind = trace.SpanKind

// SpanMark is a further property of a span.
type SpanMark int

const (
	SpanPlain SpanMark = iota
	// SpanDefines: the value is defined here.
	SpanDefines
	// SpanChanged: it is different on the other side.
	SpanChanged
	SpanDefinesChanged
)

// Span is a piece of a line; the line is all of its spans one after the other. Value is
// the identity of a value, 0 for none: the same value has the same one on both sides and in
// remarks. In JSON it is the array [kind, text, value, mark].
type Span struct {
	Kind  SpanKind
	Text  string
	Value int
	Mark  SpanMark
}

// Reason is one reason that the optimizer gave for one difference.
type Reason struct {
	// Kind is "removed", "replaced", "added", "moved", "learned" (the operation is
	// unchanged, but after a guard its value is known to equal another one) or "stopped"
	// (a pass did nothing here).
	Kind string `json:"kind"`
	// Pass is the name of the pass that did it.
	Pass string `json:"pass"`
	// Reason is the stable identifier of the reason, e.g. "fold-constant".
	Reason string `json:"reason"`
	// Rule is the name of the rewrite rule used, empty if none was.
	Rule string `json:"rule,omitempty"`
	// Text is the reason in words: what follows, and from what.
	Text []Part `json:"text"`
	// Short is what it follows from, in a few words.
	Short []Part `json:"short"`
	// At is the row of the operation that it is about.
	At *Place `json:"at"`
	// Because are the causes: what the decision rests on.
	Because []Cause `json:"because"`
}

// PartKind says what a piece of a text is.
type PartKind int

const (
	// PartText: words.
	PartText PartKind = iota
	// PartValue: the name of a value. PartOperation: the name of an operation that has
	// no result. PartFact: what is known of a value.
	PartValue
	PartOperation
	PartFact
	// PartCode: any other name. PartPath: the package before one, which can be left out.
	PartCode
	PartPath
	// PartRow: where an operation is, "row 15".
	PartRow
)

// Part is a piece of a text. Value is the identity of a value, as in Span, 0 for none; Row is the
// row of the operation that it names, -1 for none. In JSON it is the array [kind, text, value,
// row].
type Part struct {
	Kind  PartKind
	Text  string
	Value int
	Row   int
}

// Cause is something that a reason rests on.
type Cause struct {
	// Kind is "operation" (computes a value), "input" (the label whose parameter it is),
	// "allocation", "write", "read", "guard", "escape" (needs an object or a write to be there),
	// "jump" (passes an object to the next iteration), "later" (takes the place of this one) or
	// "use" (uses the value without letting an object out).
	Kind string `json:"kind"`
	// Text says what it is: the line, and what it does here.
	Text []Part `json:"text"`
	// At is where it is.
	At *Place `json:"at"`
	// Next means that it belongs to the next iteration.
	Next bool `json:"next,omitempty"`
	// Reason is the identifier of the reason that was given for the cause itself, if it is
	// not unchanged.
	Reason string `json:"reason,omitempty"`
}

// StagesRequest asks for what every pass did.
type StagesRequest struct {
	Result int `json:"result"`
}

// StagesResponse has one entry for each point: first the recorded trace, then one for
// every enabled pass in the order in which they run.
type StagesResponse struct {
	Stages []Stage `json:"stages"`
}

// InputsRequest asks for the inputs of a result's trace.
type InputsRequest struct {
	Result int `json:"result"`
}

// InputsResponse has them, with a suggestion that a run can start from.
type InputsResponse struct {
	Inputs []Input `json:"inputs"`
}

// FindRequest searches lines and own reasons.
type FindRequest struct {
	Result int     `json:"result"`
	View   RowView `json:"view"`
	// Query is the text; upper case in it makes the search sensitive to case.
	Query string `json:"query"`
	// From is the first match that is requested, Most the number of matches, at
	// most 1,000.
	From int `json:"from"`
	Most int `json:"most"`
	// Row asks for First: the first match in this row or after it.
	Row int `json:"row"`
}

// FindResponse has what was found.
type FindResponse struct {
	// Total is the number of matches; the search stops after 100,000.
	Total int `json:"total"`
	// First is the number of the first match at or after FindRequest.Row, 0 if there is none
	// after, -1 if there is none at all.
	First   int     `json:"first"`
	Matches []Match `json:"matches"`
}

// MatchSide says where a match is.
type MatchSide int

const (
	MatchLeft MatchSide = iota
	// MatchRight is used only for lines that differ from the left one.
	MatchRight
	MatchReason
)

// Match is where the query was found: a half-open range of UTF-16 code units of a line, or of
// the text of a row's own reason. In JSON it is the array [row, item, side, from, to].
type Match struct {
	Row, Item int
	Side      MatchSide
	From, To  int
}

// NextRequest asks for the next row that differs.
type NextRequest struct {
	Result int     `json:"result"`
	View   RowView `json:"view"`
	// Row is where to begin, -1 for the beginning; Back searches upwards. The
	// search wraps around.
	Row  int  `json:"row"`
	Back bool `json:"back"`
}

// WhereRequest asks where something is shown: a row, a line of a side, a line of the
// editor's text or a value. Exactly one of them is not null.
type WhereRequest struct {
	Result int     `json:"result"`
	View   RowView `json:"view"`
	// Row is a row.
	Row *int `json:"row,omitempty"`
	// Left and Right are lines of a side, from 0.
	Left  *int `json:"left,omitempty"`
	Right *int `json:"right,omitempty"`
	// Source is a line of the editor's text, from 1.
	Source *int `json:"source,omitempty"`
	// Value is the identity of a value, as in Span.
	Value *int `json:"value,omitempty"`
}

// WhereResponse lists the rows, in their order.
type WhereResponse struct {
	// Places has at most 1,000 places, Total is the number of all places.
	Places []Found `json:"places"`
	Total  int     `json:"total"`
}

// Found is a row that was asked for. Item is the item that shows it, or in which it is folded: then
// Fold is the first row of the run, otherwise -1.
type Found struct {
	Row  int `json:"row"`
	Item int `json:"item"`
	Fold int `json:"fold"`
	// Left and Right are its lines, from 0, -1 where there is none; Source is the line of the
	// editor's text from which it comes, 0 if there is none.
	Left   int `json:"left"`
	Right  int `json:"right"`
	Source int `json:"source"`
	// Defines means that the requested value is defined here.
	Defines bool `json:"defines,omitempty"`
}

// TextRequest asks for a text to copy, to prove or to run.
type TextRequest struct {
	Result int `json:"result"`
	// Form is "left" or "right" for lines of a side, with their asides, or "markdown" for the
	// comparison with its reasons.
	Form string `json:"form"`
	// From and To are the requested rows, half-open; To -1 means all.
	From int `json:"from"`
	To   int `json:"to"`
	// Start and End cut off the first and the last line, in UTF-16 code units; End -1 cuts
	// nothing.
	Start int `json:"start"`
	End   int `json:"end"`
}

// TextResponse has it, lines separated by "\n".
type TextResponse struct {
	Text string `json:"text"`
}

// WhyRequest asks why the operation of a row is still on the right.
type WhyRequest struct {
	Result int `json:"result"`
	Row    int `json:"row"`
}

// WhyResponse says it; Lines is empty if the row has no operation on the right.
type WhyResponse struct {
	Lines []WhyLine `json:"lines"`
}

// WhyLine is a sentence of an answer.
type WhyLine struct {
	// Kind is "stays" (what the operation is needed for), "known" (what is known of what it
	// uses), "lost" (what was known, and what made it unknown) "needed" (what would make it
	// go: it was tried) or "gone" (it is not there).
	Kind string `json:"kind"`
	Text []Part `json:"text"`
}

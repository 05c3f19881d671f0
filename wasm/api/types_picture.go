package api

// A picture shows the recorded trace once: what happened to each row, a short reason next to it,
// and a lifeline for each object. For a peeled trace, an iteration of the loop is drawn. Rows are
// numbered as they were recorded, from 1, labels left out.

// PictureRequest asks for the picture of a result's second point, compared with the recorded trace.
type PictureRequest struct {
	Result int `json:"result"`
	// Opened are the keys of the folds that were opened.
	Opened []int `json:"opened"`
	// Window is the range of requested items, at most 1,000. Around, if it is not 0, moves it so that the
	// row with that key is in its middle, and opens the fold that the row may be in.
	Window Window `json:"window"`
	Around int    `json:"around,omitempty"`
	// Whole asks for what is said about the whole.
	Whole bool `json:"whole"`
	// FromRow and ToRow are the rows that are not folded, by their numbers, both included; 0 leaves the choice to the picture.
	FromRow int `json:"fromRow,omitempty"`
	ToRow   int `json:"toRow,omitempty"`
}

// PictureResponse has some items of the picture, and the lifelines next to
// them.
type PictureResponse struct {
	// Whole is set if it was asked for.
	Whole *Picture `json:"whole,omitempty"`
	// Items is the number of items, with the given folds opened.
	Items  int           `json:"items"`
	Opened []int         `json:"opened"`
	From   int           `json:"from"`
	Rows   []PictureItem `json:"rows"`
	// Lines are the lifelines that have a part next to these items, in Lanes lanes.
	Lines []Lifeline `json:"lines"`
	Lanes int        `json:"lanes"`
}

// Picture is what is said about the whole.
type Picture struct {
	// Recorded, One and Around count the loop: as it was recorded, optimized one iteration at a time,
	// and around the loop. Around is null if the trace is no loop that can be peeled;
	// both are null if the trace is too long to be optimized for that.
	Recorded IterationCount  `json:"recorded"`
	One      *IterationCount `json:"one"`
	Around   *IterationCount `json:"around"`
	// Peeled means that the rows are those of an iteration of the loop.
	Peeled bool `json:"peeled"`
	// Shares say what each pass that is on did to the rows, in the order of the passes.
	Shares []PassShare `json:"shares"`
	// Lanes is the number of lanes side by side: first those of objects that stay in the
	// iteration, then, from Going on, those of what is passed to the next one.
	Lanes int `json:"lanes"`
	Going int `json:"going"`
	// Objects is the number of lifelines.
	Objects int `json:"objects"`
	// Params are the parameters of the peeled loop's label.
	Params []LabelParam `json:"params"`
	// Lead is the key of the row whose reason is worth reading first, 0 if there is none.
	Lead int `json:"lead"`
}

// IterationCount counts an iteration of a loop, or a trace that is not a loop: the boxes that it allocates
// and all its operations, counted as in Stage.
type IterationCount struct {
	Boxes      int `json:"boxes"`
	Operations int `json:"operations"`
}

// PassShare is what a pass did to the rows of the picture.
type PassShare struct {
	Pass     string `json:"pass"`
	Removed  int    `json:"removed"`
	Replaced int    `json:"replaced"`
	Moved    int    `json:"moved"`
}

// LabelParam says what a parameter of the peeled loop's label means.
type LabelParam struct {
	Name string `json:"name"`
	// Text says it: "the field `intval` of the box that was `p5`".
	Text []Part `json:"text"`
	// Arg is the number of the jump's argument that it comes from, -1 if it comes from none.
	Arg int `json:"arg"`
	// Line is the lifeline of the object whose field it is, -1 if it is none.
	Line int `json:"line"`
	// Number is the row that computes it, 0 if none does.
	Number int `json:"number"`
	// Ref means that it is a reference to an object in memory.
	Ref bool `json:"ref"`
	// First is what the first iteration passes for it, and Next what each iteration passes to the next.
	First string `json:"first"`
	Next  string `json:"next"`
}

// PictureKind says what an item is.
type PictureKind int

const (
	// PictureRow is a row of the recorded trace.
	PictureRow PictureKind = iota
	// PictureAdded is an operation that a pass added, at its place.
	PictureAdded
	// PictureFold represents unchanged rows; PictureFirst the first iteration, before a peeled loop.
	PictureFold
	PictureFirst
	// PictureLabel is a label; the first one is the top of the loop.
	PictureLabel
)

// PictureItem is one line of the picture.
type PictureItem struct {
	Kind PictureKind `json:"kind"`
	// Key names the item in requests, whatever is folded. It is never 0.
	Key int `json:"key"`
	// Number is the number of the row: the line of the editor's text, 0 if a pass added it.
	Number int `json:"number"`
	// First means that the row belongs to the first iteration.
	First bool `json:"first,omitempty"`
	// Fate says what happened to the row: "kept", "args" (kept, but an argument is an equal
	// value), "replaced", "moved", "removed" or "added".
	Fate string `json:"fate"`
	// Note is the comment above the row.
	Note string `json:"note,omitempty"`
	// Left is the row as it was recorded, Right what is left of it.
	Left  []Span `json:"left"`
	Right []Span `json:"right"`
	// Short is the reason in a few words. In texts of a picture, Part.Row is a row's key.
	Short []Part `json:"short"`
	// Folded is the number of rows in a fold, of the first iteration that of its operations.
	Folded int `json:"folded,omitempty"`
}

// FocusRequest asks for a picture of one thing: the rows and lines that concern a row, and nothing else.
type FocusRequest struct {
	Result int `json:"result"`
	// Key is the key of the row; a key that belongs to no row means the row that is worth reading first.
	Key int `json:"key"`
	// Opened are the keys of the folds that were opened.
	Opened []int `json:"opened"`
	// Window is the range of requested items, at most 1,000.
	Window Window `json:"window"`
}

// FocusResponse has the picture of one thing.
type FocusResponse struct {
	// Key is the key of the row, 0 if there is none: then the picture is empty.
	Key     int             `json:"key"`
	Picture PictureResponse `json:"picture"`
	// Moments are the keys of the rows that explain the whole picture one after the other, at most 200: objects
	// that are allocated, and what else changed.
	Moments []int `json:"moments"`
}

// LoopRequest asks for the first iteration and the loop side by side.
type LoopRequest struct {
	Result int `json:"result"`
	// Opened are the keys of the folds that were opened.
	Opened []int `json:"opened"`
	// Window is the range of requested items, at most 1,000. Around, if it is not 0, moves it so that the
	// row with that key is in its middle, and opens the fold that the row may be in.
	Window Window `json:"window"`
	Around int    `json:"around,omitempty"`
}

// LoopResponse has some items of both iterations. There are none if the trace was not peeled.
type LoopResponse struct {
	Items  int       `json:"items"`
	Opened []int     `json:"opened"`
	From   int       `json:"from"`
	Rows   []LoopRow `json:"rows"`
	// Takes are the inputs of the first iteration, as they were recorded.
	Takes []Span `json:"takes"`
	// Label is the loop's label with its parameters.
	Label []Span `json:"label"`
	// First and Loop count the operations of both iterations.
	First IterationCount `json:"first"`
	Loop  IterationCount `json:"loop"`
}

// LoopRow is a recorded row, and what is left of it in both iterations.
type LoopRow struct {
	// Kind is PictureRow, PictureFold for rows that are in neither iteration, or PictureAdded for an
	// operation that a pass added.
	Kind   PictureKind `json:"kind"`
	Key    int         `json:"key"`
	Number int         `json:"number"`
	// Recorded is the row as it was recorded, First what is left in the first iteration, Loop what is left
	// in the loop.
	Recorded []Span `json:"recorded"`
	First    []Span `json:"first"`
	Loop     []Span `json:"loop"`
	// Fate says what happened to the row in the loop.
	Fate string `json:"fate"`
	// Once means that the first iteration does it for all iterations.
	Once bool `json:"once,omitempty"`
	// Short says in a few words why it is not in the loop.
	Short []Part `json:"short"`
	// Folded is the number of rows in a fold.
	Folded int `json:"folded,omitempty"`
}

// RowRef leads to a row.
type RowRef struct {
	Key    int `json:"key"`
	Number int `json:"number"`
	// Next means the row in the next iteration.
	Next bool `json:"next,omitempty"`
}

// Lifeline is what happens to one object. Places are items of the picture, from 0.
type Lifeline struct {
	// ID is its number from 0, Key the key of the row that makes it or first names it.
	ID   int    `json:"id"`
	Key  int    `json:"key"`
	Name string `json:"name"`
	Lane int    `json:"lane"`
	From int    `json:"from"`
	To   int    `json:"to"`
	// Exists is the item from which on it is in memory, -1 if it never is. Late means that it is
	// made there, just before what needs it.
	Exists int  `json:"exists"`
	Late   bool `json:"late"`
	// Before means that it exists before its first row.
	Before bool `json:"before"`
	// Comes is the ID of the line as which it comes in again in the next iteration, -1 if it does not.
	Comes int        `json:"comes"`
	Marks []LineMark `json:"marks"`
}

// LineMark is a mark on a lifeline. Kind is "made", "comes", "found", "written", "read", "checked",
// "compared", "stored", "exit", "passed" or "leaves". Label is what is written, or the name of the result. Into is the lane of the object
// that it is stored into, -1 for other marks. Kept means that the operation is in the result.
type LineMark struct {
	Item  int    `json:"item"`
	Kind  string `json:"kind"`
	Key   int    `json:"key"`
	Label string `json:"label,omitempty"`
	Into  int    `json:"into"`
	Kept  bool   `json:"kept,omitempty"`
}

// ExplainRequest asks why a row is as it is in the picture.
type ExplainRequest struct {
	Result int `json:"result"`
	Key    int `json:"key"`
}

// ExplainResponse is a question with its answer.
type ExplainResponse struct {
	Key int `json:"key"`
	// Number is the row's number, 0 if it has none, and Text the whole of its line.
	Number   int    `json:"number"`
	Text     []Span `json:"text"`
	Question []Part `json:"question"`
	Answer   []Part `json:"answer"`
	// Causes are what the answer rests on, in order, if there is more to say about them.
	Causes []ExplainStep `json:"causes"`
	// Conclusion is what follows, empty if there is nothing to add.
	Conclusion []Part `json:"conclusion"`
	// Line is the ID of the lifeline that it is about, -1 if it is about none.
	Line int `json:"line"`
}

// ExplainStep is a cause with the row that it is about, null if it is about none.
type ExplainStep struct {
	At   *RowRef `json:"at"`
	Text []Part  `json:"text"`
}

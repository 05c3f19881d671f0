package api

// A prepared picture contains everything that its reader can ask for, so it needs no optimizer: the
// page before its module has arrived, a frame in an article, a file.

// PreparedRequest asks for a prepared picture of a trace.
type PreparedRequest struct {
	Text   string   `json:"text"`
	Passes []string `json:"passes"`
	// To is the point that is drawn: 0 is the recorded trace, k the result of the first k passes; -1 is the last one.
	To int `json:"to"`
	// Title is shown above the picture.
	Title string `json:"title"`
	// FromRow and ToRow are the rows that are not folded, both included; 0 leaves the choice to the picture.
	FromRow int `json:"fromRow,omitempty"`
	ToRow   int `json:"toRow,omitempty"`
}

// Prepared is a prepared picture.
type Prepared struct {
	// UnboxTrace is the version of this form: 1.
	UnboxTrace int    `json:"unboxTrace"`
	Title      string `json:"title"`
	// Text, Passes and To are what it was made from.
	Text   string   `json:"text"`
	Passes []string `json:"passes"`
	To     int      `json:"to"`
	// Operations says what the operations in it do.
	Operations []PreparedOperation `json:"operations"`
	Whole      Picture             `json:"whole"`
	// Picture has all items, with the folds closed; Unfolded has them with all folds open. It is null if
	// nothing is folded, or if there is too much to unfold.
	Picture  PictureResponse  `json:"picture"`
	Unfolded *PictureResponse `json:"unfolded"`
	// Reasons are those of all rows that have one.
	Reasons []ExplainResponse `json:"reasons"`
}

// PreparedOperation is an operation's name and its effect, as in Operation.
type PreparedOperation struct {
	Name   string `json:"name"`
	Effect string `json:"effect"`
}

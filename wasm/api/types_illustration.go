package api

// An illustration is a picture in a lesson: prepared, with all that can be asked about it, and drawn by the page's own components.

// Kinds of illustrations, as the fences of lessons name them.
const (
	IllustrationDiff      = "diff"
	IllustrationLifelines = "lifelines"
	IllustrationLoop      = "loop"
	IllustrationSteps     = "steps"
	IllustrationObjects   = "objects"
)

// Illustration is an illustration with what its kind needs.
type Illustration struct {
	// Kind is "diff" (the rows before and after), "lifelines" (with the objects beside them), "loop" (both rounds of a peeled loop), "steps"
	// (the optimizer at each row), or "objects" (what is known before one row, drawn).
	Kind string `json:"kind"`
	// Picture is that of all kinds but steps and objects; null for those.
	Picture *Prepared `json:"picture"`
	// Row is the number of the row whose reason is open, or before which the objects are drawn; 0 for none.
	Row int `json:"row"`
	// Loop has all items of both rounds, for a loop.
	Loop *LoopResponse `json:"loop"`
	// Moments are those of all rows, for steps, or the one of a row, for objects; Rows are the rows beside which they stand.
	Moments []MomentResponse `json:"moments"`
	Rows    []MomentRow      `json:"rows"`
	// Operations says what the operations do that stand in rows of moments.
	Operations []PreparedOperation `json:"operations"`
}

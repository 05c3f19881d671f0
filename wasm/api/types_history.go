package api

// The history of an operation: what it is after each pass, with all passes before that on, and why. For a peeled
// loop, both copies have one.

// HistoryRequest asks for the history of a row, through all passes that are on.
type HistoryRequest struct {
	Result int `json:"result"`
	// Key is the row's key, as in pictures; if it is 0, Number is the row's
	// number.
	Key    int `json:"key,omitempty"`
	Number int `json:"number,omitempty"`
}

// HistoryResponse has it.
type HistoryResponse struct {
	// Key and Number are those of the row; Number is 0 if the key belongs to no row, and then there is no
	// history.
	Key    int `json:"key"`
	Number int `json:"number"`
	// Text is the row as it was recorded.
	Text []Span `json:"text"`
	// Passes are those that are on, in their order.
	Passes []HistoryPass `json:"passes"`
}

// HistoryPass is what changed when a pass joined those before it.
type HistoryPass struct {
	Pass string `json:"pass"`
	// Point is the number of the point after it, from 1 on.
	Point int `json:"point"`
	// Changes are none if the pass left the row alone.
	Changes []HistoryChange `json:"changes"`
}

// HistoryChange is a change of a row, or of one of its copies.
type HistoryChange struct {
	// Iteration says which copy changed: "" for the only one, otherwise "first", "loop"
	// or "both".
	Iteration string `json:"iteration"`
	// Kind is "copied" (it is in the peeled loop, too), "args" (its arguments are other values), "replaced", "moved",
	// "removed", "back" (it is there again), "reason" (it stays gone, or as it is, for another reason) or "learned" (its
	// result is known from a guard on) or "single" (the loop is not peeled with this pass, so there is no copy any more).
	Kind string `json:"kind"`
	// Text is the operation as it is now, empty if it is gone. Value is then the name of what has replaced its
	// result, "" if nothing has.
	Text  []Span `json:"text"`
	Value string `json:"value"`
	// Reason is the optimizer's, Rule the rule that fired, and Because what the reason rests on beyond the rows
	// that it names. They are empty if there is no remark.
	Reason  []Part        `json:"reason"`
	Rule    string        `json:"rule,omitempty"`
	Because []ExplainStep `json:"because"`
}

package api

// What an edit changed in the result: what the optimizer made from the trace before the edit, next to what it made from it
// afterwards, paired by the identity of operations. An edit may also be another choice of passes.

// EditedRequest asks for items of such a comparison.
type EditedRequest struct {
	// Edit is a number for the comparison. With Before and After a new one is made; without them the last one is used. If
	// that has another number, the answer is an Absent.
	Edit   int         `json:"edit"`
	Before *EditedSide `json:"before,omitempty"`
	After  *EditedSide `json:"after,omitempty"`
	View   RowView     `json:"view"`
	Window Window      `json:"window"`
	// Layout asks for the layout as well.
	Layout bool `json:"layout"`
}

// EditedSide is a trace with the passes that are on.
type EditedSide struct {
	Text   string   `json:"text"`
	Passes []string `json:"passes"`
}

// EditedResponse has the items that were asked for. Left is before the edit, Right after it; the reason of a row
// that differs says what happened to it on the other side.
type EditedResponse struct {
	// Whole is set if a new comparison was made.
	Whole  *Edited `json:"whole,omitempty"`
	Page   Page    `json:"page"`
	Layout *Layout `json:"layout,omitempty"`
}

// Edited is what is said about a whole comparison.
type Edited struct {
	// Problem says why there is no comparison, "" if there is one.
	Problem string `json:"problem"`
	// Sum is about the two results, as about two points of one pipeline.
	Sum Optimized `json:"sum"`
	// Recorded are the rows in which the recorded traces differ, at most 40 of RecordedCount.
	Recorded      []DiffRow `json:"recorded"`
	RecordedCount int       `json:"recordedCount"`
	// Others are rows that neither result has, but for a different reason than before; at most 100 of
	// OthersCount.
	Others      []EditedReason `json:"others"`
	OthersCount int            `json:"othersCount"`
}

// EditedReason is a row that is in neither result.
type EditedReason struct {
	// Number is the number of the row after the edit, and Text the row as recorded.
	Number int    `json:"number"`
	Text   []Span `json:"text"`
	// Before and After are the reasons in a few words, PassBefore and PassAfter the passes that gave them.
	Before     []Part `json:"before"`
	After      []Part `json:"after"`
	PassBefore string `json:"passBefore"`
	PassAfter  string `json:"passAfter"`
}

// EditedWhyRequest asks what happened to a row before the edit and after it.
type EditedWhyRequest struct {
	Edit int `json:"edit"`
	Row  int `json:"row"`
}

// EditedWhyResponse says it of both sides.
type EditedWhyResponse struct {
	Before []WhyLine `json:"before"`
	After  []WhyLine `json:"after"`
}

package api

// What an edit changed in the result: what the optimizer made of a trace before the edit, beside what it made of it after,
// paired by the identity of operations. An edit may also be another choice of passes.

// EditedRequest asks for items of such a comparison.
type EditedRequest struct {
	// Edit is a number for the comparison. With Before and After it is made; without them it is the one that was made last.
	// If that has another number, the answer is an Absent.
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
// that differs says what became of it on the other side.
type EditedResponse struct {
	// Whole is there if the comparison was made anew.
	Whole  *Edited `json:"whole,omitempty"`
	Page   Page    `json:"page"`
	Layout *Layout `json:"layout,omitempty"`
}

// Edited is what is said of a whole comparison.
type Edited struct {
	// Problem says why there is none, "" if there is one.
	Problem string `json:"problem"`
	// Sum is said of the two results, as of two points of one pipeline.
	Sum Optimized `json:"sum"`
	// Recorded are the rows in which the recorded traces differ, at most 40 of RecordedCount.
	Recorded      []DiffRow `json:"recorded"`
	RecordedCount int       `json:"recordedCount"`
	// Others are rows that neither result has, for another reason than before; at most 100 of OthersCount.
	Others      []EditedReason `json:"others"`
	OthersCount int            `json:"othersCount"`
}

// EditedReason is a row that is in neither result.
type EditedReason struct {
	// Number is that of the row after the edit, and Text the row as it is recorded.
	Number int    `json:"number"`
	Text   []Span `json:"text"`
	// Before and After are the reasons in a few words, PassBefore and PassAfter the passes that gave them.
	Before     []Part `json:"before"`
	After      []Part `json:"after"`
	PassBefore string `json:"passBefore"`
	PassAfter  string `json:"passAfter"`
}

// EditedWhyRequest asks what became of a row before the edit and after it.
type EditedWhyRequest struct {
	Edit int `json:"edit"`
	Row  int `json:"row"`
}

// EditedWhyResponse says it of both sides.
type EditedWhyResponse struct {
	Before []WhyLine `json:"before"`
	After  []WhyLine `json:"after"`
}

package api

// Time: one moment of the walk after another. What a moment shows is computed when it is asked for, and not
// kept: it costs a walk. Moments are numbered from 0 in the order of the walk; a trace whose loop is peeled is
// walked twice.

// TimelineRequest asks for the moments of a result's second point.
type TimelineRequest struct {
	Result int `json:"result"`
	// Bars is the maximum number of bars, 1 to 1,000.
	Bars int `json:"bars"`
}

// TimelineResponse says what can be stepped through.
type TimelineResponse struct {
	// Count is the number of moments, First the number of those that belong to the first iteration, before
	// the peeled loop; without a peeled loop that is all of them.
	Count int `json:"count"`
	First int `json:"first"`
	// Bars sum moments up, in their order. No bar has moments of both iterations.
	Bars []TimelineBar `json:"bars"`
	// Stops are the names at which stepping can stop.
	Stops []MomentStop `json:"stops"`
}

// TimelineBar is what happens to the operations of some moments: from From on, as many as the sum of the
// four numbers.
type TimelineBar struct {
	From     int `json:"from"`
	Kept     int `json:"kept"`
	Replaced int `json:"replaced"`
	Moved    int `json:"moved"`
	Removed  int `json:"removed"`
}

// MomentStop is a name at which stepping can stop: a pass that did something, a rule that fired, or an
// operation.
type MomentStop struct {
	// Kind is "pass", "rule" or "operation".
	Kind string `json:"kind"`
	Name string `json:"name"`
	// Count is the number of moments at which it occurs.
	Count int `json:"count"`
}

// MomentRequest asks for one moment.
type MomentRequest struct {
	Result int `json:"result"`
	// At is the moment; it is brought into the range of existing moments.
	At int `json:"at"`
	// Key, if it is not 0, asks instead for the moment of a row of the picture; Loop for the one in
	// the peeled loop.
	Key  int  `json:"key,omitempty"`
	Loop bool `json:"loop,omitempty"`
	// Stop, if it is not empty, asks for the next moment after At, with Back the last one before it, of the
	// pass, rule or operation of that name.
	Stop string `json:"stop,omitempty"`
	Back bool   `json:"back,omitempty"`
	// All asks for up to 1,000 facts of each kind that are not about the operation, instead of 24.
	All bool `json:"all,omitempty"`
}

// MomentResponse is one moment.
type MomentResponse struct {
	At int `json:"at"`
	// Found is false if there was no moment to stop at; the answer is then the one at At.
	Found bool `json:"found"`
	// Key and Number are those of the row; Number is 0 for a label.
	Key    int `json:"key"`
	Number int `json:"number"`
	// Loop means that it is the row's copy in the peeled loop.
	Loop bool `json:"loop"`
	// Reached is false if the walk does not get here, because an earlier guard can never hold.
	Reached bool `json:"reached"`
	// Fate is what happens to the operation, as in PictureItem.
	Fate string `json:"fate"`
	// Operation is the operation as it was recorded.
	Operation []Span `json:"operation"`
	// Passes are those that are on, in their order, with what each does with the operation.
	Passes []MomentPass `json:"passes"`
	// Lines describe the moment in words, as the command line does; Left is the number of facts that
	// were left out.
	Lines []MomentLine `json:"lines"`
	Left  int          `json:"left"`
	// Boxes, Sets and Numbers are the facts that can be drawn. Kept is what is in the snapshot of a guard that stays.
	Boxes   []MomentBox    `json:"boxes"`
	Kept    []MomentSlot   `json:"kept"`
	Sets    []MomentSet    `json:"sets"`
	Numbers []MomentNumber `json:"numbers"`
	// Output is the end of the output, at most 100 operations, with what this moment adds; Outputs is the
	// number of operations before it.
	Output  []MomentOutput `json:"output"`
	Outputs int            `json:"outputs"`
}

// MomentPass is what a pass does with an operation.
type MomentPass struct {
	Name string `json:"name"`
	// Did is "" (it no longer sees the operation), "keeps", "removes", "rewrites" or "makes"
	// (has an object allocated).
	Did string `json:"did"`
}

// MomentLine is a sentence about a moment.
type MomentLine struct {
	// Kind is "pass" (what a pass does), "reason", "kept" (what is in a guard's snapshot), "object", "made" (an object
	// that the output allocates), "number", "class", "equal", "memory", "waits" (a write that is still to be done) or
	// "compared".
	Kind string `json:"kind"`
	// Near means that it is about what the operation names.
	Near bool `json:"near"`
	// Pass is the pass that does or knows it, "" for none.
	Pass string `json:"pass"`
	Text []Part `json:"text"`
}

// MomentBox is an object.
type MomentBox struct {
	// ID is the same at every moment at which the object exists.
	ID int `json:"id"`
	// Key is that of the row that names it first, 0 for none; Loop means that it is the copy in the peeled loop.
	Key  int    `json:"key"`
	Loop bool   `json:"loop"`
	Name []Part `json:"name"`
	// Names are other names for it.
	Names [][]Part `json:"names"`
	Class string   `json:"class"`
	// State is "known" (virtual), "now" (allocated at this moment), "made" (allocated by the output so far) or "there"
	// (in memory before).
	State string `json:"state"`
	// Why says in a few words what let it out, if it was virtual.
	Why []Part `json:"why"`
	// Near means that the operation names it or has it in its snapshot.
	Near  bool         `json:"near"`
	Slots []MomentSlot `json:"slots"`
}

// MomentSlot is a field or an item, and what it holds; Waits means that the write is still to be done. Box is the place
// of the object that it holds in MomentResponse.Boxes, -1 for none.
type MomentSlot struct {
	Name  string `json:"name"`
	Value []Part `json:"value"`
	Box   int    `json:"box"`
	Waits bool   `json:"waits"`
}

// MomentSet is a value with several names.
type MomentSet struct {
	Value []Part   `json:"value"`
	Names [][]Part `json:"names"`
	Near  bool     `json:"near"`
}

// MomentNumber is an integer and what it can be.
type MomentNumber struct {
	Name []Part `json:"name"`
	// Text says it in words. Low and High are the smallest and the largest value, in decimal.
	Text string `json:"text"`
	Low  string `json:"low"`
	High string `json:"high"`
	// Bits are its 64 bits from the highest down: "0", "1", or "?" where it can be both.
	Bits string `json:"bits"`
	Near bool   `json:"near"`
}

// MomentOutput is an operation of the output.
type MomentOutput struct {
	// Key and Number are those of the row that it comes from, 0 if a pass added it. Loop means that it
	// is the copy in the peeled loop.
	Key    int  `json:"key"`
	Number int  `json:"number"`
	Loop   bool `json:"loop"`
	// Fresh means that this moment adds it; Late that it was recorded before something that now comes
	// before it.
	Fresh bool   `json:"fresh"`
	Late  bool   `json:"late"`
	Text  []Part `json:"text"`
}

// MomentRowsRequest asks for the rows of moments: the moments from From up to To, at most 1,000.
type MomentRowsRequest struct {
	Result int `json:"result"`
	From   int `json:"from"`
	To     int `json:"to"`
}

// MomentRowsResponse has them.
type MomentRowsResponse struct {
	From int         `json:"from"`
	Rows []MomentRow `json:"rows"`
}

// MomentRow is the row of a moment.
type MomentRow struct {
	Key    int    `json:"key"`
	Number int    `json:"number"`
	Fate   string `json:"fate"`
	Spans  []Span `json:"spans"`
}

package api

// Running in lockstep: the recorded trace and the result's second point on the same inputs, side by side. The
// recorded run is the clock: moment k comes after its first k operations; by then the other run has done
// everything that belongs to them.

// LockstepRequest asks for one moment of both runs.
type LockstepRequest struct {
	Result int `json:"result"`
	// Inputs are those of a RunRequest, and Steps its limit of jumps. Objects and results that only the logged
	// program knows are made up.
	Inputs string `json:"inputs"`
	Steps  int    `json:"steps"`
	// At is the moment; it is brought into the range of existing moments.
	At int `json:"at"`
	// Key, if it is not 0, asks instead for the moment after the row with that key has run in iteration Iteration, from 0.
	Key       int `json:"key,omitempty"`
	Iteration int `json:"iteration,omitempty"`
	// Part asks for the moment at which the runs start to differ.
	Part bool `json:"part,omitempty"`
}

// LockstepResponse is one moment of both runs.
type LockstepResponse struct {
	// InputDiagnostics are the errors in the inputs; if there are any, everything below is empty.
	InputDiagnostics []Diagnostic `json:"inputDiagnostics"`
	// Found is false if the run does not reach the row, or if the runs do not differ; the answer is then the
	// moment At.
	Found bool `json:"found"`
	// At is the moment, Last the last one: both runs are over.
	At   int `json:"at"`
	Last int `json:"last"`
	// Iteration counts the iterations from 0, Iterations is the number that the recorded run
	// begins.
	Iteration  int `json:"iteration"`
	Iterations int `json:"iterations"`
	// IterationFrom and IterationTo are the moments of this iteration.
	IterationFrom int `json:"iterationFrom"`
	IterationTo   int `json:"iterationTo"`
	// Key and Number are those of the row that ran last, 0 before the first one.
	Key    int `json:"key"`
	Number int `json:"number"`
	// Verdict and Reason are those of a RunResponse. Parts is the moment at which the runs start to differ, -1 if
	// they do not.
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"`
	Parts   int    `json:"parts"`
	// Before and After are the runs.
	Before RunSide `json:"before"`
	After  RunSide `json:"after"`
}

// RunSide is a run at a moment.
type RunSide struct {
	// Rows are the operations of the current iteration, at most 120 around the one that ran last; Above and Below
	// are the numbers of those that were left out.
	Rows  []RunRow `json:"rows"`
	Above int      `json:"above"`
	Below int      `json:"below"`
	// Objects are those in memory that can be reached, at most 200; More is the number of objects
	// that were left out.
	Objects []RunObject `json:"objects"`
	More    int         `json:"more"`
	// Operations is the number of operations that ran, Boxes the number of objects that were
	// allocated.
	Operations int `json:"operations"`
	Boxes      int `json:"boxes"`
	// Exit is how the run ended, null while it continues.
	Exit *RunExit `json:"exit"`
}

// RunRow is an operation of a run.
type RunRow struct {
	// Key and Number are those of the recorded row, 0 for what a pass added.
	Key    int    `json:"key"`
	Number int    `json:"number"`
	Spans  []Span `json:"spans"`
	// State is "done", "now" (it ran at this moment) or "ahead".
	State string `json:"state"`
	// Value is its result, "" if it has none yet. Object is the index in RunSide.Objects of what it refers to,
	// -1 for none.
	Value  string `json:"value"`
	Object int    `json:"object"`
	// Differs means that the recorded run has another value here.
	Differs bool `json:"differs,omitempty"`
}

// RunObject is an object or array in memory.
type RunObject struct {
	Name  string `json:"name"`
	Class string `json:"class"`
	// Length is the length of an array, null for objects.
	Length *int       `json:"length"`
	Fields []RunField `json:"fields"`
	More   int        `json:"more"`
	// Rebuilt means that the exit made it from its description.
	Rebuilt bool `json:"rebuilt"`
}

// RunField is a field or an item. Object is as in RunRow.
type RunField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Object int    `json:"object"`
}

// RunExit is how a run ended.
type RunExit struct {
	// Kind is as in an Outcome, Detail says more.
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
	// Key and Number are those of the row that it ended at, 0 for none.
	Key    int        `json:"key"`
	Number int        `json:"number"`
	Values []RunField `json:"values"`
}

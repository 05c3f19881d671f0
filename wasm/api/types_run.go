package api

// RunRequest asks to interpret a trace before and after optimization.
type RunRequest struct {
	Text   string   `json:"text"`
	Passes []string `json:"passes"`
	// Result, if not 0, is the number of a result: its text and passes are run, and Text and Passes
	// are empty. If it is no longer kept, the answer is an Absent.
	Result int `json:"result,omitempty"`
	// Inputs is the text of the inputs, e.g.
	// "i0=3, p1=BoxedInteger(intval=5), p2=p1". Inputs left out take their
	// suggested value.
	Inputs string `json:"inputs"`
	// Steps is the number of jumps after which a loop is stopped; 0 means 1000.
	Steps int `json:"steps"`
	// Imagined makes up what only the traced program knows: what calls do, and which
	// objects the constants are that a log gives only as numbers.
	Imagined bool `json:"imagined,omitempty"`
}

// RunResponse holds both outcomes and the judge's verdict on them.
type RunResponse struct {
	// Diagnostics are errors in the text of the trace.
	Diagnostics []Diagnostic `json:"diagnostics"`
	// InputDiagnostics are errors in the text of the inputs.
	InputDiagnostics []Diagnostic `json:"inputDiagnostics"`
	// Verdict is "agree", "differ", "undefined" (the recorded trace has no
	// meaning on these inputs), "opaque" (an operation cannot be interpreted) or
	// "" when there were errors.
	Verdict string `json:"verdict"`
	// Reason gives the reason for the verdict in words.
	Reason string   `json:"reason"`
	Before *Outcome `json:"before"`
	After  *Outcome `json:"after"`
	// MadeUp says what was made up in a run that is Imagined; it is left out if nothing was.
	MadeUp *MadeUp `json:"madeUp,omitempty"`
}

// MadeUp is what a run of a recorded trace did not know and assumed.
type MadeUp struct {
	// Calls is the number of operations whose meaning only the traced program knows.
	Calls int `json:"calls"`
	// Constants are those that a log gives only as numbers, in the order of the trace. Each
	// was an object of its own unless the inputs said otherwise.
	Constants []string `json:"constants"`
	// Guessed means that the course of the run depended on one of them.
	Guessed bool `json:"guessed"`
}

// Outcome is everything that a trace did and that can be seen from outside.
type Outcome struct {
	// Exit is "guard", "finish", "end", "limit", "undefined", "opaque" or
	// "exhausted" (more operations or memory than a run may use).
	Exit string `json:"exit"`
	// At is the operation through which the trace was left, in a listing of the whole trace; null
	// if there is none.
	At *Line `json:"at"`
	// Detail explains an undefined or opaque exit.
	Detail string `json:"detail,omitempty"`
	// Values are the exit's values.
	Values []NamedValue `json:"values"`
	// Effects are the visible effects in order, e.g. "print(22)"; their values are as in NamedValue.
	// MoreEffects is the number of effects that are not listed.
	Effects     [][]Span `json:"effects"`
	MoreEffects int      `json:"moreEffects"`
	// Heap has the reachable objects.
	Heap []Object `json:"heap"`
	// Jumps is the number of jumps taken, Steps the number of operations that ran,
	// Allocations the number of objects and arrays allocated.
	Jumps       int `json:"jumps"`
	Steps       int `json:"steps"`
	Allocations int `json:"allocations"`
}

// NamedValue is a name with a value. The value is one span: a number, a constant (null, None), or a
// variable, which names one of the objects listed with it.
type NamedValue struct {
	Name  string `json:"name"`
	Value Span   `json:"value"`
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

package api

// LessonRequest asks for a learner's program to be judged by the tests of a lesson,
// or for a pass in it to be applied to a trace.
type LessonRequest struct {
	// Prelude is what the lesson gives: program and tests see its names.
	Prelude []LessonFile `json:"prelude,omitempty"`
	// Parts are functions of other programs, which all of these see by their names.
	Parts []LessonPart `json:"parts,omitempty"`
	// Code is what the learner wrote. Functions in it whose names begin with
	// "test_" run as well, after all others.
	Code LessonFile `json:"code"`
	// Tests see all names of Prelude and Code; each function whose name begins with
	// "test_" is a test.
	Tests []LessonFile `json:"tests,omitempty"`
	// Without are functions of the language that Code must not use.
	Without []string `json:"without,omitempty"`
	// Only are the names of the test functions to run; empty means all.
	Only []string `json:"only,omitempty"`
	// Foreign stands in for a function of Code while the tests run.
	Foreign *LessonForeign `json:"foreign,omitempty"`
	// Apply asks for a trace instead of tests.
	Apply *LessonApply `json:"apply,omitempty"`
	// Compare asks for a comparison of two traces instead of tests; then there is no
	// Code.
	Compare *LessonPair `json:"compare,omitempty"`
	// Limits bound what the program may use; 0 means what lessons usually get.
	Limits LessonLimits `json:"limits,omitzero"`
	// Judged are hashes, in base64, of pairs of random traces that the judge has seen to do the
	// same: they are not judged again.
	Judged string `json:"judged,omitempty"`
}

// LessonFile is a piece of a lesson's program.
type LessonFile struct {
	// Name is how errors call it. All files of a request need different names.
	Name string `json:"name"`
	Text string `json:"text"`
	// TaskID is the number of the task that the tests of the file belong to.
	TaskID int `json:"taskId,omitempty"`
}

// LessonPart is a function of another program, such as one that the learner wrote in an earlier step. Both see nothing else of one another.
type LessonPart struct {
	// Name is how the function is called here, Function what it is called in its program, which is Prelude and Code.
	Name     string       `json:"name"`
	Function string       `json:"function"`
	Prelude  []LessonFile `json:"prelude,omitempty"`
	Code     LessonFile   `json:"code"`
}

// LessonApply asks for a learner's pass to be applied to a trace.
type LessonApply struct {
	// Function is the name of the pass: it takes a Block and returns one.
	Function string `json:"function"`
	// Trace is the text of the trace, in any dialect.
	Trace string `json:"trace"`
}

// LessonForeign is a pass in another language. Its answers come from outside: a run stops
// a test at the first trace whose answer is not known, and lists those traces in
// LessonResponse.Asked.
type LessonForeign struct {
	// Function is the name of the function for which it stands.
	Function string `json:"function"`
	// Known are the answers so far.
	Known []LessonAnswer `json:"known,omitempty"`
}

// LessonAnswer is what a foreign pass made of one trace.
type LessonAnswer struct {
	Before string `json:"before"`
	After  string `json:"after,omitempty"`
	// Error says why there is no After.
	Error string `json:"error,omitempty"`
}

// LessonPair are two traces: what a pass was given, and what it made of it.
type LessonPair struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

// LessonLimits bound what a program may use. They are counted, so that a program
// stops at the same place on every machine.
type LessonLimits struct {
	// Steps is how much one test may do, TotalSteps all tests together, in
	// instructions of the interpreter.
	Steps      int `json:"steps,omitempty"`
	TotalSteps int `json:"totalSteps,omitempty"`
	// Memory is how many bytes one test may make, Output how many it may print.
	Memory int `json:"memory,omitempty"`
	Output int `json:"output,omitempty"`
}

// LessonResponse is what the tests gave: Exercism's results.json, version 3, with
// more in fields of its own.
type LessonResponse struct {
	// Version is 3.
	Version int `json:"version"`
	// Status is "pass", "fail" (a test did not pass) or "error" (the program could
	// not be run, or the pass not be applied).
	Status string `json:"status"`
	// Message says what is wrong if Status is "error".
	Message string `json:"message,omitempty"`
	// Tests are in the order of the files.
	Tests []LessonTest `json:"tests"`
	// Problems are the places that Message is about.
	Problems []LessonProblem `json:"problems"`
	// Output is what the program printed before any test began, or while the pass
	// was applied.
	Output string `json:"output,omitempty"`
	// Trace is the result of LessonRequest.Apply.
	Trace string `json:"trace,omitempty"`
	// Change answers LessonRequest.Compare: what is DiffRemoved the pass has removed, what is
	// DiffAdded it has added. Status is then the judge's word about the two
	// traces, in words in Message, and Outcomes compares what they did on inputs on
	// which they differ.
	Change   *LessonDiff `json:"change,omitempty"`
	Outcomes *LessonDiff `json:"outcomes,omitempty"`
	// Asked are the traces whose answers LessonRequest.Foreign does not know.
	Asked []string `json:"asked,omitempty"`
	// Steps is how much work it was altogether.
	Steps int `json:"steps"`
}

// LessonTest is one test's result.
type LessonTest struct {
	// Name is the test's docstring, or its function's name in words.
	Name string `json:"name"`
	// Status is "pass", "fail" (something was not as expected) or "error" (the
	// program stopped).
	Status string `json:"status"`
	// Message says what was expected and what was found.
	Message string `json:"message,omitempty"`
	// Output is what was printed while the test ran.
	Output string `json:"output,omitempty"`
	// TaskID is the number of the task that the test belongs to, 0 for none.
	TaskID int `json:"task_id,omitempty"`
	// TestCode is the test's source.
	TestCode string `json:"test_code"`
	// Function is the name of the test's function; File and Line are where it
	// stands, the line 1-based.
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	// Diff compares the expected trace with the actual one, if that was the
	// question.
	Diff *LessonDiff `json:"diff,omitempty"`
	// Problem is where the test stopped.
	Problem *LessonProblem `json:"problem,omitempty"`
	// Steps is how much work the test was.
	Steps int `json:"steps"`
}

// LessonDiff compares two traces operation by operation; which number a result has
// does not matter.
type LessonDiff struct {
	// Rows are DiffSame, DiffArgs (the same operation, but its arguments differ), DiffRemoved (only
	// expected) or DiffAdded (only actual).
	Rows []LinePair `json:"rows"`
}

// LessonProblem is an error with its place.
type LessonProblem struct {
	// Message says what was expected and what was found.
	Message string `json:"message"`
	// Limit is "steps", "memory", "output", "calls" or "size" if the program used up
	// what it may use.
	Limit string `json:"limit,omitempty"`
	// File, Line and Column are the place in the learner's own code if the error
	// came through it, else in the test. Both numbers are 1-based; columns count
	// characters. They are 0 if there is no place.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Stack has the calls that were open, the innermost first; Omitted is how many
	// in the middle were left out.
	Stack   []LessonFrame `json:"stack"`
	Omitted int           `json:"omitted,omitempty"`
}

// LessonFrame is one open call.
type LessonFrame struct {
	// Function is "" for the program itself.
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
}

package api

// LessonRequest asks to judge a learner's program by the tests of a lesson, or to
// apply a pass in it to a trace.
type LessonRequest struct {
	// Prelude is what the lesson provides: program and tests see its names.
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
	// Foreign replaces a function of Code while the tests run.
	Foreign *LessonForeign `json:"foreign,omitempty"`
	// Apply asks for a trace instead of tests.
	Apply *LessonApply `json:"apply,omitempty"`
	// Compare asks for a comparison of two traces instead of tests; then there is no
	// Code.
	Compare *LessonPair `json:"compare,omitempty"`
	// Limits bound what the program may use; 0 means the usual limits of lessons.
	Limits LessonLimits `json:"limits,omitzero"`
	// Judged are hashes, in base64, of pairs of random traces that the judge has found to
	// agree: they are not judged again.
	Judged string `json:"judged,omitempty"`
}

// LessonFile is a piece of a lesson's program.
type LessonFile struct {
	// Name is its name in errors. All files of a request need different names.
	Name string `json:"name"`
	Text string `json:"text"`
	// TaskID is the number of the task that the tests of the file belong to.
	TaskID int `json:"taskId,omitempty"`
}

// LessonPart is a function of another program, such as one that the learner wrote in an earlier step. The two programs see nothing else of
// each other.
type LessonPart struct {
	// Name is the function's name here, Function its name in its program, which consists of Prelude and Code.
	Name     string       `json:"name"`
	Function string       `json:"function"`
	Prelude  []LessonFile `json:"prelude,omitempty"`
	Code     LessonFile   `json:"code"`
}

// LessonApply asks to apply a learner's pass to a trace.
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
	// Function is the name of the function that it replaces.
	Function string `json:"function"`
	// Known are the answers so far.
	Known []LessonAnswer `json:"known,omitempty"`
}

// LessonAnswer is what a foreign pass made from one trace.
type LessonAnswer struct {
	Before string `json:"before"`
	After  string `json:"after,omitempty"`
	// Error says why there is no After.
	Error string `json:"error,omitempty"`
}

// LessonPair are two traces: what a pass was given, and what it made from it.
type LessonPair struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

// LessonLimits bound what a program may use. They are counts, so a program stops
// at the same place on every machine.
type LessonLimits struct {
	// Steps is the maximum number of the interpreter's instructions for one test,
	// TotalSteps for all tests together.
	Steps      int `json:"steps,omitempty"`
	TotalSteps int `json:"totalSteps,omitempty"`
	// Memory is the maximum number of bytes that one test may allocate, Output the
	// number that it may print.
	Memory int `json:"memory,omitempty"`
	Output int `json:"output,omitempty"`
}

// LessonResponse is the result of the tests: Exercism's results.json, version 3,
// with additional fields.
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
	// DiffAdded it has added. Status is then the judge's verdict on the two traces, Message
	// explains it, and Outcomes compares what they did on inputs on which they differ.
	Change   *LessonDiff `json:"change,omitempty"`
	Outcomes *LessonDiff `json:"outcomes,omitempty"`
	// Asked are the traces whose answers LessonRequest.Foreign does not know.
	Asked []string `json:"asked,omitempty"`
	// Steps is the total amount of work.
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
	// Function is the name of the test's function; File and Line are where it is;
	// lines count from 1.
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	// Diff compares the expected trace with the actual one, if the test compared
	// traces.
	Diff *LessonDiff `json:"diff,omitempty"`
	// Problem is where the test stopped.
	Problem *LessonProblem `json:"problem,omitempty"`
	// Steps is the amount of work of the test.
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
	// came through it, otherwise in the test. Both numbers are 1-based; columns
	// count characters. They are 0 if there is no place.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Stack has the open calls, the innermost first; Omitted is the number of
	// calls in the middle that were left out.
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

package learn

// Results is the result of a run of tests: Exercism's results.json, version 3,
// with additional fields.
type Results struct {
	// Version is 3.
	Version int `json:"version"`
	// Status is "pass", "fail" (a test did not pass) or "error" (the program could
	// not be run).
	Status string `json:"status"`
	// Message says what is wrong if Status is "error".
	Message string `json:"message,omitempty"`
	// Tests are in the order of the files.
	Tests []Test `json:"tests"`
	// Problems are the errors that Message is about.
	Problems []Problem `json:"problems,omitempty"`
	// Output is what the program printed before any test began.
	Output string `json:"output,omitempty"`
	// Asked are traces that a foreign pass has to answer before the tests can continue; see
	// [Foreign].
	Asked []string `json:"asked,omitempty"`
	// Steps is the total work; see [Limits].
	Steps uint64 `json:"steps"`
	// Judged is meant for Suite.Judged of other programs.
	Judged []byte `json:"-"`
}

// Test is one test's result.
type Test struct {
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
	// Function is the name of the test's function, File the name of its file.
	Function string `json:"function"`
	File     string `json:"file"`
	// Line is the 1-based line of the test in its file.
	Line int `json:"line"`
	// Diff compares the expected trace with the actual one, if that was the
	// question.
	Diff *TraceDiff `json:"diff,omitempty"`
	// Problem is where the test stopped.
	Problem *Problem `json:"problem,omitempty"`
	// Steps is the work of the test.
	Steps uint64 `json:"steps"`
}

// Problem is an error with its place.
type Problem struct {
	// Message says what was expected and what was found.
	Message string `json:"message"`
	// Limit is "steps", "memory", "output", "calls" or "size" if the program reached
	// that limit.
	Limit string `json:"limit,omitempty"`
	// File, Line and Column are the place in the learner's own code if the error
	// came through it, otherwise in the test. Both numbers are 1-based; columns
	// count characters. They are 0 if there is no place.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Stack has the calls that were open, the innermost first.
	Stack []Frame `json:"stack,omitempty"`
	// Omitted is the number of calls in the middle of the stack that were left
	// out.
	Omitted int `json:"omitted,omitempty"`
}

// Frame is one open call.
type Frame struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
}

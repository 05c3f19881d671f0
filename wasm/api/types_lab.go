package api

// FuzzOptions choose a sequence of random traces and what is tried on them.
type FuzzOptions struct {
	// Seed chooses the sequence, from 0 to FuzzStartResponse.MaxSeed.
	Seed int `json:"seed"`
	// Length is the approximate number of operations of a trace, 0 for the usual
	// number.
	Length int `json:"length,omitempty"`
	// Passes are the names of those that run. With none, half of the traces run with
	// all passes, and half with some of them.
	Passes []string `json:"passes"`
	// Bug is the name of a planted bug, empty for none.
	Bug string `json:"bug,omitempty"`
	// Prove is the number of steps that the prover's solver may take for each
	// question about a trace, 0 if the prover is not asked. Steps count work, not
	// time, so answers depend on nothing else.
	Prove int `json:"prove,omitempty"`
}

// FuzzStartResponse says what can be chosen; the request is empty.
type FuzzStartResponse struct {
	// Bugs are those that this build can plant: none but in the lab's own module.
	Bugs []PlantedBug `json:"bugs"`
	// MaxCount is the largest FuzzStepRequest.Count, MaxSeed the largest seed.
	MaxCount int `json:"maxCount"`
	MaxSeed  int `json:"maxSeed"`
}

// PlantedBug is a bug that can be planted in the optimizer, to see whether it is
// found.
type PlantedBug struct {
	Name string `json:"name"`
	Pass string `json:"pass"`
	// Doc says in one sentence what is wrong.
	Doc string `json:"doc"`
}

// FuzzStepRequest asks to try some traces of a sequence. The answer depends on
// nothing else, so Next is enough to continue.
type FuzzStepRequest struct {
	Options FuzzOptions `json:"options"`
	// Next is the number of the first trace to try, Count the number of traces.
	Next  int `json:"next"`
	Count int `json:"count"`
	// Findings is the number of findings after which it stops; 0 means 100.
	Findings int `json:"findings,omitempty"`
}

// FuzzStepResponse says what was found and seen.
type FuzzStepResponse struct {
	// Next is the trace to continue with.
	Next     int           `json:"next"`
	Findings []FuzzFinding `json:"findings"`
	// Traces and Operations are the numbers of traces and of their operations.
	Traces     int `json:"traces"`
	Operations int `json:"operations"`
	// Agreed counts pairs of runs that did the same, Undefined those that could not be
	// compared because the recorded trace has no meaning on the inputs.
	Agreed    int `json:"agreed"`
	Undefined int `json:"undefined"`
	// Questions is the number of questions that the prover's solver was asked; Proved
	// and Unknown count the traces that were proved, and those that were neither that
	// nor refuted.
	Questions int `json:"questions"`
	Proved    int `json:"proved"`
	Unknown   int `json:"unknown"`
	// Passes and Rules count what passes changed and how often rules were applied;
	// those with a count of 0 are left out.
	Passes []NamedCount `json:"passes"`
	Rules  []NamedCount `json:"rules"`
}

// NamedCount says how often something happened.
type NamedCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// FuzzFinding is a trace that the optimizer failed on.
type FuzzFinding struct {
	// Index is its number in the sequence.
	Index int `json:"index"`
	// Kind is "differs", "malformed", "panics", "unprintable" or "hangs".
	Kind string `json:"kind"`
	// Oracle is what found it: "interpreter", "checker", "optimizer", "printer",
	// "prover".
	Oracle string `json:"oracle"`
	// Title says in one line what failed, Detail says more.
	Title  string `json:"title"`
	Detail string `json:"detail"`
	// Passes are those that ran.
	Passes []string `json:"passes"`
	// Inputs are those on which it failed, empty if it is not about inputs.
	Inputs string `json:"inputs"`
	// Trace are the lines of the trace, After those of what the optimizer made from it, if
	// anything. In one trace the same value has the same number.
	Trace [][]Span `json:"trace"`
	After [][]Span `json:"after"`
}

// FuzzShrinkRequest asks to shrink a finding.
type FuzzShrinkRequest struct {
	Options FuzzOptions `json:"options"`
	// Index is the finding's.
	Index int `json:"index"`
	// Tries bounds the number of smaller traces that are tried, 0 for the usual
	// bound.
	Tries int `json:"tries,omitempty"`
}

// FuzzShrinkResponse is a shrunk finding.
type FuzzShrinkResponse struct {
	Finding FuzzFinding `json:"finding"`
	// Before and Operations are the numbers of operations before and after.
	Before     int `json:"before"`
	Operations int `json:"operations"`
	// Tries is the number of smaller traces that were tried.
	Tries int `json:"tries"`
	// Case is the finding as a text test of the optimizer, empty if it cannot be one.
	Case string `json:"case"`
}

// ProveRequest asks whether two traces do the same for all inputs: two points of a
// pipeline, or a recorded trace and another text.
type ProveRequest struct {
	// Text is the recorded trace.
	Text string `json:"text"`
	// Other, if it is not empty, is the trace to compare it with. Which guards
	// correspond is found by what they ask; "from 7, 12" after a guard says that
	// it asks the questions of rows 7 and 12 of Text. Passes, From and To then do not count.
	Other string `json:"other,omitempty"`
	// Passes, From and To are as in OptimizeRequest.
	Passes []string `json:"passes,omitempty"`
	From   int      `json:"from,omitempty"`
	To     int      `json:"to,omitempty"`
	// Solver is "builtin", which is also the meaning of "", or where programs can
	// be started "z3", "cvc5" or "bitwuzla".
	Solver string `json:"solver,omitempty"`
	// Width is the width of integers in bits: 8, 16, 32 or 64; 0 means 64.
	Width int `json:"width,omitempty"`
	// Unroll is the number of iterations of a loop that are looked at; 0 means 3.
	Unroll int `json:"unroll,omitempty"`
	// Timeout is the maximum time for a question in milliseconds; 0 means 10,000.
	Timeout int `json:"timeout,omitempty"`
}

// ProveResponse is a verdict. It is the only response that depends on more than
// the request: on the speed of the machine.
type ProveResponse struct {
	// Diagnostics and OtherDiagnostics are the errors in the texts. If there is at
	// least one error, everything below is empty.
	Diagnostics      []Diagnostic `json:"diagnostics"`
	OtherDiagnostics []Diagnostic `json:"otherDiagnostics"`
	// Status is "proved", "refuted", "unknown" or "vacuous"; Summary says it in one
	// line.
	Status  string `json:"status"`
	Summary string `json:"summary"`
	// Reason says why it is unknown, or vacuous: which operation lets no input pass.
	Reason string `json:"reason,omitempty"`
	// Width, Unroll, Loop and Solver say what it holds for: integers of Width bits
	// and, if there is a loop, Unroll of its iterations.
	Width  int    `json:"width"`
	Unroll int    `json:"unroll"`
	Loop   bool   `json:"loop"`
	Solver string `json:"solver"`
	// Time is in milliseconds.
	Time float64 `json:"time"`
	// Queries are the questions in the order of the traces.
	Queries []ProofQuery `json:"queries"`
	// Counterexample is set if the traces were refuted, or if the solver has one
	// that the interpreter did not confirm.
	Counterexample *Counterexample `json:"counterexample,omitempty"`
}

// ProofQuery is one question of a proof.
type ProofQuery struct {
	// Kind is "guard", "removed", "added", "exit", "effect", "defined" or "end".
	Kind string `json:"kind"`
	// What says in words what the question is.
	What string `json:"what"`
	// Before and After are the lines that it is about, from 1; 0 for none. They are
	// lines of the texts in the request, or of printed traces for points after the
	// first.
	Before int `json:"before"`
	After  int `json:"after"`
	// Iteration counts from 1 in loops, and is 0 elsewhere.
	Iteration int `json:"iteration"`
	// Status is "proved", "refuted" or "unknown"; Same means that both sides came to
	// the same terms, so no solver had to be asked.
	Status string `json:"status"`
	Same   bool   `json:"same"`
	Reason string `json:"reason,omitempty"`
	// Time is in milliseconds; By is the part of the solver that settled it.
	Time float64 `json:"time"`
	By   string  `json:"by,omitempty"`
}

// Counterexample is an input on which two traces differ.
type Counterexample struct {
	// Inputs has the form of RunRequest.Inputs.
	Inputs string `json:"inputs"`
	// Values are the inputs one by one, Objects the heap at the start.
	Values  []WordValue `json:"values"`
	Objects []Object    `json:"objects"`
	// Query is the index of the question that it answers.
	Query int `json:"query"`
	// Replayed means that the interpreter saw the traces differ; Reason is the first
	// difference.
	Replayed bool   `json:"replayed"`
	Reason   string `json:"reason,omitempty"`
	// Hostile means that they differ only if the outside changes objects.
	Hostile bool `json:"hostile"`
	// Before and After are the two runs; empty if it was not replayed.
	Before *ProofRun `json:"before,omitempty"`
	After  *ProofRun `json:"after,omitempty"`
}

// WordValue is an input in all the ways in which a word can be read: its value as in
// NamedValue, and three more, which are empty for references.
type WordValue struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Value    Span   `json:"value"`
	Unsigned string `json:"unsigned,omitempty"`
	Hex      string `json:"hex,omitempty"`
	Binary   string `json:"binary,omitempty"`
}

// ProofRun is how one of two traces ran on a counterexample.
type ProofRun struct {
	// All of them are as in Outcome.
	Exit    string       `json:"exit"`
	At      *Line        `json:"at"`
	Detail  string       `json:"detail,omitempty"`
	Values  []NamedValue `json:"values"`
	Effects [][]Span     `json:"effects"`
	Heap    []Object     `json:"heap"`
}

// SmtRequest asks for the questions that a ProveRequest would ask a solver.
type SmtRequest struct {
	Text   string   `json:"text"`
	Other  string   `json:"other,omitempty"`
	Passes []string `json:"passes,omitempty"`
	From   int      `json:"from,omitempty"`
	To     int      `json:"to,omitempty"`
	Width  int      `json:"width,omitempty"`
	Unroll int      `json:"unroll,omitempty"`
}

// SmtResponse is the script.
type SmtResponse struct {
	Diagnostics      []Diagnostic `json:"diagnostics"`
	OtherDiagnostics []Diagnostic `json:"otherDiagnostics"`
	// Script is SMT-LIB 2 text; the traces are equivalent if every answer is unsat.
	Script string `json:"script"`
	// Questions is the number of its questions.
	Questions int `json:"questions"`
	// Reason says why there is no script.
	Reason string `json:"reason,omitempty"`
}

// RuleRequest asks whether rewrite rules are correct, and what they do to a
// trace.
type RuleRequest struct {
	// Text is the trace that the rules are applied to, empty for none.
	Text string `json:"text"`
	// Rules are the rules, as in the file of the built-in ones.
	Rules string `json:"rules"`
	// Passes are those of the run on the trace, as in OptimizeRequest; empty for the
	// preset "loop".
	Passes []string `json:"passes,omitempty"`
	// Solver is as in ProveRequest.
	Solver string `json:"solver,omitempty"`
	// Timeout is the maximum time for the proof of one rule in milliseconds; 0
	// means 10,000.
	Timeout int `json:"timeout,omitempty"`
}

// RuleResponse is the outcome for the rules. It depends on the speed of the
// machine.
type RuleResponse struct {
	// Errors are those in the rules, Diagnostics those in the trace. Rules without
	// errors are tried all the same.
	Errors      []Diagnostic `json:"errors"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	// Status is "refuted" if a rule is, "proved" if all are, otherwise "unknown";
	// empty if there are no rules.
	Status string        `json:"status"`
	Rules  []RuleVerdict `json:"rules"`
	// Ends means that rewriting with these rules and the built-in ones is known to
	// end.
	Ends bool `json:"ends"`
	// Remarks are further remarks, as sentences without their period.
	Remarks []string `json:"remarks"`
	// Applied is what the rules do to the trace.
	Applied *RuleApplied `json:"applied,omitempty"`
}

// RuleVerdict is what is known of one rule.
type RuleVerdict struct {
	Name string `json:"name"`
	Text string `json:"text"`
	// Line is where the rule begins, from 1.
	Line int `json:"line"`
	// Status is "proved", "refuted" or "unknown"; Summary says it in one line,
	// Reason says why it is unknown.
	Status  string `json:"status"`
	Summary string `json:"summary"`
	Reason  string `json:"reason,omitempty"`
	// Width is the width of integers in bits; By is what settled it: "terms",
	// "solver", "cases", "whole numbers" or "trying". Time is in milliseconds.
	Width     int     `json:"width"`
	Solver    string  `json:"solver"`
	By        string  `json:"by,omitempty"`
	Questions int     `json:"questions"`
	Time      float64 `json:"time"`
	// Counterexample is set if the rule is refuted.
	Counterexample *RuleCounterexample `json:"counterexample,omitempty"`
	// Never means that no numbers satisfy the condition.
	Never bool `json:"never,omitempty"`
	// Before and After are the weights of pattern and target; Copied are names that
	// occur more often in the target.
	Before int      `json:"before"`
	After  int      `json:"after"`
	Copied []string `json:"copied"`
	// Loop is set if rewriting does not end.
	Loop *RuleLoop `json:"loop,omitempty"`
	// Hidden is a rule that always matches first.
	Hidden string `json:"hidden,omitempty"`
	// Fired is the number of changes of the trace that have this rule as their
	// reason.
	Fired int `json:"fired"`
}

// RuleCounterexample are numbers for which the two sides of a rule differ.
type RuleCounterexample struct {
	Values []WordValue `json:"values"`
	// Pattern and Target are what the sides give: a number, "overflows" or "no
	// meaning". Reason says it in a sentence.
	Pattern string `json:"pattern"`
	Target  string `json:"target"`
	Reason  string `json:"reason"`
}

// RuleLoop is rewriting that does not end.
type RuleLoop struct {
	// Rules fire one after the other; Steps are the expressions from the first one on.
	Rules []string `json:"rules"`
	Steps []string `json:"steps"`
	// Grows means that the expressions become longer instead of repeating.
	Grows bool   `json:"grows"`
	Text  string `json:"text"`
}

// RuleApplied is what rules did to a trace.
type RuleApplied struct {
	// Rows are the recorded trace next to what the passes make from it with the
	// rules.
	Rows []LinePair `json:"rows"`
	// Needless means that the passes make the same from it without the rules.
	Needless bool `json:"needless"`
	// Fired is the number of changes that have one of the rules as their reason.
	Fired int `json:"fired"`
}

// LinePair is a line of one side, or a line of each side for the same
// operation.
type LinePair struct {
	Kind DiffKind `json:"kind"`
	// Left and Right are the lines as in Line.Spans, empty where a side has none. A value has the
	// same number on both sides.
	Left  []Span `json:"left"`
	Right []Span `json:"right"`
}

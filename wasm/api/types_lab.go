package api

// FuzzOptions choose a sequence of random traces and what is tried on them.
type FuzzOptions struct {
	// Seed chooses the sequence, from 0 to FuzzStartResponse.MaxSeed.
	Seed int `json:"seed"`
	// Length is about how many operations a trace has, 0 for the usual.
	Length int `json:"length,omitempty"`
	// Passes are the names of those that run. With none, half of the traces run with
	// all passes, and half with some of them.
	Passes []string `json:"passes"`
	// Bug is the name of a planted bug, empty for none.
	Bug string `json:"bug,omitempty"`
	// Prove is how many steps the prover's solver may take for each question about a
	// trace, 0 if the prover is not asked. Steps are work, not time, so that answers
	// depend on nothing else.
	Prove int `json:"prove,omitempty"`
}

// FuzzStartResponse says what there is to choose; the request needs nothing.
type FuzzStartResponse struct {
	// Bugs are those that this build can plant: none but in the lab's own module.
	Bugs []PlantedBug `json:"bugs"`
	// MaxCount is the largest FuzzStepRequest.Count, MaxSeed the largest seed.
	MaxCount int `json:"maxCount"`
	MaxSeed  int `json:"maxSeed"`
}

// PlantedBug is a bug that can be planted into the optimizer, to see whether it is
// found.
type PlantedBug struct {
	Name string `json:"name"`
	Pass string `json:"pass"`
	// Doc says in one sentence what is wrong.
	Doc string `json:"doc"`
}

// FuzzStepRequest asks for some traces of a sequence to be tried. The answer depends
// on nothing else: whoever has Next can go on.
type FuzzStepRequest struct {
	Options FuzzOptions `json:"options"`
	// Next is the number of the first trace to try, Count how many are tried.
	Next  int `json:"next"`
	Count int `json:"count"`
	// Findings is after how many findings it stops; 0 means 100.
	Findings int `json:"findings,omitempty"`
}

// FuzzStepResponse says what was found and seen.
type FuzzStepResponse struct {
	// Next is the trace to go on with.
	Next     int           `json:"next"`
	Findings []FuzzFinding `json:"findings"`
	// Traces and Operations are how many there were.
	Traces     int `json:"traces"`
	Operations int `json:"operations"`
	// Agreed counts pairs of runs that did the same, Undefined those that could not be
	// compared because the recorded trace has no meaning on the inputs.
	Agreed    int `json:"agreed"`
	Undefined int `json:"undefined"`
	// Questions is how many questions the prover's solver was asked; Proved and Unknown
	// count the traces that were proved, and those that were neither that nor refuted.
	Questions int `json:"questions"`
	Proved    int `json:"proved"`
	Unknown   int `json:"unknown"`
	// Passes and Rules count what passes changed and which rules were applied; those
	// that were not are left out.
	Passes []NamedCount `json:"passes"`
	Rules  []NamedCount `json:"rules"`
}

// NamedCount is how often something happened.
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
	// Oracle is who found it: "interpreter", "checker", "optimizer", "printer",
	// "prover".
	Oracle string `json:"oracle"`
	// Title says in a line what failed, Detail in more.
	Title  string `json:"title"`
	Detail string `json:"detail"`
	// Passes are those that ran.
	Passes []string `json:"passes"`
	// Inputs are those on which it failed, empty if it is not about inputs.
	Inputs string `json:"inputs"`
	// Trace are the lines of the trace, After those of what the optimizer made of it, none if
	// nothing. In one trace the same value has the same number.
	Trace [][]Span `json:"trace"`
	After [][]Span `json:"after"`
}

// FuzzShrinkRequest asks for a finding to be made small.
type FuzzShrinkRequest struct {
	Options FuzzOptions `json:"options"`
	// Index is the finding's.
	Index int `json:"index"`
	// Tries bounds how many smaller traces are tried, 0 for the usual bound.
	Tries int `json:"tries,omitempty"`
}

// FuzzShrinkResponse is a finding made small.
type FuzzShrinkResponse struct {
	Finding FuzzFinding `json:"finding"`
	// Before and Operations are the numbers of operations before and after.
	Before     int `json:"before"`
	Operations int `json:"operations"`
	// Tries is how many smaller traces were tried.
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
	// Solver is "builtin", also if it is empty, or where programs can be started
	// "z3", "cvc5" or "bitwuzla".
	Solver string `json:"solver,omitempty"`
	// Width is that of integers in bits: 8, 16, 32 or 64; 0 is 64.
	Width int `json:"width,omitempty"`
	// Unroll is how many iterations of a loop are looked at; 0 is 3.
	Unroll int `json:"unroll,omitempty"`
	// Timeout is how many milliseconds a question may take; 0 is 10,000.
	Timeout int `json:"timeout,omitempty"`
}

// ProveResponse is a verdict. Of all responses it alone depends on more than the
// request: on how fast the machine is.
type ProveResponse struct {
	// Diagnostics and OtherDiagnostics are the errors in the texts. If there is at
	// least one error, everything below is empty.
	Diagnostics      []Diagnostic `json:"diagnostics"`
	OtherDiagnostics []Diagnostic `json:"otherDiagnostics"`
	// Status is "proved", "refuted", "unknown" or "vacuous"; Summary says it in a line.
	Status  string `json:"status"`
	Summary string `json:"summary"`
	// Reason says why it is unknown, or vacuous: which operation lets no input pass.
	Reason string `json:"reason,omitempty"`
	// Width, Unroll, Loop and Solver say what it holds for: integers of so many bits
	// and, if there is a loop, so many of its iterations.
	Width  int    `json:"width"`
	Unroll int    `json:"unroll"`
	Loop   bool   `json:"loop"`
	Solver string `json:"solver"`
	// Time is in milliseconds.
	Time float64 `json:"time"`
	// Queries are the questions in the order of the traces.
	Queries []ProofQuery `json:"queries"`
	// Counterexample is there if the traces were refuted, and if the solver has one
	// that the interpreter did not confirm.
	Counterexample *Counterexample `json:"counterexample,omitempty"`
}

// ProofQuery is one question of a proof.
type ProofQuery struct {
	// Kind is "guard", "removed", "added", "exit", "effect", "defined" or "end".
	Kind string `json:"kind"`
	// What says in words what is asked.
	What string `json:"what"`
	// Before and After are the lines that it is about, from 1; 0 for none. They count
	// in the texts of the request, and in printed traces for points after the first.
	Before int `json:"before"`
	After  int `json:"after"`
	// Iteration counts from 1 in loops, and is 0 elsewhere.
	Iteration int `json:"iteration"`
	// Status is "proved", "refuted" or "unknown"; Same means that both sides came to
	// the same terms, so that nobody had to be asked.
	Status string `json:"status"`
	Same   bool   `json:"same"`
	Reason string `json:"reason,omitempty"`
	// Time is in milliseconds; By is the part of the solver that settled it.
	Time float64 `json:"time"`
	By   string  `json:"by,omitempty"`
}

// Counterexample is an input on which two traces part.
type Counterexample struct {
	// Inputs is what RunRequest.Inputs takes.
	Inputs string `json:"inputs"`
	// Values are the inputs one by one, Objects the heap at the start.
	Values  []WordValue `json:"values"`
	Objects []Object    `json:"objects"`
	// Query is the index of the question that it answers.
	Query int `json:"query"`
	// Replayed means that the interpreter saw the traces part; Reason is what it saw
	// first.
	Replayed bool   `json:"replayed"`
	Reason   string `json:"reason,omitempty"`
	// Hostile means that they part only if the outside changes objects.
	Hostile bool `json:"hostile"`
	// Before and After are the two runs; empty if it was not replayed.
	Before *ProofRun `json:"before,omitempty"`
	After  *ProofRun `json:"after,omitempty"`
}

// WordValue is an input in all the ways in which one reads a word: its value as in NamedValue,
// and three more, which are empty for references.
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

// SmtRequest asks for what ProveRequest would ask a solver.
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
	// Questions is how many it asks.
	Questions int `json:"questions"`
	// Reason says why there is no script.
	Reason string `json:"reason,omitempty"`
}

// RuleRequest asks whether rewrite rules are right, and what they do to a trace.
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
	// Timeout is how many milliseconds the proof of one rule may take; 0 is 10,000.
	Timeout int `json:"timeout,omitempty"`
}

// RuleResponse says what became of the rules. It depends on how fast the machine
// is.
type RuleResponse struct {
	// Errors are those in the rules, Diagnostics those in the trace. Rules without
	// errors are tried all the same.
	Errors      []Diagnostic `json:"errors"`
	Diagnostics []Diagnostic `json:"diagnostics"`
	// Status is "refuted" if a rule is, "proved" if all are, else "unknown"; empty if
	// there are no rules.
	Status string        `json:"status"`
	Rules  []RuleVerdict `json:"rules"`
	// Ends means that rewriting with these rules and the built-in ones is known to
	// come to an end.
	Ends bool `json:"ends"`
	// Remarks are what else is to be said, as sentences without their period.
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
	// Status is "proved", "refuted" or "unknown"; Summary says it in a line, Reason
	// why it is unknown.
	Status  string `json:"status"`
	Summary string `json:"summary"`
	Reason  string `json:"reason,omitempty"`
	// Width is that of integers in bits; By is what settled it: "terms", "solver",
	// "cases", "whole numbers" or "trying". Time is in milliseconds.
	Width     int     `json:"width"`
	Solver    string  `json:"solver"`
	By        string  `json:"by,omitempty"`
	Questions int     `json:"questions"`
	Time      float64 `json:"time"`
	// Counterexample is there if the rule is refuted.
	Counterexample *RuleCounterexample `json:"counterexample,omitempty"`
	// Never means that no numbers meet the condition.
	Never bool `json:"never,omitempty"`
	// Before and After are what pattern and target weigh; Copied are names that occur
	// more often in the target.
	Before int      `json:"before"`
	After  int      `json:"after"`
	Copied []string `json:"copied"`
	// Loop is there if rewriting does not come to an end.
	Loop *RuleLoop `json:"loop,omitempty"`
	// Hidden is a rule that takes the pattern first.
	Hidden string `json:"hidden,omitempty"`
	// Fired is how many changes of the trace have this rule as their reason.
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

// RuleLoop is rewriting that does not come to an end.
type RuleLoop struct {
	// Rules fire one after the other; Steps are the expressions from the first one on.
	Rules []string `json:"rules"`
	Steps []string `json:"steps"`
	// Grows means that the expressions become longer instead of coming back.
	Grows bool   `json:"grows"`
	Text  string `json:"text"`
}

// RuleApplied is what rules did to a trace.
type RuleApplied struct {
	// Rows are the recorded trace beside what the passes make of it with the rules.
	Rows []LinePair `json:"rows"`
	// Needless means that the passes make the same of it without the rules.
	Needless bool `json:"needless"`
	// Fired is how many changes have one of the rules as their reason.
	Fired int `json:"fired"`
}

// LinePair is a line of either side, or of both for the same operation.
type LinePair struct {
	Kind DiffKind `json:"kind"`
	// Left and Right are the lines as in Line.Spans, empty where a side has none. A value has the
	// same number on both sides.
	Left  []Span `json:"left"`
	Right []Span `json:"right"`
}

package api

// A program runs in slices, so that its progress can be watched while it runs, and it can be stopped: `program`
// begins it, `programMore` lets it continue. What it has done so far is in every answer. When a program begins, the
// previous one is dropped.

// ProgramRequest asks to run a program in Unbox's Python.
type ProgramRequest struct {
	// Run is a number for requests about this run.
	Run int `json:"run"`
	// Text is the program, File its name for messages.
	Text string `json:"text"`
	File string `json:"file"`
	// JIT makes traces of hot loops: those that went back Threshold times, at least
	// 1.
	JIT       bool `json:"jit"`
	Threshold int  `json:"threshold"`
	// NoBridges leaves traces to the interpreter wherever a guard fails.
	NoBridges bool `json:"noBridges"`
	// Passes are those of the optimizer that are on; null means all of the preset `loop`.
	Passes []string `json:"passes"`
	// Slice is the amount of work that is done before the answer, in iterations of loops and calls;
	// Limit is the maximum for the whole program.
	Slice int `json:"slice"`
	Limit int `json:"limit"`
	// Memory is the limit of the program's memory in MB, from 4 to 1024, Output the limit of
	// what it prints in KB.
	Memory int `json:"memory"`
	Output int `json:"output"`
	// Now is what the module `time` says when the program begins, in seconds; Seed seeds `random`.
	Now  float64 `json:"now"`
	Seed int     `json:"seed"`
	// Timed asks to measure ProgramState.Time; equal requests then no longer have equal answers.
	Timed bool `json:"timed"`
}

// ProgramMoreRequest lets the program continue.
type ProgramMoreRequest struct {
	// Run is ProgramRequest.Run. If that program no longer exists, the answer is an Absent.
	Run   int     `json:"run"`
	Slice int     `json:"slice"`
	Now   float64 `json:"now"`
}

// ProgramState is what a program has done so far.
type ProgramState struct {
	// Run is ProgramRequest.Run.
	Run int `json:"run"`
	// Diagnostics say where the text leaves the language; if there are any, nothing ran.
	Diagnostics []Diagnostic `json:"diagnostics"`
	// Running means that it has not ended.
	Running bool `json:"running"`
	// Output is what it wrote since the previous answer.
	Output []ProgramOutput `json:"output"`
	// Code is the exit code, 1 after an uncaught exception; Stopped says which limit ended the
	// program, "" if none did.
	Code    int    `json:"code"`
	Stopped string `json:"stopped"`
	// Work is what it did, in iterations of loops and calls; Collections the number of collections of
	// memory, Copied the bytes that they moved, and Region the bytes that there are.
	Work        int `json:"work"`
	Collections int `json:"collections"`
	Copied      int `json:"copied"`
	Region      int `json:"region"`
	// Lines has the number of instructions of each line that ran, from line 1 on. In traces they
	// are counted as recorded; interpreted ones are counted by iterations and calls, which gives
	// an upper bound.
	Lines []int `json:"lines"`
	// Loops are those that went back, the one with the most iterations first.
	Loops []ProgramLoop `json:"loops"`
	// Time says how the program spent its time; it is empty if ProgramRequest.Timed is
	// false.
	Time ProgramTime `json:"time"`
}

// ProgramTime says how a program spent its time. Times are milliseconds of the time that it ran.
type ProgramTime struct {
	// Activities are the names of what a program does, Total the time of each of them.
	Activities []string  `json:"activities"`
	Total      []float64 `json:"total"`
	// Width is the time of a cell, of which the last one may have less; Cells has the time of each
	// activity in each cell.
	Width float64     `json:"width"`
	Cells [][]float64 `json:"cells"`
	// Events are the first events of loops, Missed the number of events after them.
	Events []ProgramEvent `json:"events"`
	Missed int            `json:"missed"`
}

// ProgramEvent is a moment at which something happened to a loop.
type ProgramEvent struct {
	At float64 `json:"at"`
	// What is "trace", "version" (of a loop, to which bridges lead), "bridge", "failed" (nothing came of a recording) or
	// "thrown away".
	What string `json:"what"`
	// Loop is ProgramLoop.Loop, Line and Place are its Line and At.
	Loop  int    `json:"loop"`
	Line  int    `json:"line"`
	Place string `json:"place"`
	// Recorded is the number of recorded operations of a trace or bridge, Making the time that recording, optimizing
	// and compiling took since the event before, including failed attempts.
	Recorded int     `json:"recorded"`
	Making   float64 `json:"making"`
}

// ProgramOutput is a piece of output.
type ProgramOutput struct {
	// Error means standard error: tracebacks and limits.
	Error bool   `json:"error"`
	Text  string `json:"text"`
}

// ProgramLoop is a loop of the program.
type ProgramLoop struct {
	// Loop is its number in the program, from 0: it is the same in every run.
	Loop int `json:"loop"`
	// Line is the program's line in which it begins, 0 for one in a module of the library; At is its place in words, "line 12"
	// or "heapq.py:12". Function is the function that contains it.
	Line     int    `json:"line"`
	At       string `json:"at"`
	Function string `json:"function"`
	// Iterations is the number of times that it went back, Traced the number of those
	// iterations that a trace ran.
	Iterations int `json:"iterations"`
	Traced     int `json:"traced"`
	// Entered is the number of times that its traces were entered, Made counts
	// what was recorded.
	Entered int `json:"entered"`
	Made    int `json:"made"`
	// State is "cold" (too few iterations), "failed" (there is no trace, and it will be tried again), "trace", or
	// "given up".
	State string `json:"state"`
	// Failures are the reasons why recordings failed, or traces were discarded; BridgeFailures those why an
	// exit has no bridge.
	Failures       []string `json:"failures"`
	BridgeFailures []string `json:"bridgeFailures"`
	// Traces are the last trace of the loop, and its bridges in any order after the trace in which they begin, and then
	// those of the loop's versions; none if nothing was recorded.
	Traces []ProgramPart `json:"traces"`
}

// ProgramPart is a trace of a loop: its own, that of a version, or a bridge.
type ProgramPart struct {
	// Version is the number of the version of the loop whose own trace it is, from 1 on; 0 for the loop's first trace, and
	// for bridges. Unboxed are the variables that the version takes as numbers without their boxes.
	Version int      `json:"version"`
	Unboxed []string `json:"unboxed"`
	// TargetVersion is the number of the version of the loop to which a bridge leads; 0 is the loop's first trace.
	TargetVersion int `json:"targetVersion"`
	// Line, At and Function are where it begins, as in ProgramLoop; Target is the beginning of the loop to which a bridge
	// leads, "" for a loop's own trace.
	Line     int    `json:"line"`
	At       string `json:"at"`
	Function string `json:"function"`
	Target   string `json:"target"`
	// Bytecodes counts instructions, Recorded the operations recorded of them, Optimized what is left, in the loop if there
	// is one, Boxes… those of them that allocate.
	Bytecodes   int `json:"bytecodes"`
	Recorded    int `json:"recorded"`
	Optimized   int `json:"optimized"`
	BoxesBefore int `json:"boxesBefore"`
	BoxesAfter  int `json:"boxesAfter"`
	// Exits are the guards at which it was left; the one that failed most often comes
	// first.
	Exits []ProgramExit `json:"exits"`
}

// ProgramExit is a guard at which a trace was left.
type ProgramExit struct {
	// Guard is the operation of the optimized trace, Name its spelling.
	Guard int    `json:"guard"`
	Name  string `json:"name"`
	// Count is the number of times that it left there to the interpreter. At and Function are where the
	// program went on.
	Count    int    `json:"count"`
	At       string `json:"at"`
	Function string `json:"function"`
	// Bridge is the index in ProgramLoop.Traces of the trace in which it continues from then on, -1 if there is none.
	Bridge int `json:"bridge"`
}

// ProgramTraceRequest asks for a trace of a loop.
type ProgramTraceRequest struct {
	Run int `json:"run"`
	// Loop is ProgramLoop.Loop, Part the index in its Traces.
	Loop int `json:"loop"`
	Part int `json:"part"`
	// Result is the number under which the optimized trace is kept, as in OptimizeRequest.
	Result int `json:"result"`
	// From and Most say which instructions are requested.
	From int `json:"from"`
	Most int `json:"most"`
	// Machine asks for machine code.
	Machine bool `json:"machine"`
}

// ProgramTrace shows an iteration from the source to the optimized trace.
type ProgramTrace struct {
	Loop int `json:"loop"`
	Part int `json:"part"`
	// Steps are the instructions in the order in which they were recorded, from From on; Total is their
	// number.
	From  int           `json:"from"`
	Total int           `json:"total"`
	Steps []ProgramStep `json:"steps"`
	// Recorded are the operations that were recorded of these steps, Optimized those that are left of
	// them. Those before the first step belong to step -1.
	Recorded  []ProgramRow `json:"recorded"`
	Optimized []ProgramRow `json:"optimized"`
	// Machine is the code that the command line makes from the trace for x86-64, without what is rarely
	// run; MachineSize is the size of the whole code in bytes. It is set if the request asks for it;
	// Refused says why there is none.
	Machine     []ProgramCode `json:"machine"`
	MachineSize int           `json:"machineSize"`
	Refused     string        `json:"refused"`
	// Peeled means that the optimized trace has a first iteration and a loop.
	Peeled bool `json:"peeled"`
	// Text is the recorded trace, and Passes what optimized it. Text is empty if the trace ends in another one, because
	// it then has no meaning by itself.
	Text   string   `json:"text"`
	Passes []string `json:"passes"`
}

// ProgramStep is an instruction of the bytecode.
type ProgramStep struct {
	// Line and At are where it is, as in ProgramLoop, Function is the function that contains it, Depth the number of
	// functions into which that is inlined.
	Line     int    `json:"line"`
	At       string `json:"at"`
	Function string `json:"function"`
	Depth    int    `json:"depth"`
	// Place is the instruction's index in its function, Name what it is, Text what it does.
	Place int    `json:"place"`
	Name  string `json:"name"`
	Text  string `json:"text"`
}

// ProgramCode is an instruction of machine code.
type ProgramCode struct {
	// Step is the index of the bytecode instruction that it belongs to, -1 before the first; Key is the operation of the
	// optimized trace, 0 for none.
	Step int `json:"step"`
	Key  int `json:"key"`
	// Label is the label before the instruction, Text is in Intel's notation.
	Label string `json:"label"`
	Text  string `json:"text"`
	// First means that it comes before the loop.
	First bool `json:"first"`
}

// ProgramMeaningRequest asks what an instruction of the bytecode means: what the recorder does with it.
type ProgramMeaningRequest struct {
	// Name is ProgramStep.Name.
	Name string `json:"name"`
}

// ProgramMeaning is this as Go code: the case of a switch, and the function that it calls. Both may be
// empty.
type ProgramMeaning struct {
	Text     string `json:"text"`
	Function string `json:"function"`
}

// ProgramRow is an operation of a trace.
type ProgramRow struct {
	// Step is the index of its instruction, from 0 in the whole recording.
	Step int `json:"step"`
	// Key is the operation, in its own trace; Number is its row as recorded, 0 for what a pass added.
	Key    int    `json:"key"`
	Number int    `json:"number"`
	Spans  []Span `json:"spans"`
	// Fate is what happened to a recorded operation in the loop: "kept", "replaced", "moved" or "removed"; Reason is
	// why.
	Fate   string `json:"fate"`
	Reason []Part `json:"reason"`
	// First means that it is in the first iteration, before the loop.
	First bool `json:"first"`
}

// ProgramExitRequest asks what is done where a trace of a loop is left.
type ProgramExitRequest struct {
	Run  int `json:"run"`
	Loop int `json:"loop"`
	Part int `json:"part"`
	// Guard is ProgramExit.Guard.
	Guard int `json:"guard"`
}

// ProgramExitResponse says what is rebuilt there.
type ProgramExitResponse struct {
	// Guard is the line of the guard; Found is false if the loop has no such guard now.
	Found bool   `json:"found"`
	Guard []Span `json:"guard"`
	// Frames are the functions that continue, the outermost first.
	Frames []ProgramFrame `json:"frames"`
	// Objects are allocated there, Writes are done there because they were delayed.
	Objects []ProgramObject `json:"objects"`
	Writes  []ProgramObject `json:"writes"`
}

// ProgramFrame is a function that continues with an instruction.
type ProgramFrame struct {
	Function string `json:"function"`
	At       string `json:"at"`
	// Text is what the instruction does.
	Text string `json:"text"`
	// Variables are what its registers get.
	Variables []ProgramVariable `json:"variables"`
}

// ProgramVariable is a name with a value of the trace.
type ProgramVariable struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Object is the index in ProgramExitResponse.Objects, -1 if the value already exists.
	Object int `json:"object"`
}

// ProgramObject is an object with its fields.
type ProgramObject struct {
	// Name is its name in values, Class what it is.
	Name   string            `json:"name"`
	Class  string            `json:"class"`
	Fields []ProgramVariable `json:"fields"`
}

package api

// An illustration is a picture in a lesson: prepared, with everything that can be asked about it, and drawn by the page's own
// components.

// Kinds of illustrations, as the fences of lessons name them.
const (
	IllustrationDiff      = "diff"
	IllustrationLifelines = "lifelines"
	IllustrationLoop      = "loop"
	IllustrationSteps     = "steps"
	IllustrationObjects   = "objects"
	IllustrationProgram   = "program"
	IllustrationRace      = "race"
)

// Illustration is an illustration with what its kind needs.
type Illustration struct {
	// Kind is "diff" (the rows before and after), "lifelines" (with the objects beside them), "loop" (both iterations of a peeled loop), "steps"
	// (the optimizer at each row), "objects" (what is known before one row, drawn), "program" (a program that ran, and what happened to its
	// loops), or "race" (what a learner's parts make from a trace, next to ours).
	Kind string `json:"kind"`
	// Picture is there for all kinds except steps, objects and programs; for these it is
	// null.
	Picture *Prepared `json:"picture"`
	// Row is the number of the row whose reason is open, or before which the objects are drawn; 0 for none.
	Row int `json:"row"`
	// Loop has all items of both iterations, for a loop.
	Loop *LoopResponse `json:"loop"`
	// Moments are those of all rows, for steps, or the one of a row, for objects; Rows are the rows next to them.
	Moments []MomentResponse `json:"moments"`
	Rows    []MomentRow      `json:"rows"`
	// Operations says what the operations in the rows of moments do.
	Operations []PreparedOperation `json:"operations"`
	// Program is the one that ran; null for all other kinds.
	Program *IllustratedProgram `json:"program"`
	// Race is one; null for all other kinds.
	Race *IllustratedRace `json:"race"`
}

// IllustratedRace is a trace with everything that races on it.
type IllustratedRace struct {
	// Text is the recorded trace, Inputs what it runs on, Yours the learner's function that makes a block from a
	// block.
	Text   string `json:"text"`
	Inputs string `json:"inputs"`
	Yours  string `json:"yours"`
	// Recorded is the number of operations of a recorded iteration, Ours the number that our passes leave, Passes which passes these are. The
	// jump counts.
	Recorded int      `json:"recorded"`
	Ours     int      `json:"ours"`
	Passes   []string `json:"passes"`
	// Elsewhere is the time of the whole program in other engines; When and Where say when and
	// where it was measured.
	Elsewhere []RaceTime `json:"elsewhere"`
	When      string     `json:"when"`
	Where     string     `json:"where"`
}

// RaceTime is the time of a program in an engine: nanoseconds for one iteration of its
// loop.
type RaceTime struct {
	Engine string  `json:"engine"`
	Time   float64 `json:"time"`
}

// IllustratedProgram is a program with what happened to it.
type IllustratedProgram struct {
	Text string `json:"text"`
	// Threshold and Bridges are as in ProgramRequest.
	Threshold int  `json:"threshold"`
	Bridges   bool `json:"bridges"`
	// State is the state at its end, with everything that it wrote.
	State ProgramState `json:"state"`
	// Exits are all exits at which its traces were left.
	Exits []IllustratedExit `json:"exits"`
}

// IllustratedExit is what is done at an exit; its numbers are those of a ProgramExitRequest.
type IllustratedExit struct {
	Loop    int                 `json:"loop"`
	Part    int                 `json:"part"`
	Guard   int                 `json:"guard"`
	Rebuilt ProgramExitResponse `json:"rebuilt"`
}

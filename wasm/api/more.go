//go:build !core

package api

// programs is what is kept of the program that runs, and of its trace that is looked at.
type programs struct {
	running *programRun
	shown   shownTrace
}

// moreFunctions are those that the small module does without: see core.go.
func moreFunctions() map[string]function {
	return map[string]function{
		"lesson":       (*Engine).lesson,
		"prove":        (*Engine).prove,
		"smt":          (*Engine).smt,
		"rule":         (*Engine).rule,
		"fuzzStart":    (*Engine).fuzzStart,
		"fuzzStep":     (*Engine).fuzzStep,
		"fuzzShrink":   (*Engine).fuzzShrink,
		"codegen":      (*Engine).codegen,
		"asm":          (*Engine).asm,
		"timeline":     (*Engine).timeline,
		"loop":         (*Engine).loop,
		"focus":        (*Engine).focus,
		"moment":       (*Engine).moment,
		"momentRows":   (*Engine).momentRows,
		"prepared":     (*Engine).prepared,
		"lockstep":     (*Engine).lockstep,
		"program":      (*Engine).program,
		"programMore":  (*Engine).programMore,
		"programTrace": (*Engine).programTrace,
		"programExit":  (*Engine).programExit,
	}
}

//go:build !core

package api

import (
	"context"

	"unbox/jit"
)

// programs is what is kept of the running program, and of its trace that is being inspected; and what the host gives the
// engine.
type programs struct {
	running *programRun
	shown   shownTrace
	// newGround makes the memory of a program whose traces run as code; nil means that they are interpreted.
	newGround func(size int) ProgramGround
	ground    ProgramGround
	// documents writes documents for the page; nil where that is not possible.
	documents Documents
}

// ProgramGround is memory for a program's world and the code of its traces. One program after the other has it.
type ProgramGround interface {
	jit.Ground
	// Size is that of the region in bytes.
	Size() int
	// Clear prepares it for the next program.
	Clear()
}

// UseGround sets the function that reserves memory on which traces of programs run as code, given the size of the
// region in bytes. It returns nil if there is none: then traces are interpreted, as they are without this call.
func (e *Engine) UseGround(newGround func(size int) ProgramGround) { e.newGround = newGround }

// wholeFunctions are those that the small module does not have: see core.go.
func wholeFunctions() map[string]function {
	return map[string]function{
		"compare":        answering(func(e *Engine, q *CompareRequest) (any, error) { return e.CompareWithPyPy(q), nil }),
		"comparedLines":  answering((*Engine).comparedLines),
		"lesson":         answering(func(e *Engine, q *LessonRequest) (any, error) { return e.Lesson(q), nil }),
		"prove":          answering(func(e *Engine, q *ProveRequest) (any, error) { return e.Prove(context.Background(), q) }),
		"smt":            answering((*Engine).Smt),
		"rule":           answering(func(e *Engine, q *RuleRequest) (any, error) { return e.Rule(context.Background(), q) }),
		"fuzzStart":      (*Engine).fuzzStart,
		"fuzzStep":       answering((*Engine).FuzzStep),
		"fuzzShrink":     answering((*Engine).FuzzShrink),
		"codegen":        answering((*Engine).Codegen),
		"asm":            answering((*Engine).Asm),
		"timeline":       (*Engine).timeline,
		"loop":           (*Engine).loop,
		"focus":          (*Engine).focus,
		"history":        (*Engine).history,
		"overview":       (*Engine).overview,
		"objects":        (*Engine).objectsOf,
		"document":       (*Engine).document,
		"edited":         answering((*Engine).edited),
		"editedWhy":      answering((*Engine).editedWhy),
		"editedFind":     answering((*Engine).editedFind),
		"moment":         (*Engine).moment,
		"momentRows":     (*Engine).momentRows,
		"prepared":       answering((*Engine).Prepared),
		"lockstep":       (*Engine).lockstep,
		"program":        answering((*Engine).startProgram),
		"programMore":    answering((*Engine).programMore),
		"programTrace":   answering((*Engine).programTrace),
		"programExit":    answering((*Engine).programExit),
		"programMeaning": answering((*Engine).programMeaning),
	}
}

package jit

import (
	"unbox/lang/vm"
	"unbox/trace"
)

// Program is an optimized trace as an engine takes it.
type Program struct {
	// Trace is the optimized trace. Its classes and arrays are those of the package object, its constant
	// references and the functions that it calls those of VM.Constant and VM.Helper.
	Trace *trace.Trace
	// Recording is what the trace was made of.
	Recording *vm.Recording
	// VM runs the program.
	VM *vm.VM
}

// Exit says where a trace was left.
type Exit struct {
	// Guard is the operation of the trace at which it was left.
	Guard trace.Value
	// Rounds is how many rounds of the loop were finished before.
	Rounds uint64
	// Value returns the bits of an operation's result that the guard's snapshot needs. It is
	// valid until the next collection.
	Value func(trace.Value) uint64
}

// Code is an installed trace.
type Code interface {
	// Enter runs the trace from its first label, whose parameters the arguments are, until it is left.
	// The error says why it did not run at all.
	Enter(args []uint64) (Exit, error)
	// Remove throws it away. It may be running.
	Remove()
}

// Engine makes code of traces.
type Engine interface {
	// Install prepares a trace. The error says what in it the engine cannot do.
	Install(p *Program) (Code, error)
}

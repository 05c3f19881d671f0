package jit

import (
	"strings"

	"unbox/lang/vm"
	"unbox/trace"
)

// Program is an optimized trace for an engine.
type Program struct {
	// Trace is the optimized trace. Its classes and arrays are those of the package object, its constant
	// references and the functions that it calls those of VM.Constant and VM.Helper.
	Trace *trace.Trace
	// Recording is the recording from which the trace was made.
	Recording *vm.Recording
	// VM runs the program.
	VM *vm.VM

	in *Installed // whose program it is
}

// helper returns the function of the virtual machine that a call of the trace calls, which the trace names
// `ConstClass(name)`; see [vm.VM.Helper].
func (p *Program) helper(call trace.Value) (function func([]uint64) uint64, quick bool) {
	name := p.Trace.Tables.Syms[p.Trace.Const(p.Trace.Arg(call, 0)).Name]
	return p.VM.Helper(p.Recording, strings.TrimSuffix(strings.TrimPrefix(name, "ConstClass("), ")"))
}

// Exit says where a trace was left.
type Exit struct {
	// Program is the trace that was left, which may differ from the one that was entered; nil means the
	// same one.
	Program *Program
	// Guard is the operation of the trace at which it was left: a guard, or the jump to another trace that
	// was discarded.
	Guard trace.Value
	// Iterations is the number of finished iterations of the loop before.
	Iterations uint64
	// Value returns the bits of an operation's result that the guard's snapshot needs. It is
	// valid until the next collection, and until a trace is entered.
	Value func(trace.Value) uint64
}

// Code is an installed trace.
type Code interface {
	// Enter runs the trace from its first label, whose parameters the arguments are, until it is left.
	// The error says why it did not run at all.
	Enter(args []uint64) (Exit, error)
	// Remove discards it. It may be running.
	Remove()
}

// Linked is code that can continue in other code. Bridges are made only for the exits of such
// code.
type Linked interface {
	Code
	// Bridge installs a trace in which the code continues from now on at a guard, instead of being
	// left there. The bridge's parameters are what vm.Needed lists.
	Bridge(guard trace.Value, p *Program) (Code, error)
	// Link makes a jump to another trace lead to the first label of other code of the same
	// engine. After that has been removed, the code is left at the jump.
	Link(jump trace.Value, to Code) error
}

// Engine makes code of traces.
type Engine interface {
	// Install prepares a trace. The error says what in it the engine cannot
	// handle.
	Install(p *Program) (Code, error)
}

package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// ExitKind says how a run ended.
type ExitKind uint8

const (
	// ExitEnd: the trace has no final operation and ran off its end.
	ExitEnd ExitKind = iota
	// ExitGuard: a guard did not hold.
	ExitGuard
	// ExitFinish: a finish was reached, or a jump to a label of another trace.
	ExitFinish
	// ExitLimit: as many jumps were taken as RunOptions.Jumps allows.
	ExitLimit
	// ExitUndefined: an operation has no meaning for the values that it got, so
	// that the trace has no meaning on these inputs.
	ExitUndefined
	// ExitOpaque: an operation cannot be interpreted, because its meaning is not
	// known here.
	ExitOpaque
	// ExitExhausted: the budget of operations or of memory was used up.
	ExitExhausted
)

var exitNames = [...]string{"end", "guard", "finish", "limit", "undefined", "opaque", "exhausted"}

// String returns "end", "guard", "finish", "limit", "undefined", "opaque" or
// "exhausted".
func (k ExitKind) String() string { return exitNames[k] }

// Datum is a value of a run.
type Datum struct {
	// Type is Int, Ref or Float; Void stands for None, an absent value.
	Type trace.Type
	// Bits are a two's complement integer, the bits of a double, or a
	// heap.Object: for Inputs a number of Inputs.Objects.
	Bits uint64
}

// Object returns the reference that a Datum of type Ref is.
func (d Datum) Object() heap.Object { return heap.Object(d.Bits) }

// VisibleEffect is something that the trace did and that can be seen from
// outside.
type VisibleEffect struct {
	// Op is the operation of the trace that did it.
	Op trace.Value
	// First and Len delimit its values in Outcome.EffectArgs.
	First, Len uint32
	// seenFirst and seenLen delimit, in Outcome.seen, what the outside saw of the
	// objects passed to it.
	seenFirst, seenLen uint32
}

// Outcome is everything about a run that can be seen from outside. Those of an
// [Interp] stay valid until its next run.
type Outcome struct {
	// Trace and Inputs are what was run.
	Trace  *trace.Trace
	Inputs *Inputs
	// Exit says how the run ended, Op is the operation at which it did (None for
	// ExitEnd), and Src the identity of that operation in the recorded trace.
	Exit ExitKind
	Op   trace.Value
	Src  int32
	// Values are the exit's values: a guard's snapshot, or the arguments of a
	// finish. Virtual objects in a snapshot are objects here.
	Values []Datum
	// Effects are the visible effects in order.
	Effects []VisibleEffect
	// EffectArgs are the values of all effects back to back.
	EffectArgs []Datum
	// Heap holds all objects as they were at the end: first those of Inputs in
	// their order, so that Inputs.Objects[k] is object k+1, then the trace's
	// constants, then what the run allocated.
	Heap *heap.Heap
	// Jumps is the number of jumps taken.
	Jumps int
	// Steps is the number of operations that ran, without labels and bookkeeping.
	Steps int
	// Allocations is the number of objects and arrays that were allocated, without
	// those made only for the exit's virtual objects.
	Allocations int

	// Guessed means that the run took one of several possible ways, because of what an
	// imagined world assumes about constants that are known only by a number: which of
	// them are the same object, and what they hold. Or it read from a string that is a
	// text constant, or that the trace made, and got something made up.
	Guessed bool

	// constants lists the constants that are objects of their own: constants[k]
	// is the index in Trace.Consts of object len(Inputs.Objects)+1+k.
	constants []int32
	// seen is what the outside saw of objects at effects, see Interp.see.
	seen []seenSlot
	// trouble explains ExitUndefined, ExitOpaque and ExitExhausted.
	trouble trouble
	// interp still has the values of all operations that ran.
	interp *Interp
}

// Args returns the values of an effect.
func (o *Outcome) Args(e VisibleEffect) []Datum { return o.EffectArgs[e.First : e.First+e.Len] }

// Defined reports whether the run has a meaning that another run can be compared
// with.
func (o *Outcome) Defined() bool { return o.Exit <= ExitLimit }

// origin says what an object is to the outside: the number of an input, or a
// constant; 0 for one that the run allocated. Equal objects of two runs on the
// same inputs have equal origins.
func (o *Outcome) origin(ref heap.Object) uint64 {
	if int(ref) <= len(o.Inputs.Objects) {
		return uint64(ref)
	}
	k := int(ref) - len(o.Inputs.Objects) - 1
	if k >= len(o.constants) {
		return 0
	}
	return originOfConst(o.Trace.Consts[o.constants[k]])
}

// originOfConst identifies a constant object across traces with common Tables.
func originOfConst(c trace.Const) uint64 {
	if c.Kind == trace.ConstUnknown {
		return 1<<63 | c.Bits
	}
	return 1<<62 | uint64(c.Name)
}

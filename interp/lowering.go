package interp

import "unbox/trace"

// Lowering answers the questions about a trace on which a compiler must agree
// with the interpreter. It is made from the interpreter's own program.
type Lowering struct {
	p program
	// first is the first instruction of each operation, and of the trace's end.
	first []int32
}

// NewLowering decodes a trace.
func NewLowering(t *trace.Trace) *Lowering {
	l := new(Lowering)
	l.Decode(t)
	return l
}

// Decode makes l answer questions about another trace, reusing memory.
func (l *Lowering) Decode(t *trace.Trace) {
	l.p.decode(t)
	l.first = trace.Zeroed(l.first, len(t.Ops)+1)
	pc := 0
	for v := range l.first {
		for pc < len(l.p.ops)-1 && int(l.p.ops[pc]) < v {
			pc++
		}
		l.first[v] = int32(pc)
	}
}

// instrs returns the instructions of an operation.
func (l *Lowering) instrs(v trace.Value) []instr { return l.p.code[l.first[v]:l.first[v+1]] }

// Refused says why the interpreter cannot continue at an operation, whatever the
// inputs are; "" if it can.
func (l *Lowering) Refused(v trace.Value) string {
	for _, in := range l.instrs(v) {
		switch in.step {
		case stepMalformed:
			return l.p.notes[in.aux]
		case stepUnknown:
			return "this depends on a constant of which only a number is known"
		case stepGuardNoOverflow, stepGuardOverflow:
			if in.c == 0 {
				return "expected an overflow operation before this guard, found none"
			}
		}
	}
	return ""
}

// Silent reports whether an operation does nothing when it runs.
func (l *Lowering) Silent(v trace.Value) bool { return len(l.instrs(v)) == 0 }

// NeedsFit returns an operand that the operation must not use if it overflowed,
// and that no guard in between has checked; None if there is none.
func (l *Lowering) NeedsFit(v trace.Value) trace.Value {
	for _, in := range l.instrs(v) {
		if in.step == stepCheck && l.overflows(trace.Value(in.a)) {
			return trace.Value(in.a)
		}
	}
	return trace.None
}

func (l *Lowering) overflows(v trace.Value) bool {
	return l.p.trace.Ops[v].Code.Effect() == trace.EffectOverflow
}

// NeedsResult returns the calls whose results the operation must not use if they
// raised an exception. A guard in between may have checked that.
func (l *Lowering) NeedsResult(v trace.Value) []trace.Value {
	var calls []trace.Value
	for _, in := range l.instrs(v) {
		if in.step == stepCheck && !l.overflows(trace.Value(in.a)) {
			calls = append(calls, trace.Value(in.a))
		}
	}
	return calls
}

// Opaque reports whether only the traced program knows what an operation does: a
// run continues there only if it is RunOptions.Imagined, or if the operation is a
// call that copies items.
func (l *Lowering) Opaque(v trace.Value) bool {
	for _, in := range l.instrs(v) {
		if in.step == stepOpaque || in.step == stepComputed {
			return true
		}
	}
	return false
}

// Computed reports whether an operation that is Opaque only computes: its result follows
// from the function and the arguments, which [RunOptions.Imagined] mixes into seed one after the
// other.
func (l *Lowering) Computed(v trace.Value) (seed uint64, ok bool) {
	for _, in := range l.instrs(v) {
		if in.step == stepComputed {
			return in.seed(), true
		}
	}
	return 0, false
}

// FirstOpaque returns the first operation of a trace that is Opaque, None if there is
// none.
func FirstOpaque(t *trace.Trace) trace.Value {
	l := NewLowering(t)
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		if l.Opaque(v) {
			return v
		}
	}
	return trace.None
}

// Copies reports whether an operation is a call that copies items to its third argument,
// provided that both are arrays and the items exist.
func (l *Lowering) Copies(v trace.Value) bool {
	for _, in := range l.instrs(v) {
		if in.copies {
			return true
		}
	}
	return false
}

// Forces reports whether an operation is a call that returns what a virtual_ref stands for, its
// second argument: see [trace.Tables.ForcesVirtual].
func (l *Lowering) Forces(v trace.Value) bool {
	for _, in := range l.instrs(v) {
		if in.forces {
			return true
		}
	}
	return false
}

// AskedBy returns the overflow operation about which guard_no_overflow or
// guard_overflow asks.
func (l *Lowering) AskedBy(guard trace.Value) trace.Value {
	list := l.instrs(guard)
	return l.p.flagged[list[len(list)-1].c-l.p.flags]
}

// Computes returns the operation on two numbers that a call is known to compute,
// with its operands; OpNone if it is no such call.
func (l *Lowering) Computes(v trace.Value) (code trace.Opcode, a, b trace.Value) {
	t := l.p.trace
	args := t.Args(v)
	if code = l.p.knownCall(&t.Ops[v], args); code == trace.OpNone {
		return trace.OpNone, trace.None, trace.None
	}
	return code, args[1], args[2]
}

// Target returns the label to which a jump goes, None if it is in another
// trace, so that the jump ends the run like a finish.
func (l *Lowering) Target(jump trace.Value) trace.Value {
	list := l.instrs(jump)
	in := list[len(list)-1]
	if in.step != stepJump {
		return trace.None
	}
	return trace.Value(in.dst) - 1
}

// StepsBefore returns the number of operations before this one in the trace that
// count as steps.
func (l *Lowering) StepsBefore(v trace.Value) int { return int(l.p.counted[l.first[v]]) }

// AnyUnknown reports whether the trace has constants that are known only by a number.
func (l *Lowering) AnyUnknown() bool { return l.p.anyUnknown }

// ConstBits returns the bits that the interpreter uses for a constant that is no
// object.
func ConstBits(t *trace.Trace, c trace.Const) uint64 { return constBits(t, c) }

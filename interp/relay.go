package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// Relay runs a trace together with an engine. The engine runs the straight path as
// generated code; wherever that ends, and wherever something visible happens, it
// hands the values and the heap over, and the interpreter does what is needed
// there. So an engine's outcomes are those of the interpreter, with the same words.
//
// The zero Relay is ready to use; it keeps its memory from run to run. Like an
// [Interp] it serves one goroutine, and outcomes are valid until the next run.
type Relay struct{ m Interp }

// Begin prepares a run: the objects of the inputs and the trace's constants are
// then in the heap. It returns false if the run has already ended; its outcome
// says why.
func (r *Relay) Begin(t *trace.Trace, in *Inputs, o RunOptions) bool {
	m := &r.m
	if m.trace != t {
		m.decode(t)
	}
	m.begin(in, o.withDefaults())
	ready := m.prepare()
	if !ready {
		m.out.Allocations = m.heap.Allocations()
	}
	return ready
}

// Options returns the options of the run, with defaults filled in.
func (r *Relay) Options() RunOptions { return r.m.options }

// Outcome returns the outcome so far.
func (r *Relay) Outcome() *Outcome { return &r.m.out }

// Heap returns the heap of the run: the objects of the inputs first, then the
// constants, then what was handed over.
func (r *Relay) Heap() *heap.Heap { return &r.m.heap }

// Bits returns the value of an operation or constant.
func (r *Relay) Bits(v trace.Value) uint64 { return r.m.regs[r.m.register(v)] }

// Origin says where an object of Heap was at the start: it is another number for each
// object of the inputs and each constant, and 0 for all others.
func (r *Relay) Origin(o heap.Object) uint64 { return r.m.out.origin(o) }

// Set hands over the value of an operation. References are those of Heap.
func (r *Relay) Set(v trace.Value, bits uint64) { r.m.regs[v] = bits }

// UseToken sets the object that force_token gives.
func (r *Relay) UseToken(o heap.Object) { r.m.frame.token = o }

// Invalid reports whether the outside has changed what the trace took to be constant.
func (r *Relay) Invalid() bool { return r.m.invalid }

// Raised reports whether the last call raised an exception, and of which class.
func (r *Relay) Raised() (class heap.ClassID, raised bool) {
	return r.m.raised.class, r.m.raised.raised
}

// Missing reports whether a call, which must have run, raised an exception, so that its
// result is not to be used.
func (r *Relay) Missing(call trace.Value) bool {
	flag, ok := r.m.flagOf(call)
	return ok && r.m.regs[flag] != 0
}

// SetOverflowed sets whether an overflow operation overflowed.
func (r *Relay) SetOverflowed(v trace.Value, overflowed bool) {
	if flag, ok := r.m.flagOf(v); ok {
		r.m.regs[flag] = trace.Bit(overflowed)
	}
}

// Fails reports whether the outside has a guard fail that only the traced program can decide, if the run comes to it now.
func (r *Relay) Fails(guard trace.Value) bool {
	m := &r.m
	if m.trace.Ops[guard].Code != trace.OpGuardOpaque || !m.options.Imagined {
		return false
	}
	if m.code[m.effectOf(guard)].asksIfForced && m.frame.nothingForced {
		return false
	}
	return m.out.Inputs.Outside.fails(len(m.out.Effects) + 1)
}

// Effect does a visible effect, a call, an unknown operation, or the guard_exception
// that takes the exception of the last call. The arguments must have been handed over,
// and a result must exist. It returns false if the run ends with it. steps is the
// number of operations that ran before.
func (r *Relay) Effect(v trace.Value, steps int) bool {
	m := &r.m
	if m.reach(v, &m.code[m.effectOf(v)]) == goOn {
		return true
	}
	m.out.Steps = steps
	m.fail(v, m.out.trouble)
	return false
}

// effectOf returns the instruction of an operation behind the checks of its operands.
func (m *Interp) effectOf(v trace.Value) int {
	pc := m.firstOf(v)
	for m.ops[pc+1] == v {
		pc++
	}
	return pc
}

// reach does an operation that the outside sees.
func (m *Interp) reach(v trace.Value, in *instr) progress {
	if in.step == stepEffect {
		return m.effect(v, in)
	}
	return m.object(in)
}

// GoOn interprets from an operation on, after that many jumps and operations, and
// returns the outcome of the run. What the operations from there on use must have
// been handed over.
func (r *Relay) GoOn(v trace.Value, jumps, steps int) *Outcome {
	m := &r.m
	m.out.Jumps, m.out.Steps = jumps, steps
	m.loop(m.firstOf(v))
	m.out.Allocations = m.heap.Allocations()
	if m.out.Exit == ExitGuard {
		m.leaveThroughGuard()
	}
	return &m.out
}

// OutOfMemory ends the run at an operation for which the heap has no room.
func (r *Relay) OutOfMemory(v trace.Value, jumps, steps int) *Outcome {
	m := &r.m
	m.out.Jumps, m.out.Steps = jumps, steps
	m.fail(v, trouble{kind: troubleHeap, status: heap.Full})
	m.out.Allocations = m.heap.Allocations()
	return &m.out
}

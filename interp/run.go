package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// RunOptions bound a run. The zero value is ready to use.
type RunOptions struct {
	// Jumps is the number of jumps after which a run stops with ExitLimit; 0
	// means 1000, a negative number none at all. Jumps are counted instead of
	// operations so that a trace and what was made of it stop at the same point.
	Jumps int
	// Steps is the number of operations after which a run stops with
	// ExitExhausted; 0 means 200 million. It is checked when a jump is taken.
	Steps int
	// Effects is the number of visible effects after which a run stops with
	// ExitExhausted; 0 means 200,000. The run also stops when they have ten times
	// as many values in total.
	Effects int
	// Heap bounds the memory for objects; fields that are 0 have defaults.
	Heap heap.Limits
	// HostileCalls lets the outside change objects that it knows, as it is allowed
	// to: escape and its relatives then overwrite integers, floats, and references
	// in all objects that are reachable from inputs and from what escaped so far.
	// The changes depend on nothing but the effects so far and the reachable heap,
	// so equivalent traces see the same, and one that keeps using a value that it
	// should have read again does not.
	HostileCalls bool
	// Imagined lets a run continue where it would end with ExitOpaque, in one of the
	// possible worlds: calls and unknown operations are visible effects like
	// escape, guards on what is not known hold, and constants of which only a
	// number is known are objects that differ from one another. A trace from a log
	// must be equivalent to what was made from it in this world, too; what the run
	// computes means nothing beyond that.
	Imagined bool
	// Strings says that strings have contents, as PyPy's runtime library makes them: newstr makes one, strsetitem and
	// copystrcontent write it, and calls concatenate, slice and compare them. Otherwise they are outside of all objects, and
	// the program alone knows what they hold. Those that the trace does not make hold something made up, as in an imagined world.
	// It is nil or StringContents.
	Strings StringMeaning
	// LeaveAt is a guard, or None, and LeaveJumps a number of jumps: a run that
	// reaches the guard after that many jumps leaves there; before that, the guard
	// is taken to hold. The judge uses this to find out with which values a trace
	// would have left there.
	LeaveAt    trace.Value
	LeaveJumps int
}

func (o RunOptions) withDefaults() RunOptions {
	if o.Jumps == 0 {
		o.Jumps = 1000
	}
	if o.Steps <= 0 {
		o.Steps = 200_000_000
	}
	if o.Effects <= 0 {
		o.Effects = 200_000
	}
	o.Jumps = max(o.Jumps, 0)
	return o
}

// Run runs a trace on inputs, which must have been made for it or for the trace
// that it was made from. It never panics, whatever the trace is. The outcome
// holds on to the memory of its run; for many runs use an [Interp].
func Run(t *trace.Trace, in *Inputs, o RunOptions) *Outcome { return new(Interp).Run(t, in, o) }

// Interp runs traces. It keeps its memory from run to run: once warm it
// allocates nothing. The zero Interp is ready to use. Two goroutines must not
// use it at the same time, and its outcomes are valid until its next run.
type Interp struct {
	program
	regs    []uint64
	scratch []uint64
	text    []uint64 // characters
	heap    heap.Heap
	env     environment
	out     Outcome
	options RunOptions
	virtual virtualBuilder
	frame   frameState
	// paused is the instruction at which a [Stepper] has the run pause, -1 if it ended.
	paused int
	// raised is the exception of the last call, if any; invalid means that the outside
	// has changed something that the trace took to be constant.
	raised  exception
	invalid bool
}

// Run runs a trace that must not have been changed since this Interp first saw
// it; see the function [Run].
func (m *Interp) Run(t *trace.Trace, in *Inputs, o RunOptions) *Outcome {
	if m.trace != t {
		m.decode(t)
	}
	m.begin(in, o.withDefaults())
	if m.prepare() {
		if pc := m.lastOf(o.LeaveAt); pc >= 0 {
			guard := m.code[pc]
			defer func() { m.code[pc] = guard }()
			m.code[pc] = instr{step: stepLeave, aux: int32(o.LeaveJumps)}
		}
		m.loop(0)
	}
	m.out.Allocations = m.heap.Allocations()
	if m.out.Exit == ExitGuard {
		m.leaveThroughGuard()
	}
	return &m.out
}

// lastOf returns the last instruction of an operation, -1 if it has none.
func (p *program) lastOf(v trace.Value) int {
	if v == trace.None {
		return -1
	}
	for pc := len(p.ops) - 1; pc >= 0; pc-- {
		if p.ops[pc] == v {
			return pc
		}
	}
	return -1
}

func (m *Interp) begin(in *Inputs, o RunOptions) {
	m.options = o
	m.heap.Reset(&m.trace.Tables.Schema, o.Heap)
	m.env.reset()
	m.frame.reset()
	m.raised, m.invalid = exception{}, in.Outside.invalidates(0)
	m.out = Outcome{
		Trace: m.trace, Inputs: in, Heap: &m.heap, interp: m,
		Values: m.out.Values[:0], Effects: m.out.Effects[:0], EffectArgs: m.out.EffectArgs[:0],
		seen: m.out.seen[:0], constants: m.out.constants[:0],
	}
	if cap(m.regs) < m.registers {
		m.regs = make([]uint64, m.registers+m.registers/8)
	}
	m.regs = m.regs[:m.registers]
	clear(m.regs) // a wrong trace may use the result of what did not run
}

// prepare gives inputs and constants their values.
func (m *Interp) prepare() bool {
	t, in := m.trace, m.out.Inputs
	if status := in.install(&m.heap); status != heap.OK {
		return m.fail(trace.None, trouble{kind: troubleInputs, status: status})
	}
	for k, c := range t.Consts {
		m.regs[len(t.Ops)+k] = constBits(t, c)
	}
	for _, k := range m.objects {
		if status := m.placeConstant(k); status != heap.OK {
			return m.fail(trace.None, trouble{kind: troubleHeap, status: status})
		}
	}
	m.heap.StartCounting()
	params := t.FirstParams()
	if len(params) != len(in.Params) {
		return m.fail(trace.None, trouble{kind: troubleInputCount, a: uint64(len(params)), b: uint64(len(in.Params))})
	}
	for k, d := range in.Params {
		if d.Type != params[k].Type {
			return m.fail(trace.Value(k+2), trouble{kind: troubleInputType, types: [2]trace.Type{params[k].Type, d.Type}})
		}
		m.regs[k+2] = d.Bits
	}
	return true
}

// constBits returns the bits of a constant that is no object. An address stands
// for an unknown number: here, for one that is computed from its name.
func constBits(t *trace.Trace, c trace.Const) uint64 {
	if c.Kind != trace.ConstAddress {
		return c.Bits
	}
	hash := uint64(14695981039346656037) // FNV-1a
	for _, letter := range []byte(t.Tables.Syms[c.Name]) {
		hash = (hash ^ uint64(letter)) * 1099511628211
	}
	return hash
}

// placeConstant gives a constant its object: the object of the inputs that
// stands for it, or a new one.
func (m *Interp) placeConstant(k int32) heap.Status {
	c := m.trace.Consts[k]
	register := len(m.trace.Ops) + int(k)
	for i := range m.out.Inputs.Objects {
		if c.Name != 0 && (c.Kind != trace.ConstUnknown || m.options.Imagined) && m.out.Inputs.Objects[i].Constant == c.Name {
			m.regs[register] = uint64(i + 1)
			return heap.OK
		}
	}
	if m.options.Imagined && c.Name != 0 {
		for _, b := range m.out.Inputs.Bound {
			if b.Constant == c.Name {
				m.regs[register] = uint64(b.Object)
				return heap.OK
			}
		}
	}
	var ref heap.Object
	var status heap.Status
	if c.Kind == trace.ConstUnknown && !m.options.Imagined {
		ref, status = m.heap.NewUnknown()
	} else {
		ref, status = m.heap.New(heap.NoClass)
	}
	m.regs[register] = uint64(ref)
	m.out.constants = append(m.out.constants, k)
	return status
}

// fail ends the run at an operation that has no meaning, or cannot continue.
func (m *Interp) fail(v trace.Value, why trouble) bool {
	m.out.trouble = why
	m.leave(why.exit(), v)
	return false
}

func (m *Interp) leave(kind ExitKind, v trace.Value) {
	m.out.Exit, m.out.Op = kind, v
	if v > 0 && int(v) < len(m.trace.Ops) {
		m.out.Src = m.trace.Ops[v].Src
	}
}

// valueOf returns what a value is at the end of the run, and false if it is the
// result of an operation that overflowed or did not run. That of a call that raised
// is 0 or null.
func (m *Interp) valueOf(v trace.Value) (Datum, bool) {
	if v == trace.None {
		return Datum{}, true
	}
	if v.IsConst() {
		return Datum{m.trace.Const(v).Type(), m.regs[m.register(v)]}, true
	}
	d := Datum{m.trace.Ops[v].Type, m.regs[v]}
	if flag, ok := m.flagOf(v); ok && m.regs[flag] != 0 && m.trace.Ops[v].Code.Effect() == trace.EffectOverflow {
		return d, false
	}
	return d, d.Type != trace.Void
}

// loop runs the program from an instruction on until it leaves the trace.
func (m *Interp) loop(pc int) {
	regs, code := m.regs, m.code
	start := m.counted[pc] // steps counted before the current stretch
	for ; ; pc++ {
		in := &code[pc]
		switch in.step {
		case stepEval:
			bits, status := trace.Eval(in.code, regs[in.a], regs[in.b])
			if status != trace.EvalOK {
				m.stop(pc, start, evalTrouble(in.code, regs[in.a], regs[in.b]))
				return
			}
			regs[in.dst] = bits
		case stepOverflow:
			bits, status := trace.Eval(in.code, regs[in.a], regs[in.b])
			regs[in.dst], regs[in.c] = bits, uint64(status)
		case stepMove:
			regs[in.dst] = regs[in.a]
		case stepLeave:
			if m.out.Jumps == int(in.aux) {
				m.exit(pc, start, ExitGuard)
				return
			}
		case stepPause:
			m.out.Steps += int(m.counted[pc] - start)
			m.paused = pc
			return
		case stepGuardTrue:
			if regs[in.a] == 0 {
				m.exit(pc, start, ExitGuard)
				return
			}
		case stepGuardFalse:
			if regs[in.a] != 0 {
				m.exit(pc, start, ExitGuard)
				return
			}
		case stepGuardNoOverflow, stepGuardOverflow:
			if in.c == 0 {
				m.stop(pc, start, trouble{kind: troubleNoOverflowOp})
				return
			}
			if (regs[in.c] != 0) != (in.step == stepGuardOverflow) {
				m.exit(pc, start, ExitGuard)
				return
			}
		case stepCheck:
			if regs[in.c] != 0 {
				m.stop(pc, start, trouble{kind: troubleOverflowed, value: trace.Value(in.a)})
				return
			}
		case stepJump:
			if m.out.Jumps >= m.options.Jumps {
				m.exit(pc, start, ExitLimit)
				return
			}
			m.out.Jumps++
			m.out.Steps += int(m.counted[pc]-start) + 1
			if m.out.Steps > m.options.Steps {
				m.fail(m.ops[pc], trouble{kind: troubleSteps})
				return
			}
			m.move(in)
			pc = int(in.aux) - 1
			start = m.counted[in.aux]
		case stepFall:
			m.move(in)
		case stepFinish:
			m.finish(in)
			m.exit(pc, start, ExitFinish)
			return
		case stepEnd:
			m.exit(pc, start, ExitEnd)
			return
		case stepEffect:
			if m.effect(m.ops[pc], in) != goOn {
				m.stop(pc, start, m.out.trouble)
				return
			}
		default:
			switch m.object(in) {
			case guardFailed:
				m.exit(pc, start, ExitGuard)
				return
			case stuck:
				m.stop(pc, start, m.out.trouble)
				return
			}
		}
	}
}

// progress says how the run continues after an instruction. If it is stuck, the
// reason is in Outcome.trouble.
type progress uint8

const (
	goOn progress = iota
	guardFailed
	stuck
)

// blame notes the reason for being stuck.
func (m *Interp) blame(why trouble) progress {
	m.out.trouble = why
	return stuck
}

// exit ends the run at an instruction and counts the steps up to it.
func (m *Interp) exit(pc int, start int32, kind ExitKind) {
	m.out.Steps += int(m.counted[pc] - start)
	if kind == ExitEnd {
		m.leave(kind, trace.None)
		return
	}
	m.out.Steps++
	m.leave(kind, m.ops[pc])
}

// stop ends the run before an instruction that has no meaning.
func (m *Interp) stop(pc int, start int32, why trouble) {
	m.out.Steps += int(m.counted[pc] - start)
	m.fail(m.ops[pc], why)
}

// move gives the parameters of a label their values, all at once: the value of
// one may be the old value of another.
func (m *Interp) move(in *instr) {
	m.scratch = m.scratch[:0]
	for _, from := range m.moves[in.a : in.a+in.b] {
		m.scratch = append(m.scratch, m.regs[from])
	}
	copy(m.regs[in.dst:], m.scratch)
}

func (m *Interp) finish(in *instr) {
	for _, r := range m.moves[in.a : in.a+in.b] {
		m.out.Values = append(m.out.Values, Datum{m.typeOfRegister(r), m.regs[r]})
	}
}

func (m *Interp) getarg(in *instr) progress {
	var d Datum
	if args := m.out.Inputs.Args; int(in.aux) < len(args) {
		d = args[in.aux]
	}
	if d.Type != in.typ {
		return m.blame(trouble{kind: troubleInputType, types: [2]trace.Type{in.typ, d.Type}})
	}
	m.regs[in.dst] = d.Bits
	return goOn
}

package interp

import (
	"unbox/heap"
	"unbox/trace"
)

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

// progress is what an instruction lets the run do. The reason for being stuck is
// then in Outcome.trouble.
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

// stop ends the run in front of an instruction that has no meaning.
func (m *Interp) stop(pc int, start int32, why trouble) {
	m.out.Steps += int(m.counted[pc] - start)
	m.fail(m.ops[pc], why)
}

// move gives the parameters of a label their values, all at once: one may be
// the old value of another.
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

// object does the operations that have to do with references, and the rare
// ones.
func (m *Interp) object(in *instr) progress {
	regs, h := m.regs, &m.heap
	var status heap.Status
	switch in.step {
	case stepGet:
		regs[in.dst], status = h.Load(heap.Object(regs[in.a]), heap.FieldID(in.aux), in.typ)
	case stepSet:
		status = h.Store(heap.Object(regs[in.a]), heap.FieldID(in.aux), regs[in.b], m.typeOfRegister(in.b))
	case stepNew:
		var ref heap.Object
		ref, status = h.New(heap.ClassID(in.aux))
		regs[in.dst] = uint64(ref)
	case stepNewArray, stepNewArrayClear:
		var ref heap.Object
		ref, status = h.NewArray(heap.ArrayID(in.aux), int64(regs[in.a]), in.step == stepNewArrayClear)
		regs[in.dst] = uint64(ref)
	case stepGetItem:
		regs[in.dst], status = h.LoadItem(heap.Object(regs[in.a]), heap.ArrayID(in.aux), int64(regs[in.b]), in.typ)
	case stepSetItem:
		status = h.StoreItem(heap.Object(regs[in.a]), heap.ArrayID(in.aux), int64(regs[in.b]), regs[in.c], m.typeOfRegister(in.c))
	case stepGetInterior:
		regs[in.dst], status = h.LoadInterior(heap.Object(regs[in.a]), int64(regs[in.b]), heap.FieldID(in.aux), in.typ)
	case stepSetInterior:
		status = h.StoreInterior(heap.Object(regs[in.a]), int64(regs[in.b]), heap.FieldID(in.aux), regs[in.c], m.typeOfRegister(in.c))
	case stepArrayLen:
		var n int64
		n, status = h.Length(heap.Object(regs[in.a]), heap.ArrayID(in.aux))
		regs[in.dst] = uint64(n)
	default:
		return m.question(in)
	}
	if status != heap.OK {
		return m.blame(m.heapTrouble(in, status))
	}
	if m.anyUnknown {
		m.guessContents(in)
	}
	return goOn
}

// question does operations that ask which object a reference is to.
func (m *Interp) question(in *instr) progress {
	switch in.step { // those whose a is no register
	case stepComputed:
		return m.computed(in)
	case stepUnknown, stepOpaque:
		return m.unknown(in)
	}
	a, b := m.regs[in.a], m.regs[in.b]
	switch in.step {
	case stepPtrEq, stepPtrNe:
		if m.cannotCompare(a, b) {
			return m.blame(trouble{kind: troubleUnknownObject})
		}
		m.regs[in.dst] = trace.Bit(m.sameObject(a, b) == (in.step == stepPtrEq))
		return goOn
	case stepGuardValue:
		switch typ := m.typeOfRegister(in.a); {
		case typ == trace.Ref && m.cannotCompare(a, b):
			return m.blame(trouble{kind: troubleUnknownObject})
		case typ == trace.Float:
			return holds(trace.SameNaN(trace.Float, a) == trace.SameNaN(trace.Float, b))
		}
		return holds(m.sameValue(in.a, a, b) || m.options.Imagined && m.bothNumbered(in, heap.Object(a)))
	case stepGuardClass, stepGuardNonnullClass:
		return m.guardClass(in, heap.Object(a))
	case stepGuardNotInvalidated, stepGuardNoException, stepGuardException:
		return m.askOutside(in)
	case stepGetarg:
		return m.getarg(in)
	case stepMalformed:
		return m.blame(trouble{kind: troubleMalformed, note: m.notes[in.aux]})
	}
	return m.frameStep(in)
}

// unknown does what cannot be done: it goes on only in an imagined world.
func (m *Interp) unknown(in *instr) progress {
	if in.step == stepUnknown {
		if m.options.Imagined {
			m.guess()
			return goOn
		}
		return m.blame(trouble{kind: troubleUnknownConstant})
	}
	if in.copies && m.copyItems(m.moves[in.a:in.a+in.b]) {
		m.raised = exception{}
		return goOn
	}
	if m.options.Imagined {
		return m.effect(trace.Value(in.dst), in)
	}
	return m.blame(trouble{kind: troubleOpaque})
}

func holds(condition bool) progress {
	if condition {
		return goOn
	}
	return guardFailed
}

// cannotCompare tells whether two references may be to the same object or not,
// because one is a constant of which only a number is known.
func (m *Interp) cannotCompare(a, b uint64) bool {
	return m.anyUnknown && a != b && a != 0 && b != 0 &&
		(m.heap.Kind(heap.Object(a)) == heap.KindUnknown || m.heap.Kind(heap.Object(b)) == heap.KindUnknown)
}

func (m *Interp) guardClass(in *instr, ref heap.Object) progress {
	switch m.heap.Kind(ref) {
	case heap.KindObject:
		class := m.heap.Class(ref)
		if m.anyUnknown && m.isNumbered(ref) {
			m.guess()
		}
		return holds(class == heap.ClassID(in.aux) || m.options.Imagined && m.takesClass(ref, class, heap.ClassID(in.aux)))
	case heap.KindArray:
		return guardFailed
	case heap.KindUnknown:
		return m.blame(trouble{kind: troubleUnknownObject})
	}
	if in.step == stepGuardNonnullClass {
		return guardFailed
	}
	return m.blame(m.heapTrouble(in, heap.ThroughNull))
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

package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// What the outside has done to a run: the exception of the last call, and whether what
// the trace took to be constant still is.

// exception is what came of the last call.
type exception struct {
	raised bool
	class  heap.ClassID
	// object is the exception itself, once somebody asked for it.
	object heap.Object
	// by names the call that only computes which raised it, "" for all others: called
	// with the same arguments it raises the same object.
	by string
}

// raise notes that a call raised. Its result is not to be used: its flag says so.
func (m *Interp) raise(in *instr, e exception) {
	m.raised = e
	if in.typ != trace.Void {
		m.regs[in.dst] = 0
	}
	if in.flag != 0 {
		m.regs[in.flag] = 1
	}
}

// react lets the outside decide about a visible effect, counted from 1, beside what it
// returns and changes.
func (m *Interp) react(in *instr, effect int) {
	if in.code == trace.OpGuardOpaque {
		return // the call in front of it is still the last one
	}
	outside := &m.out.Inputs.Outside
	m.raised = exception{}
	if in.flag != 0 {
		m.regs[in.flag] = 0
	}
	if in.invalidates && !m.invalid {
		m.invalid = outside.invalidates(effect)
	}
	if in.raises != trace.RaisesFreely {
		return
	}
	if e, raised := outside.raises(effect, m.heap.Schema()); raised {
		m.raise(in, e)
	}
}

// askOutside does the guards that ask the outside.
func (m *Interp) askOutside(in *instr) progress {
	switch {
	case in.step == stepGuardNotInvalidated:
		return holds(!m.invalid)
	case in.step == stepGuardNoException:
		return holds(in.raises == trace.RaisesNever || !m.raised.raised)
	case in.raises == trace.RaisesNever || !m.raised.raised || m.raised.class != heap.ClassID(in.aux):
		return guardFailed
	case in.typ == trace.Ref:
		return m.caught(in.dst)
	}
	return goOn
}

// caught puts the exception of the last call into a register.
func (m *Interp) caught(dst uint32) progress {
	e := &m.raised
	if e.object == 0 && e.by != "" {
		e.object = m.frame.computed[e.by]
	}
	if e.object == 0 {
		ref, status := m.heap.New(e.class)
		if status != heap.OK {
			return m.blame(trouble{kind: troubleHeap, status: status})
		}
		e.object = ref
		if e.by != "" && m.remember(e.by, ref) != goOn {
			return stuck
		}
		if m.options.HostileCalls {
			m.env.escaped = append(m.env.escaped, ref)
		}
	}
	m.regs[dst] = uint64(e.object)
	return goOn
}

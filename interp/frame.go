package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// frameState is what a run knows of the frame in which the trace runs and of the
// functions that only compute.
type frameState struct {
	// token is what force_token gives, 0 as long as it has not been asked for.
	token heap.Object
	// computed has the objects that stepComputed gives in an imagined world, and the
	// exceptions: equal operations with equal arguments have equal results. Numbers follow
	// from the arguments.
	computed map[string]heap.Object
	key      []byte
	// classOf has the classes of objects whose allocations show only the size in a
	// log, once a guard has asked.
	classOf map[heap.Object]heap.ClassID
	// nothingForced means that the last call of a function that returns what a
	// virtual_ref stands for only read it.
	nothingForced bool
}

func (f *frameState) reset() {
	f.token, f.nothingForced = 0, false
	clear(f.computed)
	clear(f.classOf)
}

// frameStep does the operations that have to do with the frame, and promises.
func (m *Interp) frameStep(in *instr) progress {
	switch in.step {
	case stepToken:
		return m.token(in.dst)
	case stepVirtualRef:
		return m.virtualRef(in)
	case stepVirtualRefFinish:
		return m.virtualRefFinish(in)
	}
	return m.promise(in)
}

// token puts the frame's token into a register: one object for the whole run.
func (m *Interp) token(dst uint32) progress {
	if m.frame.token == 0 {
		ref, status := m.heap.New(heap.NoClass)
		if status != heap.OK {
			return m.blame(trouble{kind: troubleHeap, status: status})
		}
		m.frame.token = ref
	}
	m.regs[dst] = uint64(m.frame.token)
	return goOn
}

// virtualRefFields returns the fields virtual_token and forced.
func (m *Interp) virtualRefFields(in *instr) (token, forced heap.FieldID, ok bool) {
	fields := m.trace.Tables.Schema.Classes[in.aux].Fields
	if len(fields) < 2 {
		m.blame(trouble{kind: troubleMalformed, note: "expected the class of virtual_ref"})
		return 0, 0, false
	}
	return fields[0], fields[1], true
}

func (m *Interp) virtualRef(in *instr) progress {
	token, _, ok := m.virtualRefFields(in)
	if !ok || m.token(in.dst) != goOn {
		return stuck
	}
	tokenBits := m.regs[in.dst]
	ref, status := m.heap.New(heap.ClassID(in.aux))
	if status == heap.OK {
		m.regs[in.dst] = uint64(ref)
		status = m.heap.Store(ref, token, tokenBits, trace.Ref)
	}
	if status != heap.OK {
		return m.blame(trouble{kind: troubleHeap, status: status})
	}
	return goOn
}

// forced does the call that returns what a virtual_ref stands for. It returns false, and does
// nothing, if the object is not there yet, or if the argument is no virtual_ref: the call is then
// one that may do anything.
func (m *Interp) forced(in *instr) bool {
	ref := heap.Object(m.regs[m.moves[in.a+1]])
	if m.heap.Kind(ref) != heap.KindObject {
		return false
	}
	token, forced, ok := m.trace.Tables.IsVirtualRef(m.heap.Class(ref))
	if !ok {
		return false
	}
	if bits, status := m.heap.Load(ref, token, trace.Ref); status != heap.OK || bits != 0 {
		return false
	}
	object, status := m.heap.Load(ref, forced, trace.Ref)
	if status != heap.OK || object == 0 {
		return false
	}
	m.regs[in.dst], m.raised = object, exception{}
	if in.flag != 0 {
		m.regs[in.flag] = 0
	}
	return true
}

func (m *Interp) virtualRefFinish(in *instr) progress {
	token, forced, ok := m.virtualRefFields(in)
	if !ok {
		return stuck
	}
	ref, object := heap.Object(m.regs[in.a]), m.regs[in.b]
	status := m.heap.Store(ref, token, 0, trace.Ref)
	if status == heap.OK && object != 0 && m.typeOfRegister(in.b) == trace.Ref {
		status = m.heap.Store(ref, forced, object, trace.Ref)
	}
	if status != heap.OK {
		return m.blame(m.heapTrouble(in, status))
	}
	return goOn
}

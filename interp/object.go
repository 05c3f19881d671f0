package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// object does the operations on references, and the rare ones.
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

// question does the operations that neither read nor write the heap.
func (m *Interp) question(in *instr) progress {
	switch in.step {
	case stepPtrEq, stepPtrNe:
		return m.compareReferences(in, m.regs[in.a], m.regs[in.b])
	case stepGuardValue, stepGuardClass, stepGuardNonnullClass, stepGuardNotInvalidated, stepGuardNoException, stepGuardException:
		return m.guard(in)
	case stepComputed, stepOpaque:
		switch {
		case in.text != textNone && m.options.Strings != nil:
			return m.options.Strings(m, in)
		case in.step == stepComputed:
			return m.computed(in)
		}
		return m.unknown(in)
	case stepUnknown:
		return m.unknown(in)
	case stepGetarg:
		return m.getarg(in)
	case stepMalformed:
		return m.blame(trouble{kind: troubleMalformed, note: m.notes[in.aux]})
	}
	return m.frameStep(in)
}

func (m *Interp) compareReferences(in *instr, a, b uint64) progress {
	if m.options.Strings != nil && m.sameTexts(a, b) {
		return m.blame(oneOrTwo)
	}
	if m.cannotCompare(a, b) {
		return m.blame(trouble{kind: troubleUnknownObject})
	}
	m.regs[in.dst] = trace.Bit(m.sameObject(a, b) == (in.step == stepPtrEq))
	return goOn
}

package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// touchesUnknown reports whether an operation asks for something of a constant
// that is not known: the contents or identity of an object that a log only
// numbers, or the value of an address. To pass such a constant on is fine.
func (p *program) touchesUnknown(v trace.Value) bool {
	t := p.trace
	code := t.Ops[v].Code
	args := t.Args(v)
	switch code.Info().Effect {
	case trace.EffectVisible, trace.EffectControl, trace.EffectOpaque:
		return false
	case trace.EffectWriteField, trace.EffectWriteArray:
		args = args[:len(args)-1]
	}
	if code == trace.OpSameAs || code == trace.OpGuardNonnull || code == trace.OpGuardIsnull || code == trace.OpGuardOpaque {
		return false
	}
	for _, arg := range args {
		if !arg.IsConst() {
			continue
		}
		switch t.Const(arg).Kind {
		case trace.ConstAddress:
			return true
		case trace.ConstUnknown: // what compares references knows when the answer is not known
			if code != trace.OpGuardValue && code != trace.OpPtrEq && code != trace.OpPtrNe {
				return true
			}
		}
	}
	return false
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
	if m.passes(in) {
		return goOn
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

// guess notes that the run goes on as it does because of what is assumed here of a
// constant of which only a number is known.
func (m *Interp) guess() { m.out.Guessed = true }

// guessContents notes that what an object holds is a guess if the object is one of which
// only a number is known.
func (m *Interp) guessContents(in *instr) {
	switch in.step {
	case stepGet, stepGetItem, stepGetInterior, stepArrayLen:
		if m.isNumbered(heap.Object(m.regs[in.a])) {
			m.guess()
		}
	}
}

// guessText notes that what a string holds is made up although the trace says it, or may:
// a text constant, or what newstr made. Only what a string from the inputs holds is up to
// the outside.
func (m *Interp) guessText(in *instr) {
	if in.code != trace.OpStrLen && in.code != trace.OpStrItem || in.b == 0 {
		return
	}
	if text := m.regs[m.moves[in.a]]; text > uint64(len(m.out.Inputs.Objects)) || text != 0 && m.out.Inputs.Objects[text-1].Constant != 0 {
		m.guess()
	}
}

// cannotCompare reports whether two references may be to the same object or not,
// because one is a constant of which only a number is known.
func (m *Interp) cannotCompare(a, b uint64) bool {
	return m.anyUnknown && a != b && a != 0 && b != 0 &&
		(m.heap.Kind(heap.Object(a)) == heap.KindUnknown || m.heap.Kind(heap.Object(b)) == heap.KindUnknown)
}

// sameObject reports whether two references are to one object. In an imagined world
// different numbers are different objects, which is a guess.
func (m *Interp) sameObject(a, b uint64) bool {
	if a != b && m.anyUnknown && a != 0 && b != 0 && (m.isNumbered(heap.Object(a)) || m.isNumbered(heap.Object(b))) {
		m.guess()
	}
	return a == b
}

// sameValue compares the value of a register with another of its type.
func (m *Interp) sameValue(register uint32, a, b uint64) bool {
	if m.typeOfRegister(register) == trace.Ref {
		return m.sameObject(a, b)
	}
	return a == b
}

// bothNumbered reports whether guard_value asks an object that a constant of a log
// refers to whether it is another one. When the trace was recorded it was, or the
// trace would have ended there; so in an imagined world it is, too.
func (m *Interp) bothNumbered(in *instr, o heap.Object) bool {
	if o == 0 || m.typeOfRegister(in.a) != trace.Ref || m.typeOfRegister(in.b) != trace.Ref || !m.isNumbered(heap.Object(m.regs[in.b])) {
		return false
	}
	return m.isNumbered(o)
}

// isNumbered reports whether an object stands for a constant of which only a number
// is known.
func (m *Interp) isNumbered(o heap.Object) bool {
	if n := len(m.out.Inputs.Objects); int(o) <= n {
		return o != 0 && m.isNumber(m.out.Inputs.Objects[o-1].Constant)
	} else if k := int(o) - n - 1; k < len(m.out.constants) {
		return m.trace.Consts[m.out.constants[k]].Kind == trace.ConstUnknown
	}
	return false
}

// isNumber reports whether the name of a constant object is one that a log gave.
func (m *Interp) isNumber(name trace.Sym) bool {
	if name != 0 {
		for _, k := range m.objects {
			if c := &m.trace.Consts[k]; c.Name == name {
				return c.Kind == trace.ConstUnknown
			}
		}
	}
	return false
}

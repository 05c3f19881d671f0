package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// touchesUnknown reports whether an operation needs something about a constant
// that is not known: the contents or identity of an object that a log only
// numbers, or the value of an address. Passing such a constant on is fine.
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
		case trace.ConstUnknown: // comparisons of references know themselves when the answer is unknown
			if code != trace.OpGuardValue && code != trace.OpPtrEq && code != trace.OpPtrNe {
				return true
			}
		}
	}
	return false
}

// unknown handles an operation that cannot be done: the run continues only in an
// imagined world.
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
	if in.forces {
		if m.frame.nothingForced = m.forced(in); m.frame.nothingForced {
			return goOn
		}
	}
	if in.asksIfForced && m.frame.nothingForced {
		return goOn
	}
	if m.options.Imagined {
		return m.effect(trace.Value(in.dst), in)
	}
	return m.blame(trouble{kind: troubleOpaque})
}

// guess notes that the run continues in this way because of an assumption about a
// constant that is known only by a number.
func (m *Interp) guess() { m.out.Guessed = true }

// guessContents notes that the contents of an object are a guess if it is known only by
// a number.
func (m *Interp) guessContents(in *instr) {
	switch in.step {
	case stepGet, stepGetItem, stepGetInterior, stepArrayLen:
		if m.isNumbered(heap.Object(m.regs[in.a])) {
			m.guess()
		}
	}
}

// guessText notes that the contents of a string are made up although the trace determines
// them, or may: for a text constant, or what newstr made. Only the contents of a string
// from the inputs are free.
func (m *Interp) guessText(in *instr) {
	if in.code != trace.OpStrLen && in.code != trace.OpStrItem || in.b == 0 {
		return
	}
	if text := m.regs[m.moves[in.a]]; text > uint64(len(m.out.Inputs.Objects)) || text != 0 && m.out.Inputs.Objects[text-1].Constant != 0 {
		m.guess()
	}
}

// cannotCompare reports whether it is unknown if two references are to the same
// object, because one is a constant that is known only by a number.
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

// bothNumbered reports whether guard_value compares two constants of a log, each
// known only by a number. When the trace was recorded they were the same object,
// or the trace would have ended there; so they are in an imagined world, too.
func (m *Interp) bothNumbered(in *instr, o heap.Object) bool {
	if o == 0 || m.typeOfRegister(in.a) != trace.Ref || m.typeOfRegister(in.b) != trace.Ref || !m.isNumbered(heap.Object(m.regs[in.b])) {
		return false
	}
	return m.isNumbered(o)
}

// isNumbered reports whether an object stands for a constant that is known only by
// a number.
func (m *Interp) isNumbered(o heap.Object) bool {
	if n := len(m.out.Inputs.Objects); int(o) <= n {
		return o != 0 && m.isNumber(m.out.Inputs.Objects[o-1].Constant)
	} else if k := int(o) - n - 1; k < len(m.out.constants) {
		return m.trace.Consts[m.out.constants[k]].Kind == trace.ConstUnknown
	}
	return false
}

// isNumber reports whether the name of a constant object is a number from a log.
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

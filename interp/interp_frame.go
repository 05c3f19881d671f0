package interp

import (
	"encoding/binary"

	"unbox/heap"
	"unbox/trace"
)

// frameState is what a run knows of the frame in which the trace runs and of the
// functions that only compute.
type frameState struct {
	// token is what force_token gives, 0 as long as nobody asked.
	token heap.Object
	// computed has the objects that stepComputed gives in an imagined world, and the
	// exceptions: equal operations with equal arguments have equal results. Numbers follow
	// from the arguments.
	computed map[string]heap.Object
	key      []byte
	// classOf has the classes of objects of whose allocation a log tells only the
	// size, once a guard asked.
	classOf map[heap.Object]heap.ClassID
}

func (f *frameState) reset() {
	f.token = 0
	clear(f.computed)
	clear(f.classOf)
}

// takesClass tells whether an object is of a class although it was made as one of
// another: the log told only its size. In an imagined world it is of the class that
// the first guard asks for.
func (m *Interp) takesClass(o heap.Object, made, want heap.ClassID) bool {
	if made < 0 || m.trace.Tables.ClassSpelling[made] != trace.ClassSize {
		return false
	}
	m.guess()
	if class, known := m.frame.classOf[o]; known {
		return class == want
	}
	if m.frame.classOf == nil {
		m.frame.classOf = make(map[heap.Object]heap.ClassID)
	}
	m.frame.classOf[o] = want
	return true
}

// isElidable tells whether an operation is a call that computes the same from the
// same arguments whenever it is made.
func (p *program) isElidable(op *trace.Op) bool {
	return op.Code == trace.OpCall && op.Descr >= 0 && int(op.Descr) < len(p.trace.Tables.Texts) &&
		trace.EffectComputes(p.trace.Tables.Texts[op.Descr].Effect)
}

// knownCall returns the operation that a call computes from its second and third
// argument (the first one is the function), OpNone if that is not known.
func (p *program) knownCall(op *trace.Op, args []trace.Value) trace.Opcode {
	if op.Code != trace.OpCall || op.Descr < 0 || int(op.Descr) >= len(p.trace.Tables.Texts) || !IsKnownCall(op, args, p.trace.TypeOf) {
		return trace.OpNone
	}
	return p.trace.Tables.Texts[op.Descr].Known
}

// IsKnownCall tells whether a call has the form of one that computes an operation on
// two integers.
func IsKnownCall(op *trace.Op, args []trace.Value, typeOf func(trace.Value) trace.Type) bool {
	return op.Type == trace.Int && len(args) == 3 && typeOf(args[1]) == trace.Int && typeOf(args[2]) == trace.Int
}

// frameStep does the operations that have to do with the frame, and those whose
// result is a matter of the running program.
func (m *Interp) frameStep(in *instr) progress {
	switch in.step {
	case stepToken:
		return m.token(in.dst)
	case stepVirtualRef:
		return m.virtualRef(in)
	case stepVirtualRefFinish:
		return m.virtualRefFinish(in)
	case stepPromise:
		return m.promise(in)
	}
	return m.computed(in)
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

// promise ends a run in which a promise does not hold: it has no meaning.
func (m *Interp) promise(in *instr) progress {
	a, b := m.regs[in.a], m.regs[in.b]
	switch in.code {
	case trace.OpAssertNonnull:
		if a == 0 {
			return m.blame(trouble{kind: troublePromise})
		}
	case trace.OpAssertClass:
		if a == 0 || m.guardClass(in, heap.Object(a)) == guardFailed {
			return m.blame(trouble{kind: troublePromise})
		}
	case trace.OpAssertValue:
		if m.typeOfRegister(in.a) == trace.Ref && m.cannotCompare(a, b) {
			return m.blame(trouble{kind: troubleUnknownObject})
		}
		if !m.sameValue(in.a, a, b) {
			return m.blame(trouble{kind: troublePromise})
		}
	}
	return goOn
}

// computed gives a result that is decided by the operation and its arguments
// alone, in a way that only the running program knows: in an imagined world it is
// some result, the same each time.
func (m *Interp) computed(in *instr) progress {
	if !m.options.Imagined {
		return m.blame(trouble{kind: troubleOpaque})
	}
	// What it is goes by what arguments are, so that two runs that allocate in
	// another order agree; that it is the same goes by the very objects.
	key := append(m.frame.key[:0], byte(in.code), byte(in.typ))
	key = binary.LittleEndian.AppendUint32(key, uint32(in.aux))
	what := in.seed()
	for _, r := range m.moves[in.a : in.a+in.b] {
		bits := m.regs[r]
		key = append(key, byte(m.typeOfRegister(r))) // 1 is not the first object
		key = binary.LittleEndian.AppendUint64(key, bits)
		what = splitMix(what ^ m.appearance(m.typeOfRegister(r), bits))
	}
	m.frame.key = key
	m.guessText(in)
	if m.raises(in, what) || in.typ == trace.Void {
		return goOn
	}
	if in.typ != trace.Ref {
		m.regs[in.dst] = what & 0xff
		return goOn
	}
	if o, known := m.frame.computed[string(key)]; known {
		m.regs[in.dst] = uint64(o)
		return goOn
	}
	ref, status := m.heap.New(heap.NoClass)
	if status != heap.OK {
		return m.blame(trouble{kind: troubleHeap, status: status})
	}
	m.regs[in.dst] = uint64(ref)
	return m.remember(string(key), ref)
}

// seed stands for the operation and the function that it calls.
func (in *instr) seed() uint64 { return splitMix(uint64(in.code)<<32 | uint64(uint32(in.aux))) }

// remember notes the object that a call gives whenever it is made. There are as many of
// them as visible effects at most.
func (m *Interp) remember(key string, o heap.Object) progress {
	if len(m.frame.computed) >= m.options.Effects {
		return m.blame(trouble{kind: troubleEffects, a: uint64(m.options.Effects)})
	}
	if m.frame.computed == nil {
		m.frame.computed = make(map[string]heap.Object)
	}
	m.frame.computed[key] = o
	return goOn
}

// appearance is what two equivalent runs agree about of an argument: of an object where
// it is from, or else what it is.
func (m *Interp) appearance(t trace.Type, bits uint64) uint64 {
	if t != trace.Ref || bits == 0 {
		return trace.SameNaN(t, bits)
	}
	if origin := m.out.origin(heap.Object(bits)); origin != 0 {
		return splitMix(origin)
	}
	return kindBits(&m.heap, heap.Object(bits))
}

// raises lets the outside decide whether a call that only computes raises. what stands
// for the function and its arguments.
func (m *Interp) raises(in *instr, what uint64) bool {
	m.raised = exception{}
	if in.flag != 0 {
		m.regs[in.flag] = 0
	}
	if in.raises != trace.RaisesByArguments {
		return false
	}
	e, raised := m.out.Inputs.Outside.raisesFor(what, m.heap.Schema())
	if raised {
		e.by = string(m.frame.key) + "!"
		m.raise(in, e)
	}
	return raised
}

// bothNumbered tells whether guard_value asks an object that a constant of a log
// refers to whether it is another one. When the trace was recorded it was, or the
// trace would have ended there; so in an imagined world it is, too.
func (m *Interp) bothNumbered(in *instr, o heap.Object) bool {
	if o == 0 || m.typeOfRegister(in.a) != trace.Ref || m.typeOfRegister(in.b) != trace.Ref || !m.isNumbered(heap.Object(m.regs[in.b])) {
		return false
	}
	return m.isNumbered(o)
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

// sameObject tells whether two references are to one object. In an imagined world
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

// isNumbered tells whether an object stands for a constant of which only a number
// is known.
func (m *Interp) isNumbered(o heap.Object) bool {
	if n := len(m.out.Inputs.Objects); int(o) <= n {
		return o != 0 && m.isNumber(m.out.Inputs.Objects[o-1].Constant)
	} else if k := int(o) - n - 1; k < len(m.out.constants) {
		return m.trace.Consts[m.out.constants[k]].Kind == trace.ConstUnknown
	}
	return false
}

// isNumber tells whether the name of a constant object is one that a log gave.
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

package interp

import (
	"encoding/binary"

	"unbox/heap"
	"unbox/trace"
)

// effect does a visible effect: it notes the values, and what the outside can
// see of the objects among them.
func (m *Interp) effect(v trace.Value, in *instr) progress {
	index := len(m.out.Effects)
	if index >= m.options.Effects || len(m.out.EffectArgs) > 10*m.options.Effects {
		return m.blame(trouble{kind: troubleEffects, a: uint64(m.options.Effects)})
	}
	e := VisibleEffect{Op: v, First: uint32(len(m.out.EffectArgs)), Len: in.b}
	for _, r := range m.moves[in.a : in.a+in.b] {
		m.out.EffectArgs = append(m.out.EffectArgs, Datum{m.typeOfRegister(r), m.regs[r]})
	}
	args := m.out.Args(e)
	e.seenFirst = uint32(len(m.out.seen))
	if !in.blind {
		m.see(args, in.asksForFrames)
	}
	e.seenLen = uint32(len(m.out.seen)) - e.seenFirst
	m.out.Effects = append(m.out.Effects, e)
	return m.answer(in, args, uint64(index))
}

// answer lets the outside react: keep objects, change them, return a value.
func (m *Interp) answer(in *instr, args []Datum, index uint64) progress {
	hostile := m.options.HostileCalls
	if hostile && !in.blind {
		for _, d := range args {
			if d.Type == trace.Ref && d.Bits != 0 && !m.isText(d.Bits) {
				m.env.escaped = append(m.env.escaped, d.Object())
			}
		}
		if m.mayChange(in) {
			m.rewrite(index, in.writes, in.asksForFrames)
		}
	}
	switch in.typ {
	case trace.Int, trace.Float:
		m.regs[in.dst], _ = OutsideAnswer(int(index), in.typ)
		if e := m.out.Inputs.Outside.at(int(index) + 1); e != nil && e.Result.Type == in.typ {
			m.regs[in.dst] = e.Result.Bits
		}
	case trace.Ref:
		ref, status := m.someObject(index, hostile && (!in.blind || in.code == trace.OpRawRead))
		if status != heap.OK {
			return m.blame(trouble{kind: troubleHeap, status: status})
		}
		m.regs[in.dst] = uint64(ref)
	}
	if in.code == trace.OpGuardOpaque { // the call before it is still the last one
		return holds(!m.out.Inputs.Outside.fails(int(index) + 1))
	}
	m.react(in, int(index)+1)
	return goOn
}

// What the outside has done to a run: the exception of the last call, and whether what
// the trace took to be constant is still constant.

// exception is the exception that the last call raised, if it did.
type exception struct {
	raised bool
	class  heap.ClassID
	// object is the exception itself, made when it is first asked for.
	object heap.Object
	// by names the call that raised it if that call only computes, "" for all others:
	// called with the same arguments, it raises the same object.
	by string
}

// raise notes that a call raised. The call's flag then says that its result must
// not be used.
func (m *Interp) raise(in *instr, e exception) {
	m.raised = e
	if in.typ != trace.Void {
		m.regs[in.dst] = 0
	}
	if in.flag != 0 {
		m.regs[in.flag] = 1
	}
}

// react lets the outside decide about a visible effect, counted from 1, apart from
// what it returns and changes.
func (m *Interp) react(in *instr, effect int) {
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

// isElidable reports whether an operation is a call that computes the same from the
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

// IsKnownCall reports whether a call has the form of one that computes an operation on
// two integers.
func IsKnownCall(op *trace.Op, args []trace.Value, typeOf func(trace.Value) trace.Type) bool {
	return op.Type == trace.Int && op.Condition() == trace.CallsAlways && len(args) == 3 && typeOf(args[1]) == trace.Int && typeOf(args[2]) == trace.Int
}

// computed gives a result that depends only on the operation and its arguments,
// in a way that only the running program knows: in an imagined world it is an
// arbitrary result, the same each time.
func (m *Interp) computed(in *instr) progress {
	if m.passes(in) {
		return goOn
	}
	if !m.options.Imagined {
		return m.blame(trouble{kind: troubleOpaque})
	}
	// Which result it is depends on what the arguments look like, so that two runs
	// that allocate in a different order agree; whether it is the same result
	// depends on the identity of the objects.
	key := append(m.frame.key[:0], byte(in.code), byte(in.typ))
	key = binary.LittleEndian.AppendUint32(key, uint32(in.aux))
	what := in.seed()
	for _, r := range m.moves[in.a : in.a+in.b] {
		bits := m.regs[r]
		key = append(key, byte(m.typeOfRegister(r))) // 1 is not the first object
		key = binary.LittleEndian.AppendUint64(key, m.asKey(m.typeOfRegister(r), bits))
		what = splitMix(what ^ m.appearance(m.typeOfRegister(r), bits))
	}
	m.frame.key = key
	m.guessText(in)
	if m.raises(in, what) || in.typ == trace.Void {
		return goOn
	}
	seed := m.out.Inputs.Outside.Seed
	switch {
	case seed != 0 && m.someResult(in, splitMix(what^seed)):
		return goOn
	case in.typ != trace.Ref:
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

// someResult gives what a function returns under a seed of the outside: a small number, so that two are the same now and then, any
// character that there is, or an object that it got. It returns false if it is another object.
func (m *Interp) someResult(in *instr, random uint64) bool {
	rare := random&3 == 0
	random >>= 2
	result := random & 0xff
	switch {
	case in.typ == trace.Ref:
		return rare && in.text == textNone && in.b > 0 && m.returnsArgument(in, m.moves[in.a+uint32(random%uint64(in.b))])
	case rare && in.code == trace.OpStrItem:
		result = random % (in.largest + 1)
	case rare:
		result &= 3
	}
	m.regs[in.dst] = result
	return true
}

// returnsArgument has a function return an argument, if that is an object.
func (m *Interp) returnsArgument(in *instr, arg uint32) bool {
	if m.typeOfRegister(arg) != trace.Ref || m.regs[arg] == 0 || m.isText(m.regs[arg]) {
		return false
	}
	m.regs[in.dst] = m.regs[arg]
	return true
}

// passes handles a conditional call that is not made; it returns false if the call has to be
// made.
func (m *Interp) passes(in *instr) bool {
	if in.condition == trace.CallsAlways {
		return false
	}
	bits := m.regs[m.moves[in.a-1]]
	if (bits == 0) == (in.condition == trace.CallsIfZero) {
		return false
	}
	m.raised = exception{}
	if in.flag != 0 {
		m.regs[in.flag] = 0
	}
	if in.condition == trace.CallsIfZero {
		m.regs[in.dst] = bits
	}
	return true
}

// seed stands for the operation and the function that it calls.
func (in *instr) seed() uint64 { return splitMix(uint64(in.code)<<32 | uint64(uint32(in.aux))) }

// remember notes the object that a call gives whenever it is made. There are at most as
// many as visible effects.
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

// appearance is what two equivalent runs agree about in an argument: for an object
// where it comes from, otherwise its value.
func (m *Interp) appearance(t trace.Type, bits uint64) uint64 {
	if t != trace.Ref || bits == 0 {
		return trace.SameNaN(t, bits)
	}
	if origin := m.out.origin(heap.Object(bits)); origin != 0 {
		return splitMix(origin)
	}
	if m.isText(bits) {
		return textBits(&m.heap, heap.Object(bits))
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

// CopiesItems reports whether an operation is a call that copies items from one array to
// another: see Descr.CopiesItems.
func CopiesItems(tables *trace.Tables, op *trace.Op, args []trace.Value, typeOf func(trace.Value) trace.Type) bool {
	if op.Code != trace.OpCall || op.Type != trace.Void || op.Descr < 0 || int(op.Descr) >= len(tables.Texts) ||
		!tables.Texts[op.Descr].CopiesItems || len(args) != 6 {
		return false
	}
	for i, want := range [...]trace.Type{trace.Int, trace.Ref, trace.Ref, trace.Int, trace.Int, trace.Int} {
		if typeOf(args[i]) != want {
			return false
		}
	}
	return true
}

// copyItems does the call that copies items. It returns false, and does nothing, where
// the meaning of the call is not known: if one argument is no array, if the arrays are
// of different types, or if an item does not exist. The call is then one that may do
// anything.
func (m *Interp) copyItems(registers []uint32) bool {
	from, to := heap.Object(m.regs[registers[1]]), heap.Object(m.regs[registers[2]])
	start, target, n := int64(m.regs[registers[3]]), int64(m.regs[registers[4]]), int64(m.regs[registers[5]])
	if m.heap.Kind(from) != heap.KindArray || m.heap.Kind(to) != heap.KindArray ||
		m.heap.ArrayType(from) != m.heap.ArrayType(to) || m.heap.ArrayType(from) == heap.NoArray {
		return false
	}
	array := m.heap.ArrayType(from)
	if !m.hasItems(from, array, start, n) || !m.hasItems(to, array, target, n) {
		return false
	}
	typ := m.heap.Schema().Arrays[array].Elem
	items := make([]uint64, n)
	for k := range items {
		var status heap.Status
		if items[k], status = m.heap.LoadItem(from, array, start+int64(k), typ); status != heap.OK {
			return false
		}
	}
	for k, bits := range items {
		m.heap.StoreItem(to, array, target+int64(k), bits, typ)
	}
	return true
}

// hasItems reports whether an array has n items from one on.
func (m *Interp) hasItems(o heap.Object, array heap.ArrayID, from, n int64) bool {
	length, status := m.heap.Length(o, array)
	return status == heap.OK && n >= 0 && from >= 0 && from <= length && n <= length-from
}

package prove

import (
	"slices"
	"strconv"

	"unbox/heap"
	"unbox/optimizer"
	"unbox/prove/term"
)

// step runs one operation that is neither a label nor a jump. The order of cases is
// that of the interpreter's decoder.
func (s *side) step(v optimizer.Value, op *optimizer.Op, inputs map[string]term.Term) {
	info := op.Code.Info()
	switch {
	case op.Code == optimizer.OpParam, op.Code == optimizer.OpMark, op.Code == optimizer.OpQuasiImmut, op.Code == optimizer.OpKnownResult,
		op.Code == optimizer.OpGuardFuture:
		return // nothing that a run can see
	}
	if s.t.LacksCall(v) {
		s.define(v, s.e.b.False(), "there is no call right before it")
		return
	}
	s.checkOperands(v)
	switch {
	case s.knownCall(v, op):
		args := s.t.Args(v)
		s.number(v, s.t.Tables.Texts[op.Descr].Known, args[1], args[2])
	case op.Code == optimizer.OpStrLen, op.Code == optimizer.OpStrItem, s.isElidable(op):
		s.computed(v, op)
	case info.Effect == optimizer.EffectVisible, info.Effect == optimizer.EffectOpaque,
		info.Effect == optimizer.EffectReadRaw, info.Effect == optimizer.EffectWriteRaw, op.Code == optimizer.OpGuardOpaque:
		s.effect(v, op)
	case op.Code == optimizer.OpFinish:
		s.end(exitFinish, v)
	case op.Code == optimizer.OpGetarg:
		s.getarg(v, inputs)
	case info.Effect == optimizer.EffectBookkeeping:
		s.promise(v, op)
	case op.Code.IsGuard():
		s.guardOp(v, op)
	case info.Group == "frame":
		s.frame(v, op)
	default:
		s.compute(v, op)
	}
}

// knownCall tells whether a call computes an operation on two integers.
func (s *side) knownCall(v optimizer.Value, op *optimizer.Op) bool {
	if op.Code != optimizer.OpCall || op.Descr < 0 || int(op.Descr) >= len(s.t.Tables.Texts) {
		return false
	}
	args := s.t.Args(v)
	return s.t.Tables.Texts[op.Descr].Known != optimizer.OpNone && op.Type == optimizer.Int && len(args) == 3 &&
		s.t.TypeOf(args[1]) == optimizer.Int && s.t.TypeOf(args[2]) == optimizer.Int
}

// isElidable tells whether an operation is a call that computes the same from the
// same arguments whenever it is made: those with the effect numbers 0, 1, 3 and 4.
func (s *side) isElidable(op *optimizer.Op) bool {
	if op.Code != optimizer.OpCall || op.Descr < 0 || int(op.Descr) >= len(s.t.Tables.Texts) {
		return false
	}
	switch s.t.Tables.Texts[op.Descr].Effect {
	case 0, 1, 3, 4:
		return true
	}
	return false
}

// computed is a function of the arguments that only the running program knows.
func (s *side) computed(v optimizer.Value, op *optimizer.Op) {
	name := op.Code.String()
	if op.Descr >= 0 {
		name += " " + s.t.Tables.Texts[op.Descr].Text
	}
	args := make([]term.Term, 0, op.Len)
	for _, arg := range s.t.Args(v) {
		a := s.operand(arg, v)
		args = append(args, a)
		name += " " + strconv.Itoa(s.e.b.Width(a))
	}
	s.raisesByArguments(v, name, args)
	if op.Type == optimizer.Void {
		return
	}
	r := s.e.b.Apply(name, s.e.sortOf(op.Type), args...)
	s.e.fromOutside(r, op.Type, nil)
	s.value[v] = r
}

func (s *side) getarg(v optimizer.Value, inputs map[string]term.Term) {
	n := int(s.t.Const(s.t.Arg(v, 0)).Bits)
	r, ok := inputs[inputKey(optimizer.Input{Arg: n})]
	if !ok || s.e.b.Sort(r) != s.e.sortOf(s.t.Ops[v].Type) {
		refuse("%s: no input of this number and type", s.names.at(v))
	}
	s.value[v] = r
}

// number runs an operation on numbers.
func (s *side) number(v optimizer.Value, code optimizer.Opcode, a, b optimizer.Value) {
	x := s.operand(a, v)
	y := x
	if b != optimizer.None {
		y = s.operand(b, v)
	}
	n := s.e.numeric(code, x, y, s.names.at(v))
	s.define(v, n.defined, whyUndefined(code))
	s.value[v] = n.value
	if code.Info().Effect == optimizer.EffectOverflow {
		s.fits[v], s.lastOvf = n.fits, v
	}
}

func whyUndefined(code optimizer.Opcode) string {
	switch code {
	case optimizer.OpIntPyDiv, optimizer.OpIntPyMod:
		return "the divisor is 0"
	case optimizer.OpCastFloatToInt:
		return "the double does not fit into an integer"
	case optimizer.OpFloatToBits:
		return "the bits of NaN are not known"
	case optimizer.OpIntSignext:
		return "the width is not 1, 2, 4 or 8 bytes"
	}
	return "the shift amount is out of range"
}

// compute runs operations on numbers, references and the heap.
func (s *side) compute(v optimizer.Value, op *optimizer.Op) {
	b, args := s.e.b, s.t.Args(v)
	switch op.Code {
	case optimizer.OpSameAs:
		s.value[v] = s.operand(args[0], v)
	case optimizer.OpPtrEq:
		s.value[v] = s.e.bit(s.e.eqRef(s.operand(args[0], v), s.operand(args[1], v)))
	case optimizer.OpPtrNe:
		s.value[v] = s.e.bit(b.Not(s.e.eqRef(s.operand(args[0], v), s.operand(args[1], v))))
	case optimizer.OpNew:
		s.value[v] = s.allocate(v, op.Descr, false, 0, true)
	case optimizer.OpNewArray, optimizer.OpNewArrayClear:
		n := s.operand(args[0], v)
		s.define(v, b.Sle(b.Const(s.e.w, 0), n), "the length is negative")
		s.value[v] = s.allocate(v, op.Descr, true, n, op.Code == optimizer.OpNewArrayClear)
	case optimizer.OpGet, optimizer.OpSet:
		s.field(v, op, args)
	case optimizer.OpGetItem, optimizer.OpSetItem, optimizer.OpGetInterior, optimizer.OpSetInterior:
		s.item(v, op, args)
	case optimizer.OpArrayLen:
		ref := s.array(v, op.Descr, args[0])
		s.value[v] = s.e.lengthAt(s.objects, ref)
	default:
		second := optimizer.None
		if len(args) > 1 {
			second = args[1]
		}
		s.number(v, op.Code, args[0], second)
	}
}

// allocate makes an object or array and returns its reference.
func (s *side) allocate(v optimizer.Value, typ int32, array bool, length term.Term, cleared bool) term.Term {
	id := s.ids.allocate(s, v)
	s.addObject(s.e.newObject(id, typ, array, length, cleared))
	return s.e.b.Const(s.e.rw, id)
}

func (s *side) addObject(o object) {
	s.objects = append(s.objects, o)
	if !o.cleared {
		s.uncleared = append(s.uncleared, o.id)
	}
}

// object returns the reference to an object with a field, which must be one.
func (s *side) object(v optimizer.Value, f heap.FieldID, arg optimizer.Value) term.Term {
	e := s.e
	ref := s.operand(arg, v)
	s.notNull(v, ref)
	s.define(v, e.hasField(e.kindAt(s.objects, ref), f), "the object has no such field")
	return ref
}

func (s *side) notNull(v optimizer.Value, ref term.Term) {
	s.define(v, s.e.b.Not(s.e.eqRef(ref, s.e.null())), "the reference is null")
}

// array returns the reference to an array of a type.
func (s *side) array(v optimizer.Value, a int32, arg optimizer.Value) term.Term {
	ref := s.operand(arg, v)
	s.notNull(v, ref)
	s.define(v, s.e.isArray(s.e.kindAt(s.objects, ref), heap.ArrayID(a)), "it is no such array")
	return ref
}

// fieldMemory returns the memory of a field for values of a type.
func fieldMemory(kind placeKind, f int32, t optimizer.Type) memory {
	return memory{kind, heap.FieldID(f), t}
}

func (s *side) field(v optimizer.Value, op *optimizer.Op, args []optimizer.Value) {
	ref := s.object(v, heap.FieldID(op.Descr), args[0])
	if op.Code == optimizer.OpGet {
		m := fieldMemory(placeField, op.Descr, op.Type)
		s.define(v, s.e.holdsType(s.heap, m, ref), "the field holds a value of another type")
		s.value[v] = s.e.read(s.heap, m, ref, 0)
		return
	}
	m := fieldMemory(placeField, op.Descr, s.t.TypeOf(args[1]))
	s.e.write(s.heap, m, ref, 0, s.operand(args[1], v))
}

// item reads or writes an item of an array, or a field of a struct in one.
func (s *side) item(v optimizer.Value, op *optimizer.Op, args []optimizer.Value) {
	b := s.e.b
	interior := op.Code == optimizer.OpGetInterior || op.Code == optimizer.OpSetInterior
	array := op.Descr
	if interior {
		array = int32(heap.NoArray)
	}
	ref := s.array(v, array, args[0])
	index := s.operand(args[1], v)
	s.define(v, b.Ult(index, s.e.lengthAt(s.objects, ref)), "the index is out of bounds")
	write := len(args) == 3
	t := op.Type
	if write {
		t = s.t.TypeOf(args[2])
	}
	m := memory{placeItem, -1, t}
	if interior {
		m = fieldMemory(placeStruct, op.Descr, t)
	}
	if write {
		s.e.write(s.heap, m, ref, index, s.operand(args[2], v))
		return
	}
	if len(s.uncleared) > 0 {
		s.define(v, s.e.written(s.heap, m, ref, index, s.uncleared), "the item was never written")
	}
	s.value[v] = s.e.read(s.heap, m, ref, index)
}

// guardOp runs a guard on values and references.
func (s *side) guardOp(v optimizer.Value, op *optimizer.Op) {
	b, args := s.e.b, s.t.Args(v)
	switch op.Code {
	case optimizer.OpGuardTrue:
		s.guard(v, s.e.isTrue(s.operand(args[0], v)))
	case optimizer.OpGuardFalse:
		s.guard(v, b.Not(s.e.isTrue(s.operand(args[0], v))))
	case optimizer.OpGuardNonnull:
		s.guard(v, b.Not(s.e.eqRef(s.operand(args[0], v), s.e.null())))
	case optimizer.OpGuardIsnull:
		s.guard(v, s.e.eqRef(s.operand(args[0], v), s.e.null()))
	case optimizer.OpGuardValue:
		x, y := s.operand(args[0], v), s.operand(args[1], v)
		if s.t.TypeOf(args[0]) == optimizer.Ref {
			s.guard(v, s.e.eqRef(x, y))
			return
		}
		if s.t.TypeOf(args[0]) == optimizer.Float { // by the bits, but all NaNs are one
			x, y = s.e.canonical(x), s.e.canonical(y)
		}
		s.guard(v, b.Eq(x, y))
	case optimizer.OpGuardNotInvalidated, optimizer.OpGuardNoException, optimizer.OpGuardException:
		s.guardOutside(v, op)
	case optimizer.OpGuardClass, optimizer.OpGuardNonnullClass:
		s.guardClass(v, op, args[0])
	case optimizer.OpGuardNoOverflow, optimizer.OpGuardOverflow:
		if s.lastOvf == optimizer.None {
			s.define(v, b.False(), "there is no overflow operation before it")
			return
		}
		fits := s.fits[s.lastOvf]
		if op.Code == optimizer.OpGuardOverflow {
			fits = b.Not(fits)
		}
		s.guard(v, fits)
	default:
		refuse("%s: this guard has no encoding", s.names.at(v))
	}
}

func (s *side) guardClass(v optimizer.Value, op *optimizer.Op, arg optimizer.Value) {
	e := s.e
	ref := s.operand(arg, v)
	if s.t.Tables.ClassSpelling[op.Descr] == optimizer.ClassSize {
		refuse("%s: the class is not known, only a size", s.names.at(v))
	}
	s.claim(ref, heap.ClassID(op.Descr))
	same := e.b.Eq(e.kindAt(s.objects, ref), e.kindConst(e.kindOf(heap.ClassID(op.Descr))))
	if op.Code == optimizer.OpGuardClass {
		s.notNull(v, ref)
		s.guard(v, same)
		return
	}
	s.guard(v, e.b.And(e.b.Not(e.eqRef(ref, e.null())), same))
}

// claim lets an object of whose allocation a log tells only the size be of the class
// that the first guard asks for: when the trace was recorded it was, or the trace
// would have ended there. The interpreter imagines the same.
func (s *side) claim(ref term.Term, c heap.ClassID) {
	id, allocated := s.e.newID(ref)
	if !allocated {
		return
	}
	for k := range s.objects {
		o := &s.objects[k]
		if o.id != id || o.array || o.typ < 0 || s.t.Tables.ClassSpelling[o.typ] != optimizer.ClassSize {
			continue
		}
		if _, known := s.e.b.Value(o.kind); !known {
			s.objects = slices.Clone(s.objects)
			s.objects[k].kind = s.e.kindConst(s.e.kindOf(c))
		}
	}
}

// promise demands what the trace was promised.
func (s *side) promise(v optimizer.Value, op *optimizer.Op) {
	b, args := s.e.b, s.t.Args(v)
	switch op.Code {
	case optimizer.OpAssertNonnull:
		s.notNull(v, s.operand(args[0], v))
	case optimizer.OpAssertClass:
		ref := s.operand(args[0], v)
		s.notNull(v, ref)
		kind := s.e.kindConst(s.e.kindOf(heap.ClassID(op.Descr)))
		s.define(v, b.Eq(s.e.kindAt(s.objects, ref), kind), "the promised class does not hold")
	case optimizer.OpAssertValue:
		x, y := s.operand(args[0], v), s.operand(args[1], v)
		s.define(v, b.Eq(x, y), "the promised value does not hold")
	}
}

// frame runs the operations that have to do with the frame of the running program.
func (s *side) frame(v optimizer.Value, op *optimizer.Op) {
	b, e := s.e.b, s.e
	token := b.Const(e.rw, s.ids.token)
	if len(s.objects) == 0 || !s.hasToken() {
		s.addObject(e.newObject(s.ids.token, int32(heap.NoClass), false, 0, true))
	}
	if op.Code == optimizer.OpForceToken {
		s.value[v] = token
		return
	}
	fields := s.t.Tables.Schema.Classes[op.Descr].Fields
	if len(fields) < 2 {
		refuse("%s: the class of virtual_ref has no fields", s.names.at(v))
	}
	if op.Code == optimizer.OpVirtualRef {
		ref := s.allocate(v, op.Descr, false, 0, true)
		s.e.write(s.heap, fieldMemory(placeField, int32(fields[0]), optimizer.Ref), ref, 0, token)
		s.value[v] = ref
		return
	}
	args := s.t.Args(v)
	ref := s.object(v, fields[0], args[0])
	s.e.write(s.heap, fieldMemory(placeField, int32(fields[0]), optimizer.Ref), ref, 0, e.null())
	if s.t.TypeOf(args[1]) == optimizer.Ref {
		object := s.operand(args[1], v)
		m := fieldMemory(placeField, int32(fields[1]), optimizer.Ref)
		forced := b.Ite(e.eqRef(object, e.null()), e.read(s.heap, m, ref, 0), object)
		s.e.write(s.heap, m, ref, 0, forced)
	}
}

func (s *side) hasToken() bool {
	for k := range s.objects {
		if s.objects[k].id == s.ids.token {
			return true
		}
	}
	return false
}

package prove

import (
	"slices"
	"strconv"

	"unbox/heap"
	"unbox/interp"
	"unbox/prove/term"
	"unbox/trace"
)

// step runs one operation that is neither a label nor a jump. The order of cases is
// that of the interpreter's decoder.
func (s *side) step(v trace.Value, op *trace.Op, inputs map[string]term.Term) {
	info := op.Code.Info()
	switch {
	case op.Code == trace.OpParam, op.Code == trace.OpMark, op.Code == trace.OpQuasiImmut, op.Code == trace.OpKnownResult,
		op.Code == trace.OpGuardFuture:
		return // nothing that a run can see
	}
	if s.t.LacksCall(v) {
		s.define(v, s.e.b.False(), "there is no call right before it")
		return
	}
	s.checkOperands(v)
	switch {
	case s.onlyForced(v, op):
	case s.knownCall(v, op):
		args := s.t.Args(v)
		s.number(v, s.t.Tables.Texts[op.Descr].Known, args[1], args[2])
	case op.Code == trace.OpStrLen, op.Code == trace.OpStrItem, s.isElidable(op):
		s.computed(v, op)
	case info.Effect == trace.EffectVisible, info.Effect == trace.EffectOpaque,
		info.Effect == trace.EffectReadRaw, info.Effect == trace.EffectWriteRaw, op.Code == trace.OpGuardOpaque:
		s.effect(v, op)
	case op.Code == trace.OpFinish:
		s.end(exitFinish, v)
	case op.Code == trace.OpGetarg:
		s.getarg(v, inputs)
	case info.Effect == trace.EffectBookkeeping:
		s.promise(v, op)
	case op.Code.IsGuard():
		s.guardOp(v, op)
	case info.Group == "frame":
		s.frame(v, op)
	default:
		s.compute(v, op)
	}
}

// knownCall reports whether a call computes an operation on two integers.
func (s *side) knownCall(v trace.Value, op *trace.Op) bool {
	return op.Code == trace.OpCall && op.Descr >= 0 && int(op.Descr) < len(s.t.Tables.Texts) &&
		s.t.Tables.Texts[op.Descr].Known != trace.OpNone && interp.IsKnownCall(op, s.t.Args(v), s.t.TypeOf)
}

// isElidable reports whether an operation is a call that computes the same from the
// same arguments whenever it is made: those with the effect numbers 0, 1, 3 and 4.
func (s *side) isElidable(op *trace.Op) bool {
	if op.Code != trace.OpCall || op.Descr < 0 || int(op.Descr) >= len(s.t.Tables.Texts) {
		return false
	}
	switch s.t.Tables.Texts[op.Descr].Effect {
	case 0, 1, 3, 4:
		return true
	}
	return false
}

// computed makes the result of a function that only the running program knows.
func (s *side) computed(v trace.Value, op *trace.Op) {
	name := op.Code.String()
	if op.Descr >= 0 {
		name += " " + s.t.Tables.Texts[op.Descr].Text
	}
	args := make([]term.Term, 0, op.Len)
	var passed []uint64
	takesObjects := false
	made := s.isMade(v, op)
	for _, arg := range s.passedArgs(v, op) {
		a := s.operand(arg, v)
		args = append(args, a)
		if s.t.TypeOf(arg) == trace.Ref && a != s.e.null() {
			takesObjects = true
			passed = append(passed, s.e.idsIn(a)...)
		}
		name += " " + strconv.Itoa(s.e.b.Width(a))
	}
	s.raisesByArguments(v, name, args, made)
	if op.Type == trace.Void {
		return
	}
	r := s.e.b.Apply(name, s.e.sortOf(op.Type), args...)
	if op.Type == trace.Ref && takesObjects { // it may give an object that it got, or one that it found there
		hidden := s.e.hiddenFrom(false)
		if len(passed) == 0 {
			hidden = s.e.changing
		}
		passed = s.e.closure(s.heap, passed, hidden)
	}
	s.e.fromOutside(r, op.Type, passed)
	s.ofString(v, op, r)
	s.value[v] = s.resultOf(v, op, made, r)
}

// ofString says what lengths and characters of strings there are. The interpreter invents no others.
func (s *side) ofString(v trace.Value, op *trace.Op, r term.Term) {
	b := s.e.b
	switch op.Code {
	case trace.OpStrLen:
		s.define(v, b.Sle(b.Const(s.e.w, 0), r), "the length is negative")
	case trace.OpStrItem:
		s.define(v, b.Ule(r, b.Const(s.e.w, uint64(op.LastCharacter()))), "there is no such character")
	}
}

func (s *side) getarg(v trace.Value, inputs map[string]term.Term) {
	n := int(s.t.Const(s.t.Arg(v, 0)).Bits)
	r, ok := inputs[inputKey(interp.Input{Arg: n})]
	if !ok || s.e.b.Sort(r) != s.e.sortOf(s.t.Ops[v].Type) {
		refuse("%s: no input of this number and type", s.names.at(v))
	}
	s.value[v] = r
}

// number runs an operation on numbers.
func (s *side) number(v trace.Value, code trace.Opcode, a, b trace.Value) {
	x := s.operand(a, v)
	y := x
	if b != trace.None {
		y = s.operand(b, v)
	}
	n := s.e.numeric(code, x, y, s.names.at(v))
	if code == trace.OpIntMulOvf {
		s.e.learnSign(n.value, n.fits, x, y)
	}
	s.define(v, n.defined, whyUndefined(code))
	s.value[v] = n.value
	if code.Info().Effect == trace.EffectOverflow {
		s.fits[v], s.lastOvf = n.fits, v
	}
}

func whyUndefined(code trace.Opcode) string {
	switch code.Needs() {
	case trace.NeedDivisor:
		return "the divisor is 0"
	case trace.NeedInRange:
		return "the double does not fit into an integer"
	case trace.NeedNumber:
		return "the bits of NaN are not known"
	case trace.NeedWidth:
		return "the width is not 1, 2, 4 or 8 bytes"
	}
	return "the shift amount is out of range"
}

// compute runs operations on numbers, references and the heap.
func (s *side) compute(v trace.Value, op *trace.Op) {
	b, args := s.e.b, s.t.Args(v)
	switch op.Code {
	case trace.OpSameAs:
		s.value[v] = s.operand(args[0], v)
	case trace.OpPtrEq:
		s.value[v] = s.e.bit(s.e.eqRef(s.operand(args[0], v), s.operand(args[1], v)))
	case trace.OpPtrNe:
		s.value[v] = s.e.bit(b.Not(s.e.eqRef(s.operand(args[0], v), s.operand(args[1], v))))
	case trace.OpNew:
		s.value[v] = s.allocate(v, op.Descr, false, 0, true)
	case trace.OpNewArray, trace.OpNewArrayClear:
		n := s.operand(args[0], v)
		s.define(v, b.Sle(b.Const(s.e.w, 0), n), "the length is negative")
		s.value[v] = s.allocate(v, op.Descr, true, n, op.Code == trace.OpNewArrayClear)
	case trace.OpGet, trace.OpSet:
		s.field(v, op, args)
	case trace.OpGetItem, trace.OpSetItem, trace.OpGetInterior, trace.OpSetInterior:
		s.item(v, op, args)
	case trace.OpArrayLen:
		ref := s.array(v, op.Descr, args[0])
		s.value[v] = s.e.lengthAt(s.objects, ref)
	default:
		second := trace.None
		if len(args) > 1 {
			second = args[1]
		}
		s.number(v, op.Code, args[0], second)
	}
}

// allocate makes an object or array and returns its reference.
func (s *side) allocate(v trace.Value, typ int32, array bool, length term.Term, cleared bool) term.Term {
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

// object returns the reference to an object with a field, and requires that it
// is one.
func (s *side) object(v trace.Value, f heap.FieldID, arg trace.Value) term.Term {
	e := s.e
	ref := s.operand(arg, v)
	s.notNull(v, ref)
	s.define(v, e.hasField(e.kindAt(s.objects, ref), f), "the object does not have this field")
	return ref
}

func (s *side) notNull(v trace.Value, ref term.Term) {
	s.define(v, s.e.b.Not(s.e.eqRef(ref, s.e.null())), "the reference is null")
}

// array returns the reference to an array of a type.
func (s *side) array(v trace.Value, a int32, arg trace.Value) term.Term {
	ref := s.operand(arg, v)
	s.notNull(v, ref)
	s.define(v, s.e.isArray(s.e.kindAt(s.objects, ref), heap.ArrayID(a)), "it is not an array of this type")
	return ref
}

// fieldMemory returns the memory of a field for values of a type.
func fieldMemory(kind placeKind, f int32, t trace.Type) memory {
	return memory{kind, heap.FieldID(f), t}
}

func (s *side) field(v trace.Value, op *trace.Op, args []trace.Value) {
	ref := s.object(v, heap.FieldID(op.Descr), args[0])
	if op.Code == trace.OpGet {
		m := fieldMemory(placeField, op.Descr, op.Type)
		s.define(v, s.e.holdsType(s.heap, m, ref), "the field holds a value of another type")
		s.value[v] = s.e.read(s.heap, m, ref, 0)
		return
	}
	m := fieldMemory(placeField, op.Descr, s.t.TypeOf(args[1]))
	s.e.write(s.heap, m, ref, 0, s.operand(args[1], v))
}

// item reads or writes an item of an array, or a field of a struct in one.
func (s *side) item(v trace.Value, op *trace.Op, args []trace.Value) {
	b := s.e.b
	interior := op.Code == trace.OpGetInterior || op.Code == trace.OpSetInterior
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
func (s *side) guardOp(v trace.Value, op *trace.Op) {
	b, args := s.e.b, s.t.Args(v)
	switch op.Code {
	case trace.OpGuardTrue:
		s.guard(v, s.e.isTrue(s.operand(args[0], v)))
	case trace.OpGuardFalse:
		s.guard(v, b.Not(s.e.isTrue(s.operand(args[0], v))))
	case trace.OpGuardNonnull:
		s.guard(v, b.Not(s.e.eqRef(s.operand(args[0], v), s.e.null())))
	case trace.OpGuardIsnull:
		s.guard(v, s.e.eqRef(s.operand(args[0], v), s.e.null()))
	case trace.OpGuardValue:
		x, y := s.operand(args[0], v), s.operand(args[1], v)
		if s.t.TypeOf(args[0]) == trace.Ref {
			s.guard(v, s.e.eqRef(x, y))
			return
		}
		if s.t.TypeOf(args[0]) == trace.Float { // by the bits, but all NaNs are equal
			x, y = s.e.canonical(x), s.e.canonical(y)
		}
		s.guard(v, b.Eq(x, y))
	case trace.OpGuardNotInvalidated, trace.OpGuardNoException, trace.OpGuardException:
		s.guardOutside(v, op)
	case trace.OpGuardClass, trace.OpGuardNonnullClass:
		s.guardClass(v, op, args[0])
	case trace.OpGuardNoOverflow, trace.OpGuardOverflow:
		if s.lastOvf == trace.None {
			s.define(v, b.False(), "there is no overflow operation before it")
			return
		}
		fits := s.fits[s.lastOvf]
		if op.Code == trace.OpGuardOverflow {
			fits = b.Not(fits)
		}
		s.guard(v, fits)
	default:
		refuse("%s: this guard has no encoding", s.names.at(v))
	}
}

func (s *side) guardClass(v trace.Value, op *trace.Op, arg trace.Value) {
	e := s.e
	ref := s.operand(arg, v)
	if s.t.Tables.ClassSpelling[op.Descr] == trace.ClassSize {
		refuse("%s: the class is not known, only a size", s.names.at(v))
	}
	s.claim(ref, heap.ClassID(op.Descr))
	same := e.b.Eq(e.kindAt(s.objects, ref), e.kindConst(e.kindOf(heap.ClassID(op.Descr))))
	if op.Code == trace.OpGuardClass {
		s.notNull(v, ref)
		s.guard(v, same)
		return
	}
	s.guard(v, e.b.And(e.b.Not(e.eqRef(ref, e.null())), same))
}

// claim gives an object whose allocation shows only its size in a log the class that
// the first guard asks for: when the trace was recorded it had this class, or the
// trace would have ended there. The interpreter assumes the same.
func (s *side) claim(ref term.Term, c heap.ClassID) {
	id, allocated := s.e.newID(ref)
	if !allocated {
		return
	}
	for k := range s.objects {
		o := &s.objects[k]
		if o.id != id || o.array || o.typ < 0 || s.t.Tables.ClassSpelling[o.typ] != trace.ClassSize {
			continue
		}
		if _, known := s.e.b.Value(o.kind); !known {
			s.objects = slices.Clone(s.objects)
			s.objects[k].kind = s.e.kindConst(s.e.kindOf(c))
		}
	}
}

// promise requires what was promised to the trace.
func (s *side) promise(v trace.Value, op *trace.Op) {
	b, args := s.e.b, s.t.Args(v)
	switch op.Code {
	case trace.OpAssertNonnull:
		s.notNull(v, s.operand(args[0], v))
	case trace.OpAssertClass:
		ref := s.operand(args[0], v)
		s.notNull(v, ref)
		kind := s.e.kindConst(s.e.kindOf(heap.ClassID(op.Descr)))
		s.define(v, b.Eq(s.e.kindAt(s.objects, ref), kind), "the promised class does not hold")
	case trace.OpAssertValue:
		x, y := s.operand(args[0], v), s.operand(args[1], v)
		s.define(v, b.Eq(x, y), "the promised value does not hold")
	}
}

// frame runs the operations that concern the frame of the running program.
func (s *side) frame(v trace.Value, op *trace.Op) {
	b, e := s.e.b, s.e
	token := b.Const(e.rw, s.ids.token)
	if len(s.objects) == 0 || !s.hasToken() {
		s.addObject(e.newObject(s.ids.token, int32(heap.NoClass), false, 0, true))
	}
	if op.Code == trace.OpForceToken {
		s.value[v] = token
		return
	}
	fields := s.t.Tables.Schema.Classes[op.Descr].Fields
	if len(fields) < 2 {
		refuse("%s: the class of virtual_ref has no fields", s.names.at(v))
	}
	if op.Code == trace.OpVirtualRef {
		ref := s.allocate(v, op.Descr, false, 0, true)
		s.e.write(s.heap, fieldMemory(placeField, int32(fields[0]), trace.Ref), ref, 0, token)
		s.value[v] = ref
		return
	}
	args := s.t.Args(v)
	ref := s.object(v, fields[0], args[0])
	s.e.write(s.heap, fieldMemory(placeField, int32(fields[0]), trace.Ref), ref, 0, e.null())
	if s.t.TypeOf(args[1]) == trace.Ref {
		object := s.operand(args[1], v)
		m := fieldMemory(placeField, int32(fields[1]), trace.Ref)
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

// onlyForced runs a call that returns what a virtual_ref stands for, if that is known to be there
// already, and the guard after such a call. Otherwise it returns false, and does nothing: the call
// is then an effect like any other, which allows more than the call can do.
func (s *side) onlyForced(v trace.Value, op *trace.Op) bool {
	if s.t.AsksIfForced(v) {
		return s.nothingForced
	}
	if !s.t.Tables.ForcesVirtual(op, s.t.Args(v), s.t.TypeOf) {
		return false
	}
	var object term.Term
	if object, s.nothingForced = s.forced(s.operand(s.t.Arg(v, 1), v)); s.nothingForced {
		s.thrown = thrown{}
		s.value[v] = object
	}
	return s.nothingForced
}

// forced returns what a virtual_ref holds whose use has ended, false if it is not known that it
// has, or that it holds anything.
func (s *side) forced(ref term.Term) (term.Term, bool) {
	e := s.e
	for c := range s.t.Tables.Schema.Classes {
		token, forced, ok := s.t.Tables.IsVirtualRef(heap.ClassID(c))
		if !ok {
			continue
		}
		ended := e.eqRef(e.read(s.heap, fieldMemory(placeField, int32(token), trace.Ref), ref, 0), e.null())
		object := e.read(s.heap, fieldMemory(placeField, int32(forced), trace.Ref), ref, 0)
		isThere := e.b.Not(e.eqRef(object, e.null()))
		return object, s.isSure(ended) && s.isSure(isThere)
	}
	return 0, false
}

// isSure reports whether a condition holds wherever the run gets to.
func (s *side) isSure(condition term.Term) bool {
	return condition == s.e.b.True() || s.passed[condition]
}

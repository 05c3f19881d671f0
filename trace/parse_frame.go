package trace

import "unbox/heap"

// The class of the objects that virtual_ref makes, and its fields as PyPy's logs
// write them.
const (
	virtualRefName   = "JitVirtualRef"
	virtualTokenText = "<FieldP JitVirtualRef.virtual_token 8>"
	forcedText       = "<FieldP JitVirtualRef.forced 16>"
)

// virtualRefClass returns the class of what virtual_ref makes: an object with the
// fields virtual_token and forced, in this order.
func (p *parser) virtualRefClass() int32 {
	c := p.class(virtualRefName, ClassPlain)
	if class := &p.tab.Schema.Classes[c]; len(class.Fields) < 2 {
		token, forced := p.descrField(virtualTokenText), p.descrField(forcedText)
		class.Fields = []heap.FieldID{heap.FieldID(token), heap.FieldID(forced)}
	}
	return c
}

// IsVirtualRef returns the fields of a class if it is that of what virtual_ref makes.
func (t *Tables) IsVirtualRef(c heap.ClassID) (token, forced heap.FieldID, ok bool) {
	if c < 0 || int(c) >= len(t.Schema.Classes) {
		return 0, 0, false
	}
	class := &t.Schema.Classes[c]
	if class.Name != virtualRefName || len(class.Fields) < 2 {
		return 0, 0, false
	}
	return class.Fields[0], class.Fields[1], true
}

// ForcesVirtual reports whether an operation is a call that returns the object that its second
// argument, a virtual_ref, stands for: see [Descr.ForcesVirtual]. While virtual_token is not null
// the running trace has the object, and the outside takes it from there. Once it is null, the call
// returns forced, and does nothing else; it raises an exception if that is null, too.
func (t *Tables) ForcesVirtual(op *Op, args []Value, typeOf func(Value) Type) bool {
	if op.Code != OpCall || op.Type != Ref || op.Descr < 0 || int(op.Descr) >= len(t.Texts) || op.Condition() != CallsAlways {
		return false
	}
	descr := &t.Texts[op.Descr]
	// A world may know of the function that it only computes: then it does nothing else.
	return descr.ForcesVirtual && !EffectComputes(descr.Effect) && len(args) == 2 && typeOf(args[1]) == Ref
}

// AsksIfForced reports whether an operation is the guard that the outside took nothing out of the
// running trace during the call right before it, and that is a call as in ForcesVirtual.
func (t *Trace) AsksIfForced(v Value) bool {
	if t.Ops[v].Code != OpGuardOpaque || t.Ops[v].SpellingName() != "guard_not_forced" {
		return false
	}
	call := t.AskedCall(v)
	return call != None && t.Tables.ForcesVirtual(&t.Ops[call], t.Args(call), t.TypeOf)
}

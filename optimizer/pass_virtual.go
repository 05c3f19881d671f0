package optimizer

import (
	"strings"

	"unbox/trace"
)

// Allocation removal.
//
// A box that is allocated, read once and discarded need not exist. The plan
// that does not work is to look ahead whether an object escapes: what a trace
// does with an object is known only at the end of the trace. So every
// allocation is removed optimistically, and the object is virtual: known by its
// class and by what was written to its fields. Reads and guards on it are
// answered at once.
//
//	p1 = new(Box)           p1 is virtual, of class Box
//	set(p1, val, i0)        its field val is i0
//	i2 = get(p1, val)       i2 is i0
//	jump(p1)                it escapes here: new and set come here
//
// If a virtual object is used in any other way it escapes: it is materialized,
// which means that the allocation and the writes go into the output at that
// point (Allocation Removal by Partial Evaluation in a Tracing JIT, section 5;
// Allocation Removal in the Toy Optimizer). It is not put back where it was:
// between there and the escape everything stays simplified, and often an object
// escapes only at the end.
//
// A guard is no escape. If it fails, the object has to exist, but then the guard's
// snapshot can say what it looks like. So snapshots contain descriptions of
// virtual objects.
//
// To keep in mind: an object stops being virtual before its fields are
// materialized, or a cycle would never end; a virtual object is different from
// everything else, so comparisons with it are decided; a field holds the last
// value written, and only the last write is put into the output.

// PassVirtual is the number of allocation removal.
const PassVirtual PassID = 6

var virtualRow = registration{
	id: PassVirtual,
	info: PassInfo{
		Name:  "virtual",
		Title: "allocation removal",
		Doc:   "Keeps objects virtual until they escape, and answers reads and guards on them.",
		Why:   "After the passes on numbers, because it wants to see final arguments; the order of the two groups does not change the result, since all of them see every operation once.",
	},
	make: func(w *walk) pass {
		w.virtual = &virtualPass{walk: w}
		return w.virtual
	},
}

// virtualPass is the pass. Other passes ask it whether a value is a virtual object (of),
// and have one allocated (materialize) or described (describe).
type virtualPass struct {
	*walk
	virtualObjects
	// number has, for each value that is a virtual object, its index in objects, 0 for
	// other values.
	number valueTable[int32]
	// forcing is the last call if it only read a virtual_ref, None otherwise.
	forcing trace.Value
}

func (p *virtualPass) reset() {
	*p = virtualPass{walk: p.walk, virtualObjects: p.renewed(p.in), number: trace.Zeroed(p.number, p.firstInvented)}
}

func (p *virtualPass) handler(code trace.Opcode) handler {
	for _, kind := range virtualKinds {
		if h := kind.handler(p, code); h != nil {
			return h
		}
	}
	switch code {
	case trace.OpGuardClass, trace.OpGuardNonnullClass, trace.OpGuardNonnull, trace.OpGuardIsnull:
		return p.guard
	case trace.OpPtrEq, trace.OpPtrNe:
		return p.compare()
	case trace.OpAssertNonnull, trace.OpAssertClass, trace.OpAssertValue, trace.OpQuasiImmut:
		return p.promise
	case trace.OpKnownResult:
		return p.knownResult
	case trace.OpStrNew, trace.OpStrSet, trace.OpStrLen, trace.OpStrItem:
		return p.textOperation
	case trace.OpParam:
		return nil
	}
	if !takesReferences(code) {
		return nil
	}
	return p.otherUse()
}

// takesReferences reports whether an argument of the operation can be a reference.
func takesReferences(code trace.Opcode) bool {
	for _, s := range code.Info().Spellings {
		if s.Layout != "infix" && strings.ContainsAny(s.Layout, "ra*") {
			return true
		}
	}
	return false
}

// otherUse is for operations that let an object escape: of most, no argument is one.
//
//go:noinline
func (p *virtualPass) otherUse() handler {
	return func(c *cur) verdict {
		for _, arg := range c.args {
			if p.of(arg) != 0 {
				return p.letEscape(c)
			}
		}
		return next
	}
}

// letEscape is for every use that lets an object escape.
func (p *virtualPass) letEscape(c *cur) verdict {
	for i, arg := range c.args {
		if p.of(arg) != 0 {
			p.materialize(arg)
			c.args[i] = p.find(arg)
		}
	}
	return next
}

// read answers a read. What was never written reads as 0 or null if the object
// was cleared; otherwise the read has no meaning and stays. So does a read with
// another type than that of what was written, which toy fields allow.
func (p *virtualPass) read(c *cur, object, field int32) verdict {
	if object == 0 {
		return p.letEscape(c)
	}
	s := &p.virtualObjects
	self := s.objects[object].self
	i := s.lookup(object, field)
	if i == 0 && s.objects[object].isCleared() {
		zero := p.constants.ofType(c.op.Type, 0)
		p.makeEqual(c.self, zero)
		return p.removeField(c, ReasonVirtualGetDefault, self, zero)
	}
	if i == 0 || p.valueType(s.fields[i].value) != c.op.Type {
		return p.letEscape(c)
	}
	value := p.find(s.fields[i].value)
	p.makeEqual(c.self, value)
	by := s.fields[i].by
	p.removeField(c, ReasonVirtualGet, self, s.fields[i].value)
	p.remarks.restOn(&c.op, by.number(p.walk))
	return gone
}

// valueType is typeOf for values that may be virtual objects.
func (p *virtualPass) valueType(v trace.Value) trace.Type {
	v = p.find(v)
	if p.of(v) != 0 {
		return trace.Ref
	}
	return p.typeOf(v)
}

func (p *virtualPass) removeField(c *cur, reason Reason, object, value trace.Value) verdict {
	return p.removeAbout(c, PassVirtual, reason, object, value, c.fieldDescr(p.walk))
}

// fieldDescr returns what a remark names: the field, or for arrays the item.
func (c *cur) fieldDescr(w *walk) int32 {
	if c.op.Code == trace.OpGetItem || c.op.Code == trace.OpSetItem {
		if n, ok := w.constInt(c.args[1]); ok {
			return int32(n)
		}
		return -1
	}
	return c.op.Descr
}

func (p *virtualPass) virtualWrite(c *cur, object, field int32, value trace.Value) verdict {
	overwritten := p.write(object, field, value, writerOf(&c.op))
	self := p.objects[object].self
	if p.recording {
		p.note(Event{Kind: EventField, Value: self, Descr: field, With: value})
	}
	p.remarks.overwritten(overwritten, c.self)
	return p.removeField(c, ReasonVirtualSet, self, value)
}

// guard decides guards on virtual objects. One that asks for another
// class, or for null, can never hold. Where a log does not show the class of an
// allocation, it is the one of the first guard: that guard held when the trace was
// recorded, and the allocation makes the same class each time.
func (p *virtualPass) guard(c *cur) verdict {
	object := p.of(c.args[0])
	if object == 0 {
		return next
	}
	o := &p.objects[object]
	reason := ReasonVirtualGuard
	switch c.op.Code {
	case trace.OpGuardIsnull:
		p.letEscape(c)
		return p.alwaysFails(PassVirtual)
	case trace.OpGuardNonnull:
		reason = ReasonVirtualNonnull
	default:
		if o.class == classOpen {
			o.class = c.op.Descr
		}
		if o.class != c.op.Descr {
			p.letEscape(c)
			return p.alwaysFails(PassVirtual)
		}
	}
	return p.removeAbout(c, PassVirtual, reason, o.self, trace.None, o.class)
}

// compare decides comparisons with a virtual object: nothing else is the
// same.
//
//go:noinline
func (p *virtualPass) compare() handler {
	return func(c *cur) verdict {
		a, b := c.args[0], c.args[1]
		if p.of(a) == 0 && p.of(b) == 0 {
			return next
		}
		result := p.constants.Int(trace.BoolBit((a == b) == (c.op.Code == trace.OpPtrEq)))
		p.replaceBy(c, result, PassVirtual, ReasonVirtualCompare)
		p.remarks.restOn(&c.op, p.objects[max(p.of(a), p.of(b))].self)
		return gone
	}
}

// promise drops promises about virtual objects: they are kept anyway.
func (p *virtualPass) promise(c *cur) verdict {
	if p.of(c.args[0]) != 0 {
		return p.remove(c, PassVirtual, ReasonPromise, p.objects[p.of(c.args[0])].self, trace.None)
	}
	return p.letEscape(c)
}

// knownResult drops a promise about a virtual object: nothing in it is asked for.
func (p *virtualPass) knownResult(c *cur) verdict {
	for _, v := range c.args {
		if p.of(v) != 0 {
			return p.remove(c, PassVirtual, ReasonPromiseResult, trace.None, trace.None)
		}
	}
	return next
}

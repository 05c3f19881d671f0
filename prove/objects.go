package prove

import (
	"fmt"

	"unbox/heap"
	"unbox/prove/term"
	"unbox/trace"
)

// object is an allocation that a side made.
type object struct {
	id uint64
	// typ is a heap.ClassID, or a heap.ArrayID of an array.
	typ   int32
	array bool
	// kind says what it is: an object of a class or an array, see kindOf.
	kind term.Term
	// length is an array's.
	length  term.Term
	cleared bool
}

// newObject describes an allocation. If a log gives only the size of an object, its
// class is an unknown one, the same for everything that represents the object.
func (e *encoder) newObject(id uint64, typ int32, array bool, length term.Term, cleared bool) object {
	o := object{id: id, typ: typ, array: array, length: length, cleared: cleared}
	switch {
	case array:
		o.kind = e.kindConst(e.arrayKind(heap.ArrayID(typ)))
	case typ >= 0 && e.tables.ClassSpelling[typ] == trace.ClassSize:
		o.kind = e.b.Var(fmt.Sprintf("kind.of.new%d", id-e.half), term.BV(e.cw))
		if len(e.facts[o.kind]) == 0 {
			e.learn(o.kind, e.b.Ult(o.kind, e.kindConst(e.firstArray())))
		}
	default:
		o.kind = e.kindConst(e.kindOf(heap.ClassID(typ)))
	}
	return o
}

// kindAt returns what kind of object a reference is to, in a side that made these
// allocations. It says nothing about null.
func (e *encoder) kindAt(objects []object, ref term.Term) term.Term {
	return e.ofObject(placeKindOf, objects, ref)
}

// lengthAt returns the length of an array.
func (e *encoder) lengthAt(objects []object, ref term.Term) term.Term {
	return e.ofObject(placeLength, objects, ref)
}

func (e *encoder) ofObject(what placeKind, objects []object, ref term.Term) term.Term {
	b := e.b
	of := func(o *object) term.Term {
		switch {
		case what == placeKindOf:
			return o.kind
		case o.length == 0:
			return b.Const(e.w, 0)
		}
		return o.length
	}
	if id, allocated := e.newID(ref); allocated {
		for k := range objects {
			if objects[k].id == id {
				return of(&objects[k])
			}
		}
	}
	v := e.givenOf(what, ref)
	if e.isLow(ref) {
		return v
	}
	for k := range objects {
		if c := e.eqRef(ref, b.Const(e.rw, objects[k].id)); c != b.False() {
			v = b.Ite(c, of(&objects[k]), v)
		}
	}
	return v
}

// givenOf returns the kind or the length of an object that was there at the start.
func (e *encoder) givenOf(what placeKind, ref term.Term) term.Term {
	b := e.b
	name, width := "kind", e.cw
	if what == placeLength {
		name, width = "length", e.w
	}
	v := b.Select(b.Var(name, term.Array(e.rw, width)), ref)
	if e.isPlace[v] {
		return v
	}
	e.isPlace[v] = true
	e.places = append(e.places, place{kind: what, ref: ref, value: v})
	if what == placeLength {
		e.learn(v, b.Sle(b.Const(e.w, 0), v))
	} else {
		last := e.arrayKind(heap.ArrayID(len(e.tables.Schema.Arrays) - 1))
		e.learn(v, b.Ule(v, e.kindConst(last)))
	}
	return v
}

// hasField returns whether an object can have a field: it is no array, and its
// class does not deny it.
func (e *encoder) hasField(kind term.Term, f heap.FieldID) term.Term {
	b := e.b
	schema := &e.tables.Schema
	conditions := []term.Term{b.Ult(kind, e.kindConst(e.firstArray()))}
	for c := range schema.Classes {
		if !schema.HasField(heap.ClassID(c), f) {
			conditions = append(conditions, b.Distinct(kind, e.kindConst(e.kindOf(heap.ClassID(c)))))
		}
	}
	return b.And(conditions...)
}

// isArray returns whether an object is an array that can be used as one of type a. One without a type cannot be used as one of
// some type: as inputs, arrays have the types as which they are used, and two arrays of different types are never one.
func (e *encoder) isArray(kind term.Term, a heap.ArrayID) term.Term {
	b := e.b
	if a == heap.NoArray {
		return b.Ule(e.kindConst(e.firstArray()), kind)
	}
	return b.Eq(kind, e.kindConst(e.arrayKind(a)))
}

// constant returns the term of a constant.
func (e *encoder) constant(t *trace.Trace, v trace.Value, at string) term.Term {
	c := t.Const(v)
	switch c.Kind {
	case trace.ConstInt:
		return e.integer(c.Bits, at)
	case trace.ConstFloat:
		x := e.b.Const(64, c.Bits)
		return e.canonical(x)
	case trace.ConstNull:
		return e.null()
	case trace.ConstAddress:
		return e.b.Var("address."+t.Tables.Syms[c.Name], term.BV(e.w))
	}
	return e.fixed(c)
}

// fixed returns the term of a constant that has only an identity: an object, or
// a double as a log rounds it.
func (e *encoder) fixed(c trace.Const) term.Term {
	key := originKey{name: c.Name}
	unknown := c.Kind == trace.ConstUnknown || c.Kind == trace.ConstRounded
	if unknown {
		key = originKey{unknown: true, bits: c.Bits}
		if c.Kind == trace.ConstRounded {
			key.name = -1 - c.Name
		}
	}
	if v, ok := e.constants[key]; ok {
		return v
	}
	var v term.Term
	switch {
	case c.Kind == trace.ConstRounded:
		v = e.b.Fresh("rounded", term.BV(64))
		e.fromOutside(v, trace.Float, nil)
	case unknown:
		// It may be any object, even one that another number means; but it is always
		// the same one.
		v = e.b.Fresh("unknown", term.BV(e.rw))
		e.fromOutside(v, trace.Ref, nil)
		e.learn(v, e.b.Distinct(v, e.null()))
	default:
		// Null is 0, constant objects come next.
		e.fixedObjects++
		v = e.b.Const(e.rw, uint64(e.fixedObjects))
	}
	e.constants[key] = v
	return v
}

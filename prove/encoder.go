package prove

import (
	"fmt"
	"slices"

	"unbox/heap"
	"unbox/interp"
	"unbox/prove/term"
	"unbox/trace"
)

// encoder is what both sides of a proof share: the terms, the inputs, the
// objects that exist at the start, and what is known of them.
type encoder struct {
	b *term.Bank
	// w is the width of an integer in bits, rw that of a reference, cw that of
	// the number that says what kind of object something is.
	w, rw, cw int
	// half is the first reference that an allocation of the trace gets. Below it
	// are null, the constants, and everything else that came from outside.
	half   uint64
	tables *trace.Tables
	// low are references that are known to be below half.
	low map[term.Term]bool
	// facts are what is known of a term because of where it comes from. They are
	// asserted in every query in which the term occurs.
	facts map[term.Term][]term.Term
	// constants are the references of constant objects by their origin.
	constants map[originKey]term.Term
	// inputs are the terms of the inputs by name, in order.
	inputs []inputTerm
	// outside has what the outside decides at each visible effect, in any order.
	outside []outsideTerms
	reads   map[readKey]term.Term
	// mentioned has the allocations that each term mentions, see idsIn.
	mentioned map[term.Term][]uint64
	// places are the reads of what was there at the start, from which a model's
	// heap is made.
	places  []place
	isPlace map[term.Term]bool
	// fixedObjects counts the constants that are named objects.
	fixedObjects int
	canonNaN     term.Term
	// placesCompared counts how often a read was compared with a write.
	placesCompared int
}

type originKey struct {
	unknown bool
	bits    uint64
	name    trace.Sym
}

// inputTerm is an input with its variable.
type inputTerm struct {
	interp.Input
	term term.Term
}

// place is something that was there at the start: a field, an item, a field of a
// struct, a class or a length. value is what the array of them holds at ref.
type place struct {
	kind  placeKind
	field heap.FieldID
	typ   trace.Type
	ref   term.Term
	index term.Term // of items and structs
	value term.Term
}

// unsupported ends an encoding, with the reason for the verdict.
type unsupported struct{ reason string }

func (u unsupported) Error() string { return u.reason }

// refuse stops the encoding with a reason.
func refuse(format string, args ...any) {
	panic(unsupported{fmt.Sprintf(format, args...)})
}

// canonicalNaN is the one NaN. Nothing distinguishes NaNs from one another, so
// it is enough to look at one of them.
const canonicalNaN = 0x7ff8 << 48

func newEncoder(tables *trace.Tables, width, references int) *encoder {
	e := &encoder{
		b: term.NewBank(), w: width, tables: tables,
		low: make(map[term.Term]bool), facts: make(map[term.Term][]term.Term),
		constants: make(map[originKey]term.Term), isPlace: make(map[term.Term]bool),
		reads:     make(map[readKey]term.Term),
		mentioned: make(map[term.Term][]uint64),
	}
	kinds := 3 + len(tables.Schema.Classes) + len(tables.Schema.Arrays)
	for e.cw = 2; 1<<e.cw < kinds; {
		e.cw++
	}
	// Nothing else has the width of references: a constant of that width is a
	// reference.
	for e.rw = 9; 1<<(e.rw-1) < references+2 || e.rw == width || e.rw == e.cw || e.rw == 64; {
		e.rw++
	}
	e.half = 1 << (e.rw - 1)
	e.canonNaN = e.b.Const(64, canonicalNaN)
	return e
}

// sortOf returns the sort of values of a type.
func (e *encoder) sortOf(t trace.Type) term.Sort {
	switch t {
	case trace.Int:
		return term.BV(e.w)
	case trace.Float:
		return term.BV(64)
	case trace.Any:
		return term.BV(tagWidth)
	}
	return term.BV(e.rw)
}

// learn notes a fact about a term.
func (e *encoder) learn(about, fact term.Term) {
	if fact != e.b.True() && !slices.Contains(e.facts[about], fact) {
		e.facts[about] = append(e.facts[about], fact)
	}
}

// fromOutside notes what is known of a value that came from outside: floats are
// the one NaN if they are NaN, references are below half or among escaped.
func (e *encoder) fromOutside(v term.Term, t trace.Type, escaped []uint64) {
	b := e.b
	if _, known := e.facts[v]; known {
		return
	}
	switch t {
	case trace.Float:
		e.learn(v, b.Or(b.Not(e.isNaN(v)), b.Eq(v, e.canonNaN)))
	case trace.Ref:
		if len(escaped) == 0 {
			e.low[v] = true
		}
		options := []term.Term{b.Ult(v, b.Const(e.rw, e.half))}
		for _, id := range escaped {
			options = append(options, b.Eq(v, b.Const(e.rw, id)))
		}
		e.learn(v, b.Or(options...))
	}
}

// isLow reports whether a reference is known to be to something from outside, or
// null.
func (e *encoder) isLow(r term.Term) bool {
	if v, ok := e.b.Value(r); ok {
		return v.Lo < e.half
	}
	if known, ok := e.low[r]; ok {
		return known
	}
	low := false
	if e.b.Op(r) == term.OpIte {
		args := e.b.Args(r)
		low = e.isLow(args[1]) && e.isLow(args[2])
		e.low[r] = low
	}
	return low
}

// newID returns the number of the object that r is, if it is known to be one
// that the trace allocated.
func (e *encoder) newID(r term.Term) (uint64, bool) {
	v, ok := e.b.Value(r)
	return v.Lo, ok && v.Lo >= e.half
}

// eqRef returns whether two references are the same, using what is known of where
// they come from.
func (e *encoder) eqRef(x, y term.Term) term.Term {
	_, newX := e.newID(x)
	_, newY := e.newID(y)
	if newX && e.isLow(y) || newY && e.isLow(x) {
		return e.b.False()
	}
	if !newX && !newY {
		return e.b.Eq(x, y)
	}
	if newX {
		x, y = y, x
	}
	if e.b.Op(x) == term.OpIte { // y is an allocation: the branches often are, too
		args := e.b.Args(x)
		return e.b.Ite(args[0], e.eqRef(args[1], y), e.eqRef(args[2], y))
	}
	return e.b.Eq(x, y)
}

// null is the null reference.
func (e *encoder) null() term.Term { return e.b.Const(e.rw, 0) }

// bit returns 1 or 0 as an integer.
func (e *encoder) bit(c term.Term) term.Term {
	return e.b.Ite(c, e.b.Const(e.w, 1), e.b.Const(e.w, 0))
}

// isTrue returns whether an integer is not 0, without the detour through bit.
func (e *encoder) isTrue(v term.Term) term.Term {
	b := e.b
	if b.Op(v) == term.OpIte {
		args := b.Args(v)
		x, okX := b.Value(args[1])
		y, okY := b.Value(args[2])
		if okX && okY {
			return b.Ite(args[0], b.Bool(!x.IsZero()), b.Bool(!y.IsZero()))
		}
	}
	return b.Not(b.Eq(v, b.Const(e.w, 0)))
}

// kindOf returns the number of an object of a class, and arrayKind that of an
// array.
func (e *encoder) kindOf(c heap.ClassID) uint64 { return uint64(c + 1) }

func (e *encoder) arrayKind(a heap.ArrayID) uint64 {
	return uint64(len(e.tables.Schema.Classes)) + 2 + uint64(a)
}

// firstArray is the smallest kind number of an array: that of an array without a
// known type.
func (e *encoder) firstArray() uint64 { return e.arrayKind(heap.NoArray) }

func (e *encoder) kindConst(kind uint64) term.Term { return e.b.Const(e.cw, kind) }

// zero returns the value of what was never written.
func (e *encoder) zero(t trace.Type) term.Term { return e.b.Const(int(e.sortOf(t).Width), 0) }

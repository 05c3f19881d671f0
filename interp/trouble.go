package interp

import (
	"fmt"

	"unbox/heap"
	"unbox/trace"
)

// troubleKind says why a run cannot continue.
type troubleKind uint8

const (
	troubleNone troubleKind = iota
	// The operation means nothing for its operands.
	troubleShift
	troubleDivide
	troubleSignext
	troubleCast
	troubleNaN
	troubleHeap
	troubleOverflowed
	troubleNoOverflowOp
	troubleInputType
	troubleInputCount
	troubleInputs
	troubleMalformed
	troubleText
	troublePromise
	// It means something that is unknown here.
	troubleOpaque
	troubleUnknownObject
	troubleUnknownConstant
	// A budget was used up.
	troubleSteps
	troubleEffects
)

// trouble is the reason, with what is needed to describe it. Most runs of
// random traces end with one, so the description is made only when it is asked
// for.
type trouble struct {
	kind   troubleKind
	status heap.Status
	types  [2]trace.Type
	// value is the operand that is the cause.
	value trace.Value
	a, b  uint64
	note  string
}

// exit says how a run with this trouble ends.
func (w trouble) exit() ExitKind {
	switch w.kind {
	case troubleHeap, troubleInputs:
		switch w.status {
		case heap.Full:
			return ExitExhausted
		case heap.OfUnknown:
			return ExitOpaque
		}
	case troubleOpaque, troubleUnknownObject, troubleUnknownConstant:
		return ExitOpaque
	case troubleSteps, troubleEffects:
		return ExitExhausted
	}
	return ExitUndefined
}

func evalTrouble(code trace.Opcode, a, b uint64) trouble {
	switch code.Needs() {
	case trace.NeedDivisor:
		return trouble{kind: troubleDivide}
	case trace.NeedWidth:
		return trouble{kind: troubleSignext, a: b}
	case trace.NeedInRange:
		return trouble{kind: troubleCast, a: a}
	case trace.NeedNumber:
		return trouble{kind: troubleNaN}
	}
	return trouble{kind: troubleShift, a: b}
}

// heapTrouble notes why an access to the heap has no meaning.
func (m *Interp) heapTrouble(in *instr, status heap.Status) trouble {
	why := trouble{kind: troubleHeap, status: status}
	switch status {
	case heap.OutOfBounds:
		n, _ := m.heap.Length(heap.Object(m.regs[in.a]), heap.NoArray)
		why.a, why.b = m.regs[in.b], uint64(n)
	case heap.Unwritten:
		why.a = m.regs[in.b]
	case heap.BadLength:
		why.a = m.regs[in.a]
	case heap.OtherType:
		why.types = [2]trace.Type{in.typ, m.storedType(in)}
	case heap.NoSuchField:
		why.a, why.b = uint64(m.heap.Class(heap.Object(m.regs[in.a]))), uint64(in.aux)
	case heap.OtherArray:
		why.a, why.b = uint64(in.aux), uint64(m.heap.ArrayType(heap.Object(m.regs[in.a])))
	}
	return why
}

func (m *Interp) storedType(in *instr) trace.Type {
	ref := heap.Object(m.regs[in.a])
	if in.step == stepGetItem {
		_, t, _ := m.heap.Slot(ref, int(m.regs[in.b]))
		return t
	}
	if in.step == stepGetInterior {
		t, _ := m.heap.FindInterior(ref, int64(m.regs[in.b]), heap.FieldID(in.aux))
		return t
	}
	t, _ := m.heap.Find(ref, heap.FieldID(in.aux))
	return t
}

// Detail says why a run ended with ExitUndefined, ExitOpaque or ExitExhausted,
// in one sentence without the operation; "" for other exits. names must be made
// for Outcome.Trace.
func (o *Outcome) Detail(names *trace.Namer) string {
	w := &o.trouble
	switch w.kind {
	case troubleShift:
		return fmt.Sprintf("expected a shift amount from 0 to 63, found %d", int64(w.a))
	case troubleDivide:
		return "expected a divisor other than 0, found 0"
	case troubleSignext:
		return fmt.Sprintf("expected a width of 1, 2, 4 or 8 bytes, found %d", int64(w.a))
	case troubleCast:
		return fmt.Sprintf("expected a float that fits into 64 bits as an integer, found %s", formatFloat(w.a))
	case troubleNaN:
		return "expected a float whose bits are known, found nan"
	case troubleHeap:
		return o.heapDetail(w)
	case troubleOverflowed:
		if o.Trace.Ops[w.value].Code.Effect() != trace.EffectOverflow {
			return fmt.Sprintf("expected operands that exist, found `%s`, the result of a call that raised an exception", names.Name(w.value))
		}
		return fmt.Sprintf("expected operands that fitted into 64 bits, found `%s`, which overflowed", names.Name(w.value))
	case troubleNoOverflowOp:
		return "expected an overflow operation before this guard, found none"
	case troubleInputType:
		return fmt.Sprintf("expected %s as input, found %s", typePhrase(w.types[0]), typePhrase(w.types[1]))
	case troubleInputCount:
		return fmt.Sprintf("expected inputs for the %d parameters of the trace, found %d", w.a, w.b)
	case troubleInputs:
		return "expected inputs that fit into the heap: " + o.heapDetail(w)
	case troubleMalformed:
		return w.note
	case troubleText:
		return textTroubles[w.status]
	case troublePromise:
		return "the promise made here does not hold"
	}
	return o.openDetail(w)
}

// openDetail is Detail for runs that might have gone on.
func (o *Outcome) openDetail(w *trouble) string {
	switch w.kind {
	case troubleOpaque:
		return "only the program that the trace comes from knows what this operation does"
	case troubleUnknownConstant:
		return "this depends on a constant of which only a number is known"
	case troubleUnknownObject:
		return "this depends on an object of which only a number is known"
	case troubleSteps:
		return fmt.Sprintf("the budget of %d operations was used up", o.interp.options.Steps)
	case troubleEffects:
		return fmt.Sprintf("the budget of %d visible effects was used up", w.a)
	}
	return ""
}

func (o *Outcome) heapDetail(w *trouble) string {
	schema := &o.Trace.Tables.Schema
	switch w.status {
	case heap.ThroughNull:
		return "expected an object, found null"
	case heap.OfUnknown:
		return "this depends on an object of which only a number is known"
	case heap.NotAnObject:
		return "expected an object with fields, found an array"
	case heap.NotAnArray:
		return "expected an array, found an object with fields"
	case heap.NoSuchField:
		return fmt.Sprintf("expected an object with the field `%s`, found one of class `%s`", schema.Fields[w.b].Name, schema.Classes[w.a].Name)
	case heap.OtherType:
		return fmt.Sprintf("expected %s there, found %s", typePhrase(w.types[0]), typePhrase(w.types[1]))
	case heap.OtherArray:
		return fmt.Sprintf("expected an array of type `%s`, found one of type `%s`", arrayName(schema, heap.ArrayID(w.a)), arrayName(schema, heap.ArrayID(w.b)))
	case heap.OutOfBounds:
		return fmt.Sprintf("expected an index of at least 0 and less than the length %d, found %d", w.b, int64(w.a))
	case heap.Unwritten:
		return fmt.Sprintf("expected an item that was written, found item %d, which was never written", w.a)
	case heap.BadLength:
		return fmt.Sprintf("expected a length of at least 0, found %d", int64(w.a))
	}
	return "the heap is full: its limit is " + o.Heap.Limits().String()
}

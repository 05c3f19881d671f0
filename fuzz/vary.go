package fuzz

import (
	"unbox/interp"
	"unbox/trace"
)

// varier makes inputs from inputs that are known to suit a trace: other numbers,
// references to the same object where there were two, null. Purely random inputs
// would not get past the first guard of the trace.
type varier struct {
	in interp.Inputs
	// compared are the comparisons of inputs with constants.
	compared []trace.Value
}

// A Varier makes variations of inputs that suit a trace, see [Varier.Next].
type Varier struct {
	varier varier
	src    source
}

// NewVarier returns one; equal seeds give equal variations.
func NewVarier(seed uint64) *Varier { return &Varier{src: seeded(seed, 0)} }

// Next returns a variation of base: other numbers, references to the same object where
// there were two, null. It is valid until the next call.
func (v *Varier) Next(t *trace.Trace, base *interp.Inputs) *interp.Inputs {
	return v.varier.vary(&v.src, t, base)
}

// vary returns a variation, valid until the next one.
func (m *varier) vary(src *source, t *trace.Trace, base *interp.Inputs) *interp.Inputs {
	in := &m.in
	in.Params = append(in.Params[:0], base.Params...)
	in.Args = append(in.Args[:0], base.Args...)
	in.Objects = append(in.Objects[:0], base.Objects...)
	in.Slots = append(in.Slots[:0], base.Slots...)
	m.outside(src, base)
	numbers, references := !src.one(3), src.one(2)
	for k := range in.Params {
		m.datum(src, t, &in.Params[k], numbers, references)
	}
	for k := range in.Args {
		m.datum(src, t, &in.Args[k], numbers, false)
	}
	for k := range in.Slots {
		if src.one(3) {
			m.datum(src, t, &in.Slots[k].Value, numbers, references)
		}
	}
	if numbers && src.one(2) {
		m.atLimit(src, t)
	}
	return in
}

// atLimit sets an input to a number that it is compared with, or one next to it: what
// an optimizer concludes from a guard is correct on one side of the limit only.
func (m *varier) atLimit(src *source, t *trace.Trace) {
	m.compared = m.compared[:0]
	for v := range t.Ops {
		if op := &t.Ops[v]; op.Code.Info().Group == "comparison" && op.Len == 2 {
			a, b := t.ArgList[op.First], t.ArgList[op.First+1]
			if b.IsConst() && m.isNumber(t, a) && t.Consts[b.ConstIndex()].Kind == trace.ConstInt {
				m.compared = append(m.compared, trace.Value(v))
			}
		}
	}
	if len(m.compared) == 0 {
		return
	}
	op := &t.Ops[m.compared[src.pick(min(len(m.compared), 1<<16))]]
	limit := t.Consts[t.ArgList[op.First+1].ConstIndex()].Bits
	m.in.Params[t.ArgList[op.First]-firstParam].Bits = limit + uint64(src.pick(3)) - 1
}

// firstParam is the value of the first input: after the placeholder and the label.
const firstParam = 2

// isNumber reports whether a value is an input that is an integer.
func (m *varier) isNumber(t *trace.Trace, v trace.Value) bool {
	return v >= firstParam && int(v) < firstParam+len(m.in.Params) && t.Ops[v].Code == trace.OpParam &&
		m.in.Params[v-firstParam].Type == trace.Int
}

func (m *varier) datum(src *source, t *trace.Trace, d *interp.Datum, numbers, references bool) {
	switch d.Type {
	case trace.Int:
		if numbers && src.one(2) {
			d.Bits = m.integer(src, t, d.Bits)
		}
	case trace.Float:
		if numbers && src.one(2) {
			d.Bits = src.float()
		}
	case trace.Ref:
		if references && src.one(2) {
			d.Bits = m.reference(src, d.Bits)
		}
	}
}

// integer chooses a number: near a constant of the trace, equal to another input, at
// an edge, or the same number with one of its upper bits flipped, which changes
// nothing for operations that look only at the lower bits: a product with an even
// number, a mask.
func (m *varier) integer(src *source, t *trace.Trace, bits uint64) uint64 {
	switch src.pick(6) {
	case 2:
		return bits ^ 1<<(63-src.pick(4))
	case 3:
		return bits ^ 1<<src.pick(64)
	case 0:
		if n := len(t.Consts); n > 0 {
			if c := &t.Consts[src.pick(min(n, 1<<16))]; c.Kind == trace.ConstInt {
				return c.Bits + uint64(src.pick(3)) - 1
			}
		}
	case 1:
		if n := len(m.in.Params); n > 0 {
			if d := m.in.Params[src.pick(min(n, 1<<16))]; d.Type == trace.Int {
				return d.Bits
			}
		}
	}
	return src.integer()
}

// reference chooses what a reference leads to: most often an object of the same
// class, seldom any object or null.
func (m *varier) reference(src *source, bits uint64) uint64 {
	n := len(m.in.Objects)
	if n == 0 {
		return 0
	}
	other := uint64(1 + src.pick(min(n, 1<<16)))
	if src.one(8) {
		return other * uint64(src.pick(2))
	}
	if bits == 0 || bits > uint64(n) {
		return bits
	}
	a, b := &m.in.Objects[bits-1], &m.in.Objects[other-1]
	if a.Array == b.Array && a.Type == b.Type {
		return other
	}
	return bits
}

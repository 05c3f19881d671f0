package fuzz

import (
	"unbox/interp"
	"unbox/trace"
)

// mutator changes traces that people wrote or that were recorded: operations are
// removed or moved, get other operands or other constants, guards ask for the
// opposite. Such traces have forms that chance does not find.
type mutator struct {
	texts  []string
	parsed []original
	ready  bool
}

// original is a trace of the corpus.
type original struct {
	trace *trace.Trace
	// inputs suit it; they are searched for when the trace is first used.
	inputs *interp.Inputs
}

func (m *mutator) load(texts []string) { m.texts = texts }

// loaded parses the corpus, the first time, and reports whether there is any.
func (m *mutator) loaded() bool {
	if !m.ready {
		m.ready = true
		for _, text := range m.texts {
			if t := changeable(text); t != nil {
				m.parsed = append(m.parsed, original{trace: t})
			}
		}
	}
	return len(m.parsed) > 0
}

// Changeable reports whether a text of a corpus is a trace that is changed to make others.
func Changeable(text string) bool { return changeable(text) != nil }

// changeable reads a text of the corpus. It returns nil for what is no trace, or one that is too long.
func changeable(text string) *trace.Trace {
	if t, _ := trace.Parse(text); t != nil && len(t.Ops) > 2 && len(t.Ops) <= MaxCorpusOps {
		return t
	}
	return nil
}

// mutate returns the changed trace with a number in the sequence of a seed, nil if
// the result is no trace.
func (m *mutator) mutate(seed, index uint64) (*trace.Trace, *interp.Inputs) {
	src := seeded(seed+2, index)
	o := &m.parsed[src.pick(min(len(m.parsed), 1<<16))]
	if o.inputs == nil {
		o.inputs = interp.SuggestedInputs(o.trace)
	}
	d := newDraft(o.trace, o.inputs)
	for range 1 + src.pick(5) {
		mutations[src.pick(len(mutations))](d, &src)
	}
	t, in := d.build()
	if trace.Check(t) != nil {
		return nil, nil
	}
	return t, in
}

// mutations change a draft somewhere, or find nothing to change.
var mutations = [...]func(d *draft, src *source){
	deleteOp, deleteOp, swapOps, swapOperands, changeConstant, changeConstant, changeOperand, flipGuard, repeatOp, changeCode,
}

// place chooses an operation that is no label, parameter or end. There may be
// none left at all.
func (d *draft) place(src *source) (int, bool) {
	for range 8 {
		if len(d.order) == 0 {
			break
		}
		at := src.pick(min(len(d.order), 1<<16))
		if d.op(at).op.Code.Info().Effect != trace.EffectControl {
			return at, true
		}
	}
	return 0, false
}

func deleteOp(d *draft, src *source) {
	if at, ok := d.place(src); ok {
		for _, k := range d.unit(at) {
			d.drop(k, d.standIn(k))
		}
		d.compact()
	}
}

// unit returns the places of the operations that go together with one: an overflow
// operation and its guard.
func (d *draft) unit(place int) []int {
	code := d.op(place).op.Code
	switch {
	case code == trace.OpGuardNoOverflow || code == trace.OpGuardOverflow:
		return []int{place - 1, place}
	case code.Info().Effect == trace.EffectOverflow && place+1 < len(d.order):
		return []int{place, place + 1}
	}
	return []int{place}
}

func swapOps(d *draft, src *source) {
	if at, ok := d.place(src); ok && at+1 < len(d.order) {
		d.order[at], d.order[at+1] = d.order[at+1], d.order[at]
	}
}

func swapOperands(d *draft, src *source) {
	if at, ok := d.place(src); ok {
		if op := d.op(at); len(op.args) == 2 {
			op.args = []trace.Value{op.args[1], op.args[0]}
		}
	}
}

// changeConstant replaces a constant, or a value, by another number.
func changeConstant(d *draft, src *source) {
	at, ok := d.place(src)
	if !ok || len(d.op(at).args) == 0 {
		return
	}
	op := d.op(at)
	k := src.pick(len(op.args))
	old := op.args[k]
	if d.typeOf(old) != trace.Int {
		return
	}
	bits := src.integer()
	if old.IsConst() && d.consts[old.ConstIndex()].Kind == trace.ConstInt && src.one(2) {
		bits = d.consts[old.ConstIndex()].Bits + uint64(src.pick(3)) - 1
	}
	number := d.number(trace.Int, bits)
	op = d.op(at)
	op.args = append([]trace.Value(nil), op.args...)
	op.args[k] = number
}

// changeOperand replaces an operand by an earlier value.
func changeOperand(d *draft, src *source) {
	at, ok := d.place(src)
	if !ok || at == 0 || len(d.op(at).args) == 0 {
		return
	}
	op, earlier := d.op(at), src.pick(min(at, 1<<16))
	k := src.pick(len(op.args))
	if d.op(earlier).op.Type != d.typeOf(op.args[k]) {
		return
	}
	op.args = append([]trace.Value(nil), op.args...)
	op.args[k] = d.order[earlier]
}

// opposite has the guards that ask for the opposite.
var opposite = map[trace.Opcode]trace.Opcode{
	trace.OpGuardTrue: trace.OpGuardFalse, trace.OpGuardFalse: trace.OpGuardTrue,
	trace.OpGuardNonnull: trace.OpGuardIsnull, trace.OpGuardIsnull: trace.OpGuardNonnull,
	trace.OpGuardOverflow: trace.OpGuardNoOverflow, trace.OpGuardNoOverflow: trace.OpGuardOverflow,
}

func flipGuard(d *draft, src *source) {
	if at, ok := d.place(src); ok {
		if other := opposite[d.op(at).op.Code]; other != trace.OpNone {
			d.op(at).op.Code, d.op(at).op.Spelling = other, 0
		}
	}
}

// repeatOp writes an operation a second time.
func repeatOp(d *draft, src *source) {
	at, ok := d.place(src)
	if !ok || len(d.unit(at)) > 1 {
		return
	}
	again := *d.op(at)
	again.op.Name = 0
	later := at + 1 + src.pick(min(len(d.order)-at, 8))
	if later < len(d.order) {
		d.insert(later, again)
	}
}

// changeCode turns an operation into another one on the same types.
func changeCode(d *draft, src *source) {
	at, ok := d.place(src)
	if !ok {
		return
	}
	for _, family := range [...][]trace.Opcode{binaryCodes, compareCodes, unaryCodes, overflowCodes, floatCompare, floatCodes} {
		for _, code := range family {
			if code == d.op(at).op.Code {
				d.op(at).op.Code = family[src.pick(len(family))]
				d.op(at).op.Spelling = d.op(at).op.Code.SpellingFor(d.from.Dialect, d.op(at).op.Type)
				return
			}
		}
	}
}

package prove_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"unbox/trace"
)

// broken returns a trace with one thing changed that usually matters, as a wrong
// pass would: an operation, an operand, a constant, a guard, a snapshot, a write, or
// the order of two operations is another one. ok is false if nothing was found to
// change.
func broken(t *trace.Trace, rng *rand.Rand) (wrong *trace.Trace, ok bool) {
	for range 60 {
		m := newMutant(t, rng)
		v := trace.Value(1 + rng.IntN(len(m.t.Ops)-1))
		if mutations[rng.IntN(len(mutations))](m, v) && trace.Check(m.t) == nil {
			return m.t, true
		}
	}
	return nil, false
}

// mutant is a copy of a trace that can be changed.
type mutant struct {
	t   *trace.Trace
	rng *rand.Rand
}

func newMutant(t *trace.Trace, rng *rand.Rand) *mutant {
	c := *t
	c.Ops, c.ArgList, c.Consts = slices.Clone(t.Ops), slices.Clone(t.ArgList), slices.Clone(t.Consts)
	c.Snaps, c.SnapList = slices.Clone(t.Snaps), slices.Clone(t.SnapList)
	c.Virtuals, c.VirtualFields = slices.Clone(t.Virtuals), slices.Clone(t.VirtualFields)
	return &mutant{&c, rng}
}

// mutations change an operation, or return false.
var mutations = []func(m *mutant, v trace.Value) bool{
	(*mutant).drop, (*mutant).drop, (*mutant).swapArgs, (*mutant).otherArg, (*mutant).otherArg, (*mutant).otherCode, (*mutant).otherCode,
	(*mutant).otherConstant, (*mutant).otherConstant, (*mutant).otherExit, (*mutant).otherExit, (*mutant).otherVirtual, (*mutant).otherDescr,
	(*mutant).oppositeGuard, (*mutant).exchange, (*mutant).exchange,
}

// drop removes a guard, a write or an effect without a result.
func (m *mutant) drop(v trace.Value) bool {
	op := &m.t.Ops[v]
	effect := op.Code.Info().Effect
	gone := op.Code.IsGuard() && m.t.Ops[v-1].Code.Info().Effect != trace.EffectOverflow ||
		effect == trace.EffectWriteField || effect == trace.EffectWriteArray || effect == trace.EffectVisible && op.Type == trace.Void
	if gone {
		op.Code, op.Type, op.Len, op.Snap, op.Descr, op.Spelling = trace.OpMark, trace.Void, 0, 0, -1, 0
	}
	return gone
}

func (m *mutant) swapArgs(v trace.Value) bool {
	args := m.t.Args(v)
	if len(args) < 2 {
		return false
	}
	i, j := m.rng.IntN(len(args)), m.rng.IntN(len(args))
	if args[i] == args[j] || !sameType(m.t, args[i], args[j]) {
		return false
	}
	args[i], args[j] = args[j], args[i]
	return true
}

// otherArg replaces an operand by an earlier value.
func (m *mutant) otherArg(v trace.Value) bool {
	args := m.t.Args(v)
	if len(args) == 0 || m.t.Ops[v].Code == trace.OpGetarg {
		return false
	}
	k := m.rng.IntN(len(args))
	other := m.earlier(v)
	if other == args[k] || !sameType(m.t, other, args[k]) {
		return false
	}
	args[k] = other
	return true
}

// earlier returns a value that may be visible before v, or a constant.
func (m *mutant) earlier(v trace.Value) trace.Value {
	if n := len(m.t.Consts); n > 0 && m.rng.IntN(5) == 0 {
		return trace.ConstValue(m.rng.IntN(n))
	}
	return trace.Value(m.rng.IntN(int(v)))
}

// otherCode turns it into another operation on the same types.
func (m *mutant) otherCode(v trace.Value) bool {
	op := &m.t.Ops[v]
	info := op.Code.Info()
	if info.Effect != trace.EffectPure && info.Effect != trace.EffectOverflow || info.Descr != trace.DescrNone {
		return false
	}
	var others []trace.Opcode
	for _, code := range trace.Opcodes() {
		other := code.Info()
		if code != op.Code && other.Effect == info.Effect && other.Descr == info.Descr && other.Result == info.Result &&
			other.Spellings[0].Layout == info.Spellings[0].Layout {
			others = append(others, code)
		}
	}
	if len(others) == 0 {
		return false
	}
	op.Code, op.Spelling = others[m.rng.IntN(len(others))], 0
	return true
}

// otherConstant changes one mention of a number: by one, by a bit, its sign, or to
// one at which arithmetic goes wrong.
func (m *mutant) otherConstant(v trace.Value) bool {
	args := m.t.Args(v)
	if len(args) == 0 {
		return false
	}
	k := m.rng.IntN(len(args))
	if !args[k].IsConst() {
		return false
	}
	c := m.t.Const(args[k])
	switch c.Kind {
	case trace.ConstInt:
		args[k] = m.number(trace.ConstInt, m.otherInteger(c.Bits))
	case trace.ConstFloat:
		x := []float64{0, math.Copysign(0, -1), 1, -1, 2, 0.5, math.NaN(), math.Inf(1), math.Inf(-1), 5e-324}
		bits := math.Float64bits(x[m.rng.IntN(len(x))])
		if m.rng.IntN(2) == 0 {
			bits = c.Bits ^ 1<<63
		}
		args[k] = m.number(trace.ConstFloat, bits)
	default:
		return false
	}
	return true
}

func (m *mutant) otherInteger(bits uint64) uint64 {
	edges := []uint64{0, 1, 2, 63, 64, 1<<63 - 1, 1 << 63, ^uint64(0), 1 << 32}
	switch m.rng.IntN(5) {
	case 0:
		return bits + 1
	case 1:
		return bits - 1
	case 2:
		return -bits
	case 3:
		return bits ^ 1<<m.rng.IntN(64)
	}
	return edges[m.rng.IntN(len(edges))]
}

// number returns a constant of the trace.
func (m *mutant) number(kind trace.ConstKind, bits uint64) trace.Value {
	k := slices.IndexFunc(m.t.Consts, func(c trace.Const) bool { return c.Kind == kind && c.Bits == bits })
	if k < 0 {
		k = len(m.t.Consts)
		m.t.Consts = append(m.t.Consts, trace.Const{Kind: kind, Bits: bits})
	}
	return trace.ConstValue(k)
}

// otherExit changes a value of a snapshot, or leaves a pending write out.
func (m *mutant) otherExit(v trace.Value) bool {
	snap := m.t.Ops[v].Snap
	if snap <= 0 {
		return false
	}
	s := &m.t.Snaps[snap]
	if s.Pending > 0 && m.rng.IntN(2) == 0 {
		// The last one is forgotten.
		s.Pending--
		return true
	}
	if s.Len == 0 {
		return false
	}
	values := m.t.SnapValues(snap)
	k := m.rng.IntN(len(values))
	other := values[m.rng.IntN(len(values))]
	if m.rng.IntN(2) == 0 {
		other = m.earlier(v)
	}
	if values[k] == other || !sameType(m.t, values[k], other) {
		return false
	}
	values[k] = other
	return true
}

// otherVirtual changes what a virtual object holds, or one of a pending write.
func (m *mutant) otherVirtual(v trace.Value) bool {
	if len(m.t.Virtuals) == 0 {
		return false
	}
	virt := &m.t.Virtuals[m.rng.IntN(len(m.t.Virtuals))]
	if virt.Len == 0 {
		return false
	}
	f := &m.t.VirtualFields[int(virt.First)+m.rng.IntN(int(virt.Len))]
	if m.rng.IntN(4) == 0 {
		virt.Len-- // the last field is 0 or null now
		return true
	}
	if virt.Of.IsOp() && m.rng.IntN(3) == 0 {
		other := m.earlier(v)
		ok := other.IsOp() && other != virt.Of && m.t.TypeOf(other) == trace.Ref
		virt.Of = other
		return ok
	}
	other := m.earlier(trace.Value(len(m.t.Ops)))
	if f.Value == other || !sameType(m.t, f.Value, other) {
		return false
	}
	f.Value = other
	return true
}

// otherDescr reads or writes another field, allocates another class, asks for another
// class.
func (m *mutant) otherDescr(v trace.Value) bool {
	op := &m.t.Ops[v]
	schema := &m.t.Tables.Schema
	n := 0
	switch op.Code.Info().Descr {
	case trace.DescrField:
		n = len(schema.Fields)
	case trace.DescrClass:
		n = len(schema.Classes)
	case trace.DescrArray:
		n = len(schema.Arrays)
	}
	if n < 2 || op.Descr < 0 {
		return false
	}
	other := int32(m.rng.IntN(n))
	changed := other != op.Descr
	op.Descr = other
	return changed
}

func (m *mutant) oppositeGuard(v trace.Value) bool {
	opposite := map[trace.Opcode]trace.Opcode{
		trace.OpGuardTrue: trace.OpGuardFalse, trace.OpGuardFalse: trace.OpGuardTrue,
		trace.OpGuardNonnull: trace.OpGuardIsnull, trace.OpGuardIsnull: trace.OpGuardNonnull,
		trace.OpGuardClass: trace.OpGuardNonnullClass, trace.OpGuardNonnullClass: trace.OpGuardClass,
		trace.OpGuardOverflow: trace.OpGuardNoOverflow, trace.OpGuardNoOverflow: trace.OpGuardOverflow,
	}
	op := &m.t.Ops[v]
	other := opposite[op.Code]
	if other != trace.OpNone {
		op.Code, op.Spelling = other, 0
	}
	return other != trace.OpNone
}

// exchange swaps two neighbours.
func (m *mutant) exchange(v trace.Value) bool {
	w := v + 1
	if int(w) >= len(m.t.Ops) || !m.movable(v) || !m.movable(w) || slices.Contains(m.t.Args(w), v) {
		return false
	}
	m.t.Ops[v], m.t.Ops[w] = m.t.Ops[w], m.t.Ops[v]
	for _, list := range [][]trace.Value{m.t.ArgList, m.t.SnapList} {
		for k, value := range list {
			list[k] = exchanged(value, v, w)
		}
	}
	for k := range m.t.VirtualFields {
		m.t.VirtualFields[k].Value = exchanged(m.t.VirtualFields[k].Value, v, w)
	}
	for k := range m.t.Virtuals {
		m.t.Virtuals[k].Of = exchanged(m.t.Virtuals[k].Of, v, w)
	}
	return true
}

func (m *mutant) movable(v trace.Value) bool {
	effect := m.t.Ops[v].Code.Info().Effect
	return effect != trace.EffectControl && effect != trace.EffectOverflow && m.t.Ops[v].Code != trace.OpMark
}

func exchanged(value, v, w trace.Value) trace.Value {
	switch value {
	case v:
		return w
	case w:
		return v
	}
	return value
}

func sameType(t *trace.Trace, x, y trace.Value) bool {
	typeOf := func(v trace.Value) trace.Type {
		if v == trace.None {
			return trace.Void
		}
		return t.TypeOf(v)
	}
	return typeOf(x) == typeOf(y)
}

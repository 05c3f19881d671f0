package optimizer

import (
	"slices"

	"unbox/trace"
)

// Two traces that no optimizer connects, such as two versions of a recording, can be compared
// like two points of a pipeline once it is known which operations correspond. Nothing in the
// traces says so, and names do not help: if one number is no longer assigned, all later numbers
// change. But most operations compute the same from the same values, whatever they are called.
// So operations are paired in rounds. Each round asks for less, and only between those that
// were paired before:
//
//  1. those that compute the same from the same inputs, in the same order;
//  2. those that compute the same and occur once on each side, at other places;
//  3. the same operation with a result of the same name;
//  4. the same operation;
//  5. a result of the same name.
//
// What is left was removed or added.

// Between returns after as if it had been made from before: its operations have the
// identity of their partners in before, and there are no remarks. Neither trace is
// changed.
//
// Both must have the same Tables.
func Between(before, after *trace.Trace) *Result {
	out := *after
	out.Ops = append([]trace.Op(nil), after.Ops...)
	for i := range out.Ops {
		out.Ops[i].Src, out.Ops[i].Copy = 0, 0
	}
	m := &pairing{before: newKeyed(before), after: newKeyed(after)}
	m.nameParams()
	m.before.compute()
	m.after.compute()
	m.match()
	for r, l := range m.after.partner {
		out.Ops[r].Src = int32(l)
	}
	return &Result{In: before, Out: &out}
}

// keyed is a trace with a number for what each operation computes.
type keyed struct {
	t *trace.Trace
	// computes is the same for two operations that do the same with the same values.
	computes []uint64
	// label is the number of the label that a parameter belongs to, from 1.
	label []int
	// byName means that parameters are distinguished by their names.
	byName bool
	// partner is the operation of the other trace, None for none.
	partner []trace.Value
}

func newKeyed(t *trace.Trace) *keyed {
	k := &keyed{t: t, computes: make([]uint64, len(t.Ops)), label: make([]int, len(t.Ops)), partner: make([]trace.Value, len(t.Ops))}
	labels := 0
	for v := range t.Ops {
		if t.Ops[v].Code == trace.OpLabel {
			labels++
		}
		k.label[v] = labels
	}
	return k
}

// params are the names of the parameters of all labels.
func (k *keyed) params() map[trace.Sym]bool {
	names := make(map[trace.Sym]bool)
	for i := range k.t.Ops {
		if k.t.Ops[i].Code == trace.OpParam {
			names[k.t.Ops[i].Name] = true
		}
	}
	return names
}

// compute fills in the numbers.
func (k *keyed) compute() {
	place := 0
	for i := range k.t.Ops[1:] {
		v := trace.Value(i + 1)
		switch op := &k.t.Ops[v]; op.Code {
		case trace.OpLabel:
			place = 0
			k.computes[v] = mix(uint64(op.Code), uint64(k.label[v]))
		case trace.OpParam:
			place++
			at := uint64(place)
			if k.byName {
				at = 1<<32 + uint64(op.Name)
			}
			k.computes[v] = mix(mix(mix(uint64(op.Code), uint64(k.label[v])), at), uint64(op.Type))
		default:
			k.computes[v] = k.computed(v)
		}
	}
}

// shape is a number for what an operation does, regardless of its arguments.
func (k *keyed) shape(v trace.Value) uint64 {
	op := &k.t.Ops[v]
	return mix(mix(uint64(op.Code), uint64(uint32(op.Descr))), uint64(op.Type))
}

func (k *keyed) computed(v trace.Value) uint64 {
	h := k.shape(v)
	for _, arg := range k.t.Args(v) {
		switch {
		case arg.IsOp():
			h = mix(h, k.computes[arg])
		case arg.IsConst():
			c := k.t.Const(arg)
			h = mix(mix(mix(h, uint64(c.Kind)+1<<40), c.Bits), uint64(c.Name))
		}
	}
	return h
}

// named is a number for the name of a result, 0 if it has none.
func (k *keyed) named(v trace.Value) uint64 {
	op := &k.t.Ops[v]
	if op.Name == 0 || op.Type == trace.Void || op.Code == trace.OpParam {
		return 0
	}
	return mix(uint64(op.Name), uint64(op.Type))
}

// pairing pairs the operations of two traces.
type pairing struct {
	before, after *keyed
	keep          subsequence
}

// nameParams decides whether parameters are distinguished by their names: they are if both sides
// have some names in common, otherwise by their places.
func (m *pairing) nameParams() {
	names := m.before.params()
	for name := range m.after.params() {
		if name != 0 && names[name] {
			m.before.byName, m.after.byName = true, true
			return
		}
	}
}

func (m *pairing) match() {
	m.inGaps(func(k *keyed, v trace.Value) uint64 { return k.computes[v] })
	m.elsewhere()
	m.inGaps(func(k *keyed, v trace.Value) uint64 {
		if name := k.named(v); name != 0 {
			return mix(k.shape(v), name)
		}
		return 0
	})
	m.inGaps((*keyed).shape)
	m.inGaps((*keyed).named)
}

// inGaps pairs what has no partner yet and the same key, between operations that were paired in
// order; key 0 is none.
func (m *pairing) inGaps(key func(*keyed, trace.Value) uint64) {
	l, r := trace.Value(1), trace.Value(1)
	for _, anchor := range m.anchors() {
		m.gap(key, l, trace.Value(anchor.left), r, trace.Value(anchor.right))
		l, r = trace.Value(anchor.left+1), trace.Value(anchor.right+1)
	}
	m.gap(key, l, trace.Value(len(m.before.t.Ops)), r, trace.Value(len(m.after.t.Ops)))
}

// anchors are the pairs that can be in the order of both sides, as many as possible.
func (m *pairing) anchors() []linePair {
	var pairs []linePair
	for l, r := range m.before.partner {
		if r != trace.None {
			pairs = append(pairs, linePair{left: int32(l), right: int32(r)})
		}
	}
	return m.kept(pairs)
}

func (m *pairing) kept(pairs []linePair) []linePair {
	m.keep.mark(pairs, len(m.after.t.Ops))
	kept := pairs[:0]
	for _, p := range pairs {
		if p.kept {
			kept = append(kept, p)
		}
	}
	return kept
}

// maxTried is the maximum number of pairs of two ranges that are tried, times the operations of the
// smaller one if that is more: an operation that occurs a thousand times on both sides has a million
// pairs.
const maxTried = 1 << 20

// gap pairs operations of two ranges: as many as can be in the order of both.
func (m *pairing) gap(key func(*keyed, trace.Value) uint64, l0, l1, r0, r1 trace.Value) {
	if l0 >= l1 || r0 >= r1 {
		return
	}
	places := make(map[uint64][]trace.Value)
	for r := r0; r < r1; r++ {
		if k := key(m.after, r); k != 0 && m.after.partner[r] == trace.None {
			places[k] = append(places[k], r)
		}
	}
	window := max(1, maxTried/int(min(l1-l0, r1-r0)))
	seen := make(map[uint64]int)
	var pairs []linePair
	for l := l0; l < l1; l++ {
		k := key(m.before, l)
		if k == 0 || m.before.partner[l] != trace.None {
			continue
		}
		list := places[k]
		from, to := min(max(0, seen[k]-window/2), len(list)), min(seen[k]+(window+1)/2, len(list))
		for _, r := range slices.Backward(list[from:to]) {
			pairs = append(pairs, linePair{left: int32(l), right: int32(r)})
		}
		seen[k]++
	}
	for _, p := range m.kept(pairs) {
		m.pair(trace.Value(p.left), trace.Value(p.right))
	}
}

func (m *pairing) pair(l, r trace.Value) {
	m.before.partner[l], m.after.partner[r] = r, l
}

// elsewhere pairs what computes the same and occurs once on each side.
func (m *pairing) elsewhere() {
	left, right := m.before.alone(), m.after.alone()
	for key, l := range left {
		if r := right[key]; l != trace.None && r != trace.None {
			m.pair(l, r)
		}
	}
}

// alone finds the operations without a partner that compute what no other one does, by key. Labels
// and parameters keep their places.
func (k *keyed) alone() map[uint64]trace.Value {
	seen, alone := make(map[uint64]bool), make(map[uint64]trace.Value)
	for i := range k.t.Ops[1:] {
		v := trace.Value(i + 1)
		key, code := k.computes[v], k.t.Ops[v].Code
		if k.partner[v] == trace.None && !seen[key] && code != trace.OpLabel && code != trace.OpParam {
			alone[key] = v
		} else {
			delete(alone, key)
		}
		seen[key] = true
	}
	return alone
}

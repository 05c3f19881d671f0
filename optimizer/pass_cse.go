package optimizer

import "unbox/trace"

// Common subexpression elimination.
//
// A pure operation that was computed before with the same arguments need not be
// computed again. Comparing each operation with all earlier ones would work,
// and is how the post begins (Implementing a Toy Optimizer, "Common
// Subexpression Elimination"), but a trace of a million operations would take
// hours. So every operation that goes into the output leaves its key in a hash
// table:
//
//	i2 = int_add(i0, i1)      the key (int_add, i0, i1) leads to i2
//	i3 = int_add(i1, i0)      the same key, arguments in order: i3 is i2
//	i4 = int_gt(i0, i1)       the key (int_lt, i1, i0)
//
// Keys hold values after replacement, so what an earlier pass found counts. An
// operation is entered only when it is in the output: what was removed cannot be
// referred to.
//
// A rule may rewrite an operation, and then the rewritten one leaves its key. Where the
// operation occurs again it is rewritten again, except in a peeled loop: there the rule
// would have to look at operations of the previous iteration (isOfIterationBefore). So in
// the preamble the original key leads to the result as well.
//
// Overflow operations are shared too, together with their guards, but an
// operation counts as checked only after its guard. A checked int_add_ovf may
// stand in for a later int_add; an int_add may never stand in for an int_add_ovf,
// because it was not checked. What a guard found to overflow overflows again: that has a
// key of its own, and nothing uses the result of such an operation.

// commonKey identifies a pure computation: two operations with the same key
// have the same result. The zero key identifies nothing.
type commonKey struct {
	code  trace.Opcode
	descr int32
	a, b  trace.Value
}

// commonSlot leads to an entry. It counts only if it is of the table's generation.
type commonSlot struct{ generation, at uint32 }

type commonEntry struct {
	key   commonKey
	value trace.Value
}

// commonTable is an open hash table from keys to values. Its slots are small and
// lead to the entries, which are in the order in which they were made: most lookups
// end at an empty slot. The table is emptied by incrementing the generation.
type commonTable struct {
	slots      []commonSlot
	entries    []commonEntry
	generation uint32
}

// emptied returns an empty table that reuses the memory of this one.
func (t commonTable) emptied() commonTable {
	if t.slots == nil {
		t.slots = make([]commonSlot, 256)
	}
	return commonTable{slots: t.slots, entries: t.entries[:0], generation: t.generation + 1}
}

func (k commonKey) hash() uint32 {
	h := uint64(uint32(k.a))<<32 | uint64(uint32(k.b))
	h = (h ^ h>>29) * 0x9E3779B97F4A7C15
	h ^= (uint64(uint32(k.descr))<<8 | uint64(k.code)) * 0xC2B2AE3D27D4EB4F
	return uint32(h>>32) ^ uint32(h)
}

// lookup returns the value that an operation with this key has, or None.
func (t *commonTable) lookup(key commonKey) trace.Value {
	mask := uint32(len(t.slots) - 1)
	for slot := key.hash() & mask; ; slot = (slot + 1) & mask {
		s := t.slots[slot]
		if s.generation != t.generation {
			return trace.None
		}
		if e := &t.entries[s.at]; e.key == key {
			return e.value
		}
	}
}

// insert enters a key that is not in the table yet.
func (t *commonTable) insert(key commonKey, value trace.Value) {
	if len(t.entries)*2 >= len(t.slots) {
		t.grow()
	}
	t.entries = append(t.entries, commonEntry{key, value})
	t.place(uint32(len(t.entries) - 1))
}

// place makes an empty slot lead to an entry.
func (t *commonTable) place(at uint32) {
	mask := uint32(len(t.slots) - 1)
	slot := t.entries[at].key.hash() & mask
	for t.slots[slot].generation == t.generation {
		slot = (slot + 1) & mask
	}
	t.slots[slot] = commonSlot{t.generation, at}
}

func (t *commonTable) grow() {
	t.slots = make([]commonSlot, 2*len(t.slots))
	for at := range t.entries {
		t.place(uint32(at))
	}
}

// PassCSE is the number of common subexpressions.
const PassCSE PassID = 2

var cseRow = registration{
	id: PassCSE,
	info: PassInfo{
		Name:  "cse",
		Title: "common subexpressions",
		Doc:   "Uses the result of an earlier operation that computed the same.",
		Why:   "Before the rules, because an operation that is there already is cheaper than any that a rule could put in its place.",
	},
	make: func(w *walk) pass {
		w.cse = &csePass{walk: w}
		return w.cse
	},
}

// csePass is the pass.
type csePass struct {
	*walk
	// common leads from keys to values.
	common commonTable
	// pending is the overflow operation whose guard has not been seen yet, former are
	// keys that it had before it was rewritten.
	pending      commonKey
	pendingValue trace.Value
	former       []commonKey
	// anyOverflowed means that an operation is known to overflow.
	anyOverflowed bool
	// lists counts the lists of arguments that were given a number.
	lists trace.Value
	// sharedCall is the recorded call that was removed last; guarded means that
	// the call that replaces it has a guard after it.
	sharedCall trace.Value
	guarded    bool
}

func (p *csePass) reset() {
	*p = csePass{walk: p.walk, common: p.common.emptied(), former: p.former[:0]}
}

// startBlock forgets everything: after a label the values of earlier operations are not
// visible.
func (p *csePass) startBlock(label *cur) {
	if len(p.common.entries) > 0 {
		p.remarks.setStopped(&label.op, PassCSE, ReasonLabelForgotten, trace.None)
	}
	p.reset()
}

// emitted offers an operation for sharing.
func (p *csePass) emitted(c *cur, _ int32) { p.common.insert(c.commonKey, c.self) }

func (p *csePass) handler(code trace.Opcode) handler {
	switch code {
	case trace.OpSameAs:
		return nil
	case trace.OpGuardNoOverflow, trace.OpGuardOverflow:
		return p.overflowGuard
	case trace.OpCall:
		return p.call
	case trace.OpGuardNoException:
		return p.exceptionGuard
	}
	switch code.Info().Effect {
	case trace.EffectPure:
		return p.pure()
	case trace.EffectOverflow:
		return p.checked
	}
	return nil
}

// keyOf returns the key of a pure operation. If the operation has a commuted
// partner, the smaller argument comes first.
func keyOf(code trace.Opcode, descr int32, args []trace.Value) commonKey {
	key := commonKey{code: code, descr: descr}
	if len(args) > 0 {
		key.a = args[0]
	}
	if len(args) < 2 {
		return key
	}
	if key.b = args[1]; key.a <= key.b {
		return key
	}
	if commuted := code.Info().Commuted; commuted != trace.OpNone {
		key.code, key.a, key.b = commuted, key.b, key.a
	}
	return key
}

// overflowedKey marks the keys of overflow operations that overflowed.
const overflowedKey int32 = -3

//
//go:noinline
func (p *csePass) pure() handler {
	return func(c *cur) verdict {
		key := keyOf(c.op.Code, c.op.Descr, c.args)
		if v := p.lookup(key, c.args); v != trace.None {
			return p.replaceBy(c, v, PassCSE, ReasonCSE)
		}
		c.commonKey = key
		c.tells = c.tells.With(PassCSE)
		return next
	}
}

// rewritten is called when an operation starts the chain again as another one; the key
// that it had is remembered.
func (p *csePass) rewritten(c *cur) {
	if c.tells.Has(PassCSE) && p.peel.inPreamble() {
		c.former = append(c.former, c.commonKey)
	}
	c.tells &^= 1 << PassCSE
}

// enterFormer makes the keys that an operation had lead to its result.
func (p *csePass) enterFormer(c *cur) {
	for _, key := range c.former {
		p.common.insert(key, c.self)
	}
}

// plainOf names the operation that computes the same without a check.
var plainOf = [256]trace.Opcode{
	trace.OpIntAddOvf: trace.OpIntAdd,
	trace.OpIntSubOvf: trace.OpIntSub,
	trace.OpIntMulOvf: trace.OpIntMul,
}

func (p *csePass) checked(c *cur) verdict {
	key := keyOf(c.op.Code, c.op.Descr, c.args)
	if p.planted.on(bugUnchecked) {
		key.code = plainOf[key.code]
	}
	overflowed := key
	overflowed.descr = overflowedKey
	asked, other := key, overflowed
	if p.guardedOverflow() {
		asked, other = overflowed, key
	}
	same, contrary := p.lookupChecked(asked, c.args), p.lookupChecked(other, c.args)
	switch {
	case !p.guardsOverflow():
	case same != trace.None:
		p.overflow = overflowFact{pass: PassCSE, reason: ReasonCSEOverflow, value: same}
		return p.replaceBy(c, same, PassCSE, ReasonCSE)
	case contrary != trace.None && !p.planted.on(bugUnchecked):
		return p.contradictOverflow(PassCSE)
	}
	p.former = p.former[:0]
	if p.peel.inPreamble() && p.pendingValue == c.self && c.rewritten.Kind != 0 {
		p.former = append(p.former, p.pending)
	}
	p.pending, p.pendingValue = asked, c.self
	return next
}

// lookupChecked is lookup for the key of an overflow operation.
func (p *csePass) lookupChecked(key commonKey, args []trace.Value) trace.Value {
	if key.descr == overflowedKey && !p.anyOverflowed {
		return trace.None
	}
	return p.lookup(key, args)
}

// overflowGuard removes the guard of a shared operation. After any other such
// guard, the operation before it counts as checked.
func (p *csePass) overflowGuard(c *cur) verdict {
	if p.settleOverflowGuard(c, PassCSE) == gone {
		return gone
	}
	if key := p.pending; key.code != trace.OpNone {
		p.common.insert(key, p.pendingValue)
		for _, former := range p.former {
			p.common.insert(former, p.pendingValue)
		}
		key.code = plainOf[key.code]
		if key.descr == overflowedKey {
			p.anyOverflowed = true
		} else if p.common.lookup(key) == trace.None {
			p.common.insert(key, p.pendingValue)
		}
		p.pending = commonKey{}
	}
	return next
}

// lookup is commonTable.lookup for a key whose arguments may have been known under
// other names.
func (p *csePass) lookup(key commonKey, args []trace.Value) trace.Value {
	if v := p.common.lookup(key); v != trace.None || !p.names.any {
		return v
	}
	return p.lookupOtherNames(key, args)
}

// lookupOtherNames tries all names of one or two arguments, which are in the order in
// which key has them.
func (p *csePass) lookupOtherNames(key commonKey, args []trace.Value) trace.Value {
	if len(args) == 0 || len(args) > 2 {
		return trace.None
	}
	first, last := key.a, key.b
	if len(args) == 1 {
		last = first
	}
	for a := range p.namesOf(first) {
		for b := range p.namesOf(last) {
			names := [2]trace.Value{a, b}
			if v := p.common.lookup(keyOf(key.code, key.descr, names[:len(args)])); v != trace.None {
				return v
			}
		}
	}
	return trace.None
}

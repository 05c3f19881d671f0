package optimizer

import "unbox/trace"

// Common subexpression elimination.
//
// A pure operation that was computed before with the same arguments need not be
// computed again. Comparing each operation with all earlier ones would do, and
// is how the post begins (Implementing a Toy Optimizer, "Common Subexpression
// Elimination"), but a trace of a million operations would take hours. So every
// operation that goes into the output leaves its key in a hash table:
//
//	i2 = int_add(i0, i1)      the key (int_add, i0, i1) leads to i2
//	i3 = int_add(i1, i0)      the same key, arguments in order: i3 is i2
//	i4 = int_gt(i0, i1)       the key (int_lt, i1, i0)
//
// Keys hold values after replacement, so what an earlier pass found counts. An
// operation is entered only when it is in the output: what was removed cannot be
// referred to.
//
// A rule may rewrite an operation, and then it is the rewritten one that leaves its key.
// Where the operation comes again it is rewritten again, except in a peeled loop: there the
// rule would have to look at operations of the iteration before (isOfIterationBefore). So
// in the preamble the key that it had at first leads to the result as well.
//
// Overflow operations are shared too, together with their guards, but an
// operation counts as checked only behind its guard. A checked int_add_ovf may
// stand in for a later int_add; an int_add may never stand in for an int_add_ovf,
// because nobody has checked it. What a guard found to overflow overflows again: that is
// a key of its own, and the result of such an operation is used by nobody.

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
// lead to the entries, which stand in the order in which they were made: most
// questions end at an empty slot. Emptying it is a matter of counting the generation
// up.
type commonTable struct {
	slots      []commonSlot
	entries    []commonEntry
	generation uint32
	// pending is the overflow operation whose guard has not been seen yet.
	pending      commonKey
	pendingValue trace.Value
	// former are keys that it had before it was rewritten.
	former []commonKey
	// lists counts the lists of arguments that were given a number.
	lists trace.Value
	// sharedCall is the recorded call that was removed last, guarded tells that
	// the one in its place has a guard behind it.
	sharedCall trace.Value
	guarded    bool
}

func (t *commonTable) reset() {
	t.generation++
	t.entries = t.entries[:0]
	t.pending, t.former = commonKey{}, t.former[:0]
	t.lists, t.sharedCall = 0, trace.None
	if t.slots == nil {
		t.slots = make([]commonSlot, 256)
	}
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

// insert enters a key that is not there yet.
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

func cseHandler(code trace.Opcode) handler {
	switch code {
	case trace.OpSameAs:
		return nil
	case trace.OpGuardNoOverflow, trace.OpGuardOverflow:
		return cseOverflowGuard
	case trace.OpCall:
		return cseCall
	case trace.OpGuardNoException:
		return cseExceptionGuard
	}
	switch code.Info().Effect {
	case trace.EffectPure:
		return csePure
	case trace.EffectOverflow:
		return cseOverflow
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

// overflowedKey marks the keys of overflow operations that did overflow.
const overflowedKey int32 = -3

func csePure(w *walk, c *cur) verdict {
	key := keyOf(c.op.Code, c.op.Descr, c.args)
	if v := w.lookupCommon(key, c.args); v != trace.None {
		return w.replaceBy(c, v, PassCSE, ReasonCSE)
	}
	c.commonKey = key
	c.tells |= tellsCommon
	return next
}

// keepsFormer tells whether keys that operations had before they were rewritten are of use.
func (w *walk) keepsFormer() bool { return w.peel.preamble }

// keepFormer remembers the key of an operation that is rewritten.
func (w *walk) keepFormer(c *cur) {
	if c.tells&tellsCommon != 0 && w.keepsFormer() {
		c.former = append(c.former, c.commonKey)
	}
}

// enterFormer makes the keys that an operation had lead to its result.
func (w *walk) enterFormer(c *cur) {
	for _, key := range c.former {
		w.common.insert(key, c.self)
	}
}

// plainOf names the operation that computes the same without a check.
var plainOf = map[trace.Opcode]trace.Opcode{
	trace.OpIntAddOvf: trace.OpIntAdd,
	trace.OpIntSubOvf: trace.OpIntSub,
	trace.OpIntMulOvf: trace.OpIntMul,
}

func cseOverflow(w *walk, c *cur) verdict {
	key := keyOf(c.op.Code, c.op.Descr, c.args)
	if w.planted.on(bugUnchecked) {
		key.code = plainOf[key.code]
	}
	overflowed := key
	overflowed.descr = overflowedKey
	checked, over := w.lookupCommon(key, c.args), w.lookupCommon(overflowed, c.args)
	if w.guardedOverflow() {
		key, checked, over = overflowed, over, checked
	}
	switch {
	case !w.guardsOverflow():
	case checked != trace.None:
		w.overflow = overflowFact{pass: PassCSE, reason: ReasonCSEOverflow, value: checked}
		return w.replaceBy(c, checked, PassCSE, ReasonCSE)
	case over != trace.None && !w.planted.on(bugUnchecked):
		return w.contradictOverflow(PassCSE)
	}
	w.common.former = w.common.former[:0]
	if w.keepsFormer() && w.common.pendingValue == c.self && c.rewritten.Kind != 0 {
		w.common.former = append(w.common.former, w.common.pending)
	}
	w.common.pending, w.common.pendingValue = key, c.self
	return next
}

// cseOverflowGuard removes the guard of a shared operation. Behind any other
// one the operation in front of it counts as checked.
func cseOverflowGuard(w *walk, c *cur) verdict {
	if w.settleOverflowGuard(c, PassCSE) == gone {
		return gone
	}
	if key := w.common.pending; key.code != trace.OpNone {
		w.common.insert(key, w.common.pendingValue)
		for _, former := range w.common.former {
			w.common.insert(former, w.common.pendingValue)
		}
		key.code = plainOf[key.code]
		if key.descr != overflowedKey && w.common.lookup(key) == trace.None {
			w.common.insert(key, w.common.pendingValue)
		}
		w.common.pending = commonKey{}
	}
	return next
}

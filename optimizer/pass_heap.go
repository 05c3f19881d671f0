package optimizer

import "unbox/trace"

// Load and store forwarding.
//
// Objects that exist before the trace cannot be virtual, but the contents of
// their fields are still known for a while: after a write it is what was written,
// after a read what was read. A second read can use the first one, a write of
// what is there already can go, and so can a write that is overwritten before
// anything could see it.
//
//	i1 = get(p0, val)
//	set(p2, other, i3)       another field: p0.val stays known
//	i4 = get(p0, val)        the same as i1
//	set(p5, val, i6)         p5 may be p0: p0.val is no longer known
//
// The plan that does not work is to keep a field's contents until the next write
// to the same object: two references can lead to one object. So a write to a field
// forgets the same field of every object that may be the one written. Two
// references are known to differ if their classes do, or if one is an allocation
// that came after the other existed. Different fields are different places, and so
// are array items with different constant indexes. A field of a struct in an array
// of structs is identified by both, field and index.
//
// Guards and calls see the heap, so a write before them stays; calls and
// unknown operations may also write, and everything is forgotten after them
// unless it is known what they change (trace/calls.go).
//
// To keep in mind: for each field at most heapEntries objects are remembered, the
// last ones, so that a trace that writes to a million objects takes linear time.

// PassHeap is the number of load and store forwarding.
const PassHeap PassID = 7

var heapRow = registration{
	id: PassHeap,
	info: PassInfo{
		Name:  "heap",
		Title: "load and store forwarding",
		Doc:   "Answers reads from earlier reads and writes, and drops writes that nothing can see.",
		Why:   "After allocation removal: it is for the objects that are not virtual.",
	},
	make: func(w *walk) pass {
		w.heap = &heapPass{walk: w}
		return w.heap
	},
}

// heapPass is the pass. Other passes ask it to let a write wait (deferWrite), and to do the
// waiting writes (flushPending).
type heapPass struct {
	*walk
	heapCache
	// pending are writes of virtual objects into others that wait: see heappending.go.
	pending []pendingWrite
}

func (p *heapPass) reset() {
	*p = heapPass{walk: p.walk, heapCache: p.renewed(&p.in.Tables.Schema), pending: p.pending[:0]}
}

// startBlock forgets what is in fields: after a jump to the label, the heap is
// different.
func (p *heapPass) startBlock(label *cur) {
	if len(p.lists) > 1 {
		p.remarks.setStopped(&label.op, PassHeap, ReasonLabelForgotten, trace.None)
	}
	p.heapCache = p.renewed(&p.in.Tables.Schema)
}

// finish does the writes that still wait at the end of the trace.
func (p *heapPass) finish() {
	if !p.unreachable {
		p.flushPending()
	}
}

func (p *heapPass) handler(code trace.Opcode) handler {
	switch code {
	case trace.OpGet:
		return p.get()
	case trace.OpSet:
		return p.set()
	case trace.OpGetItem:
		return p.getItem()
	case trace.OpSetItem:
		return p.setItem()
	case trace.OpGetInterior:
		return p.getInterior
	case trace.OpSetInterior:
		return p.setInterior
	case trace.OpCall:
		return p.call
	case trace.OpPrint, trace.OpJump, trace.OpFinish, trace.OpLabel:
		return p.observed
	case trace.OpRawWrite:
		return p.rawWrite
	}
	switch code.Info().Effect {
	case trace.EffectGuard:
		return p.guard
	case trace.EffectVisible, trace.EffectOpaque:
		return p.forgotten
	}
	return nil
}

// get answers a read of a known field.
//
//go:noinline
func (p *heapPass) get() handler {
	return func(c *cur) verdict {
		place := heapPlace{fieldPlace(c.op.Descr), c.args[0], trace.None}
		return p.heapRead(c, place)
	}
}

//
//go:noinline
func (p *heapPass) getItem() handler {
	return func(c *cur) verdict {
		place := heapPlace{p.itemPlace(c.op.Descr), c.args[0], c.args[1]}
		return p.heapRead(c, place)
	}
}

func (p *heapPass) getInterior(c *cur) verdict {
	place := heapPlace{p.interiorPlace(c.op.Descr), c.args[0], c.args[1]}
	return p.heapRead(c, place)
}

func (p *heapPass) heapRead(c *cur, place heapPlace) verdict {
	p.renameEntries(place.where)
	p.flushOthers(place)
	if e := p.entry(place); e != nil && p.virtual.valueType(e.value) == c.op.Type {
		reason := ReasonHeapRead
		if e.written {
			reason = ReasonHeapWritten
		}
		value, by := e.value, e.by
		if p.isWorldlyPlace(e) {
			reason, by = ReasonWorldHeld, trace.None
		}
		p.makeEqual(c.self, value)
		p.removeAbout(c, PassHeap, reason, place.object, value, c.fieldDescr(p.walk))
		p.remarks.restOn(&c.op, by)
		return gone
	}
	p.flushAliases(place)
	p.observe(place)
	c.heapPlace, c.heapValue = place, c.self
	c.tells = c.tells.With(PassHeap)
	return next
}

// set drops a write of what is already there, and an earlier write that nothing has seen. If
// the earlier one overwrote what the new one writes, both go:
//
//	set(p0, top, p1)
//	guard_true(i2)           p0 holds p1
//	set(p0, top, p3)
//	set(p0, top, p1)         so does it now
//
//go:noinline
func (p *heapPass) set() handler {
	return func(c *cur) verdict {
		place := heapPlace{fieldPlace(c.op.Descr), c.args[0], trace.None}
		return p.heapWrite(c, place, c.args[1])
	}
}

//
//go:noinline
func (p *heapPass) setItem() handler {
	return func(c *cur) verdict {
		place := heapPlace{p.itemPlace(c.op.Descr), c.args[0], c.args[1]}
		return p.heapWrite(c, place, c.args[2])
	}
}

func (p *heapPass) setInterior(c *cur) verdict {
	place := heapPlace{p.interiorPlace(c.op.Descr), c.args[0], c.args[1]}
	return p.heapWrite(c, place, c.args[2])
}

func (p *heapPass) heapWrite(c *cur, place heapPlace, value trace.Value) verdict {
	p.renameEntries(place.where)
	if p.settlePending(place, value) {
		return p.removeSame(c, place, value)
	}
	p.flushAliases(place)
	if e := p.entry(place); e != nil {
		if p.find(e.value) == value {
			return p.removeSame(c, place, value)
		}
		if e.writtenAt != 0 && (e.epoch == p.epoch || p.planted.on(bugSeenStore)) {
			p.dropWrite(int(e.writtenAt), place.object)
			if p.heldBefore(e) == value {
				*e = heapEntry{value: value, epoch: p.epoch, by: e.beforeBy}
				return p.removeSame(c, place, value)
			}
		}
	}
	c.heapPlace, c.heapValue = place, value
	c.tells = c.tells.With(PassHeap)
	return next
}

// heldBefore is what a place held before its write that nothing saw, None if that is not
// known. A write in the preamble counts as seen: the loop does it again at its end, where it
// stays.
func (p *heapPass) heldBefore(e *heapEntry) trace.Value {
	if p.out.loop.isBefore(e.writtenAt) {
		return trace.None
	}
	return p.find(e.before)
}

// removeSame removes a write of what is already there.
func (p *heapPass) removeSame(c *cur, place heapPlace, value trace.Value) verdict {
	e, reason := p.entry(place), ReasonHeapSame
	if e != nil && p.isWorldlyPlace(e) {
		e, reason = nil, ReasonWorldSame
	}
	p.removeAbout(c, PassHeap, reason, place.object, value, c.fieldDescr(p.walk))
	if e != nil {
		p.remarks.restOn(&c.op, e.by)
	}
	return gone
}

// dropWrite removes a write that is overwritten unseen from the output.
func (p *heapPass) dropWrite(at int, object trace.Value) {
	op := &p.out.ops[at]
	p.definedAt[p.out.self[at]] = 0
	if op.Src != 0 {
		p.remarks.setRemoved(op, PassHeap, ReasonHeapDead, object, trace.None, p.fieldOrItem(op)).rest = int32(p.here())
	}
	p.out.drop(at)
}

// fieldOrItem returns the field that an operation of the output writes, or the
// index of the item, -1 if that is not constant.
func (p *heapPass) fieldOrItem(op *trace.Op) int32 {
	if op.Code != trace.OpSetItem {
		return op.Descr
	}
	if n, ok := p.constInt(p.out.args[op.First+1]); ok {
		return int32(n)
	}
	return -1
}

// emitted enters what an access that is now in the output says about the
// heap. Writes forget what they may have changed.
func (p *heapPass) emitted(c *cur, at int32) {
	var e *heapEntry
	isWrite := c.op.Type == trace.Void
	if isWrite {
		e = p.forgetAliases(c.heapPlace)
	} else {
		e, at = p.entry(c.heapPlace), 0
	}
	switch {
	case e == nil:
		e = p.add(c.heapPlace)
		e.before, e.beforeBy = trace.None, trace.None
		p.sayOldest(c)
	case e.writtenAt == 0 || e.epoch != p.epoch: // what was written before stays
		e.before, e.beforeBy = e.value, e.by
	default:
		e.before = p.heldBefore(e)
	}
	e.value, e.written, e.writtenAt, e.epoch, e.by = c.heapValue, isWrite, at, p.epoch, c.self
}

// sayOldest reports, the first time only, that an entry took the place of the
// oldest.
func (p *heapPass) sayOldest(c *cur) {
	if l := p.lists[p.heads[c.heapPlace.where]]; l.overflowed && !l.said {
		l.said = true
		p.remarks.setStopped(&c.op, PassHeap, ReasonHeapOldest, trace.None)
	}
}

// observe notes that a read may see earlier writes to other objects.
func (p *heapPass) observe(place heapPlace) {
	l, key := p.list(place.where), place.key()
	for i, k := range l.keys[:l.n] {
		if e := &l.entries[i]; e.writtenAt != 0 && p.mayBeSame(k, key) {
			e.writtenAt = 0
		}
	}
}

// observed is for operations that see the heap: writes before them stay.
func (p *heapPass) observed(c *cur) verdict {
	p.flushPending()
	p.seen()
	return next
}

// rawWrite is for writes to memory outside of all objects: others see the object that is written there, and what it holds.
func (p *heapPass) rawWrite(c *cur) verdict {
	for _, v := range c.args {
		if p.virtual.valueType(v) == trace.Ref {
			return p.observed(c)
		}
	}
	return next
}

// guard is for guards: writes before them stay, but those of virtual objects
// can wait in the snapshot.
func (p *heapPass) guard(c *cur) verdict {
	p.flushConcrete()
	p.seen()
	return next
}

// forgotten is for operations that may change the heap.
func (p *heapPass) forgotten(c *cur) verdict {
	p.flushPending()
	p.seen()
	if p.planted.on(bugStaleCall) {
		return next
	}
	return p.heapChanges(c, trace.WritesAnything)
}

// heapChanges forgets what the current operation may change, and says so if there was
// anything to forget.
func (p *heapPass) heapChanges(c *cur, what trace.Writes) verdict {
	if p.forget(what, &p.in.Tables.Schema) {
		p.remarks.setStopped(&c.op, PassHeap, ReasonHeapForgotten, trace.None)
	}
	return next
}

// call goes by what the call may change. One that does not see the heap changes nothing, but if it only computes, it
// may read what never changes: a field that is never written again has to hold its value by then.
func (p *heapPass) call(c *cur) verdict {
	if call := trace.Value(c.op.Src); !p.in.SeesHeap(call) {
		if p.waits() && p.in.OnlyComputes(call) {
			p.flushImmutable()
		}
		return next
	}
	what := p.callWrites(c)
	if what == trace.WritesAnything {
		return p.forgotten(c)
	}
	p.flushSeen(trace.Value(c.op.Src))
	p.seen()
	return p.heapChanges(c, what)
}

// callWrites says what the current call may change. It was recorded: no pass invents calls.
func (p *heapPass) callWrites(c *cur) trace.Writes {
	return p.in.CallWrites(&c.op, p.in.Args(trace.Value(c.op.Src)))
}

// mayBeSamePlace reports whether two places can be one.
func (p *heapPass) mayBeSamePlace(a, b heapPlace) bool {
	return a.where == b.where && p.mayBeSame(a.key(), b.key())
}

// mayBeSame is mayBeSamePlace for two places of one list.
func (p *heapPass) mayBeSame(a, b heapKey) bool {
	if a.index != b.index {
		m, constantM := p.constInt(a.index)
		n, constantN := p.constInt(b.index)
		if constantM && constantN && m != n {
			return false
		}
		if _, possible := p.bounds.of(a.index).Intersect(p.bounds.of(b.index)); !possible {
			return false
		}
	}
	return p.mayBeSameObject(a.object, b.object)
}

// mayBeSameObject reports whether two references can be to the same object.
func (p *heapPass) mayBeSameObject(a, b trace.Value) bool {
	if a == b {
		return true
	}
	if p.planted.on(bugAliasStore) {
		return false
	}
	if a.IsConst() && b.IsConst() {
		return !(p.isFixedObject(a) && p.isFixedObject(b))
	}
	classA, knownA := p.refFactOf(a).class()
	classB, knownB := p.refFactOf(b).class()
	if knownA && knownB && classA != classB {
		return false
	}
	return !p.guards.differ(a, b) && !p.existedBefore(a, b) && !p.existedBefore(b, a)
}

// existedBefore reports whether b is an allocation that was made when a already
// existed.
func (p *heapPass) existedBefore(a, b trace.Value) bool {
	if !b.IsOp() || p.definedAt[b] == 0 {
		return false
	}
	if p.out.ops[p.definedAt[b]].Code.Info().Effect != trace.EffectAllocate {
		return false
	}
	return a.IsConst() || p.definedAt[a] < p.definedAt[b]
}

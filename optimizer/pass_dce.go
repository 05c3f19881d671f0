package optimizer

import "unbox/trace"

// Dead code removal.
//
// The other passes leave operations whose results nothing uses any more:
// the sum of a value that was replaced, the read for a guard that went. Going
// forward, it cannot be known that a value will not be used; so this pass goes
// over the finished output once, backwards. An operation stays if it does
// something besides computing, or if its result is an argument of, or in the
// snapshot of, an operation that stays.
//
// A write to an object that was allocated in the trace is useful only if the object
// is: an object that is written to but never looked at goes with its writes.
//
// An overflow operation stays with its guard. A trace that falls off its end, as
// the posts' blocks do, is a part of something larger: which of its values are
// used later is unknown, so all of them are kept.

// PassDCE is the number of dead code removal.
const PassDCE PassID = 8

var dceRow = registration{
	id: PassDCE,
	info: PassInfo{
		Name:  "dce",
		Title: "dead code",
		Doc:   "Drops operations whose results are not used.",
		Why:   "Last and backwards: only when the whole trace is known is it certain that nothing uses a value.",
	},
	make: func(w *walk) pass { return &dcePass{walk: w} },
}

// dcePass is the pass: which values are live, and those whose operations still
// have to be looked at.
type dcePass struct {
	*walk
	live []bool
	todo []trace.Value
	// swept is how far the sweep backwards has come.
	swept int32
	// writesToNew means that the three tables below are filled in: there are writes
	// to allocations.
	writesToNew bool
	// target has, for each write to an allocation of the trace, the place of the
	// allocation in the output, 0 for all other operations. writes has for each
	// allocation its last write, and nextWrite the one before each write.
	target, writes, nextWrite []int32
}

func (p *dcePass) handler(trace.Opcode) handler { return nil } // works on the whole output

func (p *dcePass) reset() {
	*p = dcePass{walk: p.walk, live: p.live[:0], todo: p.todo[:0], target: p.target[:0], writes: p.writes[:0], nextWrite: p.nextWrite[:0]}
}

// finish removes the operations from the output that are not needed.
func (p *dcePass) finish() {
	ops := p.out.ops
	last := ops[len(ops)-1].Code
	if last != trace.OpJump && last != trace.OpFinish && !p.unreachable {
		p.remarks.setStopped(&ops[len(ops)-1], PassDCE, ReasonDeadOpenEnd, trace.None)
		return
	}
	p.markLive()
	before := p.out.dropped
	for i := 1; i < len(ops); i++ {
		self := p.out.self[i]
		if at := p.targetOf(i); at != 0 {
			self = p.out.self[at]
		} else if !isRemovable[ops[i].Code] && !p.deadEffect(i) {
			continue
		}
		if !p.live[self] {
			p.dropDead(i)
		}
	}
	if p.out.loop.active && p.out.dropped != before {
		p.peel.dropUnused()
	}
}

// markLive marks all values that operations which stay need, directly or
// indirectly. In a peeled loop, whatever needs a value of the previous iteration
// also needs that of this iteration, for the next one.
//
// Operations come before those that use them, so when one backward sweep gets to
// an operation, it is nearly always known whether it stays. The others wait in
// todo.
func (p *dcePass) markLive() {
	d := p
	d.live = trace.Zeroed(d.live, len(p.replacedBy))
	d.todo = d.todo[:0]
	p.sweep.start(len(p.out.virtuals))
	p.findWrites()
	keep := p.keepAlive
	for i := len(p.out.ops) - 1; i > 0; i-- {
		d.swept = int32(i)
		if isRemovable[p.out.ops[i].Code] || p.deadEffect(i) {
			if !d.live[p.out.self[i]] {
				continue
			}
			p.keepWrites(i, keep)
		} else if d.targetOf(i) != 0 {
			continue
		}
		p.keepOperands(i, keep)
	}
	for len(d.todo) > 0 {
		v := d.todo[len(d.todo)-1]
		d.todo = d.todo[:len(d.todo)-1]
		if at := p.definedAt[v]; at != 0 && isRemovable[p.out.ops[at].Code] {
			p.keepOperands(int(at), keep)
			p.keepWrites(int(at), keep)
		}
		if p.out.loop.active && p.peel.carries(v) != 0 {
			p.keepAlive(p.peel.next(v))
		}
	}
}

// keepWrites marks what the writes to an allocation refer to.
func (p *dcePass) keepWrites(at int, keep func(trace.Value)) {
	if d := p; d.writesToNew {
		for i := d.writes[at]; i != 0; i = d.nextWrite[i] {
			p.keepOperands(int(i), keep)
		}
	}
}

// findWrites notes which writes go to allocations of the trace.
func (p *dcePass) findWrites() {
	d, n := p, len(p.out.ops)
	if d.writesToNew = p.allocatesInOutput(); !d.writesToNew {
		return
	}
	d.target, d.writes, d.nextWrite = trace.Zeroed(d.target, n), trace.Zeroed(d.writes, n), trace.Zeroed(d.nextWrite, n)
	for i := 1; i < n; i++ {
		if at := p.allocationWritten(i); at != 0 {
			d.target[i] = at
			d.nextWrite[i], d.writes[at] = d.writes[at], int32(i)
		}
	}
}

// targetOf returns the place in the output of the allocation to which operation
// i writes, 0 if it does something else.
func (d *dcePass) targetOf(i int) int32 {
	if !d.writesToNew {
		return 0
	}
	return d.target[i]
}

func (p *dcePass) allocatesInOutput() bool {
	for i := range p.out.ops {
		if p.out.ops[i].Code.Effect() == trace.EffectAllocate {
			return true
		}
	}
	return false
}

// allocationWritten returns the place in the output of the allocation to which
// operation i writes, 0 if it does something else. What the loop writes to an object
// of the preamble is not looked at.
func (p *dcePass) allocationWritten(i int) int32 {
	op := &p.out.ops[i]
	if op.Code != trace.OpSet && op.Code != trace.OpSetItem && op.Code != trace.OpSetInterior {
		return 0
	}
	object := p.out.args[op.First]
	if !object.IsOp() {
		return 0
	}
	at := p.definedAt[object]
	if at == 0 || p.out.ops[at].Code.Effect() != trace.EffectAllocate || p.out.loop.isBefore(at) != p.out.loop.isBefore(int32(i)) {
		return 0
	}
	return at
}

// keepOperands marks what operation i of the output refers to.
func (p *dcePass) keepOperands(i int, keep func(trace.Value)) {
	for _, v := range p.operands(i) {
		if v.IsOp() && !p.live[v] {
			p.keepAlive(v)
		}
	}
	if p.out.ops[i].Snap != 0 {
		p.eachInSnapshot(i, keep)
	}
}

// keepAlive marks a value. If the sweep has already passed its operation, or the
// value is passed around the loop, it has to be looked at again.
func (p *dcePass) keepAlive(v trace.Value) {
	d := p
	if !v.IsOp() || d.live[v] {
		return
	}
	d.live[v] = true
	if p.definedAt[v] >= d.swept || p.out.loop.active && p.peel.carries(v) != 0 {
		d.todo = append(d.todo, v)
	}
}

// isRemovable has the operations that can go if their result is not used. A read
// can: where it has no meaning the whole trace has none.
var isRemovable = func() (list [256]bool) {
	for _, code := range trace.Opcodes() {
		switch code.Effect() {
		case trace.EffectPure, trace.EffectReadField, trace.EffectReadArray, trace.EffectAllocate:
			list[code] = true
		}
	}
	return list
}()

// dropDead removes operation i from the output.
func (p *dcePass) dropDead(i int) {
	op := &p.out.ops[i]
	if op.Src != 0 {
		reason, object := ReasonDead, trace.None
		if at := p.targetOf(i); at != 0 {
			reason, object = ReasonDeadWrite, p.out.self[at]
		}
		p.remarks.setRemoved(op, PassDCE, reason, object, trace.None, -1)
	}
	p.definedAt[p.out.self[i]] = 0
	p.out.drop(i)
}

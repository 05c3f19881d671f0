package optimizer

import (
	"slices"
	"strconv"

	"unbox/trace"
)

// Loop peeling.
//
// Much of what a loop does is the same in every iteration: it checks the class of
// the same object, reads the same field, unboxes what it boxed at the end of the
// last one. A pass that goes forward once cannot see that, because it sees only
// one iteration. The plan that does not work is a separate pass for moving code
// out of loops: it would again need everything that the other passes know, and
// which operation depends on which guard.
//
// The idea is Mike Pall's, as described in Loop-Aware Optimizations in PyPy's
// Tracing JIT: show the passes two iterations. The first one (the preamble) runs
// once; then comes a label and the second one (the peeled loop), which is
// optimized with everything that is known at the end of the first:
//
//	[p0, i1]                        [p0, i1]
//	i2 = get(p0, step)              i2 = get(p0, step)
//	i3 = int_add(i1, i2)            i3 = int_add(i1, i2)
//	jump(p0, i3)                    jump(L1, p0, i3, i2)
//	                                L1(p0, i3, i2):
//	                                i4 = int_add(i3, i2)
//	                                jump(L1, p0, i4, i2)
//
// Nothing is known in the preamble about its inputs, so it can be any iteration.
// Whatever follows from its operations alone follows in every iteration; so in the
// peeled loop it is known of the previous iteration, each time around. A value of
// the preamble that the loop refers to is "that value, in the previous iteration".
// It becomes a parameter of the label, and the jump at the end passes the same
// value of the iteration that ends (the map m of section 5.1).
//
// Objects that are virtual at the end of the preamble stay virtual across the jump:
// their fields are passed instead, and recursively what these hold (section 6.3).
// At the end of the loop the new objects must have the same shape. Where they do
// not, that argument is allocated in the next attempt; if further attempts do not
// help, the trace is not peeled.
//
// To keep in mind: facts that were found in the loop with the help of the
// previous iteration must not be used for yet another one; so the body is walked
// exactly twice. And preamble and loop must not share a description in a
// snapshot, because the same value has two names in them.

// PassPeel is the number of loop peeling.
const PassPeel PassID = 0

var peelRow = registration{
	id: PassPeel,
	info: PassInfo{
		Name:  "peel",
		Title: "loop peeling",
		Doc:   "Puts one iteration in front of the loop, so that the loop is optimized with all that is known of the previous iteration.",
		Why:   "First, so that all other passes see two iterations.",
	},
	make: func(w *walk) pass {
		w.peel = &peelPass{walk: w}
		return w.peel
	},
}

// peelPass is the pass: what is known of the loop while it is peeled.
type peelPass struct {
	*walk
	// preamble is set while the first iteration is walked.
	preamble bool
	// forced says for each argument of the jump whether nothing may be assumed
	// about its shape, because of an earlier attempt.
	forced []bool
	// mismatch is the argument that made this attempt fail, -1 if none did.
	mismatch int

	labelID int32

	entry entryShape
	// leafOf is the number of each value that the label takes, from 1 on.
	leafOf valueTable[int32]
	// back[k] is what the jump at the end passes for leaf k.
	back []trace.Value
	// backOf is what it passes for values of the preamble that are carried along.
	backOf  valueTable[trace.Value]
	carried []trace.Value
	isHeld  valueTable[int32]
}

func (p *peelPass) handler(trace.Opcode) handler { return nil } // walks twice instead

func (p *peelPass) reset() {
	*p = peelPass{
		walk: p.walk, preamble: p.firstInvented > len(p.in.Ops), forced: p.forced, labelID: p.labelID,
		entry: p.entry.emptied(), leafOf: p.leafOf[:0], back: p.back[:0], backOf: p.backOf[:0], carried: p.carried[:0], isHeld: p.isHeld[:0],
	}
}

// tablesWithLabel returns the tables of a peeled trace: those of the recorded one
// and the label of the loop, which gets an unused name.
func (p *peelPass) tablesWithLabel(recorded *trace.Tables) *trace.Tables {
	tables := *recorded
	taken := map[string]bool{}
	for _, l := range tables.Labels {
		taken[l.Name] = true
	}
	name := "L1"
	for k := 2; taken[name]; k++ {
		name = "L" + strconv.Itoa(k)
	}
	tables.Labels = append(tables.Labels[:len(tables.Labels):len(tables.Labels)], trace.Label{Name: name})
	return &tables
}

// maxPeelAttempts bounds how often peeling starts again with fewer assumptions.
const maxPeelAttempts = 4

// isLoop reports whether the trace is one loop: a label, a body, a jump back.
func isLoop(in *trace.Trace) bool {
	last := len(in.Ops) - 1
	if last < 2 || in.Ops[1].Code != trace.OpLabel || in.Ops[last].Code != trace.OpJump {
		return false
	}
	for _, op := range in.Ops[2:last] {
		if op.Code == trace.OpLabel { // where a path ends before the trace does, a label follows
			return false
		}
	}
	return in.Ops[last].Descr < 0 || in.Ops[last].Descr == in.Ops[1].Descr
}

// goOver walks the trace twice if it is a loop.
func (p *peelPass) goOver() bool {
	return isLoop(p.in) && (p.again == nil || p.again.Peeled) && p.walkTwice()
}

// walkTwice walks the loop twice. It returns false if peeling is useless: if the
// second iteration can never run to its end, or if its objects always have other
// shapes than those of the first. It also returns true if it was stopped.
func (p *peelPass) walkTwice() bool {
	jump := trace.Value(len(p.in.Ops) - 1)
	params := trace.Value(2 + p.in.Ops[jump].Len)
	p.forced = trace.Zeroed(p.forced, int(p.in.Ops[jump].Len))
	p.labelID = int32(len(p.in.Tables.Labels))
	if p.again != nil {
		copy(p.forced, p.again.forced)
	}
	for range maxPeelAttempts {
		p.walk.reset(2)
		if p.run(1, jump) != trace.None {
			return false
		}
		var c cur
		if !p.comeTo(&c, jump) {
			return true
		}
		p.closePreamble(&c)
		if p.run(params, jump) != trace.None {
			return false
		}
		if !p.comeTo(&c, jump) || p.closeLoop(&c) {
			return true
		}
		p.forced[p.mismatch] = true
	}
	return false
}

// comeTo loads the jump at the end of an iteration, unless the walk is stopped.
func (p *peelPass) comeTo(c *cur, jump trace.Value) bool {
	if p.stopped {
		return false
	}
	p.position = jump
	if p.watch != nil && !p.watched() {
		return false
	}
	p.load(c, jump)
	return true
}

// finish gives the reason why a trace that ends with a jump back was not peeled.
func (p *peelPass) finish() {
	last := trace.Value(len(p.in.Ops) - 1)
	if p.out.loop.active || p.in.Ops[last].Code != trace.OpJump {
		return
	}
	reason := ReasonPeelLabels
	switch {
	case isLoop(p.in):
		reason = ReasonPeelInVain
	case len(p.in.Tables.Labels) < 2, p.leads():
		return
	}
	jump := p.in.Ops[last]
	jump.Src = int32(last)
	p.remarks.setStopped(&jump, PassPeel, reason, trace.None)
}

// leads reports whether the trace ends with a jump to another trace: it is no loop.
func (p *peelPass) leads() bool {
	last := &p.in.Ops[len(p.in.Ops)-1]
	return last.Descr >= 0 && !slices.ContainsFunc(p.in.Ops, func(op trace.Op) bool { return op.Code == trace.OpLabel && op.Descr == last.Descr })
}

// closePreamble is called at the recorded jump: it puts the jump into the peeled
// loop and the loop's label into the output, and makes the values of the
// preamble those of the previous iteration.
func (p *peelPass) closePreamble(c *cur) {
	p.heap.flushPending()
	for k, arg := range c.args {
		if p.forced[k] {
			p.virtual.materialize(p.find(arg))
		}
		c.args[k] = p.find(arg)
	}
	p.explodeEntry(c.args)
	p.preamble, p.out.loop.active = false, true
	if p.recording {
		p.note(Event{Kind: EventPeel, Descr: -1})
	}
	p.virtual.describeAnew()
	p.emitEntry(c)
	p.copyShift, p.copyNumber = trace.Value(len(p.in.Ops)), 1
	for k, arg := range c.args {
		param := trace.Value(2+k) + p.copyShift
		if arg.IsConst() && p.forced[k] {
			arg = p.entry.leaves[p.entry.roots[k].index].param
		}
		p.makeEqual(param, arg)
	}
	if p.world != nil {
		p.assumeNextIteration(c.args)
	}
}

// emitEntry puts the jump into the peeled loop, its label and the label's
// parameters into the output.
func (p *peelPass) emitEntry(c *cur) {
	jump := cur{op: c.op, self: c.self}
	jump.op.Descr = p.labelID
	jump.op.Spelling = trace.OpJump.SpellingFor(p.in.Dialect, trace.Void)
	jump.rewritten = Remark{Kind: Replaced, Pass: PassPeel, Reason: ReasonPeelJump, Descr: -1}
	for _, leaf := range p.entry.leaves {
		jump.args = append(jump.args, leaf.value)
	}
	p.emit(&jump)
	p.out.loop.labelAt = int32(len(p.out.ops))
	p.because = Remark{Pass: PassPeel, Reason: ReasonPeelLabel, Descr: -1}
	label := cur{op: trace.Op{Code: trace.OpLabel, Descr: p.labelID}, self: p.newValue()}
	label.op.Spelling = trace.OpLabel.SpellingFor(p.in.Dialect, trace.Void)
	p.emit(&label)
	for k := range p.entry.leaves {
		p.emitParam(&p.entry.leaves[k])
	}
	p.out.loop.bodyAt = int32(len(p.out.ops))
	p.out.loop.snapAt, p.out.loop.fieldAt, p.out.loop.virtualAt = len(p.out.snapList), len(p.out.fields), len(p.out.virtuals)
}

// emitParam puts the parameter for a leaf into the output. Parameters have no
// remark of their own: they are part of their label.
func (p *peelPass) emitParam(leaf *shapeLeaf) {
	op := trace.Op{Code: trace.OpParam, Type: p.typeOf(leaf.value), Descr: -1, First: uint32(len(p.out.args)), Name: p.definition(leaf.value).Name}
	leaf.param = p.newValue()
	p.definedAt[leaf.param] = int32(len(p.out.ops))
	p.out.ops = append(p.out.ops, op)
	p.out.self = append(p.out.self, leaf.param)
}

// closeLoop is called at the jump of the second copy: it determines what the
// jump passes. It returns false if the objects do not have the shape that the
// loop began with.
func (p *peelPass) closeLoop(c *cur) bool {
	p.heap.flushPending()
	for k, arg := range c.args {
		c.args[k] = p.find(arg)
	}
	if p.back, p.mismatch = p.matchEntry(c.args, p.back); p.mismatch >= 0 {
		return false
	}
	for k, v := range p.back {
		p.virtual.materialize(v)
		p.back[k] = p.find(v)
	}
	if !p.entryStillVirtual() {
		p.mismatch = 0
		return false
	}
	p.carryOver()
	jump := cur{op: c.op, self: c.self, args: p.back}
	jump.op.Descr = p.labelID
	jump.op.Spelling = trace.OpJump.SpellingFor(p.in.Dialect, trace.Void)
	p.emit(&jump)
	return true
}

// carryOver finds the values of the preamble that the loop refers to besides
// the leaves, and what the jump has to pass for them. That can add operations,
// and these can refer to more values.
func (p *peelPass) carryOver() {
	p.backOf.reset(len(p.replacedBy))
	p.isHeld.reset(len(p.replacedBy))
	p.carried = p.carried[:0]
	p.sweep.start(len(p.out.virtuals))
	note := p.noteCarried
	for _, v := range p.back {
		p.noteCarried(v)
	}
	for i, seen := int(p.out.loop.bodyAt), 0; ; {
		switch {
		case i < len(p.out.ops):
			p.noteOperands(i, note)
			i++
		case seen < len(p.carried):
			v := p.carried[seen]
			seen++
			now := p.valueOfThisIteration(v)
			p.backOf.set(v, now)
			p.noteCarried(now)
		default:
			return
		}
	}
}

// dropUnused drops the carried values that only dead operations needed.
func (p *peelPass) dropUnused() {
	p.isHeld.reset(len(p.replacedBy))
	p.carried = p.carried[:0]
	p.sweep.start(len(p.out.virtuals))
	note := p.noteCarried
	for i := int(p.out.loop.bodyAt); i < len(p.out.ops); i++ {
		if p.out.ops[i].Code != trace.OpNone {
			p.noteOperands(i, note)
		}
	}
	for seen := 0; seen < len(p.carried); seen++ {
		p.noteCarried(p.backOf.of(p.carried[seen]))
	}
}

// noteOperands notes what operation i of the output refers to.
func (p *peelPass) noteOperands(i int, note func(trace.Value)) {
	for _, v := range p.operands(i) {
		if v.IsOp() && p.definedAt[v] < p.out.loop.labelAt {
			note(v)
		}
	}
	if p.out.ops[i].Snap != 0 {
		p.eachInSnapshot(i, note)
	}
}

// isOfIterationBefore reports whether a value comes from the preamble while the peeled
// loop is walked. Rules whose target is an operation do not look at how such a value
// was made: what they refer to would have to be passed around the loop just for that.
// Rules that need no operation do: they save one in each iteration.
func (p *peelPass) isOfIterationBefore(v trace.Value) bool {
	return p.out.loop.active && v.IsOp() && p.definedAt[v] < p.out.loop.labelAt
}

// inPreamble reports whether the first iteration is walked.
func (p *peelPass) inPreamble() bool { return p.preamble }

// paramOf returns the parameter of the loop's label for a value of the preamble, None if
// the value is carried along, or not needed.
func (p *peelPass) paramOf(v trace.Value) trace.Value {
	if leaf := p.leafOf.of(v); leaf != 0 {
		return p.entry.leaves[leaf-1].param
	}
	return trace.None
}

// carries returns the number, from 1 on, of a value of the preamble that is carried along,
// 0 if it is not.
func (p *peelPass) carries(v trace.Value) int32 { return p.isHeld.of(v) }

// assumedNothing says for each argument of the jump whether nothing was assumed about its
// shape.
func (p *peelPass) assumedNothing() []bool { return slices.Clone(p.forced) }

// next returns what is passed, at the end of the loop, for a value that is carried along.
func (p *peelPass) next(v trace.Value) trace.Value { return p.backOf.of(v) }

// allCarried returns the values that are carried along.
func (p *peelPass) allCarried() []trace.Value { return p.carried }

// noteCarried notes a value of the preamble that the loop refers to.
func (p *peelPass) noteCarried(v trace.Value) {
	if !v.IsOp() || p.definedAt[v] >= p.out.loop.labelAt || p.leafOf.of(v) != 0 || p.isHeld.of(v) != 0 {
		return
	}
	if p.planted.on(bugPeelLabel) && len(p.carried) > 0 {
		return
	}
	p.carried = append(p.carried, v)
	p.isHeld.set(v, int32(len(p.carried)))
}

// valueOfThisIteration is the map m of Loop-Aware Optimizations in PyPy's Tracing
// JIT, section 5.1: what a value of the preamble is in the iteration that ends.
func (p *peelPass) valueOfThisIteration(v trace.Value) trace.Value {
	var now trace.Value
	if n := trace.Value(len(p.in.Ops)); v < n {
		now = p.find(v + n)
	} else {
		now = p.rebuild(v)
	}
	p.virtual.materialize(now)
	return p.find(now)
}

// rebuild computes an operation that a pass invented in the preamble again, for
// the iteration that ends. Such operations only compute.
func (p *peelPass) rebuild(v trace.Value) trace.Value {
	op := *p.definition(v)
	args := make([]trace.Value, op.Len)
	for i := range args {
		args[i] = p.out.args[op.First+uint32(i)]
		if args[i].IsOp() {
			args[i] = p.valueOfThisIteration(args[i])
		}
	}
	p.because = Remark{Pass: PassPeel, Reason: ReasonPeelCarry, Descr: -1}
	return p.invent(op.Code, op.Type, args...)
}

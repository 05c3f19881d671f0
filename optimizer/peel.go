package optimizer

import (
	"strconv"

	"unbox/trace"
)

// Loop peeling.
//
// Much of what a loop does is the same in every iteration: it checks the class of
// the same object, reads the same field, unboxes what it boxed at the end of the
// last one. A pass that goes forward once cannot see that, because it sees one
// iteration only. The plan that does not work is a pass of its own for moving
// code out of loops: it would have to know again all that the other passes know,
// and which operation depends on which guard.
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
// Whatever follows from its operations alone follows in every iteration; hence in
// the peeled loop it is known of the iteration before, each time around. A value
// of the preamble that the loop refers to is "that value, of the iteration
// before". It becomes a parameter of the label, and the jump at the end passes
// the same value of the iteration that ends (the map m of section 5.1).
//
// Objects that are virtual at the end of the preamble stay virtual across the
// jump: their fields are passed instead, and what they hold recursively (section
// 6.3). At the end of the loop the new objects must have the same shape. Where they
// have not, that argument is allocated in the next attempt; if attempts do not
// help, the trace is not peeled.
//
// To respect: facts that were found in the loop with the help of the iteration
// before must not be used for yet another one; so the body is walked exactly
// twice. And a description in a snapshot must not be shared by preamble and loop,
// because the same value has two names in them.

// peelState is what is known of the loop while it is peeled.
type peelState struct {
	// preamble is set while the first iteration is walked, active from the label of the
	// peeled loop on.
	preamble, active bool
	// forced says for each argument of the jump that nothing is to be assumed of
	// its shape, from an earlier attempt.
	forced []bool
	// mismatch is the argument that spoiled this attempt, -1 if none did.
	mismatch int

	labelID int32
	// jumpAt and labelAt are places in the output, bodyAt is behind the
	// parameters; snapAt and fieldAt say where the snapshots of the loop begin.
	jumpAt, labelAt, bodyAt int32
	snapAt, fieldAt         int
	virtualAt               int

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

// valueTable says something of some of the walk's values, 0 of all others.
type valueTable[T ~int32] []T

func (t *valueTable[T]) reset(n int) { *t = trace.Zeroed(*t, n) }

// of returns what is said of an operation's result.
func (t valueTable[T]) of(v trace.Value) T {
	if int(v) >= len(t) {
		return 0
	}
	return t[v]
}

func (t *valueTable[T]) set(v trace.Value, x T) {
	for len(*t) <= int(v) {
		*t = append(*t, 0)
	}
	(*t)[v] = x
}

// prepare makes the state ready for a trace and chooses the label's number.
func (p *peelState) prepare(tables *trace.Tables) {
	p.labelID = int32(len(tables.Labels))
}

// tablesWithLabel returns the tables of a peeled trace: those of the recorded one
// and the label of the loop, which gets a name that nothing has.
func (p *peelState) tablesWithLabel(recorded *trace.Tables) *trace.Tables {
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

// isLoop tells whether the trace is one loop: a label, a body, a jump back.
func isLoop(in *trace.Trace) bool {
	last := len(in.Ops) - 1
	if last < 2 || in.Ops[1].Code != trace.OpLabel || in.Ops[last].Code != trace.OpJump {
		return false
	}
	for _, op := range in.Ops[2:last] {
		if op.Code == trace.OpLabel || op.Code == trace.OpJump || op.Code == trace.OpFinish {
			return false
		}
	}
	return in.Ops[last].Descr < 0 || in.Ops[last].Descr == in.Ops[1].Descr
}

// closePreamble is called at the recorded jump: it puts the jump into the peeled
// loop and its label into the output and makes the values of the preamble those
// of the iteration before.
func (w *walk) closePreamble(c *cur) {
	p := &w.peel
	w.flushPending()
	for k, arg := range c.args {
		if p.forced[k] {
			w.materialize(w.find(arg))
		}
		c.args[k] = w.find(arg)
	}
	w.explodeEntry(c.args)
	p.preamble, p.active = false, true
	if w.recording {
		w.note(Event{Kind: EventPeel, Descr: -1})
	}
	w.virtuals.epoch++
	w.emitEntry(c)
	w.copyShift, w.copyNumber = trace.Value(len(w.in.Ops)), 1
	for k, arg := range c.args {
		param := trace.Value(2+k) + w.copyShift
		if arg.IsConst() && p.forced[k] {
			w.replacedBy[param] = w.peel.entry.leaves[p.entry.roots[k].index].param
		} else {
			w.replacedBy[param] = arg
		}
	}
}

// emitEntry puts the jump into the peeled loop, its label and the label's
// parameters into the output.
func (w *walk) emitEntry(c *cur) {
	p := &w.peel
	p.jumpAt = int32(len(w.out.ops))
	jump := cur{op: c.op, self: c.self}
	jump.op.Descr = p.labelID
	jump.op.Spelling = trace.OpJump.SpellingFor(w.in.Dialect, trace.Void)
	jump.rewritten = Remark{Kind: Replaced, Pass: PassPeel, Reason: ReasonPeelJump, Rule: -1, Descr: -1}
	for _, leaf := range p.entry.leaves {
		jump.args = append(jump.args, leaf.value)
	}
	w.emit(&jump)
	p.labelAt = int32(len(w.out.ops))
	w.because = Remark{Pass: PassPeel, Reason: ReasonPeelLabel, Rule: -1, Descr: -1}
	label := cur{op: trace.Op{Code: trace.OpLabel, Descr: p.labelID}, self: w.newValue()}
	label.op.Spelling = trace.OpLabel.SpellingFor(w.in.Dialect, trace.Void)
	w.emit(&label)
	for k := range p.entry.leaves {
		w.emitParam(&p.entry.leaves[k])
	}
	p.bodyAt = int32(len(w.out.ops))
	p.snapAt, p.fieldAt, p.virtualAt = len(w.out.snapList), len(w.out.fields), len(w.out.virtuals)
}

// emitParam puts the parameter for a leaf into the output. Parameters have no
// remark of their own: they are part of their label.
func (w *walk) emitParam(leaf *shapeLeaf) {
	op := trace.Op{Code: trace.OpParam, Type: w.typeOf(leaf.value), Descr: -1}
	if def := w.definition(leaf.value); def != nil {
		op.Name = def.Name
	}
	op.First = uint32(len(w.out.args))
	leaf.param = w.newValue()
	w.definedAt[leaf.param] = int32(len(w.out.ops))
	w.out.ops = append(w.out.ops, op)
	w.out.self = append(w.out.self, leaf.param)
}

// closeLoop is called at the jump of the second copy: it finds out what the jump
// passes. It returns false if the objects do not have the shape that the loop
// began with.
func (w *walk) closeLoop(c *cur) bool {
	p := &w.peel
	w.flushPending()
	for k, arg := range c.args {
		c.args[k] = w.find(arg)
	}
	if p.back, p.mismatch = w.matchEntry(c.args, p.back); p.mismatch >= 0 {
		return false
	}
	for k, v := range p.back {
		w.materialize(v)
		p.back[k] = w.find(v)
	}
	if !w.entryStillVirtual() {
		p.mismatch = 0
		return false
	}
	w.carryOver()
	jump := cur{op: c.op, self: c.self, args: p.back}
	jump.op.Descr = p.labelID
	jump.op.Spelling = trace.OpJump.SpellingFor(w.in.Dialect, trace.Void)
	w.emit(&jump)
	return true
}

// carryOver finds the values of the preamble that the loop refers to beside the
// leaves, and what the jump has to pass for them. Working that out can add
// operations, and these can refer to more.
func (w *walk) carryOver() {
	p := &w.peel
	p.backOf.reset(len(w.replacedBy))
	p.isHeld.reset(len(w.replacedBy))
	p.carried = p.carried[:0]
	w.virtuals.startSweep(len(w.out.virtuals))
	note := w.noteCarried
	for _, v := range p.back {
		w.noteCarried(v)
	}
	for i, seen := int(p.bodyAt), 0; ; {
		switch {
		case i < len(w.out.ops):
			w.noteOperands(i, note)
			i++
		case seen < len(p.carried):
			v := p.carried[seen]
			seen++
			now := w.valueOfThisIteration(v)
			p.backOf.set(v, now)
			w.noteCarried(now)
		default:
			return
		}
	}
}

// dropUnused takes those carried values back that only dead operations needed.
func (w *walk) dropUnused() {
	p := &w.peel
	p.isHeld.reset(len(w.replacedBy))
	p.carried = p.carried[:0]
	w.virtuals.startSweep(len(w.out.virtuals))
	note := w.noteCarried
	for i := int(p.bodyAt); i < len(w.out.ops); i++ {
		if w.out.ops[i].Code != trace.OpNone {
			w.noteOperands(i, note)
		}
	}
	for seen := 0; seen < len(p.carried); seen++ {
		w.noteCarried(p.backOf.of(p.carried[seen]))
	}
}

// noteOperands notes what operation i of the output refers to.
func (w *walk) noteOperands(i int, note func(trace.Value)) {
	for _, v := range w.operands(i) {
		if v > 0 && w.definedAt[v] < w.peel.labelAt {
			note(v)
		}
	}
	if w.out.ops[i].Snap != 0 {
		w.eachInSnapshot(i, note)
	}
}

// isOfIterationBefore tells whether a value comes from the preamble while the
// peeled loop is walked. Rules that put an operation in place do not look at how such
// a value was made: what they would refer to had to be passed around the loop only for
// that. Those that need no operation do: then there is one less in each iteration.
func (w *walk) isOfIterationBefore(v trace.Value) bool {
	return w.peel.active && w.definedAt[v] < w.peel.labelAt
}

// noteCarried notes a value of the preamble that the loop refers to.
func (w *walk) noteCarried(v trace.Value) {
	p := &w.peel
	if v <= 0 || w.definedAt[v] >= p.labelAt || p.leafOf.of(v) != 0 || p.isHeld.of(v) != 0 {
		return
	}
	if w.planted.on(bugPeelLabel) && len(p.carried) > 0 {
		return
	}
	p.carried = append(p.carried, v)
	p.isHeld.set(v, int32(len(p.carried)))
}

// valueOfThisIteration is the map m of Loop-Aware Optimizations in PyPy's Tracing
// JIT, section 5.1: what a value of the preamble is in the iteration that ends.
func (w *walk) valueOfThisIteration(v trace.Value) trace.Value {
	var now trace.Value
	if n := trace.Value(len(w.in.Ops)); v < n {
		now = w.find(v + n)
	} else {
		now = w.rebuild(v)
	}
	w.materialize(now)
	return w.find(now)
}

// rebuild computes an operation that a pass invented in the preamble again, for
// the iteration that ends. Such operations only compute.
func (w *walk) rebuild(v trace.Value) trace.Value {
	op := *w.definition(v)
	args := make([]trace.Value, op.Len)
	for i := range args {
		args[i] = w.out.args[op.First+uint32(i)]
		if args[i] > 0 {
			args[i] = w.valueOfThisIteration(args[i])
		}
	}
	w.because = Remark{Pass: PassPeel, Reason: ReasonPeelCarry, Rule: -1, Descr: -1}
	return w.invent(op.Code, op.Type, args...)
}

// operands returns the arguments of operation i of the output.
func (w *walk) operands(i int) []trace.Value {
	op := &w.out.ops[i]
	return w.out.args[op.First : op.First+op.Len]
}

// eachInSnapshot visits every value that operation i of the output has in its
// snapshot, also in the descriptions there.
func (w *walk) eachInSnapshot(i int, visit func(trace.Value)) {
	op := &w.out.ops[i]
	if op.Snap == 0 {
		return
	}
	snap := w.out.snaps[op.Snap]
	for _, v := range w.out.snapList[snap.First : snap.First+snap.Len+snap.Pending] {
		if v.IsVirtual() {
			w.eachDescribed(v, visit)
		} else {
			visit(v)
		}
	}
}

// eachDescribed visits the values in a description and in those inside of it.
// A description is visited once for each sweep over the output.
func (w *walk) eachDescribed(v trace.Value, visit func(trace.Value)) {
	s := &w.virtuals
	s.pending = append(s.pending[:0], int32(v.VirtualIndex()))
	for len(s.pending) > 0 {
		k := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		if s.visited[k] == s.sweep {
			continue
		}
		s.visited[k] = s.sweep
		virt := &w.out.virtuals[k]
		visit(virt.Of)
		for _, f := range w.out.fields[virt.First : virt.First+virt.Len] {
			if f.Value.IsVirtual() {
				s.pending = append(s.pending, int32(f.Value.VirtualIndex()))
			} else {
				visit(f.Value)
			}
		}
	}
}

// startSweep makes eachDescribed visit every description anew.
func (s *virtualState) startSweep(descriptions int) {
	s.sweep++
	for len(s.visited) < descriptions {
		s.visited = append(s.visited, 0)
	}
}

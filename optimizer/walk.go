package optimizer

import (
	"slices"

	"unbox/optimizer/bounds"
	"unbox/optimizer/rules"
	"unbox/trace"
	"unbox/world"
)

// The walk takes a trace operation by operation through the chain of passes. It
// identifies values by their number in the recorded trace: value v is the
// result of recorded operation v, whatever has happened to that operation.
// Operations that passes invent get numbers after those. Only when everything
// is decided are the remaining operations renumbered (assemble.go).
//
// What is known of a value is kept in tables indexed by its number. replacedBy
// and the facts are separate tables on purpose: a value can have facts and be
// replaced later, and then its facts are no longer used.
type walk struct {
	setup

	// replacedBy is the union-find forest: the value (an operation's or a
	// constant) that takes the place of each value, None for itself. names has the
	// names that values had before.
	replacedBy []trace.Value
	names      formerNames
	// definedAt is the index in out of the operation that computes the value, 0
	// if there is none: it was removed, or its object is virtual.
	definedAt []int32
	// refs is what is known of references.
	refs refFacts

	out       output
	constants constantTable
	remarks   remarkTable
	described describedObjects
	sweep     snapshotSweep
	// numbers is the memory of assembly.
	numbers []int32

	// position is the current recorded operation.
	position trace.Value
	// copyNumber is 1 while the copy for the peeled loop is walked, otherwise 0.
	// copyShift is the amount by which a recorded value's number is then shifted.
	copyNumber uint8
	copyShift  trace.Value
	// firstInvented is where the numbers of invented values begin.
	firstInvented int
	// because is the reason for the remarks about operations that are invented
	// now.
	because Remark
	// unreachable is set after a guard that always fails, unreachableBy is the pass
	// that discovered it.
	unreachable   bool
	unreachableBy PassID
	reach         reach
	// stopped is set when the watcher has seen enough: the rest of the trace is not walked.
	stopped bool
	// overflow is what is known of the overflow operation right before.
	overflow overflowFact
	// fromWorld is what is known from the world.
	fromWorld worldState
}

// setup is what stays the same from one walk to the next: the settings.
type setup struct {
	in     *trace.Trace
	passes PassSet
	rules  *rules.RuleSet
	// trusting is set while guards can be assumed to have held: see
	// Optimizer.TrustRecording.
	trusting bool
	// ofStrings is what is known of strings while trusting is set, nil if it never is.
	ofStrings *stringKnowledge
	// trustingLoop is set if those of the peeled loop can be, too: see Optimizer.TrustLoop.
	trustingLoop bool
	// world is what is known from outside, nil if nothing.
	world   *world.World
	planted plantedBugs
	// events are the steps of the walk, kept while recording is set.
	recording bool
	events    []Event
	// watch is called at each place of the walk, and says whether the walk continues: see
	// Optimizer.Watch.
	watch func(position trace.Value, copyNumber uint8, k Knowledge) (goOn bool)
	// silent means that nobody reads remarks.
	silent bool
	// again is the result of an earlier walk over the same trace, nil if there was none: this walk takes
	// the way that led to it, without the failed attempts at peeling.
	again *Result

	team
}

// team are the passes.
type team struct {
	// all are the passes by their number, including those that are switched off, which
	// know nothing. on are those that are switched on, in their order, and learners those
	// of them that are told what is emitted.
	all      [maxPasses]pass
	on       []PassID
	learners [maxPasses]learner
	chain    *chainTable
	// Other passes ask these what they know.
	cse     *csePass
	bounds  *boundsPass
	guards  *guardsPass
	virtual *virtualPass
	heap    *heapPass
	peel    *peelPass
}

// chainTable lists for each operation the passes that handle it, nil as long as there was no such operation.
type chainTable [256]struct{ links []chainLink }

// chainLink is a pass that handles an operation.
type chainLink struct {
	pass   PassID
	handle handler
}

// reset forgets everything and makes room for a number of copies of the trace. Everything
// that is not named here is zero.
func (w *walk) reset(copies int) {
	n := len(w.in.Ops)
	values := n * copies
	w.names.reset()
	w.refs.reset(values)
	w.out.reset(values, len(w.in.ArgList)*copies, len(w.in.Snaps)*copies, len(w.in.SnapList)*copies)
	w.constants.reset(w.in.Consts)
	w.remarks.reset(n, copies, w.silent)
	w.described.reset(len(w.in.Virtuals))
	w.reach.reset(w.in)
	*w = walk{
		setup: w.setup, firstInvented: values,
		replacedBy: trace.Zeroed(w.replacedBy, values), definedAt: trace.Zeroed(w.definedAt, values),
		names: w.names, refs: w.refs, out: w.out, constants: w.constants, remarks: w.remarks, described: w.described,
		sweep: w.sweep, numbers: w.numbers, reach: w.reach,
	}
	for _, p := range w.all {
		if p != nil {
			p.reset()
		}
	}
	if w.recording {
		w.note(Event{Kind: EventBegin, Descr: -1})
	}
}

// byPass lets a pass go over the trace itself, and reports whether one did.
func (w *walk) byPass() bool {
	for _, id := range w.on {
		if p, ok := w.all[id].(walker); ok && p.goOver() {
			return true
		}
	}
	return false
}

// run walks the recorded operations in a range, or until it is stopped, and returns the guard
// that must always fail, if there is one.
func (w *walk) run(from, to trace.Value) (impossible trace.Value) {
	var c cur
	for v := from; v < to; v++ {
		w.position = v
		if w.unreachable {
			w.remarks.set(&Remark{Kind: Removed, Pass: w.unreachableBy, Reason: ReasonUnreachable,
				In: v, Facts: [2]trace.Value{impossible}, Descr: -1})
			continue
		}
		if w.watch != nil && !w.watched() {
			return trace.None
		}
		w.load(&c, v)
		switch c.op.Code {
		case trace.OpLabel:
			w.passLabel(&c)
			w.trusting = w.trusting && v == from
			w.fromWorld.label = v
		case trace.OpJump:
			w.reach.jump(&c.op)
		}
		w.process(&c)
		if w.world != nil && w.in.Ops[v].Code == trace.OpParam {
			w.assumeParam(v)
		}
		if w.unreachable {
			impossible = v
		}
	}
	return impossible
}

// watched tells the watcher where the walk is, and reports whether the walk continues. It
// must be called only if there is a watcher.
func (w *walk) watched() bool {
	if !w.watch(w.position, w.copyNumber, Knowledge{w}) {
		w.stopped = true
	}
	return !w.stopped
}

// passLabel forgets what is known of earlier operations: after a label their values
// are not visible, and a jump to it did not pass the guards on constants.
func (w *walk) passLabel(label *cur) {
	clear(w.refs.consts)
	w.overflow = overflowFact{}
	for _, id := range w.on {
		if p, ok := w.all[id].(blockStarter); ok {
			p.startBlock(label)
		}
	}
}

// cur is the current operation of the walk: a copy that passes may rewrite.
type cur struct {
	op trace.Op
	// self is the value that names its result.
	self trace.Value
	// args are the arguments after replacement. A pass may change them. Their
	// memory is kept from operation to operation.
	args []trace.Value
	// argBuf holds the arguments of the usual short operations.
	argBuf [3]trace.Value
	// rewritten is the remark for the operation if it stays in the output in
	// another form; its Kind is 0 as long as no pass rewrote it.
	rewritten Remark
	// tells are the passes that learn something from the operation about what comes
	// after it: they note it once the operation is in the output (see learner).
	tells PassSet
	// commonKey offers the operation for sharing. former are keys that it had before it
	// was rewritten.
	commonKey commonKey
	former    []commonKey
	// said is what a guard says: an equality, or a fact about its first argument, or that
	// this is not zero.
	said     guardSays
	equality equality
	fact     refFact
	// passing is what is known of a guard's first argument after the guard.
	passing bounds.Bounds
	// heapPlace and heapValue are what an access to the heap says.
	heapPlace heapPlace
	heapValue trace.Value
}

// verdict is what a pass says about an operation.
type verdict uint8

const (
	// next: the next pass may look at it.
	next verdict = iota
	// gone: it is dealt with and does not go into the output.
	gone
	// again: it was rewritten, so the chain starts again.
	again
)

// handler is what a pass does with an operation of one kind.
type handler func(c *cur) verdict

// maxRewrites bounds how often one operation may be rewritten. The built-in
// rules terminate; a user's own may not.
const maxRewrites = 64

// process takes one operation through the chain and puts what is left of it
// into the output. If it was rewritten, the chain starts again.
func (w *walk) process(c *cur) {
	rewrites, recording := 0, w.recording
	links := w.chain[c.op.Code].links
	if links == nil {
		links = w.linksOf(c.op.Code)
	}
	for i := 0; i < len(links); i++ {
		link := &links[i]
		if recording {
			w.noteOperation(EventLook, link.pass, c)
		}
		verdict := link.handle(c)
		if recording {
			w.noteOperation(verdictEvents[verdict], link.pass, c)
		}
		switch verdict {
		case gone:
			if len(c.former) > 0 {
				w.cse.enterFormer(c)
			}
			return
		case again:
			w.cse.rewritten(c)
			if rewrites++; rewrites <= maxRewrites {
				links, i = w.linksOf(c.op.Code), -1
			} else {
				w.stopRules()
			}
		}
	}
	w.emit(c)
	if len(c.former) > 0 {
		w.cse.enterFormer(c)
	}
}

// verdictEvents has the events with which verdicts are recorded.
var verdictEvents = [...]EventKind{next: EventKeep, gone: EventRemove, again: EventRewrite}

// load makes c the recorded operation v with its arguments replaced.
func (w *walk) load(c *cur, v trace.Value) {
	op := &w.in.Ops[v]
	c.op.Set(op)
	c.op.Copy = w.copyNumber
	c.self = v + w.copyShift
	c.rewritten.Kind = 0
	c.tells, c.said = 0, saysNothing
	c.former = c.former[:0]
	recorded := w.in.ArgList[op.First : op.First+op.Len]
	if cap(c.args) < len(recorded) {
		c.growArgs(len(recorded))
	}
	c.args = c.args[:len(recorded)]
	args := c.args
	for i, arg := range recorded {
		args[i] = w.find(w.inCopy(arg))
	}
	if w.copyNumber != 0 {
		c.op.Name = 0
	}
}

// growArgs makes room for n arguments.
func (c *cur) growArgs(n int) {
	c.args = slices.Grow(c.argBuf[:0], n)
}

// inCopy returns the number that a recorded value has in the current copy.
func (w *walk) inCopy(recorded trace.Value) trace.Value {
	if recorded.IsOp() {
		recorded += w.copyShift
	}
	return recorded
}

// here is the current recorded operation, in the current copy.
func (w *walk) here() trace.Value { return w.inCopy(w.position) }

// find returns the value that v has become: its representative in the
// union-find forest. Paths are halved on the way.
func (w *walk) find(v trace.Value) trace.Value {
	if !v.IsOp() {
		return v
	}
	up := w.replacedBy[v]
	if up == trace.None {
		return v
	}
	for {
		if !up.IsOp() {
			return up
		}
		upper := w.replacedBy[up]
		if upper == trace.None {
			return up
		}
		w.replacedBy[v] = upper
		v, up = up, upper
	}
}

// makeEqual says that v is the same as with from now on. The direction matters:
// with must be a constant or a value that stays. Making a constant equal to a
// different one is a bug of a pass.
func (w *walk) makeEqual(v, with trace.Value) {
	v, with = w.find(v), w.find(with)
	if v == with {
		return
	}
	if !v.IsOp() {
		panic("BUG: a constant was made equal to another value")
	}
	w.replacedBy[v] = with
	if w.recording {
		w.note(Event{Kind: EventEqual, Value: v, With: with, Descr: -1})
	}
}

// typeOf returns the type of a value.
func (w *walk) typeOf(v trace.Value) trace.Type {
	switch {
	case v.IsConst():
		return w.constants.list[v.ConstIndex()].Type()
	case int(v) < len(w.in.Ops):
		return w.in.Ops[v].Type
	case int(v) < w.firstInvented:
		return w.in.Ops[int(v)-len(w.in.Ops)].Type
	}
	return w.out.ops[w.definedAt[v]].Type
}

// definition returns the operation in the output that computes v, the zero Op if none
// does.
func (w *walk) definition(v trace.Value) *trace.Op {
	if !v.IsOp() {
		return &w.out.ops[0]
	}
	return &w.out.ops[w.definedAt[v]]
}

// newValue returns a number for the result of an invented operation.
func (w *walk) newValue() trace.Value {
	w.replacedBy = append(w.replacedBy, trace.None)
	w.definedAt = append(w.definedAt, 0)
	return trace.Value(len(w.replacedBy) - 1)
}

// invent takes a new operation through the chain and returns the value of its
// result: an earlier one if a pass found that it is known.
func (w *walk) invent(code trace.Opcode, result trace.Type, args ...trace.Value) trace.Value {
	c := &cur{self: w.newValue()}
	c.op = trace.Op{Code: code, Type: result, Descr: -1, Line: w.in.Ops[w.position].Line}
	c.op.Spelling = code.SpellingFor(w.in.Dialect, result)
	c.args = append(c.argBuf[:0], args...)
	w.process(c)
	return w.find(c.self)
}

// remove removes the operation from the trace for a reason.
func (w *walk) remove(c *cur, pass PassID, reason Reason, a, b trace.Value) verdict {
	return w.removeAbout(c, pass, reason, a, b, -1)
}

// removeAbout is remove for a reason that mentions a field, an item or a class.
func (w *walk) removeAbout(c *cur, pass PassID, reason Reason, a, b trace.Value, descr int32) verdict {
	if c.op.Src != 0 {
		r := w.remarks.setRemoved(&c.op, pass, reason, a, b, descr)
		if c.rewritten.Kind != 0 && c.rewritten.rest < 0 {
			if rule := w.remarks.details[-c.rewritten.rest].rule; rule != 0 {
				r.rest = w.remarks.detail(remarkDetails{rule: rule})
			}
		}
	}
	return gone
}

// replaceBy makes the operation's result equal to a value and removes the
// operation from the trace.
func (w *walk) replaceBy(c *cur, v trace.Value, pass PassID, reason Reason) verdict {
	w.makeEqual(c.self, v)
	return w.remove(c, pass, reason, v, trace.None)
}

// alwaysFails notes that the guard can never hold: it stays, and the rest of
// the trace is never reached, unless an earlier jump leads there.
func (w *walk) alwaysFails(pass PassID) verdict {
	w.unreachable, w.unreachableBy = w.reach.furthest <= w.position, pass
	return next
}

package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// The walk takes a trace operation by operation through the chain of passes.
// It speaks of values by their number in the recorded trace: value v is the
// result of recorded operation v, whatever has become of that operation.
// Operations that passes invent get numbers behind those. Only when everything
// is decided are the operations that are left numbered anew (assemble.go).
//
// What is known of a value is kept in tables indexed by its number. replacedBy
// and the facts are separate tables on purpose: a value can have facts and be
// replaced later, and then its facts are no longer asked for.
type walk struct {
	in     *trace.Trace
	passes PassSet
	chain  *chainTable
	rules  *rules.RuleSet

	// replacedBy is the union-find forest: the value (an operation's or a
	// constant) that takes the place of each value, None for itself.
	replacedBy []trace.Value
	// definedAt is the index in out of the operation that computes the value, 0
	// if there is none: it was removed, or its object is virtual.
	definedAt []int32
	// objectOf is the index in objects of the virtual object that the value is,
	// 0 if it is none.
	objectOf []int32
	// refFacts is what is known of references, constFacts of those that are constants.
	refFacts   []refFact
	constFacts map[trace.Value]refFact
	// nonnullAt is where in the output a guard_nonnull on a reference is, which may
	// still ask for more; labelAt is where the last label is.
	nonnullAt []int32
	labelAt   int32

	out       output
	constants constantTable
	remarks   remarkTable

	// position is the recorded operation at which the walk is.
	position trace.Value
	// copyNumber is 1 while the copy for the peeled loop is walked, else 0.
	// copyShift is what a recorded value's number is then shifted by.
	copyNumber uint8
	copyShift  trace.Value
	// firstInvented is where the numbers of invented values begin.
	firstInvented int
	// because is what the remarks of operations that are invented now will say.
	because Remark
	// trusting is set while guards can be taken to have held: see
	// Optimizer.TrustRecording.
	trusting bool
	// unreachable is set behind a guard that always fails.
	unreachable bool
	reach       reach
	// unreachableBy is the pass that found out.
	unreachableBy PassID
	// validated is set behind a guard_not_invalidated, until something happens.
	validated bool

	common   commonTable
	overflow overflowFact
	virtuals virtualState
	// pending are writes of virtual objects into others that wait: see
	// heappending.go.
	pending   []pendingWrite
	described describedObjects
	peel      peelState
	dead      deadState
	heap      heapCache
	same      sameConstants
	relations relationTable
	names     formerNames
	// learned are values that have just become constants.
	learned []trace.Value
	bounds  boundsTable

	matcher    matcher
	ruleBudget ruleBudget
	planted    plantedBugs

	// events are the steps of the walk, kept while recording is set.
	recording bool
	events    []Event
}

// cur is the operation that the walk is at: a copy that passes may rewrite.
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
	// tells says which of the following hold. They are entered once the operation is
	// in the output.
	tells tells
	// commonKey offers the operation for sharing. former are keys that it had before it
	// was rewritten.
	commonKey commonKey
	former    []commonKey
	// equality and fact are what a guard says: the fact about its first argument.
	equality equality
	fact     refFact
	// passing is what is known of a guard's first argument behind it.
	passing bounds.Bounds
	// heapPlace and heapValue are what an access to the heap says.
	heapPlace heapPlace
	heapValue trace.Value
}

// tells is a set of things that an operation can say about what comes behind it.
type tells uint8

const (
	tellsCommon tells = 1 << iota
	tellsEquality
	tellsFact
	tellsNotZero
	tellsPassing
	tellsHeap
)

// verdict is what a pass says of an operation.
type verdict uint8

const (
	// next: the next pass may look at it.
	next verdict = iota
	// gone: it is dealt with and not to be put into the output.
	gone
	// again: it was rewritten, so that the chain starts anew.
	again
)

// handler is a pass's view of one kind of operation.
type handler func(w *walk, c *cur) verdict

// maxRewrites bounds how often one operation may be rewritten. The rules
// terminate; a user's own may not.
const maxRewrites = 64

// process takes one operation through the chain and puts what is left of it
// into the output. Where it was rewritten the chain starts anew.
func (w *walk) process(c *cur) {
	rewrites := 0
	chain := &w.chain[c.op.Code]
	for i := 0; i < chain.n; i++ {
		link := &chain.links[i]
		if w.recording {
			w.noteOperation(EventLook, link.pass, c)
		}
		verdict := link.handle(w, c)
		if w.recording {
			w.noteOperation(verdictEvents[verdict], link.pass, c)
		}
		switch verdict {
		case gone:
			w.enterFormer(c)
			return
		case again:
			w.keepFormer(c)
			c.tells &^= tellsCommon
			if rewrites++; rewrites <= maxRewrites {
				chain, i = &w.chain[c.op.Code], -1
			} else {
				w.stopRules()
			}
		}
	}
	w.emit(c)
	w.enterFormer(c)
}

// verdictEvents says how verdicts are recorded.
var verdictEvents = [...]EventKind{next: EventKeep, gone: EventRemove, again: EventRewrite}

// load makes c the recorded operation v with its arguments replaced.
func (w *walk) load(c *cur, v trace.Value) {
	op := &w.in.Ops[v]
	c.op = *op
	c.op.Copy = w.copyNumber
	c.self = v + w.copyShift
	c.rewritten.Kind = 0
	c.tells = 0
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
	if c.args = c.argBuf[:0]; n > len(c.argBuf) {
		c.args = make([]trace.Value, 0, 2*n)
	}
}

// inCopy returns the number that a recorded value has in the copy at hand.
func (w *walk) inCopy(recorded trace.Value) trace.Value {
	if recorded > 0 {
		recorded += w.copyShift
	}
	return recorded
}

// find returns the value that stands for v: its representative in the
// union-find forest. Paths are halved on the way.
func (w *walk) find(v trace.Value) trace.Value {
	if v <= 0 {
		return v
	}
	up := w.replacedBy[v]
	if up == trace.None {
		return v
	}
	for {
		if up <= 0 {
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

// definition returns the operation in the output that computes v, or nil.
func (w *walk) definition(v trace.Value) *trace.Op {
	if v <= 0 || w.definedAt[v] == 0 {
		return nil
	}
	return &w.out.ops[w.definedAt[v]]
}

// newValue returns a number for the result of an invented operation.
func (w *walk) newValue() trace.Value {
	w.replacedBy = append(w.replacedBy, trace.None)
	w.definedAt = append(w.definedAt, 0)
	w.objectOf = append(w.objectOf, 0)
	w.refFacts = append(w.refFacts, 0)
	w.nonnullAt = append(w.nonnullAt, 0)
	w.bounds.of = append(w.bounds.of, 0)
	return trace.Value(len(w.replacedBy) - 1)
}

// invent takes a new operation through the chain and returns the value that
// stands for its result: an earlier one if a pass found that it is known.
func (w *walk) invent(code trace.Opcode, result trace.Type, args ...trace.Value) trace.Value {
	c := &cur{self: w.newValue()}
	c.op = trace.Op{Code: code, Type: result, Descr: -1, Line: w.in.Ops[w.position].Line}
	c.op.Spelling = code.SpellingFor(w.in.Dialect, result)
	c.args = append(c.argBuf[:0], args...)
	w.process(c)
	return w.find(c.self)
}

// remove takes the operation out of the trace for a reason.
func (w *walk) remove(c *cur, pass PassID, reason Reason, a, b trace.Value) verdict {
	return w.removeAbout(c, pass, reason, a, b, -1)
}

// removeAbout is remove for a reason that speaks of a field, an item or a class.
func (w *walk) removeAbout(c *cur, pass PassID, reason Reason, a, b trace.Value, descr int32) verdict {
	if c.op.Src != 0 {
		r := w.remarks.setRemoved(&c.op, pass, reason, a, b, descr)
		if c.rewritten.Kind != 0 {
			r.Rule = c.rewritten.Rule
		}
	}
	return gone
}

// replaceBy makes the operation's result equal to a value and takes the
// operation out of the trace.
func (w *walk) replaceBy(c *cur, v trace.Value, pass PassID, reason Reason) verdict {
	w.makeEqual(c.self, v)
	return w.remove(c, pass, reason, v, trace.None)
}

// alwaysFails notes that the guard can never hold: it stays, and the rest of
// the trace is never reached, unless an earlier jump leads there.
func (w *walk) alwaysFails(c *cur, pass PassID) verdict {
	w.unreachable, w.unreachableBy = w.reach.furthest <= w.position, pass
	return next
}

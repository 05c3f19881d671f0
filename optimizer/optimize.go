package optimizer

import (
	"unbox/optimizer/rules"
	"unbox/trace"
)

// Optimize takes a trace through the passes that are switched on. The trace
// must be well-formed (see [Check]); it is not changed.
func Optimize(in *trace.Trace, passes PassSet) *Result {
	return new(Optimizer).Run(in, passes)
}

// Optimizer runs the pipeline and keeps its working memory from one run to the
// next. The zero Optimizer is ready to use. It must not be used by two
// goroutines at once; results stay valid.
type Optimizer struct {
	walk  walk
	chain chainTable
	// rules are those to use, nil for the built-in ones alone.
	rules *rules.RuleSet
	// trusting is set by TrustRecording.
	trusting bool
	built    bool
	builtFor PassSet
}

// TrustRecording says whether traces that are optimized from now on are recordings:
// that each of their guards held at least once, or the recorder would not have come
// to what stands behind it. What follows is that a guard which compares two constants
// of a log always holds (see pass_guards_constants.go). Nothing in a text can show
// that it is a recording, and the constants of one that is not may be any objects, so
// this is off unless somebody knows.
func (o *Optimizer) TrustRecording(on bool) { o.trusting = on }

// chainTable lists for each operation the passes that want to see it.
type chainTable [256]struct {
	n     int
	links [PassDCE + 1]chainLink
}

// chainLink is a pass that wants to see an operation.
type chainLink struct {
	pass   PassID
	handle handler
}

// handlersOf returns what a pass does with an operation: one entry for each
// pass, in the order of passTable.
var handlersOf = [...]func(code trace.Opcode) handler{
	PassPeel:    func(trace.Opcode) handler { return nil }, // walks twice: runPeeled
	PassFold:    foldHandler,
	PassCSE:     cseHandler,
	PassRules:   rulesHandler,
	PassBounds:  boundsHandler,
	PassGuards:  guardsHandler,
	PassVirtual: virtualHandler,
	PassHeap:    heapHandler,
	PassDCE:     func(trace.Opcode) handler { return nil }, // works on the whole output
}

func (o *Optimizer) buildChain(passes PassSet) {
	if o.built && o.builtFor == passes {
		return
	}
	for _, code := range trace.Opcodes() {
		chain := &o.chain[code]
		chain.n = 0
		for _, p := range passes.List() {
			if h := handlersOf[p](code); h != nil {
				chain.links[chain.n] = chainLink{p, h}
				chain.n++
			}
		}
	}
	o.built, o.builtFor = true, passes
}

// Run optimizes one trace.
func (o *Optimizer) Run(in *trace.Trace, passes PassSet) *Result {
	o.buildChain(passes)
	w := &o.walk
	w.in, w.passes, w.chain, w.rules = in, passes, &o.chain, rules.BuiltinRules()
	if o.rules != nil {
		w.rules = o.rules
	}
	w.matcher.walk = w
	w.trusting = o.trusting
	impossible, peeled := trace.None, false
	if passes.Has(PassPeel) && isLoop(in) {
		peeled = w.runPeeled()
	}
	if !peeled {
		w.reset(1)
		w.whyNotPeeled(passes)
		impossible = w.run(1, trace.Value(len(in.Ops)))
		if !w.unreachable {
			w.flushPending()
		}
	}
	if passes.Has(PassDCE) {
		w.removeDead()
	}
	r := w.assemble()
	r.Impossible = impossible
	return r
}

// whyNotPeeled gives the reason why a trace that ends with a jump back was not peeled.
func (w *walk) whyNotPeeled(passes PassSet) {
	last := trace.Value(len(w.in.Ops) - 1)
	if !passes.Has(PassPeel) || w.in.Ops[last].Code != trace.OpJump {
		return
	}
	reason := ReasonPeelLabels
	switch {
	case isLoop(w.in):
		reason = ReasonPeelInVain
	case len(w.in.Tables.Labels) < 2:
		return
	}
	jump := w.in.Ops[last]
	jump.Src = int32(last)
	w.remarks.setStopped(&jump, PassPeel, reason, trace.None)
}

// reset forgets everything and makes room for a number of copies of the trace.
func (w *walk) reset(copies int) {
	n := len(w.in.Ops)
	w.firstInvented = n * copies
	w.replacedBy = trace.Zeroed(w.replacedBy, w.firstInvented)
	w.definedAt = trace.Zeroed(w.definedAt, w.firstInvented)
	w.objectOf = trace.Zeroed(w.objectOf, w.firstInvented)
	w.refFacts = trace.Zeroed(w.refFacts, w.firstInvented)
	clear(w.constFacts)
	w.nonnullAt = trace.Zeroed(w.nonnullAt, w.firstInvented)
	w.labelAt = 0
	w.bounds.reset(w.firstInvented)
	w.out.reset(n*copies, len(w.in.ArgList)*copies)
	w.constants.reset(w.in.Consts)
	w.remarks.reset(n, copies)
	w.common.reset()
	w.overflow = overflowFact{}
	w.virtuals.reset(w.in)
	w.described.reset(len(w.in.Virtuals))
	w.heap.reset(&w.in.Tables.Schema)
	w.relations.reset()
	w.names.reset()
	w.learned = w.learned[:0]
	w.same.reset()
	w.reach.reset(w.in)
	w.copyShift, w.copyNumber = 0, 0
	w.peel.preamble, w.peel.active = copies > 1, false
	w.pending = w.pending[:0]
	w.unreachable = false
	if w.recording {
		w.note(Event{Kind: EventBegin, Descr: -1})
	}
	w.validated = false
}

// run walks the recorded operations from one up to another, and returns the
// guard that must always fail, if there is one.
func (w *walk) run(from, to trace.Value) (impossible trace.Value) {
	var c cur
	for v := from; v < to; v++ {
		w.position = v
		if w.unreachable {
			w.remarks.set(Remark{Kind: Removed, Pass: w.unreachableBy, Reason: ReasonUnreachable,
				Rule: -1, In: v, Facts: [3]trace.Value{impossible}, Descr: -1})
			continue
		}
		w.load(&c, v)
		switch c.op.Code {
		case trace.OpLabel:
			w.sayForgotten(&c)
			w.startBlock()
			w.trusting = w.trusting && v == from
		case trace.OpJump:
			w.reach.jump(&c.op)
		}
		w.process(&c)
		if w.unreachable {
			impossible = v
		}
	}
	return impossible
}

// runPeeled walks the loop twice. It returns false if peeling is of no use: if
// the second iteration can never run to its end, or if its objects keep having
// other shapes than those of the first.
func (w *walk) runPeeled() bool {
	jump := trace.Value(len(w.in.Ops) - 1)
	params := trace.Value(2 + w.in.Ops[jump].Len)
	p := &w.peel
	p.forced = trace.Zeroed(p.forced, int(w.in.Ops[jump].Len))
	p.prepare(w.in.Tables)
	for range maxPeelAttempts {
		w.reset(2)
		if w.run(1, jump) != trace.None {
			return false
		}
		var c cur
		w.position = jump
		w.load(&c, jump)
		w.closePreamble(&c)
		if w.run(params, jump) != trace.None {
			return false
		}
		w.position = jump
		w.load(&c, jump)
		if w.closeLoop(&c) {
			return true
		}
		p.forced[p.mismatch] = true
	}
	return false
}

// sayForgotten says at a label that others may jump to that something is forgotten there.
func (w *walk) sayForgotten(c *cur) {
	switch {
	case len(w.common.entries) > 0:
		w.remarks.setStopped(&c.op, PassCSE, ReasonLabelForgotten, trace.None)
	case len(w.heap.lists) > 1:
		w.remarks.setStopped(&c.op, PassHeap, ReasonLabelForgotten, trace.None)
	}
}

// startBlock forgets what is known of earlier operations: behind a label their
// values are not visible, and who jumps there did not pass the guards on constants.
func (w *walk) startBlock() {
	w.common.reset()
	w.relations.reset()
	clear(w.constFacts)
	w.same.reset()
	w.overflow = overflowFact{}
	w.validated = false
	w.heap.reset(&w.in.Tables.Schema)
}

// UseRules makes the optimizer use rules of the user's own behind the built-in
// ones, in all runs from now on; nil takes them away again. Whatever they say,
// each recorded operation is rewritten a limited number of times. Nobody checks
// that they are right.
func (o *Optimizer) UseRules(own *rules.RuleSet) {
	o.rules = nil
	if own != nil {
		o.rules = rules.BuiltinRules().With(own)
	}
}

package optimizer

// Optimize takes a trace through the passes that are switched on. The trace
// must be well-formed (see [Check]); it is not changed.
func Optimize(in *Trace, passes PassSet) *Result {
	return new(Optimizer).Run(in, passes)
}

// Optimizer runs the pipeline and keeps its working memory from one run to the
// next. The zero Optimizer is ready to use. It must not be used by two
// goroutines at once; results stay valid.
type Optimizer struct {
	walk     walk
	chain    chainTable
	built    bool
	builtFor PassSet
}

// chainTable lists for each operation the passes that want to see it.
type chainTable [256][]handler

// handlersOf returns what a pass does with an operation: one entry for each
// pass, in the order of passTable.
var handlersOf = [...]func(code Opcode) handler{
	PassFold:    foldHandler,
	PassCSE:     cseHandler,
	PassRules:   rulesHandler,
	PassVirtual: virtualHandler,
	PassDCE:     func(Opcode) handler { return nil }, // works on the whole output
}

func (o *Optimizer) buildChain(passes PassSet) {
	if o.built && o.builtFor == passes {
		return
	}
	for _, code := range Opcodes() {
		o.chain[code] = nil
		for _, p := range passes.List() {
			if h := handlersOf[p](code); h != nil {
				o.chain[code] = append(o.chain[code], h)
			}
		}
	}
	o.built, o.builtFor = true, passes
}

// Run optimizes one trace.
func (o *Optimizer) Run(in *Trace, passes PassSet) *Result {
	o.buildChain(passes)
	w := &o.walk
	w.reset(in, passes, &o.chain)
	impossible := w.run()
	if passes.Has(PassDCE) {
		w.removeDead()
	}
	r := w.assemble()
	r.Impossible = impossible
	return r
}

func (w *walk) reset(in *Trace, passes PassSet, chain *chainTable) {
	n := len(in.Ops)
	w.in, w.passes, w.chain, w.rules = in, passes, chain, BuiltinRules()
	w.replacedBy = zeroed(w.replacedBy, n)
	w.definedAt = zeroed(w.definedAt, n)
	w.objectOf = zeroed(w.objectOf, n)
	w.out.reset(n, len(in.ArgList))
	w.constants.reset(in.Consts)
	w.remarks.reset(n)
	w.common.reset()
	w.overflow = overflowFact{}
	w.virtuals.reset(in)
	w.reach.reset(in)
	w.invented = 0
	w.unreachable = false
}

// run walks the recorded trace and returns the guard that must always fail, if
// there is one.
func (w *walk) run() (impossible Value) {
	var c cur
	for v := Value(1); int(v) < len(w.in.Ops); v++ {
		w.position = v
		if w.unreachable {
			w.remarks.set(Remark{Kind: Removed, Pass: PassVirtual, Reason: ReasonUnreachable,
				Rule: -1, In: v, Facts: [2]Value{impossible}, Descr: -1})
			continue
		}
		w.load(&c, v)
		switch c.op.Code {
		case OpLabel:
			w.startBlock()
		case OpJump:
			w.reach.jump(&c.op)
		}
		w.process(&c)
		if w.unreachable {
			impossible = v
		}
	}
	return impossible
}

// startBlock forgets what is known of earlier operations: behind a label their
// values are not visible.
func (w *walk) startBlock() {
	w.common.reset()
	w.overflow = overflowFact{}
}

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

// Prepare reads the built-in rules, so that the first trace need not wait for that. It may run beside anything else.
func Prepare() { rules.BuiltinRules() }

// Optimizer runs the pipeline and keeps its working memory from one run to the
// next. The zero Optimizer is ready to use. Two goroutines must not use it at
// the same time; results stay valid.
type Optimizer struct {
	walk  walk
	chain chainTable
	// pipeline has the passes, nil for passTable.
	pipeline []registration
	// rules are the rules to use, nil for the built-in ones alone.
	rules *rules.RuleSet
	// trusting is set by TrustRecording.
	trusting bool
	// ofStrings is set by TrustRecording, too.
	ofStrings *stringKnowledge
	// trustingLoop is set by TrustLoop.
	trustingLoop bool
	built        bool
	builtFor     PassSet
	// builtWorldly means that the chain includes what asks the world.
	builtWorldly bool
}

// TrustRecording sets whether traces that are optimized from now on are recordings:
// each of their guards held at least once, or the recorder would not have got past
// it. It follows that a guard that compares two constants of a log always holds (see
// pass_guards_constants.go). Nothing in a text can show that it is a recording, and
// the constants of a text that is not may be any objects, so this is off unless the
// caller knows. It also follows that the runtime library made its strings and hashes (see pass_guards_strings.go).
func (o *Optimizer) TrustRecording(on bool) {
	o.trusting, o.ofStrings = on, nil
	if on {
		o.ofStrings = &stringsOfRecordings
	}
}

// TrustLoop says that the second iteration of recordings is also known to have passed all guards
// that compare constants: PyPy's optimizer knows the constants, and gives a loop up in which such a
// guard fails. So if it made a peeled loop of the recording, they hold there.
func (o *Optimizer) TrustLoop(on bool) { o.trustingLoop = on }

// Run optimizes one trace.
func (o *Optimizer) Run(in *trace.Trace, passes PassSet) *Result {
	impossible := o.over(in, passes)
	r := o.walk.assemble()
	r.Impossible = impossible
	return r
}

// Trace optimizes one trace for those who ask for no reasons: it returns the same as Run in Result.Out and
// Result.Impossible, sooner.
func (o *Optimizer) Trace(in *trace.Trace, passes PassSet) (out *trace.Trace, impossible trace.Value) {
	o.walk.silent = true
	defer func() { o.walk.silent = false }()
	impossible = o.over(in, passes)
	return o.walk.assembleTrace().out, impossible
}

// over walks over a trace, and returns the guard that must always fail, if there is one.
func (o *Optimizer) over(in *trace.Trace, passes PassSet) (impossible trace.Value) {
	w := &o.walk
	if !o.built || o.builtFor != passes || o.builtWorldly != (w.world != nil) {
		o.build(passes)
	}
	w.in, w.passes, w.rules = w.world.Bind(in), passes, rules.BuiltinRules()
	if o.rules != nil {
		w.rules = o.rules
	}
	w.trusting, w.trustingLoop, w.ofStrings = o.trusting, o.trustingLoop, o.ofStrings
	if !w.byPass() {
		w.reset(1)
		impossible = w.run(1, trace.Value(len(in.Ops)))
	}
	if w.stopped {
		return trace.None
	}
	for _, id := range w.on {
		if p, ok := w.all[id].(finisher); ok {
			p.finish()
		}
	}
	return impossible
}

// UseRules makes the optimizer use the user's own rules after the built-in
// ones, in all runs from now on; nil removes them again. Whatever they say,
// each recorded operation is rewritten a limited number of times. Nothing
// checks here that they are correct.
func (o *Optimizer) UseRules(own *rules.RuleSet) {
	o.rules = nil
	if own != nil {
		o.rules = rules.BuiltinRules().With(own)
	}
}

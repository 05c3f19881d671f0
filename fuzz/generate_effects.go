package fuzz

import "unbox/trace"

// lastCall is a call that can be made again.
type lastCall struct {
	call call
	args [2]trace.Value
	n    int
	made bool
}

// step appends one operation, with what it needs.
func (g *Generator) step() { steps[g.src.pick(len(steps))](g) }

// steps are what a trace is made of; a step that is listed more often is chosen
// more often. A function that finds nothing to work on does something else or
// nothing.
var steps [64]func(g *Generator)

// The steps call one another, so the compiler does not accept them as the
// initial value of a variable that step itself reads.
func init() {
	weights := [...]struct {
		n    int
		step func(g *Generator)
	}{
		{5, (*Generator).binary}, {5, (*Generator).compare}, {2, (*Generator).unary}, {3, (*Generator).again},
		{3, (*Generator).undo}, {3, (*Generator).overflow}, {3, (*Generator).shift}, {2, (*Generator).divide},
		{2, (*Generator).floating}, {2, (*Generator).compareFloats}, {1, (*Generator).same}, {1, (*Generator).guardAny},
		{3, (*Generator).new}, {4, (*Generator).get}, {4, (*Generator).set}, {3, (*Generator).retouch}, {2, (*Generator).waiting},
		{1, (*Generator).newArray}, {1, (*Generator).getItem}, {1, (*Generator).setItem}, {1, (*Generator).arrayLength},
		{1, (*Generator).interior}, {1, (*Generator).comparePointers}, {2, (*Generator).guardRef},
		{2, (*Generator).effect}, {1, (*Generator).call}, {1, (*Generator).rare}, {1, (*Generator).nextLabel},
		{3, (*Generator).atLimit},
	}
	at := 0
	for _, w := range weights {
		for range w.n {
			steps[at] = w.step
			at++
		}
	}
	if at != len(steps) {
		panic("BUG: the weights of steps do not fill the table")
	}
}

// unknown enters a value that only the outside knows.
func (g *Generator) unknown(t trace.Type, v trace.Value) {
	g.keep(value{v: v, typ: t})
}

// effect does something that can be seen from outside.
func (g *Generator) effect() {
	g.scratch = g.scratch[:0]
	switch g.src.pick(6) {
	case 0:
		g.emit(trace.OpPrint, trace.Void, -1, g.integer().v)
	case 1, 2:
		g.emit(trace.OpEscape, trace.Void, -1, g.reference().v)
	case 3:
		g.some(g.src.pick(4))
		g.emit(trace.OpEscape, trace.Void, -1, g.scratch...)
	case 4:
		g.scratch = append(g.scratch, g.reference().v)
		g.unknown(trace.Int, g.emit(trace.OpEscapeValue, trace.Int, -1, g.scratch...))
	case 5:
		g.some(g.src.pick(3))
		t := typeOf[g.src.pick(3)]
		g.unknown(t, g.emit(trace.OpEscapeValue, t, -1, g.scratch...))
	}
}

// call calls a function, or makes the last call once more.
func (g *Generator) call() {
	if len(g.vocabulary.calls) == 0 {
		g.effect()
		return
	}
	if !g.last.made || !g.src.one(3) {
		c := lastCall{call: g.vocabulary.calls[g.src.pick(len(g.vocabulary.calls))], made: true}
		g.callArgs(&c)
		g.last = c
	}
	c := &g.last
	g.scratch = append(append(g.scratch[:0], g.constant(c.call.function)), c.args[:c.n]...)
	g.called(c.call, g.emitCall(c.call, g.scratch...))
}

// emitCall emits a call.
func (g *Generator) emitCall(c call, args ...trace.Value) trace.Value {
	v := g.emit(trace.OpCall, c.typ, c.descr, args...)
	g.ops[v].Spelling = c.spelling
	return v
}

// called continues after a call of which only the outside knows what it returns.
func (g *Generator) called(c call, v trace.Value) {
	if raised := g.src.one(2) && g.exceptionGuard(v); c.typ != trace.Void && !raised {
		g.unknown(c.typ, v)
	}
}

// callArgs chooses up to two arguments for a function.
func (g *Generator) callArgs(c *lastCall) {
	for c.n < g.src.pick(3) {
		if v, ok := g.recent(g.src.pick(2)); ok {
			c.args[c.n] = v.v
		} else {
			c.args[c.n] = g.int(1)
		}
		c.n++
	}
}

// rare does something that traces seldom do.
func (g *Generator) rare() {
	rareSteps := [...]func(g *Generator){
		(*Generator).opaque, (*Generator).raw, (*Generator).mark, (*Generator).promise, (*Generator).frame,
		(*Generator).invalidation, (*Generator).validity, (*Generator).text, (*Generator).dummy, (*Generator).conditional,
		(*Generator).lookUp, (*Generator).form, (*Generator).form, (*Generator).copyItems, (*Generator).divideByCall,
	}
	rareSteps[g.src.pick(len(rareSteps))](g)
}

// opaque emits an unknown operation.
func (g *Generator) opaque() {
	if g.vocabulary.unknown < 0 {
		return
	}
	g.scratch = g.scratch[:0]
	g.some(g.src.pick(3))
	g.unknown(trace.Int, g.emit(trace.OpOpaque, trace.Int, g.vocabulary.unknown, g.scratch...))
}

// raw reads or writes memory outside objects.
func (g *Generator) raw() {
	address := g.int(1 << 20)
	if g.src.one(2) {
		g.emit(trace.OpRawWrite, trace.Void, -1, address, g.integer().v)
		return
	}
	g.unknown(trace.Int, g.emit(trace.OpRawRead, trace.Int, -1, address))
}

func (g *Generator) mark() {
	if g.vocabulary.dialect == trace.PyPy {
		g.emit(trace.OpMark, trace.Void, -1, g.int(0), g.int(0))
	}
}

// promise promises something about a value that is true for the example.
func (g *Generator) promise() {
	if v, ok := g.recent(0); ok && v.known && g.src.one(3) {
		g.emit(trace.OpAssertValue, trace.Void, -1, v.v, g.int(v.bits))
		return
	}
	if g.src.one(6) {
		g.promiseSame()
		return
	}
	if g.vocabulary.dialect == trace.PyPy && g.src.one(4) {
		g.emit(trace.OpKnownResult, trace.Void, -1, g.int(1), g.integer().v, g.reference().v)
		return
	}
	v, ok := g.recent(1)
	if !ok || !v.known || v.object == 0 {
		return
	}
	o := &g.objects[v.object]
	if o.class >= 0 && g.vocabulary.classes[o.class].id >= 0 && g.src.one(2) {
		g.emit(trace.OpAssertClass, trace.Void, g.vocabulary.classes[o.class].id, v.v)
		return
	}
	g.emit(trace.OpAssertNonnull, trace.Void, -1, v.v)
}

// promiseSame promises that two references are to the same object.
func (g *Generator) promiseSame() {
	a, b := g.reference(), g.reference()
	if g.vocabulary.dialect != trace.PyPy || !a.known || !b.known || a.object != b.object {
		return
	}
	v := g.emit(trace.OpAssertValue, trace.Void, -1, a.v, b.v)
	g.ops[v].Spelling = sameObjects
}

// sameObjects is the spelling of a promise that two references are equal.
const sameObjects = 1

// frame emits operations about the frame of the running program.
func (g *Generator) frame() {
	if g.vocabulary.frame < 0 {
		return
	}
	if g.src.one(3) {
		g.emit(trace.OpForceToken, trace.Ref, -1)
		return // only the frame gets it
	}
	v := g.reference()
	ref := g.emit(trace.OpVirtualRef, trace.Ref, g.vocabulary.frame, v.v, g.int(1))
	switch g.src.pick(4) {
	case 0:
		g.effect()
	case 1:
		g.force(ref)
	}
	with, forces := v.v, v.known && v.object == 0
	if g.src.one(2) {
		with, forces = g.null(), true
	}
	g.emit(trace.OpVirtualRefFinish, trace.Void, g.vocabulary.frame, ref, with)
	switch {
	case !g.src.one(2):
	case forces: // there is none yet
		g.force(ref)
	case v.known:
		v.v = g.emitCall(g.vocabulary.forcing, g.constant(g.vocabulary.forcing.function), ref)
		g.skipped++ // it only reads
		g.keep(v)
	}
}

// force calls the function that returns what a virtual_ref stands for, where the outside has to make that.
func (g *Generator) force(ref trace.Value) {
	c := g.vocabulary.forcing
	g.called(c, g.emitCall(c, g.constant(c.function), ref))
}

// invalidation asks whether what was taken to be constant still is constant.
func (g *Generator) invalidation() {
	switch g.src.pick(3) {
	case 0:
		g.guard(trace.OpGuardNotInvalidated, -1)
	case 1:
		g.guard(trace.OpGuardFuture, -1)
	case 2:
		if len(g.vocabulary.fixed) > 0 {
			g.emit(trace.OpQuasiImmut, trace.Void, -1, g.fixedObject().v)
			g.guard(trace.OpGuardNotInvalidated, -1)
		}
	}
}

// text makes a string, or reads the length or a character of one.
func (g *Generator) text() {
	if g.vocabulary.dialect == trace.PyPy && g.src.one(4) {
		made := g.emit(trace.OpStrNew, trace.Ref, -1, g.int(1))
		g.emit(trace.OpStrSet, trace.Void, -1, made, g.int(0), g.integer().v)
		return
	}
	v, ok := g.recent(1)
	if !ok || g.vocabulary.dialect != trace.PyPy {
		return
	}
	if g.src.one(2) {
		g.unknown(trace.Int, g.emit(trace.OpStrLen, trace.Int, -1, v.v))
		return
	}
	g.unknown(trace.Int, g.emit(trace.OpStrItem, trace.Int, -1, v.v, g.integer().v))
}

func (g *Generator) dummy() {
	g.unknown(trace.Int, g.emit(trace.OpDummy, trace.Int, -1, g.integer().v))
}

// nextLabel jumps to a new label right after the jump, or falls into it, giving it
// some of the values; no others can be used from there on.
func (g *Generator) nextLabel() {
	if g.label == 3 || g.src.pick(3) != 0 {
		return
	}
	g.label++
	var kept []value
	for kind, n := range [...]int{3, 3, 1} {
		list := g.values[kind]
		if kind == 0 && len(list) > 0 {
			kept = append(kept, g.params[0])
		}
		kept = append(kept, list[max(0, len(list)-n):]...)
	}
	g.scratch = g.scratch[:0]
	for _, v := range kept {
		g.scratch = append(g.scratch, v.v)
	}
	g.pure, g.accesses, g.last, g.lastConditional, g.lastLookup = g.pure[:0], g.accesses[:0], lastCall{}, lastConditional{}, lookup{}
	if g.src.one(2) {
		g.emit(trace.OpJump, trace.Void, int32(g.label), g.scratch...)
		g.emit(trace.OpLabel, trace.Void, int32(g.label))
	} else {
		g.emit(trace.OpLabel, trace.Void, int32(g.label), g.scratch...)
	}
	for kind := range g.values {
		g.values[kind] = g.values[kind][:0]
	}
	g.params = g.params[:0]
	for _, v := range kept {
		v.v = g.emit(trace.OpParam, v.typ, -1)
		g.keep(v)
		g.params = append(g.params, v)
	}
}

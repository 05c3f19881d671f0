package optimizer

import (
	"unbox/heap"
	"unbox/trace"
	"unbox/world"
)

// What is known from outside.
//
// The program that a trace belongs to knows more than the trace: the class of a constant
// object, the contents of its fields that never change, what the trace in which a bridge
// begins knows of the bridge's inputs, what a function can do. It says so in a world.World,
// and the passes ask it as they ask one another. What it says about a label's parameters is
// entered at the label, and once more where the peeled loop begins: each time the loop jumps
// back, it jumps to that label.
//
// Without a world nothing is asked: the chain is built without the handlers that would.

// Know says what is known of the traces that are optimized from now on, nil for nothing. It must
// fit them (see [world.World.Check]) and be true; it is only read. If there are calls whose
// effect it knows, Result.In is the trace with these effects (see [world.World.Bind]).
func (o *Optimizer) Know(w *world.World) {
	if w.IsZero() {
		w = nil
	}
	o.walk.world = w
}

// assumer is a pass that is told what the world knows of a parameter.
type assumer interface {
	assume(v trace.Value, f *world.Fact)
}

// worldState is what a walk knows of the world.
type worldState struct {
	// label is the label whose parameters are being walked, as a recorded
	// operation.
	label trace.Value
	// facts are those about values, by the walk's numbers.
	facts map[trace.Value]*world.Fact
}

// assumeParam enters what the world knows of a parameter, a recorded operation.
func (w *walk) assumeParam(param trace.Value) {
	facts := w.world.FactsOf(w.in, w.fromWorld.label)
	k := int(param - w.fromWorld.label - 1)
	if k < len(facts) {
		w.know(param, &facts[k])
	}
	if k+1 == w.in.ParamCount(w.fromWorld.label) {
		w.heap.assumeFields(w.fromWorld.label, facts)
	}
}

// assumeNextIteration enters what the world knows of the loop's label again: for the values
// that the jump passes.
func (w *walk) assumeNextIteration(args []trace.Value) {
	facts := w.world.FactsOf(w.in, 1)
	for k := range min(len(facts), len(args)) {
		w.know(w.find(args[k]), &facts[k])
	}
}

// know tells the passes what the world knows of a value.
func (w *walk) know(v trace.Value, f *world.Fact) {
	if !v.IsOp() || f.IsZero() || w.virtual.of(v) != 0 {
		return
	}
	if w.fromWorld.facts == nil {
		w.fromWorld.facts = make(map[trace.Value]*world.Fact)
	}
	w.fromWorld.facts[v] = f
	for _, id := range w.on {
		if p, ok := w.all[id].(assumer); ok && w.find(v) == v {
			p.assume(v, f)
		}
	}
}

// isWorldly reports whether the world knows some part of a fact about a value.
func (w *walk) isWorldly(v trace.Value, part world.Parts) bool {
	if w.world == nil {
		return false
	}
	if v.IsConst() {
		o := w.worldObject(v)
		return o != nil && o.Known&part != 0
	}
	f := w.fromWorld.facts[v]
	return f != nil && f.Known&part != 0
}

// worldObject returns what the world knows of a constant, nil if nothing.
func (w *walk) worldObject(v trace.Value) *world.Object {
	if !v.IsConst() {
		return nil
	}
	return w.world.ObjectOf(w.in.Tables, w.constants.list[v.ConstIndex()])
}

// worldRefFact returns what the world knows of a constant object's class.
func (w *walk) worldRefFact(v trace.Value) refFact {
	if o := w.worldObject(v); o != nil && o.Known&world.KnowsClass != 0 {
		return factOfClass(int32(o.Class))
	}
	return 0
}

// worldValue returns the constant for a value of the world, None if it has no name here.
func (w *walk) worldValue(v *world.Value) trace.Value {
	if v.Type != trace.Ref || v.Object == "" {
		return w.constants.ofType(v.Type, v.Bits)
	}
	return world.ConstantOf(&w.constants.list, w.in.Tables, v)
}

// becomesWorldly enters that a parameter is a constant.
func (w *walk) becomesWorldly(v, constant trace.Value, pass PassID) {
	if n := trace.Value(len(w.in.Ops)); v < n || int(v) < w.firstInvented {
		r := Remark{Kind: Learned, Pass: pass, Reason: ReasonWorldValue, In: v, Facts: [2]trace.Value{constant}, Descr: -1}
		if v > n {
			r.In, r.Copy = v-n, 1
		}
		w.remarks.learned = append(w.remarks.learned, r)
	}
	w.makeEqual(v, constant)
}

// assume enters what the world knows of a reference, and what is the same in all runs.
func (p *guardsPass) assume(v trace.Value, f *world.Fact) {
	if f.Known&world.KnowsValue != 0 {
		if constant := p.worldValue(&f.Value); constant != trace.None {
			p.becomesWorldly(v, constant, PassGuards)
			p.renamed(v)
			return
		}
	}
	if _, known := p.refFactOf(v).class(); f.Known&world.KnowsClass != 0 && !known {
		p.learnRef(v, factOfClass(int32(f.Class)))
	} else if f.Known&world.KnowsNonnull != 0 {
		p.learnRef(v, refNonnull)
	}
}

// assume enters what the world knows of an integer.
func (p *boundsPass) assume(v trace.Value, f *world.Fact) {
	if p.typeOf(v) != trace.Int {
		return
	}
	known, ok := worldBounds(f).Intersect(p.of(v))
	switch {
	case !ok: // no run comes here: nothing has to be known
	case known.IsConstant():
		p.becomesWorldly(v, p.constants.Int(known.Lo), PassBounds)
	default:
		p.setBounds(v, known)
	}
}

// assumeFields enters what the world knows of fields of a label's parameters.
func (p *heapPass) assumeFields(label trace.Value, facts []world.Fact) {
	if !p.passes.Has(PassHeap) {
		return
	}
	for k := range facts {
		param := label + 1 + trace.Value(k)
		object := p.find(param)
		for i := range facts[k].Fields {
			held := &facts[k].Fields[i]
			value := label + trace.Value(held.Param)
			if held.Param == 0 {
				value = p.worldValue(&held.Value)
			}
			if value != trace.None && object.IsOp() && p.virtual.of(object) == 0 {
				p.holds(heapPlace{fieldPlace(int32(held.Field)), object, trace.None}, p.find(value), param)
			}
		}
	}
}

// isWorldlyPlace reports whether the world said what a place holds: then that rests on a parameter.
func (p *heapPass) isWorldlyPlace(e *heapEntry) bool {
	return p.world != nil && e.by > 0 && int(e.by) < len(p.in.Ops) && p.in.Ops[e.by].Code == trace.OpParam
}

// knownCall answers a call whose result the world knows.
func (p *foldPass) knownCall(c *cur) verdict {
	for k := range p.world.Results {
		r := &p.world.Results[k]
		if param := trace.Value(1 + r.Param); r.IsCalledBy(p.in, &p.in.Ops[p.position], p.in.Args(p.position)) && p.in.AskedBy(p.position) == trace.None {
			return p.replaceBy(c, p.find(param), PassFold, ReasonWorldResult)
		}
	}
	return p.conditional(c)
}

// field answers a read of a field that the world knows.
func (p *foldPass) field(c *cur) verdict {
	o := p.worldObject(c.args[0])
	if o == nil {
		return next
	}
	held, known := o.Field(heap.FieldID(c.op.Descr))
	if !known || held.Type != c.op.Type {
		return next
	}
	value := p.worldValue(&held)
	if value == trace.None {
		return next
	}
	p.makeEqual(c.self, value)
	return p.removeAbout(c, PassFold, ReasonWorldField, c.args[0], value, c.op.Descr)
}

// length answers what the length of an array is that the world knows.
func (p *foldPass) length(c *cur) verdict {
	o := p.worldObject(c.args[0])
	if o == nil || o.Known&world.KnowsLength == 0 || int32(o.Array) != c.op.Descr {
		return next
	}
	length := p.constants.Int(o.Length)
	p.makeEqual(c.self, length)
	return p.remove(c, PassFold, ReasonWorldLength, c.args[0], length)
}

package fuzz

import (
	"unbox/interp"
	"unbox/trace"
	"unbox/world"
)

// A Generator makes random traces. It keeps an example of everything: what every
// value is when the trace runs on the example inputs, and what every object holds
// (Finding JIT Optimizer Bugs using SMT Solvers and Fuzzing, "Generating Random
// Traces"). So it can choose guards that hold, indexes that are inside, shift
// amounts and divisors that have a meaning, and the trace runs to its end on the
// example: a trace that never gets past its first guard tests nothing.
//
// It builds operations, not text, in memory that it reuses. The zero Generator is
// ready to use, by one goroutine at a time.
type Generator struct {
	builder
	src          source
	vocabularies [3]*vocabulary
	inputs       interp.Inputs
	// values are those that can be used, by kind: integers, references, floats. The
	// newest come last.
	values [3][]value
	// pure are the computations since the last label, to be written again.
	pure []computation
	// accesses are the last reads and writes, to be done again.
	accesses []access
	// pool are constants that this trace has used: traces often repeat a number.
	pool []uint64
	// objects are the examples of all objects; objects[0] is null.
	objects []object
	// given is the number of objects that the inputs have: those after null.
	given int
	// slots holds what objects contain.
	slots []slot
	// last is the last call, to be made again.
	last lastCall
	// lastConditional is the last conditional call, skipped the number of visible ones that
	// the example does not make.
	lastConditional lastConditional
	skipped         int
	// lastLookup is the last key that was looked up, keys what the example's dictionaries hold.
	lastLookup lookup
	keys       []keyPlace
	// lookups means that the trace looks keys up again and again.
	lookups bool
	// label is the number of the last label, params are its parameters.
	label  int
	params []value
	// scratch is for lists of arguments.
	scratch []trace.Value
	// failing is the guard that does not hold for the example, None if all do.
	failing trace.Value
	// budget is the number of steps that are left.
	budget int
	// worldly means that the trace has a world; fixedWorld are its constant objects.
	worldly    bool
	world      *world.World
	fixedWorld fixedObjects
}

// value is a value with its example.
type value struct {
	v    trace.Value
	bits uint64
	// object is a reference's example, as an index in Generator.objects.
	object int32
	typ    trace.Type
	// known is false for what the outside returned: an unknown value.
	known bool
}

// computation is a pure operation on numbers with its operands.
type computation struct {
	code   trace.Opcode
	a, b   value
	unary  bool
	result trace.Type
}

// Generated is a trace with inputs that take it to its end.
type Generated struct {
	// Trace and Inputs are valid until the generator makes the next one.
	Trace  *trace.Trace
	Inputs *interp.Inputs
	// Failing is a guard near the end through which the run on Inputs leaves the
	// trace on purpose (or may leave it, where the outside decides), None if it comes
	// to the end. In a loop, this means the end of the first iteration.
	Failing trace.Value
	// World is the trace's world, nil for none.
	World *world.World
}

// Trace makes the trace with a number in the sequence of a seed. length is the
// approximate number of operations; 0 means about 30.
func (g *Generator) Trace(seed, index uint64, length int) Generated {
	g.src = seeded(seed, index)
	if length <= 0 {
		length = DefaultLength
	}
	g.budget = length/5 + g.src.pick(length)
	return g.generate()
}

// DefaultLength is the approximate average number of operations of generated
// traces.
const DefaultLength = 30

// FromBytes makes a trace in which the bytes decide everything, so that a fuzzing
// engine can change one decision at a time.
func (g *Generator) FromBytes(data []byte) Generated {
	// The first bytes decide the inputs and the end, so that more bytes make a
	// longer trace with the same beginning.
	g.src = source{data: data, fromBytes: true}
	g.budget = min(len(data)/3, 120)
	return g.generate()
}

func (g *Generator) generate() Generated {
	g.use(g.chooseVocabulary())
	g.reset()
	end := g.src.pick(8)
	g.begin(1 + g.iterations(end))
	if g.worldly {
		g.beginWorld(endsAsLoop(end))
	}
	for ; g.budget > 0 && len(g.ops) < 4096; g.budget-- {
		if g.worldly && g.src.one(6) {
			g.readFixed()
		}
		if g.lookups && g.src.one(4) {
			g.lookUp()
		}
		g.step()
	}
	g.end(end)
	return Generated{Trace: g.trace(), Inputs: &g.inputs, Failing: g.failing}
}

func (g *Generator) chooseVocabulary() *vocabulary {
	k := 0
	switch n := g.src.pick(8); {
	case g.lookups || n > 3 && n < 7:
		k = 1
	case n == 7:
		k = 2
	}
	if g.vocabularies[k] == nil {
		g.vocabularies[k] = newVocabulary([...]string{paperText, pypyText, toyText}[k])
	}
	return g.vocabularies[k]
}

func (g *Generator) reset() {
	for k := range g.values {
		g.values[k] = g.values[k][:0]
	}
	g.pure, g.accesses, g.pool = g.pure[:0], g.accesses[:0], g.pool[:0]
	g.objects, g.slots = append(g.objects[:0], object{}), g.slots[:0]
	g.last, g.lastConditional, g.skipped = lastCall{}, lastConditional{}, 0
	g.lastLookup, g.keys = lookup{}, g.keys[:0]
	g.label, g.failing = 0, trace.None
	g.params = g.params[:0]
}

// iterations chooses how often a loop goes back, if the trace ends as one.
func (g *Generator) iterations(end int) int {
	if endsAsLoop(end) && g.src.one(3) {
		return g.src.pick(6)
	}
	return g.src.pick(3)
}

// begin chooses the inputs: integers, floats, and references, some of them to the
// same object. The first integer is the number of iterations of a loop.
func (g *Generator) begin(iterations int) {
	g.emit(trace.OpLabel, trace.Void, 0)
	g.ops[1].Spelling = labelBrackets
	in := &g.inputs
	in.Params, in.Args, in.Objects, in.Slots = in.Params[:0], in.Args[:0], in.Objects[:0], in.Slots[:0]
	in.Outside = interp.Outside{Events: in.Outside.Events[:0]}
	refs := g.src.pick(4)
	g.inputObjects(refs)
	g.given = refs
	g.param(value{bits: uint64(iterations), typ: trace.Int, known: true})
	for range 1 + g.src.pick(3) {
		g.param(value{bits: g.src.integer(), typ: trace.Int, known: true})
	}
	for range refs {
		g.param(g.inputReference())
	}
	for range g.src.pick(3) {
		g.param(value{bits: g.src.float(), typ: trace.Float, known: true})
	}
	if g.src.one(16) {
		g.getarg()
	}
}

// labelBrackets is the spelling of the first label: `[i0, p1]`.
const labelBrackets = 1

// param adds an input.
func (g *Generator) param(v value) {
	v.v = g.emit(trace.OpParam, v.typ, -1)
	g.inputs.Params = append(g.inputs.Params, g.datum(v))
	g.keep(v)
	g.params = append(g.params, v)
}

// datum is the example of a value as an input.
func (g *Generator) datum(v value) interp.Datum {
	if v.typ == trace.Ref {
		return interp.Datum{Type: v.typ, Bits: uint64(v.object)}
	}
	return interp.Datum{Type: v.typ, Bits: v.bits}
}

// getarg asks for an input by number.
func (g *Generator) getarg() {
	v := value{bits: g.src.integer(), typ: trace.Int, known: true}
	v.v = g.emit(trace.OpGetarg, v.typ, -1, g.int(0))
	g.inputs.Args = append(g.inputs.Args, g.datum(v))
	g.keep(v)
}

// keep enters a result.
func (g *Generator) keep(v value) {
	kind := kindOf(v.typ)
	g.values[kind] = append(g.values[kind], v)
}

// recent chooses among the values of a kind, newer ones more often. There may be
// none.
func (g *Generator) recent(kind int) (value, bool) {
	list := g.values[kind]
	if len(list) == 0 {
		return value{}, false
	}
	n := g.src.pick(8)
	if n >= 4 {
		n = g.src.pick(min(len(list), 1<<16))
	}
	return list[len(list)-1-n%len(list)], true
}

// some appends up to n values of any type to the scratch list.
func (g *Generator) some(n int) {
	for range n {
		if v, ok := g.recent(g.src.pick(3)); ok {
			g.scratch = append(g.scratch, v.v)
		}
	}
}

// newest appends the last n values of each type, so that what the trace computed can
// be seen.
func (g *Generator) newest(n int) {
	for _, list := range g.values {
		for _, v := range list[max(0, len(list)-n):] {
			g.scratch = append(g.scratch, v.v)
		}
	}
}

// leaving gives the last operation, a guard, its snapshot: mainly objects,
// because a snapshot describes those that are virtual.
func (g *Generator) leaving() {
	if g.src.one(4) {
		return // as in logs of recorded traces, where guards have none
	}
	g.scratch = g.scratch[:0]
	g.some(g.src.pick(3))
	for range g.src.pick(3) {
		if v, ok := g.recent(1); ok {
			g.scratch = append(g.scratch, v.v)
		}
	}
	g.snapshot(g.scratch...)
}

// guard emits a guard.
func (g *Generator) guard(code trace.Opcode, descr int32, args ...trace.Value) {
	g.emit(code, trace.Void, descr, args...)
	g.leaving()
}

// end ends the trace: with a jump back, a finish, a guard that fails for the
// example, or not at all.
func (g *Generator) end(how int) {
	switch how {
	default:
		g.loop()
	case 0, 1, 2: // see endsAsLoop
		g.scratch = g.scratch[:0]
		g.newest(3 + g.src.pick(6))
		g.emit(trace.OpFinish, trace.Void, -1, g.scratch...)
	case 3:
		g.fail()
	case 4:
		// It runs off its end: all values may be needed.
	}
}

// endsAsLoop reports whether a way to end is a jump back.
func endsAsLoop(how int) bool { return how > 4 }

// loop ends the trace with a jump back to the last label. The first integer among
// its parameters counts down, so that the loop is left with what its iterations
// computed.
func (g *Generator) loop() {
	kept, field, keeps := g.keptObject()
	if keeps && g.src.one(2) {
		g.writeTo(kept, field, g.heldBefore(kept))
	}
	counter, next := g.countDown()
	if keeps {
		made := g.newInstance()
		g.writeTo(kept, field, made)
	}
	g.scratch = g.scratch[:0]
	for _, p := range g.params {
		v := p
		switch {
		case p.v == counter.v:
			v = next
		case keeps && p.v == kept.v:
			// The object that is written to is the same in the next iteration.
		case !g.src.one(3):
			if other, _ := g.recent(kindOf(p.typ)); g.alike(p, other) {
				v = other
			}
		}
		g.scratch = append(g.scratch, v.v)
	}
	descr := int32(-1)
	if g.label > 0 {
		descr = int32(g.label)
	}
	g.emit(trace.OpJump, trace.Void, descr, g.scratch...)
}

// countDown counts the iterations of a loop, and leaves it after the last one with what the
// iterations computed.
func (g *Generator) countDown() (counter, next value) {
	for _, p := range g.params {
		if p.typ == trace.Int {
			counter = p
			break
		}
	}
	if counter.v == trace.None {
		return counter, counter
	}
	next = value{bits: counter.bits - 1, typ: trace.Int, known: counter.known}
	next.v = g.emit(trace.OpIntSub, trace.Int, -1, counter.v, g.int(1))
	if next.known && next.bits == 0 {
		g.failing = trace.Value(len(g.ops))
	}
	g.emit(trace.OpGuardTrue, trace.Void, -1, next.v)
	if !g.src.one(4) {
		g.scratch = g.scratch[:0]
		g.newest(2 + g.src.pick(6))
		g.snapshot(g.scratch...)
	}
	return counter, next
}

// alike reports whether the trace still has a meaning with one value in place of
// another: references must be to objects of the same kind.
func (g *Generator) alike(a, b value) bool {
	if a.typ != trace.Ref {
		return true
	}
	x, y := g.objects[a.object], g.objects[b.object]
	return a.known && b.known && a.object != 0 && b.object != 0 &&
		x.class == y.class && x.array == y.array && x.length <= y.length && x.class != classUnknown
}

// fail ends the trace with a guard that does not hold for the example.
func (g *Generator) fail() {
	v, _ := g.recent(0)
	code := trace.OpGuardTrue
	if v.bits != 0 {
		code = trace.OpGuardFalse
	}
	g.failing = trace.Value(len(g.ops))
	g.emit(code, trace.Void, -1, v.v)
	g.scratch = g.scratch[:0]
	g.newest(2 + g.src.pick(6))
	g.snapshot(g.scratch...)
	g.emit(trace.OpFinish, trace.Void, -1)
}

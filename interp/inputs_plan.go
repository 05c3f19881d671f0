package interp

import (
	"math"

	"unbox/trace"
)

// To suggest inputs, or to make random ones that get far, one has to know what
// a trace expects: which classes, which fields of which inputs it reads, which
// values it guards for. A plan is that knowledge, collected in one walk over
// the first iteration. Its parts are shapes: one for each value that comes from
// outside, be it an input, a constant, or what was read from one of those.
type inputPlan struct {
	trace *trace.Trace
	// imagined is RunOptions.Imagined: constants of which only a number is known
	// can be inputs.
	imagined bool
	inputs   []Input
	shapes   []shape // shapes[0] is a placeholder
	// roots[k] is the shape of inputs[k].
	roots []int32
	// constants are the shapes of constants that are objects, by constant.
	constants map[trace.Value]int32
	// places finds what a place of a shape holds: index in slots by
	// shape<<32 | place.
	places map[uint64]int32
	slots  []shapeSlot
	// of is the shape of each operation's result, 0 if it has none.
	of []int32
	// interesting are constants of the trace worth trying as numbers.
	interesting []uint64
	// values are numbers for the shapes that are numbers, and lengths for
	// arrays, with which the trace gets far.
	values []uint64
}

// shape is what is known of a value that comes from outside.
type shape struct {
	typ trace.Type
	// outside means that it exists at the start; otherwise the trace allocated it.
	outside bool
	// null and nonnull say what guards and uses ask for.
	null, nonnull bool
	array         bool
	// class is a heap.ClassID or, for arrays, a heap.ArrayID; -1 if not known.
	class int32
	// minLength is the minimum length of an array.
	minLength int32
	// value is the constant that a guard asks for, None if none does.
	value trace.Value
	// same is the shape of the object that this one has to be, 0 if any will do.
	// It is an earlier shape, or that of a constant, whose own same is 0.
	same int32
	// constant is the constant that the shape is of, None for others.
	constant trace.Value
	// first and last chain the slots of the shape.
	first, last int32
}

// shapeSlot is a field or item of a shape.
type shapeSlot struct {
	place int32
	// initial is what it holds at the start, 0 if that does not matter; current is
	// what it holds at the current operation of the walk.
	initial, current int32
	next             int32
}

// anyItem is the place of array items whose index is not a constant.
const anyItem int32 = -1

// maxPlanned bounds array lengths that are suggested.
const maxPlanned = 64

func newInputPlan(t *trace.Trace, imagined bool) *inputPlan {
	p := &inputPlan{
		trace: t, imagined: imagined, inputs: TraceInputs(t), shapes: make([]shape, 1, 16), slots: make([]shapeSlot, 1, 16),
		constants: make(map[trace.Value]int32), places: make(map[uint64]int32), of: make([]int32, len(t.Ops)),
	}
	args := make(map[int]int32)
	for _, in := range p.inputs {
		s := p.newShape(in.Type, true)
		p.roots = append(p.roots, s)
		p.of[in.Op] = s
		if in.Arg >= 0 {
			args[in.Arg] = s
		}
	}
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		if n, ok := getargNumber(t, v); ok {
			p.of[v] = args[n]
		}
		p.learn(v)
		if t.Ops[v].Code == trace.OpJump {
			break
		}
	}
	p.guessClasses()
	p.collectConstants()
	p.firstValues()
	return p
}

func (p *inputPlan) newShape(t trace.Type, outside bool) int32 {
	p.shapes = append(p.shapes, shape{typ: t, outside: outside, class: -1})
	return int32(len(p.shapes) - 1)
}

// shapeOf returns the shape of a value, 0 if it is computed.
func (p *inputPlan) shapeOf(v trace.Value) int32 {
	if v.IsOp() {
		return p.of[v]
	}
	if !v.IsConst() {
		return 0
	}
	switch p.trace.Const(v).Kind {
	case trace.ConstPtr, trace.ConstText:
	case trace.ConstUnknown:
		if !p.imagined {
			return 0
		}
	default:
		return 0
	}
	s, ok := p.constants[v]
	if !ok {
		s = p.newShape(trace.Ref, true)
		p.shapes[s].nonnull, p.shapes[s].constant = true, v
		p.constants[v] = s
	}
	return s
}

// learn takes one operation into account.
func (p *inputPlan) learn(v trace.Value) {
	t := p.trace
	op, args := &t.Ops[v], t.Args(v)
	switch op.Code {
	case trace.OpLabel:
		for k, arg := range args {
			if int(v)+1+k < len(t.Ops) && t.Ops[int(v)+1+k].Code == trace.OpParam {
				p.of[int(v)+1+k] = p.shapeOf(arg)
			}
		}
	case trace.OpSameAs:
		if len(args) == 1 {
			p.of[v] = p.shapeOf(args[0])
		}
	case trace.OpNew:
		p.of[v] = p.newShape(trace.Ref, false)
		p.shapes[p.of[v]].class = op.Descr
	case trace.OpNewArray, trace.OpNewArrayClear:
		p.of[v] = p.newShape(trace.Ref, false)
		p.shapes[p.of[v]].class, p.shapes[p.of[v]].array = op.Descr, true
	case trace.OpGet, trace.OpSet, trace.OpGetItem, trace.OpSetItem, trace.OpGetInterior, trace.OpSetInterior, trace.OpArrayLen:
		p.learnAccess(v, op, args)
	default:
		if (op.Code.IsGuard() || op.Code.Info().Group == "promise") && len(args) > 0 {
			p.learnGuard(op, args)
		}
	}
}

func (p *inputPlan) learnAccess(v trace.Value, op *trace.Op, args []trace.Value) {
	if len(args) == 0 {
		return
	}
	s := p.shapeOf(args[0])
	if s == 0 {
		return
	}
	p.shapes[s].nonnull = true
	switch {
	case op.Code == trace.OpGet:
		p.of[v] = p.read(s, op.Descr, op.Type)
	case op.Code == trace.OpSet && len(args) == 2:
		p.write(s, op.Descr, args[1])
	case op.Code == trace.OpGetItem && len(args) == 2:
		p.of[v] = p.read(s, p.item(s, op.Descr, args[1]), op.Type)
	case op.Code == trace.OpSetItem && len(args) == 3:
		p.write(s, p.item(s, op.Descr, args[1]), args[2])
	case (op.Code == trace.OpGetInterior || op.Code == trace.OpSetInterior) && len(args) >= 2:
		p.structs(s, args[1])
	case op.Code == trace.OpArrayLen:
		p.item(s, op.Descr, trace.None)
	}
}

// item notes that a shape is an array and returns the place of an index.
func (p *inputPlan) item(s int32, array int32, index trace.Value) int32 {
	a := &p.shapes[s]
	if a.outside {
		a.array, a.class = true, array
	}
	if index == trace.None {
		return anyItem
	}
	if !index.IsConst() || p.trace.Const(index).Kind != trace.ConstInt || p.trace.Const(index).Bits >= maxPlanned {
		a.minLength = max(a.minLength, 4)
		return anyItem
	}
	k := int32(p.trace.Const(index).Bits)
	a.minLength = max(a.minLength, k+1)
	return k
}

// structs notes that a shape is an array of structs, with room for an index. The
// contents of structs are not planned: they are empty.
func (p *inputPlan) structs(s int32, index trace.Value) {
	class := p.shapes[s].class
	if !p.shapes[s].array {
		class = -1
	}
	p.item(s, class, index)
}

func (p *inputPlan) slot(s, place int32) *shapeSlot {
	key := uint64(s)<<32 | uint64(uint32(place))
	k, ok := p.places[key]
	if !ok {
		p.slots = append(p.slots, shapeSlot{place: place})
		k = int32(len(p.slots) - 1)
		p.places[key] = k
		if p.shapes[s].last != 0 {
			p.slots[p.shapes[s].last].next = k
		} else {
			p.shapes[s].first = k
		}
		p.shapes[s].last = k
	}
	return &p.slots[k]
}

// read returns the shape of what a place of s holds. If nothing was written
// there, it was there at the start.
func (p *inputPlan) read(s, place int32, t trace.Type) int32 {
	slot := p.slot(s, place)
	if slot.current == 0 && slot.initial == 0 && p.shapes[s].outside {
		child := p.newShape(t, true)
		slot.initial, slot.current = child, child
	}
	return slot.current
}

func (p *inputPlan) write(s, place int32, v trace.Value) {
	shape := p.shapeOf(v)
	slot := p.slot(s, place)
	if shape == 0 {
		// Something computed: unknown, but not what was there at the start.
		shape = p.newShape(trace.Void, false)
		slot = p.slot(s, place)
	}
	slot.current = shape
}

func (p *inputPlan) learnGuard(op *trace.Op, args []trace.Value) {
	s := p.shapeOf(args[0])
	if op.Code == trace.OpAssertValue {
		p.learnLength(args)
	}
	if op.Code == trace.OpGuardTrue || op.Code == trace.OpGuardFalse {
		p.learnCompared(op.Code == trace.OpGuardTrue, args[0])
	}
	if s == 0 || !p.shapes[s].outside {
		return
	}
	known := &p.shapes[s]
	switch op.Code {
	case trace.OpGuardClass, trace.OpGuardNonnullClass, trace.OpAssertClass:
		known.nonnull = true
		if known.class < 0 && !known.array {
			known.class = op.Descr
		}
	case trace.OpGuardNonnull, trace.OpAssertNonnull:
		known.nonnull = true
	case trace.OpGuardIsnull:
		known.null = true
	case trace.OpGuardValue, trace.OpAssertValue:
		if len(args) == 2 && args[1].IsConst() {
			p.learnValue(s, args[1])
		}
	}
}

// learnLength takes a promise about the length of an array into account.
func (p *inputPlan) learnLength(args []trace.Value) {
	if len(args) != 2 || !args[0].IsOp() || !args[1].IsConst() || p.trace.Ops[args[0]].Code != trace.OpArrayLen || p.trace.Ops[args[0]].Len == 0 {
		return
	}
	if s, n := p.shapeOf(p.trace.Arg(args[0], 0)), p.trace.Const(args[1]); s != 0 && n.Kind == trace.ConstInt && n.Bits <= maxPlanned {
		p.shapes[s].minLength = max(p.shapes[s].minLength, int32(n.Bits))
	}
}

func (p *inputPlan) learnValue(s int32, v trace.Value) {
	c := p.trace.Const(v)
	switch c.Kind {
	case trace.ConstNull:
		p.shapes[s].null = true
	case trace.ConstInt, trace.ConstFloat:
		if p.shapes[s].value == trace.None {
			p.shapes[s].value = v
		}
	case trace.ConstPtr, trace.ConstText, trace.ConstUnknown:
		if k := p.shapeOf(v); p.shapes[s].same == 0 && k != 0 && k != s {
			p.shapes[s].same = k
		}
	}
}

// learnCompared takes a guard on the comparison of two references into account.
func (p *inputPlan) learnCompared(holds bool, condition trace.Value) {
	if !condition.IsOp() {
		return
	}
	op, args := &p.trace.Ops[condition], p.trace.Args(condition)
	if op.Code != trace.OpPtrEq && op.Code != trace.OpPtrNe || len(args) != 2 {
		return
	}
	s := p.shapeOf(args[0])
	if args[0].IsConst() || s == 0 || !p.shapes[s].outside || holds != (op.Code == trace.OpPtrEq) {
		return
	}
	if args[1].IsConst() {
		p.learnValue(s, args[1])
		return
	}
	other := p.shapeOf(args[1])
	if other == 0 || other == s || !p.shapes[other].outside {
		return
	}
	if s, other = max(s, other), min(s, other); p.shapes[s].same == 0 && p.shapes[s].constant == trace.None {
		p.shapes[s].same = other
	}
}

// guessClasses gives objects of an unknown class the class of another object
// that has a field in common with them.
func (p *inputPlan) guessClasses() {
	schema := &p.trace.Tables.Schema
	having := make([]int32, len(schema.Fields))
	for f := range having {
		having[f] = -1
	}
	for c := range schema.Classes {
		if schema.Classes[c].Declared {
			for _, f := range schema.Classes[c].Fields {
				having[f] = int32(c)
			}
		}
	}
	for s := 1; s < len(p.shapes); s++ {
		if sh := &p.shapes[s]; !sh.array && sh.class >= 0 {
			for k := sh.first; k != 0; k = p.slots[k].next {
				if f := p.slots[k].place; f >= 0 && int(f) < len(having) {
					having[f] = sh.class
				}
			}
		}
	}
	for s := 1; s < len(p.shapes); s++ {
		sh := &p.shapes[s]
		if sh.array || sh.class >= 0 || !sh.outside {
			continue
		}
		for k := sh.first; k != 0 && sh.class < 0; k = p.slots[k].next {
			f := p.slots[k].place
			if f >= 0 && int(f) < len(having) && schema.Fields[f].Type != trace.Any {
				sh.class = having[f]
			}
		}
	}
}

// isObject reports whether a shape stands for an object that has to exist.
func (s *shape) isObject() bool { return s.typ == trace.Ref && !s.null && (s.nonnull || s.class >= 0) }

// collectConstants lists numbers of the trace that are worth trying.
func (p *inputPlan) collectConstants() {
	p.interesting = append(p.interesting, 0, 1, 2)
	for _, c := range p.trace.Consts {
		if c.Kind == trace.ConstInt && len(p.interesting) < 64 {
			p.interesting = append(p.interesting, c.Bits, c.Bits+1, c.Bits-1)
		}
	}
}

// firstValues chooses the numbers to begin with: small positive ones.
func (p *inputPlan) firstValues() {
	small := [...]uint64{5, 3, 7, 2, 6, 4}
	p.values = make([]uint64, len(p.shapes))
	numbers := 0
	for s := 1; s < len(p.shapes); s++ {
		sh := &p.shapes[s]
		switch {
		case sh.array:
			p.values[s] = uint64(max(sh.minLength, 1))
		case sh.value != trace.None:
			p.values[s] = p.trace.Const(sh.value).Bits
		case sh.typ == trace.Int:
			p.values[s] = small[numbers%len(small)]
			numbers++
		case sh.typ == trace.Float:
			p.values[s] = math.Float64bits(float64(small[numbers%len(small)]) / 2)
			numbers++
		}
	}
}

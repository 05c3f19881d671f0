package optimizer

import (
	"slices"

	"unbox/trace"
	"unbox/world"
)

// Where a bridge leads.
//
// A loop takes what is new in each iteration as numbers, without the boxes around them. A recorded
// bridge passes the boxes:
//
//	p9 = new(Integer)          the bridge, as recorded
//	set(p9, value, i3)
//	jump(p0, p9, descr=<Loop1>)
//
//	label(p0, i7)              Loop1, optimized: i7 is the field value of an Integer
//
// So the box is made for the jump alone. PyPy's optimizer knows the loop to which a bridge leads,
// and passes i3. A log has the loop, too: it is optimized first, and the jump of the bridge gets
// what the loop takes. It then leads to a version of the loop whose preamble takes the numbers, as
// bridges of jit do (see jit.Loop.Versions).
//
// An object is taken apart only if nothing else refers to it when the bridge jumps: the loop
// makes a box of its own wherever it needs one, and nobody may notice that it is another object.

// EnterLoop returns a recorded bridge whose jump passes what the loop takes to which it leads: the fields
// of objects in place of the objects. loop is that loop as recorded; both must be traces of one
// program. If there is nothing to take apart, the bridge is returned as it is.
func EnterLoop(bridge, loop *trace.Trace) *trace.Trace {
	var o Optimizer
	o.TrustRecording(true)
	o.TrustLoop(true)
	preset := func(name string) PassSet {
		p, err := PresetByName(name)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		return p.Passes
	}
	parts, arguments := o.takes(loop, preset("loop"))
	last := trace.Value(len(bridge.Ops) - 1)
	if bridge.Ops[last].Code != trace.OpJump || arguments != int(bridge.Ops[last].Len) {
		return bridge
	}
	e := &entering{from: bridge, out: o.Run(bridge, preset("straight")).Out}
	parts = slices.DeleteFunc(parts, func(p *takenApart) bool { return !e.fits(p) })
	if len(parts) == 0 {
		return bridge
	}
	return e.rewritten(parts)
}

// takenApart is an object or an array of which a loop takes what is in it.
type takenApart struct {
	// arguments are the numbers of the arguments that are this object, none if it is inside another one.
	arguments []int
	// isArray means that it is an array, of a length; descr is what the allocation says of the class or the type.
	isArray bool
	length  int64
	descr   int32
	places  []takenPlace
}

// takenPlace is a field or an item. If the loop knows what it holds, it is that constant, and is not passed;
// if it is another such object, that is inside; otherwise the loop takes it.
type takenPlace struct {
	place   int32
	isKnown bool
	known   trace.Const
	inside  *takenApart
}

// takes returns the objects among the arguments of a loop that it takes apart, none if the loop cannot be
// peeled, and the number of its arguments.
func (o *Optimizer) takes(loop *trace.Trace, passes PassSet) (list []*takenApart, arguments int) {
	if _, impossible := o.Trace(loop, passes); impossible != trace.None || !o.walk.out.loop.active {
		return nil, 0
	}
	p := o.walk.peel
	s := &p.entry
	uses := make([]int, len(s.nodes)) // by other objects
	for _, f := range s.fields {
		if f.ref.kind == shapeOfNode {
			uses[f.ref.index]++
		}
	}
	of := make(map[int32]*takenApart)
	for k, root := range s.roots {
		if root.kind != shapeOfNode || uses[root.index] > 0 {
			continue
		}
		part, seen := of[root.index]
		if !seen {
			part = p.takenApart(root.index, uses)
			of[root.index] = part
			list = append(list, part)
		}
		if part != nil {
			part.arguments = append(part.arguments, k)
		}
	}
	return slices.DeleteFunc(list, func(p *takenApart) bool { return p == nil }), len(s.roots)
}

// takenApart returns what the loop takes of an object, nil if there is an object inside that two others refer to, or
// one that is neither an object with fields nor an array. An object to which no argument leads but through itself
// is never asked for, so there are no cycles.
func (p *peelPass) takenApart(number int32, uses []int) *takenApart {
	s := &p.entry
	node := &s.nodes[number]
	part := &takenApart{descr: node.allocation.Descr, isArray: node.kind == kindArray}
	if part.isArray {
		part.length, _ = p.constInt(node.length)
	} else if node.kind != kindObject {
		return nil
	}
	for _, f := range s.fields[node.from:node.to] {
		at := takenPlace{place: f.field}
		switch f.ref.kind {
		case shapeOfConstant:
			at.isKnown, at.known = true, p.constants.list[f.ref.value.ConstIndex()]
		case shapeOfNode:
			if s.nodes[f.ref.index].kind.isText() {
				break // the bridge passes the string
			}
			if uses[f.ref.index] > 1 {
				return nil
			}
			if at.inside = p.takenApart(f.ref.index, uses); at.inside == nil {
				return nil
			}
		}
		part.places = append(part.places, at)
	}
	return part
}

// entering is a bridge that leads to a loop. out is what the optimizer makes from it.
type entering struct{ from, out *trace.Trace }

// fits reports whether the arguments of the jump are a new object that the loop can take apart.
func (e *entering) fits(part *takenApart) bool {
	jump := trace.Value(len(e.out.Ops) - 1)
	if e.out.Ops[jump].Code != trace.OpJump {
		return false
	}
	object := e.out.Arg(jump, part.arguments[0])
	for _, k := range part.arguments {
		if e.out.Arg(jump, k) != object {
			return false
		}
	}
	return e.isLike(object, part)
}

// isLike reports whether a value of the result is a new object that the loop can take apart, and that nothing
// else refers to.
func (e *entering) isLike(object trace.Value, part *takenApart) bool {
	if !object.IsOp() || e.out.Ops[object].Src == 0 || e.out.Ops[object].Descr != part.descr {
		return false
	}
	held, passed, inside := e.contents(object)
	if passed != len(part.arguments) || passed+inside == 0 || inside > 1 || !e.isAllocated(object, part, held) {
		return false
	}
	for place := range held {
		if !slices.ContainsFunc(part.places, func(at takenPlace) bool { return at.place == place }) {
			return false
		}
	}
	for k := range part.places {
		at := &part.places[k]
		value, isHeld := held[at.place]
		if at.isKnown && !e.mayBe(value, isHeld, at.known) || at.inside != nil && !e.isLike(value, at.inside) {
			return false
		}
	}
	return true
}

// isAllocated reports whether an object is allocated as one that the loop takes apart. What a log says of a class may be
// no more than a size, so the bridge must write into the same fields.
func (e *entering) isAllocated(object trace.Value, part *takenApart, held map[int32]trace.Value) bool {
	op := &e.out.Ops[object]
	if part.isArray {
		length := trace.None
		if op.Len > 0 {
			length = e.out.Arg(object, 0)
		}
		return (op.Code == trace.OpNewArray || op.Code == trace.OpNewArrayClear) && length.IsConst() && int64(e.out.Const(length).Bits) == part.length &&
			(op.Code == trace.OpNewArrayClear || len(held) == len(part.places))
	}
	if op.Code != trace.OpNew {
		return false
	}
	written := make(map[int32]bool)
	for v := trace.Value(op.Src); int(v) < len(e.from.Ops); v++ {
		if e.from.Ops[v].Code == trace.OpSet && e.from.Arg(v, 0) == trace.Value(op.Src) {
			written[e.from.Ops[v].Descr] = true
		}
	}
	return !slices.ContainsFunc(part.places, func(at takenPlace) bool { return !written[at.place] })
}

// contents returns what was written into an object of the result, how often the jump passes it, and how often it was
// written into another one. If there is another use, it is passed -1 times.
func (e *entering) contents(object trace.Value) (held map[int32]trace.Value, passed, inside int) {
	held = make(map[int32]trace.Value)
	jump := trace.Value(len(e.out.Ops) - 1)
	for v := object + 1; v <= jump; v++ {
		op, args := &e.out.Ops[v], e.out.Args(v)
		for k, arg := range args {
			if arg != object {
				continue
			}
			switch {
			case v == jump:
				passed++
			case op.Code == trace.OpSet && k == 0:
				held[op.Descr] = args[1]
			case op.Code == trace.OpSetItem && k == 0 && args[1].IsConst():
				held[int32(e.out.Const(args[1]).Bits)] = args[2]
			case op.Code == trace.OpSet || op.Code == trace.OpSetItem && k == 2:
				inside++
			default:
				return nil, -1, 0
			}
		}
	}
	return held, passed, inside
}

// mayBe reports whether a place of a new object may hold a constant of the loop. One into which nothing
// is written holds 0 or null. Of objects that are known only by a number, the version of the loop finds out.
func (e *entering) mayBe(value trace.Value, isHeld bool, known trace.Const) bool {
	switch {
	case !isHeld:
		return known.Kind == trace.ConstNull || known.Kind == trace.ConstInt && known.Bits == 0
	case !value.IsConst():
		return false
	}
	return e.isUnclear(value, known) || e.isSame(value, known)
}

// isUnclear reports whether a constant and one of the loop may be one object or two.
func (e *entering) isUnclear(value trace.Value, known trace.Const) bool {
	return value.IsConst() && e.out.Const(value).Kind == trace.ConstUnknown && known.Kind == trace.ConstUnknown
}

func (e *entering) isSame(value trace.Value, known trace.Const) bool {
	have := e.out.Const(value)
	switch have.Kind {
	case trace.ConstNull:
		return known.Kind == trace.ConstNull
	case trace.ConstInt, trace.ConstFloat:
		return known.Kind == have.Kind && known.Bits == have.Bits
	}
	return false
}

// rewritten returns the bridge with reads of what the loop takes, before its jump.
func (e *entering) rewritten(parts []*takenApart) *trace.Trace {
	t := *e.from
	last := trace.Value(len(t.Ops) - 1)
	jump := t.Ops[last]
	t.Ops, t.ArgList, t.Consts = slices.Clone(t.Ops[:last]), slices.Clone(t.ArgList), slices.Clone(t.Consts)
	var args []trace.Value
	for k, arg := range e.from.Args(last) {
		at := slices.IndexFunc(parts, func(p *takenApart) bool { return slices.Contains(p.arguments, k) })
		switch {
		case at < 0:
			args = append(args, arg)
		case parts[at].arguments[0] == k:
			args = e.readParts(&t, arg, parts[at], e.out.Arg(trace.Value(len(e.out.Ops)-1), k), jump.Line, args)
		}
	}
	jump.First, jump.Len, jump.Src = uint32(len(t.ArgList)), uint32(len(args)), int32(len(t.Ops))
	t.ArgList = append(t.ArgList, args...)
	t.Ops = append(t.Ops, jump)
	return &t
}

// readParts appends reads of what the loop takes of an object to the bridge, and the values read to args. made is the
// object in the result.
func (e *entering) readParts(t *trace.Trace, object trace.Value, part *takenApart, made trace.Value, line int32, args []trace.Value) []trace.Value {
	held, _, _ := e.contents(made)
	for k := range part.places {
		at := &part.places[k]
		switch {
		case at.inside != nil:
			args = e.readParts(t, readPlace(t, object, part, at, line), at.inside, held[at.place], line, args)
		case !at.isKnown || e.isUnclear(held[at.place], at.known):
			args = append(args, readPlace(t, object, part, at, line))
		}
	}
	return args
}

// readPlace appends the read of a field or an item.
func readPlace(t *trace.Trace, object trace.Value, part *takenApart, at *takenPlace, line int32) trace.Value {
	op := trace.Op{Code: trace.OpGet, Descr: at.place, First: uint32(len(t.ArgList)), Len: 1, Src: int32(len(t.Ops)), Line: line}
	t.ArgList = append(t.ArgList, object)
	if part.isArray {
		op.Code, op.Descr, op.Len = trace.OpGetItem, part.descr, 2
		op.Type = t.Tables.Schema.Arrays[part.descr].Elem
		t.ArgList = append(t.ArgList, constantIndex(t, int64(at.place)))
	} else {
		op.Type = t.Tables.Schema.Fields[at.place].Type
	}
	op.Spelling = op.Code.SpellingFor(t.Dialect, op.Type)
	t.Ops = append(t.Ops, op)
	return trace.Value(op.Src)
}

// constantIndex returns the constant that an index is.
func constantIndex(t *trace.Trace, n int64) trace.Value {
	return world.ConstantOf(&t.Consts, t.Tables, &world.Value{Type: trace.Int, Bits: uint64(n)})
}

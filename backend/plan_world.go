package backend

import (
	"math"
	"slices"

	"unbox/heap"
	"unbox/heap/arena"
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// A program for a world takes the objects as they are: each class has its fields in fixed
// places, nothing has a tag, and everything has a type. A trace that says otherwise is
// refused here, so that code never turns a number into a reference.

// checkWorld refuses a trace that is not about the world's objects.
func (p *planner) checkWorld() {
	world := p.options.World.Schema
	if world != p.ownersOf {
		p.owners, p.ownersOf, p.fitting = owners(world), world, nil
	}
	if have := &p.Trace.Tables.Schema; have != p.fitting {
		if !sameSchema(have, world) {
			p.refuse(trace.None, "expected the classes, fields and array types of the world, found others")
			return
		}
		p.fitting = have // all traces of a program share theirs
	}
	for _, s := range p.steps {
		if int(s.op) < len(p.Trace.Ops) && s.kind == stepRun {
			p.checkWorldOp(s.op)
		}
	}
	for _, c := range p.Trace.Consts {
		if c.Kind == trace.ConstUnknown {
			p.refuse(trace.None, "expected constants that are objects of the world, found one of which only a number is known")
		}
	}
}

// sameSchema reports whether a trace's schema begins with that of a world.
func sameSchema(t, w *heap.Schema) bool {
	if t == w {
		return true
	}
	if len(t.Classes) < len(w.Classes) || len(t.Fields) < len(w.Fields) || len(t.Arrays) < len(w.Arrays) {
		return false
	}
	for k := range w.Classes {
		if t.Classes[k].Declared != w.Classes[k].Declared || !slices.Equal(t.Classes[k].Fields, w.Classes[k].Fields) {
			return false
		}
	}
	for k := range w.Fields {
		if t.Fields[k].Type != w.Fields[k].Type {
			return false
		}
	}
	for k := range w.Arrays {
		if t.Arrays[k].Elem != w.Arrays[k].Elem {
			return false
		}
	}
	return true
}

// checkWorldOp refuses an operation on what the world does not have, or with operands
// of another type.
func (p *planner) checkWorldOp(v trace.Value) {
	op, args, w := &p.Trace.Ops[v], p.Trace.Args(v), p.options.World.Schema
	switch op.Code {
	case trace.OpNew, trace.OpGuardClass, trace.OpGuardNonnullClass:
		if op.Descr < 0 || int(op.Descr) >= len(w.Classes) {
			p.refuse(v, "expected a class of the world")
		}
	case trace.OpNewArray, trace.OpNewArrayClear:
		p.checkWorldArray(v, heap.Void)
	case trace.OpGetItem:
		p.checkWorldArray(v, op.Type)
	case trace.OpSetItem:
		p.checkWorldArray(v, p.TypeOf(args[2]))
	case trace.OpArrayLen:
		if op.Descr >= 0 {
			p.checkWorldArray(v, heap.Void)
		}
	case trace.OpGet:
		p.checkWorldField(v, op.Type)
	case trace.OpSet:
		p.checkWorldField(v, p.TypeOf(args[1]))
	case trace.OpGetInterior, trace.OpSetInterior, trace.OpVirtualRef, trace.OpVirtualRefFinish, trace.OpForceToken:
		p.refuse(v, "a world has neither structs in arrays nor virtual references")
	}
}

func (p *planner) checkWorldArray(v trace.Value, t heap.Type) {
	descr, w := p.Trace.Ops[v].Descr, p.options.World.Schema
	if descr < 0 || int(descr) >= len(w.Arrays) || t != heap.Void && w.Arrays[descr].Elem != t {
		p.refuse(v, "expected an array type of the world, with items of the type that is read or written")
	}
}

func (p *planner) checkWorldField(v trace.Value, t heap.Type) {
	f, w := p.Trace.Ops[v].Descr, p.options.World.Schema
	if f < 0 || int(f) >= len(w.Fields) || w.Fields[f].Type != t || p.owners[f] == heap.NoClass {
		p.refuse(v, "expected a field of one class of the world, of the type that is read or written")
	}
}

// owners returns for each field of a world the one class that has it, NoClass if none or several have.
func owners(world *heap.Schema) []heap.ClassID {
	list := make([]heap.ClassID, len(world.Fields))
	for f := range list {
		list[f] = heap.NoClass
	}
	shared := make([]bool, len(world.Fields))
	for c := range world.Classes {
		for _, f := range world.Classes[c].Fields {
			if shared[f] || list[f] != heap.NoClass {
				list[f], shared[f] = heap.NoClass, true
				continue
			}
			list[f] = heap.ClassID(c)
		}
	}
	return list
}

// worldChecks checks that an object is of the class that has the field, unless that is
// known.
func (p *planner) worldChecks(in *Instr, access arena.Access) Check {
	owner := p.owners[in.Field]
	if access.Known && access.Class == owner && !p.options.AllChecks {
		return 0
	}
	in.Shape = arena.ObjectShape(owner)
	return CheckShape
}

// inWorld lowers what only programs of a world know: the shape of an object, and whether
// the code has been asked to leave. It returns false for all other operations.
func (p *planner) inWorld(in Instr, args []trace.Value) bool {
	switch {
	case in.Code == trace.OpCall && len(args) == 2 && p.isShape(args[0]) && p.TypeOf(args[1]) == heap.Ref && in.Type == heap.Int:
		in.Op, in.A = OpShape, args[1]
		p.add(in, noExit)
		*p.facts.of(in.Dst) = fact{bounds: bounds.Range(0, math.MaxUint32), shape: noShape, shapeOf: args[1]}
		return true
	case in.Code == trace.OpCall && p.copies(&in, args):
		in.Op, in.A, in.B, in.C = OpCopy, args[1], args[2], args[3]
		p.add(in, ExitLeave)
		return true
	case in.Code == trace.OpGuardOpaque && p.Trace.Ops[in.Source].SpellingName() == "guard_not_interrupted":
		in.Op, in.Offset, in.Dst = OpGuardWord, arena.WordInterrupted, trace.None
		p.add(in, ExitLeave)
		return true
	case in.Code == trace.OpGuardOpaque:
		p.refuse(in.Source, "a world's program does not know what this guard asks")
		return true
	}
	return false
}

// isShape reports whether a constant is the function that returns the shape of an
// object.
func (p *planner) isShape(v trace.Value) bool { return p.function(v) == "ConstClass(shape)" }

// function returns the name of a function that is a constant.
func (p *planner) function(v trace.Value) string {
	if !v.IsConst() {
		return ""
	}
	c := p.Trace.Const(v)
	if c.Kind != trace.ConstAddress {
		return ""
	}
	return p.Trace.Tables.Syms[c.Name]
}

// copiesOf are the functions of a world that copy items: from an array, to an array, from or to which item.
var copiesOf = map[string]Copy{"ConstClass(copy_from)": CopyFrom, "ConstClass(copy_backwards)": CopyBackwards, "ConstClass(copy_into)": CopyInto}

// copies reports whether an operation copies items between arrays that are known to have the same type.
func (p *planner) copies(in *Instr, args []trace.Value) bool {
	if len(args) != 4 {
		return false
	}
	kind, ok := copiesOf[p.function(args[0])]
	if !ok || in.Type != heap.Void || p.TypeOf(args[1]) != heap.Ref || p.TypeOf(args[2]) != heap.Ref || p.TypeOf(args[3]) != heap.Int {
		return false
	}
	in.Copy = kind
	shape := p.facts.of(args[1]).shape
	return shape == p.facts.of(args[2]).shape && shape.Kind() == arena.KindArray
}

// learnShape notes what an object is after a guard on the number of its shape.
func (f *facts) learnShape(number *fact) {
	if number.shapeOf == trace.None || !number.bounds.IsConstant() {
		return
	}
	if shape := arena.Shape(number.bounds.Lo); shape.Kind() == arena.KindObject || shape.Kind() == arena.KindArray {
		have := f.of(number.shapeOf)
		have.shape, have.nonnull = shape, true
	}
}

// Objects lists the constants of the trace that are objects, by their index in its
// Consts: the first one is at offset 0 of the program's table of constants.
func (p *Program) Objects() []int32 { return p.objects }

// CanAsk reports whether an exit belongs to what its trace asks or ends with: a guard, a
// finish, a jump to another trace, the end. Any other final exit means that an operation
// had no meaning, which does not happen in a trace of a program that ran.
func (p *Program) CanAsk(exit int32) bool {
	in := &p.Code[p.Exits[exit].Instr]
	if in.Op == OpLeave || int(in.Source) >= len(p.Trace.Ops) {
		op := min(int(in.Source), len(p.Trace.Ops)-1)
		return int(in.Source) >= len(p.Trace.Ops) || p.Trace.Ops[op].Code == trace.OpFinish || p.Jumps(exit)
	}
	return p.Trace.Ops[in.Source].Code.IsGuard()
}

// Jumps reports whether an exit is a jump to another trace.
func (p *Program) Jumps(exit int32) bool { return p.Exits[exit].jumps }

package backend

import (
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// access lowers an operation on the heap.
func (p *planner) access(in Instr, args []trace.Value) {
	descr := p.Trace.Ops[in.Source].Descr
	in.A = args0(args)
	switch in.Code {
	case trace.OpNew:
		in.A = trace.None
		p.allocate(in, heap.ClassID(descr))
	case trace.OpNewArray, trace.OpNewArrayClear:
		p.allocateArray(in, heap.ArrayID(descr))
	case trace.OpGet:
		in.Op, in.Field = OpGet, heap.FieldID(descr)
		p.field(in)
	case trace.OpSet:
		in.Op, in.Field = OpSet, heap.FieldID(descr)
		in.B, in.Type = args[1], p.TypeOf(args[1])
		p.field(in)
	case trace.OpGetItem, trace.OpGetInterior:
		in.Op, in.B = OpGetItem, args[1]
		p.item(in, descr)
	case trace.OpSetItem, trace.OpSetInterior:
		in.Op, in.B, in.C, in.Type = OpSetItem, args[1], args[2], p.TypeOf(args[2])
		p.item(in, descr)
	case trace.OpVirtualRef, trace.OpVirtualRefFinish:
		p.virtualRef(in, args)
	default:
		p.refuse(in.Source, "what this operation does is only known to the program that the trace comes from")
	}
}

func (p *planner) allocate(in Instr, c heap.ClassID) {
	in.Op, in.Shape = OpNew, arena.ObjectShape(c)
	p.add(in, ExitAllocate)
	have := p.facts.of(in.Dst)
	have.shape, have.nonnull = in.Shape, true
}

func (p *planner) allocateArray(in Instr, a heap.ArrayID) {
	in.Op, in.Shape = OpNewArray, arena.ArrayShape(a)
	if in.Code == trace.OpNewArray {
		in.Slow = true // unless the layout has no tags
		p.usage.Uncleared = append(p.usage.Uncleared, a)
	}
	p.add(in, ExitAllocate)
	have := p.facts.of(in.Dst)
	have.shape, have.nonnull = in.Shape, true
	length := p.facts.of(in.A)
	if both, ok := length.bounds.Intersect(bounds.Range(0, maxLength)); ok {
		length.bounds = both
		have.minLen = both.Lo
	}
	p.facts.addLength(in.A, in.Dst)
}

// field lowers an access to a field.
func (p *planner) field(in Instr) {
	if in.Checks = p.fieldChecks(&in); p.failed != nil {
		return
	}
	if in.Op == OpGet {
		in.Checks |= CheckTag // unless the layout has no tags
	}
	schema := &p.Trace.Tables.Schema
	if in.Op == OpGet && schema.Fields[in.Field].Type != heap.Any {
		in.Checks &^= CheckTag
	}
	p.add(in, exitIf(in.Checks))
	have := p.facts.of(in.A)
	have.object, have.nonnull = true, true
	switch {
	case in.Checks&CheckField != 0:
		p.facts.may.add(fieldPair(in.A, in.Field))
	case in.Checks&CheckShape != 0:
		have.shape = in.Shape
	}
}

// fieldPair is the pair of an object and a field, which is not a value but also a
// number.
func fieldPair(v trace.Value, f heap.FieldID) pair { return pair{v, trace.Value(f)} }

// fieldChecks returns what has to be checked about the object, and notes how the
// field is accessed.
func (p *planner) fieldChecks(in *Instr) Check {
	schema := &p.Trace.Tables.Schema
	access := arena.Access{Field: in.Field}
	access.Class, access.Known = p.facts.class(in.A)
	access.Known = access.Known && schema.HasField(access.Class, in.Field)
	p.usage.Accesses = append(p.usage.Accesses, access)
	switch {
	case p.options.World != nil:
		return p.worldChecks(in, access)
	case access.Known && !p.options.AllChecks:
		return 0
	case p.denied(in.Field):
		if p.facts.may.has(fieldPair(in.A, in.Field)) && !p.options.AllChecks {
			return 0
		}
		p.usage.Accesses[len(p.usage.Accesses)-1].Known = false
		return CheckField
	case p.facts.of(in.A).isObject() && !p.options.AllChecks:
		return 0
	}
	return CheckObject
}

// denied reports whether some class may not have a field.
func (p *planner) denied(f heap.FieldID) bool {
	schema := &p.Trace.Tables.Schema
	for c := range schema.Classes {
		if !schema.HasField(heap.ClassID(c), f) {
			return true
		}
	}
	return false
}

// arrayChecks returns what has to be checked about an array that is used as one
// of a type, and notes that it was checked.
func (p *planner) arrayChecks(in *Instr, descr int32) Check {
	have := p.facts.of(in.A)
	in.Shape = arena.ArrayShape(heap.ArrayID(descr))
	checks := CheckShape
	switch {
	case descr < 0:
		checks = CheckArray
		if p.facts.of(in.A).isArray() {
			checks = 0
		}
	case have.shape == in.Shape:
		checks = 0
	}
	if p.options.AllChecks && checks == 0 {
		checks = CheckArray
	}
	have.array, have.nonnull = true, true
	if descr >= 0 {
		have.shape = in.Shape
	}
	return checks
}

// item lowers an access to an item, or to a field of a struct in an array.
func (p *planner) item(in Instr, descr int32) {
	interior := in.Code == trace.OpGetInterior || in.Code == trace.OpSetInterior
	if interior {
		in.Field = heap.FieldID(descr)
		p.usage.Interior = append(p.usage.Interior, in.Field)
		descr = -1
	}
	in.Checks = p.arrayChecks(&in, descr)
	if p.options.AllChecks || !p.facts.inBounds(in.B, in.A) {
		in.Checks |= CheckBounds
	}
	if in.Op == OpGetItem {
		in.Checks |= CheckTag // unless the layout has no tags
	}
	p.add(in, exitIf(in.Checks))
	p.facts.setWithin(in.B, in.A)
}

// readsVirtualRefs notes that a call reads the fields of virtual_refs: objects have room for them then.
func (p *planner) readsVirtualRefs() {
	tables := p.Trace.Tables
	for c := range tables.Schema.Classes {
		class := heap.ClassID(c)
		if token, forced, ok := tables.IsVirtualRef(class); ok {
			p.usage.Accesses = append(p.usage.Accesses, arena.Access{Field: token, Known: true, Class: class}, arena.Access{Field: forced, Known: true, Class: class})
		}
	}
}

// virtualRef lowers virtual_ref and virtual_ref_finish to what they do to the heap.
func (p *planner) virtualRef(in Instr, args []trace.Value) {
	token, forced, ok := p.Trace.VirtualRefFields(in.Source)
	if !ok {
		p.refuse(in.Source, "expected the class of virtual_ref")
		return
	}
	store := Instr{Op: OpSet, Code: in.Code, Type: heap.Ref, Source: in.Source, Field: token}
	if in.Code == trace.OpVirtualRef {
		in.A = trace.None
		p.allocate(in, heap.ClassID(p.Trace.Ops[in.Source].Descr))
		store.A, store.B = in.Dst, p.token()
		p.field(store)
		return
	}
	store.A = in.A
	p.field(store)
	if p.TypeOf(args[1]) == heap.Ref {
		store.Op, store.Field, store.B = OpSetNonnull, forced, args[1]
		p.field(store)
	}
}

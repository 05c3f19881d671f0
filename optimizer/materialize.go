package optimizer

import "unbox/trace"

// liftFrame is an object that is being materialized: which of its fields, a
// range of virtualObjects.order, still have to be written.
type liftFrame struct {
	object   int32
	from, to int
	// parts means that the fields are what it is made of, so its allocation comes after them; holder is then as in allocate.
	parts  bool
	holder trace.Value
}

// materialize puts the allocation of a virtual object into the output, and the
// writes to its fields after it; objects in the fields come first. If v is not
// virtual, nothing happens.
//
// The object stops being virtual before its fields are looked at, so that an
// object that refers to itself, even through others, is allocated once
// (Allocation Removal by Partial Evaluation in a Tracing JIT, section 5.1). The
// stack is an explicit one: a list can be a hundred thousand objects long.
func (p *virtualPass) materialize(v trace.Value) {
	object := p.of(v)
	if object == 0 {
		return
	}
	s := &p.virtualObjects
	s.stack = append(s.stack[:0], p.allocate(v, trace.None))
	for len(s.stack) > 0 {
		top := &s.stack[len(s.stack)-1]
		if top.from == top.to {
			if top.parts {
				p.emitAllocation(top.object, top.holder)
			}
			s.order = s.order[:len(s.order)-p.fieldCount(top.object)]
			s.stack = s.stack[:len(s.stack)-1]
			continue
		}
		field := s.order[top.from]
		field.value = p.find(field.value)
		if p.of(field.value) != 0 {
			s.stack = append(s.stack, p.allocate(field.value, s.objects[top.object].self))
			continue
		}
		top.from++
		if top.parts {
			continue
		}
		if p.planted.on(bugCycle) && p.onTheWay(field.value) {
			continue
		}
		p.emitWrite(top.object, &field)
	}
	if p.planted.on(bugVirtualTwice) {
		p.number.set(v, object)
	}
}

func (p *virtualPass) fieldCount(object int32) int { return int(p.objects[object].count) }

// materializeIn is materialize for an object that has to exist because another one, which
// exists, will refer to it.
func (p *virtualPass) materializeIn(holder, v trace.Value) {
	object := p.of(v)
	p.materialize(v)
	if object == 0 {
		return
	}
	if r := p.remarks.about(&p.objects[object].allocation); r != nil && r.Reason == ReasonMaterialize {
		d := r.detailsOf(p.remarks.details)
		d.third = holder
		r.rest = p.remarks.detail(d)
	}
}

// allocate puts the allocation into the output, or for a string that is made of others has that done after them; the object is no longer virtual. holder is the
// virtual object that refers to it and is being allocated, None if the current operation
// refers to it.
func (p *virtualPass) allocate(v, holder trace.Value) liftFrame {
	s := &p.virtualObjects
	object := p.number.of(v)
	o := &s.objects[object]
	p.number.set(v, 0)
	if p.recording {
		p.note(Event{Kind: EventMaterialize, Value: v, Descr: -1})
	}
	p.refs.of.set(v, refKnown{o.fact(), o.self})
	if o.epoch == s.epoch {
		s.epoch++
	}
	made := o.kind.isMadeText()
	if !made {
		p.emitAllocation(object, holder)
	}
	from := len(s.order)
	s.order = s.sorted(s.order, object)
	return liftFrame{object, from, len(s.order), made, holder}
}

// emitAllocation puts the allocation of an object into the output.
func (p *virtualPass) emitAllocation(object int32, holder trace.Value) {
	o := &p.objects[object]
	c := cur{op: o.allocation, self: o.self}
	c.rewritten = Remark{Kind: Moved, Pass: PassVirtual, Reason: ReasonMaterialize, Descr: -1,
		Facts: [2]trace.Value{p.here(), holder}}
	if c.op.Code != p.in.Ops[c.op.Src].Code {
		c.rewritten.Kind, c.rewritten.Reason = Replaced, ReasonVirtualRef
		if o.kind.isText() {
			c.rewritten.Reason = ReasonVirtualText
		}
	}
	if o.kind.isMadeText() {
		for i := o.first; i != 0; i = p.fields[i].next {
			c.args = append(c.args, p.find(p.fields[i].value))
		}
		p.put(&c)
		return
	}
	c.args = p.kindOf(o).arguments(o, c.argBuf[:0])
	p.emit(&c)
}

// emitWrite puts the last write to a field into the output, unless a new object
// holds the value anyway.
func (p *virtualPass) emitWrite(object int32, f *virtualField) {
	o := &p.objects[object]
	kind := p.kindOf(o)
	if p.isDefault(o, f) {
		p.dropDefault(o, f)
		return
	}
	c := cur{op: p.writeOf(o, f), self: trace.Value(f.by.src) + trace.Value(f.by.copy)*trace.Value(len(p.in.Ops))}
	c.rewritten = Remark{Kind: Moved, Pass: PassVirtual, Reason: ReasonMaterializeField,
		Facts: [2]trace.Value{o.self, f.value}, rest: int32(p.here()), Descr: kind.remarked(p, f.field)}
	if f.by.src == 0 {
		c.self = p.newValue()
		p.because = Remark{Pass: PassVirtual, Reason: kind.inventedBecause(), Descr: -1}
	}
	place := kind.place(p, o, f.field)
	c.args = append(c.argBuf[:0], o.self)
	if place.index != trace.None {
		c.args = append(c.args, place.index)
	}
	c.args = append(c.args, f.value)
	if p.passes.Has(PassHeap) && place.where != notInHeap {
		c.heapPlace, c.heapValue, c.tells = place, f.value, c.tells.With(PassHeap)
	}
	p.emit(&c)
}

// isDefault reports whether a field of a new object already holds what would be written:
// 0 or null.
func (p *virtualPass) isDefault(o *virtualObject, f *virtualField) bool {
	if !p.kindOf(o).isCleared(p, o, f.field) {
		return false
	}
	n, isNumber := p.constInt(f.value)
	return p.isNull(f.value) || isNumber && n == 0
}

// dropDefault leaves out the write of a default; the field's contents stay known.
func (p *virtualPass) dropDefault(o *virtualObject, f *virtualField) {
	if f.by.src != 0 {
		write := p.writeOf(o, f)
		p.remarks.setRemoved(&write, PassVirtual, ReasonMaterializeDefault, o.self, f.value, p.kindOf(o).remarked(p, f.field))
	}
	if !p.passes.Has(PassHeap) {
		return
	}
	p.heap.holds(p.kindOf(o).place(p, o, f.field), f.value, o.self)
}

// prepareForSnapshot materializes a virtual object in a snapshot if the descriptions
// have used up their budget, so that a trace in which every guard sees a different
// huge object still takes linear time and memory. What snapshots cannot describe is
// always materialized.
func (p *virtualPass) prepareForSnapshot(v trace.Value) {
	p.materializeUndescribed(v)
	s := &p.virtualObjects
	if object := p.of(v); object != 0 && s.objects[object].epoch != s.epoch && s.overdrawn() {
		p.materialize(v)
		if r := p.remarks.about(&s.objects[object].allocation); r != nil && r.Reason == ReasonMaterialize {
			r.Reason = ReasonMaterializeBudget
		}
	}
}

// describe returns the value for v in a snapshot: v itself, or the description
// of the virtual object that it is. Objects that have not changed since they
// were described keep their description, so snapshots share them.
func (p *virtualPass) describe(v trace.Value) trace.Value {
	object := p.of(v)
	if object == 0 {
		return v
	}
	result := p.reserveDescription(object)
	s := &p.virtualObjects
	for len(s.pending) > 0 {
		next := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		p.fillDescription(next)
	}
	return result
}

// reserveDescription returns the description of an object; if it is new, it is
// filled in later.
func (p *virtualPass) reserveDescription(object int32) trace.Value {
	s := &p.virtualObjects
	o := &s.objects[object]
	if o.epoch != s.epoch {
		o.epoch = s.epoch
		o.description = int32(len(p.out.virtuals))
		description, possible := p.kindOf(o).description(p, o)
		if !possible {
			panic("BUG: an object was described that snapshots cannot describe")
		}
		description.Src, description.Copy = o.allocation.Src, o.allocation.Copy
		p.out.virtuals = append(p.out.virtuals, description)
		s.pending = append(s.pending, object)
	}
	return trace.VirtualValue(int(o.description))
}

func (p *virtualPass) fillDescription(object int32) {
	s := &p.virtualObjects
	s.order = s.sorted(s.order[:0], object)
	first := len(p.out.fields)
	for _, f := range s.order {
		v := p.find(f.value)
		if inner := p.of(v); inner != 0 {
			v = p.reserveDescription(inner)
		}
		p.out.fields = append(p.out.fields, trace.VirtualField{Field: f.field, Value: v})
	}
	s.describedFields += len(s.order) + 1
	d := &p.out.virtuals[s.objects[object].description]
	d.First, d.Len = uint32(first), uint32(len(s.order))
	s.order = s.order[:0]
}

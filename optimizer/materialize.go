package optimizer

import "unbox/trace"

// liftFrame is an object that is being materialized: which of its fields, a
// stretch of virtualState.order, are still to be written.
type liftFrame struct {
	object   int32
	from, to int
}

// materialize puts the allocation of a virtual object into the output, and the
// writes to its fields behind it; objects in the fields come first. If v is not
// virtual, nothing happens.
//
// The object stops being virtual before its fields are looked at, so that an
// object that refers to itself, over however many others, is allocated once
// (Allocation Removal by Partial Evaluation in a Tracing JIT, section 5.1). The
// stack is an explicit one: a list can be a hundred thousand objects long.
func (w *walk) materialize(v trace.Value) {
	object := w.virtualOf(v)
	if object == 0 {
		return
	}
	s := &w.virtuals
	s.stack = append(s.stack[:0], w.allocate(v))
	for len(s.stack) > 0 {
		top := &s.stack[len(s.stack)-1]
		if top.from == top.to {
			s.order = s.order[:len(s.order)-w.fieldCount(top.object)]
			s.stack = s.stack[:len(s.stack)-1]
			continue
		}
		field := s.order[top.from]
		field.value = w.find(field.value)
		if w.virtualOf(field.value) != 0 {
			s.stack = append(s.stack, w.allocate(field.value))
			continue
		}
		top.from++
		if w.planted.on(bugCycle) && w.onTheWay(field.value) {
			continue
		}
		w.emitWrite(top.object, &field)
	}
	if w.planted.on(bugVirtualTwice) {
		w.objectOf[v] = object
	}
}

func (w *walk) fieldCount(object int32) int { return int(w.virtuals.objects[object].count) }

// allocate puts the allocation into the output; the object is no longer virtual.
func (w *walk) allocate(v trace.Value) liftFrame {
	s := &w.virtuals
	object := w.objectOf[v]
	o := &s.objects[object]
	w.objectOf[v] = 0
	if w.recording {
		w.note(Event{Kind: EventMaterialize, Value: v, Descr: -1})
	}
	w.refFacts[v] = o.fact()
	if o.epoch == s.epoch {
		s.epoch++
	}
	c := cur{op: o.allocation, self: o.self}
	c.rewritten = Remark{Kind: Moved, Pass: PassVirtual, Reason: ReasonMaterialize, Rule: -1, Descr: -1,
		Facts: [3]trace.Value{w.inCopy(w.position)}}
	if c.op.Code != w.in.Ops[c.op.Src].Code {
		c.rewritten.Kind, c.rewritten.Reason = Replaced, ReasonVirtualRef
	}
	if o.length != trace.None {
		c.args = append(c.argBuf[:0], o.length)
	}
	w.emit(&c)
	from := len(s.order)
	s.order = s.sorted(s.order, object)
	return liftFrame{object, from, len(s.order)}
}

// emitWrite puts the last write to a field into the output, unless a new object
// holds the value anyway.
func (w *walk) emitWrite(object int32, f *virtualField) {
	o := &w.virtuals.objects[object]
	if w.isDefault(o, f) {
		w.dropDefault(o, f)
		return
	}
	c := cur{op: w.writeOf(o, f), self: trace.Value(f.by.src) + trace.Value(f.by.copy)*trace.Value(len(w.in.Ops))}
	c.rewritten = Remark{Kind: Moved, Pass: PassVirtual, Reason: ReasonMaterializeField, Rule: -1,
		Facts: [3]trace.Value{o.self, f.value}, Descr: w.remarkedField(f.field)}
	if f.by.src == 0 {
		c.self = w.newValue()
		w.because = Remark{Pass: PassVirtual, Reason: ReasonVirtualRef, Rule: -1, Descr: -1}
		if o.length != trace.None {
			w.because.Reason = ReasonVirtualCopy
		}
	}
	place := w.virtualFieldPlace(o, f.field)
	c.args = append(c.argBuf[:0], o.self)
	if place.index != trace.None {
		c.args = append(c.args, place.index)
	}
	c.args = append(c.args, f.value)
	if w.passes.Has(PassHeap) {
		c.heapPlace, c.heapValue, c.tells = place, f.value, tellsHeap
	}
	w.emit(&c)
}

// isDefault tells whether a field of a new object, or an item or a struct's field of
// a new cleared array, is what is to be written: 0 or null. A toy object's field has no type, so
// that 0 has to be written into it.
func (w *walk) isDefault(o *virtualObject, f *virtualField) bool {
	switch o.allocation.Code {
	case trace.OpNew:
		if w.in.Tables.Schema.Fields[f.field].Type == trace.Any {
			return false
		}
	case trace.OpNewArrayClear:
	default:
		return false
	}
	n, isNumber := w.constInt(f.value)
	return w.isNull(f.value) || isNumber && n == 0
}

// dropDefault leaves out the write of a default; what the field holds stays known.
func (w *walk) dropDefault(o *virtualObject, f *virtualField) {
	if f.by.src != 0 {
		write := w.writeOf(o, f)
		w.remarks.setRemoved(&write, PassVirtual, ReasonMaterializeDefault, o.self, f.value, w.remarkedField(f.field))
	}
	if !w.passes.Has(PassHeap) {
		return
	}
	w.heap.enter(heapEntry{place: w.virtualFieldPlace(o, f.field), value: f.value, epoch: w.heap.epoch})
}

// prepareForSnapshot materializes a virtual object in a snapshot if the
// descriptions have used up their budget, so that a trace in which every guard
// sees another huge object still takes linear time and memory. Arrays of structs are
// always materialized: a description has no notation for them.
func (w *walk) prepareForSnapshot(v trace.Value) {
	w.materializeStructs(v)
	s := &w.virtuals
	if object := w.virtualOf(v); object != 0 && s.objects[object].epoch != s.epoch && s.described > s.budget {
		w.materialize(v)
		if r := w.remarks.about(s.objects[object].allocation); r != nil && r.Reason == ReasonMaterialize {
			r.Reason = ReasonMaterializeBudget
		}
	}
}

// describe returns what stands for v in a snapshot: v itself, or the description
// of the virtual object that it is. Objects that have not changed since they
// were described keep their description, so snapshots share them.
func (w *walk) describe(v trace.Value) trace.Value {
	object := w.virtualOf(v)
	if object == 0 {
		return v
	}
	result := w.reserveDescription(object)
	s := &w.virtuals
	for len(s.pending) > 0 {
		next := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		w.fillDescription(next)
	}
	return result
}

// reserveDescription returns the description of an object, which is filled in
// later if it is new.
func (w *walk) reserveDescription(object int32) trace.Value {
	s := &w.virtuals
	o := &s.objects[object]
	if o.epoch != s.epoch {
		o.epoch = s.epoch
		o.description = int32(len(w.out.virtuals))
		w.out.virtuals = append(w.out.virtuals, trace.Virtual{
			Array: o.length != trace.None, Type: o.allocation.Descr, Name: o.allocation.Name})
		if n, ok := w.constInt(o.length); ok {
			w.out.virtuals[o.description].Length = int32(n)
		}
		s.pending = append(s.pending, object)
	}
	return trace.VirtualValue(int(o.description))
}

func (w *walk) fillDescription(object int32) {
	s := &w.virtuals
	s.order = s.sorted(s.order[:0], object)
	first := len(w.out.fields)
	for _, f := range s.order {
		v := w.find(f.value)
		if inner := w.virtualOf(v); inner != 0 {
			v = w.reserveDescription(inner)
		}
		if f.field < 0 {
			panic("BUG: an array of structs was described")
		}
		w.out.fields = append(w.out.fields, trace.VirtualField{Field: f.field, Value: v})
	}
	s.described += len(s.order) + 1
	d := &w.out.virtuals[s.objects[object].description]
	d.First, d.Len = uint32(first), uint32(len(s.order))
	s.order = s.order[:0]
}

package trace

import (
	"fmt"

	"unbox/heap"
)

// snapshot checks the snapshot of a guard.
func (c *checker) snapshot(op *Op) error {
	if op.Snap == 0 {
		return nil
	}
	if !op.Code.IsGuard() && op.Code != OpOpaque {
		return fmt.Errorf("expected a guard to have the snapshot")
	}
	if op.Snap < 0 || int(op.Snap) >= len(c.t.Snaps) {
		return fmt.Errorf("snapshot %d of %d", op.Snap, len(c.t.Snaps))
	}
	s := &c.t.Snaps[op.Snap]
	if uint64(s.First)+uint64(s.Len)+uint64(s.Pending) > uint64(len(c.t.SnapList)) || s.Descr < -1 || int(s.Descr) >= len(c.t.Tables.Texts) {
		return fmt.Errorf("snapshot %d is out of its range: %+v", op.Snap, *s)
	}
	if err := c.frames(s); err != nil {
		return fmt.Errorf("snapshot %d: %w", op.Snap, err)
	}
	if err := c.fromRows(s); err != nil {
		return fmt.Errorf("snapshot %d: %w", op.Snap, err)
	}
	c.work = append(c.work[:0], c.t.SnapValues(op.Snap)...)
	for _, v := range c.t.SnapPending(op.Snap) {
		if !v.IsVirtual() || v.VirtualIndex() >= len(c.t.Virtuals) || c.t.Virtuals[v.VirtualIndex()].Of == None {
			return fmt.Errorf("snapshot %d: expected a pending write, found value %d", op.Snap, v)
		}
		c.work = append(c.work, v)
	}
	for len(c.work) > 0 {
		v := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		if v == None {
			continue
		}
		if err := c.snapValue(op, v); err != nil {
			return fmt.Errorf("snapshot: %w", err)
		}
	}
	return nil
}

// frames checks that the frames of a snapshot are made of its values.
func (c *checker) frames(s *Snapshot) error {
	if uint64(s.FramesFirst)+uint64(s.FramesLen) > uint64(len(c.t.Frames)) {
		return fmt.Errorf("frames %d to %d of %d", s.FramesFirst, uint64(s.FramesFirst)+uint64(s.FramesLen), len(c.t.Frames))
	}
	for _, f := range c.t.Frames[s.FramesFirst : s.FramesFirst+s.FramesLen] {
		if uint64(f.First)+uint64(f.Len) > uint64(s.Len) {
			return fmt.Errorf("expected a frame with some of %d values, found values %d to %d", s.Len, f.First, uint64(f.First)+uint64(f.Len))
		}
	}
	return nil
}

func (c *checker) snapValue(op *Op, v Value) error {
	if !v.IsVirtual() {
		if op.Code == OpGuardNoOverflow && v == c.at-1 {
			return fmt.Errorf("value %d overflowed when the guard fails", v)
		}
		return c.usable(v)
	}
	k := v.VirtualIndex()
	if k >= len(c.t.Virtuals) {
		return fmt.Errorf("virtual object %d of %d", k, len(c.t.Virtuals))
	}
	if c.seenAfter[k] == c.label+1 {
		return nil
	}
	c.seenAfter[k] = c.label + 1
	return c.virtual(&c.t.Virtuals[k], k)
}

// virtual checks the contents of a virtual object and puts them on the work
// list.
func (c *checker) virtual(virt *Virtual, k int) error {
	schema := &c.t.Tables.Schema
	if uint64(virt.First)+uint64(virt.Len) > uint64(len(c.t.VirtualFields)) {
		return fmt.Errorf("virtual object %d is out of its range: %+v", k, *virt)
	}
	if virt.Array && (virt.Type < 0 || int(virt.Type) >= len(schema.Arrays)) || !virt.Array && (virt.Type < -1 || int(virt.Type) >= len(schema.Classes)) {
		return fmt.Errorf("virtual object %d has type %d", k, virt.Type)
	}
	if virt.Of != None {
		if err := c.usable(virt.Of); err != nil || c.t.TypeOf(virt.Of) != Ref {
			return fmt.Errorf("virtual object %d: expected a reference to write to, found value %d: %w", k, virt.Of, err)
		}
	}
	for i, f := range c.t.Fields(k) {
		holds := Any
		switch {
		case f.Value == None:
			return fmt.Errorf("virtual object %d: field %d holds no value", k, f.Field)
		case virt.Array && (f.Field < 0 || virt.Of == None && (f.Field >= virt.Length || i > 0 && f.Field <= c.t.Fields(k)[i-1].Field)):
			return fmt.Errorf("virtual array %d: item %d out of order", k, f.Field)
		case virt.Array:
			holds = schema.Arrays[virt.Type].Elem
		case f.Field < 0 || int(f.Field) >= len(schema.Fields):
			return fmt.Errorf("virtual object %d: field %d of %d", k, f.Field, len(schema.Fields))
		case !schema.HasField(heap.ClassID(virt.Type), heap.FieldID(f.Field)):
			return fmt.Errorf("virtual object %d: its class has no field %s", k, schema.Fields[f.Field].Name)
		default:
			holds = schema.Fields[f.Field].Type
		}
		if !f.Value.IsVirtual() {
			if err := c.usable(f.Value); err != nil {
				return fmt.Errorf("virtual object %d: %w", k, err)
			}
		}
		if holds != Any && c.t.TypeOf(f.Value) != holds {
			return fmt.Errorf("virtual object %d: field %d: expected type %s, found %s", k, f.Field, holds, c.t.TypeOf(f.Value))
		}
		c.work = append(c.work, f.Value)
	}
	return nil
}

// jumps checks the arguments of all jumps against their labels.
func (c *checker) jumps() error {
	params := c.countParams()
	first := None
	for _, v := range c.labelOps {
		if v != None && (first == None || v < first) {
			first = v
		}
	}
	for v := 1; v < len(c.t.Ops); v++ {
		op := &c.t.Ops[v]
		if op.Code != OpJump {
			continue
		}
		label := first
		if op.Descr >= 0 {
			label = c.labelOps[op.Descr]
		} else if label == None {
			return fmt.Errorf("operation %d (jump, line %d): no label to jump to", v, op.Line)
		}
		if label == None {
			continue // to another trace
		}
		if err := c.jump(Value(v), label, params[c.t.Ops[label].Descr]); err != nil {
			return fmt.Errorf("operation %d (jump, line %d): %w", v, op.Line, err)
		}
	}
	return nil
}

// countParams returns the number of parameters of each label.
func (c *checker) countParams() []int {
	params := make([]int, len(c.labelOps))
	label := int32(-1)
	for v := 1; v < len(c.t.Ops); v++ {
		switch op := &c.t.Ops[v]; op.Code {
		case OpLabel:
			label = op.Descr
		case OpParam:
			params[label]++
		}
	}
	return params
}

func (c *checker) jump(v, label Value, params int) error {
	args := c.t.Args(v)
	if len(args) != params {
		return fmt.Errorf("expected %d values for the label, found %d", params, len(args))
	}
	for i, arg := range args {
		if want := c.t.Ops[int(label)+1+i].Type; c.t.TypeOf(arg) != want {
			return fmt.Errorf("value %d: expected type %s, found %s", i, want, c.t.TypeOf(arg))
		}
	}
	return nil
}

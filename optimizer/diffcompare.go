package optimizer

import "unbox/trace"

// This file compares what two operations of the same identity say, by the
// identity of their operands. See diff.go for the whole.

// comparison is what [Differ.compare] found.
type comparison struct {
	// operation means that both do the same, operands that they use the same
	// values.
	operation, operands bool
	// reason explains the first operand that differs and that there is a reason
	// for.
	reason RemarkRef
}

// compare compares operation l of the left with r of the right: what they do,
// their arguments, snapshots and, for labels, parameters.
func (d *Differ) compare(l, r trace.Value) comparison {
	left, right := d.left.result.Out, d.right.result.Out
	lop, rop := &left.Ops[l], &right.Ops[r]
	c := comparison{operation: true, operands: true, reason: noReason}
	if lop.Code != rop.Code || lop.Descr != rop.Descr || lop.Type != rop.Type {
		c.operation = false
		return c
	}
	d.compareLists(&c, left.Args(l), right.Args(r))
	if lop.Snap != 0 && rop.Snap != 0 {
		d.compareLists(&c, left.SnapValues(lop.Snap), right.SnapValues(rop.Snap))
		d.compareLists(&c, left.SnapPending(lop.Snap), right.SnapPending(rop.Snap))
	} else if lop.Snap != rop.Snap {
		c.operands = false
	}
	if !c.operands && c.reason == noReason {
		c.reason = d.reasonForPending(lop.Snap, rop.Snap)
	}
	if lop.Code == trace.OpLabel {
		d.compareParams(&c, l, r)
	}
	return c
}

func (d *Differ) compareLists(c *comparison, left, right []trace.Value) {
	if len(left) != len(right) {
		c.operands = false
	}
	for i := range min(len(left), len(right)) {
		if !d.sameValue(left[i], right[i]) {
			c.operands = false
			if c.reason == noReason || d.collecting {
				d.blame(c)
			}
		}
	}
}

// blame finds the reason for the operands that differed last.
func (d *Differ) blame(c *comparison) {
	reason := d.reasonForOperand(d.differing[0], d.differing[1])
	if d.collecting {
		d.collected = append(d.collected, reason)
	}
	if c.reason == noReason {
		c.reason = reason
	}
}

// compareParams compares the parameters of two labels.
func (d *Differ) compareParams(c *comparison, l, r trace.Value) {
	left, right := d.left.result.Out.Ops, d.right.result.Out.Ops
	for {
		l, r = l+1, r+1
		lmore := int(l) < len(left) && left[l].Code == trace.OpParam
		rmore := int(r) < len(right) && right[r].Code == trace.OpParam
		if !lmore && !rmore {
			return
		}
		if lmore != rmore || d.left.id[l] != d.right.id[r] {
			c.operands = false
			return
		}
	}
}

// sameValue reports whether an operand of the left and one of the right are the
// same value. If they are not, d.differing says which values to blame: these,
// or the first ones that differ inside two descriptions.
func (d *Differ) sameValue(l, r trace.Value) bool {
	d.differing = [2]trace.Value{l, r}
	switch {
	case l.IsOp() && r.IsOp():
		return d.left.id[l] == d.right.id[r]
	case l.IsConst() && r.IsConst():
		return sameConst(d.left.result.Out.Const(l), d.right.result.Out.Const(r))
	case l.IsVirtual() && r.IsVirtual():
		clear(d.seen)
		return d.sameVirtual(l, r)
	}
	return l == trace.None && r == trace.None
}

// sameConst compares by value: how a number was written is part of its name
// and does not matter.
func sameConst(l, r trace.Const) bool {
	if l.Kind == trace.ConstInt || l.Kind == trace.ConstFloat {
		return l.Kind == r.Kind && l.Bits == r.Bits
	}
	return l == r
}

// sameVirtual compares descriptions, which can be cyclic: a pair that is being compared
// is taken as the same until a difference is found elsewhere. They are compared in the
// order of the text, with a stack of our own, because a chain can be as long as the
// trace.
func (d *Differ) sameVirtual(l, r trace.Value) bool {
	d.described = append(d.described[:0], [2]trace.Value{l, r})
	for len(d.described) > 0 {
		pair := d.described[len(d.described)-1]
		d.described = d.described[:len(d.described)-1]
		d.differing = pair
		switch bothVirtual := pair[0].IsVirtual() && pair[1].IsVirtual(); {
		case bothVirtual && d.seen[pair]:
		case bothVirtual && !d.sameShape(pair), !bothVirtual && !d.sameValue(pair[0], pair[1]):
			return false
		}
	}
	return true
}

// sameShape compares two descriptions without what they mention, which it puts on the
// stack.
func (d *Differ) sameShape(pair [2]trace.Value) bool {
	d.seen[pair] = true
	left, right := d.left.result.Out, d.right.result.Out
	l, r := pair[0].VirtualIndex(), pair[1].VirtualIndex()
	lv, rv := &left.Virtuals[l], &right.Virtuals[r]
	if lv.Array != rv.Array || lv.Type != rv.Type || lv.Length != rv.Length || lv.Len != rv.Len {
		return false
	}
	lf, rf := left.Fields(l), right.Fields(r)
	for i := len(lf) - 1; i >= 0; i-- {
		if lf[i].Field != rf[i].Field {
			return false
		}
		d.described = append(d.described, [2]trace.Value{lf[i].Value, rf[i].Value})
	}
	d.described = append(d.described, [2]trace.Value{lv.Of, rv.Of})
	return true
}

// reasonForPending is the reason why a write waits in one of two snapshots.
func (d *Differ) reasonForPending(left, right int32) RemarkRef {
	for _, side := range []struct {
		*diffSide
		snap int32
	}{{&d.right, right}, {&d.left, left}} {
		out := side.result.Out
		for _, v := range out.SnapPending(side.snap) {
			virt := &out.Virtuals[v.VirtualIndex()]
			if virt.Src == 0 {
				continue
			}
			if k := side.byIn[recordedID(virt.Src, virt.Copy)]; k > 0 {
				return RemarkRef{k - 1, side.diffSide == &d.left}
			}
		}
	}
	return noReason
}

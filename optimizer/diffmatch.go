package optimizer

import "unbox/trace"

// This file finds out which operations of two points are the same one, and
// whether they do the same. See diff.go for the whole.

// diffSide is one side of a comparison with its indexes.
type diffSide struct {
	result *Result
	lines  *trace.Listing
	// id[v] is the identity of operation v of the side's trace: Src and Copy for
	// operations that come from the recorded trace, and a number after all of
	// those for added ones. at is the inverse.
	id []int32
	at []trace.Value
	// lineOf[v] is the line that shows operation v, -1 if none does.
	lineOf []int32
	// partner[line] is the line of the other side with the same operation or
	// comment, -1 if there is none.
	partner []int32
	// byIn has the remark about each identity of a recorded operation, learned the
	// one that says what is known of its value after a guard, byOut[v] the one
	// about added operation v of the side's trace; all are indexes in Remarks plus
	// 1.
	byIn, learned, byOut []int32
}

// recordedIDs is the number of identities that the operations of the recorded
// trace can have: two for each, since peeling makes two copies.
func (s *diffSide) recordedIDs() int { return 2 * len(s.result.In.Ops) }

func (s *diffSide) load(side DiffSide) {
	s.result, s.lines = side.Result, side.Listing
	ops := s.result.Out.Ops
	s.id = resized(s.id, len(ops), 0)
	s.at = resized(s.at, s.recordedIDs(), trace.None)
	s.lineOf = resized(s.lineOf, len(ops), -1)
	s.partner = resized(s.partner, len(s.lines.Ops), -1)
	for line, op := range s.lines.Ops {
		if op != trace.None {
			s.lineOf[op] = int32(line)
		}
	}
	s.loadRemarks()
}

func (s *diffSide) loadRemarks() {
	s.byIn = resized(s.byIn, s.recordedIDs(), 0)
	s.learned = resized(s.learned, s.recordedIDs(), 0)
	s.byOut = resized(s.byOut, len(s.result.Out.Ops), 0)
	for i := range s.result.Remarks {
		remark := &s.result.Remarks[i]
		place := &s.byOut[remark.Out]
		if remark.In != trace.None {
			list := s.byIn
			if remark.Kind == Learned {
				list = s.learned
			}
			place = &list[recordedID(int32(remark.In), remark.Copy)]
		}
		if *place == 0 {
			*place = int32(i) + 1
		}
	}
}

// resized returns a slice of n elements, all of them v, in the memory of s.
func resized[T any](s []T, n int, v T) []T {
	if cap(s) < n {
		s = make([]T, n, n+n/4)
	}
	s = s[:n]
	for i := range s {
		s[i] = v
	}
	return s
}

// identity is 0 for None.
func (s *diffSide) identity(op trace.Value) int32 { return s.id[op] }

// opOf is None for an identity that this side does not have.
func (s *diffSide) opOf(id int32) trace.Value {
	if id == 0 || int(id) >= len(s.at) {
		return trace.None
	}
	return s.at[id]
}

// recordedID is the identity of a copy of a recorded operation.
func recordedID(src int32, copied uint8) int32 { return 2*src + int32(copied) }

// src is the identity of the recorded operation that op is or replaces, 0 if it
// was added.
func (s *diffSide) src(op trace.Value) int32 {
	if op == trace.None {
		return 0
	}
	o := &s.result.Out.Ops[op]
	if o.Src == 0 {
		return 0
	}
	return recordedID(o.Src, o.Copy)
}

func (s *diffSide) isMoved(op trace.Value) bool {
	remark := s.remarkOn(s.src(op))
	return remark != nil && remark.Kind == Moved
}

// remarkOn returns the remark about a recorded operation, nil if there is none.
func (s *diffSide) remarkOn(src int32) *Remark {
	if src == 0 || s.byIn[src] == 0 {
		return nil
	}
	return &s.result.Remarks[s.byIn[src]-1]
}

// identify gives the operations of both sides their identities. Added ones are
// the same if they do the same with the same arguments; several of these are
// matched in their order.
func (d *Differ) identify() {
	if d.added == nil {
		d.added = make(map[uint64]int32)
		d.seen = make(map[[2]trace.Value]bool)
	}
	clear(d.added)
	d.keys = d.keys[:0]
	left, right := &d.left, &d.right
	base := left.recordedIDs()
	for i := range left.result.Out.Ops[1:] {
		if op := trace.Value(i + 1); !left.takeSrc(op) {
			left.give(op, int32(base+len(d.keys)))
			d.keys = append(d.keys, left.computes(op))
		}
	}
	// Backwards, so that the first of a chain is the first in the trace.
	d.next = resized(d.next, len(d.keys), 0)
	for i := len(d.keys) - 1; i >= 0; i-- {
		d.next[i] = d.added[d.keys[i]]
		d.added[d.keys[i]] = int32(base + i)
	}
	fresh := base + len(d.keys)
	for i := range right.result.Out.Ops[1:] {
		op := trace.Value(i + 1)
		if right.takeSrc(op) {
			continue
		}
		key := right.computes(op)
		id := d.added[key]
		if id != 0 {
			d.added[key] = d.next[int(id)-base]
		} else {
			id = int32(fresh)
			fresh++
		}
		right.give(op, id)
	}
}

// takeSrc gives op the identity of its recorded operation, if it has one that
// is still free.
func (s *diffSide) takeSrc(op trace.Value) bool {
	o := &s.result.Out.Ops[op]
	id := recordedID(o.Src, o.Copy)
	if o.Src == 0 || s.at[id] != trace.None {
		return false
	}
	s.id[op], s.at[id] = id, op
	return true
}

func (s *diffSide) give(op trace.Value, id int32) {
	for len(s.at) <= int(id) {
		s.at = append(s.at, trace.None)
	}
	s.id[op], s.at[id] = id, op
}

// computes is a number for what an added operation does: the same for two that
// do the same with the same values.
func (s *diffSide) computes(op trace.Value) uint64 {
	out := s.result.Out
	o := &out.Ops[op]
	h := mix(mix(uint64(o.Code), uint64(uint32(o.Descr))), uint64(o.Type))
	for _, arg := range out.Args(op) {
		switch {
		case arg.IsOp():
			h = mix(h, uint64(s.id[arg]))
		case arg.IsConst():
			c := out.Const(arg)
			h = mix(mix(mix(h, uint64(c.Kind)+1<<40), c.Bits), uint64(c.Name))
		}
	}
	return h
}

// mix adds v to the hash h.
func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// RemarkRef names a remark of one of the two results that are compared.
type RemarkRef struct {
	// Index is its place in the Remarks of the right result, or of the left one if
	// FromLeft is set; -1 is none.
	Index    int32
	FromLeft bool
}

var noReason = RemarkRef{Index: -1}

// reasonOf finds why an operation is not the same on both sides; None means
// that a side does not have it. The remarks of the right side come first: it is
// the later point, unless the comparison goes backwards.
func (d *Differ) reasonOf(l, r trace.Value) RemarkRef {
	src := d.left.src(l)
	if src == 0 {
		src = d.right.src(r)
	}
	switch {
	case src != 0 && d.right.byIn[src] > 0:
		return RemarkRef{Index: d.right.byIn[src] - 1}
	case src == 0 && r != trace.None && d.right.byOut[r] > 0:
		return RemarkRef{Index: d.right.byOut[r] - 1}
	case src != 0 && d.left.byIn[src] > 0:
		return RemarkRef{d.left.byIn[src] - 1, true}
	case src == 0 && l != trace.None && d.left.byOut[l] > 0:
		return RemarkRef{d.left.byOut[l] - 1, true}
	}
	return noReason
}

// reasonForOperand is the reason why one side has l as an operand where the
// other has r: a guard made known what the value is, or the operation that
// computed it has a reason. Remarks are never about constants and descriptions.
func (d *Differ) reasonForOperand(l, r trace.Value) RemarkRef {
	if l.IsOp() {
		if id := d.left.src(l); d.right.opOf(id) != trace.None && d.right.learned[id] > 0 {
			return RemarkRef{Index: d.right.learned[id] - 1}
		}
		if reason := d.reasonOf(l, trace.None); reason != noReason {
			return reason
		}
	}
	if r.IsOp() {
		if id := d.right.src(r); d.left.opOf(id) != trace.None && d.left.learned[id] > 0 {
			return RemarkRef{d.left.learned[id] - 1, true}
		}
		return d.reasonOf(trace.None, r)
	}
	return noReason
}

// alreadyLeft reports whether the left point gives the same reason for the same
// operation: then it does not explain the difference between the two.
func (d *Differ) alreadyLeft(l trace.Value, r RemarkRef) bool {
	if r.Index < 0 || r.FromLeft {
		return false
	}
	before := d.left.remarkOn(d.left.src(l))
	return before != nil && before.Reason == d.right.result.Remarks[r.Index].Reason
}

// isOfKind reports whether there is a reason, and its remark is of a kind.
func (d *Differ) isOfKind(r RemarkRef, kind RemarkKind) bool {
	switch {
	case r.Index < 0:
		return false
	case r.FromLeft:
		return d.left.result.Remarks[r.Index].Kind == kind
	}
	return d.right.result.Remarks[r.Index].Kind == kind
}

// RemarkLines returns the lines that a remark is about: on each side the
// line of the operation, or of the one that now has its value; -1 where there
// is none. For an added operation the left line is that of the operation that
// made it necessary. ref must be of the last Diff and name a remark.
func (d *Differ) RemarkLines(ref RemarkRef) (left, right int32) {
	own := &d.right
	if ref.FromLeft {
		own = &d.left
	}
	remark := &own.result.Remarks[ref.Index]
	if remark.In != trace.None {
		return d.left.lineOfRecorded(remark.In, remark.Copy), d.right.lineOfRecorded(remark.In, remark.Copy)
	}
	id := own.identity(remark.Out)
	return d.left.lineOfAdded(id, remark), d.right.lineOfAdded(id, remark)
}

// lineOfRecorded is the line of a recorded operation or of its value.
func (s *diffSide) lineOfRecorded(v trace.Value, copied uint8) int32 {
	if op := s.opOf(recordedID(int32(v), copied)); op != trace.None {
		return s.lineOf[op]
	}
	values := s.result.ValueOf
	if copied != 0 {
		values = s.result.Invented
	}
	if int(v) < len(values) && values[v].IsOp() {
		return s.lineOf[values[v]]
	}
	return -1
}

// lineOfAdded is the line of an added operation or, on the side that does not
// have it, of the recorded operation that its remark mentions.
func (s *diffSide) lineOfAdded(id int32, remark *Remark) int32 {
	if op := s.opOf(id); op != trace.None {
		return s.lineOf[op]
	}
	if cause := remark.Facts[0]; cause.IsOp() && int(cause) < len(s.result.In.Ops) {
		return s.lineOfRecorded(cause, 0)
	}
	return -1
}

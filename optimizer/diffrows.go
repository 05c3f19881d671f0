package optimizer

import "unbox/trace"

// This file answers questions about the rows of the last comparison. See diff.go for
// the whole.

// rowIndex finds rows by lines, and remarks by the lines that they are about. It is made when
// it is first needed.
type rowIndex struct {
	made bool
	// rowOf[0] has the row of each left line, rowOf[1] of each right one.
	rowOf [2][]int32
	// about[side][line] is the last of the remarks about a line in notes, +1; each leads to
	// the one before it.
	about [2][]int32
	notes []lineNote
	// seen says which remarks of the right result have a note, and which of the left.
	seen [2][]bool
}

// lineNote is a remark about the lines left and right.
type lineNote struct {
	ref         RemarkRef
	left, right int32
	before      int32
}

func (d *Differ) side(left bool) *diffSide {
	if left {
		return &d.left
	}
	return &d.right
}

// Identity is a number for a value of a side's result: the same on both sides for the same value,
// 0 for constants and for descriptions that are already in the recorded trace.
func (d *Differ) Identity(left bool, v trace.Value) int {
	s := d.side(left)
	switch {
	case v.IsOp():
		return int(s.id[v])
	case v.IsVirtual():
		virt := &s.result.Out.Virtuals[v.VirtualIndex()]
		if virt.Src != 0 && virt.Of == trace.None {
			return int(recordedID(virt.Src, virt.Copy))
		}
	}
	return 0
}

// PartIdentity is [Differ.Identity] for the value that a part of a remark's
// text names.
func (d *Differ) PartIdentity(ref RemarkRef, p Part) int {
	switch {
	case p.Out != trace.None:
		return d.Identity(ref.FromLeft, p.Out)
	case p.In != trace.None:
		return int(recordedID(int32(p.In), p.Copy))
	}
	return 0
}

// RowOfLine returns the row that shows a line of a side, -1 if there is no such line.
func (d *Differ) RowOfLine(left bool, line int) int {
	rows := d.rowsOf(left)
	if line < 0 || line >= len(rows) {
		return -1
	}
	return int(rows[line])
}

// RowOf returns the row that shows the operation with an identity, on the left if it is there;
// -1 if neither side has it.
func (d *Differ) RowOf(identity int) int {
	for _, left := range []bool{true, false} {
		if line := d.side(left).lineOfIdentity(int32(identity)); line >= 0 {
			return d.RowOfLine(left, int(line))
		}
	}
	return -1
}

// lineOfIdentity is the line of an operation, or of the label that it is a parameter of.
func (s *diffSide) lineOfIdentity(id int32) int32 {
	op := s.opOf(id)
	for op > 0 && s.result.Out.Ops[op].Code == trace.OpParam {
		op--
	}
	if op == trace.None {
		return -1
	}
	return s.lineOf[op]
}

// CauseIdentity is [Differ.Identity] for a cause of a remark.
func (d *Differ) CauseIdentity(ref RemarkRef, cause Cause) int {
	if cause.In != trace.None {
		return int(recordedID(int32(cause.In), cause.Copy))
	}
	return d.Identity(ref.FromLeft, cause.Out)
}

// About returns the remark of a side's result about the recorded operation with an identity; its
// Index is -1 if there is none.
func (d *Differ) About(left bool, identity int) RemarkRef {
	s := d.side(left)
	if identity <= 0 || identity >= len(s.byIn) {
		return noReason
	}
	return RemarkRef{s.byIn[identity] - 1, left}
}

// AboutAdded returns the remark of the right side's result about an operation that a pass added;
// its Index is -1 if it is no such operation.
func (d *Differ) AboutAdded(v trace.Value) RemarkRef {
	return RemarkRef{Index: d.right.byOut[v] - 1}
}

// RowOfRecorded returns the row of a recorded operation, or of its copy in the peeled loop; -1 if
// neither side has it.
func (d *Differ) RowOfRecorded(v trace.Value, copied uint8) int {
	return d.RowOf(int(recordedID(int32(v), copied)))
}

// Reasons returns the remarks about a row: its own first, then those about the same lines, then,
// where an argument was replaced, why.
func (d *Differ) Reasons(row int) []RemarkRef {
	r := &d.rows[row]
	var found []RemarkRef
	add := func(ref RemarkRef) {
		for _, have := range found {
			if have == ref {
				return
			}
		}
		if ref.Index >= 0 {
			found = append(found, ref)
		}
	}
	add(r.Reason())
	if r.Kind == DiffSame || r.Kind == DiffComment {
		return found
	}
	for _, ref := range d.aboutLines(r) {
		add(ref)
	}
	if r.Kind == DiffArgs {
		for _, ref := range d.operandReasons(r) {
			add(ref)
		}
	}
	return found
}

// aboutLines returns the remarks about one of a row's lines, unless they are about another row:
// one with lines on both sides belongs to the row that shows both or, for a move, to its two
// halves.
func (d *Differ) aboutLines(r *DiffRow) []RemarkRef {
	d.makeIndex()
	x := &d.index
	var found []RemarkRef
	for side, line := range [2]int32{r.Left, r.Right} {
		if line < 0 {
			continue
		}
		from := len(found)
		for k := x.about[side][line]; k != 0; k = x.notes[k-1].before {
			n := &x.notes[k-1]
			elsewhere := n.left >= 0 && n.right >= 0 && r.Left >= 0 && r.Right >= 0 && (n.left != r.Left || n.right != r.Right)
			if !elsewhere {
				found = append(found, n.ref)
			}
		}
		for i, j := from, len(found)-1; i < j; i, j = i+1, j-1 {
			found[i], found[j] = found[j], found[i]
		}
	}
	return found
}

// operandReasons returns the reason for each operand that differs.
func (d *Differ) operandReasons(r *DiffRow) []RemarkRef {
	d.collecting, d.collected = true, d.collected[:0]
	d.compare(d.left.lines.Ops[r.Left], d.right.lines.Ops[r.Right])
	d.collecting = false
	return d.collected
}

func (d *Differ) rowsOf(left bool) []int32 {
	d.makeIndex()
	if left {
		return d.index.rowOf[0]
	}
	return d.index.rowOf[1]
}

func (d *Differ) makeIndex() {
	x := &d.index
	if x.made {
		return
	}
	x.made = true
	x.notes = x.notes[:0]
	x.seen[0] = resized(x.seen[0], len(d.right.result.Remarks), false)
	x.seen[1] = resized(x.seen[1], len(d.left.result.Remarks), false)
	for side, lines := range [2]int{d.left.lines.Len(), d.right.lines.Len()} {
		x.rowOf[side] = resized(x.rowOf[side], lines, -1)
		x.about[side] = resized(x.about[side], lines, 0)
	}
	for i := range d.rows {
		r := &d.rows[i]
		for side, line := range [2]int32{r.Left, r.Right} {
			if line >= 0 {
				x.rowOf[side][line] = int32(i)
			}
		}
		if r.Remark >= 0 {
			d.note(r.Reason())
		}
	}
}

// note attaches a remark to the lines that it is about, once.
func (d *Differ) note(ref RemarkRef) {
	x, seen := &d.index, d.index.seen[0]
	if ref.FromLeft {
		seen = d.index.seen[1]
	}
	if seen[ref.Index] {
		return
	}
	seen[ref.Index] = true
	left, right := d.RemarkLines(ref)
	for side, line := range [2]int32{left, right} {
		if line >= 0 {
			x.notes = append(x.notes, lineNote{ref, left, right, x.about[side][line]})
			x.about[side][line] = int32(len(x.notes))
		}
	}
}

// LineOf returns the line of a side that shows an operation, -1 if none does.
func (d *Differ) LineOf(left bool, v trace.Value) int { return int(d.side(left).lineOf[v]) }

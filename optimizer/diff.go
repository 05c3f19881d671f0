package optimizer

import "unbox/trace"

// How two points of a pipeline are compared.
//
// A text diff cannot be trusted here: removing one operation renumbers all that
// follow it, and an argument that is printed differently may still be the same
// value. But every operation knows which recorded one it is or replaces
// (Op.Src). So rows are aligned by identity, and arguments are compared by the
// identity of what they name; the texts play no role, except those of comments.
//
//	recorded              after cse             row
//	i1 = int_add(i0, 1)   i1 = int_add(i0, 1)   same
//	i2 = int_add(i0, 1)                         removed
//	print(i2)             print(i1)             arguments
//
// The rows in common are in the order of both sides (as many as possible: a
// longest increasing subsequence); an operation that breaks the order is shown
// where it was and where it went. Everything costs at most O(n log n).

// DiffKind says how the two sides of a DiffRow relate.
type DiffKind uint8

const (
	// DiffSame: the same operation with the same arguments on both sides.
	DiffSame DiffKind = iota
	// DiffArgs: the same operation, but an argument was replaced by an equal value.
	DiffArgs
	// DiffReplaced: another operation computes the value.
	DiffReplaced
	// DiffRemoved: only on the left.
	DiffRemoved
	// DiffAdded: only on the right.
	DiffAdded
	// DiffMovedFrom: on the left; Partner is the right line that it moved to.
	DiffMovedFrom
	// DiffMovedTo: on the right; Partner is the left line that it came from.
	DiffMovedTo
	// DiffComment: a line that is no operation.
	DiffComment
)

var diffKindNames = [...]string{"same", "args", "replaced", "removed", "added", "moved-from", "moved-to", "comment"}

// String returns "same", "args", "replaced", "removed", "added", "moved-from",
// "moved-to" or "comment".
func (k DiffKind) String() string { return diffKindNames[k] }

// DiffSide is one of the two points compared.
type DiffSide struct {
	// Result is what led to this point; for the recorded trace see [Recorded].
	Result *Result
	// Listing shows Result.Out.
	Listing *trace.Listing
}

// DiffRow aligns a line of the left listing with a line of the right one.
type DiffRow struct {
	// Left and Right are 0-based lines, -1 where a side has none.
	Left, Right int32
	// Partner is the line on the other side for the two moved kinds, else -1.
	Partner int32
	// Remark is the index of the reason in the Remarks of the right side's
	// result, or of the left's if FromLeft is set; -1 if there is none. The left
	// side gives the reason when the row undoes what led to the left point.
	Remark   int32
	FromLeft bool
	Kind     DiffKind
}

// Reason is the remark for the row.
func (row *DiffRow) Reason() RemarkRef { return RemarkRef{row.Remark, row.FromLeft} }

// Recorded returns the result of doing nothing with a trace: point 0 of every
// comparison.
func Recorded(t *trace.Trace) *Result { return &Result{In: t, Out: t} }

// Differ compares points. It keeps its memory from one comparison to the next;
// the zero value is ready for use.
type Differ struct {
	left, right diffSide
	// added finds the operations that passes added on the left by what they
	// compute (keys); next chains those that compute the same.
	added map[uint64]int32
	keys  []uint64
	next  []int32
	// pairs are the lines whose operations are on both sides, in left order.
	pairs []linePair
	keep  subsequence
	// seen are the pairs of virtual objects being compared, differing the operands
	// that differed last.
	seen      map[[2]trace.Value]bool
	differing [2]trace.Value
	// described are the pairs that two descriptions mention and that still have to
	// be compared.
	described [][2]trace.Value
	// comments are the left comments of a gap by text.
	comments map[string][]int32
	rows     []DiffRow
	index    rowIndex
	// collecting means that compare puts the reasons for all operands that differ into
	// collected.
	collecting bool
	collected  []RemarkRef
}

// linePair is an operation that both sides have.
type linePair struct {
	left, right int32
	// moved means that one side's remarks say that it was moved.
	moved bool
	kept  bool
}

// Diff compares two points of the same recorded trace. The rows are valid until
// the next call.
func (d *Differ) Diff(left, right DiffSide) []DiffRow {
	d.left.load(left)
	d.right.load(right)
	d.identify()
	d.pairLines()
	d.keep.mark(d.pairs, len(d.right.lines.Ops))
	d.rows, d.index.made = d.rows[:0], false
	var i, j int32
	for _, p := range d.pairs {
		if !p.kept {
			continue
		}
		d.gap(i, p.left, j, p.right)
		d.rows = append(d.rows, d.pairRow(p))
		i, j = p.left+1, p.right+1
	}
	d.gap(i, int32(len(d.left.lines.Ops)), j, int32(len(d.right.lines.Ops)))
	return d.rows
}

// pairLines collects the lines whose operations have the same identity.
func (d *Differ) pairLines() {
	d.pairs = d.pairs[:0]
	for line, op := range d.left.lines.Ops {
		other := d.right.opOf(d.left.identity(op))
		if other == trace.None || d.right.lineOf[other] < 0 {
			continue
		}
		d.left.partner[line] = d.right.lineOf[other]
		d.right.partner[d.right.lineOf[other]] = int32(line)
		d.pairs = append(d.pairs, linePair{
			left: int32(line), right: d.right.lineOf[other],
			moved: d.left.isMoved(op) != d.right.isMoved(other),
		})
	}
}

// pairRow compares the two sides of an operation that both have.
func (d *Differ) pairRow(p linePair) DiffRow {
	l, r := d.left.lines.Ops[p.left], d.right.lines.Ops[p.right]
	row := DiffRow{Left: p.left, Right: p.right, Partner: -1, Remark: -1}
	same := d.compare(l, r)
	switch {
	case !same.operation:
		row.Kind = DiffReplaced
		row.setReason(d.reasonOf(l, r))
	case !same.operands:
		row.Kind = DiffArgs
		row.setReason(same.reason)
		if own := d.reasonOf(l, r); d.isOfKind(own, Replaced) && !d.alreadyLeft(l, own) {
			row.Kind = DiffReplaced
			row.setReason(own)
		} else if row.Remark < 0 {
			row.setReason(own)
		}
	case p.moved:
		// Everything that it was moved past is gone: the order is as it was.
		row.setReason(d.reasonOf(l, r))
	default:
		if own := d.reasonOf(l, r); d.isOfKind(own, Stopped) {
			row.setReason(own)
		}
	}
	return row
}

// gap shows the lines between two operations in common: what only the left has,
// then what only the right has, with the comments in common between them.
func (d *Differ) gap(l0, l1, r0, r1 int32) {
	d.matchComments(l0, l1, r0, r1)
	for l := l0; l < l1; l++ {
		if r := d.left.partner[l]; r >= 0 && d.left.lines.Ops[l] == trace.None {
			d.leftOnly(l0, l)
			d.rightOnly(r0, r)
			d.rows = append(d.rows, DiffRow{Left: l, Right: r, Partner: -1, Remark: -1, Kind: DiffComment})
			l0, r0 = l+1, r+1
		}
	}
	d.leftOnly(l0, l1)
	d.rightOnly(r0, r1)
}

// matchComments pairs comments of the same text in the gap, from the end: a
// comment belongs to the operation after it.
func (d *Differ) matchComments(l0, l1, r0, r1 int32) {
	if d.comments == nil {
		d.comments = make(map[string][]int32)
	}
	clear(d.comments)
	for l := l0; l < l1; l++ {
		if d.left.lines.Ops[l] == trace.None {
			text := d.left.lines.Line(int(l))
			d.comments[text] = append(d.comments[text], l)
		}
	}
	if len(d.comments) == 0 {
		return
	}
	bound := l1
	for r := r1 - 1; r >= r0; r-- {
		if d.right.lines.Ops[r] != trace.None {
			continue
		}
		text := d.right.lines.Line(int(r))
		list := d.comments[text]
		for len(list) > 0 && list[len(list)-1] >= bound {
			list = list[:len(list)-1]
		}
		if len(list) > 0 {
			bound = list[len(list)-1]
			d.left.partner[bound], d.right.partner[r] = r, bound
		}
		d.comments[text] = list
	}
}

func (d *Differ) leftOnly(from, to int32) {
	for l := from; l < to; l++ {
		row := DiffRow{Left: l, Right: -1, Partner: -1, Remark: -1, Kind: DiffComment}
		if op := d.left.lines.Ops[l]; op != trace.None {
			if r := d.left.partner[l]; r >= 0 {
				row.Kind, row.Partner = DiffMovedFrom, r
				row.setReason(d.reasonOf(op, d.right.lines.Ops[r]))
			} else {
				row.Kind = DiffRemoved
				row.setReason(d.reasonOf(op, trace.None))
			}
		}
		d.rows = append(d.rows, row)
	}
}

func (d *Differ) rightOnly(from, to int32) {
	for r := from; r < to; r++ {
		row := DiffRow{Left: -1, Right: r, Partner: -1, Remark: -1, Kind: DiffComment}
		if op := d.right.lines.Ops[r]; op != trace.None {
			if l := d.right.partner[r]; l >= 0 {
				row.Kind, row.Partner = DiffMovedTo, l
				row.setReason(d.reasonOf(d.left.lines.Ops[l], op))
			} else {
				row.Kind = DiffAdded
				row.setReason(d.reasonOf(trace.None, op))
			}
		}
		d.rows = append(d.rows, row)
	}
}

func (row *DiffRow) setReason(r RemarkRef) {
	row.Remark, row.FromLeft = r.Index, r.FromLeft
}

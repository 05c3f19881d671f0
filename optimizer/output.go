package optimizer

import (
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// output is the trace under construction: the operations in their order, with
// the walk's numbers as arguments.
type output struct {
	ops      []trace.Op
	self     []trace.Value // the walk's number of each operation's result
	args     []trace.Value
	snaps    []trace.Snapshot
	snapList []trace.Value
	virtuals []trace.Virtual
	fields   []trace.VirtualField
	// dropped is the number of operations that were taken out again.
	dropped int
	// lastLabel is where the last label is.
	lastLabel int32
	loop      loopLayout
}

// loopLayout says where the peeled loop is in the output, if there is one.
type loopLayout struct {
	// active is set from the label of the loop on.
	active bool
	// labelAt is where the label is, bodyAt is after its parameters; snapAt, fieldAt and
	// virtualAt say where the contents of the loop's snapshots begin.
	labelAt, bodyAt            int32
	snapAt, fieldAt, virtualAt int
}

// isBefore reports whether there is a loop and a place is before it.
func (l *loopLayout) isBefore(at int32) bool { return l.active && at < l.labelAt }

// drop takes operation at out again.
func (o *output) drop(at int) {
	o.ops[at].Code = trace.OpNone
	o.dropped++
}

func (o *output) reset(ops, args, snaps, snapList int) {
	o.ops = append(growTo(o.ops[:0], ops)[:0], trace.Op{})
	o.self = append(growTo(o.self[:0], ops)[:0], trace.None)
	o.args = growTo(o.args[:0], args)[:0]
	o.snaps = append(growTo(o.snaps[:0], snaps)[:0], trace.Snapshot{})
	o.snapList = growTo(o.snapList[:0], snapList)[:0]
	o.virtuals = o.virtuals[:0]
	o.fields = o.fields[:0]
	o.dropped, o.lastLabel, o.loop = 0, 0, loopLayout{}
}

// add puts an operation at the end and returns where that is. It is written field by
// field, as in [remarkTable.setRemoved].
func (o *output) add(op *trace.Op, self trace.Value, args []trace.Value, snap int32) int32 {
	at, first := len(o.ops), len(o.args)
	if at == cap(o.ops) {
		o.ops = growTo(o.ops, 2*at+1)
	}
	o.ops = o.ops[:at+1]
	out := &o.ops[at]
	out.Code, out.Type, out.Spelling, out.Copy = op.Code, op.Type, op.Spelling, op.Copy
	out.First, out.Len = uint32(first), uint32(len(args))
	out.Descr, out.Snap, out.Name = op.Descr, snap, op.Name
	out.Src, out.Line = op.Src, op.Line
	if first+len(args) > cap(o.args) {
		o.args = growTo(o.args, 2*(first+len(args)))
	}
	o.args = o.args[:first+len(args)]
	for i, v := range args {
		o.args[first+i] = v
	}
	o.self = append(o.self, self)
	return int32(at)
}

// oneMore makes a list longer by one and returns the last item, which is to be filled in: what
// is there may be of an earlier walk.
func oneMore[T any](list *[]T) *T {
	n := len(*list)
	if n == cap(*list) {
		*list = growTo(*list, 2*n+8)
	}
	*list = (*list)[:n+1]
	return &(*list)[n]
}

// growTo returns a slice with room for n elements, keeping what is there.
func growTo[T any](s []T, n int) []T {
	if cap(s) >= n {
		return s
	}
	return append(make([]T, 0, n), s...)
}

// emit puts the operation into the output, and before it what it needs.
func (w *walk) emit(c *cur) {
	code, snap := c.op.Code, c.op.Snap
	needs := emitNeeds[code]
	if needs&(emitOverflow|emitCall) != 0 {
		if needs&emitOverflow != 0 {
			w.prepareNextGuard()
		} else {
			w.prepareCallGuards()
		}
	}
	if snap != 0 || code.IsGuard() && w.heap.waits() {
		if code != trace.OpGuardNoOverflow && code != trace.OpGuardOverflow {
			w.prepareSnapshot(snap)
			w.heap.seen() // what was materialized for the guard
		}
		snap = w.emitSnapshot(snap)
	}
	w.putWith(c, snap)
}

// put puts an operation without a snapshot into the output.
func (w *walk) put(c *cur) { w.putWith(c, 0) }

func (w *walk) putWith(c *cur, snap int32) {
	at := w.out.add(&c.op, c.self, c.args, snap)
	w.definedAt[c.self] = at
	if c.op.Src == 0 || c.rewritten.Kind != 0 {
		w.emitRemark(c, at)
	}
	if w.recording {
		w.noteOperation(EventEmit, 0, c)
	}
	if c.op.Code == trace.OpLabel {
		w.out.lastLabel = at
	}
	if c.tells != 0 {
		w.tell(c, at)
	}
}

const (
	emitOverflow = 1 << iota
	emitCall
)

// emitNeeds says what has to be done around operations that go into the output. A jump
// to a label does not pass the guards before the label, so these cannot take over the
// questions of guards after it.
var emitNeeds = func() (needs [256]uint8) {
	for _, code := range trace.Opcodes() {
		if code.Effect() == trace.EffectOverflow {
			needs[code] = emitOverflow
		}
	}
	needs[trace.OpCall] = emitCall
	return needs
}()

// emitRemark gives the reason if the operation is not as it was recorded.
func (w *walk) emitRemark(c *cur, at int32) {
	switch {
	case w.remarks.off:
	case c.op.Src == 0:
		r := oneMore(&w.remarks.added)
		r.set(&w.because)
		r.Kind, r.In, r.Out = Added, trace.None, trace.Value(at)
	case c.rewritten.Kind != 0:
		c.rewritten.In, c.rewritten.Copy = trace.Value(c.op.Src), c.op.Copy
		w.remarks.set(&c.rewritten)
	}
}

// prepareSnapshot puts everything into the output that a guard's snapshot cannot
// describe.
func (w *walk) prepareSnapshot(s int32) {
	recorded := w.in.SnapValues(s)
	w.described.startSnapshot(w.copyNumber)
	for _, v := range recorded {
		if v.IsVirtual() {
			w.prepareDescribed(v)
		} else {
			w.virtual.prepareForSnapshot(w.find(w.inCopy(v)))
		}
	}
	for _, v := range w.in.SnapPending(s) {
		w.prepareDescribed(v)
		w.virtual.materialize(w.find(w.inCopy(w.in.Virtuals[v.VirtualIndex()].Of)))
	}
}

// prepareNextGuard prepares the guard after an overflow operation, which must
// come directly after it.
func (w *walk) prepareNextGuard() {
	if next := int(w.position) + 1; next < len(w.in.Ops) && w.in.Ops[next].Code.IsGuard() {
		w.prepareSnapshot(w.in.Ops[next].Snap)
		w.heap.flushConcrete() // also of what that materialized
	}
}

// prepareCallGuards prepares the guards after a call that ask about its outcome
// (guard_no_exception), which must come directly after it, too.
func (w *walk) prepareCallGuards() {
	for next := int(w.position) + 1; next < len(w.in.Ops) && (w.in.Ops[next].Code == trace.OpGuardOpaque || trace.AsksForException(w.in.Ops[next].Code)); next++ {
		w.prepareSnapshot(w.in.Ops[next].Snap)
		w.heap.flushConcrete()
	}
}

// emitSnapshot copies a recorded snapshot into the output: values replaced,
// virtual objects described.
func (w *walk) emitSnapshot(s int32) int32 {
	recorded := w.in.SnapValues(s)
	w.described.startSnapshot(w.copyNumber)
	first := uint32(len(w.out.snapList))
	for _, v := range recorded {
		if v.IsVirtual() {
			v = w.copyDescribed(v)
		} else {
			v = w.virtual.describe(w.find(w.inCopy(v)))
		}
		w.out.snapList = append(w.out.snapList, v)
	}
	w.heap.describePending(s)
	was, snap := &w.in.Snaps[s], oneMore(&w.out.snaps)
	snap.First, snap.Len, snap.Pending = first, was.Len, uint32(len(w.out.snapList))-first-was.Len
	snap.Listed, snap.Takes, snap.Descr = was.Listed, was.Takes, was.Descr
	snap.FramesFirst, snap.FramesLen = was.FramesFirst, was.FramesLen
	snap.RowsFirst, snap.RowsLen = 0, 0 // the rows are those of another trace
	if s == 0 {
		snap.Descr = -1
	}
	return int32(len(w.out.snaps) - 1)
}

// remarkTable collects at most one remark for each copy of each recorded
// operation, and one for each added operation.
type remarkTable struct {
	// off means that nobody reads remarks: nothing is collected then, and there never is a remark about an
	// operation. nowhere is where a remark is written instead.
	off     bool
	nowhere Remark

	ops   int
	of    []int32 // index in list by operation and copy, 0 if there is none
	list  []Remark
	added []Remark
	// copies are the operations of the result that are in the peeled loop as they
	// were recorded.
	copies []int32
	// learned are equalities that guards made known.
	learned []Remark
	// stopped say why a pass did nothing; last and before are the memory of addStopped.
	stopped      []Remark
	last, before []int32
	// details are additional data of remarks; the first entry is unused. known are the
	// Bounds that belong to them, two for each.
	details []remarkDetails
	known   []bounds.Bounds
}

func (t *remarkTable) reset(ops, copies int, off bool) {
	t.ops, t.off = ops, off
	if !off {
		t.of = trace.Zeroed(t.of, ops*copies)
	}
	t.list = append(t.list[:0], Remark{})
	t.added = t.added[:0]
	t.learned = t.learned[:0]
	t.stopped = t.stopped[:0]
	t.details = append(t.details[:0], remarkDetails{})
	t.known = t.known[:0]
}

// set gives the reason for a recorded operation, in place of an earlier one.
func (t *remarkTable) set(r *Remark) { t.slot(r.In, r.Copy).set(r) }

// slot returns where the reason for a copy of a recorded operation is kept. What
// is there may be from an earlier reason, or from an earlier trace.
func (t *remarkTable) slot(in trace.Value, copyNumber uint8) *Remark {
	if t.off {
		return &t.nowhere
	}
	at := int(in) + int(copyNumber)*t.ops
	if k := t.of[at]; k != 0 {
		return &t.list[k]
	}
	n := len(t.list)
	t.of[at] = int32(n)
	if n == cap(t.list) {
		t.list = append(t.list, Remark{})
	} else {
		t.list = t.list[:n+1]
	}
	return &t.list[n]
}

// setRemoved gives the reason why an operation is gone. It is [remarkTable.set]
// for the most frequent kind of remark, written field by field: a Remark that is put
// together elsewhere and copied at once makes the processor wait for itself.
func (t *remarkTable) setRemoved(op *trace.Op, pass PassID, reason Reason, a, b trace.Value, descr int32) *Remark {
	r := t.slot(trace.Value(op.Src), op.Copy)
	r.Kind, r.Pass, r.Reason, r.Copy = Removed, pass, reason, op.Copy
	r.In, r.Out = trace.Value(op.Src), trace.None
	r.Facts[0], r.Facts[1] = a, b
	r.Descr, r.rest = descr, 0
	return r
}

// restOn sets the operation that the remark about an operation rests on, besides its
// facts.
func (t *remarkTable) restOn(op *trace.Op, because trace.Value) {
	if r := t.about(op); r != nil {
		t.restsOn(r, because)
	}
}

// restOnBoth says that the remark about an operation rests on two others.
func (t *remarkTable) restOnBoth(op *trace.Op, because, and trace.Value) {
	r := t.about(op)
	if r == nil {
		return
	}
	d := r.detailsOf(t.details)
	d.because[0], d.because[1] = because, and
	r.rest = t.detail(d)
}

// restsOn returns the first operation that a remark rests on, besides its
// facts.
func (t *remarkTable) restsOn(r *Remark, because trace.Value) {
	if t.off {
		return
	}
	if r.rest >= 0 && because >= 0 {
		r.rest = int32(because)
		return
	}
	d := r.detailsOf(t.details)
	d.because[0] = because
	r.rest = t.detail(d)
}

// detail keeps details of a remark, with what was known of two arguments if the remark rests on that, and returns their
// index for Remark.rest.
func (t *remarkTable) detail(d remarkDetails, known ...bounds.Bounds) int32 {
	if t.off {
		return 0
	}
	if len(known) > 0 {
		t.known = append(t.known, known...)
		d.known = int32(len(t.known) / len(known))
	}
	t.details = append(t.details, d)
	return int32(1 - len(t.details))
}

// setStopped gives the reason why a pass leaves an operation alone, or forgets what it
// knew at that point.
//
//go:noinline
func (t *remarkTable) setStopped(op *trace.Op, pass PassID, reason Reason, a trace.Value) {
	if t.off {
		return
	}
	t.stopped = append(t.stopped, Remark{Kind: Stopped, Pass: pass, Reason: reason,
		In: trace.Value(op.Src), Copy: op.Copy, Facts: [2]trace.Value{a}, Descr: -1})
}

// setReason changes the reason in the remark about an operation.
func (t *remarkTable) setReason(op *trace.Op, reason Reason) {
	if r := t.about(op); r != nil {
		r.Reason = reason
	}
}

// about returns the remark about an operation, nil if there is none. There never is one about
// an operation that was not recorded.
func (t *remarkTable) about(op *trace.Op) *Remark { return t.aboutCopy(op.Src, op.Copy) }

func (t *remarkTable) aboutCopy(src int32, copyNumber uint8) *Remark {
	if t.off {
		return nil
	}
	if k := t.of[int(src)+int(copyNumber)*t.ops]; k != 0 {
		return &t.list[k]
	}
	return nil
}

// overwritten changes the reason for a write, if it was recorded: a later one took its place.
func (t *remarkTable) overwritten(by writer, write trace.Value) {
	if r := t.aboutCopy(by.src, by.copy); r != nil {
		r.Reason = ReasonVirtualOverwritten
		t.restsOn(r, write)
	}
}

package optimizer

import "unbox/trace"

// describedObjects are the descriptions of virtual objects that the recorded
// trace itself has in its snapshots, because an optimizer made it. They are
// copied with their values replaced, and may then contain objects that have
// become virtual only now.
type describedObjects struct {
	// copied[k] is the description in the output for recorded description k; it is
	// valid as long as age[k] is now.
	copied, age []int32
	now         int32
	// copyNumber is the copy of the loop to which now belongs.
	copyNumber uint8
	// changing means that a current description contains a virtual object, whose
	// contents may have changed by the next guard.
	changing bool

	pending []int32
	fields  []trace.VirtualField
	// visited has the snapshot in which each description was last looked into.
	visited  []int32
	snapshot int32
}

func (d *describedObjects) reset(n int) {
	d.copied, d.age, d.visited = trace.Zeroed(d.copied, n), trace.Zeroed(d.age, n), trace.Zeroed(d.visited, n)
	d.now, d.snapshot = 1, 0
	d.copyNumber, d.changing = 0, false
}

// startSnapshot keeps the copies that are still true: most snapshots of an
// optimized trace share theirs.
func (d *describedObjects) startSnapshot(copyNumber uint8) {
	d.snapshot++
	if d.changing || d.copyNumber != copyNumber {
		d.now++
		d.changing, d.copyNumber = false, copyNumber
	}
}

// prepareDescribed is prepareForSnapshot for everything inside a recorded
// description.
func (w *walk) prepareDescribed(v trace.Value) {
	d := &w.described
	d.pending = d.pending[:0]
	visit := func(k int) {
		if d.visited[k] != d.snapshot {
			d.visited[k] = d.snapshot
			d.pending = append(d.pending, int32(k))
		}
	}
	visit(v.VirtualIndex())
	for len(d.pending) > 0 {
		k := d.pending[len(d.pending)-1]
		d.pending = d.pending[:len(d.pending)-1]
		for _, f := range w.in.Fields(int(k)) {
			if f.Value.IsVirtual() {
				visit(f.Value.VirtualIndex())
			} else {
				w.virtual.prepareForSnapshot(w.find(w.inCopy(f.Value)))
			}
		}
	}
}

// copyDescribed returns the description in the output for a recorded one.
func (w *walk) copyDescribed(v trace.Value) trace.Value {
	d := &w.described
	d.pending = d.pending[:0]
	result := w.reserveDescribed(v.VirtualIndex())
	for len(d.pending) > 0 {
		k := d.pending[len(d.pending)-1]
		d.pending = d.pending[:len(d.pending)-1]
		w.fillDescribed(int(k))
	}
	return result
}

// reserveDescribed makes room for the copy of recorded description k if there is
// none; it is filled in later.
func (w *walk) reserveDescribed(k int) trace.Value {
	d := &w.described
	if d.age[k] != d.now {
		d.age[k] = d.now
		d.copied[k] = int32(len(w.out.virtuals))
		copied := w.in.Virtuals[k]
		if d.copyNumber != 0 {
			copied.Name = 0
		}
		w.out.virtuals = append(w.out.virtuals, copied)
		d.pending = append(d.pending, int32(k))
	}
	return trace.VirtualValue(int(d.copied[k]))
}

func (w *walk) fillDescribed(k int) {
	d := &w.described
	d.fields = d.fields[:0]
	for _, f := range w.in.Fields(k) {
		if f.Value.IsVirtual() {
			d.fields = append(d.fields, trace.VirtualField{Field: f.Field, Value: w.reserveDescribed(f.Value.VirtualIndex())})
			continue
		}
		v := w.find(w.inCopy(f.Value))
		d.changing = d.changing || w.virtual.of(v) != 0
		d.fields = append(d.fields, trace.VirtualField{Field: f.Field, Value: w.virtual.describe(v)})
	}
	copied := &w.out.virtuals[d.copied[k]]
	copied.Of = w.find(w.inCopy(copied.Of))
	copied.First, copied.Len = uint32(len(w.out.fields)), uint32(len(d.fields))
	w.out.fields = append(w.out.fields, d.fields...)
}

package optimizer

import "unbox/trace"

// operands returns the arguments of operation i of the output.
func (w *walk) operands(i int) []trace.Value {
	op := &w.out.ops[i]
	return w.out.args[op.First : op.First+op.Len]
}

// snapshotSweep says which descriptions were visited in a sweep over the output.
type snapshotSweep struct {
	// visited says in which sweep each description was visited last.
	visited []int32
	now     int32
	pending []int32
}

// eachInSnapshot visits every value that operation i of the output has in its
// snapshot, also in the descriptions there.
func (w *walk) eachInSnapshot(i int, visit func(trace.Value)) {
	snap := w.out.snaps[w.out.ops[i].Snap]
	for _, v := range w.out.snapList[snap.First : snap.First+snap.Len+snap.Pending] {
		if v.IsVirtual() {
			w.eachDescribed(v, visit)
		} else {
			visit(v)
		}
	}
}

// eachDescribed visits the values in a description and in those inside of it.
// A description is visited once for each sweep over the output.
func (w *walk) eachDescribed(v trace.Value, visit func(trace.Value)) {
	s := &w.sweep
	s.pending = append(s.pending[:0], int32(v.VirtualIndex()))
	for len(s.pending) > 0 {
		k := s.pending[len(s.pending)-1]
		s.pending = s.pending[:len(s.pending)-1]
		if s.visited[k] == s.now {
			continue
		}
		s.visited[k] = s.now
		virt := &w.out.virtuals[k]
		visit(virt.Of)
		for _, f := range w.out.fields[virt.First : virt.First+virt.Len] {
			if f.Value.IsVirtual() {
				s.pending = append(s.pending, int32(f.Value.VirtualIndex()))
			} else {
				visit(f.Value)
			}
		}
	}
}

// start makes eachDescribed visit every description again.
func (s *snapshotSweep) start(descriptions int) {
	s.now++
	for len(s.visited) < descriptions {
		s.visited = append(s.visited, 0)
	}
}

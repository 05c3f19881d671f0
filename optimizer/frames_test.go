package optimizer_test

import (
	"slices"
	"testing"

	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/trace"
)

// withFrames returns the trace with two frames in each snapshot that has values, which differ
// from snapshot to snapshot.
func withFrames(t *trace.Trace) *trace.Trace {
	framed := *t
	framed.Snaps = slices.Clone(t.Snaps)
	for k := range framed.Snaps {
		snap := &framed.Snaps[k]
		if snap.Len == 0 {
			continue
		}
		half := snap.Len / 2
		snap.FramesFirst, snap.FramesLen = uint32(len(framed.Frames)), 2
		framed.Frames = append(framed.Frames,
			trace.Frame{Code: int32(k), PC: 2 * int32(k), First: 0, Len: half}, trace.Frame{Code: -int32(k), PC: 7, First: half, Len: snap.Len - half})
	}
	return &framed
}

// asRecorded returns the trace as a recorded one, not as made from another.
func asRecorded(t *trace.Trace) *trace.Trace {
	own := *t
	own.Ops, own.Snaps, own.Virtuals = slices.Clone(t.Ops), slices.Clone(t.Snaps), slices.Clone(t.Virtuals)
	for v := range own.Ops {
		own.Ops[v].Src, own.Ops[v].Copy = int32(v), 0
	}
	for k := range own.Snaps {
		own.Snaps[k].Takes = 0
	}
	for k := range own.Virtuals {
		own.Virtuals[k].Src, own.Virtuals[k].Copy = 0, 0
	}
	return &own
}

// TestFramesAreCarried attaches frames to the snapshots of random traces: each guard of the result
// has those of the recorded one, in the peeled loop as well and after a second optimization, and
// its snapshot as many values, whether objects in it stayed virtual or not.
func TestFramesAreCarried(t *testing.T) {
	n := uint64(1000)
	if testing.Short() {
		n = 200
	}
	var g fuzz.Generator
	var o optimizer.Optimizer
	guards, copies, virtuals := 0, 0, 0
	for k := range n {
		in := withFrames(g.Trace(11, k, 0).Trace)
		if err := trace.Check(in); err != nil {
			t.Fatal(err)
		}
		once := o.Run(in, allPasses.First(1+int(k%9))|allPasses.First(1))
		again := o.Run(asRecorded(once.Out), allPasses)
		for _, r := range []*optimizer.Result{once, again} {
			if err := trace.Check(r.Out); err != nil {
				t.Fatalf("trace %d: %v", k, err)
			}
			for v := range r.Out.Ops {
				op := &r.Out.Ops[v]
				if !op.Code.IsGuard() || op.Src == 0 || r.In.Ops[op.Src].Snap == 0 {
					continue
				}
				was := r.In.Ops[op.Src].Snap
				if !slices.Equal(r.Out.SnapFrames(op.Snap), r.In.SnapFrames(was)) || r.Out.Snaps[op.Snap].Len != r.In.Snaps[was].Len {
					t.Fatalf("trace %d: expected the frames %v, found %v", k, r.In.SnapFrames(was), r.Out.SnapFrames(op.Snap))
				}
				guards += len(r.Out.SnapFrames(op.Snap))
				copies += int(op.Copy)
				for _, held := range r.Out.SnapValues(op.Snap) {
					if held.IsVirtual() {
						virtuals++
					}
				}
			}
		}
	}
	if guards == 0 || copies == 0 || virtuals == 0 {
		t.Errorf("expected frames in guards, in a peeled loop, and with virtual objects, found %d, %d and %d", guards, copies, virtuals)
	}
}

package backend

import (
	"errors"

	"unbox/heap/arena"
	"unbox/interp"
	"unbox/trace"
)

// Start is everything that a host without a driver needs to begin a run: a page, in
// which only WebAssembly runs and effects are not told.
type Start struct {
	// Region are the bytes of the region from its start to Young. All bytes behind are
	// 0.
	Region []byte
	// Young is where the two young spaces begin, Space the size of each in bytes.
	Young, Space int
	// OldRefs are the old objects that can hold references, which a collection has to
	// look through.
	OldRefs []arena.Ref
	// Rounds is how often the back edge may be taken, which is in the word Fuel as
	// well.
	Rounds uint64
}

// Prepare lays the inputs out for a program. If the run ends before it begins, or the
// budgets do not allow for one round, that is an error.
func Prepare(p *Program, in *interp.Inputs, o RunOptions) (*Start, error) {
	if !p.Accepts(in) {
		return nil, ErrUntyped
	}
	d := &Driver{program: p, options: o, memory: new(arena.Buffer)}
	if !d.relay.Begin(p.Trace, in, o.RunOptions) {
		return nil, errors.New(d.relay.Outcome().Detail(trace.NewNamer(p.Trace, "")))
	}
	if err := d.begin(in); err != nil {
		return nil, err
	}
	d.options.Slice = 1 << 40
	if !d.grant() {
		return nil, errors.New("expected budgets that allow for a round of the loop")
	}
	young, space := d.arena.Young()
	return &Start{
		Region: d.arena.Bytes()[:young], Young: young, Space: space,
		OldRefs: d.arena.OldRefs(), Rounds: d.granted,
	}, nil
}

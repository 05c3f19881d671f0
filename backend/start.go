package backend

import (
	"errors"

	"unbox/heap"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/trace"
)

// Start is everything that a host without a driver needs to begin a run: for
// example a page, where only WebAssembly runs and effects are not reported.
type Start struct {
	// Region are the bytes of the region from its start to Young. All bytes after are
	// 0.
	Region []byte
	// Young is where the two young spaces begin, Space the size of each in bytes.
	Young, Space int
	// OldRefs are the old objects that can hold references, which a collection has to
	// look through.
	OldRefs []arena.Ref
	// Origins are the places of objects that a run can distinguish: those of the
	// inputs and constants. They do not move.
	Origins []Origin
	// Consts are the values of the trace's constants: numbers as they are, references as
	// they are in the region.
	Consts []uint64
	// Iterations is how often the back edge may be taken, which is in the word Fuel as
	// well.
	Iterations uint64
}

// Origin says which object is at this place: see interp.Relay.Origin.
type Origin struct {
	Ref    arena.Ref
	Origin uint64
}

// Prepare lays the inputs out for a program. If the run ends before it begins, or the
// budgets do not allow one iteration, that is an error.
func Prepare(p *Program, in *interp.Inputs, o RunOptions) (*Start, error) {
	d := &Driver{program: p, options: o, memory: new(arena.Buffer)}
	if !d.relay.Begin(p.Trace, in, o.RunOptions) {
		return nil, errors.New(d.relay.Outcome().Detail(trace.NewNamer(p.Trace, "")))
	}
	if err := d.begin(in); err != nil {
		return nil, err
	}
	d.options.Slice = 1 << 40
	if !d.grant() {
		return nil, errors.New("expected budgets that allow for an iteration of the loop")
	}
	young, space := d.arena.Young()
	return &Start{
		Region: d.arena.Bytes()[:young], Young: young, Space: space,
		OldRefs: d.arena.OldRefs(), Origins: d.origins(), Consts: d.consts(), Iterations: d.granted,
	}, nil
}

func (d *Driver) origins() []Origin {
	var list []Origin
	for o := heap.Object(1); int(o) <= d.relay.Heap().Len(); o++ {
		if origin := d.relay.Origin(o); origin != 0 {
			list = append(list, Origin{d.mirror.Ref(o), origin})
		}
	}
	return list
}

func (d *Driver) consts() []uint64 {
	list := make([]uint64, len(d.program.Trace.Consts))
	for k := range list {
		v := trace.ConstValue(k)
		if list[k] = d.relay.Bits(v); d.program.TypeOf(v) == heap.Ref {
			list[k] = uint64(d.mirror.Ref(heap.Object(list[k])))
		}
	}
	return list
}

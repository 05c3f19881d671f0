package optimizer

import (
	"slices"

	"unbox/trace"
)

// Time: what the optimizer knows and does at each operation. Nothing is kept for this. To show a
// moment, the trace is walked again up to it: the state is then that of the walk, only the steps
// at that one operation are recorded, and memory does not grow with the trace.

// Place is an operation at a moment of the walk: a recorded one, or its copy in the peeled loop.
type Place struct {
	In   trace.Value
	Copy uint8
}

// Places are the moments of the walk that led to the result, in their order: one at each operation,
// and in a peeled loop once more at each copy.
func (r *Result) Places() []Place {
	var list []Place
	for copyNumber := range uint8(2) {
		for v := trace.Value(1); int(v) < len(r.In.Ops); v++ {
			if code := r.In.Ops[v].Code; code != trace.OpParam && (copyNumber == 0 || code != trace.OpLabel) {
				list = append(list, Place{v, copyNumber})
			}
		}
		if !r.Peeled {
			break
		}
	}
	return list
}

// PlaceFates says what happens to the operation of each place.
func (r *Result) PlaceFates(places []Place) []FateKind {
	there := make(map[Place]FateKind, len(r.Out.Ops))
	for v := 1; v < len(r.Out.Ops); v++ {
		if op := &r.Out.Ops[v]; op.Src != 0 {
			there[Place{In: trace.Value(op.Src), Copy: op.Copy}] = FateKept
		}
	}
	for i := range r.Remarks {
		m := &r.Remarks[i]
		at := Place{In: m.In, Copy: m.Copy}
		if _, known := there[at]; known && m.Kind == Moved {
			there[at] = FateMoved
		} else if known && m.Kind == Replaced {
			there[at] = FateReplaced
		}
	}
	fates := make([]FateKind, len(places))
	for k, at := range places {
		fate, known := there[at]
		if !known {
			fate = FateRemoved
		}
		fates[k] = fate
	}
	return fates
}

// FindPlace searches the places after the given one, forwards or backwards (by 1 or -1), for an
// operation with a name, or for one that a pass or a rule of that name removes or changes. It returns
// -1 if there is none.
func (r *Result) FindPlace(places []Place, from, by int, name string) int {
	acts := make(map[Place]bool)
	for i := range r.Remarks {
		if m := &r.Remarks[i]; m.Pass.String() == name || r.RuleName(i) == name {
			acts[Place{In: m.In, Copy: m.Copy}] = true
		}
	}
	for k := from + by; k >= 0 && k < len(places); k += by {
		if acts[places[k]] || r.In.Ops[places[k].In].Code.String() == name {
			return k
		}
	}
	return -1
}

// Moment is what is known before an operation, and what happens to it.
type Moment struct {
	Place
	// Result is the result of the walk.
	Result *Result
	// Args are the values that the operation's arguments have become by then.
	Args []trace.Value
	// Facts are what is known (see [Knowledge.Each]); Steps what passes do with the operation.
	Facts, Steps []Event
	// Kept are the values of a guard's snapshot, as they are by then: descriptions are those of the recorded trace.
	// Described says what is in these, as facts.
	Kept      []trace.Value
	Described []Event
	// Output are the operations that are in the output by then, with arguments that are values of
	// the walk. Some of them may still go, because nothing will use them.
	Output []Event
	// reached means that the walk came to the operation.
	reached bool
}

// MomentAt walks again over the trace of a result, up to one moment, and returns that moment. r must have been
// made by this optimizer, or by one with the same rules and the same world. It costs a walk up to the place:
// what peeling tried in vain before is not tried again.
func (o *Optimizer) MomentAt(r *Result, at Place) *Moment {
	m := &Moment{Place: at, Result: r}
	w := &o.walk
	w.again = r
	w.watch = func(position trace.Value, copyNumber uint8, k Knowledge) bool {
		if position == at.In && copyNumber == at.Copy {
			m.see(k)
			w.recording = true
			return true
		}
		return !m.reached
	}
	o.over(r.In, r.passes)
	m.Steps = w.events
	w.again, w.watch, w.events, w.recording = nil, nil, nil, false
	return m
}

// see notes what is known now. There can be thousands of facts, so they are counted first: memory that grows
// would be copied several times.
func (m *Moment) see(k Knowledge) {
	w := k.walk
	m.reached = true
	for _, v := range w.in.Args(m.In) {
		m.Args = append(m.Args, w.find(w.inCopy(v)))
	}
	if op := &w.in.Ops[m.In]; op.Code.IsGuard() {
		m.seeSnapshot(w, op.Snap)
	}
	facts := 0
	k.Each(func(Event) { facts++ })
	m.Facts = make([]Event, 0, facts)
	k.Each(func(e Event) { m.Facts = append(m.Facts, e) })
	m.Output = make([]Event, 0, len(w.out.ops))
	args := slices.Clone(w.out.args)
	for i := 1; i < len(w.out.ops); i++ {
		op := &w.out.ops[i]
		if op.Code == trace.OpNone || op.Code == trace.OpParam {
			continue
		}
		m.Output = append(m.Output, Event{Kind: EventEmit, Code: op.Code, Copy: op.Copy, Descr: op.Descr, Src: op.Src,
			Value: w.out.self[i], Args: args[op.First : op.First+op.Len : op.First+op.Len]})
	}
}

// seeSnapshot notes what the recorded snapshot s holds at this moment.
func (m *Moment) seeSnapshot(w *walk, s int32) {
	m.Kept = slices.Clone(w.in.SnapValues(s))
	var open []trace.Value
	seen := make(map[trace.Value]bool)
	now := func(v trace.Value) trace.Value {
		if !v.IsVirtual() {
			return w.find(w.inCopy(v))
		}
		if !seen[v] {
			seen[v] = true
			open = append(open, v)
		}
		return v
	}
	for k, v := range m.Kept {
		m.Kept[k] = now(v)
	}
	for _, v := range w.in.SnapPending(s) {
		now(v)
	}
	for len(open) > 0 {
		v := open[0]
		open = open[1:]
		m.seeDescribed(w.in, v, now)
	}
}

// seeDescribed notes what a recorded description says about an object, or about writes to one that are still to be
// done.
func (m *Moment) seeDescribed(in *trace.Trace, v trace.Value, now func(trace.Value) trace.Value) {
	d := &in.Virtuals[v.VirtualIndex()]
	kind, object := EventField, v
	if d.Of != trace.None {
		kind, object = EventWait, now(d.Of)
	} else {
		m.Described = append(m.Described, Event{Kind: EventVirtual, Value: v, Descr: d.Type})
	}
	code := trace.OpSet
	if d.Array {
		code = trace.OpSetItem
	}
	for _, f := range in.Fields(v.VirtualIndex()) {
		m.Described = append(m.Described, Event{Kind: kind, Code: code, Value: object, Descr: f.Field, With: now(f.Value)})
	}
}

// Reached reports whether the walk came to the operation: it does not get past a guard that can
// never hold.
func (m *Moment) Reached() bool { return m.reached }

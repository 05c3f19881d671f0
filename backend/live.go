package backend

import (
	"unbox/heap"
	"unbox/trace"
)

// maxLive bounds the total number of live values of all exits.
const maxLive = 16 << 20

// live finds the values that each exit puts into the frame, from the last
// instruction backwards.
type live struct {
	*planner
	// at has the place in list plus 1 of each reference that is used later on.
	at   []int32
	list []trace.Value
	// inExit marks with the number of the current exit what it already has.
	inExit []int32
	mark   int32
	// seen are the descriptions of virtual objects that were looked through.
	seen []int32
	// work holds what descriptions mention and what was not looked at yet.
	work []trace.Value
}

// findLive fills in the live values of all exits, and counts uses.
func (p *planner) findLive() {
	l := &p.live
	*l = live{planner: p, at: trace.Zeroed(l.at, p.Values), inExit: trace.Zeroed(l.inExit, p.Values), seen: trace.Zeroed(l.seen, len(p.Trace.Virtuals)),
		list: l.list[:0], work: l.work[:0]}
	p.Uses = make([]int32, p.Values)
	if p.Loop >= 0 {
		l.keepEntries()
	}
	for k := len(p.Code) - 1; k >= 0 && p.failed == nil; k-- {
		l.instr(&p.Code[k])
	}
}

// keepEntries makes references that exist from the start and are used in the loop
// live in the whole loop.
func (l *live) keepEntries() {
	used := make(map[trace.Value]bool)
	for k := l.Loop; k < len(l.Code); k++ {
		l.operands(&l.Code[k], func(v trace.Value) { used[v] = true })
	}
	for _, v := range l.Entry {
		if used[v] && l.Trace.Ops[v].Code == trace.OpGetarg {
			l.use(v)
		}
	}
}

func (l *live) use(v trace.Value) {
	if !v.IsOp() || l.TypeOf(v) != heap.Ref || l.at[v] != 0 {
		return
	}
	l.list = append(l.list, v)
	l.at[v] = int32(len(l.list))
}

func (l *live) define(v trace.Value) {
	if !v.IsOp() || l.at[v] == 0 {
		return
	}
	last := l.list[len(l.list)-1]
	l.list[l.at[v]-1], l.at[last] = last, l.at[v]
	l.list = l.list[:len(l.list)-1]
	l.at[v] = 0
}

// operands calls f for everything that an instruction uses, except for the values
// of its exit.
func (p *Program) operands(in *Instr, f func(trace.Value)) {
	if in.Op == OpEffect {
		return
	}
	for _, v := range [...]trace.Value{in.A, in.B, in.C} {
		if v.IsOp() {
			f(v)
		}
	}
	if in.Op == OpMoves || in.Op == OpBack {
		for _, m := range p.MovesOf(in) {
			if m.Src.IsOp() {
				f(m.Src)
			}
		}
	}
}

// EachUse calls f for every value that an instruction or its exit uses.
func (p *Program) EachUse(in *Instr, f func(trace.Value)) {
	p.operands(in, f)
	if in.Exit >= 0 {
		for _, v := range p.LiveAt(in.Exit) {
			f(v)
		}
	}
}

// instr looks at an instruction; everything after it is already known.
func (l *live) instr(in *Instr) {
	l.define(in.Dst)
	if in.Op == OpMoves {
		for _, m := range l.MovesOf(in) {
			l.define(m.Dst)
		}
	}
	if in.Exit >= 0 {
		l.exit(in)
	}
	l.operands(in, func(v trace.Value) {
		l.Uses[v]++
		l.use(v)
	})
}

// exit lists the values of an exit.
func (l *live) exit(in *Instr) {
	e := &l.Exits[in.Exit]
	e.First = uint32(len(l.Live))
	l.mark++
	switch {
	case e.Kind == ExitLeave:
		l.leaving(in)
	case e.Kind == ExitMissing, e.Kind == ExitEffect && in.Code == trace.OpGuardOpaque: // the second may fail
		l.leaving(in)
		for _, v := range l.list {
			l.hand(v)
		}
	case e.Kind == ExitFuel: // nothing else outlives an iteration
		for _, v := range l.Trace.Args(in.Source) {
			l.hand(v)
		}
	default:
		if e.Kind == ExitEffect {
			for _, v := range l.Trace.Args(in.Source) {
				l.hand(v)
			}
		}
		l.operands(in, l.hand)
		for _, v := range l.list {
			l.hand(v)
		}
	}
	e.Len = uint32(len(l.Live)) - e.First
	if len(l.Live) > maxLive {
		l.refuse(in.Source, "too many values are used after too many guards and allocations")
	}
	for _, v := range l.Live[e.First:] {
		l.Uses[v]++
		l.use(v)
	}
}

// leaving lists what the interpreter needs to do the operation and leave there.
func (l *live) leaving(in *Instr) {
	t := l.Trace
	if int(in.Source) >= len(t.Ops) {
		return
	}
	if in.Op == OpOverflow && !in.Inverted {
		l.Exits[in.Exit].Overflowed = in.Dst
	}
	for _, v := range t.Args(in.Source) {
		l.hand(v)
	}
	snap := t.Ops[in.Source].Snap
	if !t.Ops[in.Source].Code.IsGuard() || snap <= 0 || int(snap) >= len(t.Snaps) {
		return
	}
	for _, v := range t.SnapValues(snap) {
		l.describe(v)
	}
	for _, v := range t.SnapPending(snap) {
		l.describe(v)
	}
}

// describe hands over a value of a snapshot, or what the description of a virtual
// object mentions: in the order of the text, with a stack of its own, because a chain can
// be as long as the trace. What there is not is handed over by nobody: the interpreter says what is wrong with the snapshot.
func (l *live) describe(v trace.Value) {
	l.work = append(l.work[:0], v)
	for len(l.work) > 0 {
		v := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		if !v.IsVirtual() {
			if int(v) < len(l.Trace.Ops) {
				l.hand(v)
			}
			continue
		}
		k := v.VirtualIndex()
		if k >= len(l.Trace.Virtuals) || l.seen[k] == l.mark {
			continue
		}
		l.seen[k] = l.mark
		fields := l.Trace.Fields(k)
		for i := len(fields) - 1; i >= 0; i-- {
			l.work = append(l.work, fields[i].Value)
		}
		l.work = append(l.work, l.Trace.Virtuals[k].Of)
	}
}

// hand lists a value once, unless it is a constant.
func (l *live) hand(v trace.Value) {
	if v.IsOp() && l.inExit[v] != l.mark {
		l.inExit[v] = l.mark
		l.Live = append(l.Live, v)
	}
}

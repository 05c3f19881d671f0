package interp

import "unbox/trace"

// Two runs side by side.
//
// A recorded trace and what an optimizer made of it do the same, but not at the same time: some
// operations are gone, some wait for a later one. What belongs together is known by identity: each
// operation of the result says which recorded one it is (Op.Src), and in which copy of the loop
// (Op.Copy). An operation that comes after one that was recorded later was delayed; it belongs to the
// next one that was not:
//
//	recorded           result
//	 3 p1 = new(Box)
//	 4 i2 = int_add()   4 i2 = int_add()    together
//	 5 jump(p1, i2)     3 p1 = new(Box)     when the recorded run is at its jump, so is this one,
//	                    5 jump(p1, i2)      and the box has been made
//
// The recorded run is the clock. After each of its operations, the other one has done all that belongs to those
// that the recorded one has done. Iterations are the same in both: each takes its jump when the other does.

// Lockstep is a recorded trace and what was made from it, run on the same
// inputs.
type Lockstep struct {
	// Verdict is the judge's verdict on both runs, from beginning to end.
	Verdict Verdict
	// Steps is the number of operations that the recorded run does. Moments are numbered from 0, before the
	// first operation, to Steps, when the run is over.
	Steps int
	// Before and After are the runs at the current moment.
	Before, After Stepper

	inputs  *Inputs
	options RunOptions
	traces  [2]*trace.Trace
	// stretches are the operations that run from a label to the next jump, by that
	// label.
	stretches map[trace.Value]*stretch
	// next is, for each recorded operation, the first operation of the result that belongs to it or to a later
	// one, in the first iteration and in the peeled loop.
	next   [2][]trace.Value
	peeled bool
	now    lockstepMoment
	runs   [2]Interp
	judge  Judge
}

// stretch is the operations that run one after the other up to a jump or the end.
type stretch struct{ ops []trace.Value }

// lockstepMoment is a place in the recorded run: the number of jumps taken, and the number of operations done
// in that iteration.
type lockstepMoment struct {
	step, jumps, done int
	stretch           *stretch
}

// NewLockstep runs both traces to their ends, compares them, and goes to the moment before the first operation.
// after must have been made from before: operations are identified by Op.Src.
func NewLockstep(before, after *trace.Trace, in *Inputs, o RunOptions) *Lockstep {
	l := &Lockstep{inputs: in, options: o, traces: [2]*trace.Trace{before, after}, stretches: make(map[trace.Value]*stretch)}
	first := l.runs[0].Run(before, in, o)
	second := l.runs[1].Run(after, in, o)
	l.Verdict = l.judge.Compare(first, second)
	l.belong()
	l.Before.Begin(before, in, o)
	l.Steps = l.count(first)
	l.restart()
	return l
}

// Ends are the outcomes of both runs, when they are over.
func (l *Lockstep) Ends() (before, after *Outcome) { return &l.runs[0].out, &l.runs[1].out }

// count is the number of operations that the recorded run does.
func (l *Lockstep) count(end *Outcome) int {
	steps := 0
	s := l.first()
	for range end.Jumps {
		steps += len(s.ops)
		s = l.after(s)
	}
	for _, v := range s.ops {
		if end.Op != trace.None && v > end.Op {
			break
		}
		steps++
	}
	return steps
}

// first is the stretch at the beginning of the trace, after the one that a jump leads
// to.
func (l *Lockstep) first() *stretch { return l.from(trace.None) }

func (l *Lockstep) after(s *stretch) *stretch {
	if len(s.ops) == 0 {
		return s
	}
	if target := l.Before.Target(s.ops[len(s.ops)-1]); target != trace.None {
		return l.from(target)
	}
	return s
}

// from is what runs from a label on, None for the beginning.
func (l *Lockstep) from(label trace.Value) *stretch {
	if s := l.stretches[label]; s != nil {
		return s
	}
	s := &stretch{}
	ops := l.traces[0].Ops
	for v := label + 1; int(v) < len(ops); v++ {
		if l.Before.Silent(v) {
			continue
		}
		s.ops = append(s.ops, v)
		if ops[v].Code == trace.OpJump || ops[v].Code == trace.OpFinish {
			break
		}
	}
	l.stretches[label] = s
	return s
}

// belong finds the operations of the result that belong to each recorded
// operation.
func (l *Lockstep) belong() {
	out := l.traces[1]
	for v := range out.Ops {
		l.peeled = l.peeled || out.Ops[v].Copy != 0
	}
	l.next[0] = l.belongIn(0)
	if l.peeled {
		l.next[1] = l.belongIn(1)
	}
}

// belongIn is belong for one copy of the loop.
func (l *Lockstep) belongIn(copied uint8) []trace.Value {
	out, n := l.traces[1], len(l.traces[0].Ops)
	ops := l.opsOf(copied)
	// First, forwards, those that were not delayed; then, backwards, what each one belongs to.
	anchors := make([]int32, len(ops))
	last := int32(0)
	for k, v := range ops {
		if src := out.Ops[v].Src; src > last {
			anchors[k], last = src, src
		}
	}
	next := make([]trace.Value, n+1)
	p, at := n, trace.Value(len(out.Ops))
	for k := len(ops) - 1; k >= 0; k-- {
		if anchors[k] != 0 {
			for ; p > int(anchors[k]); p-- {
				next[p] = at
			}
		}
		at = ops[k]
	}
	for ; p >= 0; p-- {
		next[p] = at
	}
	return next
}

// opsOf are the operations of the result that run in the first iteration, or in those after it.
func (l *Lockstep) opsOf(copied uint8) []trace.Value {
	out := l.traces[1]
	var ops []trace.Value
	inCopy := copied == 0
	for v := trace.Value(1); int(v) < len(out.Ops); v++ {
		op := &out.Ops[v]
		if op.Code == trace.OpLabel && op.Src == 0 && l.peeled {
			inCopy = copied == 1 // the label of the peeled loop
		}
		if inCopy && op.Code != trace.OpParam && (op.Code != trace.OpLabel || op.Src != 0) {
			ops = append(ops, v)
		}
	}
	return ops
}

// restart goes to the beginning.
func (l *Lockstep) restart() {
	l.Before.Begin(l.traces[0], l.inputs, l.options)
	l.After.Begin(l.traces[1], l.inputs, l.options)
	l.now = lockstepMoment{stretch: l.first()}
}

// MoveTo brings both runs to a moment. Going forward costs the operations in between; going back costs
// as much as running from the beginning.
func (l *Lockstep) MoveTo(step int) {
	step = min(max(step, 0), l.Steps)
	if step < l.now.step {
		l.restart()
	}
	l.goTo(step)
	if step == l.Steps {
		l.Before.End()
		l.After.End()
		return
	}
	at := l.pauseAt()
	l.Before.To(l.now.jumps, at)
	copied := 0
	if l.peeled && l.now.jumps > 0 {
		copied = 1
	}
	l.After.To(l.now.jumps, l.pauseOf(copied, at))
}

// goTo finds the place of a later moment.
func (l *Lockstep) goTo(step int) {
	m := &l.now
	left := step - m.step
	m.step = step
	for left > 0 {
		here := len(m.stretch.ops) - m.done
		if left <= here || len(m.stretch.ops) == 0 {
			m.done += left
			return
		}
		left -= here
		next := l.after(m.stretch)
		m.jumps, m.done = m.jumps+1, 0
		if next == m.stretch && left > len(next.ops) {
			iterations := (left - 1) / len(next.ops)
			m.jumps, left = m.jumps+iterations, left-iterations*len(next.ops)
		}
		m.stretch = next
	}
}

// pauseAt is the recorded operation that comes next; before a jump it is the jump, so that values
// are still those of its iteration.
func (l *Lockstep) pauseAt() trace.Value {
	m := &l.now
	if hand := l.Hand(); hand != trace.None && l.traces[0].Ops[hand].Code == trace.OpJump {
		return hand
	}
	if m.done < len(m.stretch.ops) {
		return m.stretch.ops[m.done]
	}
	return trace.Value(len(l.traces[0].Ops))
}

// pauseOf is the operation of the result before which the other run then pauses: everything that belongs to the
// operations that the recorded run has done is done.
func (l *Lockstep) pauseOf(copied int, at trace.Value) trace.Value {
	v := l.next[copied][at]
	if l.Hand() != at {
		return v
	}
	// At the jump, everything that was delayed until then is done.
	ops := l.traces[1].Ops
	for int(v) < len(ops)-1 && ops[v].Src != int32(at) {
		v++
	}
	return v
}

// Hand is the recorded operation that was done last, None before the first one. At the last moment it is
// the one that ended the run.
func (l *Lockstep) Hand() trace.Value {
	if m := &l.now; m.done > 0 && m.done <= len(m.stretch.ops) {
		return m.stretch.ops[m.done-1]
	}
	return trace.None
}

// Iteration is the number of jumps that the recorded run has taken before the current
// operation.
func (l *Lockstep) Iteration() int { return l.now.jumps }

// StepOf returns the moment at which an operation has just been done in an iteration; -1 if the run does
// not get there.
func (l *Lockstep) StepOf(iteration int, v trace.Value) int {
	step := 0
	s := l.first()
	for range iteration {
		if step += len(s.ops); step > l.Steps {
			return -1
		}
		s = l.after(s)
	}
	for k, op := range s.ops {
		if op == v && step+k+1 <= l.Steps {
			return step + k + 1
		}
	}
	return -1
}

// maxCompared is the maximum number of operations that are compared one by one to find
// where two runs part.
const maxCompared = 1_000_000

// Part returns the first moment at which the runs differ in a number or in whether they continue, if the verdict
// is that they differ: what is visible from outside may come later. It is the last moment if nothing differs
// before it, -1 if the runs agree. op is the operation of the result that shows it, None for none. Part moves
// the runs.
func (l *Lockstep) Part() (step int, op trace.Value) {
	if l.Verdict.Kind != VerdictDiffer {
		return -1, trace.None
	}
	from, jumps := trace.Value(1), 0
	for step := 1; step < min(l.Steps, maxCompared); step++ {
		l.MoveTo(step)
		if l.After.Over() {
			return step, l.After.Next()
		}
		if l.now.jumps != jumps {
			from, jumps = trace.Value(1), l.now.jumps
			if l.peeled {
				from = l.next[1][0]
			}
		}
		to := l.After.Next()
		if v := l.differs(from, to); v != trace.None {
			return step, v
		}
		from = max(from, to)
	}
	return l.Steps, trace.None
}

// differs returns the first operation of a part of the result that has another value than the recorded one.
func (l *Lockstep) differs(from, to trace.Value) trace.Value {
	ops := l.traces[1].Ops
	for v := from; v < to; v++ {
		src := trace.Value(ops[v].Src)
		if src == trace.None || ops[v].Type == trace.Void || ops[v].Code == trace.OpParam {
			continue
		}
		want, ok := l.Before.Value(src)
		have, there := l.After.Value(v)
		if ok && there && !alike(want, have) {
			return v
		}
	}
	return trace.None
}

// alike reports whether two values can be the same: of references, that both are null or neither.
func alike(a, b Datum) bool {
	if a.Type == trace.Ref || b.Type == trace.Ref {
		return a.Type == b.Type && (a.Bits == 0) == (b.Bits == 0)
	}
	return a.Type == b.Type && trace.SameNaN(a.Type, a.Bits) == trace.SameNaN(b.Type, b.Bits)
}

// IterationOf returns the first and the last moment of the current iteration. The first iteration begins at moment 0.
func (l *Lockstep) IterationOf() (from, to int) {
	from = l.now.step - l.now.done
	to = min(from+len(l.now.stretch.ops), l.Steps)
	if l.now.jumps > 0 {
		from++
	}
	return from, to
}

// FirstOf is the first operation of an iteration, None if there is none.
func (l *Lockstep) FirstOf(iteration int) trace.Value {
	s := l.first()
	for range min(iteration, l.Steps) {
		s = l.after(s)
	}
	if len(s.ops) == 0 {
		return trace.None
	}
	return s.ops[0]
}

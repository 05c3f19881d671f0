package backend

import (
	"unbox/interp"
	"unbox/trace"
)

// stepKind is what happens at a place of the path.
type stepKind uint8

const (
	// stepRun: the operation runs.
	stepRun stepKind = iota
	// stepEnter: a label is entered, by falling into it or by a jump; its parameters
	// take the values of the operation's arguments.
	stepEnter
	// stepBack: the same, and the label was passed before.
	stepBack
	// stepEnd: the run ends, with a finish, a jump to another trace, the end, or a guard
	// on an exception of a call that never raises.
	stepEnd
)

// step is a place of the path that a run takes through the trace as long as no
// guard fails.
type step struct {
	kind stepKind
	op   trace.Value
	// label is where stepEnter and stepBack go.
	label trace.Value
}

// counts is what the judge counts: jumps, operations, and allocations except
// those that visible effects make.
type counts struct {
	// at has what was counted before each instruction when it first ran.
	at []count
	// iteration is what one iteration of the loop adds.
	iteration count
	// token is the first instruction that uses the frame's token, which counts as
	// one more allocation; -1 if there is none.
	token int
}

type count struct{ jumps, steps, allocs int }

func (c count) plus(d count, times int) count {
	return count{c.jumps + d.jumps*times, c.steps + d.steps*times, c.allocs + d.allocs*times}
}

// walk follows the path, whose steps it appends. entered is an empty map that it may use. loop is
// the index of the step after which the loop begins, -1 if there is none.
func walk(t *trace.Trace, l *interp.Lowering, steps []step, entered map[trace.Value]int) (path []step, loop int) {
	end := trace.Value(len(t.Ops)) // entered has the number of steps up to a label
	for v := trace.Value(1); ; v++ {
		if v == end {
			return append(steps, step{kind: stepEnd, op: end}), -1
		}
		switch op := &t.Ops[v]; {
		case op.Code == trace.OpParam:
		case op.Code == trace.OpLabel:
			if v == 1 {
				entered[v] = 0
				break
			}
			if at, again := entered[v]; again {
				return append(steps, step{stepBack, v, v}), at
			}
			steps = append(steps, step{stepEnter, v, v})
			entered[v] = len(steps)
		case l.Refused(v) != "" || op.Code == trace.OpFinish || neverHolds(t, v):
			return append(steps, step{kind: stepEnd, op: v}), -1
		case op.Code == trace.OpJump:
			label := l.Target(v)
			if label == trace.None {
				return append(steps, step{kind: stepEnd, op: v}), -1
			}
			if at, again := entered[label]; again {
				return append(steps, step{stepBack, v, label}), at
			}
			steps = append(steps, step{stepEnter, v, label})
			entered[label] = len(steps)
			v = label
		case !l.Silent(v):
			steps = append(steps, step{kind: stepRun, op: v})
		}
	}
}

// neverHolds reports whether an operation is a guard_exception that never holds.
func neverHolds(t *trace.Trace, v trace.Value) bool {
	return t.Ops[v].Code == trace.OpGuardException && t.Raises(t.AskedCall(v)) == trace.RaisesNever
}

// counter counts along the path.
type counter struct {
	trace    *trace.Trace
	lowering *interp.Lowering
	base     count
	// start is StepsBefore at the beginning of the current stretch.
	start int
}

// before returns what is counted before an operation.
func (c *counter) before(v trace.Value) count {
	at := c.base
	at.steps += c.lowering.StepsBefore(v) - c.start
	return at
}

// pass goes past a step.
func (c *counter) pass(s step) {
	switch s.kind {
	case stepEnter, stepBack:
		if c.trace.Ops[s.op].Code == trace.OpJump {
			c.base.steps += c.lowering.StepsBefore(s.op) - c.start + 1
			c.start = c.lowering.StepsBefore(s.label)
			c.base.jumps++
		}
	case stepRun:
		c.base.allocs += allocations(c.trace.Ops[s.op].Code)
	}
}

func allocations(code trace.Opcode) int {
	switch code {
	case trace.OpNew, trace.OpNewArray, trace.OpNewArrayClear, trace.OpVirtualRef:
		return 1
	}
	return 0
}

// countAt returns what is counted when an instruction leaves in an iteration of the loop.
func (p *Program) countAt(instr, iteration int) count {
	at := p.counts.at[instr]
	if p.Loop >= 0 && instr >= p.Loop {
		at = at.plus(p.counts.iteration, iteration)
	}
	if p.counts.token >= 0 && (instr > p.counts.token || iteration > 0) {
		at.allocs++
	}
	return at
}

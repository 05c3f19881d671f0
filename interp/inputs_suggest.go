package interp

import "unbox/trace"

// Suggestion is a value for one input with which the trace probably gets far.
type Suggestion struct {
	// Name is the input's name, or that of a constant object.
	Name string
	// Type is Int, Ref or Float.
	Type trace.Type
	// Text is the value as [ParseInputs] reads it, e.g. "BoxedInteger(intval=5)".
	Text string
}

// SuggestInputs finds values with which a run of the trace with options, of which only
// Imagined matters, is likely to come to its end: objects as guards and reads require
// them, small positive numbers where that is possible. It tries at most a few hundred
// candidates and runs about 300,000 operations in all.
func SuggestInputs(t *trace.Trace, o RunOptions) []Suggestion {
	return formatSuggestions(t, suggestedInputs(t, o.Imagined))
}

// SuggestedInputs returns what [SuggestInputs] suggests, ready to run.
func SuggestedInputs(t *trace.Trace) *Inputs { return suggestedInputs(t, false) }

func suggestedInputs(t *trace.Trace, imagined bool) *Inputs {
	p := newInputPlan(t, imagined)
	p.search(searchBudget)
	in := new(Inputs)
	new(inputBuilder).build(p, in, planned{p})
	return in
}

// planned is a chooser that follows the plan.
type planned struct{ plan *inputPlan }

func (c planned) number(s int32) uint64 { return c.plan.values[s] }

func (c planned) length(s int32) int32 { return int32(min(c.plan.values[s], maxPlanned)) }

func (c planned) refer(s int32) choice {
	switch sh := &c.plan.shapes[s]; {
	case !sh.isObject():
		return choice{}
	case sh.array:
		return choice{kind: choiceArray, class: sh.class}
	default:
		return choice{kind: choiceObject, class: sh.class}
	}
}

// searchBudget is the maximum number of operations of the search for numbers.
const searchBudget = 300_000

// search changes numbers one at a time as long as the trace gets further: those
// that the guard which stopped it depends on. It stops when about as many
// operations as the budget says have run.
func (p *inputPlan) search(budget int) {
	s := searcher{plan: p, budget: budget, jumps: 50}
	s.search(finished)
}

// searchNear is search that begins where a trace is known to get far, and stops as soon as
// it gets that far or runs the loop once.
func (p *inputPlan) searchNear() {
	s := searcher{plan: p, budget: 1000, jumps: 2}
	s.search(finished/2 - s.jumps)
}

// search continues until an attempt gets far enough.
func (s *searcher) search(enough int) {
	best := s.try()
	for best.progress < enough && s.budget > 0 && s.improve(&best) {
	}
}

// searcher tries inputs.
type searcher struct {
	plan   *inputPlan
	interp Interp
	build  inputBuilder
	inputs Inputs
	budget int
	// jumps is the number of jumps after which a run has shown that it loops.
	jumps  int
	seen   map[trace.Value]bool
	leaves []int32
	tries  []uint64
}

// attempt is how far a trace got with some inputs.
type attempt struct {
	progress int
	stopped  trace.Value
}

// finished is the progress of a run that is worth looking at.
const finished = 1 << 40

func (s *searcher) try() attempt {
	s.build.build(s.plan, &s.inputs, planned{s.plan})
	out := s.interp.Run(s.plan.trace, &s.inputs, RunOptions{Jumps: s.jumps, Steps: 20_000, Effects: 2000, Imagined: s.plan.imagined})
	s.budget -= out.Steps + len(s.inputs.Slots) + 20
	a := attempt{stopped: out.Op}
	switch {
	case out.Exit == ExitOpaque && out.Jumps == 0, out.Exit == ExitFinish, out.Exit == ExitEnd:
		a.progress = finished
	case out.Exit == ExitUndefined || out.Exit == ExitOpaque:
		a.progress = int(out.Op)
	case out.Jumps == 0:
		a.progress = int(out.Op) + 1
	case out.Exit == ExitGuard && out.Jumps > 1:
		a.progress = finished
	default:
		// It loops: only once, or without end.
		a.progress = finished/2 - out.Jumps
	}
	return a
}

// improve looks for one number whose change gets the trace further.
func (s *searcher) improve(best *attempt) bool {
	s.collect(best.stopped)
	for _, leaf := range s.leaves {
		old := s.plan.values[leaf]
		for _, candidate := range s.tries {
			if candidate == old || s.plan.shapes[leaf].array && candidate > maxPlanned {
				continue
			}
			s.plan.values[leaf] = candidate
			if a := s.try(); a.progress > best.progress {
				*best = a
				return true
			}
			if s.budget <= 0 {
				break
			}
		}
		s.plan.values[leaf] = old
	}
	return false
}

// maxSlice bounds the number of operations that are looked at for a guard,
// maxLeaves the number of numbers that are tried.
const (
	maxSlice  = 64
	maxLeaves = 8
)

// collect finds the numbers that an operation depends on, and values to try for
// them: constants that are compared with them and small numbers.
func (s *searcher) collect(v trace.Value) {
	t := s.plan.trace
	s.seen = make(map[trace.Value]bool)
	s.leaves, s.tries = s.leaves[:0], s.tries[:0]
	queue := []trace.Value{v}
	for k := 0; k < len(queue) && k < maxSlice; k++ {
		at := queue[k]
		if at.IsConst() {
			s.tryAround(t.Const(at))
			continue
		}
		if shape := s.plan.shapeOf(at); shape != 0 && s.plan.shapes[shape].outside {
			s.addLeaf(shape)
		}
		if at <= 0 || int(at) >= len(t.Ops) {
			continue
		}
		for _, arg := range t.Args(at) {
			if !s.seen[arg] {
				s.seen[arg] = true
				queue = append(queue, arg)
			}
		}
		if code := t.Ops[at].Code; (code == trace.OpGuardNoOverflow || code == trace.OpGuardOverflow) && at > 1 {
			queue = append(queue, at-1)
		}
	}
	s.tries = append(s.tries, 1, 0, 2, 3, 10, 100, 8, 4, ^uint64(0), 1000, 1<<62)
}

func (s *searcher) addLeaf(shape int32) {
	if sh := &s.plan.shapes[shape]; sh.typ == trace.Ref && !sh.array || len(s.leaves) >= maxLeaves {
		return
	}
	for _, have := range s.leaves {
		if have == shape {
			return
		}
	}
	s.leaves = append(s.leaves, shape)
}

func (s *searcher) tryAround(c trace.Const) {
	switch c.Kind {
	case trace.ConstInt:
		s.tries = append(s.tries, c.Bits, c.Bits+1, c.Bits-1)
	case trace.ConstFloat:
		up, _ := trace.Eval(trace.OpFloatAdd, c.Bits, trace.FloatBits(1))
		down, _ := trace.Eval(trace.OpFloatSub, c.Bits, trace.FloatBits(1))
		s.tries = append(s.tries, c.Bits, up, down)
	}
}

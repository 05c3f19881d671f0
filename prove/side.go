package prove

import (
	"fmt"

	"unbox/interp"
	"unbox/prove/term"
	"unbox/trace"
)

// side is one of the two traces, run with terms instead of values. Guards are the
// only branches of a trace, so such a run is one list of events, with loops
// unrolled: what has to hold for the run to have a meaning, guards, visible
// effects, and the way in which it ends.
type side struct {
	e     *encoder
	t     *trace.Trace
	names *lines
	// after means that it is the side of the optimized trace.
	after bool
	// value is the term of each operation's last result, fits whether the result
	// of an overflow operation fits, 0 for all others.
	value, fits []term.Term
	// missing is the condition under which the call of which an operation is the result
	// raised, 0 for all others.
	missing   []term.Term
	lastOvf   trace.Value
	heap      *heapState
	objects   []object
	uncleared []uint64
	ids       *identities
	// escaped are the allocations that the outside may know.
	escaped []uint64
	// invalid is the condition under which the outside has changed what the trace took
	// to be constant.
	invalid term.Term
	thrown  thrown
	// nothingForced means that the last call which returns what a virtual_ref stands for
	// only read it.
	nothingForced bool
	// passed are the conditions of guards that the run went past.
	passed  map[term.Term]bool
	events  []sideEvent
	effects int
	jumps   int
	limit   int
	ended   bool
	// toEnd is the number of events up to the last operation of the trace, or up to
	// the end of a run that did not get there; complete means that it got there.
	toEnd    int
	complete bool
}

// eventKind says what a sideEvent is.
type eventKind uint8

const (
	// eventDefined: the run has no meaning unless the condition holds.
	eventDefined eventKind = iota
	// eventGuard: the run leaves unless the condition holds.
	eventGuard
	// eventEffect: something visible happens.
	eventEffect
	// eventEnd: the run ends.
	eventEnd
)

// sideEvent is something that happens in a run of a side.
type sideEvent struct {
	kind eventKind
	op   trace.Value
	// jumps is the number of jumps taken before.
	jumps int
	// holds is the condition of eventDefined and eventGuard.
	holds term.Term
	// why says what has no meaning.
	why string
	// exit is what a guard or the end reveals.
	exit *exitState
	// heap, objects and escaped are those of the moment, for guards, effects and
	// the end.
	heap    *heapState
	objects []object
	escaped []uint64
	// args are the values of an effect.
	args  []term.Term
	types []trace.Type
	// conditional means that the effect is a call that may or may not be made; args then
	// begin with the condition.
	conditional bool
	// blind means that the outside sees no object at an effect, asksForFrames that it looks at fields of frames, too.
	blind, asksForFrames bool
}

func newSide(e *encoder, t *trace.Trace, after, printed bool, limit int, ids *identities) *side {
	return &side{
		e: e, t: t, names: &lines{t: t, after: after, printed: printed}, after: after, limit: limit, ids: ids,
		value: make([]term.Term, len(t.Ops)), fits: make([]term.Term, len(t.Ops)), missing: make([]term.Term, len(t.Ops)),
		heap: newHeapState(), passed: make(map[term.Term]bool),
	}
}

// run runs the trace to its end. The inputs are those of the recorded trace.
func (s *side) run(inputs map[string]term.Term) {
	for _, in := range interp.TraceInputs(s.t) {
		v, ok := inputs[inputKey(in)]
		if !ok {
			refuse("the input `%s` of the optimized trace is not an input of the recorded one", in.Name)
		}
		if s.e.b.Sort(v) != s.e.sortOf(in.Type) {
			refuse("the input `%s` of the optimized trace has the type %s, the one in the same place of the recorded trace has another", in.Name, in.Type)
		}
		if in.Arg < 0 {
			s.value[in.Op] = v
		}
	}
	s.beginOutside()
	labels := s.findLabels()
	v := trace.Value(1)
	defer s.cutShort()
	for !s.ended {
		if int(v) >= len(s.t.Ops) {
			s.noteEnd(v)
			s.end(exitEnd, trace.None)
			return
		}
		op := &s.t.Ops[v]
		s.noteEnd(v)
		switch op.Code {
		case trace.OpLabel:
			s.label(v)
			v++
		case trace.OpJump:
			v = s.jump(v, labels)
		default:
			s.step(v, op, inputs)
			v++
		}
		if len(s.events) > maxEvents {
			refuse("the unrolled trace has more than %d guards and conditions", maxEvents)
		}
	}
}

// cutShort counts all events of a run that never got to the last operation.
func (s *side) cutShort() {
	if !s.complete {
		s.toEnd = len(s.events)
	}
}

// noteEnd notes how many events there are before operation v, if it is the last one and
// is reached for the first time.
func (s *side) noteEnd(v trace.Value) {
	if s.complete {
		return
	}
	s.toEnd = len(s.events)
	last := s.t.Ops[len(s.t.Ops)-1].Code
	s.complete = int(v) >= len(s.t.Ops) || int(v) == len(s.t.Ops)-1 && (last == trace.OpJump || last == trace.OpFinish)
}

// maxEvents bounds how long an unrolled trace can be.
const maxEvents = 200_000

// inputKey identifies an input on both sides: parameters by their place, the others
// by the number that getarg asks for.
func inputKey(in interp.Input) string {
	if in.Arg >= 0 {
		return fmt.Sprintf("arg %d", in.Arg)
	}
	return fmt.Sprintf("param %d", in.Op)
}

// findLabels returns the operation of each label.
func (s *side) findLabels() map[int32]trace.Value {
	labels := make(map[int32]trace.Value)
	for v := trace.Value(1); int(v) < len(s.t.Ops); v++ {
		op := &s.t.Ops[v]
		if op.Code != trace.OpLabel {
			continue
		}
		if _, known := labels[op.Descr]; !known {
			labels[op.Descr] = v
		}
		if _, known := labels[-1]; !known {
			labels[-1] = v
		}
	}
	return labels
}

// label is fallen into: its parameters take the values of its arguments. That
// counts as a jump where the recorded trace has no label.
func (s *side) label(v trace.Value) {
	s.lastOvf = trace.None
	op := &s.t.Ops[v]
	if v == 1 {
		return
	}
	if op.Src == 0 || op.Copy == 1 {
		if s.jumps >= s.limit {
			s.end(exitLimit, v)
			return
		}
		s.jumps++
	}
	s.checkOperands(v)
	s.assign(v, s.t.Args(v))
}

// jump goes to a label, or ends the run if that is in another trace or enough jumps
// were taken.
func (s *side) jump(v trace.Value, labels map[int32]trace.Value) trace.Value {
	s.checkOperands(v)
	target, known := labels[s.t.Ops[v].Descr]
	switch {
	case !known:
		s.end(exitFinish, v)
		return v
	case s.jumps >= s.limit:
		s.end(exitLimit, v)
		return v
	}
	s.jumps++
	s.assign(target, s.t.Args(v))
	s.lastOvf = trace.None
	return target + 1
}

// assign gives the parameters of a label their values, all at once.
func (s *side) assign(label trace.Value, args []trace.Value) {
	values := make([]term.Term, len(args))
	for k, arg := range args {
		values[k] = s.present(arg, s.operand(arg, label))
	}
	for k, v := range values {
		param := int(label) + 1 + k
		if param >= len(s.t.Ops) || s.t.Ops[param].Code != trace.OpParam || s.t.Ops[param].Type != s.t.TypeOf(args[k]) {
			refuse("%s: the values do not fit the parameters of the label", s.names.at(label))
		}
		s.value[param] = v
	}
}

// operand returns the term of an argument of operation v.
func (s *side) operand(arg, v trace.Value) term.Term {
	switch {
	case arg.IsConst():
		return s.e.constant(s.t, arg, s.names.at(v))
	case arg.IsOp() && s.value[arg] != 0:
		return s.value[arg]
	}
	refuse("%s: a value that is not defined here is used", s.names.at(v))
	return 0
}

// checkOperands requires that the operands of an operation did not overflow, and
// that the calls whose results they are did not raise.
func (s *side) checkOperands(v trace.Value) {
	for _, arg := range s.t.Args(v) {
		if !arg.IsOp() {
			continue
		}
		if s.fits[arg] != 0 {
			s.define(v, s.fits[arg], "it uses a result that overflowed")
		}
		if code := s.t.Ops[v].Code; s.missing[arg] != 0 && code != trace.OpJump && code != trace.OpLabel {
			s.define(v, s.e.b.Not(s.missing[arg]), "it uses the result of a call that raised an exception")
		}
	}
}

// define notes that the run has no meaning unless a condition holds.
func (s *side) define(v trace.Value, holds term.Term, why string) {
	if holds == s.e.b.True() {
		return
	}
	s.events = append(s.events, sideEvent{kind: eventDefined, op: v, jumps: s.jumps, holds: holds, why: why})
	if holds == s.e.b.False() {
		s.ended = true
	}
}

// guard notes a guard.
func (s *side) guard(v trace.Value, holds term.Term) {
	ev := s.moment(eventGuard, v)
	ev.holds = holds
	ev.exit = s.snapshot(v)
	s.events = append(s.events, ev)
	s.passed[holds] = true
	if holds == s.e.b.False() {
		s.ended = true
	}
}

// moment returns an event with the heap as it is now.
func (s *side) moment(kind eventKind, v trace.Value) sideEvent {
	return sideEvent{kind: kind, op: v, jumps: s.jumps, heap: s.heap.clone(),
		objects: s.objects[:len(s.objects):len(s.objects)], escaped: s.escaped}
}

// end notes how the run ends.
func (s *side) end(kind exitKind, v trace.Value) {
	ev := s.moment(eventEnd, v)
	ev.exit = &exitState{kind: kind, defined: s.e.b.True()}
	if kind == exitFinish {
		for _, arg := range s.t.Args(v) {
			ev.exit.values = append(ev.exit.values, exitValue{typ: s.t.TypeOf(arg), term: s.present(arg, s.operand(arg, v))})
		}
	}
	s.events = append(s.events, ev)
	s.ended = true
}

// effect notes a visible effect and gives its result a term that is the same on
// both sides.
func (s *side) effect(v trace.Value, op *trace.Op) {
	made := s.isMade(v, op)
	if made == s.e.b.False() {
		s.thrown = thrown{}
		s.value[v] = s.resultOf(v, op, made, 0)
		return
	}
	ev := s.moment(eventEffect, v)
	if made != s.e.b.True() {
		ev.conditional, ev.args, ev.types = true, append(ev.args, s.e.bit(made)), append(ev.types, trace.Int)
	}
	var roots []uint64
	for _, arg := range s.passedArgs(v, op) {
		a := s.operand(arg, v)
		ev.args = append(ev.args, a)
		ev.types = append(ev.types, s.t.TypeOf(arg))
		if s.t.TypeOf(arg) == trace.Ref {
			roots = append(roots, s.e.idsIn(a)...)
		}
	}
	c := &call{number: s.effects, writes: s.t.CallWrites(op, s.t.Args(v))}
	s.effects++
	ev.asksForFrames = s.t.AsksForFrames(v)
	if ev.blind = !s.t.SeesHeap(v); !ev.blind {
		s.escaped = s.e.closure(s.heap, append(roots, s.escaped...), s.e.hiddenFrom(ev.asksForFrames))
		ev.escaped = s.escaped
	}
	s.events = append(s.events, ev)
	if mayChange(op) && !ev.blind {
		s.heap.outside(c, s.escaped, s.objects)
	}
	if op.Type != trace.Void {
		r := s.e.b.Var(fmt.Sprintf("result.%d.%s", c.number+1, op.Type), s.e.sortOf(op.Type))
		s.e.fromOutside(r, op.Type, s.escaped)
		s.value[v] = s.resultOf(v, op, made, r)
		terms := s.e.decisionsAt(c.number + 1)
		terms.result, terms.typ = r, op.Type
	}
	if op.Code == trace.OpGuardOpaque {
		fails := s.decides(failsName, c.number+1)
		s.e.decisionsAt(c.number + 1).fails = fails
		s.guard(v, s.e.b.Not(fails))
		return
	}
	s.react(v, c.number+1, made)
}

// mayChange reports whether the outside may change objects at a visible effect.
func mayChange(op *trace.Op) bool {
	effect := op.Code.Info().Effect
	return op.Code != trace.OpPrint && effect != trace.EffectReadRaw && effect != trace.EffectWriteRaw && effect != trace.EffectGuard
}

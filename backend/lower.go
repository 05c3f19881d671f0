package backend

import (
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/optimizer/bounds"
	"unbox/trace"
)

// step lowers one step of the path.
func (p *planner) step(s step) {
	switch s.kind {
	case stepRun:
		p.run(s.op)
	case stepEnd:
		p.end(s.op)
	default:
		p.goTo(s)
	}
	p.counter.pass(s)
}

// add appends an instruction, with an exit of the given kind unless it is noExit.
func (p *planner) add(in Instr, kind ExitKind) {
	in.Exit = -1
	if kind != noExit {
		in.Exit = int32(len(p.Exits))
		p.Exits = append(p.Exits, Exit{Kind: kind, jumps: p.jumps(&in), Instr: int32(len(p.Code))})
	}
	if p.counts.token < 0 && (in.Code == trace.OpForceToken || in.Code == trace.OpVirtualRef) {
		p.counts.token = len(p.Code)
	}
	p.Code = append(p.Code, in)
	p.counts.at = append(p.counts.at, p.counter.before(in.Source))
	if in.Dst.IsOp() {
		*p.facts.of(in.Dst) = nothing
	}
}

const noExit ExitKind = 255

// jumps reports whether an instruction leaves by a jump to another trace.
func (p *planner) jumps(in *Instr) bool {
	return in.Op == OpLeave && int(in.Source) < len(p.Trace.Ops) && p.Trace.Ops[in.Source].Code == trace.OpJump && p.lowering.Refused(in.Source) == ""
}

// exitIf returns the kind of exit of an instruction that leaves if one of its checks
// fails.
func exitIf(c Check) ExitKind {
	if c == 0 {
		return noExit
	}
	return ExitLeave
}

// end lowers the last step of a trace without a loop.
func (p *planner) end(v trace.Value) {
	if int(v) < len(p.Trace.Ops) {
		if reason := p.lowering.Refused(v); reason != "" {
			p.refuse(v, reason)
			return
		}
	}
	p.add(Instr{Op: OpLeave, Source: v}, ExitLeave)
}

// goTo lowers a jump, or falling into a label.
func (p *planner) goTo(s step) {
	if reason := p.lowering.Refused(s.op); reason != "" {
		p.refuse(s.op, reason)
		return
	}
	if p.needsFit(s.op) {
		return
	}
	args := p.Trace.Args(s.op)
	first := uint32(len(p.Moves))
	for k, arg := range args {
		if param := s.label + 1 + trace.Value(k); s.kind != stepBack || arg != param {
			p.Moves = append(p.Moves, Move{param, arg})
		}
	}
	in := Instr{Op: OpMoves, Source: s.op, First: first, Len: uint32(len(p.Moves)) - first}
	if s.kind == stepBack {
		in.Op = OpBack
		p.add(in, ExitFuel)
		return
	}
	p.add(in, noExit)
	p.pass(s.label, args)
}

// needsFit lowers an operation that uses something that overflowed: the run ends
// there.
func (p *planner) needsFit(v trace.Value) bool {
	if p.lowering.NeedsFit(v) == trace.None {
		return false
	}
	p.add(Instr{Op: OpLeave, Source: v}, ExitLeave)
	return true
}

// run lowers an operation.
func (p *planner) run(v trace.Value) {
	op := &p.Trace.Ops[v]
	if p.needsFit(v) {
		return
	}
	p.needsResults(v)
	args := p.Trace.Args(v)
	if code, a, b := p.lowering.Computes(v); code != trace.OpNone {
		p.pure(Instr{Op: OpPure, Code: code, Type: heap.Int, Source: v, Dst: v, A: a, B: b})
		return
	}
	in := Instr{Code: op.Code, Type: op.Type, Source: v, Field: -1}
	if op.Type != heap.Void {
		in.Dst = v
	}
	if p.options.World != nil && p.inWorld(in, args) {
		return
	}
	if p.lowering.Opaque(v) {
		p.effect(in)
		return
	}
	switch op.Code.Info().Effect {
	case trace.EffectOverflow:
		p.overflow(in, args)
	case trace.EffectPure:
		p.compute(in, args)
	case trace.EffectGuard, trace.EffectBookkeeping:
		p.guard(in, args)
	case trace.EffectVisible:
		p.effect(in)
	case trace.EffectControl: // only getarg is left
		if first := p.getargs[p.Trace.Const(args[0]).Bits]; first != v {
			in.Op, in.A = OpMove, first
			p.add(in, noExit)
		}
	default:
		p.access(in, args)
	}
}

// effect lowers what the interpreter does: visible effects and calls.
func (p *planner) effect(in Instr) {
	delete(p.there, in.Source)
	if p.lowering.Forces(in.Source) {
		p.readsVirtualRefs()
	}
	in.Op, in.A, in.Offset = OpEffect, trace.None, 0
	p.add(in, ExitEffect)
}

// needsResults checks that the results of calls that an operation uses exist, unless
// that is known.
func (p *planner) needsResults(v trace.Value) {
	for _, call := range p.lowering.NeedsResult(v) {
		if !p.there[call] {
			p.add(Instr{Op: OpEffect, Code: p.Trace.Ops[v].Code, Source: v, A: call}, ExitMissing)
			p.there[call] = true
		}
	}
}

// overflow lowers an overflow operation together with the guard after it.
func (p *planner) overflow(in Instr, args []trace.Value) {
	guard := in.Source + 1 // the two come together (trace.Check)
	a, b := p.facts.of(args[0]).bounds, p.facts.of(args[1]).bounds
	in.Op, in.A, in.B, in.Source = OpOverflow, args[0], args[1], guard
	in.Inverted = p.Trace.Ops[guard].Code == trace.OpGuardOverflow
	p.add(in, ExitLeave)
	if !in.Inverted {
		p.facts.of(in.Dst).bounds = bounds.Forward(in.Code, a, b)
	}
}

// compute lowers a pure operation.
func (p *planner) compute(in Instr, args []trace.Value) {
	in.A = args0(args)
	switch in.Code {
	case trace.OpSameAs:
		have := *p.facts.of(in.A)
		in.Op = OpMove
		p.add(in, noExit)
		*p.facts.of(in.Dst) = have
	case trace.OpForceToken:
		in.Op, in.A = OpMove, p.token()
		p.add(in, noExit)
		p.facts.of(in.Dst).nonnull = true
	case trace.OpArrayLen:
		in.Op = OpArrayLen
		in.Checks = p.arrayChecks(&in, p.Trace.Ops[in.Source].Descr)
		p.add(in, exitIf(in.Checks))
		p.facts.setLength(in.Dst, in.A)
	default:
		if len(args) > 1 {
			in.B = args[1]
		}
		p.pure(in)
	}
}

func args0(args []trace.Value) trace.Value {
	if len(args) == 0 {
		return trace.None
	}
	return args[0]
}

// pure lowers an operation on numbers or references.
func (p *planner) pure(in Instr) {
	a, b := p.facts.of(in.A).bounds, bounds.Bounds{}
	if in.B != trace.None {
		b = p.facts.of(in.B).bounds
	}
	in.Op = OpPure
	switch in.Code.Needs() {
	case trace.NeedAmount:
		if b.Lo < 0 || b.Hi > 63 || p.options.AllChecks {
			in.Checks = CheckOperand
		}
	case trace.NeedDivisor:
		if b.Contains(0) || p.options.AllChecks {
			in.Checks = CheckOperand
		}
	case trace.NeedWidth:
		if !b.IsConstant() || b.Lo != 1 && b.Lo != 2 && b.Lo != 4 && b.Lo != 8 {
			in.Checks = CheckOperand
		}
	case trace.NeedInRange, trace.NeedNumber:
		in.Checks = CheckOperand
	}
	ofReferences := in.Code == trace.OpPtrEq || in.Code == trace.OpPtrNe
	if ofReferences && p.lowering.AnyUnknown() {
		in.Checks = CheckUnknown
	}
	p.add(in, exitIf(in.Checks))
	if in.Type == heap.Int && !ofReferences {
		p.facts.of(in.Dst).bounds = p.forward(&in, a, b)
	}
}

// forward returns the bounds of a result from those of its operands.
func (p *planner) forward(in *Instr, a, b bounds.Bounds) bounds.Bounds {
	for _, v := range [...]trace.Value{in.A, in.B} {
		if v != trace.None && p.TypeOf(v) != heap.Int {
			return bounds.Top()
		}
	}
	return bounds.Forward(in.Code, a, b)
}

// guard lowers a guard, or a promise.
func (p *planner) guard(in Instr, args []trace.Value) {
	in.A = args0(args)
	in.Dst = trace.None
	kind := ExitLeave
	switch in.Code {
	case trace.OpGuardNoOverflow, trace.OpGuardOverflow:
		if last := len(p.Code) - 1; last < 0 || p.Code[last].Op != OpOverflow || p.Code[last].Source != in.Source {
			p.refuse(in.Source, "expected an overflow operation directly in front of this guard")
		}
		return // a part of the operation before it
	case trace.OpGuardTrue, trace.OpGuardNonnull, trace.OpAssertNonnull:
		in.Op = OpGuardTrue
		if in.Code != trace.OpGuardTrue && !p.options.AllChecks && p.facts.of(in.A).isNonnull() {
			return
		}
	case trace.OpGuardFalse, trace.OpGuardIsnull:
		in.Op = OpGuardFalse
	case trace.OpGuardValue, trace.OpAssertValue:
		in.Op, in.B = OpGuardValue, args[1]
		if p.TypeOf(in.A) == heap.Ref && p.lowering.AnyUnknown() {
			in.Checks = CheckUnknown
		}
	case trace.OpGuardNotInvalidated:
		in.Op, in.Offset = OpGuardWord, arena.WordInvalid
	case trace.OpGuardNoException, trace.OpGuardException:
		p.guardException(in)
		return
	case trace.OpGuardClass, trace.OpGuardNonnullClass, trace.OpAssertClass:
		in.Op, in.Shape = OpGuardClass, arena.ObjectShape(heap.ClassID(p.Trace.Ops[in.Source].Descr))
	default:
		p.refuse(in.Source, "expected a guard that machine code can ask, found one that only the interpreter knows")
		return
	}
	p.add(in, kind)
	p.learn(&in)
}

// guardException lowers a guard that asks about the call before it.
func (p *planner) guardException(in Instr) {
	call := p.Trace.AskedCall(in.Source)
	if p.Trace.Raises(call) == trace.RaisesNever {
		return // guard_exception then ended the path
	}
	in.Op, in.Offset = OpGuardWord, arena.WordRaised
	if in.Code == trace.OpGuardNoException {
		p.add(in, ExitLeave)
		p.there[call] = true
		return
	}
	in.Want = arena.RaisedWord(heap.ClassID(p.Trace.Ops[in.Source].Descr))
	p.add(in, ExitLeave)
	if in.Type == heap.Ref {
		in.Dst = in.Source
		p.effect(in)
	}
}

// learn notes what a guard that held says.
func (p *planner) learn(in *Instr) {
	have := p.facts.of(in.A)
	switch in.Op {
	case OpGuardTrue, OpGuardFalse:
		if p.TypeOf(in.A) == heap.Ref {
			have.nonnull = have.nonnull || in.Op == OpGuardTrue
			return
		}
		p.facts.narrow(p.Trace, in.A, in.Op == OpGuardTrue)
	case OpGuardClass:
		have.shape, have.nonnull = in.Shape, true
	case OpGuardValue:
		switch {
		case p.TypeOf(in.A) == heap.Int:
			if both, ok := have.bounds.Intersect(p.facts.of(in.B).bounds); ok {
				have.bounds = both
			}
			p.facts.learnShape(have)
		case p.TypeOf(in.A) == heap.Ref && p.facts.of(in.B).isNonnull():
			have.nonnull = true
			if shape := p.facts.of(in.B).shape; have.shape == noShape && shape != noShape {
				have.shape = shape
			}
		}
	}
}

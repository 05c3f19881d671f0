package jit

import (
	"errors"
	"slices"

	"unbox/backend"
	"unbox/lang/compile"
	"unbox/lang/vm"
	"unbox/trace"
)

// Target returns the beginning of the loop to which the bridge leads, and the name of its
// function.
func (b *Bridge) Target() (at compile.Place, function string) {
	return b.machine.LoopPlace(b.Recording.Target)
}

// TargetVersion is the number of the version of the loop to which the bridge leads, from 1 on as in Loop.Versions; 0 is the
// loop's first trace.
func (b *Bridge) TargetVersion() int {
	if b.leadsTo == nil || b.leadsTo.first == nil {
		return 0
	}
	return 1 + slices.Index(b.leadsTo.first.Versions, b.leadsTo)
}

// mayBridge reports whether an exit may get a bridge now or later.
func (j *JIT) mayBridge(l *Loop, in *Installed, guard trace.Value) bool {
	if _, ok := in.code.(Linked); !ok || j.options.NoBridges || l.bridges >= maxBridges || j.traces >= maxTraces {
		return false
	}
	switch in.program.Trace.Ops[guard].Code {
	case trace.OpGuardNotInvalidated, trace.OpGuardNoException, trace.OpGuardException:
		return false
	}
	if in.Recording.AsksForRoom(trace.Value(in.program.Trace.Ops[guard].Src)) {
		return false
	}
	failed := in.vain[guard]
	return failed == nil || failed.times < maxAttempts
}

// wantsBridge reports whether it is time to make a bridge for an exit that may
// get one.
func (j *JIT) wantsBridge(machine *vm.VM, in *Installed, guard trace.Value) bool {
	if machine.Raised() || in.Recording.Broken() != "" {
		return false
	}
	again := j.options.BridgeThreshold
	if failed := in.vain[guard]; failed != nil {
		again = failed.again
	}
	return in.Exits[guard] >= again
}

// bridge records what the program does after an exit, and makes the trace continue there from now on. It
// reports whether the program is at the first instruction of a loop.
func (j *JIT) bridge(machine *vm.VM, l *Loop, in *Installed, guard trace.Value) bool {
	p := in.program
	before := j.options.Timeline.enter(Recording)
	rec, reason := machine.RecordBridge(p.Recording, p.Trace, guard, states{j}, j.passed(machine))
	j.options.Timeline.enter(before)
	arrived := reason == ""
	if arrived && rec.Broken() != "" {
		j.dropped(rec)
		rec, reason = nil, rec.Broken()
	}
	if in.program != p || slices.ContainsFunc(in.Bridges, func(b *Bridge) bool { return b.Guard == guard }) {
		j.dropped(rec)
		return arrived // code that the recording called has reached the same exit, or has discarded the trace
	}
	b := &Bridge{machine: machine, From: in, Guard: guard}
	if reason == "" {
		err := j.install(&b.Installed, machine, rec, func(p *Program) (Code, error) { return in.code.(Linked).Bridge(guard, p) })
		if err != nil {
			j.dropped(rec)
		}
		if errors.Is(err, backend.ErrNoRoom) && j.empty(machine) {
			return true
		}
		if err != nil {
			reason = err.Error()
		}
	}
	if reason != "" {
		j.noBridge(l, in, guard, reason)
		return arrived
	}
	b.leadsTo = j.target(rec)
	in.Bridges = append(in.Bridges, b)
	j.options.Timeline.note("bridge", l, rec)
	delete(in.vain, guard)
	l.bridges++
	l.soon, l.entered, l.iterations = 0, 0, 0
	if v := b.leadsTo; v != nil && v.first != nil {
		return j.makeVersion(machine, v)
	}
	return true
}

// noBridge delays the bridge of an exit, longer each time.
func (j *JIT) noBridge(l *Loop, in *Installed, guard trace.Value, reason string) {
	failed := in.vain[guard]
	if failed == nil {
		failed = &inVain{}
		in.vain[guard] = failed
	}
	if failed.ended++; reason == vm.LoopInlined && failed.ended < maxEnded {
		failed.again = in.Exits[guard] + 1
		return
	}
	if reason == vm.FunctionReturned {
		if failed.again = 2 * in.Exits[guard]; failed.ended > 1 {
			return
		}
		l.BridgeFailures = append(l.BridgeFailures, in.Place(guard)+": "+reason)
		return
	}
	l.BridgeFailures = append(l.BridgeFailures, in.Place(guard)+": "+reason)
	failed.times++
	failed.again = in.Exits[guard] + j.options.BridgeThreshold<<(2*failed.times)
}

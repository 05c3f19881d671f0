//go:build !core

package api

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/syntax"
	"unbox/lang/vm"
	"unbox/optimizer"
	"unbox/trace"
)

// What a program may ask for.
const (
	maxProgram       = 1 << 20
	maxProgramWork   = 1 << 52
	maxProgramOutput = 16 << 10 // KB
)

// programRun is a program that runs, or has run. Between two requests it is paused in the middle of its
// work.
type programRun struct {
	number   int
	compiled *compile.Program
	machine  *vm.VM
	traces   *jit.JIT
	passes   optimizer.PassSet
	loops    []vm.LoopID
	// next lets it continue until the slice is used up, and reports whether it has ended; stop ends it.
	next func() (struct{}, bool)
	stop func()
	// pause returns control; it is false if the program has to end.
	pause func(struct{}) bool
	slice int64
	// left is the amount of work that it may still do beyond the current slice.
	left    int64
	ended   bool
	time    *jit.Timeline
	outcome vm.Outcome
	// kept is what stays the same about traces, by their optimized form.
	kept   map[*trace.Trace]*keptPart
	output []ProgramOutput
	now    float64
}

// startProgram answers a ProgramRequest: it begins a program and runs its first slice. Errors in the text are in the state's diagnostics.
//
// Errors: numbers out of range.
func (e *Engine) startProgram(q *ProgramRequest) (*ProgramState, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	if e.running != nil {
		e.running.stop()
	}
	e.running = nil
	compiled, err := compile.File(q.File, q.Text)
	if err != nil {
		return programRefused(q, err), nil
	}
	r := &programRun{number: q.Run, compiled: compiled}
	if err := r.prepare(q, e.groundFor(q)); err != nil {
		return nil, err
	}
	e.running = r
	return r.goOn(q.Slice, q.Now), nil
}

// check looks at the numbers.
func (q *ProgramRequest) check() error {
	switch {
	case len(q.Text) > maxProgram:
		return fmt.Errorf("expected a program of at most %d MB, found %.1f MB", maxProgram>>20, float64(len(q.Text))/(1<<20))
	case q.Threshold < 1:
		return fmt.Errorf("expected a `threshold` from 1 on, found %d", q.Threshold)
	case q.Slice < 1 || q.Limit < q.Slice || q.Limit > maxProgramWork:
		return fmt.Errorf("expected a `slice` from 1 on and a `limit` from there to %d, found %d and %d", maxProgramWork, q.Slice, q.Limit)
	case q.Memory < 4 || q.Memory > 1024:
		return fmt.Errorf("expected a `memory` from 4 to 1024 MB, found %d", q.Memory)
	case q.Output < 1 || q.Output > maxProgramOutput:
		return fmt.Errorf("expected an `output` from 1 to %d KB, found %d", maxProgramOutput, q.Output)
	}
	return nil
}

// programRefused is the answer for a text that is no program.
func programRefused(q *ProgramRequest, err error) *ProgramState {
	d := trace.Diagnostic{Message: err.Error()}
	if wrong := new(syntax.Error); errors.As(err, &wrong) {
		d.From, d.To = wrong.From, wrong.To
	}
	s := &ProgramState{Run: q.Run, Diagnostics: Diagnostics(q.Text, []trace.Diagnostic{d}), Output: []ProgramOutput{}, Lines: []int{}, Loops: []ProgramLoop{}, Time: (*programRun)(nil).timeSpent()}
	s.Diagnostics[0].Severity, s.Diagnostics[0].Code = "error", "python"
	return s
}

// besides is the number of bytes of a world's region that are not the
// program's.
const besides = 8 << 20

// groundFor returns the memory for a program whose traces run as code, nil if they are interpreted or it has no
// traces.
func (e *Engine) groundFor(q *ProgramRequest) ProgramGround {
	size := q.Memory<<20 + besides
	switch {
	case e.newGround == nil || !q.JIT:
		return nil
	case e.ground == nil || e.ground.Size() < size:
		e.ground = e.newGround(size)
	default:
		e.ground.Clear()
	}
	return e.ground
}

// prepare makes the machine, which waits for its first slice.
func (r *programRun) prepare(q *ProgramRequest, ground ProgramGround) error {
	if begun := time.Now(); q.Timed {
		r.time = jit.NewTimeline(func() float64 { return float64(time.Since(begun)) / float64(time.Millisecond) })
	}
	how := jit.Options{Threshold: uint64(q.Threshold), NoBridges: q.NoBridges, Timeline: r.time, Unoptimized: q.Passes != nil && len(q.Passes) == 0}
	if ground != nil {
		how.Engine = jit.NewCompiler(ground)
	}
	if q.Passes == nil {
		loop, err := optimizer.PresetByName("loop")
		if err != nil {
			return err
		}
		r.passes = loop.Passes
	} else {
		passes, err := optimizer.ParsePasses(q.Passes)
		if err != nil {
			return err
		}
		r.passes = passes
	}
	how.Passes = r.passes
	r.traces = jit.New(how)
	r.slice, r.left = int64(q.Slice), int64(q.Limit-q.Slice)
	o := vm.Options{Out: programWriter{r, false}, Err: programWriter{r, true}, Fuel: int64(q.Slice), More: r.more, Memory: q.Memory << 20,
		Output: q.Output << 10, Clock: func() float64 { return r.now }, Seed: uint64(q.Seed), Profile: true}
	if q.JIT {
		o.Tracer = r.traces
	}
	if ground != nil {
		o.Region = ground
	}
	r.now = q.Now
	r.next, r.stop = iter.Pull(func(pause func(struct{}) bool) {
		r.pause = pause
		r.machine = vm.New(r.compiled, o)
		r.time.Watch(r.machine)
		r.loops = r.machine.Loops()
		if q.JIT {
			r.traces.Start(r.machine)
		}
		r.outcome = r.machine.Run()
	})
	return nil
}

// more is called by the machine when it has used its slice.
func (r *programRun) more(needed int64) int64 {
	if r.ended || needed > r.left {
		return 0
	}
	if !r.pause(struct{}{}) {
		r.ended = true // and more is not called again
		return 0
	}
	grant := min(max(r.slice, needed), r.left)
	r.left -= grant
	return grant
}

// programWriter takes what a program writes.
type programWriter struct {
	r       *programRun
	isError bool
}

// Write never fails.
func (w programWriter) Write(text []byte) (int, error) {
	list := w.r.output
	if n := len(list); n > 0 && list[n-1].Error == w.isError {
		list[n-1].Text += string(text)
	} else if len(text) > 0 {
		w.r.output = append(list, ProgramOutput{w.isError, string(text)})
	}
	return len(text), nil
}

// goOn runs a slice.
func (r *programRun) goOn(slice int, now float64) *ProgramState {
	if !r.ended {
		r.slice, r.now = int64(slice), now
		r.time.Start()
		_, running := r.next()
		r.time.Stop()
		r.ended = !running
	}
	return r.state()
}

// programMore answers a ProgramMoreRequest.
func (e *Engine) programMore(q *ProgramMoreRequest) (any, error) {
	r := e.running
	if r == nil || r.number != q.Run {
		return Absent{Gone: q.Run}, nil
	}
	if q.Slice < 1 || q.Slice > maxProgramWork {
		return nil, fmt.Errorf("expected a `slice` from 1 to %d, found %d", maxProgramWork, q.Slice)
	}
	return r.goOn(q.Slice, q.Now), nil
}

// state is what the program has done so far. The output is returned only once.
func (r *programRun) state() *ProgramState {
	stats := r.machine.Stats()
	s := &ProgramState{Run: r.number, Diagnostics: []Diagnostic{}, Running: !r.ended, Output: r.output, Code: r.outcome.Code, Work: int(stats.Work),
		Collections: stats.Collections, Copied: stats.Copied, Region: stats.Region, Lines: r.lines(), Loops: []ProgramLoop{}}
	if s.Output == nil {
		s.Output = []ProgramOutput{}
	}
	r.output = nil
	if r.outcome.Stopped != nil {
		s.Stopped = r.outcome.Stopped.Error()
	}
	hot := r.hot()
	r.keep()
	for k, id := range r.loops {
		if r.machine.Count(id) > 0 {
			s.Loops = append(s.Loops, r.loop(k, hot[id]))
		}
	}
	s.Time = r.timeSpent()
	slices.SortStableFunc(s.Loops, func(a, b ProgramLoop) int { return cmp.Compare(b.Iterations, a.Iterations) })
	return s
}

// timeSpent is the time line.
func (r *programRun) timeSpent() ProgramTime {
	out := ProgramTime{Activities: []string{}, Total: []float64{}, Cells: [][]float64{}, Events: []ProgramEvent{}}
	if r == nil || r.time == nil {
		return out
	}
	total, cells := r.time.Total, slices.Clone(r.time.Cells) // the program goes on, and the answer stays as it is
	out.Total, out.Width, out.Missed = total[:], r.time.Width, r.time.Missed
	for a := range jit.Activities {
		out.Activities = append(out.Activities, a.String())
	}
	for k := range cells {
		out.Cells = append(out.Cells, cells[k][:])
	}
	for _, e := range r.time.Events {
		out.Events = append(out.Events, ProgramEvent{e.At, e.What, slices.Index(r.loops, e.Loop.ID), e.Loop.At.Own(), e.Loop.At.String(), e.Recorded, e.Making()})
	}
	return out
}

// hot finds the loops that became hot.
func (r *programRun) hot() map[vm.LoopID]*jit.Loop {
	found := make(map[vm.LoopID]*jit.Loop)
	for _, l := range r.traces.Loops() {
		found[l.ID] = l
	}
	return found
}

// lines counts the instructions of each line: interpreted ones, and those of iterations of traces.
func (r *programRun) lines() []int {
	hot := r.hot()
	counts := r.machine.LineCounts(func(id vm.LoopID) uint64 {
		if l := hot[id]; l != nil {
			return l.Iterations
		}
		return 0
	})
	for _, l := range r.traces.Loops() {
		if l.Recording == nil {
			continue
		}
		for _, step := range l.Recording.Steps[:l.Recording.Bytecodes] {
			if line := r.compiled.Codes[step.Code].Place(step.PC).Own(); line > 0 {
				counts[line] += l.Iterations
			}
		}
	}
	lines := make([]int, 0, len(counts))
	for _, n := range counts[1:] {
		lines = append(lines, int(n))
	}
	return lines
}

// loop says what happened to a loop; l is nil if it never became hot.
func (r *programRun) loop(k int, l *jit.Loop) ProgramLoop {
	id := r.loops[k]
	at, function := r.machine.LoopPlace(id)
	p := ProgramLoop{Loop: k, Line: at.Own(), At: at.String(), Function: function, Iterations: int(r.machine.Count(id)), State: "cold", Failures: []string{}, BridgeFailures: []string{}, Traces: []ProgramPart{}}
	if l == nil {
		return p
	}
	p.Traced, p.Entered, p.Made = int(l.Iterations), int(l.Entered), len(l.Failures)
	p.Failures = append(p.Failures, l.Failures...)
	switch {
	case l.GivenUp:
		p.State = "given up"
	case l.Running():
		p.State = "trace"
		p.Made++
	default:
		p.State = "failed"
	}
	p.BridgeFailures = append(p.BridgeFailures, l.BridgeFailures...)
	parts := partsOf(l)
	for k := range parts {
		p.Traces = append(p.Traces, r.part(parts, k))
	}
	return p
}

// programPart is a trace, with the version of which it is the own one, from 1 on, and the bridge that it is.
type programPart struct {
	*jit.Installed
	version int
	of      *jit.Loop
	bridge  *jit.Bridge
}

// partsOf lists a loop's last trace and its bridges, each after the trace in which it begins, and then the same of its
// versions; none if nothing was recorded.
func partsOf(l *jit.Loop) []programPart {
	if l.Optimized == nil {
		return nil
	}
	list := withBridges(nil, programPart{Installed: &l.Installed, of: l})
	for k, v := range l.Versions {
		if v.Optimized != nil {
			list = withBridges(list, programPart{Installed: &v.Installed, version: k + 1, of: v})
		}
	}
	return list
}

// withBridges appends a trace and its bridges to a list.
func withBridges(list []programPart, p programPart) []programPart {
	k := len(list)
	for list = append(list, p); k < len(list); k++ {
		for _, b := range list[k].Bridges {
			list = append(list, programPart{Installed: &b.Installed, of: p.of, bridge: b})
		}
	}
	return list
}

// part describes a trace.
func (r *programRun) part(parts []programPart, k int) ProgramPart {
	in := parts[k]
	kept := r.kept[in.Optimized]
	before, after := kept.before, kept.after
	first := in.Recording.Steps[0]
	code := r.compiled.Codes[first.Code]
	at := code.Place(first.PC)
	p := ProgramPart{Version: in.version, Unboxed: []string{}, Line: at.Own(), At: at.String(), Function: code.FullName(), Bytecodes: in.Recording.Bytecodes, Recorded: before[trace.CountAll], Optimized: after[trace.CountAll],
		BoxesBefore: before[trace.CountNew], BoxesAfter: after[trace.CountNew], Exits: []ProgramExit{}}
	if in.version > 0 {
		p.Unboxed = append(p.Unboxed, in.of.Unboxed()...)
	}
	if in.bridge != nil {
		p.TargetVersion = in.bridge.TargetVersion()
	}
	if in.Recording.Leads() {
		target, _ := r.machine.LoopPlace(in.Recording.Target)
		p.Target = target.String()
	}
	for _, guard := range in.HotExits(len(in.Exits)) {
		x := r.exit(kept, in.Installed, guard)
		x.Bridge = slices.IndexFunc(parts, func(p programPart) bool {
			return p.bridge != nil && p.bridge.From == in.Installed && p.bridge.Guard == guard
		})
		p.Exits = append(p.Exits, x)
	}
	return p
}

// keptPart is what stays the same about a trace: how many operations it has, and where its exits lead.
type keptPart struct {
	before, after trace.Counts
	exits         map[trace.Value]ProgramExit
}

// keep finds out what is not known so far about the traces that there are, and forgets the others. A state is asked for after each slice.
func (r *programRun) keep() {
	last := r.kept
	r.kept = make(map[*trace.Trace]*keptPart, len(last))
	for _, l := range r.traces.Loops() {
		for _, p := range partsOf(l) {
			kept := last[p.Optimized]
			if kept == nil {
				optimized := trace.CountKinds(p.Optimized)
				kept = &keptPart{trace.CountKinds(p.Recording.Trace).Whole, optimized.Iteration(), make(map[trace.Value]ProgramExit)}
			}
			r.kept[p.Optimized] = kept
		}
	}
}

func (r *programRun) exit(kept *keptPart, in *jit.Installed, guard trace.Value) ProgramExit {
	x, known := kept.exits[guard]
	if !known {
		x = r.newExit(in, guard)
		kept.exits[guard] = x
	}
	x.Count = int(in.Exits[guard])
	return x
}

func (r *programRun) newExit(in *jit.Installed, guard trace.Value) ProgramExit {
	out := in.Optimized
	x := ProgramExit{Guard: int(guard), Name: out.Ops[guard].SpellingName(), Bridge: -1}
	if frames := r.machine.ExitFrames(in.Recording, out, guard); len(frames) > 0 {
		last := frames[len(frames)-1]
		code := r.compiled.Codes[last.Code]
		x.At, x.Function = code.Place(last.PC).String(), code.FullName()
	}
	return x
}

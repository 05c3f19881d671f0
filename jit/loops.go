package jit

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"unbox/backend"
	"unbox/lang/compile"
	"unbox/lang/vm"
	"unbox/optimizer"
	"unbox/trace"
)

// Options say when and how loops become traces.
type Options struct {
	// Threshold is the number of back edges of a loop before it is recorded; 0
	// means 1,000.
	Threshold uint64
	// BridgeThreshold is the number of times a trace is left at a guard before a bridge is
	// made for that exit; 0 means a fifth of Threshold, at least 1. NoBridges disables
	// bridges.
	BridgeThreshold uint64
	NoBridges       bool
	// Passes are those of the optimizer; 0 means all.
	Passes optimizer.PassSet
	// Unoptimized runs traces as they were recorded; then Passes do not count.
	Unoptimized bool
	// Timeline records what the time is spent on; nil records nothing.
	Timeline *Timeline
	// Engine makes code of traces; nil means an Executor.
	Engine Engine
}

// defaultThreshold is the count of iterations from which on a loop is hot.
const defaultThreshold = 1000

// The limits of attempts.
const (
	// maxAttempts is the number of failed recordings after which a loop is given
	// up.
	maxAttempts = 4
	// maxEnded is the number of recordings of a loop that began in its last iteration before recordings
	// continue after the loop.
	maxEnded = 8
	// maxMade is the maximum number of times that a trace of a loop is discarded
	// and made again.
	maxMade = 4
	// maxBridges is the maximum number of bridges of a loop.
	maxBridges = 200
	// maxTraces is the maximum number of traces of a program, maxEmptied the number of times that all of
	// them are discarded because their code takes too much room.
	maxTraces, maxEmptied = 2000, 16
	// fewInstructions is the minimum number of bytecode instructions that a trace has to replace each time it is
	// entered, on average over manyEntries, or it is discarded: entering and leaving it takes about as long as
	// interpreting that many.
	fewInstructions, manyEntries = 80, 500
	// maxVain is the number of consecutive times that a trace is left in its first iteration before
	// it is discarded.
	maxVain = 40
)

// JIT manages the loops of one program. It is not safe for concurrent use.
type JIT struct {
	options   Options
	optimizer optimizer.Optimizer
	loops     map[vm.LoopID]*Loop
	order     []*Loop
	traces    int
	emptied   int
	// broken is VM.Broken as it was when traces were last discarded for it.
	broken int
	args   []uint64
	// running is the number of activations of traces in progress, gone are recordings of discarded traces, which
	// these may need.
	running  int
	gone     []*vm.Recording
	lockstep *follower // compares after each iteration; nil for no comparison
}

// New makes a JIT for one program; it is the Tracer of that program's VM.
func New(o Options) *JIT {
	if o.Threshold == 0 {
		o.Threshold = defaultThreshold
	}
	if o.BridgeThreshold == 0 {
		o.BridgeThreshold = max(1, o.Threshold/5)
	}
	if o.Unoptimized {
		o.Passes = 0
	} else if o.Passes == 0 {
		loop, err := optimizer.PresetByName("loop")
		if err != nil {
			panic("BUG: " + err.Error())
		}
		o.Passes = loop.Passes
	}
	if o.Engine == nil {
		o.Engine = Executor{}
	}
	return &JIT{options: o, loops: make(map[vm.LoopID]*Loop)}
}

// Installed is a trace and its history.
type Installed struct {
	// Recording is the last recording, Optimized the optimizer's result for it; nil if there is none.
	Recording *vm.Recording
	Optimized *trace.Trace
	// Exits counts how often the trace was left to the interpreter at each guard.
	Exits map[trace.Value]uint64
	// Bridges are the bridges in which it continues where it is left, in the order in which they
	// were made.
	Bridges []*Bridge

	program *Program // nil if it was discarded
	code    Code
	passes  optimizer.PassSet
	// vain are exits for which no bridge could be made so far.
	vain map[trace.Value]*inVain
}

// Explained optimizes the recording once more, and returns the optimizer's result with reasons: these take more
// memory than the traces, so they are not kept. The Out of the result is the same as Optimized.
func (in *Installed) Explained() *optimizer.Result {
	var o optimizer.Optimizer
	return o.Run(in.Recording.Trace, in.passes)
}

// inVain is an exit with the number of failed attempts to make a bridge; again is the count from
// which on it is tried again.
type inVain struct {
	times int
	again uint64
	ended int // how often no bridge was made, for whatever reason
}

// Bridge is a trace in which another one continues at one of its guards.
type Bridge struct {
	Installed
	// From is the trace that continues here, Guard the guard where it does.
	From  *Installed
	Guard trace.Value

	machine *vm.VM
	leadsTo *Loop // nil if that is not hot so far
}

// Loop is a loop that became hot.
type Loop struct {
	Installed
	ID vm.LoopID
	// At is where it begins, Function the one that it is in.
	At       compile.Place
	Function string
	// Failures are the reasons why recording or installing it failed, or its trace was discarded;
	// BridgeFailures those why there is no bridge.
	Failures, BridgeFailures []string
	// Entered counts how often the trace was entered from the interpreter, Iterations how many iterations it ran, with its
	// bridges and the loops to which these lead.
	Entered, Iterations uint64
	// GivenUp means that the loop is interpreted from now on.
	GivenUp bool
	// Versions are its versions, in the order in which traces first led to them. Types says of a version which it is, first
	// is the loop of which it is one, nil for a loop itself.
	Versions []*Loop
	Types    vm.Types
	first    *Loop
	unboxed  []string

	made int
	// ended is the number of times that the loop ended while it was being
	// recorded.
	ended int
	// again is the count of iterations at which it is recorded again.
	again uint64
	// soon is the number of consecutive times that the trace was left in its first
	// iteration.
	soon int
	// entered and iterations are those since the trace or its newest bridge was made, bridges how many
	// there are.
	entered, iterations uint64
	bridges             int
}

// Running reports whether there is a trace.
func (l *Loop) Running() bool { return l.code != nil }

// Loops returns the loops that became hot, in that order.
func (j *JIT) Loops() []*Loop { return j.order }

// Start makes the program report its hot loops.
func (j *JIT) Start(machine *vm.VM) {
	j.attach(machine)
	for _, id := range machine.Loops() {
		machine.SetTrigger(id, j.options.Threshold)
	}
}

// attach connects the engine to the program.
func (j *JIT) attach(machine *vm.VM) {
	if n, ok := j.options.Engine.(*Compiler); ok {
		if err := n.attach(machine); err != nil {
			panic("BUG: " + err.Error()) // the engine's maker has checked that there is a space
		}
	}
}

// Hot makes a trace of a loop, or runs the existing one.
func (j *JIT) Hot(machine *vm.VM, id vm.LoopID) {
	j.sweep(machine)
	l := j.loops[id]
	if l == nil {
		at, function := machine.LoopPlace(id)
		l = &Loop{ID: id, At: at, Function: function}
		j.loops[id] = l
		j.order = append(j.order, l)
	}
	if l.GivenUp {
		return
	}
	if l.code == nil {
		j.make(machine, l)
		return
	}
	j.runAll(machine, l)
}

// Enter runs the trace of a loop that begins.
func (j *JIT) Enter(machine *vm.VM, id vm.LoopID) {
	j.sweep(machine)
	if l := j.loops[id]; l.code != nil {
		j.runAll(machine, l)
	}
}

// runAll runs the trace of a loop, and those of loops at whose first instructions it is left.
func (j *JIT) runAll(machine *vm.VM, l *Loop) {
	for l != nil && j.run(machine, l) {
		l = nil
		j.sweep(machine) // a bridge may have been recorded of code that changes a class on which other traces rely
		if next, ok := machine.AtLoop(j.runs); ok {
			l = j.loops[next]
		}
	}
}

// sweep releases what was discarded, and discards what relies on something that has changed.
func (j *JIT) sweep(machine *vm.VM) {
	j.release(machine)
	if n := machine.Broken(); n != j.broken {
		j.broken = n
		j.discardBroken(machine)
	}
}

// runs reports whether a loop has a trace.
func (j *JIT) runs(id vm.LoopID) bool { return states{j}.State(id) == vm.LoopTraced }

// passed is called for each back edge that a recording passes; it may be nil.
func (j *JIT) passed(machine *vm.VM) func() {
	if j.lockstep == nil {
		return nil
	}
	return func() { j.lockstep.backEdge(machine) }
}

// make records a loop or a version of one, optimizes it and installs the result. If there is code afterwards, the program
// is at the first instruction of a loop.
func (j *JIT) make(machine *vm.VM, l *Loop) {
	before := j.options.Timeline.enter(Recording)
	rec, reason := machine.Record(l.ID, l.Types, l.ended == maxEnded, states{j}, j.passed(machine))
	j.options.Timeline.enter(before)
	switch {
	case reason == "" && rec.Broken() != "":
		j.dropped(rec)
		j.noTrace(machine, l, rec.Broken())
		return
	case l.code != nil: // code that the recording called has made a trace
		j.dropped(rec)
		return
	case (reason == vm.LoopEnded || reason == vm.LoopInlined) && l.ended < maxEnded:
		l.ended++
		l.again = machine.Count(l.ID) + 1
		j.trigger(machine, l, l.again)
		return
	case reason != "":
		j.noTrace(machine, l, reason)
		return
	}
	err := j.install(&l.Installed, machine, rec, j.options.Engine.Install)
	if errors.Is(err, backend.ErrNoRoom) && j.empty(machine) {
		err = j.install(&l.Installed, machine, rec, j.options.Engine.Install)
	}
	if err != nil {
		j.dropped(rec)
		j.noTrace(machine, l, err.Error())
		return
	}
	l.again, l.soon, l.entered, l.iterations, l.bridges = 0, 0, 0, 0, 0
	j.trigger(machine, l, 0)
	if j.lockstep == nil {
		l.setEntered(machine, true)
	}
	what := "trace"
	if l.first != nil {
		what = "version"
	}
	j.options.Timeline.note(what, l, rec)
	for _, in := range j.installed() {
		if in.Recording.Leads() && j.target(in.Recording) == l {
			j.link(in)
		}
	}
}

// empty discards all traces, because there is no room for more code: loops that are still hot are recorded
// again. It reports false if that has happened too often.
func (j *JIT) empty(machine *vm.VM) bool {
	if j.emptied == maxEmptied {
		return false
	}
	j.emptied++
	j.traces = 0
	for _, l := range j.all() {
		if l.code != nil {
			j.remove(&l.Installed)
			l.setEntered(machine, false)
			l.again = machine.Count(l.ID) + j.options.Threshold
			j.trigger(machine, l, l.again)
		}
	}
	return true
}

// Emptied returns the number of times that all traces were discarded to make
// room.
func (j *JIT) Emptied() int { return j.emptied }

var errImpossible = errors.New("a guard of the trace can never hold")

// install optimizes a recording and makes code from it with the engine.
func (j *JIT) install(in *Installed, machine *vm.VM, rec *vm.Recording, engine func(*Program) (Code, error)) error {
	before := j.options.Timeline.enter(Optimizing)
	optimized, impossible := j.optimizer.Trace(rec.Trace, j.options.Passes)
	j.options.Timeline.enter(Compiling)
	defer j.options.Timeline.enter(before)
	in.Recording, in.Optimized, in.passes = rec, optimized, j.options.Passes
	in.Exits, in.Bridges, in.vain = make(map[trace.Value]uint64), nil, make(map[trace.Value]*inVain)
	if impossible != trace.None {
		return errImpossible
	}
	p := &Program{Trace: in.Optimized, Recording: rec, VM: machine, in: in}
	code, err := engine(p)
	if err != nil {
		return err
	}
	if stepped, ok := code.(interface{ leaveEachIteration() }); ok && j.lockstep != nil {
		stepped.leaveEachIteration()
	}
	in.program, in.code = p, code
	j.traces++
	if rec.Leads() {
		j.link(in)
	}
	return nil
}

// link makes the jump at the end of a trace lead to the loop that it goes to.
func (j *JIT) link(in *Installed) {
	code, ok := in.code.(Linked)
	to := j.target(in.Recording)
	if !ok || to == nil || to.code == nil {
		return // the trace is left at the jump
	}
	if err := code.Link(trace.Value(len(in.Optimized.Ops)-1), to.code); err != nil && !errors.Is(err, backend.ErrNoRoom) {
		panic("BUG: " + err.Error())
	}
}

// installed lists all existing traces, loops before their bridges.
func (j *JIT) installed() []*Installed {
	var list []*Installed
	for _, l := range j.all() {
		if l.code != nil {
			list = append(list, &l.Installed)
		}
	}
	for k := 0; k < len(list); k++ {
		for _, b := range list[k].Bridges {
			list = append(list, &b.Installed)
		}
	}
	return list
}

// trigger makes the program report a loop from a count on. For versions it does not: traces lead to them.
func (j *JIT) trigger(machine *vm.VM, l *Loop, count uint64) {
	if j.lockstep == nil && l.first == nil { // lockstep has to be called after each iteration
		machine.SetTrigger(l.ID, count)
	}
}

// setEntered says whether the program reports that the loop begins.
func (l *Loop) setEntered(machine *vm.VM, yes bool) {
	if l.first == nil {
		machine.SetEntered(l.ID, yes)
	}
}

// noTrace records that a recording failed.
func (j *JIT) noTrace(machine *vm.VM, l *Loop, reason string) {
	j.options.Timeline.note("failed", l, nil)
	j.failed(machine, l, reason)
	if l.first != nil {
		l.GivenUp = true // its loop's first trace will do, and traces that lead here are left until then
	}
}

// failed delays a loop, longer each time, and finally gives it up.
func (j *JIT) failed(machine *vm.VM, l *Loop, reason string) {
	l.Failures = append(l.Failures, reason)
	if len(l.Failures) >= maxAttempts || j.traces >= maxTraces {
		l.GivenUp = true
		j.trigger(machine, l, ^uint64(0))
		return
	}
	l.again = machine.Count(l.ID) + j.options.Threshold<<(2*len(l.Failures))
	j.trigger(machine, l, l.again)
}

// discard discards the trace of a loop. Its versions stay.
func (j *JIT) discard(machine *vm.VM, l *Loop, reason string) {
	j.options.Timeline.note("thrown away", l, nil)
	j.remove(&l.Installed)
	l.setEntered(machine, false)
	if l.made++; l.made >= maxMade {
		l.Failures = append(l.Failures, reason)
		l.GivenUp = true
		j.trigger(machine, l, ^uint64(0))
		return
	}
	j.failed(machine, l, reason)
}

// discardBroken discards what relies on something that has changed: loops with their bridges, and bridges of
// unchanged loops.
func (j *JIT) discardBroken(machine *vm.VM) {
	for _, l := range j.all() {
		switch {
		case l.code == nil:
		case l.Recording.Broken() != "":
			j.discard(machine, l, l.Recording.Broken())
		default:
			j.discardBridges(l, &l.Installed)
		}
	}
}

// discardBridges discards those bridges of a trace that rely on something that has changed.
func (j *JIT) discardBridges(l *Loop, in *Installed) {
	in.Bridges = slices.DeleteFunc(in.Bridges, func(b *Bridge) bool {
		if b.Recording.Broken() == "" {
			j.discardBridges(l, &b.Installed)
			return false
		}
		l.bridges -= 1 + countBridges(&b.Installed)
		j.remove(&b.Installed)
		j.noBridge(l, in, b.Guard, b.Recording.Broken())
		return true
	})
}

// countBridges counts the bridges below a trace.
func countBridges(in *Installed) int {
	n := len(in.Bridges)
	for _, b := range in.Bridges {
		n += countBridges(&b.Installed)
	}
	return n
}

// remove discards code, that of bridges first.
func (j *JIT) remove(in *Installed) {
	for _, b := range in.Bridges {
		j.remove(&b.Installed)
	}
	in.code.Remove()
	in.code, in.program = nil, nil
	j.dropped(in.Recording)
}

// dropped records that the trace of a recording no longer exists; nil stands
// for none.
func (j *JIT) dropped(rec *vm.Recording) {
	if rec != nil {
		j.gone = append(j.gone, rec)
	}
}

// release frees the references of discarded traces, unless one of them may be running.
func (j *JIT) release(machine *vm.VM) {
	if j.running > 0 {
		return
	}
	for _, rec := range j.gone {
		machine.Release(rec)
	}
	j.gone = nil
}

// run enters the trace of a loop. It reports whether the program is at the first instruction of a loop
// afterwards, and may continue with a trace immediately.
func (j *JIT) run(machine *vm.VM, l *Loop) bool {
	if j.lockstep != nil {
		l = j.versionAt(machine, l)
	}
	entered := l.program
	args, fits := machine.Entry(l.Recording, j.args[:0])
	j.args = args
	if !fits {
		return false
	}
	if j.lockstep != nil {
		j.lockstep.inside++
	}
	j.running++
	before := j.options.Timeline.enter(Running)
	exit, err := l.code.Enter(args)
	j.options.Timeline.enter(before)
	j.running--
	if j.lockstep != nil {
		j.lockstep.inside--
	}
	if err != nil {
		if !errors.Is(err, backend.ErrNested) {
			panic("BUG: " + err.Error())
		}
		machine.Return(l.Recording, args)
		return false
	}
	l.Entered++
	l.Iterations += exit.Iterations
	machine.AddCount(l.ID, exit.Iterations)
	p := cmp.Or(exit.Program, entered)
	if l.program == entered { // a call in the trace may cause it to be discarded
		l.entered++
		l.iterations += exit.Iterations
	}
	switch p.Trace.Ops[exit.Guard].Code {
	case trace.OpJump:
		machine.Arrive(p.Recording, p.Trace, exit.Guard, exit.Value)
		j.arrived(machine, p, exit.Guard)
		return false
	case trace.OpGuardOpaque:
		machine.Resume(p.Recording, p.Trace, exit.Guard, exit.Value)
		if j.lockstep != nil {
			j.lockstep.backEdge(machine)
		}
		if machine.OutOfFuel() {
			return false
		}
		return machine.Collect()
	}
	machine.Resume(p.Recording, p.Trace, exit.Guard, exit.Value)
	if p.in.program != p {
		return false
	}
	return j.left(machine, l, p.in, exit)
}

// left decides what to do after a trace was left at a guard: a bridge is made for the exit, or the loop's
// trace is discarded if it does not suit the program any more. It reports whether the program is at the first
// instruction of a loop.
func (j *JIT) left(machine *vm.VM, l *Loop, in *Installed, exit Exit) bool {
	in.Exits[exit.Guard]++
	if l.soon++; exit.Iterations > 0 || in != &l.Installed {
		l.soon = 0
	}
	may := j.mayBridge(l, in, exit.Guard)
	if may && j.wantsBridge(machine, in, exit.Guard) {
		return j.bridge(machine, l, in, exit.Guard)
	}
	switch {
	case l.code == nil || may:
	case l.soon >= maxVain:
		j.discard(machine, l, "the program does something else now than when the loop was recorded")
	case l.entered >= manyEntries && l.iterations*uint64(l.Recording.Bytecodes) < fewInstructions*l.entered:
		j.discard(machine, l, "the trace is left too often")
	}
	return false
}

// arrived handles a trace that was left at its jump, because the loop to which that leads has no trace. If this happens as
// often as an exit is left before it gets a bridge, the loop is hot.
func (j *JIT) arrived(machine *vm.VM, p *Program, jump trace.Value) {
	if p.in.program != p {
		return
	}
	p.in.Exits[jump]++
	target := p.Recording.Target
	machine.AddCount(target, 1)
	l := j.target(p.Recording)
	switch {
	case l != nil && l.GivenUp: // which a new recording takes into account
		machine.Break(p.Recording, "the loop to which it leads has no trace")
	case l != nil && l.first != nil:
		j.makeVersion(machine, l)
	case p.in.Exits[jump] >= j.options.BridgeThreshold && (l == nil || machine.Count(target) >= l.again):
		j.Hot(machine, target)
	}
}

// HotExits returns the guards at which the trace was left most often, at most n.
func (in *Installed) HotExits(n int) []trace.Value {
	var list []trace.Value
	for guard := range in.Exits {
		list = append(list, guard)
	}
	slices.SortFunc(list, func(a, b trace.Value) int {
		return cmp.Or(cmp.Compare(in.Exits[b], in.Exits[a]), cmp.Compare(a, b))
	})
	return list[:min(n, len(list))]
}

// Place returns the place in the program at which a guard of the trace leaves: the text of the mark before
// it.
func (in *Installed) Place(guard trace.Value) string {
	t := in.Recording.Trace
	for v := trace.Value(in.Optimized.Ops[guard].Src); v > 0; v-- {
		if t.Ops[v].Code == trace.OpMark {
			return strings.Trim(t.Tables.Syms[t.Const(t.Arg(v, 2)).Name], "'")
		}
	}
	return "the loop's first line"
}

package jit

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"unbox/backend"
	"unbox/lang/vm"
	"unbox/optimizer"
	"unbox/trace"
)

// Options say when and how loops become traces.
type Options struct {
	// Threshold is how often a loop goes back before it is recorded; 0 means 1,000.
	Threshold uint64
	// Passes are those of the optimizer; 0 means all.
	Passes optimizer.PassSet
	// Engine makes code of traces; nil means an Executor.
	Engine Engine
}

// defaultThreshold is the count of rounds from which on a loop is hot.
const defaultThreshold = 1000

// The limits of attempts.
const (
	// maxAttempts is how often a loop is recorded in vain before it is given up.
	maxAttempts = 4
	// maxMade is how often a trace of a loop is thrown away and made again.
	maxMade = 4
	// maxTraces bounds the traces of a program.
	maxTraces = 2000
	// fewRounds is how many rounds a trace has to run at least each time that it is entered, on
	// average over manyEntries, or it is thrown away.
	fewRounds, manyEntries = 2, 500
	// maxVain is how often in a row a trace is left in its first round before it is thrown away.
	maxVain = 40
)

// JIT keeps the loops of one program. It must not be used by two goroutines at once.
type JIT struct {
	options   Options
	optimizer optimizer.Optimizer
	loops     map[vm.LoopID]*Loop
	order     []*Loop
	traces    int
	args      []uint64
	lockstep  *follower // compares after each round; nil if nobody does
}

// New makes a JIT for one program; it is the Tracer of that program's VM.
func New(o Options) *JIT {
	if o.Threshold == 0 {
		o.Threshold = defaultThreshold
	}
	if o.Passes == 0 {
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

// Loop is a loop that became hot.
type Loop struct {
	ID vm.LoopID
	// Line is where it begins, Function whose it is.
	Line     int
	Function string
	// Result is what was recorded last, and what the optimizer made of it; nil if nothing was.
	Result *optimizer.Result
	// Recording is what belongs to it.
	Recording *vm.Recording
	// Failures are the reasons for which recording or installing it came to nothing, or its trace was
	// thrown away.
	Failures []string
	// Entered counts how often the trace was entered, Rounds how many rounds it ran.
	Entered, Rounds uint64
	// Exits counts how often the trace was left at each guard.
	Exits map[trace.Value]uint64
	// GivenUp means that the loop is interpreted from now on.
	GivenUp bool

	code Code
	made int
	// again is the count of rounds at which it is recorded again.
	again uint64
	// vain is how often in a row the trace was left in its first round.
	vain int
	// entered and rounds are those of the trace that there is.
	entered, rounds uint64
}

// Loops returns the loops that became hot, in that order.
func (j *JIT) Loops() []*Loop { return j.order }

// Start has the program tell of its hot loops.
func (j *JIT) Start(machine *vm.VM) {
	j.attach(machine)
	for _, id := range machine.Loops() {
		machine.SetTrigger(id, j.options.Threshold)
	}
}

// attach tells the engine of the program.
func (j *JIT) attach(machine *vm.VM) {
	if n, ok := j.options.Engine.(*Native); ok {
		if err := n.attach(machine); err != nil {
			panic("BUG: " + err.Error()) // NewNative said that there is machine code
		}
	}
}

// Hot makes a trace of a loop, or runs the one that there is.
func (j *JIT) Hot(machine *vm.VM, id vm.LoopID) {
	l := j.loops[id]
	if l == nil {
		line, function := machine.LoopPlace(id)
		l = &Loop{ID: id, Line: line, Function: function}
		j.loops[id] = l
		j.order = append(j.order, l)
	}
	if l.code != nil && l.Recording.Version != machine.Version() {
		j.discard(machine, l, "a class changed")
	}
	if l.code == nil {
		j.make(machine, l)
		return
	}
	j.run(machine, l)
}

// make records a loop, and installs what the optimizer makes of it.
func (j *JIT) make(machine *vm.VM, l *Loop) {
	rec, reason := machine.Record(l.ID)
	if reason != "" {
		j.failed(machine, l, reason)
		return
	}
	if j.lockstep != nil {
		j.lockstep.backEdge(machine)
	}
	l.Recording, l.Result = rec, j.optimizer.Run(rec.Trace, j.options.Passes)
	l.Exits, l.entered, l.rounds = make(map[trace.Value]uint64), 0, 0
	if l.Result.Impossible != trace.None {
		j.failed(machine, l, "a guard of the trace can never hold")
		return
	}
	code, err := j.options.Engine.Install(&Program{Trace: l.Result.Out, Recording: rec, VM: machine})
	if err != nil {
		j.failed(machine, l, err.Error())
		return
	}
	if stepped, ok := code.(interface{ leaveEachRound() }); ok && j.lockstep != nil {
		stepped.leaveEachRound()
	}
	l.code, l.again, l.vain = code, 0, 0
	j.traces++
	machine.SetTrigger(l.ID, 0)
}

// failed puts a loop off, longer each time, and gives it up in the end.
func (j *JIT) failed(machine *vm.VM, l *Loop, reason string) {
	l.Failures = append(l.Failures, reason)
	if len(l.Failures) >= maxAttempts || j.traces >= maxTraces {
		l.GivenUp = true
		machine.SetTrigger(l.ID, ^uint64(0))
		return
	}
	l.again = machine.Count(l.ID) + j.options.Threshold<<(2*len(l.Failures))
	machine.SetTrigger(l.ID, l.again)
}

// discard throws the trace of a loop away.
func (j *JIT) discard(machine *vm.VM, l *Loop, reason string) {
	l.code.Remove()
	l.code = nil
	if l.made++; l.made >= maxMade {
		l.Failures = append(l.Failures, reason)
		l.GivenUp = true
		machine.SetTrigger(l.ID, ^uint64(0))
		return
	}
	j.failed(machine, l, reason)
}

// run enters the trace, and again as long as it is only left for the collector.
func (j *JIT) run(machine *vm.VM, l *Loop) {
	code, rec, out := l.code, l.Recording, l.Result.Out // a call in the trace may lead to others
	for {
		args, fits := machine.Entry(rec, j.args[:0])
		j.args = args
		if !fits {
			return
		}
		if j.lockstep != nil {
			j.lockstep.inside++
		}
		exit, err := code.Enter(args)
		if err != nil {
			if j.lockstep != nil {
				j.lockstep.inside--
			}
			if !errors.Is(err, backend.ErrNested) {
				panic("BUG: " + err.Error())
			}
			return
		}
		l.Entered++
		l.entered++
		l.Rounds += exit.Rounds
		l.rounds += exit.Rounds
		machine.AddCount(l.ID, exit.Rounds)
		machine.Resume(rec, out, exit.Guard, exit.Value)
		interrupted := out.Ops[exit.Guard].Code == trace.OpGuardOpaque
		if j.lockstep != nil {
			if j.lockstep.inside--; interrupted {
				j.lockstep.backEdge(machine)
			}
		}
		if l.Result.Out != out {
			return
		}
		if !interrupted {
			l.Exits[exit.Guard]++
			if l.vain++; exit.Rounds > 0 {
				l.vain = 0
			}
			break
		}
		if machine.OutOfFuel() {
			return
		}
		machine.Collect()
	}
	switch {
	case l.code == nil:
	case l.vain >= maxVain:
		j.discard(machine, l, "the program does something else now than when the loop was recorded")
	case l.entered >= manyEntries && l.rounds < fewRounds*l.entered:
		j.discard(machine, l, "the trace is left too often")
	}
}

// HotExits returns the guards at which the trace was left most often, at most n.
func (l *Loop) HotExits(n int) []trace.Value {
	var list []trace.Value
	for guard := range l.Exits {
		list = append(list, guard)
	}
	slices.SortFunc(list, func(a, b trace.Value) int {
		return cmp.Or(cmp.Compare(l.Exits[b], l.Exits[a]), cmp.Compare(a, b))
	})
	return list[:min(n, len(list))]
}

// Place names the place of the program at which a guard of the trace leaves: the text of the mark before it.
func (l *Loop) Place(guard trace.Value) string {
	t := l.Result.In
	for v := trace.Value(l.Result.Out.Ops[guard].Src); v > 0; v-- {
		if t.Ops[v].Code == trace.OpMark {
			return strings.Trim(t.Tables.Syms[t.Const(t.Arg(v, 2)).Name], "'")
		}
	}
	return "the loop's first line"
}

package jit

import (
	"bytes"
	"fmt"
	"io"

	"unbox/lang/compile"
	"unbox/lang/vm"
)

// Lockstep runs a program twice, side by side: interpreted, and with traces. Each iteration of each loop is compared:
// frames, variables, and all objects that can be reached.
type Lockstep struct {
	// Traced is what happened to the loops.
	Traced *JIT
	// Outcome is that of the machine with traces.
	Outcome vm.Outcome
	// Iterations is the number of compared iterations.
	Iterations int
	// Difference says where the machines differed first, "" if they did not.
	Difference string
}

// RunLockstep runs a program in lockstep. What it prints is written once, by the machine with traces.
func RunLockstep(program *compile.Program, o vm.Options, options Options) *Lockstep {
	l := &Lockstep{Traced: New(options)}
	var printed, said bytes.Buffer
	reference := o
	reference.Out, reference.Err = &printed, &said
	judge := &pacer{at: make(chan bool), proceed: make(chan bool)}
	reference.Tracer, reference.Region = judge, nil
	judge.machine = vm.New(program, reference)
	stopAtBackEdges(judge.machine)

	var mine, mySaid bytes.Buffer
	o.Out, o.Err = io.MultiWriter(o.Out, &mine), io.MultiWriter(o.Err, &mySaid)
	l.Traced.lockstep = &follower{Lockstep: l, judge: judge}
	o.Tracer = l.Traced.lockstep
	machine := vm.New(program, o)
	l.Traced.attach(machine)
	stopAtBackEdges(machine)
	go judge.run()
	l.Outcome = machine.Run()
	judge.finish()
	if l.Difference == "" && (printed.String() != mine.String() || said.String() != mySaid.String()) {
		l.Difference = fmt.Sprintf("expected the output\n%s%s\nfound\n%s%s", printed.String(), said.String(), mine.String(), mySaid.String())
	}
	return l
}

// pacer is the tracer of the interpreted machine: it stops at each back edge until the other machine has come
// there.
type pacer struct {
	machine     *vm.VM
	at, proceed chan bool
	ended       bool
	free        bool // no one waits for it any more
}

func (p *pacer) run() {
	<-p.proceed
	p.machine.Run()
	p.at <- false
}

// Enter is not called: both programs compare at back edges.
func (*pacer) Enter(*vm.VM, vm.LoopID) {}

// Enter is not called, as for the other program.
func (*follower) Enter(*vm.VM, vm.LoopID) {}

// Hot waits.
func (p *pacer) Hot(*vm.VM, vm.LoopID) {
	if p.free {
		return
	}
	p.at <- true
	<-p.proceed
}

// next lets the machine run to its next back edge, and reports whether it came to one.
func (p *pacer) next() bool {
	if p.ended {
		return false
	}
	p.proceed <- true
	p.ended = !<-p.at
	return !p.ended
}

// finish lets the machine run to its end.
func (p *pacer) finish() {
	if p.ended {
		return
	}
	p.free = true
	p.proceed <- true
	<-p.at
	p.ended = true
}

// follower is the tracer of the machine with traces.
type follower struct {
	*Lockstep
	judge *pacer
	// inside counts traces that have called something.
	inside int
}

// stopAtBackEdges makes a machine call its tracer at every back edge.
func stopAtBackEdges(machine *vm.VM) {
	for _, id := range machine.Loops() {
		machine.SetTrigger(id, 0)
	}
}

// Hot is called at each back edge: it compares, and lets the JIT do its work.
func (f *follower) Hot(machine *vm.VM, id vm.LoopID) {
	f.backEdge(machine)
	if loop := f.Traced.loops[id]; machine.Count(id) < f.Traced.options.Threshold || loop != nil && (loop.GivenUp || machine.Count(id) < loop.again) {
		return
	}
	f.Traced.Hot(machine, id)
	machine.SetTrigger(id, 0)
}

// backEdge compares both machines after one more iteration.
func (f *follower) backEdge(machine *vm.VM) {
	if f.Difference != "" {
		return
	}
	if !f.judge.next() {
		f.Difference = "the interpreted program has come to its end, the other one has not"
		return
	}
	if f.inside > 0 {
		return
	}
	f.Iterations++
	f.Difference = f.judge.machine.Difference(machine)
}

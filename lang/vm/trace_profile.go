package vm

import (
	"unbox/lang/compile"
	"unbox/trace"
)

// What a program has done so far, line by line, and the relation between a trace and its
// bytecode.

// Step is an instruction of a recording.
type Step struct {
	// Mark is the operation of the trace that says which instruction it is; what was recorded of it
	// is between that and the next one's.
	Mark trace.Value
	// Depth is the number of functions that are inlined there.
	Depth int
	// Code and PC are the function and the instruction, by their numbers.
	Code, PC int
}

// flow says for each instruction how many ways more led to it than to the one before it, and did not continue
// from there; those of a call, a return and a plain jump are not among them. nil counts nothing.
type flow []int64

// jumps counts a way that continues at another instruction than the next one.
func (f flow) jumps(next, target int) {
	if f != nil {
		f[next]--
		f[target]++
	}
}

// begins counts ways that the interpreter takes over at an instruction; -1 is one that it hands on.
func (f flow) begins(pc int, ways int64) {
	if f != nil {
		f[pc] += ways
	}
}

// handsOn counts that the next instructions of the frames from a number on are not interpreted or, with 1,
// that they are.
func (vm *VM) handsOn(from int, ways int64) {
	for k := from; k < vm.depth; k++ {
		vm.frames[k].code.flow.begins(vm.frames[k].pc, ways)
	}
}

// LineCounts says how many instructions of each line were interpreted, the line with the number n at
// index n, if [Options.Profile] was set. What is in the middle of a call counts as if it had returned. traced is
// how many of a loop's iterations were not interpreted.
func (vm *VM) LineCounts(traced func(LoopID) uint64) []uint64 {
	lines := make([]uint64, len(vm.program.Lines)+2)
	for _, c := range vm.codes {
		if c.Module != "" { // whose lines are not the program's
			continue
		}
		iterations := make([]uint64, len(c.Loops))
		for k, n := range c.counts {
			iterations[k] = n - min(n, traced(LoopID{c.ID, k}))
		}
		for pc, n := range c.executed(iterations) {
			if line := int(c.Lines[pc]); line < len(lines) {
				lines[line] += n
			}
		}
	}
	return lines
}

// executed says how often each instruction was interpreted, in one pass: the way to an instruction comes from
// the one before it, from a jump that is before it, or was counted.
func (c *code) executed(iterations []uint64) []uint64 {
	counts := make([]uint64, len(c.Instrs))
	if c.flow == nil {
		return counts
	}
	ways := append(flow{}, c.flow...)
	ways[0] += int64(c.calls)
	for k, n := range iterations {
		ways[c.Loops[k].Head] += int64(n)
	}
	before := int64(0)
	for pc, i := range c.Instrs {
		n := before + ways[pc]
		counts[pc], before = uint64(max(n, 0)), n
		switch i.Op() {
		case compile.Jump:
			ways[i.D()] += n
			before = 0
		case compile.Loop, compile.Return: // an instruction that raises ends a counted way
			before = 0
		}
	}
	return counts
}

// ExitFrame is a function that continues where a trace is left.
type ExitFrame struct {
	// Code and PC are the function and its next instruction, by their numbers.
	Code, PC int
	// Values are what its registers get.
	Values []ExitValue
}

// ExitValue is what a register gets where a trace is left.
type ExitValue struct {
	Register int
	// Value is one of the trace: an operation, a constant, or a description of an object.
	Value trace.Value
}

// ExitFrames returns the frames that are made where a trace of a recording is left at a guard, the outermost
// one first.
func (vm *VM) ExitFrames(rec *Recording, t *trace.Trace, guard trace.Value) []ExitFrame {
	snap := t.Ops[guard].Snap
	values := t.SnapValues(snap)
	var frames []ExitFrame
	for _, fr := range t.SnapFrames(snap) {
		p := &rec.places[fr.PC]
		frame := ExitFrame{Code: int(fr.Code), PC: p.pc}
		for k, reg := range p.regs {
			frame.Values = append(frame.Values, ExitValue{reg, values[int(fr.First)+k]})
		}
		frames = append(frames, frame)
	}
	return frames
}

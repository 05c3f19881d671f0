package vm

import (
	"unbox/lang/compile"
	"unbox/trace"
)

// What a program has done so far, line by line, and what a trace has to do with its bytecode.

// Step is an instruction of a recording.
type Step struct {
	// Mark is the operation of the trace that says which instruction it is; what was recorded of it
	// stands between that and the next one's.
	Mark trace.Value
	// Depth is how many functions are inlined there.
	Depth int
	// Code and PC are the function and the instruction, by their numbers.
	Code, PC int
}

// LineCounts says how many instructions of each line were interpreted, the line with the number n at
// index n. Rounds and calls are counted, and of two branches each is taken to have run in all of them, so it
// is at most that many. traced is how many of a loop's rounds were not interpreted.
func (vm *VM) LineCounts(traced func(LoopID) uint64) []uint64 {
	lines := make([]uint64, len(vm.program.Lines)+2)
	for _, c := range vm.codes {
		rounds := make([]uint64, len(c.Loops))
		for k, n := range c.counts {
			rounds[k] = n - min(n, traced(LoopID{c.ID, k}))
		}
		inner := c.innermost()
		for pc, line := range c.Lines {
			n := c.calls
			if loop := inner[pc]; loop >= 0 {
				n = rounds[loop]
			}
			if int(line) < len(lines) {
				lines[line] += n
			}
		}
	}
	return lines
}

// innermost returns the number of the innermost loop around each instruction, -1 for none.
func (c *code) innermost() []int {
	ends := make([]int, len(c.Loops))
	inner := make([]int, len(c.Instrs))
	for pc, i := range c.Instrs {
		inner[pc] = -1
		if i.Op() == compile.Loop {
			ends[int(i.A())|int(i.B())<<8] = pc
		}
	}
	// Loops that begin later, or at the same place and end earlier, are within others.
	for pc := range inner {
		for k, loop := range c.Loops {
			if pc < loop.Head || pc > ends[k] {
				continue
			}
			if best := inner[pc]; best < 0 || ends[k]-loop.Head < ends[best]-c.Loops[best].Head {
				inner[pc] = k
			}
		}
	}
	return inner
}

// ExitFrame is a function that goes on where a trace is left.
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

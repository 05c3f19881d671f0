package vm

import (
	"strconv"
	"strings"

	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/trace"
)

// A loop's first trace takes what the interpreter has: references to boxes. What a bridge has at its end is known
// better: numbers that it has just computed, of classes that it has just checked. So a loop may have further traces, its
// versions, to which bridges and other traces lead: their parameters are the numbers themselves, and they are recorded
// with the classes of the objects that come there. A version is a loop of its own, with bridges of its own, most of
// which lead back to it. (Chevalier-Boisvert and Feeley, Simple and Effective Type Check Removal through Lazy Basic
// Block Versioning, do this for the blocks of methods.)

// Types are what the registers hold that a loop reads at its first instruction, as far as versions of its trace are
// told apart by it. The zero value is that of a loop's first trace.
type Types struct {
	// Passed has a letter for each of the registers, in ascending order: i for an integer without its box, f for a float
	// without its box, r for a reference.
	Passed string
	// Classes has the numbers of the classes of those that are instances and that the loop writes, in the same order.
	Classes string
}

// Unboxed reports whether some number is passed without its box.
func (t Types) Unboxed() bool { return strings.ContainsAny(t.Passed, "if") }

// passedAs is how the value of a register is passed.
func (t Types) passedAs(k int) trace.Type {
	if t.Passed == "" {
		return trace.Ref
	}
	switch t.Passed[k] {
	case 'i':
		return trace.Int
	case 'f':
		return trace.Float
	}
	return trace.Ref
}

// boxOf is the header of the boxes of numbers of a type.
func boxOf(t trace.Type) uint64 {
	if t == trace.Float {
		return object.HFloat
	}
	return object.HInt
}

// Types returns what the registers of the innermost frame hold, which is at the first instruction of a loop. Only those that
// the loop writes count: a box that stays the same may be needed as an object in each iteration, and would be made there
// again and again.
func (vm *VM) Types(loop LoopID) Types {
	f := &vm.frames[vm.depth-1]
	var passed, classes strings.Builder
	written := f.code.writtenIn(loop.Loop)
	for _, reg := range f.code.liveAt(f.code.Loops[loop.Loop].Head) {
		letter := byte('r')
		if o := vm.w.Words[f.fp+reg]; o != 0 && written.Has(reg) {
			switch vm.shapeOf(o) {
			case object.HInt:
				letter = 'i'
			case object.HFloat:
				letter = 'f'
			case object.HInstance:
				classes.WriteString(strconv.Itoa(vm.classOf(o).id))
			}
		}
		passed.WriteByte(letter)
		classes.WriteByte(',')
	}
	return Types{passed.String(), classes.String()}
}

// writtenIn returns the registers that the instructions of a loop write.
func (c *code) writtenIn(loop int) (written compile.Registers) {
	for _, i := range c.Instrs[c.Loops[loop].Head:c.Loops[loop].End] {
		first, n := i.Writes()
		for k := range n {
			written.Add(first + k)
		}
	}
	return written
}

// Unboxed returns the names of the variables that a version of a loop takes as numbers without boxes; temporary values have
// none.
func (vm *VM) Unboxed(loop LoopID, t Types) []string {
	c := vm.codes[loop.Code]
	names := []string{}
	for k, reg := range c.liveAt(c.Loops[loop.Loop].Head) {
		if t.passedAs(k) != trace.Ref && reg < len(c.VarNames) {
			names = append(names, c.VarNames[reg])
		}
	}
	return names
}

// takes begins a recording with the parameters of its label: numbers that come without boxes get some, which the
// optimizer removes where they are not needed.
func (r *recorder) takes() {
	types := make([]trace.Type, len(r.rec.Registers))
	for k := range types {
		types[k] = r.rec.Types.passedAs(k)
	}
	for k, v := range r.label(types) {
		if types[k] != trace.Ref {
			v = r.inBox(v, boxOf(types[k]))
		}
		r.frames[0].regs[r.rec.Registers[k]] = v
	}
}

// inBox allocates the box of a number that the program has in one.
func (r *recorder) inBox(number trace.Value, header uint64) trace.Value {
	box := r.emit(trace.OpNew, trace.Ref, int32(header>>2)-1)
	r.emit(trace.OpSet, trace.Void, int32(r.fieldOf(header, boxValue)), box, number)
	r.knows(box, header)
	return box
}

// leadsAs returns the version of a loop to which the trace leads that ends at the loop's first instruction, and whose
// Recording.Target is set.
func (r *recorder) leadsAs() Types {
	types := r.vm.Types(r.rec.Target)
	if !r.rec.Leads() && (r.rec.Types == Types{} || types.Passed == r.rec.Types.Passed) {
		return r.rec.Types
	}
	return r.loops.Version(r.rec.Target, types)
}

// arguments returns what the jump at the end of the trace passes. Guards check what is passed without a box, and resume at the
// loop's first instruction.
func (r *recorder) arguments(f *frame) []trace.Value {
	types := r.rec.TargetTypes
	if types.Unboxed() {
		r.rec.Steps = append(r.rec.Steps, Step{trace.Value(len(r.t.Ops)), len(r.frames) - 1, f.code.ID, f.pc})
		r.mark(len(r.frames)-1, f.code, f.pc, r.vm.program.File)
	}
	var args []trace.Value
	for k, reg := range r.live {
		v := r.orNull(r.top().regs[reg])
		if t := types.passedAs(k); t != trace.Ref {
			box := value{r.vm.w.Words[f.fp+reg], v}
			r.is(box)
			v = r.unbox(box, boxOf(t)).v
		}
		args = append(args, v)
	}
	return args
}

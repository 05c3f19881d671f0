package vm

import (
	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/trace"
)

// Slices in traces: the helper that copies the items gets the numbers of the slice, so its object stays virtual.

// The names of the helpers, with their arguments.
const (
	sliceName    = "slice"     // x, start, stop, step
	setSliceName = "set_slice" // x, v, start, stop, step
)

// buildSlice makes the object of a slice. Its parts never change, so what is known of them stays known.
func (r *recorder) buildSlice(parts []value) value {
	s := r.make(object.HSlice, parts...)
	r.slices[s.v] = [3]trace.Value{parts[0].v, parts[1].v, parts[2].v}
	return s
}

// getSlice is x[start:stop:step] of a sequence of the language; false if it has to be done by the interpreter's instruction.
func (r *recorder) getSlice(f *frame, i compile.Instr, x, y value) bool {
	if !isSequence(r.vm.shapeOf(x.bits)) || !r.vm.hasPlainParts(y.bits) {
		return false
	}
	r.is(x)
	parts := r.sliceParts(y)
	if v, ok := r.copySlice(x, y, parts); ok {
		r.setReg(int(i.A()), v)
		r.next()
		return true
	}
	v := r.callNamed(f, i, r.siteOf(f, i), sliceName, 5, trace.Ref, x.v, parts[0].v, parts[1].v, parts[2].v)
	r.nonnull.set(v.v, true)
	r.setReg(int(i.A()), v)
	return true
}

// setSlice is x[start:stop:step] = v with two lists; false if it has to be done by the interpreter's instruction.
func (r *recorder) setSlice(f *frame, i compile.Instr, x, y, v value) bool {
	if r.vm.shapeOf(x.bits) != object.HList || r.vm.shapeOf(v.bits) != object.HList || !r.vm.hasPlainParts(y.bits) {
		return false
	}
	r.is(x)
	r.is(v)
	parts := r.sliceParts(y)
	if r.copyIntoSlice(x, v, y, parts) {
		r.next()
		return true
	}
	r.callNamed(f, i, r.siteOf(f, i), setSliceName, 5, trace.Void, x.v, v.v, parts[0].v, parts[1].v, parts[2].v)
	return true
}

// hasPlainParts reports whether an object is a slice of integers of one word and None, with a step that is not 0.
func (vm *VM) hasPlainParts(s Ref) bool {
	if vm.shapeOf(s) != object.HSlice {
		return false
	}
	for k := range 3 {
		switch part := vm.w.Slot(s, k); vm.shapeOf(part) {
		case object.HNone:
		case object.HInt:
			if k == 2 && vm.intOf(part) == 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// sliceParts are the numbers of a slice as in [VM.sliceParts], with guards on which of them are given and which way it goes.
func (r *recorder) sliceParts(s value) [3]value {
	made, isMade := r.slices[s.v]
	if !isMade {
		r.is(s)
	}
	part := func(k, none int) value {
		v := value{r.vm.w.Slot(s.bits, k), made[k]}
		if !isMade {
			v = r.get(s, object.HSlice, k)
		}
		if r.is(v) == object.HNone {
			return r.constInt(int64(none))
		}
		return r.unboxInt(v)
	}
	step := part(2, 1)
	if int64(step.bits) > 0 {
		r.condition(trace.OpIntGt, step, r.constInt(0))
	} else {
		r.condition(trace.OpIntLt, step, r.constInt(0))
	}
	noStart, noStop := openSlice(int(step.bits))
	return [3]value{part(0, noStart), part(1, noStop), step}
}

// sliceAt is what getSlice has called.
func (vm *VM) sliceAt(_ *site, args []uint64) Ref {
	return vm.sliceOf(args[0], int(args[1]), int(args[2]), int(args[3]))
}

// setSliceAt is what setSlice has called. Where the items are not just copied, the instruction is executed.
func (vm *VM) setSliceAt(s *site, args []uint64) Ref {
	if vm.copyToSlice(args[0], args[1], int(args[2]), int(args[3]), int(args[4])) {
		return noResult
	}
	i := s.code.Instrs[s.pc]
	values := map[int]Ref{
		int(i.A()): args[0], int(i.C()): args[1],
		int(i.B()): vm.w.New(object.HSlice, vm.w.Int(int64(args[2])), vm.w.Int(int64(args[3])), vm.w.Int(int64(args[4]))),
	}
	regs := make([]uint64, len(s.reads))
	for k, reg := range s.reads {
		regs[k] = values[reg]
	}
	return vm.onRegisters(s, regs)
}

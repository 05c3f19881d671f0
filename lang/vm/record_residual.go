package vm

import (
	"fmt"

	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/trace"
)

// Instructions that traces call: the interpreter's own functions execute them, on registers
// above those in use.

// finished is what slow returns at the end of an iteration.
const finished = ^Ref(0) - 1

// slow executes an instruction by the functions that the interpreter's fast paths end in. The
// result is 0 after an exception, noResult if there is none, finished at the end of an iteration; that of
// a branch is True or False, whatever the instruction does with it.
func (vm *VM) slow(f *frame, i compile.Instr) Ref {
	r := vm.w.Words[f.fp : f.fp+window]
	a, b, c := int(i.A()), int(i.B()), int(i.C())
	switch op := i.Op(); {
	case op >= compile.Add && op <= compile.Xor:
		return vm.slowBinary(f, i, r[b], r[c])
	case op >= compile.AddK && op <= compile.RShiftK:
		return vm.slowBinary(f, i, r[b], f.code.k[c])
	case op >= compile.JLt && op <= compile.JNe:
		return vm.boolOr0(vm.compareJump(op, r[a], r[b]))
	case op >= compile.JLtK && op <= compile.JNeK:
		return vm.boolOr0(vm.compareJump(op, r[a], f.code.k[b]))
	case op >= compile.Lt && op <= compile.Ne:
		return vm.compare(op, r[b], r[c])
	case op == compile.Neg || op == compile.Pos || op == compile.Invert:
		return vm.unary(op, r[b])
	}
	switch i.Op() {
	case compile.Not:
		truth, ok := vm.truth(r[b])
		return vm.boolOr0(!truth, ok)
	case compile.In, compile.NotIn:
		truth, ok := vm.contains(r[c], r[b])
		return vm.boolOr0(truth == (i.Op() == compile.In), ok)
	case compile.JumpIf, compile.JumpIfNot:
		return vm.boolOr0(vm.truth(r[a]))
	case compile.GetIter:
		return vm.iter(r[b])
	case compile.ForIter:
		if v := vm.next(r[a]); v != 0 || vm.exc != 0 {
			return v
		}
		return finished
	case compile.GetAttr:
		return vm.getAttr(r[b], f.code.Names[i.D()], nil)
	case compile.SetAttr:
		return done(vm.setAttr(r[a], f.code.Names[i.D()], r[b], nil))
	case compile.GetItem:
		return vm.getItem(r[b], r[c])
	case compile.SetItem:
		return done(vm.setItem(r[a], r[b], r[c]))
	case compile.DelItem:
		return done(vm.delItem(r[a], r[b]))
	case compile.ListAppend:
		vm.listAppend(r[a], r[b])
		return noResult
	case compile.CallMethod, compile.Call, compile.CallKw, compile.CallStar, compile.CallDict:
		return vm.slowCall(f, i)
	}
	return vm.other(f, i)
}

func (vm *VM) boolOr0(truth, ok bool) Ref {
	if !ok {
		return 0
	}
	return vm.w.Bool(truth)
}

func (vm *VM) slowBinary(f *frame, i compile.Instr, x, y Ref) Ref {
	v, entered := vm.enterBinary(i.Op(), x, y, i.D() != 0)
	if !entered {
		return v
	}
	vm.frames[vm.depth-1].kind = returnGo
	if v = vm.guarded(); v == vm.w.NotImplemented {
		return vm.declined(f)
	}
	return v
}

func (vm *VM) slowCall(f *frame, i compile.Instr) Ref {
	at, n := f.fp+int(i.B()), int(i.C())
	var v Ref
	var entered bool
	switch i.Op() {
	case compile.CallKw:
		v, entered = vm.enter(at, n-len(f.code.Keywords[i.D()]), f.code.Keywords[i.D()])
	case compile.CallStar:
		v, entered = vm.enterStar(at, n, f.code.Keywords[i.D()])
	case compile.CallDict:
		v, entered = vm.enterDict(at)
	default:
		if i.Op() == compile.CallMethod {
			if vm.w.Words[at] == 0 {
				at++
			} else {
				n++
			}
		}
		v, entered = vm.enter(at, n, nil)
	}
	if !entered {
		return v
	}
	vm.frames[vm.depth-1].kind = returnGo
	return vm.guarded()
}

// siteWork is the work of a call at a site, with the call's arguments.
type siteWork func(vm *VM, s *site, args []uint64) Ref

// runSite does what a trace calls up to where memory is full: then nothing came of it. The frames are as they
// were before, in both cases.
func (vm *VM) runSite(s *site, args []uint64, work siteWork) (v Ref, full bool) {
	// Fields, one by one, and the mark by reference: a copy of a whole would wait for the stores of its fields.
	var at mark
	vm.setMark(&at)
	outer := &vm.frames[vm.depth-1]
	code, pc, fp, top, worldTop := outer.code, outer.pc, outer.fp, outer.top, vm.w.Top
	defer func() {
		full = vm.ranOut(recover(), &at)
		vm.depth, vm.w.Top = at.depth, worldTop
		outer.code, outer.pc, outer.fp, outer.top = code, pc, fp, top
	}()
	return work(vm, s, args), false
}

// onRegisters executes an instruction on registers above all others; the arguments are those that it reads. The frames that
// are inlined there count as deep as they would be.
func (vm *VM) onRegisters(s *site, args []uint64) Ref {
	fp, depth := vm.w.Top, vm.depth
	top := fp + s.code.NumRegs
	vm.frames[depth-1].pc = s.outer
	vm.reach(fp + window + s.code.NumRegs)
	if depth+s.inlined > vm.limit {
		vm.tooDeep()
		return 0
	}
	clear(vm.w.Words[fp:top])
	for k, reg := range s.reads {
		vm.w.Words[fp+reg] = args[k]
	}
	for k := range s.inlined {
		vm.frames[depth+k] = frame{code: s.code, pc: s.pc + 1, fp: fp, top: top, kind: returnGo}
	}
	vm.depth += s.inlined
	f := &vm.frames[vm.depth-1]
	f.code, f.pc, f.fp, f.top = s.code, s.pc+1, fp, top
	vm.w.Top = top
	return vm.slow(f, s.code.Instrs[s.pc])
}

// siteOf is where a trace calls an instruction.
func (r *recorder) siteOf(f *frame, i compile.Instr) site {
	reads := f.code.Reads(i)
	s := site{code: f.code, pc: r.pc, inlined: len(r.frames) - 1, outer: r.pc + 1, reads: reads.List()}
	if len(r.frames) > 1 {
		s.outer = r.frames[0].waits
	}
	for _, region := range r.frames[0].code.Regions {
		if s.outer-1 >= region.From && s.outer-1 < region.To {
			giveUp("the iteration calls something while it handles an exception")
		}
	}
	return s
}

// callSite emits the call of an instruction, and executes it; the result is one of slow.
func (r *recorder) callSite(f *frame, i compile.Instr, typ trace.Type) value {
	s := r.siteOf(f, i)
	var args []trace.Value
	for _, reg := range s.reads {
		args = append(args, r.reg(reg).v)
	}
	effect := int8(6)
	if r.isHarmless(i, s.reads) {
		effect = 5
	}
	return r.callNamed(f, i, s, i.Op().String(), effect, typ, args...)
}

// callNamed emits the call of a helper for an instruction, see [VM.Helper], and executes the instruction.
func (r *recorder) callNamed(f *frame, i compile.Instr, s site, name string, effect int8, typ trace.Type, args ...trace.Value) value {
	name = fmt.Sprintf("%s.%d", name, len(r.rec.sites))
	r.rec.sites = append(r.rec.sites, s)
	v := r.call(name, effect, typ, args...)
	f.pc = r.pc + 1
	bits := r.vm.slow(f, i)
	if bits == 0 {
		panic(anException)
	}
	r.guardAfterCall(trace.OpGuardNoException)
	if effect > 5 {
		r.validated = false
	}
	return value{bits, v}
}

// guardAfterCall leaves if the call raised an exception: to the instruction, which is not executed again.
func (r *recorder) guardAfterCall(code trace.Opcode) {
	snap := r.snapshot(r.pc+1, r.live)
	g := r.emit(code, trace.Void, -1)
	r.t.Ops[g].Snap = snap
}

// isHarmless reports whether an instruction cannot run the program, nor change a class, whatever the
// values are: a literal of the language.
func (r *recorder) isHarmless(i compile.Instr, reads []int) bool {
	switch i.Op() {
	case compile.BuildDict, compile.MakeFunction, compile.ListToTuple, compile.SetConst, compile.ListAppend, compile.BuildString:
		return true
	case compile.Add, compile.Sub, compile.Mul, compile.TrueDiv, compile.FloorDiv, compile.Mod, compile.Pow, compile.And, compile.Or, compile.Xor,
		compile.LShift, compile.RShift, compile.AddK, compile.SubK, compile.MulK, compile.FloorDivK, compile.ModK, compile.AndK, compile.LShiftK, compile.RShiftK,
		compile.Neg, compile.Pos, compile.Invert:
	case compile.GetItem:
		if r.vm.shapeOf(r.reg(int(i.B())).bits) != object.BStr {
			return false
		}
	default:
		return false
	}
	for _, reg := range reads {
		switch r.vm.shapeOf(r.reg(reg).bits) {
		case object.HInt, object.HFloat, object.HBool, object.BBig:
		case object.BStr:
			if op := i.Op(); op == compile.Mod || op == compile.ModK {
				return false
			}
		default:
			return false
		}
	}
	return true // what runs the program is guarded below
}

// residual makes the trace call an instruction. It returns false: the program has
// continued.
func (r *recorder) residual(f *frame, i compile.Instr) bool {
	r.guardHarmless(i)
	first, n := i.Writes()
	if n > 1 {
		giveUp("`%s` is not recorded", i.Op())
	}
	typ := trace.Ref
	if n == 0 {
		typ = trace.Void
	}
	v := r.callSite(f, i, typ)
	if n == 1 {
		r.nonnull.set(v.v, true)
		r.setReg(first, v)
	}
	return false
}

// guardHarmless guards the shapes of operands on which it depends that an instruction does not run the
// program.
func (r *recorder) guardHarmless(i compile.Instr) {
	reads := r.top().code.Reads(i)
	list := reads.List()
	switch i.Op() {
	case compile.BuildDict, compile.MakeFunction, compile.ListToTuple, compile.SetConst, compile.ListAppend, compile.BuildString:
		return
	}
	if r.isHarmless(i, list) {
		for _, reg := range list {
			r.is(r.reg(reg))
		}
	}
}

// residualBranch makes the trace call the comparison or test of a branch; taken says for which result
// it jumps.
func (r *recorder) residualBranch(f *frame, i compile.Instr, taken bool) {
	v := r.callSite(f, i, trace.Ref)
	yes := v.bits == r.vm.w.True
	// Both ways are after the call: an exit with the other truth continues at the other
	// place.
	target, other := r.pc+1, i.D()
	if yes == taken {
		target, other = other, target
	}
	is := r.emit(trace.OpPtrEq, trace.Int, -1, v.v, r.bool(yes).v)
	r.guardAfter(trace.OpGuardTrue, other, is)
	f.pc = target
}

// residualNext makes the trace call the function that takes the next item.
func (r *recorder) residualNext(f *frame, i compile.Instr) {
	v := r.callSite(f, i, trace.Ref)
	reg := int(i.B())
	if v.bits == finished {
		// The caller that gets an item continues with it in the loop.
		old := r.top().regs[reg]
		r.top().regs[reg] = v.v
		snap := r.snapshot(r.pc+1, r.top().code.liveAt(r.pc+1))
		r.top().regs[reg] = old
		is := r.emit(trace.OpPtrEq, trace.Int, -1, v.v, r.null())
		g := r.emit(trace.OpGuardTrue, trace.Void, -1, is)
		r.t.Ops[g].Snap = snap
		f.pc = i.D()
		return
	}
	// No guard_nonnull: the optimizer may extend it to a check of the class, but a different class does not mean the
	// end.
	is := r.emit(trace.OpPtrEq, trace.Int, -1, v.v, r.null())
	r.guardAfter(trace.OpGuardFalse, i.D(), is)
	r.nonnull.set(v.v, true)
	r.setReg(reg, v)
}

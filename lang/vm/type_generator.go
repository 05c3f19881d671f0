package vm

import (
	"slices"

	"unbox/lang/object"
)

// A generator is an object with the registers of its function and the place where that continues. To continue it, its registers
// are copied to the stack; where it gives something, they are copied back.

// The slots of a generator.
const (
	generatorRegs = iota
	generatorCode
	generatorPC
	generatorState
)

// The states of a generator. One that ended has no registers.
const (
	generatorNew       uint64 = iota
	generatorWaits            // after a Yield
	generatorDelegates        // at a YieldFrom
	generatorRuns
)

// suspended is returned by an instruction with which a generator gives [VM.given] and waits.
const suspended = ^Ref(0) - 2

var generatorMethods = []builtin{
	{name: "send", min: 2, max: 2, run: func(vm *VM, a args) Ref { return vm.send(vm.arg(a, 0), vm.arg(a, 1)) }},
	{name: "throw", min: 2, max: 4, run: (*VM).throwMethod},
	{name: "close", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.noneIf(vm.closeGenerator(vm.arg(a, 0))) }},
}

// newGenerator makes the generator of a frame, which continues two instructions later: the next one returns the generator.
func (vm *VM) newGenerator(f *frame) Ref {
	regs := vm.w.Array(object.ARefs, f.code.NumRegs)
	copy(vm.w.Items(regs, f.code.NumRegs), vm.w.Words[f.fp:f.fp+f.code.NumRegs])
	return vm.w.New(object.HGenerator, regs, uint64(f.code.ID), uint64(f.pc+1), generatorNew)
}

// suspend keeps the registers of the innermost frame in its generator, which gives a value.
func (vm *VM) suspend(f *frame, v Ref, state uint64) Ref {
	regs := vm.w.Items(vm.w.Slot(f.inst, generatorRegs), f.code.NumRegs)
	clear(regs)
	for _, reg := range f.code.kept(f.pc, state) {
		regs[reg] = vm.w.Words[f.fp+reg]
	}
	vm.w.SetSlot(f.inst, generatorPC, uint64(f.pc))
	vm.w.SetSlot(f.inst, generatorState, state)
	vm.given = v
	return suspended
}

// kept are the registers that a generator needs which waits with its frame at an instruction. The others are forgotten: traces leave
// other values there than the interpreter.
func (c *code) kept(pc int, state uint64) []int {
	list, ok := c.waiting[pc]
	if !ok {
		need := c.live()[pc]
		if state == generatorWaits {
			need = c.liveAcross(pc - 1)
		}
		if list = need.List(); c.waiting == nil {
			c.waiting = make(map[int][]int)
		}
		c.waiting[pc] = list
	}
	return list
}

// resumption says how a generator continues: with a value that it is sent, with the exception vm.exc, or as if the generator to which
// it delegates had returned a value.
type resumption uint8

const (
	resumeSend resumption = iota
	resumeRaise
	resumeReturn
)

// resume continues a generator that is not at its end. The result is what it gives, or what it returns if it is at its end then,
// or 0 after an exception.
func (vm *VM) resume(g, v Ref, how resumption) (result Ref, ended bool) {
	c := vm.codes[vm.w.Slot(g, generatorCode)]
	fp := vm.w.Top
	vm.reach(fp + window + c.NumRegs)
	if vm.depth+vm.nesting >= vm.limit {
		vm.tooDeep()
		return 0, false
	}
	if vm.nesting >= maxNested {
		vm.nestedTooDeep()
	}
	vm.work(int(c.work) + c.NumRegs>>3)
	words := vm.w.Words
	copy(words[fp:], vm.w.Items(vm.w.Slot(g, generatorRegs), c.NumRegs))
	f := &vm.frames[vm.depth]
	*f = frame{code: c, pc: int(vm.w.Slot(g, generatorPC)), fp: fp, kind: returnGenerator, inst: g, top: fp + c.NumRegs}
	switch state := vm.w.Slot(g, generatorState); {
	case how == resumeRaise && state == generatorDelegates:
		f.pc++ // the instruction has begun
	case how == resumeRaise:
	case state == generatorWaits:
		words[fp+int(c.Instrs[f.pc-1].B())] = v
	case state == generatorDelegates:
		words[fp+int(c.Instrs[f.pc].B())] = v
		if how == resumeReturn {
			f.pc++
		}
	}
	vm.w.SetSlot(g, generatorState, generatorRuns)
	vm.depth++
	vm.w.Top = f.top
	mark := vm.keep(g)
	if how == resumeRaise && vm.exc == vm.thrown {
		vm.context(f, max(f.pc-1, 0))
	}
	if how != resumeRaise || vm.unwind(vm.depth) {
		result = vm.nested()
	}
	g = vm.kept[mark]
	vm.release(mark)
	if vm.w.Slot(g, generatorState) == generatorRuns {
		vm.endGenerator(g)
		return result, true
	}
	vm.given = 0
	return result, false
}

func (vm *VM) endGenerator(g Ref) {
	vm.w.SetSlot(g, generatorRegs, 0)
	vm.w.SetSlot(g, generatorState, generatorWaits)
}

// isRunning raises the exception of a generator that is asked for something while it runs.
func (vm *VM) isRunning(g Ref) bool {
	if vm.w.Slot(g, generatorState) != generatorRuns {
		return false
	}
	vm.raise(vm.types.valueError, "generator already executing")
	return true
}

// nextOfGenerator is next: 0 at the end.
func (vm *VM) nextOfGenerator(g Ref) Ref {
	if vm.isRunning(g) || vm.w.Slot(g, generatorRegs) == 0 {
		return 0
	}
	v, ended := vm.resume(g, vm.w.None, resumeSend)
	if ended {
		return 0
	}
	return v
}

// send is the method send: a StopIteration says what the generator returned.
func (vm *VM) send(g, v Ref) Ref {
	switch {
	case vm.isRunning(g):
		return 0
	case vm.w.Slot(g, generatorRegs) == 0:
		return vm.raise(vm.types.stopIteration, "")
	case vm.w.Slot(g, generatorState) == generatorNew && v != vm.w.None:
		return vm.raise(vm.types.typeError, "can't send non-None value to a just-started generator")
	}
	return vm.orStop(vm.resume(g, v, resumeSend))
}

// orStop makes an exception of the end of a generator.
func (vm *VM) orStop(v Ref, ended bool) Ref {
	switch {
	case !ended || v == 0:
		return v
	case v == vm.w.None:
		return vm.raise(vm.types.stopIteration, "")
	}
	return vm.raiseArgs(vm.types.stopIteration, v)
}

// throwMethod is the method throw, with an exception, or with a class and the value that makes an instance of it.
func (vm *VM) throwMethod(a args) Ref {
	if vm.isRunning(vm.arg(a, 0)) {
		return 0
	}
	mark := vm.keep(vm.arg(a, 0))
	defer vm.release(mark)
	e := vm.arg(a, 1)
	if c := vm.typeOf(e); c != nil && c.exception && a.n > 2 && vm.arg(a, 2) != vm.w.None {
		switch e = vm.arg(a, 2); {
		case vm.isException(e):
		case vm.w.Shape(e) == object.ATuple:
			e = vm.call(vm.arg(a, 1), slices.Clone(vm.w.Items(e, vm.w.Len(e)))...)
		default:
			e = vm.call(vm.arg(a, 1), e)
		}
	} else if !vm.isException(e) && (c == nil || !c.exception) {
		return vm.raise(vm.types.typeError, "exceptions must be classes or instances deriving from BaseException, not %s", vm.typeName(e))
	} else {
		e = vm.asException(e, "exceptions")
	}
	if e == 0 {
		return 0
	}
	return vm.orStop(vm.throw(vm.kept[mark], e))
}

// throw raises an exception where a generator waits. That to which it delegates comes first.
func (vm *VM) throw(g, e Ref) (v Ref, ended bool) {
	vm.thrown = e
	if vm.w.Slot(g, generatorRegs) == 0 {
		vm.exc = e
		return 0, false
	}
	if vm.w.Slot(g, generatorState) != generatorDelegates {
		vm.exc = e
		return vm.resume(g, 0, resumeRaise)
	}
	if !vm.deeper("") {
		return 0, false
	}
	regs, c := vm.w.Slot(g, generatorRegs), vm.codes[vm.w.Slot(g, generatorCode)]
	inner := vm.w.Slot(regs, int(c.Instrs[vm.w.Slot(g, generatorPC)].A()))
	mark := vm.keep(g)
	vm.w.SetSlot(g, generatorState, generatorRuns)
	v, ended = vm.throwInner(inner, e)
	g = vm.kept[mark]
	vm.release(mark)
	vm.nesting--
	vm.w.SetSlot(g, generatorState, generatorDelegates)
	switch {
	case v == 0:
		return vm.resume(g, 0, resumeRaise)
	case ended:
		return vm.resume(g, v, resumeReturn)
	}
	return v, false
}

// throwInner raises an exception in what a generator delegates to. A GeneratorExit closes it, and is raised after it in any case.
func (vm *VM) throwInner(inner, e Ref) (v Ref, ended bool) {
	isGenerator := vm.w.Header(inner) == object.HGenerator
	if vm.classOf(e).is(vm.types.generatorExit) {
		mark := vm.keep(e)
		ok := true
		if isGenerator {
			ok = vm.closeGenerator(inner)
		} else if m, found := vm.lookup(inner, "close"); found {
			ok = vm.call(m, inner) != 0
		}
		if ok {
			vm.exc = vm.kept[mark]
		}
		vm.release(mark)
		return 0, false
	}
	if isGenerator {
		if vm.isRunning(inner) {
			return 0, false
		}
		return vm.throw(inner, e)
	}
	if m, found := vm.lookup(inner, "throw"); found {
		return vm.orEnd(vm.call(m, inner, e))
	}
	vm.exc = e
	return 0, false
}

// orEnd makes an end of a StopIteration that a method of an iterator raised, with its value.
func (vm *VM) orEnd(v Ref) (result Ref, ended bool) {
	if v != 0 || !vm.classOf(vm.exc).is(vm.types.stopIteration) {
		return v, false
	}
	v = vm.firstArgument(vm.exc)
	vm.exc = 0
	return v, true
}

// closeGenerator ends a generator: it may clean up, but give nothing more.
func (vm *VM) closeGenerator(g Ref) bool {
	if vm.isRunning(g) {
		return false
	}
	if vm.w.Slot(g, generatorRegs) == 0 || vm.w.Slot(g, generatorState) == generatorNew {
		vm.endGenerator(g)
		return true
	}
	mark := vm.keep(g)
	vm.raiseArgs(vm.types.generatorExit)
	e := vm.exc
	vm.exc = 0
	v, ended := vm.throw(vm.kept[mark], e)
	vm.release(mark)
	switch {
	case v != 0 && ended:
		return true
	case v != 0:
		vm.raise(vm.types.runtimeError, "generator ignored GeneratorExit")
		return false
	}
	if c := vm.classOf(vm.exc); c.is(vm.types.generatorExit) || c.is(vm.types.stopIteration) {
		vm.exc = 0
		return true
	}
	return false
}

// yieldFrom takes the next value of what a generator delegates to, which may be anything to iterate over.
func (vm *VM) yieldFrom(f *frame, it, sent int) Ref {
	inner, v, ended := vm.w.Words[f.fp+it], vm.w.Words[f.fp+sent], false
	switch {
	case vm.w.Header(inner) == object.HGenerator:
		if vm.isRunning(inner) {
			return 0
		}
		if vm.w.Slot(inner, generatorRegs) == 0 {
			v, ended = vm.w.None, true
		} else {
			v, ended = vm.resume(inner, v, resumeSend)
		}
	case v != vm.w.None:
		m, ok := vm.lookup(inner, "send")
		if !ok {
			return vm.noAttribute(inner, "send")
		}
		v, ended = vm.orEnd(vm.call(m, inner, v))
	case vm.w.Header(inner) == object.HInstance:
		v, ended = vm.orEnd(vm.callNext(inner))
	default:
		if v = vm.next(inner); v == 0 && vm.exc == 0 {
			v, ended = vm.w.None, true
		}
	}
	switch {
	case v == 0:
		return 0
	case ended:
		vm.w.Words[f.fp+sent] = v
		return noResult
	}
	f.pc-- // the instruction is executed again
	return vm.suspend(f, v, generatorDelegates)
}

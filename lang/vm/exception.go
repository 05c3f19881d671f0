package vm

import (
	"fmt"
	"strings"

	"unbox/lang/compile"
	"unbox/lang/object"
)

// Slots of every exception.
const (
	excArgs = iota
	excTraceback
	excContext
	excCause
	excSlots
)

// raise makes an exception of the class and returns 0.
func (vm *VM) raise(c *class, format string, values ...any) Ref {
	text := fmt.Sprintf(format, values...)
	if text == "" {
		return vm.raiseArgs(c)
	}
	return vm.raiseArgs(c, vm.w.Str(text))
}

func (vm *VM) raiseArgs(c *class, list ...Ref) Ref {
	t := vm.w.Array(object.ATuple, len(list))
	copy(vm.w.Items(t, len(list)), list)
	e := vm.instance(c)
	vm.w.SetSlot(vm.w.Slot(e, 1), excArgs, t)
	vm.exc = e
	return 0
}

// setExceptionArgs keeps what an exception was made with.
func (vm *VM) setExceptionArgs(e Ref, base, n int) {
	t := vm.w.Array(object.ATuple, n)
	copy(vm.w.Items(t, n), vm.w.Words[base:base+n])
	vm.w.SetSlot(vm.w.Slot(e, 1), excArgs, t)
}

// setArgs is an assignment to `args` of an exception.
func (vm *VM) setArgs(e, v Ref) bool {
	mark := vm.keep(e)
	defer vm.release(mark)
	items, ok := vm.collectItems(v)
	if !ok {
		return false
	}
	t := vm.newTuple(items...)
	vm.setExcSlot(vm.kept[mark], excArgs, t)
	return true
}

func (vm *VM) isException(o Ref) bool {
	return vm.w.Header(o) == object.HInstance && vm.classOf(o).exception
}

func (vm *VM) excSlot(e Ref, k int) Ref { return vm.w.Slot(vm.w.Slot(e, 1), k) }

func (vm *VM) setExcSlot(e Ref, k int, v Ref) { vm.w.SetSlot(vm.w.Slot(e, 1), k, v) }

// unwind looks for the handler of the exception that is being raised, in the frames down
// to a number of them. It reports whether there is one; the frame is then the innermost.
func (vm *VM) unwind(bottom int) bool {
	if vm.exc == 0 {
		panic("BUG: no result, and no exception")
	}
	for {
		f := &vm.frames[vm.depth-1]
		at := max(f.pc-1, 0)
		vm.work((len(f.code.Handlers) + len(f.code.Regions) + len(f.code.Comprehensions)) >> 4)
		vm.trace(f, at)
		if vm.exc != vm.thrown {
			vm.context(f, at)
		}
		for _, h := range f.code.Handlers {
			if at >= h.From && at < h.To {
				if vm.exc != vm.thrown {
					vm.outerContext()
				}
				f.code.flow.jumps(f.pc, h.Target)
				f.pc = h.Target
				return true
			}
		}
		f.code.flow.begins(f.pc, -1)
		if f.kind == returnGenerator && vm.classOf(vm.exc).is(vm.types.stopIteration) {
			vm.stoppedGenerator() // which happens outside of the generator: its place is not in the traceback
		}
		vm.pop()
		if vm.depth < bottom {
			return false
		}
	}
}

// trace adds a place to the exception's traceback.
func (vm *VM) trace(f *frame, at int) {
	if f.code.Instrs[at].Op() == compile.Reraise {
		return
	}
	if f.code.Instrs[at].Op() == compile.Raise && f.code.Instrs[at].C() == 2 && vm.excSlot(vm.exc, excTraceback) != 0 {
		return // it was raised before
	}
	if f.code.Module != "" {
		return // where CPython has functions in C, or lines of files outside of the program
	}
	if f.code.Instrs[at].Op() == compile.MakeClass {
		return // which is no part of the class's body in CPython
	}
	for _, r := range f.code.Comprehensions {
		if at >= r.From && at < r.To {
			vm.tracePlace(f.code.ID, f.code.Lines[at], r.From+1)
			if r.Name == compile.Generator && vm.classOf(vm.exc).is(vm.types.stopIteration) {
				vm.stoppedGenerator()
			}
		}
	}
	line := f.code.Lines[at]
	for _, r := range f.code.Comprehensions {
		if at >= r.From && at < r.To {
			line = int32(r.Reg)
		}
	}
	vm.tracePlace(f.code.ID, line, 0)
}

// stoppedGenerator turns a StopIteration that leaves a generator into a RuntimeError: it does not end the
// generator.
func (vm *VM) stoppedGenerator() {
	stop := vm.exc
	vm.raise(vm.types.runtimeError, "generator raised StopIteration")
	vm.setExcSlot(vm.exc, excCause, stop)
	vm.setExcSlot(vm.exc, excContext, stop)
}

// tracePlace puts a place before the others; inside is not 0 in a comprehension.
func (vm *VM) tracePlace(code int, line int32, inside int) {
	if !vm.w.Room(4) {
		return // the exception is that there is no room
	}
	next := vm.excSlot(vm.exc, excTraceback)
	t := vm.w.New(object.HTraceback, next, uint64(code)<<32|uint64(inside), uint64(line))
	vm.setExcSlot(vm.exc, excTraceback, t)
}

// context says which exception was being handled in a frame when this one was raised. It reports whether there was one.
func (vm *VM) context(f *frame, at int) bool {
	best := -1
	for k, r := range f.code.Regions {
		if at >= r.From && at < r.To && (best < 0 || r.From > f.code.Regions[best].From) {
			best = k
		}
	}
	if best < 0 {
		return false
	}
	handled := vm.w.Words[f.fp+f.code.Regions[best].Reg]
	if handled == 0 || !vm.isException(handled) {
		return false
	}
	if handled != vm.exc && vm.excSlot(vm.exc, excContext) == 0 {
		for e := handled; e != 0; e = vm.excSlot(e, excContext) { // no circles
			vm.work(1)
			if vm.excSlot(e, excContext) == vm.exc {
				vm.setExcSlot(e, excContext, 0)
			}
		}
		vm.setExcSlot(vm.exc, excContext, handled)
	}
	return true
}

// outerContext says the same of an exception that is caught where it was raised: what was being handled may be in a frame that called
// this one, and that it does not reach.
func (vm *VM) outerContext() {
	if vm.excSlot(vm.exc, excContext) != 0 {
		return
	}
	for k := vm.depth - 2; k >= 0; k-- {
		f := &vm.frames[k]
		if len(f.code.Regions) > 0 && vm.context(f, max(f.pc-1, 0)) {
			break
		}
	}
	vm.work(vm.depth >> 4)
}

// raiseValue is the statement `raise`.
func (vm *VM) raiseValue(f *frame, i compile.Instr) Ref {
	if i.C() == 2 {
		return vm.raiseAgain()
	}
	e := vm.asException(vm.w.Words[f.fp+int(i.A())], "exceptions")
	if e == 0 {
		return 0
	}
	vm.thrown = 0
	if i.C() == 1 {
		mark := vm.keep(e)
		cause := vm.w.Words[f.fp+int(i.B())]
		if cause != vm.w.None {
			if cause = vm.asException(cause, "exception causes"); cause == 0 {
				vm.release(mark)
				return 0
			}
		}
		e = vm.kept[mark]
		vm.release(mark)
		vm.setExcSlot(e, excCause, cause)
	}
	vm.exc = e
	return 0
}

// asException makes an instance of a class; what is the subject of the message if that is none of an exception.
func (vm *VM) asException(o Ref, what string) Ref {
	if c := vm.typeOf(o); c != nil && c.exception {
		o = vm.call(o)
	}
	if o == 0 {
		return 0
	}
	if !vm.isException(o) {
		return vm.raise(vm.types.typeError, "%s must derive from BaseException", what)
	}
	return o
}

// raiseAgain is `raise` alone.
func (vm *VM) raiseAgain() Ref {
	if vm.exc = vm.handled(); vm.exc == 0 {
		return vm.raise(vm.types.runtimeError, "No active exception to reraise")
	}
	return 0
}

// handled is the exception that is being handled, in the innermost function that handles one; 0 if there is none.
func (vm *VM) handled() Ref {
	for d := vm.depth - 1; d >= 0; d-- {
		g := &vm.frames[d]
		best := -1
		vm.work(len(g.code.Regions) >> 4)
		for k, r := range g.code.Regions {
			if g.pc-1 >= r.From && g.pc-1 < r.To && (best < 0 || r.From > g.code.Regions[best].From) {
				best = k
			}
		}
		if best >= 0 {
			return vm.w.Words[g.fp+g.code.Regions[best].Reg]
		}
	}
	return 0
}

// matches reports whether an exception is of a class, or of one in a tuple.
func (vm *VM) matches(e, classes Ref) (bool, bool) {
	if vm.w.Shape(classes) == object.ATuple {
		if !vm.deeper("") {
			return false, false
		}
		defer func() { vm.nesting-- }()
		for k := range vm.w.Len(classes) {
			vm.work(1)
			if yes, ok := vm.matches(e, vm.w.Slot(classes, k)); yes || !ok {
				return yes, ok
			}
		}
		return false, true
	}
	c := vm.typeOf(classes)
	if c == nil || !c.exception {
		vm.raise(vm.types.typeError, "catching classes that do not inherit from BaseException is not allowed")
		return false, false
	}
	return vm.classOf(e).is(c), true
}

// exceptionText is what str() of an exception is.
func (vm *VM) exceptionText(e Ref) (string, bool) {
	if text, ok := vm.osText(e); text != "" || !ok {
		return text, ok
	}
	t := vm.excSlot(e, excArgs)
	switch n := vm.w.Len(t); {
	case n == 0 && vm.classOf(e).is(vm.types.syntaxError): // which has no message then
		return "None", true
	case n == 0:
		return "", true
	case n == 1 && vm.classOf(e).is(vm.types.keyError):
		return vm.repr(vm.w.Slot(t, 0))
	case n == 1:
		return vm.str(vm.w.Slot(t, 0))
	}
	return vm.repr(t)
}

// maxChain is the maximum number of chained exceptions in a traceback: the last ones.
const maxChain = 1000

// What is between two exceptions.
const (
	wasCause   = "\nThe above exception was the direct cause of the following exception:\n\n"
	wasHandled = "\nDuring handling of the above exception, another exception occurred:\n\n"
)

// before returns the exception that led to one, 0 if there is none, and the sentence between
// them.
func (vm *VM) before(e Ref) (Ref, string) {
	if cause := vm.excSlot(e, excCause); cause == vm.w.None {
		return 0, ""
	} else if cause != 0 {
		return cause, wasCause
	}
	return vm.excSlot(e, excContext), wasHandled
}

// traceback writes what CPython says about an exception that ends the program.
func (vm *VM) traceback(e Ref) string {
	mark := vm.keep(e)
	defer vm.release(mark)
	between := []string{""}
	seen := map[Ref]bool{e: true} // nothing is collected before all of them are kept
	for {
		first, said := vm.before(vm.kept[len(vm.kept)-1])
		if first == 0 || seen[first] || len(between) == maxChain {
			break
		}
		seen[first] = true
		between = append(between, said)
		vm.keep(first)
	}
	var b strings.Builder
	for k := len(between) - 1; k >= 0; k-- {
		b.WriteString(vm.tracebackAlone(vm.kept[mark+k]))
		b.WriteString(between[k])
		vm.textWork(b.Len() / maxChain)
	}
	return b.String()
}

// tracebackAlone is traceback without the exceptions that led to this one.
func (vm *VM) tracebackAlone(e Ref) string {
	var b strings.Builder
	if t := vm.excSlot(e, excTraceback); t != 0 {
		b.WriteString("Traceback (most recent call last):\n")
		vm.places(&b, t)
	}
	b.WriteString(vm.lastLine(e))
	return b.String()
}

// lastLine is the name of the class and the text.
func (vm *VM) lastLine(e Ref) string {
	c := vm.classOf(e)
	name := strings.TrimPrefix(strings.TrimPrefix(c.qualName, "builtins."), "__main__.")
	mark := vm.keep(e)
	defer vm.release(mark)
	if c == vm.types.memoryError && vm.w.Len(vm.excSlot(e, excArgs)) == 0 {
		return name + ": " + vm.memoryLimit() + "\n"
	}
	text, ok := vm.str(e)
	if !ok {
		vm.exc = 0
		text = "<exception str() failed>"
	}
	if text == "" {
		return name + "\n"
	}
	return name + ": " + text + "\n"
}

// maxPlaces is the maximum number of places of an exception in a traceback: the
// last ones.
const maxPlaces = 1000

// places writes the places of a traceback; what repeats is counted.
func (vm *VM) places(b *strings.Builder, t Ref) {
	last, count := "", 0
	flush := func() {
		if count > 3 {
			fmt.Fprintf(b, "  [Previous line repeated %d more time%s]\n", count-3, plural(count-3))
		}
	}
	skip := -maxPlaces
	for rest := t; rest != 0; rest = vm.w.Slot(rest, 0) {
		skip++
	}
	for ; t != 0; t = vm.w.Slot(t, 0) {
		vm.work(1)
		if skip--; skip >= 0 {
			continue
		}
		id, line := vm.w.Slot(t, 1), int(vm.w.Slot(t, 2))
		text := vm.placeText(vm.codes[id>>32], int(uint32(id)), line)
		if text != last {
			flush()
			last, count = text, 0
		}
		count++
		if count <= 3 {
			b.WriteString(text)
		}
	}
	flush()
}

func (vm *VM) placeText(c *code, inside, line int) string {
	name := c.Name
	if inside > 0 {
		for _, r := range c.Comprehensions {
			if r.From == inside-1 {
				name = r.Name
			}
		}
	}
	text := fmt.Sprintf("  File \"%s\", line %d, in %s\n", vm.program.File, line, name)
	if line >= 1 && line <= len(vm.program.Lines) {
		if source := strings.TrimLeft(vm.program.Lines[line-1], " \t\f"); strings.TrimSpace(source) != "" {
			text += "    " + source + "\n"
		}
	}
	return text
}

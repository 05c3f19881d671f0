package vm

import (
	"strings"

	"unbox/lang/object"
)

// A program may put an object of its own, such as a StringIO, in place of sys.stdin and sys.stdout: `print` and `input` ask the module what
// to print to and what to read. sys.stderr stays, where the traceback is printed that a program ends with.

// replaced are the places in VM.attrs of sys.stdin and sys.stdout, 0 until the program sets the attribute.
type replaced struct{ in, out int }

// replaceStream sets an attribute of a module; false if it is none that can be set. What traces rely on is an attribute with that name of the
// class of modules.
func (vm *VM) replaceStream(m *module, name string, v Ref) bool {
	at := m.attrs[name]
	switch {
	case m.name == "sys" && name == "stdin":
		vm.replaced.in = at
	case m.name == "sys" && name == "stdout":
		vm.replaced.out = at
	default:
		return false
	}
	vm.attrs[at] = v
	vm.classChanged(vm.types.byShape[object.HModule], name)
	return true
}

// replacement is what a program has put at such a place, 0 if nothing.
func (vm *VM) replacement(at int) Ref {
	if at == 0 {
		return 0
	}
	return vm.attrs[at]
}

// isOther reports whether an object that is printed to or read is one of the program.
func (vm *VM) isOther(o Ref) bool {
	return o != 0 && o != vm.w.None && vm.w.Header(o) != object.HStream
}

// callByName calls a method of an object by its name.
func (vm *VM) callByName(o Ref, name string, args ...Ref) Ref {
	mark := vm.keep(args...)
	defer vm.release(mark)
	f := vm.getAttr(o, name, nil)
	if f == 0 {
		return 0
	}
	return vm.call(f, vm.kept[mark:mark+len(args)]...)
}

// printInto is print() with an object of the program as `file`, whose method write gets each piece.
func (vm *VM) printInto(a args, to Ref, sep, end string) Ref {
	mark := vm.keep(to)
	defer vm.release(mark)
	write := func(s string) bool { return vm.callByName(vm.kept[mark], "write", vm.w.Str(s)) != 0 }
	for k := range a.n {
		if k > 0 && !write(sep) {
			return 0
		}
		s, ok := vm.str(vm.arg(a, k))
		if !ok || !write(s) {
			return 0
		}
	}
	if !write(end) {
		return 0
	}
	if flush := vm.named(a, "flush"); flush != 0 {
		if yes, ok := vm.truth(flush); !ok || yes && vm.callByName(vm.kept[mark], "flush") == 0 {
			return 0
		}
	}
	return vm.w.None
}

// prompt prints what input() is given, where `print` would.
func (vm *VM) prompt(a args) bool {
	if a.n == 0 {
		return true
	}
	s, ok := vm.str(vm.arg(a, 0))
	if !ok {
		return false
	}
	if to := vm.replacement(vm.replaced.out); vm.isOther(to) {
		return vm.callByName(to, "write", vm.w.Str(s)) != 0
	}
	vm.printText(vm.streamOf(vm.replacement(vm.replaced.out)), s)
	return true
}

// input is input(): what it is given is printed before the line is read.
func (vm *VM) input(a args) Ref {
	for _, stream := range []struct {
		at   int
		name string
	}{{vm.replaced.in, "stdin"}, {vm.replaced.out, "stdout"}} {
		if vm.replacement(stream.at) == vm.w.None {
			return vm.raise(vm.typeOf(vm.builtinValue("RuntimeError")), "input(): lost sys.%s", stream.name)
		}
	}
	if !vm.prompt(a) {
		return 0
	}
	if to := vm.replacement(vm.replaced.out); vm.isOther(to) && vm.callByName(to, "flush") == 0 {
		vm.exc = 0 // it need not have that
	}
	line, ok := vm.inputLine()
	switch {
	case !ok:
		return 0
	case line == "":
		return vm.raise(vm.typeOf(vm.builtinValue("EOFError")), "EOF when reading a line")
	}
	return vm.w.Str(strings.TrimSuffix(line, "\n"))
}

// inputLine is the line that input() reads, with its end; "" if there is none.
func (vm *VM) inputLine() (line string, ok bool) {
	from := vm.replacement(vm.replaced.in)
	if !vm.isOther(from) {
		if from != 0 {
			vm.reads(from)
		}
		return vm.readLine("input"), true
	}
	read := vm.callByName(from, "readline")
	if read == 0 {
		return "", false
	}
	if !vm.isStr(read) {
		vm.raise(vm.types.typeError, "object.readline() returned non-string")
		return "", false
	}
	return vm.copied(read), true
}

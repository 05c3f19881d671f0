package vm

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"unbox/lang/object"
)

// The streams of a program, as their objects number them: two that it can print to, and one that it can read.
const (
	streamOut = iota
	streamErr
	streamIn
)

// streamOf is where something is printed that is given a stream, or none.
func (vm *VM) streamOf(o Ref) *printer {
	if o != 0 && o != vm.w.None && vm.w.Slot(o, 0) == streamIn {
		vm.stop(errors.New("expected a stream that can be printed to, found `sys.stdin`"))
	}
	if o != 0 && o != vm.w.None && vm.w.Slot(o, 0) == streamErr {
		return vm.errors
	}
	return vm.out
}

// printText prints to a stream. Both have one limit; what goes to the second one is written out at once, after what was printed
// before it.
func (vm *VM) printText(p *printer, s string) {
	vm.work(len(s) >> 6)
	if !p.print(s) {
		vm.stop(errOutput)
	}
	if vm.options.ByLine && p == vm.out && strings.HasSuffix(s, "\n") {
		p.flush()
	}
	if p == vm.errors {
		vm.out.flush()
		p.flush()
	}
}

// readLine reads a line with its end from standard input, for what the program calls; "" at the end.
func (vm *VM) readLine(caller string) string {
	if vm.options.Input == nil {
		vm.stop(fmt.Errorf("expected a program that reads nothing, found `%s`; there is no standard input here, on the command line `unbox python FILE` has one", caller))
	}
	vm.out.flush()
	line, ok := vm.options.Input()
	if !ok {
		return ""
	}
	vm.spare(len(line))
	vm.textWork(len(line))
	return strings.ToValidUTF8(line, "\ufffd")
}

// reads ends the program if a stream cannot be read.
func (vm *VM) reads(o Ref) {
	if vm.w.Slot(o, 0) != streamIn {
		vm.stop(errors.New("expected `sys.stdin` to be read, found a stream that is printed to"))
	}
}

// readLines reads all lines that are left.
func (vm *VM) readLines(caller string) []string {
	var lines []string
	for size := 0; ; {
		line := vm.readLine(caller)
		if line == "" {
			return lines
		}
		size += len(line) + 64
		vm.spare(size)
		lines = append(lines, line)
	}
}

// streamMethods are those of sys.stdout, sys.stderr and sys.stdin.
var streamMethods = []builtin{
	{name: "write", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		s := vm.arg(a, 1)
		if !vm.isStr(s) {
			return vm.raise(vm.types.typeError, "write() argument must be str, not %s", vm.typeName(s))
		}
		text := vm.copied(s)
		vm.printText(vm.streamOf(vm.arg(a, 0)), text)
		return vm.w.Int(int64(utf8.RuneCountInString(text)))
	}},
	{name: "writelines", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		out := vm.streamOf(vm.arg(a, 0))
		return vm.noneIf(vm.eachItem(vm.arg(a, 1), func(at int) bool {
			if !vm.isStr(vm.kept[at]) {
				vm.raise(vm.types.typeError, "write() argument must be str, not %s", vm.typeName(vm.kept[at]))
				return false
			}
			vm.printText(out, vm.copied(vm.kept[at]))
			return true
		}))
	}},
	{name: "readline", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		vm.reads(vm.arg(a, 0))
		return vm.w.Str(vm.readLine("sys.stdin"))
	}},
	{name: "read", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		vm.reads(vm.arg(a, 0))
		return vm.w.Str(strings.Join(vm.readLines("sys.stdin"), ""))
	}},
	{name: "readlines", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		vm.reads(vm.arg(a, 0))
		list := vm.newList(nil)
		mark := vm.keep(list)
		defer vm.release(mark)
		for _, line := range vm.readLines("sys.stdin") {
			vm.listAppend(vm.kept[mark], vm.w.Str(line))
		}
		return vm.kept[mark]
	}},
	{name: "flush", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		if vm.w.Slot(vm.arg(a, 0), 0) != streamIn {
			vm.streamOf(vm.arg(a, 0)).flush()
		}
		return vm.w.None
	}},
	{name: "isatty", min: 1, max: 1, run: func(vm *VM, a args) Ref { return vm.w.False }},
}

// stream makes the object of a stream.
func (vm *VM) stream(number uint64) Ref { return vm.w.New(object.HStream, number) }

package vm

import (
	"slices"
	"strings"
)

// osErrors are the classes of the errors of an operating system, by their numbers; OSError makes instances of them.
var osErrors = []struct {
	name, base string
	numbers    []int64
}{
	{"BlockingIOError", "", []int64{11, 114, 115}}, {"ChildProcessError", "", []int64{10}}, {"ConnectionError", "", nil},
	{"BrokenPipeError", "ConnectionError", []int64{32, 108}}, {"ConnectionAbortedError", "ConnectionError", []int64{103}},
	{"ConnectionRefusedError", "ConnectionError", []int64{111}}, {"ConnectionResetError", "ConnectionError", []int64{104}},
	{"FileExistsError", "", []int64{17}}, {"FileNotFoundError", "", []int64{2}}, {"InterruptedError", "", []int64{4}},
	{"IsADirectoryError", "", []int64{21}}, {"NotADirectoryError", "", []int64{20}}, {"PermissionError", "", []int64{1, 13}},
	{"ProcessLookupError", "", []int64{3}}, {"TimeoutError", "", []int64{110}},
}

// osErrorOf is the class of which OSError makes an instance.
func (vm *VM) osErrorOf(base, n int) *class {
	number := vm.w.Words[base]
	if n < 2 || n > 5 || !vm.isInt(number) {
		return vm.types.osError
	}
	for _, e := range osErrors {
		if slices.Contains(e.numbers, vm.intOf(number)) {
			return vm.typeOf(vm.builtinValue(e.name))
		}
	}
	return vm.types.osError
}

// osParts are what an OSError has beside its arguments, in the order in which it is given them; what is before the last is a number
// of other systems.
const osParts = "errno strerror filename - filename2"

// osName is the name of the attribute that holds a tuple of these, if the exception was made with two of them or more.
const osName = ".os"

// setOSParts keeps what an OSError was made with, and returns how many of that are its arguments: names of files are none.
func (vm *VM) setOSParts(e Ref, base, n int) int {
	parts := []Ref{vm.w.None, vm.w.None, vm.w.None, vm.w.None, vm.w.None}
	copy(parts, vm.w.Words[base:base+n])
	named := parts[2] != vm.w.None
	vm.putField(e, vm.maps[vm.w.Slot(e, 0)], osName, vm.newTuple(parts...), nil)
	if named {
		return 2
	}
	return n
}

// osTuple is the tuple of the parts, 0 if the exception has none.
func (vm *VM) osTuple(e Ref) Ref {
	slot, ok := vm.maps[vm.w.Slot(e, 0)].slots[osName]
	if !ok {
		return 0
	}
	return vm.w.Slot(vm.w.Slot(e, 1), slot)
}

// osPart is an attribute of an OSError.
func (vm *VM) osPart(e Ref, name string) Ref {
	if t := vm.osTuple(e); t != 0 {
		return vm.w.Slot(t, slices.Index(strings.Fields(osParts), name))
	}
	return vm.w.None
}

// setOSPart is an assignment to one.
func (vm *VM) setOSPart(e Ref, name string, v Ref) {
	mark := vm.keep(e, v)
	defer vm.release(mark)
	var parts []Ref
	names := strings.Fields(osParts)
	for _, other := range names {
		parts = append(parts, vm.osPart(e, other))
	}
	parts[slices.Index(names, name)] = v
	t := vm.newTuple(parts...)
	e = vm.kept[mark]
	vm.putField(e, vm.maps[vm.w.Slot(e, 0)], osName, t, nil)
}

// osText is what str() of an OSError is: "" if it is what that of other exceptions is.
func (vm *VM) osText(e Ref) (string, bool) {
	if !vm.classOf(e).is(vm.types.osError) || vm.osTuple(e) == 0 {
		return "", true
	}
	mark := vm.keep(vm.osTuple(e))
	defer vm.release(mark)
	part := func(k int) Ref { return vm.w.Slot(vm.kept[mark], k) }
	number, ok := vm.str(part(0))
	if !ok {
		return "", false
	}
	what, ok := vm.str(part(1))
	text := "[Errno " + number + "] " + what
	for k, before := 2, ": "; ok && k < 5 && part(k) != vm.w.None; k, before = k+2, " -> " {
		var name string
		name, ok = vm.repr(part(k))
		text += before + name
	}
	return text, ok
}

package vm

import (
	"cmp"
	"math"
)

// sysModule makes the module sys, as far as a program of one file without a machine around it can have it.
func (vm *VM) sysModule(m *module) {
	vm.setModule(m, "maxsize", vm.w.Int(math.MaxInt64))
	vm.setModule(m, "setrecursionlimit", vm.newBuiltin(builtin{name: "setrecursionlimit", min: 1, max: 1, run: (*VM).setRecursionLimit}))
	vm.setModule(m, "getrecursionlimit", vm.newBuiltin(builtin{name: "getrecursionlimit", run: func(vm *VM, a args) Ref { return vm.w.Int(int64(vm.asked)) }}))
	for number, name := range []string{streamOut: "stdout", streamErr: "stderr", streamIn: "stdin"} {
		vm.setModule(m, name, vm.stream(uint64(number)))
		vm.setModule(m, "__"+name+"__", vm.attrs[m.attrs[name]])
	}
	vm.setModule(m, "exc_info", vm.newBuiltin(builtin{name: "exc_info", run: func(vm *VM, a args) Ref {
		e := vm.handled()
		if e == 0 || !vm.isException(e) {
			return vm.newTuple(vm.w.None, vm.w.None, vm.w.None)
		}
		return vm.newTuple(vm.attrs[vm.classOf(e).ref], e, cmp.Or(vm.excSlot(e, excTraceback), vm.w.None))
	}}))
	argv := vm.newList([]Ref{vm.w.Str(vm.program.File)})
	for _, arg := range vm.options.Args {
		vm.listAppend(argv, vm.w.Str(arg))
	}
	vm.setModule(m, "argv", argv)
	vm.setModule(m, "exit", vm.newBuiltin(builtin{name: "exit", max: 1, run: func(vm *VM, a args) Ref {
		if a.n == 0 {
			return vm.raiseArgs(vm.types.systemExit)
		}
		return vm.raiseArgs(vm.types.systemExit, vm.arg(a, 0))
	}}))
}

// timeModule has clocks. A program that sleeps is not held up: what it slept is added to what its clocks say, but to that of its own work.
func (vm *VM) timeModule(m *module) {
	slept := 0.0
	now := func(name string) float64 {
		ask, passed := vm.options.Clock, slept
		if name == "process_time" {
			ask, passed = vm.options.Worked, 0
			if ask == nil {
				ask = vm.options.Clock
			}
		}
		if ask == nil {
			return passed
		}
		return ask() + passed
	}
	for _, name := range []string{"time", "perf_counter", "monotonic", "process_time"} {
		vm.setModule(m, name, vm.newBuiltin(builtin{name: name, run: func(vm *VM, a args) Ref { return vm.float(now(name)) }}))
		vm.setModule(m, name+"_ns", vm.newBuiltin(builtin{name: name + "_ns", run: func(vm *VM, a args) Ref { return vm.w.Int(int64(now(name) * 1e9)) }}))
	}
	vm.setModule(m, "sleep", vm.newBuiltin(builtin{name: "sleep", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		x := vm.arg(a, 0)
		if !vm.isNumber(x) {
			return vm.raise(vm.types.typeError, "'%s' object cannot be interpreted as an integer", vm.typeName(x))
		}
		seconds, ok := vm.numberAsFloat(x)
		switch {
		case !ok:
			return 0
		case math.IsNaN(seconds):
			return vm.raise(vm.types.valueError, "Invalid value NaN (not a number)")
		case seconds < 0:
			return vm.raise(vm.types.valueError, "sleep length must be non-negative")
		}
		slept += seconds
		return vm.w.None
	}}))
}

package vm

import "unbox/lang/object"

// exceptions makes the classes of exceptions.
func (vm *VM) exceptions() {
	t := &vm.types
	t.baseException = vm.newException("BaseException", t.object)
	t.baseException.exception = true
	b := t.baseException
	for _, m := range exceptionMethods {
		m.method, m.owner = true, b.name
		b.attrs[m.name] = len(vm.attrs)
		vm.attrs = append(vm.attrs, vm.newBuiltin(m))
	}
	t.systemExit = vm.newException("SystemExit", b)
	t.keyboardInterrupt = vm.newException("KeyboardInterrupt", b)
	t.exception = vm.newException("Exception", b)
	e := t.exception
	t.arithmeticError = vm.newException("ArithmeticError", e)
	t.zeroDivisionError = vm.newException("ZeroDivisionError", t.arithmeticError)
	t.overflowError = vm.newException("OverflowError", t.arithmeticError)
	vm.newException("FloatingPointError", t.arithmeticError)
	t.assertionError = vm.newException("AssertionError", e)
	t.attributeError = vm.newException("AttributeError", e)
	t.importError = vm.newException("ImportError", e)
	t.moduleNotFoundError = vm.newException("ModuleNotFoundError", t.importError)
	t.lookupError = vm.newException("LookupError", e)
	t.indexError = vm.newException("IndexError", t.lookupError)
	t.keyError = vm.newException("KeyError", t.lookupError)
	t.memoryError = vm.newException("MemoryError", e)
	t.nameError = vm.newException("NameError", e)
	t.unboundLocalError = vm.newException("UnboundLocalError", t.nameError)
	t.osError = vm.newException("OSError", e)
	t.runtimeError = vm.newException("RuntimeError", e)
	t.notImplementedError = vm.newException("NotImplementedError", t.runtimeError)
	t.recursionError = vm.newException("RecursionError", t.runtimeError)
	t.stopIteration = vm.newException("StopIteration", e)
	t.typeError = vm.newException("TypeError", e)
	t.valueError = vm.newException("ValueError", e)
	warning := vm.newException("Warning", e)
	vm.newException("UserWarning", warning)
	for _, name := range []string{"DeprecationWarning", "RuntimeWarning", "SyntaxWarning", "FutureWarning", "ImportWarning", "PendingDeprecationWarning",
		"ResourceWarning", "UnicodeWarning", "BytesWarning", "EncodingWarning"} {
		vm.newException(name, warning)
	}
	t.generatorExit = vm.newException("GeneratorExit", b)
	for _, name := range []string{"EOFError", "BufferError", "ReferenceError", "SystemError", "StopAsyncIteration"} {
		vm.newException(name, e)
	}
	vm.newException("UnicodeError", t.valueError)
	t.syntaxError = vm.newException("SyntaxError", e)
	vm.newException("TabError", vm.newException("IndentationError", t.syntaxError))
	for _, names := range osErrors {
		if vm.byName[names.name] == 0 {
			base := t.osError
			if names.base != "" {
				base = vm.classes[vm.w.Slot(vm.byName[names.base], 0)]
			}
			vm.newException(names.name, base)
		}
	}
	vm.byName["IOError"], vm.byName["EnvironmentError"] = vm.byName["OSError"], vm.byName["OSError"]
}

func (vm *VM) newException(name string, base *class) *class {
	c := vm.newClass(name, base)
	c.qualName = "builtins." + name
	c.root = vm.newMap(c, []string{".args", ".traceback", ".context", ".cause"})
	c.most = excSlots
	vm.byName[name] = vm.attrs[c.ref]
	return c
}

var exceptionMethods = []builtin{
	{name: "__init__", min: 1, max: -1, run: func(vm *VM, a args) Ref {
		n := a.n - 1
		if e := vm.arg(a, 0); vm.classOf(e).is(vm.types.osError) && n >= 2 && n <= 5 {
			n = vm.setOSParts(e, a.base+1, n)
		}
		vm.setExceptionArgs(vm.arg(a, 0), a.base+1, n)
		return vm.w.None
	}},
	{name: "__str__", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		return vm.text(vm.exceptionText(vm.arg(a, 0)))
	}},
	{name: "with_traceback", min: 2, max: 2, run: func(vm *VM, a args) Ref {
		e, places := vm.arg(a, 0), vm.arg(a, 1)
		switch {
		case places == vm.w.None:
			places = 0
		case vm.w.Header(places) != object.HTraceback:
			return vm.raise(vm.types.typeError, "__traceback__ must be a traceback or None")
		}
		vm.setExcSlot(e, excTraceback, places)
		return e
	}},
}

// firstArgument is the value of a StopIteration and the code of a SystemExit: None without arguments.
func (vm *VM) firstArgument(e Ref) Ref {
	if t := vm.excSlot(e, excArgs); vm.w.Len(t) > 0 {
		return vm.w.Slot(t, 0)
	}
	return vm.w.None
}

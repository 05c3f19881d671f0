package vm

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"unbox/lang/compile"
	"unbox/lang/object"
)

// types are the classes of the language.
type types struct {
	object, typ, builtinFunction               *class
	defaultDict, counter                       *class // once the program imports collections
	orderedDict, generic, protocol, namedTuple *class
	values, items                              *class // of the views of dictionaries, those of their keys are in byShape
	byShape                                    map[uint64]*class

	baseException, exception, typeError, valueError, syntaxError, zeroDivisionError, overflowError, indexError, keyError, lookupError,
	attributeError, nameError, unboundLocalError, runtimeError, recursionError, stopIteration, assertionError, memoryError,
	osError, importError, moduleNotFoundError, arithmeticError, notImplementedError, systemExit, keyboardInterrupt *class
}

// printer is where a program prints; it counts what it passes on.
type printer struct {
	out       io.Writer
	left      int
	unlimited bool
	err       error
	buffer    []byte
}

func newPrinter(out io.Writer, limit int) *printer {
	return &printer{out: out, left: limit, unlimited: limit == 0}
}

const printBuffer = 1 << 15

// print writes text; false if the limit is reached.
func (p *printer) print(s string) bool {
	if !p.unlimited {
		if p.left -= len(s); p.left < 0 {
			return false
		}
	}
	p.buffer = append(p.buffer, s...)
	if len(p.buffer) > printBuffer {
		p.flush()
	}
	return true
}

func (p *printer) flush() {
	if _, err := p.out.Write(p.buffer); err != nil && p.err == nil {
		p.err = err
	}
	p.buffer = p.buffer[:0]
}

// setUp makes the classes, functions and names of the language.
func (vm *VM) setUp() {
	t := &vm.types
	t.byShape = make(map[uint64]*class)
	t.object = vm.newClass("object")
	t.object.mro = []*class{t.object}
	vm.exceptions()
	for _, b := range builtinTypes {
		c := vm.newClass(b.name, t.object)
		if construct := b.construct; construct.run != nil {
			construct.name = cmp.Or(construct.name, b.name)
			construct.text = takesText(&construct)
			c.construct = &construct
		}
		for _, shape := range b.shapes {
			t.byShape[shape] = c
		}
		for _, m := range b.methods {
			m.method, m.owner, m.self = true, b.name, b.shapes
			if b.name == "int" { // from which bool is derived
				m.self = append(slices.Clone(b.shapes), object.HBool)
			}
			c.attrs[m.name] = len(vm.attrs)
			vm.attrs = append(vm.attrs, vm.newBuiltin(m))
		}
		switch b.name {
		case "dict":
			vm.addStatic(c, fromKeysOf(nil, 0))
		case "str":
			vm.addStatic(c, builtin{name: "maketrans", owner: "str", min: 1, max: 3, run: (*VM).makeTrans})
		case "type":
			t.typ = c
		case "builtin_function_or_method":
			t.builtinFunction = c
		case "dict_values":
			t.values = c
		case "dict_items":
			t.items = c
		}
		if b.visible {
			vm.byName[b.name] = vm.attrs[c.ref]
		}
	}
	vm.lastMemoryError = len(vm.attrs)
	vm.raise(t.memoryError, "")
	vm.attrs = append(vm.attrs, vm.exc)
	vm.exc = 0
	boolClass, intClass := t.byShape[object.HBool], t.byShape[object.HInt]
	boolClass.bases, boolClass.mro = []*class{intClass}, []*class{boolClass, intClass, t.object}
	t.object.construct = nil
	vm.setUpObjectMethods()
	vm.byName["object"] = vm.attrs[t.object.ref]
	for k := range builtinFunctions {
		vm.byName[builtinFunctions[k].name] = vm.newBuiltin(builtinFunctions[k])
	}
	vm.byName["Ellipsis"] = vm.w.New(object.HEllipsis)
	vm.byName["NotImplemented"] = vm.w.NotImplemented
	vm.byName["__name__"] = vm.w.Str("__main__")
	vm.keepNames()
}

// addStatic gives a class of the language a static method.
func (vm *VM) addStatic(c *class, b builtin) {
	f := vm.newBuiltin(b)
	c.attrs[b.name] = len(vm.attrs)
	vm.attrs = append(vm.attrs, vm.w.New(object.HStatic, f))
}

// keepNames makes the names of the language what global variables are at the start. They are kept in an order, so
// that a program finds the same memory each time.
func (vm *VM) keepNames() {
	for _, name := range slices.Sorted(maps.Keys(vm.byName)) {
		vm.strings[name] = len(vm.attrs)
		vm.attrs = append(vm.attrs, vm.byName[name])
	}
	for k, name := range vm.program.Globals {
		vm.w.Words[vm.globals+k] = vm.builtinValue(name[strings.LastIndexByte(name, '.')+1:])
	}
	vm.byName = nil
}

// builtinValue returns what a name of the language stands for, 0 if it is none.
func (vm *VM) builtinValue(name string) Ref {
	if at, ok := vm.strings[name]; ok {
		return vm.attrs[at]
	}
	return 0
}

func (vm *VM) newBuiltin(b builtin) Ref {
	b.text = takesText(&b)
	vm.builtins = append(vm.builtins, &b)
	return vm.w.New(object.HBuiltin, uint64(len(vm.builtins)-1))
}

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
	vm.newException("GeneratorExit", b)
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
		vm.setExceptionArgs(vm.arg(a, 0), a.base+1, a.n-1)
		return vm.w.None
	}},
	{name: "__str__", min: 1, max: 1, run: func(vm *VM, a args) Ref {
		return vm.text(vm.exceptionText(vm.arg(a, 0)))
	}},
}

// text makes a string of a text, unless there was an exception.
func (vm *VM) text(s string, ok bool) Ref {
	if !ok {
		return 0
	}
	return vm.w.Str(s)
}

// Outcome says how a program ended.
type Outcome struct {
	// Code is the exit code: 1 after an exception that nobody caught, 130 after a KeyboardInterrupt.
	Code int
	// Stopped says which limit ended the program, nil if none did.
	Stopped error
	// Written says that printing failed.
	Written error
}

// Run runs the program to its end.
func (vm *VM) Run() (out Outcome) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case stopError:
			out = Outcome{Code: 1, Stopped: e.error}
		case error:
			if e != object.ErrMemory {
				panic(e)
			}
			out = Outcome{Code: 1, Stopped: errors.New(vm.memoryLimit())}
		default:
			panic(e)
		}
		vm.out.flush()
		out.Written = vm.out.err
		if out.Stopped != nil {
			fmt.Fprintf(vm.options.Err, "%s%v\n", vm.whereStopped(), out.Stopped)
		}
	}()
	vm.push(vm.codes[0], 0, vm.w.Top, returnGo)
	if vm.nested() != 0 {
		return Outcome{}
	}
	return Outcome{Code: vm.uncaught()}
}

// whereStopped is the line at which a limit was reached.
func (vm *VM) whereStopped() string {
	if vm.depth == 0 {
		return ""
	}
	f := &vm.frames[vm.depth-1]
	for k := vm.depth - 1; k > 0 && f.code.Module != ""; k-- {
		f = &vm.frames[k-1]
	}
	return vm.placeText(f.code, 0, int(f.code.Lines[max(f.pc-1, 0)]))
}

// uncaught says what no one caught, and returns the exit code.
func (vm *VM) uncaught() int {
	e := vm.exc
	vm.exc = 0
	vm.out.flush()
	if vm.classOf(e).is(vm.types.systemExit) {
		t := vm.excSlot(e, excArgs)
		if vm.w.Len(t) == 0 || vm.w.Slot(t, 0) == vm.w.None {
			return 0
		}
		if v := vm.w.Slot(t, 0); vm.isInt(v) {
			return int(vm.intOf(v)) & 255
		} else if vm.isBig(v) { // as CPython: too large is -1
			return 255
		}
		s, _ := vm.str(vm.w.Slot(t, 0))
		fmt.Fprintln(vm.options.Err, s)
		return 1
	}
	io.WriteString(vm.options.Err, strings.ToValidUTF8(vm.traceback(e), "?"))
	if vm.classOf(e).is(vm.types.keyboardInterrupt) {
		return codeInterrupted
	}
	return 1
}

// codeInterrupted is the exit code after a KeyboardInterrupt: 128, and the number of the signal that Ctrl+C sends.
const codeInterrupted = 130

// LoopStats is a loop with how often it went back.
type LoopStats struct {
	At    compile.Place
	Name  string // of the function
	Count uint64
}

// Stats are what was counted while a program ran.
type Stats struct {
	Loops                       []LoopStats
	Work                        int64 // see Options.Fuel
	Collections, Copied, Region int
}

// Stats returns what was counted.
func (vm *VM) Stats() Stats {
	s := Stats{Work: vm.options.Fuel - vm.fuel, Region: vm.w.Used()}
	if vm.options.Fuel == 0 {
		s.Work = 1<<63 - 1 - vm.fuel
	}
	s.Collections, s.Copied = vm.w.Stats()
	for _, c := range vm.codes {
		for k, n := range c.counts {
			if n > 0 {
				s.Loops = append(s.Loops, LoopStats{c.LoopPlace(k), c.FullName(), n})
			}
		}
	}
	return s
}

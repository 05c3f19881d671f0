package vm

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"unbox/lang/compile"
	"unbox/lang/object"
)

// Outcome says how a program ended.
type Outcome struct {
	// Code is the exit code: 1 after an exception that nobody caught, 130 after a KeyboardInterrupt.
	Code int
	// Stopped says which limit ended the program, nil if none did.
	Stopped error
}

// Run runs the program to its end.
func (vm *VM) Run() (out Outcome) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case stopError:
			out = Outcome{Code: 1, Stopped: vm.reason(e.error)}
		case error:
			if e != object.ErrMemory {
				panic(e)
			}
			out = Outcome{Code: 1, Stopped: errors.New(vm.memoryLimit())}
		default:
			panic(e)
		}
		vm.out.flush()
		if out.Stopped != nil {
			fmt.Fprintf(vm.options.Err, "%s%v\n", vm.whereStopped(), out.Stopped)
		}
	}()
	vm.addBytes()
	vm.push(vm.codes[0], 0, vm.w.Top, returnGo)
	if vm.nested() != 0 {
		return Outcome{}
	}
	return Outcome{Code: vm.uncaught()}
}

// reason returns why the program was stopped: who gives it fuel may have had another reason than the limit.
func (vm *VM) reason(err error) error {
	if err == errFuel && vm.options.Why != nil {
		if other := vm.options.Why(); other != nil {
			return other
		}
	}
	return err
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

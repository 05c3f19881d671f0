package vm

import (
	"errors"
	"fmt"
	"math/big"

	"unbox/lang/object"
)

// A program's limits. Work is counted before it is done, in units of about the cost of an iteration
// of a small loop: one for an iteration or call, one for an item that a builtin function looks at,
// one for 64 bytes of text that it reads or writes, one for 64 products of words. Memory is the
// region of the world, and the same amount again for what Go functions and classes use besides it.

// errFuel means that a program did more work than was allowed.
var errFuel = errors.New("expected a program that ends within its limit of work, found one that goes on")

// errOutput means that a program printed more than was allowed.
var errOutput = errors.New("expected a program that prints within its limit, found one that goes on")

// stopError ends a program from anywhere: nothing in it can catch that.
type stopError struct{ error }

func (vm *VM) stop(err error) { panic(stopError{err}) }

// work counts that many units, and stops a program that has used up its fuel.
func (vm *VM) work(n int) {
	vm.fuel -= int64(n)
	if vm.fuel < 0 && !vm.refuel() {
		vm.stop(errFuel)
	}
}

// refuel asks for more fuel, and reports whether the program may continue. It flushes the
// output before.
func (vm *VM) refuel() bool {
	if vm.options.More == nil {
		return false
	}
	vm.out.flush()
	more := vm.options.More(-vm.fuel)
	if more <= 0 || more+vm.fuel < 0 {
		return false
	}
	vm.fuel += more
	vm.options.Fuel += more
	return true
}

// moved counts that many bytes that are copied blindly.
func (vm *VM) moved(bytes int) { vm.work(bytes >> 8) }

// textWork counts text of that many bytes that is read or made, for which there has to be
// room.
func (vm *VM) textWork(bytes int) {
	vm.spare(bytes)
	vm.work(bytes >> 6)
}

// copied returns a string's text as a copy, and counts making it. World.Text, which it calls, does not: that is for texts that are
// short, or counted otherwise.
func (vm *VM) copied(o Ref) string {
	vm.textWork(len(vm.w.View(o)))
	return vm.w.Text(o)
}

// spare says that a Go function needs that many bytes for a while. It panics
// with object.ErrMemory if that is more than there is.
func (vm *VM) spare(bytes int) {
	if bytes > vm.options.Memory-vm.held-8*len(vm.kept) {
		panic(object.ErrMemory)
	}
}

// hold says that that many bytes outside of the world are needed up to the end: those of
// classes, maps and generators of random numbers. It panics as spare does.
func (vm *VM) hold(bytes int) {
	vm.spare(bytes + vm.options.Memory>>3) // the rest is for what reports that
	vm.held += bytes
}

// keep roots references of a Go function that runs the program's code; it is given up
// by release. The references are at the index that it returns.
func (vm *VM) keep(list ...Ref) int {
	n := len(vm.kept)
	if 8*(n+len(list)) > vm.options.Memory-vm.held {
		panic(object.ErrMemory)
	}
	vm.kept = append(vm.kept, list...)
	return n
}

func (vm *VM) release(mark int) { vm.kept = vm.kept[:mark] }

// safe collects in the middle of a Go function all of whose references are kept.
func (vm *VM) safe() {
	if vm.w.Free > vm.w.Due {
		vm.collect()
	}
}

// nested runs the innermost frame for a Go function until it returns.
func (vm *VM) nested() Ref {
	vm.nesting++
	v := vm.guarded()
	vm.nesting--
	return v
}

// guarded runs the innermost frame until it returns. Where memory runs out, the program gets a
// MemoryError, unless that is in the middle of an iteration of a trace: see ranOut.
func (vm *VM) guarded() Ref {
	bottom := vm.depth
	for {
		v, full := vm.attempt(bottom)
		if !full {
			return v
		}
		vm.raiseMemory()
		if !vm.unwind(bottom) {
			return 0
		}
	}
}

// attempt runs the innermost frame until it returns, or until memory is full.
func (vm *VM) attempt(bottom int) (v Ref, full bool) {
	at := vm.mark()
	defer func() {
		if e := recover(); e != nil {
			at.depth = vm.depth // the frames stay, for the exception to be raised in
			full = vm.ranOut(e, &at)
		}
	}()
	vm.work(0)
	vm.safe() // a function without a loop or call does not ask
	return vm.run(bottom), false
}

// mark is the state of the running Go functions.
type mark struct{ depth, kept, repring, nesting, tracing int }

func (vm *VM) mark() (at mark) {
	vm.setMark(&at)
	return at
}

func (vm *VM) setMark(at *mark) {
	at.depth, at.kept, at.repring, at.nesting, at.tracing = vm.depth, len(vm.kept), len(vm.repring), vm.nesting, vm.tracing
}

// ranOut reports whether a panic says that memory is full, and goes back to a mark then; the innermost frame of the
// program is that of the mark. It panics again after any other panic, and where a trace is running that was
// entered since: what the program has then is not in its frames.
func (vm *VM) ranOut(e any, at *mark) bool {
	if e == nil {
		return false
	}
	if e != any(object.ErrMemory) || vm.tracing != at.tracing {
		panic(e)
	}
	vm.ranOutOnce = true
	vm.depth, vm.nesting, vm.kept, vm.repring = at.depth, at.nesting, vm.kept[:at.kept], vm.repring[:at.repring]
	vm.w.Top = vm.frames[vm.depth-1].top
	return true
}

// fits makes sure that that many words can be allocated at once, before their work is
// counted.
func (vm *VM) fits(words int) {
	if !vm.w.Room(words) {
		panic(object.ErrMemory)
	}
}

// raiseMemory raises a MemoryError: a new one if a collection makes room, else one that was
// made before.
func (vm *VM) raiseMemory() {
	vm.exc = 0
	if !vm.w.Room(1 << 10) {
		_, before := vm.w.Stats()
		collected := vm.w.Collect()
		_, after := vm.w.Stats()
		vm.work((after - before) >> 8)
		if !collected || !vm.w.Room(1<<10) {
			vm.exc = vm.attrs[vm.lastMemoryError]
			for k := excTraceback; k < excSlots; k++ {
				vm.setExcSlot(vm.exc, k, 0)
			}
			return
		}
	}
	vm.raise(vm.types.memoryError, "")
}

// memoryLimit is the limit in words.
func (vm *VM) memoryLimit() string {
	return fmt.Sprintf("expected a program that needs at most %d MB, found one that needs more", vm.options.Memory>>20)
}

// Work on integers of many words.

// product returns the approximate cost, in units, of multiplying integers with that many
// words: as in school up to 40 words, and beyond that three products of half the size for
// four.
func product(n, m int) int {
	cost := float64(n) * float64(m)
	for m = min(n, m); m > 40; m /= 2 {
		cost *= 0.75
	}
	return int(min(cost/64, 1<<60))
}

// wordsOf returns the number of words of an integer.
func wordsOf(v *big.Int) int { return len(v.Bits()) }

// linear counts reading integers once.
func (vm *VM) linear(list ...*big.Int) {
	for _, v := range list {
		vm.work(wordsOf(v) >> 6)
	}
}

// maxBits is the maximum length of an integer in bits.
const maxBits = 1 << 27

// tooLarge raises a MemoryError for integers of that many bits.
func (vm *VM) tooLarge(bits int) bool {
	if bits/8 > vm.options.Memory/4 || bits > maxBits {
		vm.raise(vm.types.memoryError, "")
		return true
	}
	return false
}

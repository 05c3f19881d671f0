package vm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"unbox/lang/compile"
	"unbox/lang/numbers"
	"unbox/lang/object"
	"unbox/trace"
)

// Tracer decides what happens to hot loops: see package jit.
type Tracer interface {
	// Hot is called at the first instruction of a loop that has gone back at least as often as
	// [VM.SetTrigger] said. It may record, and run traces. The program continues from where its
	// frames are afterwards.
	Hot(vm *VM, loop LoopID)
	// Enter is called at the first instruction of a loop that begins, if [VM.SetEntered] said so. It may run a
	// trace, as Hot may.
	Enter(vm *VM, loop LoopID)
}

// SetEntered sets whether [Tracer.Enter] is called where a loop begins, and not only when it goes back: a
// loop of few iterations would have been interpreted for most of them.
func (vm *VM) SetEntered(loop LoopID, yes bool) {
	c := vm.codes[loop.Code]
	if c.entered[loop.Loop] == yes {
		return
	}
	c.entered[loop.Loop] = yes
	if &c.run[0] == &c.Instrs[0] {
		c.run = slices.Clone(c.Instrs)
	}
	head := c.Loops[loop.Loop].Head
	c.run[head] = c.Instrs[head]
	for k := range c.Loops {
		if c.entered[k] && c.Loops[k].Head == head {
			c.run[head] = compile.Instr(compile.EnterLoop) | compile.Instr(k)<<8
			break
		}
	}
}

// SetTrigger says at which count of iterations [Tracer.Hot] is called for a loop, then and at each iteration after
// it.
func (vm *VM) SetTrigger(loop LoopID, count uint64) { vm.codes[loop.Code].triggers[loop.Loop] = count }

// Count returns how often a loop went back.
func (vm *VM) Count(loop LoopID) uint64 { return vm.codes[loop.Code].counts[loop.Loop] }

// AddCount counts iterations that a trace has run.
func (vm *VM) AddCount(loop LoopID, iterations uint64) {
	vm.codes[loop.Code].counts[loop.Loop] += iterations
}

// Loops returns all loops of the program.
func (vm *VM) Loops() []LoopID {
	var list []LoopID
	for _, c := range vm.codes {
		for k := range c.Loops {
			list = append(list, LoopID{c.ID, k})
		}
	}
	return list
}

// LoopPlace returns where a loop begins, and the name of its function.
func (vm *VM) LoopPlace(loop LoopID) (at compile.Place, function string) {
	c := vm.codes[loop.Code]
	return c.LoopPlace(loop.Loop), c.FullName()
}

// Collect moves all objects if enough was allocated since the last time. If that leaves hardly any room it
// returns false: then the interpreter has to continue, which raises a MemoryError at its next instruction.
func (vm *VM) Collect() bool {
	if vm.CollectionDue() {
		vm.w.Collect()
	}
	if vm.w.Tight() {
		vm.w.Due = vm.w.Free - 1
	}
	return !vm.w.Tight()
}

// CollectionDue reports whether enough was allocated to collect.
func (vm *VM) CollectionDue() bool { return vm.w.Free > vm.w.Due }

// CollectIn collects, if that is due, while a trace runs that has shown its references, and returns where the object
// is then that a reference leads to; 0 is none. It returns false if that leaves hardly any room:
// then the trace has to be left at the end of its iteration.
func (vm *VM) CollectIn(o Ref) (Ref, bool) {
	if vm.CollectionDue() {
		vm.kept = append(vm.kept, o)
		vm.w.Collect()
		o = vm.kept[len(vm.kept)-1]
		vm.release(len(vm.kept) - 1)
	}
	return o, !vm.w.Tight()
}

// Loops says what happened to the program's loops.
type Loops interface {
	// State says what happened to a loop.
	State(loop LoopID) LoopState
	// Version returns the types of the version of a loop to which a trace should lead at whose end the loop's registers
	// hold these types: the zero value for the loop's first trace. All numbers that the version takes without boxes have to
	// be numbers in these types.
	Version(loop LoopID, types Types) Types
}

// LoopState says what happened to a loop.
type LoopState uint8

// The states of loops.
const (
	LoopCold     LoopState = iota // it has no trace yet
	LoopTraced                    // it has one
	LoopHopeless                  // it gets none
)

// Record records one iteration of a loop at whose first instruction the program is, for a version of the loop that the
// program's registers fit. The trace also ends at the
// first instruction of a loop that has a trace, in a jump to it. passed, if it is not nil, is called
// after each back edge. If the loop ends in this iteration, nothing comes of it, unless beyond says that the
// recording continues after the loop then. The reason is not "" if nothing came of it. The program has run, in both cases,
// up to where its frames say. What is called meanwhile may be recorded in turn.
func (vm *VM) Record(loop LoopID, types Types, beyond bool, loops Loops, passed func()) (rec *Recording, reason string) {
	return vm.record(vm.codes[loop.Code], loop.Loop, types, beyond, loops, passed)
}

// World is where the objects are.
func (vm *VM) World() *object.World { return vm.w }

// Raised reports whether an exception is being raised.
func (vm *VM) Raised() bool { return vm.exc != 0 }

// Interrupted takes one iteration from what is left of the fuel, and reports whether a trace has to be left
// for lack of it or because a collection is due.
func (vm *VM) Interrupted() bool {
	vm.fuel--
	return vm.fuel < 0 || vm.CollectionDue() || vm.w.Tight()
}

// ShowRoots has the collector ask for the references of a running trace until the function that it
// returns is called.
func (vm *VM) ShowRoots(show func(visit func(*uint64))) (end func()) {
	vm.roots = append(vm.roots, show)
	return func() { vm.roots = vm.roots[:len(vm.roots)-1] }
}

// received is what the register holds of a value that a trace passes in a way.
func (vm *VM) received(as trace.Type, bits uint64) uint64 {
	if as == trace.Ref {
		return bits
	}
	return vm.w.New(boxOf(as), bits)
}

// Entry takes the parameters of a recording's trace out of the registers of the innermost frame, which have to be of its
// Types; no object may be
// allocated before the trace has them. It is false if frames that are inlined in the trace, or in what it leads to,
// may not fit, or if there is hardly any memory left.
func (vm *VM) Entry(rec *Recording, args []uint64) ([]uint64, bool) {
	fp := vm.frames[vm.depth-1].fp
	if vm.depth+maxInlined >= vm.limit || fp+maxReach+window > vm.stack || vm.w.Tight() {
		return args, false
	}
	for k, reg := range rec.Registers {
		bits := vm.w.Words[fp+reg]
		if rec.Types.passedAs(k) != trace.Ref {
			bits = vm.w.Slot(bits, boxValue)
		}
		args = append(args, bits)
	}
	vm.handsOn(vm.depth-1, -1)
	clearFew(vm.w.Words[fp : fp+vm.frames[vm.depth-1].code.NumRegs]) // or the collector would keep what the trace has given up
	return args, true
}

// Return writes the parameters back into the registers, for a trace that was not entered after all.
func (vm *VM) Return(rec *Recording, args []uint64) {
	vm.handsOn(vm.depth-1, 1)
	fp := vm.frames[vm.depth-1].fp
	for k, reg := range rec.Registers {
		vm.w.Words[fp+reg] = vm.received(rec.Types.passedAs(k), args[k])
	}
}

// Helper returns the function that a trace of a recording calls by a name: "shape". It takes and
// returns bits. After an exception, which [VM.Raised] tells, the result means nothing. It is quick if it neither allocates,
// collects, runs the program, nor raises.
func (vm *VM) Helper(rec *Recording, name string) (f func(args []uint64) uint64, quick bool) {
	if f = vm.quickHelper(name); f == nil {
		f = vm.frameHelper(rec, name)
	}
	if f != nil {
		return f, true
	}
	return vm.siteHelper(rec, name), false
}

// mathName begins the names of helpers that are functions of one float: math_sin.
const mathName = "math_"

// quickHelper returns the function of a helper that only computes or copies, nil if the name is another one's.
func (vm *VM) quickHelper(name string) func(args []uint64) uint64 {
	if of, ok := strings.CutPrefix(name, mathName); ok {
		k := slices.IndexFunc(vm.builtins, func(b *builtin) bool { return b.name == of && b.float != nil })
		if k < 0 {
			return nil
		}
		f := vm.builtins[k].float
		return func(args []uint64) uint64 { return trace.FloatBits(f(toFloat(args[0]))) }
	}
	switch name {
	case "shape":
		return func(args []uint64) uint64 { return vm.shapeOf(args[0]) }
	case "truth":
		return func(args []uint64) uint64 {
			yes, _ := vm.truth(args[0])
			return trace.Bit(yes)
		}
	case "is":
		return func(args []uint64) uint64 { return trace.Bit(vm.is(args[0], args[1])) }
	case instanceName:
		return func([]uint64) uint64 { return vm.frames[vm.depth-1].inst }
	case "float_pow":
		return func(args []uint64) uint64 {
			return trace.FloatBits(numbers.Power(toFloat(args[0]), toFloat(args[1])))
		}
	case "copy_from", "copy_backwards", "copy_into":
		return func(args []uint64) uint64 {
			vm.copyItems(name, args[0], args[1], int(args[2]))
			return 0
		}
	case "remove":
		return func(args []uint64) uint64 {
			vm.removeItem(args[0], int(args[1]), int(args[2]))
			return 0
		}
	case "range_length":
		return func(args []uint64) uint64 {
			return uint64(rangeLength(int64(args[0]), int64(args[1]), int64(args[2])))
		}
	}
	if f := vm.dictHelper(name); f != nil {
		return f
	}
	return vm.charHelper(name)
}

// siteHelper returns the function of a helper that does what an instruction does.
func (vm *VM) siteHelper(rec *Recording, name string) func(args []uint64) uint64 {
	dot := strings.LastIndexByte(name, '.')
	k, err := strconv.Atoi(name[dot+1:])
	if err != nil || k >= len(rec.sites) {
		panic("BUG: a trace calls `" + name + "`")
	}
	s, work := &rec.sites[k], (*VM).onRegisters
	switch name[:dot] {
	case sliceName:
		work = (*VM).sliceAt
	case setSliceName:
		work = (*VM).setSliceAt
	}
	return func(args []uint64) uint64 {
		v, full := vm.runSite(s, args, work)
		if full {
			vm.raiseMemory()
		}
		if v == noResult || v == finished {
			return 0
		}
		return v
	}
}

// maxPins bounds how many objects that may move the traces of a program name.
const maxPins = 1 << 12

// pins are the names of constant references.
type pins struct {
	table int // the index of the first word
	// used are the names by number, "" where none is in use, users how many recordings name an object.
	used  []string
	users []int
	// names has those of fixed objects, places what all names stand for.
	names  map[Ref]string
	places map[string]pinned
}

// pinned is what the name of a constant stands for.
type pinned struct {
	bits  uint64
	moves bool // bits is the offset of the word that holds the reference
}

func (vm *VM) makePins() {
	o := vm.w.World.Fixed(object.ARefs|uint64(maxPins)<<32, 1+maxPins)
	vm.pins = pins{table: int(o>>3) + 1, names: make(map[Ref]string), places: make(map[string]pinned)}
}

// Constant returns what a constant reference of a trace is: the reference of an object that never
// moves, or, if moves is set, the offset in the region of the word that holds it.
func (vm *VM) Constant(name string) (bits uint64, moves bool) {
	p, ok := vm.pins.places[name]
	if !ok {
		panic("BUG: a trace names `" + name + "`")
	}
	return p.bits, p.moves
}

// constName names an object that never moves.
func (vm *VM) constName(o Ref) string {
	name, ok := vm.pins.names[o]
	if !ok {
		name = "ConstPtr(" + vm.describe(o) + ")"
		if _, taken := vm.pins.places[name]; taken {
			name = fmt.Sprintf("ConstPtr(%s_%d)", vm.describe(o), o>>3)
		}
		vm.pins.names[o] = name
		vm.pins.places[name] = pinned{bits: o}
	}
	return name
}

// asNumber and asName make names of what a program writes for numbers and functions.
var (
	asNumber = strings.NewReplacer("-", "minus_", "+", "", ".", "_")
	asName   = strings.NewReplacer("<", "", ">", "", ".", "_")
)

// describe is an object as a name: letters, digits and lines.
func (vm *VM) describe(o Ref) string {
	switch vm.shapeOf(o) {
	case object.HNone:
		return "None"
	case object.HBool:
		return map[bool]string{true: "True", false: "False"}[o == vm.w.True]
	case object.HInt:
		return strings.Replace(fmt.Sprintf("int_%d", vm.intOf(o)), "-", "minus_", 1)
	case object.HFloat:
		return asNumber.Replace(fmt.Sprintf("float_%v", vm.floatOf(o)))
	case object.BStr:
		return fmt.Sprintf("str_%d", o>>3)
	case object.BBig:
		return fmt.Sprintf("int_at_%d", o>>3)
	case object.HFunc:
		return asName.Replace(vm.codes[vm.w.Slot(o, 0)].QualName)
	case object.HBuiltin:
		return vm.builtins[vm.w.Slot(o, 0)].name
	}
	switch {
	case int(o>>3)+1 == vm.globals:
		return "globals"
	case o == stackRef:
		return "stack"
	}
	return fmt.Sprintf("object_%d", o>>3)
}

// pin puts an object that may move into the table for a recording, and returns its number there; -1 if the table is
// full.
func (vm *VM) pin(rec *Recording, o Ref) int {
	p := &vm.pins
	k := slices.Index(vm.w.Words[p.table:p.table+len(p.used)], o)
	if k < 0 {
		if k = slices.Index(p.used, ""); k < 0 {
			if k = len(p.used); k == maxPins {
				return -1
			}
			p.used, p.users = append(p.used, ""), append(p.users, 0)
		}
		at := p.table + k
		vm.w.Words[at] = o
		p.used[k] = fmt.Sprintf("ConstPtr(%s_p%d)", vm.describe(o), k)
		p.places[p.used[k]] = pinned{uint64(at) << 3, true}
	}
	vm.share(rec, k)
	return k
}

// share notes that a recording names an object of the table.
func (vm *VM) share(rec *Recording, k int) {
	if !slices.Contains(rec.pins, k) {
		rec.pins = append(rec.pins, k)
		vm.pins.users[k]++
	}
}

// Release gives up what a recording names. Its trace must not be entered any more, nor be resumed from.
func (vm *VM) Release(rec *Recording) {
	vm.unrely(rec)
	p := &vm.pins
	for _, k := range rec.pins {
		if p.users[k]--; p.users[k] == 0 {
			delete(p.places, p.used[k])
			vm.w.Words[p.table+k], p.used[k] = 0, ""
		}
	}
	rec.pins = nil
}

// Fuel returns the number of iterations of loops and calls that the program may still run;
// UseFuel uses some.
func (vm *VM) Fuel() int64 { return vm.fuel }

// UseFuel takes what a trace has run.
func (vm *VM) UseFuel(n int64) { vm.fuel -= n }

// OutOfFuel reports whether the program has done all the work that it may, and gets no more; it ends at its
// next back edge or call.
func (vm *VM) OutOfFuel() bool { return vm.fuel < 0 && !vm.refuel() }

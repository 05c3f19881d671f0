package jit

import (
	"errors"
	"math"
	"slices"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/lang/object"
	"unbox/lang/vm"
	"unbox/native"
	"unbox/optimizer"
	"unbox/trace"
)

// codeBytes is the maximum size of a program's machine code in bytes.
const codeBytes = 32 << 20

// Ground is the memory on which compiled code works, with its code generator.
type Ground interface {
	arena.Region
	// Space makes the space for the code of a world in the ground's memory. It is called once.
	Space(w *arena.World, host backend.Host) (backend.Space, error)
	// Close frees all memory, including that of the world.
	Close() error
}

// Compiler is an engine that makes code which works on the world's objects where they are: machine code,
// or WebAssembly. It serves one program, whose world lies on its Region.
type Compiler struct {
	ground  Ground
	space   backend.Space
	planner backend.Planner
	machine *vm.VM
	slots   map[backend.Slot]*compiled
	// broken is VM.Broken as it was when codes were last made to leave for it.
	broken int
	// granted is the fuel given to the running code since the last count, and what it has used up to
	// then.
	granted, used uint64
	eachIteration bool
	// left is where code was left last, value returns what a value had there.
	left struct {
		code   *compiled
		exit   int32
		values []uint64
	}
	value   func(trace.Value) uint64
	objects []uint64 // those of the last backend.InstallOptions
}

// NewCompiler makes an engine for one program on a ground.
func NewCompiler(g Ground) *Compiler {
	n := &Compiler{ground: g, slots: make(map[backend.Slot]*compiled)}
	n.value = func(v trace.Value) uint64 { return n.left.values[n.left.code.place(n.left.exit, v)] }
	return n
}

// NewNative sets memory aside for machine code. The error is native.ErrUnavailable if it cannot run.
func NewNative() (*Compiler, error) {
	if !native.Available() {
		return nil, native.ErrUnavailable
	}
	go optimizer.Prepare()
	ground, err := native.NewGround(codeBytes)
	if err != nil {
		return nil, err
	}
	return NewCompiler(nativeGround{ground}), nil
}

// nativeGround is a ground for machine code.
type nativeGround struct{ *native.Ground }

// Space makes a space for this processor.
func (g nativeGround) Space(w *arena.World, host backend.Host) (backend.Space, error) {
	return native.NewSpace(w, g.Ground, host, native.Options{Features: native.Host()})
}

// Region is the memory for the program's world: see vm.Options.
func (n *Compiler) Region() arena.Region { return n.ground }

// attach makes the space for the world of a machine.
func (n *Compiler) attach(machine *vm.VM) error {
	n.machine = machine
	var err error
	n.space, err = n.ground.Space(machine.World().World, n)
	return err
}

// Close frees all memory, including that of the program's world.
func (n *Compiler) Close() error { return n.ground.Close() }

// compiled is a trace as code of a space.
type compiled struct {
	n       *Compiler
	slot    backend.Slot
	source  *Program
	program *backend.Program
	// places has the index of each of an exit's values, by exit, for exits with many values; nil if there were none so far.
	places map[int32]map[trace.Value]int
	// helpers has the function that each call of the trace calls, nil if there are no calls.
	helpers []func(args []uint64) uint64
	// loop is the label of the peeled loop, None if there is none.
	loop trace.Value
}

// Install makes code.
func (n *Compiler) Install(p *Program) (Code, error) { return n.install(p, backend.InstallOptions{}) }

func (n *Compiler) install(p *Program, o backend.InstallOptions) (Code, error) {
	program, err := n.planner.Plan(p.Trace, backend.Options{World: p.VM.World().Layout()})
	if err != nil {
		return nil, err
	}
	c := &compiled{n: n, source: p, program: program}
	t := p.Trace
	for v := trace.Value(2); int(v) < len(t.Ops); v++ {
		switch t.Ops[v].Code {
		case trace.OpCall:
			c.findHelper(v, &o)
		case trace.OpLabel:
			c.loop = v
		}
	}
	n.objects = trace.Zeroed(n.objects, len(t.Consts))
	for k, constant := range t.Consts {
		switch constant.Kind {
		case trace.ConstPtr:
			n.objects[k] = p.VM.ConstBits(t, trace.ConstValue(k))
		case trace.ConstText: // of marks, which code does not see
			n.objects[k] = p.VM.World().None
		}
	}
	o.Objects = n.objects
	if c.slot, err = n.space.Install(program, o); err != nil {
		return nil, err
	}
	program.Owner, n.slots[c.slot] = c, c
	return c, nil
}

// findHelper finds the function that a call calls.
func (c *compiled) findHelper(call trace.Value, o *backend.InstallOptions) {
	t, p := c.source.Trace, c.source
	if c.helpers == nil {
		c.helpers = make([]func([]uint64) uint64, len(t.Ops))
	}
	helper, quick := p.helper(call)
	c.helpers[call] = helper
	if !quick {
		return
	}
	if o.Quick == nil {
		o.Quick = make([]func([]uint64) uint64, len(t.Ops))
	}
	o.Quick[call] = helper
}

// Remove discards the code. It may be in use: what it has called has caused this. Then it leaves at its next
// guard_not_invalidated, since nothing will tell it from now on that what it relies on has changed.
func (c *compiled) Remove() {
	n := c.n
	n.space.Invalidate(c.slot)
	n.space.Remove(c.slot)
	delete(n.slots, c.slot)
}

// Bridge makes the code continue at a guard.
func (c *compiled) Bridge(guard trace.Value, p *Program) (Code, error) {
	space, inputs := c.n.space, vm.Needed(c.source.Trace, guard)
	place := space.Place(c.slot, guard)
	code, err := c.n.install(p, backend.InstallOptions{Bridge: true, From: place, Inputs: inputs})
	if err != nil {
		return nil, err
	}
	if err := space.SetExit(place, code.(*compiled).slot, inputs); err != nil {
		code.Remove()
		return nil, err
	}
	return code, nil
}

// Link makes the jump at the end lead to other code.
func (c *compiled) Link(jump trace.Value, to Code) error {
	return c.n.space.SetExit(c.n.space.Place(c.slot, jump), to.(*compiled).slot, nil)
}

// fewValues is the number of values up to which a linear search is used.
const fewValues = 24

// place returns the index of a value among those of an exit.
func (c *compiled) place(exit int32, v trace.Value) int {
	list := c.program.LiveAt(exit)
	if len(list) <= fewValues {
		if k := slices.Index(list, v); k >= 0 {
			return k
		}
	}
	places := c.places[exit]
	if places == nil {
		places = make(map[trace.Value]int)
		for k, live := range list {
			places[live] = k
		}
		if c.places == nil {
			c.places = make(map[int32]map[trace.Value]int)
		}
		c.places[exit] = places
	}
	k, ok := places[v]
	if !ok {
		panic("BUG: an exit does not hand over what its snapshot needs")
	}
	return k
}

func (c *compiled) leaveEachIteration() { c.n.eachIteration = true }

// slice is the maximum number of iterations that code runs before it has to ask whether
// it may continue.
const slice = 1 << 24

// Enter runs the code.
func (c *compiled) Enter(args []uint64) (Exit, error) {
	n := c.n
	saved, used := n.granted, n.used
	n.used = 0
	n.grant(uint64(min(max(n.machine.Fuel(), 0), slice)))
	n.space.Interrupt(n.eachIteration)
	place, err := n.space.Enter(c.slot, args)
	n.count()
	iterations := n.used
	n.granted, n.used = saved, used
	switch {
	case errors.Is(err, arena.ErrFull):
		panic(object.ErrMemory)
	case err != nil:
		return Exit{}, err
	}
	left := n.space.At(place)
	last := left.Program.Owner.(*compiled)
	n.left.code, n.left.exit, n.left.values = last, left.Exit, n.space.Values()
	exit := Exit{Program: last.source, Guard: left.Op, Iterations: iterations, Value: n.value}
	if last.loop != trace.None && left.Op > last.loop {
		exit.Iterations++ // the one before the peeled loop
	}
	if left.Program.Trace.Ops[left.Op].Code == trace.OpGuardOpaque {
		exit.Iterations++
	}
	return exit, nil
}

// grant lets code take back edges.
func (n *Compiler) grant(fuel uint64) {
	n.granted = fuel
	n.space.SetFuel(fuel)
}

// count subtracts what the code has used from the program's fuel.
func (n *Compiler) count() {
	used := n.granted - min(n.space.Fuel(), n.granted)
	n.used += used
	n.granted -= used
	n.machine.UseFuel(int64(min(used, math.MaxInt64)))
}

// Fuel is called when the code has used what it was given. If the program may do no more, the code
// leaves at the end of its iteration.
func (n *Compiler) Fuel() (uint64, error) {
	n.used += n.granted
	n.machine.UseFuel(int64(n.granted))
	more := n.machine.Fuel()
	if more <= 0 {
		n.space.Interrupt(true)
		more = 2
	}
	n.granted = uint64(min(more, slice))
	return n.granted, nil
}

// Call calls a helper of the program.
func (n *Compiler) Call(p *backend.Program, op trace.Value, args []uint64) (result, raised uint64, err error) {
	n.count()
	left := n.granted
	result = p.Owner.(*compiled).helpers[op](args[1:])
	n.grant(left)
	object := vm.Ref(0)
	if p.Trace.Ops[op].Type == trace.Ref {
		object = result
	}
	moved, roomy := n.machine.CollectIn(object)
	if object != 0 {
		result = moved
	}
	n.space.Interrupt(n.eachIteration || !roomy || n.machine.OutOfFuel())
	if n.machine.Broken() != n.broken {
		n.broken = n.machine.Broken()
		for _, c := range n.slots {
			if c.source.Recording.Broken() != "" {
				n.space.Invalidate(c.slot)
			}
		}
	}
	if n.machine.Raised() {
		raised = uint64(arena.RaisedWord(0))
	}
	return result, raised, nil
}

package jit

import (
	"errors"
	"math"
	"slices"
	"strings"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/lang/object"
	"unbox/lang/vm"
	"unbox/native"
	"unbox/trace"
)

// codeBytes is how much machine code a program has at most.
const codeBytes = 32 << 20

// Native is an engine that makes machine code, which works on the world's objects where they are. It
// serves one program, whose world lies on its Region.
type Native struct {
	ground  *native.Ground
	space   *native.Space
	machine *vm.VM
	codes   map[*backend.Program]*compiled
	slots   map[backend.Slot]*compiled
	version uint32
	// granted is how much fuel the code that runs was given since somebody last counted, and what it
	// has used up to then.
	granted, used uint64
	eachRound     bool
}

// NewNative sets memory aside. The error is native.ErrUnavailable where machine code cannot run.
func NewNative() (*Native, error) {
	if !native.Available() {
		return nil, native.ErrUnavailable
	}
	ground, err := native.NewGround(codeBytes)
	if err != nil {
		return nil, err
	}
	return &Native{ground: ground, codes: make(map[*backend.Program]*compiled), slots: make(map[backend.Slot]*compiled)}, nil
}

// Region is where the program's world has to lie: see vm.Options.
func (n *Native) Region() arena.Region { return n.ground }

// attach makes the space for the world of a machine.
func (n *Native) attach(machine *vm.VM) error {
	n.machine = machine
	n.version = machine.Version()
	var err error
	n.space, err = native.NewSpace(machine.World().World, n.ground, n, native.Options{Features: native.Host()})
	return err
}

// Close gives all memory back, also that of the program's world.
func (n *Native) Close() error { return n.ground.Close() }

// compiled is a trace as machine code.
type compiled struct {
	n       *Native
	slot    backend.Slot
	program *backend.Program
	version uint32
	helpers map[trace.Value]func(args []uint64) uint64
	// loop is the label of the peeled loop, None if there is none.
	loop trace.Value
}

// Install makes machine code.
func (n *Native) Install(p *Program) (Code, error) {
	program, err := backend.Plan(p.Trace, backend.Options{World: p.VM.World().Layout()})
	if err != nil {
		return nil, err
	}
	c := &compiled{n: n, program: program, version: p.Recording.Version, helpers: make(map[trace.Value]func([]uint64) uint64)}
	t := p.Trace
	for v := trace.Value(2); int(v) < len(t.Ops); v++ {
		switch t.Ops[v].Code {
		case trace.OpCall:
			name := t.Tables.Syms[t.Const(t.Arg(v, 0)).Name]
			c.helpers[v] = p.VM.Helper(p.Recording, strings.TrimSuffix(strings.TrimPrefix(name, "ConstClass("), ")"))
		case trace.OpLabel:
			c.loop = v
		}
	}
	objects := make([]uint64, len(t.Consts))
	for k, constant := range t.Consts {
		switch constant.Kind {
		case trace.ConstPtr:
			objects[k] = p.VM.ConstBits(t, trace.ConstValue(k))
		case trace.ConstText: // of marks, which code does not see
			objects[k] = p.VM.World().None
		}
	}
	if c.slot, err = n.space.Install(program, backend.InstallOptions{Objects: objects}); err != nil {
		return nil, err
	}
	n.codes[program], n.slots[c.slot] = c, c
	return c, nil
}

// Remove throws the code away.
func (c *compiled) Remove() {
	c.n.space.Remove(c.slot)
	delete(c.n.slots, c.slot)
}

func (c *compiled) leaveEachRound() { c.n.eachRound = true }

// slice is how many rounds code runs at most before it is asked whether it may go on.
const slice = 1 << 24

// Enter runs the code.
func (c *compiled) Enter(args []uint64) (Exit, error) {
	n := c.n
	saved, used := n.granted, n.used
	n.used = 0
	n.grant(uint64(min(max(n.machine.Fuel(), 0), slice)))
	n.space.Interrupt(n.eachRound)
	place, err := n.space.Enter(c.slot, args)
	n.count()
	rounds := n.used
	n.granted, n.used = saved, used
	switch {
	case errors.Is(err, arena.ErrFull):
		panic(object.ErrMemory)
	case err != nil:
		return Exit{}, err
	}
	left := n.space.At(place)
	values := slices.Clone(n.space.Values())
	names := left.Program.LiveAt(left.Exit)
	exit := Exit{Guard: left.Op, Rounds: rounds, Value: func(v trace.Value) uint64 { return values[slices.Index(names, v)] }}
	if c.loop != trace.None && left.Op > c.loop {
		exit.Rounds++ // the one before the peeled loop
	}
	if left.Program.Trace.Ops[left.Op].Code == trace.OpGuardOpaque {
		exit.Rounds++
	}
	return exit, nil
}

// grant lets code take back edges.
func (n *Native) grant(fuel uint64) {
	n.granted = fuel
	n.space.SetFuel(fuel)
}

// count takes what the code has used from the program's fuel.
func (n *Native) count() {
	used := n.granted - min(n.space.Fuel(), n.granted)
	n.used += used
	n.granted -= used
	n.machine.UseFuel(int64(min(used, math.MaxInt64)))
}

// Fuel is asked when the code has used what it was given. If the program may do no more, the code leaves
// at the end of its round.
func (n *Native) Fuel() (uint64, error) {
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
func (n *Native) Call(p *backend.Program, op trace.Value, args []uint64) (result, raised uint64, err error) {
	n.count()
	left := n.granted
	result = n.codes[p].helpers[op](args[1:])
	n.grant(left)
	n.space.Interrupt(n.eachRound || n.machine.OutOfFuel())
	if n.machine.Version() != n.version {
		n.version = n.machine.Version()
		for _, c := range n.slots {
			if c.version != n.version {
				n.space.Invalidate(c.slot)
			}
		}
	}
	if n.machine.Raised() {
		raised = uint64(arena.RaisedWord(0))
	}
	return result, raised, nil
}

package backend

import (
	"errors"
	"fmt"

	"unbox/heap/arena"
	"unbox/trace"
)

// Slot is the number of a code in a space, from 0 on.
type Slot int32

// NoSlot is no code: an exit with it leaves the space.
const NoSlot Slot = -1

// ExitPlace is the number of a place at which code of a space leaves for good, from 0 on. An
// exit of a program may have several places in its code.
type ExitPlace int32

// NoExit is no place.
const NoExit ExitPlace = -1

// Space holds the code of many programs that work on the objects of one world. Code leaves
// through exits without copying anything, and continues in another code where an exit has
// been given one (a bridge). A space serves one goroutine.
//
// References are offsets in the world's region, 0 for null, wherever a space takes or gives
// one. A collection moves objects, and happens only while [Host.Call] runs and where code
// allocates; the space shows the world what its activations refer to.
type Space interface {
	// Install compiles a program that was planned for the world. The error says what
	// cannot be compiled; it is ErrNoRoom if code or exits have to be removed first.
	Install(p *Program, o InstallOptions) (Slot, error)
	// Enter runs code from its start until it leaves for good. in are the values of
	// Program.Entry. Errors are those of the host, arena.ErrFull, ErrNested, and mistakes
	// of the trace.
	Enter(s Slot, in []uint64) (ExitPlace, error)
	// Values returns the live values of the exit that Enter returned last, in the order
	// of [Program.LiveAt]. They must be used before the next allocation or Enter:
	// nothing keeps them alive.
	Values() []uint64
	// At describes a place.
	At(e ExitPlace) Left
	// Place returns a place at which a code leaves by an operation of its trace, a guard or a
	// jump to another trace; NoExit if there is none.
	Place(s Slot, op trace.Value) ExitPlace
	// SetExit makes all places of an exit continue in other code, or, with NoSlot, leave again.
	// The other code's entry values are inputs, live values of the exit with the same types;
	// nil means all live values, in their order. For a jump to another trace they are the
	// jump's arguments.
	SetExit(e ExitPlace, to Slot, inputs []trace.Value) error
	// Remove removes code; exits that went there leave again. What is running in it ends
	// undisturbed.
	Remove(s Slot)
	// Interrupt sets whether guard_not_interrupted fails, in all codes.
	Interrupt(yes bool)
	// Invalidate makes guard_not_invalidated fail in a code from now on.
	Invalidate(s Slot)
	// SetFuel sets how often back edges may be taken before [Host.Fuel] is called; Fuel
	// returns what is left.
	SetFuel(n uint64)
	Fuel() uint64
	// Close releases all memory of code.
	Close() error
}

// InstallOptions say where a program's values come from.
type InstallOptions struct {
	// Objects are the references of the trace's constants that are objects, by their index
	// in Trace.Consts; other entries are ignored. The code keeps the objects alive, the space not the list.
	Objects []uint64
	// Quick has, by operation of the trace, functions for calls that only compute, or that change only what no code looks at:
	// they do not allocate, collect, enter the space or raise, and their results are no references. A space may call them with
	// the arguments of the call (without the function) instead of asking [Host.Call]. nil if there are none.
	Quick []func(args []uint64) uint64
	// Bridge means that the code is entered only from the exit at the place From, so that its
	// entry values can stay where they are at that exit. They are Inputs, as in SetExit.
	Bridge bool
	From   ExitPlace
	Inputs []trace.Value
}

// Check refuses what no space can install for a world: a program that was planned for another layout, one that uses
// the result of a call before it asks for the exception, and one with a constant whose object is missing.
func (o *InstallOptions) Check(p *Program, w *arena.World) error {
	if p.Layout != w.Layout() {
		return errors.New("expected a program that was planned for the space's world, found one with another layout")
	}
	for k := range p.Exits {
		if p.Exits[k].Kind == ExitMissing {
			return errors.New("expected a guard_no_exception between a call that can raise an exception and the use of its result")
		}
	}
	for _, k := range p.Objects() {
		if int(k) >= len(o.Objects) || o.Objects[k] == 0 {
			return fmt.Errorf("expected an object for constant %d, found none", k)
		}
	}
	return nil
}

// Left describes a place at which code leaves.
type Left struct {
	Slot    Slot
	Program *Program
	// Exit is the exit of the program, Op the guard, jump or finish of its trace:
	// len(Trace.Ops) at the end of a trace without a final operation.
	Exit int32
	Op   trace.Value
}

// Host does what code of a space cannot do itself.
type Host interface {
	// Call does a call or another effect, operation op of a program, and returns its result
	// and the exception: 0 for none, or arena.RaisedWord of its class. It may allocate,
	// collect, and enter the space again. An error ends the activation, and Enter returns
	// it.
	Call(p *Program, op trace.Value, args []uint64) (result, raised uint64, err error)
	// Fuel returns how often back edges may be taken from now on, at least 1, or an error with
	// which the activation ends.
	Fuel() (uint64, error)
}

var (
	// ErrNested says that too many activations are in the middle of calls.
	ErrNested = errors.New("expected fewer activations of compiled code in the middle of calls")
	// ErrNoRoom says that a space has no room for more code.
	ErrNoRoom = errors.New("expected room for more compiled code")
)

// Package space runs programs as WebAssembly on the objects of a world: all codes share the world's region, go
// on in each other, and leave without copying anything. It implements backend.Space, as package
// native does for machine code.
//
// Code returns whenever it asks for something, with everything that it needs later in its frame
// (see codegen.Placing). So nothing of it is on any stack during a call, and the call may pause in
// the middle, collect, or enter other code.
package space

import (
	"errors"
	"fmt"
	"slices"

	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/trace"
	"unbox/wasm/codegen"
)

// Ground is the memory that a world and the codes of its space share, and what runs them. Its region never moves.
type Ground interface {
	arena.Region
	// Address is where the region is in the memory.
	Address() uint32
	// Reserve returns n words of 0 that stay where they are as long as something refers to
	// them, and their address in the memory.
	Reserve(words int) ([]uint64, uint32)
	// Load compiles a module of codegen.Place, and puts its function into the table, as the code's number says.
	Load(module []byte, code int) error
	// Unload removes a function from the table.
	Unload(code int)
	// TailCalls reports whether modules may have tail calls.
	TailCalls() bool
	// Iterations is the number of iterations after which code has to return.
	Iterations() uint64
	// Quiet is the number of times that code has to return after so many iterations, with no new bridges in between, before it
	// becomes one function with its bridges.
	Quiet() int
	// Enter is what codegen.Dispatcher exports.
	Enter(code int, frame uint32, resume int32) int32
}

const (
	// maxActivations is the maximum number of activations in the middle of calls, frameWords
	// the size of a frame.
	maxActivations = 256
	frameWords     = 4 << 10
	// maxCode bounds the bytes of all modules.
	maxCode = 24 << 20
	// maxWords is the maximum number of words that codes allocate before they check whether a collection is due,
	// including those that lead there through bridges.
	maxWords = arena.Slack / 2
)

// Space holds the codes of one world.
type Space struct {
	world  *arena.World
	ground Ground
	host   backend.Host
	codes  []*placed // by slot, including removed ones that may be in use; nil if there is none
	size   int       // of all modules
	doomed int       // the number of removed ones
	frames []frame
	// active are the activations that are in the middle of a call.
	active []activation
	// reserve is the fuel beyond what the running code was given.
	reserve uint64
	calls   uint64 // how many there were
	twice   int    // how many functions were made in which a loop is written twice
	values  []uint64
	args    []uint64
	quickly []uint64 // the arguments of the last call by quick
}

var _ backend.Space = (*Space)(nil)

// placed is the code of a program.
type placed struct {
	slot    backend.Slot
	program *backend.Program
	size    int
	// words is the maximum number of words that are allocated up to the end of the code without a
	// check.
	words int
	// constants are references to the program's objects, and one more word: whether it is
	// invalid. exits are the words with what the code returns at each exit, two in one.
	constants, exits []uint64
	places           []place // by exit of the program
	// from is the exit that leads here, if there is only one.
	from *place
	// incoming are the exits that lead here.
	incoming map[*place]bool
	doomed   bool
	// placing is how the code was placed alone, tree what is known of the codes that its exits lead to.
	placing codegen.Placing
	tree    tree
}

// place is an exit of a code.
type place struct {
	codegen.FrameExit
	code *placed
	exit int32
	kind backend.ExitKind
	// at has the slot of each value of Program.LiveAt, references the slots with references; nil before they were needed: most exits
	// are never taken.
	at, references []int32
	// arguments are what the exit asks about, nil before that was needed: those of a call, the function first, or the length
	// of an array.
	arguments []argument
	// quick does what the exit asks for, if it is such a call: see backend.InstallOptions.
	quick func(args []uint64) uint64
	to    *placed
	// wholes are the codes whose functions contain the code to which the exit leads, at this exit.
	wholes []*placed
}

// argument is what a slot of a frame has, or, if slot is below 0, the code's constant number object, or, if that is below 0
// too, bits that are known.
type argument struct {
	slot, object int32
	bits         uint64
}

// frame is what an activation has its values in.
type frame struct {
	words   []uint64
	address uint32
}

// activation is code in the middle of a call, or at its start if place is nil.
type activation struct {
	code  *placed
	place *place
	frame []uint64
	// result means that a reference is in the word with the result.
	result bool
}

// New makes a space for the codes of a world on a ground. The host does what code cannot do itself.
func New(w *arena.World, g Ground, host backend.Host) *Space {
	s := &Space{world: w, ground: g, host: host}
	w.AddRoots(s.visitRoots)
	return s
}

// Close removes all codes from the table.
func (s *Space) Close() error {
	for slot, c := range s.codes {
		if c != nil {
			s.ground.Unload(slot)
		}
	}
	s.codes = nil
	return nil
}

// SetFuel sets how often back edges may be taken.
func (s *Space) SetFuel(n uint64) {
	chunk := min(n, s.ground.Iterations())
	s.world.Words[arena.WordFuel/8], s.reserve = chunk, n-chunk
}

// Fuel returns how often back edges may still be taken.
func (s *Space) Fuel() uint64 { return s.world.Words[arena.WordFuel/8] + s.reserve }

// Values returns the live values of the last exit. See backend.Space.
func (s *Space) Values() []uint64 { return s.values }

// number is the number of a place.
func (p *place) number() backend.ExitPlace {
	return backend.ExitPlace(int32(p.code.slot)*codegen.MaxExits + p.exit)
}

// at returns the place with a number, nil if there is none.
func (s *Space) at(e backend.ExitPlace) *place {
	code, exit := int(e)/codegen.MaxExits, int(e)%codegen.MaxExits
	if e < 0 || code >= len(s.codes) || s.codes[code] == nil || exit >= len(s.codes[code].places) {
		return nil
	}
	return &s.codes[code].places[exit]
}

// At describes a place. See backend.Space.
func (s *Space) At(e backend.ExitPlace) backend.Left {
	p := s.at(e)
	return backend.Left{Slot: p.code.slot, Program: p.code.program, Exit: p.exit, Op: p.operation()}
}

// operation is the one that leaves.
func (p *place) operation() trace.Value {
	program := p.code.program
	return program.Code[program.Exits[p.exit].Instr].Source
}

// Place returns a place at which a code leaves. See backend.Space.
func (s *Space) Place(slot backend.Slot, op trace.Value) backend.ExitPlace {
	if c := s.code(slot); c != nil {
		for k := range c.places {
			if p := &c.places[k]; p.kind == backend.ExitLeave && p.operation() == op {
				return p.number()
			}
		}
	}
	return backend.NoExit
}

// code returns the code of a slot, nil if it was removed.
func (s *Space) code(slot backend.Slot) *placed {
	if slot < 0 || int(slot) >= len(s.codes) || s.codes[slot] == nil || s.codes[slot].doomed {
		return nil
	}
	return s.codes[slot]
}

// Install compiles a program. See backend.Space.
func (s *Space) Install(p *backend.Program, o backend.InstallOptions) (backend.Slot, error) {
	s.sweep(nil)
	slot := slices.Index(s.codes, nil)
	if slot < 0 {
		slot = len(s.codes)
	}
	if slot >= codegen.MaxCodes || s.size >= maxCode {
		return backend.NoSlot, backend.ErrNoRoom
	}
	c := &placed{slot: backend.Slot(slot), program: p, incoming: make(map[*place]bool), tree: tree{grown: p.Loop >= 0}}
	entry, err := s.fits(c, o)
	if err != nil {
		return backend.NoSlot, err
	}
	if err := s.place(c, o, entry); err != nil {
		return backend.NoSlot, err
	}
	if slot == len(s.codes) {
		s.codes = append(s.codes, nil)
	}
	s.codes[slot] = c
	s.size += c.size
	return c.slot, nil
}

// fits refuses what a space cannot take, and returns the slots of the entry values.
func (s *Space) fits(c *placed, o backend.InstallOptions) ([]int, error) {
	p := c.program
	if err := o.Check(p, s.world); err != nil {
		return nil, err
	}
	if !o.Bridge {
		return firstSlots(len(p.Entry)), nil
	}
	from := s.at(o.From)
	if from == nil {
		return nil, errors.New("expected an exit from which the bridge goes on, found none")
	}
	c.from, c.words = from, from.code.words
	return from.inputs(p, o.Inputs)
}

// firstSlots are the slots of values at the start of a frame.
func firstSlots(n int) []int {
	list := make([]int, n)
	for k := range list {
		list[k] = k
	}
	return list
}

// inputs returns the slots of the values that other code takes from an exit.
func (p *place) inputs(to *backend.Program, list []trace.Value) ([]int, error) {
	program := p.code.program
	jumps := program.Jumps(p.exit)
	if jumps || list == nil {
		list = p.Slots
	}
	if len(list) != len(to.Entry) {
		return nil, fmt.Errorf("expected an exit with %d values, as many as the other code has inputs, found %d", len(to.Entry), len(list))
	}
	slots := make([]int, len(list))
	for k, v := range list {
		if slots[k] = k; !jumps {
			slots[k] = slices.Index(p.Slots, v)
		}
		if slots[k] < 0 || !jumps && slices.Contains(list[:k], v) {
			return nil, fmt.Errorf("expected values that the exit hands over, each once, found %d", v)
		}
		if have, want := program.TypeOf(v), to.TypeOf(to.Entry[k]); have != want {
			return nil, fmt.Errorf("expected a value of type %s as number %d, found %s", want, k+1, have)
		}
	}
	return slots, nil
}

// place makes the code and puts it into the table.
func (s *Space) place(c *placed, o backend.InstallOptions, entry []int) error {
	list, exits := c.program.Objects(), len(c.program.Exits)
	at := codegen.Placing{Region: s.ground.Address(), Code: int(c.slot), Entry: entry, TailCalls: s.ground.TailCalls(), Arrays: maxWords/2 - c.words}
	c.constants, at.Constants = s.ground.Reserve(len(list) + 1)
	c.exits, at.Exits = s.ground.Reserve(exits/2 + 1)
	at.Invalid = at.Constants + uint32(len(list))*arena.SlotSize
	for k, index := range list {
		c.constants[k] = o.Objects[index]
	}
	c.placing = at
	code, err := codegen.Place(c.program, &at)
	if err != nil {
		return err
	}
	if c.words += code.Words; c.words > maxWords {
		return fmt.Errorf("expected a trace that allocates at most %d KB in an iteration, with those that lead to it, found %d KB", maxWords*arena.SlotSize>>10, c.words*arena.SlotSize>>10)
	}
	c.places = make([]place, exits)
	for k := range c.places {
		p := &c.places[k]
		*p = place{FrameExit: code.Exits[k], code: c, exit: int32(k), kind: c.program.Exits[k].Kind}
		if len(p.Slots) > frameWords {
			return fmt.Errorf("expected a trace with at most %d values that are needed at once, found %d", frameWords, len(p.Slots))
		}
		if op := p.operation(); p.kind == backend.ExitEffect && int(op) < len(o.Quick) {
			p.quick = o.Quick[op]
		}
		s.lead(p, nil)
	}
	if len(c.program.Entry) > frameWords {
		return fmt.Errorf("expected a trace with at most %d inputs, found %d", frameWords, len(c.program.Entry))
	}
	c.size = len(code.Module)
	return s.ground.Load(code.Module, at.Code)
}

// find determines what is in which slot.
func (p *place) find() {
	if p.at != nil {
		return
	}
	program := p.code.program
	p.at = []int32{}
	for _, v := range program.LiveAt(p.exit) {
		p.at = append(p.at, int32(slices.Index(p.Slots, v)))
	}
	for k, v := range p.Slots {
		if program.TypeOf(v) == heap.Ref {
			p.references = append(p.references, int32(k))
		}
	}
}

// lead makes an exit continue in other code, or leave.
func (s *Space) lead(p *place, to *placed) {
	for len(p.wholes) > 0 {
		s.separate(p.wholes[0])
	}
	if to != nil {
		p.grow()
	}
	if p.to != nil {
		delete(p.to.incoming, p)
	}
	p.to = to
	number := codegen.Ask{Code: int(p.code.slot), Exit: p.exit}.Number()
	if to != nil {
		to.incoming[p] = true
		number = int32(to.slot)
	}
	word, shift := &p.code.exits[p.exit/2], p.exit%2*32
	*word = *word&^(0xffffffff<<shift) | uint64(uint32(number))<<shift
}

// SetExit makes an exit continue in other code. See backend.Space.
func (s *Space) SetExit(e backend.ExitPlace, to backend.Slot, inputs []trace.Value) error {
	p := s.at(e)
	if p == nil || p.kind != backend.ExitLeave {
		return fmt.Errorf("expected an exit for good of code of this space, found %d", e)
	}
	if to == backend.NoSlot {
		s.lead(p, nil)
		return nil
	}
	target := s.code(to)
	if target == nil {
		return fmt.Errorf("expected code to go on in, found slot %d, which was removed", to)
	}
	if jumps := p.code.program.Jumps(p.exit); target.from != p && (target.from != nil || !jumps) {
		return errors.New("expected a bridge that was installed for this exit, or a jump to code that was installed for none, found another exit")
	}
	if _, err := p.inputs(target.program, inputs); err != nil {
		return err
	}
	s.lead(p, target)
	return nil
}

// Remove removes code. See backend.Space.
func (s *Space) Remove(slot backend.Slot) {
	c := s.code(slot)
	if c == nil {
		return
	}
	for p := range c.incoming {
		s.lead(p, nil)
	}
	for k := range c.places {
		s.lead(&c.places[k], nil)
	}
	c.doomed = true
	s.doomed++
	s.sweep(nil)
}

// sweep frees what was removed and is not in use: running is code that was left for a moment.
func (s *Space) sweep(running *placed) {
	if s.doomed == 0 {
		return
	}
	for slot, c := range s.codes {
		if c == nil || !c.doomed || c == running || slices.ContainsFunc(s.active, func(a activation) bool { return a.code == c }) {
			continue
		}
		s.ground.Unload(slot)
		s.codes[slot] = nil
		s.size -= c.size
		s.doomed--
	}
}

// Interrupt sets whether guard_not_interrupted fails. See backend.Space.
func (s *Space) Interrupt(yes bool) { s.world.Words[arena.WordInterrupted/8] = trace.Bit(yes) }

// Invalidate makes guard_not_invalidated fail in a code. See backend.Space.
func (s *Space) Invalidate(slot backend.Slot) {
	if c := s.code(slot); c != nil {
		c.constants[len(c.constants)-1] = 1
	}
}

// visitRoots shows the collector what the codes and the activations refer to.
func (s *Space) visitRoots(visit func(*uint64)) {
	for _, c := range s.codes {
		if c == nil {
			continue
		}
		for k := range len(c.constants) - 1 {
			visit(&c.constants[k])
		}
	}
	for k := range s.active {
		a := &s.active[k]
		if a.result {
			visit(&s.world.Words[arena.WordResult/8])
		}
		if a.place == nil {
			for slot, v := range a.code.program.Entry {
				if a.code.program.TypeOf(v) == heap.Ref {
					visit(&a.frame[slot])
				}
			}
			continue
		}
		a.place.find()
		for _, slot := range a.place.references {
			visit(&a.frame[slot])
		}
	}
}

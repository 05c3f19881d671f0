package native

import (
	"errors"
	"fmt"
	"slices"

	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/native/x64"
	"unbox/trace"
)

// Sizes of a space.
const (
	// frameSize is the size of a frame in bytes, so maxSlots is the number of its slots:
	// the values of every code fit into every frame.
	frameSize = 32 << 10
	maxSlots  = (frameSize - frameHead - frameSlots - 8) / 8
	// maxActivations is the maximum number of activations in the middle of calls.
	maxActivations = 256
	// tableSize is the size of the table of exits in bytes.
	tableSize = 1 << 20
	// codeAlign is the alignment of code.
	codeAlign = 64
)

// Space holds the machine code of programs that work on one world. It implements
// backend.Space.
type Space struct {
	world     *arena.World
	ground    *Ground
	host      backend.Host
	generator generator
	options   Options

	codes  []*placed // by slot; nil if it was removed
	owners []*placed // by number of an exit; nil where there is none
	places []*place  // by number of an exit; nil as long as nobody asked
	// room has the free parts of the code, of the exits' numbers, and of the words
	// for references to constants.
	room struct{ code, exits, constants freeList }
	// active are the activations that are in the middle of a call, doomed the codes that
	// will be freed when nothing runs in them any more.
	active []activation
	doomed []*placed
	values []uint64
	args   []uint64
	// quickly are the arguments of the last quick call.
	quickly []uint64
	inputs  []int32 // the places of what code takes that is being connected
}

var _ backend.Space = (*Space)(nil)

// placed is the code of a program.
type placed struct {
	slot    backend.Slot
	program *backend.Program
	code    block
	exits   block
	// constants are the words for references, in words from the first one on.
	constants block
	stubs     []stub
	locs      []int32
	labels    []int32
	resume    int32
	// entry has the places of the values with which it begins, bits which bits of each are
	// used, and what is added. If they are where an exit has them, from is its place.
	entry []int32
	bits  []read
	from  *place
	// fuelled means that regFuel has fuel at its exits.
	fuelled bool
	// number is the number in the table that leads to the code's beginning.
	number int32
	// quick are those of backend.InstallOptions.
	quick []func(args []uint64) uint64
	// incoming are the exits that lead here; nil if none ever did.
	incoming map[backend.ExitPlace]bool
	doomed   bool
}

// place is a place at which code leaves.
type place struct {
	code *placed
	stub int32
	// kind and exit are those of the program's exit, instr is what it belongs to.
	kind  backend.ExitKind
	exit  int32
	instr *backend.Instr
	// resume is where the code continues after a call.
	resume int
	// reads has the place of each live value of the exit, references the places of
	// all references in the frame; both are made when first needed.
	reads      []read
	references []int32
	// arguments has the places of the arguments of a call; it is made at the first
	// call.
	arguments []argument
	// quick does what the exit asks for, if it is such a call: see backend.InstallOptions.
	quick func(args []uint64) uint64
	// to is where it leads, through an adapter if adapter has a size.
	to      *placed
	adapter block
}

// read is some bits of a word of a frame, and others that are known.
type read struct {
	at          int
	mask, known uint64
}

// argument is an argument of a call: some bits of the frame, or, if word is not 0, that word of the
// world.
type argument struct {
	read
	word int
}

// activation is code in the middle of a call.
type activation struct {
	place *place
	frame []uint64
}

// NewSpace makes a space for the code of a world whose region is that of ground. The host
// does what code cannot do itself.
func NewSpace(w *arena.World, g *Ground, host backend.Host, o Options) (*Space, error) {
	if !available {
		return nil, ErrUnavailable
	}
	_, constants := w.Constants()
	s := &Space{world: w, ground: g, host: host, options: o}
	s.room.code, s.room.exits = newFreeList(len(g.code.used)), newFreeList(len(g.table))
	s.room.constants = newFreeList(constants)
	w.AddRoots(s.visitRoots)
	return s, nil
}

// Close releases the memory of the ground, and with it the world's.
func (s *Space) Close() error { return s.ground.Close() }

// SetFuel sets how often back edges may be taken.
func (s *Space) SetFuel(n uint64) { s.world.Words[arena.WordFuel/8] = n }

// Fuel returns how often back edges may still be taken.
func (s *Space) Fuel() uint64 { return uint64(max(0, int64(s.world.Words[arena.WordFuel/8]))) }

// Values returns the live values of the last exit. See backend.Space.
func (s *Space) Values() []uint64 { return s.values }

// At describes a place. See backend.Space.
func (s *Space) At(e backend.ExitPlace) backend.Left {
	p := s.placeOf(e)
	source := p.code.program.Code[p.code.program.Exits[p.exit].Instr].Source
	return backend.Left{Slot: p.code.slot, Program: p.code.program, Exit: p.exit, Op: source}
}

// Install compiles a program. See backend.Space.
func (s *Space) Install(p *backend.Program, o backend.InstallOptions) (backend.Slot, error) {
	s.sweep(nil)
	c := &placed{slot: backend.NoSlot, program: p, quick: o.Quick, bits: make([]read, len(p.Entry))}
	if err := s.fits(c, o); err != nil {
		return backend.NoSlot, err
	}
	for k, v := range p.Entry {
		if c.bits[k].mask = 1<<64 - 1; p.TypeOf(v) == heap.Ref {
			c.bits[k] = read{mask: 1<<32 - 1, known: s.ground.heapAddress()}
		}
	}
	if err := s.place(c, o.Objects); err != nil {
		s.free(c)
		return backend.NoSlot, err
	}
	c.slot = backend.Slot(len(s.codes))
	if k := slices.Index(s.codes, nil); k >= 0 {
		c.slot = backend.Slot(k)
		s.codes[k] = c
	} else {
		s.codes = append(s.codes, c)
	}
	return c.slot, nil
}

// fits refuses what a space cannot take, and finds the places of the entry values.
func (s *Space) fits(c *placed, o backend.InstallOptions) error {
	p := c.program
	if err := o.Check(p, s.world); err != nil {
		return err
	}
	if !o.Bridge {
		c.entry = slotPlaces(len(p.Entry))
		return nil
	}
	from := s.at(o.From)
	if from == nil {
		return errors.New("expected an exit from which the bridge goes on, found none")
	}
	places, err := from.inputs(p, o.Inputs, nil)
	c.from, c.entry = from, places
	return err
}

// at returns the place with a number, nil if there is none.
func (s *Space) at(e backend.ExitPlace) *place {
	if e < 0 || int(e) >= len(s.owners) || s.owners[e] == nil {
		return nil
	}
	return s.placeOf(e)
}

// placeOf returns the place with the number of an exit. Most are never taken, so each is made when it is first needed.
func (s *Space) placeOf(e backend.ExitPlace) *place {
	p := s.places[e]
	if p == nil {
		p = s.owners[e].place(int32(e) - int32(s.owners[e].exits.at))
		s.places[e] = p
	}
	return p
}

// place makes the place of a stub.
func (c *placed) place(k int32) *place {
	stub := &c.stubs[k]
	exit := &c.program.Exits[stub.exit]
	p := &place{code: c, stub: k, kind: exit.Kind, exit: stub.exit, instr: &c.program.Code[exit.Instr]}
	if p.kind != backend.ExitLeave {
		p.resume = c.code.at + int(c.labels[stub.resume])
	}
	if p.kind == backend.ExitEffect && int(p.instr.Source) < len(c.quick) {
		p.quick = c.quick[p.instr.Source]
	}
	return p
}

// inputs returns the places of the values that other code takes from an exit; it may write them into a buffer.
func (p *place) inputs(to *backend.Program, list []trace.Value, buffer []int32) ([]int32, error) {
	program, s := p.code.program, &p.code.stubs[p.stub]
	live := program.LiveAt(p.exit)
	if program.Jumps(p.exit) { // the values are in the first slots
		list = program.Trace.Args(program.Code[program.Exits[p.exit].Instr].Source)
	} else if list == nil {
		list = live
	}
	if len(list) != len(to.Entry) {
		return nil, fmt.Errorf("expected an exit with %d values, as many as the other code has inputs, found %d", len(to.Entry), len(list))
	}
	places := resize(buffer, len(list))
	for k, v := range list {
		if !program.Jumps(p.exit) && (v.IsConst() || slices.Contains(list[:k], v)) {
			return nil, fmt.Errorf("expected values that the exit hands over, each once, found %d again or a constant", v)
		}
		at := slices.Index(live, v)
		if at < 0 && !v.IsConst() {
			return nil, fmt.Errorf("expected values that the exit hands over, found %d", v)
		}
		if have, want := program.TypeOf(v), to.TypeOf(to.Entry[k]); have != want {
			return nil, fmt.Errorf("expected a value of type %s as number %d, found %s", want, k+1, have)
		}
		if places[k] = locSlot + int32(k); !program.Jumps(p.exit) {
			places[k] = p.code.locs[int(s.first)+at]
		}
	}
	return places, nil
}

// place makes the code and puts it into its place.
func (s *Space) place(c *placed, objects []uint64) error {
	var ok bool
	list := c.program.Objects()
	if c.constants, ok = s.room.constants.take(len(list) + 1); !ok {
		return backend.ErrNoRoom
	}
	start, all := s.world.Constants()
	s.world.UseConstants(s.room.constants.top(all))
	words := s.world.Words[start+c.constants.at:]
	for k, index := range list {
		words[k] = objects[index]
	}
	words[len(list)] = 0
	at := placing{entry: c.entry, fuelled: c.from == nil || c.from.code.fuelled, constants: int32(start+c.constants.at) * arena.SlotSize, number: func(n int) (int32, error) {
		if c.exits, ok = s.room.exits.take(n + 1); !ok {
			return 0, backend.ErrNoRoom
		}
		return int32(c.exits.at), nil
	}}
	g := &s.generator
	if err := g.compile(c.program, s.options, &at); err != nil {
		return err
	}
	if g.slots > maxSlots {
		return fmt.Errorf("expected a trace of which at most %d values do not fit into registers, found %d", maxSlots, g.slots)
	}
	if c.code, ok = s.takeCode(len(g.asm.Bytes())); !ok {
		return backend.ErrNoRoom
	}
	c.stubs, c.locs, c.labels = slices.Clone(g.stubs), slices.Clone(g.locs), g.asm.Offsets()
	c.resume, c.fuelled, c.number = g.resumeAt, g.fuelInRegister, int32(c.exits.at+len(c.stubs))
	if err := s.ground.write(c.code.at, g.asm.Bytes()); err != nil {
		return err
	}
	s.open(c)
	return nil
}

// unusedCode is how much room for code may be left unused in the pages that have some, in bytes, besides as much as is used.
const unusedCode = 1 << 20

// takeCode takes room for code: where it is written soonest, or, when much is unused before that, where it fits.
func (s *Space) takeCode(size int) (block, bool) {
	room := &s.room.code
	if from := s.ground.next(); from < 2*room.used+unusedCode {
		if b, ok := room.takeFrom(from, aligned(size)); ok {
			return b, true
		}
	}
	return room.take(aligned(size))
}

// open fills in the table.
func (s *Space) open(c *placed) {
	if n := c.exits.at + c.exits.size - len(s.owners); n > 0 {
		s.owners, s.places = append(s.owners, make([]*placed, n)...), append(s.places, make([]*place, n)...)
	}
	for k := range c.stubs {
		s.owners[c.exits.at+k] = c
		s.shut(c, k)
	}
	s.table(c.number, c.code.at)
}

// table writes a word of the table: where in the code it leads.
func (s *Space) table(number int32, at int) {
	s.ground.table[len(s.ground.table)-1-int(number)] = s.ground.address(at)
}

// shut makes the table lead to where a code leaves through a stub.
func (s *Space) shut(c *placed, k int) {
	if out := c.stubs[k].out; out != 0 {
		s.table(int32(c.exits.at+k), c.code.at+int(c.labels[out]))
	}
}

// close makes a place leave again.
func (s *Space) close(e backend.ExitPlace) {
	c := s.owners[e]
	s.shut(c, int(e)-c.exits.at)
	if p := s.places[e]; p != nil && p.to != nil {
		delete(p.to.incoming, e)
		s.room.code.give(p.adapter)
		p.to, p.adapter = nil, block{}
	}
}

// Place returns a place at which a code leaves. See backend.Space.
func (s *Space) Place(slot backend.Slot, op trace.Value) backend.ExitPlace {
	c := s.codes[slot]
	if c == nil {
		return backend.NoExit
	}
	for k := range c.stubs {
		exit := &c.program.Exits[c.stubs[k].exit]
		if exit.Kind == backend.ExitLeave && c.program.Code[exit.Instr].Source == op {
			return backend.ExitPlace(c.exits.at + k)
		}
	}
	return backend.NoExit
}

// SetExit makes an exit continue in other code. See backend.Space.
func (s *Space) SetExit(e backend.ExitPlace, to backend.Slot, inputs []trace.Value) error {
	p := s.at(e)
	if p == nil || p.kind != backend.ExitLeave {
		return fmt.Errorf("expected an exit for good of code of this space, found %d", e)
	}
	var target *placed
	if to != backend.NoSlot {
		if target = s.codes[to]; target == nil {
			return fmt.Errorf("expected code to go on in, found slot %d, which was removed", to)
		}
		if from := target.from; from != nil && (from.code != p.code || from.exit != p.exit) {
			return errors.New("expected a bridge that was installed for this exit, found one for another exit")
		}
		var err error
		if s.inputs, err = p.inputs(target.program, inputs, s.inputs); err != nil {
			return err
		}
	}
	for k := range p.code.stubs {
		if p.code.stubs[k].exit != p.exit {
			continue
		}
		at := backend.ExitPlace(p.code.exits.at + k)
		s.close(at)
		if target == nil {
			continue
		}
		if err := s.connect(at, target, inputs); err != nil {
			return errors.Join(err, s.SetExit(e, backend.NoSlot, nil))
		}
	}
	return nil
}

// connect makes a place continue in other code.
func (s *Space) connect(e backend.ExitPlace, target *placed, inputs []trace.Value) error {
	p := s.placeOf(e)
	at := target.code.at
	from, err := p.inputs(target.program, inputs, s.inputs)
	if err != nil {
		return err
	}
	s.inputs = from
	if !slices.Equal(from, target.entry) {
		if at, err = s.adapt(p, from, target); err != nil {
			return err
		}
	}
	p.to = target
	if target.incoming == nil {
		target.incoming = make(map[backend.ExitPlace]bool)
	}
	target.incoming[e] = true
	s.table(int32(e), at)
	return nil
}

// adapt makes code that moves the values of an exit to where other code expects
// them.
func (s *Space) adapt(p *place, from []int32, target *placed) (at int, err error) {
	vector := make([]bool, len(from))
	for k, v := range target.program.Entry {
		vector[k] = target.program.TypeOf(v) == heap.Float
	}
	code := s.generator.writeAdapter(from, target.entry, vector, target.number)
	var ok bool
	if p.adapter, ok = s.takeCode(len(code)); !ok {
		return 0, backend.ErrNoRoom
	}
	if err := s.ground.write(p.adapter.at, code); err != nil {
		s.room.code.give(p.adapter)
		p.adapter = block{}
		return 0, err
	}
	return p.adapter.at, nil
}

// aligned rounds the size of code up.
func aligned(size int) int { return (size + codeAlign - 1) &^ (codeAlign - 1) }

// Remove removes code. See backend.Space.
func (s *Space) Remove(slot backend.Slot) {
	c := s.codes[slot]
	if c == nil {
		return
	}
	s.codes[slot] = nil
	for e := range c.incoming {
		s.close(e)
	}
	for k := range c.stubs {
		s.close(backend.ExitPlace(c.exits.at + k))
	}
	c.doomed = true
	s.doomed = append(s.doomed, c)
	s.sweep(nil)
}

// sweep frees what was removed and is not in use: running is code that was left for a
// moment.
func (s *Space) sweep(running *placed) {
	s.doomed = slices.DeleteFunc(s.doomed, func(c *placed) bool {
		busy := c == running || slices.ContainsFunc(s.active, func(a activation) bool { return a.place.code == c })
		if !busy {
			s.free(c)
		}
		return !busy
	})
}

// free releases what code occupies.
func (s *Space) free(c *placed) {
	if c.constants.size > 0 {
		start, all := s.world.Constants()
		clear(s.world.Words[start+c.constants.at : start+c.constants.at+c.constants.size])
		s.room.constants.give(c.constants)
		s.world.UseConstants(s.room.constants.top(all))
	}
	for k := range c.exits.size {
		if at := c.exits.at + k; at < len(s.owners) {
			s.owners[at], s.places[at] = nil, nil
		}
	}
	s.room.exits.give(c.exits)
	s.room.code.give(c.code)
}

// Interrupt sets whether guard_not_interrupted fails. See backend.Space.
func (s *Space) Interrupt(yes bool) { s.world.Words[arena.WordInterrupted/8] = trace.Bit(yes) }

// Invalidate makes guard_not_invalidated fail in a code. See backend.Space.
func (s *Space) Invalidate(slot backend.Slot) {
	if c := s.codes[slot]; c != nil {
		start, _ := s.world.Constants()
		s.world.Words[start+c.constants.at+c.constants.size-1] = 1
	}
}

// frameWord is the index in a frame of the word at an offset in bytes from the stack pointer.
func frameWord(at int32) int { return int(frameHead+at) / 8 }

// Enter runs code until it leaves for good. See backend.Space.
func (s *Space) Enter(slot backend.Slot, in []uint64) (backend.ExitPlace, error) {
	depth := len(s.active)
	if depth >= maxActivations {
		return backend.NoExit, backend.ErrNested
	}
	c := s.codes[slot]
	if c == nil || c.from != nil || len(in) != len(c.entry) {
		return backend.NoExit, fmt.Errorf("expected code that is entered from outside, with as many values as it has inputs, found slot %d and %d values", slot, len(in))
	}
	mark := len(s.args)
	defer func() { s.active, s.args = s.active[:depth], s.args[:mark] }() // the host may panic in the middle of a call
	frame := s.ground.frame(depth)
	values := frame[frameWord(frameSlots):][:len(in)]
	for k, e := range c.bits[:len(in)] {
		values[k] = in[k]&e.mask | e.known
	}
	s.publish()
	for at := s.ground.address(c.code.at); ; {
		p, number, err := s.run(at, frame)
		if err != nil {
			return backend.NoExit, err
		}
		s.world.Free = int(uint32(s.world.Words[arena.WordFree/8]) / arena.SlotSize)
		to := p.to
		if p.kind == backend.ExitLeave && to == nil {
			return s.left(backend.ExitPlace(number), frame)
		}
		if err := s.serve(p, frame); err != nil {
			return backend.NoExit, err
		}
		s.publish()
		if p.kind == backend.ExitLeave { // a jump without fuel
			if at = s.ground.address(to.code.at); to.doomed {
				return s.left(backend.ExitPlace(number), frame)
			}
			continue
		}
		at = s.goOn(p, frame)
	}
}

// run runs code, with the quick calls that it makes, until it leaves for another reason. It returns the place with its number. Quick
// calls write no code, so what was written is made executable once.
func (s *Space) run(at uint64, frame []uint64) (p *place, number uint32, err error) {
	if err := s.ground.seal(); err != nil {
		return nil, 0, err
	}
	for {
		s.ground.run(at, frame)
		number = uint32(frame[frameWord(frameExit)])
		if p = s.places[number]; p == nil {
			p = s.placeOf(backend.ExitPlace(number))
		}
		if p.quick == nil {
			return p, number, nil
		}
		s.quick(p, frame)
		at = s.goOn(p, frame)
	}
}

// goOn returns where to enter code that continues after a place.
func (s *Space) goOn(p *place, frame []uint64) uint64 {
	frame[frameWord(frameResume)] = s.ground.address(p.resume)
	return s.ground.address(p.code.code.at + int(p.code.resume))
}

// quick does a call that concerns neither the world's memory nor other code. It enters no other code, so one buffer serves all of them.
func (s *Space) quick(p *place, frame []uint64) {
	if p.arguments == nil {
		s.findArguments(p)
	}
	list := p.arguments[1:]
	if len(list) > len(s.quickly) {
		s.quickly = make([]uint64, 2*len(list))
	}
	args := s.quickly[:len(list)]
	for k := range args {
		if a := &list[k]; a.word == 0 {
			args[k] = a.from(frame)
		} else {
			args[k] = s.world.Words[a.word]
		}
	}
	s.world.Words[arena.WordResult/8] = p.quick(args)
}

// findArguments finds the places of the arguments of a call, the function first.
func (s *Space) findArguments(p *place) {
	for _, v := range p.code.program.Trace.Args(p.instr.Source) {
		p.arguments = append(p.arguments, s.argument(p, v))
	}
}

// publish tells the code where it may allocate.
func (s *Space) publish() {
	w := s.world
	w.Words[arena.WordFree/8] = uint64(w.Free)*arena.SlotSize | uint64(w.Due)*arena.SlotSize<<32
}

// left ends an activation.
func (s *Space) left(e backend.ExitPlace, frame []uint64) (backend.ExitPlace, error) {
	p := s.placeOf(e)
	if p.reads == nil {
		p.findReads()
	}
	s.values = resize(s.values, len(p.reads))
	for k := range p.reads {
		s.values[k] = p.reads[k].from(frame)
	}
	var err error
	if !p.code.program.CanAsk(p.exit) {
		op := s.At(e).Op
		err = fmt.Errorf("BUG: operation %d of a trace (%s) has no meaning for its operands", op, p.code.program.Trace.Ops[op].Code)
	}
	if len(s.doomed) > 0 {
		s.sweep(p.code) // At may still be called for it
	}
	return e, err
}

// from returns the value that is read.
func (r *read) from(frame []uint64) uint64 { return frame[r.at]&r.mask | r.known }

// findReads finds the places of the values.
func (p *place) findReads() {
	program, first := p.code.program, int(p.code.stubs[p.stub].first)
	p.reads = []read{}
	for k, v := range program.LiveAt(p.exit) {
		p.reads = append(p.reads, readOf(p.code.locs[first+k], program.TypeOf(v) == heap.Ref))
	}
}

// readOf returns how a place is read.
func readOf(loc int32, ref bool) read {
	switch {
	case loc == locTrue:
		return read{known: 1}
	case loc < 0:
		return read{}
	case ref:
		return read{at: int(wordOf(loc)), mask: 1<<32 - 1}
	}
	return read{at: int(wordOf(loc)), mask: 1<<64 - 1}
}

// wordOf is the index in a frame of a register that was saved, or of a slot.
func wordOf(loc int32) int32 {
	if loc >= locSlot {
		return int32(frameWord(slotOffset(loc - locSlot)))
	}
	return int32(frameWord(saveOffset(x64.Reg(loc))))
}

// findReferences lists the words of a frame that hold references while the code is in the
// middle of a call.
func (p *place) findReferences() {
	c, s := p.code, &p.code.stubs[p.stub]
	p.references = []int32{}
	for k, v := range c.program.LiveAt(p.exit) {
		if loc := c.locs[int(s.first)+k]; loc >= 0 && c.program.TypeOf(v) == heap.Ref {
			p.references = append(p.references, wordOf(loc))
		}
	}
	for k := s.copies; k < s.end; k += 2 {
		p.references = append(p.references, wordOf(c.locs[k+1]))
	}
}

// visitRoots shows the collector what the activations refer to.
func (s *Space) visitRoots(visit func(*uint64)) {
	base := s.ground.heapAddress()
	for k := range s.active {
		a := &s.active[k]
		if a.place.references == nil {
			a.place.findReferences()
		}
		for _, at := range a.place.references {
			ref := a.frame[at] & 0xffffffff
			visit(&ref)
			a.frame[at] = base | ref
		}
	}
}

// serve does what code asks for, and then continues with.
func (s *Space) serve(p *place, frame []uint64) (err error) {
	s.active = append(s.active, activation{p, frame})
	switch p.kind {
	case backend.ExitFuel, backend.ExitLeave:
		var fuel uint64
		if fuel, err = s.host.Fuel(); err == nil {
			s.SetFuel(fuel)
		}
	case backend.ExitAllocate:
		err = s.allocate(p, frame)
	default:
		err = s.call(p, frame)
	}
	if len(s.doomed) > 0 {
		s.sweep(nil) // p is among the active ones
	}
	s.active = s.active[:len(s.active)-1]
	return err
}

// argument finds the place of an operand that is live at an exit.
func (s *Space) argument(p *place, v trace.Value) argument {
	program := p.code.program
	if !v.IsOp() {
		bits, object := program.ConstBits(v)
		if object {
			start, _ := s.world.Constants()
			return argument{word: start + p.code.constants.at + (int(bits)-arena.ConstTable)/arena.SlotSize}
		}
		return argument{read: read{known: bits}}
	}
	if p.reads == nil {
		p.findReads()
	}
	return argument{read: p.reads[slices.Index(program.LiveAt(p.exit), v)]}
}

// value is the value of an argument in a frame.
func (s *Space) value(a argument, frame []uint64) uint64 {
	if a.word != 0 {
		return s.world.Words[a.word]
	}
	return a.from(frame)
}

// allocate makes an object for which the code had no room.
func (s *Space) allocate(p *place, frame []uint64) error {
	w, in := s.world, p.instr
	words, header := int(in.Size)/arena.SlotSize, uint64(in.Shape)
	if in.Op == backend.OpNewArray {
		length := s.value(s.argument(p, in.A), frame)
		if int64(length) < 0 {
			return fmt.Errorf("BUG: expected the length of an array, found %d", int64(length))
		}
		if length > 1<<28 {
			return arena.ErrFull
		}
		words, header = 1+int(length), header|length<<32
	}
	if w.Free > w.Due && !w.Collect() {
		s.Interrupt(true) // what is called at the end of the iteration can say what is missing
	}
	if !w.Room(words) {
		return arena.ErrFull
	}
	w.Words[arena.WordResult/8] = uint64(w.Alloc(header, words))
	return nil
}

// call lets the host do a call or another effect.
func (s *Space) call(p *place, frame []uint64) error {
	program, in := p.code.program, p.instr
	mark := len(s.args)
	if p.arguments == nil {
		s.findArguments(p)
	}
	for _, a := range p.arguments {
		s.args = append(s.args, s.value(a, frame))
	}
	result, raised, err := s.host.Call(program, in.Source, s.args[mark:len(s.args):len(s.args)])
	s.args = s.args[:mark]
	if err != nil {
		return err
	}
	s.world.Words[arena.WordResult/8], s.world.Words[arena.WordRaised/8] = result, raised
	return nil
}

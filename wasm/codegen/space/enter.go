package space

import (
	"fmt"
	"slices"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/trace"
	"unbox/wasm/codegen"
)

// Enter runs code until it leaves for good. See backend.Space.
func (s *Space) Enter(slot backend.Slot, in []uint64) (backend.ExitPlace, error) {
	depth := len(s.active)
	if depth >= maxActivations {
		return backend.NoExit, backend.ErrNested
	}
	c := s.code(slot)
	if c == nil || c.from != nil || len(in) != len(c.program.Entry) {
		return backend.NoExit, fmt.Errorf("expected code that is entered from outside, with as many values as it has inputs, found slot %d and %d values", slot, len(in))
	}
	// A panic of the host passes through: nothing of this activation is left.
	arguments := len(s.args)
	defer func() { s.active, s.args = s.active[:depth], s.args[:arguments] }()
	f := s.frame(depth)
	copy(f.words, in)
	if s.world.Free > s.world.Due {
		if err := s.serve(activation{code: c, frame: f.words}); err != nil {
			return backend.NoExit, err
		}
	}
	for resume := int32(0); ; {
		p, asks := s.run(c, f, resume)
		for asks && p.quick != nil {
			s.quick(p, f.words)
			p, asks = s.goOn(p.code, f, p.Resume)
		}
		s.world.Free = int(uint32(s.world.Words[arena.WordFree/8]) / arena.SlotSize)
		if !asks || p.kind == backend.ExitLeave && p.to == nil {
			return s.left(p, f.words, asks)
		}
		if err := s.serve(activation{code: p.code, place: p, frame: f.words}); err != nil {
			return backend.NoExit, err
		}
		c, resume = p.code, p.Resume
		switch p.kind {
		case backend.ExitLeave: // a jump
			if p.to == nil { // since the last collection
				return s.left(p, f.words, true)
			}
			c, resume = p.to, 0
			fallthrough
		case backend.ExitFuel:
			s.SetFuel(s.Fuel() - 1)
		}
	}
}

// frame returns the frame of an activation.
func (s *Space) frame(depth int) frame {
	if depth == len(s.frames) {
		words, address := s.ground.Reserve(frameWords)
		s.frames = append(s.frames, frame{words, address})
	}
	return s.frames[depth]
}

// run runs code until it leaves, or asks for something.
func (s *Space) run(c *placed, f frame, resume int32) (p *place, asks bool) {
	w := s.world
	w.Words[arena.WordFree/8] = uint64(w.Free)*arena.SlotSize | uint64(w.Due)*arena.SlotSize<<32
	return s.goOn(c, f, resume)
}

// goOn is run, while the words that say where code may allocate are as code has left them.
func (s *Space) goOn(c *placed, f frame, resume int32) (p *place, asks bool) {
	ask := codegen.ReadAsk(s.ground.Enter(int(c.slot), f.address, resume))
	return &s.codes[ask.Code].places[ask.Exit], ask.Asks
}

// quick does a call that concerns neither the world's memory nor other code.
func (s *Space) quick(p *place, frame []uint64) {
	if p.arguments == nil {
		p.findArguments()
	}
	// The call enters no other code, so one buffer serves all of them, and s.args need not be written, which while Go collects takes long.
	list := p.arguments[1:]
	if len(list) > len(s.quickly) {
		s.quickly = make([]uint64, 2*len(list))
	}
	args := s.quickly[:len(list)]
	for k := range args {
		args[k] = p.bits(&list[k], frame)
	}
	s.world.Words[arena.WordResult/8] = p.quick(args)
}

// left ends an activation. A jump that leads nowhere takes no fuel.
func (s *Space) left(p *place, frame []uint64, asked bool) (backend.ExitPlace, error) {
	s.values = s.values[:0]
	p.find()
	for _, slot := range p.at {
		s.values = append(s.values, frame[slot])
	}
	program := p.code.program
	if !asked && program.Jumps(p.exit) {
		s.SetFuel(s.Fuel() + 1)
	}
	s.sweep(p.code) // At may still be called for it
	if !program.CanAsk(p.exit) {
		return p.number(), fmt.Errorf("BUG: operation %d of a trace (%s) has no meaning for its operands", p.operation(), program.Trace.Ops[p.operation()].Code)
	}
	return p.number(), nil
}

// serve does what code asks for, while the collector sees its activation. Afterwards there is room for what code
// allocates without checking.
func (s *Space) serve(a activation) error {
	s.active = append(s.active, a)
	if err := s.answer(&a); err != nil {
		return err
	}
	w := s.world
	if w.Free+maxWords > len(w.Words) && !w.Room(maxWords) && (!w.Collect() || w.Free+maxWords > len(w.Words)) {
		return arena.ErrFull
	}
	s.active = s.active[:len(s.active)-1]
	return nil
}

// answer does what code asks for.
func (s *Space) answer(a *activation) error {
	p := a.place
	switch {
	case p == nil:
		s.collect()
		return nil
	case p.kind == backend.ExitFuel || p.kind == backend.ExitLeave:
		err := s.refuel(a.code)
		s.collect()
		return err
	case p.kind == backend.ExitAllocate:
		return s.allocate(p, a.frame)
	}
	return s.call(p, a.frame)
}

// refuel gives code more fuel if it has none.
func (s *Space) refuel(c *placed) error {
	if s.world.Words[arena.WordFuel/8] > 0 {
		return nil
	}
	s.join(c.first())
	n := s.reserve
	if n == 0 {
		var err error
		if n, err = s.host.Fuel(); err != nil {
			return err
		}
	}
	s.SetFuel(n)
	return nil
}

// collect collects if that is due.
func (s *Space) collect() {
	if s.world.Free > s.world.Due && !s.world.Collect() {
		s.Interrupt(true) // what is called at the end of the iteration can say what is missing
	}
}

// arguments adds what an exit asks about to s.args, and returns what it added.
func (s *Space) arguments(p *place, frame []uint64) []uint64 {
	if p.arguments == nil {
		p.findArguments()
	}
	mark := len(s.args)
	list := s.args
	for k := range p.arguments {
		list = append(list, p.bits(&p.arguments[k], frame))
	}
	s.args = list
	return list[mark:len(list):len(list)]
}

// bits is an argument in a frame.
func (p *place) bits(a *argument, frame []uint64) uint64 {
	switch {
	case a.slot >= 0:
		return frame[a.slot]
	case a.object >= 0:
		return p.code.constants[a.object]
	}
	return a.bits
}

// findArguments determines what an exit asks about.
func (p *place) findArguments() {
	program := p.code.program
	if p.kind == backend.ExitAllocate {
		p.arguments = []argument{p.argument(program.Code[program.Exits[p.exit].Instr].A)}
		return
	}
	p.arguments = []argument{}
	for _, v := range program.Trace.Args(p.operation()) {
		p.arguments = append(p.arguments, p.argument(v))
	}
}

// argument says where a value is that is live at an exit.
func (p *place) argument(v trace.Value) argument {
	if !v.IsOp() {
		bits, object := p.code.program.ConstBits(v)
		if object {
			return argument{slot: -1, object: int32((int(bits) - arena.ConstTable) / arena.SlotSize)}
		}
		return argument{-1, -1, bits}
	}
	k := slices.Index(p.Slots, v)
	if k < 0 {
		panic("BUG: an exit does not hand over what it asks about")
	}
	return argument{slot: int32(k)}
}

// allocate makes an array whose length the code does not know.
func (s *Space) allocate(p *place, frame []uint64) error {
	in := &p.code.program.Code[p.code.program.Exits[p.exit].Instr]
	w, length := s.world, s.arguments(p, frame)[0]
	s.args = s.args[:len(s.args)-1]
	switch {
	case int64(length) < 0:
		return fmt.Errorf("BUG: expected the length of an array, found %d", int64(length))
	case length > 1<<28:
		return arena.ErrFull
	}
	s.collect()
	if !w.Room(1 + int(length)) {
		return arena.ErrFull
	}
	s.result(uint64(w.Alloc(uint64(in.Shape)|length<<32, 1+int(length))), true)
	return nil
}

// call lets the host do a call or another effect.
func (s *Space) call(p *place, frame []uint64) error {
	s.called(p.code)
	program, op := p.code.program, p.operation()
	args := s.arguments(p, frame)
	result, raised, err := s.host.Call(program, op, args)
	if err != nil {
		return err
	}
	s.args = s.args[:len(s.args)-len(args)]
	s.result(result, program.Trace.Ops[op].Type == trace.Ref)
	s.world.Words[arena.WordRaised/8] = raised
	return nil
}

// result stores what the activation asked for.
func (s *Space) result(bits uint64, isRef bool) {
	s.world.Words[arena.WordResult/8] = bits
	s.active[len(s.active)-1].result = isRef
}

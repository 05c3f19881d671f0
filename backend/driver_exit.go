package backend

import (
	"fmt"

	"unbox/heap"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/trace"
)

// leave does what an exit asks for.
func (d *Driver) leave(exit int32) bool {
	if exit < 0 || int(exit) >= len(d.program.Exits) || d.ended || d.err != nil {
		d.err = fmt.Errorf("BUG: the code left through exit %d", exit)
		return false
	}
	d.stats.Exits++
	d.stats.Iterations = int(d.granted - d.arena.Fuel())
	e := &d.program.Exits[exit]
	d.frame = d.frame[:0]
	for k, v := range d.program.LiveAt(exit) {
		if d.program.TypeOf(v) == heap.Ref {
			d.frame = append(d.frame, int32(k))
		}
	}
	in := &d.program.Code[e.Instr]
	switch e.Kind {
	case ExitAllocate:
		return d.allocate(exit, in)
	case ExitEffect:
		if !d.relay.Fails(in.Source) {
			return d.effect(exit, in)
		}
	case ExitFuel:
		return d.refuel(exit, in)
	case ExitMissing:
		if !d.relay.Missing(in.A) {
			return true
		}
	}
	d.settle(exit, in)
	return false
}

// operand returns the bits of an operand in the frame, or of a constant.
func (d *Driver) operand(exit int32, v trace.Value) uint64 {
	if !v.IsOp() {
		bits, _ := d.program.ConstBits(v)
		return bits
	}
	for k, have := range d.program.LiveAt(exit) {
		if have == v {
			return d.arena.FrameSlot(k)
		}
	}
	return 0
}

func (d *Driver) allocate(exit int32, in *Instr) bool {
	length := int64(0)
	if in.Op == OpNewArray {
		length = int64(d.operand(exit, in.A))
		if length < 0 {
			d.settle(exit, in) // the interpreter says why
			return false
		}
		if !d.options.CollectFreely && length > int64(d.relay.Heap().Limits().Slots) {
			d.outOfMemory(exit)
			return false
		}
		// A longer one is larger than any region, and its size might not fit.
		length = min(length, 1<<40)
	}
	ref, err := d.arena.Alloc(in.Shape, length, d.frame)
	if err != nil {
		d.full(exit, in)
		return false
	}
	if in.Op == OpNewArray && in.Slow {
		d.arena.MarkUnwritten(ref)
	}
	d.arena.SetResult(uint64(ref))
	return true
}

// full ends the code at an allocation for which the region has no room. The region counts bytes, and
// an array of structs takes all its bytes at once; the interpreter counts what is written. So the
// interpreter continues, unless collected objects do not count (in a measurement).
func (d *Driver) full(exit int32, in *Instr) {
	if d.options.CollectFreely {
		d.outOfMemory(exit)
		return
	}
	d.goOn(exit, in)
}

func (d *Driver) outOfMemory(exit int32) {
	now := d.now(exit)
	d.count(now)
	d.relay.OutOfMemory(d.program.Code[d.program.Exits[exit].Instr].Source, now.jumps, now.steps)
	d.ended = true
}

// now returns the counts at an exit.
func (d *Driver) now(exit int32) count {
	return d.program.countAt(int(d.program.Exits[exit].Instr), d.stats.Iterations)
}

// count tells the heap about the objects that it does not have.
func (d *Driver) count(now count) {
	d.stats.Allocations = now.allocs + d.fresh
	if h := d.relay.Heap(); !d.options.CollectFreely {
		h.Elsewhere(h.ElsewhereCount() + d.stats.Allocations - h.Allocations())
	}
}

// hand gives the values of an exit and all objects to the interpreter. It returns
// false if that ended the run.
func (d *Driver) hand(exit int32) bool {
	p := d.program
	d.count(d.now(exit))
	var roots []arena.Ref
	for _, k := range d.frame {
		roots = append(roots, arena.Ref(d.arena.FrameSlot(int(k))))
	}
	if status := d.mirror.Load(roots, true); status != heap.OK {
		d.outOfMemory(exit)
		return false
	}
	for k, v := range p.LiveAt(exit) {
		bits := d.arena.FrameSlot(k)
		if p.TypeOf(v) == heap.Ref {
			bits = uint64(d.mirror.Object(arena.Ref(bits)))
		}
		d.relay.Set(v, bits)
	}
	return true
}

// settle lets the interpreter do the operation at which the code left for good.
// The run must end there.
func (d *Driver) settle(exit int32, in *Instr) {
	p := d.program
	out := d.goOn(exit, in)
	kind := p.Exits[exit].Kind
	if out == nil || kind == ExitFuel {
		return
	}
	if out.Guessed && d.options.Imagined && (in.Op == OpGuardValue || in.Op == OpGuardClass) {
		d.err = ErrGuessed
		return
	}
	if in.Code == trace.OpAssertClass {
		return // the interpreter ends there without a guard
	}
	if out.Jumps != d.now(exit).jumps || out.Op != in.Source && in.Op != OpLeave {
		d.err = fmt.Errorf("BUG: the code left at operation %d (%s), where the interpreter goes on", in.Source, p.Trace.Ops[in.Source].Code)
	}
}

// goOn lets the interpreter do the rest, from the operation at which the code left. It returns nil
// if the interpreter had no room for the objects, which ended the run.
func (d *Driver) goOn(exit int32, in *Instr) *interp.Outcome {
	p := d.program
	if !d.hand(exit) {
		return nil
	}
	for k := range p.Code[:p.Exits[exit].Instr] {
		if before := &p.Code[k]; before.Op == OpOverflow && before.Inverted {
			d.relay.SetOverflowed(before.Dst, true)
		}
	}
	if v := p.Exits[exit].Overflowed; v != trace.None {
		d.relay.SetOverflowed(v, true)
	}
	now := d.now(exit)
	out := d.relay.GoOn(in.Source, now.jumps, now.steps)
	d.ended = true
	if d.options.CollectFreely {
		out.Allocations = now.allocs + d.fresh
	}
	return out
}

// effect lets the interpreter do a visible effect.
func (d *Driver) effect(exit int32, in *Instr) bool {
	hostile := d.options.HostileCalls && in.Code != trace.OpPrint
	now := d.now(exit)
	if !d.handEffect(exit, in, hostile) {
		return false
	}
	h := d.relay.Heap()
	before := h.Len()
	if !d.relay.Effect(in.Source, now.steps) {
		d.relay.Outcome().Jumps = now.jumps
		d.relay.Outcome().Allocations = h.Allocations()
		d.ended = true
		d.endEffect()
		return false
	}
	d.tellOutside()
	if d.program.lowering.Copies(in.Source) {
		d.mirror.Update(heap.Object(d.relay.Bits(d.program.Trace.Arg(in.Source, 2))))
	}
	d.fresh += h.Len() - before
	if !hostile && h.Len() == before {
		d.result(in)
		return true
	}
	if err := d.mirror.Store(d.frame, hostile); err != nil {
		d.outOfMemory(exit)
		return false
	}
	d.result(in)
	return true
}

// tellOutside tells the code what the outside has done: whether it has changed what the
// trace took to be constant, and what the last call raised.
func (d *Driver) tellOutside() {
	d.arena.SetInvalid(boolCount(d.relay.Invalid()))
	raised := uint64(0)
	if class, any := d.relay.Raised(); any {
		raised = uint64(arena.RaisedWord(class))
	}
	d.arena.SetRaised(raised)
}

// handEffect gives the interpreter what an effect sees.
func (d *Driver) handEffect(exit int32, in *Instr, hostile bool) bool {
	args := d.program.Trace.Args(in.Source)
	live := d.program.LiveAt(exit)
	var roots []arena.Ref
	for k, v := range live {
		if d.program.TypeOf(v) == heap.Ref && contains(args, v) {
			roots = append(roots, arena.Ref(d.arena.FrameSlot(k)))
		}
	}
	d.count(d.now(exit))
	for _, v := range args {
		if object := v.IsConst() && d.program.TypeOf(v) == heap.Ref; object {
			bits := d.relay.Bits(v)
			roots = append(roots, d.mirror.Ref(heap.Object(bits)))
		}
	}
	if len(roots) > 0 || hostile {
		if status := d.mirror.Load(roots, hostile); status != heap.OK {
			d.outOfMemory(exit)
			return false
		}
	}
	for k, v := range live {
		if !contains(args, v) {
			continue
		}
		bits := d.arena.FrameSlot(k)
		if d.program.TypeOf(v) == heap.Ref {
			bits = uint64(d.mirror.Object(arena.Ref(bits)))
		}
		d.relay.Set(v, bits)
	}
	return true
}

func contains(list []trace.Value, v trace.Value) bool {
	for _, have := range list {
		if have == v {
			return true
		}
	}
	return false
}

// endEffect brings the heap of the outcome up to date when an effect ended the run.
func (d *Driver) endEffect() {
	if status := d.mirror.Load(nil, true); status != heap.OK {
		d.err = arena.ErrFull
	}
}

// result gives the result of an effect to the code.
func (d *Driver) result(in *Instr) {
	if in.Dst == trace.None {
		return
	}
	bits := d.relay.Bits(in.Dst)
	if in.Type == heap.Ref {
		bits = uint64(d.mirror.Ref(heap.Object(bits)))
	}
	d.arena.SetResult(bits)
}

// refuel grants more iterations, or lets the interpreter run on from the back edge to a
// limit.
func (d *Driver) refuel(exit int32, in *Instr) bool {
	if d.options.Cancelled != nil && d.options.Cancelled() {
		d.err = ErrCancelled
		return false
	}
	if d.grant() {
		return true
	}
	d.settle(exit, in)
	return false
}

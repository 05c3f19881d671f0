package fuzz

import (
	"unbox/interp"
	"unbox/trace"
)

// simplerConstants makes the numbers in the trace smaller.
func (s *shrinker) simplerConstants() (progress bool) {
	for at := range s.best.order {
		for k := range s.best.op(at).args {
			arg := s.best.op(at).args[k]
			if !arg.IsConst() {
				continue
			}
			c := s.best.consts[arg.ConstIndex()]
			if c.Kind != trace.ConstInt && c.Kind != trace.ConstFloat {
				continue
			}
			simpler, ok := s.simplest(c.Type(), c.Bits, func(d *draft, bits uint64) {
				number := d.number(c.Type(), bits)
				op := d.op(at)
				op.args = append([]trace.Value(nil), op.args...)
				op.args[k] = number
			})
			progress = progress || ok && simpler != c.Bits
		}
	}
	return progress
}

// simplest sets a number to simpler ones as long as the trace fails, and returns
// the last one for which it did.
func (s *shrinker) simplest(t trace.Type, bits uint64, set func(d *draft, bits uint64)) (uint64, bool) {
	progress := false
	for again := true; again; {
		again = false
		for _, simpler := range simplerNumbers(t, bits) {
			d := s.best.clone()
			set(d, simpler)
			if s.accept(d) {
				bits, again, progress = simpler, true, true
				break
			}
		}
	}
	return bits, progress
}

// simplerNumbers lists numbers that are simpler than one, the simplest first: 0, 1,
// -1, the edges, fewer bits, nearer to 0.
func simplerNumbers(t trace.Type, bits uint64) []uint64 {
	if t == trace.Float {
		var list []uint64
		for _, f := range [...]uint64{0, 0x3ff0000000000000, canonicalNaN} {
			if f == bits {
				break
			}
			list = append(list, f)
		}
		return list
	}
	n := int64(bits)
	if n == 0 {
		return nil
	}
	list := []uint64{0}
	if n != 1 {
		list = append(list, 1)
	}
	if n == 1 || n == -1 {
		return list
	}
	list = append(list, ^uint64(0))
	for _, edge := range [...]uint64{1 << 63, 1<<63 - 1} {
		if edge == bits {
			return list
		}
	}
	if magnitude(bits) > 1<<32 {
		list = append(list, 1<<63, 1<<63-1)
	}
	list = append(list, uint64(n/2))
	if magnitude(bits) > 64 {
		// One step at a time would take forever; numbers with fewer bits set are
		// simpler.
		for rest := bits; rest != 0; rest &= rest - 1 {
			list = append(list, bits&^(rest&-rest))
		}
		return list
	}
	if n < 0 {
		return append(list, uint64(n+1))
	}
	return append(list, uint64(n-1))
}

func magnitude(bits uint64) uint64 {
	if int64(bits) < 0 {
		return -bits
	}
	return bits
}

// simplerInputs makes inputs simpler: smaller numbers, null, smaller objects, no
// unused objects.
func (s *shrinker) simplerInputs() (progress bool) {
	if s.found.Inputs == nil {
		return false
	}
	for at := range s.best.order {
		op := s.best.op(at)
		if op.op.Code != trace.OpParam || op.input.Type == trace.Void {
			continue
		}
		progress = s.simplerDatum(func(d *draft) *interp.Datum { return &d.op(at).input }) || progress
	}
	for k := range s.best.inputs.Slots {
		progress = s.simplerDatum(func(d *draft) *interp.Datum { return &d.inputs.Slots[k].Value }) || progress
	}
	return s.dropObjects() || progress
}

func (s *shrinker) simplerDatum(where func(d *draft) *interp.Datum) bool {
	now := *where(s.best)
	if now.Type != trace.Ref {
		_, progress := s.simplest(now.Type, now.Bits, func(d *draft, bits uint64) { where(d).Bits = bits })
		return progress
	}
	for other := uint64(0); other < now.Bits; other++ {
		d := s.best.clone()
		where(d).Bits = other
		if s.accept(d) {
			return true
		}
	}
	return false
}

// dropObjects removes the last object of the inputs, if nothing refers to it, and
// contents of others that are 0 or null, which is the default anyway.
func (s *shrinker) dropObjects() (progress bool) {
	for len(s.best.inputs.Objects) > 0 {
		d := s.best.clone()
		n := len(d.inputs.Objects)
		if d.refersTo(uint64(n)) {
			break
		}
		d.inputs.Objects = d.inputs.Objects[:n-1]
		if !s.accept(d) {
			break
		}
		progress = true
	}
	for k := range s.best.inputs.Objects {
		d := s.best.clone()
		if d.emptySlots(k) && s.accept(d) {
			progress = true
		}
	}
	return progress
}

func (d *draft) refersTo(object uint64) bool {
	for k := range d.order {
		if op := d.op(k); op.input.Type == trace.Ref && op.input.Bits == object {
			return true
		}
	}
	for _, arg := range d.inputs.Args {
		if arg.Type == trace.Ref && arg.Bits == object {
			return true
		}
	}
	for k := range d.inputs.Objects {
		for _, slot := range d.inputs.ContentsOf(&d.inputs.Objects[k]) {
			if slot.Value.Type == trace.Ref && slot.Value.Bits == object {
				return true
			}
		}
	}
	return false
}

// emptySlots leaves out what is 0 or null in an object, and reports whether there was
// any.
func (d *draft) emptySlots(k int) bool {
	o := &d.inputs.Objects[k]
	var kept []interp.InputSlot
	for _, slot := range d.inputs.ContentsOf(o) {
		if slot.Value.Bits != 0 {
			kept = append(kept, slot)
		}
	}
	if len(kept) == int(o.Len) {
		return false
	}
	o.First, o.Len = uint32(len(d.inputs.Slots)), uint32(len(kept))
	d.inputs.Slots = append(d.inputs.Slots, kept...)
	return true
}

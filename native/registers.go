package native

import (
	"math/bits"

	"unbox/backend"
	"unbox/heap"
	"unbox/native/x64"
	"unbox/trace"
)

// Registers that have a fixed meaning.
const (
	// regHeap is the heap's address, which is a multiple of 2**32. A reference in a
	// register is the heap's address plus its offset, so its lower half is the
	// offset; null is the heap's address itself.
	regHeap = x64.R15
	// regFuel counts down the jumps that may be taken before the word in the heap
	// is checked again, in loops that leave it a register.
	regFuel = x64.R14
	// regFree has the offset of the next allocation, in loops that allocate and leave it
	// a register: a word in memory would make each allocation wait for the one before.
	regFree = x64.R13
	// regScratch is a vector register that holds nothing from one instruction to
	// the next.
	regScratch = x64.X0 + 15
)

// set is a set of registers.
type set uint32

func only(r x64.Reg) set         { return 1 << r }
func (s set) has(r x64.Reg) bool { return s>>r&1 != 0 }
func (s set) first() (x64.Reg, bool) {
	if s == 0 {
		return x64.NoReg, false
	}
	return x64.Reg(bits.TrailingZeros32(uint32(s))), true
}

// each goes through the registers in the order of their numbers.
func (s set) each(yield func(x64.Reg) bool) {
	for rest := s; rest != 0; rest &= rest - 1 {
		if !yield(x64.Reg(bits.TrailingZeros32(uint32(rest)))) {
			return
		}
	}
}

func (s set) count() int { return bits.OnesCount32(uint32(s)) }

const (
	generalSet = set(0xffff) &^ (1<<x64.RSP | 1<<regHeap)
	vectorSet  = set(0x7fff0000) // without regScratch
)

// pool is the registers in which a value can be.
func (g *generator) pool(vector bool) set {
	if vector {
		return g.vectors
	}
	return g.general
}

// put says that a register holds a value.
func (g *generator) put(id valueID, r x64.Reg) {
	v := &g.values[id]
	v.reg = r
	g.owner[r] = id
	g.occupied |= only(r)
	g.touched |= only(r)
	g.version++
	g.noteAt(id, int32(r))
}

// vacate removes a value from its register; its contents are lost unless the slot
// has them.
func (g *generator) vacate(r x64.Reg) {
	id := g.owner[r]
	g.values[id].reg = x64.NoReg
	g.owner[r] = 0
	g.occupied &^= only(r)
	g.version++
}

// forget frees what a value that is no longer needed occupies.
func (g *generator) forget(id valueID) {
	v := &g.values[id]
	if v.reg != x64.NoReg {
		g.vacate(v.reg)
	}
	if v.slot >= 0 && !v.keepSlot {
		g.freeSlots = append(g.freeSlots, v.slot)
		v.slot, v.inSlot = -1, false
		g.version++
	}
	g.noteAt(id, locNowhere)
}

// slotOf returns the slot of a value, a new one if it has none.
func (g *generator) slotOf(v *value) int32 {
	if v.slot >= 0 {
		return v.slot
	}
	if n := len(g.freeSlots); n > 0 {
		v.slot = g.freeSlots[n-1]
		g.freeSlots = g.freeSlots[:n-1]
	} else {
		v.slot = g.slots
		g.slots++
	}
	return v.slot
}

func slotMem(slot int32) x64.Mem { return x64.At(x64.RSP, slotOffset(slot)) }

// save stores a value into its slot if it is needed and not there already.
func (g *generator) save(id valueID) {
	v := &g.values[id]
	if v.inSlot || v.constant || v.known != 0 || g.gone(v) {
		return
	}
	g.store(slotMem(g.slotOf(v)), v.reg)
	v.inSlot = true
	g.version++
	g.noteAt(id, locSlot+v.slot)
}

// gone reports whether a value is not needed at or after the current point.
func (g *generator) gone(v *value) bool {
	for v.next < v.end && (g.uses[v.next].point() < g.point || g.quick && g.uses[v.next].slowly()) {
		v.next++
	}
	return v.next >= v.end
}

// spill frees a register.
func (g *generator) spill(r x64.Reg) {
	g.save(g.owner[r])
	g.vacate(r)
}

// free returns a register that holds nothing and is not in avoid; if necessary, it
// puts the value whose next use is farthest away into a slot.
func (g *generator) free(vector bool, avoid set) x64.Reg {
	pool := g.pool(vector) &^ avoid &^ g.pinned
	if r, ok := (pool &^ g.occupied &^ g.shy).first(); ok {
		return r
	}
	if r, ok := (pool &^ g.occupied).first(); ok {
		return r
	}
	r := g.victim(pool)
	g.spill(r)
	return r
}

// victim chooses the register whose value is needed last (L. A. Belady, "A study
// of replacement algorithms for a virtual-storage computer", 1966), with a
// preference for one that need not be stored.
func (g *generator) victim(pool set) x64.Reg {
	best, bestScore := x64.NoReg, int32(-1)
	for r := range pool.each {
		v := &g.values[g.owner[r]]
		score := g.nextUse(v)
		if !v.inSlot && !v.constant && v.known == 0 {
			score -= score / 4
		}
		if score > bestScore {
			best, bestScore = r, score
		}
	}
	if best == x64.NoReg {
		panic("BUG: no register is left")
	}
	return best
}

// claim frees a particular register: what it holds moves to another one, or to
// its slot if the current instruction does not need it.
func (g *generator) claim(r x64.Reg) {
	if !g.occupied.has(r) {
		return
	}
	id := g.owner[r]
	v := &g.values[id]
	other, ok := (g.pool(v.vector) &^ g.pinned &^ g.occupied &^ only(r)).first()
	switch {
	case g.gone(v):
		g.forget(id)
	case g.pinned.has(r):
		other = g.free(v.vector, only(r))
		g.pinned = g.pinned&^only(r) | only(other)
		g.relocate(id, other)
	case ok && !v.constant:
		g.relocate(id, other)
	default:
		g.spill(r)
	}
}

// relocate moves a value to a register that is free.
func (g *generator) relocate(id valueID, to x64.Reg) {
	from := g.values[id].reg
	g.move(to, from)
	g.vacate(from)
	g.put(id, to)
}

// in returns the register of an operand, which it then keeps until the end of the
// instruction.
func (g *generator) in(v trace.Value) x64.Reg { return g.inAvoiding(v, 0) }

func (g *generator) inAvoiding(v trace.Value, avoid set) x64.Reg {
	id := g.id(v)
	d := &g.values[id]
	if g.isFused(v) {
		m := g.address(&g.list[d.def])
		r := g.temp(d.vector)
		g.loadAs(d.typ, r, m)
		g.put(id, r)
		d.loaded = true
		return r
	}
	if d.reg == x64.NoReg {
		r := g.free(d.vector, avoid)
		g.fill(id, r)
		g.put(id, r)
	}
	g.pinned |= only(d.reg)
	return d.reg
}

// fill loads a value into a register.
func (g *generator) fill(id valueID, r x64.Reg) {
	d := &g.values[id]
	switch {
	case d.known != 0:
		g.asm.MovImm(r, int64(d.known-1))
	case d.constant:
		g.loadConstant(id, r)
	case d.inSlot:
		g.load(r, slotMem(d.slot))
	default:
		panic("BUG: a value is nowhere")
	}
}

// load and store move 64 bits between a register of either kind and memory.
func (g *generator) load(r x64.Reg, m x64.Mem) {
	if r.IsVector() {
		g.asm.RM(g.movsd, r, m)
		return
	}
	g.asm.RM(x64.MOV, r, m)
}

func (g *generator) store(m x64.Mem, r x64.Reg) {
	if r.IsVector() {
		g.asm.MR(g.movsd, m, r)
		return
	}
	g.asm.MR(x64.MOV, m, r)
}

// move copies a register to another one of the same kind.
func (g *generator) move(dst, src x64.Reg) {
	switch {
	case dst == src:
	case dst.IsVector():
		g.asm.RR(g.movapd, dst, src)
	default:
		g.asm.RR(x64.MOV, dst, src)
	}
}

// temp returns a register that holds nothing, until the end of the instruction.
func (g *generator) temp(vector bool) x64.Reg {
	r := g.free(vector, 0)
	g.pinned |= only(r)
	return r
}

// done frees operands that are no longer needed, so that the result can have
// their registers.
func (g *generator) done(list ...trace.Value) {
	for _, v := range list {
		if v == trace.None {
			continue
		}
		if g.isFused(v) || v.IsOp() && g.values[v].loaded {
			in := &g.list[g.values[v].def]
			g.done(in.A, in.B)
			if !g.values[v].loaded {
				continue
			}
		}
		id := g.id(v)
		d := &g.values[id]
		if d.reg != x64.NoReg {
			g.pinned &^= only(d.reg)
		}
		if g.dead(d) && !d.kept {
			g.forget(id)
		}
	}
}

// out gives the result of an instruction a register: that of the parameter which
// it will be, the first of those preferred that is free, or any other.
func (g *generator) out(v trace.Value, prefer ...x64.Reg) x64.Reg {
	id := g.id(v)
	d := &g.values[id]
	r := g.place(d, prefer)
	g.put(id, r)
	g.pinned |= only(r)
	return r
}

func (g *generator) place(d *value, prefer []x64.Reg) x64.Reg {
	if r := g.hinted(d); r != x64.NoReg {
		return r
	}
	for _, r := range prefer {
		if r != x64.NoReg && !(g.occupied | g.pinned).has(r) && g.pool(d.vector).has(r) {
			return r
		}
	}
	return g.free(d.vector, 0)
}

// hinted returns the register of the parameter that a value becomes, if it is
// free.
func (g *generator) hinted(d *value) x64.Reg {
	if d.hint == 0 {
		return x64.NoReg
	}
	r := g.home[d.hint]
	if r == x64.NoReg || !g.pool(d.vector).has(r) || (g.occupied | g.pinned).has(r) {
		return x64.NoReg
	}
	return r
}

// finish ends an instruction: registers may be used again, and a result that is
// not needed is forgotten, as is what only its exit needed.
func (g *generator) finish(in *backend.Instr) {
	g.pinned = 0
	g.point++
	if in.Dst > 0 && g.dead(&g.values[in.Dst]) {
		g.forget(valueID(in.Dst))
	}
	if in.Exit < 0 {
		return
	}
	for _, v := range g.p.LiveAt(in.Exit) {
		if d := &g.values[v]; (d.reg != x64.NoReg || d.slot >= 0) && g.dead(d) {
			g.forget(valueID(v))
		}
	}
}

// constValue is the operand for the number of a constant.
func (g *generator) constValue(id valueID) trace.Value {
	return trace.ConstValue(int(id) - g.p.Values)
}

// loadConstant puts a constant into a register, without touching the flags.
func (g *generator) loadConstant(id valueID, r x64.Reg) {
	bits, object := g.constBits(g.constValue(id))
	switch {
	case object:
		g.asm.RM(x64.MOVL, r, word(int32(bits)))
		g.asm.RM(x64.LEA, r, x64.Indexed(regHeap, r, 1, 0))
	case g.values[id].typ == heap.Ref:
		g.asm.RR(x64.MOV, r, regHeap)
	case !r.IsVector():
		g.asm.MovImm(r, int64(bits))
	case bits == 0:
		g.zeroVector(r)
	default:
		g.asm.RM(g.movsd, r, g.pooled(bits))
	}
}

// constInt returns what an integer operand is known to be.
func (g *generator) constInt(v trace.Value) (int64, bool) {
	if v == trace.None {
		return 0, true
	}
	d := g.val(v)
	if d.known != 0 {
		return int64(d.known - 1), true
	}
	if !d.constant || d.typ != heap.Int {
		return 0, false
	}
	bits, _ := g.p.ConstBits(v)
	return int64(bits), true
}

// constInt32 is constInt for constants that fit into an instruction.
func (g *generator) constInt32(v trace.Value) (int32, bool) {
	c, ok := g.constInt(v)
	return int32(c), ok && c == int64(int32(c))
}

package native

import (
	"math/bits"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/native/x64"
	"unbox/trace"
)

// Guards whose iterations can be counted ahead (backend.Counting) are left out of a copy of
// the loop, the quick one. Before it runs, code computes for how many iterations they hold;
// at most that number is put into the register with the fuel, so that the one check at the
// back edge covers all of them. When they are used up, the other copy, with all checks,
// runs for some iterations: a loop is entered there, and leaves there in its last
// iteration.
//
//	        jmp slow
//	quick:  the loop without those guards
//	        fuel -= 1; jump to quick while there is some
//	count:  fuel = as many iterations as those guards hold; jump to quick
//	        or, if that is none, a few; jump to slow
//	slow:   the loop
//	        fuel -= 1; jump to slow while there is some
//	        jmp count
//
// Both copies start in the same state, so the second one is written after restoring
// what the generator knew at the head.

const (
	// maxCountedLoop bounds the instructions of loops that are written twice.
	maxCountedLoop = 2000
	// slowIterations is the number of iterations with all checks before the count is tried
	// again.
	slowIterations = 16
)

// headState is what the generator knew at the loop's head.
type headState struct {
	values    []value
	owner     [32]valueID
	occupied  set
	freeSlots []int32
}

// decideCounting finds the guards to leave out.
func (g *generator) decideCounting() {
	g.counting, g.quick, g.slowly, g.slowLabel = nil, false, false, g.asm.NewLabel()
	if g.p.Loop < 0 || len(g.list)-g.p.Loop > maxCountedLoop {
		return
	}
	g.counting = g.loops.Counting(g.p, func(i int) bool {
		in := &g.list[i]
		if in.Checks != 0 {
			return false
		}
		if in.Op == backend.OpOverflow {
			return true
		}
		if in.A <= 0 || g.values[in.A].def < 0 {
			return false
		}
		def := g.values[in.A].def
		return g.fused[def] && g.list[def].Op == backend.OpPure && g.reaches[in.A].first == int32(i)
	})
}

// asksAhead reports whether the quick copy leaves out an instruction's check.
func (g *generator) asksAhead(i int32) bool {
	return g.counting != nil && int(i) >= g.p.Loop && g.counting.Skip[int(i)-g.p.Loop]
}

// skips reports whether an instruction is written differently in the current copy:
// because it never leaves, is not needed, or comes from another sum.
func (g *generator) skips(i int32) bool {
	if !g.quick {
		return false
	}
	in := &g.list[i]
	return g.asksAhead(i) || g.late[i] || in.Op == backend.OpPure && in.Exit < 0 && (g.dead(&g.values[in.Dst]) || g.baseOf(i) != trace.None)
}

// skip writes such an instruction.
func (g *generator) skip(in *backend.Instr) {
	if in.Op == backend.OpPure || in.Op == backend.OpOverflow {
		if g.late[g.at] {
			g.done(in.A, in.B)
			return
		}
		if g.dead(&g.values[in.Dst]) {
			g.done(in.A, in.B)
			return
		}
		if base := g.baseOf(g.at); base != trace.None {
			g.shifted(in, base)
			return
		}
		quick := *in
		quick.Op, quick.Code = backend.OpPure, trace.OpIntAdd
		if in.Code == trace.OpIntSubOvf {
			quick.Code = trace.OpIntSub
		}
		g.pure(&quick)
		return
	}
	def := &g.list[g.values[in.A].def]
	g.decide(in.A, in.Op == backend.OpGuardTrue)
	g.done(def.A, def.B)
}

// rememberHead keeps the state at the loop's head.
func (g *generator) rememberHead() {
	g.quick = true
	s := &g.atHead
	s.values = append(s.values[:0], g.values...)
	s.freeSlots = append(s.freeSlots[:0], g.freeSlots...)
	s.owner, s.occupied = g.owner, g.occupied
}

// loopSlowly writes the copy of the loop with all checks.
func (g *generator) loopSlowly() {
	s := &g.atHead
	copy(g.values, s.values)
	g.freeSlots = append(g.freeSlots[:0], s.freeSlots...)
	g.owner, g.occupied, g.pinned = s.owner, s.occupied, 0
	g.quick, g.slowly = false, true
	g.version++
	g.at = int32(g.p.Loop)
	g.asm.Place(g.slowLabel)
	for k := range g.heads {
		for _, place := range g.heads[k].places() {
			if place != locNowhere {
				g.noteAt(g.heads[k].id, place)
				break
			}
		}
	}
	for i := g.p.Loop; i < len(g.list); i++ {
		g.write(int32(i))
	}
}

// backSlowly ends that copy. Code of a space may enter the loop with much fuel, so the count is tried whenever that is a multiple
// of slowIterations: then it is put back.
func (g *generator) backSlowly() {
	if g.placing != nil {
		g.asm.RI(x64.TEST, regFuel, slowIterations-1)
		g.asm.RM(x64.LEA, regFuel, x64.At(regFuel, -1))
		g.asm.Jcc(x64.NotEqual, g.slowLabel, false)
		g.asm.RI(x64.ADD, regFuel, 1)
		g.asm.MR(x64.ADD, word(arena.WordFuel), regFuel)
	} else {
		g.asm.RI(x64.SUB, regFuel, 1)
		g.asm.Jcc(x64.AboveEqual, g.slowLabel, false)
	}
	for k := range g.stubs {
		if s := &g.stubs[k]; s.refill != 0 {
			g.asm.Jmp(s.refill, false)
		}
	}
}

// counter writes the code that counts. It uses three registers, whose contents it
// saves.
type counter struct {
	*generator
	aside [3]int32
	// none is where it goes if no iterations can be counted ahead.
	none x64.Label
}

// countRegisters are those that the counter uses: for a quantity, its distance from
// its limit, and the number of iterations.
var countRegisters = [...]x64.Reg{x64.RAX, x64.RDX, x64.RCX}

// writeCount takes fuel and goes to one of the copies, or leaves if there is no fuel.
func (g *generator) writeCount(s *stub) {
	c := counter{generator: g, none: g.asm.NewLabel()}
	for k := range c.aside {
		c.aside[k] = g.slots
		g.slots++
	}
	empty, enough := g.asm.NewLabel(), g.asm.NewLabel()
	fuel := word(arena.WordFuel)
	g.asm.Place(s.refill)
	g.asm.Place(s.resume)
	c.each(func(r x64.Reg, m x64.Mem) { g.asm.MR(x64.MOV, m, r) })
	g.asm.MovImm(x64.RCX, backend.MaxCounted)
	g.asm.MR(x64.CMP, fuel, x64.RCX)
	g.asm.Jcc(x64.AboveEqual, enough, true)
	g.asm.RM(x64.MOV, x64.RCX, fuel)
	g.asm.RR(x64.TEST, x64.RCX, x64.RCX)
	g.asm.Jcc(x64.Equal, empty, false)
	g.asm.Place(enough)
	for k := range g.counting.Conditions {
		c.condition(&g.counting.Conditions[k])
	}
	g.asm.RR(x64.TEST, x64.RCX, x64.RCX)
	g.asm.Jcc(x64.Equal, c.none, false)
	c.take(g.loopLabel)
	g.asm.Place(c.none)
	few := g.asm.NewLabel()
	g.asm.MovImm(x64.RCX, slowIterations)
	g.asm.MR(x64.CMP, fuel, x64.RCX)
	g.asm.Jcc(x64.AboveEqual, few, true)
	g.asm.RM(x64.MOV, x64.RCX, fuel)
	g.asm.Place(few)
	c.take(g.slowLabel)
	g.asm.Place(empty)
	c.restore()
	g.writeDerived()
	g.asm.RR(x64.XORL, regFuel, regFuel)
	g.asm.Jmp(s.label, false)
}

// each calls visit for the registers that hold something at the loop's head, and the
// place where it is saved.
func (c *counter) each(visit func(x64.Reg, x64.Mem)) {
	for k, r := range countRegisters {
		if c.occupied.has(r) {
			visit(r, slotMem(c.aside[k]))
		}
	}
}

func (c *counter) restore() {
	c.each(func(r x64.Reg, m x64.Mem) { c.asm.RM(x64.MOV, r, m) })
}

// take takes as much fuel as rcx says, uses one unit at once, and goes to a
// copy.
func (c *counter) take(to x64.Label) {
	c.asm.MR(x64.SUB, word(arena.WordFuel), x64.RCX)
	c.asm.RM(x64.LEA, regFuel, x64.At(x64.RCX, -1))
	c.restore()
	c.asm.Jmp(to, false)
}

// condition lowers the number of iterations to those in which a condition holds.
func (c *counter) condition(d *backend.Condition) {
	c.sum(x64.RAX, d.Of)
	if d.Kind == backend.ConditionFits {
		c.asm.MovImm(x64.RDX, backend.FitsLimit)
		c.asm.RR(x64.ADD, x64.RDX, x64.RAX)
		c.asm.RI(x64.SHR, x64.RDX, int32(bits.Len64(backend.FitsLimit)))
		c.asm.Jcc(x64.NotEqual, c.none, false)
		if d.By != trace.None {
			c.stepFits(d.By)
		}
		return
	}
	c.sum(x64.RDX, d.Limit)
	grows := d.Kind == backend.ConditionBelow && (d.Step > 0 || d.By != trace.None)
	falls := d.Kind == backend.ConditionAbove && d.Step < 0
	cond := x64.LessEqual
	if d.OrEqual {
		cond = x64.Less
	}
	if d.Kind == backend.ConditionBelow {
		c.asm.RR(x64.SUB, x64.RDX, x64.RAX)
		c.asm.Jcc(cond, c.none, false)
	} else {
		c.asm.RR(x64.SUB, x64.RAX, x64.RDX)
		c.asm.Jcc(cond, c.none, false)
		c.move(x64.RDX, x64.RAX)
	}
	if !grows && !falls {
		return
	}
	c.distance(d)
	c.asm.RR(x64.CMP, x64.RCX, x64.RDX)
	c.asm.Cmov(x64.Above, x64.RCX, x64.RDX)
}

// distance divides rdx, as unsigned, by the step, or by something greater.
func (c *counter) distance(d *backend.Condition) {
	if d.By == trace.None {
		if shift := bits.Len64(uint64(max(d.Step, -d.Step)) - 1); shift > 0 {
			c.asm.RI(x64.SHR, x64.RDX, int32(shift))
		}
		return
	}
	c.move(x64.RAX, x64.RDX)
	c.asm.RR(x64.XORL, x64.RDX, x64.RDX)
	if r, m, inRegister := c.at(d.By); inRegister {
		c.asm.R(x64.DIV, r)
	} else {
		c.asm.M(x64.DIV, m)
	}
	c.move(x64.RDX, x64.RAX)
}

// stepFits goes to none unless a step is from 1 to backend.MaxStep-1.
func (c *counter) stepFits(v trace.Value) {
	c.sum(x64.RDX, backend.Sum{Terms: [2]trace.Value{v}})
	c.asm.RR(x64.TEST, x64.RDX, x64.RDX)
	c.asm.Jcc(x64.Equal, c.none, false)
	c.asm.RI(x64.SHR, x64.RDX, int32(bits.Len64(backend.MaxStep-1)))
	c.asm.Jcc(x64.NotEqual, c.none, false)
}

// sum computes a sum in a register.
func (c *counter) sum(to x64.Reg, s backend.Sum) {
	started := false
	for _, v := range s.Terms {
		if v == trace.None {
			continue
		}
		op := x64.MOV
		if started {
			op = x64.ADD
		}
		if r, m, inRegister := c.at(v); inRegister {
			c.asm.RR(op, to, r)
		} else {
			c.asm.RM(op, to, m)
		}
		started = true
	}
	switch {
	case !started:
		c.asm.MovImm(to, s.Plus)
	case s.Plus != 0:
		c.asm.RI(x64.ADD, to, int32(s.Plus))
	}
}

// at is where a value of the loop's head is while the counter uses its registers.
func (c *counter) at(v trace.Value) (r x64.Reg, m x64.Mem, inRegister bool) {
	for k := range c.heads {
		h := &c.heads[k]
		if h.constant || h.id != valueID(v) {
			continue
		}
		for k, used := range countRegisters {
			if h.reg == used {
				return h.reg, slotMem(c.aside[k]), false
			}
		}
		if h.reg != x64.NoReg {
			return h.reg, m, true
		}
		if h.inSlot {
			return h.reg, slotMem(h.slot), false
		}
	}
	panic("BUG: a value that is counted on is not there at the loop's head")
}

package native

import (
	"slices"

	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
)

// A loop begins in a state: which value is in which register or slot. The jump back
// has to restore it. What comes before the loop decides where most values are;
// those that are used soon get registers as long as there are some, and a value
// that the loop computes for its next iteration gets the register of the parameter
// that it becomes, if that is free (generator.hinted).

// headPlace is where a value is at the loop's head.
type headPlace struct {
	id     valueID
	reg    x64.Reg
	inSlot bool
	slot   int32
	// from is what it becomes at the jump back: itself if it does not change.
	from trace.Value
	// constant means that it is a constant that stays in a register.
	constant bool
}

// loopReserve is the number of registers that the head of a loop leaves free
// for what the loop computes.
const loopReserve = 2

// findCarried fills carried: the values from before the loop that it needs in every
// iteration, besides those that the jump back changes.
func (g *generator) findCarried() {
	g.carried = g.carried[:0]
	p := g.p
	if p.Loop < 0 {
		return
	}
	g.counts = resize(g.counts, len(g.values)+1)
	const before, changed, noted = 1, 2, 3
	marks := g.counts
	clear(marks)
	for _, v := range p.Entry {
		marks[v] = before
	}
	for i := range g.list[:p.Loop] {
		in := &g.list[i]
		marks[in.Dst] = before // that of none is not looked at
		if in.Op == backend.OpMoves {
			for _, m := range p.MovesOf(in) {
				marks[m.Dst] = before
			}
		}
	}
	back := &g.list[len(g.list)-1]
	for _, m := range p.MovesOf(back) {
		marks[m.Dst] = changed
	}
	note := func(v trace.Value) {
		if v.IsOp() && marks[v] == before {
			marks[v] = noted
			g.carried = append(g.carried, valueID(v))
		}
	}
	for i := p.Loop; i < len(g.list); i++ {
		eachOperand(p, &g.list[i], note)
	}
}

// eachOperand calls visit for everything that an instruction needs.
func eachOperand(p *backend.Program, in *backend.Instr, visit func(trace.Value)) {
	switch in.Op {
	case backend.OpMoves, backend.OpBack:
		for _, m := range p.MovesOf(in) {
			visit(m.Src)
		}
	case backend.OpEffect, backend.OpLeave:
	default:
		visit(in.A)
		visit(in.B)
		visit(in.C)
	}
	if in.Exit >= 0 {
		for _, v := range p.LiveAt(in.Exit) {
			visit(v)
		}
	}
}

// giveHints gives each value the parameter that it becomes as a hint, and the same
// to what is computed in place for it.
func (g *generator) giveHints() {
	p := g.p
	if p.Loop < 0 {
		return
	}
	for _, m := range p.MovesOf(&g.list[len(g.list)-1]) {
		if m.Src > 0 && m.Src != m.Dst && g.values[m.Src].hint == 0 {
			g.values[m.Src].hint = valueID(m.Dst)
		}
	}
	for i := len(g.list) - 1; i >= p.Loop; i-- {
		in := &g.list[i]
		if in.Dst <= 0 || in.A <= 0 || in.Op != backend.OpPure && in.Op != backend.OpOverflow && in.Op != backend.OpMove {
			continue
		}
		a := &g.values[in.A]
		if hint := g.values[in.Dst].hint; a.hint == 0 && a.def >= int32(p.Loop) && a.vector == g.values[in.Dst].vector && !g.isParameter(in.A) {
			a.hint = hint
		}
	}
}

func (g *generator) isParameter(v trace.Value) bool { return g.values[v].def < 0 }

// head begins the loop: it decides where everything is, establishes that, and
// places the label.
func (g *generator) head() {
	g.point = int32(2 * g.p.Loop)
	g.collectHead()
	for _, vector := range []bool{false, true} {
		g.chooseHeadRegisters(vector)
	}
	for k := range g.heads {
		h := &g.heads[k]
		v := &g.values[h.id]
		h.reg, h.inSlot, h.slot = v.reg, v.inSlot, v.slot
		g.home[h.id] = v.reg
		if v.reg != x64.NoReg && h.from != trace.Value(h.id) {
			g.shy |= only(v.reg)
		}
		v.keepSlot = v.slot >= 0
	}
	g.keepConstants()
	if g.counting != nil {
		g.asm.Jmp(g.slowLabel, false)
	}
	g.asm.Align(32)
	g.asm.Place(g.loopLabel)
	g.version++
	if g.counting != nil {
		g.rememberHead()
	}
}

// collectHead lists the values that the loop starts with.
func (g *generator) collectHead() {
	for _, m := range g.p.MovesOf(&g.list[len(g.list)-1]) {
		id := valueID(m.Dst)
		if g.gone(&g.values[id]) && m.Src != m.Dst {
			// It is not used: it is computed and discarded.
			g.forget(id)
			continue
		}
		g.heads = append(g.heads, headPlace{id: id, from: m.Src})
	}
	for _, id := range g.carried {
		g.heads = append(g.heads, headPlace{id: id, from: trace.Value(id)})
	}
	slices.SortStableFunc(g.heads, func(a, b headPlace) int {
		return int(g.nextUse(&g.values[a.id])) - int(g.nextUse(&g.values[b.id]))
	})
	for r := x64.RAX; r <= regScratch; r++ { // what is left over from before
		if id := g.owner[r]; g.occupied.has(r) && !slices.ContainsFunc(g.heads, func(h headPlace) bool { return h.id == id }) {
			g.vacate(r)
		}
	}
}

// chooseHeadRegisters puts the values that are used first into registers, and
// removes the others if there are too many.
func (g *generator) chooseHeadRegisters(vector bool) {
	room := g.pool(vector).count()
	wanted := 0
	for k := range g.heads {
		if v := &g.values[g.heads[k].id]; v.vector == vector {
			wanted++
		}
	}
	if wanted > room-loopReserve {
		room -= loopReserve
	}
	place := 0
	for k := range g.heads { // the last ones leave first
		h := &g.heads[k]
		v := &g.values[h.id]
		if v.vector != vector {
			continue
		}
		place++
		stays := h.from == trace.Value(h.id)
		if v.reg != x64.NoReg && (place > room || stays && wanted > room) {
			g.save(h.id) // one that does not change need not be stored again
		}
		if v.reg != x64.NoReg && place > room {
			g.vacate(v.reg)
		}
	}
	place = 0
	for k := range g.heads {
		h := &g.heads[k]
		v := &g.values[h.id]
		if v.vector != vector {
			continue
		}
		if place++; place > room {
			continue
		}
		if v.reg == x64.NoReg && g.nextUse(v) < far {
			r := g.free(vector, 0)
			g.fill(h.id, r)
			g.put(h.id, r)
		}
		if h.from != trace.Value(h.id) && v.reg != x64.NoReg && v.inSlot {
			g.dropSlot(v) // the slot would have to be written in every iteration
		}
	}
}

// dropSlot notes that a value is only in its register. No stub is shared across the loop's head: each instruction has an exit of its own.
func (g *generator) dropSlot(v *value) {
	g.freeSlots = append(g.freeSlots, v.slot)
	v.slot, v.inSlot = -1, false
}

// keepConstants loads constants that the loop needs in registers, as long as there
// are registers that the loop would not use otherwise.
func (g *generator) keepConstants() {
	for _, id := range g.loopConstants {
		v := &g.values[id]
		pool := g.pool(v.vector) &^ g.occupied
		kind := v.kind()
		r, ok := pool.first()
		if g.pressure[kind]++; !ok || g.pressure[kind]+loopReserve > g.pool(v.vector).count() {
			continue
		}
		g.loadConstant(id, r)
		g.put(id, r)
		v.kept = true
		g.heads = append(g.heads, headPlace{id: id, reg: r, slot: -1, constant: true})
	}
}

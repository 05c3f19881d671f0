package native

import (
	"slices"

	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/native/x64"
	"unbox/optimizer"
)

// A loop begins in a state: which value is in which register or slot. The jump
// back has to bring that about again. What comes before the loop decides where
// most values are; those that are used soon get registers as long as there are
// some, and a value that the loop computes for its next round gets the register
// of the parameter that it becomes, if that is free (generator.hinted).

// headPlace is where a value is at the loop's head.
type headPlace struct {
	id     valueID
	reg    x64.Reg
	inSlot bool
	slot   int32
	// from is what it becomes at the jump back: itself if it stays as it is.
	from optimizer.Value
	// constant tells that it is a constant that stays in a register.
	constant bool
}

// loopReserve is how many registers the head of a loop leaves to what the loop
// computes.
const loopReserve = 2

// findCarried fills carried: the values from before the loop that it needs in every
// round, beside those that the jump back changes.
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
		if in.Dst > 0 {
			marks[in.Dst] = before
		}
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
	note := func(v optimizer.Value) {
		if v > 0 && marks[v] == before {
			marks[v] = noted
			g.carried = append(g.carried, valueID(v))
		}
	}
	for i := p.Loop; i < len(g.list); i++ {
		eachOperand(p, &g.list[i], note)
	}
}

// eachOperand calls visit for everything that an instruction needs.
func eachOperand(p *backend.Program, in *backend.Instr, visit func(optimizer.Value)) {
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

// giveHints says of each value which parameter it becomes, and of what is computed
// in place for it, the same.
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

func (g *generator) isParameter(v optimizer.Value) bool { return g.values[v].def < 0 }

// head begins the loop: it decides where everything is, brings that about, and
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
		if v.reg != x64.NoReg && h.from != optimizer.Value(h.id) {
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
	p := g.p
	g.heads = g.heads[:0]
	for _, m := range p.MovesOf(&g.list[len(g.list)-1]) {
		id := valueID(m.Dst)
		if g.gone(&g.values[id]) && m.Src != m.Dst {
			// Nobody asks for it: it is computed and thrown away.
			g.forget(id)
			continue
		}
		g.heads = append(g.heads, headPlace{id: id, from: m.Src})
	}
	for _, id := range g.carried {
		g.heads = append(g.heads, headPlace{id: id, from: optimizer.Value(id)})
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

// chooseHeadRegisters puts the values that are used first into registers, and takes
// the others out if there are too many.
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
		stays := h.from == optimizer.Value(h.id)
		if v.reg != x64.NoReg && (place > room || stays && wanted > room) {
			g.save(h.id) // one that stays as it is need not be stored again
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
		if h.from != optimizer.Value(h.id) && v.reg != x64.NoReg && v.inSlot {
			g.dropSlot(v) // the slot would have to be written in every round
		}
	}
}

// dropSlot says that a value is in its register only.
func (g *generator) dropSlot(v *value) {
	g.freeSlots = append(g.freeSlots, v.slot)
	v.slot, v.inSlot = -1, false
	g.version++
}

// keepConstants loads constants that the loop needs in registers, as long as there
// are registers that the loop would not use otherwise.
func (g *generator) keepConstants() {
	for _, id := range g.loopConstants {
		v := &g.values[id]
		pool := g.pool(v.vector) &^ g.occupied
		kind := 0
		if v.vector {
			kind = 1
		}
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

// fuelChunk is how many rounds code with fuel in a register runs before it looks
// at the word in the heap again, which the driver may have set to 0.
const fuelChunk = 1 << 16

// backEdge ends the loop: it brings the head's state about, takes fuel and jumps. The
// fuel comes last, so that one jump does for both questions; what is handed over if
// there is none is then where the next round will look for it.
func (g *generator) backEdge(in *backend.Instr) {
	g.writeLate()
	g.transferHead()
	g.settleHead()
	if g.slowly {
		g.backSlowly()
		return
	}
	s := g.leaveAtHead(in.Exit)
	if g.fuelInRegister {
		g.asm.RI(x64.SUB, regFuel, 1)
	} else {
		g.asm.MI(x64.SUB, word(arena.WordFuel), 1)
	}
	g.asm.Jcc(x64.AboveEqual, g.loopLabel, false)
	g.straight = int32(g.asm.Pos())
	if g.counting != nil {
		g.writeCount(&s)
		return
	}
	g.writeRefill(&s)
}

// settleHead says that everything is where the loop's head has it.
func (g *generator) settleHead() {
	for rest := g.occupied; rest != 0; {
		r, _ := rest.first()
		rest &^= only(r)
		g.vacate(r)
	}
	for k := range g.heads {
		h := &g.heads[k]
		if h.reg != x64.NoReg {
			g.put(h.id, h.reg)
		}
	}
}

// leaveAtHead makes the stub of the back edge: a value that is handed over is where
// the parameter is that it became. All references are changed if objects move.
func (g *generator) leaveAtHead(exit int32) stub {
	s := stub{exit: exit, label: g.asm.NewLabel(), resume: g.asm.NewLabel(), refill: g.asm.NewLabel(),
		first: int32(len(g.locs)), instr: g.at}
	live := g.p.LiveAt(exit)
	for k := range g.derived {
		g.derived[k].slot = g.slots
		g.slots++
	}
	index := make(map[optimizer.Value]int32, len(live))
	for k, v := range live {
		index[v] = int32(k)
		g.locs = append(g.locs, locNowhere)
	}
	s.copies = int32(len(g.locs))
	for k := range g.heads {
		h := &g.heads[k]
		at, ok := index[h.from]
		if !ok || h.constant {
			continue
		}
		for _, place := range h.places() {
			if place == locNowhere {
				continue
			}
			if first := &g.locs[s.first+at]; *first == locNowhere {
				*first = place
			} else if g.values[h.id].typ == heap.Ref { // numbers stay as they are in all places
				g.locs = append(g.locs, at, place)
			}
		}
	}
	for _, d := range g.derived {
		if at, ok := index[d.from]; ok && g.locs[s.first+at] == locNowhere {
			g.locs[s.first+at] = locSlot + d.slot
		}
	}
	for k, v := range live { // decided comparisons are constants
		if d := g.val(v); d.known != 0 {
			g.locs[int(s.first)+k] = locFalse - int32(d.known-1)
		}
	}
	g.noteConstantCopies()
	s.end = int32(len(g.locs))
	g.stubs = append(g.stubs, s)
	return s
}

// places returns the two places where a value is at the head.
func (h *headPlace) places() (list [2]int32) {
	list = [2]int32{locNowhere, locNowhere}
	if h.reg != x64.NoReg {
		list[0] = int32(h.reg)
	}
	if h.inSlot {
		list[1] = locSlot + h.slot
	}
	return list
}

// writeRefill looks whether there is more fuel, when there was none or the driver has
// given some. If there is it goes to the loop's head, and otherwise leaves.
func (g *generator) writeRefill(s *stub) {
	fuel := word(arena.WordFuel)
	if !g.fuelInRegister {
		g.asm.Place(s.refill)
		g.asm.MI(x64.ADD, fuel, 1) // the word says 0 again
		g.asm.Jmp(s.label, false)
		g.asm.Place(s.resume)
		g.asm.MI(x64.SUB, fuel, 1)
		g.asm.Jcc(x64.AboveEqual, g.loopLabel, false)
		g.asm.Jmp(s.refill, false)
		return
	}
	g.asm.Place(s.refill)
	g.asm.Place(s.resume)
	enough := g.asm.NewLabel()
	g.asm.MovImm(regFuel, fuelChunk)
	g.asm.MR(x64.CMP, fuel, regFuel)
	g.asm.Jcc(x64.AboveEqual, enough, true)
	g.asm.RM(x64.MOV, regFuel, fuel)
	g.asm.RR(x64.TEST, regFuel, regFuel)
	g.asm.Jcc(x64.Equal, s.label, false)
	g.asm.Place(enough)
	g.asm.MR(x64.SUB, fuel, regFuel)
	g.asm.RI(x64.SUB, regFuel, 1)
	g.asm.Jmp(g.loopLabel, false)
}

// transferHead brings about the state of the loop's head.
func (g *generator) transferHead() {
	for k := range g.heads {
		h := &g.heads[k]
		if h.constant {
			if g.values[h.id].reg != h.reg {
				g.addTransfer(int32(h.reg), locConst-int32(int(h.id)-g.p.Values), g.values[h.id].vector)
			}
			continue
		}
		v := &g.values[h.id]
		src := g.where(h.from)
		stays := h.from == optimizer.Value(h.id)
		if h.reg != x64.NoReg {
			g.addTransfer(int32(h.reg), src, v.vector)
		}
		if h.inSlot && !(stays && v.inSlot) {
			g.addTransfer(locSlot+h.slot, src, v.vector)
		}
	}
	g.transferAll()
}

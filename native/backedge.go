package native

import (
	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/native/x64"
	"unbox/trace"
)

// fuelChunk is the number of iterations that code with fuel in a register runs
// before it looks at the word in the heap again, which the driver may have set to 0.
const fuelChunk = 1 << 16

// backEdge ends the loop: it establishes the head's state, takes fuel and jumps. The
// fuel comes last, so that one jump answers both questions; if there is no fuel, live
// values are then where the next iteration expects them.
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
	for r := range g.occupied.each {
		g.vacate(r)
	}
	for k := range g.heads {
		h := &g.heads[k]
		if h.reg != x64.NoReg {
			g.put(h.id, h.reg)
		}
	}
}

// leaveAtHead makes the stub of the back edge: a live value is where the parameter
// is that it has become. All references are updated if objects move.
func (g *generator) leaveAtHead(exit int32) stub {
	s := stub{exit: exit, label: g.asm.NewLabel(), resume: g.asm.NewLabel(), refill: g.asm.NewLabel(),
		first: int32(len(g.locs)), instr: g.at}
	live := g.p.LiveAt(exit)
	for k := range g.derived {
		g.derived[k].slot = g.slots
		g.slots++
	}
	index := g.counts // by value, from 1 on: it is not needed any more
	clear(index)
	for k, v := range live {
		index[g.id(v)] = int32(k + 1)
		g.locs = append(g.locs, locNowhere)
	}
	s.copies = int32(len(g.locs))
	for k := range g.heads {
		h := &g.heads[k]
		at := index[g.id(h.from)] - 1
		if at < 0 || h.constant {
			continue
		}
		for _, place := range h.places() {
			if place == locNowhere {
				continue
			}
			if first := &g.locs[s.first+at]; *first == locNowhere {
				*first = place
			} else if g.values[h.id].typ == heap.Ref { // numbers do not change in any of their places
				g.locs = append(g.locs, at, place)
			}
		}
	}
	for _, d := range g.derived {
		if at := index[g.id(d.from)] - 1; at >= 0 && g.locs[s.first+at] == locNowhere {
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

// writeRefill checks whether there is more fuel, when there was none or the driver
// has given some. If there is it goes to the loop's head, and otherwise leaves.
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

// transferHead establishes the state of the loop's head for the next iteration.
func (g *generator) transferHead() {
	for k := range g.heads {
		h := &g.heads[k]
		g.addHead(h, h.from)
	}
	g.transferAll()
}

// addHead adds the moves to a place of the loop's head, which gets the value from.
func (g *generator) addHead(h *headPlace, from trace.Value) {
	v := &g.values[h.id]
	if h.constant {
		if v.reg != h.reg {
			g.addTransfer(int32(h.reg), locConst-int32(int(h.id)-g.p.Values), v.vector)
		}
		return
	}
	src := g.where(from)
	if h.reg != x64.NoReg {
		g.addTransfer(int32(h.reg), src, v.vector)
	}
	stays := from == trace.Value(h.id)
	if h.inSlot && !(stays && v.inSlot) {
		g.addTransfer(locSlot+h.slot, src, v.vector)
	}
}

package native

import (
	"slices"

	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/native/x64"
	"unbox/trace"
)

// Where a value is when code leaves, as one number: a register from 0 on, a slot
// from locSlot on, what a decided comparison gave (locFalse, locTrue), or from
// locConst downwards a constant of the trace.
const (
	locSlot    = 32
	locNowhere = -1
	locFalse   = -2
	locTrue    = -3
	locConst   = -4
)

// stub is a way out of the code. It is placed after the code, writes its number
// into the frame and jumps to the code that saves all registers.
type stub struct {
	exit  int32
	label x64.Label
	// resume is where the code continues, 0 if it does not.
	resume x64.Label
	// first is the index in generator.locs at which the places of the exit's live
	// values begin. From copies on come pairs: the position of a reference and a
	// second place that holds it, or -1 minus the offset of a word of the region with
	// a constant, and the register that holds it.
	first, copies, end int32
	// instr is the instruction it belongs to.
	instr int32
	// refill checks for more fuel, see backEdge.
	refill x64.Label
	// out is where code of a space leaves if no other code continues there, see placing.go. At its jump to other code, jump is where the
	// instruction ends that goes there, enough the label of that instruction, empty where the register with the fuel had none.
	out, enough, empty x64.Label
	jump               int
}

// leave returns the label of a stub for an exit, with all values where they are
// now.
func (g *generator) leave(exit int32) x64.Label {
	if n := len(g.stubs); n > 0 && g.stubs[n-1].exit == exit && g.stubVersion == g.version {
		return g.stubs[n-1].label
	}
	s := stub{exit: exit, label: g.asm.NewLabel(), first: int32(len(g.locs)), instr: g.at}
	live := g.p.LiveAt(exit)
	for _, v := range live {
		g.locs = append(g.locs, g.where(v))
	}
	s.copies = int32(len(g.locs))
	if g.p.Exits[exit].Kind != backend.ExitLeave {
		g.noteCopies(live)
		s.resume = g.asm.NewLabel()
	}
	s.end = int32(len(g.locs))
	g.stubs = append(g.stubs, s)
	g.stubVersion = g.version
	return s.label
}

// where returns the place of a value.
func (g *generator) where(v trace.Value) int32 {
	d := g.val(v)
	switch {
	case d.known != 0:
		return locFalse - int32(d.known-1)
	case d.reg != x64.NoReg:
		return int32(d.reg)
	case d.inSlot:
		return locSlot + d.slot
	case d.constant:
		return locConst - int32(v.ConstIndex())
	}
	return locNowhere
}

// noteCopies notes which references are in a slot as well as in a register, and
// which registers hold constants that are objects: if objects move, all of them
// change.
func (g *generator) noteCopies(live []trace.Value) {
	for k, v := range live {
		d := g.val(v)
		if d.typ == heap.Ref && d.reg != x64.NoReg && d.inSlot && !d.constant {
			g.locs = append(g.locs, int32(k), locSlot+d.slot)
		}
	}
	g.noteConstantCopies()
}

// noteConstantCopies is noteCopies for constants.
func (g *generator) noteConstantCopies() {
	for r := range g.occupied.each {
		id := g.owner[r]
		if !g.values[id].constant {
			continue
		}
		if bits, object := g.constBits(g.constValue(id)); object {
			g.locs = append(g.locs, -1-int32(bits), int32(r))
		}
	}
}

// word is the address of a word that code and driver share.
func word(offset int32) x64.Mem { return x64.At(regHeap, offset) }

// writeStubs writes the stubs and what they have in common.
func (g *generator) writeStubs() {
	for k := range g.stubs {
		s := &g.stubs[k]
		g.at = s.instr
		g.site()
		if g.placing != nil && s.resume == 0 {
			g.leaveThroughTable(s, k)
			continue
		}
		g.asm.Place(s.label)
		g.asm.MI(x64.MOVL, x64.At(x64.RSP, frameExit), g.exitNumber(k))
		g.asm.Jmp(g.common, false)
	}
	g.at = -1
	g.site()
	g.asm.Place(g.common)
	g.settleWords()
	for r := range g.touched.each {
		g.store(x64.At(x64.RSP, saveOffset(r)), r)
	}
	g.asm.Plain(x64.RET)
	g.writeResume()
}

// settleWords stores the region's words that the code keeps in registers.
func (g *generator) settleWords() {
	if g.fuelInRegister {
		g.asm.MR(x64.ADD, word(arena.WordFuel), regFuel)
	}
	g.settleFree()
}

func (g *generator) settleFree() {
	if g.freeInRegister {
		g.asm.MR(x64.MOVL, word(arena.WordFree), regFree)
	}
}

// writeResume writes the entry for going on: all registers as they were, and no fuel.
func (g *generator) writeResume() {
	if !slices.ContainsFunc(g.stubs, func(s stub) bool { return s.resume != 0 }) {
		return
	}
	g.resumeAt = int32(g.asm.Pos())
	for r := range g.touched.each {
		g.load(r, x64.At(x64.RSP, saveOffset(r)))
	}
	if g.fuelInRegister {
		g.asm.RR(x64.XORL, regFuel, regFuel)
	}
	g.loadFree()
	g.asm.M(x64.JMPR, x64.At(x64.RSP, frameResume))
}

package native

import (
	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/native/x64"
	"unbox/trace"
)

// Code of a space differs from code with a region of its own in how it begins and ends.
// It may begin in the middle of a frame: the values that it starts with are where the exit
// that it belongs to has them. Where it leaves for good, it jumps through a word of the
// space's table, which is directly before the region. At first that word leads to the next
// instruction, which writes the exit's number into the frame and leaves; later perhaps to
// other code. So code never changes once it is written.
//
// From one code to the next, fuel stays in its register: through the word in memory, each
// passage would wait for the one before. Only a loop that needs the register for a value
// keeps its fuel in the word.

// placing says where in a space code is.
type placing struct {
	// entry has the place of each value of Program.Entry, as in exits.go.
	entry []int32
	// constants is the offset in the region of the references to the program's constants,
	// and of one more word, which is not 0 once guard_not_invalidated fails.
	constants int32
	// fuelled means that regFuel has fuel where the code begins; otherwise it may have one of the values.
	fuelled bool
	// number reserves numbers for n exits, and returns the first one, first.
	number func(n int) (int32, error)
	first  int32
}

// tableOffset is where the table has the word of an exit, from the region's address.
func tableOffset(number int32) int32 { return -8 * (number + 1) }

// slotPlaces returns the places of values in the first slots of a frame: where code that is
// entered from outside, or by a jump, finds them.
func slotPlaces(n int) []int32 {
	list := make([]int32, n)
	for k := range list {
		list[k] = locSlot + int32(k)
	}
	return list
}

// entryPlaces returns where the values are with which the code begins.
func (g *generator) entryPlaces() []int32 {
	if g.placing != nil {
		return g.placing.entry
	}
	return slotPlaces(len(g.p.Entry))
}

// entrySlots returns the number of slots that the code finds in the frame.
func (g *generator) entrySlots() int32 {
	n := int32(0)
	for _, place := range g.entryPlaces() {
		n = max(n, place-locSlot+1)
	}
	return n
}

// placeEntries notes where the values are with which the code begins. A value in a
// register that has a fixed meaning here goes to a slot.
func (g *generator) placeEntries() {
	taken := make([]bool, g.slots)
	places := g.entryPlaces()
	for k, v := range g.p.Entry {
		d, place := &g.values[v], places[k]
		switch {
		case g.gone(d):
		case place == locFalse || place == locTrue:
			d.known = 1 + uint8(locFalse-place)
		case place == locNowhere: // a sum that overflowed: it must not be used
			d.known = 1
		case place >= locSlot:
			d.slot, d.inSlot = place-locSlot, true
			taken[d.slot] = true
			g.noteAt(valueID(v), place)
		case g.pool(d.vector).has(x64.Reg(place)):
			g.put(valueID(v), x64.Reg(place))
		default:
			d.slot, d.inSlot = g.slots, true
			g.slots++
			g.store(slotMem(d.slot), x64.Reg(place))
			g.touched |= only(x64.Reg(place))
		}
	}
	for k, is := range taken {
		if !is {
			g.freeSlots = append(g.freeSlots, int32(k))
		}
	}
}

// constBits is Program.ConstBits; the references to a program's constants are where the
// space has them.
func (g *generator) constBits(v trace.Value) (bits uint64, object bool) {
	bits, object = g.p.ConstBits(v)
	if object && g.placing != nil {
		bits += uint64(g.placing.constants) - arena.ConstTable
	}
	return bits, object
}

// outsideWord returns the offset of a word that a guard asks about: each code of a space
// has its own one for what was taken to be constant.
func (g *generator) outsideWord(offset int32) int32 {
	if g.placing != nil && offset == arena.WordInvalid {
		return g.placing.constants + int32(len(g.p.Objects()))*arena.SlotSize
	}
	return offset
}

// numberStubs gives the exits of code in a space their numbers.
func (g *generator) numberStubs() (err error) {
	if g.placing != nil {
		g.placing.first, err = g.placing.number(len(g.stubs))
	}
	return err
}

// exitNumber returns the number that a stub writes into the frame.
func (g *generator) exitNumber(k int) int32 {
	if g.placing != nil {
		return g.placing.first + int32(k)
	}
	return int32(k)
}

// leaveThroughTable writes a final exit: out is what the table leads to at first.
func (g *generator) leaveThroughTable(s *stub, k int) {
	number := g.exitNumber(k)
	if s.jump > 0 {
		g.asm.Displace(s.jump, tableOffset(number))
	} else {
		s.out = g.asm.NewLabel()
		g.asm.Place(s.label)
		g.settleFree()
		g.asm.M(x64.JMPR, word(tableOffset(number)))
	}
	g.asm.Place(s.out)
	g.asm.MI(x64.MOVL, x64.At(x64.RSP, frameExit), number)
	g.asm.Jmp(g.common, false)
	if s.jump > 0 {
		g.takeFromWord(s)
	}
}

// jumpThroughTable takes fuel and jumps to other code, which finds the rest in regFuel: code without a loop always has it there. The number
// of the exit, and what happens if there is no fuel, follow later.
func (g *generator) jumpThroughTable(s *stub) {
	s.out, s.enough, s.empty = g.asm.NewLabel(), g.asm.NewLabel(), g.asm.NewLabel()
	g.asm.Place(s.label)
	g.asm.RI(x64.SUB, regFuel, 1)
	g.asm.Jcc(x64.Below, s.empty, false)
	g.asm.Place(s.enough)
	g.asm.M(x64.JMPR, word(tableOffset(tableSize)))
	s.jump = g.asm.Pos()
}

// takeFromWord takes the fuel for a jump from the word when its register had none, or leaves.
func (g *generator) takeFromWord(s *stub) {
	g.asm.Place(s.empty)
	g.asm.MR(x64.ADD, word(arena.WordFuel), regFuel)
	g.asm.MovImm(regFuel, 0) // the flags stay: a carry if the word was not 0
	g.asm.Jcc(x64.Below, s.enough, false)
	g.asm.Jmp(s.out, false)
}

// enterFuelled writes the beginning of code in a space: fuel is in its register, or in the word.
func (g *generator) enterFuelled() {
	switch {
	case g.fuelInRegister && !g.placing.fuelled:
		g.asm.RR(x64.XORL, regFuel, regFuel)
	case !g.fuelInRegister && g.placing.fuelled:
		g.asm.MR(x64.ADD, word(arena.WordFuel), regFuel)
	}
}

// leaveByJump leaves for other code, which finds the arguments in the first slots. A cycle of
// codes has to be stopped like a loop, so each jump takes fuel, and leaves if there is none:
// the word is then -1.
func (g *generator) leaveByJump(in *backend.Instr) {
	args := g.p.Trace.Args(in.Source)
	g.slots = max(g.slots, int32(len(args)))
	at := g.counts // which is not needed any more
	for k, v := range args {
		g.addTransfer(locSlot+int32(k), g.where(v), g.p.TypeOf(v) == heap.Float)
		at[g.id(v)] = locSlot + int32(k)
	}
	g.transferAll()
	s := stub{exit: in.Exit, label: g.asm.NewLabel(), first: int32(len(g.locs)), instr: g.at}
	for _, v := range g.p.LiveAt(in.Exit) {
		g.locs = append(g.locs, at[g.id(v)])
	}
	s.copies = int32(len(g.locs))
	for k, v := range args {
		if g.p.TypeOf(v) == heap.Ref {
			g.locs = append(g.locs, 0, locSlot+int32(k))
		}
	}
	s.end = int32(len(g.locs))
	g.version++
	g.jumpThroughTable(&s)
	g.stubs = append(g.stubs, s)
}

// writeAdapter writes code that moves values from where an exit has them to where other
// code expects them, and continues there through the table.
func (g *generator) writeAdapter(from, to []int32, vector []bool, number int32) []byte {
	g.asm.Reset(false)
	g.slots = 0
	for k := range from {
		g.slots = max(g.slots, from[k]-locSlot+1, to[k]-locSlot+1)
	}
	for k := range from {
		switch {
		case to[k] < 0: // known, or unused
		case from[k] == locNowhere:
			g.addTransfer(to[k], locFalse, false)
		default:
			g.addTransfer(to[k], from[k], vector[k])
		}
	}
	g.transferAll()
	g.asm.M(x64.JMPR, word(tableOffset(number)))
	return g.asm.Finish()
}

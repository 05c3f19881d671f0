package codegen

import (
	"slices"

	"unbox/backend"
)

// A loop and the codes to which its exits lead may be one function. Where an exit leads to joined code, that stands in the branch
// of the guard: its values stay in locals, and an engine optimizes all of it at once, where two functions have to hand over
// values in the frame and jump through the table. Joined code ends as it does alone, or, if it leads back to the start of the whole,
// with a branch to there.
//
// Where joined code asks for something it stops: it continues in its own function, which is entered for that in any case. So the
// function of the whole continues only where its first code does, with the same numbers.

// Joined is code that is a part of another code's function, at one of its exits.
type Joined struct {
	// Program is nil if the exit leads back to the start of the function.
	Program *backend.Program
	// Placing is that with which the code was placed alone, and what is joined to it; Exits are those of Placed then.
	Placing Placing
	Exits   []FrameExit
}

// joining is what the generator knows of the function to which it joins code.
type joining struct {
	// whole is the generator of the function's first code.
	whole *generator
	// start is the depth of the block at whose beginning the first code starts.
	start uint32
	// spare are the locals of codes that were joined before, by type. Nothing continues after joined code, so others may use them.
	spare [wasmTypes][]uint32
}

// localDirect is whether a function that starts has its entry values in locals, not in the frame. Only functions of joined codes have it.
const localDirect = localResume + 1

// openStart begins the block to which joined code leads back.
func (g *generator) openStart() {
	if j := g.placed.joining; j != nil {
		g.open(opLoop)
		j.start = g.depth
	}
}

// join writes the code that is joined at an exit.
func (g *generator) join(exit int32, joined *Joined) {
	whole := g.placed.joining.whole
	if g.program.Jumps(exit) {
		g.askForMore(true)
		g.open(opIf)
		g.storeSlots(exit, g.placed.out.Exits[exit].Slots)
		g.askNow(exit)
		g.close()
		g.takeFuel()
	}
	if joined.Program == nil {
		g.pass(exit, whole)
		g.i32(1)
		g.set(localDirect)
		g.i32(0)
		g.set(localResume)
		g.op(opBr)
		g.unsigned(uint64(g.depth - whole.placed.joining.start))
		return
	}
	b := newGenerator(joined.Program)
	at := joined.Placing
	b.placed = newPlaced(&at, joined.Program)
	b.placed.joining, b.placed.alone = g.placed.joining, joined.Exits
	b.findResumes()
	spare := &g.placed.joining.spare
	b.depth, b.types = g.depth, g.types
	for t := range spare {
		b.free[t] = slices.Clone(spare[t])
	}
	g.pass(exit, b)
	b.buffer = g.buffer
	b.joinedBody()
	if g == whole { // with the locals of what is joined to b
		for local := len(g.types); local < len(b.types); local++ {
			t := typeMinus(b.types[local])
			spare[t] = append(spare[t], uint32(local))
		}
	}
	g.buffer, g.types, g.multiplies = b.buffer, b.types, g.multiplies || b.multiplies
}

// pass gives the entry values of joined code their locals, all at once, through the stack.
func (g *generator) pass(exit int32, to *generator) {
	slots, entry := g.placed.out.Exits[exit].Slots, to.program.Entry
	fused, isTrue := g.fusedAnswer(exit)
	for k, v := range entry {
		if to.used(v) {
			g.pushAt(slots[to.placed.Entry[k]], fused, isTrue)
		}
	}
	for k := len(entry) - 1; k >= 0; k-- {
		if to.used(entry[k]) {
			g.set(to.define(entry[k]))
		}
	}
}

// joinedBody writes joined code, up to where it asks for something in any case.
func (g *generator) joinedBody() {
	for k := range g.program.Code {
		in := &g.program.Code[k]
		switch {
		case g.placed.short[k]:
			g.arrayOrAsk(in)
		case slices.Contains(g.placed.before, k):
			g.storeAsked(in)
			g.askNow(in.Exit)
			return
		case !g.fused[k]:
			g.instr(k)
		}
		g.release(k)
	}
}

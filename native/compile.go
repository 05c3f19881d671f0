package native

import (
	"fmt"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/native/x64"
	"unbox/trace"
)

// Options say for which processor code is generated, and what is recorded about
// it.
type Options struct {
	// Features are what the processor can do; see [Host].
	Features Features
	// Listing notes each instruction and where each value is, for [Code.Listing] and
	// [Code.Places]. It takes some memory and time.
	Listing bool
}

// Features are extensions that not every x86-64 processor has.
type Features struct {
	// AVX has operations of three operands on doubles, BMI2 shifts by any register.
	AVX, BMI2 bool
}

// generator makes machine code of a program. It goes over the program once, after
// it has found out where each value is needed, and keeps its memory from one
// program to the next.
type generator struct {
	p *backend.Program
	o Options
	// list are the program's instructions, some of which may read items at other
	// indexes, see indexes.go.
	list, rewritten []backend.Instr
	// loops finds what is said of the loop.
	loops   backend.LoopFinder
	shifts  []backend.Shift
	related map[trace.Value]backend.Shift
	// derived are the parameters that only the interpreter needs.
	derived []derivedPlace
	// late marks instructions that the quick copy computes at the jump back.
	late []bool
	// together are the guards that the quick copy asks with one jump, see together.go.
	together []int32
	// early has, by guard, the division that is written before it, see early.go.
	early []int32
	asm   x64.Assembler

	values  []value
	uses    []use
	counts  []int32
	reaches []reach
	fused   []bool
	// carried, pressure, loopConstants and changes: see loop.go and pressure.go.
	carried       []valueID
	loopConstants []valueID
	pressure      [kinds]int
	changes       [2][]int32

	// owner is the value in each register, occupied the registers that have one,
	// pinned those that the current instruction needs; shy ones are used last.
	owner                 [32]valueID
	occupied, pinned, shy set
	// touched are the registers that ever held a value.
	touched set
	// general and vectors are those that may have values.
	general, vectors set
	slots            int32
	freeSlots        []int32
	// point is the current point, as in use; at is the current instruction.
	point, at int32
	// version changes whenever a value is moved.
	version, stubVersion int

	heads     []headPlace
	home      []x64.Reg
	loopLabel x64.Label
	// fuelInRegister means that regFuel has the fuel, freeInRegister that regFree has
	// the place of the next allocation.
	fuelInRegister, freeInRegister bool

	// counting, slowLabel, slowly and atHead: see counted.go.
	counting  *backend.Counting
	slowLabel x64.Label
	// quick and slowly tell which copy of the loop is being written.
	quick, slowly bool
	atHead        headState

	stubs    []stub
	locs     []int32
	common   x64.Label
	resumeAt int32
	straight int32
	outlined []outlined
	literals constantPool
	sites    []site
	events   []event

	// placing is set for code of a space, see placing.go.
	placing *placing

	transfers     []transfer
	readers       []int32
	writer, ready []int32
	movsd, movapd x64.Op
}

// outlined is code for rare cases, written after the straight path.
type outlined struct {
	instr int32
	write func()
}

// compile makes the code of a program, for a space if at says where in it. It panics only
// for our own mistakes.
func (g *generator) compile(p *backend.Program, o Options, at *placing) error {
	if err := checkSize(len(p.Code), len(p.Live)); err != nil {
		return err
	}
	g.placing = at
	g.begin(p, o)
	for i := range p.Code {
		if i == p.Loop {
			g.at = int32(i)
			g.head()
		}
		g.write(int32(i))
	}
	if g.counting != nil {
		g.loopSlowly()
	}
	if p.Loop < 0 {
		g.straight = int32(g.asm.Pos())
	}
	for k := 0; k < len(g.outlined); k++ {
		g.at = g.outlined[k].instr
		g.site()
		g.outlined[k].write()
	}
	if err := g.numberStubs(); err != nil {
		return err
	}
	g.writeStubs()
	g.literals.write(g)
	g.asm.Finish()
	return nil
}

// write writes instruction i, unless it is a part of another one.
func (g *generator) write(i int32) {
	g.at, g.point = i, 2*i
	if g.fused[i] {
		return
	}
	g.writeEarly()
	g.site()
	switch {
	case g.wasEarly(i):
		g.done(g.list[i].A, g.list[i].B)
	case g.skips(i):
		g.skip(&g.list[i])
	default:
		g.instruction(&g.list[i])
	}
	g.finish(&g.list[i])
}

// The tables of the code count instructions, and the values of exits, in 32 bits, and need room for multiples of
// these counts.
const (
	maxInstructions = 1<<27 - 1
	maxExitValues   = 1<<30 - 1
)

// checkSize refuses programs that are too large, given the number of instructions and the total number
// of live values of all exits.
func checkSize(instructions, exitValues int) error {
	switch {
	case instructions > maxInstructions:
		return fmt.Errorf("expected a trace of at most %d instructions, found %d", maxInstructions, instructions)
	case exitValues > maxExitValues:
		return fmt.Errorf("expected exits with at most %d values together, found %d", maxExitValues, exitValues)
	}
	return nil
}

func (g *generator) begin(p *backend.Program, o Options) {
	g.p, g.o, g.list = p, o, p.Code
	g.asm.Reset(o.Listing)
	g.owner, g.occupied, g.pinned, g.shy, g.touched = [32]valueID{}, 0, 0, 0, 0
	g.general = generalSet
	g.slots, g.freeSlots = g.entrySlots(), g.freeSlots[:0]
	g.stubs, g.locs, g.outlined = g.stubs[:0], g.locs[:0], g.outlined[:0]
	g.sites, g.events, g.heads = g.sites[:0], g.events[:0], g.heads[:0]
	g.point, g.at, g.version, g.stubVersion = 0, -1, 1, 0
	g.common, g.loopLabel = g.asm.NewLabel(), g.asm.NewLabel()
	g.literals.reset()
	g.movsd, g.movapd = x64.MOVSD, x64.MOVAPD
	if o.Features.AVX {
		g.movsd, g.movapd = x64.VMOVSD, x64.VMOVAPD
	}
	g.beginValues()
	g.home = resize(g.home, len(g.values))
	for k := range g.home {
		g.home[k] = x64.NoReg
	}
	g.shiftIndexes()
	g.decideFusion()
	g.decideCounting()
	g.findDerived()
	g.findLate()
	g.findCarried()
	g.giveHints()
	g.measureLoop()
	g.decideTogether()
	g.decideEarly()
	g.countUses()
	g.fuelInRegister = p.Loop < 0 && g.placing != nil || p.Loop >= 0 && (g.counting != nil || g.pressure[kindGeneral] < g.general.count()-1)
	if g.fuelInRegister {
		g.general &^= only(regFuel)
	}
	g.freeInRegister = g.fuelInRegister && p.Loop >= 0 && g.loopAllocates() && g.pressure[kindGeneral] < g.general.count()-1
	if g.freeInRegister {
		g.general &^= only(regFree)
	}
	g.enter()
}

// enter writes the beginning, with the fuel counter, and notes where the inputs
// are.
func (g *generator) enter() {
	g.placeEntries()
	if g.placing != nil {
		g.enterFuelled()
	} else if g.fuelInRegister {
		g.asm.RR(x64.XORL, regFuel, regFuel)
	}
	g.loadFree()
}

// isFused reports whether v is computed where it is used, and was not yet.
func (g *generator) isFused(v trace.Value) bool {
	if !v.IsOp() || g.values[v].known != 0 || g.values[v].loaded {
		return false
	}
	def := g.values[v].def
	return def >= 0 && g.fused[def]
}

// instruction writes one instruction.
func (g *generator) instruction(in *backend.Instr) {
	g.checks(in)
	switch in.Op {
	case backend.OpPure:
		g.pure(in)
	case backend.OpOverflow:
		g.overflow(in)
	case backend.OpMove:
		g.moves([]backend.Move{{Dst: in.Dst, Src: in.A}})
	case backend.OpMoves:
		g.moves(g.p.MovesOf(in))
	case backend.OpGet, backend.OpGetItem:
		g.get(in)
	case backend.OpSet, backend.OpSetNonnull, backend.OpSetItem:
		g.set(in)
	case backend.OpNew:
		g.newObject(in)
	case backend.OpNewArray:
		g.newArray(in)
	case backend.OpArrayLen:
		g.loadHeader(in, arena.LengthOffset)
	case backend.OpCopy:
		g.copyItems(in)
	case backend.OpShape:
		g.loadHeader(in, 0)
	case backend.OpGuardTrue, backend.OpGuardFalse:
		g.guardTruth(in)
	case backend.OpGuardValue:
		g.guardValue(in)
	case backend.OpGuardClass:
		g.guardClass(in)
	case backend.OpGuardWord:
		g.asm.MI(x64.CMP, word(g.outsideWord(in.Offset)), in.Want)
		g.leaveUnless(comparison{cond: x64.Equal}, in.Exit)
	case backend.OpLeave:
		if g.placing != nil && g.p.Jumps(in.Exit) {
			g.leaveByJump(in)
			return
		}
		g.asm.Jmp(g.leave(in.Exit), false)
	case backend.OpEffect:
		g.effect(in)
	case backend.OpBack:
		g.backEdge(in)
	default:
		panic(fmt.Sprintf("BUG: no code for instruction kind %d", in.Op))
	}
}

// site notes where the code of an instruction begins. Nobody asks that of code in a space.
func (g *generator) site() {
	if g.placing != nil {
		return
	}
	g.sites = append(g.sites, site{Offset: int32(g.asm.Pos()), Instr: g.at})
}

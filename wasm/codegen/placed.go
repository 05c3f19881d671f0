package codegen

import (
	"fmt"

	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/trace"
)

// Code of a space ([backend.Space]) works on the region of a world, which is somewhere in a
// memory that it shares with others. Its function, run, gets the address of a frame, and a
// number that says where to continue: 0 at the start, with the entry values in the frame, or
// a place where it asked for something, with all values that are needed there.
//
// Whenever the straight path ends it writes values into the frame and returns. It never calls
// anything, so its caller may do something that takes long, pause in the middle of that, or
// enter other code, with nothing of this code on the stack. What it returns where it leaves for
// good is in a word of its own for each exit: first a negative number that names the exit
// ([Ask.Left]), later perhaps the number of other code, which continues with the frame as it is.
// With tail calls (Placing.TailCalls) the code goes there itself; without, or when the other code returns,
// [Dispatcher] does, without returning to the host.
//
// Between two checks whether a collection is due, which are made at back edges and jumps to
// other code, a trace allocates so little (Placed.Words) that there is always room for it.

// Placing says where in a memory code of a space is. Addresses are those in the memory.
type Placing struct {
	// Region is the address of the world's region.
	Region uint32
	// Constants are the words with references to the program's objects, in the order of
	// Program.Objects.
	Constants uint32
	// Invalid is a word that is not 0 once guard_not_invalidated fails.
	Invalid uint32
	// Exits are words of 32 bits, one for each exit of the program: what run returns there.
	Exits uint32
	// Code is the number of the code in the table of functions, less than MaxCodes.
	Code int
	// Entry is the slot of the frame of each value of Program.Entry.
	Entry []int
	// TailCalls lets the code use tail calls, which not every engine has.
	TailCalls bool
	// Arrays is the number of words that the code may allocate for arrays whose length it does not know.
	Arrays int
	// Joined has codes that become a part of this one's function, by the exits of the program that lead to them.
	Joined map[int32]*Joined
	// Counted writes the loop twice, if guards can be left out of one of the copies: see [Counts].
	Counted bool
}

// MaxCodes is the maximum number of codes in a table, and MaxExits the maximum number of
// exits of each. So the number of an exit fits into 31 bits.
const (
	MaxCodes = 1 << 13
	MaxExits = 1 << 17
)

// Ask is what run returns, as a number below 0, if it leaves or asks for something.
type Ask struct {
	Code int
	Exit int32
	// Asks means that it does not leave for good, or not without a check of fuel and
	// collections.
	Asks bool
}

// Number returns what run returns.
func (a Ask) Number() int32 {
	n := int32(a.Code)<<18 | a.Exit<<1
	if a.Asks {
		n |= 1
	}
	return ^n
}

// ReadAsk reads what run returned.
func ReadAsk(number int32) Ask {
	n := ^number
	return Ask{int(n >> 18), n >> 1 & (MaxExits - 1), n&1 != 0}
}

// Placed is code of a space.
type Placed struct {
	// Module imports env.memory and env.table, and puts its function into the table.
	Module []byte
	// Exits says for each exit of the program what is in the frame there.
	Exits []FrameExit
	// Words is the maximum number of words that the code allocates before it checks whether
	// a collection is due.
	Words int
}

// FrameExit is what is in the frame where code leaves.
type FrameExit struct {
	// Slots are values, constants among them at a jump, in the slots from 0 on.
	Slots []trace.Value
	// Resume is the number with which the code continues there, 0 if it does not.
	Resume int32
}

// maxInlineItems bounds the length of arrays that code of a space allocates itself if it is known, maxShortItems if it is not:
// code asks for longer ones. maxResumes bounds the number of places at which one trace may ask for something.
const (
	maxInlineItems = 1 << 12
	maxShortItems  = 1 << 8
	maxResumes     = 2000
)

// placed is what the generator knows of code in a space.
type placed struct {
	*Placing
	out *Placed
	// before and in are the instructions, before the loop and in it, after which the code
	// continues when it has asked for something.
	before, in []int
	// head are the values that are needed at the loop's head.
	head []trace.Value
	// allocates means that the loop allocates.
	allocates bool
	// short are the instructions that allocate arrays of an unknown length themselves if they are short.
	short map[int]bool
	// joining is nil if nothing is joined; done are the exits at which something was, alone the exits of joined code in its own
	// function, which continues where this code asks for something.
	joining *joining
	// counted is nil if the loop is written once.
	counted *counted
	done    map[int32]bool
	alone   []FrameExit
}

func newPlaced(at *Placing, p *backend.Program) *placed {
	return &placed{Placing: at, out: &Placed{Exits: make([]FrameExit, len(p.Exits))}, short: make(map[int]bool), done: make(map[int32]bool)}
}

// bytesPer is about how many bytes an instruction becomes, with its exits.
const bytesPer = 64

// Place makes code from a program that was planned for a world.
func Place(p *backend.Program, at *Placing) (*Placed, error) {
	if len(p.Exits) > MaxExits || at.Code >= MaxCodes {
		return nil, fmt.Errorf("expected at most %d guards in a trace and %d traces, found %d and %d", MaxExits, MaxCodes, len(p.Exits), at.Code+1)
	}
	g := newGenerator(p)
	g.bytes = make([]byte, 0, bytesPer*len(p.Code))
	g.placed = newPlaced(at, p)
	g.types = append(g.types, typeI32, typeI32) // localFrame, localResume
	if len(at.Joined) > 0 {
		g.types = append(g.types, typeI32) // localDirect
		g.placed.joining = &joining{whole: g}
	}
	if at.Counted {
		g.count()
	}
	g.findResumes()
	if n := len(g.placed.before) + len(g.placed.in); n > maxResumes {
		return nil, fmt.Errorf("expected at most %d calls in a trace, found %d", maxResumes, n)
	}
	g.placedFunction()
	if len(g.types) > maxLocals {
		return nil, fmt.Errorf("expected at most %d values that are needed at once, found %d", maxLocals, len(g.types))
	}
	g.placed.out.Module = g.placedModule()
	return g.placed.out, nil
}

// Locals of code in a space, besides those that every function has. The very first two are
// its parameters, which are copied to these at once.
const (
	localFrame  = fixedLocals
	localResume = fixedLocals + 1
)

// findResumes lists where the code continues, and counts what it allocates.
func (g *generator) findResumes() {
	p, s := g.program, g.placed
	for k := range p.Code {
		in, inLoop := &p.Code[k], p.Loop >= 0 && k >= p.Loop
		switch {
		case in.Op == backend.OpEffect || in.Op == backend.OpNewArray && !g.isShort(in):
			if inLoop {
				s.in = append(s.in, k)
			} else {
				s.before = append(s.before, k)
			}
			if words := 1 + maxShortItems; in.Op == backend.OpNewArray && !in.A.IsConst() && words <= s.Arrays {
				s.short[k] = true
				s.Arrays -= words
				s.out.Words += words
				s.allocates = s.allocates || inLoop
			}
		case in.Op == backend.OpNew:
			s.out.Words += int(in.Size) / arena.SlotSize
			s.allocates = s.allocates || inLoop
		case in.Op == backend.OpNewArray:
			length, _ := p.ConstBits(in.A)
			s.out.Words += 1 + int(length)
			s.allocates = s.allocates || inLoop
		}
	}
}

// isShort reports whether code allocates an array itself: if its length is known.
func (g *generator) isShort(in *backend.Instr) bool {
	if !in.A.IsConst() {
		return false
	}
	length, _ := g.program.ConstBits(in.A)
	return length <= maxInlineItems
}

// placedFunction writes the body. Blocks end where the code continues, so that the
// function begins with a jump to one of them: those before the loop, the loop's head, or, once
// more at the head, those in the loop.
func (g *generator) placedFunction() {
	p, s := g.program, g.placed
	g.get(localFree) // the parameters
	g.set(localFrame)
	g.get(localLimit)
	g.set(localResume)
	g.open(opBlock)
	g.reload()
	g.openStart()
	head := int32(len(s.before)) + 1
	if p.Loop >= 0 {
		g.open(opBlock)
	}
	g.dispatch(len(s.before), 0)
	g.loadEntry()
	for k := range p.Code {
		if k == p.Loop {
			g.beginLoop(head)
		}
		if !g.fused[k] {
			g.instr(k)
		}
		g.release(k)
	}
	if p.Loop >= 0 {
		g.close()
	}
	if s.joining != nil {
		g.close()
	}
	g.close()
	g.save()
	if s.TailCalls {
		g.tailCall()
	}
	g.get(localExit)
	g.op(opEnd)
}

// loadEntry reads the entry values from the frame, unless joined code leads here, which has set their locals.
func (g *generator) loadEntry() {
	if g.placed.joining != nil {
		g.get(localDirect)
		g.op(opI32Eqz)
		g.open(opIf)
		defer g.close()
	}
	for k, v := range g.program.Entry {
		if g.used(v) {
			local := g.define(v)
			g.get(localFrame)
			g.load(g.program.TypeOf(v), int32(g.placed.Entry[k])*arena.SlotSize)
			g.set(local)
		}
	}
}

// tailCall continues in other code, if localExit is its number, in place of this one. So each trace has a jump of its own,
// whose target processors predict, and nothing is on the stack.
func (g *generator) tailCall() {
	g.get(localExit)
	g.i32(0)
	g.op(opI32GeS)
	g.begin(opIf)
	g.get(localFrame)
	g.i32(0)
	g.get(localExit)
	g.op(opReturnCallIndirect)
	g.bytes = append(g.bytes, 0, 0) // the type of run, the table
	g.op(opEnd)
}

// dispatch opens the blocks after which the code continues, and jumps to the end of the one
// that localResume says, less first; if it says none of them, to what comes next, or to the
// loop.
func (g *generator) dispatch(blocks int, first int32) {
	p := g.program
	isLoop := first > 0
	if blocks == 0 {
		if !isLoop && p.Loop >= 0 {
			g.get(localResume)
			g.op(opBrIf)
			g.unsigned(0)
		}
		return
	}
	for range blocks + 1 {
		g.open(opBlock)
	}
	g.get(localResume)
	if isLoop {
		g.i32(first)
		g.op(opI32Sub)
	}
	g.op(opBrTable)
	g.unsigned(uint64(blocks + 1))
	for k := range blocks + 1 {
		g.unsigned(uint64(k))
	}
	if !isLoop && p.Loop >= 0 {
		g.unsigned(uint64(blocks + 1)) // out of all of them
	} else {
		g.unsigned(0)
	}
	g.close()
}

// beginLoop begins the loop, whose head is a place where the code continues.
func (g *generator) beginLoop(head int32) {
	g.close()
	g.placed.head = g.alive(g.program.Loop - 1)
	g.get(localResume)
	g.i32(head)
	g.op(opI32Eq)
	g.open(opIf)
	g.reloadSlots(g.placed.head)
	g.close()
	g.open(opLoop)
	g.loop = g.depth
	g.dispatch(len(g.placed.in), head)
	if g.placed.counted != nil {
		g.quickCopy()
	}
}

// ask stores what an exit asks about, and everything that is needed later, and goes
// on after that with the values as they are then.
func (g *generator) ask(in *backend.Instr) {
	after := g.storeAsked(in)
	g.askNow(in.Exit)
	g.close()
	g.reloadAfter(in, after)
}

// storeAsked stores what an exit asks about, and everything that is needed later, which it returns.
func (g *generator) storeAsked(in *backend.Instr) []trace.Value {
	p := g.program
	if g.placed.alone != nil {
		g.storeSlots(in.Exit, g.placed.alone[in.Exit].Slots)
		return nil
	}
	at := int(p.Exits[in.Exit].Instr)
	list := append([]trace.Value(nil), p.LiveAt(in.Exit)...)
	after := g.alive(at)
	given := list
	g.mark(given, true)
	for _, v := range after {
		if !g.marked[v] {
			list = append(list, v)
		}
	}
	g.mark(given, false)
	x := &g.placed.out.Exits[in.Exit]
	x.Slots, x.Resume = list, g.resumeNumber(at)
	g.storeSlots(in.Exit, list)
	return after
}

// reloadAfter reads what is needed after a question.
func (g *generator) reloadAfter(in *backend.Instr, after []trace.Value) {
	g.mark(after, true)
	for k, v := range g.placed.out.Exits[in.Exit].Slots {
		if v.IsOp() && g.marked[v] {
			g.reloadSlot(k, v)
		}
	}
	g.mark(after, false)
}

// resumeNumber is the number with which the code continues after an instruction.
func (g *generator) resumeNumber(at int) int32 {
	s := g.placed
	for k, other := range s.before {
		if other == at {
			return int32(k + 1)
		}
	}
	for k, other := range s.in {
		if other == at {
			return int32(len(s.before) + k + 2)
		}
	}
	panic("BUG: a place where code goes on was not found before")
}

// askNow leaves with a question.
func (g *generator) askNow(exit int32) {
	g.i32(Ask{g.placed.Code, exit, true}.Number())
	g.set(localExit)
	g.out()
}

// storeSlots writes values to the frame.
func (g *generator) storeSlots(exit int32, list []trace.Value) {
	fused, isTrue := g.fusedAnswer(exit)
	for k, v := range list {
		g.get(localFrame)
		g.pushAt(v, fused, isTrue)
		g.store(g.program.TypeOf(v), int32(k)*arena.SlotSize)
	}
}

// pushAt puts a value on the stack at an exit where the answer of a fused comparison is known.
func (g *generator) pushAt(v, fused trace.Value, isTrue bool) {
	if v == fused && fused != trace.None {
		g.answer(isTrue)
	} else {
		g.push(v)
	}
}

func (g *generator) reloadSlots(list []trace.Value) {
	for k, v := range list {
		g.reloadSlot(k, v)
	}
}

func (g *generator) reloadSlot(k int, v trace.Value) {
	g.get(localFrame)
	g.load(g.program.TypeOf(v), int32(k)*arena.SlotSize)
	g.set(g.define(v))
}

// leavePlaced leaves for good, to wherever the exit's word says. Before a jump to other
// code it checks, as a back edge does.
func (g *generator) leavePlaced(exit int32) {
	g.giveBack()
	p, x := g.program, &g.placed.out.Exits[exit]
	jumps := p.Jumps(exit)
	if x.Slots = p.LiveAt(exit); jumps {
		x.Slots = p.Trace.Args(p.Code[p.Exits[exit].Instr].Source)
	}
	if joined := g.placed.Joined[exit]; joined != nil && !g.placed.done[exit] { // once, if the exit is at several places
		g.placed.done[exit] = true
		g.join(exit, joined)
		return
	}
	g.storeSlots(exit, x.Slots)
	if jumps {
		g.askForMore(true)
		g.open(opIf)
		g.askNow(exit)
		g.close()
		g.takeFuel()
	}
	g.i32(0)
	g.memory(opI32Load, int32(g.placed.Placing.Exits)+4*exit)
	g.set(localExit)
	g.out()
}

// askForMore puts on the stack whether there is no fuel, or a collection is due.
func (g *generator) askForMore(allocates bool) {
	g.get(localFuel)
	g.op(opI64Eqz)
	if allocates {
		g.get(localFree)
		g.get(localLimit)
		g.op(opI32GtU, opI32Or)
	}
}

func (g *generator) takeFuel() {
	g.get(localFuel)
	g.i64(1)
	g.op(opI64Sub)
	g.set(localFuel)
}

// backPlaced writes the back edge: the stored values are those of the next iteration.
func (g *generator) backPlaced(in *backend.Instr) {
	s := g.placed
	g.moves(in)
	g.askForMore(s.allocates)
	g.open(opIf)
	x := &s.out.Exits[in.Exit]
	x.Slots, x.Resume = s.head, int32(len(s.before))+1
	g.storeSlots(in.Exit, s.head)
	g.askNow(in.Exit)
	g.close()
	g.takeFuel()
	if len(s.in) > 0 {
		g.i32(0)
		g.set(localResume)
	}
	g.op(opBr)
	g.unsigned(uint64(g.depth - g.loop))
}

// allocatePlaced allocates an object, or an array of a known length, without checking whether there is room.
func (g *generator) allocatePlaced(in *backend.Instr) {
	size, header := in.Size, int64(in.Shape)
	if in.Op == backend.OpNewArray {
		length, _ := g.program.ConstBits(in.A)
		size, header = arena.HeaderSize+int32(length)*arena.SlotSize, header|int64(length)<<32
	}
	g.get(localFree)
	g.i64(header)
	g.memory(opI64Store, g.region())
	g.get(localFree)
	g.tee(localA32)
	g.i32(size)
	g.op(opI32Add)
	g.set(localFree)
	if g.used(in.Dst) {
		g.get(localA32)
		g.pop(in.Dst)
	}
}

// arrayPlaced allocates an array whose length is not known, or large. It asks for it, unless it is one of those that may be
// short, and is.
func (g *generator) arrayPlaced(k int) {
	in := &g.program.Code[k]
	if !g.placed.short[k] {
		g.ask(in)
		g.arrayAsked(in)
		return
	}
	after := g.arrayOrAsk(in)
	g.close()
	g.get(localResume)
	g.i32(g.placed.out.Exits[in.Exit].Resume)
	g.op(opI32Eq)
	g.open(opIf)
	g.reloadAfter(in, after)
	g.arrayAsked(in)
	g.close()
}

// arrayOrAsk allocates an array if it is short, and asks for it otherwise. It returns what is needed after a question.
func (g *generator) arrayOrAsk(in *backend.Instr) []trace.Value {
	g.push(in.A)
	g.i64(maxShortItems)
	g.op(opI64GtU)
	g.open(opIf)
	after := g.storeAsked(in)
	g.askNow(in.Exit)
	g.close()
	g.shortArray(in)
	return after
}

// arrayAsked takes the array that was asked for.
func (g *generator) arrayAsked(in *backend.Instr) {
	if g.used(in.Dst) {
		g.result(heap.Ref)
		g.pop(in.Dst)
	}
}

// shortArray allocates an array without checking whether there is room.
func (g *generator) shortArray(in *backend.Instr) {
	g.get(localFree)
	g.push(in.A)
	g.i64(32)
	g.op(opI64Shl)
	g.i64(int64(in.Shape))
	g.op(opI64Or)
	g.memory(opI64Store, g.region())
	g.get(localFree)
	g.tee(localA32)
	g.push(in.A)
	g.op(opI32WrapI64)
	g.i32(3)
	g.op(opI32Shl, opI32Add)
	g.i32(arena.HeaderSize)
	g.op(opI32Add)
	g.set(localFree)
	if g.used(in.Dst) {
		g.get(localA32)
		g.pop(in.Dst)
	}
}

// placedModule writes the module.
func (g *generator) placedModule() []byte {
	begin := placedBegin[trace.Bit(g.multiplies)]
	var code buffer
	g.declare(&code, 2)
	size := len(code.bytes) + len(g.bytes)
	out := buffer{make([]byte, 0, len(begin)+size+len(multipliers)+32)}
	out.bytes = append(out.bytes, begin...)
	out.section(9, func(b *buffer) { // the table's place number Code is function 0
		b.bytes = append(b.bytes, 1, 0)
		b.i32(int32(g.placed.Code))
		b.op(opEnd)
		b.bytes = append(b.bytes, 1, 0)
	})
	var sized buffer
	sized.unsigned(uint64(size))
	functions, after := 1, []byte(nil)
	if g.multiplies {
		functions, after = 3, multipliers
	}
	out.byte(10)
	out.unsigned(uint64(1 + len(sized.bytes) + size + len(after)))
	out.byte(byte(functions))
	for _, part := range [...][]byte{sized.bytes, code.bytes, g.bytes, after} {
		out.bytes = append(out.bytes, part...)
	}
	return out.bytes
}

// placedBegin is how a module of code in a space begins, without functions that multiply and with them, which are multipliers.
var placedBegin, multipliers = [...][]byte{beginPlaced(false), beginPlaced(true)}, func() []byte {
	var b buffer
	helper(&b, mulHigh())
	helper(&b, mulOverflows(funcMulHigh-funcRun))
	return b.bytes
}()

func beginPlaced(multiplies bool) []byte {
	types := []byte{1, typeFunc, 2, typeI32, typeI32, 1, typeI32}
	functions := []byte{1, 0}
	if multiplies {
		types[0], functions = 3, []byte{3, 0, 1, 2}
		types = append(types, typeFunc, 2, typeI64, typeI64, 1, typeI64, typeFunc, 2, typeI64, typeI64, 1, typeI32)
	}
	out := beginModule()
	out.section(1, func(b *buffer) { b.bytes = append(b.bytes, types...) })
	out.section(2, func(b *buffer) {
		b.unsigned(2)
		b.imports("memory", 2, 0, 1) // at least one page, without a maximum
		b.imports("table", 1, typeFuncref, 0, 1)
	})
	out.section(3, func(b *buffer) { b.bytes = append(b.bytes, functions...) })
	return out.bytes
}

// Dispatcher is a module that imports env.table, and exports
//
//	enter(code, frame, resume i32) i32
//
// which calls the function of a code, and as long as that returns the number of another one,
// that one from its start.
func Dispatcher() []byte {
	const code, frame, resume = 0, 1, 2
	out := beginModule()
	out.section(1, func(b *buffer) {
		b.bytes = append(b.bytes, 2,
			typeFunc, 2, typeI32, typeI32, 1, typeI32,
			typeFunc, 3, typeI32, typeI32, typeI32, 1, typeI32)
	})
	out.section(2, func(b *buffer) {
		b.unsigned(1)
		b.imports("table", 1, typeFuncref, 0, 1)
	})
	out.section(3, func(b *buffer) { b.bytes = append(b.bytes, 1, 1) })
	out.section(7, func(b *buffer) {
		b.unsigned(1)
		b.name("enter")
		b.bytes = append(b.bytes, 0, 0)
	})
	var f buffer
	f.byte(0)
	f.begin(opLoop)
	f.get(frame)
	f.get(resume)
	f.get(code)
	f.op(opCallIndirect)
	f.bytes = append(f.bytes, 0, 0)
	f.set(code)
	f.i32(0)
	f.set(resume)
	f.get(code)
	f.i32(0)
	f.op(opI32GeS, opBrIf)
	f.unsigned(0)
	f.op(opEnd)
	f.get(code)
	f.op(opEnd)
	out.section(10, func(b *buffer) {
		b.unsigned(1)
		helper(b, f.bytes)
	})
	return out.bytes
}

// Environment is a module that exports a memory with a number of pages and a table of MaxCodes functions, for use
// without a page that provides them.
func Environment(pages uint32) []byte {
	out := beginModule()
	out.section(4, func(b *buffer) {
		b.bytes = append(b.bytes, 1, typeFuncref, 0)
		b.unsigned(MaxCodes)
	})
	out.section(5, func(b *buffer) {
		b.bytes = append(b.bytes, 1, 0)
		b.unsigned(uint64(pages))
	})
	out.section(7, func(b *buffer) {
		b.unsigned(2)
		b.name("memory")
		b.bytes = append(b.bytes, 2, 0)
		b.name("table")
		b.bytes = append(b.bytes, 1, 0)
	})
	return out.bytes
}

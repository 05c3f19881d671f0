package codegen

import (
	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/trace"
)

// generator writes the body of the function.
type generator struct {
	buffer
	*locals
	program *backend.Program
	// depth is the number of open blocks, and the depth of the loop's.
	depth, loop uint32
	// fused means that only the guard after it uses a comparison, and computes it.
	fused []bool
	// placed is where in a space the code is, nil if it has a memory of its own.
	placed *placed
	// multiplies means that the code calls functions of the module that multiply.
	multiplies bool
}

func newGenerator(p *backend.Program) *generator {
	fused := findFused(p)
	return &generator{program: p, locals: newLocals(p, fused), fused: fused}
}

// findFused finds comparisons whose result only the guard right after them
// uses.
func findFused(p *backend.Program) []bool {
	fused := make([]bool, len(p.Code))
	for k := range p.Code {
		if next := &p.Code[k]; next.Op == backend.OpGuardTrue || next.Op == backend.OpGuardFalse {
			fuse(p, fused, k)
		}
	}
	return fused
}

// fuse enters the comparison right before a guard, if it is fused with it.
func fuse(p *backend.Program, fused []bool, guard int) {
	if guard == 0 || guard == p.Loop {
		return
	}
	in := &p.Code[guard-1]
	fused[guard-1] = in.Op == backend.OpPure && in.Exit < 0 && isComparison(in.Code) && p.Code[guard].A == in.Dst && p.Uses[in.Dst] == guardUses
}

// guardUses is how often a guard's condition counts as used if nothing but the guard
// uses it: by the guard, and by its exit, where it is live to be checked once more.
const guardUses = 2

// function writes the body.
func (g *generator) function() {
	p := g.program
	g.open(opBlock)
	g.reload()
	for k, v := range p.Entry {
		if !g.used(v) {
			continue
		}
		local := g.define(v)
		g.i32(0)
		g.load(p.TypeOf(v), p.Layout.Frame+int32(k)*arena.SlotSize)
		g.set(local)
	}
	for k := range p.Code {
		if k == p.Loop {
			g.open(opLoop)
			g.loop = g.depth
		}
		if !g.fused[k] {
			g.instr(k)
		}
		g.release(k)
	}
	if p.Loop >= 0 {
		g.close()
	}
	g.close()
	// Every final exit comes here.
	g.save()
	g.get(localExit)
	g.call(funcLeave)
	g.op(opDrop, opEnd)
}

func (g *generator) open(op opcode) {
	g.begin(op)
	g.depth++
}

func (g *generator) close() {
	g.op(opEnd)
	g.depth--
}

// out goes to the end of the function.
func (g *generator) out() {
	g.op(opBr)
	g.unsigned(uint64(g.depth - 1))
}

// push puts an operand on the stack, in the type of its local.
func (g *generator) push(v trace.Value) {
	if v.IsOp() {
		g.get(g.define(v))
		return
	}
	bits, object := g.program.ConstBits(v)
	switch {
	case object && g.placed != nil:
		g.i32(0)
		g.memory(opI32Load, int32(g.placed.Constants)+int32(bits)-arena.ConstTable)
	case object:
		g.i32(0)
		g.memory(opI32Load, int32(bits))
	case v == trace.None, g.program.TypeOf(v) == heap.Ref:
		g.i32(0) // null
	case g.program.TypeOf(v) == heap.Float:
		g.f64(bits)
	default:
		g.i64(int64(bits))
	}
}

// pop takes a result from the stack.
func (g *generator) pop(v trace.Value) {
	if g.used(v) {
		g.set(g.define(v))
		return
	}
	g.op(opDrop)
}

// load reads a slot as a value of a type; the address is on the stack.
func (g *generator) load(t heap.Type, offset int32) {
	switch t {
	case heap.Float:
		g.memory(opF64Load, offset)
	case heap.Ref:
		g.memory(opI32Load, offset)
	default:
		g.memory(opI64Load, offset)
	}
}

// store writes a slot; address and value are on the stack.
func (g *generator) store(t heap.Type, offset int32) {
	switch t {
	case heap.Float:
		g.memory(opF64Store, offset)
	case heap.Ref:
		g.op(opI64ExtendU)
		g.memory(opI64Store, offset)
	default:
		g.memory(opI64Store, offset)
	}
}

// instr writes one instruction.
func (g *generator) instr(k int) {
	in := &g.program.Code[k]
	switch in.Op {
	case backend.OpPure:
		if in.Exit < 0 && !g.used(in.Dst) {
			return
		}
		g.pure(in)
		g.pop(in.Dst)
	case backend.OpOverflow:
		g.overflow(in)
	case backend.OpMove:
		if g.used(in.Dst) {
			g.push(in.A)
			g.pop(in.Dst)
		}
	case backend.OpMoves:
		g.moves(in)
	case backend.OpGuardTrue, backend.OpGuardFalse:
		g.guard(k, in)
	case backend.OpGuardValue:
		g.guardValue(in)
	case backend.OpGuardClass:
		g.shape(in.A)
		g.i32(int32(in.Shape))
		g.op(opI32Ne)
		g.leaveIf(in.Exit)
	case backend.OpGuardWord:
		g.outsideWord(in.Offset)
		g.i32(in.Want)
		g.op(opI32Ne)
		g.leaveIf(in.Exit)
	case backend.OpLeave:
		g.leave(in.Exit)
	case backend.OpEffect:
		if g.placed != nil {
			g.ask(in)
		} else {
			g.visit(in.Exit)
		}
		if in.Dst != trace.None && g.used(in.Dst) {
			g.result(in.Type)
			g.pop(in.Dst)
		}
	case backend.OpBack:
		if g.placed != nil {
			g.backPlaced(in)
		} else {
			g.back(in)
		}
	default:
		g.heap(k)
	}
}

// outsideWord puts on the stack a word that says what the outside did: each code of a space has one of its own
// for what was taken to be constant.
func (g *generator) outsideWord(offset int32) {
	if g.placed != nil && offset == arena.WordInvalid {
		g.i32(0)
		g.memory(opI32Load, int32(g.placed.Invalid))
		return
	}
	g.word(opI32Load, offset)
}

// callOwn calls a function of the module by its index in one that imports a function, which code of a space does not.
func (g *generator) callOwn(function uint32) {
	if g.placed != nil {
		function -= funcRun
		g.multiplies = true
	}
	g.call(function)
}

// guard writes guard_true, guard_false and those for null.
func (g *generator) guard(k int, in *backend.Instr) {
	switch {
	case k > 0 && g.fused[k-1]:
		g.condition(&g.program.Code[k-1])
		if in.Op == backend.OpGuardTrue {
			g.op(opI32Eqz)
		}
	case g.program.TypeOf(in.A) == heap.Ref:
		g.push(in.A)
		if in.Op == backend.OpGuardTrue {
			g.op(opI32Eqz)
		}
	default:
		g.push(in.A)
		g.op(opI64Eqz)
		if in.Op == backend.OpGuardFalse {
			g.op(opI32Eqz)
		}
	}
	g.leaveIf(in.Exit)
}

func (g *generator) guardValue(in *backend.Instr) {
	if in.Checks&backend.CheckUnknown != 0 {
		g.checkUnknown(in)
	}
	g.pushBits(in.A)
	g.pushBits(in.B)
	g.op(opI64Ne)
	if g.program.TypeOf(in.A) == heap.Float {
		// All NaNs are equal.
		for _, v := range [...]trace.Value{in.A, in.B} {
			g.push(v)
			g.push(v)
			g.op(opF64Eq)
		}
		g.op(opI32Or, opI32And)
	}
	g.leaveIf(in.Exit)
}

// pushBits puts an operand on the stack as 64 bits.
func (g *generator) pushBits(v trace.Value) {
	g.push(v)
	switch g.program.TypeOf(v) {
	case heap.Float:
		g.op(opI64FromF64)
	case heap.Ref:
		g.op(opI64ExtendU)
	}
}

// moves gives parameters their values, all at once, through the stack.
func (g *generator) moves(in *backend.Instr) {
	list := g.program.MovesOf(in)
	for _, m := range list {
		if g.used(m.Dst) {
			g.push(m.Src)
		}
	}
	for k := len(list) - 1; k >= 0; k-- {
		if g.used(list[k].Dst) {
			g.set(g.define(list[k].Dst))
		}
	}
}

// back writes the back edge.
func (g *generator) back(in *backend.Instr) {
	g.get(localFuel)
	g.op(opI64Eqz)
	g.open(opIf)
	g.visit(in.Exit)
	g.close()
	g.get(localFuel)
	g.i64(1)
	g.op(opI64Sub)
	g.set(localFuel)
	g.moves(in)
	g.op(opBr)
	g.unsigned(uint64(g.depth - g.loop))
}

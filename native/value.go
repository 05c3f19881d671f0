package native

import (
	"unbox/backend"
	"unbox/heap"
	"unbox/native/x64"
	"unbox/trace"
)

// valueID names a value or a constant of the program: results by their number,
// constants after them. 0 is none.
type valueID int32

// value is where a value is at the current point.
type value struct {
	// reg is the register that holds it, x64.NoReg if none does.
	reg x64.Reg
	// vector means that it lives in vector registers.
	vector bool
	typ    heap.Type
	// constant means that it is one, so that it can be loaded anywhere.
	constant bool
	// inSlot means that its slot holds it.
	inSlot bool
	// kept means that a constant stays in its register for the next iteration of the loop.
	kept bool
	// keepSlot means that the slot is its own for the whole loop.
	keepSlot bool
	// loaded means that a load that was to be part of another instruction was done
	// into a register after all.
	loaded bool
	// known is 1 + the value of a comparison that a guard has just decided, so
	// that it is a constant from there on; 0 if it is none.
	known uint8
	// slot is its slot in the frame, -1 if it has none yet.
	slot int32
	// next and end delimit the remaining uses in generator.uses.
	next, end int32
	// hint is the value whose register it should get if possible: the parameter
	// that it becomes at the back edge.
	hint valueID
	// def is the instruction that computes it, -1 for entries.
	def int32
}

// The two kinds of registers that values live in.
const (
	kindGeneral = iota
	kindVector
	kinds
)

func (v *value) kind() int {
	if v.vector {
		return kindVector
	}
	return kindGeneral
}

// decide says which answer a comparison has from here on.
func (g *generator) decide(comparison trace.Value, answer bool) {
	d := &g.values[comparison]
	d.known = 1
	if answer {
		d.known = 2
	}
	g.version++
}

// A use is a point at which a value is needed. Instruction i has the points 2*i,
// at which it takes its operands, and 2*i+1, after it has its result. The lowest bit
// of a use means that any place will do, not only a register; the second one that the
// quick copy of a loop does without it.
type use int32

func useAt(point int32, anywhere bool) use {
	u := use(point << 2)
	if anywhere {
		u |= 1
	}
	return u
}

func (u use) point() int32   { return int32(u >> 2) }
func (u use) anywhere() bool { return u&1 != 0 }
func (u use) slowly() bool   { return u&2 != 0 }

// far is the distance for what needs no register any more.
const far = 1 << 30

// id returns the number of an operand, 0 for None.
func (g *generator) id(v trace.Value) valueID {
	if v.IsConst() {
		return valueID(g.p.Values + v.ConstIndex())
	}
	return valueID(v)
}

// val returns the value of an operand.
func (g *generator) val(v trace.Value) *value { return &g.values[g.id(v)] }

// beginValues prepares the values of a program.
func (g *generator) beginValues() {
	p := g.p
	n := p.Values + len(p.Trace.Consts) + 1
	g.values = resize(g.values, n)
	for k := range g.values {
		g.values[k] = value{reg: x64.NoReg, slot: -1, def: -1}
	}
	for k := range n - p.Values {
		v := &g.values[p.Values+k]
		v.constant, v.typ = true, p.TypeOf(trace.ConstValue(k))
		v.vector = v.typ == heap.Float
	}
	define := func(v trace.Value, t heap.Type, at int) {
		if v.IsOp() {
			d := &g.values[v]
			d.typ, d.vector = t, t == heap.Float
			d.def = int32(at)
		}
	}
	for _, v := range p.Entry {
		define(v, p.TypeOf(v), -1)
	}
	for i := range p.Code {
		in := &p.Code[i]
		switch in.Op {
		case backend.OpMoves, backend.OpBack:
			for _, m := range p.MovesOf(in) {
				define(m.Dst, p.TypeOf(m.Dst), -1)
			}
		default:
			define(in.Dst, g.resultType(in), i)
		}
	}
}

// resultType returns the type of what an instruction computes.
func (g *generator) resultType(in *backend.Instr) heap.Type {
	switch in.Op {
	case backend.OpNew, backend.OpNewArray:
		return heap.Ref
	case backend.OpPure, backend.OpOverflow, backend.OpArrayLen:
		if in.Dst.IsOp() {
			return g.p.TypeOf(in.Dst)
		}
	}
	return in.Type
}

// resize returns a slice of n elements, reusing memory.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

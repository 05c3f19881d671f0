package native

import (
	"unbox/backend"
	"unbox/heap"
	"unbox/native/x64"
	"unbox/trace"
)

// measureLoop looks at the loop as a whole: how many values of either kind its operations need
// at the same time, which constants it wants in registers, and whether some of its operations
// require particular registers.
func (g *generator) measureLoop() {
	p := g.p
	g.pressure = [kinds]int{}
	g.loopConstants = g.loopConstants[:0]
	for i := range g.list {
		g.shyOf(&g.list[i])
	}
	if p.Loop < 0 {
		return
	}
	var change [kinds][]int32
	for kind := range change {
		g.changes[kind] = resize(g.changes[kind], len(g.list)-p.Loop+1)
		clear(g.changes[kind])
		change[kind] = g.changes[kind]
	}
	alive := func(v valueID, from, to int32) {
		kind := g.values[v].kind()
		change[kind][max(from, int32(p.Loop))-int32(p.Loop)]++
		change[kind][to-int32(p.Loop)+1]--
	}
	last := int32(len(g.list) - 1)
	back := p.MovesOf(&g.list[last])
	for v := 1; v < p.Values; v++ {
		d := &g.values[v]
		if r := &g.reaches[v]; r.count > 0 && r.taken >= int32(p.Loop) && !(d.def >= 0 && g.fused[d.def]) {
			alive(valueID(v), d.def, r.taken)
		}
	}
	for _, v := range g.carried { // what is only live at exits can be in a slot
		if r := &g.reaches[v]; r.taken >= int32(p.Loop) && r.taken < last {
			alive(v, r.taken+1, last)
		}
	}
	for _, m := range back { // what the next iteration takes
		if m.Src > 0 && g.reaches[m.Dst].taken >= int32(p.Loop) && g.values[m.Src].def >= int32(p.Loop) {
			alive(valueID(m.Src), max(g.reaches[m.Src].taken, g.values[m.Src].def)+1, last)
		}
	}
	for kind := range change {
		now := 0
		for _, c := range change[kind] {
			now += int(c)
			g.pressure[kind] = max(g.pressure[kind], now)
		}
	}
	for i := p.Loop; i < len(g.list); i++ {
		g.noteConstants(&g.list[i])
	}
}

// noteConstants lists the constants that an instruction wants in a register.
func (g *generator) noteConstants(in *backend.Instr) {
	if in.Op != backend.OpPure && in.Op != backend.OpOverflow && in.Op != backend.OpSet && in.Op != backend.OpSetItem &&
		in.Op != backend.OpGet && in.Op != backend.OpGetItem {
		return
	}
	for k, v := range [...]trace.Value{in.A, in.B, in.C} {
		if !v.IsConst() {
			continue
		}
		id := g.id(v)
		d := &g.values[id]
		_, small := g.constInt32(v)
		switch {
		case d.typ == heap.Int && (small || in.Code == trace.OpIntPyDiv || in.Code == trace.OpIntPyMod):
			continue
		case d.typ == heap.Float && k > 0 && in.Op == backend.OpPure && in.Code != trace.OpFloatLt && in.Code != trace.OpFloatLe:
			continue // an operand in memory works as well
		case d.typ == heap.Ref && !g.isObject(v):
			continue
		}
		if d.hint != wanted {
			d.hint = wanted
			g.loopConstants = append(g.loopConstants, id)
		}
	}
}

// isObject reports whether a constant is an object.
func (g *generator) isObject(v trace.Value) bool {
	_, object := g.p.ConstBits(v)
	return object
}

// wanted marks constants that are in loopConstants.
const wanted = -1

// shyOf marks the particular registers that an instruction requires, so that
// other registers are preferred for what lives long.
func (g *generator) shyOf(in *backend.Instr) {
	if in.Op != backend.OpPure {
		return
	}
	switch in.Code {
	case trace.OpIntPyDiv, trace.OpIntPyMod, trace.OpUintMulHigh:
		g.shy |= only(x64.RAX) | only(x64.RDX)
	case trace.OpIntLshift, trace.OpIntRshift, trace.OpUintRshift, trace.OpIntSignext:
		if !g.o.Features.BMI2 && !in.B.IsConst() {
			g.shy |= only(x64.RCX)
		}
	}
}

package native

import (
	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
)

// Several indexes that the loop carries around and that differ by a constant become one
// register and displacements (backend.Shifts). The quick copy also computes the next
// index from the current one, rather than from a row and a column. A parameter that is
// then not needed has no place; it is computed only when the interpreter continues at the
// loop's head.

// derivedPlace is such a parameter: its value at the head, the value that the jump
// back would give it, and its slot at the exit.
type derivedPlace struct {
	id   trace.Value
	is   backend.Shift
	from trace.Value
	slot int32
}

// maxDerived bounds the constant.
const maxDerived = 1 << 30

// shiftIndexes rewrites accesses to items.
func (g *generator) shiftIndexes() {
	g.shifts, g.related = nil, nil
	if g.p.Loop < 0 {
		return
	}
	g.shifts, g.related = g.loops.Shifts(g.p)
	changed := false
	for k, s := range g.shifts {
		in := &g.p.Code[g.p.Loop+k]
		if s.Base == trace.None || in.Op != backend.OpGetItem && in.Op != backend.OpSetItem || s.Base == in.B && s.Plus == 0 {
			continue
		}
		if !changed {
			changed = true
			g.rewritten = append(g.rewritten[:0], g.p.Code...)
			g.list = g.rewritten
		}
		in = &g.list[g.p.Loop+k]
		in.B = s.Base
		in.Offset += int32(s.Plus) * g.p.Layout.Stride
	}
}

// baseOf returns the parameter from which the quick copy computes an addition, None if
// it computes it as the program does.
func (g *generator) baseOf(i int32) trace.Value {
	if g.counting == nil || g.shifts == nil || int(i) < g.p.Loop {
		return trace.None
	}
	base := g.shifts[int(i)-g.p.Loop].Base
	in := &g.list[i]
	if in.Op != backend.OpPure && in.Op != backend.OpOverflow || base == in.A || base == in.B ||
		in.Op == backend.OpOverflow && !g.asksAhead(i) {
		return trace.None
	}
	return base
}

// findLate finds additions that only the next iteration needs: computed at the jump back,
// they can overwrite what they come from.
func (g *generator) findLate() {
	g.late = resize(g.late, len(g.list))
	clear(g.late)
	if g.counting == nil || g.shifts == nil {
		return
	}
	const next, needed = 1, 2
	g.counts = resize(g.counts, len(g.values)+1)
	marks := g.counts
	clear(marks)
	for _, m := range g.p.MovesOf(&g.list[len(g.list)-1]) {
		if !g.isDerived(m.Dst) {
			marks[g.id(m.Src)] = next
		}
	}
	need := func(v trace.Value) { marks[g.id(v)] |= needed }
	last := len(g.list) - 1
	for i := g.p.Loop; i < last; i++ {
		in := &g.list[i]
		if g.asksAhead(int32(i)) && in.Op != backend.OpOverflow || g.asksAhead(int32(i)) && g.baseOf(int32(i)) != trace.None {
			continue
		}
		if in.Op == backend.OpPure && isComparison(in.Code) && g.fused[i] && g.asksAhead(g.reaches[in.Dst].first) {
			continue
		}
		need(in.A)
		need(in.B)
		need(in.C)
		if in.Exit >= 0 && !g.asksAhead(int32(i)) {
			for _, v := range g.p.LiveAt(in.Exit) {
				need(v)
			}
		}
	}
	for i := g.p.Loop; i < last; i++ {
		in := &g.list[i]
		g.late[i] = g.shifts[i-g.p.Loop].Base != trace.None && marks[g.id(in.Dst)] == next &&
			(in.Op == backend.OpPure && in.Exit < 0 || in.Op == backend.OpOverflow && g.asksAhead(int32(i)))
	}
}

// writeLate computes these additions.
func (g *generator) writeLate() {
	if !g.quick {
		return
	}
	back := g.at
	for i := g.p.Loop; i < int(back); i++ {
		if g.late[i] {
			g.at = int32(i)
			g.site()
			g.writeShift(&g.list[i], g.shifts[i-g.p.Loop], g.isLastUse(i))
			g.pinned = 0
		}
	}
	g.at = back
	g.site()
}

// isLastUse reports whether the base of late instruction i is not needed any more at the
// jump back.
func (g *generator) isLastUse(i int) bool {
	base := g.shifts[i-g.p.Loop].Base
	for k := i + 1; k < len(g.list); k++ {
		if g.late[k] && g.shifts[k-g.p.Loop].Base == base {
			return false
		}
	}
	for _, m := range g.p.MovesOf(&g.list[len(g.list)-1]) {
		if m.Src == base && !g.isDerived(m.Dst) {
			return false
		}
	}
	return true
}

// shifted computes an addition from another parameter.
func (g *generator) shifted(in *backend.Instr, base trace.Value) {
	s := g.shifts[int(g.at)-g.p.Loop]
	g.in(base)
	g.writeShift(in, s, g.dead(&g.values[base]))
	g.done(in.A, in.B)
}

// writeShift computes an addition as a shift. last means that its base is not needed any
// more.
func (g *generator) writeShift(in *backend.Instr, s backend.Shift, last bool) {
	plus, r := int32(s.Plus), g.in(s.Base)
	if last {
		g.pinned &^= only(r)
		g.forget(valueID(s.Base))
	}
	dst := g.out(in.Dst, r)
	switch {
	case dst == r && plus != 0:
		g.asm.RI(x64.ADD, dst, plus)
	case plus == 0:
		g.move(dst, r)
	default:
		g.asm.RM(x64.LEA, dst, x64.At(r, plus))
	}
}

// findDerived finds the parameters that are not needed any more.
func (g *generator) findDerived() {
	g.derived = g.derived[:0]
	if g.counting == nil || g.shifts == nil {
		return
	}
	for _, m := range g.p.MovesOf(&g.list[len(g.list)-1]) {
		if is, ok := g.related[m.Dst]; ok && g.reaches[m.Dst].count == 0 && is.Base != m.Dst && -maxDerived < is.Plus && is.Plus < maxDerived {
			g.derived = append(g.derived, derivedPlace{id: m.Dst, is: is, from: m.Src})
		}
	}
}

func (g *generator) isDerived(v trace.Value) bool {
	for k := range g.derived {
		if g.derived[k].id == v {
			return true
		}
	}
	return false
}

// writeDerived computes these parameters where code leaves at the loop's head. The
// register with the fuel, which is used up, holds them for a moment.
func (g *generator) writeDerived() {
	for _, d := range g.derived {
		for k := range g.heads {
			h := &g.heads[k]
			if h.constant || h.id != valueID(d.is.Base) {
				continue
			}
			if h.reg != x64.NoReg {
				g.move(regFuel, h.reg)
			} else {
				g.load(regFuel, slotMem(h.slot))
			}
			if d.is.Plus != 0 {
				g.asm.RI(x64.ADD, regFuel, int32(d.is.Plus))
			}
			g.store(slotMem(d.slot), regFuel)
		}
	}
}

package native

import (
	"slices"

	"unbox/backend"
	"unbox/native/x64"
	"unbox/trace"
)

// moves gives parameters their values. A value that is no longer needed becomes the
// parameter where it is, so most moves need no instruction.
func (g *generator) moves(list []backend.Move) {
	for k, m := range list {
		dst := &g.values[m.Dst]
		if g.dead(dst) {
			continue
		}
		src := g.val(m.Src)
		if m.Src > 0 && src.known == 0 && g.dead(src) && !movedIn(list[k+1:], m.Src) && !src.keepSlot {
			g.rename(valueID(m.Src), valueID(m.Dst))
			continue
		}
		g.copy(m)
	}
	for _, m := range list {
		if m.Src > 0 && g.dead(g.val(m.Src)) {
			g.forget(valueID(m.Src))
		}
	}
}

// movedIn reports whether a value is the source of one of the moves.
func movedIn(list []backend.Move, src trace.Value) bool {
	return slices.ContainsFunc(list, func(m backend.Move) bool { return m.Src == src })
}

// rename gives what one value occupies to another.
func (g *generator) rename(from, to valueID) {
	src, dst := &g.values[from], &g.values[to]
	if r := src.reg; r != x64.NoReg {
		g.vacate(r)
		g.put(to, r)
	}
	dst.slot, dst.inSlot = src.slot, src.inSlot
	src.slot, src.inSlot = -1, false
	if dst.inSlot && dst.reg == x64.NoReg {
		g.noteAt(to, locSlot+dst.slot)
	}
	g.version++
}

// copy gives a value a register of its own with what another one holds.
func (g *generator) copy(m backend.Move) {
	dst := &g.values[m.Dst]
	if m.Src.IsConst() || g.val(m.Src).known != 0 {
		r := g.out(m.Dst)
		id := g.id(m.Src)
		if src := &g.values[id]; src.reg != x64.NoReg && src.known == 0 {
			g.move(r, src.reg)
		} else {
			g.fill(id, r)
		}
		g.pinned = 0
		return
	}
	src := g.in(m.Src)
	r := g.place(dst, nil)
	g.put(valueID(m.Dst), r)
	g.move(r, src)
	g.pinned = 0
}

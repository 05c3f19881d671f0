package native

import (
	"unbox/backend"
	"unbox/trace"
)

// countUses lists for each value where it is needed, in the order of the code, so
// that the distance to the next use is known everywhere. It goes over the code
// twice: to count, and to write the lists back to back.
func (g *generator) countUses() {
	g.counts = resize(g.counts, len(g.values)+1)
	clear(g.counts)
	g.eachUse(func(v valueID, _ use) { g.counts[v]++ })
	total := int32(0)
	for v := range g.values {
		g.values[v].next, g.values[v].end = total, total
		total += g.counts[v]
	}
	g.uses = resize(g.uses, int(total))
	g.eachUse(func(v valueID, u use) {
		d := &g.values[v]
		g.uses[d.end] = u
		d.end++
	})
}

// eachUse calls visit for every use in the order of the code.
func (g *generator) eachUse(visit func(valueID, use)) {
	p := g.p
	for i := range g.list {
		in := &g.list[i]
		if g.fused[i] {
			continue
		}
		at := int32(2 * i)
		early, late, own := useAt(at, true), useAt(at+1, true), useAt(at, false)
		if g.asksAhead(int32(i)) {
			early, late = early|2, late|2
			if in.Op != backend.OpOverflow {
				own = early
			}
		}
		if base := g.baseOf(int32(i)); base != trace.None && !g.late[i] {
			g.use(base, own, visit)
			own = early | 2
		}
		if g.late[i] {
			own = early | 2
		}
		if in.Op == backend.OpBack {
			g.lateUses(useAt(at, false), visit)
		}
		switch in.Op {
		case backend.OpMoves, backend.OpBack:
			for _, m := range p.MovesOf(in) {
				if !g.isDerived(m.Dst) || in.Op != backend.OpBack {
					g.use(m.Src, early, visit)
				}
			}
		case backend.OpEffect, backend.OpLeave:
		default:
			g.operandUses(in, at, own, visit)
		}
		if in.Exit >= 0 {
			u := early
			if in.Op == backend.OpOverflow { // it leaves after it has computed
				u = late
			}
			if in.Op != backend.OpBack { // at the back edge, the values with which the next iteration starts are live
				g.exitUses(in.Exit, u, visit)
			}
		}
		g.headUses(int32(i), visit)
	}
	if p.Loop >= 0 { // what the loop needs from before it still exists at its end
		end := useAt(int32(2*len(g.list)), true)
		for _, v := range g.carried {
			visit(v, end)
		}
	}
}

func (g *generator) exitUses(exit int32, u use, visit func(valueID, use)) {
	for _, v := range g.p.LiveAt(exit) {
		g.use(v, u, visit)
	}
}

func (g *generator) use(v trace.Value, u use, visit func(valueID, use)) {
	if v != trace.None && !v.IsConst() {
		visit(valueID(v), u)
	}
}

// lateUses visits what the quick copy takes at the jump back.
func (g *generator) lateUses(u use, visit func(valueID, use)) {
	for i := g.p.Loop; i < len(g.list); i++ {
		if g.late[i] {
			g.use(g.shifts[i-g.p.Loop].Base, u, visit)
		}
	}
}

// operandUses visits the operands of an instruction, and instead of those that are
// computed where they are used, their operands.
func (g *generator) operandUses(in *backend.Instr, at int32, own use, visit func(valueID, use)) {
	for _, v := range [...]trace.Value{in.A, in.B, in.C} {
		if v == trace.None {
			continue
		}
		if !v.IsConst() {
			// A comparison is part of the first guard that uses it; later its answer is
			// known.
			if def := g.values[v].def; def >= 0 && g.fused[def] && (2*g.reaches[v].first == at || g.list[def].Op != backend.OpPure) {
				g.operandUses(&g.list[def], at, own, visit)
				continue
			}
		}
		visit(g.id(v), own)
	}
}

// nextUse returns how far away the next use in a register is, far if there is
// none. It skips only a few uses for which any place will do.
func (g *generator) nextUse(v *value) int32 {
	for k := v.next; k < v.end && k < v.next+64; k++ {
		if u := g.uses[k]; u.point() >= g.point && !u.anywhere() && !(g.quick && u.slowly()) {
			return u.point() - g.point
		}
	}
	return far
}

// dead reports whether a value is not needed after the current point.
func (g *generator) dead(v *value) bool {
	for v.next < v.end && (g.uses[v.next].point() <= g.point || g.quick && g.uses[v.next].slowly()) {
		v.next++
	}
	return v.next >= v.end
}

package codegen

import (
	"math/bits"
	"slices"

	"unbox/backend"
	"unbox/trace"
)

// The loop of code in a space that runs for long is written twice, as in machine code (native/counted.go): guards whose iterations can be
// counted ahead (backend.Counting) are left out of the quick copy. The head of the loop computes for how many iterations they hold, takes
// the fuel for all of these, and runs the quick copy that often; an exit in it gives back the fuel of those that did not run. The last
// iterations, and all others, run in the copy with every check:
//
//	head:   if the fuel is a multiple of slowIterations:
//	          left = as many iterations as those guards hold, at most the fuel
//	          if left > 0:
//	            fuel -= left
//	            quick:  the loop without those guards
//	                    left -= 1; to quick while there are some; to head
//	        the loop
//	        fuel -= 1; to head

const (
	// slowIterations is the number of iterations with all checks before the count is tried again.
	slowIterations = 8
	// maxCountedLoop bounds the instructions of loops that are written twice.
	maxCountedLoop = 500
)

// counted is what the generator knows of a loop that is written twice.
type counted struct {
	*backend.Counting
	// left is the local with the number of iterations that the quick copy still runs, whose fuel has been taken.
	left uint32
	// quick is set while that copy is written.
	quick bool
}

// Counts reports whether Placing.Counted makes a difference for a program.
func Counts(p *backend.Program) bool { return findCounted(p, findFused(p)) != nil }

// findCounted finds the guards that the quick copy leaves out, nil if there are none, or if an iteration asks for something or allocates:
// then each back edge has more to check than the fuel.
func findCounted(p *backend.Program, fused []bool) *backend.Counting {
	if p.Loop < 0 || len(p.Code)-p.Loop > maxCountedLoop {
		return nil
	}
	for k := p.Loop; k < len(p.Code); k++ {
		switch p.Code[k].Op {
		case backend.OpEffect, backend.OpNew, backend.OpNewArray:
			return nil
		}
	}
	return new(backend.LoopFinder).Counting(p, func(k int) bool {
		in := &p.Code[k]
		return in.Checks == 0 && (in.Op == backend.OpOverflow || k > p.Loop && fused[k-1] && p.Code[k-1].Checks == 0)
	})
}

// count prepares for a loop that is written twice, if there is one.
func (g *generator) count() {
	if counting := findCounted(g.program, g.fused); counting != nil {
		g.placed.counted = &counted{Counting: counting, left: uint32(len(g.types))}
		g.types = append(g.types, typeI64)
	}
}

// quickCopy writes the part of the loop's head that counts, and the quick copy.
func (g *generator) quickCopy() {
	p, c := g.program, g.placed.counted
	g.open(opBlock)
	g.countAhead()
	before := g.remember()
	c.quick = true
	g.open(opLoop)
	last := len(p.Code) - 1
	for k := p.Loop; k < last; k++ {
		if !g.fused[k] {
			g.quickInstr(k)
		}
		g.release(k)
	}
	g.moves(&p.Code[last])
	g.get(c.left)
	g.i64(1)
	g.op(opI64Sub)
	g.tee(c.left)
	g.i64(0)
	g.op(opI64Ne, opBrIf)
	g.unsigned(0)
	g.close()
	c.quick = false
	g.op(opBr)
	g.unsigned(uint64(g.depth - g.loop))
	g.close()
	g.restore(before)
}

// quickInstr writes an instruction of the quick copy.
func (g *generator) quickInstr(k int) {
	in := &g.program.Code[k]
	switch {
	case !g.placed.counted.Skip[k-g.program.Loop]:
		g.instr(k)
	case in.Op == backend.OpOverflow && g.used(in.Dst):
		g.push(in.A)
		g.push(in.B)
		if in.Code == trace.OpIntAddOvf {
			g.op(opI64Add)
		} else {
			g.op(opI64Sub)
		}
		g.pop(in.Dst)
	}
}

// giveBack returns the fuel of iterations that the quick copy did not run, where it leaves.
func (g *generator) giveBack() {
	if c := g.placed.counted; c != nil && c.quick {
		g.get(localFuel)
		g.get(c.left)
		g.op(opI64Add)
		g.set(localFuel)
	}
}

// countAhead sets left and takes that much fuel, or leaves the block around it if no iterations can be counted ahead.
func (g *generator) countAhead() {
	c := g.placed.counted
	g.get(localFuel)
	g.i64(slowIterations - 1)
	g.op(opI64And)
	g.i64(0)
	g.op(opI64Ne)
	g.orSlowly()
	g.get(localFuel)
	g.set(c.left)
	g.i64(backend.MaxCounted)
	g.set(localA64)
	g.leftAtMostA()
	for k := range c.Conditions {
		g.countWhile(&c.Conditions[k])
	}
	g.get(c.left)
	g.op(opI64Eqz)
	g.orSlowly()
	g.get(localFuel)
	g.get(c.left)
	g.op(opI64Sub)
	g.set(localFuel)
}

// orSlowly goes to the copy with all checks if the condition on the stack is not 0.
func (g *generator) orSlowly() {
	g.op(opBrIf)
	g.unsigned(0)
}

// leftAtMostA lowers left to localA64, as unsigned.
func (g *generator) leftAtMostA() {
	left := g.placed.counted.left
	g.get(localA64)
	g.get(left)
	g.get(localA64)
	g.get(left)
	g.op(opI64LtU, opSelect)
	g.set(left)
}

// countWhile lowers left to the iterations in which a condition holds.
func (g *generator) countWhile(d *backend.Condition) {
	g.sum(d.Of)
	g.set(localA64)
	if d.Kind == backend.ConditionFits {
		g.fits(d)
		return
	}
	g.sum(d.Limit)
	g.set(localB64)
	above, below := uint32(localA64), uint32(localB64)
	if d.Kind == backend.ConditionBelow {
		above, below = below, above
	}
	g.get(above)
	g.get(below)
	if d.OrEqual {
		g.op(opI64LtS)
	} else {
		g.op(opI64LeS)
	}
	g.orSlowly()
	grows := d.Kind == backend.ConditionBelow && (d.Step > 0 || d.By != trace.None)
	falls := d.Kind == backend.ConditionAbove && d.Step < 0
	if grows || falls {
		g.get(above)
		g.get(below)
		g.op(opI64Sub)
		g.stepsOf(d)
		g.set(localA64)
		g.leftAtMostA()
	}
}

// fits goes to the copy with all checks unless localA64 and the step fit.
func (g *generator) fits(d *backend.Condition) {
	g.get(localA64)
	g.i64(backend.FitsLimit)
	g.op(opI64Add)
	g.i64(int64(bits.Len64(backend.FitsLimit)))
	g.op(opI64ShrU)
	g.i64(0)
	g.op(opI64Ne)
	g.orSlowly()
	if d.By != trace.None {
		g.push(d.By)
		g.i64(1)
		g.op(opI64Sub)
		g.i64(backend.MaxStep - 1)
		g.op(opI64GeU)
		g.orSlowly()
	}
}

// stepsOf divides what is on the stack, as unsigned, by the step of a condition, or by something greater.
func (g *generator) stepsOf(d *backend.Condition) {
	if d.By != trace.None {
		g.push(d.By)
		g.op(opI64DivU)
	} else if shift := bits.Len64(uint64(max(d.Step, -d.Step)) - 1); shift > 0 {
		g.i64(int64(shift))
		g.op(opI64ShrU)
	}
}

// sum puts a sum on the stack.
func (g *generator) sum(s backend.Sum) {
	g.i64(s.Plus)
	for _, v := range s.Terms {
		if v != trace.None {
			g.push(v)
			g.op(opI64Add)
		}
	}
}

// localsAt is which values have locals at a place.
type localsAt struct {
	of             []uint32
	defined        []trace.Value
	gone, released int
	types          int
	free           [wasmTypes][]uint32
}

// remember returns which values have locals now.
func (l *locals) remember() *localsAt {
	at := &localsAt{of: slices.Clone(l.of), defined: slices.Clone(l.defined), gone: l.gone, released: l.released, types: len(l.types)}
	for t := range l.free {
		at.free[t] = slices.Clone(l.free[t])
	}
	return at
}

// restore makes it as it was; the locals that were added since then are free, but for those of joined code.
func (g *generator) restore(at *localsAt) {
	g.of, g.defined, g.gone, g.released, g.free = at.of, at.defined, at.gone, at.released, at.free
	for local := uint32(at.types); local < uint32(len(g.types)); local++ {
		t := typeMinus(g.types[local])
		if j := g.placed.joining; j == nil || !slices.Contains(j.spare[t], local) {
			g.free[t] = append(g.free[t], local)
		}
	}
}

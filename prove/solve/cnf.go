package solve

import "unbox/prove/sat"

// clauses writes gates of a graph as clauses: those that are asked for, with
// all gates that they depend on.
type clauses struct {
	graph  *graph
	solver *sat.Solver
	vars   []int32 // of gates, or -1
}

func newClauses(g *graph) *clauses {
	return &clauses{graph: g, solver: sat.New()}
}

// lit returns the literal of a bit.
func (c *clauses) lit(b bit) sat.Lit {
	for len(c.vars) < len(c.graph.gates) {
		c.vars = append(c.vars, -1)
	}
	work := []int32{int32(b >> 1)}
	for len(work) > 0 {
		n := work[len(work)-1]
		if c.vars[n] >= 0 {
			work = work[:len(work)-1]
			continue
		}
		open := len(work)
		if gt := c.graph.gates[n]; gt != (gate{}) {
			for _, a := range [2]bit{gt.x, gt.y} {
				if c.vars[a>>1] < 0 {
					work = append(work, int32(a>>1))
				}
			}
		}
		if len(work) == open {
			work = work[:open-1]
			c.define(n)
		}
	}
	return c.known(b)
}

// known returns the literal of a bit whose gate has been written.
func (c *clauses) known(b bit) sat.Lit { return sat.Pos(c.vars[b>>1]) ^ sat.Lit(b&1) }

// define writes one gate, whose arguments have been written.
func (c *clauses) define(n int32) {
	c.vars[n] = c.solver.NewVar()
	z := sat.Pos(c.vars[n])
	if n == 0 {
		c.solver.AddClause(z.Not())
		return
	}
	gt := c.graph.gates[n]
	if gt == (gate{}) {
		return
	}
	x, y := c.known(gt.x), c.known(gt.y)
	if gt.xor {
		c.solver.AddClause(z.Not(), x, y)
		c.solver.AddClause(z.Not(), x.Not(), y.Not())
		c.solver.AddClause(z, x.Not(), y)
		c.solver.AddClause(z, x, y.Not())
		return
	}
	c.solver.AddClause(z.Not(), x)
	c.solver.AddClause(z.Not(), y)
	c.solver.AddClause(z, x.Not(), y.Not())
}

// value returns a bit's value in the last model; gates that were not written
// are computed by the caller.
func (c *clauses) value(b bit) bool {
	if int(b>>1) >= len(c.vars) || c.vars[b>>1] < 0 {
		return b&1 == 1
	}
	return c.solver.Value(c.known(b))
}

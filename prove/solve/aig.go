package solve

// bit is a node of a [graph] or its inverse: 2*node, plus 1 if inverted.
type bit int32

// The constants.
const (
	zero bit = 0
	one  bit = 1
)

func (b bit) not() bit { return b ^ 1 }

// gate is a node: an input (both arguments 0), an "and", or a "xor".
type gate struct {
	x, y bit // x <= y
	xor  bool
}

// graph is a circuit of and-gates and xor-gates, each of them only once;
// inverters cost nothing. Arguments have smaller numbers than what uses them.
type graph struct {
	gates  []gate
	hashed map[gate]bit
}

func newGraph() *graph {
	return &graph{gates: make([]gate, 1), hashed: map[gate]bit{}}
}

// input adds a bit that can be anything.
func (g *graph) input() bit {
	g.gates = append(g.gates, gate{})
	return bit(len(g.gates)-1) << 1
}

func (g *graph) add(n gate) bit {
	if b, ok := g.hashed[n]; ok {
		return b
	}
	b := bit(len(g.gates)) << 1
	g.gates = append(g.gates, n)
	g.hashed[n] = b
	return b
}

// and returns x and y. It looks one gate deep for reasons why no new gate is
// needed.
func (g *graph) and(x, y bit) bit {
	if x > y {
		x, y = y, x
	}
	switch {
	case x == zero || x == y.not():
		return zero
	case x == one || x == y:
		return y
	}
	if r, ok := g.andDeep(x, y); ok {
		return r
	}
	if r, ok := g.andDeep(y, x); ok {
		return r
	}
	return g.add(gate{x: x, y: y})
}

// andDeep simplifies "x and y" using the gate of y.
func (g *graph) andDeep(x, y bit) (bit, bool) {
	n := g.gates[y>>1]
	if n == (gate{}) {
		return 0, false
	}
	if n.xor {
		// x and (x xor z) is x and not z.
		inv := y & 1
		switch {
		case n.x == x || n.x == x.not():
			return g.and(x, n.y^(n.x^x)^1^inv), true
		case n.y == x || n.y == x.not():
			return g.and(x, n.x^(n.y^x)^1^inv), true
		}
		return 0, false
	}
	if y&1 == 0 {
		switch {
		case n.x == x.not() || n.y == x.not():
			return zero, true
		case n.x == x || n.y == x:
			return y, true
		}
		return 0, false
	}
	switch {
	case n.x == x.not() || n.y == x.not():
		return x, true
	case n.x == x:
		return g.and(x, n.y.not()), true
	case n.y == x:
		return g.and(x, n.x.not()), true
	}
	m := g.gates[x>>1]
	if x&1 == 1 && m != (gate{}) && !m.xor {
		// not (a and b) and not (a and not b) is not a.
		switch {
		case m.x == n.x && m.y == n.y.not() || m.x == n.y && m.y == n.x.not():
			return m.x.not(), true
		case m.y == n.y && m.x == n.x.not() || m.y == n.x && m.x == n.y.not():
			return m.y.not(), true
		}
	}
	if x&1 == 0 && m != (gate{}) && !m.xor {
		// (a and b) and not (a and c) is (a and b) and not c.
		switch {
		case m.x == n.x || m.y == n.x:
			return g.and(x, n.y.not()), true
		case m.x == n.y || m.y == n.y:
			return g.and(x, n.x.not()), true
		case m.x == n.x.not() || m.y == n.x.not() || m.x == n.y.not() || m.y == n.y.not():
			return x, true
		}
	}
	return 0, false
}

func (g *graph) or(x, y bit) bit { return g.and(x.not(), y.not()).not() }

// xor returns whether x and y differ.
func (g *graph) xor(x, y bit) bit {
	inv := (x ^ y) & 1
	x, y = x&^1, y&^1
	if x > y {
		x, y = y, x
	}
	switch {
	case x == y:
		return zero ^ inv
	case x == zero:
		return y ^ inv
	}
	if n := g.gates[y>>1]; n.xor {
		switch x {
		case n.x:
			return n.y ^ inv
		case n.y:
			return n.x ^ inv
		}
	}
	if n := g.gates[x>>1]; n.xor {
		switch y {
		case n.x:
			return n.y ^ inv
		case n.y:
			return n.x ^ inv
		}
	}
	return g.add(gate{x: x, y: y, xor: true}) ^ inv
}

// mux returns x where c holds and y elsewhere.
func (g *graph) mux(c, x, y bit) bit {
	switch {
	case x == y:
		return x
	case x == y.not():
		return g.xor(c.not(), x)
	}
	return g.or(g.and(c, x), g.and(c.not(), y))
}

// sum returns the sum of three bits and the carry.
func (g *graph) sum(x, y, c bit) (sum, carry bit) {
	half := g.xor(x, y)
	return g.xor(half, c), g.or(g.and(x, y), g.and(half, c))
}

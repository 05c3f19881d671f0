package solve

import (
	"slices"

	"unbox/prove/sat"
	"unbox/prove/term"
)

// sweeper merges gates that compute the same. The traces before and after a pass
// mostly compute the same, but in different ways; proving small steps equal from
// the inputs upwards is much easier than the whole at once. Gates that had the
// same values under all inputs tried are compared by the solver for
// propositions, within a few conflicts each; inputs that distinguish two gates
// are tried on all others (Mishchenko, Chatterjee, Jiang and Brayton, "FRAIGs: A
// Unifying Representation for Logic Synthesis and Verification", 2005).
type sweeper struct {
	graph   *graph
	clauses *clauses
	sim     *simulation
	inputs  []bit
	first   int              // words of the simulation from which signatures are made
	reps    []bit            // what replaces each old gate
	classes map[uint64][]bit // bits with the same signature, not inverted in the first input
	stop    func() bool
	limit   int64 // conflicts for one comparison
}

// tries is the maximum number of gates of its class that a gate is compared
// with.
const tries = 3

func newSweeper(bl *blaster, cl *clauses, sim *simulation, stop func() bool) *sweeper {
	s := &sweeper{graph: bl.graph, clauses: cl, sim: sim, first: len(sim.words), classes: map[uint64][]bit{}, stop: stop, limit: 300}
	for _, v := range bl.inputs {
		s.inputs = append(s.inputs, bl.words[v]...)
	}
	return s
}

// run merges the gates that the given bits depend on, and returns the bits that
// replace them.
func (s *sweeper) run(roots []bit) []bit {
	cone := s.graph.cone(roots)
	s.reps = make([]bit, len(s.graph.gates))
	for n := range s.reps {
		s.reps[n] = bit(n) << 1
	}
	s.enter(zero)
	for _, n := range cone {
		if s.stop() {
			break
		}
		g := s.graph.gates[n]
		if g == (gate{}) {
			s.enter(bit(n) << 1)
			continue
		}
		s.reps[n] = s.merge(s.rebuild(g))
	}
	out := make([]bit, len(roots))
	for i, r := range roots {
		out[i] = s.rep(r)
	}
	return out
}

func (s *sweeper) rep(b bit) bit { return s.reps[b>>1] ^ b&1 }

// rebuild makes a gate again from what has replaced its arguments.
func (s *sweeper) rebuild(g gate) bit {
	if g.xor {
		return s.graph.xor(s.rep(g.x), s.rep(g.y))
	}
	return s.graph.and(s.rep(g.x), s.rep(g.y))
}

// signature returns a hash of a bit's values, and the bit, inverted if its
// first value is 1.
func (s *sweeper) signature(b bit) (uint64, bit) {
	b ^= bit(s.sim.at(0, b) & 1)
	h := uint64(0)
	for k := range s.first {
		h = (h ^ s.sim.at(k, b)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h, b
}

func (s *sweeper) enter(b bit) {
	s.sim.grow()
	h, b := s.signature(b)
	if !slices.Contains(s.classes[h], b) {
		s.classes[h] = append(s.classes[h], b)
	}
}

// merge returns an older bit that is proved to be the same, or the bit itself.
func (s *sweeper) merge(b bit) bit {
	if b <= one {
		return b
	}
	s.sim.grow()
	h, c := s.signature(b)
	flip := b ^ c
	left := tries
	for _, other := range s.classes[h] {
		if other == c {
			return b
		}
		if left == 0 || !s.alike(c, other) {
			continue
		}
		left--
		if s.same(c, other) {
			return other ^ flip
		}
	}
	s.classes[h] = append(s.classes[h], c)
	return b
}

// alike compares two bits under all inputs tried since the signatures were made.
func (s *sweeper) alike(x, y bit) bool {
	for k := range s.sim.words {
		if s.sim.at(k, x) != s.sim.at(k, y) {
			return false
		}
	}
	return true
}

// same asks whether two bits are equal, and notes it for the search.
func (s *sweeper) same(x, y bit) bool {
	lx, ly := s.clauses.lit(x), s.clauses.lit(y)
	limits := sat.Limits{Conflicts: s.limit, Stop: s.stop}
	for _, pair := range [2][2]sat.Lit{{lx, ly.Not()}, {lx.Not(), ly}} {
		switch s.clauses.solver.Solve(limits, pair[0], pair[1]) {
		case sat.Sat:
			s.learn()
			return false
		case sat.Unknown:
			return false
		}
		s.clauses.solver.AddClause(pair[0].Not(), pair[1].Not())
	}
	return true
}

// maxWords bounds the inputs that are tried.
const maxWords = 256

// learn tries the inputs of the solver's model, and neighbours of them, on all gates.
func (s *sweeper) learn() {
	if len(s.sim.words) >= maxWords {
		return
	}
	word := make([]uint64, len(s.graph.gates))
	seed := uint64(len(s.sim.words)) * 0x9e3779b97f4a7c15
	for i, b := range s.inputs {
		v := uint64(0)
		if s.clauses.value(b) {
			v = ^uint64(0)
		}
		// In about one of 32 inputs this bit is flipped.
		seed = seed*6364136223846793005 + 1442695040888963407 + uint64(i)
		flips := seed & (seed >> 13) & (seed >> 29) & (seed<<7 | seed>>57) & (seed<<19 | seed>>45)
		word[b>>1] = v ^ flips&^1
	}
	s.sim.words = append(s.sim.words, word)
	s.sim.run(len(s.sim.words)-1, 0)
}

// cone returns the gates that bits depend on, arguments first.
func (g *graph) cone(roots []bit) []int32 {
	in := make([]bool, len(g.gates))
	work := []int32{}
	for _, r := range roots {
		work = append(work, int32(r>>1))
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if in[n] {
			continue
		}
		in[n] = true
		if gt := g.gates[n]; gt != (gate{}) {
			work = append(work, int32(gt.x>>1), int32(gt.y>>1))
		}
	}
	var order []int32
	for n, ok := range in {
		if ok && n > 0 {
			order = append(order, int32(n))
		}
	}
	return order
}

func sortValues(v []term.Value) {
	slices.SortFunc(v, func(x, y term.Value) int {
		switch {
		case x.Less(y):
			return -1
		case y.Less(x):
			return 1
		}
		return 0
	})
}

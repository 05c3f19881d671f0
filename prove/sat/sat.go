package sat

// Lit is a variable or its negation: 2*variable, plus 1 if negated.
type Lit int32

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Pos returns the literal of a variable.
func Pos(v int32) Lit { return Lit(v << 1) }

// Status is the answer of [Solver.Solve].
type Status uint8

// The answers.
const (
	Unknown Status = iota // a limit was reached
	Sat
	Unsat
)

// cref is where a clause begins in the arena.
type cref int32

const noClause cref = -1

// A clause in the arena: the header, then its literals. The header is the
// length, the flags with the LBD, and the activity's generation.
const (
	headLen  = 0 // number of literals
	headInfo = 1 // bit 0: learnt, bit 1: deleted, bit 2: used since the last reduction, the others: LBD
	headSize = 2
)

const (
	flagLearnt  = 1
	flagDeleted = 2
	flagUsed    = 4
	lbdShift    = 3
)

// watch is an entry of a watch list: a clause, and one of its literals, which
// satisfies it if true, so that the clause need not be looked at.
type watch struct {
	clause  cref
	blocker Lit
}

// Limits bounds a call of [Solver.Solve]. Zero values mean no bound.
type Limits struct {
	Conflicts int64       // in this call
	Bytes     int64       // approximate size of clauses and watch lists
	Stop      func() bool // called every few hundred conflicts or decisions; true ends the search
}

// Solver decides whether clauses can be true at once. Clauses and variables can
// be added between calls of Solve. It is not safe for concurrent use.
type Solver struct {
	// conflicts is how often an assignment broke a clause, in all calls of Solve.
	conflicts int64

	arena   []int32
	clauses []cref
	learnts []cref
	wasted  int

	watches [][]watch // by literal: clauses that watch its negation
	values  []int8    // by literal: 1 true, -1 false, 0 open
	level   []int32   // by variable
	reason  []cref    // by variable
	phase   []bool    // by variable: true if it was last false
	seen    []byte    // by variable
	order   order
	inc     float64

	trail      []Lit
	lims       []int32 // where each level begins in the trail
	head       int
	simplified int  // length of the trail when true clauses were removed
	dead       bool // unsatisfiable, whatever is assumed

	assumed []Lit
	model   []bool

	restart  restarter
	reduceAt int64
	reduces  int64
	minBuf   []Lit
	clearBuf []int32
	stamp    []int64
	stampNow int64
}

// New returns a solver without variables.
func New() *Solver {
	return &Solver{inc: 1, reduceAt: 2000}
}

// NewVar adds a variable and returns its number; numbers count from 0.
func (s *Solver) NewVar() int32 {
	v := int32(len(s.level))
	s.watches = append(s.watches, nil, nil)
	s.values = append(s.values, 0, 0)
	s.level = append(s.level, 0)
	s.reason = append(s.reason, noClause)
	s.phase = append(s.phase, true)
	s.seen = append(s.seen, 0)
	s.stamp = append(s.stamp, 0)
	s.order.grow()
	return v
}

// Bytes returns the approximate memory that the clauses take.
func (s *Solver) Bytes() int64 {
	return int64(cap(s.arena))*4 + int64(len(s.clauses)+len(s.learnts))*24
}

// AddClause adds a clause. It returns false if the clauses can no longer all be
// true.
func (s *Solver) AddClause(lits ...Lit) bool {
	if s.dead {
		return false
	}
	s.backtrack(0)
	kept := s.minBuf[:0]
	for _, l := range lits {
		switch {
		case s.values[l] > 0 || contains(kept, l.Not()):
			return true
		case s.values[l] < 0 || contains(kept, l):
		default:
			kept = append(kept, l)
		}
	}
	s.minBuf = kept
	switch len(kept) {
	case 0:
		s.dead = true
	case 1:
		s.assign(kept[0], noClause)
		s.dead = s.propagate() != noClause
	default:
		s.clauses = append(s.clauses, s.attach(kept, false, 0))
	}
	return !s.dead
}

func contains(lits []Lit, l Lit) bool {
	for _, m := range lits {
		if m == l {
			return true
		}
	}
	return false
}

// attach writes a clause into the arena and watches its first two literals.
func (s *Solver) attach(lits []Lit, learnt bool, lbd int) cref {
	c := cref(len(s.arena))
	info := int32(lbd << lbdShift)
	if learnt {
		info |= flagLearnt | flagUsed
	}
	s.arena = append(s.arena, int32(len(lits)), info)
	for _, l := range lits {
		s.arena = append(s.arena, int32(l))
	}
	s.watches[lits[0].Not()] = append(s.watches[lits[0].Not()], watch{c, lits[1]})
	s.watches[lits[1].Not()] = append(s.watches[lits[1].Not()], watch{c, lits[0]})
	return c
}

// lits returns the literals of a clause, in place.
func (s *Solver) lits(c cref) []int32 {
	return s.arena[int(c)+headSize : int(c)+headSize+int(s.arena[c+headLen])]
}

func (s *Solver) assign(l Lit, why cref) {
	s.values[l], s.values[l^1] = 1, -1
	v := l >> 1
	s.level[v] = int32(len(s.lims))
	s.reason[v] = why
	s.trail = append(s.trail, l)
}

// backtrack takes back all levels above the given one.
func (s *Solver) backtrack(level int) {
	if len(s.lims) <= level {
		return
	}
	from := int(s.lims[level])
	for i := len(s.trail) - 1; i >= from; i-- {
		l := s.trail[i]
		s.values[l], s.values[l^1] = 0, 0
		s.phase[l>>1] = l&1 == 1
		s.order.insert(int32(l >> 1))
	}
	s.trail = s.trail[:from]
	s.lims = s.lims[:level]
	s.head = from
}

// Value reports whether a literal is true in the model of the last Sat.
func (s *Solver) Value(l Lit) bool {
	if int(l>>1) >= len(s.model) {
		return l&1 == 1
	}
	return s.model[l>>1] != (l&1 == 1)
}

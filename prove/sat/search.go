package sat

import (
	"cmp"
	"slices"
)

// restarter decides when to restart: when the last learnt clauses are worse
// than usual, as in Glucose (Audemard and Simon, "Refining Restarts Strategies
// for SAT and UNSAT", 2012), with exponential averages.
type restarter struct {
	fast, slow float64
	since      int
	n          int
}

const (
	restartMargin  = 1.15
	restartAtLeast = 20 // conflicts
)

func (r *restarter) learnt(lbd int) {
	r.n++
	r.fast += (float64(lbd) - r.fast) / float64(min(r.n, 32))
	r.slow += (float64(lbd) - r.slow) / float64(min(r.n, 8192))
	r.since++
}

func (r *restarter) due() bool {
	return r.since >= restartAtLeast && r.fast > restartMargin*r.slow
}

// Solve asks whether all clauses can be true while the assumptions are.
func (s *Solver) Solve(limits Limits, assumptions ...Lit) Status {
	if s.dead {
		return Unsat
	}
	s.backtrack(0)
	s.assumed = assumptions
	for len(s.stamp) <= len(s.level)+len(assumptions) {
		s.stamp = append(s.stamp, 0)
	}
	s.simplify()
	until := s.conflicts + limits.Conflicts
	for step := 0; ; step++ {
		if step&255 == 0 && s.exhausted(&limits) {
			return s.leave(Unknown)
		}
		if conflict := s.propagate(); conflict != noClause {
			if s.conflicts++; len(s.lims) == 0 {
				s.dead = true
				return Unsat
			}
			s.learn(conflict)
			if limits.Conflicts > 0 && s.conflicts >= until {
				return s.leave(Unknown)
			}
			continue
		}
		if s.restart.due() && len(s.lims) > len(s.assumed) {
			s.restart.since = 0
			s.backtrack(min(len(s.assumed), len(s.lims)))
			continue
		}
		if s.conflicts >= s.reduceAt {
			s.reduce()
		}
		next, status := s.decide()
		if status != Unknown {
			return s.leave(status)
		}
		s.lims = append(s.lims, int32(len(s.trail)))
		if next >= 0 {
			s.assign(next, noClause)
		}
	}
}

func (s *Solver) exhausted(limits *Limits) bool {
	return limits.Stop != nil && limits.Stop() || limits.Bytes > 0 && s.Bytes() > limits.Bytes
}

// leave ends a call of Solve and keeps the model.
func (s *Solver) leave(status Status) Status {
	if status == Sat {
		s.model = s.model[:0]
		for v := range s.level {
			s.model = append(s.model, s.values[2*v] > 0)
		}
	}
	s.backtrack(0)
	return status
}

// decide takes the next assumption, or the most active open variable. A literal
// of -1 means an assumption that is already true.
func (s *Solver) decide() (Lit, Status) {
	if at := len(s.lims); at < len(s.assumed) {
		l := s.assumed[at]
		switch {
		case s.values[l] > 0:
			return -1, Unknown
		case s.values[l] < 0:
			return -1, Unsat
		}
		return l, Unknown
	}
	for {
		v := s.order.pop()
		if v < 0 {
			return -1, Sat
		}
		if s.values[2*v] == 0 {
			l := Pos(v)
			if s.phase[v] {
				l = l.Not()
			}
			return l, Unknown
		}
	}
}

func (s *Solver) learn(conflict cref) {
	learnt, back, lbd := s.analyze(conflict)
	s.restart.learnt(lbd)
	s.backtrack(back)
	if len(learnt) == 1 {
		s.assign(learnt[0], noClause)
	} else {
		c := s.attach(learnt, true, lbd)
		s.learnts = append(s.learnts, c)
		s.assign(learnt[0], c)
	}
	s.inc /= 0.95
}

// reduce forgets the worse half of the learnt clauses: those with literals of
// many levels. Those used since the last time get another chance.
func (s *Solver) reduce() {
	s.reduces++
	s.reduceAt = s.conflicts + 2000 + 300*s.reduces
	var candidates []cref
	for _, c := range s.learnts {
		info := s.arena[c+headInfo]
		lbd := info >> lbdShift
		used := info&flagUsed != 0
		s.arena[c+headInfo] &^= flagUsed
		if lbd > 2 && !s.locked(c) && !(used && lbd <= 6) {
			candidates = append(candidates, c)
		}
	}
	slices.SortFunc(candidates, func(x, y cref) int {
		return cmp.Or(cmp.Compare(s.arena[y+headInfo]>>lbdShift, s.arena[x+headInfo]>>lbdShift),
			cmp.Compare(s.arena[y+headLen], s.arena[x+headLen]), cmp.Compare(x, y))
	})
	for _, c := range candidates[:len(candidates)/2] {
		s.remove(c)
	}
	s.collect()
}

// locked reports whether a clause is the reason of a value.
func (s *Solver) locked(c cref) bool {
	l := Lit(s.lits(c)[0])
	return s.values[l] > 0 && s.reason[l>>1] == c
}

func (s *Solver) remove(c cref) {
	s.arena[c+headInfo] |= flagDeleted
	s.wasted += int(s.arena[c+headLen]) + headSize
}

// simplify removes clauses that are true at level 0, once that is worthwhile.
func (s *Solver) simplify() {
	if len(s.trail) < s.simplified+100 {
		return
	}
	s.simplified = len(s.trail)
	before := s.wasted
	for _, list := range [][]cref{s.clauses, s.learnts} {
		for _, c := range list {
			for _, x := range s.lits(c) {
				if s.values[x] > 0 && !s.locked(c) {
					s.remove(c)
					break
				}
			}
		}
	}
	if s.wasted > before {
		s.collect()
	}
}

// collect removes deleted clauses from all lists, and compacts the others if
// much of the arena is unused.
func (s *Solver) collect() {
	gone := func(c cref) bool { return s.arena[c+headInfo]&flagDeleted != 0 }
	s.clauses = slices.DeleteFunc(s.clauses, gone)
	s.learnts = slices.DeleteFunc(s.learnts, gone)
	for i, ws := range s.watches {
		s.watches[i] = slices.DeleteFunc(ws, func(w watch) bool { return gone(w.clause) })
	}
	if s.wasted*3 < len(s.arena) {
		return
	}
	old := s.arena
	s.arena = make([]int32, 0, len(old)-s.wasted)
	s.wasted = 0
	for _, list := range [][]cref{s.clauses, s.learnts} {
		for i, c := range list {
			to := int32(len(s.arena))
			s.arena = append(s.arena, old[c:int(c)+headSize+int(old[c+headLen])]...)
			old[c+headLen] = to // where it went
			list[i] = cref(to)
		}
	}
	for _, ws := range s.watches {
		for i := range ws {
			ws[i].clause = cref(old[ws[i].clause+headLen])
		}
	}
	for _, l := range s.trail {
		if r := s.reason[l>>1]; r != noClause {
			s.reason[l>>1] = cref(old[r+headLen])
		}
	}
}

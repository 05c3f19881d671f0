package sat

// bump makes a variable more active.
func (s *Solver) bump(v int32) {
	s.order.activity[v] += s.inc
	if s.order.activity[v] > 1e100 {
		s.order.scale(1e-100)
		s.inc *= 1e-100
	}
	if p := s.order.pos[v]; p >= 0 {
		s.order.up(int(p))
	}
}

// analyze learns a clause from a conflict: the cut at the first unique
// implication point. It returns the clause, whose first literal becomes true, the
// level to go back to, and the number of levels among its literals.
func (s *Solver) analyze(conflict cref) (learnt []Lit, back int, lbd int) {
	learnt = append(s.minBuf[:0], 0)
	open := 0
	at := len(s.trail) - 1
	now := int32(len(s.lims))
	pivot := Lit(-1)
	for c := conflict; ; {
		s.use(c)
		for _, x := range s.lits(c) {
			q := Lit(x)
			v := int32(q >> 1)
			if q == pivot || s.seen[v] != 0 || s.level[v] == 0 {
				continue
			}
			s.seen[v] = 1
			s.clearBuf = append(s.clearBuf, v)
			s.bump(v)
			if s.level[v] >= now {
				open++
			} else {
				learnt = append(learnt, q)
			}
		}
		for s.seen[s.trail[at]>>1] == 0 {
			at--
		}
		pivot = s.trail[at]
		at--
		s.seen[pivot>>1] = 0
		open--
		if open == 0 {
			break
		}
		c = s.reason[pivot>>1]
	}
	learnt[0] = pivot.Not()
	learnt = s.minimize(learnt)
	s.minBuf = learnt
	for _, v := range s.clearBuf {
		s.seen[v] = 0
	}
	s.clearBuf = s.clearBuf[:0]
	if len(learnt) > 1 {
		top := 1
		for i := 2; i < len(learnt); i++ {
			if s.level[learnt[i]>>1] > s.level[learnt[top]>>1] {
				top = i
			}
		}
		learnt[1], learnt[top] = learnt[top], learnt[1]
		back = int(s.level[learnt[1]>>1])
	}
	return learnt, back, s.lbd(learnt)
}

// use notes that a learnt clause took part in a conflict, and counts its levels
// again.
func (s *Solver) use(c cref) {
	info := s.arena[c+headInfo]
	if info&flagLearnt == 0 {
		return
	}
	if old := info >> lbdShift; old > 2 {
		s.stampNow++
		n := int32(0)
		for _, x := range s.lits(c) {
			if l := s.level[x>>1]; s.stamp[l] != s.stampNow {
				s.stamp[l] = s.stampNow
				n++
			}
		}
		if n < old {
			info = info&(1<<lbdShift-1) | n<<lbdShift
		}
	}
	s.arena[c+headInfo] = info | flagUsed
}

func (s *Solver) lbd(lits []Lit) int {
	s.stampNow++
	n := 0
	for _, q := range lits {
		if l := s.level[q>>1]; s.stamp[l] != s.stampNow {
			s.stamp[l] = s.stampNow
			n++
		}
	}
	return n
}

// Marks of variables while a clause is made shorter.
const (
	markIn   = 1 // in the clause
	markDone = 2 // follows from the clause
	markFail = 3 // does not
)

// minimize removes the literals that follow from the others.
func (s *Solver) minimize(learnt []Lit) []Lit {
	levels := uint32(0)
	for _, q := range learnt[1:] {
		levels |= 1 << (s.level[q>>1] & 31)
	}
	kept := learnt[:1]
	for _, q := range learnt[1:] {
		if s.reason[q>>1] == noClause || !s.redundant(q, levels, 0) {
			kept = append(kept, q)
		}
	}
	return kept
}

// redundant reports whether the literal follows from others of the clause.
func (s *Solver) redundant(q Lit, levels uint32, depth int) bool {
	for _, x := range s.lits(s.reason[q>>1]) {
		p := Lit(x)
		v := int32(p >> 1)
		if p>>1 == q>>1 || s.level[v] == 0 || s.seen[v] == markIn || s.seen[v] == markDone {
			continue
		}
		if s.reason[v] == noClause || s.seen[v] == markFail || levels>>(s.level[v]&31)&1 == 0 || depth > 500 {
			return false
		}
		ok := s.redundant(p, levels, depth+1)
		s.clearBuf = append(s.clearBuf, v)
		if !ok {
			s.seen[v] = markFail
			return false
		}
		s.seen[v] = markDone
	}
	return true
}

package sat

// propagate draws all conclusions by single clauses. It returns the clause that
// became false, or noClause.
func (s *Solver) propagate() cref {
	for s.head < len(s.trail) {
		l := s.trail[s.head]
		s.head++
		ws := s.watches[l]
		no := int32(l ^ 1)
		kept := 0
		for i := 0; i < len(ws); i++ {
			w := ws[i]
			if s.values[w.blocker] > 0 {
				ws[kept] = w
				kept++
				continue
			}
			n := int(s.arena[w.clause+headLen])
			lits := s.arena[int(w.clause)+headSize : int(w.clause)+headSize+n]
			if lits[0] == no {
				lits[0], lits[1] = lits[1], no
			}
			first := Lit(lits[0])
			if first != w.blocker && s.values[first] > 0 {
				ws[kept] = watch{w.clause, first}
				kept++
				continue
			}
			if s.rewatch(w.clause, lits, first) {
				continue
			}
			ws[kept] = watch{w.clause, first}
			kept++
			if s.values[first] < 0 {
				kept += copy(ws[kept:], ws[i+1:])
				s.watches[l] = ws[:kept]
				s.head = len(s.trail)
				return w.clause
			}
			s.assign(first, w.clause)
		}
		s.watches[l] = ws[:kept]
	}
	return noClause
}

// rewatch looks for a literal that is not false to watch instead of the second.
func (s *Solver) rewatch(c cref, lits []int32, first Lit) bool {
	for k := 2; k < len(lits); k++ {
		if l := Lit(lits[k]); s.values[l] >= 0 {
			lits[1], lits[k] = lits[k], lits[1]
			s.watches[l^1] = append(s.watches[l^1], watch{c, first})
			return true
		}
	}
	return false
}

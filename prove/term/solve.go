package term

// SolveWord solves the equation x = y for a variable that has an odd factor in
// it and occurs nowhere else. It returns the variable and the term that it must
// equal.
func (b *Bank) SolveWord(x, y Term) (v, t Term, ok bool) {
	l := b.difference(x, y)
	for i, p := range l.parts {
		if b.nodes[p.t].op != OpVar || p.c.Lo&1 == 0 {
			continue
		}
		rest := linear{width: l.width, k: l.k}
		rest.parts = append(append(rest.parts, l.parts[:i]...), l.parts[i+1:]...)
		inside := false
		for _, q := range rest.parts {
			inside = inside || b.occurs(p.t, q.t)
		}
		if !inside {
			return p.t, b.fromLinear(rest.scale(p.c.inverse(l.width).Neg(l.width))), true
		}
	}
	return 0, 0, false
}

// occurs reports whether v is a part of t. Arguments are older than what they are
// part of, so terms older than v need not be searched.
func (b *Bank) occurs(v, t Term) bool {
	seen := map[Term]bool{}
	work := []Term{t}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		if t == v {
			return true
		}
		if t < v || seen[t] {
			continue
		}
		seen[t] = true
		work = append(work, b.nodes[t].args...)
	}
	return false
}

package backend

import "unbox/trace"

// A loop that reads the neighbours of an item carries around several indexes that
// differ by a constant: what was the next column is the current one, and then the
// previous one. One of them is enough for an engine whose addresses have a
// displacement.
//
// That the indexes differ by a constant is found like everything else that holds in a
// loop: what is true when it is entered is assumed, and what the back edge does not
// preserve is dropped until the rest holds. A relation is between one parameter and
// another that grows by a constant, or the sum of that and something that does not
// change (a column, and the beginning of a row). All sums wrap around, and so do
// addresses.

// Shift says that something is Base plus a number, wrapping around. Base is None if
// nothing is known.
type Shift struct {
	Base trace.Value
	Plus int64
}

// maxShift bounds Shift.Plus.
const maxShift = 64

// maxRelated bounds the parameters and instructions for which relations are searched
// for.
const maxRelated = 2000

// Shifts returns, for each instruction from Program.Loop on, the index of an access to
// an item, or the result of an addition, as a parameter of the loop plus a small
// number; and the same for parameters of the loop. All values are those of the same
// iteration.
func (p *Program) Shifts() (list []Shift, params map[trace.Value]Shift) {
	if p.Loop < 0 || len(p.Code) > maxRelated {
		return nil, nil
	}
	r := &relation{counting: newCounting(p), subst: make(map[trace.Value]Sum)}
	r.findForms()
	r.findSteps()
	r.guess()
	for !r.verify() {
	}
	return r.shifts()
}

type relation struct {
	*counting
	// subst has parameters as sums of others.
	subst map[trace.Value]Sum
}

// guess relates parameters by their values when the loop is entered.
func (r *relation) guess() {
	entry := newCounting(r.p)
	entry.outside = true
	entry.findFormsBetween(0, r.p.Loop)
	var steady []trace.Value
	seen := make(map[trace.Value]bool)
	for k := r.p.Loop; k < len(r.p.Code); k++ {
		in := &r.p.Code[k]
		for _, v := range [...]trace.Value{in.A, in.B} {
			if _, changes := r.steps[v]; v.IsOp() && !changes && !seen[v] && r.made[v] == nil {
				seen[v] = true
				steady = append(steady, v)
			}
		}
	}
	moves := r.p.MovesOf(&r.p.Code[len(r.p.Code)-1])
	for _, m := range moves {
		if r.steps[m.Dst].known && r.steps[m.Dst].value == trace.None {
			continue
		}
		sum, ok := entry.form(m.Dst)
		if !ok {
			continue
		}
		for _, base := range moves {
			if step := r.steps[base.Dst]; step.known && step.value == trace.None && r.guessFrom(entry, m.Dst, sum, base.Dst, steady) {
				break
			}
		}
	}
}

// guessFrom looks for a sum of base and perhaps one of steady.
func (r *relation) guessFrom(entry *counting, v trace.Value, sum Sum, base trace.Value, steady []trace.Value) bool {
	start, ok := entry.form(base)
	if !ok {
		return false
	}
	if sum.Terms == start.Terms {
		r.subst[v] = Sum{Terms: [2]trace.Value{base}, Plus: sum.Plus - start.Plus}
		return true
	}
	for _, other := range steady {
		term, ok := entry.form(other)
		if !ok {
			continue
		}
		if both, ok := start.add(term); ok && both.Terms == sum.Terms {
			r.subst[v], _ = Sum{Terms: [2]trace.Value{base}}.add(Sum{Terms: [2]trace.Value{other}, Plus: sum.Plus - both.Plus})
			return true
		}
	}
	return false
}

// apply rewrites a sum without the parameters that are sums themselves.
func (r *relation) apply(s Sum) (Sum, bool) {
	all, ok := Sum{Plus: s.Plus}, true
	for _, v := range s.Terms {
		part, related := r.subst[v]
		if !related {
			part = Sum{Terms: [2]trace.Value{v}}
		}
		if all, ok = all.add(part); !ok {
			return Sum{}, false
		}
	}
	return all, true
}

// verify drops a relation that the back edge does not preserve, and returns false if
// there was one.
func (r *relation) verify() bool {
	next := make(map[trace.Value]Sum)
	for _, m := range r.p.MovesOf(&r.p.Code[len(r.p.Code)-1]) {
		if sum, ok := r.form(m.Src); ok {
			if sum, ok = r.apply(sum); ok {
				next[m.Dst] = sum
			}
		}
	}
	for v, sum := range r.subst {
		have, ok := next[v]
		want := Sum{Plus: sum.Plus}
		for _, term := range sum.Terms {
			part := Sum{Terms: [2]trace.Value{term}}
			if _, changes := r.steps[term]; changes {
				var known bool
				part, known = next[term]
				ok = ok && known
			}
			var fits bool
			want, fits = want.add(part)
			ok = ok && fits
		}
		if !ok || have != want {
			delete(r.subst, v)
			return false
		}
	}
	return true
}

// shifts describes accesses and additions.
func (r *relation) shifts() (list []Shift, params map[trace.Value]Shift) {
	bases := make(map[[2]trace.Value]Shift) // by terms: the parameter with the largest Plus
	for v, sum := range r.subst {
		if have, known := bases[sum.Terms]; !known || sum.Plus > have.Plus || sum.Plus == have.Plus && v < have.Base {
			bases[sum.Terms] = Shift{v, sum.Plus}
		}
	}
	for v, step := range r.steps {
		terms := [2]trace.Value{v}
		if have, known := bases[terms]; step.known && (!known || have.Plus < 0) {
			bases[terms] = Shift{Base: v}
		}
	}
	params = make(map[trace.Value]Shift)
	for v, sum := range r.subst {
		base := bases[sum.Terms]
		params[v] = Shift{base.Base, sum.Plus - base.Plus}
	}
	list = make([]Shift, len(r.p.Code)-r.p.Loop)
	for k := range list {
		in := &r.p.Code[r.p.Loop+k]
		of := in.Dst
		switch {
		case (in.Op == OpGetItem || in.Op == OpSetItem) && in.Checks == 0 && !in.Tagged:
			of = in.B
		case in.Op != OpOverflow && (in.Op != OpPure || in.Code != trace.OpIntAdd):
			continue
		}
		sum, ok := r.form(of)
		if ok {
			sum, ok = r.apply(sum)
		}
		base, known := bases[sum.Terms]
		if plus := sum.Plus - base.Plus; ok && known && -maxShift < plus && plus < maxShift {
			list[k] = Shift{base.Base, plus}
		}
	}
	return list, params
}

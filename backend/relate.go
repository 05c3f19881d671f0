package backend

import (
	"slices"

	"unbox/trace"
)

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
// iteration. What it returns is valid until it is called again.
func (l *LoopFinder) Shifts(p *Program) (list []Shift, params map[trace.Value]Shift) {
	if p.Loop < 0 || len(p.Code) > maxRelated {
		return nil, nil
	}
	l.loop.begin(p)
	l.loop.findForms()
	l.loop.findSteps()
	r := &l.relation
	r.begin(&l.loop, p.Values)
	r.guess(&l.entry)
	for !r.verify() {
	}
	return r.shifts()
}

type relation struct {
	*counting
	// subst has parameters as sums of others, for those that are listed in related; the kind of others is formTerm.
	subst   []form
	related []trace.Value
	// next has what the parameters are in the next iteration.
	next []form
	// steady are values that the loop does not change, among the operands of its instructions. seen has those that were
	// looked at.
	steady []trace.Value
	seen   []bool
	// bases has, by the terms of a sum, the parameter with the largest Plus; based those with one term, by this
	// term.
	bases  map[[2]trace.Value]Shift
	based  []Shift
	params map[trace.Value]Shift
	list   []Shift
}

// begin prepares for a program.
func (r *relation) begin(c *counting, values int) {
	clear(r.bases)
	clear(r.params)
	*r = relation{
		counting: c, subst: trace.Zeroed(r.subst, values), related: r.related[:0], next: trace.Zeroed(r.next, values),
		steady: r.steady[:0], seen: trace.Zeroed(r.seen, values), bases: r.bases, based: trace.Zeroed(r.based, values), params: r.params, list: r.list,
	}
}

// relate notes that a parameter is a sum of others.
func (r *relation) relate(v trace.Value, sum Sum) {
	r.subst[v] = form{sum, formSum}
	r.related = append(r.related, v)
}

// guess relates parameters by their values when the loop is entered.
func (r *relation) guess(entry *counting) {
	entry.begin(r.p)
	entry.outside = true
	entry.findFormsBetween(0, r.p.Loop)
	for k := r.p.Loop; k < len(r.p.Code); k++ {
		in := &r.p.Code[k]
		for _, v := range [...]trace.Value{in.A, in.B} {
			if v.IsOp() && !r.steps[v].changes && !r.seen[v] && r.made[v] == 0 {
				r.seen[v] = true
				r.steady = append(r.steady, v)
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
			if step := r.steps[base.Dst]; step.known && step.value == trace.None && r.guessFrom(entry, m.Dst, sum, base.Dst) {
				break
			}
		}
	}
}

// guessFrom looks for a sum of base and perhaps one of steady.
func (r *relation) guessFrom(entry *counting, v trace.Value, sum Sum, base trace.Value) bool {
	start, ok := entry.form(base)
	if !ok {
		return false
	}
	if sum.Terms == start.Terms {
		r.relate(v, Sum{Terms: [2]trace.Value{base}, Plus: sum.Plus - start.Plus})
		return true
	}
	for _, other := range r.steady {
		term, ok := entry.form(other)
		if !ok {
			continue
		}
		if both, ok := start.add(term); ok && both.Terms == sum.Terms {
			is, _ := Sum{Terms: [2]trace.Value{base}}.add(Sum{Terms: [2]trace.Value{other}, Plus: sum.Plus - both.Plus})
			r.relate(v, is)
			return true
		}
	}
	return false
}

// apply rewrites a sum without the parameters that are sums themselves.
func (r *relation) apply(s Sum) (Sum, bool) {
	all, ok := Sum{Plus: s.Plus}, true
	for _, v := range s.Terms {
		part := Sum{Terms: [2]trace.Value{v}}
		if v.IsOp() && r.subst[v].kind == formSum {
			part = r.subst[v].sum
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
	if len(r.related) == 0 {
		return true
	}
	for _, m := range r.p.MovesOf(&r.p.Code[len(r.p.Code)-1]) {
		r.next[m.Dst] = form{kind: formNoSum}
		if sum, ok := r.form(m.Src); ok {
			if sum, ok = r.apply(sum); ok {
				r.next[m.Dst] = form{sum, formSum}
			}
		}
	}
	for k, v := range r.related {
		if !r.keeps(v) {
			r.subst[v] = form{}
			r.related = slices.Delete(r.related, k, k+1)
			return false
		}
	}
	return true
}

// keeps reports whether the back edge preserves the relation of a parameter.
func (r *relation) keeps(v trace.Value) bool {
	sum, have := r.subst[v].sum, r.next[v]
	if have.kind != formSum {
		return false
	}
	want := Sum{Plus: sum.Plus}
	for _, term := range sum.Terms {
		part := Sum{Terms: [2]trace.Value{term}}
		if r.stepOfOne(term).changes {
			if r.next[term].kind != formSum {
				return false
			}
			part = r.next[term].sum
		}
		var fits bool
		if want, fits = want.add(part); !fits {
			return false
		}
	}
	return have.sum == want
}

// base returns the parameter on which sums with the same terms are based; its Base is None if there is
// none.
func (r *relation) base(terms [2]trace.Value) Shift {
	if terms[1] == trace.None && terms[0].IsOp() {
		return r.based[terms[0]]
	}
	return r.bases[terms]
}

// setBase makes a parameter the one on which sums with the same terms are based.
func (r *relation) setBase(terms [2]trace.Value, is Shift) {
	if terms[1] == trace.None && terms[0].IsOp() {
		r.based[terms[0]] = is
		return
	}
	if r.bases == nil {
		r.bases = make(map[[2]trace.Value]Shift)
	}
	r.bases[terms] = is
}

// shifts describes accesses and additions.
func (r *relation) shifts() (list []Shift, params map[trace.Value]Shift) {
	for _, v := range r.related {
		sum := r.subst[v].sum
		if have := r.base(sum.Terms); have.Base == trace.None || sum.Plus > have.Plus || sum.Plus == have.Plus && v < have.Base {
			r.setBase(sum.Terms, Shift{v, sum.Plus})
		}
	}
	for _, m := range r.p.MovesOf(&r.p.Code[len(r.p.Code)-1]) {
		v, terms := m.Dst, [2]trace.Value{m.Dst}
		if have := r.base(terms); r.steps[v].known && (have.Base == trace.None || have.Plus < 0) {
			r.setBase(terms, Shift{Base: v})
		}
	}
	if len(r.related) > 0 && r.params == nil {
		r.params = make(map[trace.Value]Shift)
	}
	for _, v := range r.related {
		sum := r.subst[v].sum
		base := r.base(sum.Terms)
		r.params[v] = Shift{base.Base, sum.Plus - base.Plus}
	}
	r.list = trace.Zeroed(r.list, len(r.p.Code)-r.p.Loop)
	for k := range r.list {
		r.list[k] = r.shiftOf(&r.p.Code[r.p.Loop+k])
	}
	return r.list, r.params
}

// shiftOf describes an access or an addition.
func (r *relation) shiftOf(in *Instr) Shift {
	of := in.Dst
	switch {
	case (in.Op == OpGetItem || in.Op == OpSetItem) && in.Checks == 0 && !in.Tagged:
		of = in.B
	case in.Op != OpOverflow && (in.Op != OpPure || in.Code != trace.OpIntAdd):
		return Shift{}
	}
	sum, ok := r.form(of)
	if ok {
		sum, ok = r.apply(sum)
	}
	if !ok {
		return Shift{}
	}
	base := r.base(sum.Terms)
	if plus := sum.Plus - base.Plus; base.Base != trace.None && -maxShift < plus && plus < maxShift {
		return Shift{base.Base, plus}
	}
	return Shift{}
}

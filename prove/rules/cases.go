package rules

import (
	"iter"

	"unbox/prove/solve"
	"unbox/prove/term"
	"unbox/trace"
)

// maxCases bounds how many values, or pairs of values, are tried one by one.
const maxCases = 64 * 64

// numbered are questions derived from one, each with the values that names have in it.
type numbered = iter.Seq2[[]term.Term, map[int]uint64]

// cases proves a claim for each value of the amounts of its shifts, its powers of
// two and its numbers of bytes, and that there are no other values. It reports
// whether the rule is settled.
func (p *proof) cases() (done bool, err error) {
	elsewhere, each := p.claim.byValue()
	if each == nil {
		return false, nil
	}
	for _, question := range elsewhere {
		if status, _, err := p.check(question, full); status != solve.Unsat || err != nil {
			return false, err
		}
	}
	return p.settle(byCases, each)
}

// settle proves a rule whose claim is true if none of the questions has an answer.
func (p *proof) settle(by string, each numbered) (done bool, err error) {
	for question, fixed := range each {
		status, model, err := p.check(question, full)
		if err != nil || status == solve.Unknown {
			return false, err
		}
		if status == solve.Sat {
			return p.refute(question, model, fixed, by), nil
		}
	}
	p.proved(by)
	return true, nil
}

// byValue returns, for each name whose values are tried, the question whether it can have
// another value, and one question for each choice of values. With the values filled in,
// nearly every question is settled while it is built; those are left out. It returns
// nothing if there are no such names, or too many values.
func (c *Claim) byValue() (elsewhere [][]term.Term, each numbered) {
	b := c.Bank
	names, values := c.caseNames()
	total := 1
	for _, list := range values {
		total *= len(list)
	}
	if len(names) == 0 || total > maxCases {
		return nil, nil
	}
	for k, name := range names {
		other := append([]term.Term(nil), c.Assume...)
		for _, v := range values[k] {
			other = append(other, b.Distinct(c.Names[name], b.Const(c.Width, v)))
		}
		elsewhere = append(elsewhere, other)
	}
	question := c.question()
	return elsewhere, func(yield func([]term.Term, map[int]uint64) bool) {
		for n := range total {
			by, fixed := map[term.Term]term.Term{}, map[int]uint64{}
			for k, name := range names {
				v := values[k][n%len(values[k])]
				n /= len(values[k])
				by[c.Names[name]], fixed[name] = b.Const(c.Width, v), v
			}
			one := b.Substitute(question, by)
			if b.And(one...) != b.False() && !yield(one, fixed) {
				return
			}
		}
	}
}

// caseNames returns the names whose values are tried, with these values.
func (c *Claim) caseNames() (names []int, values [][]uint64) {
	add := func(list []int, numbers []uint64) {
		for _, name := range list {
			if !contains(names, name) && !c.tree.Names[name].Inner {
				names, values = append(names, name), append(values, numbers)
			}
		}
	}
	var amounts, powers []uint64
	for k := range c.Width {
		amounts, powers = append(amounts, uint64(k)), append(powers, 1<<k)
	}
	add(c.bytes, []uint64{1, 2, 4, 8})
	add(c.powers, powers)
	add(c.shifts, amounts)
	return names, values
}

func contains(list []int, k int) bool { return len(appendNew(list, k)) == len(list) }

// withoutNaN proves a claim about floats for each choice of which of them are NaN.
func (p *proof) withoutNaN() (done bool, err error) {
	each := p.claim.byNaN()
	if each == nil {
		return false, nil
	}
	return p.settle(byNaN, each)
}

// byNaN returns a question for each choice of which floats are NaN, nil if there are no
// floats. Where a float is not NaN, tests for NaN are decided, and a negated float is
// the same number with another sign, so solvers see that it multiplies alike.
func (c *Claim) byNaN() numbered {
	b := c.Bank
	var floats []int
	for slot, name := range c.tree.Names {
		if name.Type == trace.Float && !name.Inner {
			floats = append(floats, slot)
		}
	}
	if len(floats) == 0 {
		return nil
	}
	return func(yield func([]term.Term, map[int]uint64) bool) {
		for choice := range 1 << len(floats) {
			by, fixed, also := map[term.Term]term.Term{}, map[int]uint64{}, []term.Term{}
			for k, slot := range floats {
				if nan := c.isNaN(c.Names[slot]); choice>>k&1 == 0 {
					by[nan] = b.False()
					also = append(also, b.Not(nan))
				} else {
					by[c.Names[slot]] = b.Const(64, infinity|1<<51)
					fixed[slot] = infinity | 1<<51
				}
			}
			if !yield(append(b.Substitute(c.question(), by), also...), fixed) {
				return
			}
		}
	}
}

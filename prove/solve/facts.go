package solve

import (
	"unbox/prove/term"
)

// definition is a variable that was replaced by a term without it.
type definition struct {
	name string
	t    term.Term
}

// facts simplifies assertions by each other: a variable that equals a term is
// replaced by it, and what one assertion says is true inside of all others.
type facts struct {
	bank        *term.Bank
	parts       []term.Term // all must hold
	definitions []definition
}

// factRounds bounds how often facts are searched for; each round can find more.
const factRounds = 8

// simplify returns assertions that can hold exactly if the given ones can.
func simplify(b *term.Bank, assertions []term.Term) *facts {
	f := &facts{bank: b}
	f.set(assertions)
	for range factRounds {
		changed := false
		for range 200 {
			if !f.define() {
				break
			}
			changed = true
		}
		if !f.share() && !changed {
			break
		}
	}
	return f
}

// set splits the conjunction of terms into its parts.
func (f *facts) set(terms []term.Term) {
	all := f.bank.And(terms...)
	switch {
	case all == f.bank.True():
		f.parts = nil
	case f.bank.Op(all) == term.OpAnd:
		f.parts = f.bank.Args(all)
	default:
		f.parts = []term.Term{all}
	}
}

// define looks for an equation that can be solved for a variable, and replaces
// the variable everywhere.
func (f *facts) define() bool {
	b := f.bank
	for i, p := range f.parts {
		v, t, ok := f.solve(p)
		if !ok {
			continue
		}
		rest := append(append([]term.Term(nil), f.parts[:i]...), f.parts[i+1:]...)
		f.definitions = append(f.definitions, definition{b.Name(v), t})
		f.set(b.Substitute(rest, map[term.Term]term.Term{v: t}))
		return true
	}
	return false
}

// solve solves one assertion for a variable that does not occur in the rest.
func (f *facts) solve(p term.Term) (v, t term.Term, ok bool) {
	b := f.bank
	switch {
	case b.Op(p) == term.OpVar:
		return p, b.True(), true
	case b.Op(p) == term.OpNot && b.Op(b.Args(p)[0]) == term.OpVar:
		return b.Args(p)[0], b.False(), true
	case b.Op(p) == term.OpEq && b.Sort(b.Args(p)[0]).Kind == term.KindBV:
		return b.SolveWord(b.Args(p)[0], b.Args(p)[1])
	}
	return 0, 0, false
}

// share replaces what an assertion says by true, and a term that equals a
// constant by that constant, in all other assertions.
func (f *facts) share() bool {
	b := f.bank
	by := map[term.Term]term.Term{}
	keys := make([]term.Term, len(f.parts)) // what each assertion explains, or -1
	for i, p := range f.parts {
		keys[i] = -1
		switch b.Op(p) {
		case term.OpNot:
			keys[i] = b.Args(p)[0]
			by[keys[i]] = b.False()
		case term.OpEq:
			x, y := b.Args(p)[0], b.Args(p)[1]
			if b.Op(y) == term.OpConst {
				x, y = y, x
			}
			if b.Op(x) == term.OpConst {
				if _, known := by[y]; !known {
					keys[i], by[y] = y, x
				}
				continue
			}
			keys[i], by[p] = p, b.True()
		case term.OpUlt, term.OpSlt, term.OpXor, term.OpIte:
			keys[i], by[p] = p, b.True()
		}
	}
	next := make([]term.Term, len(f.parts))
	changed := false
	for i, p := range f.parts {
		own, had := by[keys[i]]
		delete(by, keys[i])
		next[i] = b.Substitute([]term.Term{p}, by)[0]
		if had {
			by[keys[i]] = own
		}
		changed = changed || next[i] != p
	}
	if changed {
		f.set(next)
	}
	return changed
}

// complete adds the variables that were replaced to a model.
func (f *facts) complete(m term.Model) {
	for i := len(f.definitions) - 1; i >= 0; i-- {
		d := f.definitions[i]
		m.Words[d.name] = f.bank.Eval(d.t, m)
	}
}

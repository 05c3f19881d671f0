package bounds

import (
	"go/types"
	"slices"
	"strings"

	"unbox/prove/term"
	"unbox/trace"
)

// Lemma is a contract as a question about the source: wherever Assume holds, each of
// Goals does.
type Lemma struct {
	Name   string
	Width  int
	Bank   *term.Bank
	Assume []term.Term
	Goals  []term.Term
	// What the question is about, to execute it again with numbers.
	instance Instance
	call     *call
	about    []term.Term
	program  *Program
}

// Instance is one of the questions of a contract.
type Instance struct {
	Contract *Contract
	Code     trace.Opcode
}

// Instances returns the questions of all contracts.
func Instances(all []*Contract) (list []Instance) {
	for _, k := range all {
		codes := k.Codes
		if codes == nil {
			codes = []trace.Opcode{0}
		}
		for _, code := range codes {
			list = append(list, Instance{k, code})
		}
	}
	return list
}

// Name names a question: the function, and the operation that it is asked for.
func (in Instance) Name() string {
	if in.Contract.Codes != nil {
		return in.Contract.Function + " " + in.Code.String()
	}
	return in.Contract.Function
}

// State builds the question, in parts, with a width of the machine word. Other
// functions are replaced by their contracts, and so is the function itself where it
// calls itself.
func (in Instance) State(p *Program, all []*Contract, machine int) (parts []*Lemma) {
	amounts := in.Contract.Amounts
	if amounts == nil {
		amounts = []int{-1}
	}
	for _, width := range in.Contract.allWidths(machine) {
		for _, amount := range amounts {
			parts = append(parts, in.state(p, all, machine, width, amount))
		}
	}
	return parts
}

// state builds a part: for methods of a width, and shifts by an amount if it is not -1.
func (in Instance) state(p *Program, all []*Contract, machine, width, amount int) *Lemma {
	k := in.Contract
	d := newDomain(p, machine)
	d.real = k.real
	fn := p.named[k.Function]
	c := &call{code: in.Code, width: width}
	for _, t := range parameters(fn) {
		switch {
		case isNamed(t, "Opcode"):
			c.args = append(c.args, d.Opcode(in.Code))
		case isNamed(t, "width"):
			c.args = append(c.args, d.b.Const(8, uint64(width)))
		case amount >= 0 && isBasic(t, types.Uint):
			c.args = append(c.args, d.b.Const(64, uint64(amount)))
		default:
			c.args = append(c.args, d.unknown(t, string(rune('a'+len(c.args)))))
		}
	}
	if !k.raw {
		d.assumed = append(d.assumed, d.isNormal(c.args, parameters(fn))...)
	}
	n := []term.Term(nil)
	if k.choose != nil {
		n = k.choose(d, c)
	}
	if k.needs != nil {
		d.assumed = append(d.assumed, k.needs(d, c))
	}
	for _, other := range all {
		// Contracts of methods of a width are proved for that of the machine.
		small := machine != 64 && strings.HasPrefix(other.Function, "width.") && other.Widths == nil
		if slices.Contains(k.closed, other.Function) || !other.open && !small {
			d.use(other)
		}
	}
	if k.invariant != nil {
		d.Invariants = map[string]Invariant{k.Function: func(vars map[string]Value) ([]term.Term, term.Term) { return k.invariant(d, c, n, vars) }}
	}
	return d.conclude(in, c, n, fn)
}

// conclude executes the source and says what has to be proved about its
// results.
func (d *domain) conclude(in Instance, c *call, n []term.Term, fn *types.Func) *Lemma {
	l := &Lemma{Name: in.Name(), Width: d.width, Bank: d.b, instance: in, call: c, about: n, program: d.p}
	d.goals(l, n, fn)
	l.Assume = append(d.assumed, d.Assumed...)
	return l
}

// goals executes the source and enters what has to hold for its results.
func (d *domain) goals(l *Lemma, n []term.Term, fn *types.Func) {
	k, c := l.instance.Contract, l.call
	c.results = d.body(k.Function, c.args)
	if k.exact != nil {
		for i, v := range k.exact(d, c) {
			l.Goals = append(l.Goals, d.same(c.results[i], v))
		}
	} else {
		l.Goals = append(l.Goals, k.promised(d, c, fn)...)
		if k.facts != nil {
			for _, f := range k.facts(d, c, n) {
				for _, goal := range f.holds {
					l.Goals = append(l.Goals, d.b.Implies(f.where, goal))
				}
			}
		}
	}
	for i, goal := range l.Goals {
		l.Goals[i] = d.b.Or(d.Cut, goal)
	}
	for _, never := range d.Obligations {
		l.Goals = append(l.Goals, d.b.Not(never))
	}
	if k.cases != nil {
		l.Goals = d.split(l.Goals, k.cases(d, c))
	}
}

// split returns each goal for each case, and the goal that there are no other
// cases.
func (d *domain) split(goals, cases []term.Term) (all []term.Term) {
	for _, goal := range goals {
		for _, one := range cases {
			all = append(all, d.b.Implies(one, goal))
		}
	}
	return append(all, d.b.Or(cases...))
}

func isBasic(t types.Type, kind types.BasicKind) bool {
	basic, ok := t.(*types.Basic)
	return ok && basic.Kind() == kind
}

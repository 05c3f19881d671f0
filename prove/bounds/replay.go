package bounds

import (
	"fmt"
	"strings"

	"unbox/prove/term"
)

// Replay is what the source computes for the numbers of a counterexample.
type Replay struct {
	// Numbers are the arguments, the results, and the integers that the contract is
	// about, as text.
	Numbers string
	// Meant says that the contract promises something about these numbers. If not, a
	// product has a name about which the laws say too little.
	Meant bool
	// Broken are the goals that do not hold, by their index. If there are none, the
	// source is not wrong: the contract of one of its callees promises too little.
	Broken []int
}

// Replay executes the source of a contract's lemma with the numbers of a model, with the callees
// themselves instead of their contracts, and without names for products.
func (l *Lemma) Replay(m term.Model) Replay {
	e := term.NewEvaluator(l.Bank, m)
	d := newDomain(l.program, l.Width)
	d.real = true
	k := l.instance.Contract
	c := &call{code: l.call.code, width: l.call.width}
	for _, v := range l.call.args {
		c.args = append(c.args, d.numberOf(l.Bank, e, v))
	}
	var n []term.Term
	for _, t := range l.about {
		n = append(n, d.numberOf(l.Bank, e, t).(term.Term))
	}
	d.speakOf(c, n)
	fn := d.p.named[k.Function]
	met := d.b.True()
	if !k.raw {
		met = d.b.And(d.isNormal(c.args, parameters(fn))...)
	}
	if k.needs != nil {
		met = d.b.And(met, k.needs(d, c))
	}
	at := &Lemma{instance: l.instance, call: c}
	d.goals(at, n, fn)
	r := Replay{Meant: d.holds(met), Numbers: fmt.Sprintf("%s gives %s; with %s", d.written(c.args), d.written(c.results), d.numerals(n))}
	for i, goal := range at.Goals {
		if !d.holds(goal) {
			r.Broken = append(r.Broken, i)
		}
	}
	return r
}

// speakOf sets the numbers that facts are about, instead of a contract's choose.
func (d *domain) speakOf(c *call, n []term.Term) {
	d.numbers = append(d.numbers, n...)
	for _, t := range n {
		if d.b.Width(t) == 128 {
			d.exact = append(d.exact, t)
		}
	}
	if len(n) == 2 && c.code != 0 {
		d.numbers = append(d.numbers, d.operation(c.code, n[0], n[1]).Value)
		d.exact = append(d.exact, d.exactly(c.code, n[0], n[1]))
		d.numbers = append(d.numbers, d.wrap(d.exactly(c.code, n[0], n[1])))
	}
}

// numberOf returns a value of another bank with the numbers that a model gives it.
func (d *domain) numberOf(from *term.Bank, e *term.Evaluator, v Value) Value {
	switch v := v.(type) {
	case *Record:
		r := &Record{}
		for _, part := range v.Parts {
			r.Parts = append(r.Parts, d.numberOf(from, e, part))
		}
		return r
	case term.Term:
		w := e.Word(v)
		switch sort := from.Sort(v); {
		case sort == term.Bool:
			return d.b.Bool(!w.IsZero())
		case sort == term.BV(128):
			return d.b.Concat(d.b.Const(64, w.Hi), d.b.Const(64, w.Lo))
		}
		return d.b.Const(from.Width(v), w.Lo)
	}
	panic(fmt.Sprintf("BUG: a value of type %T has no number", v))
}

// holds reports whether a condition about numbers is true.
func (d *domain) holds(t term.Term) bool { return !d.b.Eval(t, term.NewModel()).IsZero() }

// written returns numbers and records of numbers as text.
func (d *domain) written(values []Value) string {
	var parts []string
	for _, v := range values {
		if r, ok := v.(*Record); ok {
			parts = append(parts, "{"+d.written(r.Parts)+"}")
			continue
		}
		parts = append(parts, d.numerals([]term.Term{v.(term.Term)}))
	}
	return strings.Join(parts, ", ")
}

func (d *domain) numerals(list []term.Term) string {
	var parts []string
	for _, t := range list {
		w := d.b.Eval(t, term.NewModel())
		parts = append(parts, fmt.Sprintf("%#x", w.Lo))
	}
	return strings.Join(parts, ", ")
}

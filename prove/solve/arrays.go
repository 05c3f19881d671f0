package solve

import (
	"fmt"
	"slices"
	"strings"

	"unbox/prove/term"
)

// access is one element of an array variable, or one result of an unknown
// function, with the variable that replaces it.
type access struct {
	args  []term.Term
	value term.Term
}

// equation is an equality of arrays, with the variable that replaces it.
type equation struct {
	holds, x, y term.Term
}

// elimination replaces arrays and unknown functions by variables. What is left
// of a function is that equal arguments have equal results (Ackermann's
// expansion), and an array variable is a function of the index. Stores become
// choices by comparing indexes.
type elimination struct {
	bank      *term.Bank
	flat      map[term.Term]term.Term
	accesses  map[string][]access // by array variable or function
	order     []string            // the keys of accesses
	selected  map[[2]term.Term]term.Term
	defaults  map[term.Term]term.Term // of array variables: the element where no index is mentioned
	equations []equation
	indexes   map[int][]term.Term // by width: all indexes that occur
	facts     []term.Term
}

// eliminate returns assertions without arrays and functions that can hold at
// once exactly if the given ones can.
func eliminate(b *term.Bank, assertions []term.Term) ([]term.Term, *elimination) {
	e := &elimination{bank: b, flat: map[term.Term]term.Term{}, accesses: map[string][]access{}, selected: map[[2]term.Term]term.Term{},
		defaults: map[term.Term]term.Term{}, indexes: map[int][]term.Term{}}
	b.Walk(assertions, func(t term.Term) { e.flat[t] = e.flatten(t) })
	e.instantiate()
	var out []term.Term
	for _, t := range assertions {
		out = append(out, e.flat[t])
	}
	return append(out, e.facts...), e
}

func (e *elimination) flatten(t term.Term) term.Term {
	b := e.bank
	old := b.Args(t)
	args := make([]term.Term, len(old))
	for i, a := range old {
		args[i] = e.flat[a]
	}
	switch op := b.Op(t); {
	case op == term.OpSelect:
		e.index(args[1])
		return e.element(args[0], args[1])
	case op == term.OpStore:
		e.index(args[1])
	case op == term.OpApply:
		return e.access("fn "+b.Name(t), b.Sort(t), args)
	case op == term.OpEq && b.Sort(args[0]).Kind == term.KindArray:
		return e.equal(args[0], args[1])
	}
	if slices.Equal(old, args) {
		return t
	}
	r := b.Rebuild(t, args)
	if op := b.Op(r); op == term.OpSelect {
		return e.element(b.Args(r)[0], b.Args(r)[1])
	}
	return r
}

func (e *elimination) index(i term.Term) {
	w := e.bank.Width(i)
	if !slices.Contains(e.indexes[w], i) {
		e.indexes[w] = append(e.indexes[w], i)
	}
}

// element returns what an array has at index i.
func (e *elimination) element(array, i term.Term) term.Term {
	key := [2]term.Term{array, i}
	if v, ok := e.selected[key]; ok {
		return v
	}
	b := e.bank
	args := b.Args(array)
	var v term.Term
	switch b.Op(array) {
	case term.OpVar:
		v = e.access("array "+b.Name(array), term.BV(b.Width(array)), []term.Term{i})
	case term.OpConstArray:
		v = args[0]
	case term.OpStore:
		if same := b.Eq(args[1], i); same == b.True() {
			v = args[2]
		} else {
			v = b.Ite(same, args[2], e.element(args[0], i))
		}
	case term.OpIte:
		v = b.Ite(args[0], e.element(args[1], i), e.element(args[2], i))
	default:
		panic(fmt.Sprintf("BUG: expected an array, found operation %d", b.Op(array)))
	}
	e.selected[key] = v
	return v
}

// access returns the variable for an application, and notes that it equals the
// others where the arguments do.
func (e *elimination) access(name string, s term.Sort, args []term.Term) term.Term {
	b := e.bank
	for _, a := range e.accesses[name] {
		if slices.Equal(a.args, args) {
			return a.value
		}
	}
	v := b.Fresh(name, s)
	for _, a := range e.accesses[name] {
		same := e.allEqual(a.args, args)
		if fn, ok := strings.CutPrefix(name, "fn "); ok && term.Commutes(fn) {
			same = b.Or(same, e.allEqual(a.args, []term.Term{args[1], args[0]}))
		}
		e.facts = append(e.facts, b.Implies(same, b.Eq(a.value, v)))
	}
	if len(e.accesses[name]) == 0 {
		e.order = append(e.order, name)
	}
	e.accesses[name] = append(e.accesses[name], access{args, v})
	return v
}

func (e *elimination) allEqual(x, y []term.Term) term.Term {
	same := make([]term.Term, len(x))
	for i := range x {
		same[i] = e.bank.Eq(x[i], y[i])
	}
	return e.bank.And(same...)
}

// equal returns the truth value of an equality of arrays. Where it does not
// hold, there is an index at which they differ.
func (e *elimination) equal(x, y term.Term) term.Term {
	b := e.bank
	if x == y {
		return b.True()
	}
	for _, q := range e.equations {
		if q.x == x && q.y == y || q.x == y && q.y == x {
			return q.holds
		}
	}
	holds := b.Fresh("same", term.Bool)
	witness := b.Fresh("witness", term.BV(int(b.Sort(x).Index)))
	e.index(witness)
	e.facts = append(e.facts, b.Or(holds, b.Distinct(e.element(x, witness), e.element(y, witness))))
	e.equations = append(e.equations, equation{holds, x, y})
	return holds
}

// instantiate says that the elements of equal arrays are equal: at all indexes
// that occur, and everywhere else. With few possible indexes there may be no
// "everywhere else"; then it says so for all of them.
func (e *elimination) instantiate() {
	b := e.bank
	for _, q := range e.equations {
		w := int(b.Sort(q.x).Index)
		indexes := e.indexes[w]
		if w < 16 && len(indexes) >= 1<<w {
			indexes = nil
			for i := range uint64(1) << w {
				indexes = append(indexes, b.Const(w, i))
			}
		} else {
			e.facts = append(e.facts, b.Implies(q.holds, b.Eq(e.elsewhere(q.x), e.elsewhere(q.y))))
		}
		for _, i := range indexes {
			e.facts = append(e.facts, b.Implies(q.holds, b.Eq(e.element(q.x, i), e.element(q.y, i))))
		}
	}
}

// elsewhere returns the element of an array at the indexes that do not occur.
func (e *elimination) elsewhere(array term.Term) term.Term {
	b := e.bank
	args := b.Args(array)
	switch b.Op(array) {
	case term.OpStore:
		return e.elsewhere(args[0])
	case term.OpConstArray:
		return args[0]
	case term.OpIte:
		return b.Ite(args[0], e.elsewhere(args[1]), e.elsewhere(args[2]))
	}
	v, ok := e.defaults[array]
	if !ok {
		v = b.Fresh("elsewhere", term.BV(b.Width(array)))
		e.defaults[array] = v
	}
	return v
}

// model returns the model of the original assertions for one of the new ones.
func (e *elimination) model(flat term.Model) term.Model {
	b := e.bank
	m := flat.Clone()
	ev := term.NewEvaluator(b, flat)
	for v, d := range e.defaults {
		m.Arrays[b.Name(v)] = term.ArrayValue{Default: ev.Word(d)}
		delete(m.Words, b.Name(d))
	}
	for _, key := range e.order {
		kind, name := key[:3], key[3:]
		table := map[string]term.Value{}
		elems := map[term.Value]term.Value{}
		for _, a := range e.accesses[key] {
			var args []term.Value
			for _, t := range a.args {
				args = append(args, ev.Word(t))
			}
			table[term.FuncKey(name, args)] = ev.Word(a.value)
			if kind != "fn " {
				elems[args[0]] = ev.Word(a.value)
			}
			delete(m.Words, b.Name(a.value))
		}
		if kind == "fn " {
			m.Funcs[name] = term.FuncValue{Table: table}
			continue
		}
		name = key[len("array "):]
		m.Arrays[name] = term.ArrayValue{Default: m.Arrays[name].Default, Elems: elems}
	}
	return m
}

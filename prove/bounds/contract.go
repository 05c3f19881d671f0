package bounds

import (
	"fmt"
	"go/types"
	"slices"

	"unbox/prove/term"
	"unbox/trace"
)

// Contract is what is promised of a function of the source. It is used twice: it is
// proved from the function's source, with its arguments and the integers that it
// mentions unknown; and it replaces the function in the proofs of its callers.
type Contract struct {
	Function string // as "normal", "Bounds.meet", "width.forward"
	// Codes are the operations for which it is proved, one after the other, if one of
	// the arguments is an operation.
	Codes []trace.Opcode
	// Widths are those for which a method of a width is proved, if not only for that of
	// the machine.
	Widths []int
	// Amounts are the shift amounts for which it is proved, one by one.
	Amounts []int
	// closed are functions that this proof does not execute, though others do.
	closed []string
	// choose makes, for a proof, the integers that facts are about: arbitrary ones. It
	// also gives the domain all other integers that contracts of callees are about.
	choose func(d *domain, c *call) []term.Term
	// needs is what callers have to ensure, besides normal Bounds.
	needs func(d *domain, c *call) term.Term
	// found is the place of the result that says whether there are Bounds, 0 if none.
	found int
	// arity is the number of integers that facts are about. wide says that they have
	// 128 bits.
	arity int
	wide  bool
	facts func(d *domain, c *call, n []term.Term) []fact
	// always are facts that are about no integer.
	always func(d *domain, c *call) []term.Term
	// exact returns what the function returns, for functions that are a name for one
	// term.
	exact func(d *domain, c *call) []Value
	// invariant is that of the function's loop, about n; without it the loop is unrolled.
	invariant func(d *domain, c *call, n []term.Term, vars map[string]Value) (holds []term.Term, measure term.Term)
	// name returns what replaces the results where the function is called, instead of
	// values about which nothing is known.
	name func(d *domain, c *call) []Value
	// real says that products are not replaced by names in its proof.
	real bool
	// cases are distinguished in its proof; one of them always holds.
	cases func(d *domain, c *call) []term.Term
	// open says that callers also execute the source: it is short, and says more than
	// the contract.
	open bool
	// raw says that Bounds among the arguments need not be normal.
	raw bool
}

// fact is something that holds where something else does.
type fact struct {
	where term.Term
	holds []term.Term
}

// call is a call of a function with a contract.
type call struct {
	code    trace.Opcode
	width   int // that a method of a width is called with
	args    []Value
	results []Value
}

func (c *call) word(k int) term.Term { return c.args[k].(term.Term) }

func (c *call) out(k int) term.Term { return c.results[k].(term.Term) }

// isNamed reports whether a parameter or result is of a named type.
func isNamed(t types.Type, name string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == name
}

// parameters returns the types of the receiver and the parameters.
func parameters(fn *types.Func) (list []types.Type) {
	if recv := fn.Signature().Recv(); recv != nil {
		list = append(list, recv.Type())
	}
	for v := range fn.Signature().Params().Variables() {
		list = append(list, v.Type())
	}
	return list
}

// unknown returns an unknown value of a type.
func (d *domain) unknown(t types.Type, name string) Value {
	switch {
	case isNamed(t, "Bounds"):
		return d.fresh(name)
	case isNamed(t, "wide"):
		return d.halves(d.b.Fresh(name, term.BV(128)))
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		r := &Record{}
		for i := range u.NumFields() {
			r.Parts = append(r.Parts, d.unknown(u.Field(i).Type(), name))
		}
		return r
	case *types.Basic:
		if u.Info()&types.IsBoolean != 0 {
			return d.b.Fresh(name, term.Bool)
		}
		if bits, _ := bitsOf(t); bits == 64 {
			return d.word(name)
		}
	}
	panic(fmt.Sprintf("BUG: expected a type with unknown values, found %v", t))
}

// returned is unknown for what a function returns: not even its width is known.
func (d *domain) returned(t types.Type, name string) Value {
	width := d.width
	d.width = 64
	v := d.unknown(t, name)
	d.width = width
	return v
}

// isNormal returns what holds of the Bounds among values.
func (d *domain) isNormal(values []Value, kinds []types.Type) (all []term.Term) {
	for k, t := range kinds {
		if isNamed(t, "Bounds") {
			all = append(all, d.normal(values[k])...)
		}
	}
	return all
}

func resultTypes(fn *types.Func) (list []types.Type) {
	for v := range fn.Signature().Results().Variables() {
		list = append(list, v.Type())
	}
	return list
}

// use makes a contract replace its function.
func (d *domain) use(k *Contract) {
	fn := d.p.named[k.Function]
	if fn == nil {
		panic(fmt.Sprintf("BUG: there is no function `%s`", k.Function))
	}
	d.Intrinsics[k.Function] = func(x *Executor, live term.Term, args []Value) []Value {
		c := &call{code: trace.Opcode(d.setting(fn, args, "Opcode", 0)), width: d.setting(fn, args, "width", d.width), args: args}
		if k.Codes != nil && !slices.Contains(k.Codes, c.code) {
			panic(fmt.Sprintf("BUG: `%s` has no contract for %v", k.Function, c.code))
		}
		if !slices.Contains(k.allWidths(d.width), c.width) {
			panic(fmt.Sprintf("BUG: `%s` has no contract for a width of %d", k.Function, c.width))
		}
		if k.exact != nil {
			return k.exact(d, c)
		}
		if k.name != nil {
			c.results = k.name(d, c)
		} else {
			for _, t := range resultTypes(fn) {
				c.results = append(c.results, d.returned(t, "r"))
			}
		}
		if live == d.b.False() {
			return c.results
		}
		if k.needs != nil {
			x.Obligations = append(x.Obligations, d.b.And(live, d.b.Not(k.needs(d, c))))
		}
		if !k.raw {
			normal := d.b.And(d.isNormal(args, parameters(fn))...)
			x.Obligations = append(x.Obligations, d.b.And(live, d.b.Not(normal)))
		}
		d.assumed = append(d.assumed, k.promised(d, c, fn)...)
		for _, n := range k.tuples(d) {
			for _, f := range k.facts(d, c, n) {
				d.assumed = append(d.assumed, d.b.Implies(f.where, d.b.And(f.holds...)))
			}
		}
		return c.results
	}
}

// promised returns what holds of results, whatever they are about.
func (k *Contract) promised(d *domain, c *call, fn *types.Func) (all []term.Term) {
	if k.always != nil {
		all = k.always(d, c)
	}
	if k.found > 0 {
		for i := range all {
			all[i] = d.b.Implies(c.out(k.found), all[i])
		}
	}
	return append(all, d.isNormal(c.results, resultTypes(fn))...)
}

// setting returns the argument of a type that has to be a known number: the
// operation, the width.
func (d *domain) setting(fn *types.Func, args []Value, name string, none int) int {
	for i, t := range parameters(fn) {
		if isNamed(t, name) {
			v, ok := d.b.Value(args[i].(term.Term))
			if !ok {
				panic(fmt.Sprintf("BUG: the %s for `%s` depends on numbers", name, fn.Name()))
			}
			return int(v.Lo)
		}
	}
	return none
}

func (k *Contract) allWidths(machine int) []int {
	if k.Widths == nil {
		return []int{machine}
	}
	return k.Widths
}

// tuples returns the integers that a contract can be about in a proof.
func (k *Contract) tuples(d *domain) [][]term.Term {
	if k.facts == nil {
		return nil
	}
	from := d.numbers
	if k.wide {
		from = d.exact
	}
	list := [][]term.Term{nil}
	for range k.arity {
		var longer [][]term.Term
		for _, t := range list {
			for _, n := range from {
				longer = append(longer, append(slices.Clone(t), n))
			}
		}
		list = longer
	}
	return list
}

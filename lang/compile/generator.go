package compile

import (
	"slices"

	"unbox/lang/syntax"
)

// A generator that the function consumes immediately to which it is passed is compiled to a loop in place of the
// call, which does with each element what the function would do: `any` leaves the loop at the first true one. Before
// it, [Consumer] checks whether the name still stands for the function of the language.

// Generator is the name in tracebacks of the code that computes the elements of
// a generator.
const Generator = "<genexpr>"

// collectors are functions and classes of the library that take all elements of their only argument before they do anything that a
// program can see, collectingMethods methods that do; by their names.
var (
	collectors = []string{"Counter", "deque", "fsum", "prod", "mean", "fmean", "median", "median_low", "median_high",
		"mode", "multimode", "quantiles", "stdev", "pstdev", "variance", "pvariance"}
	collectingMethods = []string{"join", "union", "intersection", "difference", "symmetric_difference", "intersection_update", "difference_update", "symmetric_difference_update"}
)

// consumingMethod reports whether a method, or a function of a module, with one argument consumes it at once.
func consumingMethod(name string) bool {
	return name == "extend" || slices.Contains(collectingMethods, name) || slices.Contains(collectors, name)
}

// consumption is the call of a function with a generator.
type consumption struct {
	call     *syntax.Call
	g        *syntax.Comprehension
	it, base int // the registers of the iterator and of the function
}

// consumer compiles a call whose first argument is a generator; false if it is none.
func (f *fn) consumer(x *syntax.Call, dest int) bool {
	if len(x.Args) == 0 {
		return false
	}
	g, ok := x.Args[0].(*syntax.Comprehension)
	if !ok || g.Kind != '(' || g.Lazy {
		return false
	}
	if a, ok := x.Func.(*syntax.Attribute); ok && len(x.Args)+len(x.Keywords) == 1 {
		switch {
		case a.Name == "extend":
			f.extendGenerator(x, a, g, dest)
			return true
		default:
			f.methodGenerator(x, a, g, dest)
			return true
		}
	}
	n := x.Func.(*syntax.Name)
	if f.lookup(n.Text).kind != 'g' {
		f.fail(n.Span, "expected the function `%s` of the language for the generator after it, found a variable with its name", n.Text)
	}
	c := &consumption{call: x, g: g, it: f.temp(x.Span), base: f.temp(x.Span)}
	f.expr(n, c.base)
	f.generatorIter(c)
	switch n.Text {
	case "sum":
		f.sumGenerator(c, dest)
	case "any", "all":
		f.quantifyGenerator(c, n.Text == "any", dest)
	case "min", "max":
		if slices.ContainsFunc(x.Keywords, func(k syntax.Keyword) bool { return k.Name == "key" }) {
			f.collectGenerator(c, n.Text, dest)
		} else {
			f.extremeGenerator(c, n.Text, dest)
		}
	case "next":
		f.nextGenerator(c, dest)
	default:
		f.collectGenerator(c, n.Text, dest)
	}
	return true
}

// consumes reports whether a call with a generator is one of a function that consumes it at once.
func consumes(name string, x *syntax.Call) bool {
	keywords := map[string]bool{}
	most := 1
	switch name {
	case "sum":
		most, keywords["start"] = 2, len(x.Args) == 1
	case "sorted":
		keywords["key"], keywords["reverse"] = true, true
	case "min", "max":
		keywords["default"], keywords["key"] = true, true
	case "next":
		most = 2
	case "dict", "any", "all", "list", "tuple", "set", "frozenset":
	default:
		if !slices.Contains(collectors, name) {
			return false
		}
	}
	for _, k := range x.Keywords {
		if !keywords[k.Name] {
			return false
		}
	}
	return len(x.Args) <= most && !hasStar(x.Args)
}

// generatorIter makes the first iterator, which the program does before it makes a generator.
func (f *fn) generatorIter(c *consumption) {
	f.iterable(c.g.Clauses[0].Iter, c.it)
	f.at(c.g.Clauses[0].Iter.Place())
	f.emit(GetIter, c.it, c.it, 0, 0)
}

func (f *fn) isConsumer(c *consumption, name string) {
	f.at(c.call.Span)
	f.emit(Consumer, c.base, 0, 0, f.k(name))
}

// generate compiles the loop. The element is evaluated by compute, in the generator; use belongs to the function.
func (f *fn) generate(c *consumption, compute, use func()) {
	before := f.enterComprehension(c.g)
	from, to := f.here(), 0
	f.clause(c.g, 0, c.it, func() {
		compute()
		to = f.here()
		f.at(c.call.Span)
		use()
	})
	f.leaveComprehension(c.g, c.call.Span, from, to, before)
}

func (f *fn) sumGenerator(c *consumption, dest int) {
	x := c.call
	total := f.temp(x.Span)
	start := append(append([]syntax.Expr{}, x.Args[1:]...), keywordValues(x.Keywords)...)
	if len(start) > 0 { // sum([], start) refuses what cannot be one
		mark := f.top
		base := f.temps(3, x.Span)
		f.expr(start[0], base+2)
		f.isConsumer(c, "sum")
		f.emit(Move, base, c.base, 0, 0)
		f.emit(BuildList, base+1, 0, 0, 0)
		f.emit(Call, total, base, 2, 0)
		f.top = mark
	} else {
		f.isConsumer(c, "sum")
		f.emit(LoadK, total, 0, 0, f.k(int64(0)))
	}
	var v int
	f.generate(c, func() { v = f.operand(c.g.Element) }, func() { f.emit(Add, total, total, v, 0) })
	f.emit(Move, dest, total, 0, 0)
}

func keywordValues(list []syntax.Keyword) []syntax.Expr {
	var values []syntax.Expr
	for _, k := range list {
		values = append(values, k.X)
	}
	return values
}

// quantifyGenerator is any and all, which end at the first element that decides.
func (f *fn) quantifyGenerator(c *consumption, wanted bool, dest int) {
	name, jump := "all", JumpIfNot
	if wanted {
		name, jump = "any", JumpIf
	}
	f.isConsumer(c, name)
	var v int
	var decided []int
	f.generate(c, func() { v = f.operand(c.g.Element) }, func() { decided = append(decided, f.emit(jump, v, 0, 0, 0)) })
	t := f.temp(c.call.Span)
	f.emit(LoadK, t, 0, 0, f.k(!wanted))
	over := f.emit(Jump, 0, 0, 0, 0)
	f.patch(decided...)
	f.emit(LoadK, t, 0, 0, f.k(wanted))
	f.patch(over)
	f.emit(Move, dest, t, 0, 0)
}

// extremeGenerator is min and max. Of no elements, the function itself says what it says of an empty list.
func (f *fn) extremeGenerator(c *consumption, name string, dest int) {
	x := c.call
	best, empty := f.temp(x.Span), f.temp(x.Span)
	if len(x.Keywords) > 0 {
		f.expr(x.Keywords[0].X, best)
	} else {
		f.emit(LoadK, best, 0, 0, f.k(nil))
	}
	f.isConsumer(c, name)
	f.emit(LoadK, empty, 0, 0, f.k(true))
	jump := JGt
	if name == "min" {
		jump = JLt
	}
	var v int
	f.generate(c, func() { v = f.operand(c.g.Element) }, func() {
		first := f.emit(JumpIf, empty, 0, 0, 0)
		worse := f.emit(jump, v, best, 0, 0)
		f.patch(first)
		f.emit(Move, best, v, 0, 0)
		f.emit(LoadK, empty, 0, 0, f.k(false))
		f.patch(worse)
	})
	if len(x.Keywords) == 0 {
		some := f.emit(JumpIfNot, empty, 0, 0, 0)
		base := f.temps(2, x.Span)
		f.emit(Move, base, c.base, 0, 0)
		f.emit(BuildList, base+1, 0, 0, 0)
		f.emit(Call, best, base, 1, 0)
		f.patch(some)
	}
	f.emit(Move, dest, best, 0, 0)
}

// nextGenerator is next: the loop ends with the first element.
func (f *fn) nextGenerator(c *consumption, dest int) {
	x := c.call
	t := f.temp(x.Span)
	if len(x.Args) > 1 {
		f.expr(x.Args[1], t)
	}
	f.isConsumer(c, "next")
	var v, over int
	f.generate(c, func() { v = f.operand(c.g.Element) }, func() {
		f.emit(Move, t, v, 0, 0)
		over = f.emit(Jump, 0, 0, 0, 0)
	})
	if len(x.Args) == 1 { // the function itself says that there is none
		base := f.temps(2, x.Span)
		f.emit(Move, base, c.base, 0, 0)
		f.emit(BuildList, base+1, 0, 0, 0)
		f.emit(GetIter, base+1, base+1, 0, 0)
		f.at(x.Span)
		f.emit(Call, t, base, 1, 0)
	}
	f.patch(over)
	f.emit(Move, dest, t, 0, 0)
}

// collectGenerator is what takes a list of the elements: list, tuple, set, dict, sorted and others.
func (f *fn) collectGenerator(c *consumption, name string, dest int) {
	x := c.call
	result := f.temp(x.Span) // directly after the function: its argument
	names := f.keywords(x.Keywords)
	f.isConsumer(c, name)
	switch name {
	case "set":
		f.emit(BuildSet, result, 0, 0, 0)
		var v int
		f.generate(c, func() { v = f.operand(c.g.Element) }, func() { f.emit(SetAdd, result, v, 0, 0) })
	case "dict":
		f.dictGenerator(c, result)
	default:
		f.listGenerator(c, result)
	}
	switch name {
	case "tuple":
		f.emit(ListToTuple, dest, result, 0, 0)
	case "list", "set", "dict":
		f.emit(Move, dest, result, 0, 0)
	default:
		f.at(x.Span)
		f.emit(CallKw, dest, c.base, 1+len(x.Keywords), names)
	}
}

// dictGenerator makes a dictionary of elements that are pairs: two expressions, or objects of two items.
func (f *fn) dictGenerator(c *consumption, result int) {
	f.emit(BuildDict, result, 0, 0, 0)
	var k, v int
	if pair, ok := c.g.Element.(*syntax.Tuple); ok && len(pair.Items) == 2 && !hasStar(pair.Items) {
		f.generate(c, func() { k, v = f.operand(pair.Items[0]), f.operand(pair.Items[1]) }, func() { f.emit(SetItem, result, k, v, 0) })
		return
	}
	number := f.temp(c.call.Span) // directly after the dictionary
	f.emit(LoadK, number, 0, 0, f.k(int64(0)))
	one := f.temp(c.call.Span)
	f.emit(LoadK, one, 0, 0, f.k(int64(1)))
	f.generate(c, func() { v = f.operand(c.g.Element) }, func() {
		f.emit(DictMerge, result, v, 2, 0)
		f.emit(Add, number, number, one, 0)
	})
}

func (f *fn) listGenerator(c *consumption, result int) {
	f.emit(BuildList, result, 0, 0, 0)
	var v int
	f.generate(c, func() { v = f.operand(c.g.Element) }, func() { f.emit(ListAppend, result, v, 0, 0) })
}

// methodGenerator is a method that takes a list of the elements, such as join of a string, or a function of a module.
func (f *fn) methodGenerator(x *syntax.Call, a *syntax.Attribute, g *syntax.Comprehension, dest int) {
	it, base := f.temp(x.Span), f.temps(2, x.Span)
	v := f.operand(a.X)
	f.at(a.Span)
	f.emit(Method, base, v, 0, f.cache(a.Name))
	f.top = base + 2
	list := f.temp(x.Span)
	c := &consumption{call: x, g: g, it: it, base: base}
	f.generatorIter(c)
	f.at(x.Span)
	f.emit(Consumer, c.base, 1, 0, f.k(a.Name))
	f.listGenerator(c, list)
	f.at(x.Span)
	f.emit(CallMethod, dest, base, 1, 0)
}

// extendGenerator is the method extend of a list: what was appended stays, if the generator raises an exception.
func (f *fn) extendGenerator(x *syntax.Call, a *syntax.Attribute, g *syntax.Comprehension, dest int) {
	it, base := f.temp(x.Span), f.temps(2, x.Span)
	v := f.operand(a.X)
	f.at(a.Span)
	f.emit(Method, base, v, 0, f.cache(a.Name))
	f.top = base + 2
	c := &consumption{call: x, g: g, it: it, base: base}
	f.generatorIter(c)
	f.isConsumer(c, "extend")
	var item int
	f.generate(c, func() { item = f.operand(g.Element) }, func() { f.emit(ListAppend, base+1, item, 0, 0) })
	f.emit(LoadK, dest, 0, 0, f.k(nil))
}

// assignGenerator assigns the elements of a generator to as many targets; false if it is another assignment. Like them, it takes one
// element more than there are targets, if there is one, and no further ones.
func (f *fn) assignGenerator(target, value syntax.Expr) bool {
	g, ok := value.(*syntax.Comprehension)
	if !ok || g.Kind != '(' || g.Lazy {
		return false
	}
	var items []syntax.Expr
	switch t := target.(type) {
	case *syntax.Tuple:
		items = t.Items
	case *syntax.List:
		items = t.Items
	default:
		return false
	}
	list := f.temp(g.Span)
	if hasStar(items) {
		f.comprehension(g, list)
		f.store(target, list)
		return true
	}
	left, one := f.temp(g.Span), f.temp(g.Span)
	c := &consumption{call: &syntax.Call{Span: target.Place()}, g: g, it: f.temp(g.Span)}
	f.generatorIter(c)
	f.emit(LoadK, left, 0, 0, f.k(int64(len(items)+1)))
	f.emit(LoadK, one, 0, 0, f.k(int64(1)))
	f.emit(BuildList, list, 0, 0, 0)
	var v int
	var enough []int
	f.generate(c, func() { v = f.operand(g.Element) }, func() {
		f.emit(ListAppend, list, v, 0, 0)
		f.emit(Sub, left, left, one, 0)
		enough = append(enough, f.emit(JumpIfNot, left, 0, 0, 0))
	})
	f.patch(enough...)
	f.store(target, list)
	return true
}

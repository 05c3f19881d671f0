package compile

import (
	"math/big"
	"slices"

	"unbox/lang/syntax"
)

// operand evaluates an expression and returns the register where its value is: that of
// a variable if it is one.
func (f *fn) operand(x syntax.Expr) int {
	if n, ok := x.(*syntax.Name); ok {
		if p := f.lookup(n.Text); p.kind == 'r' && !f.midway(n.Text) {
			f.check(p.reg, n)
			return p.reg
		}
	}
	t := f.temp(x.Place())
	f.expr(x, t)
	return t
}

// left evaluates a left operand: into the register of the result, if that is not a variable. So a chain
// of operators needs no more registers than one of them.
func (f *fn) left(x syntax.Expr, dest int) int {
	if n, ok := x.(*syntax.Name); ok && f.lookup(n.Text).kind == 'r' || dest < f.code.FirstTemp {
		return f.operand(x)
	}
	f.expr(x, dest)
	return dest
}

// check emits a check that a variable is bound, unless that is known.
func (f *fn) check(reg int, n *syntax.Name) {
	if !f.isDefined(reg) {
		f.at(n.Span)
		f.emit(Check, reg, 0, 0, f.cache(n.Text))
	}
}

// expr evaluates an expression into a register.
func (f *fn) expr(x syntax.Expr, dest int) {
	mark := f.top
	defer func() { f.top = mark }()
	f.readsAll(x)
	switch x := x.(type) {
	case *syntax.Name:
		f.name(x, dest)
	case *syntax.Format:
		f.format(x, dest)
	case *syntax.Tuple:
		f.items(BuildTuple, x.Items, dest, x.Span)
	case *syntax.List:
		f.items(BuildList, x.Items, dest, x.Span)
	case *syntax.Set:
		f.set(x, dest)
	case *syntax.Dict:
		f.dict(x, dest)
	case *syntax.Comprehension:
		if x.Kind == '(' {
			f.lazyGenerator(x, dest)
			return
		}
		f.comprehension(x, dest)
	case *syntax.Yield:
		f.yield(x, dest)
	case *syntax.Unary:
		f.unary(x, dest)
	case *syntax.Binary:
		if v := fold(x); v != nil {
			f.emit(LoadK, dest, 0, 0, f.k(v))
			return
		}
		f.binaryInto(x.Op, f.left(x.X, dest), x.Y, dest, x.Span, 0)
	case *syntax.Bool:
		f.bool(x, dest)
	case *syntax.Compare:
		f.compare(x, dest)
	case *syntax.Conditional:
		f.conditional(x, dest)
	case *syntax.Call:
		f.call(x, dest)
	case *syntax.Attribute:
		v := f.operand(x.X)
		f.at(x.Span)
		f.emit(GetAttr, dest, v, 0, f.cache(x.Name))
	case *syntax.Subscript:
		v := f.operand(x.X)
		i := f.operand(x.Index)
		f.at(x.Span)
		f.emit(GetItem, dest, v, i, 0)
	case *syntax.Slice:
		f.slice(x, dest)
	case *syntax.Lambda:
		inner := f.def(x, "<lambda>", x.Params, x.Span, func(in *fn) {
			in.at(x.Body.Place())
			v := in.operand(x.Body)
			in.at(x.Body.Place())
			in.emit(Return, v, 0, 0, 0)
		})
		f.makeFunction(inner, x.Params, dest, x.Span)
	case *syntax.NamedExpr:
		f.named(x, dest)
	case *syntax.Star:
		f.fail(x.Span, "expected `*` in a call, a list, a tuple or a set, found it elsewhere")
	default:
		f.at(x.Place())
		f.emit(LoadK, dest, 0, 0, f.k(constantOf(x)))
	}
}

// constantOf returns the value of a literal.
func constantOf(x syntax.Expr) any {
	switch x := x.(type) {
	case *syntax.Int:
		if x.Value.IsInt64() {
			return x.Value.Int64()
		}
		return x.Value
	case *syntax.Float:
		return x.Value
	case *syntax.Str:
		return x.Value
	case *syntax.Const:
		switch x.Text {
		case "True":
			return true
		case "False":
			return false
		}
		return nil
	}
	panic("BUG: no literal")
}

func (f *fn) name(x *syntax.Name, dest int) {
	f.at(x.Span)
	switch p := f.lookup(x.Text); p.kind {
	case 'r':
		f.check(p.reg, x)
		if p.reg != dest {
			f.emit(Move, dest, p.reg, 0, 0)
		}
	case 'c':
		f.emit(LoadCell, dest, p.reg, 0, f.cache(x.Text))
	case 'k':
		f.emit(LoadClass, dest, p.reg, 0, f.global(x.Text))
	case 'g':
		f.emit(LoadGlobal, dest, 0, 0, p.reg)
	}
}

// named assigns in the middle of an expression, which may or may not be evaluated: so later reads of the variable check
// whether it is bound, unless that was known before.
func (f *fn) named(x *syntax.NamedExpr, dest int) {
	v := f.temp(x.Span)
	f.expr(x.X, v)
	defined := f.defined
	f.at(x.Span)
	f.storeName(x.Name.Text, v)
	f.defined = defined
	f.emit(Move, dest, v, 0, 0)
}

// fold computes with literals, where nothing can go wrong.
func fold(x *syntax.Binary) any {
	a, ok := x.X.(*syntax.Int)
	b, ok2 := x.Y.(*syntax.Int)
	if !ok || !ok2 {
		return nil
	}
	v := new(big.Int)
	switch x.Op {
	case "+":
		v.Add(a.Value, b.Value)
	case "-":
		v.Sub(a.Value, b.Value)
	case "*":
		v.Mul(a.Value, b.Value)
	case "<<", "**":
		if !b.Value.IsInt64() || b.Value.Int64() < 0 || b.Value.Int64() > 62 || a.Value.BitLen() > 62 {
			return nil
		}
		if x.Op == "<<" {
			v.Lsh(a.Value, uint(b.Value.Int64()))
		} else {
			v.Exp(a.Value, b.Value, nil)
		}
	default:
		return nil
	}
	if !v.IsInt64() {
		return nil
	}
	return v.Int64()
}

func (f *fn) unary(x *syntax.Unary, dest int) {
	if x.Op == "-" {
		switch lit := x.X.(type) {
		case *syntax.Int:
			f.expr(&syntax.Int{Span: x.Span, Value: new(big.Int).Neg(lit.Value)}, dest)
			return
		case *syntax.Float:
			f.expr(&syntax.Float{Span: x.Span, Value: -lit.Value}, dest)
			return
		}
	}
	v := f.operand(x.X)
	f.at(x.Span)
	f.emit(map[string]Op{"-": Neg, "+": Pos, "~": Invert, "not": Not}[x.Op], dest, v, 0, 0)
}

var binaryOps = map[string]Op{"+": Add, "-": Sub, "*": Mul, "/": TrueDiv, "//": FloorDiv, "%": Mod, "**": Pow, "@": MatMul,
	"<<": LShift, ">>": RShift, "&": And, "|": Or, "^": Xor}

// withConstant are the operations that exist with a constant as second operand.
var withConstant = map[Op]Op{Add: AddK, Sub: SubK, Mul: MulK, FloorDiv: FloorDivK, Mod: ModK, And: AndK, LShift: LShiftK, RShift: RShiftK,
	JLt: JLtK, JLe: JLeK, JGt: JGtK, JGe: JGeK, JEq: JEqK, JNe: JNeK}

// number returns the constant of a numeric literal, if it has one of the first numbers.
func (f *fn) number(x syntax.Expr) (int, bool) {
	if u, ok := x.(*syntax.Unary); ok && u.Op == "-" {
		switch lit := u.X.(type) {
		case *syntax.Int:
			x = &syntax.Int{Span: u.Span, Value: new(big.Int).Neg(lit.Value)}
		case *syntax.Float:
			x = &syntax.Float{Span: u.Span, Value: -lit.Value}
		}
	}
	var v any
	if b, ok := x.(*syntax.Binary); ok {
		v = fold(b)
	}
	switch x.(type) {
	case *syntax.Int, *syntax.Float:
		v = constantOf(x)
	}
	if v == nil {
		return 0, false
	}
	k := f.k(v)
	return k, k < 256
}

func (f *fn) binaryInto(name string, a int, y syntax.Expr, dest int, s syntax.Span, augmented int) {
	mark := f.top
	op := binaryOps[name]
	if k, ok := f.number(y); ok && withConstant[op] != 0 {
		f.at(s)
		f.emit(withConstant[op], dest, a, k, augmented)
		return
	}
	b := f.operand(y)
	f.at(s)
	f.emit(op, dest, a, b, augmented)
	f.top = mark
}

func (f *fn) bool(x *syntax.Bool, dest int) {
	t := f.temp(x.Span)
	f.expr(x.X, t)
	f.at(x.X.Place())
	var over int
	if x.Op == "and" {
		over = f.emit(JumpIfNot, t, 0, 0, 0)
	} else {
		over = f.emit(JumpIf, t, 0, 0, 0)
	}
	f.expr(x.Y, t)
	f.patch(over)
	f.emit(Move, dest, t, 0, 0)
}

var compareOps = map[string]Op{"<": Lt, "<=": Le, ">": Gt, ">=": Ge, "==": Eq, "!=": Ne, "in": In, "not in": NotIn, "is": Is, "is not": IsNot}

func (f *fn) compare(x *syntax.Compare, dest int) {
	a := f.operand(x.First)
	if len(x.Ops) == 1 {
		b := f.operand(x.Rest[0])
		f.at(x.Span)
		f.emit(compareOps[x.Ops[0]], dest, a, b, 0)
		return
	}
	t := f.temp(x.Span)
	var over []int
	for k, op := range x.Ops {
		b := f.operand(x.Rest[k])
		f.at(x.Span)
		f.emit(compareOps[op], t, a, b, 0)
		if k < len(x.Ops)-1 {
			over = append(over, f.emit(JumpIfNot, t, 0, 0, 0))
		}
		a = b
	}
	f.patch(over...)
	f.emit(Move, dest, t, 0, 0)
}

// condition jumps if an expression is of a truth value; it returns the jumps.
func (f *fn) condition(x syntax.Expr, sense bool) []int {
	mark := f.top
	defer func() { f.top = mark }()
	switch x := x.(type) {
	case *syntax.Unary:
		if x.Op == "not" {
			return f.condition(x.X, !sense)
		}
	case *syntax.Bool:
		return f.boolCondition(x, sense)
	case *syntax.Compare:
		f.readsAll(x)
		if jumps := f.compareCondition(x, sense); jumps != nil {
			return jumps
		}
	case *syntax.Const:
		if (x.Text == "True") != sense {
			return nil
		}
	}
	v := f.operand(x)
	f.at(x.Place())
	op := JumpIfNot
	if sense {
		op = JumpIf
	}
	return []int{f.emit(op, v, 0, 0, 0)}
}

func (f *fn) boolCondition(x *syntax.Bool, sense bool) []int {
	if (x.Op == "or") == sense { // either decides
		before := f.condition(x.X, sense)
		return append(before, f.condition(x.Y, sense)...)
	}
	over := f.condition(x.X, !sense)
	jumps := f.condition(x.Y, sense)
	f.patch(over...)
	return jumps
}

var jumpOps = map[string]Op{"<": JLt, "<=": JLe, ">": JGt, ">=": JGe, "==": JEq, "!=": JNe, "is": JIs, "is not": JIs}

func (f *fn) compareCondition(x *syntax.Compare, sense bool) []int {
	if len(x.Ops) > 1 && sense {
		return nil
	}
	for _, op := range x.Ops {
		if jumpOps[op] == 0 {
			return nil
		}
	}
	var jumps []int
	a := f.operand(x.First)
	for k, name := range x.Ops {
		op, c := jumpOps[name], 0
		if sense != (name == "is not") {
			c = 1
		}
		if number, ok := f.number(x.Rest[k]); ok && len(x.Ops) == 1 && withConstant[op] != 0 {
			f.at(x.Span)
			return []int{f.emit(withConstant[op], a, number, c, 0)}
		}
		b := f.operand(x.Rest[k])
		f.at(x.Span)
		jumps = append(jumps, f.emit(op, a, b, c, 0))
		a = b
	}
	return jumps
}

func (f *fn) conditional(x *syntax.Conditional, dest int) {
	no := f.condition(x.Test, false)
	t := f.temp(x.Span)
	f.expr(x.Then, t)
	over := f.emit(Jump, 0, 0, 0, 0)
	f.patch(no...)
	f.expr(x.Else, t)
	f.patch(over)
	f.emit(Move, dest, t, 0, 0)
}

// chunk is the number of items of a display that are in registers at the same
// time.
const chunk = 32

// items builds a tuple, a list or a set.
func (f *fn) items(op Op, list []syntax.Expr, dest int, s syntax.Span) {
	if len(list) <= chunk && !hasStar(list) {
		base := f.temps(len(list), s)
		for k, x := range list {
			f.expr(x, base+k)
		}
		f.at(s)
		f.emit(op, dest, base, len(list), 0)
		return
	}
	t := f.temp(s)
	grow := ListAppend
	if op == BuildSet {
		grow = SetAdd
		f.emit(BuildSet, t, 0, 0, 0)
	} else {
		f.emit(BuildList, t, 0, 0, 0)
	}
	for _, x := range list {
		mark := f.top
		if star, ok := x.(*syntax.Star); ok {
			v := f.unpacked(star.X)
			f.at(s)
			if op == BuildSet {
				f.emit(SetUpdate, t, v, 0, 0)
			} else {
				f.emit(ListExtend, t, v, 0, 0)
			}
		} else {
			f.emit(grow, t, f.operand(x), 0, 0)
		}
		f.top = mark
	}
	if op == BuildTuple {
		f.emit(ListToTuple, dest, t, 0, 0)
	} else {
		f.emit(Move, dest, t, 0, 0)
	}
}

// unpacked returns a register with the value after a star. A generator is consumed at once there, so a list has its items.
func (f *fn) unpacked(x syntax.Expr) int {
	if g, ok := x.(*syntax.Comprehension); ok && g.Kind == '(' {
		list := f.temp(g.Span)
		f.comprehension(g, list)
		return list
	}
	return f.operand(x)
}

// set builds a set. One of constants is a constant of CPython's compiler, and what that does with it can be seen
// in the order of its items: from three on.
func (f *fn) set(x *syntax.Set, dest int) {
	if len(x.Items) < 3 || !allConstant(x.Items) {
		f.items(BuildSet, x.Items, dest, x.Span)
		return
	}
	t := f.temp(x.Span)
	f.items(BuildSet, x.Items, t, x.Span)
	f.emit(SetConst, dest, t, 0, 0)
}

// iterable evaluates what is gone through by a loop: there, a set of constants stays the constant that it is.
func (f *fn) iterable(x syntax.Expr, dest int) {
	f.reads(x)
	if s, ok := x.(*syntax.Set); ok && allConstant(s.Items) {
		f.items(BuildSet, s.Items, dest, s.Span)
		f.emit(SetConst, dest, dest, 1, 0)
		return
	}
	f.expr(x, dest)
}

// allConstant reports whether all expressions are constants for CPython's compiler.
func allConstant(list []syntax.Expr) bool {
	for _, x := range list {
		switch x := x.(type) {
		case *syntax.Int, *syntax.Float, *syntax.Str, *syntax.Const:
		case *syntax.Unary:
			if !allConstant([]syntax.Expr{x.X}) {
				return false
			}
		case *syntax.Binary:
			if !allConstant([]syntax.Expr{x.X, x.Y}) {
				return false
			}
		case *syntax.Tuple:
			if !allConstant(x.Items) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (f *fn) dict(x *syntax.Dict, dest int) {
	t := f.temp(x.Span)
	f.emit(BuildDict, t, 0, 0, 0)
	for k, key := range x.Keys {
		mark := f.top
		if key == nil {
			v := f.operand(x.Values[k])
			f.at(x.Span)
			f.emit(DictMerge, t, v, 0, 0)
		} else {
			a := f.operand(key)
			b := f.operand(x.Values[k])
			f.at(x.Span)
			f.emit(SetItem, t, a, b, 0)
		}
		f.top = mark
	}
	f.emit(Move, dest, t, 0, 0)
}

func (f *fn) slice(x *syntax.Slice, dest int) {
	base := f.temps(3, x.Span)
	for k, part := range []syntax.Expr{x.Low, x.High, x.Step} {
		if part == nil {
			f.emit(LoadK, base+k, 0, 0, f.k(nil))
		} else {
			f.expr(part, base+k)
		}
	}
	f.emit(BuildSlice, dest, base, 0, 0)
}

// format builds a string of its parts, a chunk at a time: each chunk but the first begins with what there is so far.
func (f *fn) format(x *syntax.Format, dest int) {
	base := f.temps(min(len(x.Parts), chunk), x.Span)
	n := 0
	for _, part := range x.Parts {
		if n == chunk {
			f.emit(BuildString, base, base, n, 0)
			n = 1
		}
		k := n
		n++
		if part.X == nil {
			f.emit(LoadK, base+k, 0, 0, f.k(part.Text))
			continue
		}
		mark := f.top
		v := f.temps(2, x.Span)
		f.expr(part.X, v)
		hasSpec := 0
		if part.Spec != nil {
			f.format(part.Spec, v+1)
			hasSpec = 1
		}
		f.at(x.Span)
		f.emit(Format, base+k, v, int(part.Conversion), hasSpec)
		f.top = mark
	}
	f.emit(BuildString, dest, base, n, 0)
}

func (f *fn) comprehension(x *syntax.Comprehension, dest int) {
	it := f.temp(x.Span)
	f.iterable(x.Clauses[0].Iter, it)
	f.at(x.Clauses[0].Iter.Place())
	f.emit(GetIter, it, it, 0, 0)
	before := f.enterComprehension(x)
	from := f.here()
	t := f.temp(x.Span)
	f.emit(map[byte]Op{'[': BuildList, '(': BuildList, '{': BuildSet, ':': BuildDict}[x.Kind], t, 0, 0, 0)
	f.clause(x, 0, it, func() { f.element(x, t) })
	f.leaveComprehension(x, x.Span, from, f.here(), before)
	f.emit(Move, dest, t, 0, 0)
}

// enterComprehension begins the scope of a comprehension, and returns which variables were defined before.
func (f *fn) enterComprehension(x *syntax.Comprehension) [4]uint64 {
	s := f.analysis.scopes[x]
	f.scope = s
	before := f.defined
	for _, name := range s.bound {
		s.regs[name] = f.temp(x.Span)
		f.defined[s.regs[name]>>6] &^= 1 << (s.regs[name] & 63)
		f.emit(DelLocal, s.regs[name], 0, 1, 0)
		if s.cells[name] {
			f.emit(MakeCell, s.regs[name], 0, 0, 0)
		}
	}
	return before
}

// leaveComprehension ends its scope; tracebacks call what is between two instructions by its name, and say that it was
// run by what is at a place.
func (f *fn) leaveComprehension(x *syntax.Comprehension, by syntax.Span, from, to int, before [4]uint64) {
	f.scope = f.scope.parent
	f.code.Comprehensions = append(f.code.Comprehensions, Region{From: from, To: to, Reg: int(f.line(by.From)),
		Name: map[byte]string{'[': "<listcomp>", '{': "<setcomp>", ':': "<dictcomp>", '(': Generator}[x.Kind]})
	f.defined = before
}

// clause compiles the `for` number k of a comprehension and what is inside of it.
func (f *fn) clause(x *syntax.Comprehension, k, it int, element func()) {
	c := x.Clauses[k]
	f.at(x.Element.Place())
	l := f.enterLoop(c.Target.Place())
	next := f.forNext(c.Target, it)
	var skip []int
	for _, condition := range c.Conditions {
		skip = append(skip, f.condition(condition, false)...)
	}
	mark := f.top
	if k+1 < len(x.Clauses) {
		inner := f.temp(x.Span)
		f.iterable(x.Clauses[k+1].Iter, inner)
		f.emit(GetIter, inner, inner, 0, 0)
		f.clause(x, k+1, inner, element)
	} else {
		element()
	}
	f.top = mark
	for _, jump := range skip {
		f.patch(jump)
	}
	f.again(l)
	f.loops = f.loops[:len(f.loops)-1]
	f.patch(next)
}

func (f *fn) element(x *syntax.Comprehension, result int) {
	v := f.operand(x.Element)
	switch x.Kind {
	case '[', '(':
		f.emit(ListAppend, result, v, 0, 0)
	case '{':
		f.emit(SetAdd, result, v, 0, 0)
	default:
		f.emit(SetItem, result, v, f.operand(x.Value), 0)
	}
}

func (f *fn) call(x *syntax.Call, dest int) {
	if f.super(x, dest) {
		return
	}
	if f.consumer(x, dest) || f.changesVars(x, dest) {
		return
	}
	merges := slices.ContainsFunc(x.Keywords, func(k syntax.Keyword) bool { return k.Name == "" })
	if merges || hasStar(x.Args) {
		f.starCall(x, merges, dest)
		return
	}
	if a, ok := x.Func.(*syntax.Attribute); ok && len(x.Keywords) == 0 {
		base := f.temps(2, x.Span)
		v := f.operand(a.X)
		f.at(a.Span)
		f.emit(Method, base, v, 0, f.cache(a.Name))
		f.top = base + 2
		f.arguments(x.Args)
		f.at(x.Span)
		f.emit(CallMethod, dest, base, len(x.Args), 0)
		return
	}
	base := f.temp(x.Span)
	f.expr(x.Func, base)
	f.arguments(x.Args)
	if len(x.Keywords) == 0 {
		f.at(x.Span)
		f.emit(Call, dest, base, len(x.Args), 0)
		return
	}
	names := f.keywords(x.Keywords)
	f.at(x.Span)
	f.emit(CallKw, dest, base, len(x.Args)+len(x.Keywords), names)
}

func (f *fn) arguments(list []syntax.Expr) {
	for _, x := range list {
		f.expr(x, f.temp(x.Place()))
	}
}

// keywords evaluates named arguments and returns the number of their names.
func (f *fn) keywords(list []syntax.Keyword) int {
	var names []string
	for k, word := range list {
		f.differs(list, k)
		names = append(names, word.Name)
		f.expr(word.X, f.temp(word.Span))
	}
	f.code.Keywords = append(f.code.Keywords, names)
	return len(f.code.Keywords) - 1
}

// differs makes sure that no argument before number k has its name.
func (f *fn) differs(list []syntax.Keyword, k int) {
	for _, other := range list[:k] {
		if word := list[k]; other.Name == word.Name && word.Name != "" {
			f.fail(word.Span, "expected different names for arguments, found `%s` twice", word.Name)
		}
	}
}

// mergedKeywords evaluates named arguments, of which some are in dictionaries, into a dictionary; the function is two registers
// before it.
func (f *fn) mergedKeywords(list []syntax.Keyword, dest int) {
	f.emit(BuildDict, dest, 0, 0, 0)
	given := false // a name that was given before is found by merging only
	for k, word := range list {
		f.differs(list, k)
		mark := f.top
		one := f.temp(word.Span)
		if word.Name == "" {
			f.expr(word.X, one)
			given = true
		} else {
			name, to := f.temp(word.Span), dest
			if given {
				to = one
				f.emit(BuildDict, one, 0, 0, 0)
			}
			f.emit(LoadK, name, 0, 0, f.k(word.Name))
			f.emit(SetItem, to, name, f.operand(word.X), 0)
		}
		f.at(word.Span)
		if given {
			f.emit(DictMerge, dest, one, 1, 0)
		}
		f.top = mark
	}
}

func (f *fn) starCall(x *syntax.Call, merges bool, dest int) {
	base := f.temps(2, x.Span)
	f.expr(x.Func, base)
	if len(x.Args) == 0 {
		f.emit(BuildList, base+1, 0, 0, 0)
	} else if s, ok := x.Args[0].(*syntax.Star); ok && len(x.Args) == 1 {
		f.emit(BuildList, base+1, 0, 0, 0)
		v := f.unpacked(s.X)
		f.at(x.Span)
		f.emit(ListExtend, base+1, v, 1, 0)
		f.top = base + 2 // where the named arguments follow
	} else {
		f.expr(&syntax.List{Span: x.Span, Items: x.Args}, base+1)
	}
	if merges {
		f.mergedKeywords(x.Keywords, f.temp(x.Span))
		f.at(x.Span)
		f.emit(CallDict, dest, base, 0, 0)
		return
	}
	names := f.keywords(x.Keywords)
	f.at(x.Span)
	f.emit(CallStar, dest, base, len(x.Keywords), names)
}

// super compiles `super()` in a method.
func (f *fn) super(x *syntax.Call, dest int) bool {
	n, ok := x.Func.(*syntax.Name)
	if !ok || n.Text != "super" || len(x.Args)+len(x.Keywords) > 0 || f.lookup("super").kind != 'g' {
		return false
	}
	cell := f.lookup("__class__")
	s := f.scope
	for s.kind == 'l' {
		s = s.parent
	}
	if cell.kind != 'c' || len(f.code.Params) == 0 || s.kind != 'f' {
		f.fail(x.Span, "expected `super()` in a method of a class, found it elsewhere")
	}
	self := f.temp(x.Span)
	f.expr(&syntax.Name{Span: x.Span, Text: f.code.Params[0]}, self)
	f.emit(Super, dest, cell.reg, self, 0)
	return true
}

package compile

import (
	"slices"

	"unbox/lang/syntax"
)

func (f *fn) block(list []syntax.Stmt) {
	for _, s := range list {
		f.stmt(s)
	}
}

func (f *fn) stmt(s syntax.Stmt) {
	f.at(s.Place())
	mark := f.top
	defer func() { f.top = mark }()
	switch s := s.(type) {
	case *syntax.ExprStmt:
		f.reads(s.X)
		if _, ok := s.X.(*syntax.Str); !ok {
			f.expr(s.X, f.temp(s.Span))
		}
	case *syntax.Assign:
		f.assign(s)
	case *syntax.AugAssign:
		f.augAssign(s)
	case *syntax.Return:
		f.returns(s)
	case *syntax.If:
		f.ifs(s)
	case *syntax.While:
		f.while(s)
	case *syntax.For:
		f.fors(s)
	case *syntax.Def:
		f.defs(s)
	case *syntax.Class:
		f.class(s)
	case *syntax.Simple:
		f.simple(s)
	case *syntax.Import:
		f.imports(s)
	case *syntax.Assert:
		f.assert(s)
	case *syntax.Raise:
		f.raise(s)
	case *syntax.Try:
		f.try(s)
	case *syntax.With:
		f.with(s)
	case *syntax.Delete:
		for _, x := range s.Targets {
			f.del(x)
		}
	}
}

func (f *fn) assign(s *syntax.Assign) {
	if len(s.Targets) == 1 {
		if n, ok := s.Targets[0].(*syntax.Name); ok {
			if p := f.lookup(n.Text); p.kind == 'r' {
				f.intoVariable(s.Value, p.reg, n.Text)
				return
			}
		}
		if f.assignTuple(s.Targets[0], s.Value) || f.assignGenerator(s.Targets[0], s.Value) {
			return
		}
	}
	v := f.operand(s.Value)
	for _, t := range s.Targets {
		f.store(t, v)
	}
}

// intoVariable evaluates an expression right into a variable's register, unless an
// exception on the way would leave it half done.
func (f *fn) intoVariable(x syntax.Expr, reg int, name string) {
	switch x.(type) {
	case *syntax.Conditional, *syntax.Bool, *syntax.Compare, *syntax.List, *syntax.Dict, *syntax.Set, *syntax.Comprehension, *syntax.Tuple, *syntax.Format:
		v := f.operand(x)
		f.emit(Move, reg, v, 0, 0)
	default:
		f.expr(x, reg)
	}
	if !f.deleted(name) {
		f.define(reg)
	}
}

// assignTuple assigns `a, b = x, y` without a tuple.
func (f *fn) assignTuple(target, value syntax.Expr) bool {
	to, ok := target.(*syntax.Tuple)
	from, ok2 := value.(*syntax.Tuple)
	if !ok || !ok2 || len(to.Items) != len(from.Items) || hasStar(to.Items) || hasStar(from.Items) {
		return false
	}
	first := f.temps(len(from.Items), value.Place())
	for k, x := range from.Items {
		f.expr(x, first+k)
	}
	for k, x := range to.Items {
		f.store(x, first+k)
	}
	return true
}

func hasStar(list []syntax.Expr) bool {
	return slices.ContainsFunc(list, func(x syntax.Expr) bool { _, ok := x.(*syntax.Star); return ok })
}

// store assigns what is in a register.
func (f *fn) store(target syntax.Expr, v int) {
	mark := f.top
	defer func() { f.top = mark }()
	switch t := target.(type) {
	case *syntax.Name:
		f.storeName(t.Text, v)
	case *syntax.Attribute:
		if t.Name == "__class__" || t.Name == "__dict__" {
			f.fail(t.Span, "expected an attribute that can be set, found `%s`; in Unbox's Python objects keep their classes", t.Name)
		}
		x := f.operand(t.X)
		f.at(t.Span)
		f.emit(SetAttr, x, v, 0, f.cache(t.Name))
	case *syntax.Subscript:
		if owner := f.varsOwner(t.X); owner != nil {
			f.callOfVars(setInVars, t.Span, v, owner, t.Index)
			return
		}
		x := f.operand(t.X)
		i := f.operand(t.Index)
		f.at(t.Span)
		f.emit(SetItem, x, i, v, 0)
	case *syntax.Tuple:
		f.unpack(t.Items, v, t.Span)
	case *syntax.List:
		f.unpack(t.Items, v, t.Span)
	}
}

func (f *fn) storeName(name string, v int) {
	switch p := f.lookup(name); p.kind {
	case 'r', 'k':
		f.emit(Move, p.reg, v, 0, 0)
		if p.kind == 'r' && !f.deleted(name) {
			f.define(p.reg)
		}
	case 'c':
		f.emit(StoreCell, p.reg, v, 0, 0)
	case 'g':
		f.emit(StoreGlobal, v, 0, 0, p.reg)
	}
}

func (f *fn) unpack(items []syntax.Expr, v int, s syntax.Span) {
	first := f.temps(len(items), s)
	f.at(s)
	star := slices.IndexFunc(items, func(x syntax.Expr) bool { _, ok := x.(*syntax.Star); return ok })
	if star < 0 {
		f.emit(Unpack, first, v, len(items), 0)
	} else {
		f.emit(UnpackStar, first, v, star, len(items)-star-1)
	}
	for k, x := range items {
		if s, ok := x.(*syntax.Star); ok {
			x = s.X
		}
		f.store(x, first+k)
	}
}

func (f *fn) augAssign(s *syntax.AugAssign) {
	switch t := s.Target.(type) {
	case *syntax.Name:
		x := f.operand(t)
		if p := f.lookup(t.Text); p.kind == 'r' {
			f.binaryInto(s.Op, x, s.Value, p.reg, s.Span, 1)
			return
		}
		v := f.temp(s.Span)
		f.binaryInto(s.Op, x, s.Value, v, s.Span, 1)
		f.storeName(t.Text, v)
	case *syntax.Attribute:
		if f.isVars(t) {
			f.fail(t.Span, "expected an attribute that can be changed by an operator, found `%s`; `x.__dict__.update(…)` sets some attributes", t.Name)
		}
		x := f.operand(t.X)
		v := f.temp(s.Span)
		f.at(t.Span)
		f.emit(GetAttr, v, x, 0, f.cache(t.Name))
		f.binaryInto(s.Op, v, s.Value, v, s.Span, 1)
		f.emit(SetAttr, x, v, 0, f.cache(t.Name))
	case *syntax.Subscript:
		x := f.operand(t.X)
		i := f.operand(t.Index)
		v := f.temp(s.Span)
		f.at(t.Span)
		f.emit(GetItem, v, x, i, 0)
		f.binaryInto(s.Op, v, s.Value, v, s.Span, 1)
		f.emit(SetItem, x, i, v, 0)
	}
}

func (f *fn) returns(s *syntax.Return) {
	if s.X == nil {
		f.leave(0)
		f.returnNone()
	} else {
		v := f.operand(s.X)
		if len(f.exits) > 0 && v < f.code.FirstTemp { // `finally` may change the variable
			t := f.temp(s.Span)
			f.emit(Move, t, v, 0, 0)
			v = t
		}
		f.leave(0)
		f.at(s.Span)
		f.emit(Return, v, 0, 0, 0)
	}
	f.unreachable()
}

// leave emits what has to be done in the surrounding `try` and `with` statements,
// down to a number of them.
func (f *fn) leave(down int) {
	exits := f.exits
	defined := f.defined
	for k := len(exits) - 1; k >= down; k-- {
		f.exits = exits[:k]
		from := f.here()
		exits[k].do()
		for _, e := range exits[k:] {
			*e.skip = append(*e.skip, span{from, f.here()})
		}
	}
	f.exits, f.defined = exits, defined
	if len(exits) > down {
		from := f.here()
		for _, e := range exits[down:] {
			*e.skip = append(*e.skip, span{from, from + 1})
		}
	}
}

func (f *fn) ifs(s *syntax.If) {
	no := f.condition(s.Test, false)
	before := f.defined
	f.block(s.Then)
	after := f.defined
	f.defined = before
	if len(s.Else) == 0 {
		f.patch(no...)
		f.defined = both(after, before)
		return
	}
	over := -1
	if !endsFlow(s.Then) {
		over = f.emit(Jump, 0, 0, 0, 0)
	}
	f.patch(no...)
	f.block(s.Else)
	f.defined = both(after, f.defined)
	if over >= 0 {
		f.patch(over)
	}
}

// endsFlow reports whether the end of a block is never reached.
func endsFlow(list []syntax.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch s := list[len(list)-1].(type) {
	case *syntax.Return, *syntax.Raise:
		return true
	case *syntax.Simple:
		return s.Word != "pass"
	}
	return false
}

func (f *fn) enterLoop(s syntax.Span) *loop {
	l := &loop{number: len(f.code.Loops), head: f.here(), exits: len(f.exits)}
	f.code.Loops = append(f.code.Loops, LoopInfo{Head: l.head, Line: int(f.line(s.From))})
	f.loops = append(f.loops, l)
	return l
}

// again goes back to the beginning of a loop, whose last instruction that may be.
func (f *fn) again(l *loop) {
	f.emit(Loop, l.number, l.number>>8, 0, l.head)
	f.code.Loops[l.number].End = f.here()
}

func (f *fn) while(s *syntax.While) {
	l := f.enterLoop(s.Span)
	no := f.condition(s.Test, false)
	before := f.defined
	f.block(s.Body)
	f.at(s.Span)
	f.again(l)
	f.loops = f.loops[:len(f.loops)-1]
	f.defined = before
	f.patch(no...)
	f.block(s.Else)
	f.defined = both(f.defined, before)
	f.patch(l.breaks...)
}

func (f *fn) fors(s *syntax.For) {
	it := f.temp(s.Span)
	f.iterable(s.Iter, it)
	f.at(s.Iter.Place())
	f.emit(GetIter, it, it, 0, 0)
	l := f.enterLoop(s.Span)
	f.at(s.Span)
	before := f.defined
	next := f.forNext(s.Target, it)
	f.block(s.Body)
	f.at(s.Span)
	f.again(l)
	f.loops = f.loops[:len(f.loops)-1]
	f.defined = before
	f.patch(next)
	f.block(s.Else)
	f.defined = both(f.defined, before)
	f.patch(l.breaks...)
}

// forNext emits the step of an iteration and returns the jump to after the loop.
func (f *fn) forNext(target syntax.Expr, it int) int {
	if n, ok := target.(*syntax.Name); ok {
		if p := f.lookup(n.Text); p.kind == 'r' {
			next := f.emit(ForIter, it, p.reg, 0, 0)
			if !f.deleted(n.Text) {
				f.define(p.reg)
			}
			return next
		}
	}
	mark := f.top
	v := f.temp(target.Place())
	next := f.emit(ForIter, it, v, 0, 0)
	f.store(target, v)
	f.top = mark
	return next
}

func (f *fn) simple(s *syntax.Simple) {
	if s.Word == "pass" {
		return
	}
	l := f.loops[len(f.loops)-1]
	f.leave(l.exits)
	if s.Word == "break" {
		l.breaks = append(l.breaks, f.emit(Jump, 0, 0, 0, 0))
	} else {
		f.again(l)
	}
	f.unreachable()
}

// decorators evaluates decorators, each into a register before one for what it is given.
func (f *fn) decorators(list []syntax.Expr, s syntax.Span) []int {
	var bases []int
	for _, d := range list {
		base := f.temps(2, s)
		f.expr(d, base)
		bases = append(bases, base)
	}
	return bases
}

// decorate has decorators replace what is in a register, the last one first.
func (f *fn) decorate(list []syntax.Expr, bases []int, v int) {
	for k := len(bases) - 1; k >= 0; k-- {
		f.emit(Move, bases[k]+1, v, 0, 0)
		f.at(list[k].Place())
		f.emit(Call, v, bases[k], 1, 0)
	}
}

func (f *fn) defs(s *syntax.Def) {
	decorators := f.decorators(s.Decorators, s.Span)
	inner := f.def(s, s.Name, s.Params, s.Span, func(in *fn) {
		in.describe(s.Body)
		in.block(s.Body)
		in.returnNone()
	})
	v := f.temp(s.Span)
	f.makeFunction(inner, s.Params, v, s.Span)
	if s.Dispatch != nil {
		f.emit(SetAttr, v, f.operand(s.Dispatch), 0, f.cache(DispatchType))
	}
	f.decorate(s.Decorators, decorators, v)
	f.storeName(f.scope.mangle(s.Name), v)
}

// DispatchType is the attribute of a function that holds the function which returns the type of its first parameter that has one,
// until functools.singledispatch takes it.
const DispatchType = ".type"

func (f *fn) class(s *syntax.Class) {
	decorators := f.decorators(s.Decorators, s.Span)
	base := f.temps(2, s.Span)
	bases := f.top
	for _, b := range s.Bases {
		f.expr(b, f.temp(b.Place()))
	}
	items := len(s.Bases)
	if len(s.Keywords) > 0 {
		f.classKeywords(s)
		items++
	}
	f.at(s.Span)
	f.emit(BuildTuple, base+1, bases, items, 0)
	inner := f.unit.function(f.analysis.scopes[s], f.qualify(s.Name))
	inner.code.ClassKeywords = len(s.Keywords) > 0
	inner.at(s.Span)
	inner.temp(s.Span) // the bases
	inner.code.Positional, inner.code.Params, inner.code.VarNames = 1, []string{".bases"}, []string{".bases"}
	inner.locals(s.Span)
	inner.code.ClassVars = len(inner.scope.regs)
	if inner.scope.cells["__class__"] {
		inner.code.ClassCell = inner.temp(s.Span)
		inner.scope.regs["__class__"] = inner.code.ClassCell
		inner.emit(MakeCell, inner.code.ClassCell, 0, 0, 0)
	}
	inner.describe(s.Body)
	for _, d := range s.Declared {
		inner.code.Declared = append(inner.code.Declared, syntax.Declared{Name: inner.scope.mangle(d.Name), Initial: d.Initial})
	}
	inner.block(s.Body)
	inner.at(s.Span)
	v := inner.temp(s.Span)
	inner.emit(MakeClass, v, 0, 0, 0)
	inner.emit(Return, v, 0, 0, 0)
	inner.finish()
	f.emit(MakeFunction, base, 0, 0, f.functionNumber(inner))
	f.emit(Call, base, base, 1, 0)
	f.decorate(s.Decorators, decorators, base)
	f.storeName(f.scope.mangle(s.Name), base)
}

// classKeywords makes a dictionary of the keywords after the bases of a class, in the register after those of the bases.
func (f *fn) classKeywords(s *syntax.Class) {
	dest := f.temp(s.Span)
	f.at(s.Span)
	f.emit(BuildDict, dest, 0, 0, 0)
	for _, k := range s.Keywords {
		mark := f.top
		name := f.temp(k.Span)
		f.emit(LoadK, name, 0, 0, f.k(k.Name))
		value := f.operand(k.X)
		f.at(k.Span)
		f.emit(SetItem, dest, name, value, 0)
		f.top = mark
	}
}

func (f *fn) imports(s *syntax.Import) {
	v := f.temp(s.Span)
	f.emit(Import, v, 0, 0, f.cache(s.Module))
	if s.Item != "" {
		f.emit(ImportFrom, v, v, 0, f.cache(s.Item))
	}
	f.storeName(s.Name, v)
}

func (f *fn) assert(s *syntax.Assert) {
	good := f.condition(s.Test, true)
	before := f.defined
	if s.Message == nil {
		f.at(s.Span)
		f.emit(AssertFail, 0, 0, 0, 0)
	} else {
		m := f.operand(s.Message)
		f.at(s.Span)
		f.emit(AssertFail, m, 0, 1, 0)
	}
	f.defined = before
	f.patch(good...)
}

func (f *fn) raise(s *syntax.Raise) {
	if s.X == nil {
		t := f.temp(s.Span)
		f.emit(Raise, t, 0, 2, 0)
		f.unreachable()
		return
	}
	x := f.operand(s.X)
	if s.Cause == nil {
		f.at(s.Span)
		f.emit(Raise, x, 0, 0, 0)
	} else {
		c := f.operand(s.Cause)
		f.at(s.Span)
		f.emit(Raise, x, c, 1, 0)
	}
	f.unreachable()
}

func (f *fn) del(x syntax.Expr) {
	switch t := x.(type) {
	case *syntax.Name:
		switch p := f.lookup(t.Text); p.kind {
		case 'r', 'k':
			f.emit(DelLocal, p.reg, 0, 0, 0)
		case 'c':
			f.emit(DelCell, p.reg, 0, 0, 0)
		case 'g':
			f.emit(DelGlobal, 0, 0, 0, p.reg)
		}
	case *syntax.Attribute:
		v := f.operand(t.X)
		f.at(t.Span)
		f.emit(DelAttr, v, 0, 0, f.cache(t.Name))
	case *syntax.Subscript:
		if owner := f.varsOwner(t.X); owner != nil {
			f.callOfVars(delInVars, t.Span, -1, owner, t.Index)
			return
		}
		v := f.operand(t.X)
		i := f.operand(t.Index)
		f.at(t.Span)
		f.emit(DelItem, v, i, 0, 0)
	case *syntax.Tuple:
		for _, item := range t.Items {
			f.del(item)
		}
	default:
		f.fail(x.Place(), "expected a variable, an attribute or an item after `del`, found another expression")
	}
}

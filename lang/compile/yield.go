package compile

import "unbox/lang/syntax"

// A function with `yield` in it is a generator: a call makes an object that has the function's registers and the place where it
// continues. Its code begins with [Generate], which makes that object, and the return of it to the caller.

// yield analyses a `yield`, which makes the function around it a generator.
func (a *analysis) yield(x *syntax.Yield) {
	a.expr(x.X)
	if a.s.kind == 'l' {
		panic(&syntax.Error{From: x.Span.From, To: x.Span.To, Message: "expected no `yield` in a comprehension, found one"})
	}
	a.s.yields = true
}

// lazy analyses a generator that is an object: a function whose parameter is the first iterator.
func (a *analysis) lazy(x *syntax.Comprehension) {
	x.Lazy = true
	a.expr(x.Clauses[0].Iter)
	a.function(x, Generator, lazyParams(x), func() {
		a.s.yields = true
		a.parts(x)
	})
}

// lazyParams are the parameters of that function; no variable of a program has such a name.
func lazyParams(x *syntax.Comprehension) []syntax.Param {
	return []syntax.Param{{Span: x.Span, Name: ".0"}}
}

// consumed analyses what is consumed at once: a generator needs no object there.
func (a *analysis) consumed(x syntax.Expr) {
	if g, ok := x.(*syntax.Comprehension); ok && g.Kind == '(' {
		a.comprehension(g)
		return
	}
	a.expr(x)
}

// arguments analyses the arguments of a call without a name.
func (a *analysis) arguments(x *syntax.Call) {
	for k, arg := range x.Args {
		if k == 0 && a.isConsumer(x) {
			a.consumed(arg)
		} else {
			a.expr(arg)
		}
	}
}

// isConsumer reports whether a call consumes the generator at once that is its first argument.
func (a *analysis) isConsumer(x *syntax.Call) bool {
	switch f := x.Func.(type) {
	case *syntax.Attribute:
		return len(x.Args)+len(x.Keywords) == 1 && consumingMethod(f.Name) && !a.replaced.methods[f.Name]
	case *syntax.Name:
		for s := a.s; s.parent != nil; s = s.parent {
			if s.has(f.Text) {
				return false
			}
		}
		return !a.replaced.functions[f.Text] && consumes(f.Text, x)
	}
	return false
}

// consumesGenerator reports whether an assignment consumes the generator at once that is its value.
func consumesGenerator(s *syntax.Assign) bool {
	if len(s.Targets) != 1 {
		return false
	}
	switch s.Targets[0].(type) {
	case *syntax.Tuple, *syntax.List:
		return true
	}
	return false
}

// begin emits what a generator begins with.
func (f *fn) begin(s syntax.Span) {
	if !f.scope.yields {
		return
	}
	f.code.Generator = true
	mark := f.top
	t := f.temp(s)
	f.emit(Generate, t, 0, 0, 0)
	f.emit(Return, t, 0, 0, 0)
	f.top = mark
}

// yield compiles `yield` and `yield from`.
func (f *fn) yield(x *syntax.Yield, dest int) {
	v := f.temp(x.Span)
	if x.From {
		f.iterable(x.X, v)
		f.at(x.X.Place())
		f.emit(GetIter, v, v, 0, 0)
		t := f.temp(x.Span)
		f.emit(LoadK, t, 0, 0, f.k(nil))
		f.at(x.Span)
		f.emit(YieldFrom, v, t, 0, 0)
		f.emit(Move, dest, t, 0, 0)
		return
	}
	if x.X == nil {
		f.emit(LoadK, v, 0, 0, f.k(nil))
	} else {
		f.expr(x.X, v)
	}
	f.at(x.Span)
	f.emit(Yield, v, dest, 0, 0)
}

// lazyGenerator makes the object that a generator is, if nothing consumes that at once.
func (f *fn) lazyGenerator(x *syntax.Comprehension, dest int) {
	base := f.temps(2, x.Span)
	f.iterable(x.Clauses[0].Iter, base+1)
	f.at(x.Clauses[0].Iter.Place())
	f.emit(GetIter, base+1, base+1, 0, 0)
	params := lazyParams(x)
	inner := f.def(x, Generator, params, x.Span, func(in *fn) {
		in.clause(x, 0, 0, func() {
			v := in.operand(x.Element)
			in.at(x.Element.Place())
			in.emit(Yield, v, in.temp(x.Span), 0, 0)
		})
		in.returnNone()
	})
	f.makeFunction(inner, params, base, x.Span)
	f.at(x.Span)
	f.emit(Call, dest, base, 1, 0)
}

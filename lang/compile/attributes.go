package compile

import (
	"slices"

	"unbox/lang/syntax"
)

// The attributes of an object as a dictionary, `vars(x)` or `x.__dict__`, are made when a program asks for them: no object has a dictionary
// beside its fields. So a program may only read them at once, before anything can change; `x.__dict__[name] = v`, `del x.__dict__[name]`,
// `x.__dict__.pop(name)` and `x.__dict__.update(…)` change the object. What `json.dumps(x, default=lambda o: o.__dict__)` is given is read by
// the module, which keeps nothing of it.

// readers are functions that read a dictionary and keep nothing of it, dictReaders methods of dictionaries that do, and methodReaders those of
// others. A view shows its dictionary as it is at any time, and what lazy functions return reads as it goes: they are read at once where that is.
var (
	readers       = []string{"print", "len", "dict", "list", "tuple", "set", "frozenset", "sorted", "str", "repr", "sum", "min", "max", "any", "all", "bool", "format", "isinstance"}
	dictReaders   = []string{"get", "copy"}
	methodReaders = []string{"join", "update", "extend"}
	views         = []string{"items", "keys", "values"}
	lazy          = []string{"enumerate", "zip", "map", "filter", "reversed", "iter"}
)

// isVars reports whether an expression is the attributes of an object, or a view of them.
func (f *fn) isVars(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Attribute:
		return x.Name == "__dict__"
	case *syntax.Call:
		if a, ok := x.Func.(*syntax.Attribute); ok {
			return slices.Contains(views, a.Name) && f.isVars(a.X)
		}
		return f.isLanguages(x.Func, []string{"vars"})
	}
	return false
}

// isLanguages reports whether an expression is one of some functions of the language, by its name.
func (f *fn) isLanguages(x syntax.Expr, names []string) bool {
	n, ok := x.(*syntax.Name)
	return ok && slices.Contains(names, n.Text) && f.lookup(n.Text).kind == 'g' && !f.analysis.scopes[nil].has(n.Text)
}

// allow notes that an expression that is the attributes of an object is read at once.
func (f *fn) allow(x syntax.Expr) {
	if f.allowed == nil {
		f.allowed = map[syntax.Expr]bool{}
	}
	f.allowed[x] = true
}

// reads notes that the value of each of some expressions is read at once.
func (f *fn) reads(list ...syntax.Expr) {
	for _, x := range list {
		if x != nil && f.isVars(x) {
			f.allow(x)
		}
		if call, ok := x.(*syntax.Call); ok && f.isLanguages(call.Func, lazy) {
			f.reads(call.Args...)
		}
	}
}

// readsAll notes which parts of an expression are read at once by it.
func (f *fn) readsAll(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Compare:
		f.reads(x.First)
		f.reads(x.Rest...)
	case *syntax.Binary:
		f.reads(x.X, x.Y)
	case *syntax.Subscript:
		f.reads(x.X)
	case *syntax.Format:
		for _, part := range x.Parts {
			f.reads(part.X)
		}
	case *syntax.Dict:
		for k, key := range x.Keys {
			if key == nil {
				f.reads(x.Values[k])
			}
		}
	case *syntax.Comprehension:
		for _, c := range x.Clauses {
			f.reads(c.Iter)
		}
	case *syntax.Call:
		f.callReads(x)
	}
	if f.isVars(x) && !f.allowed[x] {
		f.fail(x.Place(), "expected attributes that are read at once, as in `vars(x).items()`, `vars(x) == vars(y)` or `dict(vars(x))`, found another use of them; Unbox's Python has no dictionary that is an object's attributes; `x.__dict__[name] = v` and `x.__dict__.update(…)` set some")
	}
}

func (f *fn) callReads(x *syntax.Call) {
	if a, ok := x.Func.(*syntax.Attribute); ok {
		switch {
		case slices.Contains(dictReaders, a.Name), slices.Contains(views, a.Name) && f.allowed[x]:
			f.reads(a.X)
		case slices.Contains(methodReaders, a.Name):
			f.reads(x.Args...)
		}
	}
	for _, k := range x.Keywords {
		if k.Name == "" {
			f.reads(k.X)
		}
		if l, ok := k.X.(*syntax.Lambda); ok && k.Name == "default" && f.isJSON(x.Func) && f.isVars(l.Body) {
			f.allow(l.Body)
		}
	}
	if f.isLanguages(x.Func, readers) {
		for _, arg := range x.Args {
			if star, ok := arg.(*syntax.Star); ok {
				arg = star.X
			}
			f.reads(arg)
		}
	}
}

// isJSON reports whether a function is one of json that makes a text.
func (f *fn) isJSON(x syntax.Expr) bool {
	a, ok := x.(*syntax.Attribute)
	if !ok || a.Name != "dumps" && a.Name != "dump" {
		return false
	}
	n, ok := a.X.(*syntax.Name)
	return ok && n.Text == "json" && !f.analysis.otherJSON
}

// Functions of the language that no program can name: what changes the attributes of an object, and `dict`, whatever the program calls so.
const (
	setInVars  = "vars.[]="
	delInVars  = "vars.del []"
	updateVars = "vars.[]|="
	popVars    = "vars.pop []"
	plainDict  = "vars.dict"
)

// varsOwner returns the object whose attributes an expression is; nil if it is something else.
func (f *fn) varsOwner(x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.Attribute:
		if x.Name == "__dict__" {
			return x.X
		}
	case *syntax.Call:
		if f.isLanguages(x.Func, []string{"vars"}) && len(x.Args) == 1 && len(x.Keywords) == 0 && !hasStar(x.Args) {
			return x.Args[0]
		}
	}
	return nil
}

// callOfVars calls one of these functions, with some arguments and, unless it is negative, with what is in a register.
func (f *fn) callOfVars(name string, at syntax.Span, v int, args ...syntax.Expr) {
	base := f.temp(at)
	f.expr(&syntax.Name{Span: at, Text: name}, base)
	f.arguments(args)
	n := len(args)
	if v >= 0 {
		f.emit(Move, f.temp(at), v, 0, 0)
		n++
	}
	f.at(at)
	f.emit(Call, base, base, n, 0)
}

// changesVars compiles a call of `update` or `pop` of the attributes of an object.
func (f *fn) changesVars(x *syntax.Call, dest int) bool {
	a, ok := x.Func.(*syntax.Attribute)
	if !ok || a.Name != "update" && a.Name != "pop" {
		return false
	}
	owner := f.varsOwner(a.X)
	if owner == nil {
		return false
	}
	if a.Name == "pop" {
		f.expr(&syntax.Call{Span: x.Span, Func: &syntax.Name{Span: a.Span, Text: popVars}, Args: append([]syntax.Expr{owner}, x.Args...), Keywords: x.Keywords}, dest)
		return true
	}
	f.reads(x.Args...)
	with := &syntax.Call{Span: x.Span, Func: &syntax.Name{Span: a.Span, Text: plainDict}, Args: x.Args, Keywords: x.Keywords}
	f.expr(&syntax.Call{Span: x.Span, Func: &syntax.Name{Span: a.Span, Text: updateVars}, Args: []syntax.Expr{owner, with}}, dest)
	return true
}

package compile

import (
	"slices"

	"unbox/lang/syntax"
)

// A program may have functions and methods of its own with the names of those that consume a generator at once: `def mean(xs)`, or a
// class with a method `extend`. Where it has, what stands in a call of such a name is a generator like any other.

// replacements are the names of functions and of methods that a program gives a meaning of its own, anywhere.
type replacements struct{ functions, methods map[string]bool }

func replacementsOf(body []syntax.Stmt) *replacements {
	r := &replacements{map[string]bool{}, map[string]bool{}}
	r.block(body, r.functions)
	return r
}

// block collects what the statements of a module or of a class bind, into names; what a function binds is its own, but for what it
// declares as global.
func (r *replacements) block(list []syntax.Stmt, names map[string]bool) {
	for _, s := range list {
		r.stmt(s, names)
	}
}

func (r *replacements) stmt(s syntax.Stmt, names map[string]bool) {
	switch s := s.(type) {
	case *syntax.Assign:
		r.targets(s.Targets, names)
	case *syntax.If:
		r.block(s.Then, names)
		r.block(s.Else, names)
	case *syntax.While:
		r.block(s.Body, names)
		r.block(s.Else, names)
	case *syntax.For:
		r.target(s.Target, names)
		r.block(s.Body, names)
		r.block(s.Else, names)
	case *syntax.With:
		r.target(s.Target, names)
		r.block(s.Body, names)
	case *syntax.Try:
		r.block(s.Body, names)
		for _, h := range s.Handlers {
			r.block(h.Body, names)
		}
		r.block(s.Else, names)
		r.block(s.Finally, names)
	case *syntax.Def:
		names[s.Name] = true
		r.block(s.Body, map[string]bool{})
	case *syntax.Class:
		names[s.Name] = true
		r.bases(s.Bases)
		r.block(s.Body, r.methods)
	case *syntax.Scope:
		for _, name := range s.Names {
			r.functions[name] = r.functions[name] || s.Word == "global"
		}
	case *syntax.Import:
		r.imported(s, names)
	}
}

// extending are the modules that have other classes with the method `extend` than list.
var extending = map[string][]string{"collections": {"", "deque", "UserList", "*"}, "typing": {"", "Deque", "*"}, "array": {"", "array", "ArrayType", "*"}}

func (r *replacements) imported(s *syntax.Import, names map[string]bool) {
	if s.Item != "" && s.Item != s.Name {
		names[s.Name] = true
	}
	if slices.Contains(extending[s.Module], s.Item) {
		r.methods["extend"] = true
	}
}

// bases finds out whether a class is derived from one whose method `extend` is not that of lists.
func (r *replacements) bases(list []syntax.Expr) {
	for _, x := range list {
		if s, ok := x.(*syntax.Subscript); ok {
			x = s.X
		}
		switch x := x.(type) {
		case *syntax.Name:
			r.base(x.Text)
		case *syntax.Attribute:
			r.base(x.Name)
		}
	}
}

func (r *replacements) base(name string) {
	if slices.Contains([]string{"list", "List", "MutableSequence"}, name) {
		r.methods["extend"] = true
	}
}

func (r *replacements) targets(list []syntax.Expr, names map[string]bool) {
	for _, x := range list {
		r.target(x, names)
	}
}

func (r *replacements) target(x syntax.Expr, names map[string]bool) {
	switch x := x.(type) {
	case *syntax.Name:
		names[x.Text] = true
	case *syntax.Attribute:
		r.methods[x.Name] = true
	case *syntax.Tuple:
		r.targets(x.Items, names)
	case *syntax.List:
		r.targets(x.Items, names)
	case *syntax.Star:
		r.target(x.X, names)
	}
}

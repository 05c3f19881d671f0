package learn

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// rewriter replaces everything in a program that could do much work within one
// instruction by calls of counted functions: operators, slices, methods of texts
// and lists, and arguments with a star. Positions remain those of the source, so
// errors point at what the learner wrote. It also implements the statements of
// Python that dialect.go let through.
type rewriter struct {
	counted map[string]bool
	depth   int
	// before and after are statements to put around the one that is being rewritten,
	// names the number of values that got a name for them.
	before, after []syntax.Stmt
	names         int
	err           error
}

// Names of the functions that rewriting inserts, besides the operators.
const (
	nameAttribute = hidden + "attribute"
	nameSlice     = hidden + "slice"
	nameItems     = hidden + "items"
	nameTuple     = hidden + "tuple"
	nameIndex     = hidden + "index"
	nameSetIndex  = hidden + "index ="
	nameDict      = hidden + "dict"
	nameKey       = hidden + "key"
	nameNamed     = hidden + "named"
	nameAssert    = hidden + "assert"
	nameAssertEq  = hidden + "assert =="
	nameRaise     = hidden + "raise"
)

// maxDepth is the maximum nesting of expressions and statements.
const maxDepth = 150

// rewrite changes a parsed file in place.
func rewrite(f *syntax.File) error {
	r := &rewriter{counted: countedMethods()}
	f.Stmts = r.stmts(f.Stmts)
	return r.err
}

func (r *rewriter) enter(n syntax.Node) bool {
	if r.depth++; r.depth > maxDepth && r.err == nil {
		start, _ := n.Span()
		r.err = syntax.Error{Pos: start, Msg: fmt.Sprintf("expected code nested at most %d deep, found more", maxDepth)}
	}
	return r.err == nil
}

func (r *rewriter) stmts(list []syntax.Stmt) []syntax.Stmt {
	if len(list) == 0 {
		return list // nil means that there is no `else`
	}
	out := make([]syntax.Stmt, 0, len(list))
	for _, s := range list {
		s = r.stmt(s)
		out, r.before = append(out, r.before...), nil
		out = append(out, s)
		out, r.after = append(out, r.after...), nil
	}
	return out
}

func (r *rewriter) stmt(s syntax.Stmt) syntax.Stmt {
	if !r.enter(s) {
		return s
	}
	defer func() { r.depth-- }()
	switch s := s.(type) {
	case *syntax.AssignStmt:
		return r.assign(s)
	case *syntax.DefStmt:
		name(s.Name)
		r.params(s.Params)
		s.Body = r.stmts(s.Body)
	case *syntax.ExprStmt:
		s.X = r.expr(s.X)
	case *syntax.ForStmt:
		s.Vars = r.part(s.Vars)
		first := r.after
		r.after = nil
		s.X = r.expr(s.X)
		s.Body = append(first, r.stmts(s.Body)...)
	case *syntax.WhileStmt:
		s.Cond = r.expr(s.Cond)
		s.Body = r.stmts(s.Body)
	case *syntax.IfStmt:
		s.Cond = r.expr(s.Cond)
		s.True = r.stmts(s.True)
		// A chain of elif is as deep as it is long.
		s.False = r.stmts(s.False)
	case *syntax.LoadStmt:
		r.err = syntax.Error{Pos: s.Load, Msg: "expected a program in one file, found `load`"}
	case *syntax.ReturnStmt:
		if s.Result != nil {
			s.Result = r.expr(s.Result)
		}
	}
	return s
}

func (r *rewriter) assign(s *syntax.AssignStmt) syntax.Stmt {
	if id, ok := s.LHS.(*syntax.Ident); ok && s.Op == syntax.EQ {
		switch id.Name {
		case markAssert:
			return r.assertion(id.NamePos, s.RHS)
		case markRaise:
			return &syntax.ExprStmt{X: call(nameRaise, id.NamePos, r.expr(s.RHS))}
		}
	}
	if op, ok := augmented[s.Op]; ok {
		if s.LHS = r.plain(unparen(s.LHS)); isPlain(s.LHS) {
			// x op= y as x = op(x, y): x is plain, so reading it twice is the same.
			value := operation(operatorName(op)+"=", s.OpPos, r.expr(copied(s.LHS)), r.expr(s.RHS))
			s.Op = syntax.EQ
			return r.assigned(s, value)
		}
	}
	return r.assigned(s, r.expr(s.RHS))
}

// assigned assigns a value that is rewritten already: `x[y] = value` becomes a call.
func (r *rewriter) assigned(s *syntax.AssignStmt, value syntax.Expr) syntax.Stmt {
	if x, ok := unparen(s.LHS).(*syntax.DotExpr); ok && isList(x.Name.Name) {
		value = call(nameItems, x.Dot, value)
	}
	if x, ok := unparen(s.LHS).(*syntax.IndexExpr); ok {
		return &syntax.ExprStmt{X: call(nameSetIndex, x.Lbrack, value, r.expr(x.X), r.expr(x.Y))}
	}
	return &syntax.AssignStmt{OpPos: s.OpPos, Op: s.Op, LHS: r.target(s.LHS), RHS: value}
}

// plain makes what is changed in place plain: an object or an index that is not gets a name in front of the statement,
// in the order in which both are evaluated.
func (r *rewriter) plain(x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.IndexExpr:
		x.X, x.Y = r.named(x.X), r.named(x.Y)
	case *syntax.DotExpr:
		x.X = r.named(x.X)
	}
	return x
}

func (r *rewriter) named(x syntax.Expr) syntax.Expr {
	if isPlain(x) {
		return x
	}
	pos, _ := x.Span()
	r.names++
	name := fmt.Sprintf("%svalue %d", hidden, r.names)
	r.before = append(r.before, &syntax.AssignStmt{OpPos: pos, Op: syntax.EQ, LHS: &syntax.Ident{NamePos: pos, Name: name}, RHS: r.expr(x)})
	return &syntax.Ident{NamePos: pos, Name: name}
}

func unparen(x syntax.Expr) syntax.Expr {
	for {
		paren, ok := x.(*syntax.ParenExpr)
		if !ok {
			return x
		}
		x = paren.X
	}
}

// assertion is Python's assert: `assert x == y` says what both sides are.
func (r *rewriter) assertion(pos syntax.Position, x syntax.Expr) syntax.Stmt {
	var message []syntax.Expr
	if pair, ok := x.(*syntax.TupleExpr); ok && !pair.Lparen.IsValid() && len(pair.List) == 2 {
		x, message = pair.List[0], []syntax.Expr{r.expr(pair.List[1])}
	}
	inner := x
	if paren, ok := inner.(*syntax.ParenExpr); ok {
		inner = paren.X
	}
	if eq, ok := inner.(*syntax.BinaryExpr); ok && eq.Op == syntax.EQL {
		args := append([]syntax.Expr{r.expr(eq.X), r.expr(eq.Y)}, message...)
		return &syntax.ExprStmt{X: call(nameAssertEq, pos, args...)}
	}
	return &syntax.ExprStmt{X: call(nameAssert, pos, append([]syntax.Expr{r.expr(x)}, message...)...)}
}

var augmented = map[syntax.Token]syntax.Token{
	syntax.PLUS_EQ: syntax.PLUS, syntax.MINUS_EQ: syntax.MINUS, syntax.STAR_EQ: syntax.STAR,
	syntax.SLASH_EQ: syntax.SLASH, syntax.SLASHSLASH_EQ: syntax.SLASHSLASH, syntax.PERCENT_EQ: syntax.PERCENT,
	syntax.AMP_EQ: syntax.AMP, syntax.PIPE_EQ: syntax.PIPE, syntax.CIRCUMFLEX_EQ: syntax.CIRCUMFLEX,
	syntax.LTLT_EQ: syntax.LTLT, syntax.GTGT_EQ: syntax.GTGT,
}

// isPlain reports whether an expression can be evaluated twice without side
// effects: names, constants, attributes and items of them.
func isPlain(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Ident, *syntax.Literal:
		return true
	case *syntax.DotExpr:
		return isPlain(x.X)
	case *syntax.IndexExpr:
		return isPlain(x.X) && isPlain(x.Y)
	case *syntax.ParenExpr:
		return isPlain(x.X)
	}
	return false
}

// copied copies a plain expression.
func copied(x syntax.Expr) syntax.Expr {
	switch x := x.(type) {
	case *syntax.Ident:
		return &syntax.Ident{NamePos: x.NamePos, Name: x.Name}
	case *syntax.Literal:
		c := *x
		return &c
	case *syntax.DotExpr:
		return &syntax.DotExpr{X: copied(x.X), Dot: x.Dot, NamePos: x.NamePos, Name: &syntax.Ident{NamePos: x.Name.NamePos, Name: x.Name.Name}}
	case *syntax.IndexExpr:
		return &syntax.IndexExpr{X: copied(x.X), Lbrack: x.Lbrack, Y: copied(x.Y), Rbrack: x.Rbrack}
	case *syntax.ParenExpr:
		return &syntax.ParenExpr{Lparen: x.Lparen, X: copied(x.X), Rparen: x.Rparen}
	}
	panic(fmt.Sprintf("BUG: a %T is no plain expression", x))
}

// target rewrites the left side of an assignment. The value for an index gets a name
// first; the statement that then stores it is in r.after.
func (r *rewriter) target(x syntax.Expr) syntax.Expr {
	if !r.enter(x) {
		return x
	}
	defer func() { r.depth-- }()
	switch x := x.(type) {
	case *syntax.Ident:
		name(x)
	case *syntax.DotExpr:
		x.X = r.expr(x.X)
		name(x.Name)
	case *syntax.IndexExpr:
		return r.later(x.Lbrack, func(value syntax.Expr) syntax.Stmt {
			return &syntax.ExprStmt{X: call(nameSetIndex, x.Lbrack, value, r.expr(x.X), r.expr(x.Y))}
		})
	case *syntax.ParenExpr:
		x.X = r.part(x.X)
	case *syntax.TupleExpr:
		for i, one := range x.List {
			x.List[i] = r.part(one)
		}
	case *syntax.ListExpr:
		for i, one := range x.List {
			x.List[i] = r.part(one)
		}
	}
	return x
}

// part rewrites one part of the left side of an assignment; its value is not
// available yet.
func (r *rewriter) part(x syntax.Expr) syntax.Expr {
	dot, ok := x.(*syntax.DotExpr)
	if !ok || !isList(dot.Name.Name) {
		return r.target(x)
	}
	return r.later(dot.Dot, func(value syntax.Expr) syntax.Stmt {
		return &syntax.AssignStmt{OpPos: dot.Dot, Op: syntax.EQ, LHS: r.target(dot), RHS: call(nameItems, dot.Dot, value)}
	})
}

// later gives a value a name, from which it is stored afterwards.
func (r *rewriter) later(pos syntax.Position, put func(syntax.Expr) syntax.Stmt) syntax.Expr {
	r.names++
	name := fmt.Sprintf("%svalue %d", hidden, r.names)
	r.after = append(r.after, put(&syntax.Ident{NamePos: pos, Name: name}))
	return &syntax.Ident{NamePos: pos, Name: name}
}

func (r *rewriter) params(list []syntax.Expr) {
	for _, p := range list {
		switch p := p.(type) {
		case *syntax.Ident:
			name(p)
		case *syntax.BinaryExpr: // name=default
			p.X, p.Y = r.expr(p.X), r.expr(p.Y)
		case *syntax.UnaryExpr: // *name, **name, *
			p.X = r.expr(p.X)
		}
	}
}

// name restores a word that dialect.go hid from the parser.
func name(id *syntax.Ident) {
	for word, upper := range shouted {
		if id.Name == upper {
			id.Name = word
		}
	}
}

func (r *rewriter) exprs(list []syntax.Expr) {
	for i := range list {
		list[i] = r.expr(list[i])
	}
}

// call makes the call of a hidden function at a position of the source.
func call(name string, pos syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: pos, Name: name}, Lparen: pos, Args: args, Rparen: pos}
}

// operation is what call is for an operator: see operator.
func operation(name string, pos syntax.Position, x, y syntax.Expr) *syntax.IndexExpr {
	first := &syntax.IndexExpr{X: &syntax.Ident{NamePos: pos, Name: name}, Lbrack: pos, Y: x, Rbrack: pos}
	return &syntax.IndexExpr{X: first, Lbrack: pos, Y: y, Rbrack: pos}
}

func (r *rewriter) expr(x syntax.Expr) syntax.Expr {
	if x == nil || !r.enter(x) {
		return x
	}
	defer func() { r.depth-- }()
	switch x := x.(type) {
	case *syntax.BinaryExpr:
		return r.binary(x)
	case *syntax.CallExpr:
		x.Fn = r.expr(x.Fn)
		r.args(x.Args)
	case *syntax.Comprehension:
		return r.comprehension(x)
	case *syntax.CondExpr:
		x.Cond, x.True, x.False = r.expr(x.Cond), r.expr(x.True), r.expr(x.False)
	case *syntax.DictExpr:
		for _, entry := range x.List {
			e := entry.(*syntax.DictEntry)
			e.Key, e.Value = r.expr(e.Key), r.expr(e.Value)
		}
		if len(x.List) > smallTable {
			return longDict(x)
		}
		countKeys(x)
	case *syntax.Ident:
		name(x)
	case *syntax.DotExpr:
		x.X = r.expr(x.X)
		name(x.Name)
		if r.counted[x.Name.Name] {
			literal := &syntax.Literal{Token: syntax.STRING, TokenPos: x.NamePos, Raw: x.Name.Name, Value: x.Name.Name}
			return operation(nameAttribute, x.Dot, x.X, literal)
		}
	case *syntax.IndexExpr:
		return operation(nameIndex, x.Lbrack, r.expr(x.X), r.expr(x.Y))
	case *syntax.LambdaExpr:
		r.params(x.Params)
		x.Body = r.expr(x.Body)
	case *syntax.ListExpr:
		r.exprs(x.List)
	case *syntax.ParenExpr:
		x.X = r.expr(x.X)
	case *syntax.SliceExpr:
		return call(nameSlice, x.Lbrack, r.expr(x.X), r.orNone(x.Lo, x.Lbrack), r.orNone(x.Hi, x.Lbrack), r.orNone(x.Step, x.Lbrack))
	case *syntax.TupleExpr:
		return r.tuple(x)
	case *syntax.UnaryExpr:
		x.X = r.expr(x.X)
	}
	return x
}

func (r *rewriter) orNone(x syntax.Expr, pos syntax.Position) syntax.Expr {
	if x == nil {
		return &syntax.Ident{NamePos: pos, Name: "None"}
	}
	return r.expr(x)
}

func (r *rewriter) binary(x *syntax.BinaryExpr) syntax.Expr {
	x.X, x.Y = r.expr(x.X), r.expr(x.Y)
	switch x.Op {
	case syntax.AND, syntax.OR, syntax.EQ:
		return x
	}
	return operation(operatorName(x.Op), x.OpPos, x.X, x.Y)
}

// tuple rewrites a tuple. The cost of one that holds tuples is counted, because hashing goes
// through all of them, as often as they occur.
func (r *rewriter) tuple(x *syntax.TupleExpr) syntax.Expr {
	r.exprs(x.List)
	for _, one := range x.List {
		if _, isLiteral := one.(*syntax.Literal); !isLiteral {
			return call(nameTuple, syntax.Start(x), x)
		}
	}
	return x
}

func (r *rewriter) args(list []syntax.Expr) {
	for i, arg := range list {
		switch arg := arg.(type) {
		case *syntax.BinaryExpr:
			if arg.Op == syntax.EQ { // name=value
				name(arg.X.(*syntax.Ident))
				arg.Y = r.expr(arg.Y)
				continue
			}
		case *syntax.UnaryExpr:
			if arg.Op == syntax.STAR {
				arg.X = call(nameItems, arg.OpPos, r.expr(arg.X))
				continue
			}
			if arg.Op == syntax.STARSTAR {
				arg.X = call(nameNamed, arg.OpPos, r.expr(arg.X))
				continue
			}
		}
		list[i] = r.expr(arg)
	}
}

// countKeys counts the hashing of the keys of a short dict, except of those that stand there.
func countKeys(x *syntax.DictExpr) {
	for _, entry := range x.List {
		e := entry.(*syntax.DictEntry)
		if _, ok := unparen(e.Key).(*syntax.Literal); !ok {
			e.Key = call(nameKey, e.Colon, e.Key)
		}
	}
}

// longDict makes a dict with many entries from a list of pairs.
func longDict(x *syntax.DictExpr) syntax.Expr {
	list := &syntax.ListExpr{Lbrack: x.Lbrace, Rbrack: x.Rbrace}
	for _, entry := range x.List {
		list.List = append(list.List, pairOf(entry.(*syntax.DictEntry)))
	}
	return call(nameDict, x.Lbrace, list)
}

func pairOf(e *syntax.DictEntry) syntax.Expr {
	return &syntax.TupleExpr{Lparen: e.Colon, List: []syntax.Expr{e.Key, e.Value}, Rparen: e.Colon}
}

func (r *rewriter) comprehension(x *syntax.Comprehension) syntax.Expr {
	for _, clause := range x.Clauses {
		switch c := clause.(type) {
		case *syntax.ForClause:
			outer := len(r.after)
			c.Vars = r.part(c.Vars)
			if len(r.after) > outer && r.err == nil {
				r.err = syntax.Error{Pos: c.For, Msg: "expected names after `for` within brackets, found an index"}
			}
			c.X = r.expr(c.X)
		case *syntax.IfClause:
			c.Cond = r.expr(c.Cond)
		}
	}
	if entry, ok := x.Body.(*syntax.DictEntry); ok {
		entry.Key, entry.Value = r.expr(entry.Key), r.expr(entry.Value)
		list := &syntax.Comprehension{Lbrack: x.Lbrack, Body: pairOf(entry), Clauses: x.Clauses, Rbrack: x.Rbrack}
		return call(nameDict, x.Lbrack, list)
	}
	x.Body = r.expr(x.Body)
	return x
}

// rewritten returns the functions that rewriting inserts, except those of
// assertions.
func rewritten(h *hand) starlark.StringDict {
	env := operators(h)
	add := func(name string, f builtin) { env[name] = starlark.NewBuiltin(name, f) }
	add(nameSlice, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return slice(t, args[0], args[1:])
	})
	add(nameKey, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return args[0], chargeHash(t, args[0])
	})
	add(nameItems, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		if items, ok := args[0].(starlark.Iterable); ok {
			n, err := chargeItems(t, items)
			if err != nil {
				return nil, err
			}
			return args[0], chargeMemory(t, 32*uint64(n))
		}
		return args[0], nil
	})
	add(nameSetIndex, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return starlark.None, setIndex(t, args[0], args[1], args[2])
	})
	add(nameDict, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return pairs(t, args[0].(starlark.Iterable))
	})
	add(nameNamed, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		if items, ok := args[0].(*starlark.Dict); ok {
			if items.Len() > maxNamed {
				return nil, tooLarge(t, "expected at most %d named arguments after `**`, found %d", maxNamed, items.Len())
			}
			return items, Charge(t, uint64(items.Len()))
		}
		return args[0], nil
	})
	add(nameTuple, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return args[0], weighTuple(t, args[0].(starlark.Tuple))
	})
	return env
}

// maxNamed is the maximum number of named arguments in a call: each is searched
// among all parameters.
const maxNamed = 200

// maxTuple is the maximum number of values in a tuple, including the tuples in
// it.
const maxTuple = 10_000

func weighTuple(t *starlark.Thread, tuple starlark.Tuple) error {
	for _, v := range tuple {
		if _, nested := v.(starlark.Tuple); !nested {
			continue
		}
		n, err := weigh(t, tuple)
		if err != nil {
			return err
		}
		if n > maxTuple {
			return tooLarge(t, "expected tuples with at most %s values, those of inner tuples included, found one with more", grouped(maxTuple))
		}
		return Charge(t, n)
	}
	return nil
}

// slice is `x[lo:hi:step]`.
func slice(t *starlark.Thread, x starlark.Value, limits starlark.Tuple) (starlark.Value, error) {
	s, ok := x.(starlark.Sliceable)
	if !ok {
		return nil, fmt.Errorf("expected a list, tuple, text or block in front of `[:]`, found %s", kindOf(x))
	}
	if err := chargeSize(t, x); err != nil {
		return nil, err
	}
	start, end, step, err := sliceBounds(s.Len(), limits)
	if err != nil {
		return nil, err
	}
	return s.Slice(start, end, step), nil
}

// sliceBounds interprets the three numbers of a slice as Python does.
func sliceBounds(n int, limits starlark.Tuple) (start, end, step int, err error) {
	step = 1
	if limits[2] != starlark.None {
		if step, err = starlark.AsInt32(limits[2]); err != nil {
			return 0, 0, 0, fmt.Errorf("the step of a slice: %w", err)
		}
		if step == 0 {
			return 0, 0, 0, fmt.Errorf("expected a step other than 0 in a slice")
		}
	}
	low, high := 0, n
	start, end = 0, n
	if step < 0 {
		low, high = -1, n-1
		start, end = n-1, -1
	}
	for i, at := range []*int{&start, &end} {
		if limits[i] == starlark.None {
			continue
		}
		k, err := starlark.AsInt32(limits[i])
		if err != nil {
			return 0, 0, 0, fmt.Errorf("the place of a slice: %w", err)
		}
		if k < 0 {
			k += n
		}
		*at = min(max(k, low), high)
	}
	if step > 0 && end < start || step < 0 && end > start {
		end = start
	}
	return start, end, step, nil
}

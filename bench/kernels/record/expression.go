package record

import "go.starlark.net/syntax"

// expression evaluates an expression to a value of the program.
func (in *interpreter) expression(e syntax.Expr) (Value, error) {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return in.expression(e.X)
	case *syntax.Literal:
		return in.literal(e)
	case *syntax.Ident:
		v, ok := in.frame().locals[e.Name]
		if !ok {
			return Value{}, in.program.unexpected(e, "a local variable that was assigned in this iteration")
		}
		return v, nil
	case *syntax.UnaryExpr:
		return in.negative(e)
	case *syntax.BinaryExpr:
		return in.binaryExpression(e)
	case *syntax.DotExpr:
		return in.attribute(e)
	case *syntax.IndexExpr:
		list, index, err := in.pair(e.X, e.Y)
		if err != nil {
			return Value{}, err
		}
		defer in.frame().pop(2)
		return in.listItem(e, list, index)
	case *syntax.CallExpr:
		return in.callExpression(e)
	}
	return Value{}, in.program.unexpected(e, "an expression that the recorder knows")
}

// negative evaluates -1: the minus sign of a number.
func (in *interpreter) negative(e *syntax.UnaryExpr) (Value, error) {
	literal, ok := e.X.(*syntax.Literal)
	if !ok || e.Op != syntax.MINUS {
		return Value{}, in.program.unexpected(e, "a number after the sign")
	}
	switch n := literal.Value.(type) {
	case int64:
		return in.literal(&syntax.Literal{Value: -n})
	case float64:
		return in.literal(&syntax.Literal{Value: -n})
	}
	return Value{}, in.program.unexpected(e, "a number of 64 bits")
}

func (in *interpreter) binaryExpression(e *syntax.BinaryExpr) (Value, error) {
	a, b, err := in.pair(e.X, e.Y)
	if err != nil {
		return Value{}, err
	}
	defer in.frame().pop(2)
	return in.binary(e, e.Op, a, b)
}

// condition evaluates an expression to a truth, which guards make that of the
// trace.
func (in *interpreter) condition(e syntax.Expr) (bool, error) {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return in.condition(e.X)
	case *syntax.UnaryExpr:
		if e.Op == syntax.NOT {
			holds, err := in.condition(e.X)
			return !holds, err
		}
	case *syntax.BinaryExpr:
		if e.Op == syntax.AND || e.Op == syntax.OR {
			holds, err := in.condition(e.X)
			if err != nil || holds == (e.Op == syntax.OR) {
				return holds, err
			}
			return in.condition(e.Y)
		}
		if isComparison(e.Op) {
			return in.compareAndBranch(e)
		}
	}
	v, err := in.expression(e)
	if err != nil {
		return false, err
	}
	return in.truthOf(e, v)
}

func (in *interpreter) compareAndBranch(e *syntax.BinaryExpr) (bool, error) {
	a, b, err := in.pair(e.X, e.Y)
	if err != nil {
		return false, err
	}
	defer in.frame().pop(2)
	clear(in.asked)
	v, err := in.compare(e, e.Op, a, b)
	if err != nil {
		return false, err
	}
	return in.branch(v), nil
}

// truthOf branches on a value of the program.
func (in *interpreter) truthOf(at syntax.Node, v Value) (bool, error) {
	if v.Kind == Int {
		return in.branch(v), nil
	}
	clear(in.asked)
	if in.class(v) != "W_BoolObject" {
		return false, in.program.unexpected(at, "a truth value")
	}
	return in.branch(in.get(v, "boolval")), nil
}

func (in *interpreter) callExpression(e *syntax.CallExpr) (Value, error) {
	if dot, ok := e.Fn.(*syntax.DotExpr); ok {
		return in.methodCall(e, dot)
	}
	name, ok := e.Fn.(*syntax.Ident)
	if !ok {
		return Value{}, in.program.unexpected(e, "a call of a function, class or method by its name")
	}
	args, err := in.arguments(e.Args)
	if err != nil {
		return Value{}, err
	}
	if name.Name == "sqrt" {
		defer in.frame().pop(len(args))
		return in.sqrt(e, args)
	}
	in.frame().pop(len(args))
	if c, ok := in.program.classes[name.Name]; ok {
		return in.instance(e, c, args)
	}
	if builtin, ok := in.program.builtins[name.Name]; ok && !in.recording {
		return builtin(args)
	}
	return in.call(name.Name, args)
}

// arguments evaluates arguments and leaves them on the stack.
func (in *interpreter) arguments(list []syntax.Expr) ([]Value, error) {
	var args []Value
	for _, e := range list {
		v, err := in.expression(e)
		if err != nil {
			return nil, err
		}
		in.frame().push(v)
		args = append(args, v)
	}
	return args, nil
}

func (in *interpreter) methodCall(e *syntax.CallExpr, dot *syntax.DotExpr) (Value, error) {
	args, err := in.arguments(append([]syntax.Expr{dot.X}, e.Args...))
	if err != nil {
		return Value{}, err
	}
	clear(in.asked)
	c, err := in.classOf(dot.X, args[0])
	if err != nil {
		return Value{}, err
	}
	in.frame().pop(len(args))
	return in.method(dot, c, dot.Name.Name, args)
}

func (in *interpreter) method(at syntax.Node, c *class, name string, args []Value) (Value, error) {
	function, ok := c.methods[name]
	if !ok {
		return Value{}, in.program.unexpected(at, "a method of `"+c.name+"`")
	}
	return in.call(function, args)
}

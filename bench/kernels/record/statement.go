package record

import "go.starlark.net/syntax"

// block runs statements; it reports whether the function returned.
func (in *interpreter) block(body []syntax.Stmt) (returned bool, err error) {
	for _, stmt := range body {
		if returned, err := in.statement(stmt); returned || err != nil {
			return returned, err
		}
	}
	return false, nil
}

func (in *interpreter) statement(stmt syntax.Stmt) (returned bool, err error) {
	in.begin(stmt)
	switch stmt := stmt.(type) {
	case *syntax.AssignStmt:
		return false, in.assignment(stmt)
	case *syntax.ExprStmt:
		_, err := in.expression(stmt.X)
		return false, err
	case *syntax.IfStmt:
		holds, err := in.condition(stmt.Cond)
		if err != nil {
			return false, err
		}
		if holds {
			return in.block(stmt.True)
		}
		return in.block(stmt.False)
	case *syntax.WhileStmt:
		return in.while(stmt)
	case *syntax.ReturnStmt:
		if stmt.Result == nil {
			return true, nil
		}
		v, err := in.expression(stmt.Result)
		in.frame().result = v
		return true, err
	}
	return false, in.program.unexpected(stmt, "a statement that the recorder knows")
}

// begin notes where the program is.
func (in *interpreter) begin(stmt syntax.Node) {
	f := in.frame()
	f.at, _ = stmt.Span()
	if in.recording {
		in.note = f.def.Name.Name + ": " + in.program.lineOf(stmt)
	}
}

func (in *interpreter) while(stmt *syntax.WhileStmt) (returned bool, err error) {
	for {
		in.begin(stmt)
		holds, err := in.condition(stmt.Cond)
		if err != nil || !holds {
			return false, err
		}
		if returned, err := in.block(stmt.Body); returned || err != nil {
			return returned, err
		}
	}
}

// augmented are the operators of x += 1 and its kind.
var augmented = map[syntax.Token]syntax.Token{
	syntax.PLUS_EQ: syntax.PLUS, syntax.MINUS_EQ: syntax.MINUS, syntax.STAR_EQ: syntax.STAR,
	syntax.SLASHSLASH_EQ: syntax.SLASHSLASH, syntax.SLASH_EQ: syntax.SLASH,
}

func (in *interpreter) assignment(stmt *syntax.AssignStmt) error {
	switch target := stmt.LHS.(type) {
	case *syntax.Ident:
		return in.assignName(stmt, target)
	case *syntax.IndexExpr:
		return in.assignItem(stmt, target)
	}
	return in.program.unexpected(stmt.LHS, "a name or an item of a list")
}

func (in *interpreter) assignName(stmt *syntax.AssignStmt, target *syntax.Ident) error {
	f := in.frame()
	if stmt.Op == syntax.EQ {
		v, err := in.expression(stmt.RHS)
		f.assign(target.Name, v)
		return err
	}
	old, err := in.expression(target)
	if err != nil {
		return err
	}
	v, err := in.update(stmt, old)
	f.assign(target.Name, v)
	return err
}

// update computes what x op= y assigns.
func (in *interpreter) update(stmt *syntax.AssignStmt, old Value) (Value, error) {
	f := in.frame()
	f.push(old)
	operand, err := in.expression(stmt.RHS)
	if err != nil {
		return Value{}, err
	}
	f.push(operand)
	defer f.pop(2)
	return in.binary(stmt, augmented[stmt.Op], old, operand)
}

// assignItem evaluates as Python does: the value first, then the list and the index;
// the other way round for an update.
func (in *interpreter) assignItem(stmt *syntax.AssignStmt, target *syntax.IndexExpr) error {
	f := in.frame()
	if stmt.Op == syntax.EQ {
		v, err := in.expression(stmt.RHS)
		if err != nil {
			return err
		}
		f.push(v)
		list, index, err := in.pair(target.X, target.Y)
		if err != nil {
			return err
		}
		defer f.pop(3)
		return in.setListItem(target, list, index, v)
	}
	list, index, err := in.pair(target.X, target.Y)
	if err != nil {
		return err
	}
	old, err := in.listItem(target, list, index)
	if err != nil {
		return err
	}
	v, err := in.update(stmt, old)
	if err != nil {
		return err
	}
	f.push(v)
	defer f.pop(3)
	return in.setListItem(target, list, index, v)
}

// pair evaluates two expressions and leaves them on the stack.
func (in *interpreter) pair(x, y syntax.Expr) (a, b Value, err error) {
	f := in.frame()
	if a, err = in.expression(x); err != nil {
		return a, b, err
	}
	f.push(a)
	if b, err = in.expression(y); err != nil {
		return a, b, err
	}
	f.push(b)
	return a, b, nil
}

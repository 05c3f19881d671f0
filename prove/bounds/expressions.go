package bounds

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"unbox/prove/term"
	"unbox/trace"
)

func (x *Executor) typeOf(e ast.Expr) types.Type { return x.p.info.Types[e].Type }

// value executes an expression with one value.
func (x *Executor) value(f *frame, e ast.Expr, live term.Term) Value { return x.values(f, e, live)[0] }

// values executes an expression.
func (x *Executor) values(f *frame, e ast.Expr, live term.Term) []Value {
	if tv := x.p.info.Types[e]; tv.Value != nil {
		return []Value{x.constant(tv.Value, tv.Type)}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return x.values(f, e.X, live)
	case *ast.Ident:
		return []Value{x.variable(f, e)}
	case *ast.SelectorExpr:
		return []Value{x.selector(f, e, live)}
	case *ast.CallExpr:
		return x.callExpr(f, e, live)
	case *ast.UnaryExpr:
		return []Value{x.unary(f, e, live)}
	case *ast.BinaryExpr:
		return []Value{x.binaryExpr(f, e, live)}
	case *ast.CompositeLit:
		return []Value{x.literal(f, e, live)}
	case *ast.SliceExpr:
		// The lists of spans are short: list[:n] is the whole list, whose parts from n
		// on repeat the first.
		return []Value{x.slice(f, e, live)}
	case *ast.IndexExpr:
		r := x.value(f, e.X, live).(*Record)
		n, ok := x.b.Value(x.value(f, e.Index, live).(term.Term))
		if !ok {
			panic("BUG: an unknown index is not supported")
		}
		return []Value{r.Parts[n.Lo]}
	}
	panic(fmt.Sprintf("BUG: an expression %T is not supported", e))
}

// slice returns a list whose unused parts repeat the first one: going through it
// again changes neither the smallest nor the largest number.
func (x *Executor) slice(f *frame, e *ast.SliceExpr, live term.Term) Value {
	r := x.value(f, e.X, live).(*Record)
	n := x.value(f, e.High, live).(term.Term)
	out := &Record{}
	for k, part := range r.Parts {
		used := x.b.Ult(x.b.Const(64, uint64(k)), n)
		out.Parts = append(out.Parts, x.choose(used, part, r.Parts[0]))
	}
	return out
}

func (x *Executor) variable(f *frame, e *ast.Ident) Value {
	object := x.p.info.Uses[e]
	if c, ok := f.vars[object]; ok {
		return c.v
	}
	if fn, ok := object.(*types.Func); ok {
		return &closure{fn: fn}
	}
	if e.Name == "true" || e.Name == "false" {
		return x.b.Bool(e.Name == "true")
	}
	panic(fmt.Sprintf("BUG: the name `%s` has no value", e.Name))
}

func (x *Executor) selector(f *frame, e *ast.SelectorExpr, live term.Term) Value {
	selection := x.p.info.Selections[e]
	if selection == nil {
		panic(fmt.Sprintf("BUG: `%s` has no value", e.Sel.Name))
	}
	switch selection.Kind() {
	case types.FieldVal:
		v := x.value(f, e.X, live)
		index := selection.Index()[0]
		if row, ok := v.(term.Term); ok {
			return x.partner(row, e.Sel.Name)
		}
		if p, ok := v.(*pointer); ok {
			var out Value
			for i, c := range p.cells {
				out = x.choose(p.conds[i], c.v.(*Record).Parts[index], out)
			}
			return out
		}
		return v.(*Record).Parts[index]
	case types.MethodVal:
		v := x.value(f, e.X, live)
		if p, ok := v.(*pointer); ok {
			var out Value
			for i, c := range p.cells {
				out = x.choose(p.conds[i], copied(c.v), out)
			}
			v = out
		}
		return &closure{fn: selection.Obj().(*types.Func), recv: v}
	}
	panic("BUG: a method expression is not supported")
}

func (x *Executor) callExpr(f *frame, e *ast.CallExpr, live term.Term) []Value {
	if tv := x.p.info.Types[e.Fun]; tv.IsType() {
		return []Value{x.converted(x.value(f, e.Args[0], live), x.typeOf(e.Args[0]), tv.Type)}
	}
	if id, ok := e.Fun.(*ast.Ident); ok {
		if _, builtin := x.p.info.Uses[id].(*types.Builtin); builtin {
			return []Value{x.minMax(f, e, id.Name, live)}
		}
	}
	args, argTypes := x.arguments(f, e, live)
	if sel, ok := e.Fun.(*ast.SelectorExpr); ok && x.p.info.Selections[sel] == nil {
		fn, _ := x.p.info.Uses[sel.Sel].(*types.Func)
		if x.p.funcs[fn] == nil {
			return x.library(sel.Sel.Name, args, live)
		}
		return x.callWith(&closure{fn: fn}, args, argTypes, live)
	}
	if sel, ok := e.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Info" {
		return []Value{x.value(f, sel.X, live)} // an operation represents its row
	}
	fn, ok := x.value(f, e.Fun, live).(*closure)
	if !ok {
		panic("BUG: what is called is no function")
	}
	return x.callWith(fn, args, argTypes, live)
}

// callWith calls a function with arguments of the given types.
func (x *Executor) callWith(fn *closure, args []Value, argTypes []types.Type, live term.Term) []Value {
	params := fn.fn.Signature().Params()
	for i := range args {
		args[i] = x.converted(args[i], argTypes[i], params.At(i).Type())
	}
	if fn.fn.Signature().Recv() != nil {
		args = append([]Value{fn.recv}, args...)
	}
	return x.call(fn.fn, live, args)
}

// arguments executes the arguments of a call; one call can give several.
func (x *Executor) arguments(f *frame, e *ast.CallExpr, live term.Term) (args []Value, kinds []types.Type) {
	for _, arg := range e.Args {
		values := x.values(f, arg, live)
		args = append(args, values...)
		if tuple, ok := x.typeOf(arg).(*types.Tuple); ok {
			for i := range tuple.Len() {
				kinds = append(kinds, tuple.At(i).Type())
			}
			continue
		}
		kinds = append(kinds, x.typeOf(arg))
	}
	return args, kinds
}

// minMax executes the built-in functions min and max.
func (x *Executor) minMax(f *frame, e *ast.CallExpr, name string, live term.Term) Value {
	t := x.typeOf(e)
	_, signed := bitsOf(t)
	best := x.converted(x.value(f, e.Args[0], live), x.typeOf(e.Args[0]), t).(term.Term)
	for _, arg := range e.Args[1:] {
		v := x.converted(x.value(f, arg, live), x.typeOf(arg), t).(term.Term)
		less := x.less(v, best, signed)
		if name == "max" {
			less = x.less(best, v, signed)
		}
		best = x.b.Ite(less, v, best)
	}
	return best
}

func (x *Executor) less(v, w term.Term, signed bool) term.Term {
	if signed {
		return x.b.Slt(v, w)
	}
	return x.b.Ult(v, w)
}

// converted changes the type of an integer.
func (x *Executor) converted(v Value, from, to types.Type) Value {
	t, ok := v.(term.Term)
	if !ok || x.b.Sort(t) == term.Bool || to == nil {
		return v
	}
	if _, basic := to.Underlying().(*types.Basic); !basic {
		return v
	}
	bits, _ := bitsOf(to)
	_, signed := bitsOf(from)
	switch have := x.b.Width(t); {
	case have == bits:
		return t
	case have > bits:
		return x.b.Extract(bits-1, 0, t)
	case signed:
		return x.b.SignExt(bits, t)
	}
	return x.b.ZeroExt(bits, t)
}

func (x *Executor) unary(f *frame, e *ast.UnaryExpr, live term.Term) Value {
	if e.Op == token.AND {
		c := f.vars[x.p.info.Uses[e.X.(*ast.Ident)]]
		return &pointer{[]term.Term{x.b.True()}, []*cell{c}}
	}
	v := x.value(f, e.X, live).(term.Term)
	switch e.Op {
	case token.NOT:
		return x.b.Not(v)
	case token.SUB:
		return x.b.Neg(v)
	case token.XOR:
		return x.b.BvNot(v)
	}
	panic(fmt.Sprintf("BUG: the operator %v is not supported", e.Op))
}

func (x *Executor) binaryExpr(f *frame, e *ast.BinaryExpr, live term.Term) Value {
	left := x.value(f, e.X, live)
	switch e.Op {
	case token.LAND:
		if left == Value(x.b.False()) {
			return left
		}
		return x.b.And(left.(term.Term), x.value(f, e.Y, x.b.And(live, left.(term.Term))).(term.Term))
	case token.LOR:
		if left == Value(x.b.True()) {
			return left
		}
		return x.b.Or(left.(term.Term), x.value(f, e.Y, x.b.And(live, x.b.Not(left.(term.Term)))).(term.Term))
	}
	return x.binary(e.Op, left, x.typeOf(e.X), x.value(f, e.Y, live), x.typeOf(e.Y), x.typeOf(e), live)
}

// binary executes an operator. Constants without a type take that of the other side.
func (x *Executor) binary(op token.Token, left Value, leftType types.Type, right Value, rightType, result types.Type, live term.Term) Value {
	b := x.b
	if op == token.SHL || op == token.SHR {
		return x.shift(op, left.(term.Term), result, right.(term.Term))
	}
	if basic, ok := leftType.(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
		left, leftType = x.converted(left, leftType, rightType), rightType
	}
	right = x.converted(right, rightType, leftType)
	switch op {
	case token.EQL:
		return x.same(left, right)
	case token.NEQ:
		return b.Not(x.same(left, right))
	}
	v, w := left.(term.Term), right.(term.Term)
	_, signed := bitsOf(leftType)
	switch op {
	case token.LSS:
		return x.less(v, w, signed)
	case token.GTR:
		return x.less(w, v, signed)
	case token.LEQ:
		return b.Not(x.less(w, v, signed))
	case token.GEQ:
		return b.Not(x.less(v, w, signed))
	case token.ADD:
		return b.Add(v, w)
	case token.SUB:
		return b.Sub(v, w)
	case token.MUL:
		if x.Multiply != nil && b.Width(v) == 64 {
			return b.Extract(63, 0, x.Multiply(v, w, false))
		}
		return b.Mul(v, w)
	case token.AND:
		return b.BvAnd(v, w)
	case token.OR:
		return b.BvOr(v, w)
	case token.XOR:
		return b.BvXor(v, w)
	case token.AND_NOT:
		return b.BvAnd(v, b.BvNot(w))
	case token.QUO, token.REM:
		return x.divide(op, v, w, signed, live)
	}
	panic(fmt.Sprintf("BUG: the operator %v is not supported", op))
}

// divide rounds towards 0, as Go does. Dividing by 0 would stop the program.
func (x *Executor) divide(op token.Token, v, w term.Term, signed bool, live term.Term) Value {
	x.Obligations = append(x.Obligations, x.b.And(live, x.b.Eq(w, x.b.Const(x.b.Width(w), 0))))
	switch {
	case op == token.QUO && signed:
		return x.b.SDiv(v, w)
	case op == token.QUO:
		return x.b.UDiv(v, w)
	case signed:
		return x.b.SRem(v, w)
	}
	return x.b.URem(v, w)
}

// shift shifts by any amount; Go and SMT-LIB define it alike: from the width on,
// nothing is left but the sign. A negative amount would stop the program; ours have
// no signs.
func (x *Executor) shift(op token.Token, v term.Term, t types.Type, by term.Term) Value {
	bits, signed := bitsOf(t)
	if have := x.b.Width(v); have != bits {
		v = x.b.ZeroExt(bits, v) // a constant without a type
	}
	if x.b.Width(by) < bits {
		by = x.b.ZeroExt(bits, by)
	} else if x.b.Width(by) > bits {
		panic("BUG: a shift by more bits than the word has is not supported")
	}
	switch {
	case op == token.SHL:
		return x.b.Shl(v, by)
	case signed:
		return x.b.AShr(v, by)
	}
	return x.b.LShr(v, by)
}

// literal executes a composite literal.
func (x *Executor) literal(f *frame, e *ast.CompositeLit, live term.Term) Value {
	t := x.typeOf(e)
	r := x.zero(t).(*Record)
	for k, element := range e.Elts {
		index, part := k, element
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			part = pair.Value
			if s, isStruct := t.Underlying().(*types.Struct); isStruct {
				for i := range s.NumFields() {
					if s.Field(i).Name() == pair.Key.(*ast.Ident).Name {
						index = i
					}
				}
			}
		}
		v := copied(x.value(f, part, live))
		r.Parts[index] = x.converted(v, x.typeOf(part), x.partType(t, index))
	}
	return r
}

func (x *Executor) partType(t types.Type, index int) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return u.Field(index).Type()
	case *types.Array:
		return u.Elem()
	}
	panic(fmt.Sprintf("BUG: a literal of type %v is not supported", t))
}

// Opcode returns an operation as a value.
func (x *Executor) Opcode(code trace.Opcode) Value { return x.b.Const(8, uint64(code)) }

// partner looks into the table of operations.
func (x *Executor) partner(row term.Term, field string) Value {
	if x.b.Op(row) == term.OpIte { // which operation it is depends on numbers
		args := x.b.Args(row)
		return x.b.Ite(args[0], x.partner(args[1], field).(term.Term), x.partner(args[2], field).(term.Term))
	}
	code, ok := x.b.Value(row)
	info := trace.Opcode(code.Lo).Info()
	switch {
	case ok && field == "Inverse":
		return x.Opcode(info.Inverse)
	case ok && field == "Commuted":
		return x.Opcode(info.Commuted)
	}
	panic(fmt.Sprintf("BUG: the column `%s` is not supported", field))
}

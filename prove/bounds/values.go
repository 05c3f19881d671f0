package bounds

import (
	"fmt"
	"go/constant"
	"go/types"

	"unbox/prove/term"
)

// Value is the value of a Go expression: a [term.Term] for integers and truths, a
// *Record for structs and arrays, a *closure for a method without its arguments, a
// *pointer for the address of a variable.
type Value any

// Record is a struct or an array; its parts are in their order.
type Record struct{ Parts []Value }

type closure struct {
	fn   *types.Func
	recv Value
}

// cell is a variable.
type cell struct{ v Value }

// pointer is one of several variables: the one whose condition holds.
type pointer struct {
	conds []term.Term
	cells []*cell
}

// bitsOf returns the number of bits of an integer type, and whether it has a sign.
func bitsOf(t types.Type) (bits int, signed bool) {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		panic(fmt.Sprintf("BUG: expected an integer type, found %v", t))
	}
	switch basic.Kind() {
	case types.Int64, types.Int, types.UntypedInt, types.UntypedRune:
		return 64, true
	case types.Uint64, types.Uint, types.Uintptr:
		return 64, false
	case types.Uint8:
		return 8, false
	case types.Int32:
		return 32, true
	case types.Uint32:
		return 32, false
	}
	panic(fmt.Sprintf("BUG: the type %v is not supported", t))
}

func isBool(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0
}

// constant returns the value that the type checker computed.
func (x *Executor) constant(v constant.Value, t types.Type) Value {
	if v.Kind() == constant.Bool {
		return x.b.Bool(constant.BoolVal(v))
	}
	bits, _ := bitsOf(t)
	v = constant.ToInt(v)
	if n, ok := constant.Int64Val(v); ok {
		return x.b.ConstSigned(bits, n)
	}
	n, ok := constant.Uint64Val(v)
	if !ok {
		panic(fmt.Sprintf("BUG: the constant %v does not fit", v))
	}
	return x.b.Const(bits, n)
}

// zero returns the zero value of a type.
func (x *Executor) zero(t types.Type) Value {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		r := &Record{}
		for i := range u.NumFields() {
			r.Parts = append(r.Parts, x.zero(u.Field(i).Type()))
		}
		return r
	case *types.Array:
		r := &Record{}
		for range u.Len() {
			r.Parts = append(r.Parts, x.zero(u.Elem()))
		}
		return r
	case *types.Pointer, *types.Signature, *types.Interface:
		return nil
	}
	if isBool(t) {
		return x.b.False()
	}
	bits, _ := bitsOf(t)
	return x.b.Const(bits, 0)
}

// choose returns y where c holds and n elsewhere.
func (x *Executor) choose(c term.Term, y, n Value) Value {
	if c == x.b.True() || n == nil {
		return y
	}
	if c == x.b.False() || y == nil {
		return n
	}
	switch a := y.(type) {
	case term.Term:
		return x.b.Ite(c, a, n.(term.Term))
	case *Record:
		r := &Record{}
		for i := range a.Parts {
			r.Parts = append(r.Parts, x.choose(c, a.Parts[i], n.(*Record).Parts[i]))
		}
		return r
	case *pointer:
		old := n.(*pointer)
		p := &pointer{}
		for i := range a.cells {
			p.conds, p.cells = append(p.conds, x.b.And(c, a.conds[i])), append(p.cells, a.cells[i])
		}
		for i := range old.cells {
			p.conds, p.cells = append(p.conds, x.b.And(x.b.Not(c), old.conds[i])), append(p.cells, old.cells[i])
		}
		return p
	case *closure:
		other, ok := n.(*closure)
		if !ok || a.fn != other.fn {
			panic("BUG: a function that depends on numbers is not supported")
		}
		return a
	}
	panic(fmt.Sprintf("BUG: a value of type %T cannot be chosen", y))
}

// copied returns a value that shares no parts with v.
func copied(v Value) Value {
	if r, ok := v.(*Record); ok {
		c := &Record{}
		for _, part := range r.Parts {
			c.Parts = append(c.Parts, copied(part))
		}
		return c
	}
	return v
}

// same returns whether two values are equal.
func (x *Executor) same(v, w Value) term.Term {
	if r, ok := v.(*Record); ok {
		all := x.b.True()
		for i, part := range r.Parts {
			all = x.b.And(all, x.same(part, w.(*Record).Parts[i]))
		}
		return all
	}
	return x.b.Eq(v.(term.Term), w.(term.Term))
}

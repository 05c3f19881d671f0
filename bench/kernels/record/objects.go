package record

import (
	"slices"

	"go.starlark.net/syntax"
)

// What the interpreter does for each type of object.

var intOperations = map[syntax.Token]string{
	syntax.PLUS: "int_add_ovf", syntax.MINUS: "int_sub_ovf", syntax.STAR: "int_mul_ovf",
	syntax.LT: "int_lt", syntax.LE: "int_le", syntax.EQL: "int_eq", syntax.NEQ: "int_ne", syntax.GT: "int_gt", syntax.GE: "int_ge",
	syntax.AMP: "int_and", syntax.PIPE: "int_or",
}

var floatOperations = map[syntax.Token]string{
	syntax.PLUS: "float_add", syntax.MINUS: "float_sub", syntax.STAR: "float_mul", syntax.SLASH: "float_truediv",
	syntax.LT: "float_lt", syntax.LE: "float_le", syntax.EQL: "float_eq", syntax.NEQ: "float_ne", syntax.GT: "float_gt", syntax.GE: "float_ge",
}

// special are the methods that operators call.
var special = map[syntax.Token]string{
	syntax.PLUS: "__add__", syntax.MINUS: "__sub__", syntax.STAR: "__mul__", syntax.SLASH: "__truediv__", syntax.SLASHSLASH: "__floordiv__",
}

func isComparison(op syntax.Token) bool {
	return slices.Contains([]syntax.Token{syntax.LT, syntax.LE, syntax.EQL, syntax.NEQ, syntax.GT, syntax.GE}, op)
}

// binary evaluates an operator on two values of the program, which are on the stack.
func (in *interpreter) binary(at syntax.Node, op syntax.Token, a, b Value) (Value, error) {
	clear(in.asked)
	if isComparison(op) {
		v, err := in.compare(at, op, a, b)
		if err != nil || in.program.machineNumbers {
			return v, err
		}
		return in.box("W_BoolObject", "boolval", v), nil
	}
	if a.Kind == Int {
		// The numbers of a program that is an interpreter wrap.
		if op != syntax.PLUS || b.Kind != Int {
			return Value{}, in.program.unexpected(at, "an addition of machine integers")
		}
		return in.integer("int_add", a, b), nil
	}
	switch in.class(a) {
	case "W_IntObject", "W_BoolObject":
		return in.intBinary(at, op, a, b)
	case "W_FloatObject":
		x, y, err := in.floats(at, a, b)
		operation, known := floatOperations[op]
		if err != nil || !known {
			return Value{}, in.program.unexpected(at, "an operation on two floats")
		}
		if op == syntax.SLASH && in.branch(in.float("float_eq", y, floatConstant(0))) {
			return Value{}, in.program.unexpected(at, "a division by something else than zero")
		}
		return in.boxFloat(in.float(operation, x, y)), nil
	case "W_Object":
		c, err := in.classOf(at, a)
		if err != nil {
			return Value{}, err
		}
		return in.operatorCall(at, c, op, a, b)
	}
	return Value{}, in.program.unexpected(at, "an operator on numbers or instances")
}

// operatorCall calls the method for an operator; the operands are no longer on the
// stack while it runs.
func (in *interpreter) operatorCall(at syntax.Node, c *class, op syntax.Token, a, b Value) (Value, error) {
	f := in.frame()
	f.pop(2)
	v, err := in.method(at, c, special[op], []Value{a, b})
	f.push(a) // for the caller to pop
	f.push(b)
	return v, err
}

// floats unboxes a float and a number, which becomes a double if it is an integer.
func (in *interpreter) floats(at syntax.Node, a, b Value) (x, y Value, err error) {
	if in.class(a) != "W_FloatObject" {
		return x, y, in.program.unexpected(at, "a float in front of the operator")
	}
	x = in.get(a, "floatval")
	switch in.class(b) {
	case "W_FloatObject":
		return x, in.get(b, "floatval"), nil
	case "W_IntObject":
		n := in.get(b, "intval")
		return x, in.compute("cast_int_to_float", concreteFloat(float64(n.Int)), n), nil
	}
	return x, y, in.program.unexpected(at, "a number after the operator")
}

// unboxInt returns the machine integer of an int or a bool.
func (in *interpreter) unboxInt(at syntax.Node, v Value) (Value, error) {
	switch in.class(v) {
	case "W_IntObject":
		return in.get(v, "intval"), nil
	case "W_BoolObject":
		return in.get(v, "boolval"), nil
	}
	return Value{}, in.program.unexpected(at, "an integer")
}

func (in *interpreter) ints(at syntax.Node, a, b Value) (x, y Value, err error) {
	if x, err = in.unboxInt(at, a); err != nil {
		return x, y, err
	}
	y, err = in.unboxInt(at, b)
	return x, y, err
}

// compare returns a machine truth value.
func (in *interpreter) compare(at syntax.Node, op syntax.Token, a, b Value) (Value, error) {
	if a.Kind == Int && b.Kind == Int {
		return in.integer(intOperations[op], a, b), nil
	}
	if a.Kind == Ref && in.class(a) == "W_FloatObject" {
		x, y, err := in.floats(at, a, b)
		if err != nil {
			return Value{}, err
		}
		return in.float(floatOperations[op], x, y), nil
	}
	x, y, err := in.ints(at, a, b)
	if err != nil {
		return Value{}, err
	}
	return in.integer(intOperations[op], x, y), nil
}

func (in *interpreter) intBinary(at syntax.Node, op syntax.Token, a, b Value) (Value, error) {
	x, y, err := in.ints(at, a, b)
	if err != nil {
		return Value{}, err
	}
	var z Value
	switch op {
	case syntax.PLUS, syntax.MINUS, syntax.STAR:
		z, err = in.checked(intOperations[op], x, y)
	case syntax.AMP, syntax.PIPE:
		z = in.integer(intOperations[op], x, y)
	case syntax.SLASHSLASH:
		z, err = in.floorDivide(at, x, y)
	case syntax.LTLT, syntax.GTGT:
		z, err = in.shift(at, op, x, y)
	default:
		err = in.program.unexpected(at, "an operation on two integers")
	}
	if err != nil {
		return Value{}, err
	}
	return in.boxInt(z), nil
}

// floorDivide excludes the two divisions that have no result.
func (in *interpreter) floorDivide(at syntax.Node, x, y Value) (Value, error) {
	if in.branch(in.integer("int_eq", y, intConstant(0))) || in.branch(in.integer("int_eq", y, intConstant(-1))) {
		return Value{}, in.program.unexpected(at, "a division by something else than 0 and -1")
	}
	return in.integer("int_py_div", x, y), nil
}

// shift checks that no bits are lost on the left, as PyPy does.
func (in *interpreter) shift(at syntax.Node, op syntax.Token, x, y Value) (Value, error) {
	if !in.branch(in.integer("uint_lt", y, intConstant(64))) {
		return Value{}, in.program.unexpected(at, "a shift by 0 to 63")
	}
	if op == syntax.GTGT {
		return in.integer("int_rshift", x, y), nil
	}
	z := in.integer("int_lshift", x, y)
	if in.branch(in.integer("int_ne", in.integer("int_rshift", z, y), x)) {
		return Value{}, in.program.unexpected(at, "a shift that fits into 64 bits")
	}
	return z, nil
}

func (in *interpreter) sqrt(at syntax.Node, args []Value) (Value, error) {
	clear(in.asked)
	if len(args) != 1 || in.class(args[0]) != "W_FloatObject" {
		return Value{}, in.program.unexpected(at, "the root of one float")
	}
	x := in.get(args[0], "floatval")
	if in.branch(in.float("float_lt", x, floatConstant(0))) {
		return Value{}, in.program.unexpected(at, "the root of a float that is not negative")
	}
	return in.boxFloat(in.float("float_sqrt", x)), nil
}

// storage finds the array of a list and the index in it, and checks the bounds.
func (in *interpreter) storage(at syntax.Node, list, index Value) (array, i Value, strategy string, err error) {
	if in.class(list) != "W_ListObject" {
		return array, i, "", in.program.unexpected(at, "an item of a list")
	}
	if i, err = in.unboxInt(at, index); err != nil {
		return array, i, "", err
	}
	strategy = in.class(in.get(list, "strategy"))
	array = in.get(list, "storage")
	// Negative indexes count from the end; kernels have none.
	if in.branch(in.integer("int_lt", i, intConstant(0))) || in.branch(in.integer("uint_ge", i, in.length(array))) {
		return array, i, "", in.program.unexpected(at, "an index within the list")
	}
	return array, i, strategy, nil
}

func (in *interpreter) listItem(at syntax.Node, list, index Value) (Value, error) {
	clear(in.asked)
	array, i, strategy, err := in.storage(at, list, index)
	if err != nil {
		return Value{}, err
	}
	v := in.item(array, i)
	if strategy == "FloatListStrategy" {
		return in.boxFloat(v), nil
	}
	return in.boxInt(v), nil
}

func (in *interpreter) setListItem(at syntax.Node, list, index, v Value) error {
	clear(in.asked)
	array, i, strategy, err := in.storage(at, list, index)
	if err != nil {
		return err
	}
	class, field := "W_IntObject", "intval"
	if strategy == "FloatListStrategy" {
		class, field = "W_FloatObject", "floatval"
	}
	if in.class(v) != class {
		return in.program.unexpected(at, "an item of the list's own type")
	}
	in.setItem(array, i, in.get(v, field))
	return nil
}

// classOf returns the class of an instance, which guards make that of the trace.
func (in *interpreter) classOf(at syntax.Node, v Value) (*class, error) {
	name := in.class(v)
	if !in.program.machineNumbers && name == "W_Object" {
		shape := in.get(v, "map")
		in.promise(shape)
		for _, c := range in.program.classesInOrder() {
			if c.shape == shape.Object {
				return c, nil
			}
		}
	}
	if c, ok := in.program.classes[name]; ok {
		return c, nil
	}
	return nil, in.program.unexpected(at, "an instance of a class")
}

func (in *interpreter) attribute(e *syntax.DotExpr) (Value, error) {
	v, err := in.expression(e.X)
	if err != nil {
		return Value{}, err
	}
	in.frame().push(v)
	defer in.frame().pop(1)
	if in.program.machineNumbers {
		return in.get(v, e.Name.Name), nil
	}
	clear(in.asked)
	c, err := in.classOf(e, v)
	if err != nil {
		return Value{}, err
	}
	k := slices.Index(c.fields, e.Name.Name)
	if k < 0 {
		return Value{}, in.program.unexpected(e, "an attribute of `"+c.name+"`")
	}
	return in.get(v, placeOf(k)), nil
}

// instance makes an instance of a class of the program.
func (in *interpreter) instance(at syntax.Node, c *class, args []Value) (Value, error) {
	if len(args) != len(c.fields) {
		return Value{}, in.program.unexpected(at, "as many arguments as the class has fields")
	}
	if in.program.machineNumbers {
		o := in.allocate(c.name)
		in.shapes[c.name] = make(map[string]Kind)
		for k, name := range c.fields {
			in.shapes[c.name][name] = args[k].Kind
			in.set(o, name, args[k])
		}
		return o, nil
	}
	o := in.allocate("W_Object")
	in.set(o, "map", fixed(c.shape))
	for k := range c.fields {
		in.set(o, placeOf(k), args[k])
	}
	return o, nil
}

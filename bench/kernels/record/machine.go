package record

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// machine executes the operations that the interpreter consists of, and records
// each one while a trace is recorded.
type machine struct {
	recording bool
	lines     []string
	// count numbers the results of the trace.
	count int
	// snapshot returns the values that a guard needs to leave the trace.
	snapshot func() []Value
	// asked are the values whose class was checked by the program's current operation: it
	// does not check twice.
	asked map[string]bool
	// note is a comment for the next operation, "" for none.
	note string
}

// emit records an operation. Operations on constants alone are not recorded.
func (m *machine) emit(format string, args ...any) {
	if !m.recording {
		return
	}
	if m.note != "" {
		m.lines = append(m.lines, "# "+m.note)
		m.note = ""
	}
	m.lines = append(m.lines, fmt.Sprintf(format, args...))
}

// result gives a value its name in the trace.
func (m *machine) result(v Value) Value {
	if m.recording {
		m.count++
		v.name = string(v.Kind) + strconv.Itoa(m.count)
	}
	return v
}

// compute records a pure operation whose result is known; it is a constant if all
// operands are.
func (m *machine) compute(op string, result Value, operands ...Value) Value {
	if !slices.ContainsFunc(operands, func(v Value) bool { return !v.constant }) {
		if result.Kind == Int {
			return intConstant(result.Int)
		}
		return floatConstant(result.Float)
	}
	result = m.result(result)
	m.emit("%s = %s(%s)", result.name, op, names(operands))
	return result
}

func names(values []Value) string {
	list := make([]string, len(values))
	for k, v := range values {
		list[k] = v.name
	}
	return strings.Join(list, ", ")
}

func (m *machine) guard(text string) {
	if m.recording {
		m.emit("%s [%s]", text, names(m.snapshot()))
	}
}

func truth(b bool) Value {
	if b {
		return concreteInt(1)
	}
	return concreteInt(0)
}

// integer executes a pure operation on integers.
func (m *machine) integer(op string, a, b Value) Value {
	x, y := a.Int, b.Int
	var result Value
	switch op {
	case "int_add":
		result = concreteInt(x + y)
	case "int_and":
		result = concreteInt(x & y)
	case "int_or":
		result = concreteInt(x | y)
	case "int_lshift":
		result = concreteInt(x << uint(y))
	case "int_rshift":
		result = concreteInt(x >> uint(y))
	case "int_py_div":
		result = concreteInt(floorDiv(x, y))
	case "int_lt":
		result = truth(x < y)
	case "int_le":
		result = truth(x <= y)
	case "int_eq":
		result = truth(x == y)
	case "int_ne":
		result = truth(x != y)
	case "int_gt":
		result = truth(x > y)
	case "int_ge":
		result = truth(x >= y)
	case "uint_ge":
		result = truth(uint64(x) >= uint64(y))
	case "uint_lt":
		result = truth(uint64(x) < uint64(y))
	default:
		panic("BUG: unknown operation on integers " + op)
	}
	return m.compute(op, result, a, b)
}

func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

// checked executes an operation on integers and guards against overflow.
func (m *machine) checked(op string, a, b Value) (Value, error) {
	x, y := a.Int, b.Int
	var z int64
	var overflow bool
	switch op {
	case "int_add_ovf":
		z = x + y
		overflow = (x >= 0) == (y >= 0) && (z >= 0) != (x >= 0)
	case "int_sub_ovf":
		z = x - y
		overflow = (x >= 0) != (y >= 0) && (z >= 0) != (x >= 0)
	case "int_mul_ovf":
		z = x * y
		high, low := bits.Mul64(magnitude(x), magnitude(y))
		overflow = high != 0 || low > math.MaxInt64
	default:
		panic("BUG: unknown operation with overflow " + op)
	}
	if overflow {
		return Value{}, fmt.Errorf("expected integers of 64 bits, found an overflow of `%s` on %d and %d", op, x, y)
	}
	if a.constant && b.constant {
		return intConstant(z), nil
	}
	result := m.compute(op, concreteInt(z), a, b)
	m.guard("guard_no_overflow()")
	return result, nil
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// float executes a pure operation on doubles.
func (m *machine) float(op string, operands ...Value) Value {
	x, y := operands[0].Float, operands[len(operands)-1].Float
	var result Value
	switch op {
	case "float_add":
		result = concreteFloat(x + y)
	case "float_sub":
		result = concreteFloat(x - y)
	case "float_mul":
		result = concreteFloat(x * y)
	case "float_truediv":
		result = concreteFloat(x / y)
	case "float_sqrt":
		result = concreteFloat(math.Sqrt(x))
	case "float_lt":
		result = truth(x < y)
	case "float_le":
		result = truth(x <= y)
	case "float_eq":
		result = truth(x == y)
	case "float_ne":
		result = truth(x != y)
	case "float_gt":
		result = truth(x > y)
	case "float_ge":
		result = truth(x >= y)
	default:
		panic("BUG: unknown operation on doubles " + op)
	}
	return m.compute(op, result, operands...)
}

// branch guards that a condition has its present value, and returns it.
func (m *machine) branch(v Value) bool {
	if !v.constant {
		if v.Int != 0 {
			m.guard("guard_true(" + v.name + ")")
		} else {
			m.guard("guard_false(" + v.name + ")")
		}
	}
	return v.Int != 0
}

// class guards that an object is of its present class.
func (m *machine) class(v Value) string {
	if v.Object == nil {
		return "None"
	}
	if !v.constant && !m.asked[v.name] {
		m.guard("guard_class(" + v.name + ", " + v.Object.Class + ")")
		m.asked[v.name] = m.recording
	}
	return v.Object.Class
}

// promise guards that a reference is to its present constant object.
func (m *machine) promise(v Value) {
	if !v.constant {
		m.guard("guard_value(" + v.name + ", " + v.Object.Constant + ")")
	}
}

func (m *machine) get(o Value, field string) Value {
	v := o.Object.Fields[field]
	if o.constant {
		switch v.Kind {
		case Int:
			return intConstant(v.Int)
		case Float:
			return floatConstant(v.Float)
		}
	}
	v = m.result(v)
	v.constant = false
	suffix := map[Kind]string{Int: "i", Float: "f", Ref: "r"}[v.Kind]
	m.emit("%s = getfield_gc_%s(%s, descr=%s)", v.name, suffix, o.name, field)
	return v
}

func (m *machine) set(o Value, field string, v Value) {
	o.Object.Fields[field] = v
	m.emit("setfield_gc(%s, %s, descr=%s)", o.name, v.name, field)
}

func (m *machine) allocate(class string) Value {
	v := m.result(concreteRef(&Object{Class: class, Fields: make(map[string]Value)}))
	m.emit("%s = new_with_vtable(descr=%s)", v.name, class)
	return v
}

func (m *machine) length(array Value) Value {
	v := m.result(concreteInt(int64(len(array.Object.Items))))
	m.emit("%s = arraylen_gc(%s, descr=%s)", v.name, array.name, arrayDescr(array.Object.Elem))
	return v
}

func (m *machine) item(array, index Value) Value {
	v := array.Object.Items[index.Int]
	v.constant = false
	v = m.result(v)
	suffix := map[Kind]string{Int: "i", Float: "f", Ref: "r"}[v.Kind]
	m.emit("%s = getarrayitem_gc_%s(%s, %s, descr=%s)", v.name, suffix, array.name, index.name, arrayDescr(array.Object.Elem))
	return v
}

func (m *machine) setItem(array, index, v Value) {
	array.Object.Items[index.Int] = v
	m.emit("setarrayitem_gc(%s, %s, %s, descr=%s)", array.name, index.name, v.name, arrayDescr(array.Object.Elem))
}

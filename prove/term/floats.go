package term

import (
	"fmt"
	"math"
)

// floatFn is an operation on IEEE doubles, each a word with its 64 bits.
type floatFn struct {
	name    string
	args    int
	result  Sort
	commute bool   // the order of the arguments does not matter
	smt     string // the operation in SMT-LIB, on floats
	eval    func(x, y float64) Value
}

// canonicalNaN is the one pattern of a result that is not a number. The bits of
// such results are not specified, and nothing in a trace can see them.
const canonicalNaN = 0x7ff8000000000000

func floatBits(f float64) Value {
	if f != f {
		return Word(canonicalNaN)
	}
	return Word(math.Float64bits(f))
}

// FloatOps returns the names of the operations on floats that [Bank.Apply]
// knows. Their arguments and results are words with the 64 bits of an IEEE
// double, comparisons give truth values. Solvers without floats treat them as
// unknown functions.
func FloatOps() []string {
	var names []string
	for _, f := range floatFns() {
		names = append(names, f.name)
	}
	return names
}

func floatFns() []floatFn {
	word := BV(64)
	return []floatFn{
		{"float_add", 2, word, true, "fp.add RNE", func(x, y float64) Value { return floatBits(x + y) }},
		{"float_sub", 2, word, false, "fp.sub RNE", func(x, y float64) Value { return floatBits(x - y) }},
		{"float_mul", 2, word, true, "fp.mul RNE", func(x, y float64) Value { return floatBits(x * y) }},
		{"float_truediv", 2, word, false, "fp.div RNE", func(x, y float64) Value { return floatBits(x / y) }},
		{"float_neg", 1, word, false, "fp.neg", func(x, _ float64) Value { return floatBits(-x) }},
		{"float_abs", 1, word, false, "fp.abs", func(x, _ float64) Value { return floatBits(math.Abs(x)) }},
		{"float_sqrt", 1, word, false, "fp.sqrt RNE", func(x, _ float64) Value { return floatBits(math.Sqrt(x)) }},
		{"float_lt", 2, Bool, false, "fp.lt", func(x, y float64) Value { return truth(x < y) }},
		{"float_le", 2, Bool, false, "fp.leq", func(x, y float64) Value { return truth(x <= y) }},
		{"float_eq", 2, Bool, true, "fp.eq", func(x, y float64) Value { return truth(x == y) }},
	}
}

func floatOp(name string) (floatFn, bool) {
	for _, f := range floatFns() {
		if f.name == name {
			return f, true
		}
	}
	return floatFn{}, false
}

// Commutes reports whether the order of a function's two arguments does not matter.
func Commutes(fn string) bool {
	f, ok := floatOp(fn)
	return ok && f.commute
}

func (f floatFn) compute(args []Value) Value {
	x := math.Float64frombits(args[0].Lo)
	y := math.Float64frombits(args[len(args)-1].Lo)
	return f.eval(x, y)
}

func (b *Bank) applyFloat(f floatFn, result Sort, args []Term) Term {
	if len(args) != f.args || result != f.result {
		panic(fmt.Sprintf("BUG: `%s`: expected %d arguments and a result of sort %v, found %d and %v", f.name, f.args, f.result, len(args), result))
	}
	for _, a := range args {
		b.want(f.name, a, BV(64))
	}
	own := append([]Term(nil), args...)
	if f.commute && own[0] > own[1] {
		own[0], own[1] = own[1], own[0]
	}
	vals := make([]Value, len(own))
	for i, a := range own {
		v, ok := b.Value(a)
		if !ok {
			return b.intern(node{op: OpApply, sort: result, name: f.name, args: own})
		}
		vals[i] = v
	}
	return b.constOf(result, f.compute(vals))
}

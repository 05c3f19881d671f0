package optimizer_test

import (
	"fmt"
	"math"
	"strings"

	"unbox/optimizer"
)

// traceGen builds a random trace from bytes, as text. The same bytes give the
// same trace, and cutting bytes off makes it shorter.
//
// It keeps an example value for everything (Finding JIT Optimizer Bugs using SMT
// Solvers and Fuzzing, "Generating Random Traces"), so that guards can be chosen
// that hold for the example inputs and the trace is run to its end.
type traceGen struct {
	data  []byte
	lines []string
	count int
	// ints, floats and refs are the values that can be used, the newest last.
	ints, floats, refs []genValue
	// pure and checked are the computations since the last label, without and with
	// a check for overflow, to be written again.
	pure, checked []genPure
	// called is the last call, to be made again.
	called string
	// label is the number of the label that the trace is behind, params are its
	// parameters, the first one an integer.
	label  int
	params []string
}

// genPure is a computation of an integer with its operands.
type genPure struct {
	code optimizer.Opcode
	args []string
	bits uint64
}

// genValue is a value with its example.
type genValue struct {
	name   string
	bits   uint64
	object *genObject // nil for null
}

// genObject is the example of an object or array.
type genObject struct {
	class  string // "" for arrays
	fields map[string]genValue
	items  []genValue
	// structs are the fields of structs in an array, by index and field.
	structs map[string]genValue
}

const (
	genClasses = "class Box { val: int, real: float }\nclass Node { next: ref, other: ref, num: int }"
	genArray   = "descr=<ArrayS 8>"
)

var (
	genFields = map[string][]string{"Box": {"val", "real"}, "Node": {"next", "other", "num"}}
	genInts   = []int64{0, 1, -1, 2, 3, 8, 12, 63, 64, 255, math.MaxInt64, math.MinInt64, 1 << 60, -8}
	genFloats = []string{"0.0", "-0.0", "1.0", "-1.5", "2.0", "1e300"}
	genBinary = codesLike("int_add", "int_sub", "int_mul", "int_and", "int_or", "int_xor", "uint_mul_high",
		"int_lt", "int_le", "int_eq", "int_ne", "int_gt", "int_ge", "uint_lt", "uint_le", "uint_gt", "uint_ge")
	genUnary = codesLike("int_neg", "int_invert", "int_force_ge_zero", "int_is_true", "int_is_zero")
	// genOvf stands in the order in which genBinary begins.
	genOvf   = codesLike("int_add_ovf", "int_sub_ovf", "int_mul_ovf")
	genShift = codesLike("int_lshift", "int_rshift", "uint_rshift")
	genDiv   = codesLike("int_py_div", "int_py_mod")
	genFloat = codesLike("float_add", "float_sub", "float_mul", "float_truediv")
	genCmp   = codesLike("float_lt", "float_le", "float_eq", "float_ne", "float_gt", "float_ge")
)

func codesLike(names ...string) []optimizer.Opcode {
	var codes []optimizer.Opcode
	for _, name := range names {
		ref, ok := optimizer.LookupSpelling(name)
		if !ok {
			panic("BUG: no operation " + name)
		}
		codes = append(codes, ref.Code)
	}
	return codes
}

// generateTrace returns the text of a trace and inputs for which its guards
// hold, as long as nobody outside changes an object.
func generateTrace(data []byte) (text, inputs string) {
	// The first bytes decide how the trace ends, the others what is before.
	last := data[:min(len(data), 16)]
	g := &traceGen{data: data[len(last):]}
	inputs = g.begin()
	for len(g.data) > 0 && len(g.lines) < 200 {
		g.operation()
	}
	g.data = last
	g.end()
	return strings.Join(g.lines, "\n") + "\n", inputs
}

// pick returns a number less than n from the next byte, 0 when they are used up.
func (g *traceGen) pick(n int) int {
	if len(g.data) == 0 || n <= 1 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b) % n
}

func (g *traceGen) emit(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}

func (g *traceGen) fresh(letter string) string {
	g.count++
	return fmt.Sprintf("%s%d", letter, g.count-1)
}

// begin declares classes and inputs: two integers, a float, three references
// of which two may be the same object.
func (g *traceGen) begin() (inputs string) {
	box := &genObject{class: "Box", fields: map[string]genValue{"val": {bits: 5}}}
	node := &genObject{class: "Node", fields: map[string]genValue{"num": {bits: 7}}}
	g.ints = []genValue{{name: g.fresh("i"), bits: 3}, {name: g.fresh("i"), bits: ^uint64(0)}}
	g.floats = []genValue{{name: g.fresh("f"), bits: math.Float64bits(1.5)}}
	g.refs = []genValue{{name: g.fresh("p"), object: box}, {name: g.fresh("p"), object: node}, {name: g.fresh("p"), object: node}}
	inputs = "i0=3, i1=-1, f2=1.5, p3=Box(val=5), p4=Node(num=7), p5=p4"
	if g.pick(2) == 0 {
		other := &genObject{class: "Node", fields: map[string]genValue{"next": {object: node}}}
		g.refs[2].object = other
		inputs = "i0=3, i1=-1, f2=1.5, p3=Box(val=5), p4=Node(num=7), p5=Node(next=p4)"
	}
	g.emit("%s", genClasses)
	g.emit("[i0, i1, f2, p3, p4, p5]")
	g.params = []string{"i0", "i1", "f2", "p3", "p4", "p5"}
	return inputs
}

func (g *traceGen) end() {
	switch g.pick(8) {
	default:
		g.loop()
	case 1: // runs off its end
	case 0:
		g.emit("finish(%s)", strings.Join(g.some(4), ", "))
	case 5:
		g.emit("finish(%s)", strings.Join(g.newest(4+g.pick(12)), ", "))
	case 3, 4:
		g.leave()
	}
}

// loop ends the trace with a jump back to the last label. Its first parameter
// counts down, so that the loop is left with what its rounds computed.
func (g *traceGen) loop() {
	count := g.fresh("i")
	g.emit("%s = int_sub(%s, 1)", count, g.params[0])
	g.emit("guard_true(%s) [%s]", count, strings.Join(g.newest(3+g.pick(8)), ", "))
	values := []string{count}
	for _, param := range g.params[1:] {
		switch param[0] {
		case 'i':
			values = append(values, g.int())
		case 'f':
			values = append(values, g.float())
		default:
			values = append(values, g.ref().name)
		}
	}
	label := ""
	if g.label > 0 {
		label = fmt.Sprintf("L%d, ", g.label)
	}
	g.emit("jump(%s%s)", label, strings.Join(values, ", "))
}

// leave ends the trace with a guard that fails for the example inputs, and that
// needs many objects.
func (g *traceGen) leave() {
	values := g.newest(3 + g.pick(8))
	v := g.ints[len(g.ints)-1]
	op := "guard_true"
	if v.bits != 0 {
		op = "guard_false"
	}
	g.emit("%s(%s) [%s]", op, v.name, strings.Join(values, ", "))
	g.emit("finish()")
}

// recent chooses among the values, newer ones more often.
func (g *traceGen) recent(list []genValue) genValue {
	n := g.pick(8)
	if n >= 6 {
		n = g.pick(len(list))
	}
	return list[len(list)-1-n%len(list)]
}

func (g *traceGen) ref() genValue { return g.recent(g.refs) }

// integer returns a value or a constant.
func (g *traceGen) integer() genValue {
	if g.pick(5) == 0 {
		n := genInts[g.pick(len(genInts))]
		return genValue{name: fmt.Sprint(n), bits: uint64(n)}
	}
	if g.pick(3) == 0 {
		return g.ints[len(g.ints)-1] // so that operations nest
	}
	return g.recent(g.ints)
}

func (g *traceGen) int() string   { return g.integer().name }
func (g *traceGen) float() string { return g.recent(g.floats).name }

// some returns the names of up to n values of any type.
func (g *traceGen) some(n int) []string {
	var names []string
	for range g.pick(n + 1) {
		all := [][]genValue{g.ints, g.refs, g.floats}
		names = append(names, g.recent(all[g.pick(3)]).name)
	}
	return names
}

// newest returns the names of the last n values of each type, so that what the
// trace computed can be seen.
func (g *traceGen) newest(n int) []string {
	var names []string
	for _, list := range [][]genValue{g.ints, g.refs, g.floats} {
		for _, v := range list[max(0, len(list)-n):] {
			names = append(names, v.name)
		}
	}
	return names
}

// fail returns what a guard needs to leave the trace: most of all objects.
func (g *traceGen) fail() string {
	names := g.some(2)
	for range g.pick(4) {
		names = append(names, g.ref().name)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// keepInt enters an integer result.
func (g *traceGen) keepInt(name string, bits uint64) {
	g.ints = append(g.ints, genValue{name: name, bits: bits})
}

func (g *traceGen) keepFloat(name string, bits uint64) {
	g.floats = append(g.floats, genValue{name: name, bits: bits})
}

// Package traces writes long traces for measurements: what a tracing JIT
// records of a loop over boxed numbers, unrolled as often as requested.
package traces

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Mixed returns a trace of about n operations, never more: half of it arithmetic
// and comparisons, a third objects and arrays, the rest guards. Roughly half of
// the operations can be removed: boxes that never escape, repeated computations,
// constants, rules. The same n gives the same trace. n is at least 20.
func Mixed(n int) string {
	w := &writer{random: rand.New(rand.NewPCG(1, 2)), left: n - 2}
	w.ints = []string{"i1", "i2", "i3"}
	w.floats = []string{"f4"}
	w.text.WriteString("[p0, i1, i2, i3, f4, p5, p6]\n")
	w.next, w.node = 7, "p6"
	for w.left >= longest {
		pieces[w.random.IntN(len(pieces))](w)
	}
	for w.left > 0 {
		w.value("int_add(%s, 1)", w.pick())
	}
	w.text.WriteString("jump(p0, " + strings.Join([]string{w.pick(), w.pick(), w.pick(), w.pickFloat()}, ", ") + ", p5, " + w.node + ")\n")
	return w.text.String()
}

// Crowd returns a trace in which that many objects exist at the same time: every fourth is stored into the one before, every tenth
// escapes, and at the end all are read.
func Crowd(objects int) string {
	var b strings.Builder
	b.WriteString("[i0, i1]\n")
	name := func(k int) string { return fmt.Sprintf("p%d", 10+k) }
	for k := range objects {
		fmt.Fprintf(&b, "%s = new(BoxedInteger)\nset(%s, intval, i%d)\n", name(k), name(k), k%2)
		if k%4 == 3 {
			fmt.Fprintf(&b, "set(%s, next, %s)\n", name(k-1), name(k))
		}
		if k%10 == 9 {
			fmt.Fprintf(&b, "escape(%s)\n", name(k))
		}
	}
	sum, next := "i0", 10+objects
	for k := range objects {
		fmt.Fprintf(&b, "i%d = get(%s, intval)\ni%d = int_add(%s, i%d)\n", next, name(k), next+1, sum, next)
		sum, next = fmt.Sprintf("i%d", next+1), next+2
	}
	fmt.Fprintf(&b, "jump(%s, i1)\n", sum)
	return b.String()
}

// AllAlong returns a trace into which that many objects come, which are all read, the first one again at the end, and go on.
func AllAlong(objects int) string {
	var b strings.Builder
	var names []string
	for k := range objects {
		names = append(names, fmt.Sprintf("p%d", k))
	}
	list := strings.Join(names, ", ")
	fmt.Fprintf(&b, "[%s, i%d]\n", list, objects)
	sum := objects
	for k, name := range append(names, names[0]) {
		read := objects + 1 + 2*k
		fmt.Fprintf(&b, "i%d = get(%s, intval)\ni%d = int_add(i%d, i%d)\n", read, name, read+1, sum, read)
		sum = read + 1
	}
	fmt.Fprintf(&b, "jump(%s, i%d)\n", list, sum)
	return b.String()
}

// pieces are the parts from which the trace is made, longest the maximum number
// of operations in one.
var pieces = []func(*writer){
	(*writer).arithmetic, (*writer).arithmetic, (*writer).arithmetic, (*writer).repeated,
	(*writer).rules, (*writer).constants, (*writer).checkedAdd, (*writer).boxed, (*writer).boxed,
	(*writer).chained, (*writer).readsAndWrites, (*writer).comparison, (*writer).floating,
	(*writer).array, (*writer).escaping,
}

const longest = 17

// window is the number of newest values from which arguments are taken: traces
// use what they just computed.
const window = 24

type writer struct {
	text         strings.Builder
	random       *rand.Rand
	ints, floats []string
	node         string // where in the list the trace is
	next         int    // the number of the next value
	left         int    // the number of operations for which there is room
}

// pick returns one of the last integers.
func (w *writer) pick() string { return pickFrom(w, w.ints) }

func (w *writer) pickFloat() string { return pickFrom(w, w.floats) }

func pickFrom(w *writer, list []string) string {
	n := min(len(list), window)
	return list[len(list)-1-w.random.IntN(n)]
}

// line writes an operation without a result.
func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.text, format+"\n", args...)
	w.left--
}

// define writes an operation with a result of a type and returns its name.
func (w *writer) define(typ, format string, args ...any) string {
	name := fmt.Sprintf("%s%d", typ, w.next)
	w.next++
	w.line(name+" = "+format, args...)
	return name
}

// value defines an integer that later pieces may use.
func (w *writer) value(format string, args ...any) string {
	name := w.define("i", format, args...)
	w.ints = append(w.ints, name)
	return name
}

var binary = []string{"int_add", "int_sub", "int_mul", "int_and", "int_or", "int_xor"}

func (w *writer) arithmetic() {
	for range 4 {
		w.value(binary[w.random.IntN(len(binary))]+"(%s, %s)", w.pick(), w.pick())
	}
}

// repeated computes the same twice, as inlined functions do.
func (w *writer) repeated() {
	a, b := w.pick(), w.pick()
	for range 2 {
		sum := w.value("int_add(%s, %s)", a, b)
		w.value("int_mul(%s, %s)", sum, a)
	}
}

// rules writes operations for strength reduction and algebra.
func (w *writer) rules() {
	a := w.value("int_mul(%s, %d)", w.pick(), 1<<w.random.IntN(8))
	w.value("int_add(%s, 0)", a)
	w.value("int_sub(%s, %s)", a, a)
	w.value("int_and(%s, -1)", w.pick())
}

func (w *writer) constants() {
	a := w.define("i", "int_add(%d, %d)", w.random.IntN(1000), w.random.IntN(1000))
	b := w.define("i", "int_lshift(%s, 2)", a)
	w.value("int_add(%s, %s)", b, w.pick())
}

// fresh moves to the next node of the list and reads a value of which nothing
// is known.
func (w *writer) fresh() string {
	w.node = w.define("p", "get(%s, next)", w.node)
	w.line("guard_nonnull_class(%s, Node) [p0]", w.node)
	return w.value("get(%s, value)", w.node)
}

func (w *writer) checkedAdd() {
	a := w.fresh()
	sum := w.value("int_add_ovf(%s, %s)", a, w.pick())
	w.line("guard_no_overflow() [p0, %s]", a)
	w.value("int_add(%s, 1)", sum)
}

// boxed is a box that is allocated, read once and discarded.
func (w *writer) boxed() {
	a := w.pick()
	box := w.define("p", "new(BoxedInteger)")
	w.line("set(%s, intval, %s)", box, a)
	w.line("guard_class(%s, BoxedInteger) [p0, %s]", box, a)
	b := w.value("get(%s, intval)", box)
	sum := w.value("int_add(%s, %s)", b, w.fresh())
	result := w.define("p", "new(BoxedInteger)")
	w.line("set(%s, intval, %s)", result, sum)
	is := w.define("i", "int_gt(%s, 0)", sum)
	w.line("guard_true(%s) [p0, %s]", is, result)
	w.value("get(%s, intval)", result)
}

// chained is a list of two nodes that never escapes.
func (w *writer) chained() {
	first := w.define("p", "new(Node)")
	w.line("set(%s, value, %s)", first, w.pick())
	second := w.define("p", "new(Node)")
	w.line("set(%s, value, %s)", second, w.pick())
	w.line("set(%s, next, %s)", second, first)
	again := w.define("p", "get(%s, next)", second)
	w.line("guard_nonnull(%s) [p0]", again)
	w.value("get(%s, value)", again)
}

func (w *writer) readsAndWrites() {
	w.line("guard_class(p0, Counter) [p0]")
	a := w.value("get(p0, count)")
	b := w.value("int_add(%s, 1)", a)
	w.line("set(p0, count, %s)", b)
}

func (w *writer) comparison() {
	b := w.pick() // first, so that it is not the same value
	a := w.fresh()
	less := w.define("i", "int_lt(%s, %s)", a, b)
	w.line("guard_true(%s) [p0, %s, %s]", less, a, b)
	w.value("int_sub(%s, %s)", b, a)
}

func (w *writer) floating() {
	a := w.define("f", "cast_int_to_float(%s)", w.pick())
	b := w.define("f", "float_mul(%s, %s)", a, w.pickFloat())
	c := w.define("f", "float_add(%s, 0.5)", b)
	w.floats = append(w.floats, b, c)
	less := w.define("i", "float_lt(%s, %s)", b, c)
	w.line("guard_true(%s) [p0, %s]", less, b)
}

func (w *writer) array() {
	index := w.random.IntN(8)
	a := w.value("getarrayitem_gc_i(p5, %d, descr=<ArrayS 8>)", index)
	b := w.value("int_add(%s, %s)", a, w.pick())
	w.line("setarrayitem_gc(p5, %d, %s, descr=<ArrayS 8>)", index, b)
}

// escaping is a box that escapes.
func (w *writer) escaping() {
	box := w.define("p", "new(BoxedInteger)")
	w.line("set(%s, intval, %s)", box, w.pick())
	sum := w.value("int_add(%s, %s)", w.pick(), w.pick())
	w.line("set(%s, intval, %s)", box, sum)
	if w.random.IntN(4) == 0 {
		w.line("escape(%s)", box)
	} else {
		w.line("print(%s)", sum)
	}
}

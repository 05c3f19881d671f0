package learn

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"unbox/trace"
)

// A maker writes random traces. It goes from line to line and keeps track of what is
// above: which numbers there are, and for each object whether it has escaped and what
// it holds. So every trace has a defined meaning, and none does what the vocabulary
// does not allow.
//
// Passes go wrong where a trace says the same thing twice, nearly the same thing, or
// the same thing after something has changed; so lines are mostly about what came just
// before, and numbers come from a small set that includes 0, 1 and the extreme
// integers.
type maker struct {
	*vocabulary
	rng   *rand.Rand
	lines []string
	next  int
	// ints, truths and floats are the names of results by type.
	ints, truths, floats []string
	things               []*thing
	// past are the pure operations so far.
	past []computation
	// pool are the constants of this trace.
	pool []int64
	// inputs are the parameters, by the first letter of their names.
	inputs []string
	// examples are the values of numbers if the trace runs on the example; some are not
	// known.
	examples map[string]uint64
	// example is the example: the numbers among the inputs, in order.
	example []uint64
	// touched are the fields that were read or written, the newest last.
	touched []place
}

// place is a field of an object.
type place struct {
	of    *thing
	field string
}

// randomExample is a random trace, with numbers for which it runs to its end
// unless the environment decides otherwise.
type randomExample struct {
	text    string
	numbers []uint64
}

type computation struct {
	op   string
	args []string
	// result is the name of what it computes.
	result string
}

// thing is an object of a trace.
type thing struct {
	names []string
	// node means that it has the fields of a Node, otherwise those of a box.
	node bool
	// real means that it has escaped.
	real bool
	// input means that it was not allocated here.
	input bool
	// numbers and refs are what its fields hold, by field.
	numbers map[string]bool
	refs    map[string]*thing
}

// randomTrace writes the trace of a seed with about that many lines. A shorter one
// of the same seed begins with the same lines.
func randomTrace(v *vocabulary, seed uint64, length int) randomExample {
	if v.has(wordNumbers) && seed%2 == 0 {
		v = v.withoutObjects()
	}
	m := &maker{vocabulary: v, rng: rand.New(rand.NewPCG(seed, 11)), examples: make(map[string]uint64)}
	m.choosePool()
	m.begin()
	for range m.rng.IntN(3) {
		if m.has(wordObjects) {
			m.allocate()
		}
	}
	actions := m.actions()
	for k, tries := 0, 0; k < length && tries < 10*length; tries++ {
		if len(actions) > 0 && actions[m.rng.IntN(len(actions))]() {
			k++
		}
	}
	m.end()
	return randomExample{strings.Join(m.lines, "\n") + "\n", m.example}
}

var chanceEdges = []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64, math.MaxInt64 - 1, 1 << 32, -1 << 31, 1 << 62, 255, 64, 63}

func (m *maker) choosePool() {
	m.pool = []int64{0, 1, int64(m.rng.IntN(20)) - 4, 1 << m.rng.IntN(7), chanceEdges[m.rng.IntN(len(chanceEdges))]}
	near := m.pool[2+m.rng.IntN(3)]
	other := m.pool[2]
	m.pool = append(m.pool, near, near+1, near-1, near-other, near-other+1, near+other)
}

func (m *maker) number() string {
	if m.rng.IntN(8) == 0 {
		return strconv.FormatInt(chanceEdges[m.rng.IntN(len(chanceEdges))], 10)
	}
	return strconv.FormatInt(m.pool[m.rng.IntN(len(m.pool))], 10)
}

// edge returns an extreme integer half of the time.
func (m *maker) edge() string {
	if m.rng.IntN(2) == 0 {
		return strconv.FormatInt(chanceEdges[m.rng.IntN(4)], 10)
	}
	return m.number()
}

// begin writes what comes before the first operation.
func (m *maker) begin() {
	numbers, objects := 1+m.rng.IntN(2), 0
	if m.has(wordReal) {
		objects = 1 + m.rng.IntN(2)
	}
	if m.has(wordToy) {
		for i := range numbers + objects {
			name := m.line("getarg(" + strconv.Itoa(i) + ")")
			m.input(name, i >= numbers)
		}
		return
	}
	if m.has(wordObjects) {
		m.lines = append(m.lines, "class BoxedInteger { intval: int }", "class Node { value: int, mark: int, next: Node }")
	}
	var names []string
	add := func(letter string, n int) {
		for range n {
			name := letter + strconv.Itoa(m.next)
			m.next++
			names = append(names, name)
			m.inputs = append(m.inputs, name)
			if letter == "f" {
				m.floats = append(m.floats, name)
				m.note(name, math.Float64bits(exampleFloats[m.rng.IntN(len(exampleFloats))]))
				continue
			}
			m.input(name, letter == "p")
		}
	}
	if len(m.vocabulary.floats) > 0 {
		add("f", 2)
	}
	add("i", numbers)
	add("p", objects)
	m.lines = append(m.lines, "["+strings.Join(names, ", ")+"]")
}

func (m *maker) input(name string, object bool) {
	if !object {
		m.ints = append(m.ints, name)
		n := uint64(m.pool[m.rng.IntN(len(m.pool))]) - uint64(m.rng.IntN(8))
		if m.rng.IntN(3) == 0 {
			n = uint64(chanceEdges[m.rng.IntN(4)]) + uint64(m.rng.IntN(17)) - 8
		}
		m.note(name, n)
		return
	}
	m.things = append(m.things, m.thing(name, m.rng.IntN(3) > 0, true, true))
}

// note records the example of an input.
func (m *maker) note(name string, bits uint64) {
	m.examples[name], m.example = bits, append(m.example, bits)
}

var exampleFloats = []float64{0, 1, -1, 1, math.NaN(), math.Inf(1)}

func (m *maker) thing(name string, node, real, input bool) *thing {
	return &thing{names: []string{name}, node: node, real: real, input: input, numbers: map[string]bool{}, refs: map[string]*thing{}}
}

// line writes an operation with a result and returns its name.
func (m *maker) line(text string) string { return m.result("i", text) }

func (m *maker) result(letter, text string) string {
	if m.has(wordToy) {
		letter = "var"
	}
	name := letter + strconv.Itoa(m.next)
	m.next++
	m.lines = append(m.lines, name+" = "+text)
	return name
}

// effect writes an operation without a result.
func (m *maker) effect(op string, args ...string) {
	m.lines = append(m.lines, op+"("+strings.Join(args, ", ")+")")
}

// guardLine writes a guard.
func (m *maker) guardLine(op string, args ...string) {
	m.effect(op, args...)
	m.lines[len(m.lines)-1] += m.snapshot()
}

// actions returns the actions that the vocabulary allows, the frequent ones
// several times.
func (m *maker) actions() (list []func() bool) {
	add := func(times int, allowed bool, action func() bool) {
		for range times {
			if allowed {
				list = append(list, action)
			}
		}
	}
	computes := len(m.binary)+len(m.unary)+len(m.compares)+len(m.vocabulary.floats) > 0
	objects := m.has(wordObjects)
	numbers := 4
	if objects {
		numbers = 2
	}
	add(numbers, computes, m.compute)
	add(numbers-1, computes, m.again)
	add(numbers-2, len(m.binary) > 0, m.special)
	add(1, m.has(wordPrint), m.print)
	add(2, len(m.guards) > 0, m.guard)
	add(numbers-1, len(m.guards) > 0 && len(m.compares)+len(m.vocabulary.floats) > 0, m.ask)
	add(2, objects, m.allocate)
	add(6, objects, m.store)
	add(4, objects, m.load)
	add(2, objects, m.refer)
	add(1, objects, m.follow)
	add(1, m.has(wordReal), m.storeInReal)
	add(1, m.has(wordUses), m.use)
	add(1, m.has(wordUses) || m.has(wordCalls), m.handOut)
	return list
}

func (m *maker) operand() string {
	if len(m.ints) == 0 || m.rng.IntN(3) == 0 {
		return m.number()
	}
	return m.recent(m.ints)
}

// recent chooses a name, mostly one of the newest.
func (m *maker) recent(names []string) string {
	back := min(m.rng.IntN(4), m.rng.IntN(len(names)+2), len(names)-1)
	if m.rng.IntN(5) == 0 {
		back = m.rng.IntN(len(names))
	}
	return names[len(names)-1-back]
}

func (m *maker) compute() bool {
	pick := m.rng.IntN(len(m.binary) + len(m.unary) + len(m.compares) + len(m.vocabulary.floats))
	for k, ops := range [][]string{m.binary, m.unary, m.compares, m.vocabulary.floats} {
		if pick >= len(ops) {
			pick -= len(ops)
			continue
		}
		c := computation{op: ops[pick]}
		switch {
		case k == 2:
			c.args = []string{m.recent(m.ints), m.operand()}
			if m.rng.IntN(2) == 0 {
				c.args[1] = m.number()
			}
		case k == 3:
			c.args = []string{m.recent(m.floats), m.recent(m.floats)}
		case k == 1:
			c.args = []string{m.operand()}
		case strings.Contains(c.op, "shift"):
			c.args = []string{m.operand(), strconv.Itoa([]int{0, 1, 2, 5, 31, 62, 63}[m.rng.IntN(7)])}
		default:
			c.args = []string{m.operand(), m.operand()}
		}
		m.write(c)
		return true
	}
	return false
}

// special writes operations that rules are about: an operation with 0, 1 or -1 on either side,
// with one value on both, of two constants, or of a constant and a result of an operation with
// a constant.
func (m *maker) special() bool {
	c := computation{op: m.binary[m.rng.IntN(len(m.binary))]}
	x, corner := m.recent(m.ints), []string{"0", "1", "-1"}[m.rng.IntN(3)]
	switch shape := m.rng.IntN(5); {
	case strings.Contains(c.op, "shift"):
		c.args = []string{[]string{x, m.number()}[m.rng.IntN(2)], strconv.Itoa(m.rng.IntN(3))}
	case shape == 0:
		c.args = []string{x, x}
	case shape == 1:
		c.args = []string{x, corner}
	case shape == 2:
		c.args = []string{corner, x}
	case shape == 3:
		c.args = []string{m.edge(), m.number()}
	default:
		c.args = []string{m.madeWithNumber(x), m.edge()}
	}
	m.write(c)
	return true
}

// madeWithNumber returns the newest result of an operation on a constant, or x if there
// is none.
func (m *maker) madeWithNumber(x string) string {
	for _, c := range slices.Backward(m.past) {
		if len(c.args) == 2 && (isNumber(c.args[0]) || isNumber(c.args[1])) && slices.Contains(m.ints, c.result) {
			return c.result
		}
	}
	return x
}

func (m *maker) write(c computation) {
	name := m.line(c.op + "(" + strings.Join(c.args, ", ") + ")")
	c.result = name
	m.past = append(m.past, c)
	m.evaluate(name, c)
	if slices.Contains(m.compares, c.op) || slices.Contains(m.vocabulary.floats, c.op) {
		m.truths = append(m.truths, name)
		if m.rng.IntN(4) > 0 {
			return // few operations compute with truths
		}
	}
	m.ints = append(m.ints, name)
}

// evaluate records what an operation computes on the example.
func (m *maker) evaluate(name string, c computation) {
	ref, _ := trace.LookupSpelling(c.op)
	values := [2]uint64{}
	for i, arg := range c.args {
		n, err := strconv.ParseInt(arg, 10, 64)
		values[i] = uint64(n)
		if known, ok := m.examples[arg]; ok {
			values[i] = known
		} else if err != nil {
			return
		}
	}
	if result, status := trace.Eval(ref.Code, values[0], values[1]); status == trace.EvalOK {
		m.examples[name] = result
	}
}

// ask compares and leaves the trace if the answer is not that of the example. Then it
// asks the same about the same values, or something that follows about the number
// from which one of them was computed.
func (m *maker) ask() bool {
	c, ok := m.question()
	if !ok {
		return false
	}
	m.write(c)
	m.guardTruth()
	if c, ok = m.related(c); ok && m.rng.IntN(3) > 0 {
		m.write(c)
		m.guardTruth()
	}
	return true
}

// question writes a comparison, often of a sum with a constant.
func (m *maker) question() (computation, bool) {
	floats := m.vocabulary.floats
	if len(floats) > 0 && (len(m.compares) == 0 || m.rng.IntN(2) == 0) {
		return computation{op: floats[m.rng.IntN(len(floats))], args: []string{m.recent(m.floats), m.recent(m.floats)}}, true
	}
	if len(m.compares) == 0 {
		return computation{}, false
	}
	x := m.recent(m.ints)
	if len(m.binary) > 0 && m.rng.IntN(2) == 0 {
		sum := computation{op: m.binary[m.rng.IntN(len(m.binary))], args: []string{x, m.number()}}
		if !strings.Contains(sum.op, "shift") {
			m.write(sum)
			x = m.ints[len(m.ints)-1]
		}
	}
	return computation{op: m.compares[m.rng.IntN(len(m.compares))], args: []string{x, m.limitOf(x)}}, true
}

// limitOf returns a constant with which x is compared: often the value of x in the example, or
// the next one, so that off-by-one errors show.
func (m *maker) limitOf(x string) string {
	value, known := m.examples[x]
	if !known || m.rng.IntN(2) == 0 {
		return m.number()
	}
	return strconv.FormatInt(int64(value)+int64(m.rng.IntN(3))-1, 10)
}

// related writes a question whose answer may seem to follow from that of another
// one.
func (m *maker) related(c computation) (computation, bool) {
	ops := m.like(c.op)
	next := computation{op: ops[m.rng.IntN(len(ops))], args: slices.Clone(c.args)}
	if i := slices.IndexFunc(m.past, func(p computation) bool { return p.result == c.args[0] }); i >= 0 && len(m.past[i].args) == 2 {
		sum := m.past[i]
		limit, err1 := strconv.ParseInt(c.args[1], 10, 64)
		added, err2 := strconv.ParseInt(sum.args[1], 10, 64)
		if err1 == nil && err2 == nil {
			next.args = []string{sum.args[0], strconv.FormatInt(limit-added+int64(m.rng.IntN(3))-1, 10)}
			return next, true
		}
	}
	if limit, err := strconv.ParseInt(c.args[1], 10, 64); err == nil && m.rng.IntN(2) == 0 {
		next.args[1] = strconv.FormatInt(limit+int64(m.rng.IntN(5))-2, 10)
	}
	if m.rng.IntN(4) == 0 {
		slices.Reverse(next.args)
	}
	return next, true
}

// guardTruth guards the newest truth.
func (m *maker) guardTruth() {
	name := m.truths[len(m.truths)-1]
	m.guardOn(name)
}

// guardOn writes a guard that leaves the trace unless a truth is as in the
// example, rarely the opposite.
func (m *maker) guardOn(name string) bool {
	op := []string{"guard_true", "guard_false"}[m.rng.IntN(2)]
	if value, known := m.examples[name]; known && m.rng.IntN(10) > 0 {
		op = "guard_false"
		if value != 0 {
			op = "guard_true"
		}
	}
	if !slices.Contains(m.guards, op) {
		return false
	}
	m.guardLine(op, name)
	return true
}

// again writes an earlier operation once more, or one that differs from it in its
// name, the order of its arguments, or one of them.
func (m *maker) again() bool {
	if len(m.past) == 0 {
		return false
	}
	old := m.past[len(m.past)-1-min(m.rng.IntN(len(m.past)), m.rng.IntN(4))]
	c := computation{op: old.op, args: slices.Clone(old.args)}
	isFloat, isShift := slices.Contains(m.vocabulary.floats, c.op), strings.Contains(c.op, "shift")
	switch m.rng.IntN(4) {
	case 0:
		if ops := m.like(c.op); len(ops) > 0 && !isShift {
			c.op = ops[m.rng.IntN(len(ops))]
		}
	case 1:
		if !isShift {
			slices.Reverse(c.args)
		}
	case 2:
		if !isFloat {
			c.args[0] = m.operand()
		}
	}
	m.write(c)
	return true
}

// like returns the operations that take the same arguments as another one.
func (m *maker) like(op string) []string {
	for _, ops := range [][]string{m.unary, m.compares, m.vocabulary.floats} {
		if slices.Contains(ops, op) {
			return ops
		}
	}
	return slices.DeleteFunc(slices.Clone(m.binary), func(op string) bool { return strings.Contains(op, "shift") })
}

func (m *maker) print() bool {
	m.effect("print", m.operand())
	return true
}

func (m *maker) guard() bool {
	op := m.guards[m.rng.IntN(len(m.guards))]
	if op == "guard_nonnull" && m.rng.IntN(2) == 0 {
		op = m.guards[0]
	}
	switch op {
	case "guard_true", "guard_false":
		names := m.truths
		if len(names) == 0 {
			return false
		}
		return m.guardOn(m.recent(names))
	case "guard_class":
		o := m.anyThing()
		if o == nil {
			return false
		}
		class := o.class()
		if m.rng.IntN(10) == 0 || !o.input && m.rng.IntN(5) == 0 {
			class = map[string]string{"Node": "BoxedInteger", "BoxedInteger": "Node"}[class]
		}
		m.guardLine(op, m.nameOf(o), class)
	default:
		o := m.anyThing()
		if o == nil {
			return false
		}
		m.guardLine(op, m.nameOf(o))
	}
	return true
}

func (o *thing) class() string {
	if o.node {
		return "Node"
	}
	return "BoxedInteger"
}

// snapshot lists some of the values.
func (m *maker) snapshot() string {
	if !m.has(wordSnapshots) {
		return ""
	}
	var names []string
	for range 1 + m.rng.IntN(3) {
		o := m.thingWhere(func(o *thing) bool { return !o.real && len(o.numbers)+len(o.refs) > 0 })
		if o == nil || m.rng.IntN(4) == 0 {
			o = m.anyThing()
		}
		if o != nil && m.rng.IntN(3) > 0 {
			names = append(names, m.nameOf(o))
		} else {
			names = append(names, m.recent(m.ints))
		}
	}
	return " [" + strings.Join(names, ", ") + "]"
}

// passedOn chooses what the jump passes to an input.
func (m *maker) passedOn(in string, others []string) string {
	for range 10 {
		name := ""
		switch in[0] {
		case 'i':
			name = m.recent(m.ints)
			if m.has(wordTwice) && m.rng.IntN(8) == 0 {
				return m.number()
			}
		case 'f':
			name = m.recent(m.floats)
		default:
			name = m.nameOf(m.thingWhere(func(o *thing) bool { return o.node == m.things[m.inputThing(in)].node }))
		}
		if m.has(wordTwice) || !slices.Contains(others, name) && !slices.Contains(m.inputs, name) {
			return name
		}
	}
	return in
}

// inputThing returns the number of the object that is an input.
func (m *maker) inputThing(name string) int {
	return slices.IndexFunc(m.things, func(o *thing) bool { return o.names[0] == name })
}

// end makes what was computed visible.
func (m *maker) end() {
	m.readBack()
	if m.has(wordToy) {
		for k := range min(3, len(m.ints)) {
			m.effect("print", m.ints[len(m.ints)-1-k])
		}
		return
	}
	var names []string
	if m.has(wordLoop) {
		for _, in := range m.inputs {
			names = append(names, m.passedOn(in, names))
		}
		m.effect("jump", names...)
		return
	}
	for k := range min(3, len(m.ints)) {
		names = append(names, m.ints[len(m.ints)-1-k])
	}
	if o := m.anyThing(); o != nil && m.has(wordUses) {
		names = append(names, m.nameOf(o))
	}
	m.effect("finish", names...)
}

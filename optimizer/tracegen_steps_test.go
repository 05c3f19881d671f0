package optimizer_test

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"unbox/optimizer"
)

// operation appends one operation, with what it needs.
func (g *traceGen) operation() {
	steps := []func(){
		g.binary, g.binary, g.binary, g.unary, g.overflow, g.overflow, g.shift, g.divide,
		g.floating, g.compareFloats, g.new, g.get, g.get, g.get, g.get, g.set, g.set, g.set, g.set,
		g.again, g.again,
		g.newArray, g.getItem, g.setItem, g.getInterior, g.setInterior, g.comparePointers, g.guardInt, g.guardInt, g.guardRef,
		g.effect, g.same, g.nextLabel, g.call, g.frame,
	}
	steps[g.pick(len(steps))]()
}

func (g *traceGen) binary() {
	code, a, b := genBinary[g.pick(len(genBinary))], g.integer(), g.integer()
	if g.pick(6) == 0 {
		b = a
	}
	g.compute(code, a, b)
}

func (g *traceGen) unary() { g.compute(genUnary[g.pick(len(genUnary))], g.integer()) }

// compute emits a pure operation on numbers that gives an integer.
func (g *traceGen) compute(code optimizer.Opcode, args ...genValue) {
	p := genPure{code: code}
	operands := [2]uint64{}
	for k, a := range args {
		operands[k] = a.bits
		p.args = append(p.args, a.name)
	}
	p.bits, _ = optimizer.Eval(code, operands[0], operands[1])
	g.emitPure(p)
	g.pure = append(g.pure, p)
}

func (g *traceGen) emitPure(p genPure) {
	name := g.fresh("i")
	g.emit("%s = %s(%s)", name, p.code, strings.Join(p.args, ", "))
	g.keepInt(name, p.bits)
}

// again writes an earlier computation once more, with the arguments exchanged
// where that makes no difference, or as another comparison.
func (g *traceGen) again() {
	if len(g.checked) > 0 && g.pick(4) == 0 {
		// Now and then with a guard that says the opposite.
		g.emitChecked(g.checked[g.pick(len(g.checked))], g.pick(8) > 0)
		return
	}
	if len(g.pure) == 0 {
		return
	}
	p := g.pure[g.pick(len(g.pure))]
	if other := p.code.Info().Commuted; other != optimizer.OpNone && g.pick(2) == 0 {
		p.code, p.args = other, []string{p.args[1], p.args[0]}
	}
	g.emitPure(p)
}

func (g *traceGen) overflow() {
	k := g.pick(len(genOvf))
	a, b := g.integer(), g.integer()
	bits, status := optimizer.Eval(genOvf[k], a.bits, b.bits)
	p := genPure{genOvf[k], []string{a.name, b.name}, bits}
	if status == optimizer.EvalOK {
		g.checked = append(g.checked, p)
		g.pure = append(g.pure, genPure{genBinary[k], p.args, bits})
	}
	g.emitChecked(p, status == optimizer.EvalOK)
}

func (g *traceGen) emitChecked(p genPure, fits bool) {
	name := g.fresh("i")
	g.emit("%s = %s(%s)", name, p.code, strings.Join(p.args, ", "))
	if !fits {
		g.emit("guard_overflow() %s", g.fail())
		return
	}
	g.emit("guard_no_overflow() %s", g.fail())
	g.keepInt(name, p.bits)
}

func (g *traceGen) shift() {
	code, a := genShift[g.pick(len(genShift))], g.integer()
	amount := genValue{name: "3", bits: 3}
	switch g.pick(4) {
	case 0:
		n := g.pick(66) // now and then without a meaning
		amount = genValue{name: fmt.Sprint(n), bits: uint64(n)}
	case 1:
		by := g.integer()
		amount = genValue{name: g.fresh("i"), bits: by.bits & 63}
		g.emit("%s = int_and(%s, 63)", amount.name, by.name)
	}
	g.compute(code, a, amount)
}

func (g *traceGen) divide() {
	code, a, by := genDiv[g.pick(len(genDiv))], g.integer(), g.integer()
	if by.bits == 0 {
		by = genValue{name: "4", bits: 4}
	}
	g.compute(code, a, by)
}

func (g *traceGen) floating() {
	a, b := g.recent(g.floats), g.recent(g.floats)
	name := g.fresh("f")
	switch g.pick(4) {
	case 0:
		n := g.integer()
		g.emit("%s = cast_int_to_float(%s)", name, n.name)
		g.keepFloat(name, math.Float64bits(float64(int64(n.bits))))
		return
	case 1:
		b.name = genFloats[g.pick(len(genFloats))]
		b.bits = floatBitsOf(b.name)
	}
	code := genFloat[g.pick(len(genFloat))]
	bits, _ := optimizer.Eval(code, a.bits, b.bits)
	g.emit("%s = %s(%s, %s)", name, code, a.name, b.name)
	g.keepFloat(name, bits)
}

func floatBitsOf(text string) uint64 {
	var x float64
	if _, err := fmt.Sscan(text, &x); err != nil {
		panic("BUG: " + err.Error())
	}
	return math.Float64bits(x)
}

func (g *traceGen) compareFloats() {
	code, a, b := genCmp[g.pick(len(genCmp))], g.recent(g.floats), g.recent(g.floats)
	g.compute(code, a, b)
}

func (g *traceGen) new() {
	class := []string{"Box", "Node"}[g.pick(2)]
	name := g.fresh("p")
	g.emit("%s = new(%s)", name, class)
	g.refs = append(g.refs, genValue{name: name, object: &genObject{class: class, fields: map[string]genValue{}}})
}

// object chooses a reference whose example is an object of a class.
func (g *traceGen) object() (genValue, string, bool) {
	for range 4 {
		if v := g.ref(); v.object != nil && v.object.class != "" {
			fields := genFields[v.object.class]
			return v, fields[g.pick(len(fields))], true
		}
	}
	return genValue{}, "", false
}

func (g *traceGen) get() {
	v, field, ok := g.object()
	if !ok {
		return
	}
	held := v.object.fields[field]
	switch field {
	case "val", "num":
		held.name = g.fresh("i")
		g.keepInt(held.name, held.bits)
	case "real":
		held.name = g.fresh("f")
		g.keepFloat(held.name, held.bits)
	default:
		held.name = g.fresh("p")
		g.refs = append(g.refs, held)
	}
	g.emit("%s = get(%s, %s)", held.name, v.name, field)
}

func (g *traceGen) set() {
	v, field, ok := g.object()
	if !ok {
		return
	}
	var held genValue
	switch field {
	case "val", "num":
		held = g.integer()
	case "real":
		held = g.recent(g.floats)
	default:
		held = g.ref()
		if g.pick(6) == 0 {
			held = genValue{name: "null"}
		}
	}
	v.object.fields[field] = held
	g.emit("set(%s, %s, %s)", v.name, field, held.name)
}

func (g *traceGen) newArray() {
	n := g.pick(4)
	name := g.fresh("p")
	g.emit("%s = new_array_clear(%d, %s)", name, n, genArray)
	g.refs = append(g.refs, genValue{name: name, object: &genObject{items: make([]genValue, n), structs: make(map[string]genValue)}})
}

// array chooses an array that has items, with an index inside of it, which is a
// constant most of the time.
func (g *traceGen) array() (v genValue, index genValue, ok bool) {
	for _, v := range slices.Backward(g.refs) {
		if v.object != nil && len(v.object.items) > 0 {
			n := uint64(g.pick(len(v.object.items)))
			for _, i := range g.ints {
				if i.bits == n && g.pick(3) == 0 {
					return v, i, true
				}
			}
			return v, genValue{name: fmt.Sprint(n), bits: n}, true
		}
	}
	return v, index, false
}

func (g *traceGen) getItem() {
	v, index, ok := g.array()
	if !ok {
		return
	}
	name := g.fresh("i")
	g.emit("%s = getarrayitem_gc_i(%s, %s, %s)", name, v.name, index.name, genArray)
	g.keepInt(name, v.object.items[index.bits].bits)
}

func (g *traceGen) setItem() {
	v, index, ok := g.array()
	if !ok {
		return
	}
	held := g.integer()
	v.object.items[index.bits] = held
	g.emit("setarrayitem_gc(%s, %s, %s, %s)", v.name, index.name, held.name, genArray)
}

// inStruct chooses a field of a struct in an array, its descriptor and the key of
// the example.
func (g *traceGen) inStruct() (v, index genValue, field, key string, ok bool) {
	v, index, ok = g.array()
	if !ok {
		return v, index, "", "", false
	}
	field = []string{"entry.num", "entry.hash", "entry.value"}[g.pick(3)]
	return v, index, field, fmt.Sprintf("%d.%s", index.bits, field), true
}

func genInterior(field string) string {
	letter := "S"
	if field == "entry.value" {
		letter = "P"
	}
	return fmt.Sprintf("descr=<InteriorFieldDescr <Field%s %s 8>>", letter, field)
}

func (g *traceGen) getInterior() {
	v, index, field, key, ok := g.inStruct()
	if !ok {
		return
	}
	held := v.object.structs[key]
	if field == "entry.value" {
		held.name = g.fresh("p")
		g.refs = append(g.refs, held)
		g.emit("%s = getinteriorfield_gc_r(%s, %s, %s)", held.name, v.name, index.name, genInterior(field))
		return
	}
	held.name = g.fresh("i")
	g.keepInt(held.name, held.bits)
	g.emit("%s = getinteriorfield_gc_i(%s, %s, %s)", held.name, v.name, index.name, genInterior(field))
}

func (g *traceGen) setInterior() {
	v, index, field, key, ok := g.inStruct()
	if !ok {
		return
	}
	held := g.integer()
	if field == "entry.value" {
		held = g.ref()
	}
	v.object.structs[key] = held
	g.emit("setinteriorfield_gc(%s, %s, %s, %s)", v.name, index.name, held.name, genInterior(field))
}

func (g *traceGen) comparePointers() {
	a, b := g.ref(), g.ref()
	if g.pick(5) == 0 {
		b = genValue{name: "null"}
	}
	same := uint64(0)
	if a.object == b.object {
		same = 1
	}
	op := "ptr_eq"
	if g.pick(2) == 0 {
		op, same = "ptr_ne", 1-same
	}
	name := g.fresh("i")
	g.emit("%s = %s(%s, %s)", name, op, a.name, b.name)
	g.keepInt(name, same)
}

func (g *traceGen) guardInt() {
	v := g.recent(g.ints)
	switch {
	case g.pick(4) == 0:
		g.emit("guard_value(%s, %d) %s", v.name, int64(v.bits), g.fail())
	case v.bits != 0:
		g.emit("guard_true(%s) %s", v.name, g.fail())
	default:
		g.emit("guard_false(%s) %s", v.name, g.fail())
	}
}

func (g *traceGen) guardRef() {
	v := g.ref()
	switch {
	case g.pick(16) == 0:
		g.emit("guard_class(%s, Node) %s", v.name, g.fail()) // may be impossible
	case v.object == nil:
		g.emit("guard_isnull(%s) %s", v.name, g.fail())
	case v.object.class == "":
		g.emit("guard_nonnull(%s) %s", v.name, g.fail())
	default:
		op := []string{"guard_class", "guard_nonnull_class"}[g.pick(2)]
		g.emit("%s(%s, %s) %s", op, v.name, v.object.class, g.fail())
	}
}

func (g *traceGen) effect() {
	switch g.pick(4) {
	case 0:
		g.emit("print(%s)", g.int())
	case 1:
		g.emit("escape(%s)", g.ref().name)
	case 2:
		g.emit("escape(%s)", strings.Join(g.some(3), ", "))
	default:
		name := g.fresh("i")
		g.emit("%s = escape_i(%s)", name, g.ref().name)
		g.keepInt(name, 0)
	}
}

// call calls a function with any effect number, or once more the last one.
func (g *traceGen) call() {
	name := g.fresh("i")
	if g.called == "" || g.pick(3) > 0 {
		op := []string{"call_i", "call_pure_i", "call_may_force_i"}[g.pick(3)]
		args := append([]string{fmt.Sprintf("ConstClass(f%d)", g.pick(2))}, g.some(2)...)
		g.called = fmt.Sprintf("%s(%s, descr=<Calli 8 i EF=%d>)", op, strings.Join(args, ", "), g.pick(8))
	}
	g.emit("%s = %s", name, g.called)
	if g.pick(2) == 0 {
		g.emit("guard_no_exception() %s", g.fail())
	}
	g.keepInt(name, 0)
}

// frame does what has to do with the frame of the running program.
func (g *traceGen) frame() {
	if g.pick(3) == 0 {
		g.emit("guard_not_invalidated() %s", g.fail())
		return
	}
	v := g.ref()
	name := g.fresh("p")
	g.emit("%s = virtual_ref(%s, %d)", name, v.name, g.pick(2))
	if g.pick(2) == 0 {
		g.effect()
	}
	// Its reference is not entered: nobody but the frame gets hold of it.
	g.emit("virtual_ref_finish(%s, %s)", name, []string{"null", v.name}[g.pick(2)])
}

func (g *traceGen) same() {
	if g.pick(2) == 0 {
		v := g.integer()
		name := g.fresh("i")
		g.emit("%s = same_as(%s)", name, v.name)
		g.keepInt(name, v.bits)
		return
	}
	v := g.ref()
	name := g.fresh("p")
	g.emit("%s = same_as(%s)", name, v.name)
	g.refs = append(g.refs, genValue{name: name, object: v.object})
}

// nextLabel jumps to a new label right behind the jump, giving it some of the
// values; no others can be used from there on.
func (g *traceGen) nextLabel() {
	if g.pick(2) != 0 {
		return
	}
	g.label++
	var given, taken []string
	pass := func(list []genValue, letter string, keep int) []genValue {
		kept := slices.Clone(list[max(0, len(list)-keep):])
		for k := range kept {
			given = append(given, kept[k].name)
			kept[k].name = g.fresh(letter)
			taken = append(taken, kept[k].name)
		}
		return kept
	}
	g.pure, g.checked, g.called = nil, nil, ""
	g.ints, g.floats, g.refs = pass(g.ints, "i", 3), pass(g.floats, "f", 1), pass(g.refs, "p", 3)
	label := fmt.Sprintf("L%d", g.label)
	g.emit("jump(%s, %s)", label, strings.Join(given, ", "))
	g.emit("%s(%s):", label, strings.Join(taken, ", "))
	g.params = taken
}

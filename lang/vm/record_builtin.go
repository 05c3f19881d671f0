package vm

import (
	"math"

	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/lang/texts"
	"unbox/trace"
)

// Functions and methods of the language that become parts of traces.

// builtinRecorders record calls of the functions of these names; a method's name is preceded by its class. Each of them returns
// false, having emitted nothing but guards, if the trace calls the function.
var builtinRecorders map[string]func(r *recorder, args []value) (value, bool)

// iteratorMakers record the creation of iterators, by class.
var iteratorMakers map[string]func(r *recorder, function value, args []value) (value, bool)

func init() {
	builtinRecorders = map[string]func(r *recorder, args []value) (value, bool){
		"list.append": (*recorder).appendTo,
		"list.pop":    (*recorder).pop,
		"dict.get":    (*recorder).getOr,
		"dict.keys":   func(r *recorder, args []value) (value, bool) { return r.view(args, viewKeys) },
		"dict.values": func(r *recorder, args []value) (value, bool) { return r.view(args, viewValues) },
		"dict.items":  func(r *recorder, args []value) (value, bool) { return r.view(args, viewItems) },
		"set.add":     (*recorder).addAgain,
		"len":         (*recorder).lengthOf,
		"isinstance":  (*recorder).isInstance,
		"abs":         (*recorder).absolute,
		"divmod":      (*recorder).quotientAndRest,
		"max":         func(r *recorder, args []value) (value, bool) { return r.extreme(compile.Gt, args) },
		"min":         func(r *recorder, args []value) (value, bool) { return r.extreme(compile.Lt, args) },
		"ord":         (*recorder).ordinal,
		"chr":         (*recorder).character,
	}
	for name := range texts.Tests {
		builtinRecorders["str."+name] = func(r *recorder, args []value) (value, bool) { return r.testText(name, args) }
	}
	iteratorMakers = map[string]func(r *recorder, function value, args []value) (value, bool){
		"enumerate": (*recorder).enumerate, "zip": (*recorder).zip, "reversed": (*recorder).reversed,
	}
}

// builtin records a call of a function of the language; false if the trace calls it.
func (r *recorder) builtin(i compile.Instr, function value, args []value) bool {
	b := r.vm.builtins[r.vm.w.Slot(function.bits, 0)]
	name := b.name
	if b.owner != "" {
		name = b.owner + "." + b.name
	}
	record, ok := builtinRecorders[name]
	if b.float != nil {
		record, ok = func(r *recorder, args []value) (value, bool) { return r.floatFunction(b, args) }, true
	}
	if !ok || !b.allows(len(args)) {
		return false
	}
	r.guardBuiltin(function)
	v, ok := record(r, args)
	if ok {
		r.setReg(int(i.A()), v)
		r.next()
	}
	return ok
}

// allows reports whether a function takes that many arguments.
func (b *builtin) allows(n int) bool { return n >= b.min && (b.max < 0 || n <= b.max) }

func (r *recorder) appendTo(args []value) (value, bool) {
	return r.fixed(r.vm.w.None), r.append(args[0], args[1])
}

// view is keys, values or items of a dictionary.
func (r *recorder) view(args []value, kind int64) (value, bool) {
	if r.vm.shapeOf(args[0].bits) != object.HDict {
		return value{}, false
	}
	r.is(args[0])
	return r.make(object.HDictView, args[0], r.constInt(kind)), true
}

// addAgain is set.add of what the set has.
func (r *recorder) addAgain(args []value) (value, bool) {
	if r.vm.shapeOf(args[0].bits) != object.HSet {
		return value{}, false
	}
	found, ok := r.hasKey(args[0], args[1])
	return r.fixed(r.vm.w.None), ok && found
}

func (r *recorder) lengthOf(args []value) (value, bool) {
	x := args[0]
	switch h := r.vm.shapeOf(x.bits); h {
	case object.HList, object.HDict, object.HSet, object.HFrozenSet, object.HArray:
		r.is(x)
		return r.boxInt(r.get(x, h, 0)), true
	case object.ATuple:
		r.is(x)
		return r.boxInt(r.length(x, h)), true
	case object.BStr:
		return r.boxInt(r.strLen(x)), true
	}
	return value{}, false
}

func (r *recorder) isInstance(args []value) (value, bool) {
	if r.vm.shapeOf(args[1].bits) != object.HType || r.vm.typeOf(args[1].bits).recognition != nil {
		return value{}, false
	}
	c := r.classOf(args[0])
	return r.bool(c.is(r.classNumber(args[1]))), true
}

func (r *recorder) absolute(args []value) (value, bool) {
	x := args[0]
	switch r.vm.shapeOf(x.bits) {
	case object.HFloat:
		r.is(x)
		return r.boxFloat(r.pure(trace.OpFloatAbs, r.unboxFloat(x))), true
	case object.HInt:
		if r.vm.intOf(x.bits) == math.MinInt64 {
			return value{}, false
		}
		r.is(x)
		n := r.unboxInt(x)
		if !r.branch(r.pure(trace.OpIntLt, n, r.constInt(0))) {
			return x, true
		}
		n, _ = r.overflowing(trace.OpIntSubOvf, r.constInt(0), n)
		return r.boxInt(n), true
	}
	return value{}, false
}

// quotientAndRest is divmod of two integers.
func (r *recorder) quotientAndRest(args []value) (value, bool) {
	x, y := args[0], args[1]
	n := int64(0)
	if r.vm.shapeOf(x.bits) == object.HInt && r.vm.shapeOf(y.bits) == object.HInt {
		n = r.vm.intOf(y.bits)
	}
	if n == 0 || n == -1 {
		return value{}, false
	}
	r.is(x)
	r.is(y)
	a, b := r.unboxInt(x), r.unboxInt(y)
	q, _ := r.intBinary(compile.FloorDiv, a, b)
	m, _ := r.intBinary(compile.Mod, a, b)
	return r.tuple([]value{q, m}), true
}

// floatFunction calls a function of one float. Where the result is not finite, the interpreter says what that means.
func (r *recorder) floatFunction(b *builtin, args []value) (value, bool) {
	x := args[0]
	if r.vm.shapeOf(x.bits) != object.HFloat || !isFinite(b.float(r.vm.floatOf(x.bits))) {
		return value{}, false
	}
	r.is(x)
	f := r.unboxFloat(x)
	if b.name == "sqrt" {
		r.condition(trace.OpFloatGe, f, r.constFloat(0))
		return r.boxFloat(r.pure(trace.OpFloatSqrt, f)), true
	}
	y := value{trace.FloatBits(b.float(toFloat(f.bits))), r.call(mathName+b.name, 0, trace.Float, f.v)}
	r.condition(trace.OpFloatLt, r.pure(trace.OpFloatAbs, y), r.constFloat(math.Inf(1)))
	return r.boxFloat(y), true
}

func isFinite(x float64) bool { return math.Abs(x) < math.Inf(1) }

// sameNumbers reports whether all values are integers, or all are floats.
func (r *recorder) sameNumbers(args []value) bool {
	shape := r.vm.shapeOf(args[0].bits)
	for _, x := range args {
		if r.vm.shapeOf(x.bits) != shape {
			return false
		}
	}
	return r.isNumberShape(shape)
}

// extreme is the first of the largest or smallest numbers.
func (r *recorder) extreme(op compile.Op, args []value) (value, bool) {
	if len(args) < 2 || !r.sameNumbers(args) {
		return value{}, false
	}
	best := args[0]
	for _, x := range args[1:] {
		if better, _ := r.compare(op, x, best); better {
			best = x
		}
	}
	return best, true
}

// ordinal is ord() of one character.
func (r *recorder) ordinal(args []value) (value, bool) {
	x := args[0]
	if r.vm.shapeOf(x.bits) != object.BStr || r.vm.strLen(x.bits) != 1 {
		return value{}, false
	}
	r.is(x)
	n := value{r.vm.ordOf(x.bits), r.call("ord", 0, trace.Int, x.v)}
	r.condition(trace.OpIntGe, n, r.constInt(0))
	return r.boxInt(n), true
}

// character is chr() of an ASCII character.
func (r *recorder) character(args []value) (value, bool) {
	x := args[0]
	if r.vm.shapeOf(x.bits) != object.HInt || uint64(r.vm.intOf(x.bits)) >= asciiChars {
		return value{}, false
	}
	r.is(x)
	n := r.unboxInt(x)
	r.condition(trace.OpUintLt, n, r.constInt(asciiChars))
	c := value{r.vm.chars[n.bits], r.call("chr", 0, trace.Ref, n.v)}
	r.knows(c.v, object.BStr)
	return c, true
}

// testText asks what kind of characters a text has.
func (r *recorder) testText(name string, args []value) (value, bool) {
	x := args[0]
	if len(args) != 1 || r.vm.shapeOf(x.bits) != object.BStr {
		return value{}, false
	}
	r.is(x)
	v, ok := r.answer(r.vm.testText(texts.Tests[name], x.bits), "str_"+name, x)
	return r.bool(ok && r.branch(v)), ok
}

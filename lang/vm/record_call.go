package vm

import (
	"math"

	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/trace"
)

// callValue records a call: of a function of the program, which is inlined if it may be, of a class, or of
// a function of the language.
func (r *recorder) callValue(f *frame, i compile.Instr) {
	base, n := int(i.B()), int(i.C())
	if i.Op() == compile.CallMethod {
		switch f := r.reg(base); {
		case f.bits != 0:
			r.alive(f)
			n++
		case !f.v.IsConst():
			r.guard(trace.OpGuardIsnull, -1, f.v)
			base++
		default:
			base++
		}
	}
	function, args := r.reg(base), r.regs(base+1, n)
	if !r.callOf(f, i, base, function, args) {
		r.residual(f, i)
	}
}

// callKeywords records a call with named arguments: of a function of the program, a method or a class.
func (r *recorder) callKeywords(f *frame, i compile.Instr) {
	base, names := int(i.B()), f.code.Keywords[i.D()]
	n := int(i.C()) - len(names)
	function, given, named := r.reg(base), r.regs(base+1, n), r.regs(base+1+n, len(names))
	args, ok := r.arranged(function, given, names, named)
	if !ok || !r.callOf(f, i, base, function, args) {
		r.residual(f, i)
	}
}

// arranged puts named arguments where the parameters are, and leaves a gap for each default; false if the call is no simple
// one.
func (r *recorder) arranged(function value, given []value, names []string, named []value) ([]value, bool) {
	f, self := function.bits, 0
	switch r.vm.shapeOf(f) {
	case object.HBound:
		f, self = r.vm.w.Slot(f, boundFunc), 1
	case object.HType:
		at, ok := r.vm.typeOf(f).find("__init__")
		if !ok {
			return nil, false
		}
		f, self = r.vm.attrs[at], 1
	}
	if r.vm.shapeOf(f) != object.HFunc {
		return nil, false
	}
	c := r.vm.codes[r.vm.w.Slot(f, funcCode)]
	if !c.simple || c.Positional < self+len(given) {
		return nil, false
	}
	args := make([]value, c.Positional-self)
	copy(args, given)
	for k, name := range names {
		p := c.named(name) - self
		if p < 0 || args[p].v != trace.None {
			return nil, false
		}
		args[p] = named[k]
	}
	for k, x := range args {
		if x.v == trace.None && self+k < c.Positional-c.PositionalDefaults {
			return nil, false
		}
	}
	return args, true
}

// callOf records a call whose callee is a value; false if that is not worth it.
func (r *recorder) callOf(f *frame, i compile.Instr, base int, function value, args []value) bool {
	switch r.vm.shapeOf(function.bits) {
	case object.HFunc:
		c := r.vm.codes[r.vm.w.Slot(function.bits, funcCode)]
		if !r.inlines(c, len(args)) && !r.entersLoop(c, len(args)) {
			return false
		}
		r.guardCode(function, c)
		r.inline(f, c, function, args, f.fp+base+1, returnValue, i.A())
		return true
	case object.HBound:
		if r.vm.shapeOf(r.vm.w.Slot(function.bits, boundFunc)) != object.HFunc || base+1+len(args)+1 > window {
			return false
		}
		c := r.vm.codes[r.vm.w.Slot(r.vm.w.Slot(function.bits, boundFunc), funcCode)]
		if !r.inlines(c, len(args)+1) && !r.entersLoop(c, len(args)+1) {
			return false
		}
		r.is(function)
		inner, self := r.get(function, object.HBound, boundFunc), r.get(function, object.HBound, boundSelf)
		r.nonnull.set(inner.v, true)
		r.nonnull.set(self.v, true)
		r.guardCode(inner, c)
		r.inline(f, c, inner, append([]value{self}, args...), f.fp+base+1, returnValue, i.A())
		return true
	case object.HType:
		return r.construct(f, i, base, function, args)
	case object.HBuiltin:
		return r.builtin(i, function, args)
	case object.HInstance:
		return r.special(f, "__call__", function, args, returnValue, i.A())
	}
	return false
}

// guardCode guards that a function has the code that it has.
func (r *recorder) guardCode(function value, c *code) {
	r.is(function)
	if function.v.IsConst() {
		return
	}
	r.equals(r.get(function, object.HFunc, funcCode), int64(c.ID))
}

// inlines reports whether a call of a function becomes a part of the trace: not if it is recursive,
// catches exceptions, or has loops for which a recording failed.
func (r *recorder) inlines(c *code, n int) bool {
	if c.apart || !r.isPlainCall(c, n) {
		return false
	}
	for _, in := range r.frames {
		if in.code == c {
			return false
		}
	}
	return true
}

// isPlainCall reports whether a call needs nothing but a frame with its arguments, defaults and the tuple of the rest.
func (r *recorder) isPlainCall(c *code, n int) bool {
	return c.KwOnly == 0 && !c.Rest && (n <= c.Positional || c.Star) && n >= c.Positional-c.PositionalDefaults && len(c.Handlers) == 0 && len(c.Regions) == 0 && !c.Generator &&
		len(r.frames) <= maxInlined && r.vm.depth < r.vm.limit
}

// inline begins the frame of a function. The arguments are already where they belong, or are put there.
func (r *recorder) inline(f *frame, c *code, function value, args []value, at int, kind returnKind, dest uint8, alsoNeeded ...int) {
	values := r.withDefaults(c, function, args[:min(len(args), c.Positional)])
	if c.Star {
		values = append(values, r.tuple(args[len(args)-max(len(args)-c.Positional, 0):]))
	}
	var cells []value
	var closure value
	if len(c.Frees) > 0 {
		closure = r.get(function, object.HFunc, funcClosure)
		for k := range c.Frees {
			cells = append(cells, r.item(closure, object.ATuple, r.constInt(int64(k))))
		}
	}
	if at+window+c.NumRegs > r.vm.stack {
		giveUp("the stack is nearly full")
	}
	f.pc = r.pc + 1
	r.enter(c, at-r.vm.frames[r.base].fp, kind, dest, alsoNeeded...)
	for k, v := range values {
		r.vm.w.Words[at+k] = v.bits
	}
	if !r.vm.push(c, closure.bits, at, kind) {
		giveUp("calls are nested too deeply")
	}
	c.flow.begins(0, -1)
	r.vm.frames[r.vm.depth-1].dest = dest
	for k, v := range append(values, cells...) {
		reg := k
		if k >= len(values) {
			reg = c.FirstFree + k - len(values)
		}
		r.nonnull.set(v.v, true)
		r.top().regs[reg] = v.v
	}
	none := r.null()
	for k := range c.NumRegs {
		if r.top().regs[k] == trace.None {
			r.top().regs[k] = none
		}
	}
}

// withDefaults gives the parameters for which there is no argument their defaults.
func (r *recorder) withDefaults(c *code, function value, args []value) []value {
	values := make([]value, c.Positional)
	copy(values, args)
	var defaults value
	for k := range values {
		if values[k].v != trace.None {
			continue
		}
		if defaults.v == trace.None {
			defaults = r.get(function, object.HFunc, funcDefault)
			r.shapes.set(defaults.v, object.ATuple)
		}
		values[k] = r.item(defaults, object.ATuple, r.constInt(int64(k-(c.Positional-c.PositionalDefaults))))
	}
	return values
}

// ret returns from an inlined function.
func (r *recorder) ret(f *frame, v value) {
	if len(r.frames) == 1 {
		r.toCaller(v)
		return
	}
	r.fitsKind(f, v)
	gone := r.leave()
	if gone.inst != trace.None {
		v = value{f.inst, gone.inst}
	}
	f.inst = 0
	r.vm.pop()
	if gone.kind != returnNothing {
		r.setReg(int(gone.dest), v)
	}
}

// fitsKind guards that what a frame returns is what such a frame may return.
func (r *recorder) fitsKind(f *frame, v value) {
	switch f.kind {
	case returnBinary:
		if r.is(v) == object.HNotImplemented {
			giveUp("a method of an operator returned NotImplemented")
		}
	case returnInit:
		if v.bits != r.vm.w.None {
			giveUp("`__init__` returned a value")
		}
		r.is(v)
	}
}

// construct makes an instance of a class of the program, or calls one of the language.
func (r *recorder) construct(f *frame, i compile.Instr, base int, function value, args []value) bool {
	c := r.vm.typeOf(function.bits)
	if c == r.vm.types.byShape[object.HRange] {
		return r.makeRange(i, function, args)
	}
	if len(args) == 1 && (c == r.vm.types.byShape[object.HFloat] || c == r.vm.types.byShape[object.HInt]) {
		return r.convert(i, function, args[0], c == r.vm.types.byShape[object.HFloat])
	}
	if made, ok := iteratorMakers[c.name]; ok && c.construct != nil {
		it, ok := made(r, function, args)
		if ok {
			r.setReg(int(i.A()), it)
			r.next()
		}
		return ok
	}
	if c.construct != nil || c.root == nil || c.held != nil || c.exception || c == r.vm.types.object || len(c.abstract) > 0 {
		return false
	}
	if _, hasNew := c.find("__new__"); hasNew {
		return false
	}
	at, hasInit := c.find("__init__")
	var init *code
	if hasInit {
		if r.vm.shapeOf(r.vm.attrs[at]) != object.HFunc {
			return false
		}
		if init = r.vm.codes[r.vm.w.Slot(r.vm.attrs[at], funcCode)]; !r.inlines(init, len(args)+1) {
			return false
		}
	} else if len(args) > 0 {
		return false
	}
	r.classNumber(function)
	r.relies(c, "__init__", "__new__")
	items := r.makeArray(object.ARefs, c.most)
	inst := r.make(object.HInstance, r.constInt(int64(c.root.id)), items)
	if !hasInit {
		r.setReg(int(i.A()), inst)
		r.next()
		return true
	}
	r.inline(f, init, r.pinned(r.vm.attrs[at]), append([]value{inst}, args...), f.fp+base, returnInit, i.A())
	r.vm.frames[r.vm.depth-1].inst = inst.bits
	r.top().inst = inst.v
	return true
}

// convert is float() or int() of a number; false if it is no simple one.
func (r *recorder) convert(i compile.Instr, function, x value, toFloat bool) bool {
	shape := r.vm.shapeOf(x.bits)
	if !r.isNumberShape(shape) || !toFloat && shape == object.HFloat && !(math.Abs(r.vm.floatOf(x.bits)) < exactLimit) {
		return false
	}
	r.classNumber(function)
	r.is(x)
	v := x
	switch {
	case toFloat && shape == object.HInt:
		v = r.boxFloat(r.asFloat(x))
	case !toFloat && shape == object.HFloat:
		f := r.unboxFloat(x)
		r.condition(trace.OpFloatLt, f, r.constFloat(exactLimit))
		r.condition(trace.OpFloatGt, f, r.constFloat(-exactLimit))
		v = r.boxInt(r.pure(trace.OpCastFloatToInt, f))
	}
	r.setReg(int(i.A()), v)
	r.next()
	return true
}

// makeRange is range() of integers.
func (r *recorder) makeRange(i compile.Instr, function value, args []value) bool {
	for _, x := range args {
		if r.vm.shapeOf(x.bits) != object.HInt {
			return false
		}
	}
	if len(args) == 0 || len(args) > 3 || len(args) == 3 && r.vm.intOf(args[2].bits) == 0 {
		return false
	}
	r.classNumber(function)
	parts := [3]value{r.constInt(0), {}, r.constInt(1)}
	numbers := make([]value, len(args))
	for k, x := range args {
		r.is(x)
		numbers[k] = r.unboxInt(x)
	}
	switch len(args) {
	case 1:
		parts[1] = numbers[0]
	case 3:
		r.condition(trace.OpIntNe, numbers[2], r.constInt(0))
		parts[2] = numbers[2]
		fallthrough
	default:
		parts[0], parts[1] = numbers[0], numbers[1]
	}
	r.setReg(int(i.A()), r.make(object.HRange, r.boxInt(parts[0]), r.boxInt(parts[1]), r.boxInt(parts[2])))
	r.next()
	return true
}

// operatorMethod inlines the method of an operator: that of the left operand, or of the right one if the left one is a number.
func (r *recorder) operatorMethod(f *frame, i compile.Instr, x, y value) bool {
	op := plain(i.Op())
	k := operatorMethod(op)
	if r.vm.shapeOf(x.bits) != object.HInstance {
		return !r.reflectedMethod(f, i, x, y) && r.residual(f, i)
	}
	if i.D() != 0 {
		if _, ok := r.vm.specialOf(x.bits, augmentedMethods+k); ok {
			return r.residual(f, i)
		}
	}
	function, ok := r.vm.specialOf(x.bits, operatorMethods+k)
	if !ok || r.vm.shapeOf(function) != object.HFunc || r.vm.reflectedFirst(x.bits, y.bits, k) {
		return r.residual(f, i)
	}
	c := r.vm.codes[r.vm.w.Slot(function, funcCode)]
	if !r.inlines(c, 2) || r.vm.w.Top+2+window > r.vm.stack {
		return r.residual(f, i)
	}
	r.relies(r.classOf(x), specialNames[operatorMethods+k], specialNames[reflectedMethods+k])
	if i.D() != 0 {
		r.relies(r.vm.classOf(x.bits), specialNames[augmentedMethods+k])
	}
	r.relies(r.classOf(y), specialNames[reflectedMethods+k])
	also := []int{int(i.B())}
	if op == i.Op() {
		also = append(also, int(i.C()))
	}
	r.inline(f, c, r.pinned(function), []value{x, y}, r.vm.w.Top, returnBinary, i.A(), also...)
	return false
}

// reflectedMethod inlines the method of an operator of the right operand, an instance, if the left one is a number, which
// has none that fits; false if the trace calls the instruction.
func (r *recorder) reflectedMethod(f *frame, i compile.Instr, x, y value) bool {
	if s := r.vm.shapeOf(x.bits); s != object.HInt && s != object.HFloat || r.vm.shapeOf(y.bits) != object.HInstance {
		return false
	}
	k := reflectedMethods + operatorMethod(plain(i.Op()))
	function, ok := r.vm.specialOf(y.bits, k)
	if !ok || r.vm.answeredByLeft(plain(i.Op()), x.bits, y.bits) != 0 || r.vm.shapeOf(function) != object.HFunc || r.vm.w.Top+2+window > r.vm.stack {
		return false
	}
	c := r.vm.codes[r.vm.w.Slot(function, funcCode)]
	if !r.inlines(c, 2) {
		return false
	}
	r.is(x)
	r.relies(r.classOf(y), specialNames[k])
	r.inline(f, c, r.pinned(function), []value{y, x}, r.vm.w.Top, returnBinary, i.A(), int(i.B()), int(i.C()))
	return true
}

// special inlines the method of an instance's class that an instruction calls; false if the trace calls the
// instruction.
func (r *recorder) special(f *frame, name string, x value, args []value, kind returnKind, dest uint8) bool {
	if r.vm.shapeOf(x.bits) != object.HInstance {
		return false
	}
	at, ok := r.vm.classOf(x.bits).find(name)
	return ok && r.inlineMethod(f, name, r.vm.attrs[at], x, args, kind, dest)
}

// inlineMethod inlines a function that is an attribute of the class of x, or belongs to one.
func (r *recorder) inlineMethod(f *frame, name string, function Ref, x value, args []value, kind returnKind, dest uint8) bool {
	if r.vm.shapeOf(function) != object.HFunc || r.vm.w.Top+1+len(args)+window > r.vm.stack {
		return false
	}
	c := r.vm.codes[r.vm.w.Slot(function, funcCode)]
	if !r.inlines(c, 1+len(args)) {
		return false
	}
	r.relies(r.classOf(x), name)
	r.inline(f, c, r.pinned(function), append([]value{x}, args...), r.vm.w.Top, kind, dest)
	return true
}

// guardBuiltin guards which function of the language is called.
func (r *recorder) guardBuiltin(function value) {
	r.is(function)
	if !function.v.IsConst() {
		n := r.get(function, object.HBuiltin, 0)
		r.equals(n, int64(n.bits))
	}
}

// consumer guards which function or class a generator is given to.
func (r *recorder) consumer(function value, name string) {
	if !r.vm.isConsumer(function.bits, name) {
		giveUp("a generator is given to something else than `%s`", name)
	}
	switch {
	case r.vm.typeOf(function.bits) != nil:
		r.classNumber(function)
	case r.vm.w.Header(function.bits) == object.HFunc:
		r.guardCode(function, r.vm.codes[r.vm.w.Slot(function.bits, funcCode)])
	default:
		r.guardBuiltin(function)
	}
}

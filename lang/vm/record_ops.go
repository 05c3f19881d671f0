package vm

import (
	"fmt"
	"math"

	"unbox/lang/object"
	"unbox/trace"
)

// The machine operations: each does what an operation of a trace does, to the running program,
// and emits that operation.

// Fields of the classes, by their place.
const (
	boxValue        = 0
	listLength      = 0
	listItems       = 1
	instMap         = 0
	instItems       = 1
	funcCode        = 0
	funcClosure     = 1
	funcDefault     = 2
	boundFunc       = 0
	boundSelf       = 1
	rangeCur        = 0
	rangeStep       = 1
	rangeLeft       = 2
	propertyGetter  = 0
	propertySetter  = 1
	propertyDeleter = 2
	propertyOther   = 3 // what is a descriptor by its class
	seqSequence     = 0
	seqIndex        = 1
)

// pure computes: the result is what the trace's operation gives.
func (r *recorder) pure(code trace.Opcode, args ...value) value {
	var a, b uint64
	list := make([]trace.Value, len(args))
	for k, x := range args {
		list[k] = x.v
		if k == 0 {
			a = x.bits
		} else {
			b = x.bits
		}
	}
	typ := trace.TypeOfLetter(code.Info().Result)
	var bits uint64
	switch code {
	case trace.OpPtrEq:
		bits = trace.Bit(a == b)
	case trace.OpPtrNe:
		bits = trace.Bit(a != b)
	default:
		var status trace.EvalStatus
		if bits, status = trace.Eval(code, a, b); status != trace.EvalOK {
			panic(fmt.Sprintf("BUG: the recorder asked for %s of %d and %d", code, a, b))
		}
	}
	return value{bits, r.emit(code, typ, -1, list...)}
}

// overflowing computes with overflow; the second result says whether the result fits. A guard
// says the same.
func (r *recorder) overflowing(code trace.Opcode, a, b value) (value, bool) {
	bits, status := trace.Eval(code, a.bits, b.bits)
	if r.before == 0 {
		r.before = r.snapshot(r.pc, r.live)
	}
	v := r.emit(code, trace.Int, -1, a.v, b.v)
	if status == trace.EvalOverflow {
		r.guard(trace.OpGuardOverflow, -1)
		return value{}, false
	}
	r.guard(trace.OpGuardNoOverflow, -1)
	return value{bits, v}, true
}

func (r *recorder) constInt(n int64) value { return value{uint64(n), r.int(n)} }

func (r *recorder) constFloat(f float64) value {
	return value{math.Float64bits(f), r.float(math.Float64bits(f))}
}

// fixed names an object that never moves.
func (r *recorder) fixed(o Ref) value {
	if o == 0 {
		return value{0, r.null()}
	}
	v, ok := r.objects[o]
	if !ok {
		v = r.constant(trace.Const{Kind: trace.ConstPtr, Name: r.sym(r.vm.constName(o))})
		r.objects[o] = v
		r.knows(v, r.vm.shapeOf(o))
	}
	return value{o, v}
}

// pinned names an object that may move: the trace finds it in a table.
func (r *recorder) pinned(o Ref) value {
	k := r.vm.pin(r.rec, o)
	if k < 0 {
		giveUp("the traces of the program refer to more than %d objects", maxPins)
	}
	v := r.constant(trace.Const{Kind: trace.ConstPtr, Name: r.sym(r.vm.pins.used[k])})
	r.knows(v, r.vm.shapeOf(o))
	return value{o, v}
}

// shapeOf is what tells one kind of objects from another: the header without a length.
func (vm *VM) shapeOf(o Ref) uint64 { return vm.w.Words[o>>3] & math.MaxUint32 }

// knows notes that a value is an object of a shape.
func (r *recorder) knows(v trace.Value, shape uint64) {
	r.shapes.set(v, shape)
	r.nonnull.set(v, true)
}

// is guards that a reference is to an object of its present shape, and returns that.
func (r *recorder) is(x value) uint64 {
	shape := r.vm.shapeOf(x.bits)
	if have := r.shapes.of(x.v); have != 0 {
		if have != shape {
			panic("BUG: an object has another shape than the recorder knows")
		}
		return shape
	}
	if shape&3 == 0 {
		r.guard(trace.OpGuardClass, int32(shape>>2)-1, x.v)
	} else {
		s := value{shape, r.call("shape", 0, trace.Int, x.v)}
		r.guard(trace.OpGuardValue, -1, s.v, r.int(int64(shape)))
	}
	r.shapes.set(x.v, shape)
	return shape
}

// alive guards that a reference is not null, where that is not known.
func (r *recorder) alive(x value) {
	if r.nonnull.of(x.v) {
		return
	}
	if x.bits == 0 {
		giveUp("a variable without a value is read")
	}
	r.guard(trace.OpGuardNonnull, -1, x.v)
	r.nonnull.set(x.v, true)
}

// get reads field k of an object whose header is known.
func (r *recorder) get(o value, header uint64, k int) value {
	f := r.fieldOf(header, k)
	typ := r.t.Tables.Schema.Fields[f].Type
	return value{r.vm.w.Slot(o.bits, k), r.emit(trace.OpGet, typ, int32(f), o.v)}
}

// set writes field k.
func (r *recorder) set(o value, header uint64, k int, v value) {
	r.vm.w.SetSlot(o.bits, k, v.bits)
	r.emit(trace.OpSet, trace.Void, int32(r.fieldOf(header, k)), o.v, v.v)
}

// make allocates an object with its fields.
func (r *recorder) make(header uint64, fields ...value) value {
	bits := make([]uint64, len(fields))
	for k, f := range fields {
		bits[k] = f.bits
	}
	o := value{r.vm.w.New(header, bits...), r.emit(trace.OpNew, trace.Ref, int32(header>>2)-1)}
	for k, f := range fields {
		r.emit(trace.OpSet, trace.Void, int32(r.fieldOf(header, k)), o.v, f.v)
	}
	r.knows(o.v, header)
	return o
}

func arrayID(shape uint64) int32 { return int32(shape>>2) - 1 }

// makeArray allocates an array of a constant length, its items 0 or null.
func (r *recorder) makeArray(shape uint64, n int) value {
	o := value{r.vm.w.Array(shape, n), r.emit(trace.OpNewArrayClear, trace.Ref, arrayID(shape), r.int(int64(n)))}
	r.knows(o.v, shape)
	return o
}

// makeArrayOf allocates an array of a length that the trace computes.
func (r *recorder) makeArrayOf(shape uint64, n value) value {
	o := value{r.vm.w.Array(shape, int(n.bits)), r.emit(trace.OpNewArrayClear, trace.Ref, arrayID(shape), n.v)}
	r.knows(o.v, shape)
	return o
}

// length is that of an array.
func (r *recorder) length(o value, shape uint64) value {
	return value{uint64(r.vm.w.Len(o.bits)), r.emit(trace.OpArrayLen, trace.Int, arrayID(shape), o.v)}
}

// item reads an item of an array. That of a tuple that the recording has made is known.
func (r *recorder) item(o value, shape uint64, k value) value {
	if items := r.tuples[o.v]; k.v.IsConst() && items != nil {
		return value{r.vm.w.Slot(o.bits, int(k.bits)), items[k.bits].v}
	}
	typ := r.t.Tables.Schema.Arrays[arrayID(shape)].Elem
	return value{r.vm.w.Slot(o.bits, int(k.bits)), r.emit(trace.OpGetItem, typ, arrayID(shape), o.v, k.v)}
}

// setItem writes an item of an array.
func (r *recorder) setItem(o value, shape uint64, k, v value) {
	r.vm.w.SetSlot(o.bits, int(k.bits), v.bits)
	r.emit(trace.OpSetItem, trace.Void, arrayID(shape), o.v, k.v, v.v)
}

// branch guards that a truth value has its present value, and returns that.
func (r *recorder) branch(x value) bool {
	if x.bits != 0 {
		r.guard(trace.OpGuardTrue, -1, x.v)
	} else {
		r.guard(trace.OpGuardFalse, -1, x.v)
	}
	return x.bits != 0
}

// equals guards that an integer has its present value.
func (r *recorder) equals(x value, n int64) {
	if int64(x.bits) != n {
		panic("BUG: a guard on a value that is another one")
	}
	if !x.v.IsConst() {
		r.guard(trace.OpGuardValue, -1, x.v, r.int(n))
	}
}

// unbox reads the number of a box whose class is known; that of a constant is a constant.
func (r *recorder) unbox(x value, header uint64) value {
	if x.v.IsConst() {
		switch bits := r.vm.w.Slot(x.bits, 0); header {
		case object.HFloat:
			return value{bits, r.float(bits)}
		default:
			return value{bits, r.int(int64(bits))}
		}
	}
	return r.get(x, header, boxValue)
}

func (r *recorder) unboxInt(x value) value   { return r.unbox(x, object.HInt) }
func (r *recorder) unboxFloat(x value) value { return r.unbox(x, object.HFloat) }

func (r *recorder) boxInt(x value) value   { return r.make(object.HInt, x) }
func (r *recorder) boxFloat(x value) value { return r.make(object.HFloat, x) }

// bool is True or False.
func (r *recorder) bool(yes bool) value { return r.fixed(r.vm.w.Bool(yes)) }

// boxed makes a value of what is in an array.
func (r *recorder) boxed(shape uint64, x value) value {
	switch shape {
	case object.AInts:
		return r.boxInt(x)
	case object.AFloats:
		return r.boxFloat(x)
	}
	if x.bits != 0 {
		r.nonnull.set(x.v, true) // items within the length are there
	}
	return x
}

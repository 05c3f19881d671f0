package world

import (
	"math"

	"unbox/trace"
)

// Assumed is a trace with promises in place of a world, and an index of its
// operations.
type Assumed struct {
	// Trace is the trace with promises. A run that breaks one has no meaning.
	Trace *trace.Trace
	// at is where each operation of the trace without promises is.
	at []int32
}

// Assume defines what a world means: it returns the trace with promises for everything that the
// world says about it. The trace must be one that [World.Bind] returned, so that it has names
// for all constants. A fact about a label is promised after its parameters, facts about objects
// at the start of the trace. Before a write to a field that never changes, it is promised that
// the object is none of those whose field has a known value.
func (w *World) Assume(t *trace.Trace) *Assumed {
	if w.IsZero() {
		return &Assumed{Trace: t}
	}
	a := &assuming{w: w, from: t, at: make([]int32, len(t.Ops))}
	out := *t
	out.Ops, out.ArgList = make([]trace.Op, 1, len(t.Ops)+16), make([]trace.Value, 0, len(t.ArgList)+32)
	out.Consts = append([]trace.Const(nil), t.Consts...)
	a.out = &out
	a.known = w.reachable(t)
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		a.operation(v)
	}
	a.renameSnapshots()
	a.renameComments()
	return &Assumed{Trace: a.out, at: a.at}
}

// Result returns what was made from the trace without promises in a form that can be
// compared with the trace that has them: its operations say which of those they come from.
func (a *Assumed) Result(made *trace.Trace) *trace.Trace {
	if a.at == nil {
		return made
	}
	r := *made
	r.Ops = append([]trace.Op(nil), made.Ops...)
	for k := range r.Ops {
		r.Ops[k].Src = a.at[r.Ops[k].Src]
	}
	r.Snaps = append([]trace.Snapshot(nil), made.Snaps...)
	for k := range r.Snaps {
		r.Snaps[k].Takes = a.at[r.Snaps[k].Takes]
	}
	r.Virtuals = append([]trace.Virtual(nil), made.Virtuals...)
	for k := range r.Virtuals {
		r.Virtuals[k].Src = a.at[r.Virtuals[k].Src]
	}
	return &r
}

// assuming is a trace that gets promises.
type assuming struct {
	w     *World
	from  *trace.Trace
	out   *trace.Trace
	at    []int32
	known []string
	// label is the label whose parameters are being copied; its facts are promised
	// after them.
	label trace.Value
	// started means that the facts about objects have been promised.
	started bool
}

// operation copies an operation, with the promises before it.
func (a *assuming) operation(v trace.Value) {
	op := a.from.Ops[v]
	if op.Code != trace.OpParam {
		a.factsOfLabel(v)
		if op.Code != trace.OpLabel && !a.started {
			a.started = true
			a.objects()
		}
	}
	switch op.Code {
	case trace.OpLabel:
		a.label = v
	case trace.OpSet:
		a.unchanged(v)
	}
	args := make([]trace.Value, 0, 4)
	for _, arg := range a.from.Args(v) {
		args = append(args, a.value(arg))
	}
	a.at[v] = int32(len(a.out.Ops))
	a.add(op, args...)
}

// value returns the new value for a value of the original trace.
func (a *assuming) value(v trace.Value) trace.Value {
	if v.IsOp() {
		return trace.Value(a.at[v])
	}
	return v
}

// add appends an operation.
func (a *assuming) add(op trace.Op, args ...trace.Value) trace.Value {
	at := trace.Value(len(a.out.Ops))
	op.First, op.Len, op.Src = uint32(len(a.out.ArgList)), uint32(len(args)), int32(at)
	a.out.ArgList = append(a.out.ArgList, args...)
	a.out.Ops = append(a.out.Ops, op)
	return at
}

// compute appends an operation that the original trace does not have.
func (a *assuming) compute(code trace.Opcode, result trace.Type, descr int32, args ...trace.Value) trace.Value {
	of := result
	if result == trace.Void && len(args) > 0 {
		of = a.typeOf(args[0])
	}
	spelling := code.SpellingFor(a.from.Dialect, result)
	if code == trace.OpAssertValue && of == trace.Ref {
		spelling = 1 // record_exact_value_r
	}
	return a.add(trace.Op{Code: code, Type: result, Descr: descr, Spelling: spelling}, args...)
}

func (a *assuming) typeOf(v trace.Value) trace.Type { return a.out.TypeOf(v) }

// factsOfLabel promises what is known of the parameters that were just copied.
func (a *assuming) factsOfLabel(next trace.Value) {
	if a.label == trace.None {
		return
	}
	label := a.label
	a.label = trace.None
	facts := a.w.FactsOf(a.from, label)
	for k := range facts {
		if param := label + 1 + trace.Value(k); param < next {
			a.fact(a.value(param), &facts[k])
		}
	}
	for k := range facts {
		if param := label + 1 + trace.Value(k); param < next {
			a.fields(a.value(param), facts[k].Fields, label)
		}
	}
	if label == 1 {
		a.results(label)
	}
}

// fields promises what fields of an object hold.
func (a *assuming) fields(object trace.Value, list []Held, label trace.Value) {
	for k := range list {
		held := &list[k]
		if held.Param != 0 {
			param := a.value(label + trace.Value(held.Param))
			a.equal(a.compute(trace.OpGet, a.typeOf(param), int32(held.Field), object), param)
		} else if held.Value.Object == "" || a.hasName(held.Value.Object) {
			a.holds(a.compute(trace.OpGet, held.Value.Type, int32(held.Field), object), &held.Value)
		}
	}
}

// results promises what calls give whose results are known.
func (a *assuming) results(label trace.Value) {
	for k := range a.w.Results {
		r := &a.w.Results[k]
		for v := label; int(v) < len(a.from.Ops); v++ {
			if op := a.from.Ops[v]; r.IsCalledBy(a.from, &op, a.from.Args(v)) {
				op.Name = 0
				a.equal(a.add(op, a.from.Args(v)...), a.value(label+trace.Value(r.Param)))
				break
			}
		}
	}
}

// equal promises that two integers or references are equal.
func (a *assuming) equal(v, is trace.Value) {
	code := trace.OpIntEq
	if a.typeOf(v) == trace.Ref {
		code = trace.OpPtrEq
	}
	a.isTrue(code, v, is)
}

// fact promises what is known of a value.
func (a *assuming) fact(v trace.Value, f *Fact) {
	if f.Known&KnowsNonnull != 0 {
		a.compute(trace.OpAssertNonnull, trace.Void, -1, v)
	}
	if f.Known&KnowsClass != 0 {
		a.compute(trace.OpAssertClass, trace.Void, int32(f.Class), v)
	}
	if f.Known&KnowsRange != 0 {
		a.isTrue(trace.OpIntGe, v, a.integer(uint64(f.Lo)))
		a.isTrue(trace.OpIntLe, v, a.integer(uint64(f.Hi)))
	}
	if bits := f.Ones | f.Zeros; bits != 0 {
		kept := a.compute(trace.OpIntAnd, trace.Int, -1, v, a.integer(bits))
		a.compute(trace.OpAssertValue, trace.Void, -1, kept, a.integer(f.Ones))
	}
	if f.Known&KnowsValue != 0 {
		a.holds(v, &f.Value)
	}
}

func (a *assuming) isTrue(code trace.Opcode, args ...trace.Value) {
	truth := a.compute(code, trace.Int, -1, args...)
	a.compute(trace.OpAssertValue, trace.Void, -1, truth, a.integer(1))
}

// holds promises that a value equals a given one.
func (a *assuming) holds(v trace.Value, is *Value) {
	if is.Type == trace.Float {
		v = a.compute(trace.OpFloatToBits, trace.Int, -1, v)
	}
	a.compute(trace.OpAssertValue, trace.Void, -1, v, a.constant(is))
}

// objects promises what is known of constants.
func (a *assuming) objects() {
	for _, name := range a.known {
		o := a.w.Objects[name]
		v := a.constant(&Value{Type: trace.Ref, Object: name})
		if o.Known&KnowsClass != 0 {
			a.compute(trace.OpAssertClass, trace.Void, int32(o.Class), v)
		}
		if o.Known&KnowsLength != 0 {
			length := a.compute(trace.OpArrayLen, trace.Int, int32(o.Array), v)
			a.compute(trace.OpAssertValue, trace.Void, -1, length, a.integer(uint64(o.Length)))
		}
		for k := range o.Fields {
			f := &o.Fields[k]
			if f.Value.Type == trace.Ref && f.Value.Object != "" && !a.hasName(f.Value.Object) {
				continue // which the trace never reads
			}
			a.holds(a.compute(trace.OpGet, f.Value.Type, int32(f.Field), v), &f.Value)
		}
	}
}

// unchanged promises that a write does not change what is known of an object.
func (a *assuming) unchanged(write trace.Value) {
	field := a.from.Ops[write].Descr
	for _, name := range a.known {
		o := a.w.Objects[name]
		for k := range o.Fields {
			if int32(o.Fields[k].Field) == field {
				a.isTrue(trace.OpPtrNe, a.value(a.from.Arg(write, 0)), a.constant(&Value{Type: trace.Ref, Object: name}))
			}
		}
	}
}

func (a *assuming) integer(bits uint64) trace.Value {
	return ConstantOf(&a.out.Consts, a.out.Tables, &Value{Type: trace.Int, Bits: bits})
}

// constant returns the constant that a value is; a float is its bits.
func (a *assuming) constant(is *Value) trace.Value {
	if is.Type == trace.Float {
		return a.integer(is.Bits)
	}
	return ConstantOf(&a.out.Consts, a.out.Tables, is)
}

func (a *assuming) hasName(name string) bool { return symOf(a.out.Tables, name) != 0 }

// ConstantOf returns the constant that a value is, among those of a trace that [World.Bind]
// returned, where it is added if it is not there. None if the trace has no name for it.
func ConstantOf(consts *[]trace.Const, tables *trace.Tables, is *Value) trace.Value {
	c := trace.Const{Kind: trace.ConstInt, Bits: is.Bits}
	switch {
	case is.Type == trace.Float:
		c.Kind = trace.ConstFloat
	case is.Type == trace.Ref && is.Object == "":
		c = trace.Const{Kind: trace.ConstNull}
	case is.Type == trace.Ref:
		if c = (trace.Const{Kind: trace.ConstPtr, Name: symOf(tables, is.Object)}); c.Name == 0 {
			return trace.None
		}
	}
	for k := range *consts {
		have := &(*consts)[k]
		same := have.Kind == c.Kind && have.Bits == c.Bits
		if c.Kind == trace.ConstPtr {
			same = have.Name == c.Name && have.Type() == trace.Ref && have.Kind != trace.ConstNull
		}
		if same {
			return trace.ConstValue(k)
		}
	}
	*consts = append(*consts, c)
	return trace.ConstValue(len(*consts) - 1)
}

func symOf(tables *trace.Tables, name string) trace.Sym {
	for k, have := range tables.Syms {
		if have == name {
			return trace.Sym(k)
		}
	}
	return 0
}

// renameSnapshots gives snapshots and descriptions the new numbers of the values.
func (a *assuming) renameSnapshots() {
	t, out := a.from, a.out
	out.SnapList = append([]trace.Value(nil), t.SnapList...)
	for k, v := range out.SnapList {
		out.SnapList[k] = a.value(v)
	}
	out.Snaps = append([]trace.Snapshot(nil), t.Snaps...)
	for k := range out.Snaps {
		out.Snaps[k].Takes = a.at[t.Snaps[k].Takes]
	}
	out.Virtuals = append([]trace.Virtual(nil), t.Virtuals...)
	for k := range out.Virtuals {
		out.Virtuals[k].Of, out.Virtuals[k].Src = a.value(t.Virtuals[k].Of), a.at[t.Virtuals[k].Src]
	}
	out.VirtualFields = append([]trace.VirtualField(nil), t.VirtualFields...)
	for k := range out.VirtualFields {
		out.VirtualFields[k].Value = a.value(t.VirtualFields[k].Value)
	}
}

// renameComments attaches comments to the new numbers of their operations.
func (a *assuming) renameComments() {
	if len(a.from.Tables.Comments) == 0 {
		return
	}
	tables := *a.out.Tables
	tables.Comments = append([]trace.Comment(nil), tables.Comments...)
	for k := range tables.Comments {
		if c := &tables.Comments[k]; int(c.Op) < len(a.at) {
			c.Op = a.at[c.Op]
		}
	}
	a.out.Tables = &tables
}

// isNaN reports whether a value is a NaN, about which no promise can be made.
func (v *Value) isNaN() bool {
	return v.Type == trace.Float && math.IsNaN(math.Float64frombits(v.Bits))
}

package pypylog

import (
	"slices"
	"strconv"
	"strings"

	"unbox/heap"
	"unbox/trace"
	"unbox/world"
)

// What a bridge knows of its inputs.
//
//	p3 = getfield_gc_r(p1, descr=<FieldP x.next 8>)     the optimized trace
//	guard_class(p1, Iterator)
//	guard_isnull(p3)
//	guard_true(i2, descr=<Guard0x7f10>) [p0, None, p1]
//
//	# bridge out of Guard 0x7f10 with 3 ops             the recorded bridge
//	[p3, p4]
//	guard_class(p4, Iterator)                           p4 is p1, its class is known,
//	p5 = getfield_gc_r(p4, descr=<FieldP x.next 8>)     and its field holds null
//
// An object never changes its class. What a field holds changes where the optimized trace writes into it, and where a call may.
// PyPy lets writes wait, but not at a guard: those into fields are done before it, unless what they write is an object that does not
// exist yet. That one is made when the guard fails, and then the recorded bridge begins with making it and with the write.
//
// A label of the optimized trace keeps the names of the values that it takes. What is known of
// the class of a value that falls into the label is known after it too: PyPy lets no other
// trace jump there unless that trace knows as much. The same holds for what was read from a field
// before the label and would have to be read again after it: PyPy left that read out of the loop because
// everyone who jumps there knows what the field holds. It does not hold if the loop reads the field
// again, or the object is another one in the next iteration.

// inputFact is what is known of a value that a guard passes to a bridge.
type inputFact struct {
	typ trace.Type
	world.Fact
	// is is the constant that the value is.
	is constant
}

// constant is a constant of another trace: of a reference that is not null, it is only known which of those it is.
type constant struct {
	known bool
	trace.Const
	// of is the trace.
	of *trace.Trace
}

// place is a field of an object.
type place struct {
	object trace.Value
	field  heap.FieldID
}

// content is what a place holds: a value of the trace, or a constant if that is None.
type content struct {
	value trace.Value
	is    constant
}

// handed is what is known where a guard fails, of the values that it passes to the bridge.
type handed struct {
	inputs  []inputFact
	fields  map[place]content // objects and values are numbers of inputs from 1 on
	results []world.Result
}

// knownOnPath returns what is known at the end of a path, nil if nothing is.
func knownOnPath(program *trace.Program, path []Step) *handed {
	var known *handed
	for k := range path {
		optimized, _ := program.Parse(path[k].Optimized)
		if optimized == nil {
			known = nil
			continue
		}
		known = newScan(optimized, known).upTo(path[k].Guard)
	}
	return known
}

// scan goes through an optimized trace and notes what is known.
type scan struct {
	t *trace.Trace
	// facts has what is known of each value.
	facts  []inputFact
	fields map[place]content
	// results are the calls whose results are the same throughout the loop, with their values.
	results map[trace.Value]world.Result
}

// newScan prepares a scan of a trace. known is what is known of its inputs, nil for nothing.
func newScan(t *trace.Trace, known *handed) *scan {
	s := &scan{t: t, facts: make([]inputFact, len(t.Ops)), fields: make(map[place]content), results: make(map[trace.Value]world.Result)}
	if known != nil && known.fits(t) {
		s.begin(known)
	}
	return s
}

// fits reports whether a guard passes what a trace takes.
func (h *handed) fits(t *trace.Trace) bool {
	params := t.FirstParams()
	return slices.EqualFunc(h.inputs, params, func(f inputFact, p trace.Op) bool { return f.typ == p.Type })
}

// begin enters what is known of the inputs. The label is operation 1, its parameters come after it.
func (s *scan) begin(known *handed) {
	for k := range known.inputs {
		s.facts[2+k] = known.inputs[k]
	}
	for at, is := range known.fields {
		if is.value != trace.None {
			is.value++
		}
		s.fields[place{at.object + 1, at.field}] = is
	}
	for _, r := range known.results {
		s.results[trace.Value(1+r.Param)] = r
	}
}

// upTo returns what is known at a guard, nil if the trace does not have it.
func (s *scan) upTo(guard string) *handed {
	t := s.t
	label := trace.None
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		op := &t.Ops[v]
		s.facts[v].typ = op.Type
		switch {
		case op.Code == trace.OpLabel:
			label = v
			if v != 1 {
				s.enterLoop(v)
			}
		case op.Code == trace.OpParam:
			if arg := t.Arg(label, int(v-label)-1); int(v-label) <= int(t.Ops[label].Len) && arg.IsOp() {
				s.facts[v] = s.facts[arg]
			}
		case op.Code.IsGuard() && op.Snap != 0 && isGuardAt(t, op.Snap, guard):
			return s.handedOver(op.Snap)
		default:
			s.learn(v)
		}
	}
	return nil
}

// isGuardAt reports whether a snapshot is that of the guard with an address.
func isGuardAt(t *trace.Trace, snap int32, guard string) bool {
	descr := t.Snaps[snap].Descr
	return descr >= 0 && t.Tables.Texts[descr].Text == "<Guard"+guard+">"
}

// learn notes what passing an operation says.
func (s *scan) learn(v trace.Value) {
	op := &s.t.Ops[v]
	switch op.Code {
	case trace.OpNew, trace.OpNewArray, trace.OpNewArrayClear:
		s.facts[v].Known |= world.KnowsNonnull
	case trace.OpCall:
		s.call(v)
	case trace.OpGuardTrue, trace.OpGuardFalse, trace.OpGuardValue, trace.OpGuardIsnull:
		s.becomes(v)
	}
	if op.Len == 0 || !s.t.Arg(v, 0).IsOp() {
		return
	}
	f := &s.facts[s.t.Arg(v, 0)]
	switch op.Code {
	case trace.OpGuardClass, trace.OpGuardNonnullClass, trace.OpAssertClass:
		f.Known |= world.KnowsNonnull
		if class := heap.ClassID(op.Descr); s.t.Tables.ClassKnown(class) {
			f.Class, f.Known = class, f.Known|world.KnowsClass
		}
	case trace.OpGet:
		f.Known |= world.KnowsNonnull
		s.fields[place{s.t.Arg(v, 0), heap.FieldID(op.Descr)}] = content{value: v}
	case trace.OpSet:
		f.Known |= world.KnowsNonnull
		s.write(v)
	case trace.OpGuardNonnull, trace.OpAssertNonnull, trace.OpGetItem, trace.OpSetItem, trace.OpGetInterior, trace.OpSetInterior, trace.OpArrayLen:
		f.Known |= world.KnowsNonnull
	}
}

// write notes what a field holds after a write, and forgets that of all other objects, which may be the same.
func (s *scan) write(v trace.Value) {
	at := place{s.t.Arg(v, 0), heap.FieldID(s.t.Ops[v].Descr)}
	for other := range s.fields {
		if other.field == at.field {
			delete(s.fields, other)
		}
	}
	switch value := s.t.Arg(v, 1); {
	case value.IsOp():
		s.fields[at] = content{value: value}
	case value.IsConst() && s.isKept(value):
		s.fields[at] = content{is: constant{true, s.t.Const(value), s.t}}
	}
}

// isKept reports whether a constant is of a kind that is handed over.
func (s *scan) isKept(c trace.Value) bool {
	switch s.t.Const(c).Kind {
	case trace.ConstInt, trace.ConstNull, trace.ConstUnknown:
		return true
	}
	return false
}

// call forgets what a call may change.
func (s *scan) call(v trace.Value) {
	t, op := s.t, &s.t.Ops[v]
	args := t.Args(v)
	if r, ok := asResult(t, op, args); ok {
		s.results[v] = r
	}
	what := t.CallWrites(op, args)
	for at := range s.fields {
		if field := &t.Tables.Schema.Fields[at.field]; !field.Pure && what.Changes(field) {
			delete(s.fields, at)
		}
	}
}

// asResult takes a call apart whose result is the same throughout the loop.
func asResult(t *trace.Trace, op *trace.Op, args []trace.Value) (world.Result, bool) {
	if len(args) == 0 || !args[0].IsConst() || t.Const(args[0]).Kind != trace.ConstAddress {
		return world.Result{}, false
	}
	r := world.Result{Function: t.Tables.Syms[t.Const(args[0]).Name]}
	for _, arg := range args[1:] {
		if !arg.IsConst() || t.Const(arg).Kind != trace.ConstInt {
			return world.Result{}, false
		}
		r.Args = append(r.Args, int64(t.Const(arg).Bits))
	}
	return r, r.IsCalledBy(t, op, args)
}

// becomes notes that a value is a constant after a guard, and so is what was compared in its condition.
func (s *scan) becomes(v trace.Value) {
	t := s.t
	x := t.Arg(v, 0)
	if !x.IsOp() {
		return
	}
	switch t.Ops[v].Code {
	case trace.OpGuardValue:
		s.is(x, t.Arg(v, 1))
	case trace.OpGuardIsnull:
		s.facts[x].is = constant{known: true, Const: trace.Const{Kind: trace.ConstNull}}
	case trace.OpGuardFalse:
		s.facts[x].is = constant{known: true, Const: trace.Const{Kind: trace.ConstInt}}
		s.compared(x, trace.OpIntIsTrue, trace.OpIntNe)
	case trace.OpGuardTrue:
		s.compared(x, trace.OpIntIsZero, trace.OpIntEq)
	}
}

// compared notes that a condition says of an integer that it is 0 (isZero), or that it is a constant (isEqual).
func (s *scan) compared(condition trace.Value, isZero, isEqual trace.Opcode) {
	t := s.t
	def := &t.Ops[condition]
	if def.Code != isZero && def.Code != isEqual || !t.Arg(condition, 0).IsOp() {
		return
	}
	if def.Code == isZero {
		s.facts[t.Arg(condition, 0)].is = constant{known: true, Const: trace.Const{Kind: trace.ConstInt}}
		return
	}
	s.is(t.Arg(condition, 0), t.Arg(condition, 1))
}

// is notes that a value is a constant, if the other one is.
func (s *scan) is(x, c trace.Value) {
	if c.IsConst() && s.isKept(c) {
		s.facts[x].is = constant{true, s.t.Const(c), s.t}
	}
}

// enterLoop keeps what is known of fields after the label of a loop.
func (s *scan) enterLoop(label trace.Value) {
	t := s.t
	last := trace.Value(len(t.Ops) - 1)
	kept := make(map[trace.Value]trace.Value)
	if t.Ops[last].Code == trace.OpJump && t.Ops[last].Descr == t.Ops[label].Descr {
		for k := range t.ParamCount(label) {
			param := label + 1 + trace.Value(k)
			if k < int(t.Ops[last].Len) && k < int(t.Ops[label].Len) && t.Arg(last, k) == param {
				kept[t.Arg(label, k)] = param
			}
		}
	}
	fields := make(map[place]content)
	for at, is := range s.fields {
		object, ok := kept[at.object]
		if value := s.constantOf(is); value.known {
			is = content{is: value}
		} else if is.value, ok = kept[is.value], ok && kept[is.value] != trace.None; !ok {
			continue
		}
		if ok && !s.touched(label, place{object, at.field}) {
			fields[place{object, at.field}] = is
		}
	}
	s.fields = fields
	results := make(map[trace.Value]world.Result)
	for v, r := range s.results {
		if param := kept[v]; param != trace.None {
			results[param] = r
		}
	}
	s.results = results
}

// touched reports whether a loop reads a field of an object again, or may change it.
func (s *scan) touched(label trace.Value, at place) bool {
	field := &s.t.Tables.Schema.Fields[at.field]
	for v := label + 1; int(v) < len(s.t.Ops); v++ {
		switch op := &s.t.Ops[v]; op.Code {
		case trace.OpGet:
			if heap.FieldID(op.Descr) == at.field && s.t.Arg(v, 0) == at.object {
				return true
			}
		case trace.OpSet:
			if heap.FieldID(op.Descr) == at.field {
				return true
			}
		case trace.OpCall:
			if !field.Pure && s.t.CallWrites(op, s.t.Args(v)).Changes(field) {
				return true
			}
		}
	}
	return false
}

// constantOf returns the constant that a field holds.
func (s *scan) constantOf(is content) constant {
	if is.value == trace.None {
		return is.is
	}
	return s.facts[is.value].is
}

// handedOver returns what is known of the values in a snapshot, without those that are
// None there; nil if the log does not say what a bridge gets for one of them.
func (s *scan) handedOver(snap int32) *handed {
	h := &handed{fields: make(map[place]content)}
	number := make(map[trace.Value]trace.Value)
	for _, v := range s.t.SnapValues(snap) {
		switch {
		case v == trace.None:
		case v.IsOp():
			h.inputs = append(h.inputs, s.facts[v])
			if number[v] == trace.None {
				number[v] = trace.Value(len(h.inputs))
			}
		default:
			return nil
		}
	}
	for at, is := range s.fields {
		object := number[at.object]
		if object == trace.None {
			continue
		}
		if value := s.constantOf(is); value.known {
			h.fields[place{object, at.field}] = content{is: value}
		} else if value := number[is.value]; value != trace.None {
			h.fields[place{object, at.field}] = content{value: value}
		}
	}
	for v, r := range s.results {
		if r.Param = int(number[v]); r.Param != 0 {
			h.results = append(h.results, r)
		}
	}
	return h
}

// worldOf returns what is known as a world of the bridge, nil if nothing is. The bridge gets constants for the
// objects that fields hold.
func (h *handed) worldOf(bridge *trace.Trace) *world.World {
	if !h.fits(bridge) {
		return nil
	}
	w := &world.World{Results: h.results}
	any := len(h.results) > 0
	names := newNames(bridge)
	for k := range h.inputs {
		fact := h.inputs[k].Fact
		for at, is := range h.fields {
			if at.object != trace.Value(k+1) {
				continue
			}
			held := world.Held{Field: at.field, Param: int(is.value)}
			if is.value == trace.None {
				held.Value = names.value(&is.is)
			}
			fact.Fields = append(fact.Fields, held)
		}
		slices.SortFunc(fact.Fields, func(a, b world.Held) int { return int(a.Field) - int(b.Field) })
		any = any || !fact.IsZero()
		w.Inputs = append(w.Inputs, fact)
	}
	if !any {
		return nil
	}
	return w
}

// names gives constants of other traces names in a trace.
type names struct {
	t     *trace.Trace
	given map[constant]string
	// number is the largest one in a name like ConstPtr(ptr13), and bits that of an object known only by a number.
	number int
	bits   uint64
}

func newNames(t *trace.Trace) *names {
	n := &names{t: t, given: make(map[constant]string)}
	for _, name := range t.Tables.Syms {
		if inside, ok := strings.CutPrefix(name, "ConstPtr(ptr"); ok {
			if number, err := strconv.Atoi(strings.TrimSuffix(inside, ")")); err == nil {
				n.number = max(n.number, number)
			}
		}
	}
	for _, c := range t.Consts {
		if c.Kind == trace.ConstUnknown {
			n.bits = max(n.bits, c.Bits)
		}
	}
	return n
}

// value returns a constant of another trace as a value. An object of a log has a number of its own in each trace,
// so it gets one in this trace.
func (n *names) value(c *constant) world.Value {
	v := world.Value{Type: c.Const.Type(), Bits: c.Bits}
	switch c.Kind {
	case trace.ConstNull:
		v.Bits = 0
	case trace.ConstUnknown:
		name, ok := n.given[*c]
		if !ok {
			n.number, n.bits = n.number+1, n.bits+1
			name = "ConstPtr(ptr" + strconv.Itoa(n.number) + ")"
			n.given[*c] = name
			n.t.Tables.Syms = append(n.t.Tables.Syms, name)
			n.t.Consts = append(n.t.Consts, trace.Const{Kind: trace.ConstUnknown, Bits: n.bits, Name: trace.Sym(len(n.t.Tables.Syms) - 1)})
		}
		v.Bits, v.Object = 0, name
	}
	return v
}

package fuzz

import (
	"strconv"

	"unbox/heap"
	"unbox/trace"
)

// vocabulary is what the traces of one notation mention: classes with their
// fields, array types, labels, the texts of calls. It is read from a trace in that
// notation, so it is what the parser makes from it; all generated traces share its
// tables.
type vocabulary struct {
	dialect trace.Dialect
	tables  *trace.Tables
	classes []class
	// arrays are the array types of integers, references, floats and unsigned integers.
	arrays [4]int32
	// entry are the fields of the structs in arrays.
	entry []field
	// calls are ways to call the function; unknown is the name of an unknown
	// operation, -1 if there is none.
	calls   []call
	unknown int32
	// conditional are ways to call it conditionally.
	conditional []call
	// forms are operations, mostly calls, that take any arguments of some types.
	forms []form
	// lookup is the call that looks a key of a dictionary up, copying the one that copies items, dividing those
	// that divide.
	lookup, copying call
	dividing        []call
	frame           int32 // the class of virtual_ref, -1 if there is none
	// forcing is the way to call the function that returns what a virtual_ref stands for.
	forcing  call
	raised   int32 // the class of exceptions, -1 if there are none
	function trace.Const
	fixed    []trace.Const
	// fixedClass is the class of constant objects whose contents a world knows, -1
	// if there is none; fixedFields are its fields, which never change.
	fixedClass  int32
	fixedFields []int32
	names       [3][]trace.Sym // of values by number: i0, p0, f0
	// spelling is the printer's choice for each operation and type of result.
	spelling [256][4]uint8
}

// class is a class with its fields. id is -1 for objects of which guards cannot ask the class, and made is
// what allocates one.
type class struct {
	id, made int32
	fields   []field
}

type field struct {
	id  int32
	typ trace.Type
}

// call is a way to call a function.
type call struct {
	spelling uint8
	descr    int32
	typ      trace.Type
	function trace.Const
}

// form is an operation with a function, if it is a call, and the types of all other arguments.
type form struct {
	call
	code trace.Opcode
	args []trace.Type
}

// The traces from which the vocabularies are read. Only what newVocabulary
// looks for in them matters, and that most lines are in the notation of the vocabulary.
const (
	paperText = `class Box { val: int, real: float }
class Node { next: ref, other: ref, num: int }
class Fixed { size: int, leads: ref, ratio: float }
[i0, f1, p2]
p3 = new(Box)
p4 = new(Node)
i14 = get(p3, val)
f15 = get(p3, real)
p16 = get(p4, next)
` + commonText + `finish(p2)
`
	pypyText = `class Box { val: int, real: float }
class Node { next: ref, other: ref, num: int }
class Fixed { size: int, leads: ref, ratio: float }
[i0, f1, p2]
p3 = new_with_vtable(ConstClass(Box))
p4 = new_with_vtable(ConstClass(Node))
` + commonText + `i20 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)
i21 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=2>)
i22 = call_pure_i(ConstClass(f), i0, descr=<Calli 8 i EF=0>)
i23 = call_may_force_i(ConstClass(f), i0, descr=<Calli 8 i EF=7>)
i24 = call_loopinvariant_i(ConstClass(f), i0, descr=<Calli 8 i EF=1>)
p25 = call_r(ConstClass(f), i0, descr=<Callr 8 i EF=5>)
i28 = call_pure_i(ConstClass(f), i0, descr=<Calli 8 i EF=4>)
i29 = call_pure_i(ConstClass(f), i0, descr=<Calli 8 i EF=3>)
call_n(ConstClass(f), i0, descr=<Callv 0 i EF=6>)
call_n(ConstClass(f), i0, descr=<Callv 0 i>)
i36 = call_i(ConstClass(f), i0, descr=<Calli 8 i>)
f37 = call_f(ConstClass(f), i0, descr=<Callf 8 i EF=5>)
f38 = call_pure_f(ConstClass(f), i0, descr=<Callf 8 i EF=4>)
p39 = call_pure_r(ConstClass(f), i0, descr=<Callr 8 i EF=0>)
p40 = call_loopinvariant_r(ConstClass(f), i0, descr=<Callr 8 i EF=1>)
f41 = call_loopinvariant_f(ConstClass(f), i0, descr=<Callf 8 i EF=1>)
f42 = call_may_force_f(ConstClass(f), i0, descr=<Callf 8 i EF=6>)
call_may_force_n(ConstClass(f), i0, descr=<Callv 0 i EF=7>)
p30 = guard_exception(ConstClass(Box)) []
cond_call(i0, ConstClass(f), i0, descr=<Callv 0 i EF=5>)
cond_call(i0, ConstClass(f), i0, descr=<Callv 0 i EF=3>)
i31 = cond_call_value_i(i0, ConstClass(f), i0, descr=<Calli 8 i EF=4>)
i32 = cond_call_value_i(i0, ConstClass(f), i0, descr=<Calli 8 i EF=5>)
cond_call(i0, ConstClass(f), i0, descr=<Callv 0 i EF=7>)
cond_call(i0, ConstClass(f), i0, descr=<Callv 0 i>)
p33 = cond_call_value_r(p2, ConstClass(f), i0, descr=<Callr 8 i EF=3>)
p34 = cond_call_value_r(p2, ConstClass(f), i0, descr=<Callr 8 i EF=7>)
i26 = some_new_operation(p2)
p27 = virtual_ref(p2, 1)
p35 = call_may_force_r(ConstClass(f), p27, descr=<Callr 8 r EF=6 OS=120>)
virtual_ref_finish(p27, null)
` + runtimeText + formsText + `finish(p2)
`
	// What the runtime library keeps in its lists, dictionaries and builders, and the calls that are known to
	// change some of it only.
	runtimeText = `p50 = new(descr=<SizeDescr 64>)
setfield_gc(p50, i0, descr=<FieldS list.length 8>)
setfield_gc(p50, p2, descr=<FieldP list.items 16>)
setfield_gc(p50, i0, descr=<FieldS dicttable.num_live_items 24>)
setfield_gc(p50, p2, descr=<FieldP dicttable.indexes 32>)
setfield_gc(p50, i0, descr=<FieldS stringbuilder.current_pos 40>)
setfield_gc(p50, p2, descr=<FieldP pypy.interpreter.pyframe.PyFrame.inst_f_backref 48>)
i51 = call_i(ConstClass(ll_call_lookup_function_trampoline__v1), p2, p50, i0, 0, descr=<Calli 8 rrii EF=5 OS=4>)
call_n(ConstClass(ll_arraycopy), p5, p5, 0, 0, 1, descr=<Callv 0 rriii EF=2 OS=1>)
i52 = call_i(ConstClass(ll_int_py_div), i0, i0, descr=<Calli 8 ii EF=0 OS=12>)
i53 = call_i(ConstClass(ll_int_py_mod), i0, i0, descr=<Calli 8 ii EF=0 OS=14>)
i54 = call_i(ConstClass(ll_pop_nonneg__listPtr), p2, i0, descr=<Calli 8 ri EF=5>)
call_n(ConstClass(_ll_list_resize_hint_really__listPtr), p2, i0, descr=<Callv 0 ri EF=5>)
i55 = call_i(ConstClass(_ll_dictnext__dictiterPtr), p2, descr=<Calli 8 r EF=5>)
call_n(ConstClass(_ll_dict_setitem_lookup_done_trampoline__v1), p2, p2, p2, i0, i0, descr=<Callv 0 rrrii EF=5>)
call_n(ConstClass(ll_append_res0__stringbuilderPtr_rpy_stringPtr), p2, p2, descr=<Callv 0 rr EF=5>)
call_n(ConstClass(ll_arraymove__arrayPtr), p2, i0, i0, i0, descr=<Callv 0 riii EF=5>)
i56 = call_i(ConstClass(_ll_strhash__rpy_stringPtr), p2, descr=<Calli 8 r EF=5>)
f57 = call_f(ConstClass(ccall_fmod), f1, f1, descr=<Callf 8 ff EF=5>)
p58 = call_pure_r(ConstClass(ll_strconcat), p2, p2, descr=<Callr 8 rr EF=3 OS=22>)
p59 = call_pure_r(ConstClass(_ll_stringslice), p2, i0, i0, descr=<Callr 8 rii EF=3 OS=23>)
i60 = call_pure_i(ConstClass(ll_streq), p2, p2, descr=<Calli 8 rr EF=0 OS=24>)
call_n(ConstClass(jit_force_virtualizable), p2, descr=<Callv 0 r EF=6 OS=121>)
i61 = call_release_gil_i(0, ConstClass(ccall_write), i0, descr=<Calli 8 i EF=7>)
f62 = call_release_gil_f(0, ConstClass(ccall_read), f1, descr=<Callf 8 f EF=7>)
call_release_gil_n(0, ConstClass(ccall_close), i0, descr=<Callv 0 i EF=7>)
i63 = call_assembler_i(p2, i0, descr=<Loop1>)
p64 = call_assembler_r(p2, i0, descr=<Loop2>)
f65 = call_assembler_f(p2, i0, descr=<Loop3>)
call_assembler_n(p2, i0, descr=<Loop4>)
`
	// Rarer ways to ask for an operation of the table.
	formsText = `i70 = getfield_raw_i(i0, descr=<FieldS struct.x 0>)
p71 = getfield_raw_r(i0, descr=<FieldP struct.y 8>)
f72 = getfield_raw_f(i0, descr=<FieldF struct.z 16>)
i73 = getarrayitem_raw_i(i0, i0, descr=<ArrayS 8>)
f74 = getarrayitem_raw_f(i0, i0, descr=<ArrayF 8>)
i75 = raw_load_i(i0, i0, descr=<ArrayS 8>)
f76 = raw_load_f(i0, i0, descr=<ArrayF 8>)
setarrayitem_raw(i0, i0, i0, descr=<ArrayS 8>)
raw_store(i0, i0, f1, descr=<ArrayF 8>)
i77 = strhash(p2)
i78 = unicodehash(p2)
i79 = unicodelen(p2)
i80 = unicodegetitem(p2, i0)
p81 = newunicode(i0)
unicodesetitem(p2, i0, i0)
copystrcontent(p2, p2, i0, i0, i0)
copyunicodecontent(p2, p2, i0, i0, i0)
enter_portal_frame(i0, i0)
leave_portal_frame(i0)
jit_debug(i0)
keepalive(p2)
guard_not_forced_2() []
guard_subclass(p2, i0) []
guard_gc_type(p2, i0) []
guard_is_object(p2) []
guard_not_interrupted() []
`
	commonText = `p5 = new_array_clear(2, descr=<ArrayS 8>)
p6 = new_array_clear(2, descr=<ArrayP 8>)
p7 = new_array_clear(2, descr=<ArrayF 8>)
p12 = new_array_clear(2, descr=<ArrayU 8>)
f13 = getinteriorfield_gc_f(p5, 0, descr=<InteriorFieldDescr <FieldF entry.share 24>>)
i8 = getinteriorfield_gc_i(p5, 0, descr=<InteriorFieldDescr <FieldS entry.num 8>>)
p9 = getinteriorfield_gc_r(p5, 0, descr=<InteriorFieldDescr <FieldP entry.value 16>>)
i10 = ptr_eq(p2, ConstPtr(one))
i11 = ptr_eq(p2, ConstPtr(other))
`
	toyText = `var0 = getarg(0)
p3 = alloc()
store(p3, 0, var0)
store(p3, 1, var0)
store(p3, 2, var0)
var4 = load(p3, 0)
p5 = new_array_clear(2, descr=<ArrayS 8>)
p6 = new_array_clear(2, descr=<ArrayP 8>)
p7 = new_array_clear(2, descr=<ArrayF 8>)
p8 = new_array_clear(2, descr=<ArrayU 8>)
`
)

// maxNames is the number of values of each type that have a name of their own.
const maxNames = 256

func newVocabulary(text string) *vocabulary {
	t, diagnostics := trace.Parse(text)
	if t == nil {
		panic("BUG: a vocabulary has an error: " + diagnostics[0].Message)
	}
	v := &vocabulary{dialect: t.Dialect, frame: -1, unknown: -1, raised: -1, fixedClass: -1}
	tables := *t.Tables
	tables.Comments = nil
	v.tables = &tables
	tables.Labels = []trace.Label{{}, {Name: "L1"}, {Name: "L2"}, {Name: "L3"}}
	v.readOperations(t)
	v.readClasses()
	v.addNames()
	for _, code := range trace.Opcodes() {
		for _, t := range [...]trace.Type{trace.Void, trace.Int, trace.Ref, trace.Float} {
			v.spelling[code][t] = code.SpellingFor(v.dialect, t)
		}
	}
	return v
}

func (v *vocabulary) readOperations(t *trace.Trace) {
	seen := make(map[int32]bool)
	arrays := 0
	for i := range t.Ops {
		switch op := &t.Ops[i]; op.Code {
		case trace.OpNewArrayClear:
			v.arrays[arrays] = op.Descr
			arrays++
		case trace.OpGetInterior:
			v.entry = append(v.entry, field{op.Descr, op.Type})
		case trace.OpNew:
			if t.Dialect == trace.Toy || !t.Tables.Schema.Classes[op.Descr].Declared {
				v.classes = append(v.classes, class{id: -1, made: op.Descr})
			}
		case trace.OpCall:
			v.readCall(t, trace.Value(i))
		case trace.OpOpaque:
			v.unknown = op.Descr
		case trace.OpGuardException:
			v.raised = op.Descr
		case trace.OpVirtualRef:
			v.frame = op.Descr
		case trace.OpSet:
			if !seen[op.Descr] {
				seen[op.Descr] = true
				of := &v.classes[len(v.classes)-1]
				of.fields = append(of.fields, field{op.Descr, t.Tables.Schema.Fields[op.Descr].Type})
			}
		case trace.OpRawRead, trace.OpRawWrite, trace.OpStrLen, trace.OpStrItem, trace.OpStrNew, trace.OpStrSet, trace.OpMark, trace.OpGuardOpaque:
			v.addForm(t, trace.Value(i), call{spelling: op.Spelling, descr: op.Descr, typ: op.Type}, t.Args(trace.Value(i)))
		}
	}
	for _, c := range t.Consts {
		if c.Kind == trace.ConstPtr {
			v.fixed = append(v.fixed, c)
		}
	}
}

// functionName is the function that traces call in many ways.
const functionName = "ConstClass(f)"

// readCall enters a call among those of its kind.
func (v *vocabulary) readCall(t *trace.Trace, at trace.Value) {
	op, args := &t.Ops[at], t.Args(at)
	c := call{spelling: op.Spelling, descr: op.Descr, typ: op.Type}
	rest := args
	for k, arg := range args {
		if arg.IsConst() && t.Const(arg).Kind == trace.ConstAddress {
			c.function, rest = t.Const(arg), args[k+1:]
			break
		}
	}
	isOurs := c.function.Name != 0 && t.Tables.Syms[c.function.Name] == functionName
	switch d := &t.Tables.Texts[op.Descr]; {
	case t.Tables.ForcesVirtual(op, args, t.TypeOf):
		v.forcing = c
	case t.LooksUp(op, args):
		v.lookup = c
	case d.CopiesItems:
		v.copying = c
	case d.Known != trace.OpNone:
		v.dividing = append(v.dividing, c)
	case !isOurs:
		v.addForm(t, at, c, rest)
	case op.Condition() == trace.CallsAlways:
		v.function, v.calls = c.function, append(v.calls, c)
	default:
		v.conditional = append(v.conditional, c)
	}
}

// addForm enters an operation that takes any arguments of the types of some.
func (v *vocabulary) addForm(t *trace.Trace, at trace.Value, c call, args []trace.Value) {
	f := form{call: c, code: t.Ops[at].Code}
	for _, arg := range args {
		f.args = append(f.args, t.TypeOf(arg))
	}
	v.forms = append(v.forms, f)
}

func (v *vocabulary) readClasses() {
	for id, c := range v.tables.Schema.Classes {
		if !c.Declared {
			continue
		}
		if c.Name == fixedClassName {
			v.readFixedClass(int32(id), &c)
			continue
		}
		known := class{id: int32(id), made: int32(id)}
		for _, f := range c.Fields {
			known.fields = append(known.fields, field{int32(f), v.tables.Schema.Fields[f].Type})
		}
		v.classes = append(v.classes, known)
	}
}

// fixedClassName is the class of constant objects.
const fixedClassName = "Fixed"

func (v *vocabulary) readFixedClass(id int32, c *heap.Class) {
	v.fixedClass = id
	for _, f := range c.Fields {
		v.tables.Schema.Fields[f].Pure = true
		v.fixedFields = append(v.fixedFields, int32(f))
	}
}

// addNames gives the tables the names of values.
func (v *vocabulary) addNames() {
	have := make(map[string]trace.Sym)
	syms := append([]string(nil), v.tables.Syms...)
	for k, name := range syms {
		have[name] = trace.Sym(k)
	}
	for kind, letter := range [...]string{"i", "p", "f"} {
		for k := range maxNames {
			name := letter + strconv.Itoa(k)
			sym, ok := have[name]
			if !ok {
				sym = trace.Sym(len(syms))
				syms = append(syms, name)
			}
			v.names[kind] = append(v.names[kind], sym)
		}
	}
	v.tables.Syms = syms
}

// kindOf returns the place of a type in tables by type: integers, references,
// floats.
func kindOf(t trace.Type) int {
	switch t {
	case heap.Ref:
		return 1
	case heap.Float:
		return 2
	}
	return 0
}

// typeOf is the inverse of kindOf.
var typeOf = [...]trace.Type{trace.Int, trace.Ref, trace.Float}

// itemTypes are what the arrays of a vocabulary hold.
var itemTypes = [...]trace.Type{trace.Int, trace.Ref, trace.Float, trace.Int}

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
	// arrays are the array types of integers, references and floats.
	arrays [3]int32
	// entry are the fields of the structs in arrays.
	entry []field
	// calls are ways to call the function; unknown is the name of an unknown
	// operation, -1 if there is none.
	calls   []call
	unknown int32
	// conditional are ways to call it conditionally.
	conditional []call
	frame       int32 // the class of virtual_ref, -1 if there is none
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

// class is a class with its fields.
type class struct {
	id     int32
	fields []field
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
}

// The traces from which the vocabularies are read. Only what newVocabulary
// looks for in them matters.
const (
	paperText = `class Box { val: int, real: float }
class Node { next: ref, other: ref, num: int }
class Fixed { size: int, leads: ref, ratio: float }
[i0, f1, p2]
p3 = new(Box)
p4 = new(Node)
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
p30 = guard_exception(ConstClass(Box)) []
cond_call(i0, ConstClass(f), i0, descr=<Callv 0 i EF=5>)
cond_call(i0, ConstClass(f), i0, descr=<Callv 0 i EF=3>)
i31 = cond_call_value_i(i0, ConstClass(f), i0, descr=<Calli 8 i EF=4>)
i32 = cond_call_value_i(i0, ConstClass(f), i0, descr=<Calli 8 i EF=5>)
p33 = cond_call_value_r(p2, ConstClass(f), i0, descr=<Callr 8 i EF=3>)
p34 = cond_call_value_r(p2, ConstClass(f), i0, descr=<Callr 8 i EF=7>)
i26 = some_new_operation(p2)
p27 = virtual_ref(p2, 1)
p35 = call_may_force_r(ConstClass(f), p27, descr=<Callr 8 r EF=6 OS=120>)
virtual_ref_finish(p27, null)
finish(p2)
`
	commonText = `p5 = new_array_clear(2, descr=<ArrayS 8>)
p6 = new_array_clear(2, descr=<ArrayP 8>)
p7 = new_array_clear(2, descr=<ArrayF 8>)
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
p5 = new_array_clear(2, descr=<ArrayS 8>)
p6 = new_array_clear(2, descr=<ArrayP 8>)
p7 = new_array_clear(2, descr=<ArrayF 8>)
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
		case trace.OpCall:
			switch c := (call{op.Spelling, op.Descr, op.Type}); {
			case t.Tables.ForcesVirtual(op, t.Args(trace.Value(i)), t.TypeOf):
				v.forcing = c
			case op.Condition() == trace.CallsAlways:
				v.calls = append(v.calls, c)
			default:
				v.conditional = append(v.conditional, c)
			}
		case trace.OpOpaque:
			v.unknown = op.Descr
		case trace.OpGuardException:
			v.raised = op.Descr
		case trace.OpVirtualRef:
			v.frame = op.Descr
		case trace.OpSet:
			if t.Dialect == trace.Toy && !seen[op.Descr] {
				seen[op.Descr] = true
				if len(v.classes) == 0 {
					v.classes = append(v.classes, class{id: -1})
				}
				v.classes[0].fields = append(v.classes[0].fields, field{op.Descr, trace.Any})
			}
		}
	}
	for _, c := range t.Consts {
		switch c.Kind {
		case trace.ConstAddress:
			v.function = c
		case trace.ConstPtr:
			v.fixed = append(v.fixed, c)
		}
	}
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
		known := class{id: int32(id)}
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

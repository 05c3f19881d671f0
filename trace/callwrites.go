package trace

import (
	"slices"
	"strings"

	"unbox/heap"
)

// What a call may change in the heap. PyPy's optimizer has a list of fields for each
// function; its logs have one number in the descriptor, which says that a function changes
// nothing, or that it may change anything. For the functions that nearly every log calls, it
// is still known what they change: from another number in the descriptor, or from their name,
// because they belong to the runtime library of the language that PyPy is written in.

// Writes is what a call may change.
type Writes uint8

const (
	WritesAnything Writes = iota
	writesNothing
	// writesItems: items of arrays, and structs in arrays.
	writesItems
	// writesList: those, and the fields of PyPy's lists that hold the array of items
	// and its length.
	writesList
	// writesDict: items of arrays, and the fields of the runtime library's dictionaries and
	// of iterators over them.
	writesDict
	// writesIndex: what a lookup in a dictionary or a step of an iterator may change: the index of the dictionary, whose
	// items are unsigned, if it has none yet, and the iterator; not which entries there are.
	writesIndex
	// writesBuilder: the fields of string builders, whose characters are outside of all objects.
	writesBuilder
	// writesNoFrame: anything but what only the frames of PyPy's interpreter refer to.
	writesNoFrame
	// WritesKinds is the number of those above.
	WritesKinds
)

// runtimeFunction is a function of the runtime library, or several whose names begin alike.
type runtimeFunction struct {
	// begins is how the name begins; has is what must come later in it.
	begins, has string
	writes      Writes
}

// runtimeFunctions are those of PyPy 7.3.11. Where nothing else is said, the files are in rpython/rtyper and
// rpython/rtyper/lltypesystem. None of them changes a field that guard_not_invalidated watches.
// Where a dictionary asks a function of PyPy whether two keys are equal and that function may run
// the program's code, the descriptor has a higher number, and the name says nothing.
var runtimeFunctions = []runtimeFunction{
	// rlist.py
	{"_ll_list_resize", "", writesList},
	{"ll_pop_", "listPtr", writesList},
	{"ll_append__", "listPtr", writesList},
	{"ll_insert_nonneg", "listPtr", writesList},
	{"ll_delitem_nonneg", "listPtr", writesList},
	{"ll_listdelslice", "listPtr", writesList},
	{"ll_listsetslice", "listPtr", writesList},
	{"ll_extend", "listPtr", writesList},
	{"ll_inplace_mul", "listPtr", writesList},
	{"ll_reverse__", "listPtr", writesList},
	// These make a list and fill it.
	{"ll_listslice", "listPtr", writesList},
	{"ll_concat__", "listPtr", writesList},
	{"ll_copy__", "listPtr", writesList},
	// rordereddict.py
	{lookupFunction, "", writesIndex},
	{"_ll_dictnext", "", writesIndex},
	{"ll_dict_", "", writesDict},
	{"_ll_dict_", "", writesDict},
	// rbuilder.py
	{"ll_append_", "builderPtr", writesBuilder},
	{"_ll_append_multiple_char", "builderPtr", writesBuilder},
	{"ll_grow_by", "builderPtr", writesBuilder},
	{"ll_build_trampoline", "", writesBuilder},
	{"ll_build__", "builderPtr", writesBuilder},
	// rstr.py
	{"ll_join_", "", writesNothing},
	{hashFunction, "", writesNothing}, // but for the hash that is kept in the string
	// The number of an object, and what belongs to the thread.
	{"_ll_1_gc_id__", "", writesNothing},
	{"_ll_1_threadlocalref_get_", "", writesNothing},
	{"_ll_1_weakref_create_", "", writesNothing},
	// Functions of C, which know no objects.
	{"ccall_", "", writesNothing},
	// Moving items within an array, as OS=1 is copying them.
	{"ll_arraymove", "", writesItems},
	// These are in rpython/rlib: where a character is in a string (rutf8.py), a list of the parts of one (rstring.py), and that
	// an object need not be finalized (rgc.py).
	{"_pos_at_index", "", writesNothing},
	{"split__SomeString", "", writesList},
	{"may_ignore_finalizer__", "", writesNothing},
	// What makes an array of what a list of PyPy holds, in pypy/objspace/std/listobject.py. No strategy of lists changes the list
	// for that.
	{"getitems_fixedsize_trampoline", "", writesItems},
}

// hashFunction is how the name of the function begins that computes the hash of a string.
const hashFunction = "_ll_strhash__"

// lookupFunction is how the name of the function begins that looks a key of a dictionary up.
const lookupFunction = "ll_call_lookup_function"

// changedFields are the beginnings of the names of the fields that change.
var changedFields = [...][]string{
	writesList:    {"list."},
	writesDict:    {"dicttable.", "dictiter."},
	writesIndex:   {"dicttable.indexes", "dicttable.lookup_function_no", "dicttable.resize_counter", "dictiter."},
	writesBuilder: {"stringbuilder.", "stringpiece.", "unicodebuilder.", "unicodepiece."},
}

// frameFields is how the names of fields begin that only those functions of PyPy look at which ask for frames:
// those of the class FrameDebugData in pypy/interpreter/pyframe.py, which holds the names that the program sees and
// whether it is traced or profiled, and the two that lead from frame to frame, through virtual_refs. To ask what a
// virtual_ref stands for takes an effect number above 5.
var frameFields = []string{
	"pypy.interpreter.pyframe.FrameDebugData.",
	"pypy.interpreter.pyframe.PyFrame.inst_f_backref",
	"pypy.interpreter.executioncontext.ExecutionContext.inst_topframeref",
}

// IsOfFrames reports whether only functions that ask for frames look at a field.
func IsOfFrames(field *heap.Field) bool {
	return slices.ContainsFunc(frameFields, func(begins string) bool { return strings.HasPrefix(field.Name, begins) })
}

// AsksForFrames reports whether the outside may look for frames at an operation of the trace, and so at the fields
// that [IsOfFrames] names. A call does only if its effect number is above 5, or it has none.
func (t *Trace) AsksForFrames(v Value) bool {
	n := t.Tables.effectNumber(&t.Ops[v])
	return t.Ops[v].Code != OpCall || n < 0 || n > 5
}

// runtimeFunction returns what is known of the function that a call calls, nil if it is not in the
// runtime library. args are the call's arguments.
func (t *Trace) runtimeFunction(args []Value) *runtimeFunction {
	for _, v := range args[:min(2, len(args))] { // the first argument of cond_call is its condition
		if !v.IsConst() || t.Consts[v.ConstIndex()].Kind != ConstAddress {
			continue
		}
		name, ok := strings.CutPrefix(t.Tables.Syms[t.Consts[v.ConstIndex()].Name], "ConstClass(")
		if !ok {
			continue
		}
		for k := range runtimeFunctions {
			if f := &runtimeFunctions[k]; strings.HasPrefix(name, f.begins) && strings.Contains(name[len(f.begins):], f.has) {
				return f
			}
		}
		return nil
	}
	return nil
}

// AsksForHash reports whether an operation is a conditional call that computes the hash of its third argument, a string,
// unless the hash is kept in the string. args are its arguments in the trace.
func (t *Trace) AsksForHash(op *Op, args []Value) bool {
	if op.Condition() != CallsIfZero || len(args) != 3 {
		return false
	}
	f := t.runtimeFunction(args)
	return f != nil && f.begins == hashFunction
}

// LooksUp reports whether an operation is a call that looks a key of a dictionary up without running the program's code: the
// dictionary, the key, its hash and what for are its second to fifth argument. args are its arguments in the trace.
func (t *Trace) LooksUp(op *Op, args []Value) bool {
	if n := t.Tables.effectNumber(op); op.Code != OpCall || len(args) != 5 || n < 0 || n > 5 || op.Condition() != CallsAlways {
		return false
	}
	f := t.runtimeFunction(args)
	return f != nil && f.begins == lookupFunction
}

// CallWrites says what a call may change. args are its arguments in the trace.
func (t *Trace) CallWrites(op *Op, args []Value) Writes {
	if op.Code != OpCall {
		return WritesAnything
	}
	if op.Descr >= 0 && int(op.Descr) < len(t.Tables.Texts) {
		switch d := &t.Tables.Texts[op.Descr]; {
		case !effectWrites(d.Effect) || d.ForcesFrame:
			return writesNothing
		case d.CopiesItems:
			return writesItems
		case d.Effect > 5: // it may run the program's own code
			return WritesAnything
		}
	}
	if f := t.runtimeFunction(args); f != nil {
		return f.writes
	}
	if t.Tables.effectNumber(op) >= 0 {
		return writesNoFrame
	}
	return WritesAnything
}

// Changes reports whether what w says includes a field.
func (w Writes) Changes(field *heap.Field) bool {
	switch w {
	case WritesAnything:
		return true
	case writesNoFrame:
		return !IsOfFrames(field)
	}
	if int(w) >= len(changedFields) {
		return false
	}
	for _, begins := range changedFields[w] {
		if strings.HasPrefix(field.Name, begins) {
			return true
		}
	}
	return false
}

// ChangesKeys reports whether a call may change which keys a dictionary has, and where: a key that is looked up to write gets a place.
// args are its arguments in the trace.
func (t *Trace) ChangesKeys(op *Op, args []Value) bool {
	switch t.CallWrites(op, args) {
	case WritesAnything, writesItems, writesDict, writesNoFrame:
		return true
	case writesIndex:
		return t.runtimeFunction(args).begins == lookupFunction
	}
	return false
}

// IsOfDict reports whether a field belongs to a dictionary of the runtime library.
func IsOfDict(field *heap.Field) bool { return strings.HasPrefix(field.Name, "dicttable.") }

// ChangesItems reports whether what w says includes items of arrays of a type. It is nil for an array of which no type is
// known, and for structs in arrays.
func (w Writes) ChangesItems(array *heap.ArrayType) bool {
	switch w {
	case writesNothing, writesBuilder:
		return false
	case writesIndex:
		return array != nil && strings.HasPrefix(array.Name, "<ArrayU ")
	}
	return true
}

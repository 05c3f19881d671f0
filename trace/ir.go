package trace

import "unbox/heap"

// The types of values are those of the heap. The optimizer needs them so often
// that they have names here.
type Type = heap.Type

// Void, Int, Ref and Float are the types of values; Any is the type of a toy
// field.
const (
	Void  = heap.Void
	Int   = heap.Int
	Ref   = heap.Ref
	Float = heap.Float
	Any   = heap.Any
)

// Value names anything that can be an argument. All kinds share one index
// space, so that an argument takes four bytes and contains no pointer:
//
//	0            none: an absent argument, None in a snapshot
//	v > 0        the result of operation Trace.Ops[v]
//	-1 - k       the constant Trace.Consts[k]
//	virtual - k  the description Trace.Virtuals[k], in snapshots only
type Value int32

const (
	// None is the absent value.
	None Value = 0

	virtualBase Value = -1 << 30
)

// IsOp reports whether v is the result of an operation.
func (v Value) IsOp() bool { return v > 0 }

// IsConst reports whether v is a constant.
func (v Value) IsConst() bool { return v < 0 && v > virtualBase }

// IsVirtual reports whether v is the description of a virtual object.
func (v Value) IsVirtual() bool { return v <= virtualBase }

// ConstValue returns the value that names Trace.Consts[k].
func ConstValue(k int) Value { return Value(-1 - k) }

// ConstIndex returns k for the value that names Trace.Consts[k].
func (v Value) ConstIndex() int { return int(-1 - v) }

// VirtualValue returns the value that names Trace.Virtuals[k].
func VirtualValue(k int) Value { return virtualBase - Value(k) }

// VirtualIndex returns k for the value that names Trace.Virtuals[k].
func (v Value) VirtualIndex() int { return int(virtualBase - v) }

// Trace is a straight line of operations in single-assignment form. The parser
// and the optimizer make one; afterwards no one changes it. Traces that were
// made from one another share their Tables.
type Trace struct {
	// Ops are the operations in order. Ops[0] is a placeholder, so that the
	// zero Value names nothing.
	Ops []Op
	// ArgList holds the arguments of all operations back to back; Op.First and
	// Op.Len delimit those of one operation. Use [Trace.Args].
	ArgList []Value
	// Consts are the constants, each one only once: equal constants are equal
	// Values, except for Unknown ones.
	Consts []Const
	// Snaps are the snapshots of guards; Snaps[0] is a placeholder.
	Snaps []Snapshot
	// SnapList holds the values of all snapshots back to back.
	SnapList []Value
	// Rows holds, back to back, the rows that the text of guards names: see
	// [Trace.FromRows].
	Rows []int32
	// Frames holds the frames of all snapshots back to back: see [Trace.SnapFrames].
	Frames []Frame
	// Virtuals are the descriptions of virtual objects in snapshots.
	Virtuals []Virtual
	// VirtualFields holds the contents of all Virtuals back to back.
	VirtualFields []VirtualField
	// Tables are the names and types that numbers in this trace refer to.
	Tables *Tables
	// Dialect is the notation of the text it was parsed from, and the one in
	// which the printer writes invented operations.
	Dialect Dialect
}

// Op is one operation. Its result is named by its index in Trace.Ops.
type Op struct {
	// Code says which operation it is: a row of the operation table.
	Code Opcode
	// Type is the type of the result, Void if there is none.
	Type Type
	// Spelling is the index of the name in OpInfo.Names with which the source
	// wrote it. The optimizer keeps it where the operation stays the same.
	Spelling uint8
	// Copy is 0, or 1 for the second copy that peeling made of an operation.
	Copy uint8
	// First and Len delimit the arguments in Trace.ArgList.
	First, Len uint32
	// Descr is what the operation is about besides its arguments. OpInfo.Descr
	// says how to read it: a class, field, array type, label or other text.
	Descr int32
	// Snap is the index of a guard's snapshot in Trace.Snaps, 0 if it has none.
	Snap int32
	// Name is the name that the source gave the result, 0 for none.
	Name Sym
	// Src is the operation's identity: the index of the operation in the
	// recorded trace that it is or replaces, 0 if it was added by a pass. In a
	// trace that was just parsed it is the operation's own index.
	Src int32
	// Line is the 1-based line in the source text, 0 if there is none.
	Line int32
}

// Set makes the operation the same as another one. It is written field by field: in WebAssembly, a struct
// that is copied at once is copied by a function of the browser's, and calling that takes longer.
func (op *Op) Set(from *Op) {
	op.Code, op.Type, op.Spelling, op.Copy = from.Code, from.Type, from.Spelling, from.Copy
	op.First, op.Len = from.First, from.Len
	op.Descr, op.Snap, op.Name = from.Descr, from.Snap, from.Name
	op.Src, op.Line = from.Src, from.Line
}

// Sym is a name: an index into Tables.Syms. 0 is the empty name.
type Sym int32

// Tables hold what a trace shares with everything made from it.
type Tables struct {
	// Program has the classes, fields and array types. Traces of one program share it.
	*Program
	// Syms are the names of results and labels; Syms[0] is "".
	Syms []string
	// Labels are the names of labels; an Op.Descr of kind DescrLabel indexes it.
	Labels []Label
	// Texts are descriptors and operation names that are kept as written.
	Texts []Descr
	// Declarations are the `class` lines of the source, in order.
	Declarations []Declaration
	// Comments are in the order of the operations that they belong to.
	Comments []Comment
}

// Label is a point that a jump can go to. In Trace.Ops it is an OpLabel, directly
// followed by one OpParam for each parameter. Values from before a label are not
// visible after it. If the operation before it does not leave the trace,
// execution falls through into the label, and the arguments of the OpLabel are
// the values that its parameters then take (in PyPy's logs these are the
// values of the same names: `label(p0, i1)` names parameters and values at
// once); the first label, and one after a jump, have no arguments.
type Label struct {
	// Name is "L0", "TargetToken(123)", or "" for the implicit one of `[p0, i1]`.
	Name string
}

// Descr is a piece of text that an operation carries. The optimizer reads
// nothing from it but the fields below.
type Descr struct {
	// Text is the descriptor as written, or an unknown operation's name.
	Text string
	// Effect is the EF number of a call descriptor, -1 if there is none.
	Effect int8
	// Known is the operation that the called function computes from its arguments,
	// as the OS number of the descriptor says; OpNone if it says nothing.
	Known Opcode
	// CopiesItems means that the called function copies items from one array to
	// another, and does nothing else, as the OS number of the descriptor says: its
	// arguments are itself, the arrays from and to which it copies, where it begins in
	// each, and how many items.
	CopiesItems bool
	// Makes is what string the called function makes, as the OS number of the descriptor says. It raises an exception only
	// if there is no memory left, as an allocation does, so it counts as one that never raises.
	Makes StringMade
	// Equates is which strings the called function compares, as the OS number of the descriptor says. Its result is 1 if
	// they have the same characters, else 0; null is equal only to null.
	Equates StringEquality
	// OfSlice is, for EquatesStrings, the number of the descriptor of the function that compares a slice with a string, and
	// OfSliceBy the name of the constant that is this function: what compares a slice need not make it.
	OfSlice   int32
	OfSliceBy Sym
	// Wide means that the strings which Makes and Equates are about are those of unicodegetitem.
	Wide bool
	// ForcesFrame means that the called function takes a frame of PyPy's interpreter back
	// from a trace that keeps its fields elsewhere, as the OS number of the descriptor
	// (jit_force_virtualizable) says. For this trace it changes nothing, and it looks at no object: see
	// Trace.SeesHeap.
	ForcesFrame bool
	// ForcesVirtual means that the called function returns the object that a virtual_ref
	// stands for, as the OS number of the descriptor (jit_force_virtual) says. If the use
	// of the virtual_ref has ended and the object is there already, it only reads: see
	// Tables.ForcesVirtual.
	ForcesVirtual bool
}

// StringMade is how a function of PyPy's runtime library makes a string.
type StringMade uint8

const (
	MakesNoString StringMade = iota
	// MakesConcat: of the two strings that are its arguments.
	MakesConcat
	// MakesSlice: of a string, from one index up to another one.
	MakesSlice
)

// StringEquality is which strings a function of PyPy's runtime library compares.
type StringEquality uint8

const (
	EquatesNoStrings StringEquality = iota
	// EquatesStrings: the two that are its arguments.
	EquatesStrings
	// EquatesSlice: as many characters of a string as the third argument says, from an index on, and a string that is not
	// null: the arguments are string, index, number, string.
	EquatesSlice
)

// Comment is a comment of the source.
type Comment struct {
	// Op is the operation of the recorded trace that it belongs to: the one before
	// it on its line, or the next one if it is on a line of its own. CommentAtEnd
	// if there is none.
	Op int32
	// Text is the comment without the '#', trimmed on the right.
	Text string
	// Trailing means that it comes after the operation on the same line.
	Trailing bool
	// Line is the 1-based line in the source text.
	Line int32
}

// Declaration is a `class` line of the source. What it declares is in the
// schema; this is for printing.
type Declaration struct {
	// Text is the line in its usual form: "class Node { next: Node, value: int }".
	Text string
	// Comments is the number of comments before it.
	Comments int32
	// Line is the 1-based line in the source text in which it begins.
	Line int32
}

// CommentAtEnd is the Op of comments after the last operation.
const CommentAtEnd = 1<<31 - 1

// ClassSpelling is how a class was written as an operand.
type ClassSpelling uint8

const (
	// ClassPlain is a bare name or address: guard_class(p1, BoxedInteger).
	ClassPlain ClassSpelling = iota
	// ClassConst is guard_class(p1, ConstClass(node_vtable)).
	ClassConst
	// ClassSize is new_with_vtable(descr=<SizeDescr 16>): the descriptor says how
	// large the object is, but not of which class. Two objects of such a "class"
	// may be of different ones, and each may be of any class that a guard names.
	ClassSize
)

// ConstKind is the kind of a constant.
type ConstKind uint8

const (
	// ConstInt is a 64-bit integer; Bits holds it.
	ConstInt ConstKind = iota
	// ConstFloat is a double; Bits holds its IEEE 754 bits.
	ConstFloat
	// ConstNull is the null reference, printed null or ConstPtr(null).
	ConstNull
	// ConstPtr is a reference to a fixed object that has a name. Two of the same
	// name are the same object, two of different names are different ones.
	ConstPtr
	// ConstUnknown is a reference that is known only by a number, as in PyPy's logs.
	// The same number is the same object; two numbers may be one object or two.
	ConstUnknown
	// ConstText is a string constant s"…" or u"…" or any other quoted text.
	ConstText
	// ConstAddress is ConstClass(name) or ConstInt(name) as an integer argument:
	// a fixed number that is not known.
	ConstAddress
	// ConstRounded is a double as PyPy's logs print it, rounded to six decimals.
	// Which double it was is not known, so nothing may be computed with it, and
	// every occurrence is a constant of its own. Bits holds what was printed.
	ConstRounded
)

// Const is a constant.
type Const struct {
	Kind ConstKind
	// Bits is the number of a ConstInt, ConstFloat or ConstRounded. For
	// ConstUnknown it is a number that makes it differ from every other one.
	Bits uint64
	// Name is the text of all other kinds as written: "null", "ConstPtr(null)",
	// "NULL", "ConstPtr(myptr)", `s"text"`, "ConstClass(f)". For ConstInt and
	// ConstFloat it is 0 unless the source wrote the number in a way of its own.
	Name Sym
}

// Type returns Int, Float or Ref.
func (c Const) Type() Type {
	switch c.Kind {
	case ConstInt, ConstAddress:
		return Int
	case ConstFloat, ConstRounded:
		return Float
	}
	return Ref
}

// Snapshot is what a guard needs to leave the trace.
type Snapshot struct {
	// First and Len delimit the values in Trace.SnapList.
	First, Len uint32
	// Pending is the number of descriptions after the values: writes to existing
	// objects that are still to be done if the guard fails (Virtual.Of).
	Pending uint32
	// Listed means that the source had a list, even an empty one.
	Listed bool
	// Takes is the recorded guard, a later one, whose question this guard asks as
	// well; 0 for none. Execution that leaves at this guard continues from here, and
	// reaches the later guard on its own.
	Takes int32
	// FramesFirst and FramesLen delimit, in Trace.Frames, the frames that the values make
	// up.
	FramesFirst, FramesLen uint32
	// RowsFirst and RowsLen delimit, in Trace.Rows, the rows that the guard's text
	// names.
	RowsFirst, RowsLen uint32
	// Descr is the index in Tables.Texts of the guard's descriptor
	// (`<Guard0x…>`), -1 if it has none.
	Descr int32
}

// Frame is an activation of a function of the program that a guard leaves: it is rebuilt from
// some of the snapshot's values before execution continues from there. Text has no notation for it.
// Values keep their places in the snapshot whatever the optimizer does, so a frame is the same in
// the result.
type Frame struct {
	// Code is the function, PC the place in it, by numbers of the program's own.
	Code, PC int32
	// First and Len delimit the values of the frame within those of the snapshot.
	First, Len uint32
}

// Virtual describes an object or array that is not allocated, in a snapshot.
// A Virtual can hold itself; equal Values in one snapshot are one object.
type Virtual struct {
	// Array is true for an array, false for an object.
	Array bool
	// Type is a heap.ClassID, or a heap.ArrayID if Array is set.
	Type int32
	// Len is an array's length.
	Length int32
	// First and Len delimit the contents in Trace.VirtualFields. Fields and items
	// that are left out are 0 or null.
	First, Len uint32
	// Of, if it is not None, is an existing object or array: the fields or items are then writes to
	// it that are still to be done.
	Of Value
	// Src and Copy are the identity of the recorded operation that it comes from, as in
	// Op: the write that is still to be done, or else the allocation; 0 if the recorded
	// trace has the description already.
	Src  int32
	Copy uint8
	// Name is the name of the virtual object in the source, 0 for none. It is
	// printed where the description is referred to more than once.
	Name Sym
}

// VirtualField is one field or item of a Virtual.
type VirtualField struct {
	// Field is a heap.FieldID, or the index of an array's item.
	Field int32
	// Value is an operation's result, a constant, or another Virtual.
	Value Value
}

// Dialect is a notation for traces.
type Dialect uint8

const (
	// Paper is the notation of the papers: new, get, set.
	Paper Dialect = iota
	// PyPy is the notation of PyPy's logs and tests: descriptors come last.
	PyPy
	// Toy is the notation of the toy optimizer's posts: getarg, alloc, load.
	Toy
)

var dialectNames = [...]string{"paper", "pypy", "toy"}

// String returns "paper", "pypy" or "toy".
func (d Dialect) String() string { return dialectNames[d] }

// Args returns the arguments of an operation. The slice is part of the trace.
func (t *Trace) Args(v Value) []Value {
	op := &t.Ops[v]
	return t.ArgList[op.First : op.First+op.Len : op.First+op.Len]
}

// Arg returns argument i of an operation.
func (t *Trace) Arg(v Value, i int) Value { return t.ArgList[t.Ops[v].First+uint32(i)] }

// SnapValues returns the values of snapshot s, an index into Snaps.
func (t *Trace) SnapValues(s int32) []Value {
	snap := &t.Snaps[s]
	return t.SnapList[snap.First : snap.First+snap.Len : snap.First+snap.Len]
}

// SnapFrames returns the frames that the values of snapshot s make up, the outermost first.
func (t *Trace) SnapFrames(s int32) []Frame {
	snap := &t.Snaps[s]
	return t.Frames[snap.FramesFirst : snap.FramesFirst+snap.FramesLen : snap.FramesFirst+snap.FramesLen]
}

// SnapPending returns the descriptions of the writes that are still to be done if
// the guard of snapshot s fails.
func (t *Trace) SnapPending(s int32) []Value {
	snap := &t.Snaps[s]
	from := snap.First + snap.Len
	return t.SnapList[from : from+snap.Pending : from+snap.Pending]
}

// Fields returns the contents of virtual k.
func (t *Trace) Fields(k int) []VirtualField {
	virt := &t.Virtuals[k]
	return t.VirtualFields[virt.First : virt.First+virt.Len : virt.First+virt.Len]
}

// Const returns the constant that v names.
func (t *Trace) Const(v Value) Const { return t.Consts[v.ConstIndex()] }

// TypeOf returns the type of any value but None.
func (t *Trace) TypeOf(v Value) Type {
	switch {
	case v.IsOp():
		return t.Ops[v].Type
	case v.IsConst():
		return t.Const(v).Type()
	}
	return Ref
}

// Len returns the number of operations, not counting the placeholder and the
// parameters of labels.
func (t *Trace) Len() int {
	n := 0
	for i := range t.Ops[1:] {
		if t.Ops[i+1].Code != OpParam {
			n++
		}
	}
	return n
}

// ClassKnown reports whether c names one class, so that it can be compared with
// other classes. It does not if only the size of the object is known.
func (t *Tables) ClassKnown(c heap.ClassID) bool {
	return c != heap.NoClass && t.ClassSpelling[c] != ClassSize
}

// FirstParams returns the parameters of the label that the trace starts with.
func (t *Trace) FirstParams() []Op {
	if len(t.Ops) < 2 || t.Ops[1].Code != OpLabel {
		return nil
	}
	return t.Ops[2 : 2+t.ParamCount(1)]
}

// ParamCount returns the number of parameters of a label.
func (t *Trace) ParamCount(label Value) int {
	n := 0
	for int(label)+1+n < len(t.Ops) && t.Ops[int(label)+1+n].Code == OpParam {
		n++
	}
	return n
}

// VirtualRefFields returns the fields of a virtual_ref's class, and false if the
// class does not have them.
func (t *Trace) VirtualRefFields(v Value) (token, forced heap.FieldID, ok bool) {
	c := t.Ops[v].Descr
	if c < 0 || len(t.Tables.Schema.Classes[c].Fields) < 2 {
		return 0, 0, false
	}
	fields := t.Tables.Schema.Classes[c].Fields
	return fields[0], fields[1], true
}

package backend

import (
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/trace"
)

// Program is a trace as engines compile it: one run of instructions, of which the
// last part may be repeated. A trace has no branches besides guards, so the order
// in which its operations run is known before it runs; jumps to a label that was
// not passed yet are gone, and at most one jump goes back.
type Program struct {
	Trace  *trace.Trace
	Layout *arena.Layout
	// Code are the instructions in the order in which they run.
	Code []Instr
	// Loop is the index in Code to which the last instruction goes back, an
	// OpBack; -1 if the trace ends without a loop.
	Loop int
	// Entry are the values that exist at the start: entry k is in slot k of the
	// frame. All of them are results in the sense of trace.Value.IsOp.
	Entry []trace.Value
	// Moves holds the moves of all OpMoves and OpBack back to back.
	Moves []Move
	// Exits are all the ways to leave the code.
	Exits []Exit
	// Live holds the values of all exits back to back.
	Live []trace.Value
	// Values bounds the numbers of values: 0 < v < Values for all v in Code.
	Values int
	// Uses counts, by value, how often it is an operand, moved, or a live value of
	// an exit.
	Uses []int32
	// Owner does not concern engines: it is for the code that installs the
	// program.
	Owner any
	// constSlots has, for each constant of the trace and one more for the frame's
	// token, its place in the region's table plus 1; 0 for numbers and null.
	constSlots []int32
	// objects lists the constants in the table, in order.
	objects  []int32
	counts   counts
	lowering *interp.Lowering
}

// TypeOf returns the type of an operand.
func (p *Program) TypeOf(v trace.Value) heap.Type {
	if v == p.token() {
		return heap.Ref
	}
	return p.Trace.TypeOf(v)
}

// token is the constant after those of the trace: what force_token gives.
func (p *Program) token() trace.Value { return trace.ConstValue(len(p.Trace.Consts)) }

// ConstBits returns the bits of a constant operand that is a number or null, and of
// None, which is 0. Otherwise object is true: the reference is in the region at the
// offset bits, and a collection may change it.
func (p *Program) ConstBits(v trace.Value) (bits uint64, object bool) {
	if v == trace.None {
		return 0, false
	}
	k := v.ConstIndex()
	if slot := p.constSlots[k]; slot > 0 {
		return uint64(arena.ConstTable + (slot-1)*arena.SlotSize), true
	}
	return interp.ConstBits(p.Trace, p.Trace.Consts[k]), false
}

// Op is what an instruction does.
type Op uint8

const (
	// OpPure computes Dst = Code(A, B), see trace.Eval; B is None for
	// operations with one argument. ptr_eq and ptr_ne are OpPure as well; same_as is
	// an OpMove.
	OpPure Op = iota
	// OpOverflow computes Dst = Code(A, B) and leaves through Exit if that
	// overflows, or, with Inverted, if it does not.
	OpOverflow
	// OpMove is Dst = A.
	OpMove
	// OpMoves does Moves[First:First+Len] all at once.
	OpMoves
	// OpGet is Dst = the field of object A at Offset; OpSet stores B there, 0 if B is
	// None. OpSetNonnull does nothing if B is null. The tag, if Tagged, is at
	// Offset+arena.TagOffset.
	OpGet
	OpSet
	OpSetNonnull
	// OpNew allocates an object of Shape with Size bytes. The slow path is Exit.
	OpNew
	// OpNewArray allocates a cleared array of Shape with A items. If A is more than
	// MaxInline, both as unsigned, or there is no room, the slow path is Exit. With
	// Slow it is always taken.
	OpNewArray
	// OpGetItem is Dst = the slot Offset (in slots) of item B of array A; OpSetItem
	// stores C there. See arena.Layout.Stride.
	OpGetItem
	OpSetItem
	// OpArrayLen is Dst = the length of array A.
	OpArrayLen
	// OpShape is Dst = the shape of A, which may be null.
	OpShape
	// OpCopy copies items from array A to array B, which have one type; Copy and C say which. It leaves through
	// Exit, without having copied anything, if one of them does not have enough items.
	OpCopy
	// OpGuardTrue leaves through Exit if A is 0 or null, OpGuardFalse if it is not.
	OpGuardTrue
	OpGuardFalse
	// OpGuardValue leaves if A and B differ, as bits; all NaNs are equal.
	OpGuardValue
	// OpGuardClass leaves if the shape of A, which may be null, is not Shape.
	OpGuardClass
	// OpGuardWord leaves unless the word of the region at Offset (64 bits, which the
	// driver sets) is Want: what the outside did.
	OpGuardWord
	// OpLeave always leaves, for good.
	OpLeave
	// OpEffect leaves through Exit and continues afterwards, with Dst (if it is not
	// None) taken from the word Result. Calls are effects, too, and so is the question
	// whether the result of a call is there (ExitMissing).
	OpEffect
	// OpBack is the last instruction of a loop: if Fuel is 0 it leaves through Exit
	// and asks again afterwards, otherwise it subtracts 1 from it, does its moves
	// and goes to Program.Loop.
	OpBack
)

// MaxInline bounds the length of arrays that code allocates itself.
const MaxInline = 1 << 16

// Check is a set of questions that code must ask before an access, in this order.
// If the answer to one is not yes, the instruction has no meaning, or only the
// driver knows it, and code leaves through Instr.Exit.
type Check uint16

const (
	// CheckObject: is A an object? shape&3 == arena.KindObject.
	CheckObject Check = 1 << iota
	// CheckField: is A an object that may have the field? The byte of the region at
	// Table + shape is not 0. It includes CheckObject.
	CheckField
	// CheckArray: is A an array? shape&3 == arena.KindArray.
	CheckArray
	// CheckShape: is the shape of A Shape? It includes CheckArray.
	CheckShape
	// CheckBounds: is B, as unsigned, less than the length of array A?
	CheckBounds
	// CheckTag: is the tag of the place 0, or the type of Dst?
	CheckTag
	// CheckOperand: is the operation defined for its operands? Shift amounts in B
	// are at most 63 as unsigned, divisors in B not 0, the float A of
	// cast_float_to_int fits, that of convert_float_bytes_to_longlong is no NaN, the
	// width B of int_signext is 1, 2, 4 or 8.
	CheckOperand
	// CheckUnknown, for ptr_eq, ptr_ne and OpGuardValue: are A and B equal, or one null, or both
	// not of arena.ShapeUnknown?
	CheckUnknown
)

// Copy says what OpCopy copies.
type Copy uint8

const (
	// CopyFrom fills all of B with the items of A from number C on, CopyBackwards with number C and those before it.
	CopyFrom Copy = iota
	CopyBackwards
	// CopyInto puts all items of A into B from number C on. A and B may be one.
	CopyInto
)

// Instr is one instruction. Operands are values of the trace: results of
// operations, or constants.
type Instr struct {
	Op   Op
	Code trace.Opcode
	// Type is the type of Dst, or of what a store stores.
	Type heap.Type
	// Tagged means that the place has a tag: a load asks it if Checks says so, a
	// store sets it to Type. Inverted and Slow see Op.
	Tagged, Inverted, Slow bool
	// Checks are the questions whose answer is not known.
	Checks Check
	// Copy says what OpCopy copies.
	Copy Copy
	// Source is the operation of the trace that this belongs to.
	Source  trace.Value
	Dst     trace.Value
	A, B, C trace.Value
	Offset  int32
	// Want is what OpGuardWord asks for, from 0 to 2³¹-1.
	Want int32
	// Field is the field of OpGet and the like, and of structs in arrays.
	Field heap.FieldID
	Shape arena.Shape
	Size  int32
	Table int32
	First uint32
	Len   uint32
	// Exit is the exit that the instruction may take, -1 for none.
	Exit int32
}

// Move gives a parameter of a label its value.
type Move struct{ Dst, Src trace.Value }

// ExitKind says why code leaves.
type ExitKind uint8

const (
	// ExitLeave: for good. A guard failed, an operation has no meaning, or the
	// trace ends.
	ExitLeave ExitKind = iota
	// ExitAllocate asks for an object. Code continues after the instruction, with Dst
	// taken from the word Result.
	ExitAllocate
	// ExitEffect asks for something visible.
	ExitEffect
	// ExitFuel asks for fuel.
	ExitFuel
	// ExitMissing asks whether the call Instr.A, whose result is used next, raised an
	// exception. Code continues if it did not.
	ExitMissing
)

// Exit is one way to leave. Code first stores the value of Live[First+k] in slot
// k of the frame, all 64 bits of it, and WordFree. If it comes back, it must read
// WordFree and WordLimit again, and all live references from their slots, because
// objects may have moved.
type Exit struct {
	Kind ExitKind
	// jumps means that it is a jump to another trace.
	jumps bool
	// Instr is the instruction that leaves.
	Instr int32
	// First and Len delimit the live values in Program.Live. At exits that come back
	// these are the operands, and all references that are used later; numbers that are
	// used later stay with the code.
	First, Len uint32
	// Overflowed is the overflow operation that this exit says overflowed, or None.
	Overflowed trace.Value
}

// LiveAt returns the live values of exit k.
func (p *Program) LiveAt(k int32) []trace.Value {
	e := &p.Exits[k]
	return p.Live[e.First : e.First+e.Len : e.First+e.Len]
}

// MovesOf returns the moves of an OpMoves or OpBack.
func (p *Program) MovesOf(in *Instr) []Move { return p.Moves[in.First : in.First+in.Len] }

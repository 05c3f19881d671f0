// Package compile compiles programs to register bytecode: a function's local variables
// are registers, and instructions name the registers that they read and write. Compared
// with a stack machine, half as many instructions run, and they need no stack pointer.
package compile

import "unbox/lang/syntax"

// Instr is an instruction: an [Op] and the operands A, B and C, 8 bits each from the
// lowest on, and D, the upper 32 bits, with a sign.
type Instr uint64

// Op returns the operation.
func (i Instr) Op() Op { return Op(i) }

// A, B, C and D return the operands.
func (i Instr) A() uint8 { return uint8(i >> 8) }

// B returns the second operand.
func (i Instr) B() uint8 { return uint8(i >> 16) }

// C returns the third operand.
func (i Instr) C() uint8 { return uint8(i >> 24) }

// D returns the large operand.
func (i Instr) D() int { return int(int32(i >> 32)) }

// Op is the operation of an instruction. In the comments r are the registers
// and k the constants of the function.
type Op uint8

// The operations.
const (
	LoadK       Op = iota // r[A] = k[D]
	Move                  // r[A] = r[B]
	Check                 // is variable r[A] bound?
	LoadGlobal            // r[A] = globals[D]
	StoreGlobal           // globals[D] = r[A]
	DelGlobal             // del globals[D]
	LoadClass             // r[A] = the class's variable r[B], or globals[D]
	LoadCell              // r[A] = what cell r[B] holds
	StoreCell             // cell r[A] holds r[B]
	MakeCell              // r[A] = a cell that holds r[A]
	DelLocal              // del r[A]
	DelCell               // del what cell r[A] holds

	Add      // r[A] = r[B] + r[C]; in binary operations D is 1 if A is augmented
	Sub      // and so on
	Mul      //
	TrueDiv  //
	FloorDiv //
	Mod      //
	Pow      //
	MatMul   //
	LShift   //
	RShift   //
	And      //
	Or       //
	Xor      //
	AddK     // r[A] = r[B] + k[C]
	SubK     // and so on
	MulK     //
	FloorDivK
	ModK
	AndK
	LShiftK
	RShiftK
	Neg    // r[A] = -r[B]
	Pos    //
	Invert //
	Not    //

	Lt // r[A] = r[B] < r[C]
	Le
	Gt
	Ge
	Eq
	Ne
	In
	NotIn
	Is
	IsNot

	Jump      // to D
	JumpIf    // to D if r[A] is true
	JumpIfNot // to D if r[A] is not
	JLt       // to D if r[A] < r[B] is C
	JLe
	JGt
	JGe
	JEq
	JNe
	JLtK // to D if r[A] < k[B] is C
	JLeK
	JGtK
	JGeK
	JEqK
	JNeK
	JIs     // to D if r[A] is r[B] is C
	Loop    // back to D: the loop with the number A | B<<8
	GetIter // r[A] = iter(r[B])
	ForIter // r[B] = next(r[A]), or to D

	GetAttr    // r[A] = r[B].name; D is the place's cache
	SetAttr    // r[A].name = r[B]
	DelAttr    // del r[A].name
	Method     // r[A], r[A+1] = the method of r[B] and r[B], or 0 and the attribute
	CallMethod // r[A] = what Method left in r[B] and r[B+1], called with r[B+2] and what follows: C arguments
	Call       // r[A] = r[B](r[B+1], …): C arguments
	CallKw     // the same; the last ones have the names with number D
	CallStar   // r[A] = r[B](*r[B+1], …): named ones from r[B+2] on, with the names number D
	CallDict   // r[A] = r[B](*r[B+1], **r[B+2]): a list and a dictionary

	GetItem    // r[A] = r[B][r[C]]
	SetItem    // r[A][r[B]] = r[C]
	DelItem    // del r[A][r[B]]
	BuildSlice // r[A] = slice(r[B], r[B+1], r[B+2])
	BuildTuple // r[A] = (r[B], …): C items
	BuildList
	BuildSet
	BuildDict   // r[A] = {r[B]: r[B+1], …}: C keys
	ListAppend  // r[A].append(r[B])
	ListExtend  // r[A].extend(r[B]); C is 1 if r[B] is all that is given to the function r[A-1]
	DictMerge   // r[A].update(r[B]); C is 1 if r[A] are the named arguments of a call of r[A-2], 2 if r[B] is the pair of number r[A+1]
	SetAdd      // r[A].add(r[B])
	SetUpdate   // r[A].update(r[B])
	ListToTuple // r[A] = tuple(r[B])
	SetConst    // r[A] = the set r[B] of constants, with its items in the order in which CPython has them; C is 1 if it is only gone through
	Unpack      // r[A], … = r[B]: C items
	UnpackStar  // the same; C items, then a list, then D
	Format      // r[A] = format(r[B]); C is the conversion, D is 1 if r[B+1] says how
	BuildString // r[A] = r[B] + …: C strings

	MakeFunction // r[A] = the function number D, with C defaults from r[B] on
	MakeClass    // r[A] = the class whose bases are r[B], of the variables in the registers after it
	Super        // r[A] = super(): the class is in cell r[B], the object is r[C]
	Import       // r[A] = the module with the name number D
	ImportFrom   // r[A] = r[B].name; D is the place's cache
	Return       // r[A]
	Raise        // r[A]; r[B] is the cause if C is 1
	Reraise      // r[A], which was caught
	AssertFail   // raise AssertionError; with r[A] if C is 1
	Catch        // r[A] = the exception
	Match        // to D if exception r[A] is no r[B]
	Generate     // r[A] = a generator that continues after the instruction after this one, with the registers as they are
	Yield        // the generator gives r[A] and waits; r[B] = what it is sent
	YieldFrom    // the generator gives what r[A] gives when it is sent r[B], until that ends; r[B] = its result
	WithExit     // r[A] = r[B].__exit__(…) for the exception r[C]
	Consumer     // is r[A] the function of the language, or its class, with the name k[D]? If B is 1 and r[A] is null, as after Method, r[A+1]
	EnterLoop    // the loop with the number A | B<<8 has a trace; only the interpreter puts it before a loop's first instruction
	opCount
)

// Program is a program that can be run.
type Program struct {
	// File is the name for messages; Lines are the source.
	File  string
	Lines []string
	// Codes are the functions; the first one is the module.
	Codes []*Code
	// Consts are the constants: nil, bool, int64, *big.Int, float64 or string.
	Consts []any
	// Globals are the names of the global variables.
	Globals []string
	// Modules are those of the library that the program imports.
	Modules []Module
}

// Code is a function, or the body of a module or class.
type Code struct {
	// ID is its number in the program.
	ID int
	// Module is the module of the library that it belongs to, or "".
	Module string
	// Name and QualName are as in Python: `f` and `C.f`.
	Name, QualName string
	// Doc is the constant of K that is the first string of the function or class, or -1.
	Doc    int
	Instrs []Instr
	// Lines has the line, from 1 on, of each instruction.
	Lines []int32
	// K are the constants: indexes into Program.Consts.
	K []int
	// Params are the parameters, in the registers from 0 on: Positional ones, of which the first Nameless ones cannot be
	// given by name, then those that need a name, then *args if Star is set, then **kwargs if Rest is.
	Params             []string
	Positional, KwOnly int
	Nameless           int
	Star, Rest         bool
	Generator          bool
	PositionalDefaults int
	KeywordDefaults    []string
	NumRegs, FirstTemp int
	VarNames           []string // of the registers that are variables
	Frees              []string
	FirstFree          int // the register of the first cell that comes from outside
	Handlers           []Handler
	Regions            []Region
	Comprehensions     []Region
	Names              []string   // of the caches
	Keywords           [][]string // of calls
	Functions          []Function
	Loops              []LoopInfo
	// ClassKeywords says that the last item of a class's bases is a dictionary of the keywords after them.
	ClassKeywords        bool
	ClassVars, ClassCell int               // MakeClass: how many variables, the register of the cell or -1
	Declared             []syntax.Declared // MakeClass: the variables that the body gives a type
}

// Handler says which code handles an exception that is raised in a range of
// instructions.
type Handler struct{ From, To, Target int }

// Region is a range of instructions: one that handles the exception in a register, or
// that of a comprehension, whose name is a part of tracebacks.
type Region struct {
	From, To, Reg int
	Name          string
}

// Function is a function that a code makes: Captures are the registers of its cells.
type Function struct {
	Code     *Code
	Captures []int
}

// LoopInfo is a loop: its instructions are those from Head up to End, which does not belong to it any more, and
// Line is where it begins in the source.
type LoopInfo struct{ Head, End, Line int }

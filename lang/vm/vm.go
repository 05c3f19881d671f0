// Package vm runs programs of Unbox's Python: one switch over register bytecode, with
// fast paths for numbers, lists, attributes and calls, and everything else as Go
// functions on the objects of a world. The names of files say where that is:
//
//   - type_*.go: a type of the language, with its methods. methods.go lists all types, constructors.go makes
//     their instances, types.go their classes.
//   - module_*.go: what a module has that is not written in Unbox's Python (lang/library).
//   - class*.go, attribute.go: classes of programs, and attributes.
//   - repr.go, format*.go: objects as text.
//   - record*.go: the same language once more, for the recorder of traces.
//   - trace_*.go: how a tracer runs, leaves, checks and explains what was recorded.
//   - what all objects have, by what it does: call, operator, compare, truth, iterate, subscript, sequence.
//   - a program's run: vm, run, limits, recursion, exception, import, output, outcome.
//
// What needs no objects is in packages beside this one: lang/texts, lang/numbers, lang/hashing, lang/sorting.
//
// Go functions that cannot run the program's own code (an `__eq__`, a key of sorted) may
// keep references in variables: the world collects between instructions only. Those that
// can keep what they need after it in [VM.keep].
package vm

import (
	"io"
	"math"
	"math/big"

	"unbox/heap/arena"
	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/lang/texts"
	"unbox/lang/twister"
	"unbox/trace"
)

// Ref refers to an object.
type Ref = object.Ref

// Options bound a run, and say what it can reach outside of it.
type Options struct {
	// Out takes what is printed, Err tracebacks.
	Out, Err io.Writer
	// Args are the program's arguments: sys.argv after its file.
	Args []string
	// Fuel is how much work may be done: iterations of loops, calls, and what builtin functions do
	// in their place; 0 means without end.
	Fuel int64
	// More is asked when the fuel is used up, with how much is needed at least to continue; what it
	// returns is added, and less than that ends the program. So the caller gets
	// control back now and then. nil ends it.
	More func(needed int64) int64
	// Why says why More gave no more, if that is not the limit of work; nil and a nil error are that limit.
	Why func() error
	// ByLine writes out each line that is printed as it ends: somebody watches.
	ByLine bool
	// Memory is the limit of the world in bytes, and of what Go functions hold beside it; Output
	// that of what is printed. 0 means 1 GiB and without end.
	Memory, Output int
	// Input returns the next line of what the program can read, with its "\n"; false at the end. nil means that there is no
	// such thing: a program that reads ends with a message.
	Input func() (string, bool)
	// Clock returns seconds for the module time; nil stands still at 0.
	Clock func() float64
	// Worked returns the processor time that the process has used, in seconds, for `time.process_time`; nil means that the host does not
	// tell it, and what Clock returns has to do.
	Worked func() float64
	// Seed seeds the module random before the program does.
	Seed uint64
	// Stress collects whenever something was allocated, as [arena.WorldOptions] says. Tests use it.
	Stress bool
	// Tracer is asked at hot loops; nil interprets everything.
	Tracer Tracer
	// Region is where the world lies, if machine code works on it; nil means Go's own memory.
	Region arena.Region
	// Profile counts for [VM.LineCounts] which way branches go.
	Profile bool
	// Poison makes what objects leave behind unusable. Tests use it.
	Poison bool
}

// The limits that are not options.
const (
	maxDepth   = 1000
	stackWords = 1 << 18
	// maxConstants is the maximum number of references in machine code.
	maxConstants = 1 << 16
	// window is the number of registers that an instruction can name.
	window = 256
)

// VM runs one program.
type VM struct {
	w *object.World
	// holdingBases are the classes of the library that stand for classes of the language where a class is derived from them.
	holdingBases map[*class]*class
	program      *compile.Program
	codes        []*code
	frames       []frame
	depth        int // of frames in use
	stack        int // the end of the stack
	exc          Ref // the exception that is being raised
	given        Ref // what a generator gives, until that has arrived
	thrown       Ref // the exception that a generator's `throw` raised last: what is handled in other frames is not its context
	fuel         int64
	globals      int // the index of the first global variable
	chars        [asciiChars]Ref
	// attrs are the values of classes' attributes and of modules; kept are references of
	// Go functions.
	attrs, kept []Ref
	classes     []*class
	maps        []*shapeMap
	builtins    []*builtin
	modules     []*module
	byName      map[string]Ref // builtin names
	// version, which is not 0, changes when an attribute of a class does; dependents are the recordings that rely on one, broken
	// counts those that did so in vain, inVain by attribute.
	version    uint32
	dependents map[reliance][]*Recording
	broken     int
	inVain     map[reliance]int
	types      types
	strings    map[string]int // attribute names as strings: index in attrs
	casers     texts.Casers
	randoms    []*twister.Twister
	bigs       [4]big.Int // two operands and two results, of integers that are not very large
	out        *printer
	errors     *printer // see streamErr
	replaced   replaced
	limit      int // of how deep calls may be
	asked      int // the limit that the program set
	options    Options
	ranOutOnce bool // the program got a MemoryError, and goes on
	repring    []Ref
	nesting    int // of Go functions that run the program's code
	// identities says how many objects were asked for theirs, numbers are those of objects that are no instances.
	identities int
	numbers    map[Ref]uint64
	// recording is what records at the moment, pins is the table of what traces name.
	recording *recorder
	pins      pins
	idle      *recorder      // which recorded before; nil while it records, or if none has
	tables    *trace.Program // of all traces; nil as long as nothing was recorded
	// recordings counts those that began.
	recordings int
	// rebuilt and zero are memory of Resume, made has the objects that it has made, by the number of their description; rebuilders counts
	// the rebuilders.
	rebuilt, zero []uint64
	made          []rebuilt
	rebuilders    int
	// roots are those of running traces.
	roots   []func(visit func(*uint64))
	held    int // bytes outside of the world that are needed up to the end
	tracing int // how many recordings and traces are under way
	// lastMemoryError is the index in attrs of the one that is raised if there is no room for
	// another.
	lastMemoryError int
	// objectMethods are the indexes in attrs of what objectMethods are.
	objectMethods map[string]int
	// valueMethods are the indexes in attrs of special methods of values that were made, by the names of class and method.
	valueMethods map[string]int
}

// code is a function at run time.
type code struct {
	*compile.Code
	// run are the instructions as the interpreter has them: those of Code, but that some loops begin with
	// EnterLoop. entered says which.
	run     []compile.Instr
	entered []bool
	k       []Ref
	caches  []cache
	// counts has the number of back edges of each loop, triggers the counts at which the tracer
	// is called.
	counts, triggers []uint64
	// calls counts how often it began, except in traces; flow is for LineCounts.
	calls     uint64
	flow      flow
	liveness  []compile.Registers // see live
	liveLists [][]int             // see liveAt
	marks     []codeMark          // see mark
	waiting   map[int][]int       // see kept
	// apart means that a recording that inlined it came to a loop without a trace: traces call it.
	apart bool
	// simple means that a call needs nothing but as many arguments as there are
	// parameters.
	simple bool
	// work is what a call costs: a unit, and one for every 64 instructions, since all of them
	// may run before the next loop goes back.
	work int64
}

// cache remembers where an attribute was found.
type cache struct {
	// key is the shape of an object, with the number of its map in the upper half.
	key  uint64
	slot int32
	// version is that of the classes when the attribute was found in one; next the map
	// after an attribute was added.
	version uint32
	next    uint64
	kind    cacheKind
}

type cacheKind uint8

const (
	cacheNone   cacheKind = iota
	cacheField            // an attribute of the instance
	cacheAdd              // an attribute that the instance gets
	cacheMethod           // a function of the class
	cacheValue            // another value of the class
	cacheOther            // an attribute of a class or a module itself
)

// What happens when a function returns.
type returnKind uint8

const (
	returnValue     returnKind = iota // the value goes into a register of the caller
	returnBinary                      // the same, unless it is NotImplemented
	returnInit                        // the new instance does
	returnNothing                     // nobody wants it
	returnGo                          // the value goes to Go, as it does with what comes after it
	returnGenerator                   // the same, from a generator, which is the frame's instance
)

// frame is an active function.
type frame struct {
	code *code
	pc   int
	fp   int // the index of its first register
	top  int // the end of the registers that it and its callers have
	kind returnKind
	dest uint8
	inst Ref
}

// New prepares a program. What it says about memory are panics with object.ErrMemory.
func New(program *compile.Program, o Options) *VM {
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	if o.Fuel == 0 {
		o.Fuel = math.MaxInt64
	}
	vm := &VM{program: program, options: o, fuel: o.Fuel, frames: make([]frame, maxFrames+2), strings: make(map[string]int), dependents: make(map[reliance][]*Recording), inVain: make(map[reliance]int),
		byName: make(map[string]Ref), numbers: make(map[Ref]uint64), holdingBases: make(map[*class]*class), out: newPrinter(o.Out, o.Output), errors: newPrinter(o.Err, o.Output), limit: maxDepth, asked: maxDepth, version: 1}
	fixed := 64 + len(program.Globals) + charWords()
	constants, limit := 0, o.Memory+charWords()*arena.SlotSize
	if o.Tracer != nil { // what traces need is not the program's
		fixed += 1 + maxPins
		limit += (1 + maxPins) * arena.SlotSize
	}
	if o.Region != nil {
		constants = maxConstants
		limit += maxConstants * arena.SlotSize
	}
	for _, v := range program.Consts {
		fixed += object.ConstantSize(v)
	}
	vm.w = object.New(arena.WorldOptions{Stack: stackWords, Fixed: fixed, Limit: limit, Region: o.Region, Constants: constants, Stress: o.Stress, Poison: o.Poison}, vm.visitRoots)
	vm.w.AddWeak(vm.renumber)
	vm.stack = arena.StackStart + stackWords
	vm.showStack()
	vm.load()
	fuel := vm.fuel
	vm.fuel = math.MaxInt64
	vm.setUp()
	vm.fuel = fuel // what the language needs is no work of the program
	return vm
}

// load makes constants and global variables.
func (vm *VM) load() {
	consts := make([]Ref, len(vm.program.Consts))
	for k, v := range vm.program.Consts {
		consts[k] = vm.w.Constant(v, math.Float64bits)
	}
	for _, c := range vm.program.Codes {
		rc := &code{Code: c, run: c.Instrs, entered: make([]bool, len(c.Loops)), caches: make([]cache, len(c.Names)), counts: make([]uint64, len(c.Loops)),
			triggers: make([]uint64, len(c.Loops)), simple: !c.Star && !c.Rest && c.KwOnly == 0, work: 1 + int64(len(c.Instrs))>>6}
		for k := range rc.triggers {
			rc.triggers[k] = math.MaxUint64
		}
		for _, k := range c.K {
			rc.k = append(rc.k, consts[k])
		}
		if vm.options.Profile {
			rc.flow = make(flow, len(c.Instrs)+1)
		}
		vm.codes = append(vm.codes, rc)
	}
	n := len(vm.program.Globals)
	table := Ref(vm.w.World.Fixed(object.ARefs|uint64(n)<<32, 1+n))
	vm.globals = int(table>>3) + 1
	vm.makeChars()
	if vm.options.Tracer != nil {
		vm.makePins()
	}
}

// visitRoots shows the collector all references outside of the region.
func (vm *VM) visitRoots(visit func(*uint64)) {
	visit(&vm.exc)
	visit(&vm.thrown)
	for k := range vm.attrs {
		visit(&vm.attrs[k])
	}
	for k := range vm.kept {
		visit(&vm.kept[k])
	}
	for k := range vm.repring {
		visit(&vm.repring[k])
	}
	for k := range vm.depth {
		visit(&vm.frames[k].inst)
	}
	for _, show := range vm.roots {
		show(visit)
	}
}

// collect moves all objects if enough was allocated. After a MemoryError it counts what it moves beyond as much as can be allocated until the
// next time: a program that goes on where memory is full may collect for each object that it makes.
func (vm *VM) collect() {
	if vm.w.Free <= vm.w.Due {
		return
	}
	_, before := vm.w.Stats()
	if !vm.w.Collect() {
		panic(object.ErrMemory)
	}
	if !vm.ranOutOnce || vm.options.Stress { // which collects although there is room
		return
	}
	_, after := vm.w.Stats()
	vm.work(max(after-before-8*(vm.w.Due-vm.w.Free), 0) >> 6)
}

// push makes a frame for a function whose arguments are at fp.
func (vm *VM) push(c *code, closure Ref, fp int, kind returnKind) bool {
	if vm.depth >= vm.limit {
		vm.tooDeep()
		return false
	}
	vm.reach(fp + window + c.NumRegs)
	vm.fuel -= c.work
	c.calls++
	words := vm.w.Words
	clearFew(words[fp+len(c.Params) : fp+c.NumRegs])
	if len(c.Frees) > 0 {
		copy(words[fp+c.FirstFree:], vm.w.Items(closure, len(c.Frees)))
	}
	f := &vm.frames[vm.depth]
	// A caller's registers may reach beyond those of this frame: they remain roots, so
	// that what is left in them stays valid.
	f.code, f.pc, f.fp, f.kind, f.inst, f.top = c, 0, fp, kind, 0, max(vm.w.Top, fp+c.NumRegs)
	vm.depth++
	vm.w.Top = f.top
	return true
}

// pop ends the innermost frame.
func (vm *VM) pop() {
	vm.depth--
	vm.w.Top = arena.StackStart
	if vm.depth > 0 {
		vm.w.Top = vm.frames[vm.depth-1].top
	}
}

// call calls a function from Go. The result is 0 if there is an exception.
func (vm *VM) call(f Ref, args ...Ref) Ref { return vm.callNamed(f, nil, args...) }

// callNamed is call with names for the last arguments.
func (vm *VM) callNamed(f Ref, names []string, args ...Ref) Ref {
	top := vm.w.Top
	vm.reach(top + len(args) + 1 + window)
	if vm.depth+vm.nesting >= vm.limit {
		vm.tooDeep()
		return 0
	}
	if vm.nesting >= maxNested {
		vm.nestedTooDeep()
	}
	vm.w.Words[top] = f
	copy(vm.w.Words[top+1:], args)
	vm.w.Top = top + 1 + len(args)
	v := vm.callAt(top, len(args)-len(names), names)
	vm.w.Top = top
	return v
}

// callAt calls what is at an index, with the arguments after it.
func (vm *VM) callAt(base, n int, names []string) Ref {
	v, entered := vm.enter(base, n, names)
	if !entered {
		return v
	}
	vm.frames[vm.depth-1].kind = returnGo
	return vm.nested()
}

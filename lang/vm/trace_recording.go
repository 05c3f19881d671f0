package vm

import (
	"math"
	"slices"
	"strconv"

	"unbox/heap"
	"unbox/heap/arena"
	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/trace"
)

// Recording is a recorded trace of the program, with what is needed to enter and to leave it. Its
// references, constants and calls are those of the program that was recorded.
type Recording struct {
	Trace *trace.Trace
	// Code and Loop are the loop by its numbers, At is where it begins.
	Code, Loop int
	At         compile.Place
	// Bridge means that the trace begins at an exit of another one: its parameters are the values
	// that [Needed] lists.
	Bridge bool
	// Types says of which version of the loop it is, and as what its Registers are passed.
	Types Types
	// Target is the loop to whose first label the jump at the end goes, TargetTypes the version of it.
	Target      LoopID
	TargetTypes Types
	// Registers are the registers of the innermost frame that the parameters of the first label
	// are read from, if Bridge is not set; Began is what they held when it was recorded.
	Registers []int
	Began     Types
	// Bytecodes is the number of recorded instructions, Steps are the instructions, in order. One more step may
	// follow: the first instruction of the loop to which the trace leads, before which numbers are taken out of their
	// boxes.
	Bytecodes int
	Steps     []Step
	places    []place
	sites     []site
	begins    [][]beginning
	returns   []returning
	room      trace.Value // the guard after the call of begin
	descends  bool        // the trace jumps to its own beginning from an inlined frame
	returned  bool        // it goes on in a frame that has waited
	relies    []reliance
	broken    string
	pins      []int // the numbers of the objects that may move and that it names, each of them once
}

// Leads reports whether the trace ends with a jump to another one, or to its own beginning in another frame.
func (rec *Recording) Leads() bool {
	return rec.Bridge || rec.descends || rec.returned || rec.Target != LoopID{rec.Code, rec.Loop} || rec.TargetTypes != rec.Types
}

// LoopID is a loop of the program: the number of its function and its own.
type LoopID struct{ Code, Loop int }

// place is where a frame stands when a trace is left: trace.Frame.PC is the index of one.
type place struct {
	pc   int
	fp   int   // from the first register of the outermost frame on
	regs []int // where the values of the frame go; the instance of returnInit is one more
	kind returnKind
	dest uint8
}

// site is an instruction that a trace calls instead of inlining it.
type site struct {
	code    *code
	pc      int
	inlined int // how many frames are inlined there
	outer   int // where the outermost frame stands
	reads   []int
}

// value is what the recorder computes with: the bits in the running program, and their name in the trace.
type value struct {
	bits uint64
	v    trace.Value
}

// builder makes traces, one after the other, in the same memory.
type builder struct {
	t   *trace.Trace
	rec *Recording
	// number is that of the recording, which no other one of the program has.
	number int
	consts map[trace.Const]trace.Value
	syms   map[string]trace.Sym
	texts  map[string]int32
	// nothing is null, small has the first integers, objects those that never move: constants that are asked for most, None for
	// those that the trace does not have.
	nothing trace.Value
	small   [64]trace.Value
	objects map[Ref]trace.Value
	// text is where names are put together.
	text []byte
	// spare has the slices of the trace and the recording before, which were copied.
	spare struct {
		trace  trace.Trace
		tables trace.Tables
		steps  []Step
		places []place
	}
}

// roomy is the number of operations for which there is room at first: most traces have fewer.
const roomy = 200

// newTables is what all traces of a program share: its schema, and spellings that say nothing.
func newTables() *trace.Program {
	s := object.Schema()
	return &trace.Program{Schema: *s, ClassSpelling: make([]trace.ClassSpelling, len(s.Classes)), FieldText: make([]string, len(s.Fields)),
		ArrayText: make([]string, len(s.Arrays))}
}

// begin begins a trace of a program, for the recording with a number.
func (b *builder) begin(p *trace.Program, rec Recording, number int) {
	b.number = number
	if b.consts == nil {
		b.consts, b.syms, b.texts = make(map[trace.Const]trace.Value), make(map[string]trace.Sym), make(map[string]int32)
		b.objects = make(map[Ref]trace.Value)
		b.spare.trace = trace.Trace{Ops: make([]trace.Op, 0, roomy), ArgList: make([]trace.Value, 0, roomy), Consts: make([]trace.Const, 0, roomy/2),
			Snaps: make([]trace.Snapshot, 0, roomy/8), SnapList: make([]trace.Value, 0, roomy), Frames: make([]trace.Frame, 0, roomy/8)}
		b.spare.tables.Syms = make([]string, 0, roomy/2)
		b.spare.steps, b.spare.places = make([]Step, 0, roomy/4), make([]place, 0, roomy/8)
	}
	b.nothing = trace.None
	clear(b.small[:])
	clear(b.objects)
	clear(b.consts)
	clear(b.syms)
	clear(b.texts)
	s, t := &b.spare.tables, &b.spare.trace
	tables := &trace.Tables{Program: p, Syms: append(s.Syms[:0], ""), Labels: append(s.Labels[:0], trace.Label{}), Texts: s.Texts[:0]}
	b.t = &trace.Trace{Ops: append(t.Ops[:0], trace.Op{}), ArgList: t.ArgList[:0], Consts: t.Consts[:0], Snaps: append(t.Snaps[:0], trace.Snapshot{}),
		SnapList: t.SnapList[:0], Frames: t.Frames[:0], Tables: tables, Dialect: trace.Paper}
	rec.Trace, rec.Steps, rec.places = b.t, b.spare.steps[:0], b.spare.places[:0]
	b.rec = &rec
}

// finish gives the trace and the recording slices of their own, as long as they have to be, if they are kept.
func (b *builder) finish(kept bool) {
	t, tables := b.t, b.t.Tables
	b.spare.trace, b.spare.tables, b.spare.steps, b.spare.places = *t, *tables, b.rec.Steps, b.rec.places
	if !kept {
		return
	}
	t.Ops, t.ArgList, t.Consts, t.Snaps = slices.Clone(t.Ops), slices.Clone(t.ArgList), slices.Clone(t.Consts), slices.Clone(t.Snaps)
	t.SnapList, t.Frames = slices.Clone(t.SnapList), slices.Clone(t.Frames)
	tables.Syms, tables.Labels, tables.Texts = slices.Clone(tables.Syms), slices.Clone(tables.Labels), slices.Clone(tables.Texts)
	b.rec.Steps, b.rec.places = slices.Clone(b.rec.Steps), slices.Clone(b.rec.places)
}

func (b *builder) sym(name string) trace.Sym {
	s, ok := b.syms[name]
	if !ok {
		s = trace.Sym(len(b.t.Tables.Syms))
		b.t.Tables.Syms = append(b.t.Tables.Syms, name)
		b.syms[name] = s
	}
	return s
}

func (b *builder) constant(c trace.Const) trace.Value {
	v, ok := b.consts[c]
	if !ok {
		v = trace.ConstValue(len(b.t.Consts))
		b.t.Consts = append(b.t.Consts, c)
		b.consts[c] = v
	}
	return v
}

func (b *builder) int(n int64) trace.Value {
	if uint64(n) >= uint64(len(b.small)) {
		return b.constant(trace.Const{Kind: trace.ConstInt, Bits: uint64(n)})
	}
	v := &b.small[n]
	if *v == trace.None {
		*v = b.constant(trace.Const{Kind: trace.ConstInt, Bits: uint64(n)})
	}
	return *v
}

func (b *builder) float(bits uint64) trace.Value {
	return b.constant(trace.Const{Kind: trace.ConstFloat, Bits: trace.FloatBits(math.Float64frombits(bits))})
}

func (b *builder) null() trace.Value {
	if b.nothing == trace.None {
		b.nothing = b.constant(trace.Const{Kind: trace.ConstNull, Name: b.sym("null")})
	}
	return b.nothing
}

func (b *builder) emit(code trace.Opcode, typ trace.Type, descr int32, args ...trace.Value) trace.Value {
	v := trace.Value(len(b.t.Ops))
	b.t.Ops = append(b.t.Ops, trace.Op{Code: code, Type: typ, Spelling: code.SpellingFor(b.t.Dialect, typ), First: uint32(len(b.t.ArgList)),
		Len: uint32(len(args)), Descr: descr, Src: int32(v)})
	b.t.ArgList = append(b.t.ArgList, args...)
	return v
}

// label begins the trace.
func (b *builder) label(types []trace.Type) []trace.Value {
	b.emit(trace.OpLabel, trace.Void, 0)
	var params []trace.Value
	for _, t := range types {
		params = append(params, b.emit(trace.OpParam, t, -1))
	}
	return params
}

// typeLetter is a type in the descriptor of a call.
func typeLetter(t trace.Type) byte {
	switch t {
	case trace.Int:
		return 'i'
	case trace.Float:
		return 'f'
	case trace.Ref:
		return 'r'
	}
	return 'v'
}

// call emits a call of a helper.
func (b *builder) call(name string, effect int8, typ trace.Type, args ...trace.Value) trace.Value {
	return b.callOf(name, b.descr(typ, args, effect, ""), typ, args)
}

// copying emits a call of a helper that writes nothing but items of arrays.
func (b *builder) copying(name string, args ...trace.Value) {
	b.looking(name, trace.Void, args...)
}

// looking emits a call of a helper that reads whatever it likes, and writes nothing but items of arrays.
func (b *builder) looking(name string, typ trace.Type, args ...trace.Value) trace.Value {
	descr := b.descr(typ, args, 2, " OS=1")
	b.t.Tables.Texts[descr].CopiesItems = true
	return b.callOf(name, descr, typ, args)
}

// descr returns the number of the descriptor of a call; oopspec is what comes after the effect.
func (b *builder) descr(typ trace.Type, args []trace.Value, effect int8, oopspec string) int32 {
	size := " 8 "
	if typ == trace.Void {
		size = " 0 "
	}
	text := append(append(b.text[:0], "<Call"...), typeLetter(typ))
	text = append(text, size...)
	for _, a := range args {
		text = append(text, typeLetter(b.t.TypeOf(a)))
	}
	text = strconv.AppendInt(append(text, " EF="...), int64(effect), 10)
	text = append(append(text, oopspec...), '>')
	b.text = text
	k, ok := b.texts[string(text)]
	if !ok {
		k = int32(len(b.t.Tables.Texts))
		b.t.Tables.Texts = append(b.t.Tables.Texts, trace.Descr{Text: string(text), Effect: effect})
		b.texts[b.t.Tables.Texts[k].Text] = k
	}
	return k
}

func (b *builder) callOf(name string, descr int32, typ trace.Type, args []trace.Value) trace.Value {
	b.text = append(append(append(b.text[:0], "ConstClass("...), name...), ')')
	s, ok := b.syms[string(b.text)]
	if !ok {
		s = b.sym(string(b.text))
	}
	f := b.constant(trace.Const{Kind: trace.ConstAddress, Name: s})
	v := b.emit(trace.OpCall, typ, descr, f)
	b.t.Ops[v].Len += uint32(len(args))
	b.t.ArgList = append(b.t.ArgList, args...)
	return v
}

// fieldOf is the number of field k of the objects with a header.
func (b *builder) fieldOf(header uint64, k int) heap.FieldID {
	return b.t.Tables.Schema.Classes[arena.Shape(header).Class()].Fields[k]
}

// codeMark is the mark of an instruction: its text, and the constant that it was in a recording, by its number.
type codeMark struct {
	text string
	name trace.Value
	in   int
}

// mark emits which instruction of the program comes next. The text of a mark is nothing else's name.
func (b *builder) mark(depth int, c *code, pc int, file string) {
	m := c.mark(pc, file)
	if m.in != b.number {
		m.in, m.name = b.number, trace.ConstValue(len(b.t.Consts))
		b.t.Consts = append(b.t.Consts, trace.Const{Kind: trace.ConstText, Name: trace.Sym(len(b.t.Tables.Syms))})
		b.t.Tables.Syms = append(b.t.Tables.Syms, m.text)
	}
	b.emit(trace.OpMark, trace.Void, -1, b.int(int64(depth)), b.int(0), m.name)
}

// mark is the mark of an instruction. Bridges begin where other traces were left, so it is asked for again and again.
func (c *code) mark(pc int, file string) *codeMark {
	if c.marks == nil {
		c.marks = make([]codeMark, len(c.Instrs))
	}
	m := &c.marks[pc]
	if m.text == "" {
		if c.Module != "" {
			file = c.Module + ".py"
		}
		m.text = "'" + c.Name + ";" + file + ":" + strconv.Itoa(int(c.Lines[pc])) + "~#" + strconv.Itoa(pc) + " " + c.Instrs[pc].Op().String() + "'"
	}
	return m
}

// live returns what is read later, by instruction.
func (c *code) live() []compile.Registers {
	if c.liveness == nil {
		c.liveness, c.liveLists = c.Live(), make([][]int, len(c.Instrs))
	}
	return c.liveness
}

// liveAt lists the registers that are read from an instruction on. Snapshots share the list, which nobody changes.
func (c *code) liveAt(pc int) []int {
	live := c.live()
	if c.liveLists[pc] == nil {
		c.liveLists[pc] = append([]int{}, live[pc].List()...)
	}
	return c.liveLists[pc]
}

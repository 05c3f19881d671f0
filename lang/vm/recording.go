package vm

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
	t      *trace.Trace
	rec    *Recording
	consts map[trace.Const]trace.Value
	syms   map[string]trace.Sym
	texts  map[string]int32
	// spare has the slices of the trace and the recording before, which were copied.
	spare struct {
		trace  trace.Trace
		tables trace.Tables
		steps  []Step
		places []place
	}
}

// newTables is what all traces of a program share: its schema, and spellings that say nothing.
func newTables() *trace.Program {
	s := object.Schema()
	return &trace.Program{Schema: *s, ClassSpelling: make([]trace.ClassSpelling, len(s.Classes)), FieldText: make([]string, len(s.Fields)),
		ArrayText: make([]string, len(s.Arrays))}
}

// begin begins a trace of a program.
func (b *builder) begin(p *trace.Program, rec Recording) {
	if b.consts == nil {
		b.consts, b.syms, b.texts = make(map[trace.Const]trace.Value), make(map[string]trace.Sym), make(map[string]int32)
	}
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
	return b.constant(trace.Const{Kind: trace.ConstInt, Bits: uint64(n)})
}

func (b *builder) float(bits uint64) trace.Value {
	return b.constant(trace.Const{Kind: trace.ConstFloat, Bits: trace.FloatBits(math.Float64frombits(bits))})
}

func (b *builder) null() trace.Value {
	return b.constant(trace.Const{Kind: trace.ConstNull, Name: b.sym("null")})
}

// text returns the number of a descriptor.
func (b *builder) text(text string, effect int8) int32 {
	k, ok := b.texts[text]
	if !ok {
		k = int32(len(b.t.Tables.Texts))
		b.t.Tables.Texts = append(b.t.Tables.Texts, trace.Descr{Text: text, Effect: effect})
		b.texts[text] = k
	}
	return k
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

var typeLetters = map[trace.Type]string{trace.Int: "i", trace.Float: "f", trace.Ref: "r", trace.Void: "n"}

// call emits a call of a helper.
func (b *builder) call(name string, effect int8, typ trace.Type, args ...trace.Value) trace.Value {
	return b.callOf(name, b.descr(typ, args, fmt.Sprintf("EF=%d", effect), effect), typ, args)
}

// copying emits a call of a helper that writes nothing but items of arrays.
func (b *builder) copying(name string, args ...trace.Value) {
	b.looking(name, trace.Void, args...)
}

// looking emits a call of a helper that reads whatever it likes, and writes nothing but items of arrays.
func (b *builder) looking(name string, typ trace.Type, args ...trace.Value) trace.Value {
	descr := b.descr(typ, args, "EF=2 OS=1", 2)
	b.t.Tables.Texts[descr].CopiesItems = true
	return b.callOf(name, descr, typ, args)
}

// descr is the descriptor of a call.
func (b *builder) descr(typ trace.Type, args []trace.Value, effects string, effect int8) int32 {
	var types strings.Builder
	for _, a := range args {
		types.WriteString(typeLetters[b.t.TypeOf(a)])
	}
	size := "8"
	if typ == trace.Void {
		size = "0"
	}
	letter := typeLetters[typ]
	if typ == trace.Void {
		letter = "v"
	}
	return b.text(fmt.Sprintf("<Call%s %s %s %s>", letter, size, types.String(), effects), effect)
}

func (b *builder) callOf(name string, descr int32, typ trace.Type, args []trace.Value) trace.Value {
	f := b.constant(trace.Const{Kind: trace.ConstAddress, Name: b.sym("ConstClass(" + name + ")")})
	return b.emit(trace.OpCall, typ, descr, append([]trace.Value{f}, args...)...)
}

// fieldOf is the number of field k of the objects with a header.
func (b *builder) fieldOf(header uint64, k int) heap.FieldID {
	return b.t.Tables.Schema.Classes[arena.Shape(header).Class()].Fields[k]
}

// mark emits which instruction of the program comes next.
func (b *builder) mark(depth int, c *code, pc int, file string) {
	name := b.constant(trace.Const{Kind: trace.ConstText, Name: b.sym(c.mark(pc, file))})
	b.emit(trace.OpMark, trace.Void, -1, b.int(int64(depth)), b.int(0), name)
}

// mark is the text of the mark of an instruction. Bridges begin where other traces were left, so it is asked for again and again.
func (c *code) mark(pc int, file string) string {
	if c.marks == nil {
		c.marks = make([]string, len(c.Instrs))
	}
	if c.marks[pc] == "" {
		if c.Module != "" {
			file = c.Module + ".py"
		}
		c.marks[pc] = fmt.Sprintf("'%s;%s:%d~#%d %s'", c.Name, file, c.Lines[pc], pc, c.Instrs[pc].Op())
	}
	return c.marks[pc]
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

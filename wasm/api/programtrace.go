//go:build !core

package api

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"unbox/backend"
	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/vm"
	"unbox/native"
	"unbox/optimizer"
	"unbox/trace"
)

// maxProgramSteps is the maximum number of instructions of a trace in an
// answer.
const maxProgramSteps = 1_000

// aboutTrace finds the trace that a request is about, nil if there is none; gone means that the program no longer
// exists.
func (e *Engine) aboutTrace(run, loop, part int) (r *programRun, in *jit.Installed, gone bool) {
	r = e.running
	if r == nil || r.number != run {
		return nil, nil, true
	}
	if loop < 0 || loop >= len(r.loops) {
		return r, nil, false
	}
	if l := r.hot()[r.loops[loop]]; l != nil {
		if parts := partsOf(l); part >= 0 && part < len(parts) {
			in = parts[part].Installed
		}
	}
	return r, in, false
}

// programTrace answers a ProgramTraceRequest; if the loop has no trace, the answer has no steps.
func (e *Engine) programTrace(q *ProgramTraceRequest) (any, error) {
	r, in, gone := e.aboutTrace(q.Run, q.Loop, q.Part)
	if gone {
		return Absent{Gone: q.Run}, nil
	}
	out := &ProgramTrace{Loop: q.Loop, Part: q.Part, Steps: []ProgramStep{}, Recorded: []ProgramRow{}, Optimized: []ProgramRow{}, Passes: []string{}, Machine: []ProgramCode{}}
	if in == nil {
		return out, nil
	}
	for _, pass := range r.passes.List() {
		out.Passes = append(out.Passes, pass.String())
	}
	s := &traceShown{r: r, in: in, p: e.session.pictureOf(e.keepTrace(r, in, q.Result)), out: out}
	s.show(max(q.From, 0), min(max(q.Most, 1), maxProgramSteps))
	if q.Machine {
		if err := s.machine(); err != nil {
			out.Refused = err.Error()
		}
	}
	return out, nil
}

// keepTrace makes a kept result from a trace.
func (e *Engine) keepTrace(r *programRun, in *jit.Installed, number int) *comparedPoints {
	if e.shown.of == in.Optimized && e.session.results.get(number) == e.shown.as && e.shown.as != nil {
		return e.shown.as
	}
	t, text := named(in.Recording.Trace)
	c := e.session.results.slot(number, t)
	c.recordedText, c.trace, c.warnings, c.passes, c.from, c.to = text, t, nil, r.passes, 0, len(r.passes.List())
	c.compare(optimizer.Recorded(t), e.session.optimizer.Run(t, r.passes), "")
	e.shown = shownTrace{in.Optimized, c}
	return c
}

// shownTrace is what is kept of a trace that is being inspected.
type shownTrace struct {
	of *trace.Trace
	as *comparedPoints
}

// named returns a recording as it would be read from its own text: each value is named after the row that
// computes it, and each operation knows its row. So names and numbers are those that the playground shows
// for the text.
func named(t *trace.Trace) (same *trace.Trace, text string) {
	c := *t
	tables := *t.Tables
	c.Ops, c.Tables = slices.Clone(t.Ops), &tables
	tables.Syms = slices.Clone(t.Tables.Syms)
	list := trace.Print(t, trace.PrintOptions{})
	for line, v := range list.Ops {
		if v != trace.None {
			c.Ops[v].Line = int32(line + 1)
		}
	}
	letters := map[trace.Type]string{trace.Int: "i", trace.Float: "f", trace.Ref: "p"}
	count := 0
	for v := range c.Ops {
		op := &c.Ops[v]
		letter, ok := letters[op.Type]
		if !ok {
			continue
		}
		number := int(op.Line)
		if op.Code == trace.OpParam {
			number, count = count, count+1
		}
		op.Name = trace.Sym(len(tables.Syms))
		tables.Syms = append(tables.Syms, letter+strconv.Itoa(number))
	}
	list = trace.Print(&c, trace.PrintOptions{})
	var b strings.Builder
	for line := range list.Len() {
		b.WriteString(list.Line(line))
		b.WriteByte('\n')
	}
	return &c, b.String()
}

// traceShown makes a ProgramTrace.
type traceShown struct {
	r   *programRun
	in  *jit.Installed
	p   *picture
	out *ProgramTrace
	// from and to are the requested steps.
	from, to int
}

func (s *traceShown) show(from, most int) {
	steps := s.in.Recording.Steps
	s.from, s.to = min(from, len(steps)), min(from+most, len(steps))
	s.out.From, s.out.Total, s.out.Peeled = s.from, len(steps), s.p.c.right.Peeled
	if !s.in.Recording.Leads() {
		s.out.Text = s.p.c.recordedText
	}
	for k, step := range steps[s.from:s.to] {
		code := s.r.compiled.Codes[step.Code]
		at := code.Place(step.PC)
		shown := ProgramStep{Line: at.Own(), At: at.String(), Function: code.FullName(), Depth: step.Depth, Place: step.PC,
			Name: code.Instrs[step.PC].Op().String(), Text: s.r.compiled.Text(code, step.PC)}
		if s.from+k >= s.in.Recording.Bytecodes {
			shown.Name, shown.Text = compile.EnterLoop.String(), "enter a version of the loop, with numbers out of their boxes"
		}
		s.out.Steps = append(s.out.Steps, shown)
	}
	s.recorded()
	s.optimized()
}

// step is the index of the step that a recorded operation belongs to, -1 if it comes before all of them.
func (s *traceShown) step(v trace.Value) int {
	steps := s.in.Recording.Steps
	return sort.Search(len(steps), func(k int) bool { return steps[k].Mark > v }) - 1
}

// wanted reports whether a step is one of those asked for; what comes before all steps is included with the
// first.
func (s *traceShown) wanted(step int) bool {
	return step >= s.from && step < s.to || step < 0 && s.from == 0
}

func (s *traceShown) recorded() {
	t := s.p.c.trace
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		step := s.step(v)
		if code := t.Ops[v].Code; code == trace.OpParam || code == trace.OpMark || !s.wanted(step) {
			continue
		}
		f := &s.p.lives.Fates[v]
		row := ProgramRow{Step: step, Key: int(v), Number: t.Row(v), Spans: s.p.spans(true, v), Fate: fateNames[f.Kind], Reason: []Part{}}
		if t.Ops[v].Code == trace.OpLabel {
			row.Fate = fateNames[optimizer.FateKept]
		}
		if f.Remark >= 0 {
			row.Reason = s.p.short(optimizer.RemarkRef{Index: f.Remark})
		}
		s.out.Recorded = append(s.out.Recorded, row)
	}
}

// optimized lists the operations of the result. What a pass added belongs to the step of the operation before it.
func (s *traceShown) optimized() {
	t := s.p.c.right.Out
	loop := trace.Value(0)
	for v := range t.Ops {
		if t.Ops[v].Code == trace.OpLabel {
			loop = trace.Value(v)
		}
	}
	step := -1
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		op := &t.Ops[v]
		switch {
		case op.Code == trace.OpLabel:
			step = -1
		case op.Src != 0:
			step = s.step(trace.Value(op.Src))
		}
		if op.Code == trace.OpParam || op.Code == trace.OpMark || !s.wanted(step) {
			continue
		}
		s.out.Optimized = append(s.out.Optimized, ProgramRow{Step: step, Key: int(v), Number: t.Row(v), Spans: s.p.spans(false, v), Reason: []Part{},
			First: s.out.Peeled && v < loop})
	}
}

// machine compiles the trace to machine code, as a native program does.
func (s *traceShown) machine() error {
	t := s.p.c.right.Out
	program, err := backend.Plan(t, backend.Options{World: s.r.machine.World().Layout()})
	if err != nil {
		return err
	}
	features, err := processorOf("")
	if err != nil {
		return err
	}
	code, err := native.Compile(program, native.Options{Features: features, Listing: true})
	if err != nil {
		return err
	}
	loop := trace.Value(0)
	for v := range t.Ops {
		if t.Ops[v].Code == trace.OpLabel {
			loop = trace.Value(v)
		}
	}
	s.out.MachineSize = code.Size()
	first := s.out.Peeled
	for _, line := range code.Listing(s.p.c.rightNames) {
		if line.Stub {
			continue
		}
		row := ProgramCode{Step: -1, Label: line.Label, Text: line.Text, First: first}
		if line.Instr >= 0 {
			op := program.Code[line.Instr].Source
			row.Key, row.First = int(op), s.out.Peeled && op < loop
			if src := t.Ops[op].Src; src != 0 {
				row.Step = s.step(trace.Value(src))
			}
		}
		if first = row.First; s.wanted(row.Step) {
			s.out.Machine = append(s.out.Machine, row)
		}
	}
	return nil
}

// programMeaning answers a ProgramMeaningRequest.
func (e *Engine) programMeaning(q *ProgramMeaningRequest) (any, error) {
	op, ok := compile.OpNamed(q.Name)
	if !ok {
		return nil, fmt.Errorf("expected the name of an instruction, found `%s`", q.Name)
	}
	text, function := vm.Meaning(op)
	return ProgramMeaning{text, function}, nil
}

// programExit answers a ProgramExitRequest.
func (e *Engine) programExit(q *ProgramExitRequest) (any, error) {
	r, in, gone := e.aboutTrace(q.Run, q.Loop, q.Part)
	if gone {
		return Absent{Gone: q.Run}, nil
	}
	return e.exitOf(r, in, q.Guard), nil
}

// exitOf is what is rebuilt at a guard of a trace.
func (e *Engine) exitOf(r *programRun, in *jit.Installed, guard int) *ProgramExitResponse {
	out := &ProgramExitResponse{Guard: []Span{}, Frames: []ProgramFrame{}, Objects: []ProgramObject{}, Writes: []ProgramObject{}}
	if in == nil || guard < 1 || guard >= len(in.Optimized.Ops) || in.Optimized.Ops[guard].Code.Effect() != trace.EffectGuard {
		return out
	}
	p := e.session.pictureOf(e.keepTrace(r, in, 0))
	x := &exitShown{t: p.c.right.Out, names: p.c.rightNames, out: out, objects: make(map[trace.Value]int)}
	out.Found, out.Guard = true, p.spans(false, trace.Value(guard))
	for _, frame := range r.machine.ExitFrames(in.Recording, x.t, trace.Value(guard)) {
		code := r.compiled.Codes[frame.Code]
		f := ProgramFrame{Function: code.FullName(), At: code.Place(frame.PC).String(), Text: r.compiled.Text(code, frame.PC), Variables: []ProgramVariable{}}
		for _, v := range frame.Values {
			f.Variables = append(f.Variables, x.variable(code.Register(v.Register), v.Value))
		}
		out.Frames = append(out.Frames, f)
	}
	for _, v := range x.t.SnapPending(x.t.Ops[guard].Snap) {
		k := v.VirtualIndex()
		out.Writes = append(out.Writes, ProgramObject{x.names.Name(x.t.Virtuals[k].Of), x.class(k), x.fields(k)})
	}
	return out
}

// exitShown collects what an exit rebuilds.
type exitShown struct {
	t       *trace.Trace
	names   *trace.Namer
	out     *ProgramExitResponse
	objects map[trace.Value]int
}

// variable is a name with the value that it gets.
func (x *exitShown) variable(name string, v trace.Value) ProgramVariable {
	if !v.IsVirtual() {
		return ProgramVariable{name, x.names.Name(v), -1}
	}
	k := x.object(v)
	return ProgramVariable{name, x.out.Objects[k].Name, k}
}

// object is the index of an object that is allocated.
func (x *exitShown) object(v trace.Value) int {
	if k, ok := x.objects[v]; ok {
		return k
	}
	at := len(x.out.Objects)
	x.objects[v] = at
	x.out.Objects = append(x.out.Objects, ProgramObject{Name: "new" + strconv.Itoa(at+1), Class: x.class(v.VirtualIndex())})
	fields := x.fields(v.VirtualIndex())
	x.out.Objects[at].Fields = fields
	return at
}

func (x *exitShown) class(k int) string {
	virtual, schema := &x.t.Virtuals[k], &x.t.Tables.Schema
	if virtual.Array {
		return "array"
	}
	if int(virtual.Type) < len(schema.Classes) {
		return schema.Classes[virtual.Type].Name
	}
	return ""
}

func (x *exitShown) fields(k int) []ProgramVariable {
	list := []ProgramVariable{}
	for _, f := range x.t.Fields(k) {
		name := strconv.Itoa(int(f.Field))
		if !x.t.Virtuals[k].Array {
			name = x.t.Tables.Schema.Fields[f.Field].Name
		}
		list = append(list, x.variable(name, f.Value))
	}
	return list
}

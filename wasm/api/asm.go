//go:build !core

package api

import (
	"encoding/hex"
	"fmt"

	"unbox/backend"
	"unbox/native"
	"unbox/optimizer"
	"unbox/trace"
)

// processorOf returns what a processor can do, by its name in an AsmRequest.
func processorOf(name string) (native.Features, error) {
	switch name {
	case "", "x86-64-v3":
		return native.Features{AVX: true, BMI2: true}, nil
	case "x86-64":
		return native.Features{}, nil
	}
	return native.Features{}, fmt.Errorf("expected the processor `x86-64` or `x86-64-v3`, found `%s`", name)
}

// Asm compiles a trace at a point of the pipeline to machine code, and says
// which instructions belong to which line. It does so on every machine.
//
// Errors: a pass, a point or a processor that does not exist. Errors in the trace,
// and a trace that cannot be run as code, are in the response.
func (e *Engine) Asm(q *AsmRequest) (*AsmResponse, error) {
	features, err := processorOf(q.Processor)
	if err != nil {
		return nil, err
	}
	passes, err := optimizer.ParsePasses(q.Passes)
	if err != nil {
		return nil, err
	}
	r := &AsmResponse{Lines: []AsmLine{}, Code: []AsmInstruction{}, Places: []AsmPlace{}}
	trace, diagnostics := e.session.parse(q.Text)
	r.Diagnostics = Diagnostics(q.Text, diagnostics)
	if trace == nil {
		return r, nil
	}
	points := e.session.pipeline(passes)
	point := q.Point
	if point == -1 {
		point = points - 1
	}
	if point < 0 || point >= points {
		return nil, fmt.Errorf("expected a point from 0 to %d, found %d", points-1, q.Point)
	}
	if point > 0 {
		trace = e.session.point(point).Out
	}
	if reason := r.compile(trace, features); reason != nil {
		r.Refused = reason.Error()
	}
	return r, nil
}

// compile fills in everything but the diagnostics.
func (r *AsmResponse) compile(tr *trace.Trace, features native.Features) error {
	program, err := backend.Plan(tr, backend.Options{})
	if err != nil {
		return err
	}
	code, err := native.Compile(program, native.Options{Features: features, Listing: true})
	if err != nil {
		return err
	}
	names := trace.NewNamer(tr, "")
	listing := trace.PrintWith(names, trace.PrintOptions{})
	lineOf := make(map[trace.Value]int, len(listing.Ops))
	for k, op := range listing.Ops {
		r.Lines = append(r.Lines, asmLineOf(tr, listing, k))
		if op != trace.None {
			lineOf[op] = k
		}
	}
	a := &asmListing{r: r, code: code, program: program, lineOf: lineOf, names: names}
	a.instructions()
	a.places()
	for k := range program.Code {
		if line, note := a.line(k), code.Note(k); line >= 0 && note != "" {
			r.Lines[line].Note = note
		}
	}
	r.Size, r.Straight, r.Slots = code.Size(), code.StraightSize(), code.Slots()
	return nil
}

// asmLineOf returns line k of a listing.
func asmLineOf(tr *trace.Trace, listing *trace.Listing, k int) AsmLine {
	op := listing.Ops[k]
	line := AsmLine{Spans: spansOf(listing.Spans(k)), Inputs: op == 1 && tr.Ops[op].Code == trace.OpLabel}
	for _, s := range line.Spans {
		if s.Mark == SpanDefines && op != trace.None && s.Value == int(op) {
			line.Defines = s.Text
		}
	}
	if op != trace.None {
		line.Source = int(tr.Ops[op].Line)
	}
	return line
}

// asmListing brings code and lines together.
type asmListing struct {
	r       *AsmResponse
	code    *native.Code
	program *backend.Program
	lineOf  map[trace.Value]int
	names   *trace.Namer
}

// line is the line of an instruction of the program, -1 if it has none.
func (a *asmListing) line(instr int) int {
	if instr < 0 {
		return -1
	}
	if line, ok := a.lineOf[a.program.Code[instr].Source]; ok {
		return line
	}
	return -1
}

func (a *asmListing) instructions() {
	bytes := a.code.Bytes()
	for _, line := range a.code.Listing(a.names) {
		a.r.Code = append(a.r.Code, AsmInstruction{
			Offset: line.Offset, Bytes: hex.EncodeToString(bytes[line.Offset : line.Offset+line.Size]),
			Line: a.line(line.Instr), Rare: line.Stub, Label: line.Label, Text: line.Text, Values: line.Values,
		})
	}
}

func (a *asmListing) places() {
	for _, place := range a.code.Places() {
		a.r.Places = append(a.r.Places, AsmPlace{
			Value: a.names.Name(place.Value), From: int(place.From), To: int(place.To), Where: place.Where,
		})
	}
}

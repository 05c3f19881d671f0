//go:build !core

package api

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"unbox/backend"
	"unbox/heap"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/codegen"
)

// Codegen makes a WebAssembly module from a trace, and the region on which it begins
// to run. Package unbox/wasm/codegen describes the protocol between the module and
// its host.
//
// Errors: a pass that does not exist, negative numbers. Errors in the trace and the
// inputs, and a trace that cannot be run as code, are in the response.
func (e *Engine) Codegen(q *CodegenRequest) (*CodegenResponse, error) {
	passes, err := optimizer.ParsePasses(q.Passes)
	if err != nil {
		return nil, err
	}
	if q.Jumps < 0 || q.Young < 0 {
		return nil, fmt.Errorf("expected `jumps` and `young` of at least 0, found %d and %d", q.Jumps, q.Young)
	}
	r := &CodegenResponse{InputDiagnostics: []Diagnostic{}, Exits: []CodegenExit{}, Shapes: []CodegenShape{}, OldRefs: []int{}, Origins: []CodegenOrigin{}}
	trace, diagnostics := e.session.parse(q.Text)
	r.Diagnostics = Diagnostics(q.Text, diagnostics)
	if trace == nil {
		return r, nil
	}
	inputs, diagnostics := interp.ParseInputsFor(trace, q.Inputs, interp.RunOptions{Imagined: true})
	r.InputDiagnostics = Diagnostics(q.Inputs, diagnostics)
	if inputs == nil {
		return r, nil
	}
	if q.Optimize {
		trace = optimizer.Optimize(trace, passes).Out
	}
	if reason := r.generate(trace, inputs, q); reason != nil {
		r.Refused = reason.Error()
	}
	return r, nil
}

// generate fills in everything but the diagnostics.
func (r *CodegenResponse) generate(tr *trace.Trace, inputs *interp.Inputs, q *CodegenRequest) error {
	p, err := backend.Plan(tr, backend.Options{})
	if err != nil {
		return err
	}
	r.Imagined = interp.FirstOpaque(tr) != trace.None
	if inputs.Outside.Seed != 0 || len(inputs.Outside.Events) > 0 {
		return errors.New("the inputs say what the outside does, which only the interpreter follows; leave that out, or measure on a server")
	}
	module, err := codegen.Generate(p)
	if err != nil {
		return err
	}
	o := backend.RunOptions{CollectFreely: true, Arena: arena.Options{Young: q.Young}}
	o.Jumps, o.Steps, o.Imagined = q.Jumps, 1<<62, true
	start, err := backend.Prepare(p, inputs, o)
	if err != nil {
		return err
	}
	r.Module = base64.StdEncoding.EncodeToString(module.Bytes)
	r.Region = base64.StdEncoding.EncodeToString(start.Region)
	r.Young, r.Space, r.Iterations = start.Young, start.Space, int(start.Iterations)
	r.Frame, r.Consts = int(p.Layout.Frame), int(p.Layout.Consts)
	for _, o := range start.OldRefs {
		r.OldRefs = append(r.OldRefs, int(o))
	}
	if r.Imagined {
		for _, o := range start.Origins {
			r.Origins = append(r.Origins, CodegenOrigin{int(o.Ref), strconv.FormatUint(o.Origin, 10)})
		}
	}
	r.describeShapes(p.Layout)
	r.describeExits(p, start.Consts)
	return nil
}

func lineInSource(t *trace.Trace, v trace.Value) int {
	if int(v) >= len(t.Ops) {
		return 0
	}
	return int(t.Ops[v].Line)
}

var exitKinds = [...]string{backend.ExitLeave: "leave", backend.ExitAllocate: "allocate", backend.ExitEffect: "effect", backend.ExitFuel: "fuel", backend.ExitMissing: "missing"}

func (r *CodegenResponse) describeExits(p *backend.Program, consts []uint64) {
	names := trace.NewNamer(p.Trace, "")
	lowering := interp.NewLowering(p.Trace)
	for k := range p.Exits {
		in := &p.Code[p.Exits[k].Instr]
		exit := CodegenExit{Kind: exitKinds[p.Exits[k].Kind], Line: lineInSource(p.Trace, in.Source), Live: []string{}, Names: []string{}, LengthIn: -1}
		for i, v := range p.LiveAt(int32(k)) {
			exit.Live = append(exit.Live, p.TypeOf(v).String())
			exit.Names = append(exit.Names, names.Name(v))
			if in.Op == backend.OpNewArray && v == in.A {
				exit.LengthIn = i
			}
		}
		switch in.Op {
		case backend.OpNew, backend.OpNewArray:
			exit.Shape = int(in.Shape)
			exit.Unwritten = in.Slow
		case backend.OpEffect:
			exit.Result = in.Type.String()
			if p.Exits[k].Kind == backend.ExitEffect && lowering.Opaque(in.Source) {
				exit.Call = callOf(p, lowering, int32(k), consts)
			}
		}
		if in.Op == backend.OpNewArray && !in.A.IsOp() {
			bits, _ := p.ConstBits(in.A)
			exit.Length = int(bits)
		}
		if in.Source > 0 && int(in.Source) < len(p.Trace.Ops) {
			exit.Operation = p.Trace.Ops[in.Source].Code.String()
		}
		r.Exits = append(r.Exits, exit)
	}
}

// callOf describes the call for which the code leaves through an exit.
func callOf(p *backend.Program, lowering *interp.Lowering, exit int32, consts []uint64) *CodegenCall {
	call := p.Code[p.Exits[exit].Instr].Source
	out := &CodegenCall{Copies: lowering.Copies(call), Args: []CodegenArg{}}
	if lowering.Forces(call) {
		out.Forces = virtualRefOf(p)
	}
	out.AsksIfForced = p.Trace.AsksIfForced(call)
	if seed, ok := lowering.Computed(call); ok {
		out.Seed = strconv.FormatUint(seed, 10)
	}
	live := p.LiveAt(exit)
	for _, v := range p.Trace.Args(call) {
		arg := CodegenArg{Type: p.TypeOf(v).String(), Slot: slices.Index(live, v)}
		if v.IsConst() {
			arg.Bits = strconv.FormatUint(consts[v.ConstIndex()], 10)
		}
		out.Args = append(out.Args, arg)
	}
	if condition := p.Trace.Ops[call].Condition(); condition != trace.CallsAlways {
		first := out.Args[0]
		out.Condition, out.IfZero, out.Args = &first, condition == trace.CallsIfZero, out.Args[1:]
	}
	return out
}

// virtualRefOf describes the layout of virtual_refs, nil if the program has none.
func virtualRefOf(p *backend.Program) *CodegenVirtualRef {
	tables := p.Trace.Tables
	for c := range tables.Schema.Classes {
		class := heap.ClassID(c)
		if token, forced, ok := tables.IsVirtualRef(class); ok {
			return &CodegenVirtualRef{Shape: int(arena.ObjectShape(class)), Token: int(p.Layout.Field(token).Offset), Forced: int(p.Layout.Field(forced).Offset)}
		}
	}
	return nil
}

func (r *CodegenResponse) describeShapes(l *arena.Layout) {
	for _, s := range l.Shapes() {
		shape := CodegenShape{Shape: int(s.Shape), Size: int(s.Size), ItemSize: int(s.ItemSize), Tags: s.Tags, Refs: []int{}, Tagged: []int{}}
		for _, offset := range s.Refs {
			shape.Refs = append(shape.Refs, int(offset))
		}
		for _, offset := range s.Tagged {
			shape.Tagged = append(shape.Tagged, int(offset))
		}
		r.Shapes = append(r.Shapes, shape)
	}
	r.TagRef = int(heap.Ref)
}

package interp

import (
	"slices"
	"sort"

	"unbox/trace"
)

// step is what an instruction of a decoded trace does.
type step uint8

const (
	stepEval                step = iota // regs[dst] = Eval(code, regs[a], regs[b])
	stepOverflow                        // the same, and regs[c] = whether it overflowed
	stepCheck                           // regs[a] must not have overflowed, which regs[c] says
	stepPtrEq                           // regs[dst] = regs[a] and regs[b] are one object; stepPtrNe likewise
	stepPtrNe                           //
	stepMove                            // regs[dst] = regs[a]
	stepNew                             // the others follow the operation table
	stepGet                             //
	stepSet                             //
	stepNewArray                        //
	stepNewArrayClear                   //
	stepGetItem                         //
	stepSetItem                         //
	stepGetInterior                     //
	stepSetInterior                     //
	stepArrayLen                        //
	stepLeave                           // leaves if aux jumps were taken
	stepPause                           // pauses: see Stepper
	stepGuardTrue                       //
	stepGuardFalse                      //
	stepGuardValue                      //
	stepGuardClass                      //
	stepGuardNonnullClass               //
	stepGuardNoOverflow                 // regs[c] says, 0 if no overflow operation came before
	stepGuardOverflow                   //
	stepGuardNotInvalidated             // these three ask the outside
	stepGuardNoException                //
	stepGuardException                  //
	stepFall                            // give the parameters of a label the values moves[a:a+b]
	stepJump                            // the same, and go on at pc
	stepFinish                          //
	stepGetarg                          //
	stepEffect                          // visible effect with the values moves[a:a+b]
	stepUnknown                         // what comes next uses a constant whose meaning is unknown
	stepOpaque                          // an operation whose meaning is unknown, with the values moves[a:a+b]
	stepToken                           // force_token; this and the next are in frame.go
	stepVirtualRef                      //
	stepVirtualRefFinish                //
	stepPromise                         // the promise must hold
	stepComputed                        // regs[dst] = something that moves[a:a+b] decide
	stepMalformed                       // an operation that breaks the rules of the IR
	stepEnd                             // the end of the trace
)

// instr is an instruction of a decoded trace. Operands are indexes of
// registers: register v holds the value of operation v, after them come the
// constants and the overflow flags.
type instr struct {
	step step
	code trace.Opcode
	typ  trace.Type
	// copies means that an opaque operation is a call that copies items of an
	// array.
	copies bool
	// forces means that an opaque operation is a call that returns what a virtual_ref
	// stands for, asksIfForced that it is the guard after one.
	forces, asksIfForced bool
	// blind means that the outside sees no object at a call, and keeps none.
	blind bool
	// asksForFrames means that the outside looks at fields which only those look at who ask for frames.
	asksForFrames bool
	// condition says when a call is made; moves[a-1] is then the first argument of a
	// conditional one.
	condition trace.Condition
	// writes is what the outside may change at a call, raises whether it may raise,
	// and invalidates whether it may change what the trace took to be constant. For
	// a guard on exceptions, raises is that of the call that the guard asks about.
	writes trace.Writes
	raises trace.Raising
	// text is what is done with strings if they have contents; misplaced means that this is a write to a string that may be in
	// use. largest is the largest character.
	text        textStep
	misplaced   bool
	largest     uint64
	invalidates bool
	dst, a, b   uint32
	// c is an overflow flag, or the parameter count of a label.
	c uint32
	// flag is the register that says whether a call raised, 0 for none.
	flag uint32
	// aux is Op.Descr, or the pc of a jump's target, or the number of an
	// argument, or an index in notes.
	aux int32
}

// program is a trace in the form in which it runs.
type program struct {
	trace *trace.Trace
	code  []instr
	// ops is the operation of each instruction; counted is the number of
	// operations before it in the trace that count as steps.
	ops     []trace.Value
	counted []int32
	moves   []uint32
	notes   []string
	// flagged lists the operations whose result can be missing: overflow operations,
	// and calls that can raise. The flag of flagged[k] is register flags+k.
	flagged   []trace.Value
	flags     uint32
	registers int
	// labels[k] is the pc after Tables.Labels[k], and the OpLabel.
	labels     []labelAt
	firstLabel int32
	jumps      []int32
	// objects lists the constants that refer to objects.
	objects []int32
	// unseen has the strings that were made and that nothing but writes has used yet.
	unseen map[trace.Value]bool
	// anyUnknown means that some constants are ConstUnknown, anyOpaque that some
	// are ConstUnknown or ConstAddress.
	anyUnknown, anyOpaque bool

	block   trace.Value // the label before the current operation
	lastOvf int         // index in flagged of the last overflow operation in the block, -1
	count   int32
}

type labelAt struct {
	pc    int32
	label trace.Value
}

// decode makes p the program of a trace, reusing memory. It never fails: an
// operation that breaks the rules of the IR becomes a stepMalformed, which a run
// that gets there reports.
func (p *program) decode(t *trace.Trace) {
	p.trace = t
	n := len(t.Ops) + 1 // instructions, or a few more
	p.code, p.ops, p.counted = slices.Grow(p.code[:0], n), slices.Grow(p.ops[:0], n), slices.Grow(p.counted[:0], n)
	p.moves, p.notes, p.jumps = p.moves[:0], p.notes[:0], p.jumps[:0]
	p.flagged = p.flagged[:0]
	p.labels = trace.Zeroed(p.labels, len(t.Tables.Labels))
	p.firstLabel, p.block, p.lastOvf, p.count = -1, trace.None, -1, 0
	clear(p.unseen)
	p.flags = uint32(len(t.Ops) + len(t.Consts))
	p.decodeConstants()
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		p.decodeOp(v)
	}
	p.add(trace.Value(len(t.Ops)), instr{step: stepEnd})
	p.resolveJumps()
	p.registers = int(p.flags) + len(p.flagged)
}

func (p *program) decodeConstants() {
	p.objects, p.anyUnknown, p.anyOpaque = p.objects[:0], false, false
	for k, c := range p.trace.Consts {
		switch c.Kind {
		case trace.ConstPtr, trace.ConstText, trace.ConstUnknown:
			p.objects = append(p.objects, int32(k))
		}
		p.anyUnknown = p.anyUnknown || c.Kind == trace.ConstUnknown
		p.anyOpaque = p.anyOpaque || c.Kind == trace.ConstUnknown || c.Kind == trace.ConstAddress
	}
}

func (p *program) add(v trace.Value, in instr) {
	p.code = append(p.code, in)
	p.ops = append(p.ops, v)
	p.counted = append(p.counted, p.count)
}

// register returns the register of a value that an operation uses.
func (p *program) register(v trace.Value) uint32 {
	if v.IsConst() {
		return uint32(len(p.trace.Ops) + v.ConstIndex())
	}
	return uint32(v)
}

// simpleSteps has the step of each operation that needs no special treatment;
// the pure ones on numbers are left out, they are stepEval.
var simpleSteps = [256]step{
	trace.OpPtrEq: stepPtrEq, trace.OpPtrNe: stepPtrNe, trace.OpSameAs: stepMove,
	trace.OpNew: stepNew, trace.OpGet: stepGet, trace.OpSet: stepSet,
	trace.OpNewArray: stepNewArray, trace.OpNewArrayClear: stepNewArrayClear,
	trace.OpGetItem: stepGetItem, trace.OpSetItem: stepSetItem,
	trace.OpGetInterior: stepGetInterior, trace.OpSetInterior: stepSetInterior, trace.OpArrayLen: stepArrayLen,
	trace.OpGuardTrue: stepGuardTrue, trace.OpGuardFalse: stepGuardFalse,
	trace.OpGuardNonnull: stepGuardTrue, trace.OpGuardIsnull: stepGuardFalse,
	trace.OpGuardValue: stepGuardValue, trace.OpGuardClass: stepGuardClass,
	trace.OpGuardNonnullClass:   stepGuardNonnullClass,
	trace.OpGuardNotInvalidated: stepGuardNotInvalidated,
	trace.OpGuardNoException:    stepGuardNoException,
	trace.OpGuardException:      stepGuardException,
	trace.OpForceToken:          stepToken, trace.OpVirtualRef: stepVirtualRef, trace.OpVirtualRefFinish: stepVirtualRefFinish,
	trace.OpAssertNonnull: stepPromise, trace.OpAssertClass: stepPromise, trace.OpAssertValue: stepPromise,
}

func (p *program) decodeOp(v trace.Value) {
	t := p.trace
	op := &t.Ops[v]
	effect := op.Code.Info().Effect
	if op.Code == trace.OpLabel {
		p.decodeLabel(v)
		return
	}
	if op.Code == trace.OpParam || effect == trace.EffectBookkeeping && simpleSteps[op.Code] != stepPromise ||
		op.Code == trace.OpGuardFuture {
		return
	}
	if note := p.malformed(v); note != "" {
		p.notes = append(p.notes, note)
		p.add(v, instr{step: stepMalformed, aux: int32(len(p.notes) - 1)})
		return
	}
	if p.anyOpaque && p.touchesUnknown(v) && !CopiesItems(p.trace.Tables, &t.Ops[v], t.Args(v), t.TypeOf) {
		p.add(v, instr{step: stepUnknown})
	}
	p.checkOperands(v)
	p.emit(v, op, effect)
	p.noteTextUse(v, op, t.Args(v))
	p.count++
}

func (p *program) emit(v trace.Value, op *trace.Op, effect trace.Effect) {
	in := instr{code: op.Code, typ: op.Type, dst: uint32(v), aux: op.Descr}
	args := p.trace.Args(v)
	if len(args) > 0 && len(args) <= 3 {
		in.a = p.register(args[0])
		in.b = p.register(args[min(1, len(args)-1)])
		in.c = p.register(args[len(args)-1])
	}
	switch {
	case p.knownCall(op, args) != trace.OpNone:
		in.step, in.code = stepEval, p.knownCall(op, args)
		in.a, in.b = p.register(args[1]), p.register(args[2])
	case op.Code == trace.OpStrLen || op.Code == trace.OpStrItem || p.isElidable(op):
		in.step = stepComputed
		in.text, _ = p.textOf(op, args)
		in.largest = uint64(op.LastCharacter())
		p.addCall(&in, op, args)
		p.outside(v, &in)
	case effect == trace.EffectVisible || effect == trace.EffectOpaque || effect == trace.EffectReadRaw || effect == trace.EffectWriteRaw ||
		op.Code == trace.OpFinish || op.Code == trace.OpGuardOpaque:
		in.text, in.misplaced = p.textOf(op, args)
		in.largest = uint64(op.LastCharacter())
		in.step, in.copies = stepOpaque, CopiesItems(p.trace.Tables, op, args, p.trace.TypeOf)
		in.forces, in.asksIfForced = p.trace.Tables.ForcesVirtual(op, args, p.trace.TypeOf), p.asksIfForced(v)
		if effect == trace.EffectVisible {
			in.step = stepEffect
		} else if op.Code == trace.OpFinish {
			in.step = stepFinish
		}
		in.writes, in.blind = p.trace.CallWrites(op, args), !p.trace.SeesHeap(v)
		in.asksForFrames = p.trace.AsksForFrames(v)
		p.addCall(&in, op, args)
		p.outside(v, &in)
	case op.Code == trace.OpJump:
		in.step = stepJump
		in.a, in.b = p.addMoves(args)
		p.jumps = append(p.jumps, int32(len(p.code)))
	case op.Code == trace.OpGetarg:
		in.step = stepGetarg
		in.aux = int32(p.trace.Const(args[0]).Bits)
	case effect == trace.EffectOverflow:
		in.step, in.c = stepOverflow, p.addFlag(v)
		p.lastOvf = len(p.flagged) - 1
	case trace.AsksForException(op.Code):
		in.step, in.raises = simpleSteps[op.Code], p.trace.Raises(p.trace.AskedCall(v))
	case op.Code == trace.OpGuardNoOverflow || op.Code == trace.OpGuardOverflow:
		in.step = stepGuardOverflow
		if in.c = 0; p.lastOvf >= 0 {
			in.c = p.flags + uint32(p.lastOvf)
		}
		if op.Code == trace.OpGuardNoOverflow {
			in.step = stepGuardNoOverflow
		}
	default:
		in.step = simpleSteps[op.Code]
	}
	p.add(v, in)
}

// outside notes what the outside can do at an operation.
func (p *program) outside(v trace.Value, in *instr) {
	in.raises, in.invalidates = p.trace.Raises(v), p.trace.MayInvalidate(v)
	if in.raises != trace.RaisesNever && in.typ != trace.Void {
		in.flag = p.addFlag(v)
	}
}

// asksIfForced reports whether an operation is the guard after a call that returns what a
// virtual_ref stands for.
func (p *program) asksIfForced(guard trace.Value) bool {
	if p.trace.Ops[guard].Code != trace.OpGuardOpaque {
		return false
	}
	call := p.trace.AskedCall(guard)
	return call != trace.None && p.malformed(call) == "" && p.trace.AsksIfForced(guard)
}

// addFlag gives an operation whose result can be missing a flag.
func (p *program) addFlag(v trace.Value) uint32 {
	p.flagged = append(p.flagged, v)
	return p.flags + uint32(len(p.flagged)-1)
}

func (p *program) addMoves(args []trace.Value) (first, n uint32) {
	first = uint32(len(p.moves))
	for _, arg := range args {
		p.moves = append(p.moves, p.register(arg))
	}
	return first, uint32(len(args))
}

// addCall adds the arguments of an operation that the outside sees. The condition of a
// conditional call is not passed to its function.
func (p *program) addCall(in *instr, op *trace.Op, args []trace.Value) {
	in.a, in.b = p.addMoves(args)
	if in.condition = op.Condition(); in.condition != trace.CallsAlways {
		in.a, in.b = in.a+1, in.b-1
	}
}

// checkOperands puts a check before an operation for each operand that may
// have overflowed, or be the result of a call that raised.
func (p *program) checkOperands(v trace.Value) {
	if len(p.flagged) == 0 {
		return
	}
	for _, arg := range p.trace.Args(v) {
		if flag, ok := p.flagOf(arg); ok && !p.fitsBefore(arg, v) && !p.passesOn(v, arg) {
			p.add(v, instr{step: stepCheck, a: p.register(arg), c: flag})
		}
	}
}

// passesOn reports whether an operation only passes the result of a call on to a label.
// There it is 0 or null if the call raised, as it is in snapshots.
func (p *program) passesOn(v, arg trace.Value) bool {
	code := p.trace.Ops[v].Code
	return (code == trace.OpJump || code == trace.OpLabel) && p.trace.Ops[arg].Code.Effect() != trace.EffectOverflow
}

// flagOf returns the register of the flag that says whether a value is missing:
// because it overflowed, or because the call whose result it is raised.
func (p *program) flagOf(v trace.Value) (flag uint32, ok bool) {
	if !v.IsOp() {
		return 0, false
	}
	k, ok := slices.BinarySearch(p.flagged, v)
	return p.flags + uint32(k), ok
}

// fitsBefore reports whether the usual guard comes right after an operation whose
// result can be missing, so that no later operation uses a missing one.
func (p *program) fitsBefore(arg, user trace.Value) bool {
	if arg+1 >= user {
		return false
	}
	code := p.trace.Ops[arg+1].Code
	return code == trace.OpGuardNoOverflow || code == trace.OpGuardNoException
}

func (p *program) decodeLabel(v trace.Value) {
	t := p.trace
	params := t.ParamCount(v)
	args := t.Args(v)
	switch {
	case v == 1:
	case len(args) == params && p.malformedArgs(v, args, "*") == "" && p.fitsParams(v, args):
		p.checkOperands(v)
		in := instr{step: stepFall, dst: uint32(v) + 1}
		in.a, in.b = p.addMoves(args)
		if t.Ops[v].Src == 0 || t.Ops[v].Copy == 1 { // where the recorded trace jumps
			in.step, in.aux = stepJump, int32(len(p.code)+1)
		}
		p.add(v, in)
	default:
		p.notes = append(p.notes, "expected one value for each parameter of the label that is fallen into")
		p.add(v, instr{step: stepMalformed, aux: int32(len(p.notes) - 1)})
	}
	at := labelAt{int32(len(p.code)), v}
	if d := t.Ops[v].Descr; d >= 0 && int(d) < len(p.labels) && p.labels[d].label == trace.None {
		p.labels[d] = at
	}
	if p.firstLabel < 0 {
		p.firstLabel = t.Ops[v].Descr
	}
	p.block, p.lastOvf = v, -1
	clear(p.unseen)
}

// fitsParams reports whether values have the types of a label's parameters.
func (p *program) fitsParams(label trace.Value, args []trace.Value) bool {
	for k, arg := range args {
		if p.trace.Ops[int(label)+1+k].Type != p.trace.TypeOf(arg) {
			return false
		}
	}
	return true
}

// resolveJumps gives every jump its target. A jump to a label of another trace
// ends the run like a finish.
func (p *program) resolveJumps() {
	for _, pc := range p.jumps {
		in := &p.code[pc]
		if in.aux < 0 {
			in.aux = p.firstLabel
		}
		if in.aux < 0 || int(in.aux) >= len(p.labels) || p.labels[in.aux].label == trace.None {
			in.step = stepFinish
			continue
		}
		p.resolveJump(in, p.labels[in.aux])
	}
}

func (p *program) resolveJump(in *instr, target labelAt) {
	t := p.trace
	in.aux, in.dst = target.pc, uint32(target.label)+1
	fits := int(in.b) == t.ParamCount(target.label)
	for k := uint32(0); fits && k < in.b; k++ {
		fits = t.Ops[in.dst+k].Type == p.typeOfRegister(p.moves[in.a+k])
	}
	if !fits {
		p.notes = append(p.notes, "expected values for the parameters of the label, of the same number and types")
		in.step, in.aux = stepMalformed, int32(len(p.notes)-1)
	}
}

func (p *program) typeOfRegister(r uint32) trace.Type {
	if int(r) < len(p.trace.Ops) {
		return p.trace.Ops[r].Type
	}
	return p.trace.Consts[int(r)-len(p.trace.Ops)].Type()
}

// firstOf returns the first instruction of an operation or, if it has none, that
// of the next one that has.
func (p *program) firstOf(v trace.Value) int {
	return sort.Search(len(p.ops)-1, func(pc int) bool { return p.ops[pc] >= v })
}

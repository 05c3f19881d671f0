package vm

import (
	"fmt"

	"unbox/lang/compile"
	"unbox/lang/object"
	"unbox/trace"
)

// The recorder executes the program, one instruction of the bytecode after the other, by operations that
// are named as in the operation table, and records each of them with its arguments: so a trace says what
// ran. What is not worth recording in detail is executed by the interpreter's own functions, and the
// trace calls them (see record_residual.go).
//
// All guards of an instruction come before its effects, with a snapshot of the registers as they
// were before it: an exit there executes the instruction again. After an effect a guard leaves to
// a place after the instruction.

// The limits of a recording.
const (
	maxOps     = 8000 // operations
	maxInlined = 12   // frames in each other
	// maxReach is the maximum number of words of the stack that the frames take.
	maxReach = (maxInlined + 1) * 2 * window
	maxSteps = 4000 // instructions
)

// abort ends a recording, with the reason.
type abort string

func giveUp(format string, values ...any) { panic(abort(fmt.Sprintf(format, values...))) }

// anException is the reason why a recording fails in which the program raises an exception.
const anException abort = "an exception was raised"

// functionReturned is the reason why a recording fails in a function that returns to Go, or that is the one with the loop.
const functionReturned abort = FunctionReturned

// recorder makes one recording.
type recorder struct {
	*builder
	vm     *VM
	base   int // the number of the outermost frame
	frames []*inlined
	// pc is the instruction that is recorded, live what is read from there on, before the snapshot
	// of the registers before it, 0 as long as no guard needed it.
	pc     int
	live   []int
	before int32
	// shapes are those that references are known to have; 0 is none.
	shapes valueTable[uint64]
	// nonnull are references that are known to refer to something.
	nonnull valueTable[bool]
	// slices are the parts of slices that were made.
	slices map[trace.Value][3]trace.Value
	// tuples are the items of tuples that were made, which never change.
	tuples map[trace.Value][]value
	// validated means that guard_not_invalidated is in the trace since the last call that may
	// change a class.
	validated bool
	// loops says which loops have traces: the first instruction of such a loop ends the trace with a jump
	// to the loop's trace.
	loops Loops
	// beyond means that the recording continues after the end of the loop.
	beyond bool
	// passed, if it is not nil, is called after each back edge.
	passed func()
	// conditions is the number of recorded conditions.
	conditions int
	// spare are frames that have ended, for those that begin.
	spare []*inlined
}

// inlined is a frame of the recording.
type inlined struct {
	code *code
	fp   int // from the first register of the outermost frame on
	regs []trace.Value
	inst trace.Value
	kind returnKind
	dest uint8
	// loops are those that began in the frame.
	loops map[int]*inlinedLoop
	// waits and waiting are the place and the registers of a frame that waits for another one.
	waits   int
	waiting []int
}

// inlinedLoop is a loop in a recording: how often it went back, and how many conditions were recorded before its
// last iteration.
type inlinedLoop struct{ passes, conditions int }

func (r *recorder) top() *inlined { return r.frames[len(r.frames)-1] }

// record records one iteration of a loop whose first instruction is the next one. The reason is
// not "" if it did not come to an end; then the program has run as far as the recorder came, and
// continues from there.
func (vm *VM) record(c *code, loop int, types Types, beyond bool, loops Loops, passed func()) (rec *Recording, reason string) {
	r := vm.newRecorder(c, LoopID{c.ID, loop}, loops, passed)
	r.beyond = beyond
	head := c.Loops[loop].Head
	r.frames = append(r.frames, r.newFrame(c))
	r.rec.Types, r.rec.Began = types, vm.Types(LoopID{c.ID, loop})
	r.rec.Registers = append(r.rec.Registers, c.liveAt(head)...)
	r.takes()
	return r.run()
}

func (vm *VM) newRecorder(c *code, id LoopID, loops Loops, passed func()) *recorder {
	if vm.tables == nil {
		vm.tables = newTables()
	}
	r := vm.idle
	if r == nil {
		r = &recorder{builder: new(builder), slices: make(map[trace.Value][3]trace.Value), tuples: make(map[trace.Value][]value)}
	}
	vm.idle = nil // until the recording has ended
	clear(r.slices)
	clear(r.tuples)
	*r = recorder{builder: r.builder, vm: vm, base: vm.depth - 1, shapes: r.shapes.emptied(), nonnull: r.nonnull.emptied(), slices: r.slices, tuples: r.tuples,
		loops: loops, passed: passed, frames: r.frames[:0], spare: append(r.spare, r.frames...)}
	vm.recordings++
	r.begin(vm.tables, Recording{Code: id.Code, Loop: id.Loop, At: c.LoopPlace(id.Loop)}, vm.recordings)
	return r
}

// newFrame returns a frame of which nothing is known.
func (r *recorder) newFrame(c *code) *inlined {
	n := len(r.spare)
	if n == 0 {
		return &inlined{code: c, regs: make([]trace.Value, window)}
	}
	in := r.spare[n-1]
	r.spare = r.spare[:n-1]
	clear(in.regs)
	*in = inlined{code: c, regs: in.regs}
	return in
}

// run records until the trace ends.
func (r *recorder) run() (rec *Recording, reason string) {
	vm := r.vm
	outer := vm.recording // one that has called what this one records
	vm.recording = r
	at := vm.mark()
	vm.handsOn(r.base, -1)
	defer func() {
		defer vm.handsOn(r.base, 1)
		vm.recording = outer
		if e := recover(); e != nil {
			why, ok := e.(abort)
			if !ok {
				why = r.ranOut(e, at)
			}
			rec, reason = nil, string(why)
			if why != anException && why != functionReturned && r.keepsApart() {
				reason = LoopInlined
			}
		}
		if rec == nil {
			vm.Release(r.rec)
		}
		r.finish(rec != nil)
		vm.idle = r
	}()
	for {
		f := &vm.frames[vm.depth-1]
		r.pc = f.pc - 1
		vm.safe()
		if f.code != r.top().code || vm.depth-1 != r.base+len(r.frames)-1 {
			panic("BUG: the recorder has other frames than the program")
		}
		if r.atEnd(f) {
			return r.rec, ""
		}
		if r.instruction(f) {
			return r.rec, ""
		}
		if r.hasEnded() {
			return nil, LoopEnded
		}
	}
}

// atEnd ends the trace at the first instruction of a loop that has one. It reports whether it did.
func (r *recorder) atEnd(f *frame) bool {
	if r.rec.Bytecodes == 0 {
		return false
	}
	ends := r.hasTrace
	if len(r.frames) > 1 {
		if !r.isRecursive() && !r.hasManyIterations(f) {
			r.beginLoops(f) // a first iteration is a part of the trace
			return false
		}
		ends = r.leadsTo
	}
	target, yes := f.code.loopAt(f.pc, ends)
	if !yes {
		return false
	}
	r.endAt(f, target)
	return true
}

// endAt ends the trace at the first instruction of a loop.
func (r *recorder) endAt(f *frame, target LoopID) {
	r.pc, r.before, r.live = f.pc, 0, f.code.liveAt(f.pc)
	r.rec.Target, r.rec.descends = target, len(r.frames) > 1 && target == LoopID{r.rec.Code, r.rec.Loop}
	r.rec.TargetTypes = r.rec.Types // Leads compares them
	r.rec.TargetTypes = r.leadsAs()
	args := r.arguments(f)
	if len(r.frames) > 1 {
		r.beginFrames()
	}
	r.jumpTo(args)
}

// hasTrace reports whether a loop has a trace.
func (r *recorder) hasTrace(loop LoopID) bool { return r.loops.State(loop) == LoopTraced }

// hasManyIterations reports whether the next instruction begins a loop over more items than iterations become parts of a trace.
func (r *recorder) hasManyIterations(f *frame) bool {
	i := f.code.Instrs[f.pc]
	if i.Op() != compile.ForIter {
		return false
	}
	w := r.vm.w
	switch it := w.Words[f.fp+int(i.A())]; r.vm.shapeOf(it) {
	case object.HRangeIter:
		return w.Slot(it, rangeLeft) > maxUnrolled
	case object.HSeqIter:
		at := w.Slot(it, seqIndex)
		switch seq := w.Slot(it, seqSequence); r.vm.shapeOf(seq) {
		case object.HList, object.HArray:
			return w.Slot(seq, listLength) > at+maxUnrolled
		case object.ATuple:
			return uint64(w.Len(seq)) > at+maxUnrolled
		}
	}
	return false
}

// isRecursive reports whether the function of the innermost frame is that of another one, too.
func (r *recorder) isRecursive() bool {
	for _, in := range r.frames[:len(r.frames)-1] {
		if in.code == r.top().code {
			return true
		}
	}
	return false
}

// LoopEnded is the reason why a recording fails that began in the last iteration of a loop.
const LoopEnded = "the loop ended before its iteration did"

// FunctionReturned is the reason for which a recording comes to nothing where the function returns for which nothing waits
// but the interpreter. Another time something else may wait.
const FunctionReturned = "the function returned before the iteration ended"

// LoopInlined is the reason for which a recording comes to nothing in a function with loops that it had inlined, for one of
// which it would have ended. Traces call that function from then on, so the next attempt may succeed.
const LoopInlined = "a function with loops cannot be a part of the trace"

// keepsApart makes traces call the functions with loops that a failed recording had inlined. It reports whether there
// are any.
func (r *recorder) keepsApart() bool {
	any := false
	for _, in := range r.frames[1:] {
		if len(in.code.Loops) > 0 {
			in.code.apart, any = true, true
		}
	}
	return any
}

// hasEnded reports whether the program has left the loop that is recorded.
func (r *recorder) hasEnded() bool {
	if r.rec.Bridge || r.beyond || len(r.frames) > 1 {
		return false
	}
	pc, loop := r.vm.frames[r.base].pc, &r.top().code.Loops[r.rec.Loop]
	return pc < loop.Head || pc >= loop.End
}

// ranOut raises a MemoryError in the program if a panic says that memory is full, and panics again if not.
func (r *recorder) ranOut(e any, at mark) abort {
	at.depth = r.base + len(r.frames)
	r.vm.ranOut(e, &at)
	r.vm.frames[at.depth-1].pc = r.pc + 1
	r.vm.raiseMemory()
	return "there was no more memory"
}

// instruction records the next instruction. It reports whether the trace ends with it.
func (r *recorder) instruction(f *frame) bool {
	r.rec.Bytecodes++
	switch {
	case len(r.t.Ops) > maxOps:
		giveUp("expected an iteration of at most %d operations, found more", maxOps)
	case r.rec.Bytecodes > maxSteps:
		giveUp("expected an iteration of at most %d instructions, found more", maxSteps)
	case r.rec.broken != "":
		giveUp("%s, during the recording", r.rec.broken)
	}
	r.pc, r.before = f.pc, 0
	r.live = f.code.liveAt(f.pc)
	i := f.code.Instrs[f.pc]
	r.rec.Steps = append(r.rec.Steps, Step{trace.Value(len(r.t.Ops)), len(r.frames) - 1, f.code.ID, f.pc})
	r.mark(len(r.frames)-1, f.code, f.pc, r.vm.program.File)
	switch i.Op() {
	case compile.Loop:
		return r.backEdge(f, i)
	case compile.JumpIf, compile.JumpIfNot, compile.JIs, compile.ForIter, compile.JLt, compile.JLe, compile.JGt, compile.JGe, compile.JEq, compile.JNe,
		compile.JLtK, compile.JLeK, compile.JGtK, compile.JGeK, compile.JEqK, compile.JNeK:
		r.conditions++
	}
	r.execute(f, i)
	return false
}

// backEdge is the end of an iteration, of this loop or of one around what is recorded. It reports whether the trace
// ends with it.
func (r *recorder) backEdge(f *frame, i compile.Instr) bool {
	number := int(uint16(i >> 8))
	id := LoopID{f.code.ID, number}
	own := len(r.frames) == 1 && id == LoopID{r.rec.Code, r.rec.Loop} && !r.rec.Bridge
	ends := own || r.endsIteration(id)
	f.code.counts[number]++
	f.code.flow.begins(i.D(), -1)
	r.vm.fuel--
	if r.vm.fuel < 0 && !r.vm.refuel() {
		f.pc = i.D()
		r.vm.stop(errFuel)
	}
	f.pc = i.D()
	r.interruptible(f)
	if ends {
		r.endAt(f, id)
	}
	if r.passed != nil {
		r.passed()
	}
	return ends
}

// The limits of loops that go back within a recording.
const (
	// maxUnrolled is the maximum number of iterations of a loop in an inlined function that become parts of the
	// trace, if all of them do the same.
	maxUnrolled = 8
	// maxConditions is the maximum number of conditions in an iteration that does the same as the others: the
	// loop's own.
	maxConditions = 1
)

// endsIteration reports whether the trace ends where another loop than its own goes back. It ends in a jump to the
// loop's trace, even if there is none so far: that comes soon. The first iteration of a loop in an inlined function is a
// part of the trace, so there may be none. The others are, too, if they are few and have no conditions of their own: each
// condition would double the ways through what comes later.
func (r *recorder) endsIteration(id LoopID) bool {
	in := r.top()
	l := in.loop(id.Loop)
	conditions := r.conditions - l.conditions
	l.passes, l.conditions = l.passes+1, r.conditions
	hopeless := r.loops.State(id) == LoopHopeless
	switch {
	case len(r.frames) == 1 && l.passes == 1:
		return false
	case len(r.frames) > 1 && l.passes <= maxUnrolled && (hopeless || conditions <= maxConditions):
		return false
	case hopeless:
		giveUp("the iteration contains another loop, in %v", in.code.LoopPlace(id.Loop))
	}
	return true
}

// beginLoops records where loops begin.
func (r *recorder) beginLoops(f *frame) {
	in := r.top()
	for k := range in.code.Loops {
		if in.code.Loops[k].Head == f.pc {
			in.loop(k).conditions = r.conditions
		}
	}
}

// loop returns what a frame knows about a loop.
func (in *inlined) loop(number int) *inlinedLoop {
	l := in.loops[number]
	if l == nil {
		if in.loops == nil {
			in.loops = make(map[int]*inlinedLoop)
		}
		l = &inlinedLoop{}
		in.loops[number] = l
	}
	return l
}

// interruptible emits the guard that is at each back edge: there the trace is left if fuel runs out, or
// memory is to be collected.
func (r *recorder) interruptible(f *frame) {
	snap := r.snapshot(f.pc, f.code.liveAt(f.pc))
	guard := r.emit(trace.OpGuardOpaque, trace.Void, -1)
	r.t.Ops[guard].Spelling = notInterrupted
	r.t.Ops[guard].Snap = snap
}

// jumpTo ends the trace with a jump to the loop that is its target.
func (r *recorder) jumpTo(args []trace.Value) {
	label, target := int32(0), r.rec.Target
	if r.rec.Leads() {
		label = int32(len(r.t.Tables.Labels))
		r.t.Tables.Labels = append(r.t.Tables.Labels, trace.Label{Name: fmt.Sprintf("loop_%d_%d", target.Code, target.Loop)})
	}
	r.emit(trace.OpJump, trace.Void, label, args...)
}

// notInterrupted is the number of guard_not_interrupted's name.
var notInterrupted = func() uint8 {
	ref, _ := trace.LookupSpelling("guard_not_interrupted")
	return ref.Spelling
}()

func (r *recorder) orNull(v trace.Value) trace.Value {
	if v == trace.None {
		return r.null()
	}
	return v
}

// reg reads a register.
func (r *recorder) reg(k int) value {
	in := r.top()
	bits := r.vm.w.Words[r.vm.frames[r.vm.depth-1].fp+k]
	if in.regs[k] == trace.None {
		if bits != 0 {
			panic(fmt.Sprintf("BUG: register %d is read at %d of %s, and nothing is known of it", k, r.pc, in.code.Name))
		}
		return value{0, r.null()}
	}
	return value{bits, in.regs[k]}
}

// setReg writes a register.
func (r *recorder) setReg(k int, v value) {
	r.vm.w.Words[r.vm.frames[r.vm.depth-1].fp+k] = v.bits
	r.top().regs[k] = v.v
}

// next continues with the next instruction.
func (r *recorder) next() { r.vm.frames[r.vm.depth-1].pc = r.pc + 1 }

// snapshot describes all frames, the innermost one at an instruction with the registers that are
// needed there.
func (r *recorder) snapshot(pc int, regs []int) int32 {
	t := r.t
	s := trace.Snapshot{First: uint32(len(t.SnapList)), Listed: true, Descr: -1, FramesFirst: uint32(len(t.Frames)), FramesLen: uint32(len(r.frames))}
	for k, in := range r.frames {
		first := uint32(len(t.SnapList)) - s.First
		p := place{pc: in.waits, fp: in.fp, regs: in.waiting, kind: in.kind, dest: in.dest}
		if k == len(r.frames)-1 {
			p.pc, p.regs = pc, regs
		}
		for _, reg := range p.regs {
			t.SnapList = append(t.SnapList, r.orNull(in.regs[reg]))
		}
		if in.inst != trace.None {
			t.SnapList = append(t.SnapList, in.inst)
		}
		t.Frames = append(t.Frames, trace.Frame{Code: int32(in.code.ID), PC: int32(len(r.rec.places)), First: first, Len: uint32(len(t.SnapList)) - s.First - first})
		r.rec.places = append(r.rec.places, p)
	}
	s.Len = uint32(len(t.SnapList)) - s.First
	t.Snaps = append(t.Snaps, s)
	return int32(len(t.Snaps) - 1)
}

// guard emits a guard that leaves to before the instruction.
func (r *recorder) guard(code trace.Opcode, descr int32, args ...trace.Value) {
	if r.before == 0 {
		r.before = r.snapshot(r.pc, r.live)
	}
	g := r.emit(code, trace.Void, descr, args...)
	r.t.Ops[g].Snap = r.before
}

// guardAfter emits a guard after an effect: it leaves to another place, with the registers that are
// needed there.
func (r *recorder) guardAfter(code trace.Opcode, pc int, args ...trace.Value) {
	snap := r.snapshot(pc, r.top().code.liveAt(pc))
	g := r.emit(code, trace.Void, -1, args...)
	r.t.Ops[g].Snap = snap
}

// relies makes the trace leave once one of these attributes of a class has changed, or exists.
func (r *recorder) relies(c *class, names ...string) {
	for _, name := range names {
		r.vm.rely(r.rec, c.mro, name)
	}
	r.valid()
}

// valid makes the trace leave once something that it relies on has changed.
func (r *recorder) valid() {
	if !r.validated {
		r.guard(trace.OpGuardNotInvalidated, -1)
		r.validated = true
	}
}

// enter begins an inlined frame, which the program has begun as well: the values of its parameters and
// cells are set afterwards. The caller waits, with its dest register open.
func (r *recorder) enter(c *code, fp int, kind returnKind, dest uint8, alsoNeeded ...int) {
	in := r.top()
	need := in.code.liveAcross(r.pc)
	for _, reg := range alsoNeeded {
		need.Add(reg)
	}
	in.waits = r.pc + 1
	for _, reg := range need.List() {
		if in.fp+reg < fp && in.regs[reg] != trace.None {
			in.waiting = append(in.waiting, reg)
		}
	}
	began := r.newFrame(c)
	began.fp, began.kind, began.dest = fp, kind, dest
	r.frames = append(r.frames, began)
	if fp+c.NumRegs > maxReach {
		giveUp("the frames of functions in each other take too many registers")
	}
}

// liveAcross is what is needed of the registers before an instruction once it is done, or has raised an
// exception, except for what it writes.
func (c *code) liveAcross(pc int) compile.Registers {
	need := c.live()[pc+1]
	first, n := c.Instrs[pc].Writes()
	for k := range n {
		need.Remove(first + k)
	}
	for _, h := range c.Handlers {
		if pc >= h.From && pc < h.To {
			need.Union(c.live()[h.Target])
		}
	}
	for _, region := range c.Regions {
		if pc >= region.From && pc < region.To {
			need.Add(region.Reg)
		}
	}
	return need
}

// leave ends an inlined frame, which is what it was until another one begins.
func (r *recorder) leave() *inlined {
	gone := r.top()
	r.frames = r.frames[:len(r.frames)-1]
	r.spare = append(r.spare, gone)
	r.top().waiting = nil
	return gone
}

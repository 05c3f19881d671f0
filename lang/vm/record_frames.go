package vm

import (
	"fmt"
	"strconv"
	"strings"

	"unbox/heap/arena"
	"unbox/lang/object"
	"unbox/trace"
)

// Calls between traces. A function that has loops is not a part of the trace that calls it: its loops have traces of
// their own. So if an inlined call reaches such a loop, the trace turns the inlined frames into real ones, and jumps:
// only the caller's registers wait for the function. If a function returns in a bridge, the trace checks whether the
// waiting frame is the one that waited when it was recorded, reads that frame's registers from the stack, and
// continues there. Neither goes through the interpreter, including recursion.

// The names of the helpers.
const (
	beginName    = "begin"    // the values of the frames that wait; 1, or 0 if there is no room for the frames
	instanceName = "instance" // that the frame of an `__init__` has made
	returnName   = "return"   // the place in the stack of the frame that waits, counted from 1, or 0 if it is another one
)

// returning is where a function returned in a recording.
type returning struct {
	code *code // of the frame that waits
	pc   int
	kind returnKind
	dest uint8
}

// stackRef refers to the registers of all frames as an array.
const stackRef Ref = arena.WordStack

// showStack makes the registers an array that traces can read.
func (vm *VM) showStack() {
	vm.w.Words[stackRef>>3] = object.ARefs | uint64(vm.stack-arena.StackStart)<<32
}

// entersLoop reports whether a recursive call of a function with loops becomes a part of the trace: it ends where one of
// the loops begins.
func (r *recorder) entersLoop(c *code, n int) bool {
	if len(c.Loops) == 0 || c.apart || !r.isPlainCall(c, n) {
		return false
	}
	again := 0
	for _, in := range r.frames {
		if in.code == c {
			again++
		}
	}
	if again > 1 {
		return false
	}
	for k := range c.Loops {
		if r.leadsTo(LoopID{c.ID, k}) {
			return true
		}
	}
	return false
}

// leadsTo reports whether the trace may end with a jump to a loop from an inlined frame. It need not have a trace so far.
func (r *recorder) leadsTo(loop LoopID) bool {
	return r.loops.State(loop) != LoopHopeless || !r.rec.Bridge && loop == LoopID{r.rec.Code, r.rec.Loop}
}

// beginFrames makes real frames of the inlined ones: the innermost one is at the first instruction of a loop, whose
// trace comes next.
func (r *recorder) beginFrames() {
	list, values := r.waiting()
	name := fmt.Sprintf("%s.%d", beginName, len(r.rec.begins))
	r.rec.begins = append(r.rec.begins, list)
	done := value{1, r.call(name, 2, trace.Int, values...)}
	r.branch(done)
	r.rec.room = trace.Value(len(r.t.Ops) - 1)
}

// AsksForRoom reports whether a guard of the recording's trace checks whether there is room for frames: there is nothing
// to record if it fails.
func (rec *Recording) AsksForRoom(guard trace.Value) bool {
	return rec.room != trace.None && guard == rec.room
}

// beginning is a frame that a trace begins, or the one that is there already.
type beginning struct {
	place
	code *code
	inst bool // it has an instance, which is one more value
}

// waiting describes the frames of the recording, with the values of all except the innermost
// one.
func (r *recorder) waiting() (list []beginning, values []trace.Value) {
	for k, in := range r.frames {
		b := beginning{place: place{pc: in.waits, fp: in.fp, regs: in.waiting, kind: in.kind, dest: in.dest}, code: in.code, inst: in.inst != trace.None}
		if k == len(r.frames)-1 {
			b.regs = nil
		}
		for _, reg := range b.regs {
			values = append(values, r.orNull(in.regs[reg]))
		}
		if b.inst {
			values = append(values, in.inst)
		}
		list = append(list, b)
	}
	return list, values
}

// begin makes frames as [VM.Resume] does, but for the registers of the innermost one. It does nothing and returns 0
// if they, or what may be inlined in them, do not fit.
func (vm *VM) begin(list []beginning, values []uint64) uint64 {
	base := vm.frames[vm.depth-1].fp
	last := &list[len(list)-1]
	if vm.depth+len(list)+maxInlined >= vm.limit || base+last.fp+maxReach+window > vm.stack || vm.w.Tight() {
		return 0
	}
	clearFew(vm.w.Words[base : base+list[0].code.NumRegs])
	for k := range list {
		b := &list[k]
		if k > 0 {
			vm.begins(b.code, base+b.fp, &b.place)
			vm.fuel -= b.code.work
		}
		f := &vm.frames[vm.depth-1]
		r := (*[window]uint64)(vm.w.Words[f.fp:])
		own := values[:len(b.regs)]
		for j, reg := range b.regs {
			r[reg&(window-1)] = own[j]
		}
		values = values[len(b.regs):]
		if b.inst {
			f.inst, values = values[0], values[1:]
		}
		if k < len(list)-1 {
			f.pc = b.pc
			f.code.flow.begins(b.pc, 1)
		}
	}
	return 1
}

// toCaller continues in the frame that waits for the outermost one of a bridge, when that returns a
// value.
func (r *recorder) toCaller(v value) {
	f := &r.vm.frames[r.vm.depth-1]
	if !r.rec.Bridge && !r.beyond || f.kind >= returnGo || r.vm.depth < 2 {
		panic(functionReturned)
	}
	r.fitsKind(f, v)
	dest, kind := f.dest, f.kind
	if kind == returnInit {
		v = value{f.inst, r.call(instanceName, 2, trace.Ref)}
		r.knows(v.v, object.HInstance)
		r.is(v)
	}
	f.inst = 0
	caller := &r.vm.frames[r.vm.depth-2]
	name := fmt.Sprintf("%s.%d", returnName, len(r.rec.returns))
	r.rec.returns = append(r.rec.returns, returning{caller.code, caller.pc, kind, dest})
	at := value{uint64(caller.fp - arena.StackStart + 1), r.call(name, 2, trace.Int)}
	r.branch(at)
	r.vm.pop()
	r.base--
	r.rec.returned = true
	caller.code.flow.begins(caller.pc, -1)
	r.spare = append(r.spare, r.frames[0])
	in := r.newFrame(caller.code)
	r.frames[0] = in
	stack := r.fixed(stackRef)
	need := caller.code.live()[caller.pc]
	if kind != returnNothing {
		need.Remove(int(dest))
	}
	for _, reg := range need.List() {
		index := r.pure(trace.OpIntAdd, at, r.constInt(int64(reg-1)))
		in.regs[reg] = r.item(stack, object.ARefs, index).v
		r.emit(trace.OpSetItem, trace.Void, arrayID(object.ARefs), stack.v, index.v, r.null()) // or the collector would keep it
	}
	if kind != returnNothing {
		r.setReg(int(dest), v)
	}
}

// returnTo ends the innermost frame if the one that waits for it is the one that was recorded, and returns where the
// registers of that are; 0 if it is not.
func (vm *VM) returnTo(to *returning) uint64 {
	f := &vm.frames[vm.depth-1]
	if f.kind != to.kind || f.dest != to.dest {
		return 0
	}
	caller := &vm.frames[vm.depth-2] // of the module's frame the value goes to Go
	if caller.code != to.code || caller.pc != to.pc {
		return 0
	}
	f.inst = 0
	vm.pop()
	caller.code.flow.begins(caller.pc, -1)
	return uint64(caller.fp - arena.StackStart + 1)
}

// frameHelper returns the function of a helper that begins or ends frames, nil if the name is another one's.
func (vm *VM) frameHelper(rec *Recording, name string) func(args []uint64) uint64 {
	kind, number, _ := strings.Cut(name, ".")
	k, err := strconv.Atoi(number)
	switch {
	case kind == beginName && err == nil && k < len(rec.begins):
		list := rec.begins[k]
		return func(args []uint64) uint64 { return vm.begin(list, args) }
	case kind == returnName && err == nil && k < len(rec.returns):
		to := &rec.returns[k]
		return func([]uint64) uint64 { return vm.returnTo(to) }
	}
	return nil
}

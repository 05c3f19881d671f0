package optimizer

import (
	"unbox/heap"
	"unbox/trace"
)

// What PyPy's traces do with frames.
//
// A Python function that is called in a loop has a frame, which is allocated in
// the trace and should be virtual like any other object. But the outside may ask
// for the frame at any time (sys._getframe, a traceback), so the interpreter links
// it into a chain: not the frame itself, or it would escape, but a virtual_ref, from
// which the frame can be obtained while the trace runs. A virtual_ref is a small
// object that holds the force_token, through which PyPy finds the running trace and
// in it the description of the frame. Like any object it can be virtual, too:
//
//	p2 = virtual_ref(p1, 3)         p2 is virtual, its virtual_token is force_token()
//	virtual_ref_finish(p2, null)    its virtual_token is null
//
// The frame p1 does not escape through it: its description in the guards' snapshots
// is enough.
//
// While a program is recorded its functions run, and one may take a frame out of its virtual_ref
// (super() without arguments does, and sys._getframe). The recorder then ends the use of the
// virtual_ref early, with the frame, so that whoever asks finds it there:
//
//	virtual_ref_finish(p2, p1)         its virtual_token is null, its forced is p1
//	p4 = call_may_force_r(ConstClass(jit_force_virtual), p2, descr=<Callr 8 r EF=6 OS=120>)
//	guard_not_forced() [...]
//	guard_no_exception() [...]
//
// The call only reads what the virtual_ref holds, so p4 is p1, and both guards hold.

// virtualRefKind is a virtual virtual_ref: an object with two fields that no operation
// wrote.
type virtualRefKind struct{ objectKind }

func (virtualRefKind) handler(p *virtualPass, code trace.Opcode) handler {
	switch code {
	case trace.OpVirtualRef:
		return p.newRef
	case trace.OpVirtualRefFinish:
		return p.finishRef
	case trace.OpGuardOpaque, trace.OpGuardNoException:
		return p.afterForcing
	}
	return nil
}

func (virtualRefKind) inventedBecause() Reason { return ReasonVirtualRef }

// virtualRefField returns the field virtual_token or forced.
func (p *virtualPass) virtualRefField(class int32, k int) int32 {
	return int32(p.in.Tables.Schema.Classes[class].Fields[k])
}

const (
	virtualRefToken = iota
	virtualRefForced
)

func (p *virtualPass) newRef(c *cur) verdict {
	p.because = Remark{Pass: PassVirtual, Reason: ReasonVirtualRef, Descr: -1}
	token := p.invent(trace.OpForceToken, trace.Ref)
	field := p.virtualRefField(c.op.Descr, virtualRefToken)
	c.op.Code, c.op.Spelling = trace.OpNew, trace.OpNew.SpellingFor(p.in.Dialect, trace.Ref)
	p.makeVirtual(c, kindVirtualRef, c.op.Descr, trace.None)
	p.write(p.number.of(c.self), field, token, p.inventedWriter())
	return p.remove(c, PassVirtual, ReasonVirtualNew, trace.None, trace.None)
}

// inventedWrite is the operation that writes a field when the object is
// materialized, where no recorded one does.
//
//go:noinline
func (w *walk) inventedWrite(field int32) trace.Op {
	return trace.Op{Code: trace.OpSet, Descr: field, Spelling: trace.OpSet.SpellingFor(w.in.Dialect, trace.Void), Line: w.in.Ops[w.position].Line}
}

func (p *virtualPass) inventedWriter() writer { return writer{line: p.in.Ops[p.position].Line} }

func (p *virtualPass) finishRef(c *cur) verdict {
	ref, frame := c.args[0], c.args[1]
	token, forced := p.virtualRefField(c.op.Descr, virtualRefToken), p.virtualRefField(c.op.Descr, virtualRefForced)
	isForced := p.valueType(frame) == trace.Ref && !p.isNull(frame)
	null := p.constants.ofType(trace.Ref, 0)
	if object := p.of(ref); object != 0 {
		p.write(object, token, null, p.inventedWriter())
		if isForced {
			p.write(object, forced, frame, p.inventedWriter())
		}
		return p.remove(c, PassVirtual, ReasonVirtualRef, trace.None, trace.None)
	}
	remark := Remark{Kind: Replaced, Pass: PassVirtual, Reason: ReasonVirtualRef, Descr: -1}
	if isForced {
		p.because = remark
		p.inventSet(forced, ref, frame)
	}
	c.op.Code, c.op.Descr, c.op.Spelling = trace.OpSet, token, trace.OpSet.SpellingFor(p.in.Dialect, trace.Void)
	c.args = append(c.argBuf[:0], ref, null)
	c.rewritten = remark
	return again
}

// inventSet takes a write that was not recorded through the chain.
func (w *walk) inventSet(field int32, object, value trace.Value) {
	c := &cur{self: w.newValue(), op: w.inventedWrite(field)}
	c.args = append(c.argBuf[:0], object, value)
	w.process(c)
}

// forcedBy returns what the current call returns if it only reads a virtual virtual_ref, and that
// object: see [trace.Tables.ForcesVirtual].
func (p *virtualPass) forcedBy(c *cur) (frame trace.Value, object int32) {
	if !p.in.Tables.ForcesVirtual(&c.op, c.args, p.valueType) {
		return trace.None, 0
	}
	object = p.of(c.args[1])
	if object == 0 || !p.isVirtualRef(object) || p.in.AskedBy(p.position) != trace.None && !p.asksForNone(p.position) {
		return trace.None, 0
	}
	class := p.objects[object].class
	token := p.lookup(object, p.virtualRefField(class, virtualRefToken))
	forced := p.lookup(object, p.virtualRefField(class, virtualRefForced))
	if token == 0 || forced == 0 || !p.isNull(p.find(p.fields[token].value)) {
		return trace.None, 0
	}
	frame = p.find(p.fields[forced].value)
	if p.of(frame) == 0 && !p.refFactOf(frame).nonnull() {
		return trace.None, 0
	}
	return frame, object
}

// isVirtualRef reports whether a virtual object is a virtual_ref, which a bridge allocates like any other object.
func (p *virtualPass) isVirtualRef(object int32) bool {
	o := &p.objects[object]
	_, _, ok := p.in.Tables.IsVirtualRef(heap.ClassID(o.class))
	return ok && (o.kind == kindVirtualRef || o.kind == kindObject)
}

// asksForNone reports whether the guard about the exception of a call asks that there is none.
func (p *virtualPass) asksForNone(call trace.Value) bool {
	return p.in.Ops[p.in.AskedBy(call)].Code == trace.OpGuardNoException
}

// readForced replaces a call by what a virtual virtual_ref holds.
func (p *virtualPass) readForced(c *cur, frame trace.Value, object int32) verdict {
	p.forcing = p.position
	field := p.virtualRefField(p.objects[object].class, virtualRefForced)
	by := p.fields[p.lookup(object, field)].by
	p.makeEqual(c.self, frame)
	p.removeAbout(c, PassVirtual, ReasonVirtualGet, p.objects[object].self, frame, field)
	p.remarks.restOn(&c.op, by.number(p.walk))
	return gone
}

// afterForcing removes the guards that ask about a call which only read a virtual_ref.
func (p *virtualPass) afterForcing(c *cur) verdict {
	asks := c.op.Code == trace.OpGuardNoException || p.in.AsksIfForced(p.position)
	if !asks || p.forcing == trace.None || p.in.AskedCall(p.position) != p.forcing {
		return p.otherUse()(c)
	}
	return p.remove(c, PassVirtual, ReasonVirtualGetGuard, p.forcing+p.copyShift, trace.None)
}

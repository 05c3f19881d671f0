package optimizer

import (
	"unbox/interp"
	"unbox/trace"
)

// Copying between virtual arrays.
//
// A list that grows, or an object that gets one more attribute, moves its items to a
// larger array: PyPy's traces have a call for that, and a number in its descriptor
// says what it does. Both arrays would escape through it:
//
//	p1 = new_array(1, descr=<ArrayS 8>)
//	setarrayitem_gc(p1, 0, i0, descr=<ArrayS 8>)
//	p2 = new_array(2, descr=<ArrayS 8>)
//	call_n(ConstClass(ll_arraycopy), p1, p2, 0, 0, 1, descr=<Callv 0 rriii EF=2 OS=1>)
//
// If both are virtual and the numbers are constants, p2 simply holds i0 from then on.
//
// To keep in mind: what was never written in an array that is not cleared cannot be
// copied, so the call stays in that case. It also stays before a guard that asks
// about its outcome.

// maxCopied is the maximum number of items that are copied, so that a trace that
// copies again and again takes linear time.
const maxCopied = 64

func (p *virtualPass) call(c *cur) verdict {
	p.forcing = trace.None
	if frame, object := p.forcedBy(c); object != 0 {
		return p.readForced(c, frame, object)
	}
	if p.knowsStrings() {
		if v := p.ofStrings.virtual(p, c); v != next {
			return v
		}
	}
	switch {
	case !interp.CopiesItems(p.in.Tables, &c.op, c.args, p.valueType):
	case p.copyVirtualItems(c):
		return p.remove(c, PassVirtual, ReasonVirtualCopy, c.args[1], c.args[2])
	case p.of(c.args[1]) != 0 || p.of(c.args[2]) != 0:
		p.remarks.setStopped(&c.op, PassVirtual, ReasonVirtualNoCopy, trace.None)
	}
	return p.letEscape(c)
}

// copyVirtualItems copies the items if both arrays are virtual and the call has a
// meaning.
func (p *virtualPass) copyVirtualItems(c *cur) bool {
	s := &p.virtualObjects
	from, to := p.of(c.args[1]), p.of(c.args[2])
	start, okStart := p.constInt(c.args[3])
	target, okTarget := p.constInt(c.args[4])
	n, okLength := p.constInt(c.args[5])
	if from == 0 || to == 0 || !okStart || !okTarget || !okLength || n < 0 || n > maxCopied ||
		!p.isVirtualRange(from, start, n) || !p.isVirtualRange(to, target, n) ||
		s.objects[from].allocation.Descr != s.objects[to].allocation.Descr || p.isGuardedCall(p.position) {
		return false
	}
	var items [maxCopied]trace.Value
	elem := p.in.Tables.Schema.Arrays[s.objects[from].allocation.Descr].Elem
	for k := range items[:n] {
		i := s.lookup(from, int32(start)+int32(k))
		switch {
		case i != 0 && p.valueType(s.fields[i].value) == elem:
			items[k] = s.fields[i].value
		case i == 0 && s.objects[from].isCleared() && elem != trace.Any:
			items[k] = p.constants.ofType(elem, 0)
		default:
			return false
		}
	}
	for k, v := range items[:n] {
		p.copyItem(to, int32(target)+int32(k), v)
	}
	return true
}

func (p *virtualPass) copyItem(to, item int32, v trace.Value) {
	p.remarks.overwritten(p.write(to, item, v, p.inventedWriter()), p.here())
	if p.recording {
		p.note(Event{Kind: EventField, Value: p.objects[to].self, Descr: item, With: v})
	}
}

// isVirtualRange reports whether a virtual object is an array of items, without structs,
// that has n items from one on.
func (p *virtualPass) isVirtualRange(object int32, from, n int64) bool {
	o := &p.objects[object]
	if o.kind != kindArray {
		return false
	}
	length, _ := p.constInt(o.length)
	return from >= 0 && from <= length && n <= length-from
}

package optimizer

import (
	"unbox/interp"
	"unbox/trace"
)

// Copying between virtual arrays.
//
// A list that grows, or an object that gets one more attribute, moves its items to a
// larger array: PyPy's traces have a call for that, whose descriptor tells by a number
// what it does. Both arrays would escape through it:
//
//	p1 = new_array(1, descr=<ArrayS 8>)
//	setarrayitem_gc(p1, 0, i0, descr=<ArrayS 8>)
//	p2 = new_array(2, descr=<ArrayS 8>)
//	call_n(ConstClass(ll_arraycopy), p1, p2, 0, 0, 1, descr=<Callv 0 rriii EF=2 OS=1>)
//
// If both are virtual and the numbers are constants, p2 simply holds i0 from then on.
//
// To respect: what was never written in an array that is not cleared is not a value
// that can be copied, so the call stays then, and it stays in front of a guard that
// asks what came of it.

// maxCopied is how many items are copied at most, so that a trace that copies again
// and again takes linear time.
const maxCopied = 64

func virtualCall(w *walk, c *cur) verdict {
	switch {
	case !interp.CopiesItems(w.in.Tables, &c.op, c.args, w.valueType):
	case w.copyVirtualItems(c):
		return w.remove(c, PassVirtual, ReasonVirtualCopy, c.args[1], c.args[2])
	case w.virtualOf(c.args[1]) != 0 || w.virtualOf(c.args[2]) != 0:
		w.remarks.setStopped(&c.op, PassVirtual, ReasonVirtualNoCopy, trace.None)
	}
	return virtualEscape(w, c)
}

// copyVirtualItems copies the items if both arrays are virtual and the call has a
// meaning.
func (w *walk) copyVirtualItems(c *cur) bool {
	s := &w.virtuals
	from, to := w.virtualOf(c.args[1]), w.virtualOf(c.args[2])
	start, okStart := w.constInt(c.args[3])
	target, okTarget := w.constInt(c.args[4])
	n, okLength := w.constInt(c.args[5])
	if from == 0 || to == 0 || !okStart || !okTarget || !okLength || n < 0 || n > maxCopied ||
		!w.isVirtualRange(from, start, n) || !w.isVirtualRange(to, target, n) ||
		s.objects[from].allocation.Descr != s.objects[to].allocation.Descr || w.isGuardedCall(w.position) {
		return false
	}
	var items [maxCopied]trace.Value
	elem := w.in.Tables.Schema.Arrays[s.objects[from].allocation.Descr].Elem
	for k := range items[:n] {
		i := s.lookup(from, int32(start)+int32(k))
		switch {
		case i != 0 && w.valueType(s.fields[i].value) == elem:
			items[k] = s.fields[i].value
		case i == 0 && s.objects[from].allocation.Code == trace.OpNewArrayClear && elem != trace.Any:
			items[k] = w.constants.ofType(elem, 0)
		default:
			return false
		}
	}
	for k, v := range items[:n] {
		w.copyItem(to, int32(target)+int32(k), v)
	}
	return true
}

func (w *walk) copyItem(to, item int32, v trace.Value) {
	overwritten := w.virtuals.write(to, item, v, w.inventedWriter())
	if overwritten.src != 0 {
		w.remarks.overwritten(overwritten)
	}
	if w.recording {
		w.note(Event{Kind: EventField, Value: w.virtuals.objects[to].self, Descr: item, With: v})
	}
}

// isVirtualRange tells whether a virtual object is an array of items, without structs,
// that has n of them from one on.
func (w *walk) isVirtualRange(object int32, from, n int64) bool {
	o := &w.virtuals.objects[object]
	if o.length == trace.None || o.structs {
		return false
	}
	length, _ := w.constInt(o.length)
	return from >= 0 && from <= length && n <= length-from
}

package optimizer

import "unbox/trace"

// Calls that only compute are shared like any other pure operation: PyPy's logs tell
// by the effect number of a call's descriptor that the function gives the same
// result for the same arguments, or (call_loopinvariant) the same one throughout
// the loop. Their keys have to hold any number of arguments, so a list of arguments
// gets a number: that of (the list without its last argument, the last one).
//
// Such a function may still raise, and then a guard_no_exception stands behind the
// call. It goes with a call that was shared, if the first one had it too.

// listKey marks the keys of lists of arguments, which are no operations.
const listKey int32 = -2

func cseCall(w *walk, c *cur) verdict {
	if c.op.Type == trace.Void || c.op.Descr < 0 {
		return next
	}
	key := commonKey{code: trace.OpCall, descr: c.op.Descr, a: w.argumentList(c.args)}
	v := w.common.lookup(key)
	if v == trace.None {
		c.commonKey = key
		c.tells |= tellsCommon
		return next
	}
	if !trace.EffectComputes(w.in.Tables.Texts[c.op.Descr].Effect) {
		w.remarks.setStopped(&c.op, PassCSE, ReasonCSEImpure, trace.None)
		return next
	}
	guarded := w.isGuardedCall(v)
	if w.in.AskedBy(w.position) != trace.None && !(guarded && w.isGuardedCall(w.position)) {
		w.remarks.setStopped(&c.op, PassCSE, ReasonCSECallGuard, v)
		return next // its guard would stand there without a call
	}
	w.common.sharedCall, w.common.guarded = w.position, guarded
	return w.replaceBy(c, v, PassCSE, ReasonCSE)
}

// argumentList returns the number of a list of arguments.
func (w *walk) argumentList(args []trace.Value) trace.Value {
	list := trace.None
	for _, arg := range args {
		longer := w.longerList(list, arg)
		if longer == trace.None {
			w.common.lists++
			longer = w.common.lists
			w.common.insert(commonKey{code: trace.OpCall, descr: listKey, a: list, b: arg}, longer)
		}
		list = longer
	}
	return list
}

// longerList returns the number of a list with one more argument, None if it has none.
func (w *walk) longerList(list, arg trace.Value) trace.Value {
	for name, i := arg, 0; name != trace.None; name, i = w.otherName(arg, i), i+1 {
		if v := w.common.lookup(commonKey{code: trace.OpCall, descr: listKey, a: list, b: name}); v != trace.None {
			return v
		}
	}
	return trace.None
}

// isGuardedCall tells whether guard_no_exception stands right behind the call that v
// is the result of.
func (w *walk) isGuardedCall(v trace.Value) bool {
	if n := trace.Value(len(w.in.Ops)); v >= n {
		v -= n
	}
	behind := int(v) + 1
	return behind < len(w.in.Ops) && w.in.Ops[behind].Code == trace.OpGuardNoException
}

func cseExceptionGuard(w *walk, c *cur) verdict {
	if w.planted.on(bugNoException) && w.in.Raises(w.position-1) == trace.RaisesByArguments {
		return w.remove(c, PassCSE, ReasonCSECall, w.position-1+w.copyShift, trace.None)
	}
	if !w.common.guarded || w.common.sharedCall == trace.None || w.common.sharedCall != w.position-1 {
		return next
	}
	return w.remove(c, PassCSE, ReasonCSECall, w.common.sharedCall, trace.None)
}

package optimizer

import "unbox/trace"

// Calls that only compute are shared like any other pure operation: in PyPy's logs,
// the effect number of a call's descriptor shows that the function gives the same
// result for the same arguments, or (call_loopinvariant) the same one throughout the
// loop. Their keys have to hold any number of arguments, so each list of arguments
// gets a number: that of the pair of the list without its last argument, and the
// last one.
//
// Such a function may still raise, and then a guard_no_exception follows the
// call. If the call is shared, the guard goes too, provided that the first call
// also had one.

// listKey marks the keys of lists of arguments, which are no operations.
const listKey int32 = -2

func (p *csePass) call(c *cur) verdict {
	if c.op.Type == trace.Void || c.op.Descr < 0 {
		return next
	}
	// A conditional call and the call that it makes give different results for the same
	// list.
	key := commonKey{code: trace.OpCall, descr: c.op.Descr, a: p.argumentList(c.args), b: trace.Value(c.op.Condition())}
	v := p.common.lookup(key)
	if v == trace.None {
		c.commonKey = key
		c.tells = c.tells.With(PassCSE)
		return next
	}
	if !trace.EffectComputes(p.in.Tables.Texts[c.op.Descr].Effect) {
		p.remarks.setStopped(&c.op, PassCSE, ReasonCSEImpure, v)
		return next
	}
	guarded := p.isGuardedCall(v)
	if p.in.AskedBy(p.position) != trace.None && !(guarded && p.isGuardedCall(p.position)) {
		p.remarks.setStopped(&c.op, PassCSE, ReasonCSECallGuard, v)
		return next // its guard would be left without a call
	}
	p.sharedCall, p.guarded = p.position, guarded
	return p.replaceBy(c, v, PassCSE, ReasonCSE)
}

// argumentList returns the number of a list of arguments.
func (p *csePass) argumentList(args []trace.Value) trace.Value {
	list := trace.None
	for _, arg := range args {
		longer := p.longerList(list, arg)
		if longer == trace.None {
			p.lists++
			longer = p.lists
			p.common.insert(commonKey{code: trace.OpCall, descr: listKey, a: list, b: arg}, longer)
		}
		list = longer
	}
	return list
}

// longerList returns the number of a list with one more argument, None if it has none.
func (p *csePass) longerList(list, arg trace.Value) trace.Value {
	for name := range p.namesOf(arg) {
		if v := p.common.lookup(commonKey{code: trace.OpCall, descr: listKey, a: list, b: name}); v != trace.None {
			return v
		}
	}
	return trace.None
}

// isGuardedCall reports whether guard_no_exception comes right after the call whose
// result is v.
func (w *walk) isGuardedCall(v trace.Value) bool {
	if n := trace.Value(len(w.in.Ops)); v >= n {
		v -= n
	}
	after := int(v) + 1
	return after < len(w.in.Ops) && w.in.Ops[after].Code == trace.OpGuardNoException
}

func (p *csePass) exceptionGuard(c *cur) verdict {
	if p.planted.on(bugNoException) && p.in.Raises(p.position-1) == trace.RaisesByArguments {
		return p.remove(c, PassCSE, ReasonCSECall, p.position-1+p.copyShift, trace.None)
	}
	if !p.guarded || p.sharedCall == trace.None || p.sharedCall != p.position-1 {
		return next
	}
	return p.remove(c, PassCSE, ReasonCSECall, p.sharedCall, trace.None)
}

// shareVirtual offers a call for sharing whose result is virtual: it is made where that escapes.
func (p *csePass) shareVirtual(c *cur) {
	if c.tells.Has(PassCSE) {
		p.common.insert(c.commonKey, c.self)
	}
}

// lengthOf returns the length of a string that was asked for before, None if it was not.
func (p *csePass) lengthOf(text trace.Value) trace.Value {
	return p.common.lookup(keyOf(trace.OpStrLen, -1, []trace.Value{text}))
}

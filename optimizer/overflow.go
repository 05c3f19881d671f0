package optimizer

import "unbox/trace"

// An overflow operation and the guard after it belong together: deciding one decides the
// other. What a pass finds out at the operation waits here for the guard.

// guardedAgainstOverflow reports whether the next recorded operation is the guard
// that requires the current operation not to overflow.
func (w *walk) guardedAgainstOverflow() bool { return w.codeAfter() == trace.OpGuardNoOverflow }

// guardedOverflow reports whether the guard after the operation requires it to
// overflow.
func (w *walk) guardedOverflow() bool { return w.codeAfter() == trace.OpGuardOverflow }

// guardsOverflow reports whether a guard after the operation asks whether it overflows.
func (w *walk) guardsOverflow() bool { return w.guardedAgainstOverflow() || w.guardedOverflow() }

// codeAfter returns the recorded operation after the current one.
//
//go:noinline
func (w *walk) codeAfter() trace.Opcode {
	after := int(w.position) + 1
	if after >= len(w.in.Ops) {
		return trace.OpNone
	}
	return w.in.Ops[after].Code
}

// overflowFact says that it is known whether the overflow operation that the walk just
// saw overflows. Then it was removed, by which pass and why, and its guard goes as
// well. If the guard asks for the opposite, the operation is still there, and the
// guard always fails.
type overflowFact struct {
	pass   PassID
	reason Reason
	value  trace.Value
	fails  bool
}

// contradictOverflow notes that the guard after the current operation always fails.
func (w *walk) contradictOverflow(pass PassID) verdict {
	w.overflow = overflowFact{pass: pass, fails: true}
	return next
}

// settleOverflowGuard removes the guard if the pass has removed its operation.
func (w *walk) settleOverflowGuard(c *cur, pass PassID) verdict {
	fact := w.overflow
	if fact.reason == ReasonNone && !fact.fails || fact.pass != pass {
		return next
	}
	w.overflow = overflowFact{}
	if fact.fails {
		return w.alwaysFails(pass)
	}
	return w.remove(c, pass, fact.reason, fact.value, trace.None)
}

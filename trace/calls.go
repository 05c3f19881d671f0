package trace

import "strings"

// Condition says whether a call is made at all. The first argument of a conditional
// call is its condition; the function and its arguments follow, as in any other call.
type Condition uint8

const (
	// CallsAlways: an unconditional call, or no call at all.
	CallsAlways Condition = iota
	// CallsIfTrue: cond_call, which does nothing if its first argument is 0.
	CallsIfTrue
	// CallsIfZero: cond_call_value, whose result is the first argument unless that is 0 or
	// null.
	CallsIfZero
)

// conditions says, by spelling, when a call is made; unconditional is the spelling of
// the call that is then made.
var conditions, unconditional = conditionalCalls()

func conditionalCalls() (conditions []Condition, unconditional []uint8) {
	spellings := opTable[OpCall].Spellings
	for k, s := range spellings {
		condition, call := CallsAlways, uint8(k)
		switch {
		case s.Name == "cond_call":
			condition = CallsIfTrue
		case strings.HasPrefix(s.Name, "cond_call_value_"):
			condition = CallsIfZero
		}
		if condition != CallsAlways {
			call = OpCall.SpellingFor(PyPy, TypeOfLetter(s.Result))
		}
		conditions, unconditional = append(conditions, condition), append(unconditional, call)
	}
	return conditions, unconditional
}

// Condition says whether an operation is a conditional call.
func (op *Op) Condition() Condition {
	if op.Code != OpCall || int(op.Spelling) >= len(conditions) {
		return CallsAlways
	}
	return conditions[op.Spelling]
}

// Unconditional is the spelling of the call that a conditional call makes. For all
// other operations it is their own.
func (op *Op) Unconditional() uint8 {
	if op.Condition() == CallsAlways {
		return op.Spelling
	}
	return unconditional[op.Spelling]
}

// SameCall reports whether two visible effects, if they happen, do the same to the
// outside when given the same values.
func SameCall(t *Trace, v Value, u *Trace, w Value) bool {
	a, b := &t.Ops[v], &u.Ops[w]
	if a.Code != b.Code || a.Type != b.Type || a.Code == OpCall && a.Unconditional() != b.Unconditional() {
		return false
	}
	kind := a.Code.Info().Descr
	return kind != DescrText && kind != DescrOpaque || a.Descr == b.Descr ||
		a.Descr >= 0 && b.Descr >= 0 && t.Tables.Texts[a.Descr].Text == u.Tables.Texts[b.Descr].Text
}

// effectWrites reports whether a call with this effect number may change the heap. 0,
// 3 and 4 are calls that only compute, 1 is one that gives the same result in
// every iteration.
func effectWrites(effect int8) bool {
	switch effect {
	case 0, 1, 3, 4:
		return false
	}
	return true
}

// EffectComputes reports whether a call with this effect number computes the same from
// the same arguments: 0, 3 and 4 always, 1 during a loop.
func EffectComputes(effect int8) bool { return !effectWrites(effect) }

// LacksCall reports whether an operation (guard_no_exception, guard_exception) asks for
// the exception of a call, but no call comes right before it. Its answer then depends
// on what was done last, which the trace does not say, so it has no meaning.
func (t *Trace) LacksCall(v Value) bool {
	return AsksForException(t.Ops[v].Code) && t.AskedCall(v) == None
}

// AskedCall returns the call that guard_no_exception or guard_exception asks about:
// the one right before it, about which an earlier guard_no_exception may have asked
// already. None if there is none.
func (t *Trace) AskedCall(guard Value) Value {
	for u := guard - 1; u > 0 && guard-u <= maxAfterCall; u-- {
		if code := t.Ops[u].Code; !mayFollowCall(code) && code != OpGuardNoException {
			if effect := code.Effect(); effect != EffectVisible && effect != EffectOpaque {
				return None
			}
			return u
		}
	}
	return None
}

// mayFollowCall reports whether an operation can be between a call and the guard
// that asks whether it raised.
func mayFollowCall(code Opcode) bool {
	return code == OpGuardOpaque || code.Effect() == EffectBookkeeping
}

// AskedBy returns the guard that asks whether a call raised, None if there is none.
func (t *Trace) AskedBy(call Value) Value {
	for v := call + 1; int(v) < len(t.Ops) && v-call <= maxAfterCall; v++ {
		if code := t.Ops[v].Code; AsksForException(code) {
			return v
		} else if !mayFollowCall(code) {
			return None
		}
	}
	return None
}

func AsksForException(code Opcode) bool {
	return code == OpGuardNoException || code == OpGuardException
}

// Raises says when an operation of the trace raises.
func (t *Trace) Raises(v Value) Raising { return t.Tables.raises(&t.Ops[v]) }

// MayInvalidate reports whether the outside may change, at an operation of the trace,
// what that took to be constant.
func (t *Trace) MayInvalidate(v Value) bool { return t.MayInvalidateBy(&t.Ops[v], t.Args(v)) }

// makesString reports whether an operation is a call that makes a string and does nothing else.
func (t *Trace) makesString(op *Op) bool {
	return op.Code == OpCall && op.Descr >= 0 && int(op.Descr) < len(t.Tables.Texts) && t.Tables.Texts[op.Descr].Makes != MakesNoString
}

// OnlyComputes reports whether an operation is a call that always computes the same
// result from the same arguments and has no effect that can be seen from outside.
func (t *Trace) OnlyComputes(v Value) bool {
	return t.Ops[v].Code == OpCall && EffectComputes(t.Tables.effectNumber(&t.Ops[v]))
}

// SeesHeap reports whether the outside can see at an operation what objects hold. Calls that only compute see
// nothing, and a call that takes a frame back from another trace asks only which frame that is. Strings are outside of all
// objects, what is read of memory shows nothing of what was written to objects, and guards ask what kind of object something is.
func (t *Trace) SeesHeap(v Value) bool {
	op := &t.Ops[v]
	switch op.Code {
	case OpStrNew, OpStrSet, OpRawRead, OpGuardOpaque:
		return false
	case OpCall:
		takesFrame := op.Descr >= 0 && int(op.Descr) < len(t.Tables.Texts) && t.Tables.Texts[op.Descr].ForcesFrame && op.Type == Void
		return !takesFrame && !t.OnlyComputes(v)
	}
	return true
}

// effectNumber returns the EF number of a call's descriptor, -1 if it says nothing.
func (t *Tables) effectNumber(op *Op) int8 {
	if op.Descr < 0 || int(op.Descr) >= len(t.Texts) {
		return -1
	}
	return t.Texts[op.Descr].Effect
}

func (t *Tables) raises(op *Op) Raising {
	switch op.Code {
	case OpOpaque:
		return RaisesFreely
	case OpCall:
		switch t.effectNumber(op) {
		case 0, 1, 2:
			return RaisesNever
		case 3, 4:
			if t.Texts[op.Descr].Makes != MakesNoString {
				return RaisesNever
			}
			return RaisesByArguments
		}
		return RaisesFreely
	}
	return RaisesNever
}

// MayInvalidateBy is MayInvalidate for an operation with these arguments in the trace.
func (t *Trace) MayInvalidateBy(op *Op, args []Value) bool {
	switch op.Code {
	case OpOpaque, OpEscape, OpEscapeValue, OpDummy:
		return true
	case OpCall:
		n := t.Tables.effectNumber(op)
		return n < 0 || n > 5 || n == 5 && t.runtimeFunction(args) == nil
	}
	return false
}

// Raising says when an operation raises an exception.
type Raising uint8

const (
	// RaisesNever: calls with the effect numbers 0, 1 and 2, those that only make a string, and everything that is
	// no call.
	RaisesNever Raising = iota
	// RaisesByArguments: calls that only compute (3 and 4). The function and its
	// arguments decide whether they raise.
	RaisesByArguments
	// RaisesFreely: all other calls and unknown operations, which may raise at any
	// time.
	RaisesFreely
)

// maxAfterCall bounds the number of guards and marks, such as guard_not_forced and
// keepalive, between a call and the guard that asks whether it raised.
const maxAfterCall = 8

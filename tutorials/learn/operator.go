package learn

import (
	"errors"

	"go.starlark.net/starlark"
)

// A rewritten program could call a function for each operator. But a call makes a list of the
// arguments and a frame, and half of what the interpreter does are operators. So an operator is a table
// that gets its operands as keys, which needs neither:
//
//	x + y        is written        $+[x][y]
//
// The operator with its first operand is a table as well, until the second one comes. No program ever
// holds one of the two: `$` begins no name, and between the two there is only the second operand.
//
// Of the language's own instructions this one does least: its operators can have operands of all types, too, but
// have a `defer`, which costs several calls in WebAssembly.

// hand is what the operators of a program have in common: the thread on whose budget they
// work, and memory for operators with one operand.
type hand struct {
	thread *starlark.Thread
	spare  *half
}

// work lets the operators count for a thread from now on.
func (h *hand) work(t *starlark.Thread) { h.thread = t }

// operator is an operator with two operands.
type operator struct {
	hand  *hand
	apply func(t *starlark.Thread, x, y starlark.Value) (starlark.Value, error)
}

// half is an operator with the first of its operands.
type half struct {
	operator *operator
	x        starlark.Value
	next     *half
}

// Get gives the operator its first operand. That is no step: giving both is one.
func (o *operator) Get(x starlark.Value) (starlark.Value, bool, error) {
	h := o.hand.spare
	if h == nil {
		h = new(half)
	} else {
		o.hand.spare = h.next
	}
	h.operator, h.x = o, x
	o.hand.thread.Steps--
	return h, true, nil
}

// Get gives the operator its second operand and returns what it makes of both.
func (h *half) Get(y starlark.Value) (starlark.Value, bool, error) {
	o, x := h.operator, h.x
	h.x, h.next, o.hand.spare = nil, o.hand.spare, h
	z, err := o.apply(o.hand.thread, x, y)
	return z, true, err
}

var errOperator = errors.New("BUG: an operator as a value")

// String, Type, Freeze, Truth and Hash are there because every value has them.
func (o *operator) String() string        { return "operator" }
func (o *operator) Type() string          { return "operator" }
func (o *operator) Freeze()               {}
func (o *operator) Truth() starlark.Bool  { return true }
func (o *operator) Hash() (uint32, error) { return 0, errOperator }

// String, Type, Freeze, Truth and Hash are there because every value has them.
func (h *half) String() string        { return "operator" }
func (h *half) Type() string          { return "operator" }
func (h *half) Freeze()               {}
func (h *half) Truth() starlark.Bool  { return true }
func (h *half) Hash() (uint32, error) { return 0, errOperator }

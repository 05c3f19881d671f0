package jit

import (
	"fmt"

	"unbox/heap/arena"
	"unbox/lang/object"
	"unbox/lang/vm"
	"unbox/trace"
)

// Executor is an engine that interprets traces on the world of the program. It is slow, but simple enough
// to judge others.
type Executor struct{}

// Install looks up what the trace names.
func (Executor) Install(p *Program) (Code, error) {
	return newExecuted(p), nil
}

func newExecuted(p *Program) *executed {
	c := &executed{program: p, links: make(map[trace.Value]link), t: p.Trace, vm: p.VM, w: p.VM.World(), labels: make(map[int32]trace.Value), first: 1, fields: make([]int, len(p.Trace.Tables.Schema.Fields))}
	for _, class := range p.Trace.Tables.Schema.Classes {
		for k, f := range class.Fields {
			c.fields[f] = k
		}
	}
	c.helpers = make([]func([]uint64) uint64, len(p.Trace.Ops))
	for v := range p.Trace.Ops {
		op := &p.Trace.Ops[v]
		switch op.Code {
		case trace.OpLabel:
			c.labels[op.Descr] = trace.Value(v)
		case trace.OpCall:
			c.helpers[v], _ = p.helper(trace.Value(v))
		}
	}
	return c
}

// executed is a trace of an executor.
type executed struct {
	program *Program
	t       *trace.Trace
	// links are the guards and the jump at which it continues in other code.
	links   map[trace.Value]link
	removed bool
	vm      *vm.VM
	w       *object.World
	labels  map[int32]trace.Value
	first   trace.Value
	// eachIteration has guard_not_interrupted leave each time.
	eachIteration bool
	fields        []int // the place of each field
	helpers       []func(args []uint64) uint64
}

// link says where a trace continues, and with which of its values.
type link struct {
	to     *executed
	inputs []trace.Value
}

// Remove makes jumps to the trace leave.
func (c *executed) Remove() { c.removed = true }

// Bridge makes the trace continue at a guard.
func (c *executed) Bridge(guard trace.Value, p *Program) (Code, error) {
	b := newExecuted(p)
	c.links[guard] = link{b, vm.Needed(c.t, guard)}
	return b, nil
}

// Link has the jump at the end lead to other code.
func (c *executed) Link(jump trace.Value, to Code) error {
	c.links[jump] = link{to.(*executed), c.t.Args(jump)}
	return nil
}

// leaveEachIteration makes the trace stop after each iteration.
func (c *executed) leaveEachIteration() { c.eachIteration = true }

// activation is one run of a trace.
type activation struct {
	*executed
	values []uint64
	// overflowed is set by the last overflow operation.
	overflowed bool
	exit       Exit
	args       []uint64
}

// Enter interprets the trace, and those in which it continues.
func (c *executed) Enter(args []uint64) (Exit, error) {
	iterations := uint64(0)
	for {
		a := &activation{executed: c, values: make([]uint64, len(c.t.Ops))}
		a.exit.Value = func(v trace.Value) uint64 { return a.values[v] }
		a.run(args)
		iterations += a.exit.Iterations
		next, ok := c.links[a.exit.Guard]
		if !ok || next.to.removed {
			a.exit.Program, a.exit.Iterations = c.program, iterations
			return a.exit, nil
		}
		args = make([]uint64, len(next.inputs))
		for k, v := range next.inputs {
			args[k] = a.bits(v)
		}
		c = next.to
	}
}

// run interprets one trace until it is left.
func (a *activation) run(args []uint64) {
	copy(a.values[a.first+1:], args)
	for v := a.first + 1 + trace.Value(len(args)); v != trace.None; {
		v = a.step(v)
	}
}

// bits returns the bits of an argument.
func (a *activation) bits(v trace.Value) uint64 {
	if v.IsOp() {
		return a.values[v]
	}
	return a.vm.ConstBits(a.t, v)
}

// step does one operation, and returns the next one; None if the trace is left.
func (a *activation) step(v trace.Value) trace.Value {
	op := &a.t.Ops[v]
	switch effect := op.Code.Effect(); {
	case effect == trace.EffectGuard:
		if !a.holds(op, a.t.Args(v)) {
			a.exit.Guard = v
			return trace.None
		}
	case op.Code == trace.OpJump:
		return a.jump(v, op)
	case op.Code == trace.OpLabel:
		return a.label(v, a.t.Args(v))
	case effect == trace.EffectBookkeeping:
	default:
		a.values[v] = a.compute(v, op, a.t.Args(v))
	}
	return v + 1
}

func (a *activation) jump(v trace.Value, op *trace.Op) trace.Value {
	label := a.first
	if op.Descr >= 0 {
		label = a.labels[op.Descr]
	}
	if label == trace.None {
		a.exit.Guard = v
		return trace.None
	}
	return a.label(label, a.t.Args(v))
}

// label gives its parameters their values, all at once.
func (a *activation) label(label trace.Value, args []trace.Value) trace.Value {
	a.args = a.args[:0]
	for _, x := range args {
		a.args = append(a.args, a.bits(x))
	}
	copy(a.values[label+1:], a.args)
	return label + 1 + trace.Value(len(args))
}

// holds reports whether a guard lets the trace continue.
func (a *activation) holds(op *trace.Op, args []trace.Value) bool {
	var x uint64
	if len(args) > 0 {
		x = a.bits(args[0])
	}
	switch op.Code {
	case trace.OpGuardTrue, trace.OpGuardNonnull:
		return x != 0
	case trace.OpGuardFalse, trace.OpGuardIsnull:
		return x == 0
	case trace.OpGuardValue:
		typ := a.t.TypeOf(args[0])
		return trace.SameNaN(typ, x) == trace.SameNaN(typ, a.bits(args[1]))
	case trace.OpGuardClass, trace.OpGuardNonnullClass:
		return a.w.Header(x) == uint64(op.Descr+1)<<2
	case trace.OpGuardNoOverflow:
		return !a.overflowed
	case trace.OpGuardOverflow:
		return a.overflowed
	case trace.OpGuardNoException:
		return !a.vm.Raised()
	case trace.OpGuardNotInvalidated:
		return a.valid()
	case trace.OpGuardOpaque:
		a.exit.Iterations++
		return !a.vm.Interrupted() && !a.eachIteration
	}
	panic("BUG: the executor does not know the guard " + op.Code.String())
}

func (a *activation) valid() bool { return a.program.Recording.Broken() == "" }

// compute does an operation with a result or an effect on the world.
func (a *activation) compute(v trace.Value, op *trace.Op, args []trace.Value) uint64 {
	w := a.w
	switch op.Code {
	case trace.OpCall:
		return a.call(v, op, args[1:])
	case trace.OpNew:
		var none [8]uint64
		return w.New(uint64(op.Descr+1)<<2, none[:len(a.t.Tables.Schema.Classes[op.Descr].Fields)]...)
	case trace.OpNewArrayClear, trace.OpNewArray:
		return w.Array(uint64(op.Descr+1)<<2|uint64(arena.KindArray), int(a.bits(args[0])))
	}
	var list [3]uint64
	for k, x := range args {
		list[k] = a.bits(x)
	}
	switch op.Code {
	case trace.OpGet:
		return w.Slot(list[0], a.fields[op.Descr])
	case trace.OpSet:
		w.SetSlot(list[0], a.fields[op.Descr], list[1])
	case trace.OpGetItem:
		return w.Slot(list[0], int(list[1]))
	case trace.OpSetItem:
		w.SetSlot(list[0], int(list[1]), list[2])
	case trace.OpArrayLen:
		return uint64(w.Len(list[0]))
	case trace.OpPtrEq:
		return trace.Bit(list[0] == list[1])
	case trace.OpPtrNe:
		return trace.Bit(list[0] != list[1])
	case trace.OpSameAs:
		return list[0]
	default:
		return a.eval(op.Code, list[0], list[1])
	}
	return 0
}

func (a *activation) eval(code trace.Opcode, x, y uint64) uint64 {
	bits, status := trace.Eval(code, x, y)
	a.overflowed = status == trace.EvalOverflow
	if status != trace.EvalOK && status != trace.EvalOverflow {
		panic(fmt.Sprintf("BUG: the executor was asked for %s of %d and %d", code, x, y))
	}
	return bits
}

// call calls a helper. If that may run the program, the collector finds the references here.
func (a *activation) call(v trace.Value, op *trace.Op, args []trace.Value) uint64 {
	list := make([]uint64, len(args))
	for k, x := range args {
		list[k] = a.bits(x)
	}
	defer a.vm.ShowRoots(a.roots)()
	result := a.helpers[v](list)
	if op.Type == trace.Ref {
		result, _ = a.vm.CollectIn(result)
	}
	return result
}

func (a *activation) roots(visit func(*uint64)) {
	for v := range a.t.Ops {
		if a.t.Ops[v].Type == trace.Ref {
			visit(&a.values[v])
		}
	}
}

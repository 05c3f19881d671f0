package learn

import (
	"fmt"

	"go.starlark.net/starlark"

	"unbox/trace"
)

// Operation is both an operation of a block and its result.
type Operation struct {
	name string
	args *starlark.List
	// forwarded is another value that this one was found to be equal to.
	forwarded Value
	// fields holds what a learner's pass stores at the operation: info and any
	// other attribute.
	fields map[string]starlark.Value
	order  []string

	// result is the name of the result in the source, "" for none.
	result string
	// descr is the text after `descr=`, "" for none.
	descr string
	// params are the parameters of a label.
	params *starlark.List
	// snapshot holds a guard's values, nil if the source has no list; pending
	// the writes that are still to be done if the guard fails.
	snapshot *starlark.List
	pending  *starlark.List
	// id is the operation's number in the program, for hashing.
	id uint32
}

func (op *Operation) isValue() {}

// Type returns "Operation".
func (op *Operation) Type() string { return "Operation" }

// Freeze does nothing: a pass may store attributes at any operation.
func (op *Operation) Freeze() {}

// Truth returns true, as for every object in Python.
func (op *Operation) Truth() starlark.Bool { return true }

// Hash goes by identity.
func (op *Operation) Hash() (uint32, error) { return op.id * 0x9e3779b1, nil }

// String shows the operation as in the posts, with short arguments.
func (op *Operation) String() string {
	return brief(op, 2)
}

// find follows the chain of equal values. It shortens long chains on the way, so
// that frequent calls are cheap; short ones stay as the learner made them.
func (op *Operation) find() Value {
	var v Value = op
	length := 0
	for ; ; length++ {
		next, ok := v.(*Operation)
		if !ok || next.forwarded == nil {
			break
		}
		v = next.forwarded
	}
	if length > 16 {
		for at := op; at.forwarded != nil && at.forwarded != v; {
			next, ok := at.forwarded.(*Operation)
			at.forwarded = v
			if !ok {
				break
			}
			at = next
		}
	}
	return v
}

// operationFields are the attributes that every operation has, with their
// getters.
var operationFields = map[string]func(op *Operation) starlark.Value{
	"name":          func(op *Operation) starlark.Value { return starlark.String(op.name) },
	"args":          func(op *Operation) starlark.Value { return op.args },
	"forwarded":     func(op *Operation) starlark.Value { return orNone(op.forwarded) },
	"result":        func(op *Operation) starlark.Value { return textOrNone(op.result) },
	"descr":         func(op *Operation) starlark.Value { return textOrNone(op.descr) },
	"params":        func(op *Operation) starlark.Value { return listOrNone(op.params) },
	"snapshot":      func(op *Operation) starlark.Value { return listOrNone(op.snapshot) },
	"pending":       func(op *Operation) starlark.Value { return listOrNone(op.pending) },
	"is_guard":      func(op *Operation) starlark.Value { return starlark.Bool(op.effect() == trace.EffectGuard) },
	"is_pure":       func(op *Operation) starlark.Value { return starlark.Bool(op.effect() == trace.EffectPure) },
	"effect":        func(op *Operation) starlark.Value { return starlark.String(op.effect().String()) },
	"has_result":    func(op *Operation) starlark.Value { return starlark.Bool(op.hasResult()) },
	"find":          func(op *Operation) starlark.Value { return methodFind.BindReceiver(op) },
	"arg":           func(op *Operation) starlark.Value { return methodArg.BindReceiver(op) },
	"make_equal_to": func(op *Operation) starlark.Value { return methodMakeEqual.BindReceiver(op) },
	"copy":          func(op *Operation) starlark.Value { return methodCopy.BindReceiver(op) },
}

func method(v starlark.Value, name string, f builtin) starlark.Value {
	return starlark.NewBuiltin(name, f).BindReceiver(v)
}

// These are the methods of values before they are bound to one.
var (
	methodFind      = starlark.NewBuiltin("find", operationFind)
	methodArg       = starlark.NewBuiltin("arg", operationArg)
	methodMakeEqual = starlark.NewBuiltin("make_equal_to", operationMakeEqual)
	methodCopy      = starlark.NewBuiltin("copy", operationCopy)
)

func orNone(v Value) starlark.Value {
	if v == nil {
		return starlark.None
	}
	return v
}

func textOrNone(s string) starlark.Value {
	if s == "" {
		return starlark.None
	}
	return starlark.String(s)
}

func listOrNone(l *starlark.List) starlark.Value {
	if l == nil {
		return starlark.None
	}
	return l
}

// Attr returns an attribute: one of operationFields, or one that the learner
// set. `info` is None until it is set.
func (op *Operation) Attr(name string) (starlark.Value, error) {
	if v, ok := op.fields[name]; ok {
		return v, nil
	}
	if field, ok := operationFields[name]; ok {
		return field(op), nil
	}
	if name == "info" {
		return starlark.None, nil
	}
	if _, isOperation := trace.LookupSpelling(name); isOperation {
		return nil, fmt.Errorf("expected an attribute of an Operation, found `%s`, which is a method of blocks: `bb.%s(…)`", name, name)
	}
	return nil, starlark.NoSuchAttrError(fmt.Sprintf("expected an attribute that was set before, found `%s`, which `%s` has not", name, op.name))
}

// AttrNames lists the attributes.
func (op *Operation) AttrNames() []string {
	return append(sortedKeys(operationFields), op.order...)
}

// SetField sets an attribute. Any name can be used.
func (op *Operation) SetField(name string, v starlark.Value) error {
	switch name {
	case "name":
		s, ok := v.(starlark.String)
		if !ok {
			return fmt.Errorf("expected the name of an operation, found %s", kindOf(v))
		}
		if err := knownOperation(string(s)); err != nil {
			return err
		}
		op.name = string(s)
	case "args", "snapshot":
		return op.setList(name, v)
	case "forwarded":
		if v == starlark.None {
			op.forwarded = nil
			return nil
		}
		value, ok := v.(Value)
		if !ok {
			return fmt.Errorf("expected a Value or None in `forwarded`, found %s", kindOf(v))
		}
		return op.forward(value)
	case "result", "descr":
		s, ok := v.(starlark.String)
		if !ok && v != starlark.None || len(s) > maxName {
			return fmt.Errorf("expected a text of at most %d bytes in `%s`, found %s", maxName, name, kindOf(v))
		}
		if name == "descr" {
			op.descr = string(s)
		} else {
			op.result = string(s)
		}
	default:
		if _, fixed := operationFields[name]; fixed {
			return fmt.Errorf("expected an attribute that can be set, found `%s`", name)
		}
		if op.fields == nil {
			op.fields = make(map[string]starlark.Value)
		}
		if _, known := op.fields[name]; !known {
			op.order = append(op.order, name)
		}
		op.fields[name] = v
	}
	return nil
}

func (op *Operation) setList(name string, v starlark.Value) error {
	if v == starlark.None && name == "snapshot" {
		op.snapshot = nil
		return nil
	}
	items, ok := v.(starlark.Iterable)
	if !ok {
		return fmt.Errorf("expected a list in `%s`, found %s", name, kindOf(v))
	}
	list, err := wrapList(items)
	if err != nil {
		return err
	}
	if name == "args" {
		op.args = list
	} else {
		op.snapshot = list
	}
	return nil
}

// forward records that op is equal to value. A chain that leads back to op
// would be endless.
func (op *Operation) forward(value Value) error {
	if value.find() == Value(op) {
		if value == Value(op) {
			return fmt.Errorf("expected another value than the operation itself, found `%s` made equal to itself", op.name)
		}
		return fmt.Errorf("expected values that are not known to be equal yet, found `%s` made equal to what was made equal to it", op.name)
	}
	op.forwarded = value
	return nil
}

func (op *Operation) effect() trace.Effect {
	if ref, ok := trace.LookupSpelling(op.name); ok {
		return ref.Code.Info().Effect
	}
	return trace.EffectOpaque
}

func (op *Operation) hasResult() bool {
	ref, ok := trace.LookupSpelling(op.name)
	if !ok {
		return op.result != ""
	}
	info := ref.Code.Info()
	result := info.Result
	if own := info.Spellings[ref.Spelling].Result; own != 0 {
		result = own
	}
	return result != 'v'
}

func operationFind(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackPositionalArgs("find", args, kwargs, 0); err != nil {
		return nil, err
	}
	return b.Receiver().(Value).find(), nil
}

func operationArg(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	op, i := b.Receiver().(*Operation), 0
	if err := starlark.UnpackPositionalArgs("arg", args, kwargs, 1, &i); err != nil {
		return nil, err
	}
	if i < 0 || i >= op.args.Len() {
		return nil, fmt.Errorf("expected the number of an argument of `%s`, which has %s, counted from 0; found %d", op.name, count(op.args.Len(), "argument"), i)
	}
	v, ok := op.args.Index(i).(Value)
	if !ok {
		return nil, fmt.Errorf("expected a Value as argument %d of `%s`, found %s", i, op.name, kindOf(op.args.Index(i)))
	}
	return v.find(), nil
}

func operationMakeEqual(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	if err := starlark.UnpackPositionalArgs("make_equal_to", args, kwargs, 1, &v); err != nil {
		return nil, err
	}
	value, ok := v.(Value)
	if !ok {
		return nil, fmt.Errorf("expected a Value in `make_equal_to`, found %s; a number becomes one with Constant(…)", kindOf(v))
	}
	switch own := b.Receiver().(Value).find().(type) {
	case *Operation:
		if value.find() == Value(own) { // known already
			return starlark.None, nil
		}
		return starlark.None, own.forward(value)
	case *Constant:
		return starlark.None, own.mustEqual(value)
	}
	return nil, fmt.Errorf("expected an Operation or a Constant in front of `make_equal_to`, found %s", kindOf(b.Receiver()))
}

func operationCopy(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := starlark.UnpackPositionalArgs("copy", args, kwargs, 0); err != nil {
		return nil, err
	}
	op := b.Receiver().(*Operation)
	if err := chargeMemory(t, 128+16*uint64(op.values())); err != nil {
		return nil, err
	}
	c := newOperation(t, op.name)
	c.result, c.descr = op.result, op.descr
	for _, list := range []struct{ from, to **starlark.List }{{&op.args, &c.args}, {&op.snapshot, &c.snapshot}, {&op.params, &c.params}, {&op.pending, &c.pending}} {
		if *list.from != nil {
			*list.to = starlark.NewList(elementsOf(*list.from))
		}
	}
	return c, nil
}

// values returns the number of values that an operation mentions.
func (op *Operation) values() int {
	n := 0
	for _, l := range []*starlark.List{op.args, op.snapshot, op.params, op.pending} {
		if l != nil {
			n += l.Len()
		}
	}
	return n
}

// isList reports whether an attribute of an operation is a list, which is copied when
// it is set.
func isList(name string) bool { return name == "args" || name == "snapshot" || name == "params" }

// chargeList counts the copy of a list.
func chargeList(t *starlark.Thread, items starlark.Iterable) error {
	n, err := chargeItems(t, items)
	if err != nil {
		return err
	}
	return chargeMemory(t, 32*uint64(n))
}

func elementsOf(l *starlark.List) []starlark.Value {
	values := make([]starlark.Value, l.Len())
	for i := range values {
		values[i] = l.Index(i)
	}
	return values
}

// newOperation makes an operation without arguments. Operations are numbered in
// the order in which a test makes them, so that nothing depends on addresses.
func newOperation(t *starlark.Thread, name string) *Operation {
	return &Operation{name: name, args: starlark.NewList(nil), id: nextID(t)}
}

func nextID(t *starlark.Thread) uint32 {
	m := meterOf(t)
	m.operations++
	return m.operations
}

package learn

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"unbox/trace"
)

// Value is an argument of operations: an Operation, which stands for its result, a
// Constant, or a Virtual. All compare by identity, as in the posts.
type Value interface {
	starlark.Value
	// find returns the representative of the values that are known to be equal.
	find() Value
	// isValue excludes other types.
	isValue()
}

var (
	_ starlark.HasSetField = (*Operation)(nil)
	_ Value                = (*Operation)(nil)
	_ Value                = (*Constant)(nil)
	_ Value                = (*Virtual)(nil)
)

// Constant is a number or a name as an argument: `17`, `intval`, `BoxedInteger`.
type Constant struct {
	value starlark.Value
	id    uint32
}

func (c *Constant) isValue() {}

// Type returns "Constant".
func (c *Constant) Type() string { return "Constant" }

// Freeze does nothing: constants do not change.
func (c *Constant) Freeze() {}

// Truth returns true, as that of every object in Python.
func (c *Constant) Truth() starlark.Bool { return true }

// Hash goes by identity.
func (c *Constant) Hash() (uint32, error) { return c.id * 0x9e3779b1, nil }

// String returns "Constant(17)".
func (c *Constant) String() string { return "Constant(" + c.value.String() + ")" }

func (c *Constant) find() Value { return c }

// mustEqual is union with a constant: it cannot be equal to a different one.
func (c *Constant) mustEqual(v Value) error {
	if other, ok := v.(*Constant); ok {
		if same, err := starlark.Equal(c.value, other.value); err == nil && same {
			return nil
		}
		return fmt.Errorf("expected equal constants, found %s made equal to %s; a pass that finds this has a bug", c, other)
	}
	return fmt.Errorf("expected the Operation in front and %s as the argument of `make_equal_to`, found it the other way round: constants are always the representative", c)
}

// Attr returns value, find or make_equal_to.
func (c *Constant) Attr(name string) (starlark.Value, error) {
	switch name {
	case "value":
		return c.value, nil
	case "find":
		return methodFind.BindReceiver(c), nil
	case "make_equal_to":
		return methodMakeEqual.BindReceiver(c), nil
	}
	return nil, nil
}

// AttrNames lists the attributes.
func (c *Constant) AttrNames() []string { return []string{"find", "make_equal_to", "value"} }

// maxName is the length of the longest name in a trace, in bytes. PyPy's longest
// descriptors have some 300.
const maxName = 1000

// wrap makes a Value from an argument that a learner passes.
func wrap(v starlark.Value) (Value, error) {
	switch v := v.(type) {
	case Value:
		return v, nil
	case starlark.String:
		if len(v) > maxName {
			return nil, fmt.Errorf("expected a name of at most %d bytes as an argument, found a text of %d", maxName, len(v))
		}
		if strings.ContainsAny(string(v), "\r\n") {
			return nil, fmt.Errorf("expected a name as an argument, found a text of several lines")
		}
		return &Constant{value: v, id: constantHash(v)}, nil
	case starlark.Int, starlark.Float:
		return &Constant{value: v, id: constantHash(v)}, nil
	case starlark.Bool:
		return wrap(starlark.MakeInt(boolInt(bool(v))))
	}
	if v == starlark.None {
		return &Constant{value: starlark.None, id: 1}, nil
	}
	return nil, fmt.Errorf("expected a Value or a number as an argument of an operation, found %s", kindOf(v))
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// constantHash distributes constants in dicts, where they are found by
// identity.
func constantHash(v starlark.Value) uint32 {
	h, err := v.Hash()
	if err != nil {
		return 2
	}
	return h
}

func wrapList(items starlark.Iterable) (*starlark.List, error) {
	var values []starlark.Value
	for v := range starlark.Elements(items) {
		value, err := wrap(v)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return starlark.NewList(values), nil
}

// knownOperation checks a name against the operation table.
func knownOperation(name string) error {
	if _, ok := trace.LookupSpelling(name); ok {
		return nil
	}
	if near := nearestOperation(name); near != "" {
		return fmt.Errorf("expected an operation, found `%s`; `%s` is the nearest one there is", name, near)
	}
	return fmt.Errorf("expected an operation, found `%s`", name)
}

// isValueOperand reports whether one of two operands is a Value.
func isValueOperand(x, y starlark.Value) bool {
	_, ok1 := x.(Value)
	_, ok2 := y.(Value)
	return ok1 || ok2
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

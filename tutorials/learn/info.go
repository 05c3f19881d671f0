package learn

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
)

// Info is an object with a name and mutable fields, for the classes of the
// posts that have only fields. Info("VirtualObject", contents={}) stands for
// VirtualObject().
type Info struct {
	name   string
	fields map[string]starlark.Value
	order  []string
	id     uint32
}

var _ starlark.HasSetField = (*Info)(nil)

// Type returns the name that the learner gave.
func (o *Info) Type() string { return o.name }

// Freeze does nothing.
func (o *Info) Freeze() {}

// Truth returns true, so that `if info:` checks whether there is one.
func (o *Info) Truth() starlark.Bool { return true }

// Hash goes by identity.
func (o *Info) Hash() (uint32, error) { return o.id * 0x9e3779b1, nil }

// String shows the name and the fields.
func (o *Info) String() string { return brief(o, 3) }

func (o *Info) write(b *strings.Builder, depth int) {
	b.WriteString(o.name + "(")
	for i, name := range o.order {
		if i > 0 {
			b.WriteString(", ")
		}
		if depth <= 0 {
			b.WriteString("…")
			break
		}
		b.WriteString(name + "=")
		writeBrief(b, o.fields[name], depth-1)
	}
	b.WriteString(")")
}

// Attr returns a field.
func (o *Info) Attr(name string) (starlark.Value, error) {
	if v, ok := o.fields[name]; ok {
		return v, nil
	}
	fields := " (" + strings.Join(o.order, ", ") + ")"
	if len(o.order) == 0 {
		fields = ", which has none yet"
	}
	return nil, starlark.NoSuchAttrError(fmt.Sprintf("expected a field of %s%s, found `%s`", o.name, fields, name))
}

// AttrNames lists the fields in the order in which they were set.
func (o *Info) AttrNames() []string { return append([]string(nil), o.order...) }

// SetField sets a field, which may be a new one.
func (o *Info) SetField(name string, v starlark.Value) error {
	if _, known := o.fields[name]; !known {
		o.order = append(o.order, name)
	}
	o.fields[name] = v
	return nil
}

// makeInfo is the function Info.
func makeInfo(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	name := "Info"
	if err := starlark.UnpackPositionalArgs("Info", args, nil, 0, &name); err != nil {
		return nil, err
	}
	if err := chargeMemory(t, 200+64*uint64(len(kwargs))); err != nil {
		return nil, err
	}
	o := &Info{name: name, fields: make(map[string]starlark.Value, len(kwargs)), id: nextID(t)}
	for _, kv := range kwargs {
		if err := o.SetField(string(kv[0].(starlark.String)), kv[1]); err != nil {
			return nil, err
		}
	}
	return o, nil
}

// kind is one of our types under the learner's name: it makes values, and
// isinstance checks for it.
type kind struct {
	name string
	make func(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)
	is   func(v starlark.Value) bool
}

var _ starlark.Callable = (*kind)(nil)

// Name returns the type's name.
func (k *kind) Name() string { return k.name }

// Type returns "type".
func (k *kind) Type() string { return "type" }

// String returns the type's name.
func (k *kind) String() string { return k.name }

// Freeze does nothing.
func (k *kind) Freeze() {}

// Truth returns true.
func (k *kind) Truth() starlark.Bool { return true }

// Hash goes by the name.
func (k *kind) Hash() (uint32, error) { return starlark.String(k.name).Hash() }

// CallInternal makes a value of the type.
func (k *kind) CallInternal(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return k.make(t, args, kwargs)
}

func (k *kind) has(v starlark.Value) bool { return k.is(v) }

// isA is the check of isinstance for a Go type.
func isA[T starlark.Value](v starlark.Value) bool {
	_, ok := v.(T)
	return ok
}

// kinds are the types of the posts.
func kinds() starlark.StringDict {
	list := []*kind{
		{"Value", makeValue, isA[Value]},
		{"Operation", makeOperationKind, isA[*Operation]},
		{"Constant", makeConstant, isA[*Constant]},
		{"Virtual", makeVirtual, isA[*Virtual]},
		{"Block", makeBlock, isA[*Block]},
		{"Info", makeInfo, isA[*Info]},
	}
	env := make(starlark.StringDict)
	for _, k := range list {
		env[k.name] = k
	}
	return env
}

func makeValue(_ *starlark.Thread, _ starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	return nil, fmt.Errorf("expected Operation(…) or Constant(…), found Value(…); it is what both are")
}

// makeOperationKind is Operation("add", [a, b]).
func makeOperationKind(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	var list starlark.Iterable
	if err := starlark.UnpackPositionalArgs("Operation", args, nil, 1, &name, &list); err != nil {
		return nil, err
	}
	if err := knownOperation(name); err != nil {
		return nil, err
	}
	var values starlark.Tuple
	if list != nil {
		n, err := chargeItems(t, list)
		if err != nil {
			return nil, err
		}
		values = make(starlark.Tuple, 0, n)
		for v := range starlark.Elements(list) {
			values = append(values, v)
		}
	}
	return makeOperation(t, name, values, kwargs)
}

// makeConstant is Constant(17).
func makeConstant(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	if err := starlark.UnpackPositionalArgs("Constant", args, kwargs, 1, &v); err != nil {
		return nil, err
	}
	if isA[Value](v) {
		return nil, fmt.Errorf("expected a number in Constant(…), found %s", kindOf(v))
	}
	if err := chargeMemory(t, 48); err != nil {
		return nil, err
	}
	value, err := wrap(v)
	if err != nil {
		return nil, err
	}
	value.(*Constant).id = nextID(t)
	return value, nil
}

// makeVirtual is Virtual("BoxedInteger", intval=i9).
func makeVirtual(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var class string
	if err := starlark.UnpackPositionalArgs("Virtual", args, nil, 1, &class); err != nil {
		return nil, err
	}
	if err := chargeMemory(t, 160+32*uint64(len(kwargs))); err != nil {
		return nil, err
	}
	v := &Virtual{class: class, id: nextID(t)}
	for _, kv := range kwargs {
		if err := v.SetField(string(kv[0].(starlark.String)), kv[1]); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// makeBlock is Block(), or Block(list of operations).
func makeBlock(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Iterable
	if err := starlark.UnpackPositionalArgs("Block", args, kwargs, 0, &list); err != nil {
		return nil, err
	}
	if err := chargeMemory(t, 96); err != nil {
		return nil, err
	}
	bb := &Block{dialect: optimizerToy}
	if list == nil {
		return bb, nil
	}
	if from, ok := list.(*Block); ok {
		bb.dialect, bb.declarations = from.dialect, from.declarations
	}
	return bb, second(blockExtend(t, method(bb, "extend", blockExtend).(*starlark.Builtin), starlark.Tuple{list}, nil))
}

func second(_ starlark.Value, err error) error { return err }

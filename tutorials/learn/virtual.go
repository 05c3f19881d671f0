package learn

import (
	"go.starlark.net/starlark"
)

// Virtual describes, in a guard's snapshot, an object that is not allocated.
type Virtual struct {
	// class is its class or array type, "" for one that stands for the existing
	// object of.
	class  string
	of     Value
	array  bool
	names  []string
	values []starlark.Value // Values, for an array its items
	name   string
	id     uint32
}

func (v *Virtual) isValue() {}

// Type returns "Virtual".
func (v *Virtual) Type() string { return "Virtual" }

// Freeze does nothing.
func (v *Virtual) Freeze() {}

// Truth returns true.
func (v *Virtual) Truth() starlark.Bool { return true }

// Hash goes by identity.
func (v *Virtual) Hash() (uint32, error) { return v.id * 0x9e3779b1, nil }

// String shows the description.
func (v *Virtual) String() string { return brief(v, 2) }

func (v *Virtual) find() Value { return v }

// Attr returns `class_name`, `find` or a field.
func (v *Virtual) Attr(name string) (starlark.Value, error) {
	switch name {
	case "class_name":
		return textOrNone(v.class), nil
	case "find":
		return methodFind.BindReceiver(v), nil
	case "fields":
		d := new(starlark.Dict)
		for i, field := range v.names {
			if err := d.SetKey(starlark.String(field), v.values[i]); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	for i, field := range v.names {
		if field == name {
			return v.values[i], nil
		}
	}
	return nil, nil
}

// AttrNames lists the attributes.
func (v *Virtual) AttrNames() []string {
	return append([]string{"class_name", "fields", "find"}, v.names...)
}

// SetField sets a field of the description.
func (v *Virtual) SetField(name string, x starlark.Value) error {
	value, err := wrap(x)
	if err != nil {
		return err
	}
	for i, field := range v.names {
		if field == name {
			v.values[i] = value
			return nil
		}
	}
	v.names, v.values = append(v.names, name), append(v.values, value)
	return nil
}

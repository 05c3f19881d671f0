package learn

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"unbox/trace"
)

// builtin is the type of function that starlark.NewBuiltin takes.
type builtin = func(t *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

// costs has functions that compute how much work the language's own functions are
// about to do, by name. Functions that are not here take constant time.
var costs = map[string]func(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error{
	"any":       costOfItems,
	"all":       costOfItems,
	"bytes":     costOfCopy,
	"dict":      costOfKeys,
	"enumerate": costOfCopy,
	"fail":      costOfText,
	"float":     costOfAll,
	"hash":      costOfAll,
	"int":       costOfNumber,
	"list":      costOfCopy,
	"max":       costOfOrder,
	"min":       costOfOrder,
	"repr":      costOfText,
	"reversed":  costOfCopy,
	"set":       costOfKeys,
	"sorted":    costOfOrder,
	"str":       costOfText,
	"tuple":     costOfCopy,
	"zip":       costOfCopy,
	"dir":       costOfNames,
	"bool":      nil, "abs": nil, "chr": nil, "len": nil, "ord": nil, "range": nil, "type": nil,
}

// guardedUniverse returns the language's own functions; each counts its work
// before it begins. `getattr`, `setattr` and `print` are made elsewhere.
func guardedUniverse() starlark.StringDict {
	env := make(starlark.StringDict)
	for name, cost := range costs {
		own := starlark.Universe[name].(*starlark.Builtin)
		if cost == nil {
			env[name] = own
			continue
		}
		env[name] = starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := cost(t, args, kwargs); err != nil {
				return nil, err
			}
			args, kwargs = weighedKeys(name, args, kwargs)
			return own.CallInternal(t, args, kwargs)
		})
	}
	for name, value := range starlark.Universe {
		if _, isFunction := value.(*starlark.Builtin); !isFunction {
			env[name] = value
		}
	}
	env["hasattr"] = starlark.NewBuiltin("hasattr", hasattr)
	env["getattr"] = starlark.NewBuiltin("getattr", getattr)
	env["setattr"] = starlark.NewBuiltin("setattr", setattr)
	return env
}

func costOfAll(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error {
	if err := chargeAll(t, args...); err != nil {
		return err
	}
	for _, kv := range kwargs {
		if err := chargeAll(t, kv[1]); err != nil {
			return err
		}
	}
	return nil
}

func costOfItems(t *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) error {
	_, err := countItems(t, args)
	return err
}

// countItems counts all items of the arguments.
func countItems(t *starlark.Thread, args starlark.Tuple) (uint64, error) {
	var total uint64
	for _, arg := range args {
		items, ok := arg.(starlark.Iterable)
		if !ok {
			continue
		}
		n, err := chargeItems(t, items)
		if err != nil {
			return 0, err
		}
		total += uint64(n)
	}
	return total, nil
}

// costOfCopy is the cost of functions that put all items into something new, which
// may have to hash them.
func costOfCopy(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error {
	n, err := countItems(t, args)
	if err != nil {
		return err
	}
	if err := chargeMemory(t, 48*n); err != nil {
		return err
	}
	return costOfAll(t, args, kwargs)
}

// costOfKeys is the cost of functions that make a table of all items.
func costOfKeys(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error {
	if err := costOfCopy(t, args, kwargs); err != nil {
		return err
	}
	for _, arg := range args {
		if items, ok := arg.(starlark.Iterable); ok {
			if err := rehearse(t, items); err != nil {
				return err
			}
		}
	}
	return nil
}

// costOfNames is the cost of listing all attributes, which are sorted.
func costOfNames(t *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) error {
	n := 0
	for _, arg := range args {
		switch v := arg.(type) {
		case *Info:
			n += len(v.order)
		case *Operation:
			n += len(v.order)
		case *Virtual:
			n += len(v.names)
		case *Block:
			n += 1000 // all operations
		}
	}
	return chargeMemory(t, 64*uint64(20+n))
}

// costOfOrder is the cost of sorting: each item is compared about log n times.
func costOfOrder(t *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) error {
	n, err := countItems(t, args)
	if err != nil {
		return err
	}
	if err := chargeMemory(t, 16*n); err != nil {
		return err
	}
	work, err := weigh(t, args...)
	if err != nil {
		return err
	}
	high, steps := bits.Mul64(work, uint64(bits.Len64(n)))
	if high != 0 {
		steps = 1 << 63
	}
	return Charge(t, steps)
}

// plainKey is the weight up to which comparing a key costs no more than comparing items: that of a tuple of three numbers.
const plainKey = 8

// weighedKeys returns the arguments of a function that orders items, with a key function that counts comparing what it returns. The cost
// of other functions is in their arguments.
func weighedKeys(name string, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Tuple, []starlark.Tuple) {
	if name != "sorted" && name != "max" && name != "min" || len(args) == 0 {
		return args, kwargs
	}
	rounds := uint64(bits.Len(uint(max(starlark.Len(args[0]), len(args)))))
	if name == "sorted" && len(args) > 1 {
		args = slices.Clone(args)
		args[1] = weighedKey(args[1], rounds)
	}
	for k, kv := range kwargs {
		if kv[0] == starlark.String("key") {
			kwargs = slices.Clone(kwargs)
			kwargs[k] = starlark.Tuple{kv[0], weighedKey(kv[1], rounds)}
		}
	}
	return args, kwargs
}

// weighedKey is a key function each of whose results is compared so many times.
func weighedKey(key starlark.Value, rounds uint64) starlark.Value {
	own, ok := key.(starlark.Callable)
	if !ok {
		return key
	}
	return starlark.NewBuiltin(own.Name(), func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := starlark.Call(t, own, args, kwargs)
		if err != nil {
			return nil, err
		}
		n, err := weigh(t, v)
		if err != nil || n <= plainKey {
			return v, err
		}
		high, steps := bits.Mul64(n, rounds)
		if high != 0 {
			steps = 1 << 63
		}
		return v, Charge(t, steps)
	})
}

func costOfText(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) error {
	for _, kv := range kwargs {
		if err := chargeText(t, 0, kv[1]); err != nil {
			return err
		}
	}
	return chargeText(t, 0, args...)
}

func costOfNumber(t *starlark.Thread, args starlark.Tuple, _ []starlark.Tuple) error {
	if len(args) > 0 {
		s, ok := args[0].(starlark.String)
		if !ok {
			return nil
		}
		if len(s) > maxBits/3 {
			return tooLarge(t, "expected a number of at most %d digits, found a text of %s bytes", maxBits/3, grouped(uint64(len(s))))
		}
		// Each digit multiplies the number so far.
		return Charge(t, 1+uint64(len(s))/8+uint64(len(s)*len(s))/20_000)
	}
	return nil
}

// hasattr reports whether an object has an attribute. It makes no message about a
// missing one, which takes long for some.
func hasattr(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var object starlark.Value
	var name string
	if err := starlark.UnpackPositionalArgs("hasattr", args, kwargs, 2, &object, &name); err != nil {
		return nil, err
	}
	return starlark.Bool(knowsAttribute(object, name)), nil
}

func knowsAttribute(object starlark.Value, name string) bool {
	switch v := object.(type) {
	case *Info:
		_, ok := v.fields[name]
		return ok
	case *Block:
		_, isOperation := trace.LookupSpelling(name)
		_, isMethod := blockMethods[name]
		return isOperation || isMethod || name == "ops" || name == "inputs"
	case *Operation:
		_, isField := operationFields[name]
		_, isNoted := v.fields[name]
		return isField || isNoted || name == "info"
	case *Virtual:
		return slices.Contains(v.names, name) || slices.Contains([]string{"class_name", "find", "fields"}, name)
	case starlark.HasAttrs:
		found, err := v.Attr(name)
		return err == nil && found != nil
	}
	return false
}

// getattr is the language's own function, except that the methods that it finds
// count their work.
func getattr(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var object, otherwise starlark.Value
	var name string
	if err := starlark.UnpackPositionalArgs("getattr", args, kwargs, 2, &object, &name, &otherwise); err != nil {
		return nil, err
	}
	if otherwise != nil && !knowsAttribute(object, name) {
		return otherwise, nil
	}
	v, err := attribute(t, object, name)
	if err != nil && otherwise != nil && limitIn(err) == nil {
		return otherwise, nil
	}
	return v, err
}

// setattr sets an attribute whose name is computed: a field of a described object,
// for instance. Objects with many attributes are searched linearly.
func setattr(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var object, v starlark.Value
	var name string
	if err := starlark.UnpackPositionalArgs("setattr", args, kwargs, 3, &object, &name, &v); err != nil {
		return nil, err
	}
	target, ok := object.(starlark.HasSetField)
	if !ok {
		return nil, fmt.Errorf("expected an object whose attributes can be set as the first argument of `setattr`, found %s", kindOf(object))
	}
	if len(name) > maxName {
		return nil, fmt.Errorf("expected a name of at most %d bytes in `setattr`, found one of %d", maxName, len(name))
	}
	if items, ok := v.(starlark.Iterable); ok && isList(name) {
		if err := chargeList(t, items); err != nil {
			return nil, err
		}
	}
	if d, ok := object.(*Virtual); ok {
		if err := Charge(t, uint64(len(d.names)/8)); err != nil {
			return nil, err
		}
	}
	if err := chargeMemory(t, uint64(64+len(name))); err != nil {
		return nil, err
	}
	return starlark.None, target.SetField(name, v)
}

// isinstance is Python's function, for the types of the language.
func isinstance(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 2 || len(kwargs) > 0 {
		var v, class starlark.Value
		return nil, starlark.UnpackPositionalArgs("isinstance", args, kwargs, 2, &v, &class)
	}
	ok, err := isOf(args[0], args[1])
	return starlark.Bool(ok), err
}

func isOf(v, class starlark.Value) (bool, error) {
	switch class := class.(type) {
	case starlark.Tuple:
		for _, one := range class {
			if ok, err := isOf(v, one); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	case *kind:
		return class.has(v), nil
	case *starlark.Builtin:
		switch name := class.Name(); name {
		case "str":
			return v.Type() == "string", nil
		case "int", "bool", "float", "list", "tuple", "dict", "set", "bytes":
			return v.Type() == name, nil
		}
	}
	return false, fmt.Errorf("expected a type (Value, Operation, Constant, Block, int, str, …) as the second argument of `isinstance`, found %s", kindOf(class))
}

// typeOf is `type(x)`: the type as `isinstance` takes it, so that it can be compared with
// Operation or int; or its name if there is no such type.
func typeOf(env starlark.StringDict) builtin {
	names := map[string]string{
		"string": "str", "int": "int", "bool": "bool", "float": "float", "list": "list", "tuple": "tuple", "dict": "dict", "set": "set", "bytes": "bytes",
	}
	return func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var v starlark.Value
		if err := starlark.UnpackPositionalArgs("type", args, kwargs, 1, &v); err != nil {
			return nil, err
		}
		name := v.Type()
		if own, ok := names[name]; ok {
			name = own
		}
		if class, ok := env[name]; ok {
			return class, nil
		}
		return starlark.String(name), nil
	}
}

// printer is `print`: its output is shown with the test that was running.
type printer struct{ text strings.Builder }

func (p *printer) print(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	sep, end := " ", "\n"
	if err := starlark.UnpackArgs("print", nil, kwargs, "sep?", &sep, "end?", &end); err != nil {
		return nil, err
	}
	if err := chargeText(t, len(args)*len(sep)+len(end), args...); err != nil {
		return nil, err
	}
	m := meterOf(t)
	if m.quiet {
		return starlark.None, nil
	}
	var line strings.Builder
	for i, arg := range args {
		if i > 0 {
			line.WriteString(sep)
		}
		if s, ok := arg.(starlark.String); ok {
			line.WriteString(string(s))
		} else {
			line.WriteString(arg.String())
		}
	}
	line.WriteString(end)
	if m.output += line.Len(); m.output > m.limits.Output {
		return nil, tooMuchOutput(t, m)
	}
	p.text.WriteString(line.String())
	return starlark.None, Charge(t, uint64(line.Len()/64))
}

func tooMuchOutput(t *starlark.Thread, m *meter) error {
	err := m.exceed("output", fmt.Sprintf("expected at most %s bytes of output for one test, found more; is `print` in a loop that goes on for ever?", grouped(uint64(m.limits.Output))))
	t.Cancel(err.Error())
	return err
}

// take returns what was printed since the last call.
func (p *printer) take() string {
	text := p.text.String()
	p.text.Reset()
	return text
}

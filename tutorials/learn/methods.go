package learn

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

// quickMethods are the methods of lists, dicts and sets that take constant time.
// All other methods of the language's own types are counted.
var quickMethods = map[string]bool{"append": true}

// keyMethods are the methods of dicts and sets that look up one key.
var keyMethods = map[string]bool{
	"get": true, "setdefault": true, "pop": true, "add": true, "discard": true, "remove": true,
}

// countedMethods are the names after a dot that are looked up by attribute: the
// methods of texts, lists, dicts and sets whose work depends on sizes.
func countedMethods() map[string]bool {
	names := make(map[string]bool)
	for _, v := range []starlark.HasAttrs{starlark.String(""), starlark.Bytes(""), starlark.NewList(nil), new(starlark.Dict), new(starlark.Set)} {
		for _, name := range v.AttrNames() {
			names[name] = !quickMethods[name]
		}
	}
	for _, name := range copiedAttributes {
		names[name] = true
	}
	return names
}

// copiedAttributes are the attributes of blocks and descriptions that are copied for
// each access.
var copiedAttributes = []string{"ops", "fields"}

// attribute is `v.name`. A method of the language's own types comes back as one
// that counts its work before it begins.
func attribute(t *starlark.Thread, v starlark.Value, name string) (starlark.Value, error) {
	object, ok := v.(starlark.HasAttrs)
	if !ok {
		return nil, noAttribute(v, name)
	}
	switch v := v.(type) {
	case *Block:
		if name == "ops" {
			if err := chargeSize(t, v); err != nil {
				return nil, err
			}
		}
	case *Virtual:
		if err := chargeMemory(t, 64*uint64(len(v.names))); err != nil {
			return nil, err
		}
	}
	found, err := object.Attr(name)
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, noAttribute(v, name)
	}
	method, ok := found.(*starlark.Builtin)
	if !ok || quickMethods[name] || !isOwn(v) {
		return found, nil
	}
	return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if err := chargeMethod(t, v, name, args, kwargs); err != nil {
			return nil, err
		}
		c, isTable := asTable(v)
		if !isTable || !keyMethods[name] || len(args) == 0 {
			return method.CallInternal(t, args, kwargs)
		}
		before := c.Len()
		result, err := method.CallInternal(t, args, kwargs)
		changed(t, c, args[0], before)
		return result, err
	}), nil
}

func noAttribute(v starlark.Value, name string) error {
	if v == starlark.None {
		return fmt.Errorf("expected something with the attribute `%s`, found None", name)
	}
	return fmt.Errorf("expected an attribute of %s, found `%s`, which it has not", kindOf(v), name)
}

// isOwn reports whether v is of one of the language's own types.
func isOwn(v starlark.Value) bool {
	switch v.(type) {
	case starlark.String, starlark.Bytes, *starlark.List, *starlark.Dict, *starlark.Set:
		return true
	}
	return false
}

// chargeMethod counts the work of one call of a method.
func chargeMethod(t *starlark.Thread, v starlark.Value, name string, args starlark.Tuple, kwargs []starlark.Tuple) error {
	if s, ok := v.(starlark.String); ok {
		return chargeTextMethod(t, string(s), name, args, kwargs)
	}
	c, isTable := asTable(v)
	if isTable && keyMethods[name] {
		if len(args) == 0 {
			return nil
		}
		return chargeKey(t, c, args[0])
	}
	if _, err := countItems(t, args); err != nil {
		return err
	}
	if err := costOfAll(t, args, kwargs); err != nil {
		return err
	}
	if isTable {
		if err := chargeMerge(t, c, args); err != nil {
			return err
		}
	}
	size := sizeOf(v)
	switch name {
	case "items", "keys", "values", "extend", "update", "union", "symmetric_difference", "difference", "intersection":
		for _, arg := range args {
			if items, ok := arg.(starlark.Iterable); ok {
				size += 64 * uint64(max(0, starlark.Len(items)))
			}
		}
		return chargeMemory(t, size)
	case "index", "remove":
		return chargeAll(t, v)
	}
	return Charge(t, size/64)
}

// chargeMerge counts the work of a table's method on the keys of its arguments.
func chargeMerge(t *starlark.Thread, c table, args starlark.Tuple) error {
	for _, arg := range args {
		items, ok := arg.(starlark.Iterable)
		if !ok {
			continue
		}
		if other, ok := asTable(arg); ok {
			if err := chargeTables(t, c, other); err != nil {
				return err
			}
			continue
		}
		if err := chargeKeys(t, c, items); err != nil {
			return err
		}
		if err := rehearse(t, c, items); err != nil {
			return err
		}
	}
	return nil
}

func chargeTextMethod(t *starlark.Thread, s, name string, args starlark.Tuple, kwargs []starlark.Tuple) error {
	made := len(s)
	switch name {
	case "join":
		if len(args) == 1 {
			if items, ok := args[0].(starlark.Iterable); ok {
				n, err := chargeItems(t, items)
				if err != nil {
					return err
				}
				made = saturating(n, len(s)) + textIn(items)
			}
		}
	case "replace":
		if len(args) >= 2 {
			before, ok1 := args[0].(starlark.String)
			after, ok2 := args[1].(starlark.String)
			if ok1 && ok2 {
				made = len(s) + saturating(strings.Count(s, string(before)), len(after))
			}
		}
	case "format":
		if err := costOfAll(t, args, kwargs); err != nil {
			return err
		}
		longest, err := longestText(t, args, kwargs)
		if err != nil {
			return err
		}
		made = len(s) + saturating(strings.Count(s, "{"), longest)
	case "strip", "lstrip", "rstrip":
		// Each letter is looked up in the list of letters to strip, unless all are
		// ASCII.
		if len(args) == 1 {
			if letters, ok := args[0].(starlark.String); ok && !isASCII(string(letters)) {
				if err := Charge(t, uint64(saturating(len(s), len(letters))/64)); err != nil {
					return err
				}
			}
		}
	case "split", "rsplit", "splitlines", "partition", "rpartition":
		made = 16 * len(s)
	}
	if made > maxText && name != "split" && name != "rsplit" && name != "splitlines" {
		return checkText(t, made)
	}
	if err := chargeAll(t, args...); err != nil {
		return err
	}
	if err := Charge(t, uint64(len(s)/64)); err != nil {
		return err
	}
	return chargeMemory(t, uint64(made))
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// saturating multiplies without wrapping around.
func saturating(a, b int) int {
	if a > 0 && b > (1<<40)/a {
		return 1 << 40
	}
	return a * b
}

// textIn returns the length of all texts in an iterable together.
func textIn(items starlark.Iterable) int {
	total := 0
	for v := range starlark.Elements(items) {
		if s, ok := v.(starlark.String); ok {
			total += len(s)
		}
	}
	return total
}

// longestText returns an upper bound for the length of the longest argument in
// print.
func longestText(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (int, error) {
	longest := 0
	values := append(starlark.Tuple(nil), args...)
	for _, kv := range kwargs {
		values = append(values, kv[1])
	}
	for _, v := range values {
		work, err := weigh(t, v)
		if err != nil {
			return 0, err
		}
		size := int(min(work, 1<<30)) * 64
		if s, ok := v.(starlark.String); ok {
			size = len(s)
		} else if work <= 2 {
			size = 32
		}
		longest = max(longest, size)
	}
	return longest, nil
}

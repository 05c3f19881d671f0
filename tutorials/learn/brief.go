package learn

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
)

// kindOf says in words what a value is.
func kindOf(v starlark.Value) string {
	switch v := v.(type) {
	case *Operation:
		return "the Operation `" + v.name + "`"
	case *Constant:
		return v.String()
	case starlark.String:
		if len(v) > 40 {
			return "a text"
		}
		return "the text " + v.String()
	case starlark.Int:
		if text := v.String(); len(text) <= 20 {
			return "the number " + text
		}
		return "a number"
	case *starlark.Function:
		return "the function `" + v.Name() + "`"
	case *starlark.Builtin:
		return "the function `" + v.Name() + "`"
	}
	if v == starlark.None {
		return "None"
	}
	return "a " + v.Type()
}

// brief shows a value on one line, cut if it is deep or long: values may refer
// to each other in circles.
func brief(v starlark.Value, depth int) string {
	var b strings.Builder
	writeBrief(&b, v, depth)
	return b.String()
}

const briefLength = 400

func writeBrief(b *strings.Builder, v starlark.Value, depth int) {
	if b.Len() > briefLength {
		b.WriteString("…")
		return
	}
	switch v := v.(type) {
	case *Operation:
		if v.name == "param" && v.result != "" {
			b.WriteString(v.result) // it has no arguments that could say which input it is
			return
		}
		if depth <= 0 {
			b.WriteString(v.name + "(…)")
			return
		}
		b.WriteString("Operation(" + v.name)
		for i := range v.args.Len() {
			b.WriteString(", ")
			writeBrief(b, v.args.Index(i), depth-1)
		}
		b.WriteString(")")
	case *Virtual:
		b.WriteString("Virtual(" + v.class)
		for i, field := range v.names {
			b.WriteString(", " + field + "=")
			writeBrief(b, v.values[i], depth-1)
		}
		b.WriteString(")")
	case *Info:
		v.write(b, depth)
	case *starlark.List:
		writeBriefItems(b, "[", v, depth, "]")
	case starlark.Tuple:
		writeBriefItems(b, "(", v, depth, ")")
	case *starlark.Dict:
		writeBriefDict(b, v, depth)
	case *starlark.Set:
		b.WriteString(fmt.Sprintf("set of %d", v.Len()))
	default:
		text := v.String()
		if len(text) > briefLength {
			text = strings.ToValidUTF8(text[:briefLength], "") + "…"
		}
		b.WriteString(text)
	}
}

func writeBriefItems(b *strings.Builder, open string, v starlark.Indexable, depth int, closing string) {
	b.WriteString(open)
	for i := range v.Len() {
		if i > 0 {
			b.WriteString(", ")
		}
		if depth <= 0 || i == 8 {
			b.WriteString("…")
			break
		}
		writeBrief(b, v.Index(i), depth-1)
	}
	b.WriteString(closing)
}

func writeBriefDict(b *strings.Builder, d *starlark.Dict, depth int) {
	b.WriteString("{")
	for i, k := range d.Keys() {
		if i > 0 {
			b.WriteString(", ")
		}
		if depth <= 0 || i == 8 {
			b.WriteString("…")
			break
		}
		writeBrief(b, k, depth-1)
		b.WriteString(": ")
		if value, found, err := d.Get(k); found && err == nil {
			writeBrief(b, value, depth-1)
		}
	}
	b.WriteString("}")
}

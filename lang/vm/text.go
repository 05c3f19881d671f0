package vm

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"unbox/lang/numbers"
	"unbox/lang/object"
	"unbox/lang/texts"
)

// str is str(); false after an exception.
func (vm *VM) str(o Ref) (string, bool) {
	if vm.isStr(o) {
		return vm.w.Text(o), true
	}
	if vm.w.Header(o) == object.HInstance {
		if f, ok := vm.lookup(o, "__str__"); ok {
			return vm.textOf(vm.call(f, o), "__str__")
		}
		if vm.classOf(o).exception {
			return vm.exceptionText(o)
		}
	}
	return vm.repr(o)
}

// textOf checks what a method returned that makes strings.
func (vm *VM) textOf(v Ref, method string) (string, bool) {
	if v == 0 {
		return "", false
	}
	if !vm.isStr(v) {
		vm.raise(vm.types.typeError, "%s returned non-string (type %s)", method, vm.typeName(v))
		return "", false
	}
	return vm.w.Text(v), true
}

// repr is repr(); false after an exception.
func (vm *VM) repr(o Ref) (string, bool) {
	h := vm.w.Header(o)
	switch h {
	case object.HInt:
		return strconv.FormatInt(vm.intOf(o), 10), true
	case object.HFloat:
		return numbers.FloatRepr(vm.floatOf(o)), true
	case object.HBool:
		if o == vm.w.True {
			return "True", true
		}
		return "False", true
	case object.HNone:
		return "None", true
	case object.HNotImplemented:
		return "NotImplemented", true
	case object.HInstance:
		return vm.reprInstance(o)
	case object.HList, object.HDict, object.HSet, object.HFrozenSet, object.HArray, object.HDictView:
		return vm.reprContainer(o)
	}
	switch h & 0xffffffff {
	case object.BStr:
		vm.textWork(2 * len(vm.w.View(o)))
		return texts.Repr(vm.w.View(o)), true
	case object.BBig:
		return vm.intText(o)
	case object.ATuple:
		return vm.reprContainer(o)
	}
	return vm.reprOther(o)
}

func (vm *VM) reprOther(o Ref) (string, bool) {
	switch vm.w.Header(o) {
	case object.HType:
		name := vm.typeOf(o).qualName
		if vm.enumOf(o) != nil {
			return "<" + vm.enumKind(vm.typeOf(o)) + " '" + vm.typeOf(o).name + "'>", true
		}
		return "<class '" + strings.TrimPrefix(name, "builtins.") + "'>", true
	case object.HRange:
		a, b, s := vm.intOf(vm.w.Slot(o, 0)), vm.intOf(vm.w.Slot(o, 1)), vm.intOf(vm.w.Slot(o, 2))
		if s == 1 {
			return fmt.Sprintf("range(%d, %d)", a, b), true
		}
		return fmt.Sprintf("range(%d, %d, %d)", a, b, s), true
	case object.HSlice:
		return vm.joined("slice(", vm.w.Items(o, 3), ")")
	case object.HBuiltin:
		b := vm.builtins[vm.w.Slot(o, 0)]
		if b.method {
			return "<method '" + b.name + "'>", true
		}
		return "<built-in function " + b.name + ">", true
	case object.HFunc:
		return "<function " + vm.codes[vm.w.Slot(o, 0)].QualName + ">", true
	case object.HEllipsis:
		return "Ellipsis", true
	case object.HModule:
		return "<module '" + vm.modules[vm.w.Slot(o, 0)].name + "'>", true
	}
	return "<" + vm.typeName(o) + " object>", true
}

func (vm *VM) reprInstance(o Ref) (string, bool) {
	if f, ok := vm.lookup(o, "__repr__"); ok {
		return vm.textOf(vm.call(f, o), "__repr__")
	}
	c := vm.classOf(o)
	if !c.exception {
		return "<" + c.qualName + " object>", true
	}
	t := vm.excSlot(o, excArgs)
	if vm.w.Len(t) == 1 {
		text, ok := vm.repr(vm.w.Slot(t, 0))
		return c.name + "(" + text + ")", ok
	}
	text, ok := vm.repr(t)
	return c.name + text, ok
}

// joined writes values with commas between them.
func (vm *VM) joined(open string, items []Ref, closing string) (string, bool) {
	mark := vm.keep(items...)
	defer vm.release(mark)
	var b strings.Builder
	b.WriteString(open)
	for k := range items {
		if k > 0 {
			b.WriteString(", ")
		}
		text, ok := vm.repr(vm.kept[mark+k])
		if !ok {
			return "", false
		}
		vm.grow(&b, text)
	}
	b.WriteString(closing)
	return b.String(), true
}

// grow appends one of many texts, and counts it.
func (vm *VM) grow(b *strings.Builder, text string) {
	vm.work(1 + len(text)>>6)
	vm.spare(2 * (b.Len() + len(text)))
	b.WriteString(text)
}

// padding makes sure that there is room for a field of that many characters.
func (vm *VM) padding(width int) {
	if width > 1<<40 {
		panic(object.ErrMemory)
	}
	vm.textWork(max(4*width, 0))
}

func (vm *VM) reprContainer(o Ref) (string, bool) {
	vm.work(len(vm.repring) >> 6)
	if slices.Contains(vm.repring, o) {
		return map[uint64]string{object.HList: "[...]", object.HDict: "{...}", object.ATuple: "(...)"}[vm.w.Shape(o)], true
	}
	if !vm.deeper(" while getting the repr of an object") {
		return "", false
	}
	vm.repring = append(vm.repring, o)
	defer func() { vm.nesting--; vm.repring = vm.repring[:len(vm.repring)-1] }()
	switch vm.w.Shape(o) {
	case object.HList:
		return vm.joined("[", vm.listItems(o), "]")
	case object.ATuple:
		if vm.w.Len(o) == 1 {
			return vm.joined("(", vm.w.Items(o, 1), ",)")
		}
		return vm.joined("(", vm.w.Items(o, vm.w.Len(o)), ")")
	case object.HSet:
		if vm.w.Slot(o, setUsed) == 0 {
			return "set()", true
		}
		return vm.joined("{", vm.setItems(o), "}")
	case object.HFrozenSet:
		if vm.w.Slot(o, setUsed) == 0 {
			return "frozenset()", true
		}
		return vm.joined("frozenset({", vm.setItems(o), "})")
	case object.HArray:
		open := "array('" + string(rune(vm.w.Slot(o, 2))) + "'"
		if vm.listLen(o) == 0 {
			return open + ")", true
		}
		return vm.joined(open+", [", vm.listItems(o), "])")
	case object.HDictView:
		return vm.reprView(o)
	}
	if vm.dictLike(o) != nil {
		return vm.reprLike(o)
	}
	return vm.reprDict(o)
}

func (vm *VM) reprView(o Ref) (string, bool) {
	items, ok := vm.collectItems(o)
	if !ok {
		return "", false
	}
	name := []string{"dict_keys", "dict_values", "dict_items"}[vm.w.Slot(o, 1)]
	return vm.joined(name+"([", items, "])")
}

func (vm *VM) reprDict(o Ref) (string, bool) {
	keys, values := vm.entries(o)
	mark := vm.keep(append(keys, values...)...)
	defer vm.release(mark)
	var b strings.Builder
	b.WriteByte('{')
	for k := range keys {
		if k > 0 {
			b.WriteString(", ")
		}
		key, ok := vm.repr(vm.kept[mark+k])
		if !ok {
			return "", false
		}
		value, ok := vm.repr(vm.kept[mark+len(keys)+k])
		if !ok {
			return "", false
		}
		vm.grow(&b, key)
		b.WriteString(": ")
		vm.grow(&b, value)
	}
	b.WriteByte('}')
	return b.String(), true
}

// formatValue is a value of a format string; its specification is at an index.
func (vm *VM) formatValue(v Ref, conversion byte, specAt int, hasSpec bool) Ref {
	if conversion != 0 {
		text, ok := vm.repr, true
		if conversion == 's' {
			text = vm.str
		}
		s, ok := text(v)
		if !ok {
			return 0
		}
		if conversion == 'a' {
			vm.textWork(10 * len(s))
			s = texts.ASCII(s)
		}
		v = vm.w.Str(s)
	}
	spec := ""
	if hasSpec {
		spec = vm.w.Text(vm.w.Words[specAt])
	}
	s, ok := vm.format(v, spec)
	if !ok {
		return 0
	}
	return vm.w.Str(s)
}

// format is format(); false after an exception.
func (vm *VM) format(v Ref, spec string) (string, bool) {
	if vm.w.Header(v) == object.HInstance {
		if f, ok := vm.lookup(v, "__format__"); ok {
			return vm.textOf(vm.call(f, v, vm.w.Str(spec)), "__format__")
		}
	}
	if spec == "" {
		return vm.str(v)
	}
	p, ok := texts.ParseSpec(spec)
	if ok {
		vm.padding(p.Width)
		if p.Precision > math.MaxInt32 && !vm.isStr(v) {
			vm.raise(vm.types.valueError, "precision too big")
			return "", false
		}
		if !vm.isStr(v) {
			vm.padding(p.Precision)
		}
	}
	switch {
	case !vm.isNumber(v) && !vm.isStr(v):
		vm.raise(vm.types.typeError, "unsupported format string passed to %s.__format__", vm.typeName(v))
		return "", false
	case !ok:
		if texts.TooManyDigits(spec) {
			vm.raise(vm.types.valueError, "Too many decimal digits in format string")
			return "", false
		}
		if at := strings.LastIndexByte(spec, '.'); at >= 0 && (at+1 == len(spec) || spec[at+1] < '0' || spec[at+1] > '9') {
			if _, ok := texts.ParseSpec(spec[:at] + ".1"); ok {
				vm.raise(vm.types.valueError, "Format specifier missing precision")
				return "", false
			}
		}
		vm.raise(vm.types.valueError, "Invalid format specifier '%s' for object of type '%s'", spec, vm.typeName(v))
		return "", false
	case p.Group != 0 && !vm.groups(v, p):
		return "", false
	case vm.isStr(v):
		return vm.formatStr(v, p)
	case vm.isFloat(v) || strings.IndexByte("eEfFgG%", p.Type) >= 0 && p.Type != 0:
		f, ok := vm.numberAsFloat(v)
		if !ok {
			return "", false
		}
		return vm.formatFloat(f, p, v)
	}
	return vm.formatInt(v, p)
}

// groups reports whether the digits of a value may have separators, and raises an exception if not.
func (vm *VM) groups(v Ref, p texts.Spec) bool {
	t := p.Type
	switch {
	case t == 0 && vm.isStr(v):
		t = 's'
	case t == 0, strings.IndexByte("deEfFgG%", t) >= 0, p.Group == '_' && strings.IndexByte("boxX", t) >= 0:
		return true
	}
	if t > 32 && t < 127 {
		vm.raise(vm.types.valueError, "Cannot specify '%c' with '%c'.", p.Group, t)
	} else {
		vm.raise(vm.types.valueError, "Cannot specify '%c' with '\\x%x'.", p.Group, t)
	}
	return false
}

func (vm *VM) unknownFormat(t byte, v Ref) (string, bool) {
	vm.raise(vm.types.valueError, "Unknown format code '%c' for object of type '%s'", t, vm.typeName(v))
	return "", false
}

func (vm *VM) formatStr(v Ref, p texts.Spec) (string, bool) {
	switch {
	case p.Type != 0 && p.Type != 's':
		return vm.unknownFormat(p.Type, v)
	case p.Sign == ' ':
		vm.raise(vm.types.valueError, "Space not allowed in string format specifier")
		return "", false
	case p.Sign != 0:
		vm.raise(vm.types.valueError, "Sign not allowed in string format specifier")
		return "", false
	case p.Alternate:
		vm.raise(vm.types.valueError, "Alternate form (#) not allowed in string format specifier")
		return "", false
	case p.Align == '=' && !p.ZeroAlign:
		vm.raise(vm.types.valueError, "'=' alignment not allowed in string format specifier")
		return "", false
	case p.Align == '=':
		p.Align = '<'
	}
	s := vm.w.Text(v)
	vm.textWork(4 * len(s))
	if p.Precision >= 0 && p.Precision < vm.strLen(v) {
		s = string([]rune(s)[:p.Precision])
	}
	return p.Pad(s, '<'), true
}

func (vm *VM) formatInt(v Ref, p texts.Spec) (string, bool) {
	n := vm.bigOf(v)
	vm.textWork(8 * wordsOf(n) * 8)
	sign := p.SignOf(n.Sign() < 0)
	if p.Type != 0 && strings.IndexByte("dnxXobc", p.Type) < 0 {
		return vm.unknownFormat(p.Type, v)
	}
	if p.Precision >= 0 {
		vm.raise(vm.types.valueError, "Precision not allowed in integer format specifier")
		return "", false
	}
	base, prefix := 10, ""
	switch p.Type {
	case 0, 'd', 'n':
		if _, ok := vm.intText(v); vm.isBig(v) && !ok {
			return "", false
		}
	case 'x', 'X':
		base, prefix = 16, "0x"
	case 'o':
		base, prefix = 8, "0o"
	case 'b':
		base, prefix = 2, "0b"
	case 'c':
		return vm.formatChar(n, p)
	}
	if !p.Alternate {
		prefix = ""
	}
	digits := new(big.Int).Abs(n).Text(base)
	if p.Type == 'X' {
		digits, prefix = strings.ToUpper(digits), strings.ToUpper(prefix)
	}
	return p.PadNumber(sign, prefix, digits), true
}

func (vm *VM) formatChar(n *big.Int, p texts.Spec) (string, bool) {
	if p.Alternate {
		vm.raise(vm.types.valueError, "Alternate form (#) not allowed with integer format specifier 'c'")
		return "", false
	}
	if p.Sign != 0 {
		vm.raise(vm.types.valueError, "Sign not allowed with integer format specifier 'c'")
		return "", false
	}
	if !n.IsInt64() || n.Int64() < 0 || n.Int64() > utf8.MaxRune {
		vm.raise(vm.types.overflowError, "%%c arg not in range(0x110000)")
		return "", false
	}
	if p.Align == '=' {
		return p.PadNumber("", "", string(rune(n.Int64()))), true
	}
	return p.Pad(string(rune(n.Int64())), '<'), true
}

func (vm *VM) formatFloat(f float64, p texts.Spec, v Ref) (string, bool) {
	sign := p.SignOf(math.Signbit(f) && !math.IsNaN(f))
	f = math.Abs(f)
	precision := p.Precision
	var s string
	switch p.Type {
	case 0:
		if precision < 0 {
			if s = numbers.FloatRepr(f); p.Alternate && !strings.Contains(s, ".") {
				s = strings.Replace(s, "e", ".e", 1)
			}
		} else {
			s = numbers.ShortFloat(f, precision, p.Alternate)
		}
	case '%':
		s = numbers.FormatFloat(f*100, 'f', numbers.DefaultPrecision(precision), p.Alternate) + "%"
	case 'e', 'E', 'f', 'F', 'g', 'G', 'n':
		t := p.Type
		if t == 'n' {
			t = 'g'
		}
		s = numbers.FormatFloat(f, t, numbers.DefaultPrecision(precision), p.Alternate)
	default:
		return vm.unknownFormat(p.Type, v)
	}
	return p.PadNumber(sign, "", s), true
}

package vm

import (
	"math"
	"math/big"
	"strings"
	"unicode/utf8"

	"unbox/lang/numbers"
	"unbox/lang/object"
	"unbox/lang/texts"
)

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
	vm.work(len(spec) >> 6)
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
		if at := strings.LastIndexByte(spec, '.'); at >= 0 && (at+1 == len(spec) || !texts.IsASCIIDigit(spec[at+1])) {
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

package vm

import (
	"slices"
	"strings"

	"unbox/lang/texts"
)

// formatFields is the state of str.format.
type formatFields struct {
	vm *VM
	a  args
	// next is the number of the field without one that comes next.
	next int
	// manual means that a field had a number.
	manual bool
	// mapping says that the only argument is a mapping with the values of all fields.
	mapping bool
}

// formatMethod is str.format.
func (vm *VM) formatMethod(a args) Ref {
	return vm.formatWith(&formatFields{vm: vm, a: a})
}

// formatMap is str.format_map.
func (vm *VM) formatMap(a args) Ref { return vm.formatWith(&formatFields{vm: vm, a: a, mapping: true}) }

// formatWith replaces the fields of the text that is the first argument.
func (vm *VM) formatWith(p *formatFields) Ref {
	text, ok := p.format(vm.w.Text(vm.arg(p.a, 0)), texts.MaxFieldDepth)
	if !ok {
		return 0
	}
	return vm.w.Str(text)
}

func (p *formatFields) fail(format string, values ...any) (string, bool) {
	p.vm.raise(p.vm.types.valueError, format, values...)
	return "", false
}

// format replaces the fields of a text.
func (p *formatFields) format(s string, depth int) (string, bool) {
	if depth == 0 {
		return p.fail("Max string recursion exceeded")
	}
	p.vm.work(len(s) >> 6)
	var b strings.Builder
	for s != "" {
		n := strings.IndexAny(s, "{}")
		if n < 0 {
			p.vm.grow(&b, s)
			break
		}
		p.vm.grow(&b, s[:n])
		brace, rest := s[n], s[n+1:]
		switch {
		case rest != "" && rest[0] == brace:
			b.WriteByte(brace)
			s = rest[1:]
			continue
		case brace == '}':
			return p.fail("Single '}' encountered in format string")
		case rest == "":
			return p.fail("Single '{' encountered in format string")
		}
		f, after := texts.ParseField(rest)
		if f.Wrong != "" {
			return p.fail("%s", f.Wrong)
		}
		text, ok := p.field(f, depth)
		if !ok {
			return "", false
		}
		p.vm.grow(&b, text)
		s = after
	}
	return b.String(), true
}

// field writes one field.
func (p *formatFields) field(f texts.Field, depth int) (string, bool) {
	vm := p.vm
	v := p.value(f.Name)
	if v == 0 {
		return "", false
	}
	mark := vm.keep(v)
	defer vm.release(mark)
	if c := f.Conversion; c != 0 {
		if c != 'r' && c != 's' && c != 'a' {
			return p.fail("Unknown conversion specifier %s", texts.ShownConversion(c))
		}
		if vm.kept[mark] = vm.formatValue(v, byte(c), 0, false); vm.kept[mark] == 0 {
			return "", false
		}
	}
	spec, ok := f.Spec, true
	if strings.Contains(spec, "{") {
		if spec, ok = p.format(spec, depth-1); !ok {
			return "", false
		}
	}
	return vm.format(vm.kept[mark], spec)
}

// value is the argument that a field names, or one of its attributes or items; 0 after an exception.
func (p *formatFields) value(name string) Ref {
	vm := p.vm
	n := strings.IndexAny(name, ".[")
	first, rest := name, ""
	if n >= 0 {
		first, rest = name[:n], name[n:]
	}
	v := p.argument(first)
	for v != 0 && rest != "" {
		end := 0
		if rest[0] == '.' {
			if end = strings.IndexAny(rest[1:], ".["); end < 0 {
				end = len(rest) - 1
			}
			attribute := rest[1 : 1+end]
			if attribute == "" {
				return vm.raise(vm.types.valueError, "Empty attribute in format string")
			}
			v, rest = vm.getAttr(v, attribute, nil), rest[1+end:]
			continue
		}
		if rest[0] != '[' {
			return vm.raise(vm.types.valueError, "Only '.' or '[' may follow ']' in format field specifier")
		}
		if end = strings.IndexByte(rest, ']'); end < 0 {
			return vm.raise(vm.types.valueError, "Missing ']' in format string")
		}
		index := rest[1:end]
		if index == "" {
			return vm.raise(vm.types.valueError, "Empty attribute in format string")
		}
		key := vm.w.Str(index)
		if number, isNumber, fits := texts.FieldNumber(index); !fits {
			return vm.raise(vm.types.valueError, "Too many decimal digits in format string")
		} else if isNumber {
			key = vm.w.Int(int64(number))
		}
		v, rest = vm.getItem(v, key), rest[end+1:]
	}
	return v
}

// argument is the one with a number or a name.
func (p *formatFields) argument(name string) Ref {
	vm := p.vm
	k, isNumber, fits := texts.FieldNumber(name)
	switch {
	case !fits:
		return vm.raise(vm.types.valueError, "Too many decimal digits in format string")
	case name == "" && p.manual:
		return vm.raise(vm.types.valueError, "cannot switch from manual field specification to automatic field numbering")
	case name == "":
		k = p.next
		p.next++
	case isNumber && p.next > 0:
		return vm.raise(vm.types.valueError, "cannot switch from automatic field numbering to manual field specification")
	case isNumber:
		p.manual = true
	default:
		if p.mapping {
			return vm.getItem(vm.arg(p.a, 1), vm.w.Str(name))
		}
		if at := slices.Index(p.a.names, name); at >= 0 {
			return vm.w.Words[p.a.base+p.a.n+at]
		}
		return vm.raiseArgs(vm.types.keyError, vm.w.Str(name))
	}
	if p.mapping {
		return vm.raise(vm.types.valueError, "Format string contains positional fields")
	}
	if k >= p.a.n-1 {
		return vm.raise(vm.types.indexError, "Replacement index %d out of range for positional args tuple", k)
	}
	return vm.arg(p.a, 1+k)
}

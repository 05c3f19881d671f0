package vm

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"unbox/lang/numbers"
	"unbox/lang/object"
	"unbox/lang/texts"
)

// percentFormat is the state of format % values.
type percentFormat struct {
	vm     *VM
	format string
	at     int
	mark   int // where the values are kept
	n      int // how many
	next   int
	// mapping means that values has items: then it need not be used up.
	mapping bool
	out     strings.Builder
}

// percent is format % values.
func (vm *VM) percent(format, values Ref) Ref {
	list := []Ref{values}
	if t := vm.tupleOf(values); t != 0 {
		values = t
		list = append(list, vm.w.Items(values, vm.w.Len(values))...)
	} else {
		list = append(list, values)
	}
	p := &percentFormat{vm: vm, format: vm.w.Text(format), mark: vm.keep(list...), n: len(list) - 1, mapping: vm.isMapping(values)}
	defer vm.release(p.mark)
	vm.work(len(p.format) >> 6)
	for p.at < len(p.format) {
		n := strings.IndexByte(p.format[p.at:], '%')
		if n < 0 {
			vm.grow(&p.out, p.format[p.at:])
			break
		}
		vm.grow(&p.out, p.format[p.at:p.at+n])
		p.at += n + 1
		before := p.out.Len()
		if !p.field() {
			return 0
		}
		vm.textWork(p.out.Len() - before)
		vm.spare(2 * p.out.Len())
	}
	if p.next < p.n && !p.mapping {
		return vm.raise(vm.types.typeError, "not all arguments converted during string formatting")
	}
	return vm.w.Str(p.out.String())
}

// isMapping reports whether an object other than a tuple or a string has items.
func (vm *VM) isMapping(o Ref) bool {
	switch vm.w.Header(o) {
	case object.HDict, object.HList, object.HArray, object.HRange:
		return true
	case object.HInstance:
		if held := vm.heldOf(o); held != 0 && vm.isStr(held) {
			return false
		}
		_, ok := vm.lookup(o, "__getitem__")
		return ok
	}
	return false
}

func (p *percentFormat) raise(c *class, format string, args ...any) bool {
	p.vm.raise(c, format, args...)
	return false
}

func (p *percentFormat) value() (Ref, bool) {
	if p.next >= p.n {
		return 0, p.raise(p.vm.types.typeError, "not enough arguments for format string")
	}
	p.next++
	return p.vm.kept[p.mark+p.next], true
}

// number reads digits, or takes a value for `*`.
func (p *percentFormat) number(none int, what string) (int, bool) {
	if p.at < len(p.format) && p.format[p.at] == '*' {
		p.at++
		v, ok := p.value()
		if !ok {
			return 0, false
		}
		switch {
		case !p.vm.isAnyInt(v):
			return 0, p.raise(p.vm.types.typeError, "* wants int")
		case what == "precision" && (p.vm.isBig(v) || p.vm.intOf(v) != int64(int32(p.vm.intOf(v)))):
			return 0, p.raise(p.vm.types.overflowError, "Python int too large to convert to C int")
		case p.vm.isBig(v):
			return 0, p.raise(p.vm.types.overflowError, "Python int too large to convert to C ssize_t")
		}
		return int(p.vm.intOf(v)), true
	}
	n, found := 0, false
	for p.at < len(p.format) && texts.IsASCIIDigit(p.format[p.at]) {
		n, found = n*10+int(p.format[p.at]-'0'), true
		p.at++
		if n > math.MaxInt64/16 || what == "precision" && n > math.MaxInt32 {
			return 0, p.raise(p.vm.types.valueError, "%s too big", what)
		}
	}
	if !found {
		return none, true
	}
	return n, true
}

// field writes one conversion.
func (p *percentFormat) field() bool {
	if p.at < len(p.format) && p.format[p.at] == '%' {
		p.at++
		p.out.WriteByte('%')
		return true
	}
	var value Ref
	if p.at < len(p.format) && p.format[p.at] == '(' {
		v, ok := p.key()
		if !ok {
			return false
		}
		value = v
	}
	spec := texts.Spec{Fill: ' ', Precision: -1, Align: '>'}
	p.flags(&spec)
	var ok bool
	if spec.Width, ok = p.number(0, "width"); !ok {
		return false
	}
	if spec.Width < 0 {
		spec.Width, spec.Align = -spec.Width, '<'
	}
	if p.at < len(p.format) && p.format[p.at] == '.' {
		p.at++
		if spec.Precision, ok = p.number(0, "precision"); !ok {
			return false
		}
		spec.Precision = max(spec.Precision, 0)
	}
	for p.at < len(p.format) && strings.IndexByte("hlL", p.format[p.at]) >= 0 {
		p.at++
	}
	if p.at >= len(p.format) {
		return p.raise(p.vm.types.valueError, "incomplete format")
	}
	at := p.at
	r, size := utf8.DecodeRuneInString(p.format[at:])
	p.at += size
	if value == 0 {
		if value, ok = p.value(); !ok {
			return false
		}
	}
	if r >= utf8.RuneSelf || strings.IndexByte("diouxXeEfFgGcrsa", byte(r)) < 0 {
		shown := "?"
		if r > 31 && r < 127 {
			shown = string(r)
		}
		return p.raise(p.vm.types.valueError, "unsupported format character '%s' (0x%x) at index %d", shown, r, utf8.RuneCountInString(p.format[:at]))
	}
	p.vm.padding(spec.Width)
	p.vm.padding(spec.Precision)
	return p.convert(byte(r), value, spec)
}

func (p *percentFormat) flags(spec *texts.Spec) {
	for ; p.at < len(p.format); p.at++ {
		switch p.format[p.at] {
		case '-':
			spec.Align = '<'
		case '+':
			spec.Sign = '+'
		case ' ':
			if spec.Sign == 0 {
				spec.Sign = ' '
			}
		case '#':
			spec.Alternate = true
		case '0':
			spec.Zero = true
		default:
			return
		}
	}
}

func (p *percentFormat) key() (Ref, bool) {
	if !p.mapping {
		return 0, p.raise(p.vm.types.typeError, "format requires a mapping")
	}
	n := strings.IndexByte(p.format[p.at:], ')')
	if n < 0 {
		return 0, p.raise(p.vm.types.valueError, "incomplete format key")
	}
	key := p.vm.w.Str(p.format[p.at+1 : p.at+n])
	p.at += n + 1
	v := p.vm.getItem(p.vm.kept[p.mark], key)
	return v, v != 0
}

func (p *percentFormat) convert(t byte, v Ref, spec texts.Spec) bool {
	vm := p.vm
	var s string
	var ok bool
	switch t {
	case 's', 'r', 'a':
		if t == 's' {
			s, ok = vm.str(v)
		} else {
			s, ok = vm.repr(v)
		}
		if !ok {
			return false
		}
		if t == 'a' {
			vm.textWork(10 * len(s))
			s = texts.ASCII(s)
		}
		if spec.Precision >= 0 && spec.Precision < utf8.RuneCountInString(s) {
			vm.textWork(4 * len(s))
			s = string([]rune(s)[:spec.Precision])
		}
		p.out.WriteString(spec.Pad(s, '>'))
		return true
	case 'c':
		return p.char(v, spec)
	case 'e', 'E', 'f', 'F', 'g', 'G':
		f, ok := vm.numberAsFloat(v)
		if !ok {
			return false
		}
		sign := spec.SignOf(math.Signbit(f) && !math.IsNaN(f))
		s = numbers.FormatFloat(math.Abs(f), t, numbers.DefaultPrecision(spec.Precision), spec.Alternate)
		p.pad(sign, "", s, spec)
		return true
	}
	return p.integer(t, v, spec)
}

// pad fills with zeros after sign and prefix if the format says so.
func (p *percentFormat) pad(sign, prefix, digits string, spec texts.Spec) {
	if spec.Zero && spec.Align != '<' {
		spec.Fill, spec.Align = '0', '='
	}
	p.out.WriteString(spec.PadNumber(sign, prefix, digits))
}

func (p *percentFormat) char(v Ref, spec texts.Spec) bool {
	vm := p.vm
	v = vm.plainValue(v)
	if vm.isStr(v) && vm.strLen(v) == 1 {
		p.out.WriteString(spec.Pad(vm.w.Text(v), '>'))
		return true
	}
	if number, ok := vm.integerBy(v, "__index__"); ok {
		if v = number; v == 0 {
			return false
		}
	}
	if !vm.isAnyInt(v) {
		return p.raise(vm.types.typeError, "%%c requires int or char")
	}
	n := vm.bigOf(v)
	if !n.IsInt64() || n.Int64() < 0 || n.Int64() > utf8.MaxRune {
		return p.raise(vm.types.overflowError, "%%c arg not in range(0x110000)")
	}
	p.out.WriteString(spec.Pad(string(rune(n.Int64())), '>'))
	return true
}

// integer writes a value with one of the conversions of integers.
func (p *percentFormat) integer(t byte, v Ref, spec texts.Spec) bool {
	v, n := p.integerOf(t, v)
	if n == nil {
		return false
	}
	base, prefix := 10, ""
	switch t {
	case 'x', 'X':
		base, prefix = 16, "0"+string(t)
	case 'o':
		base, prefix = 8, "0o"
	}
	if base == 10 && n.BitLen() > 14300 {
		if _, ok := p.vm.intText(v); !ok {
			return false
		}
	}
	p.vm.textWork(8 * wordsOf(n) * 8)
	var digits string
	if n.IsInt64() {
		digits = strconv.FormatUint(numbers.Magnitude(n.Int64()), base)
	} else {
		digits = new(big.Int).Abs(n).Text(base)
	}
	if t == 'X' {
		digits = strings.ToUpper(digits)
	}
	if !spec.Alternate {
		prefix = ""
	}
	if len(digits) < spec.Precision {
		digits = strings.Repeat("0", spec.Precision-len(digits)) + digits
	}
	p.pad(spec.SignOf(n.Sign() < 0), prefix, digits, spec)
	return true
}

// integerOf is the number that a conversion of integers writes, and what it was made of: an integer, or a float for those that take any
// number. It is nil after an exception.
func (p *percentFormat) integerOf(t byte, v Ref) (Ref, *big.Int) {
	vm := p.vm
	anyNumber := t == 'd' || t == 'i' || t == 'u'
	methods := []string{"__index__"}
	if anyNumber {
		methods = []string{"__int__", "__index__"}
	}
	mark := vm.keep(v)
	defer vm.release(mark)
	if held := vm.heldOf(v); held != 0 && vm.isAnyInt(held) {
		v = held
	}
	if number, ok := vm.integerBy(v, methods...); ok {
		if number == 0 && !vm.classOf(vm.exc).is(vm.types.typeError) {
			return 0, nil
		}
		if v = number; v == 0 {
			vm.exc, v = 0, vm.kept[mark]
		}
	}
	switch {
	case vm.isAnyInt(v):
		return v, vm.bigOf(v)
	case vm.isFloat(v) && anyNumber:
		f := vm.floatOf(v)
		if math.IsNaN(f) {
			vm.raise(vm.types.valueError, "cannot convert float NaN to integer")
			return 0, nil
		}
		if math.IsInf(f, 0) {
			vm.raise(vm.types.overflowError, "cannot convert float infinity to integer")
			return 0, nil
		}
		n, _ := big.NewFloat(f).Int(nil)
		return v, n
	case anyNumber:
		vm.raise(vm.types.typeError, "%%%c format: a real number is required, not %s", t, vm.typeName(v))
	default:
		vm.raise(vm.types.typeError, "%%%c format: an integer is required, not %s", t, vm.typeName(v))
	}
	return 0, nil
}

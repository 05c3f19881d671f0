package vm

import (
	"math"
	"strings"
	"unicode/utf8"

	"unbox/lang/object"
	"unbox/lang/texts"
	"unbox/trace"
)

// Characters of strings. The string of each ASCII character is made once and never moves, so splitting a string into
// characters allocates nothing, and the helper that a trace calls is pure: the optimizer may reuse its result.

const asciiChars = 128

// charWords is the number of words that the strings of one ASCII character take.
func charWords() int { return asciiChars * object.ConstantSize("a") }

func (vm *VM) makeChars() {
	for c := range vm.chars {
		vm.chars[c] = vm.w.Constant(string(rune(c)), math.Float64bits)
	}
}

// isASCII reports whether each character of a string is a byte.
func (vm *VM) isASCII(s Ref) bool { return vm.w.Len(s)-16 == vm.strLen(s) }

// asciiAt returns the character at an index of a string that has it, 0 if the string is not in ASCII.
func (vm *VM) asciiAt(s Ref, k int) Ref {
	if !vm.isASCII(s) {
		return 0
	}
	return vm.chars[vm.w.View(s)[k]]
}

// char is a string of one character, which is written in that many bytes.
func (vm *VM) char(text string) Ref {
	if len(text) == 1 {
		return vm.chars[text[0]]
	}
	return vm.w.Str(string([]byte(text)))
}

// noCode is the code of all strings that are too long for one.
const noCode = math.MaxUint64

// textCode is a number for each string of at most seven bytes, and noCode for all others.
func textCode(text string) uint64 {
	if len(text) > 7 {
		return noCode
	}
	n := uint64(len(text)) << 56
	for k := range len(text) {
		n |= uint64(text[k]) << (8 * k)
	}
	return n
}

// charHelper returns the helper of a name that looks at a string.
func (vm *VM) charHelper(name string) func(args []uint64) uint64 {
	if test := texts.Tests[strings.TrimPrefix(name, "str_")]; test != nil {
		return func(args []uint64) uint64 { return vm.testText(test, args[0]) }
	}
	switch name {
	case "ord":
		return func(args []uint64) uint64 { return vm.ordOf(args[0]) }
	case "chr":
		return func(args []uint64) uint64 { return vm.chars[args[0]] }
	case "str_eq":
		return func(args []uint64) uint64 { return vm.textSame(args[0], args[1]) }
	case "str_order":
		return func(args []uint64) uint64 { return vm.textOrder(args[0], args[1]) }
	case "str_in":
		return func(args []uint64) uint64 { return vm.textIn(args[0], args[1]) }
	case "str_bytes":
		return func(args []uint64) uint64 { return uint64(len(vm.w.View(args[0]))) }
	case "str_len":
		return func(args []uint64) uint64 { return uint64(vm.strLen(args[0])) }
	case "str_code":
		return func(args []uint64) uint64 { return textCode(vm.w.View(args[0])) }
	case "char_at":
		return func(args []uint64) uint64 { return vm.asciiAt(args[0], int(args[1])) }
	}
	return nil
}

// maxRead is the maximum number of bytes of a text that a trace looks at without checking whether the program may do that much
// work; undecided is the result if there are more.
const (
	maxRead   = 1 << 12
	undecided = 2
)

func (vm *VM) textSame(x, y Ref) uint64 {
	a, b := vm.w.View(x), vm.w.View(y)
	if len(a) == len(b) && len(a) > maxRead {
		return undecided
	}
	return trace.Bit(a == b)
}

// textOrder is negative, 0 or positive.
func (vm *VM) textOrder(x, y Ref) uint64 {
	a, b := vm.w.View(x), vm.w.View(y)
	if min(len(a), len(b)) > maxRead {
		return undecided
	}
	return uint64(int64(strings.Compare(a, b)))
}

func (vm *VM) textIn(text, part Ref) uint64 {
	if len(vm.w.View(text)) > maxRead {
		return undecided
	}
	return trace.Bit(containsText(vm.w.View(text), vm.w.View(part)))
}

func (vm *VM) testText(test func(string) bool, text Ref) uint64 {
	s := vm.w.View(text)
	if len(s) > maxRead {
		return undecided
	}
	return trace.Bit(test(s))
}

// ordOf is the number of the only character of a string, -1 if it has not one.
func (vm *VM) ordOf(s Ref) uint64 {
	if vm.strLen(s) != 1 {
		return math.MaxUint64
	}
	c, _ := utf8.DecodeRuneInString(vm.w.View(s))
	return uint64(c)
}

// answer calls a helper whose result may be undecided, and guards that it is not; false if it is.
func (r *recorder) answer(bits uint64, name string, args ...value) (value, bool) {
	if bits == undecided {
		return value{}, false
	}
	list := make([]trace.Value, len(args))
	for k, x := range args {
		list[k] = x.v
	}
	v := value{bits, r.call(name, 0, trace.Int, list...)}
	r.condition(trace.OpIntNe, v, r.constInt(undecided))
	return v, true
}

// strLen is the number of characters of a string.
func (r *recorder) strLen(x value) value {
	r.is(x)
	return value{uint64(r.vm.strLen(x.bits)), r.call("str_len", 0, trace.Int, x.v)}
}

// charAt takes a character out of a string in ASCII.
func (r *recorder) charAt(x, y value) value {
	r.is(x)
	r.is(y)
	k, _ := r.index(r.unboxInt(y), r.strLen(x))
	return r.asciiAt(x, k)
}

// asciiAt takes a character out of a string that is in ASCII, and has it.
func (r *recorder) asciiAt(x, k value) value {
	c := value{r.vm.asciiAt(x.bits, int(int64(k.bits))), r.call("char_at", 0, trace.Ref, x.v, k.v)}
	r.alive(c)
	r.shapes.set(c.v, object.BStr)
	return c
}

// sameText compares two strings. If one is a short constant, the trace compares numbers, and computes
// that of the other string once, even if it is compared with many constants.
func (r *recorder) sameText(x, y value) (same, ok bool) {
	if x.v.IsConst() {
		x, y = y, x
	}
	if y.v.IsConst() && !x.v.IsConst() {
		if code := textCode(r.vm.w.View(y.bits)); code != noCode {
			have := value{textCode(r.vm.w.View(x.bits)), r.call("str_code", 0, trace.Int, x.v)}
			return r.branch(r.pure(trace.OpIntEq, have, r.constInt(int64(code)))), true
		}
	}
	v, ok := r.answer(r.vm.textSame(x.bits, y.bits), "str_eq", x, y)
	return ok && r.branch(v), ok
}

package vm

import (
	"math"

	"unbox/lang/object"
	"unbox/trace"
)

// Characters of strings. A string of one ASCII character is made once for each of them and never moves, so taking a string
// apart allocates nothing, and what a trace calls for that only computes: the optimizer may keep the result.

const asciiChars = 128

// charWords is how many words the strings of one ASCII character take.
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

// char is a string of one character, which is written in so many bytes.
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
	switch name {
	case "str_eq":
		return func(args []uint64) uint64 { return trace.Bit(vm.w.View(args[0]) == vm.w.View(args[1])) }
	case "str_len":
		return func(args []uint64) uint64 { return uint64(vm.strLen(args[0])) }
	case "str_code":
		return func(args []uint64) uint64 { return textCode(vm.w.View(args[0])) }
	case "char_at":
		return func(args []uint64) uint64 { return vm.asciiAt(args[0], int(args[1])) }
	}
	return nil
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
	c := value{r.vm.asciiAt(x.bits, int(int64(k.bits))), r.call("char_at", 0, trace.Ref, x.v, k.v)}
	r.alive(c)
	r.shapes[c.v] = object.BStr
	return c
}

// sameText compares two strings. Where one is a short constant, the trace compares numbers, and asks for
// that of the other string once, however many constants it is compared with.
func (r *recorder) sameText(x, y value) bool {
	same := trace.Bit(r.vm.w.View(x.bits) == r.vm.w.View(y.bits))
	if x.v.IsConst() {
		x, y = y, x
	}
	if y.v.IsConst() && !x.v.IsConst() {
		if code := textCode(r.vm.w.View(y.bits)); code != noCode {
			have := value{textCode(r.vm.w.View(x.bits)), r.call("str_code", 0, trace.Int, x.v)}
			return r.branch(r.pure(trace.OpIntEq, have, r.constInt(int64(code))))
		}
	}
	return r.branch(value{same, r.call("str_eq", 0, trace.Int, x.v, y.v)})
}

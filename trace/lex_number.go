package trace

import (
	"math"
	"strconv"
)

// number is a numeric constant of the source.
type number struct {
	bits    uint64
	isFloat bool
	// logged means that a double was written with exactly six decimals, as
	// PyPy's logs round them: which double it was is not known.
	logged bool
}

// numberError says what is wrong with a number.
type numberError string

const (
	numberNone  numberError = ""
	numberBad   numberError = "number"
	numberRange numberError = "range"
)

// decimal converts digits with an optional sign. Without a sign, numbers up to
// 2^64-1 are taken as bit patterns.
func decimal(text string, negative bool) (uint64, numberError) {
	if negative {
		text = text[1:]
	}
	var n uint64
	if len(text) < 19 {
		for i := 0; i < len(text); i++ {
			n = n*10 + uint64(text[i]-'0')
		}
	} else {
		var err error
		if n, err = strconv.ParseUint(text, 10, 64); err != nil {
			return 0, numberRange
		}
	}
	return signed(n, negative)
}

func signed(n uint64, negative bool) (uint64, numberError) {
	if !negative {
		return n, numberNone
	}
	if n > 1<<63 {
		return 0, numberRange
	}
	return -n, numberNone
}

func (l *lexer) hexadecimal(negative bool) (number, numberError) {
	l.pos++
	from := l.pos
	for l.pos < len(l.text) && IsHexDigit(l.text[l.pos]) {
		l.pos++
	}
	n, err := strconv.ParseUint(l.text[from:l.pos], 16, 64)
	if l.pos == from {
		return number{}, numberBad
	}
	if err != nil {
		return number{}, numberRange
	}
	n, failed := signed(n, negative)
	if failed == numberNone {
		failed = l.numberEnd()
	}
	return number{bits: n}, failed
}

func IsHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// float reads the rest of a double whose digits before the point were read.
func (l *lexer) float(from int) (number, numberError) {
	point := -1
	if l.peek() == '.' {
		point = l.pos
		l.pos++
		l.digits()
	}
	logged := point >= 0 && l.pos-point == 7
	if l.peek()|0x20 == 'e' {
		logged = false
		l.pos++
		if c := l.peek(); c == '+' || c == '-' {
			l.pos++
		}
		if !l.digits() {
			return number{}, numberBad
		}
	}
	f, err := strconv.ParseFloat(l.text[from:l.pos], 64)
	if err != nil {
		return number{}, numberRange
	}
	return number{bits: math.Float64bits(f), isFloat: true, logged: logged}, l.numberEnd()
}

// specialFloat reads inf, nan, or nan(0x…) with all bits of another NaN.
func (l *lexer) specialFloat(negative bool) (number, numberError) {
	name, _ := l.name()
	bits := uint64(canonicalNaN)
	switch {
	case name == "inf":
		bits = math.Float64bits(math.Inf(1))
		if negative {
			bits = math.Float64bits(math.Inf(-1))
		}
	case name != "nan" || negative:
		return number{}, numberBad
	case l.peek() == '(':
		l.pos++
		n, failed := l.number()
		if failed != numberNone || n.isFloat || !math.IsNaN(math.Float64frombits(n.bits)) || !l.accept(')') {
			return number{}, numberBad
		}
		bits = n.bits
	}
	return number{bits: bits, isFloat: true}, numberNone
}

// numberEnd skips the suffix of a number and reports anything that follows it
// without a space.
func (l *lexer) numberEnd() numberError {
	if rest := l.text[l.pos:]; len(rest) >= 3 && rest[0] == '/' && rest[1] == 'c' && CharClass[rest[2]]&CharStart != 0 {
		l.pos += 3
	}
	if CharClass[l.peek()]&charName != 0 {
		l.name()
		l.digits()
		return numberBad
	}
	return numberNone
}

// number reads an integer (decimal or hexadecimal) or a double. The suffix "/ci"
// of PyPy's random traces is skipped.
func (l *lexer) number() (number, numberError) {
	from := l.pos
	negative := l.peek() == '-'
	if negative {
		l.pos++
	}
	if !l.digits() {
		return l.specialFloat(negative)
	}
	if text := l.text[from:l.pos]; (text == "0" || text == "-0") && l.peek()|0x20 == 'x' {
		return l.hexadecimal(negative)
	}
	if c := l.peek(); c == '.' || c|0x20 == 'e' {
		return l.float(from)
	}
	n, failed := decimal(l.text[from:l.pos], negative)
	if failed == numberNone {
		failed = l.numberEnd()
	}
	return number{bits: n}, failed
}

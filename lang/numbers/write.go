package numbers

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// FloatRepr writes a float as Python does: the shortest digits that read back as the
// same number.
func FloatRepr(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	digits := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(digits, "e")
	n, _ := strconv.Atoi(exponent)
	if n < -4 || n >= 16 {
		return mantissa + "e" + exponentText(n)
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// exponentText has a sign and at least two digits.
func exponentText(n int) string {
	s := strconv.Itoa(max(n, -n))
	if len(s) < 2 {
		s = "0" + s
	}
	if n < 0 {
		return "-" + s
	}
	return "+" + s
}

// FormatFloat writes a float with a conversion of C: e, E, f, F, g or G. Alternate keeps
// the point and trailing zeros, as # does.
func FormatFloat(f float64, verb byte, precision int, alternate bool) string {
	upper := verb < 'a'
	verb |= 0x20
	var s string
	switch {
	case math.IsNaN(f):
		s = "nan"
	case math.IsInf(f, 0):
		s = "inf"
		if f < 0 {
			s = "-inf"
		}
	case verb == 'g':
		precision = max(precision, 1)
		s = formatG(f, precision, precision, alternate)
	default:
		s = strconv.FormatFloat(f, verb, precision, 64)
		if alternate && precision == 0 {
			head, tail, found := strings.Cut(s, "e")
			s = head + "."
			if found {
				s += "e" + tail
			}
		}
	}
	if upper {
		s = strings.ToUpper(s)
	}
	return s
}

// formatG writes so many digits, with an exponent where that is below -4 or reaches a maximum.
func formatG(f float64, precision, most int, alternate bool) string {
	s := strconv.FormatFloat(f, 'e', precision-1, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	n, _ := strconv.Atoi(exponent)
	if n >= -4 && n < most {
		s = strconv.FormatFloat(f, 'f', precision-1-n, 64)
		return trimZeros(s, alternate)
	}
	return trimZeros(mantissa, alternate) + "e" + exponentText(n)
}

func trimZeros(s string, alternate bool) string {
	if alternate {
		if !strings.Contains(s, ".") {
			s += "."
		}
		return s
	}
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// FloatHex writes a float with its exact digits in base 16.
func FloatHex(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return FloatRepr(f)
	}
	sign := ""
	if math.Signbit(f) {
		sign = "-"
	}
	bits := math.Float64bits(f)
	exponent, fraction := int(bits>>52&0x7ff), bits&(1<<52-1)
	if exponent == 0 && fraction == 0 {
		return sign + "0x0.0p+0"
	}
	first := 1
	if exponent == 0 {
		first, exponent = 0, 1
	}
	return fmt.Sprintf("%s0x%d.%013xp%+d", sign, first, fraction, exponent-1023)
}

// ShortFloat is g with a digit after the point at least, and as in repr with an exponent where a number takes all digits.
func ShortFloat(f float64, precision int, alternate bool) string {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return FloatRepr(f)
	}
	precision = max(precision, 1)
	s := formatG(f, precision, precision-1, alternate)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// DefaultPrecision is a precision, and that of C if none is given: if it is negative.
func DefaultPrecision(p int) int {
	if p < 0 {
		return 6
	}
	return p
}

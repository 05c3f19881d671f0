package numbers

import (
	"math"
	"strconv"
	"strings"

	"unbox/lang/texts"
)

// ParseFloatHex reads a float as float.fromhex does: hexadecimal digits with or without `0x`, and an exponent of two. It returns false if
// it is none; an infinity is not what was written if the text has digits.
func ParseFloatHex(s string) (f float64, ok, digits bool) {
	if !texts.IsASCII(s) {
		return 0, false, false
	}
	s = strings.ToLower(strings.Trim(s, " \t\n\v\f\r"))
	unsigned := s
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") {
		unsigned = s[1:]
	}
	sign := s[:len(s)-len(unsigned)]
	switch unsigned {
	case "inf", "infinity":
		f = math.Inf(1)
	case "nan":
		f = math.NaN()
	default:
		if f, ok = parseHexDigits(strings.TrimPrefix(unsigned, "0x")); !ok {
			return 0, false, false
		}
		digits = true
	}
	if sign == "-" {
		f = -f
	}
	return f, true, digits
}

// parseHexDigits reads digits, a point, and an exponent. The exponent has as many digits as the program likes, so digits of the number move it
// only if it is small: strconv does the same sum, in an int of its own.
func parseHexDigits(s string) (float64, bool) {
	mantissa, exponent, has := strings.Cut(s, "p")
	if has && !isExponent(exponent) {
		return 0, false
	}
	if !has {
		exponent = "0"
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if whole+fraction == "" || strings.Trim(whole+fraction, "0123456789abcdef") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat("0x"+mantissa+"p"+exponent, 64)
	return f, err == nil || math.IsInf(f, 0)
}

func isExponent(s string) bool {
	if strings.HasPrefix(s, "-") || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// Package numbers reads, writes, divides and rounds the numbers of Unbox's Python to the last bit and digit as CPython does.
package numbers

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"unbox/lang/texts"
)

// MaxDigits is the maximum number of digits of an integer that is written or read in base 10.
const MaxDigits = 4300

// ParseInt reads an integer as int() does. It returns nil and false if it is none; tooMany says
// that there are more digits than may be read in a base that is not a power of two.
func ParseInt(s string, base int) (v *big.Int, ok bool, tooMany int) {
	s = asciiDigits(strings.TrimFunc(s, texts.IsSpace))
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	lower := strings.ToLower(s)
	for prefix, b := range map[string]int{"0x": 16, "0o": 8, "0b": 2} {
		if strings.HasPrefix(lower, prefix) && (base == b || base == 0) {
			base, s = b, s[2:]
			s = strings.TrimPrefix(s, "_")
			break
		}
	}
	if base == 0 {
		if base = 10; len(s) > 1 && s[0] == '0' && strings.Trim(s, "0_") != "" {
			return nil, false, 0
		}
	}
	if s == "" || s[0] == '_' || s[0] == '-' || s[0] == '+' || strings.HasSuffix(s, "_") || strings.Contains(s, "__") {
		return nil, false, 0
	}
	s = strings.ReplaceAll(s, "_", "")
	if base&(base-1) == 0 {
		v, ok = parseBits(s, bits.TrailingZeros(uint(base)))
	} else if n := leadingDigits(s, base); n > MaxDigits {
		return nil, false, n
	} else if n == len(s) {
		v, ok = new(big.Int).SetString(s, base)
	}
	if ok && negative {
		v.Neg(v)
	}
	return v, ok, 0
}

// leadingDigits counts the digits of a base before anything else.
func leadingDigits(s string, base int) int {
	for k := range len(s) {
		if d, err := strconv.ParseUint(s[k:k+1], 36, 8); err != nil || int(d) >= base {
			return k
		}
	}
	return len(s)
}

// parseBits reads digits of that many bits. The library takes time that is quadratic in
// their number.
func parseBits(s string, width int) (*big.Int, bool) {
	words := make([]big.Word, (len(s)*width+bits.UintSize-1)/bits.UintSize)
	for k, at := len(s)-1, 0; k >= 0; k, at = k-1, at+width {
		d, err := strconv.ParseUint(s[k:k+1], 36, 8)
		if err != nil || d>>width != 0 {
			return nil, false
		}
		word, shift := at/bits.UintSize, at%bits.UintSize
		words[word] |= big.Word(d) << shift
		if over := big.Word(d) >> (bits.UintSize - shift); over != 0 && word+1 < len(words) {
			words[word+1] |= over
		}
	}
	return new(big.Int).SetBits(words), true
}

// ParseFloat reads a float as float() does.
func ParseFloat(s string) (float64, bool) {
	s = asciiDigits(strings.TrimFunc(s, texts.IsSpace))
	lower := strings.ToLower(s)
	if lower == "-nan" || lower == "+nan" {
		return math.NaN(), true
	}
	if strings.ContainsAny(lower, "xp_") {
		if !strings.Contains(lower, "_") || strings.ContainsAny(lower, "xp") || strings.Contains(lower, "__") {
			return 0, false
		}
		for k := range len(s) {
			if s[k] == '_' && (k == 0 || k == len(s)-1 || !texts.IsASCIIDigit(s[k-1]) || !texts.IsASCIIDigit(s[k+1])) {
				return 0, false
			}
		}
		s = strings.ReplaceAll(s, "_", "")
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

// asciiDigits writes the decimal digits of all scripts with those of ASCII.
func asciiDigits(s string) string {
	if texts.IsASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf || !unicode.IsDigit(r) {
			return r
		}
		zero := r // each script has its ten digits in a row, from one that is divisible by ten on, but for where the row begins
		for k := 0; k < 9 && unicode.IsDigit(zero-1); k++ {
			zero--
		}
		return '0' + (r-zero)%10
	}, s)
}

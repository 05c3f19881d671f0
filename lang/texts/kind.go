// Package texts has what Unbox's Python knows of text and of nothing else: the kinds and cases of characters, splitting, escapes, and how
// specifications and fields of format strings are read. Strings are valid UTF-8.
package texts

import (
	"slices"
	"strings"
	"unicode"
)

// casedAs reports whether a text has letters with a case, and all of these have one.
func casedAs(want func(rune) bool) func(string) bool {
	return func(s string) bool {
		return strings.IndexFunc(s, want) >= 0 && strings.IndexFunc(s, func(r rune) bool { return isCased(r) && !want(r) }) < 0
	}
}

// digits are the characters that are digits but not decimal ones, as '²': those of Unicode's Numeric_Type=Digit.
var digits = [...][2]rune{
	{0xb2, 0xb3}, {0xb9, 0xb9}, {0x1369, 0x1371}, {0x19da, 0x19da}, {0x2070, 0x2070}, {0x2074, 0x2079}, {0x2080, 0x2089}, {0x2460, 0x2468}, {0x2474, 0x247c}, {0x2488, 0x2490}, {0x24ea, 0x24ea}, {0x24f5, 0x24fd}, {0x24ff, 0x24ff}, {0x2776, 0x277e}, {0x2780, 0x2788}, {0x278a, 0x2792}, {0x10a40, 0x10a43}, {0x10e60, 0x10e68}, {0x11052, 0x1105a}, {0x1f100, 0x1f10a},
}

// isDigit is str.isdigit of a character.
func isDigit(r rune) bool { return isWithin(digits[:], r) || unicode.IsDigit(r) }

// isWithin reports whether a character is in one of several spans.
func isWithin(spans [][2]rune, r rune) bool {
	return slices.ContainsFunc(spans, func(span [2]rune) bool { return r >= span[0] && r <= span[1] })
}

// IsASCIIDigit reports whether a byte is one of `0` to `9`.
func IsASCIIDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsSpace reports whether str.strip and the like take a character for white space.
func IsSpace(r rune) bool {
	return r >= 0x1c && r <= 0x1f || unicode.IsSpace(r)
}

// IsTitled is str.istitle: it reports whether words begin in upper case, go on in lower case, and there is one.
func IsTitled(s string) bool {
	inside, any := false, false
	for _, r := range s {
		switch {
		case isUpper(r) || unicode.IsTitle(r):
			if inside {
				return false
			}
			inside, any = true, true
		case isLower(r):
			if !inside {
				return false
			}
		default:
			inside = false
		}
	}
	return any
}

// Letters that are in no name, because a name's normal form would be none (Unicode's XID_Start and XID_Continue), and those that only
// cannot begin one.
var (
	outsideNames = [...][2]rune{{0x37a, 0x37a}, {0x2e2f, 0x2e2f}, {0x309b, 0x309c}, {0xfc5e, 0xfc63}, {0xfdfa, 0xfdfb}, {0xfe70, 0xfe70}, {0xfe72, 0xfe72}, {0xfe74, 0xfe74}, {0xfe76, 0xfe76}, {0xfe78, 0xfe78}, {0xfe7a, 0xfe7a}, {0xfe7c, 0xfe7c}, {0xfe7e, 0xfe7e}}
	insideNames  = [...][2]rune{{0xe33, 0xe33}, {0xeb3, 0xeb3}, {0xff9e, 0xff9f}}
)

// IsIdentifier is str.isidentifier.
func IsIdentifier(s string) bool {
	for k, r := range s {
		begins := r == '_' || unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !isWithin(insideNames[:], r)
		goesOn := begins || k > 0 && (isWithin(insideNames[:], r) || unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc, unicode.Other_ID_Continue))
		if !goesOn || isWithin(outsideNames[:], r) {
			return false
		}
	}
	return s != ""
}

// Tests are the methods of str, by their names, that test the kind of a text's characters.
var Tests = map[string]func(text string) bool{
	"isdigit": allOf(isDigit), "isalpha": allOf(unicode.IsLetter), "isspace": allOf(IsSpace), "isdecimal": allOf(unicode.IsDigit),
	"isnumeric": allOf(unicode.IsNumber), "isalnum": allOf(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }),
	"isupper": casedAs(isUpper), "islower": casedAs(isLower),
}

// allOf reports whether all characters are of a kind, and there are any.
func allOf(f func(rune) bool) func(string) bool {
	return func(s string) bool { return s != "" && strings.IndexFunc(s, func(r rune) bool { return !f(r) }) < 0 }
}

// IsLineEnd reports whether str.splitlines ends a line at a character.
func IsLineEnd(r rune) bool {
	return r >= '\n' && r <= '\r' || r >= 0x1c && r <= 0x1e || r == 0x85 || r == 0x2028 || r == 0x2029
}

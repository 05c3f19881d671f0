package texts

// Upper and lower case as CPython has them: by Unicode's full mappings, where `ß` becomes `SS`.

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// IsASCII reports whether a text is ASCII, where one byte is one character and mappings of case are simple.
func IsASCII(s string) bool {
	for k := range len(s) {
		if s[k] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Upper is str.upper.
func Upper(s string) string {
	if IsASCII(s) {
		return strings.ToUpper(s)
	}
	return cases.Upper(language.Und).String(s)
}

// Lower is str.lower.
func Lower(s string) string {
	if IsASCII(s) {
		return strings.ToLower(s)
	}
	return cases.Lower(language.Und).String(s)
}

// titled is the form of a letter at the beginning of a word.
func titled(r rune) string { return cases.Title(language.Und, cases.NoLower).String(string(r)) }

func isUpper(r rune) bool { return unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r) }

func isLower(r rune) bool { return unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r) }

// isCased reports whether a character is a letter that has a case.
func isCased(r rune) bool { return isUpper(r) || isLower(r) || unicode.IsTitle(r) }

// recase makes a text of what change returns for each character, which gets that in lower case as well: how
// `Σ` becomes lower depends on what is around it.
func recase(s string, change func(r rune, lowered string) string) string {
	var b strings.Builder
	rest := Lower(s)
	for _, r := range s {
		n := len(Lower(string(r)))
		b.WriteString(change(r, rest[:n]))
		rest = rest[n:]
	}
	return b.String()
}

// Capitalize is str.capitalize.
func Capitalize(s string) string {
	first := true
	return recase(s, func(r rune, lowered string) string {
		if first {
			first = false
			return titled(r)
		}
		return lowered
	})
}

// Title is str.title.
func Title(s string) string {
	inside := false
	return recase(s, func(r rune, lowered string) string {
		begins := !inside
		if inside = isCased(r); begins {
			return titled(r)
		}
		return lowered
	})
}

// SwapCase is str.swapcase.
func SwapCase(s string) string {
	return recase(s, func(r rune, lowered string) string {
		switch {
		case isUpper(r):
			return lowered
		case isLower(r):
			return Upper(string(r))
		}
		return string(r)
	})
}

// sharps are the letters that are compared without their case as others than lower case makes of them.
var sharps = strings.NewReplacer("ß", "ss", "ẞ", "ss", "ς", "σ", "ſ", "s", "ﬁ", "fi", "ﬂ", "fl", "ﬀ", "ff", "ŉ", "ʼn")

// Fold is str.casefold: the form of a text in which texts are compared without their case.
func Fold(s string) string { return Lower(sharps.Replace(s)) }

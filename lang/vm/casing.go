package vm

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// Upper and lower case as CPython has them: by Unicode's full mappings, where `ß` becomes `SS`.

// isPlain reports whether a text is ASCII, where the mappings are simple.
func isPlain(s string) bool {
	for k := range len(s) {
		if s[k] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func upper(s string) string {
	if isPlain(s) {
		return strings.ToUpper(s)
	}
	return cases.Upper(language.Und).String(s)
}

func lower(s string) string {
	if isPlain(s) {
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
	rest := lower(s)
	for _, r := range s {
		n := len(lower(string(r)))
		b.WriteString(change(r, rest[:n]))
		rest = rest[n:]
	}
	return b.String()
}

func capitalize(s string) string {
	first := true
	return recase(s, func(r rune, lowered string) string {
		if first {
			first = false
			return titled(r)
		}
		return lowered
	})
}

func title(s string) string {
	inside := false
	return recase(s, func(r rune, lowered string) string {
		begins := !inside
		if inside = isCased(r); begins {
			return titled(r)
		}
		return lowered
	})
}

func swapCase(s string) string {
	return recase(s, func(r rune, lowered string) string {
		switch {
		case isUpper(r):
			return lowered
		case isLower(r):
			return upper(string(r))
		}
		return string(r)
	})
}

// casedAs reports whether a text has letters with a case, and all of these have one.
func casedAs(want func(rune) bool) func(string) bool {
	return func(s string) bool {
		return strings.IndexFunc(s, want) >= 0 && strings.IndexFunc(s, func(r rune) bool { return isCased(r) && !want(r) }) < 0
	}
}

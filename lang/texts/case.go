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

// Casers change the case of texts. Those for letters that are not of ASCII take longer to make than to use for a few, so
// they are made once, when they are first needed. The zero value is ready to use, by one goroutine at a time.
type Casers struct {
	made                bool
	upper, lower, title cases.Caser
}

func (c *Casers) make() {
	if !c.made {
		*c = Casers{true, cases.Upper(language.Und), cases.Lower(language.Und), cases.Title(language.Und, cases.NoLower)}
	}
}

// Upper is str.upper.
func (c *Casers) Upper(s string) string {
	if IsASCII(s) {
		return strings.ToUpper(s)
	}
	c.make()
	return c.upper.String(s)
}

// Lower is str.lower.
func (c *Casers) Lower(s string) string {
	if IsASCII(s) {
		return strings.ToLower(s)
	}
	c.make()
	return c.lower.String(s)
}

// begun is the form of a letter at the beginning of a word.
func (c *Casers) begun(r rune) string {
	if r < utf8.RuneSelf {
		return string(unicode.ToUpper(r))
	}
	c.make()
	return c.title.String(string(r))
}

// Fold is str.casefold: a text in the form in which texts are compared without their case.
func (c *Casers) Fold(s string) string {
	if IsASCII(s) {
		return strings.ToLower(s)
	}
	return cases.Fold().String(s)
}

func isUpper(r rune) bool { return unicode.IsUpper(r) || unicode.Is(unicode.Other_Uppercase, r) }

func isLower(r rune) bool { return unicode.IsLower(r) || unicode.Is(unicode.Other_Lowercase, r) }

// isCased reports whether a character is a letter that has a case.
func isCased(r rune) bool { return isUpper(r) || isLower(r) || unicode.IsTitle(r) }

// dotted is the only character that is several in lower case, and lengthened is how many bytes these have
// (`TestOneCharacterInLowerCase`).
const (
	dotted     = 'İ'
	lengthened = len("i\u0307")
)

// recase makes a text of what change returns for each character, which gets that in lower case as well: how
// `Σ` becomes lower depends on what is around it.
func (c *Casers) recase(s string, change func(r rune, lowered string) string) string {
	var b strings.Builder
	rest := c.Lower(s)
	for _, r := range s {
		n := lengthened
		if r != dotted {
			_, n = utf8.DecodeRuneInString(rest)
		}
		b.WriteString(change(r, rest[:n]))
		rest = rest[n:]
	}
	return b.String()
}

// Capitalize is str.capitalize.
func (c *Casers) Capitalize(s string) string {
	for _, r := range s {
		return c.begun(r) + c.Lower(s)[len(c.Lower(string(r))):]
	}
	return s
}

// Title is str.title.
func (c *Casers) Title(s string) string {
	inside := false
	return c.recase(s, func(r rune, lowered string) string {
		begins := !inside
		if inside = isCased(r); begins {
			return c.begun(r)
		}
		return lowered
	})
}

// SwapCase is str.swapcase.
func (c *Casers) SwapCase(s string) string {
	return c.recase(s, func(r rune, lowered string) string {
		switch {
		case isUpper(r):
			return lowered
		case isLower(r):
			return c.Upper(string(r))
		}
		return string(r)
	})
}

package school

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxMarks is the maximum number of marks above and below a letter of a name: with dozens, they would cover the names
// around it.
const maxMarks = 3

// cleanName removes from a name everything that reverses a line or is invisible, and writes its letters in Unicode's form NFKC.
//
// Errors: nothing or too much is left.
func cleanName(name string, most int) (string, error) {
	marks := 0
	name = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			marks++
		default:
			marks = 0
		}
		if marks > maxMarks || blank(r) || !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(name))), " ")
	if n := utf8.RuneCountInString(name); n == 0 || n > most || !utf8.ValidString(name) {
		return "", fmt.Errorf("expected a name of 1 to %d characters, found %d", most, n)
	}
	return name, nil
}

// blank reports whether a character that counts as printable is invisible: fillers, selectors, the empty pattern of Braille.
func blank(r rune) bool {
	return r == '\u2800' || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// lookalikes are letters of other alphabets that are taken for Latin ones, from the confusables of Unicode's Technical Standard 39, and
// the capital I, which is taken for an l.
var lookalikes = strings.NewReplacer(
	"А", "A", "В", "B", "Е", "E", "Ѕ", "S", "І", "l", "Ј", "J", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "Ү", "Y", "Х", "X",
	"а", "a", "е", "e", "ѕ", "s", "і", "i", "ј", "j", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "һ", "h", "ԁ", "d",
	"Α", "A", "Β", "B", "Ε", "E", "Ζ", "Z", "Η", "H", "Ι", "l", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Υ", "Y", "Χ", "X",
	"ο", "o", "ν", "v", "α", "a", "I", "l",
)

// sameName reports whether one name may be taken for the other: regardless of case, and with letters that look
// alike.
func sameName(a, b string) bool {
	return strings.EqualFold(a, b) || strings.EqualFold(lookalikes.Replace(a), lookalikes.Replace(b))
}

// folded returns the form of a text by which names are looked up.
func folded(text string) string { return strings.ToLower(norm.NFKC.String(text)) }

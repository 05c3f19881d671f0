// Package harmless makes texts of strangers harmless to what is shown around them.
package harmless

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxMarks is the maximum number of marks above and below a letter: with dozens, they would cover the lines around it.
const maxMarks = 3

// Text returns a text in Unicode's form NFKC without what reverses a line, is invisible, or covers its neighbours: controls, fillers,
// selectors, all but the first three marks of a letter, marks without a letter, which would stand on what is shown before the text, and bytes
// that are no UTF-8. Spaces of every kind stay; lines are not joined.
func Text(text string) string {
	marks := maxMarks
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
			marks++
		case unicode.IsSpace(r):
			marks = maxMarks
		case unicode.IsPrint(r) && !blank(r):
			marks = 0
		}
		if marks > maxMarks || blank(r) || !unicode.IsPrint(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, norm.NFKC.String(strings.ToValidUTF8(text, "")))
}

// Line is Text on one line, with single spaces between words and none around them.
func Line(text string) string { return strings.Join(strings.Fields(Text(text)), " ") }

// blank reports whether a character that counts as printable is invisible: fillers, selectors, the empty pattern of Braille.
func blank(r rune) bool {
	return r == '\u2800' || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

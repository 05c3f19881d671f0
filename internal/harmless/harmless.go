// Package harmless makes texts of strangers harmless to what is shown around them.
package harmless

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxMarks is the maximum number of marks above and below a letter: with dozens, they would cover the lines around it.
const maxMarks = 3

// Text returns a text in Unicode's form NFKC without what reverses a line, is invisible, or covers its neighbours: controls, fillers,
// selectors, all but the first three marks of a letter, marks without a letter, which would stand on what is shown before the text, and bytes
// that are no UTF-8. Spaces of every kind stay; lines are not joined. What NFKC would take apart
// stays as it is: accents that stand alone, and the Thai and Lao vowel `am`.
func Text(text string) string {
	// What is invisible goes first: between a letter and its mark, it keeps them from being written as one letter, so that two names that look
	// alike would differ.
	text = composed(strings.Map(visible, strings.ToValidUTF8(text, "")))
	marks := maxMarks
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
			marks++
		case unicode.IsSpace(r):
			marks = maxMarks
		default:
			marks = 0
		}
		if marks > maxMarks {
			return -1
		}
		return visible(r)
	}, text)
}

// composed returns the form NFKC of a text, but for characters that it would take apart.
func composed(text string) string {
	var out strings.Builder
	from := 0
	for at, r := range text {
		if takenApart(r) {
			out.WriteString(norm.NFKC.String(text[from:at]))
			out.WriteRune(r)
			from = at + utf8.RuneLen(r)
		}
	}
	return out.String() + norm.NFKC.String(text[from:])
}

// takenApart reports whether NFKC makes two characters of one that are not read as it: a space with a mark, as of the accent in `O´Brien`, or a
// mark above another one and a vowel, as of the end of Thai words such as `น้ำ`.
func takenApart(r rune) bool {
	form := norm.NFKD.PropertiesString(string(r)).Decomposition()
	return len(form) > 1 && form[0] == ' ' || r == '\u0e33' || r == '\u0eb3'
}

// Line is Text on one line, with single spaces between words and none around them.
func Line(text string) string { return strings.Join(strings.Fields(Text(text)), " ") }

// visible returns a character that can be seen or is a space, -1 for others.
func visible(r rune) rune {
	if blank(r) || !unicode.IsPrint(r) && !unicode.IsSpace(r) {
		return -1
	}
	return r
}

// blank reports whether a character that counts as printable is invisible: fillers, selectors, the empty pattern of Braille.
func blank(r rune) bool {
	return r == '\u2800' || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

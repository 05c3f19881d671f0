package trace

import (
	"unicode/utf8"

	"unbox/internal/words"
)

// checkCharacters reports bytes that are not UTF-8 and characters that cannot be
// seen or that change the direction of text. It reports whether there were none, and
// counts line ends on the way.
func (p *parser) checkCharacters() (lines int, ok bool) {
	for i := 0; ; {
		n, ends := words.Visible(p.text[i:])
		i, lines = i+n, lines+ends
		switch {
		case i == len(p.text):
			return lines, p.diags.errors == 0
		case p.text[i] == '\t':
			i++
		default:
			i += p.checkCharacter(i)
		}
	}
}

// checkCharacter looks at an unusual character and returns its length.
func (p *parser) checkCharacter(i int) int {
	r, size := utf8.DecodeRuneInString(p.text[i:])
	switch {
	case r == utf8.RuneError && size == 1:
		p.errorf(CodeEncoding, i, i+1, "expected text in UTF-8, found the byte 0x%02X", p.text[i])
	case r == '\r' && (i+1 == len(p.text) || p.text[i+1] == '\n'):
	case r < ' ' || r >= 0x7F && r < 0xA0 || isDirectional(r):
		p.errorf(CodeControl, i, i+size, "expected visible characters, found the control character U+%04X", r)
	}
	return size
}

// isDirectional reports whether r changes the direction of the text around it or
// is invisible, so that a trace could look like a different one.
func isDirectional(r rune) bool {
	switch {
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
		return true
	case r >= 0x200B && r <= 0x200F, r == 0x061C, r == 0x2028, r == 0x2029, r == 0x2060:
		return true
	}
	return false
}

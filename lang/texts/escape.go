package texts

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Repr writes a string as Python does, in quotes.
func Repr(s string) string {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	var b strings.Builder
	b.WriteByte(quote)
	for _, r := range s {
		escape(&b, r, quote, false)
	}
	b.WriteByte(quote)
	return b.String()
}

// ASCII writes what Repr or another representation has beyond ASCII as escapes.
func ASCII(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
		} else {
			escape(&b, r, 0, true)
		}
	}
	return b.String()
}

func escape(b *strings.Builder, r rune, quote byte, ascii bool) {
	const digits = "0123456789abcdef"
	hex := func(prefix byte, n int) {
		b.WriteByte('\\')
		b.WriteByte(prefix)
		for k := n - 1; k >= 0; k-- {
			b.WriteByte(digits[r>>(4*k)&15])
		}
	}
	switch {
	case r == rune(quote) && quote != 0 || r == '\\':
		b.WriteByte('\\')
		b.WriteRune(r)
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case r < ' ' || r == 0x7f || r < 0x100 && (ascii || !unicode.IsPrint(r)) && r >= 0x7f:
		hex('x', 2)
	case !ascii && unicode.IsPrint(r) || r < utf8.RuneSelf:
		b.WriteRune(r)
	case r < 0x10000:
		hex('u', 4)
	default:
		hex('U', 8)
	}
}

// Shortened cuts what messages quote after 200 characters, as CPython does.
func Shortened(s string) string {
	n := 0
	for at := range s {
		if n == 200 {
			return s[:at]
		}
		n++
	}
	return s
}

package line

import "unicode/utf8"

// Length is the number of bytes of a text as JSON, quotes included. It is computed
// without writing anything.
func Length(text string) int {
	n := 2
	for i := 0; i < len(text); {
		if b := text[i]; b < utf8.RuneSelf {
			n += lengthASCII(b)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case r == utf8.RuneError && size == 1, r == '\u2028', r == '\u2029':
			n += len(`\ufffd`)
		default:
			n += size
		}
	}
	return n
}

func lengthASCII(b byte) int {
	switch b {
	case '"', '\\', '\n', '\r', '\t', '\b', '\f':
		return 2
	case '<', '>', '&':
		return len(`\u003c`)
	}
	if b < ' ' {
		return len(`\u0000`)
	}
	return 1
}

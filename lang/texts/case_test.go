package texts

import (
	"testing"
	"unicode/utf8"
)

// TestOneCharacterInLowerCase: what recase assumes holds for each character, and methods of texts that consist of one agree.
func TestOneCharacterInLowerCase(t *testing.T) {
	var c Casers
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s := string(r)
		lowered := c.Lower(s)
		if n := utf8.RuneCountInString(lowered); (n != 1) != (r == dotted) || r == dotted && len(lowered) != lengthened {
			t.Errorf("%U: expected one character in lower case, found %q", r, lowered)
		}
		if begun := c.begun(r); c.Capitalize(s+s) != begun+c.Lower(s + s)[len(lowered):] || c.Title(s) != begun {
			t.Errorf("%U: expected %q, found %q and %q", r, begun, c.Capitalize(s+s), c.Title(s))
		}
		if isLower(r) && c.SwapCase(s) != c.Upper(s) || isUpper(r) && c.SwapCase(s) != lowered {
			t.Errorf("%U: expected the other case, found %q", r, c.SwapCase(s))
		}
	}
}

// TestFolded: what CPython says of letters that become several, and of a sigma at the end of a word.
func TestFolded(t *testing.T) {
	var c Casers
	for s, want := range map[string]string{"ß": "ss", "ΑΣ": "ασ", "ﬃ": "ffi", "ς": "σ", "ŉ": "ʼn", "İ": "i\u0307", "Ab": "ab", "\u0390": "\u03b9\u0308\u0301"} {
		if got := c.Fold(s); got != want {
			t.Errorf("%q: expected %q, found %q", s, want, got)
		}
	}
}

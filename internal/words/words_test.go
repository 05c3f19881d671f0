package words_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"unbox/internal/words"
)

// TestAgainstBytes compares each answer with what one byte after the other says.
func TestAgainstBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	limits := []byte{0, 1, '\t', '\n', ' ', '"', '\\', 0x7F, 0x80, 0xFF}
	for range 200_000 {
		text := make([]byte, random.IntN(30))
		for i := range text {
			if text[i] = 'a' + byte(random.UintN(26)); random.UintN(12) == 0 {
				text[i] = limits[random.IntN(len(limits))] + byte(random.IntN(3)) - 1
			}
		}
		before := func(ends func(c byte) bool) int {
			for i, c := range text {
				if ends(c) {
					return i
				}
			}
			return len(text)
		}
		if n := before(func(c byte) bool { return c >= 0x80 }); words.ASCII(string(text)) != n {
			t.Fatalf("%q: expected %d bytes of ASCII, found %d", text, n, words.ASCII(string(text)))
		}
		if n := before(func(c byte) bool { return c == '"' || c == '\\' || c < ' ' }); words.Plain(text) != n {
			t.Fatalf("%q: expected %d plain bytes, found %d", text, n, words.Plain(text))
		}
		n := before(func(c byte) bool { return c < ' ' && c != '\n' || c >= 0x7F })
		ends := bytes.Count(text[:n], []byte("\n"))
		if gotN, gotEnds := words.Visible(string(text)); gotN != n || gotEnds != ends {
			t.Fatalf("%q: expected %d visible bytes with %d line ends, found %d with %d", text, n, ends, gotN, gotEnds)
		}
	}
}

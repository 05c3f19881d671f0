package words_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/internal/words"
)

// TestAgainstBytes compares each answer with what one byte after the other says.
func TestAgainstBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	limits := []byte{0, 1, '\n', ' ', '"', '\\', 0x7F, 0x80}
	for range 20_000 {
		text := make([]byte, words.Size+3)
		for i := range text {
			if text[i] = byte(random.UintN(256)); random.UintN(2) == 0 {
				text[i] = limits[random.IntN(len(limits))] + byte(random.IntN(3)) - 1
			}
		}
		at := random.IntN(4)
		word := words.Load(text, at)
		if same := words.Load(string(text), at); same != word {
			t.Fatalf("%x from %d: expected the same word of a string, found %x and %x", text, at, word, same)
		}
		for _, c := range limits {
			check(t, text[at:], words.Equal(word, c), func(b byte) bool { return b == c })
			check(t, text[at:], words.Below(word, c), func(b byte) bool { return b < c })
		}
		check(t, text[at:], words.NotASCII(word), func(b byte) bool { return b >= 0x80 })
	}
}

// check compares an answer about the first bytes.
func check(t *testing.T, text []byte, answer uint64, holds func(byte) bool) {
	t.Helper()
	expected := uint64(0)
	for i := range words.Size {
		if holds(text[i]) {
			expected |= 0x80 << (8 * i)
		}
	}
	if answer != expected {
		t.Fatalf("%x: expected %016x, found %016x", text, expected, answer)
	}
}

// TestLoadNeedsAWord expects that less than a word is not read.
func TestLoadNeedsAWord(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("expected that seven bytes are refused, found a word of them")
		}
	}()
	words.Load(strings.Repeat("a", words.Size-1), 0)
}

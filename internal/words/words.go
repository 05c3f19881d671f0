// Package words looks at the beginning of a text, eight bytes at a time. Its loops stand here, where they are compiled with what they
// call, and not in packages that the page's modules have without inlined functions.
package words

import "math/bits"

// size is the number of bytes in a word.
const size = 8

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// ASCII returns how many bytes at the beginning of a text are characters of ASCII.
func ASCII(text string) int {
	i := 0
	for ; i+size <= len(text); i += size {
		if wide := load(text, i) & highs; wide != 0 {
			return i + first(wide)
		}
	}
	for i < len(text) && text[i] < 0x80 {
		i++
	}
	return i
}

// Plain returns how many bytes at the beginning of a string in JSON stand for themselves: those before the first quote, backslash or
// control character.
func Plain(text []byte) int {
	i := 0
	for ; i+size <= len(text); i += size {
		word := load(text, i)
		if special := equal(word, '"') | equal(word, '\\') | below(word, ' '); special != 0 {
			return i + first(special)
		}
	}
	for i < len(text) && text[i] != '"' && text[i] != '\\' && text[i] >= ' ' {
		i++
	}
	return i
}

// Visible returns how many bytes at the beginning of a text are visible characters of ASCII, blanks or line ends, and how many of
// them are line ends.
func Visible(text string) (n, lines int) {
	for ; n+size <= len(text); n += size {
		word := load(text, n)
		ends := equal(word, '\n')
		if others := below(word, ' ')&^ends | equal(word, 0x7F) | word&highs; others != 0 {
			return n + first(others), lines + bits.OnesCount64(ends&(others&-others-1))
		}
		lines += bits.OnesCount64(ends)
	}
	for ; n < len(text) && (text[n] >= ' ' && text[n] < 0x7F || text[n] == '\n'); n++ {
		if text[n] == '\n' {
			lines++
		}
	}
	return n, lines
}

// load reads the word at an offset, its first byte as the lowest.
func load[T string | []byte](text T, at int) uint64 {
	b := text[at : at+size]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// equal has the highest bit of each byte of a word that is c.
func equal(word uint64, c byte) uint64 {
	word ^= ones * uint64(c)
	return ^((word&^highs + ^uint64(highs)) | word) & highs
}

// below has the highest bit of each byte of a word that is less than c, which is at most 0x80.
func below(word uint64, c byte) uint64 {
	return ^((word&^highs + ones*uint64(0x80-c)) | word) & highs
}

// first is the first byte of which the highest bit is there.
func first(found uint64) int { return bits.TrailingZeros64(found) / 8 }

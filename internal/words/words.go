// Package words looks at eight bytes of a text at a time. Each function takes a word that [Load] has read and returns one in which the
// highest bit of a byte is the answer for that byte, and all other bits are 0.
package words

// Size is the number of bytes in a word.
const Size = 8

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// Load reads the word at an offset, its first byte as the lowest. The text has at least Size bytes from there.
func Load[T string | []byte](text T, at int) uint64 {
	b := text[at : at+Size]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Equal finds the bytes that are c.
func Equal(word uint64, c byte) uint64 {
	word ^= ones * uint64(c)
	return ^((word&^highs + ^uint64(highs)) | word) & highs
}

// Below finds the bytes that are less than c, which is at most 0x80.
func Below(word uint64, c byte) uint64 {
	return ^((word&^highs + ones*uint64(0x80-c)) | word) & highs
}

// NotASCII finds the bytes of characters that are not in ASCII.
func NotASCII(word uint64) uint64 { return word & highs }

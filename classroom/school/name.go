package school

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"unbox/internal/harmless"
)

// cleanName removes from a name everything that reverses a line, is invisible or covers the names around it, and writes its letters in
// Unicode's form NFKC.
//
// Errors: nothing or too much is left.
func cleanName(name string, most int) (string, error) {
	name = harmless.Line(name)
	if n := utf8.RuneCountInString(name); n == 0 || n > most {
		return "", fmt.Errorf("expected a name of 1 to %d characters, found %d", most, n)
	}
	return name, nil
}

// lookalikes are letters of other alphabets that are taken for Latin ones, from the confusables of Unicode's Technical Standard 39, and
// what is taken for an l or an O among the Latin ones and the digits.
var lookalikes = strings.NewReplacer(
	"А", "A", "В", "B", "Е", "E", "Ѕ", "S", "І", "l", "Ј", "J", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "Ү", "Y", "Х", "X",
	"а", "a", "е", "e", "ѕ", "s", "і", "i", "ј", "j", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "һ", "h", "ԁ", "d",
	"Α", "A", "Β", "B", "Ε", "E", "Ζ", "Z", "Η", "H", "Ι", "l", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Υ", "Y", "Χ", "X",
	"ο", "o", "ν", "v", "α", "a", "I", "l",
	"Ꭺ", "A", "Ᏼ", "B", "Ꮯ", "C", "Ꭰ", "D", "Ꭼ", "E", "Ꮐ", "G", "Ꮋ", "H", "Ꭵ", "i", "Ꭻ", "J", "Ꮶ", "K", "Ꮮ", "L", "Ꮇ", "M", "Ꮲ", "P", "Ꮢ", "R", "Ꮪ", "S", "Ꭲ", "T", "Ꮩ", "V", "Ꮃ", "W", "Ꮓ", "Z",
	"ꓮ", "A", "ꓐ", "B", "ꓚ", "C", "ꓓ", "D", "ꓰ", "E", "ꓝ", "F", "ꓖ", "G", "ꓧ", "H", "ꓲ", "l", "ꓙ", "J", "ꓗ", "K", "ꓡ", "L", "ꓟ", "M", "ꓠ", "N", "ꓳ", "O", "ꓑ", "P", "ꓣ", "R", "ꓢ", "S", "ꓔ", "T", "ꓴ", "U", "ꓦ", "V", "ꓪ", "W", "ꓫ", "X", "ꓬ", "Y", "ꓜ", "Z",
	"օ", "o", "ո", "n", "ս", "u", "հ", "h", "յ", "j", "ց", "g", "զ", "q", "Տ", "S", "Ս", "U", "Օ", "O",
	"ı", "i", "ɡ", "g", "ɑ", "a", "ǀ", "l", "0", "O", "1", "l", "|", "l",
)

// sameName reports whether one name may be taken for the other: regardless of case, and with letters that look
// alike.
func sameName(a, b string) bool {
	return strings.EqualFold(a, b) || strings.EqualFold(lookalikes.Replace(a), lookalikes.Replace(b))
}

// folded returns the form of a text by which names are looked up.
func folded(text string) string { return strings.ToLower(norm.NFKC.String(text)) }

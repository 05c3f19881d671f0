package numbers_test

import (
	"testing"

	"unbox/lang/numbers"
)

// The small letter of İ is i, which makes no infinity of a text in CPython.
func TestOtherLettersAreNoInfinity(t *testing.T) {
	for _, s := range []string{"İnf", "-İNFİNİTY"} {
		if f, ok, _ := numbers.ParseFloatHex(s); ok {
			t.Errorf("%s: expected no float, found %v", s, f)
		}
		if f, ok := numbers.ParseFloat(s); ok {
			t.Errorf("%s: expected no float, found %v", s, f)
		}
	}
}

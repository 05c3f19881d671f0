package numbers_test

import (
	"math/big"
	"strings"
	"testing"

	"unbox/lang/numbers"
)

// TestRead reads integers as CPython's int() does in bases 0, 10, 36 and 16.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"0x_ff": "255 - 43323 255", "0b101": "5 - 514513 45313", "٣٤": "34 34 112 52", "+1_000": "1000 1000 46656 4096", "1__0": "- - - -",
		" 12 \n": "12 12 38 18", "0o17": "15 - 31147 -", "-0": "0 0 0 0", "007": "- 7 7 7", "zz": "- - 1295 -", "": "- - - -", "--1": "- - - -",
	} {
		var got []string
		for _, base := range []int{0, 10, 36, 16} {
			if v, ok, _ := numbers.ParseInt(text, base); ok {
				got = append(got, v.String())
			} else {
				got = append(got, "-")
			}
		}
		if found := strings.Join(got, " "); found != want {
			t.Errorf("%q: expected %s, found %s", text, want, found)
		}
	}
	if _, ok, n := numbers.ParseInt(strings.Repeat("7", 5000), 10); ok || n != 5000 {
		t.Errorf("expected 5000 digits to be too many, found %v, %d", ok, n)
	}
}

// TestRound rounds to digits as CPython's round() does.
func TestRound(t *testing.T) {
	for _, tt := range []struct {
		f    float64
		n    int
		want string
	}{
		{2.675, 2, "2.67"}, {0.5, 0, "0.0"}, {1.5, 0, "2.0"}, {1234567, -3, "1235000.0"}, {-2500, -3, "-2000.0"}, {3500, -3, "4000.0"}, {1e22, -22, "1e+22"}, {-0.4, 0, "-0.0"},
	} {
		if got := numbers.FloatRepr(numbers.Round(tt.f, tt.n)); got != tt.want {
			t.Errorf("round(%v, %d): expected %s, found %s", tt.f, tt.n, tt.want, got)
		}
	}
}

// TestDivide divides as CPython does.
func TestDivide(t *testing.T) {
	for _, tt := range []struct {
		a, b float64
		want string
	}{
		{7, -2, "-4.0 -1.0"}, {-7, 2, "-4.0 1.0"}, {0, -3, "-0.0 -0.0"}, {1e300, 1e-10, "inf 5.476641984772742e-11"}, {6, 0.1, "59.0 0.09999999999999967"},
	} {
		q, m := numbers.FloatDivMod(tt.a, tt.b)
		if got := numbers.FloatRepr(q) + " " + numbers.FloatRepr(m); got != tt.want {
			t.Errorf("divmod(%v, %v): expected %s, found %s", tt.a, tt.b, tt.want, got)
		}
	}
	huge := new(big.Int).Exp(big.NewInt(10), big.NewInt(400), nil)
	for _, tt := range []struct {
		a, b *big.Int
		want string
	}{
		{huge, new(big.Int).Mul(big.NewInt(3), new(big.Int).Exp(big.NewInt(10), big.NewInt(399), nil)), "3.3333333333333335"},
		{big.NewInt(-1), big.NewInt(3), "-0.3333333333333333"}, {big.NewInt(1<<53 + 1), big.NewInt(1), "9007199254740992.0"},
		{big.NewInt(1<<54 + 3), big.NewInt(2), "9007199254740994.0"}, {new(big.Int), big.NewInt(-5), "-0.0"},
	} {
		if got := numbers.FloatRepr(numbers.Quotient(tt.a, tt.b)); got != tt.want {
			t.Errorf("%v / %v: expected %s, found %s", tt.a, tt.b, tt.want, got)
		}
	}
}

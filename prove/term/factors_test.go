package term_test

import (
	"testing"

	"unbox/prove/term"
)

// TestManyFactors squares a number repeatedly: a product that listed all its factors
// would have 2^3000.
func TestManyFactors(t *testing.T) {
	b := term.NewBank()
	x := b.Var("x", term.BV(64))
	squares := func() term.Term {
		y := x
		for range 3000 {
			y = b.Mul(y, y)
		}
		return y
	}
	one := squares()
	if other := squares(); other != one {
		t.Errorf("expected one term for the same product, found %d and %d", one, other)
	}
	for _, c := range []uint64{0, 1, 2, 3, ^uint64(0)} {
		want := c
		for range 3000 {
			want *= want
		}
		m := term.Model{Words: map[string]term.Value{"x": term.Word(c)}}
		if got := b.Eval(one, m); got != term.Word(want) {
			t.Errorf("expected %d, squared 3000 times, to be %#x, found %v", c, want, got)
		}
	}
}

package twister_test

import (
	"math/big"
	"testing"

	"unbox/lang/twister"
)

// TestNumbersOfCPython: the same seed gives what CPython's random gives.
func TestNumbersOfCPython(t *testing.T) {
	r := twister.New(big.NewInt(0))
	if got := r.Float(); got != 0.8444218515250481 {
		t.Errorf("expected 0.8444218515250481, found %v", got)
	}
	if got := r.Bits(100).String(); got != "33321113934853222010955844780" {
		t.Errorf("expected 33321113934853222010955844780, found %s", got)
	}
	if got := r.Index(1000); got != 265 {
		t.Errorf("expected 265, found %d", got)
	}
	if got := r.Bits(64).String(); got != "9431353882395063546" {
		t.Errorf("expected 9431353882395063546, found %s", got)
	}
	seed := new(big.Int).Lsh(big.NewInt(1), 100)
	r.Seed(seed.Add(seed, big.NewInt(7)))
	if a, b := r.Float(), r.Float(); a != 0.41604161323913513 || b != 0.32676498245430574 {
		t.Errorf("expected 0.41604161323913513 and 0.32676498245430574, found %v and %v", a, b)
	}
}

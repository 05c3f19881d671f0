package hashing_test

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"unbox/lang/hashing"
)

// TestHashesOfCPython: those of numbers and tuples are CPython's.
func TestHashesOfCPython(t *testing.T) {
	for f, want := range map[float64]int64{0.5: 1152921504606846976, -1: -2, 1e300: 1224995262755759164, -2.5e-310: -386353265232576880, 3.14: 322818021289917443, math.Inf(-1): -314159} {
		if got := int64(hashing.Float(f)); got != want {
			t.Errorf("%v: expected %d, found %d", f, want, got)
		}
	}
	for text, want := range map[string]int64{
		"-1": -2, "2305843009213693951": 0, "2305843009213693952": 1, "-1267650600228229401496703205376": -549755813888, "9223372036854775808": 4,
		"143503601609868434285603076356671071740077383739246066639249": 1232699587683446288,
	} {
		v, _ := new(big.Int).SetString(text, 10)
		if got := int64(hashing.Big(v)); got != want {
			t.Errorf("%s: expected %d, found %d", text, want, got)
		}
		if v.IsInt64() && hashing.Int(v.Int64()) != hashing.Big(v) {
			t.Errorf("%s: expected the same hash as a small integer", text)
		}
	}
	tuple := func(items ...uint64) int64 {
		hash := hashing.NewTuple()
		for _, h := range items {
			hash.Add(h)
		}
		return int64(hash.Sum(len(items)))
	}
	inner := uint64(tuple(2, 3))
	for want, got := range map[int64]int64{
		5740354900026072187: tuple(), -3550055125485641917: tuple(1, 2), 7267574591690527098: tuple(1, inner),
		-7525882140222211504: tuple(hashing.Int(-1), hashing.Float(0.5)),
	} {
		if got != want {
			t.Errorf("expected the tuple's hash %d, found %d", want, got)
		}
	}
}

// TestProbe: each place of a table is visited at last, ten in a row where there is room for them.
func TestProbe(t *testing.T) {
	const size = 64
	var places []int
	missing := map[int]bool{}
	for at := range size {
		missing[at] = true
	}
	hashing.Probe(1<<40+3, size-1, func(at int) bool {
		places = append(places, at)
		delete(missing, at)
		return len(missing) == 0
	})
	if want := []int{3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; !slices.Equal(places[:10], want) {
		t.Errorf("expected the places %v first, found %v", want, places[:10])
	}
}

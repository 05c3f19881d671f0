package optimizer_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestCopiesOfItems judges random traces with arrays of two types between which items
// are copied, even where the items do not exist or were never written, or where an
// array has escaped.
func TestCopiesOfItems(t *testing.T) {
	n := uint64(400)
	if testing.Short() {
		n = 60
	}
	for seed := range n {
		fuzzOne(t, tracesWithCopies(rand.New(rand.NewPCG(seed, 1))), "i0=3, i1=-7", allPasses)
	}
}

func tracesWithCopies(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("[i0, i1]\n")
	types := [...]string{"<ArrayS 8>", "<ArrayS 8>", "<ArrayS 8>", "<ArrayS 4>"}
	var arrays []int
	ints, next := []string{"i0", "i1", "5"}, 10
	array := func() int { return r.IntN(len(arrays)) }
	for k := range 3 + r.IntN(3) {
		clear := [...]string{"", "_clear"}[r.IntN(2)]
		fmt.Fprintf(&b, "p%d = new_array%s(%d, descr=%s)\n", k, clear, 2+r.IntN(3), types[k%len(types)])
		arrays = append(arrays, k)
	}
	for range 5 + r.IntN(25) {
		a, c := array(), array()
		switch r.IntN(8) {
		case 0, 1, 2:
			fmt.Fprintf(&b, "setarrayitem_gc(p%d, %d, %s, descr=%s)\n", a, r.IntN(2), ints[r.IntN(len(ints))], types[a%len(types)])
		case 3, 4:
			fmt.Fprintf(&b, "call_n(ConstClass(ll_arraycopy), p%d, p%d, %d, %d, %d, descr=<Callv 0 rriii EF=2 OS=1>)\n",
				a, c, r.IntN(2), r.IntN(2), r.IntN(3))
		case 5:
			fmt.Fprintf(&b, "i%d = getarrayitem_gc_i(p%d, %d, descr=%s)\n", next, a, r.IntN(2), types[a%len(types)])
			ints = append(ints, fmt.Sprintf("i%d", next))
			next++
		case 6:
			fmt.Fprintf(&b, "guard_true(%s) [p%d, p%d, i0]\n", ints[r.IntN(2)], a, c)
		case 7:
			if r.IntN(4) == 0 {
				fmt.Fprintf(&b, "escape_n(p%d)\n", a)
			}
		}
	}
	last := ints[r.IntN(len(ints))]
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "jump(%s, i1)\n", last)
	} else {
		fmt.Fprintf(&b, "finish(%s, p%d)\n", last, array())
	}
	return b.String()
}

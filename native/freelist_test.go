package native

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// What is taken is free before and after, whatever is taken and given back in between: a list of places, one by one, says the same.
func TestFreeList(t *testing.T) {
	const size = 40
	rng := rand.New(rand.NewPCG(7, 8))
	b := newFreeList(size)
	var used [size]bool
	var taken []block
	for range 20_000 {
		if len(taken) > 0 && rng.IntN(2) == 0 {
			k := rng.IntN(len(taken))
			back := taken[k]
			taken = slices.Delete(taken, k, k+1)
			for i := range back.size {
				used[back.at+i] = false
			}
			b.give(back)
		} else {
			n := 1 + rng.IntN(6)
			from := max(0, rng.IntN(2*size)-size)
			want := firstFit(used[:], from, n)
			got, ok := b.takeFrom(from, n)
			if ok != (want >= 0) || ok && got != (block{want, n}) {
				t.Fatalf("expected %d places at %d, the first from %d on, found %v, %v", n, want, from, got, ok)
			}
			if ok {
				taken = append(taken, got)
				for i := range n {
					used[got.at+i] = true
				}
			}
		}
		top := size
		for top > 0 && !used[top-1] {
			top--
		}
		if got := b.top(size); got != top {
			t.Fatalf("expected that what is taken ends at %d, found %d", top, got)
		}
		if free := strings.Count(fmt.Sprint(used), "false"); b.used != size-free {
			t.Fatalf("expected %d places in use, found %d", size-free, b.used)
		}
		if got := b.free; !slices.Equal(got, stretches(used[:])) {
			t.Fatalf("expected the free stretches %v, found %v", stretches(used[:]), got)
		}
	}
	b.give(block{3, 0})
	if got := b.free; !slices.Equal(got, stretches(used[:])) {
		t.Errorf("giving nothing back: expected the free stretches %v, found %v", stretches(used[:]), got)
	}
}

// firstFit returns the first place, not before from, from which on so many are free, -1 if there is none.
func firstFit(used []bool, from, n int) int {
	for _, s := range stretches(used) {
		if at := max(s.at, from); s.at+s.size-at >= n {
			return at
		}
	}
	return -1
}

// stretches lists what is free.
func stretches(used []bool) []block {
	list := []block{}
	for k := 0; k < len(used); k++ {
		if used[k] {
			continue
		}
		if n := len(list); n > 0 && list[n-1].at+list[n-1].size == k {
			list[n-1].size++
		} else {
			list = append(list, block{k, 1})
		}
	}
	return list
}

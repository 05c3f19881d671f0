package sorting_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"unbox/lang/sorting"
)

func identity(n int) []int {
	order := make([]int, n)
	for k := range order {
		order[k] = k
	}
	return order
}

// TestSortIsStable: orders are those of the standard library's stable sort, for keys with runs and without.
func TestSortIsStable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		n, different := random.IntN(400), 1+random.IntN(400)
		keys := make([]int, n)
		for k := range keys {
			switch keys[k] = random.IntN(different); round % 3 {
			case 1:
				keys[k] = k/50*different + k%50
			case 2:
				keys[k] = (n - k) / 3
			}
		}
		order, want := identity(n), identity(n)
		units := 0
		if !sorting.Sort(order, func(n int) { units += n }, func(a, b int) (bool, bool) { return keys[a] < keys[b], true }) {
			t.Fatal("expected a sort without a failure to end")
		}
		slices.SortStableFunc(want, func(a, b int) int { return keys[a] - keys[b] })
		if !slices.Equal(order, want) {
			t.Fatalf("keys %v: expected the order %v, found %v", keys, want, order)
		}
	}
}

// TestComparisonThatFails: a sort that ends early leaves each index once.
func TestComparisonThatFails(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	keys := random.Perm(300)
	for _, most := range []int{0, 1, 10, 500, 1500, 2000} {
		order, left := identity(len(keys)), most
		ok := sorting.Sort(order, func(int) {}, func(a, b int) (bool, bool) {
			left--
			return keys[a] < keys[b], left >= 0
		})
		if ok {
			t.Errorf("expected the sort to fail at comparison %d, found that it ended", most+1)
		}
		if slices.Sort(order); !slices.Equal(order, identity(len(keys))) {
			t.Errorf("after %d comparisons: expected each index once, found %v", most, order)
		}
	}
}

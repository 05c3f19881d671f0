package learn

import (
	"fmt"
	"math/rand/v2"

	"go.starlark.net/starlark"
)

// maxRandomNumbers is the maximum number of integers that one call returns.
const maxRandomNumbers = 10_000

// randomNumbers is random_numbers(seed, count, lo, hi): a list of that many integers from lo to hi. Equal seeds
// give equal numbers. Tests use them for inputs whose answer is not written down anywhere: it is computed, or the
// input was derived from it.
func randomNumbers(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var seed, count, lo, hi int64
	if err := starlark.UnpackArgs("random_numbers", args, kwargs, "seed", &seed, "count", &count, "lo", &lo, "hi", &hi); err != nil {
		return nil, err
	}
	if count < 0 || count > maxRandomNumbers {
		return nil, fmt.Errorf("expected a `count` from 0 to %d, found %d", maxRandomNumbers, count)
	}
	if lo > hi {
		return nil, fmt.Errorf("expected a `lo` that is at most `hi`, found %d and %d", lo, hi)
	}
	if err := Charge(t, uint64(count)); err != nil {
		return nil, err
	}
	if err := chargeMemory(t, 32*uint64(count)); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(uint64(seed), 13))
	list := make([]starlark.Value, count)
	for k := range list {
		list[k] = starlark.MakeInt64(between(rng, lo, hi))
	}
	return starlark.NewList(list), nil
}

// between returns a number from lo to hi; with both extremes of the machine's integers that is
// any integer.
func between(rng *rand.Rand, lo, hi int64) int64 {
	if many := uint64(hi) - uint64(lo) + 1; many != 0 {
		return lo + int64(rng.Uint64N(many))
	}
	return int64(rng.Uint64())
}

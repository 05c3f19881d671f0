package optimizer

import "unbox/trace"

// valueTable maps some of the walk's values to a T, all others to the zero T.
type valueTable[T any] []T

func (t *valueTable[T]) reset(n int) { *t = trace.Zeroed(*t, n) }

// of returns the entry of an operation's result.
func (t valueTable[T]) of(v trace.Value) (x T) {
	if int(v) < len(t) {
		x = t[v]
	}
	return x
}

func (t *valueTable[T]) set(v trace.Value, x T) {
	if int(v) >= len(*t) {
		t.grow(v)
	}
	(*t)[v] = x
}

// grow makes room for a value that was invented.
func (t *valueTable[T]) grow(v trace.Value) {
	var nothing T
	for len(*t) <= int(v) {
		*t = append(*t, nothing)
	}
}

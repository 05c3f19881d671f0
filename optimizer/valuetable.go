package optimizer

import "unbox/trace"

// valueTable says something of some of the walk's values, 0 of all others.
type valueTable[T ~int32] []T

func (t *valueTable[T]) reset(n int) { *t = trace.Zeroed(*t, n) }

// of returns what is said of an operation's result.
func (t valueTable[T]) of(v trace.Value) T {
	if int(v) >= len(t) {
		return 0
	}
	return t[v]
}

func (t *valueTable[T]) set(v trace.Value, x T) {
	if int(v) >= len(*t) {
		t.grow(v)
	}
	(*t)[v] = x
}

// grow makes room for a value that was invented.
func (t *valueTable[T]) grow(v trace.Value) {
	for len(*t) <= int(v) {
		*t = append(*t, 0)
	}
}

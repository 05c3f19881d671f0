package vm

import "unbox/trace"

// valueTable has a T for each value of a trace, at first the zero T.
type valueTable[T any] struct{ results, constants []T }

// emptied returns a table for the next trace, which reuses the memory of this one.
func (t valueTable[T]) emptied() valueTable[T] { return valueTable[T]{t.results[:0], t.constants[:0]} }

// of returns the entry of a value.
func (t *valueTable[T]) of(v trace.Value) (x T) {
	list, k := t.results, int(v)
	if v.IsConst() {
		list, k = t.constants, v.ConstIndex()
	}
	if k < len(list) {
		x = list[k]
	}
	return x
}

// set sets the entry of a value.
func (t *valueTable[T]) set(v trace.Value, x T) {
	list, k := &t.results, int(v)
	if v.IsConst() {
		list, k = &t.constants, v.ConstIndex()
	}
	for len(*list) <= k {
		var nothing T
		*list = append(*list, nothing)
	}
	(*list)[k] = x
}

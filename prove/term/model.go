package term

import (
	"fmt"
	"maps"
	"strings"
)

// Model says what the variables and the unknown functions are. What it does not
// mention is 0, false, or an array of zeros.
type Model struct {
	Words  map[string]Value      // words and truth values, by the variable's name
	Arrays map[string]ArrayValue // arrays, by the variable's name
	Funcs  map[string]FuncValue  // unknown functions, by name
}

// NewModel returns a model that mentions nothing.
func NewModel() Model {
	return Model{map[string]Value{}, map[string]ArrayValue{}, map[string]FuncValue{}}
}

// Clone returns a copy that shares nothing with m. Arrays' and functions' tables
// are never changed in place, so these are shared.
func (m Model) Clone() Model {
	c := NewModel()
	maps.Copy(c.Words, m.Words)
	maps.Copy(c.Arrays, m.Arrays)
	maps.Copy(c.Funcs, m.Funcs)
	return c
}

// ArrayValue is an array: some elements, and Default everywhere else.
type ArrayValue struct {
	Default Value
	Elems   map[Value]Value // index to element
}

// At returns the element at index i.
func (a ArrayValue) At(i Value) Value {
	if v, ok := a.Elems[i]; ok {
		return v
	}
	return a.Default
}

func (a ArrayValue) with(i, v Value) ArrayValue {
	elems := maps.Clone(a.Elems)
	if elems == nil {
		elems = map[Value]Value{}
	}
	elems[i] = v
	return ArrayValue{a.Default, elems}
}

// Equal reports whether two arrays with indexes of the given width have the same
// element everywhere.
func (a ArrayValue) Equal(c ArrayValue, index int) bool {
	both := map[Value]bool{}
	for _, elems := range []map[Value]Value{a.Elems, c.Elems} {
		for i := range elems {
			both[i] = true
			if a.At(i) != c.At(i) {
				return false
			}
		}
	}
	everywhere := index < 32 && len(both) == 1<<index
	return everywhere || a.Default == c.Default
}

// FuncValue is a function: its results for some arguments, and Default for all
// others.
type FuncValue struct {
	Default Value
	Table   map[string]Value // by FuncKey of the arguments
}

// FuncKey returns the key of a list of arguments in the table of a function's
// FuncValue: the same one in either order if that does not matter.
func FuncKey(fn string, args []Value) string {
	if Commutes(fn) && args[1].Less(args[0]) {
		args = []Value{args[1], args[0]}
	}
	var s strings.Builder
	for _, a := range args {
		fmt.Fprintf(&s, "%v ", a)
	}
	return s.String()
}

// apply returns the result of a function. A float operation is computed where
// the model says nothing about it.
func (m Model) apply(fn string, args []Value) Value {
	f, known := m.Funcs[fn]
	if known {
		if v, ok := f.Table[FuncKey(fn, args)]; ok {
			return v
		}
	}
	if op, ok := floatOp(fn); ok {
		return op.compute(args)
	}
	return f.Default
}

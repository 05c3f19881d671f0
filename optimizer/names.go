package optimizer

import "unbox/trace"

// formerNames has the names that values had before they were replaced.
type formerNames struct {
	any   bool
	other map[trace.Value][]trace.Value
}

// maxNames is the maximum number of other names of a value that are remembered:
// the last ones.
const maxNames = 4

func (t *formerNames) reset() {
	if t.any {
		clear(t.other)
		t.any = false
	}
}

// add notes that old is another name of v.
func (t *formerNames) add(v, old trace.Value) {
	if t.other == nil {
		t.other = make(map[trace.Value][]trace.Value)
	}
	t.any = true
	names := append(append(t.other[v], old), t.other[old]...)
	delete(t.other, old)
	t.other[v] = names[max(0, len(names)-maxNames):]
}

// otherName returns a name that v had before, counted from 0, None if there are no more.
func (w *walk) otherName(v trace.Value, i int) trace.Value {
	if !w.names.any {
		return trace.None
	}
	if names := w.names.other[v]; i < len(names) {
		return names[i]
	}
	return trace.None
}

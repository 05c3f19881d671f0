package optimizer

import (
	"iter"

	"unbox/trace"
)

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

// namesOf gives v, then the names that it had before.
func (w *walk) namesOf(v trace.Value) iter.Seq[trace.Value] {
	return func(yield func(trace.Value) bool) {
		if !yield(v) || !w.names.any {
			return
		}
		for _, name := range w.names.other[v] {
			if !yield(name) {
				return
			}
		}
	}
}

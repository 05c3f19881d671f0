package optimizer

import (
	"strings"

	"unbox/heap"
)

// What a call may change in the heap. PyPy's optimizer has a list of fields for each
// function; its logs have one number in the descriptor, which says that a function changes
// nothing, or that it may change anything. Of a few functions that stand in nearly
// every log it is known all the same what they change: by another number of the
// descriptor, or by their name.

// writes is what a call may change.
type writes uint8

const (
	writesAnything writes = iota
	writesNothing
	// writesItems: items of arrays, and structs in arrays.
	writesItems
	// writesList: those, and where PyPy's lists say which array has their items and how
	// many there are.
	writesList
)

// resizesList begins the names of the functions that make room in a list, or give some
// back: they set a list's array and its length and nothing else (PyPy 7.3.11,
// rpython/rtyper/lltypesystem/rlist.py).
const resizesList = "ConstClass(_ll_list_resize"

// listFields are the fields of PyPy's lists.
var listFields = map[string]bool{"list.items": true, "list.length": true}

// callWrites says what a call may change. args are its arguments in the trace.
func (t *Trace) callWrites(op *Op, args []Value) writes {
	if op.Code != OpCall {
		return writesAnything
	}
	if op.Descr >= 0 && int(op.Descr) < len(t.Tables.Texts) {
		switch d := &t.Tables.Texts[op.Descr]; {
		case !effectWrites(d.Effect):
			return writesNothing
		case d.CopiesItems:
			return writesItems
		case d.Effect > 5: // it may run the program's own code
			return writesAnything
		}
	}
	for _, v := range args[:min(2, len(args))] { // cond_call has its condition in front
		if v.IsConst() && t.Consts[v.ConstIndex()].Kind == ConstAddress &&
			strings.HasPrefix(t.Tables.Syms[t.Consts[v.ConstIndex()].Name], resizesList) {
			return writesList
		}
	}
	return writesAnything
}

// effectWrites tells whether a call with this effect number may change the heap. 0,
// 3 and 4 are calls that only compute, 1 is one that gives the same result in
// every iteration.
func effectWrites(effect int8) bool {
	switch effect {
	case 0, 1, 3, 4:
		return false
	}
	return true
}

// effectComputes tells whether a call with this effect number computes the same from
// the same arguments: 0, 3 and 4 always, 1 during a loop.
func effectComputes(effect int8) bool { return !effectWrites(effect) }

// changes tells whether what w says includes a field, or with array set the items of
// arrays.
func (w writes) changes(field *heap.Field, array bool) bool {
	switch w {
	case writesAnything:
		return true
	case writesNothing:
		return false
	}
	return array || w == writesList && listFields[field.Name]
}

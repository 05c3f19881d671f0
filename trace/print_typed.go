package trace

import (
	"slices"
	"strings"
)

// bearTypes finds the operations whose number would be read as another type than they
// have: the name shows the type of what get, a call or guard_exception gives, where
// nothing else does. Those get a name that begins with the letter of their type, or none
// if they have no result.
func (n *Namer) bearTypes() {
	n.typed = make([]bool, len(n.trace.Ops))
	if Check(n.trace) != nil || !n.readsDifferently() {
		return
	}
	if n.readsDifferently() {
		for v := range n.typed {
			n.typed[v] = n.typed[v] || hasOpenResult(&n.trace.Ops[v])
		}
	}
}

// renameByType gives results a fresh name that shows their type, where they would
// otherwise be read as another type: a name like `var3` shows none, and what showed the
// type may be gone.
func (n *Namer) renameByType() {
	if !n.anyUntold() || Check(n.trace) != nil {
		return // a trace that breaks the rules of the IR can be named, but not always printed
	}
	n.typed = make([]bool, len(n.trace.Ops))
	fresh := freshNamesOf(n.trace, false)
	for n.readsDifferently() {
		renamed := false
		for v, differs := range n.typed {
			if op := &n.trace.Ops[v]; differs && op.Type != Void && n.untold(Value(v)) {
				if n.numbers == nil {
					n.numbers = make([]int32, len(n.trace.Ops))
				}
				n.fresh = append(n.fresh, fresh.next(op.Type))
				n.numbers[v], renamed = int32(len(n.fresh)), true
			}
		}
		if !renamed {
			return
		}
	}
}

// anyUntold reports whether the type of some result is not shown by its text.
func (n *Namer) anyUntold() bool {
	for v := 1; v < len(n.trace.Ops); v++ {
		if op := &n.trace.Ops[v]; op.Type != Void && n.untold(Value(v)) {
			return true
		}
	}
	return false
}

// untold reports whether neither the operation nor the name shows the type of a result.
func (n *Namer) untold(v Value) bool {
	op := &n.trace.Ops[v]
	return hasOpenResult(op) && typeHint(n.sourceName(v)) == Void
}

// hasOpenResult reports whether the spelling of an operation does not show the type
// of its result.
func hasOpenResult(op *Op) bool {
	if !openable[op.Code] {
		return false
	}
	info := op.Code.Info()
	if int(op.Spelling) < len(info.Spellings) && info.Spellings[op.Spelling].Result != 0 {
		return info.Spellings[op.Spelling].Result == 'x'
	}
	return info.Result == 'x'
}

// readsDifferently parses what would be printed, marks the operations whose type is
// then another one, and reports whether there were any, or whether the text cannot be
// parsed at all.
func (n *Namer) readsDifferently() bool {
	read, _ := Parse(strings.Join(PrintWith(n, PrintOptions{}).Lines(), "\n"))
	if read == nil || len(read.Ops) != len(n.trace.Ops) {
		return true
	}
	different := false
	for v := range n.typed {
		if read.Ops[v].Type != n.trace.Ops[v].Type {
			n.typed[v], different = true, true
		}
	}
	return different
}

// openable has the operations with a spelling that leaves the type of the result open, for code that asks this
// about each of a million operations.
var openable = func() (list [256]bool) {
	for code := range opTable {
		info := Opcode(code).Info()
		list[code] = info.Result == 'x' || slices.ContainsFunc(info.Spellings, func(s Spelling) bool { return s.Result == 'x' })
	}
	return list
}()

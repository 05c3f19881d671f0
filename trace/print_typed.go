package trace

import (
	"slices"
	"strings"
)

// bearTypes finds the operations whose number would be read as another type than they
// have: what get, a call or guard_exception gives is told by the name where nothing else
// does. Those get a name that begins with the letter of their type, and none if they have
// no result.
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

// renameByType gives results a fresh name that tells their type where without it they
// would be read as of another: a name like `var3` tells none, and what did may be gone.
func (n *Namer) renameByType() {
	if !n.anyUntold() || Check(n.trace) != nil {
		return // what breaks the rules of the IR can be named, but not always be printed
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

// anyUntold reports whether there is a result that is untold.
func (n *Namer) anyUntold() bool {
	for v := 1; v < len(n.trace.Ops); v++ {
		if op := &n.trace.Ops[v]; op.Type != Void && n.untold(Value(v)) {
			return true
		}
	}
	return false
}

// untold reports whether neither the operation nor the name says what type a result has.
func (n *Namer) untold(v Value) bool {
	op := &n.trace.Ops[v]
	return hasOpenResult(op) && typeHint(n.sourceName(v)) == Void
}

// hasOpenResult reports whether the way in which an operation is written does not say
// what type its result has.
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

// readsDifferently reads what would be printed, marks the operations that have another
// type then, and reports whether there were any, or whether it cannot be read at all.
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

// openable has the operations of which a spelling leaves the type of the result open, for code that asks for every
// one of a million operations.
var openable = func() (list [256]bool) {
	for code := range opTable {
		info := Opcode(code).Info()
		list[code] = info.Result == 'x' || slices.ContainsFunc(info.Spellings, func(s Spelling) bool { return s.Result == 'x' })
	}
	return list
}()

package optimizer

import (
	"slices"

	"unbox/trace"
)

// What PyPy's result says of constants.
//
// PyPy knows the class of each constant object, and a log does not have it: every mention of an object
// gets a fresh number. But where a constant is compared with another object, PyPy's result shows whether
// PyPy had to ask:
//
//	guard_nonnull_class(p7, W_UnicodeObject)         as recorded
//	i16 = instance_ptr_eq(ConstPtr(ptr15), p7)
//	guard_false(i16)
//
//	guard_nonnull_class(p11, W_UnicodeObject)        PyPy's result: ptr15 is of another class
//
// So the recorded trace is optimized, its result and PyPy's are laid side by side, and comparisons of a constant
// with something else that only ours has, and that found two different objects, are known from what the
// constant is. Their guards become promises: record_exact_value(i16, 0). Where PyPy's result has any such comparison
// between the same two operations, nothing is taken to be known. That two objects are the same is
// never taken from there.

// maxAligned bounds the work of laying two results side by side: the product of their lengths.
const maxAligned = 1 << 24

// promiseDecided returns the recorded trace with promises in place of the guards on comparisons that PyPy decided, or the trace
// itself if there are none. ours is what the optimizer made of it, theirs what PyPy made.
func promiseDecided(recorded, ours, theirs *trace.Trace) *trace.Trace {
	decided := decidedComparisons(newAnchored(ours), newAnchored(theirs))
	out := recorded
	for v := trace.Value(1); int(v) < len(recorded.Ops); v++ {
		op := &recorded.Ops[v]
		if op.Code != trace.OpGuardTrue && op.Code != trace.OpGuardFalse {
			continue
		}
		compared := recorded.Arg(v, 0)
		if !compared.IsOp() || !decided[int32(compared)] || (op.Code == trace.OpGuardTrue) != (recorded.Ops[compared].Code == trace.OpPtrNe) {
			continue
		}
		if out == recorded {
			out = copyToChange(recorded)
		}
		becomePromise(out, v, compared)
	}
	return out
}

// copyToChange copies what becomePromise changes.
func copyToChange(t *trace.Trace) *trace.Trace {
	c := *t
	c.Ops, c.ArgList, c.Consts = slices.Clone(t.Ops), slices.Clone(t.ArgList), slices.Clone(t.Consts)
	return &c
}

// becomePromise puts a promise in the place of a guard on a comparison.
func becomePromise(t *trace.Trace, guard, compared trace.Value) {
	op := &t.Ops[guard]
	is := constantIndex(t, int64(trace.BoolBit(op.Code == trace.OpGuardTrue)))
	op.Code, op.Snap, op.First, op.Len = trace.OpAssertValue, 0, uint32(len(t.ArgList)), 2
	op.Spelling = op.Code.SpellingFor(t.Dialect, trace.Void)
	t.ArgList = append(t.ArgList, compared, is)
}

// anchored is a result as a sequence of operations that two optimizers leave in the same order, the anchors, and of
// the comparisons of a constant between them.
type anchored struct {
	t *trace.Trace
	// anchors say what each operation does, by name: the two traces can be of different programs.
	anchors []string
	// compared are the comparisons, at the number of anchors before each.
	compared []comparedAt
}

type comparedAt struct {
	op trace.Value
	at int
}

func newAnchored(t *trace.Trace) *anchored {
	a := &anchored{t: t}
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		if isComparedConstant(t, v) {
			a.compared = append(a.compared, comparedAt{v, len(a.anchors)})
		} else if name := anchorName(t, v); name != "" {
			a.anchors = append(a.anchors, name)
		}
	}
	return a
}

// isComparedConstant reports whether an operation compares a constant object with another value.
func isComparedConstant(t *trace.Trace, v trace.Value) bool {
	if code := t.Ops[v].Code; code != trace.OpPtrEq && code != trace.OpPtrNe {
		return false
	}
	isObject := func(arg trace.Value) bool { return arg.IsConst() && t.Const(arg).Kind == trace.ConstUnknown }
	return isObject(t.Arg(v, 0)) != isObject(t.Arg(v, 1))
}

// anchorName says what a read, a call or a guard on a reference does, "" for every other operation: writes and allocations
// may be done later, and integers computed in other ways.
func anchorName(t *trace.Trace, v trace.Value) string {
	op := &t.Ops[v]
	tables := t.Tables
	switch op.Code {
	case trace.OpGet:
		return "get " + tables.Schema.Fields[op.Descr].Name
	case trace.OpGetItem:
		return "item " + tables.Schema.Arrays[op.Descr].Name
	case trace.OpGuardClass, trace.OpGuardNonnullClass:
		return "class " + tables.Schema.Classes[op.Descr].Name
	case trace.OpGuardValue, trace.OpGuardIsnull, trace.OpGuardNonnull:
		return op.Code.String()
	case trace.OpCall:
		if callee := t.Arg(v, 0); callee.IsConst() {
			return "call " + tables.Syms[t.Const(callee).Name]
		}
	}
	return ""
}

// decidedComparisons returns the recorded comparisons that ours has and theirs does not, by their numbers.
func decidedComparisons(ours, theirs *anchored) map[int32]bool {
	decided := make(map[int32]bool)
	if len(ours.compared) == 0 || len(ours.anchors)*len(theirs.anchors) > maxAligned {
		return decided
	}
	match := align(ours.anchors, theirs.anchors)
	for _, c := range ours.compared {
		from, to := window(match, c.at, len(theirs.anchors))
		remains := slices.ContainsFunc(theirs.compared, func(d comparedAt) bool { return from <= d.at && d.at <= to })
		src := ours.t.Ops[c.op].Src
		if was, seen := decided[src]; !remains && (was || !seen) {
			decided[src] = true
		} else {
			decided[src] = false // in one of the two copies of a loop
		}
	}
	return decided
}

// window returns between which anchors of the other side something is that stands before the anchor at: match has
// for each anchor the number of its partner, -1 if it has none, and n is how many there are.
func window(match []int, at, n int) (from, to int) {
	to = n
	for k := at; k < len(match); k++ {
		if match[k] >= 0 {
			to = match[k]
			break
		}
	}
	for k := at - 1; k >= 0; k-- {
		if match[k] >= 0 {
			return match[k] + 1, to
		}
	}
	return 0, to
}

// align pairs equal names of two lists, in order, as many as possible. It returns for each of a the number of its partner in
// b, -1 if there is none.
func align(a, b []string) []int {
	width := len(b) + 1
	longest := make([]uint16, (len(a)+1)*width) // of what comes after
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			at := i*width + j
			longest[at] = max(longest[at+1], longest[at+width])
			if a[i] == b[j] {
				longest[at] = max(longest[at], longest[at+width+1]+1)
			}
		}
	}
	match := make([]int, len(a))
	for i, j := 0, 0; i < len(a); i++ {
		match[i] = -1
		for ; j < len(b) && longest[i*width+j+1] == longest[i*width+j]; j++ {
		}
		if j < len(b) && a[i] == b[j] {
			match[i], j = j, j+1
		}
	}
	return match
}

package optimizer

import "unbox/trace"

// Tables of a log. What kind of character it is, whether a letter, a digit or space, is found in tables, which are constant
// arrays that never change. A log mentions each of them under another number each time, so what was looked up is looked up again:
//
//	i1 = getarrayitem_gc_pure_i(ConstPtr(ptr4), i0, descr=<ArrayU 2>)
//	i2 = getarrayitem_gc_pure_i(ConstPtr(ptr5), i0, descr=<ArrayU 2>)
//
// Where ours has more such reads than PyPy's result, two that read the same item are taken to be of one table, if we then get as
// many as PyPy in both the whole and the loop.

// findTables takes over which constant arrays are one, and optimizes again.
func (c *LogComparison) findTables(o *Optimizer, passes PassSet, theirs *trace.Trace) {
	wanted := readsOfTables(theirs)
	if ours := readsOfTables(c.Result.Out); ours.whole <= wanted.whole && ours.loop <= wanted.loop {
		return
	}
	united := uniteConstants(c.Recorded, sameTables(c.Recorded), readsTable)
	if r := o.Run(united, passes); readsOfTables(r.Out) == wanted {
		c.Recorded, c.Result = united, r
	}
}

// readsTable reports whether an operation reads an item of a numbered constant array that never changes.
func readsTable(t *trace.Trace, v trace.Value) bool {
	op := &t.Ops[v]
	if op.Code != trace.OpGetItem || !alwaysComputes(t.Tables, op) {
		return false
	}
	array := t.Arg(v, 0)
	return array.IsConst() && t.Const(array).Kind == trace.ConstUnknown
}

func readsOfTables(t *trace.Trace) cellReads {
	var reads cellReads
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		if t.Ops[v].Code == trace.OpLabel {
			reads.loop = 0 // the last label is the loop's
		} else if readsTable(t, v) {
			reads.whole++
			reads.loop++
		}
	}
	return reads
}

// computation is what a value is computed by: an operation, and the values that it is computed from.
type computation struct {
	code  trace.Opcode
	descr int32
	args  [maxComputed]trace.Value
}

// maxComputed bounds the number of arguments of operations that are compared.
const maxComputed = 6

// sameTables returns for each array of a read of a table the one that stands for it: that of the first read of the same item.
// What was computed from the same values in the same way is the same, items of tables included.
func sameTables(t *trace.Trace) map[trace.Value]trace.Value {
	same := make(map[trace.Value]trace.Value)
	first := make(map[computation]trace.Value)
	is := make([]trace.Value, len(t.Ops)) // the first value that is the same
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		is[v] = v
		op, args := &t.Ops[v], t.Args(v)
		if op.Type == trace.Void || len(args) > maxComputed || !alwaysComputes(t.Tables, op) {
			continue
		}
		by := computation{code: op.Code, descr: op.Descr}
		for k, arg := range args {
			if arg.IsOp() {
				arg = is[arg]
			}
			by.args[k] = arg
		}
		table := readsTable(t, v)
		if table {
			by.args[0] = trace.None
		}
		before, known := first[by]
		if !known {
			first[by] = v
			continue
		}
		is[v] = before
		if table {
			same[args[0]] = t.Arg(before, 0)
		}
	}
	return same
}

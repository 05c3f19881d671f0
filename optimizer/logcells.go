package optimizer

import (
	"unbox/trace"
)

// Cells of a log. A global variable that changes, or an attribute of a class, is kept in a cell, which is a constant to PyPy.
// A log mentions it under another number each time, so a read after a write is not known:
//
//	i1 = getfield_gc_i(ConstPtr(ptr4), descr=<FieldS IntMutableCell.inst_intvalue 8>)
//	i2 = int_add_ovf(i1, 1)
//	setfield_gc(ConstPtr(ptr5), i2, descr=<FieldS IntMutableCell.inst_intvalue 8>)
//
// But PyPy's result shows how many cells there are: an object has to be read before what it holds is known. So for each field of
// such constants of which ours has more reads than PyPy's, the mentions are taken to be as few objects as PyPy's reads show: if
// we get as many reads as PyPy when all mentions are one object, or when each write is to the object whose field its
// value was computed from. Nothing is taken over if neither gives the same number in both the whole and the loop.

// cellReads is how often a result reads a field of constants that are known only by numbers: in all, and in its loop.
type cellReads struct{ whole, loop int }

// findCells takes over which constants are one object, and optimizes again.
func (c *LogComparison) findCells(o *Optimizer, passes PassSet, theirs *trace.Trace) {
	wanted := readsOfCells(theirs)
	tried := 0
	for _, field := range cellFields(c.Recorded) {
		name := c.Recorded.Tables.Schema.Fields[field].Name
		if ours := readsOfCells(c.Result.Out)[name]; ours.whole <= wanted[name].whole && ours.loop <= wanted[name].loop {
			continue
		}
		if tried++; tried > maxCellFields {
			return
		}
		for _, owner := range []func(*trace.Trace, int32) map[trace.Value]trace.Value{oneCell, cellsByValue} {
			same := owner(c.Recorded, field)
			united := uniteConstants(c.Recorded, same, func(t *trace.Trace, v trace.Value) bool { return cellAt(t, v) == field })
			r := o.Run(united, passes)
			if readsOfCells(r.Out)[name] == wanted[name] {
				c.Recorded, c.Result = united, r
				break
			}
		}
	}
}

// cellAt returns the field of a numbered constant that an operation reads or writes, -1 if it does neither.
func cellAt(t *trace.Trace, v trace.Value) int32 {
	op := &t.Ops[v]
	if op.Code != trace.OpGet && op.Code != trace.OpSet || t.Tables.Schema.Fields[op.Descr].Pure {
		return -1
	}
	if x := t.Arg(v, 0); !x.IsConst() || t.Const(x).Kind != trace.ConstUnknown {
		return -1
	}
	return op.Descr
}

// readsOfCells counts the reads of each field by its name: the two traces can be of different programs.
func readsOfCells(t *trace.Trace) map[string]cellReads {
	reads := make(map[string]cellReads)
	label := trace.None
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		if t.Ops[v].Code == trace.OpLabel {
			label = v
		}
	}
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		if field := cellAt(t, v); field >= 0 && t.Ops[v].Code == trace.OpGet {
			n := reads[t.Tables.Schema.Fields[field].Name]
			n.whole++
			if label != trace.None && v > label {
				n.loop++
			}
			reads[t.Tables.Schema.Fields[field].Name] = n
		}
	}
	return reads
}

// maxCellFields bounds how often a trace is optimized again.
const maxCellFields = 4

// cellFields returns the fields of numbered constants that are read, in the order of the trace.
func cellFields(t *trace.Trace) (fields []int32) {
	seen := make(map[int32]bool)
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		if field := cellAt(t, v); field >= 0 && t.Ops[v].Code == trace.OpGet && !seen[field] {
			seen[field] = true
			fields = append(fields, field)
		}
	}
	return fields
}

// oneCell returns for each constant whose field is read or written the one that stands for all.
func oneCell(t *trace.Trace, field int32) map[trace.Value]trace.Value {
	same := make(map[trace.Value]trace.Value)
	first := trace.None
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		if cellAt(t, v) == field {
			if first == trace.None {
				first = t.Arg(v, 0)
			}
			same[t.Arg(v, 0)] = first
		}
	}
	return same
}

// cellsByValue returns for the constant of each write the one of the read from which the written value was computed, or none if
// it was computed from several.
func cellsByValue(t *trace.Trace, field int32) map[trace.Value]trace.Value {
	same := make(map[trace.Value]trace.Value)
	from := make([]trace.Value, len(t.Ops)) // the read behind each value
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		at := cellAt(t, v) == field
		switch {
		case at && t.Ops[v].Code == trace.OpGet:
			from[v] = v
		case at:
			if x := t.Arg(v, 1); x.IsOp() && from[x] != trace.None {
				same[t.Arg(v, 0)] = t.Arg(from[x], 0)
			}
		case t.Ops[v].Type == trace.Int:
			from[v] = onlySource(t.Args(v), from)
		}
	}
	return same
}

// onlySource returns the source of values if all that have one have the same.
func onlySource(args, from []trace.Value) (source trace.Value) {
	for _, arg := range args {
		if !arg.IsOp() || from[arg] == trace.None || from[arg] == source {
			continue
		}
		if source != trace.None {
			return trace.None
		}
		source = from[arg]
	}
	return source
}

// uniteConstants returns the trace with one constant in the place of those that are the same, as first arguments of some operations.
func uniteConstants(t *trace.Trace, same map[trace.Value]trace.Value, in func(*trace.Trace, trace.Value) bool) *trace.Trace {
	out := copyToChange(t)
	for v := trace.Value(1); int(v) < len(out.Ops); v++ {
		if in(out, v) {
			if one, ok := same[out.Arg(v, 0)]; ok {
				out.ArgList[out.Ops[v].First] = one
			}
		}
	}
	return out
}

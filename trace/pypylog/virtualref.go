package pypylog

import (
	"unbox/heap"
	"unbox/trace"
)

// Virtual_refs that a bridge allocates.
//
// A virtual_ref that was virtual where a guard failed is made again at the beginning of the bridge, like any other object:
//
//	p12 = new_with_vtable(descr=<SizeDescr 24>)
//	setfield_gc(p12, p7, descr=<FieldP JitVirtualRef.virtual_token 8>)
//	setfield_gc(p12, ConstPtr(null), descr=<FieldP JitVirtualRef.forced 16>)
//
// The log has its size, and the fields say what it is.

// nameVirtualRefs gives allocations of virtual_refs of which only the size is known their class.
func nameVirtualRefs(t *trace.Trace) {
	if t == nil {
		return
	}
	class, token, ok := virtualRefClass(t)
	if !ok {
		return
	}
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		if op := &t.Ops[v]; op.Code == trace.OpSet && heap.FieldID(op.Descr) == token && t.Arg(v, 0).IsOp() {
			made := &t.Ops[t.Arg(v, 0)]
			if made.Code == trace.OpNew && made.Descr >= 0 && t.Tables.ClassSpelling[made.Descr] == trace.ClassSize {
				made.Descr = int32(class)
			}
		}
	}
}

// virtualRefClass returns the class of virtual_refs, and its field virtual_token; false if the trace does not use it.
func virtualRefClass(t *trace.Trace) (class heap.ClassID, token heap.FieldID, ok bool) {
	for c := range t.Tables.Schema.Classes {
		if token, _, ok := t.Tables.IsVirtualRef(heap.ClassID(c)); ok {
			return heap.ClassID(c), token, true
		}
	}
	return 0, 0, false
}

package interp

import (
	"unbox/heap"
	"unbox/trace"
)

// CopiesItems tells whether an operation is a call that copies items from one array to
// another: see Descr.CopiesItems.
func CopiesItems(tables *trace.Tables, op *trace.Op, args []trace.Value, typeOf func(trace.Value) trace.Type) bool {
	if op.Code != trace.OpCall || op.Type != trace.Void || op.Descr < 0 || int(op.Descr) >= len(tables.Texts) ||
		!tables.Texts[op.Descr].CopiesItems || len(args) != 6 {
		return false
	}
	for i, want := range [...]trace.Type{trace.Int, trace.Ref, trace.Ref, trace.Int, trace.Int, trace.Int} {
		if typeOf(args[i]) != want {
			return false
		}
	}
	return true
}

// copyItems does the call that copies items. It returns false, and does nothing, where
// it is not known what that means: if one is no array, if they are of two types, or if
// there is no such item. The call is then one that may do anything.
func (m *Interp) copyItems(registers []uint32) bool {
	from, to := heap.Object(m.regs[registers[1]]), heap.Object(m.regs[registers[2]])
	start, target, n := int64(m.regs[registers[3]]), int64(m.regs[registers[4]]), int64(m.regs[registers[5]])
	if m.heap.Kind(from) != heap.KindArray || m.heap.Kind(to) != heap.KindArray ||
		m.heap.ArrayType(from) != m.heap.ArrayType(to) || m.heap.ArrayType(from) == heap.NoArray {
		return false
	}
	array := m.heap.ArrayType(from)
	if !m.hasItems(from, array, start, n) || !m.hasItems(to, array, target, n) {
		return false
	}
	typ := m.heap.Schema().Arrays[array].Elem
	items := make([]uint64, n)
	for k := range items {
		var status heap.Status
		if items[k], status = m.heap.LoadItem(from, array, start+int64(k), typ); status != heap.OK {
			return false
		}
	}
	for k, bits := range items {
		m.heap.StoreItem(to, array, target+int64(k), bits, typ)
	}
	return true
}

// hasItems tells whether an array has n items from one on.
func (m *Interp) hasItems(o heap.Object, array heap.ArrayID, from, n int64) bool {
	length, status := m.heap.Length(o, array)
	return status == heap.OK && n >= 0 && from >= 0 && from <= length && n <= length-from
}

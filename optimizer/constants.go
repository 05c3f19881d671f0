package optimizer

import "unbox/trace"

// constantTable holds the constants of the trace under construction: those of
// the recorded trace, followed by those that passes computed. Each constant
// occurs only once, so that equal constants are equal Values.
type constantTable struct {
	list []trace.Const
	// index finds constants by hash; it is built when the first one is looked up.
	index []int32
}

func (t *constantTable) reset(recorded []trace.Const) {
	// Because the capacity is limited to the length, appending copies the list,
	// and the recorded trace stays as it is.
	t.list = recorded[:len(recorded):len(recorded)]
	t.index = t.index[:0]
}

// Int returns the constant for an integer.
func (t *constantTable) Int(n int64) trace.Value { return t.number(trace.ConstInt, uint64(n)) }

// address returns the constant with this name that stands for an address.
func (t *constantTable) address(name trace.Sym) trace.Value {
	for k := range t.list {
		if t.list[k].Kind == trace.ConstAddress && t.list[k].Name == name {
			return trace.ConstValue(k)
		}
	}
	t.list = append(t.list, trace.Const{Kind: trace.ConstAddress, Name: name})
	return trace.ConstValue(len(t.list) - 1)
}

// ofType returns the constant with these bits of a type: for Ref only null.
func (t *constantTable) ofType(typ trace.Type, bits uint64) trace.Value {
	switch typ {
	case trace.Float:
		return t.number(trace.ConstFloat, bits)
	case trace.Ref:
		return t.number(trace.ConstNull, 0)
	}
	return t.number(trace.ConstInt, bits)
}

func (t *constantTable) number(kind trace.ConstKind, bits uint64) trace.Value {
	if len(t.index) == 0 || len(t.list)*2 > len(t.index) {
		t.rebuild()
	}
	mask := uint32(len(t.index) - 1)
	for slot := hashConst(kind, bits) & mask; ; slot = (slot + 1) & mask {
		k := t.index[slot]
		if k == 0 {
			t.list = append(t.list, trace.Const{Kind: kind, Bits: bits})
			t.index[slot] = int32(len(t.list))
			return trace.ConstValue(len(t.list) - 1)
		}
		if c := &t.list[k-1]; c.Kind == kind && c.Bits == bits {
			return trace.ConstValue(int(k - 1))
		}
	}
}

// rebuild builds the index again, with room for twice as many constants.
func (t *constantTable) rebuild() {
	size := 64
	for size < len(t.list)*4 {
		size *= 2
	}
	t.index = trace.Zeroed(t.index, size)
	mask := uint32(size - 1)
	for k, c := range t.list {
		if c.Kind > trace.ConstNull {
			continue
		}
		slot := hashConst(c.Kind, c.Bits) & mask
		for t.index[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.index[slot] = int32(k + 1)
	}
}

func hashConst(kind trace.ConstKind, bits uint64) uint32 {
	return uint32((bits + uint64(kind)) * 0x9E3779B97F4A7C15 >> 32)
}

// constInt returns the number that v is, if v is a constant integer.
func (w *walk) constInt(v trace.Value) (int64, bool) {
	if !v.IsConst() {
		return 0, false
	}
	c := &w.constants.list[v.ConstIndex()]
	return int64(c.Bits), c.Kind == trace.ConstInt
}

// constBits returns the bits of v, if v is a constant integer or float.
func (w *walk) constBits(v trace.Value) (uint64, bool) {
	if !v.IsConst() {
		return 0, false
	}
	c := &w.constants.list[v.ConstIndex()]
	return c.Bits, c.Kind == trace.ConstInt || c.Kind == trace.ConstFloat
}

// isFixedObject reports whether a constant is null or a particular object.
func (w *walk) isFixedObject(v trace.Value) bool {
	kind := w.constants.list[v.ConstIndex()].Kind
	return kind == trace.ConstNull || kind == trace.ConstPtr
}

package interp

import (
	"unbox/heap"
	"unbox/trace"
)

func holds(condition bool) progress {
	if condition {
		return goOn
	}
	return guardFailed
}

// guard checks the guards that look at more than a number; Interp.loop checks the
// others.
func (m *Interp) guard(in *instr) progress {
	switch in.step {
	case stepGuardValue:
		return m.guardValue(in, m.regs[in.a], m.regs[in.b])
	case stepGuardClass, stepGuardNonnullClass:
		return m.guardClass(in, heap.Object(m.regs[in.a]))
	}
	return m.askOutside(in)
}

func (m *Interp) guardValue(in *instr, a, b uint64) progress {
	switch typ := m.typeOfRegister(in.a); {
	case typ == trace.Ref && m.options.Strings != nil && m.sameTexts(a, b):
		return m.blame(oneOrTwo)
	case typ == trace.Ref && m.cannotCompare(a, b):
		return m.blame(trouble{kind: troubleUnknownObject})
	case typ == trace.Float:
		return holds(trace.SameNaN(trace.Float, a) == trace.SameNaN(trace.Float, b))
	}
	return holds(m.sameValue(in.a, a, b) || m.options.Imagined && m.bothNumbered(in, heap.Object(a)))
}

func (m *Interp) guardClass(in *instr, ref heap.Object) progress {
	switch m.heap.Kind(ref) {
	case heap.KindObject:
		class := m.heap.Class(ref)
		if m.anyUnknown && m.isNumbered(ref) {
			m.guess()
		}
		return holds(class == heap.ClassID(in.aux) || m.options.Imagined && m.takesClass(ref, class, heap.ClassID(in.aux)))
	case heap.KindArray, heap.KindText:
		return guardFailed
	case heap.KindUnknown:
		return m.blame(trouble{kind: troubleUnknownObject})
	}
	if in.step == stepGuardNonnullClass {
		return guardFailed
	}
	return m.blame(m.heapTrouble(in, heap.ThroughNull))
}

// takesClass reports whether an object is of a class although it was allocated as
// one of another, because the log shows only its size. In an imagined world it is
// of the class that the first guard asks for.
func (m *Interp) takesClass(o heap.Object, made, want heap.ClassID) bool {
	if made < 0 || m.trace.Tables.ClassSpelling[made] != trace.ClassSize {
		return false
	}
	m.guess()
	if class, known := m.frame.classOf[o]; known {
		return class == want
	}
	if m.frame.classOf == nil {
		m.frame.classOf = make(map[heap.Object]heap.ClassID)
	}
	m.frame.classOf[o] = want
	return true
}

// askOutside checks the guards that depend on the outside.
func (m *Interp) askOutside(in *instr) progress {
	switch {
	case in.step == stepGuardNotInvalidated:
		return holds(!m.invalid)
	case in.step == stepGuardNoException:
		return holds(in.raises == trace.RaisesNever || !m.raised.raised)
	case in.raises == trace.RaisesNever || !m.raised.raised || m.raised.class != heap.ClassID(in.aux):
		return guardFailed
	case in.typ == trace.Ref:
		return m.caught(in.dst)
	}
	return goOn
}

// promise ends a run in which a promise does not hold: such a run has no
// meaning.
func (m *Interp) promise(in *instr) progress {
	a, b := m.regs[in.a], m.regs[in.b]
	switch in.code {
	case trace.OpAssertNonnull:
		if a == 0 {
			return m.blame(trouble{kind: troublePromise})
		}
	case trace.OpAssertClass:
		if a == 0 || m.guardClass(in, heap.Object(a)) == guardFailed {
			return m.blame(trouble{kind: troublePromise})
		}
	case trace.OpAssertValue:
		if m.typeOfRegister(in.a) == trace.Ref && m.options.Strings != nil && m.sameTexts(a, b) {
			return m.blame(oneOrTwo)
		}
		if m.typeOfRegister(in.a) == trace.Ref && m.cannotCompare(a, b) {
			return m.blame(trouble{kind: troubleUnknownObject})
		}
		if !m.sameValue(in.a, a, b) {
			return m.blame(trouble{kind: troublePromise})
		}
	}
	return goOn
}

// leaveThroughGuard collects the values of the snapshot through which the run
// left. Virtual objects in it are allocated here: to the outside they are
// objects like any other.
func (m *Interp) leaveThroughGuard() {
	t := m.trace
	guard := m.out.Op
	snap := t.Ops[guard].Snap
	if snap <= 0 || int(snap) >= len(t.Snaps) {
		return
	}
	if why := m.collectValues(t.SnapValues(snap), t.SnapPending(snap)); why.kind != troubleNone {
		m.out.Values = m.out.Values[:0]
		m.fail(guard, why)
	}
}

// collectValues collects the values of a snapshot and does the writes that are
// still to be done.
func (m *Interp) collectValues(list, pending []trace.Value) trouble {
	m.virtual.begin(len(m.trace.Virtuals))
	for _, v := range list {
		d, why := m.exitValue(v)
		if why.kind != troubleNone {
			return why
		}
		m.out.Values = append(m.out.Values, d)
	}
	for _, v := range pending {
		if _, why := m.exitValue(v); why.kind != troubleNone {
			return why
		}
	}
	return m.fillVirtuals()
}

// exitValue returns the value that a snapshot or the description of a virtual
// object mentions.
func (m *Interp) exitValue(v trace.Value) (Datum, trouble) {
	if v.IsVirtual() {
		return m.virtualObject(v)
	}
	if v.IsConst() && v.ConstIndex() >= len(m.trace.Consts) || v > 0 && v >= m.out.Op {
		return Datum{}, trouble{kind: troubleMalformed, note: "expected values that are known here in the snapshot"}
	}
	d, ok := m.valueOf(v)
	switch {
	case ok:
		return d, trouble{}
	case d.Type == trace.Void:
		return d, trouble{kind: troubleMalformed, note: "expected operations with a result in the snapshot"}
	}
	return d, trouble{kind: troubleOverflowed, value: v}
}

// virtualBuilder remembers which descriptions already have their object.
// Descriptions can contain themselves and one another, so objects are made when
// they are first mentioned and filled afterwards, one by one.
type virtualBuilder struct {
	objects []heap.Object // of each description, 0 if it has none yet
	made    []int32       // the descriptions that have one, in order
}

func (b *virtualBuilder) begin(n int) {
	for _, k := range b.made {
		b.objects[k] = heap.Null
	}
	b.made = b.made[:0]
	for len(b.objects) < n {
		b.objects = append(b.objects, heap.Null)
	}
}

func (m *Interp) virtualObject(v trace.Value) (Datum, trouble) {
	k := v.VirtualIndex()
	if k >= len(m.trace.Virtuals) || !describes(m.trace, &m.trace.Virtuals[k]) {
		return Datum{}, trouble{kind: troubleMalformed, note: "expected a virtual object that is described"}
	}
	ref := m.virtual.objects[k]
	if of := m.trace.Virtuals[k].Of; of != trace.None && ref == heap.Null {
		d, why := m.exitValue(of)
		if why.kind != troubleNone || d.Type != trace.Ref || d.Object() == heap.Null {
			return d, trouble{kind: troubleMalformed, note: "expected an object to write to in the snapshot"}
		}
		m.virtual.objects[k] = d.Object()
		m.virtual.made = append(m.virtual.made, int32(k))
		return d, trouble{}
	}
	if ref == heap.Null {
		var status heap.Status
		virt := &m.trace.Virtuals[k]
		if virt.Array {
			ref, status = m.heap.NewArray(heap.ArrayID(virt.Type), int64(virt.Length), true)
		} else {
			ref, status = m.heap.New(heap.ClassID(virt.Type))
		}
		if status != heap.OK {
			return Datum{}, trouble{kind: troubleHeap, status: status, a: uint64(virt.Length)}
		}
		m.virtual.objects[k] = ref
		m.virtual.made = append(m.virtual.made, int32(k))
	}
	return Datum{trace.Ref, uint64(ref)}, trouble{}
}

// fillVirtuals fills the objects made so far, and those made on the way.
func (m *Interp) fillVirtuals() trouble {
	for i := 0; i < len(m.virtual.made); i++ {
		k := int(m.virtual.made[i])
		for _, f := range m.trace.Fields(k) {
			d, why := m.exitValue(f.Value)
			if why.kind != troubleNone {
				return why
			}
			if why := m.fillVirtual(k, f.Field, d); why.kind != troubleNone {
				return why
			}
		}
	}
	return trouble{}
}

func (m *Interp) fillVirtual(k int, place int32, d Datum) trouble {
	virt, ref := &m.trace.Virtuals[k], m.virtual.objects[k]
	if d.Type == trace.Void {
		return trouble{} // None: the place holds nothing
	}
	schema := &m.trace.Tables.Schema
	slot := trace.Any
	status := heap.OK
	switch {
	case virt.Array:
		if virt.Type >= 0 {
			slot = schema.Arrays[virt.Type].Elem
		}
		status = m.heap.StoreItem(ref, heap.ArrayID(virt.Type), int64(place), d.Bits, d.Type)
	case place < 0 || int(place) >= len(schema.Fields):
		return trouble{kind: troubleMalformed, note: "expected a field of the virtual object"}
	default:
		slot = schema.Fields[place].Type
		status = m.heap.Store(ref, heap.FieldID(place), d.Bits, d.Type)
	}
	if note := malformedSlot("virtual object", slot, d.Type); note != "" {
		return trouble{kind: troubleMalformed, note: note}
	}
	// The object may be an existing one, whose class or length the description does not give.
	why := trouble{kind: troubleHeap, status: status, a: uint64(place), types: [2]trace.Type{slot, d.Type}}
	switch status {
	case heap.OK:
		return trouble{}
	case heap.NoSuchField:
		why.a, why.b = uint64(m.heap.Class(ref)), uint64(place)
	case heap.OtherArray:
		why.a, why.b = uint64(virt.Type), uint64(m.heap.ArrayType(ref))
	case heap.OutOfBounds:
		n, _ := m.heap.Length(ref, heap.NoArray)
		why.b = uint64(n)
	}
	return why
}

// describes reports whether the type in a description exists.
func describes(t *trace.Trace, virt *trace.Virtual) bool {
	if virt.Array {
		return virt.Type >= -1 && int(virt.Type) < len(t.Tables.Schema.Arrays)
	}
	return virt.Type >= -1 && int(virt.Type) < len(t.Tables.Schema.Classes)
}

package arena

import "unbox/heap"

// Mirror keeps an arena and a heap.Heap in step, so that a run can move between
// generated code and the interpreter. An object that was once in both keeps its
// identity: it remains the same heap.Object, and the arena does not collect it.
type Mirror struct {
	Arena *Arena
	Heap  *heap.Heap
	// refs[o] is where heap object o is in the arena; refs[0] is null.
	refs []Ref
	// ids is the inverse of refs, rebuilt when objects have moved.
	ids         map[Ref]heap.Object
	collections int
	queue       []heap.Object
	// seen marks the objects of the current copy.
	seen  []uint32
	epoch uint32
}

// Begin puts all objects of the heap into the arena, which must just have been
// reset, as old ones.
func (m *Mirror) Begin() error {
	m.refs = append(m.refs[:0], 0)
	if m.ids == nil {
		m.ids = make(map[Ref]heap.Object)
	}
	clear(m.ids)
	m.collections = 0
	for o := heap.Object(1); int(o) <= m.Heap.Len(); o++ {
		shape, length := m.shapeOf(o)
		ref, err := m.Arena.AllocOld(shape, length)
		if err != nil {
			return err
		}
		m.link(o, ref)
	}
	if err := m.Arena.Seal(&m.refs); err != nil {
		return err
	}
	for o := heap.Object(1); int(o) <= m.Heap.Len(); o++ {
		m.store(o)
	}
	return nil
}

func (m *Mirror) link(o heap.Object, ref Ref) {
	m.refs = append(m.refs, ref)
	m.ids[ref] = o
}

func (m *Mirror) shapeOf(o heap.Object) (Shape, int64) {
	switch m.Heap.Kind(o) {
	case heap.KindObject:
		return ObjectShape(m.Heap.Class(o)), 0
	case heap.KindArray:
		n, _ := m.Heap.Length(o, heap.NoArray)
		return ArrayShape(m.Heap.ArrayType(o)), n
	}
	return ShapeUnknown, 0
}

// Ref returns where an object of the heap is in the arena.
func (m *Mirror) Ref(o heap.Object) Ref { return m.refs[o] }

// Object returns the object of the heap that a reference is to, which Load must have
// come across.
func (m *Mirror) Object(ref Ref) heap.Object {
	m.refresh()
	return m.ids[ref]
}

// refresh rebuilds ids if objects have moved.
func (m *Mirror) refresh() {
	if now := m.Arena.Stats().Collections; now != m.collections {
		m.collections = now
		clear(m.ids)
		for o, ref := range m.refs {
			m.ids[ref] = heap.Object(o)
		}
	}
}

// Store copies the objects that are only in the heap to the arena, as young ones; if
// all is set, also everything that is in both. Frame is as for [Arena.Alloc].
func (m *Mirror) Store(frame []int32, all bool) error {
	m.refresh()
	first := heap.Object(len(m.refs))
	if all {
		first = 1
	}
	for o := heap.Object(len(m.refs)); int(o) <= m.Heap.Len(); o++ {
		shape, length := m.shapeOf(o)
		ref, err := m.Arena.Alloc(shape, length, frame)
		if err != nil {
			return err
		}
		m.refresh()
		m.link(o, ref)
	}
	for o := first; int(o) <= m.Heap.Len(); o++ {
		m.store(o)
	}
	return nil
}

// Update copies the contents of an object that is in both to the arena. What it refers
// to must be in both as well.
func (m *Mirror) Update(o heap.Object) {
	m.refresh()
	m.store(o)
}

// store copies the contents of one object to the arena. Places for which the arena
// has no room do not concern the code, and stay in the heap.
func (m *Mirror) store(o heap.Object) {
	a, ref := m.Arena, m.refs[o]
	shape := a.Shape(ref)
	if shape.Kind() == KindArray && !m.Heap.Cleared(o) {
		a.MarkUnwritten(ref)
	}
	for k, n := 0, m.Heap.Slots(o); k < n; k++ {
		at, t, bits := m.Heap.Slot(o, k)
		if t == heap.Void {
			continue
		}
		p, ok := m.place(ref, shape, at)
		if !ok {
			continue
		}
		if t == heap.Ref {
			bits = uint64(m.refs[bits])
		}
		a.write(p, t, bits)
	}
}

// place returns where a place of an object is in the arena, and false if it is not.
func (m *Mirror) place(ref Ref, shape Shape, at heap.Place) (place, bool) {
	a := m.Arena
	if shape.Kind() == KindArray {
		index, field, interior := at.Interior()
		if !interior {
			return a.itemPlace(ref, int(at)*int(a.layout.Stride)), true
		}
		k := a.layout.Interior[field]
		return a.itemPlace(ref, int(index)*int(a.layout.Stride)+int(k)), k > 0
	}
	f := heap.FieldID(at)
	offset := a.layout.Fields[f].Offset
	if offset == 0 || !a.layout.Class(shape.Class()).has(f) {
		return place{}, false
	}
	return a.fieldPlace(ref, f), true
}

func (c *Class) has(f heap.FieldID) bool {
	for _, have := range c.Fields {
		if have == f {
			return true
		}
	}
	return false
}

// Load copies from the arena to the heap what can be reached from some references;
// if all is set, also from everything that is in both. The status is that of the
// heap if it has no room.
func (m *Mirror) Load(roots []Ref, all bool) heap.Status {
	m.refresh()
	m.epoch++
	m.queue = m.queue[:0]
	if all {
		for o := heap.Object(1); int(o) < len(m.refs); o++ {
			m.visit(o)
		}
	}
	for _, ref := range roots {
		if _, status := m.reach(ref); status != heap.OK {
			return status
		}
	}
	for k := 0; k < len(m.queue); k++ {
		if status := m.load(m.queue[k]); status != heap.OK {
			return status
		}
	}
	return heap.OK
}

func (m *Mirror) visit(o heap.Object) {
	for int(o) >= len(m.seen) {
		m.seen = append(m.seen, 0)
	}
	if m.seen[o] != m.epoch {
		m.seen[o] = m.epoch
		m.queue = append(m.queue, o)
	}
}

// reach returns the object of the heap for a reference, and makes it if there is
// none yet.
func (m *Mirror) reach(ref Ref) (heap.Object, heap.Status) {
	if ref == 0 {
		return heap.Null, heap.OK
	}
	o, known := m.ids[ref]
	if !known {
		var status heap.Status
		if o, status = m.mirrored(ref); status != heap.OK {
			return heap.Null, status
		}
		m.link(o, ref)
	}
	m.visit(o)
	return o, heap.OK
}

func (m *Mirror) mirrored(ref Ref) (heap.Object, heap.Status) {
	a := m.Arena
	shape := a.Shape(ref)
	// It was counted when it was allocated.
	m.Heap.Elsewhere(m.Heap.ElsewhereCount() - 1)
	switch shape.Kind() {
	case KindObject:
		return m.Heap.New(shape.Class())
	case KindArray:
		return m.Heap.NewArray(shape.Array(), int64(a.Length(ref)), !a.anyUnwritten(ref))
	}
	return m.Heap.NewUnknown()
}

// anyUnwritten reports whether an array has places that must not be read.
func (a *Arena) anyUnwritten(ref Ref) bool {
	if !a.layout.Array(a.Shape(ref).Array()).Tagged {
		return false
	}
	for n := range a.Length(ref) * int(a.layout.Stride) {
		if _, _, unwritten := a.read(a.itemPlace(ref, n)); unwritten {
			return true
		}
	}
	return false
}

// load copies the contents of one object to the heap.
func (m *Mirror) load(o heap.Object) heap.Status {
	a, ref := m.Arena, m.refs[o]
	shape := a.Shape(ref)
	switch shape.Kind() {
	case KindObject:
		for _, f := range a.layout.Class(shape.Class()).Fields {
			if status := m.loadField(o, ref, f); status != heap.OK {
				return status
			}
		}
		m.follow(o)
	case KindArray:
		for n := range a.Length(ref) * int(a.layout.Stride) {
			if status := m.loadItem(o, ref, n); status != heap.OK {
				return status
			}
		}
	}
	return heap.OK
}

// follow visits what an object refers to in fields that the arena has no room for.
func (m *Mirror) follow(o heap.Object) {
	for k, n := 0, m.Heap.Slots(o); k < n; k++ {
		if _, t, bits := m.Heap.Slot(o, k); t == heap.Ref && bits != 0 {
			m.visit(heap.Object(bits))
		}
	}
}

// value turns what a place of the arena holds into a value of the heap.
func (m *Mirror) value(t heap.Type, bits uint64) (uint64, heap.Status) {
	if t != heap.Ref || bits == 0 {
		return bits, heap.OK
	}
	o, status := m.reach(Ref(bits))
	return uint64(o), status
}

func (m *Mirror) loadField(o heap.Object, ref Ref, f heap.FieldID) heap.Status {
	t, bits, _ := m.Arena.read(m.Arena.fieldPlace(ref, f))
	bits, status := m.value(t, bits)
	if status != heap.OK {
		return status
	}
	if bits == 0 && !m.Arena.layout.Fields[f].Tagged {
		if old, _ := m.Heap.Find(o, f); old == heap.Void {
			return heap.OK // never written is the same
		}
	}
	if t == heap.Void {
		return heap.OK
	}
	return m.Heap.Store(o, f, bits, t)
}

func (m *Mirror) loadItem(o heap.Object, ref Ref, n int) heap.Status {
	a := m.Arena
	t, bits, unwritten := a.read(a.itemPlace(ref, n))
	if unwritten || t == heap.Void {
		return heap.OK
	}
	bits, status := m.value(t, bits)
	if status != heap.OK {
		return status
	}
	index, k := n/int(a.layout.Stride), n%int(a.layout.Stride)
	if k == 0 {
		return m.Heap.StoreItem(o, heap.NoArray, int64(index), bits, t)
	}
	field := a.interior[k]
	if bits == 0 && m.Heap.Cleared(o) {
		if old, _ := m.Heap.FindInterior(o, int64(index), field); old == heap.Void {
			return heap.OK // stored only where it says something
		}
	}
	return m.Heap.StoreInterior(o, int64(index), field, bits, t)
}

package optimizer

import (
	"slices"
	"strconv"

	"unbox/trace"
)

// Objects at a moment, as the papers draw them: boxes with fields, and arrows from a field to the object that it
// holds. What is virtual is only known; what the output allocates is in memory; a guard refers to the objects in its
// snapshot.

// KnownBox is an object at a moment.
type KnownBox struct {
	// Object is its number in the walk: the same at each moment of an iteration. In is the recorded operation that
	// names it first, None for a constant and for what the recorded trace describes; Copy is the copy.
	Object trace.Value
	In     trace.Value
	Copy   uint8
	Value  []Part
	// Names are other names for it, the most recent ones.
	Names [][]Part
	// Class is its class or the type of its items, "" if that is not known.
	Class string
	State BoxState
	// Why says in a few words what let it out; nil if nothing did or if it is not known.
	Why []Part
	// Near means that the operation names it, or has it in its snapshot.
	Near  bool
	Slots []KnownSlot
}

// BoxState says whether an object is in memory.
type BoxState uint8

const (
	// BoxThere: it existed before the trace, or it is not known where it comes
	// from.
	BoxThere BoxState = iota
	// BoxKnown: it is virtual.
	BoxKnown
	// BoxMadeNow: the current operation causes its allocation.
	BoxMadeNow
	// BoxMade: the output so far allocates it.
	BoxMade
)

// String returns "there", "known", "now" or "made".
func (s BoxState) String() string { return [...]string{"there", "known", "now", "made"}[s] }

// KnownSlot is a field or an item whose contents are known, or a value in a guard's snapshot.
type KnownSlot struct {
	// Name is the field's, or the item's; "" for a value in a guard's snapshot.
	Name  string
	Value []Part
	// Box is the index in MomentView.Boxes of the object that it holds, -1 for what is not an object or
	// was left out.
	Box int
	// Waits means that the write is still to be done.
	Waits bool

	holds trace.Value
}

// boxes collects the objects.
func (v *momentView) boxes() {
	c := boxCollector{v: v, known: make(map[trace.Value]*boxFacts)}
	c.collect()
	c.kept()
	var near, others []trace.Value
	for _, slot := range v.out.Kept {
		near = append(near, slot.holds)
	}
	near = append(near, v.t.near...)
	for _, f := range c.list {
		if f.state == BoxMadeNow {
			near = append(near, f.object)
		}
		others = append(others, f.object)
	}
	c.add(near, true)
	c.add(others, false)
	c.point()
}

// boxFacts are what is known of an object.
type boxFacts struct {
	object trace.Value
	state  BoxState
	class  int32
	// array means that class is an array type.
	array bool
	slots []KnownSlot
	names []trace.Value
}

// boxCollector finds objects, and chooses those that are drawn.
type boxCollector struct {
	v *momentView
	// known are those about which something is known, list the same in the order in which they come
	// up.
	known map[trace.Value]*boxFacts
	list  []*boxFacts
	// same has the value that has replaced a value, if there is one.
	same map[trace.Value]trace.Value
	// at is the place of each chosen object, -1 for those that were left out.
	at     map[trace.Value]int
	others int
}

func (c *boxCollector) of(object trace.Value) *boxFacts {
	f := c.known[object]
	if f == nil {
		f = &boxFacts{object: object, class: -1, array: c.v.t.isArray(object)}
		c.known[object] = f
		c.list = append(c.list, f)
	}
	return f
}

// collect goes once over all facts, the output and the steps.
func (c *boxCollector) collect() {
	m := c.v.t.m
	c.same, c.at = make(map[trace.Value]trace.Value), make(map[trace.Value]int)
	for i := range m.Facts {
		c.fact(&m.Facts[i])
	}
	for i := range m.Described {
		c.fact(&m.Described[i])
	}
	for i := range m.Output {
		if e := &m.Output[i]; e.Code.Effect() == trace.EffectAllocate {
			f := c.of(c.find(e.Value))
			f.state, f.array = BoxMade, isArrayAllocation(e.Code)
			if f.class < 0 {
				f.class = e.Descr
			}
		}
	}
	for i := range m.Steps {
		if e := &m.Steps[i]; e.Kind == EventMaterialize {
			c.of(e.Value).state = BoxMadeNow
		}
	}
	for v, object := range c.same {
		if f := c.known[object]; f != nil && c.v.t.isNamed(v) {
			f.names = append(f.names, v)
		}
	}
}

// fact notes one fact.
func (c *boxCollector) fact(e *Event) {
	switch e.Kind {
	case EventEqual:
		c.same[e.Value] = e.With
	case EventVirtual:
		f := c.of(e.Value)
		f.state, f.class = BoxKnown, e.Descr
		if e.Value.IsVirtual() {
			f.array = c.v.t.m.Result.In.Virtuals[e.Value.VirtualIndex()].Array
		}
	case EventClass:
		c.of(e.Value).class = e.Descr
	case EventField:
		f := c.of(e.Value)
		f.slots = append(f.slots, KnownSlot{Name: c.v.t.fieldName(f.array, e.Descr), holds: e.With})
	case EventHolds:
		c.of(e.Value).hold(KnownSlot{Name: c.v.slotName(e), holds: e.With})
	case EventWait:
		c.of(e.Value).hold(KnownSlot{Name: c.v.t.fieldName(e.Code == trace.OpSetItem, e.Descr), holds: e.With, Waits: true})
	}
}

// find returns the value that has replaced a value, or the value itself.
func (c *boxCollector) find(v trace.Value) trace.Value {
	if with, ok := c.same[v]; ok {
		return with
	}
	return v
}

// hold notes what a slot holds; a waiting write takes the place of what is in
// memory.
func (f *boxFacts) hold(slot KnownSlot) {
	k := slices.IndexFunc(f.slots, func(s KnownSlot) bool { return s.Name == slot.Name })
	if k < 0 {
		f.slots = append(f.slots, slot)
	} else if slot.Waits {
		f.slots[k] = slot
	}
}

// slotName names a place as a read of it does.
func (v *momentView) slotName(e *Event) string {
	switch {
	case e.Code == trace.OpGet:
		return v.t.fieldName(false, e.Descr)
	case e.Code == trace.OpGetInterior && len(e.Args) == 0:
		return v.t.fieldName(false, e.Descr)
	case len(e.Args) > 0 && e.Args[0].IsConst():
		return "item " + strconv.FormatInt(int64(v.t.m.Result.Out.Const(e.Args[0]).Bits), 10)
	}
	return "item " + PartsText(v.parts(e.Args[0]))
}

// kept notes the values in the guard's snapshot.
func (c *boxCollector) kept() {
	m := c.v.t.m
	if !m.guardStays() {
		return
	}
	for _, value := range m.Kept[:min(len(m.Kept), maxKept)] {
		c.v.out.Kept = append(c.v.out.Kept, KnownSlot{Value: c.v.parts(value), Box: -1, holds: value})
	}
	if left := len(m.Kept) - maxKept; left > 0 {
		c.v.out.Kept = append(c.v.out.Kept, KnownSlot{Value: []Part{{Kind: PartText, Text: "and " + strconv.Itoa(left) + " more"}}})
	}
}

// add adds objects, and whatever their slots lead to. Those that the operation names are always added; others only up
// to the limit.
func (c *boxCollector) add(queue []trace.Value, near bool) {
	named := len(queue)
	for k := 0; k < len(queue); k++ {
		object := c.find(queue[k])
		isNear := near && k < named
		if _, there := c.at[object]; there || !c.isObject(object) {
			continue
		}
		if !isNear && c.v.enough(0, c.others) {
			c.at[object] = -1
			continue
		}
		c.others += int(trace.BoolBit(!isNear))
		c.at[object] = len(c.v.out.Boxes)
		box := c.box(object)
		box.Near = isNear
		c.v.out.Boxes = append(c.v.out.Boxes, box)
		for _, slot := range box.Slots {
			queue = append(queue, slot.holds)
		}
	}
}

// isObject reports whether something is known of a value, or it is the result of an operation and a reference.
func (c *boxCollector) isObject(v trace.Value) bool {
	if c.known[v] != nil {
		return true
	}
	r := c.v.t.m.Result
	n := trace.Value(len(r.In.Ops))
	switch {
	case !v.IsOp():
		return false
	case v < n:
		return r.In.Ops[v].Type == trace.Ref
	case r.Invented[v-n] != trace.None:
		return r.Out.Ops[r.Invented[v-n]].Type == trace.Ref
	}
	return r.Peeled && v < 2*n && r.In.Ops[v-n].Type == trace.Ref
}

// box puts what is known of an object into words.
func (c *boxCollector) box(object trace.Value) KnownBox {
	t := c.v.t
	box := KnownBox{Object: object, Value: c.v.parts(object)}
	n := trace.Value(len(t.m.Result.In.Ops))
	switch {
	case object > 0 && object < n:
		box.In = object
	case t.m.Result.Peeled && object >= n && object < 2*n:
		box.In, box.Copy = object-n, 1
	}
	f := c.known[object]
	if f == nil {
		return box
	}
	box.State, box.Class = f.state, c.className(f)
	if f.state == BoxMade {
		box.Why = t.whyMade(object)
	}
	slices.Sort(f.names)
	for _, name := range f.names[max(0, len(f.names)-maxListedNames):] {
		t.words.parts = nil
		t.words.ofRecorded(name%n, t.m.Copy)
		box.Names = append(box.Names, t.words.parts)
	}
	for _, slot := range f.slots {
		slot.holds, slot.Value = c.find(slot.holds), c.v.parts(slot.holds)
		box.Slots = append(box.Slots, slot)
	}
	return box
}

func (c *boxCollector) className(f *boxFacts) string {
	schema := &c.v.t.m.Result.In.Tables.Schema
	switch {
	case f.array && f.class >= 0 && int(f.class) < len(schema.Arrays):
		return schema.Arrays[f.class].Name
	case !f.array && f.class >= 0 && int(f.class) < len(schema.Classes):
		return schema.Classes[f.class].Name
	}
	return ""
}

// point makes slots point to the boxes of what they hold.
func (c *boxCollector) point() {
	place := func(slots []KnownSlot) {
		for k := range slots {
			slots[k].Box = -1
			if at, there := c.at[c.find(slots[k].holds)]; there {
				slots[k].Box = at
			}
		}
	}
	for i := range c.v.out.Boxes {
		place(c.v.out.Boxes[i].Slots)
	}
	place(c.v.out.Kept)
}

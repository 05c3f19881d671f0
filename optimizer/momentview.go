package optimizer

import (
	"slices"
	"strconv"

	"unbox/optimizer/bounds"
	"unbox/trace"
)

// A moment as data: what the words of momenttext.go say, for whoever draws it.

// MomentView is a moment in words, and what of it can be drawn. No line is about the output: Output has it.
type MomentView struct {
	MomentText
	// Boxes are objects: those that are about the operation, then others, as many as the limit says.
	Boxes []KnownBox
	// Sets are values with several names.
	Sets []KnownSet
	// Numbers are integers of which something is known.
	Numbers []KnownNumber
	// More is how many boxes, sets and numbers were left out.
	More [3]int
	// Output is the end of the output: what was there, and then what the operation at hand adds.
	Output []OutputLine
}

// OutputLine is an operation of the output.
type OutputLine struct {
	// In and Copy are the recorded operation that it is, None if a pass added it.
	In   trace.Value
	Copy uint8
	// Fresh means that it was added at this moment.
	Fresh bool
	Parts []Part
}

// KnownBox is an object at a moment: known only, or in memory.
type KnownBox struct {
	Value []Part
	// Class is its class or the type of its items, "" if that is not known.
	Class string
	// Virtual means that it is known only; Made that the operation at hand has it allocated.
	Virtual, Made bool
	// Near means that the operation names it.
	Near  bool
	Slots []KnownSlot
}

// KnownSlot is a field or an item of which it is known what it holds. Waits means that the write is
// still to be done.
type KnownSlot struct {
	Name  string
	Value []Part
	Waits bool
}

// KnownSet is a value, and the names that stand for it.
type KnownSet struct {
	Value []Part
	Names [][]Part
	Near  bool
}

// KnownNumber is an integer and what it can be.
type KnownNumber struct {
	Value  []Part
	Bounds bounds.Bounds
	Near   bool
}

// View puts a moment into words and data; see [Moment.Text].
func (m *Moment) View(recorded, result *trace.Namer, limits MomentLimits) MomentView {
	t := momentText{m: m, limits: limits, drawn: true}
	t.say(recorded, result)
	v := momentView{t: &t}
	v.boxes()
	v.sets()
	v.numbers()
	v.output()
	v.out.MomentText = t.text
	return v.out
}

// output collects the end of the output, and what the operation at hand adds to it.
func (v *momentView) output() {
	m := v.t.m
	for i := v.t.text.Left[MomentOutput]; i < len(m.Output); i++ {
		v.addOutput(&m.Output[i], false)
	}
	for i := range m.Steps {
		if m.Steps[i].Kind == EventEmit {
			v.addOutput(&m.Steps[i], true)
		}
	}
}

func (v *momentView) addOutput(e *Event, fresh bool) {
	v.t.words.parts = nil
	v.t.operationAlone(e)
	v.out.Output = append(v.out.Output, OutputLine{In: trace.Value(e.Src), Copy: e.Copy, Fresh: fresh, Parts: v.t.words.parts})
}

type momentView struct {
	t   *momentText
	out MomentView
}

// enough reports whether there are enough of those that the operation does not name, and counts them.
func (v *momentView) enough(kind, others int) bool {
	if limit := v.t.limits.Others; limit < 0 || others < limit {
		return false
	}
	v.out.More[kind]++
	return true
}

// parts names a value.
func (v *momentView) parts(of trace.Value) []Part {
	v.t.words.parts = nil
	v.t.words.fact(of)
	return v.t.words.parts
}

// valueFacts are the facts about one value, by their places in the moment's.
type valueFacts struct {
	value trace.Value
	facts []int
}

// factsBy groups facts by the value that `of` says each is about, in the order in which the values come first; a fact
// of which it says false is left out.
func (v *momentView) factsBy(of func(*Event) (trace.Value, bool)) []valueFacts {
	at := make(map[trace.Value]int)
	var list []valueFacts
	for i := range v.t.m.Facts {
		value, wanted := of(&v.t.m.Facts[i])
		if !wanted {
			continue
		}
		k, known := at[value]
		if !known {
			k = len(list)
			at[value] = k
			list = append(list, valueFacts{value: value})
		}
		list[k].facts = append(list[k].facts, i)
	}
	return list
}

// boxes collects what is known of each object.
func (v *momentView) boxes() {
	list := v.factsBy(func(e *Event) (trace.Value, bool) {
		switch e.Kind {
		case EventVirtual, EventField, EventClass, EventHolds, EventWait:
			return e.Value, true
		}
		return 0, false
	})
	made := v.made()
	others := 0
	for _, wanted := range []bool{true, false} {
		for _, b := range list {
			if near := v.isNear(b.value) || made[b.value]; near != wanted || !near && v.enough(0, others) {
				continue
			}
			others += int(trace.BoolBit(!wanted))
			box := v.box(&b)
			box.Near, box.Made = wanted, made[b.value]
			v.out.Boxes = append(v.out.Boxes, box)
		}
	}
}

// made are the objects that the operation has allocated.
func (v *momentView) made() map[trace.Value]bool {
	made := make(map[trace.Value]bool)
	for i := range v.t.m.Steps {
		if e := &v.t.m.Steps[i]; e.Kind == EventMaterialize {
			made[e.Value] = true
		}
	}
	return made
}

func (v *momentView) isNear(of trace.Value) bool { return of > 0 && slices.Contains(v.t.near, of) }

func (v *momentView) box(b *valueFacts) KnownBox {
	t := v.t
	box := KnownBox{Value: v.parts(b.value)}
	schema := &t.m.Result.In.Tables.Schema
	isArray := t.isArray(b.value)
	for _, i := range b.facts {
		e := &t.m.Facts[i]
		switch e.Kind {
		case EventVirtual, EventClass:
			box.Virtual = box.Virtual || e.Kind == EventVirtual
			switch {
			case isArray && e.Descr >= 0 && int(e.Descr) < len(schema.Arrays):
				box.Class = schema.Arrays[e.Descr].Name
			case !isArray && e.Descr >= 0 && int(e.Descr) < len(schema.Classes):
				box.Class = schema.Classes[e.Descr].Name
			}
		case EventField:
			box.Slots = append(box.Slots, KnownSlot{Name: t.fieldName(isArray, e.Descr), Value: v.parts(e.With)})
		case EventHolds:
			box.hold(KnownSlot{Name: v.slotName(e), Value: v.parts(e.With)})
		case EventWait:
			box.hold(KnownSlot{Name: t.fieldName(false, e.Descr), Value: v.parts(e.With), Waits: true})
		}
	}
	return box
}

// hold notes what a slot holds; what waits takes the place of what is in memory.
func (b *KnownBox) hold(slot KnownSlot) {
	for k := range b.Slots {
		if b.Slots[k].Name == slot.Name {
			if slot.Waits {
				b.Slots[k] = slot
			}
			return
		}
	}
	b.Slots = append(b.Slots, slot)
}

// slotName names the place that a read would read.
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

// sets collects the names of each value.
func (v *momentView) sets() {
	list := v.factsBy(func(e *Event) (trace.Value, bool) { return e.With, e.Kind == EventEqual && v.t.isNamed(e.Value) })
	others := 0
	for _, wanted := range []bool{true, false} {
		for _, b := range list {
			near := v.isNear(b.value) || slices.ContainsFunc(b.facts, func(i int) bool { return v.isNear(v.t.m.Facts[i].Value) })
			if near != wanted || !near && v.enough(1, others) {
				continue
			}
			others += int(trace.BoolBit(!wanted))
			set := KnownSet{Value: v.parts(b.value), Near: near}
			for _, i := range b.facts[max(0, len(b.facts)-maxListedNames):] {
				v.t.words.parts = nil
				v.t.words.ofRecorded(v.t.m.Facts[i].Value%trace.Value(len(v.t.m.Result.In.Ops)), v.t.m.Copy)
				set.Names = append(set.Names, v.t.words.parts)
			}
			v.out.Sets = append(v.out.Sets, set)
		}
	}
}

// maxListedNames is how many names of one value are listed, the last ones.
const maxListedNames = 12

// numbers collects what integers can be.
func (v *momentView) numbers() {
	others := 0
	for _, wanted := range []bool{true, false} {
		for i := range v.t.m.Facts {
			e := &v.t.m.Facts[i]
			if e.Kind != EventBounds {
				continue
			}
			if near := v.isNear(e.Value); near != wanted || !near && v.enough(2, others) {
				continue
			}
			others += int(trace.BoolBit(!wanted))
			v.out.Numbers = append(v.out.Numbers, KnownNumber{Value: v.parts(e.Value), Bounds: e.Bounds, Near: wanted})
		}
	}
}

package optimizer

import (
	"slices"

	"unbox/optimizer/bounds"
	"unbox/trace"
)

// A moment as data, for drawing: what the words of momenttext.go say.

// MomentView is a moment in words, and the parts of it that can be drawn. No line is about the output,
// which is in Output.
type MomentView struct {
	MomentText
	// Boxes are objects: those that the operation names or has in its snapshot, what these refer to, then others up to
	// the limit.
	Boxes []KnownBox
	// Kept is what is in the snapshot of a guard that stays, in the order of its list.
	Kept []KnownSlot
	// Sets are values with several names that are not among Boxes.
	Sets []KnownSet
	// Numbers are integers about which something is known.
	Numbers []KnownNumber
	// More is the number of boxes, sets and numbers that were left out.
	More [3]int
	// Output is the end of the output: what was there, and then what the current operation adds.
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

// KnownSet is a value, and the names that have been replaced by it.
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

// View returns a moment as words and data; see [Moment.Text].
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

// output collects the end of the output, and what the current operation adds to it.
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

// enough reports whether there are enough elements that the operation does not name, and counts those
// that are left out.
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
	v.t.value(of)
	return v.t.words.parts
}

// valueFacts are the facts about one value, by their places in the moment's.
type valueFacts struct {
	value trace.Value
	facts []int
}

// factsBy groups facts by the value that each is about according to `of`, in the order in which the values first
// occur; a fact for which `of` returns false is left out.
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

func (v *momentView) isNear(of trace.Value) bool { return of > 0 && slices.Contains(v.t.near, of) }

// sets collects the names of each value that is no box: a box has its names
// itself.
func (v *momentView) sets() {
	drawn := make(map[trace.Value]bool)
	for i := range v.out.Boxes {
		drawn[v.out.Boxes[i].Object] = true
	}
	list := v.factsBy(func(e *Event) (trace.Value, bool) {
		return e.With, e.Kind == EventEqual && v.t.isNamed(e.Value) && !drawn[e.With]
	})
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

// maxListedNames is the maximum number of names of one value that are listed:
// the last ones.
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

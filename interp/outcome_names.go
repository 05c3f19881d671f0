package interp

import (
	"math"
	"strconv"

	"unbox/heap"
	"unbox/trace"
)

// objectNames gives names to the objects that can be seen at the end of a run:
// an input's name, a path to it ("p1.next"), a constant as it is written, and
// "new1", "new2", … for what was allocated, in the order in which it is reached
// from inputs, effects and exit values. Two runs that agree have the same names.
type objectNames struct {
	out *Outcome
	// names are those of inputs and constants, by object; numbers are those of
	// all other objects, 0 if it cannot be seen. There may be a million of them.
	names   []string
	numbers []int32
	order   []heap.Object
	fresh   int32
	nested  int
}

// maxPathName bounds the length of a path that is used as a name.
const maxPathName = 32

func (o *Outcome) nameObjects() *objectNames {
	old := len(o.Inputs.Objects) + len(o.constants) + 1
	n := &objectNames{out: o, names: make([]string, min(old, o.Heap.Len()+1)), numbers: make([]int32, o.Heap.Len()+1)}
	for _, in := range TraceInputs(o.Trace) {
		n.nameInput(in)
	}
	for k := range o.Inputs.Objects {
		n.add(heap.Object(k+1), o.Inputs.Objects[k].Name)
	}
	for k, c := range o.constants {
		ref := heap.Object(len(o.Inputs.Objects) + 1 + k)
		if int(ref) >= len(n.names) {
			break // the heap had no room for it
		}
		n.names[ref] = o.Trace.Tables.Syms[o.Trace.Consts[c].Name]
		if hasContents(o.Heap, ref) {
			n.order = append(n.order, ref)
		}
	}
	n.follow(0)
	for _, d := range o.EffectArgs {
		n.addDatum(d)
	}
	for _, d := range o.Values {
		n.addDatum(d)
	}
	return n
}

// nameInput gives the object that an input refers to the input's name. An
// optimized trace may have fewer inputs than the recorded one; objects of the
// missing ones keep the names that the inputs' text gave them.
func (n *objectNames) nameInput(in Input) {
	values := n.out.Inputs
	if in.Arg >= len(values.Args) || in.Arg < 0 && int(in.Op)-2 >= len(values.Params) {
		return
	}
	if d := values.Of(in); d.Type == trace.Ref && d.Bits != 0 {
		n.add(d.Object(), in.Name)
	}
}

// add gives an input's object a name.
func (n *objectNames) add(ref heap.Object, name string) {
	if int(ref) < len(n.names) && n.names[ref] == "" && name != "" {
		n.names[ref] = name
		n.order = append(n.order, ref)
	}
}

// known reports whether an object has a name.
func (n *objectNames) known(ref heap.Object) bool {
	return n.numbers[ref] != 0 || int(ref) < len(n.names) && n.names[ref] != ""
}

// name returns the name of an object, "" if it cannot be seen.
func (n *objectNames) name(ref heap.Object) string {
	if n.numbers[ref] != 0 {
		return "new" + strconv.Itoa(int(n.numbers[ref]))
	}
	if int(ref) < len(n.names) {
		return n.names[ref]
	}
	return ""
}

// addDatum names the object that a value refers to, and everything that it reaches.
func (n *objectNames) addDatum(d Datum) {
	if d.Type != trace.Ref || d.Bits == 0 || n.known(d.Object()) {
		return
	}
	start := len(n.order)
	n.reach(d.Object(), heap.Null, 0)
	n.follow(start)
}

// follow names what objects contain, from a place in the order on.
func (n *objectNames) follow(start int) {
	for k := start; k < len(n.order); k++ {
		o := n.order[k]
		for i, slots := 0, n.out.Heap.Slots(o); i < slots; i++ {
			place, t, bits := n.out.Heap.Slot(o, i)
			if t == trace.Ref && bits != 0 && !n.known(heap.Object(bits)) {
				n.reach(heap.Object(bits), o, place)
			}
		}
	}
}

// reach names an object that was reached through a place of its parent, or that
// is a value.
func (n *objectNames) reach(ref, parent heap.Object, place heap.Place) {
	if int(ref) > len(n.out.Inputs.Objects) {
		n.fresh++
		n.numbers[ref] = n.fresh
		n.order = append(n.order, ref)
		return
	}
	if parent != heap.Null {
		if path := n.name(parent) + n.out.placeName(parent, place); len(path) < maxPathName {
			n.add(ref, path)
			return
		}
	}
	n.nested++
	n.add(ref, "object"+strconv.Itoa(n.nested))
}

// placeName returns ".field", "[index]" or "[index].field".
func (o *Outcome) placeName(ref heap.Object, place heap.Place) string {
	if index, field, ok := place.Interior(); ok {
		return "[" + strconv.Itoa(int(index)) + "]." + o.Heap.Schema().Fields[field].Name
	}
	if kind := o.Heap.Kind(ref); kind == heap.KindArray || kind == heap.KindText {
		return "[" + strconv.Itoa(int(place)) + "]"
	}
	return "." + o.Heap.Schema().Fields[place].Name
}

func hasContents(h *heap.Heap, ref heap.Object) bool {
	c := newCursor(h, ref)
	return c.place < math.MaxInt64
}

// datum shows a value: a number, null, None, or the name of an object.
func (n *objectNames) datum(d Datum) Shown {
	switch d.Type {
	case trace.Int:
		return Shown{trace.SpanNumber, strconv.FormatInt(int64(d.Bits), 10)}
	case trace.Float:
		return Shown{trace.SpanNumber, formatFloat(d.Bits)}
	case trace.Ref:
		if d.Bits == 0 {
			return Shown{trace.SpanConstant, "null"}
		}
		return Shown{trace.SpanVariable, n.name(d.Object())}
	}
	return Shown{trace.SpanConstant, "None"}
}

package interp

import (
	"strconv"

	"unbox/heap"
	"unbox/trace"
)

// Scene is the current state of a run: the values of the current iteration, and the objects that
// they lead to.
type Scene struct {
	// Values are those of the operations that have run in this iteration, in their order, inputs first. If
	// the run has ended through a guard or a finish, Exit are the values with which it left.
	Values, Exit []SceneValue
	// Objects are those that values, constants and inputs lead to, in the order in which they are
	// reached; More is the number of objects that were left out.
	Objects []SceneObject
	More    int
}

// SceneValue is a value under its name.
type SceneValue struct {
	// Op is the operation that computed it; for an exit's value it may be None.
	Op   trace.Value
	Name string
	Text string
	// Object is the index of the object that it refers to, -1 if it refers to none that is listed.
	Object int
}

// SceneObject is an object or array of a running trace.
type SceneObject struct {
	Name, Class string
	// Array means that it is an array; then Length is its length.
	Array  bool
	Length int
	Fields []SceneField
	// More is the number of fields or items that were left out.
	More int
	// Rebuilt means that a failing guard made it from its description.
	Rebuilt bool
}

// SceneField is a field or an item, and what it holds.
type SceneField struct {
	Name, Text string
	Object     int
}

// SceneLimits bound how much of a heap is shown.
type SceneLimits struct{ Objects, Fields int }

// Scene returns the current state of the run. names must be made for the trace. exitNames are names for the
// objects of the exit's values, one for each value, "" for none: the names that the other of two runs has for
// them.
func (s *Stepper) Scene(names *trace.Namer, exitNames []string, limits SceneLimits) *Scene {
	b := sceneBuilder{s: s, names: make(map[heap.Object]string), taken: make(map[string]bool), index: make(map[heap.Object]int)}
	ran := b.ran()
	for _, v := range ran {
		if d, ok := s.m.valueOf(v); ok {
			b.call(d, names.Name(v))
		}
	}
	for k, d := range s.m.out.Values {
		if k < len(exitNames) {
			b.call(d, exitNames[k])
		}
	}
	b.callRest()
	out := &Scene{}
	b.order = b.order[:b.keep(limits.Objects, &out.More)]
	for i, o := range b.order {
		b.index[o] = i
	}
	for _, v := range ran {
		if d, ok := s.m.valueOf(v); ok {
			out.Values = append(out.Values, SceneValue{v, names.Name(v), b.text(d), b.find(d)})
		}
	}
	if s.over {
		for k, d := range s.m.out.Values {
			out.Exit = append(out.Exit, SceneValue{trace.None, s.m.out.valueName(names, k), b.text(d), b.find(d)})
		}
	}
	for _, o := range b.order {
		out.Objects = append(out.Objects, b.object(o, limits.Fields))
	}
	return out
}

// sceneBuilder gives objects names: that of the first value of the iteration that refers to them, or where they
// are found, or a number.
type sceneBuilder struct {
	s     *Stepper
	names map[heap.Object]string
	taken map[string]bool
	order []heap.Object
	index map[heap.Object]int
	fresh int
}

// ran are the operations that have run in this iteration.
func (b *sceneBuilder) ran() []trace.Value {
	m := &b.s.m
	end := b.s.Next()
	if end == trace.None {
		end = trace.Value(len(m.trace.Ops))
	}
	from := end - 1
	for from > 0 && m.trace.Ops[from].Code != trace.OpLabel {
		from--
	}
	var list []trace.Value
	for v := max(from, 1); v < end; v++ {
		if op := &m.trace.Ops[v]; op.Type != trace.Void && op.Code != trace.OpLabel {
			list = append(list, v)
		}
	}
	return list
}

// call gives the object that a value refers to a name, unless it has one.
func (b *sceneBuilder) call(d Datum, name string) {
	if d.Type != trace.Ref || d.Bits == 0 {
		return
	}
	o := d.Object()
	if _, known := b.names[o]; known {
		return
	}
	if name == "" || b.taken[name] {
		b.fresh++
		name = "new" + strconv.Itoa(b.fresh)
	}
	b.names[o], b.taken[name] = name, true
	b.order = append(b.order, o)
}

// callRest names constants, the objects of the inputs and of the exit, and everything that named objects lead to.
func (b *sceneBuilder) callRest() {
	out := &b.s.m.out
	b.follow(0)
	for k, c := range out.constants {
		if o := heap.Object(len(out.Inputs.Objects) + 1 + k); int(o) <= out.Heap.Len() && hasContents(out.Heap, o) {
			b.call(Datum{trace.Ref, uint64(o)}, out.Trace.Tables.Syms[out.Trace.Consts[c].Name])
		}
	}
	for k := range out.Inputs.Objects {
		name := out.Inputs.Objects[k].Name
		if b.taken[name] || out.Jumps > 0 {
			name += " at first" // the name means something else by now
		}
		b.call(Datum{trace.Ref, uint64(k + 1)}, name)
	}
	for _, d := range out.Values {
		b.call(d, "")
	}
	b.follow(0)
}

// follow names what named objects lead to, from a place in their order on.
func (b *sceneBuilder) follow(from int) {
	out := &b.s.m.out
	for k := from; k < len(b.order); k++ {
		o := b.order[k]
		for i, slots := 0, out.Heap.Slots(o); i < slots; i++ {
			place, t, bits := out.Heap.Slot(o, i)
			if t != trace.Ref || bits == 0 {
				continue
			}
			path := b.names[o] + out.placeName(o, place)
			if len(path) >= maxPathName {
				path = ""
			}
			b.call(Datum{t, bits}, path)
		}
	}
}

// keep returns how many objects are listed, and notes how many are not. Those that an exit made are always
// listed: they are what matters there.
func (b *sceneBuilder) keep(limit int, more *int) int {
	if len(b.order) <= limit {
		return len(b.order)
	}
	*more = len(b.order) - limit
	kept := make([]heap.Object, 0, len(b.order))
	for _, wanted := range []bool{true, false} {
		for _, o := range b.order {
			if b.s.Rebuilt(o) == wanted {
				kept = append(kept, o)
			}
		}
	}
	copy(b.order, kept)
	return limit
}

// find returns the index of the object that a value refers to, -1 for none.
func (b *sceneBuilder) find(d Datum) int {
	if d.Type == trace.Ref && d.Bits != 0 {
		if i, listed := b.index[d.Object()]; listed {
			return i
		}
	}
	return -1
}

func (b *sceneBuilder) text(d Datum) string {
	switch d.Type {
	case trace.Int:
		return strconv.FormatInt(int64(d.Bits), 10)
	case trace.Float:
		return formatFloat(d.Bits)
	case trace.Ref:
		if d.Bits == 0 {
			return "null"
		}
		return b.names[d.Object()]
	}
	return "None"
}

func (b *sceneBuilder) object(o heap.Object, limit int) SceneObject {
	out := &b.s.m.out
	r := SceneObject{Name: b.names[o], Class: out.kindName(o), Rebuilt: b.s.Rebuilt(o)}
	if out.Heap.Kind(o) == heap.KindArray {
		n, _ := out.Heap.Length(o, heap.NoArray)
		r.Array, r.Length = true, int(n)
	}
	for k, slots := 0, out.Heap.Slots(o); k < slots; k++ {
		place, t, bits := out.Heap.Slot(o, k)
		if t == trace.Void {
			continue
		}
		if len(r.Fields) == limit {
			r.More++
			continue
		}
		d := Datum{t, bits}
		r.Fields = append(r.Fields, SceneField{fieldName(out.placeName(o, place)), b.text(d), b.find(d)})
	}
	return r
}

package interp

import (
	"slices"
	"strconv"
	"strings"

	"unbox/heap"
	"unbox/trace"
)

// inputResolver turns the entries of an inputs' text into inputs: names become
// references, and everything is compared with what the trace says.
type inputResolver struct {
	*inputParser
	plan    *inputPlan
	in      *Inputs
	entries []inputEntry
	// byName finds the entry of a name; aliases have the name of their input.
	byName map[string]int
	inputs map[string]int // in plan.inputs, by names and aliases
	names  schemaNames
	// nodes are the objects in the order of their numbers, from 1 on.
	nodes  []*inputNode
	shapes []int32
	// mentioned are the names that values refer to.
	mentioned map[string]bool
	// suggestion has the values for inputs that are left out, made when the first
	// one is needed.
	suggestion *Inputs
	taken      map[uint64]uint64
}

func newInputResolver(p *inputParser, entries []inputEntry) *inputResolver {
	r := &inputResolver{
		inputParser: p, plan: newInputPlan(p.trace, p.imagined), in: new(Inputs), entries: entries,
		byName: make(map[string]int), inputs: make(map[string]int),
		mentioned: make(map[string]bool), taken: make(map[uint64]uint64),
	}
	for k, i := range r.plan.inputs {
		if _, other := r.inputs[i.Alias]; i.Alias != "" && !other {
			r.inputs[i.Alias] = k
		}
	}
	for k, i := range r.plan.inputs {
		r.inputs[i.Name] = k
	}
	for k := range slices.Backward(entries) {
		r.byName[r.canonical(entries[k].name)] = k
	}
	r.names.collect(&p.trace.Tables.Schema)
	return r
}

func (r *inputResolver) resolve() {
	r.in.reset(r.plan.inputs)
	for k := range r.entries {
		r.mention(r.entries[k].value)
	}
	for k := range r.entries {
		r.enter(k)
	}
	for k := 0; k < len(r.nodes); k++ { // resolving contents finds more of them
		r.fillObject(k)
	}
	if len(r.diagnostics) > 0 {
		return
	}
	for k, i := range r.plan.inputs {
		if r.in.Of(i).Type == trace.Void {
			r.in.set(i, r.suggested(k))
		}
	}
	if r.imagined {
		r.suggestConstants()
	}
}

// mention notes all names that a value refers to.
func (r *inputResolver) mention(n *inputNode) {
	if n.kind == nodeName {
		r.mentioned[n.name] = true
	}
	for _, f := range n.fields {
		r.mention(f.value)
	}
}

// canonical returns an input's name for its alias.
func (r *inputResolver) canonical(name string) string {
	if k, ok := r.inputs[name]; ok {
		return r.plan.inputs[k].Name
	}
	return name
}

// enter gives an entry's input its value.
func (r *inputResolver) enter(k int) {
	e := &r.entries[k]
	if r.byName[r.canonical(e.name)] != k {
		r.complain("duplicate-input", e.from, e.to, "expected one value for `%s`, found a second one", e.name)
		return
	}
	input, isInput := r.inputs[e.name]
	if !isInput && e.constant == 0 && !r.mentioned[e.name] {
		r.complain("unknown-input", e.from, e.to, "expected an input of the trace%s, found `%s`", r.inputNames(), e.name)
		return
	}
	want, shape := trace.Ref, int32(0)
	if isInput {
		want, shape = r.plan.inputs[input].Type, r.plan.roots[input]
	}
	if e.constant != 0 && e.value.kind == nodeConstant && r.isNumbered(e.constant) {
		r.bind(e)
		return
	}
	if e.constant != 0 && e.value.kind != nodeObject && e.value.kind != nodeArray {
		r.complain("input-type", e.value.from, e.value.to, "expected an object or an array for `%s`, found `%s`", e.name, r.textOf(e.value))
		return
	}
	d, ok := r.datum(e.value, want, shape, "`"+e.name+"`")
	if ok && isInput {
		r.in.set(r.plan.inputs[input], d)
	}
	if ok && d.Type == trace.Ref && d.Bits != 0 && e.value.object != 0 {
		r.nameObject(e)
	}
}

// isNumbered reports whether a constant is known only by a number.
func (r *inputResolver) isNumbered(name trace.Sym) bool {
	return slices.ContainsFunc(r.trace.Consts, func(c trace.Const) bool { return c.Name == name && c.Kind == trace.ConstUnknown })
}

// bind makes two constants one object.
func (r *inputResolver) bind(e *inputEntry) {
	if d, ok := r.constant(e.value); ok {
		r.in.Bound = append(r.in.Bound, BoundConstant{e.constant, int32(d.Bits)})
	}
}

func (r *inputResolver) nameObject(e *inputEntry) {
	o := &r.in.Objects[e.value.object-1]
	o.Name, o.Constant = e.name, e.constant
	if e.constant == 0 {
		o.Name = r.canonical(e.name)
	}
}

func (r *inputResolver) textOf(n *inputNode) string {
	text := r.text[n.from:n.to]
	if len(text) > 40 {
		text = strings.ToValidUTF8(text[:40], "") + "…"
	}
	return text
}

// inputNames lists the inputs in parentheses.
func (r *inputResolver) inputNames() string {
	names := make([]string, 0, len(r.plan.inputs))
	for _, i := range r.plan.inputs {
		names = append(names, i.Name)
	}
	return listed(names)
}

// listed writes names in parentheses, "" if there are none.
func listed(names []string) string {
	if len(names) == 0 {
		return ""
	}
	more := ""
	if len(names) > 8 {
		names, more = names[:8], ", …"
	}
	return " (`" + strings.Join(names, "`, `") + "`" + more + ")"
}

// datum resolves a value for a place of a type; shape is what the trace expects
// there; what names the place in messages.
func (r *inputResolver) datum(n *inputNode, want trace.Type, shape int32, what string) (Datum, bool) {
	d, ok := r.any(n, shape)
	if !ok {
		return d, false
	}
	if d.Type == trace.Int && want == trace.Float {
		d.Bits, _ = trace.Eval(trace.OpCastIntToFloat, d.Bits, 0)
		d.Type = trace.Float
	}
	if want != trace.Any && d.Type != want {
		r.complain("input-type", n.from, n.to, "expected %s for %s, found `%s`", typePhrase(want), what, r.textOf(n))
		return d, false
	}
	return d, true
}

func (r *inputResolver) any(n *inputNode, shape int32) (Datum, bool) {
	switch n.kind {
	case nodeNumber:
		return n.number, true
	case nodeNull:
		return Datum{trace.Ref, 0}, true
	case nodeName:
		return r.named(n, shape)
	case nodeConstant:
		return r.constant(n)
	case nodeArray:
		return r.newArray(n, shape)
	}
	return r.newObject(n, shape)
}

// named follows a name to the value of its entry. What the trace expects of an input is known from the input alone.
func (r *inputResolver) named(n *inputNode, shape int32) (Datum, bool) {
	name := r.canonical(n.name)
	for range r.entries {
		e := r.entryOf(name)
		if e == nil {
			break
		}
		if e.value.kind != nodeName {
			if k, ok := r.inputs[name]; ok {
				shape = r.plan.roots[k]
			}
			return r.any(e.value, shape)
		}
		name = r.canonical(e.value.name)
	}
	if r.entryOf(name) != nil {
		r.complain("input-cycle", n.from, n.to, "expected a name for a value, found `%s`, which refers to itself", n.name)
		return Datum{}, false
	}
	if k, ok := r.inputs[name]; ok {
		return r.suggested(k), true
	}
	r.complain("unknown-name", n.from, n.to, "expected a value or a name that has one, found `%s`", n.name)
	return Datum{}, false
}

func (r *inputResolver) entryOf(name string) *inputEntry {
	if k, ok := r.byName[name]; ok {
		return &r.entries[k]
	}
	return nil
}

// constant returns the object for a constant of the trace.
func (r *inputResolver) constant(n *inputNode) (Datum, bool) {
	constant := n.constant
	for range r.entries {
		if e := r.entryOf(r.trace.Tables.Syms[constant]); e != nil && e.constant != 0 && e.value.kind == nodeConstant {
			constant = e.value.constant
		}
	}
	name := r.trace.Tables.Syms[constant]
	if e := r.entryOf(name); e != nil && e.constant != 0 {
		if e.value.kind == nodeConstant {
			r.complain("input-cycle", n.from, n.to, "expected a constant for an object, found `%s`, which refers to itself", name)
			return Datum{}, false
		}
		d, ok := r.any(e.value, 0)
		return d, ok
	}
	if k := slices.IndexFunc(r.in.Objects, func(o InputObject) bool { return o.Constant == constant }); k >= 0 {
		return Datum{trace.Ref, uint64(k + 1)}, true
	}
	object := &inputNode{kind: nodeObject, name: "obj", from: n.from, to: n.to}
	d, ok := r.newObject(object, 0)
	o := &r.in.Objects[d.Bits-1]
	o.Name, o.Constant = name, constant
	return d, ok
}

func (r *inputResolver) add(n *inputNode, shape int32, o InputObject) Datum {
	r.in.Objects = append(r.in.Objects, o)
	r.nodes = append(r.nodes, n)
	r.shapes = append(r.shapes, shape)
	n.object = int32(len(r.in.Objects))
	return Datum{trace.Ref, uint64(n.object)}
}

func (r *inputResolver) newObject(n *inputNode, shape int32) (Datum, bool) {
	if n.object != 0 {
		return Datum{trace.Ref, uint64(n.object)}, true
	}
	class, known := r.names.classes[n.name]
	if !known {
		class = int32(heap.NoClass)
	}
	if !known && n.name != "obj" {
		r.complain("unknown-class", n.from, n.from+len(n.name), "expected a class of the trace%s, found `%s`", listed(r.names.classNames()), n.name)
		return Datum{}, false
	}
	return r.add(n, shape, InputObject{Type: class}), true
}

func (r *inputResolver) newArray(n *inputNode, shape int32) (Datum, bool) {
	if n.object != 0 {
		if o := &r.in.Objects[n.object-1]; o.Type == int32(heap.NoArray) && shape != 0 && r.plan.shapes[shape].array {
			o.Type = r.plan.shapes[shape].class // the first mention did not tell
		}
		return Datum{trace.Ref, uint64(n.object)}, true
	}
	array, known := r.names.arrays[n.name]
	if !known {
		array = int32(heap.NoArray)
	}
	if !known && n.name != "" && n.name != "array" {
		r.complain("unknown-array", n.from, n.from+len(n.name), "expected an array type of the trace%s, found `%s`", listed(r.names.arrayNames()), n.name)
		return Datum{}, false
	}
	if !known && shape != 0 && r.plan.shapes[shape].array {
		array = r.plan.shapes[shape].class
	}
	return r.add(n, shape, InputObject{Array: true, Type: array, Length: int32(len(n.fields))}), true
}

// fillObject resolves the contents of object k+1.
func (r *inputResolver) fillObject(k int) {
	n, shape := r.nodes[k], r.shapes[k]
	if n == nil {
		return // a suggested object, which already has its contents
	}
	pending := make([]InputSlot, 0, len(n.fields))
	given := make(map[int32]bool)
	for i := range n.fields {
		f := &n.fields[i]
		place, want, ok := r.place(k, n, f, i)
		if !ok {
			continue
		}
		if given[place] {
			r.complain("duplicate-field", f.from, f.to, "expected one value for the field `%s`, found a second one", f.name)
			continue
		}
		given[place] = true
		if d, ok := r.datum(f.value, want, r.childShape(shape, place), r.placePhrase(n, f, i)); ok {
			pending = append(pending, InputSlot{place, d})
		}
	}
	first := len(r.in.Slots) // suggestions may have been added in between
	r.in.Slots = append(r.in.Slots, pending...)
	r.in.Objects[k].First, r.in.Objects[k].Len = uint32(first), uint32(len(pending))
}

func (r *inputResolver) childShape(shape, place int32) int32 {
	if shape == 0 {
		return 0
	}
	for _, key := range [...]int32{place, anyItem} {
		if slot, ok := r.plan.places[uint64(shape)<<32|uint64(uint32(key))]; ok {
			return r.plan.slots[slot].initial
		}
	}
	return 0
}

func (r *inputResolver) placePhrase(n *inputNode, f *inputField, index int) string {
	if n.kind == nodeArray {
		return "item " + strconv.Itoa(index)
	}
	return "the field `" + f.name + "`"
}

// place returns where in an object a field or item is, and its type.
func (r *inputResolver) place(k int, n *inputNode, f *inputField, index int) (int32, trace.Type, bool) {
	schema := &r.trace.Tables.Schema
	o := &r.in.Objects[k]
	if o.Array {
		if o.Type < 0 {
			return int32(index), trace.Any, true
		}
		return int32(index), schema.Arrays[o.Type].Elem, true
	}
	field := r.names.findField(heap.ClassID(o.Type), f.name)
	if field < 0 {
		r.complain("unknown-field", f.from, f.to, "expected a field%s, found `%s`", listed(r.names.fieldNames(heap.ClassID(o.Type))), f.name)
		return 0, trace.Void, false
	}
	return int32(field), schema.Fields[field].Type, true
}

// suggested returns the suggested value of an input.
func (r *inputResolver) suggested(k int) Datum {
	if r.suggestion == nil {
		r.suggestion = suggestedInputs(r.trace, r.imagined)
	}
	return r.take(r.suggestion.Of(r.plan.inputs[k]))
}

// given returns the object that the text gives for a constant, 0 if it gives none.
func (r *inputResolver) given(constant trace.Sym) uint64 {
	if constant == 0 {
		return 0
	}
	for _, b := range r.in.Bound {
		if b.Constant == constant {
			return uint64(b.Object)
		}
	}
	for k := range r.nodes {
		if r.nodes[k] != nil && r.in.Objects[k].Constant == constant {
			return uint64(k + 1)
		}
	}
	return 0
}

// suggestConstants takes the suggestions for constants that the text does not mention.
func (r *inputResolver) suggestConstants() {
	if r.suggestion == nil {
		r.suggestion = suggestedInputs(r.trace, r.imagined)
	}
	for k := range r.suggestion.Objects {
		if o := &r.suggestion.Objects[k]; o.Constant != 0 && o.Len > 0 {
			r.take(Datum{trace.Ref, uint64(k + 1)})
		}
	}
}

// take copies a value of the suggestion, with the objects that can be reached
// from it.
func (r *inputResolver) take(d Datum) Datum {
	if d.Type != trace.Ref || d.Bits == 0 {
		return d
	}
	start := len(r.in.Objects)
	queue := []uint64{}
	number := func(d Datum) Datum {
		if d.Type != trace.Ref || d.Bits == 0 {
			return d
		}
		if k := r.given(r.suggestion.Objects[d.Bits-1].Constant); k != 0 {
			return Datum{trace.Ref, k}
		}
		if r.taken[d.Bits] == 0 {
			r.in.Objects = append(r.in.Objects, r.suggestion.Objects[d.Bits-1])
			r.nodes, r.shapes = append(r.nodes, nil), append(r.shapes, 0)
			r.taken[d.Bits] = uint64(len(r.in.Objects))
			queue = append(queue, d.Bits)
		}
		return Datum{trace.Ref, r.taken[d.Bits]}
	}
	d = number(d)
	for k := 0; k < len(queue); k++ {
		from := &r.suggestion.Objects[queue[k]-1]
		first := len(r.in.Slots)
		for _, slot := range r.suggestion.ContentsOf(from) {
			r.in.Slots = append(r.in.Slots, InputSlot{slot.Place, number(slot.Value)})
		}
		r.in.Objects[start+k].First = uint32(first)
	}
	return d
}

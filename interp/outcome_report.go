package interp

import (
	"strings"

	"unbox/heap"
	"unbox/trace"
)

// Shown is a value as it is shown: trace.SpanNumber, trace.SpanConstant for null and None, or
// trace.SpanVariable for an object, whose name is the text.
type Shown struct {
	Kind trace.SpanKind
	Text string
}

// String returns the text.
func (s Shown) String() string { return s.Text }

// Named is a name with a value.
type Named struct {
	Name  string
	Value Shown
}

// ShownEffect is a visible effect: an operation, and what it was given.
type ShownEffect struct {
	Operation string
	Args      []Shown
}

// String returns "print(22)".
func (e ShownEffect) String() string {
	args := make([]string, len(e.Args))
	for i, arg := range e.Args {
		args[i] = arg.Text
	}
	return e.Operation + "(" + strings.Join(args, ", ") + ")"
}

// ReportObject is an object or array in a [Report].
type ReportObject struct {
	// Name is how values refer to it: an input's name, a path from one such as
	// "p1.next", a constant, or "new1", "new2", ….
	Name string
	// Class is its class or array type, "obj" or "array" if it has none.
	Class string
	// Array means that it is an array; Length is its length then.
	Array  bool
	Length int
	// Fields are the places that were written, in the order of the schema; for
	// arrays the names are indexes, and for structs in arrays "index.field".
	Fields []Named
}

// Report is an outcome in words. Equivalent runs have equal reports.
type Report struct {
	// Values are the exit's values under their names in the trace.
	Values []Named
	// Effects are the visible effects in order.
	Effects []ShownEffect
	// Objects are those that can be reached from inputs, effects and values, in
	// the order in which they are reached.
	Objects []ReportObject
	// MoreEffects and MoreObjects count what was left out because of the limit.
	MoreEffects, MoreObjects int
}

// Report puts the outcome into words. At most limit effects, limit objects and
// limit fields of each object are listed. names must be made for
// Outcome.Trace.
func (o *Outcome) Report(names *trace.Namer, limit int) *Report {
	objects := o.nameObjects()
	r := new(Report)
	for k, d := range o.Values {
		r.Values = append(r.Values, Named{o.valueName(names, k), objects.datum(d)})
	}
	for k := range o.Effects[:min(limit, len(o.Effects))] {
		r.Effects = append(r.Effects, o.shownEffect(objects, k))
	}
	shown := objects.order[:min(limit, len(objects.order))]
	for _, ref := range shown {
		r.Objects = append(r.Objects, objects.report(ref, limit))
	}
	r.MoreEffects, r.MoreObjects = len(o.Effects)-len(r.Effects), len(objects.order)-len(shown)
	return r
}

// valueName returns the name that the trace has for value k of the exit.
func (o *Outcome) valueName(names *trace.Namer, k int) string {
	list := o.Trace.Args(o.Op)
	if o.Exit == ExitGuard {
		list = o.Trace.SnapValues(o.Trace.Ops[o.Op].Snap)
	}
	return names.Name(list[k])
}

func (o *Outcome) shownEffect(objects *objectNames, k int) ShownEffect {
	e := o.Effects[k]
	shown := ShownEffect{Operation: effectName(&o.Trace.Ops[e.Op]), Args: make([]Shown, 0, e.Len)}
	for _, d := range o.Args(e) {
		shown.Args = append(shown.Args, objects.datum(d))
	}
	return shown
}

// effectName is the name of an effect that happened: a conditional call that was made is a call
// like any other.
func effectName(op *trace.Op) string {
	made := *op
	made.Spelling = op.Unconditional()
	return made.SpellingName()
}

func (n *objectNames) report(ref heap.Object, limit int) ReportObject {
	h := n.out.Heap
	r := ReportObject{Name: n.name(ref), Class: n.out.kindName(ref)}
	if h.Kind(ref) == heap.KindArray {
		n, _ := h.Length(ref, heap.NoArray)
		r.Array, r.Length = true, int(n)
	} else if h.Kind(ref) == heap.KindText {
		r.Array, r.Length = true, int(h.TextLength(ref))
	}
	for k, slots := 0, h.Slots(ref); k < slots && len(r.Fields) < limit; k++ {
		place, t, bits := h.Slot(ref, k)
		if t == trace.Void {
			continue
		}
		name := fieldName(n.out.placeName(ref, place))
		r.Fields = append(r.Fields, Named{name, n.datum(Datum{t, bits})})
	}
	return r
}

// fieldName makes the name of a field from what [Outcome.placeName] returns:
// "field", "index" or "index.field".
func fieldName(place string) string {
	if index, isArray := strings.CutPrefix(place, "["); isArray {
		return strings.Replace(index, "]", "", 1)
	}
	return strings.TrimPrefix(place, ".")
}

// kindName returns the name of an object's class or an array's type.
func (o *Outcome) kindName(ref heap.Object) string {
	switch o.Heap.Kind(ref) {
	case heap.KindObject:
		return className(o.Heap.Schema(), o.Heap.Class(ref))
	case heap.KindArray:
		return arrayName(o.Heap.Schema(), o.Heap.ArrayType(ref))
	case heap.KindText:
		return "string"
	}
	return "unknown"
}

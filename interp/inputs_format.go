package interp

import (
	"strconv"
	"strings"

	"unbox/trace"
)

// FormatInputs writes inputs as [ParseInputs] reads them, in the order of the
// trace's inputs: "i0=3, p1=BoxedInteger(intval=5), p2=p1". Objects that are
// referred to from several places, or nested too deeply, get names.
func FormatInputs(t *trace.Trace, in *Inputs) string {
	f := newInputFormatter(t, in)
	var text strings.Builder
	for k, part := range f.all() {
		if k > 0 {
			text.WriteString(", ")
		}
		text.WriteString(part.Name + "=" + part.Text)
	}
	if outside := formatOutside(t, &in.Outside); outside != "" {
		if text.Len() > 0 {
			text.WriteString(", ")
		}
		text.WriteString(outsideEntry + "=" + outside)
	}
	return text.String()
}

// formatSuggestions writes each input as a text of its own.
func formatSuggestions(t *trace.Trace, in *Inputs) []Suggestion {
	return newInputFormatter(t, in).all()
}

// maxNestedText bounds how deeply objects are written within one another.
const maxNestedText = 20

// inputFormatter writes each object once, at its first mention.
type inputFormatter struct {
	trace *trace.Trace
	in    *Inputs
	list  []Input
	// names are what objects are called that are referred to more than once.
	names   []string
	written []bool
	// pending are the objects that still need an entry of their own, queued all
	// that ever did.
	pending []int
	queued  []bool
	// used are the names that are taken; those of inputs are true.
	used map[string]bool
	text strings.Builder
	// result is filled as the objects are written.
	result []Suggestion
}

func newInputFormatter(t *trace.Trace, in *Inputs) *inputFormatter {
	f := &inputFormatter{trace: t, in: in, list: TraceInputs(t)}
	f.names, f.written = make([]string, len(in.Objects)), make([]bool, len(in.Objects))
	f.queued = make([]bool, len(in.Objects))
	f.used = make(map[string]bool)
	mentions := make([]int, len(in.Objects))
	for _, i := range f.list {
		f.used[i.Name] = true
		f.mention(in.Of(i), mentions)
	}
	for k := range in.Objects {
		for _, slot := range in.ContentsOf(&in.Objects[k]) {
			f.mention(slot.Value, mentions)
		}
	}
	for _, i := range f.list {
		if d := in.Of(i); d.Type == trace.Ref && d.Bits != 0 && f.names[d.Bits-1] == "" {
			f.names[d.Bits-1] = i.Name
		}
	}
	for k := range in.Objects {
		switch {
		case in.Objects[k].Constant != 0:
			f.names[k] = t.Tables.Syms[in.Objects[k].Constant]
		case mentions[k] > 1 && f.names[k] == "":
			f.names[k] = f.nameFor(&in.Objects[k])
		}
	}
	return f
}

// nameFor keeps the name of an object that is no input, if it has one.
func (f *inputFormatter) nameFor(o *InputObject) string {
	if _, taken := f.used[o.Name]; taken || o.Name == "" {
		return f.freshName()
	}
	f.used[o.Name] = false
	return o.Name
}

func (f *inputFormatter) mention(d Datum, mentions []int) {
	if d.Type == trace.Ref && d.Bits != 0 {
		mentions[d.Bits-1]++
	}
}

// freshName returns a name that is not taken.
func (f *inputFormatter) freshName() string {
	for k := len(f.used) + 1; ; k++ {
		name := "o" + strconv.Itoa(k)
		if _, taken := f.used[name]; !taken {
			f.used[name] = false
			return name
		}
	}
}

func (f *inputFormatter) all() []Suggestion {
	for _, i := range f.list {
		d := f.in.Of(i)
		f.text.Reset()
		if d.Type == trace.Ref && d.Bits != 0 && f.names[d.Bits-1] == i.Name {
			f.object(int(d.Bits-1), 0)
		} else {
			f.datum(d, 0)
		}
		f.result = append(f.result, Suggestion{i.Name, i.Type, f.text.String()})
	}
	for k := range f.in.Objects {
		if f.in.Objects[k].Constant != 0 && f.in.Objects[k].Len > 0 {
			f.pending = append(f.pending, k)
		}
	}
	for len(f.pending) > 0 {
		k := f.pending[0]
		f.pending = f.pending[1:]
		f.text.Reset()
		f.object(k, 0)
		f.result = append(f.result, Suggestion{f.names[k], trace.Ref, f.text.String()})
	}
	for _, b := range f.in.Bound {
		f.result = append(f.result, Suggestion{f.trace.Tables.Syms[b.Constant], trace.Ref, f.names[b.Object-1]})
	}
	return f.result
}

func (f *inputFormatter) datum(d Datum, depth int) {
	switch {
	case d.Type == trace.Int:
		f.text.WriteString(strconv.FormatInt(int64(d.Bits), 10))
	case d.Type == trace.Float:
		f.text.WriteString(formatFloat(d.Bits))
	case d.Bits == 0:
		f.text.WriteString("null")
	default:
		f.reference(int(d.Bits-1), depth)
	}
}

// reference mentions an object: by its name, or by writing it here.
func (f *inputFormatter) reference(k, depth int) {
	if f.names[k] == "" && depth > maxNestedText {
		f.names[k] = f.nameFor(&f.in.Objects[k])
	}
	if f.names[k] == "" {
		f.object(k, depth)
		return
	}
	f.text.WriteString(f.names[k])
	if !f.written[k] && !f.queued[k] && f.in.Objects[k].Constant == 0 && !f.used[f.names[k]] {
		f.pending, f.queued[k] = append(f.pending, k), true
	}
}

func (f *inputFormatter) object(k, depth int) {
	f.written[k] = true
	o := &f.in.Objects[k]
	schema := &f.trace.Tables.Schema
	open, end := "(", ")"
	if o.Array {
		open, end = "[", "]"
		if o.Type >= 0 {
			f.text.WriteString(schema.Arrays[o.Type].Name)
		}
	} else if o.Type >= 0 {
		f.text.WriteString(schema.Classes[o.Type].Name)
	} else {
		f.text.WriteString("obj")
	}
	f.text.WriteString(open)
	if o.Array {
		f.items(o, depth)
	} else {
		for i, slot := range f.in.ContentsOf(o) {
			if i > 0 {
				f.text.WriteString(", ")
			}
			f.text.WriteString(schema.Fields[slot.Place].Name + "=")
			f.datum(slot.Value, depth+1)
		}
	}
	f.text.WriteString(end)
}

// items writes all items of an array; those without a value are 0 or null.
func (f *inputFormatter) items(o *InputObject, depth int) {
	zero := Datum{Type: trace.Int}
	if o.Type >= 0 {
		if elem := f.trace.Tables.Schema.Arrays[o.Type].Elem; elem != trace.Any {
			zero.Type = elem
		}
	}
	values := make([]Datum, o.Length)
	for k := range values {
		values[k] = zero
	}
	for _, slot := range f.in.ContentsOf(o) {
		values[slot.Place] = slot.Value
	}
	for k, d := range values {
		if k > 0 {
			f.text.WriteString(", ")
		}
		f.datum(d, depth+1)
	}
}

package prove

import (
	"fmt"
	"maps"
	"slices"

	"unbox/heap"
	"unbox/trace"
)

// Align makes two traces comparable that were read from two texts: it gives them
// common Tables, and finds which guards, labels and allocations of after are those
// of before (see alignguards.go). It does not change the given traces.
//
// An error says what the two texts disagree about: the type of a field, the fields
// of a class, the row of a guard.
func Align(before, after *trace.Trace) (b, a *trace.Trace, err error) {
	b, a, err = share(before, after)
	if err == nil {
		err = alignGuards(b, a)
	}
	if err != nil {
		return nil, nil, err
	}
	return b, a, nil
}

// Share gives two recorded traces common Tables, except for the comments, which stay separate. It does not change the given
// traces.
//
// An error says what the two texts disagree about: the type of a field, or the fields of a class.
func Share(before, after *trace.Trace) (b, a *trace.Trace, err error) {
	if b, a, err = share(before, after); err != nil {
		return nil, nil, err
	}
	tables := *a.Tables
	tables.Comments, a.Tables = after.Tables.Comments, &tables
	for v := range a.Ops {
		a.Ops[v].Src = after.Ops[v].Src
	}
	for k := range a.Virtuals {
		a.Virtuals[k].Src = after.Virtuals[k].Src
	}
	return b, a, nil
}

func share(before, after *trace.Trace) (b, a *trace.Trace, err error) {
	m, err := mergeTables(before, after)
	if err != nil {
		return nil, nil, err
	}
	first, second := *before, *after
	first.Tables, second.Tables = m.tables, m.tables
	m.translate(&second, numbersOf(before))
	return &first, &second, nil
}

// merger has the common tables of two traces, and the places of the second one's
// entries in them.
type merger struct {
	tables  *trace.Tables
	syms    []trace.Sym
	classes []int32
	fields  []int32
	arrays  []int32
	labels  []int32
	texts   []int32
}

func mergeTables(before, after *trace.Trace) (*merger, error) {
	t, u := before.Tables, after.Tables
	c := *t
	c.Syms, c.Labels, c.Texts = slices.Clone(t.Syms), slices.Clone(t.Labels), slices.Clone(t.Texts)
	c.Program = t.Program.Clone()
	m := &merger{tables: &c}
	m.mergeNames(u)
	m.mergeLabels(before, after)
	if err := m.mergeFields(u); err != nil {
		return nil, err
	}
	return m, m.mergeClasses(u)
}

// indexes returns where names are in a list.
func indexes[T any](list []T, name func(T) string) map[string]int32 {
	index := make(map[string]int32)
	for k, x := range slices.Backward(list) {
		index[name(x)] = int32(k)
	}
	return index
}

func (m *merger) mergeNames(u *trace.Tables) {
	syms := indexes(m.tables.Syms, func(s string) string { return s })
	for _, name := range u.Syms {
		k, ok := syms[name]
		if !ok {
			k = int32(len(m.tables.Syms))
			m.tables.Syms = append(m.tables.Syms, name)
			syms[name] = k
		}
		m.syms = append(m.syms, trace.Sym(k))
	}
	texts := indexes(m.tables.Texts, func(d trace.Descr) string { return d.Text })
	for _, d := range u.Texts {
		k, ok := texts[d.Text]
		if !ok {
			k = int32(len(m.tables.Texts))
			m.tables.Texts = append(m.tables.Texts, d)
		}
		m.texts = append(m.texts, k)
	}
}

// mergeLabels finds labels by their names. The first label without a name is that of the inputs on both sides, and others without
// one are the same in the order of the text. A jump without a label leads to another trace, nobody knows to which: its label stays
// one of its own, and whether two such ends are the same is decided in goesTo.
func (m *merger) mergeLabels(before, after *trace.Trace) {
	labels := indexes(m.tables.Labels, func(l trace.Label) string { return l.Name })
	same, nameless := make(map[int32]int32), namelessLabels(before)
	for at, k := range namelessLabels(after) {
		if at < len(nameless) {
			same[k] = nameless[at]
		}
	}
	for k, l := range after.Tables.Labels {
		into, ok := labels[l.Name]
		if l.Name == "" {
			into, ok = same[int32(k)]
		}
		if !ok {
			into = int32(len(m.tables.Labels))
			m.tables.Labels = append(m.tables.Labels, l)
		}
		m.labels = append(m.labels, into)
	}
}

// namelessLabels returns the labels without a name that a trace has, in its order.
func namelessLabels(t *trace.Trace) (list []int32) {
	for v := 1; v < len(t.Ops); v++ {
		if op := &t.Ops[v]; op.Code == trace.OpLabel && t.Tables.Labels[op.Descr].Name == "" {
			list = append(list, op.Descr)
		}
	}
	return list
}

func (m *merger) mergeFields(u *trace.Tables) error {
	schema := &m.tables.Schema
	fields := indexes(schema.Fields, func(f heap.Field) string { return f.Name })
	for i, f := range u.Schema.Fields {
		k, ok := fields[f.Name]
		switch {
		case !ok:
			k = int32(len(schema.Fields))
			schema.Fields = append(schema.Fields, f)
			m.tables.FieldText = append(m.tables.FieldText, textOf(u.FieldText, i))
		case schema.Fields[k].Type != f.Type:
			return fmt.Errorf("expected the field `%s` with values of type `%v`, found it with `%v` in the other trace", f.Name, schema.Fields[k].Type, f.Type)
		default:
			schema.Fields[k].Pure = schema.Fields[k].Pure && f.Pure
		}
		m.fields = append(m.fields, k)
	}
	arrays := indexes(schema.Arrays, func(a heap.ArrayType) string { return a.Name })
	for i, a := range u.Schema.Arrays {
		k, ok := arrays[a.Name]
		switch {
		case !ok:
			k = int32(len(schema.Arrays))
			schema.Arrays = append(schema.Arrays, a)
			m.tables.ArrayText = append(m.tables.ArrayText, textOf(u.ArrayText, i))
		case schema.Arrays[k].Elem == heap.Any:
			schema.Arrays[k].Elem = a.Elem
		case schema.Arrays[k].Elem != a.Elem && a.Elem != heap.Any:
			return fmt.Errorf("expected the array type `%s` with items of type `%v`, found it with `%v` in the other trace", a.Name, schema.Arrays[k].Elem, a.Elem)
		}
		m.arrays = append(m.arrays, k)
	}
	return nil
}

func textOf(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

func (m *merger) mergeClasses(u *trace.Tables) error {
	schema := &m.tables.Schema
	classes := indexes(schema.Classes, func(c heap.Class) string { return c.Name })
	for i, c := range u.Schema.Classes {
		c.Fields = slices.Clone(c.Fields)
		for j, f := range c.Fields {
			c.Fields[j] = heap.FieldID(m.fields[f])
		}
		k, ok := classes[c.Name]
		switch {
		case !ok:
			k = int32(len(schema.Classes))
			schema.Classes = append(schema.Classes, c)
			m.tables.ClassSpelling = append(m.tables.ClassSpelling, u.ClassSpelling[i])
		case c.Declared && !schema.Classes[k].Declared:
			schema.Classes[k] = c
		case c.Declared && !sameFields(c.Fields, schema.Classes[k].Fields):
			return fmt.Errorf("expected the class `%s` with the same fields in both traces, found different ones", c.Name)
		}
		m.classes = append(m.classes, k)
	}
	return nil
}

func sameFields(x, y []heap.FieldID) bool {
	set := func(list []heap.FieldID) map[heap.FieldID]bool {
		s := make(map[heap.FieldID]bool)
		for _, f := range list {
			s[f] = true
		}
		return s
	}
	return maps.Equal(set(x), set(y))
}

// numbersOf returns what distinguishes the constants of a trace that are known only
// by a number.
func numbersOf(t *trace.Trace) map[trace.Sym]uint64 {
	numbers := make(map[trace.Sym]uint64)
	for _, c := range t.Consts {
		if c.Kind == trace.ConstUnknown {
			numbers[c.Name] = c.Bits
		}
	}
	return numbers
}

// translate makes a trace refer to the common tables. Constants that are known only
// by a number become those of the first trace with the same number, if it has one.
func (m *merger) translate(t *trace.Trace, numbers map[trace.Sym]uint64) {
	t.Ops, t.Consts = slices.Clone(t.Ops), slices.Clone(t.Consts)
	t.Snaps, t.Virtuals, t.VirtualFields = slices.Clone(t.Snaps), slices.Clone(t.Virtuals), slices.Clone(t.VirtualFields)
	for k := range t.Consts {
		c := &t.Consts[k]
		c.Name = m.syms[c.Name]
		if c.Kind == trace.ConstUnknown {
			if bits, known := numbers[c.Name]; known {
				c.Bits = bits
			} else {
				c.Bits += uint64(len(numbers)+1) << 32
			}
		}
	}
	for k := range t.Ops {
		op := &t.Ops[k]
		op.Name = m.syms[op.Name]
		op.Src = 0
		if op.Descr >= 0 {
			op.Descr = m.descr(op.Code, op.Descr)
		}
	}
	for k := range t.Snaps {
		if d := t.Snaps[k].Descr; d >= 0 && int(d) < len(m.texts) {
			t.Snaps[k].Descr = m.texts[d]
		}
	}
	for k := range t.Virtuals {
		v := &t.Virtuals[k]
		v.Name, v.Src = m.syms[v.Name], 0
		switch {
		case v.Type < 0:
		case v.Array:
			v.Type = m.arrays[v.Type]
		default:
			v.Type = m.classes[v.Type]
		}
		if !v.Array {
			for f := v.First; f < v.First+v.Len; f++ {
				t.VirtualFields[f].Field = m.fields[t.VirtualFields[f].Field]
			}
		}
	}
}

func (m *merger) descr(code trace.Opcode, d int32) int32 {
	switch code.Info().Descr {
	case trace.DescrClass:
		return m.classes[d]
	case trace.DescrField:
		return m.fields[d]
	case trace.DescrArray:
		return m.arrays[d]
	case trace.DescrLabel:
		return m.labels[d]
	case trace.DescrText, trace.DescrOpaque:
		return m.texts[d]
	}
	return d
}

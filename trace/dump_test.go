package trace_test

import (
	"fmt"
	"strings"

	"unbox/heap"
	"unbox/trace"
)

// dump writes everything that a trace says except positions, with indexes into
// tables replaced by what they stand for, so that two traces can be compared.
func dump(t *trace.Trace) string {
	var b strings.Builder
	fmt.Fprintf(&b, "dialect %s\n", t.Dialect)
	for _, d := range t.Tables.Declarations {
		fmt.Fprintf(&b, "%s\n", d.Text)
	}
	for i, c := range t.Tables.Schema.Classes {
		fmt.Fprintf(&b, "class %s declared %v spelling %d:", c.Name, c.Declared, t.Tables.ClassSpelling[i])
		for _, f := range c.Fields {
			fmt.Fprintf(&b, " %s", t.Tables.Schema.Fields[f].Name)
		}
		b.WriteString("\n")
	}
	for i, f := range t.Tables.Schema.Fields {
		fmt.Fprintf(&b, "field %s %s %v %s\n", f.Name, f.Type, f.Pure, t.Tables.FieldText[i])
	}
	for _, a := range t.Tables.Schema.Arrays {
		fmt.Fprintf(&b, "array %s %s\n", a.Name, a.Elem)
	}
	for _, c := range t.Tables.Comments {
		fmt.Fprintf(&b, "comment %d %v %s\n", c.Op, c.Trailing, c.Text)
	}
	for v := 1; v < len(t.Ops); v++ {
		dumpOp(&b, t, trace.Value(v))
	}
	return b.String()
}

func dumpOp(b *strings.Builder, t *trace.Trace, v trace.Value) {
	op := &t.Ops[v]
	fmt.Fprintf(b, "%d: %s spelling %d type %s copy %d name %q src %d", v, op.Code, op.Spelling, op.Type, op.Copy, t.Tables.Syms[op.Name], op.Src)
	for _, arg := range t.Args(v) {
		fmt.Fprintf(b, " %s", dumpValue(t, arg, nil))
	}
	fmt.Fprintf(b, " descr %s", dumpDescr(t, op))
	if op.Snap != 0 {
		snap := t.Snaps[op.Snap]
		fmt.Fprintf(b, " snapshot %v", snap.Listed)
		if snap.Descr >= 0 {
			fmt.Fprintf(b, " %s", t.Tables.Texts[snap.Descr].Text)
		}
		seen := make(map[trace.Value]int)
		for _, x := range t.SnapValues(op.Snap) {
			fmt.Fprintf(b, " %s", dumpValue(t, x, seen))
		}
	}
	b.WriteString("\n")
}

func dumpDescr(t *trace.Trace, op *trace.Op) string {
	if op.Descr < 0 {
		return "none"
	}
	switch op.Code.Info().Descr {
	case trace.DescrClass:
		return t.Tables.Schema.Classes[op.Descr].Name
	case trace.DescrField:
		return t.Tables.Schema.Fields[op.Descr].Name
	case trace.DescrArray:
		return t.Tables.Schema.Arrays[op.Descr].Name
	case trace.DescrLabel:
		return fmt.Sprintf("label %d %q", op.Descr, t.Tables.Labels[op.Descr].Name)
	}
	return fmt.Sprintf("%+v", t.Tables.Texts[op.Descr])
}

// dumpValue writes a value; seen numbers the virtual objects of a snapshot.
func dumpValue(t *trace.Trace, v trace.Value, seen map[trace.Value]int) string {
	switch {
	case v.IsConst():
		c := t.Const(v)
		unique := ""
		if c.Kind == trace.ConstUnknown || c.Kind == trace.ConstRounded {
			unique = fmt.Sprint(v)
		}
		return fmt.Sprintf("const(%d %#x %q %s)", c.Kind, c.Bits, t.Tables.Syms[c.Name], unique)
	case !v.IsVirtual():
		return fmt.Sprint(int(v))
	}
	if n, ok := seen[v]; ok {
		return fmt.Sprintf("virtual %d", n)
	}
	seen[v] = len(seen)
	virt := t.Virtuals[v.VirtualIndex()]
	var b strings.Builder
	name := "any"
	switch {
	case virt.Array:
		name = t.Tables.Schema.Arrays[virt.Type].Name
	case heap.ClassID(virt.Type) != heap.NoClass:
		name = t.Tables.Schema.Classes[virt.Type].Name
	}
	fmt.Fprintf(&b, "virtual %d %s length %d (", seen[v], name, virt.Length)
	for _, f := range t.Fields(v.VirtualIndex()) {
		field := fmt.Sprint(f.Field)
		if !virt.Array {
			field = t.Tables.Schema.Fields[f.Field].Name
		}
		fmt.Fprintf(&b, "%s=%s ", field, dumpValue(t, f.Value, seen))
	}
	return b.String() + ")"
}

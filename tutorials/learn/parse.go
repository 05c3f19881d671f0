package learn

import (
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"unbox/trace"
)

// parseBlock makes a block from a text in any dialect.
func parseBlock(t *starlark.Thread, text string) (*Block, error) {
	tr, err := parseTrace(t, text)
	if err != nil {
		return nil, err
	}
	return blockOf(t, tr, trace.NewSourceNamer(tr))
}

// parseTrace parses a text. The error is the first one in the text, with its place.
func parseTrace(t *starlark.Thread, text string) (*trace.Trace, error) {
	return Recall(t, Question("parse", text), func() (*trace.Trace, error) { return parsed(t, text) })
}

func parsed(t *starlark.Thread, text string) (*trace.Trace, error) {
	if err := checkText(t, len(text)); err != nil {
		return nil, err
	}
	// About 2 µs for each line of some 30 bytes.
	if err := Charge(t, uint64(len(text)/4)); err != nil {
		return nil, err
	}
	if err := chargeMemory(t, 8*uint64(len(text))); err != nil {
		return nil, err
	}
	tr, diagnostics := trace.Parse(text)
	if tr == nil {
		for _, d := range diagnostics {
			if d.Severity == trace.Error {
				line, column := trace.Position(text, d.From)
				return nil, fmt.Errorf("line %d, column %d of the trace: %s: `%s`", line, column, d.Message, lineOf(text, line))
			}
		}
		panic("BUG: a trace without a result and without an error")
	}
	return tr, nil
}

func lineOf(text string, n int) string {
	lines := strings.Split(text, "\n")
	if n < 1 || n > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[n-1])
}

// reader turns a trace into a block.
type reader struct {
	t        *starlark.Thread
	trace    *trace.Trace
	names    *trace.Namer
	ops      []*Operation // by index in trace.Ops
	virtuals map[int]*Virtual
	// empty are the virtual objects whose contents are not filled in yet.
	empty []int
}

// blockOf makes a block from a trace, with its names.
func blockOf(t *starlark.Thread, tr *trace.Trace, names *trace.Namer) (*Block, error) {
	if err := chargeMemory(t, 256*uint64(len(tr.Ops))); err != nil {
		return nil, err
	}
	r := &reader{t: t, trace: tr, names: names, ops: make([]*Operation, len(tr.Ops))}
	bb := &Block{dialect: tr.Dialect}
	for _, d := range tr.Tables.Declarations {
		bb.declarations = append(bb.declarations, d.Text)
	}
	for v := 1; v < len(tr.Ops); v++ {
		op := &tr.Ops[v]
		own := newOperation(t, "label")
		r.ops[v] = own
		if op.Type != trace.Void {
			own.result = r.names.Name(trace.Value(v))
		}
		if op.Code == trace.OpParam {
			own.name = "param"
			continue
		}
		bb.ops = append(bb.ops, own)
	}
	for v := 1; v < len(tr.Ops); v++ {
		if tr.Ops[v].Code != trace.OpParam {
			r.fill(trace.Value(v))
		}
	}
	return bb, nil
}

// fill gives an operation its name and its arguments in the written order.
func (r *reader) fill(v trace.Value) {
	op, own := &r.trace.Ops[v], r.ops[v]
	args := r.trace.Args(v)
	switch op.Code {
	case trace.OpLabel:
		r.label(v, own, args)
		return
	case trace.OpOpaque:
		own.name, own.descr, _ = strings.Cut(r.trace.Tables.Texts[op.Descr].Text, " ")
		own.args = starlark.NewList(r.values(args))
		return
	}
	spelling := op.Code.Info().Spellings[op.Spelling]
	own.name = spelling.Name
	layout := spelling.Layout
	if layout == "infix" {
		own.name, layout = op.Code.Info().Name(), "**"
	}
	r.operands(own, op, layout, args)
	if op.Snap != 0 {
		r.snapshot(own, op.Snap)
	}
}

func (r *reader) label(v trace.Value, own *Operation, args []trace.Value) {
	own.descr = r.trace.Tables.Labels[r.trace.Ops[v].Descr].Name
	own.args = starlark.NewList(r.values(args))
	var params []starlark.Value
	for p := v + 1; int(p) < len(r.trace.Ops) && r.trace.Ops[p].Code == trace.OpParam; p++ {
		params = append(params, r.ops[p])
	}
	own.params = starlark.NewList(params)
}

// operands follows a layout of the operation table; see trace.Spelling.
func (r *reader) operands(own *Operation, op *trace.Op, layout string, args []trace.Value) {
	var list []starlark.Value
	inDescr := false
	for k := 0; k < len(layout); k++ {
		switch letter := layout[k]; letter {
		case '*':
			list = append(list, r.values(args)...)
			args = nil
		case ';':
			inDescr = true
		case '?':
		case 'C', 'F', 'N', 'A', 'D', 'L':
			text, number := r.reference(op, letter, inDescr)
			if text == "" {
				continue
			}
			if inDescr {
				own.descr = text
				continue
			}
			var value starlark.Value = starlark.String(text)
			if number {
				value = parsedInt(text)
			}
			list = append(list, &Constant{value: value, id: nextID(r.t)})
		default:
			list = append(list, r.value(args[0]))
			args = args[1:]
		}
	}
	own.args = starlark.NewList(list)
}

func parsedInt(text string) starlark.Value {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return starlark.MakeInt64(n)
	}
	return starlark.String(text)
}

// reference returns the text of what an operation refers to besides its
// arguments.
func (r *reader) reference(op *trace.Op, letter byte, inDescr bool) (text string, number bool) {
	if op.Descr < 0 {
		return "", false
	}
	tables := r.trace.Tables
	switch letter {
	case 'C':
		name := tables.Schema.Classes[op.Descr].Name
		if !inDescr && tables.ClassSpelling[op.Descr] == trace.ClassConst {
			name = "ConstClass(" + name + ")"
		}
		return name, false
	case 'F':
		if text := tables.FieldText[op.Descr]; inDescr && text != "" {
			return text, false
		}
		return tables.Schema.Fields[op.Descr].Name, false
	case 'N':
		return tables.Schema.Fields[op.Descr].Name, true
	case 'A':
		return tables.Schema.Arrays[op.Descr].Name, false
	case 'L':
		return tables.Labels[op.Descr].Name, false
	}
	return tables.Texts[op.Descr].Text, false
}

func (r *reader) snapshot(own *Operation, s int32) {
	r.virtuals = make(map[int]*Virtual)
	if snap := &r.trace.Snaps[s]; snap.Descr >= 0 {
		own.descr = r.trace.Tables.Texts[snap.Descr].Text
	}
	if r.trace.Snaps[s].Listed {
		own.snapshot = starlark.NewList(r.values(r.trace.SnapValues(s)))
	}
	if pending := r.trace.SnapPending(s); len(pending) > 0 {
		own.pending = starlark.NewList(r.values(pending))
	}
	r.fillVirtuals()
}

func (r *reader) values(list []trace.Value) []starlark.Value {
	values := make([]starlark.Value, len(list))
	for i, v := range list {
		values[i] = r.value(v)
	}
	return values
}

func (r *reader) value(v trace.Value) starlark.Value {
	switch {
	case v.IsOp():
		return r.ops[v]
	case v.IsVirtual():
		return r.virtual(v.VirtualIndex())
	case v.IsConst():
		if c := r.trace.Const(v); c.Kind == trace.ConstInt && c.Name == 0 {
			return &Constant{value: starlark.MakeInt64(int64(c.Bits)), id: nextID(r.t)}
		}
		return r.constant(v)
	}
	return &Constant{value: starlark.String("None"), id: nextID(r.t)}
}

// constant returns any other constant: a double, or text as written.
func (r *reader) constant(v trace.Value) starlark.Value {
	text := r.names.Name(v)
	var value starlark.Value = starlark.String(text)
	switch c := r.trace.Const(v); {
	case c.Kind == trace.ConstFloat && c.Name == 0:
		value = starlark.Float(floatFrom(c.Bits))
	case c.Kind == trace.ConstInt:
		value = starlark.MakeInt64(int64(c.Bits))
	}
	return &Constant{value: value, id: nextID(r.t)}
}

// virtual returns the virtual object of a description. Its contents are filled in later,
// because a chain can be as long as the trace.
func (r *reader) virtual(k int) *Virtual {
	if v, ok := r.virtuals[k]; ok {
		return v
	}
	described := &r.trace.Virtuals[k]
	v := &Virtual{array: described.Array, name: r.trace.Tables.Syms[described.Name], id: nextID(r.t)}
	r.virtuals[k] = v
	r.empty = append(r.empty, k)
	return v
}

// fillVirtuals fills in the virtual objects of a snapshot, and those that they
// mention.
func (r *reader) fillVirtuals() {
	for len(r.empty) > 0 {
		k := r.empty[len(r.empty)-1]
		r.empty = r.empty[:len(r.empty)-1]
		r.fillVirtual(r.virtuals[k], k)
	}
}

func (r *reader) fillVirtual(v *Virtual, k int) {
	described := &r.trace.Virtuals[k]
	schema := &r.trace.Tables.Schema
	switch {
	case described.Of != trace.None:
		v.of = r.value(described.Of).(Value)
	case described.Array:
		v.class = schema.Arrays[described.Type].Name
	case described.Type < 0:
		v.class = "alloc"
	default:
		v.class = schema.Classes[described.Type].Name
	}
	if described.Array {
		if v.of == nil {
			r.items(v, k, described)
		} else {
			r.writtenItems(v, k, described)
		}
		return
	}
	for _, f := range r.trace.Fields(k) {
		name := schema.Fields[f.Field].Name
		if text := r.trace.Tables.FieldText[f.Field]; text != "" {
			name = text
		}
		v.names = append(v.names, name)
		v.values = append(v.values, r.value(f.Value))
	}
}

// writtenItems lists the items of an existing array that are still to be written, by array type and index.
func (r *reader) writtenItems(v *Virtual, k int, described *trace.Virtual) {
	v.array = false // it is written like fields
	for _, f := range r.trace.Fields(k) {
		v.names = append(v.names, fmt.Sprintf("%s[%d]", r.trace.Tables.Schema.Arrays[described.Type].Name, f.Field))
		v.values = append(v.values, r.value(f.Value))
	}
}

// items lists all items of a virtual array; missing ones are 0 or null.
func (r *reader) items(v *Virtual, k int, described *trace.Virtual) {
	var empty starlark.Value = starlark.MakeInt(0)
	switch r.trace.Tables.Schema.Arrays[described.Type].Elem {
	case trace.Ref:
		empty = starlark.String("null")
	case trace.Float:
		empty = starlark.Float(0)
	}
	fields := r.trace.Fields(k)
	for i := range described.Length {
		var value starlark.Value = &Constant{value: empty, id: nextID(r.t)}
		if len(fields) > 0 && fields[0].Field == i {
			value, fields = r.value(fields[0].Value), fields[1:]
		}
		v.names = append(v.names, fmt.Sprint(i))
		v.values = append(v.values, value)
	}
}

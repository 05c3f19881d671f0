package trace

import "strings"

// operation prints an operation that is no label.
func (p *printer) operation(v Value, op *Op) {
	if op.Type != Void || op.Name != 0 && p.names.prefix == "" || p.names.prefix != "" && !p.names.typed[v] {
		p.define(v)
		p.buf = append(p.buf, " = "...)
	}
	s := &opTable[op.Code].Spellings[p.spelling(op)]
	args := p.t.ArgList[op.First : op.First+op.Len]
	switch {
	case s.Layout == "infix":
		p.value(args[0])
		p.buf = append(p.buf, ' ')
		p.text(SpanOperation, s.Name)
		p.buf = append(p.buf, ' ')
		p.value(args[1])
		return
	case op.Code == OpOpaque:
		p.opaque(op, args)
	default:
		p.text(SpanOperation, s.Name)
		p.buf = append(p.buf, '(')
		p.operands(op, s.Layout, args)
	}
	p.buf = append(p.buf, ')')
	if op.Snap != 0 && !p.bare {
		p.failList(op.Snap)
		p.fromRows(v)
	}
}

// spelling returns the spelling with which an operation can be printed. It is the
// operation's own, unless a pass put something into the operation that this
// spelling cannot express.
func (p *printer) spelling(op *Op) uint8 {
	switch op.Code {
	case OpGet, OpSet:
		return p.fieldSpelling(op)
	case OpNew:
		if noClass := op.Descr < 0; noClass != (opTable[OpNew].Spellings[op.Spelling].Layout == "") {
			return p.fitting(op, func(layout string) bool { return (layout == "") == noClass })
		}
	case OpJump:
		if op.Spelling == 1 && op.Descr >= 0 && !isPlainName(p.t.Tables.Labels[op.Descr].Name) {
			return 0
		}
	}
	return op.Spelling
}

// leavesTrace reports whether a jump goes to a label without a name that is not at the
// beginning of the trace: the end of a short preamble, after which another trace runs.
func (p *printer) leavesTrace(jump *Op) bool {
	first := &p.t.Ops[1]
	return first.Code != OpLabel || first.Descr != jump.Descr
}

// fieldSpelling returns a spelling in which the field can be written: numbers go
// with load and store, descriptors with descr=.
func (p *printer) fieldSpelling(op *Op) uint8 {
	layout := opTable[op.Code].Spellings[op.Spelling].Layout
	number, descr := strings.IndexByte(layout, 'N') >= 0, strings.IndexByte(layout, ';') >= 0
	switch numeric := p.numeric[op.Descr]; {
	case descr || number && numeric || !number && p.plain[op.Descr]:
		return op.Spelling
	case numeric:
		return p.fitting(op, func(layout string) bool { return strings.IndexByte(layout, 'N') >= 0 })
	case p.plain[op.Descr]:
		return 0
	}
	return p.fitting(op, func(layout string) bool { return strings.IndexByte(layout, ';') >= 0 })
}

// fitting returns the first spelling with a fitting layout and the right type of
// result.
func (p *printer) fitting(op *Op, fits func(layout string) bool) uint8 {
	for i, s := range opTable[op.Code].Spellings {
		if fits(s.Layout) && (s.Result == 0 || TypeOfLetter(s.Result) == op.Type) {
			return uint8(i)
		}
	}
	return op.Spelling
}

// operands prints what is between the parentheses.
func (p *printer) operands(op *Op, layout string, args []Value) {
	first, next := true, 0
	comma := func() {
		if !first {
			p.buf = append(p.buf, ", "...)
		}
		first = false
	}
	for k := 0; k < len(layout); k++ {
		switch letter := layout[k]; letter {
		case '*':
			for ; next < len(args); next++ {
				comma()
				p.value(args[next])
			}
		case 'C', 'F', 'N':
			comma()
			p.reference(op, letter)
		case '?':
			if k++; op.Descr >= 0 && p.labelNamed(op) { // ?L in front
				comma()
				p.reference(op, layout[k])
			}
		case ';':
			p.descriptor(op, layout[k+1:], comma)
			k = len(layout)
		default:
			comma()
			p.value(args[next])
			next++
		}
	}
	if op.Snap != 0 && p.t.Snaps[op.Snap].Descr >= 0 && !p.bare {
		comma()
		p.descrWord()
		p.descriptorText(p.t.Tables.Texts[p.t.Snaps[op.Snap].Descr].Text)
	}
}

// descriptor prints "descr=…" if the operation has one.
func (p *printer) descriptor(op *Op, layout string, comma func()) {
	letter := layout[len(layout)-1]
	if op.Descr < 0 || letter == 'L' && !p.labelNamed(op) || p.bare && (letter == 'A' || letter == 'D') {
		return
	}
	comma()
	p.descrWord()
	switch letter {
	case 'F':
		p.descriptorText(p.t.fieldDescr(op.Descr))
	case 'C':
		p.descriptorText(p.t.Tables.Schema.Classes[op.Descr].Name)
	case 'A':
		p.descriptorText(p.t.Tables.Schema.Arrays[op.Descr].Name)
	default:
		p.reference(op, letter)
	}
}

// descrWord prints what comes before a descriptor, which only PyPy writes.
func (p *printer) descrWord() {
	p.text(SpanKeyword, "descr")
	p.buf = append(p.buf, '=')
	p.marked = true
}

// fieldDescr returns a field as it is written after "descr=".
func (t *Trace) fieldDescr(f int32) string {
	if text := t.Tables.FieldText[f]; text != "" {
		return text
	}
	return t.Tables.Schema.Fields[f].Name
}

// labelNamed reports whether the jump's label has a name to print.
func (p *printer) labelNamed(op *Op) bool { return p.t.Tables.Labels[op.Descr].Name != "" }

// reference prints what Op.Descr refers to.
func (p *printer) reference(op *Op, letter byte) {
	tables := p.t.Tables
	switch letter {
	case 'C':
		p.class(op.Descr)
	case 'F', 'N':
		p.text(SpanField, tables.Schema.Fields[op.Descr].Name)
	case 'A':
		p.text(SpanClass, tables.Schema.Arrays[op.Descr].Name)
	case 'L':
		p.text(SpanLabel, tables.Labels[op.Descr].Name)
	case 'D':
		p.descriptorText(tables.Texts[op.Descr].Text)
	}
}

// class prints a class as an operand.
func (p *printer) class(c int32) {
	name := p.t.Tables.Schema.Classes[c].Name
	if p.t.Tables.ClassSpelling[c] == ClassConst {
		p.text(SpanConstant, "ConstClass")
		p.buf = append(p.buf, '(')
		p.text(SpanClass, name)
		p.buf = append(p.buf, ')')
		return
	}
	p.text(SpanClass, name)
}

// opaque prints an operation that the table does not know, up to the closing
// parenthesis.
func (p *printer) opaque(op *Op, args []Value) {
	name, descr, found := strings.Cut(p.t.Tables.Texts[op.Descr].Text, " ")
	p.text(SpanOperation, name)
	p.buf = append(p.buf, '(')
	for i, arg := range args {
		if i > 0 {
			p.buf = append(p.buf, ", "...)
		}
		p.value(arg)
	}
	if found && !p.bare {
		if len(args) > 0 {
			p.buf = append(p.buf, ", "...)
		}
		p.descrWord()
		p.descriptorText(descr)
	}
}

// label prints a label with its parameters, and with the values that fall into
// them where those have other names.
func (p *printer) label(v Value, op *Op) {
	name := p.t.Tables.Labels[op.Descr].Name
	word, kind, open, closing := "label", SpanOperation, "(", ")"
	switch {
	case op.Spelling == 1 && (name == "" || name == loopItself) && v == 1:
		word, open, closing, name = "", "[", "]", ""
	case op.Spelling == 2 && isPlainName(name) && spelledNames().find(name, hashText(name)) == nil:
		word, kind, closing, name = name, SpanLabel, "):", ""
	}
	p.text(kind, word)
	p.buf = append(p.buf, open...)
	params := 0
	for param := v + 1; int(param) < len(p.t.Ops) && p.t.Ops[param].Code == OpParam; param++ {
		if params > 0 {
			p.buf = append(p.buf, ", "...)
		}
		p.param(op, param, params)
		params++
	}
	if name != "" {
		if params > 0 {
			p.buf = append(p.buf, ", "...)
		}
		p.descrWord()
		p.text(SpanLabel, name)
	}
	p.buf = append(p.buf, closing...)
}

func (p *printer) param(label *Op, param Value, i int) {
	from := len(p.buf)
	p.define(param)
	if uint32(i) >= label.Len {
		return
	}
	own, spans := len(p.buf), len(p.spans)
	p.buf = append(p.buf, '=')
	p.value(p.t.ArgList[label.First+uint32(i)])
	if string(p.buf[from:own]) == string(p.buf[own+1:]) {
		p.buf, p.spans = p.buf[:own], p.spans[:spans]
	}
}

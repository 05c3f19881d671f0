package trace

import "strings"

// SpanKind says what a piece of a line is.
type SpanKind uint8

const (
	// SpanText is blanks, brackets and commas.
	SpanText SpanKind = iota
	SpanOperation
	SpanVariable
	SpanNumber
	SpanConstant
	SpanClass
	SpanField
	SpanLabel
	SpanKeyword
	SpanString
	SpanDescriptor
	// SpanPath is the package of a dotted name in a descriptor: "pypy.objspace.std." in
	// <FieldP pypy.objspace.std.W_Root.inst_w 8>.
	SpanPath
	SpanComment
)

// Span is a stretch of a line, and what it is.
type Span struct {
	Kind SpanKind
	// Defines means that the value is defined here.
	Defines bool
	// Value is the value that the span names, None if it names none. The name of a virtual
	// object in a snapshot has the object's description.
	Value Value
	// From and To are its place in the line, in bytes.
	From, To int
}

// span says what was printed from a place on.
func (p *printer) span(kind SpanKind, from int, v Value) {
	if p.wantSpans && from < len(p.buf) {
		p.spans = append(p.spans, Span{Kind: kind, Value: v, From: from, To: len(p.buf)})
	}
}

// text prints a piece of one kind that names no value.
func (p *printer) text(kind SpanKind, text string) {
	from := len(p.buf)
	p.buf = append(p.buf, text...)
	p.span(kind, from, None)
}

// filled returns the spans with plain text between them.
func (p *printer) filled() []Span {
	p.whole = p.whole[:0]
	at := 0
	for _, s := range p.spans {
		if s.From > at {
			p.whole = append(p.whole, Span{From: at, To: s.From})
		}
		p.whole = append(p.whole, s)
		at = s.To
	}
	if at < len(p.buf) {
		p.whole = append(p.whole, Span{From: at, To: len(p.buf)})
	}
	return p.whole
}

// value prints an operand that is no virtual object.
func (p *printer) value(v Value) {
	from := len(p.buf)
	p.buf = p.names.appendValue(p.buf, v)
	if !p.wantSpans {
		return
	}
	switch {
	case v.IsOp(), v.IsVirtual():
		p.span(SpanVariable, from, v)
	case v.IsConst():
		p.span(constSpan(p.t.Const(v).Kind), from, v)
	default:
		p.span(SpanConstant, from, None)
	}
}

// define prints the name of a result where it is defined.
func (p *printer) define(v Value) {
	from := len(p.buf)
	p.buf = p.names.appendName(p.buf, v)
	if p.span(SpanVariable, from, v); p.wantSpans && from < len(p.buf) {
		p.spans[len(p.spans)-1].Defines = true
	}
}

func constSpan(kind ConstKind) SpanKind {
	switch kind {
	case ConstInt, ConstFloat, ConstRounded:
		return SpanNumber
	case ConstText:
		return SpanString
	}
	return SpanConstant
}

// descriptorText prints a descriptor as it was written, with the packages in it as
// spans of their own.
func (p *printer) descriptorText(text string) {
	if !p.wantSpans || !strings.HasPrefix(text, "<") {
		p.text(SpanDescriptor, text)
		return
	}
	for text != "" {
		from, to := PackagePath(text)
		p.text(SpanDescriptor, text[:from])
		p.text(SpanPath, text[from:to])
		if from == to {
			p.text(SpanDescriptor, text[from:])
			return
		}
		text = text[to:]
	}
}

// PackagePath returns the place of the first package in a text: all but the last two parts
// of a name with dots. from and to are len(text) if there is none.
func PackagePath(text string) (from, to int) {
	for i := 0; i < len(text); {
		if CharClass[text[i]]&CharStart == 0 {
			i++
			continue
		}
		from, before, last := i, -1, -1
		for ; i < len(text) && inDotted(text[i:]); i++ {
			if text[i] == '.' {
				before, last = last, i
			}
		}
		if before >= 0 {
			return from, before + 1
		}
	}
	return len(text), len(text)
}

// inDotted reports whether a name with dots continues here.
func inDotted(text string) bool {
	return CharClass[text[0]]&charName != 0 || len(text) > 1 && text[0] == '.' && CharClass[text[1]]&CharStart != 0
}

// declaration prints the line of a class: "class Node { next: Node, value: int }".
func (p *printer) declaration(text string) {
	inside, before := false, byte(0)
	for i := 0; i < len(text); {
		to := i + 1
		for CharClass[text[i]]&charName != 0 && to < len(text) && (CharClass[text[to]]&charName != 0 || text[to] == '.') {
			to++
		}
		from := len(p.buf)
		p.buf = append(p.buf, text[i:to]...)
		switch c := text[i]; {
		case CharClass[c]&charName == 0:
			if inside = inside || c == '{'; c != ' ' {
				before = c
			}
		case i == 0:
			p.span(SpanKeyword, from, None)
		case inside && before != ':':
			p.span(SpanField, from, None)
		default:
			p.span(SpanClass, from, None)
		}
		i = to
	}
}

package trace

// LooseSpans returns the spans of a line that need not be a line of a trace: what a learner's
// program printed, or a trace with an error. It looks at the line alone, so no span has a value.
// Together the spans are the line.
func LooseSpans(line string) []Span {
	l := looseLine{lexer: lexer{text: line}}
	for l.pos < len(line) {
		l.piece()
	}
	return l.spans
}

// looseLine is a line with the pieces that were found so far.
type looseLine struct {
	lexer
	spans []Span
	// depth is the number of open brackets; operation is what the outermost one belongs to,
	// and argument counts its arguments.
	depth, argument int
	operation       Opcode
}

// piece finds the next piece.
func (l *looseLine) piece() {
	from := l.pos
	switch c := l.peek(); {
	case c == '#':
		l.pos = len(l.text)
		l.add(SpanComment, from)
	case (c == '"' || c == '\'') && l.quoted() != "":
		l.add(SpanString, from)
	case c == '<' && l.angled() != "":
		l.add(SpanDescriptor, from)
	case CharClass[c]&charDigit != 0, c == '-' && l.pos+1 < len(l.text) && CharClass[l.text[l.pos+1]]&charDigit != 0:
		l.number()
		l.add(SpanNumber, from)
	case l.atName():
		name := l.dotted()
		l.add(l.nameKind(name, from), from)
	default:
		l.bracket(c)
		l.pos++
		l.add(SpanText, from)
	}
}

// number skips a number: digits, a fraction, an exponent.
func (l *looseLine) number() {
	for l.pos++; l.pos < len(l.text); l.pos++ {
		c, before := l.text[l.pos], l.text[l.pos-1]
		sign := (c == '-' || c == '+') && (before == 'e' || before == 'E')
		if CharClass[c]&charName == 0 && c != '.' && !sign {
			return
		}
	}
}

// bracket counts brackets and arguments.
func (l *looseLine) bracket(c byte) {
	switch c {
	case '(', '[', '{':
		l.depth++
	case ')', ']', '}':
		l.depth = max(l.depth-1, 0)
	case ',':
		if l.depth == 1 {
			l.argument++
		}
	}
}

// nameKind says what a name is, by what comes after it and where it is.
func (l *looseLine) nameKind(name string, from int) SpanKind {
	after := lexer{text: l.text, pos: l.pos}
	next := after.next()
	operation, known := LookupSpelling(name)
	field := l.depth == 1 && l.argument == 1 && l.operation != OpNone && l.operation.Info().Descr == DescrField
	switch {
	case next == '(' && l.depth == 0:
		if l.argument = 0; known {
			l.operation = operation.Code
		}
		return SpanOperation
	case name == "NULL" || name == "null" || name == "None" || name == "True" || name == "False" || name == "nan" || name == "inf":
		return SpanConstant
	case next == '(':
		return SpanClass
	case next == '=' && l.depth > 0 || field:
		return SpanField
	case l.text[from] >= 'A' && l.text[from] <= 'Z':
		return SpanClass
	}
	return SpanVariable
}

// add ends a piece; pieces without a colour of their own are joined.
func (l *looseLine) add(kind SpanKind, from int) {
	if last := len(l.spans) - 1; kind == SpanText && last >= 0 && l.spans[last].Kind == SpanText {
		l.spans[last].To = l.pos
		return
	}
	after := lexer{text: l.text, pos: l.pos}
	l.spans = append(l.spans, Span{Kind: kind, From: from, To: l.pos,
		Defines: kind == SpanVariable && l.depth == 0 && after.next() == '='})
}

package trace

import "strings"

// operands reads everything up to the closing parenthesis.
func (p *parser) operands(o *Op, s *spelled, name string) (descr string, ok bool) {
	read := 0
	for k := 0; k < len(s.layout); k++ {
		if s.layout[k] == '*' {
			if read, ok = p.anyOperands(o, read); !ok {
				return "", false
			}
			break
		}
		more, ok := p.moreOperands(read)
		if !ok {
			return "", false
		}
		if !more || p.atDescr() {
			p.reportCount(s, name, read, p.pos)
			return "", false
		}
		if !p.operand(o, s.layout[k]) {
			return "", false
		}
		read++
	}
	descr, ok = p.closing(o, s, name, read)
	o.Len = uint32(len(p.t.ArgList)) - o.First
	return descr, ok
}

// moreOperands skips the comma before the next operand and reports whether
// there is one.
func (p *parser) moreOperands(read int) (more, ok bool) {
	switch c := p.next(); {
	case c == ')':
		return false, true
	case read == 0:
		return true, true
	case c != ',':
		p.expected("`,` or `)`")
		return false, false
	}
	p.pos++
	if p.next() == ')' {
		p.expected("a value")
		return false, false
	}
	return true, true
}

// anyOperands reads values up to the parenthesis or the descriptor.
func (p *parser) anyOperands(o *Op, read int) (int, bool) {
	for {
		before := p.pos
		more, ok := p.moreOperands(read)
		if !ok {
			return read, false
		}
		if !more {
			return read, true
		}
		if p.atDescr() {
			p.pos = before
			return read, true
		}
		letter := byte('a')
		if o.Code == OpMark {
			letter = 'm'
		}
		if !p.operand(o, letter) {
			return read, false
		}
		read++
	}
}

// operand reads one operand of the kind that its letter in the layout says.
func (p *parser) operand(o *Op, letter byte) bool {
	switch letter {
	case 'C':
		return p.classOperand(o)
	case 'F':
		return p.fieldOperand(o)
	case 'N':
		return p.numberOperand(o)
	case 'm':
		if p.peek() == '\'' {
			return p.markOperand()
		}
	}
	v, at, ok := p.value()
	if !ok {
		return false
	}
	switch letter {
	case 'i', 'r', 'f':
		p.want(v, typeTerm(TypeOfLetter(letter)), at)
	default:
		p.touch(v)
	}
	p.t.ArgList = append(p.t.ArgList, v)
	p.spans = append(p.spans, at)
	return true
}

// markOperand reads the quoted text of debug_merge_point.
func (p *parser) markOperand() bool {
	from := p.pos
	if p.sourceMark() == "" {
		p.errorf(CodeSyntax, from, p.lineEnd(), "expected a closing quote, found the end of the line")
		return false
	}
	v := p.constant(Const{Kind: ConstText, Name: p.internText(p.text[from:p.pos])})
	p.t.ArgList = append(p.t.ArgList, v)
	p.spans = append(p.spans, textSpan{int32(from), int32(p.pos)})
	return true
}

// classOperand reads a class: BoxedInteger, 140737336165720 or ConstClass(name).
func (p *parser) classOperand(o *Op) bool {
	from := p.pos
	if p.peek() == '<' {
		p.expected("a class")
		return false
	}
	name, spelling := "", ClassPlain
	if CharClass[p.peek()]&charDigit != 0 {
		p.digits()
		name = p.text[from:p.pos]
	} else if name = p.dotted(); name == "ConstClass" && p.peek() == '(' {
		inside, ok := p.inParentheses()
		if !ok {
			return false
		}
		name, spelling = inside, ClassConst
	}
	if name == "" {
		p.expected("a class")
		return false
	}
	o.Descr = p.class(name, spelling)
	return true
}

// fieldOperand reads the name of a field.
func (p *parser) fieldOperand(o *Op) bool {
	from := p.pos
	name := p.dotted()
	if name == "" {
		p.expected("a field")
		return false
	}
	o.Descr = p.usedField(name, from)
	return true
}

// usedField returns the field that was written at a place. It reports a name
// that two classes share with different types.
func (p *parser) usedField(name string, from int) int32 {
	if example, ambiguous := p.fields.ambiguous[name]; ambiguous {
		p.errorf(CodeAmbiguous, from, p.pos, "expected a field with its class, as in `%s`, found `%s`, which holds different types in different classes", example, name)
	}
	return p.field(name)
}

// numberOperand reads the number of a toy object's field.
func (p *parser) numberOperand(o *Op) bool {
	from := p.pos
	if !p.digits() || CharClass[p.peek()]&charName != 0 {
		p.pos = from
		p.expected("a field's number")
		return false
	}
	digits := strings.TrimLeft(p.text[from:p.pos-1], "0") + p.text[p.pos-1:p.pos]
	if len(digits) > 9 {
		p.errorf(CodeNumber, from, p.pos, "expected a field's number below 1000000000, found `%s`", shorten(digits))
	}
	o.Descr = p.toyField(digits)
	return true
}

// atDescr reports whether "descr=" comes next.
func (p *parser) atDescr() bool {
	if p.next() != 'd' || !strings.HasPrefix(p.text[p.pos:], "descr") {
		return false
	}
	behind := p.lexer
	behind.pos += len("descr")
	return behind.accept('=')
}

// closing reads the descriptor, if there is one, and the parenthesis.
func (p *parser) closing(o *Op, s *spelled, name string, read int) (descr string, ok bool) {
	more, ok := p.moreOperands(read)
	if !ok {
		return "", false
	}
	if more {
		if !p.atDescr() {
			p.reportCount(s, name, read+p.countOperands(), p.pos)
			return "", false
		}
		if s.descr == 0 && !s.code.IsGuard() {
			p.expected("`)` (there is no descriptor for `" + shorten(name) + "`)")
			return "", false
		}
		if descr = p.descrOperand(o, s.descr); descr == "" {
			return "", false
		}
	} else if s.descr != 0 && !s.optional {
		p.expected("`descr=…`")
		return "", false
	}
	if !p.accept(')') {
		p.expected("`)`")
		return "", false
	}
	return descr, true
}

// descrOperand reads "descr=…" and does with it what the letter says.
func (p *parser) descrOperand(o *Op, letter byte) string {
	p.pos += len("descr")
	p.accept('=')
	p.skipBlank()
	from := p.pos
	text := p.descriptor()
	if text == "" {
		p.noDescriptor(from)
		return ""
	}
	p.logged = true
	p.votes[PyPy]++
	switch at := (textSpan{int32(from), int32(p.pos)}); {
	case o.Code.IsGuard():
		// It is stored in the guard's snapshot.
	case letter == 'C':
		o.Descr = p.class(text, ClassSize)
	case letter == 'F':
		if _, ambiguous := p.fields.ambiguous[text]; ambiguous {
			o.Descr = p.usedField(text, from)
		} else {
			o.Descr = p.descrField(text)
		}
		p.spans = append(p.spans, at)
	case letter == 'A':
		o.Descr = p.array(text)
		p.spans = append(p.spans, at)
	case letter == 'D':
		o.Descr = p.descrText(text)
	}
	return text
}

// noDescriptor reports a descriptor that is missing or does not end.
func (p *parser) noDescriptor(from int) {
	p.pos = from
	if p.peek() == '<' {
		p.errorf(CodeSyntax, from, p.lineEnd(), "expected a closing `>`, found the end of the line")
		return
	}
	p.expected("a descriptor")
}

// countOperands counts the operands that are left, for a message.
func (p *parser) countOperands() int {
	n, depth := 1, 0
	for i := p.pos; i < len(p.text) && p.text[i] != '\n'; i++ {
		switch p.text[i] {
		case '(', '<', '[':
			depth++
		case ')', '>', ']':
			if depth == 0 {
				return n
			}
			depth--
		case ',':
			if depth == 0 {
				n++
			}
		}
	}
	return n
}

// reportCount reports too few or too many operands.
func (p *parser) reportCount(s *spelled, name string, found, from int) {
	to := from
	if expected := len(s.layout); found > expected {
		if end := strings.IndexAny(p.text[from:p.lineEnd()], ")#"); end >= 0 {
			to = from + end
		} else {
			to = p.lineEnd()
		}
	}
	p.errorf(CodeCount, from, to, "expected %s in `%s`, found %d", plural(len(s.layout), "argument"), name, found)
}

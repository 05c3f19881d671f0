package trace

// value reads an operand: a name, a number, or another constant. It returns
// None after an error. ok reports whether the parser got past the operand, so that
// the rest of the line can be read.
func (p *parser) value() (v Value, at textSpan, ok bool) {
	p.skipBlank()
	from := p.pos
	c := p.peek()
	switch {
	case CharClass[c]&CharStart != 0 || c >= 0x80 && p.atName():
		v, ok = p.namedValue(from)
	case CharClass[c]&charDigit != 0 || c == '-':
		v, ok = p.numberValue()
	case c == '\'' || c == '"':
		v, ok = p.textValue(from)
	default:
		p.expected("a value")
	}
	return v, textSpan{int32(from), int32(p.pos)}, ok
}

// namedValue reads a name or a constant that begins like one.
func (p *parser) namedValue(from int) (Value, bool) {
	name, hash := p.name()
	switch c := p.peek(); {
	case c == '(':
		return p.constantCall(name, from)
	case c == '"' && (name == "s" || name == "u"):
		return p.textValue(from)
	}
	if len(name) <= 4 {
		if v, ok := p.wordValue(name, from); ok {
			return v, true
		}
	}
	return p.use(name, hash, from), true
}

// wordValue returns the constants that are words.
func (p *parser) wordValue(name string, from int) (Value, bool) {
	switch name {
	case "null", "NULL":
		return p.constant(Const{Kind: ConstNull, Name: p.internText(name)}), true
	case "inf", "nan":
		p.pos = from
		return p.numberValue()
	case "None":
		p.errorf(CodeType, from, p.pos, "expected a value, found `None`, which is only allowed in the list after a guard")
		return None, true
	}
	return None, false
}

// numberValue reads a number.
func (p *parser) numberValue() (Value, bool) {
	from := p.pos
	n, failed := p.number()
	switch {
	case failed == numberRange:
		p.errorf(CodeNumber, from, p.pos, "expected a number of 64 bits, found `%s`", shorten(p.text[from:p.pos]))
		return None, true
	case failed != numberNone:
		p.errorf(CodeSyntax, from, max(p.pos, from+1), "expected a number, found `%s`", shorten(p.text[from:max(p.pos, from+1)]))
		return None, false
	case n.logged:
		return p.constant(Const{Kind: ConstRounded, Bits: n.bits, Name: p.internText(p.text[from:p.pos])}), true
	case n.isFloat:
		return p.constant(Const{Kind: ConstFloat, Bits: n.bits}), true
	}
	return p.constant(Const{Kind: ConstInt, Bits: n.bits}), true
}

// textValue reads a text in quotes; a letter before the quote may already have
// been read.
func (p *parser) textValue(from int) (Value, bool) {
	if p.quoted() == "" {
		p.errorf(CodeSyntax, from, p.lineEnd(), "expected a closing quote, found the end of the line")
		return None, false
	}
	return p.constant(Const{Kind: ConstText, Name: p.internText(p.text[from:p.pos])}), true
}

// constantCall reads ConstClass(…), ConstPtr(…), ConstInt(…), ConstFloat(…) and
// nan(…).
func (p *parser) constantCall(word string, from int) (Value, bool) {
	if word == "nan" {
		p.pos = from
		return p.numberValue()
	}
	if !isConstantWord(word) {
		p.errorf(CodeSyntax, from, p.pos, "expected a value, found `%s(`; every operation needs a line of its own", shorten(word))
		return None, false
	}
	inside, ok := p.inParentheses()
	if !ok {
		return None, false
	}
	text := p.text[from:p.pos]
	if len(text) != len(word)+2+len(inside) {
		text = word + "(" + inside + ")"
	}
	switch word {
	case "ConstPtr":
		return p.constantPointer(inside, text), true
	case "ConstClass":
		return p.constant(Const{Kind: ConstAddress, Name: p.internText(text)}), true
	}
	return p.constantNumber(word, inside, text, from), true
}

// inParentheses reads balanced parentheses and returns what is in them.
func (p *parser) inParentheses() (string, bool) {
	from, depth := p.pos, 0
	for i := from; i < len(p.text) && p.text[i] != '\n'; i++ {
		switch p.text[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			p.pos = i + 1
			inside := trimBlank(p.text[from+1 : i])
			if inside == "" {
				p.errorf(CodeSyntax, from, p.pos, "expected a name in parentheses, found `()`")
			}
			return inside, inside != ""
		}
	}
	p.errorf(CodeSyntax, from, p.lineEnd(), "expected `)`, found the end of the line")
	return "", false
}

func trimBlank(text string) string {
	for text != "" && CharClass[text[0]]&charBlank != 0 {
		text = text[1:]
	}
	for text != "" && CharClass[text[len(text)-1]]&charBlank != 0 {
		text = text[:len(text)-1]
	}
	return text
}

// constantPointer distinguishes the fixed objects of tests from the numbers in
// logs, which are a new constant at every occurrence.
func (p *parser) constantPointer(inside, text string) Value {
	c := Const{Kind: ConstPtr, Name: p.internText(text)}
	switch {
	case inside == "null" || inside == "NULL":
		c.Kind = ConstNull
	case isLogPointer(inside):
		c.Kind = ConstUnknown
	}
	return p.constant(c)
}

// isLogPointer reports whether a name is ptr and digits.
func isLogPointer(name string) bool {
	if len(name) < 4 || name[:3] != "ptr" {
		return false
	}
	for i := 3; i < len(name); i++ {
		if CharClass[name[i]]&charDigit == 0 {
			return false
		}
	}
	return true
}

// constantNumber returns 5 for ConstInt(5), and an unknown number for
// ConstInt(name).
func (p *parser) constantNumber(word, inside, text string, from int) Value {
	inner := lexer{text: inside}
	n, failed := inner.number()
	if failed == numberNone && inner.pos == len(inside) && n.isFloat == (word == "ConstFloat") {
		if n.isFloat {
			return p.constant(Const{Kind: ConstFloat, Bits: n.bits})
		}
		return p.constant(Const{Kind: ConstInt, Bits: n.bits})
	}
	if word == "ConstFloat" {
		p.errorf(CodeSyntax, from, p.pos, "expected a float in parentheses, found `%s`", shorten(inside))
		return None
	}
	return p.constant(Const{Kind: ConstAddress, Name: p.internText(text)})
}

package trace

import "unbox/heap"

// classLine reads "class Node { next: Node, value: int }" after the word
// "class". The braces can span lines.
func (p *parser) classLine() {
	nameFrom := p.pos
	name := p.dotted()
	at := textSpan{int32(nameFrom), int32(p.pos)}
	if len(p.t.Ops) > 1 {
		p.errorAt(CodeMisplaced, at, "expected the classes before the trace, found `%s` after the first operation", name)
	}
	if c, known := p.classes[name]; known && c >= p.given.classes && p.tab.Schema.Classes[c].Declared {
		p.errorAt(CodeRedefined, at, "expected a new class, found `%s`, which is declared above", name)
		return
	}
	class := p.class(name, ClassPlain)
	if !p.declaredAgain(class, name, at) {
		p.tab.Schema.Classes[class].Declared = true
	}
	p.votes[Paper]++
	if !p.accept('{') {
		p.expected("`{`")
		return
	}
	text, line := []byte("class "+name+" {"), p.line
	for first := true; !p.acceptAcross('}'); first = false {
		if !first && !p.accept(',') && !p.accept(';') {
			p.expected("`,` or `}`")
			return
		}
		if !first && p.acceptAcross('}') {
			break
		}
		p.skipLines()
		field, typ, ok := p.classField(class)
		if !ok {
			return
		}
		if !first {
			text = append(text, ',')
		}
		text = append(append(append(append(text, ' '), field...), ": "...), typ...)
	}
	text = append(text, " }"...)
	p.tab.Declarations = append(p.tab.Declarations, Declaration{Text: string(text), Comments: int32(len(p.tab.Comments)), Line: line})
	p.endLine(None)
}

// skipLines skips blanks and ends of lines.
func (p *parser) skipLines() {
	for p.next() == '\n' {
		p.pos++
		p.line++
	}
}

func (p *parser) acceptAcross(c byte) bool {
	p.skipLines()
	return p.accept(c)
}

// classField reads "next: Node" and declares the field.
func (p *parser) classField(class int32) (name, typ string, ok bool) {
	from := p.pos
	if name = p.dotted(); name == "" {
		p.expected("a field")
		return "", "", false
	}
	at := textSpan{int32(from), int32(p.pos)}
	if !p.accept(':') {
		p.expected("`:` and a type")
		return "", "", false
	}
	p.skipBlank()
	holds := Ref
	switch typ = p.dotted(); typ {
	case "":
		p.expected("a type (int, ref, float or a class)")
		return "", "", false
	case "int":
		holds = Int
	case "float":
		holds = Float
	}
	p.declareField(class, name, holds, at)
	return name, typ, true
}

// declareField gives a class a field. Classes that agree on the type of a field
// share it; where they do not, each has its own, named Class.field.
func (p *parser) declareField(class int32, name string, holds Type, at textSpan) {
	if class < p.given.classes {
		p.agreeOnField(class, name, holds, at)
		return
	}
	c := &p.tab.Schema.Classes[class]
	long := c.Name + "." + name
	if _, twice := p.fields.qualified[long]; twice {
		p.errorAt(CodeRedefined, at, "expected each field only once, found `%s` again", name)
		return
	}
	if f, known := p.fields.byName[name]; known && f < p.given.fields && p.tab.Schema.Fields[f].Type != holds {
		p.errorAt(CodeFieldType, at, "expected %s in field `%s`, as in the other traces of the program, found %s", aType(p.tab.Schema.Fields[f].Type), shorten(name), aType(holds))
		return
	}
	f := p.sharedField(name, long, holds)
	p.fields.qualified[long] = f
	p.fields.owners[f] = append(p.fields.owners[f], fieldOwner{class, int32(len(c.Fields))})
	c.Fields = append(c.Fields, heap.FieldID(f))
}

// fieldOwner is a place in a class's list of fields.
type fieldOwner struct{ class, place int32 }

func (p *parser) sharedField(name, long string, holds Type) int32 {
	if _, ambiguous := p.fields.ambiguous[name]; ambiguous {
		return p.newField(long, typeTerm(holds))
	}
	f, known := p.fields.byName[name]
	if !known {
		return p.newField(name, typeTerm(holds))
	}
	if p.types.find(p.fields.types[f]) == typeTerm(holds) {
		return f
	}
	// The earlier classes with this field keep it under a longer name.
	delete(p.fields.byName, name)
	p.fields.ambiguous[name] = long
	for i, owner := range p.fields.owners[f] {
		p.splitField(owner, f, name, i == 0)
	}
	return p.newField(long, typeTerm(holds))
}

// splitField gives a class its own copy of a field that other classes have with
// another type; the first class keeps the field itself.
func (p *parser) splitField(owner fieldOwner, f int32, name string, keep bool) {
	c := &p.tab.Schema.Classes[owner.class]
	long := c.Name + "." + name
	own := f
	if keep {
		p.tab.Schema.Fields[f].Name = long
		p.fields.byName[long] = f
	} else {
		own = p.newField(long, p.fields.types[f])
	}
	c.Fields[owner.place] = heap.FieldID(own)
	p.fields.qualified[long] = own
}

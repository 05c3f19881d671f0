package trace

import "strings"

// labelIndex finds labels and remembers the jumps that wait for them.
type labelIndex struct {
	byName map[string]int32
	// ops has the OpLabel of each label in Tables.Labels, None if there is none.
	ops []Value
	// params has the number of parameters of each label.
	params []int
	// first is the first label of the trace.
	first Value
	jumps []jumpUse
	// jumpSpans are the places of the arguments of all jumps.
	jumpSpans []textSpan
	// wrong means that a label could not be read, so that any jump may be to it.
	wrong bool
	// paramAt has the places of parameters whose type is open.
	paramAt map[Value]textSpan
}

func (l *labelIndex) init() {
	l.byName = make(map[string]int32)
	l.paramAt = make(map[Value]textSpan)
}

// label returns the number of a label.
func (p *parser) label(name string) int32 {
	if n, ok := p.labels.byName[name]; ok {
		return n
	}
	n := p.newLabel(name)
	p.labels.byName[name] = n
	return n
}

func (p *parser) newLabel(name string) int32 {
	p.tab.Labels = append(p.tab.Labels, Label{Name: name})
	p.labels.ops = append(p.labels.ops, None)
	p.labels.params = append(p.labels.params, 0)
	return int32(len(p.tab.Labels) - 1)
}

// labelItem is a parameter as it is written.
type labelItem struct {
	name Sym
	at   textSpan
	// value is what falls into the label for this parameter, if that was written.
	value   Value
	written bool
}

// atLabelLine reports whether the parentheses that open here are followed by ":".
func (p *parser) atLabelLine() bool {
	look, depth := p.lexer, 0
	for ; look.pos < len(look.text) && look.text[look.pos] != '\n'; look.pos++ {
		switch look.text[look.pos] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			look.pos++
			return look.next() == ':'
		}
	}
	return false
}

// inputLine reads "[p0, i1]". Raw logs have "[7f3b2c] {jit-log-noopt" around a
// trace, which is skipped.
func (p *parser) inputLine() {
	if p.logBracket() {
		p.logged = true
		return
	}
	from := p.pos
	p.pos++
	p.traces++
	p.overflowBefore("the inputs of a trace", from)
	items, _, ok := p.labelItems(']')
	if !ok {
		p.poisonItems(items)
		return
	}
	if p.traces > 1 || len(p.t.Ops) > 1 {
		p.errorf(CodeMisplaced, from, p.pos, "expected one trace with one line of inputs, at its start; found another such line")
		p.ended = true // so that it is no fall-through
	}
	p.addLabel(items, 1, p.newLabel(""))
}

// logBracket reports whether a section of a raw log begins or ends here, and if so
// skips the line.
func (p *parser) logBracket() bool {
	rest := p.text[p.pos+1 : p.lineEnd()]
	end := strings.IndexByte(rest, ']')
	if end < 1 {
		return false
	}
	for i := range end {
		if !IsHexDigit(rest[i]) {
			return false
		}
	}
	behind := trimBlank(rest[end+1:])
	if !strings.HasPrefix(behind, "{jit-") && !(strings.HasPrefix(behind, "jit-") && strings.HasSuffix(behind, "}")) {
		return false
	}
	p.pos = p.lineEnd()
	return true
}

// labelLine reads "L0(p0, p1):" after the name.
func (p *parser) labelLine(name string, at textSpan) {
	p.overflowBefore("a label", int(at.from))
	p.checkReserved(name, at)
	p.pos++
	items, _, ok := p.labelItems(')')
	if !ok {
		p.poisonItems(items)
		return
	}
	p.accept(':')
	p.votes[Paper]++
	p.addLabel(items, 2, p.defineLabel(name, at))
}

// labelOperation reads "label(p0, i1, descr=L0)" after the name.
func (p *parser) labelOperation(r result, at textSpan) {
	if r.name != 0 {
		p.poison(r)
		p.errorAt(CodeNoResult, r.at, "expected `label` without a result, found one")
		return
	}
	p.overflowBefore("a label", int(at.from))
	p.pos++
	items, descr, ok := p.labelItems(')')
	if !ok {
		p.poisonItems(items)
		return
	}
	var n int32
	if text := p.text[descr.from:descr.to]; text == "" {
		n = p.newLabel("")
	} else {
		n = p.defineLabel(text, descr)
	}
	p.addLabel(items, 0, n)
}

func (p *parser) overflowBefore(what string, from int) {
	p.checkOverflowGuard(OpLabel, what, textSpan{int32(from), int32(from)})
}

// defineLabel returns the number of a label that is defined here.
func (p *parser) defineLabel(name string, at textSpan) int32 {
	n := p.label(name)
	if v := p.labels.ops[n]; v != None {
		p.errorAt(CodeRedefined, at, "expected a new label, found `%s`, which is defined on line %d", shorten(name), p.t.Ops[v].Line)
		return p.newLabel(name)
	}
	if isPlainName(name) {
		d := &p.defs[p.internText(name)]
		if d.value != None {
			p.errorAt(CodeRedefined, at, "expected a new label, found `%s`, which is defined on line %d", name, p.t.Ops[d.value].Line)
		}
		d.scope = scopeLabel
	}
	return n
}

// isPlainName reports whether text is one name as the lexer reads it.
func isPlainName(text string) bool {
	l := lexer{text: text}
	l.name()
	return l.pos == len(text) && text != ""
}

// labelItems reads parameters up to the closing bracket, and returns the place
// of a descriptor's text.
func (p *parser) labelItems(closing byte) (items []labelItem, descr textSpan, ok bool) {
	for first := true; !p.accept(closing); first = false {
		if !first && !p.accept(',') {
			p.expected("`,` or `" + string(rune(closing)) + "`")
			return items, descr, false
		}
		if closing == ')' && p.atDescr() {
			p.pos += len("descr")
			p.accept('=')
			p.skipBlank()
			from := p.pos
			if p.descriptor() == "" {
				p.expected("a label's name")
				return items, descr, false
			}
			p.votes[PyPy]++
			p.logged = true
			descr = textSpan{int32(from), int32(p.pos)}
			if !p.accept(')') {
				p.expected("`)`")
				return items, descr, false
			}
			return items, descr, true
		}
		item, ok := p.labelItem()
		if !ok {
			return items, descr, false
		}
		items = append(items, item)
	}
	return items, descr, true
}

// labelItem reads "p0" or "p0=p7".
func (p *parser) labelItem() (item labelItem, ok bool) {
	p.skipBlank()
	from := p.pos
	name, hash := p.name()
	if name == "" {
		p.expected("the name of a parameter")
		return item, false
	}
	item = labelItem{name: p.intern(name, hash), at: textSpan{int32(from), int32(p.pos)}}
	p.checkReserved(name, item.at)
	if p.accept('=') {
		item.written = true
		item.value, _, ok = p.value()
		return item, ok
	}
	return item, true
}

// addLabel puts a label with its parameters into the trace.
func (p *parser) addLabel(items []labelItem, spelling uint8, label int32) {
	fallsThrough := len(p.t.Ops) > 1 && !p.ended
	o := Op{Code: OpLabel, Spelling: spelling, Descr: label, First: uint32(len(p.t.ArgList)), Line: p.line}
	for i := range items {
		if p.incoming(&items[i], fallsThrough) {
			p.t.ArgList = append(p.t.ArgList, items[i].value)
		}
	}
	o.Len = uint32(len(p.t.ArgList)) - o.First
	v := Value(len(p.t.Ops))
	p.t.Ops = append(p.t.Ops, o)
	p.labels.ops[label], p.labels.params[label] = v, len(items)
	if p.labels.first == None {
		p.labels.first = v
	}
	p.scope++
	for i := range items {
		p.addParam(&items[i], fallsThrough)
	}
	p.ended, p.overflow = false, None
	p.endLine(v)
}

// incoming finds the value with which the trace falls into a parameter.
func (p *parser) incoming(item *labelItem, fallsThrough bool) bool {
	switch {
	case !fallsThrough && item.written:
		p.errorAt(CodeMisplaced, item.at, "expected only a name in a label that no operation falls into, found a value for `%s`", p.tab.Syms[item.name])
		return false
	case !fallsThrough:
		return false
	case !item.written:
		d := &p.defs[item.name]
		item.value = d.value
		if d.scope != p.scope || d.value == None || p.t.Ops[d.value].Type == Void {
			item.value = None
			p.reportUse(item.name, item.at)
		}
	}
	p.touch(item.value)
	return true
}

// addParam puts a parameter into the trace. Its type is that of the value that
// falls into it, or else the one that its name suggests.
func (p *parser) addParam(item *labelItem, fallsThrough bool) {
	v := Value(len(p.t.Ops))
	o := Op{Code: OpParam, Descr: -1, Name: item.name, Line: p.line}
	hint := typeTerm(letterType(p.tab.Syms[item.name]))
	term := hint
	if fallsThrough && p.term(item.value) != typeTerm(Any) {
		if term = p.term(item.value); term.isOpen() && hint != typeTerm(Void) {
			p.types.unify(term, hint)
			term = hint
		}
	}
	if o.Type = Type(term); term == typeTerm(Void) || term.isOpen() {
		if !term.isOpen() {
			term = p.types.fresh()
			p.labels.paramAt[v] = item.at
		}
		o.Type = typeOpen
		p.types.setOpen(v, term)
	}
	p.t.Ops = append(p.t.Ops, o)
	d := &p.defs[item.name]
	r := result{item.name, item.at}
	switch {
	case d.scope == scopeLabel || d.scope == p.scope && d.value != None:
		p.reportTaken(r, d)
	default:
		d.value, d.scope = v, p.scope
	}
}

// poisonItems keeps the parameters of a label with an error from being reported
// as undefined.
func (p *parser) poisonItems(items []labelItem) {
	p.labels.wrong = true
	p.scope++
	for i := range items {
		if d := &p.defs[items[i].name]; d.scope != scopeLabel {
			d.value, d.scope = None, scopePoisoned
		}
	}
	p.ended, p.overflow = false, None
}

package trace

// jumpUse is a jump whose label may come later in the text.
type jumpUse struct {
	op Value
	// at is where the label is named, or the jump itself if it is not.
	at textSpan
	// firstSpan is the index in jumpSpans of the first argument's place.
	firstSpan int
	// bare means that the jump names no label, operand that it names it before the
	// arguments.
	bare, operand bool
}

// jump reads the rest of a jump, after its name.
func (p *parser) jump(r result, s *spelled, at textSpan) Value {
	p.beforeOperation(OpJump, "jump", at)
	p.pos++
	o := p.newOp(OpJump, 0)
	j := jumpUse{at: at, firstSpan: len(p.labels.jumpSpans), bare: true}
	read := 0
	if labelAt, ok := p.labelOperand(&o); ok {
		j.at, j.bare, j.operand = labelAt, false, true
		o.Spelling = 1
		p.votes[Paper]++
		read = 1
	}
	if _, ok := p.anyOperands(&o, read); !ok {
		return None
	}
	o.Len = uint32(len(p.t.ArgList)) - o.First
	p.labels.jumpSpans = append(p.labels.jumpSpans, p.spans...)
	if !p.jumpEnd(&o, &j, int(o.Len)+read) {
		return None
	}
	j.op = Value(len(p.t.Ops))
	p.labels.jumps = append(p.labels.jumps, j)
	return p.complete(o, r, s, at)
}

// labelOperand reads the label in jump(L0, p0). The name of a value is not a
// label.
func (p *parser) labelOperand(o *Op) (textSpan, bool) {
	p.skipBlank()
	from := p.pos
	name, hash := p.name()
	if name == "" || isReserved(name) {
		p.pos = from
		return textSpan{}, false
	}
	at := textSpan{int32(from), int32(p.pos)}
	d := &p.defs[p.intern(name, hash)]
	if c := p.next(); c != ',' && c != ')' || d.scope != scopeNone && d.scope != scopeLabel {
		p.pos = from
		return textSpan{}, false
	}
	d.scope = scopeLabel
	o.Descr = p.label(name)
	return at, true
}

// jumpEnd reads the descriptor of a jump, if it has one, and the parenthesis.
func (p *parser) jumpEnd(o *Op, j *jumpUse, read int) bool {
	more, ok := p.moreOperands(read)
	if !ok {
		return false
	}
	if more {
		p.pos += len("descr")
		p.accept('=')
		p.skipBlank()
		from := p.pos
		text := p.descriptor()
		if text == "" {
			p.expected("a label's name")
			return false
		}
		if j.operand {
			p.errorf(CodeSyntax, from, p.pos, "expected one label, found `%s` as well", shorten(text))
			return false
		}
		p.logged = true
		p.votes[PyPy]++
		o.Descr = p.label(text)
		j.at, j.bare = textSpan{int32(from), int32(p.pos)}, false
	}
	if !p.accept(')') {
		p.expected("`)`")
		return false
	}
	if p.next() == '[' {
		p.expected("the end of the line (only guards have a list of values)")
		return false
	}
	return true
}

// resolveJumps checks all jumps against their labels.
func (p *parser) resolveJumps() {
	for i := range p.labels.jumps {
		j := &p.labels.jumps[i]
		o := &p.t.Ops[j.op]
		target := p.labels.first
		if o.Descr >= 0 {
			target = p.labels.ops[o.Descr]
		}
		if target == None && p.goesToItself(j) {
			target = p.labels.first
		}
		if target != None {
			p.checkJump(j, target)
			continue
		}
		p.unknownLabel(j)
	}
}

// loopItself is what PyPy's logs call the loop that is being recorded, which has
// no number yet.
const loopItself = "<Loop-1>"

// goesToItself reports whether a jump in a log is the one back to the inputs. If
// so, it gives the first label the name that the log uses.
func (p *parser) goesToItself(j *jumpUse) bool {
	o := &p.t.Ops[j.op]
	if p.labels.first == None || p.tab.Labels[o.Descr].Name != loopItself {
		return false
	}
	first := p.t.Ops[p.labels.first].Descr
	if p.tab.Labels[first].Name != "" || p.labels.params[first] != int(o.Len) {
		return false
	}
	p.tab.Labels[first].Name = loopItself
	o.Descr = first
	return true
}

// unknownLabel reports a jump to nowhere. Those in PyPy's logs go to other
// traces.
func (p *parser) unknownLabel(j *jumpUse) {
	name := p.text[j.at.from:j.at.to]
	switch {
	case p.labels.wrong:
	case j.bare:
		p.errorAt(CodeLabel, j.at, "expected a label to jump to, such as a line of inputs `[p0, i1]` at the top, found none")
	case !j.operand && !isPlainName(name):
		// TargetToken(140737287338912) or <Loop5>
	case j.operand && typeHint(name) != Void:
		p.errorAt(CodeUndefined, j.at, "expected a label or a defined value, found `%s`", name)
	default:
		hint := wording("")
		if p.diags.mayHint() && len(p.tab.Labels) < 1000 {
			if near := nearest(name, len(p.tab.Labels), p.definedLabel); near != "" {
				hint = wording("; the nearest label is `" + shorten(near) + "`")
			}
		}
		p.errorAt(CodeLabel, j.at, "expected a label, found `%s`, which is not defined%s", shorten(name), hint)
	}
}

func (p *parser) definedLabel(n int) string {
	if p.labels.ops[n] == None {
		return ""
	}
	return p.tab.Labels[n].Name
}

// checkJump compares the arguments of a jump with the parameters of its label.
func (p *parser) checkJump(j *jumpUse, target Value) {
	args := p.t.Args(j.op)
	params := p.labels.params[p.t.Ops[target].Descr]
	if params != len(args) {
		p.reportArity(j, target, params)
		return
	}
	for i, arg := range args {
		p.want(arg, p.term(target+1+Value(i)), p.labels.jumpSpans[j.firstSpan+i])
	}
}

// reportArity reports a jump with another number of values than its label has. A
// bare jump in a PyPy trace is the end of a short preamble: execution continues in
// another trace, with the values that the jump passes.
func (p *parser) reportArity(j *jumpUse, target Value, params int) {
	found := int(p.t.Ops[j.op].Len)
	if j.bare && p.logged {
		p.t.Ops[j.op].Descr = p.newLabel("")
		p.diags.addf(Warning, CodeArity, int(j.at.from), int(j.at.to), "expected %s for the label on line %d, found %d; so the jump is taken as one to another trace",
			plural(params, "value"), p.t.Ops[target].Line, found)
		return
	}
	p.errorAt(CodeArity, j.at, "expected %s for the label on line %d, found %d", plural(params, "value"), p.t.Ops[target].Line, found)
}

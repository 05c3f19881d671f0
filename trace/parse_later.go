package trace

// A description can leave its contents out, so that a long chain of virtual objects
// need not be deeply nested:
//
//	guard_true(i0) [Node(value=i1, next=v1=Node(...))] where v1(value=i2, next=null)
//
// Whatever is left out has a name. The contents come after the lists, in the order in
// which they were left out, and can leave out others.

// laterDescription is a description whose contents come after "where".
type laterDescription struct {
	virtual Value
	// what is its class or array type.
	what string
	name Sym
	// open is the bracket around its contents.
	open byte
}

// closing returns the bracket that closes one.
func closing(open byte) byte {
	if open == '[' {
		return ']'
	}
	return ')'
}

const leftOut = "..."

// leavesOut reports whether "(...)" or "[...]" comes next.
func (p *parser) leavesOut(open byte) bool {
	end := p.pos + 1 + len(leftOut)
	return end < len(p.text) && p.text[p.pos+1:end] == leftOut && p.text[end] == closing(open)
}

// leaveOut skips it. from is where the description begins.
func (p *parser) leaveOut(d laterDescription, from int) bool {
	p.pos += len(leftOut) + 2
	if d.name == 0 {
		p.errorf(CodeSyntax, from, p.pos, "expected a name before a description whose contents come later, as in `v1=Node(...)`, found none")
		return false
	}
	p.snap.later = append(p.snap.later, d)
	return true
}

// laterContents reads "where v1(next=null), v2[i0, i1]".
func (p *parser) laterContents() bool {
	for k := 0; k < len(p.snap.later); k++ {
		d := p.snap.later[k]
		name := p.tab.Syms[d.name]
		p.skipBlank()
		switch {
		case k > 0 && !p.accept(','):
			p.expected("`,` and the contents of `" + name + "`")
			return false
		case k == 0 && !p.atWord("where"):
			p.expected("`where` with the contents of `" + name + "`")
			return false
		case k == 0:
			p.pos += len("where")
		}
		p.skipBlank()
		if !p.atWord(name) || p.pos+len(name) == len(p.text) || p.text[p.pos+len(name)] != d.open {
			p.expected("the contents of `" + name + "`, beginning with `" + name + string(rune(d.open)) + "`")
			return false
		}
		p.pos += len(name)
		if !p.contents(d.virtual, d.what) {
			return false
		}
	}
	return true
}

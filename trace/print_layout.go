package trace

// layOut finds what each line shows. Comments are shown with the first line of the operation
// that they belong to, and not with copies of it.
func (l *Listing) layOut(comments bool) {
	t := l.p.t
	most := len(t.Ops) + len(t.Tables.Declarations) + 1
	if comments {
		most += len(t.Tables.Comments)
	}
	l.Ops, l.others = make([]Value, most), make([]otherText, most)
	c := commentLayout{Listing: l}
	if comments && len(t.Tables.Comments) > 0 {
		c.index()
	}
	c.declarations()
	for v := 1; v < len(t.Ops); v++ {
		op := &t.Ops[v]
		if op.Code == OpParam {
			continue
		}
		if op.Src > 0 && int(op.Src) < len(c.first) && c.first[op.Src] != 0 {
			c.before(op.Src)
			c.add(Value(v), c.behind(op.Src))
			continue
		}
		c.add(Value(v), 0)
	}
	c.before(CommentAtEnd)
	l.Ops, l.others = l.Ops[:c.lines], l.others[:c.lines]
	if l.needsMark() {
		l.Ops, l.others = append(l.Ops, None), append(l.others, notationText)
	}
}

// add fills in the next line.
func (c *commentLayout) add(v Value, other otherText) {
	c.Ops[c.lines], c.others[c.lines] = v, other
	c.lines++
}

// commentLayout puts comments where they belong.
type commentLayout struct {
	*Listing
	// lines is the number of lines so far.
	lines int
	// first has for each operation of the recorded trace the index plus 1 of its
	// first comment that has no line yet, 0 for none. Its last element is for
	// the comments at the end.
	first []int32
}

// index finds the first comment of each operation.
func (c *commentLayout) index() {
	t := c.p.t
	comments := t.Tables.Comments
	last := int32(0)
	for i := range comments {
		if op := comments[i].Op; op != CommentAtEnd {
			last = max(last, op)
		}
	}
	for i := range t.Ops {
		last = max(last, t.Ops[i].Src)
	}
	c.first = make([]int32, last+2)
	for i := len(comments) - 1; i >= 0; i-- {
		c.first[c.slot(comments[i].Op)] = int32(i + 1)
	}
}

// slot returns where first has an operation's comments; those at the end of the
// trace come last.
func (c *commentLayout) slot(op int32) int {
	if op == CommentAtEnd {
		return len(c.first) - 1
	}
	return int(op)
}

// before gives lines to the remaining comments of an operation that are on lines of
// their own.
func (c *commentLayout) before(op int32) {
	for {
		comment := c.take(op, false)
		if comment == 0 {
			return
		}
		c.add(None, comment)
	}
}

// behind returns the comment after an operation, 0 if there is none.
func (c *commentLayout) behind(op int32) otherText { return c.take(op, true) }

// take returns the next comment of an operation if it is of the wanted kind.
func (c *commentLayout) take(op int32, trailing bool) otherText {
	slot := c.slot(op)
	if slot < 0 || slot >= len(c.first) || c.first[slot] == 0 {
		return 0
	}
	comments, at := c.p.t.Tables.Comments, c.first[slot]
	if comments[at-1].Trailing != trailing {
		return 0
	}
	if c.first[slot] = 0; int(at) < len(comments) && comments[at].Op == op {
		c.first[slot] = at + 1
	}
	return otherText(at)
}

// declarations gives lines to the classes with the comments between them.
func (c *commentLayout) declarations() {
	tables := c.p.t.Tables
	printed := 0
	for k, d := range tables.Declarations {
		for ; c.first != nil && printed < int(d.Comments); printed++ {
			c.add(None, otherText(printed+1))
		}
		c.add(None, otherText(-1-k))
	}
	if printed == 0 {
		return
	}
	slot := c.slot(tables.Comments[printed-1].Op)
	if c.first[slot] = 0; printed < len(tables.Comments) && c.slot(tables.Comments[printed].Op) == slot {
		c.first[slot] = int32(printed + 1)
	}
}

// needsMark reports whether the text has to say that it is in PyPy's notation: something in it
// can be read only in that notation, but nothing shows that any more, because the operation
// that did is gone. It prints lines up to the first that shows the notation.
func (l *Listing) needsMark() bool {
	if !l.needsNotation() {
		return false
	}
	l.p.marked, l.p.wantSpans = false, false
	for i, v := range l.Ops {
		if other := l.others[i]; other > 0 && marksNotation(l.p.t.Tables.Comments[other-1].Text) {
			return false
		}
		if v != None {
			l.print(i)
		}
		if l.p.marked {
			return false
		}
	}
	return true
}

// needsNotation reports whether there is something that only PyPy's notation has.
func (l *Listing) needsNotation() bool {
	for _, v := range l.Ops {
		op := &l.p.t.Ops[v]
		leaves := op.Code == OpJump && op.Descr >= 0 && !l.p.labelNamed(op) && l.p.leavesTrace(op)
		if op.Code == OpOpaque || leaves {
			return true
		}
	}
	return false
}

package trace

import "strings"

// Listing is a printed trace, line by line.
type Listing struct {
	// Lines are the lines without their ends.
	Lines []string
	// Ops[i] is the operation that line i shows, None for comments and
	// declarations. A label's line stands for its OpLabel.
	Ops []Value
	// Asides are what PrintOptions.RowsApart left out of Lines, in their order.
	Asides []Aside
}

// Aside is a text that belongs into a line and is not in it: " from 7, 12".
type Aside struct {
	// Line is the line, from 0; At the place in it, in bytes.
	Line, At int
	Text     string
}

// PrintOptions say how to print.
type PrintOptions struct {
	// Numbered, if not empty, is a prefix with which all operations are numbered
	// from 0, also those without a result, as the toy posts' tests print them.
	// Labels and their parameters are not numbered.
	Numbered string
	// Comments prints the comments of the source.
	Comments bool
	// RowsApart puts the rows whose questions guards ask into Listing.Asides.
	RowsApart bool
}

// Print shows a trace with the user's names, each operation in the notation of
// the source. Comments are printed only if asked for, and only with the operation
// that they belong to. Parsing what was printed gives the same trace again.
func Print(t *Trace, o PrintOptions) *Listing {
	p := newPrinter(NewNamer(t, o.Numbered))
	p.rowsApart = o.RowsApart
	return p.print(o.Comments)
}

// PrintWith is Print with names that were found already.
func PrintWith(names *Namer, comments bool) *Listing { return newPrinter(names).print(comments) }

func (p *printer) print(comments bool) *Listing {
	if comments && len(p.t.Tables.Comments) > 0 {
		p.indexComments()
	}
	p.declarations()
	for v := 1; v < len(p.t.Ops); v++ {
		if op := &p.t.Ops[v]; op.Code != OpParam {
			p.line(Value(v), op)
		}
	}
	p.commentsOf(CommentAtEnd, false)
	p.notation()
	return p.listing()
}

// notation says that the trace is in PyPy's notation where nothing else shows it any
// more and it could not be read without: the operation that did may be gone.
func (p *printer) notation() {
	if p.needsMark && !p.marked {
		p.buf = append(append(p.buf, '#'), notationMark...)
		p.endLine(None)
	}
}

// String returns the trace as text with its comments, every line ended by "\n".
func (t *Trace) String() string {
	list := Print(t, PrintOptions{Comments: true})
	if len(list.Lines) == 0 {
		return ""
	}
	return strings.Join(list.Lines, "\n") + "\n"
}

// printer builds all lines in one buffer.
type printer struct {
	t     *Trace
	names *Namer
	buf   []byte
	ends  []int
	ops   []Value
	// plain tells which fields have a name that stands by itself, numeric which
	// ones have a number.
	plain, numeric []bool
	// marked tells that something was printed that only PyPy writes, needsMark that
	// something was that can be read in PyPy's notation alone.
	marked, needsMark bool
	// first has for each operation of the recorded trace the index plus 1 of its
	// first comment that is not printed yet, 0 for none. Its last element is for
	// the comments at the end.
	first []int32
	snap  snapPrinter
	// rowsApart is PrintOptions.RowsApart, asides is what that left out.
	rowsApart bool
	asides    []Aside
}

func newPrinter(names *Namer) *printer {
	t := names.trace
	p := &printer{t: t, names: names}
	p.buf = make([]byte, 0, 32*len(t.Ops))
	p.ends = make([]int, 0, len(t.Ops))
	p.ops = make([]Value, 0, len(t.Ops))
	for _, f := range t.Tables.Schema.Fields {
		p.plain = append(p.plain, isDotted(f.Name))
		p.numeric = append(p.numeric, isNumbered(f.Name, ""))
	}
	return p
}

// isDotted tells whether text is names with dots between them.
func isDotted(text string) bool {
	l := lexer{text: text}
	return l.dotted() != "" && l.pos == len(text)
}

// endLine closes the line in the buffer.
func (p *printer) endLine(v Value) {
	p.ends = append(p.ends, len(p.buf))
	p.ops = append(p.ops, v)
}

// listing cuts the buffer into lines.
func (p *printer) listing() *Listing {
	all := string(p.buf)
	list := &Listing{Lines: make([]string, len(p.ends)), Ops: p.ops, Asides: p.asides}
	from := 0
	for i, end := range p.ends {
		list.Lines[i] = all[from:end]
		from = end
	}
	return list
}

// indexComments finds the first comment of each operation.
func (p *printer) indexComments() {
	comments := p.t.Tables.Comments
	last := int32(0)
	for i := range comments {
		if op := comments[i].Op; op != CommentAtEnd {
			last = max(last, op)
		}
	}
	for i := range p.t.Ops {
		last = max(last, p.t.Ops[i].Src)
	}
	p.first = make([]int32, last+2)
	for i := len(comments) - 1; i >= 0; i-- {
		p.first[p.slot(comments[i].Op)] = int32(i + 1)
	}
}

// slot returns where first has an operation's comments; those at the end of the
// trace come last.
func (p *printer) slot(op int32) int {
	if op == CommentAtEnd {
		return len(p.first) - 1
	}
	return int(op)
}

// commentsOf prints what is left of an operation's comments: those on lines of
// their own, or else the one behind it, without ending its line.
func (p *printer) commentsOf(op int32, trailing bool) {
	slot := p.slot(op)
	if slot >= len(p.first) || slot < 0 {
		return
	}
	i := int(p.first[slot]) - 1
	comments := p.t.Tables.Comments
	for i >= 0 && i < len(comments) && comments[i].Op == op && comments[i].Trailing == trailing {
		p.comment(i)
		if i++; trailing {
			break
		}
		p.endLine(None)
	}
	if p.first[slot] = int32(i + 1); i >= 0 && (i == len(comments) || comments[i].Op != op) {
		p.first[slot] = 0
	}
}

func (p *printer) comment(i int) {
	text := p.t.Tables.Comments[i].Text
	p.buf = append(append(p.buf, '#'), text...)
	p.marked = p.marked || marksNotation(text)
}

// declarations prints the class lines with the comments between them.
func (p *printer) declarations() {
	comments := p.t.Tables.Comments
	printed := 0
	for _, d := range p.t.Tables.Declarations {
		for ; p.first != nil && printed < int(d.Comments); printed++ {
			p.comment(printed)
			p.endLine(None)
		}
		p.buf = append(p.buf, d.Text...)
		p.endLine(None)
	}
	if printed == 0 {
		return
	}
	slot := p.slot(comments[printed-1].Op)
	if p.first[slot] = 0; printed < len(comments) && p.slot(comments[printed].Op) == slot {
		p.first[slot] = int32(printed + 1)
	}
}

// line prints an operation with its comments.
func (p *printer) line(v Value, op *Op) {
	commented := op.Src > 0 && int(op.Src) < len(p.first) && p.first[op.Src] != 0
	if commented {
		p.commentsOf(op.Src, false)
	}
	switch op.Code {
	case OpLabel:
		p.label(v, op)
	default:
		p.operation(v, op)
	}
	if commented && p.first[op.Src] != 0 {
		p.buf = append(p.buf, ' ')
		p.commentsOf(op.Src, true)
	}
	p.endLine(v)
}

package trace

import "strings"

// Listing is a trace as lines. Each line is printed when it is asked for, and depends on its
// own operation only. Two goroutines must not use it at the same time.
type Listing struct {
	// Ops[i] is the operation that line i shows, None for comments and
	// declarations. A label's line shows its OpLabel.
	Ops []Value
	// others[i] says what line i shows if it is not an operation, and which comment
	// follows it if it is one.
	others []otherText
	p      printer
}

// otherText is a comment (its index plus 1), a declaration (-1 minus its index), or nothing.
type otherText int32

// notationText is a comment that only says which notation the text uses.
const notationText otherText = 1<<31 - 1

// Aside is a text that belongs in a line but is kept apart from it: " from 7,
// 12".
type Aside struct {
	// At is the place in the line, in bytes.
	At   int
	Text string
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
func Print(t *Trace, o PrintOptions) *Listing { return PrintWith(NewNamer(t, o.Numbered), o) }

// PrintWith is Print with names that were found already.
func PrintWith(names *Namer, o PrintOptions) *Listing {
	l := &Listing{p: newPrinter(names)}
	l.p.rowsApart = o.RowsApart
	l.layOut(o.Comments)
	return l
}

// Len returns the number of lines.
func (l *Listing) Len() int { return len(l.Ops) }

// Line returns line i without its end.
func (l *Listing) Line(i int) string {
	l.p.wantSpans = false
	l.print(i)
	return string(l.p.buf)
}

// Lines returns all lines without their ends.
func (l *Listing) Lines() []string {
	l.p.wantSpans = false
	all := make([]byte, 0, 32*l.Len())
	ends := make([]int, l.Len())
	for i := range ends {
		l.print(i)
		all = append(all, l.p.buf...)
		ends[i] = len(all)
	}
	text, lines, from := string(all), make([]string, l.Len()), 0
	for i, end := range ends {
		lines[i], from = text[from:end], end
	}
	return lines
}

// Spans returns the spans of line i, without gaps. They are valid until the next call of a
// method of the listing.
func (l *Listing) Spans(i int) (line string, spans []Span) {
	l.p.wantSpans = true
	l.print(i)
	return string(l.p.buf), l.p.filled()
}

// Operation prints an operation for a sentence about it, a parameter as its label: without the values of a
// guard, the descriptors of calls and arrays, and comments. The spans have no gaps and are valid until the
// next call. Two goroutines must not call it at once.
func (n *Namer) Operation(v Value) (text string, spans []Span) {
	if n.alone == nil {
		p := newPrinter(n)
		p.wantSpans, p.bare = true, true
		n.alone = &p
	}
	p := n.alone
	p.buf, p.spans = p.buf[:0], p.spans[:0]
	for n.trace.Ops[v].Code == OpParam {
		v--
	}
	p.line(v)
	return string(p.buf), p.filled()
}

// Asides returns what PrintOptions.RowsApart leaves out of line i.
func (l *Listing) Asides(i int) []Aside {
	if !l.p.rowsApart || l.Ops[i] == None || len(l.p.t.FromRows(l.Ops[i])) == 0 {
		return nil
	}
	l.p.wantSpans = false
	l.print(i)
	return l.p.asides
}

// Source returns the 1-based line of the source text that line i shows, or from which its
// operation comes; 0 if there is none.
func (l *Listing) Source(i int) int {
	tables := l.p.t.Tables
	switch other := l.others[i]; {
	case l.Ops[i] != None:
		return int(l.p.t.Ops[l.Ops[i]].Line)
	case other == notationText:
		return 0
	case other > 0:
		return int(tables.Comments[other-1].Line)
	default:
		return int(tables.Declarations[-1-other].Line)
	}
}

// print prints line i into the printer's buffer.
func (l *Listing) print(i int) {
	p := &l.p
	p.buf, p.spans, p.asides = p.buf[:0], p.spans[:0], nil
	other := l.others[i]
	if v := l.Ops[i]; v != None {
		p.line(v)
		if other == 0 {
			return
		}
		p.buf = append(p.buf, ' ')
	}
	switch from := len(p.buf); {
	case other == notationText:
		p.buf = append(append(p.buf, '#'), notationMark...)
		p.span(SpanComment, from, None)
	case other > 0:
		p.buf = append(append(p.buf, '#'), p.t.Tables.Comments[other-1].Text...)
		p.span(SpanComment, from, None)
	case other < 0:
		p.declaration(p.t.Tables.Declarations[-1-other].Text)
	}
}

// String returns the trace as text with its comments, every line ended by "\n".
func (t *Trace) String() string {
	lines := Print(t, PrintOptions{Comments: true}).Lines()
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// printer prints one line at a time.
type printer struct {
	t     *Trace
	names *Namer
	buf   []byte
	// plain says which fields can be written by their name alone, numeric which
	// ones have a number.
	plain, numeric []bool
	// marked means that something was printed that only PyPy writes.
	marked bool
	snap   snapPrinter
	// rowsApart is PrintOptions.RowsApart; asides is what it left out.
	rowsApart bool
	asides    []Aside
	// bare leaves out what a guard has besides its question, and the descriptors of calls and
	// arrays.
	bare bool
	// spans are those of the line in buf, if they are needed.
	wantSpans    bool
	spans, whole []Span
}

func newPrinter(names *Namer) printer {
	p := printer{t: names.trace, names: names}
	for _, f := range p.t.Tables.Schema.Fields {
		p.plain = append(p.plain, isDotted(f.Name))
		p.numeric = append(p.numeric, isNumbered(f.Name, ""))
	}
	return p
}

// isDotted reports whether text is names with dots between them.
func isDotted(text string) bool {
	l := lexer{text: text}
	return l.dotted() != "" && l.pos == len(text)
}

// line prints an operation.
func (p *printer) line(v Value) {
	op := &p.t.Ops[v]
	if op.Code == OpLabel {
		p.label(v, op)
		return
	}
	p.operation(v, op)
}

package trace

import (
	"strings"
)

// Parse reads a trace in any of the dialects, or in a mixture of them. The trace
// is nil exactly if one of the diagnostics is an Error. Diagnostics are in the
// order of the text. There are at most 100 of them; if there were more, the last
// one says how many were left out. Time and memory are linear in the length of
// the text. Parse never panics, whatever the text is.
//
// How the text becomes a Trace:
//
//   - An OpLabel is followed directly by its OpParams. A text with an input line
//     starts with one; a text without any (toy traces use getarg) has none.
//   - A label that is reached from the operation before it (it is neither the
//     first operation nor right after a jump or finish) has one argument for
//     each parameter: the value with which the trace falls into it. Other labels
//     have no arguments. Usually parameter and value have the same name; where they do not, the label says so: `label(p1=p7, i2=0)`.
//   - After a label only its parameters and later results can be used: everything has to be passed to a label that can be jumped to. A parameter may have the
//     name of a value from before the label; operations may not.
//   - A jump whose label is not in the trace (PyPy's logs jump to other traces) leaves the trace.
//   - Results without a name get one, so that every result has.
func Parse(text string) (*Trace, []Diagnostic) { return parseInto(new(Program), text) }

// parseInto parses a trace of a program. The program grows, even if there are
// errors.
func parseInto(program *Program, text string) (*Trace, []Diagnostic) {
	p := &parser{program: program}
	p.text, p.line = text, 1
	lines, ok := p.checkCharacters()
	if !ok {
		return nil, p.diags.sorted(text)
	}
	p.prepare(lines + 2)
	for p.pos < len(p.text) {
		p.parseLine()
	}
	p.finish()
	list := p.diags.sorted(text)
	if p.diags.errors > 0 {
		return nil, list
	}
	return p.t, list
}

// parser turns text into a trace in one walk. What can be known only at the end
// (types that are still open, labels further down, whether unknown operations
// are PyPy's) is put on lists for finish.
type parser struct {
	lexer
	t       *Trace
	tab     *Tables
	program *Program
	diags   collector
	// given says how much of the program existed before.
	given sizes

	// spelled are the names of the operations.
	spelled *spelledTable
	names   nameTable
	// defs says for each name what it means at the moment.
	defs []definition
	// scope is the number of the last label that the parser has passed.
	scope int32

	consts  constantIndex
	classes map[string]int32
	fields  fieldIndex
	arrays  map[string]int32
	texts   map[string]int32
	labels  labelIndex

	types typeTable

	// spans are the places of the arguments of the current operation.
	spans []textSpan

	snap snapState

	// missing are uses of names that are not defined so far.
	missing []missingUse
	unknown []unknownUse
	// votes counts, for each dialect, what only that dialect has.
	votes [3]int
	// logged means that the text has something that only PyPy writes.
	logged bool

	// overflow is the overflow operation right before, which waits for its guard.
	overflow Value
	// overflowAt is where its name is.
	overflowAt textSpan
	// ended means that the operation before was a jump or finish.
	ended bool
	// traces counts the input lines.
	traces int
	// getargs has the type of each numbered input.
	getargs map[int64]typeTerm
	// ownComments counts comments on lines of their own, for texts that hold
	// nothing else.
	ownComments int
}

// textSpan is a stretch of the text in bytes.
type textSpan struct{ from, to int32 }

// prepare makes room for as many operations as there are lines.
func (p *parser) prepare(lines int) {
	p.tab = &Tables{Program: p.program, Syms: make([]string, 1, lines+8)}
	p.t = &Trace{
		Ops:      make([]Op, 1, lines+8),
		ArgList:  make([]Value, 0, 2*lines),
		Snaps:    make([]Snapshot, 1, lines/8+8),
		SnapList: make([]Value, 0, lines/2),
		Tables:   p.tab,
	}
	p.defs = make([]definition, 1, lines+8)
	p.names.grow(lines)
	p.spelled = spelledNames()
	p.classes = make(map[string]int32)
	p.arrays = make(map[string]int32)
	p.texts = make(map[string]int32)
	p.fields.init()
	p.labels.init()
	p.consts.init()
	p.getargs = make(map[int64]typeTerm)
	p.knowProgram()
	if strings.HasPrefix(p.text, "\uFEFF") {
		p.pos = len("\uFEFF")
	}
}

// parseLine reads one line of any kind.
func (p *parser) parseLine() {
	switch c := p.next(); {
	case c == '\n' || c == 0:
	case c == '#':
		p.comment(false, Value(len(p.t.Ops)))
	case c == '[':
		p.inputLine()
	case c == '+':
		p.offsetLine()
	default:
		p.statement()
	}
	p.nextLine()
}

// offsetLine reads a line that starts with PyPy's code offset "+123:".
func (p *parser) offsetLine() {
	from := p.pos
	p.pos++
	if !p.digits() || p.peek() != ':' {
		p.pos = from
		p.expected("an operation")
		return
	}
	p.pos++
	p.logged = true
	p.skipBlank()
	if strings.HasPrefix(p.text[p.pos:], "--end of the loop--") {
		p.pos += len("--end of the loop--")
		p.endLine(None)
		return
	}
	if !p.atEnd() {
		p.statement()
	}
}

// comment reads a comment up to the end of the line. op is the operation that it
// belongs to.
func (p *parser) comment(trailing bool, op Value) {
	end := p.lineEnd()
	text := strings.TrimRight(p.text[p.pos+1:end], " \t\r")
	if len(p.tab.Comments) == maxComments {
		p.errorf(CodeTooMany, p.pos, end, "expected at most %d comments, found more", maxComments)
		p.pos = len(p.text)
		return
	}
	p.tab.Comments = append(p.tab.Comments, Comment{Op: int32(op), Text: text, Trailing: trailing, Line: p.line})
	p.pos = end
	if !trailing {
		p.ownComments++
	}
	p.logged = p.logged || marksNotation(text)
}

// maxComments is the maximum number of comments: a line of one character would take twenty times its length.
const maxComments = 1 << 20

// notationMark is a comment that says that a trace is in PyPy's notation, for traces in
// which nothing else shows it.
const notationMark = " notation: pypy"

// marksNotation reports whether a comment shows that a trace is in PyPy's notation.
func marksNotation(text string) bool { return text == notationMark || IsLogHeader(text) }

// IsLogHeader reports whether a comment is one with which PyPy starts a trace.
func IsLogHeader(text string) bool {
	if len(text) < 2 || text[0] != ' ' || strings.IndexByte("TLbRe", text[1]) < 0 {
		return false
	}
	for _, start := range []string{" Traced loop or bridge with ", " Loop ", " bridge out of Guard ", " Retrace", " entry bridge"} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}

// endLine expects nothing more in the line than a comment on op, or on nothing
// in particular if op is None.
func (p *parser) endLine(op Value) {
	switch c := p.next(); {
	case c == '#' && op != None:
		p.comment(true, op)
	case c == '#':
		p.comment(false, Value(len(p.t.Ops)))
	case c != '\n' && c != 0:
		p.expected("the end of the line")
	}
}

// statement reads a line that starts with a name.
func (p *parser) statement() {
	from := p.pos
	name, hash := p.name()
	if name == "" {
		p.expected("an operation")
		return
	}
	to := p.pos
	switch c := p.next(); {
	case c == '(':
		p.operation(result{}, name, hash, textSpan{int32(from), int32(to)})
	case c == '=' && !strings.HasPrefix(p.text[p.pos:], "=="):
		p.pos++
		p.skipBlank()
		p.assignment(p.newResult(name, hash, from, to))
	case name == "class" && p.atName():
		p.classLine()
	default:
		p.expected("`(` or `=` after `" + shorten(name) + "`")
	}
}

// assignment reads what comes after "name =".
func (p *parser) assignment(r result) {
	from := p.pos
	if name, hash := p.name(); name != "" {
		to := p.pos
		if p.next() == '(' && !isConstantWord(name) {
			p.operation(r, name, hash, textSpan{int32(from), int32(to)})
			return
		}
		if p.defs[p.intern(name, hash)].value == None && p.spelled.find(name, hash) != nil {
			p.poison(r)
			p.overflow = None
			p.expected("`(` after `" + shorten(name) + "`")
			return
		}
		p.pos = from
	}
	p.infix(r)
}

// finish decides what could not be decided on the way.
func (p *parser) finish() {
	p.checkOverflowGuard(OpNone, "the end of the trace", textSpan{int32(len(p.text)), int32(len(p.text))})
	p.reportUnknown()
	p.reportMissing()
	p.resolveJumps()
	p.resolveTypes()
	if len(p.t.Ops) == 1 && p.diags.errors == 0 {
		found := "nothing"
		if p.ownComments > 0 {
			found = "only comments"
		} else if len(p.tab.Declarations) > 0 {
			found = "only classes"
		}
		p.errorf(CodeEmpty, 0, len(p.text), "expected a trace, found %s", found)
	}
	p.t.Dialect = p.dialect()
	for i := len(p.tab.Comments) - 1; i >= 0 && int(p.tab.Comments[i].Op) == len(p.t.Ops); i-- {
		p.tab.Comments[i].Op = CommentAtEnd
	}
	if p.diags.errors == 0 {
		p.nameResults()
	}
	for v := range p.t.Ops {
		p.t.Ops[v].Src = int32(v)
	}
}

// dialect returns the dialect with the most votes.
func (p *parser) dialect() Dialect {
	best := Paper
	for d, n := range p.votes {
		if n > p.votes[best] {
			best = Dialect(d)
		}
	}
	return best
}

func (p *parser) errorf(code string, from, to int, format string, args ...any) {
	p.diags.addf(Error, code, from, to, format, args...)
}

func (p *parser) errorAt(code string, at textSpan, format string, args ...any) {
	p.diags.addf(Error, code, int(at.from), int(at.to), format, args...)
}

// expected reports that something else was found at the current place.
func (p *parser) expected(what string) {
	from := p.pos
	p.skipBlank()
	if c := p.peek(); c != 0 && c != '\n' {
		from = p.pos
	}
	found, to := p.describeHere()
	p.errorf(CodeSyntax, from, max(to, from), "expected %s, found %s", wording(what), wording(found))
}

// nameResults gives a name to results that have none, so that remarks can refer
// to them, and that they have the same name throughout the pipeline.
func (p *parser) nameResults() {
	var fresh *freshNames
	for v := 1; v < len(p.t.Ops); v++ {
		if o := &p.t.Ops[v]; o.Name == 0 && o.Type != Void {
			if fresh == nil {
				fresh = newFreshNames(p.t)
			}
			o.Name = p.internText(fresh.next(o.Type).String())
		}
	}
}

package interp

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"unbox/trace"
)

// ParseInputs reads the inputs for a trace: entries NAME=VALUE, separated by
// commas or line ends, in any order. A value is
//
//	3  -1  0xff                integers, also for inputs that are floats
//	2.5  1e9  nan  -inf        floats
//	null                       the null reference
//	Class(field=value, …)      an object; fields left out are 0 or null
//	obj(0=5, 1=null)           an object without a class, as the toy traces use
//	[1, 2, 3]  type[1, 2, 3]   an array
//	p1                         what the entry p1 is: the same object
//	ConstPtr(name)             an object that the trace has as a constant
//
// The entry "outside=(2 raises ValueError, 3 returns 5, 4 fails, 0 invalidates)" says what the
// outside does at visible effects, counted from 1, and before the run; "seed 7" lets
// chance decide the others. See [Outside].
//
// An entry may also name an object that is not an input, so that others can
// refer to it, or a constant of the trace, to say what it contains. References
// may form cycles: "p4=Node(next=p4, value=1)". The inputs of a toy trace are
// called arg0, arg1, …, or like the results of getarg. Inputs that are left out
// take the values of [SuggestInputs].
//
// The inputs are nil exactly if there are diagnostics, of which there are at
// most 100; all are errors.
func ParseInputs(t *trace.Trace, text string) (*Inputs, []trace.Diagnostic) {
	return ParseInputsFor(t, text, RunOptions{})
}

// ParseInputsFor is [ParseInputs] for a run with options, of which only Imagined matters:
// then constants of which only a number is known are objects like others. The text can
// mention them, give their contents, and make two of them one object:
// "ConstPtr(ptr7)=ConstPtr(ptr9)".
func ParseInputsFor(t *trace.Trace, text string, o RunOptions) (*Inputs, []trace.Diagnostic) {
	p := &inputParser{trace: t, text: text, imagined: o.Imagined}
	p.collectConstants()
	r := newInputResolver(p, p.entries())
	r.resolve()
	if len(p.diagnostics) > 0 {
		slices.SortStableFunc(p.diagnostics, func(a, b trace.Diagnostic) int { return a.From - b.From })
		return nil, p.diagnostics
	}
	r.in.Outside = p.outside
	return r.in, nil
}

// collectConstants finds the constants that inputs can mention.
func (p *inputParser) collectConstants() {
	p.constants = make(map[string]trace.Sym)
	for _, c := range p.trace.Consts {
		name := p.trace.Tables.Syms[c.Name]
		known := c.Kind == trace.ConstPtr || c.Kind == trace.ConstText || c.Kind == trace.ConstUnknown && p.imagined
		if !known || name == "" {
			continue
		}
		p.constants[name] = c.Name
		p.initials[name[0]] = true
		if !slices.Contains(p.lengths, len(name)) {
			p.lengths = append(p.lengths, len(name))
		}
	}
	slices.Sort(p.lengths)
}

// inputNode is a value as it was written.
type inputNode struct {
	kind     inputNodeKind
	from, to int
	// name is the class, the array type, or the name referred to; "" for an
	// array without a type.
	name string
	// constant is the constant of a nodeConstant.
	constant trace.Sym
	number   Datum
	// fields are the contents of an object or an array.
	fields []inputField
	// object is the number of the object that this is, 0 as long as it is none.
	object int32
}

type inputField struct {
	name     string
	from, to int
	value    *inputNode
}

type inputNodeKind uint8

const (
	nodeNumber inputNodeKind = iota
	nodeNull
	nodeName
	nodeConstant
	nodeObject
	nodeArray
)

// inputEntry is NAME=VALUE.
type inputEntry struct {
	name     string
	constant trace.Sym
	from, to int
	value    *inputNode
}

// maxInputNesting bounds how deeply values are written within one another.
const maxInputNesting = 500

type inputParser struct {
	trace *trace.Trace
	text  string
	at    int
	depth int
	// constants are the names of constants that are objects; lengths are how
	// long they are and initials how they begin, to find them in the text.
	constants   map[string]trace.Sym
	lengths     []int
	initials    [256]bool
	diagnostics []trace.Diagnostic
	outside     Outside
	// imagined is RunOptions.Imagined.
	imagined bool
}

// maxInputDiagnostics bounds the number of messages about one text.
const maxInputDiagnostics = 100

func (p *inputParser) complain(code string, from, to int, format string, args ...any) {
	if len(p.diagnostics) < maxInputDiagnostics {
		p.diagnostics = append(p.diagnostics, trace.Diagnostic{Severity: trace.Error, Code: code, Message: fmt.Sprintf(format, args...), From: from, To: to})
	}
}

// found says what is at the current place.
func (p *inputParser) found() string {
	if p.at >= len(p.text) {
		return "the end"
	}
	word := p.text[p.at:p.wordEnd()]
	if word == "" {
		word = strings.ToValidUTF8(p.text[p.at:p.at+1], "�")
	}
	return "`" + word + "`"
}

func (p *inputParser) expected(what string) {
	p.complain("input-syntax", p.at, min(max(p.wordEnd(), p.at+1), len(p.text)), "expected %s, found %s", what, p.found())
}

func (p *inputParser) skipSpace() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// next skips space and reports whether this character comes next; if so, it
// skips it.
func (p *inputParser) next(c byte) bool {
	p.skipSpace()
	if p.at < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

// wordEnd returns where a word that starts here ends: a name, a number, or a
// descriptor in angle brackets.
func (p *inputParser) wordEnd() int {
	k, angle := p.at, 0
	for ; k < len(p.text); k++ {
		switch c := p.text[k]; {
		case c == '<':
			angle++
		case c == '>' && angle > 0:
			angle--
		case angle > 0 && c != '\n':
		case c == '-' || c == '+':
			if k > p.at && p.text[k-1]|0x20 != 'e' {
				return k
			}
		case strings.IndexByte(" \t\r\n,=()[]\"'", c) >= 0:
			return k
		}
	}
	return k
}

// constantHere returns the constant whose name starts here, the longest one.
func (p *inputParser) constantHere() trace.Sym {
	rest := p.text[p.at:]
	if rest == "" || !p.initials[rest[0]] {
		return 0
	}
	for _, n := range slices.Backward(p.lengths) {
		if n <= len(rest) && p.constants[rest[:n]] != 0 {
			return p.constants[rest[:n]]
		}
	}
	return 0
}

func (p *inputParser) entries() []inputEntry {
	var list []inputEntry
	for {
		for p.next(',') || p.next(';') {
		}
		if p.at >= len(p.text) {
			return list
		}
		entry, ok := p.entry()
		if ok {
			if entry.value != nil {
				list = append(list, entry)
			}
			line := strings.ContainsRune(p.spaceHere(), '\n')
			if p.at < len(p.text) && !line && p.text[p.at] != ',' && p.text[p.at] != ';' {
				p.expected("a comma between inputs")
				ok = false
			}
		}
		if !ok {
			p.recover()
		}
	}
}

func (p *inputParser) spaceHere() string {
	from := p.at
	p.skipSpace()
	return p.text[from:p.at]
}

// recover goes to the next comma that is not within parentheses.
func (p *inputParser) recover() {
	for depth := 0; p.at < len(p.text); p.at++ {
		switch p.text[p.at] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',', ';', '\n':
			if depth <= 0 {
				return
			}
		}
	}
}

func (p *inputParser) entry() (inputEntry, bool) {
	e := inputEntry{from: p.at}
	if e.constant = p.constantHere(); e.constant != 0 {
		p.at += len(p.trace.Tables.Syms[e.constant])
	} else {
		p.at = p.wordEnd()
	}
	e.name, e.to = p.text[e.from:p.at], p.at
	if e.name == "" {
		p.expected("the name of an input")
		return e, false
	}
	if !p.next('=') {
		p.expected("`=` after `" + e.name + "`")
		return e, false
	}
	if p.atOutside(e.name) {
		return e, p.readOutside()
	}
	e.value = p.value()
	return e, e.value != nil
}

// value reads a value; it is nil after an error.
func (p *inputParser) value() *inputNode {
	p.skipSpace()
	n := &inputNode{from: p.at}
	if n.constant = p.constantHere(); n.constant != 0 {
		p.at += len(p.trace.Tables.Syms[n.constant])
		n.kind, n.to = nodeConstant, p.at
		return n
	}
	end := p.wordEnd()
	word := p.text[p.at:end]
	if word == "ConstPtr" {
		p.unknownConstant()
		return nil
	}
	if end < len(p.text) && (p.text[end] == '(' && word != "" || p.text[end] == '[') {
		n.name, p.at = word, end+1
		return p.contents(n, p.text[end])
	}
	if word == "" {
		p.expected("a value")
		return nil
	}
	p.at, n.to = end, end
	return p.word(n, word)
}

// unknownConstant reports a constant that the trace does not have.
func (p *inputParser) unknownConstant() {
	end := p.at
	for end < len(p.text) && p.text[end] != ')' && p.text[end] != '\n' {
		end++
	}
	end = min(end+1, len(p.text))
	names := slices.Sorted(maps.Keys(p.constants))
	p.complain("unknown-constant", p.at, end, "expected a constant of the trace%s, found `%s`", listed(names), p.text[p.at:end])
}

// word turns a single word into a value.
func (p *inputParser) word(n *inputNode, word string) *inputNode {
	switch word {
	case "null", "NULL", "None", "ConstPtr(null)":
		n.kind = nodeNull
		return n
	}
	first := word[0]
	if first != '-' && first != '+' && first != '.' && (first < '0' || first > '9') && !isFloatName(word) {
		n.kind, n.name = nodeName, word
		return n
	}
	d, problem := parseNumber(word)
	if problem != "" {
		p.complain("input-number", n.from, n.to, "expected %s, found `%s`", problem, word)
		return nil
	}
	n.number = d
	return n
}

func isFloatName(word string) bool { return word == "nan" || word == "inf" || word == "NaN" }

// parseNumber reads an integer or a float, or says what was expected.
func parseNumber(word string) (Datum, string) {
	digits := strings.TrimLeft(word, "+-")
	if hex, ok := strings.CutPrefix(digits, "0x"); ok {
		bits, err := strconv.ParseUint(hex, 16, 64)
		if err != nil {
			return Datum{}, "a hexadecimal number of at most 16 digits"
		}
		if word[0] == '-' {
			bits = -bits
		}
		return Datum{trace.Int, bits}, ""
	}
	if strings.Trim(digits, "0123456789_") == "" {
		signed, err := strconv.ParseInt(strings.ReplaceAll(word, "_", ""), 10, 64)
		if err == nil {
			return Datum{trace.Int, uint64(signed)}, ""
		}
		unsigned, err := strconv.ParseUint(digits, 10, 64)
		if err == nil && word[0] != '-' {
			return Datum{trace.Int, unsigned}, ""
		}
		return Datum{}, "an integer that fits into 64 bits"
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return Datum{}, "a number"
	}
	return Datum{trace.Float, trace.FloatBits(x)}, ""
}

// contents reads what is in parentheses or brackets.
func (p *inputParser) contents(n *inputNode, open byte) *inputNode {
	end := byte(')')
	n.kind = nodeObject
	if open == '[' {
		n.kind, end = nodeArray, ']'
	}
	if p.depth++; p.depth > maxInputNesting {
		p.complain("input-nesting", n.from, p.at, "expected objects nested at most %d deep, found more; give some of them names", maxInputNesting)
		p.depth--
		return nil
	}
	defer func() { p.depth-- }()
	for !p.next(end) {
		if len(n.fields) > 0 && !p.next(',') {
			p.expected(fmt.Sprintf("`,` or `%c`", end))
			return nil
		}
		f, ok := p.field(n.kind == nodeObject)
		if !ok {
			return nil
		}
		n.fields = append(n.fields, f)
	}
	n.to = p.at
	return n
}

func (p *inputParser) field(named bool) (inputField, bool) {
	p.skipSpace()
	f := inputField{from: p.at, to: p.at}
	if named {
		p.at = p.wordEnd()
		f.name, f.to = p.text[f.from:p.at], p.at
		if f.name == "" {
			p.expected("the name of a field")
			return f, false
		}
		if !p.next('=') {
			p.expected("`=` after `" + f.name + "`")
			return f, false
		}
	}
	f.value = p.value()
	return f, f.value != nil
}

package syntax

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error says what is wrong with a program, and where: From and To are offsets in bytes.
type Error struct {
	From, To int
	Message  string
}

// Error returns the message without the place.
func (e *Error) Error() string { return e.Message }

// kind is the kind of a token.
type kind uint8

const (
	end kind = iota
	newline
	indent
	dedent
	name
	keyword
	number
	text
	operator
)

var kindNames = [...]string{end: "the end of the program", newline: "the end of the line", indent: "a deeper indentation",
	dedent: "the end of the block"}

// token is a piece of the program between two offsets.
type token struct {
	kind     kind
	from, to int
	text     string
}

// keywords are the reserved words of Python 3.9.
var keywords = func() map[string]bool {
	words := make(map[string]bool)
	for word := range strings.FieldsSeq("False None True and as assert async await break class continue def del elif else except " +
		"finally for from global if import in is lambda nonlocal not or pass raise return try while with yield") {
		words[word] = true
	}
	return words
}()

// operators, the longest first.
var operators = strings.Fields("**= //= >>= <<= ... -> := == != <= >= << >> ** // += -= *= /= %= &= |= ^= @= + - * / % @ & | ^ ~ < > ( ) [ ] { } , : . ; = ! $ ? `")

// scanner splits a program into tokens.
type scanner struct {
	src     string
	at      int
	depth   int // of brackets
	indents []margin
	tokens  []token
}

// scan returns all tokens of a program; the last one is of kind end. Panics with *Error.
func scan(src string) []token {
	s := &scanner{src: src, indents: []margin{{}}}
	if strings.HasPrefix(src, "\ufeff") {
		s.at = len("\ufeff")
	}
	for s.line() {
	}
	if n := len(s.tokens); n > 0 && s.tokens[n-1].kind != newline && s.tokens[n-1].kind != dedent {
		s.add(newline, s.at, s.at)
	}
	for range s.indents[1:] {
		s.add(dedent, s.at, s.at)
	}
	s.add(end, s.at, s.at)
	return s.tokens
}

// scanExpression returns the tokens of an expression inside of a string: src up to its
// end, from an offset on. Lines do not count.
func scanExpression(src string, from int) []token {
	s := &scanner{src: src, at: from, depth: 1, indents: []margin{{}}}
	for s.space(); s.at < len(src); s.space() {
		s.next()
	}
	s.add(end, s.at, s.at)
	return s.tokens
}

func (s *scanner) add(k kind, from, to int) {
	s.tokens = append(s.tokens, token{k, from, to, s.src[from:to]})
}

func (s *scanner) fail(from, to int, format string, args ...any) {
	panic(&Error{from, min(to, len(s.src)), fmt.Sprintf(format, args...)})
}

// line scans a logical line with its indentation; false at the end.
func (s *scanner) line() bool {
	start, column, narrow := s.at, 0, 0
	for ; s.at < len(s.src); s.at++ {
		switch s.src[s.at] {
		case ' ':
			column++
			narrow++
			continue
		case '\t':
			column = column/8*8 + 8
			narrow++
			continue
		case '\f':
			column, narrow = 0, 0
			continue
		}
		break
	}
	if s.at == len(s.src) {
		return false
	}
	if c := s.src[s.at]; c == '\n' || c == '\r' || c == '#' {
		s.comment()
		s.at = min(s.at+1, len(s.src))
		return true
	}
	s.indentation(start, margin{column, narrow})
	for {
		s.space()
		if s.at == len(s.src) {
			return false
		}
		if c := s.src[s.at]; c == '\n' || c == '\r' {
			s.add(newline, s.at, s.at+1)
			s.at++
			return true
		}
		s.next()
	}
}

// comment skips up to the end of the line.
func (s *scanner) comment() {
	for s.at < len(s.src) && s.src[s.at] != '\n' {
		s.at++
	}
}

// margin is an indentation: its columns if a tab leads to the next multiple of 8, and if it is as wide as a space. Both
// must say the same of two lines, because readers see tabs of other widths.
type margin struct{ column, narrow int }

func (s *scanner) indentation(start int, m margin) {
	top := s.indents[len(s.indents)-1]
	switch {
	case m.column > top.column:
		s.indents = append(s.indents, m)
		s.add(indent, start, s.at)
		if m.narrow <= top.narrow {
			s.mixed(start)
		}
		return
	case m.column < top.column:
		for m.column < s.indents[len(s.indents)-1].column {
			s.indents = s.indents[:len(s.indents)-1]
			s.add(dedent, s.at, s.at)
		}
		if m.column != s.indents[len(s.indents)-1].column {
			s.fail(start, s.at, "expected the indentation of a line above, found another one: %d columns", m.column)
		}
	}
	if m.narrow != s.indents[len(s.indents)-1].narrow {
		s.mixed(start)
	}
}

func (s *scanner) mixed(start int) {
	s.fail(start, s.at, "expected tabs and spaces as in the lines above, found an indentation that depends on the width of a tab")
}

// space skips what is between tokens: inside of brackets lines, too.
func (s *scanner) space() {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == ' ' || c == '\t' || c == '\f' || c == '\r' && strings.HasPrefix(s.src[s.at:], "\r\n"):
			s.at++
		case c == '#':
			s.comment()
		case c == '\\' && strings.HasPrefix(s.src[s.at:], "\\\n"):
			s.at += 2
		case c == '\\' && strings.HasPrefix(s.src[s.at:], "\\\r\n"):
			s.at += 3
		case (c == '\n' || c == '\r') && s.depth > 0:
			s.at++
		default:
			return
		}
	}
}

func isNameStart(r rune) bool { return r == '_' || unicode.IsLetter(r) }
func isNamePart(r rune) bool  { return isNameStart(r) || unicode.IsDigit(r) }
func isDigit(c byte) bool     { return c >= '0' && c <= '9' }

// next scans one token.
func (s *scanner) next() {
	c := s.src[s.at]
	if isDigit(c) || c == '.' && s.at+1 < len(s.src) && isDigit(s.src[s.at+1]) {
		s.number()
		return
	}
	if n := s.prefix(); n >= 0 {
		s.string(n)
		return
	}
	r, size := utf8.DecodeRuneInString(s.src[s.at:])
	if isNameStart(r) {
		s.word()
		return
	}
	for _, op := range operators {
		if strings.HasPrefix(s.src[s.at:], op) {
			s.operator(op)
			return
		}
	}
	s.fail(s.at, s.at+size, "expected a name, a number, a string or an operator, found `%s`", printable(r))
}

func printable(r rune) string {
	if unicode.IsPrint(r) {
		return string(r)
	}
	return fmt.Sprintf("U+%04X", r)
}

func (s *scanner) operator(op string) {
	switch op {
	case "(", "[", "{":
		s.depth++
	case ")", "]", "}":
		s.depth = max(s.depth-1, 0)
	}
	s.add(operator, s.at, s.at+len(op))
	s.at += len(op)
}

func (s *scanner) word() {
	from := s.at
	for s.at < len(s.src) {
		r, size := utf8.DecodeRuneInString(s.src[s.at:])
		if !isNamePart(r) {
			break
		}
		s.at += size
	}
	k := name
	if keywords[s.src[from:s.at]] {
		k = keyword
	}
	s.add(k, from, s.at)
}

// number takes digits with at most one point and exponent, and the letters after them that do not
// belong there; the parser reads it.
func (s *scanner) number() {
	from := s.at
	hex := strings.HasPrefix(s.src[from:], "0x") || strings.HasPrefix(s.src[from:], "0X")
	whole := true // neither a point nor an exponent so far
	for ; s.at < len(s.src); s.at++ {
		switch c := s.src[s.at]; {
		case c == '.' && whole && !hex, (c == 'e' || c == 'E') && !hex:
			whole = false
		case (c == '+' || c == '-') && !hex && (s.src[s.at-1] == 'e' || s.src[s.at-1] == 'E'):
		case c >= utf8.RuneSelf || !isNamePart(rune(c)):
			s.add(number, from, s.at)
			return
		}
	}
	s.add(number, from, s.at)
}

// prefix returns the length of a string's prefix, -1 if no string begins here.
func (s *scanner) prefix() int {
	n := 0
	for n < 3 && s.at+n < len(s.src) && strings.ContainsRune("rRbBfFuU", rune(s.src[s.at+n])) {
		n++
	}
	if s.at+n < len(s.src) && (s.src[s.at+n] == '"' || s.src[s.at+n] == '\'') {
		return n
	}
	return -1
}

func (s *scanner) string(prefix int) {
	from := s.at
	quote := s.src[from+prefix : from+prefix+1]
	if strings.HasPrefix(s.src[from+prefix:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	for s.at = from + prefix + len(quote); ; s.at++ {
		switch {
		case s.at >= len(s.src) || len(quote) == 1 && s.src[s.at] == '\n':
			s.fail(from, from+prefix+len(quote), "expected `%s` at the end of the string, found none", quote)
		case strings.HasPrefix(s.src[s.at:], quote):
			s.at += len(quote)
			s.add(text, from, s.at)
			return
		case s.src[s.at] == '\\':
			s.at++
		}
	}
}

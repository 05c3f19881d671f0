package trace

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Character classes of ASCII. Everything else goes through the slow paths.
const (
	CharStart = 1 << iota // begins a name
	charName              // continues a name
	charDigit
	charBlank
)

var CharClass = func() (table [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		table[c] = CharStart | charName
		table[c-'a'+'A'] = CharStart | charName
	}
	for c := '0'; c <= '9'; c++ {
		table[c] = charName | charDigit
	}
	table['_'] = CharStart | charName
	table[' '], table['\t'], table['\r'] = charBlank, charBlank, charBlank
	return table
}()

// lexer walks over a text. It knows lines, names and numbers, but no grammar: the
// parser asks for what it expects, because the same characters mean different
// things in different places (`L0(p0):`, `<ArrayP 8>[p1]`, `'it's #36'`).
//
// The text holds no NUL, so that 0 can stand for its end.
type lexer struct {
	text string
	pos  int
	// line is the 1-based number of the line that pos is in.
	line int32
}

// peek returns the byte at the current place, 0 at the end of the text.
func (l *lexer) peek() byte {
	if l.pos < len(l.text) {
		return l.text[l.pos]
	}
	return 0
}

// skipBlank goes over blanks within the line, and over the no-break spaces that
// web pages put in.
func (l *lexer) skipBlank() {
	for l.pos < len(l.text) {
		c := l.text[l.pos]
		if CharClass[c]&charBlank == 0 {
			if c == 0xC2 && l.pos+1 < len(l.text) && l.text[l.pos+1] == 0xA0 {
				l.pos += 2
				continue
			}
			return
		}
		l.pos++
	}
}

// next skips blanks and returns the byte after them.
func (l *lexer) next() byte {
	// Usually there are none, and this function is not inlined in the small module.
	if l.pos < len(l.text) {
		if c := l.text[l.pos]; c > ' ' && c < utf8.RuneSelf {
			return c
		}
	}
	l.skipBlank()
	return l.peek()
}

// accept skips blanks, and then c if it comes next.
func (l *lexer) accept(c byte) bool {
	if l.next() != c {
		return false
	}
	l.pos++
	return true
}

// atEnd skips blanks and reports whether nothing but a comment is left in the line.
func (l *lexer) atEnd() bool {
	c := l.next()
	return c == '\n' || c == '#' || c == 0
}

// lineEnd returns the offset of the line's end.
func (l *lexer) lineEnd() int {
	if n := strings.IndexByte(l.text[l.pos:], '\n'); n >= 0 {
		return l.pos + n
	}
	return len(l.text)
}

// nextLine goes to the start of the next line.
func (l *lexer) nextLine() {
	l.pos = l.lineEnd()
	if l.pos < len(l.text) {
		l.pos++
		l.line++
	}
}

// name reads a name: a letter or underscore, then letters, digits and
// underscores, and its hash. It returns "" if there is none.
func (l *lexer) name() (string, uint32) {
	text, from, hash := l.text, l.pos, uint32(2166136261)
	if CharClass[l.peek()]&charDigit != 0 {
		return "", 0
	}
	// The position is a local variable here: WebAssembly would load and store a field for
	// each character.
	for at := from; ; at++ {
		if at < len(text) && CharClass[text[at]]&charName != 0 {
			hash = (hash ^ uint32(text[at])) * 16777619
			continue
		}
		l.pos = at
		if at == len(text) || text[at] < utf8.RuneSelf || !l.wideLetter() {
			return text[from:l.pos], hash
		}
		for ; at < l.pos; at++ {
			hash = (hash ^ uint32(text[at])) * 16777619
		}
		hash = (hash ^ uint32(text[at])) * 16777619
	}
}

// wideLetter reports whether a letter outside ASCII comes next, and if so goes to
// its last byte.
func (l *lexer) wideLetter() bool {
	r, size := utf8.DecodeRuneInString(l.text[l.pos:])
	if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
		return false
	}
	l.pos += size - 1
	return true
}

// atName reports whether a name begins here.
func (l *lexer) atName() bool {
	c := l.peek()
	if c < utf8.RuneSelf {
		return CharClass[c]&CharStart != 0
	}
	r, _ := utf8.DecodeRuneInString(l.text[l.pos:])
	return unicode.IsLetter(r)
}

// dotted reads a name that may have dots in it, as classes and fields have.
func (l *lexer) dotted() string {
	from := l.pos
	for {
		if name, _ := l.name(); name == "" {
			break
		}
		if l.peek() != '.' {
			break
		}
		l.pos++
	}
	return l.text[from:l.pos]
}

// digits goes over decimal digits and reports whether there were any.
func (l *lexer) digits() bool {
	from := l.pos
	for l.pos < len(l.text) && CharClass[l.text[l.pos]]&charDigit != 0 {
		l.pos++
	}
	return l.pos > from
}

// descriptor reads the text after "descr=": everything in balanced angle
// brackets, or else up to a blank, comma, bracket or the parenthesis that ends
// the arguments. It returns "" if there is none or it does not end.
func (l *lexer) descriptor() string {
	if l.peek() == '<' {
		return l.angled()
	}
	from, depth := l.pos, 0
	for ; l.pos < len(l.text); l.pos++ {
		switch c := l.text[l.pos]; c {
		case '(':
			depth++
			continue
		case ')':
			depth--
		case ' ', '\t', '\r', '\n', ',', '[', ']', '#', '<', '=':
			depth = -1
		}
		if depth < 0 {
			break
		}
	}
	return l.text[from:l.pos]
}

// angled reads text in angle brackets, which may nest.
func (l *lexer) angled() string {
	from, depth := l.pos, 0
	for i := from; i < len(l.text); i++ {
		switch l.text[i] {
		case '<':
			depth++
		case '>':
			depth--
		case '\n':
			return ""
		}
		if depth == 0 {
			l.pos = i + 1
			return l.text[from:l.pos]
		}
	}
	return ""
}

// quoted reads a text in quotes with its quotes. A backslash escapes the next
// character. It returns "" if the text does not end in this line.
func (l *lexer) quoted() string {
	from, quote := l.pos, l.text[l.pos]
	for i := from + 1; i < len(l.text) && l.text[i] != '\n'; i++ {
		switch l.text[i] {
		case '\\':
			i++
		case quote:
			l.pos = i + 1
			return l.text[from:l.pos]
		}
	}
	return ""
}

// sourceMark reads the quoted text of debug_merge_point. PyPy does not escape
// quotes in it, so that it ends at the first quote with which the operation can
// end.
func (l *lexer) sourceMark() string {
	from, end := l.pos, l.lineEnd()
	for i := from + 1; i < end; i++ {
		if l.text[i] != '\'' {
			continue
		}
		rest := lexer{text: l.text, pos: i + 1}
		if rest.accept(')') && rest.atEnd() {
			l.pos = i + 1
			return l.text[from:l.pos]
		}
	}
	return l.quoted()
}

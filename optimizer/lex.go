package optimizer

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Character classes of ASCII. Everything else goes through the slow paths.
const (
	charStart = 1 << iota // begins a name
	charName              // continues a name
	charDigit
	charBlank
)

var charClass = func() (table [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		table[c] = charStart | charName
		table[c-'a'+'A'] = charStart | charName
	}
	for c := '0'; c <= '9'; c++ {
		table[c] = charName | charDigit
	}
	table['_'] = charStart | charName
	table[' '], table['\t'], table['\r'] = charBlank, charBlank, charBlank
	return table
}()

// lexer walks over a text. It knows lines, names and numbers, but no grammar:
// the parser asks for what it expects, because the same characters mean different
// things at different places (`L0(p0):`, `<ArrayP 8>[p1]`, `'it's #36'`).
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
		if charClass[c]&charBlank == 0 {
			if c == 0xC2 && l.pos+1 < len(l.text) && l.text[l.pos+1] == 0xA0 {
				l.pos += 2
				continue
			}
			return
		}
		l.pos++
	}
}

// next skips blanks and returns the byte behind them.
func (l *lexer) next() byte {
	l.skipBlank()
	return l.peek()
}

// accept skips blanks and then c, if it is there.
func (l *lexer) accept(c byte) bool {
	if l.next() != c {
		return false
	}
	l.pos++
	return true
}

// atEnd skips blanks and tells whether nothing but a comment is left in the line.
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
// underscores. It returns "" if there is none.
func (l *lexer) name() (name string, hash uint32) {
	from := l.pos
	hash = 2166136261
	if charClass[l.peek()]&charDigit != 0 {
		return "", 0
	}
	for l.pos < len(l.text) {
		c := l.text[l.pos]
		if charClass[c]&charName == 0 {
			if c < utf8.RuneSelf || !l.wideLetter() {
				break
			}
		}
		hash = (hash ^ uint32(c)) * 16777619
		l.pos++
	}
	return l.text[from:l.pos], hash
}

// wideLetter tells whether a letter outside ASCII stands here, and if so goes to
// its last byte.
func (l *lexer) wideLetter() bool {
	r, size := utf8.DecodeRuneInString(l.text[l.pos:])
	if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
		return false
	}
	l.pos += size - 1
	return true
}

// atName tells whether a name begins here.
func (l *lexer) atName() bool {
	c := l.peek()
	if c < utf8.RuneSelf {
		return charClass[c]&charStart != 0
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

// digits goes over decimal digits and tells whether there were any.
func (l *lexer) digits() bool {
	from := l.pos
	for l.pos < len(l.text) && charClass[l.text[l.pos]]&charDigit != 0 {
		l.pos++
	}
	return l.pos > from
}

// number is a numeric constant of the source.
type number struct {
	bits    uint64
	isFloat bool
	// logged tells that a double was written with exactly six decimals, as
	// PyPy's logs round them: which double it was is not known.
	logged bool
}

// numberError says what is wrong with a number.
type numberError string

const (
	numberNone  numberError = ""
	numberBad   numberError = "number"
	numberRange numberError = "range"
)

// number reads an integer (decimal or hexadecimal) or a double. The suffix "/ci"
// of PyPy's random traces is skipped.
func (l *lexer) number() (number, numberError) {
	from := l.pos
	negative := l.peek() == '-'
	if negative {
		l.pos++
	}
	if !l.digits() {
		return l.specialFloat(negative)
	}
	if text := l.text[from:l.pos]; (text == "0" || text == "-0") && l.peek()|0x20 == 'x' {
		return l.hexadecimal(negative)
	}
	if c := l.peek(); c == '.' || c|0x20 == 'e' {
		return l.float(from)
	}
	n, failed := decimal(l.text[from:l.pos], negative)
	if failed == numberNone {
		failed = l.numberEnd()
	}
	return number{bits: n}, failed
}

// decimal converts digits with an optional sign. Without a sign, numbers up to
// 2^64-1 are taken as bit patterns.
func decimal(text string, negative bool) (uint64, numberError) {
	if negative {
		text = text[1:]
	}
	var n uint64
	if len(text) < 19 {
		for i := 0; i < len(text); i++ {
			n = n*10 + uint64(text[i]-'0')
		}
	} else {
		var err error
		if n, err = strconv.ParseUint(text, 10, 64); err != nil {
			return 0, numberRange
		}
	}
	return signed(n, negative)
}

func signed(n uint64, negative bool) (uint64, numberError) {
	if !negative {
		return n, numberNone
	}
	if n > 1<<63 {
		return 0, numberRange
	}
	return -n, numberNone
}

func (l *lexer) hexadecimal(negative bool) (number, numberError) {
	l.pos++
	from := l.pos
	for l.pos < len(l.text) && isHexDigit(l.text[l.pos]) {
		l.pos++
	}
	n, err := strconv.ParseUint(l.text[from:l.pos], 16, 64)
	if l.pos == from {
		return number{}, numberBad
	}
	if err != nil {
		return number{}, numberRange
	}
	n, failed := signed(n, negative)
	if failed == numberNone {
		failed = l.numberEnd()
	}
	return number{bits: n}, failed
}

func isHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// float reads the rest of a double whose digits before the point were read.
func (l *lexer) float(from int) (number, numberError) {
	point := -1
	if l.peek() == '.' {
		point = l.pos
		l.pos++
		l.digits()
	}
	logged := point >= 0 && l.pos-point == 7
	if l.peek()|0x20 == 'e' {
		logged = false
		l.pos++
		if c := l.peek(); c == '+' || c == '-' {
			l.pos++
		}
		if !l.digits() {
			return number{}, numberBad
		}
	}
	f, err := strconv.ParseFloat(l.text[from:l.pos], 64)
	if err != nil {
		return number{}, numberRange
	}
	return number{bits: math.Float64bits(f), isFloat: true, logged: logged}, l.numberEnd()
}

// specialFloat reads inf, nan, or nan(0x…) with all bits of another NaN.
func (l *lexer) specialFloat(negative bool) (number, numberError) {
	name, _ := l.name()
	bits := uint64(canonicalNaN)
	switch {
	case name == "inf":
		bits = math.Float64bits(math.Inf(1))
		if negative {
			bits = math.Float64bits(math.Inf(-1))
		}
	case name != "nan" || negative:
		return number{}, numberBad
	case l.peek() == '(':
		l.pos++
		n, failed := l.number()
		if failed != numberNone || n.isFloat || !math.IsNaN(math.Float64frombits(n.bits)) || !l.accept(')') {
			return number{}, numberBad
		}
		bits = n.bits
	}
	return number{bits: bits, isFloat: true}, numberNone
}

// numberEnd skips the suffix of a number and complains about anything glued to it.
func (l *lexer) numberEnd() numberError {
	if rest := l.text[l.pos:]; len(rest) >= 3 && rest[0] == '/' && rest[1] == 'c' && charClass[rest[2]]&charStart != 0 {
		l.pos += 3
	}
	if charClass[l.peek()]&charName != 0 {
		l.name()
		l.digits()
		return numberBad
	}
	return numberNone
}

// descriptor reads the text behind "descr=": everything in balanced angle
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

// quoted reads a text in quotes with its quotes. A backslash takes the next
// character along. It returns "" if the text does not end in this line.
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

package learn

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/syntax"
)

// The posts are written in Python, and Starlark is nearly Python. Features that
// the posts use and Starlark lacks are turned into Starlark, character for
// character, so that all positions remain those of the learner's own text:
//
//	x is y, x is not y        x == y, x != y     our values compare by identity
//	assert x == y, "why"      __as_= x == y, …   rewrite.go makes a call of it
//	raise ValueError("…")     __r_= ValueError   likewise
//	def f(bb: Block) -> Block:                   the types become spaces
//	bb.load(p, 0), bb.and(a, b)                  bb.LOAD(p, 0): Starlark's keywords
//
// For features that cannot be translated, such as classes, the error says what
// to write instead.

// These are the names that stand for statements between dialect.go and
// rewrite.go; with the `=` after it, each is as long as the word that it
// replaces.
const (
	markAssert = "__as_"
	markRaise  = "__r_"
)

// shouted are names of operations that are keywords of Starlark, and their names
// until the text has been parsed.
var shouted = map[string]string{"load": "LOAD", "and": "AND", "or": "OR"}

// absent are the words of Python that have no meaning here, with what to do
// instead.
var absent = map[string]string{
	"class":    "there are no classes here; `Info(\"Name\", field=value)` makes an object with fields that can change",
	"try":      "errors cannot be caught here; a test expects one with `assert_raises(function)`",
	"with":     "there are no files here, and nothing that has to be closed",
	"import":   "everything that a lesson needs is there already",
	"from":     "everything that a lesson needs is there already",
	"yield":    "a function can return a list instead",
	"del":      "`pop` removes from lists and dicts",
	"global":   "a function can change a list or an Info that is defined outside of it",
	"nonlocal": "a function can change a list or an Info that is defined outside of it",
	"async":    "one thing happens after the other here",
	"await":    "one thing happens after the other here",
}

// translator goes through a text word by word. It knows enough of Python's grammar
// to distinguish words from strings and comments, and to find the heads of
// functions.
type translator struct {
	file string
	text string
	out  []byte
	pos  int
	// brackets are the open brackets.
	brackets []byte
	// signsAt counts, for each level of brackets, the operators since the last comma
	// or the statement's beginning.
	signsAt [maxDepth + 2]int
	elifs   int
	// words counts words, numbers, texts and signs.
	words int
	// start means that a statement begins here.
	start bool
	// header is 1 between `def` and its opening bracket, 2 within, 3 after.
	header int
	err    error
}

// translate turns a text with Python's statements into Starlark of the same
// length.
func translate(file, text string) (string, error) {
	if len(text) > maxSource {
		return "", fmt.Errorf("%s: expected at most %s bytes of source, found %s", file, grouped(maxSource), grouped(uint64(len(text))))
	}
	if lines := strings.Count(text, "\n"); lines > maxLines {
		return "", fmt.Errorf("%s: expected at most %s lines of source, found %s", file, grouped(maxLines), grouped(uint64(lines)))
	}
	if !utf8.ValidString(text) {
		return "", fmt.Errorf("%s: expected text in UTF-8, found other bytes", file)
	}
	t := &translator{file: file, text: text, out: []byte(text), start: true}
	for t.err == nil && t.pos < len(text) {
		t.next()
	}
	return string(t.out), t.err
}

func (t *translator) fail(at int, format string, args ...any) {
	if t.err == nil {
		before := t.text[:at]
		line := 1 + strings.Count(before, "\n")
		column := 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
		t.err = syntax.Error{Pos: syntax.MakePosition(&t.file, int32(line), int32(column)), Msg: fmt.Sprintf(format, args...)}
	}
}

func (t *translator) next() {
	c := t.text[t.pos]
	switch {
	case c == '\n':
		t.pos++
		if len(t.brackets) == 0 {
			t.start, t.header = true, 0
			t.signsAt[0] = 0
		}
		return
	case c == ' ' || c == '\t' || c == '\r':
		t.pos++
		return
	case c == '#':
		for t.pos < len(t.text) && t.text[t.pos] != '\n' {
			t.pos++
		}
		return
	case c == '\\':
		t.pos = min(t.pos+2, len(t.text))
		return
	}
	if t.words++; t.words > maxWords {
		t.fail(t.pos, "expected at most %s words, numbers and signs of source, found more", grouped(maxWords))
		return
	}
	switch {
	case c == '"' || c == '\'':
		t.quoted(t.pos)
	case isWordStart(c):
		t.word()
		return
	default:
		t.sign(c)
		return
	}
	t.start = false
}

func isWordStart(c byte) bool { return c == '_' || c >= utf8.RuneSelf || unicode.IsLetter(rune(c)) }

func isWordPart(c byte) bool { return isWordStart(c) || '0' <= c && c <= '9' }

// quoted skips a string, whose quotes begin at t.pos.
func (t *translator) quoted(from int) {
	quote := t.text[t.pos : t.pos+1]
	if strings.HasPrefix(t.text[t.pos:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	raw := strings.ContainsAny(t.text[from:t.pos], "rR")
	for t.pos += len(quote); t.pos < len(t.text); t.pos++ {
		switch {
		case strings.HasPrefix(t.text[t.pos:], quote):
			t.pos += len(quote)
			return
		case t.text[t.pos] == '\\' && !raw:
			t.pos++
		case t.text[t.pos] == '\n' && len(quote) == 1:
			return // the parser reports what is wrong
		}
	}
	t.pos = min(t.pos, len(t.text))
}

func (t *translator) word() {
	from := t.pos
	for t.pos < len(t.text) && isWordPart(t.text[t.pos]) {
		t.pos++
	}
	word := t.text[from:t.pos]
	if t.pos < len(t.text) && (t.text[t.pos] == '"' || t.text[t.pos] == '\'') {
		if strings.ContainsAny(word, "fF") && len(word) <= 2 {
			t.fail(from, "expected a text without values in it, found one that begins with `%s`; `\"{} of {}\".format(a, b)` puts values into a text", word)
		}
		t.quoted(from)
		t.start = false
		return
	}
	start := t.start
	t.start = false
	if chaining[word] {
		t.chain(from)
	}
	if upper := shouted[word]; upper != "" && (word == "load" || from > 0 && t.text[from-1] == '.') {
		copy(t.out[from:], upper)
		return
	}
	switch word {
	case "is":
		t.is(from)
	case "assert", "raise":
		if mark := map[string]string{"assert": markAssert, "raise": markRaise}[word]; start {
			copy(t.out[from:], mark+"=")
		}
	case "def":
		t.header = 1
	case "else":
		t.start = true // what follows its colon begins a statement, too
	case "match":
		if start && t.headsBlock() {
			t.fail(from, "expected a statement, found `match`; `if` and `elif` tell cases apart")
		}
	default:
		if hint, isAbsent := absent[word]; isAbsent && start {
			t.fail(from, "%s", strings.TrimSuffix("expected a statement, found `"+word+"`; "+hint, "; "))
		}
	}
}

// headsBlock reports whether the word before t.pos, which can also be a name, begins a
// line that ends in a colon.
func (t *translator) headsBlock() bool {
	line, _, _ := strings.Cut(t.text[t.pos:], "\n")
	line = strings.TrimSpace(line)
	return strings.HasSuffix(line, ":") && !strings.ContainsAny(line[:1], "=.[,")
}

// is turns `is` and `is not` into == and != after spaces.
func (t *translator) is(from int) {
	rest := t.text[t.pos:]
	gap := len(rest) - len(strings.TrimLeft(rest, " \t"))
	if gap > 0 && strings.HasPrefix(rest[gap:], "not") && (len(rest) == gap+3 || !isWordPart(rest[gap+3])) {
		copy(t.out[from:], "!="+strings.Repeat(" ", gap+3))
		t.pos += gap + 3
		return
	}
	copy(t.out[from:], "==")
}

func (t *translator) sign(c byte) {
	at := t.pos
	if '0' <= c && c <= '9' && at > 0 && isWordPart(t.text[at-1]) {
		t.words-- // the number continues
	}
	t.foreignSign(at)
	t.pos++
	if digit := c >= '0' && c <= '9'; !digit && c != ',' && c != ')' && c != ']' && c != '}' && c != ':' {
		t.chain(at)
	}
	switch c {
	case ',':
		t.signsAt[min(len(t.brackets), maxDepth+1)] = 0
	case '(', '[', '{':
		t.brackets = append(t.brackets, c)
		if t.header == 1 {
			t.header = 2
		}
		t.signsAt[min(len(t.brackets), maxDepth+1)] = 0
		if len(t.brackets) > maxDepth {
			t.fail(at, "expected brackets nested at most %d deep, found more", maxDepth)
		}
	case ')', ']', '}':
		if len(t.brackets) > 0 {
			t.brackets = t.brackets[:len(t.brackets)-1]
		}
		if t.header == 2 && len(t.brackets) == 0 {
			t.header = 3
		}
	case ';':
		t.start = true
		return
	case ':':
		switch {
		case t.header == 2 && len(t.brackets) == 1 && isWordPart(lastByte(t.text[:at])):
			t.blank(at, t.annotationEnd(",=)"))
		case t.header == 3 || t.header == 0 && len(t.brackets) == 0:
			t.start, t.header = true, 0
			return
		}
	case '-':
		if t.header == 3 && t.pos < len(t.text) && t.text[t.pos] == '>' {
			t.pos++
			t.blank(at, t.annotationEnd(":"))
		}
	}
	t.start = false
}

// foreignSign reports an operator of other languages, with Python's form.
func (t *translator) foreignSign(at int) {
	rest := t.text[at:]
	switch {
	case strings.HasPrefix(rest, "&&"):
		t.fail(at, "expected `and`, found `&&`")
	case strings.HasPrefix(rest, "||"):
		t.fail(at, "expected `or`, found `||`")
	case rest[0] == '!' && !strings.HasPrefix(rest, "!="):
		t.fail(at, "expected `not`, found `!`")
	case (strings.HasPrefix(rest, "++") || strings.HasPrefix(rest, "--")) && isEndOfLine(rest[2:]):
		t.fail(at, "expected `%c= 1`, found `%c%c`", rest[0], rest[0], rest[0])
	}
}

// isEndOfLine reports whether the rest of a line is blank.
func isEndOfLine(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r")
	return rest == "" || rest[0] == '\n'
}

// lastByte returns the last byte that is not a blank, 0 for none.
func lastByte(text string) byte {
	text = strings.TrimRight(text, " \t")
	if text == "" {
		return 0
	}
	return text[len(text)-1]
}

// maxChain is the maximum number of operators in a chain. The parser limits
// brackets itself, but the tree of a + b + c + … is as deep as the text is long,
// and the stack of a browser is small.
const maxChain = 300

// chaining are the words that are operators.
var chaining = map[string]bool{
	"and": true, "or": true, "not": true, "in": true, "is": true, "if": true, "else": true, "lambda": true, "for": true, "elif": true,
}

func (t *translator) chain(at int) {
	n := &t.signsAt[min(len(t.brackets), maxDepth+1)]
	if *n++; *n > maxChain {
		t.fail(at, "expected at most %d operators in one expression, found more", maxChain)
	}
	if t.text[at] == 'e' && strings.HasPrefix(t.text[at:], "elif") {
		if t.elifs++; t.elifs > 10*maxChain {
			t.fail(at, "expected at most %d times `elif`, found more", 10*maxChain)
		}
	}
}

// annotationEnd returns where a type ends: at one of the given characters
// outside of brackets.
func (t *translator) annotationEnd(signs string) int {
	depth := 0
	for i := t.pos; i < len(t.text); i++ {
		switch c := t.text[i]; {
		case depth == 0 && strings.IndexByte(signs, c) >= 0:
			return i
		case c == '\n' && len(t.brackets) == 0, c == '#', c == '"', c == '\'':
			return i
		case c == '[' || c == '(':
			depth++
		case c == ']' || c == ')':
			depth--
		}
	}
	return len(t.text)
}

// blank writes spaces over a part of the text.
func (t *translator) blank(from, to int) {
	for i := from; i < to; i++ {
		if t.out[i] != '\n' {
			t.out[i] = ' '
		}
	}
	t.pos = max(t.pos, to)
}

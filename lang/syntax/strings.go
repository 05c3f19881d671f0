package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"unbox/lang/texts"
)

// BytesFunction is the global variable with the function of the library that makes bytes of a text with a character for each: what a
// literal of bytes calls.
const BytesFunction = "_bytes_bases._literal"

// strings reads string literals that stand next to each other as one.
func (p *parser) strings() Expr {
	from := p.tok().from
	var parts []FormatPart
	formatted, first := false, isBytes(p.tok())
	for p.tok().kind == text {
		t := p.tok()
		if isBytes(t) != first {
			p.refuse(Span{t.from, t.to}, "expected only strings or only bytes beside each other, found both")
		}
		p.at++
		f := p.literal(t, &parts)
		formatted = formatted || f
	}
	if formatted {
		return &Format{p.since(from), parts}
	}
	var value strings.Builder
	for _, part := range parts {
		value.WriteString(part.Text)
	}
	s := &Str{p.since(from), value.String()}
	if first { // a call of the library's function that makes bytes of a text with a character for each
		return &Call{Span: s.Span, Func: &Name{s.Span, BytesFunction}, Args: []Expr{s}}
	}
	return s
}

// isBytes reports whether a literal is one of bytes.
func isBytes(t token) bool {
	return strings.ContainsAny(t.text[:strings.IndexAny(t.text, `'"`)], "bB")
}

// literal appends the parts of one literal, and reports whether it is formatted.
func (p *parser) literal(t token, parts *[]FormatPart) bool {
	n := strings.IndexAny(t.text, `'"`)
	prefix := strings.ToLower(t.text[:n])
	quotes := 1
	if len(t.text) >= n+6 && t.text[n] == t.text[n+1] && t.text[n] == t.text[n+2] {
		quotes = 3
	}
	r := &literalReader{p: p, at: t.from + n + quotes, end: t.to - quotes, raw: strings.Contains(prefix, "r"), bytes: isBytes(t)}
	if !strings.Contains(prefix, "f") {
		r.text = func(s string) { *parts = append(*parts, FormatPart{Text: s}) }
		r.plain()
		return false
	}
	*parts = append(*parts, r.format(0)...)
	return true
}

// literalReader reads the inside of a literal.
type literalReader struct {
	p       *parser
	at, end int
	raw     bool
	bytes   bool
	text    func(string)
}

// plain reads everything as text.
func (r *literalReader) plain() {
	var b strings.Builder
	for r.at < r.end {
		r.character(&b)
	}
	r.text(b.String())
}

// character reads one character or escape.
func (r *literalReader) character(b *strings.Builder) {
	src := r.p.src
	c := src[r.at]
	if c == '\r' {
		b.WriteByte('\n')
		r.at++
		if r.at < r.end && src[r.at] == '\n' {
			r.at++
		}
		return
	}
	if r.bytes && c >= utf8.RuneSelf {
		_, size := utf8.DecodeRuneInString(src[r.at:])
		r.p.refuse(Span{r.at, r.at + size}, "expected a character of ASCII or an escape such as `\\xe4` in bytes, found `%s`", src[r.at:r.at+size])
	}
	if c != '\\' || r.raw {
		b.WriteByte(c)
		r.at++
		return
	}
	r.escape(b)
}

// simpleEscapes are the escapes of one character.
var simpleEscapes = map[byte]string{'\n': "", '\\': `\`, '\'': "'", '"': `"`, 'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v"}

func (r *literalReader) escape(b *strings.Builder) {
	from := r.at
	c := r.p.src[r.at+1]
	r.at += 2
	if s, ok := simpleEscapes[c]; ok {
		b.WriteString(s)
		return
	}
	switch {
	case r.bytes && (c == 'u' || c == 'U' || c == 'N'):
		b.WriteByte('\\')
		r.at--
	case c == 'x':
		r.hex(b, from, 2)
	case c == 'u':
		r.hex(b, from, 4)
	case c == 'U':
		r.hex(b, from, 8)
	case c == 'N':
		r.named(b, from)
	case c >= '0' && c <= '7':
		value := rune(c - '0')
		for k := 0; k < 2 && r.at < r.end && r.p.src[r.at] >= '0' && r.p.src[r.at] <= '7'; k++ {
			value = value*8 + rune(r.p.src[r.at]-'0')
			r.at++
		}
		if r.bytes {
			value &= 0xff
		}
		b.WriteRune(value)
	default:
		b.WriteByte('\\')
		r.at--
	}
}

// named reads the name of a character in braces.
func (r *literalReader) named(b *strings.Builder, from int) {
	length := strings.IndexByte(r.p.src[r.at:r.end], '}')
	if length < 2 || r.p.src[r.at] != '{' {
		r.p.refuse(Span{from, r.at}, "expected the name of a character in braces after `\\N`, found none")
	}
	name := r.p.src[r.at+1 : r.at+length]
	r.at += length + 1
	c, ok := texts.Named(name)
	if !ok {
		r.p.refuse(Span{from, r.at}, "expected the name of a character that Unbox's Python knows, found `%s`; its number can be written instead", quoted(name))
	}
	b.WriteRune(c)
}

func (r *literalReader) hex(b *strings.Builder, from, digits int) {
	to := min(r.at+digits, r.end)
	n, err := strconv.ParseUint(r.p.src[r.at:to], 16, 32)
	if err != nil || to != r.at+digits {
		r.p.refuse(Span{from, to}, "expected %d hexadecimal digits, found `%s`", digits, r.p.src[r.at:to])
	}
	if !utf8.ValidRune(rune(n)) || n > utf8.MaxRune {
		r.p.refuse(Span{from, to}, "expected the number of a character, found `%s`", r.p.src[from:to])
	}
	b.WriteRune(rune(n))
	r.at = to
}

// format reads text with values in braces. In the specification of a value, at depth 1,
// a closing brace ends it.
func (r *literalReader) format(depth int) []FormatPart {
	var parts []FormatPart
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			parts = append(parts, FormatPart{Text: b.String()})
			b.Reset()
		}
	}
	for r.at < r.end {
		src := r.p.src
		switch c := src[r.at]; {
		case (c == '{' || c == '}') && depth == 0 && r.at+1 < r.end && src[r.at+1] == c:
			b.WriteByte(c)
			r.at += 2
		case c == '{':
			if depth > 1 {
				r.p.refuse(Span{r.at, r.at + 1}, "expected values at most two levels deep in a format, found a third")
			}
			flush()
			r.value(depth, &parts)
		case c == '}' && depth > 0:
			flush()
			return parts
		case c == '}':
			r.p.refuse(Span{r.at, r.at + 1}, "expected `}}` or a `{` before it, found a single `}`")
		default:
			r.character(&b)
		}
	}
	flush()
	return parts
}

// value reads {X!r:Spec}.
func (r *literalReader) value(depth int, parts *[]FormatPart) {
	open := r.at
	r.at++
	to := r.expressionEnd(open)
	source := r.p.src[r.at:to]
	equals := strings.HasSuffix(strings.TrimRight(source, " "), "=") && !strings.HasSuffix(strings.TrimRight(source, " "), "==")
	end := to
	if equals {
		end = r.at + strings.LastIndexByte(source, '=')
		*parts = append(*parts, FormatPart{Text: source})
	}
	if strings.TrimSpace(r.p.src[r.at:end]) == "" {
		r.p.refuse(Span{open, to}, "expected an expression in the braces, found none")
	}
	part := FormatPart{X: r.p.nested(r.at, end)}
	r.at = to
	if r.p.src[r.at] == '!' {
		r.conversion(&part)
	} else if equals && r.p.src[r.at] != ':' {
		part.Conversion = 'r'
	}
	if r.p.src[r.at] == ':' {
		r.at++
		from := r.at
		part.Spec = &Format{Parts: r.format(depth + 1)}
		part.Spec.Span = Span{from, r.at}
	}
	if r.at >= r.end || r.p.src[r.at] != '}' {
		r.p.refuse(Span{open, open + 1}, "expected `}` after the value, found none")
	}
	r.at++
	*parts = append(*parts, part)
}

func (r *literalReader) conversion(part *FormatPart) {
	c := r.p.src[r.at+1]
	if c != 'r' && c != 's' && c != 'a' {
		r.p.refuse(Span{r.at, r.at + 2}, "expected `!r`, `!s` or `!a`, found `%s`", r.p.src[r.at:r.at+2])
	}
	part.Conversion = c
	r.at += 2
	if next := r.p.src[r.at]; next != ':' && next != '}' {
		r.p.refuse(Span{r.at, r.at + 1}, "expected `:` or `}` after the conversion, found `%c`", next)
	}
}

// expressionEnd finds where the expression in braces ends.
func (r *literalReader) expressionEnd(open int) int {
	src, depth := r.p.src, 0
	for at := r.at; at < r.end; at++ {
		switch c := src[at]; c {
		case '(', '[', '{':
			depth++
		case ')', ']':
			depth--
		case '\'', '"':
			n := strings.IndexByte(src[at+1:r.end], c)
			if n < 0 {
				r.p.refuse(Span{at, at + 1}, "expected the end of the string, found none")
			}
			at += n + 1
		case '\\', '#':
			r.p.refuse(Span{at, at + 1}, "expected an expression in the braces, found `%c`, which cannot stand there", c)
		case '!':
			if depth == 0 && src[at+1] != '=' {
				return at
			}
			if src[at+1] == '=' {
				at++
			}
		case ':':
			if depth == 0 {
				return at
			}
		case '}':
			if depth == 0 {
				return at
			}
			depth--
		}
	}
	r.p.refuse(Span{open, open + 1}, "expected `}` after the value, found none")
	return 0
}

// nested parses an expression that is between two offsets.
func (p *parser) nested(from, to int) Expr {
	inner := *p
	inner.tokens, inner.at = scanExpression(p.src[:to], from), 0
	x := inner.expressions()
	if inner.tok().kind != end {
		inner.expected("`}` after the value")
	}
	return x
}

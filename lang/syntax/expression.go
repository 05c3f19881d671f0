package syntax

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// expressions reads one expression, or several with commas between them as a tuple.
func (p *parser) expressions() Expr {
	from := p.tok().from
	x := p.starred()
	if !p.is(",") {
		if s, ok := x.(*Star); ok {
			p.refuse(s.Span, "expected `*` in a call or among several targets, found it alone")
		}
		return x
	}
	list := &Tuple{Items: []Expr{x}}
	for p.accept(",") {
		if !p.startsExpression() {
			break
		}
		list.Items = append(list.Items, p.starred())
	}
	list.Span = p.since(from)
	return list
}

// starred reads an expression with or without `*` before it.
func (p *parser) starred() Expr {
	t := p.tok()
	if p.accept("*") {
		x := p.binary(0)
		return &Star{p.since(t.from), x}
	}
	return p.expression()
}

// item reads an item of a display, or an argument: what may be `name := expression` or have `*` before it.
func (p *parser) item() Expr {
	if p.is("*") {
		return p.starred()
	}
	return p.namedExpression()
}

// namedExpression reads an expression that may be `name := expression`.
func (p *parser) namedExpression() Expr {
	t := p.tok()
	if next := p.tokens[min(p.at+1, len(p.tokens)-1)]; t.kind != name || next.kind != operator || next.text != ":=" {
		return p.expression()
	}
	p.at += 2
	target := &Name{Span{t.from, t.to}, t.text}
	x := p.expression()
	return &NamedExpr{p.since(t.from), target, x}
}

// startsExpression reports whether an expression can begin here.
func (p *parser) startsExpression() bool {
	t := p.tok()
	switch t.kind {
	case name, number, text:
		return true
	case operator:
		return strings.Contains("( [ { - + ~ * ...", t.text) && t.text != "."
	case keyword:
		return strings.Contains("None True False not lambda yield await", t.text) && t.text != "in"
	}
	return false
}

func (p *parser) expression() Expr {
	defer p.deeper()()
	from := p.tok().from
	if p.is("lambda") {
		return p.lambda()
	}
	x := p.or()
	if t := p.tok(); p.is(":=") {
		p.refuse(Span{t.from, t.to}, "expected `:=` after a variable, and in parentheses, found it elsewhere")
	}
	if !p.accept("if") {
		return x
	}
	test := p.or()
	p.expect("else", " of the conditional expression")
	other := p.expression()
	return &Conditional{p.since(from), test, x, other}
}

func (p *parser) lambda() Expr {
	from := p.expect("lambda", "").from
	params := p.params(":", false)
	p.expect(":", " after the parameters of `lambda`")
	def := p.inDef
	p.inDef = 1
	body := p.expression()
	p.inDef = def
	return &Lambda{p.since(from), params, body}
}

func (p *parser) or() Expr {
	from := p.tok().from
	x := p.and()
	for n := 0; p.accept("or"); {
		p.link(&n)
		y := p.and()
		x = &Bool{p.since(from), "or", x, y}
	}
	return x
}

func (p *parser) and() Expr {
	from := p.tok().from
	x := p.not()
	for n := 0; p.accept("and"); {
		p.link(&n)
		y := p.not()
		x = &Bool{p.since(from), "and", x, y}
	}
	return x
}

func (p *parser) not() Expr {
	from := p.tok().from
	if p.accept("not") {
		defer p.deeper()()
		x := p.not()
		return &Unary{p.since(from), "not", x}
	}
	return p.comparison()
}

func (p *parser) comparison() Expr {
	from := p.tok().from
	x := p.binary(0)
	c := &Compare{First: x}
	for {
		op := p.comparisonOperator()
		if op == "" {
			break
		}
		c.Ops = append(c.Ops, op)
		c.Rest = append(c.Rest, p.binary(0))
	}
	if len(c.Ops) == 0 {
		return x
	}
	c.Span = p.since(from)
	return c
}

func (p *parser) comparisonOperator() string {
	for _, op := range []string{"==", "!=", "<=", ">=", "<", ">", "in"} {
		if p.accept(op) {
			return op
		}
	}
	if p.accept("is") {
		if p.accept("not") {
			return "is not"
		}
		return "is"
	}
	if p.is("not") && p.tokens[p.at+1].text == "in" {
		p.at += 2
		return "not in"
	}
	return ""
}

// levels are the binary operators, from the lowest precedence.
var levels = [][]string{{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%", "@"}}

func (p *parser) binary(level int) Expr {
	if level == len(levels) {
		return p.unary()
	}
	from := p.tok().from
	x := p.binary(level + 1)
	n := 0
next:
	for _, op := range levels[level] {
		if p.accept(op) {
			p.link(&n)
			y := p.binary(level + 1)
			x = &Binary{p.since(from), op, x, y}
			goto next
		}
	}
	return x
}

func (p *parser) unary() Expr {
	t := p.tok()
	for _, op := range []string{"-", "+", "~"} {
		if p.accept(op) {
			defer p.deeper()()
			x := p.unary()
			return &Unary{p.since(t.from), op, x}
		}
	}
	x := p.primary()
	if p.accept("**") {
		defer p.deeper()()
		y := p.unary()
		return &Binary{p.since(t.from), "**", x, y}
	}
	return x
}

func (p *parser) primary() Expr {
	from := p.tok().from
	x := p.atom()
	for n := 0; ; p.link(&n) {
		switch {
		case p.accept("("):
			x = p.call(from, x)
		case p.accept("["):
			index := p.index()
			p.expect("]", " after the index")
			x = &Subscript{p.since(from), x, index}
		case p.accept("."):
			field := p.identifier("an attribute's name after `.`")
			x = &Attribute{p.since(from), x, field}
		default:
			return x
		}
	}
}

func (p *parser) call(from int, f Expr) Expr {
	c := &Call{Func: f}
	for !p.is(")") {
		t := p.tok()
		switch {
		case p.accept("**"):
			x := p.expression()
			c.Keywords = append(c.Keywords, Keyword{p.since(t.from), "", x})
		case t.kind == name && p.tokens[p.at+1].kind == operator && p.tokens[p.at+1].text == "=":
			p.at += 2
			x := p.expression()
			c.Keywords = append(c.Keywords, Keyword{p.since(t.from), t.text, x})
		case p.accept("*"): // before any expression, unlike in displays
			x := p.expression()
			c.Args = append(c.Args, &Star{p.since(t.from), x})
		default:
			if len(c.Keywords) > 0 {
				p.refuse(Span{t.from, t.to}, "expected arguments without a name before those with one, found one after them")
			}
			x := p.item()
			if at := p.tok(); p.is("for") {
				if x = p.generator(t.from, x); len(c.Args)+len(c.Keywords) > 0 || !p.is(")") {
					p.refuse(Span{at.from, at.to}, "expected parentheses around a generator that is not the only argument, found `for`")
				}
			}
			c.Args = append(c.Args, x)
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(")", " after the arguments")
	c.Span = p.since(from)
	return c
}

// generator reads what follows the element of a generator.
func (p *parser) generator(from int, element Expr) Expr {
	t := p.tok()
	c := &Comprehension{Kind: '(', Element: element, For: Span{t.from, t.to}, Clauses: p.clauses()}
	c.Span = p.since(from)
	return c
}

// index reads the contents of the brackets of a subscript.
func (p *parser) index() Expr {
	from := p.tok().from
	x := p.sliceItem()
	if !p.is(",") {
		return x
	}
	list := &Tuple{Items: []Expr{x}}
	for p.accept(",") {
		if p.is("]") {
			break
		}
		list.Items = append(list.Items, p.sliceItem())
	}
	list.Span = p.since(from)
	return list
}

func (p *parser) sliceItem() Expr {
	from := p.tok().from
	var low Expr
	if !p.is(":") {
		low = p.expression()
	}
	if !p.is(":") {
		return low
	}
	p.at++
	s := &Slice{Low: low}
	if p.startsExpression() {
		s.High = p.expression()
	}
	if p.accept(":") && p.startsExpression() {
		s.Step = p.expression()
	}
	s.Span = p.since(from)
	return s
}

func (p *parser) atom() Expr {
	t := p.tok()
	switch t.kind {
	case name:
		p.at++
		return &Name{p.since(t.from), t.text}
	case number:
		p.at++
		return p.number(t)
	case text:
		return p.strings()
	case keyword:
		switch t.text {
		case "None", "True", "False":
			p.at++
			return &Const{p.since(t.from), t.text}
		}
	case operator:
		switch t.text {
		case "(":
			return p.parentheses()
		case "[":
			return p.list()
		case "{":
			return p.braces()
		case "...":
			p.at++
			return &Name{p.since(t.from), "Ellipsis"}
		}
	}
	p.expected("an expression")
	return nil
}

func (p *parser) parentheses() Expr {
	from := p.expect("(", "").from
	if p.accept(")") {
		return &Tuple{Span: p.since(from)}
	}
	if t := p.tok(); t.kind == keyword && t.text == "yield" {
		x := p.yieldOr()
		p.expect(")", " to match `(`")
		return x
	}
	x := p.inParentheses()
	if p.is("for") {
		x = p.generator(from, x)
	}
	p.expect(")", " to match `(`")
	if list, ok := x.(*Tuple); ok && list.From > from {
		list.Span = p.since(from)
	}
	return x
}

// inParentheses reads an expression, or several with commas between them.
func (p *parser) inParentheses() Expr {
	from := p.tok().from
	x := p.item()
	if !p.is(",") {
		if s, ok := x.(*Star); ok {
			p.refuse(s.Span, "expected `*` in a call or among several targets, found it alone")
		}
		return x
	}
	list := &Tuple{Items: []Expr{x}}
	for p.accept(",") && !p.is(")") {
		list.Items = append(list.Items, p.item())
	}
	list.Span = p.since(from)
	return list
}

func (p *parser) list() Expr {
	from := p.expect("[", "").from
	l := &List{}
	for !p.is("]") {
		l.Items = append(l.Items, p.item())
		if len(l.Items) == 1 && p.is("for") {
			c := &Comprehension{Kind: '[', Element: l.Items[0], Clauses: p.clauses()}
			p.expect("]", " after the comprehension")
			c.Span = p.since(from)
			return c
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("]", " to match `[`")
	l.Span = p.since(from)
	return l
}

// braces reads a dictionary or a set.
func (p *parser) braces() Expr {
	from := p.expect("{", "").from
	if p.accept("}") {
		return &Dict{Span: p.since(from)}
	}
	if p.is("**") {
		return p.dictionary(from, &Dict{})
	}
	first := p.item()
	if !p.accept(":") {
		return p.set(from, first)
	}
	d := &Dict{Keys: []Expr{first}, Values: []Expr{p.expression()}}
	if p.is("for") {
		c := &Comprehension{Kind: ':', Element: first, Value: d.Values[0], Clauses: p.clauses()}
		p.expect("}", " after the comprehension")
		c.Span = p.since(from)
		return c
	}
	if !p.accept(",") {
		p.expect("}", " to match `{`")
		d.Span = p.since(from)
		return d
	}
	return p.dictionary(from, d)
}

// dictionary reads the other items of a dictionary, and its end.
func (p *parser) dictionary(from int, d *Dict) Expr {
	for !p.is("}") {
		if p.accept("**") {
			d.Keys = append(d.Keys, nil)
			d.Values = append(d.Values, p.binary(0))
		} else {
			d.Keys = append(d.Keys, p.expression())
			p.expect(":", " after the key")
			d.Values = append(d.Values, p.expression())
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("}", " to match `{`")
	d.Span = p.since(from)
	return d
}

func (p *parser) set(from int, first Expr) Expr {
	if p.is("for") {
		c := &Comprehension{Kind: '{', Element: first, Clauses: p.clauses()}
		p.expect("}", " after the comprehension")
		c.Span = p.since(from)
		return c
	}
	s := &Set{Items: []Expr{first}}
	for p.accept(",") && !p.is("}") {
		s.Items = append(s.Items, p.item())
	}
	p.expect("}", " to match `{`")
	s.Span = p.since(from)
	return s
}

func (p *parser) clauses() []Clause {
	var list []Clause
	for p.accept("for") {
		c := Clause{Target: p.targets("in")}
		p.expect("in", " after the target of `for`")
		c.Iter = p.or()
		for p.accept("if") {
			c.Conditions = append(c.Conditions, p.or())
		}
		list = append(list, c)
	}
	return list
}

// number reads an integer or a float.
func (p *parser) number(t token) Expr {
	s := Span{t.from, t.to}
	if strings.HasSuffix(t.text, "j") || strings.HasSuffix(t.text, "J") {
		p.refuse(s, "expected an integer or a float, found `%s`; Unbox's Python has no complex numbers", quoted(t.text))
	}
	digits := strings.ReplaceAll(t.text, "_", "")
	lower := strings.ToLower(digits)
	wrong := strings.Contains(t.text, "__") || strings.HasSuffix(t.text, "_") || strings.Contains(t.text, "_.") || strings.Contains(t.text, "._")
	isFloat := strings.ContainsAny(lower, ".e") && !strings.HasPrefix(lower, "0x")
	if !isFloat && len(digits) > maxDigits && !strings.HasPrefix(lower, "0x") && !strings.HasPrefix(lower, "0o") && !strings.HasPrefix(lower, "0b") {
		p.refuse(s, "expected an integer of at most %d decimal digits, found one of %d; `0x` has room for more", maxDigits, len(digits))
	}
	if !isFloat && len(digits) > maxLiteral {
		p.refuse(s, "expected a number of at most %d characters, found one of %d", maxLiteral, len(digits))
	}
	if isFloat && !wrong {
		f, err := strconv.ParseFloat(digits, 64)
		if err == nil || math.IsInf(f, 0) {
			return &Float{s, f}
		}
	}
	if n, ok := new(big.Int).SetString(integerDigits(lower), 0); ok && !wrong && !isFloat {
		return &Int{s, n}
	}
	p.refuse(s, "expected a number, found `%s`", quoted(t.text))
	return nil
}

// maxDigits is CPython's limit for integers in base ten; maxLiteral is that of others, which take
// time to read that is quadratic in their length.
const (
	maxDigits  = 4300
	maxLiteral = 1 << 16
)

// integerDigits takes zeros from the front of 0 and 00, which Go reads as octal.
func integerDigits(s string) string {
	if strings.Trim(s, "0") == "" {
		return "0"
	}
	if len(s) > 1 && s[0] == '0' && isDigit(s[1]) {
		return "" // Python refuses 010
	}
	return s
}

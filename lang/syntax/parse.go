package syntax

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// parser reads tokens from left to right, one token ahead.
type parser struct {
	src    string
	tokens []token
	at     int
	depth  int // of nested expressions and blocks
	loops  int // around the statement, in its function
	inDef  int
	// declared takes the variables that the body of the class around the statement gives a type; nil outside of classes.
	declared  *[]Declared
	firstType *Lambda         // the type of a parameter, of the function that was read last
	stars     int             // imports of all names so far
	names     map[string]bool // see [parser.mentioned]; nil before
}

// maxDepth is the maximum nesting of expressions and blocks; CPython stops at 200
// parentheses and 100 blocks.
const maxDepth = 180

// maxChain is the maximum number of links of a chain: operators without parentheses between them,
// calls and attributes of one another, `elif`. CPython's own limit depends on its stack, and is
// about 3,000.
const maxChain = 2000

// MaxSource is the maximum length of a program in bytes. Reading a program takes about 100
// times as much memory.
const MaxSource = 2 << 20

// Parse reads a program. The error is an *Error.
func Parse(src string) (body []Stmt, err error) {
	if err := readable(src); err != nil {
		return nil, err
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			body, err = nil, e
		default:
			panic(e)
		}
	}()
	p := &parser{src: src, tokens: scan(src)}
	for p.tok().kind != end {
		body = append(body, p.statement()...)
	}
	return body, nil
}

// readable returns what is wrong with a text that cannot be a program, nil if nothing
// is.
func readable(src string) error {
	if len(src) > MaxSource {
		return &Error{0, 0, fmt.Sprintf("expected a program of at most %d bytes, found one of %d", MaxSource, len(src))}
	}
	if at := strings.IndexByte(src, 0); at >= 0 {
		return &Error{at, at + 1, "expected text, found a null byte"}
	}
	for at, r := range src {
		if r == utf8.RuneError && !strings.HasPrefix(src[at:], "\ufffd") {
			return &Error{at, at + 1, fmt.Sprintf("expected a program in UTF-8, found the byte 0x%02x", src[at])}
		}
	}
	return nil
}

func (p *parser) tok() token { return p.tokens[p.at] }

func (p *parser) is(text string) bool {
	t := p.tok()
	return (t.kind == operator || t.kind == keyword) && t.text == text
}

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(text, what string) token {
	t := p.tok()
	if !p.is(text) {
		p.expected("`" + text + "`" + what)
	}
	p.at++
	return t
}

// expected fails, because something else was found here.
func (p *parser) expected(what string) { p.lacks(what, "") }

// lacks is expected where what was found is outside of the subset; why says that, or is empty.
func (p *parser) lacks(what, why string) {
	t := p.tok()
	found := "`" + quoted(t.text) + "`"
	if int(t.kind) < len(kindNames) && kindNames[t.kind] != "" {
		found = kindNames[t.kind]
	}
	message := "expected " + what + ", found " + found
	if why != "" {
		message += "; Unbox's Python has no " + why
	} else if t.kind == keyword && missing[t.text] {
		message += "; Unbox's Python has no `" + t.text + "`"
	}
	panic(&Error{t.from, t.to, message})
}

// quoted shortens what a message quotes.
func quoted(text string) string {
	const most = 60
	n := 0
	for at := range text {
		if n == most {
			return text[:at] + "…"
		}
		n++
	}
	return text
}

// missing are the words of Python that are outside of the subset.
var missing = map[string]bool{"async": true, "await": true}

func (p *parser) refuse(s Span, format string, args ...any) {
	panic(&Error{s.From, s.To, fmt.Sprintf(format, args...)})
}

// since returns the span from an offset up to the last token that was read.
func (p *parser) since(from int) Span { return Span{from, p.tokens[p.at-1].to} }

// deeper guards against programs that nest too deep.
func (p *parser) deeper() func() {
	p.depth++
	if p.depth > maxDepth {
		t := p.tok()
		p.refuse(Span{t.from, t.to}, "expected at most %d levels of nesting, found more", maxDepth)
	}
	return func() { p.depth-- }
}

// link guards against chains that are too long; n is the number of links of this
// one.
func (p *parser) link(n *int) {
	if *n++; *n > maxChain {
		t := p.tok()
		p.refuse(Span{t.from, t.to}, "expected at most %d operations, calls or branches in one chain, found more", maxChain)
	}
}

func (p *parser) identifier(what string) string {
	if p.tok().kind != name {
		p.expected(what)
	}
	p.at++
	return p.tokens[p.at-1].text
}

// endOfLine reads the end of a simple statement.
func (p *parser) endOfLine(what string) {
	if p.tok().kind != newline {
		p.expected(what)
	}
	p.at++
}

// statement reads a line: a compound statement, or simple ones with `;` between them.
func (p *parser) statement() []Stmt {
	defer p.deeper()()
	if p.tok().kind == indent {
		p.refuse(Span{p.tok().from, p.tok().to}, "expected a statement that begins where the one above does, found a deeper indentation")
	}
	if s := p.compound(); s != nil {
		return []Stmt{s}
	}
	var list []Stmt
	for {
		list = append(list, p.simple()...)
		if !p.accept(";") {
			p.endOfLine("the end of the line or `;`")
			return list
		}
		if p.tok().kind == newline {
			p.at++
			return list
		}
	}
}

// block reads what comes after a colon.
func (p *parser) block(after string) []Stmt {
	p.expect(":", " after "+after)
	if p.tok().kind != newline {
		if slices.Contains([]string{"if", "while", "for", "def", "class", "try", "with"}, p.tok().text) && p.tok().kind == keyword {
			p.expected("a simple statement on this line")
		}
		return p.statement()
	}
	p.at++
	if p.tok().kind != indent {
		p.expected("an indented block after " + after)
	}
	p.at++
	var list []Stmt
	for p.tok().kind != dedent {
		if p.tok().kind == end {
			break
		}
		list = append(list, p.statement()...)
	}
	p.at++
	return list
}

func (p *parser) compound() Stmt {
	t := p.tok()
	if t.kind == operator && t.text == "@" {
		return p.decorated()
	}
	if t.kind != keyword {
		p.noMatch()
		return nil
	}
	switch t.text {
	case "if":
		p.at++
		return p.ifStatement(t.from, "`if`", 0)
	case "while":
		p.at++
		test := p.namedExpression()
		body := p.loopBody("the condition of `while`")
		return &While{p.since(t.from), test, body, p.elseBlock()}
	case "for":
		p.at++
		target := p.targets("in")
		p.expect("in", " after the target of `for`")
		iter := p.expressions()
		body := p.loopBody("the items of `for`")
		return &For{p.since(t.from), target, iter, body, p.elseBlock()}
	case "def":
		return p.function(nil)
	case "class":
		return p.class(nil)
	case "try":
		return p.try()
	case "with":
		p.at++
		return p.with(t.from)
	}
	return nil
}

// noMatch refuses a `match` statement: a line that begins with this name and has a block below it.
func (p *parser) noMatch() {
	t := p.tok()
	if t.kind != name || t.text != "match" {
		return
	}
	at := p.at
	for p.tokens[at].kind != newline && p.tokens[at].kind != end {
		at++
	}
	if p.tokens[at-1].text == ":" && p.tokens[min(at+1, len(p.tokens)-1)].kind == indent {
		p.refuse(Span{t.from, t.to}, "expected `if`, `elif` and `else`, found `match`; Unbox's Python has no `match`")
	}
}

func (p *parser) loopBody(after string) []Stmt {
	p.loops++
	defer func() { p.loops-- }()
	return p.block(after)
}

func (p *parser) elseBlock() []Stmt {
	if p.accept("else") {
		return p.block("`else`")
	}
	return nil
}

func (p *parser) ifStatement(from int, word string, branches int) Stmt {
	p.link(&branches)
	test := p.namedExpression()
	then := p.block("the condition of " + word)
	s := &If{Test: test, Then: then}
	if t := p.tok(); p.accept("elif") {
		s.Else = []Stmt{p.ifStatement(t.from, "`elif`", branches)}
	} else {
		s.Else = p.elseBlock()
	}
	s.Span = p.since(from)
	return s
}

func (p *parser) decorated() Stmt {
	var list []Expr
	for p.accept("@") {
		list = append(list, p.namedExpression())
		p.endOfLine("the end of the line after a decorator")
	}
	if p.is("class") {
		return p.class(list)
	}
	if !p.is("def") {
		p.expected("`def` or `class` after a decorator")
	}
	return p.function(list)
}

func (p *parser) function(decorators []Expr) Stmt {
	from := p.expect("def", "").from
	f := &Def{Decorators: decorators, Name: p.identifier("the function's name after `def`")}
	p.expect("(", " after the function's name")
	p.firstType = nil
	f.Params = p.params(")", true)
	p.expect(")", " after the parameters")
	if registers(decorators) {
		f.Dispatch = p.firstType
	}
	if p.accept("->") {
		p.expression()
	}
	loops := p.loops
	p.loops = 0
	p.inDef++
	f.Body = p.block("the parameters")
	p.inDef--
	p.loops = loops
	f.Span = p.since(from)
	return f
}

// registers reports whether one of the decorators of a function is the attribute `register` of something.
func registers(decorators []Expr) bool {
	return slices.ContainsFunc(decorators, func(d Expr) bool {
		a, ok := d.(*Attribute)
		return ok && a.Name == "register"
	})
}

// params reads parameters up to a closing token.
func (p *parser) params(closing string, annotated bool) []Param {
	var list []Param
	keywordOnly, defaults := false, false
	seen := make(map[string]bool)
	for !p.is(closing) {
		t := p.tok()
		switch {
		case p.accept("/"):
			if len(list) == 0 || keywordOnly || list[0].PositionOnly {
				p.refuse(Span{t.from, t.to}, "expected one `/` after the first parameters, found it elsewhere")
			}
			for k := range list {
				list[k].PositionOnly = true
			}
		case p.accept("**"):
			list = append(list, Param{Name: p.identifier("a name after `**`"), Star: 2})
			p.annotation(annotated)
			p.accept(",")
			if !p.is(closing) {
				p.expected("`" + closing + "` after the parameter with `**`")
			}
		case p.accept("*"):
			if keywordOnly {
				p.refuse(Span{t.from, t.to}, "expected one `*` among the parameters, found two")
			}
			keywordOnly, defaults = true, false
			if !p.is(",") {
				list = append(list, Param{Name: p.identifier("a name after `*`"), Star: 1})
				p.annotation(annotated)
			}
		default:
			q := Param{Name: p.identifier("a parameter or `" + closing + "`"), KeywordOnly: keywordOnly}
			p.annotation(annotated)
			if p.accept("=") {
				q.Default, defaults = p.expression(), true
			} else if defaults && !keywordOnly {
				p.refuse(Span{t.from, t.to}, "expected a default for `%s`, because a parameter before it has one, found none", q.Name)
			}
			list = append(list, q)
		}
		if n := len(list); n > 0 {
			last := &list[n-1]
			last.Span = p.since(t.from)
			if seen[last.Name] && t.kind == name {
				p.refuse(Span{t.from, t.to}, "expected different names for parameters, found `%s` twice", last.Name)
			}
			seen[last.Name] = true
		}
		if !p.accept(",") {
			break
		}
	}
	return list
}

// annotation reads the type of a parameter, where there may be one. It means nothing but to functools.singledispatch.
func (p *parser) annotation(annotated bool) {
	if annotated && p.accept(":") {
		from := p.tok().from
		if typ := p.expression(); p.firstType == nil {
			p.firstType = &Lambda{Body: typ}
			p.firstType.Span = p.since(from)
		}
	}
}

func (p *parser) class(decorators []Expr) Stmt {
	from := p.expect("class", "").from
	c := &Class{Decorators: decorators, Name: p.identifier("the class's name after `class`")}
	if p.accept("(") {
		for !p.is(")") {
			if p.tok().kind == name && p.tokens[p.at+1].text == "=" {
				c.Keywords = append(c.Keywords, p.classKeyword(c.Keywords))
			} else if len(c.Keywords) > 0 {
				p.refuse(Span{p.tok().from, p.tok().to}, "expected a keyword with its value, found a class after keywords; base classes come first")
			} else {
				c.Bases = append(c.Bases, p.expression())
			}
			if !p.accept(",") {
				break
			}
		}
		p.expect(")", " after the base classes")
	}
	loops, def := p.loops, p.inDef
	p.loops, p.inDef = 0, 0
	around := p.declared
	p.declared = &c.Declared
	c.Body = p.block("the class's name")
	p.loops, p.inDef, p.declared = loops, def, around
	c.Span = p.since(from)
	return c
}

// classKeyword reads a keyword after the bases of a class, with its value.
func (p *parser) classKeyword(before []Keyword) Keyword {
	at := Span{p.tok().from, p.tok().to}
	k := Keyword{Span: at, Name: p.identifier("a keyword")}
	if slices.ContainsFunc(before, func(other Keyword) bool { return other.Name == k.Name }) {
		p.refuse(at, "expected each keyword once, found `%s` twice", k.Name)
	}
	p.expect("=", "")
	k.X = p.expression()
	if k.Name == "metaclass" && !isABCMeta(k.X) {
		p.refuse(at, "expected `metaclass=ABCMeta`, found another metaclass; Unbox's Python has no others")
	}
	return k
}

// isABCMeta reports whether an expression names abc.ABCMeta.
func isABCMeta(x Expr) bool {
	switch x := x.(type) {
	case *Name:
		return x.Text == "ABCMeta"
	case *Attribute:
		return x.Name == "ABCMeta"
	}
	return false
}

func (p *parser) try() Stmt {
	from := p.expect("try", "").from
	s := &Try{Body: p.block("`try`")}
	for p.is("except") {
		t := p.tok()
		p.at++
		h := Handler{}
		if p.is("*") {
			p.lacks("a class of exceptions after `except`", "groups of exceptions")
		}
		if !p.is(":") {
			h.Type = p.expression()
			if p.accept("as") {
				h.Name = p.identifier("a name after `as`")
			}
		}
		h.Span = p.since(t.from)
		h.Body = p.block("`except`")
		if n := len(s.Handlers); n > 0 && s.Handlers[n-1].Type == nil {
			p.refuse(s.Handlers[n-1].Span, "expected the `except` without a class to be the last one, found one after it")
		}
		s.Handlers = append(s.Handlers, h)
	}
	if len(s.Handlers) > 0 {
		s.Else = p.elseBlock()
	}
	if p.accept("finally") {
		s.Finally = p.block("`finally`")
	} else if len(s.Handlers) == 0 {
		p.expected("`except` or `finally` after the block of `try`")
	}
	s.Span = p.since(from)
	return s
}

func (p *parser) with(from int) Stmt {
	return p.contexts(from, p.surrounded() && p.accept("("))
}

// contexts reads what stands between `with` and its block, and the block.
func (p *parser) contexts(from int, surrounded bool) Stmt {
	defer p.deeper()()
	s := &With{X: p.expression()}
	if p.accept("as") {
		s.Target = p.target(p.unary())
	}
	if p.accept(",") && !(surrounded && p.is(")")) {
		s.Body = []Stmt{p.contexts(p.tok().from, surrounded)}
	} else {
		if surrounded {
			p.expect(")", " after the contexts of `with`")
		}
		s.Body = p.block("the context of `with`")
	}
	s.Span = p.since(from)
	return s
}

// surrounded reports whether parentheses begin here that are around the contexts of `with`, not a part of one: they end before the colon,
// and have `as` or a comma in them.
func (p *parser) surrounded() bool {
	if !p.is("(") {
		return false
	}
	depth, several := 0, false
	for k := p.at; k < len(p.tokens); k++ {
		switch p.tokens[k].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return several && k+1 < len(p.tokens) && p.tokens[k+1].text == ":"
			}
		case "as", ",":
			several = several || depth == 1
		}
	}
	return false
}

func (p *parser) simple() []Stmt {
	t := p.tok()
	if t.kind == keyword {
		if list := p.keywordStatement(t); list != nil {
			return list
		}
	}
	return []Stmt{p.assignment()}
}

func (p *parser) keywordStatement(t token) []Stmt {
	p.at++
	switch t.text {
	case "pass":
		return []Stmt{&Simple{p.since(t.from), t.text}}
	case "break", "continue":
		if p.loops == 0 {
			p.refuse(Span{t.from, t.to}, "expected `%s` in a loop, found it outside of one", t.text)
		}
		return []Stmt{&Simple{p.since(t.from), t.text}}
	case "return":
		if p.inDef == 0 {
			p.refuse(Span{t.from, t.to}, "expected `return` in a function, found it outside of one")
		}
		s := &Return{}
		if p.tok().kind != newline && !p.is(";") {
			s.X = p.expressions()
		}
		s.Span = p.since(t.from)
		return []Stmt{s}
	case "import":
		return p.imports(t.from)
	case "from":
		return p.fromImport(t.from)
	case "global", "nonlocal":
		s := &Scope{Word: t.text}
		for {
			s.Names = append(s.Names, p.identifier("a name after `"+t.text+"`"))
			if !p.accept(",") {
				break
			}
		}
		s.Span = p.since(t.from)
		return []Stmt{s}
	case "assert":
		s := &Assert{Test: p.expression()}
		if p.accept(",") {
			s.Message = p.expression()
		}
		s.Span = p.since(t.from)
		return []Stmt{s}
	case "raise":
		return []Stmt{p.raise(t.from)}
	case "del":
		s := &Delete{}
		target := p.targets("")
		if list, ok := target.(*Tuple); ok {
			s.Targets = list.Items
		} else {
			s.Targets = []Expr{target}
		}
		s.Span = p.since(t.from)
		return []Stmt{s}
	}
	p.at--
	return nil
}

func (p *parser) raise(from int) Stmt {
	s := &Raise{}
	if p.tok().kind != newline && !p.is(";") {
		s.X = p.expression()
		if p.accept("from") {
			s.Cause = p.expression()
		}
	}
	s.Span = p.since(from)
	return s
}

var augmented = []string{"+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", ">>=", "<<=", "&=", "|=", "^="}

// yieldOr reads expressions, or a `yield` in their place: where that needs no parentheses.
func (p *parser) yieldOr() Expr {
	if t := p.tok(); t.kind != keyword || t.text != "yield" {
		return p.expressions()
	}
	t := p.tok()
	p.at++
	if p.inDef == 0 {
		p.refuse(Span{t.from, t.to}, "expected `yield` in a function, found it outside of one")
	}
	y := &Yield{}
	switch {
	case p.accept("from"):
		y.From, y.X = true, p.expression()
	case p.startsExpression():
		y.X = p.expressions()
	}
	y.Span = p.since(t.from)
	return y
}

// assignment reads an expression, or an assignment to what it is.
func (p *parser) assignment() Stmt {
	from := p.tok().from
	x := p.yieldOr()
	if t := p.tok(); t.kind == operator && slices.Contains(augmented, t.text) {
		p.at++
		switch x.(type) {
		case *Name, *Attribute, *Subscript:
		default:
			p.refuse(x.Place(), "expected a variable, an attribute or an item before `%s`, found another expression", t.text)
		}
		value := p.yieldOr()
		return &AugAssign{p.since(from), x, strings.TrimSuffix(t.text, "="), value}
	}
	if p.accept(":") {
		return p.annotated(from, x)
	}
	if !p.is("=") {
		return &ExprStmt{p.since(from), x}
	}
	s := &Assign{}
	for p.accept("=") {
		s.Targets = append(s.Targets, p.target(x))
		x = p.yieldOr()
	}
	s.Value, s.Span = x, p.since(from)
	return s
}

// annotated reads a variable with its type, which means nothing, but that a class may ask which variables its body gives one.
func (p *parser) annotated(from int, x Expr) Stmt {
	typ := p.expression()
	if n, ok := x.(*Name); ok && p.declared != nil && p.inDef == 0 && !isTypeOf(typ, "ClassVar") {
		*p.declared = append(*p.declared, Declared{n.Text, isTypeOf(typ, "InitVar")})
	}
	target := p.target(x)
	if !p.accept("=") {
		return &Simple{p.since(from), "pass"}
	}
	value := p.yieldOr()
	return &Assign{p.since(from), []Expr{target}, value}
}

// isTypeOf reports whether a type is one of a name, such as ClassVar, which says that a variable is the class's own, and no field
// of its instances.
func isTypeOf(typ Expr, name string) bool {
	switch typ := typ.(type) {
	case *Name:
		return typ.Text == name
	case *Attribute:
		return typ.Name == name
	case *Subscript:
		return isTypeOf(typ.X, name)
	}
	return false
}

// targets reads the targets of a `for`, up to a word.
func (p *parser) targets(word string) Expr {
	from := p.tok().from
	item := p.unary
	if word != "" {
		item = p.starredTarget
	}
	x := p.target(item())
	if !p.is(",") {
		if s, ok := x.(*Star); ok {
			p.refuse(s.Span, "expected `*` in a call or among several targets, found it alone")
		}
		return x
	}
	list := &Tuple{Items: []Expr{x}}
	for p.accept(",") {
		if word != "" && p.is(word) || p.tok().kind == newline {
			break
		}
		list.Items = append(list.Items, item())
	}
	p.targetList(list.Items)
	list.Span = p.since(from)
	return list
}

// starredTarget reads a target, perhaps with `*`.
func (p *parser) starredTarget() Expr {
	from := p.tok().from
	if !p.accept("*") {
		return p.unary()
	}
	x := p.unary()
	return &Star{p.since(from), x}
}

// target checks that something can be assigned to.
func (p *parser) target(x Expr) Expr {
	switch x := x.(type) {
	case *Name, *Attribute, *Subscript:
		return x
	case *Tuple:
		p.targetList(x.Items)
		return x
	case *List:
		p.targetList(x.Items)
		return x
	case *Star:
		p.target(x.X)
		return x
	}
	s := x.Place()
	p.refuse(s, "expected a variable, an attribute or an item to assign to, found `%s`", p.excerpt(s))
	return nil
}

func (p *parser) targetList(items []Expr) {
	stars := 0
	for _, item := range items {
		if _, ok := p.target(item).(*Star); ok {
			stars++
		}
		if stars > 1 {
			p.refuse(item.Place(), "expected one target with `*`, found two")
		}
	}
}

// excerpt is a piece of the program, as a part of a message.
func (p *parser) excerpt(s Span) string {
	text, _, _ := strings.Cut(p.src[s.From:s.To], "\n")
	if len(text) > 40 {
		return strings.ToValidUTF8(text[:40], "") + "…"
	}
	return text
}

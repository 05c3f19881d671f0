package optimizer

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// RuleError is an error in a rule file. From and To delimit the characters it
// is about, as byte offsets into the text.
type RuleError struct {
	From, To int
	Message  string
}

// Error returns the message.
func (e *RuleError) Error() string { return e.Message }

// ParseRules reads rules, one a line; a line that begins with white space goes
// on with the rule before it. All errors are reported, at most one a rule. The
// set holds the rules that are right.
func ParseRules(text string) (*RuleSet, []*RuleError) {
	set := &RuleSet{}
	var errs []*RuleError
	doc := ""
	for _, part := range splitRules(text) {
		if part.comment {
			doc = joinDoc(doc, part.text)
			continue
		}
		rule, err := parseRule(part)
		if err == nil && set.find(rule.Name) >= 0 {
			err = &RuleError{part.from, part.from + len(rule.Name), fmt.Sprintf("expected a name that is not taken, found `%s` a second time", rule.Name)}
		}
		if err != nil {
			errs = append(errs, err)
		} else {
			rule.Doc = doc
			set.add(rule)
		}
		doc = ""
	}
	return set, errs
}

// find returns the index of a rule, -1 if there is none of that name.
func (s *RuleSet) find(name string) int {
	for i := range s.Rules {
		if s.Rules[i].Name == name {
			return i
		}
	}
	return -1
}

// rulePart is a rule or a comment of a rule file.
type rulePart struct {
	text    string
	from    int
	comment bool
}

func splitRules(text string) []rulePart {
	var parts []rulePart
	for from := 0; from < len(text); {
		end := lineEnd(text, from)
		line := strings.TrimRight(text[from:end], " \t\r")
		switch {
		case line == "":
			parts = append(parts, rulePart{comment: true}) // ends a comment
		case line[0] == '#':
			parts = append(parts, rulePart{strings.TrimSpace(strings.TrimLeft(line, "#")), from, true})
			if strings.HasPrefix(line, "##") {
				parts = append(parts, rulePart{comment: true})
			}
		case (line[0] == ' ' || line[0] == '\t') && len(parts) > 0 && !parts[len(parts)-1].comment:
			last := &parts[len(parts)-1]
			last.text = text[last.from : from+len(line)]
		default:
			parts = append(parts, rulePart{line, from, false})
		}
		from = end + 1
	}
	return parts
}

func lineEnd(text string, from int) int {
	if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
		return from + i
	}
	return len(text)
}

// joinDoc adds a comment line; an empty one starts anew.
func joinDoc(doc, line string) string {
	if doc == "" || line == "" {
		return line
	}
	return doc + " " + line
}

func parseRule(part rulePart) (Rule, *RuleError) {
	p := &ruleParser{text: part.text, base: part.from, names: map[string]int{}}
	p.scan()
	rule := Rule{Name: p.expectName()}
	p.expect(":")
	rule.Text = strings.TrimSpace(part.text[min(p.from, len(part.text)):])
	rule.pattern = p.pattern()
	if p.err == nil && rule.pattern.kind != ruleOperation {
		p.fail("expected an operation as the pattern, found a name or a number")
	}
	p.bound = len(p.names)
	p.expect("=>")
	rule.target = p.expression(0)
	if p.err == nil && p.token == "if" {
		p.scan()
		rule.condition = p.expression(0)
	}
	if p.err == nil && p.token != "" {
		p.fail(fmt.Sprintf("expected the end of the rule, found `%s`", p.token))
	}
	rule.slots = len(p.names)
	return rule, p.err
}

// ruleParser reads one rule by recursive descent. After the first error it
// stops moving.
type ruleParser struct {
	text     string
	base     int
	from, to int // the current token
	token    string
	names    map[string]int
	bound    int
	depth    int
	err      *RuleError
}

func (p *ruleParser) fail(message string) {
	if p.err == nil {
		p.err = &RuleError{p.base + p.from, p.base + max(p.to, p.from+1), message}
	}
	p.token = ""
}

// scan moves to the next token, "" at the end or after an error.
func (p *ruleParser) scan() {
	if p.err != nil {
		return
	}
	p.from = p.to
	for p.from < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.from]) >= 0 {
		p.from++
	}
	p.to = p.from + tokenLength(p.text[p.from:])
	p.token = p.text[p.from:p.to]
}

func tokenLength(rest string) int {
	if rest == "" {
		return 0
	}
	n := 0
	for n < len(rest) && isRuleNameByte(rest[n]) {
		n++
	}
	// A name may hold a '-' as in add-zero, but only in front of the colon.
	for n > 0 && n+1 < len(rest) && rest[n] == '-' && isLetter(rest[n+1]) {
		n++
		for n < len(rest) && isRuleNameByte(rest[n]) {
			n++
		}
	}
	if n > 0 {
		return n
	}
	if len(rest) > 1 && strings.Contains(" => == != <= >= << >> ", " "+rest[:2]+" ") {
		return 2
	}
	for i := range rest {
		if i > 0 {
			return i
		}
	}
	return len(rest)
}

func isLetter(b byte) bool       { return b|0x20 >= 'a' && b|0x20 <= 'z' }
func isRuleNameByte(b byte) bool { return isLetter(b) || b == '_' || b >= '0' && b <= '9' }

func (p *ruleParser) found() string {
	if p.token == "" {
		return "the end of the rule"
	}
	return "`" + p.token + "`"
}

func (p *ruleParser) expect(token string) {
	if p.err == nil && p.token != token {
		p.fail(fmt.Sprintf("expected `%s`, found %s", token, p.found()))
	}
	p.scan()
}

func (p *ruleParser) expectName() string {
	name := p.token
	if p.err == nil && (name == "" || !isLetter(name[0])) {
		p.fail("expected the name of a rule, found " + p.found())
	}
	p.scan()
	return name
}

// pattern reads an operation, a name or a number.
func (p *ruleParser) pattern() *ruleNode {
	node := p.primary(true)
	return node
}

// The binary operators by how tightly they bind, and what they compute.
var ruleOperators = []map[string]Opcode{
	{"==": OpIntEq, "!=": OpIntNe, "<": OpIntLt, "<=": OpIntLe, ">": OpIntGt, ">=": OpIntGe},
	{"|": OpIntOr},
	{"^": OpIntXor},
	{"&": OpIntAnd},
	{"<<": OpIntLshift, ">>": OpIntRshift},
	{"+": OpIntAdd, "-": OpIntSub},
	{"*": OpIntMul},
}

// expression reads a target or a condition. Level 0 is `or`, 1 `and`; then come
// the operators.
func (p *ruleParser) expression(level int) *ruleNode {
	if level == len(ruleOperators)+2 {
		return p.unary()
	}
	left := p.expression(level + 1)
	for p.err == nil {
		node := &ruleNode{kind: ruleOperator}
		switch code, isOperator := operatorAt(level, p.token); {
		case level == 0 && p.token == "or":
			node.kind = ruleOr
		case level == 1 && p.token == "and":
			node.kind = ruleAnd
		case isOperator:
			node.code = code
		default:
			return left
		}
		p.scan()
		node.args = []*ruleNode{left, p.expression(level + 1)}
		left = node
	}
	return left
}

func operatorAt(level int, token string) (Opcode, bool) {
	if level < 2 {
		return OpNone, false
	}
	code, ok := ruleOperators[level-2][token]
	return code, ok
}

func (p *ruleParser) unary() *ruleNode {
	switch p.token {
	case "-":
		p.scan()
		return &ruleNode{kind: ruleOperator, code: OpIntNeg, args: []*ruleNode{p.unary()}}
	case "~":
		p.scan()
		return &ruleNode{kind: ruleOperator, code: OpIntInvert, args: []*ruleNode{p.unary()}}
	case "not":
		p.scan()
		return &ruleNode{kind: ruleNot, args: []*ruleNode{p.unary()}}
	case "(":
		p.scan()
		node := p.expression(0)
		p.expect(")")
		return node
	}
	return p.primary(false)
}

// maxRuleDepth bounds the nesting of a rule.
const maxRuleDepth = 32

// primary reads a number, a name, or an operation with its arguments.
func (p *ruleParser) primary(inPattern bool) *ruleNode {
	if p.depth++; p.depth > maxRuleDepth {
		p.fail(fmt.Sprintf("expected at most %d nested operations, found more", maxRuleDepth))
	}
	defer func() { p.depth-- }()
	token := p.token
	switch {
	case p.err != nil:
		return &ruleNode{}
	case token == "-" && inPattern:
		p.scan()
		number := p.primary(true)
		if p.err == nil && number.kind != ruleNumber {
			p.fail("expected a number behind `-`, found a name")
		}
		number.number = -number.number
		return number
	case token != "" && unicode.IsDigit(rune(token[0])):
		return p.numberNode()
	case token == "" || !isLetter(token[0]):
		p.fail("expected a name, a number or an operation, found " + p.found())
		return &ruleNode{}
	}
	if ref, ok := LookupSpelling(token); ok && p.calls() {
		return p.operation(ref.Code, inPattern)
	}
	if p.calls() && !inPattern {
		return p.function()
	}
	return p.nameNode(inPattern)
}

// calls tells whether the current token is followed by a parenthesis.
func (p *ruleParser) calls() bool {
	return strings.HasPrefix(strings.TrimLeft(p.text[p.to:], " \t"), "(")
}

func (p *ruleParser) numberNode() *ruleNode {
	n, err := strconv.ParseUint(p.token, 0, 64)
	if err != nil {
		p.fail(fmt.Sprintf("expected a number of at most 64 bits, found `%s`", p.token))
	}
	p.scan()
	return &ruleNode{kind: ruleNumber, number: int64(n)}
}

func (p *ruleParser) nameNode(inPattern bool) *ruleNode {
	slot, known := p.names[p.token]
	if !known {
		switch {
		case p.calls():
			p.fail(fmt.Sprintf("expected an operation, found `%s`, which is none", p.token))
		case !inPattern:
			p.fail(fmt.Sprintf("expected a name of the pattern, found `%s`, which is none", p.token))
		case len(p.names) == maxRuleSlots:
			p.fail(fmt.Sprintf("expected at most %d different names, found more", maxRuleSlots))
		}
		slot = len(p.names)
		p.names[p.token] = slot
	}
	node := &ruleNode{kind: ruleValue, slot: slot}
	if p.token != "" && p.token[0] >= 'A' && p.token[0] <= 'Z' {
		node.kind = ruleConstant
	}
	p.scan()
	return node
}

func (p *ruleParser) operation(code Opcode, inPattern bool) *ruleNode {
	layout := code.Info().Spellings[0].Layout
	if e := code.Info().Effect; e != EffectPure && e != EffectOverflow || strings.ContainsAny(layout, "*;") {
		p.fail(fmt.Sprintf("expected an operation that only computes, found `%s`", p.token))
	}
	name := p.token
	node := &ruleNode{kind: ruleOperation, code: code}
	p.scan()
	p.expect("(")
	for p.err == nil {
		if inPattern {
			node.args = append(node.args, p.primary(true))
		} else {
			node.args = append(node.args, p.expression(0))
		}
		if p.token != "," {
			break
		}
		p.scan()
	}
	if p.err == nil && len(node.args) != len(layout) {
		p.fail(fmt.Sprintf("expected %d arguments of `%s`, found %d", len(layout), name, len(node.args)))
	}
	p.expect(")")
	return node
}

func (p *ruleParser) function() *ruleNode {
	for _, fn := range constFunctions {
		if fn.name != p.token {
			continue
		}
		p.scan()
		p.expect("(")
		node := &ruleNode{kind: ruleFunction, fn: fn, args: []*ruleNode{p.expression(0)}}
		p.expect(")")
		return node
	}
	p.fail(fmt.Sprintf("expected an operation or a function (`is_power_of_two`, `log2`), found `%s`", p.token))
	return &ruleNode{}
}

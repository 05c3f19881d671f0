package optimizer

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// rootPattern reads the pattern, which is an operation.
func (p *ruleParser) rootPattern() *ruleNode {
	from, to := p.from, p.to
	if !isName(p.token) || !p.calls() {
		p.failAt(from, max(to, from+1), "expected an operation as the pattern, found "+p.foundKind())
	}
	node := p.primary(Void)
	if node.slot >= 0 {
		p.failAt(from, to, "expected a name only for an operation inside the pattern, found one for the pattern itself")
	}
	return node
}

func (p *ruleParser) foundKind() string {
	switch {
	case p.token == "":
		return "the end of the rule"
	case isName(p.token):
		return "a name"
	case isDigit(p.token[0]) || p.token == "-":
		return "a number"
	}
	return "`" + p.token + "`"
}

// rootTarget reads the target: a value of the type that the pattern has, or an
// operation. Only a rule for an overflow operation can have one as its target,
// because it takes over the guard behind it.
func (p *ruleParser) rootTarget(pattern *ruleNode) *ruleNode {
	from, to := p.from, p.to
	node := p.expression(0, pattern.typ)
	if node.kind == ruleOperation && isOverflow(node.code) && !isOverflow(pattern.code) {
		p.failAt(from, to, "expected an operation that needs no guard, found `"+p.text[from:to]+"`")
	}
	for _, arg := range node.args {
		if node.kind == ruleOperation && holdsOverflow(arg) {
			p.failAt(from, to, "expected overflow operations only as the whole target, because they need their guard, found one inside")
		}
	}
	return node
}

func holdsOverflow(node *ruleNode) bool {
	if node.kind == ruleOperation && isOverflow(node.code) {
		return true
	}
	for _, arg := range node.args {
		if holdsOverflow(arg) {
			return true
		}
	}
	return false
}

// The binary operators by how tightly they bind, and what they compute.
var ruleOperators = []map[string]Opcode{
	{"==": OpIntEq, "!=": OpIntNe, "<": OpIntLt, "<=": OpIntLe, ">": OpIntGt, ">=": OpIntGe},
	{"|": OpIntOr},
	{"^": OpIntXor},
	{"&": OpIntAnd},
	{"<<": OpIntLshift, ">>": OpIntRshift, ">>>": OpUintRshift},
	{"+": OpIntAdd, "-": OpIntSub},
	{"*": OpIntMul},
}

// expression reads a target or a condition of a type. Level 0 is `or`, 1 `and`;
// then come the operators.
func (p *ruleParser) expression(level int, want Type) *ruleNode {
	if level == len(ruleOperators)+2 {
		return p.unary(want)
	}
	from, to := p.from, p.to
	left := p.expression(level+1, want)
	for p.err == nil {
		node := &ruleNode{kind: ruleOperator, typ: Int, slot: -1}
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
		p.computesWith(left, from, to)
		if left.typ != Int {
			p.fail(fmt.Sprintf("expected operators only between integers, found `%s` behind %s", p.token, typeName(left.typ)))
		}
		p.scan()
		from, to = p.from, p.to
		right := p.expression(level+1, Int)
		p.computesWith(right, from, to)
		node.args = []*ruleNode{left, right}
		node.exact = left.exact && right.exact
		left = node
	}
	return left
}

// computesWith complains about a part of a target that stands for any value: an
// operator there computes, and that is possible with constants only.
func (p *ruleParser) computesWith(node *ruleNode, from, to int) {
	if p.err == nil && p.where == inTarget && (!node.exact || node.kind == ruleOperation) {
		p.failAt(from, to, fmt.Sprintf("expected a constant to compute with, found `%s`, which is none", p.text[from:to]))
	}
}

func operatorAt(level int, token string) (Opcode, bool) {
	if level < 2 {
		return OpNone, false
	}
	code, ok := ruleOperators[level-2][token]
	return code, ok
}

func (p *ruleParser) unary(want Type) *ruleNode {
	node := &ruleNode{kind: ruleOperator, typ: Int, slot: -1}
	switch {
	case p.token == "-" && want == Float:
		node.code, node.typ = OpFloatNeg, Float
	case p.token == "-":
		node.code = OpIntNeg
	case p.token == "~":
		node.code = OpIntInvert
	case p.token == "not" && p.where == inCondition:
		node.kind = ruleNot
	case p.token == "(":
		p.scan()
		node = p.expression(0, want)
		p.expect(")")
		return node
	default:
		return p.primary(want)
	}
	p.wantType(want, node.typ)
	p.scan()
	if node.code == OpIntNeg || node.code == OpFloatNeg {
		if p.token != "" && isDigit(p.token[0]) {
			return p.number(want, true)
		}
	}
	from, to := p.from, p.to
	p.deepen()
	arg := p.unary(node.typ)
	p.depth--
	p.computesWith(arg, from, to)
	node.args, node.exact = []*ruleNode{arg}, arg.exact
	return node
}

// maxRuleDepth bounds the nesting of a rule.
const maxRuleDepth = 32

func (p *ruleParser) deepen() {
	if p.depth++; p.depth > maxRuleDepth {
		p.fail(fmt.Sprintf("expected at most %d nested operations, found more", maxRuleDepth))
	}
}

// primary reads a number, a name, or an operation with its arguments.
func (p *ruleParser) primary(want Type) *ruleNode {
	p.deepen()
	defer func() { p.depth-- }()
	token := p.token
	switch {
	case p.err != nil:
		return &ruleNode{slot: -1}
	case token == "-" && p.where == inPattern:
		p.scan()
		if p.token == "" || !isDigit(p.token[0]) {
			p.fail("expected a number behind `-`, found " + p.found())
		}
		return p.number(want, true)
	case token != "" && isDigit(token[0]):
		return p.number(want, false)
	case !isName(token):
		p.fail("expected a name, a number or an operation, found " + p.found())
		return &ruleNode{slot: -1}
	}
	if ref, ok := LookupSpelling(token); ok && p.calls() {
		return p.operation(ref.Code, want)
	}
	if p.calls() && p.where != inPattern {
		return p.function(want)
	}
	return p.name(want)
}

func isName(token string) bool { return token != "" && isLetter(token[0]) }

// number reads a number. One with a point or an exponent is a float.
func (p *ruleParser) number(want Type, negative bool) *ruleNode {
	node := &ruleNode{kind: ruleNumber, typ: Int, slot: -1, exact: true}
	if p.err != nil {
		return node
	}
	if isFloatLiteral(p.token) {
		f, err := strconv.ParseFloat(p.token, 64)
		if err != nil {
			p.fail(fmt.Sprintf("expected a number that is a double, found `%s`", p.token))
		}
		if negative {
			f = math.Copysign(f, -1)
		}
		node.typ, node.bits = Float, math.Float64bits(f)
	} else {
		n, err := strconv.ParseUint(p.token, 0, 64)
		if err != nil || negative && n > 1<<63 {
			p.fail(fmt.Sprintf("expected a number of at most 64 bits, found `%s`", p.token))
		}
		if negative {
			n = -n
		}
		node.bits = n
	}
	p.wantType(want, node.typ)
	p.scan()
	return node
}

// wantType complains if what the current token begins is of another type than
// its place wants. Void wants nothing.
func (p *ruleParser) wantType(want, found Type) {
	if p.err == nil && want != Void && want != found {
		p.fail(fmt.Sprintf("expected %s, found `%s`, which is %s", typeName(want), p.token, typeName(found)))
	}
}

func typeName(t Type) string {
	switch t {
	case Int:
		return "an integer"
	case Float:
		return "a float"
	case Ref:
		return "a reference"
	}
	return "a value"
}

func (p *ruleParser) name(want Type) *ruleNode {
	slot := p.slotOf(p.token)
	if slot < 0 {
		switch {
		case p.calls():
			p.fail(fmt.Sprintf("expected an operation, found `%s`, which is none", p.token))
		case p.where != inPattern:
			p.fail(fmt.Sprintf("expected a name of the pattern, found `%s`, which is none", p.token))
		}
		if slot = p.newName(p.token, want); slot < 0 {
			return &ruleNode{slot: -1}
		}
	}
	name := &p.names[slot]
	if name.typ == Void {
		name.typ = want
	}
	p.wantType(want, name.typ)
	node := &ruleNode{kind: ruleValue, slot: slot, typ: name.typ, exact: name.constant}
	if name.constant {
		node.kind = ruleConstant
	} else if p.where == inCondition {
		name.asked = true
	}
	p.scan()
	return node
}

func (p *ruleParser) slotOf(name string) int {
	for slot := range p.names {
		if p.names[slot].text == name {
			return slot
		}
	}
	return -1
}

// newName makes room for a name of the pattern. It returns -1 if there is none.
func (p *ruleParser) newName(name string, typ Type) int {
	if p.err == nil && len(p.names) == maxRuleSlots {
		p.fail(fmt.Sprintf("expected at most %d different names, found more", maxRuleSlots))
	}
	if p.err != nil {
		return -1
	}
	p.names = append(p.names, ruleName{text: name, typ: typ, constant: name[0] >= 'A' && name[0] <= 'Z'})
	return len(p.names) - 1
}

func (p *ruleParser) operation(code Opcode, want Type) *ruleNode {
	layout := code.Info().Spellings[0].Layout
	if e := code.Info().Effect; e != EffectPure && e != EffectOverflow || strings.Trim(layout, "irfa") != "" || layout == "" {
		p.fail(fmt.Sprintf("expected an operation that only computes, found `%s`", p.token))
	}
	name := p.token
	node := &ruleNode{kind: ruleOperation, code: code, typ: typeOfLetter(code.Info().Result), slot: -1, exact: true}
	node.commutes = code.Info().Commuted == code
	if node.typ == Void {
		node.typ = want // that of same_as
	}
	p.wantType(want, node.typ)
	p.scan()
	p.expect("(")
	for p.err == nil {
		arg := p.argument(layout, len(node.args))
		node.args = append(node.args, arg)
		node.exact = node.exact && arg.exact
		if p.token != "," {
			break
		}
		p.scan()
	}
	if p.err == nil && len(node.args) != len(layout) {
		p.fail(fmt.Sprintf("expected %d arguments of `%s`, found %d", len(layout), name, len(node.args)))
	}
	p.expect(")")
	if p.where == inPattern && p.token == "as" {
		p.namedAs(node)
	}
	return node
}

// argument reads an argument of an operation.
func (p *ruleParser) argument(layout string, i int) *ruleNode {
	want := Void
	if i < len(layout) {
		want = typeOfLetter(layout[i])
	}
	if p.where == inPattern {
		return p.primary(want)
	}
	return p.expression(0, want)
}

// namedAs gives the result of an operation of the pattern a name.
func (p *ruleParser) namedAs(node *ruleNode) {
	p.scan()
	switch {
	case !isName(p.token) || p.token[0] < 'a':
		p.fail("expected a lower-case name behind `as`, found " + p.found())
	case p.slotOf(p.token) >= 0:
		p.fail(fmt.Sprintf("expected a name that is not taken, found `%s` a second time", p.token))
	}
	if p.err == nil {
		node.slot = p.newName(p.token, node.typ)
	}
	p.scan()
}

// function reads a call of a function of constants, or of no_overflow.
func (p *ruleParser) function(want Type) *ruleNode {
	if p.token == "no_overflow" && p.where == inCondition {
		return p.noOverflow()
	}
	for i := range constFunctions {
		fn := &constFunctions[i]
		if fn.name != p.token {
			continue
		}
		p.wantType(want, fn.result)
		p.scan()
		p.expect("(")
		from, to := p.from, p.to
		arg := p.expression(0, fn.arg)
		if p.err == nil && !arg.exact {
			p.failAt(from, to, fmt.Sprintf("expected a constant to compute with, found `%s`, which is none", p.text[from:to]))
		}
		p.expect(")")
		return &ruleNode{kind: ruleFunction, fn: fn, typ: fn.result, slot: -1, exact: true, args: []*ruleNode{arg}}
	}
	p.fail(fmt.Sprintf("expected an operation or a function (%s), found `%s`", functionNames(), p.token))
	return &ruleNode{slot: -1}
}

func functionNames() string {
	names := "`no_overflow`"
	for _, fn := range constFunctions {
		names += ", `" + fn.name + "`"
	}
	return names
}

// noOverflow reads no_overflow(x + y): the question whether an operation can be
// computed without wrapping around.
func (p *ruleParser) noOverflow() *ruleNode {
	p.scan()
	p.expect("(")
	from, to := p.from, p.to
	arg := p.expression(0, Int)
	if p.err == nil && !canWrap(arg) {
		p.failAt(from, to, "expected a sum, a difference, a product, a negative or a shift to the left, found none")
	}
	p.expect(")")
	return &ruleNode{kind: ruleNoOverflow, typ: Int, slot: -1, args: []*ruleNode{arg}}
}

func canWrap(node *ruleNode) bool {
	if node.kind != ruleOperator && node.kind != ruleOperation {
		return false
	}
	switch node.code {
	case OpIntAdd, OpIntSub, OpIntMul, OpIntNeg, OpIntLshift:
		return true
	}
	return false
}

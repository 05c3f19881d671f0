package rules

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"unbox/optimizer/bounds"
	"unbox/trace"
)

// rootPattern reads the pattern, which is an operation.
func (p *ruleParser) rootPattern() *Node {
	from, to := p.from, p.to
	if !isName(p.token) || !p.calls() {
		p.failAt(from, max(to, from+1), "expected an operation as the pattern, found "+p.foundKind())
	}
	node := p.primary(trace.Void)
	if node.Slot >= 0 {
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

// rootTarget reads the target: a value of the pattern's type, or an operation.
// Only a rule for an overflow operation can have one as its target, because it
// takes over the guard after it.
func (p *ruleParser) rootTarget(pattern *Node) *Node {
	from, to := p.from, p.to
	node := p.expression(0, pattern.Typ)
	if node.Kind == NodeOperation && bounds.IsOverflow(node.Code) && !bounds.IsOverflow(pattern.Code) {
		p.failAt(from, to, "expected an operation that needs no guard, found `"+p.text[from:to]+"`")
	}
	for _, arg := range node.Args {
		if node.Kind == NodeOperation && holdsOverflow(arg) {
			p.failAt(from, to, "expected overflow operations only as the whole target, because they need their guard, found one inside")
		}
	}
	return node
}

func holdsOverflow(node *Node) bool {
	if node.Kind == NodeOperation && bounds.IsOverflow(node.Code) {
		return true
	}
	for _, arg := range node.Args {
		if holdsOverflow(arg) {
			return true
		}
	}
	return false
}

// ruleOperators are the binary operators: how tightly they bind, and what they compute.
var ruleOperators = map[string]struct {
	level int
	kind  ruleNodeKind
	code  trace.Opcode
}{
	"or":  {0, ruleOr, trace.OpNone},
	"and": {1, ruleAnd, trace.OpNone},
	"==":  {2, ruleOperator, trace.OpIntEq}, "!=": {2, ruleOperator, trace.OpIntNe}, "<": {2, ruleOperator, trace.OpIntLt},
	"<=": {2, ruleOperator, trace.OpIntLe}, ">": {2, ruleOperator, trace.OpIntGt}, ">=": {2, ruleOperator, trace.OpIntGe},
	"|":  {3, ruleOperator, trace.OpIntOr},
	"^":  {4, ruleOperator, trace.OpIntXor},
	"&":  {5, ruleOperator, trace.OpIntAnd},
	"<<": {6, ruleOperator, trace.OpIntLshift}, ">>": {6, ruleOperator, trace.OpIntRshift}, ">>>": {6, ruleOperator, trace.OpUintRshift},
	"+": {7, ruleOperator, trace.OpIntAdd}, "-": {7, ruleOperator, trace.OpIntSub},
	"*": {8, ruleOperator, trace.OpIntMul},
}

// expression reads a target or a condition of a type, with the operators that bind as tightly as a level or more so.
func (p *ruleParser) expression(level int, want trace.Type) *Node {
	from, to := p.from, p.to
	left := p.unary(want)
	for p.err == nil {
		op, isOperator := ruleOperators[p.token]
		if !isOperator || op.level < level {
			break
		}
		p.computesWith(left, from, to)
		if left.Typ != trace.Int {
			p.fail(fmt.Sprintf("expected operators only between integers, found `%s` after %s", p.token, typeName(left.Typ)))
		}
		p.scan()
		rightFrom, rightTo := p.from, p.to
		right := p.expression(op.level+1, trace.Int)
		p.computesWith(right, rightFrom, rightTo)
		left = &Node{Kind: op.kind, Code: op.code, Typ: trace.Int, Slot: -1, Args: []*Node{left, right}, exact: left.exact && right.exact}
	}
	return left
}

// computesWith reports a part of a target that can be any value: an operator
// there is computed at once, and that is possible only with constants.
func (p *ruleParser) computesWith(node *Node, from, to int) {
	if p.err == nil && p.where == inTarget && (!node.exact || node.Kind == NodeOperation) {
		p.failAt(from, to, fmt.Sprintf("expected a constant to compute with, found `%s`, which is none", p.text[from:to]))
	}
}

func (p *ruleParser) unary(want trace.Type) *Node {
	node := &Node{Kind: ruleOperator, Typ: trace.Int, Slot: -1}
	switch {
	case p.token == "-" && want == trace.Float:
		node.Code, node.Typ = trace.OpFloatNeg, trace.Float
	case p.token == "-":
		node.Code = trace.OpIntNeg
	case p.token == "~":
		node.Code = trace.OpIntInvert
	case p.token == "not" && p.where == inCondition:
		node.Kind = ruleNot
	case p.token == "(":
		p.scan()
		node = p.expression(0, want)
		p.expect(")")
		return node
	default:
		return p.primary(want)
	}
	p.wantType(want, node.Typ)
	p.scan()
	if node.Code == trace.OpIntNeg || node.Code == trace.OpFloatNeg {
		if p.token != "" && isDigit(p.token[0]) {
			return p.number(want, true)
		}
	}
	from, to := p.from, p.to
	p.deepen()
	arg := p.unary(node.Typ)
	p.depth--
	p.computesWith(arg, from, to)
	node.Args, node.exact = []*Node{arg}, arg.exact
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
func (p *ruleParser) primary(want trace.Type) *Node {
	p.deepen()
	defer func() { p.depth-- }()
	token := p.token
	switch {
	case p.err != nil:
		return &Node{Slot: -1}
	case token == "-" && p.where == inPattern:
		p.scan()
		if p.token == "" || !isDigit(p.token[0]) {
			p.fail("expected a number after `-`, found " + p.found())
		}
		return p.number(want, true)
	case token != "" && isDigit(token[0]):
		return p.number(want, false)
	case !isName(token):
		p.fail("expected a name, a number or an operation, found " + p.found())
		return &Node{Slot: -1}
	}
	if ref, ok := trace.LookupSpelling(token); ok && p.calls() {
		return p.operation(ref.Code, want)
	}
	if p.calls() && p.where != inPattern {
		return p.function(want)
	}
	return p.name(want)
}

func isName(token string) bool { return token != "" && isLetter(token[0]) }

// number reads a number. One with a point or an exponent is a float.
func (p *ruleParser) number(want trace.Type, negative bool) *Node {
	node := &Node{Kind: NodeNumber, Typ: trace.Int, Slot: -1, exact: true}
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
		node.Typ, node.Bits = trace.Float, math.Float64bits(f)
	} else {
		n, err := strconv.ParseUint(p.token, 0, 64)
		if err != nil || negative && n > 1<<63 {
			p.fail(fmt.Sprintf("expected a number of at most 64 bits, found `%s`", p.token))
		}
		if negative {
			n = -n
		}
		node.Bits = n
	}
	p.wantType(want, node.Typ)
	p.scan()
	return node
}

// wantType reports an error if what the current token begins is of another type
// than is needed at its place. Void accepts every type.
func (p *ruleParser) wantType(want, found trace.Type) {
	if p.err == nil && want != trace.Void && want != found {
		p.fail(fmt.Sprintf("expected %s, found `%s`, which is %s", typeName(want), p.token, typeName(found)))
	}
}

func typeName(t trace.Type) string {
	switch t {
	case trace.Int:
		return "an integer"
	case trace.Float:
		return "a float"
	case trace.Ref:
		return "a reference"
	}
	return "a value"
}

func (p *ruleParser) name(want trace.Type) *Node {
	slot := p.slotOf(p.token)
	if slot < 0 {
		switch {
		case p.calls():
			p.fail(fmt.Sprintf("expected an operation, found `%s`, which is none", p.token))
		case p.where != inPattern:
			p.fail(fmt.Sprintf("expected a name of the pattern, found `%s`, which is none", p.token))
		}
		if slot = p.newName(p.token, want); slot < 0 {
			return &Node{Slot: -1}
		}
	}
	name := &p.names[slot]
	if name.Typ == trace.Void {
		name.Typ = want
	}
	p.wantType(want, name.Typ)
	node := &Node{Kind: NodeValue, Slot: slot, Typ: name.Typ, exact: name.Constant}
	if name.Constant {
		node.Kind = NodeConstant
	} else if p.where == inCondition {
		name.Asked = true
	}
	p.scan()
	return node
}

func (p *ruleParser) slotOf(name string) int {
	for slot := range p.names {
		if p.names[slot].Text == name {
			return slot
		}
	}
	return -1
}

// newName makes room for a name of the pattern. It returns -1 if there is none.
func (p *ruleParser) newName(name string, typ trace.Type) int {
	if p.err == nil && len(p.names) == MaxSlots {
		p.fail(fmt.Sprintf("expected at most %d different names, found more", MaxSlots))
	}
	if p.err != nil {
		return -1
	}
	p.names = append(p.names, ruleName{Text: name, Typ: typ, Constant: name[0] >= 'A' && name[0] <= 'Z'})
	return len(p.names) - 1
}

func (p *ruleParser) operation(code trace.Opcode, want trace.Type) *Node {
	layout := code.Info().Spellings[0].Layout
	if e := code.Info().Effect; e != trace.EffectPure && e != trace.EffectOverflow || strings.Trim(layout, "irfa") != "" || layout == "" {
		p.fail(fmt.Sprintf("expected an operation that only computes, found `%s`", p.token))
	}
	name := p.token
	node := &Node{Kind: NodeOperation, Code: code, Typ: trace.TypeOfLetter(code.Info().Result), Slot: -1, exact: true}
	node.Commutes = code.Info().Commuted == code
	if node.Typ == trace.Void {
		node.Typ = want // that of same_as
	}
	p.wantType(want, node.Typ)
	p.scan()
	p.expect("(")
	for p.err == nil {
		arg := p.argument(layout, len(node.Args))
		node.Args = append(node.Args, arg)
		node.exact = node.exact && arg.exact
		if p.token != "," {
			break
		}
		p.scan()
	}
	if p.err == nil && len(node.Args) != len(layout) {
		p.fail(fmt.Sprintf("expected %d arguments of `%s`, found %d", len(layout), name, len(node.Args)))
	}
	p.expect(")")
	if p.where == inPattern && p.token == "as" {
		p.namedAs(node)
	}
	return node
}

// argument reads an argument of an operation.
func (p *ruleParser) argument(layout string, i int) *Node {
	want := trace.Void
	if i < len(layout) {
		want = trace.TypeOfLetter(layout[i])
	}
	if p.where == inPattern {
		return p.primary(want)
	}
	return p.expression(0, want)
}

// namedAs gives the result of an operation of the pattern a name.
func (p *ruleParser) namedAs(node *Node) {
	p.scan()
	switch {
	case !isName(p.token) || p.token[0] < 'a':
		p.fail("expected a lower-case name after `as`, found " + p.found())
	case p.slotOf(p.token) >= 0:
		p.fail(fmt.Sprintf("expected a name that is not taken, found `%s` a second time", p.token))
	}
	if p.err == nil {
		node.Slot = p.newName(p.token, node.Typ)
	}
	p.scan()
}

// function reads a call of a function of constants, or of no_overflow.
func (p *ruleParser) function(want trace.Type) *Node {
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
		return &Node{Kind: ruleFunction, fn: fn, Typ: fn.result, Slot: -1, exact: true, Args: []*Node{arg}}
	}
	p.fail(fmt.Sprintf("expected an operation or a function (%s), found `%s`", functionNames(), p.token))
	return &Node{Slot: -1}
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
func (p *ruleParser) noOverflow() *Node {
	p.scan()
	p.expect("(")
	from, to := p.from, p.to
	arg := p.expression(0, trace.Int)
	if p.err == nil && !canWrap(arg) {
		p.failAt(from, to, "expected a sum, a difference, a product, a negative or a shift to the left, found none")
	}
	p.expect(")")
	return &Node{Kind: ruleNoOverflow, Typ: trace.Int, Slot: -1, Args: []*Node{arg}}
}

func canWrap(node *Node) bool {
	if node.Kind != ruleOperator && node.Kind != NodeOperation {
		return false
	}
	switch node.Code {
	case trace.OpIntAdd, trace.OpIntSub, trace.OpIntMul, trace.OpIntNeg, trace.OpIntLshift:
		return true
	}
	return false
}

package rules

import (
	"fmt"
	"strconv"
	"strings"

	"unbox/optimizer/rules"
	"unbox/trace"
)

// Rewriting on paper: expressions are rewritten by rules, as the optimizer rewrites
// operations, to see whether that ends. Conditions are computed with one number for
// each name, as if the values were known exactly.

// expr is an operation with arguments, a constant, or an unknown value with a
// name. Each has a number, with which conditions are computed.
type expr struct {
	code     trace.Opcode // OpNone for names and constants
	name     string
	constant bool
	typ      trace.Type
	bits     uint64
	args     []*expr
}

// String writes the expression as a rule would.
func (e *expr) String() string {
	switch {
	case e.constant:
		return numberText(e.typ, e.bits)
	case e.code == trace.OpNone:
		return e.name
	}
	var args []string
	for _, arg := range e.args {
		args = append(args, arg.String())
	}
	return e.code.String() + "(" + strings.Join(args, ", ") + ")"
}

func (e *expr) size() int {
	n := 1
	for _, arg := range e.args {
		n += arg.size()
	}
	return n
}

// constantOf returns a constant.
func constantOf(typ trace.Type, bits uint64) *expr {
	return &expr{constant: true, typ: typ, bits: bits}
}

// operationOf returns an operation, or its result if all arguments are constants.
func operationOf(code trace.Opcode, typ trace.Type, args []*expr) *expr {
	var operands [2]uint64
	constant := true
	for i, arg := range args {
		operands[i] = arg.bits
		constant = constant && arg.constant
	}
	bits, status := evalOperation(code, operands)
	if constant && status == trace.EvalOK {
		return constantOf(typ, bits)
	}
	return &expr{code: code, typ: typ, bits: bits, args: args}
}

// rewriter rewrites with a list of rules, of which the first one that matches
// fires.
type rewriter struct {
	names []string
	trees []rules.RuleTree
}

func newRewriter(set *rules.RuleSet) *rewriter {
	w := &rewriter{}
	for i := range set.Rules {
		w.names = append(w.names, set.Rules[i].Name)
		w.trees = append(w.trees, set.Rules[i].Tree())
	}
	return w
}

// step rewrites one operation, an inner one first, and returns the rule; "" if none
// matches.
func (w *rewriter) step(e *expr) (*expr, string) {
	for i, arg := range e.args {
		if next, rule := w.step(arg); rule != "" {
			args := append([]*expr(nil), e.args...)
			args[i] = next
			return operationOf(e.code, e.typ, args), rule
		}
	}
	if e.code == trace.OpNone {
		return e, ""
	}
	for k := range w.trees {
		if next, ok := apply(&w.trees[k], e); ok {
			return next, w.names[k]
		}
	}
	return e, ""
}

// apply returns the target of a rule whose pattern matches an expression and whose
// condition holds for its numbers.
func apply(tree *rules.RuleTree, e *expr) (*expr, bool) {
	p := &tree.Pattern
	m := &match{tree: tree, bound: make([]*expr, len(tree.Names))}
	accept := func() bool {
		values := make([]uint64, len(m.bound))
		for slot, b := range m.bound {
			values[slot] = b.bits
		}
		v := evaluation{tree: tree, values: values}
		if tree.Condition != nil && v.truth(tree.Condition) != yes {
			return false
		}
		_, ok := v.target(&tree.Target, true)
		return ok
	}
	info := p.Code.Info()
	switch {
	case e.code == p.Code && m.args(p, e.args, info.Commuted == p.Code, accept):
	case info.Commuted != p.Code && info.Commuted == e.code && len(e.args) == 2 &&
		m.args(p, []*expr{e.args[1], e.args[0]}, false, accept):
	default:
		return nil, false
	}
	return m.build(&tree.Target), true
}

// match has the values of the names of a rule.
type match struct {
	tree  *rules.RuleTree
	bound []*expr
}

// args matches the arguments of an operation, in both orders if it commutes, and
// then asks accept.
func (m *match) args(n *rules.RuleNode, args []*expr, commutes bool, accept func() bool) bool {
	before := append([]*expr(nil), m.bound...)
	if m.list(n.Args, args, accept) {
		return true
	}
	copy(m.bound, before)
	return commutes && len(args) == 2 && m.list(n.Args, []*expr{args[1], args[0]}, accept)
}

// list matches nodes with expressions one after the other.
func (m *match) list(nodes []rules.RuleNode, args []*expr, accept func() bool) bool {
	if len(nodes) != len(args) {
		return false
	}
	if len(nodes) == 0 {
		return accept()
	}
	n, e := &nodes[0], args[0]
	rest := func() bool { return m.list(nodes[1:], args[1:], accept) }
	switch n.Kind {
	case rules.RuleNumber:
		return e.constant && e.bits == n.Bits && rest()
	case rules.RuleConstant:
		return e.constant && m.bind(n.Name, e) && rest()
	case rules.RuleValue:
		return m.bind(n.Name, e) && rest()
	}
	if e.code != n.Code || n.Name >= 0 && !m.bind(n.Name, e) {
		return false
	}
	return m.args(n, e.args, n.Code.Info().Commuted == n.Code, rest)
}

func (m *match) bind(name int, e *expr) bool {
	if have := m.bound[name]; have != nil {
		return have == e || have.String() == e.String()
	}
	m.bound[name] = e
	return true
}

// build makes the expression of a target.
func (m *match) build(n *rules.RuleNode) *expr {
	switch n.Kind {
	case rules.RuleValue, rules.RuleConstant:
		return m.bound[n.Name]
	case rules.RuleOperation:
		args := make([]*expr, len(n.Args))
		for i := range n.Args {
			args[i] = m.build(&n.Args[i])
		}
		return operationOf(n.Code, n.Type, args)
	}
	values := make([]uint64, len(m.bound))
	for slot, b := range m.bound {
		values[slot] = b.bits
	}
	v := evaluation{tree: m.tree, values: values}
	bits, _ := v.compute(n)
	return constantOf(n.Type, bits)
}

// exprOf returns the pattern of a rule, for values of its names: constants are
// replaced by numbers, other names stay.
func exprOf(tree *rules.RuleTree, n *rules.RuleNode, values []uint64) *expr {
	switch n.Kind {
	case rules.RuleConstant:
		return constantOf(n.Type, values[n.Name])
	case rules.RuleNumber:
		return constantOf(n.Type, n.Bits)
	case rules.RuleValue:
		return &expr{name: tree.Names[n.Name].Text, typ: n.Type, bits: values[n.Name]}
	}
	args := make([]*expr, len(n.Args))
	for i := range n.Args {
		args[i] = exprOf(tree, &n.Args[i], values)
	}
	return operationOf(n.Code, n.Type, args)
}

// Loop is rewriting that does not end.
type Loop struct {
	// Rules are the rules in the order in which they fire, from one expression back
	// to the same, or as far as was followed.
	Rules []string
	// Steps are the expressions: the first one, and the one that each rule makes.
	Steps []string
	// Grows means that the expressions do not repeat, but become longer.
	Grows bool
}

// String describes the loop in one line.
func (l *Loop) String() string {
	if l.Grows {
		return fmt.Sprintf("`%s` is rewritten endlessly by `%s`", l.Steps[0], strings.Join(firsts(l.Rules), "`, `"))
	}
	return fmt.Sprintf("`%s` becomes itself again by `%s`", l.Steps[0], strings.Join(l.Rules, "`, `"))
}

// firsts returns each name once.
func firsts(names []string) (list []string) {
	seen := map[string]bool{}
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			list = append(list, name)
		}
	}
	return list
}

// maxSteps and maxSize bound how far rewriting is followed.
const (
	maxSteps = 100
	maxSize  = 400
)

// follow rewrites until nothing matches any more. It returns the rules that fired,
// and a loop if there is no end.
func (w *rewriter) follow(e *expr) (fired []string, loop *Loop) {
	texts := []string{e.String()}
	at := map[string]int{texts[0]: 0}
	for range maxSteps {
		next, rule := w.step(e)
		if rule == "" {
			return fired, nil
		}
		e = next
		fired = append(fired, rule)
		text := e.String()
		texts = append(texts, text)
		if from, seen := at[text]; seen {
			return fired, &Loop{Rules: fired[from:], Steps: texts[from:]}
		}
		at[text] = len(fired)
		if e.size() > maxSize {
			break
		}
	}
	const shown = 6
	return fired, &Loop{Rules: fired[:min(shown, len(fired))], Steps: texts[:min(shown+1, len(texts))], Grows: true}
}

func lineOf(text string, at int) int { return strings.Count(text[:min(at, len(text))], "\n") + 1 }

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

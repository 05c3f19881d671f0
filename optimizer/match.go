package optimizer

// matcher holds what the names of a rule stand for while it is tried.
type matcher struct {
	walk  *walk
	bound [maxRuleSlots]Value
}

// goal is a part of a pattern that a value still has to match.
type goal struct {
	node  *ruleNode
	value Value
}

// maxGoals is how many goals can be open at once: the arguments of all nested
// operations of a pattern.
const maxGoals = 16

type goalStack struct {
	list [maxGoals]goal
	n    int
}

func (s *goalStack) push(node *ruleNode, v Value) bool {
	if s.n == maxGoals {
		return false
	}
	s.list[s.n] = goal{node, v}
	s.n++
	return true
}

// matches tells whether the rule's pattern matches an operation with these
// arguments and its condition holds.
func (m *matcher) matches(r *Rule, args []Value) bool {
	return m.matchArgs(r.pattern, args, goalStack{}, r)
}

// matchArgs matches the arguments of an operation, in both orders if it
// commutes, and then all other goals. It tries every combination, so that no
// choice made early hides a match.
func (m *matcher) matchArgs(node *ruleNode, args []Value, rest goalStack, r *Rule) bool {
	before := m.bound
	straight := rest
	ok := true
	for i := len(args) - 1; i >= 0; i-- {
		ok = ok && straight.push(node.args[i], args[i])
	}
	if ok && m.solve(straight, r) {
		return true
	}
	m.bound = before
	if len(args) != 2 || args[0] == args[1] || node.code.Info().Commuted != node.code {
		return false
	}
	crossed := rest
	ok = crossed.push(node.args[0], args[1]) && crossed.push(node.args[1], args[0])
	if ok && m.solve(crossed, r) {
		return true
	}
	m.bound = before
	return false
}

// solve matches all open goals and checks at the end that the condition holds
// and the target can be computed.
func (m *matcher) solve(goals goalStack, r *Rule) bool {
	for goals.n > 0 {
		goals.n--
		g := goals.list[goals.n]
		if g.node.kind == ruleOperation {
			return m.matchOperation(g, goals, r)
		}
		if !m.matchLeaf(g) {
			return false
		}
	}
	return (r.condition == nil || m.holds(r.condition)) && m.defined(r.target)
}

// defined tells whether all that the target computes has a meaning.
func (m *matcher) defined(target *ruleNode) bool {
	if target.kind == ruleOperation {
		for _, arg := range target.args {
			if !m.defined(arg) {
				return false
			}
		}
		return true
	}
	if target.kind == ruleValue {
		return true
	}
	_, ok := m.compute(target)
	return ok
}

func (m *matcher) matchOperation(g goal, rest goalStack, r *Rule) bool {
	op := m.walk.definition(g.value)
	if op == nil || op.Code != g.node.code || m.walk.isOfIterationBefore(g.value) {
		return false
	}
	var args [2]Value
	for i := range args[:op.Len] {
		args[i] = m.walk.find(m.walk.out.args[op.First+uint32(i)])
	}
	return m.matchArgs(g.node, args[:op.Len], rest, r)
}

func (m *matcher) matchLeaf(g goal) bool {
	if g.node.kind == ruleNumber {
		n, ok := m.walk.constInt(g.value)
		return ok && n == g.node.number
	}
	if g.node.kind == ruleConstant {
		if _, ok := m.walk.constInt(g.value); !ok {
			return false
		}
	}
	if have := m.bound[g.node.slot]; have != None {
		return have == g.value
	}
	m.bound[g.node.slot] = g.value
	return true
}

// holds tells whether a condition is true. One that is not defined is not.
func (m *matcher) holds(condition *ruleNode) bool {
	n, ok := m.compute(condition)
	return ok && n != 0
}

// compute evaluates an expression of constants. It is not defined where an
// operation has no meaning or a name stands for a value that is not known.
func (m *matcher) compute(node *ruleNode) (int64, bool) {
	switch node.kind {
	case ruleNumber:
		return node.number, true
	case ruleValue, ruleConstant:
		return m.walk.constInt(m.bound[node.slot])
	case ruleFunction:
		x, ok := m.compute(node.args[0])
		if !ok {
			return 0, false
		}
		return node.fn.apply(x)
	case ruleAnd, ruleOr, ruleNot:
		return m.computeLogic(node)
	}
	return m.computeOperator(node)
}

func (m *matcher) computeLogic(node *ruleNode) (int64, bool) {
	first, ok := m.compute(node.args[0])
	if !ok {
		return 0, false
	}
	switch {
	case node.kind == ruleNot:
		return boolBit(first == 0), true
	case (first != 0) == (node.kind == ruleOr):
		return boolBit(first != 0), true
	}
	second, ok := m.compute(node.args[1])
	return boolBit(second != 0), ok
}

func (m *matcher) computeOperator(node *ruleNode) (int64, bool) {
	var operands [2]uint64
	for i, arg := range node.args {
		n, ok := m.compute(arg)
		if !ok {
			return 0, false
		}
		operands[i] = uint64(n)
	}
	bits, status := Eval(node.code, operands[0], operands[1])
	return int64(bits), status == EvalOK
}

// value returns the value that a node of a target stands for. Operations are
// invented; a constant is computed.
func (m *matcher) value(node *ruleNode) Value {
	switch node.kind {
	case ruleValue, ruleConstant:
		return m.bound[node.slot]
	case ruleOperation:
		var args [2]Value
		for i, arg := range node.args {
			args[i] = m.value(arg)
		}
		return m.walk.invent(node.code, typeOfLetter(node.code.Info().Result), args[:len(node.args)]...)
	}
	n, ok := m.compute(node)
	if !ok {
		panic("BUG: the target of a rule is not defined although it was checked")
	}
	return m.walk.constants.Int(n)
}

package optimizer

// matcher holds what the names of a rule stand for while it is tried.
type matcher struct {
	walk  *walk
	bound [maxRuleSlots]Value
	env   ruleEnv
}

// goal is a part of a pattern that a value still has to match, with those behind
// it. Goals live on the stack of the functions that pose them.
type goal struct {
	node  *ruleNode
	value Value
	next  *goal
}

// matches tells whether the rule's pattern matches an operation with these
// arguments and its condition holds. crossed says that the operation is the one
// of the pattern with its arguments exchanged.
func (m *matcher) matches(r *Rule, args []Value, crossed bool) bool {
	m.bound = [maxRuleSlots]Value{}
	return m.matchArgs(r.pattern, args, crossed, nil, r)
}

// matchArgs matches the arguments of an operation, in both orders if it
// commutes, and then all other goals. It tries every combination, so that no
// choice made early hides a match.
func (m *matcher) matchArgs(node *ruleNode, args []Value, crossed bool, rest *goal, r *Rule) bool {
	if len(args) == 1 {
		return m.solve(&goal{node.args[0], args[0], rest}, r)
	}
	a, b := args[0], args[1]
	if !crossed {
		if !node.commutes || a == b {
			return m.solve(&goal{node.args[0], a, &goal{node.args[1], b, rest}}, r)
		}
		before := m.bound
		if m.solve(&goal{node.args[0], a, &goal{node.args[1], b, rest}}, r) {
			return true
		}
		m.bound = before
	}
	return m.solve(&goal{node.args[0], b, &goal{node.args[1], a, rest}}, r)
}

// solve matches all goals and checks at the end that the condition holds and the
// target can be computed. If it fails, names may be left bound.
func (m *matcher) solve(g *goal, r *Rule) bool {
	for ; g != nil; g = g.next {
		if g.node.kind == ruleOperation {
			return m.matchOperation(g, r)
		}
		if !m.matchLeaf(g) {
			return false
		}
	}
	return !r.computes || m.checks(r)
}

// matchOperation matches an operation that made the value, under any of its names.
func (m *matcher) matchOperation(g *goal, r *Rule) bool {
	if !m.walk.names.any {
		return m.matchDefinition(g.value, g, r)
	}
	before := m.bound
	if m.matchDefinition(g.value, g, r) {
		return true
	}
	for i := 0; ; i++ {
		m.bound = before
		name := m.walk.otherName(g.value, i)
		if name == None || m.matchDefinition(name, g, r) {
			return name != None
		}
	}
}

func (m *matcher) matchDefinition(v Value, g *goal, r *Rule) bool {
	op := m.walk.definition(v)
	if op == nil || op.Code != g.node.code || m.walk.isOfIterationBefore(v) && r.target.kind == ruleOperation {
		return false
	}
	if g.node.slot >= 0 && !m.bind(g.node.slot, g.value) {
		return false
	}
	var args [2]Value
	for i := range args[:op.Len] {
		args[i] = m.walk.find(m.walk.out.args[op.First+uint32(i)])
	}
	return m.matchArgs(g.node, args[:op.Len], false, g.next, r)
}

func (m *matcher) matchLeaf(g *goal) bool {
	switch g.node.kind {
	case ruleNumber:
		bits, ok := m.walk.constBits(g.value)
		return ok && bits == g.node.bits
	case ruleConstant:
		if _, ok := m.walk.constBits(g.value); !ok {
			return false
		}
	}
	return m.bind(g.node.slot, g.value)
}

// bind makes a name stand for a value, if it does not stand for another one.
func (m *matcher) bind(slot int, v Value) bool {
	if have := m.bound[slot]; have != None {
		return have == v
	}
	m.bound[slot] = v
	return true
}

// checks looks up what the condition and the target ask for, and computes them.
func (m *matcher) checks(r *Rule) bool {
	for slot := range r.names {
		name := &r.names[slot]
		switch {
		case name.constant:
			m.env.bits[slot], _ = m.walk.constBits(m.bound[slot])
		case name.asked:
			m.env.bounds[slot] = m.walk.boundsOf(m.bound[slot])
		}
	}
	return m.env.holds(r)
}

// value returns the value that a node of a target stands for. Operations are
// invented; a constant is computed, which [ruleEnv.defined] has tried before.
func (m *matcher) value(node *ruleNode) Value {
	switch node.kind {
	case ruleValue, ruleConstant:
		return m.bound[node.slot]
	case ruleOperation:
		var args [2]Value
		for i, arg := range node.args {
			args[i] = m.value(arg)
		}
		return m.walk.invent(node.code, node.typ, args[:len(node.args)]...)
	}
	bits, _ := m.env.compute(node)
	return m.walk.constants.ofType(node.typ, bits)
}

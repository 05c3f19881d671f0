package optimizer

import (
	"unbox/optimizer/rules"
	"unbox/trace"
)

// matcher holds the values of a rule's names while the rule is tried.
type matcher struct {
	walk *walk
	// bound is what each name stands for, if it is one of those that named has a bit for.
	bound [rules.MaxSlots]trace.Value
	named uint8
	env   rules.Env
	// inner is an operation inside the pattern that matched, None if there is none.
	inner trace.Value
}

// goal is a part of a pattern that a value still has to match, with those after
// it. Goals live on the stack of the functions that set them.
type goal struct {
	node  *rules.Node
	value trace.Value
	next  *goal
}

// matches reports whether the rule's pattern matches an operation with these
// arguments and its condition holds. crossed says that the operation is the one
// of the pattern with its arguments exchanged.
func (m *matcher) matches(r *rules.Rule, args []trace.Value, crossed bool) bool {
	m.named, m.inner = 0, trace.None
	return m.matchArgs(r.Pattern, args, crossed, nil, r)
}

// matchArgs matches the arguments of an operation, in both orders if it
// commutes, and then all other goals. It tries every combination, so that no
// choice made early hides a match.
func (m *matcher) matchArgs(node *rules.Node, args []trace.Value, crossed bool, rest *goal, r *rules.Rule) bool {
	if len(args) == 1 {
		return m.solve(&goal{node.Args[0], args[0], rest}, r)
	}
	a, b := args[0], args[1]
	if !crossed {
		if !node.Commutes || a == b {
			return m.solve(&goal{node.Args[0], a, &goal{node.Args[1], b, rest}}, r)
		}
		before := m.named
		if m.solve(&goal{node.Args[0], a, &goal{node.Args[1], b, rest}}, r) {
			return true
		}
		m.named = before
	}
	return m.solve(&goal{node.Args[0], b, &goal{node.Args[1], a, rest}}, r)
}

// solve matches all goals and checks at the end that the condition holds and the
// target can be computed. If it fails, names may be left bound.
func (m *matcher) solve(g *goal, r *rules.Rule) bool {
	for ; g != nil; g = g.next {
		if g.node.Kind == rules.NodeOperation {
			return m.matchOperation(g, r)
		}
		if !m.matchLeaf(g) {
			return false
		}
	}
	return !r.Computes || m.checks(r)
}

// matchOperation matches an operation that made the value, under any of its names.
func (m *matcher) matchOperation(g *goal, r *rules.Rule) bool {
	before := m.named
	for name := range m.walk.namesOf(g.value) {
		m.named = before
		if m.matchDefinition(name, g, r) {
			return true
		}
	}
	return false
}

func (m *matcher) matchDefinition(v trace.Value, g *goal, r *rules.Rule) bool {
	op := m.walk.definition(v)
	if op.Code != g.node.Code || m.walk.peel.isOfIterationBefore(v) && r.Target.Kind == rules.NodeOperation {
		return false
	}
	if g.node.Slot >= 0 && !m.bind(g.node.Slot, g.value) {
		return false
	}
	var args [2]trace.Value
	for i := range args[:op.Len] {
		args[i] = m.walk.find(m.walk.out.args[op.First+uint32(i)])
	}
	if !m.matchArgs(g.node, args[:op.Len], false, g.next, r) {
		return false
	}
	m.inner = v
	return true
}

func (m *matcher) matchLeaf(g *goal) bool {
	switch g.node.Kind {
	case rules.NodeNumber:
		bits, ok := m.walk.constBits(g.value)
		return ok && bits == g.node.Bits
	case rules.NodeConstant:
		if _, ok := m.walk.constBits(g.value); !ok {
			return false
		}
	}
	return m.bind(g.node.Slot, g.value)
}

// bind gives a name a value, unless it already has a different one.
func (m *matcher) bind(slot int, v trace.Value) bool {
	if m.named&(1<<slot) != 0 {
		return m.bound[slot] == v
	}
	m.bound[slot], m.named = v, m.named|1<<slot
	return true
}

// checks looks up what the condition and the target need, and computes them.
func (m *matcher) checks(r *rules.Rule) bool {
	for slot := range r.Names {
		name := &r.Names[slot]
		switch {
		case name.Constant:
			m.env.Bits[slot], _ = m.walk.constBits(m.bound[slot])
		case name.Asked:
			m.env.Bounds[slot] = m.walk.bounds.of(m.bound[slot])
		}
	}
	return m.env.Holds(r)
}

// value returns the value of a node of a target. Operations are invented; a
// constant is computed, for which [ruleEnv.defined] has already been checked.
func (m *matcher) value(node *rules.Node) trace.Value {
	switch node.Kind {
	case rules.NodeValue, rules.NodeConstant:
		return m.bound[node.Slot]
	case rules.NodeOperation:
		var args [2]trace.Value
		for i, arg := range node.Args {
			args[i] = m.value(arg)
		}
		return m.walk.invent(node.Code, node.Typ, args[:len(node.Args)]...)
	}
	bits, _ := m.env.Compute(node)
	return m.walk.constants.ofType(node.Typ, bits)
}

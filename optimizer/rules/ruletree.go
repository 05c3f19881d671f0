package rules

import "unbox/trace"

// RuleTree is a rule in a form that other packages can read, as a tree. It is a
// copy; changing it does not change the rule.
type RuleTree struct {
	// Names are the names of the rule; [RuleNode.Name] is an index into them.
	Names []RuleName
	// Pattern is an operation, Target a value, a number, a constant to be computed,
	// or an operation.
	Pattern, Target RuleNode
	// Condition is nil if the rule has none.
	Condition *RuleNode
}

// RuleName is a name of a rule.
type RuleName struct {
	Text string
	Type trace.Type
	// Constant is set for upper-case names. Asked is set for lower-case ones that the
	// condition mentions.
	Constant, Asked bool
	// Inner is set for the result of an operation inside the pattern: `... as z`.
	Inner bool
}

// RuleNode is a node of a pattern, a target or a condition.
type RuleNode struct {
	Kind RuleNodeKind
	// Code is the operation, or what an operator computes.
	Code trace.Opcode
	// Name is the index of a name: that of a value, of a constant, or the one after
	// `as` for an operation; -1 for none.
	Name int
	// Bits are the bits of a number.
	Bits uint64
	// Type is the type of the value.
	Type trace.Type
	// Function is the name of a RuleFunction: see [EvalRuleFunction].
	Function string
	Args     []RuleNode
}

// RuleNodeKind says what a [RuleNode] is.
type RuleNodeKind uint8

// The kinds of nodes. The last three are only in conditions.
const (
	RuleValue      = RuleNodeKind(NodeValue)      // lower-case name: any value
	RuleConstant   = RuleNodeKind(NodeConstant)   // upper-case name: a constant
	RuleNumber     = RuleNodeKind(NodeNumber)     // a number
	RuleOperation  = RuleNodeKind(NodeOperation)  // an operation with arguments
	RuleOperator   = RuleNodeKind(ruleOperator)   // computes with constants; in conditions, with what values can be
	RuleFunction   = RuleNodeKind(ruleFunction)   // computes with a constant
	RuleNoOverflow = RuleNodeKind(ruleNoOverflow) // asks whether its argument, an operation, is exact
	RuleAnd        = RuleNodeKind(ruleAnd)
	RuleOr         = RuleNodeKind(ruleOr)
	RuleNot        = RuleNodeKind(ruleNot)
)

// Tree returns the rule as a tree.
func (r *Rule) Tree() RuleTree {
	t := RuleTree{Names: make([]RuleName, len(r.Names)), Pattern: r.Pattern.export(), Target: r.Target.export()}
	for slot, name := range r.Names {
		t.Names[slot] = RuleName{name.Text, name.Typ, name.Constant, name.Asked, isInnerName(r.Pattern, slot)}
	}
	if r.condition != nil {
		condition := r.condition.export()
		t.Condition = &condition
	}
	return t
}

func (n *Node) export() RuleNode {
	out := RuleNode{Kind: RuleNodeKind(n.Kind), Code: n.Code, Name: -1, Bits: n.Bits, Type: n.Typ}
	switch n.Kind {
	case NodeValue, NodeConstant, NodeOperation:
		out.Name = n.Slot
	case ruleFunction:
		out.Function = n.fn.name
	}
	for _, arg := range n.Args {
		out.Args = append(out.Args, arg.export())
	}
	return out
}

// EvalRuleFunction computes a function that conditions and targets may call:
// `is_power_of_two`, `log2`, or `reciprocal` of a float's bits. ok is false where
// the function is not defined, and for unknown names.
func EvalRuleFunction(name string, bits uint64) (result uint64, ok bool) {
	for _, fn := range constFunctions {
		if fn.name == name {
			return fn.apply(bits)
		}
	}
	return 0, false
}

package rules

import "unbox/trace"

// What a rule gains, as a number that each rule of the built-in set lowers. So no
// chain of rules leads back, and rewriting ends (TestRulesTerminate).

// ruleWeight is the weight of an operation in the proof that rewriting ends,
// roughly its cost. Operations that are not listed have the weight 4, names and
// numbers 1.
func ruleWeight(code trace.Opcode) int {
	switch code {
	case trace.OpIntAdd, trace.OpUintRshift, trace.OpUintLt, trace.OpUintLe, trace.OpUintGt, trace.OpUintGe:
		return 5
	case trace.OpIntSub, trace.OpFloatAdd, trace.OpFloatSub, trace.OpFloatMul:
		return 6
	case trace.OpIntAddOvf:
		return 8
	case trace.OpIntSubOvf:
		return 9
	case trace.OpIntMul, trace.OpUintMulHigh:
		return 10
	case trace.OpIntMulOvf, trace.OpFloatTruediv:
		return 12
	case trace.OpIntPyDiv, trace.OpIntPyMod:
		return 20
	}
	return 4
}

// RuleGain compares the two sides of a rule, written out as trees.
type RuleGain struct {
	// Before and After are the weights of pattern and target, names and numbers
	// included: roughly their costs.
	Before, After int
	// Copied are the lower-case names that occur more often in the target than in
	// the pattern: their values would be duplicated.
	Copied []string
}

// Ends reports whether rewriting with rules of such a gain ends, whatever the
// values of their names: each target weighs less than its pattern, and nothing
// is duplicated.
func (g RuleGain) Ends() bool { return g.After < g.Before && len(g.Copied) == 0 }

// Gain returns what the rule gains.
func (r *Rule) Gain() RuleGain {
	var before, after ruleCount
	before.add(r.Pattern)
	after.add(r.Target)
	gain := RuleGain{Before: before.weight, After: after.weight}
	for slot, name := range r.Names {
		if after.names[slot] > before.names[slot] && !name.Constant && !isInnerName(r.Pattern, slot) {
			gain.Copied = append(gain.Copied, name.Text)
		}
	}
	return gain
}

type ruleCount struct {
	weight int
	names  [MaxSlots]int
}

func (c *ruleCount) add(node *Node) {
	switch {
	case node.Kind == NodeOperation:
		c.weight += ruleWeight(node.Code)
		for _, arg := range node.Args {
			c.add(arg)
		}
		return
	case node.Kind == NodeValue:
		c.names[node.Slot]++
	}
	c.weight++ // a computed constant counts as one constant
}

func isInnerName(pattern *Node, slot int) bool {
	for _, arg := range pattern.Args {
		if arg.Kind == NodeOperation && (arg.Slot == slot || isInnerName(arg, slot)) {
			return true
		}
	}
	return false
}

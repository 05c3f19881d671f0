package optimizer

// What a rule gains, as a number that each rule of the built-in set lowers. So no
// chain of rules leads back, and rewriting comes to an end (TestRulesTerminate).

// ruleWeight is what an operation weighs in the proof that rewriting ends. It is
// roughly what it costs. What is not listed weighs 4, names and numbers 1.
func ruleWeight(code Opcode) int {
	switch code {
	case OpIntAdd, OpUintRshift, OpUintLt, OpUintLe, OpUintGt, OpUintGe:
		return 5
	case OpIntSub, OpFloatAdd, OpFloatSub, OpFloatMul:
		return 6
	case OpIntAddOvf:
		return 8
	case OpIntSubOvf:
		return 9
	case OpIntMul, OpUintMulHigh:
		return 10
	case OpIntMulOvf, OpFloatTruediv:
		return 12
	case OpIntPyDiv, OpIntPyMod:
		return 20
	}
	return 4
}

// RuleGain compares the two sides of a rule, written out as trees.
type RuleGain struct {
	// Before and After are what pattern and target weigh, names and numbers
	// included: roughly what they cost.
	Before, After int
	// Copied are the lower-case names that occur more often in the target than in
	// the pattern: what they stand for would be multiplied.
	Copied []string
}

// Ends tells whether rewriting with rules of such a gain comes to an end,
// whatever their names stand for: each target weighs less than its pattern, and
// nothing is multiplied.
func (g RuleGain) Ends() bool { return g.After < g.Before && len(g.Copied) == 0 }

// Gain returns what the rule gains.
func (r *Rule) Gain() RuleGain {
	var before, after ruleCount
	before.add(r.pattern)
	after.add(r.target)
	gain := RuleGain{Before: before.weight, After: after.weight}
	for slot, name := range r.names {
		if after.names[slot] > before.names[slot] && !name.constant && !isInnerName(r.pattern, slot) {
			gain.Copied = append(gain.Copied, name.text)
		}
	}
	return gain
}

type ruleCount struct {
	weight int
	names  [maxRuleSlots]int
}

func (c *ruleCount) add(node *ruleNode) {
	switch {
	case node.kind == ruleOperation:
		c.weight += ruleWeight(node.code)
		for _, arg := range node.args {
			c.add(arg)
		}
		return
	case node.kind == ruleValue:
		c.names[node.slot]++
	}
	c.weight++ // computed constants are one constant
}

func isInnerName(pattern *ruleNode, slot int) bool {
	for _, arg := range pattern.args {
		if arg.kind == ruleOperation && (arg.slot == slot || isInnerName(arg, slot)) {
			return true
		}
	}
	return false
}

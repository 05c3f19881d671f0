package optimizer

import (
	_ "embed" // the rules are part of the program
	"sync"
)

//go:embed rules/int.rules
var intRules string

// Rule is one rewrite rule: where its pattern matches and its condition holds,
// the target may take the place of the operation.
type Rule struct {
	// Name is unique within its set: "add-zero".
	Name string
	// Text is the rule as written, without its name.
	Text string
	// Doc is the comment above the rule, possibly empty.
	Doc string

	pattern   *ruleNode
	target    *ruleNode
	condition *ruleNode
	slots     int
	needs     ruleNeeds
}

// ruleNeeds is what can be asked of an operation before a rule is tried on it.
type ruleNeeds uint8

const (
	needsConstant ruleNeeds = 1 << iota // an argument is a constant
	needsSame                           // both arguments are the same value
	needsNested                         // an argument is the result of an operation
)

// ruleNode is a node of a pattern, a target or a condition.
type ruleNode struct {
	kind   ruleNodeKind
	code   Opcode // operation, and what an operator computes
	slot   int    // name
	number int64
	fn     constFunction
	args   []*ruleNode
}

type ruleNodeKind uint8

const (
	ruleValue     ruleNodeKind = iota // lower-case name: any value
	ruleConstant                      // upper-case name: a constant
	ruleNumber                        // a number
	ruleOperation                     // an operation with arguments
	ruleOperator                      // computes with constants
	ruleFunction                      // computes with constants
	ruleAnd
	ruleOr
	ruleNot
)

// maxRuleSlots is how many different names a rule may have.
const maxRuleSlots = 8

// RuleSet is a list of rules, ready to be matched.
type RuleSet struct {
	Rules []Rule
	// byCode lists the rules for each operation, in the order of the file.
	byCode [256][]int16
}

// BuiltinRules returns the rules of rules/int.rules.
var BuiltinRules = sync.OnceValue(func() *RuleSet {
	set, errs := ParseRules(intRules)
	if len(errs) > 0 {
		panic("BUG: rules/int.rules: " + errs[0].Error())
	}
	return set
})

func (s *RuleSet) add(r Rule) {
	index := int16(len(s.Rules))
	r.needs = needsOf(r.pattern)
	s.Rules = append(s.Rules, r)
	s.byCode[r.pattern.code] = append(s.byCode[r.pattern.code], index)
}

func needsOf(pattern *ruleNode) ruleNeeds {
	var needs ruleNeeds
	for i, arg := range pattern.args {
		switch arg.kind {
		case ruleConstant, ruleNumber:
			needs |= needsConstant
		case ruleOperation:
			needs |= needsNested
		case ruleValue:
			if i == 1 && pattern.args[0].kind == ruleValue && pattern.args[0].slot == arg.slot {
				needs |= needsSame
			}
		}
	}
	return needs
}

// constFunction is a function that conditions and targets may call.
type constFunction struct {
	name string
	// apply returns the result, and whether the function is defined there.
	apply func(x int64) (int64, bool)
}

var constFunctions = []constFunction{
	{"is_power_of_two", func(x int64) (int64, bool) { return boolBit(isPowerOfTwo(x)), true }},
	{"log2", func(x int64) (int64, bool) { return log2(x), isPowerOfTwo(x) }},
}

func isPowerOfTwo(x int64) bool { return x != 0 && x&(x-1) == 0 }

// log2 returns the number of the only set bit.
func log2(x int64) int64 {
	n := int64(0)
	for u := uint64(x); u > 1; u >>= 1 {
		n++
	}
	return n
}

package rules

import (
	_ "embed" // the rules are part of the program
	"sync"

	"unbox/optimizer/bounds"
	"unbox/trace"
)

//go:embed int.rules
var intRules string

//go:embed float.rules
var floatRules string

// Rule is one rewrite rule: where its pattern matches and its condition holds,
// the target may take the place of the operation.
//
// The language is described at the top of int.rules. In short: a lower-case name
// stands for any value, an upper-case name for a constant; the target computes
// with constants only; in the condition a lower-case name stands for what is
// known of the integer, its [Bounds], and the condition holds only if it holds
// for every member.
type Rule struct {
	// Name is unique within its set: "add-zero".
	Name string
	// Text is the rule as written, without its name.
	Text string
	// Doc is the comment above the rule, possibly empty.
	Doc string

	Pattern   *Node
	Target    *Node
	condition *Node // nil if there is none
	// Names are those of the rule, by slot.
	Names []ruleName
	// Computes is set if a condition or a constant has to be computed.
	Computes bool
}

// ruleName describes a name in a rule.
type ruleName struct {
	Text string
	Typ  trace.Type
	// Constant is set for upper-case names, asked for lower-case ones that the
	// condition mentions.
	Constant, Asked bool
}

// Node is a node of a pattern, a target or a condition.
type Node struct {
	Kind ruleNodeKind
	Code trace.Opcode // operation, and what an operator computes
	Slot int          // name; for an operation the one after `as`, -1 for none
	Bits uint64       // number
	Typ  trace.Type   // of the value
	// exact is set if there are no lower-case names inside.
	exact bool
	// Commutes is set if the arguments may be exchanged.
	Commutes bool
	fn       *constFunction
	Args     []*Node
}

type ruleNodeKind uint8

const (
	NodeValue      ruleNodeKind = iota // lower-case name: any value
	NodeConstant                       // upper-case name: a constant
	NodeNumber                         // a number
	NodeOperation                      // an operation with arguments
	ruleOperator                       // computes with constants
	ruleFunction                       // computes with a constant
	ruleNoOverflow                     // asks whether an operation is exact
	ruleAnd
	ruleOr
	ruleNot
)

// MaxSlots is the maximum number of different names in a rule.
const MaxSlots = 8

// BuiltinRules returns the rules of int.rules and float.rules.
var BuiltinRules = sync.OnceValue(func() *RuleSet {
	set, errs := ParseRules(intRules + "\n" + floatRules)
	if len(errs) > 0 {
		panic("BUG: the rules that are built in: " + errs[0].Error())
	}
	return set
})

// constFunction is a function of a constant that conditions and targets may call.
type constFunction struct {
	name        string
	arg, result trace.Type
	// apply returns the result, and whether the function is defined there.
	apply func(bits uint64) (uint64, bool)
}

var constFunctions = []constFunction{
	{"is_power_of_two", trace.Int, trace.Int, func(x uint64) (uint64, bool) { return trace.Bit(isPowerOfTwo(x)), true }},
	{"log2", trace.Int, trace.Int, func(x uint64) (uint64, bool) { return uint64(bounds.TrailingZeros(x)), isPowerOfTwo(x) }},
	{"reciprocal", trace.Float, trace.Float, reciprocal},
}

func isPowerOfTwo(x uint64) bool { return x != 0 && x&(x-1) == 0 }

// reciprocal returns 1/x if that is exact: for powers of two of either sign, as
// long as neither is so small that it is denormal. Then dividing by x and
// multiplying by 1/x round the same number.
func reciprocal(x uint64) (uint64, bool) {
	const fraction, sign, exponentBias = 1<<52 - 1, 1 << 63, 1023
	exponent := x >> 52 & 0x7ff
	if x&fraction != 0 || exponent == 0 || exponent >= 2*exponentBias {
		return 0, false
	}
	return x&sign | (2*exponentBias-exponent)<<52, true
}

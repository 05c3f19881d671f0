package optimizer

import "fmt"

// RuleSet is a list of rules, ready to be matched. It is not changed once it is
// made, so that many optimizers can use it at once. Sets are made by
// [ParseRules] and [RuleSet.With].
type RuleSet struct {
	// Rules are in the order of the file: of two that match, the first one fires.
	Rules []Rule
	// byCode lists the rules for each operation and for what its arguments offer.
	byCode [256]*[needsAll + 1][]ruleEntry
}

// ruleNeeds is what can be asked of an operation's arguments before a rule is
// tried on it.
type ruleNeeds uint8

const (
	needsConstant ruleNeeds = 1 << iota // an argument is a constant
	needsSame                           // both arguments are the same value
	needsNested                         // an argument is the result of an operation

	needsAll = needsConstant | needsSame | needsNested
)

// ruleEntry is a rule in the index.
type ruleEntry struct {
	// inner are the operations that the arguments must come from: see codeBit.
	inner uint64
	index int16
	// crossed is set if the pattern is matched with its arguments exchanged: a
	// rule for int_lt(x, 0) is one for int_gt(0, x) too.
	crossed bool
}

// With returns a set with the rules of both, those of other behind the others.
// Of two rules of the same name both are kept.
func (s *RuleSet) With(other *RuleSet) *RuleSet {
	both := &RuleSet{Rules: make([]Rule, 0, len(s.Rules)+len(other.Rules))}
	both.Rules = append(append(both.Rules, s.Rules...), other.Rules...)
	both.buildIndex()
	return both
}

// maxRules is how many rules a set can hold.
const maxRules = 1 << 15

func (s *RuleSet) buildIndex() {
	for _, crossed := range [...]bool{false, true} {
		for i := range s.Rules[:min(len(s.Rules), maxRules)] {
			s.enter(&s.Rules[i], int16(i), crossed)
		}
	}
}

// enter puts a rule into the lists of all offers that meet its needs.
func (s *RuleSet) enter(r *Rule, index int16, crossed bool) {
	code := r.pattern.code
	if crossed {
		if code = partner(code); code == OpNone {
			return
		}
	}
	if s.byCode[code] == nil {
		s.byCode[code] = new([needsAll + 1][]ruleEntry)
	}
	needs, inner := needsOf(r.pattern)
	for has := range needsAll + 1 {
		if needs&^has == 0 {
			list := &s.byCode[code][has]
			*list = append(*list, ruleEntry{inner, index, crossed})
		}
	}
}

// partner returns the other operation that gives the same result with the
// arguments exchanged, OpNone if there is none or it is the same operation.
func partner(code Opcode) Opcode {
	if commuted := code.Info().Commuted; commuted != code {
		return commuted
	}
	return OpNone
}

// entries returns the rules that may match an operation.
func (s *RuleSet) entries(code Opcode, has ruleNeeds) []ruleEntry {
	if lists := s.byCode[code]; lists != nil {
		return lists[has]
	}
	return nil
}

func needsOf(pattern *ruleNode) (needs ruleNeeds, inner uint64) {
	for i, arg := range pattern.args {
		switch arg.kind {
		case ruleConstant, ruleNumber:
			needs |= needsConstant
		case ruleOperation:
			needs |= needsNested
			inner |= codeBit(arg.code)
		case ruleValue:
			if i == 1 && pattern.args[0].kind == ruleValue && pattern.args[0].slot == arg.slot {
				needs |= needsSame
			}
		}
	}
	return needs, inner
}

// codeBit is the operation's bit in a set of operations, which it may share with
// others.
func codeBit(code Opcode) uint64 { return 1 << (code & 63) }

// find returns the index of a rule, -1 if there is none of that name.
func (s *RuleSet) find(name string) int {
	for i := range s.Rules {
		if s.Rules[i].Name == name {
			return i
		}
	}
	return -1
}

// add appends a rule that the parser has read.
func (s *RuleSet) add(r Rule) error {
	switch {
	case s.find(r.Name) >= 0:
		return fmt.Errorf("expected a name that is not taken, found `%s` a second time", r.Name)
	case len(s.Rules) == maxRules:
		return fmt.Errorf("expected at most %d rules, found more", maxRules)
	}
	s.Rules = append(s.Rules, r)
	return nil
}

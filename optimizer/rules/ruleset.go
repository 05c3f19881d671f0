package rules

import (
	"fmt"

	"unbox/trace"
)

// RuleSet is a list of rules, ready to be matched. It is not changed once it is
// made, so that many optimizers can use it at once. Sets are made by
// [ParseRules] and [RuleSet.With].
type RuleSet struct {
	// Rules are in the order of the file: of two that match, the first one fires.
	Rules []Rule
	// byCode lists the rules for each operation and for what its arguments offer
	// (see Needs).
	byCode [256]*[needsAll + 1][]ruleEntry
}

// Needs is what a rule can require of an operation's arguments before it is
// tried.
type Needs uint8

const (
	NeedsConstant Needs = 1 << iota // an argument is a constant
	NeedsSame                       // both arguments are the same value
	NeedsNested                     // an argument is the result of an operation

	needsAll = NeedsConstant | NeedsSame | NeedsNested
)

// ruleEntry is a rule in the index.
type ruleEntry struct {
	// Inner are the operations that the arguments must come from: see codeBit.
	Inner uint64
	// Numbers are the numbers that the arguments must be: see [NumberBit].
	Numbers uint64
	Index   int16
	// Crossed is set if the pattern is matched with its arguments exchanged: a
	// rule for int_lt(x, 0) is one for int_gt(0, x) too.
	Crossed bool
}

// With returns a set with the rules of both, those of other after the others.
// Of two rules of the same name both are kept.
func (s *RuleSet) With(other *RuleSet) *RuleSet {
	both := &RuleSet{Rules: make([]Rule, 0, len(s.Rules)+len(other.Rules))}
	both.Rules = append(append(both.Rules, s.Rules...), other.Rules...)
	both.buildIndex()
	return both
}

// maxRules is the maximum number of rules in a set.
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
	code := r.Pattern.Code
	if crossed {
		if code = partner(code); code == trace.OpNone {
			return
		}
	}
	if s.byCode[code] == nil {
		s.byCode[code] = new([needsAll + 1][]ruleEntry)
	}
	needs, inner := needsOf(r.Pattern)
	numbers := numbersOf(r.Pattern)
	for has := range needsAll + 1 {
		if needs&^has == 0 {
			list := &s.byCode[code][has]
			*list = append(*list, ruleEntry{inner, numbers, index, crossed})
		}
	}
}

// partner returns the other operation that gives the same result with the
// arguments exchanged, OpNone if there is none or it is the same operation.
func partner(code trace.Opcode) trace.Opcode {
	if commuted := code.Info().Commuted; commuted != code {
		return commuted
	}
	return trace.OpNone
}

// Entries returns the rules that may match an operation.
func (s *RuleSet) Entries(code trace.Opcode, has Needs) []ruleEntry {
	if lists := s.byCode[code]; lists != nil {
		return lists[has]
	}
	return nil
}

func needsOf(pattern *Node) (needs Needs, inner uint64) {
	for i, arg := range pattern.Args {
		switch arg.Kind {
		case NodeConstant, NodeNumber:
			needs |= NeedsConstant
		case NodeOperation:
			needs |= NeedsNested
			inner |= CodeBit(arg.Code)
		case NodeValue:
			if i == 1 && pattern.Args[0].Kind == NodeValue && pattern.Args[0].Slot == arg.Slot {
				needs |= NeedsSame
			}
		}
	}
	return needs, inner
}

func numbersOf(pattern *Node) (numbers uint64) {
	for _, arg := range pattern.Args {
		if arg.Kind == NodeNumber {
			numbers |= NumberBit(arg.Bits)
		}
	}
	return numbers
}

// NumberBit is the bit of a number in a set of numbers, which it may share with others.
func NumberBit(bits uint64) uint64 { return 1 << (bits * 0x9E3779B97F4A7C15 >> 58) }

// CodeBit is the operation's bit in a set of operations, which it may share with
// others.
func CodeBit(code trace.Opcode) uint64 { return 1 << (code & 63) }

// add appends a rule that the parser has read, unless its name is one of those that are taken.
func (s *RuleSet) add(r Rule, taken map[string]bool) error {
	switch {
	case taken[r.Name]:
		return fmt.Errorf("expected a name that is not taken, found `%s` a second time", r.Name)
	case len(s.Rules) == maxRules:
		return fmt.Errorf("expected at most %d rules, found more", maxRules)
	}
	s.Rules = append(s.Rules, r)
	taken[r.Name] = true
	return nil
}

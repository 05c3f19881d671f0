package rules_test

import (
	"testing"

	"unbox/optimizer/rules"
)

// TestRulesTerminate shows that no chain of rules leads back: written out as a
// tree, each target weighs less than its pattern, whatever the values of the
// names, because none occurs more often than in the pattern. So does every
// operation that is put in the place of another one.
func TestRulesTerminate(t *testing.T) {
	for i := range rules.BuiltinRules().Rules {
		r := &rules.BuiltinRules().Rules[i]
		gain := r.Gain()
		for _, name := range gain.Copied {
			t.Errorf("%s: expected `%s` at most as often as in the pattern", r.Name, name)
		}
		if gain.After >= gain.Before {
			t.Errorf("%s: expected a target that weighs less than %d, found %d", r.Name, gain.Before, gain.After)
		}
	}
}

package rules

// RuleInfo describes a rewrite rule to people.
type RuleInfo struct {
	// Name is the rule's name, Text how it is written, Doc the comment above it.
	Name, Text, Doc string
}

// Rules returns the built-in rewrite rules in the order of their file.
func Rules() []RuleInfo {
	set := BuiltinRules()
	list := make([]RuleInfo, len(set.Rules))
	for i := range set.Rules {
		r := &set.Rules[i]
		list[i] = RuleInfo{r.Name, r.Text, r.Doc}
	}
	return list
}

package fuzz

import (
	"cmp"
	"slices"

	"unbox/optimizer"
	"unbox/optimizer/rules"
)

// Coverage counts what a session has seen. The counts of parts of a sequence add up
// to those of the whole.
type Coverage struct {
	// Traces is the number of traces tried, Operations the number of their
	// operations.
	Traces, Operations uint64
	// Agreed, Differed, Undefined and Opaque count pairs of runs by the judge's
	// verdict.
	Agreed, Differed, Undefined, Opaque uint64
	// Questions is the number of a prover's questions that needed a solver. Proved,
	// Refuted and Unknown count the traces that it was asked about by its verdict.
	Questions, Proved, Refuted, Unknown uint64
	// Passes counts by pass what the passes did to operations.
	Passes [32]uint64
	// Rules counts how often each rule was applied, in the order of the rules that
	// were used.
	Rules [maxCountedRules]uint64
	// rules are those that were used.
	rules *rules.RuleSet
}

// maxCountedRules bounds the number of rules that are counted.
const maxCountedRules = 1024

func (c *Coverage) add(r *optimizer.Result) {
	c.rules = r.Rules
	for k := range r.Remarks {
		c.Passes[r.Remarks[k].Pass&31]++
		if rule := r.Rule(k); rule >= 0 && rule < maxCountedRules {
			c.Rules[rule]++
		}
	}
}

// Add adds the counts of another part of the sequence.
func (c *Coverage) Add(other *Coverage) {
	c.Traces += other.Traces
	c.Operations += other.Operations
	c.Agreed += other.Agreed
	c.Differed += other.Differed
	c.Undefined += other.Undefined
	c.Opaque += other.Opaque
	c.Questions += other.Questions
	c.Proved += other.Proved
	c.Refuted += other.Refuted
	c.Unknown += other.Unknown
	for k := range c.Passes {
		c.Passes[k] += other.Passes[k]
	}
	for k := range c.Rules {
		c.Rules[k] += other.Rules[k]
	}
	if other.rules != nil {
		c.rules = other.rules
	}
}

// Count says how often something with a name happened.
type Count struct {
	Name  string
	Count uint64
}

// PassCounts returns what each pass did, in the order of the passes.
func (c *Coverage) PassCounts() []Count {
	var list []Count
	for _, p := range optimizer.Passes() {
		list = append(list, Count{p.String(), c.Passes[p]})
	}
	return list
}

// RuleCounts returns how often each rule was applied, the rarest first.
func (c *Coverage) RuleCounts() []Count {
	ruleList := c.rules
	if ruleList == nil {
		ruleList = rules.BuiltinRules()
	}
	var list []Count
	for k, r := range ruleList.Rules[:min(len(ruleList.Rules), maxCountedRules)] {
		list = append(list, Count{r.Name, c.Rules[k]})
	}
	slices.SortStableFunc(list, func(a, b Count) int { return cmp.Compare(a.Count, b.Count) })
	return list
}

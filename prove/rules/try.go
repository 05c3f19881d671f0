package rules

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"unbox/optimizer"
	"unbox/optimizer/rules"
	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

// MaxRules is the maximum number of rules that [Try] takes at once.
const MaxRules = 100

// TryOptions say what [Try] does. The zero value is ready to use.
type TryOptions struct {
	Options
	// Trace is what the rules are applied to, nil for nothing.
	Trace *trace.Trace
	// Passes are those of the run on Trace; 0 is the preset "loop". The rules are
	// applied only if PassRules is among them.
	Passes optimizer.PassSet
}

// Report is the outcome for the rules that were tried.
type Report struct {
	// Errors are those of the text. Rules without errors are tried all the same.
	Errors []TextError
	// Rules are those of the text, in its order.
	Rules []RuleReport
	// Ends means that rewriting with these rules and the built-in ones is known to
	// end: each target weighs less than its pattern.
	Ends bool
	// Applied is what the rules do to the trace, nil if there is none.
	Applied *Applied
	// Remarks are further remarks, as sentences without their period.
	Remarks []string
}

// TextError is an error in the text of rules, with its line, from 1.
type TextError struct {
	*rules.RuleError
	Line int
}

// RuleReport is what is known of one rule.
type RuleReport struct {
	Name, Text string
	// Line is the line of the text where the rule begins, from 1.
	Line    int
	Verdict Verdict
	// Never means that no numbers satisfy the condition: the rule is correct, but
	// useless.
	Never bool
	// Gain compares what target and pattern cost.
	Gain rules.RuleGain
	// Loop is set if rewriting an instance of the rule does not end.
	Loop *Loop
	// Hidden is a rule that always matches before this one can, "" if none was
	// found.
	Hidden string
	// Fired is the number of changes of the trace that have this rule as their
	// reason. What was changed again counts only for the last rule.
	Fired int
}

// Status joins the verdicts: Refuted if one rule is, Proved if all are.
func (r *Report) Status() prove.Status {
	status := prove.Proved
	for i := range r.Rules {
		switch r.Rules[i].Verdict.Status {
		case prove.Refuted:
			return prove.Refuted
		case prove.Unknown:
			status = prove.Unknown
		}
	}
	return status
}

// Try reads rules in the language of rules.ParseRules, proves or refutes each,
// checks whether rewriting with them and the built-in rules ends, and applies them
// to a trace. Errors: options that do not fit, a solver that cannot be used; a
// [rules.RuleError] at the first rule that is one more than [MaxRules].
func Try(ctx context.Context, text string, o TryOptions) (*Report, error) {
	set, errs := rules.ParseRules(text)
	if len(set.Rules) > MaxRules {
		return nil, excess(text, set)
	}
	report := &Report{Ends: true}
	for _, err := range errs {
		report.Errors = append(report.Errors, TextError{err, lineOf(text, err.From)})
	}
	all := newRewriter(rules.BuiltinRules().With(set))
	for i := range set.Rules {
		r := &set.Rules[i]
		verdict, err := Prove(ctx, r, o.Options)
		if err != nil {
			return nil, err
		}
		one := RuleReport{Name: r.Name, Text: r.Text, Line: lineOfRule(text, r.Name), Verdict: verdict, Gain: r.Gain()}
		report.Ends = report.Ends && one.Gain.Ends()
		if one.Never, err = neverFires(ctx, r, &o.Options); err != nil {
			return nil, err
		}
		one.rewrite(all, r, len(rules.BuiltinRules().Rules)+i)
		report.Rules = append(report.Rules, one)
	}
	if o.Trace != nil {
		report.apply(set, o)
	}
	report.remark()
	return report, nil
}

// neverFires reports whether a rule is known not to fire for any numbers.
func neverFires(ctx context.Context, r *rules.Rule, o *Options) (bool, error) {
	tree := r.Tree()
	if _, fires := witness(&tree); fires {
		return false, nil
	}
	c, err := Encode(r, 64)
	if err != nil {
		return false, nil
	}
	with, err := o.withDefaults()
	if err != nil {
		return false, err
	}
	result, err := with.Solver.Check(ctx, c.Bank, c.Assume, with.Budget)
	return result.Status == solve.Unsat, err
}

// excess says that a text has more than [MaxRules] rules, at the name of the first one too many.
func excess(text string, set *rules.RuleSet) *rules.RuleError {
	name := set.Rules[MaxRules].Name
	from := startOfRule(text, name)
	return &rules.RuleError{From: from, To: from + len(name), Message: fmt.Sprintf("expected at most %d rules, found %d, of which this one is the first too many", MaxRules, len(set.Rules))}
}

// lineOfRule returns the line at which a rule begins.
func lineOfRule(text, name string) int { return lineOf(text, startOfRule(text, name)) }

// startOfRule returns the byte at which a rule begins.
func startOfRule(text, name string) int {
	from := 0
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, name); ok && strings.HasPrefix(strings.TrimLeft(rest, " \t"), ":") {
			return from
		}
		from += len(line)
	}
	return 0
}

// rewrite follows what the rules make from the rule's own pattern: after it has
// fired itself, and from the start. index is the index of the rule.
func (one *RuleReport) rewrite(all *rewriter, r *rules.Rule, index int) {
	tree := r.Tree()
	values, ok := witness(&tree)
	if !ok {
		return
	}
	pattern := exprOf(&tree, &tree.Pattern, values)
	if target, ok := apply(&tree, pattern); ok && !one.Gain.Ends() {
		if _, loop := all.follow(target); loop != nil {
			one.Loop = loop
		}
	}
	if pattern.constant || one.Loop != nil {
		return
	}
	if _, first := all.step(pattern); first != "" && first != all.names[index] {
		one.Hidden = first
	}
}

// witness returns numbers for which the rule fires, different for each name if
// possible. It returns false if there are none, or if they are too rare.
func witness(tree *rules.RuleTree) ([]uint64, bool) {
	rng := rand.New(rand.NewPCG(2, 3))
	values := make([]uint64, len(tree.Names))
	for round := range witnessTrials {
		for slot, name := range tree.Names {
			switch {
			case name.Type == trace.Float:
				values[slot] = edge(rng, name.Type, round)
			case round%4 == 0:
				values[slot] = uint64(5 + rng.IntN(50))
			case round%4 == 1:
				values[slot] = 1 << rng.IntN(63)
			default:
				values[slot] = edge(rng, name.Type, round)
			}
		}
		if Evaluate(tree, values).Fires {
			return values, true
		}
	}
	return nil, false
}

// witnessTrials is the maximum number of trials.
const witnessTrials = 20_000

// Applied is what rules did to a trace.
type Applied struct {
	// Before is the recorded trace, Without what the optimizer makes from it
	// without the rules, After with them.
	Before, Without, After string
	// Result is what led to After.
	Result *optimizer.Result
	// Fired is the number of changes that have one of the rules as their reason.
	Fired int
}

// apply runs the optimizer with the rules.
func (r *Report) apply(set *rules.RuleSet, o TryOptions) {
	passes := o.Passes
	if passes == 0 {
		preset, err := optimizer.PresetByName("loop")
		if err != nil {
			panic("BUG: " + err.Error())
		}
		passes = preset.Passes
	}
	var with optimizer.Optimizer
	with.UseRules(set)
	result := with.Run(o.Trace, passes)
	first := len(rules.BuiltinRules().Rules)
	r.Applied = &Applied{
		Before: o.Trace.String(), Without: optimizer.Optimize(o.Trace, passes).Out.String(), After: result.Out.String(),
		Result: result,
	}
	for i := range result.Remarks {
		if k := result.Rule(i) - first; k >= 0 && k < len(r.Rules) && result.Remarks[i].Kind != optimizer.Added {
			r.Rules[k].Fired++
			r.Applied.Fired++
		}
	}
}

// remark says what the numbers mean.
func (r *Report) remark() {
	note := func(format string, args ...any) { r.Remarks = append(r.Remarks, fmt.Sprintf(format, args...)) }
	for i := range r.Rules {
		one := &r.Rules[i]
		if one.Never {
			note("`%s`: it never fires: no numbers meet its condition", one.Name)
		}
		if one.Gain.After >= one.Gain.Before {
			note("`%s`: the target is not cheaper: it costs %d, the pattern %d", one.Name, one.Gain.After, one.Gain.Before)
		}
		for _, name := range one.Gain.Copied {
			note("`%s`: `%s` occurs more often in the target than in the pattern", one.Name, name)
		}
		if one.Loop != nil {
			note("`%s`: rewriting does not end: %s", one.Name, one.Loop)
		}
		if one.Hidden != "" {
			note("`%s`: `%s` comes first wherever its pattern occurs unchanged", one.Name, one.Hidden)
		}
		for _, have := range rules.BuiltinRules().Rules {
			if have.Text == one.Text {
				note("`%s` is the built-in rule `%s`", one.Name, have.Name)
			}
		}
	}
	if len(r.Rules) > 0 && !r.Ends {
		loops := false
		for i := range r.Rules {
			loops = loops || r.Rules[i].Loop != nil
		}
		if !loops {
			note("it is not shown that rewriting always ends: not every target costs less than its pattern; no loop was found")
		}
	}
	if a := r.Applied; a != nil && a.Fired == 0 && len(r.Rules) > 0 {
		note("no rule is the reason for a change of the trace")
	}
}

// Text returns the report as lines for a terminal.
func (r *Report) Text() string {
	var b strings.Builder
	for i := range r.Rules {
		one := &r.Rules[i]
		fmt.Fprintf(&b, "%s: %s\n", one.Name, one.Verdict.Summary())
		if x := one.Verdict.Counterexample; x != nil {
			for _, n := range x.Names {
				fmt.Fprintf(&b, "    %s = %s = %#x\n", n.Name, n.Text, n.Bits)
			}
			fmt.Fprintf(&b, "    pattern: %s\n    target:  %s\n", x.Pattern, x.Target)
		}
	}
	for _, text := range r.Remarks {
		b.WriteString("remark: " + text + "\n")
	}
	if a := r.Applied; a != nil {
		fmt.Fprintf(&b, "applied: %s of the trace\n", plural(a.Fired, "change"))
		for i := range r.Rules {
			fmt.Fprintf(&b, "    %s: %d\n", r.Rules[i].Name, r.Rules[i].Fired)
		}
		b.WriteString(a.After)
	}
	return b.String()
}

// Summary returns the verdict as one line.
func (v *Verdict) Summary() string {
	switch v.Status {
	case prove.Proved:
		return fmt.Sprintf("proved for all integers of %d bits", v.Width)
	case prove.Refuted:
		return "refuted: " + v.Counterexample.Reason
	}
	return fmt.Sprintf("unknown at %d bits: %s", v.Width, v.Reason)
}

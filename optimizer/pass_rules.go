package optimizer

import (
	"unbox/interp"
	"unbox/optimizer/bounds"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// Strength reduction and algebraic simplification by rules.
//
// Multiplying by 8 is a shift, adding 0 is nothing, subtracting what was just
// added gives back what was there. Written out as code, a hundred such cases are a
// thicket in which a wrong one is hard to find: most of the miscompilations in
// Finding JIT Optimizer Bugs using SMT Solvers and Fuzzing were of this kind. So
// the cases are data: named rules in rules/int.rules and rules/float.rules,
// matched here from a table.
//
//	mul-power-of-two: int_mul(x, C) => int_lshift(x, log2(C)) if is_power_of_two(C)
//	rshift-lshift:    int_rshift(int_lshift(x, y), y) => x if no_overflow(x << y)
//
// A target that is a value or a number removes the operation from the trace. A
// target that is an operation takes its place, and goes through the chain from
// the start, so that it is folded and shared as if it had been recorded. For an
// overflow operation, a target without a check also says that it does not
// overflow, and its guard goes.
//
// The plan that does not work is to have a rule for everything that is true. A
// rule that makes two operations from one is a loss if the operations that it
// looked through are still needed, which is not known yet. And a rule that
// compares x with 4 instead of x+1 with 5 loses what a guard would have said
// about x+1.
//
// To keep in mind: each target weighs less than its pattern
// (TestRulesTerminate), so that rewriting ends. Every rule is tested against the
// meaning of its operations (TestRulesAreSound). What is known of a value holds
// only at the current place of the walk, so a condition is computed each time.

// PassRules is the number of strength reduction and algebra.
const PassRules PassID = 3

var rulesRow = registration{
	id: PassRules,
	info: PassInfo{
		Name:  "rules",
		Title: "strength reduction and algebra",
		Doc:   "Rewrites operations by named algebraic rules into cheaper ones or into values that exist.",
		Why:   "After folding and sharing; what a rule puts in place starts again at the first pass, so that it is folded and shared as well.",
	},
	make: func(w *walk) pass { return &rulesPass{walk: w} },
}

// rulesPass is the pass.
type rulesPass struct {
	*walk
	// matchers has one for each rule that is being applied, and one more: applying a rule may apply
	// others to what it invents. nested is how many are.
	matchers []*matcher
	nested   int
	budget   ruleBudget
}

func (p *rulesPass) reset() { *p = rulesPass{walk: p.walk, matchers: p.matchers} }

// matcher returns the matcher of no rule that is being applied.
func (p *rulesPass) matcher() *matcher {
	if p.nested == len(p.matchers) {
		p.matchers = append(p.matchers, &matcher{walk: p.walk})
	}
	return p.matchers[p.nested]
}

func (p *rulesPass) handler(code trace.Opcode) handler {
	switch code.Info().Effect {
	case trace.EffectPure, trace.EffectOverflow:
		return p.apply()
	}
	if code == trace.OpGuardNoOverflow {
		return p.overflowGuard
	}
	if code == trace.OpCall {
		return p.knownCall
	}
	return nil
}

func (p *rulesPass) overflowGuard(c *cur) verdict { return p.settleOverflowGuard(c, PassRules) }

// knownCall replaces a call by the operation that the function computes, if the
// divisor is a constant for which there are rules or at least a cheaper way than a
// call.
func (p *rulesPass) knownCall(c *cur) verdict {
	if c.op.Descr < 0 || !interp.IsKnownCall(&c.op, c.args, p.typeOf) {
		return next
	}
	known := p.in.Tables.Texts[c.op.Descr].Known
	divisor, constant := p.constInt(c.args[2])
	if known == trace.OpNone || !constant || divisor <= 0 || p.in.AskedBy(p.position) != trace.None {
		return next
	}
	a, b := c.args[1], c.args[2]
	c.op.Code, c.op.Descr, c.op.Spelling = known, -1, known.SpellingFor(p.in.Dialect, trace.Int)
	c.args = append(c.argBuf[:0], a, b)
	c.rewritten = Remark{Kind: Replaced, Pass: PassRules, Reason: ReasonKnownCall, Descr: -1}
	return again
}

//
//go:noinline
func (p *rulesPass) apply() handler {
	return func(c *cur) verdict {
		has, inner, numbers := p.offers(c)
		entries, m := p.rules.Entries(c.op.Code, has), p.matcher()
		for i := range entries {
			entry := &entries[i]
			if entry.Inner&^inner|entry.Numbers&^numbers != 0 {
				continue
			}
			if m.matches(&p.rules.Rules[entry.Index], c.args, entry.Crossed) {
				p.nested++
				verdict := p.applyRule(c, entry.Index, m)
				p.nested--
				if verdict != next {
					return verdict
				}
			}
		}
		return next
	}
}

// offers says which requirements of rules the arguments meet, from which
// operations they come, and which numbers they are.
func (p *rulesPass) offers(c *cur) (has rules.Needs, inner, numbers uint64) {
	for _, arg := range c.args {
		switch {
		case arg.IsConst():
			has |= rules.NeedsConstant
			numbers |= rules.NumberBit(p.constants.list[arg.ConstIndex()].Bits)
		case p.definedAt[arg] != 0:
			has |= rules.NeedsNested
			for name := range p.namesOf(arg) {
				inner |= rules.CodeBit(p.out.ops[p.definedAt[name]].Code)
			}
		}
	}
	if len(c.args) == 2 && c.args[0] == c.args[1] {
		has |= rules.NeedsSame
	}
	return has, inner, numbers
}

// maxApplied is the number of applications for one recorded operation at which rules stop.
const maxApplied = 4*maxRewrites + 1

// ruleBudget bounds how often rules are applied for one recorded operation, all
// copies and inventions together. The built-in rules never come close; a user's
// own may invent without end.
type ruleBudget struct {
	position trace.Value
	used     int
}

// mayApply reports whether one more rule may be applied, and counts it.
func (p *rulesPass) mayApply() bool {
	if p.budget.position != p.position {
		p.budget = ruleBudget{position: p.position}
	}
	p.budget.used++
	if p.budget.used == maxApplied {
		p.stopRules()
	}
	return p.budget.used < maxApplied
}

// stopRules says at the current recorded operation that rules rewrote it too often.
func (w *walk) stopRules() {
	op := w.in.Ops[w.position]
	op.Src, op.Copy = int32(w.position), w.copyNumber
	w.remarks.setStopped(&op, PassRules, ReasonRuleBudget, trace.None)
}

// applyRule puts the target of a rule that matches in the operation's place.
func (p *rulesPass) applyRule(c *cur, index int16, m *matcher) verdict {
	rule := &p.rules.Rules[index]
	target := rule.Target
	checked := c.op.Code.Info().Effect == trace.EffectOverflow
	staysChecked := target.Kind == rules.NodeOperation && target.Code.Info().Effect == trace.EffectOverflow
	if p.planted.on(bugChainedAdd) {
		p.assertShortChain(c)
	}
	if checked && !staysChecked && !p.guardedAgainstOverflow() || !p.mayApply() {
		return next
	}
	if checked && !staysChecked {
		p.overflow = overflowFact{pass: PassRules, reason: ReasonRuleOverflow, value: c.self}
	}
	remark := Remark{Kind: Replaced, Pass: PassRules, Reason: ReasonRule, Descr: -1}
	m.giveFacts(rule, index, &remark)
	if target.Kind == rules.NodeOperation {
		p.rewriteTo(c, target, m, remark)
		return again
	}
	c.rewritten.Kind = 0 // the remark is about this rule, and not about an earlier one
	verdict := p.replaceBy(c, m.value(target), PassRules, ReasonRuleValue)
	if r := p.remarks.about(&c.op); r != nil {
		r.Facts[1], r.rest = remark.Facts[1], remark.rest
	}
	return verdict
}

// giveFacts puts into the remark the rule and the values that its condition asked about, two
// at most.
func (m *matcher) giveFacts(rule *rules.Rule, index int16, remark *Remark) {
	known := [2]bounds.Bounds{bounds.Top(), bounds.Top()}
	details := remarkDetails{rule: index + 1}
	n := 0
	for slot := range rule.Names {
		b := m.env.Bounds[slot]
		if rule.Names[slot].Asked && n < 2 && !m.bound[slot].IsConst() && !b.IsTop() {
			known[n] = b
			if n == 0 {
				remark.Facts[1] = m.bound[slot]
			} else {
				details.third = m.bound[slot]
			}
			details.because[n] = m.walk.bounds.source(m.bound[slot])
			n++
		}
	}
	details.because[n] = m.inner
	if n == 0 {
		remark.rest = m.walk.remarks.detail(details)
	} else {
		remark.rest = m.walk.remarks.detail(details, known[:]...)
	}
}

// rewriteTo makes the operation the one of the target. Operations inside the
// target are invented before it.
func (p *rulesPass) rewriteTo(c *cur, target *rules.Node, m *matcher, remark Remark) {
	var args [2]trace.Value
	for i, arg := range target.Args {
		p.because = remark
		args[i] = m.value(arg)
	}
	c.op.Code = target.Code
	c.op.Descr = -1
	c.op.Spelling = target.Code.SpellingFor(p.in.Dialect, c.op.Type)
	c.args = append(c.argBuf[:0], args[:len(target.Args)]...)
	c.rewritten = remark
	if c.op.Src == 0 {
		p.because = remark
	}
}

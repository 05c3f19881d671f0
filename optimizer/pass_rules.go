package optimizer

// Strength reduction and algebraic simplification by rules.
//
// Multiplying by 8 is a shift, adding 0 is nothing, subtracting what was just
// added gives back what was there. Written out as code, a hundred such cases are
// a swamp in which a wrong one hides well: most of the miscompilations in Finding
// JIT Optimizer Bugs using SMT Solvers and Fuzzing were of this kind. So the cases
// are data: named rules in rules/int.rules, matched here from a table.
//
//	mul-power-of-two: int_mul(x, C) => int_lshift(x, log2(C)) if is_power_of_two(C)
//
// A target that is a value or a number takes the operation out of the trace. A
// target that is an operation takes its place, and goes through the chain from
// the start, so that it is folded and shared as if it had been recorded. For an
// overflow operation, a target without a check also says that it does not
// overflow, and its guard goes.

func rulesHandler(code Opcode) handler {
	if code == OpGuardNoOverflow {
		return rulesOverflowGuard
	}
	if code == OpCall {
		return rulesCall
	}
	if len(BuiltinRules().byCode[code]) == 0 {
		return nil
	}
	return applyRules
}

func rulesOverflowGuard(w *walk, c *cur) verdict { return w.settleOverflowGuard(c, PassRules) }

// rulesCall puts the operation that a function computes in the place of a call to
// it, if the divisor is a constant for which there are rules or at least a cheaper
// way than a call.
func rulesCall(w *walk, c *cur) verdict {
	if c.op.Descr < 0 || !isKnownCall(&c.op, c.args, w.typeOf) {
		return next
	}
	known := w.in.Tables.Texts[c.op.Descr].Known
	divisor, constant := w.constInt(c.args[2])
	if known == OpNone || !constant || divisor <= 0 {
		return next
	}
	a, b := c.args[1], c.args[2]
	c.op.Code, c.op.Descr, c.op.Spelling = known, -1, known.SpellingFor(w.in.Dialect, Int)
	c.args = append(c.argBuf[:0], a, b)
	c.rewritten = Remark{Kind: Replaced, Pass: PassRules, Reason: ReasonKnownCall, Rule: -1, Descr: -1}
	return again
}

func applyRules(w *walk, c *cur) verdict {
	has := w.offers(c)
	for _, index := range w.rules.byCode[c.op.Code] {
		rule := &w.rules.Rules[index]
		if rule.needs&^has != 0 {
			continue
		}
		m := matcher{walk: w}
		if m.matches(rule, c.args) {
			if verdict := w.applyRule(c, index, &m); verdict != next {
				return verdict
			}
		}
	}
	return next
}

// offers says which needs of rules the arguments meet.
func (w *walk) offers(c *cur) ruleNeeds {
	var has ruleNeeds
	for _, arg := range c.args {
		switch {
		case arg.IsConst():
			has |= needsConstant
		case w.definedAt[arg] != 0:
			has |= needsNested
		}
	}
	if len(c.args) == 2 && c.args[0] == c.args[1] {
		has |= needsSame
	}
	return has
}

// applyRule puts the target of a rule that matches in the operation's place.
func (w *walk) applyRule(c *cur, index int16, m *matcher) verdict {
	target := w.rules.Rules[index].target
	checked := c.op.Code.Info().Effect == EffectOverflow
	staysChecked := target.kind == ruleOperation && target.code.Info().Effect == EffectOverflow
	if checked && !staysChecked {
		if !w.guardedAgainstOverflow() {
			return next
		}
		w.overflow = overflowFact{pass: PassRules, reason: ReasonRuleOverflow, value: c.self}
	}
	remark := Remark{Kind: Replaced, Pass: PassRules, Reason: ReasonRule, Rule: index, Descr: -1}
	if target.kind == ruleOperation {
		w.rewriteTo(c, target, m, remark)
		return again
	}
	c.rewritten = remark
	return w.replaceBy(c, m.value(target), PassRules, ReasonRuleValue)
}

// rewriteTo makes the operation the one of the target. Operations inside the
// target are invented in front of it.
func (w *walk) rewriteTo(c *cur, target *ruleNode, m *matcher, remark Remark) {
	var args [3]Value
	for i, arg := range target.args {
		w.because = remark
		args[i] = m.value(arg)
	}
	c.op.Code = target.code
	c.op.Descr = -1
	c.op.Spelling = target.code.SpellingFor(w.in.Dialect, c.op.Type)
	c.args = append(c.argBuf[:0], args[:len(target.args)]...)
	c.rewritten = remark
	if c.op.Src == 0 {
		w.because = remark
	}
}

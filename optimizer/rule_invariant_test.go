package optimizer_test

import (
	"path/filepath"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// invariantLoop turns a straight trace into a loop that computes the same from the
// same inputs in each iteration; "" if the trace does more than compute.
func invariantLoop(t *testing.T, lines []string) string {
	t.Helper()
	in, _ := trace.Parse(joinLines(lines))
	if in == nil || in.Ops[1].Code != trace.OpLabel || in.Ops[len(in.Ops)-1].Code != trace.OpFinish {
		return ""
	}
	for i := range in.Ops[1:] {
		op := &in.Ops[i+1]
		switch effect := op.Code.Info().Effect; {
		case op.Code == trace.OpGuardOverflow:
			return "" // the pair stays: its result must not be used
		case op.Code == trace.OpLabel && i == 0, op.Code == trace.OpParam, op.Code == trace.OpFinish:
		case effect == trace.EffectPure, effect == trace.EffectOverflow, effect == trace.EffectGuard:
		default:
			return ""
		}
	}
	var loop []string
	inputs := ""
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			inputs = strings.Trim(line, "[]")
		}
		if results, ends := strings.CutPrefix(line, "finish("); ends {
			for _, result := range strings.Split(strings.TrimSuffix(results, ")"), ", ") {
				loop = append(loop, "print("+result+")")
			}
			break
		}
		loop = append(loop, line)
	}
	return joinLines(append(loop, "jump("+inputs+")"))
}

// What a rule rewrites moves out of a loop if its inputs do not change: the case of each
// rule, turned into a loop, computes nothing in the peeled loop and asks nothing.
func TestRewrittenInvariantsLeaveTheLoop(t *testing.T) {
	tried := 0
	for _, rule := range rules.Rules() {
		path := filepath.Join("testdata", "rules", rule.Name+".trace")
		for _, c := range loadCases(t, path).cases {
			text := invariantLoop(t, c.input)
			in, _ := trace.Parse(text)
			if text == "" || in == nil {
				continue
			}
			r := optimizer.Optimize(in, allPasses)
			if r.Impossible != trace.None {
				continue
			}
			tried++
			if left := computedInLoop(r); !r.Peeled || left != "" {
				t.Errorf("%s: expected a peeled loop that computes nothing, found `%s` in\n%s", c.title, left, r.Out)
			}
		}
	}
	if tried < len(rules.Rules()) {
		t.Errorf("expected at least one case of each rule, found %d", tried)
	}
}

// computedInLoop returns the first operation after the last label that computes or asks
// something, "" if there is none.
func computedInLoop(r *optimizer.Result) string {
	left := ""
	for i := range r.Out.Ops[1:] {
		op := &r.Out.Ops[i+1]
		switch op.Code.Info().Effect {
		case trace.EffectPure, trace.EffectOverflow, trace.EffectGuard:
			left = op.Code.String()
		}
		if op.Code == trace.OpLabel {
			left = ""
		}
	}
	return left
}

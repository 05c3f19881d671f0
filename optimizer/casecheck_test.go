package optimizer_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/optimizer/rules"
	"unbox/trace"
)

// remarksByLine puts every remark on the line that it is about: those for
// recorded operations on the lines of the input, those for added ones on the
// lines of the result.
func remarksByLine(r *optimizer.Result, listing *trace.Listing, inputLines int) (input, result []string) {
	input = make([]string, inputLines)
	result = make([]string, listing.Len())
	lineOf := make(map[trace.Value]int)
	for line, op := range listing.Ops {
		lineOf[op] = line
	}
	for i, remark := range r.Remarks {
		if remark.In != trace.None {
			appendRemark(&input[r.In.Ops[remark.In].Line-1], remark, r.RuleName(i))
		} else {
			appendRemark(&result[lineOf[remark.Out]], remark, r.RuleName(i))
		}
	}
	return input, result
}

func appendRemark(line *string, r optimizer.Remark, rule string) {
	text := fmt.Sprintf("%s: %s", r.Kind, r.Reason.ID())
	if r.Reason == optimizer.ReasonRule || r.Reason == optimizer.ReasonRuleValue {
		text += " " + rule
	}
	if *line != "" {
		*line += "; "
	}
	*line += text
}

// checkSourceLines compares the header's `lines` with the lines that the
// operations of the result come from. Labels count, their parameters do not.
func (c *traceCase) checkSourceLines(t *testing.T, r *optimizer.Result) {
	t.Helper()
	want := c.fields["lines"]
	if want == "" {
		return
	}
	var got []string
	for i := range r.Out.Ops[1:] {
		op := &r.Out.Ops[i+1]
		if op.Code != trace.OpParam {
			got = append(got, fmt.Sprint(r.In.Ops[op.Src].Line))
		}
	}
	if found := strings.Join(got, " "); found != want {
		t.Errorf("source lines of the result: expected %s, found %s", want, found)
	}
}

// checkCounts compares the header's `count`, such as "new 5 -> 2, get 6 -> 3",
// with how often the operations are in the input and in the result.
func (c *traceCase) checkCounts(t *testing.T, r *optimizer.Result) {
	t.Helper()
	if c.fields["count"] == "" {
		return
	}
	for _, item := range strings.Split(c.fields["count"], ",") {
		var name string
		var before, after int
		if _, err := fmt.Sscanf(strings.TrimSpace(item), "%s %d -> %d", &name, &before, &after); err != nil {
			t.Fatalf("expected a count `name before -> after`, found `%s`", item)
		}
		found := [2]int{countOps(r.In, name), countOps(r.Out, name)}
		if found != [2]int{before, after} {
			t.Errorf("%s: expected %d -> %d, found %d -> %d", name, before, after, found[0], found[1])
		}
	}
}

func countOps(t *trace.Trace, name string) int {
	n := 0
	for i := range t.Ops[1:] {
		if t.Ops[i+1].Code.String() == name {
			n++
		}
	}
	return n
}

// remarkFaults compares the two traces of a result operation by operation,
// without asking the optimizer, and returns every difference that does not have
// exactly one remark of the right kind, and every remark without a difference.
func remarkFaults(r *optimizer.Result) []string {
	var faults []string
	expected := expectedKinds(r)
	given := make(map[[2]trace.Value]int)
	for _, remark := range r.Remarks {
		key := [2]trace.Value{remark.In, remark.Out}
		if remark.In != trace.None {
			key[1] = trace.None
		}
		if remark.Kind == optimizer.Learned || remark.Kind == optimizer.Stopped {
			continue // the operation itself is as it was
		}
		if remark.Copy != 0 {
			key[0] = -remark.In
			if remark.Kind == optimizer.Removed {
				continue // an operation that was never in the peeled loop
			}
		}
		given[key]++
		want := expected[key]
		if remark.Copy != 0 && want == optimizer.Added {
			continue // the loop's copy is new, however it was made
		}
		if want == 0 && remark.Kind == optimizer.Replaced {
			continue // a rule can put the same operation with other arguments in place
		}
		if want != remark.Kind {
			faults = append(faults, fmt.Sprintf("operation %d of the input, %d of the result: expected the remark `%v`, found `%v: %s`",
				remark.In, remark.Out, kindName(want), remark.Kind, remark.Reason.ID()))
		}
		if remark.Reason == optimizer.ReasonNone {
			faults = append(faults, fmt.Sprintf("operation %d of the input has a remark without a reason", remark.In))
		}
	}
	for key, kind := range expected {
		if given[key] != 1 {
			faults = append(faults, fmt.Sprintf("operation %d of the input, %d of the result was %v: expected one remark, found %d",
				key[0], key[1], kind, given[key]))
		}
	}
	return faults
}

func kindName(k optimizer.RemarkKind) string {
	if k == 0 {
		return "none"
	}
	return k.String()
}

// expectedKinds says which operations need a remark of which kind. The key is
// the recorded operation, or None and the operation of the result if it was
// added.
func expectedKinds(r *optimizer.Result) map[[2]trace.Value]optimizer.RemarkKind {
	kinds := make(map[[2]trace.Value]optimizer.RemarkKind)
	for i := range r.In.Ops[1:] {
		kinds[[2]trace.Value{trace.Value(i + 1)}] = optimizer.Removed
	}
	last := int32(0)
	for i := range r.Out.Ops[1:] {
		op := &r.Out.Ops[i+1]
		key := [2]trace.Value{trace.Value(op.Src)}
		switch {
		case op.Copy != 0:
			kinds[[2]trace.Value{-trace.Value(op.Src)}] = optimizer.Added
			continue
		case op.Src == 0 && op.Code == trace.OpParam:
			continue // part of its label
		case op.Src == 0:
			kinds[[2]trace.Value{0, trace.Value(i + 1)}] = optimizer.Added
		case op.Code != r.In.Ops[op.Src].Code:
			kinds[key] = optimizer.Replaced
		case op.Src < last:
			kinds[key] = optimizer.Moved
		default:
			delete(kinds, key)
		}
		last = max(last, op.Src)
	}
	return kinds
}

// TestEveryRuleFires makes sure that no rule is useless: each must fire in a
// text test, in the file that has its name.
func TestEveryRuleFires(t *testing.T) {
	for _, rule := range rules.Rules() {
		path := "testdata/rules/" + rule.Name + ".trace"
		found := false
		for _, c := range loadCases(t, path).cases {
			for _, remark := range c.inputRemarks {
				found = found || strings.HasSuffix(remark, ": rule "+rule.Name) || strings.HasSuffix(remark, ": rule-value "+rule.Name)
			}
		}
		if !found {
			t.Errorf("%s: expected a case in which the rule fires, found none", path)
		}
	}
}

// TestEveryReasonIsGiven requires a text test, or a test with a world, for
// every reason that a remark can give.
func TestEveryReasonIsGiven(t *testing.T) {
	given := worldReasons(t)
	for _, path := range caseFiles(t) {
		for _, c := range loadCases(t, path).cases {
			for _, remark := range append(c.inputRemarks, c.wantRemarks...) {
				for _, one := range strings.Split(remark, "; ") {
					if words := strings.Fields(one); len(words) > 1 {
						given[words[1]] = true
					}
				}
			}
		}
	}
	for _, reason := range optimizer.Reasons() {
		if !given[reason.ID()] {
			t.Errorf("expected a text test with a remark `%s`, found none", reason.ID())
		}
	}
}

package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/fuzz"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/wasm/api"
)

// historyText is a history in lines.
func historyText(r *api.HistoryResponse) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s\n", r.Number, api.SpansText(r.Text))
	for _, pass := range r.Passes {
		for _, c := range pass.Changes {
			fmt.Fprintf(&b, "%s %s %s", pass.Pass, c.Iteration, c.Kind)
			for _, part := range []string{api.SpansText(c.Text), c.Value, c.Rule, api.PartsText(c.Reason)} {
				if part != "" {
					b.WriteString(" | " + part)
				}
			}
			for _, cause := range c.Because {
				fmt.Fprintf(&b, " | %d: %s", cause.At.Number, api.PartsText(cause.Text))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// TestHistories checks the histories of rows that several passes change, and of what is no row.
func TestHistories(t *testing.T) {
	e := api.New()
	optimized(t, e, examples.Text("boxed-integers"), passNames(t, "loop")...)
	want := []string{`20 guard_class(p5, BoxedInteger)
peel loop copied | guard_class(p16, BoxedInteger)
guards both removed | p5 is of class BoxedInteger here, so the guard always holds: p5 = new(BoxedInteger) in row 10 made it.
`, `39 i12 = get(p0, intval)
peel loop copied | i24 = get(p15, intval)
virtual loop removed | i14 | p15 is virtual, and its field intval is i14: set(p15, intval, i14) in row 46 of the previous iteration wrote it. | 44: p15 = new(BoxedInteger) in row 44 of the previous iteration made it
heap first removed | i3 | The field intval of p0 is i3: i3 = get(p0, intval) in row 8 read it, and nothing since can have changed it.
`, `52 i17 = int_gt(i16, 0)
peel loop copied | i28 = int_gt(i27, 0)
bounds first learned | i17 = int_gt(i16, 0) | i17 is 1 from there on: guard_true(i17) in row 54 made sure of that.
bounds loop learned | i28 = int_gt(i27, 0) | i17 is 1 from there on: guard_true(i17) in row 54 made sure of that.
virtual first args | i17 = int_gt(i14, 0)
virtual loop args | i21 = int_gt(i20, 0)
`, `54 guard_true(i17)
peel loop copied | guard_true(i28)
`, `55 jump(p15, p10)
peel first replaced | jump(L1, p15, p10) | The first iteration goes on to the peeled loop.
peel loop copied | jump(L1, p20, p18)
`}
	for key := range 40 {
		r := ask[api.HistoryResponse](t, e, "history", api.HistoryRequest{Result: 7, Key: key})
		if at := slices.IndexFunc(want, func(text string) bool { return strings.HasPrefix(text, fmt.Sprintf("%d ", r.Number)) }); at >= 0 {
			if got := historyText(&r); got != want[at] {
				t.Errorf("got\n%swant\n%s", got, want[at])
			}
			want = slices.Delete(want, at, at+1)
			if same := ask[api.HistoryResponse](t, e, "history", api.HistoryRequest{Result: 7, Number: r.Number}); historyText(&same) != historyText(&r) || same.Key != key {
				t.Errorf("expected the same history for row %d, found that of key %d", r.Number, same.Key)
			}
		}
		if r.Number == 0 && len(r.Passes) > 0 {
			t.Errorf("expected no history of what is no row, found %+v", r)
		}
	}
	if len(want) > 0 {
		t.Errorf("expected rows for\n%s", want)
	}
}

// TestHistoryOfARule checks that a rule is named, and what replaces the result after it.
func TestHistoryOfARule(t *testing.T) {
	e := api.New()
	optimized(t, e, "[i0]\ni1 = int_sub(i0, i0)\ni2 = int_add(i0, i1)\nfinish(i2)\n", "fold", "rules")
	r := ask[api.HistoryResponse](t, e, "history", api.HistoryRequest{Result: 7, Key: 3})
	got := historyText(&r)
	if !strings.HasPrefix(got, "2 i1 = int_sub(i0, i0)\nrules  removed | 0 | sub-same | ") && !strings.HasPrefix(got, "2 i1 = int_sub(i0, i0)\nrules  removed | 0 | ") {
		t.Errorf("got\n%s", got)
	}
}

// TestHistoriesAgreeWithResults checks on random traces that each row is in the result of each point exactly if its
// history says so, and that there is a reason for everything that goes.
func TestHistoriesAgreeWithResults(t *testing.T) {
	e := api.New()
	var g fuzz.Generator
	presets := optimizer.Presets()
	changes := 0
	for i := range uint64(60) {
		in := g.Trace(31, i, 25).Trace
		preset := presets[i%uint64(len(presets))]
		optimized(t, e, in.String(), passNames(t, preset.Name)...)
		in, _ = trace.Parse(in.String())
		for v := 1; v < len(in.Ops); v++ {
			r := ask[api.HistoryResponse](t, e, "history", api.HistoryRequest{Result: 7, Key: v})
			if r.Number == 0 {
				continue
			}
			there := [2]bool{true, false}
			for k, pass := range r.Passes {
				for _, c := range pass.Changes {
					changes++
					if len(c.Text) == 0 && len(c.Reason) == 0 {
						t.Errorf("random %d, row %d, `%s`: expected a reason why it is gone\n%s", i, r.Number, pass.Pass, in)
					}
					there = replayed(there, &c)
				}
				if want := isThere(in, preset.Passes.First(k+1), trace.Value(v)); there != want {
					t.Fatalf("random %d, row %d after `%s`: expected it in the result's iterations: %v, found %v\n%s\n%s", i, r.Number, pass.Pass, want, there, historyText(&r), in)
				}
			}
		}
	}
	if changes < 500 {
		t.Errorf("expected many changes, found %d", changes)
	}
}

// replayed says in which iterations a row is after a change.
func replayed(there [2]bool, c *api.HistoryChange) [2]bool {
	is := len(c.Text) > 0
	if c.Iteration != "loop" {
		there[0] = is
	}
	if c.Iteration == "loop" || c.Iteration == "both" {
		there[1] = is
	}
	return there
}

// isThere says in which iterations of a result a recorded operation is.
func isThere(in *trace.Trace, passes optimizer.PassSet, v trace.Value) (there [2]bool) {
	r := optimizer.Optimize(in, passes)
	for _, op := range r.Out.Ops {
		if trace.Value(op.Src) == v {
			there[op.Copy] = true
		}
	}
	return there
}

package api_test

import (
	"strings"
	"testing"

	"unbox/wasm/api"
)

// TestReasonsAreNotAboutThemselves checks short reasons that once explained a constant by itself, began in the middle of a sentence,
// or were about an iteration where there is none.
func TestReasonsAreNotAboutThemselves(t *testing.T) {
	for _, c := range []struct {
		name, preset, text string
		row                int
		short, answer      string
	}{
		{"a guard that asks for a constant which the loop begins with", "loop", `[i0, i1]
guard_value(i1, 5)
i2 = int_add(i0, i1)
jump(i2, i1)
`, 2, "i1 is 5: checked in row 2 of the previous iteration", "i1 is 5 here, so the guard always holds: guard_value(i1, 5) in row 2 of the previous iteration made sure of that."},
		{"a guard on a comparison that is known", "loop", `[i0]
i1 = int_and(i0, 15)
i2 = int_lt(i1, 99)
guard_true(i2)
jump(i1)
`, 4, "i2 is 1: computed in row 3", ""},
		{"known bits alone", "loop", `[i0]
i1 = int_mul(i0, 8)
i2 = int_and(i1, 7)
i3 = int_add(i0, i2)
jump(i3)
`, 3, "i1 is an integer whose lowest 3 bits are 0: row 2 of the previous iteration", ""},
		{"a rule", "straight", `[i0]
i1 = int_mul(i0, 8)
finish(i1)
`, 2, "rule mul-power-of-two", "The rule: int_mul(x, C) => int_lshift(x, log2(C)) if is_power_of_two(C)."},
		{"a trace that is no loop", "straight", `[i0]
p1 = new(Box)
set(p1, v, i0)
i2 = get(p1, v)
finish(i2)
`, 2, "stays inside: row 3 and row 4", "Nobody outside the trace ever sees it."},
	} {
		e := api.New()
		p := pictureOf(t, e, c.text, nil, passNames(t, c.preset)...)
		for _, item := range p.Rows {
			if item.Number != c.row {
				continue
			}
			if short := api.PartsText(item.Short); short != c.short {
				t.Errorf("%s: expected `%s`, found `%s`", c.name, c.short, short)
			}
			said := whyText(ask[api.ExplainResponse](t, e, "explain", api.ExplainRequest{Result: 7, Key: item.Key}))
			if !strings.Contains(said, c.answer) {
				t.Errorf("%s: expected `%s` in `%s`", c.name, c.answer, said)
			}
		}
	}
}

// TestLanesAreFreeAfterTheSquare: an object that is made for a row by which another is passed on is not mentioned there. What that row
// returns had the same lane, and one square for both.
func TestLanesAreFreeAfterTheSquare(t *testing.T) {
	p := pictureOf(t, api.New(), `[p0]
p1 = new(Box)
p2 = new(Ref)
set(p2, to, p1)
p3 = call_r(p2)
guard_class(p3, Box)
jump(p0)
`, nil, passNames(t, "straight")...)
	lanes := map[string]int{}
	for _, line := range p.Lines {
		lanes[line.Name] = line.Lane
	}
	if len(lanes) < 3 || lanes["p3"] == lanes["p1"] || lanes["p3"] == lanes["p2"] {
		t.Errorf("expected a lane of its own for p3, found %v", lanes)
	}
}

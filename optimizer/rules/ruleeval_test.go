package rules

import (
	"testing"

	"unbox/optimizer/bounds"
)

// A condition holds if it is true for all that its values can be. What has no meaning for some of them is not known, also
// under `not` and beside something that is known.
func TestConditions(t *testing.T) {
	for _, c := range []struct {
		condition string
		x, y      bounds.Bounds
		c, d      uint64
		want      bool
	}{
		{condition: "x >= 0", x: bounds.Range(0, 5), want: true},
		{condition: "x >= 0", x: bounds.Range(-1, 5)},
		{condition: "not (x >= 0)", x: bounds.Range(-9, -1), want: true},
		{condition: "not (x >= 0)", x: bounds.Range(-9, 0)},
		{condition: "not (x >= 0)", x: bounds.Range(0, 9)},
		{condition: "not (x >= 0 and y >= 0)", x: bounds.Range(0, 9), y: bounds.Range(-9, -1), want: true},
		{condition: "not (x >= 0 and y >= 0)", x: bounds.Range(0, 9), y: bounds.Range(-9, 1)},
		{condition: "not ((x << y) == 7)", x: bounds.Constant(2), y: bounds.Range(0, 63), want: true},
		{condition: "not ((x << y) == 7)", x: bounds.Constant(2), y: bounds.Range(0, 64)},
		{condition: "x >= 0 or y >= 0", x: bounds.Range(-1, 5), y: bounds.Range(0, 1), want: true},
		{condition: "x >= 0 or y >= 0", x: bounds.Range(-1, 5), y: bounds.Range(-1, 1)},
		{condition: "x >= 0 or y >= 0", x: bounds.Range(-2, -1), y: bounds.Range(-2, -1)},
		{condition: "(x << y) == 8 or y >= 0", x: bounds.Constant(1), y: bounds.Range(0, 99), want: true},
		{condition: "(x << y) == 8 and y >= 0", x: bounds.Constant(1), y: bounds.Range(3, 3), want: true},
		{condition: "(x << y) == 8 and y >= 0", x: bounds.Constant(1), y: bounds.Range(3, 99)},
		{condition: "is_power_of_two(C)", c: 8, want: true},
		{condition: "is_power_of_two(C)", c: 6},
		{condition: "log2(C) == 3", c: 8, want: true},
		{condition: "log2(C) == 3", c: 16},
		{condition: "log2(C) == 3", c: 6},
		{condition: "not (log2(C) == 3)", c: 16, want: true},
		{condition: "not (log2(C) == 3)", c: 6},
		{condition: "log2(log2(C)) == 2", c: 16, want: true},
		{condition: "log2(log2(C)) == 2", c: 6},
		{condition: "not (log2(log2(C)) == 2)", c: 6},
		{condition: "log2(C << D) == 7", c: 8, d: 4, want: true},
		{condition: "not (log2(C << D) == 7)", c: 8, d: 64},
		{condition: "log2(C) + D == 7", c: 8, d: 4, want: true},
		{condition: "not (log2(C) + D == 7)", c: 6, d: 4},
		{condition: "D + log2(C) == 7", c: 8, d: 4, want: true},
		{condition: "not (D + log2(C) == 7)", c: 6, d: 4},
		{condition: "no_overflow(x + y)", x: bounds.Range(0, 1<<62), y: bounds.Range(0, 1<<62-1), want: true},
		{condition: "no_overflow(x + y)", x: bounds.Range(0, 1<<62), y: bounds.Range(0, 1<<62)},
		{condition: "no_overflow((x << y) + y)", x: bounds.Constant(1), y: bounds.Range(0, 8), want: true},
		{condition: "no_overflow((x << y) + y)", x: bounds.Constant(0), y: bounds.Range(0, 64)},
		{condition: "no_overflow(y + (x << y))", x: bounds.Constant(0), y: bounds.Range(0, 64)},
		{condition: "no_overflow(x << y)", x: bounds.Range(-1, 1), y: bounds.Range(0, 62), want: true},
		{condition: "no_overflow(x << y)", x: bounds.Range(-1, 1), y: bounds.Range(0, 63)},
		{condition: "no_overflow(x << y)", x: bounds.Range(-1, 0), y: bounds.Range(0, 63), want: true},
		{condition: "no_overflow(x << y)", x: bounds.Range(0, 0), y: bounds.Range(0, 64)},
		{condition: "no_overflow(-x)", x: bounds.Range(-1<<63+1, 0), want: true},
		{condition: "no_overflow(-x)", x: bounds.Range(-1<<63, 0)},
	} {
		set, problems := ParseRules("r: int_add(int_mul(x, C), int_mul(y, D)) => x if " + c.condition)
		if len(problems) > 0 {
			t.Fatal(c.condition, problems[0])
		}
		var e Env
		for slot, name := range set.Rules[0].Names {
			switch name.Text {
			case "x":
				e.Bounds[slot] = c.x
			case "y":
				e.Bounds[slot] = c.y
			case "C":
				e.Bits[slot], e.Bounds[slot] = c.c, bounds.Constant(int64(c.c))
			case "D":
				e.Bits[slot], e.Bounds[slot] = c.d, bounds.Constant(int64(c.d))
			}
		}
		if got := e.Holds(&set.Rules[0]); got != c.want {
			t.Errorf("%s with x in %v, y in %v, C = %d, D = %d: expected %v, found %v", c.condition, c.x, c.y, c.c, c.d, c.want, got)
		}
	}
}

package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyRules: what a list leaves out is shown once the rest of it is corrected, and a rule that is one too many has a place.
func TestManyRules(t *testing.T) {
	var wrong, right strings.Builder
	for k := range 200 {
		fmt.Fprintf(&wrong, "r%d: int_add(x, 0) => y\n", k)
		fmt.Fprintf(&right, "r%d: int_add(x, %d) => int_add(%d, x)\n", k, 1000+k, 1000+k)
	}
	for _, tt := range []struct{ text, want string }{
		{wrong.String(), "<stdin>:100:23: error: and 101 more, which are shown once those before are corrected\n"},
		{right.String(), "<stdin>:101:1: error: expected at most 100 rules, found 200, of which this one is the first too many\n    r100: int_add(x, 1100) => int_add(1100, x)\n    ^^^^\n"},
	} {
		var out, errs strings.Builder
		if code := run([]string{"rule", "-"}, strings.NewReader(tt.text), &out, &errs); code != exitUnusable || out.Len() > 0 || !strings.Contains(errs.String(), tt.want) {
			t.Errorf("expected code %d and %q, found code %d, %q and %q", exitUnusable, tt.want, code, out.String(), errs.String()[max(0, errs.Len()-200):])
		}
	}
}

package api_test

import (
	"fmt"
	"strings"
	"testing"

	"unbox/examples"
	"unbox/wasm/api"
)

// TestRowsSayWhyTheyStay checks what is said about rows that no pass removed: what each is needed for, what is known and from where,
// and what would have to be known. The answer was once that no pass had found a reason.
func TestRowsSayWhyTheyStay(t *testing.T) {
	for _, c := range []struct{ preset, want string }{
		{"straight", `3: The trace goes on only if p1 is an object of that class, and it may be of another. | <nil> Nothing is known of p1: [p0, p1] in the label is where it comes in, from outside. | It would go if its class were known.`},
		{"straight", `9: Its result is needed: i9 = int_add(i7, i8) in row 26 uses it. | 5 Nothing is known of i2: i2 = get(p1, intval) in row 5 read it, and what is in memory can be anything. | 8 Nothing is known of i3: i3 = get(p0, intval) in row 8 read it, and what is in memory can be anything. | It would go if its arguments were known constants.`},
		{"loop", `9: Its result is needed: i9 = int_add(i7, i8) in row 26 uses it. | 26 Nothing is known of i9: i9 = int_add(i7, i8) in row 26 of the previous iteration computes it, and it can be anything. | 54 Known: i14 is at least 1: guard_true(i17) in row 54 of the previous iteration made sure of that. | It would go if its arguments were known constants.`},
		{"loop", `54: The trace goes on only if i17 is true, and nothing before says so. | 43 Known: i14 is between 0 and 9223372036854775806: i14 = int_add(i12, i13) in row 43 computes it. | It would go if that were known before, from a guard on the same value or from what computes it.`},
	} {
		e := api.New()
		optimized(t, e, examples.Text("boxed-integers"), passNames(t, c.preset)...)
		var said []string
		for key := range 60 {
			said = append(said, whyText(ask[api.ExplainResponse](t, e, "explain", api.ExplainRequest{Result: 7, Key: key})))
		}
		if all := strings.Join(said, "\n"); !strings.Contains(all, c.want) {
			t.Errorf("%s: expected\n%s\nfound\n%s", c.preset, c.want, all)
		}
	}
}

// whyText is an answer in one line.
func whyText(r api.ExplainResponse) string {
	text := fmt.Sprintf("%d: %s", r.Number, api.PartsText(r.Answer))
	for _, c := range r.Causes {
		at := "<nil>"
		if c.At != nil {
			at = fmt.Sprint(c.At.Number)
		}
		text += " | " + at + " " + api.PartsText(c.Text)
	}
	return text + " | " + api.PartsText(r.Conclusion)
}

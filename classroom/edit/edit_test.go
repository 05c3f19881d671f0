package edit

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestChanges(t *testing.T) {
	for _, c := range []struct{ before, change, after, err string }{
		{"abc", `[3]`, "abc", ""},
		{"abc", `[1,[1,"x"],1]`, "axc", ""},
		{"abc", `[[3]]`, "", ""},
		{"", `[[0,"one","","three"]]`, "one\n\nthree", ""},
		{"ab", `[1,[0,"😀"],1]`, "a😀b", ""},
		{"a😀b", `[1,[2],1]`, "ab", ""},
		{"", `[]`, "", ""},
		{"abc", `[2]`, "", "expected a change of a text of 3 characters, found one of 2"},
		{"abc", `[4]`, "", "found one of a longer text"},
		{"abc", `[1,[3,"x"]]`, "", "found one of a longer text"},
		{"abc", `[-1,4]`, "", "expected a length, or a list"},
		{"abc", `[[0,"a\nb"],3]`, "", "expected a length, or a list"},
		{"abc", `[[0,7],3]`, "", "expected a length, or a list"},
		{"abc", `[[],3]`, "", "expected a length, or a list"},
		{"abc", `[1.5,1.5]`, "", "expected a length, or a list"},
		{"abc", `{"a":1}`, "", "expected a change as a list"},
		{"abc", `[1,[1],[0,"x"],1]`, "axc", ""},
		{"abc", `[0,3,0]`, "abc", ""},
		{"abc", `[1e999,3]`, "", "expected a length, or a list"},
		{"abc", `[1e30]`, "", "expected a length, or a list"},
		{"abc", `[9223372036854775807,[9223372036854775807]]`, "", "expected a length, or a list"},
		{"abc", `[null]`, "", "expected a length, or a list"},
		{"abc", `["3"]`, "", "expected a length, or a list"},
		{"abc", `[{"a":3}]`, "", "expected a length, or a list"},
		{"abc", `[[[3]]]`, "", "expected a length, or a list"},
		{"abc", `[[3,["x"]]]`, "", "expected a length, or a list"},
		{"abc", `[3`, "", "expected a change as a list"},
		{"abc", `[[3,"x"`, "", "expected a length, or a list"},
		{"abc", `[3,`, "", "expected a length, or a list"},
		{"abc", ``, "", "expected a change as a list"},
		{"abc", `[3,[0,"` + strings.Repeat("x", 100) + `"]]`, "", "expected a text of at most 64 characters"},
	} {
		after, err := New(c.before).Changed(json.RawMessage(c.change), 64)
		switch {
		case c.err == "" && (err != nil || after.String() != c.after):
			t.Errorf("%q %s: expected %q, found %q, %v", c.before, c.change, c.after, after.String(), err)
		case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%q %s: expected an error with %q, found `%v`", c.before, c.change, c.err, err)
		}
	}
}

// TestRandomChanges makes changes by cutting and pasting, and writes them as change sets.
func TestRandomChanges(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 14))
	now := "label(p0)\n"
	for range 2000 {
		from := chance.IntN(len(now) + 1)
		to := from + chance.IntN(min(len(now)-from, 5)+1)
		insert := strings.Repeat([]string{"", "x", "\n", "i1 = int_add(i0, 1)\n"}[chance.IntN(4)], chance.IntN(3))
		section, _ := json.Marshal(append([]any{to - from}, anys(strings.Split(insert, "\n"))...))
		change := fmt.Sprintf("[%d,%s,%d]", from, section, len(now)-to)
		after, err := New(now).Changed(json.RawMessage(change), 1<<20)
		if want := now[:from] + insert + now[to:]; err != nil || after.String() != want {
			t.Fatalf("%q %s: expected %q, found %q, %v", now, change, want, after.String(), err)
		}
		now = after.String()
	}
}

func anys(lines []string) (all []any) {
	for _, l := range lines {
		all = append(all, l)
	}
	return all
}

// TestSwollenChanges: a change of two megabytes that is a million sections, lines or brackets costs no more than a text of the maximum length.
func TestSwollenChanges(t *testing.T) {
	list := func(item string) string {
		return strings.TrimSuffix(strings.Repeat(item+",", (2<<20)/(len(item)+1)), ",")
	}
	for name, c := range map[string]struct{ change, err string }{
		"sections of no length": {"[" + list("0") + "]", "expected a change of at most 20000 sections, found more"},
		"empty insertions":      {"[" + list("[0]") + "]", "expected a change of at most 20000 sections, found more"},
		"empty lines":           {"[[0," + list(`""`) + "]]", "expected a text of at most 65536 characters"},
		"brackets":              {strings.Repeat("[", 2<<20), "expected a length, or a list"},
		"a long line":           {`[[0,"` + strings.Repeat("x", 2<<20) + `"]]`, "expected a text of at most 65536 characters"},
	} {
		var err error
		allocated := testing.AllocsPerRun(1, func() { _, err = New("").Changed(json.RawMessage(c.change), 64<<10) })
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: expected an error with %q, found %v", name, c.err, err)
		}
		if allocated > 400_000 {
			t.Errorf("%s: expected at most 400,000 pieces of memory, found %.0f", name, allocated)
		}
	}
}

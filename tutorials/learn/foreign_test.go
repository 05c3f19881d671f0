package learn_test

import (
	"strings"
	"testing"

	"unbox/tutorials/learn"
)

func TestCompare(t *testing.T) {
	const before = "[i0]\ni1 = int_add(5, 4)\ni2 = int_add(i0, i1)\nfinish(i2)\n"
	for _, tt := range []struct {
		name, before, after, status, message, kinds string
	}{
		{"folded", before, "[i0]\ni2 = int_add(i0, 9)\nfinish(i2)\n", "pass", "saw no difference", "same removed args same"},
		{"other names", before, strings.ReplaceAll(before, "i2", "i7"), "pass", "ran both on 200 inputs", "same same same same"},
		{"wrong number", before, "[i0]\ni2 = int_add(i0, 8)\nfinish(i2)\n", "fail", "expected the same outcome for all inputs; with `i0=", "same removed args same"},
		{"nothing", before, "\n", "error", "expected a trace from the program, found nothing", "removed removed removed removed"},
		{"not a trace", before, "[i0]\nfinish(i2)\n", "error", "the trace after: line 2, column 8 of the trace: ", "same removed removed same"},
		{"not a trace before", "finish(", before, "error", "the trace before: line 1", ""},
	} {
		c := learn.Compare(&learn.Pair{Before: tt.before, After: tt.after})
		var kinds []string
		for _, row := range c.Change.Rows {
			kinds = append(kinds, row.Kind.String())
		}
		if c.Status != tt.status || !strings.Contains(c.Message, tt.message) || tt.kinds != "" && strings.Join(kinds, " ") != tt.kinds {
			t.Errorf("%s: got %s, %q, %v", tt.name, c.Status, c.Message, kinds)
		}
		if (c.Outcomes != nil) != (tt.status == "fail") {
			t.Errorf("%s: expected outcomes beside each other if they differ, found %v", tt.name, c.Outcomes)
		}
	}
}

// TestForeign answers for a pass in another language, one question after the other.
func TestForeign(t *testing.T) {
	s := &learn.Suite{
		Code: learn.File{Name: "code", Text: "def fold(bb):\n    return 7\n"},
		Tests: []learn.File{{Name: "step 1", TaskID: 1, Text: `
def test_block():
    bb = Block()
    bb.print(bb.add(1, 2))
    after = fold(bb)
    assert_trace(after, "optvar0 = print(3)")
    assert_trace(fold(after), "optvar0 = print(4)")

def test_text():
    assert_eq(fold("[i0]"), "[i1]")

def test_failing():
    fold("[i9]")
`}},
		Foreign: &learn.Foreign{Function: "fold"},
	}
	answers := map[string]learn.Answer{
		"var0 = add(1, 2)\nprint(var0)\n": {After: "print(3)\n"},
		"print(3)\n":                      {After: "print(5)\n"},
		"[i0]":                            {After: "[i1]"},
		"[i9]":                            {Error: "the program ended with exit code 3"},
	}
	for range 3 {
		for _, before := range learn.Run(s, nil).Asked {
			a, ok := answers[before]
			if !ok {
				t.Fatalf("expected no such question: %q", before)
			}
			a.Before = before
			s.Foreign.Known = append(s.Foreign.Known, a)
		}
	}
	r := learn.Run(s, nil)
	if len(r.Asked) != 0 || len(r.Tests) != 3 {
		t.Fatalf("expected all questions answered, found %q and %+v", r.Asked, r.Tests)
	}
	for i, want := range []string{"fail: expected `optvar0 = print(4)`, found `optvar0 = print(5)`", "pass: ", "error: the program ended with exit code 3"} {
		if got := r.Tests[i].Status + ": " + r.Tests[i].Message; got != want {
			t.Errorf("test %d: got %q, expected %q", i, got, want)
		}
	}
}

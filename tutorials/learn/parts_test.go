package learn_test

import (
	"strings"
	"testing"

	"unbox/tutorials/learn"
)

// TestParts runs a program with functions of two others, which have helpers of the same name.
func TestParts(t *testing.T) {
	part := func(name, function, helper string) learn.Part {
		return learn.Part{Name: name, Function: function, Prelude: []learn.File{{Name: "library", Text: "ONE = 1\n"}},
			Code: learn.File{Name: "code", Text: "def helper(n):\n    return n" + helper + " + ONE\n\ndef " + function + "(n):\n    return helper(n)\n"}}
	}
	s := &learn.Suite{Parts: []learn.Part{part("double", "f", " * 2"), part("halve", "f", " // 2")}, Code: learn.File{Name: "your code", Text: "def both(n):\n    return halve(double(n))\n"},
		Tests: []learn.File{{Name: "step 1", Text: "def test_both():\n    assert_eq(both(5), 6)\n", TaskID: 1}}}
	if r := learn.Run(s, nil); r.Status != "pass" {
		t.Errorf("expected a pass, found %s %s", r.Status, firstProblem(r))
	}
	if a := learn.Apply(&learn.Application{Parts: []learn.Part{{Name: "same", Function: "f", Code: learn.File{Name: "code", Text: "def f(bb):\n    return bb\n"}}},
		Code: learn.File{Name: "your code", Text: "def pass_it(bb):\n    return same(bb)\n"}, Function: "pass_it", Trace: "[i0]\njump(i0)\n"}, nil); len(a.Problems) > 0 || !strings.Contains(a.Trace, "jump") {
		t.Errorf("expected the trace, found %+v", a)
	}
	for want, code := range map[string]string{
		"expected a function `f` in the program of the part `double`, found none":               "def g(n):\n    return n\n",
		"part double: code:1:9: expected `:` at the end of the line, found none":                "def f(n)\n    return n\n",
		"part double: code:2:5: expected `oops` to be defined in your code, found no such name": "if True:\n    oops\n",
	} {
		s.Parts[0].Code.Text = code
		if r := learn.Run(s, nil); !strings.Contains(r.Message, want) {
			t.Errorf("expected %q, found %q", want, r.Message)
		}
	}
}

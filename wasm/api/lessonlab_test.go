//go:build !core

package api

import (
	"strings"
	"testing"
)

// lessonOf runs the body of one test.
func lessonOf(t *testing.T, body string) LessonTest {
	t.Helper()
	var r LessonResponse
	call(t, "lesson", LessonRequest{
		Code:  LessonFile{Name: "code", Text: "x = 1\n"},
		Tests: []LessonFile{{Name: "test", Text: "def test_it():\n    " + strings.ReplaceAll(body, "\n", "\n    ") + "\n"}},
	}, &r)
	if len(r.Tests) != 1 {
		t.Fatalf("expected one test, found %+v", r)
	}
	return r.Tests[0]
}

func TestLessonsCanProve(t *testing.T) {
	for _, body := range []string{
		"v = prove('[i0]\\ni1 = int_add(i0, i0)\\njump(i1)', '[i0]\\ni1 = int_lshift(i0, 1)\\njump(i1)')\nassert v.status == 'proved'\nassert v.inputs == None",
		"v = prove('[i0]\\ni1 = int_add(i0, 10)\\ni2 = int_lt(i1, 15)\\nguard_true(i2) []\\njump(i0)', '[i0]\\ni2 = int_lt(i0, 5)\\nguard_true(i2) []\\njump(i0)')\n" +
			"assert v.status == 'refuted'\nassert v.inputs != None\nprint(v.reason, v.inputs)",
		"bb = Block()\na = bb.getarg(0)\nbb.print(bb.add(a, 0))\ncc = Block()\nb = cc.getarg(0)\ncc.print(b)\nassert prove(to_trace(bb), cc).status == 'proved'",
		"assert random_trace(7) == random_trace(7)\nassert random_trace(7) != random_trace(8)\nassert len(parse(random_trace(3, length=30))) > 5",
	} {
		if r := lessonOf(t, body); r.Status != "pass" {
			t.Errorf("%s\n%+v", body, r)
		}
	}
}

func TestLessonsCannotProveForEver(t *testing.T) {
	r := lessonOf(t, "for i in range(1000000):\n    prove('[i0]\\njump(i0)', '[i0]\\njump(i0)')")
	if r.Problem == nil || r.Problem.Limit != "steps" {
		t.Errorf("expected the end of the steps, found %+v", r)
	}
	if r := lessonOf(t, "random_trace(1, length=1000000000)"); !strings.Contains(r.Message, "expected a `length` from 1 to 200") {
		t.Errorf("got %+v", r)
	}
	if r := lessonOf(t, "prove('[i0', '[i0]')"); !strings.Contains(r.Message, "expected a trace, found this") {
		t.Errorf("got %+v", r)
	}
}

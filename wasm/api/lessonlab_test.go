//go:build !core

package api

import (
	"fmt"
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
		"assert 'getarg' in random_trace(2, words='toy add print')\nassert random_trace(2, words='toy add print') != random_trace(3, words='toy add print')\nassert_raises(lambda: random_trace(1, words='nothing'))",
		"assert random_numbers(3, 9, 0, 5) == random_numbers(3, 9, 0, 5)\nassert random_numbers(3, 9, 0, 5) != random_numbers(4, 9, 0, 5)\nassert sorted(set(random_numbers(1, 200, -2, 1))) == [-2, -1, 0, 1]\n" +
			"assert random_numbers(1, 3, 7, 7) == [7, 7, 7]\nassert min(random_numbers(1, 99, -9223372036854775808, 9223372036854775807)) < 0\nassert random_numbers(1, 0, 1, 2) == []\n" +
			"assert_raises(random_numbers, 1, 1, 2, 1)\nassert_raises(random_numbers, 1, 1000000, 1, 2)\nassert_raises(random_numbers, 1, -1, 1, 2)",
		"assert random_trace(7) == random_trace(7)\nassert random_trace(7) != random_trace(8)\nassert len(parse(random_trace(3, length=30))) > 5",
	} {
		if r := lessonOf(t, body); r.Status != "pass" {
			t.Errorf("%s\n%+v", body, r)
		}
	}
}

// TestVerdictsHaveNoTimes: what a program prints about a proof is the same whenever and wherever it
// runs.
func TestVerdictsHaveNoTimes(t *testing.T) {
	const body = "print(prove('[i0]\\ni1 = int_add(i0, i0)\\njump(i1)', '[i0]\\ni1 = int_lshift(i0, 1)\\njump(i1)'))"
	first := lessonOf(t, body)
	if again := lessonOf(t, body); first.Output != again.Output || !strings.Contains(first.Output, "proved for all inputs") {
		t.Errorf("expected the same verdict in words twice, found %q and %q", first.Output, again.Output)
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

// TestRandomTracesAreKnown: random traces have only operations of the table, so that any part
// of one can be read anywhere.
func TestRandomTracesAreKnown(t *testing.T) {
	for seed := range 300 {
		r := lessonOf(t, fmt.Sprintf("for op in parse(random_trace(%d, length=60)):\n    assert_true('new_operation' not in op.name, op.name)", seed))
		if r.Status != "pass" {
			t.Errorf("seed %d: %s", seed, r.Message)
		}
	}
}

// TestProofsAreCounted: a long proof takes many steps, and all its questions together take no
// more than one may.
func TestProofsAreCounted(t *testing.T) {
	const cubes = "i%d = int_mul(i%d, i%d)\\ni%d = int_mul(i%d, i%d)\\n"
	hard := "[i0, i1]\\n" + fmt.Sprintf(cubes, 2, 0, 0, 3, 2, 0) + fmt.Sprintf(cubes, 4, 1, 1, 5, 4, 1) + "i6 = int_add(i3, i5)\\n"
	for k := range 8 {
		hard += fmt.Sprintf("i%d = int_eq(i6, %d)\\nguard_false(i%d) [i0]\\n", 7+k, 1729000000003+2*k, 7+k)
	}
	r := lessonOf(t, "v = prove('"+hard+"finish(i0)', '[i0, i1]\\nfinish(i0)')\nassert v.status == 'unknown'")
	if r.Status != "pass" || r.Steps < lessonSolverSteps*lessonProofBudget || r.Steps > 2*lessonSolverSteps*lessonProofBudget {
		t.Errorf("expected about %d steps, found %d: %s", lessonSolverSteps*lessonProofBudget, r.Steps, r.Message)
	}
}

package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"unbox"
	"unbox/tutorials"
	"unbox/tutorials/learn"
	"unbox/tutorials/lesson"
	"unbox/wasm/api"
)

const head = "---\ntitle: T\nidea: I\n---\n"

// parts are the blocks of a sound step.
func parts() map[string]string {
	return map[string]string{
		"starter":  "def f():\n    return 0\n",
		"tests":    "def test_f():\n    assert_eq(f(), 1)\n",
		"solution": "def f():\n    return 1\n",
		"wrong":    "def f():\n    return 2\n",
		"message":  "expected 1, found 2",
		"more":     "",
	}
}

// course is a chapter with one step of these parts.
func course(t *testing.T, p map[string]string) *lesson.Course {
	t.Helper()
	wrong := "```wrong message=\"" + p["message"] + "\"\n" + p["wrong"] + "```\n"
	c, err := lesson.Load(fstest.MapFS{
		"01-a/chapter.md": {Data: []byte("---\ntitle: T\nsummary: S\n---\n```library\ndef helper():\n    return 7\n```\n")},
		"01-a/01-b.md": {Data: []byte(head + "```starter\n" + p["starter"] + "```\n```tests\n" + p["tests"] + "```\n" +
			"```hint\na\n```\n```hint\nb\n```\n```hint\nc\n```\n```solution\n" + p["solution"] + "```\n" + wrong + wrong + p["more"])},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSoundStep(t *testing.T) {
	p := parts()
	p["more"] = "```quiz\nquestion: What?\nrun: |\n  print(helper())\n```\n```trace passes=\"fold,cse\"\n[i0]\njump(i0)\n```\n"
	c := course(t, p)
	if err := Step(c.Chapters[0], c.Chapters[0].Steps[0], Native); err != nil {
		t.Error(err)
	}
	if err := Course(c, unbox.Sources(), nil); err != nil {
		t.Error(err)
	}
}

// TestStepThatGoesOn: a step goes on from the solution of the one before, and keeps its tests. Messages say so where a program lacks a function.
func TestStepThatGoesOn(t *testing.T) {
	blocks := func(name string) string {
		wrong := "```wrong message=\"expected\"\ndef " + name + "():\n    return 2\n```\n"
		return "```tests\ndef test_" + name + "():\n    assert_eq(" + name + "(), 1)\n```\n```hint\na\n```\n```hint\nb\n```\n```hint\nc\n```\n" +
			"```solution\ndef " + name + "():\n    return 1\n```\n" + wrong + wrong
	}
	starter := func(name string) string { return "```starter\ndef " + name + "():\n    return 0\n```\n" }
	for want, second := range map[string]string{
		"01-a/02-c.md:19: expected `f` to be defined in the `solution`, found no such name; the tests of step 1 need it, because this step goes on from there, and `fresh: true` begins anew": head + blocks("g"),
		"01-a/02-c.md:7: expected `g` to be defined in the starter, which is the solution of the step before because this step has no `starter`, found no such name":                          head + strings.Replace(blocks("g"), "```solution\n", "```solution\ndef f():\n    return 1\n\n", 1),
		"": strings.Replace(head, "idea: I\n", "idea: I\nfresh: true\n", 1) + starter("g") + blocks("g"),
	} {
		c, err := lesson.Load(fstest.MapFS{
			"01-a/chapter.md": {Data: []byte("---\ntitle: T\nsummary: S\n---\n")},
			"01-a/01-b.md":    {Data: []byte(head + starter("f") + blocks("f"))},
			"01-a/02-c.md":    {Data: []byte(second)},
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := Course(c, unbox.Sources(), nil); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("expected `%s`, found %v", want, err)
		}
	}
}

// TestQuizAskedAgain runs a quiz in another chapter than its own, which has another library.
func TestQuizAskedAgain(t *testing.T) {
	p := parts()
	p["more"] = "```quiz\nquestion: What?\nrun: |\n  print(helper())\n```\n"
	ch := course(t, p).Chapters[0]
	blocks := ch.Steps[0].Blocks
	q, ok := blocks[len(blocks)-1].Data.(*lesson.QuizData)
	if !ok {
		t.Fatal("expected a quiz")
	}
	again := *q
	again.First = &lesson.Place{Chapter: ch, Step: ch.Steps[0]}
	r, err := Native(QuizSuite(&lesson.Chapter{ID: "later"}, &again))
	if err != nil || r.Output != "7\n" {
		t.Errorf("expected what the library of its own chapter makes it print, found %q, %v, %v", r.Output, r.Problems, err)
	}
}

// TestStepWithoutTestsOfItsOwn: those of the step before, and random traces, are no tests of a step.
func TestStepWithoutTestsOfItsOwn(t *testing.T) {
	blocks := "```hint\na\n```\n```hint\nb\n```\n```hint\nc\n```\n```solution\ndef f(bb):\n    return bb\n```\n" +
		"```wrong message=\"expected\"\ndef f(bb):\n    return None\n```\n```wrong message=\"expected\"\ndef f(bb):\n    return 1\n```\n"
	first := "---\ntitle: T\nidea: I\n---\n```starter\ndef f(bb):\n    return 0\n```\n```tests\ndef test_f():\n    assert_eq(bb_to_str(f(Block()), \"v\"), \"\")\n```\n"
	next := "---\ntitle: T\nidea: I\npass: f\nrandom:\n  traces: toy add print\n---\n```tests\ndef f_changes_nothing():\n    assert_eq(1, 2)\n```\n"
	c, err := lesson.Load(fstest.MapFS{
		"01-a/chapter.md": {Data: []byte("---\ntitle: T\nsummary: S\n---\n")},
		"01-a/01-b.md":    {Data: []byte(first + blocks)},
		"01-a/02-c.md":    {Data: []byte(next + blocks)},
	})
	if err != nil {
		t.Fatal(err)
	}
	steps := c.Chapters[0].Steps
	const want = "01-a/02-c.md:9: expected at least one function `test_…`, found none"
	if err := Step(c.Chapters[0], steps[1], Native); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("expected `%s`, found %v", want, err)
	}
	if err := Step(c.Chapters[0], steps[0], Native); err != nil {
		t.Errorf("expected no problem of the first step, found %v", err)
	}
}

// TestStepsAreSaidInOrder checks many steps at once.
func TestStepsAreSaidInOrder(t *testing.T) {
	p := parts()
	sound := course(t, p)
	p["starter"] = "def f():\n    return 1\n"
	unsound := course(t, p)
	many := &lesson.Course{}
	for i := range 20 {
		c := sound
		if i%3 == 0 {
			c = unsound
		}
		many.Chapters = append(many.Chapters, c.Chapters...)
	}
	said := Steps(many, Native)
	if len(said) != 20 {
		t.Fatalf("expected an answer for each of 20 steps, found %d", len(said))
	}
	for i, err := range said {
		if (err != nil) != (i%3 == 0) {
			t.Errorf("step %d: expected a problem for every third step, found %v", i, err)
		}
	}
}

func TestUnsoundSteps(t *testing.T) {
	for _, c := range []struct{ name, part, text, want string }{
		{"starter passes", "starter", "def f():\n    return 1\n", "01-a/01-b.md:10: expected the starter to fail every new test, found that `test_f` passes"},
		{"starter is broken", "starter", "def f(:\n", "01-a/01-b.md:6: expected a starter that can be run"},
		{"solution fails", "solution", "def f():\n    return 3\n", "expected the solution to pass `test_f`, found this: expected 1, found 3"},
		{"solution is broken", "solution", "def g():\n    return 1\n", "expected a solution that can be run"},
		{"no test", "tests", "x = 1\n", "expected at least one function `test_…`, found none"},
		{"mistake passes", "wrong", "def f():\n    return 1\n", "expected a wrong solution to fail, found that it passes all tests"},
		{"mistake is told otherwise", "message", "expected 5", "expected a message with `expected 5`, found test_f: expected 1, found 2"},
		{"quiz is broken", "more", "```quiz\nquestion: What?\nrun: |\n  print(1 // 0)\n```\n", "expected a quiz whose program runs"},
		{"quiz says nothing", "more", "```quiz\nquestion: What?\nrun: |\n  x = 1\n```\n", "expected a quiz whose program prints something"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parts()
			p[c.part] = c.text
			sound := course(t, p)
			err := Step(sound.Chapters[0], sound.Chapters[0].Steps[0], Native)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("expected `%s`, found %v", c.want, err)
			}
		})
	}
}

// TestTestsThatNeverRun: a test that is lost, and a pass that nobody defines, are problems of the files.
func TestTestsThatNeverRun(t *testing.T) {
	for _, c := range []struct{ name, tests, pass, want string }{
		{"two of one name", "def test_f():\n    assert_eq(f(), 1)\n\ndef test_f():\n    assert_eq(f(), 1)\n", "",
			"01-a/01-b.md:13: expected another name than `test_f`, which line 10 has: of two functions with one name, only the second runs"},
		{"another beginning", "def test_f():\n    assert_eq(f(), 1)\n\ndef tests_g():\n    assert_eq(f(), 1)\n", "",
			"01-a/01-b.md:13: expected a name that begins with `test_`, or something that calls the function, found `tests_g`, which never runs"},
		{"no such pass", "def test_f():\n    assert_eq(f(), 1)\n", "g", "01-a/01-b.md:1: `pass:` expected `g` to be defined in the `solution`, found no such name"},
		{"a helper", "def one():\n    return 1\n\ndef test_f():\n    assert_eq(f(), one())\n", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parts()
			p["tests"] = c.tests
			broken := course(t, p)
			if c.pass != "" {
				broken.Chapters[0].Steps[0].Pass = c.pass
				broken.Chapters[0].Steps[0].Random = &lesson.Random{Traces: "toy add print", Pass: c.pass}
			}
			err := Course(broken, unbox.Sources(), nil)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("expected `%s`, found %v", c.want, err)
			}
		})
	}
}

// TestPassInAnotherLanguage checks steps that say that a program may stand for a function.
func TestPassInAnotherLanguage(t *testing.T) {
	const tests = "def test_f():\n    bb = parse(\"[i0]\\nfinish(i0)\")\n    assert_eq(%s, 2)\n"
	for _, c := range []struct{ name, pass, solution, tests, want string }{
		{"sound", "f", "def f(bb):\n    return bb\n", strings.Replace(tests, "%s", "len(f(bb))", 1), ""},
		{"sound with texts", "f", "def f(text):\n    return text.strip()\n", "def test_f():\n    assert_eq(f(\"[i0]\").strip(), \"[i0]\")\n", ""},
		{"not called", "f", "def f(bb):\n    return 2\n\ndef g():\n    return 2\n", strings.Replace(tests, "%s", "g()", 1), "expected tests that give a trace to `f`"},
		{"more than text", "f", "def f(bb):\n    bb[1].seen = 2\n    return bb\n", strings.Replace(tests, "%s", "f(bb)[1].seen", 1), "expected the solution to pass `test_f` also where `f` knows no more than the text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parts()
			p["solution"], p["tests"] = c.solution, c.tests
			p["starter"], p["wrong"], p["message"] = "def f(bb):\n    return None\n\ndef g():\n    return 0\n", "def f(bb):\n    return 1 // 0\n\ndef g():\n    return 1 // 0\n", "divisor"
			sound := course(t, p)
			sound.Chapters[0].Steps[0].Pass = c.pass
			sound.Chapters[0].Steps[0].Without = api.LessonEnvironment().Functions()
			err := Step(sound.Chapters[0], sound.Chapters[0].Steps[0], Native)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("expected `%s`, found %v", c.want, err)
			}
		})
	}
}

func TestUnsoundTraces(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"```trace passes=\"fold,cs\"\n[i0]\njump(i0)\n```\n", "01-a/01-b.md:34: expected a pass"},
		{"```trace\n[i0]\ni1 = int_ad(i0, 1)\njump(i0)\n```\n", "01-a/01-b.md:36: expected an operation"},
		{"```trace preset=\"lop\"\n[i0]\njump(i0)\n```\n", "lop"},
		{"```quote file=trace/eval.go name=Evl\n```\n", "found `Evl`"},
	} {
		p := parts()
		p["more"] = c.text
		if err := Course(course(t, p), unbox.Sources(), nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("expected `%s`, found %v", c.want, err)
		}
	}
}

// TestShortcuts: a step that one call of a function solves is told to its author, and is
// not once that function is forbidden.
func TestShortcuts(t *testing.T) {
	const fold = "def test_f():\n    bb = Block()\n    bb.print(bb.add(1, 2))\n    assert_trace(f(bb), \"v0 = print(3)\")\n"
	p := parts()
	p["tests"] = fold
	p["starter"] = "def f(bb):\n    return None\n"
	p["solution"] = "def f(bb):\n    out = Block()\n    for op in bb:\n        if op.name == \"add\":\n            op.make_equal_to(Constant(op.args[0].value + op.args[1].value))\n        else:\n            out.append(op)\n    return out\n"
	p["wrong"], p["message"] = "def f(bb):\n    return bb\n", "expected no"
	c := course(t, p)
	ch, s := c.Chapters[0], c.Chapters[0].Steps[0]
	if err := Step(ch, s, Native); err == nil || !strings.Contains(err.Error(), "`f` as `optimize(bb") {
		t.Errorf("expected the call that solves the step, found %v", err)
	}
	s.Without = []string{"optimize", "production"}
	if err := Step(ch, s, Native); err != nil {
		t.Error(err)
	}
}

// TestRandomTraces: the random traces of a step find what its tests do not.
func TestRandomTraces(t *testing.T) {
	c := course(t, parts())
	ch, s := c.Chapters[0], c.Chapters[0].Steps[0]
	s.Random = &lesson.Random{Traces: "toy add sub print", Pass: "g"}
	for code, want := range map[string]string{
		"def f():\n    return 1\ndef g(bb):\n    return bb\n": "pass",
		"def f():\n    return 1\ndef g(bb):\n    for op in bb:\n        if op.name == \"sub\":\n            op.args = [op.args[1], op.args[0]]\n    return bb\n": "fail",
	} {
		r, err := Native(Suite(ch, s, code))
		if err != nil || r.Status != want {
			t.Errorf("%s\nexpected %s, found %+v %v", code, want, r, err)
		}
	}
}

// TestIdlePass: traces by heart are no solution where random traces ask for work, and a number that
// asks for none is told.
func TestIdlePass(t *testing.T) {
	c := course(t, parts())
	ch, s := c.Chapters[0], c.Chapters[0].Steps[0]
	for leaves, told := range map[int]bool{100: false, 5000: true} {
		s.Random = &lesson.Random{Traces: "toy add sub print", Pass: "lambda bb: Block()", Leaves: leaves}
		k := &checker{ch: ch, s: s, run: Native}
		if err := k.idle(); err != nil || (len(k.found) > 0) != told {
			t.Errorf("leaves %d: expected it told: %v, found %v, %v", leaves, told, k.found, err)
		}
	}
}

// TestFrontMatter: words of the front matter that say nothing are told.
func TestFrontMatter(t *testing.T) {
	c := course(t, parts())
	s := c.Chapters[0].Steps[0]
	s.Without = []string{"optimise"}
	s.Random = &lesson.Random{Traces: "toy ad", Pass: "f"}
	err := Course(c, unbox.Sources(), nil)
	for _, want := range []string{"found `optimise`; the nearest is `optimize`", "found `ad`"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %s, found %v", want, err)
		}
	}
}

// TestJudgedPairs: with the pairs that a step's solution has had judged, every program of the step
// gets the results that it gets without, and the solution has nothing judged again. And every
// solution leaves half of what a test may do to learners, whose programs take more.
func TestJudgedPairs(t *testing.T) {
	c, err := tutorials.Course()
	if err != nil {
		t.Fatal(err)
	}
	most := learn.DefaultLimits()
	for _, ch := range c.Chapters {
		for _, s := range ch.Steps {
			suite := Suite(ch, s, s.Solution.Text)
			first := learn.Run(suite, api.LessonEnvironment())
			for _, test := range first.Tests {
				limit := most.Steps
				if test.File == randomOf(s.Number) {
					limit = most.TotalSteps
				}
				if test.Steps > limit/2 {
					t.Errorf("%s: expected `%s` within half of %d steps, found %d", s.File, test.Function, limit, test.Steps)
				}
			}
			if s.Random == nil {
				continue
			}
			suite.Judged = first.Judged
			again := learn.Run(suite, api.LessonEnvironment())
			if len(again.Judged) > 0 {
				t.Errorf("%s: expected nothing to be judged again, found %d bytes of pairs", s.File, len(again.Judged))
			}
			sameResults(t, s.File, first, again)
			for _, wrong := range s.Wrong[:1] {
				suite := Suite(ch, s, wrong.Text)
				alone := learn.Run(suite, api.LessonEnvironment())
				suite.Judged = first.Judged
				sameResults(t, s.File, alone, learn.Run(suite, api.LessonEnvironment()))
			}
		}
	}
}

func sameResults(t *testing.T, file string, want, got *learn.Results) {
	t.Helper()
	a, errA := json.Marshal(want)
	b, errB := json.Marshal(got)
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("%s: expected the same results with judged pairs as without, found\n%s\n%s", file, a, b)
	}
}

// TestAllProblemsAreToldTogether: what cannot be read, what cannot be made, and what does not compile are told together, each at its line, once.
func TestAllProblemsAreToldTogether(t *testing.T) {
	c, err := lesson.Load(fstest.MapFS{
		"01-a/chapter.md": {Data: []byte("---\ntitle: T\nsummary: S\n---\n```library\ndef helper(:\n    return 7\n```\n```trcae\nx\n```\n")},
		"01-a/01-b.md": {Data: []byte(head + "```starter\ndef f():\n    return 0\n```\n```tests\ndef test_f():\n    assert_eq(f(), 1\n\ndef test_g():\n    pass\n```\n" +
			"```hint\na\n```\n```hint\nb\n```\n```hint\nc\n```\n```solution\ndef f():\n    return 1\n```\n```wrong message=m\ndef\n```\n```wrong message=m\ndef\n```\n")},
		"01-a/02-c.md": {Data: []byte("---\ntitle: T\nidea: I\nfresh: true\n---\n```starter\nx = 1\n```\n```tests\ndef test_f():\n    assert_eq(undefined, 1)\n```\n" +
			"```hint\na\n```\n```hint\nb\n```\n```hint\nc\n```\n```solution\nx = 2\n```\n```wrong message=m\nx\n```\n```wrong message=m\nx\n```\n```trace passes=fxld\n[i0]\njump(i0)\n```\n")},
	})
	var problems lesson.Problems
	if err = Course(c, unbox.Sources(), err); !errors.As(err, &problems) {
		t.Fatalf("expected problems, found %v", err)
	}
	var places []string
	for _, p := range problems {
		places = append(places, strings.TrimPrefix(p.Error(), "01-a/"))
	}
	for i, want := range []string{"02-c.md:31: expected a pass", "chapter.md:6: ", "chapter.md:9: expected a kind of block"} {
		if i >= len(places) || !strings.HasPrefix(places[i], want) {
			t.Errorf("expected %s, found %q", want, places)
		}
	}
	// Once the library compiles, the tests are looked at.
	c.Chapters[0].Library.Text = "def helper():\n    return 7\n"
	_ = errors.As(Course(c, unbox.Sources(), nil), &problems)
	found := problems.Error()
	for _, want := range []string{"01-a/01-b.md:13: expected ','", "01-a/02-c.md:11: expected `undefined` to be defined"} {
		if !strings.Contains(found, want) {
			t.Errorf("expected %s, found\n%s", want, found)
		}
	}
	if strings.Contains(found, "wrong") || len(problems) != 3 {
		t.Errorf("expected three problems, none of a wrong solution, found\n%s", found)
	}
}

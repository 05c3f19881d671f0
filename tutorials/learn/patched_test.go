package learn

import (
	"strings"
	"testing"
)

// patchedProgram has a function that calls two others, which it defines in several ways.
const patchedProgram = `
print("started")
def more(n):
    return n > 0
step = lambda n: n - 1
def f(n):
    times = 0
    while more(n):
        n = step(n)
        times += 1
    return times
`

// TestPatched: a test exchanges functions that the learner's function calls, however they are defined, and only there.
func TestPatched(t *testing.T) {
	for name, c := range map[string]struct{ code, test, want string }{
		"both":                             {patchedProgram, "calls = []\n    def more_of(n):\n        calls.append(n)\n        return len(calls) < 4\n    assert_eq(patched(f, more=more_of, step=lambda n: 7)(1), 3)\n    assert_eq(calls, [1, 7, 7, 7])", ""},
		"only there":                       {patchedProgram, "g = patched(f, step=lambda n: n - 2)\n    assert_eq([g(8), f(8), g(8)], [4, 8, 4])", ""},
		"the one below":                    {"def f(n):\n    return g(n)\ndef g(n):\n    return h(n)\nif True:\n    (h) = lambda n: n\n", "assert_eq(patched(f, h=lambda n: n + 1)(1), 2)", ""},
		"itself":                           {"def f(n):\n    return n if n == 0 else f(n - 1)\n", "calls = []\n    patched(f, f=calls.append)(5)\n    assert_eq(calls, [4])", ""},
		"itself, which has two names":      {"def f(n):\n    return n if n == 0 else f(n - 1)\nalso = f\n", "assert_eq(patched(f, f=lambda n: 100 + n)(5), 104)", ""},
		"a local name":                     {"def h(n):\n    return n\ndef f(n):\n    h = lambda n: -n\n    return h(n)\n", "assert_eq(patched(f, h=lambda n: 100)(3), -3)", ""},
		"a loop's name":                    {"def one():\n    return 1\nfor g, h in [(one, one)]:\n    pass\ndef f():\n    return g() + h()\n", "assert_eq(patched(f, g=lambda: 5)(), 6)", ""},
		"own state":                        {"seen = []\ndef g():\n    return 0\ndef f():\n    seen.append(g())\n    return seen\n", "f()\n    assert_eq(patched(f, g=lambda: 1)(), [1])\n    assert_eq(seen, [0])", ""},
		"a name that the learner has, too": {patchedProgram + "def patched(*args):\n    return None\n", "assert_eq(patched(f, more=lambda n: False)(1), 0)", ""},
		"a number":                         {"(LIMIT, other) = 3, 4\ndef f():\n    return LIMIT + other\n", "assert_eq([patched(f, LIMIT=5)(), f()], [9, 7])", ""},
		"a number that is not there":       {patchedProgram, "patched(f, LIMIT=5)", "expected the name `LIMIT` in your code, found none"},
		"a helper that is a number":        {"g = 3\ndef f():\n    return g\n", "patched(f, g=f)", "expected a function `g` in your code, found none"},
		"a helper that is not there":       {patchedProgram, "patched(f, less=f)", "expected a function `less` in your code, found none"},
		"another function":                 {patchedProgram, "patched(len, more=f)", "expected a function of your code as what is tested, found"},
		"nothing to exchange":              {patchedProgram, "patched(f)", "as in `patched(f, helper=g)`, found 1 function and 0 names"},
		"a mistake in the helper":          {patchedProgram, "patched(f, more=lambda n: n.x)(1)", "expected an attribute of an int, found `x`"},
	} {
		r := Run(&Suite{Code: File{Name: "your code", Text: c.code}, Tests: []File{{Name: "t", Text: "def test_it():\n    " + c.test + "\n"}}}, nil)
		if len(r.Tests) != 1 {
			t.Fatalf("%s: %s", name, r.Message)
		}
		if found := r.Tests[0]; c.want == "" && (found.Status != "pass" || found.Output != "") || !strings.Contains(found.Message, c.want) {
			t.Errorf("%s: expected %q and no output, found %q and %q", name, c.want, found.Message, found.Output)
		}
	}
}

// TestPatchedSees: what the library and the parts define is seen by the program that is started again, what tests define is not.
func TestPatchedSees(t *testing.T) {
	r := Run(&Suite{
		Prelude: []File{{Name: "library", Text: "def one():\n    return 1\n"}},
		Parts:   []Part{{Name: "ten", Function: "f", Code: File{Name: "p", Text: "def f():\n    return 10\n"}}},
		Code:    File{Name: "your code", Text: "def g():\n    return 0\ndef f():\n    return one() + ten() + g()\n"},
		Tests:   []File{{Name: "t", Text: "def one():\n    return 1000\ndef test_it():\n    assert_eq(patched(f, g=lambda: 100)(), 111)\n"}},
	}, nil)
	if r.Status != "pass" {
		t.Errorf("expected 111, found %+v", r.Tests)
	}
}

// TestPatchedTakesMemory: a program that starts itself again and keeps what it gets is stopped, however short it is.
func TestPatchedTakesMemory(t *testing.T) {
	code := "def g():\n    return 0\ndef f():\n    return [patched(f, g=g) for k in range(100000)]\n"
	limits := Limits{Steps: 20_000_000, TotalSteps: 20_000_000}
	r := Run(&Suite{Code: File{Name: "your code", Text: code}, Limits: limits, Tests: []File{{Name: "t", Text: "def test_it():\n    f()\n"}}}, nil)
	if len(r.Tests) != 1 || r.Tests[0].Problem == nil || r.Tests[0].Problem.Limit != "memory" {
		t.Errorf("expected that the memory is used up, found %+v", r)
	}
}

// TestPatchedEnds: a program cannot start itself for ever, and starting it costs steps.
func TestPatchedEnds(t *testing.T) {
	r := Run(&Suite{Code: File{Name: "your code", Text: "def g():\n    return 0\ndef f():\n    return 0\npatched(f, g=f)\n"}}, nil)
	if !strings.Contains(r.Message, "expected a test of a program") {
		t.Errorf("expected that only tests start a program again, found %q", r.Message)
	}
	again := "def g():\n    return 0\ndef h(n):\n    return 0\ndef f():\n    patched(f, g=f)\n    return 0\n"
	r = Run(&Suite{Code: File{Name: "your code", Text: again + strings.Repeat("# "+strings.Repeat("x", 70)+"\n", 100)},
		Tests: []File{{Name: "t", Text: "def test_it():\n    for k in range(1000):\n        patched(f, g=f)\n"}}}, nil)
	if len(r.Tests) != 1 || r.Tests[0].Problem == nil || r.Tests[0].Problem.Limit != "steps" {
		t.Errorf("expected that a thousand starts of a program of 7 KB are too many, found %+v", r)
	}
}

package learn

import (
	"math/rand/v2"
	"strings"
	"testing"

	"unbox/interp"
	"unbox/trace"
)

// dialects are the words of all kinds of random traces.
var dialects = []string{
	"toy add sub mul lshift print heap",
	"toy add mul print objects",
	"toy add mul print objects real again constants fields chains",
	"guard_class guard_nonnull int_add int_lt guard_true print heap calls snapshots loop",
	"int_add int_lt guard_true print heap snapshots loop twice",
	"int_lt int_ge float_lt float_ge guard_true guard_false snapshots",
	"int_and int_neg int_add int_lt int_gt guard_true",
}

// TestRandomTracesAreTraces: whatever the words, all traces of 300 seeds parse, and a
// shorter one of the same seed has the same beginning.
func TestRandomTracesAreTraces(t *testing.T) {
	for _, words := range dialects {
		v, err := parseVocabulary(words)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(300) {
			text := randomTrace(v, seed, 5+int(seed%30)).text
			if _, diagnostics := trace.Parse(text); hasError(diagnostics) {
				t.Errorf("%s, seed %d: %v\n%s", words, seed, diagnostics, text)
			}
			if again := randomTrace(v, seed, 5+int(seed%30)).text; again != text {
				t.Errorf("%s, seed %d gave another trace", words, seed)
			}
		}
	}
}

// TestRandomTracesReachTheirEnd: most runs have a meaning, and most of them come to the end.
func TestRandomTracesReachTheirEnd(t *testing.T) {
	for _, words := range dialects {
		v, err := parseVocabulary(words)
		if err != nil {
			t.Fatal(err)
		}
		ends, runs := 0, 0
		for seed := range uint64(200) {
			e := randomTrace(v, seed, 12)
			trace, _ := trace.Parse(e.text)
			in := interp.NewInputGenerator(trace, interp.RunOptions{Imagined: true}).Next(randomOf(1))
			out := interp.Run(trace, edgy(in, e.numbers, randomOf(1), 0), interp.RunOptions{Jumps: 3, Imagined: true})
			runs++
			if out.Defined() && out.Exit != interp.ExitGuard {
				ends++
			}
		}
		if ends*10 < runs*6 {
			t.Errorf("%s: expected that six of ten traces come to their end on the example, found %d of %d", words, ends, runs)
		}
	}
}

const copying = "def f(bb):\n    out = Block()\n    for op in bb:\n        out.append(op)\n    return out\n"

// randomMistakes are passes that are wrong in a way that random traces have to find.
var randomMistakes = []struct{ name, words, code string }{
	{"loads are shared across stores", "toy add print heap", `
def f(bb):
    out, seen = Block(), {}
    for op in bb:
        if op.name not in ("print", "alloc", "store", "getarg", "escape"):
            key = tuple([op.name] + [a.value if isinstance(a, Constant) else a for a in [op.arg(i) for i in range(len(op.args))]])
            if key in seen:
                op.make_equal_to(seen[key])
                continue
            seen[key] = op
        out.append(op)
    return out
`},
	{"sums that wrap around", "toy add sub mul lshift print", `
def f(bb):
    out = Block()
    for op in bb:
        if op.name == "add" and isinstance(op.arg(0), Constant) and isinstance(op.arg(1), Constant):
            op.make_equal_to(Constant(min(op.arg(0).value + op.arg(1).value, 9223372036854775807)))
            continue
        out.append(op)
    return out
`},
	{"a difference is commuted", "int_sub int_lt guard_true", `
def f(bb):
    for op in bb:
        if op.name == "int_sub" and isinstance(op.args[0], Constant):
            op.args = [op.args[1], op.args[0]]
    return bb
`},
	{"a guard is dropped", "int_lt int_add guard_true", `
def f(bb):
    out = Block()
    for op in bb:
        if op.name != "guard_true":
            out.append(op)
    return out
`},
	{"only escape is a clobber", "int_add print objects real again constants fields chains circles loads uses calls unwritten", `
def f(bb):
    out, known = Block(), {}
    for op in bb:
        if op.name == "get":
            place = (op.arg(0), op.arg(1).value)
            if place in known:
                op.make_equal_to(known[place])
                continue
            known[place] = op
        elif op.name == "set":
            for other in list(known):
                if other[1] == op.arg(1).value:
                    known.pop(other)
            known[(op.arg(0), op.arg(1).value)] = op.arg(2)
        elif op.name == "escape":
            known.clear()
        out.append(op)
    return out
`},
}

func TestRandomTracesFindMistakes(t *testing.T) {
	for _, c := range randomMistakes {
		tests := "def test_f():\n    assert_random(f, \"" + c.words + "\")\n"
		r := Run(&Suite{Code: File{Name: "code", Text: c.code}, Tests: []File{{Name: "tests", Text: tests}}}, nil)
		if r.Status != "fail" || len(r.Tests) != 1 || r.Tests[0].Diff == nil || !strings.Contains(r.Tests[0].Message, "The trace, made small:") {
			t.Errorf("%s: expected a difference on a small trace, found %+v", c.name, r)
			continue
		}
		if lines := strings.Count(r.Tests[0].Message, "\n"); lines > 45 {
			t.Errorf("%s: expected a small trace, found %d lines: %s", c.name, lines, r.Tests[0].Message)
		}
		right := Run(&Suite{Code: File{Name: "code", Text: copying}, Tests: []File{{Name: "tests", Text: tests}}}, nil)
		if right.Status != "pass" {
			t.Errorf("%s: expected that a copy passes, found %+v", c.words, right.Tests[0])
		}
	}
}

// TestRandomFailuresAreTold: what the pass did wrong, where, and what it printed then.
func TestRandomFailuresAreTold(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"def f(bb):\n    return None\n", "expected a Block or the text of a trace, found None; is there a `return`?"},
		{"def f(bb):\n    return bb[100]\n", "expected an index within the"},
		{"def f(bb):\n    while True:\n        pass\n", "expected an end after at most 40,000 steps"},
		{"def f(bb):\n    return f(bb)\n", "expected at most 200 calls within one another"},
		{"def f(bb):\n    assert_random(f, 'toy add')\n", "found it in a pass that is being tried"},
		{"def f(bb):\n    out = Block(reversed(list(bb)))\n    return out\n", "expected a value that is defined above"},
	} {
		r := Run(&Suite{Code: File{Name: "code", Text: c.code}, Tests: []File{{Name: "t", Text: "def test_f():\n    assert_random(f, 'toy add print')\n"}}}, nil)
		if len(r.Tests) != 1 || !strings.Contains(r.Tests[0].Message, c.want) || !strings.Contains(r.Tests[0].Message, "The trace, made small:") {
			t.Errorf("%s: expected %s, found %+v", c.code, c.want, r)
		}
	}
	code := "def f(bb):\n    print('seen')\n    return bb[1000]\n"
	r := Run(&Suite{Code: File{Name: "code", Text: code}, Tests: []File{{Name: "t", Text: "def test_f():\n    assert_random(f, 'toy add print')\n"}}}, nil)
	if got := r.Tests[0]; got.Output != "seen\n" || got.Problem.File != "code" || got.Problem.Line != 3 {
		t.Errorf("expected the output of the small trace alone and line 3 of the code, found %+v %+v", got, got.Problem)
	}
}

func TestRandomWords(t *testing.T) {
	for words, want := range map[string]string{
		"toy add heap": "", "": "expected at least one", "toy prind": "found `prind`", "float_add": "found `float_add`", "print": "expected at least one",
	} {
		err := RandomWords(words)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: expected %q, found %v", words, want, err)
		}
	}
}

// TestWithout: a function that the step forbids is refused in the learner's code, and
// found by the lesson's own.
func TestWithout(t *testing.T) {
	tests := []File{{Name: "t", Text: "def test_f():\n    assert_eq(len(optimize(parse('[i0]\\njump(i0)'), 'cse')), 2)\n    assert_true(f)\n"}}
	for code, want := range map[string]string{
		"def f(bb):\n    return optimize(bb)\n":                                   "expected a solution that does not use `optimize`, found it",
		"g = optimize\ndef f(bb):\n    return g(bb)\n":                            "expected a solution that does not use `optimize`, found it",
		"def optimize(bb):\n    return bb\ndef f(bb):\n    return optimize(bb)\n": "",
		"def f(bb):\n    return bb\n":                                             "",
	} {
		r := Run(&Suite{Code: File{Name: "code", Text: code}, Tests: tests, Without: []string{"optimize"}}, nil)
		if want != "" && (r.Status != "error" || !strings.Contains(r.Message, want)) || want == "" && strings.Contains(r.Message, "does not use") {
			t.Errorf("%s: expected %q, found %+v", code, want, r)
		}
	}
}

// TestNamesOfSeveralLines: a text of several lines is no name, and comparing it is no crash.
func TestNamesOfSeveralLines(t *testing.T) {
	r := Run(&Suite{Code: File{Name: "code", Text: "x = 1\n"}, Tests: []File{{Name: "t", Text: "def test_f():\n    bb = Block()\n    bb.print('a\\nb')\n"}}}, nil)
	if !strings.Contains(r.Tests[0].Message, "found a text of several lines") {
		t.Errorf("found %+v", r.Tests[0])
	}
	diffLines([]string{"a\nb"}, []string{"a = f(\n)"})
}

func randomOf(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 3)) }

// TestRandomTracesAskForWork: a pass that does no harm, and nothing else, leaves too much.
func TestRandomTracesAskForWork(t *testing.T) {
	for leaves, want := range map[string]string{"": "pass", ", leaves=100": "fail", ", leaves=5000": "pass"} {
		tests := "def test_f():\n    assert_random(f, 'toy add print'" + leaves + ")\n"
		r := Run(&Suite{Code: File{Name: "code", Text: copying}, Tests: []File{{Name: "t", Text: tests}}}, nil)
		if r.Status != want || want == "fail" && !strings.Contains(r.Tests[0].Message, "expected a pass that leaves at most 100 of the ") {
			t.Errorf("%s: expected %s, found %+v", leaves, want, r.Tests)
		}
	}
}

// TestFinalNewlineAddsNoLine: a text leaves as many lines with a newline at its end as without, and as many as the block.
func TestFinalNewlineAddsNoLine(t *testing.T) {
	told := map[string]bool{}
	for _, result := range []string{"bb", "to_trace(bb)", "to_trace(bb).strip()", "to_trace(bb) + '\\n'"} {
		tests := "def test_f():\n    assert_random(lambda bb: " + result + ", 'toy add print', leaves=1)\n"
		r := Run(&Suite{Code: File{Name: "code"}, Tests: []File{{Name: "t", Text: tests}}}, nil)
		told[r.Tests[0].Message] = true
	}
	if len(told) != 1 || told[""] {
		t.Errorf("expected the same number of lines for each text, found %v", told)
	}
}

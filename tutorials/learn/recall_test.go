package learn

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"unbox/trace"
)

// Forget makes this process one that has run nothing yet.
func Forget() {
	recalled.mu.Lock()
	defer recalled.mu.Unlock()
	recalled.young, recalled.aged, recalled.bytes = nil, nil, 0
}

// ChangedTraces lists the texts of kept traces that are not any more what their texts say.
func ChangedTraces() (texts []string, kept int) {
	recalled.mu.Lock()
	defer recalled.mu.Unlock()
	for _, half := range []map[string]recollection{recalled.young, recalled.aged} {
		for question, a := range half {
			tr, ok := a.value.(*trace.Trace)
			if !ok {
				continue
			}
			kept++
			_, text, _ := strings.Cut(question, ":")
			if fresh, _ := trace.Parse(text); !reflect.DeepEqual(fresh, tr) {
				texts = append(texts, text)
			}
		}
	}
	return texts, kept
}

// recallTests ask everything whose answers are kept.
const recallTests = `
SHORT = "[i0]\ni1 = int_add(i0, 1)\nfinish(i1)\n"
def test_interpret():
    """Two runs are two values"""
    a, b = interpret(SHORT, 4), interpret(SHORT, 4)
    assert_same(a, b)
    assert a.values == [5]
    assert (a == b) == False
    a.values.append(7)
    assert interpret(SHORT, 4).values == [5]
    assert interpret(SHORT, "4").values == [5]
def test_parse():
    """Two blocks of one text are two blocks"""
    bb = parse(SHORT)
    bb.ops[0].name = "int_sub"
    assert_trace(parse(SHORT), SHORT)
def test_long():
    assert_eq(interpret("[i0]\ni1 = int_add(i0, 1)\njump(i1)\n", 1, jumps=2000).jumps, 2000)
def test_equivalent():
    assert_equivalent(SHORT, change(parse(SHORT)))
    assert_equivalent(SHORT, SHORT, runs=3, seed=5)
def test_what_answers_depend_on():
    """Inputs and jumps"""
    loop = "[i0]\ni1 = int_add(i0, 1)\njump(i1)\n"
    assert_eq([interpret(loop, 1, jumps=n).jumps for n in (3, 5, 3)], [3, 5, 3])
    assert_eq([interpret(SHORT, n).values for n in (1, 2, True, None or 1)], [[2], [3], [2], [2]])
def test_random():
    assert_random(change, "toy add sub print")
`

// TestRecalledAnswersChangeNothing runs programs as the first ones of a process and as later ones, and compares all
// that is said of them.
func TestRecalledAnswersChangeNothing(t *testing.T) {
	run := func(code string, limits Limits) *Results {
		return Run(&Suite{Code: File{Name: "code", Text: code}, Tests: []File{{Name: "tests", Text: recallTests}}, Limits: limits}, nil)
	}
	const right, wrong, worse = "def change(bb):\n    return bb\n",
		"def change(bb):\n    out = Block()\n    for op in bb:\n        if op.name == \"add\" or op.name == \"int_add\":\n            op.name = op.name.replace(\"add\", \"sub\")\n        out.append(op)\n    return out\n",
		"def change(bb):\n    return \"\\n\".join(bb_to_str(bb).split(\"\\n\")[1:])\n"
	turned := "def change(bb):\n    for op in bb:\n        if op.name.endswith(\"add\"):\n            op.args = [op.args[1], op.args[0]]\n    return bb\n"
	for _, program := range []struct{ name, code, want string }{
		{"right", right, "pass"}, {"another right one", turned, "pass"}, {"wrong", wrong, "fail"}, {"no trace", worse, "fail"},
	} {
		Forget()
		first := run(program.code, Limits{})
		if first.Status != program.want {
			t.Fatalf("%s: expected %q, found %q: %+v", program.name, program.want, first.Status, first)
		}
		// What other programs asked is known by now.
		run(right, Limits{})
		run(turned, Limits{})
		if later := run(program.code, Limits{}); !reflect.DeepEqual(first, later) {
			t.Errorf("%s: expected what the first run said, found\n%+v\nfor\n%+v", program.name, later, first)
		}
	}
	// A program that comes to a limit stops where it would have stopped.
	all := run(turned, Limits{})
	for _, test := range all.Tests {
		for _, limits := range around(test.Steps) {
			full := run(turned, limits)
			Forget()
			if empty := run(turned, limits); !reflect.DeepEqual(full, empty) {
				t.Errorf("%s with %+v: expected what a first run says, found\n%+v\nfor\n%+v", test.Function, limits, full, empty)
			}
			if later := run(turned, Limits{}); !reflect.DeepEqual(all, later) {
				t.Errorf("%s after %+v: expected that nothing is kept of what a limit cut short, found\n%+v\nfor\n%+v", test.Function, limits, later, all)
			}
		}
	}
}

// TestEquivalenceDependsOnRunsAndSeed: what few runs did not show is no answer to a question about many, or others.
func TestEquivalenceDependsOnRunsAndSeed(t *testing.T) {
	status := func(runs, seed int) string {
		tests := fmt.Sprintf("def test_odd():\n    assert_equivalent(\"[i0]\\ni1 = int_add(i0, 1)\\nfinish(i1)\\n\", \"[i0]\\ni1 = int_or(i0, 1)\\nfinish(i1)\\n\", runs=%d, seed=%d)\n", runs, seed)
		return Run(&Suite{Code: File{Name: "code", Text: "x = 1\n"}, Tests: []File{{Name: "tests", Text: tests}}}, nil).Status
	}
	seen := map[string]bool{}
	var want [12]string
	for seed := range want {
		Forget()
		want[seed] = status(1, seed)
		seen[want[seed]] = true
	}
	for seed := range want {
		if found := status(1, seed); found != want[seed] {
			t.Errorf("seed %d: expected %q as in a first run, found %q", seed, want[seed], found)
		}
		if found := status(500, seed); found != "fail" {
			t.Errorf("seed %d: expected 500 runs to find a difference, found %q", seed, found)
		}
	}
	if !seen["pass"] || !seen["fail"] {
		t.Errorf("expected seeds whose first run shows the difference and others, found %v", seen)
	}
}

// around are limits near to what a test takes, and where the random traces have not enough.
func around(steps uint64) []Limits {
	var list []Limits
	for _, n := range []uint64{1, 2, 40, steps / 4, steps / 2, steps - 40, steps - 2, steps - 1, steps, steps + 1, steps + 40} {
		list = append(list, Limits{Steps: max(n, 1)}, Limits{TotalSteps: max(n, 1)}, Limits{Memory: max(n, 1)})
	}
	return list
}

// TestRecollectionsAreBounded keeps more answers than there is room for.
func TestRecollectionsAreBounded(t *testing.T) {
	var r recollections
	const each = 100 << 10
	for i := range 1000 {
		r.keep(fmt.Sprint(i), recollection{value: i, memory: each})
		if _, ok := r.find("0"); !ok {
			t.Fatalf("after %d others: expected the answer that is asked for again and again, found none", i)
		}
	}
	if held := (len(r.young) + len(r.aged)) * each; held > 2*maxRecalled {
		t.Errorf("expected at most %d bytes, found %d", 2*maxRecalled, held)
	}
	if _, ok := r.find("1"); ok {
		t.Error("expected an answer to be forgotten for which nobody asked, found it")
	}
	r.keep("long", recollection{memory: maxRecallWork + 1})
	if _, ok := r.find("long"); ok {
		t.Error("expected no answer to be kept that takes much memory, found it")
	}
}

// TestQuestionsDiffer: no two lists of texts make the same question.
func TestQuestionsDiffer(t *testing.T) {
	seen := map[string][]string{}
	for _, parts := range [][]string{{}, {""}, {"", ""}, {"a", "b"}, {"ab"}, {"a", ""}, {"", "a"}, {"a1:b"}, {"1:a", "b"}, {"1:a1:b"}} {
		q := Question("x", parts...)
		if other, ok := seen[q]; ok {
			t.Errorf("expected different questions of %q and %q, found %q", parts, other, q)
		}
		seen[q] = parts
	}
}

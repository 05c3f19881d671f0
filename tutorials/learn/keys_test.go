package learn

import (
	"fmt"
	"strings"
	"testing"

	"go.starlark.net/starlark"
)

// oneTest runs the body of a test.
func oneTest(t *testing.T, body string) Test {
	t.Helper()
	text := "def test_it():\n    " + strings.ReplaceAll(body, "\n", "\n    ") + "\n"
	r := Run(&Suite{Code: File{Name: "code", Text: "x = 1\n"}, Tests: []File{{Name: "t", Text: text}}}, nil)
	if len(r.Tests) != 1 {
		t.Fatalf("%s\n%+v", body, r)
	}
	return r.Tests[0]
}

// TestChangesWhileLooping: what is there can be changed while a loop goes over it, as in
// Python; nothing can be added or taken away, and after the loop everything can.
func TestChangesWhileLooping(t *testing.T) {
	for _, body := range []string{
		"d = {'a': 1, 'b': 2}\nfor k in d:\n    d[k] = d[k] + 1\nassert_eq(d, {'a': 2, 'b': 3})\nd['c'] = 4\nassert_eq(len(d), 3)",
		"d = {'a': 1, 'b': 2}\nfor k in d:\n    d[k] += 1\nassert_eq(d, {'a': 2, 'b': 3})",
		"d = {'a': 1, 'b': 2}\nfor k in d:\n    for j in d:\n        d[j] = k\nassert_eq(d, {'a': 'b', 'b': 'b'})\nd.pop('a')",
		"d = {'a': 1, 'b': 2}\nfor k in d:\n    d['a'], x = 7, 8\n    break\nassert_eq(d['a'], 7)\nd['z'] = 1",
		"xs = [1, 2, 3]\nfor x in xs:\n    xs[x - 1] = 2 * x\nassert_eq(xs, [2, 4, 6])\nxs.append(1)",
		"d = {}\nfor d['k'] in [1, 2]:\n    assert_eq(d['k'] in [1, 2], True)\nassert_eq(d, {'k': 2})",
		"d = {1: [1, 2]}\nd[1][0], d[1][1] = d[1][1], d[1][0]\nassert_eq(d, {1: [2, 1]})",
		"(xs) = [3]\n(xs[0]) = 4\n[xs[0], y] = [5, 6]\nassert_eq(xs + [y], [5, 6])",
	} {
		if r := oneTest(t, body); r.Status != "pass" {
			t.Errorf("%s\n%s", body, r.Message)
		}
	}
	for body, want := range map[string]string{
		"d = {'a': 1}\nfor k in d:\n    d['b'] = 1":                   "expected a key that the dict has while a loop goes over it, found the new key \"b\"",
		"d = {'a': 1}\nfor k in d:\n    d.pop('a')":                   "that no loop is going through",
		"xs = [1]\nfor x in xs:\n    xs.append(1)":                    "that no loop is going through",
		"x = [1 for d[0] in [1, 2]]":                                  "expected names after `for` within brackets, found an index",
		"x = 1\nx[0] = 2":                                             "expected a list, dict or block in front of `[…] =`, found the number 1",
		"xs = [1]\nxs[1] = 2":                                         "expected an index within the list",
		"xs = [1]\nxs[-2]":                                            "expected an index within the list",
		"d = {}\nd[[1]] = 2":                                          "expected a key that does not change, found a list",
		"d = {}\nd[(1, 2)]":                                           "expected a key of the dict, found (1, 2)",
		"def f(**a):\n    pass\nf(**{str(i): 1 for i in range(300)})": "expected at most 200 named arguments",
	} {
		text := "def test_it():\n    " + strings.ReplaceAll(body, "\n", "\n    ") + "\n"
		r := Run(&Suite{Code: File{Name: "code", Text: "x = 1\n"}, Tests: []File{{Name: "t", Text: text}}}, nil)
		found := r.Message
		if len(r.Tests) == 1 {
			found = r.Tests[0].Message
		}
		if !strings.Contains(found, want) {
			t.Errorf("%s\nexpected %s, found %s", body, want, found)
		}
	}
}

// TestDictsOfManyEntries: long literals and comprehensions are dicts like any other.
func TestDictsOfManyEntries(t *testing.T) {
	var entries []string
	for i := range 200 {
		entries = append(entries, fmt.Sprintf("'k%d': %d", i, i))
	}
	body := "d = {" + strings.Join(entries, ", ") + "}\ne = {'k%d' % i: i for i in range(200)}\nassert_eq(d, e)\nassert_eq(list(d)[7], 'k7')\nassert_eq(type(e), dict)\n" +
		"assert_eq({x: y for x in [1, 2] for y in [3, 4] if x < y}, {1: 4, 2: 4})"
	if r := oneTest(t, body); r.Status != "pass" {
		t.Error(r.Message)
	}
}

// TestTallies: what is counted of a table is how its keys lie in it.
func TestTallies(t *testing.T) {
	thread, m := newThread("t", MaxLimits())
	d := new(starlark.Dict)
	for i := range 500 {
		if err := insert(thread, d, starlark.MakeInt64(int64(i)<<20), starlark.None); err != nil {
			t.Fatal(err)
		}
	}
	known := m.tallies[d]
	if known == nil || known.n != 500 || len(known.chains) != buckets(500) {
		t.Fatalf("expected a tally of 500 keys, found %+v", known)
	}
	again := newTally(d, 500)
	for i := range known.chains {
		if known.chains[i] != again.chains[i] {
			t.Errorf("chain %d: expected %d keys, found %d", i, again.chains[i], known.chains[i])
		}
	}
}

// TestSourceIsBounded: a long program is refused before it is read as a whole.
func TestSourceIsBounded(t *testing.T) {
	for source, want := range map[string]string{
		strings.Repeat("x = 1\n", 33_000):                     "expected at most 32,768 bytes of source, found 198,000",
		strings.Repeat("x=1\n", 8_000):                        "expected at most 1,000 lines of source, found 8,000",
		"x = [" + strings.Repeat("1,", 15_000) + "]\n":        "expected at most 10,000 words, numbers and signs of source, found more",
		strings.Repeat("def test_a(): pass\n", 400):           "expected at most 300 tests, found",
		"x = [" + strings.Repeat("123456789, ", 2900) + "]\n": "",
	} {
		r := Run(&Suite{Code: File{Name: "code", Text: source}, Tests: []File{{Name: "t", Text: "def test_it(): pass\n"}}}, nil)
		if want != "" && !strings.Contains(r.Message, want) || want == "" && r.Status != "pass" {
			t.Errorf("expected %q, found %s %q", want, r.Status, r.Message)
		}
	}
}

// TestManyProblems: of many problems the first are told, and of a long message its beginning.
func TestManyProblems(t *testing.T) {
	r := Run(&Suite{Code: File{Name: "code", Text: strings.Repeat("zz\n", 1000)}, Tests: []File{{Name: "t", Text: "def test_it(): pass\n"}}}, nil)
	if len(r.Problems) != maxProblems {
		t.Errorf("expected %d problems, found %d", maxProblems, len(r.Problems))
	}
	if r := oneTest(t, "fail('a' * 500000)"); len(r.Message) > maxMessage+10 {
		t.Errorf("expected a message of at most %d bytes, found one of %d", maxMessage, len(r.Message))
	}
}

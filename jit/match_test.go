package jit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/jit"
	"unbox/lang/judge"
	"unbox/lang/library"
	"unbox/lang/vm"
)

// check runs a program and compares its traces with what it expects of them.
func check(t *testing.T, name, program string) []error {
	t.Helper()
	list, err := jit.ReadExpectations(name, program)
	if err != nil {
		return []error{err}
	}
	j := jit.New(jit.Options{})
	judge.RunWith(program, vm.Options{Tracer: j}, j.Start)
	var errs []error
	for _, e := range list {
		if err := e.Check(j); err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

// TestMatch compares the traces of programs with what they say themselves, in files and in the documentation.
func TestMatch(t *testing.T) {
	names, err := filepath.Glob("testdata/*.py")
	if err != nil || len(names) == 0 {
		t.Fatalf("expected programs, found none: %v", err)
	}
	programs := make(map[string]string)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		programs[name] = string(text)
	}
	docs, err := os.ReadFile("../docs/jit.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range strings.Split(string(docs), "```python\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		programs["docs/jit.md"] = text
	}
	if programs["docs/jit.md"] == "" {
		t.Error("expected a program in docs/jit.md, found none")
	}
	for name, program := range programs {
		for _, err := range check(t, name, program) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMatchRestOfList takes `...` for the rest of a list: for some values or for none, but not for a part of one.
func TestMatchRestOfList(t *testing.T) {
	program := "def f(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\n\n\nprint(f(2000))\n"
	rows := "\n#: loop 3\n#| L1(...):\n#| more = int_lt(%s)\n#| ...\n#| i2 = int_add(i, 1, ...)\n#| ..."
	for list, matches := range map[string]bool{"i, n, ...": true, "i, ...": true, "...": true, "i, n": true, "i": false, "i, n, _": false, "i, n, m, ...": false, "n, i, ...": false} {
		errs := check(t, "rest.py", program+fmt.Sprintf(rows, list))
		if matches != (len(errs) == 0) {
			t.Errorf("int_lt(%s): expected a match: %v, found %v", list, matches, errs)
		}
	}
}

// TestMatchDiffers expects what is not there: the message says which row differs, and why.
func TestMatchDiffers(t *testing.T) {
	const program = "def f(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\nprint(f(3000))\n"
	for _, c := range []struct{ expected, message string }{
		{"#: loop 3\n#| ...\n#| x = int_add(a, 2)\n#| ...", "expected `x = int_add(a, 2)`, found"},
		{"#: loop 3\n#| ...\n#| x = int_add(a, 1)\n#| ...\n#| jump(L1, b, x, a)", "expected `jump(L1, b, x, a)`, found `jump(L1, p"},
		{"#: loop 3\n#| ...\n#| x = int_add(x, 1)\n#| ...", "`x` was `"},
		{"#: loop 3\n#| ...\n#| x = int_lt(y, z)\n#| guard_true(y)\n#| ...", "`y` was `"},
		{"#: loop 3\n#| ...\n#| guard_not_interrupted()", "expected the end, found `jump("},
		{"#: loop 3\n#| ...\n#| jump(...)\n#| finish()", "expected `finish()`, found the end"},
		{"#: loop 4\n#| ...", "expected a trace of a loop in line 4, found none"},
		{"#: bridge 3\n#| ...", "expected a bridge 1 of the loop in line 3, found 0 bridges"},
		{"#: loop 3\n#| ...\n#| x = nothing()", "expected `x = nothing()`"},
		{"", "expected lines such as `#: loop 3`"},
		{"#| jump()", "expected a line such as `#: loop 3` before"},
		{"#: loops 3", "expected `loop`, `preamble`, `recorded` or `bridge`"},
		{"#: loop three", "expected a line such as `12` or `heapq.py:12`, found `three`"},
		{"#: loop heap.py:3", "expected a module of the library before `:`, such as `heapq.py`, found `heap.py`"},
		{"#: bridge 3 0", "expected the number of a bridge, found `0`"},
	} {
		errs := check(t, "a.py", program+c.expected+"\n")
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), c.message) {
			t.Errorf("%q: expected %q, found %v", c.expected, c.message, errs)
		}
	}
}

// TestMatchModule expects a trace of a module's loop: a line of the program with the same number is another place.
func TestMatchModule(t *testing.T) {
	source, _ := library.Source("bisect")
	before, _, _ := strings.Cut(source, "while ")
	line := strings.Count(before, "\n") + 1
	program := "from bisect import bisect_right\nhay = list(range(0, 3000, 3))\nx = 0\nwhile x < 3000:\n    assert bisect_right(hay, x) == x // 3 + 1\n    x += 1\n"
	for expected, message := range map[string]string{
		fmt.Sprintf("#: recorded bisect.py:%d\n#| ...\n#| x = int_add_ovf(a, b)\n#| ...\n", line): "",
		fmt.Sprintf("#: recorded %d\n#| ...\n", line):                                             fmt.Sprintf("expected a trace of a loop in line %d, found none", line),
		"#: recorded bisect.py:4\n#| ...\n":                                                       "expected a trace of a loop in bisect.py:4, found none",
	} {
		errs := check(t, "a.py", program+expected)
		if message == "" && len(errs) > 0 || message != "" && (len(errs) != 1 || !strings.Contains(errs[0].Error(), message)) {
			t.Errorf("%q: expected %q, found %v", expected, message, errs)
		}
	}
}

// TestMatchManyWays gives up expectations that could be compared in too many ways.
func TestMatchManyWays(t *testing.T) {
	var b strings.Builder
	b.WriteString("def f(n):\n    i = 0\n    while i < n:\n")
	for range 40 {
		b.WriteString("        i += 1\n        i -= 1\n")
	}
	b.WriteString("        i += 1\n    return i\nprint(f(3000))\n#: recorded 3\n")
	for range 30 {
		b.WriteString("#| ...\n#| guard_no_overflow()\n")
	}
	b.WriteString("#| finish()\n")
	errs := check(t, "a.py", b.String())
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "expected fewer `...`") {
		t.Errorf("expected too many ways, found %v", errs)
	}
}

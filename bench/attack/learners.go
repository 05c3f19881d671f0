//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// learner is a program in the learners' language that tries to use much time, much
// memory, or both.
type learner struct {
	name, about string
	quick       bool
	// code is the body of the function that the tests call; source is a whole program instead.
	code, source string
}

// program is what the learner sends. Programs without the function would not even run.
func (l learner) program() string {
	if l.source != "" {
		return l.source + "\ndef fold(bb):\n    return bb\n"
	}
	return "def fold(bb):\n    " + strings.ReplaceAll(strings.TrimSpace(l.code), "\n", "\n    ") + "\n    return bb\n"
}

// endless is an endless program.
const endless = "def fold(bb):\n    while True:\n        pass\n"

func learners() []learner {
	deep := strings.Repeat("(", 20_000) + "1" + strings.Repeat(")", 20_000)
	return []learner{
		{"learner-colliding-dict", "keys of a dict that all collide", true,
			"d = {}\nfor i in range(30000):\n    d[i << 32] = 1\n", ""},
		{"learner-colliding-strings", "the same with texts and tuples", false,
			"d = {}\nfor i in range(30000):\n    d[(i << 32, i << 32)] = 1\n    d[i << 40] = 1\n", ""},
		{"learner-int-of-text", "int(text) of a long number in a loop", false,
			"t = '7' * 1200\nwhile True:\n    n = int(t)\n", ""},
		{"learner-33000-lines", "a source of 33,000 lines", true, "", strings.Repeat("a = 1\n", 33_000)},
		{"learner-900-lines", "a source of 900 lines, each as long as it may be", false, "", strings.Repeat("a = 1 + "+strings.Repeat("1", 25)+"\n", 900)},
		{"learner-long-line", "one expression of 32,000 characters", false, "", "a = 1" + strings.Repeat("+1", 16_000) + "\n"},
		{"learner-deep-source", "20,000 parentheses", false, "", "a = " + deep + "\n"},
		{"learner-deep-lists", "a list in a list, 200,000 times, then printed and compared", false,
			"a = []\nb = []\nfor i in range(200000):\n    a = [a]\n    b = [b]\nprint(a == b)\nprint(a)\n", ""},
		{"learner-recursion", "a function that calls itself", true, "", "def f(n):\n    return f(n + 1)\nf(0)\n"},
		{"learner-endless", "a loop without an end", true, "while True:\n    pass\n", ""},
		{"learner-printing", "printing without an end", false, "while True:\n    print('x' * 1000)\n", ""},
		{"learner-big-ints", "squares of squares, shifts", false, "a = 3\nwhile True:\n    a = a * a\n    b = (1 << 500) * a\n", ""},
		{"learner-doubling-text", "a text twice as long each time", false, "t = 'x'\nwhile True:\n    t = t + t\n", ""},
		{"learner-replace", "replace of each character by a long text", false,
			"t = 'x' * 4000\nwhile True:\n    u = t.replace('x', t)\n    v = t.split('x')\n    w = t.join(v)\n", ""},
		{"learner-format", "formats of enormous width", false,
			"t = '%s' * 20000\nwhile True:\n    u = '{}{}{}{}'.format(t, t, t, t)\n    t = repr(u)\n", ""},
		{"learner-huge-lists", "lists that only grow", true, "a = [0]\nwhile True:\n    a = a + a\n", ""},
		{"learner-range", "list(range(2**31)) and friends", false,
			"for f in [list, tuple, sorted, reversed, enumerate, any, all, max, min]:\n    f(range(1 << 31))\n", ""},
		{"learner-sort", "sorting with a key that sorts", false,
			"def key(x):\n    return sorted(range(1000), key=lambda y: -y)\nwhile True:\n    sorted(range(1000), key=key)\n", ""},
		{"learner-comprehensions", "comprehensions, one in the other", false,
			"a = [[[[x + y for x in range(100)] for y in range(100)] for z in range(100)] for w in range(100)]\n", ""},
		{"learner-dict-copies", "a dict copied in each iteration", false,
			"d = {}\nfor i in range(100000):\n    d[i] = i\n    e = dict(d)\n    k = d.keys()\n", ""},
		{"learner-in", "`in` of long texts and lists", false,
			"t = 'ab' * 100000\nl = list(range(50000))\nwhile True:\n    x = 'ba' * 30000 + 'c' in t\n    y = -1 in l\n    z = t.count('a')\n    w = t.find('abac')\n", ""},
		{"learner-wide-equality", "lists of the same ten lists, ten deep: compared, a billion pairs", true,
			"a = 0\nb = 0\nfor i in range(9):\n    a = [a] * 10\n    b = [b] * 10\nwhile True:\n    c = a == b\n", ""},
		{"learner-wide-text", "the same as text", false,
			"a = 0\nfor i in range(12):\n    a = [a] * 10\nwhile True:\n    t = str(a)\n", ""},
		{"learner-wide-hash", "a pair of twice the same pair, forty deep, as key", true,
			"t = (1, 2)\nfor i in range(40):\n    t = (t, t)\nd = {}\nwhile True:\n    d[t] = 1\n", ""},
		{"learner-wide-print", "the same, printed, formatted, sorted", false,
			"t = (1, 2)\nfor i in range(40):\n    t = (t, t)\nprint(t)\n", ""},
		{"learner-wide-format", "the same in a format", false,
			"t = (1, 2)\nfor i in range(40):\n    t = (t, t)\nu = '%s' % (t,)\n", ""},
		{"learner-wide-sort", "lists of equal wide lists, sorted", false,
			"a = 0\nb = 0\nfor i in range(8):\n    a = [a] * 10\n    b = [b] * 10\nwhile True:\n    c = sorted([a, b] * 50)\n    d = max(a, b)\n", ""},
		{"learner-long-keys", "a text of 1 MB as key, looked up again and again", true,
			"t = 'ab' * 500000\nd = {t: 1}\nwhile True:\n    x = d[t]\n", ""},
		{"learner-long-equality", "two equal texts of 1 MB, compared again and again", false,
			"t = 'ab' * 500000\nu = 'a' + 'ba' * 499999 + 'b'\nwhile True:\n    x = t == u\n    y = t < u\n", ""},
		{"learner-long-lists", "long lists, compared, added, sliced, searched, taken from the front", false,
			"a = list(range(100000))\nb = list(range(100000))\nwhile True:\n    c = a == b\n    d = a[::-1]\n    e = b.index(99999)\n    f = a.pop(0)\n    a.insert(0, f)\n    b.remove(99999)\n    b.append(99999)\n", ""},
		{"learner-long-arguments", "calls with a hundred thousand arguments", false,
			"def f(*a, **k):\n    return 1\na = list(range(100000))\nd = {str(i): i for i in range(20000)}\nwhile True:\n    f(*a)\n    f(**d)\n", ""},
		{"learner-long-methods", "methods of texts that look at all of it", false,
			"t = 'Ab ' * 300000\nwhile True:\n    a = t.upper()\n    b = t.title()\n    c = t.islower()\n    e = t.strip(t)\n    f = t.splitlines()\n    g = t.rpartition('x')\n    h = t.startswith(t)\n    i = t.rfind('xy')\n", ""},
		{"learner-number-texts", "large numbers as texts and back", false,
			"a = 1 << 500\nfor i in range(6):\n    a = a * a\nwhile True:\n    t = str(a)\n    u = '%d' % a\n    b = int(t)\n    c = a % (a // 3 + 1)\n", ""},
		{"learner-sets", "sets of sets' worth of keys, joined again and again", false,
			"a = set(range(50000))\nb = set(range(25000, 75000))\nwhile True:\n    c = a | b\n    d = a & b\n    e = a - b\n    f = a == b\n", ""},
		{"learner-long-trace-texts", "a trace's text parsed, compared and printed again and again", false,
			"t = '[i0]\\n' + ''.join(['i%d = int_add(i%d, 1)\\n' % (i + 1, i) for i in range(10000)]) + 'finish(i10000)\\n'\nwhile True:\n    u = print(parse(t))\n", ""},
		{"learner-traces", "random traces, made and proved in a loop", true,
			"while True:\n    t = random_trace(7)\n    assert_equivalent(t, t)\n    p = prove(t, t)\n", ""},
		{"learner-huge-trace", "a trace of a megabyte, proved", false,
			"t = '[i0]\\n' + ''.join(['i%d = int_add(i%d, 1)\\n' % (i + 1, i) for i in range(40000)]) + 'finish(i40000)\\n'\nwhile True:\n    prove(t, t)\n", ""},
		{"learner-hard-proofs", "proofs that solvers cannot finish: products of unknown factors, remainders, shifts by each other", true,
			"a = '[i0, i1, i2]\\ni3 = int_mul(i0, i1)\\ni4 = int_mul(i3, i2)\\ni5 = int_mul(i4, i4)\\nfinish(i5)\\n'\nb = '[i0, i1, i2]\\ni3 = int_mul(i1, i2)\\ni4 = int_mul(i0, i3)\\ni5 = int_mul(i4, i4)\\nfinish(i5)\\n'\nwhile True:\n    p = prove(a, b)\n", ""},
		{"learner-sort-keys", "sorting, and looking for the largest, by keys that are the same long list", true,
			"x = ['ab'] * 50000\nwhile True:\n    a = sorted([1, 2], key=lambda k: x)\n    b = max(1, 2, key=lambda k: x)\n", ""},
		{"learner-dict-keys", "a dict of one key, which is a long text or a long tuple", true,
			"x = 'ab' * 200000\ny = tuple(range(5000))\nwhile True:\n    d = {x: 1}\n    e = {y: 1, 2: 3}\n", ""},
		{"learner-strange-text", "NUL, half characters and names of 30 KB", false, "",
			"a\x00 = 1\n\ufffd\u202e = 'x\x00y'\n" + strings.Repeat("é", 15_000) + " = 1\n"},
	}
}

// runPath is the step that learners' programs attack.
func (a *arena) runPath() string { return a.honest.path }

func codeBody(code string) []byte {
	text, err := json.Marshal(map[string]string{"code": code})
	if err != nil {
		panic("BUG: a text always marshals: " + err.Error())
	}
	return text
}

// learnerAttacks runs each program from thirty seats at once.
func learnerAttacks() []attack {
	var all []attack
	for _, l := range learners() {
		all = append(all, attack{name: l.name, about: l.about, quick: l.quick, do: func(ctx context.Context, a *arena) {
			code := l.program()
			a.learn(ctx, 30, func(int, int) string { return code })
		}})
	}
	return append(all, attack{name: "learner-each-new", about: "programs of which each is a new one", do: func(ctx context.Context, a *arena) {
		a.learn(ctx, 30, func(i, k int) string {
			return fmt.Sprintf("def fold(bb):\n    a = %d\n    while True:\n        a += %d\n", i, k)
		})
	}})
}

// learn runs programs from n seats, again and again. No program may be verified.
func (a *arena) learn(ctx context.Context, n int, code func(i, k int) string) {
	seats := a.seats(ctx, n)
	round := make([]int, n)
	a.repeat(ctx, n, 200, func(i int) {
		round[i]++
		r, _ := a.post(ctx, seats[i], a.runPath(), codeBody(code(i, round[i])))
		var result struct {
			Status string
		}
		if r == nil || r.status != 200 {
			return
		}
		switch err := json.Unmarshal(r.body, &result); {
		case err != nil:
			a.fault("expected JSON, found %s", r.body)
		case result.Status == "pass":
			a.fault("expected tests that fail, found that they pass: %s", r.body)
		}
	})
}

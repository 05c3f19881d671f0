//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// learner is a program in the learners' language that wants to take long, much, or both.
type learner struct {
	name, about string
	quick       bool
	code        string
}

func learners() []learner {
	deep := strings.Repeat("(", 20_000) + "1" + strings.Repeat(")", 20_000)
	return []learner{
		{"learner-colliding-dict", "keys of a dict that all collide", true,
			"d = {}\nfor i in range(30000):\n    d[i << 32] = 1\n"},
		{"learner-colliding-strings", "the same with texts and tuples", false,
			"d = {}\nfor i in range(30000):\n    d[(i << 32, i << 32)] = 1\n    d[i << 40] = 1\n"},
		{"learner-int-of-text", "int(text) of a long text in a loop", true,
			"t = '7' * 200000\nfor i in range(100000):\n    n = int(t)\n"},
		{"learner-33000-lines", "a source of 33,000 lines", true, strings.Repeat("a = 1\n", 33_000)},
		{"learner-long-line", "one expression of 250,000 characters", false, "a = 1" + strings.Repeat("+1", 125_000) + "\n"},
		{"learner-deep-source", "20,000 parentheses", false, "a = " + deep + "\n"},
		{"learner-deep-lists", "a list in a list, 200,000 times, then printed and compared", false,
			"a = []\nb = []\nfor i in range(200000):\n    a = [a]\n    b = [b]\nprint(a == b)\nprint(a)\n"},
		{"learner-recursion", "a function that calls itself", true, "def f(n):\n    return f(n + 1)\nf(0)\n"},
		{"learner-endless", "a loop without an end", true, "while True:\n    pass\n"},
		{"learner-printing", "printing without an end", true, "while True:\n    print('x' * 1000)\n"},
		{"learner-big-ints", "squares of squares, shifts", true, "a = 3\nwhile True:\n    a = a * a\n    b = 1 << 60000\n"},
		{"learner-doubling-text", "a text twice as long each time", true, "t = 'x'\nwhile True:\n    t = t + t\n"},
		{"learner-replace", "replace of each character by a long text", false,
			"t = 'x' * 4000\nwhile True:\n    u = t.replace('x', t)\n    v = t.split('x')\n    w = t.join(v)\n"},
		{"learner-format", "formats of enormous width", false,
			"t = '%s' * 20000\nwhile True:\n    u = '{}{}{}{}'.format(t, t, t, t)\n    t = repr(u)\n"},
		{"learner-huge-lists", "lists that only grow", true, "a = [0]\nwhile True:\n    a = a + a\n"},
		{"learner-range", "list(range(2**31)) and friends", false,
			"for f in [list, tuple, sorted, reversed, enumerate, any, all, max, min]:\n    f(range(1 << 31))\n"},
		{"learner-sort", "sorting with a key that sorts", false,
			"def key(x):\n    return sorted(range(1000), key=lambda y: -y)\nwhile True:\n    sorted(range(1000), key=key)\n"},
		{"learner-comprehensions", "comprehensions, one in the other", true,
			"a = [[[[x + y for x in range(100)] for y in range(100)] for z in range(100)] for w in range(100)]\n"},
		{"learner-dict-copies", "a dict copied in each round", false,
			"d = {}\nfor i in range(100000):\n    d[i] = i\n    e = dict(d)\n    k = d.keys()\n"},
		{"learner-in", "`in` of long texts and lists", false,
			"t = 'ab' * 100000\nl = list(range(50000))\nwhile True:\n    x = 'ba' * 30000 + 'c' in t\n    y = -1 in l\n    z = t.count('a')\n    w = t.find('abac')\n"},
		{"learner-traces", "the optimizer's own functions in a loop", true,
			"while True:\n    t = random_trace(7)\n    u = optimize(t)\n    assert_equivalent(t, u)\n"},
		{"learner-huge-trace", "a trace of a megabyte, optimized and proved", false,
			"t = '[i0]\\n' + ''.join(['i%d = int_add(i%d, 1)\\n' % (i + 1, i) for i in range(40000)]) + 'finish(i40000)\\n'\nwhile True:\n    prove(t, optimize(t))\n"},
		{"learner-strange-text", "NUL, half characters and names of a megabyte", false,
			"a\x00 = 1\n\ufffd\u202e = 'x\x00y'\n" + strings.Repeat("é", 60_000) + " = 1\n"},
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

// learnerAttacks has each program run from thirty seats at once.
func learnerAttacks() []attack {
	var all []attack
	for _, l := range learners() {
		all = append(all, attack{name: l.name, about: l.about, quick: l.quick, do: func(ctx context.Context, a *arena) {
			a.learn(ctx, 30, func(int, int) string { return l.code })
		}})
	}
	return append(all, attack{name: "learner-each-new", about: "programs of which each is a new one", do: func(ctx context.Context, a *arena) {
		a.learn(ctx, 30, func(i, k int) string { return fmt.Sprintf("a = %d\nb = %d\nwhile True:\n    a += b\n", i, k) })
	}})
}

// learn runs programs from n seats, again and again. No program may be verified.
func (a *arena) learn(ctx context.Context, n int, code func(i, k int) string) {
	seats := a.seats(n)
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

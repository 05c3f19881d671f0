package learn_test

import (
	"strings"
	"testing"
	"time"

	"unbox/tutorials/learn"
)

// hostile are programs that would go on for ever or take all memory. Each must end
// by a limit, not by the clock: the clock of a test is not that of a browser.
var hostile = map[string]string{
	"loop":                    "while True:\n        pass",
	"loop over range":         "for i in range(10000000000000): pass",
	"recursion":               "def f(n): return f(n + 1)\n    f(0)",
	"mutual recursion":        "def f(n): return g(n)\n    def g(n): return f(n)\n    f(0)",
	"recursion through key":   "def f(n): return sorted([1], key=f)\n    f(0)",
	"recursion in lambda":     "f = [None]\n    f[0] = lambda n: f[0](n)\n    f[0](0)",
	"max of range":            "max(range(10000000000000))",
	"min of range":            "min(range(10000000000000))",
	"sorted range":            "sorted(range(10000000000000))",
	"list of range":           "list(range(10000000000000))",
	"tuple of range":          "tuple(range(10000000000000))",
	"set of range":            "set(range(10000000000000))",
	"reversed range":          "reversed(range(10000000000000))",
	"enumerate range":         "enumerate(range(10000000000000))",
	"zip of ranges":           "zip(range(10000000000000), range(10000000000000))",
	"any of range":            "any(range(0, -10000000000000, -1)[1:])",
	"all of range":            "all(range(1, 10000000000000))",
	"star of range":           "print(*range(10000000000000))",
	"starred call":            "def f(*a): pass\n    f(*range(10000000000000))",
	"extend with range":       "x = []\n    x.extend(range(10000000000000))",
	"list += range":           "x = []\n    x += range(10000000000000)",
	"attribute += range":      "x = Info()\n    x.l = []\n    x.l += range(10000000000000)",
	"comprehension":           "[[0] * 1000 for i in range(100000000)]",
	"dict comprehension":      "{i: [0] * 1000 for i in range(100000000)}",
	"text repeated":           "'x' * 1000000000",
	"text repeated, turned":   "1000000000 * 'x'",
	"list repeated":           "[0] * 1000000000",
	"tuple repeated":          "(0,) * 1000000000",
	"repeated by a huge":      "'x' * (1 << 300)",
	"text doubled":            "x = 'x'\n    while True: x += x",
	"text doubled in a field": "x = Info(s='x')\n    def f(): return x\n    while True: f().s += f().s",
	"text doubled in a list":  "x = ['x']\n    def f(): return x\n    while True: f()[-1] += f()[-1]",
	"text doubled by format":  "x = 'x'\n    while True: x = '{0}{0}'.format(x)",
	"text doubled by percent": "x = 'x'\n    while True: x = '%s%s' % (x, x)",
	"text doubled by join":    "x = 'xx'\n    while True: x = x.join([x, x])",
	"text replaced":           "x = 'x'\n    while True: x = x.replace('x', 'xx')",
	"replace nothing":         "x = 'x' * 1000\n    while True: x = x.replace('', x[:10])",
	"list doubled":            "x = [1]\n    while True: x = x + x",
	"list doubled in place":   "x = [1]\n    while True: x += x",
	"tuple doubled":           "x = (1,)\n    while True: x = x + x",
	"append":                  "x = []\n    while True: x.append('y' * 1000)",
	"dict grows":              "x = {}\n    i = 0\n    while True:\n        x[i] = 'y' * 1000\n        i += 1",
	"squaring":                "x = 3\n    while True: x = x * x",
	"squaring in place":       "x = 3\n    while True: x *= x",
	"shifting":                "x = 1\n    while True: x = x << 500",
	"adding up":               "x = 1\n    while True: x = x + x",
	"digits":                  "int('9' * 100000)",
	"digits of a huge":        "x = 3\n    while True:\n        x = x * x\n        str(x)",
	"print":                   "while True: print('x' * 100)",
	"print a long line":       "print('x' * 1000000)",
	"nested twice":            "x = [1]\n    for i in range(60): x = [x, x]\n    str(x)",
	"nested twice, compared":  "x = [1]\n    y = [1]\n    for i in range(9): x, y = [x] * 50, [y] * 50\n    x == y",
	"nested twice, repr":      "x = [1]\n    for i in range(60): x = [x, x]\n    repr(x)",
	"nested twice, percent":   "x = [1]\n    for i in range(60): x = [x, x]\n    '%s' % [x]",
	"nested twice, format":    "x = [1]\n    for i in range(60): x = [x, x]\n    '{}'.format(x)",
	"nested twice, printed":   "x = [1]\n    for i in range(60): x = [x, x]\n    print(x)",
	"nested tuples as key":    "x = (1,)\n    for i in range(60): x = (x, x)\n    {x: 1}",
	"nested tuples hashed":    "x = (1,)\n    for i in range(60): x = (x, x)\n    hash(x)",
	"deep list":               "x = []\n    for i in range(100000): x = [x]\n    str(x)",
	"deep list, compared":     "x = []\n    y = []\n    for i in range(100000): x, y = [x], [y]\n    x == y",
	"dict in itself":          "x = {}\n    for i in range(60): x = {1: x, 2: x}\n    str(x)",
	"long texts sorted":       "x = 'x' * 500000\n    sorted([x + str(i) for i in range(20)] * 5000)",
	"long texts compared":     "x = 'x' * 500000\n    y = x + 'y'\n    x = x + 'x'\n    while True: x == y",
	"long text searched":      "x = 'x' * 500000\n    while True: x.find('y')",
	"long list searched":      "x = [0] * 100000\n    while True: 1 in x",
	"long list sliced":        "x = [0] * 100000\n    while True: x[:]",
	"long list inserted":      "x = [0] * 100000\n    while True: x.insert(0, 1)",
	"long list indexed":       "x = [0] * 100000\n    while True: x.index(1) if 1 in x else 0",
	"getattr hides a method":  "f = getattr('x' * 1000, 'replace')\n    x = 'x'\n    while True: x = getattr(x, 'replace')('x', 'xx')",
	"block grows":             "bb = Block()\n    while True: bb.add(1, 2)",
	"block while it grows":    "bb = Block()\n    bb.add(1, 2)\n    out = Block()\n    while True:\n        for op in bb: out.append(op)",
	"interpret a loop":        "while True: interpret('[i0]\\ni1 = int_add(i0, 1)\\njump(i1)\\n', 1, jumps=1000000000)",
	"runs without end":        "while True: assert_equivalent('[i0]\\ni1 = int_add(i0, 1)\\njump(i1)\\n', '[i0]\\ni1 = int_add(i0, 1)\\njump(i1)\\n', runs=10000)",
	"parse a huge trace":      "parse('x = getarg(0)\\n' * 100000)",
	"optimize without end":    "t = '[i0]\\n' + 'i1 = int_add(i0, 1)\\n' * 1\n    while True: optimize(t)",
	"printing blocks":         "bb = Block()\n    for i in range(1000): bb.add(i, 2)\n    while True: bb_to_str(bb)",
	"virtuals of virtuals":    "v = Virtual('A')\n    for i in range(100000): v = Virtual('A', x=v)\n    bb = Block()\n    bb.guard_true(1, snapshot=[v])\n    while True: to_trace(bb)",
	"catching":                "while True:\n        assert_raises(max, range(10000000000000))",
	"type of nothing":         "x = 'a' * 1000000\n    while True: x.upper()",
	"splitting":               "x = 'a ' * 400000\n    while True: x.split(' ')",
	"elements of a text":      "x = 'a' * 1000000\n    while True: list(x.elems())",
	"dict updated":            "x = {i: i for i in range(10000)}\n    while True: x.update(x)",
	"dict merged":             "x = {i: i for i in range(10000)}\n    while True: y = x | x",
	"sets merged":             "x = set(range(10000))\n    while True: y = x | x",
	"items":                   "x = {i: i for i in range(10000)}\n    while True: x.items()",
}

// deep are programs that are deep before they run: the parser, the resolver and the
// compiler all go into them with calls of their own.
var deep = map[string]string{
	"parentheses":  strings.Repeat("(", 14000) + "1",
	"lists":        strings.Repeat("[", 140) + strings.Repeat("]", 140),
	"not":          "(" + strings.Repeat("not\n ", 9000) + "1)",
	"minus":        strings.Repeat("- ", 20000) + "1",
	"conditions":   "(" + strings.Repeat("1 if 1 else\n ", 9000) + "1)",
	"lambdas":      "(" + strings.Repeat("lambda:\n ", 9000) + "1)",
	"sums":         strings.Repeat("1 + ", 9000) + "1",
	"ors":          strings.Repeat("1 or ", 9000) + "1",
	"attributes":   "y" + strings.Repeat(".a", 9000),
	"calls":        "y" + strings.Repeat("(1, 2)", 9000),
	"indexes":      "y" + strings.Repeat("[1]", 9000),
	"generators":   "[1 " + strings.Repeat("for i in y ", 9000) + "]",
	"elif":         "1\nif x: pass\n" + strings.Repeat("elif 1: pass\n", 9000),
	"a long text":  "'" + strings.Repeat("x", 1<<19) + "'",
	"a long digit": strings.Repeat("9", 200000),
}

func TestDeepSourcesAreRefused(t *testing.T) {
	for name, expression := range deep {
		t.Run(name, func(t *testing.T) {
			r := run("x = " + expression + "\ndef test_x():\n    x * x * x\n")
			if r.Status == "pass" {
				t.Errorf("expected an error, got %+v", r)
			}
			t.Log(r.Message)
		})
	}
}

func runOne(t *testing.T, body string) (*learn.Results, time.Duration) {
	t.Helper()
	start := time.Now()
	r := learn.Run(&learn.Suite{Code: learn.File{Name: "code", Text: "def test_x():\n    " + body + "\n"}}, nil)
	return r, time.Since(start)
}

func TestNoProgramEscapesTheLimits(t *testing.T) {
	for name, body := range hostile {
		t.Run(name, func(t *testing.T) {
			r, took := runOne(t, body)
			if len(r.Tests) != 1 || r.Tests[0].Status != "error" {
				t.Fatalf("expected an error, got %+v", r)
			}
			p := r.Tests[0].Problem
			if p == nil || p.Limit == "" && !strings.Contains(p.Message, "expected") {
				t.Fatalf("expected a limit, got %+v", r.Tests[0])
			}
			if took > 500*time.Millisecond {
				t.Logf("took %v natively", took)
			}
			t.Logf("%v, %s: %s", took.Round(time.Millisecond), p.Limit, p.Message)
		})
	}
}

// TestLookingUpCostsTheSame: a pass that keeps what it has seen in a dict must not
// run out of steps as one that searches does.
func TestLookingUpCostsTheSame(t *testing.T) {
	r := learn.Run(&learn.Suite{Code: learn.File{Name: "code", Text: `
def fill(seen, n):
    for i in range(n):
        if ("add", i) not in seen:
            seen.setdefault(("add", i), i)

def test_dict():
    fill({}, 3000)

def test_list():
    seen = []
    for i in range(3000):
        if ("add", i) not in seen:
            seen.append(("add", i))
`}}, nil)
	if len(r.Tests) != 2 || r.Tests[0].Status != "pass" {
		t.Errorf("expected 3,000 look-ups within the limits, found %+v", r.Tests)
	} else if r.Tests[1].Status != "error" || r.Tests[1].Problem.Limit != "steps" {
		t.Errorf("expected 3,000 searches to reach the limit of steps, found %s: %s", r.Tests[1].Status, r.Tests[1].Message)
	}
}

// The digits of a number are no operators: a number of 4,096 bits has 1,233 of them.
func TestLongNumber(t *testing.T) {
	r := learn.Run(&learn.Suite{
		Code:  learn.File{Name: "code", Text: "n = " + strings.Repeat("9", 1200) + "\n"},
		Tests: []learn.File{{Name: "test", Text: "def test_n():\n    assert_true(n > 0)\n"}},
	}, nil)
	if r.Status != "pass" {
		t.Errorf("expected a number of 1,200 digits to be one, found %s: %s", r.Status, r.Message)
	}
}

//go:build linux

package main

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
)

// hostilePython is a Python program that wants to take long, much, or both, from the worker that measures it.
type hostilePython struct {
	name, about string
	quick       bool
	text        string
}

func hostilePythons() []hostilePython {
	return []hostilePython{
		{"python-endless", "a loop without an end", true, "n = 0\nwhile True:\n    n += 1\n"},
		{"python-printing", "printing without an end", true, "while True:\n    print('x' * 1000)\n"},
		{"python-recursion", "a function that calls itself, as deep as it may", true,
			"import sys\nsys.setrecursionlimit(10000)\ndef f(n):\n    return f(n + 1)\nwhile True:\n    try:\n        f(0)\n    except RecursionError:\n        pass\n"},
		{"python-huge-lists", "lists that only grow", true, "a = [0]\nwhile True:\n    a = a + a\n"},
		{"python-huge-power", "10 ** 10 ** 6, and then more of it", true, "x = 10 ** 10 ** 6\nwhile True:\n    x = x * x\n"},
		{"python-memory", "objects that are all kept", true,
			"class C:\n    def __init__(self, rest):\n        self.rest = rest\nkept = None\nwhile True:\n    kept = C(kept)\n"},
		{"python-memory-error", "the same, again after each MemoryError", false,
			"while True:\n    try:\n        a = []\n        while True:\n            a.append([0] * 1000)\n    except MemoryError:\n        a = None\n"},
		{"python-text", "a text twice as long each time", false, "t = 'x'\nwhile True:\n    t = t + t\n"},
		{"python-bridges", "a loop with a thousand paths, each of which is hot", false,
			"total = 0\ni = 0\nwhile True:\n    i += 1\n" + branches(1000) + "    total += 1\n"},
		{"python-invalidation", "a class that changes in each iteration", false,
			"class C:\n    f = 1\nc = C()\nn = 0\nwhile True:\n    C.f = n\n    n += c.f\n"},
		{"python-1-mb", "a source of a megabyte", false, strings.Repeat("a = 1\n", 170_000)},
		{"python-text-methods", "methods of texts that look at much for each character: split, replace, count, strip, join of a text of a million characters", true,
			"t = 'ab' * 500000\nwhile True:\n    n = t.count('abab' * 1000 + 'c')\n    u = t.replace('a', 'aaaa')\n    v = t.split('b')\n    w = 'b'.join(v)\n    x = t.strip('ab')\n    y = t.rfind('ba' * 5000 + 'c')\n"},
		{"python-gigabyte", "a text, a list and a tuple of 10^9 items", true,
			"for make in [lambda: 'a' * 10**9, lambda: [0] * 10**9, lambda: (0,) * 10**9, lambda: list(range(10**9)), lambda: 'ab'.ljust(10**9), lambda: bytes(10**9)]:\n    try:\n        x = make()\n    except Exception as e:\n        print(type(e))\n"},
		{"python-widths", "formats of enormous widths and precisions", false,
			"n = 0\nwhile n < 100:\n    n += 1\n    for f in ['%1000000000d', '%.1000000000f', '%0*d']:\n        try:\n            t = f % 5\n        except Exception:\n            pass\n    for w in ['{:>1000000000}', '{:.1000000000f}', '{:0999999999d}']:\n        try:\n            t = w.format(5)\n        except Exception:\n            pass\n    try:\n        t = f'{n:1000000000}'\n    except Exception:\n        pass\n"},
		{"python-aliases", "a list that is in itself a thousand times, printed, compared, copied", false,
			"a = []\na = [a] * 1000\nb = [a] * 1000\nc = [b] * 1000\nd = [c] * 1000\nwhile True:\n    t = str(d)\n    e = d == [[[a] * 1000] * 1000] * 1000\n"},
		{"python-itself", "lists and dicts that contain themselves, printed, compared and hashed", false,
			"a = []\na.append(a)\nb = []\nb.append(b)\nd = {}\nd[1] = d\nwhile True:\n    t = repr(a) + repr(d)\n    try:\n        c = a == b\n    except RecursionError:\n        pass\n"},
		{"python-deep-methods", "`__repr__`, `__eq__` and `__hash__` that call themselves", true,
			"class C:\n    def __init__(self, of):\n        self.of = of\n    def __repr__(self):\n        return '<' + repr(self.of) + '>'\n    def __eq__(self, other):\n        return self.of == other.of\n    def __hash__(self):\n        return hash(self.of)\nc = C(None)\nd = C(None)\nc.of = c\nd.of = d\nwhile True:\n    for f in [lambda: repr(c), lambda: c == d, lambda: hash(c), lambda: {c: 1}, lambda: c in [d], lambda: sorted([c, d], key=repr)]:\n        try:\n            f()\n        except RecursionError:\n            pass\n"},
		{"python-sort-changes", "a list that its own comparisons change while it is sorted", true,
			"class C:\n    def __init__(self, n):\n        self.n = n\n    def __lt__(self, other):\n        l.append(C(self.n))\n        if len(l) > 50:\n            l.clear()\n        return self.n < other.n\nwhile True:\n    l = [C(i * 7 % 13) for i in range(200)]\n    try:\n        l.sort()\n    except ValueError:\n        pass\n    m = sorted(l, key=lambda c: (l.pop() if l else c).n)\n"},
		{"python-dict-changes", "a dict that the comparisons of its keys change", true,
			"class K:\n    def __init__(self, n):\n        self.n = n\n    def __hash__(self):\n        return 1\n    def __eq__(self, other):\n        if len(d) > 30:\n            d.clear()\n        else:\n            dict.pop(d, other, None) if self.n == other.n else None\n        return self.n == other.n\nd = {}\nn = 0\nwhile True:\n    n += 1\n    try:\n        d[K(n % 40)] = n\n        x = d.get(K(5))\n        for k in d:\n            d[K(n)] = 1\n    except (RuntimeError, KeyError, RecursionError):\n        pass\n"},
		{"python-chain", "a million exceptions, each raised while the one before was handled, and at last shown", true,
			"e = None\nfor i in range(1000000):\n    try:\n        raise ValueError(i) from e\n    except ValueError as x:\n        e = x\nraise e\n"},
		{"python-long-lines", "a mistake in a line of 400 KB, in a function of such a name, 900 calls deep", false,
			"def f" + strings.Repeat("x", 200_000) + "(n):\n    return f" + strings.Repeat("x", 200_000) + "(n - 1) if n else 1 // n\nf" + strings.Repeat("x", 200_000) + "(900)\n"},
		{"python-classes", "a class for each of a million iterations, each derived from the one before", false,
			"C = object\nn = 0\nwhile True:\n    n += 1\n    C = type('C' + str(n), (C,), {'a%d' % n: n})\n    x = C()\n    x.b = n\n"},
		{"python-input", "numbers of a million digits as texts and back, shifts beyond all memory", false,
			"t = '7' * 1000000\nwhile True:\n    for f in [lambda: int(t), lambda: 1 << 10**12, lambda: 5 ** -(10**9), lambda: pow(7, 10**400, 10**401 + 1), lambda: (10**1000000) % (10**999 + 7), lambda: float('1e999' + t), lambda: round(1e308, -400)]:\n        try:\n            x = f()\n        except Exception:\n            pass\n"},
		{"python-deep-source", "20,000 parentheses", false, "a = " + strings.Repeat("(", 20_000) + "1" + strings.Repeat(")", 20_000) + "\n"},
	}
}

// branches are so many conditions, each true now and then.
func branches(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString("    if i % 7 == total % 5:\n        total += i\n")
	}
	return b.String()
}

// pythonAttacks have programs measured that hurt, from several addresses, again and again; then from many at once.
func pythonAttacks() []attack {
	var all []attack
	for _, h := range slices.Concat(hostilePythons(), strangePythons(), libraryPythons()) {
		all = append(all, attack{name: h.name, about: h.about, quick: h.quick, do: func(ctx context.Context, a *arena) {
			job := pythonJob(h.text)
			a.repeat(ctx, 4, 20, func(i int) { a.job(ctx, address(i), "program", job) })
		}})
	}
	return append(all, attack{
		name: "python-deep-kinds", about: "programs that are nested 3,000 deep, each in another kind of expression or statement", quick: true,
		do: func(ctx context.Context, a *arena) {
			programs := deepPythons()
			a.repeat(ctx, len(programs), 6, func(i int) { a.job(ctx, address(i), "program", pythonJob(programs[i])) })
		},
	}, attack{
		name: "python-queue", about: "64 addresses with eight endless programs each", quick: true,
		do: func(ctx context.Context, a *arena) {
			job := pythonJob("while True:\n    pass\n")
			a.repeat(ctx, 512, 3, func(i int) { a.job(ctx, address(i%64), "program", job) })
		},
	})
}

func pythonJob(text string) []byte {
	job, err := json.Marshal(map[string]any{"text": text})
	if err != nil {
		panic("BUG: a text always marshals: " + err.Error())
	}
	return job
}

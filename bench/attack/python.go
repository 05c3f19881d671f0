//go:build linux

package main

import (
	"context"
	"encoding/json"
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
	for _, h := range hostilePythons() {
		all = append(all, attack{name: h.name, about: h.about, quick: h.quick, do: func(ctx context.Context, a *arena) {
			job := pythonJob(h.text)
			a.repeat(ctx, 4, 20, func(i int) { a.job(ctx, address(i), "program", job) })
		}})
	}
	return append(all, attack{
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

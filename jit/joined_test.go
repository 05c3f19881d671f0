package jit_test

import (
	"testing"

	"github.com/tetratelabs/wazero"

	"unbox/jit"
	"unbox/lang/judge"
	"unbox/lang/vm"
	"unbox/wasm/codegen/run"
)

// joinedPrograms have loops that go into their bridges often enough that WebAssembly has one function for all of them.
var joinedPrograms = []struct{ name, text string }{
	{"turns", `def f(n):
    i = a = b = c = 0
    x = 0.5
    while i < n:
        i += 1
        if i % 3 == 0:
            a += i
        elif i % 3 == 1:
            b -= a
            x = x * 1.5 - a
            if x > 1e6:
                x = 0.25
        else:
            c += b & 7
    return i, a, b, c, x


print(f(2000))
`},
	{"nested loops", `def f(n):
    total = 0
    for i in range(n):
        row = 0
        for j in range(i % 7 + 2):
            if (i + j) % 2:
                row += j
            else:
                row -= i
        total = total * 3 % 10007 + row
    return total


print(f(600))
`},
	{"calls in bridges", `def f(n):
    v = []
    d = {}
    for i in range(n):
        if i % 2:
            v.append(str(i))
            d[i % 5] = v[-1]
        else:
            d[i % 7] = i
            v = v[len(v) // 2:] + [repr(i * 0.5)]
    return len(v), v[-3:], sorted(d)


print(f(900))
`},
	{"objects", `class P:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def plus(self, other):
        return P(self.x + other.x, self.y + other.y)


def f(n):
    p = P(0, 0.5)
    kept = []
    for i in range(n):
        q = P(i, i * 0.25)
        if i % 2:
            p = p.plus(q)
        else:
            p = q.plus(p)
            if i % 8 == 0:
                kept.append(p)
    return p.x, p.y, len(kept), sum(k.x for k in kept)


print(f(1200))
`},
	{"a class that changes", `class A:
    step = 1

    def next(self, x):
        return x + self.step


def f(n):
    a = A()
    x = y = 0
    for i in range(n):
        if i % 2:
            x = a.next(x)
        else:
            y += x
        if i == n // 3:
            A.step = 5
        if i == n // 2:
            A.next = lambda self, x: x - self.step
    return x, y


print(f(1500))
print(f(1500))
`},
	{"large integers", `def f(n):
    x = 1
    y = 0
    for i in range(n):
        if i % 2:
            x = x * 3
        else:
            y += 1
        if x > 10 ** 30:
            x = 1
    return x, y


print(f(1500))
`},
	{"types that change", `def f(n, x):
    a = b = x
    for i in range(n):
        if i % 2:
            a += i
        else:
            b = a - b
        if i == n // 2:
            a = float(a)
        if i == n * 3 // 4:
            b = 7
    return a, b


print(f(1600, 1), f(1600, 0.5))
`},
	{"recursion", `def walk(n, seen):
    k = 0
    for i in range(n):
        if i % 2:
            seen.append(i)
        elif n > 1:
            k += walk(n - 2, seen)
        else:
            k += 1
    return k + len(seen) % 5


print(walk(9, []))
`},
}

// TestJoinedFunctions compares programs whose loops are one function with their bridges, with tail calls and without, and with a
// collection after each allocation.
func TestJoinedFunctions(t *testing.T) {
	for _, p := range joinedPrograms {
		t.Run(p.name, func(t *testing.T) {
			want := judge.Run(p.text, false)
			replaced := 0
			for _, tailCalls := range []bool{true, false} {
				for _, stress := range []bool{false, true} {
					g, err := run.NewGround(t.Context(), wazero.NewRuntimeConfigInterpreter(), tailCalls)
					if err != nil {
						t.Fatal(err)
					}
					j := jit.New(jit.Options{Threshold: 2, Engine: jit.NewCompiler(g)})
					o := vm.Options{Stress: stress, Poison: stress, Region: g, Tracer: j}
					if got := runCaught(func() string { return judge.RunWith(p.text, o, j.Start) }); got != want {
						t.Errorf("with tail calls %t, under stress %t: expected\n%s\nfound\n%s", tailCalls, stress, want, got)
					}
					replaced += g.Replaced()
					if err := g.Close(); err != nil {
						t.Error(err)
					}
				}
			}
			if replaced == 0 {
				t.Error("expected a function of joined codes, found none")
			}
		})
	}
}

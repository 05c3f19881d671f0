package jit_test

import (
	"testing"

	"unbox/jit"
	"unbox/lang/judge"
	"unbox/lang/vm"
)

// bridged are programs whose loops are left again and again.
var bridged = map[string]string{
	"branches": `
def f(n):
    s = 0
    for i in range(n):
        if i % 3 == 0:
            s += 2
        elif i % 7 == 1:
            s -= 1
        else:
            s = s + i
    return s
print(f(2000))
`,
	"nested": `
t = 0.0
for i in range(60):
    for j in range(40):
        t += i * j
        if j == i:
            t += 1
print(t)
`,
	"a type that changes": `
def f(n):
    s = 0
    for i in range(n):
        if i == n // 2:
            s = s + 0.5
        s = s + i
    return s
print(f(400), f(401), f(402))
`,
	"virtual objects at the exit": `
class P:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def add(self, o):
        return P(self.x + o.x, self.y + (o.y if o.x % 5 else 1))
p = P(0, 0)
for i in range(900):
    p = p.add(P(i, -i))
print(p.x, p.y)
`,
	"an exit in an inlined function": `
def g(x):
    if x % 4 == 2:
        return x * 3
    return x
def f(n):
    s = []
    for i in range(n):
        s.append(g(i) + g(i + 1))
    return sum(s)
print(f(700))
`,
	"overflow": `
s, k = 1, 0
for i in range(500):
    s = s * 3 + i
    if s > 2 ** 70:
        s = 1
        k += 1
print(s, k)
`,
	"a loop in a loop in a loop": `
def f(n):
    c = 0
    i = 0
    while i < n:
        for j in range(i % 5):
            k = 0
            while True:
                k += 1
                c += k ^ j
                if k > j + 2:
                    break
        i += 1
    return c
print(f(200))
`,
}

// TestBridges runs programs whose loops are left again and again: they print the same with and without
// bridges, and have some.
func TestBridges(t *testing.T) {
	for name, program := range bridged {
		want := judge.Run(program, false)
		for _, way := range ways {
			got, j := run(t, program, way.stress, way.native)
			n := 0
			for _, l := range j.Loops() {
				n += countBridges(&l.Installed)
			}
			if got != want || n == 0 {
				t.Errorf("%s, %+v: expected bridges, and\n%s\nfound %d, and\n%s", name, way, want, n, got)
			}
		}
	}
}

// TestClassesThatChange throws the trace of a loop away while the loop calls what changes a class: the program
// comes back into code that is no longer there for others.
func TestClassesThatChange(t *testing.T) {
	program := `
class A:
    n = 1
    def get(self):
        return self.n
def f(a, depth):
    s = 0
    for i in range(12):
        s += a.get()
        if depth > 0:
            s += f(a, depth - 1)
        elif i == 11 and s % 5 == 0:
            A.n += 1
    return s
print(f(A(), 3), A.n)
`
	want := judge.Run(program, false)
	for _, way := range ways {
		if got, _ := run(t, program, way.stress, way.native); got != want {
			t.Errorf("%+v: expected\n%s\nfound\n%s", way, want, got)
		}
	}
}

// TestNoBridges leaves a trace to the interpreter at each exit, if that is what is wanted.
func TestNoBridges(t *testing.T) {
	j := jit.New(jit.Options{Threshold: 2, NoBridges: true})
	judge.RunWith(bridged["branches"], vm.Options{Tracer: j}, j.Start)
	for _, l := range j.Loops() {
		if n := countBridges(&l.Installed); n > 0 {
			t.Errorf("expected no bridges, found %d", n)
		}
	}
}

// TestBridgesSpareTheInterpreter counts how often a loop with branches is left to the interpreter: with
// bridges not more often than it takes to make them.
func TestBridgesSpareTheInterpreter(t *testing.T) {
	for _, isNative := range []bool{false, true} {
		e, region := engine(t, isNative)
		j := jit.New(jit.Options{Threshold: 10, BridgeThreshold: 5, Engine: e})
		judge.RunWith(bridged["branches"], vm.Options{Tracer: j, Region: region}, j.Start)
		entered := uint64(0)
		for _, l := range j.Loops() {
			entered += l.Entered
		}
		if entered == 0 || entered > 50 {
			t.Errorf("expected a loop of 2,000 rounds to be entered up to 50 times, found %d", entered)
		}
	}
}

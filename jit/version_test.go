package jit_test

import (
	"os"
	"strings"
	"testing"

	"unbox/jit"
	"unbox/lang/judge"
	"unbox/trace"
)

// versioned are programs with loops that get versions.
var versioned = map[string]string{
	"numbers that change in turns": `
def f(n):
    i, a, b, x = 0, 0, 0, 0.5
    while i < n:
        i += 1
        if i & 1:
            a += i
        elif i % 3:
            b += 2
        else:
            x = x * 1.5 - a
            if x < -1000.0:
                x = 0.25
    return a, b, x
print(f(900))
`,
	"a sum that becomes large, and small again": `
def f(n):
    i, s, k = 0, 1, 0
    while i < n:
        i += 1
        s = s * 5 if i % 2 else s + i
        if s > 2 ** 80:
            s = i
            k += 1
    return s, k
print(f(700))
`,
	"numbers that become other things": `
def f(n):
    i, s, last = 0, 0, None
    while i < n:
        i += 1
        if i % 4 == 0:
            last = i
        elif i % 4 == 1:
            last = None
        elif i % 64 == 2:
            s = s + 0.5
        elif i % 64 == 34:
            s = int(s)
        s = s + (last or 1)
        if i % 50 == 49:
            s = True
    return s, last
print(f(1000))
`,
	"the same number in several variables": `
def f(n):
    i, a, b, same, kept = 0, 1000, 1000, 0, []
    while i < n:
        i += 1
        if i % 3 == 0:
            a = b = i * 1000
        elif i % 3 == 1:
            a = i * 1000
        if a is b:
            same += 1
        if i % 100 == 0:
            kept.append(a)
            kept.append((a, b))
    return same, kept, kept[0] is kept[1][0], a, b
print(f(900))
`,
	"loops in each other": `
def f(n):
    t, x = 0, 0.0
    for i in range(n):
        j = 0
        while j < i % 7:
            j += 1
            if (i + j) % 2:
                t += j
            else:
                x += 0.5
        t += i
    return t, x
print(f(300))
`,
	"recursion from a loop": `
def f(n, depth):
    s, i = 0, 0
    while i < n:
        i += 1
        if i % 2 and depth:
            s += f(n - 1, depth - 1)
        else:
            s -= i
    return s
print(f(9, 3), f(6, 5))
`,
	"objects of many classes": `
class A:
    k = 1
    def step(self, n):
        return A(), n + self.k
class B(A):
    k = 2
    def step(self, n):
        return C(), n + self.k
class C(A):
    k = 3
    def step(self, n):
        return D(), n + self.k
class D(B):
    k = 4
    def step(self, n):
        return E() if n % 5 else A(), n - 1
class E(D):
    def step(self, n):
        return B(), n * 2 % 1001
def f(o, n):
    i = 0
    while i < 600:
        i += 1
        o, n = o.step(n)
        if i % 3 == 0:
            n += 1
    return n, type(o).__name__
print(f(A(), 1), f(B(), 1), f(C(), 2), f(D(), 3), f(E(), 4))
`,
	"a class that changes": `
class A:
    n = 1
    def get(self):
        return self.n
def f(a):
    s, i = 0, 0
    while i < 400:
        i += 1
        if i % 2:
            s += a.get()
        elif i % 128 == 0:
            A.n += 1
        else:
            s -= 1
    return s
print(f(A()), f(A()), A.n)
`,
	"an exception in a version": `
def f(n):
    s, i, caught = 0, 0, 0
    while i < n:
        i += 1
        try:
            if i % 2:
                s += 100 // (i % 5)
            else:
                s -= i
        except ZeroDivisionError:
            caught += s
    return s, caught
print(f(600))
def g(n):
    s, i = 0, 0
    while True:
        i += 1
        s = s + i if i % 2 else s - 1
        if i > n:
            s = [][s]
try:
    g(500)
except TypeError as e:
    print(e)
except IndexError as e:
    print(e)
`,
	"nothing in a register": `
def f(n):
    i = 0
    while i < n:
        i += 1
        if i == n // 2:
            late = i
        elif i % 2:
            del_me = i
        if i > n // 2 and i % 3:
            late += 1
    return late
print(f(600))
`,
}

// TestVersions runs programs whose loops get versions: they print what the interpreter prints, and bridges lead to the
// versions.
func TestVersions(t *testing.T) {
	for name, program := range versioned {
		want := judge.Run(program, false)
		for _, way := range ways {
			got, j := runTraced(t, program, way)
			versions, led := 0, 0
			for _, l := range j.Loops() {
				_, v := countOfLoop(l)
				versions += v
				led += ledToVersions(&l.Installed)
				for _, v := range l.Versions {
					led += ledToVersions(&v.Installed)
				}
			}
			if got != want || versions == 0 || led == 0 {
				t.Errorf("%s, %+v: expected versions, bridges that lead to them, and\n%s\nfound %d and %d, and\n%s", name, way, want, versions, led, got)
			}
		}
	}
}

// ledToVersions counts the bridges of a trace that lead to versions of loops.
func ledToVersions(in *jit.Installed) int {
	n := 0
	for _, b := range in.Bridges {
		if b.TargetVersion() > 0 {
			n++
		}
		n += ledToVersions(&b.Installed)
	}
	return n
}

// TestBridgeWithoutBoxes: what a loop with a condition that changes allocates between its passages is nothing, in the
// version of the loop and in its bridges.
func TestBridgeWithoutBoxes(t *testing.T) {
	_, j := runTraced(t, `
def f(n):
    i, a, x = 0, 0, 0.0
    while i < n:
        i += 1
        if i & 1:
            a += 1
        else:
            x += 0.5
    return a, x
print(f(2000))
`, way{engine: "native"})
	l := j.Loops()[0]
	if len(l.Versions) != 1 || len(l.Bridges) == 0 || l.Bridges[0].TargetVersion() != 1 {
		t.Fatalf("expected one version, to which the bridge leads, found %d", len(l.Versions))
	}
	v := l.Versions[0]
	if got := strings.Join(v.Unboxed(), " "); got != "i a x" {
		t.Errorf("expected that i, a and x come without boxes, found %q", got)
	}
	if len(v.Bridges) == 0 {
		t.Fatal("expected bridges of the version, found none")
	}
	for _, in := range []*jit.Installed{&v.Installed, &v.Bridges[0].Installed} {
		if n := trace.CountKinds(in.Optimized).Whole[trace.CountNew]; n != 0 {
			t.Errorf("expected no allocation, found %d", n)
		}
	}
	if b := v.Bridges[0]; b.TargetVersion() != 1 {
		t.Errorf("expected the version's bridge to lead back to it, found version %d", b.TargetVersion())
	}
}

// TestFigure1OfFloats: the loop of Figure 1 was recorded with integers. Its bridge for floats leads to a version of the
// loop for these, which allocates nothing in an iteration.
func TestFigure1OfFloats(t *testing.T) {
	text, err := os.ReadFile("../bench/python/programs/figure1.py")
	if err != nil {
		t.Fatal(err)
	}
	program := strings.Replace(string(text), "ROUNDS = 120", "ROUNDS = 3", 1)
	want := judge.Run(program, false)
	for _, way := range ways {
		got, j := runTraced(t, program, way)
		if got != want {
			t.Errorf("%+v: expected\n%s\nfound\n%s", way, want, got)
		}
		l := j.Loops()[0]
		if led := ledToVersions(&l.Installed); led == 0 || len(l.Versions) == 0 || !l.Versions[0].Running() {
			t.Fatalf("%+v: expected a version of the loop, and a bridge to it, found %d and %d", way, len(l.Versions), led)
		}
		counts := trace.CountKinds(l.Versions[0].Optimized)
		if n := counts.Iteration()[trace.CountNew]; n != 0 {
			t.Errorf("%+v: expected no allocation in an iteration, found %d", way, n)
		}
	}
}

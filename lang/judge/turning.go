package judge

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Turning makes a short random program: functions with loops whose conditions change in turns, and that hold numbers and
// objects in variables. Traces of such loops lead to one another through bridges, and hand over what the variables hold.
func Turning(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 17))}
	g.b.WriteString(turningClasses)
	functions := 1 + g.r.IntN(3)
	for k := range functions {
		g.turningFunction(k)
	}
	for k := range functions {
		for range 1 + g.r.IntN(3) {
			fmt.Fprintf(&g.b, "show(f%d, %d, %s)\n", k, 15+g.r.IntN(25), g.pick("1", "2", "0.5", "-3", "2 ** 70", "True", "2 ** 62", "1e300", "A(4)"))
		}
	}
	return g.b.String()
}

const turningClasses = `class A:
    k = 1

    def __init__(self, v):
        self.v = v

    def step(self, n):
        return B(self.v + n)

    def __add__(self, n):
        return A(self.v + 1)


class B(A):
    k = 2

    def step(self, n):
        return A(self.v - 1) if n % 3 else C(self.v)


class C(B):
    def step(self, n):
        self.v += 0.5
        return self if n % 2 else B(n)


first = A.step


def other(self, n):
    self.v += 1
    return self


def key(i):
    if i % 7 == 3:
        A.k = i % 3
        A.step = other if A.step is first else first
    for j in range(4):
        i += j
    return i


def show(f, n, k):
    try:
        print(f(n, k, 1))
    except (TypeError, AttributeError, ZeroDivisionError, OverflowError) as e:
        print(type(e).__name__, e)


`

// at writes a line with an indentation.
func (g *generator) at(depth int, format string, values ...any) {
	g.depth = depth
	g.line(format, values...)
}

// turningFunction writes a function with a loop.
func (g *generator) turningFunction(k int) {
	g.at(0, "def f%d(n, k, depth):", k)
	g.at(1, "a, b, c, x, o, i, kept = %s, %s, k, %s, %s, 0, []", g.pick("0", "1", "2 ** 62", "7.5"), g.pick("1", "-5", "0.25"), g.pick("0.5", "3", "-0.0"), g.pick("A(1)", "B(2.5)", "C(3)", "None"))
	switch g.r.IntN(3) {
	case 0:
		g.at(1, "for z in range(n):")
		g.at(2, "i += %s", g.pick("1", "1", "2"))
	default:
		g.at(1, "while i < n:")
		g.at(2, "i += 1")
	}
	g.turningBody(2, k, true)
	for _, name := range []string{"a", "b", "x"} {
		g.at(2, "if not -10 ** 30 < %s < 10 ** 30:", name)
		g.at(3, "%s = %s", name, g.pick("i", "0.5", "1"))
	}
	g.at(1, "return a, b, c if not isinstance(c, A) else c.v, x, i, type(o).__name__, len(kept), kept[-3:]")
	g.at(0, "")
	g.at(0, "")
}

// turningBody writes conditions that change in turns, and loops.
func (g *generator) turningBody(depth, k int, outer bool) {
	for range 1 + g.r.IntN(3) {
		g.at(depth, "if i %% %d == %d:", 2+g.r.IntN(4), g.r.IntN(2))
		g.turningCase(depth+1, k)
		if g.r.IntN(2) == 0 {
			g.at(depth, "elif %s:", g.pick("i & 2", "i % 16 == 5", "a < b", "x > 1", "a == b", "i == n // 2"))
			g.turningCase(depth+1, k)
		}
		if g.r.IntN(2) == 0 {
			g.at(depth, "else:")
			g.turningCase(depth+1, k)
		}
	}
	if outer && g.r.IntN(2) == 0 {
		g.at(depth, "j = 0")
		g.at(depth, "while j < i %% %d:", 2+g.r.IntN(6))
		g.at(depth+1, "j += 1")
		g.turningBody(depth+1, k, false)
	}
}

// turningCase writes what happens in one of the cases.
func (g *generator) turningCase(depth, k int) {
	number := func() string { return g.pick("a", "b", "x", "i", "a", "b", "1", "2", "0.5", "k") }
	to := g.pick("a", "b", "x", "c", "a", "b")
	switch g.r.IntN(16) {
	case 0:
		g.at(depth, "%s = %s", to, number())
	case 1:
		g.at(depth, "a = b = %s", number())
	case 2:
		g.at(depth, "%s = %s", g.pick("c", "o"), g.pick("None", "a", "i", "o", "A(i)"))
	case 3:
		g.at(depth, "o = o.step(i) if isinstance(o, A) else %s", g.pick("A(i)", "B(a)", "C(x)"))
	case 4:
		g.at(depth, "if isinstance(o, A):")
		g.at(depth+1, "a += o.v * o.k")
	case 5:
		g.at(depth, "kept.append(%s)", g.pick("a", "b", "(a, i)", "x", "i"))
	case 6:
		g.at(depth, "if depth:")
		g.at(depth+1, "a += f%d(n // 3, %s, depth - 1)[%d]", g.r.IntN(k+1), g.pick("k", "i", "0.5"), 4)
	case 7:
		g.at(depth, "%s = %s", to, g.pick("a // (i % 3 or 1)", "-a", "abs(b)", "max(a, b)", "float(i)", "i << 60", "i * i", "a == b"))
	case 8:
		if g.r.IntN(4) == 0 {
			g.at(depth, "A.k = i %% 5")
			return
		}
		g.at(depth, "x = x + %s", number())
	case 9:
		g.at(depth, "%s", g.pick("continue", "if i > n - 5:\n"+strings.Repeat("    ", depth+1)+"break", "pass"))
	case 10:
		g.at(depth, "%s = %s * %s", to, number(), g.pick("2", "0.5", "3", "i")) // or numbers would be squared again and again
	case 11: // a call that no trace inlines, which enters other traces and may change a class
		g.at(depth, "kept.append(sorted([i], key=key))")
	default:
		g.at(depth, "%s = %s %s %s", to, number(), g.pick("+", "-"), number())
	}
}

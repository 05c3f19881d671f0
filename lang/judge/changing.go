package judge

import (
	"fmt"
	"math/rand/v2"
)

// Changing makes a short random program: loops that read what traces rely on, and what they only guard, while it changes: attributes and
// methods of classes, properties, operators, attributes of instances, global variables, cells, the strategies of lists. What changes it is in
// the loop itself, in a function that a trace inlines, in one that it calls (a key, `__hash__`, `__exit__` and their like, which may enter other
// traces), or in another activation of the same loop. All values go into one number, so that a single old one is seen at the end.
func Changing(seed uint64) string {
	g := &changing{generator: generator{r: rand.New(rand.NewPCG(seed, 18))}}
	g.quiet, g.few = g.r.IntN(2) == 0, g.r.IntN(3) > 0
	g.attribute, g.method = g.r.IntN(4), g.r.IntN(3)
	g.b.WriteString(changingClasses)
	for k := range changers {
		g.changer(k)
	}
	functions := 1 + g.r.IntN(3)
	for k := range functions {
		g.changingFunction(k)
	}
	for range 2 + g.r.IntN(4) {
		fmt.Fprintf(&g.b, "show(f%d, %d, %d)\n", g.r.IntN(functions), 20+g.r.IntN(40), g.r.IntN(3))
	}
	return g.b.String()
}

// changing makes one program.
type changing struct {
	generator
	// quiet programs call next to nothing that traces do not inline: after a call it is found out what has changed. few means that
	// they read and change few things, these again and again: attribute and method are their numbers.
	quiet, few        bool
	attribute, method int
}

// changers is the number of functions of a program that change something.
const changers = 3

const changingClasses = `class A:
    k0 = 1
    k1 = 2
    k2 = 0.5
    k3 = 4
    w = 5

    def __init__(self, v):
        self.v = v

    def m0(self, n):
        return self.v + n

    def m1(self, n):
        return 2 * n

    def m2(self, n):
        return self.k0 + n

    def m3(self, n):
        return self.m0(n) + 1

    @property
    def p(self):
        return self.v + 7

    def __add__(self, n):
        return n + 3

    def __lt__(self, n):
        return self.v < n

    def __call__(self, n):
        return n - self.v

    def __len__(self):
        return 3

    def __getitem__(self, n):
        return n * 3

    def __getattr__(self, name):
        return len(name)


class B(A):
    k1 = 20

    def m1(self, n):
        return super().m1(n) + 1

    def m3(self, n):
        return super().m3(n) * 2


class C(B):
    def m0(self, n):
        return n - 1

    @property
    def p(self):
        return 70


class K:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        change0(self.v)
        return True

    def __hash__(self):
        return change1(self.v)

    def __lt__(self, other):
        return change2(self.v) < 20

    def __len__(self):
        return change0(self.v)

    def __getitem__(self, n):
        if n > 2:
            raise IndexError(n)
        return change1(self.v)

    def __contains__(self, other):
        return change2(self.v) % 2 == 0

    def __add__(self, other):
        return change0(self.v)

    def __radd__(self, other):
        return change1(self.v)

    def __str__(self):
        return str(change2(self.v))

    def __call__(self, n):
        return change0(n)

    def __enter__(self):
        return change1(self.v)

    def __exit__(self, kind, error, trace):
        change2(self.v)
        return True

    def __getattr__(self, name):
        return change0(self.v)

    @property
    def q(self):
        return change1(self.v)

    @q.setter
    def q(self, n):
        change2(n)


def r0(self, n):
    return n + 100


def r1(self, n):
    return 0.25 if n % 2 else n


def r2(self, n):
    return 2 ** 62 + n


def r3(self, n):
    s = 0
    for j in range(n % 4):
        s += self.k1
    return s


def later(x):
    return lambda self, n: n * x


def fn(n):
    return n + 1


def fail(n):
    if n % 3 == 1:
        raise ValueError(n)
    return n


def show(f, n, depth):
    try:
        print(f.__name__, n, f(n, depth), ticks, g0, g1, box, sorted(table.items()))
    except (TypeError, AttributeError, ValueError, IndexError, RecursionError) as e:
        print(type(e).__name__, e)


ticks = 0
g0 = 1
g1 = 0.5
box = [1, 2, 3]
table = {'x': 1, 'y': 2}
objects = [A(1), B(2), C(3), C(0.5)]


`

// k is the number of an attribute, m that of a method.
func (g *changing) k() int {
	if g.few && g.r.IntN(4) > 0 {
		return g.attribute
	}
	return g.r.IntN(4)
}

func (g *changing) m() int {
	if g.few && g.r.IntN(4) > 0 {
		return g.method
	}
	return g.r.IntN(3)
}

// number writes a value that is stored.
func (g *changing) number() string {
	if g.quiet {
		return g.pick("i", "ticks", "i * 10", "7", "-1")
	}
	return g.pick("i", "i", "ticks", "i * 10", "0.5", "i + 0.25", "True", "2 ** 62", "2 ** 64 + i", "7", "-1")
}

// change writes a change of something that loops read.
func (g *changing) change(depth int) {
	class := g.pick("A", "A", "B", "C")
	what := g.r.IntN(16)
	if g.quiet {
		what = g.r.IntN(8)
	}
	switch what {
	case 0, 1, 2, 3:
		g.at(depth, "%s.k%d = %s", class, g.k(), g.number())
	case 4, 5, 6, 7:
		g.at(depth, "%s.m%d = %s", class, g.m(), g.pick("r0", "r1", "r2", "r3", "later(i)"))
	case 8:
		g.at(depth, "%s.%s = %s", class, g.pick("__add__", "__call__", "__getitem__"), g.pick("r0", "r1", "r2", "r3"))
	case 9:
		g.at(depth, "%s.p = property(lambda self: %s)", class, g.pick("8", "self.k0", "self.v * 2", "self.w"))
	case 10:
		g.at(depth, "try:")
		g.at(depth+1, "del %s.%s", g.pick("B", "C"), g.pick("m0", "m1", "m2", "k0", "k1", "k2", "p"))
		g.at(depth, "except AttributeError:")
		g.at(depth+1, "pass")
	case 11:
		g.at(depth, "%s = %s", g.pick("g0", "g1"), g.number())
	case 12:
		g.at(depth, "fn = %s", g.pick("abs", "float", "lambda n: n * 3", "lambda n, x=i: n + x"))
	case 13:
		g.at(depth, "objects[%s].%s = %s", g.pick("0", "1", "2", "3", "i % 4"), g.pick("v", "w", "z", "k3", "y"), g.number())
	case 14:
		g.at(depth, "%s = %s", g.pick("box[i % 3]", "box[0]", "table['x']", "table['y']", "objects[i % 4]"), g.pick("i", "0.5", "7"))
		if g.r.IntN(2) == 0 {
			g.at(depth, "box[:] = %s", g.pick("[1, 2, 3]", "[0.5, -0.0, 1.5]", "[i, 0.5, True]", "[2 ** 63, 1, 2]"))
		}
	default:
		g.at(depth, "objects[i %% 4] = %s(i)", g.pick("A", "B", "C"))
	}
}

// changer writes a function that counts its calls and changes something now and then.
func (g *changing) changer(k int) {
	g.at(0, "def change%d(i):", k)
	g.at(1, "global ticks, g0, g1, fn")
	g.at(1, "ticks += 1")
	word := "if"
	for range 1 + g.r.IntN(4) {
		when := fmt.Sprintf("ticks == %d", 3+g.r.IntN(40))
		switch g.r.IntN(4) {
		case 0:
			when = fmt.Sprintf("ticks %% %d == %d", 5+g.r.IntN(30), g.r.IntN(5))
		case 1:
			when = fmt.Sprintf("i %% %d == %d", 3+g.r.IntN(20), g.r.IntN(3))
		case 2:
			when = fmt.Sprintf("i == %d", g.r.IntN(30))
		}
		g.at(1, "%s %s:", word, when)
		g.change(2)
		word = g.pick("if", "elif")
	}
	if g.r.IntN(2) == 0 { // which enters a trace of its own
		g.at(1, "for j in range(2 + i %% 3):")
		g.at(2, "i += j")
		if g.r.IntN(2) == 0 {
			g.at(2, "g1 = %s", g.value("A"))
		}
	}
	g.at(1, "return i if isinstance(i, int) else int(i)")
	g.at(0, "")
	g.at(0, "")
}

// value writes what is read; o is an object or a class.
func (g *changing) value(o string) string {
	switch g.r.IntN(3) {
	case 0:
		return fmt.Sprintf("%s.k%d", g.pick("A", "B", "C", o, o, o), g.k())
	case 1:
		if o != "A" {
			return fmt.Sprintf("%s.m%d(i)", o, g.m())
		}
	}
	if g.quiet {
		return g.pick("A.k0", "g0", fmt.Sprintf("A.k%d", g.k()), fmt.Sprintf("objects[0].m%d(i)", g.m()))
	}
	if o == "A" {
		return g.pick("g0", "g1", "fn(i)", "box[i % 3]", "table['x']")
	}
	return fmt.Sprintf(g.pick("%s.p", "%s.w", "%s.z", "%s.v", "(%s + i)", "%s(i)", "%s[i]", "len(%s)", "(%s < i)", "type(%s).k1", "A.m2(%s, i)", "(g0 or %s.k0)", "fn(%s.k0)"), o)
}

// way writes a call of a function that may change something, in one of the ways in which Python calls functions.
func (g *changing) way(depth, k int) {
	c := fmt.Sprintf("change%d", g.r.IntN(changers))
	what := g.r.IntN(8)
	if g.quiet {
		what = 2 + g.r.IntN(5)
	}
	switch what {
	case 0:
		g.at(depth, "with K(i) as x:")
		g.at(depth+1, "a = (a + %s + fail(x)) %% 1000003", g.value("o"))
	case 1:
		g.at(depth, "try:")
		g.at(depth+1, "a += fail(i) + %s", g.value("o"))
		g.at(depth, "except ValueError as e:")
		g.at(depth+1, "a += e.args[0] + %s(i)", c)
		if g.r.IntN(2) == 0 {
			g.at(depth, "finally:")
			g.at(depth+1, "%s(i)", c)
			g.at(depth+1, "a = (a + %s) %% 1000003", g.value("o"))
		}
	case 2:
		g.at(depth, "if depth and i %% %d == 1:", 3+g.r.IntN(5))
		g.at(depth+1, "a = (a + f%d(n // 3, depth - 1)[0]) %% 1000003", g.r.IntN(k+1))
	case 3:
		g.at(depth, "for x in %s:", g.pick("K(i)", "map("+c+", [i, i + 1])", "sorted([i, 2], key="+c+")"))
		g.at(depth+1, "a = (a + x + %s) %% 1000003", g.value("o"))
	case 4:
		g.at(depth, "%s(i)", c)
	default:
		g.at(depth, "%s", g.pick("sorted([i, 3], key="+c+")", "list(map("+c+", [i]))", "K(i) == 1", "seen[K(i)] = i", "a += len(K(i))", "a += K(i)[1]", "K(i) in K(1)", "a += K(i) + 1",
			"a += 1 + K(i)", "str(K(i))", "a += len(f'{K(i)}')", "'%s' % K(i)", "a += K(i)(i)", "a += K(i).z", "a += K(i).q", "K(i).q = i", "max(i, 2, key="+c+")",
			"any("+c+"(x) < 0 for x in (i,))", "a += sum(["+c+"(x) for x in range(i % 3)])", "if K(i):\n"+fmt.Sprintf("%*s", 4*(depth+1), "")+"a += 1", "turn(i)", "turn(i)"))
	}
}

// changingFunction writes a function with loops.
func (g *changing) changingFunction(k int) {
	g.at(0, "def f%d(n, depth):", k)
	g.at(1, "global ticks, g0, g1, fn")
	g.at(1, "a, i, o, cell, seen = 0, 0, objects[%d], 1, {}", g.r.IntN(4))
	g.at(1, "bound = o.m%d", g.r.IntN(4))
	g.at(0, "")
	g.at(1, "def turn(x):")
	g.at(2, "nonlocal cell%s", g.pick("", "", ", o"))
	g.at(2, "if x %% %d == 1:", 3+g.r.IntN(12))
	g.at(3, "cell = %s", g.pick("x", "0.5", "cell + 1", "2 ** 62 + x"))
	g.at(0, "")
	if g.r.IntN(3) == 0 {
		g.at(1, "for i in range(n):")
	} else {
		g.at(1, "while i < n:")
		g.at(2, "i += 1")
	}
	g.changingBody(2, k, true)
	g.at(2, "if i %% 8 == 5:")
	g.at(3, "a = int(a)")
	g.at(1, "return a, i, cell, len(seen)")
	g.at(0, "")
	g.at(0, "")
}

// changingBody writes reads, cases and loops.
func (g *changing) changingBody(depth, k int, outer bool) {
	read := func(depth int) {
		g.at(depth, "a = (a * 3 + %s + %s + %s) %% 1000003", g.value("o"), g.value("o"), g.pick(g.value("o"), g.value("o"), "cell", "bound(i)", g.value("objects[i % 4]"), g.value("A")))
	}
	read(depth)
	for range 1 + g.r.IntN(3) {
		if g.r.IntN(3) == 0 {
			g.way(depth, k)
			read(depth)
			continue
		}
		g.at(depth, "if %s:", g.pick("i % 4 == 1", "i % 3 == 2", "i & 4", "i % 7 == 3", "i > n // 2", "a % 2", "isinstance(o, B)", "o.k0 == 1", "g0 == 1", "i == 13"))
		switch g.r.IntN(3) {
		case 0:
			g.change(depth + 1)
		case 1:
			g.way(depth+1, k)
		}
		read(depth + 1)
		if g.r.IntN(2) == 0 {
			g.at(depth, "else:")
			if g.r.IntN(3) == 0 {
				g.at(depth+1, "o = objects[%s]", g.pick("i % 4", "0", "1", "2"))
			}
			read(depth + 1)
		}
	}
	if outer && g.r.IntN(2) == 0 {
		g.at(depth, "for j in range(i %% %d):", 2+g.r.IntN(5))
		g.changingBody(depth+1, k, false)
	}
}

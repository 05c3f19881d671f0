package judge

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Mixed makes a short random program: loops that do one thing each, again and again, to operands that change their types on the
// way. A trace recorded for some types is wrong for others, and has to detect that.
func Mixed(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 16))}
	g.b.WriteString(mixedClasses)
	for k := range 2 + g.r.IntN(3) {
		g.mixedLoop(k)
	}
	return g.b.String()
}

const mixedClasses = `class Key:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return isinstance(other, Key) and self.v == other.v

    def __hash__(self):
        return hash(self.v)

    def __lt__(self, other):
        return self.v < other.v

    def __repr__(self):
        return 'Key(%r)' % (self.v,)


class Thing:
    def __init__(self, a, b=2, c='c'):
        self.a, self.b, self.c = a, b, c

    def __repr__(self):
        return 'Thing(%r, %r, %r)' % (self.a, self.b, self.c)

    def with_names(self, x, y=1, z=None):
        return (x, y, z)


nan = float('nan')


def cut(x):
    s = repr(x)
    return s if len(s) < 1200 else s[:1000] + str(len(s))


def named(a, b=3, c=4):
    return (a, b, c)


def rest(a, b=3, *c):
    return (a, b, c, len(c))


def words(a, *b, c=5, **d):
    return (a, b, c, d, len(d))


`

// operands are lists of values of which most are of one kind; {} stands for another one.
var operands = []struct {
	kind  string
	items []string
}{
	{"int", []string{"0", "1", "2", "-1", "3", "7", "65", "100", "2 ** 62", "-2 ** 63", "2 ** 63 - 1", "2 ** 63"}},
	{"bool", []string{"True", "False", "1", "0", "2", "1.0"}},
	{"float", []string{"0.0", "-0.0", "1.5", "nan", "float('inf')", "2.0", "3.0", "1e300", "2.0 ** 53"}},
	{"str", []string{"'a'", "'b'", "'ab'", "''", "'abc'", "'é'", "'héllo'", "' '", "'7'", "'12'", "'A'", "'aB'", "'abcdefgh'", "'a' * 5000", "chr(0)"}},
	{"tuple", []string{"(1, 2)", "(1, 3)", "(0, 0)", "()", "(1,)", "('a', 1)", "(1.0, 2)", "(nan, 1)", "((1, 2), 3)", "(True, 2)", "(None, 'x')", "(1, 2, 3, 4, 5)", "(Key(1), 2)", "(2 ** 70, 1)", "(1,) * 12"}},
	{"list", []string{"[1, 2]", "[]", "[1.5]", "['a', 'b']", "[1, 'a', None]", "[True, 2]", "[Key(1)]", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"}},
	{"dict", []string{"{}", "{1: 2}", "{'a': 1, 'b': 2}", "{(1, 2): 3}", "{1.0: 'f', 'ab': 5}", "{Key(1): 1, True: 2}"}},
	{"set", []string{"set()", "{1, 2}", "{'ab'}", "{(1, 2), 1.5}", "{Key(1), 3}"}},
	{"object", []string{"None", "Key(1)", "Key('a')", "range(3)", "range(5, 0, -2)", "int", "2 ** 80", "Key"}},
}

// values writes a list of operands: most are of one kind, and some of another one.
func (g *generator) values(kind string) string {
	k := g.r.IntN(len(operands))
	for at, o := range operands {
		if o.kind == kind {
			k = at
		}
	}
	var list []string
	for range 8 + g.r.IntN(14) {
		if g.r.IntN(6) == 0 {
			other := operands[g.r.IntN(len(operands))].items
			list = append(list, other[g.r.IntN(len(other))])
			continue
		}
		list = append(list, operands[k].items[g.r.IntN(len(operands[k].items))])
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// mixedOps are what a loop does with x and y, and with what stays: the list `l`, the dictionary `d`, the set `s` and the constant
// `k`. In front stands which kinds x and y most often have.
var mixedOps = []struct{ x, y, do string }{
	{"", "", "x == y"}, {"", "", "x != y"}, {"int", "bool", "x < y"}, {"str", "str", "x < y"}, {"str", "str", "x >= y"}, {"tuple", "tuple", "x == y"},
	{"tuple", "tuple", "x < y"}, {"tuple", "tuple", "x >= y"}, {"float", "tuple", "(x, 1) == (x, y)"}, {"float", "", "(x, y) != (x, y)"}, {"", "int", "(x, y) < (y, x)"},
	{"int", "bool", "x + y"}, {"bool", "bool", "x * y - x"}, {"bool", "int", "x & y"}, {"int", "bool", "x << y"}, {"float", "bool", "x + y"},
	{"int", "", "x in (1, 'a', 2.5, y)"}, {"", "list", "x in y"}, {"str", "str", "x in y"}, {"", "set", "x in y"}, {"int", "dict", "x in y"}, {"str", "dict", "x in d"},
	{"int", "", "x in [y, 2, 3]"}, {"tuple", "", "x in s"}, {"", "", "x not in l"},
	{"", "", "d[x]"}, {"int", "int", "d.get(x)"}, {"str", "", "d.get(x, y)"}, {"tuple", "", "d.get(x, y)"}, {"int", "", "d[x] = y"}, {"str", "int", "d[x] = y"}, {"tuple", "", "d[x] = y"}, {"int", "int", "d[x] += y"}, {"int", "", "l[x] = y"},
	{"int", "int", "l.append(x)"}, {"float", "", "l.append(x)"}, {"int", "bool", "(l.append(x), l.append(y), l.pop(), l.pop())"}, {"", "", "(l.append(x), l.pop())"},
	{"int", "", "l.pop(x)"}, {"int", "", "(l.append(y), l.append(x), l.pop(0))"}, {"", "", "l.pop()"}, {"int", "str", "([] if y else l).append(x)"},
	{"", "", "s.add(x)"}, {"str", "", "s.add(x)"}, {"int", "int", "(s.add(x), y in s)"},
	{"str", "", "ord(x)"}, {"int", "", "chr(x)"}, {"str", "", "x.isdigit()"}, {"str", "", "x.isalpha() or x.isspace()"}, {"str", "", "x.isupper() == x.islower()"},
	{"", "", "len(x)"}, {"int", "int", "max(x, y)"}, {"float", "float", "min(x, y, k)"}, {"bool", "", "abs(x)"}, {"int", "", "abs(x)"},
	{"", "", "[a for a in zip(x, y)]"}, {"list", "str", "[(a, b) for a, b in zip(x, y)]"}, {"list", "int", "[a for a in enumerate(x, y)]"}, {"dict", "", "[a for a in x.items()]"},
	{"dict", "", "[a for a in x]"}, {"dict", "", "[(a, b) for a, b in enumerate(x.values())]"}, {"list", "", "[a for a in reversed(x)]"}, {"object", "", "[a for a in reversed(x)]"},
	{"str", "", "[a for a in x]"}, {"tuple", "list", "[(a, b, c) for a, (b, c) in enumerate(zip(x, y))]"}, {"list", "", "[a for a in zip(x, x, x)]"}, {"list", "", "(lambda it: [a for a in zip(it, it)])(iter(x))"},
	{"", "", "named(x, c=y)"}, {"", "", "named(b=x, a=y)"}, {"", "", "named(x, a=y)"}, {"", "", "rest(x)"}, {"", "", "rest(x, y, x, k)"}, {"", "list", "rest(*y)"}, {"int", "int", "rest(x, k, *l, y)"}, {"int", "int", "divmod(x, y)"}, {"", "", "words(x, y, k)"}, {"", "", "words(x, c=y, e=k)"}, {"", "dict", "words(x, **y)"}, {"", "", "words(**d, a=x)"}, {"", "", "named(y, **{'c': x})"}, {"dict", "dict", "{**x, k: 1, **y}"}, {"int", "int", "((z := x + y), z, x + (x := k), x)"}, {"", "", "[z for _ in (1, 2) if (z := x) or (z := y)]"}, {"", "", "Thing(x, c=y)"}, {"", "", "Thing(b=x, a=y)"}, {"", "", "Thing(k).with_names(x, z=y)"}, {"", "", "Thing(k, d=x)"},
	{"int", "", "[n + 1 for n in [x, x]]"}, {"", "", "[x, y][k]"}, {"str", "int", "x[y]"}, {"list", "int", "x[y]"}, {"int", "int", "(x, y)[k]"},
}

// mixedLoop defines a function with a loop, and calls it.
func (g *generator) mixedLoop(k int) {
	op := mixedOps[g.r.IntN(len(mixedOps))]
	name := fmt.Sprintf("f%d", k)
	g.block(fmt.Sprintf("def %s(xs, ys, l, d, s, k):", name), func() {
		g.line("out = []")
		loops := []string{"for x, y in zip(xs, ys):", "for i, x in enumerate(xs):", "for i in range(len(xs)):", "for x in xs:"}
		head := g.r.IntN(len(loops))
		body := func() {
			switch head {
			case 1:
				g.line("y = ys[i %% len(ys)]")
			case 2:
				g.line("x, y = xs[i], ys[-1 - i %% len(ys)]")
			case 3:
				g.line("y = ys[0]")
			}
			g.block("try:", func() {
				if strings.Contains(op.do, "] = ") || strings.Contains(op.do, "] += ") {
					g.line("%s", op.do)
				} else if g.r.IntN(3) == 0 {
					g.block(fmt.Sprintf("if %s:", op.do), func() { g.line("out.append(x)") })
					g.block("else:", func() { g.line("out.append(None)") })
				} else {
					g.line("out.append(%s)", op.do)
				}
			})
			g.block("except Exception as e:", func() { g.line("out.append(type(e).__name__ + str(e))") })
			switch g.r.IntN(6) {
			case 0:
				g.line("d[x if isinstance(x, (int, str, tuple)) else k] = y") // whose key may be no key
			case 1:
				g.line("l.append(x)")
			case 2:
				g.block("if len(l) > 6:", func() { g.line("l.clear()") })
			}
		}
		g.block(loops[head], body)
		g.line("return cut(out), cut(l), cut(list(d.items())), len(s)")
	})
	for range 1 + g.r.IntN(2) {
		g.block("try:", func() {
			g.line("print(%s(%s, %s, %s, %s, %s, %d))", name, g.values(op.x), g.values(op.y), g.values("")[:1]+"]", g.pick("{}", "{1: 'one', 'a': 2}", "{k: k for k in range(9)}", "{(1, 2): 1, Key(1): 2}"),
				g.pick("set()", "{1, 2, 'a'}", "{(1, 2), 3, Key(1)}"), g.r.IntN(3))
		})
		g.block("except Exception as e:", func() { g.line("print(type(e).__name__, e)") })
	}
}

package judge

import (
	"fmt"
	"math/rand/v2"
)

// Varied makes a short random program: functions with loops in which generators, `with`, exceptions, closures, regular expressions, days,
// bytes, views of dictionaries, keys of sorted, arguments with stars and operator methods follow one another.
func Varied(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 23))}
	g.b.WriteString(variedHelpers)
	functions := 1 + g.r.IntN(2)
	for k := range functions {
		g.variedFunction(k)
	}
	for k := range functions {
		for range 1 + g.r.IntN(2) {
			fmt.Fprintf(&g.b, "show(f%d, %d, %s)\n", k, 8+g.r.IntN(25), g.pick("1", "0", "-7", "2 ** 62", "True", "255", "12345"))
		}
	}
	return g.b.String()
}

const variedHelpers = `import contextlib
import datetime
import re

log = []
word = re.compile(r'([a-z]+)(\d*)')
first = datetime.date(2024, 2, 27)


def count(n, step=1):
    k = 0
    while k < n:
        try:
            got = yield k
        except ValueError as e:
            log.append(('thrown', str(e)))
            got = 2
        k += got or step
    return k


def both(n):
    r = yield from count(n, 2)
    yield r
    yield from (x * x for x in range(n % 3))


def risky(n):
    for k in range(n):
        if k == 3:
            raise KeyError(k)
        yield k
    else:
        yield -1


class Guard:
    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        log.append('in')
        return self

    def __exit__(self, kind, value, trace):
        log.append(kind and kind.__name__)
        return kind is not None and issubclass(kind, self.kinds)


@contextlib.contextmanager
def scope(name):
    log.append(name)
    try:
        yield len(log)
    except ZeroDivisionError as e:
        log.append(repr(e))
    finally:
        log.append('out')


def spread(*args, key=0, **rest):
    return len(args) + key + len(rest), args, sorted(rest)


def counter(n):
    def step(k=1):
        nonlocal n
        n += k
        return n
    return step


class Holder:
    __slots__ = ('v',)

    def __init__(self, v):
        self.v = v

    def __getattr__(self, name):
        if name.startswith('x'):
            return len(name) + self.v
        raise AttributeError('no ' + name)

    def __iter__(self):
        yield self.v
        yield 2

    def __contains__(self, k):
        return k == self.v

    def __eq__(self, other):
        return isinstance(other, Holder) and self.v % 3 == other.v % 3

    def __hash__(self):
        return self.v % 3

    def __add__(self, other):
        return Holder(self.v + other) if isinstance(other, int) else NotImplemented

    def __rsub__(self, other):
        return other - self.v

    def __lt__(self, other):
        return self.v % 7 < other.v % 7

    def __repr__(self):
        return f'Holder({self.v})'


def wrong(k):
    try:
        return 10 // (k % 3)
    except ZeroDivisionError as e:
        raise ValueError(f'{k=}') from e


def show(f, n, k):
    try:
        print(f(n, k, 1))
    except (TypeError, AttributeError, ArithmeticError, LookupError, ValueError, RuntimeError) as e:
        print(type(e).__name__, e, repr(e.__cause__))
    print(log[-6:], len(log))


`

// variedFunction writes a function with a loop.
func (g *generator) variedFunction(k int) {
	g.at(0, "def f%d(n, k, depth):", k)
	g.at(1, "a, s, l, d, t, o, day = k, %s, [k], {}, {1, 2}, Holder(1), first", g.pick("'ab1'", "'x'", "''"))
	g.at(1, "b, w, step, g, held = bytearray(b'ab\\xff'), b'', counter(0), count(10 ** 9), {}")
	g.at(1, "for i in range(n):")
	for range 2 + g.r.IntN(4) {
		if g.r.IntN(4) == 0 {
			g.at(2, "if i %% %d == %d:", 2+g.r.IntN(4), g.r.IntN(2))
			g.varied(3, k)
			if g.r.IntN(2) == 0 {
				g.at(2, "else:")
				g.varied(3, k)
			}
			continue
		}
		g.varied(2, k)
	}
	g.at(2, "a %%= 1000003")
	g.at(2, "s = s[-12:]")
	g.at(2, "del l[:-12], b[:-12]")
	g.at(1, "return a, s, l[-3:], sorted(d)[-3:], len(t), bytes(b[-4:]), w[-3:], day, o, len(held)")
	g.at(0, "")
	g.at(0, "")
}

// varied writes a statement of the loop.
func (g *generator) varied(depth, k int) {
	at := func(more int, format string, values ...any) { g.at(depth+more, format, values...) }
	small := g.pick("i % 5", "a % 4", "len(s) % 3", "i & 3", "3")
	switch g.r.IntN(24) {
	case 0:
		at(0, "for x in %s:", g.pick("count("+small+")", "both("+small+")", "(y + i for y in range("+small+"))", "o", "bytes(b[-3:])"))
		at(1, "%s", g.pick("a += x", "l.append(x)", "if x == 2:\n"+spaces(depth+2)+"continue\n"+spaces(depth+1)+"a ^= x", "if x == 1:\n"+spaces(depth+2)+"break"))
		if g.r.IntN(3) == 0 {
			at(0, "else:")
			at(1, "a += 1")
		}
	case 1:
		at(0, "%s", g.pick("a += sum(count("+small+"))", "l += list(both("+small+"))", "a += max(both("+small+"), default=-1)", "a += next(count(0), 5)", "x, *y = both(3 + "+small+")\n"+spaces(depth)+"a += x + len(y)"))
	case 2:
		at(0, "%s", g.pick("a += next(g)", "a += next(g) + g.send(i % 3)", "next(g)\n"+spaces(depth)+"a += g.throw(ValueError(i))"))
	case 3:
		at(0, "with Guard(%s) as guard:", g.pick("ValueError", "ZeroDivisionError, KeyError", "LookupError", ""))
		at(1, "a += len(guard.kinds)")
		at(1, "%s", g.pick("a //= i % 3", "wrong(i)", "d[i - 1]", "int(s)", "a += 1"))
	case 4:
		at(0, "with scope('s%d') as x:", g.r.IntN(3))
		at(1, "a += x")
		at(1, "%s", g.pick("a //= i % 4", "a += 1", "continue"))
	case 5:
		at(0, "if m := word.%s(s):", g.pick("match", "search", "fullmatch"))
		at(1, "%s", g.pick("a += m.end()", "s = m.group(1) + str(i)", "l.append(m.groups())\n"+spaces(depth+1)+"l[-1] = len(l[-1][1])", "s += m[2]"))
	case 6:
		at(0, "%s", g.pick(`s = re.sub(r'\d', lambda m: chr(97 + int(m[0])), s)`, `a += len(word.findall(s))`, `s = '-'.join(re.split(r'[-ab]', s))`))
	case 7:
		at(0, "%s", g.pick("day += datetime.timedelta(days="+small+")", "a += day.weekday() + (day - first).days", "s += day.strftime('%d%b')", "day = day.replace(day=1 + i % 28)", "a += day > first"))
	case 8:
		at(0, "%s", g.pick("b.append(a & 255)", "b[i % len(b)] ^= i & 127", "b += bytes([i & 255, "+small+"])", "b[:1] = s.encode()", "b.extend(range("+small+"))", "b = b[::-1]", "a += b.pop() if len(b) > 3 else 0"))
	case 9:
		at(0, "%s", g.pick("w = bytes(b[-4:]) + w[:2]", "a += int.from_bytes(b[-3:], 'big')", "w += (a & 65535).to_bytes(2, 'little')", "a += w.count(b[0])", "s += w.hex()[-3:]", "s = w.decode('latin-1') + s", "held[w[-2:]] = i\n"+spaces(depth)+"w = w[-6:]", "a += (w < bytes(b)) + (b[:1] in w)", "a += len(w.split(b'a')) + w.find(b'b')"))
	case 10:
		at(0, "try:")
		at(1, "s = w[-3:].decode(%s)", g.pick("", "'ascii'", "errors='replace'"))
		at(0, "except UnicodeDecodeError as e:")
		at(1, "a += e.start")
	case 11:
		at(0, "d[%s] = %s", g.pick("i", "a % 9", "i % 4"), g.pick("a", "i", "s"))
		at(0, "a += len(%s)", g.pick("d.keys() & t", "d.keys() - {1}", "d.items() & {(1, 1)}", "{*d.values()} if i % 2 else t", "d.keys() ^ t"))
	case 12:
		at(0, "%s", g.pick("t.add(a % 20)", "t ^= {i % 7}", "t |= d.keys()", "t = {x + 1 for x in t if x % 3}", "t.discard("+small+")"))
		at(0, "a += sum(sorted(t, key=%s)[:2])", g.pick("lambda x: -x", "lambda x: (x % 3, x)", "lambda x: (-x % 5, x)"))
	case 13:
		at(0, "l = sorted(l, key=lambda x: %s)", g.pick("x % 5", "(x % 3, -x)", "step(0) - x", "Holder(x)")+g.pick("", ", reverse=True"))
	case 14:
		at(0, "%s", g.pick("a += step()", "a += step(k=i % 3)", "step = counter(a)", "l.append(step(-1))"))
	case 15:
		at(0, "try:")
		at(1, "%s", g.pick("a += 100 // (i % 4)", "a += d[i]", "l.append(l[i])", "a += int(s or 'q')", "a += o.y", "a += wrong(i)", "a += sum(risky(i % 6))", "a += [1, 2][i % 3]", "a += o < i"))
		if g.r.IntN(2) == 0 {
			at(1, "%s", g.pick("continue", "if i == n - 2:\n"+spaces(depth+2)+"break", "a += 1"))
		}
		at(0, "except (%s) as e:", g.pick("ArithmeticError, LookupError, ValueError, AttributeError, TypeError", "Exception"))
		at(1, "%s", g.pick("a += len(str(e))", "log.append(repr(e))", "l.append(len(e.args))", "a += e.__cause__ is not None"))
		if g.r.IntN(3) == 0 {
			at(0, "else:")
			at(1, "a += 2")
		}
		if g.r.IntN(3) == 0 {
			at(0, "finally:")
			at(1, "a += 3")
		}
	case 16:
		at(0, "x = spread(%s)", g.pick("*l[-3:], key=i", "1, *both("+small+"), **{'p': 1, 'q': i}", "*s, *b[:2]", "key=a", "*(l if i % 2 else b), **{'z': s}"))
		at(0, "a += x[0]")
	case 17:
		at(0, "%s", g.pick("a += (i in o) + o.xyz", "o = o + i", "a += i - o", "o = Holder(a % 50)", "held[o] = i", "a += sum(o)", "a += o == Holder(i)", "x, y = o\n"+spaces(depth)+"a += x - y", "a += hasattr(o, 'nope') + getattr(o, 'n', 5)"))
	case 18:
		at(0, "s = f%s", g.pick("'{a:{i % 7 + 1}}|{s!r:.6}'", "'{i=}{a:x}'", "'{a:,}'", "'{s:>{i % 6}}'", "'{len(l):03d}{o}'")+"[-9:]")
	case 19:
		at(0, "a += len([x for x in range(%s) if (y := x + i) %% 2 for z in range(x)])", small)
	case 20:
		at(0, "x = {p: [q for q in range(p)] for p in range(%s)}", small)
		at(0, "a += sum(len(y) for y in x.values())")
	case 21:
		at(0, "if depth:")
		at(1, "a += f%d(%s, i, depth - 1)[0]", g.r.IntN(k+1), small)
	case 22:
		at(0, "try:")
		at(1, "try:")
		at(2, "%s", g.pick("raise KeyError(i)", "wrong(3 * i)", "a //= 0 if i % 2 else 1"))
		at(1, "finally:")
		at(2, "%s", g.pick("a += 1", "l.append(i)", "log.append(i)"))
		at(0, "except (LookupError, ValueError, ArithmeticError) as e:")
		at(1, "a += len(repr(e)) + (e.__context__ is None)")
	default:
		at(0, "a %s= %s", g.pick("+", "-", "^", "*"), g.pick("i", "3", "len(l)", "b[-1]", "step(0)"))
	}
}

// spaces are those before a line with an indentation.
func spaces(depth int) string { return fmt.Sprintf("%*s", 4*depth, "") }

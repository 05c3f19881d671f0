package judge

import (
	"fmt"
	"math/rand/v2"
)

// Varied makes a short random program: functions with loops in which generators, `with`, exceptions, closures, regular expressions, days,
// bytes, views of dictionaries, keys of sorted, arguments with stars, operator methods, dataclasses, enumerations, named tuples, classes
// made in the loop, fractions, iterators of itertools, slices with steps and chained comparisons follow one another.
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

const variedHelpers = `import collections
import contextlib
import dataclasses
import datetime
import enum
import fractions
import itertools
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


@dataclasses.dataclass(order=True)
class Item:
    n: int
    name: str = ''
    parts: list = dataclasses.field(default_factory=list, compare=False)

    def __post_init__(self):
        self.n %= 10007


@dataclasses.dataclass(frozen=True)
class Frozen:
    n: int
    half: float = 0.5


class Base:
    made = 0

    def __init__(self, v):
        self._v = v
        Base.made += 1

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, v):
        if v < 0:
            raise ValueError('negative')
        self._v = v % 1009

    def step(self, n):
        return self.v + n

    @classmethod
    def of(cls, v):
        return cls(v)


class Derived(Base):
    def __init__(self, v):
        super().__init__(v + 1)

    def step(self, n):
        return super().step(n) * 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 3


class Kind(enum.Enum):
    A = 'a'
    B = 'b'

    def next(self):
        return Kind.B if self is Kind.A else Kind.A


Pair = collections.namedtuple('Pair', 'x y', defaults=[7])
half = fractions.Fraction(1, 2)


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
	g.at(1, "item, base, kind, pair, q = Item(k), %s(k & 31), Kind.A, Pair(1), half", g.pick("Base", "Derived", "Derived.of"))
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
	g.at(2, "q = q.limit_denominator(1000)")
	g.at(1, "return a, s, l[-3:], sorted(d)[-3:], len(t), bytes(b[-4:]), w[-3:], day, o, len(held), item, base.v, kind, pair, q")
	g.at(0, "")
	g.at(0, "")
}

// varied writes a statement of the loop.
func (g *generator) varied(depth, k int) {
	at := func(more int, format string, values ...any) { g.at(depth+more, format, values...) }
	small := g.pick("i % 5", "a % 4", "len(s) % 3", "i & 3", "3")
	if g.r.IntN(3) == 0 {
		g.variedObjects(depth, small)
		return
	}
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

// variedObjects writes a statement of the loop about instances, tuples and iterators.
func (g *generator) variedObjects(depth int, small string) {
	at := func(more int, format string, values ...any) { g.at(depth+more, format, values...) }
	switch g.r.IntN(14) {
	case 0:
		at(0, "item = %s", g.pick("Item(a, s[:2])", "dataclasses.replace(item, n=a)", "max(item, Item(i))", "sorted([item, Item(a % 50), Item(3, 'z')])[1]"))
		at(0, "item.parts.append(i)")
		at(0, "del item.parts[:-3]")
	case 1:
		at(0, "a += %s", g.pick("item == Item(i)", "item < Item(a, s)", "len(dataclasses.asdict(item)['parts'])", "item.n + len(repr(item))", "Frozen(i) == Frozen(a % 9)", "hash(Frozen(i, 0.25)) == hash(Frozen(i, 1 / 4))"))
	case 2:
		at(0, "try:")
		at(1, "%s", g.pick("base.v = a", "base.v -= i", "Frozen(i).n = 2", "base.w", "Item()", "Kind(s[:1])", "Level(i % 5)", "pair.x = i"))
		at(0, "except (AttributeError, ValueError, TypeError) as e:")
		at(1, "a += len(str(e))")
	case 3:
		at(0, "%s", g.pick("base = Derived(i) if i % 3 else Base(i)", "a += base.step(i) + Base.made", "base = type(base).of(a & 63)", "a += sum(x.step(1) for x in (base, Base(1), Derived(2)))", "a += isinstance(base, Derived) + base.v"))
	case 4:
		at(0, "%s", g.pick("a += Level(1 + i % 2 * 2)", "a += Level.HIGH > i % 5", "d[Level.LOW] = i", "s += Level.HIGH.name[0]", "a += max(Level) * 2"))
	case 5:
		at(0, "kind = %s", g.pick("kind.next()", "Kind('a' if i % 2 else 'b')", "Kind[s[:1].upper()] if s[:1] in ('a', 'b') else kind"))
		at(0, "a += {Kind.A: 1, Kind.B: i}[kind] + len(kind.value)")
	case 6:
		at(0, "pair = %s", g.pick("Pair(i, a)", "pair._replace(x=i)", "Pair(*pair[::-1])", "Pair(x=a % 7)", "max(pair, Pair(3))"))
		at(0, "x, y = pair")
		at(0, "a += (x ^ y) + pair.x * 2")
	case 7:
		at(0, "class Local(%s):", g.pick("Base", "Derived"))
		at(1, "scale = i %% 3")
		at(1, "twice = [x * 2 for x in (1, %s)]", small)
		at(0, "")
		at(1, "def step(self, n):")
		at(2, "return super().step(n) + self.scale + sum(self.twice)")
		at(0, "")
		at(0, "a += Local(i & 7).step(2)")
	case 8:
		at(0, "q = %s", g.pick("q + fractions.Fraction(i, 7)", "q * half", "half - q / (i + 1)", "abs(q) ** 2", "q % 3"))
		at(0, "a += %s", g.pick("q.numerator", "q > 1", "round(q * 10)", "int(q) + (q == half)"))
	case 9:
		at(0, "a += %s", g.pick("sum(len(list(y)) * x for x, y in itertools.groupby(sorted(z % 3 for z in l)))", "max(itertools.accumulate([1, a % 5, i]))",
			"sum(x * y for x, y in zip(l, itertools.count(i)))", "len([*itertools.combinations(range("+small+"), 2)])", "sum(x or 0 for p in itertools.zip_longest([1, 2], range("+small+")) for x in p)",
			"sum(itertools.islice(itertools.cycle([i, 1]), 5))", "sum(itertools.chain(range("+small+"), [i], [*t][:1]))", "sum(itertools.takewhile(lambda x: x < i, itertools.count()))"))
	case 10:
		at(0, "%s", g.pick("l[::2] = [i] * len(l[::2])", "l[1:3] = range("+small+")", "del l[::-3]", "l[-2:], l[:1] = [i], [a % 9]", "l[len(l):] = s[:0] or [1]", "l = l[::-1][:9] or [0]", "l *= 2\n"+spaces(depth)+"del l[9:]"))
	case 11:
		at(0, "a += (0 <= %s < i %% 7 != 3) + (1 if not s else 2 if i %% 3 else 3) + (s or 'x').count(%s)", small, g.pick("'a'", "s[:1]", "'1'"))
	case 12:
		at(0, "x = 0")
		at(0, "while x < %s:", small)
		at(1, "x += 1")
		at(1, "%s", g.pick("if a % 5 == x:\n"+spaces(depth+2)+"break", "if x & 1:\n"+spaces(depth+2)+"continue", "a += x"))
		at(1, "a ^= x")
		at(0, "else:")
		at(1, "a += 7")
	default:
		at(0, "s = %s", g.pick("'-'.join(map(str, l[-3:]))", "s.partition('1')[2] or s.title()", "s.strip('ab').replace('1', 'x')", "s.translate({97: 'b', 98: None})", "''.join(sorted(set(s)))", "s.upper().lower()[::-1]",
			"('%s|%r' % (item.name, pair))[-8:]", "'{0.n:>4}{1}'.format(item, kind)", "s.rjust(4, '.').split('.')[-1] + str(i)"))
	}
}

// spaces are those before a line with an indentation.
func spaces(depth int) string { return fmt.Sprintf("%*s", 4*depth, "") }

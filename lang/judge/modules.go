package judge

import (
	"fmt"
	"strings"
)

// moduleNames are the modules that random programs use.
var moduleNames = []string{"heapq", "bisect", "collections", "itertools", "functools", "operator", "statistics", "dataclasses", "enum"}

// imported writes the imports that a program needs before it.
func imported(program string) string {
	var b strings.Builder
	for _, name := range moduleNames {
		if strings.Contains(program, name+".") {
			fmt.Fprintf(&b, "import %s\n", name)
		}
	}
	return b.String() + program
}

// moduleHelpers are what random programs with modules begin with. seq makes a short list of anything, so that a function gets what
// it is for, and the items decide what happens.
const moduleHelpers = `Point = collections.namedtuple('Point', 'x y', defaults=[0])


@dataclasses.dataclass(order=True)
class Data:
    x: object
    y: object = 1

    def twice(self):
        return Data(cap(self.x + self.x), self.y)


@dataclasses.dataclass(frozen=True)
class Fixed:
    x: object
    y: list = dataclasses.field(default_factory=list)

    def twice(self):
        return Fixed(self.y, self.x)


class Level(enum.Enum):
    LOW = 1
    MID = 2.5
    HIGH = 'high'


def seq(x):
    return list(x)[:8] if isinstance(x, (list, tuple, str, collections.deque)) else [x, 1, 2.5]


def numbers(x):
    return [y for y in seq(x) if isinstance(y, (int, float)) and -1e100 < y < 1e100]


def heaped(x, y):
    h = seq(x)
    heapq.heapify(h)
    heapq.heappush(h, y)
    return [heapq.heappop(h), heapq.heappushpop(h, y), heapq.heapreplace(h, y)] + h


def turned(x, y, most):
    d = collections.deque(seq(x), most)
    d.appendleft(y)
    d.append(x)
    d.rotate(2)
    d.extendleft(seq(y))
    if len(d) > 3:
        d.popleft()
    return d


def grouped(x):
    d = collections.defaultdict(list)
    for k, y in enumerate(seq(x)):
        d[type(y).__name__].append(k)
    return d


def ordered(x, y):
    d = collections.OrderedDict([(repr(z), z) for z in seq(x)])
    d[repr(y)] = y
    d.move_to_end(next(iter(d)), last=isinstance(y, int))
    d.popitem(last=isinstance(x, list))
    return d


@functools.lru_cache(maxsize=4)
def cached(x, y=2):
    return (x, y)


cap_value = cap


def cap(x):
    return cap_value(x.__name__ if isinstance(x, type) else x)


@functools.total_ordering
class Ranked:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v

    def __lt__(self, other):
        return self.v < other.v

    def __repr__(self):
        return 'Ranked(%s)' % show(self.v)


`

// library is an expression that calls functions of modules.
func (g *generator) library(a, b string) string {
	s := func(format string, values ...any) string { return fmt.Sprintf(format, values...) }
	switch g.r.IntN(11) {
	case 0:
		return g.pick(s("heapq.nsmallest(3, numbers(%s))", a), s("heapq.nlargest(2, numbers(%s))", a), s("heaped(%s, %s)", a, b), s("list(heapq.merge(numbers(%s), numbers(%s)))", a, b))
	case 1:
		return g.pick(s("collections.Counter(seq(%s))", a), s("collections.Counter(seq(%s)).most_common(2)", a), s("(collections.Counter(seq(%s)) %s collections.Counter(seq(%s)))", a, g.pick("+", "-", "&", "|", "==", "<=", "<"), b),
			s("sorted(collections.Counter(seq(%s)).elements(), key=repr)", a))
	case 2:
		return g.pick(s("turned(%s, %s, %s)", a, b, g.pick("None", "4", "1")), s("grouped(%s)", a), s("ordered(%s, %s)", a, b), s("(ordered(%s, 1) == ordered(%s, 1))", a, b))
	case 3:
		return g.pick(s("Point(%s, %s)", a, b), s("Point(%s)._replace(y=%s)", a, b), s("(Point(%s, 1) %s Point(%s, 2))", a, g.pick("<", "==", "+"), b), s("(lambda p, q: (q, p))(*Point(%s, %s))", a, b), s("Point(%s, %s).%s", a, b, g.pick("x", "y", "z", "_fields", "count(1)")))
	case 4:
		return g.pick(s("Data(%s, %s)", a, b), s("(Data(%s) %s Data(%s))", a, g.pick("<", "==", ">="), b), s("Data(%s).twice()", a), s("Fixed(%s, seq(%s))", a, b), s("dataclasses.astuple(Fixed(%s))", a), s("hash(Fixed(%s, 1)) == hash(Fixed(%s, 1))", a, b), s("dataclasses.replace(Data(%s), y=%s)", a, b))
	case 5:
		return g.pick(s("list(itertools.accumulate(seq(%s)))", a), s("list(itertools.chain(seq(%s), seq(%s)))", a, b), s("list(itertools.combinations(seq(%s)[:4], 2))", a), s("list(itertools.islice(itertools.permutations(seq(%s), 2), 6))", a),
			s("list(itertools.islice(itertools.product(seq(%s), seq(%s)), 2, 9, 3))", a, b), s("list(itertools.zip_longest(seq(%s), seq(%s), fillvalue=0))", a, b))
	case 6:
		return g.pick(s("[(k, len(list(v))) for k, v in itertools.groupby(seq(%s), key=lambda z: type(z).__name__)]", a), s("list(itertools.takewhile(lambda z: isinstance(z, int), seq(%s)))", a), s("list(itertools.dropwhile(lambda z: z != %s, seq(%s)))", b, a),
			s("list(itertools.starmap(mul, zip(seq(%s), seq(%s))))", a, b), s("list(itertools.pairwise(seq(%s)))", a), s("list(itertools.compress(seq(%s), seq(%s)))", a, b), s("list(itertools.islice(itertools.cycle(seq(%s)), 9))", a), s("list(itertools.filterfalse(None, seq(%s)))", a))
	case 7:
		return g.pick(s("functools.reduce(lambda p, q: cap(mul(p, q)), seq(%s))", a), s("functools.partial(mul, %s)(%s)", a, b), s("sorted(seq(%s), key=functools.cmp_to_key(lambda p, q: (p > q) - (p < q)))", a), s("cached(%s, %s)", a, b), s("cached(%s)", a), "cached.cache_info()",
			s("(Ranked(%s) %s Ranked(%s))", a, g.pick("<", "<=", ">", ">=", "=="), b))
	case 8:
		return g.pick(s("bisect.bisect_left(numbers(%s), %s)", a, b), s("bisect.bisect(sorted(numbers(%s)), len(seq(%s)))", a, b), s("operator.itemgetter(1)(seq(%s))", a), s("operator.attrgetter('v')(%s)", a), s("operator.%s(%s, %s)", g.pick("add", "lt", "eq", "and_", "truediv"), a, b))
	case 9:
		return g.pick(s("statistics.%s(numbers(%s))", g.pick("mean", "median", "mode", "variance", "pvariance", "stdev", "pstdev", "fmean"), a), s("sorted(frozenset(seq(%s)), key=repr)", a), s("sorted(frozenset(seq(%s)) %s set(seq(%s)), key=repr)", a, g.pick("|", "&", "-", "^"), b), s("(set(seq(%s)) %s frozenset(seq(%s)))", a, g.pick("<", "==", ">="), b), s("len({frozenset(seq(%s)), frozenset(seq(%s))})", a, b))
	}
	return g.pick(s("Level(%s)", a), s("Level[%s]", a), "Level.MID", s("Level.%s.value", g.pick("LOW", "MID", "HIGH")), s("[v for v in Level if v != %s]", a), s("Level.LOW == %s", b))
}

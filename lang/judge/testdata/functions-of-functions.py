# What the library's functions return, and what they say of mistakes.
import functools
import operator
import string
from functools import cmp_to_key, lru_cache, partial, reduce, total_ordering, wraps


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


print(reduce(operator.add, [1, 2, 3]), reduce(lambda a, b: a * b, [], 7), reduce(operator.add, 'abc', '>'))
attempt(reduce, operator.add, [])
attempt(reduce, operator.add, 5)


@lru_cache(maxsize=None)
def fib(n):
    """The numbers of Fibonacci."""
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), fib.cache_info(), fib.cache_info().hits, fib.__name__, fib.__doc__, fib.__wrapped__(1))
fib.cache_clear()
print(fib.cache_info())


@lru_cache(maxsize=2)
def square(x, *, plus=0):
    print('compute', x, plus)
    return x * x + plus


print([square(k) for k in (1, 2, 1, 3, 2, 1)], square(1, plus=1), square(1, plus=1), square.cache_info(), square.cache_parameters())


@lru_cache
def plain(x):
    return [x]


print(plain(1) is plain(1.0), plain(True), plain.cache_info())
attempt(plain, [1])


class Grows:
    def __init__(self):
        self.calls = 0

    @functools.cache
    def get(self, n):
        self.calls += 1
        return n + self.calls


g = Grows()
print(g.get(1), g.get(1), g.get(2), g.calls)


def logged(f):
    @wraps(f)
    def wrapper(*args, **kwargs):
        wrapper.calls += 1
        return f(*args, **kwargs)
    wrapper.calls = 0
    return wrapper


@logged
def add(a, b=1):
    "adds"
    return a + b


print(add(1), add(1, b=5), add.calls, add.__name__, add.__doc__, add.__qualname__, add.__module__, hasattr(add, 'nothing'))
attempt(lambda: add.nothing)
del add.calls
attempt(lambda: add(1))
two = partial(pow, 2)
print(two(5), partial(two, 6)(), partial(add.__wrapped__, b=3)(1), partial(add.__wrapped__, b=3)(1, b=4), two.args, two.keywords)
print(sorted(['bb', 'a', 'ccc'], key=cmp_to_key(lambda a, b: len(b) - len(a))))


@total_ordering
class Level:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n if isinstance(other, Level) else NotImplemented

    def __lt__(self, other):
        return self.n < other.n if isinstance(other, Level) else NotImplemented


x, y = Level(1), Level(2)
print(x < y, x <= y, x > y, x >= y, x <= Level(1), x >= Level(1), max(x, y).n)
attempt(lambda: x <= 3)

print(operator.itemgetter(1)('abc'), operator.itemgetter(0, 2)('abc'), operator.attrgetter('n')(x), operator.attrgetter('n', 'n')(x), operator.methodcaller('upper')('a'))
print(sorted({'b': 1, 'a': 2}.items(), key=operator.itemgetter(1)), operator.floordiv(7, 2), operator.not_([]), operator.contains([1], 1), operator.countOf([1, 2, 1], 1))
print(string.ascii_letters, string.digits, repr(string.punctuation), repr(string.whitespace), string.capwords('ab cd  e'), len(string.printable))

# Generators that are consumed at once: scopes, the order of effects, and what is said of mistakes.
def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e, repr(e.__cause__))


def say(x):
    print('say', x, end='; ')
    return x


class Loud:
    def __init__(self, v):
        self.v = v

    def __add__(self, other):
        print('add', end='; ')
        return Loud(self.v + other.v)

    def __radd__(self, other):
        print('radd', end='; ')
        return self

    def __bool__(self):
        print('bool', end='; ')
        return self.v > 2

    def __lt__(self, other):
        print('lt', end='; ')
        return self.v < other.v

    def __gt__(self, other):
        print('gt', end='; ')
        return self.v > other.v

    def __hash__(self):
        print('hash', end='; ')
        return self.v % 3

    def __eq__(self, other):
        print('eq', end='; ')
        return self.v == other.v

    def __repr__(self):
        return 'Loud(%d)' % self.v


def loud(n):
    for k in range(n):
        pass
    return [Loud(say(k)) for k in range(n)]


print(sum(Loud(say(k)) for k in range(4)))
print(any(Loud(say(k)) for k in range(9)), all(Loud(say(5 - k)) for k in range(9)))
print(max(Loud(say(k * 3 % 5)) for k in range(5)), min(Loud(say(k * 3 % 5)) for k in range(5)))
print(len(set(Loud(say(k)) for k in range(5))), dict((Loud(say(k)), say(-k)) for k in range(3)))
print(list(say(k) for k in range(3)), tuple(k for k in 'ab'), sorted((say(-k) for k in range(3)), key=lambda v: say(v) % 2, reverse=True))
print(', '.join(str(say(k)) for k in range(3)), sum((k for k in range(5)), 100), sum((k / 2 for k in range(3)), start=0.5), max((k for k in []), default='none'))
x = 'outer'
print(sum(x for x in range(4)), x, [any(x == y for y in (1, 2)) for x in range(4)], sum(a * b for a in range(4) if a % 2 for b in range(a) if b))
fs = []
print(sum(1 for k in range(3) if fs.append(lambda: k) is None), [f() for f in fs])


class K:
    ns = [1, 2, 3]
    total = sum(n for n in ns)


print(K.total)


def primes(n):
    return [p for p in range(2, n) if all(p % d for d in range(2, int(p ** 0.5) + 1))]


print(primes(80), sum(1 for p in primes(300)))


def mixed(n):
    s = 0
    for k in range(n):
        s += sum(j * k for j in range(5)) + max(j ^ k for j in range(3)) - min((k - j) * 0.5 for j in range(3))
        if any(j * j == k for j in range(12)):
            s += len(''.join(chr(97 + j) for j in range(k % 5)))
    return s


print(mixed(150))
attempt(lambda: sum(1 / (2 - k) for k in range(5)))
attempt(lambda: sum(say(c) for c in 'abc'))
attempt(lambda: sum((c for c in 'abc'), ''))
attempt(lambda: max(k for k in []))
attempt(lambda: max(c for c in (1, 'a')))
attempt(lambda: set([k] for k in range(2)))
attempt(lambda: ''.join(k for k in range(2)))
attempt(lambda: sum(k for k in 5))
attempt(lambda: sum(a for a, b in [(1, 2), (3,)]))
it = iter([1, 2])
attempt(lambda: list(next(it) for k in range(5)))
attempt(lambda: any(undefined for k in range(3)))


def deep(n):
    return sum(deep(k) for k in range(n)) + 1


print(deep(6))


class Index:
    def __getitem__(self, k):
        if k > 2:
            raise ZeroDivisionError('at %d' % k)
        return k


sum(say(v) for v in Index())
